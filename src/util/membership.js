/**
 * Which values occur in a list: by looking at each, or by hash where so many are asked for that the products of the
 * lengths would tell.
 */

import { atOnce, isTired } from './effort.js'

/** @template T @typedef {import('./effort.js').Steps<T>} Steps */

/** Items between two looks at the clock. */
const REST_MASK = 1023
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
  return atOnce(byHash(list, same, hash))
}

/**
 * The same of a long list, with rests.
 * @template T
 * @param {T[]} list
 * @param {(a: T, b: T) => boolean} same
 * @param {((value: T) => number) | undefined} hash
 * @returns {Steps<(value: T) => boolean>}
 */
export function* membershipSteps(list, same, hash) {
  return hash === undefined ? (value) => list.some((item) => same(item, value)) : yield* byHash(list, same, hash)
}

/**
 * @template T
 * @param {T[]} list @param {(a: T, b: T) => boolean} same @param {(value: T) => number} hash
 * @returns {Steps<(value: T) => boolean>}
 */
function* byHash(list, same, hash) {
  /** @type {Map<number, T[]>} */
  const buckets = new Map()
  let count = 0
  for (const item of list) {
    if ((++count & REST_MASK) === 0 && isTired()) yield
    const key = hash(item)
    const known = buckets.get(key)
    // Of equal ones the first will do.
    if (known === undefined) buckets.set(key, [item])
    else if (!known.some((other) => same(other, item))) known.push(item)
  }
  return (value) => buckets.get(hash(value))?.some((item) => same(item, value)) === true
}
