/**
 * Key bytes of variable-width values. Each is self-delimiting (no key is a prefix of another), so that parts can follow
 * each other.
 *
 *   text      UTF-8 bytes, then 00. Text never holds U+0000, so nothing needs escaping. Order: collation "C".
 *   bpchar    as text, without trailing blanks
 *   bytea     bytes with 00 written as 00 FF, then 00 00
 *   numeric   class byte: 0 -Infinity, 1 negative, 2 zero, 3 positive, 4 Infinity, 5 NaN. Then, unless zero or special, with the
 *             value as 0.d1d2d3… * 10^e and d1 not 0, trailing zeros dropped:
 *             e + 2^23 in 3 bytes; digit pairs as pair + 1 (01..64); 00. Negative values invert all of these.
 *             1.0 and 1.00 are the same bytes.
 *
 * The rule about `out.length` in fixed.js and key.js holds here too.
 */
import { assert } from '../../util/assert.js'

/** Longer strings go through TextEncoder. */
const LOOP_CHARS_MAX = 256
const EXPONENT_BIAS = 1 << 23
/** Numbers below are exact times ten. */
const PAIRS_BELOW = 1e14
const encoder = new TextEncoder()

/** @param {string} text @param {Uint8Array} out @param {number} at */
export function putText(text, out, at) {
  return putChars(text, text.length, out, at)
}

/** @param {string} text @param {Uint8Array} out @param {number} at */
export function putBpchar(text, out, at) {
  let length = text.length
  while (length > 0 && text.charCodeAt(length - 1) === 0x20) length--
  return putChars(text, length, out, at)
}

/** @param {string} text @param {number} length in UTF-16 units @param {Uint8Array} out @param {number} at */
function putChars(text, length, out, at) {
  if (length > LOOP_CHARS_MAX) return putLongText(text.slice(0, length), out, at)
  for (let i = 0; i < length; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      if (code === 0) refuseNul()
      out[at++] = code
    } else if (code < 0x800) {
      out[at++] = 0xc0 | (code >> 6)
      out[at++] = 0x80 | (code & 0x3f)
    } else {
      if (code >= 0xd800 && code < 0xe000) {
        const low = i + 1 < length ? text.charCodeAt(i + 1) : 0
        if (code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
          i++
          out[at++] = 0xf0 | (code >> 18)
          out[at++] = 0x80 | ((code >> 12) & 0x3f)
          out[at++] = 0x80 | ((code >> 6) & 0x3f)
          out[at++] = 0x80 | (code & 0x3f)
          continue
        }
        code = 0xfffd //                            a lone surrogate, as TextEncoder writes it
      }
      out[at++] = 0xe0 | (code >> 12)
      out[at++] = 0x80 | ((code >> 6) & 0x3f)
      out[at++] = 0x80 | (code & 0x3f)
    }
  }
  out[at] = 0
  return at + 1
}

/** @param {string} text @param {Uint8Array} out @param {number} at */
function putLongText(text, out, at) {
  const bytes = encoder.encode(text)
  return putTextBytes(bytes, 0, bytes.length, out, at)
}

/**
 * Text that is already UTF-8, as a tuple stores it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putTextBytes(bytes, start, end, out, at) {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    if (byte === 0) refuseNul()
    out[at++] = byte
  }
  out[at] = 0
  return at + 1
}

/**
 * Stored bpchar.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putBpcharBytes(bytes, start, end, out, at) {
  while (end > start && bytes[end - 1] === 0x20) end--
  return putTextBytes(bytes, start, end, out, at)
}

function refuseNul() {
  assert(false, 'text holds no U+0000')
}

/** @param {Uint8Array} value @param {Uint8Array} out @param {number} at */
export function putBytea(value, out, at) {
  return putByteaBytes(value, 0, value.length, out, at)
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Uint8Array} out @param {number} at */
export function putByteaBytes(bytes, start, end, out, at) {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    out[at++] = byte
    if (byte === 0) out[at++] = 0xff
  }
  out[at] = 0
  out[at + 1] = 0
  return at + 2
}

/**
 * A numeric whose digits are those of a number, which is enough for ten times as much.
 * @param {number} coef above 0, below PAIRS_BELOW
 * @param {number} scale
 * @param {number} flip
 * @param {Uint8Array} out
 * @param {number} at
 */
function putPairs(coef, scale, flip, out, at) {
  let digits = 1
  for (let power = 10; power <= coef; power *= 10) digits++
  const exponent = digits - scale + EXPONENT_BIAS
  // The first pair begins with the first digit; from there to the left they come last first, the pairs of zeros at the
  // end left out.
  let rest = coef
  if (digits & 1) {
    rest *= 10
    digits++
  }
  let pairs = digits >> 1
  let next = Math.floor(rest / 100)
  while (next * 100 === rest) {
    rest = next
    next = Math.floor(rest / 100)
    pairs--
  }
  out[at] = flip === 0 ? 3 : 1
  out[at + 1] = (exponent >> 16) ^ flip
  out[at + 2] = (exponent >> 8) ^ flip
  out[at + 3] = exponent ^ flip
  at += 4
  for (let pair = pairs - 1; pair >= 0; pair--) {
    out[at + pair] = (rest - next * 100 + 1) ^ flip
    rest = next
    next = Math.floor(rest / 100)
  }
  out[at + pairs] = flip
  return at + pairs + 1
}

/**
 * @param {{ coef: number | bigint, scale: number, special: number }} value src/types/numbers/numeric.js: special 0
 *   finite, 1 NaN, 2 Infinity, 3 -Infinity
 * @param {Uint8Array} out @param {number} at
 */
export function putNumeric(value, out, at) {
  const { coef, special } = value
  if (special !== 0) {
    out[at] = special === 1 ? 5 : special === 2 ? 4 : 0
    return at + 1
  }
  const negative = coef < 0
  // eslint-disable-next-line eqeqeq -- a normalised zero is the number 0, and 0n counts as zero just the same
  if (coef == 0) {
    out[at] = 2
    return at + 1
  }
  if (typeof coef === 'number' && coef < PAIRS_BELOW && coef > -PAIRS_BELOW)
    return putPairs(negative ? -coef : coef, value.scale, negative ? 0xff : 0, out, at)
  const digits = (negative ? -coef : coef).toString()
  const exponent = digits.length - value.scale + EXPONENT_BIAS
  let digitCount = digits.length
  while (digits.charCodeAt(digitCount - 1) === 0x30) digitCount--
  const flip = negative ? 0xff : 0
  out[at] = negative ? 1 : 3
  out[at + 1] = (exponent >> 16) ^ flip
  out[at + 2] = (exponent >> 8) ^ flip
  out[at + 3] = exponent ^ flip
  at += 4
  for (let i = 0; i < digitCount; i += 2) {
    const tens = digits.charCodeAt(i) - 0x30
    const ones = i + 1 < digitCount ? digits.charCodeAt(i + 1) - 0x30 : 0
    out[at++] = (tens * 10 + ones + 1) ^ flip
  }
  out[at] = flip
  return at + 1
}
