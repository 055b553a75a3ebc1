/**
 * INSERT, UPDATE, DELETE: values, constraints, row, index entries, RETURNING, one row at a time.
 *
 * Everything that may fail or wait comes before the change of the row: the row's lock, NOT NULL, CHECK, uniqueness.
 * From the last of these to
 * the last index entry nothing yields. A wait sends the row back to the beginning of its checks. Only conditions of
 * views that read tables or call users' functions come after the
 * row and its entries (constraints.js, whenViewsCheck): they may wait there, since a statement that holds such a thing
 * never runs as a plain body.
 */
import { condition, expression } from '../../expressions/compile.js'
import { sameSource } from '../../expressions/operations.js'
import { columnKey, slotKey } from '../../codegen/function.js'
import { columnsOf } from '../../../catalog/expr-text.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { movedByConflict } from '../../../errors/ddl/partitions.js'
import { affectedTwice } from '../../../errors/execution.js'
import { concurrentUpdate } from '../../../errors/txn.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { bindTuple, heapNames, relationOf } from '../scan/access.js'
import { retarget } from '../scan/index-keys.js'
import { mayYield, references, seesOwnRows } from '../references.js'
import { emitConstraints, emitPolicies, ofNewRow, policyConditions, whenViewsCheck } from './constraints.js'
import { emitUniqueChecks, emitIndexInserts, indexesTouched } from './index-changes.js'
import { bindFired, emitAfter, emitBefore, emitOldRow, emitRefusal, emitRelock, gathersSource } from './door.js'
import { emitKeyChanges, emitKeyLookups, emitQueue, keysToCheck, waitForReferenced } from './foreign-keys.js'
import { followsRows, stopsRows } from './listeners.js'
import { emitPatch, patchable } from './patch.js'
import { emitForm } from './form-tuple.js'
import { emitKept, keptBy, keptYield } from './kept-keys.js'
import { isStored } from '../../../catalog/kept-keys.js'
import { bindNewRow, readsNewRow } from './new-row.js'
import { bulkInsert } from './bulk-insert.js'
import { atMostOne } from '../../../planner/plan-nodes.js'
import { emitWait } from '../waiting.js'
import { readsPlainRows } from './plain-rows.js'
import { removeRow } from './remove-row.js'
import { produceExternal } from '../scan/simple-scans.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { Binding } from '../../codegen/function.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { Modify } from '../../../planner/plan.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

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

/** What an update touches. @param {RelationDesc} relation @param {number[]} assigned */
function changes(relation, assigned) {
  const touched = indexesTouched(relation, assigned)
  return { touched, keys: touched.filter((index) => index.unique && index.predicate === null) }
}

/**
 * Whether the new row's keys are others than the old one's: only then are KEY SHARE locks in its way (a program that
 * sets all columns sets the key to what it was).
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {IndexDesc[]} keys unique indexes with an assigned column
 * @param {Map<number, import('../../codegen/function.js').Value>} newValues
 * @param {number} rt of the old row
 */
function keysMove(fn, relation, keys, newValues, rt) {
  if (keys.some((index) => index.keys.some((key) => key.attnum <= 0))) return 'true'
  const attnums = new Set(
    keys
      .flatMap((index) => index.keys.map((key) => key.attnum))
      .filter((/** @type {number} */ attnum) => newValues.has(attnum)),
  )
  if (attnums.size === 0) return 'false' //   included columns alone
  const same = [...attnums].map((attnum) => {
    const { typeOid } = relation.columns[attnum - 1]
    const old = fn.resolve(columnKey({ rt, attnum }))
    const set = /** @type {import('../../codegen/function.js').Value} */ (newValues.get(attnum))
    const equal = sameSource(fn.module, typeOid, old.js, set.js)
    return old.nullable || set.nullable
      ? `(${old.js} === null || ${set.js} === null ? ${old.js} === ${set.js} : ${equal})`
      : equal
  })
  return same.length === 0 ? 'false' : `!(${same.join(' && ')})`
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
    emitRefusal(fn, relation, status, isDelete ? 'deleted' : 'updated')
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

/**
 * New values, constraints, row, index entries, RETURNING, of the row at hand.
 * @param {any} node @param {FunctionBuilder} fn @param {RelationDesc} relation
 * @param {{ rt: number, assignments: { attnum: number, expr: Expr }[], at: string, tid: string, row: string, kept:
 *   string, yields: boolean, refused?: 'updated' | 'updated or deleted' }} old the version to replace, in pool memory
 *   at `at` (a
 *   variable); refused: what is said of a row that its triggers have changed;
 *   row: label of the loop that begins it again; kept: a variable outside that loop for what BEFORE listeners said
 *   @param {() => void} consume
 */
export function newVersion(node, fn, relation, { rt, assignments, at, tid, row, kept, yields, refused = 'updated' },
  consume) {
  const { module } = fn
  const names = heapNames(module, relation)
  const set = assignments.map(({ attnum }) => attnum)
  const stops = stopsRows(relation, 'update', set)
  // Listeners may have set any of them.
  const assigned = stops ? relation.columns.flatMap((column) => column.dropped ? [] : [column.attnum]) : set
  const { touched, keys: uniques } = changes(relation, assigned)
  const notNull = stops
    ? relation.columns.flatMap((column) => (column.notNull && !column.dropped ? [column.attnum] : []))
    : node.notNull
  let newValues = new Map()
  let old = ''
  const oldRow = () => old === '' ? old = emitOldRow(fn, relation, at) : old
  /** @param {{ attnum: number, expr: Expr }} assignment */
  const compute = ({ attnum, expr }) => {
    const computed = expression(fn, expr)
    const name = module.name('new')
    fn.line(`const ${name} = ${computed.js}`)
    newValues.set(attnum, { js: name, nullable: computed.nullable })
  }
  const late = assignments.filter(({ expr }) => readsNewRow(expr, node.returningRt))
  for (const assignment of assignments) if (!late.includes(assignment)) compute(assignment)
  if (yields) {
    // The row is locked, but its bytes may have moved.
    fn.settle()
    const status = module.name('status')
    fn.line(`const ${status} = ${names.heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, 3)`)
    fn.line(`if (${status} === 5) continue ${row}`)
    if (module.hasEffects) {
      emitRefusal(fn, relation, status, 'updated')
      fn.line(`if (${status} === 2) break ${row}`)
    }
    fn.line(`${at} = ${names.heap}.currentAt`)
  }
  fn.open('{')
  for (const column of relation.columns) {
    if (!isStored(column)) continue
    const key = columnKey({ rt: node.returningRt, attnum: column.attnum })
    const set = newValues.get(column.attnum)
    if (set !== undefined) fn.bind(key, set)
    else if (node.returningRt !== rt)
      fn.bind(key, /** @type {Binding} */ (fn.peek(columnKey({ rt, attnum: column.attnum }))))
  }
  for (const assignment of late) {
    compute(assignment)
    fn.bind(columnKey({ rt: node.returningRt, attnum: assignment.attnum }), newValues.get(assignment.attnum))
  }
  if (stops) {
    const given = relation.columns.map((column) =>
      column.dropped || column.generated === 's'
        ? 'null'
        : fn.resolve(columnKey({ rt: node.returningRt, attnum: column.attnum })).js,
    )
    emitBefore(fn, relation, 'update', set, { tid, old: oldRow(), now: `[${given.join(', ')}]` }, `break ${row}`, kept)
    emitRelock(fn, relation, { at, tid, strength: '3' }, refused)
    newValues = bindFired(fn, relation, node.returningRt, kept)
  }
  const checkPolicies = () => {
    if (!emitPolicies(fn, node, relation, 'update')) return
    fn.settle()
    fn.line(`if (${names.heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, 3) === 5) continue ${row}`)
    fn.line(`${at} = ${names.heap}.currentAt`)
  }
  // Of a row that leaves they are asked where it arrives, behind what BEFORE triggers make of it there.
  if (node.leave === undefined) checkPolicies()
  const moves = uniques.length > 0 ? module.name('moves') : 'false'
  if (uniques.length > 0) {
    fn.line(`const ${moves} = ${keysMove(fn, relation, uniques, newValues, rt)}`)
    fn.open(`if (${moves}) {`)
    fn.open(
      `if (${names.heap}.${yields ? 'lockForUpdate' : 'checkForUpdate'}(ctx.txn, ${tid}, ctx.snapshot, 4) === 5) {`,
    )
    emitWait(fn, `${names.heap}.wait`)
    fn.line(`continue ${row}`)
    fn.close()
    fn.line(`${at} = ${names.heap}.currentAt`)
    fn.close()
  }
  fn.bind(columnKey({ rt: node.returningRt, attnum: -1 }), { js: tid, nullable: false })
  bindWriter(fn, node.returningRt, relation)
  /** @param {ColumnDesc} column */
  const valueOf = (column) =>
    isStored(column)
      ? fn.resolve(columnKey({ rt: node.returningRt, attnum: column.attnum }))
      : { js: 'null', nullable: true, atom: true }
  const allValues = () => relation.columns.map(valueOf)
  const allTexts = () => allValues().map((value) => value.js)
  const views = whenViewsCheck(node)
  const viewsWait = views === 'after' || (views === 'before' && touched.length > 0)
  const checkViews = () => emitConstraints(fn, node, relation, null, [], allTexts, 'views')
  if (node.leave !== undefined) {
    node.leave(fn, { at, tid, skip: `break ${row}` }, allTexts())
    checkPolicies()
  }
  if (node.checks.length > 0 || notNull.some((/** @type {number} */ attnum) => newValues.get(attnum)?.nullable)) {
    emitConstraints(
      fn, node, relation, null, notNull.filter((/** @type {number} */ attnum) => newValues.has(attnum)), allTexts,
      viewsWait ? 'own' : 'all',
    )
  }
  if (views === 'after') allTexts() //   the row's bytes change before they are checked
  const strength = uniques.length > 0 ? `${moves} ? 4 : 3` : '3'
  const computed = keptBy(node, relation, assigned)
  const keptWait = module.generator && keptYield(computed)
  if (keptWait) fn.settle()
  for (const [attnum, value] of emitKept(fn, relation, node.returningRt, computed)) newValues.set(attnum, value)
  if (keptWait) {
    fn.line(`if (${names.heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, ${strength}) === 5) continue ${row}`)
    fn.line(`${at} = ${names.heap}.currentAt`)
  }
  const lookups = emitKeyLookups(fn, relation, node.returningRt, { assigned, oldRt: rt }, (target) =>
    waitForReferenced(fn, target, row),
  )
  const events = [...lookups, ...emitKeyChanges(fn, relation, node.returningRt, { assigned, oldRt: rt })]
  if (keysToCheck(relation, assigned).some((key) => key.referencedOid === relation.oid)) {
    // The probe of the same table moved the heap's own cursor.
    fn.line(`if (${names.heap}.lockForUpdate(ctx.txn, ${tid}, ctx.snapshot, ${strength}) === 5) continue ${row}`)
    fn.line(`${at} = ${names.heap}.currentAt`)
  }
  const after = emitAfter(fn, node, relation, 'update', set, { old: oldRow, now: () => `[${allTexts().join(', ')}]` })
  if (patchable(relation, [...assigned, ...computed.map(({ attnum }) => attnum)], touched)) {
    readReturning(node, fn, rt)
    emitPatch(fn, relation, names, {
      at, tid, newValues, general: () => general(fn, relation, names, tid, allValues(), '0'),
    })
  } else {
    // What stays as it is is copied, unless index keys are to be made of it.
    const values =
      touched.length === 0
        ? relation.columns.map((column) =>
            newValues.has(column.attnum)
              ? valueOf(column)
              : (storedOf(fn, node.returningRt, column) ?? valueOf(column)),
          )
        : allValues()
    readReturning(node, fn, rt)
    const keys = emitUniqueChecks(
      fn, relation, touched, node.returningRt, tid, values.map((value) => value.js), null,
      () => fn.line(`continue ${row}`), { rt, touched },
    )
    if (views === 'before' && viewsWait) checkViews()
    general(fn, relation, names, tid, values, uniques.length > 0 ? `${moves} ? 3 : 2` : touched.length > 0 ? '2' : '0')
    emitIndexInserts(fn, keys, tid, false)
    events.push(...rechecks(keys))
  }
  emitQueue(fn, [...events, ...after], tid)
  if (views === 'after') checkViews()
  finish(node, fn, consume, rt === node.onConflict?.rt)
  fn.close()
}

/**
 * System columns of a row that this transaction writes.
 * @param {FunctionBuilder} fn
 * @param {number} rt
 * @param {RelationDesc} relation
 */
function bindWriter(fn, rt, relation) {
  const own = { js: '(ctx.txn.xid % 4294967296)', nullable: false }
  const none = { js: '0', nullable: false }
  for (const [attnum, value] of /** @type {const} */ ([
    [-2, own], [-3, none], [-4, none], [-5, none], [-6, { js: String(relation.oid), nullable: false }],
  ]))
    fn.bind(columnKey({ rt, attnum }), value)
}

/** @param {import('./index-changes.js').KeyAtHand[]} keys */
const rechecks = (keys) => keys.flatMap(({ recheck }) => recheck === null ? [] : [recheck])

/**
 * A whole new tuple.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {{ heap: string }} names
 * @param {string} tid
 * @param {import('../../codegen/function.js').Value[]} values
 * @param {string} changed
 */
function general(fn, relation, names, tid, values, changed) {
  const size = emitForm(fn, relation, values)
  fn.line(`${names.heap}.update(ctx.txn, ${tid}, ${names.heap}.tupleAt, ${size}, ${changed})`)
}

/**
 * A variable column that nobody has read yet, as stored bytes.
 * @param {FunctionBuilder} fn
 * @param {number} rt
 * @param {ColumnDesc} column
 */
function storedOf(fn, rt, column) {
  const binding = !isStored(column) ? null : fn.peek(columnKey({ rt, attnum: column.attnum }))
  return binding?.raw === undefined || binding.js !== undefined
    ? null
    : { js: /** @type {string} */ (binding.read), nullable: binding.nullable, raw: binding.raw }
}

/**
 * What RETURNING and the operators above want of the row is read before its bytes change.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {number} rt
 */
function readReturning(node, fn, rt) {
  for (const [key, expr] of references([node.returning, fn.module.outputs])) {
    if (expr.kind === 'column' && (expr.rt === node.returningRt || expr.rt === rt) && fn.peek(key) !== null)
      fn.resolve(key)
  }
}

/** What RETURNING names without computing anything: only the rest become slots. */
const PLAIN = new Set(['column', 'slot', 'const', 'param'])

/**
 * @param {Modify} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {boolean} [replaced] ON CONFLICT found the row there: its lock shows in xmax
 */
export function finish(node, fn, consume, replaced = false) {
  if (replaced || node.operation === 'delete')
    fn.bind(columnKey({ rt: node.returningRt, attnum: -4 }), { js: 'ctx.txn.xid', nullable: false })
  const returning = node.returning ?? []
  if (node.operation === 'delete' && node.returningRt !== node.rt) {
    for (const [key, expr] of references([returning, fn.module.outputs])) {
      if (expr.kind !== 'column' || expr.rt !== node.returningRt) continue
      fn.bind(key, { js: fn.resolve(columnKey({ rt: node.rt, attnum: expr.attnum })).js, nullable: true })
    }
  }
  returning.forEach((expr, /** @type {number} */ index) => {
    if (!PLAIN.has(expr.kind)) fn.bindValue(slotKey({ node: node.id, index }), expression(fn, expr))
  })
  consume()
}

