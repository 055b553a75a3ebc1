/**
 * The "id" of .keyvalue(): where an object stands inside its base object, counted in bytes of PostgreSQL's own jsonb
 * layout, which is what its users see.
 *
 * That layout: 4-byte header, 4 bytes per element (two entries per pair), then keys and values; numbers and containers
 * start at multiples of 4.
 */
import * as B from '../../../types/json/jsonb.js'
import { formatNumeric } from '../../../types/numbers/numeric.js'
/** @import { Jsonb } from '../../../types/json/jsonb.js' */

/** @param {number} at */
const aligned = (at) => (at + 3) & ~3

/**
 * @param {Jsonb} base
 * @param {Jsonb} inner a container in the same buffer
 * @returns {number} 0 when it is the base or elsewhere
 */
export function offsetWithin(base, inner) {
  if (
    base.bytes !== inner.bytes ||
    base.start === inner.start ||
    inner.start < base.start ||
    inner.end > base.end ||
    base.tag < B.ARRAY
  )
    return 0
  let offset = 0
  for (let at = base; at.start !== inner.start;) {
    const isObject = at.tag === B.OBJECT
    const count = B.countOf(at)
    let end = offset + 4 + 4 * (isObject ? 2 * count : count)
    if (isObject) for (let i = 0; i < count; i++) end += Buffer.byteLength(B.keyAt(at, i))
    let next = null
    for (let i = 0; i < count; i++) {
      const member = isObject ? B.valueView(at, i) : B.elementView(at, i)
      if (inner.start >= member.start && inner.end <= member.end && member.tag >= B.ARRAY) {
        next = member
        offset = aligned(end)
        break
      }
      end = endOf(member, end)
    }
    if (next === null) return 0
    at = next
  }
  return offset
}

/** Where a value that starts at `at` ends. @param {Jsonb} value @param {number} at @returns {number} */
function endOf(value, at) {
  switch (value.tag) {
    case B.STRING: return at + value.end - value.start - 1
    case B.NUMBER: return aligned(at) + numberBytes(value)
    case B.ARRAY: case B.OBJECT: break
    default: return at
  }
  const isObject = value.tag === B.OBJECT
  const count = B.countOf(value)
  let end = aligned(at) + 4 + 4 * (isObject ? 2 * count : count)
  if (isObject) for (let i = 0; i < count; i++) end += Buffer.byteLength(B.keyAt(value, i))
  for (let i = 0; i < count; i++) end = endOf(isObject ? B.valueView(value, i) : B.elementView(value, i), end)
  return end
}

/**
 * A numeric with its length word: 4 + 2 (short header, 4 when scale or weight are large) + 2 per digit of base 10000.
 * @param {Jsonb} value
 */
function numberBytes(value) {
  const number = B.numberOf(value)
  const [whole, fraction = ''] = formatNumeric(number).replace('-', '').split('.')
  const head = whole.replace(/^0+/, '')
  const wholeGroups = Math.ceil(head.length / 4)
  const groups = [
    ...(head.padStart(wholeGroups * 4, '0').match(/.{4}/g) ?? []),
    ...(fraction.padEnd(Math.ceil(fraction.length / 4) * 4, '0').match(/.{4}/g) ?? []),
  ]
  let first = 0
  while (first < groups.length && groups[first] === '0000') first++
  let last = groups.length
  while (last > first && groups[last - 1] === '0000') last--
  const weight = first === last ? 0 : wholeGroups - 1 - first
  const short = number.scale <= 63 && weight <= 63 && weight >= -64
  return 4 + (short ? 2 : 4) + 2 * (last - first)
}
