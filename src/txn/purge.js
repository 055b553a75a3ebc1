/**
 * Purge of one committed transaction: its undo records newest first, each kind's handler forgetting what only older
 * versions needed. In slices: the manager keeps the place. Which transaction and when is the manager's business (commit
 * order, oldest snapshot, durable).
 */
import { DbError } from '../errors/db-error.js'
import { isShortage } from '../errors/storage.js'
import { UNDO_FILE, UNDO_KIND, UNDO_PREVIOUS, readU48 } from './undo-log.js'

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
  for (const fileId of txn.purgeFiles) manager.beforePurge(fileId)
  while (pointer !== 0) {
    if (budget <= 0) break
    undo.seek(pointer)
    const { view, bytes, at } = undo
    const handler = handlers.byKind[view.getUint8(at + UNDO_KIND)]
    if (handler.purge !== undefined) {
      try {
        handler.purge(txn, view, bytes, at)
      } catch (error) {
        if (isShortage(error)) { // it goes on here when there is room
          manager.purgePointer = pointer
          throw error
        }
        passOver(manager, error, view.getUint32(at + UNDO_FILE, true))
      }
    }
    pointer = readU48(view, at + UNDO_PREVIOUS)
    manager.undoRecordsPurged++
    budget--
  }
  manager.purgePointer = pointer
  return budget
}

/**
 * What cannot be purged because its page is damaged stays as it is, for VACUUM: nobody sees it, and all other
 * transactions' undo need not be kept for its sake.
 * @param {TransactionManager} manager @param {unknown} error @param {number} fileId
 */
function passOver(manager, error, fileId) {
  if (!(error instanceof DbError) || manager.isOver()) throw error
  manager.sweepFiles.add(fileId)
  manager.onPurgeFailure(error)
}
