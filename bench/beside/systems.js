/**
 * Two servers with a gigabyte of page cache each: a connection that commits at fixed times, and another one's long
 * statements.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { psql } from '../copy/systems.js'
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres } from '../lab/rivals.js'

/** @import { Figures, Instance, System } from '../lab/lab.js' */
/**
 * @typedef {{ query: (text: string) => Promise<any>, port: number, lines: { path: string, rows: number
 *   }, seconds: number }} Beside
 */

const COPY = (/** @type {Beside} */ { port, lines }) => psql(port, `\\copy pgbench_accounts from '${lines.path}'`)
/** What is cleaned up behind a statement goes on after its answer. */
const BEHIND_MS = 1000

/**
 * The work of each name; `before` is not measured.
 * @type {Record<string, { before?: (beside: Beside) => Promise<void>, run: (beside: Beside) => Promise<unknown> }>}
 */
export const WORK = {
  nothing: { run: ({ seconds }) => sleep(seconds * 1000) },
  COPY: { before: async ({ query }) => { await query('TRUNCATE pgbench_accounts') }, run: COPY },
  CHECKPOINT: { run: ({ query }) => query('CHECKPOINT') },
  'CREATE INDEX': { run: ({ query }) => query('CREATE INDEX accounts_index ON pgbench_accounts (aid, bid)') },
  UPDATE: {
    run: ({ query }) =>
      query('UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid % 2 = 0').then(() => sleep(BEHIND_MS)),
  },
  DELETE: { run: ({ query }) => query('DELETE FROM pgbench_accounts WHERE aid % 4 = 0').then(() => sleep(BEHIND_MS)) },
  VACUUM: { run: ({ query }) => query('VACUUM ANALYZE pgbench_accounts') },
  'count(*)': { run: ({ query }) => query('SELECT bid, count(*), sum(abalance) FROM pgbench_accounts GROUP BY bid') },
}

/**
 * @param {string} label
 * @param {string} durability
 * @param {number} port
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, port, stop) {
  const options = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  const worker = new pg.Client(options)
  const client = new pg.Client(options)
  await Promise.all([worker.connect(), client.connect()])
  await worker.query('CREATE TABLE beside (id int PRIMARY KEY, n int NOT NULL)')
  await worker.query('INSERT INTO beside SELECT i, 0 FROM generate_series(1, 1000) i')
  let filled = false
  let commits = 0
  return {
    label, durability,
    run: async ({ work, lines }, config) => {
      const beside = { query: (/** @type {string} */ text) => worker.query(text), port, lines, seconds: config.seconds }
      if (!filled) {
        await worker.query('CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84))')
        await COPY(beside)
        filled = true
      }
      if (work === 'CREATE INDEX') await worker.query('DROP INDEX IF EXISTS accounts_index')
      await WORK[work].before?.(beside)
      if (work !== 'CHECKPOINT') await worker.query('CHECKPOINT')
      else await worker.query('UPDATE pgbench_accounts SET abalance = abalance + 1')
      const latencies = await commitsAt(config.every, client, () => WORK[work].run(beside))
      commits += latencies.all.length
      const [{ sum }] = (await client.query('SELECT sum(n)::int AS sum FROM beside')).rows
      if (sum !== commits) throw new Error(`${commits} commits were answered, the table has ${sum}`)
      if (work === 'DELETE') filled = await refill(beside)
      return figures(latencies)
    },
    close: async () => {
      await Promise.all([worker.end(), client.end()])
      await stop()
    },
  }
}

/** @param {Beside} beside */
async function refill(beside) {
  await beside.query('TRUNCATE pgbench_accounts')
  await COPY(beside)
  return true
}

/**
 * @param {number} everyMs
 * @param {any} client
 * @param {() => Promise<unknown>} work
 * @returns {Promise<{ all: number[], ms: number }>}
 */
async function commitsAt(everyMs, client, work) {
  /** @type {number[]} */
  const all = []
  /** @type {Promise<void>[]} */
  const waiting = []
  const startMs = performance.now()
  let over = false
  const done = work().finally(() => { over = true })
  for (let at = 0; !over; at++) {
    const dueMs = startMs + at * everyMs
    const early = dueMs - performance.now()
    if (early > 0) await sleep(early)
    // A timer may be early: what was sent before it was due is timed from then.
    const fromMs = Math.min(dueMs, performance.now())
    waiting.push(
      client
        .query({ name: 'one', text: 'UPDATE beside SET n = n + 1 WHERE id = $1', values: [1 + (at % 1000)] })
        .then(() => {
          all.push(performance.now() - fromMs)
        })
    )
  }
  await Promise.all([done, ...waiting])
  return { all, ms: performance.now() - startMs }
}

/** @param {{ all: number[], ms: number }} latencies @returns {Figures} */
function figures({ all, ms }) {
  const sorted = Float64Array.from(all).sort()
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { tps: all.length / (ms / 1000), p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), p999Ms: at(0.999),
    more: { 'longest ms': Number(at(1).toFixed(1)), 'seconds of work': Number((ms / 1000).toFixed(1)) } }
}

/** @type {System} */
export const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    const server = await OwnServer.start({ path: dir, walSync: config.walSync, bufferPool: '1GB' })
    return instanceOf(
      'Seawall, 1 GB of pages',
      `wal_sync ${config.walSync}`,
      Number(new URL(server.address).port),
      () => server.stop()
    )
  },
}

/** @type {System} */
export const postgres = {
  name: 'postgres',
  start: async (_config, dir) => {
    const own = await OwnPostgres.start(dir)
    return own === null
      ? 'PostgreSQL is not installed'
      : instanceOf(`PostgreSQL ${own.version}, shared_buffers 1GB`, 'fsync on, synchronous_commit on', own.port, () =>
          own.stop()
        )
  },
}
