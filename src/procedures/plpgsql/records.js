/** Row variables while a function runs: of a composite type, or of whatever was put into them last. */
import { typeNotComposite } from '../../errors/plpgsql-run.js'
import { noSuchField, notAssigned, systemColumnAssigned } from '../../errors/plpgsql.js'
import { PgRecord } from '../../types/record.js'
import { SYSTEM_TYPES } from './stored-row.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */

/** @typedef {import('./parse/names.js').Datum} Datum */
/**
 * The columns of a row. A dropped column of a composite type has type 0.
 * @typedef {{ type: number, names: string[], types: number[], typmods: number[], system?: Record<string, number> }}
 *   Shape type: the composite type's OID, or 2249; system: types of a stored row's system columns
 */
/** A stored row's system columns, where they are known. @typedef {Record<string, Value>} SystemColumns */

export const RECORD = 2249

/** @param {Catalog} catalog @param {number} type of a composite type, or a domain over one @returns {Shape} */
export function shapeOf(catalog, type) {
  const base = catalog.type(catalog.baseType(type))
  const relation = catalog.relation(base.relationOid)
  if (relation === undefined) throw typeNotComposite(base.name)
  const columns = relation.columns
  return { type: base.oid, names: columns.map((/** @type {Value} */ column) => column.dropped ? '' : column.name),
    types: columns.map((/** @type {Value} */ column) => column.dropped ? 0 : column.typeOid),
      typmods: columns.map((/** @type {Value} */ column) => column.typmod) }
}

/** @param {{ name: string, type: number, typmod: number }[]} columns of a query @returns {Shape} */
export const shapeOfColumns =
  (columns) => ({ type: RECORD, names: columns.map((column) => column.name),
    types: columns.map((column) => column.type),
  typmods: columns.map((column) => column.typmod) })

export class RecordVariable {
  /** @param {Datum} datum @param {Shape | null} shape null: of no type yet */
  constructor(datum, shape) {
    this.datum = datum
    this.declared = shape
    this.shape = shape
    /** null: NULL, or nothing was put into it yet. @type {Value[] | null} */
    this.values = null
    /** Of OLD and NEW. @type {SystemColumns | null} */
    this.system = null
  }

  /** @param {string} field @returns {number} its place @throws {DbError} 55000, 42703 */
  placeOf(field) {
    if (this.shape === null) throw notAssigned(this.datum.name)
    const at = this.shape.names.indexOf(field)
    if (at < 0) throw noSuchField(this.datum.name, field)
    return at
  }

  /** @param {string} field */
  get(field) {
    const at = this.placeOf(field)
    return this.values === null ? null : this.values[at]
  }

  /** @param {string} field @returns {number} its place @throws {DbError} 55000, 42703, 0A000 */
  placeToSet(field) {
    if (field in SYSTEM_TYPES && this.shape?.names.includes(field) === false) throw systemColumnAssigned(field)
    return this.placeOf(field)
  }

  /** @param {string} field @param {Value} value of the field's type */
  set(field, value) {
    const at = this.placeToSet(field)
    const { types } = /** @type {Shape} */ (this.shape)
    if (this.values === null) this.values = types.map(() => null)
    this.values[at] = value
  }

  /** Null, and without a type if it was declared without one. */
  clear() {
    this.shape = this.declared
    this.values = null
  }

  /** As a value. @returns {PgRecord | null} */
  whole() {
    const { shape, values } = this
    if (shape === null || values === null) return null
    return shape.type === RECORD ? new PgRecord(RECORD, values.slice(), shape.types, shape.names, shape.typmods)
      : new PgRecord(shape.type, values.slice(), shape.types)
  }

  /** Takes a row that fits. @param {Shape} shape @param {Value[]} values its own from here on */
  put(shape, values) {
    if (this.declared === null) this.shape = shape
    this.values = values
  }
}

/** The shape of a value. @param {Catalog} catalog @param {PgRecord} record @returns {Shape} */
export function shapeOfValue(catalog, record) {
  if (record.typeOid !== RECORD) return shapeOf(catalog, record.typeOid)
  const types = /** @type {number[]} */ (record.fieldTypes)
  return { type: RECORD, names: types.map((_, at) => record.names?.[at] ?? `f${at + 1}`), types,
    typmods: record.fieldTypmods ?? types.map(() => -1) }
}
