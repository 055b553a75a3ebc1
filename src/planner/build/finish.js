/**
 * The last pass over a plan: what each scan must read (`attnums`), what each pipeline breaker must keep (`carry`), what
 * an outer join sets to null. Top down, with the columns and slots that the operators above still need. Conditions are
 * put in the order in which their parts are asked.
 */
import { walk } from '../expr-tools.js'
import { childrenOf } from '../plan-nodes.js'
import { columnsOfEntries } from './access/index-only.js'
import { heldConditions } from './held-condition.js'
import { cheapestFirst } from './estimates/expression-cost.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./estimates/expression-cost.js').Functions & Parameters<typeof heldConditions>[0]} Functions */
/** @typedef {Map<number, Expr>} Needed key -> column or slot */

/**
 * @param {import('./state.js').PlanState} state
 * @param {any} root
 * @param {Expr[]} outputs of the statement
 * @param {any[]} ctes
 */
export function finishPlan({ catalog }, root, outputs, ctes) {
  for (const cte of ctes) finish(catalog, cte.plan, references(catalog, cte.outputs))
  finish(catalog, root, references(catalog, outputs))
}

/** Columns of a table, slots of a node (half of them below zero): more than there can be. */
const SPAN = 2 ** 24

/** Texts would say the same, at the price of making them. @param {any} node @returns {number} */
const keyOf = (node) => node.kind === 'column'
  ? node.rt * SPAN + node.attnum + SPAN / 2
  : -(node.node * SPAN + node.index + SPAN / 2) - 1

/**
 * Columns and slots an expression mentions, through subqueries too, but for those of a subquery's own tables: where a
 * subquery is asked again although it became a join (FOR UPDATE), the join has tables of the same numbers.
 * @param {Functions} catalog @param {any} root @param {Needed} [found] @returns {Needed}
 */
function references(catalog, root, found = new Map()) {
  walk(root, (node) => {
    if (node.kind === 'column' || node.kind === 'slot') {
      const key = keyOf(node)
      if (!found.has(key)) found.set(key, node)
    }
    if (node.kind !== 'sublink') return false
    if (node.plan && !FINISHED.has(node.plan)) {
      FINISHED.add(node.plan)
      finish(catalog, node.plan.root, references(catalog, node.plan.outputs))
    }
    for (const [key, expr] of readInside(catalog, node)) if (!found.has(key)) found.set(key, expr)
    return true
  })
  return found
}

/** By sublink, whose plan is finished: queries in queries are asked about with each around them. */
const READ_INSIDE = /** @type {WeakMap<object, [number, Expr][]>} */ (new WeakMap())

/** @param {Functions} catalog @param {any} sublink @returns {[number, Expr][]} what it reads that is not its own */
function readInside(catalog, sublink) {
  let list = READ_INSIDE.get(sublink)
  if (list === undefined) {
    const own = sublink.plan ? scanned(sublink.plan.root) : null
    list = [...references(catalog, { ...sublink, kind: 'inside' })].filter(([, expr]) =>
      !(expr.kind === 'column' && own?.has(expr.rt)))
    READ_INSIDE.set(sublink, list)
  }
  return list
}

/** @param {any} plan @param {Set<number>} [into] @returns {Set<number>} tables that are read in it, by their numbers */
function scanned(plan, into = new Set()) {
  if (plan.rt !== undefined) into.add(plan.rt)
  for (const child of childrenOf(plan)) scanned(child, into)
  return into
}

/** Fields of plan nodes that hold conditions. */
const CONDITIONS = /** @type {const} */ (['filter', 'recheck', 'on'])

/** Sublink plans are shared by the places that hold the expression. @type {WeakSet<object>} */
const FINISHED = new WeakSet()

/** @param {Functions} catalog @param {Needed} above @param {...any} exprs */
function plus(catalog, above, ...exprs) {
  const found = new Map(above)
  for (const expr of exprs) references(catalog, expr, found)
  return found
}

/** Which row to lock. @param {number} rt @returns {Expr} */
const tupleId = (rt) => ({ kind: 'column', rt, attnum: -1, type: 27, typmod: -1, collation: 0 })

/** In which table of a tree. @param {number} rt @returns {Expr} */
const tableId = (rt) => ({ kind: 'column', rt, attnum: -6, type: 26, typmod: -1, collation: 0 })

/**
 * What a subtree makes: rts and node ids.
 * @param {any} node
 * @param {{ rts: Set<number>, nodes: Set<number> }} [into]
 */
function produced(node, into = { rts: new Set(), nodes: new Set() }) {
  into.nodes.add(node.id)
  if (node.rt !== undefined && node.node !== 'modify' && node.node !== 'merge') into.rts.add(node.rt)
  if (node.node === 'modify') { into.rts.add(node.returningRt); into.rts.add(node.rt) }
  if (node.node === 'subqueryScan' || node.node === 'append' || node.node === 'setOp' || node.node === 'recursiveUnion')
    return into
  for (const child of [node.input, node.outer, node.inner]) if (child) produced(child, into)
  return into
}

/** @param {Needed} needed @param {unknown} node @returns {Expr[]} the part of `needed` that comes out of `node` */
function from(needed, node) {
  const { rts, nodes } = produced(node)
  return [...needed.values()].filter((expr) =>
    expr.kind === 'column' ? rts.has(expr.rt) : nodes.has(/** @type {any} */ (expr).node),
  )
}

/** @param {Functions} catalog @param {any} node @param {Needed} above */
function finish(catalog, node, above) {
  for (const field of CONDITIONS)
    if (node[field]) node[field] = cheapestFirst(catalog, node[field], node.node === 'aggregate')
  switch (node.node) {
    case 'seqScan': case 'foreignScan': case 'indexScan': {
      if (node.node === 'indexScan') node.held = heldConditions(catalog, node)
      const all = plus(catalog, above, node.held ?? [node.filter, node.recheck ?? null], node.keys ?? null,
        node.ranges ?? null, node.sample ?? null)
      if (
        node.node === 'indexScan' && node.held === undefined && node.ranges === undefined && node.readable !== undefined
      ) {
        const asked = plus(catalog, above, node.filter, node.implied ? null : node.recheck)
        const own = columnsOfEntries(node, asked.values())
        node.indexOnly = own !== null
        if (own !== null) { node.attnums = own.sort((a, b) => a - b); return }
      }
      node.attnums = [
        ...new Set(
          [...all.values()].flatMap((expr) => (expr.kind === 'column' && expr.rt === node.rt ? [expr.attnum] : [])),
        ),
      ].sort((a, b) => a - b)
      return
    }
    case 'indexOr': for (const { input } of node.inputs) finish(catalog, input, above); return
    case 'treeScan': {
      const all = plus(
        catalog, above, node.filter, node.members.map((/** @type {any} */ member) => member.keys), node.pruneValues,
        node.sample,
      )
      node.attnums = [
        ...new Set(
          [...all.values()].flatMap((expr) => (expr.kind === 'column' && expr.rt === node.rt ? [expr.attnum] : [])),
        ),
      ].sort((a, b) => a - b)
      return
    }
    case 'values': case 'functionScan': case 'cteScan': case 'workTableScan': case 'result':
      references(catalog, [node.rows ?? null, node.functions ?? null, node.filter ?? null, node.captured ?? null])
      return
    case 'subqueryScan': finish(catalog, node.input, references(catalog, node.outputs)); references(catalog, node.filter); return
    case 'filter': finish(catalog, node.input, plus(catalog, above, node.filter)); return
    case 'project': finish(catalog, node.input, plus(catalog, above, node.outputs)); return
    case 'projectSet': finish(catalog, node.input, plus(catalog, above, node.outputs, node.beside)); return
    case 'limit': references(catalog, [node.count, node.offset]); finish(catalog, node.input, plus(catalog, above, node.withTies)); return
    case 'nestLoop': {
      const inside = plus(catalog, above, node.on, node.filter)
      if (node.join === 'left') node.nullable = from(plus(catalog, above, node.filter), node.inner)
      // The inner side may look at the outer's columns.
      const outer = new Map(inside)
      collectAll(catalog, node.inner, outer)
      finish(catalog, node.outer, outer)
      finish(catalog, node.inner, inside)
      return
    }
    case 'hashJoin': {
      const inside = plus(catalog, above, node.on, node.filter)
      const afterwards = plus(catalog, above, node.filter)
      node.carry = from(inside, node.inner)
      node.outerCarry = from(inside, node.outer)
      node.innerNullable = node.join === 'left' || node.join === 'full' ? from(afterwards, node.inner) : []
      node.outerNullable = node.join === 'right' || node.join === 'full' ? from(afterwards, node.outer) : []
      finish(catalog, node.outer, plus(catalog, inside, node.outerKeys))
      finish(catalog, node.inner, plus(catalog, inside, node.innerKeys))
      return
    }
    case 'sort': case 'materialize': case 'distinct': {
      node.carry = from(above, node.input)
      finish(catalog, node.input, plus(catalog, above, node.keys ?? null, node.limit ?? null))
      return
    }
    case 'windowAgg': {
      const inside = plus(catalog, above, node.partitionBy, node.orderBy, node.calls, node.frame)
      node.carry = from(inside, node.input)
      finish(catalog, node.input, inside)
      return
    }
    case 'aggregate': {
      // Direct arguments are over the group's keys.
      references(catalog, [node.filter, node.aggregates.map((/** @type {any} */ call) => call.directArgs)])
      finish(
        catalog,
        node.input,
        references(catalog, [
          node.groupBy,
          node.aggregates.map((/** @type {any} */ call) => [call.args, call.filter, call.orderBy]),
        ]),
      )
      return
    }
    case 'append': for (const item of node.inputs) finish(catalog, item.input, references(catalog, item.outputs)); return
    case 'setOp': finish(catalog, node.left.input, references(catalog, node.left.outputs)); finish(catalog, node.right.input, references(catalog, node.right.outputs)); return
    case 'recursiveUnion': finish(catalog, node.base.input, references(catalog, node.base.outputs)); finish(catalog, node.step.input, references(catalog, node.step.outputs)); return
    case 'lockRows': finish(catalog, node.input, plus(catalog, above, node.recheck, node.again?.outputs, node.locks.flatMap((/** @type {any} */ lock) => lock.tree ? [tupleId(lock.rt), tableId(lock.rt)] : [tupleId(lock.rt)]))); return
    case 'modify': {
      references(catalog, [node.checks, node.onConflict])
      finish(
        catalog,
        node.input,
        plus(
          catalog, above, node.values, node.assignments, node.recheck, node.returning, node.onConflict, node.old,
          node.operation === 'insert' || node.old ? null : [tupleId(node.rt), node.tree ? tableId(node.rt) : null],
        ),
      )
      return
    }
    case 'merge': {
      references(catalog, node.checks)
      finish(
        catalog,
        node.input,
        plus(
          catalog, above,
          node.actions.map((/** @type {any} */ item) => [item.condition, item.values, item.assignments]), node.on,
          [tupleId(node.rt), node.tree ? tableId(node.rt) : null],
        ),
      )
      return
    }
    default: throw new Error(`a plan node ${node.node}`)
  }
}

/** Fields that hold other nodes, and those that hold no references. */
const NOT_OF_THE_NODE = new Set(['input', 'outer', 'inner', 'estimate'])

/** Every reference anywhere in a subtree. @param {Functions} catalog @param {any} node @param {Needed} into */
function collectAll(catalog, node, into) {
  for (const field in node) {
    const value = node[field]
    if (value !== null && typeof value === 'object' && !NOT_OF_THE_NODE.has(field)) references(catalog, value, into)
  }
  for (const child of [node.input, node.outer, node.inner]) if (child) collectAll(catalog, child, into)
  for (const item of [...(node.inputs ?? []), node.left, node.right, node.base, node.step])
    if (item?.input) collectAll(catalog, item.input, into)
}
