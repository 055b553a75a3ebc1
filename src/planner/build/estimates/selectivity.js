/**
 * What fraction of rows a condition selects, as PostgreSQL estimates it: from the most common values, the histogram and
 * the number of different values that ANALYZE wrote, and its defaults where nothing is known. Estimates choose plans,
 * never answers.
 */
import { columnOf } from './estimate.js'
import { jointSelectivity } from './joint-selectivity.js'
import { isOneValue, withKnown } from './known-values.js'
import { isPattern, patternSelectivity } from './pattern-selectivity.js'
import { withValues } from './parameter-values.js'
import { DEFAULT_INEQUALITY, statsOf, nullFraction, DEFAULT_UNKNOWN, clamp, DEFAULT_EQ } from './column-statistics.js'
import { equalConstant, equality } from './equality-selectivity.js'
import { inequality } from './range-selectivity.js'

/** @import { BooleanTest, Expr, OpCall, ScalarArrayOp } from '../../../catalog/expr.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { OperatorDesc } from '../../../catalog/descriptors.js' */
/** @import { PlanState } from '../state.js' */

const DEFAULT_RANGE = 0.005
const DEFAULT_MATCH = 0.005

/** Restriction functions of pg_operator.oprrest: what kind of estimate an operator wants. */
const EQ = new Set([101, 105])
const NE = new Set([102, 106])
const LESS = new Set([103, 336])
const GREATER = new Set([104, 337])
const INCLUSIVE = new Set([336, 337])

/**
 * The fraction of rows for which the conditions hold.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @returns {number}
 */
export function selectivity(state, conditions) {
  if (state.paramValues !== null) conditions = withValues(conditions, state.paramValues)
  return selectivityOf(state, withKnown(state, conditions))
}

/**
 * The same of conditions whose values are known as far as they can be.
 * @param {PlanState} state @param {Expr[]} conditions @returns {number}
 */
function selectivityOf(state, conditions) {
  const joint =
    conditions.length < 2 ? null : jointSelectivity(state, conditions, (some) => separateSelectivity(state, some))
  return joint === null
    ? separateSelectivity(state, conditions)
    : Math.max(joint.fraction * separateSelectivity(state, joint.rest), 1e-10)
}

/** The same if columns had nothing to do with each other. @param {PlanState} state @param {Expr[]} conditions */
function separateSelectivity(state, conditions) {
  let result = 1
  /**
   * Bounds on the same expression belong together.
   * @type {{ column: Expr, low: number | null, high: number | null }[]}
   */
  const ranges = []
  for (const condition of conditions) {
    const fraction = one(state, condition)
    const bound = condition.kind === 'op' ? boundOf(state, condition) : null
    if (bound === null) { result *= fraction; continue }
    let range = ranges.find(
      (known) =>
        known.column.kind === 'column' && bound.column.kind === 'column' && known.column.rt === bound.column.rt
        && known.column.attnum === bound.column.attnum,
    )
    if (range === undefined) { range = { column: bound.column, low: null, high: null }; ranges.push(range) }
    const side = bound.isUpper ? 'high' : 'low'
    range[side] = Math.min(range[side] ?? 1, fraction)
  }
  for (const { column, low, high } of ranges) {
    if (low === null || high === null) { result *= low ?? high ?? 1; continue }
    if (low === DEFAULT_INEQUALITY || high === DEFAULT_INEQUALITY) { result *= DEFAULT_RANGE; continue }
    const both = low + high - 1 + (statsOf(state, column)?.nullFraction ?? DEFAULT_UNKNOWN)
    result *= both > 0 ? both : both < -0.01 ? DEFAULT_RANGE : 1e-10
  }
  return Math.max(result, 1e-10)
}

/**
 * column < value and the like.
 * @param {PlanState} state
 * @param {OpCall} condition
 * @returns {{ column: Expr, isUpper: boolean } | null}
 */
function boundOf(state, condition) {
  const restrict = state.view.operator(condition.oid)?.restrict
  if (condition.args.length !== 2 || !(LESS.has(restrict) || GREATER.has(restrict))) return null
  const left = columnOf(condition.args[0])
  const right = columnOf(condition.args[1])
  if (left && isOneValue(state, condition.args[1])) return { column: left, isUpper: LESS.has(restrict) }
  return right && isOneValue(state, condition.args[0]) ? { column: right, isUpper: !LESS.has(restrict) } : null
}

/** @param {PlanState} state @param {Expr} condition @returns {number} */
function one(state, condition) {
  switch (condition.kind) {
    case 'and': return selectivityOf(state, condition.args)
    case 'or': return condition.args.reduce((sum, arg) => { const next = one(state, arg); return sum + next - sum * next }, 0)
    case 'not': return clamp(1 - one(state, condition.args[0]))
    case 'const': return condition.value === true ? 1 : 0
    case 'isnull': { const nulls = nullFraction(state, condition.arg); return condition.not ? 1 - nulls : nulls }
    case 'booltest': return booleanTest(state, condition)
    case 'anyall': return arraySelectivity(state, condition)
    case 'op': return condition.args.length === 2 ? operatorSelectivity(state, condition.oid, condition.args[0], condition.args[1]) : 0.5
    case 'rowcompare': return operatorSelectivity(state, condition.opOids[0], condition.left[0], condition.right[0])
    case 'distinct': return clamp(1 - operatorSelectivity(state, condition.oid, condition.args[0], condition.args[1]))
    case 'column': return booleanColumn(state, condition)
    case 'sublink': return 0.5
    case 'func': return DEFAULT_INEQUALITY
    default: return 0.5
  }
}

/** A boolean column by itself. @param {PlanState} state @param {Expr} expr */
function booleanColumn(state, expr) {
  const stats = statsOf(state, expr)
  return stats === null ? 0.5 : equalConstant(state, expr, stats, true)
}

/** @param {PlanState} state @param {BooleanTest} condition */
function booleanTest(state, condition) {
  const stats = statsOf(state, condition.arg)
  let fraction
  if (condition.test === 'unknown') fraction = stats?.nullFraction ?? DEFAULT_UNKNOWN
  else if (stats === null) fraction = 0.5
  else fraction = equalConstant(state, condition.arg, stats, condition.test === 'true')
  return condition.not ? 1 - fraction : fraction
}

/** @param {PlanState} state @param {ScalarArrayOp} condition */
function arraySelectivity(state, condition) {
  const [left, array] = condition.args
  const restrict = state.view.operator(condition.oid)?.restrict
  /** @type {Expr[]} */
  let elements
  if (array.kind === 'array' && !array.multidims) elements = array.elements
  else if (array.kind === 'const') {
    if (array.value === null) return 0
    elements = (array.value.values ?? []).map((/** @type {Datum} */ value) => ({
      kind: 'const', value, type: state.view.elementType(array.type), typmod: -1, collation: 0, location: -1,
    }))
  } else
    elements = Array.from(
      { length: array.kind === 'param' ? (array.list?.rows ?? 10) : 10 },
      () =>
        /** @type {Expr} */ ({
          kind: 'param', number: 0, type: state.view.elementType(array.type) || 25, typmod: -1, collation: 0,
        }),
    )
  // Beyond a hundred, the average of the first hundred serves for all.
  const asked = elements.length > 100 ? elements.slice(0, 100) : elements
  const each = asked.map((element) => operatorSelectivity(state, condition.oid, left, element))
  if (condition.all) return clamp(each.reduce((product, fraction) => product * fraction, 1))
  const weight = asked.length === 0 ? 0 : elements.length / asked.length
  const sum = each.reduce((total, fraction) => total + fraction, 0) * weight
  if (EQ.has(restrict) && sum <= 1) return sum
  return clamp(each.reduce((total, fraction) => total + fraction - total * fraction, 0))
}

/** @param {PlanState} state @param {number} oid @param {Expr} left @param {Expr} right @returns {number} */
function operatorSelectivity(state, oid, left, right) {
  const operator = state.view.operator(oid)
  if (!operator) return 0.5
  const { restrict } = operator
  if (asksHidden(state, operator, left, right)) return blindSelectivity(state, operator, right)
  if (EQ.has(restrict)) return equality(state, left, right)
  if (NE.has(restrict)) {
    const column = columnOf(left) ? left : right
    return clamp(1 - equality(state, left, right) - (statsOf(state, column)?.nullFraction ?? 0))
  }
  if (LESS.has(restrict) || GREATER.has(restrict)) {
    if (columnOf(left) && right.kind === 'const')
      return inequality(state, left, right, GREATER.has(restrict), INCLUSIVE.has(restrict))
    if (columnOf(right) && left.kind === 'const')
      return inequality(state, right, left, LESS.has(restrict), INCLUSIVE.has(restrict))
    return DEFAULT_INEQUALITY
  }
  if (isPattern(restrict))
    return patternSelectivity(state, operator, statsOf(state, left), right.kind === 'const' ? right.value : undefined)
  return restrict === 0 ? 0.5 : DEFAULT_MATCH
}

/**
 * Whether the values that ANALYZE kept would be shown to an operator that may tell them, of rows that whoever asks may
 * not see: estimates would tell as well.
 * @param {PlanState} state @param {{ funcOid: number }} operator @param {Expr} left @param {Expr} right
 */
function asksHidden(state, operator, left, right) {
  const isHidden = (/** @type {Expr} */ side) => {
    const column = columnOf(side)
    const entry = column === null ? undefined : state.entries.get(column.rt)
    return entry !== undefined && (entry.security !== undefined || entry.isSecured === true)
  }
  return (isHidden(left) || isHidden(right)) && state.catalog.func(operator.funcOid)?.leakproof !== true
}

/** Without looking at any value. @param {PlanState} state @param {OperatorDesc} operator @param {Expr} right */
function blindSelectivity(state, operator, right) {
  const { restrict } = operator
  if (EQ.has(restrict)) return DEFAULT_EQ
  if (NE.has(restrict)) return 1 - DEFAULT_EQ
  if (LESS.has(restrict) || GREATER.has(restrict)) return DEFAULT_INEQUALITY
  const pattern = right.kind === 'const' ? right.value : undefined
  if (isPattern(restrict)) return patternSelectivity(state, operator, null, pattern)
  return restrict === 0 ? 0.5 : DEFAULT_MATCH
}

/** Fraction of pairs that match. @param {PlanState} state @param {Expr[]} conditions */
export function joinSelectivity(state, conditions) {
  let result = 1
  for (const condition of conditions) {
    let known = state.joinFractions.get(condition)
    if (known === undefined) {
      known = selectivity(state, [condition])
      state.joinFractions.set(condition, known)
    }
    result *= known
  }
  return result
}
