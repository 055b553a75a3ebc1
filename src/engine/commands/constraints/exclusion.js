/**
 * EXCLUDE in CREATE TABLE and ALTER TABLE. A B+tree answers equality alone; a gist index any operator of its classes
 * that is its own commutator.
 */
import { requireCreateIn } from '../../../catalog/ddl/may-change.js'
import { extensionMethodNamed } from '../../../catalog/extension-methods.js'
import { items } from '../../../catalog/descriptors.js'
import { addExclusion } from '../../../catalog/ddl/constraints/exclusion.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { deparseOver } from '../../../catalog/deparse/expressions.js'
import { quoteIdentifier } from '../../../catalog/deparse/names.js'
import { formatType } from '../../../catalog/deparse/types.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { noDefaultOpclass, undefinedCatalogObject, undefinedKeyColumn } from '../../../errors/ddl/catalog.js'
import { methodLacks, undefinedOpclass } from '../../../errors/ddl/indexes.js'
import { isGistIndex } from '../../../types/gist/keys.js'
import { exclusionCannotBeMade, exclusionOperator } from '../../../errors/ddl/exclusion.js'
import { readKey, readPredicate } from '../tables/create-index.js'
import { fillIndex } from '../tables/partition-indexes.js'
import { storageOptions } from '../../session/ddl.js'
import { requireCallsAs } from '../../statements/core/permit.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { exclusionOnPartitioned } from '../../../errors/ddl/definitions.js'
import { operatorDoesNotExist } from '../../../errors/commands/constraints.js'
import { requireNewTablespace } from '../../session/tablespaces.js'
import { BTREE, GIST, HASH, SPGIST } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/**
 * Strategy number of equality in operator families of a method whose indexes are B+trees here.
 * @type {Record<number, number>}
 */
const EQUAL = { [BTREE]: 3, [HASH]: 1 }
const METHODS = /** @type {Record<string, number>} */ ({ btree: BTREE, hash: HASH, gist: GIST, spgist: SPGIST })

/**
 * What is said twice is one constraint, with the first name it is given.
 * @template {{ conname?: string }} T @param {T[]} nodes Constraint @returns {T[]}
 */
export function distinctExclusions(nodes) {
  /** @type {Map<string, T>} */
  const made = new Map()
  for (const node of nodes) {
    const what = JSON.stringify(node, (key, value) => (key === 'location' || key === 'conname' ? undefined : value))
    const same = made.get(what)
    if (same === undefined) made.set(what, node)
    else if (same.conname === undefined) made.set(what, { ...same, conname: node.conname })
  }
  return [...made.values()]
}

/**
 * @param {Session} session
 * @param {any} ddl
 * @param {number} relationOid
 * @param {any} node Constraint
 * @param {boolean} isNew the table has no rows yet
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* createExclusion(session, ddl, relationOid, node, isNew) {
  const method = node.access_method ?? 'btree'
  const methodOid = METHODS[method]
  if (method === 'gin' || method === 'brin' || extensionMethodNamed(session.catalog(), method) !== undefined)
    throw methodLacks(method, 'exclusion constraints')
  if (methodOid === undefined) throw undefinedCatalogObject('access method', method)
  if (methodOid === HASH && node.including?.length) throw methodLacks(method, 'included columns')
  if (methodOid === HASH && node.exclusions.length > 1) throw methodLacks(method, 'multicolumn indexes')
  const relation = ddl.view.relation(relationOid)
  if (relation.kind === 'p') throw exclusionOnPartitioned()
  requireCreateIn(ddl, relation.namespaceOid)
  requireNewTablespace(session, node.indexspace, relation.persistence === 't')
  const catalog = session.catalog()
  const elements = node.exclusions.map((/** @type {any} */ pair) => ({
    element: pair.List.items[0].IndexElem,
    operator: pair.List.items[1].List.items.map((/** @type {any} */ part) => part.String.sval),
  }))
  for (const {
    element: { name },
  } of elements)
    if (name && !relation.columns.some((/** @type {any} */ column) => column.name === name && !column.dropped))
      throw undefinedKeyColumn(name)
  const keys = elements.map((/** @type {any} */ { element }) =>
    readKey(session, relation, element, method, methodOid === BTREE),
  )
  const operators = elements.map((/** @type {any} */ { operator }, /** @type {number} */ at) =>
    methodOid in EQUAL
      ? equality(catalog, relation, keys[at], operator, method)
      : memberOperator(catalog, relation, keys[at], operator, method),
  )
  const predicate = readPredicate(catalog, node.where_clause, relation, { settings: session.settings })
  requireCallsAs(session, relation.ownerOid, predicate)
  const names = elements.map(
    (/** @type {any} */ { element }, /** @type {number} */ at) =>
      element.name ?? keys[at].name ?? relation.columns[keys[at].attnum - 1].name,
  )
  const include = (node.including ?? []).map(
    (/** @type {any} */ item) =>
      relation.columns.find((/** @type {any} */ column) => column.name === item.String.sval)?.attnum ?? 0,
  )
  for (const { String: { sval } } of node.including ?? []) names.push(sval)
  const indexOid = addExclusion(ddl, relationOid, {
    name: node.conname ?? null, method, keys, names, include, operators, predicate,
    deferrable: node.deferrable === true, deferred: node.initdeferred === true, options: storageOptions(node.options),
  })
  if (isNew) return
  yield* fillIndex(session, ddl, indexOid)
  session.names.forget()
  yield* requireExclusive(session, ddl.view.relation(relationOid), ddl.view.index(indexOid), predicate)
}

/**
 * @param {any} catalog
 * @param {any} relation
 * @param {any} key
 * @param {string[]} name
 * @param {string} method btree or hash
 * @returns {number} OID of the operator
 * @throws {DbError} 42809, 42883, 42704
 */
function equality(catalog, relation, key, name, method) {
  const methodOid = METHODS[method]
  const type = catalog.baseType(key.attnum > 0 ? relation.columns[key.attnum - 1].typeOid : key.expr.type)
  const opclass = key.opclass
    ? catalog.opclassByName(key.opclass, methodOid, key.opclassSchema ?? null)
    : catalog.defaultOpclass(type, methodOid)
  const text = /** @type {string} */ (name.at(-1))
  const wanted =
    opclass === undefined
      ? 0
      : catalog.familyOperator(opclass.family, opclass.inputType, opclass.inputType, EQUAL[methodOid])
  if (wanted !== 0 && catalog.operator(wanted).name === text) return wanted
  const input = opclass?.inputType ?? type
  const [found] = catalog.operatorsNamed(text, input, input)
  const typeName = formatType(catalog, input, -1)
  if (found === undefined) throw operatorDoesNotExist(typeName, text)
  throw exclusionOperator(`${text}(${typeName},${typeName})`, found.commutator === found.oid, catalog, opclass)
}

/**
 * An operator of a gist class, with the class's type on both sides.
 * @param {any} catalog
 * @param {any} relation
 * @param {any} key
 * @param {string[]} name
 * @param {string} method
 * @returns {number} OID
 * @throws {DbError} 42809, 42883, 42704
 */
function memberOperator(catalog, relation, key, name, method) {
  const methodOid = METHODS[method]
  const type = key.attnum > 0 ? relation.columns[key.attnum - 1].typeOid : key.expr.type
  const opclass = key.opclass
    ? catalog.opclassByName(key.opclass, methodOid, key.opclassSchema ?? null)
    : catalog.defaultOpclass(type, methodOid)
  if (opclass === undefined)
    throw key.opclass ? undefinedOpclass(key.opclass, method) : noDefaultOpclass(formatType(catalog, type, -1), method)
  const input = opclass.inputType
  const text = /** @type {string} */ (name.at(-1))
  const schema = name.length > 1 ? name[0] : null
  const found =
    catalog.operatorsNamed(text, input, input, schema)[0]
    ?? catalog
      .operatorsNamed(text, undefined, undefined, schema)
      .find((/** @type {any} */ one) => one.left === one.right && catalog.isBinaryCoercible(input, one.left))
  const typeName = formatType(catalog, catalog.type(input).kind === 'p' ? type : input, -1)
  if (found === undefined) throw operatorDoesNotExist(typeName, text)
  const shown = `${text}(${formatType(catalog, input, -1)},${formatType(catalog, input, -1)})`
  if (found.commutator !== found.oid) throw exclusionOperator(shown, false, catalog, opclass)
  if (catalog.familyMember(found.oid, opclass.family, 's') === undefined)
    throw exclusionOperator(shown, true, catalog, opclass)
  return found.oid
}

/**
 * Rows there are that exclude each other.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {any} index
 * @param {Expr | null} predicate
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 23P01
 */
export function* requireExclusive(session, relation, index, predicate) {
  const catalog = session.catalog()
  const schema = catalog.namespace(relation.namespaceOid)?.name ?? ''
  const columns = index.keys.map((/** @type {any} */ key) =>
    key.attnum > 0 ? quoteIdentifier(relation.columns[key.attnum - 1].name) : deparseOver(catalog, key.expr, relation),
  )
  const where = [
    ...columns.map((/** @type {string} */ column) => `(${column}) IS NOT NULL`),
    ...(predicate === null ? [] : [deparseOver(catalog, predicate, relation)]),
  ].join(' AND ')
  const table = `ONLY ${quoteIdentifier(schema)}.${quoteIdentifier(relation.name)}`
  if (isGistIndex(index)) {
    yield* requireNoPair(session, relation, index, { columns, where, table, schema })
    return
  }
  const rows = yield* internalRows(
    session,
    `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where} GROUP BY ${columns
      .map((/** @type {string} */ _column, /** @type {number} */ at) => at + 1)
      .join(', ')} HAVING count(*) > 1 LIMIT 1`,
  )
  if (rows.length === 0) return
  const values = rows[0]
    .map((value, at) => session.typeOps(index.keys[at].typeOid).format(value, session.env))
    .join(', ')
  throw exclusionCannotBeMade(index.name, columns.join(', '), values, values, { schema, table: relation.name })
}

/**
 * Each row beside those before it.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {{ columns: string[], where: string, table: string, schema: string }} parts
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* requireNoPair(session, relation, index, { columns, where, table, schema }) {
  const catalog = session.catalog()
  const { at } = catalogShape('pg_constraint')
  const [constraint] = catalog.rows('pg_constraint', 'pg_constraint_oid_index', [index.constraintOid])
  const names = columns.map((_, place) => `k${place}`)
  const side = `(SELECT ctid AS place, ${columns.map((column, place) => `${column} AS ${names[place]}`).join(', ')} FROM ${table} WHERE ${where})`
  const tests = items(constraint[at.conexclop]).map((/** @type {number} */ oid, /** @type {number} */ place) => {
    const { name, namespaceOid } = catalog.operator(oid)
    return `a.${names[place]} OPERATOR(${quoteIdentifier(catalog.namespace(namespaceOid).name)}.${name}) b.${names[place]}`
  })
  const rows = yield* internalRows(session, `SELECT ${['a', 'b'].flatMap((alias) => names.map((name) => `${alias}.${name}`)).join(', ')} FROM ${side} a, ${side} b WHERE ${tests.join(' AND ')} AND a.place < b.place ORDER BY a.place, b.place LIMIT 1`)
  if (rows.length === 0) return
  const texts = rows[0].map((value, place) =>
    session.typeOps(index.keys[place % names.length].typeOid).format(value, session.env),
  )
  throw exclusionCannotBeMade(
    index.name, columns.join(', '), texts.slice(0, names.length).join(', '), texts.slice(names.length).join(', '),
    { schema, table: relation.name },
  )
}
