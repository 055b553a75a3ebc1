/**
 * A growable byte buffer that builds wire messages in place: integers and floats big-endian as the protocol wants them,
 * text as UTF-8, and length words that are reserved first and patched once the part behind them is written.
 *
 * One lives as long as its connection. `bytes` and `view` are replaced when the buffer grows, so nobody keeps them
 * across a put. Numbers and short ASCII text are written byte by byte: no string, no encoder call, no allocation per
 * value.
 */

import { copyBytes } from './copy-bytes.js'

const encoder = new TextEncoder()
/** Letters beyond which a text's bytes are counted before there is room for them. */
const LONG_TEXT = 65536
const decoder = new TextDecoder()

const DIGITS = new Uint8Array(200)
for (let value = 0; value < 100; value++) {
  DIGITS[2 * value] = 48 + Math.floor(value / 10)
  DIGITS[2 * value + 1] = 48 + value % 10
}

export class ByteWriter {
  /** @param {number} [capacityBytes] first size; it doubles as needed */
  constructor(capacityBytes = 8192) {
    this.capacityBytes = capacityBytes
    this.bytes = new Uint8Array(capacityBytes)
    this.view = new DataView(this.bytes.buffer)
    /** next byte to be written */
    this.at = 0
    /** where a message begins whose parts may still fail; -1: none */
    this.open = -1
  }

  /** Makes room for `byteCount` more bytes. @param {number} byteCount */
  ensure(byteCount) {
    if (this.at + byteCount > this.bytes.length) this.grow(byteCount)
  }

  /** @param {number} byteCount */
  grow(byteCount) {
    let capacity = this.bytes.length * 2 || 64
    while (capacity < this.at + byteCount) capacity *= 2
    const bytes = new Uint8Array(capacity)
    bytes.set(this.bytes.subarray(0, this.at))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }

  /** Forgets everything written. */
  reset() {
    this.at = 0
  }

  /** Forgets everything written and leaves its memory to somebody else. */
  release() {
    this.at = 0
    this.bytes = new Uint8Array(this.capacityBytes)
    this.view = new DataView(this.bytes.buffer)
  }

  /** @param {number} value */
  u8(value) {
    if (this.at === this.bytes.length) this.grow(1)
    this.bytes[this.at++] = value
  }

  /** @param {number} value */
  i16(value) {
    if (this.at + 2 > this.bytes.length) this.grow(2)
    this.view.setInt16(this.at, value)
    this.at += 2
  }

  /** @param {number} value signed or unsigned 32 bits */
  i32(value) {
    if (this.at + 4 > this.bytes.length) this.grow(4)
    this.view.setInt32(this.at, value)
    this.at += 4
  }

  /** @param {number | bigint} value an int8 datum */
  i64(value) {
    if (this.at + 8 > this.bytes.length) this.grow(8)
    if (typeof value === 'number') {
      const high = Math.floor(value / 4294967296)
      this.view.setInt32(this.at, high)
      this.view.setUint32(this.at + 4, value - high * 4294967296)
    } else {
      this.view.setBigInt64(this.at, value)
    }
    this.at += 8
  }

  /** @param {number} value */
  f32(value) {
    if (this.at + 4 > this.bytes.length) this.grow(4)
    this.view.setFloat32(this.at, value)
    this.at += 4
  }

  /** @param {number} value */
  f64(value) {
    if (this.at + 8 > this.bytes.length) this.grow(8)
    this.view.setFloat64(this.at, value)
    this.at += 8
  }

  /** Text and a closing zero byte. @param {string} text */
  cstr(text) {
    this.utf8(text)
    this.u8(0)
  }

  /** Text as UTF-8 with nothing around it. @param {string} text */
  utf8(text) {
    const unitCount = text.length
    // Three times the room of a long one costs more than to count.
    const room = unitCount > LONG_TEXT ? Buffer.byteLength(text) : unitCount * 3
    if (this.at + room > this.bytes.length) this.grow(room)
    if (unitCount > 48) {
      this.at += encoder.encodeInto(text, this.bytes.subarray(this.at)).written
      return
    }
    const bytes = this.bytes
    const start = this.at
    for (let i = 0; i < unitCount; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 127) {
        this.at = start + encoder.encodeInto(text, bytes.subarray(start)).written
        return
      }
      bytes[start + i] = unit
    }
    this.at = start + unitCount
  }

  /** @param {Uint8Array} bytes @param {number} [start] @param {number} [end] */
  raw(bytes, start = 0, end = bytes.length) {
    const count = end - start
    if (this.at + count > this.bytes.length) this.grow(count)
    if (count < 32) {
      for (let i = start, to = this.at; i < end; i++, to++) this.bytes[to] = bytes[i]
    } else {
      this.bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.at)
    }
    this.at += count
  }

  /**
   * Bytes that a view is at hand for.
   * @param {DataView} view @param {Uint8Array} bytes @param {number} from @param {number} count
   */
  stored(view, bytes, from, count) {
    if (this.at + count > this.bytes.length) this.grow(count)
    copyBytes(this.view, this.bytes, this.at, view, bytes, from, count)
    this.at += count
  }

  /** Leaves four bytes for a length word. @returns {number} the mark for patchLength */
  reserveLength() {
    if (this.at + 4 > this.bytes.length) this.grow(4)
    this.at += 4
    return this.at - 4
  }

  /**
   * Fills the word at `mark` with the count of bytes written behind it (the word itself not counted).
   * @param {number} mark
   */
  patchLength(mark) {
    this.view.setInt32(mark, this.at - mark - 4)
  }

  /** Fills the word at `mark` as a protocol message's length: the word itself counted. @param {number} mark */
  patchMessage(mark) {
    this.view.setInt32(mark, this.at - mark)
  }

  /** What there is of a message that failed is taken back. */
  discardOpen() {
    if (this.open >= 0) this.at = this.open
    this.open = -1
  }

  /** Decimal digits of a safe integer. @param {number} value */
  decimal(value) {
    if (this.at + 20 > this.bytes.length) this.grow(20)
    if (value < 0) {
      this.bytes[this.at++] = 45
      value = -value
    }
    if (value > 4294967295) {
      const high = Math.floor(value / 1e9)
      this.decimal(high)
      this.padded(value - high * 1e9, 9)
      return
    }
    const width = decimalWidth(value)
    this.padded(value, width)
  }

  /** Exactly `width` digits with leading zeros. @param {number} value below 2^32 @param {number} width */
  padded(value, width) {
    if (this.at + width > this.bytes.length) this.grow(width)
    const bytes = this.bytes
    let at = this.at + width
    const start = this.at
    this.at = at
    while (at - start >= 2) {
      const rest = Math.floor(value / 100)
      const pair = 2 * (value - rest * 100)
      bytes[--at] = DIGITS[pair + 1]
      bytes[--at] = DIGITS[pair]
      value = rest
    }
    if (at > start) bytes[--at] = 48 + value
  }

  /** Decimal digits of an int8 datum. @param {number | bigint} value */
  int8Text(value) {
    if (typeof value === 'number') this.decimal(value)
    else this.utf8(value.toString())
  }

  /** @param {number} [start] @param {number} [end] @returns {string} what was written there, as text */
  text(start = 0, end = this.at) {
    return decoder.decode(this.bytes.subarray(start, end))
  }

  /** @param {number} [start] @param {number} [end] @returns {Uint8Array} a copy */
  copy(start = 0, end = this.at) {
    return this.bytes.slice(start, end)
  }
}

/** @param {number} value 0..2^32-1 */
function decimalWidth(value) {
  if (value < 10) return 1
  if (value < 100) return 2
  if (value < 1000) return 3
  if (value < 10000) return 4
  if (value < 100000) return 5
  if (value < 1000000) return 6
  if (value < 10000000) return 7
  if (value < 100000000) return 8
  return value < 1000000000 ? 9 : 10
}
