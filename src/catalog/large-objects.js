/**
 * Large objects: rows of pg_largeobject, 2048 bytes a page, found by (object, page), and one row of
 * pg_largeobject_metadata each. Pages that were never written are not there and read as zeros. Both catalogs are heaps
 * with trees like the others, so what is written is transactional.
 *
 * A method that writes does one thing at a time: when another transaction's change is in the way it throws CatalogWait,
 * and is called again after the wait.
 */
import { keepRole } from './ddl/owners.js'
import { encodePrefix } from './store/relation-storage.js'
import { catalogShape } from './store/shapes.js'
import { largeObjectExists, undefinedLargeObject } from '../errors/large-objects.js'
import { KEY_BUFFER_BYTES } from '../types/key.js'

/** @import { Tid } from '../util/identifiers.js' */
/** @import { DdlContext } from './ddl/context.js' */
/** @import { Found } from './store/contract.js' */
/** @import { HeapCatalogStore } from './store/heap-catalog-store.js' */
/** @import { IndexDesc } from './relation.js' */

export const PAGE_BYTES = 2048
/** How long one may be. */
export const LARGE_OBJECT_BYTES_MAX = 0x7fffffff * PAGE_BYTES

const PAGES = 'pg_largeobject'
const PAGES_INDEX = 'pg_largeobject_loid_pn_index'
const METADATA = 'pg_largeobject_metadata'
const METADATA_INDEX = 'pg_largeobject_metadata_oid_index'
/** Pages removed between two looks at whether somebody wants the statement to stop. */
const PAGES_AT_ONCE = 256

/** @typedef {{ page: number, bytes: Uint8Array, tid: Tid }} StoredPage */

export class LargeObjects {
  /** @param {HeapCatalogStore} store */
  constructor(store) {
    this.store = store
    this.key = new Uint8Array(KEY_BUFFER_BYTES)
    this.highKey = new Uint8Array(KEY_BUFFER_BYTES)
  }

  /** @param {number} oid @param {any} snapshot @returns {boolean} */
  exists(oid, snapshot) {
    return this.store.find(METADATA, METADATA_INDEX, [oid], snapshot).length > 0
  }

  /** It is the current role's. @param {DdlContext} ddl @param {number} oid @throws {DbError} 23505, 42704 */
  create(ddl, oid) {
    keepRole(ddl, ddl.userOid)
    if (this.exists(oid, this.store.own(ddl.txn))) throw largeObjectExists(oid)
    ddl.insert(METADATA, { oid, lomowner: ddl.userOid })
  }

  /**
   * Its row, with whose it was and what was granted of it. Its pages are removed by `removePages`.
   * @param {DdlContext} ddl @param {number} oid @throws {DbError} 42704
   */
  removeMetadata(ddl, oid) {
    const [found] = ddl.find(METADATA, METADATA_INDEX, [oid])
    if (found === undefined) throw undefinedLargeObject(oid)
    ddl.remove(METADATA, found)
  }

  /**
   * Some of the pages from one on.
   * @param {any} txn
   * @param {number} oid
   * @param {number} from
   * @returns {boolean} there may be more
   */
  removePages(txn, oid, from) {
    const pages = []
    for (const page of this.pages(oid, from, this.store.own(txn))) if (pages.push(page) === PAGES_AT_ONCE) break
    for (const { tid } of pages) this.store.remove(txn, PAGES, tid)
    return pages.length === PAGES_AT_ONCE
  }

  /**
   * Pages that are there, from one on, in order. Nothing is written meanwhile.
   * @param {number} oid @param {number} from @param {any} snapshot @param {boolean} [backward] the last one first
   * @returns {Generator<StoredPage, void, void>}
   */
  *pages(oid, from, snapshot, backward = false) {
    const { heap, layout, indexes } = this.store.table(PAGES)
    const index = /** @type {IndexDesc} */ (indexes.find((candidate) => candidate.name === PAGES_INDEX))
    const { at } = catalogShape(PAGES)
    const { pool } = this.store.storage.heapEnv
    const cursor = index.tree.cursor()
    cursor.setRange(
      this.key, 0, encodePrefix(index, [oid, from], this.key), false, this.highKey, 0,
      encodePrefix(index, [oid], this.highKey), true,
    )
    if (backward) cursor.toEnd()
    else cursor.toStart()
    try {
      for (
        let tid = backward ? cursor.prev() : cursor.next();
        tid >= 0;
        tid = backward ? cursor.prev() : cursor.next()
      ) {
        const tuple = heap.fetch(tid, snapshot)
        if (tuple < 0) continue
        const row = layout.decode(pool.bytes, pool.view, tuple)
        // An entry may be older than the row that has its place now.
        if (row[at.loid] !== oid || row[at.pageno] < from) continue
        yield { page: row[at.pageno], bytes: row[at.data], tid }
      }
    } finally {
      cursor.close()
      heap.release()
    }
  }

  /** @param {number} oid @param {number} page @param {any} snapshot @returns {Found | undefined} */
  page(oid, page, snapshot) {
    return this.store.find(PAGES, PAGES_INDEX, [oid, page], snapshot)[0]
  }

  /** @param {number} oid @param {any} snapshot @returns {number} */
  length(oid, snapshot) {
    for (const { page, bytes } of this.pages(oid, 0, snapshot, true)) return page * PAGE_BYTES + bytes.length
    return 0
  }

  /**
   * Up to that many bytes; fewer where the object ends.
   * @param {number} oid
   * @param {number} offset
   * @param {number} count
   * @param {any} snapshot
   * @returns {Uint8Array}
   */
  read(oid, offset, count, snapshot) {
    const end = Math.min(offset + count, this.length(oid, snapshot))
    if (end <= offset) return new Uint8Array(0)
    const out = new Uint8Array(end - offset)
    for (const { page, bytes } of this.pages(oid, Math.floor(offset / PAGE_BYTES), snapshot)) {
      const start = page * PAGE_BYTES
      if (start >= end) break
      const skipped = Math.max(0, offset - start)
      if (skipped < bytes.length)
        out.set(bytes.subarray(skipped, Math.min(bytes.length, end - start)), start + skipped - offset)
    }
    return out
  }

  /**
   * The part of the bytes that lies in one page.
   * @param {any} txn
   * @param {number} oid
   * @param {number} offset
   * @param {Uint8Array} bytes
   * @param {number} at where they go on
   * @returns {number} how many were written
   */
  writePage(txn, oid, offset, bytes, at) {
    const page = Math.floor(offset / PAGE_BYTES)
    const within = offset % PAGE_BYTES
    const count = Math.min(PAGE_BYTES - within, bytes.length - at)
    const found = this.page(oid, page, this.store.own(txn))
    const old = found === undefined ? null : found.row[catalogShape(PAGES).at.data]
    const data = new Uint8Array(Math.max(old === null ? 0 : old.length, within + count))
    if (old !== null) data.set(old)
    data.set(bytes.subarray(at, at + count), within)
    this.putPage(txn, oid, page, data, found)
    return count
  }

  /**
   * The page where it ends: cut or filled up with zeros. Those behind it are removed by `removePages`.
   * @param {any} txn
   * @param {number} oid
   * @param {number} length
   */
  endAt(txn, oid, length) {
    const page = Math.floor(length / PAGE_BYTES)
    const found = this.page(oid, page, this.store.own(txn))
    const data = new Uint8Array(length % PAGE_BYTES)
    if (found !== undefined) data.set(found.row[catalogShape(PAGES).at.data].subarray(0, data.length))
    this.putPage(txn, oid, page, data, found)
  }

  /**
   * @param {any} txn
   * @param {number} oid
   * @param {number} page
   * @param {Uint8Array} data
   * @param {Found | undefined} found its row so far
   */
  putPage(txn, oid, page, data, found) {
    const { at, columns } = catalogShape(PAGES)
    const row = new Array(columns.length).fill(null)
    row[at.loid] = oid
    row[at.pageno] = page
    row[at.data] = data
    if (found === undefined) this.store.insert(txn, PAGES, row)
    else this.store.update(txn, PAGES, found.tid, row)
  }
}
