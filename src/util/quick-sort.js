/**
 * Bentley and McIlroy's quicksort with PostgreSQL's choices: which of equal elements comes first is the same as there.
 * Only for where that is seen; everything else is sorted by the platform.
 */

/**
 * @template T
 * @param {T[]} list sorted in place
 * @param {(a: T, b: T) => number} compare
 */
export function quickSort(list, compare) {
  sortStretch(list, 0, list.length, compare)
}

const INSERTION_MAX = 7
const NINTHER_MIN = 40

/** @template T @param {T[]} list @param {number} start @param {number} count @param {(a: T, b: T) => number} compare */
function sortStretch(list, start, count, compare) {
  while (!isSorted(list, start, count, compare)) {
    if (count < INSERTION_MAX) return insert(list, start, count, compare)
    swap(list, start, pivot(list, start, count, compare))
    const { less, greater } = partition(list, start, count, compare)
    const end = start + count
    if (less <= greater) {
      if (less > 1) sortStretch(list, start, less, compare)
      start = end - greater
      count = greater
    } else {
      if (greater > 1) sortStretch(list, end - greater, greater, compare)
      count = less
    }
  }
}

/** @template T @param {T[]} list @param {number} start @param {number} count @param {(a: T, b: T) => number} compare */
function isSorted(list, start, count, compare) {
  for (let at = start + 1; at < start + count; at++) if (compare(list[at - 1], list[at]) > 0) return false
  return true
}

/** @template T @param {T[]} list @param {number} start @param {number} count @param {(a: T, b: T) => number} compare */
function insert(list, start, count, compare) {
  for (let at = start + 1; at < start + count; at++) {
    for (let to = at; to > start && compare(list[to - 1], list[to]) > 0; to--) swap(list, to, to - 1)
  }
}

/** @template T @param {T[]} list @param {number} start @param {number} count @param {(a: T, b: T) => number} compare */
function pivot(list, start, count, compare) {
  const middle = start + (count >> 1)
  if (count === INSERTION_MAX) return middle
  const last = start + count - 1
  const median = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c) => {
    if (compare(list[a], list[b]) < 0) {
      return compare(list[b], list[c]) < 0 ? b : compare(list[a], list[c]) < 0 ? c : a
    }
    return compare(list[b], list[c]) > 0 ? b : compare(list[a], list[c]) < 0 ? a : c
  }
  if (count <= NINTHER_MIN) return median(start, middle, last)
  const step = count >> 3
  return median(median(start, start + step, start + 2 * step), median(middle - step, middle, middle + step),
    median(last - 2 * step, last - step, last))
}

/**
 * Around the first element: what is less, what equals it, what is greater.
 * @template T @param {T[]} list @param {number} start @param {number} count @param {(a: T, b: T) => number} compare
 */
function partition(list, start, count, compare) {
  // equal ones are kept at both ends until all are looked at
  let equalBefore = start + 1
  let low = start + 1
  let high = start + count - 1
  let equalBehind = high
  for (;;) {
    for (let order; low <= high && (order = compare(list[low], list[start])) <= 0; low++) {
      if (order === 0) swap(list, equalBefore++, low)
    }
    for (let order; low <= high && (order = compare(list[high], list[start])) >= 0; high--) {
      if (order === 0) swap(list, high, equalBehind--)
    }
    if (low > high) break
    swap(list, low++, high--)
  }
  const less = low - equalBefore
  const greater = equalBehind - high
  const end = start + count
  swapStretches(list, start, low, Math.min(equalBefore - start, less))
  swapStretches(list, low, end, Math.min(greater, end - equalBehind - 1))
  return { less, greater }
}

/**
 * The first of a stretch and those before `end`.
 * @template T
 * @param {T[]} list
 * @param {number} start
 * @param {number} end
 * @param {number} count
 */
function swapStretches(list, start, end, count) {
  for (let at = 0; at < count; at++) swap(list, start + at, end - count + at)
}

/** @template T @param {T[]} list @param {number} a @param {number} b */
function swap(list, a, b) {
  const held = list[a]
  list[a] = list[b]
  list[b] = held
}
