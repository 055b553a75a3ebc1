/**
 * One gist tree: a set of (key, tuple id) under keys that enclose keys, on the pages of one file. Adding and removing
 * one entry; searches are in scan.js.
 *
 * Everything here is synchronous and reads missing pages synchronously. A tree object holds no state but decoded inner
 * pages, which are known by their LSN.
 */
import { indexCorrupted, gistRowTooLarge } from '../../errors/btree.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { EXISTED, INSERTED } from '../btree/tree.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { IndexCounters } from '../access-counters.js'
import { PAGE_BYTES, pageKind, PAGE_KINDS, pageLsn } from '../page.js'
import {
  appendItem, CHILD_BYTES, initMeta, initNode, isDeleted, itemAt, itemBytes, itemCount, itemFits, LEAF_ITEM_BYTES_MAX,
  pageLevel, removeItem, replacementFits, replaceItem, ROOT_BLOCK, sameBytes,
} from './page.js'
import { dropLeaf, splitPage } from './structure.js'
import { GistScan, NearestScan, PageWalk } from './scan.js'

/** @import { BlockNumber, FrameNumber, Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BTreeEnv, BTreeTxn } from '../btree/env.js' */
/** @import { RelationFile } from '../relation-files.js' */

/**
 * What a tree asks of its keys. Equal keys have equal bytes.
 * @typedef {object} GistKeys
 * @property {(bytes: Uint8Array, at: number, end: number) => any} decode
 * @property {(key: any, out: Uint8Array, at: number) => number} encode
 * @property {(a: any, b: any) => any} union
 * @property {(outer: any, key: any) => boolean} covers
 * @property {(outers: any[], key: any) => number} choose which of them to put the key under
 * @property {(keys: any[]) => number[]} split their positions in an order that may be cut anywhere near the middle
 */

/** @typedef {{ lsn: Lsn, keys: any[], children: number[] }} InnerPage decoded */

const INNER_CACHE_PAGES = 512
const LEAF_CACHE_PAGES = 64
const RECORD_BYTES = 10

export class GistTree {
  /**
   * @param {BTreeEnv} env one per engine, shared with B+trees
   * @param {RelationFile} file made by `GistTree.create` once
   * @param {string} name of the index, for messages
   * @param {GistKeys} keys
   * @param {() => number} horizon every snapshot there is was taken behind this position of the log
   * @param {IndexCounters} [counters]
   */
  constructor(env, file, name, keys, horizon, counters = new IndexCounters()) {
    this.counters = counters
    this.env = env
    this.file = file
    this.name = name
    this.keys = keys
    this.horizon = horizon
    this.pool = env.pool
    this.view = env.pool.view
    this.bytes = env.pool.bytes
    /** @type {Map<number, InnerPage>} by block */
    this.inner = new Map()
    /** @type {Map<number, { lsn: Lsn, keys: any[] }>} by block */
    this.leaves = new Map()
    this.scratch = new Uint8Array(PAGE_BYTES)
    /** Blocks and positions of the newest descent, root first; `depth` is the leaf's. @type {number[]} */
    this.path = []
    /** @type {number[]} */
    this.positions = []
    this.depth = 0
  }

  /** Makes an empty file an empty tree. @param {BTreeEnv} env @param {RelationFile} file without blocks */
  static create(env, file) {
    const { pool, change } = env
    change.open(file)
    try {
      const meta = change.allocateNew()
      const root = change.allocateNew()
      change.begin(2, 0)
      initMeta(pool.view, pool.bytes, meta * PAGE_BYTES)
      change.image(meta)
      initNode(pool.view, pool.bytes, root * PAGE_BYTES, 0, 0, 0)
      change.image(root)
    } catch (error) {
      change.abandon()
      throw error
    }
    change.commit()
  }

  /** The log's position: what comes later has a greater one or this. @returns {number} */
  get mark() {
    return /** @type {any} */ (this.env.wal).position
  }

  /**
   * An inner page's entries; the page is pinned.
   * @param {number} base
   * @param {BlockNumber} block
   * @returns {InnerPage}
   */
  innerPage(base, block) {
    const { view, bytes } = this
    const lsn = pageLsn(view, base)
    const known = this.inner.get(block)
    if (known !== undefined && known.lsn === lsn) return known
    /** @type {InnerPage} */
    const page = { lsn, keys: [], children: [] }
    const count = itemCount(view, base)
    for (let position = 0; position < count; position++) {
      const at = itemAt(view, base, position)
      page.children.push(view.getUint32(at, true))
      page.keys.push(this.keys.decode(bytes, at + CHILD_BYTES, at + itemBytes(view, base, position)))
    }
    if (this.inner.size >= INNER_CACHE_PAGES) this.inner.clear()
    this.inner.set(block, page)
    return page
  }

  /**
   * Keys of a leaf's entries; the page is pinned. Searches that come again and again, as a join's do, decode it once.
   * @param {number} base
   * @param {BlockNumber} block
   * @returns {any[]}
   */
  leafKeys(base, block) {
    const { view, bytes } = this
    const lsn = pageLsn(view, base)
    const known = this.leaves.get(block)
    if (known !== undefined && known.lsn === lsn) return known.keys
    const keys = []
    const count = itemCount(view, base)
    for (let position = 0; position < count; position++) {
      const at = itemAt(view, base, position)
      keys.push(this.keys.decode(bytes, at, at + itemBytes(view, base, position) - TID_BYTES))
    }
    if (this.leaves.size >= LEAF_CACHE_PAGES) this.leaves.clear()
    this.leaves.set(block, { lsn, keys })
    return keys
  }

  /**
   * Adds the entry (key, tid) unless it exists; registers its undo.
   * @param {BTreeTxn} txn
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @returns {number} INSERTED or EXISTED @throws {DbError} 54000
   */
  insert(txn, key, at, end, tid) {
    const itemEnd = this.#item(key, at, end, tid)
    const decoded = this.keys.decode(key, at, end)
    if (this.#find(decoded, key, at, itemEnd)) {
      txn.undo.indexKeep(this.file.fileId, key, at, end, tid)
      return EXISTED
    }
    const frame = this.#makeRoom(decoded, itemEnd - at)
    try {
      txn.undo.makeRoom(end - at)
      const to = this.#reserve(itemEnd - at)
      txn.undo.indexInsert(this.file.fileId, key, at, end, tid)
      txn.lastLsn = this.#append(to, frame, key, at, itemEnd, txn.xid, txn.lastLsn)
    } finally {
      this.pool.unpin(frame)
    }
    return INSERTED
  }

  /**
   * Adds an entry that is not there to an index being built: nobody undoes it.
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   */
  load(key, at, end, tid) {
    const itemEnd = this.#item(key, at, end, tid)
    const frame = this.#makeRoom(this.keys.decode(key, at, end), itemEnd - at)
    try {
      this.#append(this.#reserve(itemEnd - at), frame, key, at, itemEnd, 0, 0)
    } finally {
      this.pool.unpin(frame)
    }
  }

  /**
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @returns {number} end of the item
   */
  #item(key, at, end, tid) {
    const bytes = end + TID_BYTES - at
    if (bytes > LEAF_ITEM_BYTES_MAX || end + TID_BYTES > key.length) throw tooLarge(bytes, this.name)
    return putTid(key, end, tid)
  }

  /** For `#append`, which nothing refuses then. @param {number} bytes of the item */
  #reserve(bytes) {
    return this.env.wal.reserve(8 + bytes)
  }

  /**
   * @param {number} to where the record goes
   * @param {FrameNumber} frame of a leaf with room
   * @param {Uint8Array} item
   * @param {number} at
   * @param {number} end
   * @param {Xid} xid
   * @param {Lsn} prevLsn
   * @returns {Lsn} lsn
   */
  #append(to, frame, item, at, end, xid, prevLsn) {
    const { env: { wal }, pool } = this
    wal.view.setUint32(to, this.file.fileId, true)
    wal.view.setUint32(to + 4, pool.frameBlock[frame], true)
    to += 8
    for (let from = at; from < end; from++) wal.buffer[to++] = item[from]
    appendItem(this.view, this.bytes, frame * PAGE_BYTES, item, at, end)
    const lsn = wal.seal(RECORD_KINDS.GIST_INSERT, xid, prevLsn, to)
    pool.markDirty(frame, lsn)
    return lsn
  }

  /**
   * Goes down to a leaf for the key, widens the keys on the way, and parts pages until there is room.
   * @param {any} key
   * @param {number} bytes of the item
   * @returns {number} the leaf's frame, pinned
   */
  #makeRoom(key, bytes) {
    for (;;) {
      const frame = this.#descend(key)
      if (!itemFits(this.view, frame * PAGE_BYTES, bytes)) {
        this.pool.unpin(frame)
        splitPage(this, this.depth)
        continue
      }
      let isWide = false
      try {
        isWide = this.#widen(key)
      } finally {
        if (!isWide) this.pool.unpin(frame)
      }
      if (isWide) return frame
    }
  }

  /** @param {any} key @returns {number} the leaf's frame, pinned */
  #descend(key) {
    const { pool, file, view, path, positions } = this
    let block = ROOT_BLOCK
    for (let depth = 0; depth < 64; depth++) {
      const frame = pool.pin(file, block)
      const base = frame * PAGE_BYTES
      let isLeaf = false
      try {
        this.requireNode(base, block)
        path[depth] = block
        this.depth = depth
        isLeaf = pageLevel(view, base) === 0
        if (isLeaf) return frame
        const page = this.innerPage(base, block)
        positions[depth] = this.keys.choose(page.keys, key)
        block = page.children[positions[depth]]
      } finally {
        if (!isLeaf) pool.unpin(frame)
      }
    }
    throw this.corrupted('a descent does not end')
  }

  /**
   * Keys on the path cover the new one when this returns true; false: a page was parted, the path is another.
   * @param {any} key
   */
  #widen(key) {
    const { pool, file, keys, scratch } = this
    for (let depth = 0; depth < this.depth; depth++) {
      const block = this.path[depth]
      const position = this.positions[depth]
      const frame = pool.pin(file, block)
      try {
        const base = frame * PAGE_BYTES
        const page = this.innerPage(base, block)
        if (keys.covers(page.keys[position], key)) continue
        const wide = keys.union(page.keys[position], key)
        new DataView(scratch.buffer).setUint32(0, page.children[position], true)
        const end = keys.encode(wide, scratch, CHILD_BYTES)
        if (replacementFits(this.view, base, position, end)) {
          page.lsn = this.#logKey(frame, position, end)
          page.keys[position] = wide
          continue
        }
      } finally {
        pool.unpin(frame)
      }
      splitPage(this, depth)
      return false
    }
    return true
  }

  /**
   * The item in scratch takes another's place.
   * @param {FrameNumber} frame
   * @param {number} position
   * @param {number} end
   * @returns {Lsn} lsn
   */
  #logKey(frame, position, end) {
    const { env: { wal }, pool, scratch } = this
    let to = wal.reserve(RECORD_BYTES + end)
    wal.view.setUint32(to, this.file.fileId, true)
    wal.view.setUint32(to + 4, pool.frameBlock[frame], true)
    wal.view.setUint16(to + 8, position, true)
    to += RECORD_BYTES
    for (let from = 0; from < end; from++) wal.buffer[to++] = scratch[from]
    replaceItem(this.view, this.bytes, frame * PAGE_BYTES, position, scratch, 0, end)
    const lsn = wal.seal(RECORD_KINDS.GIST_KEY, 0, 0, to)
    pool.markDirty(frame, lsn)
    return lsn
  }

  /**
   * Looks for exactly this entry, down every page whose key covers it. Found: `path` leads to its leaf and
   * `positions[depth]` is its position.
   * @param {any} key @param {Uint8Array} item @param {number} at @param {number} end
   */
  #find(key, item, at, end) {
    return this.#findBelow(ROOT_BLOCK, 0, key, item, at, end)
  }

  /**
   * @param {BlockNumber} block
   * @param {number} depth
   * @param {any} key
   * @param {Uint8Array} item
   * @param {number} at
   * @param {number} end
   * @returns {boolean}
   */
  #findBelow(block, depth, key, item, at, end) {
    const { pool, file, view, bytes, keys } = this
    if (depth === 64) throw this.corrupted('a descent does not end')
    const frame = pool.pin(file, block)
    /** @type {InnerPage} */
    let page
    try {
      const base = frame * PAGE_BYTES
      this.requireNode(base, block)
      this.path[depth] = block
      if (pageLevel(view, base) === 0) {
        const count = itemCount(view, base)
        for (let position = 0; position < count; position++) {
          if (
            itemBytes(view, base, position) !== end - at ||
            !sameBytes(bytes, itemAt(view, base, position), end - at, item, at)
          )
            continue
          this.positions[depth] = position
          this.depth = depth
          return true
        }
        return false
      }
      page = this.innerPage(base, block)
    } finally {
      pool.unpin(frame)
    }
    for (let position = 0; position < page.children.length; position++) {
      if (!keys.covers(page.keys[position], key)) continue
      this.path[depth] = block
      this.positions[depth] = position
      if (this.#findBelow(page.children[position], depth + 1, key, item, at, end)) return true
    }
    return false
  }

  /**
   * Whether exactly this entry is there.
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   */
  has(key, at, end, tid) {
    return this.#find(this.keys.decode(key, at, end), key, at, putTid(key, end, tid))
  }

  /**
   * Removes the entry (key, tid) if it is there, for purge (xid 0, prevLsn 0) or rollback. Needs no space.
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @param {Xid} xid in whose name, 0: nobody's
   * @param {Lsn} prevLsn of a compensation record: the undone record's prevLsn
   * @returns {Lsn} lsn of the record, 0: there was no such entry
   */
  remove(key, at, end, tid, xid, prevLsn) {
    const itemEnd = putTid(key, end, tid)
    if (!this.#find(this.keys.decode(key, at, end), key, at, itemEnd)) return 0
    const lsn = removeAt(this.env, this.file, this.path[this.depth], this.positions[this.depth], xid, prevLsn)
    if (this.depth > 0) dropLeaf(this)
    return lsn
  }

  /** Entries some test is not false of. @param {(key: any, isLeaf: boolean) => boolean} test */
  scan(test) {
    return new GistScan(this, test)
  }

  /**
   * The same, the nearest first.
   * @param {(key: any, isLeaf: boolean) => boolean} test
   * @param {(key: any, isLeaf: boolean) => number} distance
   */
  nearest(test, distance) {
    return new NearestScan(this, test, distance)
  }

  /** Every entry, in no order; as much of a BTreeCursor as vacuum and checks use. */
  cursor() {
    return new PageWalk(this)
  }

  /** @param {number} base @param {BlockNumber} block */
  requireNode(base, block) {
    if (pageKind(this.view, base) !== PAGE_KINDS.GIST || isDeleted(this.view, base))
      throw this.corrupted(`block ${block} is in the tree and no page of it`)
  }

  /** @param {string} problem */
  corrupted(problem) {
    return indexCorrupted(this.name, problem)
  }
}

/**
 * @param {BTreeEnv} env
 * @param {RelationFile} file
 * @param {BlockNumber} block
 * @param {number} position
 * @param {Xid} xid
 * @param {Lsn} prevLsn
 * @returns {Lsn} lsn
 */
export function removeAt(env, file, block, position, xid, prevLsn) {
  const { pool, wal } = env
  const frame = pool.pin(file, block)
  try {
    const to = wal.reserve(RECORD_BYTES)
    wal.view.setUint32(to, file.fileId, true)
    wal.view.setUint32(to + 4, block, true)
    wal.view.setUint16(to + 8, position, true)
    removeItem(pool.view, pool.bytes, frame * PAGE_BYTES, position)
    const lsn = wal.seal(RECORD_KINDS.GIST_REMOVE, xid, prevLsn, to + RECORD_BYTES)
    pool.markDirty(frame, lsn)
    return lsn
  } finally {
    pool.unpin(frame)
  }
}

/** 54000. @param {number} bytes @param {string} name */
const tooLarge = (bytes, name) =>
  gistRowTooLarge(bytes, LEAF_ITEM_BYTES_MAX, name)
