/**
 * A hash table of groups with bounded memory, for aggregation and DISTINCT. When it is full, rows of groups it does not hold are
 * put aside; once the groups in memory have been given out, the next round takes those rows as its input. So each group is complete in one round.
 */
import { RowBuffer } from './row-buffer.js'
import { rowBytes } from './row-codec.js'

export class GroupTable {
  /** @param {import('../context.js').ExecContext} ctx @param {any[]} types TypeOps of the rows put aside */
  constructor(ctx, types) {
    this.ctx = ctx
    this.types = types
    /** @type {Map<any, any[]>} */
    this.map = new Map()
    this.bytes = 0
    this.full = false
    /** @type {RowBuffer | null} */
    this.aside = null
    /** the rows this round reads @type {RowBuffer | null} */
    this.source = null
  }

  /** @param {any} key @param {any[]} group */
  insert(key, group) {
    this.map.set(key, group)
    this.bytes += 64 + rowBytes(group) + (typeof key === 'string' ? key.length : 0)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.full = true
    return group
  }

  /** A group's state took these values in. @param {...any} values */
  grow(...values) {
    this.bytes += rowBytes(values)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.full = true
  }

  /** @param {any[]} row */
  putAside(row) {
    this.aside ??= new RowBuffer(this.ctx, this.types)
    this.aside.push(row)
  }

  /** The rows put aside, to be read by the next round; null when there are none. */
  nextRound() {
    this.source?.clear()
    this.source = this.aside
    this.aside = null
    if (this.source === null) return null
    this.map.clear()
    this.bytes = 0
    this.full = false
    return this.source.reader()
  }
}
