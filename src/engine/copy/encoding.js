/** The ENCODING of COPY's data, the client's own unless it says: bytes to and from UTF-8. SQL_ASCII means no conversion. */
import { decodeOneByte, encodeOneByte, encodingName, isOneByte } from '../../types/strings/encodings.js'
import { featureNotSupported } from '../../errors/db-error.js'

/**
 * @typedef {object} CopyEncoding
 * @property {string} name
 * @property {((piece: Buffer) => Buffer) | null} toUtf8 null: nothing to do
 * @property {((text: string) => Uint8Array) | null} fromUtf8
 */

/** @param {string} written @returns {CopyEncoding | null} null: no encoding @throws {DbError} 0A000 one without tables here */
export function encodingNamed(written) {
  const name = encodingName(written)
  if (name === undefined) return null
  if (name === 'UTF8' || name === 'SQL_ASCII') return { name, toUtf8: null, fromUtf8: null }
  if (!isOneByte(name)) throw featureNotSupported(`COPY with encoding ${written}`)
  return { name, toUtf8: (piece) => Buffer.from(decodeOneByte(name, piece, 0, piece.length)), fromUtf8: (text) => encodeOneByte(name, text) }
}
