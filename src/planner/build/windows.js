/**
 * Window calls: what they partition, order and take as arguments is computed once by a Project; then one WindowAgg per
 * window, with a sort in between where the rows are not yet in its order.
 *
 * The windows' order is PostgreSQL's, since it shows in the order of rows nobody sorted: sort clauses are numbered as
 * the text introduces them (ORDER BY, GROUP BY, DISTINCT, then the windows), windows with the higher numbers come first
 * and, of two with a common beginning, the longer one.
 */
import { rebuild, walk, exprKey } from '../expr-tools.js'
import { slotRef } from './state.js'
import { scanInOrder } from './access/group-order.js'
import {
  costOfRows, inOrder as inOrderOf, incrementalSort, presortedKeys, sortNode, sortedByFirst,
} from './access/ordering.js'
import { groupCount } from './estimates/estimate.js'
import { COUNTING } from './run-conditions.js'

/** @import { PlanNode } from '../plan.js' */
/** @import { Column, SlotRef } from '../../catalog/expr.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/expr.js').SortKey} SortKey */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../catalog/query.js').WindowSpec} WindowSpec */

/**
 * @param {PlanState} state
 * @param {WindowSpec[]} specs
 * @param {PlanNode} input
 * @param {Expr[]} original targets
 * @param {Expr[]} clauses what ORDER BY, GROUP BY and DISTINCT mention, in that order
 * @param {number | null} wanted rows, as rowsWanted gives them
 * @returns {{ node: PlanNode, targets: Expr[], ordering: SortKey[] }} ordering: how the rows come out
 */
export function planWindows(state, specs, input, original, clauses, wanted) {
  const made = computeInputs(state, specs, input, original, clauses)
  let { node, targets } = made
  /** @type {SortKey[]} */
  let ordering = []
  for (const { window, keys, index } of inOrder(state, made.windows, made.clauses)) {
    /** @type {any[]} */
    const calls = []
    const found = new Map()
    /** @param {unknown} root */
    const collect = (root) => walk(root, (child) => {
      if (child.kind === 'sublink') { collect(child.test); return true }
      if (child.kind !== 'window' || child.window !== index) return false
      const key = exprKey(child)
      if (!found.has(key)) { found.set(key, calls.length); calls.push({ ...child, slot: calls.length }) }
      return false
    })
    collect(targets)
    if (calls.length === 0) continue
    const isRunning = calls.every((call) => COUNTING.has(call.oid) || (call.aggregate && runs(window.frame)))
    const share = shareAtOnce(state, window, isRunning, node.estimate.rows)
    if (!startsWith(ordering, keys)) {
      node = sortedFor(
        state, node, node === made.node, keys,
        wanted === null || wanted === Infinity ? wanted : wanted + share * node.estimate.rows,
      )
      ordering = keys
    }
    const { rows, totalCost, startupCost, width } = node.estimate
    const agg = state.node(
      {
        node: 'windowAgg', input: node, partitionBy: window.partitionBy, orderBy: window.orderBy, frame: window.frame,
        calls, carry: [], isRunning, runCondition: null,
      },
      rows,
      totalCost + rows * 0.0025 * (calls.length + keys.length),
      startupCost + (totalCost - startupCost) * share,
      width + 8 * calls.length,
    )
    targets = rebuildOwn(targets, (child) =>
      child.kind === 'window' && child.window === index ? slotRef(agg.id, found.get(exprKey(child)), child) : undefined,
    )
    node = agg
  }
  return { node, targets, ordering }
}

/** Whether a frame is the partition up to the current row or its peers. @param {WindowSpec['frame']} frame */
const runs = ({ start, end, exclude }) =>
  start.kind === 'unboundedPreceding' && end.kind === 'current' && exclude === 'none'

/**
 * Which share of the rows is read before one is given out, when they come in the window's order.
 * @param {PlanState} state
 * @param {WindowSpec} window
 * @param {boolean} isRunning
 * @param {number} rows
 */
function shareAtOnce(state, window, isRunning, rows) {
  const keys = isRunning ? [...window.partitionBy, ...window.orderBy.map((key) => key.expr)] : window.partitionBy
  return keys.length === 0 ? isRunning && window.frame.mode === 'rows' ? 0 : 1 : 1 / groupCount(state, keys, rows)
}

/**
 * Rows in a window's order: sorted, by an index that gives the order, or its first keys.
 * @param {PlanState} state
 * @param {PlanNode} node
 * @param {boolean} isInput nothing was done to the rows for other windows
 * @param {SortKey[]} keys @param {number | null} wanted
 */
function sortedFor(state, node, isInput, keys, wanted) {
  const costOf = (/** @type {import('./access/ordering.js').Estimate} */ estimate) => costOfRows(estimate, wanted)
  const presorted = presortedKeys(state, node, keys)
  /** @type {any[]} */
  const ways = [sortNode(state, node, keys, null)]
  if (presorted > 0 && presorted < keys.length) ways.push(incrementalSort(state, node, keys, presorted, null))
  if (isInput) ways.push(wanted === Infinity ? scanInOrder(state, node, keys) : inOrderOf(state, node, keys, costOf))
  if (isInput && wanted !== Infinity) ways.push(sortedByFirst(state, node, keys, null, costOf))
  return ways
    .filter((way) => way !== null)
    .reduce((best, way) => (costOf(way.estimate) < costOf(best.estimate) ? way : best))
}

/** @param {Expr} expr */
const isPlain = (expr) => expr.kind === 'column' || expr.kind === 'slot'

/**
 * As rebuild, but a subquery's window calls are its own.
 * @template T
 * @param {T} root
 * @param {(node: Expr) => Expr | undefined} replace
 * @returns {T}
 */
const rebuildOwn = (root, replace) => rebuild(root, (child) => {
  if (child.kind !== 'sublink') return replace(child)
  const test = rebuildOwn(child.test, replace)
  return test === child.test ? child : { ...child, test }
})

/**
 * Everything that is not a plain column becomes a slot below the windows.
 * @param {PlanState} state
 * @param {WindowSpec[]} specs
 * @param {PlanNode} input
 * @param {Expr[]} targets
 * @param {Expr[]} clauses
 */
function computeInputs(state, specs, input, targets, clauses) {
  /** @type {Expr[]} */
  const outputs = []
  /** @type {any[]} */
  const slots = []
  const places = new Map()
  const id = state.nextNode++
  /** @param {Expr} expr @param {boolean} [always] @returns {Column | SlotRef} */
  const slotOf = (expr, always = false) => {
    if (isPlain(expr) && !always) return expr
    const key = state.isVolatile(expr) && !always ? outputs.length : exprKey(expr)
    let at = places.get(key)
    if (at === undefined) {
      at = outputs.length
      places.set(key, at)
      outputs.push(expr)
      slots.push(slotRef(id, at, expr))
    }
    return slots[at]
  }
  const windows = specs.map((window) => {
    const { frame } = window
    const byValue = frame.mode === 'range' && (frame.start.offset !== null || frame.end.offset !== null)
    return {
      ...window,
      partitionBy: window.partitionBy.map((expr) => (isPlain(expr) ? expr : slotOf(expr, true))),
      orderBy: window.orderBy.map((key) => ({
        ...key,
        expr: isPlain(key.expr) && !byValue ? key.expr : slotOf(key.expr, true),
      })),
    }
  })
  const rewritten = rebuildOwn(targets, (child) => {
    if (child.kind !== 'window') return undefined
    const filter = child.filter === null ? null : slotOf(child.filter)
    const args = child.args.map((/** @type {Expr} */ arg) =>
      arg.kind === 'const' || arg.kind === 'param' ? arg : slotOf(guarded(arg, child.filter)),
    )
    return { ...child, args, filter }
  })
  if (outputs.length === 0) return { node: input, targets: rewritten, windows, clauses }
  const { rows, totalCost, startupCost, width } = input.estimate
  const node = {
    ...state.node(
      { node: 'project', input, outputs }, rows, totalCost + rows * 0.0025 * outputs.length, startupCost,
      width + 8 * outputs.length,
    ),
    id,
  }
  return {
    node, targets: rewritten, windows,
    clauses: clauses.map((expr) => (places.has(exprKey(expr)) ? slots[places.get(exprKey(expr))] : expr)),
  }
}

/**
 * Arguments are evaluated only for rows the filter lets through.
 * @param {Expr} arg
 * @param {Expr | null} filter
 * @returns {Expr}
 */
function guarded(arg, filter) {
  if (filter === null || isPlain(arg)) return arg
  return {
    kind: 'case', arg: null, whens: [{ when: filter, then: arg }], else: null, type: arg.type, typmod: arg.typmod,
    collation: arg.collation, location: -1,
  }
}

/**
 * @param {PlanState} state
 * @param {WindowSpec[]} windows
 * @param {Expr[]} clauses
 * @returns {{ window: WindowSpec, keys: SortKey[], index: number }[]}
 */
function inOrder(state, windows, clauses) {
  const list = windows.map((window, index) => {
    const keys = [
      ...window.partitionBy.map((expr) => ({
        expr, desc: false, nullsFirst: false, opOid: state.catalog.orderingOps(expr.type)?.lt ?? 0,
        collation: expr.collation,
      })),
      ...window.orderBy,
    ]
    return {
      window, index,
      keys: keys.filter((key, at) => keys.findIndex((other) => exprKey(other.expr) === exprKey(key.expr)) === at),
    }
  })
  /** @type {Map<string, number>} */
  const numbers = new Map()
  const number = (/** @type {Expr} */ expr) => {
    const key = exprKey(expr)
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return /** @type {number} */ (numbers.get(key))
  }
  clauses.forEach(number)
  // The WINDOW clause is read before the calls' own definitions.
  const named = (/** @type {WindowSpec} */ window) => window.definition ?? Infinity
  for (const { keys } of [...list].sort((a, b) =>
    named(a.window) === named(b.window) ? 0 : named(a.window) - named(b.window),
  ))
    for (const key of keys) number(key.expr)
  return list.sort((a, b) => {
    for (let at = 0; at < Math.min(a.keys.length, b.keys.length); at++) {
      const [left, right] = [a.keys[at], b.keys[at]]
      const order =
        number(right.expr) - number(left.expr) || right.opOid - left.opOid
        || Number(right.nullsFirst) - Number(left.nullsFirst)
      if (order !== 0) return order
    }
    return b.keys.length - a.keys.length
  })
}

/** @param {SortKey[]} ordering @param {SortKey[]} keys */
export function startsWith(ordering, keys) {
  return (
    keys.length <= ordering.length
    && keys.every(
      (key, at) =>
        exprKey(key.expr) === exprKey(ordering[at].expr) && key.desc === ordering[at].desc
        && key.nullsFirst === ordering[at].nullsFirst && key.opOid === ordering[at].opOid,
    )
  )
}

/** @param {WindowSpec} window @returns {Expr[]} what its rows are parted and ordered by */
export const keysOf = (window) => [...window.partitionBy, ...window.orderBy.map((key) => key.expr)]

/**
 * Whether a window's rows, as they come, are the query's: nothing sorts all of them first.
 * @param {import('../../catalog/query.js').Query} query
 */
export const givesInOrder = ({ distinct, orderBy, windows, targets }) =>
  distinct === null
  && (orderBy.length === 0
    || (windows.length === 1
      && orderBy.every(({ target }, at) => exprKey(keysOf(windows[0])[at] ?? null) === exprKey(targets[target].expr))))
