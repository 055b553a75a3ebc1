/**
 * sin, cos, tan. The argument is taken apart into quarters of the circle and what is left, in two numbers: by a
 * constant of four pieces (W. J. Cody and W. Waite), for great ones by all the digits of 2 / pi they need (M. Payne and
 * R. Hanek). Then come a table at every 64th and short Taylor series.
 */
import { circularTable, twoOverPi } from './constants.js'
import { REST, restOfProduct, restOfSum } from './double-double.js'

/** A quarter, in pieces of 33 bits. */
const QUARTER_1 = 1.5707963267341256
const QUARTER_2 = 6.077100506303966e-11
const QUARTER_3 = 2.0222662487111665e-21
const QUARTER_4 = 8.4784276603689e-32
const QUARTER = 1.5707963267948966
const QUARTER_REST = 6.123233995736766e-17
const ROUNDER = 6755399441055744

/** @type {Float64Array | null} */
let table = null
/** 2 / pi. @type {bigint} */
let inverse = 0n

/** Which quarter; what is left is in LEFT. @param {number} x finite */
function reduced(x) {
  const size = Math.abs(x)
  if (size > 1000000) return reducedByAllDigits(x)
  const quarters = size <= 0.7853981633974483 ? 0 : x * 0.6366197723675814 + ROUNDER - ROUNDER
  const first = x - quarters * QUARTER_1
  const second = -quarters * QUARTER_2
  const third = -quarters * QUARTER_3
  const one = first + second
  const two = one + third
  const low = restOfSum(first, second, one) + restOfSum(one, third, two) - quarters * QUARTER_4
  LEFT[0] = two + low
  LEFT[1] = two - LEFT[0] + low
  return quarters & 3
}

const LEFT = new Float64Array(2)

/** @param {number} x */
function reducedByAllDigits(x) {
  if (inverse === 0n) inverse = twoOverPi()
  const places = 192n
  // Above a million no more than 33 places are behind the point, and none from 2 ** 53 on.
  const hasPlaces = Math.abs(x) < 9007199254740992
  const product = BigInt(hasPlaces ? x * 8589934592 : x) * inverse >> (hasPlaces ? 1333n : 1300n) - places
  const quarters = (product + (1n << (places - 1n))) >> places
  const part = product - (quarters << places)
  const high = Number(part)
  const upper = high / 2 ** 192
  const lower = Number(part - BigInt(high)) / 2 ** 192
  const left = upper * QUARTER
  const low = restOfProduct(upper, QUARTER, left) + upper * QUARTER_REST + lower * QUARTER
  LEFT[0] = left + low
  LEFT[1] = left - LEFT[0] + low
  return Number(quarters & 3n)
}

/** The sine (or cosine) of what is in LEFT; the rest is in REST. @param {boolean} isCosine */
function ofLeft(isCosine) {
  table ??= circularTable()
  const isNegative = LEFT[0] < 0
  const angle = isNegative ? -LEFT[0] : LEFT[0]
  const low = isNegative ? -LEFT[1] : LEFT[1]
  const steps = angle * 64 + ROUNDER - ROUNDER
  const d = angle - steps / 64
  const square = d * d
  // The sine less d, the cosine less one.
  const sine = d * square * (-1 / 6 + square * (1 / 120 - square * (1 / 5040)))
  const cosine = square * (-0.5 + square * (1 / 24 + square * (-1 / 720 + square * (1 / 40320)))) - d * low
  const at = steps << 2
  if (isCosine) {
    const product = -table[at] * d
    const high = table[at + 2] + product
    const rest =
      table[at + 2]
      - high
      + product
      + (table[at + 3]
        + restOfProduct(-table[at], d, product)
        - table[at] * (low + sine)
        - table[at + 1] * d
        + table[at + 2] * cosine)
    const value = high + rest
    REST[0] = high - value + rest
    return value
  }
  const product = table[at + 2] * d
  const high = table[at] + product
  const rest =
    table[at]
    - high
    + product
    + (table[at + 1]
      + restOfProduct(table[at + 2], d, product) + table[at + 2] * (low + sine) + table[at + 3] * d
      + table[at] * cosine)
  const value = high + rest
  const below = high - value + rest
  REST[0] = isNegative ? -below : below
  return isNegative ? -value : value
}

/** @param {number} x */
export function sin(x) {
  if (x - x !== 0) return NaN
  if (Math.abs(x) < 1e-8) return x
  const quarter = reduced(x)
  const value = ofLeft((quarter & 1) === 1) + REST[0]
  return quarter >= 2 ? -value : value
}

/** @param {number} x */
export function cos(x) {
  if (x - x !== 0) return NaN
  const quarter = reduced(x)
  const value = ofLeft((quarter & 1) === 0) + REST[0]
  return quarter === 1 || quarter === 2 ? -value : value
}

/** @param {number} x */
export function tan(x) {
  if (x - x !== 0) return NaN
  if (Math.abs(x) < 1e-8) return x
  const isOdd = (reduced(x) & 1) === 1
  const sine = ofLeft(isOdd)
  const sineRest = REST[0]
  const cosine = ofLeft(!isOdd)
  const cosineRest = REST[0]
  const value = sine / cosine
  const product = value * cosine
  const rest = (sine - product - restOfProduct(value, cosine, product) + sineRest - value * cosineRest) / cosine
  return isOdd ? -(value + rest) : value + rest
}
