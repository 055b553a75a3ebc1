/** Two servers with a gigabyte of page cache each, psql to copy, and a connection that commits meanwhile. */
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { owned } from '../support/children.js'
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres, postgresPrograms } from '../lab/rivals.js'

/** @import { Figures, Instance, System } from '../lab/lab.js' */

const ROWS_PER_SCALE = 100_000

/**
 * The file psql reads: what pgbench itself would send.
 * @param {number} scale
 * @returns {{ path: string, rows: number, remove: () => void }}
 */
export function makeLines(scale) {
  const dir = mkdtempSync(join(tmpdir(), 'bench-copy-lines-'))
  const path = join(dir, 'accounts')
  const file = openSync(path, 'w')
  const rows = scale * ROWS_PER_SCALE
  for (let from = 1; from <= rows; from += 10_000) {
    let text = ''
    for (let aid = from; aid < from + 10_000; aid++)
      text += `${aid}\t${Math.floor((aid - 1) / ROWS_PER_SCALE) + 1}\t0\t\n`
    writeSync(file, text)
  }
  closeSync(file)
  return { path, rows, remove: () => rmSync(dir, { recursive: true }) }
}

/** @param {number} port @param {string} text @returns {Promise<void>} */
export function psql(port, text) {
  return new Promise((resolve, reject) => {
    const child = owned(
      spawn(
        join(/** @type {string} */ (postgresPrograms()), 'psql'),
        [
          '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', text,
          'postgres',
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      ),
    )
    child.once('exit', (code) => { if (code === 0) resolve(); else reject(new Error(`psql ended with ${code}`)) })
  })
}

/**
 * @param {string} label
 * @param {string} durability
 * @param {number} port
 * @param {() => number} rssMb
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, port, rssMb, stop) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('CREATE TABLE beside (id int PRIMARY KEY, n int NOT NULL)')
  await client.query('INSERT INTO beside SELECT i, 0 FROM generate_series(1, 1000) i')
  const fresh = async () => {
    await client.query('DROP TABLE IF EXISTS pgbench_accounts')
    await client.query(
      'CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84)) WITH (fillfactor = 100)'
    )
  }
  const copy = (/** @type {any} */ lines) => psql(port, `\\copy pgbench_accounts from '${lines.path}'`)
  const check = async (/** @type {number} */ rows) => {
    const [found] = (
      await client.query(
        'SELECT count(*)::int8 AS n, sum(aid)::int8 AS sum, min(octet_length(filler)) AS filler FROM pgbench_accounts'
      )
    ).rows
    if (Number(found.n) !== rows || Number(found.sum) !== (rows * (rows + 1)) / 2 || found.filler !== 84)
      throw new Error(`${rows} rows were copied, there are ${JSON.stringify(found)}`)
  }
  return {
    label, durability,
    run: async ({ kind, lines }) => {
      await fresh()
      const startMs = performance.now()
      if (kind === 'beside') return commitsBeside(client, async () => {
        await copy(lines)
        await client.query('CHECKPOINT')
      }, port, rssMb)
      await copy(lines)
      const copiedMs = performance.now()
      if (kind === 'key') await client.query('ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid)')
      const endMs = performance.now()
      await check(lines.rows)
      return {
        tps: lines.rows / ((kind === 'key' ? endMs - copiedMs : copiedMs - startMs) / 1000),
        more: { 'resident MB': Math.round(rssMb()) },
      }
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/**
 * @param {any} client
 * @param {() => Promise<void>} load
 * @param {number} port
 * @param {() => number} rssMb
 * @returns {Promise<Figures>}
 */
async function commitsBeside(client, load, port, rssMb) {
  const other = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await other.connect()
  let over = false
  const loading = load().finally(() => { over = true })
  /** @type {number[]} */
  const all = []
  const startMs = performance.now()
  while (!over) {
    const beforeMs = performance.now()
    await other.query({
      name: 'one',
      text: 'UPDATE beside SET n = n + 1 WHERE id = $1',
      values: [1 + (all.length % 1000)],
    })
    all.push(performance.now() - beforeMs)
  }
  await loading
  const seconds = (performance.now() - startMs) / 1000
  await other.end()
  const sorted = Float64Array.from(all).sort()
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return {
    tps: all.length / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
    more: { 'longest ms': Number(at(1).toFixed(1)), 'resident MB': Math.round(rssMb()) },
  }
}

/** @param {number} pid @returns {number} */
function rssOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** @type {System} */
export const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    if (postgresPrograms() === null) throw new Error('psql is not installed: it comes with PostgreSQL')
    const server = await OwnServer.start({ path: dir, walSync: config.walSync, bufferPool: '1GB' })
    return instanceOf(
      'Seawall, 1 GB of pages',
      `wal_sync ${config.walSync}`,
      Number(new URL(server.address).port),
      () => rssOf(server.child.pid ?? 0),
      () => server.stop()
    )
  },
}

/** @type {System} */
export const postgres = {
  name: 'postgres',
  start: async (config, dir) => {
    const own = await OwnPostgres.start(dir)
    return own === null
      ? 'PostgreSQL is not installed'
      : instanceOf(
          `PostgreSQL ${own.version}, shared_buffers 1GB`,
          'fsync on, synchronous_commit on',
          own.port,
          () => 0,
          () => own.stop(),
        )
  },
}
