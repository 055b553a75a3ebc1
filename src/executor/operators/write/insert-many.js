/**
 * INSERT … VALUES of one row, for many rows of parameters: the statement's third body. `gather` computes one row and
 * puts it into a batch, `flush` writes the batch
 * (tuples page by page, entries in the order of keys) or, if any entry meets a key that is or may be taken, leaves
 * everything as it was. Then, and for whatever
 * else is out of the ordinary, the caller (engine/statements/core/run-many.js) runs the statement row by row: ON
 * CONFLICT, errors and waits belong there.
 */
import { FunctionBuilder } from '../../codegen/function.js'
import { heapNames, relationOf } from '../scan/access.js'
import { addRow, sortedEntries } from './bulk-insert.js'
import { keysToCheck } from './foreign-keys.js'
import { newRow } from './insert-row.js'
import { atMostOne } from '../../../planner/plan-nodes.js'

/** @typedef {import('./insert-batch.js').InsertBatch} InsertBatch */
/**
 * @typedef {{ gather: (ctx: any, batch: InsertBatch) => void, flush: (ctx: any, batch: InsertBatch) => boolean,
 *   indexCount: number }} ManyBody
 */

/**
 * Whether the statement has this body.
 * @param {import('../../../planner/plan.js').PlannedStatement} planned
 * @param {any} catalog
 */
export function writesMany(planned, catalog) {
  const root = /** @type {any} */ (planned.root)
  if (
    root === null || root.node !== 'modify' || root.operation !== 'insert' || root.tree || root.returning !== null
    || planned.ctes.length > 0 || !atMostOne(root.input)
  )
    return false
  // Exactly one row for each set of parameters: who runs the batch counts sets.
  if (!['values', 'result'].includes(root.input.node) || root.input.filter) return false
  const relation = catalog.relation(root.relationOid)
  if (root.kept?.length > 0) return false
  return relation?.heap && relation.triggers.length === 0 && keysToCheck(relation, null).length === 0
}

/**
 * @param {any} root Modify
 * @param {import('../../codegen/module.js').Module} module a plain one
 * @returns {ManyBody | null}
 */
export function insertMany(root, module) {
  const relation = relationOf(module, root.relationOid)
  const names = heapNames(module, relation)
  const top = new FunctionBuilder(module, 'top', null)
  const gather = module.define('gather', top, (fn) => {
    fn.ownParams = ['batch']
    fn.produce(root.input, () => {
      fn.open('{')
      addRow(fn, relation, root.returningRt, newRow(root, fn, relation), 'batch')
      fn.close()
    })
  })
  let sorted = false
  const flush = module.define('flush', top, (fn) => {
    fn.ownParams = ['batch']
    fn.line('const count = batch.take()')
    fn.line('const mark = ctx.txn.manager.savepoint(ctx.txn)')
    fn.line(`${names.heap}.insertMany(ctx.txn, batch.bytes, batch.ends, count, batch.tids)`)
    sorted = sortedEntries(fn, relation)
    fn.line('if (!clean) ctx.txn.manager.rollbackTo(ctx.txn, mark)')
    fn.line('return clean')
  })
  return sorted
    ? module.build(`{ gather: ${gather.name}, flush: ${flush.name}, indexCount: ${relation.indexes.length} }`)
    : null
}
