/** What follows a value: fields, subscripts of arrays, of jsonb and of types that bring their own. */
import { oneSubscript, wrongSubscriptType } from '../../../errors/extensions.js'
import { ownSubscripts } from '../../../catalog/subscripts.js'
import {
  INT2, INT2VECTOR, INT2_ARRAY, INT4, JSONB, OID, OIDVECTOR, OID_ARRAY, TEXT, UNKNOWN,
} from '../../../types/oids.js'
import { programLimit } from '../../../errors/data.js'
import { datatypeMismatch, notSupportedAt } from '../../../errors/syntax.js'
import { coerceTo, pathway } from './coerce.js'
import { derivedCollation } from './collation.js'
import { columnProjection, noSuchField } from './field-notation.js'
import { resolveFunction } from './function-candidates.js'
import { plainCall } from './functions.js'
import { startOf } from '../../expr-tools.js'
import { bindExpr } from './expressions.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindIndirection(ctx, level, node) {
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
  if (indices.length > 6)
    throw programLimit(`number of array dimensions (${indices.length}) exceeds the maximum allowed (6)`)
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
