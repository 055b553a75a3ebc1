/** A sum of numerics that can be added to and taken from, exact, with its special values counted. */
import * as N from '../../types/numbers/numeric.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

/** Exact sums of numerics: one scale, number while it fits. */
export class NumericSum {
  constructor() {
    this.count = 0
    /**
     * The finite sum is (carry + coef) / 10^scale: whole numbers below 2^53 are added up in `coef`, and only what that
     * cannot hold goes on to `carry`.
     */
    this.coef = 0
    this.carry = 0n
    this.scale = 0
    this.nan = 0
    this.plus = 0
    this.minus = 0
    this.scaleMax = 0
  }

  /** @param {Numeric} value */
  add(value) {
    this.count++
    if (value.special !== 0) {
      if (value.special === N.NAN) this.nan++
      else if (value.special === N.POSITIVE_INFINITY) this.plus++
      else this.minus++
      return
    }
    if (value.scale === this.scale && typeof value.coef === 'number') {
      const sum = this.coef + value.coef
      if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) this.coef = sum
      else {
        this.carry += BigInt(this.coef)
        this.coef = value.coef
      }
      return
    }
    this.become(N.addWide(this.finite(), value))
  }

  /** The sum of what is finite, which may be wider than a numeric. */
  finite() {
    return this.carry === 0n
      ? new N.Numeric(this.coef, this.scale, 0)
      : N.addWide(new N.Numeric(this.carry, this.scale, 0), new N.Numeric(this.coef, this.scale, 0))
  }

  /** @param {Numeric} sum finite */
  become({ coef, scale }) {
    this.scale = scale
    this.coef = typeof coef === 'number' ? coef : 0
    this.carry = typeof coef === 'number' ? 0n : coef
  }

  /** @returns {Numeric | null} @throws {DbError} 22003 */
  total() {
    const total = this.wideTotal()
    return total === null ? null : N.fromWide(total)
  }

  /** @returns {Numeric | null} */
  wideTotal() {
    if (this.count === 0) return null
    if (this.nan > 0 || (this.plus > 0 && this.minus > 0)) return N.NUMERIC_NAN
    if (this.plus > 0) return N.NUMERIC_INFINITY
    if (this.minus > 0) return N.NUMERIC_MINUS_INFINITY
    return this.finite()
  }

  /** @returns {Numeric | null} */
  average() {
    const total = this.total()
    return total === null || total.special !== 0 ? total : N.divideNumeric(total, N.fromInteger(this.count))
  }
}
