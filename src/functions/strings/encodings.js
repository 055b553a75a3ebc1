/**
 * convert(), convert_from(), convert_to(), length(bytea, encoding), to_ascii(). Texts are UTF-8 here; what else a
 * client may ask for has tables (types/strings/encodings.js).
 */
import { hexText, invalidByteSequence, invalidParameter, noConversion } from '../../errors/data.js'
import { featureNotSupported } from '../../errors/db-error.js'
import {
  countCharacters,
  decodeText,
  encodeText,
  encodingName,
  ENCODINGS,
  isConvertible,
} from '../../types/strings/encodings.js'
import { toUtf8 } from '../../types/strings/text.js'
import { receiveText } from '../../types/strings/utf8.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { Family } from '../impl.js'
import { invalidEncodingCode, noAsciiFrom, noAsciiFromUtf8 } from '../../errors/values.js'
import { joinedBytes } from '../../util/joined-bytes.js'

const family = new Family()
export const encodingFunctions = family.functions

/** @param {string} written @param {string} role source or destination @returns {string} PostgreSQL's name */
function encodingNamed(written, role) {
  const name = encodingName(written)
  if (name === undefined)
    throw invalidParameter(
      role === '' ? `invalid encoding name "${written}"` : `invalid ${role} encoding name "${written}"`
    )
  if (!isConvertible(name) && name !== 'UTF8' && name !== 'SQL_ASCII')
    throw featureNotSupported(`the encoding ${written}`)
  return name
}

/** @param {Uint8Array} bytes @param {string} encoding @returns {string} */
function decoded(bytes, encoding) {
  if (encoding === 'UTF8') return receiveText(bytes, 0, bytes.length)
  if (isConvertible(encoding)) return decodeText(encoding, bytes, 0, bytes.length)
  const zero = bytes.indexOf(0)
  if (zero >= 0) throw invalidByteSequence(encoding, '0x00')
  const high = bytes.find((byte) => byte > 127)
  if (high !== undefined) throw invalidByteSequence('UTF8', hexText([high]))
  return Buffer.from(bytes).toString('latin1')
}

/** @param {string} text @param {string} encoding @returns {Uint8Array} */
const encoded = (text, encoding) => isConvertible(encoding) ? encodeText(encoding, text) : toUtf8(text)

/** Bytes, or characters, that are converted between two rests. */
const PIECE = 1 << 20

/**
 * As decoded, with rests. @param {Uint8Array} bytes @param {string} encoding
 * @returns {import('../../util/effort.js').Steps<string>}
 */
function* decodedInSteps(bytes, encoding) {
  let text = ''
  for (let at = 0; at < bytes.length;) {
    let end = Math.min(at + PIECE, bytes.length)
    // A character is of up to four bytes, and none is cut: the first one of the next piece begins with no other kind.
    for (let back = 0; end < bytes.length && back < 4 && (bytes[end] & 0xc0) === 0x80; back++) end--
    text += decoded(bytes.subarray(at, end), encoding)
    at = end
    yield
  }
  return text
}

/**
 * As encoded, with rests. @param {string} text @param {string} encoding
 * @returns {import('../../util/effort.js').Steps<Uint8Array>}
 */
function* encodedInSteps(text, encoding) {
  const parts = []
  for (let from = 0; from < text.length;) {
    let end = Math.min(from + PIECE, text.length)
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--
    parts.push(encoded(text.slice(from, end), encoding))
    from = end
    yield
  }
  return joinedBytes(parts)
}

/** Of which a piece is read as the whole is. @param {string} encoding */
const isCut = (encoding) => encoding === 'UTF8' || encoding.startsWith('LATIN') || encoding.startsWith('WIN')

family.add('pg_convert_from', (bytes, source) => decoded(bytes, encodingNamed(source, 'source')), {
  steps: function* (bytes, name) {
    const source = encodingNamed(name, 'source')
    return source === 'UTF8' ? yield* decodedInSteps(bytes, source) : decoded(bytes, source)
  },
})
family.add('pg_convert_to', (text, destination) => encoded(text, encodingNamed(destination, 'destination')), {
  steps: function* (text, name) {
    const destination = encodingNamed(name, 'destination')
    return isCut(destination) ? yield* encodedInSteps(text, destination) : encoded(text, destination)
  },
})
family.all({
  length_in_encoding: (bytes, name) => {
    const encoding = encodingNamed(name, '')
    return isConvertible(encoding)
      ? countCharacters(encoding, bytes, 0, bytes.length)
      : Array.from(decoded(bytes, encoding)).length
  },
  to_ascii_default: () => { throw noAsciiFromUtf8() },
})
family.context('pg_convert', (ctx, bytes, from, to) => {
  const source = encodingNamed(from, 'source')
  const destination = encodingNamed(to, 'destination')
  if (source === destination) {
    decoded(bytes, source)
    return bytes
  }
  if (!isConverted(ctx.catalog, ENCODINGS.indexOf(source), ENCODINGS.indexOf(destination)))
    throw noConversion(source, destination)
  return encoded(decoded(bytes, source), destination)
}, {
  steps: function* (ctx, bytes, from, to) {
    const source = encodingNamed(from, 'source')
    const destination = encodingNamed(to, 'destination')
    if (source !== destination && !isConverted(ctx.catalog, ENCODINGS.indexOf(source), ENCODINGS.indexOf(destination)))
      throw noConversion(source, destination)
    const text = source === 'UTF8' ? yield* decodedInSteps(bytes, source) : decoded(bytes, source)
    if (source === destination) return bytes
    return isCut(destination) ? yield* encodedInSteps(text, destination) : encoded(text, destination)
  },
})
/** Whether there is a default conversion. @param {any} catalog @param {number} from @param {number} to */
function isConverted(catalog, from, to) {
  const { at } = catalogShape('pg_conversion')
  return catalog
    .rowsWith('pg_conversion', 'conforencoding', from)
    .some((/** @type {any[]} */ row) => row[at.contoencoding] === to && row[at.condefault])
}
/** @param {string} name */
const toAscii = (name) => {
  throw noAsciiFrom(name)
}
family.add('to_ascii_encname', (text, name) => {
  const encoding = encodingNamed(name, '')
  return asciiOf(text, encoding)
})
family.add('to_ascii_enc', (text, code) => {
  const encoding = ENCODINGS[code]
  if (encoding === undefined) throw invalidEncodingCode(code)
  return asciiOf(text, encoding)
})
/** @param {string} text @param {string} encoding @returns {string} */
function asciiOf(text, encoding) {
  if (!['LATIN1', 'LATIN2', 'LATIN9', 'WIN1250'].includes(encoding)) return toAscii(encoding)
  if (/^[\x00-\x7f]*$/.test(text)) return text
  throw featureNotSupported(`to_ascii() of ${encoding}`)
}
