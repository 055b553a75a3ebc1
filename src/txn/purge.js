/**
 * Purge of one committed transaction: its undo records newest first, each kind's handler forgetting what only older versions needed.
 * In slices: the manager keeps the place. Which transaction and when is the manager's business (commit order, oldest snapshot, durable).
 */
import { UNDO_KIND, UNDO_PREVIOUS, readU48 } from './undo-log.js'

/** @import { Transaction } from './transaction.js' */
/** @import { TransactionManager } from './manager.js' */

/**
 * @param {TransactionManager} manager
 * @param {Transaction} txn first of the purge queue
 * @param {number} budget records
 * @returns {number} budget left; manager.purgePointer is 0 when the transaction is done
 */
export function purgeTransaction(manager, txn, budget) {
  const { undo, handlers } = manager
  let pointer = manager.purgePointer === 0 ? txn.lastUndo : manager.purgePointer
  while (pointer !== 0) {
    if (budget <= 0) break
    undo.seek(pointer)
    const { view, bytes, at } = undo
    const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
    if (handler.purge !== undefined) handler.purge(txn, view, bytes, at)
    pointer = readU48(view, at + UNDO_PREVIOUS)
    manager.undoRecordsPurged++
    budget--
  }
  manager.purgePointer = pointer
  return budget
}
