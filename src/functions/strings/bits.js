/** Functions of bit and varbit, and the bits of bytea. */
import {
  arraySubscript, bigintOutOfRange, integerOutOfRange, invalidParameter, substringError
} from '../../errors/data.js'
import {
  applyBitTypmod, applyVarbitTypmod, BitString, byteLength, clearRest, compareBits, emptyBits, resized
} from '../../types/strings/bit.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { spend } from '../../util/effort.js'
import { Family } from '../impl.js'
import { bitSizesDiffer } from '../../errors/values.js'

const family = new Family()
export const bitFunctions = family.functions

/** The longest bit string; a length beyond it is none. */
const BITS_MAX = 2147483640

/** @param {number} bits */
const askedBits = (bits) => (bits > BITS_MAX ? -1 : bits)

/** @param {number} bits */
const integerBits = (bits) => (bits <= 0 || bits > BITS_MAX ? 1 : bits)

family.add('bitposition', position, { long: true })
family.all({
  biteq: (a, b) => compareBits(a, b) === 0,
  bitne: (a, b) => compareBits(a, b) !== 0,
  bitlt: (a, b) => compareBits(a, b) < 0,
  bitle: (a, b) => compareBits(a, b) <= 0,
  bitgt: (a, b) => compareBits(a, b) > 0,
  bitge: (a, b) => compareBits(a, b) >= 0,
  bitcmp: (a, b) => Math.sign(compareBits(a, b)),
  bit: (value, bits, explicit) => applyBitTypmod(value, askedBits(bits), explicit),
  varbit: (value, bits, explicit) => applyVarbitTypmod(value, askedBits(bits), explicit),
})

/** @param {BitString} value @param {number} at */
const bitAt = (value, at) => (value.bytes[at >> 3] >> (7 - (at & 7))) & 1

/**
 * `count` bits of `from` at `at` into `to` at `target`.
 * @param {BitString} from
 * @param {number} at
 * @param {number} count
 * @param {BitString} to
 * @param {number} target
 */
function copyBits(from, at, count, to, target) {
  if (((at | target) & 7) === 0) {
    to.bytes.set(from.bytes.subarray(at >> 3, (at + count) >> 3), target >> 3)
    const whole = count & ~7
    at += whole
    target += whole
    count -= whole
  }
  // Up to a whole byte of the target, then whole bytes of it, each out of two of the source.
  for (; count > 0 && (target & 7) !== 0; count--) copyBit(from, at++, to, target++)
  const turn = at & 7
  const source = from.bytes
  for (let byte = at >> 3; count >= 8; byte++) {
    to.bytes[target >> 3] = source[byte] << turn | (turn === 0 ? 0 : source[byte + 1] >> (8 - turn))
    at += 8
    target += 8
    count -= 8
  }
  for (; count > 0; count--) copyBit(from, at++, to, target++)
}

/** @param {BitString} from @param {number} at @param {BitString} to @param {number} target */
function copyBit(from, at, to, target) {
  if (bitAt(from, at) === 1) to.bytes[target >> 3] |= 128 >> (target & 7)
}

/** @param {BitString} a @param {BitString} b */
function concatenateBits(a, b) {
  const result = emptyBits(a.bits + b.bits)
  copyBits(a, 0, a.bits, result, 0)
  copyBits(b, 0, b.bits, result, a.bits)
  return result
}

/** @param {BitString} value @param {number} start 1-based, may lie before the string @param {number} [count] */
function substring(value, start, count) {
  if (count !== undefined && count < 0) throw substringError('negative substring length not allowed', 'bitsubstring')
  const from = Math.max(start - 1, 0)
  const end = count === undefined ? value.bits : Math.min(value.bits, start - 1 + count)
  if (from >= value.bits || end <= from) return emptyBits(0)
  const result = emptyBits(end - from)
  copyBits(value, from, end - from, result, 0)
  return result
}

/** @param {BitString} value @param {BitString} inserted @param {number} start @param {number} count */
function overlay(value, inserted, start, count) {
  if (start <= 0) throw substringError('negative substring length not allowed')
  if (start + count > 2147483647 || start + count < -2147483648) throw integerOutOfRange()
  return concatenateBits(concatenateBits(substring(value, 1, start - 1), inserted), substring(value, start + count))
}

/** What a place costs where nothing is found, as steps (util/effort.js). */
const BIT_STEPS = 5

/** 1-based, 0 when absent. @param {BitString} value @param {BitString} part */
function position(value, part) {
  if (value.bits === 0 || part.bits > value.bits) return 0
  if (part.bits === 0) return 1
  for (let at = 0; at <= value.bits - part.bits; at++) {
    let same = 0
    while (same < part.bits && bitAt(value, at + same) === bitAt(part, same)) same++
    spend(same + BIT_STEPS)
    if (same === part.bits) return at + 1
  }
  return 0
}

/** @param {string} operation @param {(x: number, y: number) => number} combine */
const bitwise = (operation, combine) => (/** @type {BitString} */ a, /** @type {BitString} */ b) => {
  if (a.bits !== b.bits) throw bitSizesDiffer(operation)
  const bytes = new Uint8Array(a.bytes.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = combine(a.bytes[at], b.bytes[at])
  return new BitString(a.bits, bytes)
}
export const andBits = bitwise('AND', (x, y) => x & y)
export const orBits = bitwise('OR', (x, y) => x | y)
export const xorBits = bitwise('XOR', (x, y) => x ^ y)

/** Towards the first bit for a positive count. @param {BitString} value @param {number} count */
function shifted(value, count) {
  const result = emptyBits(value.bits)
  if (count >= 0) {
    if (count < value.bits) copyBits(value, count, value.bits - count, result, 0)
  } else if (-count < value.bits) {
    copyBits(value, 0, value.bits + count, result, -count)
  }
  return result
}

/** @param {number} at @param {number} limit */
function checkBitIndex(at, limit) {
  if (at < 0 || at >= limit) throw arraySubscript(`bit index ${at} out of valid range (0..${limit - 1})`)
}

/** @param {number} bit */
function checkNewBit(bit) {
  if (bit !== 0 && bit !== 1) throw invalidParameter('new bit must be 0 or 1')
}

/** Of each byte. */
const BITS_IN = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/** @param {Uint8Array} bytes */
function countBits(bytes) {
  let count = 0
  for (let at = 0; at < bytes.length; at++) count += BITS_IN[bytes[at]]
  return count
}

/** The low bits of an integer, its sign repeated in front. @param {number | bigint} value @param {number} typmod */
function fromInteger(value, typmod) {
  const bits = integerBits(typmod)
  const result = emptyBits(bits)
  const wide = BigInt(value)
  for (let at = Math.max(0, bits - 64); at < bits; at++) {
    if (((wide >> BigInt(bits - 1 - at)) & 1n) === 1n) result.bytes[at >> 3] |= 128 >> (at & 7)
  }
  if (wide < 0n) for (let at = 0; at < bits - 64; at++) result.bytes[at >> 3] |= 128 >> (at & 7)
  return result
}

/** @param {BitString} value */
function toBig(value) {
  let wide = 0n
  for (const byte of value.bytes) wide = (wide << 8n) | BigInt(byte)
  return wide >> BigInt(value.bytes.length * 8 - value.bits)
}

family.all({
  bitcat: concatenateBits,
  bitlength: (value) => value.bits,
  bitoctetlength: (value) => byteLength(value.bits),
  bit_bit_count: (value) => countBits(value.bytes),
  bitsubstr: substring,
  bitsubstr_no_len: substring,
  bitoverlay: overlay,
  bitoverlay_no_len: (value, inserted, start) => overlay(value, inserted, start, inserted.bits),
  bit_and: andBits,
  bit_or: orBits,
  bitxor: xorBits,
  bitnot: (value) => clearRest(new BitString(value.bits, value.bytes.map((/** @type {number} */ byte) => ~byte & 255))),
  bitshiftleft: shifted,
  bitshiftright: (value, count) => shifted(value, -count),
  bitgetbit: (value, at) => {
    if (at < 0 || at >= value.bits) throw arraySubscript(`bit index ${at} out of valid range (0..${value.bits - 1})`)
    return bitAt(value, at)
  },
  bitsetbit: (value, at, bit) => {
    checkBitIndex(at, value.bits)
    checkNewBit(bit)
    const result = resized(new BitString(value.bits, value.bytes.slice()), value.bits)
    if (bit === 1) result.bytes[at >> 3] |= 128 >> (at & 7)
    else result.bytes[at >> 3] &= ~(128 >> (at & 7))
    return result
  },
  bittoint4: (value) => {
    if (value.bits > 32) throw integerOutOfRange()
    return Number(BigInt.asIntN(32, toBig(value)))
  },
  bittoint8: (value) => {
    if (value.bits > 64) throw bigintOutOfRange()
    return toInt8(BigInt.asIntN(64, toBig(value)))
  },
})

// ---- bytea: bits are numbered from the lowest of the first byte

/** @param {number | bigint} at @param {Uint8Array} bytes */
function checkedByteaBit(at, bytes) {
  if (at < 0 || at >= bytes.length * 8)
    throw arraySubscript(`index ${at} out of valid range, 0..${bytes.length * 8 - 1}`)
  return Number(at)
}
family.all({
  byteaGetBit: (bytes, index) => {
    const at = checkedByteaBit(index, bytes)
    return (bytes[Math.floor(at / 8)] >> (at % 8)) & 1
  },
  byteaSetBit: (bytes, index, bit) => {
    const at = checkedByteaBit(index, bytes)
    checkNewBit(bit)
    const result = bytes.slice()
    if (bit === 1) result[Math.floor(at / 8)] |= 1 << (at % 8)
    else result[Math.floor(at / 8)] &= ~(1 << (at % 8))
    return result
  },
})
family.add(['bitfromint4', 'bitfromint8'], fromInteger, { size: (value, bits) => integerBits(bits) })
