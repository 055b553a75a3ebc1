/**
 * The bytes of one file held in memory: chunks of 64 kB, of which absent ones are zeros. The first chunk grows from 8
 * kB by doubling, because a database has hundreds of files of one or two pages. Shared by `MemoryVfs` and the disk that
 * tests make fail. A file counts for its chunks, or for what was
 * allocated where that is more.
 */
import { UNLIMITED } from '../../util/memory-account.js'

/** @import { MemoryAccount } from '../../util/memory-account.js' */

const CHUNK_SHIFT = 16
const CHUNK_BYTES = 1 << CHUNK_SHIFT
const FIRST_BYTES = 8192

export class MemoryBytes {
  /** @param {MemoryAccount} [account] that it counts for */
  constructor(account = UNLIMITED) {
    this.account = account
    /** @type {(Uint8Array | undefined)[]} */
    this.chunks = []
    this.size = 0
    /** Bytes of the chunks that are there, of what is to be there, and what was told of them. */
    this.inChunks = 0
    this.allocated = 0
    this.counted = 0
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} length
   * @param {number} position
   * @returns {number} bytes read
   */
  read(bytes, start, length, position) {
    const total = Math.max(0, Math.min(length, this.size - position))
    for (let done = 0; done < total;) {
      const index = Math.floor((position + done) / CHUNK_BYTES)
      const from = (position + done) % CHUNK_BYTES
      const count = Math.min(total - done, CHUNK_BYTES - from)
      const chunk = this.chunks[index]
      const held = chunk === undefined ? 0 : Math.max(0, Math.min(count, chunk.length - from))
      if (held > 0) bytes.set(/** @type {Uint8Array} */ (chunk).subarray(from, from + held), start + done)
      if (held < count) bytes.fill(0, start + done + held, start + done + count)
      done += count
    }
    return total
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  write(bytes, start, length, position) {
    for (let done = 0; done < length;) {
      const index = Math.floor((position + done) / CHUNK_BYTES)
      const from = (position + done) % CHUNK_BYTES
      const count = Math.min(length - done, CHUNK_BYTES - from)
      this.#chunk(index, from + count).set(bytes.subarray(start + done, start + done + count), from)
      done += count
    }
    if (position + length > this.size) this.size = position + length
    if (this.inChunks > this.counted) this.#count()
  }

  /** Cuts, or extends with zeros. @param {number} size */
  truncate(size) {
    if (size < this.size) {
      const last = Math.floor(size / CHUNK_BYTES)
      for (const chunk of this.chunks.splice(last + 1)) this.inChunks -= chunk?.length ?? 0
      this.chunks[last]?.fill(0, size % CHUNK_BYTES)
      this.allocated = Math.min(this.allocated, size)
      this.#count()
    }
    this.size = size
  }

  /** Has memory for so many bytes, and is at least so long. @param {number} size @throws {Error} there is none */
  allocate(size) {
    if (size > this.counted) this.account.require(size - this.counted, 'a file in memory')
    this.allocated = Math.max(this.allocated, size)
    this.#count()
    if (size > this.size) this.size = size
  }

  /** Its last name is gone: it counts no longer, whoever reads on. */
  release() {
    this.account.give(this.counted)
    this.account = UNLIMITED
  }

  #count() {
    const counted = Math.max(this.inChunks, this.allocated)
    this.account.add(counted - this.counted)
    this.counted = counted
  }

  /** @param {number} index @param {number} needed bytes of the chunk that must exist @returns {Uint8Array} */
  #chunk(index, needed) {
    const chunk = this.chunks[index]
    if (chunk !== undefined && chunk.length >= needed) return chunk
    let length = CHUNK_BYTES
    if (index === 0) for (length = FIRST_BYTES; length < needed;) length *= 2
    const grown = new Uint8Array(length)
    if (chunk !== undefined) grown.set(chunk)
    this.chunks[index] = grown
    this.inChunks += length - (chunk?.length ?? 0)
    return grown
  }
}
