/**
 * COPY FROM's input: bytes in pieces of any size to rows of values. Two formats, one shape: `feed` pieces, then `next()` gives row after
 * row, undefined when more bytes are needed, null at the end. Fields are cut out of the bytes and read by type without a string
 * in between where that is possible (integers).
 *
 * Errors say where: `where` is "COPY t, line 3, column a: "x"", as PostgreSQL's context line.
 */
import { DbError } from '../../errors/db-error.js'
import { utf8Slice } from '../../util/buffer-text.js'
import { requireUtf8 } from '../parameters.js'

/** @typedef {{ name: string, type: number, typmod: number, ops: any }} CopyColumn */
/** @typedef {import('./options.js').CopyOptions} CopyOptions */

const NEWLINE = 10
const RETURN = 13
const BACKSLASH = 92
const INT2 = 21
const INT4 = 23
const INT8 = 20
const TEXT = 25

export class RowReader {
  /** @param {string} table @param {CopyColumn[]} columns @param {CopyOptions} options @param {any} env TypeEnv */
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
    this.headerPending = options.header
    this.nullBytes = Buffer.from(options.nullText)
    /** Unescaped field. */
    this.scratch = Buffer.alloc(1024)
    this.forceNotNull = columns.map((column) => options.forceNotNull.includes(column.name))
    this.forceNull = columns.map((column) => options.forceNull.includes(column.name))
  }

  /** @param {Buffer} piece */
  feed(piece) {
    this.bytes = this.at >= this.bytes.length ? piece : Buffer.concat([this.bytes.subarray(this.at), piece])
    this.at = 0
  }

  /** No more bytes will come. */
  end() { this.ended = true }

  /** @returns {any[] | null | undefined} a row; null: the end; undefined: feed more @throws {DbError} 22P04, 22P02 … */
  next() {
    return this.options.format === 'csv' ? this.nextCsv() : this.nextText()
  }

  // --- text ---------------------------------------------------------------------------------------------------------

  nextText() {
    for (;;) {
      const { bytes } = this
      const start = this.at
      if (start >= bytes.length) return this.ended ? null : undefined
      let end = bytes.indexOf(NEWLINE, start)
      // A newline behind a backslash is data.
      while (end > start && escapedAt(bytes, start, end)) end = bytes.indexOf(NEWLINE, end + 1)
      if (end < 0) {
        if (!this.ended) return undefined
        end = bytes.length
      }
      this.at = Math.min(end + 1, bytes.length)
      this.lineNumber++
      const lineEnd = end > start && bytes[end - 1] === RETURN && !escapedAt(bytes, start, end - 1) ? end - 1 : end
      if (lineEnd - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === 46) {
        this.at = bytes.length
        this.ended = true
        return null
      }
      if (this.headerPending) {
        this.headerPending = false
        if (this.options.matchHeader) this.checkHeader(this.headerFields(start, lineEnd))
        continue
      }
      return this.textRow(start, lineEnd)
    }
  }

  /** @param {number} start @param {number} end @returns {any[]} */
  textRow(start, end) {
    const { bytes, columns } = this
    const delimiter = this.options.delimiter
    const count = columns.length
    const row = new Array(count)
    let at = start
    for (let index = 0; index < count; index++) {
      if (at > end) this.missing(columns[index], start, end)
      let fieldEnd = at
      let escapes = false
      while (fieldEnd < end) {
        const byte = bytes[fieldEnd]
        if (byte === delimiter) break
        if (byte === BACKSLASH) { escapes = true; fieldEnd++ }
        fieldEnd++
      }
      if (fieldEnd > end) fieldEnd = end
      row[index] = this.isNull(at, fieldEnd) ? null
        : escapes ? this.unescaped(columns[index], at, fieldEnd) : this.value(columns[index], bytes, at, fieldEnd)
      at = fieldEnd + 1
    }
    if (at <= end) {
      if (count === 0 && start === end) return row
      throw this.located(new DbError('22P04', 'extra data after last expected column'), start, end)
    }
    return row
  }

  /** @param {number} start @param {number} end */
  isNull(start, end) {
    const marker = this.nullBytes
    if (end - start !== marker.length) return false
    for (let index = 0; index < marker.length; index++) if (this.bytes[start + index] !== marker[index]) return false
    return true
  }

  /** @param {CopyColumn} column @param {number} start @param {number} end */
  unescaped(column, start, end) {
    if (this.scratch.length < end - start) this.scratch = Buffer.alloc(2 * (end - start))
    const { bytes, scratch } = this
    let to = 0
    for (let at = start; at < end; at++) {
      let byte = bytes[at]
      if (byte === BACKSLASH && at + 1 < end) {
        byte = bytes[++at]
        switch (byte) {
          case 98: byte = 8; break //   \b
          case 102: byte = 12; break // \f
          case 110: byte = 10; break // \n
          case 114: byte = 13; break // \r
          case 116: byte = 9; break //  \t
          case 118: byte = 11; break // \v
          case 120: { //                \x41
            let value = -1
            for (let digits = 0; digits < 2 && at + 1 < end && hexValue(bytes[at + 1]) >= 0; digits++) value = (value < 0 ? 0 : value * 16) + hexValue(bytes[++at])
            if (value >= 0) byte = value
            break
          }
          default:
            if (byte >= 48 && byte <= 55) { // \101
              let value = byte - 48
              for (let digits = 1; digits < 3 && at + 1 < end && bytes[at + 1] >= 48 && bytes[at + 1] <= 55; digits++) value = value * 8 + bytes[++at] - 48
              byte = value & 255
            }
        }
      }
      scratch[to++] = byte
    }
    return this.value(column, scratch, 0, to)
  }

  // --- CSV ----------------------------------------------------------------------------------------------------------

  nextCsv() {
    for (;;) {
      const end = this.csvLineEnd()
      if (end === -1) return undefined
      if (end === -2) return null
      const start = this.at
      this.at = Math.min(end + 1, this.bytes.length)
      if (this.bytes[end] === RETURN && this.bytes[end + 1] === NEWLINE) this.at = end + 2
      this.lineNumber++
      if (end - start === 2 && this.bytes[start] === BACKSLASH && this.bytes[start + 1] === 46) {
        this.at = this.bytes.length
        this.ended = true
        return null
      }
      if (this.headerPending) {
        this.headerPending = false
        if (this.options.matchHeader) this.checkHeader(this.csvFields(start, end).map((field) => field.text))
        continue
      }
      return this.csvRow(start, end)
    }
  }

  /** Where the next line ends, quotes considered. @returns {number} -1: more bytes needed; -2: nothing left */
  csvLineEnd() {
    const { bytes } = this
    const { quote, escape } = this.options
    if (this.at >= bytes.length) return this.ended ? -2 : -1
    let quoted = false
    for (let at = this.at; at < bytes.length; at++) {
      const byte = bytes[at]
      if (quoted && byte === escape && escape !== quote && at + 1 < bytes.length) at++
      else if (byte === quote) quoted = !quoted
      else if (!quoted && byte === NEWLINE) return at
      else if (!quoted && byte === RETURN) {
        if (at + 1 === bytes.length && !this.ended) return -1
        return at
      }
    }
    if (!this.ended) return -1
    if (quoted) throw this.located(new DbError('22P04', 'unterminated CSV quoted field'), this.at, bytes.length)
    return bytes.length
  }

  /** @param {number} start @param {number} end @returns {{ text: string, quoted: boolean }[]} */
  csvFields(start, end) {
    const { bytes } = this
    const { quote, escape, delimiter } = this.options
    const fields = []
    let at = start
    for (;;) {
      if (this.scratch.length < end - start) this.scratch = Buffer.alloc(2 * (end - start))
      const { scratch } = this
      let to = 0
      let quoted = false
      let inside = false
      for (; at < end; at++) {
        const byte = bytes[at]
        if (inside) {
          if (byte === escape && at + 1 < end && (bytes[at + 1] === quote || bytes[at + 1] === escape)) scratch[to++] = bytes[++at]
          else if (byte === quote) inside = false
          else scratch[to++] = byte
        } else if (byte === delimiter) break
        else if (byte === quote) { inside = true; quoted = true } else scratch[to++] = byte
      }
      fields.push({ text: this.decode(scratch, 0, to), quoted })
      if (at >= end) return fields
      at++
    }
  }

  /** @param {number} start @param {number} end @returns {any[]} */
  csvRow(start, end) {
    const fields = this.csvFields(start, end)
    const { columns } = this
    if (fields.length > columns.length) throw this.located(new DbError('22P04', 'extra data after last expected column'), start, end)
    return columns.map((column, index) => {
      const field = fields[index]
      if (field === undefined) return this.missing(column, start, end)
      const isNull = field.text === this.options.nullText && (!field.quoted || this.forceNull[index]) && !this.forceNotNull[index]
      return isNull ? null : this.parse(column, field.text)
    })
  }

  // --- values -------------------------------------------------------------------------------------------------------

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
      if (error instanceof DbError) error.where = `COPY ${this.table}, line ${this.lineNumber}, column ${column.name}: "${text.slice(0, 100)}"`
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
          requireUtf8(bytes, start, end)
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
    throw this.located(new DbError('22P04', `missing data for column "${column.name}"`), start, end)
  }

  /** @param {DbError} error @param {number} start @param {number} end the line */
  located(error, start, end) {
    const line = end > start ? `: "${utf8Slice(this.bytes, start, Math.min(end, start + 100))}"` : ''
    error.where = `COPY ${this.table}, line ${this.lineNumber}${line}`
    return error
  }

  /** @param {number} start @param {number} end @returns {string[]} */
  headerFields(start, end) {
    return utf8Slice(this.bytes, start, end).split(String.fromCharCode(this.options.delimiter))
  }

  /** @param {string[]} names */
  checkHeader(names) {
    if (names.length !== this.columns.length) {
      throw this.located(new DbError('22P04', `wrong number of fields in header line: got ${names.length}, expected ${this.columns.length}`), 0, 0)
    }
    names.forEach((name, index) => {
      if (name !== this.columns[index].name) {
        throw this.located(new DbError('22P04', `column name mismatch in header line field ${index + 1}: got "${name}", expected "${this.columns[index].name}"`), 0, 0)
      }
    })
  }
}

/** Whether the byte at `at` has an odd number of backslashes before it. @param {Buffer} bytes @param {number} start @param {number} at */
function escapedAt(bytes, start, at) {
  let slashes = 0
  while (at - slashes > start && bytes[at - 1 - slashes] === BACKSLASH) slashes++
  return (slashes & 1) === 1
}

/** @param {number} byte @returns {number} -1 when it is no hexadecimal digit */
function hexValue(byte) {
  if (byte >= 48 && byte <= 57) return byte - 48
  if (byte >= 65 && byte <= 70) return byte - 55
  return byte >= 97 && byte <= 102 ? byte - 87 : -1
}

/** Up to nine digits with a sign; NaN for anything else. @param {Buffer} bytes @param {number} start @param {number} end */
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
