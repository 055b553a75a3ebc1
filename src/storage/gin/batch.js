/**
 * Keys of a batch of rows for one gin index. Rows of a batch share most of their keys: each different one is kept once,
 * found by its hash, and only those are sorted; the entries of a key are in the order of its rows' tuple ids as they
 * come. What insertSorted gets is what a KeyBatch gives it, but by entry where that has rows: entries of keys, or,
 * where
 * they are to wait (waiting.js), one or a few entries of each row.
 */
import { TID_BYTES } from '../../util/tuple-id.js'
import { insertWaiting, putWaiting, WAITING_BYTES_MAX, waitingRoom } from './waiting.js'
/** @import { SlotNumber, Tid } from '../../util/identifiers.js' */
/** @import { KeySink } from '../../types/key-sink.js' */
/** @import { BTree } from '../btree/tree.js' */
/** @import { BTreeTxn } from '../btree/env.js' */

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
    /** Numbers of keys in order, of the newest `placesOf`. */
    this.sorted = new Uint32Array(0)
    /** Entries that are to wait, with room for a tuple id behind each. */
    this.waiting = new Uint8Array(0)
  }

  isFull() {
    return this.entryCount >= ENTRIES_MAX || this.keyEnd >= KEY_BYTES_MAX || this.hasTooManyKeys()
  }

  /** Another row's keys may be beyond what their numbers can count. */
  hasTooManyKeys() {
    return this.keyCount >= NUMBER_LIMIT >> 1
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
   * @param {KeySink} keys
   */
  add(row, { bytes, starts, ends, count }) {
    if (row === 0) this.clear()
    this.openRow(row, count)
    for (let i = 0; i < count; i++) this.addEntry(row, bytes, starts[i], ends[i])
    this.rowEnds[row] = this.entryCount
  }

  /** A row without keys: the index is not about it. @param {number} row */
  addNone(row) {
    if (row === 0) this.clear()
    this.openRow(row, 0)
    this.rowEnds[row] = this.entryCount
  }

  /** @param {number} row @param {number} count keys it may have */
  openRow(row, count) {
    if (row >= this.rowEnds.length) this.rowEnds = grown(this.rowEnds, row + 1)
    if (this.entryCount + count > this.entryKeys.length) this.entryKeys = grown(this.entryKeys, this.entryCount + count)
  }

  /** @param {number} row opened @param {Uint8Array} bytes @param {number} start @param {number} end of a key of its */
  addEntry(row, bytes, start, end) {
    const number = this.numberOf(bytes, start, end)
    if (this.lastRows[number] === row + 1) return
    this.lastRows[number] = row + 1
    this.entryKeys[this.entryCount++] = number
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {number} */
  numberOf(bytes, start, end) {
    let hash = end - start
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
    hash ^= hash >>> 15
    const mask = this.table.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.table[slot] - 1
      if (number < 0) return this.addKey(bytes, start, end, slot)
      if (this.isKey(number, bytes, start, end)) return number
    }
  }

  /** @param {number} number @param {Uint8Array} bytes @param {number} at @param {number} end */
  isKey(number, bytes, at, end) {
    let own = this.keyStarts[number]
    if (this.keyEnds[number] - own !== end - at) return false
    const { keyBytes } = this
    while (at < end) if (keyBytes[own++] !== bytes[at++]) return false
    return true
  }

  /** @param {Uint8Array} bytes @param {number} from @param {number} to @param {SlotNumber} slot free, in the table */
  addKey(bytes, from, to, slot) {
    const number = this.keyCount++
    const start = this.keyEnd
    const end = start + to - from
    if (end + TID_BYTES > this.keyBytes.length) this.keyBytes = grown(this.keyBytes, end + TID_BYTES)
    if (number >= this.keyStarts.length) {
      this.keyStarts = grown(this.keyStarts, 0)
      this.keyEnds = grown(this.keyEnds, 0)
      this.lastRows = grown(this.lastRows, 0)
    }
    const { keyBytes } = this
    for (let at = from, own = start; at < to;) keyBytes[own++] = bytes[at++]
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
   * Puts the entries of the first rows into `order`, by key and tuple id; or entries that wait, where there is room for
   * them.
   * @param {number} count rows
   * @param {Float64Array} tids of the rows
   * @param {BTree | null} [tree] where they may wait
   * @param {BTreeTxn | null} [txn] whose rows they are
   * @param {number} [limit] bytes that may wait
   * @returns {number} how many there are
   */
  sort(count, tids, tree = null, txn = null, limit = 0) {
    const found = count === 0 ? 0 : this.rowEnds[count - 1]
    if (tree !== null && txn !== null && limit > 0) {
      const waiting = this.sortWaiting(count, tids, tree, txn, limit)
      if (waiting >= 0) return waiting
    }
    this.makeOrder(Math.max(found, this.entryKeys.length), found)
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

  /** @param {number} room @param {number} least that is needed now */
  makeOrder(room, least) {
    if (least <= this.order.length) return
    this.order = new Uint32Array(room)
    this.starts = new Uint32Array(room)
    this.ends = new Uint32Array(room)
    this.tids = new Float64Array(room)
  }

  /**
   * @param {number} count
   * @param {Float64Array} tids
   * @param {BTree} tree
   * @param {BTreeTxn} txn
   * @param {number} limit
   * @returns {number} entries; -1: there is no room for so much
   */
  sortWaiting(count, tids, tree, txn, limit) {
    const { keyStarts, keyEnds, keyBytes } = this
    let size = 0
    for (let entry = 0; entry < (count === 0 ? 0 : this.rowEnds[count - 1]); entry++) {
      const length = keyEnds[this.entryKeys[entry]] - keyStarts[this.entryKeys[entry]]
      if (length > WAITING_BYTES_MAX) return -1
      size += length + 2
    }
    if (!waitingRoom(tree, size, limit)) return -1
    if (this.waiting.length < size + 32 * count) this.waiting = new Uint8Array(2 * (size + 32 * count))
    let out = this.waiting
    let at = 0
    let found = 0
    for (const row of rowsByTid(count, tids)) {
      const end = this.rowEnds[row]
      for (let entry = row === 0 ? 0 : this.rowEnds[row - 1]; entry < end;) {
        if (at + 2 * WAITING_BYTES_MAX > out.length) out = this.waiting = grown(out, 0)
        this.makeWaitingOrder(found)
        this.order[found] = found
        this.tids[found] = tids[row]
        this.starts[found] = at
        at = putWaiting(out, at, tids[row], txn.assignXid())
        const stop = at + WAITING_BYTES_MAX
        for (; entry < end; entry++) {
          const number = this.entryKeys[entry]
          const length = keyEnds[number] - keyStarts[number]
          if (at + 2 + length > stop) break
          out[at++] = length >>> 8
          out[at++] = length
          for (let from = keyStarts[number]; from < keyEnds[number]; from++) out[at++] = keyBytes[from]
        }
        this.ends[found++] = at
        at += TID_BYTES
      }
    }
    this.bytes = out
    return found
  }

  /** @param {number} count entries there are */
  makeWaitingOrder(count) {
    if (count < this.order.length) return
    const room = Math.max(1024, 2 * count)
    for (const name of /** @type {const} */ (['order', 'starts', 'ends'])) {
      const more = new Uint32Array(room)
      more.set(this[name])
      this[name] = more
    }
    const tids = new Float64Array(room)
    tids.set(this.tids)
    this.tids = tids
  }

  /**
   * Entries of one row, where another index takes them row by row.
   * @param {number} row
   * @param {BTree} tree
   * @param {BTreeTxn} txn
   * @param {Tid} tid
   * @param {number} limit bytes that may wait
   */
  insertRow(row, tree, txn, tid, limit) {
    const from = row === 0 ? 0 : this.rowEnds[row - 1]
    const { keyBytes, keyStarts, keyEnds, entryKeys } = this
    const count = this.rowEnds[row] - from
    const { starts, ends } = rowKeys
    starts.length = ends.length = 0
    for (let at = 0; at < count; at++) {
      starts.push(keyStarts[entryKeys[from + at]])
      ends.push(keyEnds[entryKeys[from + at]])
    }
    if (insertWaiting(tree, txn, tid, keyBytes, starts, ends, count, limit)) return
    for (let at = 0; at < count; at++) tree.insert(txn, keyBytes, starts[at], ends[at], tid)
  }

  /** Where the entries of each key begin. @param {number} found entries @returns {Uint32Array} by key */
  placesOf(found) {
    const { keyCount, entryKeys } = this
    const counts = new Uint32Array(keyCount)
    for (let entry = 0; entry < found; entry++) counts[entryKeys[entry]]++
    const sorted = this.sorted = this.sortedKeys()
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

/** Of the row at hand. @type {{ starts: number[], ends: number[] }} */
const rowKeys = { starts: [], ends: [] }

/**
 * Rows of a batch by their tuple ids: as they are, unless space that others left was used.
 * @param {number} count
 * @param {Float64Array} tids
 * @returns {Uint32Array}
 */
function rowsByTid(count, tids) {
  const rows = new Uint32Array(count)
  let ascends = true
  for (let row = 0; row < count; row++) {
    rows[row] = row
    if (row > 0 && tids[row] < tids[row - 1]) ascends = false
  }
  return ascends ? rows : rows.sort((a, b) => tids[a] - tids[b])
}
