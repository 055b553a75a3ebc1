/** What an index scan asks of a row, where the row keeps the index's keys: of what it keeps, not of functions again. */
import { keepsKeys, keptExprs } from '../../catalog/kept-keys.js'
import { exprKey, rebuild } from '../expr-tools.js'
import { asInlined } from '../inline.js'
import { overRow } from '../bind/stored.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../plan.js').IndexScan} IndexScan */

/**
 * @param {{ relation?: (oid: number) => import('../../catalog/relation.js').RelationDesc | undefined }} catalog
 * @param {IndexScan} node
 * @returns {IndexScan['held']} in place of `recheck` and `filter`; undefined: those themselves. The filter's parts that
 *   are not the index's predicate are asked of the row, as in PostgreSQL
 */
export function heldConditions(catalog, { relationOid, indexOid, recheck, filter, rt }) {
  const index = catalog.relation?.(relationOid)?.indexes.find(({ oid }) => oid === indexOid)
  if (index === undefined || !keepsKeys(index)) return undefined
  const { exprs, predicate } = keptExprs(index)
  const kept = (/** @type {Expr | null} */ expr, /** @type {Expr | null} */ column) =>
    expr === null || column === null || column === expr
      ? []
      : [{ key: exprKey(overRow(asInlined(expr), rt)), column: overRow(column, rt) }]
  const held = index.keys.flatMap(({ expr }, at) => kept(expr, exprs[at]))
  return { recheck: inPlace(recheck, held), filter: inPlace(filter, kept(index.predicate, predicate)) }
}

/** @template {Expr | null} T @param {T} root @param {{ key: string, column: Expr }[]} held @returns {T} */
const inPlace = (root, held) => root === null || held.length === 0 ? root : rebuild(root, (node) => {
  if (node.kind === 'column' || node.kind === 'const') return undefined
  const own = exprKey(node)
  return held.find(({ key }) => key === own)?.column
})
