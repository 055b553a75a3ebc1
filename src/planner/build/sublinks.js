/**
 * Subqueries left in expressions get their plans. Run over a finished plan: replaces `query` by `plan` and says whether it depends on the row around.
 */
import { contains, rebuild, freeRts } from '../expr-tools.js'
import { existenceOf } from './joins/existence.js'

/** @typedef {import('./state.js').PlanState} PlanState */

/** @template T @param {PlanState} state @param {T} root plan node, expression or list @returns {T} */
export function planSublinks(state, root) {
  return rebuild(root, (node) => {
    if (node.kind !== 'sublink' || node.plan) return undefined
    // What computed nodes of the query around give is already a slot.
    const query = node.link === 'exists' ? existenceOf(node.query) : node.query
    const correlated = freeRts(query).size > 0 || contains(query, (child) => child.kind === 'slot')
    const { node: plan, outputs } = state.planQuery(query)
    const made = { root: planSublinks(state, plan), outputs: planSublinks(state, outputs) }
    return { ...node, query: null, test: planSublinks(state, node.test), plan: made, correlated }
  })
}
