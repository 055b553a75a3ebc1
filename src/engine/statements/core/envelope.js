/**
 * The envelope of a statement: what is done around it, whichever way it came. Drawn in ../../README.md, "The envelope".
 *
 *                begin             finish              end
 *      OUTSIDE ────────► RUNNING ─────────► RUNNING ────────► OUTSIDE
 *         │                 │   undo, fail              end      ▲
 *         │                 └──────────────► FAILED ────────────┤
 *         └─ undo, fail (Parse, Bind, Describe, Sync) ──────────┘
 *
 * Nobody else begins or ends a statement, commits the transaction that was its own, or says that it failed; the tidy
 * test looks for others. Steps that may wait are generators; each has a form for callers that cannot wait, or do not
 * have to.
 */
import { checking } from '#invariants'
import { asDbError, shuttingDown } from '../../../errors/engine.js'
import { assert } from '../../../util/assert.js'
import { unwatchedBy, watchedBy } from '../../../util/effort.js'
import { logsError } from '../../session/log-messages.js'
import { FAILED, IDLE, IMPLICIT } from '../../session/transaction-block.js'
import { undoAhead, undoFailed } from '../../session/undo-ahead.js'
import { finishEnd } from '../../session/ending.js'
import { fireDeferred, hasDeferredEvents } from './deferred.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Portal } from './portal.js' */
/** @import { Prepared } from './prepared.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/** States of an envelope. */
const OUTSIDE = 0
const RUNNING = 1
const BROKEN = 2

/** Characters of its last statement that an idle session keeps, as many as pg_stat_activity shows. */
const SHOWN_QUERY_LENGTH = 1023

export class Envelope {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    this.state = OUTSIDE
    /** What the statement under way is executed from. @type {Portal | null} */
    this.portal = null
  }

  // --- the whole of it ----------------------------------------------------------------------------------------------

  /** A statement that was begun, or several, with which their message ends. @param {Work} work @returns {Work} */
  *message(work) {
    try {
      yield* work
      yield* this.finish()
    } catch (error) {
      throw yield* this.undo(error)
    } finally {
      this.end()
    }
  }

  /** A statement that was begun; its message goes on. @param {Work} work @returns {Work} */
  *statement(work) {
    try {
      yield* work
    } catch (error) {
      throw yield* this.undo(error)
    } finally {
      this.end()
    }
  }

  // --- its steps ----------------------------------------------------------------------------------------------------

  /**
   * @param {string} text @param {Portal | null} [portal] that it is executed from
   * @throws {DbError} 57P03 its session has ended; 58030 after the log has failed
   */
  begin(text, portal = null) {
    const { session } = this
    const { cluster } = session
    if (session.closed) throw shuttingDown()
    if (cluster.wal.failed !== null) throw cluster.wal.failed
    cluster.slices.served++
    this.state = RUNNING
    this.portal = portal
    session.running = true
    session.statements++
    session.gate.begin()
    // A store of what may be young costs more than a look: the collector is to know of it.
    if (session.query !== text) session.query = text
    watchedBy(session)
    session.cancelRequested = false
    session.statementStart = session.block.state === IDLE || session.startPending ? 0 : cluster.clock.nowMicros()
    const timeoutMs = session.statementTimeoutMs
    session.statementDeadlineMs = timeoutMs > 0 ? cluster.clock.monotonicMs() + timeoutMs : Infinity
    if (session.statementLog !== null) session.statementLog.begins(text, portal)
  }

  /** It ended well. @param {Prepared} prepared */
  succeeded(prepared) { this.session.gate.succeeded(prepared) }

  /** One of a text's statements ended well: what the next ones say is of their making. @param {Prepared} prepared */
  pieceSucceeded(prepared) {
    this.succeeded(prepared)
    this.session.gate.end()
  }

  /** The transaction ends with the message, and something waits for that. */
  get isDue() {
    const { session } = this
    return session.block.state === IMPLICIT && hasDeferredEvents(session)
  }

  /** What waits for the end of the transaction. @returns {Work} */
  fire() { return fireDeferred(this.session) }

  /**
   * As `fire` where it is due and the statement under way, of a client's and not of a body, is the message's last: the
   * transaction's end comes before its tag.
   * @param {boolean} isClients @returns {Work}
   */
  *beforeTag(isClients) {
    if (isClients && this.session.lastOfMessage && this.isDue) yield* this.fire()
  }

  /** The message is over, and with it the transaction that was its own. @returns {Work} */
  *finish() {
    if (this.isDue) yield* this.fire()
    this.close()
  }

  /** As `finish`. @returns {boolean} false: nothing has happened, it would have to wait */
  finishNow() {
    if (this.isDue) return false
    this.close()
    return true
  }

  /** The end of a message, when nothing is due any more. */
  close() {
    const { session } = this
    const { block } = session
    if (block.state === IMPLICIT) block.commit()
    if (block.state === IDLE) session.portals.closeAll()
    if (session.inbox.length > 0) session.passOn()
    if (checking) block.assertDrawn()
  }

  /**
   * COMMIT of a block, of a transaction() of the library, of a procedure: what waited for it first. If that fails, the
   * transaction is rolled back.
   * @param {boolean} [chain] @returns {Generator<Promise<unknown>, 'COMMIT' | 'ROLLBACK', void>}
   */
  *commit(chain = false) {
    const { session } = this
    const { block } = session
    if (block.state !== FAILED && hasDeferredEvents(session)) {
      try {
        yield* this.fire()
      } catch (error) {
        yield* undoAhead(session, 0)
        block.rollback()
        throw error
      }
    }
    return block.commit(chain)
  }

  /** As `commit`. @returns {boolean} false: nothing has happened, it would have to wait */
  commitNow() {
    if (hasDeferredEvents(this.session)) return false
    this.session.block.commit()
    return true
  }

  /**
   * An error at any step. @param {unknown} error
   * @returns {Generator<Promise<unknown>, unknown, void>} what is to be thrown; the block is in the state it asks for
   */
  *undo(error) {
    yield* undoFailed(this.session)
    return this.fail(error)
  }

  /** As `undo`, where nothing can be waited for. @param {unknown} error @returns {unknown} */
  fail(error) {
    const { session } = this
    session.failed(error)
    if (this.state === RUNNING) this.state = BROKEN
    if (checking) session.block.assertDrawn()
    const told = asDbError(error)
    logsError(session, /** @type {any} */ (told))
    return told
  }

  end() {
    const { session } = this
    if (checking) this.assertRunning()
    if (session.statementLog !== null) session.statementLog.ends(this.state === RUNNING)
    this.state = OUTSIDE
    this.portal = null
    session.lastOfMessage = false
    session.statementDeadlineMs = Infinity
    if (session.query.length > SHOWN_QUERY_LENGTH) session.query = copyOfStart(session.query)
    session.gate.end()
    session.running = false
    unwatchedBy(session)
    if (session.tables.size > 0) session.settleTables()
    if (checking) session.cluster.assertNothingHeld()
    if (session.inbox.length > 0) session.passOn()
    if (session.closed) finishEnd(session)
  }

  /** `fail` and `end`: a statement that was begun, in one go. @param {unknown} error @returns {unknown} to be thrown */
  broken(error) {
    const failure = this.fail(error)
    this.end()
    return failure
  }

  /** What holds when a statement ends. */
  assertRunning() {
    const { block, context } = this.session
    assert(this.state !== OUTSIDE, 'a statement ends that was begun')
    assert(
      this.state !== BROKEN || block.state === IDLE || block.state === FAILED,
      'a failed statement leaves no transaction',
    )
    assert(context.cursors.length === 0, 'a statement that is over holds no cursor')
  }
}

/** Without the rest, which a part of the string itself would keep in memory. @param {string} text */
const copyOfStart = (text) => Buffer.from(text.slice(0, SHOWN_QUERY_LENGTH)).toString()
