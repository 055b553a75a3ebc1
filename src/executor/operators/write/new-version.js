/** UPDATE of a row: the version that takes the old one's place (modify.js says in which order). */
import { expression } from '../../expressions/compile.js'
import { sameSource } from '../../expressions/operations.js'
import { columnKey } from '../../codegen/function.js'
import { heapNames } from '../scan/access.js'
import { emitConstraints, emitPolicies, whenViewsCheck } from './constraints.js'
import { emitUniqueChecks, emitIndexInserts, indexesTouched } from './index-changes.js'
import { bindFired, emitAfter, emitBefore, emitOldRow, emitRefusal, emitRelock } from './door.js'
import { emitKeyChanges, emitKeyLookups, emitQueue, keysToCheck, waitForReferenced } from './foreign-keys.js'
import { stopsRows } from './listeners.js'
import { emitPatch, patchable } from './patch.js'
import { emitForm } from './form-tuple.js'
import { emitKept, keptBy, keptYield } from './kept-keys.js'
import { isStored } from '../../../catalog/kept-keys.js'
import { readsNewRow } from './new-row.js'
import { emitBoundRights, emitIndexRights } from './rights.js'
import { emitWait } from '../waiting.js'
import { bindWriter, readReturning, rechecks, finish } from './returning.js'

/** @import { Binding, FunctionBuilder } from '../../codegen/function.js' */
/** @import { ColumnDesc, IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

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
      emitRefusal(fn, relation, status, stops ? 'updated' : refused)
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
  emitBoundRights(fn, relation)
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
  if (touched.length > 0) emitIndexRights(fn, node, relation)
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
