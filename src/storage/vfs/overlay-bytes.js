/**
 * The bytes of one file of a fork: blocks that the fork has written are its own, the others an image's
 * (imaged-vfs.js). The same calls as `MemoryBytes`, so that a `MemoryVfs` holds both.
 */
import { BLOCK_BYTES, BlockStore } from './block-store.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { Place } from './block-store.js' */

/**
 * What is below, block by block.
 * @typedef {object} Below
 * @property {(epoch: number) => number} sizeAt
 * @property {(epoch: number, block: BlockNumber, bytes: Uint8Array) => void} readBlock
 */

export class OverlayBytes {
  /** @param {Below} below @param {number} epoch @param {BlockStore} [store] where the fork's own blocks are */
  constructor(below, epoch, store = new BlockStore()) {
    this.below = below
    this.epoch = epoch
    this.store = store
    /** @type {Map<number, Place>} */
    this.own = new Map()
    /** -1: as long as below. */
    this.bytes = -1
    /** What is below counts up to here: the file may have been shorter meanwhile; -1: all of it. */
    this.belowEnd = -1
  }

  get size() {
    if (this.bytes < 0) this.bytes = this.belowEnd = this.below.sizeAt(this.epoch)
    return this.bytes
  }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position
   * @returns {number} bytes read
   */
  read(bytes, start, length, position) {
    const total = Math.max(0, Math.min(length, this.size - position))
    for (let done = 0; done < total;) {
      const block = Math.floor((position + done) / BLOCK_BYTES)
      const from = (position + done) % BLOCK_BYTES
      const count = Math.min(total - done, BLOCK_BYTES - from)
      const own = this.own.get(block)
      if (own !== undefined && typeof own !== 'number') bytes.set(own.subarray(from, from + count), start + done)
      else if (from === 0 && count === BLOCK_BYTES) {
        this.#fill(block, bytes.subarray(start + done, start + done + count))
      } else bytes.set(this.#fill(block, new Uint8Array(BLOCK_BYTES)).subarray(from, from + count), start + done)
      done += count
    }
    return total
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  write(bytes, start, length, position) {
    const size = this.size
    for (let done = 0; done < length;) {
      const block = Math.floor((position + done) / BLOCK_BYTES)
      const from = (position + done) % BLOCK_BYTES
      const count = Math.min(length - done, BLOCK_BYTES - from)
      this.#put(block, from, bytes.subarray(start + done, start + done + count))
      done += count
    }
    if (position + length > size) this.bytes = position + length
  }

  /** Cuts, or extends with zeros. @param {number} size */
  truncate(size) {
    if (size < this.size) {
      const last = Math.floor(size / BLOCK_BYTES)
      for (const [block, place] of this.own) if (block > last) {
        this.own.delete(block)
        this.store.remove(place)
      }
      if (this.own.has(last)) this.#put(last, size % BLOCK_BYTES, new Uint8Array(BLOCK_BYTES - size % BLOCK_BYTES))
      this.belowEnd = Math.min(this.belowEnd, size)
    }
    this.bytes = size
  }

  /** Is at least so long. @param {number} size @throws {Error} there is no memory for it */
  allocate(size) {
    if (size <= this.size) return
    this.store.requireRoom(size - this.size)
    this.truncate(size)
  }

  /** Its name is gone, or the fork: what it has of its own is given back. */
  release() {
    for (const place of this.own.values()) this.store.remove(place)
    this.own.clear()
  }

  /** @param {BlockNumber} block @param {number} from @param {Uint8Array} bytes within the block */
  #put(block, from, bytes) {
    const own = this.own.get(block)
    if (own !== undefined && typeof own !== 'number') {
      own.set(bytes, from)
      return
    }
    const whole = new Uint8Array(BLOCK_BYTES)
    if (bytes.length < BLOCK_BYTES) this.#fill(block, whole)
    whole.set(bytes, from)
    this.own.set(block, own === undefined ? this.store.add(whole) : this.store.replace(own, whole))
  }

  /**
   * A block as it is: its own, or as below has it.
   * @param {BlockNumber} block @param {Uint8Array} bytes of a block @returns {Uint8Array}
   */
  #fill(block, bytes) {
    const own = this.own.get(block)
    if (own !== undefined) {
      this.store.read(own, bytes)
      return bytes
    }
    const there = Math.max(0, Math.min(BLOCK_BYTES, this.belowEnd - block * BLOCK_BYTES))
    if (there > 0) this.below.readBlock(this.epoch, block, bytes)
    bytes.fill(0, there)
    return bytes
  }
}
