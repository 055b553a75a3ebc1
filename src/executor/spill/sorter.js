/**
 * Sorting with bounded memory: rows are gathered up to `ctx.workMem`, sorted, written as a run; runs are merged at the end, at most
 * FAN_IN at a time. With a bound N only the first N rows are kept, in a heap whose top is the worst of them; if those are too large together, everything is sorted.
 */
import { SLICE } from '../codes.js'
import { releaseCursors } from '../context.js'
import { RowCodec, rowBytes } from './row-codec.js'
import { TempFile } from './temp-file.js'
import { closeAtEnd } from './row-buffer.js'
import { ROWS_AT_ONCE, quicksort, quicksortSteps } from './quicksort.js'

const FAN_IN = 64
/** a bound above this sorts everything: the heap would be the slower way */
const BOUND_MAX = 20000

export class Sorter {
  /**
   * @param {import('../context.js').ExecContext} ctx @param {(a: any[], b: any[]) => number} compare @param {any[]} types TypeOps per column
   * @param {number} [bound] how many rows are wanted, Infinity for all
   */
  constructor(ctx, compare, types, bound = Infinity) {
    this.ctx = ctx
    this.compare = compare
    this.types = types
    this.bound = bound <= BOUND_MAX ? bound : Infinity
    /** @type {any[][]} */
    this.rows = []
    this.bytes = 0
    /** rows that came in */
    this.pushed = 0
    /** @type {TempFile | null} */
    this.temp = null
    /** @type {{ start: number, end: number }[]} */
    this.runs = []
    this.at = 0
    /** @type {Merge | null} */
    this.merge = null
  }

  /** @param {any[]} row kept, not copied */
  push(row) {
    this.pushed++
    if (this.bound !== Infinity) {
      this.pushBounded(row)
      return
    }
    this.rows.push(row)
    this.bytes += rowBytes(row)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.writeRun()
  }

  /** @param {any[]} row */
  pushBounded(row) {
    const { rows, compare } = this
    if (rows.length < this.bound) {
      rows.push(row)
      this.bytes += rowBytes(row)
      if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) {
        this.sortAll()
        return
      }
      let at = rows.length - 1
      while (at > 0) {
        const up = (at - 1) >> 1
        if (compare(rows[up], row) >= 0) break
        rows[at] = rows[up]
        at = up
      }
      rows[at] = row
      return
    }
    if (this.bound === 0 || compare(row, rows[0]) >= 0) return
    this.bytes += rowBytes(row) - rowBytes(rows[0])
    siftDown(rows, row, (a, b) => compare(b, a))
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.sortAll()
  }

  /** The rows of the bound do not fit: from now on all rows are kept. Those dropped so far are behind the bound in any case. */
  sortAll() {
    this.bound = Infinity
    this.writeRun()
  }

  writeRun() {
    quicksort(this.rows, this.compare)
    if (this.temp === null) this.temp = this.openTemp()
    const start = this.temp.position
    for (const row of this.rows) this.temp.append(row)
    this.runs.push({ start, end: this.temp.position })
    this.rows = []
    this.bytes = 0
  }

  openTemp() {
    const temp = new TempFile(this.ctx.vfs, new RowCodec(this.types))
    closeAtEnd(this.ctx, temp)
    return temp
  }

  /** No more rows come; `next` may be called. */
  finish() {
    if (this.finishNow()) return
    const steps = this.finishSteps()
    while (!steps.next().done) { /* nobody waits */ }
  }

  /** The same unless it takes a while: many rows to sort, or runs to be merged into fewer first. Then `finishSteps` is to follow. @returns {boolean} */
  finishNow() {
    if (this.temp === null) {
      if (this.rows.length > ROWS_AT_ONCE) return false
      quicksort(this.rows, this.compare)
      return true
    }
    if (this.rows.length > 0) this.writeRun()
    if (this.runs.length > FAN_IN) return false
    this.merge = new Merge(this.temp, this.runs, this.compare, this.types.length)
    return true
  }

  /** Gives way as the loops of generated code do. @returns {Generator<number, void, void>} */
  *finishSteps() {
    const { ctx } = this
    if (this.temp === null) {
      for (const count of quicksortSteps(this.rows, this.compare)) {
        if ((ctx.fuel -= count) >= 0) continue
        releaseCursors(ctx)
        yield SLICE
      }
      return
    }
    let temp = /** @type {TempFile} */ (this.temp)
    while (this.runs.length > FAN_IN) {
      const target = this.openTemp()
      const runs = []
      for (let from = 0; from < this.runs.length; from += FAN_IN) {
        const merge = new Merge(temp, this.runs.slice(from, from + FAN_IN), this.compare, this.types.length)
        const start = target.position
        for (let row = merge.next(); row !== undefined; row = merge.next()) {
          target.append(row)
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
    this.merge = new Merge(temp, this.runs, this.compare, this.types.length)
  }

  /** @returns {any[] | undefined} */
  next() {
    if (this.merge !== null) {
      const row = this.merge.next()
      if (row === undefined) this.temp?.close()
      return row
    }
    return this.at < this.rows.length ? this.rows[this.at++] : undefined
  }
}

/** Several sorted runs as one. Equal rows come in the order of their runs. */
class Merge {
  /** @param {TempFile} temp @param {{ start: number, end: number }[]} runs @param {(a: any[], b: any[]) => number} compare @param {number} columnCount */
  constructor(temp, runs, compare, columnCount) {
    /** @param {Head} a @param {Head} b */
    this.order = (a, b) => compare(a.row, b.row) || a.run - b.run
    /** @type {Head[]} */
    this.heads = []
    runs.forEach(({ start, end }, run) => {
      const reader = temp.reader(start, end, columnCount)
      const row = reader.next()
      if (row !== undefined) this.heads.push({ row, reader, run })
    })
    this.heads.sort(this.order)
  }

  /** @returns {any[] | undefined} */
  next() {
    const { heads } = this
    if (heads.length === 0) return undefined
    const top = heads[0]
    const { row } = top
    const following = top.reader.next()
    if (following !== undefined) {
      top.row = following
      siftDown(heads, top, this.order)
    } else {
      const last = /** @type {Head} */ (heads.pop())
      if (heads.length > 0) siftDown(heads, last, this.order)
    }
    return row
  }
}

/** @typedef {{ row: any[], reader: import('./temp-file.js').TempReader, run: number }} Head */

/** Puts `item` at the top of a min-heap and lets it sink. @template T @param {T[]} heap @param {T} item @param {(a: T, b: T) => number} order */
function siftDown(heap, item, order) {
  const count = heap.length
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= count) break
    if (child + 1 < count && order(heap[child + 1], heap[child]) < 0) child++
    if (order(heap[child], item) >= 0) break
    heap[at] = heap[child]
    at = child
  }
  heap[at] = item
}
