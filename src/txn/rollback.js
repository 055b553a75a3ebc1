/**
 * Undo back to a mark: the one mechanism behind ROLLBACK, ROLLBACK TO, a failed statement and an exception block. Walks the
 * transaction's undo records newest first; each kind's handler puts things back and logs it as a compensation record.
 */
import { UNDO_KIND, UNDO_PREVIOUS, readU48 } from './undo-log.js'

/** @import { Transaction } from './transaction.js' */
/** @import { TransactionManager } from './manager.js' */

/**
 * @param {TransactionManager} manager
 * @param {Transaction} txn
 * @param {number} keep the newest record that stays; 0: none
 */
export function rollback(manager, txn, keep) {
  const { undo, handlers } = manager
  /** @type {number[]} */
  let after = NOTHING
  while (txn.lastUndo !== keep) {
    const pointer = txn.lastUndo
    undo.seek(pointer)
    const { view, bytes, at } = undo
    const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
    if (handler.undo !== undefined) handler.undo(txn, view, bytes, at, pointer)
    if (handler.afterUndo !== undefined) {
      if (after === NOTHING) after = []
      after.push(pointer)
    }
    // Step by step: should a handler fail (58030), what was undone is not undone again.
    txn.lastUndo = readU48(view, at + UNDO_PREVIOUS)
  }
  for (let index = 0; index < after.length; index++) {
    undo.seek(after[index])
    const { view, bytes, at } = undo
    const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
    if (handler.afterUndo !== undefined) handler.afterUndo(txn, view, bytes, at)
  }
}

/** @type {number[]} shared and never pushed to */
const NOTHING = []
