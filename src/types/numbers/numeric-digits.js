/**
 * How many digits whole numbers have, powers of ten, and what long ones cost: a number that is too wide is refused, a
 * long one counts as steps.
 */
import { spend, tire } from '../../util/effort.js'

export const INTEGER_DIGITS_MAX = 131072

/** @type {bigint[]} */
const BIG_POW10 = [1n]

/** @param {number} exponent */
export function bigPow10(exponent) {
  if (exponent > 1200) return 10n ** BigInt(exponent)
  while (BIG_POW10.length <= exponent) BIG_POW10.push(BIG_POW10[BIG_POW10.length - 1] * 10n)
  return BIG_POW10[exponent]
}

/** What an operation on thousands of digits costs, in steps of a regular expression. */
const LONG_STEPS = 500_000

/** The same of one step of a series. @param {bigint} coef */
export function spendDigits(coef) {
  if (coef < COMFORTABLE && coef > -COMFORTABLE) spend(200)
  else strain()
}

/** An operation on thousands of digits: the loop around it gives way at its next step. */
export function strain() {
  spend(LONG_STEPS)
  tire()
}

/** Comparing BigInts of different lengths is O(1), so the exact check is paid only near the limit. */
const COMFORTABLE = 10n ** 4000n

/** @param {bigint} coef @param {number} scale */
export function tooWide(coef, scale) {
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

/**
 * How many decimal digits a coefficient has, and the first four of them.
 * @param {number | bigint} coef not zero
 * @returns {{ count: number, first: string }}
 */
export function digitsOf(coef) {
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
