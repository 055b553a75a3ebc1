/**
 * Left joins that change nothing: the nullable side gives at most one partner for each row, and nobody reads what it
 * gives. They are not made, as PostgreSQL leaves them out; views over many tables read by few columns have plenty of
 * them.
 */
import { columnsOf, conjuncts, freeRts } from '../../expr-tools.js'
import { matchIndex } from '../access/match-index.js'
import { inlined } from '../ctes.js'
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../../../catalog/query.js').JoinNode} JoinNode */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../state.js').PlanState} PlanState */

/**
 * @param {PlanState} state
 * @param {Query} query whose entries' columns are all read but where something says otherwise
 * @returns {Query}
 */
export function withoutUselessJoins(state, query) {
  while (query.from.some(hasCandidate)) {
    const uses = countsOf(query)
    /** @type {Set<number>} */
    const gone = new Set()
    const from = query.from.map((node) => visit(state, node, uses, gone))
    if (gone.size === 0) return query
    query = { ...query, from, entries: query.entries.filter((entry) => !gone.has(entry.rt)) }
  }
  return query
}

/** @param {FromNode} node @returns {{ kept: FromNode, nullable: FromNode } | null} */
const sidesOf = (node) =>
  node.kind !== 'join'
    ? null
    : node.join === 'left'
      ? { kept: node.left, nullable: node.right }
      : node.join === 'right'
        ? { kept: node.right, nullable: node.left }
        : null

/** @param {FromNode} node @returns {boolean} */
const hasCandidate = (node) =>
  node.kind === 'join'
  && (sidesOf(node)?.nullable.kind === 'entry' || hasCandidate(node.left) || hasCandidate(node.right))

/** How often a column of each entry is mentioned. @param {any} tree @returns {Map<number, number>} */
function countsOf(tree) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const { rt } of columnsOf(tree)) counts.set(rt, (counts.get(rt) ?? 0) + 1)
  return counts
}

/**
 * @param {PlanState} state
 * @param {FromNode} node
 * @param {Map<number, number>} uses
 * @param {Set<number>} gone entries whose joins are left out
 * @returns {FromNode}
 */
function visit(state, node, uses, gone) {
  if (node.kind !== 'join') return node
  // The outer one first: in a chain of joins each one's condition is the only use of the one before.
  const kept = keptOf(state, node, uses, gone)
  if (kept !== null) return visit(state, kept, uses, gone)
  const left = visit(state, node.left, uses, gone)
  const right = visit(state, node.right, uses, gone)
  if (left === node.left && right === node.right) return node
  const rest = { ...node, left, right }
  return keptOf(state, rest, uses, gone) ?? rest
}

/**
 * @param {PlanState} state
 * @param {JoinNode} node
 * @param {Map<number, number>} uses without those of its condition, if it is left out
 * @param {Set<number>} gone
 * @returns {FromNode | null} what is left of a join that changes nothing
 */
function keptOf(state, node, uses, gone) {
  const sides = sidesOf(node)
  if (sides === null || sides.nullable.kind !== 'entry') return null
  const { rt } = sides.nullable
  const own = countsOf(node.on)
  const entry = /** @type {RangeEntry} */ (state.entries.get(rt))
  if ((uses.get(rt) ?? 0) !== (own.get(rt) ?? 0) || !givesOne(state, entry, conjuncts(node.on))) return null
  gone.add(rt)
  for (const [used, count] of own) uses.set(used, (uses.get(used) ?? 0) - count)
  return sides.kept
}

/**
 * Whether no row can have two partners.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} on
 * @returns {boolean}
 */
function givesOne(state, entry, on) {
  if (entry.kind === 'relation') {
    if (entry.tree || entry.sample) return false
    return entry.relation.indexes.some(
      (/** @type {IndexDesc} */ index) =>
        index.unique && !index.predicate && index.valid !== false
        && matchIndex(state, entry, index, on, null)?.unique === true,
    )
  }
  const query =
    entry.kind === 'subquery'
      ? entry.query
      : entry.kind === 'cte'
          && entry.cte && !entry.selfReference && inlined(state, state.cteOf.get(entry.cte.id) ?? entry.cte)
        ? (state.cteOf.get(entry.cte.id) ?? entry.cte).query
        : undefined
  if (!query || query.command !== 'select') return false
  return isDistinctBy(query, (column) => on.some((condition) => comparesColumn(state, condition, entry.rt, column)))
}

/**
 * Rows that have equal values in such columns are the same row.
 * @param {Query} query
 * @param {(column: number) => boolean} isFixed column: 1-based output
 * @returns {boolean}
 */
function isDistinctBy(query, isFixed) {
  const attnums = new Map(
    query.targets.flatMap(({ resjunk }, at) => (resjunk ? [] : [at])).map((target, at) => [target, at + 1]),
  )
  const isFixedTarget = (/** @type {number} */ target) =>
    attnums.has(target) && isFixed(/** @type {number} */ (attnums.get(target)))
  if (query.distinct !== null && query.distinct.length > 0 && query.distinct.every(isFixedTarget)) return true
  if (query.hasSetReturning) return false
  if (query.setOperation) return !query.setOperation.all && query.targets.every((_, at) => isFixedTarget(at))
  if (query.groupingSets !== null) return false
  if (query.groupBy.length > 0)
    return query.groupBy.every((key) =>
      query.targets.some((target, at) => isFixedTarget(at) && isSameColumn(target.expr, key)),
    )
  return query.hasAggregates || query.having !== null
}

/** @param {Expr} a @param {Expr} b */
const isSameColumn = (a, b) =>
  a === b || (a.kind === 'column' && b.kind === 'column' && a.rt === b.rt && a.attnum === b.attnum)

/**
 * column = value of the rows before it, where equal means what an order says.
 * @param {PlanState} state
 * @param {Expr} condition
 * @param {number} rt
 * @param {number} attnum
 */
function comparesColumn(state, condition, rt, attnum) {
  if (
    condition.kind !== 'op' || condition.args.length !== 2 || condition.inputCollation !== undefined
    || state.isVolatile(condition)
  )
    return false
  const operator = state.view.operator(condition.oid)
  if (operator?.canMerge !== true || operator.left !== operator.right) return false
  return condition.args.some((arg, at) => isColumn(arg, rt, attnum) && isOther(condition.args[1 - at], rt))
}

/** @param {Expr} expr @param {number} rt @param {number} attnum @returns {boolean} */
const isColumn = (expr, rt, attnum) =>
  expr.kind === 'relabel'
    ? isColumn(expr.arg, rt, attnum)
    : expr.kind === 'column' && expr.rt === rt && expr.attnum === attnum

/** @param {Expr} expr @param {number} rt */
function isOther(expr, rt) {
  const rts = freeRts(expr)
  return rts.size > 0 && !rts.has(rt)
}
