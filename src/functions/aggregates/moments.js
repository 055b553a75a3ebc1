/** Sums of squares and products: variances, deviations, regressions, exact for exact numbers. */
import * as N from '../../types/numbers/numeric.js'
import { floatOverflow } from '../../errors/data.js'
import { squareRootToScale } from '../numbers/roots.js'
import { NumericSum } from './numeric-sum.js'

/** @import { Numeric } from '../../types/numbers/numeric.js' */

// ---- variance
/** Youngs and Cramer: N, sum, and the sum of squared differences. */
export class FloatMoments {
  constructor() {
    this.count = 0
    this.sumX = 0
    this.squaresX = 0
  }

  /** @param {number} value */
  add(value) {
    this.count++
    const before = this.sumX
    this.sumX += value
    if (this.count > 1) {
      const term = value * this.count - this.sumX
      this.squaresX += term * term / (this.count * (this.count - 1))
      if (!Number.isFinite(this.sumX) || !Number.isFinite(this.squaresX)) {
        if (Number.isFinite(before) && Number.isFinite(value)) throw floatOverflow()
        this.squaresX = NaN
      }
    } else if (!Number.isFinite(value)) {
      this.squaresX = NaN
    }
  }
}

/** @param {boolean} sample @param {boolean} root */
export const floatVariance = (sample, root) => (/** @type {FloatMoments} */ state) => {
  if (state.count < (sample ? 2 : 1)) return null
  const variance = state.squaresX / (sample ? state.count - 1 : state.count)
  return root ? Math.sqrt(variance) : variance
}

/** Exact sums for numeric and integer variance. */
export class ExactMoments {
  constructor() {
    this.sum = new NumericSum()
    this.squares = new NumericSum()
  }

  /** @param {Numeric} value */
  add(value) {
    this.sum.add(value)
    if (value.special === 0) this.squares.add(N.multiplyWide(value, value))
  }
}

/** @param {boolean} sample @param {boolean} root */
export const exactVariance = (sample, root) => (/** @type {ExactMoments} */ state) => {
  const count = state.sum.count
  if (count < (sample ? 2 : 1)) return null
  const total = /** @type {Numeric} */ (state.sum.wideTotal())
  if (total.special !== 0) return N.NUMERIC_NAN
  const size = N.fromInteger(count)
  const spread = N.addWide(
    N.multiplyWide(size, /** @type {Numeric} */ (state.squares.wideTotal())),
    N.negateNumeric(N.multiplyWide(total, total))
  )
  if (N.sign(spread) <= 0) return N.NUMERIC_ZERO
  const divisor = N.multiplyNumeric(size, N.fromInteger(sample ? count - 1 : count))
  const scale = N.divisionScale(spread, divisor)
  const variance = N.divideWide(spread, divisor, scale)
  return root ? squareRootToScale(variance, scale) : N.fromWide(variance)
}

/** @param {number} value */
const isInfinite = (value) => value === Infinity || value === -Infinity

/** Two variables, Y first as SQL has them. */
export class PairMoments {
  constructor() {
    this.count = 0
    this.sumX = 0
    this.squaresX = 0
    this.sumY = 0
    this.squaresY = 0
    this.products = 0
  }

  /** @param {number} y @param {number} x */
  add(y, x) {
    const { sumX: beforeX, sumY: beforeY } = this
    this.count++
    this.sumX += x
    this.sumY += y
    if (this.count > 1) {
      const termX = x * this.count - this.sumX
      const termY = y * this.count - this.sumY
      const scale = 1 / (this.count * (this.count - 1))
      this.squaresX += termX * termX * scale
      this.squaresY += termY * termY * scale
      this.products += termX * termY * scale
      const [finiteX, finiteY] = [!isInfinite(x) && !isInfinite(beforeX), !isInfinite(y) && !isInfinite(beforeY)]
      if (
        ((isInfinite(this.sumX) || isInfinite(this.squaresX)) && finiteX)
        || ((isInfinite(this.sumY) || isInfinite(this.squaresY)) && finiteY)
        || (isInfinite(this.products) && finiteX && finiteY)
      )
        throw floatOverflow()
      if (isInfinite(this.squaresX)) this.squaresX = NaN
      if (isInfinite(this.squaresY)) this.squaresY = NaN
      if (isInfinite(this.products)) this.products = NaN
    } else if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (!Number.isFinite(x)) this.squaresX = this.products = NaN
      if (!Number.isFinite(y)) this.squaresY = this.products = NaN
    }
  }
}

/** @type {Record<string, (s: PairMoments) => number | null>} */
export const PAIRS = {
  corr: (s) =>
    s.count < 1 || s.squaresX === 0 || s.squaresY === 0 ? null : s.products / Math.sqrt(s.squaresX * s.squaresY),
  covar_pop: (s) => (s.count < 1 ? null : s.products / s.count),
  covar_samp: (s) => (s.count < 2 ? null : s.products / (s.count - 1)),
  regr_avgx: (s) => (s.count < 1 ? null : s.sumX / s.count),
  regr_avgy: (s) => (s.count < 1 ? null : s.sumY / s.count),
  regr_count: (s) => s.count,
  regr_intercept: (s) =>
    s.count < 1 || s.squaresX === 0 ? null : (s.sumY - (s.sumX * s.products) / s.squaresX) / s.count,
  regr_r2: (s) =>
    s.count < 1 || s.squaresX === 0
      ? null
      : s.squaresY === 0
        ? 1
        : (s.products * s.products) / (s.squaresX * s.squaresY),
  regr_slope: (s) => (s.count < 1 || s.squaresX === 0 ? null : s.products / s.squaresX),
  regr_sxx: (s) => (s.count < 1 ? null : s.squaresX),
  regr_sxy: (s) => (s.count < 1 ? null : s.products),
  regr_syy: (s) => (s.count < 1 ? null : s.squaresY),
}
