/**
 * Sorting as PostgreSQL does: the quicksort of Bentley and McIlroy ("Engineering a sort function"), with a check for
 * input that is in order already and recursion into the smaller part. Rows that compare equal come out in the order
 * PostgreSQL gives them for the same input, which shows wherever ORDER BY leaves ties.
 *
 * What is sorted are two arrays that move together: heads, numbers that decide most comparisons, and where the rows
 * are. What the heads leave open is asked of `tie`.
 */

/** So many rows are sorted without giving way. */
export const ROWS_AT_ONCE = 8192

/** @typedef {(space: any, a: number, b: number) => number} Tie order of two rows whose heads are equal */

/** The parts the last division left: rows below the pivot from the start on, rows above it up to the end. */
const parts = { less: 0, greater: 0 }

/**
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space what `tie` is handed
 * @param {Tie} tie
 * @param {number} from
 * @param {number} to one behind the last
 */
export function sortPairs(heads, rows, space, tie, from, to) {
  let low = from
  let count = to - from
  while (divide(heads, rows, space, tie, low, count)) {
    const { less, greater } = parts
    if (less <= greater) {
      if (less > 1) sortPairs(heads, rows, space, tie, low, low + less)
      if (greater <= 1) return
      low += count - greater
      count = greater
    } else {
      if (greater > 1) sortPairs(heads, rows, space, tie, low + count - greater, low + count)
      if (less <= 1) return
      count = less
    }
  }
}

/**
 * The same for many rows: says now and then how many it has dealt with.
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} total
 * @param {number} [from]
 * @returns {Generator<number, void, void>}
 */
export function* sortPairsSteps(heads, rows, space, tie, total, from = 0) {
  const waiting = [{ low: from, count: total }]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { low, count } = part
    if (count <= ROWS_AT_ONCE) sortPairs(heads, rows, space, tie, low, low + count)
    else if (divide(heads, rows, space, tie, low, count)) {
      const { less, greater } = parts
      const above = { low: low + count - greater, count: greater }
      if (less <= greater) waiting.push(above, { low, count: less })
      else waiting.push({ low, count: less }, above)
    }
    yield count
  }
}

/**
 * Order of the rows at two places.
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} a
 * @param {number} b
 */
function order(heads, rows, space, tie, a, b) {
  const x = heads[a]
  const y = heads[b]
  return x < y ? -1 : x > y ? 1 : tie(space, rows[a], rows[b])
}

/**
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} low
 * @param {number} count
 * @returns {boolean} false: they are sorted
 */
function divide(heads, rows, space, tie, low, count) {
  const end = low + count
  let ascending = low + 1
  while (ascending < end && order(heads, rows, space, tie, ascending - 1, ascending) <= 0) ascending++
  if (ascending >= end) return false
  if (count < 7) {
    insertionSort(heads, rows, space, tie, low, end)
    return false
  }
  swap(heads, rows, low, pivotOf(heads, rows, space, tie, low, count))
  const head = heads[low]
  const pivot = rows[low]
  // [low, equalLow) equal  [equalLow, up) less  …  (down, equalHigh] greater  (equalHigh, last] equal
  let equalLow = low + 1
  let up = low + 1
  let down = end - 1
  let equalHigh = end - 1
  for (;;) {
    while (up <= down) {
      const other = heads[up]
      if (other > head) break
      if (other === head) {
        const compared = tie(space, rows[up], pivot)
        if (compared > 0) break
        if (compared === 0) swap(heads, rows, equalLow++, up)
      }
      up++
    }
    while (up <= down) {
      const other = heads[down]
      if (other < head) break
      if (other === head) {
        const compared = tie(space, rows[down], pivot)
        if (compared < 0) break
        if (compared === 0) swap(heads, rows, down, equalHigh--)
      }
      down--
    }
    if (up > down) break
    swap(heads, rows, up++, down--)
  }
  const less = up - equalLow
  const greater = equalHigh - down
  swapRanges(heads, rows, low, up, Math.min(equalLow - low, less))
  swapRanges(heads, rows, up, end, Math.min(greater, end - equalHigh - 1))
  parts.less = less
  parts.greater = greater
  return true
}

/**
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} low
 * @param {number} end
 */
function insertionSort(heads, rows, space, tie, low, end) {
  for (let next = low + 1; next < end; next++) {
    const head = heads[next]
    const row = rows[next]
    let at = next
    for (; at > low; at--) {
      const before = heads[at - 1]
      if (before < head || (before === head && tie(space, rows[at - 1], row) <= 0)) break
      heads[at] = before
      rows[at] = rows[at - 1]
    }
    heads[at] = head
    rows[at] = row
  }
}

/**
 * The median of the first, middle and last row; of three such medians when there are many.
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} low
 * @param {number} count
 */
function pivotOf(heads, rows, space, tie, low, count) {
  const middle = low + (count >> 1)
  if (count === 7) return middle
  const last = low + count - 1
  if (count <= 40) return median(heads, rows, space, tie, low, middle, last)
  const step = count >> 3
  return median(
    heads,
    rows,
    space,
    tie,
    median(heads, rows, space, tie, low, low + step, low + 2 * step),
    median(heads, rows, space, tie, middle - step, middle, middle + step),
    median(heads, rows, space, tie, last - 2 * step, last - step, last)
  )
}

/**
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {any} space
 * @param {Tie} tie
 * @param {number} a
 * @param {number} b
 * @param {number} c
 */
function median(heads, rows, space, tie, a, b, c) {
  if (order(heads, rows, space, tie, a, b) < 0)
    return order(heads, rows, space, tie, b, c) < 0 ? b : order(heads, rows, space, tie, a, c) < 0 ? c : a
  return order(heads, rows, space, tie, b, c) > 0 ? b : order(heads, rows, space, tie, a, c) < 0 ? a : c
}

/** @param {Float64Array} heads @param {Int32Array} rows @param {number} a @param {number} b */
function swap(heads, rows, a, b) {
  const head = heads[a]
  heads[a] = heads[b]
  heads[b] = head
  const row = rows[a]
  rows[a] = rows[b]
  rows[b] = row
}

/**
 * Swaps `count` rows from `low` on with those right before `end`.
 * @param {Float64Array} heads
 * @param {Int32Array} rows
 * @param {number} low
 * @param {number} end
 * @param {number} count
 */
function swapRanges(heads, rows, low, end, count) {
  for (let at = 0; at < count; at++) swap(heads, rows, low + at, end - count + at)
}
