/**
 * How long each file is as of a checkpoint, and which of its pages were never written: by it, a file that was cut short
 * or pages that became all zero are told from a file that grew before its pages were written (README.md, "What a disk
 * may lose at rest").
 *
 *   FILE_LENGTHS   flags u8: 1 the first record of its checkpoint, zero u8, u16; then files to the end: fileId u32, blockCount u32, count u32, count × block u32
 */
import { RECORD_KINDS } from '../wal/record-kinds.js'
import { PAGE_BYTES, pageKind, pageLsn, pageProblem } from './page.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { RelationFile, StorageLog } from './relation-files.js' */
/** @import { VfsFile } from './vfs/vfs.js' */

const FIRST = 1
const HEADER_BYTES = 4
const RECORD_BYTES_MAX = 1 << 14
const READ_BYTES = 1 << 18

/** What the newest checkpoint says of files that nobody has opened since. */
export class RecordedLengths {
  constructor() {
    /** @type {Map<number, { blockCount: number, holes: number[] }>} by file id */
    this.byFile = new Map()
  }

  /**
   * A record of the log, in the order they were written.
   * @param {{ view: DataView, at: number, end: number }} record
   */
  note({ view, at, end }) {
    if (view.getUint8(at) & FIRST) this.byFile.clear()
    for (let from = at + HEADER_BYTES; from < end;) {
      const fileId = view.getUint32(from, true)
      let known = this.byFile.get(fileId)
      if (known === undefined) this.byFile.set(fileId, known = { blockCount: 0, holes: [] })
      known.blockCount = view.getUint32(from + 4, true)
      const count = view.getUint32(from + 8, true)
      from += 12
      for (let left = count; left > 0; left--, from += 4) known.holes.push(view.getUint32(from, true))
    }
  }
}

/**
 * Says how long files are, for redo from here on.
 * @param {StorageLog} log @param {Iterable<[number, { blockCount: number, holes: number[] }]>} files
 */
export function logLengths(log, files) {
  const record = new LengthsRecord(log)
  for (const [fileId, { blockCount, holes }] of files) {
    // A file with many holes stands in several records; they add up.
    for (let done = 0; done === 0 || done < holes.length;) done += record.add(fileId, blockCount, holes, done)
  }
  record.end()
}

class LengthsRecord {
  #bytes = new Uint8Array(RECORD_BYTES_MAX)
  #view = new DataView(this.#bytes.buffer)
  #at = HEADER_BYTES
  #flags = FIRST

  /** @param {StorageLog} log */
  constructor(log) {
    this.log = log
  }

  /**
   * @param {number} fileId
   * @param {number} blockCount
   * @param {number[]} holes
   * @param {number} from
   * @returns {number} holes that found room, at least 1
   */
  add(fileId, blockCount, holes, from) {
    if (this.#at + 16 > RECORD_BYTES_MAX) this.end()
    const count = Math.min(holes.length - from, (RECORD_BYTES_MAX - this.#at - 12) >>> 2)
    this.#view.setUint32(this.#at, fileId, true)
    this.#view.setUint32(this.#at + 4, blockCount, true)
    this.#view.setUint32(this.#at + 8, count, true)
    this.#at += 12
    for (let index = 0; index < count; index++, this.#at += 4) this.#view.setUint32(this.#at, holes[from + index], true)
    return Math.max(1, count)
  }

  end() {
    const at = this.log.reserve(this.#at)
    this.#view.setUint8(0, this.#flags)
    this.log.buffer.set(this.#bytes.subarray(0, this.#at), at)
    this.log.seal(RECORD_KINDS.FILE_LENGTHS, 0, 0, at + this.#at)
    this.#flags = 0
    this.#at = HEADER_BYTES
  }
}

/**
 * What is wrong with a page as its file has it; '' is nothing. One that is all zero was never written, or lost.
 * @param {RelationFile} file
 * @param {BlockNumber} blockNo
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 */
export function problemOf(file, blockNo, view, bytes, base) {
  const problem = pageProblem(view, bytes, base, file.fileId, blockNo)
  const { holes } = file
  if (problem !== '') return problem
  if (pageKind(view, base) === 0 && pageLsn(view, base) === 0) {
    if (holes !== null && holes.has(blockNo)) return ''
    return blockNo < file.allocatedBlocks
      ? 'The page was written once, and is all zero.'
      : `The file ends before it: of ${file.blockCount} blocks it has ${file.allocatedBlocks}.`
  }
  if (holes !== null) holes.delete(blockNo)
  return ''
}

/** The pages of a file that are all zero. @param {VfsFile} handle @param {number} blockCount @returns {number[]} */
export function findHoles(handle, blockCount) {
  const holes = []
  const bytes = new Uint8Array(Math.min(READ_BYTES, blockCount * PAGE_BYTES))
  for (let first = 0; first < blockCount; first += READ_BYTES / PAGE_BYTES) {
    const count = Math.min(READ_BYTES / PAGE_BYTES, blockCount - first)
    const got = handle.readSync(bytes, 0, count * PAGE_BYTES, first * PAGE_BYTES)
    bytes.fill(0, got, count * PAGE_BYTES)
    for (let page = 0; page < count; page++) {
      if (bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES).every((byte) => byte === 0))
        holes.push(first + page)
    }
  }
  return holes
}
