/** One type for the branches of a CASE, the items of an array, the columns of a UNION. */
import { TEXT, UNKNOWN } from '../../../types/oids.js'
import { cannotCoerce, datatypeMismatch } from '../../../errors/syntax.js'
import { startOf } from '../../expr-tools.js'
import { canCoerce, coerceType } from './coerce.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */

/**
 * The type UNION, CASE, VALUES, ARRAY and friends agree on.
 * @param {BindContext} ctx
 * @param {Expr[]} exprs
 * @param {string | null} clause null: 0 instead of an error
 * @returns {number}
 */
export function commonType(ctx, exprs, clause) {
  const { view } = ctx
  if (exprs.length > 0 && exprs[0].type !== UNKNOWN && exprs.every((expr) => expr.type === exprs[0].type))
    return exprs[0].type
  let type = exprs[0] === undefined ? UNKNOWN : view.baseType(exprs[0].type)
  // Most are of a type that was there before.
  let last = type
  for (let at = 1; at < exprs.length; at++) {
    const expr = exprs[at]
    const next = view.baseType(expr.type)
    if (next === UNKNOWN || next === type || next === last) continue
    if (type === UNKNOWN) { type = next; continue }
    last = next
    if (view.category(next) !== view.category(type)) {
      if (clause === null) return 0
      throw datatypeMismatch(`${clause} types ${view.typeName(type)} and ${view.typeName(next)} cannot be matched`, {
        location: startOf(expr),
      })
    }
    if (
      !view.isPreferred(type) && canCoerce(ctx, [type], [next], 'implicit')
      && !canCoerce(ctx, [next], [type], 'implicit')
    )
      type = next
  }
  return type === UNKNOWN ? TEXT : type
}

/** @param {Expr[]} exprs @param {number} type the typmod they share, else -1 */
export function commonTypmod(exprs, type) {
  const typmod = exprs[0]?.typmod ?? -1
  return exprs.every((expr) => expr.type === type && expr.typmod === typmod) ? typmod : -1
}

/** @param {BindContext} ctx @param {Expr} expr @param {number} type @param {string} clause @returns {Expr} */
export function coerceToCommon(ctx, expr, type, clause) {
  if (expr.type === type) return expr
  const converted = (expr.type === UNKNOWN && expr.kind === 'const') || canCoerce(ctx, [expr.type], [type], 'implicit')
    ? coerceType(ctx, expr, type, -1, 'implicit', 'implicit', expr.location ?? -1)
    : null
  if (converted) return converted
  throw cannotCoerce(`${clause} could not convert type ${ctx.view.typeName(expr.type)} to ${ctx.view.typeName(type)}`, {
    location: startOf(expr),
  })
}
