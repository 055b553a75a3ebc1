/**
 * Rests within plain recursion. A walk over a tree cannot stop in the middle; but where it goes through a long list it
 * may give up, and begin again when others have had their turn: what it made of the list's elements is kept, and the
 * next attempt goes on behind them. So a tree with a list of 50,000 is walked in as many turns as it needs.
 *
 * The walk must be a pure function of the tree, or not mind that what is above a long list is visited again.
 */
import { isTired } from './effort.js'

/** @template T @typedef {import('./effort.js').Steps<T>} Steps */

/** What is made of a list before anybody looks whether to rest: a new attempt comes that far at least. */
const MANY = 256
/** Thrown where an attempt gives up. */
const RESTS = { reason: 'rests' }

/** What earlier attempts at the walk that runs have made, by list; null: it does not rest. */
let made = /** @type {Map<object, unknown[]> | null} */ (null)

/**
 * A walk, in as many attempts as it takes. Other walks that it calls rest only if it has them rest by `eachOf`.
 * @template T @param {() => T} walk @returns {Steps<T>}
 */
export function* inAttempts(walk) {
  /** @type {Map<object, unknown[]>} */
  const own = new Map()
  for (;;) {
    const before = made
    made = own
    try {
      return walk()
    } catch (error) {
      if (error !== RESTS) throw error
    } finally {
      made = before
    }
    yield
  }
}

/** Is the walk that runs one that may rest? */
export const mayRest = () => made !== null

/**
 * What a walk makes of each of a list's elements.
 * @template T, R @param {T[]} list the same one in each attempt @param {(item: T) => R} make
 * @returns {R[]} not to be changed
 */
export function eachOf(list, make) {
  if (made === null || list.length < MANY) return list.map((item) => make(item))
  let done = /** @type {R[] | undefined} */ (made.get(list))
  if (done === undefined) made.set(list, (done = []))
  while (done.length < list.length) {
    const item = make(list[done.length])
    done.push(item)
    if (done.length % MANY === 0 && isTired()) throw RESTS
  }
  return done
}
