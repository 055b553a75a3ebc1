/**
 * Pages on their way to the disk together: copies in staging memory, in file order, behind room for the double-write
 * area's header (page-writer.js says what becomes of them).
 */
import { CLEAN } from './buffer-pool.js'
import { PAGE_BYTES, pageLsn } from './page.js'

/** @import { FrameNumber } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { RelationFile } from './relation-files.js' */

/**
 * Neighbours written by one call. The system's cache takes what one call appends as one piece of memory, and a later
 * write of one page into such a piece costs by the piece: 17 us of the processor where a file was made by calls of 1
 * MB, 4 us by calls of 32 kB (ext4, Linux 6.18).
 */
const RUN_PAGES_MAX = 4
/** Fresh ones have their place from the file's last growth, in such pieces: half as dear a page by longer calls. */
const FRESH_RUN_PAGES_MAX = 32

export class WriteBatch {
  /** @param {number} pagesMax @param {number} [sequence] of the batch before */
  constructor(pagesMax, sequence = 0) {
    this.pagesMax = pagesMax
    /** Made with the first page: a database that is gone soon writes none. @type {Uint8Array | null} */
    this.memory = null
    /** @type {DataView | null} */
    this.memoryView = null
    this.frames = new Int32Array(pagesMax)
    this.blocks = new Uint32Array(pagesMax)
    this.recLsns = new Float64Array(pagesMax)
    /** 1: never in its file before. */
    this.fresh = new Uint8Array(pagesMax)
    /** @type {RelationFile[]} */
    this.files = []
    this.count = 0
    /** How many are not fresh: these come first, and go through the area. */
    this.covered = 0
    /** Their copies are in the area, synced: what finds no room in place is not copied again. */
    this.isCopied = false
    this.lsnMax = 0
    this.sequence = sequence
  }

  get staging() { return this.memory ??= new Uint8Array((1 + this.pagesMax) * PAGE_BYTES) }
  get view() { return this.memoryView ??= new DataView(this.staging.buffer) }

  get full() {
    return this.count === this.pagesMax
  }

  minRecLsn() {
    let oldest = Infinity
    for (let index = 0; index < this.count; index++) oldest = Math.min(oldest, this.recLsns[index])
    return oldest
  }

  /**
   * The frame's page is copied before anybody can change it.
   * @param {BufferPool} pool @param {FrameNumber} frame
   */
  take(pool, frame) {
    const file = /** @type {RelationFile} */ (pool.frameFile[frame])
    this.frames[this.count] = frame
    this.recLsns[this.count] = pool.recLsn[frame]
    this.files[this.count] = file
    this.blocks[this.count] = pool.frameBlock[frame]
    this.fresh[this.count] = pool.fresh[frame]
    this.count++
    if (pool.fresh[frame] === 0) this.covered++
    pool.fresh[frame] = 0
    this.lsnMax = Math.max(this.lsnMax, pageLsn(pool.view, frame * PAGE_BYTES))
    pool.state[frame] = CLEAN
    pool.inFlight[frame] = 1
    pool.dirtyCount--
  }

  /** Into file order, fresh pages last, so that neighbours are written in one call. */
  sort() {
    const { frames, blocks, recLsns, files, fresh, count } = this
    const order = Array.from({ length: count }, (_, index) => index)
    order.sort((a, b) =>
      fresh[a] !== fresh[b]
        ? fresh[a] - fresh[b]
        : files[a] === files[b]
          ? blocks[a] - blocks[b]
          : files[a].fileId - files[b].fileId
    )
    frames.set(order.map((index) => frames[index]))
    blocks.set(order.map((index) => blocks[index]))
    recLsns.set(order.map((index) => recLsns[index]))
    fresh.set(order.map((index) => fresh[index]))
    this.files = order.map((index) => files[index])
  }

  /**
   * @param {number} start
   * @returns {number} end of the run of neighbouring blocks that begins there and is written by one call
   */
  runEnd(start) {
    let end = start + 1
    const last = start < this.covered ? Math.min(this.covered, start + RUN_PAGES_MAX)
      : Math.min(this.count, start + FRESH_RUN_PAGES_MAX)
    while (end < last && this.files[end] === this.files[start] && this.blocks[end] === this.blocks[end - 1] + 1) end++
    return end
  }

  clear() {
    this.count = 0
    this.covered = 0
    this.isCopied = false
    this.lsnMax = 0
    this.files.length = 0
  }
}
