/**
 * The pool: the pages in memory, one block of frames (pool-memory.js) with private scratch pages behind them. A page's
 * base byte offset in `bytes` / `view` is frame * 8192.
 *
 *   EMPTY ── install ──► CLEAN ── markDirty ──► DIRTY     inFlight: a copy is on its way to the disk (page-writer.js); the frame is
 *     ▲                    │ ▲ └─ markHint ─► HINT ─┘     CLEAN from the moment of the copy, DIRTY again if changed since, and
 *     └─ evict, discard ───┘ └─ copied for writing        neither evicted nor copied again until the write has ended
 *
 * Promises: a hit is two array loads (pin + unpin, Node 20: 3.6 ns on a few pages, 14 ns at random over 4,096, the
 * processor's cache missing). Eviction takes CLEAN, unpinned frames only and never writes; when there is none,
 * synchronous code makes room through the writer, and when all are pinned it gets 53200. What comes from disk is
 * checked (XX001). Knows nothing of what is on a page beyond its header.
 *
 * Memory is committed by the kernel as frames are first used, in order: a large pool costs what it holds.
 */
import { checking } from '#invariants'
import { assert } from '../util/assert.js'
import { DbError } from '../errors/db-error.js'
import { blockOutOfRange, invalidPage, noUnpinnedBuffers } from '../errors/pages.js'
import { problemOf } from './file-lengths.js'
import { MissRuns } from './miss-runs.js'
import { PAGE_BYTES, pageKind, pageLsn, setPageIdentity, setPageLsn } from './page.js'
import { POOL_BYTES_MAX, poolMemory, poolMemoryIsGarbage } from './pool-memory.js'
import { ReadAhead } from './read-ahead.js'

/** @import { BlockNumber, FrameNumber, Lsn } from '../util/identifiers.js' */
/** @import { RelationFile, FileManager } from './relation-files.js' */
/** @import { PageWriter } from './page-writer.js' */
/** @import { BulkGate } from './bulk-gate.js' */
/** @import { HeldPages } from './held-pages.js' */

export const EMPTY = 0
export const CLEAN = 1
export const HINT = 2
const DIRTY = 3

/** `used` marks of second chance: 2 = read ahead and not asked for yet. */
const IDLE = 0
const USED = 1
const AHEAD = 2

const SCRATCH_PAGES = 64
/** As many as one block of memory holds. */
export const FRAMES_MAX = POOL_BYTES_MAX / PAGE_BYTES - SCRATCH_PAGES

/** The few frames a scan recycles, so that reading a table once does not empty the pool. */
export class ScanRing {
  /** @param {number} [frameCount] */
  constructor(frameCount = 64) {
    this.frames = new Int32Array(frameCount).fill(-1)
    /** Installation number the frame had when this ring filled it: tells whether it is still ours. */
    this.stamps = new Float64Array(frameCount)
    this.at = 0
  }
}

export class BufferPool {
  /**
   * @param {object} options
   * @param {number} options.frameCount pages in memory
   * @param {FileManager} options.files
   * @param {BulkGate} options.gate at most two bulk jobs in libuv's pool
   * @param {() => number} [options.clock] milliseconds; with it `readMeanMs` is the moving mean of synchronous reads
   */
  constructor({ frameCount, files, gate, clock }) {
    assert(frameCount >= 4, 'a pool has a few frames')
    this.frameCount = frameCount
    this.bytes = poolMemory((frameCount + SCRATCH_PAGES) * PAGE_BYTES)
    this.view = new DataView(this.bytes.buffer, 0, this.bytes.length)
    this.pins = new Uint16Array(frameCount)
    this.used = new Uint8Array(frameCount)
    this.state = new Uint8Array(frameCount)
    this.inFlight = new Uint8Array(frameCount)
    /** Extended here and not written yet: the file has nothing of the page that a crash could tear. */
    this.fresh = new Uint8Array(frameCount)
    /** First change not in the file yet; meaningful while DIRTY, Infinity while HINT. */
    this.recLsn = new Float64Array(frameCount)
    this.frameBlock = new Uint32Array(frameCount)
    /** @type {(RelationFile | null)[]} null: the frame holds no page */
    this.frameFile = new Array(frameCount).fill(null)
    this.frameStamp = new Float64Array(frameCount)
    this.stamp = 0
    /** Frames below this were used at least once. @type {FrameNumber} */
    this.freshFrame = 0
    /** @type {number[]} used once, empty now */
    this.emptyFrames = []
    this.hand = 0
    /** Changed pages that nobody used lately, passed over for others since the cleaner last wrote such. */
    this.coldPassed = 0
    /** Victims since the cleaner last looked: it looks again before its reserve is half used. */
    this.takenSinceWake = 0
    this.dirtyCount = 0
    /** @type {number[]} base offsets of scratch pages at hand */
    this.scratchBases = []
    for (let index = SCRATCH_PAGES - 1; index >= 0; index--) this.scratchBases.push((frameCount + index) * PAGE_BYTES)
    this.readAhead = new ReadAhead(this, gate)
    this.runs = new MissRuns(this)
    this.files = files
    files.pool = this
    /** What images see of its pages, since the first was taken. @type {HeldPages | null} */
    this.held = null
    /** @type {PageWriter | null} set by the writer itself */
    this.writer = null
    this.clock = clock
    this.readMeanMs = 0
    this.hits = 0
    this.misses = 0
    /** Fewer clean frames than a descent may need, where nobody else gets a turn. */
    this.cleanMin = Math.min(8, this.frameCount >>> 4)
    /** `#findFrame` went past nearly all frames, and hardly another clean one is left. */
    this.scarce = false
    this.evictions = 0
    this.prefetched = 0
    this.extended = 0
  }

  /**
   * Pins a page: it stays where it is until `unpin`. Reads synchronously on a miss.
   * @param {RelationFile} file @param {BlockNumber} blockNo
   * @param {ScanRing | null} [ring] for scans: a miss recycles the ring's frames, a hit does not count as use
   * @returns {FrameNumber} frame; the page is at byte frame * 8192
   * @throws {DbError} XX001 damaged page or no such block, 53200 every frame pinned, 58030
   */
  pin(file, blockNo, ring = null) {
    const chunk = file.directory[blockNo >>> 10]
    if (chunk !== undefined) {
      const frame = chunk[blockNo & 1023] - 1
      if (frame >= 0) {
        this.pins[frame]++
        if (ring === null) this.used[frame] = USED
        else if (this.used[frame] === AHEAD) this.used[frame] = IDLE
        this.hits++
        return frame
      }
    }
    return this.pinMiss(file, blockNo, ring)
  }

  /**
   * As `pin`, but -1 on a miss.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {ScanRing | null} [ring]
   */
  tryPin(file, blockNo, ring = null) {
    const chunk = file.directory[blockNo >>> 10]
    if (chunk === undefined) return -1
    const frame = chunk[blockNo & 1023] - 1
    if (frame < 0) return frame < -1 ? this.#pinHeld(file, blockNo, ring) : -1
    this.pins[frame]++
    if (ring === null) this.used[frame] = USED
    else if (this.used[frame] === AHEAD) this.used[frame] = IDLE
    this.hits++
    return frame
  }

  /**
   * A page that images see is in memory, and is anybody's from now on.
   * @param {RelationFile} file @param {BlockNumber} blockNo @param {ScanRing | null} ring @returns {FrameNumber} frame
   */
  #pinHeld(file, blockNo, ring) {
    const frame = /** @type {HeldPages} */ (this.held).release(file, blockNo)
    this.pins[frame]++
    if (ring === null) this.used[frame] = USED
    this.hits++
    return frame
  }

  /**
   * As `pin`, for a second page while `held` is pinned: when it cannot be had, the first is given back too.
   * @param {number} held frame @param {RelationFile} file @param {BlockNumber} blockNo @returns {FrameNumber} frame
   */
  pinBeside(held, file, blockNo) {
    try {
      return this.pin(file, blockNo)
    } catch (error) {
      this.unpin(held)
      throw error
    }
  }

  /** @param {FrameNumber} frame */
  unpin(frame) {
    assert(this.pins[frame] > 0, 'unpin follows pin')
    this.pins[frame]--
  }

  /**
   * The page was changed under the record at `lsn`: stamps it. Call it in the same breath as the change and the record.
   * @param {FrameNumber} frame @param {Lsn} lsn
   */
  markDirty(frame, lsn) {
    setPageLsn(this.view, frame * PAGE_BYTES, lsn)
    if (this.state[frame] !== DIRTY) this.#becomeDirty(frame, lsn)
  }

  /**
   * The page was changed in a way that may be lost (no log record): it is written some day, and holds back no
   * checkpoint.
   * @param {FrameNumber} frame
   */
  markHint(frame) {
    if (this.state[frame] !== CLEAN) return
    this.state[frame] = HINT
    this.recLsn[frame] = Infinity
    this.dirtyCount++
  }

  /** @param {FrameNumber} frame @param {Lsn} lsn */
  #becomeDirty(frame, lsn) {
    const file = this.frameFile[frame]
    assert(file !== null, 'a page that changes belongs to a file')
    if (file.holes !== null) file.holes.delete(this.frameBlock[frame])
    if (this.state[frame] === CLEAN) this.dirtyCount++
    this.state[frame] = DIRTY
    this.recLsn[frame] = lsn
  }

  /**
   * Appends a zeroed page to the file, pinned; it is neither logged nor dirty: the caller initialises it, logs that
   * ("will init") and marks it.
   * @param {RelationFile} file @param {ScanRing | null} [ring]
   * @returns {FrameNumber} frame; its block is file.blockCount - 1
   * @throws {DbError} 53100 no space left, 53200
   */
  extend(file, ring = null) {
    if (file.quarantined) throw this.files.refusal(file.fileId)
    const frame = this.#takeFrame(ring)
    try {
      this.files.growFor(file, file.blockCount + 1)
    } catch (error) {
      this.emptyFrames.push(frame)
      throw error
    }
    const blockNo = file.blockCount
    this.#clearFrame(frame, file, blockNo)
    file.blockCount = blockNo + 1
    this.#install(frame, file, blockNo, ring)
    this.fresh[frame] = 1
    this.pins[frame]++
    this.used[frame] = ring === null ? USED : IDLE
    this.extended++
    return frame
  }

  /**
   * For redo: the page a record changed, pinned, if it still needs the change.
   * @param {number} fileId @param {BlockNumber} blockNo @param {Lsn} lsn of the record
   * @param {boolean} willInit the record makes the page from nothing; then the file grows to hold it, and old bytes do
   *   not matter
   * @returns {FrameNumber} frame, or -1: the page has the change already, or is gone (dropped further on
   *   in the log)
   */
  pinRedo(fileId, blockNo, lsn, willInit) {
    const file = this.files.openForRedo(fileId, blockNo)
    if (file === null) return -1
    if (blockNo >= file.blockCount) {
      if (!willInit) {
        this.files.noteMissing(fileId, blockNo)
        return -1
      }
      this.files.growForRedo(file, blockNo + 1)
    }
    const frame = this.#pinForRedo(file, blockNo, willInit)
    if (frame < 0) return -1
    const base = frame * PAGE_BYTES
    const pageIsAt = pageLsn(this.view, base)
    if (pageIsAt >= lsn) {
      // Whoever wrote it may have left it in the system's cache alone, and no sync brings it to the disk if one has
      // failed already: it is written again.
      if (this.state[frame] !== DIRTY) this.#becomeDirty(frame, lsn)
      this.unpin(frame)
      return -1
    }
    if (!willInit && pageIsAt === 0 && pageKind(this.view, base) === 0) {
      this.unpin(frame)
      this.files.noteMissing(fileId, blockNo)
      return -1
    }
    return frame
  }

  /**
   * A page written for the first time goes to its file without a copy elsewhere (page-writer.js), so a crash may have
   * torn it. Then the log has the record that makes it, and what that one meets does not matter; records before it are
   * about a page that was made anew since.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {boolean} willInit
   * @returns {FrameNumber} frame, or -1: noted as missing
   */
  #pinForRedo(file, blockNo, willInit) {
    if (willInit) this.files.noteMade(file.fileId, blockNo)
    try {
      return this.pin(file, blockNo)
    } catch (error) {
      if (!(error instanceof DbError && error.code === 'XX001')) throw error
    }
    if (!willInit) {
      this.files.noteMissing(file.fileId, blockNo)
      return -1
    }
    const frame = this.#takeFrame(null)
    this.#clearFrame(frame, file, blockNo)
    this.#install(frame, file, blockNo, null)
    this.pins[frame]++
    this.used[frame] = USED
    return frame
  }

  /**
   * Reads blocks ahead off the main thread (read-ahead.js). On return `tryPin(file, blockNo)` succeeds unless the page
   * was pushed out meanwhile (ask again). The blocks after the first are a wish. Where some are here already, only the
   * missing stretch is read.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {number} count
   * @param {ScanRing | null} [ring]
   * @returns {Promise<void>}
   * @throws {DbError} XX001 when the first block is damaged, 53200, 58030
   */
  prefetch(file, blockNo, count, ring = null) { return this.readAhead.prefetch(file, blockNo, count, ring) }

  /** @param {RelationFile} file @param {BlockNumber} blockNo */
  isResident(file, blockNo) {
    const chunk = file.directory[blockNo >>> 10]
    return chunk !== undefined && chunk[blockNo & 1023] !== 0
  }

  /** A private page of this pool's memory, contents unspecified. @returns {number} base byte offset */
  scratch() {
    const base = this.scratchBases.pop()
    assert(base !== undefined, 'scratch pages are given back')
    return base
  }

  /** @param {number} base */
  releaseScratch(base) {
    assert(this.scratchBases.length < SCRATCH_PAGES, 'a scratch page is given back once')
    this.scratchBases.push(base)
  }

  /**
   * Forgets a file's pages from `fromBlock` on, changed or not: they are being dropped.
   * @param {RelationFile} file @param {BlockNumber} fromBlock
   */
  discard(file, fromBlock) {
    this.readAhead.discarded(file, fromBlock)
    for (let high = fromBlock >>> 10; high < file.directory.length; high++) {
      const chunk = file.directory[high]
      if (chunk === undefined) continue
      for (let low = high === fromBlock >>> 10 ? fromBlock & 1023 : 0; low < 1024; low++) {
        if (chunk[low] === 0 || (chunk[low] < 0 && !this.#isGone(file, high * 1024 + low, -chunk[low] - 1))) continue
        const frame = chunk[low] - 1
        // Whose pin it is was forgotten when an error was thrown: nobody reads the page, and nobody gives it back.
        assert(this.pins[frame] === 0 || !checking, 'nobody has a page pinned that is dropped')
        this.pins[frame] = 0
        if (this.state[frame] !== CLEAN) this.dirtyCount--
        this.#detach(frame, file, high * 1024 + low)
        if (this.inFlight[frame] === 0) this.emptyFrames.push(frame) // else the writer gives it back
      }
    }
  }

  /**
   * Of what is being dropped a page is held: one that an image sees stays until its frame is wanted.
   * @param {RelationFile} file @param {BlockNumber} blockNo @param {FrameNumber} frame
   * @returns {boolean} nobody sees it
   */
  #isGone(file, blockNo, frame) {
    const held = /** @type {HeldPages} */ (this.held)
    if (!held.isSeen(frame)) return held.release(file, blockNo) === frame
    if (this.state[frame] !== CLEAN) this.dirtyCount--
    this.state[frame] = CLEAN
    this.fresh[frame] = 0
    this.used[frame] = IDLE
    return false
  }

  /** Lets a file's clean pages go. @param {RelationFile} file */
  letGo(file) {
    this.readAhead.discarded(file, 0)
    for (let frame = 0; frame < this.freshFrame; frame++) {
      if (this.frameFile[frame] !== file || !this.#isEvictable(frame)) continue
      this.#evict(frame)
      this.emptyFrames.push(frame)
    }
  }

  /**
   * Blocks that files were extended by and that nobody has changed yet; files with pages that have changed.
   * @param {boolean} besidesFlight without changed pages an older copy of which is being written: nobody waits for it
   * @returns {{ unwritten: Map<RelationFile, number[]>, changed: Set<RelationFile> }}
   */
  writtenSoFar(besidesFlight) {
    /** @type {Map<RelationFile, number[]>} */
    const unwritten = new Map()
    /** @type {Set<RelationFile>} */
    const changed = new Set()
    for (let frame = 0; frame < this.freshFrame; frame++) {
      const file = this.frameFile[frame]
      if (file === null) continue
      if (this.state[frame] === DIRTY) {
        if (!besidesFlight || this.inFlight[frame] === 0) changed.add(file)
      } else if (this.fresh[frame] !== 0) {
        const list = unwritten.get(file)
        if (list === undefined) unwritten.set(file, [this.frameBlock[frame]])
        else list.push(this.frameBlock[frame])
      }
    }
    return { unwritten, changed }
  }

  /** The oldest change that is in no file yet: redo must start at or before it. Infinity when there is none. */
  minRecLsn() {
    let oldest = this.writer === null ? Infinity : this.writer.minRecLsnInFlight()
    const { state, recLsn } = this
    for (let frame = 0; frame < this.freshFrame; frame++) {
      if (state[frame] === DIRTY && recLsn[frame] < oldest) oldest = recLsn[frame]
    }
    return oldest
  }

  /** O(n), for #invariants: so many pins are there, and no more. @param {number} count */
  assertPinCount(count) {
    let pins = 0
    for (let frame = 0; frame < this.freshFrame; frame++) pins += this.pins[frame]
    if (pins <= count) return
    const pinned = []
    for (let frame = 0; frame < this.freshFrame; frame++)
      if (this.pins[frame] > 0)
        pinned.push(`${this.pins[frame]} on block ${this.frameBlock[frame]} of file ${this.frameFile[frame]?.fileId}`)
    assert(false, `${count} pins are known, and these are there: ${pinned.join(', ')}`)
  }

  /** Every pin was given back: asserted at close. */
  assertUnpinned() {
    for (let frame = 0; frame < this.freshFrame; frame++) {
      assert(
        this.pins[frame] === 0,
        `block ${this.frameBlock[frame]} of file ${this.frameFile[frame]?.fileId} is unpinned in the end`,
      )
    }
  }

  /**
   * The slow half of `pin`: reads the block, unless it is held. Public for the profile, which books it on `buffer`.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {ScanRing | null} ring
   * @returns {FrameNumber} frame
   */
  pinMiss(file, blockNo, ring) {
    if (this.isResident(file, blockNo)) return this.#pinHeld(file, blockNo, ring)
    if (file.quarantined) throw this.files.refusal(file.fileId)
    if (!(blockNo >= 0 && blockNo < file.blockCount) || file.dropped)
      throw blockOutOfRange(file.fileId, blockNo, file.blockCount)
    const frame = this.#takeFrame(ring)
    try {
      this.#readPage(frame, file, blockNo)
    } catch (error) {
      this.emptyFrames.push(frame)
      throw error
    }
    this.misses++
    this.#install(frame, file, blockNo, ring)
    this.pins[frame]++
    this.used[frame] = ring === null ? USED : IDLE
    if (ring === null && this.runs.blocksMax > 1) this.runs.missed(file, blockNo)
    return frame
  }

  /** @param {FrameNumber} frame @param {RelationFile} file @param {BlockNumber} blockNo */
  #readPage(frame, file, blockNo) {
    const base = frame * PAGE_BYTES
    const startMs = this.clock === undefined ? 0 : this.clock()
    const got = this.files.handle(file).readSync(this.bytes, base, PAGE_BYTES, blockNo * PAGE_BYTES)
    if (this.clock !== undefined) this.readMeanMs += (this.clock() - startMs - this.readMeanMs) / 16
    if (got < PAGE_BYTES) this.bytes.fill(0, base + got, base + PAGE_BYTES) // beyond the file's end: never written
    const problem = problemOf(file, blockNo, this.view, this.bytes, base)
    if (problem !== '') throw invalidPage(file.fileId, blockNo, problem)
    setPageIdentity(this.view, base, file.fileId, blockNo)
  }

  /**
   * A page that was read ahead and checked gets a frame, pinned until the job is done: with few clean frames the next
   * block must not push this one out.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {Uint8Array} page
   * @param {ScanRing | null} ring
   * @returns {FrameNumber} frame, or -1: no clean one
   */
  bringIn(file, blockNo, page, ring) {
    const frame = this.#findFrame(ring)
    if (frame < 0) return -1
    const base = frame * PAGE_BYTES
    this.bytes.set(page, base)
    setPageIdentity(this.view, base, file.fileId, blockNo)
    this.#install(frame, file, blockNo, ring)
    this.used[frame] = AHEAD
    this.pins[frame]++
    this.prefetched++
    this.misses++
    return frame
  }

  /** @param {FrameNumber} frame @param {RelationFile} file @param {BlockNumber} blockNo */
  #clearFrame(frame, file, blockNo) {
    const base = frame * PAGE_BYTES
    this.bytes.fill(0, base, base + PAGE_BYTES)
    setPageIdentity(this.view, base, file.fileId, blockNo)
  }

  /** Nobody asks for a page any more. */
  close() {
    this.readAhead.stagings = []
    const done = () => poolMemoryIsGarbage(this.freshFrame * PAGE_BYTES)
    if (this.held === null) done()
    else this.held.vfs.whenNoImage(done)
  }

  /**
   * Are all but an eighth of the frames changed? Who is about to fill many pages, and can wait, has some written first
   * (`writer.makeRoom`): without a clean frame it is done on the spot.
   */
  isCrowded() {
    return (
      this.dirtyCount > this.frameCount - (this.frameCount >>> 3) && this.freshFrame === this.frameCount
      && this.writer !== null
    )
  }

  /** Is there a frame that is empty or unpinned, now or once its write has ended? */
  hasEvictable() {
    if (this.emptyFrames.length > 0 || this.freshFrame < this.frameCount) return true
    for (let frame = 0; frame < this.frameCount; frame++) {
      if (this.pins[frame] === 0) return true // clean, or will be once its write has ended
    }
    return false
  }

  /**
   * @param {FrameNumber} frame
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {ScanRing | null} ring
   */
  #install(frame, file, blockNo, ring) {
    const high = blockNo >>> 10
    let chunk = file.directory[high]
    if (chunk === undefined) {
      while (file.directory.length < high) file.directory.push(undefined)
      chunk = file.directory[high] = new Int32Array(1024)
    }
    assert(chunk[blockNo & 1023] === 0, 'a page is in one frame')
    chunk[blockNo & 1023] = frame + 1
    this.frameFile[frame] = file
    this.frameBlock[frame] = blockNo
    this.state[frame] = CLEAN
    this.fresh[frame] = 0
    this.frameStamp[frame] = ++this.stamp
    if (ring !== null) {
      ring.frames[ring.at] = frame
      ring.stamps[ring.at] = this.stamp
      ring.at = (ring.at + 1) % ring.frames.length
    }
    this.readAhead.installed(file, blockNo)
  }

  /**
   * Takes a page out of its frame.
   * @param {FrameNumber} frame
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   */
  #detach(frame, file, blockNo) {
    const chunk = /** @type {Int32Array} */ (file.directory[blockNo >>> 10])
    assert(chunk[blockNo & 1023] === frame + 1, 'the directory knows where a page is')
    chunk[blockNo & 1023] = 0
    this.frameFile[frame] = null
    this.state[frame] = EMPTY
  }

  /**
   * A frame without a page, making room if it must. Also where hardly another clean one is left: synchronous code that
   * needs a few pages by turns, as a descent of a tree does, would read them in for ever, each pushing out the next.
   * @param {ScanRing | null} ring @returns {FrameNumber}
   */
  #takeFrame(ring) {
    let frame = this.#findFrame(ring)
    if (frame >= 0 && !this.scarce) return frame
    if (this.writer !== null) {
      try {
        if (this.writer.makeRoomSync() > 0 && frame < 0) frame = this.#findFrame(ring)
      } catch (error) {
        if (frame >= 0) this.emptyFrames.push(frame)
        throw error
      }
    }
    if (frame < 0) throw noUnpinnedBuffers(this.frameCount)
    return frame
  }

  /** @param {ScanRing | null} ring @returns {FrameNumber} a frame without a page, or -1: no clean unpinned one */
  #findFrame(ring) {
    this.scarce = false
    if (ring !== null) {
      const frame = ring.frames[ring.at]
      if (
        frame >= 0 && this.frameStamp[frame] === ring.stamps[ring.at] && this.used[frame] === IDLE
        && this.#isEvictable(frame)
      ) {
        this.#evict(frame)
        return frame
      }
    }
    const empty = this.emptyFrames.pop()
    if (empty !== undefined) return empty
    if (this.freshFrame < this.frameCount) {
      const left = this.frameCount - this.freshFrame
      if (this.writer !== null && left <= this.writer.choice.reserveFrames) this.writer.wake()
      return this.freshFrame++
    }
    return this.#victim()
  }

  /** @param {FrameNumber} frame */
  #isEvictable(frame) {
    return this.state[frame] === CLEAN && this.pins[frame] === 0 && this.inFlight[frame] === 0
  }

  /** Second chance: two sweeps, since the first may only clear marks. @returns {FrameNumber} */
  #victim() {
    let unclean = 0
    let left = 0
    for (let step = 2 * this.frameCount; step > 0; step--) {
      const frame = this.hand
      this.hand = frame + 1 === this.frameCount ? 0 : frame + 1
      if (this.pins[frame] > 0) continue
      if (this.used[frame] !== IDLE) {
        this.used[frame] = IDLE
        if (this.state[frame] === CLEAN && this.inFlight[frame] === 0) left++
        continue
      }
      if (this.state[frame] !== CLEAN || this.inFlight[frame] !== 0) {
        unclean++
        if (this.inFlight[frame] === 0) this.coldPassed++
        continue
      }
      this.#evict(frame)
      this.scarce = left < this.cleanMin && 2 * this.frameCount - step >= this.frameCount - this.cleanMin
      if (
        this.dirtyCount > 0 && this.writer !== null
        && (unclean > 0 || ++this.takenSinceWake * 2 > this.writer.choice.reserveFrames)
      ) {
        this.takenSinceWake = 0
        this.writer.wake()
      }
      return frame
    }
    if (this.writer !== null) this.writer.wake()
    return -1
  }

  /** @param {FrameNumber} frame */
  #evict(frame) {
    const file = /** @type {RelationFile} */ (this.frameFile[frame])
    assert(
      this.pins[frame] === 0 && this.state[frame] === CLEAN && this.inFlight[frame] === 0,
      'only clean unpinned pages leave',
    )
    if (this.fresh[frame] !== 0) file.addHole(this.frameBlock[frame])
    const chunk = /** @type {Int32Array} */ (file.directory[this.frameBlock[frame] >>> 10])
    if (chunk[this.frameBlock[frame] & 1023] < 0) this.held?.release(file, this.frameBlock[frame])
    this.#detach(frame, file, this.frameBlock[frame])
    this.evictions++
  }
}
