/** Files that are part of the program, not of a data directory. */
import fs from 'node:fs'

/** @param {URL} url @returns {Uint8Array | null} null: there is no such file, or none that can be read */
export function readPackageFile(url) {
  try {
    return fs.readFileSync(url)
  } catch {
    return null
  }
}
