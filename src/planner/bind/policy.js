/** CREATE POLICY, ALTER POLICY: conditions over a row of the table, which is POLICY_RT in them, with subqueries. */
import { POLICY_RT } from '../../catalog/policies.js'
import { assert } from '../../util/assert.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { inClause } from './expressions/aggregates.js'
import { inAttempts } from './attempts.js'
import { guardedSteps } from './bind.js'
import { coerceToBoolean } from './expressions/coerce.js'
import { BindContext, Level } from './context.js'
import { bindExpr } from './expressions/expressions.js'
import { nameItem, relationColumns } from './from.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */

/**
 * @param {object} node of the parse tree
 * @param {RelationDesc} relation
 * @param {import('../../catalog/snapshot.js').CatalogSnapshot} catalog
 * @param {import('./bind.js').BindOptions} options
 * @returns {Steps<{ condition: Expr, relations: RelationDesc[] }>} relations: that its subqueries name
 * @throws {DbError} 42804, 42803, 0A000
 */
export const bindPolicy = (node, relation, catalog, options) =>
  guardedSteps(options.sourceText ?? '', boundPolicy(node, relation, catalog, options))

/**
 * @param {object} node @param {RelationDesc} relation
 * @param {import('../../catalog/snapshot.js').CatalogSnapshot} catalog
 * @param {import('./bind.js').BindOptions} options @returns {ReturnType<typeof bindPolicy>}
 */
function* boundPolicy(node, relation, catalog, options) {
  const env = options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog }
  const ctx = new BindContext(catalog, { paramsFixed: true, ...options, env })
  const level = new Level(null)
  const columns = relationColumns(relation)
  const entry = ctx.addEntry(level, { kind: 'new', alias: relation.name, columns, relation, lateral: false })
  assert(entry.rt === POLICY_RT, 'the row of a policy is the first entry')
  level.items.push(nameItem(entry, ''))
  const condition = yield* inAttempts(ctx, level, () =>
    inClause(level, 'POLICY', () => coerceToBoolean(ctx, bindExpr(ctx, level, node), 'POLICY')))
  ctx.params.finish(ctx.view)
  const relations = [...ctx.entryOf.values()].flatMap((other) =>
    other.relation && other !== entry ? [other.relation] : [])
  return { condition, relations }
}
