/**
 * States of sums and averages in cells of Columns, where an object for each would weigh a hundred bytes: WIDE cells for
 * sums of integers that are int8, NUMERIC ones for those that are numeric. What does not fit the cells (beyond 2^53,
 * NaN, infinities) is a BigInt or NumericSum in `boxed`, found behind a cell that is Infinity.
 */
import { NumericSum } from '../../functions/aggregates/numeric-sum.js'
import { int8Add } from '../../types/numbers/int8.js'
import { Numeric, addNumeric, divideNumeric, fromInteger } from '../../types/numbers/numeric.js'

/** @typedef {import('./columns.js').Columns} Columns */

const SAFE = Number.MAX_SAFE_INTEGER

/** @param {Columns} rows @param {number} at column @param {number} row @param {number} value int2 or int4 */
export function sumInteger(rows, at, row, value) {
  const cells = rows.columns[at]
  const sum = cells[row] + value
  if (sum <= SAFE && sum >= -SAFE) cells[row] = sum
  else sumIntegerSlowly(rows, at, row, value)
}

/** @param {Columns} rows @param {number} at @param {number} row @param {number} value */
function sumIntegerSlowly(rows, at, row, value) {
  const cell = rows.columns[at][row]
  if (cell !== cell) {
    rows.columns[at][row] = value
    return
  }
  const sum = int8Add(cell === Infinity ? rows.boxedAt(at, row) : cell, value)
  if (typeof sum === 'number') rows.columns[at][row] = sum
  else rows.box(at, row, sum)
}

/** @param {Columns} rows @param {number} at column @param {number} row @param {Numeric} value */
export function sumNumeric(rows, at, row, value) {
  const { coef } = value
  if (typeof coef === 'number' && value.special === 0 && rows.scales[at][row] === value.scale) {
    const cells = rows.columns[at]
    const sum = cells[row] + coef
    if (sum <= SAFE && sum >= -SAFE) {
      cells[row] = sum
      return
    }
  }
  sumNumericSlowly(rows, at, row, value)
}

/**
 * @param {Columns} rows
 * @param {number} at column
 * @param {number} row
 * @param {number | bigint} value int2, int4 or int8, summed as numeric
 */
export function sumAsNumeric(rows, at, row, value) {
  const cells = rows.columns[at]
  if (typeof value === 'number') {
    const sum = cells[row] + value
    if (sum <= SAFE && sum >= -SAFE) {
      cells[row] = sum
      return
    }
  }
  sumNumericSlowly(rows, at, row, fromInteger(value))
}

/** @param {Columns} rows @param {number} at @param {number} row @param {Numeric} value */
function sumNumericSlowly(rows, at, row, value) {
  const cells = rows.columns[at]
  const cell = cells[row]
  if (cell === Infinity) {
    rows.boxedAt(at, row).add(value)
    return
  }
  const isSimple = value.special === 0
  const sum = !isSimple ? null : cell === cell ? addNumeric(new Numeric(cell, rows.scales[at][row], 0), value) : value
  if (sum !== null && typeof sum.coef === 'number') {
    cells[row] = sum.coef
    rows.scales[at][row] = sum.scale
    return
  }
  const state = new NumericSum()
  if (cell === cell) state.add(new Numeric(cell, rows.scales[at][row], 0))
  state.add(value)
  rows.box(at, row, state)
}

/** @param {Columns} rows @param {number} at column @param {number} row @returns {Numeric | null} */
export function totalOf(rows, at, row) {
  const cell = rows.columns[at][row]
  return cell - cell === 0
    ? new Numeric(cell, rows.scales[at][row], 0)
    : cell !== cell
      ? null
      : rows.boxedAt(at, row).total()
}

/**
 * @param {Columns} rows
 * @param {number} at column
 * @param {number} row
 * @param {number} count of the values
 * @returns {Numeric | null}
 */
export function averageOf(rows, at, row, count) {
  const total = totalOf(rows, at, row)
  return total === null || total.special !== 0 ? total : divideNumeric(total, fromInteger(count))
}
