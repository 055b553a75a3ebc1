/** Values of a call's variables, and how they become those of others (see evaluation.js). */
import { isEverybodys, requireExecute } from '../../catalog/guarded.js'
import { extraCheckFailed, nonCompositeToRecord } from '../../errors/plpgsql-run.js'
import { DbError } from '../../errors/db-error.js'
import { notNullVariable } from '../../errors/plpgsql.js'
import { compileExpression } from '../../executor/compile.js'
import { valueCast } from '../../planner/body-expression.js'
import { functionsIn } from '../../planner/needs.js'
import { PgRecord } from '../../types/record.js'
import { RECORD, RecordVariable, shapeOf, shapeOfColumns, shapeOfValue } from './records.js'

/** @import { Catalog, ProcedureHost, Snapshot, Value } from '../host.js' */
/** @import { Datum } from './parse/names.js' */
/** @import { TransitionTables } from './transition.js' */
/** @import { Shape } from './records.js' */

/**
 * `calls`: functions not granted to all, which the role that the body runs as must be granted; `role` was.
 * @typedef {{ convert: (ctx: Value) => Value, calls: number[], role: number }} Cast
 */
/**
 * Conversions between types by 'from:typmod:to:typmod'; null: the value stays.
 * @type {WeakMap<object, Map<string, Cast | null>>}
 * by catalog
 */
const CASTS = new WeakMap()

/** A call under way as it is made, and how values get into its variables. */
export class Conversion {
  /**
   * @param {import('./routine.js').PlpgsqlRoutine} routine @param {ProcedureHost} host
   * @param {Snapshot} snapshot the caller's @param {boolean} mayEnd it may end the transaction
   */
  constructor(routine, host, snapshot, mayEnd) {
    this.routine = routine
    this.host = host
    this.program = host.program
    this.session = host.session
    this.readOnly = routine.readOnly
    this.snapshot = routine.readOnly ? snapshot : null
    this.mayEnd = mayEnd && routine.config.length === 0 && !routine.func.securityDefiner
    this.ctx = host.expressionContext()
    this.ctx.snapshot = snapshot
    this.ctx.workMem = host.session.workMemBytes
    /** Of the statement being executed: index in the routine's places. */
    this.at = 0
    /** What `now` and `later` found. @type {Value} */
    this.value = null
    this.type = 0
    this.typmod = -1
    /** The row that INTO, FETCH or a loop has come to. @type {Value[] | null} */
    this.row = null
    /** @type {Value[]} */
    this.columns = []
    this.rowCount = 0
    this.found = false
    /** The context line of the SQL that is under way, '' none. */
    this.under = ''
    /** Rows of RETURN NEXT and RETURN QUERY. @type {import('./results.js').Results | null} */
    this.results = null
    /** What the innermost exception handler deals with. @type {DbError | null} */
    this.caught = null
    /** @type {import('./trigger.js').TriggerCall | null} */
    this.trigger = null
    /** @type {TransitionTables | null} */
    this.transition = null
  }

  /** As it was made, for another call. @param {Snapshot} snapshot the caller's @returns {this} */
  renewed(snapshot) {
    const { ctx, session } = this
    this.snapshot = this.readOnly ? snapshot : null
    ctx.snapshot = snapshot
    ctx.catalog = session.catalog()
    ctx.txn = session.block.txn
    ctx.params = NO_PARAMS
    ctx.workMem = session.workMemBytes
    ctx.env = session.env
    this.at = 0
    this.value = null
    this.row = null
    this.columns = NO_PARAMS
    this.rowCount = 0
    this.found = false
    return this
  }

  catalog() { return this.host.catalog() }

  /** An expression that is part of the code. @param {Value} value @param {number} type @param {number} typmod */
  given(value, type, typmod) {
    this.value = value
    this.type = type
    this.typmod = typmod
    return value
  }

  /**
   * @param {Value} value @param {number} type @param {number} typmod
   * @param {{ type: number, typmod: number } | null} wanted
   */
  give(value, type, typmod, wanted) {
    this.value = wanted === null ? value : this.cast(value, type, typmod, wanted.type, wanted.typmod)
    this.type = wanted === null ? type : wanted.type
    this.typmod = wanted === null ? typmod : wanted.typmod
  }

  /**
   * @param {Value} value @param {number} from @param {number} fromTypmod @param {number} to @param {number} typmod
   * @returns {Value}
   */
  cast(value, from, fromTypmod, to, typmod) {
    if (from === to && (typmod < 0 || typmod === fromTypmod)) return value
    const catalog = this.session.catalog()
    if (to === RECORD) return value
    const cast = castFor(catalog, from, fromTypmod, to, typmod)
    if (cast === null) return value
    if (cast.calls.length > 0) this.permitCast(cast, catalog)
    const { ctx } = this
    ctx.params = [value]
    ctx.catalog = catalog
    return cast.convert(ctx)
  }

  /** @param {Cast} cast of this catalog @param {Catalog} catalog @throws {DbError} 42501 */
  permitCast(cast, catalog) {
    const { roleOid } = this.session
    if (cast.role === roleOid) return
    for (const oid of cast.calls) requireExecute(catalog, roleOid, oid)
    cast.role = roleOid
  }

  /** `run.value`, for a variable. @param {Datum} datum @returns {Value} */
  taken(datum) { return this.checked(this.cast(this.value, this.type, this.typmod, datum.type, datum.typmod), datum) }

  /** A column of the row at hand, for a variable. @param {number} at @param {Datum} datum @returns {Value} */
  part(at, datum) {
    const { row, columns } = this
    if (row === null || at >= columns.length) return this.checked(null, datum)
    return this.checked(this.cast(row[at], columns[at].type, columns[at].typmod, datum.type, datum.typmod), datum)
  }

  /** @param {Value} value @param {Datum} datum @returns {Value} */
  checked(value, datum) {
    if (value === null && datum.notNull) throw notNullVariable(datum.name)
    return value
  }

  /** NULL for a variable of a domain: its rules are asked. @param {Datum} datum */
  initial(datum) {
    return this.routine.isDomain(datum.type) ? this.cast(null, UNKNOWN_AS_TEXT, -1, datum.type, -1) : null
  }

  /** A variable without an initial value. @param {Datum} datum @returns {RecordVariable} */
  initialRecord(datum) {
    this.requireNullable(datum)
    return this.record(datum)
  }

  /** NULL for a row of a domain: its rules are asked. @param {Datum} datum */
  requireNullable({ type }) {
    if (type !== RECORD && this.routine.isDomain(type)) this.cast(null, RECORD, -1, type, -1)
  }

  /** @param {Datum} datum @returns {RecordVariable} */
  record(datum) { return new RecordVariable(datum, datum.type === RECORD ? null : shapeOf(this.catalog(), datum.type)) }

  /**
   * A field gets a value.
   * @param {RecordVariable} record @param {string} field @param {Value} value @param {number} type
   * @param {number} typmod
   */
  setField(record, field, value, type, typmod) {
    const at = record.placeToSet(field)
    const shape = /** @type {Shape} */ (record.shape)
    const made = this.cast(value, type, typmod, shape.types[at], shape.typmods[at])
    if (this.routine.isDomain(record.datum.type)) {
      const values = record.values?.slice() ?? shape.types.map(() => null)
      values[at] = made
      this.put(record, shape, values)
    } else record.set(field, made)
  }

  /** A field of a record whose row is fixed. @param {RecordVariable} record @param {number} at @param {Value} value */
  setPlace(record, at, value) {
    if (record.values === null) record.values = /** @type {Shape} */ (record.shape).types.map(() => null)
    record.values[at] = value
  }

  /**
   * A column of the row at hand, for a field.
   * @param {number} at @param {RecordVariable} record @param {string} field
   */
  partOfField(at, record, field) {
    const { row, columns } = this
    if (row === null || at >= columns.length) this.setField(record, field, null, TEXT, -1)
    else this.setField(record, field, row[at], columns[at].type, columns[at].typmod)
  }

  /** A row variable gets a value. @param {RecordVariable} record @param {Value} value @param {number} type */
  assignRecord(record, value, type) {
    if (value === null) {
      if (record.datum.notNull) throw notNullVariable(record.datum.name)
      this.requireNullable(record.datum)
      record.clear()
      return
    }
    if (!(value instanceof PgRecord)) {
      throw nonCompositeToRecord()
    }
    void type
    try {
      this.fill(record, value.values, shapeOfValue(this.catalog(), value))
    } catch (error) {
      if (error instanceof DbError) OF_VARIABLES.add(error)
      throw error
    }
  }

  /** The row at hand goes into a row variable. @param {RecordVariable} record */
  takeRow(record) {
    const { row, columns } = this
    const shape = shapeFor(columns)
    if (row === null) {
      if (record.datum.notNull) throw notNullVariable(record.datum.name)
      // Its columns are known even so.
      if (record.declared === null) record.put(shape, shape.types.map(() => null))
      else record.values = record.declared.types.map(() => null)
      return
    }
    this.fill(record, row, shape)
  }

  /** @param {RecordVariable} record @param {Value[]} values @param {Shape} shape theirs */
  fill(record, values, shape) {
    const { declared } = record
    if (declared === null) {
      record.put(shape, values.length === shape.types.length ? values.slice() : values.slice(0, shape.types.length))
      return
    }
    if (shape.type === declared.type) {
      const own = values.slice()
      while (own.length < declared.types.length) own.push(null)
      this.put(record, declared, own)
      return
    }
    const missing = liveCount(declared) - liveCount(shape)
    if (missing !== 0) this.countDiffers(missing)
    this.put(record, declared, this.fitted(values, shape, declared))
  }

  /** @param {string} severity @param {string} code @param {string} message @param {object} [fields] */
  notice(severity, code, message, fields = {}) {
    this.session.notice({ severity, code, message, ...fields, where: this.stackLines() })
  }

  /** @returns {string} */
  stackLines() { return '' }

  /** The row at hand goes into so many variables. @param {number} count */
  checkCount(count) {
    if (this.row !== null && this.columns.length !== count) this.countDiffers(count - this.columns.length)
  }

  /** extra_errors or extra_warnings = strict_multi_assignment. @param {number} missing below 0: so many are too much */
  countDiffers(missing) {
    const extra = this.routine.extra('strict_multi_assignment')
    if (extra === 'none') return
    const fields =
      { detail: `strict_multi_assignment check of extra_${extra === 'error' ? 'errors' : 'warnings'} is active.`,
      hint: 'Make sure the query returns the exact list of columns.' }
    const message = 'number of source and target fields in assignment does not match'
    if (extra === 'error') throw extraCheckFailed(message, fields)
    // Of each variable that gets none.
    for (let times = Math.max(missing, 1); times > 0; times--) this.notice('WARNING', '42804', message, fields)
  }

  /**
   * Values of a declared type; a domain's rules are asked first.
   * @param {RecordVariable} record @param {Shape} shape @param {Value[]} values
   */
  put(record, shape, values) {
    const { type } = record.datum
    if (this.routine.isDomain(type)) this.cast(new PgRecord(shape.type, values, shape.types), shape.type, -1, type, -1)
    record.put(shape, values)
  }

  /**
   * Columns one by one into others: what is missing is null, what is too much is left out.
   * @param {Value[]} values @param {Shape} from @param {Shape} to @returns {Value[]}
   */
  fitted(values, from, to) {
    let next = 0
    return to.types.map((type, at) => {
      if (type === 0) return null
      while (next < from.types.length && from.types[next] === 0) next++
      const place = next++
      if (place >= from.types.length) return null
      return this.cast(values[place], from.types[place], from.typmods[place], type, to.typmods[at])
    })
  }
}

/** Columns that are not dropped. @param {Shape} shape */
const liveCount = ({ types }) => types.reduce((count, type) => type === 0 ? count : count + 1, 0)

export const TEXT = 25
/** @type {Value[]} */
const NO_PARAMS = []
const UNKNOWN_AS_TEXT = 25

/** Errors of what becomes of a value that was computed without one. @type {WeakSet<DbError>} */
export const OF_VARIABLES = new WeakSet()

/** @type {WeakMap<Value[], Shape>} */
const SHAPES = new WeakMap()

/** @param {Value[]} columns @returns {Shape} the same for the same columns */
export function shapeFor(columns) {
  let shape = SHAPES.get(columns)
  if (shape === undefined) SHAPES.set(columns, shape = shapeOfColumns(columns))
  return shape
}

/**
 * @param {Catalog} catalog @param {number} from @param {number} fromTypmod @param {number} to @param {number} typmod
 * @returns {Cast | null}
 */
function castFor(catalog, from, fromTypmod, to, typmod) {
  let casts = CASTS.get(catalog)
  if (casts === undefined) CASTS.set(catalog, casts = new Map())
  const key = `${from}:${fromTypmod}:${to}:${typmod}`
  let cast = casts.get(key)
  if (cast === undefined) {
    const expr = valueCast(catalog, from, fromTypmod, to, typmod)
    cast = expr === null ? null : { convert: compileExpression(expr, catalog),
      calls: [...functionsIn(expr)].filter((oid) => !isEverybodys(catalog, oid)), role: -1 }
    casts.set(key, cast)
  }
  return cast
}
