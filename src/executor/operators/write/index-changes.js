/**
 * Index entries of a row being written. First, for every index: its key bytes, and if it is unique, whether another
 * live row has them. Then,
 * after the row itself has changed: the insertions. Both in generated code; what looks at other rows is below.
 *
 * A unique check meets an entry: a change by another active transaction -> wait for it, whatever the row's key is now;
 * a live row with this
 * key -> 23505; a dead row, or one whose key is another by now -> free.
 */
import { condition } from '../../expressions/compile.js'
import { columnKey } from '../../codegen/function.js'
import { deferrableArbiter } from '../../../errors/ddl/exclusion.js'
import { keyValues, partOf, putKey, retarget, KEY_BYTES_MAX } from '../scan/index-keys.js'
import { ginFamilies, isGin, waitingLimit } from '../scan/gin-scan.js'
import { insertWaiting, settleWaiting } from '../../../storage/gin/waiting.js'
import { isGist } from '../scan/gist-scan.js'
import { ginKeys } from '../../../types/gin.js'
import { KeyList } from '../../../types/key-list.js'
import { KEY_BUFFER_BYTES } from '../../../types/key.js'
import { references } from '../references.js'
import { rowWhere } from './constraints.js'
import { emitWait } from '../waiting.js'
import { uniqueCheck } from './row-compilers.js'
import { probeFor, sameKey } from './unique-probe.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { BTree } from '../../../storage/btree/tree.js' */
/** @import { GinTree } from '../../../storage/gin/tree.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Transaction } from '../../../txn/transaction.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/**
 * @typedef {{ index: IndexDesc, tree: string, buffer: string, end: string, wanted: string, checked: string, distinct:
 *   string,
 *   recheck: import('./foreign-keys.js').DueEvent | null, list: string }} KeyAtHand list: of a gin index's keys, '' for
 *   others; wanted: source, whether an entry is to be
 *   inserted; checked: whether other rows are to be looked at; distinct: whether no expression of the key is null, ''
 *   when that cannot be; recheck: of a deferrable constraint, which looks again later
 */

/** Must rows differ in the index's key? @param {IndexDesc} index */
export const isEnforced = (index) => index.unique || index.exclusion

/**
 * Indexes that may need a new entry when these columns change.
 * @param {RelationDesc} relation
 * @param {number[]} attnums
 */
export function indexesTouched(relation, attnums) {
  return relation.indexes.filter((index) => {
    // INCLUDE columns are not in the entries.
    const used = new Set(index.keyAttnums)
    let wholeRow = false
    for (const { attnum } of references([index.keys.map(({ expr }) => expr), index.predicate]).values()) {
      used.add(attnum)
      if (attnum === 0) wholeRow = true
    }
    return wholeRow || attnums.some((attnum) => used.has(attnum))
  })
}

/**
 * Keys of the new row, then the unique checks.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {IndexDesc[]} indexes
 * @param {number} rt whose columns are the new row
 * @param {string} tid of the row itself, '-1' for an insert
 * @param {string[]} values of the new row
 * @param {any} conflict ON CONFLICT or null
 * @param {(hit: string, label: string) => void} leave writes what happens when an arbiter index of ON CONFLICT has the
 *   row `hit`, and the jump away (breaking `label` ends
 *   the checks); in an update: the jump back to the start of the row, after a wait
 * @param {{ rt: number, touched: IndexDesc[] } | null} [old] an update's old row: an index whose key stays the same is
 *   left
 *   alone
 * @returns {KeyAtHand[]}
 */
export function emitUniqueChecks(fn, relation, indexes, rt, tid, values, conflict, leave, old = null) {
  const { module } = fn
  const keys = indexes.map((index) => keyOfRow(fn, index, rt, old))
  const isArbiter = (/** @type {IndexDesc} */ index) =>
    conflict !== null && (conflict.indexOids.length === 0 || conflict.indexOids.includes(index.oid))
  const unique = keys
    .filter(({ index }) => isEnforced(index))
    .sort((a, b) => Number(isArbiter(b.index)) - Number(isArbiter(a.index)))
  if (unique.length === 0) return keys
  for (const key of unique) {
    if (key.index.immediate) continue
    // Who conflicts now may not any more when the event fires.
    const due = module.name('recheck')
    fn.line(`let ${due} = false`)
    key.recheck = { target: module.constant(uniqueCheck(relation, key.index, module), 'uniqueCheck'), due }
  }
  // A wait lets others in, so every check is made again after it.
  const label = fn.label()
  fn.open(`${label}: for (;;) {`)
  for (const { index, tree, buffer, end, checked, distinct, recheck } of unique) {
    const probe = module.constant(probeFor(relation.heap, index, module), 'probe')
    const nullable = index.nullsNotDistinct
      ? []
      : index.keys
          .map((/** @type {any} */ key) => (key.attnum > 0 ? fn.resolve(columnKey({ rt, attnum: key.attnum })) : null))
          .filter((/** @type {any} */ value) => value?.nullable)
          .map((/** @type {any} */ value) => `${value.js} !== null`)
    if (distinct !== '') nullable.push(distinct)
    fn.open(`if (${[checked, ...nullable].join(' && ')}) {`)
    const hit = module.name('hit')
    fn.line(`const ${hit} = ${probe}.find(ctx, ${tree}, ${buffer}, 0, ${end}, ${tid}${isGist(index) ? `, [${keyValues(fn, index, rt).join(', ')}]` : ''})`)
    if (recheck !== null) {
      if (isArbiter(index)) {
        const refuse = () => deferrableArbiter(rowWhere(relation, module.catalog), index.name)
        fn.line(`throw ${module.constant(refuse, 'deferrableArbiter')}()`)
      }
      fn.line(`if (${hit} !== -1) ${recheck.due} = true`)
      fn.close()
      continue
    }
    fn.open(`if (${hit} === -2) {`)
    emitWait(fn, `${probe}.wait`)
    if (old !== null) leave('', label)
    else {
      keys.forEach((key) => rebuild(fn, key, rt))
      fn.line(`continue ${label}`)
    }
    fn.close()
    fn.open(`if (${hit} >= 0) {`)
    if (isArbiter(index)) leave(hit, label)
    else {
      fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.collides(${relation.heap.fileId}, ${tid}, ${index.fileId}, ${buffer}, 0, ${end})`)
      fn.line(`throw ${probe}.violation(ctx, [${values.join(', ')}], ${hit})`)
    }
    fn.close()
    fn.close()
  }
  fn.line(`break ${label}`)
  fn.close()
  return keys
}

/**
 * @param {FunctionBuilder} fn
 * @param {IndexDesc} index
 * @param {number} rt
 * @param {{ rt: number, touched: unknown[] } | null} old
 * @returns {KeyAtHand}
 */
function keyOfRow(fn, index, rt, old) {
  const { module } = fn
  const tree = module.constant(index.tree, 'tree')
  const buffer = module.constant(new Uint8Array(KEY_BUFFER_BYTES), 'newKey')
  const end = module.name('keyEnd')
  const wanted = module.name('wanted')
  if (isGin(index)) return keysOfRow(fn, index, rt, old)
  fn.line(`let ${end} = 0`)
  fn.line(`let ${wanted} = ${index.predicate === null ? 'true' : condition(fn, retarget(partOf(index), rt))}`)
  // Of columns emitUniqueChecks knows itself; what an expression gives is known here.
  const distinct =
    isEnforced(index) && !index.nullsNotDistinct && index.keys.some((/** @type {any} */ key) => key.attnum <= 0)
      ? module.name('distinct')
      : ''
  if (distinct !== '') fn.line(`let ${distinct} = true`)
  if (index.predicate !== null) fn.open(`if (${wanted}) {`)
  const parts = putKey(fn, index, rt, buffer, end)
  if (distinct !== '')
    fn.line(
      `${distinct} = ${
        parts
          .filter((part, at) => part.nullable && index.keys[at].attnum <= 0)
          .map((part) => `${part.js} !== null`)
          .join(' && ') || 'true'
      }`,
    )
  fn.line(`if (${end} > ${KEY_BYTES_MAX}) ${tree}.insert(ctx.txn, ${buffer}, 0, ${end}, 0)`)
  if (index.predicate !== null) fn.close()
  let checked = wanted
  if (old !== null && index.exclusion && isGist(index)) {
    // Different values may have one key there (polygons in one box): the same key is no answer.
    checked = module.name('checked')
    fn.line(`const ${checked} = ${wanted}`)
  }
  if (old !== null && old.touched.includes(index)) {
    const before = module.constant(new Uint8Array(KEY_BUFFER_BYTES), 'oldKey')
    const beforeEnd = module.name('oldEnd')
    fn.open(`if (${index.predicate === null ? 'true' : condition(fn, retarget(partOf(index), old.rt))}) {`)
    fn.line(`let ${beforeEnd} = 0`)
    putKey(fn, index, old.rt, before, beforeEnd)
    fn.line(`if (${wanted} && ${module.constant(sameKey, 'sameKey')}(${buffer}, 0, ${end}, ${before}, 0, ${beforeEnd})) ${wanted} = false`)
    fn.close()
  }
  return { index, tree, buffer, end, wanted, checked, distinct, recheck: null, list: '' }
}

/**
 * The keys of a gin index that the row has and, in an update, had not.
 * @param {FunctionBuilder} fn
 * @param {IndexDesc} index
 * @param {number} rt
 * @param {{ rt: number, touched: unknown[] } | null} old
 * @returns {KeyAtHand}
 */
function keysOfRow(fn, index, rt, old) {
  const { module } = fn
  const list = module.name('keyList')
  const make = (/** @type {number} */ ofRt) => `new ${module.constant(KeyList, 'KeyList')}().pack(${module.constant(ginKeys, 'ginKeys')}(${module.constant(ginFamilies(index), 'families')}, [${keyValues(fn, index, ofRt).join(', ')}]))`
  const isIn = (/** @type {number} */ ofRt) =>
    index.predicate === null ? 'true' : condition(fn, retarget(partOf(index), ofRt))
  fn.line(`let ${list} = null`)
  fn.open(`if (${isIn(rt)}) {`)
  fn.line(`${list} = ${make(rt)}`)
  if (old !== null && old.touched.includes(index)) {
    fn.open(`if (${isIn(old.rt)}) {`)
    fn.line(`${list}.subtract(${make(old.rt)})`)
    fn.close()
  }
  fn.close()
  return {
    index, tree: module.constant(index.tree, 'tree'), buffer: '', end: '', wanted: `${list} !== null`, checked: '',
    distinct: '', recheck: null, list,
  }
}

/**
 * Another execution may have used the buffer during a wait.
 * @param {FunctionBuilder} fn
 * @param {KeyAtHand} key
 * @param {number} rt
 */
function rebuild(fn, { index, buffer, end, wanted, list }, rt) {
  if (list !== '') return
  fn.open(`if (${wanted}) {`)
  fn.line(`${end} = 0`)
  putKey(fn, index, rt, buffer, end)
  fn.close()
}

/**
 * @param {FunctionBuilder} fn
 * @param {KeyAtHand[]} keys
 * @param {string} tid
 * @param {boolean} isNew no version of the row was there before
 */
export function emitIndexInserts(fn, keys, tid, isNew) {
  for (const { index, tree, buffer, end, wanted, list } of keys) {
    if (list !== '') {
      const insert = fn.module.constant(isNew ? insertNewRow : insertChangedRow, 'insertGinKeys')
      fn.line(`if (${wanted}) ${insert}(${list}, ${tree}, ctx.txn, ${tid}, ${waitingLimit(index)})`)
      continue
    }
    const always = index.predicate === null && wanted === ''
    fn.line(`${always ? '' : `if (${wanted}) `}${tree}.insert(ctx.txn, ${buffer}, 0, ${end}, ${tid})`)
  }
}

/**
 * @param {KeyList} list
 * @param {BTree} tree
 * @param {Transaction} txn
 * @param {Tid} tid
 * @param {number} limit bytes that may wait
 */
function insertNewRow(list, tree, txn, tid, limit) {
  const waits = insertWaiting(tree, txn, tid, list.bytes, list.starts, list.ends, list.count, limit)
  if (!waits) list.insertInto(tree, txn, tid)
}

/** @param {KeyList} list @param {GinTree} tree @param {Transaction} txn @param {Tid} tid */
function insertChangedRow(list, tree, txn, tid) {
  settleWaiting(tree, tid)
  list.insertInto(tree, txn, tid)
}
