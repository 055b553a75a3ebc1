/**
 * Automatically updatable views: INSERT, UPDATE and DELETE of a view are those of the one table under it. The view's columns are expressions over that
 * table's row; a column that is just one of the table's can be written. The view's conditions (and those of views between) pick the rows to change, and with a
 * check option every written row must meet them.
 */
import { columnRefusal, notUpdatable } from '../../catalog/updatable.js'
import { located } from '../../errors/syntax.js'
import { rebuild } from '../expr-tools.js'
import { viewQuery } from './views.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */

/**
 * @typedef {object} ViewPath a view seen as a table's row
 * @property {any} base RelationDesc of the table
 * @property {any} view RelationDesc of the view
 * @property {Expr[]} exprs the view's columns over the row
 * @property {ViewColumn[]} columns what can be written, by the view's column
 * @property {{ view: any, expr: Expr | null }[]} conditions outermost first
 * @property {string} [alias] the view's in the statement
 */
/** @typedef {{ attnum: number, refused: string, refusedBy: any, refusedName: string }} ViewColumn attnum: the table's column; 0: none, because `refused` */

/**
 * @param {BindContext} ctx @param {any} view RelationDesc @param {number} rt of the table's row the view is to be seen over
 * @param {'insert' | 'update' | 'delete'} command @returns {ViewPath} freshly loaded: subqueries in it are its own @throws {DbError} 55000
 */
export function viewPath(ctx, view, rt, command) {
  const query = viewQuery(ctx, view)
  const reason = notUpdatable(query, command !== 'delete')
  if (reason !== null) throw cannotWrite(view, command, reason)
  const [{ rt: inner }] = /** @type {{ rt: number }[]} */ (/** @type {unknown} */ (query.from))
  const entry = /** @type {import('../../catalog/query.js').RangeEntry} */ (query.entries.find((candidate) => candidate.rt === inner))
  const below = entry.relation.kind === 'v' ? viewPath(ctx, entry.relation, rt, command) : null
  const over = (/** @type {any} */ expr) => rebuild(expr, (node) => {
    if (node.kind !== 'column' || node.rt !== inner) return undefined
    if (below === null) return { ...node, rt, syn: undefined }
    if (node.attnum > 0) return below.exprs[node.attnum - 1]
    return { kind: 'row', args: below.exprs, names: entry.relation.columns.map((/** @type {any} */ column) => column.name), type: entry.relation.typeOid, typmod: -1, collation: 0, location: -1 }
  })
  const targets = query.targets.filter((target) => !target.resjunk)
  return {
    base: below?.base ?? entry.relation, view, exprs: targets.map((target) => over(target.expr)),
    columns: targets.map((target, at) => {
      const refused = columnRefusal(target, inner)
      if (refused !== '') return { attnum: 0, refused, refusedBy: view, refusedName: view.columns[at]?.name ?? target.name }
      const { attnum } = /** @type {import('../../catalog/expr.js').Column} */ (target.expr)
      return below?.columns[attnum - 1] ?? { attnum, refused: '', refusedBy: null, refusedName: '' }
    }),
    conditions: [{ view, expr: over(query.where) }, ...below?.conditions ?? []],
  }
}

/** The view as a relation to write: its columns' names, each with what is the table's of it. @param {ViewPath} path @returns {any} */
export function viewFace({ base, view, columns }) {
  return { ...base, name: view.name, writes: base, columns: view.columns.map((/** @type {any} */ column, /** @type {number} */ at) => {
    const { attnum } = columns[at]
    if (attnum === 0) return { ...column, attnum: 0, refused: columns[at], viewDefault: false }
    const own = base.columns[attnum - 1]
    return column.hasDefault ? { ...own, name: column.name, hasDefault: true, default: column.default, viewDefault: true } : { ...own, name: column.name, viewDefault: false }
  }) }
}

/** The table under a view. @param {BindContext} ctx @param {any} view @param {'insert' | 'update' | 'delete'} command @returns {any} RelationDesc @throws {DbError} 55000 */
export const tableUnder = (ctx, view, command) => viewPath(ctx, view, 0, command).base

/** A name for the view's row in FROM. @param {ViewPath} path @param {import('../../catalog/query.js').RangeEntry} entry @param {string | null} schema @returns {import('./context.js').NameItem} */
export function viewItem({ exprs, view, alias }, entry, schema) {
  const columns = view.columns.map((/** @type {any} */ column, /** @type {number} */ at) => ({ name: column.name, expr: exprs[at], tableOid: view.oid, attnum: at + 1 }))
  return { name: alias ?? entry.alias, schema, columns, entry: { ...entry, kind: 'subquery', relation: view }, tableVisible: true, columnsVisible: true, lateralOnly: false, lateralOk: true }
}

/**
 * What every written row must meet because of check options, innermost view first.
 * @param {ViewPath} path over the new row @returns {{ name: string, expr: Expr, view: true }[]}
 */
export function viewChecks({ conditions }) {
  /** @type {{ name: string, expr: Expr, view: true }[]} */
  const checks = []
  let cascading = false
  for (const { view, expr } of conditions) {
    const option = view.options.check_option?.toLowerCase()
    if (option === undefined && !cascading) continue
    if (expr !== null) checks.unshift({ name: view.name, view: true, expr: { kind: 'booltest', arg: expr, test: 'true', not: false, type: 16, typmod: -1, collation: 0, location: -1 } })
    if (option === 'cascaded') cascading = true
  }
  return checks
}

const VERBS = {
  insert: ['insert into', 'inserting into', 'INSERT'], update: ['update', 'updating', 'UPDATE'], delete: ['delete from', 'deleting from', 'DELETE'],
}

/** 55000. @param {any} view @param {'insert' | 'update' | 'delete'} command @param {string} detail */
function cannotWrite(view, command, detail) {
  const [verb, gerund, event] = VERBS[command]
  return located('55000', `cannot ${verb} view "${view.name}"`, { detail,
    hint: `To enable ${gerund} the view, provide an INSTEAD OF ${event} trigger or an unconditional ON ${event} DO INSTEAD rule.` })
}

/** A column that cannot be written is. @param {any} column of a viewFace @param {'insert into' | 'update'} verb @throws {DbError} 0A000 */
export function refuseColumn(column, verb) {
  if (column.refused) throw located('0A000', `cannot ${verb} column "${column.refused.refusedName}" of view "${column.refused.refusedBy.name}"`, { detail: column.refused.refused })
}
