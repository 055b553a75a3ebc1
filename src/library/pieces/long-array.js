/**
 * An array that a program sees, whose values come one after the other and may be a million. V8 copies an array that
 * grows, all of it in one step: so they are gathered in short ones, and the whole is made when its length is known and
 * filled in slices.
 */

/** Values of a short one. */
const SHORT_VALUES = 1 << 14
/** From here on `new Array` makes a table of them. */
const ARRAY_VALUES = 1 << 25

/** What an array is still to be filled with. @typedef {{ all: unknown[], parts: unknown[][] }} Filling */

export class LongArray {
  /** Full ones. @type {unknown[][]} */
  #before = []
  /** @type {unknown[]} */
  #last = []

  /** @param {unknown} value */
  push(value) {
    if (this.#last.length === SHORT_VALUES) {
      this.#before.push(this.#last)
      this.#last = []
    }
    this.#last.push(value)
  }

  /** @param {Filling[]} fillings gets what is to be done then @returns {unknown[]} of as many values */
  end(fillings) {
    if (this.#before.length === 0) return this.#last
    const parts = [...this.#before, this.#last]
    const length = this.#before.length * SHORT_VALUES + this.#last.length
    const all = length < ARRAY_VALUES ? new Array(length) : []
    fillings.push({ all, parts })
    return all
  }
}

/** @param {Filling[]} fillings of which nothing is left @returns {Generator<void, void, void>} between slices */
export function* filled(fillings) {
  for (let next = fillings.pop(); next !== undefined; next = fillings.pop()) {
    const { all, parts } = next
    let to = 0
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]
      parts[at] = []
      yield
      for (let from = 0; from < part.length; from++) all[to++] = part[from]
    }
  }
}
