/** numeric: operators, rounding, and the functions of roots.js, logarithms.js and power.js. */
import * as N from '../../types/numbers/numeric.js'
import { spendDigits } from '../../types/numbers/numeric-digits.js'
import { roundNumeric, truncateNumeric, trimScale } from '../../types/numbers/numeric-rounding.js'
import { integerOutOfRange, invalidWidthBucket, numericOverflow, outOfRange } from '../../errors/data.js'
import { bigDivisor } from './integer.js'
import { Family } from '../impl.js'
import { squareRoot } from './roots.js'
import { exponential, naturalLogarithm, logarithm } from './logarithms.js'
import { power } from './power.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const numericFunctions = family.functions

family.add('numeric_add', N.addNumeric, { inline: (a, b) => `addNumeric(${a}, ${b})`, helpers: ['addNumeric'] })
family.add('numeric_sub', N.subtractNumeric, {
  inline: (a, b) => `subtractNumeric(${a}, ${b})`,
  helpers: ['subtractNumeric'],
})
family.add('numeric_mul', N.multiplyNumeric, {
  inline: (a, b) => `multiplyNumeric(${a}, ${b})`,
  helpers: ['multiplyNumeric'],
})

/** The bucket behind the last. @param {number} count @throws {DbError} 22003 */
function bucketAbove(count) {
  if (count >= 2147483647) throw integerOutOfRange()
  return count + 1
}

/** @param {number} digits asked for by the user */
const roundedScale = (digits) => Math.min(Math.max(digits, -131073), 16383)

/** @param {number} digits asked for by the user */
const cutScale = (digits) => Math.min(Math.max(digits, -131072), 16383)

/** @param {Numeric} value @param {bigint} up */
export function toInteger(value, up) {
  if (value.special !== 0) return value
  const cut = truncateNumeric(value, 0)
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
  numeric_round: (a, digits) => roundNumeric(a, roundedScale(digits)),
  numeric_trunc: (a, digits) => truncateNumeric(a, cutScale(digits)),
  numeric_ceil: (a) => toInteger(a, 1n),
  numeric_floor: (a) => toInteger(a, -1n),
  numeric_scale: (a) => (a.special === 0 ? a.scale : null),
  numeric_min_scale: (a) => (a.special === 0 ? trimScale(a).scale : null),
  numeric_trim_scale: trimScale,
  numeric_gcd: (a, b) => wholePair(a, b, bigDivisor),
  numeric_lcm: (a, b) => wholePair(a, b, (x, y) => {
    if (x === 0n || y === 0n) return 0n
    const multiple = x / bigDivisor(x, y) * y
    return multiple < 0n ? -multiple : multiple
  }),
  numeric_fac: (a) => {
    if (a < 0) throw numericDomain()
    if (a > 32177) throw numericOverflow()
    return N.fromBig(productOf(2, Number(a)), 0)
  },
  numeric_sqrt: squareRoot,
  numeric_exp: exponential,
  numeric_ln: naturalLogarithm,
  numeric_log: logarithm,
  numeric_power: power,
  width_bucket_numeric: (value, low, high, count) => {
    if (count <= 0) throw invalidWidthBucket('count must be greater than zero')
    if ([value, low, high].some((one) => one.special === N.NAN))
      throw invalidWidthBucket('operand, lower bound, and upper bound cannot be NaN')
    if (low.special !== 0 || high.special !== 0) throw invalidWidthBucket('lower and upper bounds must be finite')
    const direction = N.compareNumeric(low, high)
    if (direction === 0) throw invalidWidthBucket('lower bound cannot equal upper bound')
    if (N.compareNumeric(value, low) * direction > 0) return 0
    if (N.compareNumeric(value, high) * direction <= 0) return bucketAbove(count)
    const part = N.multiplyWide(N.addWide(value, N.negateNumeric(low)), N.fromInteger(count))
    return Number(N.divideTruncated(part, N.addWide(high, N.negateNumeric(low))).coef) + 1
  },
})

/**
 * All from one to the other: of halves, so that what is multiplied is of one length.
 * @param {number} first
 * @param {number} last
 * @returns {bigint}
 */
function productOf(first, last) {
  if (last - first < 32) {
    let product = 1n
    for (let factor = first; factor <= last; factor++) product *= BigInt(factor)
    return product
  }
  const middle = (first + last) >>> 1
  const product = productOf(first, middle) * productOf(middle + 1, last)
  spendDigits(product)
  return product
}

const numericDomain = () => outOfRange('factorial of a negative number is undefined')

/** @param {Numeric} a @param {Numeric} b @param {(x: bigint, y: bigint) => bigint} combine */
function wholePair(a, b, combine) {
  if (a.special !== 0 || b.special !== 0) return N.NUMERIC_NAN
  const scale = Math.max(a.scale, b.scale)
  return N.fromBig(combine(BigInt(roundNumeric(a, scale).coef), BigInt(roundNumeric(b, scale).coef)), scale)
}
