/**
 * The keys of one row in an index that has many per row (gin), one behind the other: u16 byte count, the key, 6 bytes
 * of room for a tuple id. In byte order, each once. Packed like that they fit where an index with one key per row has
 * that key.
 */
/**
 * @typedef {(bytes: Uint8Array, view: DataView, tupleAt: number, out: Uint8Array, outAt: number) => number} ExtractKeys
 *   packs; -1: the row is not in the index
 */

const ROOM = 6

/**
 * @param {Uint8Array[]} keys
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number} end, beyond out.length when there was too little room (the rest is dropped)
 */
export function packKeys(keys, out, at) {
  keys.sort(compareKeys)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (i > 0 && compareKeys(keys[i - 1], key) === 0) continue
    out[at] = key.length >>> 8
    out[at + 1] = key.length
    if (at + 2 + key.length <= out.length) out.set(key, at + 2)
    at += 2 + key.length + ROOM
  }
  return at
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function compareKeys(a, b) {
  const shorter = a.length < b.length ? a.length : b.length
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}

export class KeyList {
  constructor() {
    this.bytes = new Uint8Array(1024)
    /** @type {number[]} */
    this.starts = []
    /** @type {number[]} */
    this.ends = []
    this.count = 0
  }

  /**
   * Keys of a tuple.
   * @param {ExtractKeys} extract
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} tupleAt
   * @returns {boolean} false: none, the row is not in the index
   */
  fill(extract, bytes, view, tupleAt) {
    let end = extract(bytes, view, tupleAt, this.bytes, 0)
    if (end > this.bytes.length) {
      this.bytes = new Uint8Array(2 * end)
      end = extract(bytes, view, tupleAt, this.bytes, 0)
    }
    this.find(end)
    return end >= 0
  }

  /** @param {Uint8Array[]} keys @returns {this} */
  pack(keys) {
    let end = packKeys(keys, this.bytes, 0)
    if (end > this.bytes.length) {
      this.bytes = new Uint8Array(end)
      end = packKeys(keys, this.bytes, 0)
    }
    this.find(end)
    return this
  }

  /** @param {number} end of what is packed */
  find(end) {
    this.count = 0
    for (let at = 0; at < end;) {
      const length = (this.bytes[at] << 8) | this.bytes[at + 1]
      this.starts[this.count] = at + 2
      this.ends[this.count++] = at + 2 + length
      at += 2 + length + ROOM
    }
  }

  /** @param {Uint8Array} key @param {number} start @param {number} end */
  has(key, start, end) {
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = this.compareAt(middle, key, start, end)
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  /** @param {number} index @param {Uint8Array} key @param {number} start @param {number} end */
  compareAt(index, key, start, end) {
    const from = this.starts[index]
    const length = this.ends[index] - from
    const other = end - start
    const shorter = length < other ? length : other
    for (let i = 0; i < shorter; i++)
      if (this.bytes[from + i] !== key[start + i]) return this.bytes[from + i] - key[start + i]
    return length - other
  }

  /** Forgets what the other list has too. @param {KeyList} other @returns {this} */
  subtract(other) {
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      if (other.has(this.bytes, this.starts[i], this.ends[i])) continue
      this.starts[kept] = this.starts[i]
      this.ends[kept++] = this.ends[i]
    }
    this.count = kept
    return this
  }

  /**
   * @param {{ insert: (txn: any, key: Uint8Array, at: number, end: number, tid: number) => number }} tree
   * @param {any} txn
   * @param {number} tid
   */
  insertInto(tree, txn, tid) {
    for (let i = 0; i < this.count; i++) tree.insert(txn, this.bytes, this.starts[i], this.ends[i], tid)
  }
}
