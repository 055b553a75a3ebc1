/**
 * Groups, and different rows, of an input that comes in their order: from an index, or because it comes so anyway. One
 * is made at a time and a LIMIT ends the input, which is what makes it worth its price: all rows by an index cost more
 * than all rows and a table of groups.
 */
import { exprKey } from '../../expr-tools.js'
import { costOfRows, inOrder, rowsWanted, varies } from './ordering.js'
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../../plan.js').SortKey} SortKey */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {{ rows: number, totalCost: number, startupCost: number }} Estimate */

/**
 * A type's own order of an expression's values; null: none that an index may have.
 * @param {PlanState} state
 * @param {Expr} expr
 * @param {boolean} desc
 * @returns {SortKey | null}
 */
function ownOrder(state, expr, desc) {
  const ops = state.catalog.orderingOps(expr.type)
  const opOid = (desc ? ops?.gt : ops?.lt) ?? 0
  return opOid === 0 || state.catalog.userComparison(opOid) !== null
    ? null
    : { expr, desc, nullsFirst: desc, opOid, collation: expr.collation }
}

/**
 * An order that puts equal rows next to each other: the one ORDER BY asks for, behind it the keys it does not name,
 * whichever way. Null: there is none.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} equals what makes rows equal
 * @param {Expr[]} targets
 * @returns {SortKey[] | null}
 */
function orderOfEquals(state, query, equals, targets) {
  const left = new Map(equals.filter(varies).map((expr) => [exprKey(expr), expr]))
  /** @type {SortKey[]} */
  const keys = []
  /** Of those in `keys`. @type {Set<string>} */
  const known = new Set()
  for (const { target, desc, nullsFirst, opOid, collation } of query.orderBy) {
    // Those that differ differ in their keys: what else they are sorted by says nothing more.
    if (left.size === 0) break
    const expr = targets[target]
    if (!varies(expr)) continue
    const text = exprKey(expr)
    if (known.has(text)) continue
    const own = ownOrder(state, expr, desc)
    if (own === null || own.opOid !== opOid || own.collation !== collation || !left.delete(text)) return null
    known.add(text)
    keys.push({ ...own, nullsFirst })
  }
  const down = keys.length > 0 && keys[0].desc && keys[0].nullsFirst
  for (const expr of left.values()) {
    const key = ownOrder(state, expr, down)
    if (key === null) return null
    keys.push(key)
  }
  return keys.length === 0 ? null : keys
}

/**
 * The input of a query's groups or different rows in their order, without a sort; null: there is no such way, or ORDER
 * BY asks for another.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr} node
 * @param {Expr[]} equals what makes rows equal
 * @param {Expr[]} targets over the node
 * @returns {any}
 */
export function inOrderOfEquals(state, query, node, equals, targets) {
  const keys = query.orderBy.length > 0 && !isLast(query) ? null : orderOfEquals(state, query, equals, targets)
  const scan = keys === null ? null : scanInOrder(state, node, keys)
  // A table of all groups is made in less time than their rows are fetched by an index.
  return scan !== null && isOther(scan, node) && query.orderBy.length === 0 && (query.limit === null || !isLast(query))
    ? null
    : scan
}

/** @param {any} scan @param {any} node */
const isOther = (scan, node) => scan.node === 'treeScan' ? scan.order !== node.order
  : scan.node === 'indexScan' && scan.indexOid !== node.indexOid

/**
 * The rows in an order without a sort, at the price of reading all of them so. Null: there is no such way.
 * @param {PlanState} state
 * @param {unknown} node
 * @param {SortKey[]} keys
 * @returns {any}
 */
export function scanInOrder(state, node, keys) {
  const scan = inOrder(state, node, keys, ({ totalCost }) => totalCost)
  if (scan === null || !isOther(scan, node)) return scan
  const { relation } = /** @type {any} */ (state.entries.get(scan.rt))
  const [{ expr }] = keys
  const first = scan.node === 'treeScan' ? (expr.kind === 'column' ? expr.attnum : 0)
    : relation.indexes.find((/** @type {IndexDesc} */ index) => index.oid === scan.indexOid)?.keys[0].attnum
  const correlation = relation.stats.column(first)?.correlation ?? 0
  const { startupCost, totalCost } = scan.estimate
  return {
    ...scan,
    estimate: {
      ...scan.estimate,
      totalCost:
        startupCost + (totalCost - startupCost) * (1 + (SCATTERED_FACTOR - 1) * (1 - correlation * correlation)),
    },
  }
}

/**
 * How much dearer than an index scan's estimate it is to read much of a table that lies in no such order: pages that
 * are not in memory are read many times.
 */
const SCATTERED_FACTOR = 10

/** Whether ORDER BY and LIMIT are about the groups as they are made. @param {Query} query */
const isLast = (query) => !query.hasWindowCalls && !query.hasSetReturning && (query.distinct === null || !query.grouped)

/**
 * Whether they cost less in order than otherwise.
 * @param {Query} query
 * @param {Estimate} ordered
 * @param {Estimate} others
 * @param {boolean} sorts the others are sorted afterwards
 */
export function costsLess(query, ordered, others, sorts) {
  const wanted = isLast(query) ? rowsWanted(query) : Infinity
  return (
    costOfRows(ordered, wanted)
    <= (sorts
      ? others.totalCost + 2 * 0.0025 * others.rows * Math.log2(Math.max(2, others.rows))
      : costOfRows(others, wanted))
  )
}
