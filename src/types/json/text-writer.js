/** jsonb as text, byte by byte: most of it is copied from the stored form, nothing becomes a string on the way. */
import { formatNumeric } from '../numbers/numeric.js'
import { decodeNumeric } from '../numbers/numeric-stored.js'
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, readU32, STRING, TRUE } from './jsonb.js'
/** @import { ByteWriter } from '../../util/byte-writer.js' */

const QUOTE = 34
const BACKSLASH = 92
/** Letters behind the backslash of short escapes. */
const SHORT = new Uint8Array(128)
for (const [code, letter] of [
  [8, 'b'], [9, 't'], [10, 'n'], [12, 'f'], [13, 'r'], [QUOTE, '"'], [BACKSLASH, '\\'],
])
  SHORT[/** @type {number} */ (code)] = String(letter).charCodeAt(0)
/** Longer strings are measured first. */
const LONG = 4096
const HEX = '0123456789abcdef'

/** @param {ByteWriter} writer @param {Uint8Array} bytes @param {number} start @param {number} end of UTF-8 */
function writeQuoted(writer, bytes, start, end) {
  writer.ensure((end - start > LONG ? escapedBytes(bytes, start, end) : 6 * (end - start)) + 2)
  const out = writer.bytes
  let { at } = writer
  out[at++] = QUOTE
  for (let from = start; from < end; from++) {
    const byte = bytes[from]
    if (byte >= 32 && byte !== QUOTE && byte !== BACKSLASH) { out[at++] = byte; continue }
    out[at++] = BACKSLASH
    if (SHORT[byte] !== 0) { out[at++] = SHORT[byte]; continue }
    out[at++] = 117
    out[at++] = 48
    out[at++] = 48
    out[at++] = HEX.charCodeAt(byte >>> 4)
    out[at++] = HEX.charCodeAt(byte & 15)
  }
  out[at++] = QUOTE
  writer.at = at
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function escapedBytes(bytes, start, end) {
  let count = end - start
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte < 32 || byte === QUOTE || byte === BACKSLASH) count += SHORT[byte] !== 0 ? 1 : 5
  }
  return count
}

/** @param {ByteWriter} writer @param {Uint8Array} bytes @param {number} start @param {number} end of a stored value */
export function writeJsonb(writer, bytes, start, end) {
  switch (bytes[start]) {
    case NULL: writer.utf8('null'); break
    case FALSE: writer.utf8('false'); break
    case TRUE: writer.utf8('true'); break
    case STRING: writeQuoted(writer, bytes, start + 1, end); break
    case NUMBER: writer.utf8(formatNumeric(decodeNumeric(bytes, start + 1, end))); break
    case ARRAY: writeArray(writer, bytes, start); break
    default: writeObject(writer, bytes, start)
  }
}

/** Bytes of a stored value that are written at a stretch. */
const PIECE_BYTES = 1 << 17

/**
 * The same of a large document, with a rest every millisecond or so.
 * @param {ByteWriter} writer
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Generator<void, void, void>}
 */
export function* writeJsonbInSteps(writer, bytes, start, end) {
  const isObject = bytes[start] === OBJECT
  if (end - start <= PIECE_BYTES || (bytes[start] !== ARRAY && !isObject)) {
    writeJsonb(writer, bytes, start, end)
    return
  }
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + (isObject ? 8 : 4) * count
  writer.u8(isObject ? 123 : 91)
  let from = isObject && count > 0 ? readU32(bytes, ends + 4 * count - 4) : 0
  let rested = writer.at
  for (let i = 0, keyFrom = 0; i < count; i++) {
    const to = readU32(bytes, ends + 4 * (isObject ? count + i : i))
    if (i > 0) comma(writer)
    if (isObject) {
      const keyTo = readU32(bytes, ends + 4 * i)
      writeQuoted(writer, bytes, data + keyFrom, data + keyTo)
      writer.u8(58)
      writer.u8(32)
      keyFrom = keyTo
    }
    if (to - from > PIECE_BYTES) yield* writeJsonbInSteps(writer, bytes, data + from, data + to)
    else writeJsonb(writer, bytes, data + from, data + to)
    from = to
    if (writer.at - rested < PIECE_BYTES) continue
    yield
    rested = writer.at
  }
  writer.u8(isObject ? 125 : 93)
}

/** @param {ByteWriter} writer @param {Uint8Array} bytes @param {number} start */
function writeArray(writer, bytes, start) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 4 * count
  writer.u8(91)
  for (let i = 0, from = 0; i < count; i++) {
    const to = readU32(bytes, ends + 4 * i)
    if (i > 0) comma(writer)
    writeJsonb(writer, bytes, data + from, data + to)
    from = to
  }
  writer.u8(93)
}

/** @param {ByteWriter} writer @param {Uint8Array} bytes @param {number} start */
function writeObject(writer, bytes, start) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 8 * count
  writer.u8(123)
  let from = count === 0 ? 0 : readU32(bytes, ends + 4 * count - 4)
  for (let i = 0, keyFrom = 0; i < count; i++) {
    const keyTo = readU32(bytes, ends + 4 * i)
    const to = readU32(bytes, ends + 4 * (count + i))
    if (i > 0) comma(writer)
    writeQuoted(writer, bytes, data + keyFrom, data + keyTo)
    writer.u8(58)
    writer.u8(32)
    writeJsonb(writer, bytes, data + from, data + to)
    keyFrom = keyTo
    from = to
  }
  writer.u8(125)
}

/** @param {ByteWriter} writer */
function comma(writer) {
  writer.u8(44)
  writer.u8(32)
}
