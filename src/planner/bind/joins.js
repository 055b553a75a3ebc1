/** JOIN in FROM: what its two sides may see of each other, ON, USING and NATURAL, and the columns that come out. */
import { BOOL } from '../../types/oids.js'
import { duplicateAlias, undefinedColumn, invalidColumnReference, located } from '../../errors/syntax.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { commonType, coerceToCommon } from './expressions/common-type.js'
import { coerceToBoolean } from './expressions/coerce.js'
import { operatorCall } from './expressions/operators.js'
import { bindExpr } from './expressions/expressions.js'
import { nameParts } from './expressions/typename.js'
import { origin } from './targets.js'
import { inClause } from './expressions/aggregates.js'
import { isTired } from '../../util/effort.js'
import { bindItem, checkNames } from './from.js'

/** @import { Steps } from './from.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { FromNode } from '../../catalog/query.js' */
/** @import { BindContext, Level, NameItem, ScopeColumn } from './context.js' */

const JOIN_TYPES = /** @type {Record<string, 'inner' | 'left' | 'right' | 'full'>} */ ({
  JOIN_INNER: 'inner', JOIN_LEFT: 'left', JOIN_RIGHT: 'right', JOIN_FULL: 'full',
})

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node JoinExpr
 * @returns {Steps<{ node: FromNode, names: NameItem[] }>}
 */
export function* bindJoin(ctx, level, node) {
  const join = JOIN_TYPES[node.jointype]
  if (!join) throw featureNotSupported(`join type ${node.jointype}`)
  const left = yield* bindItem(ctx, level, node.larg)
  // LATERAL on the right may look left, unless the left side can be null-extended.
  const lateralOk = join === 'inner' || join === 'left'
  const mark = level.items.length
  for (const name of left.names) { name.lateralOnly = true; name.lateralOk = lateralOk }
  level.items.push(...left.names)
  if (isTired()) yield
  const right = yield* bindItem(ctx, level, node.rarg)
  level.items.length = mark
  for (const name of left.names) { name.lateralOnly = false; name.lateralOk = true }
  checkNames(level, right.names, left.names)
  const leftColumns = left.names.flatMap((name) => name.columnsVisible ? name.columns : [])
  const rightColumns = right.names.flatMap((name) => name.columnsVisible ? name.columns : [])
  let using = node.usingClause ? nameParts(node.usingClause) : null
  if (node.isNatural)
    using = leftColumns
      .map((column) => column.name)
      .filter((name, at, list) => list.indexOf(name) === at && rightColumns.some((other) => other.name === name))
  /** @type {ScopeColumn[]} */
  const merged = []
  /** @type {Expr | null} */
  let on = null
  if (using && (using.length > 0 || node.isNatural)) {
    // The types of all columns are settled before the first is compared.
    const names = using
    const pairs = names.map((name) => {
      if (names.filter((other) => other === name).length > 1)
        throw located('42701', `column name "${name}" appears more than once in USING clause`)
      const a = joinColumn(leftColumns, name, 'left')
      const b = joinColumn(rightColumns, name, 'right')
      merged.push(mergeColumn(ctx, join, a, b))
      return { a, b }
    })
    const conditions = pairs.map(({ a, b }) =>
      coerceToBoolean(ctx, operatorCall(ctx, '=', a.expr, b.expr, -1), 'JOIN/USING'),
    )
    on =
      conditions.length === 0
        ? null
        : conditions.length === 1
          ? conditions[0]
          : { kind: 'and', args: conditions, type: BOOL, typmod: -1, collation: 0, location: -1 }
  } else if (node.quals) {
    const outer = level.items
    level.items = [...left.names, ...right.names]
    try {
      on = inClause(level, 'JOIN/ON', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.quals), 'JOIN/ON'))
    } finally {
      level.items = outer
    }
  }
  const rt = ctx.nextRt++
  const mergedNames = new Set(using ?? [])
  const all = [
    ...merged, ...leftColumns.filter((column) => !mergedNames.has(column.name)),
    ...rightColumns.filter((column) => !mergedNames.has(column.name)),
  ]
  /** @type {import('../../catalog/query.js').JoinNode} */
  const result = {
    kind: 'join', join, left: left.node, right: right.node, on, rt, alias: node.alias?.aliasname ?? null,
    aliasNames: node.alias?.colnames ? nameParts(node.alias.colnames) : [],
    using: using !== null && using.length > 0 ? using : null, usingAlias: node.join_using_alias?.aliasname ?? null,
    columns: joinColumns(all, mergedNames, left.node, leftColumns, right.node, rightColumns),
  }
  // A merged column that is neither input is the join's own; an alias hides both inputs.
  all.forEach((column, at) => {
    const own =
      at < merged.length && !leftColumns.some((input) => input.expr === column.expr)
      && !rightColumns.some((input) => input.expr === column.expr)
    if (own || node.alias) all[at] = { ...column, expr: { ...column.expr, syn: { rt, attnum: at + 1 } } }
    if (own) { merged[at] = all[at]; result.mergedComputed = true }
  })
  const names = [...left.names, ...right.names]
  if (node.join_using_alias) {
    const { aliasname } = node.join_using_alias
    if (names.some((name) => name.name === aliasname && name.tableVisible))
      throw duplicateAlias(`table name "${aliasname}" specified more than once`)
    names.push({
      name: node.join_using_alias.aliasname, schema: null, columns: merged, entry: null, tableVisible: true,
      columnsVisible: false, lateralOnly: false, lateralOk: true,
    })
  }
  if (node.alias) {
    const aliases = node.alias.colnames ? nameParts(node.alias.colnames) : []
    if (aliases.length > all.length)
      throw invalidColumnReference(`column alias list for "${node.alias.aliasname}" has too many entries`)
    const columns = all.map((column, at) => at < aliases.length ? { ...column, name: aliases[at] } : column)
    return {
      node: result,
      names: [
        {
          name: node.alias.aliasname, schema: null, columns, entry: null, tableVisible: true, columnsVisible: true,
          lateralOnly: false, lateralOk: true,
        },
      ],
    }
  }
  if (merged.length === 0) return { node: result, names }
  // The join answers for unqualified names; its inputs only for qualified ones.
  const inputs = names.map((name) => ({ ...name, columnsVisible: false }))
  return {
    node: result,
    names: [
      ...inputs,
      {
        name: '', schema: null, columns: all, entry: null, tableVisible: false, columnsVisible: true,
        lateralOnly: false, lateralOk: true,
      },
    ],
  }
}

/**
 * What the columns of a join are, for printing: their names and, by number, the columns of the inputs they come from
 * (0: not from that side).
 * @param {ScopeColumn[]} all
 * @param {Set<string>} merged
 * @param {FromNode} left
 * @param {ScopeColumn[]} leftColumns
 * @param {FromNode} right
 * @param {ScopeColumn[]} rightColumns
 * @returns {{ name: string, left: number, right: number }[]}
 */
function joinColumns(all, merged, left, leftColumns, right, rightColumns) {
  const number = (/** @type {FromNode} */ side, /** @type {ScopeColumn[]} */ columns, /** @type {number} */ at) =>
    side.kind === 'entry' && columns[at].expr.kind === 'column' ? columns[at].expr.attnum : at + 1
  const numbered = (/** @type {FromNode} */ side, /** @type {ScopeColumn[]} */ columns) =>
    columns.map((column, at) => ({ name: column.name, number: number(side, columns, at) }))
  const lefts = numbered(left, leftColumns)
  const rights = numbered(right, rightColumns)
  const pairs = all
    .slice(0, merged.size)
    .map(({ name }) => ({
      name, left: lefts.find((item) => item.name === name)?.number ?? 0,
      right: rights.find((item) => item.name === name)?.number ?? 0,
    }))
  return [
    ...pairs,
    ...lefts.filter((item) => !merged.has(item.name)).map((item) => ({ name: item.name, left: item.number, right: 0 })),
    ...rights
      .filter((item) => !merged.has(item.name))
      .map((item) => ({ name: item.name, left: 0, right: item.number })),
  ]
}

/** @param {ScopeColumn[]} columns @param {string} name @param {'left' | 'right'} side @returns {ScopeColumn} */
function joinColumn(columns, name, side) {
  const found = columns.filter((column) => column.name === name)
  if (found.length === 0)
    throw undefinedColumn(`column "${name}" specified in USING clause does not exist in ${side} table`)
  if (found.length > 1) throw located('42702', `common column name "${name}" appears more than once in ${side} table`)
  return found[0]
}

/**
 * @param {BindContext} ctx
 * @param {'inner' | 'left' | 'right' | 'full'} join
 * @param {ScopeColumn} a
 * @param {ScopeColumn} b
 * @returns {ScopeColumn}
 */
function mergeColumn(ctx, join, a, b) {
  const type = commonType(ctx, [a.expr, b.expr], 'JOIN/USING')
  const left = coerceToCommon(ctx, a.expr, type, 'JOIN/USING')
  const right = coerceToCommon(ctx, b.expr, type, 'JOIN/USING')
  if (join === 'full') {
    return {
      name: a.name,
      expr: {
        kind: 'coalesce', args: [left, right], type, typmod: left.typmod === right.typmod ? left.typmod : -1,
        collation: left.collation, location: -1,
      },
      tableOid: 0,
      attnum: 0,
    }
  }
  const expr =
    join === 'right' && right.kind === 'column'
      ? right
      : join === 'right'
        ? right
        : left.kind === 'column' || right.kind !== 'column' || join === 'left'
          ? left
          : right
  return { name: a.name, expr, ...origin(ctx, expr) }
}
