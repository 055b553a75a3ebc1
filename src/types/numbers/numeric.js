/**
 * numeric: exact decimal numbers that carry their display scale, with PostgreSQL's rules for the scale of every result.
 *
 *   value = coef / 10^scale        coef is a number if and only if it is a safe integer, else a BigInt; 0 <= scale <=
 *   16383
 *   special: 0 finite, 1 NaN, 2 +Infinity, 3 -Infinity (coef and scale are 0 then)
 *
 * Immutable. Small values (the usual case: money, counters) never touch BigInt. Stored form: numeric-stored.js; the
 * wire's: numeric-type.js.
 */
import { spend, tire } from '../../util/effort.js'
import { divisionByZero, invalidInput, numericFieldOverflow, numericOverflow } from '../../errors/data.js'
import { mix32 } from './int8.js'

export const NAN = 1
export const POSITIVE_INFINITY = 2
export const NEGATIVE_INFINITY = 3
export const SCALE_MAX = 16383
const DISPLAY_SCALE_MAX = 1000
const INTEGER_DIGITS_MAX = 131072
/** So many fit whatever the scale. */
const DIGITS_SURE = 131072
const SIGNIFICANT_DIGITS_MIN = 16

const SAFE = Number.MAX_SAFE_INTEGER
const BIG_SAFE = BigInt(SAFE)
const POW10 = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
/** @type {bigint[]} */
const BIG_POW10 = [1n]

/** @param {number} exponent */
export function bigPow10(exponent) {
  if (exponent > 1200) return 10n ** BigInt(exponent)
  while (BIG_POW10.length <= exponent) BIG_POW10.push(BIG_POW10[BIG_POW10.length - 1] * 10n)
  return BIG_POW10[exponent]
}

export class Numeric {
  /**
   * Use `numeric(...)` unless coef is already normalised.
   * @param {number | bigint} coef
   * @param {number} scale
   * @param {number} special
   */
  constructor(coef, scale, special) {
    this.coef = coef
    this.scale = scale
    this.special = special
  }

  toString() {
    return formatNumeric(this)
  }

  toJSON() {
    return formatNumeric(this)
  }
}

export const NUMERIC_NAN = new Numeric(0, 0, NAN)
export const NUMERIC_INFINITY = new Numeric(0, 0, POSITIVE_INFINITY)
export const NUMERIC_MINUS_INFINITY = new Numeric(0, 0, NEGATIVE_INFINITY)
export const NUMERIC_ZERO = new Numeric(0, 0, 0)
export const NUMERIC_ONE = new Numeric(1, 0, 0)

/** Normalises a BigInt coefficient; 22003 when too large for the format. @param {bigint} coef @param {number} scale */
export function fromBig(coef, scale) {
  if (coef <= BIG_SAFE && coef >= -BIG_SAFE) return new Numeric(Number(coef), scale, 0)
  if (scale > SCALE_MAX || tooWide(coef, scale)) throw numericOverflow()
  return new Numeric(coef, scale, 0)
}

/**
 * The same for what is on its way to a result: larger, or finer, than a numeric may be. Sums and products of such go
 * with `addWide` and `multiplyWide`; `fromWide` is how they end.
 * @param {bigint} coef @param {number} scale
 */
const wide = (coef, scale) => new Numeric(coef <= BIG_SAFE && coef >= -BIG_SAFE ? Number(coef) : coef, scale, 0)

/** @param {Numeric} a finite, wide or not @param {Numeric} b */
export function addWide(a, b) {
  const scale = Math.max(a.scale, b.scale)
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (sum <= SAFE && sum >= -SAFE) return new Numeric(sum, scale, 0)
  }
  return wide(BigInt(left) + BigInt(right), scale)
}

/** @param {Numeric} a finite, wide or not @param {Numeric} b */
export const multiplyWide = (a, b) => wide(BigInt(a.coef) * BigInt(b.coef), a.scale + b.scale)

/** Rounded. @param {Numeric} a finite, wide or not @param {Numeric} b not zero @param {number} scale of the result */
export function divideWide(a, b, scale) {
  const shift = scale - a.scale + b.scale
  const numerator = shift >= 0 ? BigInt(a.coef) * bigPow10(shift) : BigInt(a.coef)
  return wide(roundedQuotient(numerator, shift >= 0 ? BigInt(b.coef) : BigInt(b.coef) * bigPow10(-shift)), scale)
}

/** @param {Numeric} value wide or not @returns {Numeric} 22003 when too large for the format */
export const fromWide = (value) => typeof value.coef === 'number' ? value : fromBig(value.coef, value.scale)

/** What an operation on thousands of digits costs, in steps of a regular expression. */
const LONG_STEPS = 500_000
/** The same of one step of a series. @param {bigint} coef */
export function spendDigits(coef) {
  if (coef < COMFORTABLE && coef > -COMFORTABLE) spend(200)
  else strain()
}

/** An operation on thousands of digits: the loop around it gives way at its next step. */
function strain() {
  spend(LONG_STEPS)
  tire()
}

/** Comparing BigInts of different lengths is O(1), so the exact check is paid only near the limit. */
const COMFORTABLE = 10n ** 4000n

/** @param {bigint} coef @param {number} scale */
function tooWide(coef, scale) {
  if (coef < COMFORTABLE && coef > -COMFORTABLE) return false
  strain()
  const limit = bigPow10Cached()
  const integer = scale === 0 ? coef : coef / bigPow10(scale)
  return integer >= limit || integer <= -limit
}

/** @type {bigint | undefined} */
let widest
function bigPow10Cached() {
  widest ??= 10n ** BigInt(INTEGER_DIGITS_MAX)
  return widest
}

/** @param {number | bigint} coef an int8 datum @returns {Numeric} */
export const fromInteger = (coef) => new Numeric(coef, 0, 0)

const big = (/** @type {number | bigint} */ coef) => BigInt(coef)

/** @param {Numeric} value 1, 0 or -1; NaN counts as 1 */
export function sign(value) {
  if (value.special !== 0) return value.special === NEGATIVE_INFINITY ? -1 : 1
  return value.coef > 0 ? 1 : value.coef < 0 ? -1 : 0
}

// ---- text

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

/** @param {Numeric} value */
export function formatNumeric(value) {
  if (value.special !== 0)
    return value.special === NAN ? 'NaN' : value.special === POSITIVE_INFINITY ? 'Infinity' : '-Infinity'
  const digits = typeof value.coef === 'number' && value.coef < 1e21 ? String(value.coef) : value.coef.toString()
  if (digits.length > 4000) strain()
  if (value.scale === 0) return digits
  const negative = digits.charCodeAt(0) === 45
  const magnitude = negative ? digits.slice(1) : digits
  const whole = magnitude.length - value.scale
  const body =
    whole > 0 ? `${magnitude.slice(0, whole)}.${magnitude.slice(whole)}` : `0.${'0'.repeat(-whole)}${magnitude}`
  return negative ? `-${body}` : body
}

// ---- order

/** NaN equals itself and is above everything. @param {Numeric} a @param {Numeric} b */
export function compareNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) return specialRank(a) - specialRank(b)
  if (a.scale === b.scale) return a.coef < b.coef ? -1 : a.coef > b.coef ? 1 : 0
  const aSign = sign(a)
  const bSign = sign(b)
  if (aSign !== bSign) return aSign - bSign
  if (aSign === 0) return 0
  const scale = Math.max(a.scale, b.scale)
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** @param {Numeric} value */
const specialRank = (value) =>
  value.special === NAN ? 2 : value.special === POSITIVE_INFINITY ? 1 : value.special === NEGATIVE_INFINITY ? -1 : 0

/**
 * coef at a larger scale, a number while it is exact.
 * @param {Numeric} value
 * @param {number} scale
 * @returns {number | bigint}
 */
function scaledUp(value, scale) {
  const by = scale - value.scale
  if (by === 0) return value.coef
  if (typeof value.coef === 'number') {
    if (by <= 15) {
      const scaled = value.coef * POW10[by]
      if (scaled <= SAFE && scaled >= -SAFE) return scaled
    }
    if (value.coef === 0) return 0
  }
  return big(value.coef) * bigPow10(by)
}

/** Equal values hash alike whatever their scale. @param {Numeric} value */
export function hashNumeric(value) {
  if (value.special !== 0) return mix32(value.special)
  let { coef, scale } = value
  if (typeof coef === 'number') {
    if (coef === 0) return 0
    while (scale > 0 && coef % 10 === 0) {
      coef /= 10
      scale--
    }
    const high = Math.floor(coef / 4294967296)
    return mix32(mix32((coef - high * 4294967296) | 0) ^ high ^ Math.imul(scale, 0x9e3779b1))
  }
  while (scale > 0 && coef % 10n === 0n) {
    coef /= 10n
    scale--
  }
  if (coef <= BIG_SAFE && coef >= -BIG_SAFE) return hashNumeric(new Numeric(Number(coef), scale, 0))
  let hash = scale
  for (let rest = coef < 0n ? -coef : coef; rest > 0n; rest >>= 32n) hash = mix32(hash ^ Number(rest & 0xffffffffn))
  return coef < 0n ? ~hash : hash
}

// ---- arithmetic

/** @param {Numeric} a @param {Numeric} b */
export function addNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) return addSpecial(a.special, b.special)
  const scale = a.scale > b.scale ? a.scale : b.scale
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (sum <= SAFE && sum >= -SAFE) return new Numeric(sum, scale, 0)
  }
  return fromBig(big(left) + big(right), scale)
}

/** @param {number} a @param {number} b */
function addSpecial(a, b) {
  if (a === NAN || b === NAN) return NUMERIC_NAN
  if (a !== 0 && b !== 0 && a !== b) return NUMERIC_NAN
  return (a || b) === POSITIVE_INFINITY ? NUMERIC_INFINITY : NUMERIC_MINUS_INFINITY
}

/** @param {Numeric} value */
export function negateNumeric(value) {
  if (value.special !== 0)
    return value.special === NAN
      ? value
      : value.special === POSITIVE_INFINITY
        ? NUMERIC_MINUS_INFINITY
        : NUMERIC_INFINITY
  return new Numeric(typeof value.coef === 'number' ? 0 - value.coef : -value.coef, value.scale, 0)
}

/** @param {Numeric} a @param {Numeric} b */
export const subtractNumeric = (a, b) => addNumeric(a, negateNumeric(b))

/** @param {Numeric} a @param {Numeric} b */
export function multiplyNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) {
    if (a.special === NAN || b.special === NAN) return NUMERIC_NAN
    const direction = sign(a) * sign(b)
    return direction === 0 ? NUMERIC_NAN : direction > 0 ? NUMERIC_INFINITY : NUMERIC_MINUS_INFINITY
  }
  const scale = a.scale + b.scale
  if (typeof a.coef === 'number' && typeof b.coef === 'number') {
    const product = a.coef * b.coef
    if (product <= SAFE && product >= -SAFE && scale <= SCALE_MAX) return new Numeric(product + 0, scale, 0)
  }
  const product = big(a.coef) * big(b.coef)
  return scale > SCALE_MAX
    ? fromBig(roundedQuotient(product, bigPow10(scale - SCALE_MAX)), SCALE_MAX)
    : fromBig(product, scale)
}

/** a / b rounded half away from zero, for BigInts. @param {bigint} a @param {bigint} b @returns {bigint} */
export function roundedQuotient(a, b) {
  const quotient = a / b
  const rest = a - quotient * b
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice >= (b < 0n ? -b : b)) return (a < 0n) === (b < 0n) ? quotient + 1n : quotient - 1n
  return quotient
}

/** @param {Numeric} a @param {Numeric} b 22012 */
export function divideNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) return divideSpecial(a, b)
  if (b.coef === 0) throw divisionByZero()
  return divideToScale(a, b, divisionScale(a, b))
}

/** @param {Numeric} a @param {Numeric} b @param {number} scale of the result, rounded */
export function divideToScale(a, b, scale) {
  return fromWide(divideWide(a, b, scale))
}

/** @param {Numeric} a @param {Numeric} b */
function divideSpecial(a, b) {
  if (a.special === NAN || b.special === NAN) return NUMERIC_NAN
  if (a.special !== 0) {
    if (b.special !== 0) return NUMERIC_NAN
    if (b.coef === 0) throw divisionByZero()
    return sign(a) * sign(b) > 0 ? NUMERIC_INFINITY : NUMERIC_MINUS_INFINITY
  }
  return NUMERIC_ZERO
}

/**
 * Enough digits for 16 significant ones, and no fewer than either operand shows.
 * @param {Numeric} a
 * @param {Numeric} b
 */
export function divisionScale(a, b) {
  const [aWeight, aFirst] = leadingDigit(a)
  const [bWeight, bFirst] = leadingDigit(b)
  const weight = aWeight - bWeight - (aFirst <= bFirst ? 1 : 0)
  return Math.min(Math.max(SIGNIFICANT_DIGITS_MIN - weight * 4, a.scale, b.scale, 0), DISPLAY_SCALE_MAX)
}

/**
 * Weight (power of 10000) and value of the first base-10000 digit; zero gives [0, 0].
 * @param {Numeric} value
 * @returns {[number, number]}
 */
export function leadingDigit(value) {
  if (value.coef === 0) return [0, 0]
  const { count, first } = digitsOf(value.coef)
  const exponent = count - value.scale - 1
  const weight = Math.floor(exponent / 4)
  const take = exponent - weight * 4 + 1
  return [weight, Number(first.slice(0, take).padEnd(take, '0'))]
}

/**
 * How many decimal digits a coefficient has, and the first four of them.
 * @param {number | bigint} coef not zero
 * @returns {{ count: number, first: string }}
 */
function digitsOf(coef) {
  if (typeof coef === 'bigint' && (coef >= COMFORTABLE || coef <= -COMFORTABLE))
    return digitsOfLong(coef < 0n ? -coef : coef)
  const text = coef.toString()
  const digits = text.charCodeAt(0) === 45 ? text.slice(1) : text
  return { count: digits.length, first: digits.slice(0, 4) }
}

/** Hexadecimal digits that a double holds. */
const HEX_TAKEN = 13
/** Beyond what a logarithm from those is off by, of a number of 131,072 digits. */
const DOUBT = 1e-7

/**
 * By its first bits: to write all its digits takes a hundred times as long. Where these do not tell, it is compared
 * with the number that is in doubt.
 * @param {bigint} coef of thousands of digits, positive @returns {{ count: number, first: string }}
 */
function digitsOfLong(coef) {
  const hex = coef.toString(16)
  const logarithm =
    Math.log10(Number.parseInt(hex.slice(0, HEX_TAKEN), 16)) + (hex.length - HEX_TAKEN) * 4 * Math.log10(2)
  const exponent = Math.floor(logarithm)
  const lead = 10 ** (logarithm - exponent) * 1000
  let first = Math.floor(lead * (1 + DOUBT))
  if (first !== Math.floor(lead * (1 - DOUBT)) && coef < BigInt(first) * bigPow10(exponent - 3)) first--
  if (first < 1000) return { count: exponent, first: '9999' }
  return first > 9999 ? { count: exponent + 2, first: '1000' } : { count: exponent + 1, first: String(first) }
}

/** Remainder of the truncated quotient. @param {Numeric} a @param {Numeric} b 22012 */
export function moduloNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) {
    if (a.special === NAN || b.special === NAN) return NUMERIC_NAN
    if (a.special !== 0) {
      if (b.special === 0 && b.coef === 0) throw divisionByZero()
      return NUMERIC_NAN
    }
    return a
  }
  if (b.coef === 0) throw divisionByZero()
  const scale = Math.max(a.scale, b.scale)
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  if (typeof left === 'number' && typeof right === 'number') return new Numeric(left % right + 0, scale, 0)
  return fromBig(big(left) % big(right), scale)
}

/** Truncated quotient, scale 0. @param {Numeric} a @param {Numeric} b 22012 */
export function divideTruncated(a, b) {
  if (a.special !== 0 || b.special !== 0) return divideSpecial(a, b)
  if (b.coef === 0) throw divisionByZero()
  const scale = Math.max(a.scale, b.scale)
  return fromBig(big(scaledUp(a, scale)) / big(scaledUp(b, scale)), 0)
}

// ---- scale

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

// ---- conversions

/** Powers of ten that are doubles exactly. */
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** The nearest double. @param {Numeric} value */
export function numericToNumber(value) {
  if (value.special !== 0)
    return value.special === NAN ? NaN : value.special === POSITIVE_INFINITY ? Infinity : -Infinity
  // Both sides exact, so the quotient is rounded once.
  if (typeof value.coef === 'number' && value.scale < EXACT_POWERS.length) return value.coef / EXACT_POWERS[value.scale]
  return Number(formatNumeric(value))
}

/** Rounded to an integer. @param {Numeric} value finite @returns {bigint} */
export const numericToBigInt = (value) => BigInt(roundNumeric(value, 0).coef)
