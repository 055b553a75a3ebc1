/**
 * Sorting an array in place as PostgreSQL does: the quicksort of Bentley and McIlroy ("Engineering a sort function"), with a check for input that is in
 * order already and recursion into the smaller part. Rows that compare equal come out in the order PostgreSQL gives them for the same input, which
 * shows wherever ORDER BY leaves ties. As fast as Array.prototype.sort with the same comparator.
 */

/** So many rows are sorted without giving way. */
export const ROWS_AT_ONCE = 8192

/** The parts the last division left: rows below the pivot from the start on, rows above it up to the end. */
const parts = { less: 0, greater: 0 }

/**
 * @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} [from] @param {number} [to] one behind the last
 */
export function quicksort(rows, compare, from = 0, to = rows.length) {
  let low = from
  let count = to - from
  while (divide(rows, compare, low, count)) {
    const { less, greater } = parts
    if (less <= greater) {
      if (less > 1) quicksort(rows, compare, low, low + less)
      if (greater <= 1) return
      low += count - greater
      count = greater
    } else {
      if (greater > 1) quicksort(rows, compare, low + count - greater, low + count)
      if (less <= 1) return
      count = less
    }
  }
}

/**
 * The same for many rows: says now and then how many it has dealt with, and goes on when asked to. Parts do not touch each other, so their order is free.
 * @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @returns {Generator<number, void, void>}
 */
export function* quicksortSteps(rows, compare) {
  const waiting = [{ low: 0, count: rows.length }]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { low, count } = part
    if (count <= ROWS_AT_ONCE) quicksort(rows, compare, low, low + count)
    else if (divide(rows, compare, low, count)) {
      const { less, greater } = parts
      const above = { low: low + count - greater, count: greater }
      // The smaller one first: so there are never many.
      if (less <= greater) waiting.push(above, { low, count: less })
      else waiting.push({ low, count: less }, above)
    }
    yield count
  }
}

/**
 * One division around a pivot, `parts` tells of. @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} low @param {number} count
 * @returns {boolean} false: nothing was to be divided, the rows are sorted
 */
function divide(rows, compare, low, count) {
  if (inOrder(rows, compare, low, count)) return false
  if (count < 7) {
    insertionSort(rows, compare, low, low + count)
    return false
  }
  swap(rows, low, pivotOf(rows, compare, low, count))
  const pivot = rows[low]
  // [low, equalLow) equal  [equalLow, up) less  …  (down, equalHigh] greater  (equalHigh, last] equal
  const end = low + count
  let equalLow = low + 1
  let up = low + 1
  let down = end - 1
  let equalHigh = end - 1
  for (;;) {
    let order
    while (up <= down && (order = compare(rows[up], pivot)) <= 0) {
      if (order === 0) swap(rows, equalLow++, up)
      up++
    }
    while (up <= down && (order = compare(rows[down], pivot)) >= 0) {
      if (order === 0) swap(rows, down, equalHigh--)
      down--
    }
    if (up > down) break
    swap(rows, up++, down--)
  }
  const less = up - equalLow
  const greater = equalHigh - down
  swapRanges(rows, low, up, Math.min(equalLow - low, less))
  swapRanges(rows, up, end, Math.min(greater, end - equalHigh - 1))
  parts.less = less
  parts.greater = greater
  return true
}

/** @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} low @param {number} count */
function inOrder(rows, compare, low, count) {
  for (let at = low + 1; at < low + count; at++) if (compare(rows[at - 1], rows[at]) > 0) return false
  return true
}

/** @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} low @param {number} end */
function insertionSort(rows, compare, low, end) {
  for (let next = low + 1; next < end; next++) {
    const row = rows[next]
    let at = next
    for (; at > low && compare(rows[at - 1], row) > 0; at--) rows[at] = rows[at - 1]
    rows[at] = row
  }
}

/** The median of the first, middle and last row; of three such medians when there are many. @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} low @param {number} count */
function pivotOf(rows, compare, low, count) {
  const middle = low + (count >> 1)
  if (count === 7) return middle
  const last = low + count - 1
  if (count <= 40) return median(rows, compare, low, middle, last)
  const step = count >> 3
  return median(rows, compare, median(rows, compare, low, low + step, low + 2 * step), median(rows, compare, middle - step, middle, middle + step),
    median(rows, compare, last - 2 * step, last - step, last))
}

/** @template T @param {T[]} rows @param {(a: T, b: T) => number} compare @param {number} a @param {number} b @param {number} c */
function median(rows, compare, a, b, c) {
  if (compare(rows[a], rows[b]) < 0) return compare(rows[b], rows[c]) < 0 ? b : compare(rows[a], rows[c]) < 0 ? c : a
  return compare(rows[b], rows[c]) > 0 ? b : compare(rows[a], rows[c]) < 0 ? a : c
}

/** @template T @param {T[]} rows @param {number} a @param {number} b */
function swap(rows, a, b) {
  const row = rows[a]
  rows[a] = rows[b]
  rows[b] = row
}

/** Swaps `count` rows from `low` on with those right before `end`. @template T @param {T[]} rows @param {number} low @param {number} end @param {number} count */
function swapRanges(rows, low, end, count) {
  for (let at = 0; at < count; at++) swap(rows, low + at, end - count + at)
}
