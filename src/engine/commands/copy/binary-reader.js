/**
 * COPY FROM in binary format: a signature, flags, an extension nobody knows, then rows of fields in their types' binary
 * form.
 */
import { badCopyFormat } from '../../../errors/copy.js'
import { DbError } from '../../../errors/db-error.js'
import { RowReader } from './row-reader.js'
import { SIGNATURE } from './row-writer.js'

/** @import { TypeEnv } from '../../../types/type-ops.js' */

export class BinaryReader extends RowReader {
  /**
   * @param {string} table
   * @param {import('./row-reader.js').CopyColumn[]} columns
   * @param {import('./options.js').CopyOptions} options
   * @param {TypeEnv} env a TypeEnv that knows the client's encoding
   */
  constructor(table, columns, options, env) {
    super(table, columns, options, env)
    /** @type {import('./encoding.js').PieceDecoder | null} */
    // Text is in the client's encoding, whatever ENCODING says, and the rest is none.
    this.decoder = null
  }

  /** Whether the header was read. */
  begun = false

  /** @returns {any[] | null | undefined} a row; null: the end; undefined: feed more @throws {DbError} 22P04, 22P03 … */
  next() {
    if (!this.begun && !this.header()) return undefined
    const { bytes, columns } = this
    if (bytes.length - this.at < 2) return this.ended ? null : undefined
    const count = bytes.readInt16BE(this.at)
    if (count === -1) return this.trailer()
    this.lineNumber++
    if (count !== columns.length)
      throw this.located(badCopyFormat(`row field count is ${count}, expected ${columns.length}`), 0, 0)
    const row = new Array(count)
    let at = this.at + 2
    for (let index = 0; index < count; index++) {
      if (bytes.length - at < 4) return this.wantMore()
      const length = bytes.readInt32BE(at)
      at += 4
      if (length === -1) { row[index] = null; continue }
      if (length < 0) throw this.located(badCopyFormat('invalid field size'), 0, 0)
      if (bytes.length - at < length) return this.wantMore()
      row[index] = this.receive(index, at, at + length)
      at += length
    }
    this.at = at
    return row
  }

  /** The row is not all here: it is read again when it is. @returns {undefined} */
  wantMore() {
    if (this.ended) throw this.located(badCopyFormat('unexpected EOF in COPY data'), 0, 0)
    this.lineNumber--
    return undefined
  }

  /** @param {number} index @param {number} start @param {number} end */
  receive(index, start, end) {
    const column = this.columns[index]
    try {
      return column.ops.receive(this.bytes, start, end, column.typmod, this.env)
    } catch (error) {
      if (error instanceof DbError) error.where = `COPY ${this.table}, line ${this.lineNumber}, column ${column.name}`
      throw error
    }
  }

  /** Nothing may follow it. @returns {null | undefined} */
  trailer() {
    if (this.bytes.length - this.at > 2) throw this.located(badCopyFormat('received copy data after EOF marker'), 0, 0)
    return this.ended ? null : undefined
  }

  /** @returns {boolean} whether all of it was there */
  header() {
    const { bytes, ended } = this
    const known = Math.min(bytes.length, SIGNATURE.length)
    if (bytes.compare(SIGNATURE, 0, known, 0, known) !== 0 || (ended && known < SIGNATURE.length))
      throw badCopyFormat('COPY file signature not recognized')
    if (bytes.length < SIGNATURE.length + 8) {
      if (!ended) return false
      throw badCopyFormat(
        bytes.length < SIGNATURE.length + 4
          ? 'invalid COPY file header (missing flags)'
          : 'invalid COPY file header (missing length)',
      )
    }
    const flags = bytes.readInt32BE(SIGNATURE.length)
    if ((flags & 0x10000) !== 0) throw badCopyFormat('invalid COPY file header (WITH OIDS)')
    if (flags >> 16 !== 0) throw badCopyFormat('unrecognized critical flags in COPY file header')
    const extension = bytes.readInt32BE(SIGNATURE.length + 4)
    if (extension < 0) throw badCopyFormat('invalid COPY file header (missing length)')
    if (bytes.length < SIGNATURE.length + 8 + extension) {
      if (!ended) return false
      throw badCopyFormat('invalid COPY file header (wrong length)')
    }
    this.at = SIGNATURE.length + 8 + extension
    this.begun = true
    return true
  }
}
