/**
 * gist keys of ranges and multiranges: the smallest range with all of them, and whether an empty one is among them. A
 * multirange's own key is the range from its first bound to its last: conditions are looked at again on the row.
 */
import { PgMultirange, spanOfAll } from '../range/multirange.js'
import {
  adjacent, before, compareLower, compareRanges, compareUpper, contains, containsElement, overlaps, spanOf,
} from '../range/range.js'
import { numericToNumber } from '../numbers/numeric.js'
import { builtinType } from '../lookup.js'
/** @import { GistColumn } from './keys.js' */
/** @import { PgRange, RangeKind } from '../range/range.js' */

/** @typedef {{ range: PgRange, withEmpty: boolean }} RangeKey */

/** Larger than any growth that can be measured. */
const ENDLESS = 1e300

/** @param {number} typeOid the column's @returns {GistColumn} */
export function rangeColumn(typeOid) {
  const type = /** @type {any} */ (builtinType(typeOid))
  const kind = /** @type {RangeKind} */ (type.range)
  const ops = /** @type {import('../type-ops.js').TypeOps} */ (builtinType(kind.oid))
  return {
    leaf: (value) => {
      const range = value instanceof PgMultirange ? spanOfAll(value) : value
      return { range, withEmpty: range.isEmpty }
    },
    size: ({ range }) => 1 + ops.encodedBytes(range),
    encode: ({ range, withEmpty }, bytes, view, at) => {
      bytes[at] = withEmpty ? 1 : 0
      return ops.encode(range, bytes, view, at + 1)
    },
    decode: (bytes, view, at, end) => ({ range: ops.decode(bytes, view, at + 1, end), withEmpty: bytes[at] === 1 }),
    union: (a, b) => ({ range: spanOf(a.range, b.range), withEmpty: a.withEmpty || b.withEmpty }),
    covers: (outer, key) => contains(outer.range, key.range) && (outer.withEmpty || !key.withEmpty),
    penalty,
    orders: [
      (a, b) =>
        a.range.isEmpty || b.range.isEmpty
          ? Number(b.range.isEmpty) - Number(a.range.isEmpty)
          : compareRanges(a.range, b.range),
    ],
    query: (strategy, value) => (strategy === 16 ? value : value instanceof PgMultirange ? spanOfAll(value) : value),
    consistent,
    distance: null,
  }
}

/** How much wider the outer key gets. @param {RangeKey} outer @param {RangeKey} key */
function penalty(outer, key) {
  if (key.range.isEmpty) return outer.withEmpty ? (outer.range.isEmpty ? 0 : 1) : ENDLESS
  if (outer.range.isEmpty) return ENDLESS
  let growth = 0
  if (compareLower(key.range, outer.range) < 0) growth += distanceOf(key.range.kind, key.range.lower, outer.range.lower)
  if (compareUpper(key.range, outer.range) > 0) growth += distanceOf(key.range.kind, outer.range.upper, key.range.upper)
  return growth
}

/** @param {RangeKind} kind @param {any} low @param {any} high null: endless */
function distanceOf(kind, low, high) {
  if (low === null || high === null) return ENDLESS
  const length = numberOf(high) - numberOf(low)
  return Number.isFinite(length) ? Math.max(length, Number.MIN_VALUE) : Number.isNaN(length) ? 1 : ENDLESS
}

/** A number that grows with the value, NaN where there is none. @param {any} value */
export function numberOf(value) {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string') {
    let number = 0
    for (let at = 0; at < 6; at++) number = number * 256 + (at < value.length ? Math.min(value.charCodeAt(at), 255) : 0)
    return number
  }
  return value !== null && typeof value === 'object' && 'coef' in value ? numericToNumber(value) : NaN
}

/** @param {RangeKey} key @param {any} query a range, or an element for strategy 16 @param {number} strategy */
function consistent({ range, withEmpty }, query, strategy) {
  switch (strategy) {
    case 16: return containsElement(range, query)
    case 7: return query.isEmpty || contains(range, query)
    case 8: return withEmpty || overlaps(range, query)
    case 18: return query.isEmpty ? withEmpty : contains(range, query)
    default:
  }
  if (range.isEmpty || query.isEmpty) return false
  switch (strategy) {
    case 1: return compareLower(range, query) < 0
    case 2: return !before(query, range)
    case 3: return overlaps(range, query)
    case 4: return !before(range, query)
    case 5: return compareUpper(range, query) > 0
    default: return adjacent(range, query) || overlaps(range, query)
  }
}

