/** Results of a call under way (see evaluation.js). */
import {
  WRONG_RECORD, nonCompositeResult, wrongNextResult, materializeRefused, returnedTypesDiffer, returnedColumnsDiffer,
} from '../../errors/plpgsql-run.js'
import { noReturn, notAssigned } from '../../errors/plpgsql.js'
import { PgRecord } from '../../types/record.js'
import { RECORD, RecordVariable, shapeOfValue } from './records.js'
import { CursorRun } from './cursor-run.js'
import { triggerResult } from './trigger.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Value } from '../host.js' */
/** @import { Datum } from './parse/names.js' */
/** @import { Shape } from './records.js' */

const VOID = 2278

/** Statements that give a result back: RETURN, RETURN NEXT, RETURN QUERY, and what a call answers. */
export class ResultRun extends CursorRun {
  /** Columns of the result, and the catalog that says so. @type {Shape | null} */
  shape = null
  /** @type {import('../host.js').Catalog | null} */
  shapeOf = null
  /** Columns of a row variable that are those of the result. @type {Shape | null} */
  fitting = null
  /** @type {Shape | null} */
  fittingTo = null

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
    if (this.shapeOf !== catalog) {
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
