/**
 * One B+tree: an ordered set of (key, tuple id) on the pages of one file. Finding, inserting and removing one entry;
 * cursors are in cursor.js.
 *
 *   BTREE_INSERT   fileId u32, blockNo u32, position u16, entry (key and tuple id) to the end      undone by removing the entry, wherever it is
 *   BTREE_REMOVE   fileId u32, blockNo u32, position u16                                          not undone
 *   BTREE_SPLICE   fileId u32, blockNo u32, position u16, keep u16, drop u16, bytes to the end: they are put where
 *                  [keep, keep + drop) of that entry was (../gin)                                 not undone
 *
 * Keys are plain Uint8Arrays with TID_BYTES spare bytes behind `end`, which insert, remove and lookupAfter overwrite:
 * so nothing is copied. All keys of one tree come from one list of key columns (src/types/key.js), so no key is a
 * prefix of another.
 *
 * Everything here is synchronous and reads missing pages synchronously. A tree object holds no state of its own: two
 * for one file are fine.
 */
import { indexCorrupted, indexRowTooLarge } from '../../errors/btree.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { IndexCounters } from '../access-counters.js'
import { PAGE_BYTES } from '../page.js'
import { BTreeBuilder } from './build.js'
import { BTreeCursor } from './cursor.js'
import { DEPTH_MAX } from './env.js'
import { ROOT_BLOCK } from './meta.js'
import {
  BEFORE, childAt, copyEntry, ENTRY_BYTES_MAX, FOLLOWING, isLeaf, leafTid, nodeCount, nodeFree, nodeNext, nodePrefix,
} from './node.js'
import { entryFits, initNode, insertAt, removeAt, spliceAt } from './node-change.js'
import { leafEntryIs, mayGoOn, search } from './node-search.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { merge, split, SPARSE_FREE_BYTES } from './structure.js'

/** @import { BlockNumber, FrameNumber, Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { RelationFile } from '../relation-files.js' */
/** @import { BTreeEnv, BTreeTxn } from './env.js' */

/** What insert did. */
export const EXISTED = 0
export const INSERTED = 1

const RECORD_HEADER_BYTES = 10
export const SPLICE_HEADER_BYTES = 14

/** The first entry of a page, for a moment. */
const firstEntry = new Uint8Array(ENTRY_BYTES_MAX)

export class BTree {
  /**
   * @param {BTreeEnv} env one per engine @param {RelationFile} file made by `BTree.create` once
   * @param {string} name of the index, for messages @param {IndexCounters} [counters]
   */
  constructor(env, file, name, counters = new IndexCounters()) {
    this.counters = counters
    this.env = env
    this.file = file
    this.name = name
    /** For messages, if there is a table. */
    this.tableName = ''
    this.pool = env.pool
    this.view = env.pool.view
    this.bytes = env.pool.bytes
  }

  /**
   * Makes an empty file an empty tree. Whoever created the file undoes it with the file.
   * @param {BTreeEnv} env @param {RelationFile} file without blocks @param {string} name
   */
  static create(env, file, name) {
    const { pool, change } = env
    pool.files.growFor(file, 2) // by one call
    change.open(file)
    try {
      const meta = change.allocateNew()
      const root = change.allocateNew()
      change.begin(2, 0)
      initNode(pool.view, pool.bytes, root * PAGE_BYTES, 0, 0, 0, 0, new Uint8Array(0), null)
      change.initMeta(meta)
      change.image(root)
    } catch (error) {
      change.abandon()
      throw error
    }
    change.commit()
    return new BTree(env, file, name)
  }

  /**
   * The point path: no cursor, no allocation.
   * @param {Uint8Array} key all key columns @param {number} at @param {number} end
   * @returns {number} the first tuple id with this key, or -1
   */
  lookup(key, at, end) {
    return this.#first(key, at, end, end, BEFORE)
  }

  /**
   * The next tuple id with this key. Overwrites the TID_BYTES bytes behind `end`.
   * @param {Uint8Array} key @param {number} at @param {number} end @param {Tid} tid the one before
   * @returns {number} the first one greater than `tid`, or -1
   */
  lookupAfter(key, at, end, tid) {
    return this.#first(key, at, putTid(key, end, tid), end, FOLLOWING)
  }

  /**
   * Tuple ids of a key, as many as one page has: for who reads on, they cost a step each instead of a descent.
   * Overwrites the TID_BYTES bytes behind `end`.
   * @param {Uint8Array} key @param {number} at @param {number} end
   * @param {Tid} tid the one before, -1: the first ones
   * @param {Float64Array} out
   * @param {number} most
   * @returns {number} how many; 0: there are no more
   */
  tidsAfter(key, at, end, tid, out, most) {
    const { pool, view, bytes } = this
    const frame = tid < 0 ? this.descend(key, at, end) : this.descend(key, at, putTid(key, end, tid))
    const base = frame * PAGE_BYTES
    const suffixAt = at + nodePrefix(view, base)
    const searchEnd = tid < 0 ? end : end + TID_BYTES
    let position = search(view, bytes, base, 0, key, suffixAt, searchEnd, tid < 0 ? BEFORE : FOLLOWING)
    const last = nodeCount(view, base)
    let count = 0
    while (count < most && position < last && leafEntryIs(view, bytes, base, position, key, suffixAt, end, TID_BYTES)) {
      out[count++] = leafTid(view, bytes, base, position++)
    }
    const beyond = count === 0 && position === last && nodeNext(view, base) !== 0
      && mayGoOn(view, bytes, base, key, at, end) ? nodeNext(view, base) : 0
    pool.unpin(frame)
    if (beyond === 0) return count
    const next = this.#firstBeyond(beyond, key, at, end)
    if (next < 0) return 0
    out[0] = next
    return 1
  }

  /**
   * Whether exactly this entry is there.
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   */
  has(key, at, end, tid) {
    return this.#first(key, at, putTid(key, end, tid), end, BEFORE) === tid
  }

  /**
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} searchEnd
   * @param {number} keyEnd
   * @param {number} bias
   */
  #first(key, at, searchEnd, keyEnd, bias) {
    const { pool, file, view, bytes } = this
    let frame = pool.pin(file, ROOT_BLOCK)
    let base = frame * PAGE_BYTES
    for (let depth = 0; !isLeaf(view, base); depth++) {
      const child = childAt(
        view,
        base,
        search(view, bytes, base, 4, key, at + nodePrefix(view, base), searchEnd, FOLLOWING)
      )
      pool.unpin(frame)
      if (depth === DEPTH_MAX) throw this.corrupted('a descent does not end')
      frame = pool.pin(file, child)
      base = frame * PAGE_BYTES
    }
    const suffixAt = at + nodePrefix(view, base)
    const position = search(view, bytes, base, 0, key, suffixAt, searchEnd, bias)
    let tid = -1
    if (position < nodeCount(view, base)) {
      if (leafEntryIs(view, bytes, base, position, key, suffixAt, keyEnd, TID_BYTES))
        tid = leafTid(view, bytes, base, position)
    } else if (nodeNext(view, base) !== 0 && mayGoOn(view, bytes, base, key, at, keyEnd)) {
      tid = this.#firstBeyond(nodeNext(view, base), key, at, keyEnd)
    }
    pool.unpin(frame)
    return tid
  }

  /**
   * The search ended behind a page's last entry: the first entry of the pages to the right, if it has the key.
   * @param {BlockNumber} blockNo
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   */
  #firstBeyond(blockNo, key, at, end) {
    const { pool, file, view, bytes } = this
    while (blockNo !== 0) {
      const frame = pool.pin(file, blockNo)
      const base = frame * PAGE_BYTES
      let tid = -1
      if (nodeCount(view, base) > 0) {
        const entryEnd = copyEntry(view, bytes, base, 0, firstEntry, 0)
        let same = entryEnd - TID_BYTES === end - at
        for (let i = 0; same && i < end - at; i++) same = firstEntry[i] === key[at + i]
        if (same) tid = leafTid(view, bytes, base, 0)
        blockNo = 0
      } else {
        blockNo = nodeNext(view, base)
      }
      pool.unpin(frame)
      if (tid >= 0) return tid
    }
    return -1
  }

  /**
   * Descends to the leaf an entry belongs to, remembering the path. For this folder.
   * @param {Uint8Array} key @param {number} at @param {number} end
   * @returns {number} the leaf's frame, pinned
   */
  descend(key, at, end) {
    const { pool, file, view, bytes } = this
    const { path, positions } = this.env
    let blockNo = ROOT_BLOCK
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const frame = pool.pin(file, blockNo)
      const base = frame * PAGE_BYTES
      path[depth] = blockNo
      if (isLeaf(view, base)) {
        this.env.depth = depth
        return frame
      }
      const position = search(view, bytes, base, 4, key, at + nodePrefix(view, base), end, FOLLOWING)
      positions[depth] = position
      blockNo = childAt(view, base, position)
      pool.unpin(frame)
    }
    throw this.corrupted('a descent does not end')
  }

  /**
   * Adds the entry (key, tid) unless it exists; registers its undo. Two entries with one key and different tuple ids
   * are no conflict here.
   * @param {BTreeTxn} txn
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @returns {number} INSERTED or EXISTED
   * @throws {DbError} 54000 key too long; nothing has changed then
   */
  insert(txn, key, at, end, tid) {
    const { pool, env, view, bytes } = this
    if (txn.serializable) txn.serializable.writesKey(this.file.fileId, key, at, end)
    const entryEnd = end + TID_BYTES
    if (entryEnd - at > ENTRY_BYTES_MAX || entryEnd > key.length)
      throw indexRowTooLarge(entryEnd - at, ENTRY_BYTES_MAX, this, tid)
    putTid(key, end, tid)
    for (;;) {
      const frame = this.descend(key, at, entryEnd)
      const base = frame * PAGE_BYTES
      const suffixAt = at + nodePrefix(view, base)
      const position = search(view, bytes, base, 0, key, suffixAt, entryEnd, BEFORE)
      const count = nodeCount(view, base)
      if (position < count && leafEntryIs(view, bytes, base, position, key, suffixAt, entryEnd, 0)) {
        pool.unpin(frame)
        txn.undo.indexKeep(this.file.fileId, key, at, end, tid)
        return EXISTED
      }
      if (!entryFits(view, base, entryEnd - at, 0)) {
        pool.unpin(frame)
        split(this, env.depth, position === count)
        continue
      }
      try {
        this.logInsert(txn, frame, position, key, at, end, tid)
      } finally {
        pool.unpin(frame)
      }
      return INSERTED
    }
  }

  /**
   * Puts an entry that fits where it belongs, and registers its undo.
   * @param {BTreeTxn} txn
   * @param {FrameNumber} frame
   * @param {number} position
   * @param {Uint8Array} key with the tuple id behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   */
  logInsert(txn, frame, position, key, at, end, tid) {
    const { pool, env } = this
    const { wal } = env
    const { undo } = txn
    const entryEnd = end + TID_BYTES
    undo.makeRoom(end - at)
    if (env.cursors.length > 0) env.settleCursors(this.file.fileId)
    let to = wal.reserve(RECORD_HEADER_BYTES + entryEnd - at)
    undo.indexInsert(this.file.fileId, key, at, end, tid)
    wal.view.setUint32(to, this.file.fileId, true)
    wal.view.setUint32(to + 4, pool.frameBlock[frame], true)
    wal.view.setUint16(to + 8, position, true)
    to += RECORD_HEADER_BYTES
    const { buffer } = wal
    for (let from = at; from < entryEnd; from++) buffer[to++] = key[from]
    insertAt(this.view, this.bytes, frame * PAGE_BYTES, 0, position, key, at, entryEnd, 0)
    const lsn = wal.seal(RECORD_KINDS.BTREE_INSERT, txn.xid, txn.lastLsn, to)
    txn.lastLsn = lsn
    pool.markDirty(frame, lsn)
  }

  /**
   * Removes the entry (key, tid) if it is there, for purge (xid 0, prevLsn 0) or rollback. Needs no space in the tree.
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @param {Xid} xid in whose name, 0: nobody's
   * @param {Lsn} prevLsn of a compensation record: the undone record's prevLsn
   * @returns {Lsn} lsn of the record, 0: there was no such entry
   */
  remove(key, at, end, tid, xid, prevLsn) {
    return this.removeEntry(key, at, putTid(key, end, tid), xid, prevLsn)
  }

  /**
   * As `remove`, for key and tuple id together.
   * @param {Uint8Array} entry
   * @param {number} at
   * @param {number} end
   * @param {Xid} xid
   * @param {Lsn} prevLsn
   */
  removeEntry(entry, at, end, xid, prevLsn) {
    const { pool, env, view, bytes } = this
    const { wal } = env
    const frame = this.descend(entry, at, end)
    let lsn = 0
    let sparse = false
    try {
      const base = frame * PAGE_BYTES
      const suffixAt = at + nodePrefix(view, base)
      const position = search(view, bytes, base, 0, entry, suffixAt, end, BEFORE)
      if (position === nodeCount(view, base) || !leafEntryIs(view, bytes, base, position, entry, suffixAt, end, 0))
        return 0
      if (env.cursors.length > 0) env.settleCursors(this.file.fileId)
      const to = wal.reserve(RECORD_HEADER_BYTES)
      wal.view.setUint32(to, this.file.fileId, true)
      wal.view.setUint32(to + 4, pool.frameBlock[frame], true)
      wal.view.setUint16(to + 8, position, true)
      removeAt(view, bytes, base, 0, position)
      lsn = wal.seal(RECORD_KINDS.BTREE_REMOVE, xid, prevLsn, to + RECORD_HEADER_BYTES)
      pool.markDirty(frame, lsn)
      sparse = nodeFree(view, base) > SPARSE_FREE_BYTES
    } finally {
      pool.unpin(frame)
    }
    while (sparse && env.depth > 0 && merge(this, env.depth)) pool.unpin(this.descend(entry, at, end))
    return lsn
  }

  /**
   * Puts other bytes where [keep, keep + drop) of an entry are. Its place among the others must not change, and there
   * is room.
   * @param {FrameNumber} frame pinned
   * @param {number} position
   * @param {number} keep
   * @param {number} drop
   * @param {Uint8Array} put
   * @param {number} at
   * @param {number} end
   * @returns {Lsn} lsn of the record
   */
  logSplice(frame, position, keep, drop, put, at, end) {
    const { pool, env, view, bytes } = this
    const { wal } = env
    if (env.cursors.length > 0) env.settleCursors(this.file.fileId)
    let to = wal.reserve(SPLICE_HEADER_BYTES + end - at)
    wal.view.setUint32(to, this.file.fileId, true)
    wal.view.setUint32(to + 4, pool.frameBlock[frame], true)
    wal.view.setUint16(to + 8, position, true)
    wal.view.setUint16(to + 10, keep, true)
    wal.view.setUint16(to + 12, drop, true)
    to += SPLICE_HEADER_BYTES
    const { buffer } = wal
    for (let from = at; from < end; from++) buffer[to++] = put[from]
    spliceAt(view, bytes, frame * PAGE_BYTES, position, keep, drop, put, at, end)
    const lsn = wal.seal(RECORD_KINDS.BTREE_SPLICE, 0, 0, to)
    pool.markDirty(frame, lsn)
    return lsn
  }

  /** A new cursor, before the first entry. It holds memory only; close it when done. */
  cursor() {
    return new BTreeCursor(this)
  }

  /** Fills a tree that has no entries from sorted ones. @param {number} [fillFactor] percent of each page */
  builder(fillFactor = 90) {
    return new BTreeBuilder(this, fillFactor)
  }

  /** @param {string} problem */
  corrupted(problem) {
    return indexCorrupted(this.name, problem)
  }
}
