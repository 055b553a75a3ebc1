/**
 * FROM and WHERE to a joined plan.
 *
 * A region is a set of relations joined by inner joins, in any order, with conditions over them; beside it stand the
 * joins whose place is fixed: left joins (applied after the inner ones, in order), and semi and anti joins made of
 * EXISTS and IN. A left join under an inner one moves to the top of the region (an inner join's condition over its
 * nullable columns becomes a filter above it). A full join is one opaque relation.
 */
import { isNever } from '../../../catalog/expr.js'
import { conjuncts, conjunction, freeRts, contains } from '../../expr-tools.js'
import { scanRelation } from '../access/access.js'
import { planEntry } from '../entries.js'
import { drivingScan } from './driving-scan.js'
import { filtered } from './filtered.js'
import { joinAll } from './join-order.js'
import { withArms } from './arms.js'
import { withDeferred } from './deferred.js'
import { valuesFor } from './for-each.js'
import { addsRows, emptyRegion, flatten, looksAt, nodeRts, partsOf, readBy, regionRts } from './region-parts.js'
import { joinPair, hashable, isIndexed, joinRows, loopCount, nestLoop } from './joins.js'
import { withClasses, withImplied } from './equalities.js'
import { reduceOuterJoins } from './outer-joins.js'
import { semiJoinsOf } from './semi-joins.js'
import { Reads, readsWholeRows, withoutUnread } from '../unread-outputs.js'
import { simpleQuery } from '../pull-up.js'
import { withoutUselessJoins } from './useless-joins.js'
import { joinSelectivity } from '../estimates/selectivity.js'
import { noteSelected } from '../estimates/value-classes.js'
import { isTired } from '../../../util/effort.js'

/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('./region-parts.js').FixedJoin} FixedJoin */
/** @typedef {import('./region-parts.js').Region} Region */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

/**
 * @typedef {object} Relation one thing to be joined
 * @property {Set<number>} rts
 * @property {RangeEntry | null} entry a single table, which may be scanned by an index with values of the others
 * @property {Expr[]} conditions on it alone
 * @property {any} plan the cheapest plan on its own
 * @property {Set<number>} needs rts that must be joined before it (LATERAL)
 */
/** @param {PlanState} state @param {Query} query with something in FROM @returns {Steps<PlanNode>} plan node */
export function* planJoins(state, query) {
  const region = emptyRegion()
  const conditions = conjuncts(query.where)
  const nodes = reduceOuterJoins(state, query.from, conditions)
  const before = state.reads
  const reduced = { ...query }
  reduced.from = nodes
  const needed = readsWholeRows(query) ? reduced : withoutUselessJoins(state, reduced)
  state.reads = new Reads(readsWholeRows(query) ? null : needed)
  for (const node of needed.from) flatten(state, node, region)
  const rest = yield* semiJoinsOf(state, conditions, region)
  region.conditions.push(...rest)
  const plan = yield* planRegion(state, region)
  state.reads = before
  return plan
}

/**
 * @param {PlanState} state
 * @param {Region} region
 * @param {Expr[]} [extra] conditions over outer rts that a nested loop's inner side may use
 * @param {Set<number>} [outer] those rts
 * @returns {Steps<PlanNode>} plan node
 */
function* planRegion(state, region, extra = [], outer = new Set()) {
  const own = new Set(region.entries.map((entry) => entry.rt))
  for (const { full } of region.opaque) for (const rt of nodeRts(full)) own.add(rt)
  const before = state.localRts
  state.localRts = new Set([...before, ...regionRts(region)])
  /** @type {Expr[]} */
  let inner = []
  /** @type {Expr[]} */
  let late = []
  const nullable = new Set(region.fixed.flatMap((fixed) => addsRows(fixed) ? [...regionRts(fixed.right)] : []))
  const free = new Set(region.entries.map((entry) => entry.rt).filter((rt) => !nullable.has(rt)))
  /** Subqueries that run for each row are asked after EXISTS and IN have left fewer. @type {Expr[]} */
  const last = []
  const narrowed = region.fixed.some((fixed) => fixed.join === 'semi' || fixed.join === 'anti')
  const implied = withImplied(state, region.conditions)
  if (isTired()) yield
  const related = withClasses(state, implied, free)
  if (isTired()) yield
  for (const condition of [...withArms(state, related, region), ...extra]) {
    if (isTired()) yield
    const rts = freeRts(condition)
    if ([...rts].some((rt) => nullable.has(rt))) late.push(condition)
    else if (narrowed && hasCorrelated(condition) && !joinsTwo(condition)) last.push(condition)
    else inner.push(condition)
  }
  const deferred = withDeferred(region, own, inner, late)
  if (deferred !== null) {
    ;({ region, inner, late } = deferred)
    for (const rt of deferred.rts) { own.delete(rt); nullable.add(rt) }
  }
  if (isTired()) yield
  const { relations, remaining } = yield* makeRelations(state, region, own, inner, outer)
  let plan = yield* joinAll(state, relations, remaining.filter((condition) => !isConstant(condition, own)))
  const constants = remaining.filter((condition) => isConstant(condition, own))
  if (constants.length > 0) plan = gate(state, plan, constants)
  const available = new Set(own)
  let waiting = late
  for (const fixed of region.fixed) {
    plan = yield* applyFixed(state, plan, fixed, available)
    if (!addsRows(fixed)) continue
    for (const rt of regionRts(fixed.right)) available.add(rt)
    const ready = waiting.filter((condition) =>
      [...freeRts(condition)].every((rt) => available.has(rt) || !nullable.has(rt)),
    )
    if (ready.length > 0) {
      plan = filtered(state, plan, ready)
      waiting = waiting.filter((condition) => !ready.includes(condition))
    }
  }
  if (waiting.length > 0 || last.length > 0) plan = filtered(state, plan, [...waiting, ...last])
  state.localRts = before
  return plan
}

/** @param {Expr} condition */
const hasCorrelated = (condition) => contains(condition, (node) => node.kind === 'sublink' && freeRts(node).size > 0)

/**
 * What compares two relations finds partners: to be asked last would be to multiply them first.
 * @param {Expr} condition
 */
function joinsTwo(condition) {
  if (condition.kind !== 'op' || condition.args.length !== 2) return false
  const [left, right] = condition.args.map((arg) => freeRts(arg))
  return left.size > 0 && right.size > 0 && ![...left].some((rt) => right.has(rt))
}

/** A condition that no row of the region can change is asked once. @param {Expr} condition @param {Set<number>} own */
const isConstant = (condition, own) =>
  own.size > 0 && ![...freeRts(condition)].some((rt) => own.has(rt))
  && !contains(condition, (node) => node.kind === 'agg')

/** @param {PlanState} state @param {PlanNode} plan @param {Expr[]} conditions */
function gate(state, plan, conditions) {
  if (plan.node === 'result' && plan.filter === null) return { ...plan, filter: conjunction(conditions) }
  return filtered(state, plan, conditions)
}

/**
 * @param {PlanState} state
 * @param {Region} region
 * @param {Set<number>} own
 * @param {Expr[]} conditions
 * @param {Set<number>} outer
 * @returns {Steps<{ relations: Relation[], remaining: Expr[] }>}
 */
function* makeRelations(state, region, own, conditions, outer) {
  /** @type {Map<number, Expr[]>} */
  const single = new Map()
  /** @type {Expr[]} */
  const remaining = []
  for (const condition of conditions) {
    if (isTired()) yield
    const local = [...freeRts(condition)].filter((rt) => own.has(rt))
    if (local.length === 1 && region.entries.some((entry) => entry.rt === local[0])) {
      const list = single.get(local[0])
      if (list) list.push(condition)
      else single.set(local[0], [condition])
    } else remaining.push(condition)
  }
  /** @type {Relation[]} */
  const relations = []
  for (const entry of region.entries) {
    const own_ = single.get(entry.rt) ?? []
    noteSelected(state, entry, own_)
    const needs =
      entry.lateral || entry.sample
        ? new Set(
            [...freeRts(readBy(entry))].filter((rt) => own.has(rt) && rt !== entry.rt),
          )
        : new Set()
    const scan =
      entry.kind === 'relation'
        ? scanRelation(state, entry, own_, outerOf(state, outer))
        : yield* planEntry(state, entry, own_)
    const plan = state.driver?.rt === entry.rt ? drivingScan(state, state.driver, scan) ?? scan : scan
    state.ownRows.set(entry.rt, plan.estimate.rows)
    relations.push({
      rts: new Set([entry.rt]), entry: entry.kind === 'relation' ? entry : null, conditions: own_, plan, needs,
    })
    if (isTired()) yield
  }
  for (const { full } of region.opaque)
    relations.push({
      rts: new Set(nodeRts(full)), entry: null, conditions: [], plan: yield* planFull(state, full), needs: new Set(),
    })
  return { relations, remaining }
}

/**
 * Values for a scan on its own: anything not in the region being ordered.
 * @param {PlanState} state
 * @param {Set<number>} outer
 */
const outerOf = (state, outer) => outer

/** @param {PlanState} state @param {import('../../../catalog/query.js').JoinNode} node @returns {Steps<PlanNode>} */
function* planFull(state, node) {
  const left = emptyRegion()
  flatten(state, node.left, left)
  const right = emptyRegion()
  flatten(state, node.right, right)
  const leftRts = new Set(nodeRts(node.left))
  const rightRts = new Set(nodeRts(node.right))
  return joinPair(
    state, 'full', { plan: yield* planRegion(state, left), rts: leftRts },
    { plan: yield* planRegion(state, right), rts: rightRts }, partsOf(state, node.on),
  )
}

/**
 * What a side without rows would give is made ready where it is read above the join.
 * @param {PlanState} state @param {import('../../left-calls.js').Again} again @param {RangeEntry[]} entries
 */
function noteEmpty(state, again, entries) {
  for (const { kind, query, rt } of entries)
    if (kind === 'subquery' && query && simpleQuery(query, {})) again.asks(withoutUnread(state, query, rt).targets)
}

/**
 * @param {PlanState} state
 * @param {any} plan
 * @param {FixedJoin} fixed
 * @param {Set<number>} available
 * @returns {Steps<PlanNode>}
 */
function* applyFixed(state, plan, fixed, available) {
  const rightRts = regionRts(fixed.right)
  // Conditions over the right side alone narrow it before the join.
  const rightOnly = fixed.on.filter((condition) => {
    const rts = freeRts(condition)
    return [...rts].every((rt) => !available.has(rt)) && [...rts].some((rt) => rightRts.has(rt))
  })
  // What a LATERAL subquery that was merged in says about the rows before it is a condition of the join.
  const [insideOnly, outward] = parted(
    fixed.right.conditions,
    (condition) => ![...freeRts(condition)].some((rt) => available.has(rt)),
  )
  const across = [...fixed.on.filter((condition) => !rightOnly.includes(condition)), ...outward]
  const lateral = looksAt(fixed.right, available)
  const single =
    fixed.right.entries.length === 1 && fixed.right.opaque.length === 0 && fixed.right.fixed.length === 0
    && fixed.right.entries[0].kind === 'relation'
  // Where the condition never holds, no row of the right side need be found.
  const never = across.filter((part) => isNever(part))
  const right = { ...fixed.right, conditions: [...insideOnly, ...rightOnly, ...never] }
  if (never.length > 0 && state.ctx.again !== null) noteEmpty(state, state.ctx.again, right.entries)
  if (lateral) {
    // It runs for each row of those before it, whose columns are values then.
    const before = state.localRts
    state.localRts = new Set([...before].filter((rt) => !available.has(rt)))
    const inner = yield* planRegion(state, right)
    state.localRts = before
    return nestLoop(state, fixed.join, plan, inner, across)
  }
  if (single) {
    const entry = right.entries[0]
    const before = state.localRts
    state.localRts = new Set([...before, entry.rt, ...available])
    const conditions = right.conditions
    const inner = scanRelation(
      state, entry, [...conditions, ...across.filter((condition) => freeRts(condition).has(entry.rt))], available,
      loopCount(state, across, entry.rt, plan.estimate.rows),
    )
    state.localRts = before
    if (isIndexed(inner)) {
      const alone = yield* planRegion(state, right)
      const loop = nestLoop(
        state, fixed.join, plan, inner, across.filter((condition) => !freeRts(condition).has(entry.rt)),
        joinRows(fixed.join, plan.estimate.rows, alone.estimate.rows, joinSelectivity(state, across)),
      )
      if (!hashable(state, across, available, rightRts)) return loop
      const hashed = joinPair(state, fixed.join, { plan, rts: available }, { plan: alone, rts: rightRts }, across)
      return state.driver !== null
        || loop.estimate.totalCost <= hashed.estimate.totalCost
        || (inner.uniqueMatch && plan.estimate.rows <= 1)
        ? loop
        : hashed
    }
  }
  const alone = yield* planRegion(state, right)
  const whole = joinPair(state, fixed.join, { plan, rts: available }, { plan: alone, rts: rightRts }, across)
  const given = single ? [] : valuesFor(state, right, across, available, plan, alone)
  if (given.length === 0) return whole
  const each = yield* planForEach(state, right, given, available)
  const loop = nestLoop(
    state, fixed.join, plan, each, across.filter((condition) => !given.includes(condition)),
    joinRows(fixed.join, plan.estimate.rows, alone.estimate.rows, joinSelectivity(state, across)),
  )
  return loop.estimate.totalCost < whole.estimate.totalCost ? loop : whole
}

/**
 * A region to be run for each row of those before it, whose columns are values in it.
 * @param {PlanState} state @param {Region} region @param {Expr[]} given conditions with such values
 * @param {Set<number>} available rts of those before it @returns {Steps<PlanNode>}
 */
function* planForEach(state, region, given, available) {
  const { localRts, selected, ownRows } = state
  state.localRts = new Set([...localRts].filter((rt) => !available.has(rt)))
  // What is noted of tables on their own has been noted.
  state.selected = []
  state.ownRows = new Map(ownRows)
  const plan = yield* planRegion(state, region, given, available)
  Object.assign(state, { localRts, selected, ownRows })
  return plan
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => boolean} test
 * @returns {[T[], T[]]} those that pass, the others
 */
const parted = (items, test) => [items.filter(test), items.filter((item) => !test(item))]
