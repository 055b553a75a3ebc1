/**
 * One transaction: its ids, its places in the lists it is on, and what it holds. Made by TransactionManager.begin.
 *
 *            begin()            commit()
 *   (none) ─────────► ACTIVE ─────────────► COMMITTED     effects visible, locks free; commitLsn says what durability means
 *                        └─── abort() ────► ABORTED       every change undone, locks free
 */
import { ROW_HOLD_NONE } from './row-locks.js'
import { LockList } from './table-locks.js'
import { UNDO_KINDS } from './undo-kinds.js'

/** @import { Lsn, Xid } from '../util/identifiers.js' */
/** @import { TransactionManager } from './manager.js' */
/** @import { SerializableTxn } from './serializable.js' */
/** @import { Snapshot } from './snapshot.js' */
/** @import { Wait } from './wait.js' */
/** @import { RowQueue, RowHold } from './row-locks.js' */

export const TXN_ACTIVE = 0
export const TXN_COMMITTED = 1
export const TXN_ABORTED = 2

/**
 * @typedef {object} Mark a savepoint
 * @property {number} undo the transaction's newest undo record then
 * @property {number} rowHolds
 * @property {number} tableLocks
 * @property {number} commitHooks
 * @property {number} abortHooks
 * @property {number} beforeHooks
 */

/** The mark of a transaction that has done nothing yet. @type {Readonly<Mark>} */
export const BEGINNING = Object.freeze({
  undo: 0, rowHolds: 0, tableLocks: 0, commitHooks: 0, abortHooks: 0, beforeHooks: 0,
})

export class Transaction {
  /**
   * @param {TransactionManager} manager
   * @param {boolean} repeatableRead
   * @param {boolean} readOnly
   * @param {boolean} synchronousCommit
   * @param {number} pid for messages
   */
  constructor(manager, repeatableRead, readOnly, synchronousCommit, pid) {
    this.manager = manager
    this.repeatableRead = repeatableRead
    this.readOnly = readOnly
    this.synchronousCommit = synchronousCommit
    this.pid = pid
    /** Where it locks relations: its database's. @type {import('./table-locks.js').LockSpace} */
    this.lockSpace = manager.locks.common
    this.state = TXN_ACTIVE
    /**
     * Another number for each transaction, and after each ROLLBACK TO: as long as it is the same, locks taken are held.
     */
    this.serial = ++manager.serials
    /** 0 until the first write. @type {Xid} */
    this.xid = 0
    /** Current command id: stamped on changes. */
    this.cid = 0
    /** The highest command id so far: a command that goes on behind others has a lower one (`resumeCommand`). */
    this.lastCid = 0
    /** The current command id has been stamped on something. */
    this.cidUsed = false
    this.firstUndo = 0
    this.lastUndo = 0
    /** Undo it holds, in units of 16 bytes: its rollback logs no more than that. */
    this.undoUnits = 0
    /** The log's position when the xid was assigned: no record of the transaction is older. @type {Lsn} */
    this.firstLsn = 0
    /**
     * LSN of the transaction's newest record in the log; whoever seals a record in its name sets it. 0: wrote nothing.
     */
    /** @type {Lsn} */
    this.lastLsn = 0
    /**
     * The newest not-yet-durable gating commit any visibility check of its met; 0 none. The engine compares it with
     * wal.durableLsn.
     */
    /** @type {Lsn} */
    this.gateLsn = 0
    this.csn = 0
    /**
     * The position of the log that must be durable before the commit is; 0 when there was nothing to log.
     * @type {Lsn}
     */
    this.commitLsn = 0
    /** Some undo record needs more of purge than being forgotten. */
    this.purgeWork = false
    /** Purge unlinks files: that waits for durability whatever the mode. */
    this.dropsFiles = false
    /** Files with such records. @type {number[]} */
    this.purgeFiles = NO_FILES
    /** Heap files it made, with its newest undo record then. @type {Map<number, number> | null} */
    this.filesMade = null
    /** @type {Snapshot | null} what all statements of a REPEATABLE READ transaction share */
    this.baseSnapshot = null
    /**
     * It put a key where the snapshot all its statements share still sees the row that had it: unique keys are not
     * unique for it.
     */
    this.seesKeysTwice = false
    /** @type {Snapshot[]} */
    this.snapshots = []
    this.tableLocks = manager.spareLockLists.pop() ?? new LockList()
    /** Row locks held in the shared-holder table. @type {RowHold[]} */
    this.rowHolds = ROW_HOLD_NONE
    /** @type {Wait | null} */
    this.waiting = null
    /** Row queues somebody waits in for this transaction. @type {RowQueue[] | null} */
    this.waitedBy = null
    /** Waits for the end of this transaction, or of a savepoint of its. @type {Wait[] | null} */
    this.endWaits = null
    /** @type {(() => void)[] | null} */
    this.beforeHooks = null
    /** @type {((commitLsn: Lsn) => void)[] | null} */
    this.commitHooks = null
    /** @type {(() => void)[] | null} */
    this.abortHooks = null
    /** It asked for SERIALIZABLE. */
    this.isSerializable = false
    /** … and has its snapshot. @type {SerializableTxn | null} */
    this.serializable = null
    /** Deferred row events, kept by the executor. @type {{ cut(pointer: number): void, close(): void } | null} */
    this.events = null
    /** @type {Transaction | null} */
    this.previousActive = null
    /** @type {Transaction | null} */
    this.nextActive = null
    /** Its place among those whose undo is needed, once it has undo records. */
    this.unsettledAt = -1
  }

  /**
   * It has committed, and nobody remembers it: what is left of it are numbers, and its object may be used again
   * (`renew`).
   */
  isForgotten() {
    return (
      this.state === TXN_COMMITTED && !this.purgeWork && !this.isSerializable && this.baseSnapshot === null
      && this.beforeHooks === null && this.commitHooks === null && this.abortHooks === null && this.events === null
      && this.filesMade === null && this.waiting === null && this.waitedBy === null && this.endWaits === null
      && this.rowHolds === ROW_HOLD_NONE
    )
  }

  /** It has neither written nor locked anything, nor asked to be told of its end: BEGINNING marks it. */
  isUntouched() {
    return (
      this.lastUndo === 0 && this.tableLocks.count === 0 && this.rowHolds === ROW_HOLD_NONE && this.beforeHooks === null
      && this.commitHooks === null && this.abortHooks === null
    )
  }

  /**
   * Another transaction of the same session, READ COMMITTED.
   * @param {boolean} readOnly
   * @param {boolean} synchronousCommit
   */
  renew(readOnly, synchronousCommit) {
    this.repeatableRead = false
    this.readOnly = readOnly
    this.synchronousCommit = synchronousCommit
    this.state = TXN_ACTIVE
    this.serial = ++this.manager.serials
    /** @type {Xid} */
    this.xid = 0
    this.cid = 0
    this.lastCid = 0
    this.cidUsed = false
    this.firstUndo = 0
    this.lastUndo = 0
    this.undoUnits = 0
    /** @type {Lsn} */
    this.firstLsn = 0
    /** @type {Lsn} */
    this.lastLsn = 0
    /** @type {Lsn} */
    this.gateLsn = 0
    this.csn = 0
    /** @type {Lsn} */
    this.commitLsn = 0
    this.unsettledAt = -1
    this.tableLocks = this.manager.spareLockLists.pop() ?? new LockList()
  }

  /** Gives the transaction an xid if it has none. @returns {number} */
  assignXid() {
    if (this.xid === 0) this.manager.assignXid(this)
    return this.xid
  }

  /**
   * Before a writing statement: later changes carry a new command id, which earlier snapshots of this transaction do
   * not see.
   */
  nextCommand() {
    if (!this.cidUsed) return
    this.cid = ++this.lastCid
    this.cidUsed = false
  }

  /** A statement under way is about to set off others: what they change has another command id. */
  interruptCommand() {
    this.cidUsed = true
  }

  /**
   * A statement goes on behind others that it set off: what it changes is its own command's again, seen by theirs and
   * not by its own snapshot.
   * @param {number} cid
   */
  resumeCommand(cid) {
    if (this.cid === cid) return
    this.cid = cid
    this.cidUsed = true
  }

  /**
   * Records undo for what is not a heap change: call before the change's WAL record is sealed. Good until the next
   * call.
   */
  get undo() {
    const writer = this.manager.undoWriter
    writer.txn = this
    return writer
  }

  /** @param {number} fileId a relation purge will have to look at for this transaction */
  needsPurge(fileId) {
    this.purgeWork = true
    if (this.purgeFiles === NO_FILES) this.purgeFiles = [fileId]
    else if (this.purgeFiles[this.purgeFiles.length - 1] !== fileId && !this.purgeFiles.includes(fileId))
      this.purgeFiles.push(fileId)
  }

  /**
   * A file is about to be created in this transaction's name; undoing a creation that was refused does nothing.
   * @param {number} fileId
   * @param {Lsn} prevLsn of the FILE_CREATE record
   */
  noteFileCreated(fileId, prevLsn) {
    this.undo.file(UNDO_KINDS.FILE_CREATED, fileId, prevLsn)
  }

  /** A file is about to be dropped at commit. @param {number} fileId @param {Lsn} prevLsn of the FILE_DROP record */
  noteFileDropped(fileId, prevLsn) {
    this.undo.file(UNDO_KINDS.FILE_DROPPED, fileId, prevLsn)
    this.purgeWork = true
    this.dropsFiles = true
  }

  /** Runs before the COMMIT record is made; may throw, which refuses the commit. @param {() => void} hook */
  beforeCommit(hook) {
    (this.beforeHooks ??= []).push(hook)
  }

  /** Runs at commit, after effects became visible; must not throw. @param {(commitLsn: Lsn) => void} hook */
  onCommit(hook) {
    (this.commitHooks ??= []).push(hook)
  }

  /**
   * Runs when what was done before it is rolled back, newest first, after the undo records; must not throw.
   * @param {() => void} hook
   */
  onAbort(hook) {
    (this.abortHooks ??= []).push(hook)
  }
}

/** Shared and never pushed to: most transactions need no list. @type {number[]} */
const NO_FILES = []
