/** The order that a btree index gives rows. */
import { conjuncts } from '../../expr-tools.js'
import { indexScan } from './access.js'
import { hasPlainOrder, isKey } from './keys.js'
import { BTREE, FIRST_USER_OID } from '../../../types/oids.js'

/** @import { IndexDesc, IndexKey } from '../../../catalog/relation.js' */
/** @import { IndexBound } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../plan.js').SortKey} SortKey */
/** @typedef {import('../state.js').PlanState} PlanState */


/** Every condition on a scan's rows. @param {any} node @returns {Expr[]} */
export const scanConditions = (node) => [...conjuncts(node.filter), ...conjuncts(node.recheck ?? null)]

/**
 * The rows of a scan by a btree index, all that the conditions leave. Null: the index does not have them all, or has no
 * order.
 * @param {PlanState} state @param {any} node the scan as it was planned @param {any} entry @param {IndexDesc} index
 */
export function scanBy(state, node, entry, index) {
  if (index.method !== BTREE || state.ctx.unusableIndexes.has(index.oid)) return null
  const scan = node.indexOid === index.oid ? node : indexScan(state, entry, index, scanConditions(node))
  return scan === null || scan.keys.some((/** @type {IndexBound} */ key) => key.any) ? null : scan
}

/**
 * 1 when an index gives the order forward, -1 backward, 0 not.
 * @param {PlanState} state
 * @param {unknown} entry
 * @param {IndexDesc} index
 * @param {any} node
 * @param {SortKey[]} keys
 */
export const orderOf = (state, entry, index, node, keys) => indexOrder(state, entry, index, node, keys)?.way ?? 0

/**
 * How an index gives an order; null: not.
 * @param {PlanState} state
 * @param {unknown} entry
 * @param {IndexDesc} index
 * @param {any} node a scan: what it holds equal says nothing of the order
 * @param {SortKey[]} keys
 * @returns {{ way: 1 | -1, columns: number } | null} way: -1 backward; columns: so many of the index's take part
 */
export function indexOrder(state, entry, index, node, keys) {
  if (index.method !== BTREE || index.valid === false) return null
  /** @type {0 | 1 | -1} */
  let way = 0
  let column = 0
  const fixed = new Set(
    node.node === 'indexScan' && node.indexOid === index.oid
      ? node.keys
          .filter((/** @type {IndexBound} */ key) => key.op === '=' && !key.any)
          .map((/** @type {IndexBound} */ key) => key.column)
      : [],
  )
  for (const key of keys) {
    while (column < index.keys.length && fixed.has(column) && !isIndexColumn(entry, index.keys[column], key)) column++
    const own = index.keys[column]
    if (!own || (own.family >= FIRST_USER_OID && own.keysBy !== 0) || !isIndexColumn(entry, own, key)) return null
    if (!fixed.has(column)) {
      if (!hasPlainOrder(state, own) || !hasPlainOrder(state, key)) return null
      const direction =
        own.desc === key.desc && own.nullsFirst === key.nullsFirst
          ? 1
          : own.desc !== key.desc && own.nullsFirst !== key.nullsFirst
            ? -1
            : 0
      const family = state.catalog
        .familiesOf(key.opOid)
        .some((member) => member.family === own.family && member.method === BTREE)
      if (direction === 0 || !family || (way !== 0 && way !== direction)) return null
      way = direction
    }
    column++
  }
  return { way: way || 1, columns: column }
}

/** @param {any} entry @param {IndexKey} own @param {SortKey} key */
function isIndexColumn(entry, own, key) {
  const expr = key.expr.kind === 'collate' ? key.expr.arg : key.expr
  if (own.attnum === 0) return expr.kind !== 'column' && isKey(entry, own, expr)
  return expr.kind === 'column' && expr.rt === entry.rt && expr.attnum === own.attnum
}
