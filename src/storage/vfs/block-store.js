/**
 * Blocks that are in no relation file: what images of a database keep of it, and what its forks have written. So many
 * bytes of them stay in memory; what comes later goes to a temporary file, where there is a disk for one.
 *
 *   place = the block itself, or its number in the file; a number that nobody has any more is used again
 */
import { UNLIMITED } from '../../util/memory-account.js'

/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { VfsFile } from './vfs.js' */

export const BLOCK_BYTES = 8192
/** Unless it is said otherwise. */
const BYTES_MAX = 64 * 1024 * 1024

/** @typedef {Uint8Array | number} Place */

export class BlockStore {
  /** Bytes of the blocks in memory, and in the file. */
  inMemory = 0
  inFile = 0
  /** @type {VfsFile | null} */
  #file = null
  #end = 0
  /** @type {number[]} */
  #free = []

  /**
   * @param {object} [options]
   * @param {(() => VfsFile) | null} [options.tempFile] null: all stay in memory
   * @param {number} [options.bytesMax] that stay in memory
   * @param {MemoryAccount} [options.account] that these count for
   */
  constructor({ tempFile = null, bytesMax = BYTES_MAX, account = UNLIMITED } = {}) {
    this.tempFile = tempFile
    this.bytesMax = bytesMax
    this.account = account
  }

  /** Whether so many bytes more can be held. @param {number} bytes @throws {Error} there is no memory for them */
  requireRoom(bytes) {
    if (this.tempFile === null) this.account.require(bytes, 'a file of a fork')
  }

  /** @param {Uint8Array} bytes a block, which is the store's from now on @returns {Place} */
  add(bytes) {
    if (this.inMemory + BLOCK_BYTES > this.bytesMax && this.tempFile !== null) {
      const place = this.#free.pop() ?? this.#end++
      if (this.#write(place, bytes)) {
        this.inFile += BLOCK_BYTES
        return place
      }
      this.#free.push(place)
    }
    this.inMemory += BLOCK_BYTES
    this.account.add(BLOCK_BYTES)
    return bytes
  }

  /** @param {Place} place @param {Uint8Array} bytes of a block, filled */
  read(place, bytes) {
    if (typeof place !== 'number') bytes.set(place)
    else /** @type {VfsFile} */ (this.#file).readSync(bytes, 0, BLOCK_BYTES, place * BLOCK_BYTES)
  }

  /** @param {Place} place @param {Uint8Array} bytes what the block is now @returns {Place} where it is now */
  replace(place, bytes) {
    if (typeof place !== 'number') place.set(bytes)
    else if (!this.#write(place, bytes)) {
      this.remove(place)
      this.inMemory += BLOCK_BYTES
      this.account.add(BLOCK_BYTES)
      return bytes.slice()
    }
    return place
  }

  /** @param {Place} place */
  remove(place) {
    if (typeof place !== 'number') {
      this.inMemory -= BLOCK_BYTES
      this.account.give(BLOCK_BYTES)
      return
    }
    this.inFile -= BLOCK_BYTES
    this.#free.push(place)
    if (this.inFile === 0) this.#close()
  }

  #close() {
    this.#file?.close()
    this.#file = null
    this.#end = 0
    this.#free.length = 0
  }

  /**
   * A disk without room is no reason to fail: the block stays in memory.
   * @param {number} place @param {Uint8Array} bytes @returns {boolean} it is there
   */
  #write(place, bytes) {
    try {
      this.#file ??= /** @type {() => VfsFile} */ (this.tempFile)()
      this.#file.writeSync(bytes, 0, BLOCK_BYTES, place * BLOCK_BYTES)
      return true
    } catch {
      return false
    }
  }
}
