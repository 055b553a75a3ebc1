#!/usr/bin/env node
/** TPC-B in the program itself, one caller, synchronous calls, beside SQLite. `node bench/embedded.js --help`. */
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { labCommand, mainOf, positive } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { optionalPackage } from './lab/rivals.js'
import { latencies } from './support/measure.js'
import { checkBalances, describeCheck } from './tpcb/checks.js'
import { embeddedTarget } from './tpcb/embedded.js'
import { runClients } from './tpcb/runner.js'
import { sqliteTarget } from './tpcb/sqlite.js'
import { drawsPerClient } from './tpcb/workload.js'

/** @import { System } from './lab/lab.js' */
/** @import { Options } from './tpcb/options.js' */
/** @import { Target } from './tpcb/target.js' */

/** What a run is preceded by, in a database that is as new: V8's compilers are through with it then. */
const WARM_UP_SECONDS = 1

const command = labCommand(
  'embedded',
  `TPC-B as pgbench runs it, one caller, prepared statements and synchronous calls: how much of a transaction is the engine. SQLite runs in its WAL mode,
synchronous FULL where a COMMIT waits for the disk and OFF where it does not. Checks the balances after each run.`,
  'seawall,sqlite',
)
  .option('-s, --scale <n>', '100,000 accounts, 10 tellers and 1 branch each', positive, 10)
  .option('--cache <size>', 'page cache of every system, in MB', positive, 512)

/**
 * @param {string} name
 * @param {string | null} needs a package
 * @param {(options: Options, dir: string) => Promise<Target>} open
 * @returns {System}
 */
const system = (name, needs, open) => ({
  name,
  start: async (config, dir) => {
    if (needs !== null && await optionalPackage(needs) === null) return `the package ${needs} is not installed`
    return {
      label: name === 'seawall' ? 'Seawall, synchronous API' : 'SQLite, better-sqlite3', durability: 'by workload',
      run: ({ walSync }) => runOne(open, { ...config, walSync }, join(dir, 'data')),
      close: async () => undefined,
    }
  },
})

/**
 * @param {(options: Options, dir: string) => Promise<Target>} open
 * @param {any} config
 * @param {string} dir
 * @returns {Promise<import('./lab/lab.js').Figures>}
 */
async function runOne(open, { scale, seconds, walSync, cache }, dir) {
  rmSync(dir, { recursive: true, force: true })
  const target = await open(
    /** @type {any} */ ({ scale, walSync, memory: `${cache}MB`, clients: 1, mode: 'prepared', profile: false }),
    dir
  )
  try {
    await target.fill()
    const clients = await target.connect(1)
    const draws = drawsPerClient(1, 1, scale)
    const before = await runClients(clients, draws, { seconds: WARM_UP_SECONDS, transactions: 0 })
    const { committed, elapsedMs, histogram } = await runClients(clients, draws, { seconds, transactions: 0 })
    for (const client of clients) await client.close()
    const check = await checkBalances(target.rows, before.committed + committed)
    if (!check.ok) throw new Error(describeCheck(check))
    const { p50Ms, p95Ms, p99Ms, p999Ms } = latencies(histogram)
    return { tps: committed / (elapsedMs / 1000), p50Ms, p95Ms, p99Ms, p999Ms, more: { durability: target.durability } }
  } finally {
    await target.close()
  }
}

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  await runLab(
    {
      name: 'embedded',
      title: `TPC-B in the program, scale ${config.scale}`,
      unit: 'transactions/s',
      systems: [system('seawall', null, embeddedTarget), system('sqlite', 'better-sqlite3', sqliteTarget)],
      workloads: () => [
        { name: 'immediate', walSync: 'immediate' },
        { name: 'none', walSync: 'none' },
      ],
    },
    config
  )
})
