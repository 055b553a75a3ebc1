/** Objects as messages name them: "table t", "constraint c on table t". Names carry their schema when the search path does not find them. */
import { catalogShape } from '../shapes.js'
import { formatType } from './types.js'
import { quoteIdentifier } from './names.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { Found } from '../object-reader.js' */

/** @typedef {{ find: (catalog: string, index: string, key: any[]) => Found[] }} RowFinder */

const KINDS = /** @type {Record<string, string>} */ ({ r: 'table', p: 'table', v: 'view', m: 'materialized view', i: 'index', I: 'index', S: 'sequence',
  c: 'composite type', t: 'toast table', f: 'foreign table' })

/** @param {CatalogSnapshot} catalog @param {RowFinder} rows @param {{ classId: number, objectId: number, subId: number }} object @returns {string} */
export function describeObject(catalog, rows, { classId, objectId, subId }) {
  switch (classId) {
    case 1259: return subId === 0 ? describeRelation(catalog, rows, objectId)
      : `column ${quoteIdentifier(columnName(rows, objectId, subId))} of ${describeRelation(catalog, rows, objectId)}`
    case 1247: return `type ${formatType(catalog, objectId)}`
    case 2615: return `schema ${quoteIdentifier(catalog.namespace(objectId)?.name ?? String(objectId))}`
    case 1255: return `function ${functionSignature(catalog, objectId)}`
    case 2604: {
      const { at } = catalogShape('pg_attrdef')
      const [found] = rows.find('pg_attrdef', 'pg_attrdef_oid_index', [objectId])
      return `default value for ${describeObject(catalog, rows, { classId: 1259, objectId: found.row[at.adrelid], subId: found.row[at.adnum] })}`
    }
    case 2606: {
      const { at } = catalogShape('pg_constraint')
      const [found] = rows.find('pg_constraint', 'pg_constraint_oid_index', [objectId])
      const name = `constraint ${quoteIdentifier(found.row[at.conname])}`
      return found.row[at.conrelid] === 0 ? name : `${name} on ${describeRelation(catalog, rows, found.row[at.conrelid])}`
    }
    case 2618: {
      const { at } = catalogShape('pg_rewrite')
      const [found] = rows.find('pg_rewrite', 'pg_rewrite_oid_index', [objectId])
      return `rule ${quoteIdentifier(found.row[at.rulename])} on ${describeRelation(catalog, rows, found.row[at.ev_class])}`
    }
    default: return `object ${objectId} of catalog ${classId}`
  }
}

/** @param {CatalogSnapshot} catalog @param {RowFinder} rows @param {number} oid @returns {string} */
function describeRelation(catalog, rows, oid) {
  const [found] = rows.find('pg_class', 'pg_class_oid_index', [oid])
  if (found === undefined) return `relation ${oid}`
  const { at } = catalogShape('pg_class')
  return `${KINDS[String.fromCharCode(found.row[at.relkind])] ?? 'relation'} ${relationName(catalog, oid, found.row[at.relname], found.row[at.relnamespace])}`
}

/** Qualified when the bare name finds another relation, or none. @param {CatalogSnapshot} catalog @param {number} oid @param {string} name @param {number} namespaceOid */
export function relationName(catalog, oid, name, namespaceOid) {
  return catalog.relationOid(null, name) === oid ? quoteIdentifier(name) : qualifiedName(catalog, name, namespaceOid)
}

/** @param {CatalogSnapshot} catalog @param {string} name @param {number} namespaceOid */
export function qualifiedName(catalog, name, namespaceOid) {
  return `${quoteIdentifier(catalog.namespace(namespaceOid)?.name ?? '')}.${quoteIdentifier(name)}`
}

/** As regprocedure prints it. @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
export function functionSignature(catalog, oid) {
  const func = catalog.func(oid)
  if (func === undefined) return String(oid)
  const visible = catalog.functionsNamed(func.name).includes(func)
  const args = func.argTypes.map((type) => formatType(catalog, type)).join(',')
  return `${visible ? quoteIdentifier(func.name) : qualifiedName(catalog, func.name, func.namespaceOid)}(${args})`
}

/** @param {RowFinder} rows @param {number} relationOid @param {number} attnum @returns {string} */
function columnName(rows, relationOid, attnum) {
  const [found] = rows.find('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum])
  return found.row[catalogShape('pg_attribute').at.attname]
}
