/**
 * Passwords as they are kept: SCRAM-SHA-256 verifiers (RFC 5803), from which the password cannot be read back. The exchange with a client is
 * src/server/auth/scram.js.
 */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

export const ITERATIONS = 4096
export const VERIFIER = /^SCRAM-SHA-256\$(\d+):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)$/

/** @param {string} text */
export const isVerifier = (text) => VERIFIER.test(text)

/** @param {string} password @param {Buffer} salt 16 random bytes @returns {string} what goes into pg_authid */
export function makeVerifier(password, salt) {
  const salted = pbkdf2Sync(prepare(password), salt, ITERATIONS, 32, 'sha256')
  const storedKey = sha256(hmac(salted, 'Client Key'))
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey.toString('base64')}:${hmac(salted, 'Server Key').toString('base64')}`
}

/** SASLprep where it applies; passwords it refuses are used as they are, as PostgreSQL does. @param {string} password */
const prepare = (password) => password.normalize('NFKC')

/** @param {Buffer} key @param {string} message */
export const hmac = (key, message) => createHmac('sha256', key).update(message).digest()

/** @param {Buffer} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest()
