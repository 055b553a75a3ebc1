/**
 * One relation's access paths: a sequential scan, or an index whose leading columns the conditions bound.
 *
 * A condition uses an index column only if its operator belongs to the index's operator family (so the index's order is the operator's), on the
 * column itself or its binary-compatible relabelling, with a value that does not change during the scan and comes from elsewhere.
 */
import { freeRts, conjunction, exprKey, contains } from '../../expr-tools.js'
import { overRow } from '../../bind/stored.js'
import { asInlined } from '../../inline.js'
import { GIN } from '../../../types/gin.js'
import { plainType } from '../../../types/collation/types.js'
import { isBloomFamily, isGistIndex } from '../../../types/gist/keys.js'
import { derivedBounds, conditionsOf } from './derived-bounds.js'
import { matchGin } from './gin.js'
import { matchDistance, matchGist } from './gist.js'
import { implies } from './implication.js'
import { selectivity } from '../estimates/selectivity.js'
import { scanAnyOf } from './index-or.js'
import { scanTree } from './trees.js'
import { relationSize, filterCost, SEQ_PAGE_COST, RANDOM_PAGE_COST, CPU_TUPLE_COST, CPU_INDEX_TUPLE_COST, CPU_OPERATOR_COST, DESCENT_COST } from '../estimates/estimate.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {{ bound: import('../../plan.js').IndexBound, condition: Expr, strategy: number }} Match */

const BTREE = 403
const BRIN = 3580
/** brin's families over Bloom filters */
const STRATEGY_OPS = /** @type {Record<number, '=' | '<' | '<=' | '>' | '>='>} */ ({ 1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>' })

/**
 * The cheapest scan of a relation under conditions that may also refer to `outer` relations (a nested loop's inner side).
 * @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions @param {Set<number> | null} outer rts whose columns may be used as values; null: any other
 * @param {number} [loops] how often it is run, with other values: pages read before are in memory then. The cost is that of one run
 * @param {boolean} [alone] whether the node stands by itself rather than in a scan of a tree of tables, which knows no gin indexes
 * @returns {any} a seqScan, indexScan, indexOr or treeScan node
 */
export function scanRelation(state, entry, conditions, outer = null, loops = 1, alone = true) {
  if (entry.tree) return scanTree(state, entry, conditions, outer, loops)
  if (entry.sample) return sampleScan(state, entry, conditions)
  const size = relationSize(entry.relation)
  const rows = size.rows * selectivity(state, conditions)
  const sequential = size.pages * SEQ_PAGE_COST + size.rows * (CPU_TUPLE_COST + filterCost(state, conditions))
  let best = null
  let bestCost = sequential
  for (const index of entry.relation.indexes) {
    if (state.ctx.unusableIndexes.has(index.oid)) continue
    if (index.valid === false || ((index.method === GIN || isGistIndex(index)) && !alone)) continue
    const usable = index.method === GIN ? matchGin(state, entry, index, conditions, outer) : isGistIndex(index) ? matchGist(state, entry, index, conditions, outer) : matchIndex(state, entry, index, conditions, outer)
    if (usable === null) continue
    const cost = indexCost(state, entry, size, index, usable, conditions, loops)
    if (best === null ? cost.total <= bestCost || usable.unique : cost.total < bestCost || (usable.unique && !best.usable.unique)) { best = { index, usable, cost }; bestCost = cost.total }
  }
  const anyOf = best?.usable.unique ? null : scanAnyOf(state, entry, conditions, outer, bestCost, size, rows, loops)
  if (anyOf !== null) return anyOf
  if (best === null) {
    return state.node({ node: 'seqScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [], filter: conjunction(cheapFirst(conditions)) }, rows, sequential, 0, size.width)
  }
  return boundedScan(state, entry, best.index, best.usable, conditions, rows, best.cost, size.width)
}

/**
 * A scan of one btree index in its order, bounded by whatever conditions bound it.
 * @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {Expr[]} conditions @returns {any} indexScan; null: the index does not have all the rows
 */
export function indexScan(state, entry, index, conditions) {
  if (entry.sample || index.valid === false || (index.predicate && !implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt)))) return null
  const size = relationSize(entry.relation)
  const usable = matchIndex(state, entry, index, conditions, null) ?? { matches: [], unique: false }
  return boundedScan(state, entry, index, usable, conditions, size.rows * selectivity(state, conditions), indexCost(state, entry, size, index, usable, conditions, 1), size.width)
}

/**
 * @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {{ matches: Match[], unique: boolean }} usable @param {Expr[]} conditions
 * @param {number} rows @param {{ total: number, startup: number }} cost @param {number} width @returns {any}
 */
export function boundedScan(state, entry, index, usable, conditions, rows, cost, width) {
  const used = new Set(usable.matches.map((match) => match.condition))
  const rest = conditions.filter((condition) => !used.has(condition))
  return state.node({ node: 'indexScan', rt: entry.rt, relationOid: entry.relation.oid, indexOid: index.oid, alias: entry.alias, attnums: [], backward: false,
    keys: usable.matches.map((match) => match.bound), filter: conjunction(cheapFirst(rest)), recheck: conjunction([...used]), uniqueMatch: usable.unique },
  usable.unique ? 1 : rows, cost.total, cost.startup, width)
}

/** Rows by their distance from a value; null when the index does not give that. @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {Expr[]} conditions @param {Expr} expr @returns {any} */
export function nearestScan(state, entry, index, conditions, expr) {
  if (entry.sample || index.valid === false || (index.predicate && !implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt)))) return null
  const orderBy = matchDistance(state, entry, index, expr)
  if (orderBy === null) return null
  const size = relationSize(entry.relation)
  const rows = size.rows * selectivity(state, conditions)
  const usable = matchGist(state, entry, index, conditions, null) ?? { matches: [], unique: false }
  const total = size.rows * (CPU_INDEX_TUPLE_COST + CPU_TUPLE_COST + conditions.length * CPU_OPERATOR_COST) + Math.min(size.rows, 2 * size.pages) * RANDOM_PAGE_COST
  return { ...boundedScan(state, entry, index, usable, conditions, rows, { total, startup: DESCENT_COST }, size.width), orderBy: { ...orderBy, expr } }
}

/** The part of a table that TABLESAMPLE names. @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions @returns {any} */
function sampleScan(state, entry, conditions) {
  const size = relationSize(entry.relation)
  const sample = /** @type {NonNullable<RangeEntry['sample']>} */ (entry.sample)
  const share = sample.percent.kind === 'const' && sample.percent.value !== null ? Math.min(1, Math.max(0, sample.percent.value / 100)) : 0.1
  return state.node({ node: 'seqScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [], filter: conjunction(cheapFirst(conditions)), sample },
    size.rows * share * selectivity(state, conditions), size.pages * SEQ_PAGE_COST + size.rows * share * (CPU_TUPLE_COST + filterCost(state, conditions)), 0, size.width)
}

/** Subqueries are asked of those rows only that everything else leaves. @param {Expr[]} conditions */
function cheapFirst(conditions) {
  const hasSublink = (/** @type {Expr} */ condition) => contains(condition, (node) => node.kind === 'sublink')
  return conditions.length > 1 && conditions.some(hasSublink) ? [...conditions.filter((condition) => !hasSublink(condition)), ...conditions.filter(hasSublink)] : conditions
}

/**
 * Pages are those a scan reads for the first time: running it `loops` times reads no page of a table that fits in memory twice (Mackert and Lohman's formula).
 * @param {PlanState} state @param {RangeEntry} entry @param {{ pages: number, rows: number }} size @param {any} index @param {{ matches: Match[], unique: boolean }} usable @param {Expr[]} conditions @param {number} loops
 */
export function indexCost(state, entry, size, index, usable, conditions, loops) {
  const fraction = usable.unique ? 1 / size.rows : selectivity(state, conditionsOf(usable.matches))
  const tuples = Math.max(1, size.rows * fraction)
  const descent = Math.ceil(Math.log2(Math.max(2, size.rows))) * CPU_OPERATOR_COST + DESCENT_COST
  // Between rows in the index's order (neighbours) and rows anywhere, as the column's correlation says.
  const pages = pagesRead(tuples * loops, size.pages)
  // Many pages of one scan lie close to each other, as those of PostgreSQL's bitmap scans; but rows are fetched in the index's order, not in theirs.
  const scattered = pages / loops * (loops > 1 ? RANDOM_PAGE_COST : RANDOM_PAGE_COST - (RANDOM_PAGE_COST - 2 * SEQ_PAGE_COST) * Math.sqrt(pages / size.pages))
  const neighbours = Math.max(1, Math.ceil(fraction * size.pages))
  const ordered = loops > 1 ? RANDOM_PAGE_COST * pagesRead(neighbours * loops, size.pages) / loops : RANDOM_PAGE_COST + (neighbours - 1) * SEQ_PAGE_COST
  const correlation = (entry.relation.stats.column(index.keys[0].attnum)?.correlation ?? 0) * (index.keys.length > 1 ? 0.75 : 1)
  const io = scattered + correlation * correlation * Math.min(0, ordered - scattered)
  const total = descent + io + tuples * (CPU_INDEX_TUPLE_COST + CPU_TUPLE_COST)
    + tuples * filterCost(state, conditions.filter((condition) => !usable.matches.some((match) => match.condition === condition)))
  return { total, startup: descent }
}

/** Of a table's pages, how many hold this many rows at random places. @param {number} rows @param {number} pages */
const pagesRead = (rows, pages) => Math.max(1, Math.min(pages, Math.ceil(2 * pages * rows / Math.max(1, 2 * pages + rows))))

/**
 * The conditions that bound an index's leading columns: equalities, then at most one column's range.
 * @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {Expr[]} conditions @param {Set<number> | null} outer @returns {{ matches: Match[], unique: boolean } | null}
 */
export function matchIndex(state, entry, index, conditions, outer) {
  if (index.predicate && !implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt))) return null
  /** @type {Match[]} */
  const matches = []
  let equal = 0
  for (let column = 0; column < index.keys.length; column++) {
    const found = /** @type {Match[]} */ ([])
    for (const condition of conditions) {
      const match = matchCondition(state, entry, index, column, condition, outer)
      if (match) found.push(match)
      else if (index.method === BTREE) found.push(...matchDerived(state, entry, index, column, condition, outer))
    }
    const equality = found.find((match) => match.bound.op === '=' && !match.bound.any) ?? found.find((match) => match.bound.op === '=') ?? found.find((match) => match.bound.op === 'isnull')
    if (equality && !(equality.bound.any && matches.some((match) => match.bound.any))) {
      matches.push(equality)
      if (equality.bound.op === '=' && !equality.bound.any) equal++
      continue
    }
    const lower = found.find((match) => match.strategy === 4 || match.strategy === 5)
    const upper = found.find((match) => match.strategy === 1 || match.strategy === 2)
    if (lower) matches.push(lower)
    if (upper) matches.push(upper)
    if (!lower && !upper) { const notNull = found.find((match) => match.bound.op === 'notnull'); if (notNull) matches.push(notNull) }
    break
  }
  if (matches.length === 0) return null
  return { matches, unique: index.unique && equal === index.keys.length && index.immediate !== false && !state.ctx.seesKeysTwice }
}

/** @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {number} column @param {Expr} condition @param {Set<number> | null} outer @returns {Match | null} */
function matchCondition(state, entry, index, column, condition, outer) {
  const key = index.keys[column]
  if (condition.kind === 'isnull') {
    if (index.method !== BTREE || state.view.testsFields(condition)) return null
    return isKey(entry, key, condition.arg) ? { bound: { column, op: condition.not ? 'notnull' : 'isnull', value: null }, condition, strategy: 0 } : null
  }
  if (condition.kind === 'anyall') {
    if (condition.all || !isKey(entry, key, condition.args[0]) || !isValue(state, entry, condition.args[1], outer)) return null
    const strategy = strategyOf(state, index, key, condition.oid)
    const element = state.view.elementType(state.view.baseType(condition.args[1].type))
    if (strategy !== 3 || !sameKeyType(state, key, element) || !keyFollows(state, key, condition)) return null
    return { bound: { column, op: '=', value: condition.args[1], any: true }, condition, strategy }
  }
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  let [left, right] = condition.args
  let { oid } = condition
  if (!isKey(entry, key, left)) {
    if (!isKey(entry, key, right)) return null
    const commuted = state.view.operator(oid)?.commutator
    if (!commuted) return null
    ;[left, right] = [right, left]
    oid = commuted
  }
  if (!isValue(state, entry, right, outer)) return null
  const strategy = strategyOf(state, index, key, oid)
  if (strategy === 0 || !sameKeyType(state, key, right.type)) return null
  if (!(strategy === 3 ? keyFollows(state, key, condition) : hasPlainOrder(state, key) && condition.inputCollation === undefined)) return null
  return { bound: { column, op: STRATEGY_OPS[strategy], value: right }, condition, strategy }
}

/** @param {PlanState} state @param {RangeEntry} entry @param {any} index @param {number} column @param {Expr} condition @param {Set<number> | null} outer @returns {Match[]} */
function matchDerived(state, entry, index, column, condition, outer) {
  const key = index.keys[column]
  return derivedBounds(state.catalog, condition).filter(({ left, value, oid }) => isKey(entry, key, left) && isValue(state, entry, value, outer) && sameKeyType(state, key, value.type) && hasPlainOrder(state, key)
    && key.family < 16384 && (oid === 0 ? TEXTS.has(state.view.baseType(plainType(key.typeOid))) : strategyOf(state, index, key, oid) !== 0)).map(({ strategy, op, value }) => ({ bound: { column, op, value }, condition, strategy }))
}

/** @param {PlanState} state @param {any} index @param {any} key @param {number} oid @returns {number} btree strategy of the operator in the key's family, 0 when it is not in it */
function strategyOf(state, index, key, oid) {
  // Entries are in the order of the type's own class, which that of a user's class is not.
  if (key.family >= 16384) return 0
  for (const member of state.catalog.familiesOf(oid)) {
    if (member.family !== key.family || member.method !== index.method) continue
    // A hash family has equality alone, and so has a bloom family of brin's; its others count like btree's.
    return member.method === BTREE || (member.method === BRIN && !isBloomFamily(key.family)) ? member.strategy : 3
  }
  return 0
}

/**
 * Whether what an equality holds equal is equal in a key: both go by one collation, or both by the texts' bytes, as every deterministic one does.
 * @param {PlanState} state @param {{ collation: number }} key @param {Expr} condition
 */
export function keyFollows(state, key, condition) {
  const input = condition.inputCollation ?? 0
  if (input < 0) return false
  const [own, asked] = [state.catalog.collator(key.collation), state.catalog.collator(input)]
  return own === asked || ((own === null || own.deterministic) && (asked === null || asked.deterministic))
}

/** Whether a key's order is C's: an index over texts of another collation finds equal ones, and does not order them. @param {PlanState} state @param {{ collation: number }} key */
export const hasPlainOrder = (state, key) => state.catalog.collator(key.collation) === null

const INTEGERS = new Set([20, 21, 23])
const TEXTS = new Set([19, 25, 1043])

/** The value's type must give the same key bytes as the column's: its own, a binary-compatible one, or another integer. @param {PlanState} state @param {any} key @param {number} type */
export function sameKeyType(state, key, type) {
  const own = state.view.baseType(plainType(key.typeOid))
  const other = type === 0 ? 0 : state.view.baseType(type)
  if (own === other || (INTEGERS.has(own) && INTEGERS.has(other))) return true
  if (TEXTS.has(own) && TEXTS.has(other)) return true
  if (own === 1042 || other === 1042) return false
  return state.view.binaryCoercible(own, other) && state.view.type(own).category === state.view.type(other).category
}

/** @param {RangeEntry} entry @param {any} key @param {Expr} expr @returns {boolean} */
export function isKey(entry, key, expr) {
  let inner = expr
  while (inner.kind === 'relabel' || inner.kind === 'collate') inner = inner.arg
  if (key.attnum) return inner.kind === 'column' && inner.rt === entry.rt && inner.attnum === key.attnum
  if (!key.expr) return false
  const wanted = exprKey(overRow(asInlined(key.expr), entry.rt))
  return exprKey(inner) === wanted || exprKey(expr) === wanted
}

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr} expr @param {Set<number> | null} outer */
export function isValue(state, entry, expr, outer) {
  if (expr.kind === 'const' || expr.kind === 'param') return true
  const rts = freeRts(expr)
  if (rts.has(entry.rt)) return false
  if (outer !== null) for (const rt of rts) if (state.localRts.has(rt) && !outer.has(rt)) return false
  return !state.isVolatile(expr) && !contains(expr, (node) => node.kind === 'sublink' && freeRts(node).size > 0)
}
