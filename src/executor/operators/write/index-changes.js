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
import { HeapCursor } from '../../../storage/heap/heap-cursor.js'
import { isPlainRow } from '../../../storage/heap/heap-env.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { showsKey } from '../../shown-rows.js'
import { uniqueViolation } from '../../../errors/execution.js'
import { deferrableArbiter, exclusionViolation } from '../../../errors/ddl/exclusion.js'
import { indexColumnDefinition } from '../../../catalog/deparse/definitions.js'
import { typeOps } from '../../expressions/operations.js'
import { isStoredText, keyValues, partOf, putKey, retarget, storedTextIs, KEY_BYTES_MAX } from '../scan/index-keys.js'
import { ginFamilies, isGin, waitingLimit } from '../scan/gin-scan.js'
import { insertWaiting, settleWaiting } from '../../../storage/gin/waiting.js'
import { isGist } from '../scan/gist-scan.js'
import { UNIQUE_ENTRY } from './key-batch.js'
import { ginKeys } from '../../../types/gin.js'
import { KeyList } from '../../../types/key-list.js'
import { KEY_BUFFER_BYTES } from '../../../types/key.js'
import { references } from '../references.js'
import { rowWhere } from './constraints.js'
import { emitWait } from '../waiting.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { BTree } from '../../../storage/btree/tree.js' */
/** @import { GinTree } from '../../../storage/gin/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { Module } from '../../codegen/module.js' */
/** @import { Transaction } from '../../../txn/transaction.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */
/** @import { Datum } from '../../../types/datum.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
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

/**
 * @param {Uint8Array} a
 * @param {number} aAt
 * @param {number} aEnd
 * @param {Uint8Array} b
 * @param {number} bAt
 * @param {number} bEnd
 */
function sameKey(a, aAt, aEnd, b, bAt, bEnd) {
  if (aEnd - aAt !== bEnd - bAt) return false
  while (aAt < aEnd) if (a[aAt++] !== b[bAt++]) return false
  return true
}

/** Looks for a live row with a key. One per index and compiled statement; holds nothing between calls. */
export class UniqueProbe {
  /** @param {Heap} heap @param {IndexDesc} index @param {import('../../codegen/module.js').Module} module */
  constructor(heap, index, module) {
    this.heap = heap
    this.index = index
    this.catalog = module.catalog
    this.cursor = new HeapCursor(heap)
    this.module = module
    /**
     * A live row with the key is the only one: it may be looked for where it was last.
     * @type {import('../../../storage/btree/row-hints.js').RowHints | null}
     */
    this.hints = index.unique && index.immediate && index.predicate === null ? index.tree.env.hints ?? null : null
    this.own = new Uint8Array(KEY_BUFFER_BYTES)
    /** Sees the newest version of every row, of whichever transaction. @type {Snapshot | null} */
    this.newest = null
    /** Place of the one text column whose stored bytes are the key; -1: the key is something else. */
    this.textAt =
      isStoredText(index, module) && !heap.layout.hasAdded() && !module.catalog
        ?.relation?.(index.relationOid)
        ?.columns.some((column) => column.attnum === index.keys[0].attnum && !column.neverNull)
        ? index.keys[0].attnum - 1
        : -1
    /** @type {((bytes: Uint8Array, view: DataView, at: number, out: Uint8Array, outAt: number) => number) | null} */
    this.extract = null
    /** @type {any} */
    this.wait = null
  }

  /**
   * @param {{ txn: Transaction, env?: TypeEnv }} ctx
   * @param {BTree} tree
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {number} self tid that does not count
   * @param {any[]} [_values] of the index's columns, where operators other than equality decide
   * @returns {number} tid of a live row with the key; -1 none; -2 `wait` says whom to wait for
   */
  find(ctx, tree, key, at, end, self, _values) {
    const { hints, heap } = this
    let cell = 0
    let tag = 0
    if (hints !== null) {
      cell = hints.place(this.index.fileId, key, end)
      tag = hints.tag
      const tid = hints.guess(cell, tag, heap.file)
      if (
        tid >= 0
        && tid !== self
        && (this.isSettled(tid, key, at, end)
          || (heap.activeWriter(ctx.txn, tid) === 0 && this.isLive(ctx.txn, tid, key, at, end)))
      )
        return tid
    }
    for (let tid = tree.lookup(key, at, end); tid >= 0; tid = tree.lookupAfter(key, at, end, tid)) {
      if (tid === self) continue
      const xid = this.heap.activeWriter(ctx.txn, tid)
      if (xid !== 0) {
        this.wait = this.heap.env.txns.waitForXid(ctx.txn, xid)
        if (this.wait !== null) return -2
      }
      if (!this.isLive(ctx.txn, tid, key, at, end)) {
        this.noteOlder(ctx.txn, tid, key, at, end)
        continue
      }
      if (hints !== null) hints.put(cell, tag, tid)
      return tid
    }
    return -1
  }

  /**
   * As `find`, but nobody waits: whether there is such a row, or one of another active transaction.
   * @param {{ txn: Transaction }} ctx
   * @param {BTree} tree
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {number} self
   */
  isTaken(ctx, tree, key, at, end, self) {
    for (let tid = tree.lookup(key, at, end); tid >= 0; tid = tree.lookupAfter(key, at, end, tid)) {
      if (tid === self) continue
      if (this.heap.activeWriter(ctx.txn, tid) !== 0 || this.isLive(ctx.txn, tid, key, at, end)) return true
      this.noteOlder(ctx.txn, tid, key, at, end)
    }
    return false
  }

  /**
   * What insertSorted asks about a batch's rows.
   * @param {{ txn: Transaction }} ctx
   * @param {BTree} tree
   * @param {Uint8Array} wants by row
   * @returns {import('../../../storage/btree/sorted-insert.js').IsTaken}
   */
  judge(ctx, tree, wants) {
    return (row, key, at, end, tid) => wants[row] === UNIQUE_ENTRY && this.isTaken(ctx, tree, key, at, end, tid)
  }

  /**
   * The usual row at a glance: nobody who is active has touched it, and its stored text is the key.
   * @param {Tid} tid
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @returns {boolean} false: look closer
   */
  isSettled(tid, key, at, end) {
    if (this.textAt < 0) return false
    const { heap, cursor } = this
    const { layout } = heap
    const home = cursor.locate(tid)
    try {
      return (
        home >= 0 && isPlainRow(heap.env, cursor.view, home)
        && storedTextIs(cursor.bytes, cursor.view, home, layout, this.textAt, key, at, end)
      )
    } finally {
      cursor.release()
    }
  }

  /** @param {Transaction} txn @param {Tid} tid @param {Uint8Array} key @param {number} start @param {number} end */
  isLive(txn, tid, key, start, end) {
    this.newest ??= new Snapshot(txn, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    this.newest.txn = txn
    this.newest.xid = txn.xid
    return this.hasKey(tid, this.newest, key, start, end)
  }

  /**
   * A row that is gone, or has another key, may still be one with this key to a REPEATABLE READ transaction, which then
   * sees two.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @param {Uint8Array} key
   * @param {number} start
   * @param {number} end
   */
  noteOlder(txn, tid, key, start, end) {
    if (txn.baseSnapshot === null || txn.seesKeysTwice) return
    txn.seesKeysTwice = this.hasKey(tid, new Snapshot(txn, txn.baseSnapshot.csn, txn.cid), key, start, end)
  }

  /**
   * @param {Tid} tid
   * @param {Snapshot} snapshot
   * @param {Uint8Array} key
   * @param {number} start
   * @param {number} end
   */
  hasKey(tid, snapshot, key, start, end) {
    try {
      const at = this.cursor.fetch(tid, snapshot)
      if (at < 0) return false
      const { view, bytes } = this.heap.env.pool
      return sameKey(this.own, 0, this.extractor()(bytes, view, at, this.own, 0), key, start, end)
    } finally {
      this.cursor.release()
    }
  }

  /** @returns {(bytes: Uint8Array, view: DataView, at: number, out: Uint8Array, outAt: number) => number} */
  extractor() {
    return this.extract ??= extractorOf(this.index, this.heap.layout, this.module)
  }

  /** An expression over an array of values. @param {Expr} expr */
  compileOver(expr) {
    return rowExpression(expr, this.catalog)
  }

  /** What the index's columns are of a row. @param {unknown} ctx @param {unknown[]} row @returns {any[]} */
  keyValues(ctx, row) {
    return this.index.keys.map((key) => {
      const attnum = key.attnum || key.keptAt
      return attnum > 0 ? row[attnum - 1] : this.compileOver(/** @type {Expr} */ (key.expr))(ctx, row)
    })
  }

  /** The newest version of a row. @param {Transaction} txn @param {Tid} tid @returns {any[]} */
  valuesOf(txn, tid) {
    try {
      const at = this.cursor.fetch(tid, new Snapshot(txn, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))
      return at < 0
        ? this.heap.layout.columns.map(() => null)
        : this.heap.layout.decode(this.heap.env.pool.bytes, this.heap.env.pool.view, at)
    } finally {
      this.cursor.release()
    }
  }

  /**
   * @param {import('../../shown-rows.js').Asker & { txn: Transaction }} ctx
   * @param {unknown[]} values of the whole new row
   * @param {number} hit who has the key
   */
  violation(ctx, values, hit) {
    const relation = this.catalog.relation(this.index.relationOid)
    const names = this.index.keys.map((_, /** @type {number} */ at) =>
      indexColumnDefinition(this.catalog, this.index, at + 1, true),
    )
    const textsOf = (/** @type {Datum[]} */ row) => this.keyValues(ctx, row).map((value, at) => {
      const key = this.index.keys[at]
      return value === null
        ? 'null'
        : typeOps(this.module, key.attnum > 0 ? relation.columns[key.attnum - 1].typeOid : key.typeOid).format(
            value,
            ctx.env,
          )
    })
    const where = rowWhere(relation, this.catalog)
    const isShown = showsKey(ctx, relation, this.index.keys.map((each) => each.attnum))
    const key = isShown ? { columns: names.join(', '), values: textsOf(values).join(', ') } : null
    if (!this.index.exclusion) return uniqueViolation(this.index.name, key, where)
    const others = key === null ? '' : textsOf(this.valuesOf(ctx.txn, hit)).join(', ')
    return exclusionViolation(this.index.name, key, others, where)
  }
}

/** @type {(heap: any, index: any, module: any) => UniqueProbe} */
let exclusionProbe = () => { throw new Error('exclusion-probe.js registers itself') }

/** @param {typeof exclusionProbe} make */
export function setExclusionProbe(make) {
  exclusionProbe = make
}

/**
 * @param {Heap} heap
 * @param {IndexDesc} index
 * @param {import('../../codegen/module.js').Module} module
 * @returns {UniqueProbe}
 */
export const probeFor = (heap, index, module) =>
  isGist(index) ? exclusionProbe(heap, index, module) : new UniqueProbe(heap, index, module)

/**
 * @type {(index: any, layout: any, module: any) => (bytes: Uint8Array, view: DataView, at: number, out: Uint8Array,
 *   outAt: number) => number}
 */
let keyExtractor = () => { throw new Error('key extractors are registered by compile.js') }

/**
 * Key bytes of an index from a tuple. Where they are computed, the relation's own code makes them: it calls no function
 * that wants a session.
 * @param {IndexDesc} index @param {TupleLayout} layout @param {Module} module
 */
export function extractorOf(index, layout, module) {
  const isComputed = index.predicate !== null || index.keys.some((key) => key.expr !== null)
  return isComputed && index.extractKey !== null ? index.extractKey : keyExtractor(index, layout, module)
}

/** @type {(expr: any, catalog: any) => (ctx: any, values: any[]) => any} */
let rowExpression = () => { throw new Error('row expressions are registered by compile.js') }

/** @type {(relation: any, index: any, module: any) => any} */
let uniqueCheck = () => { throw new Error('unique checks are registered by compile.js') }

/**
 * compile.js hands its compilers down here.
 * @param {typeof keyExtractor} makeExtractor
 * @param {typeof rowExpression} makeExpression
 * @param {typeof uniqueCheck} makeCheck of a deferrable constraint
 */
export function setCompilers(makeExtractor, makeExpression, makeCheck) {
  uniqueCheck = makeCheck
  keyExtractor = makeExtractor
  rowExpression = makeExpression
}

