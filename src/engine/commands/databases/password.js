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

/** SASLprep where it applies; passwords it refuses are used as they are, as PostgreSQL does. @param {string} password */
export const prepare = (password) => password.normalize('NFKC')

/** @param {Buffer} key @param {string} message */
export const hmac = (key, message) => createHmac('sha256', key).update(message).digest()

/** @param {Buffer} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest()
