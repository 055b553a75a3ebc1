/**
 * Pages of the pool as they were at the moment of an image (vfs/imaged-vfs.js): of what has changed and is in no file
 * yet, or only half, a fork has its parent's page in memory. So an image costs no writing and no reading of the log,
 * however much has changed.
 *
 *   image        every changed page, and every one on its way to its file, is held: its entry in the file's directory
 *                becomes negative, so that nobody finds it by the fast way
 *   first pin    of whoever wants it, to read it or to change it: it is copied for the images that look at it, unless
 *                its file has it by now, and is a page like any other from then on
 *   eviction     the same; of a file that was dropped the pages stay until then
 *
 *   image reads block:   kept for it? ── else held since then or before? ── else as the file has it
 *
 * A held page is as it was when it was held: nobody has it pinned, and what writes it copies it. What was pinned at the
 * moment of the image is copied at once.
 */
import { assert } from '../util/assert.js'
import { CLEAN, HINT } from './buffer-pool.js'
import { CRC_OFFSET, PAGE_BYTES, pageCrc, setPageIdentity } from './page.js'
import { Kept, keptFor } from './vfs/imaged-vfs.js'

/** @import { BlockNumber, FrameNumber } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { RelationFile } from './relation-file.js' */
/** @import { ImagedVfs } from './vfs/imaged-vfs.js' */
/** @import { Below } from './vfs/overlay-bytes.js' */
/** @import { Place } from './vfs/block-store.js' */

export class HeldPages {
  /** Copies, as images up to the newest have them. @type {Map<RelationFile, Map<number, Kept<Place>[]>>} */
  #kept = new Map()

  /** @param {BufferPool} pool @param {ImagedVfs} vfs whose images see its pages */
  constructor(pool, vfs) {
    this.pool = pool
    this.vfs = vfs
    /** By frame: the first image that sees what is in it; meaningful while it is held. */
    this.since = new Float64Array(pool.frameCount)
    pool.held = this
    vfs.held = this
  }

  /**
   * An image was taken in this turn.
   * @param {number} epoch of it @param {boolean} isOnly no older one is looked at
   * @returns {Set<RelationFile>} files of which pages are held and that have no name of their own
   */
  hold(epoch, isOnly) {
    const { freshFrame, frameFile, frameBlock, state, inFlight, pins } = this.pool
    const nameless = new Set()
    for (let frame = 0; frame < freshFrame; frame++) {
      if (state[frame] < HINT && inFlight[frame] === 0) continue
      const file = frameFile[frame]
      if (file === null || file.dropped) continue
      if (!file.isOwn) nameless.add(file)
      const chunk = /** @type {Int32Array} */ (file.directory[frameBlock[frame] >>> 10])
      const low = frameBlock[frame] & 1023
      if (pins[frame] > 0) {
        this.#keep(frame, file, epoch - 1, epoch)
      } else if (chunk[low] > 0 || isOnly) {
        chunk[low] = -(frame + 1)
        this.since[frame] = epoch
      }
    }
    return nameless
  }

  /**
   * Somebody wants a page that is held: it is no more.
   * @param {RelationFile} file @param {BlockNumber} block @returns {FrameNumber}
   */
  release(file, block) {
    const chunk = /** @type {Int32Array} */ (file.directory[block >>> 10])
    const frame = -chunk[block & 1023] - 1
    assert(frame >= 0 && this.pool.pins[frame] === 0, 'a page that is held is pinned by nobody')
    // First: where there is no room for a copy it stays what it is.
    if (this.isSeen(frame) && !this.#isInFile(frame, file))
      this.#keep(frame, file, this.since[frame] - 1, this.vfs.newest)
    chunk[block & 1023] = frame + 1
    return frame
  }

  /** Does an image look at what the frame holds? @param {FrameNumber} frame held */
  isSeen(frame) { return this.vfs.isSeen(this.since[frame] - 1, this.vfs.newest) }

  /**
   * For who writes a file: the first image that sees what is about to be written, which is the page as it is held;
   * Infinity: none does, or it sees something else.
   * @param {number} fileId @param {BlockNumber} block
   */
  writtenFor(fileId, block) {
    const entry = this.pool.files.known.get(fileId)?.directory[block >>> 10]?.[block & 1023] ?? 0
    // Changed since it was copied to be written: then this is no image's.
    return entry < 0 && this.pool.state[-entry - 1] === CLEAN ? this.since[-entry - 1] : Infinity
  }

  /**
   * @param {RelationFile} file @param {number} epoch @param {BlockNumber} block @param {Uint8Array} bytes of a page
   * @returns {boolean} false: the file has it
   */
  read(file, epoch, block, bytes) {
    const kept = keptFor(this.#kept.get(file)?.get(block), epoch)
    if (kept !== undefined) {
      this.vfs.store.read(kept.value, bytes)
    } else {
      const entry = file.directory[block >>> 10]?.[block & 1023] ?? 0
      if (entry >= 0 || this.since[-entry - 1] > epoch) return false
      const base = (-entry - 1) * PAGE_BYTES
      bytes.set(this.pool.bytes.subarray(base, base + PAGE_BYTES))
    }
    // In memory a page has no checksum.
    const view = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES)
    setPageIdentity(view, 0, file.fileId, block)
    view.setUint32(CRC_OFFSET, pageCrc(bytes, 0), true)
    return true
  }

  /** Drops what no image needs. @param {(kept: Kept<unknown>) => boolean} isNeeded */
  prune(isNeeded) {
    for (const [file, blocks] of this.#kept) {
      for (const [block, kept] of blocks) {
        const left = kept.filter(isNeeded)
        if (left.length === kept.length) continue
        for (const one of kept) if (!left.includes(one)) this.vfs.store.remove(one.value)
        if (left.length === 0) blocks.delete(block)
        else blocks.set(block, left)
      }
      if (blocks.size === 0) this.#kept.delete(file)
    }
  }

  /** Pages that are kept. */
  get count() {
    let count = 0
    for (const blocks of this.#kept.values()) for (const kept of blocks.values()) count += kept.length
    return count
  }

  /**
   * Whether the file has the page of a frame, and will keep it for the images that see it when it is written again.
   * @param {FrameNumber} frame @param {RelationFile} file
   */
  #isInFile(frame, file) {
    const { state, inFlight, frameBlock } = this.pool
    return state[frame] === CLEAN && inFlight[frame] === 0 && !file.dropped
      && this.vfs.changedAt(file.path, frameBlock[frame]) < this.since[frame]
  }

  /** @param {FrameNumber} frame @param {RelationFile} file @param {number} from @param {number} to */
  #keep(frame, file, from, to) {
    const block = this.pool.frameBlock[frame]
    const base = frame * PAGE_BYTES
    let blocks = this.#kept.get(file)
    if (blocks === undefined) this.#kept.set(file, blocks = new Map())
    const more = new Kept(from, to, this.vfs.store.add(this.pool.bytes.slice(base, base + PAGE_BYTES)))
    const kept = blocks.get(block)
    if (kept === undefined) blocks.set(block, [more])
    else kept.push(more)
  }
}

/**
 * A relation file as images see it: pages that were in memory alone, the others as the file has them.
 * @implements {Below}
 */
export class HeldBelow {
  /**
   * @param {HeldPages} held of an image of this turn @param {RelationFile} file
   * @param {Below} below its file, or its template
   */
  constructor(held, file, below) {
    this.held = held
    this.file = file
    this.below = below
    this.bytes = file.blockCount * PAGE_BYTES
  }

  /** @param {number} epoch */
  sizeAt(epoch) { return Math.max(this.bytes, this.below.sizeAt(epoch)) }

  /** @param {number} epoch @param {BlockNumber} block @param {Uint8Array} bytes of a block */
  readBlock(epoch, block, bytes) {
    if (!this.held.read(this.file, epoch, block, bytes)) this.below.readBlock(epoch, block, bytes)
  }
}
