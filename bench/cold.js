#!/usr/bin/env node
/**
 * What runs for the first time: new SELECTs, introspection, schema changes, migrations. `node bench/cold.js --help`.
 */
import pg from 'pg'
import { SCHEMA, WORK } from './cold/work.js'
import { labCommand, mainOf, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { OwnPostgres } from './lab/rivals.js'
import { OwnServer } from './support/own-server.js'
import { processorMs } from './support/processor-time.js'

/** @import { Figures, Instance, System } from './lab/lab.js' */
/** @import { Step } from './cold/work.js' */
/** @typedef {InstanceType<typeof pg.Client>} Client */

/**
 * @param {string} label @param {string} durability @param {string} address
 * @param {(client: Client) => Promise<number>} processOf whose processor time counts
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, address, processOf, stop) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const pid = await processOf(client)
  for (const text of SCHEMA) await client.query(text)
  let round = 0
  return {
    label, durability,
    run: ({ name }, config) => measure(client, pid, () => WORK[name](round++), config.seconds),
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/**
 * Steps until the time is over. What stands around the timed statements counts neither in time nor in processor time.
 * @param {Client} client @param {number} pid @param {() => Step} next
 * @param {number} seconds @returns {Promise<Figures>}
 */
async function measure(client, pid, next, seconds) {
  /** @type {number[]} */
  const latencies = []
  let statements = 0
  let processor = 0
  const endsMs = performance.now() + seconds * 1000
  while (performance.now() < endsMs) {
    // Ticks are coarse: what is timed is gathered where nothing else stands between.
    const steps = Array.from({ length: GATHERED }, next)
    for (const text of steps.flatMap(({ before = [] }) => before)) await client.query(text)
    const from = processorMs(pid)
    for (const { timed } of steps) {
      const startMs = performance.now()
      for (const { rows, ...one } of timed) {
        const answer = await client.query(one)
        if (rows !== undefined && answer.rowCount !== rows) throw new Error(`${one.text}: ${answer.rowCount} rows`)
      }
      latencies.push((performance.now() - startMs) / timed.length)
      statements += timed.length
    }
    processor += (processorMs(pid) ?? NaN) - (from ?? NaN)
    for (const text of steps.flatMap(({ after = [] }) => after)) await client.query(text)
  }
  const sorted = Float64Array.from(latencies).sort()
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return {
    tps: 1000 / (latencies.reduce((sum, ms) => sum + ms, 0) / latencies.length),
    p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99),
    more: { 'processor ms a statement': processor / statements },
  }
}

/** Steps gathered between two looks at the processor's clock. */
const GATHERED = 20

/** @type {System} */
const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    const server = await OwnServer.start({ path: dir, walSync: config.walSync })
    return instanceOf('Seawall', `wal_sync ${config.walSync}`, server.address,
      () => Promise.resolve(/** @type {number} */ (server.child.pid)), () => server.stop())
  },
}

/** @param {Client} client */
const backendOf = async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid

/** @type {System} */
const postgres = {
  name: 'postgres',
  start: async (config, dir) => {
    const durability = 'fsync on, synchronous_commit on'
    if (config.postgres !== undefined)
      return instanceOf('PostgreSQL', durability, config.postgres, backendOf, () => undefined)
    const own = await OwnPostgres.start(dir)
    return own === null
      ? 'PostgreSQL is not installed'
      : instanceOf(`PostgreSQL ${own.version}`, durability, own.address, backendOf, () => own.stop())
  },
}

const command = labCommand('cold', `One client of node-postgres sends what runs once: SELECTs of new shapes, questions
about the catalogs, schema changes, migrations, and two statements that live by their plan. The time is from the call to
the answer, the client's own included; processor time is that of the server's process (PostgreSQL: of the backend).`,
'seawall,postgres').addOption(walSyncOption())
  .option('--postgres <url>', 'a PostgreSQL that runs; tables customers, orders, items, lines there are dropped')
  .option('--only <text>', 'only work whose name has this in it')

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const names = Object.keys(WORK).filter((name) => name.includes(config.only ?? ''))
  await runLab({
    name: 'cold', title: 'What runs for the first time', unit: 'statements/s', systems: [seawall, postgres],
    workloads: () => names.map((name) => ({ name })),
  }, config)
})
