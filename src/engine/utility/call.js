/** CALL: its arguments bound and compiled once per statement and version of the catalog, its OUT arguments sent as a row. */
import { compileExpression } from '../../executor/evaluate.js'
import { DbError } from '../../errors/db-error.js'
import { bindCall } from '../../planner/bind/call.js'
import { resultColumn, sendRows } from './rows.js'

/** @import { Prepared } from '../statements/prepared.js' */
/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/**
 * @typedef {object} BoundCall
 * @property {((ctx: any) => any)[]} args
 * @property {import('../../executor/expressions/procedures.js').CallSite} site
 * @property {import('../../planner/plan.js').ResultColumn[]} columns
 * @property {number[]} paramTypes
 * @property {number} epoch of the catalog @property {string} pathKey @property {string} settingsKey
 */

/** What a statement calls. @param {Session} session @param {Prepared} prepared @returns {BoundCall} @throws {DbError} 42883, 42809 … */
function boundCall(session, prepared) {
  session.block.ensure()
  const catalog = session.catalog()
  const { epoch } = session.database.catalog
  const known = /** @type {BoundCall | null} */ (prepared.boundCall)
  if (known !== null && known.epoch === epoch && known.pathKey === catalog.pathKey && known.settingsKey === session.plannerKey && !catalog.isPrivate) return known
  const { func, args, columns, paramTypes } = bindCall(prepared.node, catalog, { settings: session.settings, env: session.env, sourceText: prepared.sourceText,
    paramTypes: prepared.declaredTypes, functionScope: prepared.functionScope })
  if (prepared.functionScope !== undefined && columns.length > 0) throw new DbError('0A000', 'calling procedures with output arguments is not supported in SQL functions')
  const bound = {
    args: args.map((arg) => compileExpression(arg, catalog)), site: { oid: func.oid, args: args.map((arg) => arg.type), result: func.returnType, routine: undefined },
    columns: columns.map(({ name, type }) => resultColumn(name, type)), paramTypes, epoch, pathKey: catalog.pathKey, settingsKey: session.plannerKey,
  }
  prepared.boundCall = catalog.isPrivate ? null : bound
  return bound
}

/** The OUT arguments a CALL gives back as a row. @param {Session} session @param {Prepared} prepared */
export function callColumns(session, prepared) {
  const { columns } = boundCall(session, prepared)
  return columns.length === 0 ? null : columns
}

/** @param {Session} session @param {Prepared} prepared @returns {number[]} */
export const callParameters = (session, prepared) => boundCall(session, prepared).paramTypes

/** @param {Session} session @param {any} _node CallStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runCall(session, _node, call) {
  const { args, site, columns } = boundCall(session, call.prepared)
  const context = session.expressionContext(call.params)
  const { txns } = session.cluster
  const snapshot = txns.snapshot(session.block.ensure())
  const values = new Array(args.length)
  try {
    context.snapshot = snapshot
    for (let at = 0; at < values.length; at++) values[at] = args[at](context)
  } finally {
    txns.releaseSnapshot(snapshot)
  }
  session.block.started = true
  const value = yield* session.procedures.call({ snapshot: null }, site, values)
  if (columns.length > 0) sendRows(session, call.sink, columns, [value === null ? columns.map(() => null) : value.values], call.formats, call.describe)
  call.sink.commandComplete('CALL')
}
