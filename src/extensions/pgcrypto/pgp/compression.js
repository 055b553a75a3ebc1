/** Compressed data: a stream that goes out in pieces, and one that is read with a bound. */
import { constants, deflateRawSync, inflateRawSync, inflateSync } from 'node:zlib'
import { valueBytesMax } from '../../../util/effort.js'
import { charge } from '../../../errors/value-size.js'
import { corruptData } from '../../../errors/pgcrypto.js'
import { joinedBytes } from '../../../util/joined-bytes.js'

export const NO_COMPRESSION = 0
const ZIP = 1
export const ZLIB = 2

/** What is compressed before others have a turn; what the next piece may refer to. */
const PIECE = 1 << 18
const WINDOW = 1 << 15

/**
 * @param {number} algorithm zip or zlib @param {number} level @param {Uint8Array} data
 * @returns {Generator<void, Uint8Array, void>}
 */
export function* compressed(algorithm, level, data) {
  /** @type {Uint8Array[]} */
  const parts = algorithm === ZLIB ? [Uint8Array.of(0x78, 0x9c)] : []
  for (let at = 0; ; at += PIECE) {
    const isLast = data.length - at <= PIECE
    const dictionary = at === 0 ? undefined : data.subarray(at - WINDOW, at)
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    parts.push(deflateRawSync(data.subarray(at, at + PIECE), { level, finishFlush, dictionary }))
    if (isLast) break
    yield
  }
  if (algorithm === ZLIB) parts.push(yield* adler(data))
  return joinedBytes(parts)
}

const ADLER = 65521
/** So many bytes can be added up before a sum is too large. */
const ADLER_RUN = 5552

/** zlib's checksum. @param {Uint8Array} data @returns {Generator<void, Uint8Array, void>} */
function* adler(data) {
  let [low, high] = [1, 0]
  for (let at = 0; at < data.length;) {
    for (const end = Math.min(at + ADLER_RUN, data.length); at < end; at++) {
      low += data[at]
      high += low
    }
    low %= ADLER
    high %= ADLER
    yield
  }
  return Uint8Array.of(high >> 8, high & 255, low >> 8, low & 255)
}

/**
 * Small ones are tried at once.
 * @param {number} algorithm zip or zlib @param {Uint8Array} data @returns {Uint8Array}
 * @throws {DbError} 39000 it is something else; 53200 it is too large
 */
export function decompressed(algorithm, data) {
  const maxOutputLength = valueBytesMax()
  try {
    return (algorithm === ZIP ? inflateRawSync : inflateSync)(data, { maxOutputLength })
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === 'ERR_BUFFER_TOO_LARGE') {
      charge(maxOutputLength + 1, 'decompressed data')
    }
    throw corruptData()
  }
}
