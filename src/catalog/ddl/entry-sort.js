/**
 * Sorts index entries (key bytes ++ 6-byte tuple id) that may not fit memory: runs are sorted in memory, spilled to one temporary file beyond a
 * budget, and merged.
 *
 *   run in the file: entries in order, each u16 length (little-endian) and its bytes
 */

/** @typedef {{ readSync: (bytes: Uint8Array, start: number, length: number, position: number) => number,
 *   writeSync: (bytes: Uint8Array, start: number, length: number, position: number) => void, close: () => void }} TempFile */

const READ_BYTES = 65536
/** What an entry costs beside its bytes: its object and its place in the list. */
const ENTRY_OVERHEAD = 120

export class EntrySorter {
  /** @param {number} memoryBytes @param {() => TempFile} makeFile called when memory is used up the first time */
  constructor(memoryBytes, makeFile) {
    this.memoryBytes = memoryBytes
    this.makeFile = makeFile
    /** @type {Buffer[]} */
    this.entries = []
    this.used = 0
    this.count = 0
    /** @type {TempFile | null} */
    this.file = null
    this.fileEnd = 0
    /** @type {{ start: number, end: number }[]} */
    this.runs = []
  }

  /** @param {Uint8Array} bytes @param {number} end copied from 0 */
  add(bytes, end) {
    this.entries.push(Buffer.from(bytes.subarray(0, end)))
    this.used += end + ENTRY_OVERHEAD
    this.count++
    if (this.used > this.memoryBytes) this.spill()
  }

  spill() {
    this.entries.sort(Buffer.compare)
    this.file ??= this.makeFile()
    const start = this.fileEnd
    let chunk = new Uint8Array(READ_BYTES)
    let filled = 0
    for (const entry of this.entries) {
      if (filled + 2 + entry.length > chunk.length) {
        this.file.writeSync(chunk, 0, filled, this.fileEnd)
        this.fileEnd += filled
        filled = 0
        if (entry.length + 2 > chunk.length) chunk = new Uint8Array(entry.length + 2)
      }
      chunk[filled] = entry.length & 255
      chunk[filled + 1] = entry.length >>> 8
      chunk.set(entry, filled + 2)
      filled += 2 + entry.length
    }
    this.file.writeSync(chunk, 0, filled, this.fileEnd)
    this.fileEnd += filled
    this.runs.push({ start, end: this.fileEnd })
    this.entries = []
    this.used = 0
  }

  /** All entries in order; each is good until the next is taken. @returns {Generator<Uint8Array, void, void>} */
  *sorted() {
    if (this.runs.length === 0) {
      this.entries.sort(Buffer.compare)
      yield* this.entries
      return
    }
    if (this.entries.length > 0) this.spill()
    const file = /** @type {TempFile} */ (this.file)
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
    this.entries = []
  }
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
