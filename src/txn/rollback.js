/**
 * Undo back to a mark: the one mechanism behind ROLLBACK, ROLLBACK TO, a failed statement and an exception block. Walks
 * the transaction's undo records newest first; each kind's handler puts things back and logs it as a compensation
 * record.
 */
import { DbError } from '../errors/db-error.js'
import {
  UNDO_BEFORE_BYTES, UNDO_FILE, UNDO_KIND, UNDO_PREVIOUS, UNDO_RECORD_BYTES, UNDO_UNIT_BYTES, readU48,
} from './undo-log.js'

/** @import { Transaction } from './transaction.js' */
/** @import { TransactionManager } from './manager.js' */

/** Of rollbackSteps. */
const RECORDS_AT_ONCE = 4

/**
 * @param {TransactionManager} manager
 * @param {Transaction} txn
 * @param {number} keep the newest record that stays; 0: none
 */
export function rollback(manager, txn, keep) {
  const after = undoSome(manager, txn, keep, Infinity, NOTHING)
  for (let index = 0; index < after.length; index++) undoAfter(manager, txn, after[index])
}

/**
 * The beginning of a rollback, or all of it, in pieces between which others may run: the transaction is active until
 * `rollback` ends it, and its locks are held. A file that it made goes after what the catalog says of it, which nobody
 * else has seen.
 * @param {TransactionManager} manager
 * @param {Transaction} txn
 * @param {number} keep
 * @returns {Generator<void, void, void>}
 */
export function* rollbackSteps(manager, txn, keep) {
  /** @type {number[]} */
  let after = NOTHING
  while (txn.lastUndo !== keep) {
    after = undoSome(manager, txn, keep, RECORDS_AT_ONCE, after)
    yield
  }
  for (let index = 0; index < after.length; index++) {
    undoAfter(manager, txn, after[index])
    if (index % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) yield
  }
}

/**
 * @param {TransactionManager} manager
 * @param {Transaction} txn
 * @param {number} keep
 * @param {number} most records
 * @param {number[]} after what is to be looked at behind the walk; NOTHING: none so far
 * @returns {number[]} the same with what this walk adds
 */
function undoSome(manager, txn, keep, most, after) {
  const { wal } = manager
  const before = wal.spending
  wal.spending = true
  try {
    return undoRecords(manager, txn, keep, most, after)
  } finally {
    wal.spending = before
  }
}

/**
 * @param {TransactionManager} manager
 * @param {Transaction} txn
 * @param {number} keep
 * @param {number} most
 * @param {number[]} after
 * @returns {number[]}
 */
function undoRecords(manager, txn, keep, most, after) {
  const { undo, handlers } = manager
  for (let count = 0; txn.lastUndo !== keep && count < most; count++) {
    const pointer = txn.lastUndo
    undo.seek(pointer)
    const { view, bytes, at } = undo
    const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
    if (handler.undo !== undefined) {
      try {
        handler.undo(txn, view, bytes, at, pointer)
      } catch (error) {
        if (!manager.setAside(error, view.getUint32(at + UNDO_FILE, true), txn.xid)) throw error
        undo.seek(pointer)
      }
    }
    if (handler.afterUndo !== undefined) {
      if (after === NOTHING) after = []
      after.push(pointer)
    }
    // Step by step: should a handler fail (58030), what was undone is not undone again.
    txn.lastUndo = readU48(view, at + UNDO_PREVIOUS)
    txn.undoUnits -= Math.ceil((UNDO_RECORD_BYTES + view.getUint16(at + UNDO_BEFORE_BYTES, true)) / UNDO_UNIT_BYTES)
  }
  return after
}

/** @param {TransactionManager} manager @param {Transaction} txn @param {number} pointer */
function undoAfter(manager, txn, pointer) {
  const { undo, handlers, wal } = manager
  undo.seek(pointer)
  const { view, bytes, at } = undo
  const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
  if (handler.afterUndo === undefined) return
  const before = wal.spending
  wal.spending = true
  try {
    handler.afterUndo(txn, view, bytes, at)
  } catch (error) {
    // An entry that belongs to no row any more costs time, not truth.
    if (!(error instanceof DbError && error.code === 'XX001')) throw error
    manager.onPurgeFailure(error)
  } finally {
    wal.spending = before
  }
}

/** @type {number[]} shared and never pushed to */
const NOTHING = []
