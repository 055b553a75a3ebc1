/** Whole objects as SQL: pg_get_constraintdef and pg_get_indexdef. */
import { deparseOver, looksLikeFunction } from './expressions.js'
import { quoteIdentifier, quoteLiteral } from './names.js'
import { qualifiedName } from './objects.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { IndexDesc, IndexKey, RelationDesc } from '../relation.js' */

/** @param {CatalogSnapshot} catalog @param {IndexDesc} index @returns {string} */
export function indexDefinition(catalog, index) {
  const relation = /** @type {RelationDesc} */ (catalog.relation(index.relationOid))
  const options = Object.entries(index.options).map(([name, value]) => `${quoteIdentifier(name)}=${quoteLiteral(value)}`).join(', ')
  return [
    `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(index.name)} ON ${qualifiedName(catalog, relation.name, relation.namespaceOid)}`,
    `USING btree (${index.keys.map((key) => keyDefinition(catalog, relation, key)).join(', ')})`,
    ...(index.includedAttnums.length === 0 ? [] : [`INCLUDE (${columnList(relation, index.includedAttnums)})`]),
    ...(index.nullsNotDistinct ? ['NULLS NOT DISTINCT'] : []),
    ...(options === '' ? [] : [`WITH (${options})`]),
    ...(index.predicate === null ? [] : [`WHERE ${deparseOver(catalog, index.predicate, relation)}`]),
  ].join(' ')
}

/** One column of an index, as pg_get_indexdef(oid, n, …): without collation, operator class and order. @param {CatalogSnapshot} catalog @param {IndexDesc} index @param {number} column 1-based */
export function indexColumnDefinition(catalog, index, column) {
  const relation = /** @type {RelationDesc} */ (catalog.relation(index.relationOid))
  const key = index.keys[column - 1]
  if (key !== undefined) return keyText(catalog, relation, key)
  const attnum = index.includedAttnums[column - 1 - index.keys.length]
  return attnum === undefined ? '' : columnList(relation, [attnum])
}

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation @param {IndexKey} key */
function keyDefinition(catalog, relation, key) {
  let text = keyText(catalog, relation, key)
  const ownCollation = key.expr === null ? relation.columns[key.attnum - 1].collation : key.expr.collation
  if (key.collation !== 0 && key.collation !== ownCollation) text += ` COLLATE ${quoteIdentifier(catalog.collation(key.collation)?.name ?? '')}`
  if (catalog.defaultOpclass(key.typeOid)?.oid !== key.opclass) text += ` ${quoteIdentifier(catalog.opclass(key.opclass)?.name ?? '')}`
  if (key.desc) return text + (key.nullsFirst ? ' DESC' : ' DESC NULLS LAST')
  return text + (key.nullsFirst ? ' NULLS FIRST' : '')
}

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation @param {IndexKey} key */
function keyText(catalog, relation, key) {
  if (key.expr === null) return quoteIdentifier(relation.columns[key.attnum - 1].name)
  const text = deparseOver(catalog, key.expr, relation)
  return looksLikeFunction(key.expr) ? text : `(${text})`
}

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation @param {number} constraintOid @returns {string} */
export function constraintDefinition(catalog, relation, constraintOid) {
  const check = relation.checks.find((candidate) => candidate.oid === constraintOid)
  if (check !== undefined && check.expr !== null) {
    return `CHECK (${deparseOver(catalog, check.expr, relation)})${check.noInherit ? ' NO INHERIT' : ''}${check.validated ? '' : ' NOT VALID'}`
  }
  const constraint = relation.constraints.find((candidate) => candidate.oid === constraintOid)
  if (constraint === undefined) return ''
  const index = relation.indexes.find((candidate) => candidate.oid === constraint.indexOid)
  const included = index?.includedAttnums ?? []
  return [
    constraint.type === 'p' ? 'PRIMARY KEY' : index?.nullsNotDistinct ? 'UNIQUE NULLS NOT DISTINCT' : 'UNIQUE',
    `(${columnList(relation, constraint.attnums)})`,
    ...(included.length === 0 ? [] : [`INCLUDE (${columnList(relation, included)})`]),
    ...(constraint.deferrable ? ['DEFERRABLE'] : []),
    ...(constraint.deferred ? ['INITIALLY DEFERRED'] : []),
  ].join(' ')
}

/** @param {RelationDesc} relation @param {number[]} attnums */
const columnList = (relation, attnums) => attnums.map((attnum) => quoteIdentifier(relation.columns[attnum - 1].name)).join(', ')
