/**
 * The keys of one row in an index that has many per row (gin), one behind the other: u16 byte count, the key, 6 bytes
 * of room for a tuple id. In byte order, each once. Packed like that they fit where an index with one key per row has
 * that key.
 */
/** @import { KeySink } from './key-sink.js' */

/**
 * @typedef {(bytes: Uint8Array, view: DataView, tupleAt: number, out: Uint8Array, outAt: number) => number} ExtractKeys
 *   packs; -1: the row is not in the index
 */

const ROOM = 6

/** Numbers of keys, in order. */
let order = new Uint32Array(256)
/** Keys of which so few are put in order by insertion, and any number that come in order. */
const INSERTED_MAX = 24

/**
 * @param {KeySink} keys
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number} end, beyond out.length when there was too little room (the rest is dropped)
 */
export function packKeys(keys, out, at) {
  const { bytes, starts, ends, count } = keys
  sortKeys(keys)
  for (let i = 0; i < count; i++) {
    if (i > 0 && compareKeys(keys, order[i - 1], order[i]) === 0) continue
    const start = starts[order[i]]
    const length = ends[order[i]] - start
    out[at] = length >>> 8
    out[at + 1] = length
    if (at + 2 + length <= out.length) {
      for (let byte = 0; byte < length; byte++) out[at + 2 + byte] = bytes[start + byte]
    }
    at += 2 + length + ROOM
  }
  return at
}

/** Puts numbers of keys in order, by the keys' bytes. @param {KeySink} keys */
function sortKeys(keys) {
  const { count } = keys
  if (count > order.length) order = new Uint32Array(2 * count)
  let at = 0
  for (; at < count; at++) {
    let place = at
    while (place > 0 && compareKeys(keys, order[place - 1], at) > 0) place--
    if (place < at) {
      if (count > INSERTED_MAX) break
      order.copyWithin(place + 1, place, at)
    }
    order[place] = at
  }
  if (at === count) return
  for (let index = 0; index < count; index++) order[index] = index
  order.subarray(0, count).sort((a, b) => compareKeys(keys, a, b))
}

/** @param {KeySink} keys @param {number} a @param {number} b their numbers */
function compareKeys({ bytes, starts, ends }, a, b) {
  const aStart = starts[a]
  const bStart = starts[b]
  const aLength = ends[a] - aStart
  const bLength = ends[b] - bStart
  const shorter = aLength < bLength ? aLength : bLength
  for (let i = 0; i < shorter; i++) {
    if (bytes[aStart + i] !== bytes[bStart + i]) return bytes[aStart + i] - bytes[bStart + i]
  }
  return aLength - bLength
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

  /** @param {KeySink} keys @returns {this} */
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
