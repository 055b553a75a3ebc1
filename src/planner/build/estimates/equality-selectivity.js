/**
 * Which part of the rows an equality keeps: with a constant, with something unknown, between columns of two relations.
 */
import { builtinType } from '../../../types/registry.js'
import { distinctCount, columnOf } from './estimate.js'
import { DEFAULT_EQ, statsOf, comparable, inUnits, DEFAULT_DISTINCT, clamp } from './column-statistics.js'

/** @import { ColumnStats, IndexDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { PlanState } from '../state.js' */

/** @param {PlanState} state @param {Expr} left @param {Expr} right */
export function equality(state, left, right) {
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
export function equalConstant(state, column, stats, value) {
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
