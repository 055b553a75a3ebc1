/** Subscripts of types that are arrays of a fixed number of parts: point[0], box[1]. */
import { arraySubscriptNull, arraySubscriptOutOfRange, fixedArraySlice } from '../../errors/execution.js'
/** @import { FixedArray } from '../../types/fixed-arrays.js' */

/** @param {FixedArray} parts @param {boolean} slice @returns {(value: any, indexes: (number | null)[]) => any} */
export const partReader = (parts, slice) => (value, indexes) => {
  if (value === null || indexes.includes(null)) return null
  if (slice) throw noSlices()
  const index = /** @type {number} */ (indexes[0])
  return indexes.length === 1 && index >= 0 && index < parts.count ? parts.get(value, index) : null
}

/**
 * @param {FixedArray} parts
 * @param {boolean} slice
 * @returns {(value: any, indexes: (number | null)[], element: any) => any}
 */
export const partWriter = (parts, slice) => (value, indexes, element) => {
  if (indexes.includes(null)) throw arraySubscriptNull()
  if (value === null || element === null) return value
  if (slice) throw noSlices()
  const index = /** @type {number} */ (indexes[0])
  if (indexes.length !== 1 || index < 0 || index >= parts.count) throw arraySubscriptOutOfRange()
  return parts.put(value, index, element)
}

const noSlices = () => fixedArraySlice()
