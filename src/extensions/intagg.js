/** intagg 1.1: the aggregate and the set that array_agg and unnest came to be, by their old names. */
import { charge } from '../errors/value-size.js'
import { Family } from '../functions/impl.js'
import { arrayOf } from '../types/array.js'
import { INT4 } from '../types/oids.js'
import { functionScript } from './script.js'

/** What one more number takes, as the array is charged for when it grows. */
const NUMBER_BYTES = 8
const NUMBERS_PER_CHARGE = 65536

const family = new Family()
family.add('int_agg_state', (/** @type {(number | null)[] | null} */ state, /** @type {number | null} */ value) => {
  const numbers = state ?? []
  numbers.push(value)
  if (numbers.length % NUMBERS_PER_CHARGE === 0) charge(numbers.length * NUMBER_BYTES, 'an array of numbers')
  return numbers
})
family.add('int_agg_final_array', (/** @type {(number | null)[] | null} */ state) =>
  state === null ? null : arrayOf(INT4, state.slice()))

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: `${functionScript('intagg', [
    ['int_agg_state(internal, int4)', 'internal', 'int_agg_state', 'v'],
    ['int_agg_final_array(internal)', 'int4[]', 'int_agg_final_array', 'v'],
  ])};
    CREATE AGGREGATE int_array_aggregate(int4) (
      SFUNC = int_agg_state, STYPE = internal, FINALFUNC = int_agg_final_array, PARALLEL = SAFE);
    CREATE FUNCTION int_array_enum(int4[]) RETURNS SETOF integer AS 'array_unnest' LANGUAGE internal
      IMMUTABLE STRICT PARALLEL SAFE`,
  functions: family.functions,
}
