#!/usr/bin/env node
/**
 * Long statements that are new each time, as query builders, data loaders and scripts send them.
 * `node bench/builders.js --help`.
 */
import pg from 'pg'
import { labCommand, mainOf, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { OwnPostgres } from './lab/rivals.js'
import { OwnServer } from './support/own-server.js'
import { SCHEMA, STATEMENTS } from './builders/statements.js'

/** @import { Instance, System } from './lab/lab.js' */

/**
 * @param {string} label
 * @param {string} durability
 * @param {string} address
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, address, stop) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  let round = 0
  return {
    label, durability,
    run: async ({ name }, config) => {
      await client.query(SCHEMA)
      /** @type {number[]} */
      const latencies = []
      const endsMs = performance.now() + config.seconds * 1000
      while (performance.now() < endsMs) {
        const { text, values, rows } = STATEMENTS[name](round++)
        const startMs = performance.now()
        const answer = await client.query(text, values)
        latencies.push(performance.now() - startMs)
        const answered = [answer].flat().reduce((sum, { rowCount }) => sum + rowCount, 0)
        if (answered !== rows) throw new Error(`${name}: ${answered} rows instead of ${rows}`)
      }
      const sorted = Float64Array.from(latencies).sort()
      const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
      return {
        tps: (1000 * latencies.length) / latencies.reduce((sum, ms) => sum + ms, 0),
        p50Ms: at(0.5),
        p95Ms: at(0.95),
        p99Ms: at(0.99),
        p999Ms: at(0.999),
      }
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/** @type {System} */
const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    const server = await OwnServer.start({ path: dir, walSync: config.walSync })
    return instanceOf('Seawall', `wal_sync ${config.walSync}`, server.address, () => server.stop())
  },
}

/** @type {System} */
const postgres = {
  name: 'postgres',
  start: async (_config, dir) => {
    const own = await OwnPostgres.start(dir)
    return own === null
      ? 'PostgreSQL is not installed'
      : instanceOf(`PostgreSQL ${own.version}`, 'fsync on, synchronous_commit on', own.address, () => own.stop())
  },
}

const command = labCommand(
  'builders',
  `One client of node-postgres sends statements that query builders, data loaders and scripts make: INSERT of many rows, IN with long lists, texts of many statements,
each time of another length or with other values. The time is from the call to the answer, the client's own included.`,
  'seawall,postgres',
).addOption(walSyncOption())

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  await runLab(
    {
      name: 'builders', title: 'Statements as query builders send them', unit: 'statements/s',
      systems: [seawall, postgres], workloads: () => Object.keys(STATEMENTS).map((name) => ({ name })),
    },
    config,
  )
})
