/**
 * A view's row goes to its INSTEAD OF listeners, which do what is to be done. The input makes the view's rows; a row
 * that a listener gives back counts, is held to the check options of the views above, and is what RETURNING sees.
 */
import { hasNode } from '../../../planner/plan-nodes.js'
import { columnKey } from '../../codegen/function.js'
import { expression } from '../../expressions/compile.js'
import { emitConstraints } from './constraints.js'
import { bindFired, emitInstead } from './door.js'
import { finish } from './returning.js'
import { bindNewRow } from './new-row.js'

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../planner/plan.js').Modify} Modify */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {Modify} node with `old` @param {FunctionBuilder} fn @param {() => void} consume */
export function produceInstead(node, fn, consume) {
  const relation = /** @type {RelationDesc} */ (fn.module.catalog.relation(node.relationOid))
  fn.produce(node.input, () => {
    const row = fn.label()
    fn.open(`${row}: {`)
    fn.settle()
    const old = (node.old ?? []).map((expr) => local(fn, expr))
    const rows = {
      old: node.operation === 'insert' ? 'null' : `[${old.join(', ')}]`,
      now: node.operation === 'delete' ? 'null' : `[${newColumns(node, fn, relation, old).join(', ')}]`,
    }
    // COPY counts the rows that it told of, whatever became of them.
    const left = emitInstead(fn, relation, node.operation, rows, () => {
      if (hasNode(node.input, 'external')) consume()
      fn.line(`break ${row}`)
    })
    if (node.operation !== 'delete') {
      bindFired(fn, relation, node.returningRt, left)
      const columns = () =>
        relation.columns.map(({ attnum }) => fn.resolve(columnKey({ rt: node.returningRt, attnum })).js)
      emitConstraints(fn, node, relation, null, [], columns, 'views')
    }
    finish(node, fn, consume)
    fn.close()
  })
}

/**
 * @param {Modify} node
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string[]} old
 * @returns {string[]} what is proposed for each column
 */
function newColumns(node, fn, relation, old) {
  if (node.operation === 'insert') {
    bindNewRow(node, fn)
    return relation.columns.map(({ attnum }) => fn.resolve(columnKey({ rt: node.returningRt, attnum })).js)
  }
  const assigned = new Map(node.assignments?.map(({ attnum, expr }) => [attnum, local(fn, expr)]))
  return relation.columns.map(({ attnum }, at) => assigned.get(attnum) ?? old[at])
}

/** @param {FunctionBuilder} fn @param {Expr} expr @returns {string} name of its value */
function local(fn, expr) {
  const name = fn.module.name('cell')
  fn.line(`const ${name} = ${expression(fn, expr).js}`)
  return name
}
