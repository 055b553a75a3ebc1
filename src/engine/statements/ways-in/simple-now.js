/**
 * A text that is one statement of the usual kind, run at once: in a plain body, whose plan is there, with nothing to
 * wait for. No generator is made for it, of which the way that can wait (simple.js) needs eight. Whatever is out of
 * the ordinary is for that way, from the beginning: nothing has happened by then, and nothing was told.
 */
import { DbError, expectErrors, isInterruption } from '../../../errors/db-error.js'
import { formatDigits } from '../core/answer-columns.js'
import { runEdge } from '../core/edge.js'
import { NO_EDGE } from '../core/edge-kind.js'
import { dropRows, runsToEnd } from '../core/held-rows.js'
import { readLifted } from '../core/lifted.js'
import { permit } from '../core/permit.js'
import { RunsAsWritten, commandTag } from '../core/prepared.js'
import { requireWritable, runBounded } from '../core/run.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Piece } from '../core/plan-cache.js' */
/** @import { Prepared } from '../core/prepared.js' */
/** @import { ResultSink } from '../core/result-sink.js' */

/** @type {unknown[]} */
const NO_PARAMS = []

/** It is for the way that can wait. */
export const NOT_NOW = Symbol('not now')

/**
 * @param {Session} session whose statement was begun
 * @param {Piece} piece the only one of its text
 * @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void> | null | typeof NOT_NOW} null: it is done; else what is still to be
 *   done at the end of its message
 * @throws {DbError} what the statement throws
 */
export function runNow(session, piece, sink) {
  const { prepared, values } = piece
  expectErrors(false)
  session.lastOfMessage = true
  session.refuseInFailedBlock(prepared)
  if (prepared.notices !== null) return NOT_NOW
  if (prepared.isPlanned) {
    session.block.ensure()
    if (!prepared.isReady(session) || !prepared.isBounded || prepared.rowWidth > 0) return NOT_NOW
    if (values !== null) {
      // They are read in place: another attempt finds them again.
      piece.isSpent = true
      if (!areRead(session, prepared, values)) return NOT_NOW
    }
    const rows = run(session, prepared, values ?? NO_PARAMS, sink)
    if (rows < 0) return NOT_NOW
    if (session.envelope.isDue) return ending(session, prepared, rows, sink)
    sink.commandComplete(commandTag(prepared, rows))
  } else if (prepared.edge === NO_EDGE || !runEdge(session, prepared.edge, sink)) return NOT_NOW
  session.envelope.pieceSucceeded(prepared)
  return null
}

/**
 * What waits for the end of the message comes before the tag.
 * @param {Session} session @param {Prepared} prepared @param {number} rows @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* ending(session, prepared, rows, sink) {
  yield* session.envelope.beforeTag(true)
  sink.commandComplete(commandTag(prepared, rows))
  session.envelope.pieceSucceeded(prepared)
}

/**
 * Literals that cannot be read have their error from the statement as it is written.
 * @param {Session} session @param {Prepared} prepared @param {unknown[]} values @returns {boolean}
 */
function areRead(session, prepared, values) {
  try {
    return readLifted(session, prepared, values) === null
  } catch (error) {
    if (!(error instanceof DbError) || isInterruption(error)) throw error
    return false
  }
}

/**
 * @param {Session} session @param {Prepared} prepared @param {unknown[]} params @param {ResultSink} sink
 * @returns {number} rows, or -1: nothing happened, and nothing was told
 */
function run(session, prepared, params, sink) {
  if (prepared.paramTypes.length > params.length) return -1
  const { columns } = prepared
  const { writer } = sink
  const mark = writer.at
  let rows = -1
  try {
    permit(session, prepared)
    requireWritable(session, prepared)
    if (columns !== null) sink.rowDescription(columns, prepared.typeSizes, formatDigits('', columns.length))
    const executable = prepared.executable(session, columns === null ? 'none' : sink.output, '')
    rows = runBounded(session, prepared, executable, params, writer, sink.rows)
  } catch (error) {
    const again = error instanceof RunsAsWritten
    // Rows that were told stay before their error; a change that fails tells nothing else.
    if (again || runsToEnd(prepared.planned)) dropRows(writer, mark)
    if (!again) throw error
  }
  if (rows < 0 && columns !== null) dropRows(writer, mark)
  return rows
}
