/**
 * CALL: its arguments bound and compiled once per statement and version of the catalog, its OUT arguments sent as a
 *   row.
 */
import { requireCalls } from './permit.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { compileExpression } from '../../../executor/evaluate.js'
import { BEGINNING } from '../../../txn/transaction.js'
import { outputArgumentsInSql } from '../../../errors/engine.js'
import { VOID } from '../../../types/oids.js'
import { WaitSignal } from '../../../executor/codes.js'
import { undefinedParameter, withPosition } from '../../../errors/syntax.js'
import { bindCall } from '../../../planner/bind/expressions/call.js'
import { OPEN } from '../../session/transaction-block.js'
import { resultColumn, sendRows } from './rows.js'

/** @import { Prepared } from './prepared.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../../commands/dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @typedef {object} BoundCall
 * @property {import('../../../catalog/expr.js').Expr[]} exprs its arguments
 * @property {((ctx: any) => any)[]} args the same, compiled
 * @property {number[] | null} numbers of the parameters that they are; null: some are more than that
 * @property {import('../../../executor/expressions/procedures.js').CallSite} site
 * @property {import('../../../planner/plan.js').ResultColumn[]} columns
 * @property {{ number: number, name: string }[]} outputs the parameters behind the columns; number 0: what stands there
 *   is none
 * @property {number[]} paramTypes
 * @property {number} permittedRole who was found to be granted EXECUTE last
 * @property {number} epoch of the catalog @property {string} pathKey @property {string} settingsKey
 */

/**
 * What a statement calls. @param {Session} session @param {Prepared} prepared
 * @returns {BoundCall} @throws {DbError} 42883, 42809 …
 */
function boundCall(session, prepared) {
  session.block.ensure()
  const catalog = session.catalog()
  const { epoch } = session.database.catalog
  const known = /** @type {BoundCall | null} */ (prepared.boundCall)
  if (
    known !== null && known.epoch === epoch && known.pathKey === catalog.pathKey
    && known.settingsKey === session.plannerKey && !catalog.isPrivate
  )
    return known
  const { func, args, columns, outputs, paramTypes, isLasting } = bindCall(prepared.node, catalog, {
    ...surroundings(session, prepared),
    // Drivers say void where a call's parameter has no type of its own.
    paramTypes: prepared.declaredTypes.map((type) => type === VOID ? 0 : type),
  })
  const isSqlBody = prepared.functionScope !== undefined && prepared.functionScope.variables === undefined
  if (isSqlBody && columns.length > 0) throw outputArgumentsInSql()
  const bound = {
    exprs: args, args: args.map((arg) => compileExpression(arg, catalog)),
    numbers: args.every((arg) => arg.kind === 'param') ? args.map((arg) => arg.number) : null, permittedRole: -1,
    site: { oid: func.oid, args: args.map((arg) => arg.type), result: func.returnType, routine: undefined },
    columns: columns.map(({ name, type }) => resultColumn(name, type)), outputs, paramTypes, epoch,
    pathKey: catalog.pathKey, settingsKey: session.plannerKey,
  }
  // What was read under the session's settings, or as of now, is good for this call.
  prepared.boundCall = catalog.isPrivate || !isLasting ? null : bound
  return bound
}

/** @param {Session} session @param {Prepared} prepared */
const surroundings = (session, { sourceText, functionScope }) =>
  ({ settings: session.settings, env: session.env, sourceText, functionScope })

/**
 * What a statement calls that is executed with so many values.
 * @param {Session} session @param {Prepared} prepared @param {number} count
 * @returns {BoundCall} @throws {DbError} 42P02 it mentions others: before what else is wrong behind that
 */
function boundWith(session, prepared, count) {
  /** @type {unknown} */
  let failure = null
  try {
    const bound = boundCall(session, prepared)
    if (bound.paramTypes.length <= count) return bound
  } catch (error) {
    if (count > 0 || prepared.declaredTypes.length > 0 || !prepared.sourceText.includes('$')) throw error
    failure = error
  }
  const paramTypes = prepared.declaredTypes.slice(0, count)
  bindCall(prepared.node, session.catalog(), { ...surroundings(session, prepared), paramTypes, paramsFixed: true })
  throw failure ?? undefinedParameter(count + 1, -1)
}

/** The OUT arguments a CALL gives back as a row. @param {Session} session @param {Prepared} prepared */
export function callColumns(session, prepared) {
  const { columns } = boundCall(session, prepared)
  return columns.length === 0 ? null : columns
}

/** The parameters that its OUT arguments are. @param {Session} session @param {Prepared} prepared */
export const callOutputs = (session, prepared) => boundCall(session, prepared).outputs

/**
 * Whether what a CALL or DO runs may end the transaction: a statement by itself, outside of a block.
 * @param {Session} session @param {UtilityCall} call
 */
export function mayEndTransaction(session, call) {
  const wasTold = session.procedures.host.program.takeMayEnd()
  return wasTold || (session.procedures.depth === 0 && call.alone && session.block.state !== OPEN)
}

/** @param {Session} session @param {Prepared} prepared @returns {number[]} */
export const callParameters = (session, prepared) => boundCall(session, prepared).paramTypes

/** @param {Session} session @param {BoundCall} bound @param {unknown[]} params @returns {any[]} */
function argumentsOf(session, { args, numbers }, params) {
  const values = new Array(args.length)
  if (numbers !== null) {
    for (let at = 0; at < values.length; at++) values[at] = params[numbers[at] - 1]
    return values
  }
  const context = session.expressionContext(params)
  const { txns } = session.cluster
  context.snapshot = txns.snapshot(session.block.ensure())
  try {
    for (let at = 0; at < values.length; at++) values[at] = args[at](context)
  } finally {
    txns.releaseSnapshot(context.snapshot)
  }
  return values
}

/**
 * A CALL of a procedure that runs in one go, without the way that can wait; for the rest its effect is runCall's.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {unknown[]} params
 * @param {string} formats
 * @param {import('./result-sink.js').ResultSink} sink
 * @param {boolean} [describe] the row description is still to be sent
 * @returns {boolean} false: nothing has happened, it is for runCall
 */
export function callNow(session, prepared, params, formats, sink, describe = false) {
  const { procedures } = session
  const { txn } = session.block
  const mark = txn === null || txn.isUntouched() ? BEGINNING : session.cluster.txns.savepoint(txn)
  try {
    const bound = boundCall(session, prepared)
    permitCall(session, bound)
    if (bound.numbers === null || bound.paramTypes.length > params.length) return false
    if (!procedures.runsInOneGo(bound.site)) return false
    session.block.started = true
    const value = procedures.callNow(NO_SNAPSHOT, bound.site, argumentsOf(session, bound, params))
    sendOutputs(session, bound, value, sink, formats, describe)
    sink.commandComplete('CALL')
    return true
  } catch (error) {
    if (!(error instanceof WaitSignal)) throw withPosition(error, prepared.sourceText)
    const { txns } = session.cluster
    txns.rollbackTo(session.block.txn, mark)
    return false
  }
}

/**
 * EXECUTE of the procedure, while the catalog is what it was bound under.
 * @param {Session} session @param {BoundCall} bound
 */
function permitCall(session, bound) {
  if (bound.permittedRole === session.roleOid) return
  // Arguments are computed before the procedure is looked at.
  requireCalls(session, bound.exprs)
  requireExecute(session.catalog(), session.roleOid, bound.site.oid)
  bound.permittedRole = session.roleOid
}

/** A procedure's statements take snapshots of their own. */
const NO_SNAPSHOT = { snapshot: null }

/**
 * @param {Session} session @param {BoundCall} bound @param {any} value
 * @param {import('./result-sink.js').ResultSink} sink @param {string} formats @param {boolean} describe
 */
function sendOutputs(session, { columns }, value, sink, formats, describe) {
  if (columns.length > 0)
    sendRows(session, sink, columns, [value === null ? columns.map(() => null) : value.values], formats, describe)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CallStmt>} _node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCall(session, _node, call) {
  const mayEnd = mayEndTransaction(session, call)
  const bound = boundWith(session, call.prepared, call.params.length)
  permitCall(session, bound)
  const values = argumentsOf(session, bound, call.params)
  session.block.started = true
  session.procedures.host.program.mayEnd = mayEnd
  const value = yield* session.procedures.call(NO_SNAPSHOT, bound.site, values)
  sendOutputs(session, bound, value, call.sink, call.formats, call.describe)
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete('CALL')
}
