/** Bytes as strings: those that are known to be UTF-8, and those from outside. */
import { invalidByteSequence } from '../../errors/data.js'
/** @import { TypeEnv } from '../type-ops.js' */

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Its decoders take other memory, too. */
export const bufferPrototype = /** @type {any} */ (Buffer.prototype)

/** Strings of up to so many bytes are made without leaving JavaScript: 16 characters 35 ns instead of 85 (Node 20). */
const SHORT_BYTES_MAX = 32
/** A length's own decoder is written when it has been asked for so often. */
const OFTEN = 200
/** By length. @type {(((bytes: Uint8Array, at: number) => string) | null)[]} */
const shortDecoders = new Array(SHORT_BYTES_MAX + 1).fill(null)
const shortCounts = new Uint8Array(SHORT_BYTES_MAX + 1)

/**
 * Bytes that are known to be UTF-8, as a string.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */
export function decodeUtf8(bytes, start, end) {
  const count = end - start
  if (count <= SHORT_BYTES_MAX) {
    const decode = shortDecoders[count]
    if (decode !== null) return decode(bytes, start)
    // one character is a string that exists already
    if (count === 1 && bytes[start] < 128) return String.fromCharCode(bytes[start])
    if (count > 1 && ++shortCounts[count] === OFTEN) shortDecoders[count] = shortDecoder(count)
  }
  return bufferPrototype.utf8Slice.call(bytes, start, end)
}

/**
 * All bytes at once to String.fromCharCode, if they are ASCII.
 * @param {number} count
 * @returns {(bytes: Uint8Array, at: number) => string}
 */
function shortDecoder(count) {
  const names = Array.from({ length: count }, (_, index) => `b${index}`)
  return new Function('slice', `return (bytes, at) => {
    const ${names.map((name, index) => `${name} = bytes[at + ${index}]`).join(', ')}
    return (${names.join(' | ')}) < 128 ? String.fromCharCode(${names.join(', ')}) : slice.call(bytes, at, at + ${count})
  }`)(bufferPrototype.utf8Slice)
}

/**
 * A text in binary format, as clients send it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {TypeEnv} env
 * @returns {string}
 * @throws {DbError} 22021, 22P05
 */
export function receivedText(bytes, start, end, env) {
  if (env.clientText === undefined) return receiveText(bytes, start, end)
  if (bytes.subarray(start, end).includes(0)) throw invalidByteSequence('UTF8', '0x00')
  return env.clientText.decode(bytes, start, end)
}

/**
 * Bytes from outside, checked (22021; zero bytes are refused too).
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function receiveText(bytes, start, end) {
  let ascii = true
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === 0) throw invalidByteSequence('UTF8', '0x00')
    if (byte > 127) ascii = false
  }
  if (ascii) return decodeUtf8(bytes, start, end)
  try {
    return strictDecoder.decode(bytes.subarray(start, end))
  } catch {
    throw invalidByteSequence('UTF8', firstBadSequence(bytes, start, end))
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function firstBadSequence(bytes, start, end) {
  for (let at = start; at < end;) {
    const byte = bytes[at]
    const count = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1
    const stop = Math.min(at + count, end)
    try {
      strictDecoder.decode(bytes.subarray(at, stop))
    } catch {
      return [...bytes.subarray(at, stop)].map((one) => `0x${one.toString(16).padStart(2, '0')}`).join(' ')
    }
    at += count
  }
  return '0x00'
}
