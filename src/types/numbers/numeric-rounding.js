/** Other scales of a numeric: rounded, cut, as numeric(p, s) wants them, without zeros at the end. */
import { numericFieldOverflow } from '../../errors/data.js'
import { POW10, Numeric, fromBig, big, roundedQuotient, scaledUp, NAN, BIG_SAFE } from './numeric.js'
import { bigPow10, digitsOf } from './numeric-digits.js'

/**
 * Rounded half away from zero to `scale` digits after the point (negative: before it).
 * @param {Numeric} value
 * @param {number} scale
 */
export function roundNumeric(value, scale) {
  if (value.special !== 0 || scale === value.scale) return value
  if (scale > value.scale) return rescaleUp(value, scale)
  const by = value.scale - scale
  const shown = scale < 0 ? 0 : scale
  if (typeof value.coef === 'number' && by <= 15) {
    const unit = POW10[by]
    const rest = value.coef % unit
    let quotient = (value.coef - rest) / unit
    if (rest * 2 >= unit) quotient++
    else if (rest * 2 <= -unit) quotient--
    return scale >= 0 ? new Numeric(quotient + 0, shown, 0) : fromBig(big(quotient) * bigPow10(-scale), 0)
  }
  if (by > coefDigits(value) + 1) return new Numeric(0, shown, 0)
  const quotient = roundedQuotient(big(value.coef), bigPow10(by))
  return fromBig(scale >= 0 ? quotient : quotient * bigPow10(-scale), shown)
}

/** Cut off after `scale` digits. @param {Numeric} value @param {number} scale */
export function truncateNumeric(value, scale) {
  if (value.special !== 0 || scale === value.scale) return value
  if (scale > value.scale) return rescaleUp(value, scale)
  const by = value.scale - scale
  const shown = scale < 0 ? 0 : scale
  if (by > coefDigits(value)) return new Numeric(0, shown, 0)
  const quotient = big(value.coef) / bigPow10(by)
  return fromBig(scale >= 0 ? quotient : quotient * bigPow10(-scale), shown)
}

/** @param {Numeric} value @param {number} scale */
function rescaleUp(value, scale) {
  const coef = scaledUp(value, scale)
  return typeof coef === 'number' ? new Numeric(coef, scale, 0) : fromBig(coef, scale)
}

/** Decimal digits in coef, 0 for zero. @param {Numeric} value */
export function coefDigits(value) {
  return value.coef === 0 ? 0 : digitsOf(value.coef).count
}

/** @param {number} typmod @returns {[number, number]} precision and (possibly negative) scale */
export const numericTypmod = (typmod) => [((typmod - 4) >>> 16) & 0xffff, (((typmod - 4) & 0x7ff) ^ 1024) - 1024]

/** Rounds to numeric(p, s); 22003 when the integer part does not fit. @param {Numeric} value @param {number} typmod */
export function applyNumericTypmod(value, typmod) {
  if (typmod < 4 || value.special === NAN) return value
  const [precision, scale] = numericTypmod(typmod)
  if (value.special !== 0) throw numericFieldOverflow(precision, scale, 'infinite value')
  const rounded = roundNumeric(value, scale)
  const digits = precision - scale
  const coef = rounded.coef
  const limit = digits + rounded.scale
  if (typeof coef === 'number' && limit >= 0 && limit <= 15) {
    if (coef >= POW10[limit] || coef <= -POW10[limit]) throw numericFieldOverflow(precision, scale)
  } else if (coef !== 0 && coefDigits(rounded) > limit) {
    throw numericFieldOverflow(precision, scale)
  }
  return rounded
}

/** Drops zeros at the end of the fraction. @param {Numeric} value */
export function trimScale(value) {
  if (value.special !== 0 || value.scale === 0) return value
  return new Numeric(...strip(value.coef, value.scale), 0)
}

/** @param {number | bigint} coef @param {number} scale @returns {[number | bigint, number]} */
function strip(coef, scale) {
  if (coef === 0) return [0, 0]
  let rest = coef
  let left = scale
  if (typeof rest === 'number') {
    while (left > 0 && rest % 10 === 0) {
      rest /= 10
      left--
    }
    return [rest, left]
  }
  // The largest powers first: of thousands of zeros each is no division of its own.
  for (let zeros = 1 << 13; zeros > 0; zeros >>= 1) {
    if (zeros > left) continue
    for (let power = bigPow10(zeros); left >= zeros && rest % power === 0n; left -= zeros) rest /= power
  }
  return [rest <= BIG_SAFE && rest >= -BIG_SAFE ? Number(rest) : rest, left]
}

/** Rounded to an integer. @param {Numeric} value finite @returns {bigint} */
export const numericToBigInt = (value) => BigInt(roundNumeric(value, 0).coef)
