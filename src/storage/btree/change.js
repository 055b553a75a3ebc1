/**
 * A structure change: several pages changed under one log record, so that all of it replays or none. Redo-only: it
 * moves entries, it adds and removes none, whoever's they are.
 *
 *   BTREE_CHANGE payload   fileId u32, then parts to the end: action u8, zero u8, body bytes u16, blockNo u32, body
 *     IMAGE      1  lower u16, upper u16, kind u8, zero u8, bytes [32, lower) and [upper, 8192): the page from nothing
 *     KEEP       2  count u16, next u32, high fence: the first `count` entries stay (the left half of a split)
 *     PREVIOUS   3  previous u32
 *     ADD_CHILD  4  position u16, child u32, separator: child goes right of the new separator
 *     DROP_CHILD 5  position u16: the separator goes, and the child right of it
 *     FREE       6  next free u32: the page joins the free list, from nothing
 *     META       7  first free u32
 *
 * A page has one part at most in a record (redo looks at the page's lsn once). Use: `open`, then everything that can
 * throw (`pin`, `allocate`), then `begin`, parts, `commit`, between which nothing throws or yields. `abandon` instead
 * of `begin` gives the pins back.
 */
import { assert } from '../../util/assert.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import {
  PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, initPage, pageKind, pageLower, pageUpper, setPageLower, setPageUpper,
} from '../page.js'
import { insertAt, removeAt } from './node-change.js'
import { nodeNext, setNodePrevious } from './node.js'
import { initMeta, META_BLOCK, metaFirstFree, setMetaFirstFree } from './meta.js'

/** @import { BlockNumber, FrameNumber, Lsn } from '../../util/identifiers.js' */
/** @import { NodeEntries } from './entries.js' */
/** @import { RelationFile } from '../relation-files.js' */
/** @import { BTreeEnv } from './env.js' */

const IMAGE = 1
const KEEP = 2
const PREVIOUS = 3
const ADD_CHILD = 4
const DROP_CHILD = 5
const FREE = 6
const META = 7
const PART_HEADER_BYTES = 8
const IMAGE_BYTES_MAX = PAGE_BYTES
const SMALL_PART_BYTES_MAX = 4096

export class StructureChange {
  /** @param {BTreeEnv} env */
  constructor(env) {
    this.env = env
    /** @type {RelationFile | null} */
    this.file = null
    /** @type {number[]} frames pinned */
    this.frames = []
    /** @type {number[]} frames changed */
    this.changed = []
    /** @type {FrameNumber} */
    this.metaFrame = -1
    this.firstFree = 0
    this.metaChanged = false
    this.at = 0
  }

  /** @param {RelationFile} file */
  open(file) {
    assert(this.file === null, 'one structure change at a time')
    this.file = file
    /** @type {FrameNumber} */
    this.metaFrame = -1
    this.metaChanged = false
  }

  /** @param {BlockNumber} blockNo @returns {FrameNumber} frame */
  pin(blockNo) {
    const frame = this.env.pool.pin(this.theFile, blockNo)
    this.frames.push(frame)
    return frame
  }

  get theFile() {
    assert(this.file !== null, 'a structure change was opened')
    return this.file
  }

  /** Needed before `free`. */
  pinMeta() {
    if (this.metaFrame >= 0) return
    this.metaFrame = this.pin(META_BLOCK)
    this.firstFree = metaFirstFree(this.env.pool.view, this.metaFrame * PAGE_BYTES)
  }

  /**
   * A page from the free list, or a new one at the file's end.
   * @returns {FrameNumber} frame; its block is pool.frameBlock[frame]
   */
  allocate() {
    this.pinMeta()
    if (this.firstFree === 0) return this.allocateNew()
    const frame = this.pin(this.firstFree)
    assert(pageKind(this.env.pool.view, frame * PAGE_BYTES) === PAGE_KINDS.FREE, 'a page on the free list is free')
    this.firstFree = nodeNext(this.env.pool.view, frame * PAGE_BYTES)
    this.metaChanged = true
    return frame
  }

  /** A new page at the file's end. @returns {FrameNumber} frame */
  allocateNew() {
    const frame = this.env.pool.extend(this.theFile)
    this.frames.push(frame)
    return frame
  }

  /** Nothing was changed: gives the pins back. */
  abandon() {
    for (const frame of this.frames) this.env.pool.unpin(frame)
    this.frames.length = 0
    this.changed.length = 0
    this.file = null
  }

  /** From here to `commit` nothing throws. @param {number} imageCount @param {number} partCount other parts */
  begin(imageCount, partCount) {
    const { wal } = this.env
    this.at = wal.reserve(
      4 +
        (imageCount + partCount + 1) * PART_HEADER_BYTES +
        imageCount * IMAGE_BYTES_MAX +
        (partCount + 1) * SMALL_PART_BYTES_MAX
    )
    wal.view.setUint32(this.at, this.theFile.fileId, true)
    this.at += 4
    if (imageCount > 0 && wal.stats !== undefined) wal.stats.images += imageCount
  }

  /** Seals the record, stamps and releases every page. @returns {Lsn} lsn */
  commit() {
    const { pool, wal } = this.env
    if (this.metaChanged) {
      const body = this.#part(META, this.metaFrame)
      wal.view.setUint32(body, this.firstFree, true)
      this.#endPart(body, body + 4)
      setMetaFirstFree(pool.view, this.metaFrame * PAGE_BYTES, this.firstFree)
    }
    const lsn = wal.seal(RECORD_KINDS.BTREE_CHANGE, 0, 0, this.at)
    for (const frame of this.changed) pool.markDirty(frame, lsn)
    for (const frame of this.frames) pool.unpin(frame)
    this.frames.length = 0
    this.changed.length = 0
    this.file = null
    return lsn
  }

  /** @param {number} action @param {FrameNumber} frame @returns {number} where the body goes */
  #part(action, frame) {
    const { pool, wal } = this.env
    wal.view.setUint16(this.at, action, true)
    wal.view.setUint32(this.at + 4, pool.frameBlock[frame], true)
    this.changed.push(frame)
    return this.at + PART_HEADER_BYTES
  }

  /** @param {number} body @param {number} end */
  #endPart(body, end) {
    this.env.wal.view.setUint16(this.at + 2, end - body, true)
    this.at = end
  }

  /** The page was written anew in place: logs what it holds. @param {FrameNumber} frame */
  image(frame) {
    const { pool, wal } = this.env
    const base = frame * PAGE_BYTES
    const lower = pageLower(pool.view, base)
    const upper = pageUpper(pool.view, base)
    const body = this.#part(IMAGE, frame)
    wal.view.setUint16(body, lower, true)
    wal.view.setUint16(body + 2, upper, true)
    wal.view.setUint16(body + 4, pageKind(pool.view, base), true)
    wal.buffer.set(pool.bytes.subarray(base + PAGE_HEADER_BYTES, base + lower), body + 6)
    const tail = body + 6 + lower - PAGE_HEADER_BYTES
    wal.buffer.set(pool.bytes.subarray(base + upper, base + PAGE_BYTES), tail)
    this.#endPart(body, tail + PAGE_BYTES - upper)
  }

  /**
   * The page whose `entries` these are keeps the first `count`.
   * @param {FrameNumber} frame
   * @param {NodeEntries} entries
   * @param {number} count
   * @param {number} next
   * @param {Uint8Array} high
   */
  keep(frame, entries, count, next, high) {
    const { pool, wal } = this.env
    const body = this.#part(KEEP, frame)
    wal.view.setUint16(body, count, true)
    wal.view.setUint32(body + 2, next, true)
    wal.buffer.set(high, body + 6)
    this.#endPart(body, body + 6 + high.length)
    entries.write(
      pool.view, pool.bytes, frame * PAGE_BYTES, 0, count, entries.leftmost, entries.previous, next, entries.low, high,
    )
  }

  /** @param {FrameNumber} frame @param {number} previous */
  previous(frame, previous) {
    const body = this.#part(PREVIOUS, frame)
    this.env.wal.view.setUint32(body, previous, true)
    this.#endPart(body, body + 4)
    setNodePrevious(this.env.pool.view, frame * PAGE_BYTES, previous)
  }

  /**
   * @param {FrameNumber} frame
   * @param {number} position
   * @param {number} child
   * @param {Uint8Array} separator that fits
   */
  addChild(frame, position, child, separator) {
    const { pool, wal } = this.env
    const body = this.#part(ADD_CHILD, frame)
    wal.view.setUint16(body, position, true)
    wal.view.setUint32(body + 2, child, true)
    wal.buffer.set(separator, body + 6)
    this.#endPart(body, body + 6 + separator.length)
    insertAt(pool.view, pool.bytes, frame * PAGE_BYTES, 4, position, separator, 0, separator.length, child)
  }

  /** @param {FrameNumber} frame @param {number} position */
  dropChild(frame, position) {
    const { pool, wal } = this.env
    const body = this.#part(DROP_CHILD, frame)
    wal.view.setUint16(body, position, true)
    this.#endPart(body, body + 2)
    removeAt(pool.view, pool.bytes, frame * PAGE_BYTES, 4, position)
  }

  /** After `pinMeta`. @param {FrameNumber} frame */
  free(frame) {
    const { pool, wal } = this.env
    assert(this.metaFrame >= 0, 'a change that frees a page has the meta page pinned')
    const body = this.#part(FREE, frame)
    wal.view.setUint32(body, this.firstFree, true)
    this.#endPart(body, body + 4)
    makeFree(pool.view, pool.bytes, frame * PAGE_BYTES, this.firstFree)
    this.firstFree = pool.frameBlock[frame]
    this.metaChanged = true
  }

  /** For a new file: the page becomes the meta page. @param {FrameNumber} frame */
  initMeta(frame) {
    initMeta(this.env.pool.view, this.env.pool.bytes, frame * PAGE_BYTES)
    this.image(frame)
  }
}

/** @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} nextFree */
function makeFree(view, bytes, base, nextFree) {
  initPage(view, bytes, base, PAGE_KINDS.FREE)
  view.setUint32(base + PAGE_HEADER_BYTES + 4, nextFree, true) // where nodeNext reads it
}

/**
 * Redo of one BTREE_CHANGE record: every part whose page does not have it yet.
 * @param {BTreeEnv} env @param {NodeEntries} entries for its use
 * @param {{ bytes: Uint8Array, view: DataView, at: number, end: number }} record @param {Lsn} lsn
 */
export function redoChange(env, entries, record, lsn) {
  const { pool } = env
  const { view } = record
  const fileId = view.getUint32(record.at, true)
  let at = record.at + 4
  while (at < record.end) {
    const action = view.getUint8(at)
    const blockNo = view.getUint32(at + 4, true)
    const body = at + PART_HEADER_BYTES
    at = body + view.getUint16(at + 2, true)
    const frame = pool.pinRedo(fileId, blockNo, lsn, action === IMAGE || action === FREE)
    if (frame < 0) continue
    redoPart(env, entries, action, frame * PAGE_BYTES, record.bytes, view, body, at)
    pool.markDirty(frame, lsn)
    pool.unpin(frame)
  }
  assert(at === record.end, 'the parts of a BTREE_CHANGE record fill it')
}

/**
 * @param {BTreeEnv} env @param {NodeEntries} entries @param {number} action @param {number} base
 * @param {Uint8Array} from @param {DataView} view @param {number} body @param {number} end
 */
function redoPart(env, entries, action, base, from, view, body, end) {
  const { pool } = env
  if (action === IMAGE) {
    const lower = view.getUint16(body, true)
    const upper = view.getUint16(body + 2, true)
    initPage(pool.view, pool.bytes, base, view.getUint16(body + 4, true))
    pool.bytes.set(from.subarray(body + 6, body + 6 + lower - PAGE_HEADER_BYTES), base + PAGE_HEADER_BYTES)
    pool.bytes.set(from.subarray(body + 6 + lower - PAGE_HEADER_BYTES, end), base + upper)
    setPageLower(pool.view, base, lower)
    setPageUpper(pool.view, base, upper)
  } else if (action === KEEP) {
    const count = view.getUint16(body, true)
    entries.load(pool.view, pool.bytes, base)
    entries.write(
      pool.view, pool.bytes, base, 0, count, entries.leftmost, entries.previous, view.getUint32(body + 2, true),
      entries.low, from.slice(body + 6, end),
    )
  } else if (action === PREVIOUS) {
    setNodePrevious(pool.view, base, view.getUint32(body, true))
  } else if (action === ADD_CHILD) {
    insertAt(
      pool.view, pool.bytes, base, 4, view.getUint16(body, true), from, body + 6, end, view.getUint32(body + 2, true),
    )
  } else if (action === DROP_CHILD) {
    removeAt(pool.view, pool.bytes, base, 4, view.getUint16(body, true))
  } else if (action === FREE) {
    makeFree(pool.view, pool.bytes, base, view.getUint32(body, true))
  } else {
    assert(action === META, 'the actions of BTREE_CHANGE are known')
    setMetaFirstFree(pool.view, base, view.getUint32(body, true))
  }
}
