/** UNION, INTERSECT, EXCEPT: the tree of their sides, and the columns on which these agree. */
import { unionCollation } from './expressions/collation.js'
import { UNKNOWN } from '../../types/oids.js'
import { syntaxError, notSupportedAt } from '../../errors/syntax.js'
import { commonType, coerceToCommon } from './expressions/common-type.js'
import { nameItem } from './from.js'
import { visibleTargets } from './targets.js'
import { equalityOf } from './sorting.js'
import { bindWithClause } from './ctes.js'
import { Level } from './context.js'
import { startOf } from '../expr-tools.js'
import { emptyQuery, bindOrderBy, bindLimits, selectSteps } from './select.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { Steps } from './select.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { Query, SetOperation, Target } from '../../catalog/query.js' */
/** @import { BindContext } from './context.js' */

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node @returns {Steps<Query>} */
export function* bindSetOperation(ctx, parent, node) {
  const level = new Level(parent)
  const query = emptyQuery()
  if (parent === null) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = yield* bindWithClause(ctx, level, node.withClause)
  if (node.withClause?.recursive) query.withRecursive = true
  if (node.lockingClause) throw notSupportedAt('FOR UPDATE is not allowed with UNION/INTERSECT/EXCEPT')
  const { tree, names } = yield* setOperationTree(ctx, level, node)
  yield* finishSetOperation(ctx, level, query, tree, names, node)
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
 * @returns {Steps<void>}
 */
export function* finishSetOperation(ctx, level, query, tree, names, node) {
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
  yield* bindOrderBy(ctx, level, query, node.sortClause)
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
