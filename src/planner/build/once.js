/** What may be run again and give the same: asked of hash joins whose build side turns out too large, and of the statements they are in. */
import { contains } from '../expr-tools.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Expr } from '../../catalog/expr.js' */

/**
 * Tells each hash join whether its outer side may run more than once.
 * @param {import('./state.js').PlanState} state @param {any} planned nodes and expressions of a statement @returns {boolean} whether all of it may
 */
export function markOnce(state, planned) {
  anyNode(planned, (node) => {
    if (node.node === 'hashJoin') node.outerOnce = changes(state, node.outer)
    return false
  })
  return !changes(state, planned)
}

/** @param {import('./state.js').PlanState} state @param {any} part */
const changes = (state, part) => state.isVolatile(part) || contains(part, isUserAggregate) || anyNode(part, isRandomSample)

/** Its functions may be volatile: the aggregate itself does not say. @param {Expr} expr */
const isUserAggregate = (expr) => (expr.kind === 'agg' || expr.kind === 'window') && expr.oid >= FIRST_USER_OID

/** A sample drawn anew each time. @param {any} node */
const isRandomSample = (node) => node.sample !== undefined && node.sample !== null && node.sample.repeatable === null

/** Whether some plan node, of subqueries in expressions too, is so. @param {any} part @param {(node: any) => boolean} test @returns {boolean} */
function anyNode(part, test) {
  if (part === null || typeof part !== 'object') return false
  if (Array.isArray(part)) return part.some((item) => anyNode(item, test))
  if (typeof part.node === 'string' && test(part)) return true
  for (const field in part) {
    const value = part[field]
    if (value !== null && typeof value === 'object' && field !== 'relation' && field !== 'tree' && field !== 'cte' && field !== 'value' && anyNode(value, test)) return true
  }
  return false
}
