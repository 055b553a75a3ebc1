/** Powers of numerics. */
import * as N from '../../types/numbers/numeric.js'
import { bigPow10, spendDigits } from '../../types/numbers/numeric-digits.js'
import { roundNumeric, truncateNumeric, coefDigits } from '../../types/numbers/numeric-rounding.js'
import { invalidPower, numericOverflow } from '../../errors/data.js'
import { logWeight, narrowed, lnTo, GUARD, LOG10_E, resultScale, digitsOf, expTo } from './logarithms.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

const GUESS_MAX = 6020

/** @param {Numeric} a @param {Numeric} b */
export function power(a, b) {
  if (a.special !== 0 || b.special !== 0) return specialPower(a, b)
  const whole = truncateNumeric(b, 0)
  const isWhole = N.compareNumeric(whole, b) === 0
  if (a.coef === 0 && b.coef < 0) throw invalidPower('zero raised to a negative power is undefined')
  if (a.coef < 0 && !isWhole)
    throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  const minimum = Math.max(a.scale, b.scale, 0)
  if (b.coef === 0) return roundNumeric(N.NUMERIC_ONE, Math.min(Math.max(16, minimum), 1000))
  if (a.coef === 0) return new N.Numeric(0, Math.min(Math.max(16, minimum), 1000), 0)
  const magnitude = a.coef < 0 ? N.negateNumeric(a) : a
  if (isWhole && typeof whole.coef === 'number' && whole.coef >= -2147483648 && whole.coef <= 2147483647) {
    const scale = Math.min(Math.max(16, a.scale), 1000)
    const size = decimalLog(magnitude) * whole.coef
    if (size > WHOLE_SIZE_MAX) throw numericOverflow()
    if (size + 1 < -scale) return new N.Numeric(0, scale, 0)
    return coefDigits(a) * Math.abs(whole.coef) < EXACT_DIGITS_MAX
      ? wholePower(a, whole.coef, scale)
      : longPower(a, whole.coef, scale, size)
  }
  // The size is guessed from few digits of the logarithm, and the scale from that.
  const few = Math.min(Math.max(8 - logWeight(magnitude), 0), 1000)
  const roughly = BigInt(narrowed(lnTo(magnitude, few + GUARD), few + GUARD, few).coef)
  const guess = N.numericToNumber(
    new N.Numeric(N.roundedQuotient(roughly * BigInt(b.coef), bigPow10(b.scale)), few, 0),
  )
  if (Math.abs(guess) > GUESS_MAX) {
    if (guess > 0) throw numericOverflow()
    return new N.Numeric(0, 1000, 0)
  }
  const size = guess * LOG10_E
  const scale = resultScale(size, minimum)
  const digits = digitsOf(size, scale)
  const more = Math.max(0, coefDigits(b) - b.scale) + GUARD
  const exponent = lnTo(magnitude, digits + more) * BigInt(b.coef) / bigPow10(b.scale + more)
  const result = expTo(exponent, digits, scale)
  return a.coef < 0 && BigInt(whole.coef) % 2n !== 0n ? N.negateNumeric(result) : result
}

/**
 * Squares and products of as many digits as the result needs.
 * @param {Numeric} a
 * @param {number} exponent
 * @param {number} scale of the result
 * @param {number} size its decimal logarithm
 * @throws {DbError} 22003
 */
function longPower(a, exponent, scale, size) {
  const digits = digitsOf(size, scale) + Math.ceil(Math.log10(Math.abs(exponent)))
  /** The product so far, and the base squared as often, as value / 10^shift. */
  let value = 1n
  let shift = 0
  let [base, baseShift] = shortened(BigInt(a.coef), a.scale, digits)
  for (let left = Math.abs(exponent); ;) {
    spendDigits(base)
    if (left % 2 === 1) [value, shift] = shortened(value * base, shift + baseShift, digits)
    left = Math.floor(left / 2)
    if (left === 0) break
    ;[base, baseShift] = shortened(base * base, 2 * baseShift, digits)
  }
  if (exponent > 0) return narrowed(value, shift, scale)
  // 10^shift / value, to the scale.
  const length = value.toString().length + 1
  return narrowed(N.roundedQuotient(bigPow10(length + digits), value), length + digits - shift, scale)
}

/** @param {bigint} value @param {number} shift @param {number} digits to keep @returns {[bigint, number]} */
function shortened(value, shift, digits) {
  const over = value.toString(16).length * 1.2 - digits - 20
  if (over <= 0) return [value, shift]
  const by = Math.floor(over)
  return [value / bigPow10(by), shift - by]
}

/** Decimal logarithm beyond which a whole power is too large without looking closer. */
const WHOLE_SIZE_MAX = 393204

/** Whole powers of no more digits are multiplied out. */
const EXACT_DIGITS_MAX = 400000

/** Exact, then rounded. @param {Numeric} a @param {number} exponent @param {number} scale */
function wholePower(a, exponent, scale) {
  const product = BigInt(a.coef) ** BigInt(Math.abs(exponent))
  const productScale = a.scale * Math.abs(exponent)
  if (exponent > 0) return narrowed(product, productScale, scale)
  return N.fromBig(N.roundedQuotient(bigPow10(productScale + scale), product), scale)
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
  if (a.special === 0 && a.coef === 0 && b.special === N.NEGATIVE_INFINITY)
    throw invalidPower('zero raised to a negative power is undefined')
  if (b.special === 0 && b.coef === 0) return N.NUMERIC_ONE
  if (b.special !== 0) {
    if (one || N.compareNumeric(a, N.fromInteger(-1)) === 0) return N.NUMERIC_ONE
    const magnitude = N.sign(a) < 0 ? N.negateNumeric(a) : a
    const grows = (N.compareNumeric(magnitude, N.NUMERIC_ONE) > 0) === (b.special === N.POSITIVE_INFINITY)
    return grows ? N.NUMERIC_INFINITY : N.NUMERIC_ZERO
  }
  if (a.special === N.POSITIVE_INFINITY) return b.coef > 0 ? N.NUMERIC_INFINITY : N.NUMERIC_ZERO
  if (N.compareNumeric(truncateNumeric(b, 0), b) !== 0)
    throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  if (b.coef < 0) return N.NUMERIC_ZERO
  return BigInt(truncateNumeric(b, 0).coef) % 2n === 0n ? N.NUMERIC_INFINITY : N.NUMERIC_MINUS_INFINITY
}
