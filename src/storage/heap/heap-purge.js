/**
 * Purge of heap changes that everybody sees: frees the slots of deleted rows and of bodies moved away from, removes
 * index entries no reachable version has, frees dropped out-of-line values, gives back bytes held for a rollback that
 * will not come. Redo-only records; each step leaves a consistent page, so a crash between two costs space until the
 * next vacuum, no more. And `vacuum`, which finds the same work by looking at every page.
 */
import { isShortage } from '../../errors/storage.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { CHANGED, UNDO_KINDS } from '../../txn/undo-kinds.js'
import {
  UNDO_BEFORE_BYTES, UNDO_BLOCK, UNDO_CHANGED, UNDO_FILE, UNDO_FLAGS, UNDO_RECORD_BYTES, UNDO_SLOT,
} from '../../txn/undo-log.js'
import { PAGE_BYTES, PAGE_KINDS, freeBytes, pageKind, slotCount, slotLength } from '../page.js'
import { applyPurge } from './heap-redo.js'
import { itemAt, placeAt } from './heap-undo.js'
import { keyIsReachable } from './heap-versions.js'
import { ValueSweep } from './value-sweep.js'
import { KeyList } from '../../types/key-list.js'
import { removeWaiting, settleWaiting, waits } from '../gin/waiting.js'
import { moveWaiting } from '../gin/move.js'
import { isPosting, POSTED_MAX, postingKeyBytes, readPosting } from '../gin/posting.js'
import { ATTRIBUTES_AT, FLAG, TUPLE_BYTES_MIN } from './tuple.js'
import { STUB_BYTES, copyWithin, headerFlags, headerUndo, headerXid, stubTarget } from './heap-env.js'
import { copyBytes } from '../../util/copy-bytes.js'
import { blockOf, slotOf, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber, SlotNumber, Tid, Xid } from '../../util/identifiers.js' */
/** @import { HeapEnv, PurgeIndex, PurgeRelation } from './heap-env.js' */
/** @import { GinTree } from '../gin/tree.js' */
/** @import { Heap } from './heap.js' */
/** @import { UndoHandler } from '../../txn/handlers.js' */
/** @import { RelationFile } from '../relation-files.js' */

const KEY_BYTES = 8192

/**
 * @param {HeapEnv} env
 * @returns {Map<number, UndoHandler['purge']>} by undo kind
 */
export function heapPurgeHandlers(env) {
  const { pool, files } = env
  /** @type {Map<number, UndoHandler['purge']>} */
  const handlers = new Map()

  handlers.set(UNDO_KINDS.DELETE, (txn, record, bytes, at) => {
    const relation = relationAt(env, record, at)
    if (relation === null) return
    const block = record.getUint32(at + UNDO_BLOCK, true)
    const slotIndex = record.getUint16(at + UNDO_SLOT, true)
    const frame = pool.pin(relation.heap.file, block)
    const home = itemAt(pool.view, frame, slotIndex)
    const isOurs = home !== 0 && headerFlags(pool.view, home) & FLAG.DELETED && headerXid(pool.view, home) === txn.xid
    pool.unpin(frame)
    if (isOurs) removeRow(env, relation, tidOf(block, slotIndex))
  })

  handlers.set(UNDO_KINDS.UPDATE, (txn, record, bytes, at) => {
    // The usual update of a transaction that has work elsewhere: nothing to look for, so its page is left alone.
    const changed = record.getUint8(at + UNDO_CHANGED)
    if (changed === 0) return
    const relation = relationAt(env, record, at)
    if (relation === null) return
    const { heap } = relation
    const block = record.getUint32(at + UNDO_BLOCK, true)
    const slotIndex = record.getUint16(at + UNDO_SLOT, true)
    const flagsBefore = record.getUint16(at + UNDO_FLAGS, true)
    const beforeAt = at + UNDO_RECORD_BYTES
    const oldBody = flagsBefore & FLAG.FORWARD ? placeAt(record, beforeAt + 2) : -1
    if (changed & (CHANGED.KEY | CHANGED.INDEXED) && relation.indexes.length > 0) {
      if (oldBody >= 0) {
        const frame = pool.pin(heap.file, blockOf(oldBody))
        const body = itemAt(pool.view, frame, slotOf(oldBody))
        copyWithin(pool.view, pool.bytes, env.workAt, body, heap.layout.tupleBytes(pool.view, body))
        pool.unpin(frame)
      } else
        copyBytes(
          pool.view, pool.bytes, env.workAt + ATTRIBUTES_AT, record, bytes, beforeAt,
          record.getUint16(at + UNDO_BEFORE_BYTES, true),
        )
      removeStaleEntries(env, relation, tidOf(block, slotIndex), env.workAt)
    }
    if (changed & CHANGED.TRIM) trim(env, heap, block, slotIndex, txn.xid)
    // Last, for what is refused for want of room is done again: this place may be somebody else's by then.
    if (oldBody >= 0) purgeSlot(env, heap.file, blockOf(oldBody), slotOf(oldBody), 0)
  })

  handlers.set(UNDO_KINDS.OVERFLOW_DROPPED, (txn, record, bytes, at) => {
    const fileId = record.getUint32(at + UNDO_FILE, true)
    if (!files.exists(fileId)) return
    try {
      env.overflow.free(files.open(fileId), bytes, at + UNDO_RECORD_BYTES)
    } catch (error) {
      leaveToSweep(env, fileId, error)
    }
  })

  handlers.set(UNDO_KINDS.FILE_DROPPED, (txn, record, bytes, at) => {
    env.releasePins()
    files.dropNow(record.getUint32(at + UNDO_FILE, true))
  })
  return handlers
}

/** @param {HeapEnv} env @param {DataView} record @param {number} at @returns {PurgeRelation | null} */
function relationAt(env, record, at) {
  const fileId = record.getUint32(at + UNDO_FILE, true)
  return env.files.exists(fileId) ? env.relationOf(fileId) : null
}

/**
 * A row that is deleted for everybody: its entries, its values out of line, its body, its slot.
 * @param {HeapEnv} env
 * @param {PurgeRelation} relation
 * @param {Tid} tid
 */
function removeRow(env, { heap, indexes }, tid) {
  const { pool } = env
  const { view, bytes } = pool
  const slotIndex = slotOf(tid)
  const block = blockOf(tid)
  const frame = pool.pin(heap.file, block)
  const home = itemAt(view, frame, slotIndex)
  const bodyTid = headerFlags(view, home) & FLAG.FORWARD ? stubTarget(view, home) : -1
  const hasOverflow = headerFlags(view, home) & FLAG.OVERFLOW
  let from = home
  let bodyFrame = -1
  if (bodyTid >= 0) {
    bodyFrame = pool.pinBeside(frame, heap.file, blockOf(bodyTid))
    from = itemAt(view, bodyFrame, slotOf(bodyTid))
    if (from === 0 || (headerFlags(view, from) & FLAG.MOVED) === 0) {
      // Earlier versions let the body go first, and a crash came between: of the row nothing else is left.
      pool.unpin(frame)
      pool.unpin(bodyFrame)
      purgeSlot(env, heap.file, block, slotIndex, 0)
      return
    }
  }
  copyWithin(view, bytes, env.workAt, from, heap.layout.tupleBytes(view, from))
  pool.unpin(frame)
  if (bodyFrame >= 0) pool.unpin(bodyFrame)
  for (const index of indexes) {
    if (index.multi) {
      list.fill(index.extractKey, bytes, view, env.workAt)
      for (let at = 0; at < list.count; at++) index.tree.remove(list.bytes, list.starts[at], list.ends[at], tid, 0, 0)
      removeWaiting(ginTree(index), tid)
      continue
    }
    const end = index.extractKey(bytes, view, env.workAt, env.keyBytes, 0)
    if (end >= 0) index.tree.remove(env.keyBytes, 0, end, tid, 0, 0)
  }
  // The home goes first: a crash may come before the rest, and what no row points to any more is found by the sweep
  // after it. A home whose body is gone would name whatever has that place by then.
  purgeSlot(env, heap.file, block, slotIndex, 0)
  try {
    if (bodyTid >= 0) purgeSlot(env, heap.file, blockOf(bodyTid), slotOf(bodyTid), 0)
    if (hasOverflow)
      heap.layout.eachPointer(view, env.workAt, (pointerAt) => env.overflow.free(heap.file, bytes, pointerAt))
  } catch (error) {
    leaveToSweep(env, heap.fileId, error)
  }
}

/**
 * What no row names any more could not be freed for want of room: who tries again does not find it.
 * @param {HeapEnv} env @param {number} fileId @param {unknown} error
 */
function leaveToSweep(env, fileId, error) {
  if (isShortage(error)) env.txns.sweepFiles.add(fileId)
  throw error
}

/**
 * Entries of an old version of the row that no reachable one shares.
 * @param {HeapEnv} env
 * @param {PurgeRelation} relation
 * @param {Tid} tid
 * @param {number} oldAt
 */
function removeStaleEntries(env, { heap, indexes }, tid, oldAt) {
  const { pool, keyBytes } = env
  for (const index of indexes) {
    if (index.multi) {
      settleWaiting(ginTree(index), tid)
      list.fill(index.extractKey, pool.bytes, pool.view, oldAt)
      for (let at = 0; at < list.count; at++) {
        if (!keyIsReachable(heap, index, tid, list.bytes, list.starts[at], list.ends[at], otherKey))
          index.tree.remove(list.bytes, list.starts[at], list.ends[at], tid, 0, 0)
      }
      continue
    }
    const end = index.extractKey(pool.bytes, pool.view, oldAt, keyBytes, 0)
    if (end < 0) continue
    if (!keyIsReachable(heap, index, tid, keyBytes, 0, end, otherKey)) index.tree.remove(keyBytes, 0, end, tid, 0, 0)
  }
  heap.release()
}

/** @param {PurgeIndex} index with many keys per row @returns {GinTree} */
const ginTree = ({ tree }) => /** @type {GinTree} */ (/** @type {unknown} */ (tree))

const otherKey = new Uint8Array(KEY_BYTES)

/** Keys of a row in an index that has many per row. */
const list = new KeyList()

/**
 * Gives back bytes the slot holds beyond what its tuple uses, unless somebody's rollback may want them.
 * @param {HeapEnv} env
 * @param {Heap} heap
 * @param {BlockNumber} block
 * @param {SlotNumber} slotIndex
 * @param {Xid} xid whose changes are settled as far as this goes
 */
function trim(env, heap, block, slotIndex, xid) {
  const { pool } = env
  const frame = pool.pin(heap.file, block)
  const home = itemAt(pool.view, frame, slotIndex)
  const settled = home !== 0 && (headerUndo(pool.view, home) < env.undo.low || headerXid(pool.view, home) === xid)
  const used = settled ? usedBytes(heap, pool.view, home) : 0
  const keep = used < slotLength(pool.view, frame * PAGE_BYTES, slotIndex) ? used : 0
  pool.unpin(frame)
  if (keep > 0) purgeSlot(env, heap.file, block, slotIndex, keep)
}

/**
 * What a row's slot needs when no change of it is pending; 0: it may not be touched.
 * @param {Heap} heap
 * @param {DataView} view
 * @param {number} home
 */
function usedBytes(heap, view, home) {
  const flags = headerFlags(view, home)
  if (flags & (FLAG.LOCKED | FLAG.DELETED | FLAG.MOVED)) return 0
  return Math.max(TUPLE_BYTES_MIN, flags & FLAG.FORWARD ? STUB_BYTES : heap.layout.tupleBytes(view, home))
}

/**
 * @param {HeapEnv} env
 * @param {RelationFile} file
 * @param {BlockNumber} block
 * @param {SlotNumber} slotIndex
 * @param {number} keep bytes it keeps; 0 empties the slot
 */
function purgeSlot(env, file, block, slotIndex, keep) {
  const { pool, wal } = env
  const frame = pool.pin(file, block)
  let free = -1
  try {
    if (itemAt(pool.view, frame, slotIndex) === 0) return
    const at = wal.reserve(14)
    const log = wal.view
    log.setUint32(at, file.fileId, true)
    log.setUint32(at + 4, block, true)
    log.setUint16(at + 8, 1, true)
    log.setUint16(at + 10, slotIndex, true)
    log.setUint16(at + 12, keep, true)
    applyPurge(env, log, at, frame)
    const lsn = wal.seal(RECORD_KINDS.HEAP_PURGE, 0, 0, at + 14)
    pool.markDirty(frame, lsn)
    free = freeBytes(pool.view, frame * PAGE_BYTES)
  } finally {
    pool.unpin(frame)
  }
  env.freeSpace.record(file, block, free)
}

/**
 * VACUUM's share, and the sweep after a crash: purges deleted rows nobody can see, bodies no stub points at, held
 * bytes, out-of-line values and index entries no version has; brings the free space map up to date. Give it a slice now
 * and then: it stops after each page and each few index entries.
 * @param {HeapEnv} env
 * @param {PurgeRelation} relation
 * @param {boolean} [whole] false: of indexes only what waits is moved. Only a crash leaves entries that no version has
 *   (`sweepFiles`): purge removes every other one
 * @returns {Generator<number, {rowsRemoved: number, entriesRemoved: number}>} yields how many pages it has seen, less
 *   than 0 when it is in an index; pins nothing while stopped; reads synchronously
 */
export function* vacuum(env, relation, whole = true) {
  const { heap, indexes } = relation
  const { pool } = env
  const { view } = pool
  const isSwept = env.txns.sweepFiles.begin(heap.fileId)
  const done = { rowsRemoved: 0, entriesRemoved: 0 }
  /** @type {Set<number>} bodies some stub points at; the others, settled, are left over from a crash */
  const bodies = new Set()
  /** @type {number[]} bodies from before this began */
  const moved = []
  /**
   * @type {number[]} rows that somebody was changing when their page was looked at: a rollback may point them elsewhere
   */
  const unsettled = []
  const values = new ValueSweep(heap)
  const xidFloor = Math.min(env.ring.next, env.txns.oldestNeededXid())
  for (let block = 0; block < heap.file.blockCount; block++) {
    const frame = pool.pin(heap.file, block)
    const base = frame * PAGE_BYTES
    if (pageKind(view, base) !== PAGE_KINDS.HEAP) {
      if (pageKind(view, base) === PAGE_KINDS.OVERFLOW) values.page(base, block)
      pool.unpin(frame)
      continue
    }
    const dead = []
    const valued = []
    const long = []
    for (let slotIndex = 0; slotIndex < slotCount(view, base); slotIndex++) {
      const at = itemAt(view, frame, slotIndex)
      if (at === 0) continue
      const flags = headerFlags(view, at)
      const settled = headerUndo(view, at) < env.undo.low
      if (flags & FLAG.MOVED) {
        if (headerXid(view, at) < xidFloor) moved.push(tidOf(block, slotIndex))
      } else if (!settled) unsettled.push(tidOf(block, slotIndex))
      else if (flags & FLAG.DELETED) dead.push(slotIndex)
      else if (usedBytes(heap, view, at) < slotLength(view, base, slotIndex)) long.push(slotIndex)
      if (flags & FLAG.FORWARD) bodies.add(stubTarget(view, at))
      if (whole && flags & FLAG.OVERFLOW && (flags & FLAG.MOVED) === 0) valued.push(slotIndex)
    }
    pool.unpin(frame)
    for (const slotIndex of valued) values.row(tidOf(block, slotIndex))
    for (const slotIndex of dead) removeRow(env, relation, tidOf(block, slotIndex))
    for (const slotIndex of long) trim(env, heap, block, slotIndex, -1)
    done.rowsRemoved += dead.length
    const again = pool.pin(heap.file, block)
    const free = freeBytes(view, again * PAGE_BYTES)
    pool.unpin(again)
    env.freeSpace.record(heap.file, block, free)
    yield block + 1
  }
  // While undo is pending a body may be an old version's. A row that has moved since its page was looked at has a
  // younger body.
  const isSettled = env.txns.unsettled.isEmpty
  if (isSettled) {
    for (const tid of unsettled) {
      if (whole) values.row(tid)
      const at = itemNow(env, heap.file, tid)
      if (at !== 0 && headerFlags(view, at) & FLAG.FORWARD) bodies.add(stubTarget(view, at))
    }
    // All bodies that rows have are known by here: what changes between two pieces is younger.
    for (let index = 0; index < moved.length; index++) {
      if (index % BODIES_PER_SLICE === BODIES_PER_SLICE - 1) yield heap.file.blockCount
      const tid = moved[index]
      if (bodies.has(tid)) continue
      const at = itemNow(env, heap.file, tid) // its slot may be another row's by now
      if (at !== 0 && headerFlags(view, at) & FLAG.MOVED && headerXid(view, at) < xidFloor)
        purgeSlot(env, heap.file, blockOf(tid), slotOf(tid), 0)
    }
    if (whole) yield* values.free()
  }
  for (const index of indexes) yield* whole ? vacuumIndex(env, heap, index, done) : moveKeys(index)
  // Bodies and values that were left alone are still left over.
  if (whole && isSettled) isSwept()
  heap.release()
  return done
}

/**
 * Where a slot's item is, 0: empty or gone; good until the next page is read.
 * @param {HeapEnv} env
 * @param {RelationFile} file
 * @param {Tid} tid
 */
function itemNow({ pool }, file, tid) {
  const block = blockOf(tid)
  if (block >= file.blockCount) return 0
  const frame = pool.pin(file, block)
  const at =
    pageKind(pool.view, frame * PAGE_BYTES) === PAGE_KINDS.HEAP
    && slotOf(tid) < slotCount(pool.view, frame * PAGE_BYTES)
      ? itemAt(pool.view, frame, slotOf(tid))
      : 0
  pool.unpin(frame)
  return at
}

const ENTRIES_PER_SLICE = 256
const BODIES_PER_SLICE = 64

/** What waits in a gin index. @param {PurgeIndex} index @returns {Generator<number, void>} */
function* moveKeys(index) {
  if (index.multi) for (const count of moveWaiting(ginTree(index))) yield -count
}

/** @param {HeapEnv} env @param {Heap} heap @param {PurgeIndex} index @param {{entriesRemoved: number}} done */
function* vacuumIndex(env, heap, index, done) {
  yield* moveKeys(index)
  const rows = new Float64Array(index.multi ? POSTED_MAX : 1)
  const cursor = index.tree.cursor()
  try {
    cursor.setWholeRange()
    cursor.toStart()
    let looked = 0
    for (let tid = cursor.next(); tid >= 0; tid = cursor.next()) {
      cursor.release() // leaves the entry in cursor.saved: key and 6 bytes of tuple id
      if (index.multi && waits(cursor.saved, 0)) continue // of somebody who is not over yet
      const isMany = index.multi && isPosting(tid)
      const length = isMany ? postingKeyBytes(cursor.saved, cursor.savedEnd) : cursor.savedEnd - 6
      const count = isMany ? readPosting(cursor.saved, cursor.savedEnd, rows) : 1
      if (!isMany) rows[0] = tid
      for (let at = 0; at < count; at++) {
        for (let i = 0; i < length; i++) env.keyBytes[i] = cursor.saved[i]
        if (!keyIsReachable(heap, index, rows[at], env.keyBytes, 0, length, otherKey)) {
          index.tree.remove(env.keyBytes, 0, length, rows[at], 0, 0)
          done.entriesRemoved++
        }
        if (++looked % ENTRIES_PER_SLICE > 0) continue
        heap.release()
        yield -1
      }
    }
  } finally {
    cursor.close()
  }
}
