/**
 * Sorting with bounded memory. Rows are bytes in a RowSpace; what is sorted are their heads (a number that orders them
 * by the first key, as far as it goes) and offsets. Beyond `ctx.workMem` they are written as a run; runs are merged at
 * the end, at most FAN_IN at a time. With a bound N only the first N rows are kept, in a heap whose top is the worst of
 * them; if those are too large together, everything is sorted.
 */
import { checking } from '#invariants'
import { SLICE } from '../codes.js'
import { releaseCursors } from '../context.js'
import { giveChunk, isLent, takeChunk } from '../../util/chunks.js'
import { ROWS_AT_ONCE, sortPairs, sortPairsSteps } from '../../util/pair-sort.js'
import { closeAtEnd } from './row-buffer.js'
import { RunMerge } from '../../util/run-merge.js'
import { RowSpace } from './row-space.js'
import { TempFile } from './temp-file.js'

const FAN_IN = 64
/** A run is sorted and written at a stretch: some twenty milliseconds, however short its rows are. */
const RUN_ROWS_MAX = 131_072
/** a bound above this sorts everything: the heap would be the slower way */
const BOUND_MAX = 20000
/** of a head and an offset */
const PAIR_BYTES = 12
const FIRST_PAIRS = 32
/** what a value kept beside a row weighs, about */
const BOXED_BYTES = 48
const NO_PAIRS = new ArrayBuffer(0)
const NO_HEADS = new Float64Array(0)
const NO_ROWS = new Int32Array(0)
/** Rows that a bounded sort dropped may lie around up to here. */
const DROPPED_BYTES = 65536

/**
 * What rows of a sort are like, written for the statement (operators/row-code.js).
 * @typedef {object} RowOrder
 * @property {(space: RowSpace, at: number) => number} head never NaN
 * @property {import('../../util/pair-sort.js').Tie} tie order of rows whose heads are equal
 * @property {((space: RowSpace, at: number, number: number) => void) | null} load keeps the keys of a row that was read
 *   back beside it
 * @property {number} general keys that are kept beside
 */

const GOLDEN = 0.618034

/**
 * Room that small sorts left, for the next ones: to make it takes longer than to sort a few rows.
 * @type {{ space: RowSpace, pairs: ArrayBuffer, heads: Float64Array<ArrayBuffer>, rows: Int32Array<ArrayBuffer> }[]}
 */
const left = []
const LEFT_MAX = 8
const LEFT_PAIRS = 256
const LEFT_BYTES = 16_384

export class RowSorter {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {RowOrder} order
   * @param {number} [bound] how many rows are wanted, Infinity for all
   * @param {number} [rows] that are expected, up to a few hundred: room to begin with
   * @param {number} [byteCount] the same
   */
  constructor(ctx, order, bound = Infinity, rows = FIRST_PAIRS, byteCount = undefined) {
    this.ctx = ctx
    this.order = order
    this.head = order.head
    this.tie = order.tie
    this.bound = bound <= BOUND_MAX ? bound : Infinity
    /** Several sorts of the same rows do not write their runs at the same row. */
    this.share = 1 - 0.4 * ((GOLDEN * ctx.sorters++) % 1)
    /** A row with a greater head is behind all that is wanted. */
    this.worst = Infinity
    /** one chunk: heads, then where their rows are @type {ArrayBuffer} */
    this.pairs = NO_PAIRS
    /** @type {Float64Array<ArrayBuffer>} */
    this.heads = NO_HEADS
    /** @type {Int32Array<ArrayBuffer>} */
    this.rows = NO_ROWS
    this.space = this.makeRoom(rows, byteCount)
    /** Its room may be somebody else's by now. */
    this.isGiven = false
    this.count = 0
    /** rows that came in */
    this.pushed = 0
    /** bytes of rows in the space that a bounded sort dropped */
    this.dropped = 0
    /** @type {TempFile | null} */
    this.temp = null
    /** @type {import('../../util/run-merge.js').Run[]} */
    this.runs = []
    this.at = 0
    /** @type {RunMerge<RowSpace> | null} */
    this.merge = null
  }

  /** As if it were new: for another group of rows. */
  reset() {
    this.temp?.close()
    if (this.merge !== null || this.isGiven) {
      this.space = this.makeRoom(FIRST_PAIRS, undefined)
      this.isGiven = false
    } else {
      if (this.space.boxed.length < this.order.general)
        this.space.boxed = Array.from({ length: this.order.general }, () => [])
      this.space.ctx = this.ctx
      this.space.clear()
    }
    this.merge = this.temp = null
    this.runs = []
    this.worst = Infinity
    this.at = this.count = this.pushed = this.dropped = 0
    return this
  }

  /** @param {number} at of a row that was just written to the end of `space` */
  push(at) {
    this.pushed++
    const { space } = this
    const head = this.head(space, at)
    if (this.bound !== Infinity) {
      this.pushBounded(at, head)
      return
    }
    if (this.count === this.rows.length) this.growPairs()
    this.heads[this.count] = head
    this.rows[this.count] = at
    space.number = ++this.count
    if (
      this.ctx.vfs !== null
      && (space.end + this.count * PAIR_BYTES + space.boxedBytes > this.ctx.workMem * this.share
        || (this.count >= RUN_ROWS_MAX * this.share && this.temp !== null))
    )
      this.writeRun()
  }

  /** A row that lies in another space. @param {RowSpace} from @param {number} start */
  copy(from, start) {
    const { space } = this
    const byteCount = from.view.getUint32(start, true)
    const at = space.end
    if (at + byteCount > space.bytes.length) space.grow(at + byteCount)
    space.bytes.set(from.bytes.subarray(start, start + byteCount), at)
    space.end = at + byteCount
    if (this.order.load !== null) {
      this.order.load(space, at, space.number)
      space.boxedBytes += this.order.general * BOXED_BYTES
    }
    this.push(at)
  }

  growPairs() {
    const { heads, rows } = this
    const before = this.pairs
    const capacity = 2 * rows.length
    this.makePairs(capacity)
    this.heads.set(heads)
    this.rows.set(rows)
    giveChunk(before)
  }

  /** @param {number} rows @param {number | undefined} byteCount that are expected @returns {RowSpace} */
  makeRoom(rows, byteCount) {
    const { ctx, order } = this
    const room = rows <= LEFT_PAIRS && (byteCount === undefined || byteCount <= LEFT_BYTES) ? left.pop() : undefined
    if (room === undefined) {
      this.makePairs(rows)
      const space = new RowSpace(ctx.workMem, byteCount, order.general)
      space.ctx = ctx
      return space
    }
    this.pairs = room.pairs
    this.heads = room.heads
    this.rows = room.rows
    room.space.begin(ctx, order.general)
    return room.space
  }

  /** @param {number} capacity */
  makePairs(capacity) {
    const chunk = this.pairs = takeChunk(capacity * PAIR_BYTES)
    this.heads = new Float64Array(chunk, 0, capacity)
    this.rows = new Int32Array(chunk, 8 * capacity, capacity)
  }

  /** @param {number} at @param {number} head */
  pushBounded(at, head) {
    const { heads, rows, space } = this
    if (this.count < this.bound) {
      if (this.count === rows.length) this.growPairs()
      this.sift(at, head)
      space.number = this.count
    } else {
      if (this.bound === 0 || head > heads[0] || (head === heads[0] && this.tie(space, at, rows[0]) >= 0)) {
        space.end = at
        return
      }
      const out = rows[0]
      this.dropped += space.view.getUint32(out, true)
      space.number = space.view.getUint32(out + 4, true)
      this.sink(at, head)
      if (this.dropped > DROPPED_BYTES && this.dropped > space.end / 2) this.compact()
    }
    if (
      space.end - this.dropped + this.count * PAIR_BYTES + space.boxedBytes > this.ctx.workMem
      && this.ctx.vfs !== null
    ) {
      // The rows of the bound do not fit: from now on all rows are kept. Those dropped so far are behind the bound in
      // any case.
      this.bound = this.worst = Infinity
      this.dropped = 0
      this.writeRun()
    } else if (this.count >= this.bound) this.worst = this.heads[0]
  }

  /** A row more in the heap: up from its end. @param {number} row @param {number} head */
  sift(row, head) {
    const { heads, rows, space } = this
    let at = this.count++
    while (at > 0) {
      const up = (at - 1) >> 1
      if (heads[up] > head || (heads[up] === head && this.tie(space, rows[up], row) >= 0)) break
      heads[at] = heads[up]
      rows[at] = rows[up]
      at = up
    }
    heads[at] = head
    rows[at] = row
  }

  /** In place of the top: down from there. @param {number} row @param {number} head */
  sink(row, head) {
    const { heads, rows, space, tie, count } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (
        child + 1 < count
        && (heads[child] < heads[child + 1]
          || (heads[child] === heads[child + 1] && tie(space, rows[child], rows[child + 1]) < 0))
      )
        child++
      if (head > heads[child] || (head === heads[child] && tie(space, row, rows[child]) >= 0)) break
      heads[at] = heads[child]
      rows[at] = rows[child]
      at = child
    }
    heads[at] = head
    rows[at] = row
  }

  /** Moves the rows that are wanted together. */
  compact() {
    const { space, rows, count } = this
    const kept = space.end - this.dropped
    const to = new RowSpace(space.memory, kept + DROPPED_BYTES)
    for (let index = 0; index < count; index++) {
      const from = rows[index]
      const byteCount = space.view.getUint32(from, true)
      to.bytes.set(space.bytes.subarray(from, from + byteCount), to.end)
      rows[index] = to.end
      to.end += byteCount
    }
    to.boxed = space.boxed
    to.boxedBytes = space.boxedBytes
    to.number = space.number
    to.ctx = space.ctx
    this.dropped = 0
    this.space = to
    space.release()
  }

  writeRun() {
    const { heads, rows, space, count } = this
    sortPairs(heads, rows, space, this.tie, 0, count)
    if (this.temp === null) this.temp = this.openTemp()
    const start = this.temp.position
    for (let index = 0; index < count; index++) {
      const at = rows[index]
      this.temp.appendBytes(space.bytes, at, at + space.view.getUint32(at, true))
    }
    this.runs.push({ start, end: this.temp.position })
    this.count = 0
    space.clear()
    this.ctx.fuel = 0 // the loop that fills it gives way at its next step
  }

  openTemp() {
    const temp = new TempFile(this.ctx.vfs, null)
    closeAtEnd(this.ctx, temp)
    return temp
  }

  /** No more rows come; `next` may be called. */
  finish() {
    if (this.finishNow()) return
    const steps = this.finishSteps()
    while (!steps.next().done) { /* nobody waits */ }
  }

  /**
   * The same unless it takes a while: many rows to sort, or runs to be merged into fewer first. Then `finishSteps` is
   * to follow.
   * @returns {boolean}
   */
  finishNow() {
    if (this.temp === null) {
      if (this.count > ROWS_AT_ONCE) return false
      sortPairs(this.heads, this.rows, this.space, this.tie, 0, this.count)
      return true
    }
    if (this.count > 0) this.writeRun()
    if (this.runs.length > FAN_IN) return false
    this.startMerge(this.temp, this.runs)
    return true
  }

  /** Gives way as the loops of generated code do. @returns {Generator<number, void, void>} */
  *finishSteps() {
    const { ctx } = this
    if (this.temp === null) {
      for (const count of sortPairsSteps(this.heads, this.rows, this.space, this.tie, this.count)) {
        if ((ctx.fuel -= count) >= 0) continue
        releaseCursors(ctx)
        yield SLICE
      }
      return
    }
    let { temp } = this
    while (this.runs.length > FAN_IN) {
      const target = this.openTemp()
      /** @type {import('../../util/run-merge.js').Run[]} */
      const runs = []
      for (let from = 0; from < this.runs.length; from += FAN_IN) {
        const merge = this.startMerge(temp, this.runs.slice(from, from + FAN_IN))
        const start = target.position
        for (let at = merge.next(); at >= 0; at = merge.next()) {
          const { space } = merge
          target.appendBytes(space.bytes, at, at + space.view.getUint32(at, true))
          if (--ctx.fuel < 0) {
            releaseCursors(ctx)
            yield SLICE
          }
        }
        runs.push({ start, end: target.position })
      }
      temp.close()
      this.temp = temp = target
      this.runs = runs
    }
    this.startMerge(temp, this.runs)
  }

  /**
   * Rows are read through `space` from now on.
   * @param {TempFile} temp
   * @param {import('../../util/run-merge.js').Run[]} runs
   */
  startMerge(temp, runs) {
    if (this.merge === null) {
      this.space.release()
      giveChunk(this.pairs)
    }
    temp.flush()
    const { ctx, order } = this
    const merge = (this.merge = new RunMerge(
      temp.file,
      runs,
      order,
      ctx.workMem,
      (byteCount, /** @type {RowSpace | null} */ before) => {
        const space = new RowSpace(ctx.workMem, byteCount, order.general)
        space.ctx = ctx
        if (before !== null) space.boxed = before.boxed
        return space
      },
    ))
    this.space = merge.space
    return merge
  }

  /** @returns {number} where in `space` the next row is, until the next call; -1: there is none */
  next() {
    const { merge } = this
    if (merge !== null) {
      const at = merge.next()
      this.space = merge.space
      if (at < 0) this.temp?.close()
      return at
    }
    if (this.at < this.count) return this.rows[this.at++]
    this.release()
    return -1
  }

  release() {
    if (this.count < 0) return
    this.count = -1
    const { space, pairs, heads, rows } = this
    space.release()
    // Whoever reads it yet is to notice, however little there was.
    if (checking) for (const bytes of [space.bytes, heads]) bytes.fill(0xaa)
    if (rows.length <= LEFT_PAIRS && space.chunk.byteLength <= LEFT_BYTES) {
      this.isGiven = left.length < LEFT_MAX
      if (this.isGiven) left.push({ space, pairs, heads, rows })
      return
    }
    giveChunk(pairs)
    this.isGiven = isLent(pairs) || isLent(space.chunk)
  }
}
