/**
 * The rows of one window partition, by number. In memory up to `ctx.workMem`; beyond, all rows are in a temporary file
 * in chunks, and the chunks that moving positions (frame ends, lag, lead) read lately are kept decoded. Positions
 * mostly move forward, so a handful of chunks serves them.
 *
 *   chunk = up to CHUNK_ROWS consecutive rows; only the file position of each chunk is in memory (8 bytes per 64 rows)
 */
import { RowCodec, rowBytes } from './row-codec.js'
import { TempFile } from './temp-file.js'
import { closeAtEnd } from './row-buffer.js'

const CHUNK_ROWS = 64
/** decoded chunks kept besides the one asked for last */
const CACHE_CHUNKS = 24

export class RowStore {
  /** @param {import('../context.js').ExecContext} ctx @param {unknown[]} types TypeOps per column */
  constructor(ctx, types) {
    this.ctx = ctx
    this.types = types
    this.length = 0
    this.bytes = 0
    /** all rows, while they fit; afterwards the rows of the chunk being filled @type {any[][]} */
    this.rows = []
    /** @type {TempFile | null} */
    this.temp = null
    /** where each written chunk starts @type {number[]} */
    this.starts = []
    /** chunk number -> its rows, least lately used first @type {Map<number, any[][]>} */
    this.cache = new Map()
    this.lastChunk = -1
    /** @type {any[][]} */
    this.lastRows = []
  }

  /** Forgets all rows; another partition follows. */
  reset() {
    this.length = 0
    this.bytes = 0
    this.rows = []
    if (this.temp === null) return
    this.temp.close()
    this.temp = null
    this.starts = []
    this.cache.clear()
    this.lastChunk = -1
    this.lastRows = []
  }

  /** @param {unknown[]} row kept, not copied */
  push(row) {
    this.length++
    this.rows.push(row)
    if (this.temp !== null) {
      if (this.rows.length === CHUNK_ROWS) this.writeChunk(this.temp)
      return
    }
    this.bytes += rowBytes(row)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null && this.rows.length >= CHUNK_ROWS) this.spill()
  }

  spill() {
    const temp = new TempFile(this.ctx.vfs, new RowCodec(this.types))
    closeAtEnd(this.ctx, temp)
    this.temp = temp
    const all = this.rows
    const whole = all.length - all.length % CHUNK_ROWS
    for (let from = 0; from < whole; from += CHUNK_ROWS) {
      this.rows = all.slice(from, from + CHUNK_ROWS)
      this.writeChunk(temp)
    }
    this.rows = all.slice(whole)
  }

  /** @param {TempFile} temp */
  writeChunk(temp) {
    this.starts.push(temp.position)
    for (const row of this.rows) temp.append(row)
    this.rows = []
  }

  /** @param {number} index 0 … length - 1 @returns {any[]} */
  row(index) {
    if (this.temp === null) return this.rows[index]
    const chunk = Math.floor(index / CHUNK_ROWS)
    if (chunk !== this.lastChunk) {
      this.lastRows = this.chunk(chunk)
      this.lastChunk = chunk
    }
    return this.lastRows[index - chunk * CHUNK_ROWS]
  }

  /** @param {number} chunk @returns {any[][]} */
  chunk(chunk) {
    if (chunk >= this.starts.length) return this.rows
    const known = this.cache.get(chunk)
    if (known !== undefined) {
      this.cache.delete(chunk)
      this.cache.set(chunk, known)
      return known
    }
    const temp = /** @type {TempFile} */ (this.temp)
    const reader = temp.reader(this.starts[chunk], this.starts[chunk + 1] ?? temp.position, this.types.length)
    const rows = []
    for (let count = 0; count < CHUNK_ROWS; count++) rows.push(/** @type {unknown[]} */ (reader.next()))
    reader.close()
    this.cache.set(chunk, rows)
    if (this.cache.size > CACHE_CHUNKS) this.cache.delete(/** @type {number} */ (this.cache.keys().next().value))
    return rows
  }
}
