/**
 * FETCH and MOVE of a portal that Bind made (drivers bind a query under a name, take rows by Execute and skip some by
 * MOVE). Its execution writes rows for the client as its formats say and keeps none, so it goes forward alone, as
 * PostgreSQL's does.
 */
import { forwardOnly, fetchOfBoundPortal } from '../../../errors/cursors.js'
import { ByteWriter } from '../../../util/byte-writer.js'
import { runSteps } from './run.js'

/** @import { Portal } from './portal.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */

const WINDOW_BYTES = 64 * 1024

/**
 * @param {Session} session
 * @param {Portal} portal of a SELECT
 * @param {'FETCH_FORWARD' | 'FETCH_BACKWARD' | 'FETCH_ABSOLUTE' | 'FETCH_RELATIVE'} direction
 * @param {number} count Infinity: all
 * @param {ResultSink} sink the client's
 * @param {(() => void) | null} describe called before the first row is sent; null: MOVE
 * @returns {Generator<Promise<unknown>, number, void>} rows
 * @throws {DbError} 55000 backward, 0A000 when rows are not for the client that bound it
 */
export function* fetchBound(session, portal, direction, count, sink, describe) {
  if (
    sink.output !== 'wire'
    || (portal.execution === null ? portal.stored !== null : portal.execution.output !== 'wire')
  ) {
    throw fetchOfBoundPortal(portal.name)
  }
  const position = portal.execution?.rows ?? 0
  const isStep = direction === 'FETCH_ABSOLUTE' || direction === 'FETCH_RELATIVE'
  const ahead = direction === 'FETCH_ABSOLUTE' ? count - position : direction === 'FETCH_BACKWARD' ? -count : count
  if (ahead === 0 && describe === null) return position > 0 && !portal.done ? 1 : 0
  if (ahead < 0 || (ahead === 0 && position > 0)) throw forwardOnly()
  describe?.()
  if (ahead === 0) return 0
  if (isStep && ahead > 1) yield* over(session, portal, ahead - 1)
  const rows = isStep ? 1 : ahead
  return describe !== null ? yield* advance(session, portal, rows, sink) : yield* over(session, portal, rows)
}

/**
 * What is moved over is written, and not sent.
 * @param {Session} session
 * @param {Portal} portal
 * @param {number} count
 */
function* over(session, portal, count) {
  const writer = new ByteWriter(WINDOW_BYTES)
  const forget = () => { writer.reset(); return null }
  const rows = yield* advance(session, portal, count, { writer, rows: null, highWater: WINDOW_BYTES, drain: forget })
  writer.release()
  return rows
}

/**
 * @param {Session} session
 * @param {Portal} portal
 * @param {number} count
 * @param {Pick<ResultSink, 'writer' | 'rows' | 'highWater' | 'drain'>} sink
 * @returns {Generator<Promise<unknown>, number, void>} rows
 */
function* advance(session, portal, count, sink) {
  if (portal.done) return 0
  portal.started = true
  const execution = portal.execution ??= portal.toRun(sink, 'wire', null)
  const before = execution.ctx === null ? 0 : execution.ctx.rowCount
  execution.resume(sink, count)
  yield* runSteps(session, portal.prepared, portal.params, execution)
  if (!execution.suspended) portal.done = true
  return execution.rows - before
}
