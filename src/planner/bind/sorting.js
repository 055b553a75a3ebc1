/**
 * Sort keys: the ordering operator of an expression's type, direction and place of nulls.
 */
import { orderOf } from '../../catalog/operator-classes.js'
import { checkEqualityCollation } from './expressions/collation.js'
import { FIRST_USER_OID, TEXT, UNKNOWN } from '../../types/oids.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { undefinedFunction, wrongObjectType } from '../../errors/syntax.js'
import { coerceType } from './expressions/coerce.js'
import { findOperator } from './expressions/operators.js'
import { startOf } from '../expr-tools.js'

/** @import { ParseNode } from '../../parser/tree.js' */

/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */

/**
 * An expression as something to sort or group by: an unknown literal becomes text.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @returns {Expr}
 */
export function sortable(ctx, expr) {
  return expr.type === UNKNOWN
    ? (coerceType(ctx, expr, TEXT, -1, 'implicit', 'implicit', expr.location ?? -1) ?? expr)
    : expr
}

/**
 * @param {BindContext} ctx
 * @param {number} type
 * @param {number} location
 * @param {string} [what]
 * @returns {import('../../catalog/descriptors.js').OrderingOps}
 */
function orderingOf(ctx, type, location, what = 'an ordering operator') {
  const ops = ctx.catalog.orderingOps(type)
  const element = ctx.view.elementType(type)
  if (!ops || (element && !ctx.catalog.orderingOps(element))) {
    throw undefinedFunction(`could not identify ${what} for type ${ctx.view.typeName(type)}`, {
      location,
      hint: what === 'an ordering operator' ? 'Use an explicit ordering operator or modify the query.' : undefined,
    })
  }
  return ops
}

/**
 * The operator that makes values equal for GROUP BY, DISTINCT and set operations.
 * @param {BindContext} ctx
 * @param {number} type
 * @param {number} location
 * @returns {number}
 */
export function equalityOf(ctx, type, location) {
  const element = ctx.view.elementType(type)
  const ops = ctx.catalog.orderingOps(type) ?? ctx.catalog.hashOps(type)
  if (!ops || (element && !ctx.catalog.orderingOps(element) && !ctx.catalog.hashOps(element))) {
    throw undefinedFunction(`could not identify an equality operator for type ${ctx.view.typeName(type)}`, { location })
  }
  if (ops.eq >= FIRST_USER_OID && !ctx.catalog.isNaturalOrder('compare' in ops ? ops.compare : ops.hash))
    throw featureNotSupported(`grouping by ${ctx.view.typeName(type)}, whose default operator class is a user's,`)
  return ops.eq
}

/** Whose first part is what stands before it. @type {Record<string, string>} */
const BEGINS_WITH = {
  A_Expr: 'lexpr', TypeCast: 'arg', A_Indirection: 'arg', CollateClause: 'arg', NullTest: 'arg', BooleanTest: 'arg',
}

/** Where an expression begins in the text. @param {ParseNode} node @returns {number} -1: it does not say */
export function treeStart(node) {
  for (let at = /** @type {any} */ (node); ;) {
    const [tag] = Object.keys(at)
    const inner = at[tag][BEGINS_WITH[tag]]
    if (inner === undefined) return at[tag].location ?? -1
    at = inner
  }
}

/**
 * Where an item of ORDER BY or GROUP BY begins: it may be the number or the name of what stands elsewhere.
 * @param {ParseNode | undefined} node @param {Expr} expr what it means
 */
export function writtenAt(node, expr) {
  const start = node === undefined ? -1 : treeStart(node)
  return start >= 0 ? start : startOf(expr)
}

/**
 * @param {BindContext} ctx
 * @param {Expr} written
 * @param {Tree<import('@pgsql/types').SortBy>} node
 * @returns {import('../../catalog/expr.js').SortKey}
 */
export function sortKey(ctx, written, node) {
  const expr = sortable(ctx, written)
  const collation = checkEqualityCollation(ctx, expr, true)
  const { desc, opOid } = sortDirection(ctx, expr, node)
  const nulls = node.sortby_nulls
  return {
    expr, desc, nullsFirst: nulls === 'SORTBY_NULLS_FIRST' || (nulls !== 'SORTBY_NULLS_LAST' && desc), opOid, collation,
  }
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {Tree<import('@pgsql/types').SortBy>} node
 * @returns {{ desc: boolean, opOid: number }}
 */
function sortDirection(ctx, expr, node) {
  const location = writtenAt(node.node, expr)
  if (node.sortby_dir === 'SORTBY_USING') {
    const operator = findOperator(ctx, node.useOp, expr.type, expr.type, location)
    const order = orderOf(ctx.catalog, operator.oid)
    if (!order)
      throw wrongObjectType(`operator ${operator.name} is not a valid ordering operator`, {
        location: node.location ?? location,
        hint: 'Ordering operators must be "<" or ">" members of btree operator families.',
      })
    return { desc: order.desc, opOid: operator.oid }
  }
  const ops = orderingOf(ctx, expr.type, location)
  const desc = node.sortby_dir === 'SORTBY_DESC'
  return { desc, opOid: desc ? ops.gt : ops.lt }
}
