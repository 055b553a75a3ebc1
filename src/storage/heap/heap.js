/**
 * A relation's rows. The calls, by what they are for:
 *
 *   forming     formTuple(txn, values) -> bytes, the tuple at heap.tupleAt
 *   reading     new HeapCursor(heap).fetch(tid, snapshot); new HeapScan(heap, snapshot).next(); heap.fetch on the heap's own cursor
 *   locking     checkForUpdate, lockForUpdate -> status; heap.currentAt, heap.wait
 *   changing    insert, insertMany, patch, update, delete: after checkForUpdate or lockForUpdate said OK or UPDATED, without a yield between
 *
 * Statuses are in status.js, rules in README.md. One heap object per relation file.
 */
import { TableCounters } from '../access-counters.js'
import { rowTooBig } from '../../errors/txn.js'
import { HeapCursor } from './heap-cursor.js'
import { RowState, activeChange, grantRow, lockRow } from './heap-lock.js'
import { deleteRow, patchRow, updateRow } from './heap-modify.js'
import { insertRow, insertRows } from './heap-insert.js'
import { FLAGS_AT, FLAG, OUT_OF_LINE, OVERFLOW_POINTER_BYTES, TUPLE_BYTES_MAX, TUPLE_BYTES_TARGET } from './tuple.js'
import { PAGE_BYTES } from '../page.js'

/** @import { BlockNumber, Tid, Xid } from '../../util/identifiers.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { TupleLayout } from './tuple.js' */
/** @import { RelationFile } from '../relation-files.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { Snapshot } from '../../txn/snapshot.js' */
/** @import { Wait } from '../../txn/wait.js' */

export class Heap {
  /**
   * @param {HeapEnv} env @param {RelationFile} file @param {TupleLayout} layout this heap's own object
   * @param {{fillfactor?: number, counters?: TableCounters}} [options] fillfactor: percent of a page that inserts fill
   */
  constructor(env, file, layout, { fillfactor = 100, counters = new TableCounters() } = {}) {
    this.env = env
    this.file = file
    this.fileId = file.fileId
    this.layout = layout
    layout.load = (bytes, at) => env.overflow.load(file, bytes, at)
    /** Bytes of a page that inserts leave free. */
    this.reserveBytes = Math.floor(((100 - fillfactor) * PAGE_BYTES) / 100)
    /** Cursor of locks and changes. */
    this.rows = new HeapCursor(this)
    /** Cursor of `fetch`. */
    this.reader = new HeapCursor(this)
    this.state = new RowState()
    /** After OK or UPDATED: where the newest version is, until the next call on this heap or the next yield. */
    this.currentAt = -1
    /** After WAIT. @type {Wait | null} */
    this.wait = null
    /** Listed in env.pinned. */
    this.holding = false
    /** A block known to have no empty slots, as of env.frees. @type {BlockNumber} */
    this.denseBlock = -1
    this.denseFrees = -1
    /** Shared by the heaps of one relation. */
    this.counters = counters
  }

  /**
   * Encodes a row into scratch memory at `tupleAt`, putting the longest variable values out of line if it would be
   * long.
   * @param {Transaction} txn @param {readonly any[]} values one per column of the layout
   * @returns {number} bytes of the tuple, for insert and update
   * @throws {DbError} 54000 too big even so
   */
  formTuple(txn, values) {
    const { pool, overflow } = this.env
    const { layout } = this
    const at = this.env.tupleAt
    const total = layout.varCount === 0 ? layout.varStart : layout.measure(values)
    if (total <= TUPLE_BYTES_TARGET || layout.varCount === 0) {
      if (total > TUPLE_BYTES_MAX) throw rowTooBig(total, TUPLE_BYTES_MAX)
      return layout.encode(values, pool.bytes, pool.view, at) - at
    }
    const { outOfLine, total: rest } = this.chooseOutOfLine(values, total)
    if (rest > TUPLE_BYTES_MAX) throw rowTooBig(rest, TUPLE_BYTES_MAX)
    /** @type {(Uint8Array | null)[]} */
    const pointers = values.map(() => null)
    for (const index of outOfLine) {
      const { ops } = layout.columns[index]
      const value = new Uint8Array(ops.encodedBytes(values[index]))
      ops.encode(values[index], value, new DataView(value.buffer), 0)
      const mark = txn.lastLsn
      // before the pages: nobody would give back those of a value that rollback does not know of
      txn.undo.makeRoom(OVERFLOW_POINTER_BYTES)
      const pointer = overflow.store(txn, this.file, value, 0, value.length)
      txn.undo.overflowStored(this.fileId, pointer, 0, mark)
      pointers[index] = pointer
    }
    const { view, bytes } = pool
    layout.encodeFixed(values, bytes, view, at)
    let end = at + layout.varStart
    let endAt = at + layout.endsAt
    for (let index = 0; index < layout.columnCount; index++) {
      const { isVar, ops } = layout.columns[index]
      if (!isVar) continue
      const pointer = pointers[index]
      if (pointer !== null) {
        bytes.set(pointer, end)
        end += OVERFLOW_POINTER_BYTES
      } else if (values[index] !== null) end = ops.encode(values[index], bytes, view, end)
      view.setUint16(endAt, (end - at) | (pointer === null ? 0 : OUT_OF_LINE), true)
      endAt += 2
    }
    if (outOfLine.length > 0) view.setUint16(at + FLAGS_AT, FLAG.OVERFLOW, true)
    return end - at
  }

  /**
   * The longest values go first, until the tuple is short enough.
   * @param {readonly any[]} values
   * @param {number} total
   */
  chooseOutOfLine(values, total) {
    const { layout } = this
    const sizes = []
    for (let index = 0; index < layout.columnCount; index++) {
      const column = layout.columns[index]
      if (!column.isVar || values[index] === null) continue
      const size = column.ops.encodedBytes(values[index])
      if (size > 4 * OVERFLOW_POINTER_BYTES) sizes.push({ index, size })
    }
    sizes.sort((a, b) => b.size - a.size)
    /** @type {number[]} */
    const outOfLine = []
    for (const { index, size } of sizes) {
      if (total <= TUPLE_BYTES_TARGET) break
      outOfLine.push(index)
      total -= size - OVERFLOW_POINTER_BYTES
    }
    return { outOfLine, total }
  }

  /** On the heap's own cursor; see HeapCursor.fetch. @param {Tid} tid @param {Snapshot} snapshot */
  fetch(tid, snapshot) {
    if (!this.holding) this.hold()
    return this.reader.fetch(tid, snapshot)
  }

  /**
   * May the row be changed? On OK no lock is left: change it before the next yield. On UPDATED (READ COMMITTED) the
   * newest version is locked: re-evaluate.
   * @param {Transaction} txn @param {Tid} tid @param {Snapshot} snapshot the statement's
   * @param {number} strength 3 for an update that leaves key columns alone, 4 for others and deletes
   * @returns {number} status @throws {DbError} 40001 in REPEATABLE READ
   */
  checkForUpdate(txn, tid, snapshot, strength) {
    return lockRow(this, txn, tid, snapshot, strength, false)
  }

  /**
   * As checkForUpdate, and holds the lock on OK too: SELECT FOR …, and changes that come later.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @param {Snapshot} snapshot
   * @param {number} strength 1..4
   */
  lockForUpdate(txn, tid, snapshot, strength) {
    return lockRow(this, txn, tid, snapshot, strength, true)
  }

  /**
   * For row-locks.js.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @param {number} strength
   * @param {Transaction[]} blockers
   */
  grantRow(txn, tid, strength, blockers) {
    return grantRow(this, txn, tid, strength, blockers)
  }

  /**
   * Who, other than `txn`, has an uncommitted change in the row's newest state: what a unique check that met an entry
   * waits for.
   * @param {Transaction} txn @param {Tid} tid
   * @returns {Xid} the xid, or 0: the row's state is decided (visible or deleted by somebody who committed, or this
   *   transaction's)
   */
  activeWriter(txn, tid) {
    if (!this.holding) this.hold()
    const at = this.reader.locate(tid)
    if (at < 0) return 0
    const xid = activeChange(this.env, this.reader.view, at)
    return xid === txn.xid ? 0 : xid
  }

  /**
   * @param {Transaction} txn @param {number} tupleAt in pool memory (scratch) @param {number} tupleBytes
   * @returns {Tid} tid @throws {DbError} 54000, 53100
   */
  insert(txn, tupleAt, tupleBytes) {
    if (txn.serializable) txn.serializable.writesFile(this.fileId)
    const tid = insertRow(this, txn, tupleAt, tupleBytes)
    this.counters.inserted++
    this.counters.live++
    return tid
  }

  /**
   * Bulk insert: one WAL record and one undo record per page.
   * @param {Transaction} txn
   * @param {Uint8Array} source tuples one after the other
   * @param {Uint32Array | number[]} ends where each ends; the first begins at 0
   * @param {number} count @param {Float64Array | number[]} tids gets the tuple ids
   * @param {boolean} [settled] they are rows that were there: every snapshot sees them
   */
  insertMany(txn, source, ends, count, tids, settled = false) {
    if (txn.serializable && !settled) txn.serializable.writesFile(this.fileId)
    insertRows(this, txn, source, ends, count, tids, settled)
    this.counters.inserted += count
    this.counters.live += count
  }

  /**
   * Overwrites bytes [fieldOffset, +fieldBytes) of the tuple in place.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @param {number} fieldOffset from the tuple's start, at least 16
   * @param {number} fieldBytes
   * @param {number} sourceAt in pool memory (scratch)
   * @param {number} [changed] CHANGED bits: key or indexed columns among them
   */
  patch(txn, tid, fieldOffset, fieldBytes, sourceAt, changed = 0) {
    if (txn.serializable) txn.serializable.writesRow(this.fileId, tid)
    patchRow(this, txn, tid, fieldOffset, fieldBytes, sourceAt, changed)
    this.counters.updated++
    if (changed === 0) this.counters.inPlace++
  }

  /**
   * A new version of the row. The tuple id stays.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @param {number} tupleAt in pool memory (scratch)
   * @param {number} tupleBytes
   * @param {number | boolean} [changed] CHANGED bits; true: key columns changed
   */
  update(txn, tid, tupleAt, tupleBytes, changed = 0) {
    if (txn.serializable) txn.serializable.writesRow(this.fileId, tid)
    updateRow(this, txn, tid, tupleAt, tupleBytes, changed === true ? 3 : Number(changed))
    this.counters.updated++
    if (changed === 0) this.counters.inPlace++
  }

  /** @param {Transaction} txn @param {Tid} tid */
  delete(txn, tid) {
    if (txn.serializable) txn.serializable.writesRow(this.fileId, tid)
    this.takeOut(txn, tid, FLAG.DELETED)
  }

  /**
   * A deletion by an UPDATE that puts the row into another partition: who waited for it cannot follow.
   * @param {Transaction} txn
   * @param {Tid} tid
   */
  leave(txn, tid) {
    if (txn.serializable) txn.serializable.writesRow(this.fileId, tid)
    this.takeOut(txn, tid, FLAG.DELETED | FLAG.ELSEWHERE)
  }

  /** @param {Transaction} txn @param {Tid} tid @param {number} how flags */
  takeOut(txn, tid, how) {
    deleteRow(this, txn, tid, how)
    this.counters.deleted++
    this.counters.live--
  }

  /** Where `formTuple` puts tuples: scratch memory all heaps share, so use it before another tuple is formed. */
  get tupleAt() {
    return this.env.tupleAt
  }

  /** Notes that pins are held beyond this call. */
  hold() {
    this.holding = true
    this.env.pinned.add(this)
  }

  /** Pages held between two calls. */
  get pinCount() {
    return this.rows.pinCount + this.reader.pinCount
  }

  /** Gives back the pins behind `currentAt` and `fetch`: at the end of a statement, and before a yield. */
  release() {
    this.rows.release()
    this.reader.release()
    this.currentAt = -1
    this.holding = false
    this.env.pinned.delete(this)
  }
}
