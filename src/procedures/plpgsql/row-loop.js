/** Rows of a loop: of a query, or of a cursor that a function opened. */

import { DbError } from '../../errors/db-error.js'

/** @typedef {import('../host.js').Value} Value */

/** @typedef {import('./statement-run.js').StatementRun} StatementRun */
/** @typedef {import('./evaluation.js').Answer} Answer */

/** As many rows as PostgreSQL's loops fetch at first, and then. */
const FIRST = 10
const MORE = 50

/** What is said before the first row: it is not granted, or this is no time for it. @param {unknown} error */
const isOfBegin = (error) => error instanceof DbError && (error.code === '42501' || error.code === '25006')

/** A SELECT without changes in WITH. @param {import('../../planner/plan.js').PlannedStatement} planned */
export const changesNothing = ({ command, ctes }) => command === 'select' && !ctes.some(({ modifies }) => modifies)

export class RowLoop {
  /**
   * @param {StatementRun} run @param {import('../host.js').HostCursor | null} cursor null: all rows are at hand
   * @param {Answer} answer @param {(error: unknown) => unknown} explain an error of the query
   * @param {boolean} isResult @param {string} [line] the context of a result's rows
   */
  constructor(run, cursor, { rows, columns }, explain, isResult, line = '') {
    this.run = run
    this.cursor = cursor
    this.rows = rows
    this.columns = columns
    this.explain = explain
    this.at = 0
    this.wanted = FIRST
    /** @type {Value[] | null} */
    this.row = null
    /** It is a query that changes nothing, though it may lock rows: it may be held over the transaction's end. */
    this.isQuery = false
    /** Each row is read when the loop comes to it. */
    this.single = false
    /** It may come to rows before one that cannot be computed, though they were read with it. */
    this.keeps = false
    /** An error of its query has its context. */
    this.explained = false
    /** Rows were asked for. */
    this.begun = false
    /** Of RETURN QUERY: PostgreSQL runs it as a statement, the others' rows it fetches later, outside of it. */
    this.isResult = isResult
    this.line = line
    run.program.loops.add(this)
  }

  /** The next row that is at hand. @returns {boolean} false: `more` knows */
  next() {
    if (this.at === this.rows.length) return false
    this.row = this.rows[this.at++]
    return true
  }

  /** @returns {Generator<Promise<unknown>, boolean, void>} false: that was all */
  *more() {
    if (this.cursor === null) return false
    const wanted = this.single ? 1 : this.wanted
    this.wanted = MORE
    this.at = 0
    this.rows = yield* this.fetched(wanted, this.keeps)
    if (this.rows.length < wanted && this.cursor.trouble === null) this.ended()
    return this.next()
  }

  /** @param {number} count @param {boolean} keeps @returns {Generator<Promise<unknown>, Value[][], void>} */
  *fetched(count, keeps) {
    const isFirst = !this.begun
    this.begun = true
    const { run } = this
    const before = run.under
    if (this.isResult) run.under = this.line
    try {
      return yield* /** @type {import('../host.js').HostCursor} */ (this.cursor).fetch(count, keeps)
    } catch (error) {
      this.explained = true
      throw this.isResult || (isFirst && this.isQuery && isOfBegin(error)) ? this.explain(error) : error
    } finally {
      run.under = before
    }
  }

  ended() {
    this.cursor?.close()
    this.cursor = null
  }

  /** The transaction ends: what is left is read now. @returns {Generator<Promise<unknown>, void, void>} */
  *hold() {
    if (this.cursor === null) return
    const rest = yield* this.fetched(Infinity, false)
    this.rows = [...this.rows.slice(this.at), ...rest]
    this.at = 0
    this.ended()
  }

  close() {
    this.ended()
    this.run.program.loops.delete(this)
  }
}

/** The rows of a portal. */
export class CursorLoop {
  /** @param {StatementRun} run @param {Value} cursor @param {string} name */
  constructor(run, cursor, name) {
    this.run = run
    this.cursor = cursor
    this.name = name
    this.columns = cursor.ownColumns
    /** @type {Value[] | null} */
    this.row = null
    /** @type {Value[][] | null} what was left when the transaction ended */
    this.held = null
    this.isQuery = cursor.isQuery
    cursor.pinned = true
    run.program.loops.add(this)
  }

  next() {
    if (this.held === null || this.held.length === 0) return false
    this.row = /** @type {Value[]} */ (this.held.shift())
    return true
  }

  /** @returns {Generator<Promise<unknown>, boolean, void>} */
  *more() {
    if (this.held !== null) return false
    this.row = null
    yield* this.cursor.fetch(this.run.session, 'FETCH_FORWARD', 1, (/** @type {Value[]} */ row) => { this.row = row })
    return this.row !== null
  }

  /** @returns {Generator<Promise<unknown>, void, void>} */
  *hold() {
    if (this.held !== null) return
    /** @type {Value[][]} */
    const rest = []
    yield* this.cursor.fetch(this.run.session, 'FETCH_FORWARD', Infinity,
      (/** @type {Value[]} */ row) => { rest.push(row) })
    this.held = rest
    this.cursor.keep(this.run.session)
  }

  close() {
    this.run.program.loops.delete(this)
    this.cursor.pinned = false
    if (this.run.program.cursor(this.name) !== null) this.run.program.closeCursor(this.name)
  }
}
