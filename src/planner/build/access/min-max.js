/**
 * min and max of one table's column where an index has its order: the index's first entry, or its last one, instead of
 * every row. Each aggregate becomes a subquery `SELECT column FROM table WHERE … AND column IS NOT NULL ORDER BY column
 * LIMIT 1`, and the query a single row made of them.
 */
import { conjunction, conjuncts, exprKey, rebuild, walk } from '../../expr-tools.js'
import { copyTree } from '../../rewrite/copy.js'
import { plainType } from '../../../types/collation/types.js'
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/expr.js').Aggref} Aggref */
/** @typedef {import('../../../catalog/query.js').Query} Query */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

const PG_CATALOG = 11
const BOOL = 16
const INT8 = 20
const VARCHAR = 1043

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
    entry?.kind !== 'relation' || query.entries.length !== 1 || entry.tree || entry.sample
    || state.isVolatile(query.where)
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
    const column = /** @type {import('../../../catalog/expr.js').Column | null} */ (keyColumn(call.args[0]))
    const largest = direction(state, call)
    if (
      column === null || largest === null || column.rt !== entry.rt
      || !entry.relation.indexes.some((/** @type {IndexDesc} */ index) => index.keyAttnums.includes(column.attnum))
    )
      return null
    const inner = copyTree(state.ctx, endOf(state, query, column, largest), { outerCtes: 'shared' })
    const trial = (yield* plan(inner)).node
    // Without an index that has the order there is a sort, or a lookup of one row, which costs the same either way.
    if (trial.node !== 'limit' || trial.input.node !== 'indexScan' || trial.input.uniqueMatch) return null
    cost += trial.estimate.totalCost
    links.set(key, {
      kind: 'sublink', link: 'expr', test: null, testColumns: [], query: inner, correlated: false, plan: null,
      type: call.type, typmod: call.typmod, collation: call.collation, location: call.location,
    })
  }
  if (cost > (yield* readAll(query)).estimate.totalCost) return null
  const replaced = (/** @type {any} */ root) =>
    rebuild(root, (node) => (node.kind === 'agg' ? links.get(exprKey(node)) : undefined))
  return {
    ...query, entries: [], from: [], where: replaced(query.having), having: null,
    targets: query.targets.map((target) => ({ ...target, expr: replaced(target.expr) })), hasAggregates: false,
    grouped: false,
  }
}

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
        && call.directArgs.length === 0,
    )
    ? calls
    : null
}

/** Is it max (true) or min (false)? @param {PlanState} state @param {any} call @returns {boolean | null} neither */
function direction(state, call) {
  const info = state.catalog.function(call.oid)
  if (info === null || info === undefined || info.namespaceOid !== PG_CATALOG) return null
  return info.name === 'max' ? true : info.name === 'min' ? false : null
}

/** A column, or a varchar one read as text. @param {any} arg @returns {any} */
function keyColumn(arg) {
  if (arg.kind === 'relabel' && plainType(arg.arg.type) === VARCHAR) return keyColumn(arg.arg)
  return arg.kind === 'column' && arg.attnum > 0 ? arg : null
}

/** @param {PlanState} state @param {Query} query @param {any} column @param {boolean} largest @returns {Query} */
function endOf(state, query, column, largest) {
  const ops = state.catalog.orderingOps(column.type)
  const isThere = /** @type {any} */ ({
    kind: 'isnull', arg: column, not: true, type: BOOL, typmod: -1, collation: 0, location: -1,
  })
  const known = conjuncts(query.where).some((condition) => exprKey(condition) === exprKey(isThere))
  return {
    ...query,
    where: known ? query.where : conjunction([...conjuncts(query.where), isThere]),
    targets: [{ expr: column, name: 'min_max', resjunk: false, tableOid: 0, attnum: 0 }],
    orderBy: [
      {
        target: 0, desc: largest, nullsFirst: largest, opOid: (largest ? ops?.gt : ops?.lt) ?? 0,
        collation: column.collation,
      },
    ],
    limit: /** @type {any} */ ({ kind: 'const', value: 1, type: INT8, typmod: -1, collation: 0, location: -1 }),
    offset: null,
    withTies: false,
    distinct: null,
    having: null,
    hasAggregates: false,
    grouped: false,
  }
}
