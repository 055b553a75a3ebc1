/**
 * One transaction waiting for others: what a lock call returns when it cannot grant at once. Await `promise`; it
 * resolves when the wait is over (a lock waited for is then already held) and rejects with 40P01 or what `cancel` was
 * given.
 *
 *   WAITING ── granted / cause gone ──► DONE
 *      └────── cancel / deadlock ─────► DONE (rejected)
 */

/** @import { Transaction } from './transaction.js' */

/**
 * Where a wait stands: a row's queue, a relation's queue, a transaction's end.
 * @typedef {object} WaitPlace
 * @property {(wait: Wait) => Transaction[]} blockersOf
 * @property {(wait: Wait, behind: Wait) => Transaction[]} [blockersBeyond] those of them who are not known already as
 *   blockers of a wait behind it
 * @property {(wait: Wait) => void} leave the wait goes; those behind it may go on
 * @property {(wait: Wait) => string} describe "ShareLock on transaction 7", for the deadlock report
 * @property {() => Wait[]} [waits] where the order may be changed to get rid of a deadlock: who waits, and
 * @property {(wait: Wait, other: Transaction) => number} [moveBefore] see RelationLock
 * @property {(wait: Wait, place: number) => void} [moveTo]
 * @property {() => void} [advance] grants what can be granted
 */

export class Wait {
  /** @param {Transaction} txn @param {WaitPlace} place @param {number} mode strength or lock mode asked for */
  constructor(txn, place, mode) {
    this.txn = txn
    this.place = place
    this.mode = mode
    this.done = false
    /** Who blocks a row wait, as of the last look. @type {Transaction[]} */
    this.blockers = []
    /** Has a lock on the row it waits for. */
    this.holds = false
    /** @type {() => void} */
    this.resolve = () => {}
    /** @type {(error: unknown) => void} */
    this.reject = () => {}
    /** @type {Promise<void>} */
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // A deadlock may be found before anyone awaits; that is no unhandled rejection.
    this.promise.catch(ignore)
    txn.waiting = this
  }

  /** The wait is over. */
  finish() {
    if (this.done) return
    this.done = true
    this.txn.waiting = null
    this.resolve()
  }

  /** Lock timeout, statement cancel, termination. @param {unknown} error */
  cancel(error) {
    if (this.done) return
    this.fail(error)
    this.place.leave(this)
  }

  /** The wait is over, and was for nothing; its place has let go of it. @param {unknown} error */
  fail(error) {
    if (this.done) return
    this.done = true
    this.txn.waiting = null
    this.reject(error)
  }
}

/** The rejection reaches whoever awaits the promise; this only marks it as seen. */
function ignore() { /* see above */ }
