/**
 * Assertions that stay on. A failed one is our bug, never the user's: the message says which belief was wrong.
 */

export class AssertionFailed extends Error {
  /** @param {string} belief */
  constructor(belief) {
    super(`assertion failed: ${belief}`)
    this.name = 'AssertionFailed'
  }
}

/**
 * @param {unknown} condition
 * @param {string} belief what should have been true
 * @returns {asserts condition}
 */
export function assert(condition, belief) {
  if (!condition) throw new AssertionFailed(belief)
}
