/**
 * The same call again and again: what clients send are mostly Bind of one prepared statement to the unnamed portal,
 * Describe of it, Execute of all rows, Sync. What of these messages does not change is settled once; a call then takes
 * its parameters to the statement and ends its transaction, if it is not in a block, without portal, names and formats
 * being made anew.
 *
 * The effect is that of the messages, each handled by itself (extended.js); whatever is out of the ordinary is left to
 * them, before anything has happened.
 */
import { IDLE, IMPLICIT, OPEN } from '../../session/transaction-block.js'
import { callColumns, callNow } from '../core/call.js'
import { runEdge } from '../core/edge.js'
import { NO_EDGE, PLAIN_BEGIN } from '../core/edge-kind.js'
import { dropRows, runsToEnd } from '../core/held-rows.js'
import { KeysAhead } from './keys-ahead.js'
import { expandFormats, readParameters } from '../core/parameters.js'
import { Portal } from '../core/portal.js'
import { commandTag } from '../core/prepared.js'
import { formatDigits, sameColumns } from '../core/answer-columns.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Prepared } from '../core/prepared.js' */
/** @import { ResultSink } from '../core/result-sink.js' */
/** @import { Session } from '../../session/session.js' */

export class RepeatedCall {
  /**
   * @param {Session} session
   * @param {string} name of a statement that `mayRepeat`
   * @param {string} formats of the result, as Bind gives them
   */
  constructor(session, name, formats) {
    const prepared = /** @type {Prepared} */ (session.prepared.get(name))
    const columns = prepared.isPlanned
      ? prepared.columns
      : prepared.edge !== NO_EDGE || prepared.boundCall.columns.length === 0
        ? null
        : prepared.boundCall.columns
    this.session = session
    this.name = name
    this.prepared = prepared
    this.columns = columns
    const portalFormats = columns === null ? '' : expandFormats(formats, columns.length)
    /** Of the result's columns. */
    this.digits = columns === null ? [] : formatDigits(portalFormats, columns.length)
    /** What stands for the unnamed portal while a call runs. */
    this.portal = new Portal('', prepared, NO_PARAMS, portalFormats)
    /**
     * Its parameters: nothing that a call begins outlives it, so the next one's are written over them.
     * @type {unknown[]}
     */
    this.params = new Array(prepared.paramTypes.length).fill(null)
    this.point = prepared.isPlanned ? session.extended.pointOf(prepared, portalFormats) : null
    this.keys = new KeysAhead(session)
  }

  /** Is it this statement that the name means? */
  get isMeant() { return this.session.prepared.get(this.name) === this.prepared }

  /**
   * Is it this statement that the name means, and is all as usual? Outside of a block nothing is open that the next
   * Bind would have to close, and nothing has been executed: a Parse may have begun the transaction.
   */
  get isCurrent() {
    const { session, prepared } = this
    const { state } = session.block
    if (prepared.edge !== NO_EDGE && state !== (prepared.edge === PLAIN_BEGIN ? IDLE : OPEN)) return false
    if (state === OPEN ? !prepared.isPlanned && prepared.edge === NO_EDGE : session.portals.unnamed !== null)
      return false
    if (state !== OPEN && state !== IDLE && (state !== IMPLICIT || session.pipelining || !prepared.isPlanned))
      return false
    if (!this.isMeant || session.statementLog !== null) return false
    return session.extended.deadlineMs === Infinity && (!prepared.isPlanned || this.hasColumns())
  }

  /** Are the columns of the plan at hand those that were described? */
  hasColumns() {
    const { columns } = this.prepared
    if (columns === this.columns) return true
    if (columns === null || !sameColumns(columns, this.columns)) return false
    this.columns = columns
    return true
  }

  /** Describe, when BindComplete was said. @param {ResultSink} sink */
  describe(sink) {
    const { columns, typeSizes } = this.prepared
    if (columns === null) sink.noData()
    else sink.rowDescription(columns, typeSizes, this.digits)
  }

  /**
   * Bind.
   * @param {any} reader a protocol reader behind the statement's name
   * @returns {boolean} false: nothing has happened, the messages are for the way that says what is wrong
   */
  bind(reader) {
    const { session, prepared, portal } = this
    let params
    session.portals.unnamed?.close(session)
    try {
      params = readParameters(reader, prepared.paramTypes, this.name, session, this.params)
      if (prepared.edge === NO_EDGE) {
        session.block.ensure()
        if (prepared.isPlanned) prepared.prepare(session, true)
        else if (callColumns(session, prepared) !== this.columns) return false
      }
    } catch {
      return false
    }
    portal.params = params
    portal.serial = session.block.savepointSerial
    portal.started = portal.done = true
    portal.isFailed = false // an earlier call's block may have failed behind it
    session.portals.unnamed = portal
    return true
  }

  /**
   * Execute, when BindComplete was said.
   * @param {ResultSink} sink
   * @returns {boolean} false: nothing was said and nothing has happened: the messages are for the way that can wait
   * @throws what Execute throws; the transaction is gone then
   */
  execute(sink) {
    const { session, prepared, portal, point, keys } = this
    const mark = sink.writer.at
    try {
      session.envelope.begin(prepared.parsed.text, portal)
    } catch (error) {
      throw session.envelope.fail(error)
    }
    keys.begin(portal.params)
    try {
      if (prepared.edge !== NO_EDGE) {
        if (runEdge(session, prepared.edge, sink)) {
          session.envelope.succeeded(prepared)
          return this.done()
        }
      } else if (point === null) {
        if (callNow(session, prepared, portal.params, portal.formats, sink)) return this.done()
      } else if (prepared.isBounded) {
        const rows = point.run(portal.params, sink.writer, null)
        if (rows >= 0) {
          sink.commandComplete(commandTag(prepared, rows))
          session.envelope.succeeded(prepared)
          return this.done()
        }
      }
    } catch (error) {
      if (prepared.planned !== null && runsToEnd(prepared.planned)) dropRows(sink.writer, mark)
      throw session.envelope.broken(error)
    } finally {
      keys.end()
    }
    session.portals.unnamed = null
    // Nothing was told.
    session.envelope.succeeded(prepared)
    session.envelope.end()
    return false
  }

  done() {
    this.session.pipelining = this.session.block.state !== IDLE
    this.session.envelope.end()
    return true
  }

  /**
   * Sync, if nothing has to be waited for.
   * @returns {boolean} false: nothing has happened, the message is for the way that can wait @throws {DbError}
   */
  end() {
    const { envelope } = this.session
    try {
      return envelope.finishNow()
    } catch (error) {
      throw envelope.fail(error)
    }
  }
}

/** @type {unknown[]} */
const NO_PARAMS = []

/**
 * Are calls of this statement read in one step, and do they seldom wait?
 * @param {Session} session @param {string} name @param {boolean} describes each call has its columns described
 */
export function mayRepeat(session, name, describes) {
  const prepared = session.prepared.get(name)
  const { state } = session.block
  if (prepared === undefined || prepared.paramTypes.some((type) => type >= FIRST_USER_OID)) return false
  if (prepared.edge !== NO_EDGE) return state === IDLE || state === OPEN
  if (prepared.isPlanned) return (state === IDLE || state === OPEN) && prepared.isBounded && !prepared.isAdopted
  return state === IDLE && !describes && prepared.tag === 'CallStmt' && prepared.boundCall !== null
}
