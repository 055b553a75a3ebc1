/** The scan that the joins of driver.js begin with. */
import { inOrder, sortedByFirst } from '../access/ordering.js'

/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./driver.js').Driver} Driver */

/**
 * The driving table's scan in its order; null: it has none.
 * @param {PlanState} state
 * @param {Driver} driver
 * @param {PlanNode} plan of the table
 * @returns {any}
 */
export function drivingScan(state, { keys, costOf }, plan) {
  const whole = inOrder(state, plan, keys, costOf)
  if (whole !== null) return whole
  const begun = sortedByFirst(state, plan, keys, null, costOf)
  return begun === null ? null : begun.input
}
