/** jsonb as text: as it prints, as jsonb_pretty prints it, and as the objects a JavaScript program wants. */
import { charge } from '../../errors/value-size.js'
import { ByteWriter } from '../../util/byte-writer.js'
import { numericToNumber } from '../numbers/numeric.js'
import { decodeNumeric } from '../numbers/numeric-stored.js'
import { decodeUtf8 } from '../strings/utf8.js'
import { ARRAY, FALSE, NULL, NUMBER, readU32, STRING, TRUE } from './jsonb.js'
import { writeJsonb, writeJsonbInSteps } from './text-writer.js'
/** @import { Jsonb } from './jsonb.js' */

/**
 * A JSON string literal: control characters, quotes and backslashes escaped, everything else as it is.
 * @param {string} text
 */
export const quoteJson = (text) => JSON.stringify(text)

let scratch = new ByteWriter(4096)
/** A buffer that one large document made is let go. */
const SCRATCH_BYTES_MAX = 1 << 20

/** @param {Jsonb} value @returns {string} */
export const formatJsonb = (value) => formatAt(value.bytes, value.start, value.end)

/** The same of a large document. @param {Jsonb} value @returns {Generator<void, string, void>} */
export function* formatJsonbInSteps(value) {
  const writer = new ByteWriter(4096)
  yield* writeJsonbInSteps(writer, value.bytes, value.start, value.end)
  return decodeUtf8(writer.bytes, 0, writer.at)
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {string} */
function formatAt(bytes, start, end) {
  scratch.reset()
  writeJsonb(scratch, bytes, start, end)
  const text = decodeUtf8(scratch.bytes, 0, scratch.at)
  if (scratch.bytes.length > SCRATCH_BYTES_MAX) scratch = new ByteWriter(4096)
  return text
}

/** Margins may be much longer than the members: at every 1,024th it is looked at what they make. */
const LOOK_MASK = 1023

/** One member a line, four blanks a level. @param {Jsonb} value */
export const prettyJsonb = (value) => prettyAt(value.bytes, value.start, value.end, '\n')

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {string} margin line break and blanks
 * @returns {string}
 */
function prettyAt(bytes, start, end, margin) {
  const tag = bytes[start]
  if (tag < ARRAY) return formatAt(bytes, start, end)
  const inner = `${margin}    `
  const count = readU32(bytes, start + 1)
  const words = tag === ARRAY ? count : 2 * count
  const ends = start + 5
  const data = ends + 4 * words
  let text = tag === ARRAY ? '[' : '{'
  let from = words === count || count === 0 ? 0 : readU32(bytes, ends + 4 * count - 4)
  for (let i = 0, keyFrom = 0; i < count; i++) {
    const to = readU32(bytes, ends + 4 * (words - count + i))
    if ((i & LOOK_MASK) === 0) charge(text.length, 'the result of jsonb_pretty()')
    text += (i === 0 ? '' : ',') + inner
    if (tag !== ARRAY) {
      const keyTo = readU32(bytes, ends + 4 * i)
      text += `${quoteJson(decodeUtf8(bytes, data + keyFrom, data + keyTo))}: `
      keyFrom = keyTo
    }
    text += prettyAt(bytes, data + from, data + to, inner)
    from = to
  }
  return text + margin + (tag === ARRAY ? ']' : '}')
}

/** What JSON.parse of the text would give. @param {Jsonb} value @returns {any} */
export const jsonbToJs = (value) => jsAt(value.bytes, value.start, value.end)

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {any} */
function jsAt(bytes, start, end) {
  const tag = bytes[start]
  switch (tag) {
    case NULL: return null
    case FALSE: return false
    case TRUE: return true
    case STRING: return decodeUtf8(bytes, start + 1, end)
    case NUMBER: return numericToNumber(decodeNumeric(bytes, start + 1, end))
    default: break
  }
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  if (tag === ARRAY) {
    const data = ends + 4 * count
    const elements = new Array(count)
    for (let i = 0, from = 0; i < count; i++) {
      const to = readU32(bytes, ends + 4 * i)
      elements[i] = jsAt(bytes, data + from, data + to)
      from = to
    }
    return elements
  }
  const data = ends + 8 * count
  /** @type {any} */
  const object = {}
  let from = count === 0 ? 0 : readU32(bytes, ends + 4 * count - 4)
  for (let i = 0, keyFrom = 0; i < count; i++) {
    const keyTo = readU32(bytes, ends + 4 * i)
    const to = readU32(bytes, ends + 4 * (count + i))
    const key = decodeUtf8(bytes, data + keyFrom, data + keyTo)
    const inside = jsAt(bytes, data + from, data + to)
    // As JSON.parse: this name becomes a property like any other.
    if (key === '__proto__')
      Object.defineProperty(object, key, { value: inside, enumerable: true, configurable: true, writable: true })
    else object[key] = inside
    keyFrom = keyTo
    from = to
  }
  return object
}
