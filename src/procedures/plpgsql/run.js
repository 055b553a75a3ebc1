/** Exceptions, messages and results of a call under way (see evaluation.js). */
import {
  raiseOutsideHandler, nullRaiseOption, assertionFailed, stackedOutsideHandler, caseNotFound, nullForBound, nullForBy,
  forByNotPositive, nullForeach, foreachNeedsArray, sliceOutOfRange, sliceIntoScalar, elementIntoArray,
  WRONG_RECORD, nonCompositeResult, wrongNextResult, materializeRefused, unknownCondition, raiseOptionTwice,
  returnedTypesDiffer, returnedColumnsDiffer,
} from '../../errors/plpgsql-run.js'
import { DbError } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { noReturn, notAssigned } from '../../errors/plpgsql.js'
import { WaitSignal } from '../../executor/codes.js'
import { PgArray } from '../../types/array.js'
import { PgRecord } from '../../types/record.js'
import { conditionCodes, takes } from './conditions.js'
import { OF_VARIABLES } from './evaluation.js'
import { addContext, endsWithContext } from './query.js'
import { RECORD, RecordVariable, shapeOf, shapeOfValue } from './records.js'
import { INITIAL_VALUE } from './emit/blocks.js'
import { StatementRun } from './statement-run.js'
import { triggerResult } from './trigger.js'

/** @typedef {import('../host.js').Value} Value */

/** @typedef {import('./parse/names.js').Datum} Datum */
/** @typedef {import('./records.js').Shape} Shape */

/** Which call has put its line into an error's context already. @type {WeakMap<DbError, Run>} */
const EXPLAINED = new WeakMap()

/** What a domain's rules say. */
const OF_DOMAINS = new Set(['23502', '23514'])

const VOID = 2278
/** @type {Record<string, string>} */
const LEVELS = { debug: 'DEBUG', log: 'LOG', info: 'INFO', notice: 'NOTICE', warning: 'WARNING' }

/**
 * NULL is refused by what is given the value, but as a subscript by the expression.
 * @param {DbError} error
 */
const isOfTarget = ({ code, message }) => code === '22004' && !message.startsWith('array subscript')

/** Work of the server's own among the calls under way: contexts say where it is. */
export class OwnWork {
  /** @param {Run | OwnWork | null} caller @param {() => string} place '': nowhere */
  constructor(caller, place) {
    this.caller = caller
    this.place = place
  }

  get under() { return this.place() }
}

/** A statement, a foreign key's action. */
export class OwnStatement extends OwnWork {
  /** @param {Run | OwnWork | null} caller @param {() => string} text */
  constructor(caller, text) { super(caller, () => `SQL statement "${text()}"`) }
}

export class Run extends StatementRun {
  /** The call that this one was made by. @type {Run | OwnWork | null} */
  caller = null
  /**
   * The line of the variable whose initial value failed last, until a block begins: PostgreSQL says that line
   * wherever the function is by then. 0: none.
   */
  stuckLine = 0
  /** Columns of the result, and the catalog that says so. @type {Shape | null} */
  shape = null
  /** @type {import('../host.js').Catalog | null} */
  shapeOf = null
  /** Columns of a row variable that are those of the result. @type {Shape | null} */
  fitting = null
  /** @type {Shape | null} */
  fittingTo = null

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
    if (!(error instanceof DbError) || EXPLAINED.get(error) === this) return error
    EXPLAINED.set(error, this)
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

  // --- results -----------------------------------------------------------------------------------------------------

  /** @param {RecordVariable} record */
  giveRecord(record) { this.give(record.whole(), record.shape?.type ?? RECORD, -1, null) }

  /** @param {RecordVariable} record @param {string} field */
  giveField(record, field) {
    this.give(record.get(field), /** @type {Shape} */ (record.shape).types[record.placeOf(field)], -1, null)
  }

  /** OUT arguments as a row. @param {Datum} datum @param {Value[]} values */
  giveRow({ parts, partNames }, values) {
    const made = values.map((value) => value instanceof RecordVariable ? value.whole() : value)
    const types = parts.map((part) => part.type)
    const typmods = parts.map((part) => part.typmod ?? -1)
    this.give(new PgRecord(RECORD, made, types, partNames, typmods), RECORD, -1, null)
  }

  /** NEW or OLD, which is the table's row still, as a trigger's result. @param {RecordVariable} record */
  fixedRow(record) {
    this.at = this.routine.castPlace
    return this.trigger?.level === 'row' ? record.values : null
  }

  /** `run.value` as the function's. */
  finish() {
    const { value, routine } = this
    const needsRow = (routine.returnsRow && !routine.retset) || routine.trigger
    if (needsRow && value !== null && !(value instanceof PgRecord)) throw nonCompositeResult()
    this.at = routine.castPlace
    if (routine.returnType === VOID) return ''
    if (routine.trigger)
      return triggerResult(this, /** @type {import('./trigger.js').TriggerCall} */ (this.trigger), value)
    return this.fittedResult(value, this.type, this.typmod)
  }

  /** @param {Value} value @param {number} type @param {number} typmod @returns {Value} */
  fittedResult(value, type, typmod) {
    const { routine } = this
    if (value === null && !routine.returnsRow) return this.cast(null, type, typmod, routine.returnType, -1)
    if (value === null) {
      return routine.isDomain(routine.returnType) ? this.cast(null, RECORD, -1, routine.returnType, -1) : null
    }
    if (!routine.returnsRow) return this.cast(value, type, typmod, routine.returnType, -1)
    if (!(value instanceof PgRecord)) {
      throw nonCompositeResult()
    }
    const shape = routine.resultShape(this.catalog())
    return shape === null ? value
      : this.inDomain(this.conformed(value, shape, 'returned record type does not match expected record type'), shape)
  }

  /** A row of the result, which may be of a domain. @param {PgRecord | null} value @param {Shape} shape */
  inDomain(value, shape) {
    const { returnType } = this.routine
    return returnType === shape.type ? value : this.cast(value, shape.type, -1, returnType, -1)
  }

  /**
   * A row as one of another type whose columns are of the same types.
   * @param {PgRecord} value @param {Shape} shape @param {string} message @returns {PgRecord}
   */
  conformed(value, shape, message) {
    const own = shapeOfValue(this.catalog(), value)
    // Whose maker did not say them is cut or refused as an assignment would.
    const hasTypmods = own.type !== RECORD || value.fieldTypmods !== undefined
    if (own.type !== shape.type || own.type === RECORD) {
      checkShapes(own, shape, hasTypmods, message, (type, typmod) => this.typeName(type, typmod))
    }
    let next = 0
    const values = shape.types.map((type, at) => {
      if (type === 0) return null
      while (own.types[next] === 0) next++
      const field = value.values[next++]
      const typmod = shape.typmods[at]
      return hasTypmods || typmod < 0 ? field : this.cast(field, type, -1, type, typmod)
    })
    return new PgRecord(shape.type, values, shape.types, shape.type === RECORD ? shape.names : undefined)
  }

  /** Columns of the result, looked up once while nobody can change them. @returns {Shape | null} */
  resultShape() {
    const catalog = this.catalog()
    if (this.shapeOf !== catalog || catalog.isPrivate) {
      this.shape = this.routine.resultShape(catalog)
      this.shapeOf = catalog
    }
    return this.shape
  }

  /** RETURN NEXT: `run.value` is one more row. @param {string} mismatch what is said of a row of other columns */
  returnNext(mismatch) {
    const { routine, value, type, typmod } = this
    const results = this.resultRows()
    if (!routine.returnsRow) {
      results.push(this.cast(value, type, typmod, routine.returnType, -1))
      return
    }
    const shape = /** @type {Shape} */ (this.resultShape())
    if (value === null) {
      results.pushRow(shape.types.map(() => null))
      return
    }
    if (!(value instanceof PgRecord)) {
      throw nonCompositeResult()
    }
    // Of a domain's rules PostgreSQL asks nothing here.
    results.pushRow(this.conformed(value, shape, mismatch).values)
  }

  /** RETURN NEXT without more: a row of the OUT arguments. @param {Datum} datum @param {Value[]} values its own */
  returnNextOutputs(datum, values) {
    for (let at = 0; at < values.length; at++) {
      const value = values[at]
      if (value instanceof RecordVariable) values[at] = value.whole()
    }
    // What the call's columns are may differ from the arguments.
    if (this.routine.outputs === datum && this.routine.returnType === RECORD) this.resultRows().pushRow(values)
    else {
      this.giveRow(datum, values)
      this.returnNext(WRONG_RECORD)
    }
  }

  /**
   * RETURN NEXT of a row variable: its columns are the result's, one where that is no row.
   * @param {RecordVariable} record
   */
  returnNextRecord(record) {
    const { routine } = this
    const own = record.shape
    if (own === null) throw notAssigned(record.datum.name)
    const results = this.resultRows()
    const shape = routine.returnsRow ? this.resultShape() : null
    if (record.values !== null && shape !== null && this.fits(own, shape)) {
      results.pushRow(record.values.slice())
      return
    }
    this.giveRecord(record)
    const { value } = this
    if (routine.returnsRow || !(value instanceof PgRecord)) this.returnNext(WRONG_RECORD)
    else {
      const one = { type: RECORD, names: [''], types: [routine.returnType], typmods: [-1] }
      results.push(this.conformed(value, one, WRONG_RECORD).values[0])
    }
  }

  /**
   * Whether rows of this shape are the result's as they are. That of the last row is looked at once.
   * @param {Shape} own @param {Shape} shape of the result @returns {boolean}
   */
  fits(own, shape) {
    if (own === this.fitting && shape === this.fittingTo) return true
    if (own.types.length !== shape.types.length) return false
    const isSame = own.types.every((type, at) =>
      type !== 0 && type === shape.types[at] && (shape.typmods[at] < 0 || own.typmods[at] === shape.typmods[at]))
    if (isSame) [this.fitting, this.fittingTo] = [own, shape]
    return isSame
  }

  /** RETURN NEXT of a scalar variable, whose value `run.value` is: all of a row of one column. */
  returnNextScalar() {
    const { routine, value, type, typmod } = this
    if (!routine.returnsRow) {
      this.returnNext('')
      return
    }
    const shape = this.resultShape()
    if (shape === null || shape.types.length !== 1) throw wrongNextResult()
    const field = this.cast(value, type, typmod, shape.types[0], shape.typmods[0])
    this.resultRows().pushRow([field])
  }

  /**
   * RETURN QUERY EXECUTE.
   * @param {string} text @param {import('./statement-run.js').Argument[]} args
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *returnDynamic(text, args) {
    let count = 0
    for (const opened of this.openResults(text, args)) {
      yield* this.returnRows(yield* opened)
      count += this.rowCount
    }
    this.rowCount = count
    this.found = count > 0
  }

  /** RETURN QUERY. @param {import('./row-loop.js').RowLoop} loop @returns {Generator<Promise<unknown>, void, void>} */
  *returnRows(loop) {
    const { routine } = this
    const results = this.resultRows()
    const { columns } = loop
    const own =
      { type: RECORD, names: columns.map((column) => column.name), types: columns.map((column) => column.type),
        typmods: columns.map((column) => column.typmod) }
    const shape = routine.returnsRow ? this.resultShape() ?? own
      : { ...own, types: [routine.returnType], names: [''], typmods: [-1] }
    let count = 0
    try {
      checkShapes(own, shape, true, 'structure of query does not match function result type',
        (type, typmod) => this.typeName(type, typmod))
      loop.wanted = 1000
      while (loop.next() || (yield* loop.more())) {
        loop.wanted = 1000
        const row = /** @type {Value[]} */ (loop.row)
        if (routine.returnsRow) results.pushRow(padded(row, shape))
        else results.push(row[0])
        count++
      }
    } catch (error) {
      throw loop.explained ? error : loop.explain(error)
    } finally {
      loop.close()
    }
    this.rowCount = count
    this.found = count > 0
  }

  /** @throws {DbError} 0A000 nobody says which columns */
  resultRows() {
    const { routine } = this
    if (this.results === null) {
      const shape = routine.returnsRow ? this.resultShape() : null
      if (shape === null && routine.returnType === RECORD) throw materializeRefused()
      this.results = routine.newResults(this.session, shape)
    }
    return this.results
  }

  /** The body ended without RETURN. */
  fellThrough() {
    this.at = 0
    const { routine } = this
    if (routine.retset || routine.returnType === VOID || routine.outputs !== null) return
    this.at = routine.nowherePlace
    throw noReturn(routine.trigger)
  }

  /**
   * NEW or OLD. @param {RecordVariable} record
   * @param {{ shape: Shape, values: Value[] | null, system: import('./records.js').SystemColumns } | null} row
   */
  takeTriggerRow(record, row) {
    if (row === null) return
    record.system = row.system
    if (row.values === null) record.shape = row.shape
    else record.put(row.shape, row.values.slice())
  }

  /** @param {number} type @param {number} typmod */
  typeName(type, typmod) { return this.routine.formatType(this.catalog(), type, typmod) }
}

/** No error's SQLSTATE: an exception of it is one of none. */
const SUCCESS = '00000'

/** @type {Record<string, (error: DbError) => string | undefined>} */
const STACKED = {
  returned_sqlstate: (error) => error.code,
  message_text: (error) => error.message,
  pg_exception_detail: (error) => error.detail,
  pg_exception_hint: (error) => error.hint,
  pg_exception_context: (error) => error.where,
  column_name: (error) => error.column,
  constraint_name: (error) => error.constraint,
  pg_datatype_name: (error) => error.dataType,
  table_name: (error) => error.table,
  schema_name: (error) => error.schema,
}

/**
 * @typedef {{ level: string, condition: string, format: string | null, code?: string }} RaiseStatement code: the
 *   condition's, once it was asked for
 */

/**
 * @param {RaiseStatement} raise @param {string[]} values @param {[string, string][]} options
 * @throws {DbError} 42601, 42704
 */
function messageOf(raise, values, options) {
  const { condition, format } = raise
  /** @type {Record<string, string>} */
  const fields = {}
  let name = condition
  let code = raise.code ??= condition === '' ? '' : codeOf(condition)
  if (format !== null) fields.message = formatted(format, values)
  for (const [option, text] of options) {
    if (option === 'errcode') {
      if (code !== '') throw twice('ERRCODE')
      code = codeOf(text)
      name = text
    } else {
      if (fields[option] !== undefined) throw twice(option.toUpperCase())
      fields[option] = text
    }
  }
  const message = fields.message ?? (name === '' ? code === '' ? 'P0001' : code : name)
  const { detail, hint, schema, table, column, constraint, datatype: dataType } = fields
  return { code, message, fields: { detail, hint, schema, table, column, constraint, dataType } }
}

/** A condition's SQLSTATE, or one itself. @param {string} text */
function codeOf(text) {
  if (/^[0-9A-Z]{5}$/.test(text)) return text
  const [code] = conditionCodes(text)
  if (code === undefined) throw unknownCondition(text)
  return code
}

/** @param {string} option */
const twice = (option) => raiseOptionTwice(option)

/** @param {string} format @param {string[]} values */
function formatted(format, values) {
  if (!format.includes('%')) return format
  let next = 0
  return format.replace(/%%|%/g, (mark) => mark === '%%' ? '%' : values[next++])
}

/** @param {Value[]} row @param {Shape} shape */
function padded(row, shape) {
  let next = 0
  return shape.types.map((type) => type === 0 ? null : row[next++])
}

/**
 * @param {Shape} own @param {Shape} wanted @param {boolean} hasTypmods whether those of `own` are known
 * @param {string} message @param {(type: number, typmod: number) => string} typeName
 * @throws {DbError} 42804
 */
function checkShapes(own, wanted, hasTypmods, message, typeName) {
  const have = columnsOf(own)
  const want = columnsOf(wanted)
  for (let at = 0; at < Math.min(have.length, want.length); at++) {
    const { type, typmod } = want[at]
    if (have[at].type === type && (!hasTypmods || typmod < 0 || have[at].typmod === typmod)) continue
    const types = `${typeName(have[at].type, have[at].typmod)} does not match expected type ${typeName(type, typmod)}`
    throw returnedTypesDiffer(message, types, at + 1)
  }
  if (have.length !== want.length) {
    throw returnedColumnsDiffer(message, have.length, want.length)
  }
}

/** Without dropped ones. @param {Shape} shape */
const columnsOf = ({ types, typmods }) =>
  types.flatMap((type, at) => type === 0 ? [] : [{ type, typmod: typmods[at] }])

export { shapeOf }
