/** Two servers, the ceiling of any Node server, and pgbench before them. */
import { execFile, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { owned } from '../support/children.js'
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres, postgresPrograms } from '../lab/rivals.js'

/** @import { Figures, Instance, System } from '../lab/lab.js' */

/** @param {string[]} args @param {string} cwd @returns {Promise<string>} what it printed @throws {Error} it failed */
function pgbench(args, cwd) {
  return new Promise((resolve, reject) => {
    owned(
      execFile(
        join(/** @type {string} */ (postgresPrograms()), 'pgbench'),
        args,
        { cwd, maxBuffer: 1 << 26 },
        (error, stdout, stderr) => {
          if (error !== null) reject(new Error(`pgbench ${args.join(' ')}: ${stderr || error.message}`))
          else resolve(stdout)
        }
      )
    )
  })
}

/**
 * @param {string} label
 * @param {string} durability
 * @param {number} port
 * @param {any} config
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, port, config, stop) {
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  await pgbench([...where, '-i', '-q', '-s', String(config.scale), 'postgres'], tmpdir())
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  const sums = async () => (await client.query(`SELECT (SELECT sum(abalance) FROM pgbench_accounts)::text AS a, (SELECT sum(tbalance) FROM pgbench_tellers)::text AS t,
    (SELECT sum(bbalance) FROM pgbench_branches)::text AS b, (SELECT coalesce(sum(delta), 0) FROM pgbench_history)::text AS h`)).rows[0]
  return {
    label, durability,
    run: async (workload) => {
      // simple-update leaves tellers and branches out, so each script starts from even sums.
      await client.query('UPDATE pgbench_accounts SET abalance = 0 WHERE abalance <> 0')
      await client.query('UPDATE pgbench_tellers SET tbalance = 0 WHERE tbalance <> 0')
      await client.query('UPDATE pgbench_branches SET bbalance = 0 WHERE bbalance <> 0')
      await client.query('TRUNCATE pgbench_history')
      const figures = await runScript(where, workload, config)
      const { a, t, b, h } = await sums()
      if (a !== h || (workload.script === 'tpcb-like' && (t !== h || b !== h)))
        throw new Error(`the balances differ: accounts ${a}, tellers ${t}, branches ${b}, history ${h}`)
      return figures
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/**
 * @param {string[]} where the server's address
 * @param {{ script: string, mode: string, clients: number }} workload
 * @param {any} config
 * @returns {Promise<Figures>}
 */
async function runScript(where, { script, mode, clients }, config) {
  const logs = mkdtempSync(join(tmpdir(), 'pgbench-'))
  try {
    const printed = await pgbench(
      [
        ...where, '-n', '-b', script, '-M', mode, '-s', String(config.scale), '-c', String(clients), '-T',
        String(Math.max(1, Math.round(config.seconds))), '-l', '--sampling-rate=1', 'postgres',
      ],
      logs,
    )
    const failed = Number(/number of failed transactions: (\d+)/.exec(printed)?.[1] ?? 0)
    if (failed > 0) throw new Error(`${failed} transactions failed`)
    return { tps: Number(/tps = ([\d.]+)/.exec(printed)?.[1]), ...percentilesOf(logs) }
  } finally {
    rmSync(logs, { recursive: true })
  }
}

/**
 * From the log of single transactions.
 * @param {string} dir
 * @returns {Pick<Figures, 'p50Ms' | 'p95Ms' | 'p99Ms' | 'p999Ms' | 'perSecond'>}
 */
function percentilesOf(dir) {
  /** @type {number[]} */
  const all = []
  /** @type {Map<number, number>} */
  const seconds = new Map()
  for (const name of readdirSync(dir)) {
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const fields = line.split(' ')
      if (fields.length < 6) continue
      all.push(Number(fields[2]) / 1000)
      seconds.set(Number(fields[4]), (seconds.get(Number(fields[4])) ?? 0) + 1)
    }
  }
  const sorted = Float64Array.from(all).sort()
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return {
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
    perSecond: [...seconds].sort(([a], [b]) => a - b).map(([, count]) => count),
  }
}

/** @type {System} */
export const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    if (postgresPrograms() === null) throw new Error('pgbench is not installed: it comes with PostgreSQL')
    const server = await OwnServer.start({ path: dir, walSync: config.walSync })
    return instanceOf('Seawall', `wal_sync ${config.walSync}`, Number(new URL(server.address).port), config, () =>
      server.stop()
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
          config,
          () => own.stop(),
        )
  },
}

/** @type {System} */
export const ceiling = {
  name: 'ceiling',
  start: async (config, dir) => {
    const child = fork(fileURLToPath(new URL('./canned.js', import.meta.url)), [join(dir, 'log')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = new Promise((resolve) => {
      child.once('exit', resolve)
    })
    const port = await new Promise((resolve, reject) => {
      child.once('message', (/** @type {any} */ { value }) => resolve(value))
      child.once('exit', (code) => reject(new Error(`the canned server ended with ${code}`)))
    })
    return {
      label: 'canned answers from Node', durability: 'a shared write and fdatasync per commit',
      run: (workload) => runScript(['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'], workload, config),
      close: async () => {
        child.disconnect()
        await ended
      },
    }
  },
}
