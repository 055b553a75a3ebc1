/**
 * What a write of a table does not say: defaults of columns nobody named, generated columns, the tables below, the
 * constraints every written row must meet, the indexes that ON CONFLICT means, and the tables foreign keys look into.
 */
import { isBuiltinType } from '../../types/lookup.js'
import { sequenceDefault } from '../../catalog/sequences.js'
import { exprFromText } from '../../catalog/expr-text.js'
import { datatypeMismatch, generatedAlways, invalidColumnReference, located } from '../../errors/syntax.js'
import { undefinedTableConstraint } from '../../errors/ddl/catalog.js'
import { exclusionArbiter } from '../../errors/ddl/exclusion.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { coerceTo } from '../bind/expressions/coerce.js'
import { outlinedStored } from '../bind/expressions/outlined.js'
import { dependOnTypes, overRow } from '../bind/stored.js'
import { implies } from '../build/access/implication.js'
import { bindTree, boundChecks, mayChangeMore, movesRows } from '../bind/trees.js'
import { keptOfWrite } from './kept-keys.js'
import { columnsOf, conjuncts, contains, exprKey, rebuild } from '../expr-tools.js'
import { worstVolatility } from '../volatility.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { RelationDesc, ColumnDesc } from '../../catalog/relation.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../bind/context.js').BindContext} BindContext */

const TABLEOID = -6

/**
 * @param {BindContext} ctx
 * @param {Query} query an INSERT, UPDATE or DELETE of a table; its `write` is changed in place
 */
export function completeWrite(ctx, query) {
  const write = /** @type {WriteTarget} */ (query.write)
  const { relation, newRt } = write
  const target = /** @type {RangeEntry} */ (query.entries.find((entry) => entry.rt === write.rt))
  target.tree =
    query.command === 'insert' && relation.kind !== 'p'
      ? null
      : bindTree(ctx, relation, target.inh === true || query.command === 'insert', 3)
  if (query.command === 'delete') return
  const conditions = rowConditions(ctx, relation, newRt)
  // A view's conditions come after the table's own.
  write.checks = [...conditions.checks, ...write.checks]
  if (query.command === 'insert') {
    fillRows(ctx, query, relation)
    write.values = insertRow(ctx, relation, newRt, write.given ?? [], write.overriding)
    write.notNull = conditions.notNull
    lockReferenced(ctx, relation, null)
    write.kept = keptOfWrite(ctx, relation, target.tree, newRt, null)
    if (write.onConflict) {
      const conflict = write.onConflict
      conflict.indexOids = conflict.infer
        ? arbiters(ctx.catalog, relation, conflict.rt, conflict.infer, conflict.action)
        : []
      conflict.assignments = completeAssignments(ctx, relation, target, newRt, conflict.assignments)
    }
    return
  }
  write.assignments = completeAssignments(ctx, relation, target, newRt, /** @type {any[]} */ (write.assignments))
  const changed = new Set(write.assignments.map((item) => item.attnum))
  lockReferenced(ctx, relation, [...changed])
  for (const member of target.tree ?? []) if (member !== relation) lockReferenced(ctx, member, null)
  write.notNull = conditions.notNull.filter((attnum) => changed.has(attnum))
  write.moves = movesRows(ctx, target, changed)
  write.kept = keptOfWrite(ctx, relation, target.tree, newRt, changed)
}

/**
 * Tables whose keys the written row's foreign keys look up.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {number[] | null} attnums assigned by an UPDATE; null: all
 */
export function lockReferenced(ctx, relation, attnums) {
  if (attnums !== null && mayChangeMore(relation)) attnums = null
  for (const key of relation.foreignKeys) {
    if (
      !key.checked
      || (attnums !== null && !key.attnums.some((/** @type {number} */ attnum) => attnums.includes(attnum)))
    )
      continue
    const referenced = /** @type {import('../../catalog/relation.js').RelationDesc} */ (
      ctx.catalog.relation(key.referencedOid)
    )
    ctx.view.dependsOn(referenced.oid, referenced.version)
    ctx.lock(referenced.oid, 2)
  }
}

/**
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {number} rt
 * @returns {Pick<WriteTarget, 'checks' | 'notNull'>}
 */
export function rowConditions(ctx, relation, rt) {
  for (const check of relation.checks) if (check.expr) dependOnTypes(ctx, check.expr)
  const checks = [
    ...relation.checks.flatMap((check) =>
      check.expr ? [{ name: check.name, expr: overRow(outlinedStored(ctx, check.expr), rt) }] : [],
    ),
    ...boundChecks(ctx, relation, rt),
  ]
  for (const { expr } of checks) ctx.ofRows.add(expr)
  return {
    checks,
    notNull: relation.columns.flatMap((column) => column.notNull && !column.dropped ? [column.attnum] : []),
  }
}

/**
 * The value of a column nobody named.
 * @param {BindContext} ctx
 * @param {any} column
 * @param {number} rt the row generated columns speak of
 * @returns {Expr}
 */
function defaultOf(ctx, column, rt) {
  if (column.identitySequence !== 0 && !column.dropped)
    return sequenceDefault(column.identitySequence, column.typeOid, true)
  if (column.generated === 's' || !column.hasDefault) {
    if (
      !column.dropped && column.generated !== 's' && column.identity === '' && !isBuiltinType(column.typeOid)
      && ctx.view.type(column.typeOid).kind === 'd'
    )
      return domainDefault(ctx, column)
    if (!column.dropped && column.typeOid >= FIRST_USER_OID) return typeDefault(ctx, column)
    return nullOf(column)
  }
  if (column.default === null) throw featureNotSupported(`the default of column "${column.name}"`)
  dependOnTypes(ctx, column.default)
  return overRow(column.default, rt)
}

/** @param {ColumnDesc} column @returns {Expr} */
export const nullOf = (column) => ({
  kind: 'const', value: null, type: column.dropped ? 23 : column.typeOid, typmod: -1, collation: 0, location: -1,
})

/**
 * What CREATE TYPE's DEFAULT says of a base type.
 * @param {BindContext} ctx
 * @param {ColumnDesc} column
 * @returns {Expr}
 */
function typeDefault(ctx, column) {
  const { kind, default: text } = ctx.view.type(column.typeOid)
  if (kind !== 'b' || text === null) return nullOf(column)
  const literal = /** @type {Expr} */ ({
    kind: 'const', value: text, type: UNKNOWN, typmod: -1, collation: 0, location: -1,
  })
  return coerceTo(ctx, literal, column.typeOid, column.typmod, 'assignment') ?? nullOf(column)
}
const UNKNOWN = 705

/**
 * A domain's default, or null, which the domain may refuse.
 * @param {BindContext} ctx
 * @param {{ name: string, typeOid: number, typmod: number }} column
 * @returns {Expr}
 */
export function domainDefault(ctx, column) {
  const base = ctx.view.baseType(column.typeOid)
  // The domain's own: one over another domain took that one's when it was made, and goes its own way since.
  const info = ctx.view.type(column.typeOid)
  const value =
    info.kind === 'd' && info.defaultExpr !== null
      ? exprFromText(info.defaultExpr)
      : /** @type {Expr} */ ({ kind: 'const', value: null, type: base, typmod: -1, collation: 0, location: -1 })
  const converted = coerceTo(ctx, value, column.typeOid, column.typmod, 'assignment')
  if (!converted)
    throw datatypeMismatch(
      `column "${column.name}" is of type ${ctx.view.typeName(column.typeOid)} but its type's default is not`,
    )
  return converted
}

/**
 * DEFAULT among several rows of VALUES.
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {RelationDesc} relation
 */
function fillRows(ctx, query, relation) {
  const write = /** @type {WriteTarget} */ (query.write)
  for (const item of write.given ?? []) {
    const rows = rowsOf(query, item)
    if (rows === null) continue
    const column = relation.columns[item.attnum - 1]
    const at = /** @type {any} */ (item.expr).attnum - 1
    // Values nobody wants are not computed either: a sequence would count.
    const unwanted = column.identity !== '' && write.overriding === 'user'
    rows.forEach((row) => {
      if (unwanted) row[at] = nullOf(column)
      else if (row[at].kind === 'default') row[at] = defaultOf(ctx, column, 0)
    })
  }
  // What stands in for a column that is DEFAULT in every row.
  for (const entry of query.entries) {
    if (entry.kind !== 'values') continue
    for (const row of entry.rows ?? [])
      row.forEach((cell, at) => {
        if (cell.kind === 'default') row[at] = { ...cell, kind: 'const', value: null, typmod: -1 }
      })
  }
}

/**
 * The rows of VALUES that a given column comes from, if it does.
 * @param {Query} query
 * @param {{ expr: Expr | null }} item
 * @returns {Expr[][] | null}
 */
export function rowsOf(query, { expr }) {
  if (expr === null || expr.kind !== 'column') return null
  return query.entries.find((entry) => entry.rt === expr.rt && entry.kind === 'values')?.rows ?? null
}

/**
 * One expression per attribute of the row to insert: what was given, defaults for the rest.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {number} newRt
 * @param {{ attnum: number, expr: Expr | null }[]} given
 * @param {'user' | 'system' | null} overriding
 * @returns {Expr[]}
 */
export function insertRow(ctx, relation, newRt, given, overriding) {
  const values = relation.columns.map((/** @type {unknown} */ column) => defaultOf(ctx, column, newRt))
  for (const { attnum, expr } of given) {
    if (expr === null) continue
    const column = relation.columns[attnum - 1]
    if (column.generated === 's')
      throw generatedAlways(`cannot insert a non-DEFAULT value into column "${column.name}"`, {
        detail: `Column "${column.name}" is a generated column.`,
      })
    if (column.identity !== '' && overriding === 'user') continue
    if (column.identity === 'a' && overriding !== 'system') {
      throw generatedAlways(`cannot insert a non-DEFAULT value into column "${column.name}"`, {
        detail: `Column "${column.name}" is an identity column defined as GENERATED ALWAYS.`,
        hint: 'Use OVERRIDING SYSTEM VALUE to override.',
      })
    }
    values[attnum - 1] = expr
  }
  for (const column of relation.columns) {
    if (column.generated !== 's' || column.dropped || column.default === null) continue
    const made = generatedFrom(ctx, relation, column, newRt, (attnum) => values[attnum - 1])
    if (ctx.copies) ctx.ofRows.add(made)
    values[column.attnum - 1] = made
  }
  return values
}

/**
 * Assignments with DEFAULT settled, and those of generated columns, which follow the columns they read.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {RangeEntry} target
 * @param {number} newRt the row as it is made
 * @param {{ attnum: number, expr: Expr }[]} written
 * @returns {{ attnum: number, expr: Expr }[]}
 */
export function completeAssignments(ctx, relation, target, newRt, written) {
  /** @type {{ attnum: number, expr: Expr }[]} */
  const assignments = []
  for (const { attnum, expr } of written) {
    const column = relation.columns[attnum - 1]
    const isDefault = expr.kind === 'default'
    if (column.generated === 's') {
      if (!isDefault)
        throw generatedAlways(`column "${column.name}" can only be updated to DEFAULT`, {
          detail: `Column "${column.name}" is a generated column.`,
        })
      continue
    }
    if (column.identity === 'a' && !isDefault)
      throw generatedAlways(`column "${column.name}" can only be updated to DEFAULT`, {
        detail: `Column "${column.name}" is an identity column defined as GENERATED ALWAYS.`,
      })
    assignments.push({ attnum, expr: isDefault ? defaultOf(ctx, column, target.rt) : expr })
  }
  const set = new Map(assignments.map(({ attnum, expr }) => [attnum, expr]))
  for (const column of relation.columns) {
    if (column.generated !== 's' || column.dropped || column.default === null) continue
    const read = columnsOf(column.default)
    if (!read.some(({ attnum }) => set.has(attnum))) continue
    const old = new Map(read.map((node) => [node.attnum, { ...node, rt: target.rt }]))
    const expr = generatedFrom(ctx, relation, column, newRt, (attnum) => set.get(attnum) ?? old.get(attnum))
    if (target.tree && contains(expr, (node) => node.kind === 'column' && node.rt === newRt))
      throw featureNotSupported('a volatile value under a generated column of a table with children')
    assignments.push({ attnum: column.attnum, expr })
  }
  return assignments
}

/**
 * A generation expression over new values: in place of its columns, or reading the row as it is made where a value must
 * not be computed again.
 * @param {BindContext} ctx
 * @param {any} relation
 * @param {any} column
 * @param {number} newRt
 * @param {(attnum: number) => Expr | undefined} valueOf undefined: not a new value
 * @returns {Expr}
 */
function generatedFrom(ctx, relation, column, newRt, valueOf) {
  const once = columnsOf(column.default).some(({ attnum }) => {
    const value = attnum > 0 ? valueOf(attnum) : undefined
    return (
      value !== undefined
      && (worstVolatility(ctx.catalog, value) === 'v' || contains(value, (node) => node.kind === 'sublink'))
    )
  })
  return rebuild(column.default, (node) => {
    if (node.kind !== 'column') return undefined
    if (node.attnum === TABLEOID)
      return { kind: 'const', value: relation.oid, type: 26, typmod: -1, collation: 0, location: -1 }
    return once ? { ...node, rt: newRt } : valueOf(node.attnum)
  })
}

/**
 * The unique indexes an inference clause means.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {number} rt its row
 * @param {import('../../catalog/query.js').Inference} infer
 * @param {'nothing' | 'update'} action
 * @returns {number[]}
 */
export function arbiters(catalog, relation, rt, infer, action) {
  if (infer.constraint !== null) {
    const constraint = relation.constraints.find((candidate) => candidate.name === infer.constraint)
    if (!constraint) throw undefinedTableConstraint(infer.constraint, relation.name)
    if (!constraint.indexOid || !'pux'.includes(constraint.type))
      throw located('42809', 'constraint in ON CONFLICT clause has no associated index')
    if (constraint.type === 'x' && action === 'update') throw exclusionArbiter()
    return [constraint.indexOid]
  }
  const keys = infer.keys.map((expr, at) => ({
    ...(expr.kind === 'column' && expr.rt === rt
      ? { attnum: expr.attnum, key: '' }
      : { attnum: 0, key: exprKey(expr) }),
    collation: infer.collations?.[at] ?? 0,
    opclass: catalog.opclass(infer.opclasses?.[at] ?? 0),
  }))
  const given = conjuncts(infer.where)
  const found = relation.indexes.filter((index) => {
    if (!index.unique || !index.valid || index.keys.length !== new Set(keys.map((key) => key.attnum || key.key)).size)
      return false
    if (index.predicate && !implies(catalog, given, overRow(index.predicate, rt))) return false
    return index.keys.every((/** @type {any} */ own) =>
      keys.some(
        (key) =>
          (key.collation === 0 || key.collation === own.collation)
          && (key.opclass === undefined
            || (key.opclass.family === own.family && key.opclass.inputType === catalog.opclass(own.opclass)?.inputType))
          && (own.attnum ? own.attnum === key.attnum : own.expr && exprKey(overRow(own.expr, rt)) === key.key),
      ),
    )
  })
  if (found.length === 0)
    throw invalidColumnReference('there is no unique or exclusion constraint matching the ON CONFLICT specification', {
      routine: 'infer_arbiter_indexes',
    })
  return found.map((index) => index.oid)
}
