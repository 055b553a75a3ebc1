/**
 * Entries that wait in gin indexes (storage/gin) are moved behind the statements, in slices: soon where there are many,
 * else a while after the first of them.
 */
import { useTypes } from '../../types/lookup.js'
import { moveWaiting } from '../../storage/gin/move.js'
import { inTurn } from '../turns/in-turn.js'
import { isLogBehind } from '../turns/others-turn.js'
import { indexOfFile } from './files.js'

/** @import { Clock } from '../turns/clock.js' */
/** @import { Cluster } from './cluster.js' */

/**
 * From the first entry on; and where transactions that are not over have some. So that ten thousand rows that come one
 * by one are moved together, and behind them: searches read what waits, some milliseconds' worth by then.
 */
const PATIENCE_MS = 10_000
/** While files are copied. */
const COPIED_MS = 2000
/** While the log is behind. */
const BREATH_MS = 5

export class WaitingEntries {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    /** @type {ReturnType<Clock['setTimer']> | null} */
    this.timer = null
    this.isSoon = false
    /** Files whose turn has come, the first one's work under way. @type {number[]} */
    this.files = []
    /** @type {Generator<number, number, void> | null} */
    this.work = null
    /** A slice will come. */
    this.isUnderWay = false
  }

  /** A file has entries to be moved. @param {boolean} isSoon */
  due(isSoon) {
    if (this.timer === null || (isSoon && !this.isSoon)) this.wait(isSoon ? 0 : PATIENCE_MS)
  }

  /** @param {number} ms */
  wait(ms) {
    const { cluster } = this
    this.timer?.cancel()
    this.timer = null
    if (!cluster.isOpen) return
    this.isSoon = ms === 0
    this.timer = cluster.clock.setTimer(() => {
      this.timer = null
      const { due } = cluster.btreeEnv.waiting
      for (const fileId of due.keys()) if (!this.files.includes(fileId)) this.files.push(fileId)
      due.clear()
      if (!this.isUnderWay) this.slice()
    }, ms, true)
  }

  stop() {
    this.timer?.cancel()
    this.timer = null
    this.files.length = 0
    this.work = null
  }

  slice() {
    const { cluster } = this
    const { clock, slices, wal, copies } = cluster
    this.isUnderWay = false
    if (!cluster.isOpen || wal.failed !== null) return
    if (copies.byDatabase.size > 0) { this.wait(COPIED_MS); return }
    useTypes(null)
    try {
      const startMs = clock.monotonicMs()
      const endsMs = startMs + slices.next(startMs)
      do if (this.files.length === 0 || wal.full !== null) return
      while (this.step() && clock.monotonicMs() < endsMs)
      this.isUnderWay = true
      if (isLogBehind(cluster)) clock.setTimer(() => this.slice(), BREATH_MS, true)
      else inTurn(() => this.slice(), true)
    } catch (error) {
      this.files.length = 0
      this.work = null
      cluster.maintenance.backgroundFailed('entries of an index', error)
    }
  }

  /** A piece of the first file's work. @returns {true} */
  step() {
    const { waiting, files } = this.cluster.btreeEnv
    const [fileId] = this.files
    const index = files.exists(fileId) ? indexOfFile(this.cluster, fileId) : null
    if (index === null) waiting.forget(fileId)
    else {
      this.work ??= moveWaiting(index.tree)
      if (!this.work.next().done) return true
    }
    this.work = null
    this.files.shift()
    // What is left is of transactions that are not over: later.
    if ((waiting.sizes.get(fileId) ?? 0) > 0) waiting.isDue(fileId, false)
    return true
  }
}
