/**
 * Calls of simple SQL functions replaced by their bodies: one SELECT of one expression, nothing else in it. The rules
 * are PostgreSQL's: the expression may not be more volatile than the function says, a strict function's must be strict
 * in every argument, an argument used more than once must be cheap and not volatile. Bound queries are stored as
 * written; this is done when a plan is made.
 *
 * Keys of indexes are made where no function can be called (purge), so more is replaced in them (`inlinesForKeys`): a
 * strict function becomes a CASE, and what is not cheap is computed as often as it is used.
 */
import { throughText } from './volatility.js'
import { parse } from '../parser/parser.js'
import { DbError, isInterruption } from '../errors/db-error.js'
import { BOOL, FIRST_USER_OID, RECORD } from '../types/oids.js'
import { coerceTo } from './bind/expressions/coerce.js'
import { BindContext } from './bind/context.js'
import { loadedQuery } from './bind/views.js'
import { bindSelect } from './bind/select.js'
import { functionResult, settledTypes } from './function-result.js'
import { contains, rebuild, walk } from './expr-tools.js'

/** @import { FuncCall } from '../catalog/expr.js' */
/** @import { RelationDesc } from '../catalog/relation.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('../catalog/descriptors.js').FuncDesc} FuncDesc */

/** Calls of a statement that are replaced. */
const INLINED_MAX = 500
const SQL = 14
const RANK = { i: 0, s: 1, v: 2 }

/** Parts of a key's expression: what is repeated within itself grows fast. */
const KEY_NODES_MAX = 2000

/** @param {Expr} expr */
function sizeOf(expr) {
  let count = 0
  walk(expr, () => { count++ })
  return count
}

/**
 * A strict function's body, which would not be null by itself. @param {Expr[]} args @param {Expr} body @returns {Expr}
 */
function nullIfAny(args, body) {
  const { type, typmod, collation } = body
  const bool = { type: BOOL, typmod: -1, collation: 0, location: -1 }
  const tests = args.map((arg) => /** @type {Expr} */ ({ kind: 'isnull', arg, not: false, scalar: true, ...bool }))
  const when = tests.length === 1 ? tests[0] : /** @type {Expr} */ ({ kind: 'or', args: tests, ...bool })
  const then = /** @type {Expr} */ ({ kind: 'const', value: null, type, typmod, collation, location: -1 })
  return { kind: 'case', arg: null, whens: [{ when, then }], else: body, type, typmod, collation, location: -1 }
}

/** @param {Expr} node */
const calledOid = (node) => node.kind === 'func' ? node.oid : node.kind === 'op' ? node.funcOid : 0

/**
 * @template T
 * @param {BindContext} ctx
 * @param {T} root expression, query, or list of them
 * @param {number[]} [active] functions being inlined
 * @returns {T} unchanged parts are shared
 */
export function inlineCalls(ctx, root, active = []) {
  return rebuild(root, (node) => {
    if (ctx.needsInlined && ctx.ofRows.has(node)) return unasked(ctx, node)
    if (calledOid(node) < FIRST_USER_OID || node.retset) return undefined
    const args = inlineCalls(ctx, node.args, active)
    const call = args === node.args ? node : { ...node, args }
    return inlined(ctx, call, active) ?? call
  })
}

/** What asks for leave by itself. @param {BindContext} ctx @param {Expr} expr @returns {Expr} */
function unasked(ctx, expr) {
  ctx.needsInlined = false
  const made = inlineCalls(ctx, expr)
  ctx.needsInlined = true
  return made
}

/** @param {BindContext} ctx @param {FuncCall} call @param {number[]} active @returns {Expr | null} */
function inlined(ctx, call, active) {
  const oid = calledOid(call)
  if (ctx.again?.refused.has(oid)) return null
  const func = ctx.view.function(oid)
  if (
    func.language !== SQL || func.kind !== 'f' || func.retset || func.returnType === RECORD || func.securityDefiner
    || func.config.length > 0 || active.includes(oid)
  )
    return null
  // Functions that each call the next one twice would be two to the power of their number.
  if (ctx.inlinedCalls >= INLINED_MAX) return null
  ctx.inlinedCalls++
  const body = bodyIn(ctx, func, call)
  if (body === null) return null
  if (volatilityOf(ctx, body) > RANK[func.volatility]) return null
  const uses = usesOf(body, call.args.length)
  const wantsGuard = func.strict && (uses.includes(0) || !isStrict(ctx, body))
  if (ctx.inlinesForKeys) {
    for (let at = 0; at < uses.length; at++) if (uses[at] * sizeOf(call.args[at]) > KEY_NODES_MAX) return null
  } else {
    if (wantsGuard) return null
    for (let at = 0; at < uses.length; at++) {
      if (uses[at] > 1 && !isCheap(ctx, call.args[at])) return null
    }
  }
  if (ctx.needsInlined) ctx.needs.functions.add(oid)
  const expr = rebuild(body, (node) => node.kind === 'param' ? call.args[node.number - 1] : undefined)
  const result = inlineCalls(ctx, wantsGuard ? nullIfAny(call.args, expr) : expr, [...active, oid])
  // What the call's type says stays so: a RelabelType where the expression's own differs in its modifier alone.
  return result.kind === 'const' ? { ...result, location: call.location } : result
}

/**
 * The same, found once for each kind of call in a statement: functions that each call the next one twice are called
 * hundreds of times.
 * @param {BindContext} ctx
 * @param {FuncDesc} func
 * @param {FuncCall} call
 * @returns {Expr | null}
 */
function bodyIn(ctx, func, call) {
  const types = call.args.map((/** @type {Expr} */ arg) => arg.type).join()
  const key = `${func.oid} ${call.type} ${call.inputCollation ?? 0} ${types}`
  let body = ctx.inlinedBodies.get(key)
  if (body === undefined) {
    body = expressionOf(ctx, func, call)
    ctx.inlinedBodies.set(key, body)
  }
  return body
}

/**
 * The one expression a function's body is, over its parameters; null when it is more than that.
 * @param {BindContext} ctx
 * @param {FuncDesc} func
 * @param {FuncCall} call
 * @returns {Expr | null}
 */
function expressionOf(ctx, func, call) {
  try {
    const stmt = bodyOf(func)
    if (stmt === null) return null
    const argTypes = settledTypes(
      ctx.catalog, func, call.args.map((/** @type {Expr} */ arg) => arg.type), func.argTypes,
    )
    const argNames =
      func.argModes.length === 0 ? func.argNames : func.argNames.filter((_, at) => 'ibv'.includes(func.argModes[at]))
    const inner = new BindContext(ctx.catalog, {
      paramTypes: argTypes, paramsFixed: true, settings: ctx.settings, env: ctx.env,
      functionScope: { name: func.name, argNames, collation: Math.max(0, call.inputCollation ?? 0) },
    })
    const query = stmt.StoredQuery ? loadedQuery(inner, stmt.StoredQuery.text) : bindSelect(inner, null, stmt)
    if (!isBare(query)) return null
    const [target] = query.targets
    if (
      query.targets.length !== 1 || query.hasAggregates || query.hasWindowCalls || query.hasSetReturning
      || query.ctes.length > 0
    )
      return null
    if (contains(target.expr, (node) => node.kind === 'sublink' || node.kind === 'agg')) return null
    const types = { args: call.args.map((/** @type {Expr} */ arg) => arg.type), result: call.type }
    const result = functionResult(ctx.catalog, func, types, [
      { name: target.name, type: target.expr.type, typmod: target.expr.typmod },
    ])
    if (result.shape !== 'value') return null
    const expr = coerceTo(inner, target.expr, call.type, -1, 'assignment')
    if (expr === null || expr.type !== call.type) return null
    for (const [oid, version] of inner.view.dependencies) ctx.view.dependsOn(oid, version)
    for (const name of inner.view.names) ctx.view.names.add(name)
    ctx.sessionDependent ||= inner.sessionDependent
    ctx.clockDependent ||= inner.clockDependent
    ctx.zoneDependent ||= inner.zoneDependent
    return ofBody(expr, func.name)
  } catch (error) {
    // What is wrong with the body is said when it is called, in its own context.
    if (error instanceof DbError && !isInterruption(error)) return null
    throw error
  }
}

/** @param {FuncDesc} func @returns {any} tagged SelectStmt without FROM and the like, or null */
function bodyOf(func) {
  let stmts
  if (func.body !== null) stmts = JSON.parse(func.body).statements
  else stmts = parse(func.source).map((parsed) => parsed.stmt)
  if (stmts.length !== 1) return null
  if (stmts[0].StoredQuery !== undefined) return stmts[0]
  const node = stmts[0].SelectStmt
  if (
    node === undefined || (node.op && node.op !== 'SETOP_NONE') || node.wideRows !== undefined || node.valuesLists
    || node.targetList?.length !== 1
  )
    return null
  for (const clause of [
    'fromClause', 'whereClause', 'groupClause', 'havingClause', 'windowClause', 'sortClause', 'distinctClause',
    'limitCount', 'limitOffset', 'lockingClause', 'withClause', 'intoClause',
  ]) {
    if (node[clause] !== undefined && !(Array.isArray(node[clause]) && node[clause].length === 0)) return null
  }
  return stmts[0]
}

/** @param {import('../catalog/query.js').Query} query */
const isBare = (query) =>
  query.from.length === 0 && !query.where && query.groupBy.length === 0 && !query.groupingClause && !query.having
  && query.orderBy.length === 0 && query.distinct === null && !query.limit && !query.offset && query.locks.length === 0
  && query.setOperation === null

/**
 * Places in the body are none in the statement; its calls say whose they are.
 * @param {Expr} expr @param {string} name of the function @returns {Expr}
 */
function ofBody(expr, name) {
  const clear = (/** @type {any} */ node) => {
    if (node.location !== undefined) node.location = -1
    if (node.kind === 'func' || node.kind === 'op') node.inlinedFrom = name
  }
  const copy = structuredCopy(expr)
  walk(copy, clear)
  return copy
}

/** @param {Expr} node @returns {any} */
function structuredCopy(node) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(structuredCopy)
  if (node.kind === 'const') return { ...node }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, structuredCopy(value)]))
}

/** How often each parameter occurs. @param {Expr} expr @param {number} count @returns {number[]} */
function usesOf(expr, count) {
  const uses = new Array(count).fill(0)
  walk(expr, (node) => { if (node.kind === 'param') uses[node.number - 1]++ })
  return uses
}

/** @param {BindContext} ctx @param {Expr} expr @returns {number} rank of its most volatile call */
function volatilityOf(ctx, expr) {
  let most = 0
  walk(expr, (node) => {
    const oid = node.kind === 'func' || node.kind === 'agg' || node.kind === 'window' ? node.oid : node.funcOid
    if (oid > 0) most = Math.max(most, RANK[ctx.view.function(oid).volatility])
    else if (node.kind === 'viaio') most = Math.max(most, RANK[throughText(ctx.catalog, node)])
    else if (node.kind === 'sqlvalue') most = Math.max(most, RANK.s)
    else if (node.kind === 'sublink') most = RANK.v
  })
  return most
}

/** Null whenever one of its arguments is. @param {BindContext} ctx @param {Expr} expr @returns {boolean} */
function isStrict(ctx, expr) {
  switch (expr.kind) {
    case 'const': return expr.value !== null
    case 'param': return true
    case 'func': case 'op': return ctx.view.function(calledOid(expr)).strict && expr.args.every((/** @type {Expr} */ arg) => isStrict(ctx, arg))
    case 'relabel': case 'collate': case 'viaio': case 'rowconvert': return isStrict(ctx, expr.arg)
    default: return false
  }
}

/** May be computed more than once. @param {BindContext} ctx @param {Expr} expr */
function isCheap(ctx, expr) {
  if (volatilityOf(ctx, expr) > RANK.s) return false
  let calls = 0
  walk(expr, (node) => {
    if (node.kind === 'sublink' || calledOid(node) >= FIRST_USER_OID) calls = 100
    else if (calledOid(node) > 0) calls++
  })
  return calls <= 10
}

/**
 * Stored expressions (index keys and predicates, partition keys) that call SQL functions, as queries have them: with
 * the bodies in place.
 * @type {WeakMap<object, Expr>}
 */
const inlinedStored = new WeakMap()

/** Before a plan asks which indexes fit. @param {BindContext} ctx @param {RelationDesc} relation */
export function noteStored(ctx, relation) {
  for (const index of relation.indexes) {
    for (const key of index.keys) note(ctx, key.expr)
    note(ctx, index.predicate)
  }
  for (const part of relation.partitionKey?.parts ?? []) note(ctx, part.expr)
}

/** @param {BindContext} ctx @param {Expr | null} expr */
function note(ctx, expr) {
  if (expr !== null && contains(expr, (node) => calledOid(node) >= FIRST_USER_OID))
    inlinedStored.set(expr, inlineCalls(ctx, expr))
}

/** @param {Expr} expr a stored one @returns {Expr} */
export const asInlined = (expr) => inlinedStored.get(expr) ?? expr
