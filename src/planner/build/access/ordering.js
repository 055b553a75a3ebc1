/**
 * ORDER BY: a sort, or a scan of an index that gives the order, whichever costs less for as many rows as the query
 * wants.
 */
import { sameExpr } from '../../expr-tools.js'
import { isGistMethod } from '../../../types/gist/keys.js'
import { columnRef } from '../state.js'
import { nearestScan } from './access.js'
import { orderOf, scanBy, scanConditions } from './index-order.js'
import { isKey } from './keys.js'
import { treeInOrder } from './ordered-tree.js'
import { groupCount } from '../estimates/estimate.js'

/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { PlanNode } from '../../plan.js' */
/** @import { IndexKey } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../plan.js').SortKey} SortKey */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {{ rows: number, totalCost: number, startupCost: number }} Estimate */

/** The share of the rows that a LIMIT of unknown size is taken to want, as PostgreSQL's planner does. */
export const LIMIT_FRACTION = 0.1

/**
 * Rows that LIMIT and OFFSET ask for; null when they are not known, Infinity without LIMIT.
 * @param {{ limit: Expr | null, offset: Expr | null }} query
 * @returns {number | null}
 */
export function rowsWanted({ limit, offset }) {
  if (limit === null || (limit.kind === 'const' && limit.value === null)) return Infinity
  if (limit.kind !== 'const' || (offset !== null && offset.kind !== 'const')) return null
  return Number(limit.value) + (offset === null ? 0 : Number(offset.value ?? 0))
}

/** What the first rows cost. @param {Estimate} estimate @param {number | null} wanted rows, as rowsWanted gives them */
export function costOfRows({ rows, totalCost, startupCost }, wanted) {
  const fraction = wanted === null ? LIMIT_FRACTION : Math.min(1, wanted / Math.max(1, rows))
  return startupCost + Math.max(0, totalCost - startupCost) * fraction
}

/** @param {PlanState} state @param {any} input @param {SortKey[]} keys @param {Expr | null} limit @returns {any} */
export function sortNode(state, input, keys, limit) {
  const useful = varying(keys)
  if (useful.length === 0) return input
  const rows = input.estimate.rows
  const cost = input.estimate.totalCost + sortCost(rows)
  return state.node({ node: 'sort', input, keys: useful, carry: [], limit }, rows, cost, cost, input.estimate.width)
}

/**
 * Whether a lookup by a unique key gives one value of this only. By others its rows are sorted: a transaction that put
 * a key where its snapshot has an older one sees both.
 * @param {PlanState} state @param {any} scan @param {Expr} expr
 */
function isLookedUp(state, scan, expr) {
  const entry = state.entries.get(scan.rt)
  if (entry?.kind !== 'relation') return false
  return (
    entry.relation.indexes
      .find((/** @type {IndexDesc} */ index) => index.oid === scan.indexOid)
      ?.keys.some((/** @type {IndexKey} */ key) => isKey(entry, key, expr)) === true
  )
}

/** Whether rows may differ in it. @param {Expr} expr */
export const varies = (expr) => expr.kind !== 'const' && expr.kind !== 'param'

/** @param {SortKey[]} keys */
const varying = (keys) => keys.filter((key) => varies(key.expr))

/** Whether rows come in an order as they are. @param {PlanState} state @param {any} node @param {SortKey[]} keys */
const isOrdered = (state, node, keys) =>
  keys.length === 0
  || (node.node === 'indexScan' && node.uniqueMatch && keys.every((key) => isLookedUp(state, node, key.expr)))
  || (node.node === 'aggregate' && node.strategy === 'plain') || beginsWith(orderOfRows(node), keys)
  || isScanned(state, node, keys)

/**
 * Whether a btree index reads rows in an order, to which nested loops may have looked others up.
 * @param {PlanState} state
 * @param {PlanNode} node
 * @param {SortKey[]} keys
 */
function isScanned(state, node, keys) {
  let scan = node
  while (scan.node === 'nestLoop' || scan.node === 'filter') scan = scan.node === 'filter' ? scan.input : scan.outer
  if (scan.node === 'treeScan') return scan.order !== undefined && beginsWith(scan.order.keys, keys)
  if (scan === node || scan.node !== 'indexScan' || scan.keys.some((key) => key.any)) return false
  const entry = scannedEntry(state, scan)
  const index = entry?.relation.indexes.find((/** @type {IndexDesc} */ own) => own.oid === scan.indexOid)
  return index !== undefined && orderOf(state, entry, index, scan, keys) === (scan.backward ? -1 : 1)
}

/**
 * The relation whose rows a scan gives and whose indexes may give them in another order.
 * @param {PlanState} state
 * @param {any} node
 * @returns {any}
 */
function scannedEntry(state, node) {
  const entry = node.node === 'seqScan' || node.node === 'indexScan' ? state.entries.get(node.rt) : null
  return entry?.kind === 'relation' && !entry.tree ? entry : null
}

/**
 * The rows in an order without a sort: as they come or, of one relation's, by an index. Null: there is no such way.
 * @param {PlanState} state
 * @param {unknown} node
 * @param {SortKey[]} keys
 * @param {(estimate: Estimate) => number} costOf of the rows that are wanted
 * @returns {any}
 */
export function inOrder(state, node, keys, costOf) {
  const useful = varying(keys)
  if (isOrdered(state, node, useful)) return node
  const entry = scannedEntry(state, node)
  let best = treeInOrder(state, node, useful, costOf)
  for (const index of entry?.relation.indexes ?? []) {
    const scan = scanBy(state, node, entry, index)
    const way = scan === null ? 0 : orderOf(state, entry, index, scan, useful)
    if (way !== 0 && (best === null || costOf(scan.estimate) < costOf(best.estimate)))
      best = { ...scan, backward: way < 0 }
  }
  return best
}

/**
 * @param {PlanState} state
 * @param {Expr} node
 * @param {SortKey[]} keys
 * @param {Expr | null} limit rows the sort need keep
 * @param {number | null} wanted rows, as rowsWanted gives them
 * @returns {any}
 */
export function orderBy(state, node, keys, limit, wanted) {
  const useful = varying(keys)
  if (isOrdered(state, node, useful)) return node
  let best = sortNode(state, node, keys, limit)
  let bestCost = costOfRows(best.estimate, wanted)
  const presorted = presortedKeys(state, node, useful)
  const begun =
    presorted > 0
      ? incrementalSort(state, node, useful, presorted, limit)
      : wanted === Infinity
        ? null
        : sortedByFirst(state, node, useful, limit, (estimate) => costOfRows(estimate, wanted))
  if (begun !== null && costOfRows(begun.estimate, wanted) < bestCost) {
    best = begun
    bestCost = costOfRows(begun.estimate, wanted)
  }
  const tree = treeInOrder(state, node, useful, (estimate) => costOfRows(estimate, wanted))
  if (tree !== null && costOfRows(tree.estimate, wanted) < bestCost) return tree
  const entry = scannedEntry(state, node)
  for (const index of entry?.relation.indexes ?? []) {
    if (isGistMethod(index.method)) {
      const nearest =
        !state.ctx.unusableIndexes.has(index.oid) && useful.length === 1 && !useful[0].desc && !useful[0].nullsFirst
          ? nearestScan(state, entry, index, scanConditions(node), useful[0].expr)
          : null
      if (nearest === null) continue
      const cost = costOfRows(nearest.estimate, wanted)
      if (cost < bestCost) { best = nearest; bestCost = cost }
      continue
    }
    const scan = scanBy(state, node, entry, index)
    if (scan === null) continue
    const way = orderOf(state, entry, index, scan, useful)
    if (way === 0) continue
    const cost = costOfRows(scan.estimate, wanted)
    if (cost < bestCost) { best = { ...scan, backward: way < 0 }; bestCost = cost }
  }
  return best
}

/**
 * The order that a subquery's ORDER BY has given to rows, as far as it can be told in terms of what comes out of the
 * node.
 * @param {PlanNode} node
 * @returns {SortKey[]}
 */
function orderOfRows(node) {
  switch (node.node) {
    case 'sort': return node.keys
    case 'limit': case 'filter': case 'project': return orderOfRows(node.input)
    case 'nestLoop': return orderOfRows(node.outer)
    case 'subqueryScan': {
      const inside = orderOfRows(node.input)
      const places = inside.map((key) =>
        node.outputs.findIndex((/** @type {Expr} */ output) => sameExpr(output, key.expr)),
      )
      const missing = places.indexOf(-1)
      return inside
        .slice(0, missing < 0 ? inside.length : missing)
        .map((key, at) => ({ ...key, expr: columnRef(node.rt, places[at] + 1, key.expr) }))
    }
    default: return []
  }
}

/** @param {SortKey[]} order @param {SortKey[]} keys */
const beginsWith = (order, keys) =>
  order.length >= keys.length
  && keys.every(
    (key, at) =>
      key.opOid === order[at].opOid && key.nullsFirst === order[at].nullsFirst && key.collation === order[at].collation
      && sameExpr(key.expr, order[at].expr),
  )

/**
 * A sort of rows that come in the order of its first keys, a stretch of equal ones at a time.
 * @param {PlanState} state
 * @param {any} input
 * @param {SortKey[]} keys
 * @param {number} presorted how many of them
 * @param {Expr | null} limit @returns {any}
 */
export function incrementalSort(state, input, keys, presorted, limit) {
  const { rows, startupCost, totalCost, width } = input.estimate
  const groups = groupCount(state, keys.slice(0, presorted).map((key) => key.expr), rows)
  const perGroup = (totalCost - startupCost) / groups + sortCost(rows / groups) + GROUP_COST
  return state.node(
    { node: 'sort', input, keys, carry: [], limit, presorted }, rows, startupCost + groups * perGroup,
    startupCost + perGroup, width,
  )
}

/** What a stretch costs besides. */
const GROUP_COST = 0.01

/** @param {number} rows */
const sortCost = (rows) => 2 * 0.0025 * rows * Math.log2(Math.max(2, rows))

/** How many first keys of an order rows come in. @param {PlanState} state @param {any} node @param {SortKey[]} keys */
export function presortedKeys(state, node, keys) {
  let count = keys.length
  while (count > 0 && !isOrdered(state, node, keys.slice(0, count))) count--
  return count
}

/**
 * Rows in an order by an index that has its first keys only: the rest is sorted stretch by stretch. Null: there is
 * none.
 * @param {PlanState} state
 * @param {unknown} node the scan as it was planned
 * @param {SortKey[]} keys
 * @param {Expr | null} limit
 * @param {(estimate: Estimate) => number} costOf of the rows that are wanted
 * @returns {any}
 */
export function sortedByFirst(state, node, keys, limit, costOf) {
  const entry = scannedEntry(state, node)
  let best = null
  for (let count = keys.length - 1; count > 0 && best === null; count--) {
    const tree = treeInOrder(state, node, keys.slice(0, count), costOf)
    if (tree !== null) best = incrementalSort(state, tree, keys, count, limit)
  }
  for (const index of keys.length < 2 ? [] : entry?.relation.indexes ?? []) {
    const scan = scanBy(state, node, entry, index)
    if (scan === null) continue
    let count = keys.length - 1
    let way = 0
    while (count > 0 && (way = orderOf(state, entry, index, scan, keys.slice(0, count))) === 0) count--
    if (count === 0) continue
    const sorted = incrementalSort(state, { ...scan, backward: way < 0 }, keys, count, limit)
    if (best === null || costOf(sorted.estimate) < costOf(best.estimate)) best = sorted
  }
  return best
}
