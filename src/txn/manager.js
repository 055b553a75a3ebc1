/**
 * All transactions of a cluster: begin, snapshot, commit, abort, savepoints, and the lists that say what may be
 * forgotten.
 *
 *   active list      begun, not ended                         who holds which lock is read off it
 *   snapshot list    live snapshots, oldest csn first         bounds purge
 *   unsettled        transactions with undo records that are still needed, by first record     the first one's is undo.low (unsettled.js)
 *   purge queue      committed ones among them, in commit order
 *
 * Measured (Node 20, log in memory): begin + commit 0.1 us, with xid and COMMIT record 0.27 us; snapshot + release 33
 * ns; a table lock 0.05 us.
 *
 *   XID_RANGE   xid bound f64, undo pointer bound f64      nothing at or above them was used before this record
 *   COMMIT, ABORT   no payload
 */
import { ExportedSnapshots } from './exported-snapshots.js'
import { RECORD_KINDS } from '../wal/record-kinds.js'
import { assert } from '../util/assert.js'
import { ABORTED, EFFECTLESS, XidRing } from './xid-ring.js'
import { UndoHandlers } from './handlers.js'
import { purgeTransaction } from './purge.js'
import { rollback } from './rollback.js'
import { AdvisoryLocks } from './advisory-locks.js'
import { OlderNulls } from './older-nulls.js'
import { OwedAborts } from './owed-aborts.js'
import { RowLocks } from './row-locks.js'
import { SerializableState } from './serializable.js'
import { Snapshot, SnapshotList } from './snapshot.js'
import { SweepFiles } from './sweep-files.js'
import { LockList, TableLocks } from './table-locks.js'
import { TXN_ABORTED, TXN_ACTIVE, TXN_COMMITTED, Transaction } from './transaction.js'
import { PurgeQueue, Unsettled } from './unsettled.js'
import { UNDO_UNIT_BYTES, UndoLog } from './undo-log.js'
import { UndoWriter } from './undo-writer.js'
import { Wait } from './wait.js'
import { breakDeadlock } from './wait-graph.js'

/** @import { Vfs } from '../storage/vfs/vfs.js' */
/** @import { Lsn, Xid } from '../util/identifiers.js' */
/** @import { Mark } from './transaction.js' */
/** @import { WaitPlace } from './wait.js' */

/** Xids (and undo chunks) logged ahead at a time. */
const XID_RANGE = 8192
const UNDO_RANGE = 64 * 65536 // units of 16 bytes: 64 MB

/**
 * The log as transactions use it.
 * @typedef {object} TxnLog
 * @property {DataView} view @property {Uint8Array} buffer
 * @property {number} position @property {Lsn} durableLsn
 * @property {Lsn} pagesAfterLsn no page is written before the record there is durable
 * @property {(payloadBytesMax: number) => number} reserve
 * @property {(kind: number, xid: Xid, prevLsn: Lsn, end: number) => number} seal
 * @property {boolean} [spending] what is reserved ends or undoes something: it is not refused for want of space
 *   (src/wal/README.md)
 */

export class TransactionManager {
  /**
   * @param {object} options
   * @param {TxnLog} options.wal
   * @param {Pick<Vfs, 'tempFile' | 'freeBytes'>} options.vfs for undo that does not fit memory
   * @param {number} [options.undoMemoryBytes]
   * @param {boolean} [options.gating] commits with synchronous_commit gate answers until they are durable: `wal_sync`
   *   is `immediate`
   */
  constructor({ wal, vfs, undoMemoryBytes = 64 * 1024 * 1024, gating = true }) {
    this.wal = wal
    this.gating = gating
    this.undo = new UndoLog({ vfs, memoryChunksMax: undoMemoryBytes / (1024 * 1024) })
    this.undo.raiseBound = (chunkEnd) => this.logRange(this.xidBound, chunkEnd + UNDO_RANGE)
    this.undoWriter = new UndoWriter(this.undo)
    this.ring = new XidRing(() => this.oldestNeededXid())
    this.handlers = new UndoHandlers()
    this.locks = new TableLocks(() => this.firstActive)
    this.rowLocks = new RowLocks()
    this.advisory = new AdvisoryLocks()
    this.serializable = new SerializableState()
    /** @type {LockList[]} of ended transactions */
    this.spareLockLists = []
    this.snapshots = new SnapshotList()
    this.exported = new ExportedSnapshots(this)
    this.xidBound = 0
    /** csn of the newest commit. */
    this.lastCsn = 1
    /**
     * Where the newest commit ends that gates answers: who waits for it has waited for all it can have learned.
     * @type {Lsn}
     */
    this.gatingLsn = 0
    /** @type {Transaction | null} */
    this.firstActive = null
    /** @type {Transaction | null} */
    this.lastActive = null
    this.activeCount = 0
    this.owed = new OwedAborts((kind, txn) => this.logEnd(kind, txn))
    this.unsettled = new Unsettled()
    this.purges = new PurgeQueue()
    /** Where a purge in slices stands within the first of the queue; 0: at its newest record. */
    this.purgePointer = 0
    this.purging = false
    this.sweepFiles = new SweepFiles()
    /**
     * Told when a transaction could not be undone: what is half undone cannot go on, and the next open undoes the rest
     * by the log.
     * @type {(error: unknown) => void}
     */
    this.onUndoFailure = () => undefined
    /**
     * Asked when a change could not be undone: may the rest go on without it? Says what the change was about and whose
     * it was; if so, nobody reads that file any more.
     * @type {(error: unknown, fileId: number, xid: Xid) => boolean}
     */
    this.setAside = () => false
    /**
     * Told before a transaction's records are purged: a file some of them are about.
     * @type {(fileId: number) => void}
     */
    this.beforePurge = () => undefined
    /** Told when purge had to pass over a record. @type {(error: Error) => void} */
    this.onPurgeFailure = () => undefined
    /** Nothing can be written any more, so that nothing else need be said. @type {() => boolean} */
    this.isOver = () => false
    this.olderNulls = new OlderNulls(this)
    /** Numbers given to transactions. */
    this.serials = 0
    // Counters for statistics views.
    this.commits = 0
    this.aborts = 0
    this.undoRecordsPurged = 0
  }

  /**
   * Before the first transaction: nothing below these was ever used. Recovery calls it with what the log says; a new
   * cluster with (3, 0).
   * @param {Xid} nextXid @param {number} undoPointer
   */
  startAt(nextXid, undoPointer) {
    this.ring.startAt(nextXid)
    this.xidBound = nextXid
    this.undo.startAt(undoPointer)
    this.undo.bound = this.undo.next
  }

  /**
   * @param {object} [options]
   * @param {'read committed' | 'repeatable read' | 'read uncommitted' | 'serializable'} [options.isolation]
   * @param {boolean} [options.readOnly]
   * @param {boolean} [options.synchronousCommit]
   * @param {number} [options.pid] process id for messages
   * @param {import('./table-locks.js').LockSpace} [options.lockSpace] its database's
   */
  begin({
    isolation = 'read committed', readOnly = false, synchronousCommit = true, pid = 0, lockSpace = this.locks.common,
  } = {}) {
    const txn = new Transaction(
      this, isolation === 'repeatable read' || isolation === 'serializable', readOnly, synchronousCommit, pid,
    )
    txn.lockSpace = lockSpace
    txn.isSerializable = isolation === 'serializable'
    this.enter(txn)
    return txn
  }

  /**
   * A READ COMMITTED transaction in the object of one of the same session that ended and is nobody's concern any more.
   * @param {Transaction} txn
   * @param {boolean} readOnly
   * @param {boolean} synchronousCommit
   */
  beginAgain(txn, readOnly, synchronousCommit) {
    txn.renew(readOnly, synchronousCommit)
    this.enter(txn)
    return txn
  }

  /** Onto the active list. @param {Transaction} txn */
  enter(txn) {
    txn.previousActive = this.lastActive
    if (this.lastActive === null) this.firstActive = txn
    else this.lastActive.nextActive = txn
    this.lastActive = txn
    this.activeCount++
  }

  /**
   * What a statement sees. READ COMMITTED: all commits so far; REPEATABLE READ: those before the transaction's first
   * snapshot. Changes by the transaction's own earlier commands always. Give it back with `releaseSnapshot` when the
   * statement (portal, cursor) is done.
   * @param {Transaction} txn
   */
  snapshot(txn) {
    return this.snapshotIn(txn, null)
  }

  /**
   * As `snapshot`, in an object that nobody uses any more if there is one.
   * @param {Transaction} txn
   * @param {Snapshot | null} spare
   */
  snapshotIn(txn, spare) {
    txn.nextCommand()
    if (txn.repeatableRead) {
      if (txn.baseSnapshot === null) {
        txn.baseSnapshot = new Snapshot(txn, this.lastCsn, txn.cid)
        this.snapshots.append(txn.baseSnapshot)
        if (txn.isSerializable) txn.serializable = this.serializable.register(txn)
      }
      const snapshot = new Snapshot(txn, txn.baseSnapshot.csn, txn.cid)
      snapshot.serializable = txn.serializable
      return snapshot
    }
    const snapshot = spare === null ? new Snapshot(txn, this.lastCsn, txn.cid) : spare.renew(txn, this.lastCsn, txn.cid)
    this.list(snapshot)
    return snapshot
  }

  /** It holds purge back until it is released. @param {Snapshot} snapshot the newest there is */
  list(snapshot) {
    this.snapshots.append(snapshot)
    snapshot.txn.snapshots.push(snapshot)
  }

  /**
   * Everything committed by now, also in REPEATABLE READ: what a foreign key's actions look at. There, changing a row
   * that the transaction's own snapshot does not see as it is now is 40001. Not listed: the transaction's own snapshot
   * is older.
   * @param {Transaction} txn @param {boolean} writes rows are to be changed, not only looked at
   */
  newestSnapshot(txn, writes) {
    if (txn.baseSnapshot === null) return this.snapshot(txn)
    txn.nextCommand()
    const snapshot = new Snapshot(txn, this.lastCsn, txn.cid)
    if (writes) snapshot.lockCsn = txn.baseSnapshot.csn
    return snapshot
  }

  /**
   * Of a SERIALIZABLE transaction, from its first statement on: one that changes the catalog may come before any that
   * reads.
   * @param {Transaction} txn
   * @returns {import('./serializable.js').SerializableTxn | null}
   */
  ofSerializable(txn) {
    if (txn.isSerializable && txn.baseSnapshot === null) this.releaseSnapshot(this.snapshot(txn))
    return txn.serializable
  }

  /**
   * Gives up a transaction's snapshot before anything was read with it; the next one is taken anew.
   * @param {Transaction} txn
   */
  dropSnapshot(txn) {
    if (txn.baseSnapshot !== null) this.snapshots.remove(txn.baseSnapshot)
    txn.baseSnapshot = null
    txn.serializable?.abort()
    txn.serializable = null
  }

  /** The same commits, and what the transaction did since; good as long as the other. @param {Snapshot} snapshot */
  laterSnapshot(snapshot) {
    snapshot.txn.nextCommand()
    const later = new Snapshot(snapshot.txn, snapshot.csn, snapshot.txn.cid)
    later.lockCsn = snapshot.lockCsn
    later.serializable = snapshot.serializable
    return later
  }

  /** @param {Snapshot} snapshot */
  releaseSnapshot(snapshot) {
    if (!snapshot.listed) return
    this.snapshots.remove(snapshot)
    const live = snapshot.txn.snapshots
    const last = /** @type {Snapshot} */ (live.pop())
    if (last !== snapshot) live[live.indexOf(snapshot)] = last
  }

  /** csn every live and future snapshot includes. */
  oldestCsn() {
    return this.snapshots.first === null ? this.lastCsn : this.snapshots.first.csn
  }

  /** @param {Transaction} txn */
  assignXid(txn) {
    assert(txn.state === TXN_ACTIVE, 'only an active transaction writes')
    if (this.ring.next >= this.xidBound) this.logRange(this.ring.next + XID_RANGE, this.undo.bound)
    txn.xid = this.ring.begin()
    if (txn.serializable !== null) this.serializable.byXid.set(txn.xid, txn.serializable)
    txn.firstLsn = this.wal.position
  }

  /**
   * Ends the transaction: its effects are visible and its locks free when this returns.
   * @param {Transaction} txn
   * @returns {number} commitLsn: durable once wal.durableLsn >= it; 0 when nothing was logged
   * @throws {DbError} what a beforeCommit hook throws, and 58030; the transaction is then still active and is to be
   *   aborted
   */
  commit(txn) {
    assert(txn.state === TXN_ACTIVE, 'a transaction ends once')
    const before = txn.beforeHooks
    if (before !== null) for (let index = 0; index < before.length; index++) before[index]()
    if (txn.serializable !== null) txn.serializable.prepare()
    let commitLsn = 0
    if (txn.lastLsn !== 0) {
      this.logEnd(RECORD_KINDS.COMMIT, txn)
      commitLsn = this.wal.position
      const gates = this.gating && txn.synchronousCommit
      const csn = commitLsn * 2 + (gates ? 1 : 0)
      if (gates) this.gatingLsn = commitLsn
      this.ring.set(txn.xid, csn)
      this.lastCsn = csn
      txn.csn = csn
      txn.commitLsn = commitLsn
    } else if (txn.xid !== 0) this.ring.set(txn.xid, EFFECTLESS)
    txn.state = TXN_COMMITTED
    if (txn.serializable !== null) txn.serializable.commit()
    this.commits++
    this.leave(txn)
    if (txn.firstUndo !== 0) {
      if (commitLsn === 0) this.settle(txn.unsettledAt)
      else this.purges.add(txn.csn, txn.unsettledAt, txn.purgeWork ? txn : null)
    }
    const hooks = txn.commitHooks
    if (hooks !== null) for (let index = 0; index < hooks.length; index++) hooks[index](commitLsn)
    this.settleCheap()
    return commitLsn
  }

  /** Undoes everything and ends the transaction. @param {Transaction} txn */
  abort(txn) {
    assert(txn.state === TXN_ACTIVE, 'a transaction ends once')
    this.undoTo(txn, 0)
    this.runAbortHooks(txn, 0)
    if (txn.lastLsn !== 0) this.owed.log(txn)
    if (txn.xid !== 0) this.ring.set(txn.xid, ABORTED)
    txn.state = TXN_ABORTED
    if (txn.serializable !== null) txn.serializable.abort()
    this.aborts++
    this.leave(txn)
    if (txn.firstUndo !== 0) this.settle(txn.unsettledAt)
    this.settleCheap()
  }

  /**
   * Transactions with records in the log and without an end there.
   * @returns {Iterable<Pick<Transaction, 'xid' | 'firstLsn' | 'lastLsn'>>}
   */
  * unfinished() {
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive) if (txn.lastLsn !== 0) yield txn
    yield* this.owed
  }

  /**
   * @param {number} kind COMMIT or ABORT @param {Pick<Transaction, 'xid' | 'lastLsn'>} txn
   * @throws {DbError} 53100, 53000, 58030
   */
  logEnd(kind, txn) {
    const { wal } = this
    const before = wal.spending // a checkpoint that pays what is owed goes on spending
    wal.spending = true
    try {
      const at = wal.reserve(0)
      wal.seal(kind, txn.xid, txn.lastLsn, at)
    } finally {
      wal.spending = before
    }
  }

  /**
   * The log that undoing all that is active would take, in bytes: a compensation record is no longer than its undo
   * record.
   */
  rollbackBytes() {
    let units = 0
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive) units += txn.undoUnits
    return units * UNDO_UNIT_BYTES
  }

  /** @param {Transaction} txn @param {number} keep the newest undo record that stays, 0: none */
  undoTo(txn, keep) {
    try {
      rollback(this, txn, keep)
    } catch (error) {
      this.onUndoFailure(error)
      throw error
    }
  }

  /** @param {Transaction} txn @returns {Mark} */
  savepoint(txn) {
    return {
      undo: txn.lastUndo, rowHolds: txn.rowHolds.length, tableLocks: txn.tableLocks.count,
      commitHooks: txn.commitHooks?.length ?? 0, abortHooks: txn.abortHooks?.length ?? 0,
      beforeHooks: txn.beforeHooks?.length ?? 0,
    }
  }

  /**
   * Undoes what was done since the mark and gives back the locks taken since; the mark stays good.
   * @param {Transaction} txn @param {Mark} mark
   */
  rollbackTo(txn, mark) {
    assert(txn.state === TXN_ACTIVE, 'only an active transaction rolls back to a savepoint')
    this.undoTo(txn, mark.undo)
    if (txn.events !== null) txn.events.cut(mark.undo)
    this.runAbortHooks(txn, mark.abortHooks)
    if (txn.commitHooks !== null) txn.commitHooks.length = mark.commitHooks
    if (txn.beforeHooks !== null) txn.beforeHooks.length = mark.beforeHooks
    // What is written next must not look like a change of a command that was undone.
    txn.cidUsed = true
    this.rowLocks.releaseDownTo(txn, mark.rowHolds)
    this.locks.releaseDownTo(txn, mark.tableLocks)
    txn.serial = ++this.serials
    this.rowLocks.wake(txn)
    this.wakeEndWaits(txn)
  }

  /** Keeps what was done since the mark. @param {Transaction} txn @param {Mark} mark */
  release(txn, mark) {
    assert(txn.state === TXN_ACTIVE && mark.undo <= txn.lastUndo, 'a savepoint of an active transaction is released')
  }

  /**
   * Waits until the transaction with `xid` ends or rolls back to a savepoint; the caller looks again.
   * @param {Transaction} txn who waits @param {Xid} xid
   * @returns {Wait | null} null: it is over already
   */
  waitForXid(txn, xid) {
    const other = this.activeWithXid(xid)
    return other === null ? null : this.waitForEnd(txn, other)
  }

  /**
   * The same for a transaction at hand.
   * @param {Transaction} txn who waits @param {Transaction} other
   * @returns {Wait | null} null: it is over already
   */
  waitForEnd(txn, other) {
    if (other === txn || other.state !== TXN_ACTIVE) return null
    const before = txn.waiting
    if (before !== null) {
      if (before.place === END_OF_TRANSACTION && before.blockers[0] === other) return before
      before.finish()
      before.place.leave(before)
    }
    const wait = new Wait(txn, END_OF_TRANSACTION, 0)
    wait.blockers.push(other);
    (other.endWaits ??= []).push(wait)
    breakDeadlock(wait)
    return wait
  }

  /** @param {Xid} xid @returns {Transaction | null} */
  activeWithXid(xid) {
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive) if (txn.xid === xid) return txn
    return null
  }

  /**
   * Purges up to about `budget` undo records. Call it when there is time; `undo.low` and with it the speed of reads
   * depends on it.
   * @param {number} [budget] @returns {boolean} whether more could be done now
   */
  purge(budget = 256) {
    const { purges } = this
    if (this.purging) return false
    this.purging = true
    try {
      while (!purges.isEmpty && this.isPurgeable(purges.csn, purges.txn)) {
        const { txn } = purges
        if (txn !== null) {
          budget = purgeTransaction(this, txn, budget)
          if (this.purgePointer !== 0) return true
        } else budget--
        this.dequeue()
        if (budget <= 0) break
      }
    } finally {
      this.purging = false
    }
    return this.hasPurgeWork && this.isPurgeable(purges.csn, purges.txn)
  }

  /**
   * See `LockSpace.rewritten`. @param {import('./table-locks.js').LockSpace} space @param {number} relationOid
   * @param {number} csn of the commit
   */
  noteRewritten({ rewritten }, relationOid, csn) {
    const oldest = this.oldestCsn()
    for (const [key, of] of rewritten) if (of <= oldest) rewritten.delete(key)
    if (oldest < csn) rewritten.set(relationOid, csn)
  }

  /** Is any committed transaction's undo still to be purged? */
  get hasPurgeWork() { return !this.purges.isEmpty }

  /** Of the first of the purge queue. @param {number} csn @param {Transaction | null} txn */
  isPurgeable(csn, txn) {
    const gates = (csn & 1) === 1
    return (
      csn <= this.oldestCsn()
      && ((!gates && (txn === null || !txn.dropsFiles)) || (gates ? csn - 1 : csn) / 2 <= this.wal.durableLsn)
    )
  }

  /** Settles transactions whose purge is nothing but forgetting. */
  settleCheap() {
    const { purges } = this
    if (this.purging) return
    while (!purges.isEmpty && purges.txn === null && this.isPurgeable(purges.csn, null)) this.dequeue()
  }

  /** The first of the purge queue is through. */
  dequeue() {
    const { place } = this.purges
    this.purges.drop()
    this.settle(place)
  }

  /** The transaction wrote its first undo record. @param {Transaction} txn @param {number} pointer */
  firstUndoOf(txn, pointer) {
    txn.firstUndo = pointer
    if (this.unsettled.isEmpty) this.undo.advance(pointer)
    txn.unsettledAt = this.unsettled.add(pointer)
  }

  /** Nobody needs a transaction's undo any more. @param {number} place of `unsettled` */
  settle(place) {
    const { unsettled, undo } = this
    if (unsettled.settle(place)) undo.advance(unsettled.isEmpty ? undo.next : unsettled.first)
  }

  /**
   * Who keeps the oldest undo record there is: a transaction that has not ended its changes, or one whose snapshot is
   * older than the end of those that did.
   * @returns {{ txn: Transaction, changes: boolean } | null} null: nobody, purge will come to it
   */
  undoHolder() {
    const { unsettled, snapshots, purges } = this
    if (unsettled.isEmpty) return null
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive)
      if (txn.firstUndo === unsettled.first) return { txn, changes: true }
    const { first } = snapshots
    return first === null || purges.isEmpty || purges.csn <= first.csn ? null : { txn: first.txn, changes: false }
  }

  /**
   * As PostgreSQL's backend_xmin: the oldest transaction that was not decided when the oldest of its snapshots was
   * taken.
   * @param {Transaction} txn
   * @returns {number} 0: it has no snapshot
   */
  xminOf(txn) {
    let csn = txn.baseSnapshot?.csn ?? Infinity
    for (const snapshot of txn.snapshots) if (snapshot.csn < csn) csn = snapshot.csn
    if (csn === Infinity) return 0
    const { ring } = this
    for (let xid = ring.low; xid < ring.next; xid++) {
      const of = ring.of(xid)
      if (of === 0 || of > csn) return xid
    }
    return ring.next
  }

  /** Smallest xid the ring must cover. */
  oldestNeededXid() {
    let oldest = this.undo.oldestXid()
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive)
      if (txn.xid !== 0 && txn.xid < oldest) oldest = txn.xid
    return oldest
  }

  /**
   * Files with purge work that a crash now would leave undone: part of every checkpoint record.
   * @returns {Set<number>}
   */
  filesWithPurgeWork() {
    const files = new Set(this.sweepFiles)
    for (let txn = this.firstActive; txn !== null; txn = txn.nextActive)
      for (const fileId of txn.purgeFiles) files.add(fileId)
    for (const txn of this.purges.work()) for (const fileId of txn.purgeFiles) files.add(fileId)
    return files
  }

  /** @param {number} xidBound @param {number} undoBound */
  logRange(xidBound, undoBound) {
    const at = this.wal.reserve(16)
    this.wal.view.setFloat64(at, xidBound, true)
    this.wal.view.setFloat64(at + 8, undoBound, true)
    // Row locks put ids and pointers of the range on pages without a record of their own.
    this.wal.pagesAfterLsn = this.wal.seal(RECORD_KINDS.XID_RANGE, 0, 0, at + 16)
    this.xidBound = xidBound
    this.undo.bound = undoBound
  }

  /** Off the active list, snapshots and locks given back, whoever waited goes on. @param {Transaction} txn */
  leave(txn) {
    if (txn.previousActive === null) this.firstActive = txn.nextActive
    else txn.previousActive.nextActive = txn.nextActive
    if (txn.nextActive === null) this.lastActive = txn.previousActive
    else txn.nextActive.previousActive = txn.previousActive
    txn.previousActive = null
    txn.nextActive = null
    this.activeCount--
    if (txn.baseSnapshot !== null || txn.snapshots.length > 0) this.leaveSnapshots(txn)
    if (txn.rowHolds.length > 0) this.rowLocks.releaseDownTo(txn, 0)
    if (txn.tableLocks.count > 0) this.locks.releaseDownTo(txn, 0)
    this.spareLockLists.push(txn.tableLocks)
    txn.tableLocks = NO_LOCKS
    if (txn.events !== null) txn.events.close()
    this.rowLocks.wake(txn)
    this.wakeEndWaits(txn)
  }

  /** @param {Transaction} txn */
  leaveSnapshots(txn) {
    if (txn.baseSnapshot !== null) this.snapshots.remove(txn.baseSnapshot)
    for (let index = 0; index < txn.snapshots.length; index++) this.snapshots.remove(txn.snapshots[index])
    txn.snapshots.length = 0
  }

  /** @param {Transaction} txn */
  wakeEndWaits(txn) {
    const waits = txn.endWaits
    if (waits === null) return
    txn.endWaits = null
    for (let index = 0; index < waits.length; index++) waits[index].finish()
  }

  /** @param {Transaction} txn @param {number} keep */
  runAbortHooks(txn, keep) {
    const hooks = txn.abortHooks
    if (hooks === null) return
    while (hooks.length > keep) /** @type {() => void} */ (hooks.pop())()
  }
}

/** What an ended transaction holds. */
const NO_LOCKS = new LockList()

/** Waiting for a transaction's end has no order: all who wait go on at once. @type {WaitPlace} */
const END_OF_TRANSACTION = {
  blockersOf: (wait) => wait.blockers,
  leave: (wait) => {
    const other = wait.blockers[0]
    if (other.endWaits !== null) other.endWaits = other.endWaits.filter((one) => one !== wait)
  },
  describe: (wait) => `ShareLock on transaction ${wait.blockers[0].xid}`,
}
