/**
 * The node that groups: by hashing or by order, its grouping sets, what it gathers, and what GROUPING() says of them.
 */
import { rebuild, walk, exprKey, freeRts, conjuncts } from '../expr-tools.js'
import { groupCount } from './estimates/estimate.js'
import { selectivity } from './estimates/selectivity.js'
import { slotRef } from './state.js'
import { keysOf } from './windows.js'
import { distinctInput } from './distinct-inputs.js'
import { sequenceOfGroups } from './group-sequence.js'
import { equalityOf } from '../bind/sorting.js'
import { computed, isConstant } from './computed.js'

/** @import { PlanNode } from '../plan.js' */
/** @import { Aggref, Expr, SortKey } from '../../catalog/expr.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { PlanState } from './state.js' */

/**
 * Aggregates whose state is all that came in: array_agg, string_agg, json_agg, json_object_agg, jsonb_agg,
 * jsonb_object_agg, xmlagg.
 */
const GATHERING = new Set([2335, 4053, 3538, 3545, 3175, 3197, 3267, 3270, 2901])
/** of one row, at least */
const GATHERED_BYTES = 16

/**
 * A column that a group's primary key decides: of any type, hashable or not, so its first row's value is kept beside
 * the aggregates.
 * @param {Expr} column
 * @returns {any}
 */
const firstOf = (column) => ({
  kind: 'agg', first: true, oid: 0, args: [column], directArgs: [], distinct: false, star: false, orderBy: [],
  filter: null, levelsUp: 0, slot: -1, type: column.type, typmod: column.typmod, collation: column.collation,
  location: -1,
})

/**
 * Aggregates with their slots; what is written alike is one. A key may be as long as the statement: it is made where
 * there are two that might be the same.
 */
class FoundAggregates {
  constructor() {
    /** @type {Map<Aggref, number>} */
    this.slots = new Map()
    /** Those that might be the same. @type {Map<string, { nodes: Aggref[], keys: Map<string, number> | null }>} */
    this.alike = new Map()
  }

  /** @param {Aggref} node */
  #kin(node) {
    const shape = `${node.oid} ${node.args.length} ${node.distinct} ${node.args[0]?.kind} ${node.levelsUp}`
    let kin = this.alike.get(shape)
    if (kin === undefined) this.alike.set(shape, kin = { nodes: [], keys: null })
    return kin
  }

  /** @param {Aggref} node @returns {number | undefined} */
  slotOf(node) {
    const slot = this.slots.get(node)
    if (slot !== undefined) return slot
    const kin = this.#kin(node)
    if (kin.nodes.length === 0) return undefined
    kin.keys ??= new Map(kin.nodes.map((known) => [exprKey(known), /** @type {number} */ (this.slots.get(known))]))
    const found = kin.keys.get(exprKey(node))
    if (found !== undefined) this.slots.set(node, found)
    return found
  }

  /** @param {Aggref} node @param {number} slot @returns {boolean} false: it is there already */
  add(node, slot) {
    if (this.slotOf(node) !== undefined) return false
    const kin = this.#kin(node)
    this.slots.set(node, slot)
    kin.nodes.push(node)
    kin.keys?.set(exprKey(node), slot)
    return true
  }
}

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {PlanNode} input
 * @param {Expr[]} targets
 * @param {Expr[]} [decided] columns that the keys decide
 * @param {boolean} [inOrder] rows of a group come next to each other
 */
export function aggregate(state, query, input, targets, decided = [], inOrder = false) {
  /** @type {import('../../catalog/expr.js').Aggref[]} */
  const aggregates = []
  const found = new FoundAggregates()
  // An aggregate directly in a subquery is the subquery's; one that reaches out of it may be ours.
  const collect = (/** @type {any} */ root, nested = false) => walk(root, (node) => {
    if (node.kind === 'sublink' && node.query && !nested) {
      collect(node.test)
      collect(node.query, true)
      return true
    }
    if (node.kind === 'agg' && isOwn(state, query, node, nested)) {
      if (found.add(node, aggregates.length)) aggregates.push({ ...node, slot: aggregates.length, levelsUp: 0 })
      return true
    }
    return false
  })
  collect(targets)
  collect(query.having)
  collect(query.windows)
  const firsts = new Map(decided.map((column) => [exprKey(column), aggregates.push(firstOf(column)) - 1]))
  const keys = new Map(query.groupBy.map((expr, at) => /** @type {[string, number]} */ ([exprKey(expr), at])).reverse())
  const rows =
    query.groupBy.length === 0
      ? 1
      : groupCount(state, query.groupBy, input.estimate.rows) * (query.groupingSets?.length ?? 1)
  const once = decided.length === 0 && !inOrder ? distinctInput(state, query, aggregates, input.estimate.rows) : null
  /** the keys and aggregates over what is grouped: the input, or its distinct rows */
  let { groupBy } = query
  let calls = aggregates
  let rowsIn = input
  if (once !== null) {
    const made = computed(state, input, [...groupBy, once], [...groupBy, once].map((_, at) => at))
    rowsIn = distinctNode(state, made.node, made.targets, 'hash')
    groupBy = made.targets.slice(0, -1)
    calls = aggregates.map((call) => ({ ...call, distinct: false, args: made.targets.slice(-1) }))
  }
  // Inputs of DISTINCT, ORDER BY and WITHIN GROUP are kept for one group at a time, as are lists that would not fit
  // into memory together.
  const strategy =
    query.groupBy.length === 0 && query.groupingSets === null
      ? 'plain'
      : inOrder
        ? 'ordered'
        : calls.some(
              (call) =>
                call.distinct || call.orderBy.length > 0
                || (GATHERING.has(call.oid) && rowsIn.estimate.rows * GATHERED_BYTES > state.workMem),
            )
          ? 'sorted'
          : 'hash'
  const node = state.node(
    {
      node: 'aggregate', strategy, input: rowsIn, groupBy,
      sequence: strategy === 'hash' && query.groupingSets === null
        ? sequenceOfGroups(state, query, targets, input.estimate, rows, aggregates)
        : null,
      groupEquals: query.groupBy.map((expr) => equalityOf(state.ctx, expr.type, -1)), aggregates: calls,
      groupingSets: query.groupingSets, filter: null,
    },
    rows,
    rowsIn.estimate.totalCost
      + rowsIn.estimate.rows * 0.0025 * (query.groupBy.length + aggregates.length + 1)
      + rows * 0.01,
    inOrder ? rowsIn.estimate.startupCost : rowsIn.estimate.totalCost,
    8 * (query.groupBy.length + aggregates.length),
  )
  const dependents = new Map()
  const replace = (/** @type {any} */ root, nested = false) => rebuild(root, (child) => {
    const isMine = child.kind === 'agg' && isOwn(state, query, child, nested)
    const own = isMine ? found.slotOf(child) : undefined
    if (own !== undefined) return slotRef(node.id, query.groupBy.length + own, child)
    if (child.kind === 'grouping') return groupingMask(state, query, node.id, aggregates.length, child)
    // A constant stays one in the sets that lack it as a key, unless it is the output column itself.
    // In a subquery only columns are the keys again, not what is made of them.
    const at =
      keys.size === 0 || child.type === undefined || child.kind === 'const' || (nested && child.kind !== 'column')
        ? undefined
        : keys.get(exprKey(child))
    if (at !== undefined && query.groupingSets !== null && child.kind !== 'column' && isConstant(state, child))
      return undefined
    if (at !== undefined) return slotRef(node.id, at, child)
    if (child.kind === 'sublink' && child.query && !nested)
      return { ...child, test: replace(child.test), query: replace(child.query, true) }
    if (child.kind === 'column' && query.entries.some((entry) => entry.rt === child.rt)) {
      const key = exprKey(child)
      const first = firsts.get(key)
      if (first !== undefined) return slotRef(node.id, query.groupBy.length + first, child)
      if (!dependents.has(key)) dependents.set(key, child)
    }
    return undefined
  })
  // With grouping sets, output columns written alike are keys of their own (GROUP BY alias1, ROLLUP (alias2)).
  const ownKey = new Map(
    query.groupingSets === null ? [] : (query.groupTargets ?? []).map((target, at) => [target, at]),
  )
  const replacedTargets = targets.map((target, at) =>
    ownKey.has(at) ? slotRef(node.id, /** @type {number} */ (ownKey.get(at)), target) : replace(target),
  )
  node.aggregates = calls.map((call) =>
    call.directArgs.length > 0 ? { ...call, directArgs: replace(call.directArgs) } : call,
  )
  const having = replace(query.having)
  for (const window of query.windows) for (const expr of keysOf(window)) replace(expr)
  if (dependents.size > 0) return aggregate(state, query, input, targets, [...dependents.values()], inOrder)
  node.filter = having
  if (node.filter)
    node.estimate.rows = Math.max(1, Math.round(node.estimate.rows * selectivity(state, conjuncts(node.filter))))
  return { node, targets: replacedTargets, replace }
}

/**
 * An aggregate found inside a subquery belongs here when its arguments do.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Aggref} node
 * @param {boolean} nested
 */
function isOwn(state, query, node, nested) {
  if (node.levelsUp === 0) return !nested
  const rts = freeRts([...node.args, node.filter, ...node.orderBy.map((/** @type {SortKey} */ key) => key.expr)])
  return query.entries.some((entry) => rts.has(entry.rt))
}

/**
 * GROUPING(a, b) from the set's bitmask: bit i of the slot says key i is absent.
 * @param {PlanState} state
 * @param {Query} query
 * @param {number} id
 * @param {number} aggregateCount
 * @param {any} call
 * @returns {any}
 */
function groupingMask(state, query, id, aggregateCount, call) {
  if (
    call.mask !== undefined
    || call.args.some((/** @type {Expr} */ arg) => !query.groupBy.some((key) => exprKey(key) === exprKey(arg)))
  )
    return undefined
  // Without grouping sets every key is there.
  if (query.groupingSets === null)
    return { kind: 'const', value: 0, type: call.type, typmod: -1, collation: 0, location: call.location }
  const places = call.args.map((/** @type {Expr} */ arg) =>
    query.groupBy.findIndex((key) => exprKey(key) === exprKey(arg)),
  )
  return {
    ...call, args: [], keys: places, slotNode: id,
    mask: slotRef(id, query.groupBy.length + aggregateCount, { type: 23, typmod: -1, collation: 0 }),
  }
}

/**
 * @param {PlanState} state
 * @param {PlanNode} input
 * @param {Expr[]} keys
 * @param {'hash' | 'sorted'} strategy
 * @param {import('../plan.js').GroupSequence | null} [sequence]
 * @returns {any}
 */
export const distinctNode = (state, input, keys, strategy, sequence = null) =>
  state.node(
    { node: 'distinct', input, keys, strategy, sequence, carry: [] }, groupCount(state, keys, input.estimate.rows),
    input.estimate.totalCost + input.estimate.rows * 0.0025 * keys.length,
    strategy === 'hash' ? input.estimate.totalCost : input.estimate.startupCost, input.estimate.width,
  )
