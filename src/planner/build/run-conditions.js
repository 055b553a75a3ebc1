/**
 * Conditions on what a window call counts, where counting on never makes them true again: the rows behind are not
 * wanted, and the WindowAgg need not make them. PostgreSQL's run conditions.
 */
import { contains, conjunction } from '../expr-tools.js'
import { BTREE } from '../../types/oids.js'

/** @import { WindowAgg } from '../plan.js' */
/** @import { WindowCall } from '../../catalog/expr.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./state.js').PlanState} PlanState */

const INTEGER_FAMILY = 1976
const [LESS, LESS_EQUAL, EQUAL, GREATER_EQUAL, GREATER] = [1, 2, 3, 4, 5]
/** int8 = int8, int4, int2: the operators <= and >= of the same types @type {Map<number, [number, number]>} */
const BOUNDS = new Map([[410, [414, 415]], [416, [420, 430]], [1868, [1872, 1873]]])
/** row_number, rank, dense_rank */
export const COUNTING = new Set([3100, 3101, 3102])
/** count(*), count(any) */
const COUNTS = new Set([2803, 2147])

/** Operators that take rows away above the windows and leave those they keep as they are. */
const ABOVE = new Set(['sort', 'project', 'filter', 'distinct'])

/**
 * Gives the last of a subquery's windows what may end its partitions.
 * @param {PlanState} state
 * @param {Query} query
 * @param {{ node: any, outputs: Expr[] }} planned the query's plan
 * @param {number} rt what conditions call it
 * @param {Expr[]} conditions on its rows
 * @returns {Expr[]} those that are still to be asked
 */
export function withRunConditions(state, query, { node, outputs }, rt, conditions) {
  if (
    !query.hasWindowCalls || query.limit !== null || query.offset !== null || query.distinctOn || query.hasSetReturning
    || query.locks.length > 0
  )
    return conditions
  let window = node
  while (ABOVE.has(window.node)) window = window.input
  if (window.node !== 'windowAgg') return conditions
  /** @type {Expr[]} */
  const runs = []
  const rest = conditions.filter((condition) => {
    const run = runCondition(state, condition, window, rt, outputs)
    if (run === null) return true
    runs.push(run.condition)
    return run.isPart
  })
  if (runs.length > 0) window.runCondition = conjunction(runs)
  return rest
}

/**
 * @param {PlanState} state @param {any} condition @param {WindowAgg} window @param {number} rt @param {Expr[]} outputs
 * @returns {{ condition: Expr, isPart: boolean } | null} isPart: it says less than the condition, which stays
 */
function runCondition(state, condition, window, rt, outputs) {
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  const own = condition.args.findIndex((/** @type {Expr} */ arg) => arg.kind === 'column' && arg.rt === rt)
  if (own < 0) return null
  const call = outputs[condition.args[own].attnum - 1]
  const bound = condition.args[1 - own]
  if (
    call?.kind !== 'slot' || call.node !== window.id || state.worst(bound) !== 'i'
    || contains(bound, (node) => VARYING.has(node.kind))
  )
    return null
  const oid = own === 0 ? condition.oid : state.view.operator(condition.oid)?.commutator
  const strategy =
    state.catalog.familiesOf(oid).find((member) => member.family === INTEGER_FAMILY && member.method === BTREE)
      ?.strategy ?? 0
  const { grows, shrinks } = directions(window, window.calls[call.index])
  if (
    ((strategy === LESS || strategy === LESS_EQUAL) && grows)
    || ((strategy === GREATER || strategy === GREATER_EQUAL) && shrinks)
  )
    return { condition: { ...condition, args: own === 0 ? [call, bound] : [bound, call] }, isPart: false }
  const bounds = strategy === EQUAL && (grows || shrinks) ? BOUNDS.get(oid) : undefined
  if (bounds === undefined) return null
  const operator = state.view.operator(bounds[grows ? 0 : 1])
  return {
    condition: { ...condition, oid: operator.oid, funcOid: operator.funcOid, args: [call, bound] },
    isPart: true,
  }
}

/** What changes while the rows are given out. */
const VARYING = new Set(['column', 'slot', 'sublink', 'agg', 'window', 'grouping'])

/**
 * Whether a call's value never becomes less, or never more, along a partition.
 * @param {WindowAgg} window WindowAgg
 * @param {WindowCall} call
 */
function directions({ frame, orderBy }, call) {
  if (COUNTING.has(call.oid)) return { grows: true, shrinks: false }
  if (!COUNTS.has(call.oid) || frame.exclude !== 'none') return { grows: false, shrinks: false }
  // Without an order all rows are peers.
  const isSame = orderBy.length === 0 && frame.mode !== 'rows'
  return {
    grows: isSame || frame.start.kind === 'unboundedPreceding',
    shrinks: isSame || frame.end.kind === 'unboundedFollowing',
  }
}
