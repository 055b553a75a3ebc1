/**
 * exp, ln and log of numerics, computed in fixed point over BigInt with guard digits and rounded to the scale
 * PostgreSQL's rules give: at least 16 significant digits.
 */
import * as N from '../../types/numbers/numeric.js'
import { bigPow10, spendDigits } from '../../types/numbers/numeric-digits.js'
import { coefDigits } from '../../types/numbers/numeric-rounding.js'
import { parseNumeric } from '../../types/numbers/numeric-input.js'
import { divisionByZero, invalidLogarithm, numericOverflow } from '../../errors/data.js'
import { integerRoot } from './roots.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

/**
 * e^x in fixed point.
 * @param {bigint} x scaled by 10^scale
 * @param {number} scale
 * @returns {bigint} scaled by 10^scale
 */
function fixedExp(x, scale) {
  // As many terms as squarings, about; each squaring doubles what is wrong.
  const size = Math.ceil(Math.sqrt(scale / 3.3)) + 2
  const guard = size + 10
  const one = bigPow10(scale + guard)
  const limit = bigPow10(scale + guard - size)
  // Halve until small, sum the series, square back.
  let halvings = 0n
  let small = x * bigPow10(guard)
  while ((small < 0n ? -small : small) > limit) {
    small /= 2n
    halvings++
    spendDigits(small)
  }
  let term = one
  let sum = one
  for (let i = 1n; term !== 0n; i++) {
    term = term * small / (one * i)
    sum += term
    spendDigits(one)
  }
  for (; halvings > 0n; halvings--) {
    sum = sum * sum / one
    spendDigits(sum)
  }
  return sum / bigPow10(guard)
}

/** ln x in fixed point. @param {bigint} x positive, scaled by 10^scale @param {number} scale */
function fixedLn(x, scale) {
  const one = bigPow10(scale)
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
    spendDigits(one)
  }
  return sum * 2n * (1n << doublings)
}

/** In fixed point of so many digits, rounded. @param {Numeric} a finite @param {number} digits @returns {bigint} */
const fixed = (a, digits) =>
  digits >= a.scale
    ? BigInt(a.coef) * bigPow10(digits - a.scale)
    : N.roundedQuotient(BigInt(a.coef), bigPow10(a.scale - digits))

/** Rounds a fixed-point value to a numeric. @param {bigint} value @param {number} from @param {number} scale */
export const narrowed = (value, from, scale) =>
  from >= scale
    ? N.fromBig(N.roundedQuotient(value, bigPow10(from - scale)), scale)
    : N.fromBig(value * bigPow10(scale - from), scale)

/** ln 10, as often as it was asked for with more digits than before. */
let lnTen = { digits: -1, value: 0n }

/** @param {number} digits @returns {bigint} ln 10 in fixed point */
function fixedLnTen(digits) {
  if (digits > lnTen.digits) lnTen = { digits, value: fixedLn(bigPow10(digits + 1), digits) }
  return lnTen.value / bigPow10(lnTen.digits - digits)
}

const NEAR_BELOW = parseNumeric('0.9')
const NEAR_ABOVE = parseNumeric('1.1')

/** @param {Numeric} a */
const isNearOne = (a) => N.compareNumeric(a, NEAR_BELOW) >= 0 && N.compareNumeric(a, NEAR_ABOVE) <= 0

export const GUARD = 10

/** ln(a) in fixed point. @param {Numeric} a positive @param {number} digits @returns {bigint} */
export function lnTo(a, digits) {
  // Near one a power of ten taken out would have to be taken in again.
  if (isNearOne(a)) return fixedLn(fixed(a, digits), digits)
  const work = digits + GUARD
  const length = coefDigits(a)
  const mantissa = fixed(new N.Numeric(a.coef, length, 0), work)
  return (fixedLn(mantissa, work) + BigInt(length - a.scale) * fixedLnTen(work)) / bigPow10(GUARD)
}

/**
 * e^x, rounded.
 * @param {bigint} x in fixed point
 * @param {number} digits of it: what the result has before and behind the point, and some
 * @param {number} scale
 */
export function expTo(x, digits, scale) {
  const ten = fixedLnTen(digits)
  const tens = N.roundedQuotient(x, ten)
  return narrowed(fixedExp(x - tens * ten, digits), digits - Number(tens), scale)
}

/** Digits that a result of about 10^size must be computed with. @param {number} size @param {number} scale */
export const digitsOf = (size, scale) => Math.max(0, Math.ceil(size) + scale) + 30

/** log10(e), as PostgreSQL has it where it guesses sizes. */
export const LOG10_E = 0.434294481903252

/** Beyond, e^x is too large for PostgreSQL, or nothing; and the same where x is a guess. */
const EXPONENT_MAX = 6000

/** @param {number} size of the result: its decimal logarithm @param {...number} scales no fewer digits than these */
export const resultScale = (size, ...scales) => Math.min(Math.max(16 - Math.trunc(size), ...scales, 0), 1000)

/** @param {Numeric} a */
export function exponential(a) {
  if (a.special !== 0) return a.special === N.NEGATIVE_INFINITY ? N.NUMERIC_ZERO : a
  const value = N.numericToNumber(a)
  const size = value * LOG10_E
  const scale = resultScale(Math.max(Math.min(size, 2000), -2000), a.scale)
  if (Math.abs(value) >= EXPONENT_MAX) {
    if (value > 0) throw numericOverflow()
    return new N.Numeric(0, scale, 0)
  }
  const digits = digitsOf(size, scale)
  return expTo(fixed(a, digits), digits, scale)
}

/** Decimal digits before the point of ln(a), as an estimate. @param {Numeric} a */
export function logWeight(a) {
  if (N.sign(a) <= 0) return 0
  if (isNearOne(a)) {
    const difference = N.subtractNumeric(a, N.NUMERIC_ONE)
    if (difference.coef === 0) return 0
    return N.leadingDigit(difference)[0] * 4 + Math.trunc(Math.log10(N.leadingDigit(difference)[1]))
  }
  const [weight, digit] = N.leadingDigit(a)
  const logarithmOf = Math.log(digit) + weight * 4 * 2.302585092994046
  return logarithmOf === 0 ? 0 : Math.trunc(Math.log10(Math.abs(logarithmOf)))
}

/** @param {Numeric} a */
export function naturalLogarithm(a) {
  checkLogarithm(a)
  if (a.special !== 0) return a
  const scale = resultScale(logWeight(a), a.scale)
  return narrowed(lnTo(a, scale + GUARD), scale + GUARD, scale)
}

/** @param {Numeric} a */
function checkLogarithm(a) {
  if (a.special === N.NAN) return
  if (a.special === N.NEGATIVE_INFINITY || a.coef < 0)
    throw invalidLogarithm('cannot take logarithm of a negative number')
  if (a.special === 0 && a.coef === 0) throw invalidLogarithm('cannot take logarithm of zero')
}

/** log of b to base a. @param {Numeric} a @param {Numeric} b */
export function logarithm(a, b) {
  if (a.special === N.NAN || b.special === N.NAN) return N.NUMERIC_NAN
  const special = a.special !== 0 || b.special !== 0
  if (special && (N.sign(a) < 0 || N.sign(b) < 0))
    throw invalidLogarithm('cannot take logarithm of a negative number')
  checkLogarithm(a)
  checkLogarithm(b)
  if (a.special !== 0 || b.special !== 0) {
    if (a.special !== 0) return b.special !== 0 ? N.NUMERIC_NAN : N.NUMERIC_ZERO
    return N.NUMERIC_INFINITY
  }
  const [below, above] = [logWeight(a), logWeight(b)]
  const scale = resultScale(above - below, a.scale, b.scale)
  // An error of the one is divided by the other, which may be small, and one of that is so twice.
  const digits = scale + 2 * GUARD + Math.max(0, -below, above - 2 * below)
  const base = lnTo(a, digits)
  if (base === 0n) throw divisionByZero('div_var')
  return N.fromBig(N.roundedQuotient(lnTo(b, digits) * bigPow10(scale), base), scale)
}
