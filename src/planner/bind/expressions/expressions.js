/**
 * Expressions: one function per kind of parse node, each returning a bound, typed expression. A kind that is not here
 * is 0A000 by name.
 */
import { BOOL, DATE, FIRST_USER_OID, NAME, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ, UNKNOWN } from '../../../types/oids.js'
import { datatypeMismatch, syntaxError, cannotCoerce, undefinedObject } from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { coerceTo, coerceToSpecific, coerceToBoolean } from './coerce.js'
import { operatorCall, arrayOperator, distinctFrom, rowComparison } from './operators.js'
import { bindConstant, literalValue } from './literal.js'
import { bindColumnRef } from '../scope.js'
import { allowSet } from './sets.js'
import { bindFuncCall } from './functions.js'
import { bindGrouping } from './aggregates.js'
import { bindSubLink } from './sublinks.js'
import { bindTypeName, nameParts } from './typename.js'
import { namesSchemaOf } from '../named-schemas.js'
import { unfoldedTerm } from '../../../parser/wide.js'
import { wideCondition } from './wide.js'
import { bindXml, bindXmlSerialize } from './xml.js'
import {
  bindBoolExpr, bindNullTest, bindBooleanTest, bindCase, bindCoalesce, bindMinMax, bindNullIf, bindBetween,
} from './conditions.js'
import { bindArray, bindRow } from './rows.js'
import { bindIndirection } from './subscripts.js'
import { bindIn } from './lists.js'
import { bindEach } from '../attempts.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */
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
export function bindAExpr(ctx, level, node) {
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

/** @param {BindContext} ctx @param {any} node ParamRef @returns {Expr} */
function bindParam(ctx, { number = 0, location = 0, fromEnd }) {
  const param = ctx.params.reference(number, location, ctx.view)
  if (fromEnd !== undefined) /** @type {any} */ (param).fromEnd = fromEnd
  return param
}

/**
 * Terms that were folded: all of them as one, or each.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {import('../../../parser/wide.js').Wide} wide
 * @param {string} name
 * @param {'and' | 'or' | 'not'} kind @returns {Expr[]}
 */
export function bindWide(ctx, level, wide, name, kind) {
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
    : bindEach(
        ctx, level, Array.from({ length: wide.count }, (_, at) => at),
        (at) => coerceToBoolean(ctx, bindExpr(ctx, level, unfoldedTerm(wide, at)), name), wide,
      )
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
