/** What EXISTS needs of its subquery. */
/** @typedef {import('../../../catalog/query.js').Query} Query */

/**
 * EXISTS asks for a row, not for what is in it: outputs are not computed (nor their constants, which might fail), rows
 * not ordered, grouped or made distinct, as in PostgreSQL.
 * @param {Query} query @returns {Query}
 */
export function existenceOf(query) {
  const { limit } = query
  if (
    query.command === 'select' && query.targets.length === 0 && !query.grouped && query.distinct === null
    && query.orderBy.length === 0 && limit === null
  )
    return query
  const keepsLimit = limit !== null && !(limit.kind === 'const' && (limit.value === null || limit.value > 0))
  if (
    query.command !== 'select' || query.setOperation || query.hasAggregates || query.groupingSets !== null
    || query.hasWindowCalls || query.hasSetReturning || query.having !== null || query.offset !== null
    || query.locks.length > 0 || keepsLimit || query.ctes.some((cte) => cte.query?.command !== 'select')
  )
    return query
  return {
    ...query, targets: [], groupBy: [], groupTargets: undefined, grouped: false, windows: [], distinct: null,
    distinctOn: false, orderBy: [], limit: null, withTies: false,
  }
}
