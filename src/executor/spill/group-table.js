/**
 * A hash table of groups with bounded memory, for aggregation and DISTINCT. When it is full, rows of groups it does not hold are put aside, in files by the hash
 * of their key; once the groups in memory have been given out, each file is the input of a round of its own, and may be split again by other bits of
 * the hash. So each group is complete in one round, and a row is written as often as the files are split, not as often as there are rounds.
 */
import { RowBuffer } from './row-buffer.js'
import { rowBytes } from './row-codec.js'

/** files a round may write to, each with a buffer of 64 kB */
const FILES_MIN = 4
const FILES_MAX = 32
const BYTES_PER_FILE = 262144

export class GroupTable {
  /** @param {import('../context.js').ExecContext} ctx @param {any[]} types TypeOps of the rows put aside */
  constructor(ctx, types) {
    this.ctx = ctx
    this.types = types
    /** @type {Map<any, any[]>} */
    this.map = new Map()
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

  /** @param {any} key @param {any[]} group */
  insert(key, group) {
    this.map.set(key, group)
    // The map's own share is twice what it needs when it has just grown.
    this.bytes += 128 + rowBytes(group) + (typeof key === 'string' ? key.length : 0)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.full = true
    return group
  }

  /** A group's state took these values in. @param {...any} values */
  grow(...values) {
    this.bytes += rowBytes(values)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.full = true
  }

  /** @param {any[]} row @param {any} key of its group */
  putAside(row, key) {
    this.aside ??= new Array(this.fileCount).fill(null)
    const at = hashKey(key, this.level) % this.fileCount
    let buffer = this.aside[at]
    if (buffer === null) this.aside[at] = buffer = new RowBuffer(this.ctx, this.types, 0)
    buffer.push(row)
  }

  /** Rows put aside, to be read by the next round; null when there are none. */
  nextRound() {
    this.source?.clear()
    for (const buffer of this.aside ?? []) {
      if (buffer === null) continue
      buffer.rest()
      this.waiting.push({ buffer, level: this.level + 1 })
    }
    this.aside = null
    const next = this.waiting.pop()
    if (next === undefined) return null
    this.source = next.buffer
    this.level = next.level
    this.map.clear()
    this.bytes = 0
    this.full = false
    return this.source.reader()
  }
}

/** Other bits at each level. @param {any} key number, string, bool, BigInt or null @param {number} level @returns {number} not negative */
export function hashKey(key, level) {
  let hash = Math.imul(level + 1, 0x9e3779b1)
  if (typeof key === 'number' && (key | 0) === key) hash ^= key
  else {
    const text = typeof key === 'string' ? key : String(key)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
