/**
 * Which database a client of `seawall/pg` talks to. Those that name a directory share one open database, which closes
 * with the last of them.
 */
import { noServerHere } from '../errors/library.js'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { open } from '../index.js'
import { StreamEnd } from '../util/stream-pair.js'

/** @import { Database } from '../index.js' */

/** Where a pool tells its clients which database is theirs. */
export const SHARED = Symbol('database of the pool')

/** The database of clients that name none. @type {Database | null} */
let usual = null
/** The server that it stands for; null: whatever host and port they name. @type {Server | null} */
let standsFor = null

/** @typedef {{ host: string, port: number }} Server */

/**
 * Clients and pools that name no database have this one from here on, whatever host and port they name.
 * @param {Database | null} db who opened it closes it
 * @param {Partial<Server>} [server] that it stands for: options mean what they mean to node-postgres then, and who is
 *   to reach another host or port reaches it by a socket; host: 'localhost' by default, port: 5432
 */
export function use(db, server) {
  usual = db
  standsFor = server === undefined ? null : { host: server.host ?? 'localhost', port: server.port ?? 5432 }
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/** @param {Server} one @param {Server} other @returns {boolean} */
const isSame = (one, other) => one.port === other.port
  && (one.host === other.host || (LOOPBACK.includes(one.host) && LOOPBACK.includes(other.host)))

/** @param {Record<string, unknown>} config @returns {Server} that node-postgres would connect to */
function serverOf(config) {
  const { host, port } = new pg.Client({ ...config, stream: new StreamEnd() })
  return { host, port }
}

/** A database that is open as long as somebody has use of it. */
export class SharedDatabase {
  /** @param {() => Promise<Database>} start @param {(closed: Promise<void>) => void} [ended] it is being closed */
  constructor(start, ended = () => undefined) {
    this.start = start
    this.ended = ended
    this.users = 0
    /** @type {Promise<Database> | null} */
    this.db = null
  }

  /** @returns {Promise<Database>} @throws {DbError} as `open` does */
  async acquire() {
    this.users++
    this.db ??= this.start()
    try {
      return await this.db
    } catch (error) {
      this.db = null
      this.users--
      throw error
    }
  }

  /** @returns {Promise<void>} resolves when the database is closed, if this was the last user */
  async release() {
    if (--this.users > 0 || this.db === null) return
    const { db } = this
    this.db = null
    const closed = db.then((open) => open.close())
    this.ended(closed)
    await closed
  }
}

/** By directory. @type {Map<string, SharedDatabase>} */
const directories = new Map()
/** Directories that are being closed: who wants one again waits. @type {Map<string, Promise<void>>} */
const leaving = new Map()

/** @param {string} path @returns {SharedDatabase} */
function ofDirectory(path) {
  if (path === ':memory:') return new SharedDatabase(() => open(path))
  const key = resolve(path)
  let shared = directories.get(key)
  if (shared === undefined) {
    const made = new SharedDatabase(async () => {
      await leaving.get(key)
      return open(key)
    }, (closed) => {
      if (directories.get(key) === made) directories.delete(key)
      const left = closed.catch(() => undefined).then(() => { if (leaving.get(key) === left) leaving.delete(key) })
      leaving.set(key, left)
    })
    shared = made
    directories.set(key, made)
  }
  return shared
}

/** @param {Where} config that names no database @returns {boolean} whether it names a server that none stands for */
const isElsewhere = (config) => standsFor !== null && !isSame(standsFor, serverOf(config))

/** @param {Where} config @returns {boolean} whether its options are those of the server that the database stands for */
export const isStandIn = ({ db, directory, connectionString }) => standsFor !== null && db === undefined
  && directory === undefined && (connectionString === undefined || !isPath(connectionString))

/** Opened by somebody else, who closes it. @param {Database} db */
const ofProgram = (db) => Object.assign(new SharedDatabase(async () => db), { release: async () => undefined })

/**
 * @typedef {object} Where beside node-postgres' own options
 * @property {Database} [db] an open database
 * @property {string} [directory] or ':memory:', a database of its own
 * @property {string} [connectionString] a directory, `seawall:` before one, a file URL, ':memory:'; `postgres://` or a
 *   word names user and database alone, and where the data is, is said by `use`, `db`, `directory` or the environment
 */

/**
 * @param {Where & { host?: string, [SHARED]?: SharedDatabase | null }} config
 * @returns {SharedDatabase | null} null: a server's, that `use` was told not to stand for
 * @throws {DbError} 08001 it names a server, and nothing says where the data is
 */
export function databaseOf(config) {
  const given = config[SHARED]
  if (given !== undefined) return given
  if (config.db !== undefined) return ofProgram(config.db)
  if (config.directory !== undefined) return ofDirectory(config.directory)
  const { connectionString } = config
  if (connectionString !== undefined && isPath(connectionString)) return ofDirectory(pathOf(connectionString))
  if (usual !== null) return isElsewhere(config) ? null : ofProgram(usual)
  const { SEAWALL_DATA, PGDATA } = process.env
  if (SEAWALL_DATA || PGDATA) return ofDirectory(SEAWALL_DATA || /** @type {string} */ (PGDATA))
  if (/^\w+:/.test(connectionString ?? '') || config.host !== undefined) {
    throw noServerHere()
  }
  return ofDirectory('./seawall-data')
}

/**
 * @param {Database | undefined} db @param {string | undefined} directory of a client's options
 * @returns {string | undefined} the database that the open handle it goes to is of; undefined: there is none yet
 */
export const ownDatabase = (db, directory) => (db ?? (directory === undefined ? usual : null))?.door.database

/** @param {string} text @returns {string} */
const pathOf = (text) => text.startsWith('file:') ? fileURLToPath(text) : text.replace(/^seawall:(\/\/(?=\/))?/, '')

/**
 * Whether it says where the data is. A word by itself is a database's name, as it is to node-postgres, and what has
 * another scheme (`postgres:`, `pg:`, `socket:`) is a server's URL.
 * @param {string} text
 */
const isPath = (text) => /^(?:file:|seawall:|:memory:$|[A-Za-z]:[\\/])/.test(text)
  || (!/^\w+:/.test(text) && /[\\/]/.test(text))

/**
 * @param {string | undefined} text
 * @returns {text is string} whether node-postgres is to read user and database from it
 */
export const namesServer = (text) => text !== undefined && !isPath(text)
