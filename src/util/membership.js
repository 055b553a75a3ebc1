/**
 * Which values occur in a list: by looking at each, or by hash where so many are asked for that the products of the
 * lengths would tell.
 */

/** Comparisons that are cheaper than a table. */
const COMPARISONS_MAX = 4096

/**
 * @template T
 * @param {T[]} list
 * @param {number} askedCount how many will be asked for
 * @param {(a: T, b: T) => boolean} same
 * @param {((value: T) => number) | undefined} hash equal values hash alike
 * @returns {(value: T) => boolean}
 */
export function membership(list, askedCount, same, hash) {
  if (hash === undefined || list.length * askedCount <= COMPARISONS_MAX)
    return (value) => list.some((item) => same(item, value))
  /** @type {Map<number, T[]>} */
  const byHash = new Map()
  for (const item of list) {
    const key = hash(item)
    const known = byHash.get(key)
    // Of equal ones the first will do.
    if (known === undefined) byHash.set(key, [item])
    else if (!known.some((other) => same(other, item))) known.push(item)
  }
  return (value) => byHash.get(hash(value))?.some((item) => same(item, value)) === true
}
