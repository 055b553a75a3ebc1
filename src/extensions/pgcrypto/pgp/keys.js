/** Keys as OpenPGP keeps them (RFC 4880, 5.5): the one subkey that messages are encrypted for. */
import { createHash } from 'node:crypto'
import { cipherOf, stream } from './algorithms.js'
import { corruptKey, pgpError } from '../../../errors/pgcrypto.js'
import { readBig } from './numbers.js'
import {
  ENCRYPTED, ENCRYPTED_CHECKED, MARKER, PRIVATE, PUBLIC_KEY, PUBLIC_SESSION_KEY, PUBLIC_SUBKEY, Reader,
  SECRET_KEY, SECRET_SESSION_KEY, SECRET_SUBKEY, SIGNATURE, TRUST, USER_ATTRIBUTE, USER_ID, packets,
} from './packets.js'
import { keyOfPassword, readKeyMaker } from './password-keys.js'

const RSA = 1
const RSA_ENCRYPT = 2
const RSA_SIGN = 3
export const ELGAMAL = 16
const DSA = 17

/** Names of the numbers of a kind: those that all may know, and the others. @type {Record<number, string[]>} */
const PUBLIC_NUMBERS = {
  [RSA]: ['n', 'e'], [RSA_ENCRYPT]: ['n', 'e'], [RSA_SIGN]: ['n', 'e'],
  [ELGAMAL]: ['p', 'g', 'y'], [DSA]: ['p', 'q', 'g', 'y'],
}
/** @type {Record<number, string[]>} */
const SECRET_NUMBERS = {
  [RSA]: ['d', 'p', 'q', 'u'], [RSA_ENCRYPT]: ['d', 'p', 'q', 'u'], [RSA_SIGN]: ['d', 'p', 'q', 'u'],
  [ELGAMAL]: ['x'], [DSA]: ['x'],
}

/** @param {number} algorithm */
export const isRsa = (algorithm) => algorithm === RSA || algorithm === RSA_ENCRYPT
/** @param {number} algorithm */
const encrypts = (algorithm) => isRsa(algorithm) || algorithm === ELGAMAL

/** @typedef {{ id: string, algorithm: number, numbers: Record<string, bigint> }} Key */

/** What may stand between keys. */
const PASSED_OVER = new Set([SIGNATURE, MARKER, TRUST, USER_ID, USER_ATTRIBUTE, PRIVATE])

/** @param {Reader} reader of a key's packet @returns {Key} @throws {DbError} 39000 */
function readPublic(reader) {
  const start = reader.at
  if (reader.byte() !== 4) throw pgpError('Only V4 key packets are supported')
  reader.take(4)
  const algorithm = reader.byte()
  if (!Object.hasOwn(PUBLIC_NUMBERS, algorithm)) throw pgpError('Unknown public-key encryption algorithm')
  const numbers = Object.fromEntries(PUBLIC_NUMBERS[algorithm].map((name) => [name, readBig(reader)]))
  const body = reader.bytes.subarray(start, reader.at)
  const digest = createHash('sha1').update(Uint8Array.of(0x99, body.length >> 8, body.length & 255)).update(body)
  return { id: digest.digest('hex').slice(-16).toUpperCase(), algorithm, numbers }
}

/** How the secret part is kept. */
const PLAIN = 0
const DIGESTED = 254
const SUMMED = 255

/**
 * @param {Reader} reader @param {Uint8Array | null} password @returns {Generator<void, Key, void>}
 * @throws {DbError} 39000
 */
function* readSecret(reader, password) {
  const key = readPublic(reader)
  const kept = reader.byte()
  let secret = reader
  if (kept === DIGESTED || kept === SUMMED) {
    if (password === null) throw pgpError('Need password for secret key')
    const id = reader.byte()
    const maker = readKeyMaker(reader)
    const cipher = cipherOf(id)
    const made = yield* keyOfPassword(maker, password, cipher.key)
    secret = new Reader(stream(cipher, made, reader.take(cipher.block), false).update(reader.rest()))
  } else if (kept !== PLAIN) {
    throw corruptKey()
  }
  const start = secret.at
  for (const name of SECRET_NUMBERS[key.algorithm]) key.numbers[`secret ${name}`] = readBig(secret)
  const body = secret.bytes.subarray(start, secret.at)
  if (kept === DIGESTED) {
    if (!createHash('sha1').update(body).digest().equals(secret.take(20))) throw corruptKey()
  } else if (body.reduce((sum, byte) => (sum + byte) & 0xffff, 0) !== secret.number(2)) {
    throw corruptKey()
  }
  return key
}

/**
 * The key that encrypts, or decrypts: there must be one.
 * @param {Uint8Array} bytes @param {boolean} isSecret which of both is wanted
 * @param {Uint8Array | null} password of the secret part
 * @returns {Generator<void, Key, void>} @throws {DbError} 39000
 */
export function* readKey(bytes, isSecret, password) {
  let hasMain = false
  /** @type {Key | null} */
  let found = null
  for (const { tag, body } of packets(bytes, false)) {
    if (tag === PUBLIC_KEY || tag === SECRET_KEY) {
      if (hasMain) throw severalKeys()
      hasMain = true
    } else if (tag === PUBLIC_SUBKEY || tag === SECRET_SUBKEY) {
      if (tag === PUBLIC_SUBKEY && isSecret) throw pgpError('Cannot decrypt with public key')
      if (tag === SECRET_SUBKEY && !isSecret) throw pgpError('Refusing to encrypt with secret key')
      const reader = new Reader(body)
      const key = isSecret ? yield* readSecret(reader, password) : readPublic(reader)
      if (encrypts(key.algorithm)) {
        if (found !== null) throw pgpError('Several subkeys not supported')
        found = key
      }
    } else if (!PASSED_OVER.has(tag)) {
      throw pgpError('Unexpected packet in key data')
    }
  }
  if (found === null) throw noKey()
  return found
}

const severalKeys = () => pgpError('Several keys given - pgcrypto does not handle keyring')
const noKey = () => pgpError('No encryption key found')

const ANY_KEY = '0000000000000000'

/** @param {Uint8Array} bytes eight of them */
export const keyIdOf = (bytes) => Buffer.from(bytes).toString('hex').toUpperCase()

/** @param {Uint8Array} bytes */
export const isAnyKey = (bytes) => keyIdOf(bytes) === ANY_KEY

/**
 * pgp_key_id(): of a key, or of the one that a message is for.
 * @param {Uint8Array} bytes @returns {string} @throws {DbError} 39000
 */
export function keyId(bytes) {
  let isMain = false
  let symmetric = false
  /** @type {string[]} */
  const keys = []
  /** @type {string[]} */
  const wanted = []
  for (const { tag, body } of packets(bytes)) {
    const reader = new Reader(body)
    if (tag === PUBLIC_KEY || tag === SECRET_KEY) {
      if (isMain) throw severalKeys()
      isMain = true
    } else if (tag === PUBLIC_SUBKEY || tag === SECRET_SUBKEY) {
      const key = readPublic(reader)
      if (encrypts(key.algorithm)) keys.push(key.id)
    } else if (tag === PUBLIC_SESSION_KEY) {
      if (reader.byte() !== 3) throw pgpError('Wrong key or corrupt data')
      wanted.push(keyIdOf(reader.take(8)))
    } else if (tag === SECRET_SESSION_KEY) {
      symmetric = true
    } else if (tag === ENCRYPTED || tag === ENCRYPTED_CHECKED) {
      break
    } else if (!PASSED_OVER.has(tag)) {
      throw pgpError('Wrong key or corrupt data')
    }
  }
  if (keys.length > 1 || wanted.length > 1) throw severalKeys()
  if (keys.length > 0 && wanted.length > 0) throw pgpError('Wrong key or corrupt data')
  const id = keys[0] ?? wanted[0]
  if (id === ANY_KEY) return 'ANYKEY'
  if (id !== undefined) return id
  if (symmetric) return 'SYMKEY'
  throw noKey()
}
