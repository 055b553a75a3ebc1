/** What decides: AND, OR, NOT, IS NULL, IS TRUE, BETWEEN, CASE, COALESCE, GREATEST, LEAST, NULLIF. */
import { BOOL, TEXT, UNKNOWN } from '../../../types/oids.js'
import { datatypeMismatch, undefinedObject } from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { coerceToBoolean } from './coerce.js'
import { commonType, coerceToCommon, commonTypmod } from './common-type.js'
import { operatorCall } from './operators.js'
import { derivedCollation, inputCollation, withInput } from './collation.js'
import { withoutSets } from './sets.js'
import { bindExpr, bindAExpr, bindWide } from './expressions.js'
import { bindEach } from '../attempts.js'
import { outlined, outlinedBefore, outlinedTerms } from './outlined.js'

/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').A_Expr>} node
 * @param {number} location
 * @returns {Expr}
 */
export function bindNullIf(ctx, level, node, location) {
  const left = bindExpr(ctx, level, node.lexpr)
  const call = operatorCall(ctx, node.name, left, bindExpr(ctx, level, node.rexpr), location)
  if (call.kind !== 'op' || call.type !== BOOL)
    throw datatypeMismatch('NULLIF requires = operator to yield boolean', { location })
  return {
    kind: 'nullif', oid: call.oid, funcOid: call.funcOid, args: /** @type {[Expr, Expr]} */ (call.args),
    type: call.args[0].type, typmod: call.args[0].typmod, collation: call.args[0].collation, location,
    ...withInput(call.inputCollation ?? 0),
  }
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @param {number} location @returns {Expr} */
export function bindBetween(ctx, level, node, location) {
  const [low, high] = node.rexpr.List.items
  const op = (/** @type {string} */ name) => [{ String: { sval: name } }]
  const compare = (/** @type {string} */ name, /** @type {any} */ right) =>
    bindAExpr(ctx, level, { kind: 'AEXPR_OP', name: op(name), lexpr: node.lexpr, rexpr: right, location })
  const both = (/** @type {Datum} */ a, /** @type {Datum} */ b) =>
    bool('and', [compare('>=', a), compare('<=', b)], location)
  const neither = (/** @type {Datum} */ a, /** @type {Datum} */ b) =>
    bool('or', [compare('<', a), compare('>', b)], location)
  switch (node.kind) {
    case 'AEXPR_BETWEEN': return both(low, high)
    case 'AEXPR_NOT_BETWEEN': return neither(low, high)
    case 'AEXPR_BETWEEN_SYM': return bool('or', [both(low, high), both(high, low)], location)
    default: return bool('and', [neither(low, high), neither(high, low)], location)
  }
}

/** @param {'and' | 'or' | 'not'} kind @param {Expr[]} args @param {number} location @returns {Expr} */
export const bool = (kind, args, location) => ({ kind, args, type: BOOL, typmod: -1, collation: 0, location })

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindBoolExpr(ctx, level, node) {
  const name = node.boolop === 'AND_EXPR' ? 'AND' : node.boolop === 'OR_EXPR' ? 'OR' : 'NOT'
  const kind = /** @type {'and' | 'or' | 'not'} */ (name.toLowerCase())
  const before = outlinedBefore(ctx, node)
  if (before !== null) return before
  let args = bindEach(ctx, level, node.args, (arg) => coerceToBoolean(ctx, bindExpr(ctx, level, arg), name))
  if (node.wide !== undefined) {
    args = [...args]
    for (const wide of node.wide) for (const term of bindWide(ctx, level, wide, name, kind)) args.push(term)
    if (args.length === 1) return args[0]
  }
  if (kind === 'and') return bool(kind, outlinedTerms(ctx, args), node.location ?? 0)
  return outlined(ctx, bool(kind, args, node.location ?? 0), args, node)
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindNullTest(ctx, level, node) {
  const arg = bindExpr(ctx, level, node.arg)
  return {
    kind: 'isnull', arg, not: node.nulltesttype === 'IS_NOT_NULL', type: BOOL, typmod: -1, collation: 0,
    location: node.location ?? 0,
  }
}

const BOOLEAN_TESTS = /** @type {Record<string, ['true' | 'false' | 'unknown', boolean]>} */ ({
  IS_TRUE: ['true', false], IS_NOT_TRUE: ['true', true], IS_FALSE: ['false', false], IS_NOT_FALSE: ['false', true],
  IS_UNKNOWN: ['unknown', false], IS_NOT_UNKNOWN: ['unknown', true],
})

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindBooleanTest(ctx, level, node) {
  const [test, not] = BOOLEAN_TESTS[node.booltesttype]
  const arg = coerceToBoolean(ctx, bindExpr(ctx, level, node.arg), node.booltesttype.replaceAll('_', ' '))
  return { kind: 'booltest', arg, test, not, type: BOOL, typmod: -1, collation: 0, location: node.location ?? 0 }
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindCase(ctx, level, node) {
  const before = outlinedBefore(ctx, node)
  if (before !== null) return before
  return withoutSets(level, 'CASE', () => {
    const location = node.location ?? 0
    let arg = node.arg ? bindExpr(ctx, level, node.arg) : null
    if (arg?.type === UNKNOWN) arg = coerceToCommon(ctx, arg, TEXT, 'CASE')
    const test =
      arg
      && /** @type {Expr} */ ({
        kind: 'caseTest', type: arg.type, typmod: arg.typmod, collation: arg.collation, location: arg.location,
      })
    const whens = bindEach(ctx, level, node.args, (item) => {
      const when = item.CaseWhen
      const written = bindExpr(ctx, level, when.expr)
      const condition = test ? operatorCall(ctx, '=', test, written, when.location ?? 0) : written
      return { when: coerceToBoolean(ctx, condition, 'CASE/WHEN'), then: bindExpr(ctx, level, when.result) }
    })
    const fallback = node.defresult
      ? bindExpr(ctx, level, node.defresult)
      : /** @type {Expr} */ ({ kind: 'const', value: null, type: UNKNOWN, typmod: -1, collation: 0, location: -1 })
    const results = [fallback, ...whens.map((/** @type {any} */ item) => item.then)]
    const type = commonType(ctx, results, 'CASE')
    const otherwise = coerceToCommon(ctx, fallback, type, 'CASE/ELSE')
    for (const item of whens) item.then = coerceToCommon(ctx, item.then, type, 'CASE/WHEN')
    const values = [otherwise, ...whens.map((/** @type {any} */ item) => item.then)]
    return outlined(ctx, {
      kind: 'case', arg, whens, else: otherwise, type, typmod: commonTypmod(values, type),
      collation: derivedCollation(ctx, type, values), location,
    }, whens, node)
  })
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindCoalesce(ctx, level, node) {
  const before = outlinedBefore(ctx, node)
  if (before !== null) return before
  return withoutSets(level, 'COALESCE', () => {
    const args = bindEach(ctx, level, node.args, (arg) => bindExpr(ctx, level, arg))
    const type = commonType(ctx, args, 'COALESCE')
    const converted = args.map((/** @type {Expr} */ arg) => coerceToCommon(ctx, arg, type, 'COALESCE'))
    return outlined(ctx, {
      kind: 'coalesce', args: converted, type, typmod: commonTypmod(converted, type),
      collation: derivedCollation(ctx, type, converted), location: node.location ?? 0,
    }, converted, node)
  })
}

/** What GREATEST and LEAST go by. */
const COMPARES = { name: '', source: 'text_lt', kind: 'f' }

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindMinMax(ctx, level, node) {
  const before = outlinedBefore(ctx, node)
  if (before !== null) return before
  const name = node.op === 'IS_LEAST' ? 'LEAST' : 'GREATEST'
  const args = bindEach(ctx, level, node.args, (arg) => bindExpr(ctx, level, arg))
  const type = commonType(ctx, args, name)
  const converted = args.map((/** @type {Expr} */ arg) => coerceToCommon(ctx, arg, type, name))
  const ordering = ctx.catalog.orderingOps(type)
  if (!ordering)
    throw undefinedObject(`could not identify a comparison function for type ${ctx.view.typeName(type)}`, {
      location: node.location ?? 0,
    })
  if (!ctx.catalog.isNaturalOrder(ordering.compare))
    throw featureNotSupported(`${name} of ${ctx.view.typeName(type)}, whose default operator class is a user's,`)
  return outlined(ctx, {
    kind: name === 'LEAST' ? 'least' : 'greatest', args: converted, type, typmod: commonTypmod(converted, type),
    collation: derivedCollation(ctx, type, converted), location: node.location ?? 0,
    ...withInput(inputCollation(ctx, COMPARES, converted)),
  }, converted, node)
}
