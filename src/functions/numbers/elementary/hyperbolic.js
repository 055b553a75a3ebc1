/**
 * sinh, cosh, asinh and acosh by fdlibm's formulas, as both V8 and the library PostgreSQL calls have them, over this
 * folder's exponential and logarithm; and the cube root by that library's steps: its last digits are not those of the
 * true root, but of a polynomial and one step of Halley's.
 */
import { highWord, powerOfTwo, withHighWord } from './double-double.js'
import { exp, ln } from './exponential.js'

const LN2 = 6.93147180559945286227e-01
/** Half of e to the power of this can still be told. */
const LARGEST = 709.782712893384

/** @param {number} x e to the power of it is too large, its half is not */
function halfExponential(x) {
  const root = exp(0.5 * x)
  return 0.5 * root * root
}

/** @param {number} x */
export function sinh(x) {
  const size = Math.abs(x)
  if (!(size >= 22)) return Math.sinh(x)
  const half = size < LARGEST ? 0.5 * exp(size) : halfExponential(size)
  return x < 0 ? -half : half
}

/** @param {number} x */
export function cosh(x) {
  const size = Math.abs(x)
  if (!(size >= 0.34657359027997264)) return Math.cosh(x)
  if (size < 22) {
    const power = exp(size)
    return 0.5 * power + 0.5 / power
  }
  return size < LARGEST ? 0.5 * exp(size) : halfExponential(size)
}

/** @param {number} x */
export function asinh(x) {
  const size = Math.abs(x)
  if (!(size > 2) || size === Infinity) return x === 0 ? x : Math.asinh(x)
  const value = size > 268435456 ? ln(size) + LN2 : ln(2 * size + 1 / (Math.sqrt(x * x + 1) + size))
  return x < 0 ? -value : value
}

/** @param {number} x */
export function acosh(x) {
  if (!(x > 2) || x === Infinity) return Math.acosh(x)
  return x > 268435456 ? ln(x) + LN2 : ln(2 * x - 1 / (x + Math.sqrt(x * x - 1)))
}

const CUBE_ROOT_2 = 1.2599210498948731648
const CUBE_ROOT_4 = 1.5874010519681994748
const FACTORS = [1 / CUBE_ROOT_4, 1 / CUBE_ROOT_2, 1, CUBE_ROOT_2, CUBE_ROOT_4]
/** Of the cube root between a half and one, highest power first. */
const CUBE_ROOT = [
  -0.145263899385486377, 0.784932344976639262, -1.83469277483613086, 2.4469312256353443, -2.11499494167371287,
  1.50819193781584896, 0.35489576504391986,
]

/** @param {number} x */
export function cbrt(x) {
  if (x === 0 || x - x !== 0) return x
  let size = Math.abs(x)
  let exponent = 0
  if (size < 2.2250738585072014e-308) {
    size *= 18014398509481984
    exponent = -54
  }
  const word = highWord(size)
  exponent += (word >> 20) - 1022
  const mantissa = withHighWord(size, (word & 0xfffff) | 0x3fe00000)
  let root = CUBE_ROOT[0]
  for (let at = 1; at < CUBE_ROOT.length; at++) root = root * mantissa + CUBE_ROOT[at]
  const cube = root * root * root
  const value =
    ((root * (cube + 2 * mantissa)) / (2 * cube + mantissa)) *
    FACTORS[2 + (exponent % 3)] *
    powerOfTwo(Math.trunc(exponent / 3))
  return x < 0 ? -value : value
}
