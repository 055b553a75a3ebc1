/**
 * INSERT, UPDATE, DELETE: the target, the values each column gets (defaults included), ON CONFLICT, RETURNING, and the conditions every written row must meet.
 */
import { UNKNOWN } from '../../types/oids.js'
import { isBuiltinType } from '../../types/lookup.js'
import { sequenceDefault } from '../../catalog/sequences.js'
import { exprFromText } from '../../catalog/expr-text.js'
import { syntaxError, undefinedColumn, duplicateColumn, datatypeMismatch, wrongObjectType, generatedAlways, invalidColumnReference, undefinedObject, located, systemCatalogIsReadOnly } from '../../errors/syntax.js'
import { exclusionArbiter } from '../../errors/exclusion.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { coerceTo, coerceToBoolean } from './coerce.js'
import { bindExpr, expandRowArgs } from './expressions.js'
import { bindFrom, findRelation, nameItem, relationColumns } from './from.js'
import { bindSelect, emptyQuery } from './select.js'
import { bindWithClause } from './ctes.js'
import { bindTargets, visibleTargets } from './targets.js'
import { inClause } from './aggregates.js'
import { overRow } from './stored.js'
import { bindTree, boundChecks, movesRows } from './trees.js'
import { partAssignment, partType, refuseDefaultPart } from './parts.js'
import { bindMerge } from './merge.js'
import { Level } from './context.js'
import { refuseColumn, tableUnder, viewChecks, viewFace, viewItem, viewPath } from './updatable.js'
import { columnsOf, conjunction, conjuncts, contains, exprKey, rebuild } from '../expr-tools.js'
import { worstVolatility } from '../volatility.js'

/** Objects below it are PostgreSQL's own. */
const FIRST_USER_OID = 16384

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

/** @param {BindContext} ctx @param {any} node RangeVar @param {string} verb @returns {any} RelationDesc that may be written */
export function writable(ctx, node, verb) {
  const relation = findRelation(ctx, node)
  return relation.kind === 'v' ? relation : writableTable(ctx, relation, verb)
}

/** @param {BindContext} ctx @param {any} relation @param {string} verb */
function writableTable(ctx, relation, verb) {
  if (relation.oid < FIRST_USER_OID) throw systemCatalogIsReadOnly(relation.name)
  if (relation.kind === 'm') throw wrongObjectType(`cannot change materialized view "${relation.name}"`)
  if (relation.kind === 'S') throw wrongObjectType(`cannot change sequence "${relation.name}"`)
  if (relation.kind !== 'r' && relation.kind !== 'p' && relation.kind !== 't') throw wrongObjectType(`cannot ${verb === 'insert into' ? 'open' : 'open'} relation "${relation.name}"`)
  if (relation.rowSecurity) throw featureNotSupported('row-level security')
  ctx.lock(relation.oid, 3)
  return relation
}

/** @param {BindContext} ctx @param {Level} level @param {any} relation @param {string} alias @param {any[] | null} [tree] */
export function targetEntry(ctx, level, relation, alias, tree = null) {
  return ctx.addEntry(level, { kind: 'relation', alias, columns: relationColumns(relation), relation, tree, lockMode: 3, lateral: false })
}

/** Tables whose keys the written row's foreign keys look up. @param {BindContext} ctx @param {any} relation @param {number[] | null} attnums written; null: all */
export function lockReferenced(ctx, relation, attnums) {
  for (const key of relation.foreignKeys) {
    if (!key.checked || (attnums !== null && !key.attnums.some((/** @type {number} */ attnum) => attnums.includes(attnum)))) continue
    const referenced = ctx.catalog.relation(key.referencedOid)
    ctx.view.dependsOn(referenced.oid, referenced.version)
    ctx.lock(referenced.oid, 2)
  }
}

/** @param {BindContext} ctx @param {Level} level @param {any} relation @param {string} alias the row being written, for checks and RETURNING */
export function newRowEntry(ctx, level, relation, alias) {
  return ctx.addEntry(level, { kind: 'new', alias, columns: relationColumns(relation), relation, lateral: false })
}

/** @param {BindContext} ctx @param {any} relation @param {number} rt @returns {Pick<WriteTarget, 'checks' | 'notNull'>} */
export function rowConditions(ctx, relation, rt) {
  return {
    checks: [...relation.checks.flatMap((/** @type {any} */ check) => check.expr ? [{ name: check.name, expr: overRow(check.expr, rt) }] : []), ...boundChecks(ctx, relation, rt)],
    notNull: relation.columns.flatMap((/** @type {any} */ column) => column.notNull && !column.dropped ? [column.attnum] : []),
  }
}

/** @param {any} relation @param {string} name @param {number} location @returns {any} ColumnDesc */
function columnNamed(relation, name, location) {
  const column = relation.columns.find((/** @type {any} */ item) => item.name === name && !item.dropped)
  if (!column) throw undefinedColumn(`column "${name}" of relation "${relation.name}" does not exist`, { location })
  return column
}

/** The value of a column nobody named. @param {BindContext} ctx @param {any} column @param {number} rt the row generated columns speak of @returns {Expr} */
function defaultOf(ctx, column, rt) {
  if (column.identitySequence !== 0 && !column.dropped) return sequenceDefault(column.identitySequence, column.typeOid)
  if (column.generated === 's' || !column.hasDefault) {
    if (!column.dropped && column.generated !== 's' && column.identity === '' && !isBuiltinType(column.typeOid) && ctx.view.type(column.typeOid).kind === 'd') return domainDefault(ctx, column)
    const type = column.dropped ? 23 : column.typeOid
    return { kind: 'const', value: null, type, typmod: -1, collation: 0, location: -1 }
  }
  if (column.default === null) throw featureNotSupported(`the default of column "${column.name}"`)
  return overRow(column.default, rt)
}

/** A domain's default, or null, which the domain may refuse. @param {BindContext} ctx @param {any} column @returns {Expr} */
function domainDefault(ctx, column) {
  const base = ctx.view.baseType(column.typeOid)
  let value = /** @type {Expr} */ ({ kind: 'const', value: null, type: base, typmod: -1, collation: 0, location: -1 })
  for (let info = ctx.view.type(column.typeOid); info.kind === 'd'; info = ctx.view.type(info.baseType)) {
    if (info.defaultExpr === null) continue
    value = exprFromText(info.defaultExpr)
    break
  }
  const converted = coerceTo(ctx, value, column.typeOid, column.typmod, 'assignment')
  if (!converted) throw datatypeMismatch(`column "${column.name}" is of type ${ctx.view.typeName(column.typeOid)} but its type's default is not`)
  return converted
}

/** @param {number} rt @param {any} column @returns {Expr} */
const columnOf = (rt, column) => ({ kind: 'column', rt, attnum: column.attnum, type: column.typeOid, typmod: column.typmod, collation: column.collation, location: -1 })

/** Generated columns read the other new values. @param {BindContext} ctx @param {any} relation @param {Expr[]} values one per attribute @param {number} newRt the row as it is made */
function fillGenerated(ctx, relation, values, newRt) {
  for (const column of relation.columns) {
    if (column.generated !== 's' || column.dropped || column.default === null) continue
    values[column.attnum - 1] = generatedFrom(ctx, relation, column, newRt, (attnum) => values[attnum - 1])
  }
}

/**
 * A generation expression over new values: in place of its columns, or reading the row as it is made where a value must not be computed again.
 * @param {BindContext} ctx @param {any} relation @param {any} column @param {number} newRt @param {(attnum: number) => Expr | undefined} valueOf undefined: not a new value @returns {Expr}
 */
function generatedFrom(ctx, relation, column, newRt, valueOf) {
  const once = columnsOf(column.default).some(({ attnum }) => {
    const value = attnum > 0 ? valueOf(attnum) : undefined
    return value !== undefined && (worstVolatility(ctx.catalog, value) === 'v' || contains(value, (node) => node.kind === 'sublink'))
  })
  return rebuild(column.default, (node) => {
    if (node.kind !== 'column') return undefined
    if (node.attnum === TABLEOID) return { kind: 'const', value: relation.oid, type: 26, typmod: -1, collation: 0, location: -1 }
    return once ? { ...node, rt: newRt } : valueOf(node.attnum)
  })
}

const TABLEOID = -6

/**
 * A value on its way into a column: assignment conversion and length. @param {BindContext} ctx @param {Expr} expr @param {any} column @returns {Expr}
 */
export function assign(ctx, expr, column) {
  const converted = coerceTo(ctx, expr, column.typeOid, column.typmod, 'assignment')
  if (converted) return converted
  throw datatypeMismatch(`column "${column.name}" is of type ${ctx.view.typeName(column.typeOid)} but expression is of type ${ctx.view.typeName(expr.type)}`, { location: expr.location,
    hint: 'You will need to rewrite or cast the expression.' })
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node InsertStmt @returns {Query} */
function bindInsert(ctx, parent, node) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = 'insert'
  if (node.withClause) query.ctes = bindWithClause(ctx, level, node.withClause)
  const found = writable(ctx, node.relation, 'insert into')
  const alias = node.relation.alias?.aliasname ?? found.name
  const relation = found.kind === 'v' ? throughView(ctx, found, 'insert') : found
  const target = targetEntry(ctx, level, relation, found === relation ? alias : relation.name, relation.kind === 'p' ? bindTree(ctx, relation, true, 3) : null)
  const created = newRowEntry(ctx, level, relation, alias)
  const view = writtenView(ctx, found, target.rt, 'insert', alias)
  const createdView = view && { ...viewPath(ctx, found, created.rt, 'insert'), alias }
  const named = insertColumns(view?.face ?? relation, node.cols)
  /** @type {(Expr | null)[][]} */
  let source = [[]]
  const select = node.selectStmt?.SelectStmt
  if (select && isSingleRow(select)) source = [inClause(level, 'INSERT', () => expandRowArgsWithDefaults(ctx, level, select.valuesLists[0].List.items))]
  else if (select) source = [sourceQuery(ctx, level, query, select, relation, named, node.override)]
  const [cells] = source
  const given = select ? named.slice(0, Math.max(cells.length, 0)) : []
  if (select && cells.length > named.length) throw syntaxError('INSERT has more expressions than target columns', { location: cells[named.length]?.location })
  if (select && node.cols && cells.length < named.length) throw syntaxError('INSERT has more target columns than expressions', { location: node.cols[cells.length].ResTarget.location })
  const values = insertValues(ctx, level, view?.face ?? relation, target, created.rt, given, cells, node.override)
  lockReferenced(ctx, relation, null)
  query.write = { relation, rt: target.rt, newRt: created.rt, values, assignments: null, onConflict: null, returning: null, ...rowConditions(ctx, relation, created.rt), overriding: null }
  if (createdView) query.write.checks.push(...viewChecks(createdView))
  if (node.onConflictClause) query.write.onConflict = bindOnConflict(ctx, level, relation, target, created.rt, node.onConflictClause, view)
  query.write.returning = bindReturning(ctx, level, [rowItem(createdView, created, node.relation.alias ? null : '')], node)
  query.entries = level.entries
  return query
}

/** The table that a write of a view goes to. @param {BindContext} ctx @param {any} view @param {'insert' | 'update' | 'delete'} command */
function throughView(ctx, view, command) {
  ctx.lock(view.oid, 3)
  return writableTable(ctx, tableUnder(ctx, view, command), command === 'insert' ? 'insert into' : command)
}

/** A view over the row of its table's entry, and the names by which its columns are written. @param {BindContext} ctx @param {any} relation @param {number} rt @param {'insert' | 'update' | 'delete'} command @param {string} alias */
function writtenView(ctx, relation, rt, command, alias) {
  if (relation.kind !== 'v') return null
  const path = { ...viewPath(ctx, relation, rt, command), alias }
  return { ...path, face: viewFace(path) }
}

/** The row as expressions name it: a table's columns, or a view's over them. @param {import('./updatable.js').ViewPath | null} path @param {import('../../catalog/query.js').RangeEntry} entry @param {string | null} schema */
const rowItem = (path, entry, schema) => path ? viewItem(path, entry, schema) : nameItem(entry, schema)

/**
 * One expression per attribute of the row to insert: what was given, defaults for the rest.
 * @param {BindContext} ctx @param {Level} level @param {any} relation @param {import('../../catalog/query.js').RangeEntry} target @param {number} newRt
 * @param {{ column: any, indirection: any[] }[]} given @param {(Expr | null)[]} cells null: DEFAULT @param {string | undefined} override @returns {Expr[]}
 */
export function insertValues(ctx, level, relation, target, newRt, given, cells, override) {
  const table = relation.writes ?? relation
  const values = table.columns.map((/** @type {any} */ column) => defaultOf(ctx, column, newRt))
  if (relation.writes) for (const column of relation.columns) if (column.viewDefault) values[column.attnum - 1] = assign(ctx, defaultOf(ctx, column, newRt), column)
  /** Columns given in parts, as built so far. @type {{ attnum: number, expr: Expr }[]} */
  const parts = []
  given.forEach(({ column, indirection }, at) => {
    const cell = cells[at]
    if (cell !== null) refuseColumn(column, 'insert into')
    else if (column.refused) return
    if (column.generated === 's') {
      if (cell !== null) throw generatedAlways(`cannot insert a non-DEFAULT value into column "${column.name}"`, { detail: `Column "${column.name}" is a generated column.` })
      return
    }
    if (cell === null) return
    if (column.identity === 'a' && override !== 'OVERRIDING_SYSTEM_VALUE') {
      if (override === 'OVERRIDING_USER_VALUE') return
      throw generatedAlways(`cannot insert a non-DEFAULT value into column "${column.name}"`, { detail: `Column "${column.name}" is an identity column defined as GENERATED ALWAYS.`,
        hint: 'Use OVERRIDING SYSTEM VALUE to override.' })
    }
    if (column.identity === 'd' && override === 'OVERRIDING_USER_VALUE') return
    if (indirection.length === 0) { values[column.attnum - 1] = assign(ctx, cell, column); return }
    let part = parts.find((other) => other.attnum === column.attnum)
    if (part === undefined) {
      part = { attnum: column.attnum, expr: { kind: 'const', value: null, type: column.typeOid, typmod: -1, collation: column.collation, location: -1 } }
      parts.push(part)
    }
    part.expr = partAssignment(ctx, level, column, part.expr, cell, indirection)
    values[column.attnum - 1] = part.expr
  })
  fillGenerated(ctx, table, values, newRt)
  return values
}

/** VALUES with one row and nothing around it needs no query: its cells are the values. @param {any} select */
const isSingleRow = (select) => select.valuesLists?.length === 1 && !select.sortClause && !select.limitCount && !select.limitOffset && !select.withClause && !select.lockingClause

/** @param {BindContext} ctx @param {Level} level @param {any[]} items @returns {(Expr | null)[]} null for DEFAULT */
export function expandRowArgsWithDefaults(ctx, level, items) {
  if (items.some((item) => item.SetToDefault)) return items.map((item) => item.SetToDefault ? null : inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)))
  return inClause(level, 'VALUES_INSERT', () => items.flatMap((item) => item.ColumnRef?.fields.at(-1).A_Star ? expandRowArgs(ctx, level, [item]) : [bindExpr(ctx, level, item)]))
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any} select @param {any} relation @param {{ column: any, indirection: any[] }[]} named @param {string} override @returns {(Expr | null)[]} */
function sourceQuery(ctx, level, query, select, relation, named, override) {
  if (select.valuesLists && !select.sortClause && !select.limitCount && !select.limitOffset && !select.withClause) return multiRowValues(ctx, level, query, select, named, override)
  const inner = bindSelect(ctx, level, { SelectStmt: select }, { keepUnknown: true, insertSource: true })
  const outputs = visibleTargets(inner)
  outputs.forEach((target, at) => {
    if (target.expr.type === UNKNOWN && named[at] && named[at].indirection.length === 0 && (target.expr.kind === 'const' || target.expr.kind === 'param')) target.expr = coerceTo(ctx, target.expr, named[at].column.typeOid, -1, 'assignment') ?? target.expr
  })
  const entry = ctx.addEntry(level, { kind: 'subquery', alias: '*SELECT*', query: inner, lateral: false,
    columns: outputs.map((target) => ({ name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation })) })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return outputs.map((target, at) => ({ kind: 'column', rt: entry.rt, attnum: at + 1, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation, location: target.expr.location }))
}

/** Several rows: every cell is converted to its column right here, so DEFAULT can stand among them. @param {BindContext} ctx @param {Level} level @param {Query} query @param {any} select @param {{ column: any, indirection: any[] }[]} named @param {string} override @returns {(Expr | null)[]} */
function multiRowValues(ctx, level, query, select, named, override) {
  const lists = select.valuesLists.map((/** @type {any} */ item) => item.List.items)
  const width = lists[0].length
  if (width > named.length) throw syntaxError('INSERT has more expressions than target columns')
  // Values nobody wants are not computed either: a sequence would count.
  const allDefault = Array.from({ length: width }, (_, at) => (override === 'OVERRIDING_USER_VALUE' && named[at].column.identity !== '') || lists.every((/** @type {any[]} */ items) => items[at]?.SetToDefault))
  const rows = lists.map((/** @type {any[]} */ items) => {
    if (items.length !== width) throw syntaxError('VALUES lists must all be the same length', { location: firstLocation(items[0]) })
    return items.map((item, at) => {
      const { column, indirection } = named[at]
      if (indirection.length > 0) {
        if (item.SetToDefault) throw refuseDefaultPart(indirection)
        const part = partType(ctx, column, indirection)
        return assign(ctx, inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)), { ...column, typeOid: part.type, typmod: part.typmod })
      }
      if (item.SetToDefault) return allDefault[at] || column.generated === 's' ? { kind: 'const', value: null, type: column.typeOid, typmod: -1, collation: 0, location: -1 } : defaultOf(ctx, column, 0)
      if (column.generated === 's') throw generatedAlways(`cannot insert a non-DEFAULT value into column "${column.name}"`, { detail: `Column "${column.name}" is a generated column.` })
      return assign(ctx, inClause(level, 'VALUES_INSERT', () => bindExpr(ctx, level, item)), column)
    })
  })
  const columns = Array.from({ length: width }, (_, at) => ({ name: `column${at + 1}`, ...partType(ctx, named[at].column, named[at].indirection) }))
  const entry = ctx.addEntry(level, { kind: 'values', alias: '*VALUES*', columns, rows, lateral: false })
  query.from = [{ kind: 'entry', rt: entry.rt }]
  return columns.map((column, at) => allDefault[at] ? null : { kind: 'column', rt: entry.rt, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation, location: -1 })
}

/** @param {any} tagged @returns {number | undefined} */
const firstLocation = (tagged) => /** @type {any} */ (Object.values(tagged ?? {})[0])?.location

/** @param {any} relation @param {any[] | undefined} nodes @returns {{ column: any, indirection: any[], location: number }[]} */
export function insertColumns(relation, nodes) {
  if (!nodes) return relation.columns.filter((/** @type {any} */ column) => !column.dropped).map((/** @type {any} */ column) => ({ column, indirection: [], location: -1 }))
  const whole = new Set()
  const inParts = new Set()
  return nodes.map((item) => {
    const { name, indirection = [], location = 0 } = item.ResTarget
    const column = columnNamed(relation, name, location)
    if (whole.has(name) || (indirection.length === 0 && inParts.has(name))) throw duplicateColumn(`column "${name}" specified more than once`, { location })
    ;(indirection.length === 0 ? whole : inParts).add(name)
    return { column, indirection, location }
  })
}

/** @param {BindContext} ctx @param {Level} level @param {any} relation @param {import('../../catalog/query.js').RangeEntry} target @param {number} newRt @param {any} node OnConflictClause
 * @param {(import('./updatable.js').ViewPath & { face: any }) | null} view that is written @returns {import('../../catalog/query.js').OnConflict} */
function bindOnConflict(ctx, level, relation, target, newRt, node, view) {
  const update = node.action === 'ONCONFLICT_UPDATE'
  const excluded = ctx.addEntry(level, { kind: 'new', alias: 'excluded', columns: relationColumns(relation), relation, lateral: false })
  const face = view?.face ?? relation
  const indexOids = arbiters(ctx, level, face, rowItem(view, target, ''), target.rt, node)
  if (update && indexOids.length === 0) throw syntaxError('ON CONFLICT DO UPDATE requires inference specification or constraint name', { location: node.location, hint: 'For example, ON CONFLICT (column_name).' })
  const excludedView = view && viewPath(ctx, view.view, excluded.rt, 'insert')
  level.items = [rowItem(view, target, ''), rowItem(excludedView, excluded, null)]
  const assignments = update ? bindAssignments(ctx, level, face, target, newRt, node.targetList) : []
  const where = node.whereClause ? inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE')) : null
  level.items = []
  return { action: update ? 'update' : 'nothing', indexOids, excludedRt: excluded.rt, rt: target.rt, assignments, where }
}

/** The unique indexes an inference clause means. @param {BindContext} ctx @param {Level} level @param {any} relation @param {import('./context.js').NameItem} item its row @param {number} rt @param {any} node @returns {number[]} */
function arbiters(ctx, level, relation, item, rt, node) {
  const infer = node.infer
  if (!infer) return []
  const location = infer.location ?? node.location ?? 0
  if (infer.conname) {
    const constraint = relation.constraints.find((/** @type {any} */ candidate) => candidate.name === infer.conname)
    if (!constraint) throw undefinedObject(`constraint "${infer.conname}" for table "${relation.name}" does not exist`)
    if (!constraint.indexOid || !'pux'.includes(constraint.type)) throw located('42809', 'constraint in ON CONFLICT clause has no associated index')
    if (constraint.deferrable) throw located('55000', 'ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters')
    if (constraint.type === 'x' && node.action === 'ONCONFLICT_UPDATE') throw exclusionArbiter()
    return [constraint.indexOid]
  }
  level.items = [item]
  const keys = infer.indexElems.map((/** @type {any} */ written) => {
    const element = written.IndexElem
    if (element.collation || element.opclass) throw featureNotSupported('collation or operator class in ON CONFLICT')
    return element.name ? { attnum: columnNamed(relation, element.name, location).attnum, key: '' }
      : { attnum: 0, key: exprKey(inClause(level, 'INDEX', () => bindExpr(ctx, level, element.expr))) }
  })
  const predicate = infer.whereClause ? exprKey(inClause(level, 'INDEX PREDICATE', () => coerceToBoolean(ctx, bindExpr(ctx, level, infer.whereClause), 'WHERE'))) : null
  level.items = []
  const found = relation.indexes.filter((/** @type {any} */ index) => {
    if (!index.unique || !index.valid || index.keys.length !== new Set(keys.map((/** @type {any} */ key) => key.attnum || key.key)).size) return false
    if (index.predicate && exprKey(overRow(index.predicate, rt)) !== predicate) return false
    return index.keys.every((/** @type {any} */ own) => keys.some((/** @type {any} */ key) => own.attnum ? own.attnum === key.attnum : own.expr && exprKey(overRow(own.expr, rt)) === key.key))
  })
  if (found.length === 0) throw invalidColumnReference('there is no unique or exclusion constraint matching the ON CONFLICT specification')
  return found.map((/** @type {any} */ index) => index.oid)
}

/**
 * SET a = …, (b, c) = (…), d[1] = … as one assignment per attribute.
 * @param {BindContext} ctx @param {Level} level @param {any} relation @param {import('../../catalog/query.js').RangeEntry} target @param {number} newRt the row as it is made @param {any[]} nodes @returns {{ attnum: number, expr: Expr }[]}
 */
export function bindAssignments(ctx, level, relation, target, newRt, nodes) {
  return inClause(level, 'UPDATE', () => {
    /** @type {{ attnum: number, expr: Expr }[]} */
    const assignments = []
    /** @type {{ node: any, columns: (Expr | null)[] } | null} */
    let multi = null
    /** Generated columns to compute whatever else changes. */
    const again = new Set()
    for (const item of nodes) {
      const node = item.ResTarget
      const location = node.location ?? 0
      const column = columnNamed(relation, node.name, location)
      refuseColumn(column, 'update')
      /** @type {Expr} */
      let value
      if (node.val.SetToDefault) {
        if (node.indirection?.length) throw refuseDefaultPart(node.indirection)
        value = defaultOf(ctx, column, target.rt)
        if (column.generated === 's') { again.add(column.attnum); continue }
      } else {
        if (column.generated === 's') throw generatedAlways(`column "${column.name}" can only be updated to DEFAULT`, { detail: `Column "${column.name}" is a generated column.` })
        if (column.identity === 'a') throw generatedAlways(`column "${column.name}" can only be updated to DEFAULT`, { detail: `Column "${column.name}" is an identity column defined as GENERATED ALWAYS.` })
        const reference = node.val.MultiAssignRef
        if (reference) {
          if ((reference.colno ?? 1) === 1) multi = { node: reference.source, columns: multiSource(ctx, level, reference) }
          const source = /** @type {any} */ (multi).columns[reference.colno - 1]
          value = source ?? defaultOf(ctx, column, target.rt)
        } else value = bindExpr(ctx, level, node.val)
        if (node.indirection?.length) value = partAssignment(ctx, level, column, assignments.find((other) => other.attnum === column.attnum)?.expr ?? columnOf(target.rt, column), value, node.indirection)
        else value = assign(ctx, value, column)
      }
      const known = assignments.findIndex((other) => other.attnum === column.attnum)
      if (known >= 0) {
        if (!node.indirection?.length) throw syntaxError(`multiple assignments to same column "${column.name}"`, { location })
        assignments[known].expr = value
      } else assignments.push({ attnum: column.attnum, expr: value })
    }
    addGenerated(ctx, relation.writes ?? relation, target, newRt, assignments, again)
    return assignments
  })
}

/** Stored generated columns follow the columns they read. @param {BindContext} ctx @param {any} relation @param {import('../../catalog/query.js').RangeEntry} target @param {number} newRt @param {{ attnum: number, expr: Expr }[]} assignments @param {Set<number>} again */
function addGenerated(ctx, relation, target, newRt, assignments, again) {
  const set = new Map(assignments.map(({ attnum, expr }) => [attnum, expr]))
  for (const column of relation.columns) {
    if (column.generated !== 's' || column.dropped || column.default === null) continue
    const read = columnsOf(column.default)
    if (!again.has(column.attnum) && !read.some(({ attnum }) => set.has(attnum))) continue
    const old = new Map(read.map((node) => [node.attnum, { ...node, rt: target.rt }]))
    const expr = generatedFrom(ctx, relation, column, newRt, (attnum) => set.get(attnum) ?? old.get(attnum))
    if (/** @type {any} */ (target).tree && contains(expr, (node) => node.kind === 'column' && node.rt === newRt)) throw featureNotSupported('a volatile value under a generated column of a table with children')
    assignments.push({ attnum: column.attnum, expr })
  }
}

/** @param {BindContext} ctx @param {Level} level @param {any} reference MultiAssignRef @returns {(Expr | null)[]} null: DEFAULT */
function multiSource(ctx, level, reference) {
  const { source, ncolumns } = reference
  if (source.RowExpr) {
    const items = expandRowArgsWithDefaults(ctx, level, source.RowExpr.args ?? [])
    if (items.length !== ncolumns) throw syntaxError('number of columns does not match number of values', { location: source.RowExpr.location ?? 0 })
    return items
  }
  const link = source.SubLink
  if (!link || link.subLinkType !== 'EXPR_SUBLINK') throw located('0A000', 'source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression', { location: 0 })
  const query = bindSelect(ctx, level, link.subselect)
  const outputs = visibleTargets(query)
  if (outputs.length !== ncolumns) throw syntaxError('number of columns does not match number of values', { location: link.location ?? 0 })
  const sublink = /** @type {any} */ ({ kind: 'sublink', link: 'multiexpr', test: null, testColumns: [], query, type: 2249, typmod: -1, collation: 0, location: link.location ?? 0 })
  return outputs.map((target, at) => /** @type {Expr} */ ({ kind: 'field', arg: sublink, attnum: at + 1, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation, location: link.location ?? 0 }))
}


/** @param {BindContext} ctx @param {Level | null} parent @param {any} node UpdateStmt @returns {Query} */
function bindUpdate(ctx, parent, node) {
  const { level, query, relation, target, created, schema, view } = startChange(ctx, parent, node, 'update')
  query.from = [{ kind: 'entry', rt: target.rt }, ...inClause(level, 'FROM', () => bindFromBeside(ctx, level, rowItem(view, target, schema), node.fromClause ?? []))]
  const assignments = bindAssignments(ctx, level, view?.face ?? relation, target, created.rt, node.targetList)
  finishChange(ctx, level, query, node, view)
  lockReferenced(ctx, relation, assignments.map((item) => item.attnum))
  for (const member of target.tree ?? []) if (member !== relation) lockReferenced(ctx, member, null)
  const conditions = rowConditions(ctx, relation, created.rt)
  const changed = new Set(assignments.map((item) => item.attnum))
  query.write = { relation, rt: target.rt, newRt: created.rt, values: null, assignments, onConflict: null, returning: null, checks: conditions.checks,
    notNull: conditions.notNull.filter((attnum) => changed.has(attnum)), overriding: null, moves: movesRows(ctx, target, changed) }
  const createdView = view && { ...viewPath(ctx, view.view, created.rt, 'update'), alias: view.alias }
  if (createdView) query.write.checks.push(...viewChecks(createdView))
  query.write.returning = bindReturning(ctx, level, level.items.map((item) => item.entry?.rt === target.rt ? rowItem(createdView, created, schema) : item), node)
  query.entries = level.entries
  return query
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node DeleteStmt @returns {Query} */
function bindDelete(ctx, parent, node) {
  const { level, query, relation, target, schema, view } = startChange(ctx, parent, node, 'delete')
  query.from = [{ kind: 'entry', rt: target.rt }, ...inClause(level, 'FROM', () => bindFromBeside(ctx, level, rowItem(view, target, schema), node.usingClause ?? []))]
  finishChange(ctx, level, query, node, view)
  query.write = { relation, rt: target.rt, newRt: target.rt, values: null, assignments: null, onConflict: null, returning: null, checks: [], notNull: [], overriding: null }
  query.write.returning = bindReturning(ctx, level, level.items, node)
  query.entries = level.entries
  return query
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node @param {'update' | 'delete'} command */
function startChange(ctx, parent, node, command) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = command
  if (node.withClause) query.ctes = bindWithClause(ctx, level, node.withClause)
  const found = writable(ctx, node.relation, command === 'update' ? 'update' : 'delete from')
  const alias = node.relation.alias?.aliasname ?? found.name
  const relation = found.kind === 'v' ? throughView(ctx, found, command) : found
  const target = targetEntry(ctx, level, relation, found === relation ? alias : relation.name, bindTree(ctx, relation, node.relation.inh === true, 3))
  const created = command === 'update' ? newRowEntry(ctx, level, relation, alias) : target
  const view = writtenView(ctx, found, target.rt, command, alias)
  return { level, query, relation, target, created, view, schema: node.relation.alias ? null : '' }
}

/** FROM or USING beside the target: LATERAL items see it. @param {BindContext} ctx @param {Level} level @param {import('./context.js').NameItem} target @param {any[]} items */
function bindFromBeside(ctx, level, target, items) {
  level.items = [{ ...target, lateralOnly: true }]
  return bindFrom(ctx, level, items)
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any} node @param {import('./updatable.js').ViewPath | null} view whose conditions come first, the innermost before all */
function finishChange(ctx, level, query, node, view) {
  if (node.whereClause) query.where = inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
  if (view) query.where = conjunction([...view.conditions.map(({ expr }) => expr).reverse().flatMap(conjuncts), ...conjuncts(query.where)])
}

/** @param {BindContext} ctx @param {Level} level @param {import('./context.js').NameItem[]} items @param {any} node @returns {import('../../catalog/query.js').Target[] | null} */
function bindReturning(ctx, level, items, node) {
  const exprs = node.returningClause?.exprs ?? node.returningList
  if (!exprs) return null
  if (node.returningClause?.options?.length) throw syntaxError('syntax error at or near "("')
  level.items = items
  const targets = inClause(level, 'RETURNING', () => bindTargets(ctx, level, exprs))
  if (targets.length === 0) throw syntaxError('RETURNING must have at least one column')
  return targets
}

