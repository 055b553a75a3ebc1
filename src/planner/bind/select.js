/**
 * SELECT, VALUES, set operations and WITH.
 */
import { checkEqualityCollation, derivedCollation, unionCollation } from './expressions/collation.js'
import { INT8, UNKNOWN } from '../../types/oids.js'
import {
  aggregateInRecursion, syntaxError, invalidColumnReference, notSupportedAt, located
} from '../../errors/syntax.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { coerceToBoolean, coerceToSpecific } from './expressions/coerce.js'
import { commonType, coerceToCommon, commonTypmod } from './expressions/common-type.js'
import { bindExpr } from './expressions/expressions.js'
import { expandRowArgs } from './expressions/rows.js'
import { wideRows } from './expressions/wide.js'
import { literalValue } from './expressions/literal.js'
import { bindFrom, nameItem } from './from.js'
import { bindTargets, targetIndex, visibleTargets, textIfUnknown } from './targets.js'
import { checkGrouped, inClause } from './expressions/aggregates.js'
import { sortKey, equalityOf } from './sorting.js'
import { checkUnusedWindows } from './expressions/windows.js'
import { bindGroupClause } from './grouping.js'
import { bindWithClause } from './ctes.js'
import { Level } from './context.js'
import { contains, startOf, walk } from '../expr-tools.js'
import { atOnce, isTired } from '../../util/effort.js'
/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').Target} Target */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('./context.js').BindContext} BindContext */
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
  if (node.op && node.op !== 'SETOP_NONE') return yield* bindSetOperation(ctx, parent, node)
  if (node.wideRows !== undefined || node.valuesLists) return yield* bindValues(ctx, parent, node, options)
  return yield* bindPlainSelect(ctx, parent, node, options)
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
  query.where = node.whereClause
    ? inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
    : null
  query.having = node.havingClause
    ? inClause(level, 'HAVING', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.havingClause), 'HAVING'))
    : null
  bindOrderBy(ctx, level, query, node.sortClause)
  inClause(level, 'GROUP BY', () => bindGroupClause(ctx, level, query, node))
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
  const keys = query.grouped
    ? checkGrouped(ctx, level, query.groupBy, query.groupingSets, [
        ...query.targets.map((target) => target.expr),
        query.having,
        ...query.windows.flatMap((w) => [...w.partitionBy, ...w.orderBy.map((k) => k.expr)]),
      ])
    : []
  if (keys.length > 0) query.primaryKeys = keys
  if (node.lockingClause) bindLocking(ctx, level, query, node.lockingClause)
  return query
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any[] | undefined} clause */
function bindOrderBy(ctx, level, query, clause) {
  for (const item of clause ?? []) {
    const target = inClause(level, 'ORDER BY', () => targetIndex(ctx, level, item.SortBy.node, 'ORDER BY'))
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
function bindLimits(ctx, level, query, node) {
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

const STRENGTHS = /** @type {Record<string, 'keyshare' | 'share' | 'nokeyupdate' | 'update'>} */ ({
  LCS_FORKEYSHARE: 'keyshare', LCS_FORSHARE: 'share', LCS_FORNOKEYUPDATE: 'nokeyupdate', LCS_FORUPDATE: 'update',
})
const WAITS = /** @type {Record<string, 'block' | 'skip' | 'error'>} */ ({
  LockWaitBlock: 'block', LockWaitSkip: 'skip', LockWaitError: 'error',
})
/** Relations whose rows cannot be locked. */
const UNLOCKABLE = /** @type {Record<string, string>} */ ({
  m: 'materialized view', S: 'sequence', t: 'TOAST relation',
})
const ORDER = ['keyshare', 'share', 'nokeyupdate', 'update']

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any[]} clauses */
function bindLocking(ctx, level, query, clauses) {
  for (const item of clauses) {
    const clause = item.LockingClause
    const name = `FOR ${/** @type {Record<string, string>} */ ({ keyshare: 'KEY SHARE', share: 'SHARE', nokeyupdate: 'NO KEY UPDATE', update: 'UPDATE' })[STRENGTHS[clause.strength]]}`
    const refuse = (/** @type {string} */ what) => notSupportedAt(`${name} is not allowed with ${what}`)
    if (query.distinct) throw refuse('DISTINCT clause')
    if (query.groupBy.length || query.groupingSets) throw refuse('GROUP BY clause')
    if (query.having) throw refuse('HAVING clause')
    if (query.hasAggregates) throw refuse('aggregate functions')
    if (query.hasWindowCalls) throw refuse('window functions')
    if (query.hasSetReturning) throw refuse('set-returning functions in the target list')
    const wanted = clause.lockedRels?.map((/** @type {any} */ rel) => rel.RangeVar)
    const wait = WAITS[clause.waitPolicy]
    for (const entry of level.entries) {
      if (wanted && !wanted.some((/** @type {any} */ rel) => rel.relname === entry.alias)) continue
      if (entry.kind === 'relation' || entry.kind === 'subquery')
        lockEntry(ctx, query, entry, { rt: entry.rt, strength: STRENGTHS[clause.strength], wait }, name)
      else if (wanted) {
        const what = entry.kind === 'function' ? 'a function' : entry.kind === 'values' ? 'VALUES' : 'a WITH query'
        throw notSupportedAt(`${name} cannot be applied to ${what}`)
      }
    }
    for (const rel of wanted ?? []) {
      if (rel.schemaname)
        throw syntaxError(`${name} must specify unqualified relation names`, { location: rel.location ?? 0 })
      if (level.entries.some((entry) => entry.alias === rel.relname)) continue
      if (query.from.some((node) => namesJoin(node, rel.relname)))
        throw notSupportedAt(`${name} cannot be applied to a join`, { location: rel.location ?? 0 })
      throw located('42P01', `relation "${rel.relname}" in ${name} clause not found in FROM clause`, {
        location: rel.location ?? 0,
      })
    }
  }
}

/** @param {import('../../catalog/query.js').FromNode} node @param {string} name @returns {boolean} */
const namesJoin = (node, name) =>
  node.kind === 'join'
  && (node.alias
    ? node.alias === name
    : node.usingAlias === name || namesJoin(node.left, name) || namesJoin(node.right, name))

/**
 * A table's lock is the query's; a subquery's (a view's) goes down to its tables.
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {import('../../catalog/query.js').RangeEntry} entry
 * @param {import('../../catalog/query.js').RowLocking} lock
 * @param {string} name
 */
function lockEntry(ctx, query, entry, lock, name) {
  const known = query.locks.find((other) => other.rt === entry.rt)
  if (known) {
    if (ORDER.indexOf(lock.strength) > ORDER.indexOf(known.strength)) known.strength = lock.strength
    if (lock.wait !== 'block' && known.wait !== 'error') known.wait = lock.wait
    if (!lock.pushed) delete known.pushed
  } else query.locks.push(lock)
  if (entry.kind === 'relation') {
    const word = UNLOCKABLE[entry.relation.kind]
    if (word !== undefined) throw located('42809', `cannot lock rows in ${word} "${entry.relation.name}"`)
    ctx.lock(entry.relation.oid, 2)
    entry.lockMode = 2
    return
  }
  if (entry.kind !== 'subquery' || !entry.query) return
  const inner = entry.query
  const refuse = (/** @type {string} */ what) => notSupportedAt(`${name} is not allowed with ${what}`)
  if (inner.setOperation && !entry.relation) throw refuse('UNION/INTERSECT/EXCEPT')
  if (inner.distinct) throw refuse('DISTINCT clause')
  if (inner.groupBy.length || inner.groupingSets) throw refuse('GROUP BY clause')
  if (inner.having) throw refuse('HAVING clause')
  if (inner.hasAggregates) throw refuse('aggregate functions')
  if (inner.hasWindowCalls) throw refuse('window functions')
  if (inner.hasSetReturning) throw refuse('set-returning functions in the target list')
  for (const item of inner.entries)
    if (item.kind === 'relation' || item.kind === 'subquery')
      lockEntry(ctx, inner, item, { rt: item.rt, strength: lock.strength, wait: lock.wait, pushed: true }, name)
}

/**
 * Rows whose cells have the types of their columns.
 * @param {BindContext} ctx
 * @param {Expr[][]} rows changed in place
 * @param {SelectOptions} options
 */
function valuesColumns(ctx, rows, options) {
  const width = rows[0].length
  for (const row of rows)
    if (row.length !== width)
      throw syntaxError('VALUES lists must all be the same length', { location: row[0]?.location })
  const columns = []
  for (let at = 0; at < width; at++) {
    const cells = rows.map((/** @type {Expr[]} */ row) => row[at])
    const type =
      options.keepUnknown && cells.every((/** @type {Expr} */ cell) => cell.type === UNKNOWN)
        ? UNKNOWN
        : commonType(ctx, cells, 'VALUES')
    for (const row of rows) row[at] = type === UNKNOWN ? row[at] : coerceToCommon(ctx, row[at], type, 'VALUES')
    columns.push({
      name: `column${at + 1}`,
      type,
      typmod: commonTypmod(
        rows.map((/** @type {Expr[]} */ row) => row[at]),
        type,
      ),
      collation:
        type === UNKNOWN
          ? 0
          : derivedCollation(
              ctx,
              type,
              rows.map((/** @type {Expr[]} */ row) => row[at]),
            ),
    })
  }
  return { rows, columns }
}

/**
 * The same of rows that were folded.
 * @param {BindContext} ctx
 * @param {Expr[][]} rows the first
 * @param {import('../../parser/wide.js').Wide} wide
 * @param {SelectOptions} options
 */
function wideValues(ctx, rows, wide, options) {
  const { columns } = valuesColumns(ctx, rows, options)
  const many = wideRows(ctx, rows[0], wide, literalValue)
  return many === null ? null : { rows: [many.row], columns, lists: many.lists }
}

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {any} node
 * @param {SelectOptions} options
 * @returns {Steps<Query>}
 */
function* bindValues(ctx, parent, node, options) {
  const level = new Level(parent)
  const query = emptyQuery()
  if (parent === null || options.insertSource) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = yield* bindWithClause(ctx, level, node.withClause)
  if (node.withClause?.recursive) query.withRecursive = true
  const bound = (/** @type {import('../../parser/wide.js').Tree[]} */ lists) =>
    inClause(level, options.insertSource ? 'VALUES_INSERT' : 'VALUES', () =>
      lists.map((item) => expandRowArgs(ctx, level, item.List.items, false)),
    )
  const wide =
    ctx.foldsWide && node.wideRows !== undefined
      ? wideValues(ctx, bound([node.wideRows.node]), node.wideRows, options)
      : null
  const { rows, columns } = wide ?? valuesColumns(ctx, bound(node.valuesLists), options)
  const entry = ctx.addEntry(level, {
    kind: 'values', alias: '*VALUES*', columns, rows,
    ...(wide === null ? {} : { rowWidth: node.wideRows.lists.length, value: wide.lists }), lateral: false,
  })
  const item = nameItem(entry, null)
  level.items.push(item)
  query.from = [{ kind: 'entry', rt: entry.rt }]
  level.targets = item.columns.map((column) => ({
    expr: column.expr, name: column.name, resjunk: false, tableOid: 0, attnum: 0,
  }))
  bindOrderBy(ctx, level, query, node.sortClause)
  bindLimits(ctx, level, query, node)
  if (node.lockingClause) throw notSupportedAt('FOR UPDATE cannot be applied to VALUES')
  query.targets = level.targets
  query.entries = level.entries
  return query
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node @returns {Steps<Query>} */
function* bindSetOperation(ctx, parent, node) {
  const level = new Level(parent)
  const query = emptyQuery()
  if (parent === null) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = yield* bindWithClause(ctx, level, node.withClause)
  if (node.withClause?.recursive) query.withRecursive = true
  if (node.lockingClause) throw notSupportedAt('FOR UPDATE is not allowed with UNION/INTERSECT/EXCEPT')
  const { tree, names } = yield* setOperationTree(ctx, level, node)
  finishSetOperation(ctx, level, query, tree, names, node)
  return query
}

/**
 * Output columns, ORDER BY and LIMIT over a set operation.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {SetOperation} tree
 * @param {string[]} names
 * @param {any} node
 */
export function finishSetOperation(ctx, level, query, tree, names, node) {
  query.setOperation = tree
  const entry = ctx.addEntry(level, {
    kind: 'subquery', alias: '*SETOP*', columns: tree.columns.map((column, at) => ({ ...column, name: names[at] })),
    lateral: false,
  })
  const item = nameItem(entry, null)
  level.targets = item.columns.map((column) => ({
    expr: column.expr, name: column.name, resjunk: false, tableOid: 0, attnum: 0,
  }))
  const count = level.targets.length
  level.items.push(item)
  bindOrderBy(ctx, level, query, node.sortClause)
  if (level.targets.length > count) {
    throw notSupportedAt('invalid UNION/INTERSECT/EXCEPT ORDER BY clause', {
      location: startOf(level.targets[count].expr),
      detail: 'Only result column names can be used, not expressions or functions.',
      hint: 'Add the expression/function to every SELECT, or move the UNION into a FROM clause.',
    })
  }
  level.items.length = 0
  bindLimits(ctx, level, query, node)
  query.targets = level.targets
  query.entries = level.entries
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node a set operation whose ORDER BY and the like are the caller's business
 * @returns {Steps<{ tree: SetOperation, names: string[] }>}
 */
function* setOperationTree(ctx, level, node) {
  const left = yield* setOperand(ctx, level, node.larg)
  const right = yield* setOperand(ctx, level, node.rarg)
  return { tree: combine(ctx, node, left.tree, right.tree), names: left.names }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node
 * @returns {Steps<{ tree: Query | SetOperation, names: string[] }>}
 */
export function* setOperand(ctx, level, node) {
  const plain =
    node.op && node.op !== 'SETOP_NONE' && !node.sortClause && !node.limitCount && !node.limitOffset && !node.withClause
    && !node.lockingClause
  if (plain) return yield* setOperationTree(ctx, level, node)
  // A VALUES list settles its types by itself.
  const query = yield* selectSteps(
    ctx, level, { SelectStmt: node }, { keepUnknown: node.wideRows === undefined && !node.valuesLists },
  )
  return { tree: query, names: visibleTargets(query).map((target) => target.name) }
}

/** @param {Query | SetOperation} side @returns {Expr[]} its columns as seen from the operation above */
function sideColumns(side) {
  const columns =
    'columns' in side
      ? side.columns
      : visibleTargets(side).map((target) => ({ ...target.expr, name: target.name, location: startOf(target.expr) }))
  return columns.map((column, index) => ({
    kind: 'subcolumn', index, type: column.type, typmod: column.typmod, collation: column.collation,
    location: /** @type {any} */ (column).location,
  }))
}

/**
 * The constant or parameter behind an unknown column of a leaf query.
 * @param {Query | SetOperation} side
 * @param {number} index
 * @returns {Target | null}
 */
function unknownTarget(side, index) {
  return 'columns' in side ? null : visibleTargets(side)[index]
}

/**
 * @param {BindContext} ctx
 * @param {Tree<import('@pgsql/types').SelectStmt>} node
 * @param {Query | SetOperation} left
 * @param {Query | SetOperation} right
 * @returns {SetOperation}
 */
export function combine(ctx, node, left, right) {
  const op = node.op === 'SETOP_UNION' ? 'union' : node.op === 'SETOP_INTERSECT' ? 'intersect' : 'except'
  const name = op.toUpperCase()
  const leftColumns = sideColumns(left)
  const rightColumns = sideColumns(right)
  if (leftColumns.length !== rightColumns.length) {
    throw syntaxError(`each ${name} query must have the same number of columns`, {
      location: rightColumns[0]?.location ?? leftColumns[0]?.location,
    })
  }
  /** @type {Expr[]} */
  const leftOutputs = []
  /** @type {Expr[]} */
  const rightOutputs = []
  const columns = leftColumns.map((column, at) => {
    const type = commonType(ctx, [column, rightColumns[at]], name)
    leftOutputs.push(sideOutput(ctx, left, column, at, type, name))
    rightOutputs.push(sideOutput(ctx, right, rightColumns[at], at, type, name))
    if (!(op === 'union' && node.all)) equalityOf(ctx, type, column.location ?? -1)
    const typmod =
      leftOutputs[at].typmod === rightOutputs[at].typmod && leftOutputs[at].type === rightOutputs[at].type
        ? leftOutputs[at].typmod
        : -1
    return {
      name: '',
      type,
      typmod,
      collation: unionCollation(
        ctx, writtenAs(left, at) ?? leftOutputs[at], writtenAs(right, at) ?? rightOutputs[at], type,
        !(op === 'union' && node.all),
      ),
    }
  })
  return { op, all: node.all === true, left, right, columns, leftOutputs, rightOutputs }
}

/**
 * What a query has in a column, where its COLLATE still shows; undefined for a set operation.
 * @param {Query | SetOperation} side
 * @param {number} at
 * @returns {Expr | undefined}
 */
const writtenAs = (side, at) => ('columns' in side ? undefined : visibleTargets(side)[at]?.expr)

/**
 * @param {BindContext} ctx
 * @param {Query | SetOperation} side
 * @param {Expr} column
 * @param {number} at
 * @param {number} type
 * @param {string} name
 * @returns {Expr}
 */
function sideOutput(ctx, side, column, at, type, name) {
  if (column.type === UNKNOWN) {
    // An unknown literal of a leaf takes the common type inside its own query.
    const target = unknownTarget(side, at)
    if (target) {
      target.expr = coerceToCommon(ctx, target.expr, type, name)
      return { ...column, type, typmod: target.expr.typmod, collation: target.expr.collation }
    }
  }
  return coerceToCommon(ctx, column, type, name)
}

/** Where the first aggregate is written. @param {unknown} node @returns {number} */
function placeOfAggregate(node) {
  let place = -1
  walk(node, (child) => { if (child.kind === 'agg' && (place < 0 || startOf(child) < place)) place = startOf(child) })
  return place
}
