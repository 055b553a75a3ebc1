/**
 * Reading the log back: forwards for redo (`LogReader`, `readRecords`), anywhere for undo (`RecordLookup`).
 * Synchronous, because only recovery reads.
 *
 * Promises: what is handed out lies in a valid frame (README.md says which those are); memory is one window of up to a
 * MB, or the largest frame; the end of the log is told apart from a hole in it: a hole is XX001.
 */
import { dataCorrupted } from '../errors/storage.js'
import { assert } from '../util/assert.js'
import {
  crcSeedOf, firstFrame, FRAME_ALIGNMENT, FRAME_BYTES_MIN, FRAME_EPOCH_OFFSET, FRAME_GAP_OFFSET, FRAME_HEADER_BYTES,
  FRAME_LSN_OFFSET, FRAME_SYNCED_OFFSET, frameCrcMatches, frameLengthAt, LogRecord, paddedLength, uint64,
} from './frame.js'
import { listSegments, segmentPath } from './segment.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { Vfs, VfsFile } from '../storage/vfs/vfs.js' */
/** @import { LogGeometry } from './frame.js' */

const WINDOW_BYTES = 1024 * 1024
/** Of the first window: most opens have little to read. Each further one is twice as long. */
const FIRST_WINDOW_BYTES = 64 * 1024
const UNKNOWN = -1

/** Bytes of the log by position, through one window; a segment that is absent or short reads as zeros. */
class LogWindow {
  bytes = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)
  #lsn = 0
  #filled = 0
  /** @type {VfsFile | null} */
  #file = null
  #number = UNKNOWN
  #nextBytes = FIRST_WINDOW_BYTES

  /** @param {Vfs} vfs @param {number} segmentBytes */
  constructor(vfs, segmentBytes) {
    this.vfs = vfs
    this.segmentBytes = segmentBytes
  }

  /**
   * Where `length` bytes from position `lsn` on are in `bytes`; they lie in one segment. Moves the window where needed.
   * @param {Lsn} lsn @param {number} length @returns {number}
   */
  at(lsn, length) {
    if (lsn >= this.#lsn && lsn + length <= this.#lsn + this.#filled) return lsn - this.#lsn
    const number = Math.floor(lsn / this.segmentBytes)
    const inSegment = lsn - number * this.segmentBytes
    const wanted = Math.min(Math.max(length, this.#nextBytes), this.segmentBytes - inSegment)
    this.#nextBytes = Math.min(2 * this.#nextBytes, WINDOW_BYTES)
    assert(length <= wanted, 'what is read lies in one segment')
    if (this.bytes.length < wanted) {
      this.bytes = new Uint8Array(wanted)
      this.view = new DataView(this.bytes.buffer)
    }
    this.#openSegment(number)
    const count = this.#file === null ? 0 : this.#file.readSync(this.bytes, 0, wanted, inSegment)
    this.bytes.fill(0, count, wanted)
    this.#lsn = lsn
    this.#filled = wanted
    return 0
  }

  /** Bytes of the window that are of the log. */
  get filled() {
    return this.#filled
  }

  close() {
    this.#file?.close()
    this.#file = null
    this.#number = UNKNOWN
    this.#filled = 0
  }

  /** @param {number} number */
  #openSegment(number) {
    if (this.#number === number) return
    this.close()
    if (this.vfs.exists(segmentPath(number))) this.#file = this.vfs.open(segmentPath(number))
    this.#number = number
  }
}

export class LogReader {
  /** The record `next` has just read. */
  record = new LogRecord()
  /** Once `next` has returned false: where the log ends, and a new frame may begin. */
  endOfLog = 0
  /** Of the newest frame read. */
  epoch = 0
  /** The log is durable up to here: the newest that a frame says of what was synced when it was written. */
  syncedLsn = 0
  #frameLsn = 0
  #frameLength = 0
  /** Of the next record, from the frame's start. */
  #offset = 0
  #fromLsn = 0

  /**
   * @param {Vfs} vfs
   * @param {LogGeometry} geometry
   * @param {{ closedCleanly?: boolean }} [options] closedCleanly: nothing was written behind the records that are read
   */
  constructor(vfs, geometry, { closedCleanly = false } = {}) {
    this.vfs = vfs
    this.geometry = geometry
    this.segmentBytes = geometry.segmentBytes
    this.closedCleanly = closedCleanly
    this.crcSeed = crcSeedOf(geometry.systemIdentifier)
    this.window = new LogWindow(vfs, geometry.segmentBytes)
  }

  /**
   * The next `next()` reads the first record at or behind `lsn`. Frames are found from the start of its segment on.
   * @param {Lsn} lsn a record's LSN, or a position where the log ended once
   */
  seek(lsn) {
    const segmentStart = firstFrame(this.geometry, lsn)
    this.epoch = 0
    /** @type {Lsn} */
    this.syncedLsn = 0
    this.#frameLength = 0
    this.#fromLsn = lsn
    this.endOfLog = segmentStart
    if (!this.#loadFrame(segmentStart, UNKNOWN)) {
      if (lsn === segmentStart) return
      const path = segmentPath(Math.floor(segmentStart / this.segmentBytes))
      const missing = this.vfs.exists(path) ? 'has no valid beginning' : 'is missing'
      throw dataCorrupted(`segment "${path}" of the write-ahead log ${missing}`)
    }
    while (this.endOfLog <= lsn && this.#nextFrame());
    if (this.endOfLog < lsn) throw this.#endsTooEarly(lsn)
  }

  /** Where the frame at hand begins. */
  get frameLsn() { return this.#frameLsn }

  /** @returns {boolean} false at the end of the log @throws {import('../errors/db-error.js').DbError} XX001 */
  next() {
    for (;;) {
      while (this.#offset < this.#frameLength) {
        const at = this.window.at(this.#frameLsn, this.#frameLength)
        const { bytes, view } = this.window
        if (!this.record.load(bytes, view, at + this.#offset, at + this.#frameLength, this.#frameLsn + this.#offset)) {
          throw dataCorrupted(`invalid record in the write-ahead log at ${this.#frameLsn + this.#offset}`)
        }
        this.#offset = this.record.endLsn - this.#frameLsn
        if (this.record.lsn >= this.#fromLsn) return true
      }
      if (!this.#nextFrame()) {
        if (!this.closedCleanly) this.#assertNothingDurableBeyond(this.endOfLog)
        return false
      }
    }
  }

  close() {
    this.window.close()
  }

  /** The frame that follows the one at hand: here, or at the start of the next segment. */
  #nextFrame() {
    const end = this.endOfLog
    if (this.#loadFrame(end, end)) return true
    const nextStart = (Math.floor(end / this.segmentBytes) + 1) * this.segmentBytes
    return this.#loadFrame(nextStart, end)
  }

  /**
   * @param {Lsn} lsn
   * @param {number} previousEnd UNKNOWN at the start of reading
   * @returns {boolean} there is a valid frame, now at hand
   */
  #loadFrame(lsn, previousEnd) {
    const length = this.#validFrame(lsn)
    if (length === 0) return false
    const at = this.window.at(lsn, length)
    if (previousEnd !== UNKNOWN && lsn - this.window.view.getUint32(at + FRAME_GAP_OFFSET, true) !== previousEnd)
      return false
    this.epoch = this.window.view.getUint32(at + FRAME_EPOCH_OFFSET, true)
    this.syncedLsn = Math.max(this.syncedLsn, uint64(this.window.view, at + FRAME_SYNCED_OFFSET))
    this.#frameLsn = lsn
    this.#frameLength = length
    this.#offset = FRAME_HEADER_BYTES
    this.endOfLog = lsn + paddedLength(length)
    return true
  }

  /** Length of the frame at `lsn` if its position, CRC and epoch are right, otherwise 0. @param {Lsn} lsn */
  #validFrame(lsn) {
    if (this.segmentBytes - lsn % this.segmentBytes < FRAME_BYTES_MIN) return 0
    let at = this.window.at(lsn, FRAME_HEADER_BYTES)
    const length = frameLengthAt(this.window.view, at, lsn, this.segmentBytes)
    if (length === 0 || this.window.view.getUint32(at + FRAME_EPOCH_OFFSET, true) < this.epoch) return 0
    at = this.window.at(lsn, length)
    return frameCrcMatches(this.window.bytes, this.window.view, at, length, this.crcSeed) ? length : 0
  }

  /** @param {number} end */
  #assertNothingDurableBeyond(end) {
    const segment = Math.floor(end / this.segmentBytes)
    const last = Math.max(segment, ...listSegments(this.vfs))
    for (let number = segment; number <= last; number++) {
      const start = number * this.segmentBytes
      if (number > segment + 1 && this.#validFrame(start) === 0) continue
      const stop = start + this.segmentBytes - FRAME_BYTES_MIN
      for (
        let lsn = this.#candidate(Math.max(start, end), stop);
        lsn >= 0;
        lsn = this.#candidate(lsn + FRAME_ALIGNMENT, stop)
      ) {
        if (this.#validFrame(lsn) === 0) continue
        const synced = uint64(this.window.view, this.window.at(lsn, FRAME_HEADER_BYTES) + FRAME_SYNCED_OFFSET)
        if (synced > end) throw this.#hole(end, lsn, synced)
      }
    }
  }

  /**
   * The next place whose bytes claim to be a frame at that position: the low half of the position decides almost
   * always.
   * @param {number} from
   * @param {number} stop
   * @returns {number} -1: none
   */
  #candidate(from, stop) {
    for (let lsn = from; lsn <= stop;) {
      const base = this.window.at(lsn, FRAME_HEADER_BYTES)
      const { view } = this.window
      const last = Math.min(base + stop - lsn, this.window.filled - FRAME_HEADER_BYTES)
      for (let at = base; at <= last; at += FRAME_ALIGNMENT)
        if (view.getUint32(at + FRAME_LSN_OFFSET, true) === (lsn + at - base) >>> 0) return lsn + at - base
      lsn += (Math.floor((last - base) / FRAME_ALIGNMENT) + 1) * FRAME_ALIGNMENT
    }
    return -1
  }

  /** @param {number} end @param {Lsn} lsn @param {number} synced */
  #hole(end, lsn, synced) {
    return dataCorrupted(`the write-ahead log is corrupt at ${end}`, {
      detail: `No valid frame follows there, but the frame at ${lsn} was written when the log was durable up to ${synced}.`,
      hint: 'Committed transactions would be lost by opening. Restore the segment files, or the whole directory, from a copy.',
    })
  }

  /** @param {Lsn} lsn */
  #endsTooEarly(lsn) {
    return dataCorrupted(`the write-ahead log ends at ${this.endOfLog}, before position ${lsn} where reading starts`)
  }
}

/**
 * Records from `fromLsn` to the end of the log. The record object is the same each time and valid until the next step.
 * @param {Vfs} vfs @param {Lsn} fromLsn @param {LogGeometry} geometry
 * @returns {Generator<LogRecord, {endOfLog: number, epoch: number}>}
 */
export function* readRecords(vfs, fromLsn, geometry) {
  const reader = new LogReader(vfs, geometry)
  try {
    reader.seek(fromLsn)
    while (reader.next()) yield reader.record
    return { endOfLog: reader.endOfLog, epoch: reader.epoch }
  } finally {
    reader.close()
  }
}

/**
 * Where the log ends, reading from `fromLsn` on.
 * @param {Vfs} vfs
 * @param {Lsn} fromLsn
 * @param {LogGeometry} geometry
 */
export function findEnd(vfs, fromLsn, geometry) {
  const reader = new LogReader(vfs, geometry)
  try {
    reader.seek(fromLsn)
    while (reader.next());
    return { endOfLog: reader.endOfLog, epoch: reader.epoch }
  } finally {
    reader.close()
  }
}

/** Single records by position, in any order (undo goes backwards): two segments are kept in memory. */
export class RecordLookup {
  /** @type {{start: number, end: number, bytes: Uint8Array, view: DataView}[]} newest use first */
  #segments = []
  #record = new LogRecord()

  /** @param {Vfs} vfs @param {LogGeometry} geometry */
  constructor(vfs, geometry) {
    this.vfs = vfs
    this.geometry = geometry
  }

  /**
   * @param {Lsn} lsn of a record @returns {LogRecord} the same object each time, valid until the next call
   * @throws {import('../errors/db-error.js').DbError} XX001 if there is none
   */
  readRecordAt(lsn) {
    const segment = this.#segmentOf(lsn)
    if (
      lsn >= segment.end
      || !this.#record.load(segment.bytes, segment.view, lsn - segment.start, segment.end - segment.start, lsn)
    ) {
      throw dataCorrupted(`no record in the write-ahead log at ${lsn}`)
    }
    return this.#record
  }

  /** @param {Lsn} lsn */
  #segmentOf(lsn) {
    const { segmentBytes } = this.geometry
    const start = lsn - lsn % segmentBytes
    const index = this.#segments.findIndex((segment) => segment.start === start)
    if (index === 0) return this.#segments[0]
    const found = index > 0 ? this.#segments[index] : this.#load(start)
    this.#segments = [found, ...this.#segments.filter((segment) => segment !== found)].slice(0, 2)
    return found
  }

  /** Reads a segment and checks how far its frames are valid. @param {number} start */
  #load(start) {
    const { segmentBytes, systemIdentifier } = this.geometry
    const number = start / segmentBytes
    const reused = this.#segments.length === 2 ? this.#segments[1].bytes : new Uint8Array(segmentBytes)
    const view = new DataView(reused.buffer)
    if (!this.vfs.exists(segmentPath(number)))
      throw dataCorrupted(`segment "${segmentPath(number)}" of the write-ahead log is missing`)
    const file = this.vfs.open(segmentPath(number))
    let count = 0
    try {
      count = file.readSync(reused, 0, segmentBytes, 0)
    } finally {
      file.close()
    }
    reused.fill(0, count)
    const seed = crcSeedOf(systemIdentifier)
    let end = start
    const first = firstFrame(this.geometry, start + segmentBytes - 1) - start
    for (let at = first, epoch = 0; at + FRAME_BYTES_MIN <= segmentBytes;) {
      const length = frameLengthAt(view, at, start + at, segmentBytes)
      if (
        length === 0 || view.getUint32(at + FRAME_EPOCH_OFFSET, true) < epoch
        || !frameCrcMatches(reused, view, at, length, seed)
      )
        break
      epoch = view.getUint32(at + FRAME_EPOCH_OFFSET, true)
      at += paddedLength(length)
      end = start + at
    }
    return { start, end, bytes: reused, view }
  }
}
