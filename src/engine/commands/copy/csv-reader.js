/** COPY FROM in CSV format: fields may be quoted, and a quoted one may hold line ends. */
import { badCopyFormat } from '../../../errors/copy.js'
import { BACKSLASH, EOL, NEWLINE, RETURN, RowReader } from './row-reader.js'

/** @import { CopyColumn, CopyOptions } from './row-reader.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

export class CsvReader extends RowReader {
  /** @param {string} table @param {CopyColumn[]} columns @param {CopyOptions} options @param {TypeEnv} env */
  constructor(table, columns, options, env) {
    super(table, columns, options, env)
    this.forceNotNull = columns.map((column) => options.forceNotNull.includes(column.name))
    this.forceNull = columns.map((column) => options.forceNull.includes(column.name))
    /** Line ends within quotes, of the line at hand. */
    this.innerLines = 0
  }

  /** @returns {any[] | null | undefined} a row; null: the end; undefined: feed more @throws {DbError} 22P04, 22P02 … */
  next() {
    for (;;) {
      const start = this.at
      if (start >= this.bytes.length) return this.ended ? null : undefined
      const end = this.lineEnd(start)
      if (end < 0) return undefined
      this.at = Math.min(end + (this.eol === EOL.CRNL ? 2 : 1), this.bytes.length)
      this.lineNumber += 1 + this.innerLines
      // The end's mark has a line of its own, line end and all.
      if (
        end - start === 2 && end < this.bytes.length && this.bytes[start] === BACKSLASH && this.bytes[start + 1] === 46
      )
        return this.finish()
      if (!this.headerPending) {
        if (this.plainEnd < 0) this.findPlainEnd()
        this.rowStart = start
        this.rowEnd = end
        return this.row(start, end)
      }
      this.headerPending = false
      if (this.options.matchHeader)
        this.checkHeader(
          this.fields(start, end).map(({ text, quoted }) => (quoted || text !== this.options.nullText ? text : null)),
        )
    }
  }

  /**
   * Where the line that begins at `start` ends, quotes considered.
   * @param {number} start
   * @returns {number} -1: more bytes are needed
   */
  lineEnd(start) {
    const { bytes } = this
    const { quote } = this.options
    // The quote alone is a toggle.
    const escape = this.options.escape === quote ? -1 : this.options.escape
    let quoted = false
    let wasEscape = false
    this.innerLines = 0
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (quoted && byte === escape) wasEscape = !wasEscape
      if (byte === quote && !wasEscape) quoted = !quoted
      if (byte !== escape) wasEscape = false
      if (byte !== NEWLINE && byte !== RETURN) continue
      if (quoted) {
        if (byte === (this.eol === EOL.NL ? NEWLINE : RETURN)) this.innerLines++
        continue
      }
      if (
        byte === RETURN && at + 1 === bytes.length && !this.ended && (this.eol === EOL.UNKNOWN || this.eol === EOL.CRNL)
      )
        return -1
      const found = byte === NEWLINE ? EOL.NL : bytes[at + 1] === NEWLINE && this.eol !== EOL.CR ? EOL.CRNL : EOL.CR
      if (this.eol === EOL.UNKNOWN) this.eol = found
      else if (this.eol !== found) {
        throw this.inLine(
          byte === NEWLINE
            ? badCopyFormat('unquoted newline found in data', 'Use quoted CSV field to represent newline.')
            : badCopyFormat(
                'unquoted carriage return found in data',
                'Use quoted CSV field to represent carriage return.',
              ),
        )
      }
      return at
    }
    if (!this.ended) return -1
    if (quoted) {
      this.lineNumber += 1 + this.innerLines
      throw this.located(badCopyFormat('unterminated CSV quoted field'), start, bytes.length)
    }
    return bytes.length
  }

  /** @param {number} start @param {number} end @returns {{ text: string, quoted: boolean }[]} */
  fields(start, end) {
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
          if (byte === escape && at + 1 < end && (bytes[at + 1] === quote || bytes[at + 1] === escape))
            scratch[to++] = bytes[++at]
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
  row(start, end) {
    const { columns } = this
    if (columns.length === 0 && start === end) return []
    const fields = this.fields(start, end)
    if (fields.length > columns.length) throw this.extraData(start, end)
    return columns.map((column, index) => {
      const field = fields[index]
      if (field === undefined) return this.missing(column, start, end)
      const isNull =
        field.text === this.options.nullText && (field.quoted ? this.forceNull[index] : !this.forceNotNull[index])
      return isNull ? null : this.parse(column, field.text)
    })
  }
}
