/**
 * jsonb's stored form, and finding one's way in it without decoding the rest.
 *
 *   value   = tag (1 byte), then
 *   0 null  1 false  2 true                 nothing
 *   3 string                                UTF-8 bytes up to the value's end
 *   4 number                                numeric's stored form (numeric.js), exact and with its scale
 *   5 array   u32 count, count × u32 end of the element, elements
 *   6 object  u32 count, count × u32 end of the key, count × u32 end of the value, keys (UTF-8), values
 *
 * Little-endian. Ends count from the first element, or from the first key's first byte (values follow the last key). A
 * value does not know where it ends: its holder does. Nothing is aligned and nothing points outside, so any part is a
 * value by itself and is copied as bytes. Keys are unique and in order of byte count, then bytes: a lookup is a binary
 * search that mostly compares lengths.
 */
import { Numeric } from '../numbers/numeric.js'
import { decodeNumeric, encodeNumeric, numericEncodedBytes } from '../numbers/numeric-stored.js'
import { encodeUtf8, utf8Bytes } from '../strings/text.js'
import { decodeUtf8 } from '../strings/utf8.js'
import { JsonObject } from './node.js'
/** @import { JsonNode } from './node.js' */

export const NULL = 0
export const FALSE = 1
export const TRUE = 2
export const STRING = 3
export const NUMBER = 4
export const ARRAY = 5
export const OBJECT = 6

/** A jsonb datum: a stretch of bytes nobody changes. Several may share a buffer. */
export class Jsonb {
  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  constructor(bytes, start, end) {
    this.bytes = bytes
    this.start = start
    this.end = end
  }

  get tag() {
    return this.bytes[this.start]
  }

  /** What it occupies, for whoever counts memory. */
  get byteLength() {
    return this.bytes.length
  }
}

/** @param {Uint8Array} bytes @param {number} at */
export const readU32 = (bytes, at) =>
  (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0

/** @param {Uint8Array} bytes @param {number} at @param {number} value */
export function writeU32(bytes, at, value) {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
  bytes[at + 2] = value >>> 16
  bytes[at + 3] = value >>> 24
}

// ---- reading

/** Elements of an array, pairs of an object. @param {Jsonb} value */
export const countOf = (value) => readU32(value.bytes, value.start + 1)

/** @param {Jsonb} value a string */
export const stringOf = (value) => decodeUtf8(value.bytes, value.start + 1, value.end)

/** @param {Jsonb} value a number */
export const numberOf = (value) => decodeNumeric(value.bytes, value.start + 1, value.end)

/**
 * A part as a datum of its own. Small parts of large documents are copied, so that they do not keep the document in
 * memory.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function part(bytes, start, end) {
  return (end - start) * 4 < bytes.length
    ? new Jsonb(bytes.slice(start, end), 0, end - start)
    : new Jsonb(bytes, start, end)
}

/** @param {Jsonb} value an array @param {number} index below its count @returns {Jsonb} */
export function elementAt(value, index) {
  const { bytes, start, end } = elementView(value, index)
  return part(bytes, start, end)
}

/** @param {Jsonb} value an object @param {number} index @returns {Jsonb} */
export function valueAt(value, index) {
  const { bytes, start, end } = valueView(value, index)
  return part(bytes, start, end)
}

/**
 * As elementAt, always in the same buffer: for values that are looked at and let go.
 * @param {Jsonb} value an array
 * @param {number} index
 * @returns {Jsonb}
 */
export function elementView({ bytes, start }, index) {
  const data = start + 5 + 4 * readU32(bytes, start + 1)
  const ends = start + 5
  return new Jsonb(
    bytes,
    data + (index === 0 ? 0 : readU32(bytes, ends + 4 * index - 4)),
    data + readU32(bytes, ends + 4 * index)
  )
}

/** @param {Jsonb} value an object @param {number} index @returns {Jsonb} */
export function valueView({ bytes, start }, index) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 8 * count
  return new Jsonb(
    bytes,
    data + readU32(bytes, ends + 4 * (count + index) - 4),
    data + readU32(bytes, ends + 4 * (count + index))
  )
}

/** @param {Jsonb} value an object @param {number} index @returns {string} */
export function keyAt({ bytes, start }, index) {
  const ends = start + 5
  const data = ends + 8 * readU32(bytes, start + 1)
  return decodeUtf8(
    bytes,
    data + (index === 0 ? 0 : readU32(bytes, ends + 4 * index - 4)),
    data + readU32(bytes, ends + 4 * index)
  )
}

/** As findKey, of a key in UTF-8. @param {Jsonb} value an object @param {Uint8Array} key */
export function findKeyBytes({ bytes, start }, key) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 8 * count
  const { length } = key
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const from = middle === 0 ? 0 : readU32(bytes, ends + 4 * middle - 4)
    let order = readU32(bytes, ends + 4 * middle) - from - length
    for (let i = 0; order === 0 && i < length; i++) order = bytes[data + from + i] - key[i]
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Position of a key in an object, -1 when it is not there. @param {Jsonb} value an object @param {string} key */
export function findKey({ bytes, start }, key) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 8 * count
  const length = utf8Bytes(key)
  const encoded = length === key.length ? null : utf8Key(key, length)
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const from = middle === 0 ? 0 : readU32(bytes, ends + 4 * middle - 4)
    let order = readU32(bytes, ends + 4 * middle) - from - length
    for (let i = 0; order === 0 && i < length; i++)
      order = bytes[data + from + i] - (encoded === null ? key.charCodeAt(i) : encoded[i])
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** @param {string} key @param {number} length */
function utf8Key(key, length) {
  const bytes = new Uint8Array(length)
  encodeUtf8(key, bytes, 0)
  return bytes
}

/** @param {Jsonb} value an object @param {string} key @returns {Jsonb | null} */
export function fieldOf(value, key) {
  const at = findKey(value, key)
  return at < 0 ? null : valueAt(value, at)
}

/** The value taken apart, one level of it. @param {Jsonb} value @returns {JsonNode} */
export function shallowNode(value) {
  switch (value.tag) {
    case NULL: return null
    case FALSE: return false
    case TRUE: return true
    case STRING: return stringOf(value)
    case NUMBER: return numberOf(value)
    case ARRAY: return elementsOf(value)
    default: return new JsonObject(keysOf(value), valuesOf(value))
  }
}

/** @param {Jsonb} value an array @returns {Jsonb[]} */
export function elementsOf(value) {
  const count = countOf(value)
  const elements = new Array(count)
  for (let i = 0; i < count; i++) elements[i] = elementAt(value, i)
  return elements
}

/** @param {Jsonb} value an object @returns {string[]} */
export function keysOf(value) {
  const count = countOf(value)
  const keys = new Array(count)
  for (let i = 0; i < count; i++) keys[i] = keyAt(value, i)
  return keys
}

/** @param {Jsonb} value an object @returns {Jsonb[]} */
export function valuesOf(value) {
  const count = countOf(value)
  const values = new Array(count)
  for (let i = 0; i < count; i++) values[i] = valueAt(value, i)
  return values
}

// ---- writing

let scratch = new Uint8Array(8192)

/** Room for `byteCount` more bytes behind `at`. @param {number} at @param {number} byteCount */
function ensure(at, byteCount) {
  if (at + byteCount <= scratch.length) return
  const bytes = new Uint8Array(Math.max(scratch.length * 2, at + byteCount))
  bytes.set(scratch.subarray(0, at))
  scratch = bytes
}

/** They are copied sooner one by one. */
const FEW_BYTES = 32
/** Scratch is given back to this size after a large value. */
const SCRATCH_KEPT = 1 << 20

/** @param {JsonNode} node @returns {Jsonb} */
export function encodeJson(node) {
  if (node instanceof Jsonb) return node
  const end = write(node, 0)
  const bytes = scratch.slice(0, end)
  if (scratch.length > SCRATCH_KEPT) {
    scratch = new Uint8Array(8192)
  }
  return new Jsonb(bytes, 0, end)
}

/** @param {JsonNode} node @param {number} at @returns {number} end */
function write(node, at) {
  if (node instanceof Jsonb) {
    const size = node.end - node.start
    ensure(at, size)
    if (size > FEW_BYTES) scratch.set(node.bytes.subarray(node.start, node.end), at)
    else for (let from = node.start, to = at; from < node.end;) scratch[to++] = node.bytes[from++]
    return at + size
  }
  if (typeof node === 'string') {
    ensure(at, 1 + 3 * node.length)
    scratch[at] = STRING
    return encodeUtf8(node, scratch, at + 1)
  }
  if (node === null || typeof node === 'boolean') {
    ensure(at, 1)
    scratch[at] = node === null ? NULL : node ? TRUE : FALSE
    return at + 1
  }
  if (node instanceof Numeric) {
    ensure(at, 1 + numericEncodedBytes(node))
    scratch[at] = NUMBER
    return encodeNumeric(node, scratch, at + 1)
  }
  return Array.isArray(node) ? writeArray(node, at) : writeObject(node, at)
}

/** @param {JsonNode[]} elements @param {number} at */
function writeArray(elements, at) {
  const count = elements.length
  ensure(at, 5 + 4 * count)
  scratch[at] = ARRAY
  writeU32(scratch, at + 1, count)
  const data = at + 5 + 4 * count
  let end = data
  for (let i = 0; i < count; i++) {
    end = write(elements[i], end)
    writeU32(scratch, at + 5 + 4 * i, end - data)
  }
  return end
}

/** @param {JsonObject} object @param {number} at */
function writeObject({ keys, values }, at) {
  const count = keys.length
  ensure(at, 5 + 8 * count)
  scratch[at] = OBJECT
  writeU32(scratch, at + 1, count)
  const ends = at + 5
  const data = ends + 8 * count
  let end = data
  for (let i = 0; i < count; i++) {
    ensure(end, 3 * keys[i].length)
    end = encodeUtf8(keys[i], scratch, end)
    writeU32(scratch, ends + 4 * i, end - data)
  }
  for (let i = 0; i < count; i++) {
    end = write(values[i], end)
    writeU32(scratch, ends + 4 * (count + i), end - data)
  }
  return end
}
