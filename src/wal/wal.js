/**
 * The log as its writers see it: reserve a place in staging memory, write the payload there, seal it; then write out,
 * sync, wait.
 *
 *   staging memory   [frame header 32][record][record]…[record being written   …free]
 *                    0                                  #recordAt
 *
 * One frame is staged at a time, from byte 0, and leaves by one write call straight from this memory; nothing is
 * copied. README.md has positions, bytes and the failure rule. `reserve` + `seal` take about 10 ns and allocate nothing
 * (bench/wal.js, Node 20, x64).
 */
import { fileAccessError, isShortage, logFailed, logFull, systemError } from '../errors/storage.js'
import { leavesLastRoom } from '../storage/vfs/last-room.js'
import { assert } from '../util/assert.js'
import { giveBuffer, takeBuffer } from '../util/spare-buffers.js'
import {
  crcSeedOf, FRAME_BYTES_MIN, FRAME_HEADER_BYTES, finishFrame, firstLsn, putRecordHeader, RECORD_BYTES_MAX,
  RECORD_HEADER_BYTES,
} from './frame.js'
import { GroupSync } from './group-sync.js'
import { Segments } from './segments.js'

/** @import { Lsn, Xid } from '../util/identifiers.js' */
/** @import { DbError } from '../errors/db-error.js' */
/** @import { Vfs } from '../storage/vfs/vfs.js' */
/** @import { Timers } from './group-sync.js' */

const STAGING_BYTES_DEFAULT = 1024 * 1024
/** How often a full log asks whether there is room again. */
const RETRY_MS = 100
/** Undo that needs more than this is looked for on the disk before ordinary records are written. */
const SMALL_ROLLBACK_BYTES = 256 * 1024
/** Room that says that a full log is not full any more. */
const REOPEN_BYTES = 64 * 1024

/**
 * @typedef {object} WalOptions
 * @property {number} segmentBytes as in the control file
 * @property {bigint} systemIdentifier as in the control file
 * @property {number} epoch already durable in the control file, larger than any before
 * @property {Lsn} [endLsn] where the log ends (`LogReader.endOfLog`); absent for a new log
 * @property {Lsn} [syncedLsn] what comes before is known to be durable (`LogReader.syncedLsn`); what comes behind
 *   is written again before anything builds on it. Absent: all of it
 * @property {number} [stagingBytes] memory for one frame, and so the largest record; at most the segment
 * @property {'immediate' | 'batch' | 'none'} [mode]
 * @property {number} [batchMs] longest time a noted commit stays unsynced
 * @property {number} [batchCommits] most noted commits that stay unsynced
 * @property {Timers} [timers]
 * @property {() => number} [clock] milliseconds, never going back
 */

export class Wal {
  /** After an I/O error: what everything throws. @type {DbError | null} */
  failed = null
  /**
   * No room for ordinary records: what they are refused with. See "A full disk" in README.md.
   * @type {DbError | null}
   */
  full = null
  /** What is written now may use the reserve: rollback, COMMIT, ABORT, a checkpoint, recovery. */
  spending = false
  /** Log that undoing the running transactions would take. @type {() => number} */
  rollbackBytes = () => 0
  /** The log has become full. @type {() => void} */
  onFull = () => undefined
  /** … and is not any more. @type {() => void} */
  onSpace = () => undefined
  /** Everything before it has reached the operating system. */
  writtenLsn
  /** Everything before it survives a power cut. */
  durableLsn
  /**
   * No page is written before the record at this LSN is durable, whatever its own LSN is: the record covers what pages
   * carry without a record of their own (transaction ids and undo pointers of row locks). 0: nothing does.
   */
  pagesAfterLsn = 0
  /**
   * Plain counters; commits / syncs is the sharing. Images: whole pages, which storage counts; full: writes because the
   * staging memory had no room.
   */
  stats = {
    records: 0, images: 0, full: 0, writes: 0, bytes: 0, syncs: 0, commits: 0, segmentStalls: 0, segmentsMade: 0,
    segmentsRecycled: 0,
  }
  #recordAt = FRAME_HEADER_BYTES
  /**
   * Staging bytes that this frame may fill; 0 after a failure and while the log is full, so that the fast path of
   * `reserve` needs no other test.
   */
  #limit = 0
  /** The same for who spends. */
  #frameEnd = 0
  #retryAtMs = 0
  #keepsReserve = false
  #frameLsn = 0
  #gapBytes = 0
  /** End of the payload that is reserved: checks `seal`. */
  #reservedEnd = 0
  /** @type {(() => void)[]} */
  #durableCallbacks = []

  /** @param {Vfs} vfs @param {WalOptions} options */
  constructor(vfs, options) {
    const { segmentBytes, endLsn = firstLsn(segmentBytes), syncedLsn = 0 } = options
    const { stagingBytes = Math.min(STAGING_BYTES_DEFAULT, segmentBytes) } = options
    assert(
      segmentBytes % 8 === 0 && stagingBytes % 8 === 0 && endLsn % 8 === 0,
      'segments, staging memory and frames are aligned',
    )
    assert(stagingBytes >= FRAME_BYTES_MIN && stagingBytes <= segmentBytes, 'a frame fits its segment')
    assert(endLsn >= firstLsn(segmentBytes), 'the log starts with segment 1')
    this.segmentBytes = segmentBytes
    this.epoch = options.epoch
    this.mode = options.mode ?? 'immediate'
    this.clock = options.clock ?? (() => performance.now())
    this.buffer = takeBuffer(stagingBytes)
    this.view = new DataView(this.buffer.buffer)
    this.crcSeed = crcSeedOf(options.systemIdentifier)
    this.segments = new Segments(vfs, segmentBytes, { endLsn, syncedLsn }, this.stats, stagingBytes, this.clock)
    this.writtenLsn = this.durableLsn = endLsn
    this.group = new GroupSync({
      begin: () => {
        this.writeOut()
        this.stats.syncs++
        return this.writtenLsn
      },
      // What was written and answered does not wait for the room that newer records need.
      begun: () => this.writtenLsn > this.durableLsn ? this.writtenLsn : 0,
      sync: () => this.segments.sync(),
      reached: (lsn) => { if (lsn > this.durableLsn) this.durableLsn = lsn },
      announce: () => this.#announce(),
      passes: isShortage,
      failed: (error) => { this.#fail(error) },
    }, options.timers ?? globalThis)
    this.group.batchMs = options.batchMs ?? this.group.batchMs
    this.group.batchCommits = options.batchCommits ?? this.group.batchCommits
    this.#startFrame(endLsn, 0)
  }

  /** End of the last sealed record: `durable(position)` waits for all there is. @returns {Lsn} */
  get position() {
    return this.#recordAt === FRAME_HEADER_BYTES ? this.writtenLsn : this.#frameLsn + this.#recordAt
  }

  /**
   * A place for a payload of up to `payloadBytesMax` bytes in `buffer` / `view`, to be closed by `seal` before anything
   * else is asked of the log. What is reserved has its blocks on the disk. May write out older records.
   * @param {number} payloadBytesMax @returns {number} where the payload begins
   * @throws {DbError} 53100, 53000 no room now, unless spending; 58030
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
   * @param {number} kind
   * @param {Xid} xid 0: none
   * @param {Lsn} prevLsn of the transaction's record before; 0: none
   * @param {number} end where its payload ends in `buffer` @returns {Lsn} its LSN
   */
  seal(kind, xid, prevLsn, end) {
    const at = this.#recordAt
    if (end > this.#reservedEnd || end < at + RECORD_HEADER_BYTES)
      assert(false, 'a payload stays within what was reserved for it')
    putRecordHeader(this.view, at, end - at, kind, xid, prevLsn)
    this.#recordAt = end
    this.#reservedEnd = 0
    this.stats.records++
    return this.#frameLsn + at
  }

  /**
   * Everything sealed reaches the operating system, by one write call.
   * @throws {DbError} 58030; 53100 nothing has happened, try again
   */
  writeOut() {
    const length = this.#recordAt
    if (this.failed !== null) throw this.failed
    if (length === FRAME_HEADER_BYTES) return
    const lsn = this.#frameLsn
    const padded = finishFrame(
      this.buffer, this.view, length, lsn, this.durableLsn, this.epoch, this.#gapBytes, this.crcSeed,
    )
    try {
      this.#writeFrame(padded, lsn)
    } catch (error) {
      if (isShortage(error)) throw this.#becomeFull(/** @type {DbError} */ (error))
      throw this.#fail(error)
    }
    this.stats.writes++
    this.stats.bytes += padded
    this.writtenLsn = lsn + padded
    this.#startFrame(this.writtenLsn, 0)
  }

  /** A shortage that is over by the next call is none. @param {number} padded @param {Lsn} lsn */
  #writeFrame(padded, lsn) {
    try {
      this.segments.write(this.buffer, padded, lsn)
    } catch (error) {
      if (!isShortage(error)) throw error
      this.freeReserve(error)
      this.segments.write(this.buffer, padded, lsn)
    }
  }

  /**
   * A write over what is there has found no room: the reserve's blocks become some, and the log is full, so that new
   * changes do not take it.
   * @param {unknown} shortage
   * @returns {boolean} it may be tried again
   */
  freeReserve(shortage) {
    if (this.failed !== null) return false
    try {
      if (!this.segments.freeReserve()) return false
    } catch {
      return false
    }
    this.#becomeFull(/** @type {DbError} */ (shortage))
    return true
  }

  /**
   * Returns when everything up to `lsn` (a record's LSN, or a position) is durable; blocks the thread.
   * @param {Lsn} lsn
   * @throws {DbError} 58030
   */
  syncSync(lsn) {
    if (this.failed !== null) throw this.failed
    if (lsn <= this.durableLsn) return
    assert(lsn <= this.position, 'the position exists')
    this.stats.syncs++
    try {
      this.writeOut()
      this.segments.syncSync()
    } catch (error) { // also of a shortage: who waits on the thread cannot wait for room
      throw this.#fail(error)
    }
    this.durableLsn = this.writtenLsn
    this.group.advancedTo(this.writtenLsn)
    this.#announce()
  }

  /** As writeOut, for an answer that cannot wait for room: a shortage ends the log. @throws {DbError} 58030 */
  writeOutNow() {
    try {
      this.writeOut()
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** There is no room, and no reserve any more. */
  get isSpent() {
    return this.full !== null && !this.segments.hasReserve
  }

  /** Little of the reserve is left: who can wait with what it would write, does. */
  get isNearlySpent() {
    const { roomEnd, readyBytes, reserveBytes } = this.segments
    return this.isSpent && roomEnd + readyBytes - this.position < reserveBytes / 8
  }

  /** While the log is full: looks whether there is room again. @returns {boolean} it is not full */
  tryOpen() {
    if (this.full === null || this.failed !== null) return this.full === null
    const nowMs = this.clock()
    if (nowMs < this.#retryAtMs) return false
    this.#retryAtMs = nowMs + RETRY_MS
    try {
      if (this.#keepsReserve) this.segments.makeReserve()
      const wanted = Math.min(REOPEN_BYTES, this.buffer.length - FRAME_HEADER_BYTES)
      if (this.#recordAt + wanted > this.#frameEnd) this.writeOut()
      if (this.#recordAt + wanted > this.#frameEnd) this.#moveOn(wanted, false)
      this.#requireRollbackRoom()
    } catch (error) {
      if (isShortage(error)) return false
      throw this.#fail(error)
    }
    this.full = null
    this.#limit = this.#frameEnd
    this.onSpace()
    return true
  }

  /** It spends, and nobody works yet whose rollback the reserve is for. */
  get isRecovering() {
    return this.spending && !this.#keepsReserve
  }

  /**
   * From here on ordinary records are written only while the reserve is there. Without room for one the log is full.
   */
  keepReserve() {
    this.#keepsReserve = true
    try {
      this.segments.makeReserve()
    } catch (error) {
      if (!isShortage(error)) throw this.#fail(error)
      this.#becomeFull(/** @type {DbError} */ (error))
    }
  }

  /**
   * Whether a file may grow by so much: not while the log is full, nor where what runs now could not be undone any
   * more, nor into the last room, which writes over what is there may need.
   * @param {number} bytes
   */
  leavesRoom(bytes) {
    if (this.spending) return true
    if (this.full !== null && !this.tryOpen()) return false
    if (!this.#leavesRollbackRoom(bytes)) {
      this.onFull()
      return false
    }
    const { vfs } = this.segments
    return leavesLastRoom(vfs, bytes) || (this.giveSpace() && leavesLastRoom(vfs, bytes))
  }

  /** @param {number} bytes that something else is to get */
  #leavesRollbackRoom(bytes) {
    const needed = this.rollbackBytes()
    if (needed < SMALL_ROLLBACK_BYTES) return true
    const { vfs, readyBytes } = this.segments
    return vfs.freeBytes() + readyBytes >= needed + bytes
  }

  /** A data file finds no room: gives up a segment that is ready. @returns {boolean} there may be room now */
  giveSpace() {
    this.onFull()
    try {
      return this.segments.giveSpace()
    } catch {
      return false
    }
  }

  /**
   * Resolves when everything up to `lsn` is durable, by a sync shared with everybody who waits.
   * @param {Lsn} lsn a record's LSN, or a position @returns {Promise<void>} rejects with 58030
   */
  durable(lsn) {
    if (this.failed !== null) return Promise.reject(this.failed)
    if (lsn <= this.durableLsn) return DONE
    assert(lsn <= this.position, 'the position exists')
    return this.group.wait(lsn)
  }

  /**
   * As `durable`, but waits for the batch's sync instead of asking for one.
   * @param {Lsn} lsn
   * @returns {Promise<void>}
   */
  durableInBatch(lsn) {
    if (this.failed !== null) return Promise.reject(this.failed)
    if (lsn <= this.durableLsn) return DONE
    assert(lsn <= this.position, 'the position exists')
    return this.group.waitForBatch(lsn)
  }

  /**
   * Sees to it that everything up to `lsn` becomes durable and `onDurable` tells so: at once in `immediate`, by the
   * batch's limits otherwise. For answers that wait at a gate instead of a promise.
   * @param {Lsn} lsn a record's LSN, or a position
   */
  requestSync(lsn) {
    if (this.failed !== null) throw this.failed
    if (lsn <= this.durableLsn) return
    assert(lsn <= this.position, 'the position exists')
    if (this.mode === 'immediate') this.group.request(lsn)
    else this.group.startTimer()
  }

  /**
   * Once for each commit; counts it. One that will be acknowledged without waiting (after `writeOut`) is synced by the
   * batch's limits, unless the mode is `none`.
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
   * Frees the segments wholly before `lsn`. The control file must durably say that recovery and undo need nothing
   * before it.
   * @param {Lsn} lsn
   */
  recycleBefore(lsn) {
    if (this.failed !== null) throw this.failed
    assert(lsn <= this.durableLsn, 'what is freed was durable')
    try {
      this.segments.recycleBefore(lsn)
    } catch (error) {
      throw isShortage(error) ? error : this.#fail(error)
    }
  }

  /** As recycleBefore, the sync off the main thread. @param {Lsn} lsn @returns {Promise<void>} */
  async recycleLater(lsn) {
    if (this.failed !== null) throw this.failed
    assert(lsn <= this.durableLsn, 'what is freed was durable')
    try {
      await this.segments.recycleLater(lsn)
    } catch (error) {
      throw isShortage(error) ? error : this.#fail(error)
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

  /** When it has closed and nobody is left who could write. */
  letGo() {
    giveBuffer(this.buffer)
    this.#limit = this.#frameEnd = 0
    this.buffer = new Uint8Array(0)
    this.view = new DataView(this.buffer.buffer)
  }

  /** The rest of `reserve`: writes out, goes to the next segment. @param {number} payloadBytesMax @returns {number} */
  #makeRoom(payloadBytesMax) {
    if (this.failed !== null) throw this.failed
    const needed = RECORD_HEADER_BYTES + payloadBytesMax
    assert(
      needed <= RECORD_BYTES_MAX && FRAME_HEADER_BYTES + needed <= this.buffer.length,
      'a record fits the staging memory',
    )
    const { spending } = this
    if (!spending && this.full !== null && !this.tryOpen()) throw this.full
    if (this.#recordAt + needed > this.#frameEnd) {
      this.stats.full++
      const wasFull = this.full !== null
      this.writeOut()
      if (!spending && this.full !== null && !wasFull) throw this.full
      try {
        if (!spending) this.#requireRollbackRoom()
        if (!spending && this.#keepsReserve) this.segments.makeReserve()
        if (this.#recordAt + needed > this.#frameEnd) this.#moveOn(needed, spending)
      } catch (error) {
        if (isShortage(error)) throw this.#becomeFull(/** @type {DbError} */ (error))
        throw this.#fail(error)
      }
    }
    this.#reservedEnd = this.#recordAt + needed
    return this.#recordAt + RECORD_HEADER_BYTES
  }

  /**
   * A record of `needed` bytes does not fit where the segment has blocks; nothing is staged. Where the segment ends too
   * early for it, the next one is entered. If that was the reserve the log is full: no ordinary record goes into it.
   * @param {number} needed @param {boolean} spending @throws {DbError} 53100, 53000
   */
  #moveOn(needed, spending) {
    const { segments } = this
    const end = this.#frameLsn + FRAME_HEADER_BYTES + needed
    const next = (segments.current.number + 1) * this.segmentBytes
    if (end <= next && !this.#growTo(end, spending)) return
    assert(
      this.#frameLsn === this.writtenLsn,
      'no segment is left without a frame: a segment that is entered has blocks for one',
    )
    const shortage = segments.enterNext(spending)
    if (shortage !== null && this.#keepsReserve) this.#becomeFull(/** @type {DbError} */ (shortage))
    this.#startFrame(next, next - this.writtenLsn)
  }

  /**
   * @param {number} end
   * @param {boolean} spending
   * @returns {boolean} true: there is no room, but in the reserve may be
   */
  #growTo(end, spending) {
    try {
      this.segments.growTo(end)
    } catch (error) {
      if (spending && isShortage(error)) return true
      throw error
    }
    this.#startFrame(this.#frameLsn, this.#gapBytes)
    return false
  }

  /** @throws {DbError} 53100 what runs now could not be undone */
  #requireRollbackRoom() {
    if (!this.#leavesRollbackRoom(4 * this.buffer.length)) throw fileAccessError('extend', 'wal', systemError('ENOSPC'))
  }

  /** @param {Lsn} lsn @param {number} gapBytes */
  #startFrame(lsn, gapBytes) {
    this.#frameLsn = lsn
    this.#gapBytes = gapBytes
    this.#recordAt = FRAME_HEADER_BYTES
    this.#frameEnd = Math.min(this.buffer.length, this.segments.roomEnd - lsn)
    this.#limit = this.full === null ? this.#frameEnd : 0
  }

  /** @param {DbError} cause @returns {DbError} what ordinary records are refused with */
  #becomeFull(cause) {
    if (this.full === null) {
      this.full = logFull(cause)
      this.#limit = 0
      this.#retryAtMs = this.clock() + RETRY_MS
      this.onFull()
    }
    return this.full
  }

  #announce() {
    for (const callback of this.#durableCallbacks) callback()
  }

  /** The log is over. @param {unknown} cause @returns {DbError} */
  #fail(cause) {
    if (this.failed !== null) return this.failed
    const failure = this.failed = logFailed(cause)
    this.#limit = this.#frameEnd = 0
    this.group.rejectAll(failure)
    this.#announce()
    return failure
  }
}

/** @type {Promise<void>} */
const DONE = Promise.resolve()
