/**
 * Sorted runs of a temporary file as one. The rows that compete are bytes in the windows of one RowSpace, a window per run, so that they are compared as any rows are, and nothing
 * is made for a row. A tree of losers says which is first: each inner node keeps who lost there, so a new row meets as many others as the tree is high. Equal rows come in
 * the order of their runs.
 */
import { RowSpace } from './row-space.js'

/** @typedef {{ start: number, end: number }} Run */

const WINDOW_BYTES_MIN = 8192
const WINDOW_BYTES_MAX = 65536

export class RunMerge {
  /** @param {import('../context.js').ExecContext} ctx @param {import('./temp-file.js').TempFile} temp @param {Run[]} runs @param {import('./row-sorter.js').RowOrder} order */
  constructor(ctx, temp, runs, order) {
    this.file = temp.file
    this.order = order
    const count = this.count = runs.length
    this.window = Math.min(WINDOW_BYTES_MAX, Math.max(WINDOW_BYTES_MIN, Math.floor(ctx.workMem / count / 1024) * 1024))
    this.space = new RowSpace(ctx.workMem, count * this.window, order.general)
    this.space.ctx = ctx
    /** where in the file what follows the window is, and where the run ends */
    this.positions = Float64Array.from(runs, ({ start }) => start)
    this.ends = Float64Array.from(runs, ({ end }) => end)
    /** of the run's row, and one behind what the window holds */
    this.rows = new Int32Array(count)
    this.filled = new Int32Array(count)
    /** its row's head; after its last row, `alive` is 0 */
    this.heads = new Float64Array(count)
    this.alive = new Uint8Array(count)
    /** losers[1 … count - 1]: inner nodes; run r is the leaf count + r. losers[0]: who won */
    this.losers = new Int32Array(Math.max(1, count))
    this.begun = false
    for (let run = 0; run < count; run++) {
      this.rows[run] = this.filled[run] = run * this.window
      this.take(run)
    }
    this.losers[0] = count > 1 ? this.build(1) : 0
  }

  /** @param {number} node @returns {number} who wins below it */
  build(node) {
    if (node >= this.count) return node - this.count
    const left = this.build(2 * node)
    const right = this.build(2 * node + 1)
    const leftFirst = this.before(left, right)
    this.losers[node] = leftFirst ? right : left
    return leftFirst ? left : right
  }

  /** @param {number} a @param {number} b runs @returns {boolean} */
  before(a, b) {
    if (this.alive[a] === 0 || this.alive[b] === 0) return this.alive[a] !== 0 || (this.alive[b] === 0 && a < b)
    const x = this.heads[a]
    const y = this.heads[b]
    if (x !== y) return x < y
    const order = this.order.tie(this.space, this.rows[a], this.rows[b])
    return order !== 0 ? order < 0 : a < b
  }

  /** @returns {number} where the next row is in `space`, until the next call; -1: there is none */
  next() {
    const { losers, count } = this
    let winner = losers[0]
    if (count === 0) return -1
    if (this.begun) {
      if (this.alive[winner] === 0) return -1
      this.rows[winner] += this.space.view.getUint32(this.rows[winner], true)
      this.take(winner)
      for (let node = (count + winner) >> 1; node > 0; node >>= 1) {
        const other = losers[node]
        if (!this.before(other, winner)) continue
        losers[node] = winner
        winner = other
      }
      losers[0] = winner
    } else this.begun = true
    if (this.alive[winner] !== 0) return this.rows[winner]
    this.space.release()
    return -1
  }

  /** A run's row is to be whole in its window. @param {number} run */
  take(run) {
    if (!this.have(run, 4)) {
      this.alive[run] = 0
      return
    }
    this.have(run, this.space.view.getUint32(this.rows[run], true))
    this.alive[run] = 1
    const { space, order } = this
    const at = this.rows[run]
    if (order.load !== null) order.load(space, at, run)
    this.heads[run] = order.head(space, at)
  }

  /** Makes bytes of a run available from its row on. @param {number} run @param {number} byteCount @returns {boolean} false: the run has ended */
  have(run, byteCount) {
    let at = this.rows[run]
    let filled = this.filled[run]
    if (filled - at >= byteCount) return true
    if (filled - at + this.ends[run] - this.positions[run] < byteCount) return false
    if (byteCount > this.window) this.widen(byteCount)
    const start = run * this.window
    at = this.rows[run]
    filled = this.filled[run]
    const { bytes } = this.space
    bytes.copyWithin(start, at, filled)
    this.rows[run] = start
    filled += start - at
    while (filled - start < byteCount) {
      const want = Math.min(start + this.window - filled, this.ends[run] - this.positions[run])
      const got = this.file.readSync(bytes, filled, want, this.positions[run])
      if (got <= 0) return false
      filled += got
      this.positions[run] += got
    }
    this.filled[run] = filled
    return true
  }

  /** A row is larger than a window. @param {number} byteCount */
  widen(byteCount) {
    const { space, rows, filled, count } = this
    const window = 2 ** Math.ceil(Math.log2(byteCount + WINDOW_BYTES_MIN))
    const to = new RowSpace(space.memory, count * window)
    for (let run = 0; run < count; run++) {
      const start = run * window
      to.bytes.set(space.bytes.subarray(rows[run], filled[run]), start)
      filled[run] += start - rows[run]
      rows[run] = start
    }
    to.boxed = space.boxed
    to.ctx = space.ctx
    this.window = window
    this.space = to
    space.release()
  }
}
