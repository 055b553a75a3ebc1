/**
 * Rows by number, column by column: numbers in typed arrays over one chunk, so that a row costs the collector nothing
 * and few bytes. Generated code reads and writes the arrays itself (operators/cells.js); `read` and `write` here are
 * for everybody else.
 *
 *   kind          cell                                                                null      anything else
 *   INT           int32
 *   INT_OR_NULL   float64: types without NaN, never a BigInt                          NaN
 *   FLOAT         float64
 *   BOOL          uint8: 0, 1                                                         2
 *   ANY           any value as it is, in an array of its own                          null
 *   WIDE          float64: int8 and its like, floats                                  NaN       Infinity: a BigInt, NaN, an infinity in `boxed`
 *   NUMERIC       float64 coefficient, uint16 scale in `scales`                       NaN       Infinity: a Numeric in `boxed`
 *   TEXT          uint32: where the arena (arena.js) has it                           NONE      APART: in `boxed`
 *   BYTES         the same, of byte strings (uuid, bytea)                             NONE      APART: in `boxed`
 *
 * A chunk holds the arrays of 8 bytes a cell first, then those of 4, 2 and 1.
 */
import { Numeric } from '../../types/numbers/numeric.js'
import { giveChunk, takeChunk } from '../../util/chunks.js'
import { APART, Arena, NONE } from './arena.js'

export const INT = 0
export const INT_OR_NULL = 1
export const FLOAT = 2
export const BOOL = 3
export const ANY = 4
export const WIDE = 5
export const NUMERIC = 6
export const TEXT = 7
export const BYTES = 8

/** bytes of a cell */
const WIDTH = [4, 8, 8, 1, 8, 8, 10, 4, 4]

/** Types of an INT: int2, int4, date. */
const INT_TYPES = new Set([21, 23, 1082])
/** Other numbers without NaN, never a BigInt: oid and its kind, tid, xid, cid. */
const UNSIGNED_TYPES = new Set([24, 26, 27, 28, 29, 2202, 2203, 2204, 2205, 2206, 3734, 3769, 4089, 4096, 4191])
/** int8, time, timestamp, timestamptz, money, xid8, pg_lsn: numbers up to 2^53, BigInts beyond. */
const WIDE_TYPES = new Set([20, 1083, 1114, 1184, 790, 5069, 3220])
const BOOL_TYPE = 16
const FLOAT_TYPES = new Set([700, 701])
const NUMERIC_TYPE = 1700

/** @param {number} type neither a domain nor negative @param {boolean} nullable */
export function kindOfType(type, nullable) {
  if (INT_TYPES.has(type)) return nullable ? INT_OR_NULL : INT
  if (UNSIGNED_TYPES.has(type)) return INT_OR_NULL
  if (WIDE_TYPES.has(type)) return WIDE
  if (type === BOOL_TYPE) return BOOL
  if (type === NUMERIC_TYPE) return NUMERIC
  return FLOAT_TYPES.has(type) && !nullable ? FLOAT : ANY
}

/** The kind of a cell, which may hold NaN and null both. @param {number} type @param {boolean} nullable */
export const kindOfCell = (type, nullable) => nullable && FLOAT_TYPES.has(type) ? WIDE : kindOfType(type, nullable)

/** @param {number} type */
export const isIntType = (type) => INT_TYPES.has(type)

/** Bytes of a row, besides what values of ANY occupy. @param {number[]} kinds */
export const widthOf = (kinds) => kinds.reduce((sum, kind) => sum + WIDTH[kind], 0)

const NO_SCALES = new Uint16Array(0)
const NO_TEXTS = new Arena(0)
/** What a value in `boxed` costs. */
const BOXED_BYTES = 160

export class Columns {
  /**
   * @param {number[]} kinds
   * @param {number} capacity rows
   * @param {number} [memory] what its texts may come to, in bytes
   */
  constructor(kinds, capacity, memory = Infinity) {
    this.kinds = kinds
    this.arena = kinds.some((kind) => kind === TEXT || kind === BYTES) ? new Arena(memory) : NO_TEXTS
    this.capacity = 0
    /** @type {any[]} */
    this.columns = kinds.map(() => [])
    /** of NUMERIC columns @type {Uint16Array[]} */
    this.scales = kinds.map(() => NO_SCALES)
    /** what the cells do not hold, by row * columns + column */
    this.boxed = new Map()
    /** estimated, of all that was put into `boxed` */
    this.boxedBytes = 0
    /** @type {ArrayBuffer | null} */
    this.chunk = null
    this.resize(capacity, 0)
  }

  /** @param {number} capacity @param {number} count rows to keep */
  resize(capacity, count) {
    const { kinds, columns, scales } = this
    const before = this.chunk
    const chunk = (this.chunk = takeChunk(
      Math.max(8, capacity * kinds.reduce((sum, kind) => sum + (kind === ANY ? 0 : WIDTH[kind]), 0)),
    ))
    let at = 0
    /**
     * @param {new (buffer: ArrayBuffer, at: number, length: number) => any} array
     * @param {any} held
     * @param {number} width
     */
    const place = (array, held, width) => {
      const made = new array(chunk, at, capacity)
      if (count > 0) made.set(held.subarray(0, count))
      at += capacity * width
      return made
    }
    kinds.forEach((kind, index) => {
      if (kind !== ANY && WIDTH[kind] >= 8) columns[index] = place(Float64Array, columns[index], 8)
    })
    kinds.forEach((kind, index) => { if (kind === INT) columns[index] = place(Int32Array, columns[index], 4) })
    kinds.forEach((kind, index) => {
      if (kind === TEXT || kind === BYTES) columns[index] = place(Uint32Array, columns[index], 4)
    })
    kinds.forEach((kind, index) => { if (kind === NUMERIC) scales[index] = place(Uint16Array, scales[index], 2) })
    kinds.forEach((kind, index) => { if (kind === BOOL) columns[index] = place(Uint8Array, columns[index], 1) })
    this.capacity = capacity
    if (before !== null) giveChunk(before)
  }

  /** Forgets the rows, keeps the arrays. */
  clear() {
    this.kinds.forEach((kind, index) => { if (kind === ANY) this.columns[index] = [] })
    this.boxed = new Map()
    this.boxedBytes = 0
    this.arena.clear()
  }

  /** What values occupy besides their cells, but for those of ANY. */
  get bytesBeside() {
    return this.boxedBytes + this.arena.end
  }

  /** Nobody reads or writes any more. */
  release() {
    if (this.chunk === null) return
    giveChunk(this.chunk)
    this.arena.release()
    this.chunk = null
    this.capacity = 0
    this.columns = this.kinds.map(() => [])
    this.scales = this.kinds.map(() => NO_SCALES)
    this.boxed = new Map()
  }

  /** @param {number} at column @param {number} row @param {any} value */
  box(at, row, value) {
    this.columns[at][row] = Infinity
    this.setApart(at, row, value)
  }

  /** @param {number} at column @param {number} row @param {string | Uint8Array<ArrayBufferLike> | null} value */
  setApart(at, row, value) {
    this.boxed.set(row * this.kinds.length + at, value)
    this.boxedBytes += BOXED_BYTES
  }

  /** @param {number} at column @param {number} row */
  boxedAt(at, row) {
    return this.boxed.get(row * this.kinds.length + at)
  }

  /** @param {number} at column @param {number} row @param {any} value */
  write(at, row, value) {
    switch (this.kinds[at]) {
      case INT_OR_NULL: this.columns[at][row] = value === null ? NaN : value; break
      case BOOL: this.columns[at][row] = value === null ? 2 : value ? 1 : 0; break
      case WIDE: writeWide(this, at, row, value); break
      case NUMERIC: writeNumeric(this, at, row, value); break
      case TEXT: writeText(this, at, row, value); break
      case BYTES: writeBytes(this, at, row, value); break
      default: this.columns[at][row] = value
    }
  }

  /** @param {number} at column @param {number} row */
  read(at, row) {
    const cell = this.columns[at][row]
    switch (this.kinds[at]) {
      case INT_OR_NULL: return cell === cell ? cell : null
      case BOOL: return cell === 2 ? null : cell === 1
      case WIDE: return wideCell(this, at, row, cell)
      case NUMERIC: return numericCell(this, at, row, cell)
      case TEXT: return textOfCell(this, at, row, cell)
      case BYTES: return bytesOfCell(this, at, row, cell)
      default: return cell
    }
  }
}

/**
 * @param {Columns} rows
 * @param {number} at column
 * @param {number} row
 * @param {number} cell
 * @returns {number | bigint | null}
 */
export function wideCell(rows, at, row, cell) {
  return cell - cell === 0 ? cell : cell !== cell ? null : rows.boxedAt(at, row)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {number | bigint | null} value */
export function writeWide(rows, at, row, value) {
  if (typeof value === 'number' && value - value === 0) rows.columns[at][row] = value
  else if (value === null) rows.columns[at][row] = NaN
  else rows.box(at, row, value)
}

/**
 * @param {Columns} rows
 * @param {number} at column
 * @param {number} row
 * @param {number} cell
 * @returns {Numeric | null}
 */
export function numericCell(rows, at, row, cell) {
  return cell - cell === 0 ? new Numeric(cell, rows.scales[at][row], 0) : cell !== cell ? null : rows.boxedAt(at, row)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {Numeric | null} value */
export function writeNumeric(rows, at, row, value) {
  if (value === null) rows.columns[at][row] = NaN
  else if (typeof value.coef === 'number' && value.special === 0) {
    rows.columns[at][row] = value.coef
    rows.scales[at][row] = value.scale
  } else rows.box(at, row, value)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {number} cell @returns {string | null} */
export function textOfCell(rows, at, row, cell) {
  return cell < APART ? rows.arena.text(cell) : cell === NONE ? null : rows.boxedAt(at, row)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {string | null} value */
export function writeText(rows, at, row, value) {
  const cell = value === null ? NONE : rows.arena.putText(value)
  rows.columns[at][row] = cell
  if (cell === APART) rows.setApart(at, row, value)
}

/**
 * @param {Columns} rows
 * @param {number} at column
 * @param {number} row
 * @param {number} cell
 * @returns {Uint8Array | null}
 */
export function bytesOfCell(rows, at, row, cell) {
  return cell < APART ? rows.arena.slice(cell) : cell === NONE ? null : rows.boxedAt(at, row)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {Uint8Array | null} value */
export function writeBytes(rows, at, row, value) {
  const cell = value === null ? NONE : rows.arena.putBytes(value)
  rows.columns[at][row] = cell
  if (cell === APART) rows.setApart(at, row, value)
}
