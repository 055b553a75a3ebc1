/** ARRAY[...] and ROW(...), and the items of a list in which t.* stands for its columns. */
import { INT2VECTOR, OIDVECTOR, RECORD, TEXT, UNKNOWN } from '../../../types/oids.js'
import {
  TARGETS_MAX, cannotCoerce, datatypeMismatch, indeterminateType, tooManyColumns, undefinedObject,
} from '../../../errors/syntax.js'
import { coerceTo } from './coerce.js'
import { commonType, coerceToCommon } from './common-type.js'
import { derivedCollation } from './collation.js'
import { expandStar, expandComposite } from '../scope.js'
import { startOf } from '../../expr-tools.js'
import { bindExpr } from './expressions.js'
import { bindEach } from '../attempts.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */

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
export function bindArray(ctx, level, node, arrayType, elementType, typmod) {
  const location = node.location ?? 0
  let multidims = false
  const written = bindEach(ctx, level, node.elements ?? [], (item) => {
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
export function bindRow(ctx, level, node) {
  const args = expandRowArgs(ctx, level, node.args ?? [])
  if (args.length > TARGETS_MAX)
    throw tooManyColumns('ROW expressions', { location: node.location ?? 0 })
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
