/** PREPARE, EXECUTE, DEALLOCATE: the same prepared statements as the extended protocol's, by SQL. */
import { bindExpressions, typeOfName } from '../../../planner/table-expressions.js'
import { duplicatePrepared, noSuchPrepared } from '../../../errors/engine.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { nodeOf } from '../../../parser/parser.js'
import { holding } from '../../statements/core/held-rows.js'
import { Prepared } from '../../statements/core/prepared.js'
import { runOne } from '../../statements/core/run-one.js'
import { valuesOf } from '../../statements/core/values-of.js'
import { lockOid } from '../../session/ddl.js'
import { wrongNumberOfParameters } from '../../../errors/commands/conversation.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ResultSink } from '../../statements/core/result-sink.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session
 * @param {any} node PrepareStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runPrepare(session, node, call) {
  if (session.prepared.has(node.name)) throw duplicatePrepared(node.name)
  const { txns } = session.cluster
  session.block.ensure()
  const catalog = session.catalog()
  const types = (node.argtypes ?? []).map((/** @type {any} */ type) => typeOfName(catalog, type.TypeName).type)
  const { tag, node: inner } = nodeOf(node.query)
  const prepared = new Prepared(
    {
      stmt: node.query, tag, node: inner, text: call.prepared.parsed.text, location: call.prepared.parsed.location,
      length: call.prepared.parsed.length,
    },
    call.prepared.sourceText,
    types,
  )
  // What it names is locked from here on, as it was looked up; a REPEATABLE READ transaction has its snapshot.
  const txn = session.block.ensure()
  if (txn.repeatableRead && !txn.isSerializable) txns.releaseSnapshot(txns.snapshot(txn))
  for (let waited = true; waited;) {
    yield* prepared.prepareInTurns(session, false, true)
    waited = false
    for (const { relationOid, mode } of prepared.planned?.locks ?? []) {
      if (yield* lockOid(session, relationOid, mode)) waited = true
    }
  }
  session.prepared.set(node.name, prepared)
  session.preparedFacts.set(node.name, { fromSql: true, preparedAt: session.cluster.clock.nowMicros() })
  call.sink.commandComplete('PREPARE')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').ExecuteStmt>} node @returns {Prepared} */
export function executeTarget(session, node) {
  const prepared = session.prepared.get(node.name)
  if (prepared === undefined) throw noSuchPrepared(node.name)
  return prepared
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ExecuteStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runExecute(session, node, call) {
  const prepared = executeTarget(session, node)
  session.block.ensure()
  if (!prepared.isPlanned) {
    yield* runOne(session, prepared, [], call.formats, call.sink, false)
    return
  }
  yield* prepared.prepareInTurns(session, true)
  const params = yield* executeParams(session, node, prepared, call)
  yield* holding(session, call.sink, (sink) =>
    runOne(
      session, prepared, params, call.formats,
      call.describe ? sink : { ...bound(sink), rowDescription: () => undefined }, false, true,
    ),
  )
}

/**
 * The values that EXECUTE brings.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ExecuteStmt>} node
 * @param {Prepared} prepared what it runs
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, any[], void>}
 * @throws {DbError} 42601
 */
export function* executeParams(session, node, prepared, call) {
  // A statement without parameters takes any number of values, and looks at none.
  if (prepared.paramTypes.length === 0) return []
  const args = node.params ?? []
  if (args.length !== prepared.paramTypes.length) {
    throw wrongNumberOfParameters(node.name, prepared.paramTypes.length, args.length)
  }
  const exprs = bindExpressions(args, prepared.paramTypes, session.catalog(), {
    settings: session.settings,
    sourceText: call.prepared.sourceText,
  })
  return yield* valuesOf(session, exprs, call.params)
}

/** The sink's methods bound, so that one of them can be replaced. @param {ResultSink} sink @returns {any} */
function bound(sink) {
  return {
    get output() {
      return sink.output
    },
    get writer() {
      return sink.writer
    },
    get rows() {
      return sink.rows
    },
    get highWater() {
      return sink.highWater
    },
    holds: sink.holds,
    rowDescription: sink.rowDescription.bind(sink),
    parameterDescription: sink.parameterDescription.bind(sink),
    noData: sink.noData.bind(sink),
    commandComplete: sink.commandComplete.bind(sink),
    emptyQuery: sink.emptyQuery.bind(sink),
    portalSuspended: sink.portalSuspended.bind(sink),
    drain: sink.drain.bind(sink),
    copyInBegin: sink.copyInBegin.bind(sink),
    copyRead: sink.copyRead.bind(sink),
    copyOutBegin: sink.copyOutBegin.bind(sink),
    copyData: sink.copyData.bind(sink),
    copyOutEnd: sink.copyOutEnd.bind(sink),
  }
}

/** @param {Session} session @param {Tree<import('@pgsql/types').DeallocateStmt>} node @param {UtilityCall} call */
export function runDeallocate(session, node, call) {
  if (node.isall || node.name === undefined || node.name === '') {
    session.prepared.clear()
    session.preparedFacts.clear()
    call.sink.commandComplete('DEALLOCATE ALL')
    return
  }
  if (!session.prepared.has(node.name)) throw noSuchPrepared(node.name)
  session.closeStatement(node.name)
  call.sink.commandComplete('DEALLOCATE')
}
