/**
 * Values too long for a row, out of line: a chain of pages in the relation's own file, written once and never changed.
 *
 *   page (kind OVERFLOW)   32 4 next block, NO_BLOCK at the end     36 6 chain id     42 2 bytes on this page     44 … the bytes
 *   pointer, 16 bytes       0 4 first block    4 4 total bytes       8 6 chain id     14 2 zero
 *
 *   OVERFLOW_PAGE   fileId u32, blockNo u32, next u32, chain id u48, bytes u16, the bytes     undone by freeing the page, if it still is that very page
 *   OVERFLOW_FREE   fileId u32, blockNo u32                                                    redo-only
 *
 * A chain id is the log position at which the chain began: unique for ever. Every page is checked against it, so a
 * stale or damaged pointer is XX001. Rollback at run time frees a chain through whoever stored the pointer (the heap's
 * undo record has it); recovery through the records.
 */
import { DbError } from '../errors/db-error.js'
import { assert } from '../util/assert.js'
import { brokenOverflowChain, valueTooLong } from '../errors/pages.js'
import { RECORD_KINDS } from '../wal/record-kinds.js'
import { PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, PAGE_ROOM, initPage, pageKind, pageLsn } from './page.js'

/** @import { BlockNumber, FrameNumber, Lsn, Xid } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { FileManager, LogRecord, RelationFile, StorageLog, StorageTxn } from './relation-files.js' */
/** @import { FreeSpace } from './free-space.js' */

const POINTER_BYTES = 16
/** The longest value. */
export const VALUE_BYTES_MAX = 2 ** 30

const NEXT_OFFSET = PAGE_HEADER_BYTES
const CHAIN_OFFSET = NEXT_OFFSET + 4
const COUNT_OFFSET = CHAIN_OFFSET + 6
const DATA_OFFSET = COUNT_OFFSET + 2
assert(DATA_OFFSET === 44, 'overflow page fields add up to the documented size')
/** Value bytes on one page. */
export const CHUNK_BYTES = PAGE_BYTES - DATA_OFFSET
const NO_BLOCK = 0xffffffff
const RECORD_HEADER_BYTES = 20
const TWO_32 = 4294967296
/** Pages of the free space map that turn out to be something else, before the file is extended instead. */
const FIND_TRIES = 4

export class Overflow {
  /** @param {{pool: BufferPool, files: FileManager, freeSpace: FreeSpace, log: StorageLog}} options */
  constructor({ pool, files, freeSpace, log }) {
    this.pool = pool
    this.files = files
    this.freeSpace = freeSpace
    this.log = log
  }

  /**
   * Stores bytes[start, end), logged under the transaction. On a throw nothing is left behind.
   * @param {StorageTxn} txn
   * @param {RelationFile} file
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {Uint8Array} the pointer, POINTER_BYTES
   * @throws {DbError} 54000 longer than 1 GB, 53100, 53200
   */
  store(txn, file, bytes, start, end) {
    const total = end - start
    assert(total > 0, 'an out-of-line value has bytes')
    if (total > VALUE_BYTES_MAX) throw valueTooLong(total, VALUE_BYTES_MAX)
    const xid = txn.assignXid()
    const chainId = this.log.position
    const pages = Math.ceil(total / CHUNK_BYTES)
    let next = NO_BLOCK
    try {
      // From the end, so that each page knows its next. New pages come in a run of rising blocks: the chain is then
      // read backwards, still near.
      for (let page = pages - 1; page >= 0; page--) {
        const from = start + page * CHUNK_BYTES
        next = this.#storePage(txn, xid, file, chainId, next, bytes, from, Math.min(from + CHUNK_BYTES, end))
      }
    } catch (error) {
      this.#takeBack(file, next, chainId)
      throw error
    }
    const pointer = new Uint8Array(POINTER_BYTES)
    const view = new DataView(pointer.buffer)
    view.setUint32(0, next, true)
    view.setUint32(4, total, true)
    view.setUint32(8, chainId, true)
    view.setUint16(12, chainId / TWO_32, true)
    return pointer
  }

  /**
   * @param {RelationFile} file
   * @param {Uint8Array} bytes holds the pointer
   * @param {number} [at]
   * @param {number} [bytesMax] the first so many bytes are enough
   * @returns {Uint8Array} the value, the caller's to keep @throws {DbError} XX001
   */
  load(file, bytes, at = 0, bytesMax = VALUE_BYTES_MAX) {
    const pointer = new DataView(bytes.buffer, bytes.byteOffset + at, POINTER_BYTES)
    const total = pointer.getUint32(4, true)
    const chainId = chainIdOf(pointer, 8)
    const wanted = Math.min(total, bytesMax)
    if (total > VALUE_BYTES_MAX) throw brokenOverflowChain(file.fileId, `The pointer says ${total} bytes.`)
    const value = new Uint8Array(wanted)
    const { pool } = this
    let block = pointer.getUint32(0, true)
    for (let done = 0; done < wanted;) {
      if (block >= file.blockCount)
        throw brokenOverflowChain(file.fileId, `The chain ends after ${done} of ${total} bytes.`)
      const frame = pool.pin(file, block)
      const base = frame * PAGE_BYTES
      const count = Math.min(pool.view.getUint16(base + COUNT_OFFSET, true), wanted - done)
      if (!this.#isOf(base, chainId) || count === 0) {
        pool.unpin(frame)
        throw brokenOverflowChain(file.fileId, `Block ${block} is not part of the value's chain.`)
      }
      value.set(pool.bytes.subarray(base + DATA_OFFSET, base + DATA_OFFSET + count), done)
      block = pool.view.getUint32(base + NEXT_OFFSET, true)
      pool.unpin(frame)
      done += count
    }
    return value
  }

  /** The whole value's length. @param {Uint8Array} bytes @param {number} at of the pointer */
  byteCount(bytes, at) {
    return new DataView(bytes.buffer, bytes.byteOffset + at, POINTER_BYTES).getUint32(4, true)
  }

  /**
   * Gives the value's pages back: on rollback of what stored it, or when no snapshot can see the row version that
   * points at it. Freed already: does nothing.
   * @param {RelationFile} file @param {Uint8Array} bytes holds the pointer @param {number} [at]
   */
  free(file, bytes, at = 0) {
    const pointer = new DataView(bytes.buffer, bytes.byteOffset + at, POINTER_BYTES)
    this.#freeChain(file, pointer.getUint32(0, true), chainIdOf(pointer, 8))
  }

  /**
   * A page of a value that no row has.
   * @param {RelationFile} file
   * @param {BlockNumber} block
   * @param {number} chain it must still be of
   * @returns {boolean} it was
   */
  freeLeft(file, block, chain) {
    if (block >= file.blockCount) return false
    const frame = this.pool.pin(file, block)
    if (!this.#isOf(frame * PAGE_BYTES, chain)) {
      this.pool.unpin(frame)
      return false
    }
    this.#freePage(frame, file, block, 0, 0)
    this.freeSpace.record(file, block, PAGE_ROOM)
    return true
  }

  /** @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} */
  redoTable() {
    return {
      [RECORD_KINDS.OVERFLOW_PAGE]: ({ view, bytes, at }, lsn) => {
        const frame = this.pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, true)
        if (frame < 0) return
        const count = view.getUint16(at + 18, true)
        this.#fill(
          frame,
          view.getUint32(at + 8, true),
          chainIdOf(view, at + 12),
          bytes,
          at + RECORD_HEADER_BYTES,
          at + RECORD_HEADER_BYTES + count
        )
        this.pool.markDirty(frame, lsn)
        this.pool.unpin(frame)
      },
      [RECORD_KINDS.OVERFLOW_FREE]: ({ view, at }, lsn) => {
        const fileId = view.getUint32(at, true)
        const blockNo = view.getUint32(at + 4, true)
        const frame = this.pool.pinRedo(fileId, blockNo, lsn, false)
        if (frame < 0) return
        initPage(this.pool.view, this.pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.FREE)
        this.pool.markDirty(frame, lsn)
        this.pool.unpin(frame)
      },
    }
  }

  /** @returns {Record<number, (record: LogRecord, txn: StorageTxn) => void>} */
  undoTable() {
    return {
      [RECORD_KINDS.OVERFLOW_PAGE]: ({ lsn, prevLsn, view, at }, txn) => {
        const fileId = view.getUint32(at, true)
        const blockNo = view.getUint32(at + 4, true)
        if (this.files.exists(fileId)) {
          const file = this.files.open(fileId)
          if (blockNo < file.blockCount) {
            const frame = this.#pinToFree(file, blockNo)
            if (frame < 0) return
            // Never changed once written: the same lsn means the same page. Else it was freed already, and maybe used
            // again.
            const base = frame * PAGE_BYTES
            const same = pageKind(this.pool.view, base) === PAGE_KINDS.OVERFLOW && pageLsn(this.pool.view, base) === lsn
            if (same) txn.lastLsn = this.#freePage(frame, file, blockNo, txn.assignXid(), prevLsn)
            else this.pool.unpin(frame)
            if (same) this.freeSpace.record(file, blockNo, PAGE_ROOM)
          }
        }
      },
    }
  }

  /**
   * @param {StorageTxn} txn @param {Xid} xid @param {RelationFile} file @param {number} chainId @param {number} next
   * @param {Uint8Array} bytes @param {number} from @param {number} to @returns {BlockNumber} block
   */
  #storePage(txn, xid, file, chainId, next, bytes, from, to) {
    const { pool, log } = this
    const frame = this.#freshPage(file)
    const block = pool.frameBlock[frame]
    const count = to - from
    let at
    try {
      at = log.reserve(RECORD_HEADER_BYTES + count)
    } catch (error) {
      pool.unpin(frame)
      this.freeSpace.record(file, block, PAGE_ROOM)
      throw error
    }
    const { view } = log
    view.setUint32(at, file.fileId, true)
    view.setUint32(at + 4, block, true)
    view.setUint32(at + 8, next, true)
    view.setUint32(at + 12, chainId, true)
    view.setUint16(at + 16, chainId / TWO_32, true)
    view.setUint16(at + 18, count, true)
    log.buffer.set(bytes.subarray(from, to), at + RECORD_HEADER_BYTES)
    this.#fill(frame, next, chainId, bytes, from, to)
    txn.lastLsn = log.seal(RECORD_KINDS.OVERFLOW_PAGE, xid, txn.lastLsn, at + RECORD_HEADER_BYTES + count)
    pool.markDirty(frame, txn.lastLsn)
    pool.unpin(frame)
    this.freeSpace.record(file, block, 0)
    return block
  }

  /**
   * A page whose value nobody points at any more; -1: it is damaged, and no loss.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   */
  #pinToFree(file, blockNo) {
    try {
      return this.pool.pin(file, blockNo)
    } catch (error) {
      if (error instanceof DbError && error.code === 'XX001') return -1
      throw error
    }
  }

  /** A page of kind FREE, pinned. @param {RelationFile} file @returns {FrameNumber} frame */
  #freshPage(file) {
    for (let tries = 0; tries < FIND_TRIES; tries++) {
      const block = this.freeSpace.find(file, PAGE_ROOM)
      if (block < 0) break
      const frame = this.pool.pin(file, block)
      if (pageKind(this.pool.view, frame * PAGE_BYTES) === PAGE_KINDS.FREE) return frame
      // An empty page of rows: the heap's. The next size down keeps it on the map for rows and out of the way here.
      this.pool.unpin(frame)
      this.freeSpace.record(file, block, PAGE_ROOM - 32)
    }
    return this.pool.extend(file)
  }

  /**
   * @param {FrameNumber} frame
   * @param {number} next
   * @param {number} chainId
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to
   */
  #fill(frame, next, chainId, bytes, from, to) {
    const { pool } = this
    const base = frame * PAGE_BYTES
    initPage(pool.view, pool.bytes, base, PAGE_KINDS.OVERFLOW)
    pool.view.setUint32(base + NEXT_OFFSET, next, true)
    pool.view.setUint32(base + CHAIN_OFFSET, chainId, true)
    pool.view.setUint16(base + CHAIN_OFFSET + 4, chainId / TWO_32, true)
    pool.view.setUint16(base + COUNT_OFFSET, to - from, true)
    pool.bytes.set(bytes.subarray(from, to), base + DATA_OFFSET)
  }

  /**
   * Of a value that was not stored to its end. It is a rollback, of what no undo record names: a full log is to have
   * room for it.
   * @param {RelationFile} file @param {BlockNumber} block @param {number} chainId
   */
  #takeBack(file, block, chainId) {
    const { log } = this
    const before = log.spending
    log.spending = true
    try {
      this.#freeChain(file, block, chainId)
    } finally {
      log.spending = before
    }
  }

  /** @param {RelationFile} file @param {BlockNumber} block @param {number} chainId */
  #freeChain(file, block, chainId) {
    const { pool } = this
    while (block !== NO_BLOCK && block < file.blockCount) {
      const frame = pool.pin(file, block)
      const base = frame * PAGE_BYTES
      if (!this.#isOf(base, chainId)) {
        pool.unpin(frame)
        return
      }
      const next = pool.view.getUint32(base + NEXT_OFFSET, true)
      this.#freePage(frame, file, block, 0, 0)
      this.freeSpace.record(file, block, PAGE_ROOM)
      block = next
    }
  }

  /**
   * @param {FrameNumber} frame pinned; is unpinned
   * @param {RelationFile} file
   * @param {BlockNumber} block
   * @param {Xid} xid
   * @param {Lsn} prevLsn
   */
  #freePage(frame, file, block, xid, prevLsn) {
    const { log, pool } = this
    try {
      const at = log.reserve(8)
      log.view.setUint32(at, file.fileId, true)
      log.view.setUint32(at + 4, block, true)
      initPage(pool.view, pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.FREE)
      const lsn = log.seal(RECORD_KINDS.OVERFLOW_FREE, xid, prevLsn, at + 8)
      pool.markDirty(frame, lsn)
      return lsn
    } finally {
      pool.unpin(frame)
    }
  }

  /** @param {number} base @param {number} chainId */
  #isOf(base, chainId) {
    return (
      pageKind(this.pool.view, base) === PAGE_KINDS.OVERFLOW &&
      chainIdOf(this.pool.view, base + CHAIN_OFFSET) === chainId
    )
  }
}

/** The chain a page belongs to. @param {DataView} view @param {number} base of a page of kind OVERFLOW */
export const chainOf = (view, base) => chainIdOf(view, base + CHAIN_OFFSET)
/** The chain a row's pointer names. @param {DataView} view @param {number} at of the pointer */
export const chainOfPointer = (view, at) => chainIdOf(view, at + 8)

/** @param {DataView} view @param {number} at */
const chainIdOf = (view, at) => view.getUint32(at, true) + view.getUint16(at + 4, true) * TWO_32
