/**
 * numeric: exact decimal numbers that carry their display scale, with PostgreSQL's rules for the scale of every result.
 *
 *   value = coef / 10^scale        coef is a number if and only if it is a safe integer, else a BigInt; 0 <= scale <=
 *   16383
 *   special: 0 finite, 1 NaN, 2 +Infinity, 3 -Infinity (coef and scale are 0 then)
 *
 * Immutable. Small values (the usual case: money, counters) never touch BigInt. Other scales: numeric-rounding.js; from
 * text: numeric-input.js; stored form: numeric-stored.js; the wire's: numeric-type.js.
 */
import { divisionByZero, numericOverflow } from '../../errors/data.js'
import { mix32 } from './int8.js'
import { tooWide, bigPow10, strain, digitsOf } from './numeric-digits.js'

export const NAN = 1
export const POSITIVE_INFINITY = 2
export const NEGATIVE_INFINITY = 3
export const SCALE_MAX = 16383
const DISPLAY_SCALE_MAX = 1000
const SIGNIFICANT_DIGITS_MIN = 16

const SAFE = Number.MAX_SAFE_INTEGER
export const BIG_SAFE = BigInt(SAFE)
export const POW10 = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)

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

/** @param {number | bigint} coef an int8 datum @returns {Numeric} */
export const fromInteger = (coef) => new Numeric(coef, 0, 0)

export const big = (/** @type {number | bigint} */ coef) => BigInt(coef)

/** @param {Numeric} value 1, 0 or -1; NaN counts as 1 */
export function sign(value) {
  if (value.special !== 0) return value.special === NEGATIVE_INFINITY ? -1 : 1
  return value.coef > 0 ? 1 : value.coef < 0 ? -1 : 0
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
export function scaledUp(value, scale) {
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
  if (b.coef === 0) throw divisionByZero('div_var')
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
    if (b.coef === 0) throw divisionByZero('div_var')
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

/** Remainder of the truncated quotient. @param {Numeric} a @param {Numeric} b 22012 */
export function moduloNumeric(a, b) {
  if (a.special !== 0 || b.special !== 0) {
    if (a.special === NAN || b.special === NAN) return NUMERIC_NAN
    if (a.special !== 0) {
      if (b.special === 0 && b.coef === 0) throw divisionByZero('div_var')
      return NUMERIC_NAN
    }
    return a
  }
  if (b.coef === 0) throw divisionByZero('div_var')
  const scale = Math.max(a.scale, b.scale)
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  if (typeof left === 'number' && typeof right === 'number') return new Numeric(left % right + 0, scale, 0)
  return fromBig(big(left) % big(right), scale)
}

/** Truncated quotient, scale 0. @param {Numeric} a @param {Numeric} b 22012 */
export function divideTruncated(a, b) {
  if (a.special !== 0 || b.special !== 0) return divideSpecial(a, b)
  if (b.coef === 0) throw divisionByZero('div_var')
  const scale = Math.max(a.scale, b.scale)
  return fromBig(big(scaledUp(a, scale)) / big(scaledUp(b, scale)), 0)
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
