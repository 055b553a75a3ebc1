/**
 * How a connection begins: the first packet (start-up, a wish for encryption, or a cancel request), then SCRAM where it
 * is asked for. Ends when the client is who it says.
 */
import { randomBytes } from 'node:crypto'
import { utf8Slice } from '../util/buffer-text.js'
import { fatalProtocolViolation, noUserName, passwordFailed, unsupportedProtocol } from '../errors/protocol.js'
import {
  AuthenticationSASL,
  AuthenticationSASLContinue,
  AuthenticationSASLFinal,
  NegotiateProtocolVersion,
} from './protocol/backend.js'
import { CANCEL_REQUEST, GSSENC_REQUEST, SSL_REQUEST, readStartupParameters } from './protocol/frontend.js'
import { ScramExchange, parseVerifier } from './auth/scram.js'

/** @typedef {import('./listener.js').Listener} Listener */
/** @typedef {import('./protocol/frontend.js').MessageReader} MessageReader */

/** What the first packet asks for. */
export const FIRST = /** @type {const} */ ({ ENCRYPTION: 0, CANCEL: 1, PASSWORD: 2, SESSION: 3 })

export class Handshake {
  /** @param {Listener} listener @param {import('../util/byte-writer.js').ByteWriter} out */
  constructor(listener, out) {
    this.listener = listener
    this.out = out
    this.user = ''
    /** What the client wants of its session. @type {Map<string, string>} */
    this.parameters = new Map()
    /** @type {ScramExchange | null} */
    this.scram = null
  }

  /** @param {MessageReader} reader @returns {number} one of FIRST @throws {DbError} 0A000, 08P01, 28000 */
  firstPacket(reader) {
    const code = reader.i32()
    if (code === SSL_REQUEST || code === GSSENC_REQUEST) return FIRST.ENCRYPTION
    if (code === CANCEL_REQUEST) {
      this.listener.cancel(reader.i32(), reader.i32())
      return FIRST.CANCEL
    }
    const major = code >>> 16
    if (major !== 3) throw unsupportedProtocol(major, code & 0xffff)
    this.parameters = readStartupParameters(reader)
    const unrecognized = [...this.parameters.keys()].filter((name) => name.startsWith('_pq_.'))
    if ((code & 0xffff) > 0 || unrecognized.length > 0) NegotiateProtocolVersion(this.out, 0, unrecognized)
    for (const name of unrecognized) this.parameters.delete(name)
    this.user = this.parameters.get('user') ?? ''
    if (this.user === '')
      throw noUserName()
    if (this.listener.auth === 'trust') return FIRST.SESSION
    AuthenticationSASL(this.out, ['SCRAM-SHA-256'])
    return FIRST.PASSWORD
  }

  /**
   * One message of the exchange.
   * @param {number} type
   * @param {MessageReader} reader
   * @returns {boolean} the client has proved who it is
   * @throws {DbError} 08P01, 28P01
   */
  answer(type, reader) {
    if (type !== 112) throw fatalProtocolViolation(`expected SASL response, got message type ${type}`)
    const verifier = parseVerifier(this.listener.cluster.rolePassword(this.user), this.user, this.listener.secret)
    if (this.scram === null) {
      const mechanism = reader.cstr()
      if (mechanism !== 'SCRAM-SHA-256')
        throw fatalProtocolViolation('client selected an invalid SASL authentication mechanism')
      const length = reader.i32()
      if (length < 0) throw fatalProtocolViolation('malformed SCRAM message')
      this.scram = new ScramExchange(verifier, randomBytes(18).toString('base64'))
      AuthenticationSASLContinue(this.out, this.scram.first(utf8Slice(reader.bytes, reader.at, reader.end)))
      return false
    }
    const answer = this.scram.final(utf8Slice(reader.bytes, reader.at, reader.end))
    if (answer === null) throw passwordFailed(this.user)
    AuthenticationSASLFinal(this.out, answer)
    return true
  }
}
