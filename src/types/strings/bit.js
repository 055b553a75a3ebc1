/**
 * bit and varbit: strings of bits. A value is a `BitString`; unused bits of the last byte are zero. Its stored form is
 * the number of bits (u32 LE),
 * then the bytes. Text input takes binary digits, or hexadecimal ones behind an x; a leading b says binary.
 *
 * The order is that of the bytes, then of the lengths. bit(n) holds exactly n bits: an explicit cast cuts or fills with
 * zeros on the right, anything
 * else raises 22026. varbit(n) holds at most n: an explicit cast cuts, anything else raises 22001. A bit type without
 * length holds any number.
 */
import { charge } from '../../errors/value-size.js'
import { bytesLeftOver, invalidBinary, invalidText, messageTooShort } from '../../errors/data.js'
import { putBytea } from '../key/variable.js'
import { putInt4 } from '../key/fixed.js'
import { copyOf } from '../../util/buffer-text.js'
import * as T from '../oids.js'
import { compareBytes, hashBytes } from './text.js'
import { readI32, TypeOps } from '../type-ops.js'
import { bitLengthMismatch, bitStringTooLong } from '../../errors/values.js'

export class BitString {
  /** @param {number} bits @param {Uint8Array} bytes ceil(bits / 8) of them, the rest of the last one zero */
  constructor(bits, bytes) {
    this.bits = bits
    this.bytes = bytes
  }
}

/** @param {number} bits */
export const byteLength = (bits) => (bits + 7) >> 3

/** Zeros. @param {number} bits */
export const emptyBits = (bits) => new BitString(bits, new Uint8Array(byteLength(bits)))

/** Clears what lies behind the last bit. @param {BitString} value */
export function clearRest(value) {
  const rest = value.bits & 7
  if (rest !== 0) value.bytes[value.bytes.length - 1] &= (0xff00 >> rest) & 255
  return value
}

/** Exactly so many bits: cut, or zeros at the end. @param {BitString} value @param {number} bits */
export function resized(value, bits) {
  if (value.bits === bits) return value
  const result = emptyBits(bits)
  result.bytes.set(
    value.bytes.length > result.bytes.length ? value.bytes.subarray(0, result.bytes.length) : value.bytes,
  )
  return clearRest(result)
}

/** @param {string} text @returns {BitString} */
function parseBits(text) {
  const steps = parseBitsInSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Digits between two rests. */
const PIECE_DIGITS = 1 << 18

/** @param {string} text @returns {Generator<void, BitString, void>} 22P02 */
function* parseBitsInSteps(text) {
  const mark = text.charCodeAt(0) | 32
  const isHex = mark === 120
  const start = isHex || mark === 98 ? 1 : 0
  const digitCount = text.length - start
  charge(isHex ? digitCount / 2 : digitCount / 8, 'a bit string')
  const value = emptyBits(isHex ? digitCount * 4 : digitCount)
  for (let from = 0; from < digitCount; from += PIECE_DIGITS) {
    if (from > 0) yield
    const to = Math.min(digitCount, from + PIECE_DIGITS)
    if (isHex) readHex(text, start, from, to, value.bytes)
    else readBinary(text, start, from, to, value.bytes)
  }
  return value
}

/** @param {string} text @param {number} start @param {number} from @param {number} to @param {Uint8Array} bytes */
function readBinary(text, start, from, to, bytes) {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(start + i)
    if (unit === 49) bytes[i >> 3] |= 128 >> (i & 7)
    else if (unit !== 48) throw invalidText(`"${character(text, start + i)}" is not a valid binary digit`)
  }
}

/** @param {string} text @param {number} start @param {number} from @param {number} to @param {Uint8Array} bytes */
function readHex(text, start, from, to, bytes) {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(start + i)
    const digit =
      unit >= 48 && unit <= 57
        ? unit - 48
        : unit >= 65 && unit <= 70
          ? unit - 55
          : unit >= 97 && unit <= 102
            ? unit - 87
            : -1
    if (digit < 0) throw invalidText(`"${character(text, start + i)}" is not a valid hexadecimal digit`)
    bytes[i >> 1] |= (i & 1) === 0 ? digit << 4 : digit
  }
}

/** @param {string} text @param {number} at */
const character = (text, at) => String.fromCodePoint(text.codePointAt(at) ?? 0)

/** @param {BitString} value */
function formatBits({ bits, bytes }) {
  if (bytes.length <= 4) return textOf(bytes).slice(0, bits)
  const steps = formatBitsInSteps({ bits, bytes })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** @param {BitString} value @returns {Generator<void, string, void>} */
function* formatBitsInSteps({ bits, bytes }) {
  charge(bits, 'the text of a bit string')
  const pieces = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(digitsOf(bytes.subarray(at, at + PIECE_BYTES)))
    if (at > 0) yield
  }
  return pieces.join('').slice(0, bits)
}

const PIECE_BYTES = 32768
/** ASCII digits of a piece. */
let digits = new Uint8Array(0)

/** @param {Uint8Array} bytes at most PIECE_BYTES */
function digitsOf(bytes) {
  if (digits.length < bytes.length * 8) digits = new Uint8Array(bytes.length * 8)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    for (let shift = 7; shift >= 0; shift--) digits[to++] = 48 + (byte >> shift & 1)
  }
  return Buffer.from(digits.buffer, 0, to).toString('latin1')
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  let text = ''
  for (const byte of bytes) text += byte.toString(2).padStart(8, '0')
  return text
}

/** @param {BitString} a @param {BitString} b */
export const compareBits = (a, b) => compareBytes(a.bytes, b.bytes) || a.bits - b.bits

/** @param {BitString} value @param {number} typmod @param {boolean} explicit */
export function applyBitTypmod(value, typmod, explicit) {
  if (typmod <= 0 || value.bits === typmod) return value
  if (!explicit) throw bitLengthMismatch(value.bits, typmod)
  return resized(value, typmod)
}

/** @param {BitString} value @param {number} typmod @param {boolean} explicit */
export function applyVarbitTypmod(value, typmod, explicit) {
  if (typmod <= 0 || value.bits <= typmod) return value
  if (!explicit) throw bitStringTooLong(typmod)
  return resized(value, typmod)
}

/**
 * @param {number} oid
 * @param {string} name
 * @param {string} display
 * @param {(value: BitString, typmod: number, explicit: boolean) => BitString} applyTypmod
 */
const bitType = (oid, name, display, applyTypmod) => new TypeOps({
  oid, name, display, kind: 'var', category: 'V', applyTypmod,
  parse: (text, typmod) => applyTypmod(parseBits(text), typmod, false),
  format: formatBits,
  formatSteps: formatBitsInSteps,
  parseSteps: function* (text, typmod) { return applyTypmod(yield* parseBitsInSteps(text), typmod, false) },
  receive: (bytes, start, end, typmod) => {
    if (end - start < 4) throw messageTooShort()
    const bits = readI32(bytes, start)
    if (bits < 0) throw invalidBinary('invalid length in external bit string')
    if (end - start - 4 < byteLength(bits)) throw messageTooShort()
    if (end - start - 4 > byteLength(bits)) throw bytesLeftOver()
    return applyTypmod(clearRest(new BitString(bits, copyOf(bytes, start + 4, end))), typmod, false)
  },
  send: (value, writer) => {
    writer.i32(value.bits)
    writer.raw(value.bytes)
  },
  compare: compareBits,
  hash: (value) => hashBytes(value.bytes) ^ value.bits,
  encodedBytes: (value) => 4 + value.bytes.length,
  encode: (value, bytes, view, at) => {
    view.setUint32(at, value.bits, true)
    bytes.set(value.bytes, at + 4)
    return at + 4 + value.bytes.length
  },
  decode: (bytes, view, start, end) => new BitString(view.getUint32(start, true), bytes.slice(start + 4, end)),
  putKey: (value, out, at) => putInt4(value.bits, out, putBytea(value.bytes, out, at)),
})

export const bitTypes = [
  bitType(T.BIT, 'bit', 'bit', applyBitTypmod),
  bitType(T.VARBIT, 'varbit', 'bit varying', applyVarbitTypmod),
]
