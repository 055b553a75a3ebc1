/**
 * How a connection begins: the first packet (start-up, a wish for encryption, or a cancel request), then what the rule
 * of pg_hba.conf that holds for the client asks of it. Ends when the client is who it says.
 */
import {
  authenticationFailed, certificateRefused, certificateRequired, hbaRejects, noHbaEntry, noRootCertificates,
  passwordFailed,
} from '../errors/authentication.js'
import { noUserName, unsupportedProtocol } from '../errors/protocol.js'
import { compileNamePattern } from '../engine/cluster/access-files.js'
import { isMemberByName } from '../engine/cluster/admission.js'
import { logAbout } from '../engine/session/server-log.js'
import { unmapped } from '../config/access/address.js'
import { refusedByMap } from '../config/access/ident.js'
import { byMd5, byPassword, byScram } from './auth/methods.js'
import { ruleFor } from './auth/rules.js'
import { wishesReplication } from './startup-options.js'
import { NegotiateProtocolVersion } from './protocol/backend.js'
import { CANCEL_REQUEST, GSSENC_REQUEST, PROTOCOL, SSL_REQUEST, readStartupParameters } from './protocol/frontend.js'

/** @import { HbaRule } from '../config/access/hba.js' */
/** @import { LogSubject } from '../engine/session/server-log.js' */
/** @import { Listener } from './listener.js' */
/** @import { MessageReader } from './protocol/frontend.js' */
/** @import { Answer, Conversation, Doubt } from './auth/methods.js' */
/** @import { Caller } from './auth/rules.js' */
/** @import { PeerCertificate } from './tls/certificate.js' */

/** What the first packet asks for. */
export const FIRST = /** @type {const} */ ({ TLS: 0, GSS: 1, CANCEL: 2, START: 3 })

/** A cancel request's number and secret. */
const CANCEL_BYTES = 8
/** What the log calls what it has not been told. */
const UNKNOWN = '[unknown]'
/** Methods that compare a password. @type {Record<string, (talk: Conversation) => Promise<Doubt | null>>} */
const BY_PASSWORD = { password: byPassword, md5: byMd5, 'scram-sha-256': byScram }

/**
 * What of the connection matters here.
 * @typedef {object} Client
 * @property {Listener} listener
 * @property {import('../util/byte-writer.js').ByteWriter} out
 * @property {import('./listener.js').Door} door by which it came
 * @property {import('node:net').Socket} socket
 * @property {import('./tls/encrypted.js').Encrypted | null} encrypted
 * @property {() => Promise<Answer>} answer
 * @property {(ms: number) => Promise<void>} pause
 */

const NAME_BYTES_MAX = 63
/** What a client calls somebody or something, as long as names are. @param {string} text */
const asName = (text) =>
  text.length <= NAME_BYTES_MAX / 3 ? text : Buffer.from(text).toString('utf8', 0, NAME_BYTES_MAX)

export class Handshake {
  /** @param {Client} client */
  constructor(client) {
    this.client = client
    this.user = ''
    /** What the client wants of its session. @type {Map<string, string>} */
    this.parameters = new Map()
    /** Kinds of encryption that it has wished for, each of which it may once. @type {Set<number>} */
    this.asked = new Set()
    /** What the log says of a refusal beside its message. @type {string | undefined} */
    this.why = undefined
  }

  get database() { return asName(this.parameters.get('database') ?? '') || this.user }

  /** @param {MessageReader} reader @returns {number} one of FIRST @throws {DbError} 0A000, 08P01, 28000 */
  firstPacket(reader) {
    const { encrypted, listener, out } = this.client
    const code = reader.i32()
    if ((code === SSL_REQUEST || code === GSSENC_REQUEST) && !this.asked.has(code) && encrypted === null) {
      this.asked.add(code)
      return code === SSL_REQUEST ? FIRST.TLS : FIRST.GSS
    }
    if (code === CANCEL_REQUEST) {
      if (reader.end - reader.at === CANCEL_BYTES) listener.cancel(reader.i32(), reader.i32())
      else this.says('LOG', 'invalid length of query cancel packet')
      return FIRST.CANCEL
    }
    const major = code >>> 16
    if (major !== 3) throw unsupportedProtocol(major, code & 0xffff)
    this.parameters = readStartupParameters(reader)
    wishesReplication(this.parameters)
    const unrecognized = [...this.parameters.keys()].filter((name) => name.startsWith('_pq_.'))
    if ((code & 0xffff) > 0 || unrecognized.length > 0) NegotiateProtocolVersion(out, PROTOCOL, unrecognized)
    for (const name of unrecognized) this.parameters.delete(name)
    this.user = asName(this.parameters.get('user') ?? '')
    if (this.user === '')
      throw noUserName()
    return FIRST.START
  }

  /** Whether to let it in. @returns {Promise<void> | null} null: yes @throws {DbError} 28000 */
  settle() {
    const { door, encrypted, listener, socket } = this.client
    // Who holds the database open is in already.
    if (door === 'program') return null
    if (encrypted?.refusal) throw certificateRefused(encrypted.refusal)
    /** @type {Caller} */
    const caller = {
      address: door === 'unix' ? null : unmapped(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0,
      isEncrypted: encrypted !== null, user: this.user, database: this.database,
      isMember: (group) => isMemberByName(listener.cluster, this.user, group),
    }
    const found = ruleFor(listener.rules, caller)
    if (found instanceof Promise) return found.then((rule) => this.obey(rule, caller))
    if (found?.method === 'trust' && found.clientCert === null) return null
    return this.obey(found, caller)
  }

  /**
   * @param {HbaRule | null} rule @param {Caller} caller @returns {Promise<void>} @throws {DbError} 28000, 28P01, F0000
   */
  async obey(rule, caller) {
    await null // never within the turn that reads the first packet
    const { user, database, isEncrypted } = caller
    const name = { host: caller.address ?? '[local]', user, database, isEncrypted }
    if (rule === null) throw noHbaEntry(name)
    this.why = `Connection matched pg_hba.conf line ${rule.line}: "${rule.text}"`
    if (rule.clientCert !== null) this.requireCertificate()
    if (rule.method === 'reject') throw hbaRejects(name)
    const prove = BY_PASSWORD[rule.method]
    if (prove !== undefined) await this.byPassword(prove, rule, caller)
    if (rule.clientCert === 'verify-full') this.requireName(rule)
    this.why = undefined
  }

  /** @param {(talk: Conversation) => Promise<Doubt | null>} prove @param {HbaRule} rule @param {Caller} caller */
  async byPassword(prove, rule, caller) {
    const { client, user } = this
    const { listener } = client
    const address = caller.address ?? '[local]'
    const doubt = await prove({
      out: client.out, answer: client.answer, cluster: listener.cluster, user, secret: listener.secret,
      binding: client.encrypted?.binding ?? null, patience: () => client.pause(listener.attempts.waitMs(address)),
    })
    if (doubt === null) {
      this.sayAuthenticated(user, rule.method, rule)
      return
    }
    listener.attempts.failed(address)
    if (doubt.why !== null) this.why = `${doubt.why}\n${this.why}`
    throw passwordFailed(user)
  }

  /** The client has shown one that we trust. @throws {DbError} 28000, F0000 */
  requireCertificate() {
    const { encrypted } = this.client
    if (encrypted?.hasRoots !== true) throw noRootCertificates()
    if (encrypted.peer === null) throw certificateRequired()
  }

  /** And it is the user's. @param {HbaRule} rule @throws {DbError} 28000 */
  requireName(rule) {
    const peer = /** @type {PeerCertificate} */ (this.client.encrypted?.peer)
    const name = rule.clientName === 'DN' ? peer.distinguishedName : peer.commonName
    const { listener } = this.client
    if (rule.method === 'cert') this.sayAuthenticated(peer.distinguishedName, 'cert', rule)
    const refusal = name === null
      ? `certificate authentication failed for user "${this.user}": client certificate contains no user name`
      : refusedByMap(listener.cluster.access.mappings, rule.map, this.user, name, compileNamePattern)
    if (refusal !== null) {
      this.says('LOG', refusal)
      const full = `certificate validation (clientcert=verify-full) failed for user "${this.user}"`
      if (rule.method !== 'cert') this.says('LOG', `${full}: ${rule.clientName} mismatch`)
      throw rule.method in BY_PASSWORD ? passwordFailed(this.user) : authenticationFailed(rule.method, this.user)
    }
  }

  /** @param {string} identity @param {string} method @param {HbaRule} rule */
  sayAuthenticated(identity, method, rule) {
    const { cluster } = this.client.listener
    if (cluster.serverSettings.values.get('log_connections') !== true) return
    const place = `${cluster.access.pathOf('hba_file')}:${rule.line}`
    this.says('LOG', `connection authenticated: identity="${identity}" method=${method} (${place})`)
  }

  /**
   * A line of the log; names with line breaks in them begin no other. @param {string} level @param {string} text
   * @param {string} [detail]
   */
  says(level, text, detail) { logAbout(this.subject(), level, text.replaceAll('\n', '\n\t'), { detail }) }

  /** The client, as the log has it before there is a session. @returns {LogSubject} */
  subject() {
    const { door, listener: { cluster }, socket } = this.client
    const address = door === 'tcp' ? unmapped(socket.remoteAddress ?? '') : null
    return {
      cluster, user: this.user || UNKNOWN, database: { name: this.database || UNKNOWN }, pid: process.pid,
      settings: { get: () => this.parameters.get('application_name') || UNKNOWN },
      client: { address, port: socket.remotePort ?? -1 }, backendStart: cluster.clock.nowMicros(),
    }
  }
}
