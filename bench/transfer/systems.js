/**
 * Who does the transfers: Seawall by one call of a function, by the same call embedded, by SQL steps; PostgreSQL by a
 * stored procedure and by steps; SQLite behind a server of its own.
 */
import { execFile, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { owned } from '../support/children.js'
import { OwnServer, SERVER_FLAGS } from '../support/own-server.js'
import { latencies, latencyHistogram } from '../support/measure.js'
import { OwnPostgres, optionalPackage } from '../lab/rivals.js'
import { drawPairs, checkPairs } from './pairs.js'
import { PLPGSQL, defineTransfers } from './routines.js'
import { fill, verify } from './tables.js'
import { open } from '../../src/index.js'

/** @import { Figures, System } from '../lab/lab.js' */

const CLIENT = fileURLToPath(new URL('../transfer-client.js', import.meta.url))
const program = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))

/** Runs the client program. @param {any} task @returns {Promise<any>} its figures */
function runClient(task) {
  return new Promise((resolve, reject) => {
    owned(
      execFile(process.execPath, [CLIENT, JSON.stringify(task)], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
        if (error !== null) reject(new Error(`the client failed: ${stderr || error.message}`))
        else resolve(JSON.parse(stdout))
      })
    )
  })
}

/** @param {any} config @param {any} workload @param {any} more @returns {any} */
const taskOf = (config, workload, more) => ({
  connections: workload.connections, inflight: workload.inflight, warmUp: config.warmUp, seconds: config.seconds,
  alpha: workload.alpha, accounts: config.accounts, test: config.test, pairs: config.pairs, ...more,
})

/** @param {any} figures @returns {Figures} @throws {Error} a call failed */
function figuresOf({ tps, p50Ms, p95Ms, p99Ms, p999Ms, perSecond, failed, firstError }) {
  if (failed > 0) throw new Error(`${failed} calls failed: ${firstError}`)
  return { tps, p50Ms, p95Ms, p99Ms, p999Ms, perSecond }
}

/**
 * A server that speaks PostgreSQL's protocol.
 * @param {string} label
 * @param {string} durability
 * @param {number} port
 * @param {any} protocol
 * @param {() => Promise<void> | void} stop
 * @param {() => Promise<any>} [counters]
 */
async function wireInstance(label, durability, port, protocol, stop, counters = async () => null) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const query = async (/** @type {string} */ text) => (await client.query(text)).rows
  return {
    label, durability, query,
    run: async (/** @type {any} */ workload, /** @type {any} */ config) => {
      await fill(query, config.accounts, config.balance)
      const before = await counters()
      const figures = await runClient(taskOf(config, workload, { port, ...protocol(config) }))
      const after = await counters()
      await verify(query, config, figures.acknowledged)
      return {
        ...figuresOf(figures),
        ...(after === null
          ? {}
          : { more: { 'commits per sync': figures.acknowledged / Math.max(1, after.wal.syncs - before.wal.syncs) } }),
      }
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/** @param {any} config @param {string} dir @param {string} label @param {any} protocol */
async function seawallInstance(config, dir, label, protocol) {
  const server = new OwnServer(
    fork(program('./seawall-server.js'), [JSON.stringify({ path: dir, walSync: config.walSync })], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, ...SERVER_FLAGS],
    })
  )
  const port = await server.answer('ready')
  return wireInstance(
    label,
    `wal_sync ${config.walSync}`,
    port,
    protocol,
    () => server.stop(),
    () => server.ask('stats')
  )
}

const call = (/** @type {any} */ config) => ({
  protocol: 'postgres',
  text: config.test === 2 ? 'SELECT transfer_with_audit($1, $2, $3, $4)' : 'SELECT transfer($1, $2, $3)',
})

/** @type {System} */
const procedure = {
  name: 'procedure',
  start: (config, dir) => seawallInstance(config, dir, 'Seawall, one call of a JavaScript function', call),
}
/** @type {System} */
const steps = {
  name: 'steps',
  start: (config, dir) => seawallInstance(config, dir, 'Seawall, SQL steps through pg', () => ({ protocol: 'steps' })),
}

/** @param {string} name @param {string} how @param {any} protocol @returns {System} */
const onPostgres = (name, how, protocol) => ({
  name,
  start: async (_config, dir) => {
    const own = await OwnPostgres.start(dir)
    if (own === null) return 'PostgreSQL is not installed'
    const instance = await wireInstance(
      `PostgreSQL ${own.version}, ${how}`,
      'fsync on, synchronous_commit on',
      own.port,
      protocol,
      () => own.stop()
    )
    return {
      ...instance,
      run: async (workload, config) => {
        await fill(instance.query, config.accounts, config.balance)
        await instance.query(PLPGSQL)
        return instance.run(workload, config)
      },
    }
  },
})
const postgres = onPostgres('postgres', 'one stored procedure call', (/** @type {any} */ config) => ({
  protocol: 'postgres',
  text: config.test === 2 ? 'SELECT do_transfer_with_audit($1, $2, $3, $4)' : 'SELECT do_transfer($1, $2, $3)',
}))
const postgresSteps = onPostgres('postgres-steps', 'SQL steps through pg', () => ({ protocol: 'steps' }))

/**
 * @param {string} name
 * @param {'http' | 'websocket'} protocol
 * @param {(config: any) => { batchSize: number, batchMs: number }} batch
 * @returns {System}
 */
const onSqlite = (name, protocol, batch) => ({
  name,
  start: async (config, dir) => {
    if (await optionalPackage('better-sqlite3') === null) return 'the package better-sqlite3 is not installed'
    if (config.test === 2) return 'test 2 was never written for it'
    const { batchSize, batchMs } = batch(config)
    const server = new OwnServer(
      fork(
        program('./sqlite-server.js'),
        [
          JSON.stringify({
            file: join(dir, 'accounts.sqlite'), accounts: config.accounts, balance: config.balance, batchSize, batchMs,
            synchronous: 'FULL',
          }),
        ],
        { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
      ),
    )
    const { port, durability, version } = await server.answer('ready')
    return {
      label: `SQLite ${version} over ${protocol === 'http' ? 'HTTP' : 'WebSocket'}${batchSize === 0 ? '' : `, batches of ${batchSize} or ${batchMs} ms`}`, durability: batchSize === 0 ? durability : `${durability}, one transaction per batch`,
      run: async (workload) => {
        const figures = await runClient(taskOf(config, workload, { port, protocol }))
        const sums = await /** @type {any} */ (server).ask('sums')
        if (sums.n !== config.accounts || sums.total !== config.accounts * config.balance)
          throw new Error(`the balances add up to ${sums.total}`)
        if (figures.acknowledged > 0 && sums.changed === 0) throw new Error('no balance has changed')
        return figuresOf(figures)
      },
      close: () => server.stop(),
    }
  },
})

/** @type {System} */
const embedded = {
  name: 'embedded',
  start: async (config, dir) => {
    const db = await open({ path: dir, walSync: config.walSync, int8: 'number' })
    const query = async (/** @type {string} */ text) => (await db.query(text)).rows
    defineTransfers(db)
    return {
      label: 'Seawall, the same call embedded', durability: `wal_sync ${config.walSync}`,
      run: async (workload) => {
        await fill(query, config.accounts, config.balance)
        const figures = await runEmbedded(db, taskOf(config, workload, call(config)))
        await verify(query, config, figures.acknowledged)
        return figuresOf(figures)
      },
      close: () => db.close(),
    }
  },
}

/** A session has one statement under way; more of them than this only take memory. */
const SESSIONS_MAX = 512

/**
 * As many calls in flight as the wire clients have, within reason, each on a session of its own.
 * @param {import('../../src/index.js').Database} db
 * @param {any} task
 */
async function runEmbedded(db, task) {
  const pairs = drawPairs(task.accounts, task.alpha, task.pairs)
  checkPairs(pairs, task.accounts, task.alpha)
  const lanes = Math.min(SESSIONS_MAX, task.connections * task.inflight)
  const sessions = await Promise.all(Array.from({ length: lanes }, () => db.connect()))
  const histogram = latencyHistogram()
  let [completed, acknowledged] = [0, 0]
  const startMs = performance.now() + task.warmUp * 1000
  const endsMs = startMs + task.seconds * 1000
  await Promise.all(
    sessions.map(async (session, index) => {
      for (let at = index * Math.floor(task.pairs / lanes) * 2; ; at = at + 2 === pairs.length ? 0 : at + 2) {
        const sentMs = performance.now()
        if (sentMs >= endsMs) return
        await session.query(
          task.text,
          task.test === 2 ? [pairs[at], pairs[at + 1], 1, 1_000_000_000] : [pairs[at], pairs[at + 1], 1]
        )
        const now = performance.now()
        acknowledged++
        if (now > endsMs) return
        if (now < startMs) continue
        completed++
        histogram.record(Math.max(1, Math.round((now - sentMs) * 1e6)))
      }
    })
  )
  for (const session of sessions) await session.release()
  return {
    completed,
    acknowledged,
    failed: 0,
    firstError: null,
    tps: completed / task.seconds,
    ...latencies(histogram),
  }
}

export const SYSTEMS = [procedure, embedded, steps, postgres, postgresSteps,
  onSqlite('sqlite', 'websocket', (config) => ({ batchSize: config.batchSize, batchMs: config.batchMs })),
  onSqlite('sqlite-websocket', 'websocket', () => ({ batchSize: 0, batchMs: 0 })),
  onSqlite('sqlite-http', 'http', () => ({ batchSize: 0, batchMs: 0 })),
]
