/**
 * When a join's right side of several tables is better looked up for each row of the left: `o LEFT JOIN (i JOIN p ON
 * …) ON i.o = o.id` where few rows of o are left and an index knows i.o.
 */
import { freeRts } from '../../expr-tools.js'
import { scanRelation } from '../access/access.js'
import { isIndexed, loopCount } from './joins.js'
import { regionRts } from './region-parts.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./region-parts.js').Region} Region */
/** @import { PlanNode } from '../../plan.js' */

/** The least that looking up a row in two tables costs. */
const LOOKUPS_COST = 0.5

/**
 * Which conditions of a join give a right side its values: those that an index can use and those beside them. None
 * where no index can, or where so many rows would ask that once for all must be better.
 * @param {PlanState} state
 * @param {Region} right
 * @param {Expr[]} across the conditions between both sides
 * @param {Set<number>} available rts of the left
 * @param {PlanNode} left
 * @param {PlanNode} alone the right side on its own
 * @returns {Expr[]}
 */
export function valuesFor(state, right, across, available, left, alone) {
  if (left.estimate.rows * LOOKUPS_COST >= alone.estimate.totalCost || !isOfTables(right)) return []
  const rightRts = regionRts(right)
  const given = across.filter(
    (condition) => !state.isVolatile(condition) && [...freeRts(condition)].some((rt) => rightRts.has(rt)),
  )
  const localRts = state.localRts
  state.localRts = new Set([...localRts, ...available, ...right.entries.map(({ rt }) => rt)])
  const isUsed = right.entries.some((entry) => {
    const isOf = (/** @type {Expr} */ condition) => {
      const rts = freeRts(condition)
      return rts.has(entry.rt) && [...rts].every((rt) => rt === entry.rt || available.has(rt) || !localRts.has(rt))
    }
    const more = given.filter(isOf)
    if (more.length === 0) return false
    const own = right.conditions.filter(isOf)
    const loops = loopCount(state, more, entry.rt, left.estimate.rows)
    const asked = scanRelation(state, entry, [...own, ...more], available, loops)
    return isIndexed(asked)
      && asked.estimate.totalCost < scanRelation(state, entry, own, available, loops).estimate.totalCost
  })
  state.localRts = localRts
  return isUsed ? given : []
}

/** Planned twice, they are what they were. @param {Region} region @returns {boolean} */
const isOfTables = (region) =>
  region.opaque.length === 0
  && region.entries.every((entry) => entry.kind === 'relation' && !entry.lateral && !entry.sample)
  && region.fixed.every(({ right }) => isOfTables(right))
