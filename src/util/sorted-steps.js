/** A list sorted in steps: runs that take no time worth mentioning, merged two by two. */

/** @import { Steps } from './effort.js' */

/** Items of a run; of a merge between two rests. */
const RUN = 2048

/**
 * @template T @param {T[]} items are sorted in place where they are few @param {(a: T, b: T) => number} compare
 * @returns {Steps<T[]>}
 */
export function* sortedSteps(items, compare) {
  if (items.length <= RUN) return items.sort(compare)
  let from = items
  for (let start = 0; start < items.length; start += RUN) {
    const run = items.slice(start, start + RUN).sort(compare)
    for (let at = 0; at < run.length; at++) items[start + at] = run[at]
    yield
  }
  let to = new Array(items.length)
  for (let size = RUN; size < items.length; size *= 2) {
    for (let start = 0; start < items.length; start += 2 * size) {
      const middle = Math.min(start + size, items.length)
      const end = Math.min(start + 2 * size, items.length)
      for (let left = start, right = middle, at = start; at < end; at++) {
        to[at] = left < middle && (right >= end || compare(from[left], from[right]) <= 0) ? from[left++] : from[right++]
        if (at % RUN === 0) yield
      }
    }
    const other = from
    from = to
    to = other
  }
  return from
}
