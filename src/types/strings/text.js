/**
 * The text family: text, varchar, bpchar, name, xml, pg_node_tree, cstring, unknown; and bytea.
 *
 * A datum is a string; its stored form is the UTF-8 bytes the wire sends. Order is that of the UTF-8 bytes (collation
 * "C"), which is code point order, so surrogates must sort above the rest of the basic plane: hence compareText, not
 * `<`. bpchar values are blank-padded to their length; trailing blanks count for nothing in its comparisons. A name
 * holds at most 63 bytes and is cut silently.
 */
import { invalidParameter, invalidText, valueTooLong } from '../../errors/data.js'
import { noInput, cannotDo } from '../../errors/values.js'
import { copyOf } from '../../util/buffer-text.js'
import { atOnce } from '../../util/effort.js'
import { mix32 } from '../numbers/int8.js'
import * as T from '../oids.js'
import { TypeOps } from '../type-ops.js'
import { bufferPrototype, decodeUtf8, receivedText } from './utf8.js'
import { bytesInSteps, receivedTextInSteps } from './long-text.js'
/** @import { TypeEnv, TypeOpsFields } from '../type-ops.js' */
/** @import { ByteWriter } from '../../util/byte-writer.js' */

const NAME_BYTES_MAX = 63

const encoder = new TextEncoder()

/** @param {string} text @returns {Uint8Array} */
export const utf8Of = (text) => encoder.encode(text)

/**
 * A text in binary format.
 * @param {string} text
 * @param {ByteWriter} writer
 * @param {TypeEnv} env
 * @throws {DbError} 22P05
 */
export function sendText(text, writer, env) {
  if (env.clientText === undefined) writer.utf8(text)
  else writer.raw(env.clientText.encode(text))
}

/** UTF-8 length. @param {string} text */
export function utf8Bytes(text) {
  const unitCount = text.length
  if (unitCount > 64) return Buffer.byteLength(text)
  let count = unitCount
  for (let i = 0; i < unitCount; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 127) count += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return count
}

/** @param {string} text @param {Uint8Array} bytes @param {number} at @returns {number} end */
export function encodeUtf8(text, bytes, at) {
  const unitCount = text.length
  if (unitCount > 48) return at + encoder.encodeInto(text, bytes.subarray(at)).written
  for (let i = 0; i < unitCount; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 127) return at + encoder.encodeInto(text, bytes.subarray(at)).written
    bytes[at + i] = unit
  }
  return at + unitCount
}

/** @param {string} text @returns {Uint8Array} */
export const toUtf8 = (text) => encoder.encode(text)

/** Characters that are compared at once where texts are long. */
const BLOCK = 4096

/** Order of the UTF-8 bytes. @param {string} a @param {string} b */
export function compareText(a, b) {
  if (a === b) return 0
  const shorter = a.length < b.length ? a.length : b.length
  let i = 0
  if (shorter > BLOCK) while (i < shorter && a.slice(i, i + BLOCK) === b.slice(i, i + BLOCK)) i += BLOCK
  for (; i < shorter; i++) {
    let left = a.charCodeAt(i)
    let right = b.charCodeAt(i)
    if (left !== right) {
      if (left >= 0xd800 && right >= 0xd800) {
        left = left >= 0xe000 ? left - 0x800 : left + 0x2000
        right = right >= 0xe000 ? right - 0x800 : right + 0x2000
      }
      return left - right
    }
  }
  return a.length - b.length
}

/** @param {string} text without its trailing blanks */
export function trimBlanks(text) {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--
  return end === text.length ? text : text.slice(0, end)
}

/** @param {string} a @param {string} b */
export const compareBpchar = (a, b) => compareText(trimBlanks(a), trimBlanks(b))

/**
 * Of unequal length: the longer one is the other and blanks. No text is made for it.
 * @param {string} a
 * @param {string} b
 * @returns {boolean}
 */
export function equalBpchar(a, b) {
  if (a.length === b.length) return a === b
  const shorter = a.length < b.length ? a : b
  const longer = a.length < b.length ? b : a
  for (let at = longer.length - 1; at >= shorter.length; at--) if (longer.charCodeAt(at) !== 32) return false
  // Codes and names differ at their ends.
  for (let at = shorter.length - 1; at >= 0; at--) if (longer.charCodeAt(at) !== shorter.charCodeAt(at)) return false
  return true
}

/** @param {string} text */
export function hashText(text) {
  let hash = text.length
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995) ^ (hash >>> 15)
  return mix32(hash)
}

const HIGH_SURROGATE = /[\ud800-\udbff]/
const SHORT = 32

/** Characters, not UTF-16 units. @param {string} text */
export function characterCount(text) {
  let count = text.length
  // To begin a search takes longer than to look at a few characters.
  const first = count <= SHORT ? 0 : text.search(HIGH_SURROGATE)
  if (first < 0) return count
  for (let i = first; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) {
      count--
      i++
    }
  }
  return count
}

/**
 * Position in UTF-16 units behind `count` characters from the start; text.length when it has fewer.
 * @param {string} text
 * @param {number} count
 */
export function unitIndex(text, count) {
  if (count >= text.length) return text.length
  let at = 0
  for (; count > 0 && at < text.length; count--) at += (text.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1
  return at
}

/**
 * varchar(n).
 * @param {string} text
 * @param {number} typmod n + 4
 * @param {boolean} explicit cut rather than raise 22001
 * @param {string} [routine] PostgreSQL's function
 */
export function applyVarcharTypmod(text, typmod, explicit, routine = 'varchar') {
  const limit = typmod - 4
  if (limit < 0 || text.length <= limit) return text
  const cut = unitIndex(text, limit)
  if (cut === text.length) return text
  if (!explicit && /[^ ]/.test(text.slice(cut))) throw valueTooLong(`character varying(${limit})`, routine)
  return text.slice(0, cut)
}

/**
 * char(n): padded or cut to n characters.
 * @param {string} text
 * @param {number} typmod n + 4
 * @param {boolean} explicit
 * @param {string} [routine] PostgreSQL's function
 */
export function applyBpcharTypmod(text, typmod, explicit, routine = 'bpchar') {
  const limit = typmod - 4
  if (limit < 0) return text
  const count = characterCount(text)
  if (count === limit) return text
  if (count < limit) return text + ' '.repeat(limit - count)
  const cut = unitIndex(text, limit)
  if (!explicit && /[^ ]/.test(text.slice(cut))) throw valueTooLong(`character(${limit})`, routine)
  return text.slice(0, cut)
}

/** Cut to what a name holds, at a character boundary. @param {string} text */
export function truncateName(text) {
  if (text.length <= 21 || utf8Bytes(text) <= NAME_BYTES_MAX) return text
  let count = 0
  let at = 0
  for (const character of text) {
    count += utf8Bytes(character)
    if (count > NAME_BYTES_MAX) break
    at += character.length
  }
  return text.slice(0, at)
}

/** @param {string} text */
const same = (text) => text

/**
 * The stored form is the text itself.
 * @param {Uint8Array} bytes
 * @param {DataView} _view
 * @param {number} start
 * @param {number} end
 */
export const decodeText = (bytes, _view, start, end) => decodeUtf8(bytes, start, end)

/** What all text types have in common. @param {number} oid @param {string} name @returns {TypeOpsFields} */
export const textFields = (oid, name) => ({
  oid, name, kind: 'var', category: 'S', textIsStored: true,
  parse: same,
  format: same,
  writeText: (value, writer) => writer.utf8(value),
  receive: (bytes, start, end, typmod, env) => receivedText(bytes, start, end, env),
  send: sendText,
  compare: compareText,
  equals: (a, b) => a === b,
  hash: hashText,
  encodedBytes: utf8Bytes,
  encode: (value, bytes, view, at) => encodeUtf8(value, bytes, at),
  decode: decodeText,
})

/** @param {number} oid @param {string} name @param {Partial<TypeOpsFields>} [fields] @returns {TypeOps} */
const textType = (oid, name, fields) => new TypeOps({ ...textFields(oid, name), ...fields })

const NO_ORDER = { compare: undefined, equals: undefined, hash: undefined }

export const textTypes = [
  textType(T.TEXT, 'text', {
    receiveSteps: (bytes, start, end, _typmod, env) => receivedTextInSteps(bytes, start, end, env),
  }),
  textType(T.VARCHAR, 'varchar', {
    display: 'character varying',
    receiveSteps: function* (bytes, start, end, typmod, env) {
      return applyVarcharTypmod(yield* receivedTextInSteps(bytes, start, end, env), typmod, false, 'varchar_input')
    },
    parse: (text, typmod) => (typmod < 0 ? text : applyVarcharTypmod(text, typmod, false, 'varchar_input')),
    receive: (bytes, start, end, typmod, env) =>
      applyVarcharTypmod(receivedText(bytes, start, end, env), typmod, false, 'varchar_input'),
    applyTypmod: applyVarcharTypmod,
  }),
  textType(T.BPCHAR, 'bpchar', {
    display: 'character',
    parse: (text, typmod) => (typmod < 0 ? text : applyBpcharTypmod(text, typmod, false, 'bpchar_input')),
    receiveSteps: function* (bytes, start, end, typmod, env) {
      return applyBpcharTypmod(yield* receivedTextInSteps(bytes, start, end, env), typmod, false, 'bpchar_input')
    },
    receive: (bytes, start, end, typmod, env) =>
      applyBpcharTypmod(receivedText(bytes, start, end, env), typmod, false, 'bpchar_input'),
    applyTypmod: applyBpcharTypmod,
    compare: compareBpchar,
    equals: equalBpchar,
    hash: (value) => hashText(trimBlanks(value)),
  }),
  textType(T.NAME, 'name', {
    parse: truncateName,
    receive: (bytes, start, end, typmod, env) => truncateName(receivedText(bytes, start, end, env)),
  }),
  // What the catalogs hold, and what ANALYZE finds of columns together: printed, never read.
  ...[
    [T.PG_NODE_TREE, 'pg_node_tree'], [3361, 'pg_ndistinct'], [3402, 'pg_dependencies'], [5017, 'pg_mcv_list'],
  ].map(([oid, name]) =>
    textType(/** @type {number} */ (oid), /** @type {string} */ (name), {
      category: 'Z', ...NO_ORDER, parse: () => { throw noInput(name) },
    }),
  ),
  textType(T.REFCURSOR, 'refcursor', { category: 'U', ...NO_ORDER }),
  textType(T.CSTRING, 'cstring', { category: 'P', ...NO_ORDER }),
  textType(T.UNKNOWN, 'unknown', { category: 'X', ...NO_ORDER }),
  // Results of functions that are called by the engine alone, and what they are told: nothing to see.
  ...[
    [T.TRIGGER, 'trigger'], [T.EVENT_TRIGGER, 'event_trigger'], [32, 'pg_ddl_command'],
  ].map(([oid, name]) => {
    const refuse = (/** @type {string} */ verb) => () => { throw cannotDo(verb, name) }
    return textType(/** @type {number} */ (oid), /** @type {string} */ (name), { category: 'P', ...NO_ORDER,
      parse: refuse('accept'), format: refuse('display'), writeText: refuse('display'), send: refuse('display') })
  }),
  textType(T.VOID, 'void', {
    category: 'P', ...NO_ORDER, format: () => '', writeText: () => {}, send: () => {}, parse: () => '',
  }),
]

// ---- bytea

/** @param {string} text hex (\x…) or escape format; 22P02 @returns {Uint8Array} */
export const parseBytea = (text) => atOnce(parseByteaInSteps(text))

/** Characters of bytea's text between two rests. */
const BYTEA_PIECE = 256 * 1024

/**
 * As parseBytea, with a rest now and then.
 * @param {string} text @returns {import('../../util/effort.js').Steps<Uint8Array>}
 */
export function* parseByteaInSteps(text) {
  const isHex = text.startsWith('\\x')
  const source = isHex ? null : toUtf8(text)
  const length = source === null ? text.length : source.length
  const place = { from: isHex ? 2 : 0, at: 0 }
  const bytes = new Uint8Array(source === null ? (length - 2) >> 1 : length)
  while (place.from < length) {
    const end = Math.min(length, place.from + BYTEA_PIECE)
    if (source === null) readHex(text, end, bytes, place)
    else readEscaped(source, end, bytes, place)
    if (end < length) yield
  }
  return bytes.subarray(0, place.at)
}

/** @typedef {{ from: number, at: number }} Place what is read next, where it goes */

/** @param {Uint8Array} source @param {number} end about where to stop @param {Uint8Array} bytes @param {Place} place */
function readEscaped(source, end, bytes, place) {
  let { from: i, at } = place
  for (; i < end; i++) {
    if (source[i] !== 92) {
      bytes[at++] = source[i]
    } else if (source[i + 1] === 92) {
      bytes[at++] = 92
      i++
    } else {
      const [high, middle, low] = [source[i + 1] - 48, source[i + 2] - 48, source[i + 3] - 48]
      if (!(high >= 0 && high <= 3 && middle >= 0 && middle <= 7 && low >= 0 && low <= 7))
        throw invalidText('invalid input syntax for type bytea')
      bytes[at++] = high * 64 + middle * 8 + low
      i += 3
    }
  }
  place.from = i
  place.at = at
}

/** @param {string} text @param {number} end about where to stop @param {Uint8Array} bytes @param {Place} place */
function readHex(text, end, bytes, place) {
  let { from: i, at } = place
  for (; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 32 || unit === 9 || unit === 10 || unit === 13) continue
    const high = hexDigit(text, i)
    if (i + 1 >= text.length) throw invalidParameter('invalid hexadecimal data: odd number of digits')
    const low = hexDigit(text, ++i)
    bytes[at++] = high * 16 + low
  }
  place.from = i
  place.at = at
}

/** @param {string} text @param {number} at */
function hexDigit(text, at) {
  const unit = text.charCodeAt(at)
  if (unit >= 48 && unit <= 57) return unit - 48
  if (unit >= 97 && unit <= 102) return unit - 87
  if (unit >= 65 && unit <= 70) return unit - 55
  throw invalidParameter(`invalid hexadecimal digit: "${String.fromCodePoint(text.codePointAt(at) ?? 0)}"`)
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => bufferPrototype.hexSlice.call(bytes, 0, bytes.length)

/** @param {Uint8Array} bytes @param {'hex' | 'escape'} style */
export function formatBytea(bytes, style) {
  if (style !== 'escape') return `\\x${toHex(bytes)}`
  let text = ''
  for (const byte of bytes) {
    if (byte === 92) text += '\\\\'
    else if (byte < 32 || byte > 126) text += `\\${byte.toString(8).padStart(3, '0')}`
    else text += String.fromCharCode(byte)
  }
  return text
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export function compareBytes(a, b) {
  const shorter = a.length < b.length ? a.length : b.length
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}

/** @param {Uint8Array} bytes */
export function hashBytes(bytes) {
  let hash = bytes.length
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x5bd1e995) ^ (hash >>> 15)
  return mix32(hash)
}

export const byteaType = new TypeOps({
  oid: T.BYTEA, name: 'bytea', kind: 'var', category: 'U',
  parse: parseBytea,
  parseSteps: parseByteaInSteps,
  format: (value, env) => formatBytea(value, env.byteaOutput),
  receive: copyOf,
  receiveSteps: (bytes, start, end) => bytesInSteps([bytes.subarray(start, end)]),
  send: (value, writer) => writer.raw(value),
  compare: compareBytes,
  hash: hashBytes,
  encodedBytes: (value) => value.length,
  encode: (value, bytes, view, at) => {
    bytes.set(value, at)
    return at + value.length
  },
  decode: (bytes, view, start, end) => bytes.slice(start, end),
})
