/**
 * The harness of the benches that hold Seawall beside a rival: alternating runs of every system, medians, invariants
 * that fail the run, and everything a reader needs to doubt a figure printed above it.
 *
 *   bench ── systems (one instance each) ── workloads ── rounds: a, b, c, b', a' … ── median by throughput ── table,
 *   JSON, HTML
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { measureSyncLatency } from '../support/measure.js'
import { workDirectory } from '../support/work-directory.js'
import { environmentOf, printEnvironment } from './environment.js'
import { htmlReport } from './html.js'

/**
 * @typedef {object} Figures what one run of one workload on one system gave
 * @property {number} tps operations per second
 * @property {number | null} [p50Ms]
 * @property {number | null} [p95Ms]
 * @property {number | null} [p99Ms]
 * @property {number | null} [p999Ms]
 * @property {Record<string, number | string | null>} [more] further figures, shown as they are
 * @property {number[]} [perSecond] operations of each second
 */
/**
 * @typedef {object} Instance a system, started and filled
 * @property {string} label with its version @property {string} durability what is really in force
 * @property {(workload: any, config: any) => Promise<Figures>} run throws when an invariant does not hold
 * @property {() => Promise<void>} close
 */
/**
 * @typedef {{ name: string, start: (config: any, dir: string) => Promise<Instance | string> }} System a sentence
 *   instead of an instance: why it is missing
 */
/**
 * @typedef {{ system: string, workload: string, label: string, durability: string, rounds: Figures[] } & Figures}
 *   Result
 */
/**
 * @typedef {object} Bench
 * @property {string} name @property {string} title @property {System[]} systems
 * @property {(config: any) => { name: string }[]} workloads
 * @property {string} [unit] of tps, default 'operations/s'
 * @property {(results: Result[], config: any) => void} [after] what to print below the table
 */

/**
 * @param {Bench} bench
 * @param {{ rounds: number, data?: string, json?: string, html?: string, systems: string[] } & Record<string, any>}
 *   config systems: names, in the order to show them
 * @returns {Promise<{ bench: string, environment: any, config: any, missing: Record<string, string>, results:
 *   Result[] }>}
 */
export async function runLab(bench, config) {
  const dir = workDirectory(config.data, `bench-${bench.name}`)
  const environment = environmentOf(measureSyncLatency(dir))
  console.log(bench.title)
  printEnvironment(environment)
  /** @type {Map<string, Instance>} */
  const instances = new Map()
  /** @type {Record<string, string>} */
  const missing = {}
  try {
    for (const name of config.systems) {
      const system = bench.systems.find((known) => known.name === name)
      if (system === undefined)
        throw new Error(`unknown system ${name}; known are ${bench.systems.map((known) => known.name).join(', ')}`)
      const own = join(dir, name)
      mkdirSync(own, { recursive: true })
      const instance = await system.start(config, own)
      if (typeof instance === 'string') {
        missing[name] = instance
        console.log(`  ${name}: missing, ${instance}`)
      } else {
        instances.set(name, instance)
        console.log(`  ${name}: ${instance.label}; ${instance.durability}`)
      }
    }
    if (instances.size === 0) throw new Error('no system to run')
    const results = await runRounds(bench, config, instances)
    const report = { bench: bench.name, environment, config, missing, results }
    printTable(bench, results)
    bench.after?.(results, config)
    if (config.json !== undefined) writeFileSync(config.json, `${JSON.stringify(report, null, 2)}\n`)
    if (config.html !== undefined) writeFileSync(config.html, htmlReport(bench.title, bench.unit ?? UNIT, report))
    return report
  } finally {
    for (const instance of instances.values()) await instance.close()
  }
}

const UNIT = 'operations/s'

/**
 * Each round runs every system once, in turning order.
 * @param {Bench} bench
 * @param {any} config
 * @param {Map<string, Instance>} instances
 * @returns {Promise<Result[]>}
 */
async function runRounds(bench, config, instances) {
  /** @type {Result[]} */
  const results = []
  for (const workload of bench.workloads(config)) {
    /** @type {Map<string, Figures[]>} */
    const rounds = new Map([...instances.keys()].map((name) => [name, []]))
    for (let round = 0; round < config.rounds; round++) {
      const order = round % 2 === 0 ? [...instances] : [...instances].reverse()
      for (const [name, instance] of order) {
        const figures = await instance.run(workload, config)
        rounds.get(name)?.push(figures)
        if (process.stderr.isTTY)
          console.error(`    ${workload.name}, round ${round + 1}, ${name}: ${shown(figures.tps)}`)
      }
    }
    for (const [name, instance] of instances) {
      const all = /** @type {Figures[]} */ (rounds.get(name))
      const median = [...all].sort((a, b) => a.tps - b.tps)[all.length >> 1]
      results.push({
        system: name,
        workload: workload.name,
        label: instance.label,
        durability: instance.durability,
        ...median,
        rounds: all,
      })
    }
  }
  return results
}

/** @param {Bench} bench @param {Result[]} results */
function printTable(bench, results) {
  const wide = Math.max(8, ...results.map((result) => result.workload.length)) + 2
  const name = Math.max(8, ...results.map((result) => result.system.length)) + 2
  console.log(`\n${'workload'.padEnd(wide)}${'system'.padEnd(name)}${(bench.unit ?? UNIT).padStart(16)}${'of first'.padStart(10)}${'p50'.padStart(11)}${'p95'.padStart(11)}${'p99'.padStart(11)}${'p99.9'.padStart(11)}`)
  for (const result of results) {
    const first = /** @type {Result} */ (results.find((other) => other.workload === result.workload))
    const more = Object.entries(result.more ?? {})
      .map(([key, value]) => `${key} ${typeof value === 'number' ? shown(value) : value}`)
      .join(', ')
    console.log(`${result.workload.padEnd(wide)}${result.system.padEnd(name)}${shown(result.tps).padStart(16)}${(result.tps / first.tps).toFixed(2).padStart(10)}`
      + `${time(result.p50Ms).padStart(11)}${time(result.p95Ms).padStart(11)}${time(result.p99Ms).padStart(11)}${time(result.p999Ms).padStart(11)}${more === '' ? '' : `   ${more}`}`)
  }
}

/** @param {number} value */
export const shown = (value) => value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)

/** @param {number | null | undefined} ms */
export const time = (ms) =>
  ms === null || ms === undefined
    ? ''
    : ms >= 10
      ? `${ms.toFixed(1)} ms`
      : ms >= 0.1
        ? `${ms.toFixed(2)} ms`
        : ms >= 0.001
          ? `${(ms * 1000).toFixed(1)} µs`
          : `${(ms * 1e6).toFixed(0)} ns`
