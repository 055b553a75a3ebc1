/**
 * What gin indexes keep of a value, and what a condition asks of them. Keys are in an ordinary B+tree with the tuple id
 * behind each.
 *
 *   key = column (1 byte), class (1 byte), payload
 *   0 every row      1 an array without elements      2 array element: its key bytes
 *   3 null 4 false 5 true 6 number: numeric's key bytes 7 string that is a member's value 8 member's name or string in
 *   an array: UTF-8, 00 9 a scalar with the names of the way to it (jsonb_path_ops): 8 bytes of hash 10 payloads of
 *   more than 120 bytes, of class 2 to 8: that class, 8 bytes of hash 11 a key of an extension's class (libraries.js)
 *   12 a lexeme of a vector (textsearch/gin.js)
 *
 * A family is known by its OID, an extension's class by its number in libraries.js, below 0.
 *
 * Every condition is looked at again on the row: hashes may collide, and shape does not count here. Nulls inside arrays
 * have no key: no operator finds them.
 */
import { encodeKeyPart } from './key.js'
import { putNumeric } from './key/variable.js'
import { decodeNumeric } from './numbers/numeric-stored.js'
import * as B from './json/jsonb.js'
import { collectLexemes, lexemeQuery } from './textsearch/gin.js'
import { packKeys } from './key-list.js'
import { KeySink } from './key-sink.js'
import { ginClass, requireGinClass } from './libraries.js'
/** @import { PgArray } from './array.js' */
/** @import { LibraryQuery, QuerySession } from './libraries.js' */


const ARRAY_OPS = 2745
const JSONB_OPS = 4036
const JSONB_PATH_OPS = 4037
const TSVECTOR_OPS = 3659

const EVERY = 0
const EMPTY = 1
const ELEMENT = 2
const STRING = 7
const NAME = 8
const PATH = 9
const HASHED = 10
const OF_CLASS = 11
const PAYLOAD_BYTES_MAX = 120

/** By jsonb tag: null, false, true, string, number. */
const SCALAR_CLASS = [3, 4, 5, 7, 6]

const OWN_FAMILIES = new Set([ARRAY_OPS, JSONB_OPS, JSONB_PATH_OPS, TSVECTOR_OPS])

/** Families there is code for. @param {number} family */
export const isGinFamily = (family) =>
  (family < 0 && ginClass(family) !== undefined) || OWN_FAMILIES.has(family)

/** Keys of the row at hand: nobody keeps them beyond it. */
const own = new KeySink()

/**
 * Packed keys of a row (key-list.js), or, where `out` is a sink, its keys as they come.
 * @param {number[]} families of the index's columns
 * @param {any[]} values
 * @param {Uint8Array | KeySink} out
 * @param {number} at
 * @returns {number} end
 */
export function packGin(families, values, out, at) {
  if (out instanceof KeySink) {
    fillGin(families, values, out)
    return at
  }
  return packKeys(fillGin(families, values, own), out, at)
}

/**
 * As `fillGin`, into a sink that is the next row's when it is called again.
 * @param {number[]} families
 * @param {any[]} values
 */
export const ginKeys = (families, values) => fillGin(families, values, own)

/**
 * @param {number[]} families of the index's columns
 * @param {unknown[]} values
 * @param {KeySink} keys emptied first
 * @returns {KeySink}
 */
export function fillGin(families, values, keys) {
  keys.clear()
  for (let column = 0; column < families.length; column++) {
    const at = keys.open(2)
    keys.bytes[at] = column
    keys.bytes[at + 1] = EVERY
    if (values[column] !== null) collect(families[column], column, values[column], keys)
  }
  return keys
}

/** @param {number} family @param {number} column @param {any} value @param {KeySink} keys */
function collect(family, column, value, keys) {
  if (family < 0) collectOfClass(requireGinClass(family), column, value, keys)
  else if (family === JSONB_OPS) collectJsonb(value, column, true, keys)
  else if (family === JSONB_PATH_OPS) collectPaths(value, column, 0, 0, keys)
  else if (family === TSVECTOR_OPS) collectLexemes(value, column, keys)
  else {
    const elements = elementKeys(value, column)
    if (elements.length === 0) keys.put(new Uint8Array([column, EMPTY]))
    for (const element of elements) keys.put(element)
  }
}

/** @param {import('./libraries.js').GinClass} of @param {number} column @param {unknown} value @param {KeySink} keys */
function collectOfClass({ extract, numbers }, column, value, keys) {
  if (numbers === undefined) {
    extract(value, (bytes) => {
      const at = keys.open(2 + bytes.length)
      keys.bytes[at] = column
      keys.bytes[at + 1] = OF_CLASS
      keys.bytes.set(bytes, at + 2)
    })
    return
  }
  const found = numbers(value)
  for (let index = 0; index < found.length; index++) {
    const number = found[index]
    const at = keys.open(5)
    const { bytes } = keys
    bytes[at] = column
    bytes[at + 1] = OF_CLASS
    bytes[at + 2] = number >> 16
    bytes[at + 3] = number >> 8
    bytes[at + 4] = number
  }
}

let scratch = new Uint8Array(4096)

/** @param {number} column @param {Uint8Array} bytes as an extension's class makes them */
function classKey(column, bytes) {
  const { length } = bytes
  const key = new Uint8Array(2 + length)
  key[0] = column
  key[1] = OF_CLASS
  key.set(bytes, 2)
  return key
}

/** @param {number} column @param {number} keyClass @param {number} end of the payload in scratch */
function made(column, keyClass, end) {
  if (end <= PAYLOAD_BYTES_MAX) {
    const key = new Uint8Array(2 + end)
    key[0] = column
    key[1] = keyClass
    key.set(scratch.subarray(0, end), 2)
    return key
  }
  const key = new Uint8Array(11)
  key[0] = column
  key[1] = HASHED
  key[2] = keyClass
  putHash(key, 3, hashOf(scratch, 0, end, 1), hashOf(scratch, 0, end, 0x7feb352d))
  return key
}

/** @param {PgArray} array @param {number} column @returns {Uint8Array[]} */
function elementKeys(array, column) {
  /** @type {Uint8Array[]} */
  const keys = []
  for (const value of array.values) {
    if (value === null) continue
    let end = encodeKeyPart(array.elementType, value, false, false, scratch, 0)
    if (end > scratch.length) {
      scratch = new Uint8Array(2 * end)
      end = encodeKeyPart(array.elementType, value, false, false, scratch, 0)
    }
    keys.push(made(column, ELEMENT, end))
  }
  return keys
}

/**
 * @param {B.Jsonb} value
 * @param {number} column
 * @param {boolean} inArray where a string counts as a name
 * @param {KeySink} keys
 */
function collectJsonb(value, column, inArray, keys) {
  const { tag } = value
  if (tag === B.ARRAY) {
    const count = B.countOf(value)
    for (let i = 0; i < count; i++) collectJsonb(B.elementView(value, i), column, true, keys)
  } else if (tag === B.OBJECT) {
    const count = B.countOf(value)
    for (let i = 0; i < count; i++) {
      keys.put(nameKey(B.keyAt(value, i), column))
      collectJsonb(B.valueView(value, i), column, false, keys)
    }
  } else if (tag === B.STRING) {
    keys.put(textKey(value.bytes, value.start + 1, value.end, column, inArray ? NAME : STRING))
  } else {
    keys.put(made(column, SCALAR_CLASS[tag], tag === B.NUMBER ? numberPayload(value) : 0))
  }
}

/** @param {B.Jsonb} value a number @returns {number} end in scratch */
function numberPayload(value) {
  const number = decodeNumeric(value.bytes, value.start + 1, value.end)
  const end = putNumeric(number, scratch, 0)
  if (end <= scratch.length) return end
  scratch = new Uint8Array(2 * end)
  return putNumeric(number, scratch, 0)
}

/** @param {string} name @param {number} column */
function nameKey(name, column) {
  const bytes = Buffer.from(name, 'utf8')
  return textKey(bytes, 0, bytes.length, column, NAME)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} column
 * @param {number} keyClass
 */
function textKey(bytes, start, end, column, keyClass) {
  const length = end - start
  if (length + 1 > scratch.length) scratch = new Uint8Array(2 * length)
  for (let i = 0; i < length; i++) scratch[i] = bytes[start + i]
  scratch[length] = 0
  return made(column, keyClass, length + 1)
}

/**
 * jsonb_path_ops: the way's names and the scalar at its end.
 * @param {B.Jsonb} value
 * @param {number} column
 * @param {number} one
 * @param {number} two hash of the way
 * @param {KeySink} keys
 */
function collectPaths(value, column, one, two, keys) {
  const { tag } = value
  if (tag === B.ARRAY) {
    const count = B.countOf(value)
    for (let i = 0; i < count; i++) collectPaths(B.elementView(value, i), column, one, two, keys)
    return
  }
  if (tag === B.OBJECT) {
    const count = B.countOf(value)
    for (let i = 0; i < count; i++) {
      const name = Buffer.from(B.keyAt(value, i), 'utf8')
      collectPaths(
        B.valueView(value, i),
        column,
        hashOf(name, 0, name.length, one + 1),
        hashOf(name, 0, name.length, two + 0x7feb352d),
        keys
      )
    }
    return
  }
  let end = 0
  if (tag === B.NUMBER) end = numberPayload(value)
  const [bytes, from, to] = tag === B.NUMBER ? [scratch, 0, end] : [value.bytes, value.start + 1, value.end]
  const key = new Uint8Array(10)
  key[0] = column
  key[1] = PATH
  putHash(key, 2, hashOf(bytes, from, to, one + tag * 31), hashOf(bytes, from, to, two + tag * 131 + 0x45d9f3b))
  keys.put(key)
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} seed */
function hashOf(bytes, start, end, seed) {
  let hash = Math.imul(seed ^ (end - start), 0x9e3779b1)
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ bytes[at], 0x5bd1e995)
    hash ^= hash >>> 13
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** @param {Uint8Array} key @param {number} at @param {number} one @param {number} two */
function putHash(key, at, one, two) {
  for (let i = 0; i < 4; i++) {
    key[at + i] = one >>> (24 - 8 * i)
    key[at + 4 + i] = two >>> (24 - 8 * i)
  }
}

// ---- conditions

/**
 * What a condition asks for: rows that have all of some keys, ranges of keys (from, to: both may be there; null: no
 * end) and parts, or so many of them. `all` without any: every row; not `all` without any: none.
 * @typedef {object} GinQuery
 * @property {boolean} all
 * @property {Uint8Array[]} keys
 * @property {number} [least] where not all: how many, 1 unless said
 * @property {GinQuery[]} [parts]
 * @property {[from: Uint8Array, to: Uint8Array][]} [ranges] keys that are not before the one, nor after the other and
 *   what begins with it
 */

/**
 * Strategies of a family that an index can serve: operator numbers of pg_amop.
 * @param {number} family
 * @param {number} strategy
 */
export function servesStrategy(family, strategy) {
  if (family < 0) return requireGinClass(family).strategies.includes(strategy)
  if (family === JSONB_OPS) return strategy === 7 || strategy === 9 || strategy === 10 || strategy === 11
  if (family === JSONB_PATH_OPS) return strategy === 7
  if (family === TSVECTOR_OPS) return strategy === 1 || strategy === 2
  return family === ARRAY_OPS && strategy >= 1 && strategy <= 4
}

/**
 * @param {number} family
 * @param {number} column
 * @param {number} strategy
 * @param {any} value of the operator's right side, not null
 * @param {QuerySession | null} [session] that asks
 * @returns {GinQuery}
 */
export function ginQuery(family, column, strategy, value, session = null) {
  /** @type {Uint8Array[]} */
  const keys = []
  if (family < 0) return classQuery(requireGinClass(family).query(strategy, value, session), column)
  if (family === TSVECTOR_OPS) return lexemeQuery(value.root, column, new Uint8Array([column, EVERY]))
  if (family !== ARRAY_OPS) {
    switch (strategy) {
      case 9: return { all: true, keys: [nameKey(value, column)] }
      case 10: case 11:
        for (const name of value.values) if (name !== null) keys.push(nameKey(name, column))
        return orEvery({ all: strategy === 11, keys }, column)
      default:
        return orEvery({ all: true, keys: keysOf(family, column, value) }, column)
    }
  }
  const elements = elementKeys(value, column)
  switch (strategy) {
    case 1: return { all: false, keys: elements } // &&
    // @>
    case 2: return value.values.includes(null) ? { all: false, keys } : orEvery({ all: true, keys: elements }, column)
    case 3: return { all: false, keys: [...elements, new Uint8Array([column, EMPTY])] } // <@
    default: // =
      return { all: true, keys: elements.length > 0 ? elements : [new Uint8Array([column, EMPTY])] }
  }
}

/** @param {number} family @param {number} column @param {unknown} value @returns {Uint8Array[]} */
function keysOf(family, column, value) {
  const sink = new KeySink()
  collect(family, column, value, sink)
  return Array.from({ length: sink.count }, (_, at) => sink.bytes.slice(sink.starts[at], sink.ends[at]))
}

/** Nothing asked for: every row. @param {GinQuery} query @param {number} column @returns {GinQuery} */
const orEvery = (query, column) =>
  query.all && query.keys.length === 0 ? { all: true, keys: [new Uint8Array([column, EVERY])] } : query

/**
 * @param {LibraryQuery | null} asked of an extension's class; null: for every row
 * @param {number} column
 * @returns {GinQuery}
 */
function classQuery(asked, column) {
  if (asked === null) return { all: true, keys: [new Uint8Array([column, EVERY])] }
  return {
    all: asked.all,
    keys: asked.keys?.map((key) => classKey(column, key)) ?? [],
    least: asked.least,
    parts: asked.parts?.map((part) => classQuery(part, column)),
    ranges: asked.ranges?.map(([from, to]) => [
      classKey(column, from ?? new Uint8Array(0)),
      to === null ? new Uint8Array([column, OF_CLASS]) : classKey(column, to),
    ]),
  }
}
