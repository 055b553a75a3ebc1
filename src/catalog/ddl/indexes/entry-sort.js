/**
 * Sorts index entries (key bytes ++ 6-byte tuple id) that may not fit memory: runs are sorted in memory, spilled to one
 * temporary file beyond a budget, and merged.
 *
 *   short entries, in memory    records of 32-bit words (util/word-sort.js): the bytes, zeros, and in the last byte how many there are
 *   longer entries, in memory   u16 byte count (itself not included) and the bytes, one behind the other; records of where they are and their next 12 bytes are made when they are sorted
 *   any, in a run               u32 byte count (little-endian, itself included) and the bytes
 *
 * Entries begin as short ones; the first that is too long for a record makes records wider, and at last all of them
 * longer ones. What they all begin with is passed over by the sort. Entries that come in order already (a table loaded
 * by its key) are seen to: they are neither sorted nor merged.
 */
import { byteHead } from '../../../util/byte-head.js'
import { giveChunk, nextCapacity, takeChunk } from '../../../util/chunks.js'
import { RunMerge } from '../../../util/run-merge.js'
import { LENGTHS, RECORDS_AT_ONCE, WordSort } from '../../../util/word-sort.js'

/**
 * @typedef {{ readSync: (bytes: Uint8Array, start: number, length: number, position: number) => number,
 *   writeSync: (bytes: Uint8Array, start: number, length: number, position: number) => void, close: () => void }}
 *   TempFile
 */

const WRITE_BYTES = 65536
/** In a run. */
const COUNT_BYTES = 4
/** In memory. */
const LENGTH_BYTES = 2
const FIRST_BYTES = 65536
/** Short entries have one byte less than so many words. */
const WIDTH_MIN = 4
const WIDTH_MAX = 8
/** A longer entry's record: words that order it, then its place. */
const HEAD_WORDS = 3
const RECORD_WORDS = HEAD_WORDS + 1
const RECORD_BYTES = 4 * RECORD_WORDS
/** So many of the next entries are asked of memory at once, before the first of them is wanted. */
const AHEAD = 32

/** Entries of runs. */
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

/**
 * @param {Uint8Array} bytes
 * @param {number} a
 * @param {number} aEnd
 * @param {number} b
 * @param {number} bEnd
 * @returns {number}
 */
function compareBytes(bytes, a, aEnd, b, bEnd) {
  while (a < aEnd && b < bEnd) {
    const difference = bytes[a++] - bytes[b++]
    if (difference !== 0) return difference
  }
  return (aEnd - a) - (bEnd - b)
}

/** Order of runs' entries. @param {number} shared bytes all begin with */
const orderBehind = (shared) => ({
  /** @param {EntrySpace} space @param {number} at */
  head: ({ bytes, view }, at) =>
    byteHead(bytes, at + COUNT_BYTES + shared, view.getUint32(at, true) - COUNT_BYTES - shared),
  /** @param {EntrySpace} space @param {number} a @param {number} b */
  tie: ({ bytes, view }, a, b) =>
    compareBytes(
      bytes,
      a + COUNT_BYTES + shared,
      a + view.getUint32(a, true),
      b + COUNT_BYTES + shared,
      b + view.getUint32(b, true)
    ),
  load: null,
})

/** Longer entries as WordSort sees them. */
class LongEntries {
  /** @param {Uint8Array} bytes @param {Uint32Array} records */
  constructor(bytes, records) {
    this.bytes = bytes
    this.records = records
  }

  /** @param {number} place @returns {number} where the entry ends that begins there */
  endOf(place) {
    return place + LENGTH_BYTES + this.bytes[place] + (this.bytes[place + 1] << 8)
  }

  /** Words of the entry's bytes from `depth` on. @param {number} record its first word @param {number} depth */
  put(record, depth) {
    const { bytes, records } = this
    const place = records[record + HEAD_WORDS]
    const end = this.endOf(place)
    if (depth === LENGTHS) {
      records[record] = end - place
      records[record + 1] = records[record + 2] = 0
      return
    }
    let at = place + LENGTH_BYTES + depth
    if (at + 4 * HEAD_WORDS <= end) {
      records[record] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]
      records[record + 1] = bytes[at + 4] << 24 | bytes[at + 5] << 16 | bytes[at + 6] << 8 | bytes[at + 7]
      records[record + 2] = bytes[at + 8] << 24 | bytes[at + 9] << 16 | bytes[at + 10] << 8 | bytes[at + 11]
      return
    }
    for (let word = 0; word < HEAD_WORDS; word++) {
      let value = 0
      for (let index = 0; index < 4; index++, at++) value = value << 8 | (at < end ? bytes[at] : 0)
      records[record + word] = value
    }
  }

  /** @type {import('../../../util/word-sort.js').More['load']} */
  load(_records, from, to, depth) {
    for (let index = from; index < to; index++) this.put(index * RECORD_WORDS, depth)
  }

  /** @type {import('../../../util/word-sort.js').More['share']} */
  share(records, from, to, depth, known) {
    const { bytes } = this
    const first = records[known.first * RECORD_WORDS + HEAD_WORDS] + LENGTH_BYTES
    const firstEnd = this.endOf(first - LENGTH_BYTES)
    let shared = Math.min(known.bytes, firstEnd - first)
    for (let index = from; index < to; index++) {
      const place = records[index * RECORD_WORDS + HEAD_WORDS] + LENGTH_BYTES
      const length = this.endOf(place - LENGTH_BYTES) - place
      if (length > known.longest) known.longest = length
      let at = depth
      while (at < shared && at < length && bytes[first + at] === bytes[place + at]) at++
      if (at < shared) shared = at
    }
    known.bytes = shared
  }

  /** @type {import('../../../util/word-sort.js').More['tie']} */
  tie(records, a, b, depth) {
    const x = records[a + HEAD_WORDS]
    const y = records[b + HEAD_WORDS]
    const skip = LENGTH_BYTES + (depth === LENGTHS ? 0 : depth)
    return compareBytes(this.bytes, x + skip, this.endOf(x), y + skip, this.endOf(y))
  }
}

export class EntrySorter {
  /** @param {number} memoryBytes @param {() => TempFile} makeFile called when memory is used up the first time */
  constructor(memoryBytes, makeFile) {
    this.memoryBytes = memoryBytes
    this.makeFile = makeFile
    this.chunk = takeChunk(FIRST_BYTES)
    /** Of the entries: both see the same memory. */
    this.memory = new Uint8Array(this.chunk)
    this.words = new Uint32Array(this.chunk)
    /** Words of a short entry's record; 0: entries are longer ones. */
    this.width = WIDTH_MIN
    /** Used bytes of the chunk. */
    this.end = 0
    this.count = 0
    /** Of longer entries, once they are sorted. @type {ArrayBuffer | null} */
    this.recordChunk = null
    this.records = new Uint32Array(0)
    /** Where the last entry is, and how many bytes all begin with, of a run and of all runs. */
    this.last = 0
    this.shared = LENGTHS
    this.sharedByAll = LENGTHS
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
    /** The last entry of the run before. @type {Uint8Array | null} */
    this.previous = null
    /** How many `next` went past, and of longer entries that came in order, where the following one is. */
    this.at = 0
    this.place = 0
    /** @type {RunMerge<EntrySpace> | null} */
    this.merge = null
    /** A short entry as bytes. */
    this.unpacked = new Uint8Array(4 * WIDTH_MAX)
    this.unpackedView = new DataView(this.unpacked.buffer)
    /** Keeps reading ahead from being taken for useless. */
    this.touched = 0
    /** The entry that `next` came to: bytes [from, to), until it is called again. */
    this.bytes = this.memory
    this.from = 0
    this.to = 0
  }

  /** @param {Uint8Array} bytes @param {number} end copied from 0 */
  add(bytes, end) {
    if (this.full) for (const steps = this.spillSteps(); !steps.next().done;) { /* nobody waits */ }
    if (end >= 4 * this.width && this.width > 0) this.widen(end)
    if (this.width > 0) this.addShort(bytes, end)
    else this.addLong(bytes, end)
    this.count++
  }

  /** @param {Uint8Array} bytes @param {number} end */
  addShort(bytes, end) {
    const { width } = this
    const recordBytes = 4 * width
    if (this.end + recordBytes > this.memory.length) this.grow(this.end + recordBytes)
    const { words } = this
    const record = this.end >>> 2
    let at = 0
    let word = record
    for (; at + 4 <= end; at += 4)
      words[word++] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
    let rest = 0
    for (let shift = 24; at < end; shift -= 8) rest |= bytes[at++] << shift
    const stop = record + width
    words[word++] = rest
    for (; word < stop; word++) words[word] = 0
    words[stop - 1] |= end
    if (this.runAscends && this.count > 0) {
      let differing = record
      while (differing < stop && words[differing] === words[differing - width]) differing++
      if (differing < stop && words[differing] < words[differing - width]) this.runAscends = this.ascends = false
    }
    this.end += recordBytes
    this.full = this.end + recordBytes > this.memoryBytes
  }

  /** @param {Uint8Array} bytes @param {number} end */
  addLong(bytes, end) {
    const place = this.end
    const stop = place + LENGTH_BYTES + end
    if (stop > this.memory.length) this.grow(stop)
    const { memory } = this
    memory[place] = end
    memory[place + 1] = end >>> 8
    const into = place + LENGTH_BYTES
    for (let index = 0; index < end; index++) memory[into + index] = bytes[index]
    if (this.count > 0) this.compareWithLast(into, stop)
    this.last = into
    this.end = stop
    this.full = stop + (this.count + 1) * RECORD_BYTES > this.memoryBytes
  }

  /** @param {number} at @param {number} end of the newest */
  compareWithLast(at, end) {
    const { memory, last } = this
    const lastEnd = at - LENGTH_BYTES
    const most = Math.min(this.runAscends ? LENGTHS : this.shared, end - at, lastEnd - last)
    let same = 0
    while (same < most && memory[last + same] === memory[at + same]) same++
    if (same < this.shared) this.shared = same
    if (this.runAscends && compareBytes(memory, last + same, lastEnd, at + same, end) > 0)
      this.runAscends = this.ascends = false
  }

  /**
   * An entry of so many bytes does not fit into a record: those there are come into wider ones, or become longer
   * entries.
   * @param {number} end
   */
  widen(end) {
    const { width, count, chunk, unpacked } = this
    const wider = (end >>> 2) + 1
    if (wider > WIDTH_MAX || this.end / width * wider > this.memoryBytes) {
      const { words, unpackedView } = this
      const before = { words, chunk }
      this.width = this.count = this.end = 0
      this.chunk = takeChunk(chunk.byteLength)
      this.look()
      for (let record = 0; record < count * width; record += width) {
        for (let index = 0; index < width; index++) unpackedView.setUint32(4 * index, before.words[record + index])
        this.addLong(unpacked, unpacked[4 * width - 1])
        this.count++
      }
      giveChunk(before.chunk)
      return
    }
    if (count * 4 * wider > this.memory.length) this.grow(count * 4 * wider)
    const { words } = this
    for (let index = count - 1; index >= 0; index--) {
      const from = index * width
      const to = index * wider
      const last = words[from + width - 1]
      words[to + wider - 1] = last & 255
      for (let word = width; word < wider - 1; word++) words[to + word] = 0
      words[to + width - 1] = last & ~255
      for (let word = width - 2; word >= 0; word--) words[to + word] = words[from + word]
    }
    this.width = wider
    this.end = count * 4 * wider
  }

  /** @param {number} byteCount */
  grow(byteCount) {
    const before = this.chunk
    this.chunk = takeChunk(
      Math.max((byteCount + 3) & ~3, nextCapacity(before.byteLength, 1, (this.memoryBytes + 3) & ~3))
    )
    const { memory } = this
    this.look()
    this.memory.set(memory)
    giveChunk(before)
  }

  look() {
    this.memory = new Uint8Array(this.chunk)
    this.words = new Uint32Array(this.chunk, 0, this.chunk.byteLength >>> 2)
  }

  /** Writes a run: says now and then that it has worked for a while. @returns {Generator<number, void, void>} */
  *spillSteps() {
    yield* this.order()
    const file = this.file ??= this.makeFile()
    const start = this.fileEnd
    const { count } = this
    const out = new Uint8Array(WRITE_BYTES)
    const view = new DataView(out.buffer)
    let filled = 0
    while (this.next()) {
      const { bytes, from, to } = this
      if (
        this.at === 1 &&
        this.ascends &&
        this.previous !== null &&
        Buffer.compare(this.previous, bytes.subarray(from, to)) > 0
      )
        this.ascends = false
      if (this.at === count) this.previous = bytes.slice(from, to)
      const byteCount = to - from + COUNT_BYTES
      if (filled + byteCount > WRITE_BYTES) {
        file.writeSync(out, 0, filled, this.fileEnd)
        this.fileEnd += filled
        filled = 0
      }
      view.setUint32(filled, byteCount, true)
      filled += COUNT_BYTES
      for (let at = from; at < to; at++) out[filled++] = bytes[at]
      if (this.at % RECORDS_AT_ONCE === 0) yield RECORDS_AT_ONCE
    }
    file.writeSync(out, 0, filled, this.fileEnd)
    this.fileEnd += filled
    this.runs.push({ start, end: this.fileEnd })
    this.releaseRecords()
    this.count = this.end = this.at = this.place = 0
    this.shared = LENGTHS
    this.runAscends = true
    this.full = false
  }

  /** Sorts what is in memory. @returns {Generator<number, void, void>} */
  *order() {
    const { width, count } = this
    if (width > 0) {
      if (!this.runAscends) yield* new WordSort(this.words, width, width, null).steps(count)
      this.sharedByAll = 0
      return
    }
    // What neighbours share all share; they all begin as those of other runs do only as far as the last of a run is
    // compared with the next one's first.
    const shared = count > 1 ? this.shared : 0
    this.sharedByAll = Math.min(
      this.sharedByAll,
      shared,
      this.previous === null ? LENGTHS : this.sharedWith(this.previous)
    )
    if (this.runAscends) return
    this.recordChunk = takeChunk(count * RECORD_BYTES)
    const records = new Uint32Array(this.recordChunk, 0, count * RECORD_WORDS)
    const entries = new LongEntries(this.memory, records)
    for (let index = 0, place = 0; index < count; index++) {
      records[index * RECORD_WORDS + HEAD_WORDS] = place
      entries.put(index * RECORD_WORDS, shared)
      place = entries.endOf(place)
      if (index % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) yield RECORDS_AT_ONCE
    }
    this.records = records
    yield* new WordSort(records, RECORD_WORDS, HEAD_WORDS, entries).steps(count, shared)
  }

  /**
   * How many bytes the first of the longer entries in memory begins with that another begins with.
   * @param {Uint8Array} other
   */
  sharedWith(other) {
    const length = this.memory[0] + (this.memory[1] << 8)
    let same = 0
    while (same < length && same < other.length && this.memory[LENGTH_BYTES + same] === other[same]) same++
    return same
  }

  releaseRecords() {
    if (this.recordChunk !== null) giveChunk(this.recordChunk)
    this.recordChunk = null
  }

  releaseMemory() {
    this.releaseRecords()
    giveChunk(this.chunk)
  }

  /** No more entries come; `next` is to follow. @returns {Generator<number, void, void>} */
  *finishSteps() {
    if (this.runs.length === 0) {
      yield* this.order()
      return
    }
    if (this.count > 0) yield* this.spillSteps()
    this.releaseMemory()
    // All in order: their runs are one.
    const runs = this.ascends ? [{ start: this.runs[0].start, end: this.fileEnd }] : this.runs
    this.merge = new RunMerge(
      /** @type {TempFile} */ (this.file),
      runs,
      orderBehind(this.sharedByAll),
      this.memoryBytes,
      (byteCount) => new EntrySpace(byteCount)
    )
  }

  /** Goes on to the next entry. @returns {boolean} whether there is one */
  next() {
    const { merge } = this
    if (merge !== null) {
      const at = merge.next()
      if (at < 0) return false
      this.bytes = merge.space.bytes
      this.from = at + COUNT_BYTES
      this.to = at + merge.space.view.getUint32(at, true)
      return true
    }
    if (this.at >= this.count) return false
    const index = this.at++
    if (this.width > 0) this.unpack(index)
    else this.find(index)
    return true
  }

  /** @param {number} index of a short entry */
  unpack(index) {
    const { width, words, unpackedView } = this
    const record = index * width
    for (let word = 0; word < width; word++) unpackedView.setUint32(4 * word, words[record + word])
    this.bytes = this.unpacked
    this.from = 0
    this.to = words[record + width - 1] & 255
  }

  /** @param {number} index of a longer entry */
  find(index) {
    const { memory, records } = this
    let { place } = this
    if (this.recordChunk !== null) {
      if (index % AHEAD === 0) {
        let touched = 0
        const stop = Math.min(this.count, index + AHEAD) * RECORD_WORDS
        for (let record = index * RECORD_WORDS + HEAD_WORDS; record < stop; record += RECORD_WORDS)
          touched ^= memory[records[record]]
        this.touched ^= touched
      }
      place = records[index * RECORD_WORDS + HEAD_WORDS]
    }
    this.bytes = memory
    this.from = place + LENGTH_BYTES
    this.place = this.to = this.from + memory[place] + (memory[place + 1] << 8)
  }

  close() {
    this.file?.close()
    this.file = null
    if (this.merge === null) this.releaseMemory()
    this.count = 0
    this.merge = null
  }
}
