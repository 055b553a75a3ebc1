/**
 * Rows in the order they came, read as often as wanted: materialise, CTEs, work tables, overflow of hash tables. In
 * memory up to `ctx.workMem`, then all of them in a temporary file. Registered with the execution's cursors, so the end
 * of the execution closes the file.
 */
import { RowCodec, rowBytes } from './row-codec.js'
import { TempFile } from './temp-file.js'

export class RowBuffer {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {unknown[]} types TypeOps per column
   * @param {number} [memory] bytes it may keep in memory, `ctx.workMem` unless given
   */
  constructor(ctx, types, memory = ctx.workMem) {
    this.ctx = ctx
    this.memory = memory
    this.types = types
    /** @type {any[][]} */
    this.rows = []
    this.bytes = 0
    this.length = 0
    /** @type {TempFile | null} */
    this.temp = null
    this.registered = false
  }

  /** @param {unknown[]} row kept, not copied */
  push(row) {
    this.length++
    if (this.temp !== null) {
      this.temp.append(row)
      return
    }
    this.rows.push(row)
    this.bytes += rowBytes(row)
    if (this.bytes > this.memory && this.ctx.vfs !== null) this.spill()
  }

  spill() {
    this.temp = new TempFile(this.ctx.vfs, new RowCodec(this.types))
    for (const row of this.rows) this.temp.append(row)
    this.rows = []
    closeAtEnd(this.ctx, this.temp)
  }

  /** From the first row on. Rows pushed while reading are seen if they are in memory. */
  reader() {
    return this.temp === null ? new MemoryReader(this.rows) : this.temp.reader(0, this.temp.position, this.types.length)
  }

  /** No more rows come before it is read: the memory for writing is given back. */
  rest() {
    this.temp?.flush()
  }

  clear() {
    this.rows = []
    this.bytes = 0
    this.length = 0
    this.temp?.close()
    this.temp = null
  }
}

class MemoryReader {
  /** @param {unknown[][]} rows */
  constructor(rows) {
    this.rows = rows
    this.at = 0
  }

  /** @returns {any[] | undefined} */
  next() {
    return this.at < this.rows.length ? this.rows[this.at++] : undefined
  }
}

/**
 * A temporary file ends with its execution, if it was not closed before.
 * @param {import('../context.js').ExecContext} ctx
 * @param {{ close(): void, onClose: (() => void) | null }} temp
 */
export function closeAtEnd(ctx, temp) {
  let open = /** @type {OpenFiles | undefined} */ (ctx.cursors.find((cursor) => cursor instanceof OpenFiles))
  if (open === undefined) ctx.cursors.push(open = new OpenFiles())
  const { files } = open
  files.add(temp)
  temp.onClose = () => { files.delete(temp) }
}

/**
 * The temporary files of an execution: one among its cursors. There may be thousands, one after the other: those closed
 * are forgotten.
 */
class OpenFiles {
  /** @type {Set<{ close(): void }>} */
  files = new Set()

  release() { /* nothing is pinned */ }

  end() {
    for (const file of this.files) file.close()
  }
}
