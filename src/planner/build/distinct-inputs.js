/**
 * Aggregates over one DISTINCT input: `SELECT k, count(DISTINCT x) … GROUP BY k` groups twice by hashing, first by k
 * and x, then by k, instead of sorting all rows. Only for aggregates that give the same whatever order their input
 * comes in and whichever of equal values stands for them.
 */
import { FIRST_USER_OID, RECORD } from '../../types/oids.js'
import { exprKey } from '../expr-tools.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/expr.js').Aggref} Aggref */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./state.js').PlanState} PlanState */

/** count of anything; sum and average of int2, int4, int8 */
const UNORDERED = new Set([2147, 2107, 2108, 2109, 2100, 2101, 2102])
const DEFAULT_COLLATION = 100
/** Few rows of groups nobody orders keep coming out in PostgreSQL's order, which is that of its sort. */
const SHOWN_ROWS_MAX = 10000

/**
 * The one argument of all aggregates, if they may be computed this way.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Aggref[]} aggregates
 * @param {number} rows of the input
 * @returns {Expr | null}
 */
export function distinctInput(state, query, aggregates, rows) {
  if (aggregates.length === 0 || query.groupingSets !== null) return null
  const [arg] = aggregates[0].args
  if (arg === undefined || !aggregates.every((call) => isUnordered(call) && exprKey(call.args[0]) === exprKey(arg)))
    return null
  const keys = [...query.groupBy, arg]
  if (keys.some((key) => state.isVolatile(key) || !isHashed(state, key))) return null
  return query.groupBy.length === 0 || rows > SHOWN_ROWS_MAX || query.groupBy.every((key) => isOrdered(query, key))
    ? arg
    : null
}

/**
 * Whether the different rows of many are found by hashing although they are to be sorted afterwards: where they are so
 * few that sorting them is little.
 * @param {PlanState} state
 * @param {Expr[]} keys
 * @param {number} rows @param {number} groups
 */
export const sortsFewer = (state, keys, rows, groups) =>
  rows > SHOWN_ROWS_MAX && groups * FEWER < rows && keys.every((key) => isHashed(state, key))
const FEWER = 4

/** @param {Aggref} call */
const isUnordered = ({ oid, distinct, args, orderBy, filter }) =>
  UNORDERED.has(oid) && distinct && args.length === 1 && orderBy.length === 0 && filter === null

/** @param {PlanState} state @param {Expr} key */
const isHashed = (state, { type, collation }) =>
  (collation === 0 || collation === DEFAULT_COLLATION) && type < FIRST_USER_OID && type !== RECORD
  && state.catalog.hashOps(type) !== undefined && !state.view.elementType(type)

/** @param {Query} query @param {Expr} key */
const isOrdered = (query, key) =>
  query.orderBy.some(({ target }) => exprKey(query.targets[target].expr) === exprKey(key))
