/**
 * Table locks: PostgreSQL's eight modes over a number that names the relation (or anything else the engine wants to
 * lock by number). The fast path touches one Map, one count and one array; who holds what is read off the transactions
 * only when somebody must wait.
 *
 * Who waits stands in the relation's queue, first-come; a newcomer whose mode conflicts with a waiter's waits too. A
 * transaction that already holds a lock a waiter is blocked by goes before that waiter: behind it, both would wait for
 * ever.
 */
import { rewrittenSince } from '../errors/txn.js'
import { breakDeadlock } from './wait-graph.js'
import { Wait } from './wait.js'

/** @import { Transaction } from './transaction.js' */

/** By mode (lock-modes.js). */
export const LOCK_MODE_NAMES = [
  '', 'AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareLock',
  'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock',
]

/** @param {...number} modes */
const maskOf = (...modes) => modes.reduce((mask, mode) => mask | (1 << mode), 0)
/** CONFLICTS[mode]: bit m is set when mode and m conflict. */
const CONFLICTS = [
  0, maskOf(8), maskOf(7, 8), maskOf(5, 6, 7, 8), maskOf(4, 5, 6, 7, 8), maskOf(3, 4, 6, 7, 8),
  maskOf(3, 4, 5, 6, 7, 8), maskOf(2, 3, 4, 5, 6, 7, 8), maskOf(1, 2, 3, 4, 5, 6, 7, 8),
]

const SHARED = 2 ** 32
/**
 * The number of an object that all databases share, by its catalog and its own; those below are relations'.
 * @param {number} classId @param {number} objectId
 */
export const sharedLockKey = (classId, objectId) => classId * SHARED + objectId
/** @param {number} key @returns {{ classId: number, objectId: number } | null} null: a relation's */
export const sharedLock = (key) =>
  key < SHARED ? null : { classId: Math.floor(key / SHARED), objectId: key % SHARED }

/** OIDs below mean the same object in every database, or are locked as if they did: those of system catalogs. */
const FIRST_USER_KEY = 16384

/** Idle lock objects are kept for the next transaction; beyond this many they are forgotten. */
const IDLE_LOCKS_MAX = 4096

/**
 * What one transaction holds, oldest first. Lists are reused by later transactions: no growing of arrays on the fast
 * path.
 */
export class LockList {
  constructor() {
    /** @type {RelationLock[]} entries from `count` on are left over */
    this.locks = []
    /** @type {number[]} */
    this.modes = []
    this.count = 0
  }
}

/** What one database's relations are locked by: another one may have relations of the same numbers (a copy of it). */
export class LockSpace {
  constructor() {
    /** @type {Map<number, RelationLock>} */
    this.byKey = new Map()
    /**
     * Tables written anew with one version of each row where older snapshots should see others: key -> csn of the
     * commit.
     * @type {Map<number, number>}
     */
    this.rewritten = new Map()
  }
}

class RelationLock {
  /** @param {TableLocks} locks @param {LockSpace} space it is in @param {number} key */
  constructor(locks, space, key) {
    this.locks = locks
    this.space = space
    this.key = key
    this.counts = new Int32Array(9)
    this.granted = 0 // bit m: counts[m] > 0
    /** @type {Wait[]} */
    this.queue = []
  }

  /** @param {Wait} wait */
  blockersOf(wait) {
    const blockers = []
    for (let txn = this.locks.firstActive(); txn !== null; txn = txn.nextActive) {
      if (txn !== wait.txn && (heldMask(txn, this) & CONFLICTS[wait.mode]) !== 0) blockers.push(txn)
    }
    for (const ahead of this.queue) {
      if (ahead === wait) break
      if (CONFLICTS[wait.mode] & (1 << ahead.mode)) blockers.push(ahead.txn)
    }
    return blockers
  }

  /**
   * Moves `wait` before the wait of `other`, if nothing but the queue's order makes it wait for that.
   * @param {Wait} wait @param {Transaction} other @returns {number} its place before, -1: not moved
   */
  moveBefore(wait, other) {
    if (heldMask(other, this) & CONFLICTS[wait.mode]) return -1
    const from = this.queue.indexOf(wait)
    const to = this.queue.findIndex((ahead) => ahead.txn === other)
    if (to < 0 || to > from) return -1
    this.moveTo(wait, to)
    return from
  }

  waits() { return this.queue }

  /** @param {Wait} wait @param {number} place */
  moveTo(wait, place) {
    this.queue.splice(this.queue.indexOf(wait), 1)
    this.queue.splice(place, 0, wait)
  }

  /** @param {Wait} wait */
  leave(wait) {
    const index = this.queue.indexOf(wait)
    if (index >= 0) this.queue.splice(index, 1)
    this.advance()
  }

  /** @param {Wait} wait */
  describe(wait) {
    const shared = sharedLock(this.key)
    const name = shared === null ? this.locks.nameOf(this.key)
      : `object ${shared.objectId} of class ${shared.classId} of database 0`
    return `${LOCK_MODE_NAMES[wait.mode]} on ${name}`
  }

  /** Whether `txn` may have `mode` as far as holders go. @param {Transaction} txn @param {number} mode */
  compatible(txn, mode) {
    const conflicting = this.granted & CONFLICTS[mode]
    if (conflicting === 0) return true
    const own = heldMask(txn, this)
    for (let held = 1; held <= 8; held++) {
      if (conflicting & (1 << held) && this.counts[held] > (own & (1 << held) ? 1 : 0)) return false
    }
    return true
  }

  /** @param {Transaction} txn @param {number} mode */
  grant(txn, mode) {
    this.counts[mode]++
    this.granted |= 1 << mode
    const held = txn.tableLocks
    held.locks[held.count] = this
    held.modes[held.count++] = mode
  }

  /** @param {number} mode */
  release(mode) {
    if (--this.counts[mode] === 0) this.granted &= ~(1 << mode)
  }

  /** Grants what can be granted, in order. */
  advance() {
    let ahead = 0
    for (let index = 0; index < this.queue.length; index++) {
      const wait = this.queue[index]
      if ((CONFLICTS[wait.mode] & ahead) === 0 && this.compatible(wait.txn, wait.mode)) {
        this.queue.splice(index--, 1)
        this.grant(wait.txn, wait.mode)
        wait.finish()
      } else ahead |= 1 << wait.mode
    }
  }
}

/** Is it for a table, not for a row or for a transaction's end? @param {Wait} wait */
export const isTableWait = (wait) => wait.place instanceof RelationLock

export class TableLocks {
  /** @param {() => Transaction | null} firstActive head of the list of active transactions */
  constructor(firstActive) {
    this.firstActive = firstActive
    /** What all databases have in common; and of transactions of no database. */
    this.common = new LockSpace()
    /** @type {Map<number, LockSpace>} by database */
    this.spaces = new Map()
    /** How the deadlock report names a key; the engine knows databases. @type {(key: number) => string} */
    this.nameOf = (key) => `relation ${key}`
  }

  /** @param {number} databaseOid @returns {LockSpace} for `Transaction.lockSpace` */
  spaceOf(databaseOid) {
    let space = this.spaces.get(databaseOid)
    if (space === undefined) this.spaces.set(databaseOid, space = new LockSpace())
    return space
  }

  /** @param {Transaction} txn @param {number} key @returns {LockSpace} */
  spaceFor(txn, key) { return key >= FIRST_USER_KEY && key < SHARED ? txn.lockSpace : this.common }

  /**
   * Takes a lock until the transaction (or the savepoint it was taken under) ends.
   * @param {Transaction} txn @param {number} key @param {number} mode 1..8
   * @returns {Wait | null} null: granted
   * @throws {DbError} 40001 the transaction's snapshot is older than the table's only versions
   */
  acquire(txn, key, mode) {
    const space = this.spaceFor(txn, key)
    const lock = space.byKey.get(key)
    // Mostly the first lock of its transaction, and nobody in the way.
    if (
      lock === undefined || txn.tableLocks.count > 0 || lock.queue.length > 0 || (lock.granted & CONFLICTS[mode]) !== 0
      || space.rewritten.size > 0
    )
      return this.acquireAmong(txn, space, key, mode)
    lock.grant(txn, mode)
    return null
  }

  /**
   * `acquire` beside other locks of the transaction, or of others.
   * @param {Transaction} txn @param {LockSpace} space @param {number} key @param {number} mode @returns {Wait | null}
   */
  acquireAmong(txn, space, key, mode) {
    const { byKey, rewritten } = space
    if (rewritten.size > 0 && txn.baseSnapshot !== null && (rewritten.get(key) ?? 0) > txn.baseSnapshot.csn)
      throw rewrittenSince()
    let lock = byKey.get(key)
    if (lock === undefined) byKey.set(key, lock = new RelationLock(this, space, key))
    const own = heldMask(txn, lock)
    if (own & (1 << mode)) return null
    const queue = lock.queue
    if (queue.length === 0) {
      if ((lock.granted & CONFLICTS[mode]) === 0 || lock.compatible(txn, mode)) {
        lock.grant(txn, mode)
        return null
      }
    } else {
      // The wait may be met again by a second body of the same statement.
      if (txn.waiting !== null && txn.waiting.place === lock && txn.waiting.mode === mode) return txn.waiting
      let place = queue.length
      for (let index = 0; index < queue.length && own !== 0; index++) {
        if (CONFLICTS[queue[index].mode] & own) { place = index; break }
      }
      let ahead = 0
      for (let index = 0; index < place; index++) ahead |= 1 << queue[index].mode
      if ((CONFLICTS[mode] & ahead) === 0 && lock.compatible(txn, mode)) {
        lock.grant(txn, mode)
        return null
      }
      return this.enqueue(txn, lock, mode, place)
    }
    return this.enqueue(txn, lock, mode, 0)
  }

  /**
   * The lock at once or not at all (VACUUM's and lock-or-skip callers).
   * @param {Transaction} txn
   * @param {number} key
   * @param {number} mode
   */
  tryAcquire(txn, key, mode) {
    const space = this.spaceFor(txn, key)
    let lock = space.byKey.get(key)
    if (lock === undefined) space.byKey.set(key, lock = new RelationLock(this, space, key))
    if (heldMask(txn, lock) & (1 << mode)) return true
    for (const wait of lock.queue) if (CONFLICTS[mode] & (1 << wait.mode)) return false
    if (!lock.compatible(txn, mode)) return false
    lock.grant(txn, mode)
    return true
  }

  /** @param {Transaction} txn @param {RelationLock} lock @param {number} mode @param {number} place */
  enqueue(txn, lock, mode, place) {
    if (txn.waiting !== null) abandon(txn.waiting)
    const wait = new Wait(txn, lock, mode)
    lock.queue.splice(place, 0, wait)
    breakDeadlock(wait)
    return wait
  }

  /** Modes the transaction holds, bit m for mode m. @param {Transaction} txn @param {number} key */
  held(txn, key) {
    const lock = this.spaceFor(txn, key).byKey.get(key)
    return lock === undefined ? 0 : heldMask(txn, lock)
  }

  /**
   * Transactions that hold any mode of it. @param {Transaction} asker of the same database @param {number} key
   * @returns {Transaction[]}
   */
  holdersOf(asker, key) {
    const lock = this.spaceFor(asker, key).byKey.get(key)
    const found = []
    for (let txn = lock === undefined ? null : this.firstActive(); txn !== null; txn = txn.nextActive) {
      if (heldMask(txn, /** @type {RelationLock} */ (lock)) !== 0) found.push(txn)
    }
    return found
  }

  /** Gives back all locks taken after the first `keep`. @param {Transaction} txn @param {number} keep */
  releaseDownTo(txn, keep) {
    const held = txn.tableLocks
    for (let index = held.count - 1; index >= keep; index--) held.locks[index].release(held.modes[index])
    while (held.count > keep) {
      const lock = held.locks[--held.count]
      if (lock.queue.length > 0) lock.advance()
      else if (lock.granted === 0 && lock.space.byKey.size > IDLE_LOCKS_MAX) lock.space.byKey.delete(lock.key)
    }
  }
}

/**
 * Modes of `lock` the transaction holds. Linear: a transaction holds few; thousands (pg_dump) still cost microseconds.
 * @param {Transaction} txn
 * @param {RelationLock} lock
 */
function heldMask(txn, lock) {
  const { locks, modes, count } = txn.tableLocks
  let mask = 0
  for (let index = 0; index < count; index++) if (locks[index] === lock) mask |= 1 << modes[index]
  return mask
}

/** Another wait of the same transaction is begun: nobody awaits the old one any more. @param {Wait} wait */
function abandon(wait) {
  wait.finish()
  wait.place.leave(wait)
}
