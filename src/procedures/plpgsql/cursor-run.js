/** Cursors of a call under way (see evaluation.js). */
import { constantAssigned, cursorInUse, nullCursorVariable, nullCursorPosition } from '../../errors/plpgsql-run.js'
import { mustBeReadOnly, noSuchCursor, pinnedPortal } from '../../errors/cursors.js'
import { CursorLoop } from './row-loop.js'
import { StatementRun, explainedBy, noCursor } from './statement-run.js'

/** @import { Argument, Work } from './statement-run.js' */
/** @import { Prepared, Value } from '../host.js' */
/** @import { Datum } from './parse/names.js' */
/** @import { Query } from './query.js' */

/** Cursors: OPEN, FETCH, MOVE, CLOSE, and loops over them. */
export class CursorRun extends StatementRun {
  /**
   * @param {string | null} name @param {Query} query @param {Value[]} params @param {boolean | null} scroll
   * @returns {Generator<Promise<unknown>, string, void>}
   */
  *openCursor(name, query, params, scroll) {
    // A portal keeps its statement: the next OPEN has one of its own.
    query.prepared = null
    const { prepared, values } = this.ready(query, params, true)
    query.prepared = null
    return yield* this.openPortal(name, prepared, values, scroll, (error) => this.explained(error, query))
  }

  /**
   * @param {string | null} name @param {string} text @param {Argument[]} args @param {boolean | null} scroll
   * @returns {Generator<Promise<unknown>, string, void>}
   */
  *openDynamicCursor(name, text, args, scroll) {
    const explain = (/** @type {unknown} */ error) => explainedBy(error, text)
    let made
    try {
      made = this.dynamic(text, args)
    } catch (error) {
      throw explain(error)
    }
    return yield* this.openPortal(name, made.prepared[0], made.values, scroll, explain)
  }

  /** A portal's name goes into a variable. @param {string | null} name it has @param {Datum} datum */
  checkCursor(name, datum) {
    if (name === null && datum.isConstant) throw constantAssigned(datum.name)
  }

  /**
   * @param {string | null} given @param {Prepared} prepared @param {Value[]} values @param {boolean | null} scroll
   * @param {(error: unknown) => unknown} explain @returns {Generator<Promise<unknown>, string, void>}
   */
  *openPortal(given, prepared, values, scroll, explain) {
    if (given !== null && this.session.portals.has(given)) {
      throw cursorInUse(given)
    }
    const name = given ?? this.program.freeName()
    try {
      if (!prepared.isPlanned && !this.host.answers(prepared)) throw noCursor(this.host.tagOf(prepared))
      if (scroll === true && prepared.node.lockingClause?.length > 0) {
        throw mustBeReadOnly('SCROLL CURSOR', 'Scrollable', 'FOR UPDATE/SHARE')
      }
      if (this.readOnly) this.host.refuseWrite(prepared)
      prepared.withRowIds = true
      if (prepared.isPlanned) prepared.prepare(this.session)
      if (prepared.isPlanned && prepared.columns === null) throw noCursor(prepared.planned.tag)
      yield* this.program.openCursor(name, prepared, values, scroll, this.readOnly ? this.snapshot : null)
    } catch (error) {
      throw explain(error)
    }
    return name
  }

  /** @param {string | null} name @param {string} variable @returns {Value} Cursor */
  cursorNamed(name, variable) {
    if (name === null) throw nullCursorVariable(variable)
    const cursor = this.program.cursor(name)
    if (cursor === null) throw noSuchCursor(name)
    return cursor
  }

  /** @param {string} name */
  cursorLoop(name) {
    const cursor = this.cursorNamed(name, name)
    return new CursorLoop(this, cursor, name)
  }

  /** FETCH NEXT of a row that was read ahead. @param {string | null} name @returns {boolean} false: it takes `fetch` */
  fetchNext(name) {
    const cursor = name === null ? null : this.program.cursor(name)
    const row = cursor === null ? null : cursor.oneMore()
    if (row === null) return false
    this.row = row
    this.columns = cursor.ownColumns
    this.rowCount = 1
    this.found = true
    return true
  }

  /**
   * @param {string | null} name @param {Value} direction @param {number} count @param {boolean} isMove
   * @param {string} variable @returns {Work}
   */
  *fetch(name, direction, count, isMove, variable) {
    const cursor = this.cursorNamed(name, variable)
    /** @type {Value[] | null} */
    let last = null
    const rows =
      yield* cursor.fetch(this.session, direction, count, isMove ? null
        : (/** @type {Value[]} */ row) => { last = row })
    this.row = /** @type {Value[] | null} */ (last)
    this.columns = cursor.ownColumns
    this.rowCount = rows
    this.found = rows > 0
  }

  /** @param {number | null} count @returns {number} */
  howMany(count) {
    if (count === null) throw nullCursorPosition()
    return count
  }

  /** @param {string | null} name @param {string} variable */
  close(name, variable) {
    const cursor = this.cursorNamed(name, variable)
    if (cursor.pinned) throw pinnedPortal(cursor.name)
    this.program.closeCursor(/** @type {string} */ (name))
  }
}
