#!/usr/bin/env node
/** Full text and trigrams over short documents. `node bench/texts.js --help`. */
import { connect } from './apps/measure.js'
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab, shown } from './lab/lab.js'
import { processorRatios, serverSystems } from './lab/servers.js'
import { processorMs } from './support/processor-time.js'
import { Documents, FILL, schema, workOf } from './texts/work.js'

/** @import { Figures, Result } from './lab/lab.js' */
/** @import { InstanceOf, Server } from './lab/servers.js' */
/** @import { Statement, Work } from './texts/work.js' */
/** @typedef {Awaited<ReturnType<typeof connect>>} Client */

const FILLED_AT_ONCE = 10_000

const documents = new Documents()
/** By work and round: what the first system answered. @type {Map<string, string>} */
const answered = new Map()

/** @param {Client} client @param {number} rows */
async function fill(client, rows) {
  for (let from = 0; from < rows; from += FILLED_AT_ONCE) {
    const count = Math.min(FILLED_AT_ONCE, rows - from)
    await client.query(FILL, [Array.from({ length: count }, (_, at) => from + at + 1), documents.make(count, from)])
  }
  await client.query('VACUUM ANALYZE docs')
}

/** @param {string} name @param {unknown[]} rows */
function compare(name, rows) {
  const answer = JSON.stringify(rows)
  const other = answered.get(name)
  if (other !== undefined && other !== answer) throw new Error(`${name}: answers differ\n${other}\n${answer}`)
  answered.set(name, answer)
}

/** @param {Client} client @param {Statement[]} statements */
async function send(client, statements) {
  /** @type {any[]} */
  let rows = []
  for (const { text, values } of statements)
    ({ rows } = await client.query(values === undefined ? { text } : { name: text.slice(0, 40), text, values }))
  return rows
}

/**
 * @param {Server} server @param {Client} client @param {Work} work @param {{ rows: number, seconds: number }} config
 * @param {number} round
 * @returns {Promise<Figures>}
 */
async function measure({ pid }, client, work, { rows, seconds }, round) {
  for (const text of work.before ?? []) await client.query(text)
  const isSearch = work.before === undefined && work.inserts === undefined
  const statements = work.statements(documents, rows, round)
  if (isSearch)
    for (const statement of statements) compare(statement.values?.join() ?? '', await send(client, [statement]))
  const fromMs = processorMs(pid) ?? NaN
  const startMs = performance.now()
  let runs = 0
  do {
    await send(client, statements)
    runs++
  } while (isSearch && performance.now() - startMs < seconds * 1000)
  const elapsedMs = (performance.now() - startMs) / runs
  const processor = ((processorMs(pid) ?? NaN) - fromMs) / runs
  if (work.answer !== undefined && !isSearch)
    compare(`${work.name}, ${round}`, (await client.query(work.answer)).rows)
  if (work.inserts) {
    await client.query(`SELECT gin_clean_pending_list('docs_words')`)
    await client.query('DELETE FROM docs WHERE id > $1', [rows])
    await client.query('VACUUM docs')
  }
  return {
    tps: 1000 / elapsedMs,
    more: { 'wall ms': elapsedMs, 'processor ms': processor, 'processor us': 1000 * processor },
  }
}

/** @type {(configuration: string, rows: number) => InstanceOf} */
const instanceOf = (configuration, rows) => async (label, durability, server, stop) => {
  const client = await connect(server)
  for (const text of schema(configuration)) await client.query(text)
  await fill(client, rows)
  /** @type {Map<string, number>} */
  const rounds = new Map()
  return {
    label, durability,
    run: ({ name }, config) => {
      const work = /** @type {Work} */ (workOf(configuration).find((known) => known.name === name))
      const round = rounds.get(name) ?? 0
      rounds.set(name, round + 1)
      return measure(server, client, work, config, round)
    },
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/** @param {Result[]} results */
function showRatios(results) {
  const wall = (/** @type {Result | undefined} */ result) => Number(result?.more?.['wall ms'])
  const lines = processorRatios(results).map(({ name, ratio }) => {
    const of = (/** @type {string} */ system) =>
      wall(results.find((result) => result.system === system && result.workload === name))
    return `${name.padEnd(44)}${shown(ratio).padStart(12)}${shown(of('seawall') / of('postgres')).padStart(8)}`
  })
  if (lines.length > 0) console.log(`\n${'Seawall / PostgreSQL'.padEnd(44)}   processor    wall\n${lines.join('\n')}`)
}

const command = labCommand('texts', `Short documents under gin indexes of their words and trigrams, over the wire by
node-postgres: builds, ranked searches, LIKE, inserts. Processor time is the server's (of PostgreSQL: of all its
processes). Answers are compared.`, 'seawall,postgres').addOption(walSyncOption())
  .option('--rows <n>', 'documents', positive, 100_000)
  .option('--configuration <name>', 'of full text', 'english')
  .option('--only <text>', 'only work whose name has this in it, and the builds')

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const names = workOf(config.configuration).map(({ name }) => name)
    .filter((name) => name.startsWith('build') || name.includes(config.only ?? ''))
  await runLab({
    name: 'texts', title: 'Full text and trigrams', unit: 'runs/s',
    systems: serverSystems(instanceOf(config.configuration, config.rows)),
    workloads: () => names.map((name) => ({ name })), after: showRatios,
  }, config)
})
