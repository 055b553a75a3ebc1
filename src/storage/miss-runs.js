/**
 * Misses that go up a file, block after block or nearly so, as index scans over rows in the heap's order have them: the
 * blocks that follow come in together, by one call of the system instead of one each. A call costs several times the
 * copying of a page that the system has in its cache (Node 20: 8.6 us of 10). What is read and not asked for leaves
 * first. Scans of whole tables have their blocks read off the thread (read-ahead.js) and are no business of this.
 */
import { problemOf } from './file-lengths.js'
import { PAGE_BYTES } from './page.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { RelationFile } from './relation-files.js' */
/** @import { BufferPool } from './buffer-pool.js' */

const BLOCKS_MAX = 16
/** Of the pool's frames: a small one has no room for what is not asked for yet. */
const SHARE = 6
/** A miss that is so few blocks behind the last one, or behind what was read with it, goes on. */
const STEP_MAX = 4
/** Misses that make a run. */
const RUN_MIN = 3

/** So many times the frames of a run are clean, or nothing but what was asked for comes in. */
const CLEAN_MIN = 8

export class MissRuns {
  /** @param {BufferPool} pool */
  constructor(pool) {
    this.pool = pool
    this.blocksMax = Math.min(BLOCKS_MAX, pool.frameCount >>> SHARE)
    /** @type {Uint8Array | null} */
    this.staging = null
    /** @type {DataView | null} */
    this.view = null
    this.frames = new Int32Array(BLOCKS_MAX)
  }

  /** A block was missing and is here now, pinned. @param {RelationFile} file @param {BlockNumber} blockNo */
  missed(file, blockNo) {
    const step = blockNo - file.missExpected
    file.missExpected = blockNo + 1
    if (step < 0 || step > STEP_MAX) {
      file.missRun = 0
      return
    }
    const { pool } = this
    if (++file.missRun < RUN_MIN || pool.scarce) return
    if (pool.frameCount - pool.dirtyCount < CLEAN_MIN * this.blocksMax) return
    const left = Math.min(file.blockCount, file.allocatedBlocks) - blockNo - 1
    const count = Math.min(1 << Math.min(file.missRun - RUN_MIN + 1, 4), this.blocksMax, left)
    if (count > 1) file.missExpected += this.#bringIn(file, blockNo + 1, count)
  }

  /**
   * @param {RelationFile} file @param {BlockNumber} first @param {number} count
   * @returns {number} blocks that were read, or are there
   */
  #bringIn(file, first, count) {
    const { pool, frames } = this
    while (count > 0 && pool.isResident(file, first + count - 1)) count--
    if (count < 2) return 0
    const staging = this.staging ??= new Uint8Array(BLOCKS_MAX * PAGE_BYTES)
    const view = this.view ??= new DataView(staging.buffer)
    let pinned = 0
    let at = 0
    try {
      const got = pool.files.handle(file).readSync(staging, 0, count * PAGE_BYTES, first * PAGE_BYTES)
      for (; (at + 1) * PAGE_BYTES <= got; at++) {
        if (pool.isResident(file, first + at)) continue
        // Whoever asks for a damaged one hears of it.
        if (problemOf(file, first + at, view, staging, at * PAGE_BYTES) !== '') break
        const page = staging.subarray(at * PAGE_BYTES, (at + 1) * PAGE_BYTES)
        const frame = pool.bringIn(file, first + at, page, null)
        if (frame < 0) break
        frames[pinned++] = frame
        if (pool.scarce) break
      }
    } catch {
      // Nobody has asked for them: whoever does meets what went wrong.
    }
    while (pinned > 0) pool.unpin(frames[--pinned])
    return at
  }
}
