/**
 * Joining two plans: hash join on equalities that hash, nested loop otherwise.
 */
import { isNever } from '../../../catalog/expr.js'
import { conjunction, freeRts } from '../../expr-tools.js'
import { CPU_OPERATOR_COST, CPU_TUPLE_COST } from '../estimates/estimate.js'
import { joinSelectivity } from '../estimates/selectivity.js'
import { fullJoinRefused } from '../../../errors/planning.js'
import { kindOf } from '../../plan-nodes.js'

/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {{ plan: any, rts: Set<number> }} Side */

/**
 * Conditions of the form left = right with each side of one input, whose operator hashes.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {Set<number>} left
 * @param {Set<number>} right
 * @returns {{ leftKeys: Expr[], rightKeys: Expr[], types: number[], used: Set<Expr> } | null}
 */
export function hashable(state, conditions, left, right) {
  /** @type {Expr[]} */
  const leftKeys = []
  /** @type {Expr[]} */
  const rightKeys = []
  /** @type {number[]} */
  const types = []
  const used = new Set()
  for (const condition of conditions) {
    if (condition.kind !== 'op' || condition.args.length !== 2) continue
    const operator = state.view.operator(condition.oid)
    if (!operator?.canHash || !hashableType(state, condition.args[0].type)) continue
    if (condition.inputCollation === -1) continue
    const sides = sidesOf(state, condition, left, right)
    if (sides === null) continue
    leftKeys.push(sides[0])
    rightKeys.push(sides[1])
    types.push(state.catalog.collatedType(condition.args[0].type, condition.inputCollation ?? 0))
    used.add(condition)
  }
  return used.size > 0 ? { leftKeys, rightKeys, types, used } : null
}

/**
 * What an operator compares: an expression over one input with one over the other.
 * @param {PlanState} state
 * @param {import('../../../catalog/expr.js').OpCall} condition
 * @param {Set<number>} left
 * @param {Set<number>} right
 * @returns {[Expr, Expr] | null} of the left, of the right
 */
function sidesOf(state, condition, left, right) {
  if (state.isVolatile(condition)) return null
  const a = freeRts(condition.args[0])
  const b = freeRts(condition.args[1])
  const within = (/** @type {Set<number>} */ rts, /** @type {Set<number>} */ side, /** @type {Set<number>} */ other) =>
    [...rts].some((rt) => side.has(rt)) && ![...rts].some((rt) => other.has(rt))
  if (within(a, left, right) && within(b, right, left)) return [condition.args[0], condition.args[1]]
  return within(a, right, left) && within(b, left, right) ? [condition.args[1], condition.args[0]] : null
}

/**
 * A full join whose conditions PostgreSQL would merge: equalities of types that only have an order (bit strings,
 * money), and constants. None at all joins every row with every other.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {Set<number>} left
 * @param {Set<number>} right
 * @returns {ReturnType<typeof hashable>}
 */
function mergeable(state, conditions, left, right) {
  const keys = {
    leftKeys: /** @type {Expr[]} */ ([]), rightKeys: /** @type {Expr[]} */ ([]), types: /** @type {number[]} */ ([]),
    used: /** @type {Set<Expr>} */ (new Set()),
  }
  for (const condition of conditions) {
    if (condition.kind === 'const') continue
    if (
      condition.kind !== 'op' || condition.args.length !== 2
      || state.catalog.orderingOps(condition.args[0].type)?.eq !== condition.oid
    )
      return null
    const sides = sidesOf(state, condition, left, right)
    if (sides === null) return null
    keys.leftKeys.push(sides[0])
    keys.rightKeys.push(sides[1])
    keys.types.push(condition.args[0].type)
    keys.used.add(condition)
  }
  return keys
}

/** @param {PlanState} state @param {number} type */
function hashableType(state, type) {
  const element = state.view.elementType(type)
  return state.catalog.hashOps(type) !== undefined && (!element || state.catalog.hashOps(element) !== undefined)
}

/**
 * @param {'inner' | 'left' | 'full' | 'semi' | 'anti'} join
 * @param {number} left
 * @param {number} right
 * @param {number} fraction
 */
export function joinRows(join, left, right, fraction) {
  const matched = left * right * fraction
  switch (join) {
    case 'left': return Math.max(left, matched)
    case 'full': return Math.max(left, right, matched)
    case 'semi': return Math.max(1, Math.min(left, matched))
    case 'anti': return Math.max(1, left - Math.min(left, matched))
    default: return Math.max(1, matched)
  }
}

/**
 * The cheaper of hash join and nested loop with the right side run again (or kept) for each left row.
 * @param {PlanState} state
 * @param {'inner' | 'left' | 'full' | 'semi' | 'anti'} join
 * @param {Side} left
 * @param {Side} right
 * @param {Expr[]} conditions
 * @returns {any}
 */
export function joinPair(state, join, left, right, conditions) {
  const keys =
    hashable(state, conditions, left.rts, right.rts)
    ?? (join === 'full' ? mergeable(state, conditions, left.rts, right.rts) : null)
  if (keys) return hashJoin(state, join, left, right, conditions, keys)
  // The plan keeps the error: what is only prepared does not fail.
  if (join === 'full') state.failure ??= fullJoinRefused()
  return nestLoop(state, join === 'full' ? 'left' : join, left.plan, materialized(state, right.plan), conditions)
}

/** @param {any} plan @returns {boolean} no row comes out of it, whatever the data */
const isEmpty = (plan) => isNever(plan.filter) || (kindOf(plan).handsOn === true && isEmpty(plan.input))

/** @type {Expr} */
const NEVER = { kind: 'const', value: false, type: 16, typmod: -1, collation: 0, location: -1 }

/**
 * What a join's rows must pass where a side that it cannot do without is empty: the other side is not run at all.
 * @param {string} join
 * @param {unknown} left
 * @param {unknown} right
 * @returns {Expr | null}
 */
function neverJoins(join, left, right) {
  const none =
    join === 'left' || join === 'anti'
      ? isEmpty(left)
      : join === 'full'
        ? isEmpty(left) && isEmpty(right)
        : isEmpty(left) || isEmpty(right)
  return none ? NEVER : null
}

/** A semi join with so many rows on the right is turned. */
const TURNED_ROWS_MIN = 50000

/**
 * @param {PlanState} state
 * @param {'inner' | 'left' | 'full' | 'semi' | 'anti'} join
 * @param {Side} left
 * @param {Side} right
 * @param {Expr[]} conditions
 * @param {NonNullable<ReturnType<typeof hashable>>} keys
 * @returns {any}
 */
export function hashJoin(state, join, left, right, conditions, keys) {
  const rest = conditions.filter((condition) => !keys.used.has(condition))
  state.usesHashJoin = true
  const rows = joinRows(join, left.plan.estimate.rows, right.plan.estimate.rows, joinSelectivity(state, conditions))
  // Of many rows on the right only those that some left row asks for need be known.
  const turned =
    join === 'semi' && right.plan.estimate.rows > TURNED_ROWS_MIN
    && right.plan.estimate.rows > 4 * left.plan.estimate.rows
  const swap =
    turned || (join === 'inner' && right.plan.estimate.rows > left.plan.estimate.rows * 1.5)
    || (join === 'left' && right.plan.estimate.rows > left.plan.estimate.rows * 4)
  const outer = swap ? right.plan : left.plan
  const inner = swap ? left.plan : right.plan
  const cost =
    outer.estimate.totalCost + inner.estimate.totalCost
    + inner.estimate.rows * (CPU_OPERATOR_COST * keys.types.length + CPU_TUPLE_COST)
    + outer.estimate.rows * CPU_OPERATOR_COST * keys.types.length + rows * CPU_TUPLE_COST
    + beyondMemory(state, outer.estimate, inner.estimate)
  return state.node(
    {
      node: 'hashJoin', join: turned ? 'rightSemi' : swap && join === 'left' ? 'right' : join, outer, inner,
      outerKeys: swap ? keys.rightKeys : keys.leftKeys, innerKeys: swap ? keys.leftKeys : keys.rightKeys,
      keyTypes: keys.types, on: conjunction(rest), filter: neverJoins(join, left.plan, right.plan), carry: [],
      outerNullable: [], innerNullable: [], nullAware: false, outerCarry: [], outerOnce: false,
    },
    rows,
    cost,
    inner.estimate.totalCost,
    outer.estimate.width + inner.estimate.width,
  )
}

/** A build row with its key and little else. */
const BUILD_ROW_BYTES = 20
/** What a row costs that is kept, written and read again. */
const KEPT_ROW_COST = 0.03

/**
 * What a build side larger than the memory for it costs: more runs of the outer side, or keeping both sides
 * (docs/decisions/0009).
 * @param {PlanState} state
 * @param {any} outer estimate
 * @param {any} inner estimate
 */
function beyondMemory(state, outer, inner) {
  const passes = Math.ceil(inner.rows * BUILD_ROW_BYTES / state.workMem)
  return passes <= 1 ? 0 : Math.min((passes - 1) * outer.totalCost, KEPT_ROW_COST * (inner.rows + outer.rows))
}

/**
 * @param {PlanState} state
 * @param {'inner' | 'left' | 'semi' | 'anti' | 'full'} join
 * @param {PlanNode} outer
 * @param {PlanNode} inner
 * @param {Expr[]} conditions
 * @param {number} [known] rows, when they were estimated from the tables themselves
 * @returns {any}
 */
export function nestLoop(state, join, outer, inner, conditions, known) {
  const parameterised =
    isIndexed(inner) && (inner.node !== 'indexScan' || inner.keys.length > 0 || inner.ranges !== undefined)
  const fraction = joinSelectivity(state, conditions)
  const rows =
    known
    ?? joinRows(join, outer.estimate.rows, inner.estimate.rows, parameterised && conditions.length === 0 ? 1 : fraction)
  const whole = inner.node === 'materialize' ? inner.estimate.rows * CPU_OPERATOR_COST : inner.estimate.totalCost
  const again =
    parameterised && (join === 'semi' || join === 'anti')
      ? whole * shareRead(join, outer.estimate.rows, inner.estimate.rows, rows)
      : whole
  const cost =
    outer.estimate.totalCost + inner.estimate.totalCost + Math.max(0, outer.estimate.rows - 1) * again
    + outer.estimate.rows * inner.estimate.rows * (conditions.length * CPU_OPERATOR_COST) + rows * CPU_TUPLE_COST
  return state.node(
    {
      node: 'nestLoop', join, outer, inner, on: conjunction(conditions), filter: neverJoins(join, outer, inner),
      nullable: [],
    },
    rows,
    cost,
    0,
    outer.estimate.width + inner.estimate.width,
  )
}

/**
 * How much of an index scan a semi or anti join reads: it ends at the first row that matches, somewhere among those
 * that would; without one it was as short as scans are, that is its share of the rows.
 * @param {'semi' | 'anti'} join
 * @param {number} outer rows
 * @param {number} inner rows of one scan
 * @param {number} rows of the join
 */
function shareRead(join, outer, inner, rows) {
  const given = Math.min(1, rows / Math.max(1, outer))
  const matched = join === 'semi' ? given : 1 - given
  const partners = Math.max(1, inner / Math.max(matched, 1e-6))
  return Math.min(1, matched * 2 / (partners + 1) + (1 - matched) / Math.max(1, inner))
}

/** A scan that reads only what its conditions select: worth running again for other values. @param {PlanNode} node */
export const isIndexed = (node) =>
  node.node === 'indexScan' || node.node === 'indexOr' || (node.node === 'treeScan' && node.indexed)

/**
 * What is read again and again is kept, unless it is already in memory or tiny to make.
 * @param {PlanState} state
 * @param {any} plan
 * @returns {any}
 */
function materialized(state, plan) {
  if (
    isNever(plan.filter) || ['materialize', 'cteScan', 'result', 'values'].includes(plan.node)
    || (plan.node === 'indexScan' && plan.uniqueMatch)
  )
    return plan
  return state.node(
    { node: 'materialize', input: plan, carry: [] }, plan.estimate.rows,
    plan.estimate.totalCost + plan.estimate.rows * CPU_OPERATOR_COST, plan.estimate.startupCost, plan.estimate.width,
  )
}

/**
 * How often an index scan of `rt` may run with other values: as often as the tables that give the values have rows
 * (other joins may still come between), at least as often as the join at hand asks.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {number} rt
 * @param {number} rows of the join at hand
 */
export function loopCount(state, conditions, rt, rows) {
  let fewest = Infinity
  for (const condition of conditions) {
    const rts = freeRts(condition)
    if (!rts.has(rt)) continue
    for (const other of rts) if (other !== rt) fewest = Math.min(fewest, state.ownRows.get(other) ?? Infinity)
  }
  return Math.max(1, rows, fewest === Infinity ? 1 : fewest)
}
