/**
 * Joins that keep the order of one table's rows: where few rows of an ORDER BY are wanted, that table is read by an
 * index in the order, and the others are looked up for each of its rows, until there are enough. Nested loops keep the
 * order of their outer side; hash joins do not promise to.
 */
import { costOfRows, orderBy, presortedKeys } from '../access/ordering.js'
import { planJoins } from './region.js'

/** @import { PlanNode } from '../../plan.js' */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/expr.js').SortKey} SortKey */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */
/**
 * @typedef {{ rt: number, keys: SortKey[], costOf: (estimate: any) => number }} Driver keys: the first ones of the
 *   order, all of the table's columns
 */

/** With so many tables the order of joins is found greedily anyway. */
const TABLES_MAX = 8

/**
 * The cheaper of the order that was found for a query's joins and of joins that come in it.
 * @param {PlanState} state
 * @param {Query} query
 * @param {PlanNode} node the joins
 * @param {any} ordered those in the order
 * @param {SortKey[]} keys
 * @param {Expr | null} limit rows a sort need keep
 * @param {number | null} wanted rows, as rowsWanted gives them
 * @returns {Steps<{ node: PlanNode, ordered: any }>}
 */
export function* cheapestOrder(state, query, node, ordered, keys, limit, wanted) {
  const costOf = (/** @type {import('../access/ordering.js').Estimate} */ estimate) => costOfRows(estimate, wanted)
  const driven = wanted === Infinity || query.setOperation ? null : yield* joinsInOrder(state, query, keys, costOf)
  const other = driven === null ? null : orderBy(state, driven, keys, limit, wanted)
  return other !== null && costOf(other.estimate) < costOf(ordered.estimate)
    ? { node: driven, ordered: other }
    : { node, ordered }
}

/**
 * The query's joins again, in the order of some table's rows. Null: no index gives it, or the joins do not keep it.
 * @param {PlanState} state
 * @param {Query} query
 * @param {SortKey[]} keys
 * @param {(estimate: any) => number} costOf of the rows that are wanted
 * @returns {Steps<any>}
 */
function* joinsInOrder(state, query, keys, costOf) {
  const [first] = keys
  if (first?.expr.kind !== 'column' || query.from.length === 1 && query.from[0].kind === 'entry') return null
  const { rt } = first.expr
  const own = keys.findIndex((key) => key.expr.kind !== 'column' || key.expr.rt !== rt)
  const count = tables(state, query.from)
  if (count < 2 || count > TABLES_MAX || state.entries.get(rt)?.kind !== 'relation') return null
  const driver = { rt, keys: own < 0 ? keys : keys.slice(0, own), costOf }
  const before = state.driver
  state.driver = driver
  const plan = yield* planJoins(state, query)
  state.driver = before
  return presortedKeys(state, plan, keys) === 0 ? null : plan
}

/**
 * How many tables are joined; 0: something else is.
 * @param {PlanState} state
 * @param {FromNode[]} from
 * @returns {number}
 */
function tables(state, from) {
  let count = 0
  for (const node of from) {
    if (node.kind === 'nothing') continue
    const more =
      node.kind === 'entry'
        ? Number(state.entries.get(node.rt)?.kind === 'relation')
        : node.join === 'full'
          ? 0
          : tables(state, [node.left])
            && tables(state, [node.right])
            && tables(state, [node.left]) + tables(state, [node.right])
    if (more === 0) return 0
    count += more
  }
  return count
}

