/**
 * Sorts index entries (key bytes ++ 6-byte tuple id) that may not fit memory: runs are sorted in memory, spilled to one temporary file beyond a
 * budget, and merged.
 *
 *   entry, in memory and in a run: u32 byte count (little-endian, itself included) and its bytes
 *
 * Entries that come in order already (a table loaded by its key) are seen to: they are neither sorted nor merged.
 */
import { HIGH, LOW, byteHead } from '../../../util/byte-head.js'
import { giveChunk, nextCapacity, takeChunk } from '../../../util/chunks.js'
import { ROWS_AT_ONCE, sortPairs, sortPairsSteps } from '../../../util/pair-sort.js'
import { RunMerge } from '../../../util/run-merge.js'

/** @typedef {{ readSync: (bytes: Uint8Array, start: number, length: number, position: number) => number,
 *   writeSync: (bytes: Uint8Array, start: number, length: number, position: number) => void, close: () => void }} TempFile */

const WRITE_BYTES = 65536
const COUNT_BYTES = 4
/** Of a head and an offset, twice while they are dealt out: what an entry costs beside its bytes. */
const PAIR_BYTES = 24
/** So many entries go into a bucket, as a power of two, if they are spread evenly. */
const BUCKET_BITS = 5
const FIRST_PAIRS = 1024
const FIRST_BYTES = 65536

/** Entries one behind the other: an object per entry would weigh ten times as much as the entry. */
class EntrySpace {
  /** @param {number} byteCount */
  constructor(byteCount) {
    this.chunk = takeChunk(byteCount)
    this.bytes = new Uint8Array(this.chunk)
    this.view = new DataView(this.chunk)
  }

  release() {
    giveChunk(this.chunk)
  }
}

/** @param {{ bytes: Uint8Array, view: DataView }} space @param {number} a @param {number} b @returns {number} */
function compareEntries({ bytes, view }, a, b) {
  const aEnd = a + view.getUint32(a, true)
  const bEnd = b + view.getUint32(b, true)
  let x = a + COUNT_BYTES
  let y = b + COUNT_BYTES
  while (x < aEnd && y < bEnd) {
    const difference = bytes[x++] - bytes[y++]
    if (difference !== 0) return difference
  }
  return (aEnd - x) - (bEnd - y)
}

const ORDER = {
  /** @param {EntrySpace} space @param {number} at */
  head: ({ bytes, view }, at) => byteHead(bytes, at + COUNT_BYTES, view.getUint32(at, true) - COUNT_BYTES),
  tie: compareEntries,
  load: null,
}

export class EntrySorter {
  /** @param {number} memoryBytes @param {() => TempFile} makeFile called when memory is used up the first time */
  constructor(memoryBytes, makeFile) {
    this.memoryBytes = memoryBytes
    this.makeFile = makeFile
    this.space = new EntrySpace(FIRST_BYTES)
    this.end = 0
    /** one chunk: heads, then where their entries are */
    this.pairs = new ArrayBuffer(0)
    this.heads = new Float64Array(this.pairs)
    this.rows = new Int32Array(this.pairs)
    this.makePairs(FIRST_PAIRS)
    this.count = 0
    /** The next entry will not fit: `spillSteps` may be called before, or `add` sees to it without giving way. */
    this.full = false
    /** @type {TempFile | null} */
    this.file = null
    this.fileEnd = 0
    /** @type {{ start: number, end: number }[]} */
    this.runs = []
    /** Are the entries in memory in order as they came; and all there were? */
    this.runAscends = true
    this.ascends = true
    /** The last entry of the run before, and its head. @type {Uint8Array | null} */
    this.previous = null
    this.at = 0
    /** @type {RunMerge<EntrySpace> | null} */
    this.merge = null
    /** The entry that `next` came to: bytes [from, to), until it is called again. */
    this.bytes = this.space.bytes
    this.from = 0
    this.to = 0
  }

  /** @param {Uint8Array} bytes @param {number} end copied from 0 */
  add(bytes, end) {
    if (this.full) for (const steps = this.spillSteps(); !steps.next().done;) { /* nobody waits */ }
    const at = this.end
    const stop = at + COUNT_BYTES + end
    if (stop > this.space.bytes.length) this.growSpace(stop)
    if (this.count === this.rows.length) this.growPairs()
    const { space } = this
    const to = space.bytes
    for (let index = 0; index < end; index++) to[at + COUNT_BYTES + index] = bytes[index]
    space.view.setUint32(at, stop - at, true)
    const head = byteHead(bytes, 0, end)
    this.heads[this.count] = head
    this.rows[this.count] = at
    if (this.runAscends && this.count > 0) {
      const before = this.heads[this.count - 1]
      if (before > head || (before === head && compareEntries(space, this.rows[this.count - 1], at) > 0)) this.runAscends = this.ascends = false
    }
    this.end = stop
    this.count++
    this.full = stop + this.count * PAIR_BYTES > this.memoryBytes
  }

  /** @param {number} byteCount */
  growSpace(byteCount) {
    const before = this.space
    this.space = new EntrySpace(Math.max(byteCount, nextCapacity(before.bytes.length, 1, this.memoryBytes)))
    this.space.bytes.set(before.bytes)
    before.release()
  }

  growPairs() {
    const { heads, rows, pairs } = this
    this.makePairs(2 * rows.length)
    this.heads.set(heads)
    this.rows.set(rows)
    giveChunk(pairs)
  }

  /** Writes a run: says now and then that it has worked for a while. @returns {Generator<number, void, void>} */
  *spillSteps() {
    yield* this.order()
    const file = this.file ??= this.makeFile()
    const start = this.fileEnd
    const { space: { bytes, view }, rows, count } = this
    if (this.ascends) {
      if (this.previous !== null && Buffer.compare(this.previous, this.entry(rows[0])) > 0) this.ascends = false
      this.previous = this.entry(rows[count - 1]).slice()
    }
    const out = new Uint8Array(WRITE_BYTES)
    let filled = 0
    for (let index = 0; index < count; index++) {
      const at = rows[index]
      const byteCount = view.getUint32(at, true)
      if (filled + byteCount > WRITE_BYTES) {
        file.writeSync(out, 0, filled, this.fileEnd)
        this.fileEnd += filled
        filled = 0
      }
      if (byteCount > WRITE_BYTES) {
        file.writeSync(bytes, at, byteCount, this.fileEnd)
        this.fileEnd += byteCount
      } else {
        for (let from = at; from < at + byteCount; from++) out[filled++] = bytes[from]
      }
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield ROWS_AT_ONCE
    }
    file.writeSync(out, 0, filled, this.fileEnd)
    this.fileEnd += filled
    this.runs.push({ start, end: this.fileEnd })
    this.count = this.end = 0
    this.runAscends = true
    this.full = false
  }

  /** Sorts what is in memory. @returns {Generator<number, void, void>} */
  *order() {
    if (this.runAscends) return
    const { count, space } = this
    if (count <= ROWS_AT_ONCE) {
      sortPairs(this.heads, this.rows, space, compareEntries, 0, count)
      return
    }
    const ends = this.divide()
    const { heads, rows } = this
    yield count
    let waiting = 0
    for (let bucket = 0, from = 0; bucket < ends.length; from = ends[bucket++]) {
      const size = ends[bucket] - from
      if (size > ROWS_AT_ONCE) yield* sortPairsSteps(heads, rows, space, compareEntries, size, from)
      else if (size > 1) sortPairs(heads, rows, space, compareEntries, from, from + size)
      waiting += size
      if (waiting < ROWS_AT_ONCE) continue
      yield waiting
      waiting = 0
    }
  }

  /**
   * Deals the pairs out to buckets by the first bits of their heads that are not the same in all: most are then sorted by few comparisons, near each other in memory. No two
   * entries are equal, so it does not matter how they come into order. @returns {Int32Array} where each bucket ends
   */
  divide() {
    const { heads, rows, pairs, count } = this
    const halves = new Uint32Array(pairs, 0, 2 * count)
    let least = 0xffffffff
    let most = 0
    for (let at = HIGH; at < 2 * count; at += 2) {
      const high = halves[at]
      if (high < least) least = high
      if (high > most) most = high
    }
    const bits = Math.max(1, 32 - Math.clz32(count >>> BUCKET_BITS))
    const spread = 32 - Math.clz32(most - least)
    // Of the high word's difference all bits but the last `cut`, or all of it and `more` bits of the low word.
    const cut = Math.max(0, spread - bits)
    const more = Math.max(0, bits - spread)
    const rest = 32 - more
    const ends = new Int32Array(2 ** bits + 1)
    for (let at = 0; at < 2 * count; at += 2) ends[1 + (more === 0 ? (halves[at + HIGH] - least) >>> cut : (halves[at + HIGH] - least) << more | halves[at + LOW] >>> rest)]++
    for (let bucket = 1; bucket < ends.length; bucket++) ends[bucket] += ends[bucket - 1]
    this.makePairs(rows.length)
    for (let index = 0; index < count; index++) {
      const at = 2 * index
      const to = ends[more === 0 ? (halves[at + HIGH] - least) >>> cut : (halves[at + HIGH] - least) << more | halves[at + LOW] >>> rest]++
      this.heads[to] = heads[index]
      this.rows[to] = rows[index]
    }
    giveChunk(pairs)
    return ends.subarray(0, ends.length - 1)
  }

  /** @param {number} capacity */
  makePairs(capacity) {
    const chunk = this.pairs = takeChunk(capacity * (PAIR_BYTES / 2))
    this.heads = new Float64Array(chunk, 0, capacity)
    this.rows = new Int32Array(chunk, 8 * capacity, capacity)
  }

  /** @param {number} at @returns {Uint8Array} good until the next `add` */
  entry(at) {
    return this.space.bytes.subarray(at + COUNT_BYTES, at + this.space.view.getUint32(at, true))
  }

  /** No more entries come; `next` is to follow. @returns {Generator<number, void, void>} */
  *finishSteps() {
    if (this.runs.length === 0) yield* this.order()
    else {
      if (this.count > 0) yield* this.spillSteps()
      this.space.release()
      giveChunk(this.pairs)
      // All in order: their runs are one.
      const runs = this.ascends ? [{ start: this.runs[0].start, end: this.fileEnd }] : this.runs
      this.merge = new RunMerge(/** @type {TempFile} */ (this.file), runs, ORDER, this.memoryBytes, (byteCount) => new EntrySpace(byteCount))
      this.space = this.merge.space
    }
    this.bytes = this.space.bytes
  }

  /** Goes on to the next entry. @returns {boolean} whether there is one */
  next() {
    const { merge } = this
    let at
    if (merge !== null) {
      at = merge.next()
      if (at < 0) return false
      this.space = merge.space
      this.bytes = this.space.bytes
    } else {
      if (this.at >= this.count) return false
      at = this.rows[this.at++]
    }
    this.from = at + COUNT_BYTES
    this.to = at + this.space.view.getUint32(at, true)
    return true
  }

  close() {
    this.file?.close()
    this.file = null
    if (this.merge === null) {
      this.space.release()
      giveChunk(this.pairs)
    }
    this.count = 0
    this.merge = null
  }
}
