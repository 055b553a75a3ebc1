/**
 * CREATE TRIGGER … WHEN: a condition over the rows OLD (rt 1) and NEW (rt 2), of which there are those the trigger's
 * level and operations have.
 */
import { refusedWhen, whenGenerated, whenSystemColumn } from '../../errors/triggers.js'
import { located } from '../../errors/syntax.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { NEW_RT, OLD_RT } from '../../catalog/triggers.js'
import { columnsOf } from '../expr-tools.js'
import { inClause } from './expressions/aggregates.js'
import { inAttempts } from './attempts.js'
import { guardedSteps } from './bind.js'
import { coerceToBoolean } from './expressions/coerce.js'
import { BindContext, Level } from './context.js'
import { bindExpr } from './expressions/expressions.js'
import { nameItem, relationColumns } from './from.js'
import { isTired } from '../../util/effort.js'
import { eachOf, inAttempts as inWalks } from '../../util/attempts.js'

/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { Column, Expr } from '../../catalog/expr.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {Pick<import('../../catalog/triggers.js').TriggerDesc, 'timing' | 'level' | 'operations'>} Moment */

/**
 * @param {Expr} node the condition
 * @param {RelationDesc} relation
 * @param {Moment} moment
 * @param {CatalogSnapshot} catalog
 * @param {import('./bind.js').BindOptions} options
 * @returns {Steps<Expr>}
 * @throws {DbError} 42P17, 0A000 what it may not refer to
 */
export const bindTriggerWhen = (node, relation, moment, catalog, options) =>
  guardedSteps(options.sourceText ?? '', boundWhen(node, relation, moment, catalog, options))

/**
 * @param {Expr} node @param {RelationDesc} relation @param {Moment} moment @param {CatalogSnapshot} catalog
 * @param {import('./bind.js').BindOptions} options @returns {Steps<Expr>}
 */
function* boundWhen(node, relation, moment, catalog, options) {
  const env = options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog }
  const ctx = new BindContext(catalog, { paramsFixed: true, ...options, env })
  const level = new Level(null)
  level.clause = 'TRIGGER'
  const columns = relationColumns(relation)
  const row = (/** @type {string} */ alias) =>
    ctx.addEntry(level, { kind: 'new', alias, columns, relation, lateral: false })
  const rows = [row('old'), row('new')]
  level.items = rows.map((entry) => ({ ...nameItem(entry, null), tableVisible: true, columnsVisible: true }))
  // old.* is the row, as in rules.
  ctx.ruleRows = level.items
  const expr = yield* inAttempts(ctx, level, () =>
    inClause(level, 'TRIGGER', () => coerceToBoolean(ctx, bindExpr(ctx, level, node), 'WHEN')))
  ctx.params.finish(ctx.view)
  if (isTired()) yield
  for (const column of columnsOf(expr))
    checkColumn(column, column.rt === rows[0].rt ? OLD_RT : NEW_RT, relation, moment)
  if (isTired()) yield
  return yield* inWalks(() => renumbered(expr, rows[0].rt))
}

/** @param {Expr} expr @param {number} oldRt @returns {any} the same over OLD_RT and NEW_RT */
function renumbered(expr, oldRt) {
  if (expr === null || typeof expr !== 'object') return expr
  if (Array.isArray(expr)) return eachOf(expr, (item) => renumbered(item, oldRt))
  if (expr.kind === 'const') return expr
  if (expr.kind === 'column') return { ...expr, rt: expr.rt === oldRt ? OLD_RT : NEW_RT }
  return Object.fromEntries(Object.entries(expr).map(([name, value]) => [name, renumbered(value, oldRt)]))
}

/** @param {Column} column @param {number} row @param {RelationDesc} relation @param {Moment} moment */
function checkColumn(column, row, relation, { timing, level, operations }) {
  const at = { location: column.location }
  if (level === 'statement') throw located('42P17', refusedWhen('statement'), at)
  if (row === OLD_RT) {
    if (operations.includes('insert')) throw located('42P17', refusedWhen('insert'), at)
    return
  }
  if (operations.includes('delete')) throw located('42P17', refusedWhen('delete'), at)
  if (timing !== 'before') return
  if (column.attnum < 0) throw located('0A000', whenSystemColumn(), at)
  const generated = relation.columns.some(({ generated }) => generated === 's')
  if (column.attnum === 0 && generated) {
    throw located('0A000', whenGenerated(), {
      ...at,
      detail: 'A whole-row reference is used and the table contains generated columns.',
    })
  }
  if (column.attnum > 0 && relation.columns[column.attnum - 1].generated === 's') {
    const { name } = relation.columns[column.attnum - 1]
    throw located('0A000', whenGenerated(), { ...at, detail: `Column "${name}" is a generated column.` })
  }
}
