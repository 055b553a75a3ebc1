/** Which part of the rows < and > keep, by a column's histogram. */
import { builtinType } from '../../../types/registry.js'
import { distinctCount } from './estimate.js'
import { statsOf, comparable, DEFAULT_INEQUALITY, inUnits, clamp, DEFAULT_DISTINCT } from './column-statistics.js'

/** @import { Const, Expr } from '../../../catalog/expr.js' */
/** @import { ColumnStats } from '../../../catalog/relation.js' */
/** @import { PlanState } from '../state.js' */

/**
 * column < value (isGreater: >; isInclusive: <=, >=).
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Const} value
 * @param {boolean} isGreater
 * @param {boolean} isInclusive
 */
export function inequality(state, column, value, isGreater, isInclusive) {
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
