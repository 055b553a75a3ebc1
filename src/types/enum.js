/**
 * Enums. A datum is the OID of its pg_enum row, stored in four bytes; labels and order are the catalog's, looked up
 * when they are needed: RENAME VALUE and ADD VALUE change no stored byte. Key bytes are those of enumsortorder (a
 * float4): a value added between two others falls between their keys. When no float4 is left between two, ALTER TYPE
 * numbers all values anew and rebuilds the indexes.
 */
import { invalidEnumLabel, unsafeEnumUse } from '../errors/ddl/types.js'
import { putFloat } from './key/fixed.js'
import { mix32 } from './numbers/int8.js'
import { typesInUse } from './lookup.js'
import { sendText } from './strings/text.js'
import { receivedText } from './strings/utf8.js'
import { TypeOps } from './type-ops.js'
import { enumLookupFailed, invalidEnumOid } from '../errors/values.js'

/** @typedef {{ oid: number, label: string, order: number }} EnumValue */

/** The values of one enum type, as one state of the catalog has them. */
export class EnumValues {
  /** @param {EnumValue[]} list by order */
  constructor(list) {
    this.list = list
    /** @type {Map<number, EnumValue>} */
    this.byOid = new Map(list.map((value) => [value.oid, value]))
    /** @type {Map<string, EnumValue>} */
    this.byLabel = new Map(list.map((value) => [value.label, value]))
  }
}

/** @param {number} typeOid @returns {{ name: string, enumValues: EnumValues }} */
function enumType(typeOid) {
  const type = typesInUse()?.type(typeOid)
  if (type === undefined || type.enumValues === null)
    throw enumLookupFailed(typeOid)
  return type
}

/** Its values in order. @param {number} typeOid @returns {EnumValue[]} */
export const enumValues = (typeOid) => enumType(typeOid).enumValues.list

/** @param {number} typeOid @param {number} oid @returns {EnumValue} */
export function enumValue(typeOid, oid) {
  const value = enumType(typeOid).enumValues.byOid.get(oid)
  if (value === undefined) throw invalidEnumOid(oid)
  return value
}

/**
 * 55P04 for a value that this transaction added to a type it did not make.
 * @param {number} typeOid
 * @param {EnumValue} value
 */
export function requireSafe(typeOid, value) {
  if (typesInUse()?.isUnsafeEnumValue(value.oid)) throw unsafeEnumUse(value.label, enumType(typeOid).name)
  return value.oid
}

/** @param {number} typeOid @param {string} label */
function byLabel(typeOid, label) {
  const type = enumType(typeOid)
  const value = type.enumValues.byLabel.get(label)
  if (value === undefined) throw invalidEnumLabel(type.name, label)
  return requireSafe(typeOid, value)
}

/** @param {number} typeOid @param {number} a @param {number} b */
const compareValues = (typeOid, a, b) => a === b ? 0 : enumValue(typeOid, a).order - enumValue(typeOid, b).order

/** @param {number} oid @param {string} name @param {string} display @returns {TypeOps} */
export function enumOps(oid, name, display) {
  return new TypeOps({
    oid, name, display, kind: 'uint4', category: 'E',
    parse: (text) => byLabel(oid, text),
    format: (value) => enumValue(oid, value).label,
    receive: (bytes, start, end, typmod, env) => byLabel(oid, receivedText(bytes, start, end, env)),
    send: (value, writer, env) => sendText(enumValue(oid, value).label, writer, env),
    compare: (a, b) => compareValues(oid, a, b),
    equals: (a, b) => a === b,
    hash: mix32,
    encode: (value, bytes, view, at) => { view.setUint32(at, value, true); return at + 4 },
    decode: (bytes, view, start) => view.getUint32(start, true),
    putKey: (value, out, at) => putFloat(enumValue(oid, value).order, out, at),
  })
}
