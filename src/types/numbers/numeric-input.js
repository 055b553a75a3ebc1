/** Texts as numerics. */
import { invalidInput, numericOverflow } from '../../errors/data.js'
import { applyNumericTypmod } from './numeric-rounding.js'
import { NUMERIC_NAN, NUMERIC_MINUS_INFINITY, NUMERIC_INFINITY, SCALE_MAX, Numeric, fromBig } from './numeric.js'
import { INTEGER_DIGITS_MAX, bigPow10 } from './numeric-digits.js'

/** So many fit whatever the scale. */
const DIGITS_SURE = 131072

/** @param {string} text @param {number} [typmod] @returns {Numeric} 22P02, 22003 */
export function parseNumeric(text, typmod = -1) {
  const value = readNumeric(text)
  return typmod < 0 ? value : applyNumericTypmod(value, typmod)
}

const NUMBER_PATTERN = /^[ \t\n\v\f\r]*([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?[ \t\n\v\f\r]*$/
const SPECIAL_PATTERN = /^[ \t\n\v\f\r]*(?:(nan)|([+-]?)inf(?:inity)?)[ \t\n\v\f\r]*$/i

/** @param {string} text */
function readNumeric(text) {
  const match = NUMBER_PATTERN.exec(text)
  if (match === null) {
    const special = SPECIAL_PATTERN.exec(text)
    if (special === null) throw invalidInput('numeric', text)
    if (special[1] !== undefined) return NUMERIC_NAN
    return special[2] === '-' ? NUMERIC_MINUS_INFINITY : NUMERIC_INFINITY
  }
  const fraction = match[3] ?? match[4] ?? ''
  const digits = (match[2] ?? '') + fraction
  const exponent = match[5] === undefined ? 0 : Number(match[5])
  if (exponent >= 1073741823 || exponent <= -1073741823) throw numericOverflow()
  const scale = fraction.length - exponent
  if (scale > SCALE_MAX || fraction.length > SCALE_MAX + Math.max(exponent, 0)) throw numericOverflow()
  if (digits.length <= 15 && scale >= 0) {
    const coef = Number(digits)
    return new Numeric(match[1] === '-' ? 0 - coef : coef, scale, 0)
  }
  // Reading digits that are too many takes a time that grows with the square of their number.
  if (digits.length > DIGITS_SURE && digits.replace(/^0+/, '').length > INTEGER_DIGITS_MAX + Math.max(scale, 0))
    throw numericOverflow()
  let coef = BigInt(digits)
  if (match[1] === '-') coef = -coef
  if (coef === 0n) return new Numeric(0, Math.max(scale, 0), 0)
  if (scale >= 0) return fromBig(coef, scale)
  if (digits.length - scale > INTEGER_DIGITS_MAX + 16) {
    if (digits.replace(/^0+/, '').length - scale > INTEGER_DIGITS_MAX) throw numericOverflow()
  }
  return fromBig(coef * bigPow10(-scale), 0)
}
