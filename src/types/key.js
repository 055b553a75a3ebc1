/**
 * Order-preserving key bytes: one unsigned byte comparison of two encoded keys orders them as the index's columns do.
 *
 *   key   = part part …            one part per key column; a search key may be the first few parts
 *   part  = marker value           marker 1: a value follows. Null is the marker alone: 0 with NULLS FIRST, 2 with NULLS LAST
 *   value = fixed.js, variable.js inverted for DESC (the marker is not: where nulls go is asked for separately) array =
 *   per element 1 value | 2 (null sorts last inside arrays), then 0, dimension count (1 byte), lengths and lower bounds
 *   (int4) oidvector = element count (int4), then the elements
 *
 * Parts are self-delimiting, so no key is a prefix of a different key of the same columns.
 *
 * Room: nothing here throws for want of room. An encoder that runs past `out.length` drops the bytes there and returns
 * the end it would have had: `end > out.length` tells the caller to come again with a larger buffer (a search) or to
 * refuse (an insert; the B+tree's limit is far below KEY_BUFFER_BYTES). Buffers are plain `Uint8Array`s, never Node
 * Buffers, so that call sites stay monomorphic.
 *
 * Ranges: all values of a column, nulls left out, are the keys that begin with (earlier parts) ++ NOT_NULL_MARKER.
 */
import { noBtreeOver } from '../errors/values.js'
import { assert } from '../util/assert.js'
import { requireVector } from './array.js'
import { builtinType } from './lookup.js'
import * as oids from './oids.js'
import * as fixed from './key/fixed.js'
import * as variable from './key/variable.js'
import { putJsonb } from './json/order.js'

export const NULL_FIRST_MARKER = 0
export const NOT_NULL_MARKER = 1
export const NULL_LAST_MARKER = 2
/** A buffer of this size takes every key an index can hold, and the six bytes of the tuple id behind it. */
export const KEY_BUFFER_BYTES = 4096

/** @typedef {{ typeOid: number, desc: boolean, nullsFirst: boolean }} KeyColumn domains are given as their base type */
/** @typedef {(value: any, out: Uint8Array, at: number) => number} PutValue writes a non-null value, returns the end */
/**
 * @typedef {{ put: PutValue, source: string | null, stored: string | null }} KeyType `source`: name of `put` in
 *   keyRuntime; `stored`: name of the variant for (bytes, start, end, out, at), for types whose bytes on the page it
 *   reads
 */

/** @type {Map<number, KeyType>} by type OID */
const KEY_TYPES = new Map()
/** What generated code calls: pass it to `new Function` under a name, and that name to emitKeyPart. */
export const keyRuntime = Object.freeze({ ...fixed, ...variable, encodeKeyPart, inverted })

/** @param {string} name in keyRuntime @param {number[]} typeOids @param {string | null} [stored] */
function define(name, typeOids, stored = null) {
  const put = /** @type {PutValue} */ (/** @type {any} */ (keyRuntime)[name])
  for (const oid of typeOids) KEY_TYPES.set(oid, { put, source: name, stored })
}
define('putBool', [oids.BOOL])
define('putBytea', [oids.BYTEA], 'putByteaBytes')
define('putChar', [oids.CHAR])
define('putText', [oids.TEXT, oids.VARCHAR, oids.NAME], 'putTextBytes')
define('putBpchar', [oids.BPCHAR], 'putBpcharBytes')
define('putInt8', [oids.INT8, oids.TIME, oids.TIMESTAMP, oids.TIMESTAMPTZ, oids.MONEY])
define('putUint8', [oids.XID8, oids.PG_LSN])
define('putInt2', [oids.INT2])
define('putInt4', [oids.INT4, oids.DATE])
define('putUint4', [
  oids.OID, oids.XID, oids.CID, oids.REGPROC, oids.REGPROCEDURE, oids.REGOPER, oids.REGOPERATOR, oids.REGCLASS,
  oids.REGTYPE, oids.REGCONFIG, oids.REGDICTIONARY, oids.REGNAMESPACE, oids.REGROLE, oids.REGCOLLATION,
])
define('putTid', [oids.TID])
define('putFloat', [oids.FLOAT4, oids.FLOAT8])
define('putNumeric', [oids.NUMERIC])
define('putInterval', [oids.INTERVAL])
define('putUuid', [oids.UUID], 'putUuidBytes')
KEY_TYPES.set(oids.JSONB, { put: putJsonb, source: null, stored: null })
KEY_TYPES.set(oids.OIDVECTOR, { put: putOidVector, source: null, stored: null })

/**
 * @param {number} typeOid
 * @returns {boolean} whether values of the type (arrays: pass the element type) have key bytes
 */
export const hasKeyBytes = (typeOid) => KEY_TYPES.has(typeOid) || builtinType(typeOid)?.putKey !== undefined

/** Can `emitKeyPart` take the type's bytes as a tuple has them? @param {number} typeOid */
export const hasStoredKeyBytes = (typeOid) => (KEY_TYPES.get(typeOid)?.stored ?? null) !== null

/** What stands for null. @param {{ nullsFirst: boolean }} column */
export const nullMarkerOf = ({ nullsFirst }) => nullsFirst ? NULL_FIRST_MARKER : NULL_LAST_MARKER

/**
 * One part. Arrays need no OID of their own: a PgArray is recognised by its shape and encoded by its elementType.
 * @param {number} typeOid @param {any} value as docs/seams.md section 1, null for NULL
 * @param {boolean} desc @param {boolean} nullsFirst
 * @param {Uint8Array} out @param {number} at
 * @returns {number} end; beyond out.length when the room did not suffice
 */
export function encodeKeyPart(typeOid, value, desc, nullsFirst, out, at) {
  if (value === null) {
    out[at] = nullsFirst ? NULL_FIRST_MARKER : NULL_LAST_MARKER
    return at + 1
  }
  out[at] = NOT_NULL_MARKER
  const end = putValue(typeOid, value, out, at + 1)
  return desc ? inverted(out, at + 1, end) : end
}

/**
 * Without the marker.
 * @param {number} typeOid
 * @param {any} value not null
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number}
 */
export function putValue(typeOid, value, out, at) {
  const type = KEY_TYPES.get(typeOid)
  if (type !== undefined) return type.put(value, out, at)
  // texts of a collation: collation/types.js
  if (typeOid < 0) return /** @type {PutValue} */ (builtinType(typeOid)?.putKey)(value, out, at)
  if (typeof value === 'object' && 'elementType' in value) return putArray(value, out, at)
  if (typeof value === 'object' && 'fieldTypes' in value) return putRecord(value, out, at)
  const ops = builtinType(typeOid)
  const put = ops?.putKey
  if (put === undefined) throw noBtreeOver(ops?.name ?? `with OID ${typeOid}`)
  return put(value, out, at)
}

/**
 * Field by field as columns of a key, null last; then the field count. Dropped fields (type 0) are not there.
 * @param {{ values: any[], fieldTypes?: number[] }} record
 * @param {Uint8Array} out
 * @param {number} at
 */
function putRecord({ values, fieldTypes = [] }, out, at) {
  for (let field = 0; field < values.length; field++) {
    if (fieldTypes[field] === 0) continue
    if (values[field] === null) out[at++] = NULL_LAST_MARKER
    else {
      out[at] = NOT_NULL_MARKER
      at = putValue(fieldTypes[field], values[field], out, at + 1)
    }
  }
  return at
}

/**
 * PostgreSQL's array order: element by element, then the shorter first, then dimension count, lengths, lower bounds.
 * @param {{ elementType: number, dims: number[], lowerBounds: number[], values: any[] }} array
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putArray(array, out, at) {
  for (const value of array.values) {
    if (value === null) {
      out[at++] = NULL_LAST_MARKER
    } else {
      out[at] = NOT_NULL_MARKER
      at = putValue(array.elementType, value, out, at + 1)
    }
  }
  out[at] = 0
  out[at + 1] = array.dims.length
  at += 2
  for (const length of array.dims) at = fixed.putInt4(length, out, at)
  for (const bound of array.lowerBounds) at = fixed.putInt4(bound, out, at)
  return at
}

/** @param {import('./pg-array.js').PgArray} vector @param {Uint8Array} out @param {number} at */
function putOidVector(vector, out, at) {
  requireVector(vector, 'oidvector')
  at = fixed.putInt4(vector.values.length, out, at)
  for (const oid of vector.values) at = fixed.putUint4(oid, out, at)
  return at
}

/** DESC: every bit flipped; returns the end. @param {Uint8Array} out @param {number} start @param {number} end */
function inverted(out, start, end) {
  for (let i = start; i < end; i++) out[i] = ~out[i]
  return end
}

/**
 * JavaScript source that appends one part. `at` must be an assignable variable; `value` and `out` are evaluated more
 * than once, so give names. The code refers to keyRuntime as `runtime`.
 * @param {KeyColumn} column
 * @param {string} value name of the value, or null when `notNull` and `stored` say so
 * @param {{ out: string, at: string, runtime: string, notNull?: boolean, stored?: { bytes: string, start:
 *   string, end: string } }} names notNull: the caller has shown that the value is not null; stored: straight from a
 *   tuple's bytes instead of from `value`
 * @returns {string} statements
 */
export function emitKeyPart(column, value, names) {
  const { out, at, runtime } = names
  const type = KEY_TYPES.get(column.typeOid)
  const nullMarker = nullMarkerOf(column)
  let put = ''
  if (names.stored !== undefined) {
    assert(type !== undefined && type.stored !== null, 'a stored form is asked for a type that has one')
    const { bytes, start, end } = names.stored
    put = valueBy(`${runtime}.${type.stored}(${bytes}, ${start}, ${end}, ${out}, ${at} + 1)`)
  } else if (type !== undefined && type.put === fixed.putInt4) {
    // inline: a call costs more than these stores while the caller is not yet optimised
    const [not, top] = column.desc ? ['~', '0x7f'] : ['', '0x80']
    put = `${out}[${at}] = ${NOT_NULL_MARKER}; ${out}[${at} + 1] = (${value} >> 24) ^ ${top}; ${out}[${at} + 2] = ${not}(${value} >> 16); `
      + `${out}[${at} + 3] = ${not}(${value} >> 8); ${out}[${at} + 4] = ${not}${value}; ${at} += 5`
  } else if (type !== undefined && type.source !== null) {
    put = valueBy(`${runtime}.${type.source}(${value}, ${out}, ${at} + 1)`)
  } else {
    return `${at} = ${runtime}.encodeKeyPart(${column.typeOid}, ${value}, ${column.desc}, ${column.nullsFirst}, ${out}, ${at});`
  }
  return names.notNull === true ? `${put};` : `if (${value} === null) ${out}[${at}++] = ${nullMarker}; else { ${put}; }`

  /** @param {string} call an expression that puts the value and is its end */
  function valueBy(call) {
    const end = column.desc ? `${runtime}.inverted(${out}, ${at} + 1, ${call})` : call
    return `${out}[${at}] = ${NOT_NULL_MARKER}; ${at} = ${end}`
  }
}

/**
 * An encoder for these columns, compiled once: `encode(value0, value1, …, out, at) -> end`. One int4 column: 4 ns, no
 * allocation.
 * @param {KeyColumn[]} columns
 * @returns {(...valuesOutAt: any[]) => number}
 */
export function keyEncoder(columns) {
  const values = columns.map((_, index) => `v${index}`)
  const names = { out: 'out', at: 'at', runtime: 'runtime' }
  const body = columns.map((column, index) => emitKeyPart(column, values[index], names)).join('\n')
  return new Function(
    'runtime',
    `'use strict'; return (${[...values, 'out', 'at'].join(', ')}) => {\n${body}\nreturn at }`
  )(keyRuntime)
}
