/**
 * numeric as a type: the wire's binary form over the arithmetic of numeric.js.
 *
 *   int16 digit count, int16 weight of the first digit (power of 10000), uint16 sign (0, 0x4000 negative, 0xC000 NaN,
 *   0xD000 +inf, 0xF000 -inf), int16 display scale, then base-10000 digits, all big-endian.
 */
import { invalidBinary, messageTooShort } from '../../errors/data.js'
import * as N from './numeric.js'
import { bigPow10 } from './numeric-digits.js'
import { applyNumericTypmod } from './numeric-rounding.js'
import { parseNumeric } from './numeric-input.js'
import { decodeNumeric, encodeNumeric, numericEncodedBytes } from './numeric-stored.js'
import * as T from '../oids.js'
import { readI16, TypeOps } from '../type-ops.js'
/** @import { ByteWriter } from '../../util/byte-writer.js' */

/** @param {N.Numeric} value @param {ByteWriter} writer */
export function sendNumeric(value, writer) {
  if (value.special !== 0) {
    writer.i32(0)
    writer.i16(value.special === N.NAN ? 0xc000 : value.special === N.POSITIVE_INFINITY ? 0xd000 : 0xf000)
    writer.i16(value.special === N.NAN ? 0 : INFINITY_SCALE)
    return
  }
  const text = value.coef.toString()
  const negative = text.charCodeAt(0) === 45
  const digits = negative ? text.slice(1) : text
  const wholeCount = digits.length - value.scale
  // Pad both sides so that the decimal point falls between two groups of four.
  const lead = wholeCount > 0 ? (4 - wholeCount % 4) % 4 : -wholeCount
  let padded = '0'.repeat(lead) + digits
  let weight = wholeCount > 0 ? (wholeCount + lead) / 4 - 1 : -1
  padded += '0'.repeat((4 - padded.length % 4) % 4)
  let first = 0
  let end = padded.length / 4
  while (first < end && padded.startsWith('0000', first * 4)) first++
  while (end > first && padded.startsWith('0000', (end - 1) * 4)) end--
  weight = first === end ? 0 : weight - first
  writer.i16(end - first)
  writer.i16(weight)
  writer.i16(negative ? 0x4000 : 0)
  writer.i16(value.scale)
  for (let group = first; group < end; group++) writer.i16(Number(padded.slice(group * 4, group * 4 + 4)))
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} typmod */
function receiveNumeric(bytes, start, end, typmod) {
  if (end - start < 8) throw messageTooShort()
  const digitCount = readI16(bytes, start) & 0xffff
  const weight = readI16(bytes, start + 2)
  const sign = readI16(bytes, start + 4) & 0xffff
  const scale = readI16(bytes, start + 6) & 0xffff
  if (sign === 0xc000) return N.NUMERIC_NAN
  if (sign === 0xd000) return applyNumericTypmod(N.NUMERIC_INFINITY, typmod)
  if (sign === 0xf000) return applyNumericTypmod(N.NUMERIC_MINUS_INFINITY, typmod)
  if (sign !== 0 && sign !== 0x4000) throw invalidBinary('invalid sign in external "numeric" value')
  if (scale > N.SCALE_MAX) throw invalidBinary('invalid scale in external "numeric" value')
  if (end - start !== 8 + digitCount * 2) throw messageTooShort()
  let text = ''
  for (let i = 0; i < digitCount; i++) {
    const digit = readI16(bytes, start + 8 + i * 2)
    if (digit < 0 || digit > 9999) throw invalidBinary('invalid digit in external "numeric" value')
    text += String(digit).padStart(4, '0')
  }
  // coef = digits * 10^(4 * (weight + 1 - digitCount)), then cut to the display scale.
  const exponent = 4 * (weight + 1 - digitCount)
  let coef = BigInt(text || '0')
  const shift = exponent + scale
  coef = shift >= 0 ? coef * bigPow10(shift) : coef / bigPow10(-shift)
  return applyNumericTypmod(N.fromBig(sign === 0x4000 ? -coef : coef, scale), typmod)
}

/** What PostgreSQL sends as the scale of an infinity. */
const INFINITY_SCALE = 32

export const numericType = new TypeOps({
  oid: T.NUMERIC, name: 'numeric', kind: 'var', category: 'N',
  parse: parseNumeric,
  format: N.formatNumeric,
  receive: receiveNumeric,
  send: sendNumeric,
  compare: N.compareNumeric,
  hash: N.hashNumeric,
  encodedBytes: numericEncodedBytes,
  encode: (value, bytes, view, at) => encodeNumeric(value, bytes, at),
  decode: (bytes, view, start, end) => decodeNumeric(bytes, start, end),
  applyTypmod: applyNumericTypmod,
})
