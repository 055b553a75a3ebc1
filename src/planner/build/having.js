/**
 * HAVING: what it says about the rows of groups, not about their aggregates, is asked of the rows before they are
 * grouped, as PostgreSQL does. Then fewer are grouped, and what aggregates compute of the others raises nothing.
 */
import { conjunction, conjuncts, contains } from '../expr-tools.js'

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./state.js').PlanState} PlanState */

/** Of groups, and of subqueries, which PostgreSQL leaves where they stand. @param {any} node */
const belongsToGroups = (node) =>
  node.kind === 'agg' || node.kind === 'grouping' || node.kind === 'sublink' || node.retset === true

/** @param {PlanState} state @param {Query} query @returns {Query} */
export function askedOfRows(state, query) {
  if (query.having === null || query.groupBy.length === 0 || query.groupingSets !== null || query.hasSetReturning)
    return query
  const parts = conjuncts(query.having)
  const kept = parts.filter((part) => contains(part, belongsToGroups) || state.isVolatile(part))
  if (kept.length === parts.length) return query
  return {
    ...query, where: conjunction([...conjuncts(query.where), ...parts.filter((part) => !kept.includes(part))]),
    having: conjunction(kept),
  }
}
