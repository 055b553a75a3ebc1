/** COPY TO's output: rows of values to lines of text or CSV, appended to a ByteWriter. */

/** @import { CopyColumn } from './row-reader.js' */
/** @import { CopyOptions } from './options.js' */

const ESCAPES = /** @type {Record<number, number>} */ ({ 8: 98, 9: 116, 10: 110, 11: 118, 12: 102, 13: 114, 92: 92 })

export class RowWriter {
  /** @param {CopyColumn[]} columns @param {CopyOptions} options @param {any} env @param {import('../../util/byte-writer.js').ByteWriter} out */
  constructor(columns, options, env, out) {
    this.columns = columns
    this.options = options
    this.env = env
    this.out = out
    this.forceQuote = columns.map((column) => options.forceQuote === true || options.forceQuote.includes(column.name))
  }

  header() {
    const { out, options } = this
    this.columns.forEach((column, index) => {
      if (index > 0) out.u8(options.delimiter)
      if (options.format === 'csv') this.csvField(column.name, false)
      else this.textField(column.name)
    })
    out.u8(10)
  }

  /** @param {any[]} row */
  row(row) {
    const { out, options, columns } = this
    const csv = options.format === 'csv'
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) out.u8(options.delimiter)
      const value = row[index]
      if (value === null) { out.utf8(options.nullText); continue }
      const { ops } = columns[index]
      if (csv) this.csvField(ops.format(value, this.env), this.forceQuote[index])
      else if (typeof value === 'number' && ops.category === 'N') ops.writeText(value, out, this.env)
      else this.textField(ops.format(value, this.env))
    }
    out.u8(10)
  }

  /** @param {string} text */
  textField(text) {
    const { out } = this
    const start = out.at
    out.utf8(text)
    const { delimiter } = this.options
    for (let at = start; at < out.at; at++) {
      const byte = out.bytes[at]
      if (byte === delimiter || ESCAPES[byte] !== undefined) { this.escapeFrom(start); return }
    }
  }

  /** Writes the field at `start` once more, with escapes. @param {number} start */
  escapeFrom(start) {
    const { out } = this
    const plain = out.copy(start, out.at)
    out.at = start
    for (const byte of plain) {
      const escape = ESCAPES[byte]
      if (escape !== undefined && byte !== this.options.delimiter) { out.u8(92); out.u8(escape) } else {
        if (byte === this.options.delimiter) out.u8(92)
        out.u8(byte)
      }
    }
  }

  /** @param {string} text @param {boolean} force */
  csvField(text, force) {
    const { out, options } = this
    const quote = String.fromCharCode(options.quote)
    const delimiter = String.fromCharCode(options.delimiter)
    const needed = force || text === options.nullText || text.includes(quote) || text.includes(delimiter) || /[\r\n]/.test(text) || (this.columns.length === 1 && text === '\\.')
    if (!needed) { out.utf8(text); return }
    const escape = String.fromCharCode(options.escape)
    let escaped = ''
    for (const character of text) escaped += character === quote || character === escape ? escape + character : character
    out.u8(options.quote)
    out.utf8(escaped)
    out.u8(options.quote)
  }
}
