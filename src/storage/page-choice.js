/**
 * Which changed pages go to the disk next: those ahead of the clock's hand, those that nobody uses, those a flush is
 * due for, those a file was extended by. What becomes of them: page-writer.js.
 */
import { CLEAN, HINT } from './buffer-pool.js'

/** @import { BlockNumber, FrameNumber, Lsn } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { RelationFile } from './relation-files.js' */
/** @import { WriteBatch } from './write-batch.js' */

/** Changed pages that nobody uses are written when so large a part of the pool was passed over for being such. */
const COLD_SHARE = 32

export class PageChoice {
  /** @param {BufferPool} pool */
  constructor(pool) {
    this.pool = pool
    /** Clean frames the cleaner keeps ahead of the clock's hand. */
    this.reserveFrames = Math.max(1, Math.min(1024, pool.frameCount >>> 3))
    /** Frames still to be looked at for changed pages that nobody uses (`cold`). */
    this.coldLeft = 0
  }

  /** The cleaner's: until its reserve is clean or about to be. @param {WriteBatch} batch */
  forReserve(batch) {
    this.ahead(batch, Math.min(this.pool.frameCount, 4 * this.reserveFrames), true)
  }

  /**
   * Copies changed unpinned pages among the next frames of the clock, those nobody used lately first.
   * @param {WriteBatch} batch
   * @param {number} [windowFrames]
   * @param {boolean} [untilReserve] stop when enough frames are clean or about to be
   */
  ahead(batch, windowFrames = this.pool.frameCount, untilReserve = false) {
    const { pool } = this
    const { state, pins, used, inFlight, frameCount } = pool
    let enough = untilReserve ? this.reserveFrames : Infinity
    if (untilReserve) {
      enough -= frameCount - pool.freshFrame + pool.emptyFrames.length
      for (let step = 0; step < windowFrames; step++) {
        const frame = (pool.hand + step) % frameCount
        if (state[frame] === CLEAN && pins[frame] === 0) enough--
      }
    }
    for (let pass = 0; pass < 2 && enough > 0; pass++) {
      // what is in use is soon changed again
      if (pass === 1 && !untilReserve && batch.count * 4 >= batch.pagesMax) break
      for (let step = 0; step < windowFrames && enough > 0 && !batch.full; step++) {
        const frame = (pool.hand + step) % frameCount
        if (state[frame] < HINT || pins[frame] > 0 || inFlight[frame] !== 0) continue
        if (pass === 0 && used[frame] !== 0) continue
        batch.take(pool, frame)
        enough--
      }
    }
  }

  /**
   * There are enough clean frames. But where the hand took them from what is in use while it passed over changed pages
   * that nobody had looked at since it came by before (a table that was just filled, say), those are written, as if
   * they had been taken.
   */
  hasCold() {
    const { pool } = this
    if (this.coldLeft === 0 && pool.coldPassed * COLD_SHARE > pool.frameCount) {
      pool.coldPassed = 0
      this.coldLeft = pool.frameCount
    }
    return this.coldLeft > 0
  }

  /** The next of them, once around. @param {WriteBatch} batch */
  cold(batch) {
    const { pool } = this
    const { state, pins, used, inFlight, hand, frameCount } = pool
    for (; this.coldLeft > 0 && !batch.full; this.coldLeft--) {
      const frame = (hand + this.coldLeft) % frameCount
      if (state[frame] >= HINT && used[frame] === 0 && pins[frame] === 0 && inFlight[frame] === 0)
        batch.take(pool, frame)
    }
  }

  /**
   * Pages that a file was extended by and that are in none yet; their frames are the next to be taken.
   * @param {WriteBatch} batch @param {RelationFile} file @param {BlockNumber} block
   * @returns {BlockNumber} where to go on
   */
  fresh(batch, file, block) {
    const { pool } = this
    const { state, pins, used, inFlight } = pool
    for (; block < file.blockCount && !batch.full; block++) {
      const chunk = file.directory[block >>> 10]
      const frame = chunk === undefined ? -1 : Math.abs(chunk[block & 1023]) - 1 // negative: it is held
      if (frame < 0 || pool.fresh[frame] === 0 || state[frame] < HINT || inFlight[frame] !== 0 || pins[frame] > 0)
        continue
      used[frame] = 0
      batch.take(pool, frame)
    }
    return block
  }

  /** @param {FrameNumber} frame @param {Lsn} untilLsn */
  isDue(frame, untilLsn) {
    const { state, recLsn, inFlight } = this.pool
    return state[frame] >= HINT && inFlight[frame] === 0 && (untilLsn === Infinity || recLsn[frame] < untilLsn)
  }

  /** @param {Lsn} untilLsn @returns {{count: number, frames: Int32Array, stamps: Float64Array}} in file order */
  due(untilLsn) {
    const { pool } = this
    const frames = []
    for (let frame = 0; frame < pool.freshFrame; frame++) if (this.isDue(frame, untilLsn)) frames.push(frame)
    frames.sort((a, b) => pool.frameFile[a] === pool.frameFile[b] ? pool.frameBlock[a] - pool.frameBlock[b]
      : /** @type {RelationFile} */ (pool.frameFile[a]).fileId - /** @type {RelationFile} */ (pool.frameFile[b]).fileId)
    return {
      count: frames.length, frames: Int32Array.from(frames),
      stamps: Float64Array.from(frames, (frame) => pool.frameStamp[frame]),
    }
  }
}
