/** Statistics objects as their catalog has them, and as SQL. */
import { deparseOver } from './deparse/expressions.js'
import { quoteIdentifier } from './deparse/names.js'
import { qualifiedName, relationName } from './deparse/objects.js'
import { items } from './descriptors.js'
import { exprFromText } from './expr-text.js'
import { catalogShape } from './store/shapes.js'

/** @import { Expr } from './expr.js' */

/**
 * @typedef {{ oid: number, relationOid: number, name: string, namespaceOid: number, target: number, attnums:
 *   number[], kinds: string[], exprs: Expr[] }} StatisticsObject kinds: d ndistinct, f dependencies, m mcv, e
 *   expressions
 */

/** @param {any[]} row of pg_statistic_ext @returns {StatisticsObject} */
function objectOf(row) {
  const { at } = catalogShape('pg_statistic_ext')
  return {
    oid: row[at.oid],
    relationOid: row[at.stxrelid],
    name: row[at.stxname],
    namespaceOid: row[at.stxnamespace],
    target: row[at.stxstattarget],
    attnums: items(row[at.stxkeys]),
    kinds: items(row[at.stxkind]).map((kind) => String.fromCharCode(kind)),
    exprs: row[at.stxexprs] === null ? [] : /** @type {any} */ (exprFromText(row[at.stxexprs])),
  }
}

/**
 * Those of a relation, oldest first.
 * @param {any} catalog CatalogSnapshot
 * @param {number} relationOid
 * @returns {StatisticsObject[]}
 */
export const readStatistics = (catalog, relationOid) =>
  catalog
    .rowsWith('pg_statistic_ext', 'stxrelid', relationOid)
    .map(objectOf)
    .sort((/** @type {any} */ one, /** @type {any} */ other) => one.oid - other.oid)

/** @param {any} catalog @param {number} oid @returns {StatisticsObject | null} */
export function statisticsObject(catalog, oid) {
  const [row] = catalog.rowsWith('pg_statistic_ext', 'oid', oid)
  return row === undefined ? null : objectOf(row)
}

const WORDS = /** @type {Record<string, string>} */ ({ d: 'ndistinct', f: 'dependencies', m: 'mcv' })

/** Columns, then expressions. @param {any} catalog @param {StatisticsObject} object @returns {string} */
export function statisticsColumns(catalog, { relationOid, attnums, exprs }) {
  const relation = catalog.relation(relationOid)
  return [
    ...attnums.map((attnum) => quoteIdentifier(relation.columns[attnum - 1].name)),
    ...exprs.map((expr) => expressionText(catalog, expr, relation)),
  ].join(', ')
}

/** What stands alone as a call needs no parentheses. @param {any} catalog @param {any} expr @param {any} relation */
function expressionText(catalog, expr, relation) {
  const text = deparseOver(catalog, expr, relation, true)
  return expr.kind === 'func' && expr.display === 'call' ? text : `(${text})`
}

/** @param {any} catalog @param {StatisticsObject} object @returns {string[]} */
export const statisticsExpressions = (catalog, { relationOid, exprs }) =>
  exprs.map((expr) => expressionText(catalog, expr, catalog.relation(relationOid)))

/** @param {any} catalog @param {StatisticsObject} object @returns {string} */
export function statisticsText(catalog, object) {
  const relation = catalog.relation(object.relationOid)
  const chosen = Object.keys(WORDS).filter((kind) => object.kinds.includes(kind))
  // All of them is what is meant when none is said.
  const kinds = chosen.length === 0 || chosen.length === 3 ? '' : ` (${chosen.map((kind) => WORDS[kind]).join(', ')})`
  return `CREATE STATISTICS ${qualifiedName(catalog, object.name, object.namespaceOid)}${kinds} ON ${statisticsColumns(catalog, object)} FROM ${relationName(catalog, relation.oid, relation.name, relation.namespaceOid)}`
}
