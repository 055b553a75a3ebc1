/**
 * In which order PostgreSQL would give out groups that nothing sorts: by a hash table, whose size the estimate of the
 * groups decides, or by a sort, where its planner thinks that the same work. What comes of it: executor/spill/
 * group-order.js. The costs are those of its planner, of which only the difference counts here.
 */
import { exprKey } from '../expr-tools.js'
import { groupCount } from './estimates/estimate.js'
import { callsOf } from './estimates/expression-cost.js'
import { RECORD } from '../../types/oids.js'

/** @import { Aggref, Expr } from '../../catalog/expr.js' */
/** @import { IndexDesc } from '../../catalog/relation.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { GroupSequence } from '../plan.js' */
/** @import { PlanState } from './state.js' */
/** @typedef {{ rows: number, totalCost: number, width: number }} Input */

const OPERATOR_COST = 0.0025
const TUPLE_COST = 0.01
/** Costs nearer than that are the same to it, and what is sorted is worth more. */
const FUZZ = 1.01
/** hash_mem: work_mem times hash_mem_multiplier */
const MEMORY_FACTOR = 2
/** of an entry of its tables, without the row and the aggregates' states */
const ENTRY_BYTES = 56
const STATE_BYTES = 16

/**
 * Whether PostgreSQL can hash a type's values: those of an array, a row or a range when it can hash what is in them. Of
 * an anonymous row it does not know, and has it hashed only where nothing else would do.
 * @param {PlanState} state @param {number} type @param {boolean} [isNeeded] @returns {boolean}
 */
export function isHashable(state, type, isNeeded = false) {
  const { catalog, view } = state
  const base = catalog.baseType(type)
  if (base === RECORD) return isNeeded
  const element = view.elementType(base)
  if (element) return isHashable(state, element, isNeeded)
  if (catalog.hashOps(base) === undefined) return false
  const { kind, relationOid, range } = view.type(base)
  if (kind === 'c') {
    const columns = catalog.relation(relationOid)?.columns ?? []
    return columns.every(({ dropped, typeOid }) => dropped || isHashable(state, typeOid, isNeeded))
  }
  return range === null || kind === 'm' || isHashable(state, range.subtype, isNeeded)
}

/** Of a sort of all rows. @param {number} rows */
const sortCost = (rows) => 2 * OPERATOR_COST * Math.max(2, rows) * Math.log2(Math.max(2, rows))

/** @typedef {{ start: number, total: number }} Cost */

/**
 * Whether a sorted way is taken: both are kept where neither is better, and the cheaper one wins.
 * @param {Cost} sorted
 * @param {Cost} hashed
 * @param {number} above groups that would have to be sorted after hashing, and are in order if sorted; 0: none
 */
function isSorted(sorted, hashed, above) {
  if (FUZZ * sorted.total < hashed.total) return true
  if (sorted.total <= FUZZ * hashed.total && sorted.start <= FUZZ * hashed.start) return true
  if (above === 0) return sorted.total < hashed.total
  const start = hashed.total + sortCost(above)
  const total = start + OPERATOR_COST * above
  if (sorted.total > FUZZ * total || FUZZ * sorted.total < total) return sorted.total < total
  if (sorted.start > FUZZ * start || FUZZ * sorted.start < start) return sorted.start < start
  return sorted.total < total
}

/**
 * Keys as they are grouped by: those that ORDER BY begins with first, and none that a primary key among them decides.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} keys
 * @param {Expr[]} targets over the same rows
 * @returns {{ keys: GroupSequence['keys'], isSorted: boolean } | null} isSorted: a sort by the keys gives ORDER BY's
 *   order; null: ORDER BY says all
 */
function keysInOrder(state, query, keys, targets) {
  const texts = keys.map(exprKey)
  /** @type {GroupSequence['keys']} */
  let first = []
  let isWhole = true
  for (const { target, desc, nullsFirst } of query.orderBy) {
    const key = texts.indexOf(exprKey(targets[target]))
    if (key < 0) { isWhole = false; continue }
    if (isWhole && !first.some((other) => other.key === key)) first.push({ key, desc, nullsFirst })
  }
  const named = new Set(query.orderBy.map(({ target }) => exprKey(targets[target])))
  if (texts.every((text) => named.has(text))) return null
  if (!isWhole) first = []
  const rest = keys.flatMap((_, key) =>
    first.some((other) => other.key === key) ? [] : [{ key, desc: false, nullsFirst: false }],
  )
  const decided = decidedKeys(state, keys)
  return { keys: [...first, ...rest].filter(({ key }) => !decided.has(key)), isSorted: first.length > 0 }
}

/**
 * Columns beside the primary key of their table.
 * @param {PlanState} state @param {Expr[]} keys @returns {Set<number>}
 */
function decidedKeys(state, keys) {
  const decided = new Set()
  /** @type {Map<number, Map<number, number>>} */
  const byTable = new Map()
  keys.forEach((expr, key) => {
    if (expr.kind !== 'column' || state.entries.get(expr.rt)?.kind !== 'relation') return
    byTable.set(expr.rt, (byTable.get(expr.rt) ?? new Map()).set(expr.attnum, key))
  })
  for (const [rt, columns] of byTable) {
    if (columns.size < 2) continue
    const { relation } = /** @type {any} */ (state.entries.get(rt))
    const primary = relation.indexes.find((/** @type {IndexDesc} */ index) => index.primary && index.immediate)
    const attnums = primary?.keyAttnums ?? []
    if (attnums.length === 0 || !attnums.every((/** @type {number} */ attnum) => columns.has(attnum))) continue
    for (const [attnum, key] of columns) if (!attnums.includes(attnum)) decided.add(key)
  }
  return decided
}

/**
 * @param {PlanState} state
 * @param {GroupSequence['keys']} keys
 * @param {boolean} sorted
 * @param {Input} input
 * @param {number} groups
 * @param {number} states
 * @returns {GroupSequence}
 */
function sequence(state, keys, sorted, input, groups, states) {
  const bytes = ENTRY_BYTES + 8 * Math.ceil(input.width / 8) + (states > 0 ? STATE_BYTES * (states + 1) : 0)
  const most = Math.floor((MEMORY_FACTOR * state.workMem) / bytes / 2)
  return { by: sorted ? 'order' : 'hash', keys, expected: Math.max(1, Math.min(groups, most)) }
}

/**
 * Of GROUP BY without grouping sets.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} targets over the input
 * @param {Input} input
 * @param {number} groups as they are expected
 * @param {Aggref[]} calls
 * @returns {GroupSequence | null}
 */
export function sequenceOfGroups(state, query, targets, input, groups, calls) {
  const order = query.groupBy.length === 0 ? null : keysInOrder(state, query, query.groupBy, targets)
  if (order === null) return null
  const { keys } = order
  const given = input.totalCost + input.rows * OPERATOR_COST * [...query.groupBy, ...calls.flatMap(({ args }) => args)]
    .reduce((sum, expr) => sum + callsOf(state.catalog, expr), 0)
  const steps = input.rows * OPERATOR_COST * (keys.length + calls.length)
  const sort = sortCost(input.rows)
  const total = given + steps + groups * TUPLE_COST
  const sorted =
    calls.some((call) => call.distinct || call.orderBy.length > 0 || call.directArgs.length > 0)
    || !keys.every(({ key }) => isHashable(state, query.groupBy[key].type))
    || isSorted(
      { start: given + sort, total: total + sort + input.rows * OPERATOR_COST },
      { start: given + steps, total },
      order.isSorted ? groups : 0,
    )
  return sequence(state, keys, sorted, input, groups, calls.length)
}

/**
 * Of DISTINCT.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} compared what makes rows equal
 * @param {Expr[]} targets
 * @param {Input} input
 * @returns {GroupSequence | null}
 */
export function sequenceOfDistinct(state, query, compared, targets, input) {
  const order = keysInOrder(state, query, compared, targets)
  if (order === null) return null
  // Rows of groups are taken to be different.
  const groups = query.grouped ? input.rows : groupCount(state, compared, input.rows)
  const { keys } = order
  const steps = input.rows * OPERATOR_COST * keys.length
  const sort = sortCost(input.rows)
  const sorted =
    !keys.every(({ key }) => isHashable(state, compared[key].type))
    || isSorted(
      { start: input.totalCost + sort, total: input.totalCost + sort + input.rows * OPERATOR_COST + steps },
      { start: input.totalCost + steps, total: input.totalCost + steps + groups * TUPLE_COST },
      order.isSorted ? groups : 0,
    )
  return sequence(state, keys, sorted, input, groups, 0)
}

/** More rows than that of a UNION are hashed. */
const SORTED_UNION = 2

/**
 * Of UNION, whose rows are taken to be different; null: it is sorted.
 * @param {PlanState} state @param {number[]} types @param {Input} input all rows @returns {GroupSequence | null}
 */
export function sequenceOfUnion(state, types, input) {
  if (input.rows <= SORTED_UNION || !types.every((type) => isHashable(state, type))) return null
  const keys = types.map((_, key) => ({ key, desc: false, nullsFirst: false }))
  return sequence(state, keys, false, input, input.rows, 0)
}

/**
 * Of INTERSECT and EXCEPT; null: they are sorted.
 * @param {PlanState} state @param {number[]} types @param {Input} left @param {Input} right
 * @param {number} groups of the side that is held
 * @returns {GroupSequence | null}
 */
export function sequenceOfSetOp(state, types, left, right, groups) {
  const rows = left.rows + right.rows
  if (groups * TUPLE_COST >= sortCost(rows) + rows * OPERATOR_COST || !types.every((type) => isHashable(state, type)))
    return null
  const keys = types.map((_, key) => ({ key, desc: false, nullsFirst: false }))
  return sequence(state, keys, false, left, groups, 0)
}
