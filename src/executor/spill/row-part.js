/**
 * The rows of one window partition, by number, out of a RowSorter; or those of one group, of which only the first is
 * kept (`skip`). While that holds its rows in memory a partition is a stretch of its order, and nothing is copied. Rows
 * that come out of a merge are copied behind each other; beyond `ctx.workMem` they go to a temporary file in chunks,
 * and the chunks that moving positions (frame ends, lag, lead) read lately are kept. Positions mostly move forward, so
 * a handful of chunks serves them.
 *
 *   chunk = CHUNK_ROWS consecutive rows; in memory is only where each starts in the file
 *   space, while rows come:  the first row | rows that are in no chunk yet
 *          afterwards:       slots of one chunk each
 *
 * What `row` gives is an offset in `space`. Of rows in chunks it is good for the next few calls: whoever holds on to
 * one asks again.
 */
import { closeAtEnd } from './row-buffer.js'
import { RowSpace } from './row-space.js'
import { TempFile } from './temp-file.js'

const CHUNK_ROWS = 64
/** Rows are written so many at a time. */
const WRITE_ROWS = 16 * CHUNK_ROWS
/** Up to so many bytes are copied one by one: a call costs more. */
const SHORT_BYTES = 64
const SLOTS_MAX = 24
const SLOTS_MIN = 8
/** what a value kept beside a row weighs, about */
const BOXED_BYTES = 48

export class RowPart {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {import('./row-sorter.js').RowSorter} sorter that hands out rows now
   * @param {import('./row-sorter.js').RowOrder} order
   */
  constructor(ctx, sorter, order) {
    this.ctx = ctx
    this.sorter = sorter
    this.order = order
    this.copies = sorter.merge !== null
    /** where rows are */
    this.space = this.copies ? this.newSpace() : sorter.space
    this.rows = this.copies ? new Int32Array(CHUNK_ROWS) : sorter.rows
    /** in `rows`, of the first row */
    this.base = 0
    this.length = 0
    /** of the row taken last, until the next one is */
    this.last = -1
    /**
     * Copies only, from here on: where the row that belongs to the next partition is, -1: there is none; or it itself,
     * when `space` was needed for chunks.
     */
    this.heldAt = -1
    /** @type {Uint8Array | null} */
    this.held = null
    /** @type {TempFile | null} */
    this.temp = null
    /** where each chunk starts in the file @type {number[]} */
    this.starts = []
    /** rows in chunks */
    this.written = 0
    this.chunkBytesMax = 0
    /** Rows are read from chunks. */
    this.sealed = false
    this.slotBytes = 0
    /** chunk -> its slot, least lately used first @type {Map<number, number>} */
    this.slots = new Map()
    this.slotsMax = 0
    this.slotRows = new Int32Array(0)
    this.lastChunk = -1
    this.lastSlot = 0
  }

  newSpace() {
    const space = new RowSpace(this.ctx.workMem, undefined, this.order.general)
    space.ctx = this.ctx
    return space
  }

  /** Another partition: its first row is taken. @returns {boolean} false: there is none */
  begin() {
    if (this.copies) this.forget()
    else this.base += this.length
    this.length = 0
    if (this.take()) return true
    if (this.copies) this.space.release()
    else this.sorter.release()
    return false
  }

  forget() {
    this.space.end = 0
    if (this.temp === null) return
    this.temp.close()
    this.temp = null
    if (this.sealed) {
      this.space.release()
      this.space = this.newSpace()
    }
    this.starts = []
    this.written = this.chunkBytesMax = 0
    this.sealed = false
    this.slots.clear()
    this.lastChunk = -1
  }

  /** One row more, in `last`. @returns {boolean} false: there is none */
  take() {
    if (!this.copies) {
      const at = this.base + this.length
      if (at >= this.sorter.count) return false
      this.last = this.rows[at]
      this.length++
      return true
    }
    if (this.heldAt >= 0) {
      const { bytes, view } = this.space
      this.append(bytes, this.heldAt, this.heldAt + view.getUint32(this.heldAt, true))
      this.heldAt = -1
      return true
    }
    if (this.held !== null) {
      this.append(this.held, 0, this.held.length)
      this.held = null
      return true
    }
    const { sorter } = this
    const at = sorter.next()
    if (at < 0) return false
    this.append(sorter.space.bytes, at, at + sorter.space.view.getUint32(at, true))
    return true
  }

  /** The row taken last is the first of the next partition. */
  putBack() {
    this.length--
    if (!this.copies) return
    this.heldAt = this.last
    this.space.end = this.last
  }

  /** Nobody will ask for the row taken last, nor for its number: it need not be kept. */
  skip() {
    if (!this.copies) return
    this.length--
    this.space.end = this.last
  }

  /** @param {Uint8Array} from @param {number} start @param {number} end */
  append(from, start, end) {
    const { space } = this
    const waiting = this.length - this.written
    if (
      this.temp !== null
        ? waiting >= WRITE_ROWS
        : space.end + this.length * (4 + this.order.general * BOXED_BYTES) > this.ctx.workMem
          && waiting >= CHUNK_ROWS
          && this.ctx.vfs !== null
    )
      this.writeChunks()
    const index = this.length - this.written
    if (index >= this.rows.length) {
      const rows = new Int32Array(2 * this.rows.length)
      rows.set(this.rows)
      this.rows = rows
    }
    const at = space.end
    if (at + end - start > space.bytes.length) space.grow(at + end - start)
    const { bytes } = space
    if (from === bytes) bytes.copyWithin(at, start, end)
    else if (end - start <= SHORT_BYTES)
      for (let index = start; index < end; index++) bytes[at + index - start] = from[index]
    else bytes.set(from.subarray(start, end), at)
    space.end = at + end - start
    this.last = this.rows[index] = at
    // Number 0 is the first row's for ever.
    if (this.order.load !== null) this.order.load(space, at, index + (this.written === 0 ? 0 : 1))
    this.length++
  }

  /** All whole chunks go to the file; the first row stays besides. */
  writeChunks() {
    if (this.temp === null) {
      this.temp = new TempFile(this.ctx.vfs, null)
      closeAtEnd(this.ctx, this.temp)
    }
    const { temp, space, rows } = this
    const { bytes, view } = space
    const waiting = this.length - this.written
    const whole = waiting - waiting % CHUNK_ROWS
    for (let index = 0; index < whole; index++) {
      if (index % CHUNK_ROWS === 0) this.startChunk(temp.position)
      temp.appendBytes(bytes, rows[index], rows[index] + view.getUint32(rows[index], true))
    }
    this.written += whole
    const first = view.getUint32(0, true)
    const from = whole < waiting ? rows[whole] : space.end
    bytes.copyWithin(first, from, space.end)
    for (let index = whole; index < waiting; index++) {
      rows[index - whole] = rows[index] - from + first
      if (this.order.load !== null) this.order.load(space, rows[index - whole], index - whole + 1)
    }
    space.end -= from - first
  }

  /** @param {number} position */
  startChunk(position) {
    if (this.starts.length > 0)
      this.chunkBytesMax = Math.max(this.chunkBytesMax, position - this.starts[this.starts.length - 1])
    this.starts.push(position)
  }

  /** Where the first row is, until `seal`. */
  first() {
    return this.copies ? 0 : this.rows[this.base]
  }

  /** The partition is complete; `row` may be called. */
  seal() {
    const { temp, space, rows } = this
    if (temp === null) return
    if (this.heldAt >= 0) {
      this.held = space.bytes.slice(this.heldAt, this.heldAt + space.view.getUint32(this.heldAt, true))
      this.heldAt = -1
    }
    this.writeChunks()
    if (this.written < this.length) {
      this.startChunk(temp.position)
      for (let index = 0; index < this.length - this.written; index++)
        temp.appendBytes(space.bytes, rows[index], rows[index] + space.view.getUint32(rows[index], true))
    }
    this.startChunk(temp.position)
    temp.flush()
    this.sealed = true
    this.slotBytes = this.chunkBytesMax
    this.slotsMax = Math.max(SLOTS_MIN, Math.min(SLOTS_MAX, Math.floor(this.ctx.workMem / this.slotBytes)))
    this.slotRows = new Int32Array(this.slotsMax * CHUNK_ROWS)
    space.release()
    this.space = new RowSpace(this.ctx.workMem, this.slotsMax * this.slotBytes, this.order.general)
    this.space.ctx = this.ctx
  }

  /** @param {number} index 0 … length - 1 @returns {number} */
  row(index) {
    if (!this.sealed) return this.rows[this.base + index]
    const chunk = Math.floor(index / CHUNK_ROWS)
    if (chunk !== this.lastChunk) {
      this.lastSlot = this.slotOf(chunk)
      this.lastChunk = chunk
    }
    return this.slotRows[this.lastSlot * CHUNK_ROWS + index % CHUNK_ROWS]
  }

  /** @param {number} chunk @returns {number} */
  slotOf(chunk) {
    const { slots } = this
    let slot = slots.get(chunk)
    if (slot !== undefined) {
      slots.delete(chunk)
      slots.set(chunk, slot)
      return slot
    }
    slot = slots.size
    if (slot === this.slotsMax) {
      const [oldest, free] = /** @type {[number, number]} */ (slots.entries().next().value)
      slots.delete(oldest)
      slot = free
    }
    slots.set(chunk, slot)
    const { space } = this
    const start = slot * this.slotBytes
    const byteCount = this.starts[chunk + 1] - this.starts[chunk]
    for (let got = 0; got < byteCount;)
      got += /** @type {TempFile} */ (this.temp).file.readSync(
        space.bytes, start + got, byteCount - got, this.starts[chunk] + got,
      )
    for (let at = start, number = slot * CHUNK_ROWS; at < start + byteCount; number++) {
      this.slotRows[number] = at
      if (this.order.load !== null) this.order.load(space, at, number)
      at += space.view.getUint32(at, true)
    }
    return slot
  }
}
