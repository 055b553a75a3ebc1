/**
 * The 22 queries of TPC-H over rows of our own making (generate.js), through the pg package, on a Seawall server in a
 * process of its own. With --against, each query runs in turn here and there, so that whatever else the machine does
 * meets both, and the answers are compared.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Command, Option } from 'commander'
import { environmentOf } from '../lab/environment.js'
import { measureSyncLatency } from '../support/measure.js'
import { OwnServer } from '../support/own-server.js'
import { workDirectory } from '../support/work-directory.js'
import { loadTables } from './load.js'
import { connect } from './connection.js'

/** @typedef {{ label: string, client: any, times: number[], rows: string }} Side */

/** @param {string[]} args @returns {Promise<number>} exit code */
export async function main(args) {
  const command = new Command('tpch')
    .description('The queries of TPC-H, one after the other, medians of several runs.')
    .helpOption('--help', 'show this text')
    .exitOverride()
    .option('-s, --scale <n>', 'six million lineitems at 1', Number, 0.1)
    .option('--runs <n>', 'of each query; the median counts', Number, 3)
    .option('--queries <list>', 'such as 1,6,21', '')
    .option('--data <dir>', 'data directory to use and keep; otherwise one is made here and removed')
    .option('--memory <size>', 'page cache', '128MB')
    .option('--work-mem <size>', 'of a sort or hash table, on both sides', '16MB')
    .option('--timeout <ms>', 'of a query', Number, 600000)
    .option('--json <file>', 'write all figures as JSON')
    .addOption(
      new Option(
        '--against <address>',
        "postgres://…: makes TPC-H's tables there unless it has them; runs each query on both in turn and compares"
      )
    )
  try {
    command.parse(args, { from: 'user' })
  } catch (error) {
    return /** @type {{ exitCode?: number }} */ (error).exitCode ?? 2
  }
  const options = /** @type {any} */ (command.opts())
  const dir = workDirectory(options.data, 'tpch')
  const sync = measureSyncLatency(dir)
  const server = await OwnServer.start({ path: dir, walSync: 'none', bufferPool: options.memory })
  try {
    /** @type {Side[]} */
    const sides = [{ label: 'Seawall', client: await connect(server.address), times: [], rows: '' }]
    if (options.against !== undefined)
      sides.push({ label: 'against', client: await connect(options.against), times: [], rows: '' })
    for (const { client, label } of sides) {
      await loadTables(client, options.scale, (text) => process.stderr.write(`${label}: ${text}\n`))
      await client.query(`SET work_mem = '${options.workMem}'; SET statement_timeout = ${options.timeout}`)
    }
    const { wrong: failed, results } = await compare(sides, options)
    if (options.json !== undefined)
      writeFileSync(
        options.json,
        `${JSON.stringify({ bench: 'tpch', environment: environmentOf(sync), config: options, results }, null, 2)}\n`,
      )
    console.log(`peak resident memory of the server process: ${peakMegabytes(/** @type {number} */ (server.child.pid))} MB (page cache ${options.memory}, work_mem ${options.workMem})`)
    for (const { client } of sides) await client.end()
    return failed
  } finally {
    await server.stop()
  }
}

/**
 * @param {Side[]} sides
 * @param {{ queries: string, runs: number, scale: number }} options
 * @returns {Promise<{ wrong: number, results: any[] }>} how many failed or differ; a result for each query and side
 */
async function compare(sides, { queries, runs, scale }) {
  const texts = readFileSync(new URL('./queries.sql', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--'))
  const wanted = queries === '' ? texts.map((_, at) => at + 1) : queries.split(',').map(Number)
  let wrong = 0
  const ratios = []
  const results = []
  console.log(`TPC-H at scale ${scale}, median of ${runs}, ms`)
  for (const number of wanted) {
    for (const side of sides) side.times = []
    for (let run = 0; run < runs; run++) for (const side of sides) await once(side, texts[number - 1])
    const [ours, theirs] = sides.map((side) => side.times.sort((a, b) => a - b)[side.times.length >> 1])
    const same = sides.every((side) => side.rows === sides[0].rows && !side.rows.startsWith('error'))
    if (!same) wrong++
    if (theirs !== undefined) ratios.push(ours / theirs)
    for (const { label, times } of sides)
      results.push({
        system: label, workload: `Q${number}`, tps: 1000 / times[times.length >> 1], p50Ms: times[times.length >> 1],
        timesMs: times,
      })
    console.log(
      [
        `Q${number}`.padEnd(4),
        ours.toFixed(0).padStart(8),
        ...(theirs === undefined ? [] : [theirs.toFixed(0).padStart(8), `${(ours / theirs).toFixed(2)}x`.padStart(8)]),
        same
          ? ''
          : sides.length > 1 && !sides.some((side) => side.rows.startsWith('error'))
            ? 'answers differ'
            : sides.map((side) => side.rows.slice(0, 100)).join(' | '),
      ].join(' '),
    )
  }
  if (ratios.length > 0) console.log(`geometric mean ${Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2)}x, largest ${Math.max(...ratios).toFixed(2)}x`)
  return { wrong, results }
}

/** @param {Side} side @param {string} text */
async function once(side, text) {
  const start = performance.now()
  try {
    const { rows } = await side.client.query({ text, rowMode: 'array' })
    side.times.push(performance.now() - start)
    side.rows = JSON.stringify(rows)
  } catch (error) {
    side.times.push(performance.now() - start)
    side.rows = `error ${/** @type {Error} */ (error).message}`
  }
}

/** @param {number} pid @returns {number | string} */
function peakMegabytes(pid) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 'unknown'
  }
}
