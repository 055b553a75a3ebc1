/** Exceptions, messages and loops over values of a call under way (see evaluation.js). */
import {
  raiseOutsideHandler, nullRaiseOption, assertionFailed, stackedOutsideHandler, caseNotFound, nullForBound, nullForBy,
  forByNotPositive, nullForeach, foreachNeedsArray, sliceOutOfRange, sliceIntoScalar, elementIntoArray,
} from '../../errors/plpgsql-run.js'
import { addContext, DbError, endsWithContext, toldBefore } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { WaitSignal } from '../../executor/codes.js'
import { PgArray } from '../../types/array.js'
import { PgRecord } from '../../types/record.js'
import { takes } from './conditions.js'
import { OF_VARIABLES } from './conversion.js'
import { RECORD, RecordVariable, shapeOfValue } from './records.js'
import { INITIAL_VALUE } from './emit/blocks.js'
import { ResultRun } from './result-run.js'
import { messageOf, STACKED } from './raise.js'

/** @import { OwnWork } from './own-work.js' */
/** @import { RaiseStatement } from './raise.js' */
/** @import { Value } from '../host.js' */
/** @import { Datum } from './parse/names.js' */

/** Of the newest call. */
let latest = 0

/** What a domain's rules say. */
const OF_DOMAINS = new Set(['23502', '23514'])

/** @type {Record<string, string>} */
const LEVELS = { debug: 'DEBUG', log: 'LOG', info: 'INFO', notice: 'NOTICE', warning: 'WARNING' }

/**
 * NULL is refused by what is given the value, but as a subscript by the expression.
 * @param {DbError} error
 */
const isOfTarget = ({ code, message }) => code === '22004' && !message.startsWith('array subscript')

export class Run extends ResultRun {
  /** What errors know it by, which outlive it. */
  number = ++latest
  /** The call that this one was made by. @type {Run | OwnWork | null} */
  caller = null
  /**
   * The line of the variable whose initial value failed last, until a block begins: PostgreSQL says that line
   * wherever the function is by then. 0: none.
   */
  stuckLine = 0

  // --- contexts ----------------------------------------------------------------------------------------------------

  /** Where it is, as a context line. */
  placeLine() {
    const place = this.routine.places[this.at]
    if (this.stuckLine > 0) return this.lineOf(place)
    return place.text ??= this.lineOf(place)
  }

  /** @param {import('./emit/emitter.js').Place} place */
  lineOf({ line, what }) {
    const name = `PL/pgSQL function ${this.routine.signature}`
    return line > 0
      ? `${name} line ${this.stuckLine > 0 ? this.stuckLine : line} ${what}`
      : what === ''
        ? name
        : `${name} ${what}`
  }

  /** Of all calls under way, innermost first. @override */
  stackLines() {
    const lines = []
    for (let run = /** @type {Run | OwnWork | null} */ (this); run !== null; run = run.caller) {
      if (run !== this && run.under !== '') lines.push(run.under)
      if (run instanceof Run) lines.push(run.placeLine())
    }
    return lines.join('\n')
  }

  /** An error leaves a statement of this call, or the call. @param {unknown} thrown @returns {unknown} */
  explain(thrown) {
    if (thrown instanceof WaitSignal) return thrown
    const error = asDbError(thrown)
    if (!(error instanceof DbError) || toldBefore(error, this.number)) return error
    const { query } = this.routine.places[this.at]
    if (query !== undefined) this.failed(query, error)
    addContext(error, this.placeLine())
    return error
  }

  /** An expression could not be computed. @param {import('./query.js').Query} query @param {DbError} error */
  failed(query, error) {
    // What is wrong before it is computed, and what becomes of its value, is another matter.
    if (error.internalQuery === query.expression.text || isOfTarget(error) || OF_VARIABLES.has(error)) return
    if (query.expression.mode !== 'assign' && OF_DOMAINS.has(error.code)) return
    const line = query.context()
    if (endsWithContext(error, line)) return // it was being planned
    const { starts } = this.session.block
    if (query.failedIn === starts) addContext(error, line)
    query.failedIn = starts
  }

  // --- exception blocks --------------------------------------------------------------------------------------------

  enter() { return this.program.enter() }

  /**
   * What a block's body has thrown: what it did is undone.
   * @param {unknown} thrown @param {Value} part @returns {DbError} @throws what no handler may take
   */
  caughtBy(thrown, part) {
    const error = this.explain(thrown)
    if (!(error instanceof DbError) || error.severity !== 'ERROR') throw error
    const { line, what } = this.routine.places[this.at]
    if (what === INITIAL_VALUE) this.stuckLine = line
    this.program.undo(part)
    return error
  }

  /** @param {DbError} error @param {import('./parse/tree.js').Condition[]} conditions */
  takes(error, conditions) { return conditions.some((condition) => takes(condition, error.code)) }

  /** RAISE without anything. @returns {DbError} */
  again() {
    if (this.caught === null) {
      throw raiseOutsideHandler()
    }
    return this.caught
  }

  // --- messages ----------------------------------------------------------------------------------------------------

  /** A parameter of RAISE. @param {Value} value @param {number} type */
  shown(value, type) { return value === null ? '<NULL>' : this.text(value, type) }

  /** @param {Value} value @param {number} type */
  shownOrNull(value, type) { return value === null ? null : this.text(value, type) }

  /** @param {Value} value @param {number} type */
  option(value, type) {
    if (value === null) throw nullRaiseOption()
    return this.text(value, type)
  }

  /**
   * RAISE EXCEPTION.
   * @param {RaiseStatement} raise @param {string[]} values @param {[string, string][]} options @returns {DbError}
   */
  raised(raise, values, options) {
    const { code, message, fields } = messageOf(raise, values, options)
    return new DbError(code === '' || code === SUCCESS ? 'P0001' : code, message, fields)
  }

  /**
   * RAISE of another level.
   * @param {RaiseStatement} raise @param {string[]} values @param {[string, string][]} options
   */
  raise(raise, values, options) {
    const { code, message, fields } = messageOf(raise, values, options)
    if (!this.session.hears(LEVELS[raise.level])) return
    const usual = raise.level === 'warning' ? '01000' : '00000'
    this.notice(LEVELS[raise.level], code === '' ? usual : code, message, fields)
  }

  get asserts() { return this.session.settings.get('plpgsql.check_asserts') !== false }

  /** @param {string | null} message */
  assertion(message) { return assertionFailed(message) }

  requireCaught() {
    if (this.caught === null) {
      throw stackedOutsideHandler()
    }
  }

  /** `run.value` is an item of GET DIAGNOSTICS. @param {string} item */
  diagnostic(item) {
    if (item === 'row_count') {
      this.give(this.rowCount, 20, -1, null)
      return
    }
    const error = /** @type {DbError} */ (this.caught)
    const text = item === 'pg_context' ? this.stackLines() : STACKED[item](error)
    this.give(text ?? '', 25, -1, null)
    if (item === 'pg_exception_context') {
      const callers = this.stackLines().slice(this.placeLine().length)
      this.value += callers
    }
  }

  noCase() { return caseNotFound() }

  // --- loops -------------------------------------------------------------------------------------------------------

  /** @param {number | null} value @param {string} what */
  bound(value, what) {
    if (value === null) throw nullForBound(what)
    return value
  }

  /** @param {number | null} value */
  step(value) {
    if (value === null) throw nullForBy()
    if (value <= 0) throw forByNotPositive()
    return value
  }

  /**
   * The value of CASE, as a record of one field.
   * @param {Datum} datum @param {string} name @returns {RecordVariable}
   */
  single(datum, name) {
    const record = new RecordVariable(datum, null)
    record.put({ type: RECORD, names: [name], types: [this.type], typmods: [-1] }, [this.value])
    return record
  }

  /**
   * What FOREACH goes over.
   * @param {PgArray | null} value @param {number} type @param {number} slice @param {Datum} target
   */
  items(value, type, slice, target) {
    if (value === null) throw nullForeach()
    const catalog = this.catalog()
    const element = catalog.elementType(catalog.baseType(type))
    if (!element || !(value instanceof PgArray)) {
      throw foreachNeedsArray(this.typeName(type, -1))
    }
    const { dims } = value
    if (slice < 0 || slice > dims.length) {
      throw sliceOutOfRange(slice, dims.length)
    }
    const isArray = target.kind === 'var' && catalog.elementType(catalog.baseType(target.type)) !== 0
    if (slice > 0 && (target.kind !== 'var' || !isArray)) {
      throw sliceIntoScalar()
    }
    if (slice === 0 && target.kind === 'var' && isArray) {
      throw elementIntoArray()
    }
    if (slice === 0) {
      return { count: value.values.length, type: element, at: (/** @type {number} */ at) => value.values[at] }
    }
    const own = dims.slice(dims.length - slice)
    const size = own.reduce((product, dim) => product * dim, 1)
    const lower = value.lowerBounds.slice(dims.length - slice)
    return { count: size === 0 ? 0 : value.values.length / size, type,
      at: (/** @type {number} */ at) =>
        new PgArray(value.elementType, own, lower, value.values.slice(at * size, (at + 1) * size)) }
  }

  /** `run.value`, a row, as `run.row`. */
  spread() {
    const { value } = this
    if (value instanceof PgRecord) {
      const shape = shapeOfValue(this.catalog(), value)
      this.row = value.values
      this.columns = shape.types.map((type, at) => ({ name: shape.names[at], type, typmod: shape.typmods[at] }))
    } else {
      this.row = [value]
      this.columns = [{ name: '', type: this.type, typmod: -1 }]
    }
  }

  /** @param {string | null} _name of a cursor whose loop is over */
  closedLoop(_name) { /* the portal's name stays in the variable, as in PostgreSQL */ }

  /** @param {number} at @param {RecordVariable} record */
  partOfRecord(at, record) {
    const { row, columns } = this
    this.assignRecord(record, row === null || at >= columns.length ? null : row[at], columns[at]?.type ?? RECORD)
  }
}

/** No error's SQLSTATE: an exception of it is one of none. */
const SUCCESS = '00000'
