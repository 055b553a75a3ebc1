/**
 * Sorted runs of a temporary file as one. Rows begin with their byte count (u32, little-endian, itself included). Those
 * that compete are bytes in the windows of one space, a window per run, so that they are compared as any rows are, and
 * nothing is made for a row. A tree of losers says which is first: each inner node keeps who lost there, so a new row
 * meets as many others as the tree is high. Equal rows come in the order of their runs.
 */
/** @typedef {{ start: number, end: number }} Run */
/** @typedef {{ bytes: Uint8Array, view: DataView, release: () => void }} Space */
/**
 * What rows are like.
 * @template {Space} S
 * @typedef {object} MergeOrder
 * @property {(space: S, at: number) => number} head a number that orders them, as far as it goes; never NaN
 * @property {(space: S, a: number, b: number) => number} tie order of rows whose heads are equal
 * @property {((space: S, at: number, number: number) => void) | null} load told of a row that was just read, and the
 *   number of its run
 */

const WINDOW_BYTES_MIN = 8192
const WINDOW_BYTES_MAX = 65536

/** @template {Space} S */
export class RunMerge {
  /**
   * @param {{ readSync: (bytes: Uint8Array, start: number, length: number, position: number) => number }} file
   * @param {Run[]} runs
   * @param {MergeOrder<S>} order
   * @param {number} memory bytes for the windows, about
   * @param {(byteCount: number, before: S | null) => S} makeSpace `before`: the one it takes the place of
   */
  constructor(file, runs, order, memory, makeSpace) {
    this.file = file
    this.order = order
    this.makeSpace = makeSpace
    const count = this.count = runs.length
    this.window = Math.min(WINDOW_BYTES_MAX, Math.max(WINDOW_BYTES_MIN, Math.floor(memory / count / 1024) * 1024))
    this.space = makeSpace(count * this.window, null)
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

  /**
   * Makes bytes of a run available from its row on.
   * @param {number} run
   * @param {number} byteCount
   * @returns {boolean} false: the run has ended
   */
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
    const to = this.makeSpace(count * window, space)
    for (let run = 0; run < count; run++) {
      const start = run * window
      to.bytes.set(space.bytes.subarray(rows[run], filled[run]), start)
      filled[run] += start - rows[run]
      rows[run] = start
    }
    this.window = window
    this.space = to
    space.release()
  }
}
