/**
 * A row is deleted, or leaves for another partition: what may be in the way of that, the change, and what is told of
 * it. The one place where rows go.
 */
import { heapNames } from '../scan/access.js'
import { emitAfter, emitBefore, emitOldRow, emitRelock } from './door.js'
import { stopsRows } from './listeners.js'
import { emitDeletion, emitQueue } from './foreign-keys.js'

/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * @param {FunctionBuilder} fn @param {Expr} node Modify @param {RelationDesc} relation
 * @param {{ at: string, tid: string, skip: string }} row locked; at: a variable that says where its bytes are; skip:
 *   what is done when a listener leaves it alone
 * @param {{ read?: () => void, leaves?: boolean, refused?: 'updated or deleted' }} [how] refused: what is said of a row
 *   that its triggers have changed; read: writes what reads columns that are wanted behind;
 *   leaves: it goes on in another partition
 */
export function removeRow(fn, node, relation, { at, tid, skip }, { read, leaves = false, refused } = {}) {
  const { heap } = heapNames(fn.module, relation)
  let old = ''
  const oldRow = () => (old === '' ? (old = emitOldRow(fn, relation, at)) : old)
  if (stopsRows(relation, 'delete')) {
    emitBefore(fn, relation, 'delete', null, { tid, old: oldRow(), now: 'null' }, skip)
    emitRelock(fn, relation, { at, tid, strength: '4' }, refused ?? 'deleted')
  }
  read?.()
  const after = emitAfter(
    fn,
    node,
    relation,
    'delete',
    null,
    { old: oldRow, now: () => 'null' },
    leaves ? 'old' : undefined,
  )
  fn.line(`${heap}.${leaves ? 'leave' : 'delete'}(ctx.txn, ${tid})`)
  emitDeletion(fn, relation, tid, leaves)
  emitQueue(fn, after, tid)
}
