/**
 * TLS of a server: certificate, key and whom to trust, from the settings ssl_* (or what `serve` was told), read when it
 * begins and when it is told to read its configuration again; and the step in which a connection becomes encrypted.
 *
 * What cannot be read at the start ends it; later, what held before holds on, and the log says so.
 */
import { X509Certificate, constants, createPrivateKey } from 'node:crypto'
import tls from 'node:tls'
import { tlsConfiguration } from '../../errors/authentication.js'
import { fileRights, readServerFile, serverPath, systemWords } from '../../storage/vfs/server-files.js'
import { logAbout, serverSubject } from '../../engine/session/server-log.js'
import { refusalRecord, serverSecret } from './alert.js'
import { endPointHash } from './certificate.js'
import { encryptedBy } from './encrypted.js'

/** @import { Cluster } from '../../engine/cluster/cluster.js' */
/** @import { Encrypted } from './encrypted.js' */

/**
 * Paths, or what would stand in the files (PEM). @typedef {{ cert: string, key: string, ca?: string, crl?: string }}
 * TlsFiles
 */
/** @typedef {(socket: import('node:tls').TLSSocket, encrypted: Encrypted) => void} Secured */
/** @typedef {{ plain: import('node:net').Socket, secured: Secured }} Pending */

/** What TLS 1.3 is spoken with: ssl_ciphers is about older versions. */
const NEWEST_CIPHERS = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256'
/** No second handshake within a connection, and no tickets for the next one. */
const FORBIDDEN = constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET
/** A handshake ends by authentication_timeout, which may be ten minutes. */
const NO_TIMEOUT_MS = 3600000
/** A client that has been sent an alert has so long to close. */
const LAST_WORDS_MS = 1000
const PEM = /^-----BEGIN /m
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

export class ServerTls {
  /** @param {Cluster} cluster @param {TlsFiles | undefined} files instead of the settings' */
  constructor(cluster, files) {
    this.cluster = cluster
    this.files = files
    /** Makes the handshakes; null: nothing is encrypted. @type {tls.Server | null} */
    this.server = null
    /** Connections in their handshake, by both ends' addresses. @type {Map<string, Pending>} */
    this.pending = new Map()
    /** For an alert after the handshake. @type {WeakMap<tls.TLSSocket, Buffer>} */
    this.secrets = new WeakMap()
  }

  /** What is in force. */
  get isOn() { return this.server !== null }

  /** Reads it all. @throws {DbError} F0000 */
  load() {
    if (this.files === undefined && this.cluster.serverSettings.values.get('ssl') !== true) {
      this.server = null
      return
    }
    const options = this.options()
    if (options.key !== undefined) {
      const [first] = String(options.cert).match(CERTIFICATE) ?? []
      // What a handshake was made with holds for its connection, whatever is loaded before it ends.
      const ours = {
        hasRoots: options.ca !== undefined,
        binding: first === undefined ? null : endPointHash(new X509Certificate(first).raw),
      }
      let made
      try {
        made = tls.createServer(options)
      } catch (error) {
        throw this.refusal(error)
      }
      made.on('secureConnection', (socket) => this.secured(socket, ours))
      if (ours.hasRoots) {
        made.on('keylog', (line, socket) => {
          const secret = serverSecret(line)
          if (secret !== null) this.secrets.set(socket, secret)
        })
      }
      made.on('tlsClientError', (error, socket) => this.failed(error, socket))
      this.server = made
    }
  }

  /** The server is told to look again. */
  reload() {
    try {
      this.load()
    } catch (error) {
      const { message, detail } = /** @type {import('../../errors/db-error.js').DbError} */ (error)
      const subject = serverSubject(this.cluster)
      logAbout(subject, 'LOG', message, { detail })
      logAbout(subject, 'LOG', 'SSL configuration was not reloaded')
    }
  }

  /** @returns {tls.TlsOptions} @throws {DbError} F0000 */
  options() {
    const setting = (/** @type {string} */ name) => String(this.cluster.serverSettings.values.get(name))
    const { cert, key } = this.files ?? { cert: setting('ssl_cert_file'), key: setting('ssl_key_file') }
    // Who is vouched for and who no longer is may be said beside a certificate that was given.
    const ca = this.files?.ca ?? setting('ssl_ca_file')
    const crl = this.files?.crl ?? setting('ssl_crl_file')
    const [least, most] = [setting('ssl_min_protocol_version'), setting('ssl_max_protocol_version')]
    if (most !== '' && least > most) {
      throw tlsConfiguration('could not set SSL protocol version range',
        { detail: '"ssl_min_protocol_version" cannot be higher than "ssl_max_protocol_version"' })
    }
    const dhFile = setting('ssl_dh_params_file')
    const roots = ca ? this.read(ca, 'root certificate file') : undefined
    return {
      cert: this.read(cert, 'server certificate file'), key: this.readKey(key), ca: roots,
      crl: crl ? this.read(crl, 'SSL certificate revocation list file') : undefined,
      // Who shows a certificate that nobody vouches for is told so by us.
      requestCert: roots !== undefined, rejectUnauthorized: false,
      ciphers: `${NEWEST_CIPHERS}:${setting('ssl_ciphers')}`, ecdhCurve: setting('ssl_ecdh_curve'),
      dhparam: dhFile === '' ? 'auto' : this.read(dhFile, 'DH parameters file'),
      honorCipherOrder: this.cluster.serverSettings.values.get('ssl_prefer_server_ciphers') === true,
      minVersion: /** @type {tls.SecureVersion} */ (least),
      maxVersion: /** @type {tls.SecureVersion} */ (most || 'TLSv1.3'),
      secureOptions: FORBIDDEN, handshakeTimeout: NO_TIMEOUT_MS,
    }
  }

  /** @param {string} file @param {string} what @returns {string} @throws {DbError} F0000 */
  read(file, what) {
    if (PEM.test(file)) return file
    const path = serverPath(this.cluster.vfs.name, file)
    try {
      const text = readServerFile(path).toString()
      if (what.includes('certificate file')) for (const one of text.match(CERTIFICATE) ?? ['']) new X509Certificate(one)
      return text
    } catch (error) {
      throw tlsConfiguration(`could not load ${what} "${path}": ${reasonOf(error)}`)
    }
  }

  /** A key that others could read is nobody's. @param {string} file @returns {string} @throws {DbError} F0000 */
  readKey(file) {
    let text = file
    const isGiven = PEM.test(file)
    const path = isGiven ? '' : serverPath(this.cluster.vfs.name, file)
    if (!isGiven) {
      let rights
      try {
        rights = fileRights(path)
        text = readServerFile(path).toString()
      } catch (error) {
        throw tlsConfiguration(`could not access private key file "${path}": ${systemWords(error)}`)
      }
      if (rights !== null) requirePrivate(path, rights)
    }
    try {
      createPrivateKey(text)
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error)
      if (code === 'ERR_MISSING_PASSPHRASE')
        throw tlsConfiguration(`private key file "${path}" cannot be reloaded because it requires a passphrase`)
      throw tlsConfiguration(`could not load private key file "${path}": ${reasonOf(error)}`)
    }
    return text
  }

  /** Why it cannot be used all together. @param {unknown} error */
  refusal(error) {
    const reason = reasonOf(error)
    if (/key values mismatch/.test(reason)) return tlsConfiguration(`check of private key failed: ${reason}`)
    if (/cipher/i.test(reason)) return tlsConfiguration('could not set the cipher list (no valid ciphers available)')
    const curve = this.cluster.serverSettings.values.get('ssl_ecdh_curve')
    if (/curve/i.test(reason)) return tlsConfiguration(`ECDH: unrecognized curve name: ${curve}`)
    return tlsConfiguration(`could not create SSL context: ${reason}`)
  }

  /**
   * The socket's client was told that it may begin. @param {import('node:net').Socket} socket @param {Secured} secured
   * @returns {() => void} to be called when the socket is closed
   */
  encrypt(socket, secured) {
    const ends = endsOf(socket)
    const pending = { plain: socket, secured }
    this.pending.set(ends, pending)
    this.server?.emit('connection', socket)
    return () => { if (this.pending.get(ends) === pending) this.pending.delete(ends) }
  }

  /** @param {tls.TLSSocket} socket @param {import('./encrypted.js').Ours} ours */
  secured(socket, ours) {
    const ends = endsOf(socket)
    const known = this.pending.get(ends)
    this.pending.delete(ends)
    if (known === undefined) { socket.destroy(); return }
    const encrypted = encryptedBy(socket, ours)
    if (encrypted.refusal === null || !this.alerts(known.plain, socket)) known.secured(socket, encrypted)
  }

  /**
   * Tells a client that nobody vouches for its certificate as OpenSSL would have.
   * @param {import('node:net').Socket} plain @param {tls.TLSSocket} socket
   * @returns {boolean} false: it must be told by a message
   */
  alerts(plain, socket) {
    const secret = this.secrets.get(socket)
    const reason = socket.authorized ? '' : String(socket.authorizationError)
    const record = secret === undefined || reason === '' ? null : refusalRecord(secret, socket.getCipher().name, reason)
    if (record === null) return false
    logAbout(serverSubject(this.cluster), 'LOG', 'could not accept SSL connection: certificate verify failed')
    // What has come is read: else the client would be reset before it has read the alert.
    socket.resume()
    plain.end(record)
    plain.once('finish', () => { this.cluster.clock.setTimer(() => socket.destroy(), LAST_WORDS_MS) })
    return true
  }

  /** @param {Error} error @param {tls.TLSSocket} socket */
  failed(error, socket) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    const reason = code === 'ECONNRESET' ? 'EOF detected' : reasonOf(error)
    const { values } = this.cluster.serverSettings
    const hint = /unsupported protocol|wrong version number|no protocols available|version too low/.test(reason)
      ? `This may indicate that the client does not support any SSL protocol version between ${
        values.get('ssl_min_protocol_version')} and ${values.get('ssl_max_protocol_version') || 'TLSv1.3'}.` : undefined
    logAbout(serverSubject(this.cluster), 'LOG', `could not accept SSL connection: ${reason}`, { hint })
    socket.destroy()
  }
}

/** @param {import('node:net').Socket} socket */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** @param {unknown} error of OpenSSL or the file system */
function reasonOf(error) {
  const { reason, syscall, message } = /** @type {NodeJS.ErrnoException & { reason?: string }} */ (error)
  return syscall !== undefined ? systemWords(error) : reason ?? message.replace(/^error:[0-9A-F]+:[^:]*:[^:]*:/, '')
}

/**
 * @param {string} path
 * @param {{ isFile: boolean, owner: 'us' | 'root' | 'other', mode: number }} rights
 * @throws {DbError} F0000
 */
function requirePrivate(path, { isFile, owner, mode }) {
  if (!isFile) throw tlsConfiguration(`private key file "${path}" is not a regular file`)
  if (owner === 'other') throw tlsConfiguration(`private key file "${path}" must be owned by the database user or root`)
  if ((mode & (owner === 'us' ? 0o077 : 0o037)) === 0) return
  throw tlsConfiguration(`private key file "${path}" has group or world access`, {
    detail: 'File must have permissions u=rw (0600) or less if owned by the database user, '
      + 'or permissions u=rw,g=r (0640) or less if owned by root.',
  })
}
