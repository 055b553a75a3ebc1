/**
 * Long values from outside, taken in steps that may rest between them: bytes become text, or bytes of their own, a
 * piece at a time.
 */
import { decodeUtf8, receivedText, receiveText } from './utf8.js'

/** @import { Steps } from '../../util/effort.js' */

/** What is read at a stretch: a millisecond or two of what is not ASCII. */
const PIECE_BYTES = 256 * 1024
/** What is copied at a stretch, into memory that the system has yet to give. */
const COPIED_BYTES = 1024 * 1024

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Steps<string>}
 * @throws {DbError} 22021
 */
export function* textInSteps(bytes, start, end) {
  let text = ''
  for (let at = start; at < end;) {
    const to = pieceEnd(bytes, at, end)
    const piece = decodeUtf8(bytes, at, to)
    // Bytes that are no UTF-8 were replaced: the strict decoder says which.
    if (piece.includes('\ufffd') || piece.includes('\0')) receiveText(bytes, at, to)
    text += piece
    at = to
    if (at < end) yield
  }
  return text
}

/**
 * A text in binary format, as receivedText reads it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {import('../type-ops.js').TypeEnv} env
 * @returns {Steps<string>}
 * @throws {DbError} 22021, 22P05
 */
export function* receivedTextInSteps(bytes, start, end, env) {
  return env.clientText === undefined ? yield* textInSteps(bytes, start, end) : receivedText(bytes, start, end, env)
}

/** No character is cut. @param {Uint8Array} bytes @param {number} at @param {number} end */
function pieceEnd(bytes, at, end) {
  if (end - at <= PIECE_BYTES) return end
  let to = at + PIECE_BYTES
  for (let back = 0; back < 3 && (bytes[to] & 0xc0) === 0x80; back++) to--
  return to
}

/**
 * Several pieces of memory as one.
 * @param {Uint8Array[]} parts
 * @returns {Steps<Buffer>}
 */
export function* bytesInSteps(parts) {
  // Memory that the system gives when it is written: no zeros to write before.
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  let sinceRest = 0
  for (const part of parts) {
    for (let from = 0; from < part.length;) {
      const piece = part.subarray(from, from + COPIED_BYTES)
      bytes.set(piece, at)
      at += piece.length
      from += piece.length
      sinceRest += piece.length
      if (sinceRest < COPIED_BYTES) continue
      sinceRest = 0
      yield
    }
  }
  return bytes
}
