/**
 * idle_in_transaction_session_timeout and idle_session_timeout of one client: from each ReadyForQuery to the next
 * message. There is one timer, not one for each wait: when it rings too early, because the client has sent something
 * since, it is wound up for the rest.
 */
import { idleInTransactionTimeout, idleSessionTimeout } from '../errors/protocol.js'

/** @import { Session } from '../engine/session/session.js' */
/** @import { DbError } from '../errors/db-error.js' */

/** ReadyForQuery's status outside a transaction block. */
const OUTSIDE = 73

export class IdleTimer {
  /** @param {Session} session @param {(error: DbError) => void} expire ends it */
  constructor(session, expire) {
    this.session = session
    this.expire = expire
    /** When the client will have been idle for too long; Infinity: it is not idle. */
    this.deadlineMs = Infinity
    this.inTransaction = false
    /** @type {{ cancel: () => void } | null} */
    this.timer = null
    this.ringsMs = Infinity
  }

  /** The client was told that it may go on. */
  begin() {
    const { session } = this
    this.inTransaction = session.statusByte() !== OUTSIDE
    const limitMs = this.inTransaction ? session.idleInTransactionTimeoutMs : session.idleSessionTimeoutMs
    if (limitMs === 0) return
    const nowMs = session.cluster.clock.monotonicMs()
    this.deadlineMs = nowMs + limitMs
    if (this.deadlineMs >= this.ringsMs) return
    this.timer?.cancel()
    this.#wind(nowMs)
  }

  /** It has sent something. */
  end() {
    this.deadlineMs = Infinity
  }

  /** Its connection is over. */
  stop() {
    this.end()
    this.timer?.cancel()
    this.timer = null
  }

  /** @param {number} nowMs */
  #wind(nowMs) {
    this.ringsMs = this.deadlineMs
    this.timer = this.session.cluster.clock.setTimer(() => this.#rings(), Math.ceil(this.deadlineMs - nowMs), true)
  }

  #rings() {
    this.timer = null
    this.ringsMs = Infinity
    if (this.deadlineMs === Infinity) return
    const nowMs = this.session.cluster.clock.monotonicMs()
    if (nowMs < this.deadlineMs) this.#wind(nowMs)
    else this.expire(this.inTransaction ? idleInTransactionTimeout() : idleSessionTimeout())
  }
}
