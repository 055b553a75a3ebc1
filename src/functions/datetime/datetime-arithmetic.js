/**
 * Moments plus intervals: months by the calendar (clamped to the month's end), days by the local clock, the rest
 * exactly.
 */
import { datetimeOverflow } from '../../errors/data.js'
import { civilDate, dayNumber, daysInMonth } from '../../types/datetime/calendar.js'
import {
  checkStamp,
  fromLocal,
  isInfiniteStamp,
  joinStamp,
  splitStamp,
  toLocal,
} from '../../types/datetime/datetime.js'
import { toInt8 } from '../../types/numbers/int8.js'
/** @import { Interval } from '../../types/datetime/interval.js' */
/** @import { Zone } from '../../types/datetime/zones.js' */

/** @param {number} days @param {number} months */
function addMonths(days, months) {
  const { year, month, day } = civilDate(days)
  const total = year * 12 + month - 1 + months
  const newYear = Math.floor(total / 12)
  const newMonth = total - newYear * 12 + 1
  return dayNumber(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** @param {number | bigint} stamp @param {number | bigint} micros @param {string} [refusal] */
export function addMicros(stamp, micros, refusal = 'timestamp out of range') {
  if (typeof stamp === 'number' && typeof micros === 'number' && Number.isSafeInteger(stamp + micros))
    return stamp + micros
  const sum = BigInt(stamp) + BigInt(micros)
  if (sum >= 9223372036854775807n || sum <= -9223372036854775808n) throw datetimeOverflow(refusal)
  return checkStamp(toInt8(sum), refusal)
}

/** @param {number | bigint} stamp @param {Interval} interval @returns {number | bigint} */
export function stampPlusInterval(stamp, interval) {
  if (isInfiniteStamp(stamp)) return stamp
  let result = stamp
  if (interval.months !== 0 || interval.days !== 0) {
    const { days, micros } = splitStamp(result)
    result = joinStamp((interval.months === 0 ? days : addMonths(days, interval.months)) + interval.days, micros)
  }
  return addMicros(result, interval.micros)
}

/**
 * @param {number | bigint} stamp timestamptz
 * @param {Interval} interval
 * @param {Zone} zone
 * @returns {number | bigint}
 */
export function zonedPlusInterval(stamp, interval, zone) {
  if (isInfiniteStamp(stamp)) return stamp
  let result = stamp
  if (interval.months !== 0) {
    const { days, micros } = splitStamp(toLocal(result, zone))
    result = fromLocal(joinStamp(addMonths(days, interval.months), micros), zone)
  }
  if (interval.days !== 0) {
    const { days, micros } = splitStamp(toLocal(result, zone))
    result = fromLocal(joinStamp(days + interval.days, micros), zone)
  }
  return addMicros(result, interval.micros)
}
