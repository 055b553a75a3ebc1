/**
 * Reading the committed data files (src/catalog/data, format in scripts/extract-catalog.js): a table of text cells,
 * split into lines on first use, a row into values when somebody asks for it. Nothing here is kept per row: the caches
 * above keep descriptors.
 */
import { assert } from '../../util/assert.js'
import { STATIC_DATA } from '../data/index.js'

/**
 * @typedef {string | number | boolean | number[] | string[] | null} StaticValue arrays and vectors come as plain
 *   JavaScript arrays
 */

class StaticTable {
  /** @param {string} name of a catalog that has built-in rows */
  constructor(name) {
    assert(STATIC_DATA[name] !== undefined, `catalog ${name} has static data`)
    const data = STATIC_DATA[name]()
    this.name = name
    this.columns = data.columns.split(' ')
    this.types = data.types
    this.defaults = data.defaults.split('\t')
    this.count = data.count
    this.text = data.rows
    /** @type {string[] | null} */
    this.cachedLines = null
    /** Where each line begins. @type {number[] | null} */
    this.lineStarts = null
  }

  /** @returns {string[]} */
  get lines() {
    this.cachedLines ??= this.count === 0 ? [] : this.text.split('\n')
    return this.cachedLines
  }

  /** Position of a column. @param {string} column */
  at(column) {
    const at = this.columns.indexOf(column)
    assert(at >= 0, `catalog ${this.name} has a column ${column}`)
    return at
  }

  /**
   * The first cells of a row, without splitting the rest.
   * @param {number} row
   * @param {number} column position, small
   */
  cell(row, column) {
    const line = this.lines[row]
    let start = 0
    for (let skipped = 0; skipped < column; skipped++) {
      const tab = line.indexOf('\t', start)
      if (tab < 0) return this.plain(this.defaults[column])
      start = tab + 1
    }
    const end = line.indexOf('\t', start)
    const cell = end < 0 ? line.slice(start) : line.slice(start, end)
    return this.plain(cell === '' ? this.defaults[column] : cell)
  }

  /**
   * The rows with a cell, found by searching the text: what a first query needs of a table is little.
   * @param {number} column position @param {string} text of the cell @returns {number[]} ascending
   */
  rowsWhere(column, text) {
    /** @type {number[]} */
    const rows = []
    const cell =
      text === ''
        ? '\\E'
        : text.replace(/[\\\t\n]/g, (character) => (character === '\t' ? '\\t' : character === '\n' ? '\\n' : '\\\\'))
    if (cell === this.defaults[column]) {
      for (let row = 0; row < this.count; row++) if (this.cell(row, column) === text) rows.push(row)
      return rows
    }
    const starts = this.lineStarts ??= lineStarts(this.text)
    const wanted = column === 0 ? cell : `\t${cell}`
    for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, at + 1)) {
      const after = this.text[at + wanted.length]
      if (after !== undefined && after !== '\t' && after !== '\n') continue
      const row = lineAt(starts, at)
      let tabs = column === 0 ? 0 : 1
      for (let tab = this.text.indexOf('\t', starts[row]); tab >= 0 && tab < at; tab = this.text.indexOf('\t', tab + 1))
        tabs++
      if (tabs === column && (column > 0 || at === starts[row])) rows.push(row)
    }
    return rows
  }

  /**
   * For a table in the order of its first column, a number.
   * @param {number} key
   * @returns {number} the first row with it, -1: none
   */
  rowOf(key) {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Number(this.cell(middle, 0)) < key) low = middle + 1
      else high = middle
    }
    return low < this.count && Number(this.cell(low, 0)) === key ? low : -1
  }

  /** @param {number} row @returns {StaticValue[]} one value per column */
  values(row) {
    const cells = this.lines[row].split('\t')
    const values = /** @type {StaticValue[]} */ (new Array(this.columns.length))
    for (let at = 0; at < values.length; at++) {
      const cell = at < cells.length && cells[at] !== '' ? cells[at] : this.defaults[at]
      values[at] = cell === '\\N' ? null : staticValue(this.types[at], this.plain(cell) ?? '')
    }
    return values
  }

  /** @param {string} cell @returns {string | null} */
  plain(cell) {
    if (cell === '\\N') return null
    if (cell === '\\E') return ''
    if (!cell.includes('\\')) return cell
    return cell.replace(/\\(.)/g, (_, character) => character === 't' ? '\t' : character === 'n' ? '\n' : character)
  }
}

/** @param {string} text */
function lineStarts(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** @param {number[]} starts @param {number} position */
function lineAt(starts, position) {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle] <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** @type {Map<string, StaticTable>} */
const tables = new Map()

/** @param {string} name @returns {StaticTable} one shared reader per catalog */
export function staticTable(name) {
  let table = tables.get(name)
  if (table === undefined) tables.set(name, table = new StaticTable(name))
  return table
}

/** Whether a catalog has built-in rows. @param {string} name */
export const hasStaticRows = (name) => STATIC_DATA[name] !== undefined

/** @param {number} type OID of the column's type @param {string} text @returns {StaticValue} */
function staticValue(type, text) {
  switch (type) {
    case 16: return text === 't'
    case 18: return text === '' ? 0 : text.charCodeAt(0)
    case 20: case 21: case 23: case 24: case 26: case 28: case 700: case 701: return Number(text)
    case 22: case 30: return text === '' ? [] : text.split(' ').map(Number)
    case 1005: case 1028: case 1021: return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
    case 1002: return text === '{}' ? [] : text.slice(1, -1).split(',').map((item) => item.charCodeAt(0))
    case 1009: case 1034: return text === '{}' ? [] : arrayItems(text)
    default: return text
  }
}

/** Items of a one-dimensional array's text, some of them quoted. @param {string} text */
function arrayItems(text) {
  /** @type {string[]} */
  const items = []
  for (const match of text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/g)) {
    items.push(match[1] === undefined ? match[0] : match[1].replace(/\\(.)/g, '$1'))
  }
  return items
}
