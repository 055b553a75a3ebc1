/**
 * Keys of a batch of rows for one gin index. Rows of a batch share most of their keys: each different one is kept once,
 * found by its hash, and only those are sorted; the entries of a key are in the order of its rows' tuple ids as they
 * come. What insertSorted gets is what a KeyBatch gives it, but by entry where that has rows.
 */
import { TID_BYTES } from '../../../util/tuple-id.js'

/** Of a batch; a row that has many goes beyond. */
const ENTRIES_MAX = 1 << 18
const KEY_BYTES_MAX = 1 << 22
/** Different keys: their numbers share a number with the heads of keys. */
const NUMBER_LIMIT = 1 << 21
const HEAD_BYTES = 4

/** @template {Uint8Array | Uint32Array | Float64Array} T @param {T} array @param {number} least @returns {T} */
function grown(array, least) {
  const Kind = /** @type {new (count: number) => T} */ (array.constructor)
  const more = new Kind(Math.max(least, 2 * array.length))
  more.set(array)
  return more
}

export class GinBatch {
  constructor() {
    /** Different keys, each with room for a tuple id behind it. */
    this.keyBytes = new Uint8Array(4096)
    this.keyStarts = new Uint32Array(256)
    this.keyEnds = new Uint32Array(256)
    this.keyCount = 0
    this.keyEnd = 0
    /** Numbers of keys by hash, plus one; 0: free. */
    this.table = new Uint32Array(1024)
    /** By entry: its key, as they came; `rowEnds`: where each row's entries end. */
    this.entryKeys = new Uint32Array(1024)
    this.entryCount = 0
    this.rowEnds = new Uint32Array(512)
    /** Per key, the row that had it last, plus one. */
    this.lastRows = new Uint32Array(256)
    // What insertSorted reads.
    this.bytes = this.keyBytes
    this.starts = new Uint32Array(0)
    this.ends = new Uint32Array(0)
    this.tids = new Float64Array(0)
    this.order = new Uint32Array(0)
  }

  isFull() {
    return this.entryCount >= ENTRIES_MAX || this.keyEnd >= KEY_BYTES_MAX || this.keyCount >= NUMBER_LIMIT >> 1
  }

  clear() {
    this.table.fill(0)
    this.keyCount = 0
    this.keyEnd = 0
    this.entryCount = 0
  }

  /**
   * Keys of the next row.
   * @param {number} row from 0 on
   * @param {Uint8Array[]} keys in any order, any of them more than once
   */
  add(row, keys) {
    if (row === 0) this.clear()
    if (row >= this.rowEnds.length) this.rowEnds = grown(this.rowEnds, row + 1)
    if (this.entryCount + keys.length > this.entryKeys.length) {
      this.entryKeys = grown(this.entryKeys, this.entryCount + keys.length)
    }
    for (let i = 0; i < keys.length; i++) {
      const number = this.numberOf(keys[i])
      if (this.lastRows[number] === row + 1) continue
      this.lastRows[number] = row + 1
      this.entryKeys[this.entryCount++] = number
    }
    this.rowEnds[row] = this.entryCount
  }

  /** @param {Uint8Array} key @returns {number} */
  numberOf(key) {
    const { length } = key
    let hash = length
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ key[at], 0x01000193)
    hash ^= hash >>> 15
    const mask = this.table.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.table[slot] - 1
      if (number < 0) return this.addKey(key, slot)
      if (this.isKey(number, key)) return number
    }
  }

  /** @param {number} number @param {Uint8Array} key */
  isKey(number, key) {
    const start = this.keyStarts[number]
    const { length } = key
    if (this.keyEnds[number] - start !== length) return false
    const { keyBytes } = this
    for (let at = 0; at < length; at++) if (keyBytes[start + at] !== key[at]) return false
    return true
  }

  /** @param {Uint8Array} key @param {number} slot free, in the table */
  addKey(key, slot) {
    const number = this.keyCount++
    const start = this.keyEnd
    const end = start + key.length
    if (end + TID_BYTES > this.keyBytes.length) this.keyBytes = grown(this.keyBytes, end + TID_BYTES)
    if (number >= this.keyStarts.length) {
      this.keyStarts = grown(this.keyStarts, 0)
      this.keyEnds = grown(this.keyEnds, 0)
      this.lastRows = grown(this.lastRows, 0)
    }
    this.keyBytes.set(key, start)
    this.keyStarts[number] = start
    this.keyEnds[number] = end
    this.lastRows[number] = 0
    this.keyEnd = end + TID_BYTES
    this.table[slot] = number + 1
    if (2 * this.keyCount > this.table.length) this.rehash()
    return number
  }

  rehash() {
    const { keyBytes, keyStarts, keyEnds, keyCount } = this
    const table = new Uint32Array(4 * this.table.length)
    const mask = table.length - 1
    for (let number = 0; number < keyCount; number++) {
      const end = keyEnds[number]
      let hash = end - keyStarts[number]
      for (let at = keyStarts[number]; at < end; at++) hash = Math.imul(hash ^ keyBytes[at], 0x01000193)
      hash ^= hash >>> 15
      let slot = hash & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = number + 1
    }
    this.table = table
  }

  /**
   * Puts the entries of the first rows into `order`, by key and tuple id.
   * @param {number} count rows
   * @param {Float64Array} tids of the rows
   * @returns {number} how many there are
   */
  sort(count, tids) {
    const found = count === 0 ? 0 : this.rowEnds[count - 1]
    if (found > this.order.length) {
      const room = Math.max(found, this.entryKeys.length)
      this.order = new Uint32Array(room)
      this.starts = new Uint32Array(room)
      this.ends = new Uint32Array(room)
      this.tids = new Float64Array(room)
    }
    this.bytes = this.keyBytes
    const places = this.placesOf(found)
    for (const row of rowsByTid(count, tids)) {
      const end = this.rowEnds[row]
      for (let entry = row === 0 ? 0 : this.rowEnds[row - 1]; entry < end; entry++) {
        const number = this.entryKeys[entry]
        this.order[places[number]++] = entry
        this.starts[entry] = this.keyStarts[number]
        this.ends[entry] = this.keyEnds[number]
        this.tids[entry] = tids[row]
      }
    }
    return found
  }

  /**
   * Entries of one row, where another index takes them row by row.
   * @param {number} row
   * @param {{ insert: (txn: any, key: Uint8Array, at: number, end: number, tid: number) => number }} tree
   * @param {any} txn
   * @param {number} tid
   */
  insertRow(row, tree, txn, tid) {
    for (let entry = row === 0 ? 0 : this.rowEnds[row - 1]; entry < this.rowEnds[row]; entry++) {
      const number = this.entryKeys[entry]
      tree.insert(txn, this.keyBytes, this.keyStarts[number], this.keyEnds[number], tid)
    }
  }

  /** Where the entries of each key begin. @param {number} found entries @returns {Uint32Array} by key */
  placesOf(found) {
    const { keyCount, entryKeys } = this
    const counts = new Uint32Array(keyCount)
    for (let entry = 0; entry < found; entry++) counts[entryKeys[entry]]++
    const sorted = this.sortedKeys()
    const places = new Uint32Array(keyCount)
    let place = 0
    for (let i = 0; i < keyCount; i++) {
      places[sorted[i]] = place
      place += counts[sorted[i]]
    }
    return places
  }

  /** Numbers of the different keys, by their bytes. */
  sortedKeys() {
    const { keyCount, keyBytes, keyStarts, keyEnds } = this
    const common = this.commonBytes()
    const heads = new Float64Array(keyCount)
    for (let number = 0; number < keyCount; number++) {
      const end = keyEnds[number]
      let head = 0
      for (let at = keyStarts[number] + common, stop = at + HEAD_BYTES; at < stop; at++) {
        head = head * 256 + (at < end ? keyBytes[at] : 0)
      }
      heads[number] = head * NUMBER_LIMIT + number
    }
    heads.sort()
    const sorted = new Uint32Array(keyCount)
    for (let i = 0; i < keyCount; i++) sorted[i] = heads[i] % NUMBER_LIMIT
    const compare = (/** @type {number} */ a, /** @type {number} */ b) => this.compareKeys(a, b, common)
    for (let start = 0; start < keyCount;) {
      const head = Math.floor(heads[start] / NUMBER_LIMIT)
      let end = start + 1
      while (end < keyCount && Math.floor(heads[end] / NUMBER_LIMIT) === head) end++
      if (end - start > 1) sorted.subarray(start, end).sort(compare)
      start = end
    }
    return sorted
  }

  /** How many bytes all keys begin with. */
  commonBytes() {
    const { keyCount, keyBytes, keyStarts, keyEnds } = this
    const first = keyStarts[0]
    let common = keyCount === 0 ? 0 : keyEnds[0] - first
    for (let number = 1; number < keyCount; number++) {
      const start = keyStarts[number]
      const most = Math.min(common, keyEnds[number] - start)
      let same = 0
      while (same < most && keyBytes[start + same] === keyBytes[first + same]) same++
      common = same
    }
    return common
  }

  /** @param {number} a @param {number} b numbers of keys @param {number} common */
  compareKeys(a, b, common) {
    const { keyBytes, keyStarts, keyEnds } = this
    const aEnd = keyEnds[a]
    const bEnd = keyEnds[b]
    let aAt = keyStarts[a] + common
    let bAt = keyStarts[b] + common
    for (; aAt < aEnd && bAt < bEnd; aAt++, bAt++) {
      if (keyBytes[aAt] !== keyBytes[bAt]) return keyBytes[aAt] - keyBytes[bAt]
    }
    return (aEnd - aAt) - (bEnd - bAt)
  }
}

/** Rows of a batch by their tuple ids: as they are, unless space that others left was used. @param {number} count
 * @param {Float64Array} tids @returns {Uint32Array} */
function rowsByTid(count, tids) {
  const rows = new Uint32Array(count)
  let ascends = true
  for (let row = 0; row < count; row++) {
    rows[row] = row
    if (row > 0 && tids[row] < tids[row - 1]) ascends = false
  }
  return ascends ? rows : rows.sort((a, b) => tids[a] - tids[b])
}
