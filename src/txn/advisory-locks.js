/**
 * Advisory locks: numbers that applications lock. A session holds them by itself or for its transaction; one session's
 * holds never stand in each other's way. Whoever conflicts waits first-come; the wait takes part in the search for
 * deadlocks through the holders' transactions.
 */
import { outOfLocks } from '../errors/txn.js'
import { breakDeadlock } from './wait-graph.js'
import { Wait } from './wait.js'

/** @import { Transaction } from './transaction.js' */

/** A session, as far as locks know it. @typedef {{ block: { txn: Transaction | null }, pid: number }} LockOwner */
/**
 * @typedef {{ database: number, classId: number, objectId: number, kind: number }} AdvisoryKey kind 1: one 64-bit
 *   number, high and low half; 2: two 32-bit numbers
 */

/** Of all sessions: some hundred megabytes. PostgreSQL has room for some ten thousand. */
const LOCKS_MAX = 200_000

const EXCLUSIVE = 7
const SHARE = 5

/** One owner's holds, counted. */
class Hold {
  constructor() {
    this.exclusive = 0
    this.shared = 0
    this.exclusiveOfTxn = 0
    this.sharedOfTxn = 0
  }

  get total() { return this.exclusive + this.shared + this.exclusiveOfTxn + this.sharedOfTxn }
}

class AdvisoryLock {
  /** @param {AdvisoryLocks} locks @param {string} name @param {AdvisoryKey} tag */
  constructor(locks, name, tag) {
    this.locks = locks
    this.name = name
    this.tag = tag
    /** @type {Map<LockOwner, Hold>} */
    this.holders = new Map()
    /** @type {{ wait: Wait, owner: LockOwner, exclusive: boolean, ofTxn: boolean }[]} */
    this.queue = []
  }

  /** @param {LockOwner} owner @param {boolean} exclusive @returns {LockOwner[]} others that hold what conflicts */
  conflicts(owner, exclusive) {
    const found = []
    for (const [other, hold] of this.holders)
      if (other !== owner && (exclusive || hold.exclusive + hold.exclusiveOfTxn > 0)) found.push(other)
    return found
  }

  /** @param {Wait} wait */
  blockersOf(wait) {
    const blockers = []
    const at = this.queue.findIndex((entry) => entry.wait === wait)
    const entry = this.queue[at]
    if (entry === undefined) return []
    for (const other of this.conflicts(entry.owner, entry.exclusive))
      if (other.block.txn !== null) blockers.push(other.block.txn)
    for (const ahead of this.queue.slice(0, at)) if (ahead.exclusive || entry.exclusive) blockers.push(ahead.wait.txn)
    return blockers
  }

  /** @param {Wait} wait */
  leave(wait) {
    const at = this.queue.findIndex((entry) => entry.wait === wait)
    if (at >= 0) this.queue.splice(at, 1)
    this.advance()
  }

  /** @param {Wait} wait */
  describe(wait) {
    const { database, classId, objectId, kind } = this.tag
    return `${wait.mode === EXCLUSIVE ? 'ExclusiveLock' : 'ShareLock'} on advisory lock [${database},${classId},${objectId},${kind}]`
  }

  /** Grants what can be granted, in order. */
  advance() {
    for (let at = 0; at < this.queue.length; at++) {
      const entry = this.queue[at]
      const isBehind = this.queue.slice(0, at).some((ahead) => ahead.exclusive || entry.exclusive)
      if (isBehind || this.conflicts(entry.owner, entry.exclusive).length > 0) continue
      this.queue.splice(at--, 1)
      this.grant(entry.owner, entry.wait.txn, entry.exclusive, entry.ofTxn)
      entry.wait.finish()
    }
    if (this.queue.length === 0 && this.holders.size === 0) this.locks.byName.delete(this.name)
  }

  /** @param {LockOwner} owner @param {Transaction} txn @param {boolean} exclusive @param {boolean} ofTxn */
  grant(owner, txn, exclusive, ofTxn) {
    let hold = this.holders.get(owner)
    if (hold === undefined) this.holders.set(owner, hold = new Hold())
    if (!ofTxn) {
      if (exclusive) hold.exclusive++
      else hold.shared++
      return
    }
    if (exclusive) hold.exclusiveOfTxn++
    else hold.sharedOfTxn++
    const held = hold
    const giveBack = () => {
      if (exclusive) held.exclusiveOfTxn--
      else held.sharedOfTxn--
      this.dropIfEmpty(owner, held)
    }
    txn.onCommit(giveBack)
    txn.onAbort(giveBack)
  }

  /** @param {LockOwner} owner @param {Hold} hold */
  dropIfEmpty(owner, hold) {
    if (hold.total === 0 && this.holders.get(owner) === hold) this.holders.delete(owner)
    this.advance()
  }
}

export class AdvisoryLocks {
  constructor() {
    /** @type {Map<string, AdvisoryLock>} */
    this.byName = new Map()
    this.most = LOCKS_MAX
  }

  /**
   * @param {LockOwner} owner
   * @param {Transaction} txn of its
   * @param {AdvisoryKey} tag
   * @param {boolean} exclusive
   * @param {boolean} ofTxn until the transaction ends, not the session
   * @param {boolean} waits false: at once or not at all
   * @returns {boolean | Wait} true: granted
   * @throws {DbError} 53200
   */
  acquire(owner, txn, tag, exclusive, ofTxn, waits) {
    const name = `${tag.database}/${tag.classId}/${tag.objectId}/${tag.kind}`
    let lock = this.byName.get(name)
    if (lock === undefined) {
      if (this.byName.size >= this.most) throw outOfLocks()
      this.byName.set(name, lock = new AdvisoryLock(this, name, tag))
    }
    const holds = lock.holders.has(owner)
    const isBehind = !holds && lock.queue.some((entry) => entry.exclusive || exclusive)
    if (!isBehind && lock.conflicts(owner, exclusive).length === 0) {
      lock.grant(owner, txn, exclusive, ofTxn)
      return true
    }
    if (!waits) return false
    const wait = new Wait(txn, lock, exclusive ? EXCLUSIVE : SHARE)
    const entry = { wait, owner, exclusive, ofTxn }
    if (holds) lock.queue.unshift(entry)
    else lock.queue.push(entry)
    breakDeadlock(wait)
    return wait
  }

  /**
   * Gives back one hold of the session.
   * @param {LockOwner} owner
   * @param {AdvisoryKey} tag
   * @param {boolean} exclusive
   * @returns {boolean} false: it has none
   */
  release(owner, tag, exclusive) {
    const lock = this.byName.get(`${tag.database}/${tag.classId}/${tag.objectId}/${tag.kind}`)
    const hold = lock?.holders.get(owner)
    if (lock === undefined || hold === undefined || (exclusive ? hold.exclusive : hold.shared) === 0) return false
    if (exclusive) hold.exclusive--
    else hold.shared--
    lock.dropIfEmpty(owner, hold)
    return true
  }

  /** All holds of the session itself. @param {LockOwner} owner */
  releaseAll(owner) {
    for (const lock of [...this.byName.values()]) {
      const hold = lock.holders.get(owner)
      if (hold === undefined) continue
      hold.exclusive = hold.shared = 0
      lock.dropIfEmpty(owner, hold)
    }
  }

  /** For pg_locks. @param {LockOwner} owner @returns {{ tag: AdvisoryKey, mode: number, granted: boolean }[]} */
  locksOf(owner) {
    const found = []
    for (const lock of this.byName.values()) {
      const hold = lock.holders.get(owner)
      if (hold !== undefined && hold.exclusive + hold.exclusiveOfTxn > 0)
        found.push({ tag: lock.tag, mode: EXCLUSIVE, granted: true })
      if (hold !== undefined && hold.shared + hold.sharedOfTxn > 0)
        found.push({ tag: lock.tag, mode: SHARE, granted: true })
      for (const entry of lock.queue)
        if (entry.owner === owner) found.push({ tag: lock.tag, mode: entry.wait.mode, granted: false })
    }
    return found
  }
}
