/**
 * GROUP BY: expressions, positions, aliases, ROLLUP, CUBE and GROUPING SETS.
 */
import { located } from '../../errors/syntax.js'
import { targetIndex, textIfUnknown } from './targets.js'
import { checkEqualityCollation } from './expressions/collation.js'
import { equalityOf, writtenAt } from './sorting.js'
import { exprKey } from '../expr-tools.js'

/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Tree } from '../../parser/tree.js' */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */

const SETS_MAX = 4096

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {Tree<import('@pgsql/types').Query>} node SelectStmt
 */
export function bindGroupClause(ctx, level, query, node) {
  const clause = node.groupClause ?? []
  if (clause.length === 0) return
  const hasSets = clause.some((/** @type {ParseNode} */ item) => item.GroupingSet)
  const lists = clause.map((/** @type {ParseNode} */ item) => setsOf(ctx, level, query, item))
  if (!hasSets) {
    // Without grouping sets keys that are equal are one.
    const texts = query.groupBy.map(exprKey)
    query.groupBy = query.groupBy.filter((_, at) => texts.indexOf(texts[at]) === at)
    query.groupTargets = undefined
    return
  }
  // The clauses' sets multiply.
  /** @type {number[][]} */
  let product = [[]]
  for (const sets of lists) {
    product = product.flatMap((left) => sets.map((/** @type {number[]} */ right) => unique([...left, ...right])))
    if (product.length > SETS_MAX) throw located('54001', 'too many grouping sets present (maximum 4096)')
  }
  if (node.groupDistinct) {
    const seen = new Set()
    product = product.filter((set) => {
      const key = [...set].sort((a, b) => a - b).join()
      return seen.has(key) ? false : seen.add(key)
    })
  }
  query.groupingSets = product
  query.groupingClause = clause.map((/** @type {ParseNode} */ item) => asWritten(ctx, level, query, item))
  query.groupDistinct = node.groupDistinct === true
}

const KINDS = /** @type {Record<string, 'empty' | 'rollup' | 'cube' | 'sets'>} */ ({
  GROUPING_SET_EMPTY: 'empty', GROUPING_SET_ROLLUP: 'rollup', GROUPING_SET_CUBE: 'cube', GROUPING_SET_SETS: 'sets',
})

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item
 * @returns {import('../../catalog/query.js').GroupingItem}
 */
function asWritten(ctx, level, query, item) {
  const kind = KINDS[item.GroupingSet?.kind]
  if (kind === undefined) return { kind: 'simple', keys: keysOf(ctx, level, query, item), content: [] }
  return { kind, keys: [], content: (item.GroupingSet.content ?? []).map((part) => asWritten(ctx, level, query, part)) }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item
 * @returns {number[][]} grouping sets over indexes of query.groupBy
 */
function setsOf(ctx, level, query, item) {
  const node = item.GroupingSet
  if (!node) return [keysOf(ctx, level, query, item)]
  const content = node.content ?? []
  switch (node.kind) {
    case 'GROUPING_SET_EMPTY': return [[]]
    case 'GROUPING_SET_ROLLUP': {
      const parts = content.map((part) => keysOf(ctx, level, query, part))
      return Array.from({ length: parts.length + 1 }, (_, at) => unique(parts.slice(0, parts.length - at).flat()))
    }
    case 'GROUPING_SET_CUBE': {
      const parts = content.map((part) => keysOf(ctx, level, query, part))
      if (parts.length > 12) throw located('54011', 'CUBE is limited to 12 elements', { location: node.location ?? 0 })
      return Array.from({ length: 2 ** parts.length }, (_, mask) =>
        unique(parts.filter((/** @type {number[]} */ _part, /** @type {number} */ at) => !(mask & (1 << at))).flat()),
      )
    }
    case 'GROUPING_SET_SETS': return content.flatMap((part) => setsOf(ctx, level, query, part))
    default: return [content.flatMap((part) => keysOf(ctx, level, query, part))]
  }
}

/** @param {number[]} list */
const unique = (list) => list.filter((item, at) => list.indexOf(item) === at)

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item an expression, or (a, b)
 * @returns {number[]}
 */
function keysOf(ctx, level, query, item) {
  if (item.RowExpr && item.RowExpr.row_format === 'COERCE_IMPLICIT_CAST')
    return (item.RowExpr.args ?? []).flatMap((arg) => keysOf(ctx, level, query, arg))
  if (item.GroupingSet) return (item.GroupingSet.content ?? []).flatMap((part) => keysOf(ctx, level, query, part))
  const target = targetIndex(ctx, level, item, 'GROUP BY')
  const expr = textIfUnknown(ctx, level.targets[target].expr)
  level.targets[target].expr = expr
  equalityOf(ctx, expr.type, writtenAt(item, expr))
  checkEqualityCollation(ctx, expr)
  const targets = query.groupTargets ??= []
  const known = targets.indexOf(target)
  if (known >= 0) return [known]
  targets.push(target)
  query.groupBy.push(expr)
  return [query.groupBy.length - 1]
}
