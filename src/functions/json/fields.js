/** What JSON needs to know of composite types: names and types of fields, the type under a domain. */
import { featureNotSupported } from '../../errors/db-error.js'
import { isBuiltinType } from '../../types/lookup.js'

/** @typedef {{ name: string, type: number, typmod: number, dropped: boolean }} Field */

/** @param {any} catalog CatalogSnapshot @param {number} type @returns {number} */
export function baseTypeOf(catalog, type) {
  for (let at = type; ;) {
    if (isBuiltinType(at)) return at
    const info = catalog?.type(at)
    if (info === undefined || info === null || info.kind !== 'd') return at
    at = info.baseType
  }
}

/**
 * Columns of a composite type (dropped ones keep their place), null when it is none.
 * @param {any} catalog
 * @param {number} type
 * @returns {Field[] | null}
 */
export function fieldsOf(catalog, type) {
  const relationOid = catalog?.type(type)?.relationOid
  const relation = relationOid ? catalog.relation(relationOid) : undefined
  if (relation === undefined || relation === null) return null
  return relation.columns.map((/** @type {any} */ column) => ({
    name: column.name,
    type: column.typeOid,
    typmod: column.typmod,
    dropped: column.dropped === true,
  }))
}

/**
 * Names of a record's fields, null for dropped columns.
 * @param {any} catalog
 * @param {any} record PgRecord
 * @returns {(string | null)[]}
 */
export function fieldNames(catalog, record) {
  if (record.names !== undefined) return record.names
  const fields = fieldsOf(catalog, record.typeOid)
  if (fields === null) return record.values.map((/** @type {any} */ _, /** @type {number} */ at) => `f${at + 1}`)
  return fields.map(({ name, dropped }) => (dropped ? null : name))
}

/** @param {any} catalog @param {any} record PgRecord @returns {number[]} */
export function fieldTypesOf(catalog, record) {
  const types = record.fieldTypes ?? fieldsOf(catalog, record.typeOid)?.map(({ type }) => type)
  if (types === undefined) throw featureNotSupported(`a record of type ${record.typeOid} here`)
  return types
}
