/**
 * One statement for synchronous calls (door.js, CallDoor): it runs to its end in one go. Bounded statements go from
 * here straight into their compiled code. Where a statement would have to wait for another transaction's lock it throws
 * 55P03 instead.
 */
import { copyPrepared } from '../../errors/engine.js'
import { LAYER } from '../../profile/profile.js'
import { IMPLICIT } from '../session/transaction-block.js'
import { callNow } from '../statements/core/call.js'
import { PointRunner } from '../statements/core/point.js'
import { runMany } from '../statements/core/run-many.js'
import { runGeneral, runOne } from '../statements/core/run-one.js'
import { makePrepared } from '../statements/core/statement-lookup.js'

/** @import { Session } from '../session/session.js' */
/** @import { Profile } from '../../profile/profile.js' */
/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { CallDoor, CallUses } from './door.js' */

/** @implements {CallDoor} */
export class Call {
  /** @param {Session} session @param {string} text @param {CallUses} uses @throws {DbError} 42601 … */
  constructor(session, text, uses) {
    this.session = session
    this.text = text
    this.uses = uses
    this.prepared = makePrepared(session, text, [])
    if (session.block.state === IMPLICIT) session.envelope.finishNow()
    this.calls = this.prepared.tag === 'CallStmt'
    /** @type {any} */
    this.sink = new CallSink(this)
    this.point = new PointRunner(session, this.prepared, 'rows', '', uses.shape)
    /** What a utility statement (SHOW, EXPLAIN …) said its rows are. @type {ResultColumn[] | null} */
    this.described = null
    /** Of the last run. @type {any[]} */
    this.rows = []
    this.asObjects = false
  }

  get columns() { return this.prepared.columns ?? this.described }

  /** @param {unknown[]} values @returns {number} rows */
  run(values) {
    const { profile } = this.session.cluster
    if (profile === null) return this.within(null, values)
    return this.timed(profile, values)
  }

  /** @param {Profile} profile @param {unknown[]} values @returns {number} rows */
  timed(profile, values) {
    const before = profile.enter(LAYER.execute)
    try {
      return this.within(null, values)
    } finally {
      profile.leave(before)
    }
  }

  /** @param {unknown[]} rows @returns {number} rows changed */
  runMany(rows) {
    const { session, prepared, uses } = this
    const convert = (/** @type {unknown} */ row) => uses.row(row, prepared.paramTypes)
    return this.within(() => runMany(session, prepared, rows, convert, (params) => this.once(params)), [])
  }

  /**
   * A statement of the session: once with values, or as often as `work` runs it.
   * @param {(() => number) | null} work @param {unknown[]} values @returns {number} rows
   */
  within(work, values) {
    const { session, prepared } = this
    const { envelope } = session
    if (this.rows.length > 0) this.rows = []
    envelope.begin(this.text)
    let rows = 0
    try {
      session.refuseInFailedBlock(prepared)
      if (prepared.isPlanned) {
        session.block.ensure()
        prepared.prepare(session)
      }
      rows = work === null ? this.once(this.uses.parameters(values, prepared.paramTypes)) : work()
      if (work !== null && this.rows.length > 0) this.rows = []
      if (session.block.state === IMPLICIT) this.finish()
    } catch (error) {
      throw this.failed(error)
    }
    envelope.end()
    return rows
  }

  /** @param {unknown} error @returns {unknown} to be thrown */
  failed(error) {
    const { envelope, gate } = this.session
    const failure = envelope.broken(error)
    gate.raiseToNewest()
    gate.settle()
    return failure
  }

  /** @param {unknown[]} params @returns {number} rows */
  once(params) {
    const { prepared, point } = this
    this.asObjects = false
    if (!prepared.isPlanned) return this.utility(params)
    if (this.rows.length > 0) this.rows = []
    const rows = prepared.isBounded || prepared.isStraight ? point.run(params, null, this.rows) : -1
    if (rows < 0) return this.inPieces(params)
    this.asObjects = point.asObjects
    return rows
  }

  /** @param {unknown[]} params @returns {number} */
  utility(params) {
    const { session, prepared } = this
    if (!this.calls || !callNow(session, prepared, params, '', this.sink, true))
      session.runSync(runOne(session, prepared, params, '', this.sink, true))
    return 0
  }

  /** By the way that can wait. @param {unknown[]} params @returns {number} rows */
  inPieces(params) {
    if (this.rows.length > 0) this.rows = []
    const outcome = { rows: 0 }
    this.session.runSync(this.general(params, outcome))
    return outcome.rows
  }

  /** Outside a block the statement was the transaction. */
  finish() {
    const { session } = this
    const { envelope } = session
    if (!envelope.finishNow()) session.runSync(envelope.finish())
    session.gate.settle()
  }

  /** @param {unknown[]} params @param {{ rows: number }} outcome @returns {Generator<Promise<unknown>, void, void>} */
  *general(params, outcome) {
    outcome.rows = yield* runGeneral(this.session, this.prepared, params, '', this.sink)
  }
}

/** Where the rows of a statement go that has no plan, or takes the general path. */
class CallSink {
  /** @param {Call} call */
  constructor(call) {
    this.call = call
    this.output = /** @type {const} */ ('rows')
    this.writer = null
    this.highWater = Infinity
  }

  get rows() { return this.call.rows }

  /** @param {ResultColumn[]} columns */
  rowDescription(columns) { this.call.described = columns }
  parameterDescription() { /* nobody asks */ }
  noData() { /* nobody asks */ }
  commandComplete() { /* `run` says how many */ }
  emptyQuery() { /* nothing to say */ }
  portalSuspended() { /* there is no limit */ }
  drain() { return null }
  copyInBegin() { refuseCopy() }
  /** @returns {never} */
  copyRead() { return refuseCopy() }
  copyOutBegin() { refuseCopy() }
  copyData() { /* see copyOutBegin */ }
  copyOutEnd() { /* see copyOutBegin */ }
}

/** @returns {never} */
function refuseCopy() {
  const hint = 'Use copyFrom() or copyTo().'
  throw copyPrepared(hint)
}
