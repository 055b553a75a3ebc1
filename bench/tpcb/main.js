/** The bench from flags to exit code: 0, 1 when something failed or the balances do not agree, 64 for wrong flags. */
import { CommanderError } from 'commander'
import { measureSyncLatency } from '../support/measure.js'
import { workDirectory } from '../support/work-directory.js'
import { checkBalances } from './checks.js'
import { parseOptions } from './options.js'
import { figuresOf, labReport, printConfiguration, printFigures, printProfile, resultOf, writeJson } from './report.js'
import { runClients } from './runner.js'
import { drawsPerClient } from './workload.js'

/** @import { Options } from './options.js' */
/** @import { Target } from './target.js' */

/** @param {string[]} args @returns {Promise<number>} exit code */
export async function main(args) {
  let options
  try {
    options = parseOptions(args)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64
    throw error
  }
  try {
    const dir = workDirectory(options.data, 'tpcb-data')
    return options.variant === undefined
      ? await runTpcb(options, dir)
      : await (await import('./variants.js')).runVariant(options, dir)
  } catch (error) {
    const { message, code, detail, stack } = /** @type {Error & { code?: string, detail?: string }} */ (error)
    console.error(`error: ${message}${code === undefined ? '' : ` (${code})`}${detail ? `\n${detail}` : ''}`)
    if (code === 'XX000' || error instanceof TypeError || error instanceof ReferenceError) console.error(stack)
    return 1
  }
}

/** Loads only what this target needs. @param {Options} options @param {string} dir @returns {Promise<Target>} */
async function makeTarget(options, dir) {
  if (options.against === 'sqlite') return (await import('./sqlite.js')).sqliteTarget(options, dir)
  if (options.against !== undefined) return (await import('./wire.js')).remoteTarget(options, dir)
  return options.wire
    ? (await import('./wire.js')).ownServerTarget(options, dir)
    : (await import('./embedded.js')).embeddedTarget(options, dir)
}

/** @param {Options} options @param {string} dir @returns {Promise<number>} */
async function runTpcb(options, dir) {
  const sync = measureSyncLatency(dir)
  const target = await makeTarget(options, dir)
  try {
    printConfiguration(target, options, sync)
    await target.fill()
    const clients = await target.connect(options.clients)
    const before = await target.counters()
    await target.startProfile()
    const measured = await runClients(clients, drawsPerClient(options.seed, options.clients, options.scale), options)
    const profile = options.profile ? await target.profile(measured.committed) : null
    for (const client of clients) await client.close()
    const after = await target.counters()
    const check = await checkBalances(target.rows, measured.committed)
    const figures = figuresOf(target, options, sync, measured, before, after, check)
    printFigures(figures)
    if (profile !== null) printProfile(profile, measured.committed)
    if (options.json !== undefined)
      writeJson(options.json, {
        ...labReport('tpcb', options, sync, [resultOf(figures)]),
        ...figures,
        ...(profile === null ? {} : { profile }),
      })
    if (options.profileJson !== undefined)
      writeJson(options.profileJson, { transactions: measured.committed, ...profile })
    return check.ok ? 0 : 1
  } finally {
    await target.close()
  }
}
