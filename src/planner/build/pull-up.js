/**
 * Subqueries in FROM that are plain selects become part of the query around them, VALUES of one row what stands in it.
 */
import { rebuild, contains, conjuncts, conjunction, walk } from '../expr-tools.js'
import { emptyQuery } from '../bind/select.js'
import { visibleTargets } from '../bind/targets.js'
import { keepWholeRows } from './whole-rows.js'

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('./state.js').PlanState} PlanState */

/** No grouping, windows, sets, limits, locks of its own or WITH. @param {Query} query @param {{ ignoreTargets?: boolean }} options */
export function simpleQuery(query, options) {
  return query.command === 'select' && !query.setOperation && !query.grouped && query.groupBy.length === 0 && !query.hasWindowCalls && (!query.hasSetReturning || false) && (query.distinct === null || options.ignoreTargets === true && !query.distinctOn)
    && query.limit === null && query.offset === null && query.ctes.length === 0 && query.locks.every((lock) => lock.pushed === true) && (options.ignoreTargets === true || query.orderBy.length === 0)
}

/**
 * The query with its simple subqueries merged in. @param {PlanState} state @param {Query} query @returns {Query}
 */
export function pullUpSubqueries(state, query) {
  for (;;) {
    query = rowsKept(state, query)
    const entry = query.entries.find((item) => (item.query !== undefined || item.rows !== undefined) && mayPull(state, query, item))
    if (!entry) return query
    const inner = entry.query ?? emptyQuery()
    const outputs = outputsOf(entry)
    const replaced = rebuild({ ...query, entries: query.entries.filter((item) => item !== entry) }, (node) => {
      if (node.kind === 'column' && node.rt === entry.rt) return node.attnum > 0 ? outputs[node.attnum - 1] : undefined
      return undefined
    })
    /** @type {Query} */
    const next = { ...replaced, entries: [...replaced.entries, ...inner.entries.map((item) => entry.lateral && item.kind !== 'relation' ? { ...item, lateral: true } : item)], locks: [...replaced.locks.filter((lock) => lock.rt !== entry.rt), ...inner.locks] }
    for (const item of next.entries) state.entries.set(item.rt, item)
    const where = conjuncts(inner.where)
    let placed = false
    next.from = next.from.map((node) => splice(node, entry.rt, inner.from, where, () => { placed = true }))
    if (!placed) {
      next.from = next.from.flatMap((node) => node.kind === 'entry' && node.rt === entry.rt ? inner.from : [node])
      next.where = conjunction([...conjuncts(next.where), ...where])
    }
    query = next
  }
}

/** Subqueries make the rows of their own nullable sides before they are merged: afterwards nobody knows what was beside what. @param {PlanState} state @param {Query} query @returns {Query} */
function rowsKept(state, query) {
  let changed = false
  const entries = query.entries.map((entry) => {
    if (entry.kind !== 'subquery' || !entry.query) return entry
    const inner = keepWholeRows(state, entry.query)
    if (inner === entry.query) return entry
    changed = true
    return { ...entry, query: inner }
  })
  if (!changed) return query
  for (const entry of entries) state.entries.set(entry.rt, entry)
  return { ...query, entries }
}

/** What stands for the columns of a subquery, or of VALUES of one row. @param {import('../../catalog/query.js').RangeEntry} entry @returns {import('../../catalog/expr.js').Expr[]} */
const outputsOf = (entry) => entry.query ? visibleTargets(entry.query).map((target) => target.expr) : /** @type {import('../../catalog/expr.js').Expr[][]} */ (entry.rows)[0]

/** @param {PlanState} state @param {Query} query @param {import('../../catalog/query.js').RangeEntry} entry */
function mayPull(state, query, entry) {
  const inner = entry.query ?? emptyQuery()
  if (entry.barrier) return false
  if (entry.rows ? entry.rows.length !== 1 || entry.rowWidth : !simpleQuery(inner, {})) return false
  // Sides of a full join are planned by themselves: they cannot wait for rows of the joins around it.
  if (entry.lateral && inner.from.some(hasFull)) return false
  const outputs = outputsOf(entry)
  if (state.isVolatile(outputs) || state.isVolatile(inner.where)) return false
  if (outputs.some(hasSublink) && !readsOnce(query, entry.rt, outputs)) return false
  if (multiplies(query, entry.rt, outputs)) return false
  const place = query.from.map((node) => nullability(node, entry.rt)).find((found) => found !== null)
  if (place === undefined || place === 'nullable' && inner.from.length === 0) return false
  // A row of nulls must stay one: only plain columns turn null by themselves.
  // So must a key that a grouping set lacks.
  if ((place === 'nullable' || query.groupingSets !== null) && !outputs.every((expr) => expr.kind === 'column' && expr.attnum !== 0 && inner.entries.some((item) => item.rt === expr.rt))) return false
  return !(place === 'full')
}

/** What subqueries compute, merged into all the places that mention it, may be so large. */
const REPEATED_MAX = 2000

/**
 * Whether merging would write out again and again what the subquery computes once: subqueries within each other that each mention the one inside twice would make an expression
 * two to the power of their number. @param {Query} query @param {number} rt @param {import('../../catalog/expr.js').Expr[]} outputs
 */
function multiplies(query, rt, outputs) {
  const computed = outputs.map((expr) => expr.kind === 'column' || expr.kind === 'const' || expr.kind === 'param' ? 0 : sizeOf(expr))
  if (!computed.some((size) => size > 1)) return false
  let mentions = 0
  let added = 0
  walk(query, (node) => {
    if (node.kind !== 'column' || node.rt !== rt || node.attnum <= 0) return added > REPEATED_MAX
    if (computed[node.attnum - 1] > 0 && ++mentions > 1) added += computed[node.attnum - 1]
    return true
  })
  return added > REPEATED_MAX
}

/** Nodes of an expression; beyond REPEATED_MAX no more are counted. @param {import('../../catalog/expr.js').Expr} expr */
function sizeOf(expr) {
  let count = 0
  walk(expr, () => ++count > REPEATED_MAX)
  return count
}

/** @param {import('../../catalog/expr.js').Expr} expr */
const hasSublink = (expr) => contains(expr, (node) => node.kind === 'sublink')

/**
 * Whether every output that has a subquery of its own is mentioned in one place at most, and not in a subquery: merged, it would run for every mention. Rows that are written or locked keep
 * what was computed. @param {Query} query @param {number} rt @param {import('../../catalog/expr.js').Expr[]} outputs
 */
function readsOnce(query, rt, outputs) {
  if (query.command !== 'select' || query.locks.length > 0) return false
  const counts = outputs.map(() => 0)
  let inside = false
  const visit = (/** @type {any} */ node, /** @type {boolean} */ nested) => walk(node, (child) => {
    if (child.kind === 'column' && child.rt === rt && child.attnum > 0 && hasSublink(outputs[child.attnum - 1])) {
      counts[child.attnum - 1]++
      inside ||= nested
    }
    if (nested || (child.kind !== 'sublink' && child.rt === undefined) || child.kind === 'column' || child.kind === 'entry' || child.kind === 'join') return false
    for (const field in child) if (child[field] !== null && typeof child[field] === 'object' && field !== 'relation' && field !== 'tree' && field !== 'cte') visit(child[field], true)
    return true
  })
  visit(query, false)
  return !inside && counts.every((count) => count <= 1)
}

/** @param {FromNode} node @returns {boolean} */
const hasFull = (node) => node.kind === 'join' && (node.join === 'full' || hasFull(node.left) || hasFull(node.right))

/** @param {FromNode} node @param {number} rt @returns {'plain' | 'nullable' | 'full' | null} how the entry stands in the tree */
function nullability(node, rt) {
  if (node.kind !== 'join') return node.kind === 'entry' && node.rt === rt ? 'plain' : null
  const left = nullability(node.left, rt)
  const right = nullability(node.right, rt)
  const inside = left ?? right
  if (inside === null) return null
  if (node.join === 'full') return 'full'
  if (inside === 'full') return 'full'
  return inside === 'nullable' || (left && node.join === 'right') || (right && node.join === 'left') ? 'nullable' : 'plain'
}

/** Puts the subquery's FROM in the entry's place inside a join tree. @param {FromNode} node @param {number} rt @param {FromNode[]} from @param {import('../../catalog/query.js').Expr[]} where @param {() => void} placed @returns {FromNode} */
function splice(node, rt, from, where, placed) {
  if (node.kind !== 'join') return node
  const inner = (/** @type {FromNode} */ child) => {
    if (child.kind !== 'entry' || child.rt !== rt) return splice(child, rt, from, where, placed)
    placed()
    /** @type {FromNode} */
    let tree = from.length === 0 ? { kind: 'nothing' } : from[0]
    for (const next of from.slice(1)) tree = { kind: 'join', join: 'inner', left: tree, right: next, on: null }
    if (where.length === 0) return tree
    // A join with nothing carries the subquery's own condition.
    return tree.kind === 'join' && tree.join === 'inner' ? /** @type {FromNode} */ ({ ...tree, on: conjunction([...conjuncts(tree.on), ...where]) })
      : /** @type {FromNode} */ ({ kind: 'join', join: 'inner', left: tree, right: { kind: 'nothing' }, on: conjunction(where) })
  }
  return { ...node, left: inner(node.left), right: inner(node.right) }
}
