/**
 * A hash table of groups with bounded memory, for aggregation and DISTINCT. A group is a row of Columns: what its keys
 * are, then what is kept of it; generated code (operators/aggregate/group-code.js) knows which column is what, hashes
 * keys and compares them. Groups have numbers in the order they came in.
 *
 *   heads     group + 1 by hash, 0 where free; a power of two long, at most three quarters full
 *   hashes    by group: most keys that differ, differ here
 *
 * When it is full, rows of groups it does not hold are put aside, in files by the hash of their key; once the groups in
 * memory have been given out, each file is the input of a round of its own, and may be split again by other bits of the
 * hash. So each group is complete in one round, and a row is written as often as the files are split, not as often as
 * there are rounds.
 */
import { giveChunk, nextCapacity, takeZeros } from '../../util/chunks.js'
import { Columns, INT, widthOf } from './columns.js'
import { RowBuffer } from './row-buffer.js'
import { rowBytes } from './row-codec.js'

/** files a round may write to, each with a buffer of 64 kB */
const FILES_MIN = 4
const FILES_MAX = 32
const BYTES_PER_FILE = 262144
/** of a group in `heads` */
const HEAD_BYTES = 8
const FIRST_GROUPS = 32
/** an estimate beyond this is no reason to ask for memory yet */
const EXPECTED_GROUPS_MAX = 1 << 18

const NO_HEADS = new Int32Array(0)

export class GroupTable {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {number[]} kinds of the groups' columns (columns.js)
   * @param {unknown[]} types TypeOps of the rows put aside
   * @param {number} [expected] how many groups the planner expects
   */
  constructor(ctx, kinds, types, expected = 0) {
    this.ctx = ctx
    this.types = types
    const own = [...kinds, INT]
    this.groupBytes = widthOf(own) + HEAD_BYTES
    this.capacity = Math.max(
      FIRST_GROUPS,
      Math.min(expected, EXPECTED_GROUPS_MAX, ctx.vfs === null ? Infinity : Math.floor(ctx.workMem / this.groupBytes)),
    )
    this.rows = new Columns(own, this.capacity, ctx.vfs === null ? Infinity : ctx.workMem)
    /** the groups' columns, then `hashes` */
    this.columns = this.rows.columns
    this.hashes = this.columns[kinds.length]
    this.heads = NO_HEADS
    this.mask = 0
    /** @type {ArrayBuffer | null} */
    this.headChunk = null
    /** groups that `heads` is large enough for */
    this.headRoom = 0
    this.takeHeads(this.capacity)
    this.count = 0
    /** of what the columns do not hold themselves */
    this.bytes = 0
    this.full = false
    this.fileCount = Math.min(FILES_MAX, Math.max(FILES_MIN, Math.floor(ctx.workMem / BYTES_PER_FILE)))
    /** how often the rows of this round were split */
    this.level = 0
    /** the rows this round puts aside @type {(RowBuffer | null)[] | null} */
    this.aside = null
    /** input of rounds to come @type {{ buffer: RowBuffer, level: number }[]} */
    this.waiting = []
    /** the rows this round reads @type {RowBuffer | null} */
    this.source = null
  }

  /** @param {number} groups it is to have room for */
  takeHeads(groups) {
    let count = 4
    while (3 * count < 4 * groups) count *= 2
    if (this.headChunk !== null) giveChunk(this.headChunk)
    this.headChunk = takeZeros(4 * count)
    this.heads = new Int32Array(this.headChunk, 0, count)
    this.mask = count - 1
    this.headRoom = Math.floor(3 * count / 4)
  }

  /** A new group: its columns are the caller's to fill. @param {number} hash @returns {number} */
  add(hash) {
    if (this.count === this.capacity) this.grow()
    if (this.count === this.headRoom) this.growHeads()
    const group = this.count++
    this.hashes[group] = hash
    this.place(group, hash)
    this.weigh()
    return group
  }

  /** @param {number} group @param {number} hash */
  place(group, hash) {
    const { heads, mask } = this
    let at = hash & mask
    while (heads[at] !== 0) at = (at + 1) & mask
    heads[at] = group + 1
  }

  grow() {
    const { ctx: { vfs, workMem } } = this
    this.capacity = nextCapacity(this.capacity, this.groupBytes, vfs === null ? Infinity : workMem)
    this.rows.resize(this.capacity, this.count)
    this.hashes = this.columns[this.columns.length - 1]
  }

  growHeads() {
    this.takeHeads(2 * this.headRoom)
    const { hashes } = this
    for (let group = 0; group < this.count; group++) this.place(group, hashes[group])
  }

  /** Is there room for another group? */
  weigh() {
    if (this.count * this.groupBytes + this.bytes + this.rows.bytesBeside > this.ctx.workMem && this.ctx.vfs !== null)
      this.full = true
  }

  /** A group's state took these values in. @param {...any} values */
  grew(...values) {
    this.bytes += rowBytes(values)
    this.weigh()
  }

  /** Whether groups are, or were, elsewhere. */
  get isSplit() {
    return this.aside !== null || this.level > 0 || this.source !== null
  }

  /** @param {unknown[]} row @param {number} hash of its key */
  putAside(row, hash) {
    this.aside ??= new Array(this.fileCount).fill(null)
    const at = splitHash(hash, this.level) % this.fileCount
    let buffer = this.aside[at]
    if (buffer === null) this.aside[at] = buffer = new RowBuffer(this.ctx, this.types, 0)
    buffer.push(row)
  }

  /**
   * Rows put aside, to be read by the next round; null when there are none, and then the table is of no use any more.
   */
  nextRound() {
    this.source?.clear()
    for (const buffer of this.aside ?? []) {
      if (buffer === null) continue
      buffer.rest()
      this.waiting.push({ buffer, level: this.level + 1 })
    }
    this.aside = null
    const next = this.waiting.pop()
    if (next === undefined) {
      this.release()
      return null
    }
    this.source = next.buffer
    this.level = next.level
    this.rows.clear()
    this.heads.fill(0)
    this.count = 0
    this.bytes = 0
    this.full = false
    return this.source.reader()
  }

  release() {
    this.rows.release()
    if (this.headChunk !== null) giveChunk(this.headChunk)
    this.headChunk = null
    this.columns = []
    this.hashes = this.heads = NO_HEADS
    this.count = this.capacity = 0
  }
}

const number = new Float64Array(1)
const halves = new Int32Array(number.buffer)

/**
 * Of what a key is as far as equality goes: equal ones have equal hashes.
 * @param {string | number | bigint | boolean | null} key
 * @returns {number} int32
 */
export function hashOf(key) {
  if (typeof key === 'string') return hashOfText(key)
  if (typeof key === 'number') {
    if ((key | 0) === key) return key | 0
    if (key !== key) return 0x7ff80000
    number[0] = key
    return halves[0] ^ Math.imul(halves[1], 0x2c1b3c6d)
  }
  if (typeof key === 'bigint') return Number(BigInt.asIntN(32, key ^ (key >> 32n)))
  return key === null ? 0x5bd1e995 : key ? 1 : 0
}

/** @param {string} text @returns {number} int32 */
function hashOfText(text) {
  let hash = text.length
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A key's hash so far and that of its next part. @param {number} hash @param {number} part @returns {number} int32 */
export function mixHash(hash, part) {
  const mixed = Math.imul(Math.imul(hash, 0x2c1b3c6d) ^ part, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** Other bits of it at each level. @param {number} hash @param {number} level @returns {number} not negative */
export function splitHash(hash, level) {
  let mixed = hash ^ Math.imul(level + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
