/**
 * int8 arithmetic over the mixed representation: a datum is a JavaScript number when it is a safe integer and a BigInt
 * otherwise, never both for the same value. Every producer goes through toInt8 or one of the operations here, so `===`
 * decides equality.
 */
import { bigintOutOfRange, divisionByZero } from '../../errors/data.js'

/** @typedef {number | bigint} Int8 */

export const INT8_MAX = 9223372036854775807n
export const INT8_MIN = -9223372036854775808n
const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER)
const SAFE_MIN = -SAFE_MAX

/** Normalises, without a range check. @param {bigint} value @returns {Int8} */
export const toInt8 = (value) => (value >= SAFE_MIN && value <= SAFE_MAX ? Number(value) : value)

/** Normalises; 22003 beyond 64 bits. @param {bigint} value @returns {Int8} */
export function checkedInt8(value) {
  if (value >= SAFE_MIN && value <= SAFE_MAX) return Number(value)
  if (value > INT8_MAX || value < INT8_MIN) throw bigintOutOfRange()
  return value
}

/** @param {Int8} a @param {Int8} b @returns {Int8} */
export function int8Add(a, b) {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) return sum
  }
  return checkedInt8(BigInt(a) + BigInt(b))
}

/** @param {Int8} a @param {Int8} b @returns {Int8} */
export function int8Subtract(a, b) {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b
    if (difference <= Number.MAX_SAFE_INTEGER && difference >= -Number.MAX_SAFE_INTEGER) return difference
  }
  return checkedInt8(BigInt(a) - BigInt(b))
}

/** @param {Int8} a @param {Int8} b @returns {Int8} */
export function int8Multiply(a, b) {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (product <= Number.MAX_SAFE_INTEGER && product >= -Number.MAX_SAFE_INTEGER) return product + 0
  }
  return checkedInt8(BigInt(a) * BigInt(b))
}

/** @param {Int8} a @param {Int8} b @returns {Int8} */
export function int8Divide(a, b) {
  if (b === 0) throw divisionByZero()
  if (typeof a === 'number' && typeof b === 'number') {
    return (a - a % b) / b + 0
  }
  return checkedInt8(BigInt(a) / BigInt(b))
}

/** @param {Int8} a @param {Int8} b @returns {Int8} */
export function int8Modulo(a, b) {
  if (b === 0) throw divisionByZero()
  if (typeof a === 'number' && typeof b === 'number') {
    return a >= 0 && a <= HALF_SAFE && b > 0 ? remainder(a, b) : a % b + 0
  }
  return toInt8(BigInt(a) % BigInt(b))
}

/** 2^52: what is twice as much is exact still. */
const HALF_SAFE = 4503599627370496

/** The machine divides faster than it finds a remainder. @param {number} a 0 to 2^52 @param {number} b above 0 */
function remainder(a, b) {
  const rest = a - Math.floor(a / b) * b
  // The quotient was rounded up to the next whole number.
  return rest < 0 ? rest + b : rest
}

/** @param {Int8} a @returns {Int8} */
export const int8Negate = (a) => (typeof a === 'number' ? 0 - a : checkedInt8(-a))

/** Works on any mix of number and BigInt. @param {Int8} a @param {Int8} b */
export const compareInt8 = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** @param {DataView} view @param {number} at @param {boolean} littleEndian @returns {Int8} */
export function readInt8(view, at, littleEndian) {
  const high = view.getInt32(littleEndian ? at + 4 : at, littleEndian)
  const low = view.getUint32(littleEndian ? at : at + 4, littleEndian)
  if (high >= -2097152 && high < 2097152) {
    const value = high * 4294967296 + low
    if (value > -9007199254740992) return value
  }
  return view.getBigInt64(at, littleEndian)
}

/** @param {DataView} view @param {number} at @param {Int8} value */
export function writeInt8(view, at, value) {
  if (typeof value === 'number') {
    const high = Math.floor(value / 4294967296)
    view.setInt32(at + 4, high, true)
    view.setUint32(at, value - high * 4294967296, true)
  } else {
    view.setBigInt64(at, value, true)
  }
}

/** Equal int2/int4/int8 hash alike. @param {Int8} value */
export function hashInt8(value) {
  if (typeof value === 'number' && value === (value | 0)) return mix32(value)
  const wide =
    typeof value === 'number'
      ? value
      : Number(BigInt.asIntN(64, value) >> 32n) * 4294967296 + Number(value & 0xffffffffn)
  const high = Math.floor(wide / 4294967296)
  const low = typeof value === 'number' ? value - high * 4294967296 : Number(value & 0xffffffffn)
  return mix32(mix32(high | 0) ^ (low | 0))
}

/** Spreads 32 bits. @param {number} value @returns {number} int32 */
export function mix32(value) {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
