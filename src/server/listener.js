/**
 * The listening sockets of one database cluster and the connections they accepted. Prints nothing by itself: `log` is
 * given.
 *
 * Who is let in says pg_hba.conf in the data directory. Where there is none, `auth` does, and then an address the world
 * can reach is refused with `trust`. Listens on loopback unless told otherwise.
 */
import { createServer, isIPv4 } from 'node:net'
import { availableParallelism } from 'node:os'
import v8 from 'node:v8'
import { join } from 'node:path'
import { mayNotReplicate, slotsReserved } from '../errors/authentication.js'
import {
  replicationNotSupported, tooManyConnections, trustOnOpenAddress,
} from '../errors/protocol.js'
import { parseHba } from '../config/access/hba.js'
import { rulesOfThumb } from '../engine/cluster/access-files.js'
import { mockSecretOf } from '../engine/cluster/start.js'
import { saysReceived } from '../engine/session/server-log.js'
import { parsed } from '../engine/statements/core/plan-cache.js'
import { makeSocketDirectory, setSocketMode } from '../storage/vfs/server-files.js'
import { Attempts } from './auth/attempts.js'
import { BusyPoll } from './busy-poll.js'
import { Connection } from './connection.js'
import { LoopDelay } from './loop-delay.js'
import { INLINE_MORE, OptimizingPace } from './optimizing-pace.js'
import { Strangers } from './strangers.js'
import { startupOptions, wishesReplication } from './startup-options.js'
import { ServerTls } from './tls/server-tls.js'
import { tellListening, tellNoLonger } from '../storage/vfs/listening.js'
import { descriptorLimit, strangersMax } from '../storage/vfs/descriptors.js'

/** @typedef {import('../engine/cluster/cluster.js').Cluster} Cluster */
/** How a client came: 'program' is this process. @typedef {'tcp' | 'unix' | 'program'} Door */

/** @import { ListenOptions } from './listen-options.js' */

/** So many times one client must have spoken before it counts as the only one. */
const ALONE_MIN = 48
const BUSY_POLL_US_DEFAULT = 100

export class Listener {
  /**
   * @param {Cluster} cluster @param {ListenOptions} [options]
   * @param {boolean} [isProgram] all that connect are of this process, and cost no descriptor
   */
  constructor(cluster, options = {}, isProgram = false) {
    this.cluster = cluster
    this.host = options.host ?? '127.0.0.1'
    this.port = options.port ?? 5432
    this.socketDir = options.socketDir
    this.auth = options.auth ?? 'trust'
    this.connectionsMax = options.connectionsMax ?? Number(cluster.serverSettings.values.get('max_connections'))
    this.log = options.log ?? (() => undefined)
    /**
     * What the salts of unknown roles are made of: the same after a restart, or a salt that changed would tell that
     * there is no such role.
     */
    this.secret = Buffer.from(mockSecretOf(cluster), 'hex')
    /** @type {Set<Connection>} */
    this.connections = new Set()
    this.strangers = new Strangers({
      max: isProgram ? Infinity : strangersMax(descriptorLimit(), this.connectionsMax),
      log: (line) => this.log(line),
      timeoutMs: () => 1000 * Number(cluster.serverSettings.values.get('authentication_timeout')),
    })
    /** @type {Set<Connection>} those that hold answers back */
    this.waiting = new Set()
    /** The directory says where this listens. */
    this.isTold = false
    /** @type {import('node:net').Server[]} */
    this.servers = []
    this.stopping = false
    /** Tests set it, to have each read in a buffer of its own. */
    this.sharesReads = true
    this.dedicated = options.dedicated ?? false
    if (this.dedicated) v8.setFlagsFromString(INLINE_MORE)
    this.pace = this.dedicated ? new OptimizingPace(parsed) : null
    this.busyPoll = new BusyPoll(
      options.busyPollUs ?? (this.dedicated && availableParallelism() > 1 ? BUSY_POLL_US_DEFAULT : 0),
      { begun: () => cluster.wal.stats.syncs, awaited: () => this.waiting.size > 0 }
    )
    /** Who spoke last. @type {Connection | null} */
    this.speaker = null
    /** How often in a row, each time having heard every answer. */
    this.spoke = 0
    /** @type {import('../profile/profile.js').Profile | null} */
    this.profile = cluster.profile
    /** Who has failed to prove who it is, and how often. */
    this.attempts = new Attempts(cluster.clock.monotonicMs)
    const usual = rulesOfThumb(this.auth)
    /** @type {import('../config/access/hba.js').HbaRule[]} */
    this.usualRules = parseHba(usual, '', NO_FILES, true).flatMap(({ rule }) => rule ?? [])
    this.tls = new ServerTls(cluster, options.tls)
    this.reload = () => this.tls.reload()
    const { access } = cluster
    if (options.auth !== undefined && access.hasFile('hba_file'))
      this.log(`${access.pathOf('hba_file')} says who is let in, not auth = ${this.auth}`)
    if (this.auth === 'trust' && !isLoopback(this.host) && !access.hasFile('hba_file')) {
      throw trustOnOpenAddress(this.host)
    }
    cluster.wal.onDurable(() => this.releaseHeld())
    this.loopDelay = new LoopDelay(cluster.clock)
    cluster.loopDelay = this.loopDelay
    cluster.serverSettings.live.set('event_loop_delay', () => Math.round(this.loopDelay.recentMs()))
  }

  /** Where clients find it. @param {string} user @param {string} database @returns {string} */
  urlFor(user, database) {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host
    return `postgres://${encodeURIComponent(user)}@${host}:${this.port}/${encodeURIComponent(database)}`
  }

  /** Who finds the directory locked may become a client. */
  tellWhere() {
    if (this.cluster.inMemory) return
    try {
      tellListening(this.cluster.vfs, { host: this.host, port: this.port })
      this.isTold = true
    } catch (error) {
      this.cluster.log(`not told where clients are taken: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Resolves when connections may come in. @returns {Promise<void>} */
  async listen() {
    const { access, serverSettings } = this.cluster
    access.usual = rulesOfThumb(this.auth)
    this.loadTls()
    access.load()
    this.cluster.onReload.add(this.reload)
    serverSettings.live.set('max_connections', () => this.connectionsMax)
    await this.listenOn({ port: this.port, host: this.host }, 'tcp')
    const address = this.servers[0].address()
    if (address !== null && typeof address === 'object') this.port = address.port
    this.tellWhere()
    if (this.socketDir === undefined) return
    makeSocketDirectory(this.socketDir)
    const path = join(this.socketDir, `.s.PGSQL.${this.port}`)
    await this.listenOn({ path }, 'unix')
    setSocketMode(path, Number(serverSettings.values.get('unix_socket_permissions')))
  }

  /** @throws {DbError} F0000 */
  loadTls() {
    const { tls } = this
    tls.load()
    if (tls.files === undefined) return
    const { live } = this.cluster.serverSettings
    const { cert, key, ca = '' } = tls.files
    const values = [() => tls.isOn, ...[cert, key, ca].map((file) => () => file.startsWith('-----') ? '' : file)]
    for (const [at, name] of TLS_SETTINGS.entries()) live.set(name, values[at])
  }

  /** As pg_hba.conf had them when it was read well; else those of `auth`. */
  get rules() { return this.cluster.access.rules ?? this.usualRules }

  /** @param {import('node:net').ListenOptions} where @param {Door} door @returns {Promise<void>} */
  listenOn(where, door) {
    return new Promise((resolve, reject) => {
      const server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.accept(socket, door))
      server.once('error', reject)
      server.listen(where, () => {
        server.off('error', reject)
        server.on('error', (error) => this.log(`listening socket: ${error.message}`))
        this.servers.push(server)
        resolve()
      })
    })
  }

  /** @param {import('node:net').Socket} socket @param {Door} [door] */
  accept(socket, door = 'program') {
    if (this.stopping) { socket.destroy(); return }
    const connection = new Connection(this, socket, door)
    if (door !== 'program' && this.cluster.serverSettings.values.get('log_connections') === true) {
      const subject = connection.entrance.handshake.subject()
      saysReceived(subject, subject.client)
    }
    this.connections.add(connection)
    this.strangers.came(connection)
    this.loopDelay.watch(() => this.connections.size > 0)
  }

  /** Sessions that clients have. */
  get clients() {
    let clients = 0
    for (const { isClients } of this.cluster.sessions) if (isClients) clients++
    return clients
  }

  /** @throws {DbError} 53300 */
  requirePlace() {
    if (this.clients >= this.connectionsMax) throw tooManyConnections()
  }

  /**
   * @param {import('./handshake.js').Handshake} handshake of a client that is who it says
   * @param {import('../util/byte-writer.js').ByteWriter} out
   * @returns {import('../engine/session/session.js').Session}
   * @throws {DbError} 28000, 3D000, 42501, 53300, 55000, 22023 (all fatal to the connection)
   */
  openSession({ user, database, parameters: startup }, out) {
    const { serverSettings } = this.cluster
    const replicates = wishesReplication(startup)
    const settings = () => {
      /** @type {Record<string, string>} */
      const asked = Object.create(null)
      for (const [name, value] of startupOptions(startup.get('options') ?? '')) asked[name] = value
      for (const [name, value] of startup) if (!NO_SETTINGS.has(name)) asked[name] = value
      return asked
    }
    const left = this.connectionsMax - this.clients - 1
    const reserved = Number(serverSettings.values.get('superuser_reserved_connections'))
    return this.cluster.connect({ user, database, settings, writer: out, requireRoom: (role) => {
      if (!role.superuser && left < reserved) throw slotsReserved()
      if (replicates) throw role.superuser || role.replication ? replicationNotSupported() : mayNotReplicate()
    } })
  }

  /** @param {number} pid @param {number} secret */
  cancel(pid, secret) {
    for (const session of this.cluster.sessions) if (session.pid === pid && session.secret === secret) session.cancel()
  }

  /** What one message may have before it is all there: several values of the largest size. @returns {number} */
  get messageBytesMax() {
    return MESSAGE_VALUES * 1024 * Number(this.cluster.serverSettings.values.get('max_value_size'))
  }

  /** A client spoke. @param {Connection} connection */
  heard(connection) {
    this.busyPoll.heard()
    if (this.pace !== null) this.pace.heard()
    if (connection === this.speaker && connection.outbox.held.length === 0) this.spoke++
    else {
      this.speaker = connection
      this.spoke = 0
    }
  }

  /**
   * Makes the log durable as far as an answer asks for, here and now, if the client it is for is the only one, and
   * waits: handing a sync to another thread and hearing of its end costs two changes of threads, which serve nobody
   * then.
   * @param {number} lsn
   */
  syncIfAlone(lsn) {
    const { wal } = this.cluster
    if (
      this.spoke < ALONE_MIN ||
      !this.dedicated ||
      wal.mode !== 'immediate' ||
      lsn <= wal.durableLsn ||
      wal.failed !== null
    )
      return
    try {
      wal.syncSync(lsn)
    } catch (error) {
      if (wal.failed === null) throw error
    }
  }

  durableLsn() { return this.cluster.wal.durableLsn }

  /**
   * What is told to who has no session yet: which roles and databases there are.
   * @returns {number} how far the log must be durable
   */
  gateOfStrangers() {
    const { catalogGateLsn: lsn, wal } = this.cluster
    if (lsn > wal.durableLsn && wal.failed === null) wal.requestSync(lsn)
    return lsn
  }

  /**
   * What is about to be acknowledged has at least reached the operating system.
   * @param {number} lsn how far the log must be durable for the answer
   * @returns {boolean} false: the log failed, and the answer must not leave
   */
  beforeAnswer(lsn) {
    const { wal } = this.cluster
    if (wal.failed !== null) return lsn <= wal.durableLsn
    try {
      this.cluster.beforeAnswer()
      return true
    } catch (error) {
      if (wal.failed === null) throw error
      return false
    }
  }

  /** @param {Connection} connection */
  holding(connection) { this.waiting.add(connection) }

  releaseHeld() {
    if (this.cluster.wal.failed !== null) { this.cutOff(); return }
    const durable = this.cluster.wal.durableLsn
    // Who is inside a transaction first: others wait for its locks, and each answer that leaves before costs it the
    // time of waking a client.
    for (const connection of this.waiting)
      if (connection.isInside && !connection.releaseHeld(durable)) this.waiting.delete(connection)
    for (const connection of this.waiting) if (!connection.releaseHeld(durable)) this.waiting.delete(connection)
    this.busyPoll.synced()
    this.busyPoll.idle()
  }

  /** @param {Connection} connection */
  gone(connection) {
    this.connections.delete(connection)
    this.waiting.delete(connection)
  }

  /** @param {unknown} error our bug: the session gets XX000, the log gets the stack */
  internalError(error) { this.log(error instanceof Error ? error.stack ?? error.message : String(error)) }

  /**
   * The log failed: who was to be told something that is now in doubt is cut off without an answer; the others get
   * 58030 when they ask.
   */
  cutOff() {
    for (const connection of this.connections) if (connection.isInDoubt) connection.socket.destroy()
  }

  /** Everybody is cut off. */
  abandon() {
    for (const connection of this.connections) connection.socket.destroy()
  }

  /**
   * Gives clients that were closed just before the server the time to be gone: what they sent may still be on its way,
   * and who is told of the shutdown (57P01) after its own end may have nobody left to hear of it.
   * @returns {Promise<void>} resolves when all are gone, or soon
   */
  async leaving() {
    const { clock } = this.cluster
    for (const endsMs = clock.monotonicMs() + LEAVING_MS; this.connections.size > 0 && clock.monotonicMs() < endsMs;)
      await new Promise((resolve) => {
        clock.setTimer(() => resolve(undefined), 5)
      })
  }

  /**
   * Refuses new clients, tells the connected ones, and resolves when all sockets are closed.
   * @returns {Promise<void>}
   */
  async close() {
    this.stopping = true
    this.cluster.onReload.delete(this.reload)
    if (this.isTold) tellNoLonger(this.cluster.vfs)
    this.isTold = false
    if (this.tls.files !== undefined) for (const name of TLS_SETTINGS) this.cluster.serverSettings.live.delete(name)
    const closed = this.servers.map((server) => new Promise((resolve) => { server.close(() => resolve(undefined)) }))
    await this.leaving()
    for (const connection of this.connections) connection.shutdown()
    const patience = setTimeout(() => this.abandon(), 2000)
    patience.unref()
    await Promise.all(closed)
    clearTimeout(patience)
  }
}

/** What a startup packet says besides settings. */
const NO_SETTINGS = new Set(['user', 'database', 'replication', 'options'])
/** @type {import('../config/access/tokens.js').Reader} */
const NO_FILES = (name) => { throw new Error(name) }
/** What `tls` says in their place. */
const TLS_SETTINGS = ['ssl', 'ssl_cert_file', 'ssl_key_file', 'ssl_ca_file']
/** Values of max_value_size that a message may have. */
const MESSAGE_VALUES = 8
/** For clients that are about to say goodbye. */
const LEAVING_MS = 100

/** @param {string} host */
const isLoopback = (host) => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
