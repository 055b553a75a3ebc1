/** IN with a list: one array where its values share a type, else a comparison each. */
import { RECORD } from '../../../types/oids.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { canCoerce, coerceToBoolean } from './coerce.js'
import { commonType, coerceToCommon } from './common-type.js'
import { operatorCall, arrayOperator, rowComparison } from './operators.js'
import { derivedCollation } from './collation.js'
import { bindExpr } from './expressions.js'
import { bool } from './conditions.js'
import { unfolded } from '../../../parser/wide.js'
import { literalValue } from './literal.js'
import { wideCondition } from './wide.js'
import { bindEach } from '../attempts.js'
import { outlined, outlinedBefore } from './outlined.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */

/** @param {BindContext} ctx @param {Level} level @param {any} node @param {number} location @returns {Expr} */
export function bindIn(ctx, level, node, location) {
  if (node.inList) return bindList(ctx, level, node, location)
  const before = outlinedBefore(ctx, node)
  if (before !== null) return before
  const not = node.name[0].String.sval === '<>'
  const left = bindExpr(ctx, level, node.lexpr)
  const compared = (/** @type {Expr} */ right) =>
    left.kind === 'row' && right.kind === 'row'
      ? rowComparison(ctx, node.name, left.args, right.args, location)
      : coerceToBoolean(ctx, operatorCall(ctx, node.name, left, right, location), 'IN')
  /** @type {Expr[]} */
  const together = []
  const items = [...node.rexpr.List.items]
  for (const wide of node.wide ?? []) {
    const all = ctx.foldsWide
      ? wideCondition(ctx, compared(bindExpr(ctx, level, wide.node)), wide, not ? 'and' : 'or', literalValue)
      : null
    if (all === null) for (const item of unfolded(wide)) items.push(item)
    else together.push(all)
  }
  const rights = bindEach(ctx, level, items, (item) => bindExpr(ctx, level, item), node)
  const plain = rights.filter((/** @type {Expr} */ expr) => !hasColumns(expr))
  /** @type {Expr[]} */
  const alternatives = []
  let rest = rights
  if (plain.length > 1) {
    const type = commonType(ctx, [left, ...plain], null)
    if (
      type && type !== RECORD && ctx.view.type(type).arrayType
      && [...new Set([left.type, ...plain.map((expr) => expr.type)])].every(
        (from) => from === type || canCoerce(ctx, [from], [type], 'implicit'))
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
  for (const right of rest) alternatives.push(compared(right))
  for (const all of together) alternatives.push(all)
  if (alternatives.length === 1) return alternatives[0]
  if (ctx.foldsWide) return outlined(ctx, bool(not ? 'and' : 'or', alternatives, location), alternatives, node)
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

/** @param {any} expr anything that may differ from row to row keeps out of the array */
function hasColumns(expr) {
  if (expr === null || typeof expr !== 'object') return false
  if (expr.kind === 'const') return false
  if (Array.isArray(expr)) return expr.some(hasColumns)
  if (expr.kind === 'column' || expr.kind === 'sublink' || expr.kind === 'agg' || expr.kind === 'window') return true
  for (const field in expr) if (field !== 'value' && hasColumns(expr[field])) return true
  return false
}
