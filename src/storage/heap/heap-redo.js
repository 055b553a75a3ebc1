/**
 * Redo of heap records: each page part applies only where the page is older than the record. Headers get undo pointer
 * 0: whatever is still there when recovery is over is settled. Notes the files in which the log shows work for purge.
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, slotGrow, slotInsert, slotLength, slotRemove, slotShrink } from '../page.js'
import { HAS_BODY } from './heap-modify.js'
import { WILL_INIT } from './heap-insert.js'
import { applyUndo, itemAt, placeAt, undoBodyBlock } from './heap-undo.js'
import { ATTRIBUTES_AT, FLAG, TUPLE_BYTES_MIN } from './tuple.js'
import { setHeader } from './heap-env.js'
import { copyBytes } from '../../util/copy-bytes.js'
import { imageKind } from '../page-image.js'
import { blockOf, slotOf } from '../../util/tuple-id.js'

/** @import { FrameNumber, Lsn, SlotNumber } from '../../util/identifiers.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { LogRecord } from '../relation-files.js' */

/**
 * Whole pages of a heap come of a copy (engine/cluster/database-copy.js): what was to be purged in the original is to
 * be swept in it.
 * @param {HeapEnv} env @param {Record<number, (record: LogRecord, lsn: Lsn) => void>} table with a redo of page images
 * @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>}
 */
export function sweptImages({ txns: { sweepFiles } }, table) {
  const redo = table[RECORD_KINDS.PAGE_IMAGE]
  return { ...table, [RECORD_KINDS.PAGE_IMAGE]: (record, lsn) => {
    if (imageKind(record) === PAGE_KINDS.HEAP) sweepFiles.add(record.view.getUint32(record.at, true))
    redo(record, lsn)
  } }
}

/**
 * @param {HeapEnv} env
 * @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>}
 */
export function heapRedoTable(env) {
  const { pool } = env
  const { view, bytes } = pool
  const { sweepFiles } = env.txns

  /** @param {FrameNumber} frame @param {Lsn} lsn */
  const done = (frame, lsn) => {
    pool.markDirty(frame, lsn)
    pool.unpin(frame)
  }
  /**
   * @param {FrameNumber} frame
   * @param {SlotNumber} slotIndex
   * @param {number} need the item's bytes
   * @returns {number} its offset in memory
   */
  const hold = (frame, slotIndex, need) => {
    const base = frame * PAGE_BYTES
    return slotLength(view, base, slotIndex) < need
      ? base + slotGrow(view, bytes, base, slotIndex, need)
      : itemAt(view, frame, slotIndex)
  }

  return {
    [RECORD_KINDS.HEAP_INSERT]: ({ view: log, bytes: logBytes, at, end, xid }, lsn) => {
      const init = log.getUint16(at + 12, true) & WILL_INIT
      const frame = pool.pinRedo(log.getUint32(at, true), log.getUint32(at + 4, true), lsn, init !== 0)
      if (frame < 0) return
      const base = frame * PAGE_BYTES
      if (init) initPage(view, bytes, base, PAGE_KINDS.HEAP)
      const count = end - at - 14
      const to =
        base +
        slotInsert(view, bytes, base, log.getUint16(at + 8, true), Math.max(TUPLE_BYTES_MIN, count + ATTRIBUTES_AT))
      copyBytes(view, bytes, to + ATTRIBUTES_AT, log, logBytes, at + 14, count)
      setHeader(view, to, xid, log.getUint16(at + 10, true), 0)
      done(frame, lsn)
    },
    [RECORD_KINDS.HEAP_INSERT_MANY]: ({ view: log, bytes: logBytes, at, xid }, lsn) => {
      const init = log.getUint16(at + 12, true) & WILL_INIT
      const frame = pool.pinRedo(log.getUint32(at, true), log.getUint32(at + 4, true), lsn, init !== 0)
      if (frame < 0) return
      const base = frame * PAGE_BYTES
      if (init) initPage(view, bytes, base, PAGE_KINDS.HEAP)
      let from = at + 14
      for (let left = log.getUint16(at + 8, true); left > 0; left--) {
        const count = log.getUint16(from + 2, true)
        const to =
          base +
          slotInsert(view, bytes, base, log.getUint16(from, true), Math.max(TUPLE_BYTES_MIN, count + ATTRIBUTES_AT))
        copyBytes(view, bytes, to + ATTRIBUTES_AT, log, logBytes, from + 6, count)
        setHeader(view, to, xid, log.getUint16(from + 4, true), 0)
        from += 6 + count
      }
      done(frame, lsn)
    },
    [RECORD_KINDS.HEAP_PATCH]: ({ view: log, bytes: logBytes, at, xid }, lsn) => {
      const fileId = log.getUint32(at, true)
      const flags = log.getUint16(at + 10, true)
      const offset = log.getUint16(at + 14, true)
      const count = log.getUint16(at + 16, true)
      const frame = pool.pinRedo(fileId, log.getUint32(at + 4, true), lsn, false)
      if (frame >= 0) {
        const home = itemAt(view, frame, log.getUint16(at + 8, true))
        if (!(flags & FLAG.FORWARD)) copyBytes(view, bytes, home + offset, log, logBytes, at + 24, count)
        setHeader(view, home, xid, flags, 0)
      }
      if (flags & FLAG.FORWARD) {
        const bodyTid = placeAt(log, at + 24 + 2 * count)
        const bodyFrame = pool.pinRedo(fileId, blockOf(bodyTid), lsn, false)
        if (bodyFrame >= 0) {
          copyBytes(view, bytes, itemAt(view, bodyFrame, slotOf(bodyTid)) + offset, log, logBytes, at + 24, count)
          done(bodyFrame, lsn)
        }
      }
      if (frame >= 0) done(frame, lsn)
    },
    [RECORD_KINDS.HEAP_UPDATE]: ({ view: log, bytes: logBytes, at, xid }, lsn) => {
      const fileId = log.getUint32(at, true)
      const flags = log.getUint16(at + 10, true)
      const count = log.getUint16(at + 14, true)
      const bits = log.getUint16(at + 24, true)
      sweepFiles.add(fileId)
      const frame = pool.pinRedo(fileId, log.getUint32(at + 4, true), lsn, false)
      if (frame >= 0) {
        const home = hold(frame, log.getUint16(at + 8, true), Math.max(TUPLE_BYTES_MIN, count + ATTRIBUTES_AT))
        copyBytes(view, bytes, home + ATTRIBUTES_AT, log, logBytes, at + 26, count)
        setHeader(view, home, xid, flags, 0)
        done(frame, lsn)
      }
      if (bits & HAS_BODY) {
        const placed = at + 26 + count + log.getUint16(at + 16, true)
        const bodyTid = placeAt(log, placed)
        const bodyBytes = log.getUint16(placed + 6, true)
        const bodyFrame = pool.pinRedo(fileId, blockOf(bodyTid), lsn, (bits & WILL_INIT) !== 0)
        if (bodyFrame < 0) return
        const base = bodyFrame * PAGE_BYTES
        if (bits & WILL_INIT) initPage(view, bytes, base, PAGE_KINDS.HEAP)
        const body =
          base + slotInsert(view, bytes, base, slotOf(bodyTid), Math.max(TUPLE_BYTES_MIN, bodyBytes + ATTRIBUTES_AT))
        copyBytes(view, bytes, body + ATTRIBUTES_AT, log, logBytes, placed + 8, bodyBytes)
        setHeader(view, body, xid, FLAG.MOVED | (flags & FLAG.OVERFLOW), 0)
        done(bodyFrame, lsn)
      }
    },
    [RECORD_KINDS.HEAP_DELETE]: ({ view: log, at, xid }, lsn) => {
      const fileId = log.getUint32(at, true)
      sweepFiles.add(fileId)
      const frame = pool.pinRedo(fileId, log.getUint32(at + 4, true), lsn, false)
      if (frame < 0) return
      setHeader(view, itemAt(view, frame, log.getUint16(at + 8, true)), xid, log.getUint16(at + 10, true), 0)
      done(frame, lsn)
    },
    [RECORD_KINDS.HEAP_UNDO]: ({ view: log, bytes: logBytes, at }, lsn) => {
      const fileId = log.getUint32(at, true)
      const bodyBlock = undoBodyBlock(log, at)
      const frame = pool.pinRedo(fileId, log.getUint32(at + 4, true), lsn, false)
      const bodyFrame = bodyBlock >= 0 ? pool.pinRedo(fileId, bodyBlock, lsn, false) : -1
      if (frame >= 0 || bodyFrame >= 0) applyUndo(env, log, logBytes, at, frame, bodyFrame, 0)
      if (frame >= 0) done(frame, lsn)
      if (bodyFrame >= 0) done(bodyFrame, lsn)
    },
    [RECORD_KINDS.HEAP_PURGE]: ({ view: log, at }, lsn) => {
      const frame = pool.pinRedo(log.getUint32(at, true), log.getUint32(at + 4, true), lsn, false)
      if (frame < 0) return
      applyPurge(env, log, at, frame)
      done(frame, lsn)
    },
  }
}

/** @param {HeapEnv} env @param {DataView} log @param {number} at a HEAP_PURGE payload @param {FrameNumber} frame */
export function applyPurge(env, log, at, frame) {
  const { view } = env.pool
  const count = log.getUint16(at + 8, true)
  for (let index = 0, from = at + 10; index < count; index++, from += 4) {
    const slotIndex = log.getUint16(from, true)
    const keep = log.getUint16(from + 2, true)
    if (keep === 0) slotRemove(view, frame * PAGE_BYTES, slotIndex)
    else slotShrink(view, frame * PAGE_BYTES, slotIndex, keep)
  }
  env.frees++
  env.changes++
}
