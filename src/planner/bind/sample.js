/** TABLESAMPLE: which rows of a table a query looks at. */
import { FLOAT4, FLOAT8 } from '../../types/oids.js'
import { notSampled, noSampleMethod, sampleArguments } from '../../errors/sampling.js'
import { coerceToSpecific } from './expressions/coerce.js'
import { bindExpr } from './expressions/expressions.js'
import { inClause } from './expressions/aggregates.js'
import { nameParts } from './expressions/typename.js'

/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */

const METHODS = new Set(['bernoulli', 'system'])

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeTableSample>} node
 * @param {RangeEntry} entry of its relation
 */
export function bindSample(ctx, level, node, entry) {
  if (entry.kind !== 'relation' || !'rmp'.includes(entry.relation.kind)) {
    throw notSampled(node.relation.RangeVar?.location ?? -1)
  }
  const parts = nameParts(node.method)
  const method = parts[parts.length - 1]
  const location = node.location ?? -1
  if (!METHODS.has(method) || (parts.length > 1 && parts[0] !== 'pg_catalog')) throw noSampleMethod(parts.join('.'), location)
  if (node.args.length !== 1) throw sampleArguments(method, 1, node.args.length, location)
  const before = level.lateralActive
  level.lateralActive = true
  try {
    const bound = (/** @type {any} */ arg, /** @type {number} */ type, /** @type {string} */ clause) => inClause(level, 'FROM', () => coerceToSpecific(ctx, bindExpr(ctx, level, arg), type, clause))
    entry.sample = { method: /** @type {'bernoulli' | 'system'} */ (method), percent: bound(node.args[0], FLOAT4, 'TABLESAMPLE'),
      repeatable: node.repeatable ? bound(node.repeatable, FLOAT8, 'REPEATABLE') : null }
  } finally {
    level.lateralActive = before
  }
}
