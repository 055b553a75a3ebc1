/**
 * INSERT of many rows: they gather in a batch (insert-batch.js), which goes to the heap with one WAL and one undo
 * record per page; then its entries go into each index in the
 * order of their keys (storage/btree/sorted-insert.js). Where one meets a key that is or may be taken, the entries are
 * taken back, and each row's entries are
 * checked and inserted, row by row, so that an error names the first row that has one and whoever must wait waits. Heap
 * rows without entries are nobody's business meanwhile: others do
 * not see them, this statement does not see its own rows, and a failure undoes all of them.
 */
import { condition } from '../../expressions/compile.js'
import { insertSorted } from '../../../storage/btree/sorted-insert.js'
import { DbError } from '../../../errors/db-error.js'
import { keyValues, partOf, putKey, retarget, KEY_BYTES_MAX } from '../scan/index-keys.js'
import { ginFamilies, isGin, waitingLimit } from '../scan/gin-scan.js'
import { ginKeys } from '../../../types/gin.js'
import { UniqueCheck } from '../../events/unique-check.js'
import { extractorOf } from './row-compilers.js'
import { probeFor } from './unique-probe.js'
import { isEnforced } from './index-changes.js'
import { isGist } from '../scan/gist-scan.js'
import { emitForm } from './form-tuple.js'
import { acquireBatch, releaseBatch } from './insert-batch.js'
import { ENTRY, NOTHING, UNIQUE_ENTRY } from './key-batch.js'
import { plainRowReader } from './plain-rows.js'
import { heapNames } from '../scan/access.js'
import { followers, followsSource } from './door.js'
import { checkOf, emitKeyLookups, keysToCheck, queueSource } from './foreign-keys.js'
import { stopsRows } from './listeners.js'
import { queueEvent } from '../../events/queue.js'
import { emitWait } from '../waiting.js'

/** @import { ExecContext } from '../../context.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { PlanNode } from '../../../planner/plan.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */
/** @import { RowSource } from '../../context.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

const TID_BYTES = 6
/** Entries of one index that go in between two looks at the fuel. */
const ENTRIES_PER_STEP = 128

/** Does an error lie in a row, so that an earlier row's error would have come first? @param {unknown} error */
function isRowError(error) {
  return error instanceof DbError && /^(2[0-3]|42|44|54)/.test(error.code)
}

/** The same where listeners' functions choose their errors' codes. @param {unknown} error */
function isListenersError(error) {
  return error instanceof DbError && !/^(40|53|57|58|XX)/.test(error.code)
}

/**
 * @param {FunctionBuilder} fn @param {RelationDesc} relation @param {PlanNode} node Modify
 * @returns {{ flush: string, begin: () => void,
 *   add: (rt: number, values: import('../../codegen/function.js').Value[]) => void,
 *   plain: (node: any, consume: () => void) => void, end: () => void }} code writers: around the loop, and for the row
 *   at hand; plain: a row that the source has as bytes, at the loop's head
 */
export function bulkInsert(fn, relation, node) {
  const { module } = fn
  const batch = module.name('batch')
  /** @type {string[]} */
  const targets = keysToCheck(relation, null).map((key) =>
    module.constant(checkOf(relation, key, module), 'foreignKey'),
  )
  const after = followers(module, node, relation, 'insert', null)
  const events = [...targets.map((target) => ({ target })), ...after]
  const flush = module.define('flush', fn, (inner) => {
    inner.ownParams = ['batch']
    writeFlush(inner, relation, events)
  }).call([batch])
  const stops = stopsRows(relation, 'insert')
  const isEarlier = stops ? module.constant(isListenersError, 'isListenersError')
    : module.constant(isRowError, 'isRowError')
  return {
    flush,
    begin() {
      fn.line(`const ${batch} = ${module.constant(acquireBatch, 'acquireBatch')}(${relation.indexes.length}, ${events.length})`)
      if (relation.indexes.length > 0) fn.open('try {')
    },
    add(rt, values) {
      fn.line(`if (${batch}.isFull()) ${flush}`)
      lookUp(fn, relation, rt, batch)
      const rows = { old: () => 'null', now: () => `[${values.map((value) => value.js).join(', ')}]` }
      after.forEach((follower, at) => fn.line(`${batch}.due[${targets.length + at}][${batch}.count] = ${followsSource(fn, follower, 'insert', rows)} ? 1 : 0`))
      addRow(fn, relation, rt, values, batch)
    },
    plain(node, consume) {
      const reader = module.name('reader')
      const size = module.name('size')
      const read = plainRowReader(fn, node, relation)
      fn.line(`const ${reader} = ctx.source.reader`)
      fn.open(`if (${reader} !== undefined && ${reader}.at <= ${reader}.plainEnd) {`)
      fn.line(`if (${batch}.isFull()) ${flush}`)
      fn.line(`${reader}.lineNumber++`)
      fn.line(`const ${size} = ${read}(${reader}, ${batch}.bytes, ${batch}.view, ${batch}.at)`)
      fn.open(`if (${size} > 0) {`)
      relation.indexes.forEach((index, at) => addTupleKey(fn, relation, index, at, batch))
      fn.line(`${batch}.lines[${batch}.count] = ${reader}.lineNumber`)
      fn.line(`${batch}.added(${size})`)
      consume()
      fn.line('continue')
      fn.close()
      fn.line(`${reader}.lineNumber--`)
      fn.close()
    },
    end() {
      if (relation.indexes.length > 0)
        fn.close(`} catch (error) { if (${isEarlier}(error)) ${flush}; throw error }`)
      fn.line(flush)
      fn.line(`${module.constant(releaseBatch, 'releaseBatch')}(${batch})`)
    },
  }
}

/**
 * The row at hand and its keys into a batch that has room.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {import('../../codegen/function.js').Value[]} values
 * @param {string} batch
 */
export function addRow(fn, relation, rt, values, batch) {
  const { module } = fn
  relation.indexes.forEach((index, at) => addKey(fn, index, at, rt, batch))
  const size = emitForm(fn, relation, values)
  fn.line(`if (ctx.source !== null) ${batch}.lines[${batch}.count] = ${module.constant(lineOf, 'lineOf')}(ctx.source)`)
  fn.line(`${batch}.add(${heapNames(module, relation).heap}.env.pool, ${relation.heap.tupleAt}, ${size})`)
}

/** @param {RowSource} source @returns {number} */
const lineOf = (source) => source.lineOf?.() ?? 0

/**
 * Key of the row at hand.
 * @param {FunctionBuilder} fn
 * @param {IndexDesc} index
 * @param {number} at its place among the indexes
 * @param {number} rt
 * @param {string} batch
 */
function addKey(fn, index, at, rt, batch) {
  const { module } = fn
  if (isGin(index)) {
    const isIn = index.predicate === null ? 'true' : condition(fn, retarget(partOf(index), rt))
    const keys = `${module.constant(ginKeys, 'ginKeys')}(${module.constant(ginFamilies(index), 'families')}, `
      + `[${keyValues(fn, index, rt).join(', ')}])`
    const add = `${batch}.gin(${at}).add(${batch}.count, ${keys})`
    fn.line(isIn === 'true' ? add : `if (${isIn}) ${add}; else ${batch}.gin(${at}).addNone(${batch}.count)`)
    return
  }
  const keys = module.name('keys')
  const end = module.name('keyEnd')
  fn.line(`const ${keys} = ${batch}.keys[${at}]`)
  fn.line(`let ${end} = ${keys}.at`)
  fn.open(index.predicate === null ? '{' : `if (${condition(fn, retarget(partOf(index), rt))}) {`)
  const out = module.name('out')
  fn.line(`const ${out} = ${keys}.bytes`)
  const values = putKey(fn, index, rt, out, end)
  const nulls = index.nullsNotDistinct
    ? []
    : values.filter((value) => value.nullable).map((value) => `${value.js} === null`)
  const wants = !isEnforced(index)
    ? ENTRY
    : nulls.length > 0
      ? `${nulls.join(' || ')} ? ${ENTRY} : ${UNIQUE_ENTRY}`
      : UNIQUE_ENTRY
  fn.line(`if (${end} - ${keys}.at > ${KEY_BYTES_MAX}) ${module.constant(index.tree, 'tree')}.insert(ctx.txn, ${out}, ${keys}.at, ${end}, 0)`)
  fn.line(`${keys}.wants[${batch}.count] = ${wants}`)
  if (index.predicate !== null) fn.swap(`} else { ${keys}.wants[${batch}.count] = ${NOTHING}`)
  fn.close()
  fn.line(`${keys}.starts[${batch}.count] = ${keys}.at`)
  fn.line(`${keys}.ends[${batch}.count] = ${end}`)
  fn.line(`${keys}.at = ${end} + ${TID_BYTES}`)
}

/**
 * Key of the tuple behind the batch's last.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {number} at its place among the indexes
 * @param {string} batch
 */
function addTupleKey(fn, relation, index, at, batch) {
  const { module } = fn
  const keys = module.name('keys')
  const end = module.name('keyEnd')
  fn.line(`const ${keys} = ${batch}.keys[${at}]`)
  fn.line(`const ${end} = ${module.constant(extractorOf(index, relation.heap.layout, module), 'extract')}(${batch}.bytes, ${batch}.view, ${batch}.at, ${keys}.bytes, ${keys}.at)`)
  fn.line(`if (${end} - ${keys}.at > ${KEY_BYTES_MAX}) ${module.constant(index.tree, 'tree')}.insert(ctx.txn, ${keys}.bytes, ${keys}.at, ${end}, 0)`)
  fn.line(`${keys}.starts[${batch}.count] = ${keys}.at`)
  fn.line(`${keys}.ends[${batch}.count] = ${end}`)
  fn.line(`${keys}.wants[${batch}.count] = ${end} < 0 ? ${NOTHING} : ${isEnforced(index) ? UNIQUE_ENTRY : ENTRY}`)
  fn.line(`if (${end} >= 0) ${keys}.at = ${end} + ${TID_BYTES}`)
}

/** May its entries go in by key? @param {IndexDesc} index */
const isSortable = (index) => !isGist(index) && !index.exclusion && (!index.unique || index.immediate)

/**
 * Entries of the batch's `count` rows, in the order of keys, index after index; `clean` is false when one met a key
 * that is or may be taken.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @returns {boolean} false: nothing was written, some index takes its entries another way
 */
export function sortedEntries(fn, relation) {
  const { module } = fn
  if (!relation.indexes.every(isSortable)) return false
  fn.line('let clean = true')
  relation.indexes.forEach((index, at) => {
    const tree = module.constant(index.tree, 'tree')
    fn.open('if (clean) {')
    const waiting = isGin(index) ? `, ${tree}, ctx.txn, ${waitingLimit(index)}` : ''
    const keys = isGin(index) ? `batch.gin(${at})` : `batch.keys[${at}]`
    fn.line(`const keys = ${keys}, wanted = keys.sort(count, batch.tids${waiting})`)
    const tids = isGin(index) ? 'keys.tids' : 'batch.tids'
    fn.line(`const taken = ${isEnforced(index) ? `${module.constant(probeFor(relation.heap, index, module), 'probe')}.judge(ctx, ${tree}, keys.wants)` : 'null'}`)
    fn.open(`for (let from = 0; clean && from < wanted; from += ${ENTRIES_PER_STEP}) {`)
    fn.loopHead()
    fn.line(`clean = ${module.constant(insertSorted, 'insertSorted')}(${tree}, ctx.txn, keys, keys.order, from, Math.min(from + ${ENTRIES_PER_STEP}, wanted), ${tids}, taken)`)
    fn.close()
    fn.close()
  })
  return true
}

/**
 * Body of the function that writes a batch.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {{ target: string, run?: string, captures?: boolean }[]} events its foreign keys, and listeners behind its
 *   rows
 */
function writeFlush(fn, relation, events) {
  const { module } = fn
  const names = heapNames(module, relation)
  fn.line('const count = batch.take()')
  fn.line('if (count === 0) return')
  // Nobody else waits for pages that a load could not get written in time.
  fn.open(`if (${names.heap}.env.pool.isCrowded() && ctx.session?.synchronous === false) {`)
  emitWait(fn, `{ promise: ${names.heap}.env.pool.writer.makeRoom() }`, 4)
  fn.close()
  fn.line(`${names.heap}.insertMany(ctx.txn, batch.bytes, batch.ends, count, batch.tids)`)
  if (relation.indexes.length > 0) {
    fn.line('const mark = ctx.txn.manager.savepoint(ctx.txn)')
    const sorted = sortedEntries(fn, relation)
    if (sorted) {
      fn.open('if (!clean) {')
      fn.line('ctx.txn.manager.rollbackTo(ctx.txn, mark)')
    }
    rowByRow(fn, relation, names.layout)
    if (sorted) fn.close()
  }
  if (events.length === 0) return
  fn.open('for (let row = 0; row < count; row++) {')
  events.forEach((event, at) =>
    fn.line(`if (batch.due[${at}][row] === 1) ${queueSource(fn, event, 'batch.tids[row]')}`),
  )
  fn.close()
}

/**
 * Each row's entries checked and inserted.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} layout
 */
function rowByRow(fn, relation, layout) {
  const { module } = fn
  fn.open('for (let row = 0; row < count; row++) {')
  fn.loopHead()
  fn.line('const tid = batch.tids[row]')
  relation.indexes.forEach((index, at) => {
    const tree = module.constant(index.tree, 'tree')
    if (isGin(index)) {
      fn.line(`batch.gin(${at}).insertRow(row, ${tree}, ctx.txn, tid, ${waitingLimit(index)})`)
      return
    }
    fn.open('{')
    fn.line(`const keys = batch.keys[${at}], start = keys.starts[row], end = keys.ends[row], wants = keys.wants[row]`)
    const due = isEnforced(index) && !index.immediate ? module.name('recheck') : ''
    if (due !== '') fn.line(`let ${due} = false`)
    if (isEnforced(index)) {
      const probe = module.constant(probeFor(relation.heap, index, module), 'probe')
      fn.open(`if (wants === ${UNIQUE_ENTRY}) {`)
      fn.open('for (;;) {')
      const row = `${layout}.decode(batch.bytes, batch.view, row === 0 ? 0 : batch.ends[row - 1])`
      fn.line(`const hit = ${probe}.find(ctx, ${tree}, keys.bytes, start, end, tid${isGist(index) ? `, ${probe}.keyValues(ctx, ${row})` : ''})`)
      fn.line('if (hit === -1) break')
      if (due !== '') fn.line(`${due} = true; break`)
      fn.line(`if (hit >= 0 && ctx.txn.serializable !== null) ctx.txn.serializable.collides(${relation.heap.fileId}, -1, ${index.fileId}, keys.bytes, start, end)`)
      fn.line(`if (hit >= 0) ${module.constant(fail, 'fail')}(ctx, ${probe}, batch, row, ${layout}, hit)`)
      emitWait(fn, `${probe}.wait`)
      fn.close()
      fn.close()
    }
    fn.line(`if (wants !== ${NOTHING}) ${tree}.insert(ctx.txn, keys.bytes, start, end, tid)`)
    if (due !== '')
      fn.line(
        `if (${due}) ${module.constant(queueEvent, 'queueEvent')}(ctx, ${module.constant(
          module.memo(index, () => new UniqueCheck(relation, index, module)),
          'uniqueCheck',
        )}, tid)`,
      )
    fn.close()
  })
  fn.close()
}

/**
 * The referenced rows of the row at hand; who waits here holds no page.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {string} batch
 */
function lookUp(fn, relation, rt, batch) {
  if (keysToCheck(relation, null).length === 0) return
  const row = fn.label()
  fn.open(`${row}: for (;;) {`)
  const events = emitKeyLookups(fn, relation, rt, null, (target) => {
    emitWait(fn, `${target}.wait`)
    fn.line(`continue ${row}`)
  })
  events.forEach(({ due }, at) => fn.line(`${batch}.due[${at}][${batch}.count] = ${due} ? 1 : 0`))
  fn.line(`break ${row}`)
  fn.close()
}

/**
 * @param {ExecContext} ctx
 * @param {import('./unique-probe.js').UniqueProbe} probe
 * @param {import('./insert-batch.js').InsertBatch} batch
 * @param {number} row
 * @param {TupleLayout} layout
 * @param {number} hit
 */
function fail(ctx, probe, batch, row, layout, hit) {
  if (ctx.source !== null) ctx.source.failedLine = batch.lines[row]
  throw probe.violation(ctx, layout.decode(batch.bytes, batch.view, row === 0 ? 0 : batch.ends[row - 1]), hit)
}
