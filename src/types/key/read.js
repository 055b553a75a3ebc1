/**
 * Values out of key bytes, for the types of which a key says all: equal bytes are one and the same value, as it is
 * stored. Not floats (-0 is 0 there), numerics (1.0 is 1.00), bpchar (blanks).
 */
import * as oids from '../oids.js'
import { decodeUtf8 } from '../strings/utf8.js'

const TWO_32 = 4294967296
/** No collation, default, C, POSIX: keys are the texts' bytes. */
const BY_BYTES = new Set([0, 100, 950, 951])

/**
 * @typedef {object} Reader
 * @property {string} name in keyReaders: (bytes, at, flip) -> value; flip: 255 in a descending column, else 0
 * @property {number} width of the value without its marker; 0: to the zero that ends a text
 */
/** @type {Map<number, Reader>} by type OID */
const READERS = new Map()
/** @param {Reader} reader @param {number[]} typeOids */
function define(reader, typeOids) {
  for (const oid of typeOids) READERS.set(oid, reader)
}
define({ name: 'keyBool', width: 1 }, [oids.BOOL])
define({ name: 'keyInt2', width: 2 }, [oids.INT2])
define({ name: 'keyInt4', width: 4 }, [oids.INT4, oids.DATE])
define({ name: 'keyUint4', width: 4 }, [oids.OID])
define({ name: 'keyInt8', width: 8 }, [oids.INT8, oids.TIME, oids.TIMESTAMP, oids.TIMESTAMPTZ])
define({ name: 'keyText', width: 0 }, [oids.TEXT, oids.VARCHAR])

/**
 * How a column's value is read out of a key.
 * @param {number} typeOid no domain @param {number} collation @param {boolean} desc
 * @returns {Reader | null} null: it cannot be
 */
export function keyReader(typeOid, collation, desc) {
  const reader = READERS.get(typeOid)
  if (reader === undefined || (reader.width === 0 && (desc || !BY_BYTES.has(collation)))) return null
  return reader
}

/** What generated code calls. */
export const keyReaders = Object.freeze({
  /** @param {Uint8Array} bytes @param {number} at @param {number} flip */
  keyBool: (bytes, at, flip) => (bytes[at] ^ flip) === 1,
  /** @param {Uint8Array} bytes @param {number} at @param {number} flip */
  keyInt2: (bytes, at, flip) => ((bytes[at] ^ flip ^ 0x80) << 24 >> 16) | (bytes[at + 1] ^ flip),
  keyInt4,
  /** @param {Uint8Array} bytes @param {number} at @param {number} flip */
  keyUint4: (bytes, at, flip) => (keyInt4(bytes, at, flip) ^ 0x80000000) >>> 0,
  /**
   * As readInt8 of a tuple.
   * @param {Uint8Array} bytes @param {number} at @param {number} flip @returns {number | bigint}
   */
  keyInt8(bytes, at, flip) {
    const high = keyInt4(bytes, at, flip)
    const low = (keyInt4(bytes, at + 4, flip) ^ 0x80000000) >>> 0
    if (high >= -0x200000 && high <= 0x1fffff && (high !== -0x200000 || low !== 0)) return high * TWO_32 + low
    return (BigInt(high) << 32n) | BigInt(low)
  },
  /** @param {Uint8Array} bytes @param {number} at */
  keyText: (bytes, at) => decodeUtf8(bytes, at, bytes.indexOf(0, at)),
  /** Behind a text's closing zero. @param {Uint8Array} bytes @param {number} at @returns {number} */
  textEnd: (bytes, at) => bytes.indexOf(0, at) + 1,
})

/** @param {Uint8Array} bytes @param {number} at @param {number} flip */
function keyInt4(bytes, at, flip) {
  return ((bytes[at] ^ flip ^ 0x80) << 24) | ((bytes[at + 1] ^ flip) << 16) | ((bytes[at + 2] ^ flip) << 8)
    | (bytes[at + 3] ^ flip)
}
