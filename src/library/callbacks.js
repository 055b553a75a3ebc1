/**
 * Functions that a program hands over. Those that are called in the middle of synchronous work cannot be async: what
 * they do after their first wait would be done when nobody waits for it any more, and what they return would be a
 * promise where a value is wanted.
 */
import { notAFunction, mustNotBeAsync } from '../errors/library.js'

/** Of functions that return a promise or an iterator whatever is written in them. */
const DEFERRED = new Set(['AsyncFunction', 'AsyncGeneratorFunction', 'GeneratorFunction'])

/** 22023. @param {string} what @param {string} [hint] */
export const mayNotWait = (what, hint) => mustNotBeAsync(what, hint)

/** @param {any} value @returns {value is Promise<any>} */
export const isPromise = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function'

/** @param {string} what @param {unknown} given @throws {DbError} 22023 */
export function requireFunction(what, given) {
  if (typeof given !== 'function') throw notAFunction(what)
}

/**
 * @param {string} what
 * @param {any} given
 * @param {string} [hint]
 * @throws {DbError} 22023 not a function, or one that is seen to be async or a generator before it is called
 */
export function requireSync(what, given, hint) {
  requireFunction(what, given)
  if (DEFERRED.has(given.constructor.name)) throw mayNotWait(what, hint)
}

/**
 * Calls somebody who only listens: what goes wrong there is the program's (an uncaught exception), not the statement's
 * that was under way.
 * @param {() => void} call
 */
export function tell(call) {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => { throw error })
  }
}
