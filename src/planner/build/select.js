/**
 * One query level: joins, then grouping, windows, sets in the select list, DISTINCT, ORDER BY, row locks and LIMIT,
 * each a node over the last. What a node computes is from then on a slot; the target list is rewritten at every step.
 */
import { isNever } from '../../catalog/expr.js'
import { rebuild, contains, exprKey, conjunction, conjuncts } from '../expr-tools.js'
import { groupCount } from './estimates/estimate.js'
import { beforeLock, beforeSort, isSet, noticeable, setsFollowSort } from './sort-input.js'
import { planJoins } from './joins/region.js'
import { cheapestOrder } from './joins/driver.js'
import { LIMIT_FRACTION, costOfRows, inOrder, orderBy, rowsWanted, sortNode, sortedByFirst } from './access/ordering.js'
import { costsLess, inOrderOfEquals } from './access/group-order.js'
import { behindSecurity } from './access/secured.js'
import { storedMemberMaps } from './access/trees.js'
import { QUERY_PASSES, rewritten } from './rewrites.js'
import { foldConstants } from './fold.js'
import { planSetOperation } from './set-operations.js'
import { planWritingCtes, checkRecursiveUnions, noteStreamed } from './ctes.js'
import { givesInOrder, keysOf, planWindows, startsWith } from './windows.js'
import { sortsFewer } from './distinct-inputs.js'
import { byIndexEnds } from './access/min-max.js'
import { aggregate, distinctNode } from './aggregate.js'
import { sequenceOfDistinct } from './group-sequence.js'
import { expandSets, computed, mustCompute, isComputedOnce } from './computed.js'

/** @import { PlanNode } from '../plan.js' */
/** @import { Query, RangeEntry, WindowSpec } from '../../catalog/query.js' */
/** @import { Expr, SortKey } from '../../catalog/expr.js' */
/** @import { PlanState, Planned } from './state.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/**
 * @param {PlanState} state
 * @param {Query} original
 * @returns {Steps<Planned>} outputs: the visible targets over node
 */
export function* planQuery(state, original) {
  const above = state.wantedRows
  state.wantedRows = Infinity
  // What merging subqueries around it has rewritten is in this query's own entries.
  for (const entry of original.entries) state.entries.set(entry.rt, entry)
  yield* planWritingCtes(state, original.ctes)
  checkRecursiveUnions(state, original.ctes)
  noteStreamed(state, original, state.atTop)
  const query = yield* rewritten(state, original, QUERY_PASSES)
  // What is planned below is what stands here now: columns of queries around this one may have been replaced in its
  // subqueries.
  for (const entry of query.entries) state.entries.set(entry.rt, entry)
  if (state.ctx.again !== null) notePlanned(state, state.ctx.again, original, query)
  const ends = yield* byIndexEnds(state, query, (inner) => planQuery(state, inner), (whole) => planJoins(state, whole))
  if (ends !== null) return yield* planQuery(state, ends)
  const { wantsFewRows, entryWants } = state
  const wanted = query.limit === null ? above : rowsWanted(query)
  const handsOn =
    !query.grouped && query.distinct === null && query.orderBy.length === 0 && query.setOperation === null
    && query.from.length === 1 && query.from[0].kind === 'entry'
  state.atTop = false
  state.wantsFewRows = (wantsFewRows || query.limit !== null) && handsOn
  state.entryWants = handsOn && !query.hasWindowCalls ? wanted : Infinity
  /** @type {any} */
  let node
  /** @type {Expr[]} */
  let targets
  if (query.setOperation) {
    const planned = yield* planSetOperation(state, query.setOperation)
    node = planned.node
    const rt = query.entries[0].rt
    targets = query.targets.map((target) =>
      rebuild(target.expr, (child) =>
        child.kind === 'column' && child.rt === rt ? planned.outputs[child.attnum - 1] : undefined,
      ),
    )
  } else {
    targets = query.targets.map((target) => target.expr)
    if (isOneGroup(query, targets)) return planOneGroup(state, query, targets)
    node =
      query.from.length === 0
        ? state.node({ node: 'result', filter: query.where }, 1, 0.01)
        : yield* planJoins(state, query)
  }
  state.wantsFewRows = wantsFewRows
  state.entryWants = entryWants
  const joined = node
  let { windows, groupBy } = query
  /** @type {Expr[]} */
  let groupClauses = []
  /** groups or different rows come in the order of ORDER BY */
  let isInOrder = false
  if (query.hasSetReturning && query.groupBy.some(isSet))
    ({ node, targets, groupBy, windows } = expandGroupedSets(state, query, node, targets, windows))
  if (query.grouped) {
    const asked = groupBy === query.groupBy ? query : { ...query, groupBy, windows }
    const sequence = query.groupingSets === null ? inOrderOfEquals(state, asked, node, groupBy, targets) : null
    let grouped = aggregate(state, asked, node, targets)
    if (sequence !== null) {
      const ordered = aggregate(state, asked, sequence, targets, [], true)
      isInOrder = costsLess(asked, ordered.node.estimate, grouped.node.estimate, query.orderBy.length > 0)
      if (isInOrder) grouped = ordered
    }
    node = grouped.node
    targets = grouped.targets
    groupClauses = groupBy.map((expr) => grouped.replace(expr))
    windows = windows.map((window) => ({
      ...window, partitionBy: window.partitionBy.map((expr) => grouped.replace(expr)),
      orderBy: window.orderBy.map((key) => ({ ...key, expr: grouped.replace(key.expr) })),
    }))
  }
  /**
   * how the rows come out of the windows, until something else is done to them
   * @type {{ node: any, keys: SortKey[] }}
   */
  let windowed = { node: null, keys: [] }
  if (query.hasWindowCalls) {
    if (query.hasSetReturning && windows.some((window) => keysOf(window).some(isSet)))
      ({ node, targets, windows } = expandWindowSets(state, node, targets, windows))
    const clauses = [
      ...query.orderBy.map((key) => targets[key.target]), ...groupClauses,
      ...(query.distinct ?? []).map((at) => targets[at]),
    ]
    const made = planWindows(state, windows, node, targets, clauses, givesInOrder(query) ? wanted : Infinity)
    ;({ node, targets } = made)
    windowed = { node, keys: made.ordering }
  }
  const setsWait = setsFollowSort(query)
  if (query.hasSetReturning && !setsWait) {
    const before = query.orderBy.length === 0 ? null : new Set([...query.orderBy.map((key) => key.target), ...query.distinct ?? [], ...beforeSort(state, query, targets, false)])
    ;({ node, targets } = expandSets(state, node, targets, before))
  }
  const distinct = query.distinct
  let isHashed = false
  if (distinct) {
    const before = query.orderBy.length > 0 ? beforeSort(state, query, targets, setsWait) : noticeable(state, targets)
    ;({ node, targets } = computed(state, node, targets, [...new Set([...distinct, ...before])]))
    const compared = distinct.map((at) => targets[at])
    const sequence = query.distinctOn ? null : sequenceOfDistinct(state, query, compared, targets, node.estimate)
    isHashed =
      !query.distinctOn
      && (query.orderBy.length === 0 || sequence?.by === 'hash'
        || sortsFewer(state, compared, node.estimate.rows, groupCount(state, compared, node.estimate.rows)))
    const keys = query.distinctOn || !isHashed ? sortKeys(state, query, targets, distinct) : []
    const ordered = query.distinctOn
      ? (inOrder(state, node, keys, wholeCost) ?? sortedByFirst(state, node, keys, null, wholeCost))
      : inOrderOfEquals(state, query, node, compared, targets)
    const other = distinctNode(
      state, isHashed ? node : sortNode(state, node, keys, null), compared, isHashed ? 'hash' : 'sorted',
      isHashed ? sequence : null,
    )
    node = ordered === null ? other : distinctNode(state, ordered, compared, 'sorted')
    isInOrder =
      ordered !== null && costsLess(query, node.estimate, other.estimate, isHashed && query.orderBy.length > 0)
    if (!isInOrder) node = other
  }
  const sorted = (distinct !== null && !isHashed) || isInOrder
  const bound = query.limit && query.locks.length === 0 && !query.withTies ? query.limit : null
  if (query.orderBy.length > 0 && !sorted) {
    ;({ node, targets } = computed(state, node, targets, query.orderBy.filter((key) => mustCompute(state, targets[key.target])).map((key) => key.target)))
    const keys = query.orderBy.map((key) => ({
      expr: targets[key.target], desc: key.desc, nullsFirst: key.nullsFirst, opOid: key.opOid, collation: key.collation,
    }))
    if (node !== windowed.node || !startsWith(windowed.keys, keys)) {
      const kept = setsWait ? null : keptRows(bound, query.offset)
      let ordered = orderBy(state, node, keys, kept, wanted)
      if (node === joined) ({ node, ordered } = yield* cheapestOrder(state, query, node, ordered, keys, kept, wanted))
      if (ordered.node === 'sort' && ordered.input === node) {
        const shown = query.locks.length > 0 ? []
          : query.orderBy.map((key) => key.target).filter((at) => isComputedOnce(query, targets, at))
        const places = [...new Set([...beforeSort(state, query, targets, setsWait), ...shown])]
        const made = computed(state, node, targets, places)
        ordered.input = made.node
        for (const at of shown) {
          ordered.keys = ordered.keys.map((/** @type {SortKey} */ key) =>
            key.expr === targets[at] ? { ...key, expr: made.targets[at] } : key)
        }
        // Of a row that is locked, the outputs are those of its newest version.
        if (query.locks.length === 0) targets = made.targets
      }
      node = ordered
    }
  }
  if (setsWait) ({ node, targets } = expandSets(state, node, targets, null))
  if (query.locks.length > 0) {
    const locks = query.locks.filter(({ rt }) => state.entries.get(rt)?.relation?.kind !== 'f')
      .filter((lock) => state.entries.get(lock.rt)?.kind === 'relation')
      .map((lock) => ({
        rt: lock.rt, relationOid: /** @type {any} */ (state.entries.get(lock.rt)).relation.oid, strength: lock.strength,
        wait: lock.wait, tree: lockTree(state.entries.get(lock.rt)),
      }))
    if (locks.length > 0) {
      const early = computed(state, node, targets, beforeLock(state, targets))
      const again = early.node === node ? null : { node: early.node.id, outputs: early.node.outputs }
      ;({ node, targets } = early)
      const recheck = conjunction(conditionsOf(state, query, locks.map((lock) => lock.rt)))
      const { rows, totalCost, width } = node.estimate
      const locking = { node: 'lockRows', input: node, locks, recheck, again }
      node = state.node(locking, rows, totalCost + rows * 0.01, 0, width)
    }
  }
  if (query.limit || query.offset) {
    // Rows that are skipped are computed.
    if (query.offset) ({ node, targets } = computed(state, node, targets, noticeable(state, targets)))
    const ties = query.withTies
      ? query.orderBy.map((key) => ({
          expr: targets[key.target],
          desc: key.desc,
          nullsFirst: key.nullsFirst,
          opOid: key.opOid,
          collation: key.collation,
        }))
      : null
    if (ties) {
      const made = computed(state, node, targets, query.orderBy.map((key) => key.target))
      node = made.node
      targets = made.targets
      ties.forEach((key, at) => { key.expr = targets[query.orderBy[at].target] })
    }
    const { startupCost, totalCost, width } = node.estimate
    const rows = Math.min(
      node.estimate.rows,
      rowsWanted({ limit: query.limit, offset: null })
        ?? (query.limit === null ? Infinity : node.estimate.rows * LIMIT_FRACTION),
    )
    node = state.node(
      { node: 'limit', input: node, count: query.limit, offset: query.offset, withTies: ties }, rows,
      costOfRows(node.estimate, rowsWanted(query)), Math.min(startupCost, totalCost), width,
    )
  }
  return { node, outputs: targets.filter((_, at) => !query.targets[at].resjunk) }
}

/**
 * What is asked for though the plan may not have it: the statement's own outputs and what it sorts by, and constants
 * that functions in FROM would be.
 * @param {PlanState} state @param {import('../left-calls.js').Again} again @param {Query} original @param {Query} query
 */
function notePlanned(state, again, original, query) {
  if (state.atTop && !query.setOperation) again.asks(query.targets.map(({ expr }) => expr))
  for (const entry of original.entries) if (entry.kind === 'function') foldConstants(state, entry.functions)
  if (isNever(query.where)) for (const inner of original.entries) noteMerged(state, again, original, inner, query)
}

/**
 * Conditions of queries that were merged are decided each for itself there: where all together let nothing through,
 * their subqueries are planned all the same, and asked of no table they are made ready.
 * @param {PlanState} state @param {import('../left-calls.js').Again} again @param {Query} outer
 * @param {RangeEntry} entry of it @param {Query} made
 */
function noteMerged(state, again, outer, entry, made) {
  if (entry.kind !== 'subquery' || !entry.query || made.entries.includes(entry)) return
  for (const condition of [outer.where, entry.query.where]) {
    const decided = foldConstants(state, condition)
    again.plans(decided)
    if (made.from.length === 0) again.asks(decided)
  }
  for (const inner of entry.query.entries) noteMerged(state, again, entry.query, inner, made)
}

/** @param {import('./access/ordering.js').Estimate} estimate */
const wholeCost = ({ totalCost }) => totalCost

/**
 * How many rows a sort below LIMIT and OFFSET need keep; null: all, or nobody knows yet.
 * @param {Expr | null} count
 * @param {Expr | null} skipped
 * @returns {Expr | null}
 */
function keptRows(count, skipped) {
  if (count === null || skipped === null) return count
  if (count.kind !== 'const' || skipped.kind !== 'const' || typeof count.value !== 'number') return null
  const value = count.value + (skipped.value === null ? 0 : Number(skipped.value))
  return Number.isSafeInteger(value) ? { ...count, value } : null
}

/**
 * HAVING without GROUP BY or aggregates: one group, whose rows nobody asks about.
 * @param {Query} query
 * @param {Expr[]} targets
 */
const isOneGroup = (query, targets) =>
  query.having !== null && query.groupBy.length === 0 && query.groupingSets === null && !query.hasAggregates
  && !query.hasWindowCalls && !query.hasSetReturning && query.distinct === null && query.orderBy.length === 0
  && query.limit === null && query.offset === null && !contains([targets, query.having], (node) => node.kind === 'agg')

/** @param {PlanState} state @param {Query} query @param {Expr[]} targets @returns {Planned} */
const planOneGroup = (state, query, targets) => ({
  node: state.node({ node: 'result', filter: query.having }, 1, 0.01),
  outputs: targets.filter((_, at) => !query.targets[at].resjunk),
})

/**
 * Members of a tree whose rows are locked, null where it is one table.
 * @param {import('../../catalog/query.js').RangeEntry | undefined} entry
 */
const lockTree = (entry) => entry?.tree ? storedMemberMaps(entry.relation, entry.tree) : null

/** Grouping by what a set gives: the sets run below the grouping, and equal targets are those keys.
 * @param {PlanState} state
 * @param {Query} query
 * @param {PlanNode} input
 * @param {Expr[]} targets
 * @param {WindowSpec[]} windows
 */
function expandGroupedSets(state, query, input, targets, windows) {
  const expanded = expandSets(state, input, query.groupBy, null)
  const replace = replacing(query.groupBy, expanded.targets)
  return { node: expanded.node, targets: replace(targets), groupBy: expanded.targets, windows: replace(windows) }
}

/**
 * Windows over what a set gives: the sets run below the windows, each as often as it is written differently.
 * @param {PlanState} state
 * @param {PlanNode} input
 * @param {Expr[]} targets
 * @param {WindowSpec[]} windows
 */
function expandWindowSets(state, input, targets, windows) {
  const keys = [...new Map(windows.flatMap(keysOf).filter(isSet).map((expr) => [exprKey(expr), expr])).values()]
  const expanded = expandSets(state, input, keys, null)
  const replace = replacing(keys, expanded.targets)
  return { node: expanded.node, targets: replace(targets), windows: replace(windows) }
}

/** @param {Expr[]} from @param {Expr[]} to @returns {<T>(tree: T) => T} */
function replacing(from, to) {
  const by = new Map(from.map((expr, at) => [exprKey(expr), to[at]]))
  return (tree) => rebuild(tree, (child) => child.type === undefined ? undefined : by.get(exprKey(child)))
}

/**
 * Every condition of the query on its rows; outer joins' own conditions decide pairs, not rows.
 * @param {PlanState} state @param {Query} query
 * @param {number[]} rts relations whose security is asked again, before all else
 * @returns {Expr[]}
 */
export function conditionsOf(state, query, rts) {
  const list = conjuncts(query.where)
  const visit = (/** @type {import('../../catalog/query.js').FromNode} */ node) => {
    if (node.kind !== 'join') return
    if (node.join === 'inner' && node.on) list.push(...conjuncts(node.on))
    visit(node.left)
    visit(node.right)
  }
  query.from.forEach(visit)
  return secured(state, query, rts, list)
}

/**
 * Conditions behind the security of some relations.
 * @param {PlanState} state @param {Query} query @param {number[]} rts @param {Expr[]} list @returns {Expr[]}
 */
export function secured(state, query, rts, list) {
  const security = query.entries.flatMap((entry) => (rts.includes(entry.rt) ? entry.security ?? [] : []))
  return [...security, ...behindSecurity(state.catalog, security, list)]
}

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} targets
 * @param {number[]} distinct
 * @returns {SortKey[]}
 */
function sortKeys(state, query, targets, distinct) {
  /** @type {SortKey[]} */
  const keys = query.orderBy.map((key) => ({
    expr: targets[key.target], desc: key.desc, nullsFirst: key.nullsFirst, opOid: key.opOid, collation: key.collation,
  }))
  const missing = distinct.filter((at) => !query.orderBy.some((key) => key.target === at)).map((at) => {
    const ops = state.catalog.orderingOps(targets[at].type)
    return { expr: targets[at], desc: false, nullsFirst: false, opOid: ops?.lt ?? 0, collation: targets[at].collation }
  })
  if (query.distinctOn) {
    const count = query.orderBy.filter((key) => distinct.includes(key.target)).length
    return [...keys.slice(0, count), ...missing, ...keys.slice(count)]
  }
  return [...keys, ...missing]
}
