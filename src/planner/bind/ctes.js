/**
 * WITH: plain, recursive and data-modifying queries, in an order in which each finds the ones it names.
 */
import {
  aggregateInRecursion, collationMismatch, duplicateAlias, invalidRecursion, invalidColumnReference, datatypeMismatch,
  located, notInRecursion,
} from '../../errors/syntax.js'
import { nameParts } from './expressions/typename.js'
import { selectSteps, emptyQuery } from './select.js'
import { finishSetOperation, combine, setOperand } from './set-operations.js'
import { bindWrite } from './write.js'
import { visibleTargets, textIfUnknown } from './targets.js'
import { Level } from './context.js'
import { SearchAndCycle } from './search-cycle.js'
import { treeStart } from './sorting.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Query, SetOperation } from '../../catalog/query.js' */
/** @typedef {import('../../catalog/query.js').CteEntry} CteEntry */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

const MATERIALIZE = /** @type {Record<string, 'default' | 'always' | 'never'>} */ ({
  CTEMaterializeDefault: 'default', CTEMaterializeAlways: 'always', CTEMaterializeNever: 'never',
})

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').WithClause>} clause
 * @returns {Steps<CteEntry[]>}
 */
export function* bindWithClause(ctx, level, clause) {
  const nodes = clause.ctes.map((item) => item.CommonTableExpr)
  const names = new Set()
  for (const node of nodes) {
    if (names.has(node.ctename))
      throw duplicateAlias(`WITH query name "${node.ctename}" specified more than once`, {
        location: node.location ?? 0,
      })
    names.add(node.ctename)
    if (node.ctequery.MergeStmt)
      throw located('0A000', 'MERGE not supported in WITH query', { location: node.location ?? 0 })
  }
  const ordered = clause.recursive ? dependencyOrder(nodes) : nodes
  for (const node of ordered) {
    const recursive = clause.recursive && mentions(node.ctequery, node.ctename)
    if (!recursive && (node.search_clause || node.cycle_clause))
      throw located('42601', 'WITH query is not recursive', { location: node.location ?? 0 })
    const { clause: before } = level
    level.clause = 'WITH'
    level.ctes.push(recursive ? yield* bindRecursive(ctx, level, node) : yield* bindPlain(ctx, level, node))
    level.clause = before
  }
  return level.ctes
}

/** Forward references are allowed under RECURSIVE; a circle is not. @param {any[]} nodes @returns {any[]} */
function dependencyOrder(nodes) {
  /** @type {any[]} */
  const done = []
  const rest = [...nodes]
  while (rest.length > 0) {
    const at = rest.findIndex((node) => !rest.some((other) => other !== node && mentions(node.ctequery, other.ctename)))
    if (at < 0)
      throw located('0A000', 'mutual recursion between WITH items is not implemented', {
        location: rest[0].location ?? 0,
      })
    done.push(...rest.splice(at, 1))
  }
  return done
}

/** Whether a statement's tree names a relation without schema. @param {unknown} tree @param {string} name */
const mentions = (tree, name) => mentionOf(tree, name) >= 0

/**
 * Where a statement's tree names a relation without schema.
 * @param {any} tree @param {string} name
 * @returns {number} a place in the text; -1: it does not
 */
function mentionOf(tree, name) {
  if (tree === null || typeof tree !== 'object') return -1
  if (Array.isArray(tree)) return firstMention(tree, name)
  if (tree.RangeVar)
    return tree.RangeVar.relname === name && !tree.RangeVar.schemaname ? (tree.RangeVar.location ?? 0) : -1
  const inner = tree.withClause?.ctes
  if (inner && inner.some((/** @type {ParseNode} */ item) => item.CommonTableExpr.ctename === name)) {
    if (tree.withClause.recursive)
      return firstMention(inner.filter((/** @type {any} */ item) => item.CommonTableExpr.ctename !== name), name)
    // Without RECURSIVE a query is known to those after it only.
    for (const item of inner) {
      const place = mentionOf(item.CommonTableExpr.ctequery, name)
      if (place >= 0) return place
      if (item.CommonTableExpr.ctename === name) return -1
    }
  }
  for (const field in tree) {
    const place = mentionOf(tree[field], name)
    if (place >= 0) return place
  }
  return -1
}

/** @param {unknown[]} trees @param {string} name */
function firstMention(trees, name) {
  for (const tree of trees) {
    const place = mentionOf(tree, name)
    if (place >= 0) return place
  }
  return -1
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').CommonTableExpr>} node
 * @returns {Steps<any>}
 */
function* bindPlain(ctx, level, node) {
  const query = node.ctequery.SelectStmt ? yield* selectSteps(ctx, level, node.ctequery) : writing(ctx, level, node)
  const outputs = visibleTargets(query)
  return {
    name: node.ctename,
    query,
    columns: named(
      node,
      outputs.map((target) => ({
        name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
      })),
    ),
    ...written(node),
    recursive: false,
    materialize: MATERIALIZE[node.ctematerialized] ?? 'default',
    references: 0,
    id: ctx.nextCte++,
  }
}

/** @param {BindContext} ctx @param {Level} level @param {Tree<import('@pgsql/types').CommonTableExpr>} node */
function writing(ctx, level, node) {
  if (level.parent !== null)
    throw located('0A000', 'WITH clause containing a data-modifying statement must be at the top level', {
      location: node.location ?? 0,
    })
  return bindWrite(ctx, level, node.ctequery)
}

/** @param {any} node */
const written = (node) => node.aliascolnames ? { columnNames: nameParts(node.aliascolnames) } : null

/** @param {any} node @param {import('../../catalog/query.js').OutColumn[]} columns */
function named(node, columns) {
  const names = node.aliascolnames ? nameParts(node.aliascolnames) : []
  if (names.length > columns.length) {
    throw invalidColumnReference(
      `WITH query "${node.ctename}" has ${columns.length} columns available but ${names.length} columns specified`,
      { location: node.location ?? 0 },
    )
  }
  return columns.map((column, at) => at < names.length ? { ...column, name: names[at] } : column)
}

/**
 * Where a column of a query was written.
 * @param {Query | SetOperation} tree
 * @param {number} at
 * @returns {number | undefined}
 */
const placeOf = (tree, at) =>
  'columns' in tree ? undefined : visibleTargets(tree)[at].expr.location

/** @param {BindContext} ctx @param {Level} level @param {any} node @returns {Steps<any>} */
function* bindRecursive(ctx, level, node) {
  const select = node.ctequery.SelectStmt
  const location = node.location ?? 0
  if (!select || select.op !== 'SETOP_UNION') {
    throw invalidRecursion(
      `recursive query "${node.ctename}" does not have the form non-recursive-term UNION [ALL] recursive-term`,
      { location },
    )
  }
  if (mentions(select.larg, node.ctename))
    throw invalidRecursion(
      `recursive reference to query "${node.ctename}" must not appear within its non-recursive term`,
      { location: mentionOf(select.larg, node.ctename) },
    )
  const { sortClause, limitOffset, limitCount, lockingClause } = select
  if (sortClause) throw notInRecursion('ORDER BY', treeStart(sortClause[0].SortBy.node))
  if (limitOffset) throw notInRecursion('OFFSET', treeStart(limitOffset))
  if (limitCount) throw notInRecursion('LIMIT', treeStart(limitCount))
  if (lockingClause) throw notInRecursion('FOR UPDATE/SHARE')
  const inner = new Level(level)
  const query = emptyQuery()
  const inWith = mentionOf(select.withClause, node.ctename)
  if (inWith >= 0)
    throw invalidRecursion(`recursive reference to query "${node.ctename}" must not appear within a subquery`, {
      location: inWith,
    })
  if (select.withClause) query.ctes = yield* bindWithClause(ctx, inner, select.withClause)
  const base = yield* setOperand(ctx, inner, select.larg)
  // An untyped literal is text to who reads the recursion, but may still become what the other term has in its column.
  if (!('columns' in base.tree) && (node.search_clause || node.cycle_clause))
    for (const target of visibleTargets(base.tree)) target.expr = textIfUnknown(ctx, target.expr)
  const baseColumns = 'columns' in base.tree ? base.tree.columns : visibleTargets(base.tree).map((target) => {
    const { type, typmod, collation } = textIfUnknown(ctx, target.expr)
    return { name: target.name, type, typmod, collation }
  })
  const entry = /** @type {any} */ ({
    name: node.ctename,
    query: null,
    columns: named(
      node,
      baseColumns.map((column, at) => ({ ...column, name: base.names[at] })),
    ),
    ...written(node),
    recursive: true,
    materialize: 'always',
    references: 0,
    id: ctx.nextCte++,
    selfReferences: 0,
  })
  entry.onSelf = (/** @type {Level} */ user, /** @type {number} */ at) => {
    if (++entry.selfReferences > 1)
      throw invalidRecursion(`recursive reference to query "${node.ctename}" must not appear more than once`, {
        location: at,
      })
    if (user !== inner && sublinkBetween(user, inner))
      throw invalidRecursion(`recursive reference to query "${node.ctename}" must not appear within a subquery`, {
        location: at,
      })
  }
  const search =
    node.search_clause || node.cycle_clause ? new SearchAndCycle(ctx, inner, node, select, entry.columns) : null
  const ownColumns = entry.columns
  if (search !== null) entry.columns = [...ownColumns, ...search.columns]
  inner.ctes = [...inner.ctes, entry]
  const step = yield* setOperand(ctx, inner, select.rarg)
  const stepQuery = 'columns' in step.tree ? emptyQuery() : step.tree
  if ('columns' in step.tree) {
    const other = holdsOther(select.rarg, node.ctename)
    if (other !== null) {
      const where = { location: mentionOf(select.rarg, node.ctename) }
      throw invalidRecursion(`recursive reference to query "${node.ctename}" must not appear within ${other}`, where)
    }
    yield* finishSetOperation(ctx, new Level(inner), stepQuery, step.tree, step.names, {})
  }
  if (stepQuery.hasAggregates) throw aggregateInRecursion(location)
  if (entry.selfReferences === 0)
    throw invalidRecursion(`recursive query "${node.ctename}" has no recursive reference`, { location })
  refuseOuterJoin(stepQuery.from, entry, stepQuery, node.ctename, mentionOf(select.rarg, node.ctename))
  // What was written must fit together before SEARCH and CYCLE put queries around the terms, which give the step the
  // base's types.
  const terms = combine(ctx, select, base.tree, stepQuery)
  terms.columns.forEach((column, at) => {
    if (column.type !== baseColumns[at].type || column.typmod !== baseColumns[at].typmod) {
      const { view } = ctx
      throw datatypeMismatch(`recursive query "${node.ctename}" column ${at + 1} has type ${view.typeName(baseColumns[at].type, baseColumns[at].typmod)} in non-recursive term but type ${view.typeName(column.type, column.typmod)} overall`,
        { location: placeOf(base.tree, at), hint: 'Cast the output of the non-recursive term to the correct type.' })
    }
    if (column.collation !== baseColumns[at].collation) {
      const named = (/** @type {number} */ oid) => ctx.catalog.collation(oid)?.name ?? ''
      throw collationMismatch(
        `recursive query "${node.ctename}" column ${at + 1} has collation "${named(baseColumns[at].collation)}" in non-recursive term but collation "${named(column.collation)}" overall`,
        {
          location: /** @type {any} */ (terms.leftOutputs[at]).location,
          hint: 'Use the COLLATE clause to set the collation of the non-recursive term.',
        },
      )
    }
  })
  const tree =
    search === null
      ? terms
      : combine(ctx, select, search.base(/** @type {any} */ (base.tree)), search.step(stepQuery, entry))
  inner.ctes = inner.ctes.slice(0, -1)
  yield* finishSetOperation(
    ctx, inner, query, tree,
    search === null ? base.names : entry.columns.map((/** @type {any} */ column) => column.name), {},
  )
  // Outside the recursion the added columns are like any others.
  entry.columns = entry.columns.map((/** @type {any} */ column) => ({ ...column, hidden: undefined }))
  entry.query = query
  if (search !== null) entry.clauses = search.clauses
  delete entry.onSelf
  delete entry.selfReferences
  entry.references = 0
  return entry
}

/**
 * EXCEPT, or INTERSECT ALL, over the recursive reference.
 * @param {Tree<import('@pgsql/types').SelectStmt>} node
 * @param {string} name
 * @returns {'EXCEPT' | 'INTERSECT' | null}
 */
function holdsOther(node, name) {
  if (!node.op || node.op === 'SETOP_NONE') return null
  if (node.op === 'SETOP_EXCEPT' && mentions(node.rarg, name)) return 'EXCEPT'
  if (node.all && node.op !== 'SETOP_UNION' && (mentions(node.larg, name) || mentions(node.rarg, name)))
    return node.op === 'SETOP_EXCEPT' ? 'EXCEPT' : 'INTERSECT'
  return holdsOther(node.larg, name) ?? holdsOther(node.rarg, name)
}

const BETWEEN = new Set(['FROM', 'FROM SUBSELECT', 'WITH', ''])

/**
 * @param {Level} from
 * @param {Level} to a level in a clause other than FROM and WITH lies between (a set operation has none): an
 *   expression's subquery
 */
function sublinkBetween(from, to) {
  for (let level = from.parent; level && level !== to; level = level.parent) if (!BETWEEN.has(level.clause)) return true
  return false
}

/**
 * @param {import('../../catalog/query.js').FromNode[]} from @param {unknown} entry
 * @param {import('../../catalog/query.js').Query} query @param {string} name @param {number} location of the reference
 */
function refuseOuterJoin(from, entry, query, name, location) {
  const self = query.entries.find((item) => item.cte === entry)?.rt
  /** @param {import('../../catalog/query.js').FromNode} node @param {boolean} nullable */
  const visit = (node, nullable) => {
    if (node.kind === 'nothing') return
    if (node.kind === 'entry') {
      if (nullable && node.rt === self)
        throw invalidRecursion(`recursive reference to query "${name}" must not appear within an outer join`, {
          location,
        })
      return
    }
    visit(node.left, nullable || node.join === 'right' || node.join === 'full')
    visit(node.right, nullable || node.join === 'left' || node.join === 'full')
  }
  for (const node of from) visit(node, false)
}
