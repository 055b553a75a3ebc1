/**
 * Which outputs of a query are computed for every row before it is sorted, and which only for the rows that come out.
 * It shows in errors and in volatile calls, so the choice is PostgreSQL's: everything is computed before, except what
 * is volatile or gives sets and, where few rows are wanted (or the sort has something put off anyway), what is
 * expensive. What can neither fail nor have an effect is put off too, since nobody can tell.
 */
import { contains, walk } from '../expr-tools.js'
import { mayFail } from '../failing.js'
import { callsOf } from './estimates/expression-cost.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./state.js').PlanState} PlanState */

/** Calls beyond which an output is expensive. */
const EXPENSIVE = 10

/** Whether a call in it gives sets; what a subquery inside does is its own business. @param {Expr | Expr[]} expr */
export function isSet(expr) {
  let found = false
  walk(expr, (node) => {
    if ((node.kind === 'func' || node.kind === 'op') && node.retset) found = true
    return found || node.kind === 'sublink'
  })
  return found
}

/** Sets are made of sorted rows, unless one of them is sorted by. @param {Query} query */
export function setsFollowSort(query) {
  if (!query.hasSetReturning || query.orderBy.length === 0) return false
  const { targets } = query
  const keys = [
    ...query.orderBy.map((key) => targets[key.target].expr), ...(query.distinct ?? []).map((at) => targets[at].expr),
    ...query.groupBy,
    ...query.windows.flatMap((window) => [...window.partitionBy, ...window.orderBy.map((key) => key.expr)]),
  ]
  return !keys.some(isSet)
}

/**
 * Places of the outputs that are computed before the sort.
 * @param {PlanState} state
 * @param {Query} query
 * @param {Expr[]} targets as they stand over the rows to sort
 * @param {boolean} setsWait sets are made after the sort
 */
export function beforeSort(state, query, targets, setsWait) {
  const keys = new Set([...query.orderBy.map((key) => key.target), ...query.distinct ?? []])
  const others = query.targets
    .map((_, at) => at)
    .filter((at) => !keys.has(at) && !isPlain(targets[at]) && !isSet(targets[at]))
  if (others.length === 0) return others
  const { catalog } = state
  const isChanging = new Set(others.filter((at) => hasEffect(state, query.targets[at].expr)))
  const putsOff = setsWait || isChanging.size > 0 || query.limit !== null || state.wantsFewRows
  return others.filter(
    (at) =>
      !isChanging.has(at) && !(putsOff && callsOf(catalog, query.targets[at].expr) > EXPENSIVE)
      && mayFail(catalog, targets[at]),
  )
}

/**
 * Places of the outputs of which somebody can tell whether they were computed for a row.
 * @param {PlanState} state
 * @param {Expr[]} targets
 */
export const noticeable = (state, targets) =>
  targets
    .map((_, at) => at)
    .filter((at) => !isPlain(targets[at]) && (mayFail(state.catalog, targets[at]) || state.isVolatile(targets[at])))

/**
 * Places of targets that are computed before a row is locked: what they change of it passes it by, and a row that is
 * skipped has had them, too.
 * @param {PlanState} state @param {Expr[]} targets
 */
export const beforeLock = (state, targets) =>
  targets.map((_, at) => at).filter((at) => state.isVolatile(targets[at])
    && !contains(targets[at], (node) => node.kind === 'sublink'))

/** @param {Expr} expr */
export const isPlain = (expr) =>
  expr.kind === 'column' || expr.kind === 'slot' || expr.kind === 'const' || expr.kind === 'param'

/**
 * A volatile call outside of subqueries, which PostgreSQL's planner does not look into here.
 * @param {PlanState} state
 * @param {Expr} expr
 */
function hasEffect(state, expr) {
  if (!state.isVolatile(expr)) return false
  if (!contains(expr, (node) => node.kind === 'sublink')) return true
  let found = false
  walk(expr, (node) => {
    if (node.kind === 'sublink') { found ||= node.test !== null && hasEffect(state, node.test); return true }
    const oid = node.kind === 'func' ? node.oid : node.funcOid
    if (oid !== undefined && state.catalog.func(oid)?.volatility === 'v') found = true
    return found
  })
  return found
}
