/** `Database`, what `open` gives a program that embeds the engine: a session (session.js) and the whole cluster. */
import { sessionReleased, databaseClosed } from '../errors/library.js'
import { adminShutdown } from '../errors/protocol.js'
import { parse } from '../parser/parser.js'
import { Interception, loadAstParser } from './ast.js'
import { CLOSED_ENGINE, CLOSED_SESSION } from './closed.js'
import { requireSync } from './callbacks.js'
import { Snapshot, restore } from './snapshot.js'
import { StreamEnd, joined } from '../util/stream-pair.js'
import { EmbeddedSession } from './session.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { Interceptor } from './ast.js' */
/** @import { EngineDoor, SessionDoor } from '../engine/door/door.js' */
/** @import { TransactionOptions } from './session.js' */
/** @import { ValueOptions } from './values.js' */

/**
 * Where clients find a database that is served.
 * @typedef {{ port: number, url: string, close: () => Promise<void> }} Served
 */

/**
 * Who serves connections that are handed over.
 * @typedef {{ accept: (socket: any) => void, close: () => Promise<void> }} Acceptor
 */

/**
 * What stands above the library: serving sockets, connections in process, and the same face for a fork.
 * @typedef {object} Above
 * @property {(options: any) => Promise<Served>} serve
 * @property {() => Acceptor} acceptor
 * @property {(fork: EngineDoor) => Promise<Database>} forked
 * @property {(engine: EngineDoor) => Promise<SessionDoor>} connected the main session, as `open` was told
 */

/** For statements under way when the database closes. */
const CLOSE_GRACE_MS = 2000

/** The handle `open` gives: a session of its own, and everything about the whole database. */
export class Database extends EmbeddedSession {
  /**
   * @internal
   * @param {EngineDoor} engine
   * @param {SessionDoor} door
   * @param {ValueOptions} options
   * @param {Above} above
   */
  constructor(engine, door, options, above) {
    super(engine, door, options)
    /** @internal */
    this.above = above
    /** @internal @type {Set<{ close: () => Promise<void> }>} */
    this.listeners = new Set()
    /** Serves connections that come through no socket. @internal @type {Acceptor | null} */
    this.inProcess = null
    /** Those of `connect` that were not released. @internal @type {Set<EmbeddedSession>} */
    this.sessions = new Set()
    /** @internal @type {Promise<void> | null} */
    this.closing = null
    /** @internal @type {Interception | null} */
    this.interception = null
    /** Those of a directory. @internal @type {Set<Snapshot>} */
    this.snapshots = new Set()
  }

  /**
   * A session of its own: transaction, settings, temporary tables.
   * @param {{ user?: string, database?: string, settings?: Record<string, string> }} [options]
   * @returns {Promise<EmbeddedSession>}
   */
  async connect({ user = this.door.user, database = this.door.database, settings = {} } = {}) {
    const { engine } = this
    const door = await engine.connect({ user, database, settings }, this.door)
    const session = new EmbeddedSession(engine, door, this.options)
    for (const each of this.sessions) if (each.released) this.sessions.delete(each)
    this.sessions.add(session)
    return session
  }

  /**
   * Runs `work` in a transaction on a session of its own.
   * @template T
   * @param {(tx: EmbeddedSession) => Promise<T>} work
   * @param {TransactionOptions} [options]
   * @returns {Promise<T>}
   */
  async transaction(work, options = {}) {
    const own = await this.connect()
    try {
      return await own.transaction(work, options)
    } finally {
      await own.release()
    }
  }

  /**
   * Accepts PostgreSQL clients.
   * @param {Omit<import('../server/listen-options.js').ListenOptions, 'log'> & { log?: (line: string) => void }}
   *   [options]
   * @returns {Promise<Served>}
   * @throws {DbError} 57P01 the database is closing
   */
  async serve(options = {}) {
    if (this.closing !== null) throw adminShutdown()
    const listener = await this.above.serve(options).catch((error) => {
      throw this.closing === null ? error : adminShutdown()
    })
    if (this.closing === null) {
      this.listeners.add(listener)
      return listener
    }
    await listener.close()
    throw adminShutdown()
  }

  /**
   * A connection that speaks PostgreSQL's protocol inside the process: for drivers that take a stream, such as `pg` and
   * `postgres`. A session of its own begins with the client's first message and ends with the stream.
   * @returns {import('node:stream').Duplex} connected
   * @throws {DbError} 57P01 the database is closing
   */
  createConnection() {
    const [client, server] = joined(new StreamEnd(), new StreamEnd())
    this.accept(server)
    return client
  }

  /**
   * Serves who writes to the other end.
   * @internal
   * @param {StreamEnd} end
   * @throws {DbError} 57P01 the database is closing
   */
  accept(end) {
    if (this.closing !== null) throw adminShutdown()
    if (this.inProcess === null) this.listeners.add(this.inProcess = this.above.acceptor())
    this.inProcess.accept(end)
  }

  /** Writes all changes to the data files, so that recovery has little to do. @returns {Promise<void>} */
  checkpoint() { return this.engine.checkpoint() }

  /**
   * A copy on write of everything that is committed now, in milliseconds whatever its size: a database of its own, in
   * memory, which keeps only what it changes. Neither sees what the other does from here on; transactions under way
   * are not in it. It is gone when it is closed, and its user, database, settings and options are this one's.
   * @returns {Promise<Database>} resolves when queries may run; to be closed
   * @throws {DbError} 57P01, 57P03 the database is closing; 53100 pages wait for room on the disk; 58030
   */
  async fork() {
    if (this.closing !== null) throw adminShutdown()
    return this.above.forked(await this.engine.fork())
  }

  /**
   * What is committed now, for `restore`: costs what `fork` costs. That of a directory, or of a fork of one, is
   * good until this database is closed: only forks, which are databases of their own, keep a directory locked beyond.
   * @returns {Promise<Snapshot>} to be closed
   * @throws {DbError} as `fork`
   */
  async snapshot() {
    if (this.closing !== null) throw adminShutdown()
    const snapshot = new Snapshot(await this.engine.fork())
    for (const each of this.snapshots) if (each.closing !== null) this.snapshots.delete(each)
    if (this.engine.isOfDirectory) this.snapshots.add(snapshot)
    if (this.closing === null) return snapshot
    await snapshot.close()
    throw adminShutdown()
  }

  /**
   * Puts a database in memory back to what a snapshot of it holds, in milliseconds. This handle goes on with a new main
   * session; sessions of `connect()`, listeners and prepared statements end with what was (57P03).
   * @param {Snapshot} snapshot of this database, or of another one
   * @returns {Promise<void>}
   * @throws {DbError} 0A000 the database is in a directory, which is not taken back; 55006 it serves clients
   */
  restore(snapshot) {
    if (this.closing !== null) return Promise.reject(adminShutdown())
    return this.inOrder(() => restore(this, snapshot))
  }

  /**
   * Hands every statement that clients of this database ask for (in this program, by `seawall/pg`, over the wire) to
   * `listener` before it runs, as a tree of the package `pgsql-ast-parser`, which the program installs. A tree that it
   * returns, or changes in place, runs instead; otherwise the statement runs as it was written. Several listeners are
   * told one after the other, each what the one before made of it. Bodies of functions are not handed out, nor commands
   * about transactions and sessions that its grammar has not got (SAVEPOINT, LISTEN).
   * @param {Interceptor} listener no async function
   * @returns {Promise<{ unsubscribe: () => void }>} resolves when it is told; ends that
   * @throws {DbError} 0A000 the package is not installed, or the engine is elsewhere. Statements reject with 0A000
   *   where the grammar of `pgsql-ast-parser` cannot say them, and with 38000 where a listener throws
   */
  async intercept(listener) {
    requireSync('what is given to intercept()', listener)
    const parser = await loadAstParser()
    const interception = this.interception ??= new Interception(parser)
    this.engine.intercept((text) => interception.rewrite(text))
    interception.listeners.add(listener)
    return {
      unsubscribe: () => {
        interception.listeners.delete(listener)
        if (interception.listeners.size === 0) this.engine.intercept(null)
      },
    }
  }

  /** @internal @override @param {EngineDoor} engine @param {SessionDoor} door its main session */
  enter(engine, door) {
    const { interception } = this
    if (interception !== null && interception.listeners.size > 0) {
      engine.intercept((text) => interception.rewrite(text))
    }
    super.enter(engine, door)
  }

  /** Counters of the log, the buffer pool and transactions. */
  stats() { return this.engine.stats() }

  /**
   * Reads everything and says what is damaged: pages, rows, each index against its table, catalogs and files. Writes
   * nothing.
   * @returns {Promise<import('../engine/door/door.js').CheckReport>}
   */
  check() { return this.answered(() => this.engine.check(this.door)) }

  /** Statements of a text, parsed by PostgreSQL's grammar. @param {string} text @returns {any[]} trees */
  parse(text) { return parse(text).map((statement) => statement.stmt) }

  /**
   * Ends all sessions and closes the files after a checkpoint. Statements under way may end by themselves for two
   * seconds; then they are ended (57014).
   * @returns {Promise<void>}
   */
  close() {
    this.closing ??= this.closeAll()
    return this.closing
  }

  /** Resolves when nothing runs any more in this process, or after a while. @internal @returns {Promise<void>} */
  async settled() {
    const { engine } = this
    let isOver = false
    const over = this.tail.catch(() => undefined).then(() => { isOver = true })
    for (const endsMs = engine.nowMs() + CLOSE_GRACE_MS; engine.nowMs() < endsMs;) {
      await Promise.race([over, engine.pause(5)])
      await engine.pause(0)
      if (isOver && !engine.isBusy()) return
      if (isOver) await engine.pause(5)
    }
  }

  /** @internal */
  async closeAll() {
    for (const listener of this.listeners) await listener.close()
    this.released = true
    await this.settled()
    for (const snapshot of this.snapshots) await snapshot.close()
    await this.engine.close()
    // Who keeps the handle keeps no more of the engine than that it was closed.
    this.interception = null
    for (const held of [this, ...this.sessions]) held.enter(CLOSED_ENGINE, CLOSED_SESSION)
    this.sessions.clear()
    this.listeners.clear()
    this.snapshots.clear()
    this.inProcess = null
  }

  /** @internal @override @returns {DbError} */
  refusal() { return this.closing === null ? sessionReleased() : databaseClosed() }

  /**
   * What clones options deeply (lodash, and with it Knex and MikroORM) takes what has a tag of its own as it is: a copy
   * of a database would share some of its memory and not the rest.
   * @internal
   */
  get [Symbol.toStringTag]() { return 'Database' }

  /** For `await using db = await open(…)`. @returns {Promise<void>} */
  async [Symbol.asyncDispose]() { await this.close() }
}
