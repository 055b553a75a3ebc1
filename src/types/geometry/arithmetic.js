/**
 * Arithmetic of coordinates. Comparisons forgive 1e-6, as PostgreSQL's do; sums and products that leave the range of
 * float8 raise 22003. Lines are kept as what their construction makes of them, so that results agree to the last digit.
 */
import { divisionByZero, floatOverflow, floatUnderflow } from '../../errors/data.js'
import { Line } from './values.js'
/** @import { Point } from './values.js' */

const TOLERANCE = 1e-6

/** @param {number} a */
export const isZero = (a) => Math.abs(a) <= TOLERANCE
/** @param {number} a @param {number} b */
export const same = (a, b) => a === b || Math.abs(a - b) <= TOLERANCE
/** @param {number} a @param {number} b */
export const less = (a, b) => a + TOLERANCE < b
/** @param {number} a @param {number} b */
export const lessOrSame = (a, b) => a <= b + TOLERANCE
/** @param {number} a @param {number} b */
export const more = (a, b) => a > b + TOLERANCE
/** @param {number} a @param {number} b */
export const moreOrSame = (a, b) => a + TOLERANCE >= b

/** @param {number} result @param {number} a @param {number} b */
function checked(result, a, b) {
  if ((result === Infinity || result === -Infinity) && Number.isFinite(a) && Number.isFinite(b)) throw floatOverflow()
  return result
}
/** @param {number} a @param {number} b */
export const add = (a, b) => checked(a + b, a, b)
/** @param {number} a @param {number} b */
export const subtract = (a, b) => checked(a - b, a, b)

/** @param {number} a @param {number} b */
export function multiply(a, b) {
  const product = a * b
  if (product === 0 && a !== 0 && b !== 0) throw floatUnderflow()
  return checked(product, a, b)
}

/** @param {number} a @param {number} b */
export function divide(a, b) {
  if (b === 0 && a === a) throw divisionByZero()
  const quotient = a / b
  if (quotient === 0 && a !== 0 && b !== Infinity && b !== -Infinity) throw floatUnderflow()
  return checked(quotient, a, b)
}

/** float8's order, NaN above everything. @param {number} a @param {number} b */
export const below = (a, b) => (b !== b ? a === a : a < b)

/** The length of (x, y), without overflow on the way. @param {number} x @param {number} y */
export function hypotenuse(x, y) {
  if (x === Infinity || x === -Infinity || y === Infinity || y === -Infinity) return Infinity
  if (x !== x || y !== y) return NaN
  let long = Math.abs(x)
  let short = Math.abs(y)
  if (long < short) [long, short] = [short, long]
  if (short === 0) return long
  const ratio = short / long
  const result = long * Math.sqrt(1 + ratio * ratio)
  if (result === Infinity) throw floatOverflow()
  if (result === 0) throw floatUnderflow()
  return result
}

/** With a NaN only the very same is equal. @param {Point} p @param {Point} q */
export function samePoint(p, q) {
  if (p.x !== p.x || p.y !== p.y || q.x !== q.x || q.y !== q.y)
    return (p.x === q.x || (p.x !== p.x && q.x !== q.x)) && (p.y === q.y || (p.y !== p.y && q.y !== q.y))
  return same(p.x, q.x) && same(p.y, q.y)
}

/** @param {Point} p @param {Point} q */
export const distance = (p, q) => hypotenuse(subtract(p.x, q.x), subtract(p.y, q.y))

/** @param {Point} p @param {Point} q */
export function slope(p, q) {
  if (same(p.x, q.x)) return Infinity
  if (same(p.y, q.y)) return 0
  return divide(subtract(p.y, q.y), subtract(p.x, q.x))
}

/** Of a perpendicular. @param {Point} p @param {Point} q */
export function inverseSlope(p, q) {
  if (same(p.x, q.x)) return 0
  if (same(p.y, q.y)) return Infinity
  return divide(subtract(p.x, q.x), subtract(q.y, p.y))
}

/** @param {Point} p @param {number} m slope @returns {Line} */
export function lineThrough(p, m) {
  if (m === Infinity || m === -Infinity) return new Line(-1, 0, p.x)
  if (m === 0) return new Line(0, -1, p.y)
  const c = subtract(p.y, multiply(m, p.x))
  return new Line(m, -1, c === 0 ? 0 : c)
}

/** @param {Point} p @param {Point} q @returns {Line | null} null: they are the same */
export const lineBetween = (p, q) => (samePoint(p, q) ? null : lineThrough(p, slope(p, q)))
