/** Files that are part of the program, not of a data directory. */
import fs from 'node:fs'
import { fileAccessError, isShortage } from '../../errors/storage.js'

/**
 * @param {URL} url
 * @returns {Uint8Array | null} null: there is no such file, or none that can be read
 * @throws {import('../../errors/db-error.js').DbError} 53000, 53200: there may be one, and no means to read it just now
 */
export function readPackageFile(url) {
  try {
    return fs.readFileSync(url)
  } catch (error) {
    const told = fileAccessError('open', url.pathname, error)
    if (isShortage(told)) throw told
    return null
  }
}
