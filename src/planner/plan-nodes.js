/**
 * Plan nodes, each described once: what is below it, and what can be said of it without knowing what it computes. Who
 * adds a node adds a line here, or tsc says so; its fields are in plan.js, its loop in executor/operators, its words in
 * explain.js.
 */

/** @import { PlanNode } from './plan.js' */
/** @typedef {'outer' | 'inner' | 'input' | 'inputs' | 'left' | 'right' | 'base' | 'step'} ChildField */

/**
 * @template [N=any]
 * @typedef {object} NodeKind
 * @property {ChildField[]} children fields that hold the plans below, in the order in which EXPLAIN shows them
 * @property {true} [takesFilter] conditions may join those it has
 * @property {true} [scansTable] rows of one table as they are
 * @property {true} [ownRows] its filter speaks of rows that it makes itself (EXPLAIN leaves out their table's name)
 * @property {true} [handsOn] makes no row where its input makes none
 * @property {true} [backward] could run backward from where it stands, if what is below can
 * @property {(node: N) => boolean} [bounded] at most a fixed number of rows, whatever the data; left out: never
 * @property {(node: N) => boolean} [straight] one pass over its tables, of any length, that keeps no rows
 * @property {(node: N) => boolean} [atMostOne] one row or none, whatever the data
 */

/** So many point lookups are still a short statement. */
const TREE_BOUNDED_MAX = 64
/** And so many rows of VALUES. */
const VALUES_BOUNDED_MAX = 64

const always = () => true
/** @param {{ input: PlanNode }} node */
const boundedInput = (node) => isBounded(node.input)
/** @param {{ input: PlanNode }} node */
const straightInput = (node) => isStraight(node.input)
/** @param {{ input: PlanNode }} node */
const oneInput = (node) => atMostOne(node.input)
/** @param {{ outer: PlanNode, inner: PlanNode }} node */
const boundedSides = (node) => isBounded(node.outer) && isBounded(node.inner)

/** @type {{ [K in PlanNode['node']]: NodeKind<Extract<PlanNode, { node: K }>> }} */
export const PLAN_NODES = {
  // --- leaves
  result: { children: [], takesFilter: true, bounded: always, straight: always, atMostOne: always },
  values: {
    children: [], ownRows: true, backward: true, straight: always,
    bounded: (node) => node.rows.length <= VALUES_BOUNDED_MAX && !node.rowWidth,
    atMostOne: (node) => node.rows.length === 1 && !node.rowWidth,
  },
  seqScan: { children: [], takesFilter: true, scansTable: true, ownRows: true, backward: true, straight: always },
  indexScan: {
    children: [], takesFilter: true, scansTable: true, ownRows: true, backward: true, straight: always,
    bounded: (node) => node.uniqueMatch,
    atMostOne: (node) => node.uniqueMatch && !node.keys.some((key) => key.any),
  },
  treeScan: {
    children: [], takesFilter: true, scansTable: true, ownRows: true, backward: true, straight: always,
    bounded: (node) => (node.members.length <= TREE_BOUNDED_MAX || node.prune !== null)
      && node.members.every((member) => member.uniqueMatch),
  },
  indexOr: {
    children: ['inputs'], scansTable: true, ownRows: true, straight: always,
    bounded: (node) => node.inputs.every((item) => isBounded(item.input)),
  },
  foreignScan: { children: [], takesFilter: true, ownRows: true },
  external: { children: [] },
  functionScan: { children: [], takesFilter: true, ownRows: true, backward: true },
  cteScan: { children: [], takesFilter: true, ownRows: true, backward: true },
  workTableScan: { children: [], takesFilter: true, ownRows: true },
  // --- one input
  subqueryScan: {
    children: ['input'], takesFilter: true, handsOn: true, backward: true,
    bounded: boundedInput, straight: straightInput, atMostOne: oneInput,
  },
  filter: {
    children: ['input'], handsOn: true, backward: true,
    bounded: boundedInput, straight: straightInput, atMostOne: oneInput,
  },
  project: {
    children: ['input'], handsOn: true, backward: true,
    bounded: boundedInput, straight: straightInput, atMostOne: oneInput,
  },
  projectSet: { children: ['input'] },
  sort: { children: ['input'], handsOn: true, backward: true, bounded: boundedInput, atMostOne: oneInput },
  limit: {
    children: ['input'], handsOn: true, backward: true,
    bounded: boundedInput, straight: straightInput, atMostOne: oneInput,
  },
  aggregate: {
    children: ['input'], bounded: boundedInput,
    straight: (node) => node.strategy === 'plain' && node.groupingSets === null
      && node.aggregates.every((call) => !call.distinct && call.orderBy.length === 0) && isStraight(node.input),
  },
  distinct: { children: ['input'], handsOn: true, bounded: boundedInput },
  windowAgg: { children: ['input'], handsOn: true, bounded: boundedInput },
  materialize: { children: ['input'], handsOn: true, backward: true, bounded: boundedInput },
  lockRows: {
    // What is computed before a lock that is waited for has had its effect.
    bounded: (node) => node.again === null && boundedInput(node),
    children: ['input'], backward: true, atMostOne: oneInput,
  },
  modify: { children: ['input'], bounded: (node) => isBounded(node.input) && !node.tree?.moves },
  merge: { children: ['input'] },
  // --- several
  nestLoop: {
    children: ['outer', 'inner'], takesFilter: true, bounded: boundedSides,
    straight: (node) => isStraight(node.outer) && isStraight(node.inner),
  },
  hashJoin: { children: ['outer', 'inner'], takesFilter: true, bounded: boundedSides },
  append: { children: ['inputs'], backward: true },
  setOp: { children: ['left', 'right'] },
  recursiveUnion: { children: ['base', 'step'] },
}

/** @param {PlanNode} node @returns {NodeKind} */
export const kindOf = (node) => PLAN_NODES[node.node]

/** The plans below a node, in EXPLAIN's order. @param {PlanNode} node @returns {PlanNode[]} */
export function childrenOf(node) {
  return kindOf(node).children.flatMap((field) => {
    const below = /** @type {any} */ (node)[field]
    if (Array.isArray(below)) return below.map((item) => item.input)
    return below === null || below === undefined ? [] : [below.node === undefined ? below.input : below]
  })
}

/** Whether a node of a kind is in a plan. @param {PlanNode} node @param {PlanNode['node']} kind @returns {boolean} */
export const hasNode = (node, kind) => node.node === kind || childrenOf(node).some((child) => hasNode(child, kind))

/** At most a fixed number of rows, whatever the data. @param {PlanNode} node @returns {boolean} */
export const isBounded = (node) => kindOf(node).bounded?.(node) === true

/**
 * One pass over its tables, of any length, and what operators that keep no rows make of it.
 * @param {PlanNode} node @returns {boolean}
 */
export const isStraight = (node) => kindOf(node).straight?.(node) === true

/** One row or none, whatever the data. @param {PlanNode} node @returns {boolean} */
export const atMostOne = (node) => kindOf(node).atMostOne?.(node) === true
