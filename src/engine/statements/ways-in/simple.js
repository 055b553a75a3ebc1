/**
 * The simple protocol over a session: the statements of one text, one after the other. Also how one statement runs to its end with row description and command tag, for EXECUTE and
 * the library. extended.js is the other way in.
 */
import { DbError } from '../../../errors/db-error.js'
import { asDbError } from '../../../errors/engine.js'
import { withEscapedStrings } from '../../../parser/escape-strings.js'
import { fireDeferred, hasDeferredEvents } from '../core/events.js'
import { IMPLICIT } from '../../session/transaction-block.js'
import { undoFailed } from '../../session/undo-ahead.js'
import { runUtility } from '../../commands/dispatch.js'
import { NO_EDGE, runEdge } from '../../commands/conversation/transaction.js'
import { HeldRows, dropRows, runsToEnd } from '../core/held-rows.js'
import { RunsAsWritten, commandTag, formatDigits } from '../core/prepared.js'
import { Execution, firstTableWait, lockAndValidate, runBounded, runSteps, waitFor } from '../core/run.js'
import { findPieces, lookUpStatements, prepareWith, readLiftedValues } from '../core/statement-lookup.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Piece } from '../core/plan-cache.js' */
/** @import { Prepared } from '../core/prepared.js' */
/** @import { ResultSink } from '../core/result-sink.js' */

/** @type {any[]} */
const NO_PARAMS = []

/** Characters of a statement that is read, planned and compiled in turns of their own. */
const LONG_TEXT = 16384

/** All statements of a simple query. @param {Session} session @param {string} text @param {ResultSink} sink @returns {Generator<Promise<unknown>, void, void>} */
export function* simpleSteps(session, text, sink) {
  try {
    if (!session.standardStrings) text = withEscapedStrings(text)
    const { plans } = session
    const pieces = findPieces(session, text)
    if (text.length > LONG_TEXT) yield session.turn()
    const { refined } = plans
    if (pieces.length === 0) sink.emptyQuery()
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at]
      try {
        session.lastOfMessage = at === pieces.length - 1
        // One before it was not what it seemed, and this may be alike.
        if (plans.refined !== refined && piece.values !== null && at > 0) {
          piece.prepared = plans.find(piece.text)[0]
          piece.values = plans.values
        }
        yield* runPiece(session, piece, sink, pieces.length === 1)
      } catch (error) {
        throw piece.start === 0 ? error : locatedFrom(error, text, piece.start)
      }
    }
    if (session.block.state === IMPLICIT && hasDeferredEvents(session)) yield* fireDeferred(session)
    session.finishMessage()
  } catch (error) {
    yield* undoFailed(session)
    session.failed(error)
    throw asDbError(error)
  } finally {
    session.endStatement()
  }
}

/** @param {Session} session @param {Piece} piece @param {ResultSink} sink @param {boolean} alone @returns {Generator<Promise<unknown>, void, void>} */
function* runPiece(session, { text, prepared, values }, sink, alone) {
  session.gate.begin()
  session.refuseInFailedBlock(prepared)
  // A SET of the statement before counts from here.
  if (session.statementDeadlineMs === Infinity && session.statementTimeoutMs > 0) session.statementDeadlineMs = session.cluster.clock.monotonicMs() + session.statementTimeoutMs
  if (values !== null && !readLiftedValues(session, prepared, values, text)) {
    prepared = lookUpStatements(session, text)[0]
    values = null
  }
  if (prepared.notices !== null) session.give(prepared.notices)
  try {
    yield* runOne(session, prepared, values ?? NO_PARAMS, '', sink, alone)
  } catch (error) {
    if (!(error instanceof RunsAsWritten)) throw error
    prepared = lookUpStatements(session, text)[0]
    yield* runOne(session, prepared, NO_PARAMS, '', sink, alone)
  }
  session.gate.succeeded(prepared)
  session.gate.end()
}

/** A statement's error as the whole text's. @param {unknown} error @param {string} text @param {number} start of the statement in it */
function locatedFrom(error, text, start) {
  if (!(error instanceof DbError) || error.position === undefined) return error
  return new DbError(error.code, error.message, { ...error, position: error.position + Array.from(text.slice(0, start)).length, cause: error.cause })
}

/**
 * One statement to its end, with row description and command tag.
 * @param {Session} session @param {Prepared} prepared @param {any[]} params @param {string} formats @param {ResultSink} sink @param {boolean} alone the only one of its message
 * @param {boolean} [keepColumns] a prepared statement: its result columns may not change
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runOne(session, prepared, params, formats, sink, alone, keepColumns = false) {
  if (!prepared.isPlanned) {
    if (prepared.edge !== NO_EDGE && runEdge(session, prepared.edge, sink)) return
    yield* runUtility(session, prepared, { sink, params, formats, alone, describe: true })
    return
  }
  session.block.ensure()
  const isNew = prepared.planned === null && prepared.sourceText.length > LONG_TEXT
  prepareWith(session, prepared, params.length)
  if (isNew) yield session.turn()
  const wait = prepared.columns === null ? null : firstTableWait(session, prepared, params)
  if (wait !== null) {
    yield* waitFor(session, wait, null)
    yield* lockAndValidate(session, prepared, params, keepColumns)
  }
  const columns = prepared.columns
  // A change that fails tells nothing but its error.
  const holds = columns !== null && sink.output === 'wire' && sink.holds !== true && runsToEnd(prepared.planned)
  let rows = -1
  const output = columns === null ? 'none' : sink.output
  if (prepared.isBounded) {
    const mark = holds ? sink.writer.at : 0
    try {
      if (columns !== null) sink.rowDescription(columns, prepared.typeSizes, formatDigits(formats, columns.length))
      rows = runBounded(session, prepared, prepared.executable(session, output, formats), params, sink.writer, sink.rows)
    } finally {
      if (holds && rows < 0) dropRows(sink.writer, mark)
    }
  }
  if (rows < 0) {
    if (columns === null || (prepared.isBounded && !holds)) rows = yield* runGeneral(session, prepared, params, formats, sink)
    else if (holds) rows = yield* runHeld(session, prepared, params, formats, sink)
    else {
      sink.rowDescription(columns, prepared.typeSizes, formatDigits(formats, columns.length))
      rows = yield* runGeneral(session, prepared, params, formats, sink)
    }
  }
  // The last statement's implicit commit comes before its tag.
  if (session.lastOfMessage && session.block.state === IMPLICIT && hasDeferredEvents(session)) yield* fireDeferred(session)
  sink.commandComplete(commandTag(prepared, rows))
}

/**
 * Runs to the end before anything is told. @param {Session} session @param {Prepared} prepared @param {any[]} params @param {string} formats @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, number, void>} rows
 */
function* runHeld(session, prepared, params, formats, sink) {
  const held = new HeldRows(session, sink)
  try {
    const rows = yield* runGeneral(session, prepared, params, formats, held.sink)
    const columns = /** @type {any[]} */ (prepared.columns)
    sink.rowDescription(columns, prepared.typeSizes, formatDigits(formats, columns.length))
    yield* held.rows(Infinity, sink)
    return rows
  } finally {
    held.close()
  }
}

/**
 * Runs by the general path. @param {Session} session @param {Prepared} prepared @param {any[]} params @param {string} formats @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, number, void>} rows
 */
export function* runGeneral(session, prepared, params, formats, sink) {
  const execution = new Execution(sink, prepared.columns === null ? 'none' : sink.output, formats, sink.writer, sink.rows)
  execution.tellsAll = sink.output === 'wire' && prepared.columns === null
  try {
    yield* runSteps(session, prepared, params, execution)
  } finally {
    execution.finish(session)
  }
  return execution.rows
}
