/** What an index scan asks of a row, where the row keeps the index's keys: of what it keeps, not of functions again. */
import { keepsKeys, keptExprs } from '../../catalog/kept-keys.js'
import { exprKey, rebuild } from '../expr-tools.js'
import { asInlined } from '../inline.js'
import { overRow } from '../bind/stored.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../plan.js').IndexScan} IndexScan */

/**
 * @param {{ relation?: (oid: number) => import('../../catalog/relation.js').RelationDesc | undefined }} catalog
 * @param {IndexScan} node @returns {Expr | undefined} in place of `recheck`; undefined: that itself
 */
export function heldCondition(catalog, { relationOid, indexOid, recheck, rt }) {
  const index = catalog.relation?.(relationOid)?.indexes.find(({ oid }) => oid === indexOid)
  if (recheck === null || index === undefined || !keepsKeys(index)) return undefined
  const { exprs } = keptExprs(index)
  const held = index.keys.flatMap(({ expr, keptAt }, at) => {
    if (keptAt === 0 || expr === null) return []
    return [{ key: exprKey(overRow(asInlined(expr), rt)), column: overRow(/** @type {Expr} */ (exprs[at]), rt) }]
  })
  return rebuild(recheck, (node) => {
    if (node.kind === 'column' || node.kind === 'const') return undefined
    const own = exprKey(node)
    return held.find(({ key }) => key === own)?.column
  })
}
