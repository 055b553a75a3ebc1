/**
 * Where a bench keeps its data: the directory it was given, or one of its own under the current directory, removed when
 * the process ends.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { endOnSignals } from './children.js'

/** @param {string | undefined} given of a server, not a directory */
export const isUrl = (given) => given !== undefined && /^postgres(ql)?:/.test(given)

/** @param {string | undefined} given @param {string} prefix @returns {string} an absolute path that exists */
export function workDirectory(given, prefix) {
  endOnSignals()
  if (given !== undefined && !isUrl(given)) {
    mkdirSync(given, { recursive: true })
    return resolve(given)
  }
  const dir = mkdtempSync(resolve(`${prefix}-`))
  process.once('exit', () => { rmSync(dir, { recursive: true, force: true }) })
  return dir
}
