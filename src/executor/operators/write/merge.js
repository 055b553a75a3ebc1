/**
 * MERGE: each row of the join picks the first of its clauses whose condition holds, then that change is the one INSERT,
 * UPDATE or DELETE would make.
 *
 * Nothing is locked for rows no clause wants. A target row that somebody changed meanwhile is looked at again in its
 * newest version: if it still joins, its
 * clauses are gone through anew; if not, or if it was deleted, the source row counts as not matched.
 */
import { condition } from '../../expressions/compile.js'
import { columnKey } from '../../codegen/function.js'
import { refusedMerge } from '../../events/trigger-run.js'
import { bindTuple, heapNames, relationOf } from '../scan/access.js'
import { emitPolicies } from './constraints.js'
import { stopsRows } from './listeners.js'
import { insertRow } from './insert-row.js'
import { newVersion } from './new-version.js'
import { removeRow } from './remove-row.js'
import { mayYield } from '../references.js'
import { emitWait } from '../waiting.js'

/** @import { MergeAction } from '../../../catalog/query.js' */
/** @import { Merge, PlanNode } from '../../../planner/plan.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {Merge} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceTableMerge(node, fn, consume) {
  const relation = relationOf(fn.module, node.relationOid)
  fn.produce(node.input, () => mergeRow(node, fn, relation, consume))
}

/** What modify.js calls a node. @param {any} node @param {any} action */
export const asModify = (node, action) => ({
  ...action, id: node.id, rt: node.rt, returningRt: node.returningRt, named: node.named, checks: node.checks,
  kept: node.kept, onConflict: null, returning: null, recheck: null, door: node.door,
})

/**
 * A row that this transaction has changed since the statement began, behind its status: triggers that stand before an
 * action would have met it first, and say so.
 * @param {FunctionBuilder} fn @param {{ actions: MergeAction[] }} node @param {RelationDesc} relation
 * @param {string} action the one that is wanted @param {string} status
 * @param {(item: MergeAction) => { attnum: number }[] | null} assigned what an action sets, as the relation counts its
 *   columns
 */
export function emitRefusedMerge(fn, node, relation, action, status, assigned) {
  /** @type {number[]} */
  const stopped = []
  node.actions.forEach((item, at) => {
    if (!item.matched || (item.operation !== 'update' && item.operation !== 'delete')) return
    const changed = item.operation === 'update' ? (assigned(item) ?? []).map(({ attnum }) => attnum) : null
    if (stopsRows(relation, item.operation, changed)) stopped.push(at + 1)
  })
  const stops = stopped.length === 0 ? 'false' : stopped.map((number) => `${action} === ${number}`).join(' || ')
  const refused = fn.module.constant(refusedMerge, 'refusedMerge')
  fn.line(`if (${status} === 2) throw ${refused}(ctx, ${heapNames(fn.module, relation).heap}, ${stops})`)
}

/** @param {any} node @param {FunctionBuilder} fn @param {RelationDesc} relation @param {() => void} consume */
function mergeRow(node, fn, relation, consume) {
  const { module } = fn
  fn.settle()
  const names = heapNames(module, relation)
  const tid = fn.resolve(columnKey({ rt: node.rt, attnum: -1 })).js
  // 1 … is a matched clause, -1 … one for rows not matched, 0 none.
  const [action, moved, status, at] = ['action', 'moved', 'status', 'at'].map((hint) => module.name(hint))
  fn.line(`let ${action} = 0, ${moved} = false`)
  const kept = keptByListeners(node, fn, relation)
  fn.open(`if (${tid} !== null) {`)
  pick(node, fn, action, true)
  fn.swap()
  pick(node, fn, action, false)
  fn.close()
  const row = fn.label()
  fn.open(`${row}: for (;;) {`)
  const updates = node.actions.filter((/** @type {any} */ item) => item.operation === 'update')
  const deletes = node.actions.some((/** @type {any} */ item) => item.operation === 'delete')
  if (updates.length > 0 || deletes) {
    fn.open(`if (${action} > 0) {`)
    fn.line(`const ${status} = ${names.heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, ${deletes ? 4 : 3})`)
    fn.open(`if (${status} === 5) {`)
    emitWait(fn, `${names.heap}.wait`)
    fn.line(`continue ${row}`)
    fn.close()
    emitRefusedMerge(fn, node, relation, action, status, ({ assignments }) => assignments)
    fn.line(`if (${status} === 1) break ${row}`)
    fn.open(`if (${status} === 4) {`)
    pick(node, fn, action, false)
    fn.line(`continue ${row}`)
    fn.close()
    fn.line(`let ${at} = ${names.heap}.currentAt`)
    bindTuple(fn, node.rt, relation, at, tid)
    fn.open(`if (${status} === 3 && !${moved}) {`)
    fn.line(`${moved} = true`)
    if (mayYield([node.on, node.actions.map((/** @type {any} */ item) => item.condition)])) fn.settle()
    fn.open(`if (${node.on === null ? 'true' : condition(fn, node.on)}) {`)
    pick(node, fn, action, true)
    fn.swap()
    pick(node, fn, action, false)
    fn.close()
    fn.line(`continue ${row}`)
    fn.close()
    eachAction(node, true, (item, number) => {
      if (item.operation === 'nothing') return
      fn.open(`if (${action} === ${number}) {`)
      if (item.operation === 'delete') {
        if (emitPolicies(fn, node, relation, 'merge delete'))
          emitPlaceAgain(fn, names.heap, { at, tid, row, strength: 4 })
        removeRow(fn, node, relation, { at, tid, skip: `break ${row}` }, { refused: 'updated or deleted' })
        consume()
      } else {
        const like = asModify(node, item)
        const lost = emitPolicies(fn, node, relation, 'merge update')
        newVersion(
          like,
          fn,
          relation,
          {
            rt: node.rt, assignments: item.assignments, at, tid, row, kept, refused: 'updated or deleted',
            yields: lost || (module.generator && mayYield([item.assignments])),
          },
          consume,
        )
      }
      fn.line(`break ${row}`)
      fn.close()
    })
    fn.close()
  }
  eachAction(node, false, (item, number) => {
    if (item.operation === 'nothing') return
    fn.open(`if (${action} === ${-number}) {`)
    insertRow(asModify(node, item), fn, relation, consume)
    fn.close()
  })
  fn.line(`break ${row}`)
  fn.close()
}

/**
 * Where the locked row is, after something else was read.
 * @param {FunctionBuilder} fn
 * @param {string} heap
 * @param {{ at: string, tid: string, row: string, strength: number }} place row: label to begin again at
 */
export function emitPlaceAgain(fn, heap, { at, tid, row, strength }) {
  fn.settle()
  fn.line(`if (${heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, ${strength}) === 5) continue ${row}`)
  fn.line(`${at} = ${heap}.currentAt`)
}

/**
 * A variable for what BEFORE listeners of an update said of the row at hand.
 * @param {any} node Merge
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 */
export function keptByListeners(node, fn, relation) {
  if (!node.actions.some((/** @type {any} */ item) => item.operation === 'update' && stopsRows(relation, 'update')))
    return ''
  const kept = fn.module.name('kept')
  fn.line(`let ${kept} = null`)
  return kept
}

/** @param {any} node @param {boolean} matched @param {(item: any, number: number) => void} visit numbers from 1 */
export function eachAction(node, matched, visit) {
  node.actions.forEach((/** @type {any} */ item, /** @type {number} */ at) => {
    if (item.matched === matched) visit(item, at + 1)
  })
}

/**
 * The first clause of a kind whose condition holds.
 * @param {PlanNode} node
 * @param {FunctionBuilder} fn
 * @param {string} action
 * @param {boolean} matched
 */
export function pick(node, fn, action, matched) {
  const done = fn.label()
  fn.line(`${action} = 0`)
  fn.open(`${done}: {`)
  eachAction(node, matched, (item, number) => {
    const chosen = item.operation === 'nothing' ? 0 : matched ? number : -number
    fn.line(`${item.condition === null ? '' : `if (${condition(fn, item.condition)}) `}{ ${action} = ${chosen}; break ${done} }`)
  })
  fn.close()
}
