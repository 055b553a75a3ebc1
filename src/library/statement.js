/**
 * The synchronous face, as better-sqlite3's: a prepared statement that runs to its end in one call
 * (src/engine/door/call.js).
 *
 * `run` (and the end of `transactionSync`) returns when the commit is durable in the sense of `walSync`: synced in
 * `immediate`, handed to the operating system in `batch` and `none`. `get`, `all` and `iterate` may show a commit that
 * is not yet durable; `db.flushed()` awaits that. Errors show nothing of the kind, whoever throws them.
 */
/** @import { DbError } from '../errors/db-error.js' */
import { objectShape, rowMaker } from './result.js'
import { inputValue } from './values.js'
import { parameterCountMismatch, statementReturnsNoRows } from '../errors/library.js'

/** @import { CallDoor, SessionDoor, Types } from '../engine/door/door.js' */
/** @import { ValueOptions } from './values.js' */

/** @template [Row=any] what a row is, for TypeScript */
export class Statement {
  /**
   * @internal
   * @param {SessionDoor} door
   * @param {string} text
   * @param {ValueOptions} options
   * @throws {DbError} 42601 …
   */
  constructor(door, text, options) {
    const { types } = door
    /** @internal */
    this.types = types
    /** @internal */
    this.options = options
    /** @internal @type {CallDoor} */
    this.call = door.prepare(text, {
      parameters: (values, own) => parameters(values, own, types),
      row: (row, own) => converted(Array.isArray(row) ? row : [row], own, types, new Array(own.length)),
      shape: (columns) => objectShape(columns, types, options),
    })
    /** @internal @type {((row: any[]) => any) | null} */
    this.make = null
    /** The columns `make` was made for. @internal @type {any} */
    this.madeFor = null
  }

  /** The first row, or undefined. @param {...any} values @returns {Row | undefined} */
  get(...values) {
    const { call } = this
    call.run(values)
    const { rows } = call
    if (rows.length === 0) return undefined
    const make = call.asObjects ? null : this.maker()
    const row = rows[0]
    if (rows.length === 1) rows.pop()
    else call.rows = []
    return make === null ? row : make(row)
  }

  /** All rows. @param {...any} values @returns {Row[]} */
  all(...values) {
    const { call } = this
    call.run(values)
    const { rows } = call
    if (rows.length === 0) return []
    call.rows = []
    if (call.asObjects) return rows
    const make = this.maker()
    for (let index = 0; index < rows.length; index++) rows[index] = make(rows[index])
    return rows
  }

  /** Runs for the effect. @param {...any} values @returns {{ changes: number }} rows inserted, updated or deleted */
  run(...values) {
    return { changes: this.call.run(values) }
  }

  /**
   * Runs for each row of values, in their order and in one transaction, as `run` in a loop would; rows that an INSERT
   * adds are written many at a time.
   * @param {Iterable<any>} rows each an array of values, or the value of the only parameter
   * @returns {{ changes: number }} rows inserted, updated or deleted
   */
  runMany(rows) {
    return { changes: this.call.runMany(Array.isArray(rows) ? rows : Array.from(rows)) }
  }

  /**
   * Rows one by one. They are all read before the first is given.
   * @param {...any} values
   * @returns {IterableIterator<any>}
   */
  * iterate(...values) {
    for (const row of this.all(...values)) yield row
  }

  /** @internal @returns {(row: any[]) => any} */
  maker() {
    const { columns } = this.call
    if (columns === null) throw statementReturnsNoRows()
    if (this.make === null || this.madeFor !== columns) {
      this.make = rowMaker(columns, this.types, this.options, false)
      this.madeFor = columns
    }
    return this.make
  }
}

/**
 * @param {any[]} values
 * @param {number[]} own types of the statement's parameters
 * @param {Types} types
 * @returns {any[]}
 */
function parameters(values, own, types) {
  if (values.length === 1 && Array.isArray(values[0]) && own.length !== 1) {
    return converted(values[0], own, types, new Array(own.length))
  }
  // What came as arguments is nobody else's; an array that was passed stays the program's.
  return converted(values, own, types, values)
}

/**
 * @param {any[]} given @param {number[]} own types of the statement's parameters @param {Types} types
 * @param {any[]} params gets the datums @returns {any[]}
 */
function converted(given, own, types, params) {
  if (given.length !== own.length) {
    throw parameterCountMismatch(own.length, given.length)
  }
  for (let index = 0; index < own.length; index++) params[index] = inputValue(given[index], own[index], types)
  return params
}
