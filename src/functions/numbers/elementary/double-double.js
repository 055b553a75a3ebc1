/**
 * Numbers of twice the precision: a value and a rest below its last digit. The elementary functions here work in them,
 * so that they round the true value and so agree with any other library that does nearly the same (glibc's, which
 * PostgreSQL calls, is right in all but 1 to 5 of 100 last digits). Sums are Knuth's and Dekker's, products are split
 * by Veltkamp's constant: T. J. Dekker, A floating-point technique for extending the available precision, Numerische
 * Mathematik 18 (1971).
 */

const SPLITTER = 134217729

/** The rest of what a function of two results found. */
export const REST = new Float64Array(1)

const DOUBLE = new Float64Array(1)
const WORDS = new Int32Array(DOUBLE.buffer)
/** Where the sign and the exponent are. */
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0

/** What rounding took from `a * b`, which is `product`. @param {number} a @param {number} b @param {number} product */
export function restOfProduct(a, b, product) {
  const one = SPLITTER * a
  const aHigh = one - (one - a)
  const aLow = a - aHigh
  const other = SPLITTER * b
  const bHigh = other - (other - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

/** What rounding took from `a + b`, which is `sum`. @param {number} a @param {number} b @param {number} sum */
export function restOfSum(a, b, sum) {
  const part = sum - a
  return a - (sum - part) + (b - part)
}

/** Bits 32 to 63. @param {number} value */
export function highWord(value) {
  DOUBLE[0] = value
  return WORDS[HIGH]
}

/** The value with other bits 32 to 63. @param {number} value @param {number} word */
export function withHighWord(value, word) {
  DOUBLE[0] = value
  WORDS[HIGH] = word
  return DOUBLE[0]
}

/** @param {number} exponent -1022 to 1023 */
export function powerOfTwo(exponent) {
  WORDS[1 - HIGH] = 0
  WORDS[HIGH] = (exponent + 1023) << 20
  return DOUBLE[0]
}
