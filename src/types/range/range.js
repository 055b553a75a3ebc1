/**
 * Range values: a kind (the range type: subtype, canonical form) and two bounds. Null for a bound is "unbounded"; a
 * subtype's own infinity is a value like any other. Everything is made by `makeRange`, so that equal ranges have equal
 * bounds: discrete kinds hold [lower, upper), a range that contains nothing is the kind's one `empty`.
 */
import { boundsReversed, differenceNotContiguous, unionNotContiguous } from '../../errors/ranges.js'
/** @import { TypeOps } from '../type-ops.js' */

/** What sets one range type apart from another. */
export class RangeKind {
  /**
   * @param {object} parts
   * @param {number} parts.oid @param {string} parts.name @param {number} parts.multirangeOid @param {TypeOps} parts.sub
   * @param {((value: any) => any) | null} parts.next of a discrete subtype: the value after this one, itself when it
   *   has none (an infinity); throws beyond the last
   */
  constructor({ oid, name, multirangeOid, sub, next }) {
    this.oid = oid
    this.name = name
    this.multirangeOid = multirangeOid
    this.sub = sub
    this.subtype = sub.oid
    this.compare = /** @type {(a: any, b: any) => number} */ (sub.compare)
    this.next = next
    this.empty = new PgRange(this, true, null, null, false, false)
  }
}

export class PgRange {
  /**
   * @param {RangeKind} kind
   * @param {boolean} isEmpty
   * @param {any} lower null: unbounded
   * @param {any} upper
   * @param {boolean} lowerInc
   * @param {boolean} upperInc
   */
  constructor(kind, isEmpty, lower, upper, lowerInc, upperInc) {
    this.kind = kind
    this.isEmpty = isEmpty
    this.lower = lower
    this.upper = upper
    this.lowerInc = lowerInc
    this.upperInc = upperInc
  }
}

/**
 * @param {RangeKind} kind @param {any} lower @param {any} upper @param {boolean} lowerInc @param {boolean} upperInc
 * @returns {PgRange} @throws {DbError} 22000, and what `next` throws
 */
export function makeRange(kind, lower, upper, lowerInc, upperInc) {
  if (lower === null) lowerInc = false
  if (upper === null) upperInc = false
  if (lower !== null && upper !== null) {
    const order = kind.compare(lower, upper)
    if (order > 0) throw boundsReversed()
    if (order === 0 && !(lowerInc && upperInc)) return kind.empty
  }
  const { next } = kind
  if (next !== null) {
    if (lower !== null && !lowerInc) {
      const after = next(lower)
      if (after !== lower) {
        lower = after
        lowerInc = true
      }
    }
    if (upper !== null && upperInc) {
      const after = next(upper)
      if (after !== upper) {
        upper = after
        upperInc = false
      }
    }
    if (lower !== null && upper !== null && !(lowerInc && upperInc) && kind.compare(lower, upper) === 0)
      return kind.empty
  }
  return new PgRange(kind, false, lower, upper, lowerInc, upperInc)
}

// ---- bounds; none of the ranges is empty

/** @param {PgRange} a @param {PgRange} b */
export function compareLower(a, b) {
  if (a.lower === null || b.lower === null) return a.lower === b.lower ? 0 : a.lower === null ? -1 : 1
  const order = a.kind.compare(a.lower, b.lower)
  return order !== 0 ? order : a.lowerInc === b.lowerInc ? 0 : a.lowerInc ? -1 : 1
}

/** @param {PgRange} a @param {PgRange} b */
export function compareUpper(a, b) {
  if (a.upper === null || b.upper === null) return a.upper === b.upper ? 0 : a.upper === null ? 1 : -1
  const order = a.kind.compare(a.upper, b.upper)
  return order !== 0 ? order : a.upperInc === b.upperInc ? 0 : a.upperInc ? 1 : -1
}

/**
 * The lower bound of one and the upper bound of another: 0 when a single value is within both.
 * @param {PgRange} a
 * @param {PgRange} b
 */
export function compareLowerUpper(a, b) {
  if (a.lower === null || b.upper === null) return -1
  const order = a.kind.compare(a.lower, b.upper)
  return order !== 0 ? order : a.lowerInc && b.upperInc ? 0 : 1
}

/**
 * Whether nothing is between the upper bound of one and the lower bound of another, and no value in both.
 * @param {PgRange} a
 * @param {PgRange} b
 */
export function touches(a, b) {
  if (a.upper === null || b.lower === null) return false
  const order = a.kind.compare(a.upper, b.lower)
  if (order === 0) return a.upperInc !== b.lowerInc
  if (order > 0 || a.kind.next === null) return false
  return makeRange(a.kind, a.upper, b.lower, !a.upperInc, !b.lowerInc).isEmpty
}

// ---- comparison

/** Empty first, then by lower, then by upper bound. @param {PgRange} a @param {PgRange} b */
export function compareRanges(a, b) {
  if (a.isEmpty || b.isEmpty) return a.isEmpty === b.isEmpty ? 0 : a.isEmpty ? -1 : 1
  const order = compareLower(a, b)
  return order !== 0 ? order : compareUpper(a, b)
}

/** @param {PgRange} a @param {PgRange} b */
export const equalRanges = (a, b) => compareRanges(a, b) === 0

// ---- questions

/** @param {PgRange} range @param {any} value */
export function containsElement(range, value) {
  if (range.isEmpty) return false
  if (range.lower !== null) {
    const order = range.kind.compare(range.lower, value)
    if (order > 0 || (order === 0 && !range.lowerInc)) return false
  }
  if (range.upper !== null) {
    const order = range.kind.compare(range.upper, value)
    if (order < 0 || (order === 0 && !range.upperInc)) return false
  }
  return true
}

/** @param {PgRange} a @param {PgRange} b */
export function contains(a, b) {
  if (b.isEmpty) return true
  if (a.isEmpty) return false
  return compareLower(a, b) <= 0 && compareUpper(a, b) >= 0
}

/** @param {PgRange} a @param {PgRange} b */
export const overlaps = (a, b) =>
  !a.isEmpty && !b.isEmpty && compareLowerUpper(a, b) <= 0 && compareLowerUpper(b, a) <= 0
/** @param {PgRange} a @param {PgRange} b */
export const before = (a, b) => !a.isEmpty && !b.isEmpty && compareLowerUpper(b, a) > 0
/** @param {PgRange} a @param {PgRange} b */
export const overleft = (a, b) => !a.isEmpty && !b.isEmpty && compareUpper(a, b) <= 0
/** @param {PgRange} a @param {PgRange} b */
export const overright = (a, b) => !a.isEmpty && !b.isEmpty && compareLower(a, b) >= 0
/** @param {PgRange} a @param {PgRange} b */
export const adjacent = (a, b) => !a.isEmpty && !b.isEmpty && (touches(a, b) || touches(b, a))

// ---- ranges out of ranges

/** From the lower bound of one to the upper bound of another. @param {PgRange} low @param {PgRange} high */
const between = (low, high) => makeRange(low.kind, low.lower, high.upper, low.lowerInc, high.upperInc)

/** The smallest range with both. @param {PgRange} a @param {PgRange} b */
export function spanOf(a, b) {
  if (a.isEmpty) return b
  if (b.isEmpty) return a
  const low = compareLower(a, b) <= 0 ? a : b
  const high = compareUpper(a, b) >= 0 ? a : b
  return low === high ? low : between(low, high)
}

/** @param {PgRange} a @param {PgRange} b @throws {DbError} 22000 */
export function union(a, b) {
  if (!a.isEmpty && !b.isEmpty && !overlaps(a, b) && !adjacent(a, b)) throw unionNotContiguous()
  return spanOf(a, b)
}

/** @param {PgRange} a @param {PgRange} b */
export function intersection(a, b) {
  if (!overlaps(a, b)) return a.kind.empty
  return between(compareLower(a, b) >= 0 ? a : b, compareUpper(a, b) <= 0 ? a : b)
}

/** What of a range is before another one. @param {PgRange} a @param {PgRange} b */
export const partBefore = (a, b) =>
  b.lower === null ? a.kind.empty : makeRange(a.kind, a.lower, b.lower, a.lowerInc, !b.lowerInc)
/** What of a range is behind another one. @param {PgRange} a @param {PgRange} b */
export const partAfter = (a, b) =>
  b.upper === null ? a.kind.empty : makeRange(a.kind, b.upper, a.upper, !b.upperInc, a.upperInc)

/** @param {PgRange} a @param {PgRange} b @throws {DbError} 22000 */
export function difference(a, b) {
  if (!overlaps(a, b)) return a
  const low = compareLower(a, b)
  const high = compareUpper(a, b)
  if (low < 0 && high > 0) throw differenceNotContiguous()
  if (low >= 0 && high <= 0) return a.kind.empty
  return low < 0 ? partBefore(a, b) : partAfter(a, b)
}
