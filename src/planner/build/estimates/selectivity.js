/**
 * What fraction of rows a condition selects, as PostgreSQL estimates it: from the most common values, the histogram and
 * the number of different values that ANALYZE wrote, and its defaults where nothing is known. Estimates choose plans,
 * never answers.
 */
import { builtinType } from '../../../types/registry.js'
import { distinctCount, columnOf } from './estimate.js'
import { jointSelectivity } from './joint-selectivity.js'
import { isOneValue, withKnown } from './known-values.js'
import { isPattern, patternSelectivity } from './pattern-selectivity.js'
import { withValues } from './parameter-values.js'

/** @import { BooleanTest, ScalarArrayOp } from '../../../catalog/expr.js' */
/** @import { Const, OpCall } from '../../../catalog/expr.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/descriptors.js').OperatorDesc} OperatorDesc */
/** @typedef {import('../../../catalog/relation.js').ColumnStats} ColumnStats */
/** @typedef {import('../state.js').PlanState} PlanState */

const DEFAULT_EQ = 0.005
const DEFAULT_INEQUALITY = 1 / 3
const DEFAULT_RANGE = 0.005
const DEFAULT_MATCH = 0.005
const DEFAULT_UNKNOWN = 0.005
const DEFAULT_DISTINCT = 200

/** Restriction functions of pg_operator.oprrest: what kind of estimate an operator wants. */
const EQ = new Set([101, 105])
const NE = new Set([102, 106])
const LESS = new Set([103, 336])
const GREATER = new Set([104, 337])
const INCLUSIVE = new Set([336, 337])

/** Of a boolean expression, within 0 and 1. @param {number} fraction */
const clamp = (fraction) => fraction < 0 ? 0 : fraction > 1 ? 1 : fraction

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

/** @param {PlanState} state @param {Expr} expr @returns {ColumnStats | null} */
function statsOf(state, expr) {
  const column = columnOf(expr)
  return column === null ? null : state.entries.get(column.rt)?.relation?.stats.column(column.attnum) ?? null
}

/** @param {PlanState} state @param {Expr} expr */
const nullFraction = (state, expr) => statsOf(state, expr)?.nullFraction ?? DEFAULT_UNKNOWN

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

/** @param {PlanState} state @param {Expr} left @param {Expr} right */
function equality(state, left, right) {
  const [column, value] = columnOf(left) ? [left, right] : [right, left]
  if (value.kind === 'const' && value.value === null) return 0
  if (!columnOf(column)) return DEFAULT_EQ
  if (columnOf(value)) return joinEquality(state, left, right)
  const stats = statsOf(state, column)
  if (stats !== null && value.kind === 'const' && comparable(state, column, value) && !isUnique(state, column))
    return equalConstant(state, column, stats, inUnits(state, column, value))
  const different = distinctCount(state, column) ?? DEFAULT_DISTINCT
  const fraction = (1 - (stats?.nullFraction ?? 0)) / Math.max(different, 1)
  return clamp(
    stats !== null && stats.commonFrequencies.length > 0 ? Math.min(fraction, stats.commonFrequencies[0]) : fraction,
  )
}

/** @param {PlanState} state @param {Expr} expr a unique index tells: one row */
function isUnique(state, expr) {
  const column = columnOf(expr)
  const relation = column && state.entries.get(column.rt)?.relation
  return (
    relation?.indexes?.some(
      (/** @type {IndexDesc} */ index) =>
        index.unique && index.keyAttnums.length === 1 && index.keyAttnums[0] === column?.attnum && !index.predicate,
    ) === true
  )
}

/** @param {PlanState} state @param {Expr} column @param {ColumnStats} stats @param {unknown} value */
function equalConstant(state, column, stats, value) {
  const compare = builtinType(state.view.baseType(column.type))?.compare
  if (compare === undefined) return DEFAULT_EQ
  let common = 0
  for (let at = 0; at < stats.commonValues.length; at++) {
    if (compare(stats.commonValues[at], value) === 0) return stats.commonFrequencies[at]
    common += stats.commonFrequencies[at]
  }
  let fraction = clamp(1 - common - stats.nullFraction)
  const others = (distinctCount(state, column) ?? DEFAULT_DISTINCT) - stats.commonValues.length
  if (others > 1) fraction /= others
  const last = stats.commonFrequencies[stats.commonFrequencies.length - 1]
  return last !== undefined && fraction > last ? last : fraction
}

/**
 * Whether a constant's value is of the kind the column's statistics hold.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Expr} value
 */
function comparable(state, column, value) {
  const own = state.view.baseType(column.type)
  const other = state.view.baseType(value.type)
  return (
    own === other || (INTEGERS.has(own) && INTEGERS.has(other)) || (TEXTS.has(own) && TEXTS.has(other))
    || (DAYS.has(own) && DAYS.has(other))
  )
}

/**
 * A value as the column's statistics count: days, or microseconds.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Const} value const
 */
function inUnits(state, column, value) {
  const own = state.view.baseType(column.type)
  const other = state.view.baseType(value.type)
  if (own === other || !DAYS.has(own) || (own !== DATE && other !== DATE)) return value.value
  return own === DATE ? Number(value.value) / DAY_MICROS : Number(value.value) * DAY_MICROS
}

const INTEGERS = new Set([20, 21, 23])
const TEXTS = new Set([19, 25, 1043])
/** date, timestamp, timestamptz: time zones do not matter to an estimate */
const DAYS = new Set([1082, 1114, 1184])
const DATE = 1082
const DAY_MICROS = 86_400_000_000

/**
 * column < value (isGreater: >; isInclusive: <=, >=).
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Const} value
 * @param {boolean} isGreater
 * @param {boolean} isInclusive
 */
function inequality(state, column, value, isGreater, isInclusive) {
  if (value.value === null) return 0
  const stats = statsOf(state, column)
  const compare = builtinType(state.view.baseType(column.type))?.compare
  if (stats === null || compare === undefined || !comparable(state, column, value)) return DEFAULT_INEQUALITY
  const wanted = inUnits(state, column, value)
  const holds = (/** @type {unknown} */ held) => {
    const order = compare(held, wanted)
    return order === 0 ? isInclusive : isGreater ? order > 0 : order < 0
  }
  let common = 0
  let total = 0
  stats.commonValues.forEach((held, at) => {
    total += stats.commonFrequencies[at]
    if (holds(held)) common += stats.commonFrequencies[at]
  })
  const rest = clamp(1 - stats.nullFraction - total)
  const part =
    stats.histogram.length > 1 ? histogramPart(state, column, stats, wanted, compare, isGreater, isInclusive) : 0.5
  return clamp(common + rest * part)
}

/**
 * The share of the histogram's population.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {ColumnStats} stats
 * @param {unknown} value
 * @param {(a: unknown, b: unknown) => number} compare
 * @param {boolean} isGreater
 * @param {boolean} isInclusive
 */
function histogramPart(state, column, stats, value, compare, isGreater, isInclusive) {
  const bounds = stats.histogram
  const bins = bounds.length - 1
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(bounds[middle], value) < 0 || (compare(bounds[middle], value) === 0 && isGreater !== isInclusive))
      low = middle + 1
    else high = middle
  }
  let below
  if (low === 0) below = 0
  else if (low > bins) below = 1
  else {
    const others = Math.max((distinctCount(state, column) ?? DEFAULT_DISTINCT) - stats.commonValues.length, 1)
    const within = partOfBin(bounds[low - 1], bounds[low], value)
    below = (low - 1 + within) / bins
    if (low === 1) below += (1 / others) * (1 - within)
    if (isInclusive === isGreater) below -= 1 / others
    below = clamp(below)
  }
  const part = isGreater ? 1 - below : below
  // The ends of the histogram are a sample's ends, not the table's.
  const least = 0.01 / bins
  return Math.min(Math.max(part, least), 1 - least)
}

/** How far a value lies between two bounds, 0 to 1. @param {any} low @param {any} high @param {any} value */
function partOfBin(low, high, value) {
  let [a, b, x] = [low, high, value].map(scalar)
  if (typeof low === 'string') {
    let shared = 0
    while (shared < low.length && low[shared] === high[shared] && low[shared] === value[shared]) shared++
    ;[a, b, x] = [low, high, value].map((text) => textScalar(text, shared))
  }
  if (!(b > a)) return 0.5
  return x <= a ? 0 : x >= b ? 1 : (x - a) / (b - a)
}

/** @param {unknown} value @returns {number} */
function scalar(value) {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return value !== null && typeof value === 'object' && 'scale' in value ? Number(String(value)) : NaN
}

/** The characters from `start` on as digits of a fraction. @param {string} text @param {number} start */
function textScalar(text, start) {
  let result = 0
  let weight = 1
  for (let at = start; at < text.length && at < start + 8; at++) {
    weight /= 256
    result += Math.min(text.charCodeAt(at), 255) * weight
  }
  return result
}

/**
 * column = column: the common values of both sides that meet, and the rest spread evenly.
 * @param {PlanState} state
 * @param {Expr} left
 * @param {Expr} right
 */
function joinEquality(state, left, right) {
  const a = statsOf(state, left)
  const b = statsOf(state, right)
  const manyA = distinctCount(state, left) ?? DEFAULT_DISTINCT
  const manyB = distinctCount(state, right) ?? DEFAULT_DISTINCT
  const nullsA = a?.nullFraction ?? 0
  const nullsB = b?.nullFraction ?? 0
  if (
    a === null || b === null || a.commonValues.length === 0 || b.commonValues.length === 0
    || !comparable(state, left, right)
  ) {
    return clamp((1 - nullsA) * (1 - nullsB) / Math.max(manyA, manyB, 1))
  }
  const compare = builtinType(state.view.baseType(left.type))?.compare
  if (compare === undefined) return DEFAULT_EQ
  let met = 0
  let metA = 0
  let metB = 0
  let matches = 0
  const taken = new Set()
  a.commonValues.forEach((value, at) => {
    const other = b.commonValues.findIndex((held, place) => !taken.has(place) && compare(value, held) === 0)
    if (other < 0) return
    taken.add(other)
    matches++
    metA += a.commonFrequencies[at]
    metB += b.commonFrequencies[other]
    met += a.commonFrequencies[at] * b.commonFrequencies[other]
  })
  const sum = (/** @type {number[]} */ list) => list.reduce((total, frequency) => total + frequency, 0)
  const loneA = clamp(sum(a.commonFrequencies) - metA)
  const loneB = clamp(sum(b.commonFrequencies) - metB)
  const otherA = clamp(1 - nullsA - sum(a.commonFrequencies))
  const otherB = clamp(1 - nullsB - sum(b.commonFrequencies))
  let fromA = met
  if (manyB > b.commonValues.length) fromA += loneA * otherB / (manyB - b.commonValues.length)
  if (manyB > matches) fromA += otherA * (otherB + loneB) / (manyB - matches)
  let fromB = met
  if (manyA > a.commonValues.length) fromB += loneB * otherA / (manyA - a.commonValues.length)
  if (manyA > matches) fromB += otherB * (otherA + loneA) / (manyA - matches)
  return clamp(Math.min(fromA, fromB))
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
