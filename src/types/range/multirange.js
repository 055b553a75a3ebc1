/**
 * Multirange values: ranges of one kind, none empty, in order, with something between each and the next. Only
 * `normalised` and functions that keep this make them. Operators that mix ranges and multiranges see a range as the
 * list of itself.
 */
import {
  compareLower, compareLowerUpper, compareRanges, compareUpper, contains, containsElement, intersection, partAfter,
  partBefore, PgRange, spanOf, touches,
} from './range.js'
import { atOnce } from '../../util/effort.js'
import { sortedSteps } from '../../util/sorted-steps.js'
/** @import { RangeKind } from './range.js' */
/** @import { Steps } from '../../util/effort.js' */

export class PgMultirange {
  /** @param {RangeKind} kind @param {PgRange[]} ranges as above */
  constructor(kind, ranges) {
    this.kind = kind
    this.ranges = ranges
  }
}

/** @param {RangeKind} kind @param {PgRange[]} ranges any; the array is not kept */
export function normalised(kind, ranges) {
  /** @type {PgRange[]} */
  const merged = []
  for (const range of ranges.filter((each) => !each.isEmpty).sort(compareRanges)) addRange(merged, range)
  return new PgMultirange(kind, merged)
}

/** The same of many. @param {RangeKind} kind @param {PgRange[]} ranges @returns {Steps<PgMultirange>} */
export function* normalisedSteps(kind, ranges) {
  /** @type {PgRange[]} */
  const merged = []
  const sorted = yield* sortedSteps(ranges.filter((range) => !range.isEmpty), compareRanges)
  for (let at = 0; at < sorted.length; at++) {
    addRange(merged, sorted[at])
    if ((at & REST_MASK) === REST_MASK) yield
  }
  return new PgMultirange(kind, merged)
}

/** Ranges between two rests, less one. */
const REST_MASK = 4095

/**
 * One more, which does not begin before the last.
 * @param {PgRange[]} merged in order, with something between them @param {PgRange} range not empty
 */
export function addRange(merged, range) {
  const last = merged.length - 1
  if (last >= 0 && (compareLowerUpper(range, merged[last]) <= 0 || touches(merged[last], range)))
    merged[last] = spanOf(merged[last], range)
  else merged.push(range)
}

/** Ranges of either sort of value. @param {PgRange | PgMultirange} value @returns {PgRange[]} */
export const rangesOf = (value) => value instanceof PgRange ? (value.isEmpty ? [] : [value]) : value.ranges

/** Range by range; what begins another is before it. @param {PgMultirange} a @param {PgMultirange} b */
export function compareMultiranges(a, b) {
  const shorter = Math.min(a.ranges.length, b.ranges.length)
  for (let at = 0; at < shorter; at++) {
    const order = compareRanges(a.ranges[at], b.ranges[at])
    if (order !== 0) return order
  }
  return a.ranges.length - b.ranges.length
}

/** @param {PgMultirange} a @param {PgMultirange} b */
export function equalMultiranges(a, b) {
  return a.ranges.length === b.ranges.length && compareMultiranges(a, b) === 0
}

/**
 * The first of ordered ranges that does not end before `range` begins.
 * @param {PgRange[]} ranges
 * @param {PgRange} range
 */
function firstReaching(ranges, range) {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareLowerUpper(range, ranges[middle]) > 0) low = middle + 1
    else high = middle
  }
  return low
}

/** @param {PgMultirange} multirange @param {any} value */
export function multirangeContainsElement({ kind, ranges }, value) {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { upper } = ranges[middle]
    if (upper !== null && kind.compare(upper, value) < 0) low = middle + 1
    else high = middle
  }
  return (
    (low < ranges.length && containsElement(ranges[low], value)) ||
    (low + 1 < ranges.length && containsElement(ranges[low + 1], value))
  )
}

/** @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function overlap(a, b) {
  const left = rangesOf(a)
  const right = rangesOf(b)
  if (left.length > right.length) return overlap(b, a)
  for (const range of left) {
    const at = firstReaching(right, range)
    if (at < right.length && compareLowerUpper(right[at], range) <= 0) return true
  }
  return false
}

/** @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function containsAll(a, b) {
  const outer = rangesOf(a)
  return rangesOf(b).every((range) => {
    const at = firstReaching(outer, range)
    return at < outer.length && contains(outer[at], range)
  })
}

/** @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function allBefore(a, b) {
  const left = rangesOf(a)
  const right = rangesOf(b)
  return left.length > 0 && right.length > 0 && compareLowerUpper(right[0], left[left.length - 1]) > 0
}

/** @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function noFurtherRight(a, b) {
  const left = rangesOf(a)
  const right = rangesOf(b)
  return left.length > 0 && right.length > 0 && compareUpper(left[left.length - 1], right[right.length - 1]) <= 0
}

/** @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function noFurtherLeft(a, b) {
  const left = rangesOf(a)
  const right = rangesOf(b)
  return left.length > 0 && right.length > 0 && compareLower(left[0], right[0]) >= 0
}

/** One ends where the other begins. @param {PgRange | PgMultirange} a @param {PgRange | PgMultirange} b */
export function sideBySide(a, b) {
  const left = rangesOf(a)
  const right = rangesOf(b)
  return (
    left.length > 0 &&
    right.length > 0 &&
    (touches(left[left.length - 1], right[0]) || touches(right[right.length - 1], left[0]))
  )
}

/** @param {PgMultirange} a @param {PgMultirange} b @returns {Steps<PgMultirange>} */
export function* intersectionSteps(a, b) {
  /** @type {PgRange[]} */
  const ranges = []
  for (let left = 0, right = 0; left < a.ranges.length && right < b.ranges.length;) {
    const common = intersection(a.ranges[left], b.ranges[right])
    if (!common.isEmpty) ranges.push(common)
    if (compareUpper(a.ranges[left], b.ranges[right]) < 0) left++
    else right++
    if (((left + right) & REST_MASK) === REST_MASK) yield
  }
  return new PgMultirange(a.kind, ranges)
}

/** @param {PgMultirange} a @param {PgMultirange} b */
export const multirangeIntersection = (a, b) => atOnce(intersectionSteps(a, b))

/** @param {PgMultirange} a @param {PgMultirange} b @returns {Steps<PgMultirange>} */
export function* differenceSteps(a, b) {
  /** @type {PgRange[]} */
  const ranges = []
  let from = 0
  let seen = 0
  for (let range of a.ranges) {
    if ((++seen & REST_MASK) === REST_MASK) yield
    while (from < b.ranges.length && compareLowerUpper(range, b.ranges[from]) > 0) {
      from++
      if ((from & REST_MASK) === REST_MASK) yield
    }
    for (let at = from; at < b.ranges.length && !range.isEmpty && compareLowerUpper(b.ranges[at], range) <= 0; at++) {
      if ((at & REST_MASK) === REST_MASK) yield
      const cut = b.ranges[at]
      if (compareLower(range, cut) < 0) ranges.push(partBefore(range, cut))
      range = compareUpper(range, cut) > 0 ? partAfter(range, cut) : range.kind.empty
    }
    if (!range.isEmpty) ranges.push(range)
  }
  return new PgMultirange(a.kind, ranges)
}

/** @param {PgMultirange} a @param {PgMultirange} b */
export const multirangeDifference = (a, b) => atOnce(differenceSteps(a, b))

/** The smallest range with all of it. @param {PgMultirange} multirange */
export const spanOfAll = ({ kind, ranges }) =>
  ranges.length === 0 ? kind.empty : spanOf(ranges[0], ranges[ranges.length - 1])
