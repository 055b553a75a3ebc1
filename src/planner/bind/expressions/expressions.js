/**
 * Expressions: one function per kind of parse node, each returning a bound, typed expression. A kind that is not here
 * is 0A000 by name.
 */
import { oneSubscript, wrongSubscriptType } from '../../../errors/extensions.js'
import { ownSubscripts } from '../../../catalog/subscripts.js'
import {
  BOOL, DATE, FIRST_USER_OID, INT2, INT2VECTOR, INT2_ARRAY, INT4, JSONB, NAME, OID, OIDVECTOR, OID_ARRAY, RECORD, TEXT,
  TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ, UNKNOWN,
} from '../../../types/oids.js'
import {
  datatypeMismatch, syntaxError, cannotCoerce, undefinedObject, notSupportedAt, indeterminateType, located,
} from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import {
  canCoerce, coerceTo, coerceToSpecific, pathway, coerceToBoolean, commonType, coerceToCommon, commonTypmod,
} from './coerce.js'
import { operatorCall, arrayOperator, distinctFrom, rowComparison } from './operators.js'
import { derivedCollation, inputCollation, withInput } from './collation.js'
import { bindConstant, literalValue } from './literal.js'
import { bindColumnRef, expandStar, expandComposite } from '../scope.js'
import { allowSet, withoutSets } from './sets.js'
import { bindFuncCall, columnProjection, noSuchField, resolveFunction, plainCall } from './functions.js'
import { bindGrouping } from './aggregates.js'
import { bindSubLink } from './sublinks.js'
import { bindTypeName, nameParts } from './typename.js'
import { namesSchemaOf } from '../named-schemas.js'
import { startOf } from '../../expr-tools.js'
import { unfolded } from '../../../parser/wide.js'
import { wideCondition } from './wide.js'
import { bindXml, bindXmlSerialize } from './xml.js'
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Datum } from '../../../types/datum.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */

/** @type {Record<string, (ctx: BindContext, level: Level, node: any) => Expr>} */
const BINDERS = {
  A_Const: (ctx, _level, node) => bindConstant(ctx, node),
  ColumnRef: bindColumnRef,
  ParamRef: (ctx, _level, node) => bindParam(ctx, node),
  A_Expr: bindAExpr,
  BoolExpr: bindBoolExpr,
  FuncCall: bindFuncCall,
  TypeCast: bindTypeCast,
  SubLink: bindSubLink,
  NullTest: bindNullTest,
  BooleanTest: bindBooleanTest,
  CaseExpr: bindCase,
  CoalesceExpr: bindCoalesce,
  MinMaxExpr: bindMinMax,
  A_ArrayExpr: (ctx, level, node) => bindArray(ctx, level, node, 0, 0, -1),
  RowExpr: bindRow,
  A_Indirection: bindIndirection,
  CollateClause: bindCollate,
  SQLValueFunction: bindSqlValue,
  GroupingFunc: bindGrouping,
  BitString: (ctx, _level, node) => bindConstant(ctx, { bsval: node, location: node.location }),
  SetToDefault: (_ctx, _level, node) => {
    throw syntaxError('DEFAULT is not allowed in this context', { location: node.location ?? 0 })
  },
  CurrentOfExpr: () => { throw featureNotSupported('WHERE CURRENT OF') },
  XmlExpr: (ctx, level, node) => bindXml(node, xmlParts(ctx, level)),
  XmlSerialize: (ctx, level, node) => bindXmlSerialize(ctx, node, xmlParts(ctx, level)),
}

/** @param {BindContext} ctx @param {Level} level @returns {import('./xml.js').Parts} */
export const xmlParts = (ctx, level) => ({
  bind: (node) => bindExpr(ctx, level, node),
  coerce: (expr, type, clause) => coerceToSpecific(ctx, expr, type, clause),
  assign: (expr, type, typmod) => coerceTo(ctx, expr, type, typmod, 'implicit'),
  typeOf: (node) => bindTypeName(ctx, node),
})

/** @param {BindContext} ctx @param {Level} level @param {any} tagged @returns {Expr} */
export function bindExpr(ctx, level, tagged) {
  for (const tag in tagged) {
    const bind = BINDERS[tag]
    if (bind === undefined) throw featureNotSupported(`expression ${tag}`)
    return bind(ctx, level, tagged[tag])
  }
  throw featureNotSupported('an empty expression')
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindAExpr(ctx, level, node) {
  const location = node.location ?? 0
  switch (node.kind) {
    case 'AEXPR_OP': return bindOperator(ctx, level, node, location)
    case 'AEXPR_OP_ANY': case 'AEXPR_OP_ALL':
      return arrayOperator(
        ctx, node.name, bindExpr(ctx, level, node.lexpr), bindExpr(ctx, level, node.rexpr),
        node.kind === 'AEXPR_OP_ALL', location,
      )
    case 'AEXPR_DISTINCT': case 'AEXPR_NOT_DISTINCT':
      return distinctFrom(
        ctx, node.name, bindExpr(ctx, level, node.lexpr), bindExpr(ctx, level, node.rexpr),
        node.kind === 'AEXPR_NOT_DISTINCT', location,
      )
    case 'AEXPR_NULLIF': return bindNullIf(ctx, level, node, location)
    case 'AEXPR_IN': return bindIn(ctx, level, node, location)
    case 'AEXPR_LIKE': case 'AEXPR_ILIKE': case 'AEXPR_SIMILAR':
      return operatorCall(ctx, node.name, bindExpr(ctx, level, node.lexpr), bindExpr(ctx, level, node.rexpr), location)
    case 'AEXPR_BETWEEN': case 'AEXPR_NOT_BETWEEN': case 'AEXPR_BETWEEN_SYM': case 'AEXPR_NOT_BETWEEN_SYM':
      return bindBetween(ctx, level, node, location)
    default: throw featureNotSupported(`expression ${node.kind}`)
  }
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @param {number} location @returns {Expr} */
function bindOperator(ctx, level, node, location) {
  const name = node.name.length === 1 ? node.name[0].String.sval : ''
  if (node.lexpr && name === '=' && ctx.nullEquals && (isNullConst(node.lexpr) || isNullConst(node.rexpr))) {
    const arg = bindExpr(ctx, level, isNullConst(node.rexpr) ? node.lexpr : node.rexpr)
    return { kind: 'isnull', arg, not: false, type: BOOL, typmod: -1, collation: 0, location }
  }
  if (node.lexpr?.RowExpr && node.rexpr?.SubLink?.subLinkType === 'EXPR_SUBLINK') {
    return bindSubLink(ctx, level, {
      ...node.rexpr.SubLink, subLinkType: 'ROWCOMPARE_SUBLINK', testexpr: node.lexpr, operName: node.name, location,
    })
  }
  if (node.lexpr?.RowExpr && node.rexpr?.RowExpr) {
    const left = bindExpr(ctx, level, node.lexpr)
    const right = bindExpr(ctx, level, node.rexpr)
    if (left.kind === 'row' && right.kind === 'row')
      return rowComparison(ctx, node.name, left.args, right.args, location)
  }
  const { lastSet } = level
  const left = node.lexpr ? bindExpr(ctx, level, node.lexpr) : null
  const right = bindExpr(ctx, level, node.rexpr)
  const call = operatorCall(ctx, node.name, left, right, location)
  if (call.kind === 'op' && call.retset) allowSet(ctx, level, location, lastSet)
  return call
}

/** @param {ParseNode} node */
const isNullConst = (node) => node.A_Const?.isnull === true

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').A_Expr>} node
 * @param {number} location
 * @returns {Expr}
 */
function bindNullIf(ctx, level, node, location) {
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
function bindIn(ctx, level, node, location) {
  if (node.inList) return bindList(ctx, level, node, location)
  const not = node.name[0].String.sval === '<>'
  const left = bindExpr(ctx, level, node.lexpr)
  const rights = node.rexpr.List.items.map((/** @type {any} */ item) => bindExpr(ctx, level, item))
  const plain = rights.filter((/** @type {Expr} */ expr) => !hasColumns(expr))
  /** @type {Expr[]} */
  const alternatives = []
  let rest = rights
  if (plain.length > 1) {
    const type = commonType(ctx, [left, ...plain], null)
    if (
      type && type !== RECORD && ctx.view.type(type).arrayType
      && [left, ...plain].every((expr) => expr.type === type || canCoerce(ctx, [expr.type], [type], 'implicit'))
    ) {
      const arrayType = ctx.view.arrayType(type)
      const elements = plain.map((/** @type {Expr} */ expr) => coerceToCommon(ctx, expr, type, 'IN'))
      const array = /** @type {Expr} */ ({
        kind: 'array', elementType: type, elements, multidims: false, type: arrayType, typmod: -1,
        collation: derivedCollation(ctx, arrayType, elements), location: -1,
      })
      alternatives.push(arrayOperator(ctx, node.name, left, array, not, location))
      rest = rights.filter((/** @type {Expr} */ expr) => hasColumns(expr))
    }
  }
  for (const right of rest) {
    alternatives.push(
      left.kind === 'row' && right.kind === 'row'
        ? rowComparison(ctx, node.name, left.args, right.args, location)
        : coerceToBoolean(ctx, operatorCall(ctx, node.name, left, right, location), 'IN'),
    )
  }
  // Two at a time, as PostgreSQL prints them.
  return alternatives.reduce((before, next) => bool(not ? 'and' : 'or', [before, next], location))
}

const WHOLE = new Set([23, 20])
const WIDER = new Set([20, 701, 1700])

/**
 * IN with a list that stands for any number of parameters: an array of them.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node
 * @param {number} location
 * @returns {Expr}
 */
function bindList(ctx, level, node, location) {
  const left = bindExpr(ctx, level, node.lexpr)
  const param = /** @type {any} */ (bindExpr(ctx, level, node.rexpr.List.items[0]))
  const type = commonType(ctx, [left, param], null)
  const arrayType = type && type !== RECORD ? ctx.view.type(type).arrayType : 0
  let element =
    arrayType && (left.type === type || canCoerce(ctx, [left.type], [type], 'implicit'))
      ? /** @type {any} */ (coerceToCommon(ctx, param, type, 'IN'))
      : null
  // Of literals: whole numbers are read as what they are compared with.
  if (
    node.inList.literals && element !== null && element.kind !== 'param' && WHOLE.has(param.type) && WIDER.has(type)
  ) {
    ctx.params.types[param.number - 1] = type
    element = { ...param, type }
  }
  // The caller plans the statement as it is written.
  if (element?.kind !== 'param' || element.type !== type)
    throw featureNotSupported('a list whose elements are converted')
  const { after, rows } = node.inList
  const array = /** @type {Expr} */ ({
    kind: 'param', number: param.number, list: { elementType: type, after, rows }, type: arrayType, typmod: -1,
    collation: derivedCollation(ctx, arrayType, [element]), location: -1,
  })
  return arrayOperator(ctx, node.name, left, array, node.name[0].String.sval === '<>', location)
}

/** @param {BindContext} ctx @param {any} node ParamRef @returns {Expr} */
function bindParam(ctx, { number = 0, location = 0, fromEnd }) {
  const param = ctx.params.reference(number, location, ctx.view)
  if (fromEnd !== undefined) /** @type {any} */ (param).fromEnd = fromEnd
  return param
}

/** @param {any} expr anything that may differ from row to row keeps out of the array */
function hasColumns(expr) {
  if (expr === null || typeof expr !== 'object') return false
  if (Array.isArray(expr)) return expr.some(hasColumns)
  if (expr.kind === 'column' || expr.kind === 'sublink' || expr.kind === 'agg' || expr.kind === 'window') return true
  for (const field in expr) if (field !== 'value' && hasColumns(expr[field])) return true
  return false
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @param {number} location @returns {Expr} */
function bindBetween(ctx, level, node, location) {
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
const bool = (kind, args, location) => ({ kind, args, type: BOOL, typmod: -1, collation: 0, location })

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindBoolExpr(ctx, level, node) {
  const name = node.boolop === 'AND_EXPR' ? 'AND' : node.boolop === 'OR_EXPR' ? 'OR' : 'NOT'
  const kind = /** @type {'and' | 'or' | 'not'} */ (name.toLowerCase())
  const args = node.args.map((/** @type {any} */ arg) => coerceToBoolean(ctx, bindExpr(ctx, level, arg), name))
  if (node.wide !== undefined) {
    for (const wide of node.wide) args.push(...bindWide(ctx, level, wide, name, kind))
    if (args.length === 1) return args[0]
  }
  return bool(kind, args, node.location ?? 0)
}

/**
 * Terms that were folded: all of them as one, or each.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {import('../../../parser/wide.js').Wide} wide
 * @param {string} name
 * @param {'and' | 'or' | 'not'} kind @returns {Expr[]}
 */
function bindWide(ctx, level, wide, name, kind) {
  const together = ctx.foldsWide
    ? wideCondition(
        ctx,
        coerceToBoolean(ctx, bindExpr(ctx, level, wide.node), name),
        wide,
        kind === 'or' ? 'or' : 'and',
        literalValue,
      )
    : null
  return together !== null
    ? [together]
    : unfolded(wide).map((arg) => coerceToBoolean(ctx, bindExpr(ctx, level, arg), name))
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindTypeCast(ctx, level, node) {
  const { type, typmod } = bindTypeName(ctx, node.typeName)
  const location = node.location !== undefined && node.location >= 0 ? node.location : node.typeName.location ?? 0
  let arg
  if (node.arg.A_ArrayExpr && ctx.view.elementType(type))
    arg = bindArray(ctx, level, node.arg.A_ArrayExpr, ctx.view.baseType(type), ctx.view.elementType(type), typmod)
  else arg = bindExpr(ctx, level, node.arg)
  const result = coerceTo(
    ctx, arg, type, typmod, 'explicit', 'cast',
    arg.location !== undefined && arg.kind === 'const' ? arg.location : location,
  )
  if (result)
    return result === arg && arg.type === type && typmod >= 0 && arg.typmod !== typmod ? { ...result, typmod } : result
  throw cannotCoerce(`cannot cast type ${ctx.view.typeName(arg.type)} to ${ctx.view.typeName(type)}`, { location })
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindNullTest(ctx, level, node) {
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
function bindBooleanTest(ctx, level, node) {
  const [test, not] = BOOLEAN_TESTS[node.booltesttype]
  const arg = coerceToBoolean(ctx, bindExpr(ctx, level, node.arg), node.booltesttype.replaceAll('_', ' '))
  return { kind: 'booltest', arg, test, not, type: BOOL, typmod: -1, collation: 0, location: node.location ?? 0 }
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindCase(ctx, level, node) {
  return withoutSets(level, 'CASE', () => {
    const location = node.location ?? 0
    let arg = node.arg ? bindExpr(ctx, level, node.arg) : null
    if (arg?.type === UNKNOWN) arg = coerceToCommon(ctx, arg, TEXT, 'CASE')
    const test =
      arg
      && /** @type {Expr} */ ({
        kind: 'caseTest', type: arg.type, typmod: arg.typmod, collation: arg.collation, location: arg.location,
      })
    const whens = node.args.map((/** @type {ParseNode} */ item) => {
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
    return {
      kind: 'case', arg, whens, else: otherwise, type,
      typmod: commonTypmod([otherwise, ...whens.map((/** @type {any} */ item) => item.then)], type),
      collation: derivedCollation(ctx, type, [otherwise, ...whens.map((/** @type {any} */ item) => item.then)]),
      location,
    }
  })
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindCoalesce(ctx, level, node) {
  return withoutSets(level, 'COALESCE', () => {
    const args = node.args.map((/** @type {any} */ arg) => bindExpr(ctx, level, arg))
    const type = commonType(ctx, args, 'COALESCE')
    const converted = args.map((/** @type {Expr} */ arg) => coerceToCommon(ctx, arg, type, 'COALESCE'))
    return {
      kind: 'coalesce', args: converted, type, typmod: commonTypmod(converted, type),
      collation: derivedCollation(ctx, type, converted), location: node.location ?? 0,
    }
  })
}

/** What GREATEST and LEAST go by. */
const COMPARES = { name: '', source: 'text_lt', kind: 'f' }

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindMinMax(ctx, level, node) {
  const name = node.op === 'IS_LEAST' ? 'LEAST' : 'GREATEST'
  const args = node.args.map((/** @type {ParseNode} */ arg) => bindExpr(ctx, level, arg))
  const type = commonType(ctx, args, name)
  const converted = args.map((/** @type {Expr} */ arg) => coerceToCommon(ctx, arg, type, name))
  const ordering = ctx.catalog.orderingOps(type)
  if (!ordering)
    throw undefinedObject(`could not identify a comparison function for type ${ctx.view.typeName(type)}`, {
      location: node.location ?? 0,
    })
  if (!ctx.catalog.isNaturalOrder(ordering.compare))
    throw featureNotSupported(`${name} of ${ctx.view.typeName(type)}, whose default operator class is a user's,`)
  return {
    kind: name === 'LEAST' ? 'least' : 'greatest', args: converted, type, typmod: commonTypmod(converted, type),
    collation: derivedCollation(ctx, type, converted), location: node.location ?? 0,
    ...withInput(inputCollation(ctx, COMPARES, converted)),
  }
}

/**
 * ARRAY[…]; with a cast's type given, elements convert to it directly.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node
 * @param {number} arrayType 0: from the elements
 * @param {number} elementType
 * @param {number} typmod
 * @returns {Expr}
 */
function bindArray(ctx, level, node, arrayType, elementType, typmod) {
  const location = node.location ?? 0
  let multidims = false
  const written = (node.elements ?? []).map((/** @type {any} */ item) => {
    if (item.A_ArrayExpr) {
      multidims = true
      return bindArray(ctx, level, item.A_ArrayExpr, arrayType, elementType, typmod)
    }
    const expr = bindExpr(ctx, level, item)
    const isVector = expr.type === OIDVECTOR || expr.type === INT2VECTOR
    if (expr.type !== UNKNOWN && !isVector && ctx.view.type(expr.type).kind !== 'd' && ctx.view.elementType(expr.type))
      multidims = true
    return expr
  })
  let common
  let element = elementType
  if (arrayType) common = multidims ? arrayType : elementType
  else {
    if (written.length === 0) throw located42P18('cannot determine type of empty array', location)
    common = commonType(ctx, written, 'ARRAY')
    if (multidims) {
      element = ctx.view.elementType(common)
      if (!element)
        throw datatypeMismatch('multidimensional arrays must have array expressions with matching dimensions', {
          location,
        })
    } else element = common
  }
  const type = arrayType || (multidims ? common : ctx.view.arrayType(common))
  if (!type) throw undefinedObject(`could not find array type for data type ${ctx.view.typeName(common)}`, { location })
  const elements = written.map((/** @type {Expr} */ expr) => {
    if (!arrayType) return coerceToCommon(ctx, expr, common, 'ARRAY')
    const converted = coerceTo(ctx, expr, common, typmod, 'explicit', 'implicit')
    if (!converted)
      throw cannotCoerce(`cannot cast type ${ctx.view.typeName(expr.type)} to ${ctx.view.typeName(common)}`, {
        location: startOf(expr),
      })
    return converted
  })
  return {
    kind: 'array', elementType: element, elements, multidims, type, typmod: -1,
    collation: derivedCollation(ctx, type, elements), location,
  }
}

/** @param {string} message @param {number} location */
const located42P18 = (message, location) =>
  indeterminateType(message, { location, hint: 'Explicitly cast to the desired type, for example ARRAY[]::integer[].' })

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindRow(ctx, level, node) {
  const args = expandRowArgs(ctx, level, node.args ?? [])
  return {
    kind: 'row', args, names: args.map((_, at) => `f${at + 1}`), type: RECORD, typmod: -1, collation: 0,
    location: node.location ?? 0, ...(node.row_format === 'COERCE_IMPLICIT_CAST' ? { implicit: true } : null),
  }
}

/**
 * Arguments of ROW(), or a row of VALUES, with t.* spread.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {ParseNode[]} nodes
 * @param {boolean} [typed=true] false: what is unknown may stay so
 * @returns {Expr[]}
 */
export function expandRowArgs(ctx, level, nodes, typed = true) {
  /** @type {Expr[]} */
  const args = []
  for (const item of nodes) {
    const fields = item.ColumnRef?.fields
    const steps = item.A_Indirection?.indirection
    if (steps && steps[steps.length - 1].A_Star) {
      const row = bindExpr(
        ctx,
        level,
        steps.length === 1
          ? item.A_Indirection.arg
          : { A_Indirection: { ...item.A_Indirection, indirection: steps.slice(0, -1) } },
      )
      args.push(...(row.kind === 'row' ? row.args : expandComposite(ctx, row).map((column) => column.expr)))
    } else if (fields && fields[fields.length - 1].A_Star)
      for (const target of expandStar(ctx, level, item.ColumnRef)) args.push(target.expr)
    else {
      const expr = bindExpr(ctx, level, item)
      args.push(
        typed && expr.type === UNKNOWN && expr.kind !== 'param' && expr.kind !== 'const'
          ? coerceToCommon(ctx, expr, TEXT, 'ROW')
          : expr,
      )
    }
  }
  return args
}

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindIndirection(ctx, level, node) {
  let expr = bindExpr(ctx, level, node.arg)
  const steps = node.indirection ?? []
  for (let at = 0; at < steps.length;) {
    if (steps[at].A_Indices) {
      const indices = []
      while (at < steps.length && steps[at].A_Indices) indices.push(steps[at++].A_Indices)
      expr = subscript(ctx, level, expr, indices)
    } else if (steps[at].String) {
      const name = steps[at++].String.sval
      const field = columnProjection(ctx, expr, name, startOf(expr)) ?? functionNotation(ctx, level, expr, name)
      if (!field) throw noSuchField(ctx, expr, name, startOf(expr))
      expr = field
    } else throw notSupportedAt('row expansion via "*" is not supported here', { location: startOf(expr) })
  }
  return expr
}

/**
 * x.f meaning f(x).
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Expr} arg
 * @param {string} name
 * @returns {Expr | null}
 */
function functionNotation(ctx, level, arg, name) {
  if (arg.type === UNKNOWN || ctx.view.type(arg.type).kind !== 'c') return null
  const found = resolveFunction(ctx, {
    name, schema: null, args: [arg], argNames: [], variadic: false, location: arg.location ?? -1,
  })
  return found && found.func.kind === 'f' ? plainCall(ctx, level, found, [arg], arg.location ?? -1) : null
}

/** @param {BindContext} ctx @param {Level} level @param {Expr} arg @param {any[]} indices @returns {Expr} */
export function subscript(ctx, level, arg, indices) {
  const { view } = ctx
  const base = arg.type === UNKNOWN ? UNKNOWN : view.baseType(arg.type)
  const location = arg.location ?? -1
  if (base === JSONB) return jsonbSubscript(ctx, level, arg, indices)
  const own = base === UNKNOWN ? undefined : ownSubscripts(ctx.catalog, base)
  if (own !== undefined) return ownSubscript(ctx, level, arg, base, indices, own)
  const element =
    base === UNKNOWN
      ? 0
      : base === INT2VECTOR
        ? INT2
        : base === OIDVECTOR
          ? OID
          : view.elementType(base) || (view.type(base).subscriptFunction ? view.type(base).elementType : 0)
  if (!element)
    throw datatypeMismatch(
      `cannot subscript type ${view.typeName(arg.type)} because it does not support subscripting`,
      { location: startOf(arg) },
    )
  const slice = indices.some((item) => item.is_slice)
  // Parts of a vector are an array's.
  const container = base === OIDVECTOR ? OID_ARRAY : base === INT2VECTOR ? INT2_ARRAY : base
  const bound = (/** @type {ParseNode} */ item) => {
    if (!item) return null
    const expr = bindExpr(ctx, level, item)
    const converted = coerceTo(ctx, expr, INT4, -1, 'assignment')
    if (!converted) throw datatypeMismatch('array subscript must have type integer', { location: startOf(expr) })
    return converted
  }
  const one = /** @type {Expr} */ ({ kind: 'const', value: 1, type: INT4, typmod: -1, collation: 0, location: -1 })
  const upper = indices.map((item) => bound(item.uidx))
  const lower = slice ? indices.map((item) => item.is_slice ? bound(item.lidx) : one) : null
  if (indices.length > 6) throw located54000(location)
  return {
    kind: 'subscript',
    arg:
      view.type(arg.type).kind === 'd'
        ? { kind: 'relabel', arg, type: base, typmod: -1, collation: arg.collation, display: 'implicit' }
        : arg,
    upper,
    lower,
    elementType: element,
    type: slice ? container : element,
    typmod: arg.typmod,
    collation: derivedCollation(ctx, slice ? container : element, [arg]),
    location,
  }
}

/**
 * Subscripts as a library has them.
 * @param {BindContext} ctx @param {Level} level @param {Expr} arg @param {number} base @param {any[]} indices
 * @param {import('../../../types/libraries.js').Subscripts} own @returns {Expr}
 */
function ownSubscript(ctx, level, arg, base, indices, own) {
  const { view } = ctx
  const location = arg.location ?? -1
  if (indices.length !== 1 || indices[0].is_slice) throw oneSubscript(view.typeName(base))
  const key = bindExpr(ctx, level, indices[0].uidx)
  const converted = coerceTo(ctx, key, own.key, -1, 'assignment')
  if (!converted) throw wrongSubscriptType(view.typeName(base), view.typeName(own.key), startOf(key))
  const plain = view.type(arg.type).kind !== 'd' ? arg
    : /** @type {Expr} */ ({ kind: 'relabel', arg, type: base, typmod: -1, collation: 0, display: 'implicit' })
  return { kind: 'subscript', arg: plain, upper: [converted], lower: null, elementType: own.element, type: own.element,
    typmod: -1, collation: view.type(own.element).collation, location }
}

/**
 * A member or an element: each subscript is text or an integer.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Expr} arg
 * @param {any[]} indices
 * @returns {Expr}
 */
function jsonbSubscript(ctx, level, arg, indices) {
  const { view } = ctx
  const upper = indices.map((item) => {
    const expr = item.uidx ? bindExpr(ctx, level, item.uidx) : null
    if (item.is_slice || expr === null) {
      throw datatypeMismatch('jsonb subscript does not support slices', {
        location: (expr ?? (item.lidx ? bindExpr(ctx, level, item.lidx) : arg)).location ?? -1,
      })
    }
    const target =
      expr.type === UNKNOWN || pathway(ctx, expr.type, TEXT, 'implicit')
        ? TEXT
        : pathway(ctx, expr.type, INT4, 'implicit')
          ? INT4
          : 0
    const converted = target === 0 ? null : coerceTo(ctx, expr, target, -1, 'implicit')
    if (!converted) {
      throw datatypeMismatch(`subscript type ${view.typeName(expr.type)} is not supported`, {
        location: startOf(expr),
        hint: 'jsonb subscript must be coercible to either integer or text.',
      })
    }
    return converted
  })
  return {
    kind: 'subscript',
    arg:
      view.type(arg.type).kind === 'd'
        ? { kind: 'relabel', arg, type: JSONB, typmod: -1, collation: 0, display: 'implicit' }
        : arg,
    upper,
    lower: null,
    elementType: JSONB,
    type: JSONB,
    typmod: -1,
    collation: 0,
    location: arg.location ?? -1,
  }
}

/** @param {number} location */
const located54000 = (location) =>
  located('54000', 'number of array dimensions (7) exceeds the maximum allowed (6)', { location })

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
function bindCollate(ctx, level, node) {
  const parts = nameParts(node.collname)
  const location = node.location ?? 0
  namesSchemaOf(ctx, parts, location)
  const found = ctx.catalog.collationByName(parts.length > 1 ? parts[parts.length - 2] : null, parts[parts.length - 1])
  if (!found) throw undefinedObject(`collation "${parts.join('.')}" for encoding "UTF8" does not exist`, { location })
  if (parts.length === 1 || found.oid >= FIRST_USER_OID)
    ctx.view.dependsOnNamed(
      { oid: found.oid, namespaceOid: found.namespaceOid, version: ctx.catalog.version(found.oid) },
      parts.length === 1 ? null : parts[parts.length - 2],
    )
  // What is unknown stays so: a conversion goes below the clause.
  const arg = bindExpr(ctx, level, node.arg)
  if (arg.type !== UNKNOWN && ctx.view.type(arg.type).collation === 0)
    throw datatypeMismatch(`collations are not supported by type ${ctx.view.typeName(arg.type)}`, { location })
  return { kind: 'collate', arg, type: arg.type, typmod: arg.typmod, collation: found.oid, location }
}

const SQL_VALUES = /** @type {Record<string, [string, number]>} */ ({
  CURRENT_DATE: ['current_date', DATE], CURRENT_TIME: ['current_time', TIMETZ],
  CURRENT_TIMESTAMP: ['current_timestamp', TIMESTAMPTZ], LOCALTIME: ['localtime', TIME],
  LOCALTIMESTAMP: ['localtimestamp', TIMESTAMP], CURRENT_ROLE: ['current_role', NAME],
  CURRENT_USER: ['current_user', NAME], USER: ['user', NAME], SESSION_USER: ['session_user', NAME],
  CURRENT_CATALOG: ['current_catalog', NAME], CURRENT_SCHEMA: ['current_schema', NAME],
})

/** @param {BindContext} ctx @param {Level} _level @param {any} node @returns {Expr} */
function bindSqlValue(ctx, _level, node) {
  const [name, type] = SQL_VALUES[node.op.replace(/^SVFOP_/, '').replace(/_N$/, '')]
  const typmod = node.op.endsWith('_N') ? Math.min(node.typmod ?? 0, 6) : -1
  return {
    kind: 'sqlvalue', name, type, typmod, collation: ctx.view.type(type).collation, location: node.location ?? 0,
  }
}
