/**
 * (start, end) OVERLAPS (start, end): a null end is unknown, ends in the wrong order are exchanged, periods are
 * half-open.
 */
import { compareTimetz } from '../../types/datetime/time.js'
import { Family } from '../impl.js'

const family = new Family()
export const overlapsFunctions = family.functions

/**
 * @param {any} a start @param {any} b end @param {any} c start @param {any} d end
 * @param {(x: any, y: any) => number} compare @returns {boolean | null}
 */
function overlaps(a, b, c, d, compare) {
  const [start1, end1] = ordered(a, b, compare)
  const [start2, end2] = ordered(c, d, compare)
  if (start1 === null || start2 === null) return null
  const order = compare(start1, start2)
  if (order === 0) return end1 === null || end2 === null ? null : true
  const [later, firstEnd, lastEnd] = order > 0 ? [start1, end2, end1] : [start2, end1, end2]
  if (firstEnd === null) return null
  if (compare(later, firstEnd) < 0) return true
  return lastEnd === null ? null : false
}

/**
 * The known end of a period stands first.
 * @param {any} start
 * @param {any} end
 * @param {(x: any, y: any) => number} compare
 * @returns {[any, any]}
 */
function ordered(start, end, compare) {
  if (start === null) return [end, null]
  return end !== null && compare(start, end) > 0 ? [end, start] : [start, end]
}

/** @param {any} a @param {any} b */
const plain = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

family.add(['overlaps_timestamp', 'overlaps_time'], (a, b, c, d) => overlaps(a, b, c, d, plain))
family.add('overlaps_timetz', (a, b, c, d) => overlaps(a, b, c, d, compareTimetz))
