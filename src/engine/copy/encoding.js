/** The ENCODING of COPY's data: names as PostgreSQL spells them, bytes to and from UTF-8. SQL_ASCII means no conversion. */
import { featureNotSupported } from '../../errors/db-error.js'
import { noEquivalent } from '../../errors/copy.js'

/**
 * @typedef {object} CopyEncoding
 * @property {string} name
 * @property {((piece: Buffer) => Buffer) | null} toUtf8 null: nothing to do
 * @property {((text: string) => Buffer) | null} fromUtf8
 */

/** Encodings whose bytes are their characters' code points. @type {CopyEncoding} */
const LATIN1 = { name: 'LATIN1', toUtf8: (piece) => Buffer.from(piece.toString('latin1')), fromUtf8: toLatin1 }
/** @type {CopyEncoding} */
const UTF8 = { name: 'UTF8', toUtf8: null, fromUtf8: null }

const NAMES = /** @type {Record<string, CopyEncoding>} */ ({ utf8: UTF8, unicode: UTF8, sqlascii: { ...UTF8, name: 'SQL_ASCII' }, latin1: LATIN1, iso88591: LATIN1 })
/** Known to PostgreSQL, without tables here. */
const OTHERS = new Set(('big5 euccn eucjp eucjis2004 euckr euctw gb18030 gbk iso88595 iso88596 iso88597 iso88598 johab koi8 koi8r koi8u latin2 latin3 latin4 latin5 latin6 latin7 latin8 latin9 latin10 '
  + 'muleinternal sjis mskanji shiftjis win932 windows932 shiftjis2004 uhc win949 windows949 win866 alt win874 win1250 win1251 win win1252 win1253 win1254 win1255 win1256 win1257 win1258 abc tcvn '
  + 'tcvn5712 vscii windows1250 windows1251 windows1252 windows1253 windows1254 windows1255 windows1256 windows1257 windows1258 windows866 windows874 windows936 windows950 win936 win950 '
  + 'iso88592 iso88593 iso88594 iso88599 iso885910 iso885913 iso885914 iso885915 iso885916').split(' '))

/** @param {string} name @returns {CopyEncoding | null} null: no encoding @throws {DbError} 0A000 one without tables here */
export function encodingNamed(name) {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (NAMES[plain] !== undefined) return NAMES[plain]
  if (OTHERS.has(plain)) throw featureNotSupported(`COPY with encoding ${name}`)
  return null
}

/** @param {string} text @returns {Buffer} @throws {DbError} 22P05 */
function toLatin1(text) {
  for (const character of text) if (/** @type {number} */ (character.codePointAt(0)) > 255) throw noEquivalent(character, 'LATIN1')
  return Buffer.from(text, 'latin1')
}
