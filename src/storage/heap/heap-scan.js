/**
 * Every row of a heap a snapshot sees, in tuple id order. Never reads synchronously unless asked to: -2 says which
 * blocks it wants. Keeps its place by block and slot, so it survives `release` (a yield) and changes to the pages it is
 * on.
 */
import { ScanRing } from '../buffer-pool.js'
import { PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, pageKind, pageLower } from '../page.js'
import { HeapCursor } from './heap-cursor.js'
import { pageUndo } from './heap-env.js'
import { FLAG } from './tuple.js'
import { SLOTS_MAX, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber, SlotNumber, Tid } from '../../util/identifiers.js' */
/** @import { Heap } from './heap.js' */
/** @import { Snapshot } from '../../txn/snapshot.js' */

export const SCAN_END = -1
export const SCAN_MISS = -2
const READ_AHEAD_BLOCKS = 32
const NOT_PLAIN = FLAG.DELETED | FLAG.FORWARD | FLAG.MOVED

export class HeapScan extends HeapCursor {
  /**
   * @param {Heap} heap @param {Snapshot} snapshot
   * @param {boolean} [synchronous] read missing pages on the spot
   */
  constructor(heap, snapshot, synchronous = false) {
    super(heap)
    this.snapshot = snapshot
    this.synchronous = synchronous
    /** Rows in blocks that are added later belong to nobody this snapshot sees. */
    this.blockEnd = heap.file.blockCount
    /** @type {BlockNumber} */
    this.block = 0
    /** @type {SlotNumber} */
    this.slot = 0
    /** Of the row returned last. @type {Tid} */
    this.tid = -1
    this.settled = false
    /** Some page had versions that not every snapshot sees, or hides, alike. */
    this.sawUnsettled = false
    this.changes = -1
    /** From block to block in `visit`'s order, and how many are left; 0: one after the other. */
    this.step = 0
    this.left = 0
    /** Rows returned that the heap's counters do not know of yet. */
    this.given = 0
    /** Begun by `rewind`: a statement's. Others are the engine's own. */
    this.counts = false
    this.pageRing = heap.file.blockCount > heap.env.pool.frameCount >>> 2 ? new ScanRing() : null
  }

  /** Starts, or starts again, with another snapshot if given: one scan of the table's. @param {Snapshot} [snapshot] */
  rewind(snapshot = this.snapshot) {
    this.heap.counters.scans++
    this.tell()
    this.counts = true
    this.snapshot = snapshot
    this.blockEnd = this.file.blockCount
    /** @type {BlockNumber} */
    this.block = 0
    /** @type {SlotNumber} */
    this.slot = 0
    /** @type {Tid} */
    this.tid = -1
    this.step = 0
  }

  /**
   * After `rewind`: the blocks in another order. @param {number} first @param {number} step has no divisor in common
   * with how many blocks there are
   */
  visit(first, step) {
    this.block = first
    this.step = step
    this.left = this.blockEnd - 1
  }

  /** There are no more rows. */
  finish() {
    this.block = this.blockEnd
  }

  /** To the block that `visit` said comes next. */
  stepOn() {
    this.block = this.left-- > 0 ? (this.block + this.step) % this.blockEnd : this.blockEnd
  }

  /**
   * @returns {number} byte offset of the next row's visible version; SCAN_END; SCAN_MISS: await prefetch(), call again
   */
  next() {
    const { view } = this
    const env = this.heap.env
    for (;;) {
      if (this.block >= this.blockEnd) return SCAN_END
      if (this.blockNo !== this.block && !this.enter()) return SCAN_MISS
      const base = this.base
      if (this.changes !== env.changes) {
        this.changes = env.changes
        this.settled = pageUndo(view, base) < this.undo.low
        if (!this.settled) this.sawUnsettled = true
      }
      const slotEnd = base + pageLower(view, base)
      let slotAt = base + PAGE_HEADER_BYTES + this.slot * 4
      for (; slotAt < slotEnd; slotAt += 4) {
        const offset = view.getUint16(slotAt, true)
        if (offset === 0) continue
        let at = base + offset
        if (!this.settled || (view.getUint16(at + 6, true) & NOT_PLAIN) !== 0) {
          at = this.versionAt(at, this.snapshot)
          if (at < 0) continue
        }
        const slot = (slotAt - base - PAGE_HEADER_BYTES) >>> 2
        this.slot = slot + 1
        this.tid = tidOf(this.block, slot)
        this.given++
        return at
      }
      if (this.step === 0) this.block++
      else this.stepOn()
      /** @type {SlotNumber} */
      this.slot = 0
    }
  }

  tell() {
    if (this.counts) this.heap.counters.rowsRead += this.given
    this.given = 0
  }

  release() {
    this.tell()
    super.release()
  }

  /** Goes to `this.block`, past pages that hold no rows. @returns {boolean} false: not in memory */
  enter() {
    const frame = this.synchronous
      ? this.pool.pin(this.file, this.block, this.pageRing)
      : this.pool.tryPin(this.file, this.block, this.pageRing)
    if (frame < 0) return false
    if (this.frame >= 0) this.pool.unpin(this.frame)
    this.frame = frame
    this.base = frame * PAGE_BYTES
    this.blockNo = this.block
    this.changes = -1
    if (pageKind(this.view, this.base) !== PAGE_KINDS.HEAP) this.slot = SLOTS_MAX
    return true
  }

  /** Brings in the block `next` missed, for callers that cannot wait. */
  readNow() {
    this.pool.unpin(this.pool.pin(this.file, this.block, this.pageRing))
  }

  /** Async: brings in the blocks `next` missed. Give pins back first if others may need them. */
  prefetch() {
    return this.pool.prefetch(
      this.file,
      this.block,
      this.step === 0 ? Math.min(READ_AHEAD_BLOCKS, this.blockEnd - this.block) : 1,
      this.pageRing
    )
  }
}
