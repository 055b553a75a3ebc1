/** One statement to its end, with row description and command tag: for texts, EXECUTE and the library. */
import { permit } from './permit.js'
import { waitFor } from '../../session/wait.js'
import { runEdge } from './edge.js'
import { NO_EDGE } from './edge-kind.js'
import { Execution } from './execution.js'
import { HeldRows, dropRows, runsToEnd } from './held-rows.js'
import { commandTag } from './prepared.js'
import { formatDigits } from './answer-columns.js'
import { firstTableWait, lockAndValidate, requireWritable, runBounded, runSteps } from './run.js'
import { prepareWith } from './statement-lookup.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { ResultSink } from './result-sink.js' */

/** Characters of a statement that is read, planned and compiled in turns of their own. */
export const LONG_TEXT = 16384

/**
 * One statement to its end, with row description and command tag.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {unknown[]} params
 * @param {string} formats
 * @param {ResultSink} sink
 * @param {boolean} alone the only one of its message
 * @param {boolean} [keepColumns] a prepared statement: its result columns may not change
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runOne(session, prepared, params, formats, sink, alone, keepColumns = false) {
  if (!prepared.isPlanned) {
    if (prepared.edge !== NO_EDGE && runEdge(session, prepared.edge, sink)) return
    yield* session.commands.run(session, prepared, { sink, params, formats, alone, describe: true })
    return
  }
  session.block.ensure()
  yield* prepareWith(session, prepared, params.length)
  const wait = prepared.columns === null ? null : firstTableWait(session, prepared, params)
  if (wait !== null) {
    yield* waitFor(session, wait, null)
    yield* lockAndValidate(session, prepared, params, keepColumns)
  }
  permit(session, prepared)
  requireWritable(session, prepared)
  const columns = prepared.columns
  // A change that fails tells nothing but its error.
  const holds = columns !== null && sink.output === 'wire' && sink.holds !== true && runsToEnd(prepared.planned)
  let rows = -1
  const output = columns === null ? 'none' : sink.output
  if (prepared.isBounded) {
    const mark = holds ? sink.writer.at : 0
    try {
      if (columns !== null) sink.rowDescription(columns, prepared.typeSizes, formatDigits(formats, columns.length))
      rows = runBounded(
        session, prepared, prepared.executable(session, output, formats), params, sink.writer, sink.rows,
      )
    } finally {
      if (holds && rows < 0) dropRows(sink.writer, mark)
    }
  }
  if (rows < 0) {
    if (columns === null || (prepared.isBounded && !holds))
      rows = yield* runGeneral(session, prepared, params, formats, sink)
    else if (holds) rows = yield* runHeld(session, prepared, params, formats, sink)
    else {
      sink.rowDescription(columns, prepared.typeSizes, formatDigits(formats, columns.length))
      rows = yield* runGeneral(session, prepared, params, formats, sink)
    }
  }
  if (session.lastOfMessage) yield* session.envelope.beforeTag(true)
  sink.commandComplete(commandTag(prepared, rows))
}

/**
 * Runs to the end before anything is told.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {unknown[]} params
 * @param {string} formats
 * @param {ResultSink} sink
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
 * Runs by the general path.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {unknown[]} params
 * @param {string} formats
 * @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, number, void>} rows
 */
export function* runGeneral(session, prepared, params, formats, sink) {
  const execution = new Execution(
    sink, prepared.columns === null ? 'none' : sink.output, formats, sink.writer, sink.rows,
  )
  execution.tellsAll = sink.output === 'wire' && prepared.columns === null
  try {
    yield* runSteps(session, prepared, params, execution)
  } finally {
    execution.finish(session)
  }
  return execution.rows
}
