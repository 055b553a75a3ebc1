/**
 * Integer states of count, sum and avg as SQL sees them, for aggregates that users build of them. The built-in
 * aggregates have shorter ways.
 */
import { arrayOf } from '../../types/array.js'
import { int8Add, int8Negate } from '../../types/numbers/int8.js'
import { INT8 } from '../../types/oids.js'
import { divideNumeric, fromBig } from '../../types/numbers/numeric.js'
import { Family } from '../impl.js'

const family = new Family()
export const integerStateFunctions = family.functions


/** {count, sum}. @param {any} state @param {number | bigint} value */
const addToAverage = (state, value) => arrayOf(INT8, [int8Add(state.values[0], 1), int8Add(state.values[1], value)])
/** @param {any} state @param {any} value */
const takeFromAverage = (state, value) =>
  arrayOf(INT8, [int8Add(state.values[0], -1), int8Add(state.values[1], int8Negate(value))])
family.add(['int2_avg_accum', 'int4_avg_accum'], addToAverage)
family.add(['int2_avg_accum_inv', 'int4_avg_accum_inv'], takeFromAverage)
family.add('int8_avg', (state) =>
  state.values[0] === 0 ? null : divideNumeric(fromBig(BigInt(state.values[1]), 0), fromBig(BigInt(state.values[0]), 0))
)
family.add('int2int4_sum', (state) => (state.values[0] === 0 ? null : state.values[1]))
family.add(['int2_sum', 'int4_sum'], (state, value) =>
  state === null ? value : value === null ? state : int8Add(state, value)
)
