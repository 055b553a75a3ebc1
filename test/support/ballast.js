/** A file that takes all the room there is. */
import fs from 'node:fs'

/** @param {string} path of the file, which grows by what is left */
export function fill(path) {
  const file = fs.openSync(path, 'a')
  try {
    for (let bytes = 1 << 20; bytes >= 4096;) {
      try {
        fs.writeSync(file, new Uint8Array(bytes))
      } catch {
        bytes >>= 1 // no room for so much
      }
    }
  } finally {
    fs.closeSync(file)
  }
}
