/** TABLESAMPLE: which rows of a table a query looks at. */
import { featureNotSupported } from '../../errors/db-error.js'
import {
  noSampleMethod, notSampled, notSampleMethod, sampleArguments, sampleNotRepeatable,
} from '../../errors/sampling.js'
import { sampleMethod } from '../../functions/sampling.js'
import { FLOAT4, FLOAT8, INTERNAL, TSM_HANDLER } from '../../types/oids.js'
import { coerceToSpecific } from './expressions/coerce.js'
import { bindExpr } from './expressions/expressions.js'
import { inClause } from './expressions/aggregates.js'
import { nameParts } from './expressions/typename.js'

/** @import { SampleMethod } from '../../functions/sampling.js' */
/** @import { Tree } from '../../parser/tree.js' */
/** @import { ParseNode } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../catalog-view.js').FunctionInfo} FunctionInfo */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */

const METHODS = new Set(['bernoulli', 'system'])

/**
 * An extension's method.
 * @param {BindContext} ctx @param {string[]} parts of its name @param {number} location
 * @returns {{ oid: number, source: string, method: SampleMethod }} @throws {DbError} 42704, 42809
 */
function handlerOf(ctx, parts, location) {
  const name = parts[parts.length - 1]
  const found = ctx.view.functionsNamed(name, parts.length > 1 ? parts[parts.length - 2] : null)
    .find((/** @type {FunctionInfo} */ { argTypes }) => argTypes.length === 1 && argTypes[0] === INTERNAL)
  if (found === undefined) throw noSampleMethod(parts.join('.'), location)
  if (found.returnType !== TSM_HANDLER) throw notSampleMethod(parts.join('.'), location)
  const method = sampleMethod(found.source)
  if (method === undefined) throw featureNotSupported(`the TABLESAMPLE method ${name}`)
  return { oid: found.oid, source: found.source, method }
}

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
  const isBuiltin = METHODS.has(method) && (parts.length === 1 || parts[0] === 'pg_catalog')
  const handler = isBuiltin ? null : handlerOf(ctx, parts, location)
  if (node.args.length !== 1) throw sampleArguments(method, 1, node.args.length, location)
  if (handler !== null && node.repeatable) throw sampleNotRepeatable(method, location)
  const before = level.lateralActive
  level.lateralActive = true
  try {
    const bound = (/** @type {ParseNode} */ arg, /** @type {number} */ type, /** @type {string} */ clause) =>
      inClause(level, 'FROM', () => coerceToSpecific(ctx, bindExpr(ctx, level, arg), type, clause))
    entry.sample = {
      method, percent: bound(node.args[0], handler?.method.argument ?? FLOAT4, 'TABLESAMPLE'),
      repeatable: node.repeatable ? bound(node.repeatable, FLOAT8, 'REPEATABLE') : null,
      ...(handler === null ? null : { handler: handler.oid, source: handler.source }),
    }
  } finally {
    level.lateralActive = before
  }
}
