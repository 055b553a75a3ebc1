/**
 * What of a statement is left in its finished plan, for who was refused what the statement mentions (engine/statements/
 * core/refusal.js): PostgreSQL asks for EXECUTE of a function when its call is made ready to run or is computed for the
 * plan, and for leave to read what is in a subquery when that is planned. What constants decide away, columns of views
 * that nobody reads, what EXISTS would give and joins that change nothing are not asked for.
 *
 * Looked at again means planned again: with the calls of functions that are refused in their places, however simple
 * the functions, and with notes of what planning computes or drops. Who may call all that a statement mentions, which
 * is nearly everybody, never comes here.
 */
import { isNever } from '../catalog/expr.js'
import { catalogShape } from '../catalog/store/shapes.js'
import { existenceOf } from './build/joins/existence.js'
import { conjuncts, freeRts, rebuild, walk } from './expr-tools.js'
import { functionsIn, noteDomain } from './needs.js'
import { PLAN_NODES, kindOf } from './plan-nodes.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { CteEntry } from '../catalog/query.js' */
/** @import { PlannedStatement, PlanNode } from './plan.js' */

/** @typedef {import('./needs.js').Tree} Tree */

/** Notes of a planning that looks again. */
export class Again {
  /** @param {Set<number>} refused functions that may not be called */
  constructor(refused) {
    this.refused = refused
    /**
     * Those of them that were to be computed for the plan, and in whose body.
     * @type {Map<number, string | undefined>}
     */
    this.computed = new Map()
    /** What is asked for though the plan does not have it. @type {Set<number>} */
    this.firm = new Set()
    /** Some query stands in several places: what went in one may be left in another. */
    this.isCopied = false
    /** Range-table numbers of relations in subqueries that went. @type {Set<number>} */
    this.dropped = new Set()
    /** And those that are asked for whatever becomes of them. @type {Set<number>} */
    this.kept = new Set()
    /** What asks for relations, to be told what went. @type {((dropped: Set<number>) => void)[]} */
    this.gathered = []
    /** Whether a WITH query is planned where it is named. @type {(cte: CteEntry) => boolean} */
    this.merges = () => false
  }

  /**
   * Something is made of a query.
   * @template T @param {T} before @param {T} after @returns {T}
   */
  made(before, after) {
    if (before === after) return after
    const { merges } = this
    const left = relationsIn(after, merges)
    const { free, joined } = subqueriesIn(before)
    for (const rt of relationsIn(free, merges)) if (!left.has(rt)) this.dropped.add(rt)
    // How many rows such a join would give is estimated, for which calls of constants are computed.
    const calls = functionsIn(after)
    for (const oid of functionsIn(joined.map(existence))) if (!calls.has(oid)) this.firm.add(oid)
    return after
  }

  /** Calls that are made ready whatever becomes of them in the plan, apart from subqueries. @param {unknown} exprs */
  asks(exprs) {
    const own = rebuild(exprs, (node) => node.kind === 'sublink' ? node.test ?? null : undefined)
    for (const oid of functionsIn(own)) this.firm.add(oid)
  }

  /** Subqueries that are planned whatever becomes of what they stand in. @param {unknown} exprs */
  plans(exprs) {
    walk(exprs, (node) => {
      if (node.kind !== 'sublink') return false
      for (const oid of functionsIn(existence(node))) this.firm.add(oid)
      for (const rt of relationsIn(node, this.merges)) this.kept.add(rt)
      return true
    })
  }

  /**
   * The plan is finished.
   * @param {Pick<PlannedStatement, 'root' | 'outputs' | 'ctes'>} planned
   * @param {{ ctes: Iterable<CteEntry>, keeps: (cte: CteEntry) => boolean }} ctes WITH
   *   queries, and which of them PostgreSQL plans whoever reads them
   */
  finish(planned, { ctes, keeps }) {
    for (const cte of ctes) if (keeps(cte)) for (const oid of functionsIn(cte.query)) this.firm.add(oid)
    if (this.isCopied) this.dropped.clear()
    for (const rt of [...relationsIn([planned.root, planned.outputs, planned.ctes]), ...this.kept])
      this.dropped.delete(rt)
    for (const tell of this.gathered) tell(this.dropped)
  }
}

/**
 * @param {unknown} tree of a query or plan @param {(cte: CteEntry) => boolean} [merges] @returns {Set<number>}
 */
function relationsIn(tree, merges = () => false) {
  /** @type {Set<number>} */
  const found = new Set()
  visitAll(tree, (part) => {
    // A WITH query that is planned where it is named.
    if (part.references !== undefined && merges(part)) return true
    if (typeof part.rt !== 'number' || part.kind === 'column') return
    found.add(part.rt)
    if (part.kind === 'cte' && part.cte && !part.selfReference && merges(part.cte))
      for (const rt of relationsIn(part.cte.query, merges)) found.add(rt)
  })
  return found
}

const DESCRIPTORS = new Set(['relation', 'tree', 'cte', 'estimate'])

/** @param {Tree} tree @param {(part: Tree) => boolean | void} visit true: do not go below */
function visitAll(tree, visit) {
  if (tree === null || typeof tree !== 'object' || tree.kind === 'const') return
  if (Array.isArray(tree)) {
    for (const item of tree) visitAll(item, visit)
    return
  }
  if (visit(tree) === true) return
  for (const field in tree) if (!DESCRIPTORS.has(field)) visitAll(tree[field], visit)
}

/**
 * Subqueries of expressions: those that PostgreSQL makes joins before it looks at constants, and others.
 * @param {Tree} tree @returns {{ free: unknown[], joined: unknown[] }}
 */
function subqueriesIn(tree) {
  /** @type {Set<unknown>} */
  const joins = new Set()
  visitAll(tree, (query) => {
    if (query.command === undefined || query.from === undefined) return
    const conditions = [query.where, ...joinsOf(query.from).map(({ on }) => on)]
    for (const part of conditions.flatMap((condition) => conjuncts(condition ?? null))) {
      const link = part.kind === 'not' ? part.args[0] : part
      if (link?.kind === 'sublink' && becomesJoin(link, part !== link)) joins.add(link)
    }
  })
  /** @type {unknown[]} */
  const free = []
  walk(tree, (node) => {
    if (node.kind === 'sublink' && !joins.has(node)) free.push(node)
    return node.kind === 'sublink'
  })
  return { free, joined: [...joins] }
}

/** Of EXISTS, what decides. @param {Tree} link */
const existence = (link) => link.link === 'exists' ? existenceOf(link.query) : link

/** @param {Tree} link @param {boolean} isNot */
const becomesJoin = (link, isNot) =>
  link.link === 'exists' ? freeRts(link.query).size > 0 : !isNot && link.link === 'any'

/** @param {Tree[]} from @returns {Tree[]} */
const joinsOf = (from) => (from ?? []).flatMap((item) =>
  item.kind === 'join' ? [item, ...joinsOf([item.left, item.right])] : [])

/** Nodes that PostgreSQL leaves out, with all that is below them, where their condition is never true. */
const LEFT_OUT = new Set([
  'seqScan', 'foreignScan', 'indexScan', 'treeScan', 'functionScan', 'values', 'subqueryScan', 'cteScan', 'nestLoop',
  'hashJoin',
  'filter', 'result',
])
/** Nodes of which what is above is computed below, as far as PostgreSQL is concerned. */
const HANDS_DOWN = new Set(['project', 'filter', 'sort', 'limit', 'materialize', 'lockRows'])

/** One look at a finished plan, in the order in which PostgreSQL makes its parts ready. */
class Look {
  /** @param {CatalogSnapshot} catalog @param {boolean} leavesOut */
  constructor(catalog, leavesOut) {
    this.catalog = catalog
    this.leavesOut = leavesOut
    /** @type {Set<number>} */
    this.found = new Set()
    /** Plans of subqueries, which come first. @type {Set<Tree>} */
    this.plans = new Set()
  }

  /** @param {Tree} node of the plan @param {unknown[]} outputs what is computed over its rows */
  plan(node, outputs) {
    if (this.leavesOut && LEFT_OUT.has(node.node) && isNever(node.filter)) return this.exprs(outputs)
    const { input } = node
    if (node.node === 'modify' || node.node === 'merge') node = ofStatement(node)
    const children = new Set(/** @type {string[]} */ (PLAN_NODES[/** @type {PlanNode['node']} */ (node.node)].children))
    const own = Object.keys(node)
      .filter((field) => !children.has(field) && !DESCRIPTORS.has(field) && field !== 'outputs')
      .map((field) => node[field])
    // What is stored is computed by what is below, and what is generated behind it.
    if (node.node === 'modify') {
      const columns = this.catalog.relation(node.relationOid)?.columns ?? []
      this.plan(input, [
        node.values?.filter((/** @type {unknown} */ _, /** @type {number} */ at) => columns[at]?.generated !== 's'),
        node.assignments?.filter((/** @type {Tree} */ { attnum }) => columns[attnum - 1]?.generated !== 's'),
      ])
      return this.exprs([own, outputs])
    }
    if (HANDS_DOWN.has(node.node)) {
      this.plan(input, [...outputs, node.outputs ?? null])
      return this.exprs(own)
    }
    for (const field of children) {
      const below = node[field]
      for (const item of Array.isArray(below) ? below : below ? [below] : []) {
        if (item.node !== undefined) this.plan(item, node.node === 'subqueryScan' ? [node.outputs] : [])
        else if (!this.leavesOut || node.node !== 'append' || !givesNothing(item.input))
          this.plan(item.input, [item.outputs])
      }
    }
    this.exprs([outputs, node.node === 'subqueryScan' ? null : node.outputs ?? null, own])
  }

  /** @param {Tree} part */
  exprs(part) {
    if (part === null || typeof part !== 'object' || part.kind === 'const') return
    if (Array.isArray(part)) {
      for (const item of part) this.exprs(item)
      return
    }
    const { found } = this
    if (part.kind === 'func' || part.kind === 'agg' || part.kind === 'window') found.add(part.oid)
    else if (part.kind === 'domain') noteDomain(this.catalog, part.type, found)
    if (part.funcOid) found.add(part.funcOid)
    for (const oid of part.funcOids ?? []) found.add(oid)
    for (const field in part) if (field !== 'plan' && !DESCRIPTORS.has(field)) this.exprs(part[field])
  }
}

/**
 * @param {CatalogSnapshot} catalog @param {PlannedStatement} planned
 * @returns {Set<number>} functions of calls that are made ready when it begins, in that order
 */
export function callsLeft(catalog, planned) {
  // Row security's conditions are asked in front of what is never so.
  const look = new Look(catalog, planned.roleDependent !== true)
  visitAll([planned.root, planned.outputs, planned.ctes], (part) => {
    if (part.node !== undefined && look.leavesOut && LEFT_OUT.has(part.node) && isNever(part.filter)) return true
    if (part.kind === 'sublink' && part.plan) look.plans.add(part.plan)
  })
  for (const { plan, outputs } of planned.ctes) look.plan(plan, [outputs])
  for (const { root, outputs } of look.plans) look.plan(root, [outputs])
  if (planned.root !== null) look.plan(planned.root, [planned.outputs])
  for (const step of planned.steps ?? []) for (const oid of callsLeft(catalog, step.planned)) look.found.add(oid)
  return look.found
}

/** Of a table. @param {import('./plan.js').PlanNode} node */
const givesNothing = (node) => kindOf(node).scansTable === true && 'filter' in node && isNever(node.filter)

/** Without what asks when rows come (executor/operators/write/rights.js). @param {Tree} node modify, merge */
const ofStatement = (node) => ({
  ...node, kept: null,
  checks: node.checks.filter((/** @type {Tree} */ { view, policy }) => view || policy !== undefined),
})

/**
 * Whether a function may be asked for though no call of it is left: it compares what a plan compares in a way of its
 * own (keys of joins and indexes, the ends of an index for min and max).
 * @param {CatalogSnapshot} catalog @param {number} oid
 */
export function comparesInPlans(catalog, oid) {
  if ((catalog.aggregate(oid)?.sortOperator ?? 0) !== 0) return true
  const { at } = catalogShape('pg_operator')
  const operators = catalog.allRows('pg_operator').filter((row) => row[at.oprcode] === oid)
  return operators.some((row) => row[at.oprcanhash] || row[at.oprcanmerge]
    || catalog.rows('pg_amop', 'pg_amop_opr_fam_index', [row[at.oid]]).length > 0)
}
