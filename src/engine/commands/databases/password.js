/**
 * Passwords as they are kept, by the setting password_encryption: SCRAM-SHA-256 verifiers (RFC 5803), from which the
 * password cannot be read back, or MD5 of password and name, for clients that know nothing newer. The exchanges with a
 * client are in src/server/auth.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

export const ITERATIONS = 4096
export const VERIFIER = /^SCRAM-SHA-256\$(\d{1,9}):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)$/

/** @param {string} text */
export const isVerifier = (text) => VERIFIER.test(text)
/** @param {string} text */
export const isMd5 = (text) => /^md5[0-9a-f]{32}$/.test(text)

/** @param {string} password @param {Buffer} salt 16 random bytes @returns {string} what goes into pg_authid */
export function makeVerifier(password, salt) {
  const salted = pbkdf2Sync(prepare(password), salt, ITERATIONS, 32, 'sha256')
  const storedKey = sha256(hmac(salted, 'Client Key'))
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey.toString('base64')}:${hmac(salted, 'Server Key').toString('base64')}`
}

/** @param {string} password @param {string} user */
export const md5Of = (password, user) => `md5${createHash('md5').update(password).update(user).digest('hex')}`

/**
 * What is kept of a password; of one that is a hash already, it. @param {string} password @param {string} user
 * @param {string} encryption the setting @returns {string | null} null: it is empty, with which nobody logs in
 */
export function keptPassword(password, user, encryption) {
  if (password === '') return null
  if (isMd5(password)) return password === md5Of('', user) ? null : password
  const verifier = VERIFIER.exec(password)
  if (verifier !== null) return isOfEmpty(verifier) ? null : password
  return encryption === 'md5' ? md5Of(password, user) : makeVerifier(password, randomBytes(16))
}

/** More rounds of a hash that somebody else made are not computed to see whether it is of nothing. */
const ROUNDS_MAX = 100_000

/** @param {RegExpExecArray} verifier */
function isOfEmpty([, iterations, salt, storedKey]) {
  if (Number(iterations) < 1 || Number(iterations) > ROUNDS_MAX) return false
  const salted = pbkdf2Sync('', Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256')
  return sha256(hmac(salted, 'Client Key')).toString('base64') === storedKey
}

/** Spaces of other scripts, which are spaces (RFC 3454, C.1.2), and what is nothing (B.1). */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g
const NOTHING = /[\u00ad\u034f\u1806\u180b-\u180d\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]/g
/** Controls, private and missing characters, and those that change how others look (C.2 to C.9). */
const PROHIBITED = new RegExp('[\\p{Cc}\\p{Co}\\p{Cs}\\p{Noncharacter_Code_Point}\\u06dd\\u070f\\u180e\\u2028\\u2029'
  + '\\u2061-\\u2063\\u206a-\\u206f\\ufff9-\\ufffd\\u{1d173}-\\u{1d17a}\\u2ff0-\\u2ffb\\u0340\\u0341\\u200e\\u200f'
  + '\\u202a-\\u202e\\u{e0001}\\u{e0020}-\\u{e007f}]', 'u')
/** Those of later Unicode than 3.2, which it does not know, as far as normalization would change them. */
const UNASSIGNED = new RegExp(
  '[\\u10fc\\u1d2c-\\u1d6a\\u1d78\\u1d9b-\\u1dbf\\u2090-\\u209c\\u213b\\u213c\\u2150-\\u2152'
    + '\\u2189\\u2c7c\\u2c7d\\u2d6f\\u321d\\u321e\\u3250\\u327c-\\u327e\\u32cc-\\u32cf\\u32ff\\u33de\\u33df\\u33ff\\ua69c\\ua69d'
    + '\\ua770\\ua7f2-\\ua7f4\\ua7f8\\ua7f9\\uab5c-\\uab5f\\uab69\\ufa2e\\ufa2f\\ufa70-\\ufad9\\ufe10-\\ufe19'
    + '\\u{10781}-\\u{107ba}\\u{1d6a4}\\u{1d6a5}\\u{1d7ca}\\u{1d7cb}\\u{1ee00}-\\u{1eeff}\\u{1f100}-\\u{1f251}'
    + '\\u{1fbf0}-\\u{1fbf9}]',
  'u',
)
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * SASLprep (RFC 4013) of a password; one that it prohibits is used as it is, as clients and PostgreSQL do.
 * @param {string} password
 */
export function prepare(password) {
  if (/^[\x20-\x7e]*$/.test(password)) return password
  const text = password.replace(SPACES, ' ').replace(NOTHING, '')
  if (text === '' || PROHIBITED.test(text) || UNASSIGNED.test(text) || !goesOneWay(text)) return password
  return text.normalize('NFKC')
}

/**
 * What is written from the right begins and ends so, with nothing of the other kind (RFC 3454, 6).
 * @param {string} text
 */
function goesOneWay(text) {
  if (!RIGHT_TO_LEFT.test(text)) return true
  const letters = Array.from(text)
  const ends = RIGHT_TO_LEFT.test(letters[0]) && RIGHT_TO_LEFT.test(letters[letters.length - 1])
  return ends && !/\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}/u.test(text)
}

/** @param {Buffer} key @param {string | Buffer} message */
export const hmac = (key, message) => createHmac('sha256', key).update(message).digest()

/** @param {Buffer} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest()
