/**
 * Outputs of subqueries in FROM that the query around them does not read: NULL in their place, so that nothing is
 * computed (and nothing fails) for nobody. Subqueries that are merged lose theirs by that. As PostgreSQL does, outputs
 * stay that decide which rows there are or in what order (DISTINCT, GROUP BY, ORDER BY, keys of windows, sets), and
 * those with volatile functions. An aggregate that goes leaves its one row, a window call its window's keys.
 */
import { exprKey, walk } from '../expr-tools.js'
import { foldConstants } from './fold.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('./state.js').PlanState} PlanState */

/** The columns of its entries that a query reads, found when first asked for. */
export class Reads {
  /** @param {Query | null} query null: every column counts as read */
  constructor(query) {
    this.query = query
    /** attnums by rt @type {Map<number, Set<number>> | null} */
    this.found = null
  }

  /** @param {number} rt @returns {Set<number>} */
  of(rt) {
    this.found ??= columnsByRt(this.query)
    return this.found.get(rt) ?? NOTHING
  }
}

/** @type {Set<number>} */
const NOTHING = new Set()

/**
 * Rows that are locked, or that decide what is changed, are compared whole if they have to be looked at again: all
 * their columns are read.
 * @param {Query} query
 */
export const readsWholeRows = (query) =>
  query.locks.length > 0 || query.command === 'update' || query.command === 'delete' || query.command === 'merge'

/** @param {Query | null} query @returns {Map<number, Set<number>>} */
function columnsByRt(query) {
  /** @type {Map<number, Set<number>>} */
  const found = new Map()
  walk(query, (node) => {
    if (node.kind !== 'column') return
    const known = found.get(node.rt)
    if (known) known.add(node.attnum)
    else found.set(node.rt, new Set([node.attnum]))
  })
  return found
}

/**
 * The subquery as the query being planned wants it.
 * @param {PlanState} state
 * @param {Query} query
 * @param {number} rt where it stands
 * @returns {Query}
 */
export function withoutUnread(state, query, rt) {
  const { reads } = state
  if (reads.query === null) return query
  const read = reads.of(rt)
  if (read.has(0)) return query
  const made = pruned(state, query, read)
  return state.ctx.again === null ? made : state.ctx.again.made(query, made)
}

/** @param {PlanState} state @param {Query} query @param {Set<number>} read attnums @returns {Query} */
function pruned(state, query, read) {
  if (query.command !== 'select') return query
  if (query.setOperation) return prunedUnion(state, query, query.setOperation, read)
  if (query.distinct !== null && !query.distinctOn) return query
  const kept = new Set([...query.orderBy.map((key) => key.target), ...query.distinct ?? []])
  const clauses = new Set(
    [
      ...query.groupBy,
      ...[...query.windows, ...(query.unusedWindows ?? [])].flatMap((window) => [
        ...window.partitionBy,
        ...window.orderBy.map((key) => key.expr),
      ]),
    ].map(exprKey),
  )
  let attnum = 0
  const unread = query.targets.map(({ expr, resjunk }, at) => {
    if (resjunk || read.has(++attnum) || kept.has(at) || clauses.has(exprKey(expr))) return false
    return !(query.hasSetReturning && givesSets(expr)) && !state.isVolatile(expr)
  })
  if (!unread.includes(true)) return query
  const targets = query.targets.map((target, at) => {
    if (!unread[at]) return target
    const { type, typmod, collation } = target.expr
    return {
      ...target,
      expr: /** @type {Expr} */ ({ kind: 'const', value: null, type, typmod, collation, location: -1 }),
    }
  })
  return { ...query, targets }
}

/**
 * The members of UNION ALL are as if they stood in FROM themselves, where none changes a column's type and the union is
 * nothing but that.
 * @param {PlanState} state
 * @param {Query} query
 * @param {SetOperation} operation
 * @param {Set<number>} read
 */
function prunedUnion(state, query, operation, read) {
  if (
    query.orderBy.length > 0 || query.limit !== null || query.offset !== null || query.locks.length > 0
    || query.ctes.length > 0 || !isPlainUnion(operation)
  )
    return query
  const inside = new Set(
    query.targets.flatMap(({ expr }, at) => (expr.kind === 'column' && read.has(at + 1) ? [expr.attnum] : [])),
  )
  const setOperation = prunedMembers(state, operation, inside)
  return setOperation === operation ? query : { ...query, setOperation }
}

/** @param {Query | SetOperation} tree @returns {boolean} */
const isPlainUnion = (tree) =>
  !('columns' in tree)
  || (tree.op === 'union'
    && tree.all && [...tree.leftOutputs, ...tree.rightOutputs].every((expr) => expr.kind === 'subcolumn')
    && isPlainUnion(tree.left)
    && isPlainUnion(tree.right))

/**
 * @template {Query | SetOperation} T
 * @param {PlanState} state
 * @param {T} tree
 * @param {Set<number>} read
 * @returns {T}
 */
function prunedMembers(state, tree, read) {
  if (!('columns' in tree)) {
    // What such a member gives is part of the query around it: constants are computed, and subqueries planned, whoever
    // reads them.
    if (state.ctx.again !== null) state.ctx.again.plans(foldConstants(state, tree.targets))
    return /** @type {T} */ (pruned(state, /** @type {Query} */ (tree), read))
  }
  const within = (/** @type {Expr[]} */ outputs) =>
    new Set(outputs.flatMap((expr, at) => (expr.kind === 'subcolumn' && read.has(at + 1) ? [expr.index + 1] : [])))
  const left = prunedMembers(state, tree.left, within(tree.leftOutputs))
  const right = prunedMembers(state, tree.right, within(tree.rightOutputs))
  return left === tree.left && right === tree.right ? tree : { ...tree, left, right }
}

/** Whether a call in it gives sets; what a subquery inside does is its own business. @param {Expr} expr */
function givesSets(expr) {
  let found = false
  walk(expr, (node) => {
    if ((node.kind === 'func' || node.kind === 'op') && node.retset) found = true
    return found || node.kind === 'sublink'
  })
  return found
}
