/**
 * INSERT, UPDATE, DELETE: values, constraints, row, index entries, RETURNING, one row at a time (insert-row.js,
 * new-version.js, remove-row.js; returning.js).
 *
 * Everything that may fail or wait comes before the change of the row: the row's lock, NOT NULL, CHECK, uniqueness.
 * From the last of these to the last index entry nothing yields. A wait sends the row back to the beginning of its
 * checks. Only conditions of views that read tables or call users' functions come after the row and its entries
 * (constraints.js, whenViewsCheck): they may wait there, since a statement that holds such a thing never runs as a
 * plain body.
 */
import { condition } from '../../expressions/compile.js'
import { columnKey } from '../../codegen/function.js'
import { bindTuple, heapNames, relationOf } from '../scan/access.js'
import { mayYield, seesOwnRows } from '../references.js'
import { policyConditions } from './constraints.js'
import { emitRefusal, gathersSource } from './door.js'
import { followsRows, stopsRows } from './listeners.js'
import { bulkInsert } from './bulk-insert.js'
import { atMostOne } from '../../../planner/plan-nodes.js'
import { emitWait } from '../waiting.js'
import { readsPlainRows } from './plain-rows.js'
import { removeRow } from './remove-row.js'
import { produceExternal } from '../scan/simple-scans.js'
import { insertRow, newRow } from './insert-row.js'
import { readReturning, finish } from './returning.js'
import { newVersion } from './new-version.js'

/** @import { Modify } from '../../../planner/plan.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/** @param {Modify} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceTableChange(node, fn, consume) {
  const relation = relationOf(fn.module, node.relationOid)
  if (node.operation === 'insert' && isBulk(node, fn))
    insertBatches(node, fn, relation, consume)
  else
    fn.produce(node.input, () => {
      if (node.operation === 'insert') insertRow(node, fn, relation, consume)
      else changeRow(node, fn, relation, consume)
    })
}

/** May rows gather before they are written? @param {Modify} node @param {FunctionBuilder} fn */
function isBulk(node, fn) {
  return fn.module.generator && node.returning === null && !node.onConflict && !atMostOne(node.input)
    && !seesOwnRows([node.input, node.values, node.checks], fn.module.catalog)
}

/** @param {any} node @param {FunctionBuilder} fn @param {RelationDesc} relation @param {() => void} consume */
function insertBatches(node, fn, relation, consume) {
  const bulk = bulkInsert(fn, relation, node)
  const stops = stopsRows(relation, 'insert')
  const gathers = fn.module.name('gathers')
  if (stops) fn.line(`const ${gathers} = ${gathersSource(fn, relation)}`)
  bulk.begin()
  const gather = () => {
    const skipped = fn.label()
    fn.open(stops ? `${skipped}: {` : '{')
    const values = newRow(node, fn, relation, 'all', `break ${skipped}`, bulk.flush)
    bulk.add(node.returningRt, values)
    consume()
    fn.close()
  }
  const row = () => {
    if (!stops) return gather()
    fn.settle()
    fn.open(`if (${gathers}) {`)
    gather()
    fn.swap()
    insertRow(node, fn, relation, consume)
    fn.close()
  }
  if (readsPlainRows(node, relation) && !stops && !followsRows(relation, node, 'insert'))
    produceExternal(node.input, fn, row, () => bulk.plain(node, consume))
  else fn.produce(node.input, row)
  bulk.end()
}

/** @param {any} node @param {FunctionBuilder} fn @param {RelationDesc} relation @param {() => void} consume */
export function changeRow(node, fn, relation, consume) {
  const { module } = fn
  const names = heapNames(module, relation)
  const { rt } = node
  const isDelete = node.operation === 'delete'
  const strength = isDelete ? 4 : 3
  // What may yield before the row has changed needs the row locked meanwhile.
  const stops = stopsRows(relation, node.operation, isDelete ? null : node.changedAttnums)
  const asks = [node.assignments, node.recheck, policyConditions(node), node.kept]
  const yields = stops || (module.generator && mayYield(asks))
  // The rows of other relations stay what they are; the target's columns are bound anew below.
  fn.settle(rt)
  const tid = module.name('tid')
  fn.line(`const ${tid} = ${fn.resolve(columnKey({ rt, attnum: -1 })).js}`)
  const row = fn.label()
  const at = module.name('at')
  const status = module.name('status')
  const moved = module.name('moved')
  fn.line(`let ${moved} = false`)
  const kept = stops && !isDelete ? module.name('kept') : ''
  if (kept !== '') fn.line(`let ${kept} = null`)
  fn.open(`${row}: for (;;) {`)
  fn.line(`const ${status} = ${names.heap}.${yields ? 'lockForUpdate' : 'checkForUpdate'}(ctx.txn, ${tid}, ctx.snapshot, ${strength})`)
  fn.open(`if (${status} !== 0) {`)
  fn.open(`if (${status} === 5) {`)
  emitWait(fn, `${names.heap}.wait`)
  fn.line(`continue ${row}`)
  fn.close()
  if (relation.triggers.length > 0 || module.hasEffects)
    emitRefusal(fn, relation, status, isDelete && !stops ? 'deleted' : 'updated')
  fn.line(`if (${status} !== 3) break ${row}`)
  fn.line(`${moved} = true`)
  fn.close()
  fn.line(`let ${at} = ${names.heap}.currentAt`)
  bindTuple(fn, rt, relation, at, tid)
  if (node.recheck !== null) {
    // In a block of its own: what only this reads is not read for the usual row, and stored bytes are copied undecoded.
    fn.open(`if (${moved}) {`)
    fn.line(`if (!${condition(fn, node.recheck)}) break ${row}`)
    fn.close()
  }
  if (isDelete) {
    removeRow(fn, node, relation, { at, tid, skip: `break ${row}` }, { read: () => readReturning(node, fn, rt) })
    finish(node, fn, consume)
  } else newVersion(node, fn, relation, { rt, assignments: node.assignments, at, tid, row, kept, yields }, consume)
  fn.line(`break ${row}`)
  fn.close()
}
