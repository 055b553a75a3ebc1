/**
 * Window calls: one sort and one WindowAgg per window, wider partitions reusing the order of the one before where they can.
 */
import { rebuild, walk, exprKey } from '../expr-tools.js'
import { slotRef } from './state.js'
import { sortNode } from './select.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../query.js').WindowSpec} WindowSpec */

/** @param {PlanState} state @param {WindowSpec[]} windows @param {any} node @param {Expr[]} targets @returns {{ node: any, targets: Expr[] }} */
export function planWindows(state, windows, node, targets) {
  windows.forEach((window, index) => {
    /** @type {any[]} */
    const calls = []
    const found = new Map()
    walk(targets, (child) => {
      if (child.kind !== 'window' || child.window !== index) return
      const key = exprKey(child)
      if (!found.has(key)) { found.set(key, calls.length); calls.push({ ...child, slot: calls.length }) }
    })
    if (calls.length === 0) return
    const keys = [...window.partitionBy.map((expr) => ({ expr, desc: false, nullsFirst: false, opOid: state.catalog.orderingOps(expr.type)?.lt ?? 0, collation: expr.collation })), ...window.orderBy]
    const unique = keys.filter((key, at) => keys.findIndex((other) => exprKey(other.expr) === exprKey(key.expr)) === at)
    const input = sortNode(state, node, unique, null)
    const made = state.node({ node: 'windowAgg', input, partitionBy: window.partitionBy, orderBy: window.orderBy, frame: window.frame, calls, carry: [] }, input.estimate.rows,
      input.estimate.totalCost + input.estimate.rows * 0.0025 * (calls.length + keys.length), input.estimate.startupCost, input.estimate.width + 8 * calls.length)
    targets = rebuild(targets, (child) => child.kind === 'window' && child.window === index ? slotRef(made.id, found.get(exprKey(child)), child) : undefined)
    node = made
  })
  return { node, targets }
}
