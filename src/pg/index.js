/**
 * `seawall/pg`: node-postgres in process. Its Client and Pool are the package's own, over a connection that is no
 * socket: a session of a database which this process has open. Results, errors, cursors, streams, notifications and
 * types are node-postgres' because its code makes them; ORMs run on it where they take a driver or a pool.
 *
 *   import { Pool } from 'seawall/pg'
 *   const pool = new Pool({ directory: './data' })
 */
import pg from 'pg'
import { StreamEnd, joined } from '../util/stream-pair.js'
import { SHARED, databaseOf, isStandIn, namesServer, ownDatabase, use } from './databases.js'

/** @import { SharedDatabase, Where } from './databases.js' */

/**
 * node-postgres' options too; host, port, password and ssl have no meaning here, unless `use` named a server.
 * @typedef {Where & Record<string, any>} ClientConfig
 */

const { Connection, DatabaseError, Query, Result, TypeOverrides, defaults, escapeIdentifier, escapeLiteral, types } = pg
export {
  Connection, DatabaseError, Query, Result, TypeOverrides, defaults, escapeIdentifier, escapeLiteral, types, use,
}
/** There is no binding in C. */
export const native = null

/** The client's end of a connection, which begins when the database is open. */
class ClientEnd extends StreamEnd {
  /** @param {SharedDatabase} shared */
  constructor(shared) {
    super()
    this.shared = shared
    /** There was an attempt to connect. */
    this.isUsed = false
    /** Settled when this client has no use of the database any more. @type {Promise<void>} */
    this.left = Promise.resolve()
  }

  /** @override */
  connect() {
    const { shared } = this
    this.isUsed = true
    shared.acquire().then((db) => {
      this.once('close', () => { this.left = shared.release() })
      if (this.destroyed) return
      const [, served] = joined(this, new StreamEnd())
      db.accept(served)
      this.emit('connect')
    }, (error) => this.destroy(error))
    return this
  }
}

/** @param {string | ClientConfig | undefined} config @returns {ClientConfig} */
const asObject = (config) => typeof config === 'string' ? { connectionString: config } : { ...config }

/** Who node-postgres says is asking where nobody says so: the user of the operating system. */
const { user: ITS_USER } = defaults

/**
 * What node-postgres is to see. Who names no database means the one that an open handle has; elsewhere, as with
 * node-postgres, the one with the user's name.
 * @param {ClientConfig} config @returns {Record<string, unknown>}
 */
function forDriver(config) {
  const { db, directory: _directory, connectionString, ...rest } = config
  if (isStandIn(config)) return connectionString === undefined ? rest : { ...rest, connectionString }
  const usual = defaults.user === ITS_USER ? 'postgres' : defaults.user
  const user = rest.user ?? process.env.PGUSER ?? usual
  const own = ownDatabase(db, _directory)
  const database = rest.database ?? process.env.PGDATABASE ?? defaults.database ?? own ?? user
  if (namesServer(connectionString)) {
    return /:/.test(connectionString) ? { ...rest, connectionString, ssl: false }
      : { ...rest, user, database: rest.database ?? connectionString, host: 'localhost', ssl: false }
  }
  return { ...rest, user, database, host: rest.host ?? defaults.host ?? 'localhost', ssl: false }
}

export class Client extends pg.Client {
  /** @param {string | ClientConfig} [config] @throws {DbError} 08001 */
  constructor(config) {
    const own = asObject(config)
    const shared = databaseOf(own)
    const end = shared === null ? null : new ClientEnd(shared)
    super(end === null ? own : { ...forDriver(own), stream: end })
    this.seawall = end
  }

  /**
   * @param {(error?: Error) => void} [callback]
   * @returns {Promise<void> | undefined} resolves when the session is gone, and the database closed if it was the last
   */
  end(callback) {
    const { seawall: stream } = this
    if (stream === null || !stream.isUsed) return super.end(callback) // it may still connect
    const ended = super.end().then(() => closing(stream)).then(() => stream.left)
    if (callback === undefined) return ended
    ended.then(() => callback(), callback)
    return undefined
  }
}

/** @param {StreamEnd} end @returns {Promise<void>} resolves when it is closed, which it is about to be */
const closing = (end) => new Promise((resolve) => {
  if (end.closed) { resolve(); return }
  end.once('close', () => resolve())
  end.end()
})

export class Pool extends pg.Pool {
  /** @param {ClientConfig} [config] @throws {DbError} 08001 */
  constructor(config = {}) {
    const shared = databaseOf(config)
    super({ ...config, Client: config.Client ?? Client, [SHARED]: shared })
    this.seawall = shared
    /** The pool's own use of the database: its clients come and go. @type {Promise<unknown> | null} */
    this.held = null
    /** Ends of its clients' connections: the pool forgets a client when it begins to end. @type {Set<ClientEnd>} */
    this.ends = new Set()
    this.on('connect', (/** @type {any} */ { seawall: end }) => {
      if (!(end instanceof ClientEnd)) return // a Client class of the program's own
      this.ends.add(end)
      end.once('close', () => { this.leaving = Promise.all([this.leaving, end.left]).then(() => undefined) })
      end.once('close', () => this.ends.delete(end))
    })
    /** @type {Promise<void>} */
    this.leaving = Promise.resolve()
  }

  /** @param {(error: any, client?: any) => void} [callback] @returns {any} */
  connect(callback) {
    // Who cannot open it hears so from the client's own attempt.
    if (this.seawall !== null) this.held ??= this.seawall.acquire().catch(() => { this.held = null })
    return super.connect(callback)
  }

  /**
   * @param {(error?: Error) => void} [callback]
   * @returns {Promise<void> | undefined} resolves when the database is closed too, if nobody else has use of it
   */
  end(callback) {
    const ended = super.end().then(async () => {
      const { held } = this
      this.held = null
      await Promise.all([...this.ends].map(closing))
      await this.leaving
      if (held !== null) await held.then(() => this.seawall?.release())
    })
    if (callback === undefined) return ended
    ended.then(() => callback(), callback)
    return undefined
  }
}

// As node-postgres has it: who walks over the members does not meet it.
export default Object.defineProperty({
  Client, Pool, Connection, DatabaseError, Query, Result, TypeOverrides, defaults, escapeIdentifier, escapeLiteral,
  types, native, use,
}, 'native', { enumerable: false })
