/**
 * Names of objects that are found along the search path by their catalog's rows: bare when that finds this one, else
 * with the schema.
 */
import { catalogShape } from '../store/shapes.js'
import { quoteIdentifier } from './names.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */

/**
 * @param {CatalogSnapshot} catalog
 * @param {string} catalogName
 * @param {string} nameColumn
 * @param {string} namespaceColumn
 * @param {any[]} row of that catalog
 * @returns {string}
 */
export function qualifiedUnlessVisible(catalog, catalogName, nameColumn, namespaceColumn, row) {
  const { at } = catalogShape(catalogName)
  const name = row[at[nameColumn]]
  // Classes and families of one name are others where their access method is another.
  const method = at.opcmethod ?? at.opfmethod
  const namesakes = catalog.rowsWith(catalogName, nameColumn, name)
    .filter((other) => method === undefined || other[method] === row[method]).map((other) => other[at[namespaceColumn]])
  const first = catalog.searchPath.find((namespaceOid) => namesakes.includes(namespaceOid))
  if (first === row[at[namespaceColumn]]) return quoteIdentifier(name)
  return `${quoteIdentifier(catalog.namespace(row[at[namespaceColumn]])?.name ?? '')}.${quoteIdentifier(name)}`
}

/** An operator class as SQL names it. @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
export function operatorClassName(catalog, oid) {
  const [row] = catalog.rowsWith('pg_opclass', 'oid', oid)
  return row === undefined ? '' : qualifiedUnlessVisible(catalog, 'pg_opclass', 'opcname', 'opcnamespace', row)
}

/**
 * An operator as an expression names it: bare where its name with its types means it along the search path.
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @returns {string}
 */
export function operatorName(catalog, oid) {
  const operator = catalog.operator(oid)
  if (operator === undefined) return `operator_${oid}`
  const { name, left, right, namespaceOid } = operator
  if (catalog.operatorsNamed(name, left, right)[0]?.oid === oid) return name
  return `OPERATOR(${quoteIdentifier(catalog.namespace(namespaceOid)?.name ?? '')}.${name})`
}

/** A collation as SQL names it. @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
export function collationName(catalog, oid) {
  const found = catalog.collation(oid)
  if (found === undefined) return String(oid)
  if (catalog.collationByName(null, found.name)?.oid === oid) return quoteIdentifier(found.name)
  return `${quoteIdentifier(catalog.namespace(found.namespaceOid)?.name ?? '')}.${quoteIdentifier(found.name)}`
}
