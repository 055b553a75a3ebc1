/**
 * System catalogs in heaps: rows found through catalog indexes or by scan, inserted, updated and removed under a
 * transaction, with unique indexes checked. All reads are synchronous: catalogs are small and hot.
 *
 * A row another transaction is changing, or a key it is adding, throws CatalogWait before anything was done: await its
 * `wait`, run the primitive again.
 */
import { checking } from '#invariants'
import { OWNER_COLUMNS, OwnReads } from './own-reads.js'
import { encodePrefix } from './relation-storage.js'
import { catalogShape } from './shapes.js'
import { catalogRelation } from '../relation.js'
import { assert } from '../../util/assert.js'
import { catalogKeyExists, concurrentCatalogChange } from '../../errors/ddl/catalog.js'
import { HeapScan } from '../../storage/heap/heap-scan.js'
import { OK, WAIT } from '../../storage/heap/status.js'
import { Snapshot } from '../../txn/snapshot.js'
import { KEY_BUFFER_BYTES } from '../../types/key.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { CatalogStore, Found } from './contract.js' */
/** @import { CatalogRow } from '../descriptors.js' */
/** @import { Heap } from '../../storage/heap/heap.js' */
/** @import { IndexDesc, RelationDesc } from '../relation.js' */
/** @import { StoredRelations } from './relation-storage.js' */
/** @import { Transaction } from '../../txn/transaction.js' */

export class CatalogWait {
  /** @param {any} wait of the transaction layer */
  constructor(wait) {
    this.wait = wait
  }
}

const KEY_AND_INDEXED = 3
const OID_MAX = 0xffffffff
/** Up to so many rows are looked through for one that was found already; of more a set is kept. */
const FEW = 16

export class HeapCatalogStore {
  /** @param {StoredRelations} storage @param {any} txns TransactionManager */
  constructor(storage, txns) {
    this.storage = storage
    this.txns = txns
    /** @type {Map<string, RelationDesc>} */
    this.opened = new Map()
    this.key = new Uint8Array(KEY_BUFFER_BYTES)
    this.rowKey = new Uint8Array(KEY_BUFFER_BYTES)
    /** Cursors that nobody uses. @type {WeakMap<IndexDesc, any>} */
    this.idleCursors = new WeakMap()
    this.committed = new Snapshot(/** @type {any} */ ({ xid: 0, gateLsn: 0 }), 0, 0)
    /** Of transactions that change the catalog. @type {Map<object, OwnReads>} */
    this.ownReads = new Map()
  }

  /** A transaction begins to change the catalog. @param {object} txn @returns {OwnReads} until `endOwn` */
  beginOwn(txn) {
    const reads = new OwnReads()
    this.ownReads.set(txn, reads)
    return reads
  }

  /** @param {object} txn */
  endOwn(txn) {
    this.ownReads.delete(txn)
  }

  /**
   * What was read of the catalog is so no longer, nor if this is rolled back.
   * @param {{ onAbort: (hook: () => void) => void }} txn
   * @param {string} catalog
   * @param {CatalogRow} row written, or gone
   */
  noteWrite(txn, catalog, row) {
    const reads = this.ownReads.get(txn)
    if (reads === undefined) return
    const column = OWNER_COLUMNS.get(catalog)
    const owner = column === undefined ? 0 : row[catalogShape(catalog).at[column]]
    reads.note(catalog, owner)
    txn.onAbort(() => reads.note(catalog, owner))
  }

  /** The catalog with its heap and trees. @param {string} name @returns {RelationDesc} */
  table(name) {
    const known = this.opened.get(name)
    if (known !== undefined) return known
    const relation = catalogRelation(name)
    relation.fileId = this.storage.catalogFile(relation.oid, relation.isShared)
    relation.layout = this.storage.layout(relation.columns)
    relation.heap = this.storage.heap(relation.fileId, relation.layout, relation)
    for (const index of relation.indexes) {
      index.fileId = this.storage.catalogFile(index.oid, relation.isShared)
      this.storage.attachIndex(index, relation)
    }
    this.opened.set(name, relation)
    return relation
  }

  /** A snapshot of everything committed; unlisted, so good only until the next yield. */
  latest() {
    this.committed.csn = this.txns.lastCsn
    return this.committed
  }

  /**
   * The same and all of the transaction's own changes, those of the running command too. Unlisted as well: who reads on
   * after a yield either holds a lock that keeps writers off the table, or says `again` first. @param {any} txn
   */
  own(txn) {
    return new Snapshot(txn, this.txns.lastCsn, txn.lastCid + 1)
  }

  /**
   * After a yield: what was committed meanwhile, too; versions from before it may be purged.
   * @param {Snapshot} snapshot one of `own`
   */
  again(snapshot) {
    snapshot.renew(snapshot.txn, this.txns.lastCsn, snapshot.txn.lastCid + 1)
  }

  /**
   * @param {string} catalog @param {string} indexName @param {any[]} values of the first key columns
   * @param {Snapshot} snapshot
   * @param {unknown[]} [from] of them, those whose first key columns are not below these values
   * @returns {Found[]} in key order
   */
  find(catalog, indexName, values, snapshot, from) {
    const { heap, indexes } = this.table(catalog)
    // Nothing was ever written to most catalogs.
    if (heap.file.blockCount === 0) return []
    const index = /** @type {IndexDesc} */ (indexes.find((candidate) => candidate.name === indexName))
    assert(index !== undefined, 'a catalog is read by an index it has')
    const end = encodePrefix(index, values, this.key)
    return index.unique && values.length === index.keys.length
      ? this.findOne(heap, index, values, end, snapshot)
      : this.findRange(heap, index, values, end, snapshot, from)
  }

  /**
   * Of a whole unique key: no snapshot has two rows of it.
   * @param {Heap} heap @param {IndexDesc} index @param {unknown[]} values @param {number} end of the key
   * @param {Snapshot} snapshot @returns {Found[]}
   */
  findOne(heap, index, values, end, snapshot) {
    const { pool } = this.storage.heapEnv
    const { tree } = index
    try {
      for (let tid = tree.lookup(this.key, 0, end); tid >= 0; tid = tree.lookupAfter(this.key, 0, end, tid)) {
        const at = heap.fetch(tid, snapshot)
        if (at < 0) continue
        const row = heap.layout.decode(pool.bytes, pool.view, at)
        if (this.isOfKey(index, row, values, end)) return [{ tid, row }]
      }
    } finally { // a page that cannot be read
      heap.release()
    }
    return []
  }

  /**
   * @param {Heap} heap @param {IndexDesc} index @param {unknown[]} values @param {number} end of the key
   * @param {Snapshot} snapshot @param {unknown[] | undefined} from @returns {Found[]}
   */
  findRange(heap, index, values, end, snapshot, from) {
    /** @type {Found[]} */
    const found = []
    /** Places of rows that were found, once they are many. @type {Set<number> | null} */
    let known = null
    const { layout } = heap
    const { pool } = this.storage.heapEnv
    const low = from === undefined ? this.key : this.rowKey
    const lowEnd = from === undefined ? end : encodePrefix(index, from, low)
    const cursor = this.idleCursors.get(index) ?? index.tree.cursor()
    // Reading a row may ask for another one.
    this.idleCursors.delete(index)
    cursor.setRange(low, 0, lowEnd, false, this.key, 0, end, true)
    try {
      cursor.toStart()
      for (let tid = cursor.next(); tid >= 0; tid = cursor.next()) {
        const at = heap.fetch(tid, snapshot)
        // An entry may be of an older version: the row's key decides. A row whose key changed within the range has
        // two entries.
        if (at < 0 || (known === null ? found.some((one) => one.tid === tid) : known.has(tid))) continue
        const row = layout.decode(pool.bytes, pool.view, at)
        if (!this.isOfKey(index, row, values, end)) continue
        found.push({ tid, row })
        if (known !== null) known.add(tid)
        else if (found.length === FEW) known = new Set(found.map((one) => one.tid))
      }
    } finally { // a page that cannot be read
      cursor.close()
      this.idleCursors.set(index, cursor)
      heap.release()
    }
    return found
  }

  /**
   * Whether the row itself has what `key` begins with: an entry may be of an older version.
   * @param {IndexDesc} index @param {CatalogRow} row @param {unknown[]} values of the key @param {number} end of it
   */
  isOfKey(index, row, values, end) {
    const { keyAttnums } = index
    let at = 0
    while (at < values.length && row[keyAttnums[at] - 1] === values[at]) at++
    if (at === values.length) return true
    // Values that are not the same may have the same key: arrays, integers of either kind.
    const own = keyAttnums.slice(0, values.length).map((attnum) => row[attnum - 1])
    return sameBytes(this.key, end, this.rowKey, encodePrefix(index, own, this.rowKey))
  }

  /**
   * By the index alone, so under every snapshot.
   * @param {string} catalog
   * @param {string} oidIndex
   * @returns {boolean}
   */
  hasUserObjects(catalog, oidIndex) {
    const index = /** @type {IndexDesc} */ (
      this.table(catalog).indexes.find((candidate) => candidate.name === oidIndex)
    )
    const end = encodePrefix(index, [FIRST_USER_OID], this.key)
    const highEnd = encodePrefix(index, [OID_MAX], this.rowKey)
    const cursor = index.tree.cursor()
    cursor.setRange(this.key, 0, end, false, this.rowKey, 0, highEnd, true)
    try {
      cursor.toStart()
      return cursor.next() >= 0
    } finally {
      cursor.close()
    }
  }

  /** @param {string} catalog @param {any} snapshot @returns {Found[]} */
  scan(catalog, snapshot) {
    const { heap, layout } = this.table(catalog)
    const { pool } = this.storage.heapEnv
    /** @type {Found[]} */
    const found = []
    const scan = new HeapScan(heap, snapshot, true)
    try {
      for (let at = scan.next(); at >= 0; at = scan.next()) {
        found.push({ tid: scan.tid, row: layout.decode(pool.bytes, pool.view, at) })
      }
    } finally {
      scan.release()
    }
    return found
  }

  /** @param {any} txn @param {string} catalog @param {CatalogRow} row @returns {number} tid @throws {DbError} 23505 */
  insert(txn, catalog, row) {
    for (const index of this.table(catalog).indexes) if (index.unique) this.checkUnique(txn, catalog, index, row, -1)
    return this.put(txn, catalog, row)
  }

  /**
   * @param {any} txn @param {string} catalog @param {CatalogRow[]} rows
   * @param {boolean} [areFresh] their keys begin with an OID that nobody had before: no other row can have them
   */
  insertMany(txn, catalog, rows, areFresh = false) {
    for (const row of rows) {
      if (areFresh && !checking) this.put(txn, catalog, row)
      else this.insert(txn, catalog, row)
    }
  }

  /**
   * A row whose keys are free.
   * @param {Transaction} txn
   * @param {string} catalog
   * @param {CatalogRow} row
   * @returns {number} tid
   */
  put(txn, catalog, row) {
    const { heap, indexes } = this.table(catalog)
    this.noteWrite(txn, catalog, row)
    const bytes = heap.formTuple(txn, row)
    const tid = heap.insert(txn, heap.tupleAt, bytes)
    for (const index of indexes) this.addEntry(txn, index, row, tid)
    return tid
  }

  /** @param {any} txn @param {string} catalog @param {Tid} tid @param {CatalogRow} row */
  update(txn, catalog, tid, row) {
    const { heap, layout, indexes } = this.table(catalog)
    const { pool } = this.storage.heapEnv
    this.lockRow(txn, heap, catalog, tid)
    const old = layout.decode(pool.bytes, pool.view, heap.currentAt)
    const moved = indexes.filter((index) => this.keyDiffers(index, old, row))
    for (const index of moved) if (index.unique) this.checkUnique(txn, catalog, index, row, tid)
    this.noteWrite(txn, catalog, row) // which never changes hands
    const bytes = heap.formTuple(txn, row)
    this.lockRow(txn, heap, catalog, tid)
    heap.update(txn, tid, heap.tupleAt, bytes, moved.length > 0 ? KEY_AND_INDEXED : 0)
    for (const index of moved) this.addEntry(txn, index, row, tid)
    heap.release()
  }

  /** @param {any} txn @param {string} catalog @param {Tid} tid @param {CatalogRow} [row] as it is there */
  remove(txn, catalog, tid, row) {
    const { heap, layout } = this.table(catalog)
    const { pool } = this.storage.heapEnv
    this.lockRow(txn, heap, catalog, tid)
    this.noteWrite(txn, catalog, row ?? layout.decode(pool.bytes, pool.view, heap.currentAt))
    heap.delete(txn, tid)
    heap.release()
  }

  /**
   * A lock by number, until the transaction ends. @param {Transaction} txn @param {number} key @param {number} mode
   * @throws {CatalogWait} others have it
   */
  lock(txn, key, mode) {
    const wait = this.txns.locks.acquire(txn, key, mode)
    if (wait !== null) throw new CatalogWait(wait)
  }

  /** @param {any} txn @param {any} heap @param {string} catalog @param {Tid} tid */
  lockRow(txn, heap, catalog, tid) {
    txn.assignXid()
    const status = heap.checkForUpdate(txn, tid, this.own(txn), 4)
    if (status === WAIT) throw new CatalogWait(heap.wait)
    if (status !== OK) throw concurrentCatalogChange(catalog)
  }

  /**
   * @param {any} txn
   * @param {string} catalog
   * @param {IndexDesc} index
   * @param {CatalogRow} row
   * @param {number} self tid of the row being updated, or -1
   */
  checkUnique(txn, catalog, index, row, self) {
    const { heap, layout } = this.table(catalog)
    const { pool } = this.storage.heapEnv
    const end = encodePrefix(index, index.keyAttnums.map((attnum) => row[attnum - 1]), this.key)
    const snapshot = this.own(txn)
    for (let tid = index.tree.lookup(this.key, 0, end); tid >= 0; tid = index.tree.lookupAfter(this.key, 0, end, tid)) {
      if (tid === self) continue
      const writer = heap.activeWriter(txn, tid)
      const wait = writer === 0 ? null : this.txns.waitForXid(txn, writer)
      if (wait !== null) throw new CatalogWait(wait)
      const at = heap.fetch(tid, snapshot)
      if (at < 0) continue
      const other = layout.decode(pool.bytes, pool.view, at)
      const otherEnd = encodePrefix(index, index.keyAttnums.map((attnum) => other[attnum - 1]), this.rowKey)
      if (sameBytes(this.key, end, this.rowKey, otherEnd)) throw catalogKeyExists(index.name, catalog)
    }
    heap.release()
  }

  /** @param {any} txn @param {IndexDesc} index @param {CatalogRow} row @param {Tid} tid */
  addEntry(txn, index, row, tid) {
    const end = encodePrefix(index, index.keyAttnums.map((attnum) => row[attnum - 1]), this.key)
    index.tree.insert(txn, this.key, 0, end, tid)
  }

  /** @param {IndexDesc} index @param {CatalogRow} a @param {CatalogRow} b */
  keyDiffers(index, a, b) {
    if (index.keyAttnums.every((attnum) => a[attnum - 1] === b[attnum - 1])) return false
    const aEnd = encodePrefix(index, index.keyAttnums.map((attnum) => a[attnum - 1]), this.key)
    const bEnd = encodePrefix(index, index.keyAttnums.map((attnum) => b[attnum - 1]), this.rowKey)
    return !sameBytes(this.key, aEnd, this.rowKey, bEnd)
  }
}

/** @param {Uint8Array} a @param {number} aEnd @param {Uint8Array} b @param {number} bEnd */
function sameBytes(a, aEnd, b, bEnd) {
  if (aEnd !== bEnd) return false
  for (let at = 0; at < aEnd; at++) if (a[at] !== b[at]) return false
  return true
}
