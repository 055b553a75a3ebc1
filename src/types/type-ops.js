/**
 * What the engine knows about a type: text and binary format, order, hash, stored form. One object per type, all of one
 * shape, so that code which is handed "some type" stays monomorphic.
 *
 * Values are as docs/seams.md section 1 says. A type leaves out what it has not: no `compare` means no default order.
 * `encode` and `decode` exist for every type, fixed-width ones included: arrays and records keep their elements that
 * way.
 */
import { bytesLeftOver, messageTooShort } from '../errors/data.js'
import { noBinaryInput, noBinaryOutput } from '../errors/values.js'
/** @import { ByteWriter } from '../util/byte-writer.js' */

/**
 * What text formats depend on; owned by the session.
 * @typedef {object} TypeEnv
 * @property {string} dateStyle as SHOW prints it: 'ISO, MDY'
 * @property {string} timeZone a name that `zoneNamed` knows
 * @property {number} extraFloatDigits
 * @property {'hex' | 'escape'} byteaOutput
 * @property {'postgres' | 'postgres_verbose' | 'sql_standard' | 'iso_8601'} intervalStyle
 * @property {'base64' | 'hex'} xmlBinary how XML has bytes
 * @property {'content' | 'document'} xmlOption what a text is to be that becomes xml
 * @property {boolean} arrayNulls whether a bare NULL in an array's text is one, not a text of four letters
 * @property {number | bigint} now the transaction's start, microseconds since 2000-01-01 UTC
 * @property {ClientText} [clientText] what text is in binary formats, where that is not UTF-8
 * @property {any} [catalog] CatalogSnapshot: the reg* types and records look names up in it
 * @property {(typeOid: number, value: any) => any} [checkDomain] NOT NULL and CHECKs of a domain over a value that came
 *   as text or bytes; the value, or 23502, 23514
 * @property {(notice: { severity: string, code: string, message: string }) => void} [notice] what a text says beside
 *   its value
 */

/**
 * @typedef {{ encode: (text: string) => Uint8Array, decode: (bytes: Uint8Array, start: number, end: number) => string
 *   }} ClientText encode: 22P05; decode: 22021, 22P05
 */

/**
 * @typedef {'bool' | 'char' | 'int2' | 'int4' | 'uint4' | 'int8' | 'float4' | 'float8' | 'fixed16' | 'var'} ColumnKind
 */

/** @type {TypeEnv} */
export const DEFAULT_ENV = Object.freeze({
  dateStyle: 'ISO, MDY', timeZone: 'UTC', extraFloatDigits: 1, byteaOutput: 'hex', intervalStyle: 'postgres',
  xmlBinary: 'base64', xmlOption: 'content', arrayNulls: true, now: 0,
})

const FIXED_BYTES = /** @type {Record<string, number>} */ ({
  bool: 1, char: 1, int2: 2, int4: 4, uint4: 4, int8: 8, float4: 4, float8: 8, fixed16: 16,
})

/**
 * @typedef {object} TypeOpsFields
 * @property {number} oid
 * @property {string} name pg_type.typname
 * @property {string} [display] as format_type prints it and errors name it
 * @property {ColumnKind} kind
 * @property {string} category pg_type.typcategory
 * @property {number} [elementType]
 * @property {boolean} [textIsStored]
 * @property {string} [delimiter] between elements of its arrays' text; a comma unless said
 * @property {(text: string, typmod: number, env: TypeEnv) => any} parse
 * @property {(value: any, env: TypeEnv) => string} format
 * @property {(text: string, typmod: number, env: TypeEnv) => Generator<void, any, void>} [parseSteps] the same of a
 *   long text, with a rest every millisecond or so
 * @property {(value: any, env: TypeEnv) => Generator<void, string, void>} [formatSteps] the same of a large value
 * @property {(value: any, writer: ByteWriter, env: TypeEnv) => void} [writeText]
 * @property {(bytes: Uint8Array, start: number, end: number, typmod: number, env: TypeEnv) => any} [receive] the value
 *   keeps no part of `bytes`: the next message is read over them
 * @property {(bytes: Uint8Array, start: number, end: number, typmod: number, env: TypeEnv) =>
 *   Generator<void, any, void>} [receiveSteps] the same of many bytes
 * @property {(value: any, writer: ByteWriter, env: TypeEnv) => void} [send]
 * @property {(value: any, writer: ByteWriter, env: TypeEnv) => Generator<void, void, void>} [sendSteps] the same of a
 *   large value
 * @property {(a: any, b: any) => number} [compare]
 * @property {(a: any, b: any) => boolean} [equals]
 * @property {(value: any) => number} [hash]
 * @property {(value: any) => number} [encodedBytes]
 * @property {(value: any, bytes: Uint8Array, view: DataView, at: number) => number} encode
 * @property {(bytes: Uint8Array, view: DataView, start: number, end: number) => any} decode
 * @property {(value: any, typmod: number, explicit: boolean) => any} [applyTypmod]
 * @property {(value: any, out: Uint8Array, at: number) => number} [putKey] key bytes of a type that key.js does not
 *   know by OID
 * @property {any} [range] RangeKind of range and multirange types
 */

export class TypeOps {
  /** @param {TypeOpsFields} fields */
  constructor(fields) {
    this.oid = fields.oid
    this.name = fields.name
    this.display = fields.display ?? fields.name
    this.kind = fields.kind
    this.category = fields.category
    this.elementType = fields.elementType ?? 0
    this.textIsStored = fields.textIsStored ?? false
    this.delimiter = fields.delimiter ?? ','
    /** bytes of the stored form, 0 for var kinds */
    this.fixedBytes = FIXED_BYTES[fields.kind] ?? 0
    /** text input; typmod -1: none, else applied as an implicit cast does */
    this.parse = fields.parse
    this.format = fields.format
    this.parseSteps = fields.parseSteps
    this.formatSteps = fields.formatSteps
    /** text output straight into a writer */
    this.writeText = fields.writeText ?? ((value, writer, env) => writer.utf8(fields.format(value, env)))
    this.receive = fields.receive ?? noReceive(this.display)
    this.receiveSteps = fields.receiveSteps
    this.send = fields.send ?? noSend(this.display)
    this.sendSteps = fields.sendSteps
    /** default btree order; undefined: none */
    this.compare = fields.compare
    const compare = fields.compare
    /** undefined: the type has no equality */
    this.equals =
      fields.equals
      ?? (compare === undefined ? undefined : (/** @type {any} */ a, /** @type {any} */ b) => compare(a, b) === 0)
    this.hash = fields.hash
    const fixed = this.fixedBytes
    this.encodedBytes = fields.encodedBytes ?? (() => fixed)
    this.encode = fields.encode
    this.decode = fields.decode
    /** length coercion of a value of this type; `explicit` casts truncate where implicit ones raise */
    this.applyTypmod = fields.applyTypmod ?? ((value) => value)
    this.putKey = fields.putKey
    this.range = fields.range ?? null
  }
}

/** @param {string} display @returns {TypeOpsFields['receive'] & {}} */
const noReceive = (display) => () => { throw noBinaryInput(display) }

/** @param {string} display @returns {TypeOpsFields['send'] & {}} */
const noSend = (display) => () => { throw noBinaryOutput(display) }

/** A view over the same memory as `bytes`, whose position 0 is the position 0 of `bytes`. @param {Uint8Array} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Checks a binary value's length. @param {number} start @param {number} end @param {number} byteCount */
export function expectBytes(start, end, byteCount) {
  if (end - start < byteCount) throw messageTooShort()
  if (end - start > byteCount) throw bytesLeftOver()
}

/** Big-endian signed 32 bits. @param {Uint8Array} bytes @param {number} at */
export const readI32 = (bytes, at) => (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]

/** Big-endian signed 16 bits. @param {Uint8Array} bytes @param {number} at */
export const readI16 = (bytes, at) => ((bytes[at] << 24) >> 16) | bytes[at + 1]

/** @param {any} a @param {any} b numbers (no NaN), booleans or a mix of number and BigInt */
export const compareSimple = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
