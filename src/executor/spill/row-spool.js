/**
 * Rows in the order they came, read as often as wanted: materialise, WITH queries, work tables, matches of a left join,
 * input of grouping sets. Bytes in a RowSpace (row-space.js), beyond `ctx.workMem` the same bytes in a temporary file,
 * which ends with the execution.
 */
import { closeAtEnd } from './row-buffer.js'
import { RowSpace } from './row-space.js'
import { TempFile } from './temp-file.js'

const WINDOW_BYTES = 65536
const LENGTH_BYTES = 4

export class RowSpool {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {number} [general] keys that stand beside the rows where these go on to a sorter
   */
  constructor(ctx, general = 0) {
    this.ctx = ctx
    this.general = general
    /** where the next row is written; all rows that are in no file */
    this.space = new RowSpace(ctx.workMem, undefined, general)
    this.length = 0
    /** @type {TempFile | null} */
    this.temp = null
  }

  /** @param {number} _at of a row that was just written to the end of `space` */
  push(_at) {
    this.length++
    if (this.space.end > this.ctx.workMem && this.ctx.vfs !== null) this.writeOut()
  }

  writeOut() {
    if (this.temp === null) {
      this.temp = new TempFile(this.ctx.vfs, null)
      closeAtEnd(this.ctx, this.temp)
    }
    this.temp.appendBytes(this.space.bytes, 0, this.space.end)
    this.space.end = 0
  }

  /** From the first row on. No row comes while it reads. */
  reader() {
    const { temp, space } = this
    if (temp === null) return new SpoolReader(space, null)
    if (space.end > 0) {
      this.writeOut()
      space.release()
      this.space = new RowSpace(this.ctx.workMem, undefined, this.general)
    }
    temp.flush()
    return new SpoolReader(new RowSpace(WINDOW_BYTES, WINDOW_BYTES), temp)
  }

  /** Forgets all rows. */
  clear() {
    this.length = 0
    this.space.end = 0
    this.temp?.close()
    this.temp = null
  }
}

export class SpoolReader {
  /**
   * @param {RowSpace} space where rows are
   * @param {TempFile | null} temp null: all of them; otherwise those of a window of the file
   */
  constructor(space, temp) {
    this.space = space
    this.temp = temp
    /** of the next row */
    this.at = 0
    /** in the file, of what follows the window */
    this.position = 0
    this.filled = 0
  }

  /** @returns {number} where the next row is in `space`, until the next call; -1: there is none */
  next() {
    const { at, space } = this
    if (this.temp !== null) return this.nextOfFile(this.temp)
    if (at >= space.end) return -1
    this.at = at + space.view.getUint32(at, true)
    return at
  }

  /** @param {TempFile} temp */
  nextOfFile(temp) {
    const left = this.filled - this.at
    if ((left < LENGTH_BYTES || left < this.space.view.getUint32(this.at, true)) && !this.fill(temp)) return -1
    const { at } = this
    this.at = at + this.space.view.getUint32(at, true)
    return at
  }

  /** Moves the window on to the next row. @param {TempFile} temp @returns {boolean} false: there is none */
  fill(temp) {
    const { space } = this
    space.bytes.copyWithin(0, this.at, this.filled)
    this.filled -= this.at
    this.at = 0
    for (;;) {
      const wanted = this.filled < LENGTH_BYTES ? LENGTH_BYTES : space.view.getUint32(0, true)
      if (wanted > space.bytes.length) space.grow(wanted)
      else if (this.filled >= wanted && this.filled >= LENGTH_BYTES) return true
      const got = temp.file.readSync(
        space.bytes, this.filled, Math.min(space.bytes.length - this.filled, temp.flushed - this.position),
        this.position,
      )
      if (got <= 0) {
        space.release()
        this.at = this.filled = 0
        this.position = temp.flushed
        return false
      }
      this.filled += got
      this.position += got
    }
  }
}
