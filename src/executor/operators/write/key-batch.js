/** Keys of a batch of rows for one index, and their order. */
import { KEY_BUFFER_BYTES } from '../../../types/key.js'

/** What a row wants of an index. */
export const NOTHING = 0
export const ENTRY = 1
export const UNIQUE_ENTRY = 2

/** Rows of a batch at most: their numbers share a number with the head of a key. */
export const BATCH_ROWS_MAX = 4096
/** Of a key, behind what all keys of the batch begin with: 40 bits, and 12 for the row, are exact in a number. */
const HEAD_BYTES = 5
/** Runs of equal heads up to here are sorted by insertion. */
const RUN_MAX = 16

export class KeyBatch {
  /** @param {number} rows @param {number} bytes */
  constructor(rows, bytes) {
    this.bytes = new Uint8Array(bytes)
    this.starts = new Uint32Array(rows)
    this.ends = new Uint32Array(rows)
    this.wants = new Uint8Array(rows)
    this.heads = new Float64Array(rows)
    this.order = new Uint32Array(rows)
    this.at = 0
  }

  isFull() {
    return this.at > this.bytes.length - KEY_BUFFER_BYTES
  }

  /**
   * Puts the rows that want an entry into `order`, by key, and by tuple id where keys are equal.
   * @param {number} count rows @param {Float64Array} tids @returns {number} how many want one
   */
  sort(count, tids) {
    const { bytes, starts, ends, wants, heads, order } = this
    let first = 0
    while (first < count && wants[first] === NOTHING) first++
    if (first === count) return 0
    // How far they are all the same.
    const from = starts[first]
    let common = ends[first] - from
    for (let row = first + 1; row < count; row++) {
      if (wants[row] === NOTHING) continue
      const start = starts[row]
      const most = Math.min(common, ends[row] - start)
      let same = 0
      while (same < most && bytes[start + same] === bytes[from + same]) same++
      common = same
    }
    let found = 0
    for (let row = first; row < count; row++) {
      if (wants[row] === NOTHING) continue
      const end = ends[row]
      let head = 0
      for (let at = starts[row] + common, stop = at + HEAD_BYTES; at < stop; at++)
        head = head * 256 + (at < end ? bytes[at] : 0)
      heads[found++] = head * BATCH_ROWS_MAX + row
    }
    heads.subarray(0, found).sort()
    for (let index = 0; index < found; index++) order[index] = heads[index] % BATCH_ROWS_MAX
    for (let start = 0; start < found;) {
      const head = Math.floor(heads[start] / BATCH_ROWS_MAX)
      let end = start + 1
      while (end < found && Math.floor(heads[end] / BATCH_ROWS_MAX) === head) end++
      if (end - start > 1) this.sortRun(start, end, common, tids)
      start = end
    }
    return found
  }

  /**
   * Rows whose heads are equal.
   * @param {number} start
   * @param {number} end in `order`
   * @param {number} common
   * @param {Float64Array} tids
   */
  sortRun(start, end, common, tids) {
    const { order } = this
    if (end - start > RUN_MAX) {
      let ascends = true
      for (let index = start + 1; ascends && index < end; index++)
        ascends = this.compare(order[index - 1], order[index], common, tids) < 0
      if (!ascends) order.subarray(start, end).sort((a, b) => this.compare(a, b, common, tids))
      return
    }
    for (let index = start + 1; index < end; index++) {
      const row = order[index]
      let at = index
      for (; at > start && this.compare(order[at - 1], row, common, tids) > 0; at--) order[at] = order[at - 1]
      order[at] = row
    }
  }

  /** @param {number} a @param {number} b rows @param {number} common @param {Float64Array} tids */
  compare(a, b, common, tids) {
    const { bytes, starts, ends } = this
    const aEnd = ends[a]
    const bEnd = ends[b]
    let aAt = starts[a] + common
    let bAt = starts[b] + common
    for (; aAt < aEnd && bAt < bEnd; aAt++, bAt++) if (bytes[aAt] !== bytes[bAt]) return bytes[aAt] - bytes[bAt]
    return (aEnd - aAt) - (bEnd - bAt) || tids[a] - tids[b]
  }
}
