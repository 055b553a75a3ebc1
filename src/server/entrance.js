/**
 * How a client comes in: its first packets, TLS if it wishes for it, the proof of who it is, and its session's
 * beginning. What is asked of it, the handshake knows; here is what that does to the connection. Whatever fails on the
 * way is fatal.
 */
import { DbError } from '../errors/db-error.js'
import { plaintextAfterRequest } from '../errors/authentication.js'
import { internalError } from '../errors/protocol.js'
import { isToldOf } from '../engine/session/notices.js'
import { REPORTED_SETTINGS } from '../config/settings.js'
import { unmapped } from '../config/access/address.js'
import { FIRST, Handshake } from './handshake.js'
import * as backend from './protocol/backend.js'

/** @import { TLSSocket } from 'node:tls' */
/** @import { Answer } from './auth/methods.js' */
/** @import { Connection } from './connection.js' */
/** @import { Encrypted } from './tls/encrypted.js' */

const NOTHING = Buffer.alloc(0)

export class Entrance {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
    this.handshake = new Handshake(this)
    /** How it is encrypted; null: it is not. @type {Encrypted | null} */
    this.encrypted = null
    /** Who waits for the client to answer while it proves who it is. @type {((answer: Answer) => void) | null} */
    this.awaiting = null
  }

  // What the handshake asks of its client.
  get listener() { return this.connection.listener }
  get out() { return this.connection.out }
  get door() { return this.connection.door }
  get socket() { return this.connection.socket }

  /** The connection's reader stands at a packet of a client that has not said who it is. */
  packet() {
    this.guard(() => {
      const { connection } = this
      switch (this.handshake.firstPacket(connection.reader)) {
        case FIRST.TLS: this.encrypt(); return
        case FIRST.GSS:
          connection.outbox.answerEncryption(false)
          if (connection.hasInput) throw plaintextAfterRequest('GSSAPI encryption')
          return
        case FIRST.CANCEL: connection.end(); return
        default: {
          connection.authenticates()
          const pending = this.handshake.settle() ?? this.listener.cluster.whenCopied(this.handshake.database)
          if (pending === null) this.open()
          else this.letIn(pending)
        }
      }
    })
  }

  /** The client wishes for TLS. @throws {DbError} 08P01 */
  encrypt() {
    const { connection } = this
    const { tls } = connection.listener
    const mayBe = tls.isOn && connection.door === 'tcp'
    connection.outbox.answerEncryption(mayBe)
    // Whatever came with the wish was never encrypted, and would be taken for what came after (CVE-2021-23214).
    if (connection.hasInput) throw plaintextAfterRequest('SSL')
    if (!mayBe) return
    connection.busy = true
    const plain = connection.socket
    const forget = tls.encrypt(plain, (socket, encrypted) => this.secured(socket, encrypted))
    plain.once('close', forget)
  }

  /** @param {TLSSocket} socket @param {Encrypted} encrypted */
  secured(socket, encrypted) {
    const { connection } = this
    if (connection.isClosed) { socket.destroy(); return }
    this.encrypted = encrypted
    connection.listen(socket)
    connection.resume()
  }

  /** @param {Promise<void>} pending the client proves who it is */
  letIn(pending) {
    const { connection } = this
    connection.busy = true
    pending.then(() => this.listener.cluster.whenCopied(this.handshake.database))
      .then(() => { if (!connection.isClosed) this.guard(() => this.open()) }, (error) => this.refuse(error))
      .then(() => connection.resume())
  }

  /** Sends what was asked, and waits for the client's message. @returns {Promise<Answer>} */
  answer = () => new Promise((resolve) => {
    const { connection } = this
    this.awaiting = resolve
    connection.flush()
    connection.busy = false
    connection.pump()
  })

  /** One message of a client that proves who it is. @param {number} type */
  answered(type) {
    const { bytes, at, end } = this.connection.reader
    this.told(type, Buffer.from(bytes.subarray(at, end)))
  }

  /** What cannot be a proof is not read to its end. @param {number} type @param {Buffer} [body] */
  told(type, body = NOTHING) {
    this.connection.busy = true
    this.awaiting?.({ type, body })
    this.awaiting = null
  }

  /** @param {number} ms @returns {Promise<void>} */
  pause = (ms) => ms <= 0 ? Promise.resolve()
    : new Promise((resolve) => { this.listener.cluster.clock.setTimer(() => resolve(), ms) })

  /** The client is who it says: a session begins. */
  open() {
    const { connection } = this
    const { listener, out, socket } = connection
    listener.requirePlace()
    // It is told so before its session may fail to begin.
    backend.AuthenticationOk(out)
    const session = listener.openSession(this.handshake, out)
    connection.session = session
    listener.strangers.left(connection)
    const { remoteAddress, remotePort, localAddress, localPort } = socket
    if (remoteAddress !== undefined) session.client = { address: unmapped(remoteAddress), port: remotePort ?? -1 }
    if (localAddress !== undefined) session.server = { address: unmapped(localAddress), port: localPort ?? -1 }
    session.encryption = this.encrypted
    session.connected()
    session.onNotice = (notice) => connection.notice(notice)
    session.onNotification = () => connection.notifications(session)
    session.onTerminate = (error) => connection.shutdown(error)
    if (isToldOf(session, 'WARNING')) for (const doubt of session.doubts) connection.notice(doubt)
    for (const name of REPORTED_SETTINGS) {
      const value = session.settings.show(name)
      connection.reported.set(name, value)
      backend.ParameterStatus(out, name, value)
    }
    session.settings.listeners.push((name) => {
      if (connection.reported.has(name)) connection.settingsChanged = true
      if (name === 'client_encoding') connection.setEncoding(session.settings.show(name))
    })
    connection.setEncoding(session.settings.show('client_encoding'))
    backend.BackendKeyData(out, session.pid, session.secret)
    connection.synced()
    connection.ready()
  }

  /** @param {() => void} step whatever fails in it is fatal */
  guard(step) {
    try {
      step()
    } catch (error) {
      this.refuse(error)
    }
  }

  /** A client is not let in: it is told, and the log. @param {unknown} error */
  refuse(error) {
    const { connection, handshake } = this
    if (connection.isClosed) return
    if (!(error instanceof DbError)) connection.listener.internalError(error)
    const failure = error instanceof DbError ? error : internalError(error)
    failure.severity = 'FATAL'
    const details = [failure.detail, handshake.why].filter((text) => text !== undefined)
    if (connection.door !== 'program')
      handshake.says('FATAL', failure.message, details.length === 0 ? undefined : details.join('\n'))
    backend.ErrorResponse(connection.out, failure)
    connection.end()
  }
}
