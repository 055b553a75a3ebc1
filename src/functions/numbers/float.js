/**
 * float4 and float8: arithmetic that reports overflow and underflow, rounding (half to even, as C's rint), powers,
 * logarithms, trigonometry in radians.
 */
import {
  divisionByZero, floatOverflow, floatUnderflow, invalidLogarithm, integerOutOfRange, invalidPower, invalidWidthBucket,
  outOfRange,
} from '../../errors/data.js'
import { acos, asin, atan, atan2 } from './elementary/arcs.js'
import { cos, sin, tan } from './elementary/circular.js'
import { exp, ln, log10, power as powerOf } from './elementary/exponential.js'
import { acosh, asinh, cbrt, cosh, sinh } from './elementary/hyperbolic.js'
import { checkFloat4, checkFloat8, Family, float8Divide, float8Multiply } from '../impl.js'

const family = new Family()
export const floatFunctions = family.functions

for (const prefix of ['float8', 'float48', 'float84']) {
  family.add(`${prefix}pl`, (a, b) => checkFloat8(a + b, a, b), {
    inline: (a, b) => `checkFloat8(${a} + ${b}, ${a}, ${b})`,
    helpers: ['checkFloat8'],
  })
  family.add(`${prefix}mi`, (a, b) => checkFloat8(a - b, a, b), {
    inline: (a, b) => `checkFloat8(${a} - ${b}, ${a}, ${b})`,
    helpers: ['checkFloat8'],
  })
  family.add(`${prefix}mul`, float8Multiply, {
    inline: (a, b) => `float8Multiply(${a}, ${b})`,
    helpers: ['float8Multiply'],
  })
  family.add(`${prefix}div`, float8Divide, { inline: (a, b) => `float8Divide(${a}, ${b})`, helpers: ['float8Divide'] })
}
family.all({
  float4pl: (a, b) => checkFloat4(a + b, a, b),
  float4mi: (a, b) => checkFloat4(a - b, a, b),
  float4mul: (a, b) => checkFloat4(a * b, a, b),
  float4div: (a, b) => {
    if (b === 0 && a === a) throw divisionByZero('float_zero_divide_error')
    return checkFloat4(a / b, a, b)
  },
})

/** @param {any} value */
const same = (value) => value
family.add(['float4up', 'float8up'], same)
family.add(['float4um', 'float8um'], (a) => -a)
family.add(['float4abs', 'float8abs'], (a) => Math.abs(a))

/** Half to even. @param {number} value */
export function roundHalfEven(value) {
  if (!Number.isFinite(value) || Math.abs(value) >= 4503599627370496) return value
  const floor = Math.floor(value)
  const rest = value - floor
  const rounded = rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded
}

/** @param {number} argument @param {boolean} allowed */
function domain(argument, allowed) {
  if (!allowed) throw outOfRange('input is out of range')
  return argument
}

/** @param {number} a */
function exponential(a) {
  const result = exp(a)
  if (result === Infinity && a !== Infinity) throw floatOverflow()
  if (result === 0 && a !== -Infinity) throw floatUnderflow()
  return result
}

/** @param {number} a */
function logarithmArgument(a) {
  if (a === 0) throw invalidLogarithm('cannot take logarithm of zero')
  if (a < 0) throw invalidLogarithm('cannot take logarithm of a negative number')
  return a
}

/** @param {number} a @param {number} b */
function power(a, b) {
  if (a !== a) return b === 0 ? 1 : a
  if (b !== b) return a === 1 ? 1 : b
  if (a === 0 && b < 0) throw invalidPower('zero raised to a negative power is undefined')
  if (a < 0 && Math.floor(b) !== b)
    throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  if (a === 1) return 1
  if (a === -1 && (b === Infinity || b === -Infinity)) return 1
  const result = powerOf(a, b)
  if (Number.isFinite(a) && Number.isFinite(b)) {
    if (!Number.isFinite(result)) throw floatOverflow()
    if (result === 0 && a !== 0) throw floatUnderflow()
  }
  return result
}

family.all({
  dround: roundHalfEven,
  dceil: Math.ceil,
  dfloor: Math.floor,
  dtrunc: Math.trunc,
  dsign: (a) => (a > 0 ? 1 : a < 0 ? -1 : 0),
  dsqrt: (a) => {
    if (a < 0) throw invalidPower('cannot take square root of a negative number')
    return Math.sqrt(a)
  },
  dcbrt: cbrt,
  dpow: power,
  dexp: exponential,
  dlog1: (a) => ln(logarithmArgument(a)),
  dlog10: (a) => log10(logarithmArgument(a)),
  dsin: (a) => sin(domain(a, Math.abs(a) !== Infinity)),
  dcos: (a) => cos(domain(a, Math.abs(a) !== Infinity)),
  dtan: (a) => tan(domain(a, Math.abs(a) !== Infinity)),
  dcot: (a) => 1 / tan(domain(a, Math.abs(a) !== Infinity)),
  dasin: (a) => asin(domain(a, !(a > 1 || a < -1))),
  dacos: (a) => acos(domain(a, !(a > 1 || a < -1))),
  datan: atan,
  datan2: atan2,
  dsinh: sinh,
  dcosh: cosh,
  dtanh: Math.tanh,
  dasinh: asinh,
  dacosh: (a) => acosh(domain(a, !(a < 1))),
  datanh: (a) => Math.atanh(domain(a, !(a > 1 || a < -1))),
  dpi: () => Math.PI,
  width_bucket_float8: (value, low, high, count) => {
    if (count <= 0) throw invalidWidthBucket('count must be greater than zero')
    if (value !== value || low !== low || high !== high)
      throw invalidWidthBucket('operand, lower bound, and upper bound cannot be NaN')
    if (!Number.isFinite(low) || !Number.isFinite(high))
      throw invalidWidthBucket('lower and upper bounds must be finite')
    if (low === high) throw invalidWidthBucket('lower bound cannot equal upper bound')
    if (low < high ? value < low : value > low) return 0
    if (low < high ? value >= high : value <= high) {
      if (count >= 2147483647) throw integerOutOfRange()
      return count + 1
    }
    // PostgreSQL 15's way: rounding may lead to the bucket above, and beyond the largest int4 to the smallest.
    const bucket = Math.trunc(count * (value - low) / (high - low) + 1)
    return bucket === (bucket | 0) ? bucket + 0 : -2147483648
  },
})
