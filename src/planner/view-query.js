/**
 * What DDL needs of queries: a view's query bound for storing, and the plan that puts a query's rows into a table (CREATE TABLE AS, REFRESH).
 */
import { CatalogView } from './catalog-view.js'
import { bindStatement } from './bind/bind.js'
import { visibleTargets } from './bind/targets.js'
import { contains } from './expr-tools.js'

/** @typedef {import('../catalog/query.js').Query} Query */
/** @typedef {import('../catalog/query.js').OutColumn} OutColumn */
/** @typedef {{ settings?: any, sourceText?: string, env?: any, paramTypes?: number[], functionScope?: any }} Options */

/**
 * @typedef {object} BoundQuery
 * @property {Query} query
 * @property {OutColumn[]} columns what it gives
 * @property {any[]} relations RelationDesc of every table and view it names, inside views too
 */

/**
 * A SELECT bound for keeping: its parameters, if any are given, are all it may have.
 * @param {any} stmt tagged SelectStmt @param {any} catalog @param {Options} options @returns {BoundQuery}
 */
export function bindForKeeping(stmt, catalog, options) {
  const { query, ctx } = bindStatement(stmt, catalog, { paramsFixed: true, ...options })
  const columns = visibleTargets(query).map((target) => ({ name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation }))
  return { query, columns, relations: [...ctx.entryOf.values()].flatMap((entry) => entry.relation ? [entry.relation] : []) }
}

/** A WITH query that writes is somewhere inside. @param {Query} query */
export const hasWrites = (query) => query.ctes.some((cte) => cte.query.command !== 'select') || contains(query, (node) => node.kind === 'subquery' && node.query?.ctes?.some((/** @type {any} */ cte) => cte.query.command !== 'select'))

/** A type as messages name it. @param {any} catalog @param {number} type @param {number} typmod */
export const typeNameIn = (catalog, type, typmod) => new CatalogView(catalog).typeName(type, typmod)
