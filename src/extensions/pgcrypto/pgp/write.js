/** Messages written: what read.js reads. */
import { createHash } from 'node:crypto'
import { cipherOf, pieces, stream, streamed } from './algorithms.js'
import { ZLIB, compressed } from './compression.js'
import { pgpError } from '../../../errors/pgcrypto.js'
import { ELGAMAL } from './keys.js'
import { bigOf, byteCount, elgamalEncrypted, power, writtenBig } from './numbers.js'
import { countCode } from './options.js'
import {
  CHECKSUM, COMPRESSED, ENCRYPTED, ENCRYPTED_CHECKED, LITERAL, PUBLIC_SESSION_KEY, SECRET_SESSION_KEY, packet,
  packetInParts,
} from './packets.js'
import { ITERATED, keyOfPassword, newKeyMaker, writtenKeyMaker } from './password-keys.js'
import { joinedBytes } from '../../../util/joined-bytes.js'

/** @import { Key } from './keys.js' */
/** @import { Options } from './options.js' */
/** @typedef {(count: number) => Uint8Array} Chance */

/**
 * For whoever knows a password.
 * @param {Uint8Array} data @param {Uint8Array} password @param {boolean} isText @param {Options} options
 * @param {Chance} chance
 * @returns {Generator<void, Uint8Array, void>} @throws {DbError} 39000
 */
export function* encryptedByPassword(data, password, isText, options, chance) {
  const count = options.mode === ITERATED ? countCode(options.count, chance) : 0
  const maker = newKeyMaker(options.mode, options.digest, count, chance)
  const keyCipher = cipherOf(options.keyCipher || options.cipher)
  const key = yield* keyOfPassword(maker, password, keyCipher.key)
  // Without a key of its own the message has one cipher: the one that it names.
  const cipher = options.sessionKey ? cipherOf(options.cipher) : keyCipher
  const sessionKey = options.sessionKey ? chance(cipher.key) : key
  const kept = options.sessionKey
    ? stream(keyCipher, key, null, true).update(Uint8Array.of(cipher.id, ...sessionKey)) : new Uint8Array(0)
  const head = packet(SECRET_SESSION_KEY,
    joinedBytes([Uint8Array.of(4, keyCipher.id, ...writtenKeyMaker(maker)), kept]))
  return joinedBytes([head, yield* encrypted(data, sessionKey, cipher.id, isText, options, chance)])
}

/**
 * For whoever has the secret part of a key.
 * @param {Uint8Array} data @param {Key} key @param {boolean} isText @param {Options} options @param {Chance} chance
 * @returns {Generator<void, Uint8Array, void>} @throws {DbError} 39000
 */
export function* encryptedByKey(data, key, isText, options, chance) {
  const cipher = cipherOf(options.cipher)
  const sessionKey = chance(cipher.key)
  const sum = sessionKey.reduce((value, byte) => (value + byte) & 0xffff, 0)
  const message = Uint8Array.of(cipher.id, ...sessionKey, sum >> 8, sum & 255)
  const { p, g, y, n, e } = key.numbers
  const value = bigOf(padded(message, byteCount(key.algorithm === ELGAMAL ? p : n) - 1, chance))
  const numbers = key.algorithm === ELGAMAL
    ? yield* elgamalEncrypted(value, { p, g, y }, chance) : [yield* power(value, e, n)]
  const head = packet(PUBLIC_SESSION_KEY,
    joinedBytes([Uint8Array.of(3, ...Buffer.from(key.id, 'hex'), key.algorithm), ...numbers.map(writtenBig)]))
  return joinedBytes([head, yield* encrypted(data, sessionKey, cipher.id, isText, options, chance)])
}

/** PKCS #1: chance without zeros before it. @param {Uint8Array} message @param {number} size @param {Chance} chance */
function padded(message, size, chance) {
  const bytes = new Uint8Array(size)
  const fill = size - message.length - 2
  if (fill < 8) throw pgpError('pgcrypto bug')
  bytes[0] = 2
  for (let at = 1; at <= fill;) {
    for (const byte of chance(fill)) if (byte !== 0 && at <= fill) bytes[at++] = byte
  }
  bytes.set(message, fill + 2)
  return bytes
}

/**
 * @param {Uint8Array} data @param {Uint8Array} key @param {number} cipherId @param {boolean} isText
 * @param {Options} options @param {Chance} chance
 * @returns {Generator<void, Uint8Array, void>}
 */
function* encrypted(data, key, cipherId, isText, options, chance) {
  const cipher = cipherOf(cipherId)
  const kind = isText ? options.unicode ? 'u' : 't' : 'b'
  const text = isText && options.convertLines ? withReturns(data) : data
  // No name, no time.
  const head = Uint8Array.of(kind.charCodeAt(0), 0, 0, 0, 0, 0)
  let inside = packetInParts(LITERAL, joinedBytes([head, text]))
  const { compression, level } = options
  if (compression > 0 && level > 0) {
    if (compression > ZLIB) throw pgpError('Unsupported compression algorithm')
    const body = yield* compressed(compression, level, inside)
    inside = packetInParts(COMPRESSED, joinedBytes([Uint8Array.of(compression), body]))
  }
  const prefix = chance(cipher.block)
  const start = joinedBytes([prefix, prefix.subarray(-2)])
  const through = stream(cipher, key, null, true)
  if (options.unchecked) {
    const first = through.update(start)
    const rest = stream(cipher, key, first.subarray(2), true)
    return packetInParts(ENCRYPTED, joinedBytes([first, yield* streamed(rest, inside)]))
  }
  const plain = joinedBytes([start, inside, Uint8Array.of(0xc0 | CHECKSUM, 20)])
  const digest = createHash('sha1')
  for (const piece of pieces(plain)) {
    digest.update(piece)
    yield
  }
  const body = yield* streamed(through, joinedBytes([plain, digest.digest()]))
  return packetInParts(ENCRYPTED_CHECKED, joinedBytes([Uint8Array.of(1), body]))
}

/** Lines end as OpenPGP wants it. @param {Uint8Array} data */
function withReturns(data) {
  const bytes = new Uint8Array(data.length * 2)
  let length = 0
  for (const byte of data) {
    if (byte === 10) bytes[length++] = 13
    bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}
