/** INSERT of a row: its values, ON CONFLICT, what is written (modify.js says in which order). */
import { condition, expression } from '../../expressions/compile.js'
import { columnKey } from '../../codegen/function.js'
import { columnsOf } from '../../../catalog/expr-text.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { movedByConflict } from '../../../errors/ddl/partitions.js'
import { affectedTwice } from '../../../errors/execution.js'
import { concurrentUpdate } from '../../../errors/txn.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { bindTuple, heapNames } from '../scan/access.js'
import { retarget } from '../scan/index-keys.js'
import { mayYield } from '../references.js'
import { emitConstraints, emitPolicies, ofNewRow, whenViewsCheck } from './constraints.js'
import { emitUniqueChecks, emitIndexInserts } from './index-changes.js'
import { bindFired, emitAfter, emitBefore } from './door.js'
import { emitKeyLookups, emitQueue, waitForReferenced } from './foreign-keys.js'
import { stopsRows } from './listeners.js'
import { emitForm } from './form-tuple.js'
import { emitKept, keptBy } from './kept-keys.js'
import { bindNewRow } from './new-row.js'
import { emitIndexRights } from './rights.js'
import { emitWait } from '../waiting.js'
import { rechecks, bindWriter, finish } from './returning.js'
import { newVersion } from './new-version.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { Modify } from '../../../planner/plan.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/**
 * The values of the row to insert, constraints checked.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {import('./constraints.js').Which} [which]
 * @param {string} [skip] what is done with a row that a listener leaves out
 * @param {string} [settle] done first where listeners may look at the table
 * @returns {import('../../codegen/function.js').Value[]}
 */
export function newRow(node, fn, relation, which = 'all', skip = '', settle = undefined) {
  fn.settle()
  bindNewRow(node, fn)
  const rowValues = () =>
    relation.columns.map((column) => fn.resolve(columnKey({ rt: node.returningRt, attnum: column.attnum })))
  let values = rowValues()
  if (stopsRows(relation, 'insert')) {
    const given = relation.columns.map((column, at) => column.generated === 's' ? 'null' : values[at].js)
    bindFired(
      fn, relation, node.returningRt,
      emitBefore(fn, relation, 'insert', null, { old: 'null', now: `[${given.join(', ')}]` }, skip, undefined, settle),
    )
    values = rowValues()
  }
  // A row that an UPDATE moves here is held to what row security says of rows that are updated.
  emitPolicies(fn, node, relation, node.movedBy ?? 'insert')
  emitConstraints(
    fn, node, relation, values.map((value) => value.js), node.notNull, undefined, which,
  )
  for (const attnum of node.notNull) {
    values[attnum - 1].nullable = false
    fn.bind(columnKey({ rt: node.returningRt, attnum }), { js: values[attnum - 1].js, nullable: false })
  }
  emitIndexRights(fn, node, relation)
  const kept = emitKept(fn, relation, node.returningRt, keptBy(node, relation, null))
  for (const [attnum, value] of kept) values[attnum - 1] = value
  return values
}

/** @param {Modify} node @param {FunctionBuilder} fn @param {RelationDesc} relation @param {() => void} consume */
export function insertRow(node, fn, relation, consume) {
  if (!stopsRows(relation, 'insert')) {
    writeNewRow(node, fn, relation, '', consume)
    return
  }
  const skipped = fn.label()
  fn.open(`${skipped}: {`)
  writeNewRow(node, fn, relation, `break ${skipped}`, consume)
  fn.close()
}

/**
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} skip what is done with a row that a listener leaves out
 * @param {() => void} consume
 */
function writeNewRow(node, fn, relation, skip, consume) {
  const { module } = fn
  const names = heapNames(module, relation)
  const conflict = node.onConflict ?? null
  const updates = conflict?.action === 'update'
  const views = whenViewsCheck(node)
  const values = newRow(node, fn, relation, views === 'none' ? 'all' : 'own', skip)
  const checkViews = () => emitConstraints(fn, node, relation, values.map((value) => value.js), [], undefined, 'views')
  const tid = module.name('tid')
  const row = fn.label()
  const taken = module.name('taken')
  fn.open(`${row}: for (;;) {`)
  if (updates) fn.line(`let ${taken} = -1`)
  const keys = emitUniqueChecks(
    fn,
    relation,
    relation.indexes,
    node.returningRt,
    '-1',
    values.map((value) => value.js),
    conflict,
    (hit, checks) =>
      fn.line(
        updates
          ? `${taken} = ${hit}; break ${checks}`
          : `{ if (ctx.txn.repeatableRead) ${module.constant(requireVisible, 'requireVisible')}(ctx, ${names.heap}, ${hit}); break ${row} }`,
      ),
  )
  if (updates) updateTaken(node, fn, relation, { taken, row, values }, consume)
  if (views === 'before') checkViews()
  const events = emitKeyLookups(fn, relation, node.returningRt, null, (target) => waitForReferenced(fn, target, row))
  const after = emitAfter(
    fn, node, relation, 'insert', null,
    { old: () => 'null', now: () => `[${values.map((value) => value.js).join(', ')}]` },
    node.movesIn ? 'new' : undefined,
  )
  const size = emitForm(fn, relation, values)
  fn.line(`const ${tid} = ${names.heap}.insert(ctx.txn, ${names.heap}.tupleAt, ${size})`)
  emitIndexInserts(fn, keys, tid, true)
  emitQueue(fn, [...events, ...rechecks(keys), ...after], tid)
  if (views === 'after') checkViews()
  fn.bind(columnKey({ rt: node.returningRt, attnum: -1 }), { js: tid, nullable: false })
  bindWriter(fn, node.returningRt, relation)
  finish(node, fn, consume)
  fn.line(`break ${row}`)
  fn.close()
}

/**
 * In REPEATABLE READ nothing is decided by a row that the transaction does not see, unless it is its own.
 * @param {import('../../context.js').ExecContext} ctx @param {Heap} heap @param {Tid} tid
 */
function requireVisible(ctx, heap, tid) {
  const snapshot = new Snapshot(ctx.txn, ctx.snapshot.csn, Number.MAX_SAFE_INTEGER)
  if (heap.fetch(tid, snapshot) < 0) throw concurrentUpdate('update')
}

/**
 * ON CONFLICT DO UPDATE met a row: locked in its newest version, visible to the snapshot or not, and updated if WHERE
 * holds.
 * @param {any} node @param {FunctionBuilder} fn @param {RelationDesc} relation
 * @param {{ taken: string, row: string, values: import('../../codegen/function.js').Value[] }} proposed taken: tid of
 *   the row that is there, -1 none
 * @param {() => void} consume
 */
function updateTaken(node, fn, relation, { taken, row, values }, consume) {
  const { module } = fn
  const names = heapNames(module, relation)
  const { rt, excludedRt, assignments, where } = node.onConflict
  fn.open(`if (${taken} >= 0) {`)
  relation.columns.forEach((column, at) =>
    fn.bind(columnKey({ rt: excludedRt, attnum: column.attnum }), { js: values[at].js, nullable: values[at].nullable }),
  )
  const status = module.name('status')
  const at = module.name('at')
  let kept = ''
  // Locked even when WHERE turns it down. Where nothing can come between, the change itself is the lock.
  const lock = module.generator || where !== null ? 'lockForUpdate' : 'checkForUpdate'
  fn.line(`const ${status} = ${names.heap}.${lock}(ctx.txn, ${taken}, ctx.snapshot, 3)`)
  fn.open(`if (${status} === 5) {`)
  emitWait(fn, `${names.heap}.wait`)
  fn.line(`continue ${row}`)
  fn.close()
  fn.line(`if (${status} === 2) throw ${module.constant(affectedTwice, 'affectedTwice')}()`)
  fn.line(`if (${status} !== 0 && ${status} !== 3) continue ${row}`)
  fn.line(`let ${at} = ${names.heap}.currentAt`)
  if (stopsRows(relation, 'update', node.onConflict.changedAttnums))
    fn.line(`let ${(kept = module.name('kept'))} = null`)
  bindTuple(fn, rt, relation, at, taken)
  if (where !== null) fn.line(`if (!${condition(fn, where)}) break ${row}`)
  const lost = emitPolicies(fn, node, relation, 'conflict')
  newVersion(
    { ...node, leave: staying(relation, node, module.catalog) },
    fn,
    relation,
    {
      rt, assignments, at, tid: taken, row, kept, yields: lost || (module.generator && mayYield([assignments, where])),
    },
    consume,
  )
  fn.line(`break ${row}`)
  fn.close()
}

/**
 * Code that refuses a new version which does not belong to the row's partition, undefined where none can.
 * @param {RelationDesc} relation
 * @param {Modify} node
 * @param {CatalogSnapshot} catalog
 */
function staying(relation, node, catalog) {
  const assigned = stopsRows(relation, 'update', node.onConflict.changedAttnums)
    ? relation.columns.map((column) => column.attnum)
    : node.onConflict.changedAttnums
  const conditions = partitionConstraint(catalog, relation).filter((condition) =>
    columnsOf(condition).some((attnum) => attnum === 0 || assigned.includes(attnum)),
  )
  if (conditions.length === 0) return undefined
  return (/** @type {FunctionBuilder} */ fn) => {
    const held = conditions
      .map(
        (condition) =>
          `${expression(fn, ofNewRow(retarget(condition, node.returningRt), node.returningRt, relation)).js} === false`,
      )
      .join(' || ')
    fn.line(`if (${held}) throw ${fn.module.constant(movedByConflict, 'movedByConflict')}()`)
  }
}
