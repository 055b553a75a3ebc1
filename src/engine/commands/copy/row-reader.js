/**
 * COPY FROM's input: bytes in pieces of any size to rows of values. Three formats, one shape: `feed` pieces, then
 * `next()` gives row after row, undefined when more bytes are needed, null at the end. Here is what they share; the
 * formats are in text-reader.js, csv-reader.js and binary-reader.js.
 *
 * Lines end with \n, \r\n or \r: the first one decides, and another kind later is an error, as in PostgreSQL.
 *
 * Errors say where: `where` is "COPY t, line 3, column a: "x"", as PostgreSQL's context line.
 */
import { badCopyFormat } from '../../../errors/copy.js'
import { DbError } from '../../../errors/db-error.js'
import { receiveText } from '../../../types/strings/utf8.js'
import { clipped, utf8Slice } from '../../../util/buffer-text.js'

/** @import { TypeEnv } from '../../../types/type-ops.js' */

/** @typedef {{ name: string, type: number, typmod: number, ops: any }} CopyColumn */
/** @typedef {import('./options.js').CopyOptions} CopyOptions */

export const NEWLINE = 10
export const RETURN = 13
export const BACKSLASH = 92
const INT2 = 21
const INT4 = 23
const INT8 = 20
const TEXT = 25

/** How lines end. */
export const EOL = Object.freeze({ UNKNOWN: 0, NL: 1, CR: 2, CRNL: 3 })

/** @param {number} byte */
const isPartOfNumber = (byte) => (byte >= 48 && byte <= 57) || byte === 45 || byte === 46

const NOTHING = Buffer.alloc(0)

export class RowReader {
  /** @param {string} table @param {CopyColumn[]} columns @param {CopyOptions} options @param {TypeEnv} env */
  constructor(table, columns, options, env) {
    this.table = table
    this.columns = columns
    this.options = options
    this.env = env
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0)
    this.at = 0
    this.ended = false
    this.lineNumber = 0
    /** Where the line of the last row is in `bytes`, until more are fed; rowEnd -1: nobody has said. */
    this.rowStart = 0
    this.rowEnd = -1
    this.eol = /** @type {number} */ (EOL.UNKNOWN)
    this.headerPending = options.header
    this.nullBytes = Buffer.from(options.nullText)
    this.decoder = options.encoding.decoder === null ? null : options.encoding.decoder()
    /** Unescaped field. */
    this.scratch = Buffer.alloc(1024)
    /**
     * Lines that begin at or before it end with a newline that is there, and may be read by whoever leaves alone what
     * needs a second look.
     */
    this.plainEnd = -1
    this.plainQuote = options.format === 'csv' ? options.quote : -1
    this.plainSlash = options.format === 'text' ? BACKSLASH : -1
    this.nullIsEmpty = options.format === 'csv'
    this.knowsPlain =
      options.nullText === (options.format === 'csv' ? '' : '\\N') && options.forceNull.length === 0
      && options.forceNotNull.length === 0 && !isPartOfNumber(options.delimiter) && !isPartOfNumber(this.plainQuote)
  }

  /** After new bytes, and after the first line has said how lines end. */
  findPlainEnd() {
    this.plainEnd = this.knowsPlain && this.eol === EOL.NL && !this.headerPending ? this.bytes.lastIndexOf(NEWLINE) : -1
  }

  /** @param {Buffer} piece */
  feed(piece) {
    this.take(this.decoder === null ? piece : this.decoder.decode(piece, false))
  }

  /** @param {Buffer} bytes in UTF-8 */
  take(bytes) {
    this.rowEnd = -1
    this.bytes = this.at >= this.bytes.length ? bytes : Buffer.concat([this.bytes.subarray(this.at), bytes])
    this.at = 0
    this.findPlainEnd()
  }

  /** No more bytes will come. */
  end() {
    if (this.decoder !== null) this.take(this.decoder.decode(NOTHING, true))
    this.ended = true
  }

  /** Whatever follows is not looked at. @returns {null} */
  finish() {
    this.at = this.bytes.length
    this.ended = true
    return null
  }

  /** @param {CopyColumn} column @param {Buffer} bytes @param {number} start @param {number} end */
  value(column, bytes, start, end) {
    const { type } = column
    if (type === INT4 || type === INT8 || type === INT2) {
      const value = smallInteger(bytes, start, end)
      if (value === value && (type !== INT2 || (value > -32769 && value < 32768))) return value
    }
    const text = this.decode(bytes, start, end)
    return type === TEXT ? text : this.parse(column, text)
  }

  /** @param {CopyColumn} column @param {string} text */
  parse(column, text) {
    try {
      return column.ops.parse(text, column.typmod, this.env)
    } catch (error) {
      if (error instanceof DbError) error.where = `COPY ${this.table}, line ${this.lineNumber}, column ${column.name}: "${clipped(text, SHOWN_MAX)}"`
      throw error
    }
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end @returns {string} @throws {DbError} 22021 */
  decode(bytes, start, end) {
    const text = utf8Slice(bytes, start, end)
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit === 0 || unit === 0xfffd) {
        try {
          receiveText(bytes, start, end)
        } catch (error) {
          throw this.located(/** @type {DbError} */ (error), 0, 0)
        }
        break
      }
    }
    return text
  }

  /** @param {CopyColumn} column @param {number} start @param {number} end @returns {never} */
  missing(column, start, end) {
    throw this.located(badCopyFormat(`missing data for column "${column.name}"`), start, end)
  }

  /** @param {number} start @param {number} end @returns {DbError} */
  extraData(start, end) { return this.located(badCopyFormat('extra data after last expected column'), start, end) }

  /** @param {DbError} error @param {number} start @param {number} end the line */
  located(error, start, end) {
    const line = end > start ? this.quoted(start, end) : ''
    error.where = `COPY ${this.table}, line ${this.lineNumber}${line}`
    return error
  }

  /** What the line of the last row says, in quotes; '' where rows are no lines. */
  quotedRow() {
    return this.rowEnd < 0 ? '' : this.quoted(this.rowStart, this.rowEnd)
  }

  /** @param {number} start @param {number} end */
  quoted(start, end) {
    return `: "${clipped(utf8Slice(this.bytes, start, Math.min(end, start + LOOKED_AT)), SHOWN_MAX)}"`
  }

  /** Of a line whose end is not found yet. @param {DbError} error */
  inLine(error) {
    this.lineNumber++
    return this.located(error, 0, 0)
  }

  /** HEADER MATCH. @param {(string | null)[]} names @throws {DbError} 22P04 */
  checkHeader(names) {
    const { columns } = this
    if (names.length !== columns.length)
      throw this.located(
        badCopyFormat(`wrong number of fields in header line: got ${names.length}, expected ${columns.length}`), 0, 0,
      )
    names.forEach((name, index) => {
      if (name === columns[index].name) return
      const got = name === null ? `null value ("${this.options.nullText}")` : `"${name}"`
      throw this.located(
        badCopyFormat(
          `column name mismatch in header line field ${index + 1}: got ${got}, expected "${columns[index].name}"`,
        ),
        0,
        0,
      )
    })
  }
}

/** Bytes that messages show. */
const SHOWN_MAX = 100
/** Lines may be as long as they like. */
const LOOKED_AT = 4 * SHOWN_MAX

/**
 * Up to nine digits with a sign; NaN for anything else.
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
function smallInteger(bytes, start, end) {
  const negative = bytes[start] === 45
  let at = negative ? start + 1 : start
  if (at === end || end - at > 9) return NaN
  let value = 0
  for (; at < end; at++) {
    const digit = bytes[at] - 48
    if (digit < 0 || digit > 9) return NaN
    value = value * 10 + digit
  }
  return negative && value !== 0 ? -value : value
}
