/**
 * Encodings of texts: PostgreSQL's names and numbers, bytes to characters and back. Texts are UTF-8 inside; these are
 * what clients, COPY and convert() may ask for.
 */
import { invalidByteSequence, untranslatable } from '../../errors/data.js'
import { ONE_BYTE } from './encoding-tables.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./multibyte.js')} */
const tables = later(import.meta.url, './multibyte.js')

/** @param {string} encoding */
const multibyte = (encoding) => tables().multibyte(encoding)

/** By PostgreSQL's number. */
export const ENCODINGS = [
  'SQL_ASCII', 'EUC_JP', 'EUC_CN', 'EUC_KR', 'EUC_TW', 'EUC_JIS_2004', 'UTF8', 'MULE_INTERNAL', 'LATIN1', 'LATIN2',
  'LATIN3', 'LATIN4', 'LATIN5', 'LATIN6', 'LATIN7', 'LATIN8', 'LATIN9', 'LATIN10', 'WIN1256', 'WIN1258', 'WIN866',
  'WIN874', 'KOI8R', 'WIN1251', 'WIN1252', 'ISO_8859_5', 'ISO_8859_6', 'ISO_8859_7', 'ISO_8859_8', 'WIN1250', 'WIN1253',
  'WIN1254', 'WIN1255', 'WIN1257', 'KOI8U', 'SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB', 'SHIFT_JIS_2004',
]
const ENCODING_ALIASES = /** @type {Record<string, number>} */ ({
  unicode: 6, utf8: 6, sqlascii: 0, iso88591: 8, iso88592: 9, iso88593: 10, iso88594: 11, iso88599: 12, iso885910: 13,
  iso885913: 14, iso885914: 15, iso885915: 16, iso885916: 17, koi8: 22, win: 23, alt: 20, tcvn: 19, abc: 19, vscii: 19,
  windows1252: 24, mskanji: 35, shiftjis: 35, windows949: 38, windows936: 37, windows950: 36, windows1250: 29,
  windows1251: 23, windows866: 20, windows874: 21, windows1253: 30, windows1254: 31, windows1255: 32, windows1256: 18,
  windows1257: 33, windows1258: 19, windows932: 35,
})
/** @param {string} name */
const bareName = (name) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()
/**
 * PostgreSQL's number of an encoding, by any of its names; -1: there is none.
 * @param {string} name
 * @returns {number}
 */
export function encodingNumber(name) {
  const bare = bareName(name)
  const found = ENCODINGS.findIndex((encoding) => bareName(encoding) === bare)
  return found >= 0 ? found : ENCODING_ALIASES[bare] ?? -1
}

/** By any of its names. @param {string} name @returns {string | undefined} PostgreSQL's own */
export const encodingName = (name) => ENCODINGS[encodingNumber(name)]

/** Whether it can be converted to and from UTF-8. @param {string} encoding */
export const isConvertible = (encoding) => isOneByte(encoding) || tables().isMultibyte(encoding)

/**
 * @param {string} encoding that is convertible
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string}
 * @throws {DbError} 22021, 22P05
 */
export const decodeText = (encoding, bytes, start, end) =>
  isOneByte(encoding) ? decodeOneByte(encoding, bytes, start, end) : multibyte(encoding).decode(bytes, start, end)

/**
 * @param {string} encoding that is convertible
 * @param {string} text
 * @param {boolean} [lenient] a question mark for what it has not
 * @returns {Uint8Array}
 * @throws {DbError} 22P05
 */
export const encodeText = (encoding, text, lenient = false) =>
  isOneByte(encoding) ? encodeOneByte(encoding, text, lenient) : multibyte(encoding).encode(text, lenient)

/**
 * How a client's text is read and written.
 * @param {string} encoding that is convertible
 * @returns {import('../type-ops.js').ClientText}
 */
export const clientTextOf = (encoding) => ({
  encode: (text) => encodeText(encoding, text),
  decode: (bytes, start, end) => decodeText(encoding, bytes, start, end),
})

/**
 * @param {string} encoding that is convertible
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number}
 * @throws {DbError} 22021
 */
export const countCharacters = (encoding, bytes, start, end) =>
  isOneByte(encoding) ? decodeOneByte(encoding, bytes, start, end).length : multibyte(encoding).count(bytes, start, end)

/**
 * Where the last character of a piece begins when more bytes of it may follow.
 * @param {string} encoding that is convertible
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number}
 */
export const wholeUntil = (encoding, bytes, start, end) =>
  isOneByte(encoding) ? end : multibyte(encoding).wholeUntil(bytes, start, end)

/** Whether every byte is a character. @param {string} encoding */
const isOneByte = (encoding) => encoding in ONE_BYTE

/**
 * @param {string} encoding of one byte a character
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string}
 * @throws {DbError} 22021 a zero byte, 22P05
 */
function decodeOneByte(encoding, bytes, start, end) {
  const table = ONE_BYTE[encoding]
  let bits = 0
  for (let at = start; at < end; at++) {
    bits |= bytes[at]
    if (bytes[at] === 0) throw invalidByteSequence(encoding, '0x00')
  }
  if (bits < 128 || encoding === 'LATIN1')
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
  const codes = new Uint16Array(end - start)
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    const code = byte < 128 ? byte : table.charCodeAt(byte - 128)
    if (code === NONE) throw untranslatable([byte], encoding, 'UTF8')
    codes[at - start] = code
  }
  return Buffer.from(codes.buffer).toString('utf16le')
}

const NONE = 0xfffd

/** By encoding: by character code the byte; 0: it has none. @type {Map<string, Uint8Array>} */
const reverse = new Map()

/** @param {string} encoding */
function reverseOf(encoding) {
  let table = reverse.get(encoding)
  if (table === undefined) {
    reverse.set(encoding, table = new Uint8Array(65_536))
    const letters = ONE_BYTE[encoding]
    for (let at = 0; at < 128; at++) if (letters.charCodeAt(at) !== NONE) table[letters.charCodeAt(at)] = at + 128
  }
  return table
}

/**
 * @param {string} encoding of one byte a character
 * @param {string} text
 * @param {boolean} [lenient] a question mark for what it has not
 * @returns {Uint8Array} @throws {DbError} 22P05
 */
function encodeOneByte(encoding, text, lenient = false) {
  const table = reverseOf(encoding)
  const bytes = new Uint8Array(text.length)
  let at = 0
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index)
    if (code < 128) { bytes[at++] = code; continue }
    const byte = table[code]
    if (byte !== 0) { bytes[at++] = byte; continue }
    if (code >= 0xd800 && code < 0xdc00) code = /** @type {number} */ (text.codePointAt(index++))
    if (!lenient) throw untranslatable(Buffer.from(String.fromCodePoint(code)), 'UTF8', encoding)
    bytes[at++] = 63
  }
  return at === bytes.length ? bytes : bytes.subarray(0, at)
}
