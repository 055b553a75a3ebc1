/**
 * A snapshot: which commits are visible, and which of the transaction's own commands. Live snapshots form a list in the
 * order they were taken, which is also the order of their csn; the first one's csn bounds purge.
 */

/** @import { SerializableTxn } from './serializable.js' */
/** @import { Transaction } from './transaction.js' */

export class Snapshot {
  /** @param {Transaction} txn @param {number} csn @param {number} cid */
  constructor(txn, csn, cid) {
    this.csn = csn
    /**
     * A row changed by a later commit is not changed on its basis: as csn, but for a foreign key's actions in
     * REPEATABLE READ.
     */
    this.lockCsn = csn
    this.xid = txn.xid
    /**
     * Of a SERIALIZABLE transaction's statement: told of versions that are passed over.
     * @type {SerializableTxn | null}
     */
    this.serializable = null
    this.cid = cid
    this.txn = txn
    /** @type {Snapshot | null} */
    this.previous = null
    /** @type {Snapshot | null} */
    this.next = null
    this.listed = false
  }

  /**
   * A snapshot that was given back, taken anew, in READ COMMITTED.
   * @param {Transaction} txn
   * @param {number} csn
   * @param {number} cid
   */
  renew(txn, csn, cid) {
    this.csn = csn
    this.lockCsn = csn
    this.xid = txn.xid
    this.serializable = null
    this.cid = cid
    this.txn = txn
    return this
  }
}

export class SnapshotList {
  constructor() {
    /** @type {Snapshot | null} */
    this.first = null
    /** @type {Snapshot | null} */
    this.last = null
  }

  /** @param {Snapshot} snapshot with a csn not below the last one's */
  append(snapshot) {
    snapshot.listed = true
    snapshot.previous = this.last
    snapshot.next = null
    if (this.last === null) this.first = snapshot
    else this.last.next = snapshot
    this.last = snapshot
  }

  /** Of any csn. @param {Snapshot} snapshot */
  insert(snapshot) {
    let after = this.last
    while (after !== null && after.csn > snapshot.csn) after = after.previous
    if (after === this.last) {
      this.append(snapshot)
      return
    }
    const next = /** @type {Snapshot} */ (after === null ? this.first : after.next)
    snapshot.listed = true
    snapshot.previous = after
    snapshot.next = next
    if (after === null) this.first = snapshot
    else after.next = snapshot
    next.previous = snapshot
  }

  /** @param {Snapshot} snapshot */
  remove(snapshot) {
    if (!snapshot.listed) return
    snapshot.listed = false
    if (snapshot.previous === null) this.first = snapshot.next
    else snapshot.previous.next = snapshot.next
    if (snapshot.next === null) this.last = snapshot.previous
    else snapshot.next.previous = snapshot.previous
    snapshot.previous = null
    snapshot.next = null
  }
}
