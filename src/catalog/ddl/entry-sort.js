/**
 * Sorts index entries (key bytes ++ 6-byte tuple id) that may not fit memory: runs are sorted in memory, spilled to one temporary file beyond a
 * budget, and merged.
 *
 *   run in the file: entries in order, each u16 length (little-endian) and its bytes
 *
 * Entries that come in order already (a table loaded by its key) are seen to: they are neither sorted nor merged.
 */

/** @typedef {{ readSync: (bytes: Uint8Array, start: number, length: number, position: number) => number,
 *   writeSync: (bytes: Uint8Array, start: number, length: number, position: number) => void, close: () => void }} TempFile */

const READ_BYTES = 65536
/** What an entry costs beside its bytes: where it starts, its head, and twice its number while sorting. */
const ENTRY_OVERHEAD = 20
const ARENA_BYTES_MIN = 65536
/** Bytes of an entry that its head holds as a number: most comparisons end there. */
const HEAD_BYTES = 6

/**
 * Entries lie one behind the other in one array; what is sorted are their numbers. An object per entry would weigh ten times as much
 * as the entry.
 */
export class EntrySorter {
  /** @param {number} memoryBytes @param {() => TempFile} makeFile called when memory is used up the first time */
  constructor(memoryBytes, makeFile) {
    this.memoryBytes = memoryBytes
    this.makeFile = makeFile
    this.arena = new Uint8Array(ARENA_BYTES_MIN)
    /** Where each entry starts; one more: where the last one ends. */
    this.starts = new Uint32Array(1024)
    this.heads = new Float64Array(1024)
    this.count = 0
    /** @type {TempFile | null} */
    this.file = null
    this.fileEnd = 0
    /** @type {{ start: number, end: number }[]} */
    this.runs = []
    /** Are the entries in memory in order as they came; and all there were? */
    this.runAscends = true
    this.ascends = true
    /** The last entry of the run before. @type {Uint8Array | null} */
    this.previous = null
  }

  /** @param {Uint8Array} bytes @param {number} end copied from 0 */
  add(bytes, end) {
    let at = this.starts[this.count]
    if (this.count > 0 && at + end + this.count * ENTRY_OVERHEAD > this.memoryBytes) {
      this.spill()
      at = 0
    }
    if (at + end > this.arena.length) this.arena = grown(this.arena, Math.max(at + end, 2 * this.arena.length))
    if (this.count + 2 > this.starts.length) {
      this.starts = grown(this.starts, 2 * this.starts.length)
      this.heads = grown(this.heads, 2 * this.heads.length)
    }
    const { arena } = this
    let head = 0
    for (let index = 0; index < end; index++) {
      arena[at + index] = bytes[index]
      if (index < HEAD_BYTES) head = head * 256 + bytes[index]
    }
    for (let index = end; index < HEAD_BYTES; index++) head *= 256
    this.heads[this.count] = head
    this.starts[this.count + 1] = at + end
    if (this.runAscends && this.count > 0 && this.compare(this.count - 1, this.count) > 0) this.runAscends = this.ascends = false
    this.count++
  }

  /** @param {number} a @param {number} b numbers of entries */
  compare(a, b) {
    const { arena, heads, starts } = this
    const difference = heads[a] - heads[b]
    if (difference !== 0) return difference
    let x = starts[a]
    let y = starts[b]
    const xEnd = starts[a + 1]
    const yEnd = starts[b + 1]
    while (x < xEnd && y < yEnd) {
      const bytes = arena[x++] - arena[y++]
      if (bytes !== 0) return bytes
    }
    return (xEnd - x) - (yEnd - y)
  }

  /** Numbers of the entries in memory, in the order of their entries. @returns {Uint32Array} */
  order() {
    const order = new Uint32Array(this.count)
    for (let index = 0; index < order.length; index++) order[index] = index
    return this.runAscends ? order : order.sort((a, b) => this.compare(a, b))
  }

  /** @param {number} number @returns {Uint8Array} good until the next `add` */
  entry(number) {
    return this.arena.subarray(this.starts[number], this.starts[number + 1])
  }

  spill() {
    this.file ??= this.makeFile()
    const start = this.fileEnd
    if (this.ascends) {
      if (this.previous !== null && Buffer.compare(this.previous, this.entry(0)) > 0) this.ascends = false
      this.previous = this.entry(this.count - 1).slice()
    }
    let chunk = new Uint8Array(READ_BYTES)
    let filled = 0
    for (const number of this.order()) {
      const from = this.starts[number]
      const length = this.starts[number + 1] - from
      if (filled + 2 + length > chunk.length) {
        this.file.writeSync(chunk, 0, filled, this.fileEnd)
        this.fileEnd += filled
        filled = 0
        if (length + 2 > chunk.length) chunk = new Uint8Array(length + 2)
      }
      chunk[filled++] = length & 255
      chunk[filled++] = length >>> 8
      for (let at = from; at < from + length; at++) chunk[filled++] = this.arena[at]
    }
    this.file.writeSync(chunk, 0, filled, this.fileEnd)
    this.fileEnd += filled
    this.runs.push({ start, end: this.fileEnd })
    this.count = 0
    this.runAscends = true
  }

  /** All entries in order; each is good until the next is taken. @returns {Generator<Uint8Array, void, void>} */
  *sorted() {
    if (this.runs.length === 0) {
      for (const number of this.order()) yield this.entry(number)
      return
    }
    if (this.count > 0) this.spill()
    this.arena = new Uint8Array(0)
    const file = /** @type {TempFile} */ (this.file)
    if (this.ascends) {
      for (const { start, end } of this.runs) for (const run = new RunReader(file, start, end); run.entry !== null; run.advance()) yield run.entry
      return
    }
    // Linear choice of the smallest head: fine below some dozens of runs, and a run is as large as the memory budget.
    const heads = this.runs.map((run) => new RunReader(file, run.start, run.end))
    for (;;) {
      let best = -1
      for (let at = 0; at < heads.length; at++) {
        const { entry } = heads[at]
        if (entry !== null && (best < 0 || Buffer.compare(entry, /** @type {Uint8Array} */ (heads[best].entry)) < 0)) best = at
      }
      if (best < 0) return
      yield /** @type {Uint8Array} */ (heads[best].entry)
      heads[best].advance()
    }
  }

  close() {
    this.file?.close()
    this.file = null
    this.arena = new Uint8Array(0)
    this.count = 0
  }
}

/** A longer array with the same contents. @template {Uint8Array | Uint32Array | Float64Array} T @param {T} array @param {number} length @returns {T} */
function grown(array, length) {
  const longer = /** @type {T} */ (new /** @type {any} */ (array.constructor)(length))
  longer.set(array)
  return longer
}

class RunReader {
  /** @param {TempFile} file @param {number} start @param {number} end */
  constructor(file, start, end) {
    this.file = file
    this.position = start
    this.end = end
    this.chunk = new Uint8Array(READ_BYTES)
    this.at = 0
    this.filled = 0
    /** @type {Uint8Array | null} */
    this.entry = null
    this.advance()
  }

  advance() {
    if (this.filled - this.at < 2 && !this.fill(2)) { this.entry = null; return }
    const length = this.chunk[this.at] | (this.chunk[this.at + 1] << 8)
    if (this.filled - this.at < 2 + length) this.fill(2 + length)
    this.entry = this.chunk.slice(this.at + 2, this.at + 2 + length)
    this.at += 2 + length
  }

  /** @param {number} wanted bytes @returns {boolean} */
  fill(wanted) {
    this.chunk.copyWithin(0, this.at, this.filled)
    this.filled -= this.at
    this.at = 0
    const room = Math.min(this.chunk.length - this.filled, this.end - this.position)
    if (room > 0) {
      const count = this.file.readSync(this.chunk, this.filled, room, this.position)
      this.filled += count
      this.position += count
    }
    return this.filled >= wanted
  }
}
