/**
 * The undo log: an endless run of records in chunks of 1 MB, addressed by undo pointers (units of 16 bytes). It grows
 * at one end and is forgotten at the other as `low` advances. The record's bytes are in README.md.
 *
 *      dropped      spilled (file)        in memory           being written
 *    ──────────────┬────────────────┬──────────────────────┬──────── next
 *                 low
 *
 * Beyond `memoryChunksMax` the oldest chunks go to a temporary file (undo-file.js). A disk that is full refuses a new
 * record (53100), and with it the statement; undoing one adds none.
 */
import { assert } from '../util/assert.js'
import { giveBuffer, takeBuffer } from '../util/spare-buffers.js'
import { undoFileFull, undoPointerInvalid } from '../errors/txn.js'
import { UndoFile } from './undo-file.js'

/** @import { Vfs } from '../storage/vfs/vfs.js' */
/** @import { BlockNumber, SlotNumber, Xid } from '../util/identifiers.js' */
/** @import { Transaction } from './transaction.js' */

export const UNDO_UNIT_BYTES = 16
const CHUNK_BYTES = 1 << 20
const CHUNK_UNITS = CHUNK_BYTES / UNDO_UNIT_BYTES
const UNIT_IN_CHUNK = CHUNK_UNITS - 1
const SPARE_BUFFERS_MAX = 4
/** Chunks in the file between two calls of `onGrown`. */
const GROWN_CHUNKS = 16
/**
 * How far the file may grow beyond its limit while those are ended who keep it: a quarter of it, but so much at least.
 */
const BEYOND_LIMIT_BYTES = 16 * CHUNK_BYTES
const TWO_32 = 4294967296

export const UNDO_RECORD_BYTES = 56
export const UNDO_KIND = 0
export const UNDO_CHANGED = 1
export const UNDO_FLAGS = 2
export const UNDO_CID = 4
const UNDO_XID = 8
export const UNDO_SLOT = 14
export const UNDO_PREVIOUS = 16
export const UNDO_RANGE_OFFSET = 22
export const UNDO_HEADER_XID = 24
export const UNDO_BEFORE_BYTES = 30
export const UNDO_HEADER_UNDO = 32
export const UNDO_FILE = 40
export const UNDO_BLOCK = 44
export const UNDO_LSN = 48

/** @param {DataView} view @param {number} at @returns {number} */
export const readU48 = (view, at) => view.getUint32(at, true) + view.getUint16(at + 4, true) * TWO_32
/** @param {DataView} view @param {number} at of a record */
const lengthOf = (view, at) => UNDO_RECORD_BYTES + view.getUint16(at + UNDO_BEFORE_BYTES, true)

/**
 * @typedef {object} Chunk
 * @property {Uint8Array | null} bytes null: it is in the file
 * @property {DataView | null} view
 * @property {number} xidMin smallest xid with a record in it
 * @property {number} place in the file; -1: in memory
 */

export class UndoLog {
  /**
   * @param {object} options
   * @param {Pick<Vfs, 'tempFile' | 'freeBytes'>} options.vfs
   * @param {number} [options.memoryChunksMax] chunks of 1 MB kept in memory
   */
  constructor({ vfs, memoryChunksMax = 64 }) {
    this.file = new UndoFile(vfs, CHUNK_BYTES, lengthOf)
    this.memoryChunksMax = Math.max(2, memoryChunksMax)
    /** The first free pointer. */
    this.next = 0
    /** Records before this are settled. */
    this.low = 0
    /** Pointers below this may be used; the manager logs a new bound before a chunk beyond it is begun. */
    this.bound = 0
    /** @type {(chunkEnd: number) => void} */
    this.raiseBound = () => {}
    /** Of the file: `undo_file_limit`. */
    this.limitBytes = Infinity
    /**
     * Told as the file grows, and with each chunk beyond the limit; in the middle of a change, so that it may only take
     * note.
     * @type {() => void}
     */
    this.onGrown = () => undefined
    /** @type {Chunk[]} */
    this.chunks = []
    this.firstChunkNo = 0
    this.firstInMemory = 0 // index into chunks of the oldest that was not spilled
    this.usedUnits = CHUNK_UNITS // of the chunk being written
    this.xidMin = Infinity // of the chunk being written
    /** Where `append` put the before bytes. */
    /** @type {Uint8Array} */
    this.writeBytes = new Uint8Array(0)
    /** @type {DataView} */
    this.writeView = new DataView(this.writeBytes.buffer)
    this.writeAt = 0
    /** Where `seek` stands. */
    /** @type {Uint8Array} */
    this.bytes = this.writeBytes
    /** @type {DataView} */
    this.view = this.writeView
    this.at = 0
    /** @type {Uint8Array[]} */
    this.spare = []
    this.spilledChunks = 0 // counter
  }

  /** Before the first append: pointers start at or above `pointer`. @param {number} pointer */
  startAt(pointer) {
    assert(this.chunks.length === 0, 'the undo log starts once')
    this.firstChunkNo = Math.floor(pointer / CHUNK_UNITS) + 1 // never 0: pointer 0 means none
    this.next = this.firstChunkNo * CHUNK_UNITS
    this.low = this.next
    this.usedUnits = CHUNK_UNITS
  }

  /**
   * What `append` of a record with so many before bytes needs is there: nothing refuses it then. Before the log is
   * asked for room, since this may write records of its own.
   * @param {number} beforeBytes @throws {DbError} 53100, 53000, 58030
   */
  makeRoom(beforeBytes) {
    if (this.usedUnits + ((UNDO_RECORD_BYTES + beforeBytes + UNDO_UNIT_BYTES - 1) >>> 4) > CHUNK_UNITS)
      this.beginChunk()
  }

  /**
   * Adds a record to the transaction's chain; the caller copies `beforeBytes` bytes to writeBytes[writeAt…] before
   * anything else happens.
   * @param {number} kind @param {number} changed @param {Transaction} txn with an xid
   * @param {number} fileId @param {BlockNumber} blockNo @param {SlotNumber} slotIndex
   * @param {Xid} headerXid @param {number} headerFlags @param {number} headerUndo the header before the change
   * @param {number} rangeOffset @param {number} beforeBytes
   * @returns {number} its pointer
   */
  append(kind, changed, txn, fileId, blockNo, slotIndex, headerXid, headerFlags, headerUndo, rangeOffset, beforeBytes) {
    const units = (UNDO_RECORD_BYTES + beforeBytes + UNDO_UNIT_BYTES - 1) >>> 4
    if (this.usedUnits + units > CHUNK_UNITS) this.beginChunk()
    const pointer = this.next
    const view = this.writeView
    const at = this.usedUnits * UNDO_UNIT_BYTES
    const xid = txn.xid
    const previous = txn.lastUndo
    view.setUint16(at, kind | (changed << 8), true)
    view.setUint16(at + UNDO_FLAGS, headerFlags, true)
    view.setUint32(at + UNDO_CID, txn.cid, true)
    view.setUint32(at + UNDO_XID, xid, true)
    view.setUint16(at + UNDO_XID + 4, xid / TWO_32, true)
    view.setUint16(at + UNDO_SLOT, slotIndex, true)
    view.setUint32(at + UNDO_PREVIOUS, previous, true)
    view.setUint16(at + UNDO_PREVIOUS + 4, previous / TWO_32, true)
    view.setUint16(at + UNDO_RANGE_OFFSET, rangeOffset, true)
    view.setUint32(at + UNDO_HEADER_XID, headerXid, true)
    view.setUint16(at + UNDO_HEADER_XID + 4, headerXid / TWO_32, true)
    view.setUint16(at + UNDO_BEFORE_BYTES, beforeBytes, true)
    view.setUint32(at + UNDO_HEADER_UNDO, headerUndo, true)
    view.setUint32(at + UNDO_HEADER_UNDO + 4, headerUndo / TWO_32, true)
    view.setUint32(at + UNDO_FILE, fileId, true)
    view.setUint32(at + UNDO_BLOCK, blockNo, true)
    view.setFloat64(at + UNDO_LSN, txn.lastLsn, true)
    this.usedUnits += units
    this.next = pointer + units
    txn.undoUnits += units
    this.writeAt = at + UNDO_RECORD_BYTES
    if (xid < this.xidMin) this.xidMin = xid
    txn.lastUndo = pointer
    txn.cidUsed = true
    if (txn.firstUndo === 0) txn.manager.firstUndoOf(txn, pointer)
    return pointer
  }

  /**
   * Stands `view`, `bytes`, `at` on a record that is not before `low`.
   * @param {number} pointer @throws {DbError} XX001 there is no such record: the row that points to it is damaged
   */
  seek(pointer) {
    const chunk = this.chunks[Math.floor(pointer / CHUNK_UNITS) - this.firstChunkNo]
    if (chunk === undefined || pointer >= this.next) throw undoPointerInvalid(pointer)
    if (chunk.view === null) {
      this.load(pointer)
      return
    }
    this.view = chunk.view
    this.bytes = /** @type {Uint8Array} */ (chunk.bytes)
    this.at = (pointer & UNIT_IN_CHUNK) * UNDO_UNIT_BYTES
  }

  /** As `seek`, of a record in the file. @param {number} pointer */
  load(pointer) {
    const { file } = this
    file.find(
      this.chunks[Math.floor(pointer / CHUNK_UNITS) - this.firstChunkNo].place,
      (pointer & UNIT_IN_CHUNK) * UNDO_UNIT_BYTES
    )
    this.view = file.view
    this.bytes = file.bytes
    this.at = file.at
  }

  /** The command that wrote the record. @param {number} pointer */
  commandOf(pointer) {
    this.seek(pointer)
    return this.view.getUint32(this.at + UNDO_CID, true)
  }

  /** Everything before `pointer` is settled. @param {number} pointer */
  advance(pointer) {
    if (pointer <= this.low) return
    this.low = pointer
    const keepFrom = Math.floor(pointer / CHUNK_UNITS)
    while (this.firstChunkNo < keepFrom && this.chunks.length > 1) this.dropOldest()
  }

  /** Smallest xid whose records may still be followed. */
  oldestXid() {
    let oldest = this.xidMin
    for (let index = 0; index < this.chunks.length - 1; index++)
      if (this.chunks[index].xidMin < oldest) oldest = this.chunks[index].xidMin
    return oldest
  }

  beginChunk() {
    const chunkEnd = (this.firstChunkNo + this.chunks.length + 1) * CHUNK_UNITS
    // What may be refused comes first: the chunk written so far stays what it is.
    if (chunkEnd > this.bound) this.raiseBound(chunkEnd)
    if (this.chunks.length - this.firstInMemory >= this.memoryChunksMax) this.spillOldest()
    if (this.chunks.length > 0) this.chunks[this.chunks.length - 1].xidMin = this.xidMin
    this.xidMin = Infinity
    const bytes = this.spare.pop() ?? takeBuffer(CHUNK_BYTES)
    const view = new DataView(bytes.buffer)
    this.next = chunkEnd - CHUNK_UNITS
    this.chunks.push({ bytes, view, xidMin: Infinity, place: -1 })
    this.writeBytes = bytes
    this.writeView = view
    this.usedUnits = 0
  }

  dropOldest() {
    const chunk = /** @type {Chunk} */ (this.chunks.shift())
    this.firstChunkNo++
    if (this.firstInMemory > 0) this.firstInMemory--
    if (chunk.place >= 0) this.file.free(chunk.place)
    else if (this.spare.length < SPARE_BUFFERS_MAX) this.spare.push(/** @type {Uint8Array} */ (chunk.bytes))
  }

  /** @throws {DbError} 53400, 53100, 58030: nothing has changed */
  spillOldest() {
    const { file, limitBytes } = this
    const bytes = file.usedBytes + CHUNK_BYTES
    if (bytes > limitBytes || file.count % GROWN_CHUNKS === GROWN_CHUNKS - 1) this.onGrown()
    if (bytes > limitBytes + Math.max(limitBytes / 4, BEYOND_LIMIT_BYTES)) throw undoFileFull(limitBytes)
    const chunk = this.chunks[this.firstInMemory]
    chunk.place = file.put(/** @type {Uint8Array} */ (chunk.bytes))
    chunk.bytes = null
    chunk.view = null
    this.firstInMemory++
    this.spilledChunks++
  }

  close() {
    this.file.close()
  }

  /** When it has closed and nobody is left who could read or write: all pointers are invalid from here on. */
  letGo() {
    for (const { bytes } of this.chunks) giveBuffer(bytes)
    for (const bytes of this.spare) giveBuffer(bytes)
    this.chunks = []
    this.spare = []
    this.usedUnits = CHUNK_UNITS
    this.bytes = this.writeBytes = new Uint8Array(0)
    this.view = this.writeView = new DataView(this.bytes.buffer)
  }
}
