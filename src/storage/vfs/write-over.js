/**
 * Writes into blocks that are there. A file system that never overwrites takes new blocks for them, and a full disk may
 * have none for all at once: they go in pieces then, each of which gives back what it takes the place of.
 */
import { isShortage } from '../../errors/storage.js'

/** @import { VfsFile } from './vfs.js' */

/** Of a file system's block, or a few. */
const PIECE_BYTES = 8192

/**
 * @param {VfsFile} file
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 * @param {number} position of the file
 * @throws {DbError} 53100, 53000 no room for a piece: some may be written
 */
export function writeOverSync(file, bytes, start, length, position) {
  try {
    file.writeSync(bytes, start, length, position)
  } catch (error) {
    if (!isShortage(error) || length <= PIECE_BYTES) throw error
    for (let at = 0; at < length; at += PIECE_BYTES) {
      file.writeSync(bytes, start + at, Math.min(PIECE_BYTES, length - at), position + at)
    }
  }
}

/** The same off the main thread. @type {(...args: Parameters<typeof writeOverSync>) => Promise<void>} */
export async function writeOver(file, bytes, start, length, position) {
  try {
    await file.write(bytes, start, length, position)
  } catch (error) {
    if (!isShortage(error) || length <= PIECE_BYTES) throw error
    for (let at = 0; at < length; at += PIECE_BYTES) {
      await file.write(bytes, start + at, Math.min(PIECE_BYTES, length - at), position + at)
    }
  }
}
