/**
 * The build side of a hash join: rows of Columns (columns.js), in chains of equal keys. A build side larger than `ctx.workMem` is joined in passes: each pass holds as many of its rows as fit, and the outer side runs once per
 * pass; which outer rows have matched so far is kept as one bit each. (The outer side's order is the same every time: same snapshot, same cursors.) Where
 * that would be many passes, or the outer side may not run twice, the join keeps its outer rows: spooled-join.js.
 *
 *   next[row]     the next row of the chain, -1 at its end       heads: Int32Array by hash (keys of one or two int4), or a Map from key to row
 *   columns[at]   see columns.js                                 marks[row]: some outer row matched (right and full joins)
 */
import { SLICE } from '../codes.js'
import { RestartSignal, releaseCursors } from '../context.js'
import { giveChunk, nextCapacity, takeZeros } from '../../util/chunks.js'
import { ANY, BOOL, Columns, INT, widthOf } from './columns.js'
import { RowBuffer } from './row-buffer.js'
import { valueBytes } from './row-codec.js'

/** of a Map: key, value, chain and its share of the buckets */
const MAP_ENTRY_BYTES = 48
/** so many fit whatever the memory */
const ROWS_MIN = 1024
const FIRST_ROWS = 64
/** an estimate beyond this is no reason to ask for memory yet */
const EXPECTED_ROWS_MAX = 1 << 20

const NO_INTS = new Int32Array(0)
const NO_MARKS = new Uint8Array(0)

/** What add() says when the row must be put aside; -1: its key is there already, which is all that is asked. */
export const ASIDE = -2

/** @typedef {{ kinds: number[], types: any[], intKeys: number, distinct: boolean, marks: boolean }} JoinLayout types: TypeOps of [key…, columns…] for rows put aside;
 *   intKeys: how many int4 keys, 0 for a Map; distinct: only whether a key is there matters */

export class JoinTable {
  /** @param {import('../context.js').ExecContext} ctx @param {JoinLayout} layout @param {number} [expectedRows] the planner's estimate: arrays of the right size need not grow */
  constructor(ctx, layout, expectedRows = FIRST_ROWS) {
    this.ctx = ctx
    this.layout = layout
    /** rows of this pass */
    this.count = 0
    /** build rows of all passes; those with a null key count too */
    this.total = 0
    this.sawNull = false
    /** @type {RowBuffer | null} */
    this.aside = null
    /** by outer row @type {Uint32Array | null} */
    this.matched = null
    const { intKeys, kinds, marks } = layout
    const own = [...kinds, INT, ...new Array(intKeys).fill(INT), ...(marks ? [BOOL] : [])]
    this.rowBytes = widthOf(own) + (intKeys > 0 ? 8 : MAP_ENTRY_BYTES)
    this.bytes = 0
    /** Arrays do not grow beyond the memory there is; the first thousand rows fit whatever that is. */
    this.capacityMax = ctx.vfs === null ? Infinity : Math.max(ROWS_MIN, Math.floor(ctx.workMem / this.rowBytes))
    // What is allocated and not touched yet takes no memory; what grows is copied.
    this.capacity = Math.min(Math.max(FIRST_ROWS, Math.ceil(expectedRows)), this.capacityMax, EXPECTED_ROWS_MAX)
    this.rows = new Columns(own, this.capacity)
    /** the layout's first, then what is this table's own */
    this.columns = this.rows.columns
    this.marks = NO_MARKS
    this.next = this.first = this.second = NO_INTS
    /** row + 1, 0 where free; a power of two long, at most three quarters full */
    this.heads = NO_INTS
    this.mask = 0
    /** @type {ArrayBuffer | null} */
    this.headChunk = null
    /** rows that `heads` is large enough for */
    this.headRoom = Infinity
    this.takeArrays()
    if (intKeys > 0) this.takeHeads(this.capacity)
    /** @type {Map<any, number>} */
    this.map = new Map()
  }

  /** After the capacity has changed. */
  takeArrays() {
    const { columns, layout: { intKeys, kinds, marks } } = this
    this.next = columns[kinds.length]
    /** int keys by row */
    this.first = intKeys > 0 ? columns[kinds.length + 1] : NO_INTS
    this.second = intKeys > 1 ? columns[kinds.length + 2] : NO_INTS
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
    this.next = this.first = this.second = this.heads = NO_INTS
    this.marks = NO_MARKS
    this.map = new Map()
    this.count = 0
  }

  /** An empty pass in the arrays of the one before. */
  begin() {
    this.count = 0
    this.bytes = 0
    this.rows.clear()
    this.heads.fill(0)
    this.map = new Map()
  }

  grow() {
    const { ctx: { vfs, workMem } } = this
    this.capacity = Math.min(nextCapacity(this.capacity, this.rowBytes, vfs === null ? Infinity : workMem), this.capacityMax)
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
      let at = this.layout.intKeys === 1 ? hash1(this.first[row]) & this.mask : hash2(this.first[row], this.second[row]) & this.mask
      while (this.heads[at] !== 0) at = (at + 1) & this.mask
      this.heads[at] = row + 1
    }
    giveChunk(chunk)
  }

  /** Room for one more? */
  isFull() {
    return (this.bytes + this.rows.boxedBytes > this.ctx.workMem || this.count === this.capacityMax) && this.ctx.vfs !== null
  }

  /** A new row, in no chain yet. */
  newRow() {
    if (this.count === this.capacity) this.grow()
    if (this.count === this.headRoom) this.growHeads()
    this.bytes += this.rowBytes
    if (this.layout.marks) this.marks[this.count] = 0
    return this.count++
  }

  /** @param {number} key @returns {number} where the row's columns are to be put; ASIDE, -1 */
  add1(key) {
    if (this.isFull()) return this.layout.distinct && this.find1(key) >= 0 ? -1 : ASIDE
    const found = this.find1(key)
    if (found >= 0) return this.layout.distinct ? -1 : this.link(found)
    const row = this.newRow()
    this.first[row] = key
    this.next[row] = -1
    let at = hash1(key) & this.mask
    while (this.heads[at] !== 0) at = (at + 1) & this.mask
    this.heads[at] = row + 1
    return row
  }

  /** @param {number} one @param {number} two @returns {number} as add1 */
  add2(one, two) {
    if (this.isFull()) return this.layout.distinct && this.find2(one, two) >= 0 ? -1 : ASIDE
    const found = this.find2(one, two)
    if (found >= 0) return this.layout.distinct ? -1 : this.link(found)
    const row = this.newRow()
    this.first[row] = one
    this.second[row] = two
    this.next[row] = -1
    let at = hash2(one, two) & this.mask
    while (this.heads[at] !== 0) at = (at + 1) & this.mask
    this.heads[at] = row + 1
    return row
  }

  /** @param {any} key @returns {number} as add1 */
  add(key) {
    const found = this.map.get(key)
    if (found !== undefined && this.layout.distinct) return -1
    if (this.isFull()) return ASIDE
    if (found !== undefined) return this.link(found)
    const row = this.newRow()
    if (typeof key === 'string') this.bytes += 24 + key.length
    this.map.set(key, row)
    this.next[row] = -1
    return row
  }

  /** A row whose key has a null: it matches nothing, but right and full joins give it out. @returns {number} as add1 */
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
    if (this.layout.intKeys > 0) this.first[row] = this.first[head]
    if (this.layout.intKeys > 1) this.second[row] = this.second[head]
    return row
  }

  /** The first row with this key, -1 without one. @param {number} key */
  find1(key) {
    const { heads, first, mask } = this
    for (let at = hash1(key) & mask; ; at = (at + 1) & mask) {
      const row = heads[at] - 1
      if (row < 0 || first[row] === key) return row
    }
  }

  /** @param {number} one @param {number} two */
  find2(one, two) {
    const { heads, first, second, mask } = this
    for (let at = hash2(one, two) & mask; ; at = (at + 1) & mask) {
      const row = heads[at] - 1
      if (row < 0 || (first[row] === one && second[row] === two)) return row
    }
  }

  /** @param {any} key */
  find(key) {
    const row = this.map.get(key)
    return row === undefined ? -1 : row
  }

  /** For a later pass. @param {any[]} row [key (or the int keys, or null for a row in no chain), columns…] */
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
    const { intKeys, kinds } = this.layout
    const row = values[0] === null ? this.addUnlinked() : intKeys === 0 ? this.add(values[0]) : intKeys === 1 ? this.add1(values[0]) : this.add2(values[0], values[1])
    if (row === ASIDE) this.putAside(values)
    if (row < 0) return
    const keys = Math.max(1, intKeys)
    for (let at = 0; at < kinds.length; at++) this.store(at, row, values[keys + at])
  }

  /**
   * The build side is complete. When the passes it asks for would cost more than beginning the statement again with joins that keep their outer rows, says so.
   * @param {number} node the join's number @param {number} again planner's cost of one more run of the outer side @param {number} spooled of beginning again
   * @throws {RestartSignal}
   */
  weigh(node, again, spooled) {
    const { ctx, aside } = this
    if (aside !== null && ctx.mayRestart && ctx.rowCount === 0 && Math.ceil(aside.length / this.count) * again > spooled) throw new RestartSignal(node)
  }

  /** @param {number} at column @param {number} row @param {any} value */
  store(at, row, value) {
    this.rows.write(at, row, value)
    if (this.layout.kinds[at] === ANY) this.bytes += valueBytes(value)
  }

  /** Has the outer row with this number matched in an earlier pass? @param {number} row */
  wasMatched(row) {
    return this.matched !== null && (row >>> 5) < this.matched.length && (this.matched[row >>> 5] & (1 << (row & 31))) !== 0
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

/** @param {number} key */
function hash1(key) {
  const mixed = Math.imul(key, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** @param {number} one @param {number} two */
function hash2(one, two) {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ two, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}
