/** Conditions of row security policies as they are stored: expressions over one row, with subqueries of their own. */
import { POLICY_RT } from './policies.js'
import { loadQuery } from './stored-query.js'

/** @import { Expr } from './expr.js' */
/** @import { RangeEntry } from './query.js' */
/** @import { RelationDesc } from './relation.js' */

/**
 * A stored condition with range-table numbers behind those already given out: its row has `after.rt` + POLICY_RT.
 * @param {string} text
 * @param {(oid: number) => RelationDesc | undefined} relationOf
 * @param {{ rt: number, cte: number }} [after]
 * @returns {{ condition: Expr, entries: RangeEntry[], lastRt: number, lastCte: number }}
 */
export function loadCondition(text, relationOf, after = { rt: 0, cte: 0 }) {
  const { query, lastRt, ...rest } = loadQuery(text, relationOf, after)
  return { condition: query, lastRt: Math.max(lastRt, after.rt + POLICY_RT), ...rest }
}
