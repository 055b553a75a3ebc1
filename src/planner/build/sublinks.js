/**
 * Subqueries left in expressions get their plans. Run over a finished plan: replaces `query` by `plan` and says whether
 * it depends on the row around.
 */
import { isTired } from '../../util/effort.js'
import { conjunction, contains, rebuild, freeRts, walk } from '../expr-tools.js'
import { childrenOf, kindOf } from '../plan-nodes.js'
import { hashedExists, isNotNull } from './hashed-exists.js'
import { existenceOf } from './joins/existence.js'

/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../plan.js').PlanNode} PlanNode */
/** @typedef {import('../../catalog/expr.js').SubLink} SubLink */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/**
 * @template T
 * @param {PlanState} state
 * @param {T} root plan node, expression or list
 * @param {number} [rows] for which an expression is computed
 * @returns {Steps<T>}
 */
export function* planSublinks(state, root, rows = 1) {
  /** @type {any[]} */
  const found = []
  walk(root, (node) => {
    if (node.kind !== 'sublink' || node.plan) return false
    found.push(node)
    return true
  })
  if (found.length === 0) return root
  const calls = found.some(({ link }) => link === 'exists') ? callsIn(root, rows) : null
  for (let at = 0; at < found.length; at++) {
    found[at] = yield* planSublink(state, found[at], calls?.get(found[at]) ?? rows)
    if (isTired()) yield
  }
  let next = 0
  return rebuild(root, (node) => node.kind !== 'sublink' || node.plan ? undefined : found[next++])
}

/** @param {PlanState} state @param {SubLink} sublink @param {number} calls @returns {Steps<any>} */
function* planSublink(state, sublink, calls) {
  // What computed nodes of the query around give is already a slot.
  const query = sublink.link === 'exists' ? existenceOf(sublink.query) : sublink.query
  const correlated = freeRts(query).size > 0 || contains(query, (child) => child.kind === 'slot')
  const trial = state.trials.get(query)
  // Nodes stand in one place.
  state.trials.delete(query)
  const planned = trial ?? (yield* state.planQuery(query))
  if (correlated && sublink.link === 'exists') {
    const asked = yield* inSet(state, sublink, query, planned.node.estimate, calls)
    if (asked !== null) return asked
  }
  const test = yield* planSublinks(state, sublink.test)
  return { ...sublink, query: null, test, plan: yield* below(state, planned), correlated }
}

/**
 * @param {PlanState} state
 * @param {import('./state.js').Planned} planned
 * @returns {Steps<{ root: any, outputs: import('../../catalog/expr.js').Expr[] }>}
 */
function* below(state, { node, outputs }) {
  return { root: yield* planSublinks(state, node), outputs: yield* planSublinks(state, outputs, node.estimate.rows) }
}

/** What asking a set costs. */
const LOOK_COST = 0.005
/** And what it costs to put a row into one. */
const KEEP_COST = 0.02

/**
 * A correlated EXISTS as a question to a set of rows; null where running it for each row costs less, or it is none.
 * @param {PlanState} state @param {SubLink} link @param {Query} query
 * @param {import('../plan.js').Estimate} once what a run for one row costs @param {number} calls
 * @returns {Steps<import('../../catalog/expr.js').Expr | null>}
 */
function* inSet(state, link, query, once, calls) {
  const perRow = once.startupCost + (once.totalCost - once.startupCost) / Math.max(1, once.rows)
  if (calls <= 2) return null
  const hashed = hashedExists(state, query)
  if (hashed === null) return null
  const whole = yield* state.planQuery(hashed.query)
  const { rows, totalCost } = whole.node.estimate
  if (totalCost + rows * KEEP_COST + calls * LOOK_COST >= calls * perRow) return null
  const test = hashed.test
  const plan = yield* below(state, whole)
  const testColumns = plan.outputs.map((_, at) => at)
  /** @type {SubLink} */
  const asked = { ...link, link: 'any', query: null, test, testColumns, plan, correlated: false }
  return conjunction([...hashed.given.map(isNotNull), asked])
}

/**
 * For about how many rows each subquery of a plan is asked.
 * @param {unknown} root plan node, expression or list @param {number} rows of an expression
 * @returns {Map<SubLink, number>}
 */
function callsIn(root, rows) {
  /** @type {Map<SubLink, number>} */
  const calls = new Map()
  /** @param {unknown} part @param {number} count */
  const note = (part, count) => walk(part, (node) => {
    if (node.kind === 'sublink') calls.set(node, Math.max(count, calls.get(node) ?? 0))
    return node.kind === 'sublink'
  })
  /** @param {PlanNode} node */
  const visit = (node) => {
    const children = childrenOf(node)
    const count = Math.max(...children.map((child) => child.estimate.rows), SHARE_ASKED * node.estimate.rows)
    const nested = new Set(/** @type {string[]} */ (kindOf(node).children))
    for (const [field, value] of Object.entries(node)) {
      if (!nested.has(field)) note(value, count)
      else for (const item of [value].flat()) if (item?.input) note(item.outputs ?? null, item.input.estimate.rows)
    }
    for (const child of children) visit(child)
  }
  if (root !== null && typeof root === 'object' && 'node' in root) visit(/** @type {PlanNode} */ (root))
  else note(root, rows)
  return calls
}

/** Of those it is asked for, half are taken to pass. */
const SHARE_ASKED = 2
