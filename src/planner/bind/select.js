/**
 * SELECT, VALUES, set operations and WITH.
 */
import { checkEqualityCollation } from './expressions/collation.js'
import { INT8, UNKNOWN } from '../../types/oids.js'
import { aggregateInRecursion, syntaxError, invalidColumnReference, located } from '../../errors/syntax.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { coerceToBoolean, coerceToSpecific } from './expressions/coerce.js'
import { bindExpr } from './expressions/expressions.js'
import { bindFrom } from './from.js'
import { bindTargets, checkTargetCount, targetIndex, textIfUnknown } from './targets.js'
import { checkGrouped, inClause } from './expressions/aggregates.js'
import { inlinedOverKeys } from './expressions/outlined.js'
import { sortKey, equalityOf } from './sorting.js'
import { checkUnusedWindows } from './expressions/windows.js'
import { bindGroupClause } from './grouping.js'
import { bindWithClause } from './ctes.js'
import { Level } from './context.js'
import { inAttempts } from './attempts.js'
import { DEEP, queriesFirst } from './deep.js'
import { elsewhere } from '../../util/deep-steps.js'
import { contains, startOf, walk } from '../expr-tools.js'
import { atOnce, isTired } from '../../util/effort.js'
import { bindSetOperation } from './set-operations.js'
import { bindValues } from './values.js'
import { bindLocking } from './locking.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { Query, Target } from '../../catalog/query.js' */
/** @import { BindContext } from './context.js' */
/** @import { Expr } from '../../catalog/expr.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** @typedef {{ isFromItem?: boolean, keepUnknown?: boolean, insertSource?: boolean }} SelectOptions */
/** @returns {Query} with nothing in it */
export const emptyQuery = () => ({
  command: 'select', entries: [], from: [], where: null, targets: [], groupBy: [], groupingSets: null, having: null,
  hasAggregates: false, grouped: false, windows: [], hasWindowCalls: false, hasSetReturning: false, distinct: null,
  distinctOn: false, orderBy: [], limit: null, offset: null, withTies: false, ctes: [], locks: [], setOperation: null,
  write: null,
})

/**
 * @param {BindContext} ctx @param {Level | null} parent @param {unknown} stmt tagged
 * @param {{ isFromItem?: boolean, keepUnknown?: boolean, insertSource?: boolean }} [options] keepUnknown: unknown
 *   literals stay so (the caller knows their type)
 * @returns {Query}
 */
export function bindSelect(ctx, parent, stmt, options = {}) {
  return atOnce(selectSteps(ctx, parent, stmt, options))
}

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {any} stmt
 * @param {SelectOptions} [options]
 * @returns {Steps<Query>}
 */
export function* selectSteps(ctx, parent, stmt, options = {}) {
  if (isTired()) yield
  const node = stmt.SelectStmt
  if (!node) throw featureNotSupported(`${Object.keys(stmt)[0]} in this place`)
  if (node.intoClause)
    throw syntaxError('SELECT ... INTO is not allowed here', { location: node.intoClause.rel?.location })
  const steps =
    node.op && node.op !== 'SETOP_NONE'
      ? bindSetOperation(ctx, parent, node)
      : node.wideRows !== undefined || node.valuesLists
        ? bindValues(ctx, parent, node, options)
        : bindPlainSelect(ctx, parent, node, options)
  ctx.nesting++
  try {
    return yield* ctx.nesting > DEEP ? elsewhere(steps) : steps
  } finally {
    ctx.nesting--
  }
}

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {any} node
 * @param {SelectOptions} options
 * @returns {Steps<Query>}
 */
function* bindPlainSelect(ctx, parent, node, options) {
  const level = new Level(parent)
  const query = emptyQuery()
  if (parent === null || options.insertSource) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = yield* bindWithClause(ctx, level, node.withClause)
  if (node.withClause?.recursive) query.withRecursive = true
  level.windowDefinitions = node.windowClause ?? []
  level.clause = 'FROM'
  query.from = yield* bindFrom(ctx, level, node.fromClause ?? [])
  level.clause = 'SELECT'
  level.targets = yield* bindTargets(ctx, level, node.targetList ?? [], { keepUnknown: options.keepUnknown })
  query.where = yield* bindCondition(ctx, level, node.whereClause, 'WHERE')
  query.having = yield* bindCondition(ctx, level, node.havingClause, 'HAVING')
  yield* bindOrderBy(ctx, level, query, node.sortClause)
  level.clause = 'GROUP BY'
  yield* bindGroupClause(ctx, level, query, node)
  level.clause = 'SELECT'
  bindDistinct(ctx, level, query, node.distinctClause)
  bindLimits(ctx, level, query, node)
  const unusedWindows = checkUnusedWindows(ctx, level)
  if (unusedWindows.length > 0) query.unusedWindows = unusedWindows
  query.targets = level.targets
  query.entries = level.entries
  query.windows = level.windows
  query.hasAggregates = level.hasAggregates
  if (level.hasAggregates && level.entries.some((entry) => entry.selfReference))
    throw aggregateInRecursion(placeOfAggregate([query.targets, query.having]))
  query.hasWindowCalls = level.hasWindowCalls
  query.hasSetReturning = level.hasSetReturning
  query.grouped =
    query.groupBy.length > 0 || query.groupingSets !== null || query.having !== null || level.hasAggregates
  if (query.grouped) inlineOverKeys(query)
  const keys = query.grouped
    ? checkGrouped(ctx, level, query.groupBy, query.groupingSets, [
        ...query.targets.map((target) => target.expr),
        query.having,
        ...query.windows.flatMap((w) => [...w.partitionBy, ...w.orderBy.map((k) => k.expr)]),
      ])
    : []
  if (keys.length > 0) query.primaryKeys = keys
  if (node.lockingClause) bindLocking(ctx, level, query, node.lockingClause)
  checkTargetCount(level.targets)
  return query
}

/**
 * @param {BindContext} ctx @param {Level} level @param {any} node @param {'WHERE' | 'HAVING'} clause
 * @returns {Steps<Expr | null>}
 */
function* bindCondition(ctx, level, node, clause) {
  if (!node) return null
  if (ctx.nesting >= DEEP) yield* queriesFirst(ctx, level, node, clause, selectSteps)
  return yield* inAttempts(ctx, level, () =>
    inClause(level, clause, () => coerceToBoolean(ctx, bindExpr(ctx, level, node), clause)))
}

/**
 * @param {BindContext} ctx @param {Level} level @param {Query} query @param {any[] | undefined} clause
 * @returns {Steps<void>}
 */
export function* bindOrderBy(ctx, level, query, clause) {
  for (const item of clause ?? []) {
    const target = yield* inAttempts(ctx, level, () =>
      inClause(level, 'ORDER BY', () => targetIndex(ctx, level, item.SortBy.node, 'ORDER BY')))
    if (level.targets[target].expr.type === UNKNOWN)
      level.targets[target].expr = textIfUnknown(ctx, level.targets[target].expr)
    const key = sortKey(ctx, level.targets[target].expr, item.SortBy)
    if (query.orderBy.some((other) => other.target === target)) continue
    query.orderBy.push({
      target, desc: key.desc, nullsFirst: key.nullsFirst, opOid: key.opOid, collation: key.collation,
    })
  }
}

/** What rows are compared by has a type. @param {BindContext} ctx @param {Target} target */
function comparable(ctx, target) {
  target.expr = textIfUnknown(ctx, target.expr)
  equalityOf(ctx, target.expr.type, startOf(target.expr))
}

/** Before it is asked what is not grouped by. @param {Query} query */
function inlineOverKeys(query) {
  const keys = query.groupBy
  for (const target of query.targets) target.expr = inlinedOverKeys(target.expr, keys)
  if (query.having !== null) query.having = inlinedOverKeys(query.having, keys)
  for (const window of query.windows) {
    window.partitionBy = inlinedOverKeys(window.partitionBy, keys)
    for (const key of window.orderBy) key.expr = inlinedOverKeys(key.expr, keys)
  }
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any[] | undefined} clause */
function bindDistinct(ctx, level, query, clause) {
  if (!clause || clause.length === 0) return
  const on = clause.filter((item) => Object.keys(item).length > 0)
  if (on.length === 0) {
    for (const key of query.orderBy) {
      const target = level.targets[key.target]
      if (target.resjunk)
        throw invalidColumnReference('for SELECT DISTINCT, ORDER BY expressions must appear in select list', {
          location: startOf(target.expr),
        })
    }
    const visible = level.targets.flatMap((target, at) => target.resjunk ? [] : [at])
    for (const at of visible) {
      checkEqualityCollation(ctx, level.targets[at].expr)
      comparable(ctx, level.targets[at])
    }
    if (visible.length === 0) throw syntaxError('SELECT DISTINCT must have at least one column')
    const sorted = query.orderBy.map((key) => key.target)
    query.distinct = [...sorted, ...visible.filter((at) => !sorted.includes(at))]
    return
  }
  const wanted = on.map((item) => inClause(level, 'DISTINCT ON', () => targetIndex(ctx, level, item, 'DISTINCT ON')))
  const unique = wanted.filter((target, at) => wanted.indexOf(target) === at)
  let matched = 0
  for (const key of query.orderBy) {
    if (!unique.includes(key.target)) break
    matched++
  }
  if (matched < unique.length && query.orderBy.slice(matched).length > 0) {
    throw invalidColumnReference('SELECT DISTINCT ON expressions must match initial ORDER BY expressions', {
      location: startOf(level.targets[unique[matched]].expr),
    })
  }
  for (const at of unique) {
    comparable(ctx, level.targets[at])
    checkEqualityCollation(ctx, level.targets[at].expr)
  }
  query.distinct = [
    ...query.orderBy.slice(0, matched).map((key) => key.target),
    ...unique.filter((at) => !query.orderBy.slice(0, matched).some((key) => key.target === at)),
  ]
  query.distinctOn = true
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {Tree<import('@pgsql/types').Query>} node
 */
export function bindLimits(ctx, level, query, node) {
  const bound = (/** @type {any} */ item, /** @type {'LIMIT' | 'OFFSET'} */ clause) => inClause(level, clause, () => {
    if (!item || (item.A_Const?.isnull && clause === 'LIMIT' && node.limitOption !== 'LIMIT_OPTION_WITH_TIES'))
      return null
    const expr = coerceToSpecific(ctx, bindExpr(ctx, level, item), INT8, clause)
    if (contains(expr, (child) => child.kind === 'column' && ctx.levelOf.get(child.rt) === level)) {
      throw invalidColumnReference(`argument of ${clause} must not contain variables`, { location: startOf(expr) })
    }
    return expr
  })
  query.offset = bound(node.limitOffset, 'OFFSET')
  query.limit = bound(node.limitCount, 'LIMIT')
  if (node.limitCount?.A_Const?.isnull) query.limitAll = true
  query.withTies = node.limitOption === 'LIMIT_OPTION_WITH_TIES'
  if (query.withTies && node.limitCount?.A_Const?.isnull)
    throw located('2201W', 'row count cannot be null in FETCH FIRST ... WITH TIES clause')
}

/** Where the first aggregate is written. @param {unknown} node @returns {number} */
function placeOfAggregate(node) {
  let place = -1
  walk(node, (child) => { if (child.kind === 'agg' && (place < 0 || startOf(child) < place)) place = startOf(child) })
  return place
}
