/** The select list: what is computed once before the rows are sorted, and what for each row that is shown. */
import { rebuild, walk, contains, exprKey } from '../expr-tools.js'
import { setRows } from './estimates/estimate.js'
import { slotRef } from './state.js'
import { isPlain, isSet, noticeable } from './sort-input.js'

/** @import { PlanNode } from '../plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { PlanState } from './state.js' */

/** A value that could be computed now. @param {PlanState} state @param {Expr} expr */
export const isConstant = (state, expr) =>
  state.worst(expr) === 'i' && !contains(expr, (node) => VARYING.has(node.kind))
const VARYING = new Set(['column', 'slot', 'agg', 'sublink', 'param', 'window', 'grouping'])

/**
 * A sort key that must be the same value in the output is computed once.
 * @param {PlanState} state
 * @param {Expr} expr
 */
export const mustCompute = (state, expr) =>
  !isPlain(expr) && (state.isVolatile(expr) || contains(expr, (node) => node.kind === 'sublink'))

/**
 * A sort key that comes out, too, and calls a function: it is not called again, and what it is called with need not be
 * kept. @param {Query} query @param {Expr[]} targets @param {number} at
 */
export const isComputedOnce = (query, targets, at) =>
  !query.targets[at].resjunk && !isSet(targets[at]) && contains(targets[at], (node) => node.kind === 'func')

/**
 * The targets at these places as slots of a Project.
 * @param {PlanState} state
 * @param {PlanNode} node
 * @param {Expr[]} targets
 * @param {number[]} places
 */
export function computed(state, node, targets, places) {
  const wanted = places.filter((at) => !isPlain(targets[at]))
  if (wanted.length === 0) return { node, targets }
  const outputs = wanted.map((at) => targets[at])
  const project = state.node(
    { node: 'project', input: node, outputs }, node.estimate.rows,
    node.estimate.totalCost + node.estimate.rows * 0.0025 * outputs.length, node.estimate.startupCost,
    node.estimate.width,
  )
  const keys = outputs.map(exprKey)
  return { node: project, targets: targets.map((target, place) => {
    // Of volatile calls written alike each gives its own.
    const at = wanted.includes(place)
      ? wanted.indexOf(place)
      : state.isVolatile(target)
        ? -1
        : keys.indexOf(exprKey(target))
    return at < 0 ? target : slotRef(project.id, at, target)
  }) }
}

/**
 * Calls that return sets, innermost first, each level in lockstep.
 * @param {PlanState} state
 * @param {PlanNode} node
 * @param {Expr[]} targets
 * @param {Set<number> | null} wanted places of targets that are computed now, null: all
 */
export function expandSets(state, node, targets, wanted) {
  for (;;) {
    /** @type {any[]} */
    const calls = []
    const keys = new Map()
    for (const target of targets) {
      walk(target, (child) => {
        if (child.kind === 'sublink') return true
        if ((child.kind === 'func' || child.kind === 'op') && child.retset && !isSet(child.args)) {
          // Two calls written alike are two calls; only the same node is the same call.
          if (!keys.has(child)) { keys.set(child, calls.length); calls.push(child) }
          return true
        }
        return false
      })
    }
    if (calls.length === 0) return { node, targets }
    const each = Math.max(...calls.map((call) => (call.kind === 'func' ? setRows(state, call) : 1000)))
    const rows = node.estimate.rows * each
    // Where nothing is made of what the sets give, what stands next to them is computed with them, and once more when
    // they end: also where they give nothing.
    const besides = targets.every((target) => keys.has(target) || !isSet(target))
      ? noticeable(state, targets)
          .filter((at) => wanted?.has(at) !== false)
          .map((at) => targets[at])
          .filter((target) => !keys.has(target))
      : []
    const sets = state.node(
      { node: 'projectSet', input: node, outputs: calls, beside: besides }, rows,
      node.estimate.totalCost + rows * 0.0125, 0, node.estimate.width,
    )
    state.setRows.set(sets.id, each)
    targets = targets.map((target) =>
      besides.includes(target)
        ? slotRef(sets.id, calls.length + besides.indexOf(target), target)
        : rebuild(target, (child) => (keys.has(child) ? slotRef(sets.id, keys.get(child), child) : undefined)),
    )
    node = sets
  }
}
