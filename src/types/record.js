/**
 * record and composite values. Stored form, little-endian: u32 composite type OID (2249 for an anonymous record), u16
 * field count, then per field u32 type OID, i32 length (-1 null) and the field's own stored form, so a value can be
 * read without the catalog. An anonymous record, which is stored in temporary memory and files only, ends with its
 * fields' names: u32 bytes (0: f1, f2 …), UTF-8, a zero between two.
 */
import { invalidText, messageTooShort, noComparison, noEqualityOperator, ofValue } from '../errors/data.js'
import { featureNotSupported } from '../errors/db-error.js'
import { mix32 } from './numbers/int8.js'
import { builtinType, typesInUse } from './lookup.js'
import * as T from './oids.js'
import { decodeUtf8 } from './strings/utf8.js'
import { escapedAtOnce, markFrom, PIECE_UNITS, quotedSteps, textOf, Unquoted, valueOf } from './nested-text.js'
import { readI32, TypeOps } from './type-ops.js'
import { blanksEnd } from '../util/ascii.js'
import { atOnce, isTired } from '../util/effort.js'
import { charge } from '../errors/value-size.js'
import {
  anonymousRecordInput, differentColumnCounts, dissimilarColumnTypes, noHashFunction, unknownRecordType,
  wrongBinaryColumnType, wrongRecordColumnCount,
} from '../errors/values.js'
/** @import { TypeEnv } from './type-ops.js' */
/** @import { Steps } from '../util/effort.js' */

export class PgRecord {
  /**
   * @param {number} typeOid 2249 when anonymous
   * @param {any[]} values
   * @param {number[]} [fieldTypes] OIDs; looked up in the catalog when left out; 0: a dropped attribute, whose value is
   *   null
   * @param {(string | null)[]} [names] of an anonymous record's fields, as JSON shows them (f1, f2 … when left out)
   * @param {number[]} [fieldTypmods] of an anonymous record's fields; left out where whoever made it does not know
   */
  constructor(typeOid, values, fieldTypes, names, fieldTypmods) {
    this.typeOid = typeOid
    this.values = values
    this.fieldTypes = fieldTypes
    this.names = names
    this.fieldTypmods = fieldTypmods
  }
}

/**
 * @typedef {{ name: string, type: number, typmod: number, dropped: boolean, missing: any }} Field of a composite type,
 *   by attribute number; a dropped one has type 0; missing: what shorter values have there
 */

/** @param {PgRecord} record @returns {number[]} */
function fieldTypes(record) {
  return record.fieldTypes ?? compositeFields(record.typeOid).map((field) => field.type)
}

/** The attributes of a composite type now. @param {number} typeOid @returns {Field[]} */
function compositeFields(typeOid) {
  const source = typesInUse()
  const relation = source?.relation(source.type(typeOid)?.relationOid ?? 0)
  if (relation === undefined) throw unknownRecordType(typeOid)
  return relation.columns.map((/** @type {any} */ column) => ({
    name: column.name,
    type: column.dropped ? 0 : column.typeOid,
    typmod: column.typmod,
    dropped: column.dropped,
    missing: column.missing ?? null,
  }))
}

/**
 * A composite value as the type is now: attributes added since it was stored are as in rows that are shorter, dropped
 * ones are gone.
 * @param {PgRecord} record
 */
function upToDate(record) {
  const fields = compositeFields(record.typeOid)
  const types = /** @type {number[]} */ (record.fieldTypes)
  for (let at = 0; at < fields.length; at++) {
    if (at < types.length && types[at] === fields[at].type) continue
    record.values[at] = at < types.length ? null : fields[at].missing
    types[at] = fields[at].type
  }
  return record
}

/** @param {number} oid */
function fieldOps(oid) {
  const ops = builtinType(oid)
  if (ops === undefined) throw featureNotSupported(`record field of type with OID ${oid}`)
  return ops
}

/** The places that are there: dropped attributes keep theirs. @param {number[]} types @returns {number[]} */
function present(types) {
  const places = []
  for (let at = 0; at < types.length; at++) if (types[at] !== 0) places.push(at)
  return places
}

/** @typedef {(x: any, y: any) => number} Compare */

/** @param {TypeOps} ops @returns {Compare} */
function comparisonOf(ops) {
  if (ops.compare === undefined) throw noComparison(ops.display)
  return ops.compare
}

/** Field by field; null sorts last. @param {PgRecord} a @param {PgRecord} b */
export const compareRecords = (a, b) => walkPairs(a, b, comparisonOf)

/**
 * A field's type is asked for its comparison even where the field is null.
 * @param {PgRecord} a
 * @param {PgRecord} b
 * @param {(ops: TypeOps) => Compare} compareOf
 */
function walkPairs(a, b, compareOf) {
  const left = fieldTypes(a)
  const right = fieldTypes(b)
  const leftPlaces = present(left)
  const rightPlaces = present(right)
  const shorter = Math.min(leftPlaces.length, rightPlaces.length)
  for (let i = 0; i < shorter; i++) {
    const at = leftPlaces[i]
    const to = rightPlaces[i]
    if (left[at] !== right[to]) {
      throw dissimilarColumnTypes(fieldOps(left[at]).display, fieldOps(right[to]).display, i + 1)
    }
    const compare = compareOf(fieldOps(left[at]))
    const x = a.values[at]
    const y = b.values[to]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
      continue
    }
    const order = compare(x, y)
    if (order !== 0) return order
  }
  if (leftPlaces.length !== rightPlaces.length)
    throw differentColumnCounts()
  return 0
}

/** @param {TypeOps} ops @returns {Compare} */
function equalityOf({ equals, display }) {
  if (equals === undefined) throw noEqualityOperator(display)
  return (x, y) => (equals(x, y) ? 0 : 1)
}

/** Types without an order (xid, aclitem) may be equal. @param {PgRecord} a @param {PgRecord} b */
export const equalRecords = (a, b) => walkPairs(a, b, equalityOf) === 0

/** @param {PgRecord} record */
function hashRecord(record) {
  const types = fieldTypes(record)
  let hash = 0
  for (let i = 0; i < types.length; i++) {
    if (types[i] === 0) continue
    const value = record.values[i]
    const { hash: hashOf, display } = fieldOps(types[i])
    if (hashOf === undefined) throw noHashFunction(display)
    hash = mix32(Math.imul(hash, 31) + (value === null ? 0 : hashOf(value)))
  }
  return hash
}

const NEEDS_QUOTES = /^$|[ \t-\r(),"\\]/
const SPECIAL = /[ \t-\r(),"\\]/
const ESCAPED = /["\\]/g

/** @param {PgRecord} record @param {TypeEnv} env */
function formatRecord(record, env) {
  const types = fieldTypes(record)
  let text = '('
  let first = true
  for (let i = 0; i < types.length; i++) {
    if (types[i] === 0) continue
    if (!first) text += ','
    first = false
    if (record.values[i] === null) continue
    const field = fieldOps(types[i]).format(record.values[i], env)
    text += NEEDS_QUOTES.test(field) ? `"${escapedAtOnce(field, ESCAPED, '$&$&')}"` : field
  }
  return `${text})`
}

/** The same of a large one. @param {PgRecord} record @param {TypeEnv} env @returns {Steps<string>} 53200 */
function* formatRecordSteps(record, env) {
  const types = fieldTypes(record)
  let text = ''
  for (let i = 0; i < types.length; i++) {
    if (types[i] === 0) continue
    text += text === '' ? '(' : ','
    if (record.values[i] === null) continue
    const field = yield* textOf(fieldOps(types[i]), record.values[i], env)
    text += yield* quotedSteps(field, NEEDS_QUOTES, SPECIAL, ESCAPED, '$&$&')
    charge(text.length, 'the text of a row')
    if (isTired()) yield
  }
  return text === '' ? '()' : `${text})`
}

/** What a field ends at, or changes at; within quotes. */
const MARKS = /[\\",)]/g
const QUOTED_MARKS = /[\\"]/g
/** Marks between two rests. */
const MARKS_BETWEEN_RESTS = 8192

/**
 * Splits a record literal; null for an empty field.
 * @param {string} text @returns {Steps<(string | null)[]>} 22P02
 */
function* splitRecord(text) {
  const bad = (/** @type {string} */ detail) => invalidText(`malformed record literal: "${text}"`, detail)
  let at = blanksEnd(text, 0)
  if (text[at] !== '(') throw bad('Missing left parenthesis.')
  at++
  /** @type {(string | null)[]} */
  const fields = []
  const body = new Unquoted()
  for (let seen = 1; ;) {
    if (text[at] === ',' || text[at] === ')') {
      fields.push(null)
      if ((++seen & (MARKS_BETWEEN_RESTS - 1)) === 0) yield
    } else {
      let quoted = false
      for (;;) {
        if ((++seen & (MARKS_BETWEEN_RESTS - 1)) === 0) yield
        const marks = quoted ? QUOTED_MARKS : MARKS
        const mark = markFrom(marks, text, at)
        if (mark > at) body.add(text.slice(at, mark))
        at = mark
        if (at >= text.length) throw bad('Unexpected end of input.')
        const letter = text[at]
        if (letter === '\\') {
          if (at + 1 >= text.length) throw bad('Unexpected end of input.')
          body.add(text[at + 1])
          at += 2
        } else if (letter === '"') {
          if (quoted && text[at + 1] === '"') {
            body.add('"')
            at++
          } else quoted = !quoted
          at++
        } else if (!quoted && (letter === ',' || letter === ')')) break
        else yield
      }
      fields.push(body.take())
    }
    if (text[at++] === ')') break
  }
  at = blanksEnd(text, at)
  if (at < text.length) throw bad('Junk after right parenthesis.')
  return fields
}

/** Parentheses with nothing between are otherwise one field that is null. */
const EMPTY = /^[ \t-\r]*\(\)[ \t-\r]*$/

/**
 * A composite type's input.
 * @param {string} text @param {number} typeOid @param {TypeEnv} env @returns {Steps<PgRecord>} 22P02
 */
function* parseRecord(text, typeOid, env) {
  const columns = compositeFields(typeOid)
  const live = columns.filter((column) => !column.dropped)
  const fields = live.length === 0 && EMPTY.test(text) ? [] : yield* splitRecord(text)
  const bad = (/** @type {string} */ detail) => invalidText(`malformed record literal: "${text}"`, detail)
  if (fields.length < live.length) throw bad('Too few columns.')
  if (fields.length > live.length) throw bad('Too many columns.')
  let next = 0
  const values = []
  for (const column of columns) {
    if (column.dropped) {
      values.push(null)
      continue
    }
    const field = fields[next++]
    values.push(field !== null && field.length > PIECE_UNITS
      ? yield* valueOf(fieldOps(column.type), field, column.typmod, env)
      : inputField(field, column, env))
  }
  return new PgRecord(typeOid, values, columns.map((column) => column.type))
}

/**
 * A field's input, which for a domain is asked about nulls too.
 * @param {string | null} text
 * @param {Field} column
 * @param {TypeEnv} env
 */
function inputField(text, column, env) {
  if (text !== null) return fieldOps(column.type).parse(text, column.typmod, env)
  if (env.checkDomain !== undefined && typesInUse()?.type(column.type)?.kind === 'd') env.checkDomain(column.type, null)
  return null
}

/**
 * Input of the anonymous one: nobody knows what its fields are. @returns {Steps<PgRecord>}
 * @throws {DbError} 0A000
 */
function* refuseRecord() {
  throw anonymousRecordInput()
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} typeOid @param {TypeEnv} env */
function receiveRecord(bytes, start, end, typeOid, env) {
  if (end - start < 4) throw messageTooShort()
  const columns = typeOid === T.RECORD ? null : compositeFields(typeOid)
  const live = columns === null ? null : columns.filter((column) => !column.dropped)
  const count = readI32(bytes, start)
  if (live !== null && live.length !== count)
    throw wrongRecordColumnCount(count, live.length)
  /** @type {number[]} */
  const types = []
  /** @type {any[]} */
  const values = []
  let at = start + 4
  try {
    for (let i = 0; i < count; i++) {
      if (at + 8 > end) throw messageTooShort()
      const oid = readI32(bytes, at)
      const size = readI32(bytes, at + 4)
      at += 8
      if (live !== null && live[i].type !== oid) {
        throw wrongBinaryColumnType(
          oid, builtinType(oid)?.display ?? '-', live[i].type, fieldOps(live[i].type).display, i + 1,
        )
      }
      types.push(oid)
      if (size === -1) {
        values.push(live === null ? null : inputField(null, live[i], env))
        continue
      }
      if (size < 0 || at + size > end) throw messageTooShort()
      values.push(fieldOps(oid).receive(bytes, at, at + size, live === null ? -1 : live[i].typmod, env))
      at += size
    }
  } catch (error) {
    throw ofValue(error, `improper binary format in record column ${types.length}`)
  }
  if (columns === null) return new PgRecord(T.RECORD, values, types)
  let next = 0
  return new PgRecord(
    typeOid,
    columns.map((column) => (column.dropped ? null : values[next++])),
    columns.map((column) => column.type)
  )
}

const NO_NAMES = new Uint8Array(0)
/**
 * Rows of one statement share their list of names: what was converted last is kept, in both directions.
 * @type {(string | null)[]}
 */
let writtenNames = []
let writtenBytes = NO_NAMES
let readText = ''
/** @type {(string | null)[]} */
let readNames = []

/** @param {(string | null)[] | undefined} names @returns {Uint8Array} */
function namesAsBytes(names) {
  if (names === undefined) return NO_NAMES
  if (names !== writtenNames) {
    writtenBytes = new TextEncoder().encode(names.map((name) => name ?? '').join('\0'))
    writtenNames = names
  }
  return writtenBytes
}

/** @param {string} text @returns {(string | null)[]} */
function namesFrom(text) {
  if (text !== readText) {
    readNames = text.split('\0').map((name) => name === '' ? null : name)
    readText = text
  }
  return readNames
}

/**
 * @param {number} oid
 * @param {string} name
 * @param {string} display
 * @returns {TypeOps} of a composite type; RECORD: of the anonymous one
 */
export const compositeOps = (oid, name, display) => new TypeOps({
  oid, name, display, kind: 'var', category: oid === T.RECORD ? 'P' : 'C',
  parse: (text, typmod, env) => atOnce(oid === T.RECORD ? refuseRecord() : parseRecord(text, oid, env)),
  parseSteps: (text, typmod, env) => oid === T.RECORD ? refuseRecord() : parseRecord(text, oid, env),
  format: formatRecord,
  formatSteps: formatRecordSteps,
  receive: (bytes, start, end, typmod, env) => receiveRecord(bytes, start, end, oid, env),
  send: (value, writer, env) => {
    const types = fieldTypes(value)
    const places = present(types)
    writer.i32(places.length)
    for (const i of places) {
      const field = value.values[i]
      writer.i32(types[i])
      if (field === null) {
        writer.i32(-1)
        continue
      }
      const mark = writer.reserveLength()
      fieldOps(types[i]).send(field, writer, env)
      writer.patchLength(mark)
    }
  },
  compare: compareRecords,
  equals: equalRecords,
  hash: hashRecord,
  encodedBytes: (record) => {
    const types = fieldTypes(record)
    let count = 6
    for (let i = 0; i < types.length; i++)
      count += 8 + (record.values[i] === null ? 0 : fieldOps(types[i]).encodedBytes(record.values[i]))
    return record.typeOid === T.RECORD ? count + 4 + namesAsBytes(record.names).length : count
  },
  encode: (record, bytes, view, at) => {
    const types = fieldTypes(record)
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
    if (record.typeOid !== T.RECORD) return at
    const names = namesAsBytes(record.names)
    view.setUint32(at, names.length, true)
    bytes.set(names, at + 4)
    return at + 4 + names.length
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
    if (typeOid !== T.RECORD) return upToDate(new PgRecord(typeOid, values, types))
    const nameBytes = view.getUint32(at, true)
    return new PgRecord(
      typeOid, values, types, nameBytes === 0 ? undefined : namesFrom(decodeUtf8(bytes, at + 4, at + 4 + nameBytes)),
    )
  },
})

export const recordType = compositeOps(T.RECORD, 'record', 'record')
