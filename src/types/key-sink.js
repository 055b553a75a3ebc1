/**
 * Keys that a row has in an index that has many per row (gin), as they are found: in any order, some perhaps more than
 * once, one behind the other in memory that is used again for the next row. Who takes them sorts them (KeyList), or
 * finds each different one by its hash (GinBatch).
 */
const BYTES = 4096
const KEYS = 256

export class KeySink {
  constructor() {
    this.bytes = new Uint8Array(BYTES)
    this.starts = new Uint32Array(KEYS)
    this.ends = new Uint32Array(KEYS)
    this.count = 0
    this.at = 0
  }

  /** Forgets the last row's. @returns {this} */
  clear() {
    this.count = 0
    this.at = 0
    return this
  }

  /**
   * The next key begins; who calls writes it at what is returned, in `bytes`.
   * @param {number} length of the key, bytes
   * @returns {number} where
   */
  open(length) {
    const start = this.at
    const end = start + length
    if (end > this.bytes.length) {
      const more = new Uint8Array(Math.max(end, 2 * this.bytes.length))
      more.set(this.bytes)
      this.bytes = more
    }
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts)
      this.ends = doubled(this.ends)
    }
    this.starts[this.count] = start
    this.ends[this.count++] = end
    this.at = end
    return start
  }

  /** @param {Uint8Array} key copied */
  put(key) {
    const { length } = key
    const start = this.open(length)
    const { bytes } = this
    for (let at = 0; at < length; at++) bytes[start + at] = key[at]
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end of a key, which is copied */
  putFrom(bytes, start, end) {
    let to = this.open(end - start)
    const own = this.bytes
    for (let from = start; from < end; from++) own[to++] = bytes[from]
  }
}

/** @param {Uint32Array} numbers */
function doubled(numbers) {
  const more = new Uint32Array(2 * numbers.length)
  more.set(numbers)
  return more
}
