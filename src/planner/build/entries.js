/**
 * Scans of what is not a table: subqueries, functions, VALUES, WITH references.
 */
import { elsewhere } from '../../util/deep-steps.js'
import { conjunction, rebuild } from '../expr-tools.js'
import { setRows } from './estimates/estimate.js'
import { selectivity } from './estimates/selectivity.js'
import { names, planCte } from './ctes.js'
import { pushDown } from './push-down.js'
import { withRunConditions } from './run-conditions.js'
import { withoutUnread } from './unread-outputs.js'
/** @import { PlanNode } from '../plan.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions @returns {Steps<PlanNode>} */
export function* planEntry(state, entry, conditions) {
  const fraction = selectivity(state, conditions)
  const filter = conjunction(conditions)
  switch (entry.kind) {
    case 'values': {
      const rows = /** @type {Expr[][]} */ (entry.rows)
      if (entry.value !== undefined) {
        const scan = listedRows(state, entry, rows[0])
        return filter
          ? state.node({ node: 'filter', input: scan, filter }, entry.value.count * fraction, entry.value.count * 0.015)
          : scan
      }
      if (entry.rowWidth) return manyRows(state, entry, rows[0], entry.rowWidth)
      const scan = state.node(
        { node: 'values', rt: entry.rt, rows }, rows.length, rows.length * 0.0125, 0, 8 * entry.columns.length,
      )
      return filter
        ? state.node({ node: 'filter', input: scan, filter }, rows.length * fraction, rows.length * 0.015)
        : scan
    }
    case 'function': {
      const functions = /** @type {{ expr: Expr, columnCount: number }[]} */ (entry.functions)
      const rows = Math.max(
        ...functions.map(({ expr }) => (expr.kind === 'func' && expr.retset ? setRows(state, expr) : 1)),
      )
      return state.node(
        {
          node: 'functionScan', rt: entry.rt, alias: entry.alias, names: names(entry), functions,
          ordinality: entry.ordinality === true, filter,
        },
        rows * fraction,
        rows * 0.01,
        0,
        8 * entry.columns.length,
      )
    }
    case 'subquery': {
      const { query, rest } = pushDown(
        state,
        {
          ...entry,
          query: withoutUnread(state, /** @type {import('../../catalog/query.js').Query} */ (entry.query), entry.rt),
        },
        conditions,
      )
      const share = selectivity(state, rest)
      state.wantedRows = state.entryWants === null ? null : state.entryWants / Math.max(share, 1e-6)
      const planned = yield* elsewhere(state.planQuery(query))
      const { node, outputs } = planned
      const left = withRunConditions(state, query, planned, entry.rt, rest)
      const rows = node.estimate.rows * share
      return state.node(
        {
          node: 'subqueryScan', rt: entry.rt, alias: entry.alias, names: names(entry), input: node, outputs,
          filter: conjunction(left),
        },
        rows,
        node.estimate.totalCost + node.estimate.rows * 0.01,
        node.estimate.startupCost,
        node.estimate.width,
      )
    }
    case 'cte': return yield* planCte(state, entry, conditions, planEntry)
    default: throw new Error(`an entry of kind ${entry.kind} cannot be scanned`)
  }
}

/** Rows a plan is made for that serves any number of them. */
const MANY_ROWS = 1000

/**
 * One row that stands for as many as there are parameters for: these are columns of the scan, behind its own.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} row
 * @param {number} width
 */
function manyRows(state, entry, row, width) {
  const cells = rebuild(row, (expr) =>
    expr.kind === 'param' ? { ...expr, kind: 'column', rt: entry.rt, attnum: row.length + expr.number } : undefined,
  )
  return state.node(
    { node: 'values', rt: entry.rt, rows: [cells], rowWidth: width }, MANY_ROWS, MANY_ROWS * 0.0125, 0,
    8 * entry.columns.length,
  )
}

/** The same where its literals are at hand. @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} row */
function listedRows(state, entry, row) {
  const cells = rebuild(row, (expr) =>
    expr.kind === 'listed' ? { ...expr, kind: 'column', rt: entry.rt, attnum: row.length + expr.index + 1 } : undefined,
  )
  const { count } = /** @type {import('../../catalog/wide.js').RowLists} */ (entry.value)
  return state.node(
    { node: 'values', rt: entry.rt, rows: [cells], rowWidth: entry.rowWidth, value: entry.value }, count,
    count * 0.0125, 0, 8 * entry.columns.length,
  )
}
