/**
 * What fraction of rows a pattern (LIKE, ILIKE, regular expression, starts-with) selects: the pattern is tried on the
 * common values and on the histogram's bounds that ANALYZE wrote. Where the histogram is short, a guess from the
 * pattern's own text has its share, as PostgreSQL mixes them.
 */
import { builtinFunction, plainFunction } from '../../../functions/registry.js'
import { DbError, isInterruption } from '../../../errors/db-error.js'

/** @import { OperatorDesc } from '../../../catalog/descriptors.js' */

/** @typedef {import('../../../catalog/relation.js').ColumnStats} ColumnStats */
/** @typedef {import('../state.js').PlanState} PlanState */

/** Restriction functions of pg_operator.oprrest. */
const LIKE = new Set([1819, 1814])
const NOT_LIKE = new Set([1822, 1815])
const REGEX = new Set([1818, 1820, 3437])
const NOT_REGEX = new Set([1821, 1823])

const DEFAULT_MATCH = 0.005
/** a character that must be so, one that may be any, and %, which lets more through */
const FIXED = 0.2
const ANY = 0.9
const WILD = 5

/** @param {number} restrict of the operator */
export const isPattern = (restrict) =>
  LIKE.has(restrict) || NOT_LIKE.has(restrict) || REGEX.has(restrict) || NOT_REGEX.has(restrict)

/**
 * @param {PlanState} state
 * @param {OperatorDesc} operator
 * @param {ColumnStats | null} stats of the left side
 * @param {unknown} pattern its value, undefined when it is not known
 */
export function patternSelectivity(state, operator, stats, pattern) {
  const negated = NOT_LIKE.has(operator.restrict) || NOT_REGEX.has(operator.restrict)
  const nulls = stats?.nullFraction ?? 0
  if (pattern === null) return 0
  const positive =
    stats === null || typeof pattern !== 'string' ? DEFAULT_MATCH : matching(state, operator, stats, pattern, negated)
  return negated ? Math.max(0, 1 - positive - nulls) : positive
}

/**
 * The fraction that the pattern matches.
 * @param {PlanState} state
 * @param {OperatorDesc} operator
 * @param {ColumnStats} stats
 * @param {string} pattern
 * @param {boolean} negated the operator's function says when it does not match
 */
function matching(state, operator, stats, pattern, negated) {
  const test = tester(state, operator, pattern, negated)
  const guess = LIKE.has(operator.restrict) || NOT_LIKE.has(operator.restrict) ? guessLike(pattern) : DEFAULT_MATCH
  if (test === null) return guess
  const inner = stats.histogram.slice(1, -1)
  let fraction = guess
  if (stats.histogram.length >= 10) {
    const share = inner.filter(test).length / inner.length
    fraction =
      stats.histogram.length >= 100
        ? share
        : (share * stats.histogram.length) / 100 + guess * (1 - stats.histogram.length / 100)
  }
  fraction = Math.min(Math.max(fraction, 0.0001), 0.9999)
  let common = 0
  let met = 0
  stats.commonValues.forEach((value, at) => {
    common += stats.commonFrequencies[at]
    if (test(value)) met += stats.commonFrequencies[at]
  })
  return Math.min(1, Math.max(0, fraction * Math.max(0, 1 - stats.nullFraction - common) + met))
}

/**
 * @param {PlanState} state
 * @param {OperatorDesc} operator
 * @param {string} pattern
 * @param {boolean} negated
 * @returns {((value: string) => boolean) | null}
 */
function tester(state, operator, pattern, negated) {
  const func = state.catalog.func(operator.funcOid)
  const implementation = state.catalog.hasPlainLetters(0) ? plainFunction : builtinFunction
  const impl = func === undefined ? undefined : implementation(func.source)
  if (impl === undefined || impl.context || impl.typed || impl.waits) return null
  return (value) => {
    try {
      return impl.call(value, pattern) !== negated
    } catch (error) {
      if (error instanceof DbError && !isInterruption(error)) return false
      throw error
    }
  }
}

/** @param {string} pattern */
function guessLike(pattern) {
  let at = 0
  while (at < pattern.length && (pattern[at] === '%' || pattern[at] === '_')) at++
  let fraction = 1
  for (; at < pattern.length; at++) {
    if (pattern[at] === '%') fraction *= WILD
    else if (pattern[at] === '_') fraction *= ANY
    else {
      if (pattern[at] === '\\') at++
      fraction *= FIXED
    }
  }
  return Math.min(1, fraction)
}
