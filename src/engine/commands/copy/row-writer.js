/**
 * COPY TO's output: rows of values to lines of text or CSV, or to PostgreSQL's binary format, appended to a ByteWriter.
 */
import { PIECE_UNITS, textOf } from '../../../types/nested-text.js'
import { sendText } from '../../../types/strings/text.js'
import { textWeightOf } from '../../../types/weight.js'
import { FLOAT4, FLOAT8, INT2, INT4, INT8, OID } from '../../../types/oids.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { ByteWriter } from '../../../util/byte-writer.js' */
/** @import { CopyColumn } from './row-reader.js' */
/** @import { CopyOptions } from './options.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

/** @param {CopyColumn[]} columns @param {CopyOptions} options @param {TypeEnv} env @param {ByteWriter} out */
export const rowWriter = (columns, options, env, out) =>
  options.format === 'binary' ? new BinaryWriter(columns, env, out) : new RowWriter(columns, options, env, out)

/**
 * Types whose text is digits, letters, a point and signs, none of which needs an escape, unless the delimiter is a
 * sign.
 */
const NUMBERS = new Set([INT2, INT4, INT8, OID, FLOAT4, FLOAT8])
const PLUS = 43
const MINUS = 45

const ESCAPES = /** @type {Record<number, number>} */ ({ 8: 98, 9: 116, 10: 110, 11: 118, 12: 102, 13: 114, 92: 92 })

/** @param {string} text @param {number} at @returns {number} the end of a piece, between two characters */
function pieceEnd(text, at) {
  const end = Math.min(text.length, at + PIECE_UNITS)
  return end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end
}

/**
 * Which rows are written in steps. Only columns of types whose values vary in length are looked at, once a row.
 * @param {CopyColumn[]} columns @returns {(row: unknown[]) => boolean}
 */
export function longRows(columns) {
  const places = columns.flatMap(({ ops }, at) => (ops.fixedBytes === 0 ? [at] : []))
  return (row) => {
    for (let index = 0; index < places.length; index++) {
      const value = row[places[index]]
      if (typeof value === 'string' ? value.length > PIECE_UNITS
        : typeof value === 'object' && value !== null && textWeightOf(value) > PIECE_UNITS) return true
    }
    return false
  }
}

class RowWriter {
  /** @param {CopyColumn[]} columns @param {CopyOptions} options @param {TypeEnv} env @param {ByteWriter} out */
  constructor(columns, options, env, out) {
    this.columns = columns
    this.options = options
    this.env = env
    this.out = out
    this.encode = options.encoding.fromUtf8
    this.isPlainNumber = columns.map(
      (column) => NUMBERS.has(column.ops.oid) && options.delimiter !== PLUS && options.delimiter !== MINUS,
    )
    this.forceQuote = columns.map((column) => options.forceQuote === true || options.forceQuote.includes(column.name))
  }

  begin() {
    const { out, options } = this
    if (!options.header) return
    this.columns.forEach((column, index) => {
      if (index > 0) out.u8(options.delimiter)
      if (options.format === 'csv') this.csvField(column.name, false)
      else this.textField(column.name)
    })
    out.u8(10)
  }

  /** @param {unknown[]} row */
  row(row) {
    const { out, options, columns } = this
    const csv = options.format === 'csv'
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) out.u8(options.delimiter)
      const value = row[index]
      if (value === null) { out.utf8(options.nullText); continue }
      const { ops } = columns[index]
      if (csv) this.csvField(ops.format(value, this.env), this.forceQuote[index])
      else if (this.isPlainNumber[index] && typeof value === 'number') ops.writeText(value, out, this.env)
      else this.textField(ops.format(value, this.env))
    }
    out.u8(10)
  }

  /** The same of a row with long values, with rests. @param {unknown[]} row @returns {Steps<void>} */
  *rowSteps(row) {
    const { out, options, columns, env } = this
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) out.u8(options.delimiter)
      const value = row[index]
      if (value === null) { out.utf8(options.nullText); continue }
      const text = yield* textOf(columns[index].ops, value, env)
      if (options.format === 'csv') yield* this.csvSteps(text, this.forceQuote[index])
      else {
        for (let at = 0, end = 0; at < text.length; at = end) {
          end = pieceEnd(text, at)
          this.textField(text.slice(at, end))
          yield
        }
      }
    }
    out.u8(10)
  }

  end() { /* a line says itself where it ends */ }

  /** @param {string} text */
  textField(text) {
    const { out } = this
    const start = out.at
    this.put(text)
    const { delimiter } = this.options
    for (let at = start; at < out.at; at++) {
      const byte = out.bytes[at]
      if (byte === delimiter || ESCAPES[byte] !== undefined) { this.escapeFrom(start); return }
    }
  }

  /** @param {string} text */
  put(text) {
    if (this.encode === null) this.out.utf8(text)
    else this.out.raw(this.encode(text))
  }

  /** Writes the field at `start` once more, with escapes. @param {number} start */
  escapeFrom(start) {
    const { out } = this
    const plain = out.copy(start, out.at)
    out.at = start
    for (const byte of plain) {
      const escape = ESCAPES[byte]
      if (escape !== undefined) { out.u8(92); out.u8(escape) } else {
        if (byte === this.options.delimiter) out.u8(92)
        out.u8(byte)
      }
    }
  }

  /** @param {string} text @param {boolean} force */
  csvField(text, force) {
    const { out, options } = this
    if (!force && !this.needsQuotes(text)) { this.put(text); return }
    out.u8(options.quote)
    this.put(this.escaped(text))
    out.u8(options.quote)
  }

  /** @param {string} text @param {boolean} force @returns {Steps<void>} */
  *csvSteps(text, force) {
    const { out, options } = this
    const isQuoted = force || this.needsQuotes(text)
    if (isQuoted) out.u8(options.quote)
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = pieceEnd(text, at)
      const piece = text.slice(at, end)
      this.put(isQuoted ? this.escaped(piece) : piece)
      yield
    }
    if (isQuoted) out.u8(options.quote)
  }

  /** @param {string} text of a field in CSV */
  needsQuotes(text) {
    const { options } = this
    return text === options.nullText || text.includes(String.fromCharCode(options.quote))
      || text.includes(String.fromCharCode(options.delimiter)) || /[\r\n]/.test(text)
      || (this.columns.length === 1 && text === '\\.')
  }

  /** @param {string} text @returns {string} */
  escaped(text) {
    const quote = String.fromCharCode(this.options.quote)
    const escape = String.fromCharCode(this.options.escape)
    let escaped = ''
    for (const character of text)
      escaped += character === quote || character === escape ? escape + character : character
    return escaped
  }
}

/** What binary COPY begins with. */
export const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

/** @param {string} text @param {ByteWriter} out @returns {Steps<void>} */
function* textSteps(text, out) {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = pieceEnd(text, at)
    out.utf8(text.slice(at, end))
    yield
  }
}

/** A count of fields, then each with its length in front (-1: null); a count of -1 ends it. */
class BinaryWriter {
  /** @param {CopyColumn[]} columns @param {TypeEnv} env @param {ByteWriter} out */
  constructor(columns, env, out) {
    this.columns = columns
    this.env = env
    this.out = out
  }

  begin() {
    this.out.raw(SIGNATURE)
    this.out.i32(0)
    this.out.i32(0)
  }

  /** @param {unknown[]} row */
  row(row) {
    const { out, columns, env } = this
    out.i16(columns.length)
    for (let index = 0; index < columns.length; index++) {
      const value = row[index]
      if (value === null) { out.i32(-1); continue }
      const mark = out.reserveLength()
      columns[index].ops.send(value, out, env)
      out.patchLength(mark)
    }
  }

  /** The same of a row with long values, with rests. @param {unknown[]} row @returns {Steps<void>} */
  *rowSteps(row) {
    const { out, columns, env } = this
    out.i16(columns.length)
    for (let index = 0; index < columns.length; index++) {
      const value = row[index]
      if (value === null) { out.i32(-1); continue }
      const { ops } = columns[index]
      const mark = out.reserveLength()
      if (ops.sendSteps !== undefined) yield* ops.sendSteps(value, out, env)
      else if (typeof value === 'string' && ops.send === sendText && env.clientText === undefined)
        yield* textSteps(value, out)
      else ops.send(value, out, env)
      out.patchLength(mark)
      yield
    }
  }

  end() { this.out.i16(-1) }
}
