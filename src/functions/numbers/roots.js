/** Square roots of numerics, and roots of whole numbers. */
import * as N from '../../types/numbers/numeric.js'
import { bigPow10, spendDigits } from '../../types/numbers/numeric-digits.js'
import { invalidPower } from '../../errors/data.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

/**
 * Newton's steps, each with as many bits as are right after it: all of them together cost what the last one does.
 * (The algorithm of Python's math.isqrt, which proves it.)
 * @param {bigint} value
 * @returns {bigint} floor of its square root
 */
export function integerRoot(value) {
  if (value < 2n) return value
  const hex = value.toString(16)
  const bits = (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0], 16)))
  const half = (bits - 1) >> 1
  let root = 1n
  let known = 0
  for (let shift = 31 - Math.clz32(half); shift >= 0; shift--) {
    const before = known
    known = half >> shift
    spendDigits(root)
    root = (root << BigInt(known - before - 1)) + (value >> BigInt(2 * half - before - known + 1)) / root
  }
  return root * root > value ? root - 1n : root
}

/** @param {Numeric} a */
export function squareRoot(a) {
  if (a.special !== 0) {
    if (a.special === N.NEGATIVE_INFINITY) throw invalidPower('cannot take square root of a negative number')
    return a
  }
  if (a.coef < 0) throw invalidPower('cannot take square root of a negative number')
  if (a.coef === 0) return new N.Numeric(0, Math.max(a.scale, 15), 0)
  // Weight of the result's first base-10000 digit decides how many decimals make 16 significant digits.
  const weight = N.leadingDigit(a)[0]
  const resultWeight = weight >= 0 ? Math.floor(weight * 4 / 2 / 4 + 0) : -Math.floor((-weight - 1) / 2) - 1
  const digits = (resultWeight >= 0 ? Math.floor((weight * 4) / 2) + 1 : 1 - Math.floor((1 - weight * 4) / 2))
  return squareRootToScale(a, Math.min(Math.max(16 - digits, a.scale, 0), 1000))
}

/** @param {Numeric} a not negative @param {number} scale of the result */
export function squareRootToScale(a, scale) {
  const shift = 2 * (scale + 2) - a.scale
  const widened = shift >= 0 ? BigInt(a.coef) * bigPow10(shift) : BigInt(a.coef) / bigPow10(-shift)
  return N.fromBig(N.roundedQuotient(integerRoot(widened), 100n), scale)
}
