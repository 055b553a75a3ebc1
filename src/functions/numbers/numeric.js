/**
 * numeric: operators, rounding, roots, exponentials and logarithms. Transcendental functions are computed in fixed
 * point over BigInt with guard
 * digits and rounded to the scale PostgreSQL's rules give: at least 16 significant digits.
 */
import {
  divisionByZero, integerOutOfRange, invalidLogarithm, invalidPower, invalidWidthBucket, numericOverflow, outOfRange
} from '../../errors/data.js'
import * as N from '../../types/numbers/numeric.js'
import { bigDivisor } from './integer.js'
import { Family } from '../impl.js'
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
  numeric_round: (a, digits) => N.roundNumeric(a, roundedScale(digits)),
  numeric_trunc: (a, digits) => N.truncateNumeric(a, cutScale(digits)),
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
  N.spendDigits(product)
  return product
}

const numericDomain = () => outOfRange('factorial of a negative number is undefined')

/** @param {Numeric} a @param {Numeric} b @param {(x: bigint, y: bigint) => bigint} combine */
function wholePair(a, b, combine) {
  if (a.special !== 0 || b.special !== 0) return N.NUMERIC_NAN
  const scale = Math.max(a.scale, b.scale)
  return N.fromBig(combine(BigInt(N.roundNumeric(a, scale).coef), BigInt(N.roundNumeric(b, scale).coef)), scale)
}

/**
 * Newton's steps, each with as many bits as are right after it: all of them together cost what the last one does.
 * (The algorithm of Python's math.isqrt, which proves it.)
 * @param {bigint} value
 * @returns {bigint} floor of its square root
 */
export function integerRoot(value) {
  if (value < 2n) return value
  const hex = value.toString(16)
  const bits = (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0], 16)))
  const half = (bits - 1) >> 1
  let root = 1n
  let known = 0
  for (let shift = 31 - Math.clz32(half); shift >= 0; shift--) {
    const before = known
    known = half >> shift
    N.spendDigits(root)
    root = (root << BigInt(known - before - 1)) + (value >> BigInt(2 * half - before - known + 1)) / root
  }
  return root * root > value ? root - 1n : root
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
  const one = N.bigPow10(scale + guard)
  const limit = N.bigPow10(scale + guard - size)
  // Halve until small, sum the series, square back.
  let halvings = 0n
  let small = x * N.bigPow10(guard)
  while ((small < 0n ? -small : small) > limit) {
    small /= 2n
    halvings++
    N.spendDigits(small)
  }
  let term = one
  let sum = one
  for (let i = 1n; term !== 0n; i++) {
    term = term * small / (one * i)
    sum += term
    N.spendDigits(one)
  }
  for (; halvings > 0n; halvings--) {
    sum = sum * sum / one
    N.spendDigits(sum)
  }
  return sum / N.bigPow10(guard)
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
    N.spendDigits(one)
  }
  return sum * 2n * (1n << doublings)
}

/** In fixed point of so many digits, rounded. @param {Numeric} a finite @param {number} digits @returns {bigint} */
const fixed = (a, digits) =>
  digits >= a.scale
    ? BigInt(a.coef) * N.bigPow10(digits - a.scale)
    : N.roundedQuotient(BigInt(a.coef), N.bigPow10(a.scale - digits))

/** Rounds a fixed-point value to a numeric. @param {bigint} value @param {number} from @param {number} scale */
const narrowed = (value, from, scale) =>
  from >= scale
    ? N.fromBig(N.roundedQuotient(value, N.bigPow10(from - scale)), scale)
    : N.fromBig(value * N.bigPow10(scale - from), scale)

/** ln 10, as often as it was asked for with more digits than before. */
let lnTen = { digits: -1, value: 0n }

/** @param {number} digits @returns {bigint} ln 10 in fixed point */
function fixedLnTen(digits) {
  if (digits > lnTen.digits) lnTen = { digits, value: fixedLn(N.bigPow10(digits + 1), digits) }
  return lnTen.value / N.bigPow10(lnTen.digits - digits)
}

const NEAR_BELOW = N.parseNumeric('0.9')
const NEAR_ABOVE = N.parseNumeric('1.1')

/** @param {Numeric} a */
const isNearOne = (a) => N.compareNumeric(a, NEAR_BELOW) >= 0 && N.compareNumeric(a, NEAR_ABOVE) <= 0

const GUARD = 10

/** ln(a) in fixed point. @param {Numeric} a positive @param {number} digits @returns {bigint} */
function lnTo(a, digits) {
  // Near one a power of ten taken out would have to be taken in again.
  if (isNearOne(a)) return fixedLn(fixed(a, digits), digits)
  const work = digits + GUARD
  const length = N.coefDigits(a)
  const mantissa = fixed(new N.Numeric(a.coef, length, 0), work)
  return (fixedLn(mantissa, work) + BigInt(length - a.scale) * fixedLnTen(work)) / N.bigPow10(GUARD)
}

/**
 * e^x, rounded.
 * @param {bigint} x in fixed point
 * @param {number} digits of it: what the result has before and behind the point, and some
 * @param {number} scale
 */
function expTo(x, digits, scale) {
  const ten = fixedLnTen(digits)
  const tens = N.roundedQuotient(x, ten)
  return narrowed(fixedExp(x - tens * ten, digits), digits - Number(tens), scale)
}

/** Digits that a result of about 10^size must be computed with. @param {number} size @param {number} scale */
const digitsOf = (size, scale) => Math.max(0, Math.ceil(size) + scale) + 30

/** log10(e), as PostgreSQL has it where it guesses sizes. */
const LOG10_E = 0.434294481903252
/** Beyond, e^x is too large for PostgreSQL, or nothing; and the same where x is a guess. */
const EXPONENT_MAX = 6000
const GUESS_MAX = 6020

/** @param {number} size of the result: its decimal logarithm @param {...number} scales no fewer digits than these */
const resultScale = (size, ...scales) => Math.min(Math.max(16 - Math.trunc(size), ...scales, 0), 1000)

/** @param {Numeric} a */
function exponential(a) {
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
function logWeight(a) {
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
function naturalLogarithm(a) {
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
function logarithm(a, b) {
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
  if (base === 0n) throw divisionByZero()
  return N.fromBig(N.roundedQuotient(lnTo(b, digits) * N.bigPow10(scale), base), scale)
}

/** @param {Numeric} a @param {Numeric} b */
export function power(a, b) {
  if (a.special !== 0 || b.special !== 0) return specialPower(a, b)
  const whole = N.truncateNumeric(b, 0)
  const isWhole = N.compareNumeric(whole, b) === 0
  if (a.coef === 0 && b.coef < 0) throw invalidPower('zero raised to a negative power is undefined')
  if (a.coef < 0 && !isWhole)
    throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  const minimum = Math.max(a.scale, b.scale, 0)
  if (b.coef === 0) return N.roundNumeric(N.NUMERIC_ONE, Math.min(Math.max(16, minimum), 1000))
  if (a.coef === 0) return new N.Numeric(0, Math.min(Math.max(16, minimum), 1000), 0)
  const magnitude = a.coef < 0 ? N.negateNumeric(a) : a
  if (isWhole && typeof whole.coef === 'number' && whole.coef >= -2147483648 && whole.coef <= 2147483647) {
    const scale = Math.min(Math.max(16, a.scale), 1000)
    const size = decimalLog(magnitude) * whole.coef
    if (size > WHOLE_SIZE_MAX) throw numericOverflow()
    if (size + 1 < -scale) return new N.Numeric(0, scale, 0)
    return N.coefDigits(a) * Math.abs(whole.coef) < EXACT_DIGITS_MAX
      ? wholePower(a, whole.coef, scale)
      : longPower(a, whole.coef, scale, size)
  }
  // The size is guessed from few digits of the logarithm, and the scale from that.
  const few = Math.min(Math.max(8 - logWeight(magnitude), 0), 1000)
  const roughly = BigInt(narrowed(lnTo(magnitude, few + GUARD), few + GUARD, few).coef)
  const guess = N.numericToNumber(
    new N.Numeric(N.roundedQuotient(roughly * BigInt(b.coef), N.bigPow10(b.scale)), few, 0),
  )
  if (Math.abs(guess) > GUESS_MAX) {
    if (guess > 0) throw numericOverflow()
    return new N.Numeric(0, 1000, 0)
  }
  const size = guess * LOG10_E
  const scale = resultScale(size, minimum)
  const digits = digitsOf(size, scale)
  const more = Math.max(0, N.coefDigits(b) - b.scale) + GUARD
  const exponent = lnTo(magnitude, digits + more) * BigInt(b.coef) / N.bigPow10(b.scale + more)
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
    N.spendDigits(base)
    if (left % 2 === 1) [value, shift] = shortened(value * base, shift + baseShift, digits)
    left = Math.floor(left / 2)
    if (left === 0) break
    ;[base, baseShift] = shortened(base * base, 2 * baseShift, digits)
  }
  if (exponent > 0) return narrowed(value, shift, scale)
  // 10^shift / value, to the scale.
  const length = value.toString().length + 1
  return narrowed(N.roundedQuotient(N.bigPow10(length + digits), value), length + digits - shift, scale)
}

/** @param {bigint} value @param {number} shift @param {number} digits to keep @returns {[bigint, number]} */
function shortened(value, shift, digits) {
  const over = value.toString(16).length * 1.2 - digits - 20
  if (over <= 0) return [value, shift]
  const by = Math.floor(over)
  return [value / N.bigPow10(by), shift - by]
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
  if (N.compareNumeric(N.truncateNumeric(b, 0), b) !== 0)
    throw invalidPower('a negative number raised to a non-integer power yields a complex result')
  if (b.coef < 0) return N.NUMERIC_ZERO
  return BigInt(N.truncateNumeric(b, 0).coef) % 2n === 0n ? N.NUMERIC_INFINITY : N.NUMERIC_MINUS_INFINITY
}
