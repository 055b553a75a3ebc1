/**
 * Arrays of any type, int2vector and oidvector.
 *
 * Stored form, little-endian: u8 dimension count, u8 1 when there are nulls, u32 element type, per dimension i32 length
 * and i32 lower bound,
 * then per element a null byte (only with nulls) and, for var kinds, a u32 length before its stored form.
 */
import {
  ARRAY_SIZE_MAX, arrayTooLarge, datatypeMismatch, invalidBinary, invalidInput, messageTooShort, noComparison,
  noEqualityOperator, ofValue, programLimit,
} from '../errors/data.js'
import { featureNotSupported } from '../errors/db-error.js'
/** @import { DbError } from '../errors/db-error.js' */
import { turnedSign } from './numbers/integers.js'
import { mix32 } from './numbers/int8.js'
import { formatArray, parseArray } from './array-text.js'
import { atOnce } from '../util/effort.js'
import { DIMENSIONS_MAX, PgArray } from './pg-array.js'
import { builtinType, isBuiltinType } from './lookup.js'
import * as T from './oids.js'
import { readI32, TypeOps, viewOf } from './type-ops.js'
import { noHashFunction } from '../errors/values.js'
/** @import { ByteWriter } from '../util/byte-writer.js' */
/** @import { TypeEnv } from './type-ops.js' */
export { PgArray } from './pg-array.js'
export { PgRecord } from './record.js'

/**
 * The same elements as another type's, of which they are values too.
 * @param {PgArray | null} array
 * @param {number} elementType
 */
export function asArrayOf(array, elementType) {
  if (array === null || array.elementType === elementType) return array
  const turned = turnedSign(array.elementType, elementType)
  return new PgArray(
    elementType,
    array.dims,
    array.lowerBounds,
    turned === ''
      ? array.values
      : array.values.map((/** @type {number | null} */ value) =>
          value === null ? null : turned === '|' ? value | 0 : value >>> 0,
        ),
  )
}

/** One dimension from 1. @param {number} elementType @param {any[]} values */
export const arrayOf = (elementType, values) =>
  values.length === 0 ? new PgArray(elementType, [], [], []) : new PgArray(elementType, [values.length], [1], values)

/** @param {number} elementType 0A000 when the type is not there @returns {TypeOps} */
export function elementOps(elementType) {
  const ops = builtinType(elementType)
  if (ops === undefined) throw featureNotSupported(`array element type with OID ${elementType}`)
  return ops
}

// ---- order

/** Elements, then count, then shape; null sorts last. @param {PgArray} a @param {PgArray} b */
export function compareArrays(a, b) {
  const ops = elementOps(a.elementType)
  if (a.elementType !== b.elementType) throw datatypeMismatch('cannot compare arrays of different element types')
  if (ops.compare === undefined) throw noComparison(ops.display)
  return compareElements(a, b, ops.compare)
}

/**
 * By an order of the elements that need not be their type's own.
 * @param {PgArray} a
 * @param {PgArray} b
 * @param {(a: any, b: any) => number} compare
 * @returns {number}
 */
export function compareElements(a, b, compare) {
  const shorter = Math.min(a.values.length, b.values.length)
  for (let i = 0; i < shorter; i++) {
    const left = a.values[i]
    const right = b.values[i]
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
      continue
    }
    const order = compare(left, right)
    if (order !== 0) return order
  }
  if (a.values.length !== b.values.length) return a.values.length - b.values.length
  if (a.dims.length !== b.dims.length) return a.dims.length - b.dims.length
  for (let i = 0; i < a.dims.length; i++) if (a.dims[i] !== b.dims[i]) return a.dims[i] - b.dims[i]
  for (let i = 0; i < a.dims.length; i++)
    if (a.lowerBounds[i] !== b.lowerBounds[i]) return a.lowerBounds[i] - b.lowerBounds[i]
  return 0
}

/** @param {PgArray} a @param {PgArray} b */
export function equalArrays(a, b) {
  const ops = elementOps(a.elementType)
  if (a.elementType !== b.elementType) throw datatypeMismatch('cannot compare arrays of different element types')
  if (ops.equals === undefined) throw noEqualityOperator(ops.display)
  return equalElements(a, b, ops.equals)
}

/** @param {PgArray} a @param {PgArray} b @param {(a: any, b: any) => boolean} equals @returns {boolean} */
export function equalElements(a, b, equals) {
  if (a.values.length !== b.values.length || a.dims.length !== b.dims.length) return false
  for (let i = 0; i < a.dims.length; i++)
    if (a.dims[i] !== b.dims[i] || a.lowerBounds[i] !== b.lowerBounds[i]) return false
  for (let i = 0; i < a.values.length; i++) {
    const left = a.values[i]
    const right = b.values[i]
    if (left === null || right === null ? left !== right : !equals(left, right)) return false
  }
  return true
}

/**
 * oidvectors: the shorter first; where they begin to count does not matter (ARRAY[…]::oidvector does so at 1).
 * @param {PgArray} a
 * @param {PgArray} b
 * @throws {DbError} 42804
 */
export function compareVectors(a, b) {
  requireVector(a, 'oidvector')
  requireVector(b, 'oidvector')
  if (a.values.length !== b.values.length) return a.values.length - b.values.length
  for (let i = 0; i < a.values.length; i++) if (a.values[i] !== b.values[i]) return a.values[i] - b.values[i]
  return 0
}

/** @param {PgArray} array @param {string} name of the type @throws {DbError} 42804 */
export function requireVector(array, name) {
  if (array.dims.length !== 1 || array.values.includes(null)) throw datatypeMismatch(`array is not a valid ${name}`)
}

/** @param {PgArray} array */
function hashArray(array) {
  const ops = elementOps(array.elementType)
  if (ops.hash === undefined) throw noHashFunction(ops.display)
  let hash = array.values.length
  for (const value of array.values) hash = mix32(Math.imul(hash, 31) + (value === null ? 0 : ops.hash(value)))
  return hash
}

// ---- binary and stored forms

/** Elements sent between two rests. */
const SENT_AT_ONCE = 1024

/** @param {PgArray} array @param {ByteWriter} writer @param {number} elementType */
function sendHead(array, writer, elementType) {
  writer.i32(array.dims.length)
  writer.i32(array.values.includes(null) ? 1 : 0)
  writer.i32(elementType)
  for (let i = 0; i < array.dims.length; i++) {
    writer.i32(array.dims[i])
    writer.i32(array.lowerBounds[i])
  }
}

/** @param {unknown} element @param {TypeOps} ops @param {ByteWriter} writer @param {TypeEnv} env */
function sendElement(element, ops, writer, env) {
  if (element === null) {
    writer.i32(-1)
    return
  }
  const mark = writer.reserveLength()
  ops.send(element, writer, env)
  writer.patchLength(mark)
}

/** @param {number} arrayOid @param {string} name @param {TypeOps} ops of the element @returns {TypeOps} */
export function arrayType(arrayOid, name, ops) {
  const elementType = ops.oid
  return new TypeOps({
    oid: arrayOid, name, display: `${ops.display}[]`, kind: 'var', category: 'A', elementType,
    parse: (text, typmod, env) => atOnce(parseArray(text, elementType, ops, typmod, env)),
    parseSteps: (text, typmod, env) => parseArray(text, elementType, ops, typmod, env),
    format: (value, env) => atOnce(formatArray(value, ops, env)),
    formatSteps: (value, env) => formatArray(value, ops, env),
    receive: (bytes, start, end, typmod, env) => receiveArray(bytes, start, end, typmod, env, elementType, ops),
    send: (value, writer, env) => {
      sendHead(value, writer, elementType)
      for (const element of value.values) sendElement(element, ops, writer, env)
    },
    sendSteps: function* (value, writer, env) {
      sendHead(value, writer, elementType)
      for (let at = 0; at < value.values.length; at++) {
        sendElement(value.values[at], ops, writer, env)
        if (at % SENT_AT_ONCE === 0) yield
      }
    },
    compare: ops.compare === undefined ? undefined : compareArrays,
    equals: ops.equals === undefined ? undefined : equalArrays,
    hash: ops.hash === undefined ? undefined : hashArray,
    encodedBytes: (value) => arrayBytes(value, ops),
    encode: (value, bytes, view, at) => encodeArray(value, ops, bytes, view, at),
    decode: (bytes, view, start) => decodeArray(ops, bytes, view, start),
    applyTypmod: (value, typmod, explicit) =>
      typmod < 0
        ? value
        : new PgArray(
            value.elementType,
            value.dims,
            value.lowerBounds,
            value.values.map((/** @type {any} */ element) =>
              element === null ? null : ops.applyTypmod(element, typmod, explicit),
            ),
          ),
  })
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} typmod
 * @param {TypeEnv} env
 * @param {number} elementType
 * @param {TypeOps} ops
 */
function receiveArray(bytes, start, end, typmod, env, elementType, ops) {
  if (end - start < 12) throw messageTooShort()
  const dimensionCount = readI32(bytes, start)
  const flags = readI32(bytes, start + 4)
  const sentType = readI32(bytes, start + 8)
  if (dimensionCount < 0) throw invalidBinary(`invalid number of dimensions: ${dimensionCount}`)
  if (dimensionCount > DIMENSIONS_MAX)
    throw programLimit(`number of array dimensions (${dimensionCount}) exceeds the maximum allowed (6)`)
  if (flags !== 0 && flags !== 1) throw invalidBinary('invalid array flags')
  if (sentType !== elementType) {
    throw datatypeMismatch(`binary data has array element type ${sentType} (${builtinType(sentType)?.display ?? '-'}) instead of expected ${elementType} (${ops.display})`)
  }
  let at = start + 12
  const dims = []
  const lowerBounds = []
  let count = dimensionCount === 0 ? 0 : 1
  if (at + dimensionCount * 8 > end) throw messageTooShort()
  for (let i = 0; i < dimensionCount; i++, at += 8) {
    dims.push(readI32(bytes, at))
    lowerBounds.push(readI32(bytes, at + 4))
    if (dims[i] < 0) throw invalidBinary('invalid array dimension')
    count *= dims[i]
  }
  if (count > ARRAY_SIZE_MAX) throw arrayTooLarge()
  /** @type {import('./datum.js').Datum[]} */
  const values = []
  try {
    while (values.length < count) {
      if (at + 4 > end) throw messageTooShort()
      const size = readI32(bytes, at)
      at += 4
      if (size === -1) {
        values.push(null)
        continue
      }
      if (size < 0 || at + size > end) throw messageTooShort()
      values.push(ops.receive(bytes, at, at + size, typmod, env))
      at += size
    }
  } catch (error) {
    throw ofValue(error, `improper binary format in array element ${values.length + 1}`)
  }
  return count === 0 ? new PgArray(elementType, [], [], []) : new PgArray(elementType, dims, lowerBounds, values)
}

/** @param {PgArray} array @param {TypeOps} ops */
function arrayBytes(array, ops) {
  const nulls = array.values.includes(null)
  let count = 6 + array.dims.length * 8 + (nulls ? array.values.length : 0)
  for (const value of array.values) if (value !== null) count += ops.fixedBytes || 4 + ops.encodedBytes(value)
  return count
}

/** @param {PgArray} array @param {TypeOps} ops @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function encodeArray(array, ops, bytes, view, at) {
  const nulls = array.values.includes(null)
  bytes[at] = array.dims.length
  bytes[at + 1] = nulls ? 1 : 0
  view.setUint32(at + 2, array.elementType, true)
  at += 6
  for (let i = 0; i < array.dims.length; i++, at += 8) {
    view.setInt32(at, array.dims[i], true)
    view.setInt32(at + 4, array.lowerBounds[i], true)
  }
  for (const value of array.values) {
    if (nulls) bytes[at++] = value === null ? 1 : 0
    if (value === null) continue
    if (ops.fixedBytes !== 0) {
      at = ops.encode(value, bytes, view, at)
    } else {
      const end = ops.encode(value, bytes, view, at + 4)
      view.setUint32(at, end - at - 4, true)
      at = end
    }
  }
  return at
}

/** @param {TypeOps} ops @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function decodeArray(ops, bytes, view, at) {
  const dimensionCount = bytes[at]
  const nulls = bytes[at + 1] === 1
  const elementType = view.getUint32(at + 2, true)
  at += 6
  const dims = []
  const lowerBounds = []
  let count = dimensionCount === 0 ? 0 : 1
  for (let i = 0; i < dimensionCount; i++, at += 8) {
    dims.push(view.getInt32(at, true))
    lowerBounds.push(view.getInt32(at + 4, true))
    count *= dims[i]
  }
  const values = []
  for (let i = 0; i < count; i++) {
    if (nulls && bytes[at++] === 1) {
      values.push(null)
      continue
    }
    const size = ops.fixedBytes || view.getUint32(at, true)
    if (ops.fixedBytes === 0) at += 4
    values.push(ops.decode(bytes, view, at, at + size))
    at += size
  }
  return new PgArray(elementType, dims, lowerBounds, values)
}

/** Elements of a vector between two rests. */
const READ_AT_ONCE = 4096

/**
 * int2vector and oidvector: one dimension from 0, text is the numbers with blanks between.
 * @param {number} oid
 * @param {string} name
 * @param {TypeOps} ops
 */
export function vectorType(oid, name, ops) {
  const array = arrayType(oid, name, ops)
  const isOids = oid === T.OIDVECTOR
  /** @param {string} text @param {TypeEnv} env */
  function* parseSteps(text, env) {
    const values = []
    for (const part of isOids ? oidsIn(text) : smallintsIn(text)) {
      if (values.push(ops.parse(part, -1, env)) % READ_AT_ONCE === 0) yield
    }
    return vectorOf(ops.oid, values)
  }
  /** @param {any} value PgArray @param {TypeEnv} env */
  function* formatSteps(value, env) {
    requireVector(value, name)
    let text = ''
    for (let at = 0; at < value.values.length; at++) {
      if (at > 0) text += ' '
      text += ops.format(value.values[at], env)
      if ((at + 1) % READ_AT_ONCE === 0) yield
    }
    return text
  }
  return new TypeOps({
    ...array, display: name, compare: isOids ? compareVectors : compareArrays,
    equals: isOids ? (a, b) => compareVectors(a, b) === 0 : equalArrays, hash: hashArray,
    parse: (text, _typmod, env) => atOnce(parseSteps(text, env)),
    parseSteps: (text, _typmod, env) => parseSteps(text, env),
    format: (value, env) => atOnce(formatSteps(value, env)),
    formatSteps,
    writeText: undefined,
    receive: (bytes, start, end, typmod, env) => {
      const value = array.receive(bytes, start, end, typmod, env)
      if (value.dims.length !== 1 || value.lowerBounds[0] !== 0 || value.values.includes(null))
        throw invalidBinary(`invalid ${name} data`)
      return value
    },
    send: array.send,
  })
}

/**
 * Numbers one after the other, which nothing need stand between; what is none, to the end.
 * @param {string} text
 * @returns {Generator<string>}
 */
function* oidsIn(text) {
  const pattern = /[ \t\n\v\f\r]*([+-]?\d+|[^ \t\n\v\f\r][^]*)/y
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match[1]
}

/**
 * Numbers, each followed by a space or the end.
 * @param {string} text
 * @returns {Generator<string>}
 * @throws {DbError} 22P02 naming all from what is none
 */
function* smallintsIn(text) {
  const pattern = /[ \t-\r]*(?:([+-]?\d+)(?= |$)|([^ \t-\r][^]*))/y
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[1] === undefined) throw invalidInput('smallint', match[2])
    yield match[1]
  }
}

/** @param {number} elementType @param {number[]} values */
const vectorOf = (elementType, values) => new PgArray(elementType, [values.length], [0], values)


/**
 * anyarray, as a column of some catalogs has it: a value knows its element type, and its array type does the work.
 * Stored as u32 element type and that type's form.
 */
export const anyArrayType = new TypeOps({
  oid: T.ANYARRAY, name: 'anyarray', kind: 'var', category: 'P',
  parse: () => { throw featureNotSupported('input of type anyarray') },
  format: (value, env) => concrete(value.elementType).format(value, env),
  send: (value, writer, env) => concrete(value.elementType).send(value, writer, env),
  compare: compareArrays, equals: equalArrays, hash: hashArray,
  encodedBytes: (value) => 4 + concrete(value.elementType).encodedBytes(value),
  encode: (value, bytes, view, at) => {
    view.setUint32(at, value.elementType, true)
    return concrete(value.elementType).encode(value, bytes, view, at + 4)
  },
  decode: (bytes, view, start, end) => {
    const elementType = view.getUint32(start, true)
    return isBuiltinType(elementType)
      ? concrete(elementType).decode(bytes, view, start + 4, end)
      : new UnreadArray(elementType, bytes.slice(start + 4, end))
  },
})

/**
 * An anyarray whose elements are of a user's type. What that type is, catalogs say; and this is a value in a catalog's
 * row, which may be being looked up on their
 * behalf. So it is read when somebody wants its elements, not while the row is in hand.
 */
class UnreadArray extends PgArray {
  /** @param {number} elementType @param {Uint8Array} bytes of its array type's stored form */
  constructor(elementType, bytes) {
    super(elementType, [], [], [])
    const read = () => {
      const { dims, lowerBounds, values } = concrete(elementType).decode(bytes, viewOf(bytes), 0, bytes.length)
      for (const [name, value] of Object.entries({ dims, lowerBounds, values }))
        Object.defineProperty(this, name, { value })
    }
    for (const name of /** @type {const} */ (['dims', 'lowerBounds', 'values'])) {
      Object.defineProperty(this, name, { configurable: true, get: () => { read(); return this[name] } })
    }
  }
}

/** Arrays of what has no array type: statistics of array columns. @type {Map<number, TypeOps>} */
const NAMELESS = new Map()

/** @param {number} elementType @returns {TypeOps} */
function concrete(elementType) {
  const known = builtinType(T.arrayTypeOf(elementType)) ?? NAMELESS.get(elementType)
  if (known !== undefined) return known
  const made = arrayType(0, '', elementOps(elementType))
  // A user's type is one only in its own database.
  if (isBuiltinType(elementType)) NAMELESS.set(elementType, made)
  return made
}
