/** What an OR over several tables says of each of them alone. */
import { conjuncts, conjunction, contains, freeRts } from '../../expr-tools.js'
import { selectivity } from '../estimates/selectivity.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./region-parts.js').Region} Region */

/**
 * Where each arm of an OR over several tables says something about one of them alone, so does their OR: it narrows that
 * table's scan. The OR itself stays.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {Region} region
 * @returns {Expr[]}
 */
export function withArms(state, conditions, region) {
  /** @type {Expr[]} */
  const added = []
  for (const condition of conditions) {
    if (
      condition.kind !== 'or' || freeRts(condition).size < 2 || state.isVolatile(condition)
      || contains(condition, (node) => node.kind === 'sublink')
    )
      continue
    const arms = condition.args.map((arg) => conjuncts(arg))
    let narrowed = 1
    for (const entry of region.entries) {
      const parts = arms.map((arm) =>
        arm.filter((part) => {
          const rts = freeRts(part)
          return rts.size === 1 && rts.has(entry.rt)
        }),
      )
      if (parts.some((part) => part.length === 0)) continue
      const either = /** @type {Expr} */ ({
        ...condition,
        args: parts.map((part) => /** @type {Expr} */ (conjunction(part))),
      })
      narrowed *= selectivity(state, [either])
      added.push(either)
    }
    // What the scans have already left out is not estimated twice.
    if (narrowed < 1) state.joinFractions.set(condition, Math.min(1, selectivity(state, [condition]) / narrowed))
  }
  return added.length === 0 ? conditions : [...conditions, ...added]
}
