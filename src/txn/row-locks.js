/**
 * What of row locking does not fit into row headers: holders beyond the first of a shared lock, and queues of who waits
 * for a row. Both are empty unless transactions meet on a row. The heap decides who conflicts (it reads the header);
 * this file keeps order.
 *
 * A queue is first-come. When a transaction ends, each queue it blocked tries its waiters in order: the heap writes the
 * lock for the waiter (`grantRow`) before the waiter wakes, so nobody can come between.
 */
import { breakDeadlock } from './wait-graph.js'
import { Wait } from './wait.js'
import { blockOf, slotOf } from '../util/tuple-id.js'

/** @import { Tid } from '../util/identifiers.js' */
/** @import { Transaction } from './transaction.js' */

export const STRENGTH = Object.freeze({ KEY_SHARE: 1, SHARE: 2, NO_KEY_UPDATE: 3, UPDATE: 4 })
/**
 * PostgreSQL's table: two row locks conflict iff their strengths add up to 5 or more, KEY SHARE meeting only UPDATE.
 * @param {number} a
 * @param {number} b
 */
export const strengthsConflict = (a, b) => a + b >= 5

/** @typedef {{fileId: number, tid: Tid, txn: Transaction, strength: number}} RowHold */
/** @type {RowHold[]} shared and never pushed to */
export const ROW_HOLD_NONE = []

/**
 * What a heap offers: writes the lock if nobody conflicts, else fills `blockers`.
 * @typedef {object} LockableRows
 * @property {(txn: Transaction, tid: Tid, strength: number, blockers: Transaction[]) => boolean} grantRow false:
 *   there is no row to lock any more; what it throws, it throws before anything is changed
 */

export class RowQueue {
  /** @param {RowLocks} locks @param {LockableRows} rows @param {number} fileId @param {Tid} tid */
  constructor(locks, rows, fileId, tid) {
    this.locks = locks
    this.rows = rows
    this.fileId = fileId
    this.tid = tid
    /** @type {Wait[]} */
    this.waiters = []
  }

  /** @param {Wait} wait */
  blockersOf(wait) {
    const blockers = wait.blockers.slice()
    for (const ahead of this.waiters) {
      if (ahead === wait) break
      if (strengthsConflict(ahead.mode, wait.mode)) blockers.push(ahead.txn)
    }
    return blockers
  }

  /**
   * Who blocks a wait and not also `behind`, which it blocks: those before both are in the way of both, if they want
   * the same.
   * @param {Wait} wait
   * @param {Wait} behind
   */
  blockersBeyond(wait, behind) {
    return wait.mode === behind.mode && !wait.holds && !behind.holds ? wait.blockers : this.blockersOf(wait)
  }

  /** @param {Wait} wait */
  describe(wait) {
    const holder = wait.blockers.find((txn) => txn.xid !== 0)
    if (holder !== undefined) return `ShareLock on transaction ${holder.xid}`
    return `ExclusiveLock on tuple (${blockOf(this.tid)},${slotOf(this.tid)}) of relation file ${this.fileId}`
  }

  /** @param {Wait} wait */
  leave(wait) {
    const index = this.waiters.indexOf(wait)
    if (index >= 0) this.waiters.splice(index, 1)
    this.advance()
  }

  /** Tries the waiters in order; drops the queue when nobody is left. */
  advance() {
    const { waiters } = this
    /** The strongest wait before the one at hand, which must wait behind it. @type {Wait | null} */
    let strongest = null
    /**
     * The last who was looked at since a lock was granted, and holds nothing itself: the holders in its way are in the
     * way of everybody of that kind who wants the same and waits behind it.
     * @type {Wait | null}
     */
    let looked = null
    for (let index = 0; index < waiters.length; index++) {
      const wait = waiters[index]
      const behind = strongest !== null && strengthsConflict(strongest.mode, wait.mode)
      if (behind && looked !== null && looked.mode === wait.mode && !wait.holds) {
        wait.blockers = looked.blockers
        if (wait.blockers.some(isWaiting) && breakDeadlock(wait)) return
        continue
      }
      wait.blockers = behind ? [/** @type {Wait} */ (strongest).txn] : []
      let lockable
      try {
        lockable = this.rows.grantRow(wait.txn, this.tid, wait.mode, wait.blockers)
      } catch (error) { // a page or undo that cannot be read, no room: who waits is told, not who is just ending
        waiters.splice(index--, 1)
        wait.fail(error)
        looked = null
        continue
      }
      if (!lockable || wait.blockers.length === 0) {
        waiters.splice(index--, 1)
        wait.finish()
        looked = null
        continue
      }
      if (behind) wait.blockers.shift()
      for (const blocker of wait.blockers) noteWaitedBy(blocker, this)
      // New holders may themselves wait for this waiter's transaction. If so it leaves, and `leave` advances from the
      // start. Who waits for nothing closes no cycle.
      if (wait.blockers.some(isWaiting) && breakDeadlock(wait)) return
      if (!wait.holds) looked = wait
      if (strongest === null || wait.mode > strongest.mode) strongest = wait
    }
    if (waiters.length === 0) this.locks.dropQueue(this)
  }
}

/** @param {Transaction} txn */
const isWaiting = (txn) => txn.waiting !== null

export class RowLocks {
  constructor() {
    /** @type {Map<number, Map<number, RowHold[]>>} file -> tid -> holders */
    this.holds = new Map()
    /** @type {Map<number, Map<number, RowQueue>>} */
    this.queues = new Map()
    this.queueCount = 0
  }

  /** @param {number} fileId @param {Tid} tid @returns {RowHold[]} */
  holdsOf(fileId, tid) {
    return this.holds.get(fileId)?.get(tid) ?? ROW_HOLD_NONE
  }

  /** @param {Transaction} txn @param {number} fileId @param {Tid} tid @param {number} strength */
  hold(txn, fileId, tid, strength) {
    let byTid = this.holds.get(fileId)
    if (byTid === undefined) this.holds.set(fileId, byTid = new Map())
    let row = byTid.get(tid)
    if (row === undefined) byTid.set(tid, row = [])
    for (const held of row) if (held.txn === txn && held.strength >= strength) return
    const entry = { fileId, tid, txn, strength }
    row.push(entry)
    if (txn.rowHolds === ROW_HOLD_NONE) txn.rowHolds = [entry]
    else txn.rowHolds.push(entry)
  }

  /** Gives back what was held after the first `keep`. @param {Transaction} txn @param {number} keep */
  releaseDownTo(txn, keep) {
    const holds = txn.rowHolds
    while (holds.length > keep) {
      const entry = /** @type {RowHold} */ (holds.pop())
      const byTid = /** @type {Map<number, RowHold[]>} */ (this.holds.get(entry.fileId))
      const row = /** @type {RowHold[]} */ (byTid.get(entry.tid))
      row.splice(row.indexOf(entry), 1)
      if (row.length > 0) continue
      byTid.delete(entry.tid)
      if (byTid.size === 0) this.holds.delete(entry.fileId)
    }
  }

  /**
   * @param {Transaction} txn
   * @param {LockableRows} rows
   * @param {number} fileId
   * @param {Tid} tid
   * @param {number} strength
   * @param {Transaction[]} blockers who holds what conflicts @param {boolean} holder has a lock on the row already
   * @returns {Wait}
   */
  wait(txn, rows, fileId, tid, strength, blockers, holder) {
    let byTid = this.queues.get(fileId)
    if (byTid === undefined) this.queues.set(fileId, byTid = new Map())
    let queue = byTid.get(tid)
    if (queue === undefined) {
      byTid.set(tid, queue = new RowQueue(this, rows, fileId, tid))
      this.queueCount++
    }
    const before = txn.waiting
    if (before !== null) {
      // A second body of the same statement meets the wait its first body began.
      if (before.place === queue && before.mode === strength) return before
      before.finish()
      before.place.leave(before)
    }
    const wait = new Wait(txn, queue, strength)
    wait.blockers = blockers
    wait.holds = holder
    if (holder) queue.waiters.unshift(wait)
    else queue.waiters.push(wait)
    for (const blocker of blockers) noteWaitedBy(blocker, queue)
    breakDeadlock(wait)
    return wait
  }

  /** The transaction ended, or gave back locks: whoever waited for it may go on. @param {Transaction} txn */
  wake(txn) {
    const queues = txn.waitedBy
    if (queues === null) return
    txn.waitedBy = null
    for (const queue of queues) queue.advance()
  }

  /** @param {RowQueue} queue */
  dropQueue(queue) {
    const byTid = this.queues.get(queue.fileId)
    if (byTid === undefined || byTid.get(queue.tid) !== queue) return
    byTid.delete(queue.tid)
    this.queueCount--
    if (byTid.size === 0) this.queues.delete(queue.fileId)
  }
}

/** @param {Transaction} txn @param {RowQueue} queue */
function noteWaitedBy(txn, queue) {
  if (txn.waitedBy === null) txn.waitedBy = [queue]
  else if (!txn.waitedBy.includes(queue)) txn.waitedBy.push(queue)
}
