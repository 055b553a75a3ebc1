/**
 * Undo of heap changes: one payload, HEAP_UNDO, made from an in-memory undo record at run time or from the change's own
 * WAL record in recovery, and applied by one function in both and in redo. Bytes in README.md.
 *
 * `placeHeader` carries the previous header's undo pointer at run time; in recovery and redo it is 0 (settled).
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import {
  UNDO_BEFORE_BYTES, UNDO_BLOCK, UNDO_FILE, UNDO_FLAGS, UNDO_HEADER_UNDO, UNDO_HEADER_XID, UNDO_LSN, UNDO_RANGE_OFFSET,
  UNDO_RECORD_BYTES, UNDO_SLOT, readU48,
} from '../../txn/undo-log.js'
import { UNDO_KINDS } from '../../txn/undo-kinds.js'
import { PAGE_BYTES, PAGE_HEADER_BYTES, freeBytes, pageLower, slotRemove } from '../page.js'
import { ATTRIBUTES_AT, FLAG } from './tuple.js'
import { headerFlags, headerUndo, setHeader, stubTarget } from './heap-env.js'
import { copyBytes } from '../../util/copy-bytes.js'
import { HAS_BODY, putPlace } from './heap-modify.js'
import { blockOf, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber, FrameNumber, Lsn, SlotNumber, Tid, Xid } from '../../util/identifiers.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { UndoHandler } from '../../txn/handlers.js' */
/** @import { LogRecord } from '../relation-files.js' */
/** @import { RelationFile } from '../relation-files.js' */

const UNDO_ACTION = Object.freeze({ HEADER: 0, RANGE: 1, IMAGE: 2, REMOVE: 3, REMOVE_MANY: 4 })
const TWO_32 = 4294967296
const PAYLOAD_BYTES = 20

/**
 * @param {DataView} view
 * @param {FrameNumber} frame
 * @param {SlotNumber} slotIndex
 * @returns {number} byte offset of the item, 0: none
 */
export function itemAt(view, frame, slotIndex) {
  const base = frame * PAGE_BYTES
  const slotAt = base + PAGE_HEADER_BYTES + slotIndex * 4
  if (slotAt >= base + pageLower(view, base)) return 0
  const offset = view.getUint16(slotAt, true)
  return offset === 0 ? 0 : base + offset
}

/**
 * Applies a HEAP_UNDO payload to the pages that still need it.
 * @param {HeapEnv} env @param {DataView} log @param {Uint8Array} logBytes @param {number} at the payload
 * @param {FrameNumber} frame of the home page, -1: it needs nothing
 * @param {FrameNumber} bodyFrame of the body's page, -1: none, or it needs nothing
 * @param {number} headerUndoPointer
 */
export function applyUndo(env, log, logBytes, at, frame, bodyFrame, headerUndoPointer) {
  const { pool } = env
  const { view, bytes } = pool
  const slotIndex = log.getUint16(at + 8, true)
  const action = log.getUint16(at + 12, true)
  const rest = at + PAYLOAD_BYTES
  env.changes++
  if (action === UNDO_ACTION.REMOVE) {
    env.frees++
    if (frame >= 0) slotRemove(view, frame * PAGE_BYTES, slotIndex)
    return
  }
  if (action === UNDO_ACTION.REMOVE_MANY) {
    env.frees++
    const count = log.getUint16(rest, true)
    // The last ones first: then trailing slots are given back as they empty.
    for (let index = count - 1; frame >= 0 && index >= 0; index--)
      slotRemove(view, frame * PAGE_BYTES, log.getUint16(rest + 2 + 2 * index, true))
    return
  }
  const flags = log.getUint16(at + 10, true)
  const xid = readU48(log, at + 14)
  const home = frame >= 0 ? itemAt(view, frame, slotIndex) : 0
  if (action === UNDO_ACTION.RANGE) {
    const offset = log.getUint16(rest, true)
    const count = log.getUint16(rest + 2, true)
    if (flags & FLAG.FORWARD) {
      if (bodyFrame >= 0) {
        const body = itemAt(view, bodyFrame, log.getUint16(rest + 4 + count + 4, true))
        copyBytes(view, bytes, body + offset, log, logBytes, rest + 4, count)
      }
    } else if (frame >= 0) copyBytes(view, bytes, home + offset, log, logBytes, rest + 4, count)
  } else if (action === UNDO_ACTION.IMAGE) {
    const count = log.getUint16(rest, true)
    if (frame >= 0) copyBytes(view, bytes, home + ATTRIBUTES_AT, log, logBytes, rest + 2, count)
    const after = rest + 2 + count
    if (log.getUint16(after, true) !== 0) {
      env.frees++
      if (bodyFrame >= 0) slotRemove(view, bodyFrame * PAGE_BYTES, log.getUint16(after + 6, true))
    }
  }
  if (frame >= 0) setHeader(view, home, xid, flags | (headerFlags(view, home) & FLAG.SHARED), headerUndoPointer)
}

/** Where a HEAP_UNDO payload names a second page: its block, or -1. @param {DataView} log @param {number} at */
export function undoBodyBlock(log, at) {
  const action = log.getUint16(at + 12, true)
  const rest = at + PAYLOAD_BYTES
  if (action === UNDO_ACTION.RANGE && log.getUint16(at + 10, true) & FLAG.FORWARD)
    return log.getUint32(rest + 4 + log.getUint16(rest + 2, true), true)
  if (action === UNDO_ACTION.IMAGE) {
    const after = rest + 2 + log.getUint16(rest, true)
    if (log.getUint16(after, true) !== 0) return log.getUint32(after + 2, true)
  }
  return -1
}

/**
 * Logs and applies the payload that `fill` writes.
 * @param {HeapEnv} env @param {{xid: Xid, lastLsn: Lsn}} txn @param {number} undoNext
 * @param {RelationFile} file
 * @param {BlockNumber} block
 * @param {SlotNumber} slotIndex
 * @param {number} flags
 * @param {number} action
 * @param {Xid} xid
 * @param {number} headerUndoPointer @param {Tid} bodyTid of the second page, -1 none
 * @param {number} bytesMax beyond the fixed part @param {(log: DataView, bytes: Uint8Array, at: number) => number} fill
 */
function compensate(
  env, txn, undoNext, file, block, slotIndex, flags, action, xid, headerUndoPointer, bodyTid, bytesMax, fill,
) {
  const { pool, wal } = env
  const frame = pool.pin(file, block)
  let bodyFrame = -1
  let at
  try {
    if (bodyTid >= 0) bodyFrame = pool.pin(file, blockOf(bodyTid))
    at = wal.reserve(PAYLOAD_BYTES + bytesMax)
  } catch (error) {
    pool.unpin(frame)
    if (bodyFrame >= 0) pool.unpin(bodyFrame)
    throw error
  }
  const log = wal.view
  log.setUint32(at, file.fileId, true)
  log.setUint32(at + 4, block, true)
  log.setUint16(at + 8, slotIndex, true)
  log.setUint16(at + 10, flags, true)
  log.setUint16(at + 12, action, true)
  log.setUint32(at + 14, xid, true)
  log.setUint16(at + 18, xid / TWO_32, true)
  const end = fill(log, wal.buffer, at + PAYLOAD_BYTES)
  applyUndo(env, log, wal.buffer, at, frame, bodyFrame, headerUndoPointer)
  const lsn = wal.seal(RECORD_KINDS.HEAP_UNDO, txn.xid, undoNext, end)
  txn.lastLsn = lsn
  pool.markDirty(frame, lsn)
  const free = freeBytes(pool.view, frame * PAGE_BYTES)
  pool.unpin(frame)
  if (bodyFrame >= 0) {
    pool.markDirty(bodyFrame, lsn)
    pool.unpin(bodyFrame)
  }
  if (action >= UNDO_ACTION.REMOVE) env.freeSpace.record(file, block, free)
}

const nothing = (/** @type {DataView} */ log, /** @type {Uint8Array} */ bytes, /** @type {number} */ at) => at

/**
 * How the heap's undo records are undone; purge is added by heap-purge.js.
 * @param {HeapEnv} env
 * @returns {Map<number, UndoHandler>}
 */
export function heapUndoHandlers(env) {
  const { pool, files } = env
  /** @type {Map<number, UndoHandler>} */
  const handlers = new Map()

  handlers.set(UNDO_KINDS.LOCK, {
    undo: (txn, record, bytes, at, pointer) => {
      const file = files.open(record.getUint32(at + UNDO_FILE, true))
      const frame = pool.pin(file, record.getUint32(at + UNDO_BLOCK, true))
      const home = itemAt(pool.view, frame, record.getUint16(at + UNDO_SLOT, true))
      // Another transaction may have written over a lock it was compatible with.
      if (home !== 0 && headerUndo(pool.view, home) === pointer) {
        const shared = headerFlags(pool.view, home) & FLAG.SHARED
        setHeader(
          pool.view,
          home,
          readU48(record, at + UNDO_HEADER_XID),
          record.getUint16(at + UNDO_FLAGS, true) | shared,
          readU48(record, at + UNDO_HEADER_UNDO)
        )
        env.changes++
        pool.markHint(frame)
      }
      pool.unpin(frame)
    },
  })

  /** @param {number} kind @param {number} action */
  const physical = (kind, action) => {
    handlers.set(kind, { undo: (txn, record, bytes, at) => {
      const file = files.open(record.getUint32(at + UNDO_FILE, true))
      const block = record.getUint32(at + UNDO_BLOCK, true)
      const slotIndex = record.getUint16(at + UNDO_SLOT, true)
      const count = record.getUint16(at + UNDO_BEFORE_BYTES, true)
      const flags = record.getUint16(at + UNDO_FLAGS, true)
      const beforeAt = at + UNDO_RECORD_BYTES
      const rows =
        action === UNDO_ACTION.REMOVE
          ? 1
          : action === UNDO_ACTION.REMOVE_MANY
            ? count / 2
            : action === UNDO_ACTION.HEADER
              ? -1
              : 0
      const counters = rows === 0 ? null : env.countersOf(file.fileId)
      if (counters !== null) counters.live -= rows
      // The row as it stands now says where its body is.
      let bodyTid = -1
      if (action === UNDO_ACTION.RANGE || action === UNDO_ACTION.IMAGE) {
        const frame = pool.pin(file, block)
        const home = itemAt(pool.view, frame, slotIndex)
        if (headerFlags(pool.view, home) & FLAG.FORWARD) bodyTid = stubTarget(pool.view, home)
        pool.unpin(frame)
      }
      compensate(
        env,
        txn,
        record.getFloat64(at + UNDO_LSN, true),
        file,
        block,
        slotIndex,
        flags,
        action,
        readU48(record, at + UNDO_HEADER_XID),
        readU48(record, at + UNDO_HEADER_UNDO),
        bodyTid,
        count + 16,
        (log, logBytes, to) => {
          switch (action) {
            case UNDO_ACTION.RANGE:
              return putRange(
                log, logBytes, to, record.getUint16(at + UNDO_RANGE_OFFSET, true), count, record, bytes, beforeAt,
                bodyTid,
              )
            case UNDO_ACTION.IMAGE: return putImage(log, logBytes, to, count, record, bytes, beforeAt, bodyTid)
            case UNDO_ACTION.REMOVE_MANY:
              log.setUint16(to, count / 2, true)
              copyBytes(log, logBytes, to + 2, record, bytes, beforeAt, count)
              return to + 2 + count
            default: return to
          }
        },
      )
    } })
  }
  physical(UNDO_KINDS.INSERT, UNDO_ACTION.REMOVE)
  physical(UNDO_KINDS.INSERT_MANY, UNDO_ACTION.REMOVE_MANY)
  physical(UNDO_KINDS.PATCH, UNDO_ACTION.RANGE)
  physical(UNDO_KINDS.UPDATE, UNDO_ACTION.IMAGE)
  physical(UNDO_KINDS.DELETE, UNDO_ACTION.HEADER)
  return handlers
}

/**
 * @param {DataView} log
 * @param {Uint8Array} logBytes
 * @param {number} to
 * @param {number} offset
 * @param {number} count
 * @param {DataView} from
 * @param {Uint8Array} fromBytes
 * @param {number} fromAt
 * @param {Tid} bodyTid
 */
function putRange(log, logBytes, to, offset, count, from, fromBytes, fromAt, bodyTid) {
  log.setUint16(to, offset, true)
  log.setUint16(to + 2, count, true)
  copyBytes(log, logBytes, to + 4, from, fromBytes, fromAt, count)
  return bodyTid >= 0 ? putPlace(log, to + 4 + count, bodyTid) : to + 4 + count
}

/**
 * @param {DataView} log
 * @param {Uint8Array} logBytes
 * @param {number} to
 * @param {number} count
 * @param {DataView} from
 * @param {Uint8Array} fromBytes
 * @param {number} fromAt
 * @param {Tid} bodyTid
 */
function putImage(log, logBytes, to, count, from, fromBytes, fromAt, bodyTid) {
  log.setUint16(to, count, true)
  copyBytes(log, logBytes, to + 2, from, fromBytes, fromAt, count)
  log.setUint16(to + 2 + count, bodyTid >= 0 ? 1 : 0, true)
  return bodyTid >= 0 ? putPlace(log, to + 4 + count, bodyTid) : to + 4 + count
}

/**
 * Recovery's undo table of heap records: from a loser's WAL record to its compensation.
 * @param {HeapEnv} env
 * @returns {Record<number, (record: LogRecord, txn: {xid: Xid, lastLsn: Lsn}) => void>}
 */
export function heapUndoTable(env) {
  /**
   * @param {(record: LogRecord, txn: {xid: Xid, lastLsn: Lsn}, file: RelationFile, block: BlockNumber) => void} act
   */
  const onFile = (act) => (/** @type {LogRecord} */ record, /** @type {{xid: Xid, lastLsn: Lsn}} */ txn) => {
    const fileId = record.view.getUint32(record.at, true)
    // Made by the same transaction, and removed by an undo that a crash cut short.
    if (env.files.exists(fileId)) act(record, txn, env.files.open(fileId), record.view.getUint32(record.at + 4, true))
  }
  return {
    [RECORD_KINDS.HEAP_INSERT]: onFile(({ view, at, prevLsn }, txn, file, block) => {
      compensate(
        env, txn, prevLsn, file, block, view.getUint16(at + 8, true), 0, UNDO_ACTION.REMOVE, 0, 0, -1, 0, nothing,
      )
    }),
    [RECORD_KINDS.HEAP_INSERT_MANY]: onFile(({ view, at, prevLsn }, txn, file, block) => {
      const count = view.getUint16(at + 8, true)
      compensate(
        env,
        txn,
        prevLsn,
        file,
        block,
        0,
        0,
        UNDO_ACTION.REMOVE_MANY,
        0,
        0,
        -1,
        2 + 2 * count,
        (log, bytes, to) => {
          log.setUint16(to, count, true)
          for (let index = 0, from = at + 14; index < count; index++, from += 6 + view.getUint16(from + 2, true)) {
            log.setUint16(to + 2 + 2 * index, view.getUint16(from, true), true)
          }
          return to + 2 + 2 * count
        },
      )
    }),
    [RECORD_KINDS.HEAP_PATCH]: onFile(({ view, bytes, at, prevLsn }, txn, file, block) => {
      const flags = view.getUint16(at + 12, true)
      const count = view.getUint16(at + 16, true)
      const bodyTid = flags & FLAG.FORWARD ? placeAt(view, at + 24 + 2 * count) : -1
      compensate(
        env,
        txn,
        prevLsn,
        file,
        block,
        view.getUint16(at + 8, true),
        flags,
        UNDO_ACTION.RANGE,
        readU48(view, at + 18),
        0,
        bodyTid,
        count + 16,
        (log, logBytes, to) =>
          putRange(log, logBytes, to, view.getUint16(at + 14, true), count, view, bytes, at + 24 + count, bodyTid),
      )
    }),
    [RECORD_KINDS.HEAP_UPDATE]: onFile(({ view, bytes, at, prevLsn }, txn, file, block) => {
      const newBytes = view.getUint16(at + 14, true)
      const count = view.getUint16(at + 16, true)
      const beforeAt = at + 26 + newBytes
      const bodyTid = view.getUint16(at + 24, true) & HAS_BODY ? placeAt(view, beforeAt + count) : -1
      compensate(
        env, txn, prevLsn, file, block, view.getUint16(at + 8, true), view.getUint16(at + 12, true), UNDO_ACTION.IMAGE,
        readU48(view, at + 18), 0, bodyTid, count + 16,
        (log, logBytes, to) => putImage(log, logBytes, to, count, view, bytes, beforeAt, bodyTid),
      )
    }),
    [RECORD_KINDS.HEAP_DELETE]: onFile(({ view, at, prevLsn }, txn, file, block) => {
      compensate(
        env, txn, prevLsn, file, block, view.getUint16(at + 8, true), view.getUint16(at + 12, true), UNDO_ACTION.HEADER,
        readU48(view, at + 14), 0, -1, 0, nothing,
      )
    }),
  }
}

/** @param {DataView} view @param {number} at @returns {Tid} tid */
export const placeAt = (view, at) => tidOf(view.getUint32(at, true), view.getUint16(at + 4, true))
