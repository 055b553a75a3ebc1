/**
 * What DDL needs of queries: a view's query bound for storing, and the plan that puts a query's rows into a table
 * (CREATE TABLE AS, REFRESH).
 */
import { nullOf } from './rewrite/complete.js'
import { keptOfWrite } from './rewrite/kept-keys.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { bindStatement } from './bind/bind.js'
import { BindContext, Level } from './bind/context.js'
import { relationColumns } from './bind/from.js'
import { emptyQuery } from './bind/select.js'
import { visibleTargets } from './bind/targets.js'
import { loadedQuery } from './bind/views.js'
import { atOnce } from '../util/effort.js'
import { contains } from './expr-tools.js'
import { gatherNeeds } from './needs.js'
import { planBound } from './planner.js'
import { rewriteStatement } from './rewrite/rewrite.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { RelationDesc } from '../catalog/relation.js' */
/** @import { ColumnDesc } from '../catalog/relation.js' */

/** @typedef {import('../catalog/query.js').Query} Query */
/** @typedef {import('../catalog/query.js').OutColumn} OutColumn */
/**
 * @typedef {{ settings?: any, sourceText?: string, env?: any, paramTypes?: number[], functionScope?: any, keepsViews?:
 *   boolean, again?: import('./left-calls.js').Again }} Options
 */

/**
 * @typedef {object} BoundQuery
 * @property {Query} query
 * @property {OutColumn[]} columns what it gives
 * @property {RelationDesc[]} relations RelationDesc of every table and view it names; inside views too, unless those
 *   are kept
 * @property {BindContext} ctx what it was bound in
 */

/**
 * A SELECT bound for keeping: its parameters, if any are given, are all it may have. Where nothing but its text is
 * wanted, views stay what they are called (`keepsViews`): views upon views upon views are not taken apart for it.
 * @param {any} stmt tagged SelectStmt @param {CatalogSnapshot} catalog @param {Options} options @returns {BoundQuery}
 */
export function bindForKeeping(stmt, catalog, options) {
  const { query, ctx } = bindStatement(stmt, catalog, { paramsFixed: true, ...options })
  const columns = visibleTargets(query).map((target) => ({
    name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
  }))
  return {
    query, columns, ctx,
    relations: [...ctx.entryOf.values()].flatMap((entry) => (entry.relation ? [entry.relation] : [])),
  }
}

/** A WITH query that writes is somewhere inside. @param {Query} query */
export const hasWrites = (query) =>
  query.ctes.some((cte) => cte.query.command !== 'select')
  || contains(
    query,
    (node) =>
      node.kind === 'subquery' && node.query?.ctes?.some((/** @type {any} */ cte) => cte.query.command !== 'select'),
  )

/**
 * A stored query made ready to run.
 * @param {string} text
 * @param {CatalogSnapshot} catalog
 * @param {Options} options
 * @returns {{ query: Query, ctx: BindContext }}
 */
export function bindStored(text, catalog, options) {
  const ctx = new BindContext(catalog, { ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog } })
  return { query: loadedQuery(ctx, text), ctx }
}

/**
 * The plan that puts a query's rows into a table, column by column.
 * @param {{ query: Query, ctx: BindContext }} bound
 * @param {RelationDesc} relation RelationDesc, whose columns have the types of the query's
 * @param {string} [sourceText]
 * @returns {import('./plan.js').PlannedStatement}
 */
export function planFill({ query, ctx }, relation, sourceText) {
  gatherNeeds(ctx, query)
  // WITH queries that write are completed, and written as rules say, as they are in a statement of their own.
  if (hasWrites(query)) atOnce(rewriteStatement(ctx, query))
  const { level, write } = startWrite(ctx, 'insert', relation)
  const outputs = visibleTargets(query)
  const columns = outputs.map((target) => ({
    name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
  }))
  const source = ctx.addEntry(level, { kind: 'subquery', alias: '*SELECT*', columns, query, lateral: false })
  write.from = [{ kind: 'entry', rt: source.rt }]
  const values = columns.map(
    (column, at) =>
      /** @type {any} */ ({
        kind: 'column', rt: source.rt, attnum: at + 1, type: column.type, typmod: column.typmod,
        collation: column.collation, location: -1,
      }),
  )
  let next = 0
  const row = relation.columns.map((/** @type {ColumnDesc} */ column) =>
    column.dropped ? nullOf(column) : values[next++],
  )
  const kept = keptOfWrite(ctx, relation, null, write.write.newRt, null)
  return runnable(
    planBound({ ...write, write: { ...write.write, values: row, kept }, entries: level.entries }, ctx, { sourceText }),
  )
}

/**
 * The plan that deletes all rows of a table.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {Options} options
 */
export function planEmpty(catalog, relation, options) {
  const ctx = new BindContext(catalog, { ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog } })
  const { level, write } = startWrite(ctx, 'delete', relation)
  write.from = [{ kind: 'entry', rt: write.write.rt }]
  return runnable(planBound({ ...write, entries: level.entries }, ctx))
}

/** A plan that is run at once fails at once. @param {import('./plan.js').PlannedStatement} planned @throws {DbError} */
function runnable(planned) {
  if (planned.failure !== null) throw planned.failure
  return planned
}

/** @param {BindContext} ctx @param {'insert' | 'delete'} command @param {RelationDesc} relation */
function startWrite(ctx, command, relation) {
  const level = new Level(null)
  const own = {
    alias: relation.name, columns: relationColumns(relation), relation: { ...relation, populated: true },
    lateral: false,
  }
  const target = ctx.addEntry(level, { kind: 'relation', ...own })
  const created = command === 'insert' ? ctx.addEntry(level, { kind: 'new', ...own }) : target
  ctx.lock(relation.oid, 3)
  ctx.view.dependsOn(relation.oid, relation.version)
  const write = {
    relation, rt: target.rt, newRt: created.rt, values: null, assignments: null, onConflict: null, returning: null,
    checks: [], notNull: [], overriding: null,
  }
  return { level, write: /** @type {any} */ ({ ...emptyQuery(), command, write }) }
}
