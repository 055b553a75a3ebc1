/**
 * The build side of a hash join: chains of rows by key. A build side larger than `ctx.workMem` is joined in passes: each pass holds as many
 * of its rows as fit, and the outer side runs once per pass; which outer rows have matched so far is kept as one bit each. (The outer
 * side's order is the same every time: same snapshot, same cursors.)
 *
 *   entry = [next entry of the chain or null, matched, ...carried columns]
 */
import { RowBuffer } from './row-buffer.js'
import { rowBytes } from './row-codec.js'

export class JoinTable {
  /** @param {import('../context.js').ExecContext} ctx @param {any[]} types TypeOps of [key, ...entry columns] put aside */
  constructor(ctx, types) {
    this.ctx = ctx
    this.types = types
    /** @type {Map<any, any[]>} */
    this.map = new Map()
    /** rows whose key has a null: they match nothing, but right and full joins give them out. @type {any[][]} */
    this.nulls = []
    this.bytes = 0
    /** build rows of all passes; those with a null key count too */
    this.total = 0
    this.sawNull = false
    /** @type {RowBuffer | null} */
    this.aside = null
    /** @type {Uint32Array | null} */
    this.matched = null
  }

  /** @param {any} key null: has a null @param {any[]} entry */
  add(key, entry) {
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) {
      this.aside ??= new RowBuffer(this.ctx, this.types)
      this.aside.push([key, ...entry.slice(2)])
      return
    }
    this.bytes += 32 + rowBytes(entry) + (typeof key === 'string' ? key.length : 0)
    this.link(key, entry)
  }

  /** @param {any} key @param {any[]} entry */
  link(key, entry) {
    if (key === null) {
      this.nulls.push(entry)
      return
    }
    const first = this.map.get(key)
    if (first === undefined) this.map.set(key, entry)
    else {
      entry[0] = first[0]
      first[0] = entry
    }
  }

  /** Is this the last pass? */
  get last() {
    return this.aside === null
  }

  /** Loads the next part of the build side; false when there was none left. */
  nextPass() {
    if (this.aside === null) return false
    const reader = this.aside.reader()
    const before = this.aside
    this.aside = null
    this.map.clear()
    this.nulls = []
    this.bytes = 0
    for (let row = reader.next(); row !== undefined; row = reader.next()) this.add(row[0], [null, false, ...row.slice(1)])
    before.clear()
    return true
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

  /** Entries of this pass that no outer row matched. @returns {Generator<any[]>} */
  *unmatched() {
    for (let entry of this.map.values()) {
      for (; entry !== null; entry = entry[0]) if (!entry[1]) yield entry
    }
    yield* this.nulls
  }
}
