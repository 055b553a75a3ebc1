/**
 * Automatically updatable views: a write of a view is one of the relation under it. The view's columns are expressions
 * over that relation's row; a column that is just one of the relation's can be written. The view's conditions pick the
 * rows to change, and with a check option every written row must meet them. One step goes one view down; the relation
 * below may be a view again.
 */
import { columnRefusal, notUpdatable } from '../../catalog/updatable.js'
import { located, syntaxError } from '../../errors/syntax.js'
import { relationColumns } from '../bind/from.js'
import { inLevels } from '../build/access/secured.js'
import { isOn, viewQuery } from '../bind/views.js'
import { writableRelation } from '../bind/write/target.js'
import { conjunction, conjuncts, contains, rebuild, walk } from '../expr-tools.js'
import { copyTree, registerEntries } from './copy.js'
import { gatherNeeds } from '../needs.js'
import { rowsOf } from './complete.js'

/** @import { ColumnDesc, RelationDesc } from '../../catalog/relation.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../../catalog/query.js').Target} Target */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../bind/context.js').BindContext} BindContext */
/** @typedef {'insert' | 'update' | 'delete'} Command */

const VERBS = {
  insert: ['insert into', 'inserting into', 'INSERT'], update: ['update', 'updating', 'UPDATE'],
  delete: ['delete from', 'deleting from', 'DELETE'],
}

/**
 * Defaults that a view's columns have of their own.
 * @param {BindContext} ctx
 * @param {Query} query an INSERT or UPDATE of a view, changed in place
 */
export function fillViewDefaults(ctx, query) {
  const write = /** @type {WriteTarget} */ (query.write)
  const { columns } = write.relation
  if (query.command === 'update') {
    write.assignments = (write.assignments ?? []).map((item) =>
      item.expr.kind === 'default'
        ? { ...item, expr: viewDefault(columns[item.attnum - 1]) ?? nullAs(item.expr) }
        : item,
    )
    return
  }
  if (query.command !== 'insert' || !write.given) return
  for (const item of write.given) {
    const own = viewDefault(columns[item.attnum - 1])
    if (own === null) continue
    if (item.expr === null) item.expr = own
    const rows = rowsOf(query, item)
    const at = /** @type {any} */ (item.expr).attnum - 1
    rows?.forEach((row) => { if (row[at].kind === 'default') row[at] = own })
  }
  for (const column of columns) {
    const own = viewDefault(column)
    if (own !== null && !write.given.some((item) => item.attnum === column.attnum))
      write.given.push({ attnum: column.attnum, expr: own })
  }
}

/** @param {ColumnDesc} column @returns {Expr | null} */
const viewDefault = (column) => column.hasDefault && column.default !== null ? column.default : null

/** @param {Expr} expr @returns {Expr} */
const nullAs = (expr) => ({ kind: 'const', value: null, type: expr.type, typmod: -1, collation: 0, location: -1 })

/**
 * @param {BindContext} ctx
 * @param {Query} query a write of a view, and that alone
 * @param {boolean} conditional an INSTEAD rule with a condition takes some of the rows
 * @returns {Query} the write of what is under the view
 * @throws {DbError} 55000, 0A000
 */
export function throughView(ctx, query, conditional) {
  const write = /** @type {WriteTarget} */ (query.write)
  const view = write.relation
  const command = /** @type {Command} */ (query.command)
  const stored = viewQuery(ctx, view)
  if (conditional)
    throw cannotWrite(view, command, 'Views with conditional DO INSTEAD rules are not automatically updatable.')
  const reason = notUpdatable(stored, command !== 'delete')
  if (reason !== null) throw cannotWrite(view, command, reason)
  const [{ rt: inner }] = /** @type {{ rt: number }[]} */ (/** @type {unknown} */ (stored.from))
  const targets = stored.targets.filter((target) => !target.resjunk)
  refuseColumns(view, targets, inner, write, command)
  const below = /** @type {RangeEntry} */ (stored.entries.find((entry) => entry.rt === inner))
  const base = writableRelation(ctx, below.relation)
  const attnumOf = (/** @type {number} */ attnum) =>
    /** @type {import('../../catalog/expr.js').Column} */ (targets[attnum - 1].expr).attnum
  // Expressions of the view over a row of the base; each use of a subquery is a query of its own.
  const over = (/** @type {any} */ expr, /** @type {number} */ rt) => {
    const own = contains(expr, (node) => node.kind === 'sublink') ? copyTree(ctx, expr) : expr
    return rebuild(own, (node) =>
      node.kind === 'column' && node.rt === inner ? { ...node, rt, syn: undefined } : undefined,
    )
  }
  const names = view.columns.map((/** @type {ColumnDesc} */ column) => column.name)
  const rows = new Set([write.rt, write.newRt, ...(write.onConflict ? [write.onConflict.excludedRt] : [])])
  const seen = rebuild(query, (node) => {
    if (node.kind !== 'column' || !rows.has(node.rt)) return undefined
    if (node.attnum > 0) {
      const under = over(targets[node.attnum - 1].expr, node.rt)
      return { ...under, location: node.location, ...node.isAssigned === true && { isAssigned: true } }
    }
    return {
      kind: 'row', args: targets.map((target) => over(target.expr, node.rt)), names, type: view.typeOid, typmod: -1,
      collation: 0, location: node.location,
    }
  })
  const moved = (/** @type {any} */ item) => ({ ...item, attnum: attnumOf(item.attnum) })
  for (const items of [write.given, write.assignments, write.onConflict?.assignments ?? null])
    refuseTwice(base, (items ?? []).map(moved))
  const old = /** @type {WriteTarget} */ (seen.write)
  const conflict = old.onConflict
  const option = view.options.check_option?.toLowerCase()
  const checked = command !== 'delete' && (option !== undefined || old.cascades === true) && stored.where !== null
  const visible = command === 'insert' || stored.where === null ? [] : conjuncts(over(stored.where, write.rt))
  const hidden = isOn(view.options.security_barrier) ? visible : []
  const entries = seen.entries.map((entry) => {
    if (!rows.has(entry.rt)) return entry
    const own = { ...entry, relation: base, columns: relationColumns(base) }
    if (!entry.target) return own
    // Whose rights count at the table is the view's to say, and its conditions may not be told by others.
    const security = hidden.length === 0 ? entry.security : inLevels(ctx.catalog, [...hidden, ...entry.security ?? []])
    return { ...own, alias: base.name, inh: below.inh, checkAs: below.checkAs, security }
  })
  /** @type {Query} */
  const made = {
    ...seen, entries,
    where: hidden.length > 0 ? seen.where : conjunction([...visible, ...conjuncts(seen.where)]),
    write: {
      ...old, relation: base, given: old.given?.map(moved) ?? null, assignments: old.assignments?.map(moved) ?? null,
      onConflict: conflict && { ...conflict, assignments: conflict.assignments.map(moved) },
      checks: checked
        ? [{ name: view.name, view: true, expr: isTrue(over(stored.where, write.newRt)) }, ...old.checks]
        : old.checks,
      cascades: old.cascades === true || option === 'cascaded',
    },
  }
  registerEntries(ctx, made)
  // What is under the view is read and written with its owner's leave.
  gatherNeeds(ctx, made, { write: /** @type {WriteTarget} */ (made.write), mentioned: columnsOf(stored, inner) })
  return made
}

/** Of its one table, those that a view's query mentions; 0: whole rows. @param {Query} stored @param {number} rt */
function columnsOf(stored, rt) {
  /** @type {Set<number>} */
  const mentioned = new Set()
  walk(stored, (node) => { if (node.kind === 'column' && node.rt === rt) mentioned.add(node.attnum) })
  return mentioned
}

/** @param {Expr} arg @returns {Expr} */
const isTrue = (arg) => ({
  kind: 'booltest', arg, test: 'true', not: false, type: 16, typmod: -1, collation: 0, location: -1,
})

/**
 * Columns that are written and cannot be.
 * @param {RelationDesc} view
 * @param {Target[]} targets
 * @param {number} rt
 * @param {WriteTarget} write
 * @param {Command} command
 * @throws {DbError} 0A000
 */
function refuseColumns(view, targets, rt, write, command) {
  for (const { attnum } of [...write.given ?? [], ...write.assignments ?? [], ...write.onConflict?.assignments ?? []]) {
    const why = columnRefusal(targets[attnum - 1], rt)
    if (why !== '') throw located('0A000', `cannot ${command === 'insert' ? 'insert into' : 'update'} column "${view.columns[attnum - 1].name}" of view "${view.name}"`, { detail: why })
  }
}

/**
 * Two columns of a view may be one of the table.
 * @param {RelationDesc} base
 * @param {{ attnum: number }[]} items
 * @throws {DbError} 42601
 */
function refuseTwice(base, items) {
  const seen = new Set()
  for (const { attnum } of items) {
    if (seen.has(attnum)) throw syntaxError(`multiple assignments to same column "${base.columns[attnum - 1].name}"`)
    seen.add(attnum)
  }
}

/** 55000. @param {RelationDesc} view @param {Command} command @param {string} detail */
function cannotWrite(view, command, detail) {
  const [verb, gerund, event] = VERBS[command]
  return located('55000', `cannot ${verb} view "${view.name}"`, { detail,
    hint: `To enable ${gerund} the view, provide an INSTEAD OF ${event} trigger or an unconditional ON ${event} DO INSTEAD rule.` })
}
