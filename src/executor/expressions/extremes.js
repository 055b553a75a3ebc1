/** What GREATEST and LEAST make of two values: null counts only beside null. */

/** @import { Datum } from '../../types/datum.js' */
/** @typedef {{ compare: (a: Datum, b: unknown) => number }} Ops of the type */

/** @param {Ops} ops @param {Datum} a @param {unknown} b */
export function greatest(ops, a, b) {
  return a === null ? b : b === null ? a : ops.compare(a, b) >= 0 ? a : b
}

/** @param {Ops} ops @param {Datum} a @param {unknown} b */
export function least(ops, a, b) {
  return a === null ? b : b === null ? a : ops.compare(a, b) <= 0 ? a : b
}
