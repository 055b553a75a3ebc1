/**
 * UNION, INTERSECT, EXCEPT.
 */
import { rebuild } from '../expr-tools.js'
import { slotRef } from './state.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('../../catalog/query.js').Query} Query */

/** @param {PlanState} state @param {SetOperation} operation @returns {{ node: any, outputs: Expr[] }} */
export function planSetOperation(state, operation) {
  const types = operation.columns.map((column) => state.catalog.collatedType(column.type, column.collation))
  /** @type {any} */
  let node
  if (operation.op === 'union' && operation.all) {
    const inputs = appendInputs(state, operation)
    const rows = inputs.reduce((sum, { input }) => sum + input.estimate.rows, 0)
    node = state.node({ node: 'append', inputs, types }, rows, inputs.reduce((sum, { input }) => sum + input.estimate.totalCost, 0) + rows * 0.005, 0, 8 * types.length)
  } else {
    const { left, right } = setOperationSides(state, operation)
    const rows = operation.op === 'union' ? left.input.estimate.rows + right.input.estimate.rows : left.input.estimate.rows
    node = state.node({ node: 'setOp', op: operation.op, all: operation.all, left, right, types }, rows, left.input.estimate.totalCost + right.input.estimate.totalCost + rows * 0.02, 0, 8 * types.length)
  }
  return { node, outputs: operation.columns.map((column, index) => slotRef(node.id, index, column)) }
}

/** @param {PlanState} state @param {SetOperation} operation */
export function setOperationSides(state, operation) {
  return { left: side(state, operation.left, operation.leftOutputs), right: side(state, operation.right, operation.rightOutputs) }
}

/** @param {PlanState} state @param {Query | SetOperation} tree @param {Expr[]} wanted @returns {{ input: any, outputs: Expr[] }} */
function side(state, tree, wanted) {
  const { node, outputs } = 'columns' in tree ? planSetOperation(state, tree) : state.planQuery(tree)
  return { input: node, outputs: wanted.map((expr) => rebuild(expr, (child) => child.kind === 'subcolumn' ? outputs[child.index] : undefined)) }
}

/** a UNION ALL b UNION ALL c is one list, where no column changes its type on the way. @param {PlanState} state @param {SetOperation} operation @returns {{ input: any, outputs: Expr[] }[]} */
function appendInputs(state, operation) {
  const list = (/** @type {Query | SetOperation} */ tree, /** @type {Expr[]} */ wanted) => {
    const flat = 'columns' in tree && tree.op === 'union' && tree.all && wanted.every((expr) => expr.kind === 'subcolumn')
    return flat ? appendInputs(state, /** @type {SetOperation} */ (tree)) : [side(state, tree, wanted)]
  }
  return [...list(operation.left, operation.leftOutputs), ...list(operation.right, operation.rightOutputs)]
}
