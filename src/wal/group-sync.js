/**
 * Group commit: when a sync starts, and who waits for it. README.md draws the state machine; this file owns its arrows.
 *
 * Promises: one sync under way at a time; whoever comes while it runs shares the next one; nobody is told "durable"
 * before a sync that began after the write of his record has succeeded. All waiters of one sync share one promise.
 *
 * A sync starts from an immediate callback: after the events of this turn, so that commits of many sockets share it.
 * Commits/s (bench/wal.js, Node 20, fdatasync 130 us) with 1 / 4 / 32 clients and no other work: immediate 6,000 /
 * 26,000 / 157,000; microtask 5,700 / 24,000 / 127,000; at once, inside `durable`, 5,800 / 15,000 / 76,000, because the
 * first commit of a group then syncs alone. Starting early when a group has been gathering for longer than a sync takes
 * overlaps work and sync: +15 % with 32 clients of 20 us of work each, but -10 to -30 % with 8; not done.
 */
import { assert } from '../util/assert.js'

/** @import { Lsn } from '../util/identifiers.js' */

/**
 * What is synced.
 * @typedef {object} SyncTarget
 * @property {() => number} begin writes out what is staged; returns the position that a sync started now covers
 * @property {() => number} begun as far as that was done before and no sync has covered it, the position; else 0
 * @property {() => Promise<void>} sync
 * @property {(lsn: Lsn) => void} reached the log is durable up to there
 * @property {() => void} announce tells whom it concerns
 * @property {(error: unknown) => boolean} passes of an error of `begin`: nothing has happened, it may be tried again
 * @property {(error: unknown) => void} failed a write or sync failed; it rejects all waiters through `rejectAll`
 */

/**
 * `awaited`: somebody waits for it, so it keeps the program alive.
 * @typedef {{ setTimeout: (callback: () => void, ms: number, awaited?: boolean) => any, clearTimeout:
 *   (timer: any) => void, setImmediate: (callback: () => void) => any }} Timers
 */

/** Until a sync that could not begin is tried again. */
const RETRY_MS = 100

class Group {
  /** Newest position somebody waits for (WAITING), or that the sync covers (SYNCING). */
  lsn = 0
  /** Somebody waits who must not wait for the batch timer. */
  urgent = false

  constructor() {
    /** @type {() => void} */
    this.resolve = () => undefined
    /** @type {(error: unknown) => void} */
    this.reject = this.resolve
    /** @type {Promise<void>} */
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.promise.catch(() => undefined) // a batch's sync may have no waiter; its failure is known from wal.failed
  }
}

export class GroupSync {
  batchMs = 5
  batchCommits = 1000
  /** @type {Group | null} */
  #syncing = null
  /** @type {Group | null} */
  #waiting = null
  #scheduled = false
  #closed = false
  /** @type {any} */
  #timer = null
  #batchedCommits = 0

  /** @param {SyncTarget} target @param {Timers} timers */
  constructor(target, timers) {
    this.target = target
    this.timers = timers
  }

  /**
   * Resolves once everything before `lsn` is durable; starts a sync as soon as one may start.
   * @param {Lsn} lsn
   * @returns {Promise<void>}
   */
  wait(lsn) {
    if (this.#syncing !== null && lsn <= this.#syncing.lsn) return this.#syncing.promise
    return this.#urgently(lsn).promise
  }

  /** As `wait`, for those who hear of it from `announce`. @param {Lsn} lsn */
  request(lsn) {
    if (this.#syncing === null || lsn > this.#syncing.lsn) this.#urgently(lsn)
  }

  /**
   * Resolves once everything before `lsn` is durable; leaves it to others and to the batch timer when.
   * @param {Lsn} lsn
   * @returns {Promise<void>}
   */
  waitForBatch(lsn) {
    if (this.#syncing !== null && lsn <= this.#syncing.lsn) return this.#syncing.promise
    this.startTimer()
    return this.#join(lsn).promise
  }

  /** A commit that is acknowledged without waiting: a sync follows within batchMs or batchCommits. */
  noteBatched() {
    this.#batchedCommits++
    if (this.#batchedCommits >= this.batchCommits) this.#urgently(0)
    else this.startTimer()
  }

  /** A sync starts within batchMs. */
  startTimer() {
    if (this.#timer !== null || this.#closed) return
    this.#timer = this.timers.setTimeout(() => {
      this.#timer = null
      this.#urgently(0)
    }, this.batchMs)
    this.#timer.unref?.() // what the batch still holds is with the operating system; it keeps no program alive
  }

  /** A synchronous sync made everything before `durableLsn` durable: all that was sealed. @param {Lsn} durableLsn */
  advancedTo(durableLsn) {
    this.#batchedCommits = 0
    this.#clearTimer()
    const group = this.#waiting
    if (group === null) return
    assert(group.lsn <= durableLsn, 'a synchronous sync covers all there is')
    this.#waiting = null
    group.resolve()
  }

  /** @param {unknown} error */
  rejectAll(error) {
    this.#clearTimer()
    for (const group of [this.#syncing, this.#waiting]) group?.reject(error)
    this.#syncing = this.#waiting = null
  }

  /** Waits for the sync under way, starts no other. */
  async close() {
    this.#closed = true
    this.#clearTimer()
    if (this.#syncing !== null) await this.#syncing.promise.catch(() => undefined)
  }

  /** @param {Lsn} lsn @returns {Group} */
  #join(lsn) {
    const group = this.#waiting ??= new Group()
    if (lsn > group.lsn) group.lsn = lsn
    return group
  }

  /** @param {Lsn} lsn 0: whatever there is @returns {Group} */
  #urgently(lsn) {
    const group = this.#join(lsn)
    group.urgent = true
    this.#schedule()
    return group
  }

  #schedule() {
    if (this.#scheduled || this.#syncing !== null) return
    this.#scheduled = true
    this.timers.setImmediate(() => {
      this.#scheduled = false
      if (this.#syncing === null && this.#waiting !== null) this.#start()
    })
  }

  #start() {
    const group = this.#waiting
    if (group === null || this.#closed) return
    assert(this.#syncing === null, 'one sync is under way at a time')
    this.#waiting = null
    this.#syncing = group
    this.#batchedCommits = 0
    this.#clearTimer()
    try {
      const wanted = group.lsn
      group.lsn = this.target.begin()
      assert(group.lsn >= wanted, 'a sync covers what its waiters asked for')
    } catch (error) {
      if (!this.target.passes(error)) return this.target.failed(error)
      this.#waiting = group
      this.#syncing = null
      this.timers.setTimeout(() => this.#schedule(), RETRY_MS, true)
      const lsn = this.target.begun()
      if (lsn > 0) this.#sync(this.#syncing = new Group(), lsn)
      return
    }
    this.#sync(group, group.lsn)
  }

  /** @param {Group} group @param {Lsn} lsn */
  #sync(group, lsn) {
    group.lsn = lsn
    this.target.sync().then(() => this.#finished(group), (error) => this.target.failed(error))
  }

  /** @param {Group} group */
  #finished(group) {
    if (this.#syncing !== group) return // failed meanwhile
    this.#syncing = null
    this.target.reached(group.lsn)
    // The next sync starts before anybody hears of this one: it runs while they go on.
    if (this.#waiting !== null && this.#waiting.urgent) this.#start()
    group.resolve()
    this.target.announce()
  }

  #clearTimer() {
    if (this.#timer === null) return
    this.timers.clearTimeout(this.#timer)
    this.#timer = null
  }
}
