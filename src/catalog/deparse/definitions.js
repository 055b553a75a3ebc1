/** Whole objects as SQL: pg_get_constraintdef and pg_get_indexdef. */
import { plainType } from '../../types/collation/types.js'
import { collationName, operatorClassName, operatorName } from './visible.js'
import { deparseOver, looksLikeFunction } from './expressions.js'
import { quoteIdentifier, simpleLiteral } from './names.js'
import { accessMethodName, qualifiedName, relationName } from './objects.js'
import { catalogShape } from '../store/shapes.js'
import { items } from '../descriptors.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { IndexDesc, IndexKey, RelationDesc } from '../relation.js' */

/**
 * @param {CatalogSnapshot} catalog
 * @param {IndexDesc} index
 * @param {boolean} [pretty] fewer parentheses, the schema only where it is needed
 * @returns {string}
 */
export function indexDefinition(catalog, index, pretty = false) {
  const relation = /** @type {RelationDesc} */ (catalog.relation(index.relationOid))
  const options = optionList(index.options)
  return [
    `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(index.name)} ON ${relation.kind === 'p' ? 'ONLY ' : ''}${
      pretty
        ? relationName(catalog, relation.oid, relation.name, relation.namespaceOid)
        : qualifiedName(catalog, relation.name, relation.namespaceOid)
    }`,
    `USING ${quoteIdentifier(accessMethodName(catalog, index.accessMethod))} (${index.keys.map((key, at) => keyDefinition(catalog, relation, index, key, at + 1, pretty)).join(', ')})`,
    ...(index.includedAttnums.length === 0 ? [] : [`INCLUDE (${columnList(relation, index.includedAttnums)})`]),
    ...(index.nullsNotDistinct ? ['NULLS NOT DISTINCT'] : []),
    ...(options === '' ? [] : [`WITH (${options})`]),
    ...(index.predicate === null ? [] : [`WHERE ${deparseOver(catalog, index.predicate, relation, pretty)}`]),
  ].join(' ')
}

/** Values that are no words are quoted. @param {Record<string, string>} options */
const optionList = (options) =>
  Object.entries(options)
    .map(
      ([name, value]) => `${quoteIdentifier(name)}=${quoteIdentifier(value) === value ? value : simpleLiteral(value)}`
    )
    .join(', ')

/**
 * One column of an index, as pg_get_indexdef(oid, n, …): without collation, operator class and order.
 * @param {CatalogSnapshot} catalog
 * @param {IndexDesc} index
 * @param {number} column 1-based
 * @param {boolean} [pretty]
 */
export function indexColumnDefinition(catalog, index, column, pretty = false) {
  const relation = /** @type {RelationDesc} */ (catalog.relation(index.relationOid))
  const key = index.keys[column - 1]
  if (key !== undefined) return keyText(catalog, relation, key, pretty)
  const attnum = index.includedAttnums[column - 1 - index.keys.length]
  return attnum === undefined ? '' : columnList(relation, [attnum])
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {IndexKey} key
 * @param {number} attnum in the index
 * @param {boolean} pretty
 */
function keyDefinition(catalog, relation, index, key, attnum, pretty) {
  let text = keyText(catalog, relation, key, pretty)
  const ownCollation = key.expr === null ? relation.columns[key.attnum - 1].collation : key.expr.collation
  if (key.collation !== 0 && key.collation !== ownCollation) text += ` COLLATE ${collationName(catalog, key.collation)}`
  const options = catalog.indexClassOptions(index.oid, attnum)
  if (options !== null || catalog.defaultOpclass(plainType(key.typeOid), index.accessMethod)?.oid !== key.opclass)
    text += ` ${operatorClassName(catalog, key.opclass)}`
  if (options !== null) text += ` (${optionList(options)})`
  if (key.desc) return text + (key.nullsFirst ? ' DESC' : ' DESC NULLS LAST')
  return text + (key.nullsFirst ? ' NULLS FIRST' : '')
}

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation @param {IndexKey} key @param {boolean} pretty */
function keyText(catalog, relation, key, pretty) {
  if (key.expr === null) return quoteIdentifier(relation.columns[key.attnum - 1].name)
  const text = deparseOver(catalog, key.expr, relation, pretty)
  return looksLikeFunction(key.expr) ? text : `(${text})`
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {number} constraintOid
 * @param {boolean} [pretty]
 * @returns {string}
 */
export function constraintDefinition(catalog, relation, constraintOid, pretty = false) {
  const check = relation.checks.find((candidate) => candidate.oid === constraintOid)
  if (check !== undefined && check.expr !== null) {
    return `CHECK (${deparseOver(catalog, check.expr, relation, pretty)})${check.noInherit ? ' NO INHERIT' : ''}${check.validated ? '' : ' NOT VALID'}`
  }
  const constraint = relation.constraints.find((candidate) => candidate.oid === constraintOid)
  if (constraint === undefined) return ''
  if (constraint.type === 'f') return foreignKeyDefinition(catalog, relation, constraintOid)
  const index = relation.indexes.find((candidate) => candidate.oid === constraint.indexOid)
  if (constraint.type === 'x')
    return index === undefined ? '' : exclusionDefinition(catalog, relation, index, constraint, pretty)
  const included = index?.includedAttnums ?? []
  const unique = index?.nullsNotDistinct ? 'UNIQUE NULLS NOT DISTINCT' : 'UNIQUE'
  return [
    ...(constraint.type === 't'
      ? ['TRIGGER']
      : [constraint.type === 'p' ? 'PRIMARY KEY' : unique, `(${columnList(relation, constraint.attnums)})`]),
    ...(included.length === 0 ? [] : [`INCLUDE (${columnList(relation, included)})`]),
    ...(constraint.deferrable ? ['DEFERRABLE'] : []),
    ...(constraint.deferred ? ['INITIALLY DEFERRED'] : []),
  ].join(' ')
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {import('../relation.js').ConstraintDesc} constraint
 * @param {boolean} pretty
 */
function exclusionDefinition(catalog, relation, index, constraint, pretty) {
  const { at } = catalogShape('pg_constraint')
  const [row] = catalog.rows('pg_constraint', 'pg_constraint_oid_index', [constraint.oid])
  const operators = items(row[at.conexclop])
  return [
    `EXCLUDE USING ${quoteIdentifier(accessMethodName(catalog, index.accessMethod))} (${index.keys.map((key, place) => `${keyDefinition(catalog, relation, index, key, place + 1, pretty)} WITH ${operatorName(catalog, operators[place])}`).join(', ')})`,
    ...(index.includedAttnums.length === 0 ? [] : [`INCLUDE (${columnList(relation, index.includedAttnums)})`]),
    ...(index.predicate === null ? [] : [`WHERE (${deparseOver(catalog, index.predicate, relation, pretty)})`]),
    ...(constraint.deferrable ? ['DEFERRABLE'] : []),
    ...(constraint.deferred ? ['INITIALLY DEFERRED'] : []),
  ].join(' ')
}

const ACTIONS = /** @type {Record<string, string>} */ ({ r: 'RESTRICT', c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT' })

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation @param {number} constraintOid @returns {string} */
function foreignKeyDefinition(catalog, relation, constraintOid) {
  const { at } = catalogShape('pg_constraint')
  const [row] = catalog.rows('pg_constraint', 'pg_constraint_oid_index', [constraintOid])
  const target = catalog.relation(row[at.confrelid])
  if (target === undefined) return ''
  const letter = (/** @type {string} */ column) => String.fromCharCode(row[at[column]])
  const onUpdate = ACTIONS[letter('confupdtype')]
  const onDelete = ACTIONS[letter('confdeltype')]
  const setColumns = row[at.confdelsetcols] === null ? '' : ` (${columnList(relation, items(row[at.confdelsetcols]))})`
  return [
    `FOREIGN KEY (${columnList(relation, items(row[at.conkey]))}) REFERENCES ${relationName(catalog, target.oid, target.name, target.namespaceOid)}(${columnList(target, items(row[at.confkey]))})`,
    ...(letter('confmatchtype') === 'f' ? ['MATCH FULL'] : []),
    ...(onUpdate === undefined ? [] : [`ON UPDATE ${onUpdate}`]),
    ...(onDelete === undefined ? [] : [`ON DELETE ${onDelete}${setColumns}`]),
    ...(row[at.condeferrable] ? ['DEFERRABLE'] : []),
    ...(row[at.condeferred] ? ['INITIALLY DEFERRED'] : []),
    ...(row[at.convalidated] ? [] : ['NOT VALID']),
  ].join(' ')
}

/** @param {RelationDesc} relation @param {number[]} attnums */
const columnList = (relation, attnums) =>
  attnums.map((attnum) => quoteIdentifier(relation.columns[attnum - 1].name)).join(', ')
