#!/usr/bin/env node
/** Functions and triggers in PL/pgSQL. `node bench/programs.js --help`. */
import { seededRandom } from '../src/util/prng.js'
import { connect, count } from './apps/measure.js'
import { labCommand, mainOf, walSyncOption } from './lab/flags.js'
import { runLab, shown } from './lab/lab.js'
import { processorRatios, serverSystems } from './lab/servers.js'
import { SCHEMA, WORK } from './programs/work.js'

/** @import { Result } from './lab/lab.js' */
/** @import { InstanceOf, Server } from './lab/servers.js' */
/** @import { Work } from './programs/work.js' */
/** @typedef {Awaited<ReturnType<typeof connect>>} Client */

const SEED = 21

/** By work: what the first system answered. @type {Map<string, string>} */
const answered = new Map()

/** @param {Client} client @param {Work} work @param {unknown[]} values */
const send = (client, { name, text }, values) => client.query({ name, text, values })

/** The first answers of both are the same. @param {Client} client @param {Work} work */
async function compare(client, work) {
  const chance = seededRandom(SEED)
  const { rows } = await send(client, work, work.values?.((n) => chance.below(n)) ?? [])
  if (work.after !== undefined) await client.query(work.after)
  const answer = JSON.stringify(rows)
  const other = answered.get(work.name)
  if (other !== undefined && other !== answer) throw new Error(`${work.name}: answers differ\n${other}\n${answer}`)
  answered.set(work.name, answer)
}

/**
 * One statement after another on each connection. What runs in the first third does not count.
 * @param {Server} server @param {Client} client @param {Work} work @param {number} seconds @param {number} seed
 */
async function measure(server, client, work, seconds, seed) {
  const clients = await Promise.all(Array.from({ length: work.clients ?? 1 }, () => connect(server)))
  try {
    /** @param {() => boolean} isOver @param {(ms: number) => void} done */
    const run = async (isOver, done) => {
      await Promise.all(clients.map(async (one, at) => {
        const chance = seededRandom(seed * clients.length + at)
        do {
          const startMs = performance.now()
          await send(one, work, work.values?.((n) => chance.below(n)) ?? [])
          done(performance.now() - startMs)
          if (work.after !== undefined) await one.query(work.after)
        } while (!isOver())
      }))
    }
    const warmUntilMs = performance.now() + seconds * 500
    await run(() => performance.now() >= warmUntilMs, () => undefined)
    const figures = await count(server, seconds, run)
    const wrong = work.balanced === undefined ? [] : (await client.query(work.balanced)).rows
    if (wrong.length > 0) throw new Error(`${work.name}: the data are out of balance`)
    return figures
  } finally {
    for (const one of clients) await one.end()
  }
}

/** @type {InstanceOf} */
async function instanceOf(label, durability, server, stop) {
  const client = await connect(server)
  for (const text of SCHEMA) await client.query(text)
  /** @type {Set<string>} */
  const seen = new Set()
  let seed = 0
  return {
    label, durability,
    run: async ({ name }, config) => {
      const work = /** @type {Work} */ (WORK.find((known) => known.name === name))
      if (!seen.has(name)) await compare(client, work)
      seen.add(name)
      return measure(server, client, work, config.seconds, ++seed)
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
  console.log('\nprocessor time, PostgreSQL / Seawall')
  for (const { name, ratio } of ratios) console.log(`${name.padEnd(44)}${shown(1 / ratio).padStart(8)}`)
}

const command = labCommand('programs', `Loops, calls, TPC-B as one function, row triggers and exception blocks in
PL/pgSQL, over the wire by node-postgres. What counts is the processor time of the server (of PostgreSQL: of all its
processes). Answers are compared, and balances after each run.`, 'seawall,postgres').addOption(walSyncOption())
  .option('--only <text>', 'only work whose name has this in it')

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const names = WORK.map(({ name }) => name).filter((name) => name.includes(config.only ?? ''))
  await runLab({
    name: 'programs', title: 'Programs in the database', unit: 'calls/s', systems: serverSystems(instanceOf),
    workloads: () => names.map((name) => ({ name })), after: showRatios,
  }, config)
})
