/**
 * The programs a bench starts end with it: whatever ends the bench (its own end, SIGINT, SIGTERM, SIGHUP) is passed on
 * to them.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @import { ChildProcess, StdioOptions } from 'node:child_process' */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @type {Set<ChildProcess>} */
const running = new Set()
let watching = false

/**
 * A signal ends this process through its 'exit' listeners, which remove directories and stop clusters. Once is enough.
 */
export function endOnSignals() {
  if (watching) return
  watching = true
  for (const signal of SIGNALS) process.once(signal, () => { process.exit(128 + constants.signals[signal]) })
  process.once('exit', () => { for (const child of running) child.kill('SIGTERM') })
}

/** @template {ChildProcess} T @param {T} child @returns {T} which is ended when this process ends */
export function owned(child) {
  endOnSignals()
  running.add(child)
  child.once('exit', () => { running.delete(child) })
  return child
}

/**
 * Runs a Node program to its end.
 * @param {string} file @param {string[]} args @param {StdioOptions} [stdio]
 * @returns {Promise<number>} its exit code, 1 when a signal ended it
 */
export function runToEnd(file, args, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    owned(spawn(process.execPath, [file, ...args], { stdio }))
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1))
  })
}
