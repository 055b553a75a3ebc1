/**
 * A cursor over a command that answers with rows: EXECUTE, SHOW, EXPLAIN, FETCH, CALL. PL/pgSQL may open one. It runs
 * to its end when the first row is asked for, and its rows are given from there.
 */
import { portalCannotRun } from '../../../errors/cursors.js'
import { Cursor, rowsOf } from './cursor.js'
import { UNTOLD } from './untold.js'

/** @import { Prepared } from './prepared.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ResultColumn } from '../../../planner/plan.js' */

export class CommandCursor extends Cursor {
  /**
   * @param {string} name @param {Prepared} prepared a command @param {ResultColumn[]} columns of its answer
   * @param {unknown[]} params @param {ConstructorParameters<typeof Cursor>[3]} options
   */
  constructor(name, prepared, columns, params, options) {
    super(name, prepared, params, options)
    this.shown = columns
  }

  /** @override */
  get columns() { return this.shown }

  /** @override */
  get ownColumns() { return this.shown }

  /** Nothing is run yet. @override @param {Session} session @returns {Generator<Promise<unknown>, void, void>} */
  *open(session) {
    if (this.scroll) this.store = rowsOf(session, this.shown.map(({ type }) => type))
  }

  /** All of it at once. @override @param {Session} session @returns {Generator<Promise<unknown>, void, void>} */
  *pull(session) {
    if (this.failed) throw portalCannotRun(this.name)
    this.failed = true
    const sink = { ...UNTOLD, rows: this.ahead }
    yield* session.commands.run(session, this.prepared,
      { sink, params: this.params, formats: '', alone: false, describe: false })
    this.failed = false
    this.done = true
  }
}
