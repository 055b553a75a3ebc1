/**
 * Single records by position out of the log of an engine that runs: a fork undoes by them what its parent has in
 * flight. Everything written out so far can be read. Frames are not looked at, nor their checksums: what this process
 * has written a moment ago needs no proof, and to find the frames of a position its segment would be read from the
 * start.
 */
import { dataCorrupted } from '../errors/storage.js'
import { LogRecord, RECORD_HEADER_BYTES } from './frame.js'
import { segmentPath } from './segment.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { Vfs } from '../storage/vfs/vfs.js' */

const WINDOW_BYTES = 64 * 1024
/** Of the window, behind the record that it is moved for: undo goes backwards. */
const BEHIND_BYTES = 4096

export class LiveRecords {
  #record = new LogRecord()
  #bytes = new Uint8Array(0)
  #view = new DataView(this.#bytes.buffer)
  /** What is in the window. @type {Lsn} */
  #start = 0
  #count = 0

  /** @param {Vfs} vfs @param {number} segmentBytes */
  constructor(vfs, segmentBytes) {
    this.vfs = vfs
    this.segmentBytes = segmentBytes
  }

  /**
   * @param {Lsn} lsn of a record @returns {LogRecord} the same object each time, valid until the next call
   * @throws {import('../errors/db-error.js').DbError} XX001 if there is none
   */
  readRecordAt(lsn) {
    if (!this.#has(lsn, RECORD_HEADER_BYTES)) this.#move(lsn - WINDOW_BYTES + BEHIND_BYTES, lsn, WINDOW_BYTES)
    const length = this.#has(lsn, RECORD_HEADER_BYTES) ? this.#view.getUint32(lsn - this.#start, true) >>> 8 : 0
    if (!this.#has(lsn, length)) this.#move(lsn, lsn, Math.max(length, WINDOW_BYTES))
    const at = lsn - this.#start
    if (!this.#has(lsn, length) || !this.#record.load(this.#bytes, this.#view, at, this.#count, lsn))
      throw dataCorrupted(`no record in the write-ahead log at ${lsn}`)
    return this.#record
  }

  /** @param {Lsn} lsn @param {number} length */
  #has(lsn, length) {
    return lsn >= this.#start && lsn + length <= this.#start + this.#count
  }

  /**
   * @param {number} wanted where the window is to begin @param {Lsn} lsn whose segment it is in
   * @param {number} length
   */
  #move(wanted, lsn, length) {
    const number = Math.floor(lsn / this.segmentBytes)
    const segmentStart = number * this.segmentBytes
    this.#start = Math.max(segmentStart, wanted)
    if (this.#bytes.length < length) {
      this.#bytes = new Uint8Array(length)
      this.#view = new DataView(this.#bytes.buffer)
    }
    const file = this.vfs.open(segmentPath(number))
    try {
      this.#count = file.readSync(this.#bytes, 0, length, this.#start - segmentStart)
    } finally {
      file.close()
    }
  }
}
