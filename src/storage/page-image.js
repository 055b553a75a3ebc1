/**
 * Whole pages in the log, for structures that are built bottom-up rather than changed step by step.
 *
 *   PAGE_IMAGE   fileId u32, blockNo u32, lower u16, upper u16, bytes [0, lower) and [upper, 8192) of the page; what lies between is zero
 *
 * Redo-only, "will init": the page need not have existed.
 */
import { RECORD_KINDS } from '../wal/record-kinds.js'
import {
  PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, pageBlockNo, pageFileId, pageKind, pageLower, pageUpper,
} from './page.js'

/** @import { FrameNumber, Lsn, Xid } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { LogRecord, StorageLog } from './relation-files.js' */

const RECORD_HEADER_BYTES = 12

/**
 * What lies between `lower` and `upper` of such pages is nothing; others may keep something there.
 * @type {Set<number>}
 */
const FRAMED = new Set([
  PAGE_KINDS.HEAP, PAGE_KINDS.BTREE_META, PAGE_KINDS.BTREE_LEAF, PAGE_KINDS.BTREE_INNER, PAGE_KINDS.GIST,
])

/**
 * Logs the page as it is now and marks it dirty under that record. Of kinds not known for it, all bytes.
 * @param {BufferPool} pool
 * @param {StorageLog} log
 * @param {FrameNumber} frame pinned
 * @param {Xid} [xid]
 * @param {Lsn} [prevLsn]
 * @returns {Lsn} lsn
 */
export function logPageImage(pool, log, frame, xid = 0, prevLsn = 0) {
  const base = frame * PAGE_BYTES
  let lower = pageLower(pool.view, base)
  let upper = pageUpper(pool.view, base)
  // no hole to speak of
  if (lower < PAGE_HEADER_BYTES || lower > upper || upper > PAGE_BYTES || !FRAMED.has(pageKind(pool.view, base)))
    lower = upper = PAGE_BYTES
  const end = RECORD_HEADER_BYTES + lower + PAGE_BYTES - upper
  const at = log.reserve(end)
  log.view.setUint32(at, pageFileId(pool.view, base), true)
  log.view.setUint32(at + 4, pageBlockNo(pool.view, base), true)
  log.view.setUint16(at + 8, lower, true)
  log.view.setUint16(at + 10, upper, true)
  log.buffer.set(pool.bytes.subarray(base, base + lower), at + RECORD_HEADER_BYTES)
  log.buffer.set(pool.bytes.subarray(base + upper, base + PAGE_BYTES), at + RECORD_HEADER_BYTES + lower)
  const lsn = log.seal(RECORD_KINDS.PAGE_IMAGE, xid, prevLsn, at + end)
  if (log.stats !== undefined) log.stats.images++
  pool.markDirty(frame, lsn)
  return lsn
}

/** @param {BufferPool} pool @returns {(record: LogRecord, lsn: Lsn) => void} */
export const redoPageImage = (pool) => ({ view, bytes, at }, lsn) => {
  const frame = pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, true)
  if (frame < 0) return
  const lower = view.getUint16(at + 8, true)
  const upper = view.getUint16(at + 10, true)
  const base = frame * PAGE_BYTES
  const from = at + RECORD_HEADER_BYTES
  pool.bytes.set(bytes.subarray(from, from + lower), base)
  pool.bytes.fill(0, base + lower, base + upper)
  pool.bytes.set(bytes.subarray(from + lower, from + lower + PAGE_BYTES - upper), base + upper)
  pool.markDirty(frame, lsn)
  pool.unpin(frame)
}

/** The kind of the page in a PAGE_IMAGE. @param {LogRecord} record @returns {number} */
export const imageKind = ({ view, at }) => pageKind(view, at + RECORD_HEADER_BYTES)
