/**
 * exp, ln, log10 and power. The argument is brought near a value of a table (P. T. P. Tang, Table-driven implementation
 * of the exponential function, ACM TOMS 15, 1989, and of the logarithm function, TOMS 16, 1990), what is left goes
 * through a short Taylor series; sums are kept in two numbers, to some 68 bits.
 */
import { exponentialTable, logarithmTable } from './constants.js'
import { highWord, powerOfTwo, REST, restOfProduct, restOfSum, withHighWord } from './double-double.js'

/** 128 / ln 2, and ln 2 / 128 in two pieces of which the first has 34 bits. */
const STEPS = 184.6649652337873
const STEP = 0.005415212347998022
const STEP_REST = 1.2655086083325438e-13
/** ln 2: the first piece has 41 bits. */
const LN2 = 0.6931471805601177
const LN2_REST = -1.7239444525614835e-13
/** Added and taken away, it rounds to a whole number. */
const ROUNDER = 6755399441055744

/** @type {Float64Array | null} */
let powers = null
/** @type {{ inverses: Float64Array, logarithms: Float64Array } | null} */
let logs = null

/** e ** (x + rest). @param {number} x between -750 and 710 @param {number} rest below its last digit */
function exponentialOf(x, rest) {
  powers ??= exponentialTable()
  const steps = x * STEPS + ROUNDER - ROUNDER
  const near = x - steps * STEP
  const less = steps * STEP_REST
  const s = near - less
  const low = restOfSum(near, -less, s) + rest
  const tail = low + s * low + s * s * (0.5 + s * (1 / 6 + s * (1 / 24 + s * (1 / 120 + s * (1 / 720)))))
  const at = (steps & 127) << 1
  const factor = powers[at]
  const product = factor * s
  const high = factor + product
  const below = factor - high + product + (restOfProduct(factor, s, product) + factor * tail + powers[at + 1] * (1 + s))
  const exponent = steps >> 7
  if (exponent >= -1021 && exponent < 1023) return (high + below) * powerOfTwo(exponent)
  if (exponent >= 1023) return (high + below) * powerOfTwo(exponent - 1) * 2
  if (exponent < -1080) return 0
  // A subnormal result is rounded once: where one is added, its last digit is the last of the sum.
  const scale = 2 ** (exponent + 1022)
  const whole = 1 + high * scale
  return (whole + (1 - whole + high * scale + below * scale) - 1) * 2.2250738585072014e-308
}

/** @param {number} x */
export function exp(x) {
  if (x > 709.782712893384) return Infinity
  if (x < -745.1332191019412) return 0
  if (x !== x || x === 0) return 1 + x
  return exponentialOf(x, 0)
}

/** The logarithm and, in REST, what is below its last digit. @param {number} x positive, finite */
function logarithmOf(x) {
  logs ??= logarithmTable()
  let word = highWord(x)
  let exponent = 0
  let scaled = x
  if (word < 0x00100000) {
    scaled = x * 18014398509481984
    word = highWord(scaled)
    exponent = -54
  }
  const above = word - 0x3fe6a000
  exponent += above >> 20
  const at = (above >> 13) & 127
  const mantissa = withHighWord(scaled, word - (above & 0xfff00000))
  const inverse = logs.inverses[at]
  const split = 134217729 * mantissa
  const upper = split - (split - mantissa)
  const first = upper * inverse - 1
  const second = (mantissa - upper) * inverse
  const r = first + second
  const rest = restOfSum(first, second, r)
  const square = r * r
  const squareRest = restOfProduct(r, r, square)
  const tail =
    r * square * (1 / 3 + r * (-0.25 + r * (0.2 + r * (-1 / 6 + r * (1 / 7 + r * (-0.125 + r * (1 / 9 - r * 0.1)))))))
  const start = exponent * LN2
  const inTable = logs.logarithms[2 * at]
  const one = start + inTable
  const two = one + r
  const three = two - 0.5 * square
  const low =
    restOfSum(start, inTable, one) +
    restOfSum(one, r, two) +
    restOfSum(two, -0.5 * square, three) +
    (rest - 0.5 * squareRest - r * rest + exponent * LN2_REST + logs.logarithms[2 * at + 1] + tail)
  const result = three + low
  REST[0] = three - result + low
  return result
}

/** @param {number} x not negative */
export function ln(x) {
  if (x === 0) return -Infinity
  if (x === Infinity || x !== x || x < 0) return x < 0 ? NaN : x
  return logarithmOf(x)
}

/**
 * As fdlibm's: from the logarithm of the mantissa, in plain arithmetic, because so does the library PostgreSQL calls.
 * @param {number} x not negative
 */
export function log10(x) {
  if (x === 0 || x === Infinity || x !== x || x < 0) return ln(x)
  let word = highWord(x)
  let exponent = 0
  let scaled = x
  if (word < 0x00100000) {
    scaled = x * 18014398509481984
    word = highWord(scaled)
    exponent = -54
  }
  exponent += (word >> 20) - 1023
  const isBelow = exponent < 0 ? 1 : 0
  const whole = exponent + isBelow
  const mantissa = withHighWord(scaled, (word & 0xfffff) | ((0x3ff - isBelow) << 20))
  return (
    whole * 3.69423907715893078616e-13 + 4.34294481903251816668e-1 * ln(mantissa) + whole * 3.01029995663611771306e-1
  )
}

/** x ** y. @param {number} x @param {number} y */
export function power(x, y) {
  if (y === 1) return x
  if (y === 2) return x * x
  const size = Math.abs(x)
  // What is exact or an infinity.
  if (size === 0 || size === Infinity || size === 1 || y === 0 || x !== x || y - y !== 0) return x ** y
  let sign = 1
  if (x < 0) {
    if (Math.floor(y) !== y) return NaN
    if (y % 2 !== 0) sign = -1
  }
  const logarithm = logarithmOf(size)
  const rest = REST[0]
  const product = y * logarithm
  if (product > 709.8) return sign * Infinity
  if (product < -745.2) return sign * 0
  return sign * exponentialOf(product, restOfProduct(y, logarithm, product) + y * rest)
}
