/**
 * record and composite values. Stored form, little-endian: u32 composite type OID (2249 for an anonymous record), u16 field count, then per field
 * u32 type OID, i32 length (-1 null) and the field's own stored form, so a value can be read without the catalog.
 */
import { invalidText, noComparison } from '../errors/data.js'
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { mix32 } from './int8.js'
import { builtinType } from './lookup.js'
import * as T from './oids.js'
import { readI32, TypeOps } from './type-ops.js'
/** @import { TypeEnv } from './type-ops.js' */

export class PgRecord {
  /** @param {number} typeOid 2249 when anonymous @param {any[]} values @param {number[]} [fieldTypes] OIDs; looked up in the catalog when left out
   * @param {(string | null)[]} [names] of an anonymous record's fields, as JSON shows them (f1, f2 … when left out) */
  constructor(typeOid, values, fieldTypes, names) {
    this.typeOid = typeOid
    this.values = values
    this.fieldTypes = fieldTypes
    this.names = names
  }
}

/** @param {PgRecord} record @param {TypeEnv | null} env @returns {number[]} */
function fieldTypes(record, env) {
  if (record.fieldTypes !== undefined) return record.fieldTypes
  const columns = env?.catalog?.compositeColumns?.(record.typeOid)
  if (columns === undefined) throw new DbError('XX000', `the fields of record type ${record.typeOid} are unknown`)
  return columns.map((/** @type {any} */ column) => column.type)
}

/** @param {number} oid */
function fieldOps(oid) {
  const ops = builtinType(oid)
  if (ops === undefined) throw featureNotSupported(`record field of type with OID ${oid}`)
  return ops
}

/** Field by field; null sorts last. @param {PgRecord} a @param {PgRecord} b */
export function compareRecords(a, b) {
  const left = fieldTypes(a, null)
  const right = fieldTypes(b, null)
  const shorter = Math.min(left.length, right.length)
  for (let i = 0; i < shorter; i++) {
    if (left[i] !== right[i]) {
      throw new DbError('42804', `cannot compare dissimilar column types ${fieldOps(left[i]).display} and ${fieldOps(right[i]).display} at record column ${i + 1}`)
    }
    const x = a.values[i]
    const y = b.values[i]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
      continue
    }
    const ops = fieldOps(left[i])
    if (ops.compare === undefined) throw noComparison(ops.display)
    const order = ops.compare(x, y)
    if (order !== 0) return order
  }
  if (left.length !== right.length) throw new DbError('42804', 'cannot compare record types with different numbers of columns')
  return 0
}

/** @param {PgRecord} a @param {PgRecord} b */
export const equalRecords = (a, b) => compareRecords(a, b) === 0

/** @param {PgRecord} record */
function hashRecord(record) {
  const types = fieldTypes(record, null)
  let hash = types.length
  for (let i = 0; i < types.length; i++) hash = mix32(Math.imul(hash, 31) + (record.values[i] === null ? 0 : fieldOps(types[i]).hash?.(record.values[i]) ?? 0))
  return hash
}

/** @param {PgRecord} record @param {TypeEnv} env */
export function formatRecord(record, env) {
  const types = fieldTypes(record, env)
  const parts = record.values.map((value, i) => {
    if (value === null) return ''
    const text = fieldOps(types[i]).format(value, env)
    return /^$|[\s(),"\\]/.test(text) ? `"${text.replace(/["\\]/g, '$&$&')}"` : text
  })
  return `(${parts.join(',')})`
}

/**
 * Splits a record literal; null for an empty field.
 * @param {string} text @returns {(string | null)[]} 22P02
 */
export function splitRecord(text) {
  const bad = (/** @type {string} */ detail) => invalidText(`malformed record literal: "${text}"`, detail)
  let at = 0
  const skip = () => { while (/\s/.test(text[at] ?? '')) at++ }
  skip()
  if (text[at] !== '(') throw bad('Missing left parenthesis.')
  at++
  /** @type {(string | null)[]} */
  const fields = []
  for (;;) {
    if (text[at] === ',' || text[at] === ')') {
      fields.push(null)
    } else {
      let body = ''
      let quoted = false
      for (; quoted || (text[at] !== ',' && text[at] !== ')'); at++) {
        if (at >= text.length) throw bad('Unexpected end of input.')
        const letter = text[at]
        if (letter === '\\') {
          at++
          if (at >= text.length) throw bad('Unexpected end of input.')
          body += text[at]
        } else if (letter === '"') {
          if (quoted && text[at + 1] === '"') {
            body += '"'
            at++
          } else {
            quoted = !quoted
          }
        } else {
          body += letter
        }
      }
      fields.push(body)
    }
    if (text[at++] === ')') break
  }
  skip()
  if (at < text.length) throw bad('Junk after right parenthesis.')
  return fields
}

/** A composite type's input. @param {string} text @param {number} typeOid @param {TypeEnv} env */
export function parseRecord(text, typeOid, env) {
  const columns = env.catalog?.compositeColumns?.(typeOid)
  if (columns === undefined) throw new DbError('0A000', 'input of anonymous composite types is not implemented')
  const fields = splitRecord(text)
  const bad = (/** @type {string} */ detail) => invalidText(`malformed record literal: "${text}"`, detail)
  if (fields.length < columns.length) throw bad('Too few columns.')
  if (fields.length > columns.length) throw bad('Too many columns.')
  const types = columns.map((/** @type {any} */ column) => column.type)
  return new PgRecord(typeOid, fields.map((field, i) => (field === null ? null : fieldOps(types[i]).parse(field, columns[i].typmod ?? -1, env))), types)
}

export const recordType = new TypeOps({
  oid: T.RECORD, name: 'record', kind: 'var', category: 'P',
  parse: (text, typmod, env) => parseRecord(text, T.RECORD, env),
  format: formatRecord,
  receive: (bytes, start, end, typmod, env) => {
    const short = () => new DbError('08P01', 'insufficient data left in message')
    if (end - start < 4) throw short()
    const types = []
    const values = []
    let at = start + 4
    for (let rest = readI32(bytes, start); rest > 0; rest--) {
      if (at + 8 > end) throw short()
      const oid = readI32(bytes, at)
      const size = readI32(bytes, at + 4)
      at += 8
      types.push(oid)
      if (size === -1) {
        values.push(null)
        continue
      }
      if (size < 0 || at + size > end) throw short()
      values.push(fieldOps(oid).receive(bytes, at, at + size, -1, env))
      at += size
    }
    return new PgRecord(T.RECORD, values, types)
  },
  send: (value, writer, env) => {
    const types = fieldTypes(value, env)
    writer.i32(value.values.length)
    value.values.forEach((/** @type {any} */ field, /** @type {number} */ i) => {
      writer.i32(types[i])
      if (field === null) {
        writer.i32(-1)
        return
      }
      const mark = writer.reserveLength()
      fieldOps(types[i]).send(field, writer, env)
      writer.patchLength(mark)
    })
  },
  compare: compareRecords,
  equals: equalRecords,
  hash: hashRecord,
  encodedBytes: (record) => {
    const types = fieldTypes(record, null)
    let count = 6
    for (let i = 0; i < types.length; i++) count += 8 + (record.values[i] === null ? 0 : fieldOps(types[i]).encodedBytes(record.values[i]))
    return count
  },
  encode: (record, bytes, view, at) => {
    const types = fieldTypes(record, null)
    view.setUint32(at, record.typeOid, true)
    view.setUint16(at + 4, types.length, true)
    at += 6
    for (let i = 0; i < types.length; i++) {
      view.setUint32(at, types[i], true)
      if (record.values[i] === null) {
        view.setInt32(at + 4, -1, true)
        at += 8
        continue
      }
      const end = fieldOps(types[i]).encode(record.values[i], bytes, view, at + 8)
      view.setInt32(at + 4, end - at - 8, true)
      at = end
    }
    return at
  },
  decode: (bytes, view, start) => {
    const typeOid = view.getUint32(start, true)
    const count = view.getUint16(start + 4, true)
    let at = start + 6
    const types = []
    const values = []
    for (let i = 0; i < count; i++) {
      const oid = view.getUint32(at, true)
      const size = view.getInt32(at + 4, true)
      at += 8
      types.push(oid)
      values.push(size < 0 ? null : fieldOps(oid).decode(bytes, view, at, at + size))
      if (size > 0) at += size
    }
    return new PgRecord(typeOid, values, types)
  },
})
