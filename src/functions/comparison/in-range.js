/**
 * in_range(value, base, offset, sub, less): the support functions behind RANGE with an offset. Is value <= (less) or >=
 * base + offset, or base - offset (sub)? A bound beyond the type's range counts as infinite; a negative offset is
 * 22013.
 */
import { badRangeOffset } from '../../errors/execution.js'
import { dateToTimestamp, sessionZone } from '../../types/datetime/datetime.js'
import { addInterval, compareInterval, Interval, negateInterval } from '../../types/datetime/interval.js'
import { Timetz, timetzType } from '../../types/datetime/time.js'
import { toInt8 } from '../../types/numbers/int8.js'
import * as N from '../../types/numbers/numeric.js'
import { stampPlusInterval, zonedPlusInterval } from '../datetime/datetime-arithmetic.js'
import { Family } from '../impl.js'

const family = new Family()
export const inRangeFunctions = family.functions

const NO_TIME = new Interval(0, 0, 0)

/** Integers of any widths: the sum is exact, so that no range matters. */
family.add(
  [
    'in_range_int8_int8', 'in_range_int4_int8', 'in_range_int4_int4', 'in_range_int4_int2', 'in_range_int2_int8',
    'in_range_int2_int4', 'in_range_int2_int2',
  ],
  (value, base, offset, sub, less) => {
    if (offset < 0) throw badRangeOffset()
    let bound = typeof base === 'number' && typeof offset === 'number' ? (sub ? base - offset : base + offset) : NaN
    if (!Number.isSafeInteger(bound))
      bound = /** @type {any} */ (toInt8(sub ? BigInt(base) - BigInt(offset) : BigInt(base) + BigInt(offset)))
    return less ? value <= bound : value >= bound
  },
)

family.add(['in_range_float8_float8', 'in_range_float4_float8'], (value, base, offset, sub, less) => {
  if (!(offset >= 0)) throw badRangeOffset()
  // NaN equals itself and is above everything.
  if (value !== value) return base !== base ? true : !less
  if (base !== base) return less
  // Infinity minus infinity: everything from the base to the end of its side.
  if (offset === Infinity && base === (sub ? Infinity : -Infinity)) return true
  const bound = sub ? base - offset : base + offset
  return less ? value <= bound : value >= bound
})

family.add('in_range_numeric_numeric', (value, base, offset, sub, less) => {
  if (offset.special === N.NAN || offset.special === N.NEGATIVE_INFINITY || N.sign(offset) < 0) throw badRangeOffset()
  if (value.special === N.NAN) return base.special === N.NAN ? true : !less
  if (base.special === N.NAN) return less
  if (offset.special === N.POSITIVE_INFINITY && base.special === (sub ? N.POSITIVE_INFINITY : N.NEGATIVE_INFINITY))
    return true
  const order = N.compareNumeric(value, sub ? N.subtractNumeric(base, offset) : N.addNumeric(base, offset))
  return less ? order <= 0 : order >= 0
})

/** @param {Interval} offset @param {boolean} sub the interval to add */
function step(offset, sub) {
  if (compareInterval(offset, NO_TIME) < 0) throw badRangeOffset()
  return sub ? negateInterval(offset) : offset
}

family.add('in_range_date_interval', (value, base, offset, sub, less) => {
  const stamp = dateToTimestamp(value)
  const start = dateToTimestamp(base)
  const bound = stampPlusInterval(start, step(offset, sub))
  return less ? stamp <= bound : stamp >= bound
})
family.add('in_range_timestamp_interval', (value, base, offset, sub, less) => {
  const bound = stampPlusInterval(base, step(offset, sub))
  return less ? value <= bound : value >= bound
})
family.context('in_range_timestamptz_interval', (ctx, value, base, offset, sub, less) => {
  const bound = zonedPlusInterval(base, step(offset, sub), sessionZone(ctx.env))
  return less ? value <= bound : value >= bound
})
family.add('in_range_interval_interval', (value, base, offset, sub, less) => {
  const order = compareInterval(value, addInterval(base, step(offset, sub)))
  return less ? order <= 0 : order >= 0
})

/**
 * Times of day do not wrap here before 64 bits do, and only the clock part of the offset counts.
 * @param {number} base
 * @param {Interval} offset
 * @param {boolean} sub
 */
function clockMoved(base, offset, sub) {
  if (offset.micros < 0) throw badRangeOffset()
  return Number(BigInt.asIntN(64, sub ? BigInt(base) - BigInt(offset.micros) : BigInt(base) + BigInt(offset.micros)))
}
family.add('in_range_time_interval', (value, base, offset, sub, less) => {
  const bound = clockMoved(base, offset, sub)
  return less ? value <= bound : value >= bound
})
family.add('in_range_timetz_interval', (value, base, offset, sub, less) => {
  const bound = new Timetz(clockMoved(base.micros, offset, sub), base.west)
  const order = /** @type {any} */ (timetzType.compare)(value, bound)
  return less ? order <= 0 : order >= 0
})
