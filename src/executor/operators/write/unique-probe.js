/**
 * Looks whether a key is there already: of a unique index by its tree, of an exclusion constraint by what registers
 * here.
 */
import { HeapCursor } from '../../../storage/heap/heap-cursor.js'
import { isPlainRow } from '../../../storage/heap/heap-env.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { showsKey } from '../../shown-rows.js'
import { uniqueViolation } from '../../../errors/execution.js'
import { exclusionViolation } from '../../../errors/ddl/exclusion.js'
import { typeOps } from '../../expressions/operations.js'
import { isStoredText, storedTextIs } from '../scan/index-keys.js'
import { isGist } from '../scan/gist-scan.js'
import { UNIQUE_ENTRY } from './key-batch.js'
import { KEY_BUFFER_BYTES } from '../../../types/key.js'
import { rowWhere } from './constraints.js'
import { extractorOf, rowExpression } from './row-compilers.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('../../../catalog/deparse/definitions.js')} */
const definitions = later(import.meta.url, '../../../catalog/deparse/definitions.js')

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { BTree } from '../../../storage/btree/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { Module } from '../../codegen/module.js' */
/** @import { Transaction } from '../../../txn/transaction.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */
/** @import { Datum } from '../../../types/datum.js' */

/**
 * @param {Uint8Array} a
 * @param {number} aAt
 * @param {number} aEnd
 * @param {Uint8Array} b
 * @param {number} bAt
 * @param {number} bEnd
 */
export function sameKey(a, aAt, aEnd, b, bAt, bEnd) {
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
      definitions().indexColumnDefinition(this.catalog, this.index, at + 1, true),
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
