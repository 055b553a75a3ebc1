/**
 * convert(), convert_from(), convert_to(), length(bytea, encoding), to_ascii(). Texts are UTF-8 here; encodings of one byte a character have tables, others are
 * read through those that Node has.
 */
import { invalidByteSequence, invalidParameter } from '../../errors/data.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { decodeOneByte, encodeOneByte, encodingName, ENCODINGS, hexText, isOneByte } from '../../types/strings/encodings.js'
import { receiveText, toUtf8 } from '../../types/strings/text.js'
import { Family } from '../impl.js'

const family = new Family()
export const encodingFunctions = family.functions

/** PostgreSQL's name -> label of a decoder. */
const LABELS = new Map([['EUC_JP', 'euc-jp'], ['EUC_KR', 'euc-kr'], ['EUC_CN', 'gbk'], ['GBK', 'gbk'], ['GB18030', 'gb18030'], ['BIG5', 'big5'], ['SJIS', 'shift_jis'], ['UHC', 'euc-kr']])

/** @param {string} written @param {string} role source or destination @returns {string} PostgreSQL's name */
function encodingNamed(written, role) {
  const name = encodingName(written)
  if (name === undefined) throw invalidParameter(role === '' ? `invalid encoding name "${written}"` : `invalid ${role} encoding name "${written}"`)
  if (!isOneByte(name) && !LABELS.has(name) && name !== 'UTF8' && name !== 'SQL_ASCII') throw featureNotSupported(`the encoding ${written}`)
  return name
}

/** @param {Uint8Array} bytes @param {string} encoding @returns {string} */
function decoded(bytes, encoding) {
  if (encoding === 'UTF8') return receiveText(bytes, 0, bytes.length)
  if (isOneByte(encoding)) return decodeOneByte(encoding, bytes, 0, bytes.length)
  const zero = bytes.indexOf(0)
  if (zero >= 0) throw invalidByteSequence(encoding, '0x00')
  if (encoding === 'SQL_ASCII') {
    const high = bytes.find((byte) => byte > 127)
    if (high !== undefined) throw invalidByteSequence('UTF8', hexText([high]))
    return Buffer.from(bytes).toString('latin1')
  }
  try {
    return new TextDecoder(LABELS.get(encoding), { fatal: true }).decode(bytes)
  } catch {
    throw invalidByteSequence(encoding, hexText(bytes.subarray(0, 4)))
  }
}

/** @param {string} text @param {string} encoding @returns {Uint8Array} */
function encoded(text, encoding) {
  if (isOneByte(encoding)) return encodeOneByte(encoding, text)
  if (!LABELS.has(encoding) || /^[\u0000-\u007f]*$/u.test(text)) return toUtf8(text)
  throw featureNotSupported(`writing the encoding ${encoding}`)
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
