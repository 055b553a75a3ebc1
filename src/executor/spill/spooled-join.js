/**
 * A hash join that runs its outer side once: its rows wait in a buffer until the build side is known. A build side
 * beyond `ctx.workMem` is divided by the hash of the key, the outer rows alike, and each part is a join of its own; a
 * part that is still too large is divided again by other bits. One that division does not help (rows of one key) is
 * joined in passes, as in JoinTable, but over the part's own outer rows.
 *
 *   build rows    as JoinTable's rows put aside        outer rows    [hash (null: some key is), key…, column…], the same hash
 */
import { SLICE } from '../codes.js'
import { releaseCursors } from '../context.js'
import { JoinTable, UNLINKED } from './join-table.js'
import { ANY, BYTES, TEXT } from './columns.js'
import { splitHash } from './group-table.js'
import { RowBuffer } from './row-buffer.js'
/** @import { Datum } from '../../types/datum.js' */

const PARTS_MIN = 4
const PARTS_MAX = 32
/** what a value that is no number is thought to occupy beside its cell */
const BESIDE_BYTES = 24
/** so many rows leave memory for each that no longer comes in */
const MOVED_AT_ONCE = 16
/** a part with more than this share of its whole will not be divided again */
const LUMP = 0.8

/** @typedef {{ build: RowBuffer, outer: RowBuffer, level: number, isLump: boolean }} Part */

export class SpooledJoin extends JoinTable {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {import('./join-table.js').JoinLayout} layout
   * @param {import('./join-table.js').JoinCode} code
   * @param {number} expectedRows
   */
  constructor(ctx, layout, code, expectedRows) {
    super(ctx, layout, code, expectedRows)
    const beside = [...layout.kinds, ...layout.keyKinds].filter(
      (kind) => kind === ANY || kind === TEXT || kind === BYTES,
    ).length
    const wanted = 1.5 * expectedRows * (this.rowBytes + BESIDE_BYTES * beside) / ctx.workMem
    let count = PARTS_MIN
    while (count < wanted && count < PARTS_MAX) count *= 2
    this.partCount = count
    this.level = 0
    /** rows of the build side while it is being divided @type {RowBuffer[] | null} */
    this.parts = null
    /** what takes the rows that are in memory there @type {Generator<void, void, void> | null} */
    this.moving = null
    /** the outer rows of this part @type {RowBuffer | null} */
    this.outer = null
    /** @type {RowBuffer[] | null} */
    this.outerParts = null
    /** to be joined yet @type {Part[]} */
    this.waiting = []
    /** this part is joined in passes */
    this.inPasses = false
    /** TypeOps of the outer rows @type {any[]} */
    this.outerTypes = []
  }

  isFull() {
    return this.parts !== null || super.isFull()
  }

  /** @param {unknown[]} row */
  putAside(row) {
    if (this.inPasses) {
      super.putAside(row)
      return
    }
    const parts = this.parts ?? this.divide()
    parts[this.partOf(row)].push(row)
    this.moving?.next()
  }

  /** @param {any[]} row */
  partOf(row) {
    return splitHash(row[0] ?? 0, this.level) % this.partCount
  }

  /** @param {unknown[]} types */
  newParts(types) {
    return Array.from({ length: this.partCount }, () => new RowBuffer(this.ctx, types, 0))
  }

  /**
   * The rows in memory go to the parts' files, as those to come will: a few with each of those, the rest before the
   * outer side begins.
   */
  divide() {
    const parts = this.parts = this.newParts(this.layout.types)
    this.moving = this.moves(parts)
    return parts
  }

  /** @param {RowBuffer[]} parts @returns {Generator<void, void, void>} */
  *moves(parts) {
    const { heads, next, layout: { hashed, kinds, keyKinds } } = this
    let moved = 0
    const cells = (/** @type {number} */ row) => kinds.map((_, at) => this.rows.read(at, row))
    const put = (/** @type {Datum[]} */ row) => parts[this.partOf(row)].push(row)
    for (let at = 0; at < heads.length; at++) {
      if (heads[at] === 0) continue
      const head = heads[at] - 1
      const key = [
        hashed ? this.hashes[head] : this.code.rehash(this, head),
        ...keyKinds.map((_, place) => this.rows.read(kinds.length + place, head)),
      ]
      for (let row = head; row >= 0; row = next[row]) {
        put([...key, ...cells(row)])
        if (++moved % MOVED_AT_ONCE === 0) yield
      }
    }
    const none = new Array(1 + keyKinds.length).fill(null)
    for (let row = 0; row < this.count; row++) if (next[row] === UNLINKED) put([...none, ...cells(row)])
    this.moving = null
    this.begin()
  }

  /** What is still in memory of a build side that is divided goes too. @returns {Generator<number, void, void>} */
  *movedSteps() {
    while (this.moving !== null) {
      this.moving.next()
      this.ctx.fuel -= MOVED_AT_ONCE
      if (this.ctx.fuel >= 0) continue
      releaseCursors(this.ctx)
      yield SLICE
    }
  }

  /** The outer side begins: the build side is complete. @param {unknown[]} types TypeOps of its rows */
  beginOuter(types) {
    this.outerTypes = types
    while (this.moving !== null) this.moving.next()
    if (this.parts === null) this.outer = new RowBuffer(this.ctx, types)
    else this.outerParts = this.newParts(types)
  }

  /** @param {unknown[]} row */
  pushOuter(row) {
    if (this.outerParts !== null) this.outerParts[this.partOf(row)].push(row)
    else /** @type {RowBuffer} */ (this.outer).push(row)
  }

  /** No more outer rows come. */
  endOuter() {
    if (this.parts === null) return
    this.enqueue(this.parts, /** @type {RowBuffer[]} */ (this.outerParts), 0)
    this.parts = null
    this.outerParts = null
    this.outer = new RowBuffer(this.ctx, this.outerTypes)
  }

  /** @param {RowBuffer[]} parts @param {RowBuffer[]} outerParts @param {number} level */
  enqueue(parts, outerParts, level) {
    const total = parts.reduce((sum, part) => sum + part.length, 0)
    for (let at = parts.length - 1; at >= 0; at--) {
      parts[at].rest()
      outerParts[at].rest()
      // Without outer rows there is only something to do for joins that give out unmatched build rows.
      if (outerParts[at].length > 0 || (this.layout.marks && parts[at].length > 0))
        this.waiting.push({
          build: parts[at], outer: outerParts[at], level: level + 1, isLump: parts[at].length > LUMP * total,
        })
      else parts[at].clear()
    }
  }

  get more() {
    return this.aside !== null || this.waiting.length > 0
  }

  /** @returns {Generator<number, boolean, void>} */
  *passSteps() {
    if (this.aside !== null) return yield* super.passSteps()
    for (;;) {
      this.outer?.clear()
      const part = this.waiting.pop()
      if (part === undefined) return false
      this.begin()
      this.matched = null
      this.inPasses = part.isLump
      this.level = part.level
      const reader = part.build.reader()
      for (let row = reader.next(); row !== undefined; row = reader.next()) {
        this.take(row)
        if (--this.ctx.fuel < 0) {
          releaseCursors(this.ctx)
          yield SLICE
        }
      }
      part.build.clear()
      yield* this.movedSteps()
      if (this.parts === null) {
        this.outer = part.outer
        return true
      }
      yield* this.divideOuter(part, this.parts)
    }
  }

  /** @param {Part} part whose build rows are in `parts` now @param {RowBuffer[]} parts */
  *divideOuter(part, parts) {
    const outerParts = this.newParts(this.outerTypes)
    const reader = part.outer.reader()
    for (let row = reader.next(); row !== undefined; row = reader.next()) {
      outerParts[this.partOf(row)].push(row)
      if (--this.ctx.fuel < 0) {
        releaseCursors(this.ctx)
        yield SLICE
      }
    }
    part.outer.clear()
    this.enqueue(parts, outerParts, part.level)
    this.parts = null
  }
}
