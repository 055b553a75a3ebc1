/**
 * bool, "char", int2, int4, int8, oid, xid, cid, xid8, pg_lsn, tid: types whose datum is a small fixed number.
 * Text is decimal (bool: t and f; pg_lsn: two hexadecimal halves); binary is big-endian. -0 never leaves a parser here.
 */
import { invalidInput, valueOutOfRange } from '../../errors/data.js'
import { compareInt8, hashInt8, mix32, readInt8, toInt8, writeInt8 } from './int8.js'
import * as T from '../oids.js'
import { compareSimple, expectBytes, readI16, readI32, TypeOps, viewOf } from '../type-ops.js'
import { trimBlanks } from '../../util/ascii.js'
import { SLOTS_MAX } from '../../util/tuple-id.js'
/** @import { ByteWriter } from '../../util/byte-writer.js' */

const INTEGER_PATTERN = /^[ \t\n\v\f\r]*[+-]?\d+[ \t\n\v\f\r]*$/

/** @param {string} text @param {number} limit 2^15 or 2^31 @param {string} display */
function parseSmall(text, limit, display) {
  const value = shortInteger(text)
  if (value !== undefined) {
    if (value >= limit || value < -limit) throw valueOutOfRange(text, display)
    return value
  }
  if (!INTEGER_PATTERN.test(text)) throw badInteger(text, BigInt(limit), display)
  const slow = Number(text)
  if (slow >= limit || slow < -limit) throw valueOutOfRange(text, display)
  return slow + 0
}

/** Beyond every integer type. */
const BEYOND = 10n ** 20n

/**
 * Of a sign and digits; of more than any type takes, only that: BigInt of millions of them takes seconds.
 * @param {string} text
 */
function digitsValue(text) {
  if (text.length <= 40) return BigInt(text.replace('+', ''))
  const [, sign, significant] = /** @type {RegExpExecArray} */ (/^([+-]?)0*(\d*)$/.exec(text))
  const value = significant.length > 20 ? BEYOND : BigInt(significant)
  return sign === '-' ? -value : value
}

/**
 * Digits are counted as they come: too many are out of range, whatever follows.
 * @param {string} text
 * @param {bigint} limit
 * @param {string} display
 */
function badInteger(text, limit, display) {
  const digits = /^[ \t\n\v\f\r]*([+-]?)(\d+)/.exec(text)
  if (digits === null) return invalidInput(display, text)
  const value = digitsValue(digits[2])
  return value > limit || (value === limit && digits[1] !== '-')
    ? valueOutOfRange(text, display)
    : invalidInput(display, text)
}

/**
 * The value of up to 15 digits with an optional minus and nothing else; undefined for anything else.
 * @param {string} text
 */
function shortInteger(text) {
  const unitCount = text.length
  if (unitCount === 0 || unitCount > 15) return undefined
  const negative = text.charCodeAt(0) === 45
  if (negative && unitCount === 1) return undefined
  let value = 0
  for (let i = negative ? 1 : 0; i < unitCount; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return negative ? 0 - value : value
}

/** @param {string} text */
const parseInt2 = (text) => parseSmall(text, 32768, 'smallint')

/** @param {string} text */
export const parseInt4 = (text) => parseSmall(text, 2147483648, 'integer')

/** @param {string} text @returns {number | bigint} */
function parseInt8(text) {
  const short = shortInteger(text)
  if (short !== undefined) return short
  if (!INTEGER_PATTERN.test(text)) throw badInteger(text, 9223372036854775808n, 'bigint')
  const value = digitsValue(trimBlanks(text))
  if (value > 9223372036854775807n || value < -9223372036854775808n) throw valueOutOfRange(text, 'bigint')
  return toInt8(value)
}

/** @param {string} text @param {string} display */
function wrappedOid(text, display) {
  const value = digitsValue(trimBlanks(text))
  if (value > 0xffffffffffffffffn || value < 0xffffffff80000000n) throw valueOutOfRange(text, display)
  return Number(value & 0xffffffffn)
}

/** Unsigned 32 bits; a negative one wraps, as in PostgreSQL. @param {string} text @param {string} [display] */
export function parseOid(text, display = 'oid') {
  const short = shortInteger(text)
  const value = short ?? (INTEGER_PATTERN.test(text) ? Number(text) : NaN)
  if (Number.isNaN(value)) throw invalidInput(display, text)
  // Of 64 bits that are an int4's with its sign, the low half, as a negative one.
  if (value >= 18446744071562067968) return wrappedOid(text, display)
  if (value > 4294967295 || value < -2147483648) throw valueOutOfRange(text, display)
  return value >>> 0
}

const BOOL_TRUE = new Set(['t', 'tr', 'tru', 'true', 'y', 'ye', 'yes', 'on', '1'])
const BOOL_FALSE = new Set(['f', 'fa', 'fal', 'fals', 'false', 'n', 'no', 'of', 'off', '0'])

/** @param {string} text */
function parseBool(text) {
  const word = trimBlanks(text).toLowerCase()
  if (BOOL_TRUE.has(word)) return true
  if (BOOL_FALSE.has(word)) return false
  throw invalidInput('boolean', text)
}

/** @param {any} value */
const decimalText = (value) => String(value)

/** @param {any} value @param {ByteWriter} writer */
const writeDecimal = (value, writer) => writer.decimal(value)

/** @param {any} value @param {ByteWriter} writer */
const writeInt8Text = (value, writer) => writer.int8Text(value)

export const boolType = new TypeOps({
  oid: T.BOOL, name: 'bool', display: 'boolean', kind: 'bool', category: 'B',
  parse: parseBool,
  format: (value) => (value ? 't' : 'f'),
  writeText: (value, writer) => writer.u8(value ? 116 : 102),
  receive: (bytes, start, end) => {
    expectBytes(start, end, 1)
    return bytes[start] !== 0
  },
  send: (value, writer) => writer.u8(value ? 1 : 0),
  compare: (a, b) => (a === b ? 0 : a ? 1 : -1),
  equals: (a, b) => a === b,
  hash: (value) => (value ? 0x2545f491 : 0x61c88647),
  encode: (value, bytes, view, at) => {
    bytes[at] = value ? 1 : 0
    return at + 1
  },
  decode: (bytes, view, start) => bytes[start] !== 0,
})

export const charType = new TypeOps({
  oid: T.CHAR, name: 'char', display: '"char"', kind: 'char', category: 'Z',
  parse: parseChar,
  format: formatChar,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 1)
    return bytes[start]
  },
  send: (value, writer) => writer.u8(value),
  compare: (a, b) => a - b,
  equals: (a, b) => a === b,
  hash: mix32,
  encode: (value, bytes, view, at) => {
    bytes[at] = value
    return at + 1
  },
  decode: (bytes, view, start) => bytes[start],
})

/** The first byte of the text, 0 for ''; \ooo names a byte. @param {string} text */
export function parseChar(text) {
  if (text === '') return 0
  if (/^\\[0-7]{3}$/.test(text)) return parseInt(text.slice(1), 8) & 255
  const code = text.codePointAt(0) ?? 0
  if (code < 128) return code
  return code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18)
}

/** A byte above 127 is no character of its own in UTF-8 and prints as \ooo. @param {number} value */
export function formatChar(value) {
  if (value === 0) return ''
  return value < 128 ? String.fromCharCode(value) : `\\${value.toString(8).padStart(3, '0')}`
}

export const int2Type = new TypeOps({
  oid: T.INT2, name: 'int2', display: 'smallint', kind: 'int2', category: 'N',
  parse: parseInt2, format: decimalText, writeText: writeDecimal,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 2)
    return readI16(bytes, start)
  },
  send: (value, writer) => writer.i16(value),
  compare: (a, b) => a - b,
  equals: (a, b) => a === b,
  hash: mix32,
  encode: (value, bytes, view, at) => {
    view.setInt16(at, value, true)
    return at + 2
  },
  decode: (bytes, view, start) => view.getInt16(start, true),
})

export const int4Type = new TypeOps({
  oid: T.INT4, name: 'int4', display: 'integer', kind: 'int4', category: 'N',
  parse: parseInt4, format: decimalText, writeText: writeDecimal,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 4)
    return readI32(bytes, start)
  },
  send: (value, writer) => writer.i32(value),
  compare: (a, b) => a - b,
  equals: (a, b) => a === b,
  hash: mix32,
  encode: (value, bytes, view, at) => {
    view.setInt32(at, value, true)
    return at + 4
  },
  decode: (bytes, view, start) => view.getInt32(start, true),
})

/**
 * What types kept as an int8 share: order, hash, stored and binary form.
 * @type {Pick<import('../type-ops.js').TypeOpsFields, 'kind' | 'receive' | 'send' | 'compare' | 'equals'
 *   | 'hash' | 'encode' | 'decode'>}
 */
export const STORED_AS_INT8 = {
  kind: 'int8',
  receive: receiveInt8,
  send: (value, writer) => writer.i64(value),
  compare: compareInt8,
  equals: (a, b) => a === b,
  hash: hashInt8,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, value)
    return at + 8
  },
  decode: (bytes, view, start) => readInt8(view, start, true),
}

export const int8Type = new TypeOps({
  oid: T.INT8, name: 'int8', display: 'bigint', category: 'N',
  parse: parseInt8, format: decimalText, writeText: writeInt8Text,
  ...STORED_AS_INT8,
})

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
export function receiveInt8(bytes, start, end) {
  expectBytes(start, end, 8)
  const value = readI32(bytes, start) * 4294967296 + (readI32(bytes, start + 4) >>> 0)
  return Number.isSafeInteger(value) ? value : readInt8(viewOf(bytes), start, false)
}

/**
 * @param {number} oid
 * @param {string} name
 * @param {string} category
 * @param {(text: string) => number} [parse]
 * @returns {TypeOps} an unsigned 32-bit type
 */
export const unsignedType = (oid, name, category, parse = (text) => parseOid(text, name)) => new TypeOps({
  oid, name, kind: 'uint4', category, parse,
  format: decimalText, writeText: writeDecimal,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 4)
    return readI32(bytes, start) >>> 0
  },
  send: (value, writer) => writer.i32(value),
  compare: oid === T.OID ? compareSimple : undefined,
  equals: (a, b) => a === b,
  hash: mix32,
  encode: (value, bytes, view, at) => {
    view.setUint32(at, value, true)
    return at + 4
  },
  decode: (bytes, view, start) => view.getUint32(start, true),
})

export const oidType = unsignedType(T.OID, 'oid', 'N')
export const xidType = unsignedType(T.XID, 'xid', 'U', (text) => Number(parseLong(text) & 0xffffffffn))
export const cidType = unsignedType(T.CID, 'cid', 'U', (text) => Number(parseLong(text) & 0xffffffffn))

/**
 * As C's strtoul with base 0: decimal, 0x… or 0…; a sign wraps, too large is the largest, and what follows the digits
 * is ignored.
 * @param {string} text
 * @returns {bigint}
 */
function parseLong(text) {
  const match = /^[ \t\n\v\f\r]*([+-]?)(?:0[xX]([0-9a-fA-F]+)|(0[0-7]*)|(\d+))/.exec(text)
  if (match === null) return 0n
  const magnitude =
    match[2] !== undefined
      ? BigInt(`0x${match[2]}`)
      : match[3] !== undefined
        ? BigInt(`0o${match[3]}`)
        : BigInt(match[4])
  if (magnitude > 0xffffffffffffffffn) return 0xffffffffffffffffn
  return match[1] === '-' ? BigInt.asUintN(64, -magnitude) : magnitude
}

/**
 * Unsigned 64 bits kept as the unsigned value; not of the kind int8, whose columns read as signed.
 * @param {number} oid
 * @param {string} name
 * @param {(text: string) => number | bigint} parse
 * @param {(value: number | bigint) => string} format
 */
const unsigned64 = (oid, name, parse, format) => new TypeOps({
  oid, name, kind: 'var', category: 'U', parse, format,
  encodedBytes: () => 8,
  receive: (bytes, start, end) => unsigned(receiveInt8(bytes, start, end)),
  send: (value, writer) => writer.i64(typeof value === 'number' ? value : BigInt.asIntN(64, value)),
  compare: compareInt8,
  equals: (a, b) => a === b,
  hash: hashInt8,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, typeof value === 'number' ? value : BigInt.asIntN(64, value))
    return at + 8
  },
  decode: (bytes, view, start) => unsigned(readInt8(view, start, true)),
})

/** @param {number | bigint} value */
const unsigned = (value) => (value < 0 ? toInt8(BigInt.asUintN(64, BigInt(value))) : value)

export const xid8Type = unsigned64(T.XID8, 'xid8', (text) => toInt8(parseLong(text)), String)

/** @param {string} text */
function parseLsn(text) {
  const match = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/.exec(text)
  if (match === null) throw invalidInput('pg_lsn', text)
  return toInt8((BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`))
}

/** @param {number | bigint} value */
function formatLsn(value) {
  const wide = BigInt(value)
  return `${(wide >> 32n).toString(16)}/${(wide & 0xffffffffn).toString(16)}`.toUpperCase()
}

export const lsnType = unsigned64(T.PG_LSN, 'pg_lsn', parseLsn, formatLsn)

/** A tuple id is block * 512 + slot; it prints as (block,offset) with 1-based offsets. */

export const tidType = new TypeOps({
  oid: T.TID, name: 'tid', kind: 'var', category: 'U',
  parse: (text) => {
    // As C reads it: whatever is before the parenthesis and behind the other one is passed over, a number may be
    // missing, and a small negative block wraps.
    const match = /^[^(),]*\([ \t\n\v\f\r]*([+-]?\d*),[ \t\n\v\f\r]*(\+?\d*)\)/.exec(text)
    const block = Number(match?.[1].replace(/^[+-]$/, '0'))
    const offset = Number(match?.[2].replace(/^\+$/, '0'))
    if (match === null || block > 4294967295 || block < -2147483648 || offset > 65535) throw invalidInput('tid', text)
    return tidOf(block < 0 ? block + 4294967296 : block, offset)
  },
  format: (value) => `(${tidBlock(value)},${tidOffset(value)})`,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 6)
    return tidOf(readI32(bytes, start) >>> 0, readI16(bytes, start + 4) & 0xffff)
  },
  send: (value, writer) => {
    writer.i32(tidBlock(value))
    writer.i16(tidOffset(value))
  },
  compare: compareSimple,
  equals: (a, b) => a === b,
  hash: (value) => hashInt8(Math.floor(value)),
  encodedBytes: () => 8,
  encode: (value, bytes, view, at) => {
    view.setFloat64(at, value, true)
    return at + 8
  },
  decode: (bytes, view, start) => view.getFloat64(start, true),
})

const OFFSET_STEP = 1 / 131072

/**
 * Block times 512 plus slot; the slot is the offset less 1. Offsets that no page has lie between the others, so that
 * the order is right and no row has such a tid: 0 is half before slot 0, those from 512 on follow slot 511 in small
 * steps.
 * @param {number} block @param {number} offset 0 to 65535
 */
export function tidOf(block, offset) {
  if (offset === 0) return block * SLOTS_MAX - 0.5
  return offset <= SLOTS_MAX
    ? block * SLOTS_MAX + offset - 1
    : block * SLOTS_MAX + SLOTS_MAX - 1 + (offset - SLOTS_MAX) * OFFSET_STEP
}

/** @param {number} value */
export const tidBlock = (value) => Math.floor((value + 0.5) / SLOTS_MAX)

/** @param {number} value */
export function tidOffset(value) {
  const rest = value - tidBlock(value) * SLOTS_MAX
  return rest <= SLOTS_MAX - 1
    ? Math.ceil(rest) + (rest < 0 ? 0 : 1)
    : Math.min(65535, Math.round((rest - SLOTS_MAX + 1) / OFFSET_STEP) + SLOTS_MAX)
}

/** Types whose 32 bits have no sign: OIDs and their aliases. */
const UNSIGNED = new Set([
  T.OID, T.REGPROC, T.REGPROCEDURE, T.REGOPER, T.REGOPERATOR, T.REGCLASS, T.REGTYPE, T.REGCONFIG, T.REGDICTIONARY,
  T.REGNAMESPACE, T.REGROLE, T.REGCOLLATION,
])

/**
 * A cast that keeps the bits of int4 and takes them for another number: the shift or bit operation with 0 that does it;
 * '' for other types.
 * @param {number} from base type
 * @param {number} to base type
 * @returns {'' | '>>>' | '|'}
 */
export const turnedSign = (from, to) =>
  from === T.INT4 && UNSIGNED.has(to) ? '>>>' : to === T.INT4 && UNSIGNED.has(from) ? '|' : ''
