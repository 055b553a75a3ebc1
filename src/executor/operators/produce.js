/**
 * Plan node -> loop. `produce` writes the code that makes a node's rows and calls `consume` where one row is at hand.
 * With instrumentation, rows, loops and time are counted around both.
 */
import { isNever } from '../../catalog/expr.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { produceIndexOr, produceIndexScan, produceSeqScan } from './scan/scan.js'
import {
  produceValues, produceResult, produceSubqueryScan, produceFunctionScan, produceExternal,
} from './scan/simple-scans.js'
import { produceFilter, produceProject, produceLimit } from './row-by-row.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./scan/tree-scan.js')} */
const treeScans = later(import.meta.url, './scan/tree-scan.js')
/** @type {() => typeof import('./cte.js')} */
const cte = later(import.meta.url, './cte.js')
/** @type {() => typeof import('./project-set.js')} */
const projectSets = later(import.meta.url, './project-set.js')
/** @type {() => typeof import('./join/nest-loop.js')} */
const nestLoops = later(import.meta.url, './join/nest-loop.js')
/** @type {() => typeof import('./join/hash-join.js')} */
const hashJoins = later(import.meta.url, './join/hash-join.js')
/** @type {() => typeof import('./sort.js')} */
const sorting = later(import.meta.url, './sort.js')
/** @type {() => typeof import('./aggregate/aggregate.js')} */
const aggregation = later(import.meta.url, './aggregate/aggregate.js')
/** @type {() => typeof import('./distinct.js')} */
const distinctRows = later(import.meta.url, './distinct.js')
/** @type {() => typeof import('./scan/foreign-scan.js')} */
const foreignScans = later(import.meta.url, './scan/foreign-scan.js')
/** @type {() => typeof import('./set-operations.js')} */
const setOperations = later(import.meta.url, './set-operations.js')
/** @type {() => typeof import('./window/window.js')} */
const windows = later(import.meta.url, './window/window.js')
/** @type {() => typeof import('./lock-rows.js')} */
const rowLocks = later(import.meta.url, './lock-rows.js')
/** @type {() => typeof import('./write/change.js')} */
const change = later(import.meta.url, './write/change.js')

/** @import { PlanNode } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * By the kind of node; what many statements do without is loaded when the first such plan is compiled.
 * @type {Record<string, () => (node: any, fn: FunctionBuilder, consume: () => void) => void>}
 */
const OPERATORS = {
  seqScan: () => produceSeqScan, foreignScan: () => foreignScans().produceForeignScan,
  indexScan: () => produceIndexScan, indexOr: () => produceIndexOr, treeScan: () => treeScans().produceTreeScan,
  values: () => produceValues, external: () => produceExternal, functionScan: () => produceFunctionScan,
  subqueryScan: () => produceSubqueryScan, cteScan: () => cte().produceCteScan,
  workTableScan: () => cte().produceWorkTableScan, recursiveUnion: () => cte().produceRecursiveUnion,
  result: () => produceResult, filter: () => produceFilter, project: () => produceProject,
  projectSet: () => projectSets().produceProjectSet, nestLoop: () => nestLoops().produceNestLoop,
  hashJoin: () => hashJoins().produceHashJoin, sort: () => sorting().produceSort,
  materialize: () => sorting().produceMaterialize, limit: () => produceLimit,
  aggregate: () => aggregation().produceAggregate, distinct: () => distinctRows().produceDistinct,
  append: () => setOperations().produceAppend, setOp: () => setOperations().produceSetOp,
  windowAgg: () => windows().produceWindowAgg, lockRows: () => rowLocks().produceLockRows,
  modify: () => change().produceModify, merge: () => change().produceMerge,
}

/**
 * No row passes the node's condition: nothing below runs, but what stands above is written all the same.
 * @param {PlanNode} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function produceNever(node, fn, consume) {
  fn.settle()
  fn.open('while (false) {')
  OPERATORS[node.node]()(node, fn, consume)
  fn.close()
}

/** @param {any} node PlanNode @param {FunctionBuilder} fn @param {() => void} consume may be called more than once */
export function produce(node, fn, consume) {
  if (OPERATORS[node.node] === undefined) throw featureNotSupported(`plan node ${node.node}`)
  const operator = isNever(node.filter) ? produceNever : OPERATORS[node.node]()
  if (!fn.module.instrument) {
    operator(node, fn, consume)
    return
  }
  if (node.filter) fn.module.counted.set(node.filter, `ctx.stats.of(${node.id}).filtered`)
  if (node.node === 'nestLoop' && node.on) fn.module.counted.set(node.on, `ctx.stats.of(${node.id}).unjoined`)
  const depth = fn.module.name('depth')
  fn.line(`const ${depth} = ctx.stats.enter(${node.id})`)
  operator(node, fn, () => {
    fn.line(`ctx.stats.row(${node.id}, ${depth})`)
    consume()
    fn.line(`ctx.stats.back(${node.id}, ${depth})`)
  })
  fn.line(`ctx.stats.leave(${depth})`)
}
