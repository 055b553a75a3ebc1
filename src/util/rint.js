/** Rounding as C's rint does it: halves go to the even neighbour. */

/** @param {number} value @returns {number} */
export function rint(value) {
  const floor = Math.floor(value)
  const rest = value - floor
  return rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1
}
