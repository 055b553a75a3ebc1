/**
 * Statements that change rows: what comes before the first and behind the last of them, and whose rows they are: of one
 * table, or of a tree of tables.
 */
import { statementDoor } from './door.js'
import { produceInstead } from './instead.js'
import { produceTableMerge } from './merge.js'
import { produceTableChange } from './modify.js'
import { produceRoutedInsert } from './tree-insert.js'
import { produceTreeMerge } from './tree-merge.js'
import { produceTreeModify } from './tree-modify.js'

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../../planner/plan.js').Modify} Modify */
/** @typedef {import('../../../planner/plan.js').Merge} Merge */

/** @param {Modify} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceModify(node, fn, consume) {
  const updatesTaken = node.operation === 'insert' && node.onConflict?.action === 'update'
  const door = statementDoor(node, fn, updatesTaken ? ['insert', 'update'] : [node.operation])
  door.begin()
  if (node.old) produceInstead(node, fn, consume)
  else tableChange(node)(door.node, fn, consume)
  door.end()
}

/** @param {Modify} node */
const tableChange = (node) =>
  !node.tree ? produceTableChange : node.operation === 'insert' ? produceRoutedInsert : produceTreeModify

/** @param {Merge} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceMerge(node, fn, consume) {
  const operations = OPERATIONS.filter((operation) => node.actions.some((item) => item.operation === operation))
  const door = statementDoor(node, fn, operations)
  door.begin()
  const write = node.tree ? produceTreeMerge : produceTableMerge
  write(door.node, fn, consume)
  door.end()
}

/** In the order their BEFORE STATEMENT listeners fire. */
const OPERATIONS = /** @type {const} */ (['insert', 'update', 'delete'])
