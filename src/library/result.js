/**
 * Collecting a session's answers for a program: a ResultSink that makes node-postgres' results
 * ({command, rowCount, rows, fields}). Rows become objects by a generated literal per result shape, so that all rows of
 * a statement have one hidden class.
 */
import { isOfNobody, outputConverter, usesParser } from './values.js'
import { propertyOf } from '../executor/sinks.js'
import { copyFromInQuery, copyToInQuery } from '../errors/library.js'
import { isDigit } from '../parser/tokens.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./pieces/readers.js')} */
const readers = later(import.meta.url, './pieces/readers.js')

/** @import { ResultColumn } from '../planner/plan.js' */
/** @import { Types } from '../engine/door/door.js' */
/** @import { ValueOptions } from './values.js' */

/**
 * @typedef
 *   {{ name: string, tableID: number, columnID: number, dataTypeID: number, dataTypeSize: number, dataTypeModifier:
 *   number, format: 'text' }} Field
 */
/**
 * @template [Row=any]
 * @typedef {{ command: string, rowCount: number | null, rows: Row[], fields: Field[] }} QueryResult
 */

/** Rows between two looks at the event loop's other work. */
const ROWS_HIGH_WATER = 4096
/** Rows that are kept in one array before all have come: a large one that grows is copied in one go. */
const ROWS_TOGETHER = 16 * 1024

/**
 * Makes an array of datums into what the program sees.
 * @param {ResultColumn[]} columns @param {Types} types @param {ValueOptions} options @param {boolean} asArrays
 * @param {number} [rows] about so many will be made
 * @returns {(row: any[]) => any}
 */
export function rowMaker(columns, types, options, asArrays, rows = Infinity) {
  const converters = columns.map((column) => outputConverter(column.type, types, options))
  const known = lastMakers.get(columns)
  if (known !== undefined && known.asArrays === asArrays && areSame(known.converters, converters)) return known.make
  const value = (/** @type {number} */ index) =>
    converters[index] === null ? `row[${index}]` : `(row[${index}] === null ? null : convert[${index}](row[${index}]))`
  // Later columns of the same name win, as in node-postgres.
  const last = new Map(columns.map((column, index) => [column.name, index]))
  const body = asArrays ? `[${columns.map((_column, index) => value(index)).join(', ')}]`
    : `{${[...last].map(([name, index]) => `${propertyOf(name)}: ${value(index)}`).join(', ')}}`
  let maker = makers.get(body)
  if (maker === undefined && rows < ROWS_WORTH_CODE && !seen(body)) {
    return asArrays
      ? (row) => row.map((cell, index) => shown(cell, converters[index]))
      : rowByRow([...last], converters)
  }
  if (maker === undefined) {
    maker = /** @type {any} */ (new Function('convert', `return (row) => (${body})`))
    if (makers.size >= MAKERS_MAX) makers.clear()
    makers.set(body, /** @type {any} */ (maker))
  }
  const make = /** @type {any} */ (maker)(converters)
  if (converters.every(isOfNobody)) lastMakers.set(columns, { asArrays, converters, make })
  return make
}

/**
 * For statements whose code makes the objects itself. A parser of the program's may do anything, so it is called when
 * the statement has ended: by `rowMaker`.
 * @param {ResultColumn[]} columns
 * @param {Types} types
 * @param {ValueOptions} options
 * @returns {import('../engine/door/door.js').RowShape | null}
 */
export function objectShape(columns, types, options) {
  if (columns.some(({ type }) => usesParser(type, types, options))) return null
  const convert = columns.map(({ type }) => outputConverter(type, types, options))
  return {
    formats: convert.some((converter) => converter !== null)
      ? convert.map((converter) => (converter === null ? '0' : '1')).join('')
      : '',
    convert,
  }
}

/**
 * Code by its text: sessions that ask the same share what the machine has learned of it.
 * @type {Map<string, (convert: any[]) => (row: any[]) => any>}
 */
const makers = new Map()
const MAKERS_MAX = 1000

/** @typedef {((value: any) => unknown) | null} Converter */
/**
 * What made the last rows of a plan's columns: it makes the next ones, where their values are shown in the same way.
 * @type {WeakMap<ResultColumn[], { asArrays: boolean, converters: Converter[], make: (row: any[]) => unknown }>}
 */
const lastMakers = new WeakMap()

/** @param {Converter[]} some @param {Converter[]} others of as many columns */
function areSame(some, others) {
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false
  return true
}

/** For fewer the code is not worth its compiling, unless they are asked for again. */
const ROWS_WORTH_CODE = 64
/** @type {Set<string>} */
const askedOnce = new Set()

/** @param {string} body @returns {boolean} whether it was asked for before */
function seen(body) {
  if (askedOnce.delete(body)) return true
  if (askedOnce.size >= MAKERS_MAX) askedOnce.clear()
  askedOnce.add(body)
  return false
}

/** @param {unknown} cell @param {Converter} convert */
const shown = (cell, convert) => convert === null || cell === null ? cell : convert(cell)

/**
 * @param {[string, number][]} places of the columns by their names
 * @param {Converter[]} converters
 * @returns {(row: any[]) => any}
 */
const rowByRow = (places, converters) => (row) => {
  /** @type {any} */
  const object = {}
  for (const [name, index] of places) {
    if (name === '__proto__')
      Object.defineProperty(object, name, {
        value: shown(row[index], converters[index]),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    else object[name] = shown(row[index], converters[index])
  }
  return object
}

export class ResultCollector {
  /** @param {ValueOptions} options @param {boolean} asArrays */
  constructor(options, asArrays) {
    this.options = options
    this.asArrays = asArrays
    /** @type {'rows'} */
    this.output = 'rows'
    /** @type {any} */
    this.writer = null
    /** @type {any[][]} */
    this.rows = []
    this.highWater = ROWS_HIGH_WATER
    /** @type {QueryResult[]} */
    this.results = []
    /** @type {ResultColumn[] | null} */
    this.columns = null
    /** @type {number[]} */
    this.sizes = []
    /** @type {any[]} */
    this.made = []
    /** Rows before those in `made`. @type {unknown[][]} */
    this.before = []
    /** @type {((row: any[]) => any) | null} */
    this.make = null
    /** @type {Types | null} */
    this.types = null
  }

  /** @param {Types} types */
  of(types) {
    types.heed?.(this.options.parsers)
    this.types = types
    return this
  }

  /** @param {ResultColumn[]} columns @param {number[]} sizes */
  rowDescription(columns, sizes) {
    this.columns = columns
    this.sizes = sizes
    this.make = null
  }

  take() {
    const { columns } = this
    if (this.rows.length === 0) return
    if (columns === null) { this.rows.length = 0; return }
    const make = (this.make ??= rowMaker(
      columns, /** @type {Types} */ (this.types), this.options, this.asArrays, this.rows.length,
    ))
    for (const row of this.rows) this.made.push(make(row))
    this.rows.length = 0
  }

  /** @returns {Promise<void> | null} */
  drain() {
    this.take()
    if (this.made.length >= ROWS_TOGETHER) {
      this.before.push(this.made)
      this.made = []
    }
    return null
  }

  /** All rows into one array, some at a step. @returns {Generator<void, void, void>} */
  *join() {
    this.take()
    if (this.before.length === 0) return
    const { before, made } = this
    const all = new Array(before.reduce((sum, rows) => sum + rows.length, made.length))
    let to = 0
    for (let at = 0; at <= before.length; at++) {
      const rows = at < before.length ? before[at] : made
      for (let from = 0; from < rows.length; from++) all[to++] = rows[from]
      if (at < before.length) before[at] = []
      yield
    }
    this.before = []
    this.made = all
  }

  /** What reads a column's value that comes in pieces. @param {number} index @param {number} length of its text */
  reader(index, length) {
    const { type } = /** @type {ResultColumn[]} */ (this.columns)[index]
    return readers().readerOf(type, /** @type {Types} */ (this.types), this.options, length)
  }

  /** A row of what readers made. @param {unknown[]} values */
  takeRead(values) {
    this.take()
    const columns = /** @type {ResultColumn[]} */ (this.columns)
    if (this.asArrays) { this.made.push(values); return }
    const places = new Map(columns.map(({ name }, index) => [name, index]))
    this.made.push(rowByRow([...places], values.map(() => null))(values))
  }

  /** @param {string} tag */
  commandComplete(tag) {
    this.take()
    // At once, where nobody did it before.
    if (this.before.length > 0) for (const steps = this.join(); !steps.next().done;) { /* on */ }
    const before = tag.lastIndexOf(' ')
    const isCounted = isDigit(tag.charCodeAt(before + 1))
    const command = tag.startsWith('INSERT ') ? 'INSERT' : isCounted ? tag.slice(0, before) : tag
    this.results.push({
      command,
      rowCount: isCounted ? Number(tag.slice(before + 1)) : null,
      rows: this.made,
      fields: (this.columns ?? []).map((column, index) => fieldOf(column, this.sizes[index])),
    })
    this.made = []
    this.columns = null
    this.make = null
  }

  emptyQuery() { this.results.push({ command: '', rowCount: null, rows: [], fields: [] }) }
  parameterDescription() { /* the program passed the parameters itself */ }
  noData() { /* nothing to describe */ }
  portalSuspended() { /* no row limits are set */ }
  /** @returns {any} */
  copyInBegin() {
    throw copyFromInQuery()
  }
  /** @returns {any} */
  copyRead() {
    throw copyFromInQuery()
  }
  /** @returns {any} */
  copyOutBegin() {
    throw copyToInQuery()
  }
  /** @param {Uint8Array} [_bytes] @param {number} [_start] @param {number} [_end] */
  copyData(_bytes, _start, _end) { /* never begun */ }
  copyOutEnd() { /* never begun */ }
}

/** @param {ResultColumn} column @param {number} size @returns {Field} */
const fieldOf = (column, size) => ({
  name: column.name,
  tableID: column.tableOid,
  columnID: column.attnum,
  dataTypeID: column.type,
  dataTypeSize: size ?? -1,
  dataTypeModifier: column.typmod,
  format: 'text',
})
