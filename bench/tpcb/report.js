/** What the bench prints and writes: the configuration above every figure, the figures, the check, the profile. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { environmentOf } from '../lab/environment.js'
import { describeSync, latencies } from '../support/measure.js'
import { describeCheck } from './checks.js'
import { ACCOUNTS_PER_BRANCH } from './workload.js'

/** @import { CheckResult } from './checks.js' */
/** @import { Options } from './options.js' */
/** @import { Measured } from './runner.js' */
/** @import { Counters, ProfileReport, Target } from './target.js' */
/** @import { SyncLatency } from '../support/measure.js' */

/** @typedef {ReturnType<typeof figuresOf>} Figures */

/** @param {Target} target @param {Options} options @param {SyncLatency} sync */
export function printConfiguration(target, options, sync) {
  const length = options.transactions > 0 ? `${options.transactions} transactions each` : `${options.seconds} s`
  console.log(`TPC-B: ${target.label}
  ${target.durability}
  scale ${options.scale} (${options.scale * ACCOUNTS_PER_BRANCH} accounts), ${options.clients} client${options.clients === 1 ? '' : 's'}, ${length}, seed ${options.seed}
  ${machine()}
  ${describeSync(sync)}`)
}

export function machine() {
  const processors = cpus()
  return `Node ${process.version.slice(1)}, ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`
}

/**
 * @param {Target} target @param {Options} options @param {SyncLatency} sync @param {Measured} measured
 * @param {Counters | null} before @param {Counters | null} after @param {CheckResult} check
 */
export function figuresOf(target, options, sync, { committed, elapsedMs, histogram }, before, after, check) {
  const syncs = before === null || after === null ? null : after.syncs - before.syncs
  const logBytes = before === null || after === null ? null : after.logBytes - before.logBytes
  const { accounts, tellers, branches, history, ...counted } = check
  return {
    tps: committed / (elapsedMs / 1000),
    committed,
    elapsedSeconds: elapsedMs / 1000,
    latency: latencies(histogram),
    syncs,
    commitsPerSync: syncs === null || syncs === 0 ? null : committed / syncs,
    logBytesPerCommit: logBytes === null || committed === 0 ? null : logBytes / committed,
    check: {
      ...counted,
      accounts: String(accounts),
      tellers: String(tellers),
      branches: String(branches),
      history: String(history),
      text: describeCheck(check),
    },
    target: target.label,
    durability: target.durability,
    scale: options.scale,
    clients: options.clients,
    mode: options.mode,
    walSync: options.walSync,
    seed: options.seed,
    syncLatency: sync,
    node: process.version,
    processors: cpus().length,
    profiled: options.profile,
  }
}

/** @param {Figures} figures */
export function printFigures(figures) {
  const { latency, syncs, commitsPerSync, logBytesPerCommit } = figures
  console.log(`
${rounded(figures.tps)} transactions/s   (${figures.committed} in ${figures.elapsedSeconds.toFixed(2)} s${figures.profiled ? ', with the profile on' : ''})
latency p50 ${ms(latency.p50Ms)}, p95 ${ms(latency.p95Ms)}, p99 ${ms(latency.p99Ms)}, max ${ms(latency.maxMs)}
${syncs === null ? 'syncs: the target does not count them'
    : `${syncs} syncs${commitsPerSync === null ? '' : `, ${commitsPerSync.toFixed(2)} commits per sync`}${logBytesPerCommit === null ? '' : `, ${logBytesPerCommit.toFixed(0)} bytes of log per commit`}`}
${figures.check.text}`)
}

/**
 * Where the engine's thread spent its time; the rows add up to the wall time.
 * @param {ProfileReport} report
 * @param {number} transactions
 * @param {(text: string) => void} [print]
 */
export function printProfile({ wallMs, rows }, transactions, print = console.log) {
  print(`\n${'layer'.padEnd(12)}${'calls'.padStart(12)}${'calls/txn'.padStart(11)}${'µs/txn'.padStart(10)}${'share'.padStart(8)}`)
  for (const row of rows) {
    if (row.calls === 0 && row.selfMs === 0) continue
    print(`${row.layer.padEnd(12)}${String(row.calls).padStart(12)}${(transactions === 0 ? 0 : row.calls / transactions).toFixed(2).padStart(11)}`
      + `${row.perOperationUs.toFixed(2).padStart(10)}${`${(row.share * 100).toFixed(1)} %`.padStart(8)}`)
  }
  const sum = rows.reduce((total, row) => total + row.selfMs, 0)
  print(`${'all'.padEnd(12)}${''.padStart(23)}${(transactions === 0 ? 0 : sum * 1000 / transactions).toFixed(2).padStart(10)}${`${(wallMs === 0 ? 0 : sum / wallMs * 100).toFixed(1)} %`.padStart(8)}`
    + `   of ${wallMs.toFixed(0)} ms on the engine's thread`)
}

/** @param {import('../support/measure.js').Latencies} latency */
export const percentilesOf = ({ p50Ms, p95Ms, p99Ms, p999Ms }) => ({ p50Ms, p95Ms, p99Ms, p999Ms })

/** @param {Figures} figures */
export const resultOf = ({ target, durability, tps, latency, clients, mode }) => ({
  system: target,
  workload: `TPC-B ${mode}, ${clients} client${clients === 1 ? '' : 's'}`,
  durability,
  tps,
  ...percentilesOf(latency),
})

/**
 * What every bench writes.
 * @param {string} bench
 * @param {any} config
 * @param {SyncLatency} sync
 * @param {{ system: string, workload: string, tps: number }[]} results
 */
export const labReport = (bench, config, sync, results) => ({
  bench,
  environment: environmentOf(sync),
  config,
  results,
})

/** @param {string} file @param {unknown} value */
export function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** @param {number} value */
export const rounded = (value) => value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1)

/** @param {number} value */
const ms = (value) =>
  value >= 10 ? `${value.toFixed(1)} ms` : value >= 0.1 ? `${value.toFixed(2)} ms` : `${(value * 1000).toFixed(1)} µs`
