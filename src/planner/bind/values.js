/** VALUES as a query: the types that its rows share. */
import { derivedCollation } from './expressions/collation.js'
import { UNKNOWN } from '../../types/oids.js'
import { syntaxError, notSupportedAt } from '../../errors/syntax.js'
import { commonType, coerceToCommon, commonTypmod } from './expressions/common-type.js'
import { expandRowArgs } from './expressions/rows.js'
import { wideRows } from './expressions/wide.js'
import { literalValue } from './expressions/literal.js'
import { nameItem } from './from.js'
import { inClause } from './expressions/aggregates.js'
import { bindWithClause } from './ctes.js'
import { Level } from './context.js'
import { isTired } from '../../util/effort.js'
import { checkTargetCount } from './targets.js'
import { emptyQuery, bindOrderBy, bindLimits } from './select.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { SelectOptions, Steps } from './select.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { BindContext } from './context.js' */

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
      throw syntaxError('VALUES lists must all be the same length',
        { location: row[0]?.location, routine: 'transformValuesClause' })
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
export function* bindValues(ctx, parent, node, options) {
  const level = new Level(parent)
  const query = emptyQuery()
  if (parent === null || options.insertSource) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = yield* bindWithClause(ctx, level, node.withClause)
  if (node.withClause?.recursive) query.withRecursive = true
  const bound = (/** @type {import('../../parser/wide.js').Tree} */ item) =>
    inClause(level, options.insertSource ? 'VALUES_INSERT' : 'VALUES', () =>
      expandRowArgs(ctx, level, item.List.items, false))
  const wide =
    ctx.foldsWide && node.wideRows !== undefined
      ? wideValues(ctx, [bound(node.wideRows.node)], node.wideRows, options)
      : null
  const all = []
  for (const item of wide === null ? node.valuesLists : []) {
    if (isTired()) yield
    all.push(bound(item))
  }
  const { rows, columns } = wide ?? valuesColumns(ctx, all, options)
  checkTargetCount(columns)
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
  yield* bindOrderBy(ctx, level, query, node.sortClause)
  bindLimits(ctx, level, query, node)
  if (node.lockingClause) throw notSupportedAt('FOR UPDATE cannot be applied to VALUES')
  query.targets = level.targets
  query.entries = level.entries
  return query
}
