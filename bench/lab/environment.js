/** Where a figure was measured: machine, versions, disk. */
import { cpus, release, totalmem } from 'node:os'
import { readFileSync } from 'node:fs'
import { describeSync } from '../support/measure.js'

/** @import { SyncLatency } from '../support/measure.js' */

/** @param {SyncLatency} sync */
export function environmentOf(sync) {
  const processors = cpus()
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    seawall: version,
    node: process.version,
    processors: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    syncLatency: sync,
    date: new Date().toISOString(),
  }
}

/** @param {ReturnType<typeof environmentOf>} environment */
export function printEnvironment(environment) {
  console.log(`  Seawall ${environment.seawall}, Node ${environment.node.slice(1)}, ${environment.processors} × ${environment.processor}, ${environment.memoryGb} GB, kernel ${environment.kernel}
  ${describeSync(environment.syncLatency)}`)
}
