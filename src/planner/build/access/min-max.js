/**
 * min, max and other aggregates with a sort operator where an index (of a tree of tables, one of each) has its order:
 * the first entry, or the last one, instead of every row. Each aggregate becomes a subquery `SELECT expression FROM
 * table WHERE … AND expression IS NOT NULL ORDER BY expression LIMIT 1`, and the query a single row made of them.
 */
import { conjunction, conjuncts, exprKey, rebuild, walk } from '../../expr-tools.js'
import { copyTree } from '../../rewrite/copy.js'
import { orderOf } from '../../../catalog/operator-classes.js'
import { relationSize } from '../estimates/estimate.js'
import { isKey } from './keys.js'
import { varies } from './ordering.js'
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/expr.js').Aggref} Aggref */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

const BOOL = 16
const INT8 = 20

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {(query: Query) => Steps<import('../state.js').Planned>} plan
 * @param {(query: Query) => Steps<PlanNode>} readAll the plan that reads all the rows
 * @returns {Steps<Query | null>} what to plan instead; null: rows are to be read
 */
export function* byIndexEnds(state, query, plan, readAll) {
  if (
    !query.hasAggregates || query.groupBy.length > 0 || query.groupingSets !== null || query.hasWindowCalls
    || query.hasSetReturning || query.locks.length > 0 || query.ctes.length > 0
  )
    return null
  const [only] = query.from
  if (query.from.length !== 1 || only.kind !== 'entry') return null
  const entry = query.entries.find(({ rt }) => rt === only.rt)
  if (
    entry?.kind !== 'relation' || query.entries.length !== 1 || entry.sample || state.isVolatile(query.where)
  )
    return null
  const calls = aggregatesOf(query)
  if (calls === null) return null
  /** @type {Map<string, unknown>} */
  const links = new Map()
  let cost = 0
  for (const call of calls) {
    const key = exprKey(call)
    if (links.has(key)) continue
    const end = endOf(state, call)
    if (end === null || !isIndexed(entry, call.args[0])) return null
    const found = (yield* byIndex(state, query, call.args[0], end, plan))
    if (found === null) return null
    const { inner, trial } = found
    cost += trial.node.estimate.totalCost
    // Of one that is refused, what is planned when is told.
    if (state.ctx.again === null) state.trials.set(inner, trial)
    links.set(key, {
      kind: 'sublink', link: 'expr', test: null, testColumns: [], query: inner, correlated: false, plan: null,
      type: call.type, typmod: call.typmod, collation: call.collation, location: call.location,
    })
  }
  if (cost > leastCost(query, entry) && cost > (yield* readAll(query)).estimate.totalCost) return null
  const replaced = (/** @type {any} */ root) =>
    rebuild(root, (node) => (node.kind === 'agg' ? links.get(exprKey(node)) : undefined))
  return {
    ...query, entries: [], from: [], where: replaced(query.having), having: null,
    targets: query.targets.map((target) => ({ ...target, expr: replaced(target.expr) })), hasAggregates: false,
    grouped: false,
  }
}

/**
 * What reading all rows costs at least, told without a plan for it: where nothing is said of them.
 * @param {Query} query @param {import('../../../catalog/query.js').RangeEntry} entry
 */
function leastCost({ where }, { relation, tree }) {
  /** @type {RelationDesc[]} */
  const tables = tree ?? [relation]
  if (where !== null || tables.some(({ kind }) => kind === 'f')) return 0
  return tables.reduce((sum, table) => sum + (table.kind === 'p' ? 0 : relationSize(table).rows * INDEX_TUPLE_COST), 0)
}
const INDEX_TUPLE_COST = 0.005

/** The query's aggregates, if all are alike enough. @param {Query} query @returns {Aggref[] | null} */
function aggregatesOf({ targets, having }) {
  /** @type {any[]} */
  const calls = []
  let isPlain = true
  walk([targets.map(({ expr }) => expr), having], (node) => {
    if (node.kind === 'sublink') isPlain = false
    if (node.kind !== 'agg') return false
    calls.push(node)
    return true
  })
  return isPlain
    && calls.every(
      (call) =>
        call.levelsUp === 0 && call.args.length === 1 && call.filter === null && call.orderBy.length === 0
        && call.directArgs.length === 0 && varies(call.args[0]),
    )
    ? calls
    : null
}

/** @typedef {{ largest: boolean, opOid: number }} End of an order that an aggregate gives */

/** @param {PlanState} state @param {Aggref} call @returns {End | null} null: it has no sort operator */
function endOf({ catalog }, call) {
  const opOid = catalog.aggregate(call.oid)?.sortOperator ?? 0
  if (opOid === 0) return null
  const order = orderOf(catalog, opOid)
  return order === undefined ? null : { largest: order.desc, opOid }
}

/**
 * Whether it is worth a try: some index of each table knows the expression.
 * @param {import('../../../catalog/query.js').RangeEntry} entry @param {Expr} expr
 */
function isIndexed(entry, expr) {
  if (entry.tree) return entry.tree.every((/** @type {RelationDesc} */ { indexes }) => indexes.length > 0)
  return entry.relation.indexes
    .some((/** @type {IndexDesc} */ index) => index.keys.some((key) => isKey(entry, key, expr)))
}

/**
 * The first row of the order by an index; nulls are not in it, so the index may have them at either end.
 * @param {PlanState} state @param {Query} query @param {Expr} expr @param {End} end
 * @param {(query: Query) => Steps<import('../state.js').Planned>} plan
 * @returns {Steps<{ inner: Query, trial: import('../state.js').Planned } | null>}
 */
function* byIndex(state, query, expr, end, plan) {
  for (const nullsFirst of [end.largest, !end.largest]) {
    const inner = copyTree(state.ctx, firstOf(query, expr, end, nullsFirst), { outerCtes: 'shared' })
    const trial = yield* plan(inner)
    if (trial.node.node !== 'limit') return null
    const { input } = trial.node
    // Without an index that has the order there is a sort, or a lookup of one row, which costs the same either way.
    if (input.node === 'indexScan' ? !input.uniqueMatch : input.node === 'treeScan' && input.order !== undefined)
      return { inner, trial }
  }
  return null
}

/** @param {Query} query @param {Expr} expr @param {End} end @param {boolean} nullsFirst @returns {Query} */
function firstOf(query, expr, { largest, opOid }, nullsFirst) {
  const isThere = /** @type {any} */ ({
    kind: 'isnull', arg: expr, not: true, type: BOOL, typmod: -1, collation: 0, location: -1,
  })
  const known = conjuncts(query.where).some((condition) => exprKey(condition) === exprKey(isThere))
  return {
    ...query,
    where: known ? query.where : conjunction([...conjuncts(query.where), isThere]),
    targets: [{ expr, name: 'min_max', resjunk: false, tableOid: 0, attnum: 0 }],
    orderBy: [{ target: 0, desc: largest, nullsFirst, opOid, collation: expr.collation }],
    limit: /** @type {any} */ ({ kind: 'const', value: 1, type: INT8, typmod: -1, collation: 0, location: -1 }),
    offset: null,
    withTies: false,
    distinct: null,
    having: null,
    hasAggregates: false,
    grouped: false,
  }
}
