/**
 * Plan node -> loop. `produce` writes the code that makes a node's rows and calls `consume` where one row is at hand.
 * With instrumentation, rows, loops and time are counted around both.
 */
import { isNever } from '../../catalog/expr.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { produceIndexOr, produceIndexScan, produceSeqScan } from './scan/scan.js'
import { produceTreeScan } from './scan/tree-scan.js'
import {
  produceValues, produceResult, produceSubqueryScan, produceFunctionScan, produceExternal,
} from './scan/simple-scans.js'
import { produceCteScan, produceWorkTableScan, produceRecursiveUnion } from './cte.js'
import { produceFilter, produceProject, produceLimit } from './row-by-row.js'
import { produceProjectSet } from './project-set.js'
import { produceNestLoop } from './join/nest-loop.js'
import { produceHashJoin } from './join/hash-join.js'
import { produceSort, produceMaterialize } from './sort.js'
import { produceAggregate } from './aggregate/aggregate.js'
import { produceDistinct } from './distinct.js'
import { produceForeignScan } from './scan/foreign-scan.js'
import { produceAppend, produceSetOp } from './set-operations.js'
import { produceWindowAgg } from './window/window.js'
import { produceLockRows } from './lock-rows.js'
import { produceMerge, produceModify } from './write/change.js'

/** @import { PlanNode } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @type {Record<string, (node: any, fn: FunctionBuilder, consume: () => void) => void>} */
const OPERATORS = {
  seqScan: produceSeqScan, foreignScan: produceForeignScan, indexScan: produceIndexScan, indexOr: produceIndexOr,
  treeScan: produceTreeScan,
  values: produceValues, external: produceExternal, functionScan: produceFunctionScan,
  subqueryScan: produceSubqueryScan, cteScan: produceCteScan, workTableScan: produceWorkTableScan,
  recursiveUnion: produceRecursiveUnion, result: produceResult, filter: produceFilter, project: produceProject,
  projectSet: produceProjectSet, nestLoop: produceNestLoop, hashJoin: produceHashJoin, sort: produceSort,
  materialize: produceMaterialize, limit: produceLimit, aggregate: produceAggregate, distinct: produceDistinct,
  append: produceAppend, setOp: produceSetOp, windowAgg: produceWindowAgg, lockRows: produceLockRows,
  modify: produceModify, merge: produceMerge,
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
  OPERATORS[node.node](node, fn, consume)
  fn.close()
}

/** @param {any} node PlanNode @param {FunctionBuilder} fn @param {() => void} consume may be called more than once */
export function produce(node, fn, consume) {
  if (OPERATORS[node.node] === undefined) throw featureNotSupported(`plan node ${node.node}`)
  const operator = isNever(node.filter) ? produceNever : OPERATORS[node.node]
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
