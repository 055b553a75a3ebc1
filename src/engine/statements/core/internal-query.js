/**
 * Work of the engine's own inside a session's transaction: expressions outside a plan, index builds, queries that check
 * what a statement is about to promise.
 */
import { parse } from '../../../parser/parser.js'
import { Prepared } from './prepared.js'
import { Execution } from './execution.js'
import { runSteps } from './run.js'

/** @import { Session } from '../../session/session.js' */

/**
 * Runs a query of the engine's own inside this transaction.
 * @param {Session} session
 * @param {string} text
 * @returns {Generator<Promise<unknown>, any[][], void>} rows
 */
export function* internalRows(session, text) {
  const [prepared] = parse(text).map((parsed) => new Prepared(parsed, text, []))
  prepared.isInternal = true
  prepared.prepare(session)
  /** @type {unknown[][]} */
  const rows = []
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  try {
    yield* runSteps(session, prepared, [], execution)
  } finally {
    execution.finish(session)
  }
  return rows
}
