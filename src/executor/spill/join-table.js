/**
 * The build side of a hash join: rows of Columns (columns.js), in chains of equal keys. What the keys are is known to
 * generated code alone (`JoinCode`, written by operators/join/join-code.js), which hashes them, compares them and
 * stores those of a chain's head. A build side larger than `ctx.workMem` is joined in passes: each pass holds as many
 * of its rows as fit, and the outer side runs once per pass; which outer rows have matched so far is kept as one bit
 * each. (The outer side's order is the same every time: same snapshot, same cursors.) Where that would be many passes,
 * or the outer side may not run twice, the join keeps its outer rows: spooled-join.js.
 *
 *   heads         row + 1 by hash, 0 where free       next[row]     the next row of the chain, -1 at its end
 *   columns[at]   see columns.js                      marks[row]    some outer row matched (right and full joins)
 *   hashes[row]   of a head's key, unless that is one or two int4: those are compared as fast as hashes
 *
 * A row put aside is [hash (null for a row in no chain), key…, column…].
 */
import { SLICE } from '../codes.js'
import { RestartSignal, releaseCursors } from '../context.js'
import { giveChunk, nextCapacity, takeZeros } from '../../util/chunks.js'
import { ANY, BOOL, Columns, INT, widthOf } from './columns.js'
import { RowBuffer } from './row-buffer.js'
import { valueBytes } from './row-codec.js'

/** of a row in `heads` */
const HEAD_BYTES = 8
/** so many fit whatever the memory */
const ROWS_MIN = 1024
const FIRST_ROWS = 64
/** an estimate beyond this is no reason to ask for memory yet */
const EXPECTED_ROWS_MAX = 1 << 20

const NO_INTS = new Int32Array(0)
const NO_MARKS = new Uint8Array(0)

/** What add() says when the row must be put aside; -1: its key is there already, which is all that is asked. */
export const ASIDE = -2

/**
 * @typedef {object} JoinLayout
 * @property {number[]} kinds of the columns
 * @property {number[]} keyKinds
 * @property {any[]} types TypeOps of [hash, key…, column…] for rows put aside
 * @property {boolean} hashed whether hashes are kept
 * @property {boolean} distinct only whether a key is there matters
 * @property {boolean} marks
 */
/**
 * @typedef {object} JoinCode
 * @property {(table: JoinTable, hash: number, values: unknown[]) => number} find the head of the chain with the key
 *   of a row put aside, -1 without one
 * @property {(table: JoinTable, row: number, values: any[]) => void} put stores that key
 * @property {(table: JoinTable, row: number) => number} rehash the hash of a head's key
 */

export class JoinTable {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {JoinLayout} layout
   * @param {JoinCode} code
   * @param {number} [expectedRows] the planner's estimate: arrays of the right size need not grow
   */
  constructor(ctx, layout, code, expectedRows = FIRST_ROWS) {
    this.ctx = ctx
    this.layout = layout
    this.code = code
    /** rows of this pass */
    this.count = 0
    /** build rows of all passes; those with a null key count too */
    this.total = 0
    this.sawNull = false
    /** @type {RowBuffer | null} */
    this.aside = null
    /** by outer row @type {Uint32Array | null} */
    this.matched = null
    const { kinds, keyKinds, hashed, marks } = layout
    const own = [...kinds, ...keyKinds, INT, ...(hashed ? [INT] : []), ...(marks ? [BOOL] : [])]
    this.rowBytes = widthOf(own) + HEAD_BYTES
    this.bytes = 0
    /** Arrays do not grow beyond the memory there is; the first thousand rows fit whatever that is. */
    this.capacityMax = ctx.vfs === null ? Infinity : Math.max(ROWS_MIN, Math.floor(ctx.workMem / this.rowBytes))
    // What is allocated and not touched yet takes no memory; what grows is copied.
    this.capacity = Math.min(Math.max(FIRST_ROWS, Math.ceil(expectedRows)), this.capacityMax, EXPECTED_ROWS_MAX)
    this.rows = new Columns(own, this.capacity, ctx.vfs === null ? Infinity : ctx.workMem)
    /** the layout's, its keys, then what is this table's own */
    this.columns = this.rows.columns
    this.marks = NO_MARKS
    this.next = this.hashes = NO_INTS
    /** row + 1, 0 where free; a power of two long, at most three quarters full */
    this.heads = NO_INTS
    this.mask = 0
    /** @type {ArrayBuffer | null} */
    this.headChunk = null
    /** rows that `heads` is large enough for */
    this.headRoom = Infinity
    this.takeArrays()
    this.takeHeads(this.capacity)
  }

  /** After the capacity has changed. */
  takeArrays() {
    const { columns, layout: { kinds, keyKinds, hashed, marks } } = this
    const own = kinds.length + keyKinds.length
    this.next = columns[own]
    this.hashes = hashed ? columns[own + 1] : NO_INTS
    this.marks = marks ? columns[columns.length - 1] : NO_MARKS
  }

  /** @param {number} rows it is to have room for */
  takeHeads(rows) {
    const count = headCount(rows)
    if (this.headChunk !== null) giveChunk(this.headChunk)
    this.headChunk = takeZeros(4 * count)
    this.heads = new Int32Array(this.headChunk, 0, count)
    this.mask = count - 1
    this.headRoom = Math.floor(3 * count / 4)
  }

  /** The join has ended: nobody asks any more. */
  release() {
    this.rows.release()
    if (this.headChunk !== null) giveChunk(this.headChunk)
    this.headChunk = null
    this.columns = []
    this.next = this.hashes = this.heads = NO_INTS
    this.marks = NO_MARKS
    this.count = 0
  }

  /** An empty pass in the arrays of the one before. */
  begin() {
    this.count = 0
    this.bytes = 0
    this.rows.clear()
    this.heads.fill(0)
  }

  grow() {
    const { ctx: { vfs, workMem } } = this
    this.capacity = Math.min(
      nextCapacity(this.capacity, this.rowBytes, vfs === null ? Infinity : workMem),
      this.capacityMax,
    )
    this.rows.resize(this.capacity, this.count)
    this.takeArrays()
  }

  growHeads() {
    this.takeHeads(2 * this.headRoom)
    // Only the heads of chains stand in the table; the keys of the others are theirs.
    const chunk = takeZeros(this.count)
    const linked = new Uint8Array(chunk, 0, this.count)
    for (let row = 0; row < this.count; row++) if (this.next[row] >= 0) linked[this.next[row]] = 1
    for (let row = 0; row < this.count; row++) {
      if (linked[row] === 1 || this.next[row] === UNLINKED) continue
      this.place(row, this.layout.hashed ? this.hashes[row] : this.code.rehash(this, row))
    }
    giveChunk(chunk)
  }

  /** Room for one more? */
  isFull() {
    return (
      (this.bytes + this.rows.bytesBeside > this.ctx.workMem || this.count === this.capacityMax)
      && this.ctx.vfs !== null
    )
  }

  /** A new row, in no chain yet. */
  newRow() {
    if (this.count === this.capacity) this.grow()
    if (this.count === this.headRoom) this.growHeads()
    this.bytes += this.rowBytes
    if (this.layout.marks) this.marks[this.count] = 0
    return this.count++
  }

  /** @param {number} head row @param {number} hash */
  place(head, hash) {
    const { heads, mask } = this
    let at = hash & mask
    while (heads[at] !== 0) at = (at + 1) & mask
    heads[at] = head + 1
  }

  /**
   * @param {number} hash of the key
   * @param {number} found the head of its chain, -1 without one: then the key is the caller's to store
   * @returns {number} where the row's columns are to be put; ASIDE, -1
   */
  add(hash, found) {
    if (this.isFull()) return this.layout.distinct && found >= 0 ? -1 : ASIDE
    if (found >= 0) return this.layout.distinct ? -1 : this.link(found)
    const row = this.newRow()
    this.next[row] = -1
    if (this.layout.hashed) this.hashes[row] = hash
    this.place(row, hash)
    return row
  }

  /** A row whose key has a null: it matches nothing, but right and full joins give it out. @returns {number} as add */
  addUnlinked() {
    if (this.isFull()) return ASIDE
    const row = this.newRow()
    this.next[row] = UNLINKED
    return row
  }

  /** A row behind the head of a chain. @param {number} head */
  link(head) {
    const row = this.newRow()
    this.next[row] = this.next[head]
    this.next[head] = row
    return row
  }

  /** For a later pass. @param {unknown[]} row */
  putAside(row) {
    this.aside ??= new RowBuffer(this.ctx, this.layout.types, 0)
    this.aside.push(row)
  }

  /** Is this the last pass? */
  get last() {
    return this.aside === null
  }

  /** Are there rows that no pass has joined? */
  get more() {
    return this.aside !== null
  }

  /** Loads the next part of the build side, where nothing can give way; false when there was none left. */
  nextPass() {
    const steps = this.passSteps()
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }

  /** The same, giving way as the loops of generated code do. @returns {Generator<number, boolean, void>} */
  *passSteps() {
    if (this.aside === null) return false
    const before = this.aside
    const reader = before.reader()
    this.aside = null
    this.begin()
    for (let values = reader.next(); values !== undefined; values = reader.next()) {
      this.take(values)
      if (--this.ctx.fuel < 0) {
        releaseCursors(this.ctx)
        yield SLICE
      }
    }
    before.clear()
    return true
  }

  /** A row that was put aside. @param {any[]} values */
  take(values) {
    const { kinds, keyKinds } = this.layout
    const hash = values[0]
    const found = hash === null ? -1 : this.code.find(this, hash, values)
    const row = hash === null ? this.addUnlinked() : this.add(hash, found)
    if (row === ASIDE) this.putAside(values)
    if (row < 0) return
    if (hash !== null && found < 0) this.code.put(this, row, values)
    for (let at = 0; at < kinds.length; at++) this.store(at, row, values[1 + keyKinds.length + at])
  }

  /**
   * The build side is complete. When the passes it asks for would cost more than beginning the statement again with
   * joins that keep their outer rows, says so.
   * @param {number} node the join's number
   * @param {number} again planner's cost of one more run of the outer side
   * @param {number} spooled of beginning again
   * @throws {RestartSignal}
   */
  weigh(node, again, spooled) {
    const { ctx, aside } = this
    if (
      aside !== null && ctx.mayRestart && ctx.rowCount === 0 && Math.ceil(aside.length / this.count) * again > spooled
    )
      throw new RestartSignal(node)
  }

  /** @param {number} at column @param {number} row @param {unknown} value */
  store(at, row, value) {
    this.rows.write(at, row, value)
    if (this.layout.kinds[at] === ANY) this.bytes += valueBytes(value)
  }

  /** Has the outer row with this number matched in an earlier pass? @param {number} row */
  wasMatched(row) {
    return (
      this.matched !== null && row >>> 5 < this.matched.length && (this.matched[row >>> 5] & (1 << (row & 31))) !== 0
    )
  }

  /** @param {number} row */
  markMatched(row) {
    const word = row >>> 5
    if (this.matched === null || word >= this.matched.length) {
      const larger = new Uint32Array(Math.max(64, 2 * (word + 1)))
      if (this.matched !== null) larger.set(this.matched)
      this.matched = larger
    }
    this.matched[word] |= 1 << (row & 31)
  }
}

/** @param {number} capacity rows @returns {number} a power of two */
function headCount(capacity) {
  let count = 2
  while (3 * count < 4 * capacity) count *= 2
  return count
}

/** next[] of a row in no chain */
export const UNLINKED = -3
