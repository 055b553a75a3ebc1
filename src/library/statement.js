/**
 * The synchronous face, as better-sqlite3's: a prepared statement that runs to its end in one call. Bounded statements go from here
 * straight into their compiled code. Where a statement would have to wait for another transaction's lock it throws 55P03 instead.
 *
 * `run` (and the end of `transactionSync`) returns when the commit is durable in the sense of `walSync`: synced in `immediate`, handed to the
 * operating system in `batch` and `none`. `get`, `all` and `iterate` may show a commit that is not yet durable; `db.flushed()` awaits that. Errors show nothing of the kind, whoever throws them.
 */
import { DbError } from '../errors/db-error.js'
import { commandTag } from '../engine/statements/core/prepared.js'
import { PointRunner } from '../engine/statements/core/point.js'
import { callNow } from '../engine/statements/core/call.js'
import { runMany } from '../engine/statements/core/run-many.js'
import { IMPLICIT } from '../engine/session/transaction-block.js'
import { LAYER } from '../profile/profile.js'
import { objectShape, rowMaker } from './result.js'
import { inputValue } from './values.js'
import { makePrepared } from '../engine/statements/core/statement-lookup.js'
import { runGeneral, runOne } from '../engine/statements/core/run-one.js'

/** @import { Session } from '../engine/session/session.js' */
/** @import { Prepared } from '../engine/statements/core/prepared.js' */
/** @import { ValueOptions } from './values.js' */

/** @template [Row=any] what a row is, for TypeScript */
export class Statement {
  /** @param {Session} session @param {string} text @param {ValueOptions} options @throws {DbError} 42601 … */
  constructor(session, text, options) {
    this.session = session
    this.text = text
    this.options = options
    /** @type {Prepared} */
    this.prepared = settled(session, () => makePrepared(session, text, []))
    if (session.block.state === IMPLICIT) session.envelope.finishNow()
    this.calls = this.prepared.tag === 'CallStmt'
    /** @type {any} */
    this.sink = new StatementSink(this)
    this.point = new PointRunner(session, this.prepared, 'rows', '', (columns) => objectShape(columns, session, options))
    /** @type {((row: any[]) => any) | null} */
    this.make = null
    /** @type {any} the columns `make` was made for */
    this.madeFor = null
    /** What a utility statement (SHOW, EXPLAIN …) said its rows are. @type {any} */
    this.described = null
    /** Of the last run: objects, or arrays that `make` is for. @type {any[]} */
    this.rows = []
    this.asObjects = false
  }

  /** The first row, or undefined. @param {...any} values @returns {Row | undefined} */
  get(...values) {
    this.execute(values)
    const { rows } = this
    if (rows.length === 0) return undefined
    const make = this.asObjects ? null : this.maker()
    const row = rows[0]
    if (rows.length === 1) rows.pop()
    else this.rows = []
    return make === null ? row : make(row)
  }

  /** All rows. @param {...any} values @returns {Row[]} */
  all(...values) {
    this.execute(values)
    const { rows } = this
    if (rows.length === 0) return []
    this.rows = []
    if (this.asObjects) return rows
    const make = this.maker()
    for (let index = 0; index < rows.length; index++) rows[index] = make(rows[index])
    return rows
  }

  /** Runs for the effect. @param {...any} values @returns {{ changes: number }} rows inserted, updated or deleted */
  run(...values) {
    return { changes: this.execute(values) }
  }

  /**
   * Runs for each row of values, in their order and in one transaction, as `run` in a loop would; rows that an INSERT adds are written many at a time.
   * @param {Iterable<any>} rows each an array of values, or the value of the only parameter @returns {{ changes: number }} rows inserted, updated or deleted
   */
  runMany(rows) {
    const list = Array.isArray(rows) ? rows : Array.from(rows)
    const convert = (/** @type {any} */ row) => this.converted(Array.isArray(row) ? row : [row])
    return { changes: this.within(() => runMany(this.session, this.prepared, list, convert, (params) => this.once(params))) }
  }

  /** Rows one by one. They are all read before the first is given. @param {...any} values @returns {IterableIterator<any>} */
  * iterate(...values) {
    for (const row of this.all(...values)) yield row
  }

  maker() {
    const columns = this.prepared.columns ?? this.described
    if (columns === null) throw new DbError('42601', 'the statement returns no rows', { hint: 'Use run().' })
    if (this.make === null || this.madeFor !== columns) {
      this.make = rowMaker(columns, this.session, this.options, false)
      this.madeFor = columns
    }
    return this.make
  }

  /** @param {any[]} values @returns {number} rows */
  execute(values) {
    const { profile } = this.session.cluster
    if (profile === null) return this.executeNow(values)
    const before = profile.enter(LAYER.execute)
    try {
      return this.executeNow(values)
    } finally {
      profile.leave(before)
    }
  }

  /** @param {any[]} values @returns {number} rows */
  executeNow(values) {
    return this.within(null, values)
  }

  /** A statement of the session: once with values, or as often as `work` runs it. @param {(() => number) | null} work @param {any[]} [values] @returns {number} rows */
  within(work, values = []) {
    const session = this.session
    if (this.rows.length > 0) this.rows = []
    session.envelope.begin(this.text)
    let changes = 0
    try {
      session.refuseInFailedBlock(this.prepared)
      if (this.prepared.isPlanned) {
        session.block.ensure()
        this.prepared.prepare(session)
      }
      changes = work === null ? this.once(this.parameters(values)) : work()
      if (work !== null && this.rows.length > 0) this.rows = []
      this.finishImplicit()
    } catch (error) {
      const failure = session.envelope.broken(error)
      settleError(session)
      throw failure
    }
    session.envelope.end()
    return changes
  }

  /** @param {any[]} params @returns {number} rows */
  once(params) {
    const { session, prepared, point } = this
    this.asObjects = false
    if (!prepared.isPlanned) {
      if (!this.calls || !callNow(session, prepared, params, '', this.sink, true)) session.runSync(runOne(session, prepared, params, '', this.sink, true))
      return 0
    }
    if (this.rows.length > 0) this.rows = []
    const rows = prepared.isBounded || prepared.isStraight ? point.run(params, null, this.rows) : -1
    if (rows >= 0) {
      this.asObjects = point.asObjects
      return rows
    }
    if (this.rows.length > 0) this.rows = []
    const outcome = { rows: 0 }
    session.runSync(this.general(params, outcome))
    return outcome.rows
  }

  /** Outside a block the statement was the transaction. */
  finishImplicit() {
    const { session } = this
    if (session.block.state !== IMPLICIT) return
    const { envelope } = session
    if (!envelope.finishNow()) session.runSync(envelope.finish())
    session.gate.settle()
  }

  /** @param {any[]} params @param {{ rows: number }} outcome @returns {Generator<Promise<unknown>, void, void>} */
  * general(params, outcome) {
    outcome.rows = yield* runGeneral(this.session, this.prepared, params, '', this.sink)
  }

  /** @param {any[]} values @returns {any[]} */
  parameters(values) {
    if (values.length === 1 && Array.isArray(values[0]) && this.prepared.paramTypes.length !== 1) return this.converted(values[0])
    // What came as arguments is nobody else's; an array that was passed stays the program's.
    return this.converted(values, values)
  }

  /** @param {any[]} given @param {any[]} [params] gets the datums @returns {any[]} */
  converted(given, params = new Array(this.prepared.paramTypes.length)) {
    const types = this.prepared.paramTypes
    if (given.length !== types.length) throw new DbError('08P01', `the statement has ${types.length} parameters, ${given.length} were given`)
    for (let index = 0; index < types.length; index++) params[index] = inputValue(given[index], types[index], this.session)
    return params
  }

  /** The command tag of a run, for messages. @param {number} rows */
  tag(rows) { return commandTag(this.prepared, rows) }
}

/**
 * What an error tells is durable when it is thrown: that a key is there already, that a table is not. @param {Session} session
 * @throws {DbError} 58030 instead, when the log has failed
 */
export function settleError(session) {
  session.gate.raiseToNewest()
  session.gate.settle()
}

/** @template T @param {Session} session @param {() => T} work that may throw, and tells of nothing else @returns {T} */
function settled(session, work) {
  try {
    return work()
  } catch (error) {
    settleError(session)
    throw error
  }
}

/** Where the rows of a statement go that has no plan, or takes the general path. */
class StatementSink {
  /** @param {Statement} statement */
  constructor(statement) {
    this.statement = statement
    this.output = /** @type {const} */ ('rows')
    this.writer = null
    this.highWater = Infinity
  }

  get rows() { return this.statement.rows }

  /** @param {any} columns */
  rowDescription(columns) { this.statement.described = columns }
  parameterDescription() { /* nobody asks */ }
  noData() { /* nobody asks */ }
  commandComplete() { /* `run` says how many */ }
  emptyQuery() { /* nothing to say */ }
  portalSuspended() { /* there is no limit */ }
  drain() { return null }
  copyInBegin() { refuseCopy() }
  /** @returns {never} */
  copyRead() { return refuseCopy() }
  copyOutBegin() { refuseCopy() }
  copyData() { /* see copyOutBegin */ }
  copyOutEnd() { /* see copyOutBegin */ }
}

/** @returns {never} */
function refuseCopy() {
  throw new DbError('0A000', 'COPY through a prepared statement is not supported', { hint: 'Use copyFrom() or copyTo().' })
}
