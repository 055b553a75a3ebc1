/**
 * Rows of a sample grouped by their values in several columns. A combination's groups come out of those of the
 * combination without its last column, so that each costs one round through the rows.
 */
import { isTired } from '../../../util/effort.js'

/** @import { Steps } from '../../../util/effort.js' */

/**
 * group: of each row; counts: rows of each group; first: the first row of each.
 * @typedef {{ group: Int32Array, counts: number[], first: number[] }} Groups
 */

/** Rows that are dealt with between two looks at the clock. */
const ROWS_PER_LOOK = 4096

/**
 * Visits every combination of one to `most` columns; those of one size in order.
 * @param {Int32Array[]} codes by column, then row: equal values have equal numbers
 * @param {number} rows
 * @param {number} most
 * @param {(columns: number[], groups: Groups) => Steps<void>} visit
 * @returns {Steps<void>}
 */
export function* eachCombination(codes, rows, most, visit) {
  yield* below([], { group: new Int32Array(rows), counts: [rows], first: [0] })

  /** @param {number[]} some @param {Groups} groups @returns {Steps<void>} */
  function* below(some, groups) {
    if (some.length === most) return
    for (let at = some.length === 0 ? 0 : some[some.length - 1] + 1; at < codes.length; at++) {
      const more = [...some, at]
      const made = yield* refined(groups, codes[at])
      yield* visit(more, made)
      yield* below(more, made)
    }
  }
}

/**
 * Groups divided by another column, in the order of their first rows.
 * @param {Groups} groups @param {Int32Array} code of each row @returns {Steps<Groups>}
 */
export function* refined({ group: before }, code) {
  const rows = code.length
  const group = new Int32Array(rows)
  /** @type {number[]} */
  const counts = []
  /** @type {number[]} */
  const first = []
  // Open addressing: the number of a group and one, found by what its first row has.
  const mask = 2 ** Math.ceil(Math.log2(2 * rows + 2)) - 1
  const table = new Int32Array(mask + 1)
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_PER_LOOK === 0 && isTired()) yield
    const own = before[row]
    const value = code[row]
    let place = hashed(own, value) & mask
    let number = table[place] - 1
    while (number >= 0 && (before[first[number]] !== own || code[first[number]] !== value)) {
      place = (place + 1) & mask
      number = table[place] - 1
    }
    if (number < 0) {
      number = counts.length
      table[place] = number + 1
      counts.push(0)
      first.push(row)
    }
    counts[number]++
    group[row] = number
  }
  return { group, counts, first }
}

/** @param {number} one @param {number} other @returns {number} all 32 bits depend on both */
function hashed(one, other) {
  let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul(other + 0x7f4a7c15, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}
