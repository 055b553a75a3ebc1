/**
 * A server somewhere behind the library's door: PostgreSQL, or what speaks its protocol. `pg` connects, authenticates
 * and encrypts as its connection strings say; sessions are connections of their own, as many as the program holds.
 */
import { RemoteSession } from './session.js'
import { remoteError, refuseCheck, refuseFork, refuseIntercept, refuseStats } from './errors.js'
import { RemoteTypes } from './types.js'
import { readLongMessages } from './joined-messages.js'

/** @import { EngineDoor, SessionDoor } from '../engine/door/door.js' */

/** @type {Record<string, (env: import('../types/type-ops.js').TypeEnv, value: string) => void>} */
const FOLLOWED = {
  DateStyle: (env, value) => { env.dateStyle = value },
  TimeZone: (env, value) => { env.timeZone = value },
  IntervalStyle: (env, value) => { env.intervalStyle = /** @type {any} */ (value) },
}

/** Connections that are kept for sessions to come. */
const IDLE_MAX = 8

/** @implements {EngineDoor} */
export class RemoteEngine {
  /** @param {any} pg the package @param {string} url */
  constructor(pg, url) {
    this.pg = pg
    this.url = url
    /** @type {Set<RemoteSession>} */
    this.sessions = new Set()
    /** @type {Map<number, import('./types.js').Foreign>} */
    this.foreign = new Map()
    /** Those that wait for the next user, as if they were new. @type {RemoteSession[]} */
    this.idle = []
    this.isClosing = false
    this.isInMemory = false
    this.isOfDirectory = false
    /** There is none here. @type {unknown} */
    this.cluster = null
  }

  /** @param {string} url `postgres://…` @returns {Promise<RemoteEngine>} */
  static async at(url) {
    return new RemoteEngine((await import('pg')).default, url)
  }

  /** @param {Record<string, unknown>} [more] @returns {any} a client of pg's that is not connected */
  client(more) {
    const client = new this.pg.Client({ connectionString: this.url, ...more })
    readLongMessages(client.connection)
    return client
  }

  /**
   * @param {{ user?: string, database?: string, settings: Record<string, string> }} who as the URL says unless said
   * @param {SessionDoor | null} _asker the server decides what is told
   * @returns {Promise<RemoteSession>} @throws {import('../errors/db-error.js').DbError} 08001, and what the server says
   */
  async connect({ user, database, settings }, _asker) {
    const key = JSON.stringify([user, database, settings])
    const waiting = this.idle.findLastIndex((session) => session.key === key)
    if (waiting >= 0) return this.idle.splice(waiting, 1)[0]
    const parsed = new URL(this.url)
    if (user !== undefined) parsed.username = encodeURIComponent(user)
    if (database !== undefined) parsed.pathname = `/${encodeURIComponent(database)}`
    const options = [parsed.searchParams.get('options') ?? '', ...Object.entries(settings).map(setting)].join(' ')
    if (options !== '') parsed.searchParams.set('options', options)
    const client = this.client({ connectionString: parsed.href })
    client.on('error', () => undefined) // whoever waits for an answer hears of it
    const types = new RemoteTypes(this.foreign)
    client.connection.on('parameterStatus', (/** @type {any} */ { parameterName, parameterValue }) => {
      FOLLOWED[parameterName]?.(types.env, parameterValue)
    })
    try {
      await client.connect()
    } catch (error) {
      throw remoteError(error, '08001')
    }
    const session = new RemoteSession(this, client, types, { user: client.user, database: client.database })
    session.key = key
    this.sessions.add(session)
    return session
  }

  /** @param {RemoteSession} session that ends @returns {boolean} it is kept for another */
  keeps(session) {
    if (this.isClosing || session.talk.isOver || this.idle.length >= IDLE_MAX) return false
    this.idle.push(session)
    return true
  }

  /** @param {RemoteSession} session whose connection is closed */
  left(session) {
    this.sessions.delete(session)
    this.idle = this.idle.filter((other) => other !== session)
  }

  /**
   * Tells the server to end what a client runs, by a connection of its own.
   * @param {any} client @returns {Promise<void>} resolves when the server has heard it, or never will
   */
  async cancel({ host, port, processID, secretKey, ssl }) {
    const { connection } = this.client()
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      const end = () => { resolve() }
      connection.once('end', end)
      connection.stream.once('end', end)
      connection.on('error', end) // there is nobody to tell
    })
    connection.on('connect', () => { if (ssl) connection.requestSsl(); else connection.cancel(processID, secretKey) })
    connection.on('sslconnect', () => connection.cancel(processID, secretKey))
    if (host?.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
    await over
  }

  /** @returns {Promise<void>} */
  async checkpoint() {
    const [session] = this.sessions
    const { user, database } = session
    const own = await this.connect({ user, database, settings: {} }, null)
    try {
      await own.script('CHECKPOINT', /** @type {any} */ ({ commandComplete() { /* done */ } }))
    } finally {
      await own.end()
    }
  }

  /** @returns {Promise<EngineDoor>} */
  async fork() { throw refuseFork() }
  /** @param {((text: string) => string) | null} rewrite */
  intercept(rewrite) { if (rewrite !== null) throw refuseIntercept() }
  /** @returns {Promise<import('../engine/door/door.js').CheckReport>} */
  async check() { throw refuseCheck() }
  /** @returns {never} */
  stats() { throw refuseStats() }

  isBusy() { return [...this.sessions].some(({ isBusy }) => isBusy) }

  /** @param {number} ms @returns {Promise<void>} */
  pause(ms) { return new Promise((resolve) => { setTimeout(resolve, ms) }) }

  nowMs() { return performance.now() }

  async close() {
    this.isClosing = true
    await Promise.all([...this.sessions].map(async (session) => {
      session.cancel()
      await session.end()
    }))
  }
}

/** @param {[string, string]} setting @returns {string} an argument of a server's command line */
const setting = ([name, value]) => `-c ${`${name}=${value}`.replace(/[\\ \t\n]/g, '\\$&')}`
