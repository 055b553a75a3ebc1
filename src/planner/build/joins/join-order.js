/**
 * The order of inner joins: by dynamic programming over left-deep orders up to eight relations, greedily beyond (the
 * cheapest connected next relation each time), so that sixty tables take milliseconds.
 */
import { freeRts, conjunction } from '../../expr-tools.js'
import { scanRelation } from '../access/access.js'
import { hashable, hashJoin, isIndexed, joinPair, joinRows, loopCount, nestLoop } from './joins.js'
import { joinSelectivity } from '../estimates/selectivity.js'
import { joinConditions } from './equalities.js'
import { isTired, spend } from '../../../util/effort.js'
import { filtered } from './filtered.js'

/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./region.js').Relation} Relation */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */
/** @typedef {{ plan: any, rts: Set<number>, done: Set<Expr> }} Partial */
/** @typedef {{ expr: Expr, rts: Set<number> }} Condition */

const EXHAUSTIVE_MAX = 8

/**
 * @param {PlanState} state
 * @param {Relation[]} relations
 * @param {Expr[]} conditions over two or more of them (or none)
 * @returns {Steps<PlanNode>} plan
 */
export function* joinAll(state, relations, conditions) {
  if (relations.length === 0) return filteredResult(state, conditions)
  if (relations.length === 1) return filtered(state, relations[0].plan, conditions)
  const all = new Set(relations.flatMap((relation) => [...relation.rts]))
  const wanted = conditions.map((expr) => ({ expr, rts: new Set([...freeRts(expr)].filter((rt) => all.has(rt))) }))
  const driving =
    state.driver === null
      ? undefined
      : relations.find((relation) => relation.rts.has(/** @type {any} */ (state.driver).rt))
  const best =
    driving !== undefined
      ? yield* greedy(state, relations, wanted, driving)
      : relations.length <= EXHAUSTIVE_MAX
        ? yield* exhaustive(state, relations, wanted)
        : yield* greedy(state, relations, wanted)
  const left = conditions.filter((condition) => !best.done.has(condition))
  return filtered(state, best.plan, left)
}

/** @param {PlanState} state @param {Expr[]} conditions */
const filteredResult = (state, conditions) => state.node({ node: 'result', filter: conjunction(conditions) }, 1, 0.01)

/** @param {Relation} relation @returns {Partial} */
const single = (relation) => ({ plan: relation.plan, rts: relation.rts, done: new Set() })

/** @param {PlanState} state @param {Relation[]} relations @param {Condition[]} conditions @returns {Steps<Partial>} */
function* exhaustive(state, relations, conditions) {
  /** @type {Map<number, Partial>} */
  const table = new Map()
  relations.forEach((relation, at) => { if (relation.needs.size === 0) table.set(1 << at, single(relation)) })
  const full = (1 << relations.length) - 1
  for (let size = 1; size < relations.length; size++) {
    for (const [mask, partial] of [...table]) {
      if (bits(mask) !== size) continue
      const candidates = relations.flatMap((relation, at) =>
        !(mask & (1 << at)) && reachable(relation, partial.rts) ? [at] : [],
      )
      const connected = candidates.filter((at) => isConnected(partial, relations[at], conditions))
      if (isTired()) yield
      for (const at of connected.length > 0 ? connected : candidates) {
        const next = extend(state, partial, relations[at], conditions)
        const known = table.get(mask | (1 << at))
        if (!known || next.plan.estimate.totalCost < known.plan.estimate.totalCost) table.set(mask | (1 << at), next)
      }
    }
  }
  return table.get(full) ?? (yield* greedy(state, relations, conditions))
}

/**
 * @param {PlanState} state
 * @param {Relation[]} relations
 * @param {Condition[]} conditions
 * @param {Relation | null} [first] the one to begin with
 * @returns {Steps<Partial>}
 */
function* greedy(state, relations, conditions, first = null) {
  const rest = new Set(relations)
  let start = first
  if (first === null)
    for (const relation of rest)
      if (relation.needs.size === 0 && (start === null || relation.plan.estimate.rows < start.plan.estimate.rows))
        start = relation
  if (start === null) [start] = rest
  rest.delete(start)
  let partial = single(start)
  const own = conditionsOf(relations, conditions)
  let waiting = conditions
  while (rest.size > 0) {
    const open = [...rest].filter((relation) => reachable(relation, partial.rts))
    const connected = fewest(open.filter((relation) => isConnected(partial, relation, own.get(relation) ?? [])))
    spend(rest.size)
    const undone = (waiting = waiting.filter(({ expr }) => !partial.done.has(expr)))
    /** @type {Partial | null} */
    let best = null
    let taken = null
    for (const relation of connected.length > 0 ? connected : smallest(open.length > 0 ? open : [...rest])) {
      if (isTired()) yield
      const next = extend(state, partial, relation, undone)
      if (
        best === null
        || next.plan.estimate.rows < best.plan.estimate.rows
        || (next.plan.estimate.rows === best.plan.estimate.rows
          && next.plan.estimate.totalCost < best.plan.estimate.totalCost)
      ) {
        best = next
        taken = relation
      }
    }
    partial = /** @type {Partial} */ (best)
    rest.delete(/** @type {Relation} */ (taken))
  }
  return partial
}

/**
 * The conditions that mention each relation.
 * @param {Relation[]} relations @param {Condition[]} conditions @returns {Map<Relation, Condition[]>}
 */
function conditionsOf(relations, conditions) {
  /** @type {Map<number, Relation>} */
  const byRt = new Map()
  for (const relation of relations) for (const rt of relation.rts) byRt.set(rt, relation)
  /** @type {Map<Relation, Condition[]>} */
  const found = new Map()
  for (const condition of conditions) {
    for (const relation of new Set([...condition.rts].flatMap((rt) => byRt.get(rt) ?? []))) {
      const list = found.get(relation)
      if (list) list.push(condition)
      else found.set(relation, [condition])
    }
  }
  return found
}

/**
 * Of very many those with the fewest rows: each one looked at is planned as the next one joined.
 * @param {Relation[]} list
 */
const fewest = (list) =>
  list.length <= CANDIDATES_MAX
    ? list
    : list.toSorted((a, b) => a.plan.estimate.rows - b.plan.estimate.rows).slice(0, CANDIDATES_MAX)

const CANDIDATES_MAX = 16

/** @param {Relation[]} list */
const smallest = (list) => [
  list.reduce((best, next) => (next.plan.estimate.rows < best.plan.estimate.rows ? next : best)),
]

/** @param {Relation} relation @param {Set<number>} rts */
const reachable = (relation, rts) => [...relation.needs].every((rt) => rts.has(rt))

/** @param {Partial} partial @param {Relation} relation @param {Condition[]} conditions */
const isConnected = (partial, relation, conditions) =>
  relation.needs.size > 0
  || conditions.some((condition) => touches(condition.rts, partial.rts) && touches(condition.rts, relation.rts))

/** @param {Set<number>} a @param {Set<number>} b */
function touches(a, b) {
  for (const item of a) if (b.has(item)) return true
  return false
}

/**
 * @param {PlanState} state
 * @param {Partial} left
 * @param {Relation} right
 * @param {Condition[]} conditions
 * @returns {Partial}
 */
function extend(state, left, right, conditions) {
  const rts = new Set([...left.rts, ...right.rts])
  const askable = conditions
    .filter((condition) => !left.done.has(condition.expr) && within(condition.rts, rts))
    .map((condition) => condition.expr)
  const done = new Set([...left.done, ...askable])
  const usable = joinConditions(state, askable)
  if (right.needs.size > 0) return { plan: nestLoop(state, 'inner', left.plan, right.plan, usable), rts, done }
  const keys = hashable(state, usable, left.rts, right.rts)
  let best = keys ? hashJoin(state, 'inner', left, right, usable, keys) : null
  if (right.entry && usable.length > 0) {
    const inner = scanRelation(
      state,
      right.entry,
      [
        ...right.conditions,
        ...usable.filter((condition) => freeRts(condition).has(/** @type {RangeEntry} */ (right.entry).rt)),
      ],
      left.rts,
      loopCount(state, usable, right.entry.rt, left.plan.estimate.rows),
    )
    if (isIndexed(inner)) {
      const loop = nestLoop(
        state, 'inner', left.plan, inner,
        usable.filter((condition) => !freeRts(condition).has(/** @type {RangeEntry} */ (right.entry).rt)),
        joinRows('inner', left.plan.estimate.rows, right.plan.estimate.rows, joinSelectivity(state, usable)),
      )
      if (best === null || state.driver !== null || loop.estimate.totalCost < best.estimate.totalCost) best = loop
    }
  }
  best ??= joinPair(state, 'inner', left, { plan: right.plan, rts: right.rts }, usable)
  return { plan: best, rts, done }
}

/** @param {Set<number>} inner @param {Set<number>} outer */
function within(inner, outer) {
  for (const item of inner) if (!outer.has(item)) return false
  return true
}

/** @param {number} mask */
function bits(mask) {
  let count = 0
  for (; mask !== 0; mask &= mask - 1) count++
  return count
}
