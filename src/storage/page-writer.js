/**
 * How changed pages reach the disk: the cleaner, checkpoints' flush, and the synchronous emergency exit. A batch goes
 * through
 *
 *   copy ──► log synced beyond its newest lsn ──► double-write area, synced ──► in place, synced ──► finished
 *   (frames CLEAN + inFlight)                                                                        (inFlight off)
 *
 * Pages that were never in their file go there without the area, and without a sync of their own: torn or lost, redo
 * makes them again from the record that made them. Their files remember the oldest change of what was written so
 * (`unsyncedFrom`), which holds back redo's start until a sync: after so many pages, and at every flush.
 *
 * The copy is what is written: a page changed meanwhile is DIRTY again and keeps its new recLsn; nothing on disk is
 * ever half of each. Background batches run one after the other on libuv's pool; at most a quarter of the frames is in
 * flight. Synchronous batches (no clean frame left, recovery, close) use the second area and stay away from pages in
 * flight. A failure is final: see `failure`.
 *
 * A batch for which the system has no room, or no descriptor, is no failure: it stays as it is, its pages in flight,
 * and is written before any other by the same area. Background batches wait for that; synchronous code is told (53100).
 */
import { checking } from '#invariants'
import { isShortage } from '../errors/storage.js'
import { writeOver, writeOverSync } from './vfs/write-over.js'
import { assert } from '../util/assert.js'
import { pageWriteFailed } from '../errors/pages.js'
import { EMPTY } from './buffer-pool.js'
import { EarlySyncs } from './early-syncs.js'
import { PageChoice } from './page-choice.js'
import { UnsyncedFiles } from './unsynced-files.js'
import { WriteBatch } from './write-batch.js'
import { AREA_BYTES, BATCH_PAGES_MAX, FOREGROUND_PAGES_MAX, growArea, openAreas, sealBatch } from './double-write.js'
import { CRC_OFFSET, PAGE_BYTES, pageCrc, setPageIdentity } from './page.js'

/** @import { BlockNumber, Lsn } from '../util/identifiers.js' */
/** @import { Vfs, VfsFile } from './vfs/vfs.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { FileManager, RelationFile, StorageLog } from './relation-files.js' */
/** @import { BulkGate } from './bulk-gate.js' */
/** @import { Timers } from '../wal/group-sync.js' */

/**
 * How far a flush has come, asked for a pause between batches.
 * @typedef {(pagesDone: number, pagesInAll: number) => Promise<void> | void} Pace
 */

/** Pages of one file written without a sync before the cleaner asks for one, so that a checkpoint finds little left. */
const UNSYNCED_PAGES_MAX = 4096
/** The areas, and who writes them. */
const BACKGROUND = 0
const FOREGROUND = 1
/**
 * Syncs begun early on libuv's pool: with as many bulk jobs (BulkGate) they leave none idle, but nobody waits for a log
 * sync then.
 */
const EARLY_SYNCS = 2
/** Until a batch that found no room is tried again. */
const RETRY_MS = 100

export class PageWriter {
  /**
   * @param {object} options
   * @param {Vfs} options.vfs
   * @param {BufferPool} options.pool
   * @param {FileManager} options.files
   * @param {StorageLog} options.log
   * @param {BulkGate} options.gate @param {number} options.nextSequence from `restoreTornPages`
   * @param {boolean} [options.doubleWrite] false where no power cut can be survived anyway: files in memory
   * @param {(error: Error) => void} [options.onFailure] told once, when pages can no longer be written
   * @param {Pick<Timers, 'setTimeout'>} [options.timers]
   */
  constructor({ vfs, pool, files, log, gate, nextSequence, doubleWrite = true, onFailure, timers = globalThis }) {
    this.timers = timers
    this.pool = pool
    this.files = files
    this.log = log
    this.gate = gate
    this.onFailure = onFailure
    /** @type {VfsFile[]} background's and foreground's; none without double writes */
    this.areas = doubleWrite ? openAreas(vfs) : []
    /** Size of the foreground's area, 0: not asked yet. */
    this.areaBytes = 0
    this.sequence = nextSequence
    const batchPages = Math.max(1, Math.min(BATCH_PAGES_MAX, pool.frameCount >>> 2))
    this.background = new WriteBatch(batchPages)
    /** Grows while nothing but synchronous code runs (`makeRoomSync`). */
    this.foreground = new WriteBatch(batchPages)
    this.foregroundPagesMax = Math.max(1, Math.min(FOREGROUND_PAGES_MAX, pool.frameCount >>> 2))
    /** `batches` after the last foreground batch. */
    this.batchesThen = 0
    this.choice = new PageChoice(pool)
    /** The background batches, one after the other. @type {Promise<unknown>} */
    this.queue = Promise.resolve()
    /** A background batch is being written: pages of it may be torn in place. */
    this.isWriting = false
    this.cleaning = false
    /** No cleaning any more. */
    this.resting = false
    this.closed = false
    /** Background batches wait for room; false: they are told at once, before a close. */
    this.patient = true
    this.unsynced = new UnsyncedFiles(files)
    /**
     * Files of the batch in the foreground's area that are to be synced before it is used again.
     * @type {Set<RelationFile>}
     */
    this.unsettled = new Set()
    this.earlySyncs = new EarlySyncs(vfs, (error) => this.#fail(error))
    /**
     * By area: the sequence of the batch that it holds while pages of it may be torn in place; Infinity: none. Batches
     * of fresh pages alone use no area.
     */
    this.covering = [Infinity, Infinity]
    /** Set by the first failed write or sync; thrown by everything after. @type {Error | null} */
    this.failure = null
    /**
     * With checks on: told of each copy that is to be written.
     * @type {((view: DataView, at: number) => void) | null}
     */
    this.inspect = null
    this.pagesWritten = 0
    this.batches = 0
    this.foregroundBatches = 0
    this.foregroundPages = 0
    pool.writer = this
  }

  /**
   * Starts the cleaner, unless it is at work: it writes pages ahead of the clock's hand until enough of them are clean.
   * Returns at once. It begins when the event loop has a turn: what began in a program that gives it none would not end
   * either, its pages in flight, and hold back every checkpoint's redo point.
   */
  wake() {
    if (this.cleaning || this.resting || this.closed || this.failure !== null) return
    this.cleaning = true
    setImmediate(() => {
      this.#clean().catch(() => undefined).finally(() => { this.cleaning = false }) // the failure is kept and was told
    })
  }

  /**
   * Async: the cleaner stops for good, before a synchronous flush at close.
   * @throws {DbError} 53100, 53000 a batch found no room, and its pages may be torn
   */
  async stopCleaning() {
    this.resting = true
    while (this.cleaning) await new Promise((resolve) => setImmediate(resolve))
    await this.idle()
    if (this.background.count > 0 && this.failure === null) await this.#inBackground(() => undefined, Infinity)
  }

  /** Files outlive this process: pages go there before they must. */
  get isCautious() { return this.areas.length > 0 }

  /** Resolves when no background batch is under way. */
  async idle() {
    await this.queue.catch(() => undefined)
  }

  /** Async: writes one batch so that frames become clean. @returns {Promise<number>} frames that did */
  makeRoom() {
    return this.#inBackground((batch) => this.choice.ahead(batch))
  }

  /**
   * Async: writes the next pages that a file was extended by. Whoever has filled a large one calls this until all are
   * written, so that they can be evicted: one after the other is cheap then, and later the cleaner would have to share
   * the thread with those who need the room.
   * @param {RelationFile} file @param {BlockNumber} block the first one @returns {Promise<BlockNumber>} where to go on
   */
  async writeFresh(file, block) {
    await this.#inBackground((batch) => { block = this.choice.fresh(batch, file, block) })
    return this.closed ? file.blockCount : block // who was left behind by a close has nothing to wait for
  }

  /**
   * As `makeRoom`, on the spot. Each such batch waits for several syncs, whatever its size: where no background batch
   * was written between two of them, which is a program that gives the event loop no turn, they become larger.
   * @returns {number}
   */
  makeRoomSync() {
    this.#check()
    this.#writeLeft()
    this.foregroundBatches++
    const pages = this.#affordable(Math.min(
      this.foregroundPagesMax,
      this.batches === this.batchesThen ? 2 * this.foreground.pagesMax : BATCH_PAGES_MAX,
    ))
    if (pages !== this.foreground.pagesMax) this.foreground = new WriteBatch(pages, this.foreground.sequence)
    this.choice.ahead(this.foreground)
    const written = this.#writeSync(this.foreground)
    this.foregroundPages += written
    this.batchesThen = this.batches
    return written
  }

  /**
   * A batch that is larger than usual only serves speed: where its area finds no room for it, it is not.
   * @param {number} pages @returns {number}
   */
  #affordable(pages) {
    if (this.areas.length === 0 || pages <= BATCH_PAGES_MAX) return pages
    try {
      this.areaBytes = growArea(this.areas[FOREGROUND], this.areaBytes, pages)
      return pages
    } catch (error) {
      if (!isShortage(error)) throw this.#fail(error)
      return BATCH_PAGES_MAX
    }
  }

  /**
   * Async: writes every page with a change older than `untilLsn` (a checkpoint's redo point; Infinity: every page), in
   * file order. Pages pinned meanwhile are written too. On return those changes, and the names of files,
   * survive a power cut.
   * @param {Lsn} [untilLsn] @param {Pace} [pace]
   * @throws {DbError} 53100, 53000: a checkpoint that has said more is not to be named
   */
  async flushAll(untilLsn = Infinity, pace) {
    for (;;) {
      await this.idle()
      this.#check()
      assert(!this.closed, 'a closed writer writes nothing')
      const due = this.choice.due(untilLsn)
      if (due.count === 0) {
        if (this.foreground.minRecLsn() >= untilLsn) break
        this.#writeLeft()
      }
      for (let at = 0; at < due.count;) {
        await this.#inBackground((batch) => {
          for (; at < due.count && !batch.full; at++) {
            const frame = due.frames[at]
            if (this.pool.frameStamp[frame] === due.stamps[at] && this.choice.isDue(frame, untilLsn))
              batch.take(this.pool, frame)
          }
        })
        if (pace !== undefined) await pace(at, due.count)
      }
    }
    await this.#inBackground(() => undefined, 0)
    try {
      await this.files.syncNamesLater()
    } catch (error) {
      throw isShortage(error) ? error : this.#fail(error)
    }
  }

  /**
   * As `flushAll`, on the spot: after recovery, for the synchronous close, and where nobody gives the event loop a
   * turn. Pages in flight stay what they are.
   * @param {Lsn} [untilLsn]
   */
  flushAllSync(untilLsn = Infinity) {
    this.#check()
    this.#writeLeft()
    const due = this.choice.due(untilLsn)
    for (let at = 0; at < due.count;) {
      for (; at < due.count && !this.foreground.full; at++) this.foreground.take(this.pool, due.frames[at])
      this.#writeSync(this.foreground)
    }
    this.#syncWritten()
    this.#syncNames()
  }

  /** The oldest change among pages on their way to the disk. */
  minRecLsnInFlight() {
    const oldest = Math.min(this.background.minRecLsn(), this.foreground.minRecLsn())
    return Math.min(oldest, this.unsynced.oldest())
  }

  #syncWritten() {
    try {
      this.unsynced.syncNow()
      this.unsettled.clear()
      this.covering[FOREGROUND] = Infinity
    } catch (error) {
      throw isShortage(error) ? error : this.#fail(error)
    }
  }

  /**
   * Both areas get the room of a usual batch, while there is any. Async: the blocks are durable.
   * @throws {DbError} 53100
   */
  async prepareAreas() {
    for (const area of this.areas) {
      if (area.size() >= AREA_BYTES) continue
      area.allocate(AREA_BYTES)
      await area.sync()
    }
  }

  /** Async: stops the cleaner and closes the areas. Whoever wants the pages written flushed before. */
  async close() {
    if (this.closed) return
    this.closed = true
    await this.idle()
    await this.earlySyncs.ended()
    // What found no room until now. After a failure pages in flight stay so, and hold back redo's start.
    for (const batch of [this.background, this.foreground]) {
      for (const file of batch.files) if (this.failure === null || file.dropped) this.#leave(file)
      if (this.failure === null) batch.clear()
    }
    for (const area of this.areas) area.close()
  }

  async #clean() {
    while (!this.resting && !this.closed) {
      const cleaned = await this.#inBackground((batch) => this.choice.forReserve(batch))
      if (cleaned > 0) continue
      if (!this.choice.hasCold()) return
      await this.#inBackground((batch) => this.choice.cold(batch))
    }
  }

  /**
   * Sorts a batch into file order, takes the copies and seals its header. Nothing can have changed a frame since
   * `take`: it is the same turn.
   * @param {WriteBatch} batch
   */
  #prepare(batch) {
    const { pool } = this
    batch.sort()
    for (let index = 0; index < batch.count; index++) {
      const at = (1 + index) * PAGE_BYTES
      const base = batch.frames[index] * PAGE_BYTES
      batch.staging.set(pool.bytes.subarray(base, base + PAGE_BYTES), at)
      setPageIdentity(batch.view, at, batch.files[index].fileId, batch.blocks[index])
      batch.view.setUint32(at + CRC_OFFSET, pageCrc(batch.staging, at), true)
      batch.files[index].busy++
      batch.files[index].waiting++
      if (checking && this.inspect !== null) this.inspect(batch.view, at)
    }
    batch.lsnMax = Math.max(batch.lsnMax, this.log.pagesAfterLsn)
    batch.sequence = this.sequence++
    if (batch.covered === 0) return
    const own = batch === this.background ? BACKGROUND : FOREGROUND
    sealBatch(
      batch.staging, batch.view, batch.sequence, Math.min(batch.sequence, this.covering[1 - own]), batch.covered,
    )
    // What the area itself holds may still be needed: #settle, which may find no descriptor, ends that.
    this.covering[own] = Math.min(this.covering[own], batch.sequence)
  }

  /**
   * Async: runs one background batch after those already asked for.
   * @param {(batch: WriteBatch) => void} collect
   * @param {number} [syncPages] then syncs files of which so many pages were written without
   * @returns {Promise<number>} pages written
   */
  #inBackground(collect, syncPages = UNSYNCED_PAGES_MAX) {
    const run = async () => {
      await this.gate.enter()
      const batch = this.background
      this.isWriting = true
      try {
        this.#check()
        if (this.closed) return 0
        let written = await this.#writeWhenRoom(batch) // one that was given up before
        collect(batch)
        if (batch.count > 0) {
          this.#prepare(batch)
          written += await this.#writeWhenRoom(batch)
        }
        await this.unsynced.sync(syncPages)
        return written
      } catch (error) {
        throw isShortage(error) ? error : this.#fail(error)
      } finally {
        this.isWriting = false
        this.gate.leave()
      }
    }
    const result = this.queue.then(run, run)
    this.queue = result
    result.catch(() => undefined)
    return result
  }

  /**
   * @param {WriteBatch} batch prepared
   * @returns {Promise<number>} its pages
   * @throws {DbError} 53100, 53000 unless patient
   */
  async #writeWhenRoom(batch) {
    if (batch.count === 0) return 0
    for (;;) {
      try {
        await this.#write(batch, this.areas[BACKGROUND])
        break
      } catch (error) {
        if (!isShortage(error) || !this.patient || this.closed) throw error
      }
      this.gate.leave() // reads go on meanwhile
      await new Promise((resolve) => this.timers.setTimeout(() => resolve(undefined), RETRY_MS, true))
      await this.gate.enter()
      this.#check()
    }
    this.covering[BACKGROUND] = Infinity
    return this.#finish(batch)
  }

  /** A batch of synchronous code that found no room: before any other. @throws {DbError} 53100, 53000 */
  #writeLeft() {
    if (this.foreground.count > 0) this.#writeSync(this.foreground, true)
  }

  /** @param {WriteBatch} batch @param {VfsFile | undefined} area */
  async #write(batch, area) {
    if (this.log.durableLsn <= batch.lsnMax) await this.log.durable(batch.lsnMax + 1)
    assert(batch.lsnMax === 0 || this.log.durableLsn > batch.lsnMax, 'no page reaches the disk before its log')
    if (area !== undefined && batch.covered > 0 && !batch.isCopied) {
      await writeOver(area, batch.staging, 0, (1 + batch.covered) * PAGE_BYTES, 0)
      await area.sync()
      batch.isCopied = true
    }
    for (let index = 0; index < batch.count;) {
      const end = batch.runEnd(index)
      const file = batch.files[index]
      if (!file.dropped) {
        const bytes = (end - index) * PAGE_BYTES
        const at = [(1 + index) * PAGE_BYTES, bytes, batch.blocks[index] * PAGE_BYTES]
        await this.#call(file, (handle) => writeOver(handle, batch.staging, at[0], at[1], at[2]))
      }
      index = end
    }
    for (let index = 0; index < batch.covered; index++) {
      const file = batch.files[index]
      if (!file.dropped && (index === 0 || batch.files[index - 1] !== file))
        await this.#call(file, (handle) => handle.sync())
    }
  }

  /**
   * For a file of a batch. Between calls its handle may be closed: a batch may have more files than descriptors.
   * @param {RelationFile} file @param {(handle: VfsFile) => Promise<void>} call
   */
  async #call(file, call) {
    const handle = this.files.handle(file)
    file.waiting--
    try {
      await call(handle)
    } finally {
      file.waiting++
    }
  }

  /**
   * @param {WriteBatch} batch filled by `take`
   * @param {boolean} [isPrepared] it was left over
   * @returns {number} pages written
   * @throws {DbError} 53100, 53000; 58030
   */
  #writeSync(batch, isPrepared = false) {
    if (batch.count === 0) return 0
    let isOver = false // what is written has its blocks
    try {
      if (!isPrepared) this.#prepare(batch)
      if (this.log.durableLsn <= batch.lsnMax) this.log.syncSync(batch.lsnMax + 1)
      assert(batch.lsnMax === 0 || this.log.durableLsn > batch.lsnMax, 'no page reaches the disk before its log')
      if (this.areas.length > 0 && batch.covered > 0 && !batch.isCopied) {
        this.#settle()
        this.covering[FOREGROUND] = batch.sequence
        const area = this.areas[FOREGROUND]
        this.areaBytes = growArea(area, this.areaBytes, batch.covered)
        isOver = true
        writeOverSync(area, batch.staging, 0, (1 + batch.covered) * PAGE_BYTES, 0)
        area.syncSync()
        batch.isCopied = true
      }
      for (let index = 0; index < batch.count;) {
        const end = batch.runEnd(index)
        const file = batch.files[index]
        isOver = end <= batch.covered && file.isOwn
        const bytes = (end - index) * PAGE_BYTES
        if (!file.dropped)
          writeOverSync(
            this.files.handle(file), batch.staging, (1 + index) * PAGE_BYTES, bytes, batch.blocks[index] * PAGE_BYTES,
          )
        index = end
      }
      if (batch.pagesMax > BATCH_PAGES_MAX) this.#syncLater(batch)
      else {
        for (let index = 0; index < batch.covered; index++) {
          const file = batch.files[index]
          if (!file.dropped && (index === 0 || batch.files[index - 1] !== file)) this.files.handle(file).syncSync()
        }
        if (batch.covered > 0) this.covering[FOREGROUND] = Infinity
      }
      return this.#finish(batch)
    } catch (error) {
      if (!isShortage(error)) throw this.#fail(error)
      // Recovery cannot go on without what it writes, and has nobody else to think of.
      if ((isOver || this.log.isRecovering) && this.log.freeReserve?.(error) === true)
        return this.#writeSync(batch, true)
      throw error
    }
  }

  /**
   * While nothing but synchronous code runs, it does not wait for the pages in place: they are synced before the area
   * is used again (`#settle`), and libuv's pool begins with the files that have most of them meanwhile.
   * @param {WriteBatch} batch written
   */
  #syncLater(batch) {
    /** @type {{ file: RelationFile, pages: number }[]} */
    const parts = []
    for (let index = 0; index < batch.covered; index++) {
      const file = batch.files[index]
      if (index === 0 || batch.files[index - 1] !== file) parts.push({ file, pages: 0 })
      parts[parts.length - 1].pages++
      this.unsynced.note(file, batch.recLsns[index])
    }
    parts.sort((a, b) => b.pages - a.pages)
    let begun = 0
    for (const { file } of parts) {
      this.unsettled.add(file)
      if (begun < EARLY_SYNCS && this.earlySyncs.begin(file)) begun++
    }
  }

  /** The batch in the foreground's area ends, before another one goes there. */
  #settle() {
    for (const file of this.unsettled) if (!file.dropped) this.files.handle(file).syncSync()
    this.unsettled.clear()
  }

  #syncNames() {
    try {
      this.files.syncNames()
    } catch (error) {
      throw isShortage(error) ? error : this.#fail(error)
    }
  }

  /** Pages of a batch are written. @param {RelationFile} file */
  #leave(file) {
    file.waiting--
    this.files.leave(file)
  }

  /** @param {WriteBatch} batch written and synced @returns {number} its pages */
  #finish(batch) {
    const { pool } = this
    const { count } = batch
    for (let index = 0; index < count; index++) {
      const frame = batch.frames[index]
      this.#leave(batch.files[index])
      if (batch.fresh[index] !== 0) this.unsynced.note(batch.files[index], batch.recLsns[index])
      pool.inFlight[frame] = 0
      if (pool.state[frame] === EMPTY) pool.emptyFrames.push(frame) // its page was discarded meanwhile
    }
    this.pagesWritten += count
    this.batches++
    batch.clear()
    return count
  }

  /**
   * Keeps the failure. Pages under way are not on disk for all we know: they and their files stay in flight for ever,
   * never evicted, and `minRecLsn` stays where it is.
   * @param {unknown} error
   */
  #fail(error) {
    if (this.failure !== null) return this.failure
    this.failure = pageWriteFailed(error)
    this.onFailure?.(this.failure)
    return this.failure
  }

  #check() {
    if (this.failure !== null) throw this.failure
  }
}
