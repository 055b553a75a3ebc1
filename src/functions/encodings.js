/**
 * convert(), convert_from(), convert_to(), length(bytea, encoding), to_ascii(). Texts are UTF-8 here; other encodings are read through the tables that Node has, and
 * written where a character is one byte.
 */
import { invalidByteSequence, invalidParameter } from '../errors/data.js'
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { receiveText, toUtf8 } from '../types/text.js'
import { Family } from './impl.js'
import { ENCODINGS } from './session.js'

const family = new Family()
export const encodingFunctions = family.functions

/** PostgreSQL's name -> label of a decoder. LATIN1 and SQL_ASCII need none. */
const LABELS = new Map([['LATIN2', 'iso-8859-2'], ['LATIN3', 'iso-8859-3'], ['LATIN4', 'iso-8859-4'], ['LATIN5', 'windows-1254'], ['LATIN6', 'iso-8859-10'], ['LATIN7', 'iso-8859-13'],
  ['LATIN8', 'iso-8859-14'], ['LATIN9', 'iso-8859-15'], ['LATIN10', 'iso-8859-16'], ['ISO_8859_5', 'iso-8859-5'], ['ISO_8859_6', 'iso-8859-6'], ['ISO_8859_7', 'iso-8859-7'],
  ['ISO_8859_8', 'iso-8859-8'], ['WIN1250', 'windows-1250'], ['WIN1251', 'windows-1251'], ['WIN1252', 'windows-1252'], ['WIN1253', 'windows-1253'], ['WIN1254', 'windows-1254'],
  ['WIN1255', 'windows-1255'], ['WIN1256', 'windows-1256'], ['WIN1257', 'windows-1257'], ['WIN1258', 'windows-1258'], ['WIN866', 'ibm866'], ['WIN874', 'windows-874'],
  ['KOI8R', 'koi8-r'], ['KOI8U', 'koi8-u'], ['EUC_JP', 'euc-jp'], ['EUC_KR', 'euc-kr'], ['EUC_CN', 'gbk'], ['GBK', 'gbk'], ['GB18030', 'gb18030'], ['BIG5', 'big5'], ['SJIS', 'shift_jis'], ['UHC', 'euc-kr']])
const MANY_BYTES = new Set(['EUC_JP', 'EUC_KR', 'EUC_CN', 'GBK', 'GB18030', 'BIG5', 'SJIS', 'UHC'])
const ALIASES = new Map([['UNICODE', 'UTF8'], ['ISO88591', 'LATIN1'], ['ISO88592', 'LATIN2'], ['ISO88593', 'LATIN3'], ['ISO88594', 'LATIN4'], ['ISO88599', 'LATIN5'], ['ISO885910', 'LATIN6'],
  ['ISO885913', 'LATIN7'], ['ISO885914', 'LATIN8'], ['ISO885915', 'LATIN9'], ['ISO885916', 'LATIN10'], ['KOI8', 'KOI8R'], ['WIN', 'WIN1251'], ['ALT', 'WIN866'], ['ABC', 'WIN1258'],
  ['TCVN', 'WIN1258'], ['VSCII', 'WIN1258'], ['SHIFTJIS', 'SJIS'], ['MSKANJI', 'SJIS'], ['WIN932', 'SJIS'], ['WINDOWS932', 'SJIS'], ['WIN949', 'UHC'], ['WIN950', 'BIG5'], ['WIN936', 'GBK']])
const BARE = new Map([...LABELS.keys(), 'UTF8', 'LATIN1', 'SQL_ASCII'].map((name) => [name.replaceAll('_', ''), name]))

/** @param {string} written @param {string} role source or destination @returns {string} PostgreSQL's name */
function encodingNamed(written, role) {
  const bare = written.replace(/[^A-Za-z0-9]/g, '').toUpperCase().replace(/^WINDOWS(?=125)/, 'WIN')
  const name = BARE.get(bare) ?? BARE.get(ALIASES.get(bare) ?? '')
  if (name !== undefined) return name
  if (/^(EUCTW|EUCJIS2004|MULEINTERNAL|JOHAB|SHIFTJIS2004)$/.test(bare)) throw featureNotSupported(`the encoding ${written}`)
  throw invalidParameter(role === '' ? `invalid encoding name "${written}"` : `invalid ${role} encoding name "${written}"`)
}

/** 22P05. @param {string} bytes @param {string} from @param {string} to */
const untranslatable = (bytes, from, to) => new DbError('22P05', `character with byte sequence ${bytes} in encoding "${from}" has no equivalent in encoding "${to}"`)

/** @param {Iterable<number>} bytes as 0xe2 0x82 */
const hexText = (bytes) => Array.from(bytes, (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')

/** Bytes that WHATWG's tables fill with controls and others leave free. */
const UNUSED = new Map([['WIN1252', [0x81, 0x8d, 0x8f, 0x90, 0x9d]], ['WIN1250', [0x81, 0x83, 0x88, 0x90, 0x98]], ['WIN1254', [0x81, 0x8d, 0x8e, 0x8f, 0x90, 0x9d, 0x9e]]])

/** 80 to 9f; those that are free stand for themselves. */
const WIN1252_HIGH = '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** @param {Uint8Array} bytes @param {string} encoding @returns {string} */
function decoded(bytes, encoding) {
  if (encoding === 'UTF8') return receiveText(bytes, 0, bytes.length)
  const zero = bytes.indexOf(0)
  if (zero >= 0) throw invalidByteSequence(encoding, '0x00')
  if (encoding === 'LATIN1') return Buffer.from(bytes).toString('latin1')
  if (encoding === 'SQL_ASCII') {
    const high = bytes.find((byte) => byte > 127)
    if (high !== undefined) throw invalidByteSequence('UTF8', hexText([high]))
    return Buffer.from(bytes).toString('latin1')
  }
  const unused = bytes.find((byte) => UNUSED.get(encoding)?.includes(byte) === true)
  if (unused !== undefined) throw untranslatable(hexText([unused]), encoding, 'UTF8')
  // Node's own decoder takes this one for LATIN1.
  if (encoding === 'WIN1252') return Buffer.from(bytes).toString('latin1').replace(/[\u0080-\u009f]/g, (letter) => WIN1252_HIGH[letter.charCodeAt(0) - 128])
  try {
    return new TextDecoder(LABELS.get(encoding), { fatal: true }).decode(bytes)
  } catch {
    throw invalidByteSequence(encoding, hexText(bytes.subarray(0, 4)))
  }
}

/** @type {Map<string, Map<string, number>>} character -> byte, by encoding */
const reverse = new Map()

/** @param {string} encoding of one byte per character */
function reverseTable(encoding) {
  let table = reverse.get(encoding)
  if (table === undefined) {
    table = new Map()
    const decoder = new TextDecoder(LABELS.get(encoding))
    for (let byte = 128; byte < 256; byte++) {
      if (UNUSED.get(encoding)?.includes(byte)) continue
      const letter = encoding === 'WIN1252' ? decoded(Uint8Array.of(byte), encoding) : decoder.decode(Uint8Array.of(byte))
      if (letter !== '\ufffd') table.set(letter, byte)
    }
    reverse.set(encoding, table)
  }
  return table
}

/** @param {string} text @param {string} encoding @returns {Uint8Array} */
function encoded(text, encoding) {
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return toUtf8(text)
  if (MANY_BYTES.has(encoding)) {
    if (/^[\u0000-\u007f]*$/u.test(text)) return toUtf8(text)
    throw featureNotSupported(`writing the encoding ${encoding}`)
  }
  const bytes = []
  for (const letter of text) {
    const code = /** @type {number} */ (letter.codePointAt(0))
    const byte = code < 128 ? code : encoding === 'LATIN1' ? (code < 256 ? code : undefined) : reverseTable(encoding).get(letter)
    if (byte === undefined) throw untranslatable(hexText(toUtf8(letter)), 'UTF8', encoding)
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

family.all({
  pg_convert_from: (bytes, source) => decoded(bytes, encodingNamed(source, 'source')),
  pg_convert_to: (text, destination) => encoded(text, encodingNamed(destination, 'destination')),
  pg_convert: (bytes, from, to) => {
    const source = encodingNamed(from, 'source')
    const destination = encodingNamed(to, 'destination')
    if (source === destination) {
      decoded(bytes, source)
      return bytes
    }
    return encoded(decoded(bytes, source), destination)
  },
  length_in_encoding: (bytes, name) => Array.from(decoded(bytes, encodingNamed(name, ''))).length,
  to_ascii_default: () => { throw new DbError('0A000', 'encoding conversion from UTF8 to ASCII not supported') },
})
/** @param {string} name */
const toAscii = (name) => {
  throw new DbError('0A000', `encoding conversion from ${name} to ASCII not supported`)
}
family.add('to_ascii_encname', (text, name) => {
  const encoding = encodingNamed(name, '')
  return asciiOf(text, encoding)
})
family.add('to_ascii_enc', (text, code) => {
  const encoding = ENCODINGS[code]
  if (encoding === undefined) throw new DbError('42704', `${code} is not a valid encoding code`)
  return asciiOf(text, encoding)
})
/** @param {string} text @param {string} encoding @returns {string} */
function asciiOf(text, encoding) {
  if (!['LATIN1', 'LATIN2', 'LATIN9', 'WIN1250'].includes(encoding)) return toAscii(encoding)
  if (/^[\x00-\x7f]*$/.test(text)) return text
  throw featureNotSupported(`to_ascii() of ${encoding}`)
}
