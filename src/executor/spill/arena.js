/**
 * Texts and byte strings of Columns, one behind the other in one chunk outside the heap: a cell is the offset of its
 * record. Also how such keys are hashed and compared: as UTF-8 bytes, whether they are at hand as a JavaScript string
 * or as bytes, so that a key need not become the one to be looked for as the other.
 *
 *   record = u8 byte count, 255: as u32 behind it; then the bytes
 */
import { encodeUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { tire } from '../../util/effort.js'
import { giveChunk, nextCapacity, takeChunk } from '../../util/chunks.js'

/** cells that are no offsets */
export const NONE = 0xffffffff
export const APART = 0xfffffffe
const OFFSET_MAX = 0xfffffff0

const FIRST_BYTES = 4096
const LONG = 255
const BLANK = 32
const NO_BYTES = new Uint8Array(0)

let scratch = new Uint8Array(256)

export class Arena {
  /** @param {number} memory bytes it may come to hold, Infinity: any number */
  constructor(memory) {
    this.memory = memory
    this.bytes = NO_BYTES
    this.end = 0
    /** @type {ArrayBuffer | null} */
    this.chunk = null
  }

  /** @param {number} byteCount to come */
  reserve(byteCount) {
    const wanted = this.end + byteCount
    if (wanted <= this.bytes.length) return
    let capacity = Math.max(FIRST_BYTES, this.bytes.length)
    while (capacity < wanted) capacity = nextCapacity(capacity, 1, this.memory)
    const chunk = takeChunk(capacity)
    const bytes = new Uint8Array(chunk, 0, capacity)
    bytes.set(this.bytes.subarray(0, this.end))
    if (this.chunk !== null) giveChunk(this.chunk)
    this.chunk = chunk
    this.bytes = bytes
  }

  /** @param {string} text @returns {number} offset; APART: there is no more room */
  putText(text) {
    const units = text.length
    this.reserve(5 + 3 * units)
    if (this.end + 5 + 3 * units > OFFSET_MAX) return APART
    const { bytes, end } = this
    if (units < LONG) {
      let at = 0
      for (; at < units; at++) {
        const unit = text.charCodeAt(at)
        if (unit > 127) break
        bytes[end + 1 + at] = unit
      }
      if (at === units) {
        bytes[end] = units
        this.end = end + 1 + units
        return end
      }
    }
    const start = this.head(utf8Bytes(text))
    this.end = encodeUtf8(text, bytes, start)
    return end
  }

  /** @param {Uint8Array} value @returns {number} as putText */
  putBytes(value) {
    this.reserve(5 + value.length)
    if (this.end + 5 + value.length > OFFSET_MAX) return APART
    const { end } = this
    const start = this.head(value.length)
    for (let at = 0; at < value.length; at++) this.bytes[start + at] = value[at]
    this.end = start + value.length
    return end
  }

  /** Writes how many bytes come. @param {number} byteCount @returns {number} where they begin */
  head(byteCount) {
    const { bytes, end } = this
    if (byteCount < LONG) {
      bytes[end] = byteCount
      return end + 1
    }
    bytes[end] = LONG
    for (let at = 0; at < 4; at++) bytes[end + 1 + at] = byteCount >>> (8 * at)
    return end + 5
  }

  /** @param {number} offset of a record @returns {number} where its bytes begin */
  start(offset) {
    return this.bytes[offset] < LONG ? offset + 1 : offset + 5
  }

  /** @param {number} offset of a record @returns {number} its bytes */
  length(offset) {
    const { bytes } = this
    const first = bytes[offset]
    return first < LONG
      ? first
      : (bytes[offset + 1] | (bytes[offset + 2] << 8) | (bytes[offset + 3] << 16) | (bytes[offset + 4] << 24)) >>> 0
  }

  /** @param {number} offset */
  text(offset) {
    const start = this.start(offset)
    return decodeUtf8(this.bytes, start, start + this.length(offset))
  }

  /** @param {number} offset */
  slice(offset) {
    const start = this.start(offset)
    return this.bytes.slice(start, start + this.length(offset))
  }

  /** Forgets the records, keeps the memory. */
  clear() {
    this.end = 0
  }

  release() {
    if (this.chunk !== null) giveChunk(this.chunk)
    this.chunk = null
    this.bytes = NO_BYTES
    this.end = 0
  }
}

/** @param {Arena} arena @param {number} offset @param {string} text */
export function isText(arena, offset, text) {
  const units = text.length
  const { bytes } = arena
  const length = arena.length(offset)
  if (length < units) return false
  const start = arena.start(offset)
  for (let at = 0; at < units; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 127) return isEncoded(bytes, start, length, text)
    if (bytes[start + at] !== unit) return false
  }
  return length === units
}

/** The same without trailing blanks on either side. @param {Arena} arena @param {number} offset @param {string} text */
export function isBlankPadded(arena, offset, text) {
  const units = withoutBlanks(text)
  const { bytes } = arena
  const start = arena.start(offset)
  let length = arena.length(offset)
  while (length > 0 && bytes[start + length - 1] === BLANK) length--
  if (length < units) return false
  for (let at = 0; at < units; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 127) return isEncoded(bytes, start, length, text.slice(0, units))
    if (bytes[start + at] !== unit) return false
  }
  return length === units
}

/** @param {Arena} arena @param {number} offset @param {Uint8Array} value */
export function isBytes(arena, offset, value) {
  if (arena.length(offset) !== value.length) return false
  const { bytes } = arena
  const start = arena.start(offset)
  for (let at = 0; at < value.length; at++) if (bytes[start + at] !== value[at]) return false
  return true
}

/** @param {Uint8Array} bytes @param {number} start @param {number} length @param {string} text beyond ASCII */
function isEncoded(bytes, start, length, text) {
  if (encoded(text) !== length) return false
  for (let at = 0; at < length; at++) if (bytes[start + at] !== scratch[at]) return false
  return true
}

/** Puts a text's bytes into `scratch`. @param {string} text @returns {number} how many */
function encoded(text) {
  if (scratch.length < 3 * text.length) scratch = new Uint8Array(6 * text.length)
  return encodeUtf8(text, scratch, 0)
}

/** @param {string} text @returns {number} its units without trailing blanks */
function withoutBlanks(text) {
  let units = text.length
  while (units > 0 && text.charCodeAt(units - 1) === BLANK) units--
  return units
}

/** @param {string} text @returns {number} int32 */
export const hashText = (text) => hashUnits(text, text.length)

/** Trailing blanks count for nothing. @param {string} text @returns {number} int32 */
export const hashBlankPadded = (text) => hashUnits(text, withoutBlanks(text))

/** @param {Uint8Array} value @returns {number} int32 */
export const hashBytes = (value) => hashRange(value, 0, value.length)

/** So long a text takes as long as many rows. */
const TIRING_UNITS = 1 << 17

/** Four bytes at a time, as hashRange. @param {string} text @param {number} units of it @returns {number} int32 */
function hashUnits(text, units) {
  if (units > TIRING_UNITS) tire()
  let hash = units
  let seen = 0
  let at = 0
  for (; at + 4 <= units; at += 4) {
    const a = text.charCodeAt(at), b = text.charCodeAt(at + 1), c = text.charCodeAt(at + 2), d = text.charCodeAt(at + 3)
    seen |= a | b | c | d
    hash = mixWord(hash, a | b << 8 | c << 16 | d << 24)
  }
  let rest = 0
  for (; at < units; at++) {
    const unit = text.charCodeAt(at)
    seen |= unit
    rest = rest << 8 | unit
  }
  if (seen < 128) return mixWord(hash, rest)
  const length = encoded(units === text.length ? text : text.slice(0, units))
  return hashRange(scratch, 0, length)
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {number} int32 */
function hashRange(bytes, start, end) {
  if (end - start > TIRING_UNITS) tire()
  let hash = end - start
  let at = start
  for (; at + 4 <= end; at += 4)
    hash = mixWord(hash, bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24))
  let rest = 0
  for (; at < end; at++) rest = rest << 8 | bytes[at]
  return mixWord(hash, rest)
}

/** @param {number} hash @param {number} word @returns {number} int32 */
function mixWord(hash, word) {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
