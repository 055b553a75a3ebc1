/**
 * numeric: operators, rounding, roots, exponentials and logarithms. Transcendental functions are computed in fixed point over BigInt with guard
 * digits and rounded to the scale PostgreSQL's rules give: at least 16 significant digits.
 */
import { divisionByZero, integerOutOfRange, invalidLogarithm, invalidPower, invalidWidthBucket, numericOverflow, outOfRange } from '../../errors/data.js'
import * as N from '../../types/numbers/numeric.js'
import { bigDivisor } from './integer.js'
import { Family } from '../impl.js'
/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const numericFunctions = family.functions

family.add('numeric_add', N.addNumeric, { inline: (a, b) => `addNumeric(${a}, ${b})`, helpers: ['addNumeric'] })
family.add('numeric_sub', N.subtractNumeric, { inline: (a, b) => `subtractNumeric(${a}, ${b})`, helpers: ['subtractNumeric'] })
family.add('numeric_mul', N.multiplyNumeric, { inline: (a, b) => `multiplyNumeric(${a}, ${b})`, helpers: ['multiplyNumeric'] })

/** The bucket behind the last. @param {number} count @throws {DbError} 22003 */
function bucketAbove(count) {
  if (count >= 2147483647) throw integerOutOfRange()
  return count + 1
}

/** @param {number} digits asked for by the user */
const clampScale = (digits) => Math.min(Math.max(digits, -16383), 16383)

/** @param {Numeric} value @param {bigint} up */
export function toInteger(value, up) {
  if (value.special !== 0) return value
  const cut = N.truncateNumeric(value, 0)
  const order = N.compareNumeric(value, cut)
  return (order > 0 && up > 0n) || (order < 0 && up < 0n) ? N.fromBig(BigInt(cut.coef) + up, 0) : cut
}

family.all({
  numeric_div: N.divideNumeric,
  numeric_mod: N.moduloNumeric,
  numeric_div_trunc: N.divideTruncated,
  numeric_uminus: N.negateNumeric,
  numeric_uplus: (a) => a,
  numeric_abs: (a) => (N.sign(a) < 0 ? N.negateNumeric(a) : a),
  numeric_sign: (a) => (a.special === N.NAN ? a : N.fromInteger(N.sign(a))),
  numeric_inc: (a) => N.addNumeric(a, N.NUMERIC_ONE),
  numeric_round: (a, digits) => N.roundNumeric(a, clampScale(digits)),
  numeric_trunc: (a, digits) => N.truncateNumeric(a, clampScale(digits)),
  numeric_ceil: (a) => toInteger(a, 1n),
  numeric_floor: (a) => toInteger(a, -1n),
  numeric_scale: (a) => (a.special === 0 ? a.scale : null),
  numeric_min_scale: (a) => (a.special === 0 ? N.trimScale(a).scale : null),
  numeric_trim_scale: N.trimScale,
  numeric_gcd: (a, b) => wholePair(a, b, bigDivisor),
  numeric_lcm: (a, b) => wholePair(a, b, (x, y) => {
    if (x === 0n || y === 0n) return 0n
    const multiple = x / bigDivisor(x, y) * y
    return multiple < 0n ? -multiple : multiple
  }),
  numeric_fac: (a) => {
    if (a < 0) throw numericDomain()
    if (a > 32177) throw numericOverflow()
    let product = 1n
    for (let factor = 2n; factor <= BigInt(a); factor++) product *= factor
    return N.fromBig(product, 0)
  },
  numeric_sqrt: squareRoot,
  numeric_exp: exponential,
  numeric_ln: naturalLogarithm,
  numeric_log: logarithm,
  numeric_power: power,
  width_bucket_numeric: (value, low, high, count) => {
    if (count <= 0) throw invalidWidthBucket('count must be greater than zero')
    if ([value, low, high].some((one) => one.special === N.NAN)) throw invalidWidthBucket('operand, lower bound, and upper bound cannot be NaN')
    if (low.special !== 0 || high.special !== 0) throw invalidWidthBucket('lower and upper bounds must be finite')
    const direction = N.compareNumeric(low, high)
    if (direction === 0) throw invalidWidthBucket('lower bound cannot equal upper bound')
    if (N.compareNumeric(value, low) * direction > 0) return 0
    if (N.compareNumeric(value, high) * direction <= 0) return bucketAbove(count)
    const part = N.multiplyNumeric(N.subtractNumeric(value, low), N.fromInteger(count))
    return Number(N.divideTruncated(part, N.subtractNumeric(high, low)).coef) + 1
  },
})

const numericDomain = () => outOfRange('factorial of a negative number is undefined')

/** @param {Numeric} a @param {Numeric} b @param {(x: bigint, y: bigint) => bigint} combine */
function wholePair(a, b, combine) {
  if (a.special !== 0 || b.special !== 0) return N.NUMERIC_NAN
  const scale = Math.max(a.scale, b.scale)
  return N.fromBig(combine(BigInt(N.roundNumeric(a, scale).coef), BigInt(N.roundNumeric(b, scale).coef)), scale)
}

/** @param {bigint} value @returns {bigint} floor of its square root */
function integerRoot(value) {
  if (value < 2n) return value
  let guess = BigInt(Math.floor(Math.sqrt(Number(value > 1n << 1000n ? 0n : value)))) || 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next === guess || next === guess + 1n && next * next > value) break
    if ((next > guess ? next - guess : guess - next) <= 1n) {
      guess = next
      break
    }
    guess = next
  }
  while (guess * guess > value) guess--
  while ((guess + 1n) * (guess + 1n) <= value) guess++
  return guess
}

/** @param {Numeric} a */
function squareRoot(a) {
  if (a.special !== 0) {
    if (a.special === N.NEGATIVE_INFINITY) throw invalidPower('cannot take square root of a negative number')
    return a
  }
  if (a.coef < 0) throw invalidPower('cannot take square root of a negative number')
  if (a.coef === 0) return new N.Numeric(0, Math.max(a.scale, 15), 0)
  // Weight of the result's first base-10000 digit decides how many decimals make 16 significant digits.
  const weight = N.leadingDigit(a)[0]
  const resultWeight = weight >= 0 ? Math.floor(weight * 4 / 2 / 4 + 0) : -Math.floor((-weight - 1) / 2) - 1
  const digits = (resultWeight >= 0 ? Math.floor((weight * 4) / 2) + 1 : 1 - Math.floor((1 - weight * 4) / 2))
  return squareRootToScale(a, Math.min(Math.max(16 - digits, a.scale, 0), 1000))
}

/** @param {Numeric} a not negative @param {number} scale of the result */
export function squareRootToScale(a, scale) {
  const shift = 2 * (scale + 2) - a.scale
  const widened = shift >= 0 ? BigInt(a.coef) * N.bigPow10(shift) : BigInt(a.coef) / N.bigPow10(-shift)
  return N.fromBig(N.roundedQuotient(integerRoot(widened), 100n), scale)
}

/** e^x in fixed point. @param {bigint} x scaled by 10^scale @param {number} scale @returns {bigint} scaled by 10^scale */
function fixedExp(x, scale) {
  const one = N.bigPow10(scale)
  // Halve until small, sum the series, square back.
  let halvings = 0n
  let small = x
  while ((small < 0n ? -small : small) > one / 100n) {
    small /= 2n
    halvings++
  }
  let term = one
  let sum = one
  for (let i = 1n; term !== 0n; i++) {
    term = term * small / (one * i)
    sum += term
  }
  for (; halvings > 0n; halvings--) sum = sum * sum / one
  return sum
}

/** ln x in fixed point. @param {bigint} x positive, scaled by 10^scale @param {number} scale */
function fixedLn(x, scale) {
  const one = N.bigPow10(scale)
  // Square roots bring x near one; ln doubles back; then the area-tangent series.
  let doublings = 0n
  let near = x
  while (near > one * 11n / 10n || near < one * 9n / 10n) {
    near = integerRoot(near * one)
    doublings++
  }
  const z = (near - one) * one / (near + one)
  const square = z * z / one
  let power = z
  let sum = z
  for (let i = 3n; power !== 0n; i += 2n) {
    power = power * square / one
    sum += power / i
  }
  return sum * 2n * (1n << doublings)
}

/** @param {Numeric} a @param {number} scale @returns {bigint} */
const fixed = (a, scale) => BigInt(N.roundNumeric(a, scale).coef) * (scale < 0 ? 0n : 1n)

/** Rounds a fixed-point value to a numeric. @param {bigint} value @param {number} from @param {number} scale */
const narrowed = (value, from, scale) => (from >= scale ? N.fromBig(N.roundedQuotient(value, N.bigPow10(from - scale)), scale)
  : N.fromBig(value * N.bigPow10(scale - from), scale))

/** @param {Numeric} a */
function exponential(a) {
  if (a.special !== 0) return a.special === N.NEGATIVE_INFINITY ? N.NUMERIC_ZERO : a
  const approximate = N.numericToNumber(a) * 0.434294481903252
  if (approximate > 131072) throw numericOverflow()
  const bounded = Math.max(Math.min(approximate, 16383), -16383)
  const scale = Math.min(Math.max(16 - Math.trunc(bounded), a.scale, 0), 1000)
  if (approximate < -scale - 1) return new N.Numeric(0, scale, 0)
  const work = scale + Math.max(0, Math.ceil(approximate)) * 2 + 30
  return narrowed(fixedExp(fixed(a, work), work), work, scale)
}

/** Decimal digits before the point of ln(a), as an estimate. @param {Numeric} a */
function logWeight(a) {
  if (N.sign(a) <= 0) return 0
  const difference = N.subtractNumeric(a, N.NUMERIC_ONE)
  if (N.compareNumeric(a, N.parseNumeric('0.9')) >= 0 && N.compareNumeric(a, N.parseNumeric('1.1')) <= 0) {
    if (difference.coef === 0) return 0
    return N.leadingDigit(difference)[0] * 4 + Math.trunc(Math.log10(N.leadingDigit(difference)[1]))
  }
  const [weight, digit] = N.leadingDigit(a)
  const logarithmOf = Math.log(digit) + weight * 4 * 2.302585092994046
  return logarithmOf === 0 ? 0 : Math.trunc(Math.log10(Math.abs(logarithmOf)))
}

/** @param {Numeric} a */
function naturalLogarithm(a) {
  checkLogarithm(a)
  if (a.special !== 0) return a
  const scale = Math.min(Math.max(16 - logWeight(a), a.scale, 0), 1000)
  const work = Math.max(scale + 30, a.scale + 10) + Math.max(0, -N.leadingDigit(a)[0] * 8)
  return narrowed(fixedLn(fixed(a, work), work), work, scale)
}

/** @param {Numeric} a */
function checkLogarithm(a) {
  if (a.special === N.NAN) return
  if (a.special === N.NEGATIVE_INFINITY || a.coef < 0) throw invalidLogarithm('cannot take logarithm of a negative number')
  if (a.special === 0 && a.coef === 0) throw invalidLogarithm('cannot take logarithm of zero')
}

/** log of b to base a. @param {Numeric} a @param {Numeric} b */
function logarithm(a, b) {
  if (a.special === N.NAN || b.special === N.NAN) return N.NUMERIC_NAN
  checkLogarithm(a)
  checkLogarithm(b)
  if (a.special !== 0 || b.special !== 0) {
    if (a.special !== 0) return b.special !== 0 ? N.NUMERIC_NAN : N.NUMERIC_ZERO
    return N.NUMERIC_INFINITY
  }
  const work = 60 + a.scale + b.scale + Math.max(0, -N.leadingDigit(a)[0] * 8, -N.leadingDigit(b)[0] * 8)
  const base = fixedLn(fixed(a, work), work)
  if (base === 0n) throw divisionByZero()
  const value = fixedLn(fixed(b, work), work)
  const weight = logWeight(b) - logWeight(a)
  const scale = Math.min(Math.max(16 - weight, a.scale, b.scale, 0), 1000)
  const precise = value * N.bigPow10(work) / base
  return narrowed(precise, work, scale)
}

/** @param {Numeric} a @param {Numeric} b */
export function power(a, b) {
  if (a.special !== 0 || b.special !== 0) return specialPower(a, b)
  const whole = N.truncateNumeric(b, 0)
  const isWhole = N.compareNumeric(whole, b) === 0
  if (a.coef === 0 && b.coef < 0) throw invalidPower('zero raised to a negative power is undefined')
  if (a.coef < 0 && !isWhole) throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  const minimum = Math.max(a.scale, b.scale, 0)
  if (b.coef === 0) return N.roundNumeric(N.NUMERIC_ONE, Math.min(Math.max(16, minimum), 1000))
  if (a.coef === 0) return new N.Numeric(0, Math.min(Math.max(16, minimum), 1000), 0)
  const magnitude = a.coef < 0 ? N.negateNumeric(a) : a
  if (isWhole && typeof whole.coef === 'number' && Math.abs(whole.coef) <= 2147483647) {
    const wholeScale = Math.min(Math.max(16, a.scale), 1000)
    const size = decimalLog(magnitude) * whole.coef
    if (size > 131072) throw numericOverflow()
    if (size < -wholeScale - 2) return new N.Numeric(0, wholeScale, 0)
    if (N.coefDigits(a) * Math.abs(whole.coef) < 400000) return wholePower(a, whole.coef, wholeScale)
  }
  const digits = decimalLog(magnitude) * N.numericToNumber(b)
  if (digits > 131072) throw numericOverflow()
  const scale = Math.min(Math.max(16 - Math.trunc(digits), minimum), 1000)
  if (digits < -scale - 2) return new N.Numeric(0, scale, 0)
  const work = scale + Math.max(0, Math.ceil(digits)) * 2 + b.scale + 40
  const logarithmOf = fixedLn(fixed(magnitude, work), work)
  const result = narrowed(fixedExp(logarithmOf * fixed(b, work) / N.bigPow10(work), work), work, scale)
  return a.coef < 0 && BigInt(whole.coef) % 2n !== 0n ? N.negateNumeric(result) : result
}

/** Exact, then rounded. @param {Numeric} a @param {number} exponent @param {number} scale */
function wholePower(a, exponent, scale) {
  const product = BigInt(a.coef) ** BigInt(Math.abs(exponent))
  const productScale = a.scale * Math.abs(exponent)
  if (exponent > 0) return narrowed(product, productScale, scale)
  return N.fromBig(N.roundedQuotient(N.bigPow10(productScale + scale), product), scale)
}

/** @param {Numeric} a positive */
function decimalLog(a) {
  const text = a.coef.toString()
  return Math.log10(Number(`0.${text.slice(0, 17)}`)) + text.length - a.scale
}

/** @param {Numeric} a @param {Numeric} b */
function specialPower(a, b) {
  const one = N.compareNumeric(a, N.NUMERIC_ONE) === 0
  if (a.special === N.NAN) return b.special === 0 && b.coef === 0 ? N.NUMERIC_ONE : N.NUMERIC_NAN
  if (b.special === N.NAN) return one ? N.NUMERIC_ONE : N.NUMERIC_NAN
  if (a.special === 0 && a.coef === 0 && b.special === N.NEGATIVE_INFINITY) throw invalidPower('zero raised to a negative power is undefined')
  if (b.special === 0 && b.coef === 0) return N.NUMERIC_ONE
  if (b.special !== 0) {
    if (one || N.compareNumeric(a, N.fromInteger(-1)) === 0) return N.NUMERIC_ONE
    const magnitude = N.sign(a) < 0 ? N.negateNumeric(a) : a
    const grows = (N.compareNumeric(magnitude, N.NUMERIC_ONE) > 0) === (b.special === N.POSITIVE_INFINITY)
    return grows ? N.NUMERIC_INFINITY : N.NUMERIC_ZERO
  }
  if (a.special === N.POSITIVE_INFINITY) return b.coef > 0 ? N.NUMERIC_INFINITY : N.NUMERIC_ZERO
  if (N.compareNumeric(N.truncateNumeric(b, 0), b) !== 0) throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  if (b.coef < 0) return N.NUMERIC_ZERO
  return BigInt(N.truncateNumeric(b, 0).coef) % 2n === 0n ? N.NUMERIC_INFINITY : N.NUMERIC_MINUS_INFINITY
}
