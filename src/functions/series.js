/** Set-returning functions that count: generate_series over numbers and timestamps, generate_subscripts, unnest. */
import { invalidParameter } from '../errors/data.js'
import { addNumeric, compareNumeric, fromInteger, sign } from '../types/numbers/numeric.js'
import { toInt8 } from '../types/numbers/int8.js'
import { sessionZone } from '../types/datetime/datetime.js'
import { compareInterval, Interval } from '../types/datetime/interval.js'
import { stampPlusInterval, zonedPlusInterval } from './datetime/datetime-arithmetic.js'
import { Family } from './impl.js'
/** @import { Numeric } from '../types/numbers/numeric.js' */

const family = new Family()
export const seriesFunctions = family.functions

const zeroStep = () => invalidParameter('step size cannot equal zero')

/** @param {number} start @param {number} stop @param {number} [step] */
function* countNumbers(start, stop, step = 1) {
  if (step === 0) throw zeroStep()
  if (step > 0) for (let at = start; at <= stop; at += step) yield at
  else for (let at = start; at >= stop; at += step) yield at
}

/** @param {any} start @param {any} stop @param {any} [step] */
function* countWide(start, stop, step = 1) {
  if (step === 0) throw zeroStep()
  if (
    typeof start === 'number' &&
    typeof stop === 'number' &&
    typeof step === 'number' &&
    Number.isSafeInteger(stop + step)
  ) {
    yield* countNumbers(start, stop, step)
    return
  }
  const [last, by] = [BigInt(stop), BigInt(step)]
  if (by > 0n) for (let at = BigInt(start); at <= last; at += by) yield toInt8(at)
  else for (let at = BigInt(start); at >= last; at += by) yield toInt8(at)
}

/** @param {Numeric} start @param {Numeric} stop @param {Numeric} [step] */
function* countNumeric(start, stop, step = fromInteger(1)) {
  for (const [value, name] of /** @type {[Numeric, string][]} */ ([[start, 'start'], [stop, 'stop'], [step, 'step']])) {
    if (value.special === 0) continue
    throw invalidParameter(
      `${name === 'step' ? 'step size' : `${name} value`} cannot be ${value.special === 1 ? 'NaN' : 'infinity'}`
    )
  }
  const direction = sign(step)
  if (direction === 0) throw zeroStep()
  for (let at = start; compareNumeric(at, stop) * direction <= 0; at = addNumeric(at, step)) yield at
}

family.add(['generate_series_int4', 'generate_series_step_int4'], countNumbers, { set: true })
family.add(['generate_series_int8', 'generate_series_step_int8'], countWide, { set: true })
family.add(['generate_series_numeric', 'generate_series_step_numeric'], countNumeric, { set: true })

const NO_TIME = new Interval(0, 0, 0)

/** @param {any} start @param {any} stop @param {Interval} step @param {(at: any, step: Interval) => any} next */
function* countStamps(start, stop, step, next) {
  const direction = compareInterval(step, NO_TIME)
  if (direction === 0) throw zeroStep()
  for (let at = start; direction > 0 ? at <= stop : at >= stop; at = next(at, step)) yield at
}
family.add('generate_series_timestamp', (start, stop, step) => countStamps(start, stop, step, stampPlusInterval), {
  set: true,
})
family.context(
  'generate_series_timestamptz',
  (ctx, start, stop, step) => {
    const zone = sessionZone(ctx.env)
    return countStamps(start, stop, step, (at, by) => zonedPlusInterval(at, by, zone))
  },
  { set: true }
)

/** @param {any} array @param {number} dimension 1-based @param {boolean} [reverse] */
function* subscripts(array, dimension, reverse = false) {
  if (dimension < 1 || dimension > array.dims.length) return
  const low = array.lowerBounds[dimension - 1]
  const high = low + array.dims[dimension - 1] - 1
  yield* reverse ? countNumbers(high, low, -1) : countNumbers(low, high)
}
family.add(['generate_subscripts', 'generate_subscripts_nodir'], subscripts, { set: true })
family.add('array_unnest', (array) => array.values, { set: true })
