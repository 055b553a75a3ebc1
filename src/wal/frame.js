/**
 * Bytes of the log: frames and records, as README.md lays them out. Knows bytes only: no files, no policy.
 */
import { assert } from '../util/assert.js'
import { crc32 } from '../util/crc32.js'

/** @import { Lsn, Xid } from '../util/identifiers.js' */

const FRAME_CRC_OFFSET = 0
const FRAME_LENGTH_OFFSET = FRAME_CRC_OFFSET + 4
export const FRAME_LSN_OFFSET = FRAME_LENGTH_OFFSET + 4
export const FRAME_SYNCED_OFFSET = FRAME_LSN_OFFSET + 8
export const FRAME_EPOCH_OFFSET = FRAME_SYNCED_OFFSET + 8
export const FRAME_GAP_OFFSET = FRAME_EPOCH_OFFSET + 4
export const FRAME_HEADER_BYTES = FRAME_GAP_OFFSET + 4
assert(FRAME_HEADER_BYTES === 32, 'frame header fields add up to the documented size')

const RECORD_LENGTH_KIND_OFFSET = 0
const RECORD_XID_OFFSET = RECORD_LENGTH_KIND_OFFSET + 4
const RECORD_PREV_OFFSET = RECORD_XID_OFFSET + 6
export const RECORD_HEADER_BYTES = RECORD_PREV_OFFSET + 6
assert(RECORD_HEADER_BYTES === 16, 'record header fields add up to the documented size')
export const RECORD_BYTES_MAX = 0xffffff

/** The smallest thing that is a frame: one record without payload. */
export const FRAME_BYTES_MIN = FRAME_HEADER_BYTES + RECORD_HEADER_BYTES
export const FRAME_ALIGNMENT = 8
const TWO_32 = 4294967296

/**
 * What a reader and the writer must agree on; kept in the control file. beginLsn: there is no log before this frame,
 * although its segment begins earlier (a copy of a log's end); absent: the log begins with a segment.
 * @typedef {{ segmentBytes: number, systemIdentifier: bigint, beginLsn?: number }} LogGeometry
 */

/** The first position of a log. @param {number} segmentBytes */
export const firstLsn = (segmentBytes) => segmentBytes

/** Where the frames of a position's segment begin. @param {LogGeometry} geometry @param {Lsn} lsn */
export function firstFrame({ segmentBytes, beginLsn = 0 }, lsn) {
  const start = lsn - lsn % segmentBytes
  return beginLsn > start && beginLsn <= lsn ? beginLsn : start
}

/** @param {number} length @returns {number} bytes a frame takes in the stream */
export const paddedLength = (length) => (length + FRAME_ALIGNMENT - 1) & -FRAME_ALIGNMENT

/**
 * What the checksum of every frame starts from, so that another cluster's segment is not mistaken for ours.
 * @param {bigint} systemIdentifier
 */
export function crcSeedOf(systemIdentifier) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, systemIdentifier, true)
  return crc32(bytes, 0, 8)
}

/**
 * Completes the frame at the start of the staging memory, whose records lie in [FRAME_HEADER_BYTES, length).
 * @param {Uint8Array} bytes @param {DataView} view @param {number} length @param {Lsn} lsn @param {Lsn} syncedLsn
 * @param {number} epoch @param {number} gapBytes @param {number} crcSeed @returns {number} padded length
 */
export function finishFrame(bytes, view, length, lsn, syncedLsn, epoch, gapBytes, crcSeed) {
  const padded = paddedLength(length)
  bytes.fill(0, length, padded)
  view.setUint32(FRAME_LENGTH_OFFSET, length, true)
  putUint64(view, FRAME_LSN_OFFSET, lsn)
  putUint64(view, FRAME_SYNCED_OFFSET, syncedLsn)
  view.setUint32(FRAME_EPOCH_OFFSET, epoch, true)
  view.setUint32(FRAME_GAP_OFFSET, gapBytes, true)
  view.setUint32(FRAME_CRC_OFFSET, crc32(bytes, FRAME_LENGTH_OFFSET, length, crcSeed), true)
  return padded
}

/**
 * The length a frame at `at` claims, if its header can be one at stream position `lsn`: own position, and within its
 * segment. The CRC is not looked at.
 * @param {DataView} view
 * @param {number} at
 * @param {Lsn} lsn
 * @param {number} segmentBytes
 * @returns {number} 0: no frame
 */
export function frameLengthAt(view, at, lsn, segmentBytes) {
  if (uint64(view, at + FRAME_LSN_OFFSET) !== lsn) return 0
  const length = view.getUint32(at + FRAME_LENGTH_OFFSET, true)
  return length >= FRAME_BYTES_MIN && length <= segmentBytes - lsn % segmentBytes ? length : 0
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at
 * @param {number} length
 * @param {number} crcSeed
 */
export const frameCrcMatches = (bytes, view, at, length, crcSeed) =>
  view.getUint32(at + FRAME_CRC_OFFSET, true) === crc32(bytes, at + FRAME_LENGTH_OFFSET, at + length, crcSeed)

/** @param {DataView} view @param {number} at @param {number} value */
export function putUint64(view, at, value) {
  view.setUint32(at, value, true) // stored modulo 2^32
  view.setUint32(at + 4, value / TWO_32, true)
}

/** @param {DataView} view @param {number} at */
export const uint64 = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32

/** @param {DataView} view @param {number} at */
const uint48 = (view, at) => view.getUint32(at, true) + view.getUint16(at + 4, true) * TWO_32

/**
 * @param {DataView} view
 * @param {number} at
 * @param {number} length of the whole record
 * @param {number} kind
 * @param {Xid} xid
 * @param {Lsn} prevLsn
 */
export function putRecordHeader(view, at, length, kind, xid, prevLsn) {
  view.setUint32(at, length << 8 | kind, true)
  view.setUint32(at + RECORD_XID_OFFSET, xid, true)
  view.setUint16(at + RECORD_XID_OFFSET + 4, xid / TWO_32, true)
  view.setUint32(at + RECORD_PREV_OFFSET, prevLsn, true)
  view.setUint16(at + RECORD_PREV_OFFSET + 4, prevLsn / TWO_32, true)
}

/**
 * One record as readers hand it out: the same object each time, its payload bytes[at, end) valid until the next call.
 */
export class LogRecord {
  lsn = 0
  /** Position just behind it. */
  endLsn = 0
  kind = 0
  xid = 0
  prevLsn = 0
  /** @type {Uint8Array} */
  bytes = new Uint8Array(0)
  /** @type {DataView} */
  view = new DataView(this.bytes.buffer)
  at = 0
  end = 0

  /**
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} start of the record in bytes
   * @param {number} limit end of its frame
   * @param {Lsn} lsn
   * @returns {boolean} false: no record can be here
   */
  load(bytes, view, start, limit, lsn) {
    if (start + RECORD_HEADER_BYTES > limit) return false
    const word = view.getUint32(start, true)
    const length = word >>> 8
    if (length < RECORD_HEADER_BYTES || start + length > limit) return false
    this.lsn = lsn
    this.endLsn = lsn + length
    this.kind = word & 0xff
    this.xid = uint48(view, start + RECORD_XID_OFFSET)
    this.prevLsn = uint48(view, start + RECORD_PREV_OFFSET)
    this.bytes = bytes
    this.view = view
    this.at = start + RECORD_HEADER_BYTES
    this.end = start + length
    return true
  }
}
