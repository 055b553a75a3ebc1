/** to_timestamp(text, text) and to_date: what datetime-reader.js has read, as dates and times. */
import { civilDate, daysInMonth, dayNumber, EPOCH_JULIAN, isLeap, isoWeekStart } from '../../types/datetime/calendar.js'
import {
  applyStampTypmod, checkDate, checkStamp, joinStamp, timestampToTimestamptz,
} from '../../types/datetime/datetime.js'
import { DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ } from '../../types/oids.js'
import { int8Subtract } from '../../types/numbers/int8.js'
import { datetimeFieldOverflow, invalidDatetimeFormat, timeZoneDisplacement } from '../../errors/data.js'
import { pictureSize } from './picture-size.js'
import { Family } from '../impl.js'
import { DATETIME_PATTERNS } from './datetime-patterns.js'
import { cachedTemplates, parseTemplate } from './template.js'
import { invalidTwelveHour } from '../../errors/formatting.js'
import { Reader } from './datetime-reader.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Fields } from './datetime-reader.js' */

const family = new Family()
export const datetimeInputFunctions = family.functions

const parse = cachedTemplates((template) => parseTemplate(template, DATETIME_PATTERNS, true))

/**
 * @param {string} text
 * @param {string} template
 * @returns {{ days: number, micros: number, east: number | null, precision: number }} east: seconds of the zone given
 * @throws {DbError} 22007, 22008
 */
function readStamp(text, template) {
  return stampOf(new Reader(text, parse(template)).read(), text)
}

/** @param {Fields} fields @param {string} text @throws {DbError} 22007, 22008 */
function stampOf(fields, text) {
  const bad = () => datetimeFieldOverflow(text)
  let seconds = fields.get('seconds')
  let hour = Math.trunc(seconds / 3600)
  let minute = Math.trunc((seconds % 3600) / 60)
  let second = seconds % 60
  if (fields.get('second') !== 0) second = fields.get('second')
  if (fields.get('minute') !== 0) minute = fields.get('minute')
  if (fields.get('hour') !== 0) hour = fields.get('hour')
  if (fields.twelveHours) {
    if (hour < 1 || hour > 12) {
      throw invalidTwelveHour(hour)
    }
    if (fields.get('pm') === 1 && hour < 12) hour += 12
    else if (fields.get('pm') === 0 && hour === 12) hour = 0
  }
  const date = readDate(fields, bad)
  seconds = hour * 3600 + minute * 60 + second
  const fraction = fields.get('ms') * 1000 + fields.get('us')
  if (
    hour < 0 || hour >= 24 || minute < 0 || minute >= 60 || second < 0 || second >= 60 || fraction < 0
    || fraction >= 1000000
  )
    throw bad()
  const zoneSign = fields.get('zoneSign')
  if (
    zoneSign !== 0
    && (fields.get('zoneHour') < 0
      || fields.get('zoneHour') > 15
      || fields.get('zoneMinute') < 0
      || fields.get('zoneMinute') >= 60)
  )
    throw timeZoneDisplacement(text)
  return {
    days: date, micros: seconds * 1000000 + fraction,
    east: zoneSign === 0 ? null : zoneSign * (fields.get('zoneHour') * 3600 + fields.get('zoneMinute') * 60),
    precision: fields.precision,
  }
}

const TIMED = new Set([
  'A.M.', 'P.M.', 'AM', 'PM', 'HH', 'HH12', 'HH24', 'MI', 'SS', 'MS', 'US', 'FF1', 'FF2', 'FF3', 'FF4', 'FF5', 'FF6',
  'SSSS', 'SSSSS',
])
const ZONED = new Set(['TZ', 'TZH', 'TZM', 'OF'])

/**
 * SQL/JSON's .datetime(template): the template decides the type.
 * @param {string} text @param {string} template
 * @returns {{ type: number, days: number, micros: number, east: number, precision: number }}
 * @throws {DbError} 22007, 22008
 */
export function readDatetime(text, template) {
  const items = parse(template)
  for (const item of items) {
    if (item.key === '' && !item.quoted && !"-./,':; ".includes(item.text))
      throw invalidDatetimeFormat(`invalid datetime format separator: "${item.text}"`)
  }
  const keys = items.map((item) => item.key.toUpperCase()).filter((key) => key !== '' && key !== 'FX')
  const timed = keys.some((key) => TIMED.has(key))
  const zoned = keys.some((key) => ZONED.has(key))
  const dated = keys.some((key) => !TIMED.has(key) && !ZONED.has(key))
  const { days, micros, east, precision } = stampOf(new Reader(text, items, true).read(), text)
  if (!dated && !timed) throw invalidDatetimeFormat('datetime format is not dated and not timed')
  if (zoned && !timed) throw invalidDatetimeFormat('datetime format is zoned but not timed')
  if (zoned && east === null)
    throw invalidDatetimeFormat(`missing time zone in input string for type ${dated ? 'timestamptz' : 'timetz'}`)
  return {
    type: dated ? (timed ? (zoned ? TIMESTAMPTZ : TIMESTAMP) : DATE) : zoned ? TIMETZ : TIME,
    days,
    micros,
    east: east ?? 0,
    precision,
  }
}

/** @param {Fields} fields @param {() => DbError} bad @returns {number} day number */
function readDate(fields, bad) {
  const bc = fields.get('bc') === 1
  let year = 0
  let month = 1
  let day = 1
  /** given: 1 year, 2 month, 4 day */
  let given = 0
  let century = fields.get('century')
  if (bc) century = -century
  if (fields.get('year') !== 0) {
    given |= 1
    if (century !== 0 && fields.yearDigits <= 2) {
      year = fields.get('year') % 100
      year =
        year !== 0 ? year + (century < 0 ? century + 1 : century - 1) * 100 : century * 100 + (century >= 0 ? 0 : 1)
    } else {
      year = bc ? -fields.get('year') : fields.get('year')
      if (year < 0) year++
    }
  } else if (century !== 0) {
    given |= 1
    year = century >= 0 ? (century - 1) * 100 + 1 : century * 100 + 1
  }
  const use = (/** @type {number} */ dayIndex) => {
    ({ year, month, day } = civilDate(dayIndex))
    given = 7
  }
  if (fields.get('julian') !== 0) use(fields.get('julian') - EPOCH_JULIAN)
  let yearDay = fields.get('yearDay')
  const week = fields.get('week')
  const isIso = fields.convention === 'iso'
  if (week !== 0) {
    if (isIso) {
      // Sunday is the last day of an ISO week.
      const weekDay = fields.get('weekDay')
      use(isoWeekStart(year, week) + (weekDay === 0 ? 0 : weekDay > 1 ? weekDay - 2 : 6))
    } else yearDay = (week - 1) * 7 + 1
  }
  let dayField = fields.get('day')
  if (fields.get('monthWeek') !== 0) dayField = (fields.get('monthWeek') - 1) * 7 + 1
  if (dayField !== 0) {
    day = dayField
    given |= 4
  }
  if (fields.get('month') !== 0) {
    month = fields.get('month')
    given |= 2
  }
  if (yearDay !== 0 && (month <= 1 || day <= 1)) {
    if (year === 0 && !bc) throw invalidDatetimeFormat('cannot calculate day of year without year information')
    if (isIso) use(isoWeekStart(year, 1) + yearDay - 1)
    else {
      if (yearDay < 1 || yearDay > (isLeap(year) ? 366 : 365)) throw bad()
      const counted = civilDate(dayNumber(year, 1, 1) + yearDay - 1)
      if (month <= 1) month = counted.month
      if (day <= 1) day = counted.day
      given |= 6
    }
  }
  if ((given & 2) !== 0 && (month < 1 || month > 12)) throw bad()
  if ((given & 4) !== 0 && (day < 1 || day > 31)) throw bad()
  // Without a year nobody knows how long a month is: the days go on into the next.
  if (given === 7 && day > daysInMonth(year, month)) throw bad()
  return dayNumber(year, month, day)
}

family.context(
  'to_timestamp',
  (ctx, text, template) => {
    const { days, micros, east, precision } = readStamp(text, template)
    const local = joinStamp(days, micros)
    return applyStampTypmod(
      east === null ? timestampToTimestamptz(local, ctx.env) : checkStamp(int8Subtract(local, east * 1000000)),
      precision
    )
  },
  { size: pictureSize }
)
family.add('to_date', (text, template) => checkDate(readStamp(text, template).days), { size: pictureSize })
