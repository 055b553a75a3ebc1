/**
 * WITH queries: kept and read by number, or merged into the one place that names them; recursive ones as a recursive
 * union over a work table.
 */
import { columnsOf, conjunction, contains, freeRts, walk } from '../expr-tools.js'
import { selectivity } from './estimates/selectivity.js'
import { setOperationSides } from './set-operations.js'
import { recursiveUnionRefused } from '../../errors/planning.js'
import { isHashable } from './group-sequence.js'
import { copyTree } from '../rewrite/copy.js'
/** @import { PlanNode } from '../plan.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('./state.js').Planned} Planned */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {import('../../catalog/query.js').CteEntry} CteEntry */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */

/**
 * Data-modifying WITH queries run whether or not anybody reads them.
 * @param {PlanState} state
 * @param {CteEntry[]} ctes
 * @returns {Steps<void>}
 */
export function* planWritingCtes(state, ctes) {
  for (const cte of ctes) state.cteOf.set(cte.id, cte)
  for (const cte of ctes) if (cte.query.command !== 'select') yield* keep(state, cte)
}

/** Column names, for EXPLAIN. @param {RangeEntry} entry */
export const names = (entry) => entry.columns.map((column) => column.name)

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} conditions
 * @param {(state: PlanState, entry: RangeEntry, conditions: Expr[]) => Steps<PlanNode>} planSubquery
 * @returns {Steps<PlanNode>}
 */
export function* planCte(state, entry, conditions, planSubquery) {
  const named = /** @type {CteEntry} */ (entry.cte)
  const cte = state.cteOf.get(named.id) ?? named
  const types = cte.columns.map((column) => column.type)
  const fraction = selectivity(state, conditions)
  const filter = conjunction(conditions)
  if (entry.selfReference) {
    const recursion = state.recursions.get(cte.id)
    return state.node(
      { node: 'workTableScan', rt: entry.rt, recursion, alias: entry.alias, names: names(entry), filter, types },
      10 * fraction, 1, 0, 8 * types.length,
    )
  }
  if (state.streamed.has(cte.id)) return yield* stream(state, entry, cte, filter, fraction)
  if (inlined(state, cte) && mayRepeat(state, cte, entry.rt))
    return yield* planSubquery(
      state, { ...entry, kind: 'subquery', query: inlinedQuery(state, cte, entry.rt) }, conditions,
    )
  const index = yield* keep(state, cte)
  const rows = state.ctes[index].plan.estimate.rows
  return state.node(
    {
      node: 'cteScan', rt: entry.rt, cte: index, alias: entry.alias, names: names(entry), filter, types,
      captured: state.ctes[index].captured,
    },
    rows * fraction,
    rows * 0.02,
    0,
    8 * types.length,
  )
}

/**
 * Not what is named twice and reads a work table: one round's rows are read once.
 * @param {PlanState} state
 * @param {CteEntry} cte
 */
export const inlined = (state, cte) =>
  cte.materialize !== 'always' && !cte.recursive && cte.query.command === 'select' && cte.query.locks.length === 0
  && (cte.references <= 1
    || (cte.materialize === 'never' && !contains(cte.query, (node) => node.selfReference === true)))
  && !state.isVolatile(cte.query)

/**
 * NOT MATERIALIZED is a wish. WITH queries that each name the one before twice would be planned, and run, two to the
 * power of their number: beyond so many repetitions in one statement they are kept, which gives the same rows.
 * @param {PlanState} state
 * @param {CteEntry} cte
 * @param {number} rt
 */
function mayRepeat(state, cte, rt) {
  const first = state.inlinedAt.get(cte.id)
  return first === undefined || first === rt || state.repeatedCtes++ < REPEATED_MAX
}

const REPEATED_MAX = 64

/**
 * The query of a WITH query merged where `rt` stands; in more places than one, each has range-table entries of its own.
 * @param {PlanState} state
 * @param {CteEntry} cte
 * @param {number} rt
 */
function inlinedQuery(state, cte, rt) {
  const first = state.inlinedAt.get(cte.id) ?? rt
  state.inlinedAt.set(cte.id, first)
  return first === rt ? cte.query : copyTree(state.ctx, cte.query, { outerCtes: 'shared' })
}

/**
 * PostgreSQL plans what is named, if only by a query that nobody reads. The plan keeps the error.
 * @param {PlanState} state
 * @param {CteEntry[]} ctes
 */
export function checkRecursiveUnions(state, ctes) {
  for (const { recursive, references, query } of ctes) {
    if (
      recursive && references > 0 && query.setOperation && !query.setOperation.all
      && query.setOperation.columns.some((column) => !isHashable(state, column.type, true))
    )
      state.failure ??= recursiveUnionRefused()
  }
}

/**
 * A WITH query that is all the FROM of the query it belongs to, and named nowhere else, hands its rows on as it finds
 * them: a LIMIT above ends even a recursion that never would, and of one that is not merged no row is computed that
 * nobody reads. (The latter in the statement's own query alone: others may be asked again, and its rows are to stay the
 * same.)
 * @param {PlanState} state
 * @param {import('../../catalog/query.js').Query} query
 * @param {boolean} atTop the statement's own query
 */
export function noteStreamed(state, query, atTop) {
  const [only] = query.from
  if (query.ctes.length === 0 || query.from.length !== 1 || only.kind !== 'entry') return
  const entry = state.entries.get(only.rt)
  const cte = entry?.cte
  if (
    cte
    && (cte.recursive
      || (atTop
        && (query.limit !== null || state.wantsFewRows)
        && cte.query.command === 'select'
        && !inlined(state, cte)))
    && !entry.selfReference && cte.references === 1 && query.ctes.some((own) => own.id === cte.id)
  )
    state.streamed.add(cte.id)
}

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {CteEntry} cte
 * @param {Expr | null} filter
 * @param {number} fraction
 * @returns {Steps<PlanNode>}
 */
function* stream(state, entry, cte, filter, fraction) {
  const before = state.localRts
  state.localRts = new Set()
  const { node, outputs } = cte.recursive ? yield* planRecursive(state, cte) : yield* state.planQuery(cte.query)
  state.localRts = before
  return state.node(
    { node: 'subqueryScan', rt: entry.rt, alias: entry.alias, names: names(entry), input: node, outputs, filter },
    node.estimate.rows * fraction, node.estimate.totalCost + node.estimate.rows * 0.01, node.estimate.startupCost,
    node.estimate.width,
  )
}

/** @param {PlanState} state @param {CteEntry} cte @returns {Steps<number>} index in PlannedStatement.ctes */
function* keep(state, cte) {
  const known = state.cteIndex.get(cte.id)
  if (known !== undefined) return known
  const before = state.localRts
  state.localRts = new Set()
  const { node, outputs } = cte.recursive
    ? yield* planRecursive(state, cte)
    : cte.query.command === 'select'
      ? yield* state.planQuery(cte.query)
      : yield* state.planWrite(cte.query)
  state.localRts = before
  const index = state.ctes.length
  state.cteIndex.set(cte.id, index)
  state.ctes.push({
    name: cte.name, plan: node, outputs, types: cte.columns.map((column) => column.type), recursive: cte.recursive,
    materialized: true, modifies: cte.query.command !== 'select', captured: captured(state, cte),
  })
  return index
}

/**
 * Columns of queries around it that a WITH query uses, by way of other WITH queries too.
 * @param {PlanState} state
 * @param {CteEntry} cte
 * @returns {Expr[]}
 */
function captured(state, cte) {
  const free = freeRts(cte.query)
  const found = columnsOf(cte.query).filter((column) => free.has(column.rt))
  walk(cte.query, (node) => {
    if (node.kind !== 'cte' || !node.cte || node.selfReference) return
    const index = state.cteIndex.get(node.cte.id)
    // One that is merged where it is named captures for who names it.
    found.push(
      ...(index === undefined ? captured(state, state.cteOf.get(node.cte.id) ?? node.cte) : state.ctes[index].captured),
    )
  })
  return found
}

/** @param {PlanState} state @param {CteEntry} cte @returns {Steps<Planned>} */
function* planRecursive(state, cte) {
  const operation = cte.query.setOperation
  if (!operation) throw new Error('a recursive query is a union')
  const recursion = state.nextRecursion++
  state.recursions.set(cte.id, recursion)
  const { left, right } = yield* setOperationSides(state, operation)
  const rows = left.input.estimate.rows + right.input.estimate.rows * 10
  const node = state.node(
    {
      node: 'recursiveUnion', recursion, all: operation.all, base: left, step: right,
      types: operation.columns.map((column) => state.catalog.collatedType(column.type, column.collation)),
    },
    rows,
    left.input.estimate.totalCost + right.input.estimate.totalCost * 10,
    0,
    8 * operation.columns.length,
  )
  return {
    node,
    outputs: operation.columns.map((column, index) => ({
      kind: 'slot', node: node.id, index, type: column.type, typmod: column.typmod, collation: column.collation,
      location: -1,
    })),
  }
}

