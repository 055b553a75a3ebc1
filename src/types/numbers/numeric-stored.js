/**
 * numeric as stored in tuples, spill files and jsonb:
 *
 *   OFFSET  SIZE  FIELD
 *        0     2  LE: scale in the low 14 bits; bit 14 negative; bit 15 special (the low bits are then 1, 2 or 3)
 *        2     *  magnitude of coef, little-endian, no trailing zero byte; empty for zero
 */
import { NUMERIC_INFINITY, NUMERIC_MINUS_INFINITY, NUMERIC_NAN, Numeric } from './numeric.js'

const WORD = 1n << 64n
/** Up to here words are taken off one by one; beyond, one conversion to hexadecimal takes less. */
const MANY_WORDS = 1n << 512n
const wordBytes = new Uint8Array(16)
const word = new DataView(wordBytes.buffer)

/** @param {Numeric} value */
export function numericEncodedBytes(value) {
  if (value.special !== 0) return 2
  if (typeof value.coef === 'number') {
    let rest = Math.abs(value.coef)
    let count = 2
    while (rest >= 4294967296) {
      rest = Math.floor(rest / 256)
      count++
    }
    return count + (rest === 0 ? 0 : rest < 256 ? 1 : rest < 65536 ? 2 : rest < 16777216 ? 3 : 4)
  }
  let rest = value.coef < 0n ? -value.coef : value.coef
  if (rest >= MANY_WORDS) return 2 + Math.ceil(rest.toString(16).length / 2)
  let count = 2
  for (; rest >= WORD; rest >>= 64n) count += 8
  word.setBigUint64(0, rest, true)
  const high = word.getUint32(4, true)
  return count + (high !== 0 ? 8 - (Math.clz32(high) >>> 3) : 4 - (Math.clz32(word.getUint32(0, true)) >>> 3))
}

/** @param {Numeric} value @param {Uint8Array} bytes @param {number} at @returns {number} end */
export function encodeNumeric(value, bytes, at) {
  let head = value.special !== 0 ? 0x8000 | value.special : value.scale
  if (value.coef < 0) head |= 0x4000
  bytes[at] = head & 255
  bytes[at + 1] = head >>> 8
  at += 2
  if (value.special !== 0) return at
  if (typeof value.coef === 'number') {
    let rest = Math.abs(value.coef)
    while (rest > 4294967295) {
      const next = Math.floor(rest / 256)
      bytes[at++] = rest - next * 256
      rest = next
    }
    while (rest > 0) {
      bytes[at++] = rest & 255
      rest >>>= 8
    }
    return at
  }
  let magnitude = value.coef < 0n ? -value.coef : value.coef
  if (magnitude < MANY_WORDS) {
    for (; magnitude >= WORD; magnitude >>= 64n) {
      word.setBigUint64(0, magnitude, true) // modulo 2^64
      for (let index = 0; index < 8; index++) bytes[at++] = wordBytes[index]
    }
    word.setBigUint64(0, magnitude, true)
    let last = 7
    while (last >= 0 && wordBytes[last] === 0) last--
    for (let index = 0; index <= last; index++) bytes[at++] = wordBytes[index]
    return at
  }
  const hex = magnitude.toString(16)
  for (let end = hex.length; end > 0; end -= 2) bytes[at++] = parseInt(hex.slice(Math.max(end - 2, 0), end), 16)
  return at
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Numeric} */
export function decodeNumeric(bytes, start, end) {
  const head = bytes[start] | (bytes[start + 1] << 8)
  if (head & 0x8000) return head === 0x8001 ? NUMERIC_NAN : head === 0x8002 ? NUMERIC_INFINITY : NUMERIC_MINUS_INFINITY
  const scale = head & 0x3fff
  const negative = (head & 0x4000) !== 0
  const byteCount = end - start - 2
  if (byteCount <= 6 || (byteCount === 7 && bytes[end - 1] < 32)) {
    let coef = 0
    for (let at = end - 1; at >= start + 2; at--) coef = coef * 256 + bytes[at]
    return new Numeric(negative ? 0 - coef : coef, scale, 0)
  }
  if (byteCount <= 16) {
    wordBytes.fill(0)
    for (let index = 0; index < byteCount; index++) wordBytes[index] = bytes[start + 2 + index]
    const coef =
      byteCount <= 8 ? word.getBigUint64(0, true) : (word.getBigUint64(8, true) << 64n) | word.getBigUint64(0, true)
    return new Numeric(negative ? -coef : coef, scale, 0)
  }
  let hex = '0x'
  for (let at = end - 1; at >= start + 2; at--) hex += (bytes[at] < 16 ? '0' : '') + bytes[at].toString(16)
  const coef = BigInt(hex)
  return new Numeric(negative ? -coef : coef, scale, 0)
}
