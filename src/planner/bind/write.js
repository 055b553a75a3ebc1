/**
 * INSERT, UPDATE, DELETE as written: the target, what is given for its columns, ON CONFLICT, RETURNING. What the
 * statement does not say (defaults, generated
 * columns, constraints, the table under a view, rules) comes with rewriting: ../rewrite/.
 */
import { FIRST_USER_OID, UNKNOWN } from '../../types/oids.js'
import {
  invalidColumnReference, syntaxError, tooFewCells, tooManyCells, undefinedColumn, duplicateColumn, datatypeMismatch,
  notOpenedAsTable, wrongObjectType, located, systemCatalogIsReadOnly, undefinedObject
} from '../../errors/syntax.js'
import { undefinedTableConstraint } from '../../errors/ddl/catalog.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { coerceTo, coerceToBoolean } from './expressions/coerce.js'
import { wideRows } from './expressions/wide.js'
import { literalValue } from './expressions/literal.js'
import { bindExpr, expandRowArgs } from './expressions/expressions.js'
import { bindFrom, findRelation, nameItem, relationColumns } from './from.js'
import { bindSelect, emptyQuery } from './select.js'
import { bindWithClause } from './ctes.js'
import { bindTargets, visibleTargets } from './targets.js'
import { inClause } from './expressions/aggregates.js'
import { partAssignment, partType, refuseDefaultPart } from './expressions/parts.js'
import { bindMerge } from './merge.js'
import { Level } from './context.js'
import { namesSchemaOf } from './named-schemas.js'
import { startOf } from '../expr-tools.js'
import { treeStart } from './sorting.js'
import { atOnce } from '../../util/effort.js'

/** @import { RelationDesc, ColumnDesc } from '../../catalog/relation.js' */
/** @import { ParseNode, Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('./context.js').BindContext} BindContext */

/** @param {BindContext} ctx @param {Level | null} parent @param {any} stmt tagged @returns {Query} */
export function bindWrite(ctx, parent, stmt) {
  if (stmt.InsertStmt) return bindInsert(ctx, parent, stmt.InsertStmt)
  if (stmt.UpdateStmt) return bindUpdate(ctx, parent, stmt.UpdateStmt)
  if (stmt.DeleteStmt) return bindDelete(ctx, parent, stmt.DeleteStmt)
  if (stmt.MergeStmt) return bindMerge(ctx, parent, stmt.MergeStmt)
  throw featureNotSupported(`${Object.keys(stmt)[0]} in this place`)
}

/**
 * @param {BindContext} ctx
 * @param {unknown} node RangeVar
 * @returns {any} RelationDesc that may be written; a view perhaps: rewriting decides
 */
export function writable(ctx, node) {
  return writableRelation(ctx, findRelation(ctx, node))
}

/** @param {BindContext} ctx @param {RelationDesc} relation */
export function writableRelation(ctx, relation) {
  if (relation.kind !== 'v') {
    if (relation.oid < FIRST_USER_OID) throw systemCatalogIsReadOnly(relation.name)
    if (relation.kind === 'm') throw wrongObjectType(`cannot change materialized view "${relation.name}"`)
    if (relation.kind === 'S') throw wrongObjectType(`cannot change sequence "${relation.name}"`)
    if (relation.kind !== 'r' && relation.kind !== 'p' && relation.kind !== 'f' && relation.kind !== 't')
      throw notOpenedAsTable(relation.name, relation.kind)
  }
  ctx.lock(relation.oid, 3)
  return relation
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {Tree<import('@pgsql/types').RangeVar>} node
 */
export function targetEntry(ctx, level, relation, node) {
  return ctx.addEntry(level, {
    kind: 'relation', alias: node.alias?.aliasname ?? relation.name, ...(node.alias ? { aliased: true } : null),
    columns: relationColumns(relation), relation, tree: null, lockMode: 3, lateral: false, inh: node.inh === true,
    target: true,
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {string} alias the row being written, for checks and RETURNING
 */
export function newRowEntry(ctx, level, relation, alias) {
  return ctx.addEntry(level, { kind: 'new', alias, columns: relationColumns(relation), relation, lateral: false })
}

/**
 * @param {RelationDesc} relation
 * @param {string} name
 * @param {number} location
 * @param {string} routine who misses it
 * @returns {ColumnDesc}
 */
function columnNamed(relation, name, location, routine) {
  const column = relation.columns.find((item) => item.name === name && !item.dropped)
  if (!column)
    throw undefinedColumn(`column "${name}" of relation "${relation.name}" does not exist`, { location, routine })
  return column
}

/** @param {number} rt @param {ColumnDesc} column @returns {Expr} */
const columnOf = (rt, column) => ({
  kind: 'column', rt, attnum: column.attnum, type: column.typeOid, typmod: column.typmod, collation: column.collation,
  location: -1,
})

/** DEFAULT: rewriting knows what it is. @param {ColumnDesc} column @returns {Expr} */
const defaultFor = (column) => ({
  kind: 'default', type: column.typeOid, typmod: column.typmod, collation: column.collation, location: -1,
})

/**
 * What a write says of itself before it is rewritten.
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {number} newRt
 * @returns {WriteTarget}
 */
export const startWrite = (relation, rt, newRt) => ({
  relation, rt, newRt, given: null, values: null, assignments: null, onConflict: null, returning: null, checks: [],
  notNull: [], overriding: null,
})

export const OVERRIDING = /** @type {Record<string, 'user' | 'system'>} */ ({
  OVERRIDING_USER_VALUE: 'user',
  OVERRIDING_SYSTEM_VALUE: 'system',
})

/**
 * A value on its way into a column: assignment conversion and length.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {ColumnDesc} column
 * @returns {Expr}
 */
function assign(ctx, expr, column) {
  const converted = coerceTo(ctx, expr, column.typeOid, column.typmod, 'assignment')
  if (converted) return converted
  throw datatypeMismatch(`column "${column.name}" is of type ${ctx.view.typeName(column.typeOid)} but expression is of type ${ctx.view.typeName(expr.type)}`, { location: startOf(expr),
    routine: 'transformAssignedExpr',
    hint: 'You will need to rewrite or cast the expression.' })
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node InsertStmt @returns {Query} */
function bindInsert(ctx, parent, node) {
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
 * @param {{ column: ColumnDesc, indirection: ParseNode[] }[]} columns
 * @param {(Expr | null)[]} cells null: DEFAULT
 * @returns {{ attnum: number, expr: Expr | null }[]}
 */
export function insertGiven(ctx, level, columns, cells) {
  /** @type {{ attnum: number, expr: Expr | null }[]} */
  const given = []
  columns.forEach(({ column, indirection }, at) => {
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
    const expr = partAssignment(ctx, level, column, base, cell, indirection)
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
 * @param {{ column: ColumnDesc, indirection: ParseNode[] }[]} named
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
 * @param {{ column: ColumnDesc, indirection: ParseNode[] }[]} named
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
        const part = partType(ctx, column, indirection)
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
    ...partType(ctx, named[at].column, named[at].indirection),
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
 * @param {{ column: ColumnDesc, indirection: ParseNode[] }[]} named
 * @returns {Expr[] | null} null: they have to be bound one by one
 */
function wideSource(ctx, level, query, select, named) {
  /** @type {import('../../parser/wide.js').Tree[]} */
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
    ...partType(ctx, named[at].column, named[at].indirection),
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

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {Tree<import('@pgsql/types').OnConflictClause>} node
 * @returns {import('../../catalog/query.js').OnConflict}
 */
function bindOnConflict(ctx, level, relation, target, node) {
  const update = node.action === 'ONCONFLICT_UPDATE'
  // A rule's rows are known, and out of reach here.
  const rules = level.items.map((item) => ({ ...item, tableVisible: false, columnsVisible: false }))
  const add = () => ctx.addEntry(level, {
    kind: 'new', alias: 'excluded', aliased: true, columns: relationColumns(relation), relation, lateral: false,
  })
  // Without an update nobody may mean it, nor is told of it.
  const known = update ? add() : null
  if (update && !node.infer)
    throw syntaxError('ON CONFLICT DO UPDATE requires inference specification or constraint name', {
      location: node.location,
      hint: 'For example, ON CONFLICT (column_name).',
    })
  const infer = bindInference(ctx, level, relation, target, node)
  const excluded = known ?? add()
  level.items = [...rules, nameItem(target, ''), nameItem(excluded, null)]
  const assignments = update ? bindAssignments(ctx, level, relation, target, node.targetList) : []
  const where = node.whereClause
    ? inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
    : null
  level.items = []
  return {
    action: update ? 'update' : 'nothing', infer, indexOids: [], excludedRt: excluded.rt, rt: target.rt, assignments,
    where,
  }
}

/**
 * @param {BindContext} ctx
 * @param {any[]} parts String nodes
 * @param {number} location
 * @returns {number}
 * @throws {DbError} 42704
 */
function namedCollation(ctx, parts, location) {
  const names = parts.map((part) => part.String.sval)
  namesSchemaOf(ctx, names, location)
  const found = ctx.catalog.collationByName(names.length > 1 ? names.at(-2) : null, names.at(-1))
  if (found === undefined)
    throw undefinedObject(`collation "${names.join('.')}" for encoding "UTF8" does not exist`, { location })
  return found.oid
}

/** @param {BindContext} ctx @param {any[]} parts String nodes @returns {number} @throws {DbError} 42704 */
function namedOpclass(ctx, parts) {
  const names = parts.map((part) => part.String.sval)
  const found = ctx.catalog.opclassByName(names.at(-1), BTREE, names.length > 1 ? names.at(-2) : null)
  if (found === undefined)
    throw undefinedObject(`operator class "${names.join('.')}" does not exist for access method "btree"`)
  return found.oid
}

const BTREE = 403

/**
 * By what a conflict is told.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {Tree<import('@pgsql/types').OnConflictClause>} node
 * @returns {import('../../catalog/query.js').Inference | null}
 */
function bindInference(ctx, level, relation, target, node) {
  const { infer } = node
  if (!infer) return null
  if (infer.conname) {
    if (!relation.constraints.some((constraint) => constraint.name === infer.conname))
      throw undefinedTableConstraint(infer.conname, relation.name)
    return { constraint: infer.conname, keys: [], where: null }
  }
  const location = infer.location ?? node.location ?? 0
  level.items = [nameItem(target, '')]
  /** @type {number[]} */
  const collations = []
  /** @type {number[]} */
  const opclasses = []
  const keys = infer.indexElems.map((written) => {
    const element = written.IndexElem
    if ((element.ordering ?? 'SORTBY_DEFAULT') !== 'SORTBY_DEFAULT')
      throw invalidColumnReference('ASC/DESC is not allowed in ON CONFLICT clause', { location })
    if ((element.nulls_ordering ?? 'SORTBY_NULLS_DEFAULT') !== 'SORTBY_NULLS_DEFAULT')
      throw invalidColumnReference('NULLS FIRST/LAST is not allowed in ON CONFLICT clause', { location })
    opclasses.push(element.opclass ? namedOpclass(ctx, element.opclass) : 0)
    collations.push(element.collation ? namedCollation(ctx, element.collation, location) : 0)
    return inClause(level, 'INDEX', () =>
      bindExpr(
        ctx, level,
        element.name ? { ColumnRef: { fields: [{ String: { sval: element.name } }], location } } : element.expr,
      ),
    )
  })
  const where = infer.whereClause
    ? inClause(level, 'INDEX PREDICATE', () => coerceToBoolean(ctx, bindExpr(ctx, level, infer.whereClause), 'WHERE'))
    : null
  return {
    constraint: null, keys, where, ...(collations.some((oid) => oid !== 0) ? { collations } : null),
    ...(opclasses.some((oid) => oid !== 0) ? { opclasses } : null),
  }
}

/**
 * SET a = …, (b, c) = (…), d[1] = … as one assignment per attribute.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {ParseNode[]} nodes
 * @returns {{ attnum: number, expr: Expr }[]}
 */
export function bindAssignments(ctx, level, relation, target, nodes) {
  return inClause(level, 'UPDATE', () => {
    /** @type {{ attnum: number, expr: Expr }[]} */
    const assignments = []
    /** @type {{ node: ParseNode, columns: (Expr | null)[] } | null} */
    let multi = null
    for (const item of nodes) {
      const node = item.ResTarget
      const location = node.location ?? 0
      const column = columnNamed(relation, node.name, location, 'transformUpdateTargetList')
      /** @type {Expr} */
      let value
      if (node.val.SetToDefault) {
        if (node.indirection?.length) throw refuseDefaultPart(node.indirection)
        value = defaultFor(column)
      } else {
        const reference = node.val.MultiAssignRef
        if (reference) {
          if ((reference.colno ?? 1) === 1)
            multi = { node: reference.source, columns: multiSource(ctx, level, reference) }
          const source = /** @type {any} */ (multi).columns[reference.colno - 1]
          value = source ?? defaultFor(column)
        } else value = bindExpr(ctx, level, node.val)
        if (node.indirection?.length)
          value = partAssignment(
            ctx, level, column,
            assignments.find((other) => other.attnum === column.attnum)?.expr ?? columnOf(target.rt, column), value,
            node.indirection,
          )
        else if (value.kind !== 'default') value = assign(ctx, value, column)
      }
      const known = assignments.findIndex((other) => other.attnum === column.attnum)
      if (known >= 0) {
        if (!node.indirection?.length) throw syntaxError(`multiple assignments to same column "${column.name}"`)
        assignments[known].expr = value
      } else assignments.push({ attnum: column.attnum, expr: value })
    }
    return assignments
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {{ source: ParseNode, colno: number, ncolumns: number }} reference MultiAssignRef
 * @returns {(Expr | null)[]} null: DEFAULT
 */
function multiSource(ctx, level, reference) {
  const { source, ncolumns } = reference
  if (source.RowExpr) {
    const items = expandRowArgsWithDefaults(ctx, level, source.RowExpr.args ?? [], 'UPDATE')
    if (items.length !== ncolumns)
      throw syntaxError('number of columns does not match number of values', { location: source.RowExpr.location ?? 0 })
    return items
  }
  const link = source.SubLink
  if (!link || link.subLinkType !== 'EXPR_SUBLINK')
    throw located('0A000', 'source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression', {
      location: treeStart(source),
    })
  const query = bindSelect(ctx, level, link.subselect)
  const outputs = visibleTargets(query)
  if (outputs.length !== ncolumns)
    throw syntaxError('number of columns does not match number of values', { location: link.location ?? 0 })
  const sublink = ({
    kind: 'sublink', link: 'multiexpr', test: null, testColumns: [], query, type: 2249, typmod: -1, collation: 0,
    location: link.location ?? 0,
  })
  return outputs.map(
    (target, at) =>
      /** @type {Expr} */ ({
        kind: 'field', arg: sublink, attnum: at + 1, type: target.expr.type, typmod: target.expr.typmod,
        collation: target.expr.collation, location: link.location ?? 0,
      }),
  )
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node UpdateStmt @returns {Query} */
function bindUpdate(ctx, parent, node) {
  const { level, query, relation, target, created, schema } = startChange(ctx, parent, node, 'update')
  bindFromBeside(ctx, level, query, target, schema, node.fromClause)
  // What is wrong is told in this order, and a parameter gets its type by it.
  bindWhere(ctx, level, query, node)
  const assignments = bindAssignments(ctx, level, relation, target, node.targetList)
  query.write = { ...startWrite(relation, target.rt, created.rt), assignments }
  query.write.returning = bindReturning(
    ctx, level, level.items.map((item) => (item.entry === target ? nameItem(created, schema) : item)), node,
  )
  query.entries = level.entries
  return query
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node DeleteStmt @returns {Query} */
function bindDelete(ctx, parent, node) {
  const { level, query, relation, target, schema } = startChange(ctx, parent, node, 'delete')
  bindFromBeside(ctx, level, query, target, schema, node.usingClause)
  bindWhere(ctx, level, query, node)
  query.write = startWrite(relation, target.rt, target.rt)
  query.write.returning = bindReturning(ctx, level, level.items, node)
  query.entries = level.entries
  return query
}

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {Tree<import('@pgsql/types').InsertStmt>} node
 * @param {'update' | 'delete'} command
 */
function startChange(ctx, parent, node, command) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = command
  if (parent === null) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = atOnce(bindWithClause(ctx, level, node.withClause))
  const relation = writable(ctx, node.relation)
  const target = targetEntry(ctx, level, relation, node.relation)
  const created = command === 'update' ? newRowEntry(ctx, level, relation, target.alias) : target
  return { level, query, relation, target, created, schema: node.relation.alias ? null : '' }
}

/**
 * FROM or USING beside the target: LATERAL items see it.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {string | null} schema
 * @param {unknown[] | undefined} items
 */
function bindFromBeside(ctx, level, query, target, schema, items) {
  level.items.push({ ...nameItem(target, schema), lateralOnly: true })
  query.from = [
    { kind: 'entry', rt: target.rt },
    ...inClause(level, 'FROM', () => atOnce(bindFrom(ctx, level, items ?? []))),
  ]
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any} node */
function bindWhere(ctx, level, query, node) {
  if (node.whereClause)
    query.where = inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {import('./context.js').NameItem[]} items
 * @param {any} node
 * @returns {import('../../catalog/query.js').Target[] | null}
 */
function bindReturning(ctx, level, items, node) {
  const exprs = node.returningClause?.exprs ?? node.returningList
  if (!exprs) return null
  level.items = items
  const targets = inClause(level, 'RETURNING', () => atOnce(bindTargets(ctx, level, exprs)))
  if (targets.length === 0) throw syntaxError('RETURNING must have at least one column')
  return targets
}

