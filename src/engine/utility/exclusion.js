/** EXCLUDE in CREATE TABLE and ALTER TABLE. The operators are those of equality: our B+tree answers no others. */
import { addExclusion } from '../../catalog/ddl/exclusion.js'
import { deparseOver } from '../../catalog/deparse/expressions.js'
import { quoteIdentifier } from '../../catalog/deparse/names.js'
import { formatType } from '../../catalog/deparse/types.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { exclusionCannotBeMade, exclusionOperator } from '../../errors/exclusion.js'
import { bindPredicate } from '../../planner/table-expressions.js'
import { fillIndex, readKey } from './create-index.js'
import { storageOptions } from './ddl.js'

/** @import { Session } from '../session.js' */

const EQUAL = 3

/** @param {Session} session @param {any} ddl @param {number} relationOid @param {any} node Constraint @param {boolean} isNew the table has no rows yet @returns {Generator<Promise<unknown>, void, void>} */
export function* createExclusion(session, ddl, relationOid, node, isNew) {
  const method = node.access_method ?? 'btree'
  if (method !== 'btree' && method !== 'hash') throw featureNotSupported(`EXCLUDE USING ${method}`)
  if (method === 'hash') throw featureNotSupported('index access method "hash"')
  const relation = ddl.view.relation(relationOid)
  const catalog = session.catalog()
  const elements = node.exclusions.map((/** @type {any} */ pair) => ({ element: pair.List.items[0].IndexElem, operator: pair.List.items[1].List.items.map((/** @type {any} */ part) => part.String.sval) }))
  const keys = elements.map((/** @type {any} */ { element }) => readKey(session, relation, element))
  const operators = elements.map((/** @type {any} */ { operator }, /** @type {number} */ at) => equality(catalog, relation, keys[at], operator))
  const predicate = node.where_clause ? bindPredicate(catalog, node.where_clause, relation, { settings: session.settings }) : null
  const names = elements.map((/** @type {any} */ { element }) => element.name ?? 'expr')
  const include = (node.including ?? []).map((/** @type {any} */ item) => relation.columns.find((/** @type {any} */ column) => column.name === item.String.sval)?.attnum ?? 0)
  const indexOid = addExclusion(ddl, relationOid, { name: node.conname ?? null, keys, names, include, operators, predicate, deferrable: node.deferrable === true,
    deferred: node.initdeferred === true, options: storageOptions(node.options) })
  if (isNew) return
  yield* fillIndex(session, ddl, indexOid)
  session.catalogSnapshot = null
  yield* requireExclusive(session, ddl.view.relation(relationOid), ddl.view.index(indexOid), predicate)
}

/** @param {any} catalog @param {any} relation @param {any} key @param {string[]} name @returns {number} OID of the operator @throws {DbError} 42809, 42883 */
function equality(catalog, relation, key, name) {
  const type = catalog.baseType(key.attnum > 0 ? relation.columns[key.attnum - 1].typeOid : key.expr.type)
  const opclass = key.opclass ? catalog.opclassByName(key.opclass, 403) : catalog.defaultOpclass(type)
  const text = /** @type {string} */ (name.at(-1))
  const wanted = opclass === undefined ? 0 : catalog.familyOperator(opclass.family, opclass.inputType, opclass.inputType, EQUAL)
  if (wanted !== 0 && catalog.operator(wanted).name === text) return wanted
  const input = opclass?.inputType ?? type
  const [found] = catalog.operatorsNamed(text, input, input)
  const typeName = formatType(catalog, input, -1)
  if (found === undefined) throw new DbError('42883', `operator does not exist: ${typeName} ${text} ${typeName}`, { hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.' })
  throw exclusionOperator(`${text}(${typeName},${typeName})`, found.commutator === found.oid, catalog, opclass)
}

/** Rows there are that exclude each other. @param {Session} session @param {any} relation @param {any} index @param {any} predicate @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 23P01 */
export function* requireExclusive(session, relation, index, predicate) {
  const catalog = session.catalog()
  const schema = catalog.namespace(relation.namespaceOid)?.name ?? ''
  const columns = index.keys.map((/** @type {any} */ key) => key.attnum > 0 ? quoteIdentifier(relation.columns[key.attnum - 1].name) : deparseOver(catalog, key.expr, relation))
  const where = [...columns.map((/** @type {string} */ column) => `(${column}) IS NOT NULL`), ...(predicate === null ? [] : [deparseOver(catalog, predicate, relation)])].join(' AND ')
  const rows = yield* session.internalRows(`SELECT ${columns.join(', ')} FROM ONLY ${quoteIdentifier(schema)}.${quoteIdentifier(relation.name)} WHERE ${where} GROUP BY ${
    columns.map((/** @type {string} */ _column, /** @type {number} */ at) => at + 1).join(', ')} HAVING count(*) > 1 LIMIT 1`)
  if (rows.length === 0) return
  const values = rows[0].map((value, at) => session.typeOps(index.keys[at].typeOid).format(value, session.env)).join(', ')
  throw exclusionCannotBeMade(index.name, columns.join(', '), values, { schema, table: relation.name })
}
