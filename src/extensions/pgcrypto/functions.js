/** pgcrypto's digests, ciphers and chance, over node:crypto. Password hashes are in passwords.js. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { cipherFailed, randomLengthOutOfRange, refusedArgument } from '../../errors/pgcrypto.js'
import { Family } from '../../functions/impl.js'
import { lookup } from '../../functions/lookup.js'
import { lowerAscii } from '../../util/ascii.js'
import { chanceBytes } from '../chance.js'
import { armored, armorHeaders, dearmored } from './armor.js'
import { BLOCK, decryptBlocks, encryptBlocks } from './ciphers/blocks.js'
import { Blowfish } from './ciphers/blowfish.js'
import { Cast5 } from './ciphers/cast5.js'
import { BF_CRYPT, crypt, salt } from './passwords.js'
import { pgpFunctions } from './pgp/functions.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { BlockCipher } from './ciphers/blocks.js' */

const family = new Family()
export const pgcryptoFunctions = family.functions

/** @param {string | Uint8Array} value */
const bytesOf = (value) => typeof value === 'string' ? Buffer.from(value, 'utf8') : value

// ---- digests

/** Names as OpenSSL has them; no others, so that an answer does not hang on the Node that gives it. */
const DIGESTS = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256', 'sha3-224',
  'sha3-256', 'sha3-384', 'sha3-512', 'blake2b512', 'blake2s256', 'sm3', 'rmd160', 'ripemd160'])

/** @param {string} name @returns {string} @throws {DbError} 22023 */
function digestNamed(name) {
  const known = lowerAscii(name)
  if (known === 'md4') throw refusedArgument(`Cannot use "${known}": Cipher cannot be initialized`)
  if (!DIGESTS.has(known)) throw refusedArgument(`Cannot use "${known}": No such hash algorithm`)
  return known
}

family.add('pg_digest', (data, name) => new Uint8Array(createHash(digestNamed(name)).update(bytesOf(data)).digest()))
family.add('pg_hmac', (data, key, name) =>
  new Uint8Array(createHmac(digestNamed(name), bytesOf(key)).update(bytesOf(data)).digest()))

// ---- ciphers

/**
 * Keys are filled with zeros to one of `keys` bytes, or cut to the longest. make: those that Node's OpenSSL no longer
 * has, with keys as they are.
 * @typedef
 *   {{ keys: number[], block: BlockNumber, node?: (key: number, mode: string) => string,
 *   make?: (key: Uint8Array) => BlockCipher }} Cipher
 */

/** @type {Cipher} */
const AES = { keys: [16, 24, 32], block: 16, node: (key, mode) => `aes-${key * 8}-${mode}` }
/** @type {Cipher} */
const BLOWFISH = { keys: [56], block: BLOCK, make: (key) => new Blowfish(key) }
/** @type {Record<string, Cipher>} */
const CIPHERS = {
  aes: AES, rijndael: AES,
  '3des': { keys: [24], block: BLOCK, node: (_key, mode) => mode === 'cbc' ? 'des-ede3-cbc' : 'des-ede3' },
  // Three times the same key is what it was once.
  des: { keys: [8], block: BLOCK, node: (_key, mode) => mode === 'cbc' ? 'des-ede3-cbc' : 'des-ede3' },
  bf: BLOWFISH, blowfish: BLOWFISH,
  cast5: { keys: [16], block: BLOCK, make: (key) => new Cast5(key) },
}

/**
 * `name[-mode][/pad:none|pkcs]`.
 * @param {string} given @returns {{ cipher: Cipher, mode: 'cbc' | 'ecb', padded: boolean }} @throws {DbError} 22023
 */
function cipherNamed(given) {
  const text = lowerAscii(given)
  const options = text.split('/').slice(1)
  if (options.some((option) => !/^pad:/i.test(option)))
    throw refusedArgument(`Cannot use "${text}": Badly formatted type`)
  const match = /^([^-/]+)(?:-(cbc|ecb))?(?:\/pad:(pkcs|none))?$/i.exec(text)
  const name = match?.[1].toLowerCase() ?? ''
  if (match === null || !Object.hasOwn(CIPHERS, name)) {
    throw refusedArgument(`Cannot use "${text}": No such cipher algorithm`)
  }
  const mode = /** @type {'cbc' | 'ecb'} */ (match[2]?.toLowerCase() ?? 'cbc')
  return { cipher: CIPHERS[name], mode, padded: match[3]?.toLowerCase() !== 'none' }
}

/**
 * @param {'encrypt' | 'decrypt'} what @param {Uint8Array} data @param {Uint8Array} key @param {Uint8Array} iv
 * @param {string} text of the cipher @param {string} [name] of the function
 * @returns {Uint8Array} @throws {DbError} 22023, 39000
 */
function through(what, data, key, iv, text, name = what) {
  const { cipher, mode, padded } = cipherNamed(text)
  const start = new Uint8Array(cipher.block)
  start.set(iv.subarray(0, cipher.block))
  const made = cipher.make === undefined ? byNode(cipher, what, data, key, start, mode, padded)
    : (what === 'encrypt' ? encryptBlocks : decryptBlocks)(cipher.make(ownKey(cipher, key)), mode, start, padded, data)
  if (made === null) throw cipherFailed(name, what === 'encrypt' ? 'Encryption failed' : 'Decryption failed')
  return made
}

/** @param {Cipher} cipher @param {Uint8Array} key at least a byte of it is made */
const ownKey = (cipher, key) => key.length === 0 ? new Uint8Array(1) : key.subarray(0, cipher.keys[0])

/**
 * @param {Cipher} cipher @param {'encrypt' | 'decrypt'} what @param {Uint8Array} data @param {Uint8Array} key
 * @param {Uint8Array} start @param {'cbc' | 'ecb'} mode @param {boolean} padded
 * @returns {Uint8Array | null} null: OpenSSL says only that the padding or the length is wrong
 */
function byNode(cipher, what, data, key, start, mode, padded) {
  const size = cipher.keys.find((bytes) => key.length <= bytes) ?? cipher.keys[cipher.keys.length - 1]
  const whole = new Uint8Array(size)
  whole.set(key.subarray(0, size))
  const make = what === 'encrypt' ? createCipheriv : createDecipheriv
  const name = /** @type {NonNullable<Cipher['node']>} */ (cipher.node)(size, mode)
  const full = size === DES_KEY ? Buffer.concat([whole, whole, whole]) : whole
  const work = make(name, full, mode === 'ecb' ? null : start)
  try {
    work.setAutoPadding(padded)
    return new Uint8Array(Buffer.concat([work.update(data), work.final()]))
  } catch {
    return null
  }
}
const DES_KEY = 8

const NO_BYTES = new Uint8Array(0)
family.add('pg_encrypt', (data, key, text) => through('encrypt', data, key, NO_BYTES, text))
family.add('pg_decrypt', (data, key, text) => through('decrypt', data, key, NO_BYTES, text))
family.add('pg_encrypt_iv', (data, key, iv, text) => through('encrypt', data, key, iv, text, 'encrypt_iv'))
family.add('pg_decrypt_iv', (data, key, iv, text) => through('decrypt', data, key, iv, text, 'decrypt_iv'))

// ---- chance

const RANDOM_BYTES_MAX = 1024

family.context('pg_random_bytes', (ctx, count) => {
  if (count < 1 || count > RANDOM_BYTES_MAX) throw randomLengthOutOfRange()
  return chanceBytes(ctx, count)
})
family.context('pg_random_uuid', (ctx) => lookup('gen_random_uuid').call(ctx))

// ---- passwords

family.add('pg_crypt', crypt, { waits: true })
family.functions.push(BF_CRYPT)
family.context('pg_gen_salt', (ctx, kind) => salt(kind, null, (count) => chanceBytes(ctx, count)))
family.context('pg_gen_salt_rounds', (ctx, kind, rounds) => salt(kind, rounds, (count) => chanceBytes(ctx, count)))

// ---- OpenPGP

family.add('pg_armor', armored)
family.add('pg_dearmor', dearmored)
family.add('pgp_armor_headers', armorHeaders, { set: true })

family.functions.push(...pgpFunctions())
