/**
 * What may be run again and give the same: asked of hash joins whose build side turns out too large, and of the
 * statements they are in.
 */
import { PlanCalls } from '../calls.js'
import { CHILDLESS } from '../expr-tools.js'

/** @import { PlanState } from './state.js' */
/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { SeqScan } from '../plan.js' */

/**
 * Tells each hash join whether its outer side may run more than once.
 * @param {PlanState} state
 * @param {any} planned nodes and expressions of a statement
 * @param {PlanCalls} calls of all of it
 * @returns {boolean} whether all of it may
 */
export function markOnce(state, planned, calls) {
  if (state.usesHashJoin) {
    anyNode(planned, (node) => {
      if (node.node === 'hashJoin')
        node.outerOnce = changes(state, node.outer, new PlanCalls(state.catalog, node.outer))
      return false
    })
  }
  return !changes(state, planned, calls)
}

/** @param {PlanState} state @param {ParseNode} part @param {PlanCalls} calls of it */
const changes = (state, part, calls) => calls.mayChange() || (hasSamples(state) && anyNode(part, isRandomSample))

/** @param {PlanState} state */
function hasSamples({ entries }) {
  for (const entry of entries.values()) if (entry.sample) return true
  return false
}

/** A sample drawn anew each time. @param {SeqScan} node */
const isRandomSample = (node) => node.sample !== undefined && node.sample !== null && node.sample.repeatable === null

/**
 * Whether some plan node, of subqueries in expressions too, is so.
 * @param {any} part
 * @param {(node: any) => boolean} test
 * @returns {boolean}
 */
function anyNode(part, test) {
  if (part === null || typeof part !== 'object') return false
  if (Array.isArray(part)) return part.some((item) => anyNode(item, test))
  if (CHILDLESS.has(part.kind)) return false
  if (typeof part.node === 'string' && test(part)) return true
  for (const field in part) {
    const value = part[field]
    if (
      value !== null && typeof value === 'object' && field !== 'relation' && field !== 'tree' && field !== 'cte'
      && field !== 'value' && anyNode(value, test)
    )
      return true
  }
  return false
}
