#!/usr/bin/env node
/** What applications send: queries over a few tables, and mixes of transactions. `node bench/apps.js --help`. */
import { MIXES } from './apps/transactions.js'
import { answersOf, connect, measureMix, measureQuery } from './apps/measure.js'
import { QUERIES, SCHEMA } from './apps/queries.js'
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab, shown } from './lab/lab.js'
import { processorRatios, serverSystems } from './lab/servers.js'

/** @import { Instance, Result } from './lab/lab.js' */
/** @import { Query } from './apps/queries.js' */
/** @import { Server } from './lab/servers.js' */

/** By query: what the first system answered. @type {Map<string, string>} */
const answered = new Map()

/**
 * @param {string} label @param {string} durability @param {Server} server
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<Instance>}
 */
async function instanceOf(label, durability, server, stop) {
  const client = await connect(server)
  let seed = 0
  let isFilled = false
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {Query} query */
  const compare = async (query) => {
    const answers = await answersOf(client, query)
    const others = answered.get(query.name)
    if (others === undefined) answered.set(query.name, answers)
    else if (others !== answers) throw new Error(`${query.name}: answers differ\n${others}\n${answers}`)
  }
  return {
    label, durability,
    run: async ({ name }, config) => {
      const isFirst = !seen.has(name)
      seen.add(name)
      const mix = MIXES[name]
      if (mix !== undefined) {
        if (isFirst) for (const text of mix.schema) await client.query(text)
        return measureMix(server, mix, config.clients, config.seconds, ++seed)
      }
      if (!isFilled) for (const text of SCHEMA) await client.query(text)
      isFilled = true
      const query = /** @type {Query} */ (QUERIES.find((known) => known.name === name))
      if (isFirst) await compare(query)
      return measureQuery(server, client, query, config.seconds, ++seed)
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/** @param {Result[]} results */
function showRatios(results) {
  const ratios = processorRatios(results)
  if (ratios.length === 0) return
  console.log('\nprocessor time, Seawall / PostgreSQL')
  for (const { name, ratio } of ratios) console.log(`${name.padEnd(44)}${shown(ratio).padStart(8)}`)
}

const command = labCommand('apps', `Prepared statements of an application over tables of 10,000 to 900,000 rows, one
client, and mixes of transactions after TATP, SmallBank and TPC-C, several clients, all by node-postgres. What counts is
the processor time of the server (of PostgreSQL: of all its processes), which a loaded machine and a slow client change
little. Answers are compared, and balances after each run. Seawall's server does not wait awake for messages here.`,
'seawall,postgres').addOption(walSyncOption())
  .option('--only <text>', 'only work whose name has this in it')
  .option('--clients <n>', 'of the mixes', positive, 8)

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const names = [...QUERIES.map(({ name }) => name), ...Object.keys(MIXES)]
    .filter((name) => name.includes(config.only ?? ''))
  await runLab({
    name: 'apps', title: 'What applications send', unit: 'operations/s', systems: serverSystems(instanceOf),
    workloads: () => names.map((name) => ({ name })), after: showRatios,
  }, config)
})
