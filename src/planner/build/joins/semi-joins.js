/**
 * EXISTS and IN at the top of WHERE as semi and anti joins, when the subquery is a plain join with conditions.
 */
import { conjuncts, exprKey, freeRts, rebuild, contains } from '../../expr-tools.js'
import { sidesOf } from './equalities.js'
import { visibleTargets } from '../../bind/targets.js'
import { emptyRegion, flatten, regionRts } from './region-parts.js'
import { reduceOuterJoins } from './outer-joins.js'
import { simpleQuery } from '../pull-up.js'
import { matchIndex } from '../access/match-index.js'
import { isTired } from '../../../util/effort.js'

/** @import { Query } from '../../../catalog/query.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./region-parts.js').Region} Region */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

/**
 * Conditions that remain; the others became fixed joins of the region.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {Region} region
 * @returns {Steps<Expr[]>}
 */
export function* semiJoinsOf(state, conditions, region) {
  /** @type {Expr[]} */
  const rest = []
  for (const condition of conditions) if (!(yield* pullUp(state, condition, region))) rest.push(condition)
  return rest
}

/** @param {PlanState} state @param {Expr} condition @param {Region} region @returns {Steps<boolean>} */
function* pullUp(state, condition, region) {
  if (isTired()) yield
  const negated = condition.kind === 'not'
  const link = negated ? condition.args[0] : condition
  if (link.kind !== 'sublink' || region.entries.length + region.opaque.length === 0) return false
  const { query } = link
  const outer = regionRts(region)
  if (link.link === 'exists') return yield* existenceJoin(state, query, conjuncts(query.where), negated, outer, region)
  if (link.link !== 'any' || negated || link.test === null || state.isVolatile(link.test)) return false
  if (!touches(freeRts({ ...link, query: null }), outer) || contains(link.test, (node) => node.kind === 'sublink'))
    return false
  if (!simpleQuery(query, {}) || query.from.length === 0 || state.isVolatile(query.targets)) return false
  const outputs = visibleTargets(query)
  const on = conjuncts(rebuild(link.test, (node) => node.kind === 'subcolumn' ? outputs[node.index].expr : undefined))
  // Where it is asked for, IN of a subquery that looks at the row around is EXISTS with one condition more.
  if (touches(freeRts(query), outer))
    return yield* existenceJoin(state, query, [...conjuncts(query.where), ...on], false, outer, region)
  const right = emptyRegion()
  const parts = conjuncts(query.where)
  for (const node of reduceOuterJoins(state, query.from, parts)) flatten(state, node, right)
  if (right.fixed.length > 0) return false
  right.conditions.push(...(yield* semiJoinsOf(state, parts, right)))
  if (!joinPlainly(state, region, right, on)) region.fixed.push({ join: 'semi', right, on })
  return true
}

/**
 * @param {PlanState} state @param {import('../../../catalog/query.js').Query} query of EXISTS
 * @param {Expr[]} conditions that its rows must meet @param {boolean} negated
 * @param {Set<number>} outer rts of the region @param {Region} region
 * @returns {Steps<boolean>} whether it became a join
 */
function* existenceJoin(state, query, conditions, negated, outer, region) {
  if (!simpleQuery(query, { ignoreTargets: true }) || query.from.length === 0) return false
  const own = new Set(query.entries.map((entry) => entry.rt))
  // Uncorrelated EXISTS is asked once: a semi join would be no better.
  if (!conditions.some((part) => touches(freeRts(part), outer)) || refersOut(query, outer)) return false
  const parts = aboutOwn(state, conditions, own, outer)
  const right = emptyRegion()
  const on = parts.filter((part) => touches(freeRts(part), outer))
  const inner = parts.filter((part) => !on.includes(part))
  if (on.some((part) => looksAcross(part) && state.isVolatile(part))) return false
  for (const node of reduceOuterJoins(state, query.from, parts)) flatten(state, node, right)
  if (
    right.fixed.length > 0
    && on.some((part) =>
      [...freeRts(part)].some((rt) => own.has(rt) && !right.entries.some((entry) => entry.rt === rt)),
    )
  )
    return false
  right.conditions.push(...(yield* semiJoinsOf(state, inner, right)))
  if (negated || !joinPlainly(state, region, right, on))
    region.fixed.push({ join: negated ? 'anti' : 'semi', right, on })
  return true
}

/** @param {Expr} part */
const looksAcross = (part) => contains(part, (node) => node.kind === 'sublink')

/** Of these types what is equal is the same: bool, name, integers, text, oid, date, timestamps, uuid. */
const SAME_WHERE_EQUAL = new Set([16, 19, 20, 21, 23, 25, 26, 1082, 1114, 1184, 2950])

/**
 * `EXISTS (… WHERE b.x = a.x AND NOT EXISTS (… WHERE c.x = a.x))`: where all conditions hold, a.x is b.x. A subquery
 * that speaks of b.x instead has nothing to do with the row two levels out, and becomes a join in its own place.
 * @param {PlanState} state @param {Expr[]} conditions of a subquery @param {Set<number>} own its rts
 * @param {Set<number>} outer @returns {Expr[]}
 */
function aboutOwn(state, conditions, own, outer) {
  if (!conditions.some(looksAcross)) return conditions
  /** @type {Map<string, Expr>} */
  const same = new Map()
  for (const condition of conditions) {
    const sides = sidesOf(state, condition)
    if (sides === null || !SAME_WHERE_EQUAL.has(sides.a.type)) continue
    for (const [from, to] of [[sides.a, sides.b], [sides.b, sides.a]])
      if (from.kind === 'column' && to.kind === 'column' && from.attnum > 0 && to.attnum > 0 && outer.has(from.rt)
        && own.has(to.rt) && from.collation === to.collation) same.set(exprKey(from), to)
  }
  if (same.size === 0) return conditions
  return conditions.map((condition) => !looksAcross(condition) ? condition
    : rebuild(condition, (node) => node.kind === 'column' && outer.has(node.rt) ? same.get(exprKey(node)) : undefined))
}

/**
 * When a unique index says that no row can have two partners, a semi join is an inner join, whose place is free.
 * @param {PlanState} state
 * @param {Region} region
 * @param {Region} right
 * @param {Expr[]} on
 * @returns {boolean} done
 */
function joinPlainly(state, region, right, on) {
  const [entry] = right.entries
  if (
    right.entries.length !== 1 || right.opaque.length > 0 || right.fixed.length > 0 || entry.kind !== 'relation'
    || entry.tree
  )
    return false
  // What is above a left join of this level is not among its inner joins.
  const inner = new Set([entry.rt, ...region.entries.map((item) => item.rt)])
  const outer = regionRts(region)
  if (on.some((part) => [...freeRts(part)].some((rt) => outer.has(rt) && !inner.has(rt)))) return false
  const conditions = [...on, ...right.conditions]
  if (
    !entry.relation.indexes.some(
      (/** @type {IndexDesc} */ index) =>
        index.unique && !index.predicate && index.valid !== false
        && matchIndex(state, entry, index, conditions, null)?.unique === true,
    )
  )
    return false
  region.entries.push(entry)
  region.conditions.push(...conditions)
  return true
}

/** Whether anything but WHERE of a subquery refers outside. @param {Query} query @param {Set<number>} outer */
const refersOut = (query, outer) => touches(freeRts({ ...query, where: null, targets: [] }), outer)

/** @param {Set<number>} a @param {Set<number>} b */
function touches(a, b) {
  for (const item of a) if (b.has(item)) return true
  return false
}
