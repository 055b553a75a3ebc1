/**
 * float4 and float8. Text output is the shortest that reads back the same (extra_float_digits > 0, the default), in
 * PostgreSQL's shape: plain digits for exponents -4..14 (float4: -4..5), else d.ddde+XX. NaN equals itself and is above
 * everything; -0 equals 0.
 */
import { invalidInput, outOfRange } from '../../errors/data.js'
import { compareNumeric } from './numeric.js'
import { parseNumeric } from './numeric-input.js'
import { hashInt8, mix32 } from './int8.js'
import * as T from '../oids.js'
import { expectBytes, TypeOps } from '../type-ops.js'
import { trimBlanks } from '../../util/ascii.js'

const FLOAT_PATTERN = /^[ \t\n\v\f\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?)[ \t\n\v\f\r]*$/
const SPECIAL_PATTERN = /^[ \t\n\v\f\r]*(?:([+-]?)(nan|inf|infinity))[ \t\n\v\f\r]*$/i

/**
 * @param {string} text
 * @param {string} display
 * @returns {[number, string]} the double and the digits it came from ('' for specials)
 */
function readFloat(text, display) {
  const match = FLOAT_PATTERN.exec(text)
  if (match !== null) return [Number(match[1].length > DIGITS_MAX ? rounded(match[1], match[2]) : match[1]), match[1]]
  const special = SPECIAL_PATTERN.exec(text)
  if (special === null) return hexadecimal(text, display)
  const value = special[2].toLowerCase() === 'nan' ? NaN : Infinity
  return [special[1] === '-' ? -value : value, '']
}

/** No double lies nearer to what halves two others than so many digits tell. */
const DIGITS_MAX = 1100

/**
 * The same number with fewer digits: what is cut off counts as a last one.
 * @param {string} digits @param {string | undefined} written behind the e @returns {string}
 */
function rounded(digits, written) {
  const end = written === undefined ? digits.length : digits.length - written.length - 1
  const from = digits.search(/[1-9]/)
  if (from < 0 || from > end) return '0'
  const pointAt = digits.indexOf('.')
  const point = pointAt < 0 || pointAt > end ? end : pointAt
  // The place of the first digit that counts, as a power of ten.
  const power = from < point ? point - from - 1 : point - from
  const kept = digits.slice(from, Math.min(end, from + DIGITS_MAX)).replace('.', '')
  const isMore = end > from + DIGITS_MAX && /[1-9]/.test(digits.slice(from + DIGITS_MAX, end))
  const exponent = power - kept.length + 1 + (written === undefined ? 0 : Number(written))
  return `${digits[0] === '-' ? '-' : ''}${kept}${isMore ? '1' : '0'}e${exponent - 1}`
}

/** As C writes floats in base 16. */
const HEX_PATTERN = /^[ \t\n\v\f\r]*([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d+))?[ \t\n\v\f\r]*$/

/** @param {string} text @param {string} display @returns {[number, string]} */
function hexadecimal(text, display) {
  const match = HEX_PATTERN.exec(text)
  if (match === null || `${match[2]}${match[3] ?? ''}` === '') throw invalidInput(display, text)
  const fraction = match[3] ?? ''
  const value = Number(BigInt(`0x${match[2]}${fraction}`)) * 2 ** (Number(match[4] ?? 0) - 4 * fraction.length)
  return [match[1] === '-' ? -value : value, String(value)]
}

/** @param {string} digits a nonzero number's text? */
const isNonzero = (digits) => /[1-9]/.test(digits.replace(/[eE].*$/, ''))

/** @param {string} text 22P02, 22003 */
export function parseFloat8(text) {
  const [value, digits] = readFloat(text, 'double precision')
  if (digits !== '' && (!Number.isFinite(value) || (value === 0 && isNonzero(digits)))) {
    throw outOfRange(`"${trimBlanks(text)}" is out of range for type double precision`)
  }
  return value
}

/** @param {string} text 22P02, 22003 */
export function parseFloat4(text) {
  const [value, digits] = readFloat(text, 'real')
  if (digits === '') return value
  let rounded = Math.fround(value)
  if (rounded !== value && isMidpoint(value)) rounded = roundFromText(value, digits)
  if (!Number.isFinite(rounded) || (rounded === 0 && isNonzero(digits)))
    throw outOfRange(`"${trimBlanks(text)}" is out of range for type real`)
  return rounded
}

const scratch = new DataView(new ArrayBuffer(8))

/** Half way between two floats, so that rounding the double could round twice. @param {number} value */
function isMidpoint(value) {
  scratch.setFloat64(0, value)
  return (scratch.getUint32(4) & 0x1fffffff) === 0x10000000
}

/** @param {number} value @param {string} digits */
function roundFromText(value, digits) {
  const order = compareNumeric(parseNumeric(digits), parseNumeric(exactText(value)))
  if (order === 0) return Math.fround(value)
  scratch.setFloat64(0, value)
  const away = (order > 0) === (value > 0)
  scratch.setUint32(4, (scratch.getUint32(4) & 0xe0000000) + (away ? 0x18000000 : 0x08000000))
  return Math.fround(scratch.getFloat64(0))
}

/** Every digit of a double. @param {number} value */
function exactText(value) {
  scratch.setFloat64(0, value)
  const exponent = (scratch.getUint32(0) >>> 20) & 0x7ff || 1
  const mantissa =
    (scratch.getBigUint64(0) & 0xfffffffffffffn) | ((scratch.getUint32(0) >>> 20) & 0x7ff ? 1n << 52n : 0n)
  const shift = exponent - 1075
  const sign = value < 0 ? '-' : ''
  if (shift >= 0) return sign + (mantissa << BigInt(shift)).toString()
  return `${sign}${(mantissa * 5n ** BigInt(-shift)).toString()}e${shift}`
}

/** @param {number} value @param {number} [extraFloatDigits] */
export function formatFloat8(value, extraFloatDigits = 1) {
  if (value !== value) return 'NaN'
  if (value === Infinity) return 'Infinity'
  if (value === -Infinity) return '-Infinity'
  if (extraFloatDigits > 0) {
    if (value === 0) return Object.is(value, -0) ? '-0' : '0'
    const magnitude = value < 0 ? -value : value
    if (magnitude >= 1e-4 && magnitude < 1e15) return String(value)
    return shapeDigits(value.toExponential(), 15)
  }
  return general(value, Math.max(15 + extraFloatDigits, 1))
}

/** @param {number} value already rounded to 32 bits @param {number} [extraFloatDigits] */
export function formatFloat4(value, extraFloatDigits = 1) {
  if (value !== value) return 'NaN'
  if (value === Infinity) return 'Infinity'
  if (value === -Infinity) return '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  if (extraFloatDigits <= 0) return general(value, Math.max(6 + extraFloatDigits, 1))
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits)
    if (Math.fround(Number(text)) === value) return shapeDigits(text, 6)
  }
  return shapeDigits(value.toExponential(8), 6)
}

/** As C's %.*g. @param {number} value @param {number} precision */
function general(value, precision) {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  return shapeDigits(value.toExponential(precision - 1).replace(/\.?0+e/, 'e'), precision)
}

/** @param {string} text d.ddde±x @param {number} limit exponents from here on keep the e form */
function shapeDigits(text, limit) {
  const at = text.indexOf('e')
  const exponent = Number(text.slice(at + 1))
  const mantissa = text.slice(0, at)
  if (exponent < -4 || exponent >= limit) {
    const size = Math.abs(exponent)
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`
  }
  const negative = mantissa.charCodeAt(0) === 45
  const digits = mantissa.replace('-', '').replace('.', '')
  let body
  if (exponent < 0) body = `0.${'0'.repeat(-exponent - 1)}${digits}`
  else if (digits.length <= exponent + 1) body = digits + '0'.repeat(exponent + 1 - digits.length)
  else body = `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
  return negative ? `-${body}` : body
}

/** @param {number} a @param {number} b */
export function compareFloat(a, b) {
  if (a < b) return -1
  if (a > b) return 1
  if (a === b) return 0
  return a !== a ? (b !== b ? 0 : 1) : -1
}

/** @param {number} a @param {number} b */
export const equalFloat = (a, b) => a === b || (a !== a && b !== b)

/** Equal float4 and float8 hash alike. @param {number} value */
function hashFloat(value) {
  if (Number.isSafeInteger(value)) return hashInt8(value + 0)
  if (value !== value) return 0x7ff80000
  scratch.setFloat64(0, value)
  return mix32(scratch.getInt32(0) ^ mix32(scratch.getInt32(4)))
}

export const float8Type = new TypeOps({
  oid: T.FLOAT8, name: 'float8', display: 'double precision', kind: 'float8', category: 'N',
  parse: parseFloat8,
  format: (value, env) => formatFloat8(value, env.extraFloatDigits),
  writeText: (value, writer, env) => {
    if (Number.isSafeInteger(value) && value < 1e15 && value > -1e15 && value !== 0 && env.extraFloatDigits > 0)
      writer.decimal(value)
    else writer.utf8(formatFloat8(value, env.extraFloatDigits))
  },
  receive: (bytes, start, end) => {
    expectBytes(start, end, 8)
    for (let i = 0; i < 8; i++) scratch.setUint8(i, bytes[start + i])
    return scratch.getFloat64(0)
  },
  send: (value, writer) => writer.f64(value),
  compare: compareFloat, equals: equalFloat, hash: hashFloat,
  encode: (value, bytes, view, at) => {
    view.setFloat64(at, value, true)
    return at + 8
  },
  decode: (bytes, view, start) => view.getFloat64(start, true),
})

export const float4Type = new TypeOps({
  oid: T.FLOAT4, name: 'float4', display: 'real', kind: 'float4', category: 'N',
  parse: parseFloat4,
  format: (value, env) => formatFloat4(value, env.extraFloatDigits),
  receive: (bytes, start, end) => {
    expectBytes(start, end, 4)
    for (let i = 0; i < 4; i++) scratch.setUint8(i, bytes[start + i])
    return scratch.getFloat32(0)
  },
  send: (value, writer) => writer.f32(value),
  compare: compareFloat, equals: equalFloat, hash: hashFloat,
  encode: (value, bytes, view, at) => {
    view.setFloat32(at, value, true)
    return at + 4
  },
  decode: (bytes, view, start) => view.getFloat32(start, true),
})
