/** The values of a row about to be written: computed in order, those that read the others last. */
import { columnKey } from '../../codegen/function.js'
import { expression } from '../../expressions/compile.js'
import { references } from '../references.js'
import { hasNode } from '../../../planner/plan-nodes.js'
import { emitGeneratedRights } from './rights.js'

/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** A generated column that reads the row as it is made. @param {Expr} expr @param {number} newRt */
export function readsNewRow(expr, newRt) {
  for (const [, node] of references(expr)) if (node.kind === 'column' && node.rt === newRt) return true
  return false
}

/** @param {any} node Modify of an INSERT @param {FunctionBuilder} fn */
export function bindNewRow(node, fn) {
  if (node.input && hasNode(node.input, 'external'))
    emitGeneratedRights(fn, fn.module.catalog.relation(node.relationOid))
  const late = node.values.map((/** @type {any} */ expr) => readsNewRow(expr, node.returningRt))
  for (const turn of [false, true]) {
    node.values.forEach((/** @type {any} */ expr, /** @type {number} */ at) => {
      if (late[at] === turn) fn.bindValue(columnKey({ rt: node.returningRt, attnum: at + 1 }), expression(fn, expr))
    })
  }
}
