/**
 * Snapshots that transactions lend to others: pg_export_snapshot() names one, SET TRANSACTION SNAPSHOT begins a
 * transaction with it. One is good as long as the transaction that lent it goes on, whose list keeps the versions it
 * needs.
 */
import { featureNotSupported } from '../errors/db-error.js'
import { snapshotNotSerializable, snapshotOfOtherDatabase, unknownSnapshot } from '../errors/txn.js'
import { Snapshot } from './snapshot.js'

/** @import { TransactionManager } from './manager.js' */
/** @import { Transaction } from './transaction.js' */

const NAME = /^[0-9A-F-]+$/

export class ExportedSnapshots {
  /** @param {TransactionManager} manager */
  constructor(manager) {
    this.manager = manager
    this.count = 0
    /** @type {Map<string, { snapshot: Snapshot, database: number }>} */
    this.byName = new Map()
  }

  /** @param {Transaction} txn @param {Snapshot} current of its statement @param {number} database @returns {string} */
  add(txn, current, database) {
    for (const [name, { snapshot }] of this.byName) if (!snapshot.listed) this.byName.delete(name)
    let snapshot = txn.baseSnapshot
    if (snapshot === null) {
      snapshot = new Snapshot(txn, current.csn, current.cid)
      this.manager.snapshots.insert(snapshot)
      txn.snapshots.push(snapshot)
    }
    const hex = (/** @type {number} */ number) => number.toString(16).toUpperCase().padStart(8, '0')
    const name = `${hex(txn.pid)}-${hex(txn.serial % 0x100000000)}-${++this.count}`
    this.byName.set(name, { snapshot, database })
    return name
  }

  /**
   * A transaction that has read nothing yet sees what the snapshot's does.
   * @param {Transaction} txn of REPEATABLE READ
   * @param {string} name
   * @param {number} database
   * @throws {DbError} 22023, 0A000
   */
  take(txn, name, database) {
    const found = NAME.test(name) ? this.byName.get(name) : undefined
    if (found === undefined || !found.snapshot.listed) throw unknownSnapshot(name)
    if (txn.isSerializable) {
      if (!found.snapshot.txn.isSerializable) throw snapshotNotSerializable()
      throw featureNotSupported('importing a snapshot into a serializable transaction')
    }
    if (found.database !== database) throw snapshotOfOtherDatabase()
    txn.baseSnapshot = new Snapshot(txn, found.snapshot.csn, txn.cid)
    this.manager.snapshots.insert(txn.baseSnapshot)
  }
}
