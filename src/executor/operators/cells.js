/** Sources that read and write one cell of Columns (spill/columns.js). */
import {
  ANY, BOOL, BYTES, INT_OR_NULL, NUMERIC, TEXT, WIDE, bytesOfCell, kindOfCell, numericCell, textOfCell, wideCell,
  writeBytes, writeNumeric, writeText, writeWide,
} from '../spill/columns.js'
import { baseType } from '../expressions/operations.js'
import { valueBytes } from '../spill/row-codec.js'

/** @typedef {import('../codegen/module.js').Module} Module */
/**
 * @typedef {{ rows: string, at: number, column: string, row: string }} Cell rows: names the Columns; column: source of
 *   the array
 */

/** @param {Module} module @param {number} type @param {boolean} nullable */
export const kindOf = (module, type, nullable) => kindOfCell(baseType(module, type), nullable)

/** @param {Module} module @param {number} kind @param {boolean} nullable @param {Cell} cell @returns {string} */
export function readCell(module, kind, nullable, { rows, at, column, row }) {
  const cell = `${column}[${row}]`
  switch (kind) {
    case INT_OR_NULL: return nullable ? `(${cell} === ${cell} ? ${cell} : null)` : cell
    case BOOL: return nullable ? `(${cell} === 2 ? null : ${cell} === 1)` : `(${cell} === 1)`
    case WIDE: return `${module.named('wideCell', wideCell)}(${rows}, ${at}, ${row}, ${cell})`
    case NUMERIC: return `${module.named('numericCell', numericCell)}(${rows}, ${at}, ${row}, ${cell})`
    case TEXT: return `${module.named('textOfCell', textOfCell)}(${rows}, ${at}, ${row}, ${cell})`
    case BYTES: return `${module.named('bytesOfCell', bytesOfCell)}(${rows}, ${at}, ${row}, ${cell})`
    default: return cell
  }
}

/**
 * A statement.
 * @param {Module} module
 * @param {number} kind
 * @param {Cell} cell
 * @param {string} value a name
 * @returns {string}
 */
export function writeCell(module, kind, { rows, at, column, row }, value) {
  const cell = `${column}[${row}]`
  switch (kind) {
    case INT_OR_NULL: return `${cell} = ${value} === null ? NaN : ${value}`
    case BOOL: return `${cell} = ${value} === null ? 2 : ${value} ? 1 : 0`
    case WIDE: return `${module.named('writeWide', writeWide)}(${rows}, ${at}, ${row}, ${value})`
    case NUMERIC: return `${module.named('writeNumeric', writeNumeric)}(${rows}, ${at}, ${row}, ${value})`
    case TEXT: return `${module.named('writeText', writeText)}(${rows}, ${at}, ${row}, ${value})`
    case BYTES: return `${module.named('writeBytes', writeBytes)}(${rows}, ${at}, ${row}, ${value})`
    default: return `${cell} = ${value}`
  }
}

/**
 * What values of ANY occupy besides their cells, as a sum; '' without one.
 * @param {Module} module
 * @param {number[]} kinds
 * @param {string[]} values
 * @returns {string}
 */
export function cellBytes(module, kinds, values) {
  return values
    .filter((_, at) => kinds[at] === ANY)
    .map((value) => `${module.constant(valueBytes, 'valueBytes')}(${value})`)
    .join(' + ')
}
