/**
 * ABORT records that found no room: their transactions are undone and over all the same. Until the record is there,
 * checkpoints list such a transaction as one that has not ended, and recovery finds that nothing of it is left to be
 * undone: its newest record is its last compensation.
 */
import { isShortage } from '../errors/storage.js'
import { RECORD_KINDS } from '../wal/record-kinds.js'

/** @import { Transaction } from './transaction.js' */

/** What is kept of a transaction: its object serves the session's next one. */
/** @typedef {Pick<Transaction, 'xid' | 'firstLsn' | 'lastLsn'>} Owed */

export class OwedAborts {
  /** In the order in which they ended. @type {Owed[]} */
  #owed = []

  /** @param {(kind: number, txn: Pick<Transaction, 'xid' | 'lastLsn'>) => void} logEnd */
  constructor(logEnd) {
    this.logEnd = logEnd
  }

  get count() { return this.#owed.length }

  [Symbol.iterator]() { return this.#owed.values() }

  /** Logs the end of a transaction, or remembers to. @param {Owed} txn undone @throws {DbError} 58030 */
  log(txn) {
    if (this.#owed.length > 0) this.pay()
    if (this.#owed.length === 0 && this.#finds(txn)) return
    this.#owed.push({ xid: txn.xid, firstLsn: txn.firstLsn, lastLsn: txn.lastLsn })
  }

  /** Logs what is owed, as far as there is room. @throws {DbError} 58030 */
  pay() {
    while (this.#owed.length > 0 && this.#finds(this.#owed[0])) this.#owed.shift()
  }

  /** @param {Owed} txn @returns {boolean} whether there was room */
  #finds(txn) {
    try {
      this.logEnd(RECORD_KINDS.ABORT, txn)
      return true
    } catch (error) {
      if (!isShortage(error)) throw error
      return false
    }
  }
}
