/**
 * Bytes of a file on the simulated disk. Copies share their chunks until one of the two is written: images of the disk
 * are taken by the hundred, and hardly anything is changed in most of them.
 */
import { MemoryBytes } from '../../../src/storage/vfs/memory-file.js'

const CHUNK_SHIFT = 16

export class DiskBytes extends MemoryBytes {
  /** By chunk: nobody else has it. @type {boolean[]} */
  #own = []

  /** @returns {DiskBytes} */
  clone() {
    const copy = new DiskBytes()
    copy.chunks = this.chunks.slice()
    copy.size = this.size
    this.#own = []
    return copy
  }

  /** @override @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  write(bytes, start, length, position) {
    if (length > 0) this.#takeOver(position, position + length)
    super.write(bytes, start, length, position)
  }

  /** @override @param {number} size */
  truncate(size) {
    if (size < this.size) this.#takeOver(size, size + 1)
    super.truncate(size)
  }

  /** Chunks that others have, too, are copied. @param {number} from @param {number} to */
  #takeOver(from, to) {
    for (let index = from >>> CHUNK_SHIFT; index <= (to - 1) >>> CHUNK_SHIFT; index++) {
      if (this.#own[index]) continue
      const chunk = this.chunks[index]
      if (chunk !== undefined) this.chunks[index] = chunk.slice()
      this.#own[index] = true
    }
  }
}
