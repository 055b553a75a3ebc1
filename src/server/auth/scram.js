/**
 * SCRAM-SHA-256, the server's side (RFC 5802, RFC 7677; PostgreSQL documentation "SASL Authentication"). A verifier is
 * stored in pg_authid.rolpassword as `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`, so the password
 * itself is nowhere.
 *
 * A user without a verifier goes through the same exchange with a salt made from the name and the server's secret, and
 * fails at the end: an attacker cannot tell the two apart.
 */
import { timingSafeEqual } from 'node:crypto'
import { ITERATIONS, VERIFIER, hmac, sha256 } from '../../engine/commands/databases/password.js'
import { protocolViolation } from '../../errors/protocol.js'

/** @typedef {{ iterations: number, salt: Buffer, storedKey: Buffer, serverKey: Buffer, real: boolean }} Verifier */

/**
 * @param {string | null} text pg_authid.rolpassword
 * @param {string} user
 * @param {Buffer} serverSecret
 * @returns {Verifier}
 */
export function parseVerifier(text, user, serverSecret) {
  const match = text === null ? null : VERIFIER.exec(text)
  if (match) {
    return {
      iterations: Number(match[1]),
      salt: Buffer.from(match[2], 'base64'),
      storedKey: Buffer.from(match[3], 'base64'),
      serverKey: Buffer.from(match[4], 'base64'),
      real: true,
    }
  }
  const mock = hmac(serverSecret, `mock ${user}`)
  return { iterations: ITERATIONS, salt: mock.subarray(0, 16), storedKey: sha256(mock), serverKey: mock, real: false }
}

/** One exchange: client-first, server-first, client-final, server-final. */
export class ScramExchange {
  /** @param {Verifier} verifier @param {string} serverNonce base64, at least 18 random bytes */
  constructor(verifier, serverNonce) {
    this.verifier = verifier
    this.serverNonce = serverNonce
    this.clientFirstBare = ''
    this.serverFirst = ''
    this.gs2Header = ''
    this.nonce = ''
  }

  /** @param {string} clientFirst @returns {string} server-first-message @throws {DbError} 08P01 */
  first(clientFirst) {
    const match = /^((?:n|y|p=[^,]*),(?:a=[^,]*)?,)((?:n=[^,]*),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/s.exec(clientFirst)
    if (!match) throw protocolViolation('malformed SCRAM message')
    if (match[1].startsWith('p='))
      throw protocolViolation(
        'client selected SCRAM-SHA-256 without channel binding, but the SCRAM message asks for it'
      )
    this.gs2Header = match[1]
    this.clientFirstBare = match[2]
    this.nonce = match[3] + this.serverNonce
    this.serverFirst = `r=${this.nonce},s=${this.verifier.salt.toString('base64')},i=${this.verifier.iterations}`
    return this.serverFirst
  }

  /**
   * @param {string} clientFinal
   * @returns {string | null} server-final-message, or null when the proof is wrong
   * @throws {DbError} 08P01
   */
  final(clientFinal) {
    const match = /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?),p=([A-Za-z0-9+/=]+)$/s.exec(clientFinal)
    if (!match) throw protocolViolation('malformed SCRAM message')
    if (Buffer.from(match[2], 'base64').toString() !== this.gs2Header || match[3] !== this.nonce)
      throw protocolViolation('SCRAM nonce or channel binding does not match')
    const proof = Buffer.from(match[4], 'base64')
    if (proof.length !== 32) throw protocolViolation('malformed SCRAM message')
    const message = `${this.clientFirstBare},${this.serverFirst},${match[1]}`
    const clientSignature = hmac(this.verifier.storedKey, message)
    const clientKey = Buffer.alloc(32)
    for (let index = 0; index < 32; index++) clientKey[index] = proof[index] ^ clientSignature[index]
    if (!timingSafeEqual(sha256(clientKey), this.verifier.storedKey) || !this.verifier.real) return null
    return `v=${hmac(this.verifier.serverKey, message).toString('base64')}`
  }
}
