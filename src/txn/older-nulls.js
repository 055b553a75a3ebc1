/**
 * Columns that became NOT NULL: snapshots from before, purge and rollback meet versions that are null there. Code that
 * reads such a relation asks whether a column is null, as long as some snapshot is older than that commit.
 */

/** @import { Transaction } from './transaction.js' */

export class OlderNulls {
  /** Until when some snapshot may be older, by relation. @type {Map<number, { csn: number }>} */
  #until = new Map()

  /** @param {{ lastCsn: number, oldestCsn: () => number }} commits */
  constructor(commits) {
    this.commits = commits
  }

  /**
   * A column becomes NOT NULL.
   * @param {number} relationOid @param {Pick<Transaction, 'onCommit' | 'onAbort'>} txn
   */
  remain(relationOid, txn) {
    for (const key of this.#until.keys()) this.mayHold(key)
    const [before, until] = [this.#until.get(relationOid), { csn: Infinity }]
    this.#until.set(relationOid, until)
    txn.onCommit(() => { until.csn = this.commits.lastCsn })
    txn.onAbort(() => {
      if (before === undefined) this.#until.delete(relationOid)
      else this.#until.set(relationOid, before)
    })
  }

  /** May somebody see nulls in a relation's columns that are NOT NULL? @param {number} relationOid */
  mayHold(relationOid) {
    if (this.#until.size === 0) return false
    const until = this.#until.get(relationOid)
    if (until === undefined) return false
    if (until.csn > this.commits.oldestCsn()) return true
    this.#until.delete(relationOid)
    return false
  }
}
