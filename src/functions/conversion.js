/**
 * Cast functions among the number and text types, and length coercions. Text to number and back go through the types'
 * own input and output.
 */
import {
  bigintOutOfRange, cannotConvertSpecial, floatOverflow, floatUnderflow, integerOutOfRange, oidOutOfRange, outOfRange,
  smallintOutOfRange,
} from '../errors/data.js'
import { checkedInt8, toInt8 } from '../types/numbers/int8.js'
import { formatFloat4, formatFloat8 } from '../types/numbers/floats.js'
import { formatChar, parseChar } from '../types/numbers/integers.js'
import { applyNumericTypmod, numericToBigInt } from '../types/numbers/numeric-rounding.js'
import { fromInteger, numericToNumber, NAN, POSITIVE_INFINITY } from '../types/numbers/numeric.js'
import { parseNumeric } from '../types/numbers/numeric-input.js'
import { applyBpcharTypmod, applyVarcharTypmod, trimBlanks, truncateName } from '../types/strings/text.js'
import { findRelation } from '../types/reg.js'
import { roundHalfEven } from './numbers/float.js'
import { checkInt2, checkInt4, Family } from './impl.js'
/** @import { Numeric } from '../types/numbers/numeric.js' */

const family = new Family()
export const conversionFunctions = family.functions

/** @param {any} value */
const same = (value) => value

/** @param {string} source */
const itself = (source) => source

family.add(['i2toi4', 'int28', 'int48', 'i2tod', 'i4tod', 'ftod', 'oidtoi8'], same, { inline: itself })
family.add('i2tof', same, { inline: itself })
family.add('i4toi2', (a) => checkInt2(a, 'i4toi2'),
  { inline: (a) => `checkInt2(${a}, 'i4toi2')`, helpers: ['checkInt2'] })
family.add('int84', (a) => {
  if (typeof a !== 'number') throw integerOutOfRange('int84')
  return checkInt4(a, 'int84')
})
family.add('int82', (a) => {
  if (a > 32767 || a < -32768) throw smallintOutOfRange('int82')
  return a
})
family.add('i8tooid', (a) => {
  if (a < 0 || a > 4294967295) throw oidOutOfRange()
  return a
})

/** @param {number} value @param {number} low @param {number} high exclusive @param {() => Error} error */
function roundedInRange(value, low, high, error) {
  const rounded = roundHalfEven(value)
  if (!(rounded >= low && rounded < high)) throw error()
  return rounded + 0
}

/** @param {number} value */
const toFloat4 = (value) => {
  const rounded = Math.fround(value)
  if (!Number.isFinite(rounded) && Number.isFinite(value)) throw floatOverflow()
  if (rounded === 0 && value !== 0) throw floatUnderflow()
  return rounded
}

/** The float nearest to an int8, rounded once. @param {number | bigint} value */
function int8ToFloat4(value) {
  const wide = Number(value)
  if (typeof value === 'number') return Math.fround(value)
  // Beyond 2^53: drop to 40 significant bits with a sticky one, so that the second rounding sees the truth.
  const magnitude = value < 0n ? -value : value
  const sticky = (magnitude & 0xffffn) === 0n ? 0n : 0x10000n
  const reduced = Number((magnitude & ~0xffffn) | sticky)
  return Math.fround(wide < 0 ? -reduced : reduced)
}

/** @param {number} value @param {number} digits */
export function floatToNumeric(value, digits) {
  if (value !== value) return parseNumeric('NaN')
  if (!Number.isFinite(value)) return parseNumeric(value > 0 ? 'Infinity' : '-Infinity')
  // As C's %.15g (float4: %.6g): that many significant digits, zeros at the end dropped.
  return parseNumeric(
    value === 0
      ? '0'
      : value
          .toPrecision(digits)
          .replace(/^([^e]*\.[^e]*?)0*(e|$)/, '$1$2')
          .replace(/\.(e|$)/, '$1')
  )
}

/** @param {Numeric} value @param {string} typeName */
function numericInteger(value, typeName) {
  if (value.special !== 0) throw cannotConvertSpecial(value.special === NAN ? 'NaN' : 'infinity', typeName)
  return numericToBigInt(value)
}

/** @param {import('../types/numbers/numeric.js').Numeric} a @returns {number} @throws {DbError} 22003 */
export function numericToFloat(a) {
  const value = numericToNumber(a)
  if ((!Number.isFinite(value) || (value === 0 && a.coef !== 0)) && a.special === 0)
    throw outOfRange(`"${a}" is out of range for type double precision`)
  return value
}

family.all({
  i8tod: Number,
  i4tof: Math.fround,
  i8tof: int8ToFloat4,
  dtof: toFloat4,
  dtoi2: (a) => roundedInRange(a, -32768, 32768, () => smallintOutOfRange('dtoi2')),
  dtoi4: (a) => roundedInRange(a, -2147483648, 2147483648, () => integerOutOfRange('dtoi4')),
  dtoi8: (a) => {
    const rounded = roundedInRange(a, -9223372036854775808, 9223372036854775808, () => bigintOutOfRange('dtoi8'))
    return Number.isSafeInteger(rounded) ? rounded : toInt8(BigInt(rounded))
  },
  ftoi2: (a) => roundedInRange(a, -32768, 32768, () => smallintOutOfRange('ftoi2')),
  ftoi4: (a) => roundedInRange(a, -2147483648, 2147483648, () => integerOutOfRange('ftoi4')),
  ftoi8: (a) => {
    const rounded = roundedInRange(a, -9223372036854775808, 9223372036854775808, () => bigintOutOfRange('ftoi8'))
    return Number.isSafeInteger(rounded) ? rounded : toInt8(BigInt(rounded))
  },
  int2_numeric: fromInteger,
  int4_numeric: fromInteger,
  int8_numeric: fromInteger,
  float4_numeric: (a) => floatToNumeric(a, 6),
  float8_numeric: (a) => floatToNumeric(a, 15),
  numeric_int2: (a) => {
    const value = numericInteger(a, 'smallint')
    if (value > 32767n || value < -32768n) throw smallintOutOfRange()
    return Number(value)
  },
  numeric_int4: (a) => {
    const value = numericInteger(a, 'integer')
    if (value > 2147483647n || value < -2147483648n) throw integerOutOfRange('numeric_int4_opt_error')
    return Number(value)
  },
  numeric_int8: (a) => checkedInt8(numericInteger(a, 'bigint')),
  numeric_float8: numericToFloat,
  numeric_float4: (a) => {
    if (a.special !== 0) return a.special === NAN ? NaN : a.special === POSITIVE_INFINITY ? Infinity : -Infinity
    const value = Math.fround(numericToNumber(a))
    if (!Number.isFinite(value) || (value === 0 && a.coef !== 0))
      throw outOfRange(`"${a}" is out of range for type real`)
    return value
  },
  numeric: (a, typmod) => applyNumericTypmod(a, typmod),
  int4_bool: (a) => a !== 0,
  bool_int4: (a) => (a ? 1 : 0),
  booltext: (a) => (a ? 'true' : 'false'),
  chartoi4: (a) => (a << 24) >> 24,
  i4tochar: (a) => {
    if (a < -128 || a > 127) throw outOfRange('"char" out of range')
    return a & 255
  },
  char_text: formatChar,
  char_bpchar: (a) => formatChar(a),
  text_char: parseChar,
  text_name: truncateName,
  bpchar_name: (a) => trimBlanks(truncateName(a)),
  name_bpchar: same,
  name_text: same,
  rtrim1: trimBlanks,
  bpchar: (a, typmod, explicit) => applyBpcharTypmod(a, typmod, explicit),
  varchar: (a, typmod, explicit) => (typmod < 0 ? a : applyVarcharTypmod(a, typmod, explicit)),
})
family.context('text_regclass', (ctx, text) => findRelation(ctx.catalog, text))
family.context('float8out', (ctx, a) => formatFloat8(a, ctx.env.extraFloatDigits))
family.context('float4out', (ctx, a) => formatFloat4(a, ctx.env.extraFloatDigits))
