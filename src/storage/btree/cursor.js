/**
 * A position between two entries of a tree, inside a range, that moves both ways.
 *
 *             settle or release()                   A position is a boundary: next() gives the entry right of it and steps over,
 *   PINNED ────────────────────────► LOOSE          prev() the one left of it. Boundaries, of the range too, are (key, after):
 *     ▲          next(), prev()        │            before all entries that begin with the key, or after them. An empty key is the
 *     └────────── seek again ──────────┘            tree's end. So `a = 5` over an index on (a, b) is before (5) … after (5).
 *
 * PINNED: one leaf is held, and it is unchanged since: whoever changes a page of the file first settles its cursors
 * (env.settleCursors). LOOSE: only the boundary next to the newest entry returned is remembered, by key and tuple id;
 * the page may be split, merged,
 *         reused. Before any yield the owner calls release().
 *
 * So a scan sees every entry that is there all the time once, never one twice, and may or may not see those that come
 * and go behind its back. A step within a page allocates nothing; the range costs two searches per page, nothing per
 * entry.
 */
import { PAGE_BYTES } from '../page.js'
import {
  AFTER, BEFORE, childAt, copyEntry, ENTRY_BYTES_MAX, FOLLOWING, isLeaf, leafTid, nodeCount, nodeNext, nodePrefix,
  nodePrevious,
} from './node.js'
import { search, searchAnywhere } from './node-search.js'
import { DEPTH_MAX } from './env.js'
import { ROOT_BLOCK } from './meta.js'

/** @import { BlockNumber, FrameNumber } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */

/** next() and prev() besides a tuple id. */
export const END = -1
/** Only of patient cursors: the next page is not in memory; release(), await prefetch(), ask again. */
export const READ = -2

/**
 * Pages a patient cursor asks for at a time. Siblings follow each other on disk after a build, hardly after random
 * inserts.
 */
const PREFETCH_BLOCKS = 8
const NOTHING = new Uint8Array(0)
/** An entry on its way: most are short, and cursors of plans that are kept have no room for the longest. */
const SCRATCH = new Uint8Array(ENTRY_BYTES_MAX)

export class BTreeCursor {
  /** @param {BTree} tree */
  constructor(tree) {
    this.tree = tree
    this.pool = tree.env.pool
    this.view = tree.view
    this.bytes = tree.bytes
    /** PINNED when >= 0. @type {FrameNumber} */
    this.frame = -1
    this.base = 0
    /** The boundary is left of this entry of the page; entries [low, high) of it are in the range. */
    this.index = 0
    this.low = 0
    this.high = 0
    this.count = 0
    /** Where in env.cursors, while PINNED. */
    this.registered = 0
    /** Which step gave an entry of this page last: 0 none, 1 next, -1 prev. */
    this.moved = 0
    /** The boundary while LOOSE. */
    this.saved = NOTHING
    this.savedEnd = 0
    this.savedAfter = false
    this.lowKey = NOTHING
    this.lowEnd = 0
    this.lowAfter = false
    this.highKey = NOTHING
    this.highEnd = 0
    this.highAfter = true
    /** Ask for READ instead of reading missing sibling pages synchronously. */
    this.patient = false
    /** @type {BlockNumber} */
    this.wantedBlock = 0
  }

  /**
   * Sets the range: entries from the boundary (low, lowAfter) to the boundary (high, highAfter). Both keys are copied.
   * Follow with toStart, toEnd or seek.
   * @param {Uint8Array} low @param {number} lowAt @param {number} lowEnd @param {boolean} lowAfter
   * @param {Uint8Array} high @param {number} highAt @param {number} highEnd @param {boolean} highAfter
   */
  setRange(low, lowAt, lowEnd, lowAfter, high, highAt, highEnd, highAfter) {
    this.release()
    this.lowEnd = lowEnd - lowAt
    if (this.lowKey.length < this.lowEnd) this.lowKey = new Uint8Array(Math.max(64, 2 * this.lowEnd))
    for (let i = 0; i < this.lowEnd; i++) this.lowKey[i] = low[lowAt + i]
    this.lowAfter = lowAfter
    this.highEnd = highEnd - highAt
    if (this.highKey.length < this.highEnd) this.highKey = new Uint8Array(Math.max(64, 2 * this.highEnd))
    for (let i = 0; i < this.highEnd; i++) this.highKey[i] = high[highAt + i]
    this.highAfter = highAfter
  }

  /** All entries are in the range. */
  setWholeRange() {
    this.setRange(NOTHING, 0, 0, false, NOTHING, 0, 0, true)
  }

  /** To the range's low end, where next() begins. */
  toStart() {
    this.seek(this.lowKey, 0, this.lowEnd, this.lowAfter)
  }

  /** To the range's high end, where prev() begins. */
  toEnd() {
    this.seek(this.highKey, 0, this.highEnd, this.highAfter)
  }

  /**
   * To any boundary within the range. Costs nothing yet: the descent comes with the first step.
   * @param {Uint8Array} key copied @param {number} at @param {number} end @param {boolean} after
   */
  seek(key, at, end, after) {
    this.release()
    this.moved = 0
    this.savedEnd = end - at
    if (this.saved.length < this.savedEnd) this.saved = new Uint8Array(Math.max(64, 2 * this.savedEnd))
    for (let i = 0; i < this.savedEnd; i++) this.saved[i] = key[at + i]
    this.savedAfter = after
  }

  /** @returns {number} the tuple id of the entry right of the boundary, which is stepped over; END or READ */
  next() {
    if (this.frame < 0) this.#resume()
    if (this.index < this.high) {
      this.moved = 1
      return leafTid(this.view, this.bytes, this.base, this.index++)
    }
    return this.#nextPage()
  }

  /** @returns {number} the tuple id of the entry left of the boundary, which is stepped over; END or READ */
  prev() {
    if (this.frame < 0) this.#resume()
    if (this.index > this.low) {
      this.moved = -1
      return leafTid(this.view, this.bytes, this.base, --this.index)
    }
    return this.#previousPage()
  }

  /**
   * The entries ahead, a page at a time, for a caller that lets nobody in until it is through with them: [index, high)
   * of the page at `base`, by `leafTid`. They count as stepped over, and a position is kept no longer: go on with
   * `nextRun`, or release().
   * @returns {boolean} false: no more
   */
  nextRun() {
    const { pool, view } = this
    if (this.frame < 0) this.#resume()
    else this.index = this.high
    this.moved = 0
    while (this.index >= this.high) {
      const blockNo = this.high < this.count ? 0 : nodeNext(view, this.base)
      if (blockNo === 0) {
        this.release()
        return false
      }
      this.#hold(pool.pin(this.tree.file, blockNo))
      this.index = 0
    }
    return true
  }

  /** The same towards the range's low end: entries [low, index), to be taken from the last on. @returns {boolean} */
  previousRun() {
    const { pool, view } = this
    if (this.frame < 0) this.#resume()
    else this.index = this.low
    this.moved = 0
    while (this.index <= this.low) {
      const blockNo = this.low > 0 ? 0 : nodePrevious(view, this.base)
      if (blockNo === 0) {
        this.release()
        return false
      }
      this.#hold(pool.pin(this.tree.file, blockNo))
      this.index = this.count
    }
    return true
  }

  /** Gives up the page, keeps the position. Again does nothing. */
  release() {
    if (this.frame < 0) return
    this.#remember()
    this.#unpin()
  }

  /** Forgets the position too. The cursor may be used again after setRange or seek. */
  close() {
    if (this.frame >= 0) this.#unpin()
    this.moved = 0
    this.savedEnd = 0
    this.savedAfter = false
  }

  /** Async: brings in what READ asked for, and some pages behind it. */
  async prefetch() {
    this.release()
    const { file } = this.tree
    if (this.wantedBlock < file.blockCount) await this.pool.prefetch(file, this.wantedBlock, PREFETCH_BLOCKS)
  }

  /** Brings in the page READ asked for, for callers that cannot wait. */
  readNow() {
    this.release()
    const { file } = this.tree
    if (this.wantedBlock < file.blockCount) this.pool.unpin(this.pool.pin(file, this.wantedBlock))
  }

  /** Descends to the remembered boundary. */
  #resume() {
    const { pool, tree, view, bytes, saved, savedEnd } = this
    const bias = this.savedAfter ? AFTER : BEFORE
    let blockNo = ROOT_BLOCK
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const frame = pool.pin(tree.file, blockNo)
      const base = frame * PAGE_BYTES
      if (isLeaf(view, base)) {
        this.#hold(frame)
        this.index = search(view, bytes, base, 0, saved, nodePrefix(view, base), savedEnd, bias)
        return
      }
      blockNo = childAt(
        view,
        base,
        search(view, bytes, base, 4, saved, nodePrefix(view, base), savedEnd, bias === AFTER ? AFTER : FOLLOWING)
      )
      pool.unpin(frame)
    }
    throw tree.corrupted('a descent does not end')
  }

  /** The cursor's page from now on. @param {FrameNumber} frame pinned */
  #hold(frame) {
    const { view, bytes, pool, tree } = this
    const { cursors } = tree.env
    if (this.frame >= 0) {
      pool.unpin(this.frame)
    } else {
      this.registered = cursors.length
      cursors.push(this)
    }
    const base = frame * PAGE_BYTES
    this.frame = frame
    this.base = base
    this.count = nodeCount(view, base)
    this.low = this.lowEnd === 0 ? (this.lowAfter ? this.count : 0)
      : searchAnywhere(view, bytes, base, this.lowKey, 0, this.lowEnd, this.lowAfter ? AFTER : BEFORE)
    this.high = this.highEnd === 0 ? (this.highAfter ? this.count : 0)
      : searchAnywhere(view, bytes, base, this.highKey, 0, this.highEnd, this.highAfter ? AFTER : BEFORE)
  }

  /**
   * Saves the boundary, which is beside the entry of this page that was returned last; if none was, what is saved holds
   * still.
   */
  #remember() {
    if (this.moved === 0) return
    const end = this.savedEnd =
      copyEntry(this.view, this.bytes, this.base, this.moved > 0 ? this.index - 1 : this.index, SCRATCH, 0)
    if (this.saved.length < end) this.saved = new Uint8Array(Math.max(64, 2 * end))
    const { saved } = this
    for (let i = 0; i < end; i++) saved[i] = SCRATCH[i]
    this.savedAfter = this.moved > 0
    this.moved = 0
  }

  /** @returns {number} */
  #end() {
    this.release()
    return END
  }

  #unpin() {
    const { cursors } = this.tree.env
    const last = /** @type {BTreeCursor} */ (cursors.pop())
    if (last !== this) {
      cursors[this.registered] = last
      last.registered = this.registered
    }
    this.pool.unpin(this.frame)
    /** @type {FrameNumber} */
    this.frame = -1
  }

  /** @returns {number} */
  #nextPage() {
    const { pool, view } = this
    for (;;) {
      if (this.high < this.count) return this.#end()
      const blockNo = nodeNext(view, this.base)
      if (blockNo === 0) return this.#end()
      const frame = this.patient ? pool.tryPin(this.tree.file, blockNo) : pool.pin(this.tree.file, blockNo)
      if (frame < 0) {
        this.wantedBlock = blockNo
        return READ
      }
      this.#remember()
      this.#hold(frame)
      this.index = 0
      if (this.index < this.high) {
        this.moved = 1
        return leafTid(view, this.bytes, this.base, this.index++)
      }
    }
  }

  /** @returns {number} */
  #previousPage() {
    const { pool, view } = this
    for (;;) {
      if (this.low > 0) return this.#end()
      const blockNo = nodePrevious(view, this.base)
      if (blockNo === 0) return this.#end()
      const frame = this.patient ? pool.tryPin(this.tree.file, blockNo) : pool.pin(this.tree.file, blockNo)
      if (frame < 0) {
        this.wantedBlock = blockNo
        return READ
      }
      this.#remember()
      this.#hold(frame)
      this.index = this.count
      if (this.index > this.low) {
        this.moved = -1
        return leafTid(view, this.bytes, this.base, --this.index)
      }
    }
  }
}
