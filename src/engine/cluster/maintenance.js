/**
 * What goes on behind the statements: purge of what no snapshot sees any more, checkpoints by time and by the log's
 * growth, the sweep after a crash, ANALYZE of what has changed (auto-analyze.js), gin indexes' waiting entries
 * (waiting-entries.js).
 *
 * All of it runs in turns of the event loop. A program that calls the synchronous API in a loop gives none, so
 * `catchUp` does the work between its calls.
 */
import { DbError } from '../../errors/db-error.js'
import { isShortage } from '../../errors/storage.js'
import { inTurn } from '../turns/in-turn.js'
import { isLogBehind } from '../turns/others-turn.js'
import { useTypes } from '../../types/lookup.js'
import { AutoAnalyze } from './auto-analyze.js'
import { WaitingEntries } from './waiting-entries.js'
import { checkpoint, checkpointSync } from './checkpoint.js'
import { sweepAfterCrash } from './files.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { Clock } from '../turns/clock.js' */
/** @import { Cluster } from './cluster.js' */

/** Purge records between two looks at the clock, and by the synchronous API's calls. */
const PURGE_BUDGET = 200
/**
 * Transactions of the synchronous API after which the log's size is looked at (a mask), and after which purge is done
 * between them.
 */
const TURNLESS_MASK = 7
const TURNLESS_MAX = 128
/** How long a close goes on purging. */
const CLOSE_PURGE_MS = 500
/** Between two looks of a full log for room, and between two checkpoints to make some. */
const ROOM_MS = 250
const ROOM_CHECKPOINT_MS = 1000
/** Until tables that a sweep had to leave, because somebody was changing them, are swept again. */
const SWEEP_AGAIN_MS = 30_000

export class Maintenance {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    this.autoAnalyze = new AutoAnalyze(cluster)
    this.entries = new WaitingEntries(cluster)
    /** @type {Lsn} */
    this.checkpointLsn = 0
    /** @type {Promise<void> | null} */
    this.checkpointing = null
    /** The one behind it, for who asked when it had begun. @type {Promise<void> | null} */
    this.nextCheckpoint = null
    /** @type {ReturnType<Clock['setTimer']> | null} */
    this.checkpointTimer = null
    /** How long the timer was to take. */
    this.scheduledMs = 0
    this.purgeScheduled = false
    /** A checkpoint begins at the next turn. */
    this.checkpointDue = false
    /** Transactions of the synchronous API since the event loop had a turn. */
    this.turnless = 0
    /** The sweep after a crash, while it runs. @type {Promise<void> | null} */
    this.sweeping = null
    /** What the newest failure behind the statements said. @type {string | undefined} */
    this.lastFailure = undefined
    /** The next look of a full log. @type {ReturnType<Clock['setTimer']> | null} */
    this.roomTimer = null
    /** Until what a sweep has left is looked at again. @type {ReturnType<Clock['setTimer']> | null} */
    this.sweepTimer = null
    /** The newest checkpoint that was to make room. */
    this.roomCheckpointMs = -Infinity
    /** What a full disk will need is being made. @type {Promise<void> | null} */
    this.preparing = null
  }

  /** The cluster is open. */
  start() {
    this.scheduleCheckpoint()
    this.cluster.onReload.add(() => {
      const { isOpen, checkpointMs } = this.cluster
      if (isOpen && this.checkpointing === null && checkpointMs !== this.scheduledMs) this.scheduleCheckpoint()
    })
    this.schedulePurge()
    this.sweepSoon()
    this.autoAnalyze.start()
    if (!this.cluster.inMemory) this.prepareForFullDisk()
  }

  /** No checkpoint by time from here on: a timer would keep the whole cluster in memory for nothing. */
  stop() {
    this.checkpointTimer?.cancel()
    this.roomTimer?.cancel()
    this.sweepTimer?.cancel()
    this.autoAnalyze.stop()
    this.entries.stop()
  }

  // --- a full disk (src/wal/README.md)
  // ---------------------------------------------------------------------------------

  /** Makes what must be there before the disk is full. */
  prepareForFullDisk() {
    const { wal, storage } = this.cluster
    wal.keepReserve()
    this.preparing = storage.writer
      .prepareAreas()
      .catch((error) => this.cluster.log(`double-write area: ${error.message}`))
      .finally(() => { this.preparing = null })
  }

  /** The log has become full. */
  logIsFull() {
    const { wal, clock, log } = this.cluster
    if (wal.full !== null && this.roomTimer === null) {
      log(`${wal.full.message}: ${wal.full.detail}; writing is refused until there is room`)
      const look = () => { this.roomTimer = this.#isRoomSought() ? clock.setTimer(look, ROOM_MS, true) : null }
      this.roomTimer = clock.setTimer(look, ROOM_MS, true)
    }
    this.makeRoom()
  }

  /** Looks whether the log has room again. @returns {boolean} it has not, and may some day */
  #isRoomSought() {
    const { cluster } = this
    if (!cluster.isOpen || cluster.wal.failed !== null) return false
    try {
      return !cluster.wal.tryOpen()
    } catch {
      return false // the log has failed, and has told everybody (`logFailed`)
    }
  }

  /** A checkpoint gives back the log before it. */
  makeRoom() {
    const { wal, clock, isOpen } = this.cluster
    if (
      !isOpen || this.checkpointing !== null || this.checkpointDue
      || wal.position - this.checkpointLsn < wal.segmentBytes / 4
    )
      return
    if (clock.monotonicMs() - this.roomCheckpointMs < ROOM_CHECKPOINT_MS) return
    this.roomCheckpointMs = clock.monotonicMs()
    this.checkpointInTurn(0)
  }

  /** The log is not full any more. */
  logHasRoom() {
    this.cluster.log('the write-ahead log has room again')
    if (this.cluster.txns.hasPurgeWork) this.schedulePurge()
    this.sweepSoon()
  }

  /** The cluster closes: resolves when nothing is under way any more, and nothing begins. @returns {Promise<void>} */
  async end() {
    this.stop()
    for (let under; (under = this.nextCheckpoint ?? this.checkpointing) !== null;) await under.catch(() => undefined)
    this.cluster.isOpen = false
    if (this.autoAnalyze.looking !== null) await this.autoAnalyze.looking
    if (this.sweeping !== null) await this.sweeping
    if (this.preparing !== null) await this.preparing
  }

  // --- purge
  // -----------------------------------------------------------------------------------------------------------

  /** A transaction committed. @param {Lsn} commitLsn */
  noteCommit(commitLsn) {
    if (commitLsn - this.checkpointLsn > this.cluster.maxWalBytes && !this.checkpointDue) this.checkpointInTurn()
    if (!this.purgeScheduled) this.schedulePurge()
  }

  /** The log is durable further than before. */
  logMoved() {
    if (!this.purgeScheduled && this.cluster.txns.hasPurgeWork) this.schedulePurge()
  }

  /**
   * The synchronous API is about to return. A program that calls it in a loop gives the event loop no turn, so what
   * waits for one is done here when it has waited for long: purge, without which undo piles up and is read back from
   * disk; and a checkpoint once the log is well beyond its size.
   */
  catchUp() {
    if (this.purgeScheduled && (++this.turnless & TURNLESS_MASK) === 0) this.catchUpNow()
  }

  catchUpNow() {
    const { wal, maxWalBytes } = this.cluster
    if (wal.position - this.checkpointLsn > maxWalBytes * 1.25 && this.checkpointing === null) this.checkpointNow()
    if (this.turnless < TURNLESS_MAX) return
    this.turnless = 0
    useTypes(null)
    try {
      if (this.cluster.undoWatch.isDue) this.cluster.undoWatch.look()
      while (this.purge(PURGE_BUDGET)) { /* the next piece */ }
    } catch (error) {
      this.backgroundFailed('purge', error)
    }
  }

  /** A piece of purge. @param {number} budget records @returns {boolean} there is more to do now */
  purge(budget) {
    const { txns, wal, copies } = this.cluster
    if (copies.unpurged > 0) return false
    if (wal.full !== null && !wal.tryOpen()) return false // logHasRoom
    return txns.purge(budget) || txns.undo.file.shrink()
  }

  /** @param {boolean} [goesOn] a turn was not enough */
  schedulePurge(goesOn = false) {
    if (this.purgeScheduled || !this.cluster.isOpen) return
    this.purgeScheduled = true
    inTurn(() => {
      this.purgeScheduled = false
      this.turnless = 0
      if (!this.cluster.isOpen || this.cluster.wal.failed !== null) return
      useTypes(null)
      try {
        const { clock, slices } = this.cluster
        const startMs = clock.monotonicMs()
        const endsMs = startMs + slices.next(startMs)
        let more = this.purge(PURGE_BUDGET)
        while (more && clock.monotonicMs() < endsMs) more = this.purge(PURGE_BUDGET)
        // Where others' commits would wait for what purge has logged, it goes on when the log is durable (logMoved).
        if (more && !isLogBehind(this.cluster)) this.schedulePurge(true)
      } catch (error) {
        this.backgroundFailed('purge', error)
      }
    }, goesOn)
  }

  /**
   * What is left after a while is named in the checkpoint of the shutdown, and swept after the reopen while sessions go
   * on.
   */
  lastPurge() {
    const { clock } = this.cluster
    const endsMs = clock.monotonicMs() + CLOSE_PURGE_MS
    while (this.purge(PURGE_BUDGET) && clock.monotonicMs() < endsMs) { /* the next piece */ }
  }

  /**
   * Purge work that a crash left is done while sessions go on. A fork leaves its parent's where it is: it would read
   * whole tables, each fork again, for room in what is gone with it.
   */
  sweepSoon() {
    const { cluster } = this
    if (this.sweeping !== null || cluster.forked !== null || cluster.txns.sweepFiles.size === 0) return
    const sweeping = sweepAfterCrash(cluster).then((isDone) => {
      if (isDone || !cluster.isOpen) return
      this.sweepTimer = cluster.clock.setTimer(() => this.sweepSoon(), SWEEP_AGAIN_MS, true)
    }, (error) => this.backgroundFailed('sweep', error))
    this.sweeping = sweeping.finally(() => { this.sweeping = null })
  }

  /**
   * Damage is met again by who reads it, and said there; anything else leaves memory in doubt, and the log is the
   * truth.
   * @param {string} what
   * @param {unknown} error
   */
  backgroundFailed(what, error) {
    if (isShortage(error)) return // it goes on with the next commit, or when there is room
    const text = error instanceof DbError ? error.message : error instanceof Error ? error.stack : String(error)
    // Purge meets the same damage, or the extension that is not there, with every row.
    if (text !== this.lastFailure) this.cluster.log(`${what}: ${text}`)
    this.lastFailure = text
    if (!(error instanceof DbError)) this.cluster.fail(error)
  }

  // --- checkpoints
  // -------------------------------------------------------------------------------------------------------

  /** What a checkpoint works on. */
  parts() {
    const { wal, storage, txns, control, oids, clock, logReaders } = this.cluster
    return {
      wal, storage, txns, control, relog: () => oids.relog(),
      neededFrom: () => Math.min(...[...logReaders].map(({ fromLsn }) => fromLsn)),
      facts: () => ({
        nextOid: oids.nextOid, nextFileId: oids.nextFile,
        checkpointTime: Math.floor(clock.nowMicros() / 1000) + 946684800000,
      }),
    }
  }

  /** A checkpoint before sessions begin or after they ended. @param {boolean} [isShutdown] */
  checkpointSync(isShutdown = false) {
    this.checkpointLsn = checkpointSync(this.parts(), isShutdown)
  }

  /** A checkpoint that nobody can wait for. */
  checkpointNow() {
    this.checkpointTimer?.cancel()
    const startedMs = this.cluster.clock.monotonicMs()
    const { pagesWritten } = this.cluster.storage.writer
    try {
      this.checkpointSync()
      this.cluster.statistics.checkpointDone(false, startedMs, pagesWritten)
    } catch (error) {
      this.cluster.log(`checkpoint: ${error instanceof Error ? error.message : error}`)
      if (!isShortage(error)) this.cluster.fail(error)
    } finally {
      if (this.cluster.isOpen && this.cluster.wal.failed === null) this.scheduleCheckpoint()
    }
  }

  scheduleCheckpoint() {
    this.checkpointTimer?.cancel()
    this.scheduledMs = this.cluster.checkpointMs
    this.checkpointTimer = this.cluster.clock.setTimer(
      () => this.checkpointSoon(true), this.cluster.checkpointMs, true,
    )
  }

  /**
   * A checkpoint begins when the event loop has a turn; one that began inside a loop of synchronous calls would only
   * hold up `checkpointNow`.
   * @param {number} [logBytes] unless the log since the last one is no more
   */
  checkpointInTurn(logBytes = this.cluster.maxWalBytes) {
    this.checkpointDue = true
    inTurn(() => {
      this.checkpointDue = false
      if (this.cluster.wal.position - this.checkpointLsn > logBytes) this.checkpointSoon()
    })
  }

  /** @param {boolean} [timed] the time for one has come */
  checkpointSoon(timed) {
    this.startedCheckpoint(timed).catch((error) => this.cluster.log(`checkpoint: ${error.message}`))
  }

  /**
   * One that is under way may have synced the log before the last commits: who asks meanwhile waits for the next one,
   * all of them for the same.
   * @returns {Promise<void>} resolves when everything committed so far is in the data files
   */
  checkpoint() {
    if (this.checkpointing === null) return this.startedCheckpoint()
    this.nextCheckpoint ??= this.checkpointing.catch(() => undefined).then(() => {
      this.nextCheckpoint = null
      return this.startedCheckpoint()
    })
    return this.nextCheckpoint
  }

  /** The one under way, or one that begins now. @param {boolean} [timed] @returns {Promise<void>} */
  startedCheckpoint(timed = false) {
    this.checkpointing ??= this.runCheckpoint(timed).finally(() => { this.checkpointing = null })
    return this.checkpointing
  }

  /** @param {boolean} timed */
  async runCheckpoint(timed) {
    this.checkpointTimer?.cancel()
    if (!this.cluster.isOpen) return
    const startedMs = this.cluster.clock.monotonicMs()
    const { pagesWritten } = this.cluster.storage.writer
    try {
      this.checkpointLsn = await checkpoint(this.parts())
      this.cluster.statistics.checkpointDone(timed, startedMs, pagesWritten)
      this.sweepSoon()
    } catch (error) {
      if (!isShortage(error)) this.cluster.fail(error)
      throw error
    } finally {
      if (this.cluster.isOpen && this.cluster.wal.failed === null) this.scheduleCheckpoint()
    }
  }
}
