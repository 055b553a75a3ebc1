/** COPY FROM in text format: a line a row, fields between delimiters, backslash escapes. */
import { badCopyFormat } from '../../../errors/copy.js'
import { BACKSLASH, EOL, NEWLINE, RETURN, RowReader } from './row-reader.js'

/** @import { CopyColumn, CopyOptions } from './row-reader.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

const DOT = 46
/** No such byte in what is there. */
const NONE = Infinity

export class TextReader extends RowReader {
  /** @param {string} table @param {CopyColumn[]} columns @param {CopyOptions} options @param {TypeEnv} env */
  constructor(table, columns, options, env) {
    super(table, columns, options, env)
    /** Where the byte is next that does not end lines here; before `at`: unknown. */
    this.stray = -1
  }

  /** @param {Buffer} piece */
  feed(piece) {
    super.feed(piece)
    this.stray = -1
  }

  /** @returns {any[] | null | undefined} a row; null: the end; undefined: feed more @throws {DbError} 22P04, 22P02 … */
  next() {
    for (;;) {
      const start = this.at
      if (start >= this.bytes.length) return this.ended ? null : undefined
      const end = this.lineEnd(start)
      if (end < 0) return undefined
      this.at = Math.min(end + (this.eol === EOL.CRNL ? 2 : 1), this.bytes.length)
      this.lineNumber++
      if (this.bytes[start] === BACKSLASH && this.bytes[start + 1] === DOT && end - start >= 2) {
        // It has a line end of its own.
        if (end - start > 2 || end === this.bytes.length)
          throw this.located(badCopyFormat('end-of-copy marker corrupt'), 0, 0)
        return this.finish()
      }
      if (!this.headerPending) {
        if (this.plainEnd < 0) this.findPlainEnd()
        this.rowStart = start
        this.rowEnd = end
        return this.row(start, end)
      }
      this.headerPending = false
      if (this.options.matchHeader) this.checkHeader(this.headerNames(start, end))
    }
  }

  /** Where the line that begins at `start` ends. @param {number} start @returns {number} -1: more bytes are needed */
  lineEnd(start) {
    const { bytes } = this
    if (this.eol === EOL.UNKNOWN && !this.seeEol(start)) return this.ended ? bytes.length : -1
    const { eol } = this
    let end = this.unescaped(eol === EOL.NL ? NEWLINE : RETURN, start, start)
    if (end === NONE) {
      if (!this.ended) return -1
      end = bytes.length
    }
    if (eol === EOL.CRNL && end < bytes.length && bytes[end + 1] !== NEWLINE) {
      if (end + 1 < bytes.length || this.ended) throw this.strayReturn()
      return -1
    }
    if (this.stray < start) this.stray = this.unescaped(eol === EOL.NL ? RETURN : NEWLINE, start, start)
    if (this.stray < end) {
      if (this.stray === start + 2 && bytes[start] === BACKSLASH && bytes[start + 1] === DOT)
        throw this.inLine(badCopyFormat('end-of-copy marker does not match previous newline style'))
      throw eol === EOL.NL
        ? this.strayReturn()
        : this.inLine(badCopyFormat('literal newline found in data', 'Use "\\n" to represent newline.'))
    }
    return end
  }

  strayReturn() {
    return this.inLine(
      badCopyFormat('literal carriage return found in data', 'Use "\\r" to represent carriage return.'),
    )
  }

  /** The first line's end says how lines end. @param {number} start @returns {boolean} whether it is there */
  seeEol(start) {
    const { bytes } = this
    const newline = this.unescaped(NEWLINE, start, start)
    const back = this.unescaped(RETURN, start, start)
    if (newline < back) this.eol = EOL.NL
    else if (back === NONE || (back + 1 === bytes.length && !this.ended)) return false
    else this.eol = bytes[back + 1] === NEWLINE ? EOL.CRNL : EOL.CR
    return true
  }

  /**
   * A byte without a backslash before it: behind one it is data.
   * @param {number} byte
   * @param {number} from
   * @param {number} start of the line
   * @returns {number} NONE: nowhere
   */
  unescaped(byte, from, start) {
    const { bytes } = this
    for (let at = bytes.indexOf(byte, from); at >= 0; at = bytes.indexOf(byte, at + 1)) {
      let slashes = 0
      while (at - slashes > start && bytes[at - 1 - slashes] === BACKSLASH) slashes++
      if ((slashes & 1) === 0) return at
    }
    return NONE
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {any[]}
   * @throws {DbError} 22P04, 22P02 and what else a type's input may say
   */
  row(start, end) {
    try {
      return this.values(start, end)
    } catch (error) {
      // A line with too many fields is told so before any of them is looked at.
      if (this.headerNames(start, end).length > this.columns.length) throw this.extraData(start, end)
      throw error
    }
  }

  /** @param {number} start @param {number} end @returns {any[]} */
  values(start, end) {
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
        : escapes ? this.escapedValue(columns[index], at, fieldEnd) : this.value(columns[index], bytes, at, fieldEnd)
      at = fieldEnd + 1
    }
    if (at <= end) {
      if (count === 0 && start === end) return row
      throw this.extraData(start, end)
    }
    return row
  }

  /** @param {CopyColumn} column @param {number} start @param {number} end */
  escapedValue(column, start, end) {
    const length = this.unescape(start, end) // may bring a longer scratch buffer
    return this.value(column, this.scratch, 0, length)
  }

  /** @param {number} start @param {number} end @returns {(string | null)[]} */
  headerNames(start, end) {
    const names = []
    for (let at = start; at <= end;) {
      let fieldEnd = at
      while (fieldEnd < end && this.bytes[fieldEnd] !== this.options.delimiter)
        fieldEnd += this.bytes[fieldEnd] === BACKSLASH ? 2 : 1
      if (fieldEnd > end) fieldEnd = end
      if (this.isNull(at, fieldEnd)) names.push(null)
      else {
        const length = this.unescape(at, fieldEnd)
        names.push(this.decode(this.scratch, 0, length))
      }
      at = fieldEnd + 1
    }
    return names
  }

  /** @param {number} start @param {number} end */
  isNull(start, end) {
    const marker = this.nullBytes
    if (end - start !== marker.length) return false
    for (let index = 0; index < marker.length; index++) if (this.bytes[start + index] !== marker[index]) return false
    return true
  }

  /**
   * Into the scratch buffer, which is another one where it was too short.
   * @param {number} start
   * @param {number} end
   * @returns {number} bytes
   * @throws {DbError} 22P04
   */
  unescape(start, end) {
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
            for (let digits = 0; digits < 2 && at + 1 < end && hexValue(bytes[at + 1]) >= 0; digits++)
              value = (value < 0 ? 0 : value * 16) + hexValue(bytes[++at])
            if (value >= 0) byte = value
            break
          }
          case DOT: throw this.located(badCopyFormat('end-of-copy marker corrupt'), 0, 0)
          default:
            if (byte >= 48 && byte <= 55) { // \101
              let value = byte - 48
              for (let digits = 1; digits < 3 && at + 1 < end && bytes[at + 1] >= 48 && bytes[at + 1] <= 55; digits++)
                value = value * 8 + bytes[++at] - 48
              byte = value & 255
            }
        }
      }
      scratch[to++] = byte
    }
    return to
  }
}

/** @param {number} byte @returns {number} -1 when it is no hexadecimal digit */
function hexValue(byte) {
  if (byte >= 48 && byte <= 57) return byte - 48
  if (byte >= 65 && byte <= 70) return byte - 55
  return byte >= 97 && byte <= 102 ? byte - 87 : -1
}
