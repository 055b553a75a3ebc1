/**
 * Integer states of count, sum and avg as SQL sees them, for aggregates that users build of them. The built-in
 * aggregates have shorter ways.
 */
import { arrayOf } from '../../types/array.js'
import { wrongIntegerArray } from '../../errors/values.js'
import { int8Add, toInt8 } from '../../types/numbers/int8.js'
import { INT8 } from '../../types/oids.js'
import { addNumeric, divideNumeric, fromBig } from '../../types/numbers/numeric.js'
import { Family } from '../impl.js'
/** @import { PgArray } from '../../types/array.js' */

const family = new Family()
export const integerStateFunctions = family.functions


/** {count, sum}. @param {PgArray} state @returns {(number | bigint)[]} */
function averageState({ values }) {
  if (values.length !== 2 || values.includes(null)) throw wrongIntegerArray()
  return /** @type {(number | bigint)[]} */ (values)
}

/** @param {PgArray} state @param {number | bigint} value */
function addToAverage(state, value) {
  const [count, sum] = averageState(state)
  return arrayOf(INT8, [around(count, 1), around(sum, value)])
}

/** @param {PgArray} state @param {number | bigint} value */
function takeFromAverage(state, value) {
  const [count, sum] = averageState(state)
  return arrayOf(INT8, [around(count, -1), around(sum, -BigInt(value))])
}

/** Goes round at 64 bits, as these do. @param {number | bigint} a @param {number | bigint} b */
const around = (a, b) => toInt8(BigInt.asIntN(64, BigInt(a) + BigInt(b)))
family.add(['int2_avg_accum', 'int4_avg_accum'], addToAverage)
family.add(['int2_avg_accum_inv', 'int4_avg_accum_inv'], takeFromAverage)
family.add('int8_avg', (state) => {
  const [count, sum] = averageState(state)
  return count === 0 ? null : divideNumeric(fromBig(BigInt(sum), 0), fromBig(BigInt(count), 0))
})
family.add('int2int4_sum', (state) => {
  const [count, sum] = averageState(state)
  return count === 0 ? null : sum
})
family.add(['int2_sum', 'int4_sum'], (state, value) =>
  state === null ? value : value === null ? state : around(state, value)
)
family.add('int8_sum', (state, value) => {
  if (value === null) return state
  const wide = fromBig(BigInt(value), 0)
  return state === null ? wide : addNumeric(state, wide)
}, { nullable: true })
family.add('int8inc_float8_float8', (count) => int8Add(count, 1))
