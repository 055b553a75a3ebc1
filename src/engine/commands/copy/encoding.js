/**
 * The ENCODING of COPY's data, the client's own unless it says: bytes to and from UTF-8. SQL_ASCII means no conversion.
 */
import { decodeText, encodeText, encodingName, isConvertible, wholeUntil } from '../../../types/strings/encodings.js'
import { featureNotSupported } from '../../../errors/db-error.js'

/**
 * @typedef {object} CopyEncoding
 * @property {string} name
 * @property {(() => PieceDecoder) | null} decoder of one COPY's data; null: nothing to do
 * @property {((text: string) => Uint8Array) | null} fromUtf8
 */

/**
 * @param {string} written
 * @returns {CopyEncoding | null} null: no encoding
 * @throws {DbError} 0A000 one without tables here
 */
export function encodingNamed(written) {
  const name = encodingName(written)
  if (name === undefined) return null
  if (name === 'UTF8' || name === 'SQL_ASCII') return { name, decoder: null, fromUtf8: null }
  if (!isConvertible(name)) throw featureNotSupported(`COPY with encoding ${written}`)
  return { name, decoder: () => new PieceDecoder(name), fromUtf8: (text) => encodeText(name, text) }
}

/** Pieces end anywhere: the bytes of a character that goes on in the next one are kept. */
export class PieceDecoder {
  /** @param {string} encoding */
  constructor(encoding) {
    this.encoding = encoding
    this.rest = Buffer.alloc(0)
  }

  /**
   * @param {Buffer} piece
   * @param {boolean} isLast nothing follows
   * @returns {Buffer} in UTF-8
   * @throws {DbError} 22021, 22P05
   */
  decode(piece, isLast) {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece])
    const end = isLast ? bytes.length : wholeUntil(this.encoding, bytes, 0, bytes.length)
    this.rest = Buffer.from(bytes.subarray(end))
    return Buffer.from(decodeText(this.encoding, bytes, 0, end))
  }
}
