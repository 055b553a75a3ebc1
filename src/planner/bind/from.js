/**
 * FROM: tables, views, subqueries, functions, VALUES, WITH references and joins become range-table entries, a join tree
 * and names in scope.
 */
import { isOthersTemporary } from '../../catalog/temporary.js'
import { temporaryTableOfOthers } from '../../errors/ddl/temporary.js'
import {
  undefinedTable, duplicateAlias, invalidColumnReference, notOpenedAsTable, notSupportedAt, aliasMissing,
} from '../../errors/syntax.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { namesSchema } from './named-schemas.js'
import { nameParts } from './expressions/typename.js'
import { selectSteps } from './select.js'
import { visibleTargets } from './targets.js'
import { isOn, shownQuery, viewSteps } from './views.js'
import { bindTree } from './trees.js'
import { bindSample } from './sample.js'
import { contains } from '../expr-tools.js'
import { isTired } from '../../util/effort.js'
import { bindRangeFunction, bindRangeXmlTable } from './from-functions.js'
import { bindJoin } from './joins.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { FromNode, OutColumn, RangeEntry } from '../../catalog/query.js' */
/** @import { BindContext, Level, NameItem, ScopeColumn } from './context.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** @param {BindContext} ctx @param {Level} level @param {unknown[]} items @returns {Steps<FromNode[]>} */
export function* bindFrom(ctx, level, items) {
  /** @type {FromNode[]} */
  const nodes = []
  for (const item of items) {
    if (isTired()) yield
    const { node, names } = yield* bindItem(ctx, level, item)
    checkNames(level, names)
    for (const name of names) { name.lateralOnly = true; name.lateralOk = true }
    level.items.push(...names)
    nodes.push(node)
  }
  for (const name of level.items) { name.lateralOnly = false; name.lateralOk = true }
  return nodes
}

/** @param {Level} level @param {NameItem[]} names */
export function checkNames(level, names, others = level.items) {
  for (const name of names) {
    if (!name.tableVisible || name.name === '') continue
    for (const other of others) {
      if (!other.tableVisible || other.name !== name.name || other === name) continue
      if (other.schema !== null && name.schema !== null && other.entry?.relation?.oid !== name.entry?.relation?.oid)
        continue
      throw duplicateAlias(`table name "${name.name}" specified more than once`)
    }
  }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} item
 * @returns {Steps<{ node: FromNode, names: NameItem[] }>}
 */
export function* bindItem(ctx, level, item) {
  if (item.RangeVar)
    return fromEntry(
      yield* bindRangeVar(ctx, level, item.RangeVar),
      item.RangeVar.alias ? null : (item.RangeVar.schemaname ?? ''),
    )
  if (item.RangeSubselect) return fromEntry(yield* bindSubselect(ctx, level, item.RangeSubselect), null)
  if (item.RangeFunction) return fromEntry(yield* bindRangeFunction(ctx, level, item.RangeFunction), null)
  if (item.JoinExpr) return yield* bindJoin(ctx, level, item.JoinExpr)
  if (item.RangeTableSample) {
    const bound = yield* bindItem(ctx, level, item.RangeTableSample.relation)
    bindSample(ctx, level, item.RangeTableSample, /** @type {RangeEntry} */ (bound.names[0].entry))
    return bound
  }
  if (item.RangeTableFunc) return fromEntry(bindRangeXmlTable(ctx, level, item.RangeTableFunc), null)
  if (item.JsonTable) throw featureNotSupported('JSON_TABLE')
  throw featureNotSupported(`FROM item ${Object.keys(item)[0]}`)
}

/** @param {RangeEntry} entry @param {string | null} schema @returns {{ node: FromNode, names: NameItem[] }} */
function fromEntry(entry, schema) {
  return { node: { kind: 'entry', rt: entry.rt }, names: [nameItem(entry, schema)] }
}

/**
 * @param {RangeEntry} entry
 * @param {string | null} schema '' and names alike: qualified reference possible
 * @returns {NameItem}
 */
export function nameItem(entry, schema) {
  /** @type {ScopeColumn[]} */
  const columns = []
  entry.columns.forEach((column, at) => {
    if (column.type === 0) return
    const expr = /** @type {Expr} */ ({
      kind: 'column', rt: entry.rt, attnum: at + 1, type: column.type, typmod: column.typmod,
      collation: column.collation, location: -1,
    })
    const { tableOid, attnum } = originOf(entry, at)
    /** @type {ScopeColumn} */
    const shown = { name: column.name, expr, tableOid, attnum }
    if (column.hidden) shown.hidden = true
    columns.push(shown)
  })
  return {
    name: entry.alias, schema, columns, entry, tableVisible: true, columnsVisible: true, lateralOnly: false,
    lateralOk: true,
  }
}

/** @param {RangeEntry} entry @param {number} at */
function originOf(entry, at) {
  if (entry.relation && (entry.kind === 'relation' || entry.kind === 'new'))
    return { tableOid: entry.relation.oid, attnum: at + 1 }
  const query = entry.query ?? (entry.selfReference ? null : entry.cte?.query)
  const target = query ? visibleTargets(query)[at] : null
  return target ? { tableOid: target.tableOid, attnum: target.attnum } : { tableOid: 0, attnum: 0 }
}

/**
 * Column names after an alias list.
 * @param {OutColumn[]} columns
 * @param {any} alias
 * @param {string} name
 * @returns {OutColumn[]}
 */
export function renamed(columns, alias, name) {
  const names = alias?.colnames ? nameParts(alias.colnames) : []
  const live = columns.filter((column) => column.type !== 0)
  if (names.length > live.length)
    throw invalidColumnReference(
      `table "${name}" has ${live.length} columns available but ${names.length} columns specified`,
    )
  let at = 0
  return columns.map((column) => column.type === 0 || at >= names.length ? column : { ...column, name: names[at++] })
}

/** @param {BindContext} ctx @param {Level} level @param {any} node RangeVar @returns {Steps<RangeEntry>} */
function* bindRangeVar(ctx, level, node) {
  const alias = node.alias?.aliasname ?? node.relname
  if (!node.schemaname) {
    const cte = findCte(level, node.relname)
    if (cte) {
      cte.entry.references++
      const self = cte.entry.query === null
      if (
        cte.entry.query !== null && cte.entry.query.command !== 'select' && cte.entry.query.write?.returning === null
      ) {
        throw notSupportedAt(`WITH query "${node.relname}" does not have a RETURNING clause`, {
          location: node.location ?? 0,
        })
      }
      if (self) cte.entry.onSelf(level, node.location ?? 0)
      return ctx.addEntry(level, {
        kind: 'cte', alias, ...written(node.alias), columns: renamed(cte.entry.columns, node.alias, alias),
        cte: cte.entry, selfReference: self, lateral: false,
      })
    }
  }
  const relation = findRelation(ctx, node)
  ctx.lock(relation.oid, 1)
  const columns = renamed(relationColumns(relation), node.alias, alias)
  const entry = { alias, ...written(node.alias), columns, relation, lateral: false }
  if (relation.kind === 'v')
    return ctx.addEntry(level, {
      kind: 'subquery', ...entry, barrier: isOn(relation.options.security_barrier),
      query: ctx.keepsViews ? shownQuery(relation) : yield* viewSteps(ctx, relation),
    })
  return ctx.addEntry(level, {
    kind: 'relation', ...entry, inh: node.inh === true, tree: bindTree(ctx, relation, node.inh === true, 1),
  })
}

/**
 * How an alias was written, for printing the query again.
 * @param {Tree<import('@pgsql/types').Alias>} alias, or undefined
 * @returns {{ aliased: boolean, columnNames: string[] | undefined }}
 */
export const written = (alias) => ({
  aliased: alias !== undefined,
  columnNames: alias?.colnames ? nameParts(alias.colnames) : undefined,
})

/** @param {RelationDesc} relation @returns {OutColumn[]} */
export const relationColumns = (relation) =>
  relation.columns.map((column) =>
    column.dropped
      ? { name: '', type: 0, typmod: -1, collation: 0 }
      : { name: column.name, type: column.typeOid, typmod: column.typmod, collation: column.collation },
  )

/** @param {BindContext} ctx @param {any} node RangeVar @returns {RelationDesc} */
export function findRelation(ctx, node) {
  const location = node.location ?? 0
  const schema = node.schemaname ?? null
  if (schema !== null && !node.relationOid) namesSchema(ctx, schema, location)
  const relation = node.relationOid
    ? ctx.catalog.relation(node.relationOid)
    : ctx.catalog.relationByName(schema, node.relname)
  if (relation?.kind === 'c') throw notOpenedAsTable(node.relname, 'c', { location })
  if (!relation) {
    if (!node.relationOid && ctx.catalog.relationOid(schema, node.relname) !== 0)
      throw notOpenedAsTable(node.relname, 'i', { location })
    const named = schema === null ? node.relname : `${schema}.${node.relname}`
    throw undefinedTable(`relation "${named}" does not exist`, { location, routine: 'parserOpenTable' })
  }
  if (relation.heap !== null && isOthersTemporary(ctx.catalog, relation)) throw temporaryTableOfOthers()
  ctx.view.dependsOnNamed(relation, schema)
  return relation
}

/** @param {Level} from @param {string} name @returns {{ entry: any, level: Level } | null} */
function findCte(from, name) {
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    for (let at = level.ctes.length - 1; at >= 0; at--)
      if (level.ctes[at].name === name) return { entry: level.ctes[at], level }
  }
  return null
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeSubselect>} node
 * @returns {Steps<RangeEntry>}
 */
function* bindSubselect(ctx, level, node) {
  if (!node.alias) throw aliasMissing(node.subquery.SelectStmt.valuesLists !== undefined)
  const before = level.lateralActive
  level.lateralActive = node.lateral === true
  // Few frames: queries in queries in queries are as deep as the stack lets them be.
  const { clause } = level
  level.clause = 'FROM SUBSELECT'
  const query = yield* selectSteps(ctx, level, node.subquery, { isFromItem: true })
  level.clause = clause
  level.lateralActive = before
  const alias = node.alias.aliasname
  const columns = visibleTargets(query).map((target) => ({
    name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
  }))
  return ctx.addEntry(level, {
    kind: 'subquery', alias, ...written(node.alias), columns: renamed(columns, node.alias, alias), query,
    lateral: node.lateral === true,
  })
}

/**
 * Whether functions in FROM use what stands before them there: then they are printed as LATERAL.
 * @param {{ expr: Expr }[]} functions
 * @param {Level} level
 */
export function readsLevel(functions, level) {
  const own = new Set(level.entries.map((entry) => entry.rt))
  return functions.some(({ expr }) => contains(expr, (node) => node.kind === 'column' && own.has(node.rt)))
}
