/**
 * Subqueries in FROM that are plain selects become part of the query around them, VALUES of one row what stands in it.
 */
import { rebuild, contains, conjuncts, conjunction, walk } from '../expr-tools.js'
import { emptyQuery } from '../bind/select.js'
import { visibleTargets } from '../bind/targets.js'
import { keepWholeRows } from './whole-rows.js'
import { isTired } from '../../util/effort.js'

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./state.js').PlanState} PlanState */

/**
 * No grouping, windows, sets, limits, locks of its own or WITH.
 * @param {Query} query
 * @param {{ ignoreTargets?: boolean }} options
 */
export function simpleQuery(query, options) {
  return (
    query.command === 'select' && !query.setOperation && !query.grouped && query.groupBy.length === 0
    && !query.hasWindowCalls && (!query.hasSetReturning || false)
    && (query.distinct === null || (options.ignoreTargets === true && !query.distinctOn)) && query.limit === null
    && query.offset === null && query.ctes.length === 0 && query.locks.every((lock) => lock.pushed === true)
    && (options.ignoreTargets === true || query.orderBy.length === 0)
  )
}

/**
 * The query with its simple subqueries merged in. In rounds, each of which merges all that can be: views over views
 * would otherwise be gone through once for each of them.
 * @param {PlanState} state
 * @param {Query} query
 * @returns {import('../../util/effort.js').Steps<Query>}
 */
export function* pullUpSubqueries(state, query) {
  for (;;) {
    if (isTired()) yield
    query = rowsKept(state, query)
    const entries = pullable(state, query)
    if (entries.length === 0) return query
    if (isTired()) yield
    query = merged(state, query, entries)
  }
}

/**
 * Entries that can be merged together. One that may mention others (LATERAL), or that is mentioned in places that are
 * counted, goes alone: what it becomes decides about the others.
 * @param {PlanState} state
 * @param {Query} query
 * @returns {RangeEntry[]}
 */
function pullable(state, query) {
  const places = placesIn(query.from)
  /** @type {RangeEntry[]} */
  const found = []
  for (const entry of query.entries) {
    if (entry.query === undefined && entry.rows === undefined) continue
    const alone = entry.lateral || outputsOf(entry).some((expr) => expr.kind !== 'column' && expr.kind !== 'const')
    if ((alone && found.length > 0) || !mayPull(state, query, entry, places)) continue
    found.push(entry)
    if (alone) break
  }
  return found
}

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {RangeEntry[]} entries that become part of it
 * @returns {Query}
 */
function merged(state, query, entries) {
  const outputs = new Map(entries.map((entry) => [entry.rt, outputsOf(entry)]))
  const others = { ...query, entries: query.entries.filter((item) => !outputs.has(item.rt)) }
  const next = { ...rebuild(others, (node) => {
    if (node.kind !== 'column' || node.attnum <= 0) return undefined
    return outputs.get(node.rt)?.[node.attnum - 1]
  }) }
  next.entries = [...next.entries]
  next.locks = next.locks.filter((lock) => !outputs.has(lock.rt))
  /** @type {Map<number, Inside>} */
  const insides = new Map()
  for (const entry of entries) {
    const inner = entry.query ?? emptyQuery()
    for (const item of inner.entries) {
      next.entries.push(entry.lateral && item.kind !== 'relation' ? { ...item, lateral: true } : item)
    }
    next.locks.push(...inner.locks)
    insides.set(entry.rt, { from: inner.from, where: conjuncts(inner.where) })
  }
  for (const item of next.entries) state.entries.set(item.rt, item)
  const where = conjuncts(next.where)
  const before = where.length
  next.from = next.from.flatMap((node) => {
    const inside = node.kind === 'entry' ? insides.get(node.rt) : undefined
    if (inside === undefined) return [splice(node, insides)]
    where.push(...inside.where)
    return inside.from
  })
  if (where.length > before) next.where = conjunction(where)
  return next
}

/**
 * Subqueries make the rows of their own nullable sides before they are merged: afterwards nobody knows what was beside
 * what.
 * @param {PlanState} state
 * @param {Query} query
 * @returns {Query}
 */
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

/**
 * What stands for the columns of a subquery, or of VALUES of one row.
 * @param {import('../../catalog/query.js').RangeEntry} entry
 * @returns {import('../../catalog/expr.js').Expr[]}
 */
const outputsOf = (entry) =>
  entry.query
    ? visibleTargets(entry.query).map((target) => target.expr)
    : /** @type {import('../../catalog/expr.js').Expr[][]} */ (entry.rows)[0]

/** @param {PlanState} state @param {Query} query @param {RangeEntry} entry @param {Map<number, Place>} places */
function mayPull(state, query, entry, places) {
  const inner = entry.query ?? emptyQuery()
  if (entry.barrier) return false
  if (entry.rows ? entry.rows.length !== 1 || entry.rowWidth : !simpleQuery(inner, {})) return false
  // Sides of a full join are planned by themselves: they cannot wait for rows of the joins around it.
  if (entry.lateral && inner.from.some(hasFull)) return false
  const outputs = outputsOf(entry)
  if (state.isVolatile(outputs) || state.isVolatile(inner.where)) return false
  if (outputs.some(hasSublink) && !readsOnce(query, entry.rt, outputs)) return false
  if (multiplies(query, entry.rt, outputs)) return false
  const place = places.get(entry.rt)
  if (place === undefined || place === 'nullable' && inner.from.length === 0) return false
  // A row of nulls must stay one: only plain columns turn null by themselves.
  // So must a key that a grouping set lacks.
  if (
    (place === 'nullable' || query.groupingSets !== null)
    && !outputs.every(
      (expr) => expr.kind === 'column' && expr.attnum !== 0 && inner.entries.some((item) => item.rt === expr.rt),
    )
  )
    return false
  return !(place === 'full')
}

/** What subqueries compute, merged into all the places that mention it, may be so large. */
const REPEATED_MAX = 2000

/**
 * Whether merging would write out again and again what the subquery computes once: subqueries within each other that
 * each mention the one inside twice would make an expression two to the power of their number.
 * @param {Query} query
 * @param {number} rt
 * @param {import('../../catalog/expr.js').Expr[]} outputs
 */
function multiplies(query, rt, outputs) {
  const computed = outputs.map((expr) =>
    expr.kind === 'column' || expr.kind === 'const' || expr.kind === 'param' ? 0 : sizeOf(expr),
  )
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

/**
 * Nodes of an expression; beyond REPEATED_MAX no more are counted.
 * @param {import('../../catalog/expr.js').Expr} expr
 */
function sizeOf(expr) {
  let count = 0
  walk(expr, () => ++count > REPEATED_MAX)
  return count
}

/** @param {import('../../catalog/expr.js').Expr} expr */
const hasSublink = (expr) => contains(expr, (node) => node.kind === 'sublink')

/**
 * Whether every output that has a subquery of its own is mentioned in one place at most, and not in a subquery: merged,
 * it would run for every mention. Rows that are written or locked keep what was computed.
 * @param {Query} query
 * @param {number} rt
 * @param {import('../../catalog/expr.js').Expr[]} outputs
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
    if (
      nested || (child.kind !== 'sublink' && child.rt === undefined) || child.kind === 'column'
      || child.kind === 'entry' || child.kind === 'join'
    )
      return false
    for (const field in child)
      if (
        child[field] !== null && typeof child[field] === 'object' && field !== 'relation' && field !== 'tree'
        && field !== 'cte'
      )
        visit(child[field], true)
    return true
  })
  visit(query, false)
  return !inside && counts.every((count) => count <= 1)
}

/** @param {FromNode} node @returns {boolean} */
const hasFull = (node) => node.kind === 'join' && (node.join === 'full' || hasFull(node.left) || hasFull(node.right))

/**
 * How entries stand in FROM. @typedef {'plain' | 'nullable' | 'full'} Place
 * What a subquery brings with it.
 * @typedef {{ from: FromNode[], where: import('../../catalog/query.js').Expr[] }} Inside
 */

/** @param {FromNode[]} from @returns {Map<number, Place>} by range-table number */
function placesIn(from) {
  /** @type {Map<number, Place>} */
  const places = new Map()
  const visit = (/** @type {FromNode} */ node, /** @type {Place} */ place) => {
    if (node.kind === 'entry') places.set(node.rt, place)
    if (node.kind !== 'join') return
    const { join } = node
    const side = (/** @type {string} */ outer) =>
      place === 'full' || join === 'full' ? 'full' : join === outer ? 'nullable' : place
    visit(node.left, side('right'))
    visit(node.right, side('left'))
  }
  for (const node of from) visit(node, 'plain')
  return places
}

/**
 * Puts subqueries' FROM in their entries' places inside a join tree.
 * @param {FromNode} node
 * @param {Map<number, Inside>} insides
 * @returns {FromNode}
 */
function splice(node, insides) {
  if (node.kind !== 'join') return node
  const left = spliced(node.left, insides)
  const right = spliced(node.right, insides)
  return left === node.left && right === node.right ? node : { ...node, left, right }
}

/** @param {FromNode} child of a join @param {Map<number, Inside>} insides @returns {FromNode} */
function spliced(child, insides) {
  const inside = child.kind === 'entry' ? insides.get(child.rt) : undefined
  if (inside === undefined) return splice(child, insides)
  const { from, where } = inside
  /** @type {FromNode} */
  let tree = from.length === 0 ? { kind: 'nothing' } : from[0]
  for (const next of from.slice(1)) tree = { kind: 'join', join: 'inner', left: tree, right: next, on: null }
  if (where.length === 0) return tree
  // A join with nothing carries the subquery's own condition.
  if (tree.kind === 'join' && tree.join === 'inner') {
    return /** @type {FromNode} */ ({ ...tree, on: conjunction([...conjuncts(tree.on), ...where]) })
  }
  const right = /** @type {FromNode} */ ({ kind: 'nothing' })
  return /** @type {FromNode} */ ({ kind: 'join', join: 'inner', left: tree, right, on: conjunction(where) })
}
