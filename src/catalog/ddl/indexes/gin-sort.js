/**
 * Puts the keys of a table's rows in order for a gin index. Rows share their keys, so what is sorted is different keys
 * (storage/gin/batch.js); the rows of each come as the table has them, in the order of their tuple ids. Beyond a budget
 * of memory what was gathered is written as a run, and the runs are merged by key; what runs have of one key follows in
 * their order.
 *
 *   record of a run = u32 byte count (little-endian, itself included), u16 byte count of the key, the key,
 *                     tuple ids (6 bytes each, big-endian, as in entries)
 */
import { byteHead } from '../../../util/byte-head.js'
import { giveChunk, takeChunk } from '../../../util/chunks.js'
import { RunMerge } from '../../../util/run-merge.js'
import { putTid, TID_BYTES, tidAt } from '../../../util/tuple-id.js'
import { GinBatch } from '../../../storage/gin/batch.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { KeySink } from '../../../types/key-sink.js' */
/** @import { TempFile } from './entry-sort.js' */

const WRITE_BYTES = 65536
/** A record has room in the merge's smallest window. */
const RECORD_BYTES_MAX = 4096
const KEY_AT = 6
/** Bytes of memory an entry takes while it is gathered and put in order, and a row. */
const ENTRY_COST = 8
const ROW_COST = 12
/** Entries between two looks at the clock. */
const STEP = 8192

class Space {
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

/** @param {Space} space @param {number} at */
const keyBytesAt = ({ view }, at) => view.getUint16(at + 4, true)

/** @type {import('../../../util/run-merge.js').MergeOrder<Space>} */
const BY_KEY = {
  // What begins keys of one column is their class: the bytes behind it tell more.
  head: (space, at) => byteHead(space.bytes, at + KEY_AT, keyBytesAt(space, at)),
  tie: (space, a, b) => {
    const { bytes } = space
    const aEnd = a + KEY_AT + keyBytesAt(space, a)
    const bEnd = b + KEY_AT + keyBytesAt(space, b)
    let i = a + KEY_AT
    let j = b + KEY_AT
    for (; i < aEnd && j < bEnd; i++, j++) if (bytes[i] !== bytes[j]) return bytes[i] - bytes[j]
    return (aEnd - i) - (bEnd - j)
  },
  load: null,
}

export class GinSorter {
  /** @param {number} memoryBytes @param {() => TempFile} makeFile called when memory is used up the first time */
  constructor(memoryBytes, makeFile) {
    this.memoryBytes = memoryBytes
    this.makeFile = makeFile
    this.batch = new GinBatch()
    this.tids = new Float64Array(1024)
    this.rows = 0
    /** The next row may not fit. */
    this.full = false
    /** @type {TempFile | null} */
    this.file = null
    this.fileEnd = 0
    /** @type {{ start: number, end: number }[]} */
    this.runs = []
    /** Different keys in order, and where the rows of each end in `ordered`. */
    /** @type {Uint32Array} */
    this.sorted = new Uint32Array(0)
    /** @type {Uint32Array} */
    this.ends = new Uint32Array(0)
    /** @type {Uint32Array} */
    this.ordered = new Uint32Array(0)
    this.key = 0
    this.at = 0
    /** @type {RunMerge<Space> | null} */
    this.merge = null
    this.tidAt = 0
    this.recordEnd = 0
    /** The key that `next` came to, bytes [0, keyEnd), until it is called again; whether it is another one. */
    this.bytes = new Uint8Array(256)
    this.keyEnd = 0
    this.isNewKey = false
    this.isFirst = true
    /** … and a row that has it. @type {Tid} */
    this.tid = 0
  }

  /** @param {KeySink} keys @param {Tid} tid greater than those before */
  add(keys, tid) {
    if (this.rows === this.tids.length) {
      const more = new Float64Array(2 * this.rows)
      more.set(this.tids)
      this.tids = more
    }
    this.tids[this.rows] = tid
    const { batch } = this
    batch.add(this.rows++, keys)
    const used = batch.entryCount * ENTRY_COST + batch.keyEnd + this.rows * ROW_COST
    this.full = used > this.memoryBytes || batch.hasTooManyKeys()
  }

  /** Rows by key. @returns {Generator<number, void, void>} */
  *order() {
    const { batch, rows } = this
    const { entryKeys, rowEnds } = batch
    const found = rows === 0 ? 0 : rowEnds[rows - 1]
    const places = batch.placesOf(found)
    this.sorted = batch.sorted
    const ordered = this.ordered = new Uint32Array(found)
    for (let row = 0, entry = 0; row < rows; row++) {
      for (const end = rowEnds[row]; entry < end; entry++) ordered[places[entryKeys[entry]]++] = row
      if (row % STEP === STEP - 1) yield STEP
    }
    this.ends = places
    this.key = this.at = 0
    this.takeKey()
  }

  /** The next key's bytes are the entry's. */
  takeKey() {
    if (this.key === this.sorted.length) return
    const { keyBytes, keyStarts, keyEnds } = this.batch
    const number = this.sorted[this.key]
    this.setKey(keyBytes, keyStarts[number], keyEnds[number])
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  setKey(bytes, start, end) {
    const length = end - start
    if (length > this.bytes.length) this.bytes = new Uint8Array(2 * length)
    for (let at = 0; at < length; at++) this.bytes[at] = bytes[start + at]
    this.keyEnd = length
  }

  /** Writes a run. @returns {Generator<number, void, void>} */
  *spillSteps() {
    yield* this.order()
    const file = this.file ??= this.makeFile()
    const start = this.fileEnd
    const out = new Uint8Array(WRITE_BYTES + RECORD_BYTES_MAX)
    const view = new DataView(out.buffer)
    let filled = 0
    for (; this.key < this.sorted.length; this.key++) {
      this.takeKey()
      const { ordered, tids } = this
      for (const end = this.ends[this.sorted[this.key]]; this.at < end;) {
        const record = filled
        const most = Math.floor((RECORD_BYTES_MAX - KEY_AT - this.keyEnd) / TID_BYTES)
        const stop = Math.min(end, this.at + Math.max(1, most))
        out.set(this.bytes.subarray(0, this.keyEnd), record + KEY_AT)
        filled = record + KEY_AT + this.keyEnd
        while (this.at < stop) filled = putTid(out, filled, tids[ordered[this.at++]])
        view.setUint32(record, filled - record, true)
        view.setUint16(record + 4, this.keyEnd, true)
        if (filled >= WRITE_BYTES) {
          file.writeSync(out, 0, filled, this.fileEnd)
          this.fileEnd += filled
          filled = 0
          yield STEP
        }
      }
    }
    file.writeSync(out, 0, filled, this.fileEnd)
    this.fileEnd += filled
    this.runs.push({ start, end: this.fileEnd })
    this.rows = 0
    this.full = false
    this.batch.clear()
    this.sorted = this.ends = this.ordered = new Uint32Array(0)
  }

  /** No more rows come; `next` is to follow. @returns {Generator<number, void, void>} */
  *finishSteps() {
    if (this.runs.length === 0) {
      yield* this.order()
      return
    }
    if (this.rows > 0) yield* this.spillSteps()
    this.batch = new GinBatch()
    const file = /** @type {TempFile} */ (this.file)
    this.merge = new RunMerge(file, this.runs, BY_KEY, this.memoryBytes, (byteCount) => new Space(byteCount))
  }

  /** Goes on to the next row of the key, or of the next one. @returns {boolean} whether there is one */
  next() {
    if (this.merge !== null) return this.nextMerged(this.merge)
    if (this.key === this.sorted.length) return false
    this.isNewKey = this.isFirst
    this.isFirst = false
    if (this.at === this.ends[this.sorted[this.key]]) {
      if (++this.key === this.sorted.length) return false
      this.takeKey()
      this.isNewKey = true
    }
    this.tid = this.tids[this.ordered[this.at++]]
    return true
  }

  /** @param {RunMerge<Space>} merge */
  nextMerged(merge) {
    if (this.tidAt === this.recordEnd) {
      const at = merge.next()
      if (at < 0) return false
      const { space } = merge
      const keyAt = at + KEY_AT
      const keyEnd = keyAt + keyBytesAt(space, at)
      this.isNewKey = this.isFirst || !this.isKey(space.bytes, keyAt, keyEnd)
      this.isFirst = false
      if (this.isNewKey) this.setKey(space.bytes, keyAt, keyEnd)
      this.tidAt = keyEnd
      this.recordEnd = at + space.view.getUint32(at, true)
    } else this.isNewKey = false
    this.tid = tidAt(merge.space.bytes, this.tidAt)
    this.tidAt += TID_BYTES
    return true
  }

  /**
   * Whether it is the key that `next` came to before.
   * @param {Uint8Array} bytes @param {number} at @param {number} end
   */
  isKey(bytes, at, end) {
    if (end - at !== this.keyEnd) return false
    for (let own = 0; at < end; own++, at++) if (this.bytes[own] !== bytes[at]) return false
    return true
  }

  close() {
    this.file?.close()
    this.file = null
    this.merge = null
    this.batch = new GinBatch()
    this.rows = 0
  }
}
