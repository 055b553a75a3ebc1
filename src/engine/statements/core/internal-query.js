/** Work of the engine's own inside a session's transaction: expressions outside a plan, index builds, queries that check what a statement is about to promise. */
import { parse } from '../../../parser/parser.js'
import { Prepared } from './prepared.js'
import { Execution, runSteps, sessionContext } from './run.js'

/** @import { Session } from '../../session/session.js' */

/** For expressions outside a plan: defaults, EXECUTE's arguments. @param {Session} session @param {any[]} params @returns {any} ExecContext */
export function expressionContext(session, params) {
  const ctx = sessionContext(session)
  ctx.params = params
  ctx.catalog = session.catalog()
  ctx.txn = session.block.txn
  return ctx
}

/** For index builds and ANALYZE. @param {Session} session @returns {import('../../../catalog/ddl/indexes/index-build.js').BuildContext} */
export function buildContext(session) {
  const { clock, slices } = session.cluster
  let sliceEndsMs = clock.monotonicMs() + slices.next(clock.monotonicMs())
  const turn = async () => {
    await session.turn()
    const nowMs = clock.monotonicMs()
    sliceEndsMs = nowMs + slices.next(nowMs)
  }
  return { vfs: session.cluster.vfs, workMem: Number(session.settings.get('maintenance_work_mem')) * 1024, env: session.env, synchronous: session.synchronous, breathe: () => {
    return session.synchronous || clock.monotonicMs() < sliceEndsMs ? null : turn()
  } }
}

/** Runs a query of the engine's own inside this transaction. @param {Session} session @param {string} text @returns {Generator<Promise<unknown>, any[][], void>} rows */
export function* internalRows(session, text) {
  const [prepared] = parse(text).map((parsed) => new Prepared(parsed, text, []))
  prepared.prepare(session)
  /** @type {any[][]} */
  const rows = []
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  try {
    yield* runSteps(session, prepared, [], execution)
  } finally {
    execution.finish(session)
  }
  return rows
}
