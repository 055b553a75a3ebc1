/** Generated code around a row that is written: foreign keys looked up before, events queued after. */
import { emitKeyPart, keyRuntime, KEY_BUFFER_BYTES } from '../../../types/key.js'
import { columnKey } from '../../codegen/function.js'
import { sameSource } from '../../expressions/operations.js'
import { ForeignKeyCheck } from '../../events/foreign-key-check.js'
import { ForeignKeyAction } from '../../events/foreign-key-action.js'
import { isDeferred, queueEvent } from '../../events/queue.js'
import { emitWait } from '../waiting.js'
import { hasListeners } from './listeners.js'
/** @import { ForeignKeyDesc } from '../../../catalog/foreign-key.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {{ target: string, due: string, run?: string, captures?: boolean }} DueEvent due: source that says whether
 *   the event is to be queued; run: the StatementRun it belongs to, of listeners;
 *  captures: the row is noted for transition tables
 */

/**
 * Its own foreign keys that a write of these columns must look at.
 * @param {RelationDesc} relation
 * @param {number[] | null} attnums null: all
 */
export const keysToCheck = (relation, attnums) =>
  relation.foreignKeys.filter(
    (key) =>
      key.checked && (attnums === null || key.attnums.some((/** @type {number} */ attnum) => attnums.includes(attnum))),
  )

/**
 * Foreign keys that refer to it by these columns.
 * @param {RelationDesc} relation
 * @param {number[] | null} attnums null: all
 */
export const keysToAct = (relation, attnums) =>
  relation.referencedBy.filter(
    (key) =>
      key.acts
      && (attnums === null || key.referencedAttnums.some((/** @type {number} */ attnum) => attnums.includes(attnum))),
  )

/**
 * One check per constraint and module.
 * @param {RelationDesc} relation
 * @param {ForeignKeyDesc} key
 * @param {import('../../codegen/module.js').Module} module
 * @returns {ForeignKeyCheck}
 */
export function checkOf(relation, key, module) {
  let check = module.foreignKeys.get(key.oid)
  if (check === undefined) module.foreignKeys.set(key.oid, check = new ForeignKeyCheck(key, relation, module.catalog))
  return check
}

/**
 * Source: queues an event of the row `tid`.
 * @param {FunctionBuilder} fn
 * @param {{ target: string, run?: string, captures?: boolean }} event
 * @param {string} tid
 */
export function queueSource(fn, { target, run, captures }, tid) {
  if (captures) return `${run}.rows.add(ctx, ${target}, ${tid})`
  return `${fn.module.constant(queueEvent, 'queueEvent')}(ctx, ${target}, ${tid}${run === undefined ? '' : `, ${run}.number`})`
}

/**
 * May a plain body write so? Not if what follows may wait behind the effect.
 * @param {any} node Modify
 * @param {any} catalog
 */
export function eventsAllowPlain(node, catalog) {
  if (hasListeners(node, catalog)) return false
  const relation = catalog.relation(node.relationOid)
  const members = (node.tree?.members ?? []).map((/** @type {any} */ member) => catalog.relation(member.relationOid))
  if (members.some((/** @type {any} */ member) => member.foreignKeys.length > 0 || member.referencedBy.length > 0))
    return false
  if (
    relation !== undefined
    && [relation, ...members].some((one) => one.indexes.some((/** @type {IndexDesc} */ index) => !index.immediate))
  )
    return false
  if (relation === undefined || (relation.foreignKeys.length === 0 && relation.referencedBy.length === 0)) return true
  if (relation.kind === 'p') return false
  const assigned =
    node.operation === 'insert'
      ? (node.onConflict?.changedAttnums ?? [])
      : node.operation === 'update'
        ? node.changedAttnums
        : null
  if (keysToAct(relation, assigned).length > 0) return false
  return keysToCheck(relation, node.operation === 'insert' ? null : (assigned ?? [])).every(
    (key) => new ForeignKeyCheck(key, relation, catalog).isDirect,
  )
}

/**
 * Looks the new row's keys up. Whoever is not found is due: an event, once the row is written.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number} rt the new row
 * @param {{ assigned: number[], oldRt: number } | null} update null: an insert
 * @param {(target: string) => void} wait writes what happens when a lock is in the way
 * @returns {DueEvent[]}
 */
export function emitKeyLookups(fn, relation, rt, update, wait) {
  const { module } = fn
  return keysToCheck(relation, update === null ? null : update.assigned).map((key) => {
    const check = checkOf(relation, key, module)
    const target = module.constant(check, 'foreignKey')
    module.queuesChecks = true
    const due = module.name('due')
    const values = check.attnums.map((attnum) => fn.resolve(columnKey({ rt, attnum })))
    const changed = update === null ? null : changedSource(fn, relation, key.attnums, rt, update)
    fn.line(`let ${due} = false`)
    if (changed !== null) fn.open(`if (${changed}) {`)
    const nullable = values.filter((value) => value.nullable)
    if (key.match === 'f' && nullable.length > 0 && values.length > 1) {
      const none =
        nullable.length === values.length ? nullable.map((value) => `${value.js} === null`).join(' && ') : 'false'
      fn.line(`if (!(${none}) && (${nullable.map((value) => `${value.js} === null`).join(' || ')})) ${due} = true`)
    }
    fn.open(nullable.length === 0 ? '{' : `if (${nullable.map((value) => `${value.js} !== null`).join(' && ')}) {`)
    if (key.deferrable)
      fn.open(`if (${module.constant(isDeferred, 'isDeferred')}(ctx, ${target})) ${due} = true; else {`)
    if (check.isDirect) probe(fn, check, target, values.map((value) => value.js), due, () => wait(target))
    else fn.line(`${due} = true`)
    if (key.deferrable) fn.close()
    fn.close()
    // A new row waits for its check until the end even if there is nothing to look up: TRUNCATE and others see that it
    // does.
    if (key.deferrable && update === null && nullable.length > 0) fn.line(`if ((${nullable.map((value) => `${value.js} === null`).join(' || ')}) && ${module.constant(isDeferred, 'isDeferred')}(ctx, ${target})) ${due} = true`)
    if (changed !== null) fn.close()
    return { target, due }
  })
}

/**
 * @param {FunctionBuilder} fn
 * @param {ForeignKeyCheck} check
 * @param {string} target
 * @param {string[]} values
 * @param {string} due
 * @param {() => void} wait
 */
function probe(fn, check, target, values, due, wait) {
  const { module } = fn
  const buffer = module.constant(new Uint8Array(KEY_BUFFER_BYTES), 'refKey')
  const runtime = module.constant(keyRuntime, 'runtime')
  const end = module.name('refEnd')
  const found = module.name('found')
  const guards = check.conversions.flatMap((range, at) =>
    range === null || range === 'same' ? [] : [`${values[at]} >= ${range.min} && ${values[at]} <= ${range.max}`],
  )
  if (guards.length > 0) fn.open(`if (${guards.join(' && ')}) {`)
  fn.line(`let ${end} = 0`)
  values.forEach((value, at) => {
    const { desc, nullsFirst } = check.probe.index.keys[at]
    fn.line(
      emitKeyPart({ typeOid: check.probe.types[at], desc, nullsFirst }, value, {
        out: buffer, at: end, runtime, notNull: true,
      }),
    )
  })
  fn.line(`const ${found} = ${target}.find(ctx, ${buffer}, ${end})`)
  fn.open(`if (${found} < 0) {`)
  wait()
  fn.close()
  fn.line(`if (${found} === 0) ${due} = true`)
  if (guards.length > 0) fn.close(`} else ${due} = true`)
}

/**
 * Source: do these columns differ between the old row and the new one?
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number[]} attnums
 * @param {number} rt
 * @param {{ assigned: number[], oldRt: number }} update
 */
function changedSource(fn, relation, attnums, rt, { assigned, oldRt }) {
  return attnums.filter((attnum) => assigned.includes(attnum)).map((attnum) => {
    const before = fn.resolve(columnKey({ rt: oldRt, attnum }))
    const after = fn.resolve(columnKey({ rt, attnum }))
    const same = sameSource(fn.module, relation.columns[attnum - 1].typeOid, before.js, after.js)
    return before.nullable || after.nullable
      ? `(${before.js} === null || ${after.js} === null ? ${before.js} !== ${after.js} : !(${same}))`
      : `!(${same})`
  }).join(' || ')
}

/**
 * The keys of an update's row by which others refer to it, compared.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {{ assigned: number[], oldRt: number }} update
 * @returns {DueEvent[]}
 */
export function emitKeyChanges(fn, relation, rt, update) {
  const { module } = fn
  return keysToAct(relation, update.assigned).map((key) => {
    const due = module.name('left')
    fn.line(`const ${due} = ${changedSource(fn, relation, key.referencedAttnums, rt, update)}`)
    return { target: module.constant(new ForeignKeyAction(key, relation, 'update', module.catalog), 'action'), due }
  })
}

/** @param {FunctionBuilder} fn @param {DueEvent[]} events @param {string} tid */
export function emitQueue(fn, events, tid) {
  for (const event of events) fn.line(`if (${event.due}) ${queueSource(fn, event, tid)}`)
}

/**
 * A row was deleted.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} tid
 * @param {boolean} [moves] to another partition: what refers to the partitioned table is told of that
 */
export function emitDeletion(fn, relation, tid, moves = false) {
  const { module } = fn
  for (const key of keysToAct(relation, null)) {
    if (moves && key.parentOid !== 0) continue
    fn.line(`${module.constant(queueEvent, 'queueEvent')}(ctx, ${module.constant(new ForeignKeyAction(key, relation, 'delete', module.catalog), 'action')}, ${tid})`)
  }
}

/**
 * A wait for a referenced row, and the row's checks begin again.
 * @param {FunctionBuilder} fn
 * @param {string} target
 * @param {string} row label of the loop
 */
export function waitForReferenced(fn, target, row) {
  emitWait(fn, `${target}.wait`)
  fn.line(`continue ${row}`)
}
