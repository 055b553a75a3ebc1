/**
 * The log as its writers see it: reserve a place in staging memory, write the payload there, seal it; then write out, sync, wait.
 *
 *   staging memory   [frame header 32][record][record]…[record being written   …free]
 *                    0                                  #recordAt
 *
 * One frame is staged at a time, from byte 0, and leaves by one write call straight from this memory; nothing is copied. README.md has positions,
 * bytes and the failure rule. `reserve` + `seal` take about 10 ns and allocate nothing (bench/wal.js, Node 20, x64).
 */
import { logFailed } from '../errors/storage.js'
import { assert } from '../util/assert.js'
import { crcSeedOf, FRAME_BYTES_MIN, FRAME_HEADER_BYTES, finishFrame, firstLsn, putRecordHeader, RECORD_BYTES_MAX, RECORD_HEADER_BYTES } from './frame.js'
import { GroupSync } from './group-sync.js'
import { Segments } from './segments.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { Vfs } from '../storage/vfs/vfs.js' */
/** @import { Timers } from './group-sync.js' */

const STAGING_BYTES_DEFAULT = 1024 * 1024

/**
 * @typedef {object} WalOptions
 * @property {number} segmentBytes as in the control file
 * @property {bigint} systemIdentifier as in the control file
 * @property {number} epoch already durable in the control file, larger than any before
 * @property {number} [endLsn] where the log ends (`LogReader.endOfLog`); absent for a new log
 * @property {number} [stagingBytes] memory for one frame, and so the largest record; at most the segment
 * @property {'immediate' | 'batch' | 'none'} [mode]
 * @property {number} [batchMs] longest time a noted commit stays unsynced
 * @property {number} [batchCommits] most noted commits that stay unsynced
 * @property {Timers} [timers]
 */

export class Wal {
  /** After an I/O error: what everything throws. @type {DbError | null} */
  failed = null
  /** Everything before it has reached the operating system. */
  writtenLsn
  /** Everything before it survives a power cut. */
  durableLsn
  /**
   * No page is written before the record at this LSN is durable, whatever its own LSN is: the record covers what pages carry without a record of their own
   * (transaction ids and undo pointers of row locks). 0: nothing does.
   */
  pagesAfterLsn = 0
  /** Plain counters; commits / syncs is the sharing. Images: whole pages, which storage counts; full: writes because the staging memory had no room. */
  stats = { records: 0, images: 0, full: 0, writes: 0, bytes: 0, syncs: 0, commits: 0, segmentStalls: 0, segmentsMade: 0, segmentsRecycled: 0 }
  #recordAt = FRAME_HEADER_BYTES
  /** Staging bytes that this frame may fill; 0 after a failure, so that the fast path of `reserve` needs no other test. */
  #limit = 0
  #frameLsn = 0
  #gapBytes = 0
  /** End of the payload that is reserved: checks `seal`. */
  #reservedEnd = 0
  /** @type {(() => void)[]} */
  #durableCallbacks = []

  /** @param {Vfs} vfs @param {WalOptions} options */
  constructor(vfs, options) {
    const { segmentBytes, endLsn = firstLsn(segmentBytes), stagingBytes = Math.min(STAGING_BYTES_DEFAULT, segmentBytes) } = options
    assert(segmentBytes % 8 === 0 && stagingBytes % 8 === 0 && endLsn % 8 === 0, 'segments, staging memory and frames are aligned')
    assert(stagingBytes >= FRAME_BYTES_MIN && stagingBytes <= segmentBytes, 'a frame fits its segment')
    assert(endLsn >= firstLsn(segmentBytes), 'the log starts with segment 1')
    this.segmentBytes = segmentBytes
    this.epoch = options.epoch
    this.mode = options.mode ?? 'immediate'
    this.buffer = new Uint8Array(stagingBytes)
    this.view = new DataView(this.buffer.buffer)
    this.crcSeed = crcSeedOf(options.systemIdentifier)
    this.segments = new Segments(vfs, segmentBytes, Math.floor(endLsn / segmentBytes), this.stats)
    this.writtenLsn = this.durableLsn = endLsn
    this.group = new GroupSync({
      begin: () => {
        this.writeOut()
        this.stats.syncs++
        return this.writtenLsn
      },
      sync: () => this.segments.sync(),
      reached: (lsn) => { if (lsn > this.durableLsn) this.durableLsn = lsn },
      announce: () => this.#announce(),
      failed: (error) => { this.#fail(error) },
    }, options.timers ?? globalThis)
    this.group.batchMs = options.batchMs ?? this.group.batchMs
    this.group.batchCommits = options.batchCommits ?? this.group.batchCommits
    this.#startFrame(endLsn, 0)
  }

  /** End of the last sealed record: `durable(position)` waits for all there is. */
  get position() {
    return this.#recordAt === FRAME_HEADER_BYTES ? this.writtenLsn : this.#frameLsn + this.#recordAt
  }

  /**
   * A place for a payload of up to `payloadBytesMax` bytes in `buffer` / `view`, to be closed by `seal` before anything else is asked of the log. May write out
   * older records; fails only if that does (58030).
   * @param {number} payloadBytesMax @returns {number} where the payload begins
   */
  reserve(payloadBytesMax) {
    const at = this.#recordAt + RECORD_HEADER_BYTES
    const end = at + payloadBytesMax
    if (end > this.#limit) return this.#makeRoom(payloadBytesMax)
    this.#reservedEnd = end
    return at
  }

  /**
   * Closes the record reserved last. Never fails.
   * @param {number} kind @param {number} xid 0: none @param {number} prevLsn of the transaction's record before; 0: none
   * @param {number} end where its payload ends in `buffer` @returns {number} its LSN
   */
  seal(kind, xid, prevLsn, end) {
    const at = this.#recordAt
    if (end > this.#reservedEnd || end < at + RECORD_HEADER_BYTES) assert(false, 'a payload stays within what was reserved for it')
    putRecordHeader(this.view, at, end - at, kind, xid, prevLsn)
    this.#recordAt = end
    this.#reservedEnd = 0
    this.stats.records++
    return this.#frameLsn + at
  }

  /** Everything sealed reaches the operating system, by one write call. @throws {DbError} 58030 */
  writeOut() {
    const length = this.#recordAt
    if (this.failed !== null) throw this.failed
    if (length === FRAME_HEADER_BYTES) return
    const lsn = this.#frameLsn
    const padded = finishFrame(this.buffer, this.view, length, lsn, this.durableLsn, this.epoch, this.#gapBytes, this.crcSeed)
    try {
      this.segments.write(this.buffer, padded, lsn)
    } catch (error) {
      throw this.#fail(error)
    }
    this.stats.writes++
    this.stats.bytes += padded
    this.writtenLsn = lsn + padded
    this.#startFrame(this.writtenLsn, 0)
  }

  /** Returns when everything up to `lsn` (a record's LSN, or a position) is durable; blocks the thread. @param {number} lsn @throws {DbError} 58030 */
  syncSync(lsn) {
    if (this.failed !== null) throw this.failed
    if (lsn <= this.durableLsn) return
    assert(lsn <= this.position, 'the position exists')
    this.writeOut()
    const upTo = this.writtenLsn
    this.stats.syncs++
    try {
      this.segments.syncSync()
    } catch (error) {
      throw this.#fail(error)
    }
    this.durableLsn = upTo
    this.group.advancedTo(upTo)
    this.#announce()
  }

  /**
   * Resolves when everything up to `lsn` is durable, by a sync shared with everybody who waits.
   * @param {number} lsn a record's LSN, or a position @returns {Promise<void>} rejects with 58030
   */
  durable(lsn) {
    if (this.failed !== null) return Promise.reject(this.failed)
    if (lsn <= this.durableLsn) return DONE
    assert(lsn <= this.position, 'the position exists')
    return this.group.wait(lsn)
  }

  /** As `durable`, but waits for the batch's sync instead of asking for one. @param {number} lsn @returns {Promise<void>} */
  durableInBatch(lsn) {
    if (this.failed !== null) return Promise.reject(this.failed)
    if (lsn <= this.durableLsn) return DONE
    assert(lsn <= this.position, 'the position exists')
    return this.group.waitForBatch(lsn)
  }

  /**
   * Sees to it that everything up to `lsn` becomes durable and `onDurable` tells so: at once in `immediate`, by the batch's limits otherwise. For answers that
   * wait at a gate instead of a promise. @param {number} lsn a record's LSN, or a position
   */
  requestSync(lsn) {
    if (this.failed !== null) throw this.failed
    if (lsn <= this.durableLsn) return
    assert(lsn <= this.position, 'the position exists')
    if (this.mode === 'immediate') this.group.request(lsn)
    else this.group.startTimer()
  }

  /**
   * Once for each commit; counts it. One that will be acknowledged without waiting (after `writeOut`) is synced by the batch's limits, unless the mode is `none`.
   * @param {boolean} [waits] its answer waits for `durable`, `durableInBatch` or `requestSync`
   */
  noteCommit(waits = false) {
    this.stats.commits++
    if (this.failed !== null) throw this.failed
    if (!waits && this.mode !== 'none') this.group.noteBatched()
  }

  /**
   * Calls back each time durableLsn has moved, and once when the log has failed.
   * @param {() => void} callback must not throw @returns {() => void} stops it
   */
  onDurable(callback) {
    this.#durableCallbacks = [...this.#durableCallbacks, callback]
    return () => { this.#durableCallbacks = this.#durableCallbacks.filter((other) => other !== callback) }
  }

  /**
   * Frees the segments wholly before `lsn`. The control file must durably say that recovery and undo need nothing before it.
   * @param {number} lsn
   */
  recycleBefore(lsn) {
    if (this.failed !== null) throw this.failed
    assert(lsn <= this.durableLsn, 'what is freed was durable')
    try {
      this.segments.recycleBefore(lsn)
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** As recycleBefore, the sync off the main thread. @param {number} lsn @returns {Promise<void>} */
  async recycleLater(lsn) {
    if (this.failed !== null) throw this.failed
    assert(lsn <= this.durableLsn, 'what is freed was durable')
    try {
      await this.segments.recycleLater(lsn)
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** Ends the log for a reason that lies elsewhere: nothing is acknowledged from here on. @param {unknown} cause */
  fail(cause) {
    this.#fail(cause)
  }

  /** Syncs everything and closes the files. Rejects with 58030 if the log failed, now or before. */
  async close() {
    await this.group.close()
    try {
      if (this.failed === null) this.syncSync(this.position)
    } finally {
      await this.segments.close()
    }
    if (this.failed !== null) throw this.failed
  }

  /** The rest of `reserve`: writes out, goes to the next segment. @param {number} payloadBytesMax @returns {number} */
  #makeRoom(payloadBytesMax) {
    if (this.failed !== null) throw this.failed
    const needed = RECORD_HEADER_BYTES + payloadBytesMax
    assert(needed <= RECORD_BYTES_MAX && FRAME_HEADER_BYTES + needed <= this.buffer.length, 'a record fits the staging memory')
    this.stats.full++
    this.writeOut()
    if (this.#recordAt + needed > this.#limit) {
      const next = (this.segments.current.number + 1) * this.segmentBytes
      try {
        this.segments.enterNext()
      } catch (error) {
        throw this.#fail(error)
      }
      this.#startFrame(next, next - this.writtenLsn)
    }
    this.#reservedEnd = this.#recordAt + needed
    return this.#recordAt + RECORD_HEADER_BYTES
  }

  /** @param {number} lsn @param {number} gapBytes */
  #startFrame(lsn, gapBytes) {
    this.#frameLsn = lsn
    this.#gapBytes = gapBytes
    this.#recordAt = FRAME_HEADER_BYTES
    const segmentEnd = (this.segments.current.number + 1) * this.segmentBytes
    this.#limit = Math.min(this.buffer.length, segmentEnd - lsn)
  }

  #announce() {
    for (const callback of this.#durableCallbacks) callback()
  }

  /** The log is over. @param {unknown} cause @returns {DbError} */
  #fail(cause) {
    if (this.failed !== null) return this.failed
    const failure = this.failed = logFailed(cause)
    this.#limit = 0
    this.group.rejectAll(failure)
    this.#announce()
    return failure
  }
}

/** @type {Promise<void>} */
const DONE = Promise.resolve()
