/**
 * What one evaluation of an expression costs, in PostgreSQL's units (one call of an ordinary function is one): it
 * decides in which order the parts of a condition are asked, and which outputs of a query with LIMIT wait for the sort.
 * Both show: in the errors of the rows that are then looked at, or not.
 */
import { CPU_OPERATOR_COST, sublinkCost } from './estimate.js'

/** @import { SubLink } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/**
 * @typedef {{ func: (oid: number) => { cost: number } | undefined, operator: (oid: number) => { canMerge: boolean } |
 *   undefined }} Functions of the catalog
 */

/** Elements of an array that is not known. */
const UNKNOWN_ELEMENTS = 10
/** From so many on, = ANY of a constant list is looked up. */
const HASHED_FROM = 9
/** Less than any difference of costs: it decides among equals. */
const BEHIND = 1e-6
/** Kinds that cost one themselves. */
const ONE = new Set(['domain', 'sqlvalue', 'greatest', 'least', 'grouping', 'xml'])

/** @param {Functions} catalog @param {Expr | null} expr @returns {number} calls */
export function callsOf(catalog, expr) {
  return expr === null ? 0 : costOf(catalog, expr)
}

/** @param {Functions} catalog @param {any} node @returns {number} */
function costOf(catalog, node) {
  if (Array.isArray(node)) {
    let cost = 0
    for (const item of node) if (item !== null && typeof item === 'object') cost += costOf(catalog, item)
    return cost
  }
  switch (node.kind) {
    case 'const': case 'column': case 'param': case 'slot': case 'agg': case 'window': case 'caseTest': case 'subcolumn': return 0
    case 'func': return callCost(catalog, node.oid) + costOf(catalog, node.args)
    case 'op': case 'distinct': case 'nullif': return callCost(catalog, node.funcOid) + costOf(catalog, node.args)
    case 'anyall': return anyCost(catalog, node) + costOf(catalog, node.args)
    case 'rowcompare': return costOf(catalog, node.left) + costOf(catalog, node.right) + node.funcOids.reduce((/** @type {number} */ sum, /** @type {number} */ oid) => sum + callCost(catalog, oid), 0)
    case 'viaio': return 2 + costOf(catalog, node.arg)
    case 'arraycoerce': return costOf(catalog, node.element) * lengthOf(node.arg) + costOf(catalog, node.arg)
    case 'sublink': return subqueryCost(catalog, node)
    case 'case': return (node.arg === null ? 0 : costOf(catalog, node.arg)) + (node.else === null ? 0 : costOf(catalog, node.else))
      + node.whens.reduce((/** @type {number} */ sum, /** @type {any} */ branch) => sum + costOf(catalog, branch.when) + costOf(catalog, branch.then), 0)
    default: return (ONE.has(node.kind) ? 1 : 0) + partsCost(catalog, node)
  }
}

/** @param {Functions} catalog @param {any} node */
function partsCost(catalog, node) {
  let cost = 0
  for (const field of ['arg', 'args', 'elements', 'upper', 'lower', 'source'])
    if (node[field] !== null && typeof node[field] === 'object') cost += costOf(catalog, node[field])
  return cost
}

/** @param {Functions} catalog @param {number} oid */
const callCost = (catalog, oid) => catalog.func(oid)?.cost ?? 1

/** @param {any} array an array's expression */
const lengthOf = (array) =>
  array.kind === 'array' && !array.multidims
    ? array.elements.length
    : array.kind === 'const' && array.value?.values !== undefined
      ? array.value.values.length
      : (array.list?.rows ?? UNKNOWN_ELEMENTS)

/** @param {Functions} catalog @param {any} node anyall */
function anyCost(catalog, node) {
  const [, array] = node.args
  const call = callCost(catalog, node.funcOid)
  const length = lengthOf(array)
  const isKnown =
    array.kind === 'const'
    || array.list !== undefined
    || (array.kind === 'array'
      && array.elements.every((/** @type {any} */ element) => element.kind === 'const' || element.kind === 'param'))
  return isKnown && length >= HASHED_FROM ? 1 + call : call * length / 2
}

/**
 * A subquery that looks at no row around it runs once.
 * @param {Functions} catalog
 * @param {SubLink} node, planned or not
 */
function subqueryCost(catalog, node) {
  const test = node.test === null ? 0 : costOf(catalog, node.test)
  if (!node.plan) return test + sublinkCost(node) / CPU_OPERATOR_COST
  if (!node.correlated) return test
  const { rows, totalCost } = node.plan.root.estimate
  const share = node.link === 'exists' ? 1 / Math.max(1, rows) : node.test === null ? 1 : 0.5
  return test + totalCost * share / CPU_OPERATOR_COST
}

/**
 * The parts of a condition, the cheapest first; those that cost the same stay in the order they were written, but for
 * equalities: PostgreSQL's planner takes them aside to see what they say together, and brings them back behind the
 * others. Levels (access/secured.js) come first.
 * @template {Expr | null | undefined} T
 * @param {Functions} catalog
 * @param {T} condition
 * @param {boolean} ofGroups HAVING: its equalities stay
 * @returns {T}
 */
export function cheapestFirst(catalog, condition, ofGroups) {
  if (!condition || condition.kind !== 'and') return condition
  const { args } = condition
  const costs = args.map(
    (arg) =>
      costOf(catalog, arg)
      + (!ofGroups && arg.kind === 'op' && catalog.operator(arg.oid)?.canMerge === true ? BEHIND : 0),
  )
  const levels = args.map((arg) => arg.level ?? 0)
  const compare = (/** @type {number} */ a, /** @type {number} */ b) => levels[a] - levels[b] || costs[a] - costs[b]
  if (costs.every((_, at) => at === 0 || compare(at - 1, at) <= 0)) return condition
  const order = args.map((_, at) => at).sort((a, b) => compare(a, b) || a - b)
  return { ...condition, args: order.map((at) => args[at]) }
}
