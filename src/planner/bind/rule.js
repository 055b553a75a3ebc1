/**
 * CREATE RULE: its condition and actions bound over the rows OLD and NEW. Both are range-table entries of their own; an
 * action names them beside what is in its FROM, and which of them there are depends on the event.
 */
import {
  conditionalSetOperation, conditionalUtility, memberOfSetOperation, ruleCannotUse, ruleRowInWith,
} from '../../errors/ddl/rules.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { columnsOf, contains } from '../expr-tools.js'
import { inClause } from './expressions/aggregates.js'
import { guarded } from './bind.js'
import { coerceToBoolean } from './expressions/coerce.js'
import { BindContext, Level } from './context.js'
import { bindExpr } from './expressions/expressions.js'
import { nameItem, relationColumns } from './from.js'
import { bindSelect } from './select.js'
import { bindWrite } from './write.js'

/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/rules.js').RuleBody} RuleBody */
/** @typedef {'select' | 'insert' | 'update' | 'delete'} RuleEvent */

const USES = {
  select: { old: false, new: false }, insert: { old: false, new: true }, update: { old: true, new: true },
  delete: { old: true, new: false },
}

/**
 * @param {any} node RuleStmt
 * @param {RuleEvent} event
 * @param {RelationDesc} relation RelationDesc
 * @param {CatalogSnapshot} catalog
 * @param {import('./bind.js').BindOptions} options
 * @returns {{ body: RuleBody, relations: any[] }} relations: every one that is named, RelationDescs
 */
export function bindRule(node, event, relation, catalog, options) {
  return guarded(options.sourceText ?? '', () => {
    const ctx = new BindContext(catalog, {
      paramsFixed: true, ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog },
    })
    const level = new Level(null)
    const row = (/** @type {string} */ alias) =>
      ctx.addEntry(level, { kind: 'new', alias, columns: relationColumns(relation), relation, lateral: false })
    const rows = { old: row('old'), new: row('new') }
    const uses = USES[event]
    const items = [nameItem(rows.old, null), nameItem(rows.new, null)]
    level.items = items.map((item) => {
      const visible = event === 'select' ? item.name === 'old' : uses[/** @type {'old' | 'new'} */ (item.name)]
      return { ...item, tableVisible: visible, columnsVisible: visible }
    })
    const qual = node.whereClause
      ? inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
      : null
    ctx.ruleRows = items
    const actions = (node.actions ?? []).map((/** @type {any} */ stmt) => {
      if (stmt.NotifyStmt) {
        if (qual !== null) throw conditionalUtility()
        return { command: 'utility', node: stmt }
      }
      const query = stmt.SelectStmt ? bindSelect(ctx, null, stmt) : bindWrite(ctx, null, stmt)
      checkAction(query, rows, event, qual !== null)
      return query
    })
    if (event === 'select' && qual !== null && mentions(qual, rows.old.rt)) throw ruleCannotUse('SELECT', 'OLD')
    ctx.params.finish(ctx.view)
    const relations = [...ctx.entryOf.values()].flatMap((entry) =>
      entry.relation && entry !== rows.old && entry !== rows.new ? [entry.relation] : [],
    )
    return { body: { ...rows, qual, actions }, relations }
  })
}

/** @param {any} part @param {number} rt */
const mentions = (part, rt) => contains(part, (node) => node.kind === 'column' && node.rt === rt)

/**
 * @param {Query} query
 * @param {{ old: { rt: number }, new: { rt: number } }} rows
 * @param {RuleEvent} event
 * @param {boolean} conditional
 */
function checkAction(query, rows, event, conditional) {
  const sources = [
    query,
    ...(query.command === 'insert'
      ? query.entries.flatMap((entry) => (entry.kind === 'subquery' && entry.query ? [entry.query] : []))
      : []),
  ]
  if (conditional && sources.some((source) => source.setOperation)) throw conditionalSetOperation()
  for (const name of /** @type {const} */ (['old', 'new'])) {
    const { rt } = rows[name]
    if (!mentions(query, rt)) continue
    if (!USES[event][name]) throw ruleCannotUse(event.toUpperCase(), name.toUpperCase())
    if (sources.some((source) => mentions(source.ctes, rt))) throw ruleRowInWith(name.toUpperCase())
    for (const { setOperation } of sources) {
      const reference = setOperation && columnsOf(setOperation).find((column) => column.rt === rt)
      if (reference) throw memberOfSetOperation(reference.location)
    }
  }
}
