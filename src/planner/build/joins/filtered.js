/** Conditions over a plan: in its filter where it has one, else a node of their own. */
import { conjuncts, conjunction } from '../../expr-tools.js'
import { kindOf } from '../../plan-nodes.js'
import { selectivity } from '../estimates/selectivity.js'

/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */

/** @param {PlanState} state @param {PlanNode} plan @param {Expr[]} conditions @returns {any} */
export function filtered(state, plan, conditions) {
  if (conditions.length === 0) return plan
  const rows = plan.estimate.rows * selectivity(state, conditions)
  if ('filter' in plan && kindOf(plan).takesFilter) {
    return {
      ...plan, filter: conjunction([...conjuncts(plan.filter), ...conditions]),
      estimate: { ...plan.estimate, rows: Math.max(1, Math.round(rows)) },
    }
  }
  return state.node(
    { node: 'filter', input: plan, filter: conjunction(conditions) }, rows,
    plan.estimate.totalCost + plan.estimate.rows * conditions.length * 0.0025, 0, plan.estimate.width,
  )
}
