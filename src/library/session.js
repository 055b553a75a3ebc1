/**
 * `EmbeddedSession` (from `db.connect()`): statements, transactions, LISTEN, COPY, streams, with the asynchronous API
 * of node-postgres and PGlite and the synchronous one of better-sqlite3.
 */
import { badTimeout, transactionInTransaction, sessionReleased, bindCountMismatch } from '../errors/library.js'
import { DbError } from '../errors/db-error.js'
import { canceledByUser, inFailedTransaction } from '../errors/engine.js'
import { askedFor, checkLimits, requireText } from './asked.js'
import { CLOSED_ENGINE, CLOSED_SESSION } from './closed.js'
import { copyFrom, copyTo } from './copy.js'
import { ResultCollector } from './result.js'
import { isPromise, mayNotWait, requireFunction, requireSync, tell } from './callbacks.js'
import { createProcedure } from './procedures.js'
import { Statement } from './statement.js'
import { streamRows } from './stream.js'
import { inputValue } from './values.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./ast.js')} */
const ast = later(import.meta.url, './ast.js')
/** @type {() => typeof import('./routines.js')} */
const routines = later(import.meta.url, './routines.js')

/** @import { Asked } from './asked.js' */
/** @import { StatementTree } from './ast.js' */
/** @import { EngineDoor, SessionDoor, Types } from '../engine/door/door.js' */
/** @import { QueryResult } from './result.js' */
/** @import { ValueOptions } from './values.js' */

/**
 * A statement; its name is not needed: plans are found by their text.
 * @typedef {{ text: string, values?: any[], rowMode?: 'array', name?: string }} QueryConfig
 */

/**
 * What ends a statement early: an aborted signal, so many milliseconds.
 * @typedef {{ signal?: AbortSignal, timeout?: number }} QueryLimits
 */

/**
 * @typedef
 *   {{ isolation?: 'read committed' | 'repeatable read' | 'serializable', readOnly?: boolean, deferrable?: boolean,
 *   retry?: number }} TransactionOptions
 */

export class EmbeddedSession {
  /** @internal @param {EngineDoor} engine @param {SessionDoor} door @param {ValueOptions} options */
  constructor(engine, door, options) {
    /** @internal */
    this.engine = engine
    /** @internal */
    this.door = door
    /** Of the engine in this process, for tests and tools. @internal @type {any} */
    this.session = door.session
    /** @internal @type {any} */
    this.cluster = engine.cluster
    /** @internal */
    this.options = options
    /** Statements of one session run one after the other. @internal @type {Promise<unknown>} */
    this.tail = Promise.resolve()
    /** Statements that are asked for and not done. @internal */
    this.waiting = 0
    /** What is read by a `stream` now. @internal @type {{ readAhead: () => void } | null} */
    this.streaming = null
    /** @internal */
    this.released = false
    /**
     * By channel.
     * @internal
     * @type {Map<string, ((payload: string, from: { channel: string, pid: number }) => void)[]>}
     */
    this.handlers = new Map()
  }

  /**
   * @internal The rows of a damaged table that can still be read, as a script of COPY: for `seawall check --salvage`,
   *   while nobody else uses the directory.
   * @param {string | null} schema
   * @param {string} name
   * @param {(text: string) => void} write
   * @param {(line: string) => void} say what cannot be read
   * @returns {{ rows: number, lost: number }}
   */
  salvage(schema, name, write, say) {
    return this.door.salvage(schema, name, write, say)
  }

  /**
   * One statement, with parameters. In TypeScript `query<Row>(…)` says what its rows are. A statement may be a tree of
   * the package `pgsql-ast-parser`, which the program installs.
   * @template [Row=any] @param {string | QueryConfig | StatementTree} query @param {any[]} [values]
   * @param {QueryLimits} [limits]
   * @returns {Promise<QueryResult<Row>>} resolves when the answer is durable in the sense of `walSync`
   * @throws {DbError} 57014 when `limits` ended it; 0A000 a tree that is printed as another statement; 22023 what is
   *   given is none of this
   */
  query(query, values, limits) {
    /** @type {Asked} */
    let asked
    try {
      asked = askedFor(query, values)
    } catch (error) {
      return Promise.reject(error)
    }
    const { text, values: params, rowMode } = asked
    const work = async () => {
      const statement = typeof text === 'string' ? text : ast().textOf(await ast().loadAstParser(), text)
      const results = await this.run(statement, params, rowMode === 'array', params.length > 0)
      return results[results.length - 1]
    }
    return this.inOrder(limits === undefined ? work : () => this.limited(limits, work))
  }

  /**
   * @internal
   * @template T
   * @param {QueryLimits} limits
   * @param {() => Promise<T>} work one statement of this session
   * @returns {Promise<T>}
   */
  async limited(limits, work) {
    checkLimits(limits)
    const { signal, timeout } = limits
    const { door } = this
    if (signal?.aborted) throw canceledByUser()
    if (timeout !== undefined && !(timeout > 0))
      throw badTimeout(timeout)
    const cancel = () => door.cancel()
    signal?.addEventListener('abort', cancel)
    const unlimited = timeout === undefined ? null : door.limit(timeout)
    try {
      return await work()
    } finally {
      signal?.removeEventListener('abort', cancel)
      unlimited?.()
    }
  }

  /**
   * Hears notifications of a channel, from any session of the database: `await db.listen('jobs', (payload) => …)`.
   * @param {string} channel
   * @param {(payload: string, from: { channel: string, pid: number }) => void} handler
   * @returns {Promise<() => Promise<void>>} ends it
   */
  async listen(channel, handler) {
    requireFunction('the handler of listen()', handler)
    this.door.onNotification(({ channel: name, payload, pid }) => {
      for (const hear of this.handlers.get(name) ?? []) tell(() => hear(payload, { channel: name, pid }))
    })
    const known = this.handlers.get(channel)
    if (known === undefined) this.handlers.set(channel, [handler])
    else known.push(handler)
    await this.exec(`LISTEN "${channel.replaceAll('"', '""')}"`)
    return async () => {
      const rest = (this.handlers.get(channel) ?? []).filter((other) => other !== handler)
      this.handlers.set(channel, rest)
      if (rest.length === 0) await this.exec(`UNLISTEN "${channel.replaceAll('"', '""')}"`)
    }
  }

  /**
   * Tells whoever listens, when the transaction commits.
   * @param {string} channel
   * @param {string} [payload]
   * @returns {Promise<void>}
   */
  async notify(channel, payload = '') {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload])
  }

  /**
   * Several statements, without parameters.
   * @param {string} script
   * @returns {Promise<QueryResult[]>} one result each
   */
  exec(script) {
    return this.inOrder(async () => {
      requireText('exec', script)
      return this.run(script, [], false, false)
    })
  }

  /**
   * As a template: `` sql`select * from t where id = ${id}` ``.
   * @template [Row=any] @param {TemplateStringsArray} parts @param {...any} values @returns {Promise<QueryResult<Row>>}
   */
  sql(parts, ...values) {
    return this.query(parts.reduce((text, part, index) => `${text}$${index}${part}`), values)
  }

  /**
   * Runs `work` in a transaction: commit when it resolves, rollback when it throws. Inside another one it is a
   * savepoint.
   * @template T
   * @param {(tx: EmbeddedSession) => Promise<T>} work
   * @param {TransactionOptions} [options] retry: how often 40001 and 40P01 are tried again
   * @returns {Promise<T>}
   */
  async transaction(work, options = {}) {
    const nested = this.door.state() === 'open'
    const begin = nested ? 'SAVEPOINT seawall_nested' : beginText(options)
    const commit = nested ? 'RELEASE SAVEPOINT seawall_nested' : 'COMMIT'
    const rollback = nested ? 'ROLLBACK TO SAVEPOINT seawall_nested; RELEASE SAVEPOINT seawall_nested' : 'ROLLBACK'
    requireFunction('what is given to transaction()', work)
    for (let attempt = 0; ; attempt++) {
      await this.exec(begin)
      try {
        const value = await work(this)
        if (this.door.state() === 'failed')
          throw inFailedTransaction()
        await this.exec(commit)
        return value
      } catch (error) {
        if (this.door.state() !== 'idle') await this.exec(rollback)
        const again =
          error instanceof DbError &&
          (error.code === '40001' || error.code === '40P01') &&
          !nested &&
          attempt < (options.retry ?? 0)
        if (!again) throw error
      }
    }
  }

  /**
   * COPY FROM STDIN: `await db.copyFrom('t(a, b)', createReadStream('rows.csv'), { format: 'csv' })`.
   * @param {string} target
   * @param {import('./copy.js').CopySource} source
   * @param {import('./copy.js').CopyFormat} [format]
   * @returns {Promise<number>} rows
   */
  copyFrom(target, source, format) { return copyFrom(this, target, source, format) }

  /**
   * COPY TO STDOUT: `for await (const bytes of db.copyTo('(select * from t)')) …`. Nothing runs before the first piece
   * is asked for.
   * @param {string} source
   * @param {import('./copy.js').CopyFormat} [format]
   * @returns {AsyncGenerator<Buffer, void, void>}
   */
  copyTo(source, format) { return copyTo(this, source, format) }

  /**
   * The rows of a statement one by one, as they are made: `for await (const row of db.stream('select …', [1])) …`. Who
   * reads slowly makes the statement wait, and who stops early ends it; in a transaction block its other rows are
   * passed over. Nothing runs before the first row is asked for; the session's other statements wait for its end: where
   * one is asked for between two rows, the rest of the rows is read into memory first. Where they are many, it is
   * better another session's (`await db.connect()`).
   * @template [Row=any] @param {string | QueryConfig | StatementTree} query @param {any[]} [values]
   * @param {QueryLimits} [limits]
   * @returns {AsyncGenerator<Row, void, void>}
   * @throws {DbError} where the rows are read: 57014 when `limits` ended it; 22023 what is given is none of this
   */
  stream(query, values, limits) {
    return /** @type {AsyncGenerator<Row, void, void>} */ (streamRows(this, query, values, limits))
  }

  /**
   * A statement for the synchronous API. In TypeScript `prepare<Row>(…)` says what its rows are.
   * @template [Row=any] @param {string} text @returns {Statement<Row>} @throws {DbError}
   */
  prepare(text) {
    requireText('prepare', text)
    return new Statement(this.door, text, this.options)
  }

  /**
   * A function whose body is JavaScript, for SQL on every connection of this database:
   * `db.createFunction('slug', { args: ['text'], returns: 'text' }, (title) => …)`. Its body runs inside the calling
   * statement's transaction; with one parameter more than `args` it gets that transaction first (`tx.get`, `tx.all`,
   * `tx.run`). A synchronous body may run more than once for one call, where a statement in it has to wait; only the
   * last run counts. Code lasts as long as the program: enter it after each open.
   * @param {string} name
   * @param {import('./routines.js').RoutineOptions} options
   * @param {(...args: any[]) => any} body
   * @returns {void} when calls may come
   * @throws {DbError}
   */
  createFunction(name, options, body) { routines().createRoutine(this, 'FUNCTION', name, options, body) }

  /**
   * The same as a procedure, for CALL; the body gets the transaction first:
   * `db.createProcedure('transfer', { args: ['int4', 'int4', 'int8'] }, (tx, from, to, amount) => { … })`.
   * Over a connection to a server the body, which is async there, runs in this program when its handle is called: in a
   * transaction, again after 40001 and 40P01.
   * @param {string} name
   * @param {import('./routines.js').RoutineOptions} options
   * @param {(...args: any[]) => any} body
   * @returns {(...args: unknown[]) => Promise<void>} its handle: a call with these arguments, which resolves when that
   *   is durable
   * @throws {DbError}
   */
  createProcedure(name, options, body) { return createProcedure(this, name, options, body) }

  /**
   * Runs `work` in one transaction, synchronously: commit when it returns, rollback when it throws.
   * @template T
   * @param {() => T} work an ordinary function: what an async one does after its first wait would be outside
   * @returns {T}
   * @throws {DbError} 22023 `work` is async, or returned a promise: everything was rolled back
   */
  transactionSync(work) {
    const { door } = this
    requireSync('the function given to transactionSync()', work, 'Use transaction().')
    if (door.state() !== 'idle') throw transactionInTransaction()
    door.beginSync()
    try {
      const value = work()
      if (isPromise(value)) {
        value.then(undefined, () => undefined) // what comes of it is nobody's concern any more
        throw mayNotWait('the function given to transactionSync()', 'Use transaction().')
      }
      door.commitSync()
      return value
    } catch (error) {
      door.rollbackSync()
      if (error instanceof DbError) door.settleError()
      throw error
    }
  }

  /** Resolves when everything this session has been told is durable. @returns {Promise<void>} */
  flushed() { return this.door.flushed() }

  /** Stops the running statement: it rejects with 57014. */
  cancel() { this.door.cancel() }

  /** Ends the session; an open transaction is rolled back. @returns {Promise<void>} */
  async release() {
    if (this.released) return
    this.released = true
    this.streaming?.readAhead() // who releases it may be its reader
    await this.tail.catch(() => undefined)
    this.door.close()
    this.enter(CLOSED_ENGINE, CLOSED_SESSION)
  }

  /** @internal @param {EngineDoor} engine @param {SessionDoor} door its session here */
  enter(engine, door) {
    this.engine = engine
    this.door = door
    this.session = door.session
    this.cluster = engine.cluster
    this.handlers.clear()
  }

  /** For `await using session = await db.connect()`. @returns {Promise<void>} */
  async [Symbol.asyncDispose]() { await this.release() }

  /** Why a session that was released runs nothing. @internal @returns {DbError} */
  refusal() { return sessionReleased() }

  /** @internal @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  inOrder(work) {
    if (this.released) return Promise.reject(this.refusal())
    const answered = () => this.answered(work)
    this.waiting++
    this.streaming?.readAhead()
    const turn = this.tail.then(answered, answered)
    this.tail = turn.catch(() => undefined)
    return turn
  }

  /**
   * Whatever `work` comes to, a value or an error: the program is told when that may be told.
   * @internal
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async answered(work) {
    try {
      return await work()
    } finally {
      this.waiting--
      await this.door.opened()
    }
  }

  /**
   * @internal
   * @param {string} text
   * @param {any[]} values
   * @param {boolean} asArrays
   * @param {boolean} single
   * @returns {Promise<QueryResult[]>}
   */
  async run(text, values, asArrays, single) {
    const { door } = this
    const collector = new ResultCollector(this.options, asArrays).of(door.types)
    const pending = single
      ? door.query(text, collector, datumsOf(values, door.types))
      : door.script(text, collector)
    if (pending !== null) await pending
    return collector.results
  }

  /**
   * @internal
   * @param {string} text @param {ResultCollector} collector @param {unknown[]} [values]
   * @returns {Promise<QueryResult[]>}
   */
  async runWith(text, collector, values = []) {
    const { door } = this
    collector.of(door.types)
    const pending = values.length > 0
      ? door.query(text, collector, datumsOf(values, door.types))
      : door.script(text, collector)
    if (pending !== null) await pending
    return collector.results
  }
}

/** @param {unknown[]} values @param {Types} of @returns {import('../engine/door/door.js').ValuesFor} */
const datumsOf = (values, of) => (types, exactly, from = 0, to = types.length) => {
  if (exactly && types.length !== values.length) {
    const message = `bind message supplies ${values.length} parameters, but prepared statement "" requires ${types.length}`
    throw bindCountMismatch(message)
  }
  const datums = []
  for (let at = from; at < to; at++) datums.push(inputValue(values[at], types[at], of))
  return datums
}

/** @param {TransactionOptions} options */
function beginText({ isolation, readOnly, deferrable }) {
  return `BEGIN${isolation ? ` ISOLATION LEVEL ${isolation.toUpperCase()}` : ''}${readOnly ? ' READ ONLY' : ''}${deferrable ? ' DEFERRABLE' : ''}`
}
