/**
 * Transition and final functions of aggregates that SQL may call by themselves (CREATE AGGREGATE does). States are
 * float8 arrays: {N, Sx, Sxx} for one variable, {N, Sx, Sxx, Sy, Syy, Sxy} for two.
 */
import { floatOverflow, nullNotAllowed } from '../../errors/data.js'
import { arrayOf, PgArray } from '../../types/array.js'
import { addInterval, divideInterval, Interval, subtractInterval } from '../../types/datetime/interval.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { FLOAT8, INTERVAL } from '../../types/oids.js'
import { checkFloat8, Family } from '../impl.js'
import { wrongIntervalArray, wrongTransitionArray } from '../../errors/values.js'

const family = new Family()
export const transitionFunctions = family.functions


/** @param {string} name @param {any} array @param {number} count @returns {number[]} */
function transitionValues(name, array, count) {
  if (
    array.dims.length !== 1 || array.values.length !== count || array.elementType !== FLOAT8
    || array.values.includes(null)
  )
    throw wrongTransitionArray(name, count)
  return array.values
}

/** @param {number} result @param {...number} inputs */
function checkedSquares(result, ...inputs) {
  if (Number.isFinite(result)) return result
  if (inputs.every((value) => Number.isFinite(value))) throw floatOverflow()
  return NaN
}

/** @param {number[]} values */
const float8Array = (values) => new PgArray(FLOAT8, [values.length], [1], values)

for (const name of ['float8_accum', 'float4_accum']) family.add(name, (state, value) => {
  let [count, sum, squares] = transitionValues(name, state, 3)
  const before = sum
  count += 1
  sum += value
  if (state.values[0] > 0) {
    const term = value * count - sum
    squares = checkedSquares(squares + term * term / (count * state.values[0]), before, value)
  } else if (!Number.isFinite(value)) squares = NaN
  return float8Array([count, sum, squares])
})
family.add('float8_combine', (left, right) => {
  const [n1, s1, q1] = transitionValues('float8_combine', left, 3)
  const [n2, s2, q2] = transitionValues('float8_combine', right, 3)
  if (n1 === 0) return float8Array([n2, s2, q2])
  if (n2 === 0) return float8Array([n1, s1, q1])
  const count = n1 + n2
  const difference = s1 / n1 - s2 / n2
  return float8Array([
    count,
    checkFloat8(s1 + s2, s1, s2),
    checkFloat8(q1 + q2 + (n1 * n2 * difference * difference) / count, q1, q2),
  ])
})
family.add('float8_regr_accum', (state, y, x) => {
  let [count, sumX, squaresX, sumY, squaresY, products] = transitionValues('float8_regr_accum', state, 6)
  const earlier = count
  count += 1
  sumX += x
  sumY += y
  if (earlier > 0) {
    const termX = x * count - sumX
    const termY = y * count - sumY
    const scale = 1 / (count * earlier)
    squaresX = checkedSquares(squaresX + termX * termX * scale, state.values[1], x)
    squaresY = checkedSquares(squaresY + termY * termY * scale, state.values[3], y)
    products = checkedSquares(products + termX * termY * scale, state.values[1], x, state.values[3], y)
  } else {
    if (!Number.isFinite(x)) squaresX = products = NaN
    if (!Number.isFinite(y)) squaresY = products = NaN
  }
  return float8Array([count, sumX, squaresX, sumY, squaresY, products])
})
family.add('float8_regr_combine', (left, right) => {
  const [n1, sx1, sxx1, sy1, syy1, sxy1] = transitionValues('float8_regr_combine', left, 6)
  const [n2, sx2, sxx2, sy2, syy2, sxy2] = transitionValues('float8_regr_combine', right, 6)
  if (n1 === 0) return float8Array([n2, sx2, sxx2, sy2, syy2, sxy2])
  if (n2 === 0) return float8Array([n1, sx1, sxx1, sy1, syy1, sxy1])
  const count = n1 + n2
  const dx = sx1 / n1 - sx2 / n2
  const dy = sy1 / n1 - sy2 / n2
  return float8Array([
    count,
    checkFloat8(sx1 + sx2, sx1, sx2),
    checkFloat8(sxx1 + sxx2 + (n1 * n2 * dx * dx) / count, sxx1, sxx2),
    checkFloat8(sy1 + sy2, sy1, sy2),
    checkFloat8(syy1 + syy2 + (n1 * n2 * dy * dy) / count, syy1, syy2),
    checkFloat8(sxy1 + sxy2 + (n1 * n2 * dx * dy) / count, sxy1, sxy2),
  ])
})

/**
 * @param {string} name
 * @param {number} size
 * @param {number} least
 * @param {(values: number[]) => number | null} compute
 */
const finalFunction = (name, size, least, compute) => family.add(name, (state) => {
  const values = transitionValues(name, state, size)
  return values[0] < least ? null : compute(values)
})
finalFunction('float8_avg', 3, 1, ([n, sum]) => sum / n)
finalFunction('float8_var_pop', 3, 1, ([n, , squares]) => squares / n)
finalFunction('float8_var_samp', 3, 2, ([n, , squares]) => squares / (n - 1))
finalFunction('float8_stddev_pop', 3, 1, ([n, , squares]) => Math.sqrt(squares / n))
finalFunction('float8_stddev_samp', 3, 2, ([n, , squares]) => Math.sqrt(squares / (n - 1)))
// Of two variables: {N, sum x, squares x, sum y, squares y, products}.
finalFunction('float8_regr_sxx', 6, 1, ([, , sxx]) => sxx)
finalFunction('float8_regr_syy', 6, 1, ([, , , , syy]) => syy)
finalFunction('float8_regr_sxy', 6, 1, ([, , , , , sxy]) => sxy)
finalFunction('float8_regr_avgx', 6, 1, ([n, sx]) => sx / n)
finalFunction('float8_regr_avgy', 6, 1, ([n, , , sy]) => sy / n)
finalFunction('float8_covar_pop', 6, 1, ([n, , , , , sxy]) => sxy / n)
finalFunction('float8_covar_samp', 6, 2, ([n, , , , , sxy]) => sxy / (n - 1))
finalFunction('float8_corr', 6, 1, ([, , sxx, , syy, sxy]) =>
  (sxx === 0 || syy === 0 ? null : sxy / Math.sqrt(sxx * syy)))
finalFunction('float8_regr_r2', 6, 1, ([, , sxx, , syy, sxy]) =>
  (sxx === 0 ? null : syy === 0 ? 1 : (sxy * sxy) / (sxx * syy)))
finalFunction('float8_regr_slope', 6, 1, ([, , sxx, , , sxy]) => (sxx === 0 ? null : sxy / sxx))
finalFunction('float8_regr_intercept', 6, 1, ([n, sx, sxx, sy, , sxy]) =>
  (sxx === 0 ? null : (sy - sx * sxy / sxx) / n))

// ---- intervals: {sum, N as microseconds}

/** @param {PgArray} array @returns {Interval[]} */
function intervalState(array) {
  if (array.values.length !== 2) throw wrongIntervalArray()
  if (array.values.includes(null)) throw nullNotAllowed('null array element not allowed in this context')
  return /** @type {Interval[]} */ (array.values)
}

/** @param {Interval} counter @param {number | bigint} by */
const counted = (counter, by) =>
  new Interval(counter.months, counter.days, toInt8(BigInt(counter.micros) + BigInt(by)))

family.add('interval_accum', (state, value) => {
  const [sum, counter] = intervalState(state)
  return arrayOf(INTERVAL, [addInterval(sum, value), counted(counter, 1)])
})
family.add('interval_accum_inv', (state, value) => {
  const [sum, counter] = intervalState(state)
  return arrayOf(INTERVAL, [subtractInterval(sum, value), counted(counter, -1)])
})
family.add('interval_combine', (left, right) => {
  const [sum, counter] = intervalState(left)
  const [other, otherCounter] = intervalState(right)
  return arrayOf(INTERVAL, [addInterval(sum, other), counted(counter, otherCounter.micros)])
})
family.add('interval_avg', (state) => {
  const [sum, { micros }] = intervalState(state)
  return micros === 0 ? null : divideInterval(sum, Number(micros))
})

family.add('booland_statefunc', (a, b) => a && b)
family.add('boolor_statefunc', (a, b) => a || b)
