/** INSERT: what is given for its columns, by VALUES, a query or DEFAULT VALUES. */
import { UNKNOWN } from '../../../types/oids.js'
import { syntaxError, tooFewCells, tooManyCells, duplicateColumn } from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { coerceTo } from '../expressions/coerce.js'
import { wideRows } from '../expressions/wide.js'
import { literalValue } from '../expressions/literal.js'
import { bindExpr } from '../expressions/expressions.js'
import { expandRowArgs } from '../expressions/rows.js'
import { nameItem } from '../from.js'
import { bindSelect, emptyQuery } from '../select.js'
import { bindWithClause } from '../ctes.js'
import { visibleTargets } from '../targets.js'
import { inClause } from '../expressions/aggregates.js'
import { partAssignment, partType, refuseDefaultPart } from '../expressions/parts.js'
import { Level } from '../context.js'
import { startOf } from '../../expr-tools.js'
import { atOnce } from '../../../util/effort.js'
import {
  writable, targetEntry, newRowEntry, startWrite, OVERRIDING, bindReturning, assign, defaultFor, columnNamed,
} from './target.js'
import { bindOnConflict } from './on-conflict.js'

/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Query } from '../../../catalog/query.js' */
/** @import { BindContext } from '../context.js' */

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node InsertStmt @returns {Query} */
export function bindInsert(ctx, parent, node) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = 'insert'
  if (parent === null) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = atOnce(bindWithClause(ctx, level, node.withClause))
  const relation = writable(ctx, node.relation)
  const target = targetEntry(ctx, level, relation, node.relation)
  const created = newRowEntry(ctx, level, relation, target.alias)
  const named = insertColumns(relation, node.cols)
  /** @type {(Expr | null)[][]} */
  let source = [[]]
  const select = node.selectStmt?.SelectStmt
  if (select && isSingleRow(select))
    source = [
      inClause(level, 'INSERT', () =>
        expandRowArgsWithDefaults(ctx, level, select.valuesLists[0].List.items, 'VALUES_SINGLE'),
      ),
    ]
  else if (select?.rowWidth && ((relation.kind !== 'r' && relation.kind !== 'p') || relation.rules.length > 0))
    throw featureNotSupported('one row for many of a view or under rules')
  else if (select) source = [sourceQuery(ctx, level, query, select, named)]
  const [cells] = source
  const columns = select ? named.slice(0, Math.max(cells.length, 0)) : []
  if (select && cells.length > named.length) throw tooManyCells(cells[named.length]?.location)
  if (select && node.cols && cells.length < named.length) throw tooFewCells(node.cols[cells.length].ResTarget.location)
  const given = insertGiven(ctx, level, columns, cells)
  query.write = {
    ...startWrite(relation, target.rt, created.rt), given: givenBySets(ctx, level, query, given, named),
    overriding: OVERRIDING[node.override] ?? null,
  }
  if (node.onConflictClause)
    query.write.onConflict = bindOnConflict(ctx, level, relation, target, node.onConflictClause)
  query.write.returning = bindReturning(ctx, level, [nameItem(created, node.relation.alias ? null : '')], node)
  query.entries = level.entries
  return query
}

/**
 * What is given for which column: DEFAULT (null) or a value on its way into it. Parts of one column are one.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {{ column: ColumnDesc, indirection: ParseNode[], location?: number }[]} columns
 * @param {(Expr | null)[]} cells null: DEFAULT
 * @returns {{ attnum: number, expr: Expr | null }[]}
 */
export function insertGiven(ctx, level, columns, cells) {
  /** @type {{ attnum: number, expr: Expr | null }[]} */
  const given = []
  columns.forEach(({ column, indirection, location = -1 }, at) => {
    const cell = cells[at]
    if (indirection.length === 0) {
      given.push({ attnum: column.attnum, expr: cell === null ? null : assign(ctx, cell, column) })
      return
    }
    if (cell === null) throw refuseDefaultPart(indirection)
    const known = given.find((other) => other.attnum === column.attnum)
    const base =
      known?.expr
      ?? /** @type {Expr} */ ({
        kind: 'const', value: null, type: column.typeOid, typmod: -1, collation: column.collation, location: -1,
      })
    const expr = partAssignment(ctx, level, column, base, cell, indirection, location)
    if (known) known.expr = expr
    else given.push({ attnum: column.attnum, expr })
  })
  return given
}

/**
 * One row of VALUES in which sets are called is as many rows as these give: a query of its own. What is DEFAULT is
 * found for each of them.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {{ attnum: number, expr: Expr | null }[]} given
 * @param {{ column: ColumnDesc }[]} named
 */
function givenBySets(ctx, level, query, given, named) {
  if (!level.hasSetReturning) return given
  const inner = { ...emptyQuery(), hasSetReturning: true }
  const nameOf = (/** @type {number} */ attnum) =>
    named.find(({ column }) => column.attnum === attnum)?.column.name ?? ''
  const present = /** @type {{ attnum: number, expr: Expr }[]} */ (given.filter((item) => item.expr !== null))
  inner.targets = present.map(({ attnum, expr }) => ({
    expr, name: nameOf(attnum), resjunk: false, tableOid: 0, attnum: 0,
  }))
  const entry = ctx.addEntry(level, {
    kind: 'subquery',
    alias: '*SELECT*',
    query: inner,
    lateral: false,
    columns: present.map(({ attnum, expr }) => ({
      name: nameOf(attnum), type: expr.type, typmod: expr.typmod, collation: expr.collation,
    })),
  })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return given.map((item) => {
    const at = present.indexOf(/** @type {any} */ (item))
    if (at < 0) return item
    const { expr } = present[at]
    return {
      attnum: item.attnum,
      expr: /** @type {Expr} */ ({
        kind: 'column', rt: entry.rt, attnum: at + 1, type: expr.type, typmod: expr.typmod, collation: expr.collation,
        location: startOf(expr),
      }),
    }
  })
}

/** VALUES with one row and nothing around it needs no query: its cells are the values. @param {any} select */
const isSingleRow = (select) =>
  select.wideRows === undefined && select.valuesLists?.length === 1 && !select.rowWidth && !select.sortClause
  && !select.limitCount && !select.limitOffset && !select.withClause && !select.lockingClause

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any[]} items
 * @param {string} [clause] where they stand
 * @returns {(Expr | null)[]} null for DEFAULT
 */
export function expandRowArgsWithDefaults(ctx, level, items, clause = 'VALUES_INSERT') {
  if (items.some((item) => item.SetToDefault))
    return items.map((item) => (item.SetToDefault ? null : inClause(level, clause, () => bindExpr(ctx, level, item))))
  return inClause(level, clause, () =>
    items.flatMap((item) =>
      item.ColumnRef?.fields.at(-1).A_Star ? expandRowArgs(ctx, level, [item]) : [bindExpr(ctx, level, item)],
    ),
  )
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {any} select
 * @param {{ column: ColumnDesc, indirection: ParseNode[], location?: number }[]} named
 * @returns {(Expr | null)[]}
 */
function sourceQuery(ctx, level, query, select, named) {
  if (
    (select.wideRows !== undefined || select.valuesLists) && !select.sortClause && !select.limitCount
    && !select.limitOffset && !select.withClause
  )
    return multiRowValues(ctx, level, query, select, named)
  const inner = bindSelect(ctx, level, { SelectStmt: select }, { keepUnknown: true, insertSource: true })
  const outputs = visibleTargets(inner)
  outputs.forEach((target, at) => {
    if (
      target.expr.type === UNKNOWN && named[at] && named[at].indirection.length === 0
      && (target.expr.kind === 'const' || target.expr.kind === 'param')
    )
      target.expr = coerceTo(ctx, target.expr, named[at].column.typeOid, -1, 'assignment') ?? target.expr
  })
  const entry = ctx.addEntry(level, {
    kind: 'subquery',
    alias: '*SELECT*',
    query: inner,
    lateral: false,
    columns: outputs.map((target) => ({
      name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
    })),
  })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return outputs.map((target, at) => ({
    kind: 'column', rt: entry.rt, attnum: at + 1, type: target.expr.type, typmod: target.expr.typmod,
    collation: target.expr.collation, location: startOf(target.expr),
  }))
}

/**
 * Several rows: every cell is converted to its column right here, so DEFAULT can stand among them.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {any} select
 * @param {{ column: ColumnDesc, indirection: ParseNode[], location?: number }[]} named
 * @returns {(Expr | null)[]}
 */
function multiRowValues(ctx, level, query, select, named) {
  const plain =
    query.write === null && ctx.foldsWide && select.wideRows !== undefined
      ? wideSource(ctx, level, query, select, named)
      : null
  if (plain !== null) return plain
  const lists = select.valuesLists.map((/** @type {ParseNode} */ item) => item.List.items)
  const width = lists[0].length
  if (width > named.length) throw tooManyCells()
  const allDefault = Array.from({ length: width }, (_, at) =>
    lists.every((/** @type {ParseNode[]} */ items) => items[at]?.SetToDefault),
  )
  const rows = lists.map((/** @type {ParseNode[]} */ items) => {
    if (items.length !== width) throw syntaxError('VALUES lists must all be the same length',
      { location: firstLocation(items[0]), routine: 'transformInsertStmt' })
    return items.map((item, at) => {
      const { column, indirection } = named[at]
      if (indirection.length > 0) {
        if (item.SetToDefault) throw refuseDefaultPart(indirection)
        const part = partType(ctx, column, indirection, named[at].location ?? -1)
        return assign(
          ctx, inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)),
          { ...column, typeOid: part.type, typmod: part.typmod },
        )
      }
      if (item.SetToDefault) return defaultFor(column)
      return assign(ctx, inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)), column)
    })
  })
  const columns = Array.from({ length: width }, (_, at) => ({
    name: `column${at + 1}`,
    ...partType(ctx, named[at].column, named[at].indirection, named[at].location ?? -1),
  }))
  const entry = ctx.addEntry(level, {
    kind: 'values', alias: '*VALUES*', columns, rows, rowWidth: select.rowWidth ?? 0, lateral: false,
  })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return columns.map((column, at) =>
    allDefault[at]
      ? null
      : {
          kind: 'column',
          rt: entry.rt,
          attnum: at + 1,
          type: column.type,
          typmod: column.typmod,
          collation: column.collation,
          location: -1,
        },
  )
}

/**
 * Many alike rows, bound as one.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {any} select
 * @param {{ column: ColumnDesc, indirection: ParseNode[], location?: number }[]} named
 * @returns {Expr[] | null} null: they have to be bound one by one
 */
function wideSource(ctx, level, query, select, named) {
  /** @type {import('../../../parser/wide.js').Tree[]} */
  const items = select.wideRows.node.List.items
  if (items.length > named.length) throw tooManyCells()
  if (named.some(({ indirection }) => indirection.length > 0) || items.some((item) => item.SetToDefault)) return null
  const row = items.map((item, at) =>
    assign(
      ctx, inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)), named[at].column,
    ),
  )
  const many = wideRows(ctx, row, select.wideRows, literalValue)
  if (many === null) return null
  const columns = items.map((_, at) => ({
    name: `column${at + 1}`,
    ...partType(ctx, named[at].column, named[at].indirection, named[at].location ?? -1),
  }))
  const entry = ctx.addEntry(level, {
    kind: 'values', alias: '*VALUES*', columns, rows: [many.row], rowWidth: select.wideRows.lists.length,
    value: many.lists, lateral: false,
  })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return columns.map((column, at) => ({
    kind: 'column', rt: entry.rt, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation,
    location: -1,
  }))
}

/** @param {unknown} tagged @returns {number | undefined} */
const firstLocation = (tagged) => (Object.values(tagged ?? {})[0])?.location

/**
 * @param {RelationDesc} relation
 * @param {ParseNode[]} nodes
 * @returns {{ column: ColumnDesc, indirection: ParseNode[], location: number }[]}
 */
export function insertColumns(relation, nodes) {
  if (!nodes)
    return relation.columns
      .filter((/** @type {ColumnDesc} */ column) => !column.dropped)
      .map((/** @type {ColumnDesc} */ column) => ({ column, indirection: [], location: -1 }))
  const whole = new Set()
  const inParts = new Set()
  return nodes.map((item) => {
    const { name, indirection = [], location = 0 } = item.ResTarget
    const column = columnNamed(relation, name, location, 'checkInsertTargets')
    if (whole.has(name) || (indirection.length === 0 && inParts.has(name))) throw duplicateColumn(`column "${name}" specified more than once`, { location })
    ;(indirection.length === 0 ? whole : inParts).add(name)
    return { column, indirection, location }
  })
}
