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
  unexpectedBinding, unprintableNonce, unsupportedBinding,
} from '../../errors/authentication.js'

/** @typedef {{ iterations: number, salt: Buffer, storedKey: Buffer, serverKey: Buffer, real: boolean }} Verifier */

export const PLAIN = 'SCRAM-SHA-256'
export const PLUS = 'SCRAM-SHA-256-PLUS'
const BINDING_TYPE = 'tls-server-end-point'
const KEY_BYTES = 32
/** So many bytes in base64. */
const PROOF = /^[A-Za-z0-9+/]{43}=$/

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

  /**
   * @param {Buffer} message client-first-message @returns {string} server-first-message
   * @throws {DbError} 08P01, 28000, 0A000
   */
  first(message) {
    const text = new Attributes(message.toString('latin1'))
    const flag = this.flagOf(text)
    if (text.peek() === 'a') throw authorizationIdentity()
    if (text.peek() !== ',')
      throw malformedScram(`Unexpected attribute "${shown(text.peek())}" in client-first-message.`)
    text.at++
    const bareAt = text.at
    if (text.peek() === 'm') throw scramExtension()
    text.value('n')
    const nonce = text.value('r')
    if (!/^[\x21-\x2b\x2d-\x7e]*$/.test(nonce)) throw unprintableNonce()
    while (text.peek() !== '') text.any()
    this.gs2Header = `${flag},,`
    this.clientFirstBare = text.text.slice(bareAt)
    this.nonce = nonce + this.serverNonce
    this.serverFirst = `r=${this.nonce},s=${this.verifier.salt.toString('base64')},i=${this.verifier.iterations}`
    return this.serverFirst
  }

  /**
   * What the client says of binding fits what was agreed upon. @param {Attributes} text @returns {string} as it said it
   */
  flagOf(text) {
    const { binding, isPlus } = this.channel
    const flag = text.peek()
    if (flag === 'p') {
      if (!isPlus) {
        throw malformedScram('The client selected SCRAM-SHA-256 without channel binding, '
          + 'but the SCRAM message includes channel binding data.')
      }
      const type = text.value('p')
      if (type !== BINDING_TYPE) throw unsupportedBinding(type.slice(0, 30).replace(/[^\x21-\x7e]/g, '?'))
      return `p=${type}`
    }
    if (flag !== 'n' && flag !== 'y') throw malformedScram(`Unexpected channel-binding flag "${shown(flag)}".`)
    if (isPlus) {
      throw malformedScram(
        'The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include channel binding data.'
      )
    }
    if (flag === 'y' && binding !== null) throw bindingDowngraded()
    text.at++
    if (text.peek() !== ',') throw malformedScram(`Comma expected, but found character "${shown(text.peek())}".`)
    text.at++
    return flag
  }

  /**
   * @param {Buffer} message client-final-message
   * @returns {string | null} server-final-message, or null when the proof is wrong
   * @throws {DbError} 08P01, 28000
   */
  final(message) {
    const text = new Attributes(message.toString('latin1'))
    this.requireBinding(text.value('c'))
    const nonce = text.value('r')
    let proofAt, attribute
    do {
      proofAt = text.at - 1
      attribute = text.any()
    } while (attribute.name !== 'p')
    if (!PROOF.test(attribute.value)) throw malformedScram('Malformed proof in client-final-message.')
    if (text.peek() !== '') throw malformedScram('Garbage found at the end of client-final-message.')
    if (nonce !== this.nonce) throw invalidScramResponse('Nonce does not match.')
    return this.verdict(text.text.slice(0, proofAt), Buffer.from(attribute.value, 'base64'))
  }

  /** @param {string} withoutProof @param {Buffer} proof @returns {string | null} server-final-message */
  verdict(withoutProof, proof) {
    const message = Buffer.from(`${this.clientFirstBare},${this.serverFirst},${withoutProof}`, 'latin1')
    const clientSignature = hmac(this.verifier.storedKey, message)
    const clientKey = Buffer.alloc(KEY_BYTES)
    for (let index = 0; index < KEY_BYTES; index++) clientKey[index] = proof[index] ^ clientSignature[index]
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

/** A message's attributes, read from the left: `n=alice,r=…`. One character is one byte. */
class Attributes {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
  }

  /** '': the end. */
  peek() { return this.text.charAt(this.at) }

  /** @param {string} name @returns {string} of the attribute that must be next @throws {DbError} 08P01 */
  value(name) {
    if (this.peek() !== name)
      throw malformedScram(`Expected attribute "${name}" but found "${shown(this.peek())}".`)
    return this.any().value
  }

  /** @returns {{ name: string, value: string }} the next one @throws {DbError} 08P01 */
  any() {
    const { text } = this
    const name = this.peek()
    if (name === '') throw malformedScram('Attribute expected, but found end of string.')
    if (!/[A-Za-z]/.test(name))
      throw malformedScram(`Attribute expected, but found invalid character "${shown(name)}".`)
    this.at++
    if (this.peek() !== '=') throw malformedScram(`Expected character "=" for attribute "${name}".`)
    const from = this.at + 1
    const comma = text.indexOf(',', from)
    this.at = comma < 0 ? text.length : comma + 1
    return { name, value: text.slice(from, comma < 0 ? text.length : comma) }
  }
}

/** As messages show it. @param {string} char '': the end */
const shown = (char) => /[\x21-\x7e]/.test(char) ? `'${char}'`
  : `0x${(char.charCodeAt(0) || 0).toString(16).padStart(2, '0')}`
