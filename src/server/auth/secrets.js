/**
 * Passwords that clients send, against what pg_authid keeps of them. What there is nothing to compare with takes as
 * long as what there is: nobody learns which roles exist.
 */
import { createHash, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hmac, isMd5, md5Of, prepare, sha256 } from '../../engine/commands/databases/password.js'
import { parseVerifier } from './scram.js'

/** @import { Cluster } from '../../engine/cluster/cluster.js' */

const derive = promisify(pbkdf2)

/** @typedef {{ secret: string | null, why: string | null }} Kept why: there is none to log in with, for the log */

/** @param {Cluster} cluster @param {string} user @returns {Kept} */
export function keptSecret(cluster, user) {
  const role = cluster.role(user)
  if (role === null) return { secret: null, why: `Role "${user}" does not exist.` }
  if (role.password === null) return { secret: null, why: `User "${user}" has no password assigned.` }
  if (role.validUntil !== null && Number(role.validUntil) < cluster.clock.nowMicros())
    return { secret: null, why: `User "${user}" has an expired password.` }
  return { secret: role.password, why: null }
}

/**
 * @param {Kept} kept
 * @param {string} user
 * @param {string} password
 * @param {Buffer} serverSecret
 * @returns {Promise<boolean>}
 */
export async function isPassword({ secret }, user, password, serverSecret) {
  const verifier = parseVerifier(secret, user, serverSecret)
  const salted = await derive(prepare(password), verifier.salt, verifier.iterations, 32, 'sha256')
  const storedKey = sha256(hmac(salted, 'Client Key'))
  const isVerified = timingSafeEqual(storedKey, verifier.storedKey) && verifier.real
  if (secret === null || !isMd5(secret)) return isVerified
  return timingSafeEqual(Buffer.from(md5Of(password, user)), Buffer.from(secret))
}

/** What a client says that was sent this salt. @param {string} secret md5… @param {Buffer} salt */
export const saltedMd5 = (secret, salt) =>
  `md5${createHash('md5').update(secret.slice(3)).update(salt).digest('hex')}`

/** @param {string} said @param {string} expected */
export function isSame(said, expected) {
  const [a, b] = [sha256(Buffer.from(said)), sha256(Buffer.from(expected))]
  return timingSafeEqual(a, b)
}
