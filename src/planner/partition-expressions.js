/** Expressions of PARTITION BY and FOR VALUES, bound. */
import { DEFAULT_ENV } from '../types/type-ops.js'
import { bindStandalone, guarded } from './bind/bind.js'
import { BindContext, Level } from './bind/context.js'
import { bindExpr } from './bind/expressions/expressions.js'
import { coerceTo } from './bind/expressions/coerce.js'
import { columnsOf } from './expr-tools.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { ParseNode } from '../parser/tree.js' */
/** @import { Settings } from '../config/settings.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */

/**
 * A key's expression over the columns of a table that may not exist yet.
 * @param {CatalogSnapshot} catalog
 * @param {Expr} node
 * @param {{ name: string, columns: any[] }} relation
 * @param {{ settings: Settings, sourceText: string }} options
 * @returns {Expr}
 */
export const bindPartitionExpr = (catalog, node, relation, options) =>
  bindStandalone(node, catalog, { ...options, clause: 'PARTITION', relation })

/**
 * A value of a bound, converted to the key's type. @param {CatalogSnapshot} catalog @param {ParseNode} node
 * @param {{ type: number, typmod: number, columnName: string, boundType: (type: string, column: string, location:
 *   number) => Error, columnInBound: (location: number) => Error }} part
 * @param {any} options
 * @returns {Expr}
 */
export function bindBoundValue(catalog, node, { type, typmod, columnName, boundType, columnInBound }, options) {
  return guarded(options.sourceText ?? '', () => {
    if (node.ColumnRef) throw columnInBound(node.ColumnRef.location ?? 0)
    const ctx = new BindContext(catalog, {
      paramsFixed: true, ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog },
    })
    const level = new Level(null)
    level.clause = 'BOUND'
    const expr = bindExpr(ctx, level, node)
    ctx.params.finish(ctx.view)
    if (columnsOf(expr).length > 0) throw columnInBound(expr.location ?? 0)
    const converted = coerceTo(ctx, expr, type, typmod, 'assignment')
    if (!converted) throw boundType(ctx.view.typeName(type), columnName, expr.location ?? 0)
    return converted
  })
}
