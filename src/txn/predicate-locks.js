/**
 * What serializable transactions have read (README.md, "Serializable transactions"), in bounded memory: the more one
 * has read of a relation, the coarser it is remembered, by PostgreSQL's limits.
 *
 *   heap     row ──(more than max_pred_locks_per_page of a page)──► page ──(more than max_pred_locks_per_relation rows
 * and pages)──► the whole file
 *   index    key range ──(RANGES_TO_A_PAGE times that many)──► the whole file
 *
 * Rows, pages and ranges of all transactions together are at most max_pred_locks_per_transaction * max_connections;
 * `onFull` makes room.
 */
import { covers } from './key-range.js'

/** @import { BlockNumber, Tid } from '../util/identifiers.js' */
/** @import { SerializableTxn } from './serializable.js' */
/** @import { KeyRange } from './key-range.js' */

/**
 * @typedef {{ perTransaction: number, perRelation: number, perPage: number, connections: number }} PredicateLimits as
 * the settings max_pred_locks_per_… and max_connections say
 */
/** @type {PredicateLimits} */
export const LIMITS = { perTransaction: 64, perRelation: -2, perPage: 2, connections: 100 }

/** PostgreSQL remembers leaf pages of an index; ranges of keys are finer, and many make a page. */
const RANGES_TO_A_PAGE = 8
const SLOTS = 512
/** How a page stands among rows, which are numbers from 0 on. @param {BlockNumber} blockNo */
const pageKey = (blockNo) => -1 - blockNo

/** Who has read what. */
export class PredicateLocks {
  constructor() {
    /** Heap files as a whole. @type {Map<number, Set<SerializableTxn>>} */
    this.fileReaders = new Map()
    /** By heap file, then row or `pageKey`. @type {Map<number, Map<number, Set<SerializableTxn>>>} */
    this.rowReaders = new Map()
    /** By index file: ranges of it. @type {Map<number, Set<SerializableTxn>>} */
    this.indexReaders = new Map()
    /** Rows, pages and ranges. */
    this.count = 0
    /** Makes room, told who is reading. @type {(reader: SerializableTxn) => void} */
    this.onFull = () => undefined
    this.perPage = 0
    this.perRelation = 0
    this.perIndex = 0
    this.countMax = 0
    this.setLimits(LIMITS)
  }

  /** For what is read from here on. @param {PredicateLimits} limits */
  setLimits({ perTransaction, perRelation, perPage, connections }) {
    this.perPage = perPage
    this.perRelation = perRelation < 0 ? Math.floor(perTransaction / -perRelation) - 1 : perRelation
    this.perIndex = this.perRelation * RANGES_TO_A_PAGE
    this.countMax = perTransaction * connections
  }

  /** @param {Map<number, Set<SerializableTxn>>} readers @param {number} key @param {SerializableTxn} reader */
  add(readers, key, reader) {
    const known = readers.get(key)
    if (known === undefined) readers.set(key, new Set([reader]))
    else known.add(reader)
  }

  /** @param {Map<number, Set<SerializableTxn>>} readers @param {number} key @param {SerializableTxn} reader */
  remove(readers, key, reader) {
    const known = readers.get(key)
    known?.delete(reader)
    if (known?.size === 0) readers.delete(key)
  }

  /**
   * Who read a row, as such or with more.
   * @param {number} fileId
   * @param {Tid} tid
   * @param {(readers: Set<SerializableTxn>) => void} flag
   */
  ofRow(fileId, tid, flag) {
    const whole = this.fileReaders.get(fileId)
    if (whole !== undefined) flag(whole)
    const rows = this.rowReaders.get(fileId)
    if (rows === undefined) return
    const page = rows.get(pageKey(Math.floor(tid / SLOTS)))
    if (page !== undefined) flag(page)
    const row = rows.get(tid)
    if (row !== undefined) flag(row)
  }

  /** Who read anything of a heap. @param {number} fileId @returns {Set<SerializableTxn>} */
  ofHeap(fileId) {
    const all = new Set(this.fileReaders.get(fileId))
    for (const readers of this.rowReaders.get(fileId)?.values() ?? []) for (const reader of readers) all.add(reader)
    return all
  }

  /**
   * A file goes, and what it held is (or was never but) in a heap: who read anything of the first has read all of the
   * second. If the change is undone after all, that was too much, no more.
   * @param {number} fileId of a heap or an index @param {number} heapFile
   */
  move(fileId, heapFile) {
    for (const reader of this.ofHeap(fileId)) reader.readFile(heapFile)
    for (const reader of this.indexReaders.get(fileId) ?? []) reader.readFile(heapFile)
  }
}

/** What one of them has read. */
export class Reads {
  /** @param {PredicateLocks} locks @param {SerializableTxn} reader */
  constructor(locks, reader) {
    this.locks = locks
    this.reader = reader
    /** Heap files as a whole. @type {Set<number>} */
    this.files = new Set()
    /** By heap file. @type {Map<number, RowsRead>} */
    this.rows = new Map()
    /** By index file. @type {Map<number, KeyRange[]>} */
    this.ranges = new Map()
  }

  /** @param {number} fileId of a heap */
  file(fileId) {
    if (this.files.has(fileId)) return
    this.files.add(fileId)
    this.locks.add(this.locks.fileReaders, fileId, this.reader)
    this.dropRows(fileId)
  }

  /** @param {number} fileId @param {Tid} tid */
  row(fileId, tid) {
    if (this.files.has(fileId)) return
    let rows = this.rows.get(fileId)
    if (rows === undefined) this.rows.set(fileId, rows = new RowsRead())
    const blockNo = Math.floor(tid / SLOTS)
    const known = rows.pages.get(blockNo)
    if (known === null || known?.includes(tid)) return
    if ((known?.length ?? 0) >= this.locks.perPage) {
      this.page(fileId, blockNo)
      return
    }
    if (known === undefined) rows.pages.set(blockNo, [tid])
    else known.push(tid)
    this.addKey(fileId, rows, tid)
  }

  /** All rows of a page. @param {number} fileId @param {BlockNumber} blockNo */
  page(fileId, blockNo) {
    if (this.files.has(fileId)) return
    let rows = this.rows.get(fileId)
    if (rows === undefined) this.rows.set(fileId, rows = new RowsRead())
    const known = rows.pages.get(blockNo)
    if (known === null) return
    if (known !== undefined) for (const tid of known) this.removeKey(fileId, rows, tid)
    rows.pages.set(blockNo, null)
    this.addKey(fileId, rows, pageKey(blockNo))
  }

  /** @param {number} fileId @param {RowsRead} rows @param {number} key */
  addKey(fileId, rows, key) {
    const { locks } = this
    if (rows.count >= locks.perRelation) {
      this.file(fileId)
      return
    }
    rows.count++
    let readers = locks.rowReaders.get(fileId)
    if (readers === undefined) locks.rowReaders.set(fileId, readers = new Map())
    locks.add(readers, key, this.reader)
    if (++locks.count > locks.countMax) locks.onFull(this.reader)
  }

  /** @param {number} fileId @param {RowsRead} rows @param {number} key */
  removeKey(fileId, rows, key) {
    const { locks } = this
    const readers = locks.rowReaders.get(fileId)
    const of = readers?.get(key)
    if (readers === undefined || of === undefined || !of.delete(this.reader)) return
    if (of.size === 0) readers.delete(key)
    if (readers.size === 0) locks.rowReaders.delete(fileId)
    rows.count--
    locks.count--
  }

  /** @param {number} fileId of an index @param {KeyRange} range whose bytes are the caller's: they are copied */
  range(fileId, { whole, low, lowAfter, high, highAfter }) {
    const ranges = this.ranges.get(fileId)
    if (whole || (ranges !== undefined && (ranges[0].whole || ranges.length >= this.locks.perIndex))) {
      this.index(fileId)
      return
    }
    const own = { whole, low: low.slice(), lowAfter, high: high.slice(), highAfter }
    if (ranges === undefined) {
      this.ranges.set(fileId, [own])
      this.locks.add(this.locks.indexReaders, fileId, this.reader)
    } else ranges.push(own)
    if (++this.locks.count > this.locks.countMax) this.locks.onFull(this.reader)
  }

  /** All of an index. @param {number} fileId */
  index(fileId) {
    const ranges = this.ranges.get(fileId)
    if (ranges?.[0].whole) return
    if (ranges === undefined) this.locks.add(this.locks.indexReaders, fileId, this.reader)
    else this.locks.count -= ranges.length
    this.ranges.set(fileId, [WHOLE])
  }

  /**
   * @param {number} fileId of an index
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @returns {boolean}
   */
  hasKey(fileId, key, at, end) {
    return /** @type {KeyRange[]} */ (this.ranges.get(fileId)).some((range) => covers(range, key, at, end))
  }

  /** Rows, pages and ranges. */
  get count() {
    let count = 0
    for (const rows of this.rows.values()) count += rows.count
    for (const ranges of this.ranges.values()) if (!ranges[0].whole) count += ranges.length
    return count
  }

  /** Remembers of each relation that something was read of it. */
  coarsen() {
    for (const fileId of [...this.rows.keys()]) this.file(fileId)
    for (const fileId of [...this.ranges.keys()]) this.index(fileId)
  }

  /** @param {Reads} other what another has read is this one's, too */
  take(other) {
    for (const fileId of other.files) this.file(fileId)
    for (const [fileId, { pages }] of other.rows) {
      for (const [blockNo, tids] of pages) {
        if (tids === null) this.page(fileId, blockNo)
        else for (const tid of tids) this.row(fileId, tid)
      }
    }
    for (const [fileId, ranges] of other.ranges) for (const range of ranges) this.range(fileId, range)
  }

  /** @param {number} fileId */
  dropRows(fileId) {
    const rows = this.rows.get(fileId)
    if (rows === undefined) return
    for (const [blockNo, tids] of rows.pages) {
      if (tids === null) this.removeKey(fileId, rows, pageKey(blockNo))
      else for (const tid of tids) this.removeKey(fileId, rows, tid)
    }
    this.rows.delete(fileId)
  }

  /** Nobody need know of them any more. */
  drop() {
    const { locks, reader } = this
    for (const fileId of this.files) locks.remove(locks.fileReaders, fileId, reader)
    this.files.clear()
    for (const fileId of [...this.rows.keys()]) this.dropRows(fileId)
    for (const [fileId, ranges] of this.ranges) {
      locks.remove(locks.indexReaders, fileId, reader)
      if (!ranges[0].whole) locks.count -= ranges.length
    }
    this.ranges.clear()
  }
}

/** Of one heap file: by page the rows read, null: all of them. */
class RowsRead {
  constructor() {
    /** @type {Map<number, number[] | null>} */
    this.pages = new Map()
    /** Rows and whole pages. */
    this.count = 0
  }
}

const NO_BYTES = new Uint8Array(0)
/** @type {KeyRange} */
const WHOLE = Object.freeze({ whole: true, low: NO_BYTES, lowAfter: false, high: NO_BYTES, highAfter: true })
