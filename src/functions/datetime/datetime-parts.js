/** Parts of dates, times and intervals: extract() and date_part(), and what date_trunc() leaves of one. */
import { invalidParameter } from '../../errors/data.js'
import { unitNotSupported } from '../../errors/functions.js'
import {
  civilDate, dayNumber, dayOfWeek, dayOfYear, EPOCH_JULIAN, EPOCH_UNIX_DAYS, isoWeek, isoWeekStart, MICROS_PER_DAY,
} from '../../types/datetime/calendar.js'
import * as D from '../../types/datetime/datetime.js'
import { makeInterval } from '../../types/datetime/interval.js'
import * as N from '../../types/numbers/numeric.js'
import { fixedZone } from '../../types/datetime/zones.js'
import { Family } from '../impl.js'
import { zoneOf } from './datetime.js'
import { lowerAscii } from '../../util/ascii.js'
import { unitNotOfInterval } from '../../errors/values.js'
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { Interval } from '../../types/datetime/interval.js' */
/** @import { Zone } from '../../types/datetime/zones.js' */

const family = new Family()
export const datetimePartFunctions = family.functions

// ---- extract, date_part

/** Words count by their first ten letters. */
const WORD_LETTERS = 10
/** @type {Record<string, string>} */
const FIELDS = Object.create(null)
for (const [field, words] of Object.entries({
  microseconds: 'us usec usecs usecond useconds microsecond',
  milliseconds: 'ms msec msecs msecond mseconds millisecond',
  second: 's sec secs second seconds',
  minute: 'm min mins minute minutes',
  hour: 'h hr hrs hour hours',
  day: 'd day days',
  week: 'w week weeks',
  month: 'mon mons month months',
  quarter: 'qtr quarter',
  year: 'y yr yrs year years',
  decade: 'dec decs decade decades',
  century: 'c cent century centuries',
  millennium: 'mil mils millennia millennium',
  epoch: 'epoch',
  dow: 'dow',
  isodow: 'isodow',
  doy: 'doy',
  isoyear: 'isoyear',
  julian: 'j jd julian',
  timezone: 'timezone',
  timezone_hour: 'timezone_hour',
  timezone_minute: 'timezone_minute',
}))
  for (const word of words.split(' ')) FIELDS[word.slice(0, WORD_LETTERS)] = field

/** @param {string} name @param {string} typeName */
const unsupported = (name, typeName) =>
  unitNotSupported(lowerAscii(name), typeName)
/** @param {string} name @param {string} typeName */
const unrecognized = (name, typeName) =>
  invalidParameter(`unit "${lowerAscii(name)}" not recognized for type ${typeName}`)

/** @param {number | bigint} micros @param {number} scale */
const decimal = (micros, scale) => N.fromBig(BigInt(micros), scale)

/** @param {string} field @param {number} days @returns {number | undefined} */
function datePart(field, days) {
  const { year, month, day } = civilDate(days)
  switch (field) {
    case 'day': return day
    case 'month': return month
    case 'quarter': return Math.floor((month - 1) / 3) + 1
    case 'year': return year > 0 ? year : year - 1
    case 'decade': return Math.floor(year / 10)
    case 'century': return year > 0 ? Math.floor((year + 99) / 100) : -Math.floor((99 - (year - 1)) / 100)
    case 'millennium': return year > 0 ? Math.floor((year + 999) / 1000) : -Math.floor((999 - (year - 1)) / 1000)
    case 'week': return isoWeek(days).week
    case 'isoyear': {
      const { isoYear } = isoWeek(days)
      return isoYear > 0 ? isoYear : isoYear - 1
    }
    case 'dow': return dayOfWeek(days)
    case 'isodow': return dayOfWeek(days) || 7
    case 'doy': return dayOfYear(days)
    default: return undefined
  }
}

/** @param {string} field @param {number} micros of the day @returns {N.Numeric | undefined} */
function clockPart(field, micros) {
  switch (field) {
    case 'microseconds': return N.fromInteger(micros % 60000000)
    case 'milliseconds': return decimal(micros % 60000000, 3)
    case 'second': return decimal(micros % 60000000, 6)
    case 'minute': return N.fromInteger(Math.floor(micros / 60000000) % 60)
    case 'hour': return N.fromInteger(Math.floor(micros / 3600000000))
    default: return undefined
  }
}

/** The field of one row is mostly that of the row before. @type {{ name: string, field: string | undefined }} */
const last = { name: '', field: undefined }

/** @param {string} name @returns {string | undefined} */
function fieldOf(name) {
  if (name !== last.name) {
    last.field = FIELDS[lowerAscii(name).slice(0, WORD_LETTERS)]
    last.name = name
  }
  return last.field
}

/** @param {string} name @param {string} typeName */
function fieldNamed(name, typeName) {
  const field = fieldOf(name)
  if (field === undefined) throw unrecognized(name, typeName)
  return field
}

/** What infinities answer: null for cyclic fields. @param {string} field @param {boolean} positive */
function infinitePart(field, positive) {
  if (['year', 'decade', 'century', 'millennium', 'julian', 'isoyear', 'epoch'].includes(field))
    return positive ? N.NUMERIC_INFINITY : N.NUMERIC_MINUS_INFINITY
  return null
}

/** @param {string} name @param {any} stamp @param {TypeEnv} env @param {boolean} zoned */
function stampPart(name, stamp, env, zoned) {
  const typeName = zoned ? 'timestamp with time zone' : 'timestamp without time zone'
  const field = fieldNamed(name, typeName)
  if (D.isInfiniteStamp(stamp)) return infinitePart(field, stamp > 0)
  const offset = zoned ? D.offsetAt(stamp, D.sessionZone(env)) : 0
  if (field === 'epoch') return decimal(BigInt(stamp) + BigInt(EPOCH_UNIX_DAYS) * 86400000000n, 6)
  if (field.startsWith('timezone')) {
    if (!zoned) throw unsupported(name, typeName)
    return N.fromInteger(
      field === 'timezone'
        ? offset
        : field === 'timezone_hour'
          ? Math.trunc(offset / 3600) + 0
          : Math.trunc((offset % 3600) / 60) + 0
    )
  }
  const { days, micros } = D.splitStamp(zoned ? D.toLocal(stamp, fixedZone(offset)) : stamp)
  if (field === 'julian')
    return N.addNumeric(
      N.fromInteger(days + EPOCH_JULIAN),
      N.divideNumeric(N.fromInteger(micros), N.fromInteger(MICROS_PER_DAY))
    )
  const date = datePart(field, days)
  return date !== undefined ? N.fromInteger(date + 0) : /** @type {N.Numeric} */ (clockPart(field, micros))
}

/** @param {string} name @param {number} date */
function dateExtract(name, date) {
  const field = fieldNamed(name, 'date')
  if (
    [
      'microseconds', 'milliseconds', 'second', 'minute', 'hour', 'timezone', 'timezone_hour', 'timezone_minute',
    ].includes(field)
  )
    throw unsupported(name, 'date')
  if (D.isInfinite(date)) return infinitePart(field, date > 0)
  if (field === 'epoch') return N.fromInteger((date + EPOCH_UNIX_DAYS) * 86400)
  if (field === 'julian') return N.fromInteger(date + EPOCH_JULIAN)
  return N.fromInteger(/** @type {number} */ (datePart(field, date)) + 0)
}

/** @param {string} name @param {number} micros @param {number | null} west */
function timePart(name, micros, west) {
  const typeName = west === null ? 'time without time zone' : 'time with time zone'
  const field = fieldNamed(name, typeName)
  if (field === 'epoch') return decimal(micros + (west ?? 0) * 1000000, 6)
  if (west !== null && field.startsWith('timezone')) {
    const offset = 0 - west
    return N.fromInteger(
      field === 'timezone'
        ? offset
        : field === 'timezone_hour'
          ? Math.trunc(offset / 3600) + 0
          : Math.trunc((offset % 3600) / 60) + 0
    )
  }
  const part = clockPart(field, micros)
  if (part === undefined) throw unsupported(name, typeName)
  return part
}

/** @param {string} name @param {Interval} interval */
function intervalPart(name, interval) {
  const field = fieldNamed(name, 'interval')
  const micros = BigInt(interval.micros)
  const years = Math.trunc(interval.months / 12)
  switch (field) {
    case 'microseconds': return decimal(micros % 60000000n, 0)
    case 'milliseconds': return decimal(micros % 60000000n, 3)
    case 'second': return decimal(micros % 60000000n, 6)
    case 'minute': return decimal(micros / 60000000n % 60n, 0)
    case 'hour': return decimal(micros / 3600000000n, 0)
    case 'day': return N.fromInteger(interval.days)
    case 'month': return N.fromInteger(interval.months % 12 + 0)
    case 'quarter': return N.fromInteger(Math.trunc(interval.months % 12 / 3) + 1)
    case 'year': return N.fromInteger(years + 0)
    case 'decade': return N.fromInteger(Math.trunc(years / 10) + 0)
    case 'century': return N.fromInteger(Math.trunc(years / 100) + 0)
    case 'millennium': return N.fromInteger(Math.trunc(years / 1000) + 0)
    // A year counts 365.25 days here, a month 30.
    case 'epoch':
      return decimal(
        (BigInt(years) * 36525n * 864n + (BigInt(interval.months % 12) * 30n + BigInt(interval.days)) * 86400n) *
          1000000n +
          micros,
        6
      )
    default:
      throw unsupported(name, 'interval')
  }
}

/** @param {N.Numeric | null} value */
const asFloat = (value) => (value === null ? null : N.numericToNumber(value))
family.add('extract_date', dateExtract)
family.context('extract_timestamp', (ctx, name, stamp) => stampPart(name, stamp, ctx.env, false))
family.context('extract_timestamptz', (ctx, name, stamp) => stampPart(name, stamp, ctx.env, true))
family.context('timestamp_part', (ctx, name, stamp) => asFloat(stampPart(name, stamp, ctx.env, false)))
family.context('timestamptz_part', (ctx, name, stamp) => asFloat(stampPart(name, stamp, ctx.env, true)))
family.add('extract_time', (name, time) => timePart(name, time, null))
family.add('time_part', (name, time) => asFloat(timePart(name, time, null)))
family.add('extract_timetz', (name, time) => timePart(name, time.micros, time.west))
family.add('timetz_part', (name, time) => asFloat(timePart(name, time.micros, time.west)))
family.add('extract_interval', intervalPart)
family.add('interval_part', (name, interval) => asFloat(intervalPart(name, interval)))

// ---- truncation

const NOT_TRUNCATED = new Set(['epoch', 'dow', 'isodow', 'doy', 'isoyear', 'julian'])

/** @param {string} name @param {string} typeName */
function truncationField(name, typeName) {
  const field = fieldNamed(name, typeName)
  if (NOT_TRUNCATED.has(field)) throw unrecognized(name, typeName)
  return field
}

/** Fields that a day has a whole number of, in microseconds. @type {Map<string, number>} */
const UNITS = new Map([['microseconds', 1], ['milliseconds', 1000], ['second', 1000000], ['minute', 60000000],
  ['hour', 3600000000], ['day', MICROS_PER_DAY]])

/** @param {string} name @param {number | bigint} stamp local @param {string} typeName */
function truncate(name, stamp, typeName) {
  if (D.isInfiniteStamp(stamp)) return stamp
  const field = truncationField(name, typeName)
  const { days, micros } = D.splitStamp(stamp)
  const unit = UNITS.get(field)
  if (unit !== undefined) return D.joinStamp(days, micros - (micros % unit))
  const { year, month } = civilDate(days)
  // Centuries and millennia begin in year 1, decades in year 0.
  const start = (/** @type {number} */ size) => Math.floor((year - 1) / size) * size + 1
  switch (field) {
    case 'week': return D.joinStamp(isoWeekStart(isoWeek(days).isoYear, isoWeek(days).week), 0)
    case 'month': return D.joinStamp(dayNumber(year, month, 1), 0)
    case 'quarter': return D.joinStamp(dayNumber(year, month - (month - 1) % 3, 1), 0)
    case 'year': return D.joinStamp(dayNumber(year, 1, 1), 0)
    case 'decade': return D.joinStamp(dayNumber(Math.floor(year / 10) * 10, 1, 1), 0)
    case 'century': return D.joinStamp(dayNumber(start(100), 1, 1), 0)
    case 'millennium': return D.joinStamp(dayNumber(start(1000), 1, 1), 0)
    default: throw unsupported(name, typeName)
  }
}

/** @param {string} name @param {any} stamp @param {Zone} zone */
function truncateZoned(name, stamp, zone) {
  if (D.isInfiniteStamp(stamp)) return truncate(name, stamp, 'timestamp with time zone')
  const local = truncate(name, D.toLocal(stamp, zone), 'timestamp with time zone')
  // Below a day the displacement in force stays: an ambiguous hour is not moved.
  if ((UNITS.get(/** @type {string} */ (fieldOf(name))) ?? MICROS_PER_DAY) < MICROS_PER_DAY)
    return D.fromLocal(local, fixedZone(D.offsetAt(stamp, zone)))
  return D.fromLocal(local, zone)
}
family.add('timestamp_trunc', (name, stamp) => truncate(name, stamp, 'timestamp without time zone'))
family.context('timestamptz_trunc', (ctx, name, stamp) => truncateZoned(name, stamp, D.sessionZone(ctx.env)))
family.add('timestamptz_trunc_zone', (name, stamp, zone) =>
  D.isInfiniteStamp(stamp) ? stamp : truncateZoned(name, stamp, zoneOf(zone))
)
family.add('interval_trunc', (name, interval) => {
  const field = truncationField(name, 'interval')
  const micros = BigInt(interval.micros)
  const unit = {
    microseconds: 1n,
    milliseconds: 1000n,
    second: 1000000n,
    minute: 60000000n,
    hour: 3600000000n,
    day: 0n,
  }[field]
  if (unit !== undefined) return makeInterval(interval.months, interval.days, unit === 0n ? 0 : (micros / unit) * unit)
  const months = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200, millennium: 12000 }[field]
  if (months === undefined)
    throw field === 'week'
      ? unitNotOfInterval(lowerAscii(name))
      : unsupported(name, 'interval')
  return makeInterval(Math.trunc(interval.months / months) * months, 0, 0)
})
