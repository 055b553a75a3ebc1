/**
 * GROUP BY: expressions, positions, aliases, ROLLUP, CUBE and GROUPING SETS.
 */
import { located } from '../../errors/syntax.js'
import { targetIndex, textIfUnknown } from './targets.js'
import { checkEqualityCollation } from './expressions/collation.js'
import { equalityOf, writtenAt } from './sorting.js'
import { exprKey } from '../expr-tools.js'
import { isTired } from '../../util/effort.js'
import { inAttempts } from './attempts.js'

/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Tree } from '../../parser/tree.js' */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */

const SETS_MAX = 4096

/** What the clause has so far. @typedef {{ ofItem: Map<ParseNode, number[]>, ofTarget: Map<number, number> }} Keys */

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {Tree<import('@pgsql/types').Query>} node SelectStmt
 * @returns {import('../../util/effort.js').Steps<void>}
 */
export function* bindGroupClause(ctx, level, query, node) {
  const clause = node.groupClause ?? []
  if (clause.length === 0) return
  const hasSets = clause.some((/** @type {ParseNode} */ item) => item.GroupingSet)
  /** @type {Keys} */
  const keys = { ofItem: new Map(), ofTarget: new Map() }
  const lists = []
  for (const item of clause) lists.push(yield* setsOf(ctx, level, query, item, keys))
  if (!hasSets) {
    // Without grouping sets keys that are equal are one.
    const texts = new Set()
    query.groupBy = query.groupBy.filter((expr) => {
      const text = exprKey(expr)
      return texts.has(text) ? false : texts.add(text)
    })
    query.groupTargets = undefined
    return
  }
  // The clauses' sets multiply.
  /** @type {number[][]} */
  let product = [[]]
  for (const sets of lists) {
    if (isTired()) yield
    if (product.length * sets.length > SETS_MAX)
      throw located('54001', 'too many grouping sets present (maximum 4096)')
    const longer = []
    for (const left of product) for (const right of sets) {
      if (isTired()) yield
      longer.push(left.length === 0 ? right : unique([...left, ...right]))
    }
    product = longer
  }
  if (node.groupDistinct) {
    const seen = new Set()
    product = product.filter((set) => {
      const key = [...set].sort((a, b) => a - b).join()
      return seen.has(key) ? false : seen.add(key)
    })
  }
  query.groupingSets = product
  query.groupingClause = clause.map((/** @type {ParseNode} */ item) => asWritten(item, keys))
  query.groupDistinct = node.groupDistinct === true
}

const KINDS = /** @type {Record<string, 'empty' | 'rollup' | 'cube' | 'sets'>} */ ({
  GROUPING_SET_EMPTY: 'empty', GROUPING_SET_ROLLUP: 'rollup', GROUPING_SET_CUBE: 'cube', GROUPING_SET_SETS: 'sets',
})

/**
 * @param {ParseNode} item
 * @param {Keys} keys
 * @returns {import('../../catalog/query.js').GroupingItem}
 */
function asWritten(item, keys) {
  const kind = KINDS[item.GroupingSet?.kind]
  if (kind === undefined) return { kind: 'simple', keys: keys.ofItem.get(item) ?? [], content: [] }
  return { kind, keys: [], content: (item.GroupingSet.content ?? []).map((part) => asWritten(part, keys)) }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item
 * @param {Keys} keys
 * @returns {import('../../util/effort.js').Steps<number[][]>} grouping sets over indexes of query.groupBy
 */
function* setsOf(ctx, level, query, item, keys) {
  if (isTired()) yield
  const node = item.GroupingSet
  if (!node) return [unique(yield* inAttempts(ctx, level, () => keysOf(ctx, level, query, item, keys)))]
  const content = node.content ?? []
  if (node.kind === 'GROUPING_SET_EMPTY') return [[]]
  if (node.kind === 'GROUPING_SET_SETS') {
    const sets = []
    for (const part of content) for (const set of yield* setsOf(ctx, level, query, part, keys)) sets.push(set)
    return sets
  }
  /** @type {number[][]} */
  const parts = []
  for (const part of content) {
    if (isTired()) yield
    // What is written thousands of times in a part is one key, before the part is in thousands of sets.
    parts.push(unique(keysOf(ctx, level, query, part, keys)))
  }
  switch (node.kind) {
    case 'GROUPING_SET_ROLLUP': return yield* rollup(parts)
    case 'GROUPING_SET_CUBE':
      if (parts.length > 12) throw located('54011', 'CUBE is limited to 12 elements', { location: node.location ?? 0 })
      return yield* cube(parts)
    default: return [unique(parts.flat())]
  }
}

/**
 * The longest set first.
 * @param {number[][]} parts
 * @returns {import('../../util/effort.js').Steps<number[][]>} of more than SETS_MAX their number alone: it is refused
 */
function* rollup(parts) {
  if (parts.length >= SETS_MAX) return new Array(parts.length + 1).fill([])
  /** @type {Set<number>} */
  const all = new Set()
  /** @type {number[][]} */
  const sets = [[]]
  for (const part of parts) {
    if (isTired()) yield
    for (const key of part) all.add(key)
    sets.push([...all])
  }
  return sets.reverse()
}

/** @param {number[][]} parts @returns {import('../../util/effort.js').Steps<number[][]>} */
function* cube(parts) {
  const sets = []
  for (let mask = 0; mask < 2 ** parts.length; mask++) {
    if (isTired()) yield
    sets.push(unique(parts.filter((_part, at) => !(mask & (1 << at))).flat()))
  }
  return sets
}

/** @param {number[]} list */
const unique = (list) => [...new Set(list)]

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item an expression, or (a, b)
 * @param {Keys} keys
 * @returns {number[]}
 */
function keysOf(ctx, level, query, item, keys) {
  const known = keys.ofItem.get(item)
  if (known !== undefined) return known
  const row = item.RowExpr?.row_format === 'COERCE_IMPLICIT_CAST' ? item.RowExpr.args ?? []
    : item.GroupingSet ? item.GroupingSet.content ?? [] : null
  const found = row === null ? [keyOf(ctx, level, query, item, keys.ofTarget)]
    : row.flatMap((/** @type {ParseNode} */ part) => keysOf(ctx, level, query, part, keys))
  keys.ofItem.set(item, found)
  return found
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {ParseNode} item
 * @param {Map<number, number>} ofTarget
 * @returns {number}
 */
function keyOf(ctx, level, query, item, ofTarget) {
  const target = targetIndex(ctx, level, item, 'GROUP BY')
  const expr = textIfUnknown(ctx, level.targets[target].expr)
  level.targets[target].expr = expr
  equalityOf(ctx, expr.type, writtenAt(item, expr))
  checkEqualityCollation(ctx, expr)
  const known = ofTarget.get(target)
  if (known !== undefined) return known
  ofTarget.set(target, query.groupBy.length)
  const targets = query.groupTargets ??= []
  targets.push(target)
  query.groupBy.push(expr)
  return query.groupBy.length - 1
}
