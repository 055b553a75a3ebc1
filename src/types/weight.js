/** Roughly what a value takes, for whoever gives way or counts memory before something is made of it. */

/** Elements looked at of a long list: the others are taken to be like them. */
const SAMPLES = 64

/**
 * What values of some type or other have.
 * @typedef {{ values?: unknown[], ranges?: unknown[], dims?: unknown, points?: unknown[], kind?: unknown,
 *   lower?: unknown, upper?: unknown, byteLength?: number, bytes?: Uint8Array, length?: number }} Parts
 */

/**
 * @param {unknown} value of any type
 * @param {number} [growth] what stands in a row counts so much more than alone
 * @returns {number} bytes, or characters of a text
 */
export function weightOf(value, growth = 1) {
  if (typeof value === 'string') return 32 + value.length
  if (typeof value !== 'object' || value === null) return 16
  /** @type {Parts} */
  const { values, ranges, dims, points, kind, lower, upper, byteLength, bytes, length } = value
  const list = values ?? ranges
  // A row's fields are of any kind; elements are like the first.
  if (list !== undefined && dims === undefined) return 72 + listWeight(list, growth, false) * growth
  if (list !== undefined) return 72 + listWeight(list, growth, true)
  if (points !== undefined) return 72 + 32 * points.length
  if (kind !== undefined) return 72 + weightOf(lower, growth) + weightOf(upper, growth)
  return 72 + (byteLength ?? bytes?.length ?? length ?? 0)
}

/** What its text may take: each row around a value puts quotes where there were some. @param {unknown} value */
export const textWeightOf = (value) => weightOf(value, 2)

/** @param {unknown[]} list @param {number} growth @param {boolean} isUniform */
function listWeight(list, growth, isUniform) {
  const { length } = list
  if (length === 0) return 0
  if (isUniform && typeof list[0] === 'number') return 16 * length
  let sum = 0
  const looks = Math.min(length, SAMPLES)
  for (let look = 0; look < looks; look++)
    sum += weightOf(list[looks === length ? look : Math.floor((look * length) / looks)], growth)
  return Math.ceil((sum * length) / looks)
}
