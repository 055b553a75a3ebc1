/**
 * SCRAM-SHA-256, the server's side (RFC 5802, RFC 7677; PostgreSQL documentation "SASL Authentication"). A verifier is
 * stored in pg_authid.rolpassword as `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`, so the password
 * itself is nowhere.
 *
 * A user without a verifier goes through the same exchange with a salt made from the name and the server's secret, and
 * fails at the end: an attacker cannot tell the two apart.
 *
 * SCRAM-SHA-256-PLUS binds the exchange to the TLS connection it goes through: the client says which certificate it
 * was shown (tls-server-end-point, RFC 5929), so that who stands between with another one is found out. A client that
 * could have asked for it and was told that there is none (gs2 flag `y`) is refused where there is: somebody took it
 * off the list.
 */
import { timingSafeEqual } from 'node:crypto'
import { ITERATIONS, VERIFIER, hmac, sha256 } from '../../engine/commands/databases/password.js'
import {
  authorizationIdentity, bindingDiffers, bindingDowngraded, invalidScramResponse, malformedScram, scramExtension,
  unexpectedBinding, unsupportedBinding,
} from '../../errors/authentication.js'

/** @typedef {{ iterations: number, salt: Buffer, storedKey: Buffer, serverKey: Buffer, real: boolean }} Verifier */

export const PLAIN = 'SCRAM-SHA-256'
export const PLUS = 'SCRAM-SHA-256-PLUS'
const BINDING_TYPE = 'tls-server-end-point'

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
  /**
   * @param {Verifier} verifier @param {string} serverNonce base64, at least 18 random bytes
   * @param {{ binding: Buffer | null, isPlus: boolean }} [channel] binding: the hash of our certificate, where the
   *   client was offered to bind to it; isPlus: it wants to
   */
  constructor(verifier, serverNonce, channel = { binding: null, isPlus: false }) {
    this.verifier = verifier
    this.serverNonce = serverNonce
    this.channel = channel
    this.clientFirstBare = ''
    this.serverFirst = ''
    this.gs2Header = ''
    this.nonce = ''
  }

  /** @param {string} clientFirst @returns {string} server-first-message @throws {DbError} 08P01, 28000, 0A000 */
  first(clientFirst) {
    const match = /^(n|y|p=([^,]*)),(a=[^,]*)?,((m=)?.*)$/s.exec(clientFirst)
    if (match === null) throw malformedScram()
    const [, flag, type, identity, bare, extension] = match
    this.requireFlag(flag, type)
    if (identity !== undefined) throw authorizationIdentity()
    if (extension !== undefined) throw scramExtension()
    const names = /^n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?$/s.exec(bare)
    if (names === null) throw malformedScram()
    this.gs2Header = `${flag},,`
    this.clientFirstBare = bare
    this.nonce = names[1] + this.serverNonce
    this.serverFirst = `r=${this.nonce},s=${this.verifier.salt.toString('base64')},i=${this.verifier.iterations}`
    return this.serverFirst
  }

  /**
   * What the client says of binding fits what was agreed upon. @param {string} flag @param {string | undefined} type
   */
  requireFlag(flag, type) {
    const { binding, isPlus } = this.channel
    if (flag.startsWith('p')) {
      if (!isPlus) {
        throw malformedScram('The client selected SCRAM-SHA-256 without channel binding, '
          + 'but the SCRAM message includes channel binding data.')
      }
      if (type !== BINDING_TYPE) throw unsupportedBinding(type ?? '')
      return
    }
    if (isPlus) {
      throw malformedScram(
        'The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include channel binding data.'
      )
    }
    if (flag === 'y' && binding !== null) throw bindingDowngraded()
  }

  /**
   * @param {string} clientFinal
   * @returns {string | null} server-final-message, or null when the proof is wrong
   * @throws {DbError} 08P01, 28000
   */
  final(clientFinal) {
    const match = /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?),p=([A-Za-z0-9+/=]+)$/s.exec(clientFinal)
    if (!match) throw malformedScram()
    this.requireBinding(match[2])
    if (match[3] !== this.nonce) throw invalidScramResponse('Nonce does not match.')
    const proof = Buffer.from(match[4], 'base64')
    if (proof.length !== 32) throw malformedScram('Malformed proof in client-final-message.')
    const message = `${this.clientFirstBare},${this.serverFirst},${match[1]}`
    const clientSignature = hmac(this.verifier.storedKey, message)
    const clientKey = Buffer.alloc(32)
    for (let index = 0; index < 32; index++) clientKey[index] = proof[index] ^ clientSignature[index]
    if (!timingSafeEqual(sha256(clientKey), this.verifier.storedKey) || !this.verifier.real) return null
    return `v=${hmac(this.verifier.serverKey, message).toString('base64')}`
  }

  /** @param {string} said base64 @throws {DbError} 08P01, 28000 */
  requireBinding(said) {
    const { binding, isPlus } = this.channel
    const expected = isPlus && binding !== null
      ? Buffer.concat([Buffer.from(this.gs2Header), binding]) : Buffer.from(this.gs2Header)
    if (said === expected.toString('base64')) return
    throw isPlus ? bindingDiffers() : unexpectedBinding()
  }
}
