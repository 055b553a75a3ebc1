/** OpenPGP's ciphers and digests by their numbers and names (RFC 4880, 9), and the stream that its ciphers are. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { Feedback } from '../ciphers/blocks.js'
import { Blowfish } from '../ciphers/blowfish.js'
import { Cast5 } from '../ciphers/cast5.js'
import { corruptData, pgpError } from '../../../errors/pgcrypto.js'

/** @import { BlockNumber } from '../../../util/identifiers.js' */
/** @import { BlockCipher } from '../ciphers/blocks.js' */

/**
 * node: what Node's OpenSSL calls it; make: where it does not have it.
 * @typedef {{ id: number, key: number, block: BlockNumber, node?: string, make?: (key: Uint8Array) => BlockCipher }}
 *   Cipher
 */

/** @type {Cipher[]} */
const CIPHERS = [
  { id: 2, key: 24, block: 8, node: 'des-ede3-cfb' },
  { id: 3, key: 16, block: 8, make: (key) => new Cast5(key) },
  { id: 4, key: 16, block: 8, make: (key) => new Blowfish(key) },
  { id: 7, key: 16, block: 16, node: 'aes-128-cfb' },
  { id: 8, key: 24, block: 16, node: 'aes-192-cfb' },
  { id: 9, key: 32, block: 16, node: 'aes-256-cfb' },
]

/** @type {Record<string, number>} */
const CIPHER_NAMES = {
  '3des': 2, cast5: 3, bf: 4, blowfish: 4, aes: 7, aes128: 7, aes192: 8, aes256: 9, twofish: 10,
}

/** @type {Record<number, string>} */
const DIGESTS = { 1: 'md5', 2: 'sha1', 3: 'ripemd160', 8: 'sha256', 9: 'sha384', 10: 'sha512' }

/** @type {Record<string, number>} */
const DIGEST_NAMES = {
  md5: 1, sha1: 2, 'sha-1': 2, ripemd160: 3, rmd160: 3, sha256: 8, sha384: 9, sha512: 10,
}

/** @param {string} name @returns {number} @throws {DbError} 39000 */
export const cipherId = (name) => idOf(CIPHER_NAMES, name, 'Unsupported cipher algorithm')
/** @param {string} name @returns {number} @throws {DbError} 39000 */
export const digestId = (name) => idOf(DIGEST_NAMES, name, 'Unsupported digest algorithm')

/** @param {Record<string, number>} ids @param {string} name @param {string} message */
function idOf(ids, name, message) {
  const known = name.toLowerCase()
  if (!Object.hasOwn(ids, known)) throw pgpError(message)
  return ids[known]
}

/** @param {number} id @returns {Cipher} @throws {DbError} 39000 */
export function cipherOf(id) {
  const cipher = CIPHERS.find((one) => one.id === id)
  if (cipher === undefined) throw pgpError('Unsupported cipher algorithm')
  return cipher
}

/** @param {number} id @throws {DbError} 39000 */
export function newDigest(id) {
  if (!Object.hasOwn(DIGESTS, id)) throw corruptData()
  return createHash(DIGESTS[id])
}

/**
 * A cipher as a stream (cipher feedback).
 * @param {Cipher} cipher @param {Uint8Array} key @param {Uint8Array | null} start null: zeros
 * @param {boolean} encrypts
 * @returns {{ update: (data: Uint8Array) => Uint8Array }}
 */
export function stream(cipher, key, start, encrypts) {
  const from = start ?? new Uint8Array(cipher.block)
  if (cipher.make !== undefined) return new Feedback(cipher.make(key), from, encrypts)
  const node = /** @type {string} */ (cipher.node)
  return encrypts ? createCipheriv(node, key, from) : createDecipheriv(node, key, from)
}

/** What goes through a stream, or a digest, before others have a turn. */
const PIECE = 1 << 18

/** @param {Uint8Array} data @returns {Generator<Uint8Array, void, void>} */
export function* pieces(data) {
  for (let at = 0; at < data.length; at += PIECE) yield data.subarray(at, at + PIECE)
}

/**
 * @param {{ update: (data: Uint8Array) => Uint8Array }} through @param {Uint8Array} data
 * @returns {Generator<void, Uint8Array, void>}
 */
export function* streamed(through, data) {
  const bytes = new Uint8Array(data.length)
  let at = 0
  for (const piece of pieces(data)) {
    bytes.set(through.update(piece), at)
    at += piece.length
    yield
  }
  return bytes
}
