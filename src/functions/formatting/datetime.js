/** to_char of timestamps and intervals. */
import {
  civilDate, dayOfWeek, dayOfYear, EPOCH_JULIAN, dayNumber, isoWeek, isoWeekStart,
} from '../../types/datetime/calendar.js'
import {
  isInfiniteStamp, offsetAt, sessionZone, splitStamp, timestamptzToTimestamp, unixSeconds,
} from '../../types/datetime/datetime.js'
import { abbreviationAt } from '../../types/datetime/zones.js'
import { pictureSize } from './picture-size.js'
import { Family } from '../impl.js'
import { DATETIME_PATTERNS, DAYS, MONTHS, NUMBER_PATTERNS, ROMAN_MONTHS } from './datetime-patterns.js'
import { cachedTemplates, ordinalSuffix, parseTemplate } from './template.js'
import { invalidIntervalFormat } from '../../errors/formatting.js'
/** @import { TemplateItem } from './template.js' */

const family = new Family()
export const datetimeFormatFunctions = family.functions

/**
 * A point in time or an interval, taken apart. Of an interval every part has its own sign, hours go beyond 24, and
 * there is `dayIndex` is that of its fields read as a date.
 * @typedef {object} Parts
 * @property {boolean} isInterval
 * @property {number} year
 * @property {number} month 0 of an interval without months
 * @property {number} day
 * @property {number} dayIndex
 * @property {number} hour @property {number} minute @property {number} second @property {number} micros
 * @property {number} yearDay
 * @property {string} zone abbreviation
 * @property {number} offset seconds east of UTC
 */

const parse = cachedTemplates((template) => parseTemplate(template, DATETIME_PATTERNS, true))

const TENTHS = /** @type {Record<string, number>} */ ({ FF1: 100000, FF2: 10000, FF3: 1000, FF4: 100, FF5: 10, FF6: 1 })
const CALENDAR_ONLY = new Set([
  'A.D.', 'B.C.', 'AD', 'BC', 'MONTH', 'MON', 'DAY', 'DY', 'D', 'ID', 'TZ', 'TZH', 'TZM', 'OF',
])

/** Years before 1 count down: 0 is 1 BC. @param {Parts} parts @param {number} year */
const shownYear = (parts, year) => (parts.isInterval || year > 0 ? year : 1 - year)

/**
 * Padded with zeros; a minus sign widens the field. An ISO year is as wide as its calendar year's sign asks for.
 * @param {TemplateItem} item @param {number} value @param {number} width @param {number} [signed] whose sign it is
 */
function padded(item, value, width, signed = value) {
  if (item.fill) return String(value)
  return value < 0
    ? `-${String(-value).padStart(signed < 0 ? width : width - 1, '0')}`
    : String(value).padStart(width, '0')
}

/** @param {TemplateItem} item @param {string} word upper, lower or capital as the pattern is @param {number} width */
function word(item, word, width) {
  const { key } = item
  const cased = key === key.toLowerCase() ? word.toLowerCase() : key === key.toUpperCase() ? word.toUpperCase() : word
  return item.fill || item.translated ? cased : cased.padEnd(width)
}

/** @param {number} value */
const twelve = (value) => (value % 12 === 0 ? 12 : value % 12)

/**
 * A pattern whose output is a number, which may be ordinal.
 * @param {TemplateItem} item
 * @param {string} key
 * @param {Parts} parts
 * @returns {string | null} null: not one
 */
function numberText(item, key, parts) {
  const { year, month, day, dayIndex, hour, minute, second, micros, yearDay } = parts
  const iso = () => isoWeek(dayIndex)
  const of = (/** @type {string} */ letters) => shownYear(parts, letters[0] === 'I' ? iso().isoYear : year)
  switch (key) {
    // Of 36 hours before, the hour is 12, and room is made for the sign it has not.
    case 'HH':
    case 'HH12':
      return padded(item, twelve(hour), hour < 0 && hour % 12 === 0 ? 3 : 2)
    case 'HH24':
      return padded(item, hour, 2)
    case 'MI':
      return padded(item, minute, 2)
    case 'SS':
      return padded(item, second, 2)
    case 'FF1':
    case 'FF2':
    case 'FF3':
    case 'FF4':
    case 'FF5':
    case 'FF6':
      return String(Math.trunc(micros / TENTHS[key])).padStart(Number(key[2]), '0')
    case 'MS':
      return String(Math.trunc(micros / 1000)).padStart(3, '0')
    case 'US':
      return String(micros).padStart(6, '0')
    case 'SSSS':
    case 'SSSSS':
      return String(hour * 3600 + minute * 60 + second)
    case 'MM':
      return padded(item, month, 2)
    case 'DDD':
      return padded(item, yearDay, 3, 0)
    case 'IDDD':
      return padded(item, dayIndex - isoWeekStart(iso().isoYear, 1) + 1, 3)
    case 'DD':
      return padded(item, day, 2, 0)
    case 'D':
      return String(dayOfWeek(dayIndex) + 1)
    case 'ID':
      return String(dayOfWeek(dayIndex) || 7)
    case 'WW':
      return padded(item, Math.trunc((yearDay - 1) / 7) + 1, 2, 0)
    case 'IW':
      return padded(item, iso().week, 2)
    case 'W':
      return String(Math.trunc((day - 1) / 7) + 1)
    case 'Q':
      return month === 0 ? '' : String(Math.trunc((month - 1) / 3) + 1)
    case 'CC': {
      const century = parts.isInterval
        ? Math.trunc(year / 100)
        : year > 0
          ? Math.floor((year - 1) / 100) + 1
          : Math.trunc(year / 100) - 1
      return Math.abs(century) <= 99 ? padded(item, century, 2) : String(century)
    }
    case 'Y,YYY': return `${Math.trunc(of('Y') / 1000)},${of('Y') < 0 ? `-${String(-(of('Y') % 1000)).padStart(2, '0')}` : String(of('Y') % 1000).padStart(3, '0')}`
    case 'YYYY': case 'IYYY': return padded(item, of(key), 4, of('Y'))
    case 'YYY': case 'IYY': return padded(item, of(key) % 1000, 3, of('Y'))
    case 'YY': case 'IY': return padded(item, of(key) % 100, 2, of('Y'))
    case 'Y': case 'I': return String(of(key) % 10)
    case 'J': return String(dayIndex + EPOCH_JULIAN)
    default: return null
  }
}

/** @param {TemplateItem} item @param {Parts} parts @returns {string} */
function itemText(item, parts) {
  if (item.key === '') return item.text
  const upper = item.key.toUpperCase()
  if (parts.isInterval && CALENDAR_ONLY.has(upper)) {
    throw invalidIntervalFormat()
  }
  if (NUMBER_PATTERNS.has(upper)) {
    const text = numberText(item, upper, parts)
    if (text !== null) return item.ordinal === '' || text === '' ? text : text + ordinalSuffix(text, item.ordinal)
  }
  const { month, hour, offset } = parts
  switch (upper) {
    case 'A.M.':
    case 'P.M.':
      return word(item, hour % 24 >= 12 ? 'P.M.' : 'A.M.', 0)
    case 'AM':
    case 'PM':
      return word(item, hour % 24 >= 12 ? 'PM' : 'AM', 0)
    case 'A.D.':
    case 'B.C.':
      return word(item, parts.year <= 0 ? 'B.C.' : 'A.D.', 0)
    case 'AD':
    case 'BC':
      return word(item, parts.year <= 0 ? 'BC' : 'AD', 0)
    case 'MONTH':
      return word(item, MONTHS[month - 1], 9)
    case 'MON':
      return word(item, MONTHS[month - 1].slice(0, 3), 0)
    case 'DAY':
      return word(item, DAYS[dayOfWeek(parts.dayIndex)], 9)
    case 'DY':
      return word(item, DAYS[dayOfWeek(parts.dayIndex)].slice(0, 3), 0)
    case 'RM':
      return month === 0 && parts.year === 0
        ? ''
        : word(item, ROMAN_MONTHS[month > 0 ? month - 1 : month < 0 ? 12 + month : parts.year >= 0 ? 11 : 0], 4)
    case 'TZ':
      return item.key === 'tz' ? parts.zone.toLowerCase() : parts.zone
    case 'TZH':
      return (offset < 0 ? '-' : '+') + String(Math.floor(Math.abs(offset) / 3600)).padStart(2, '0')
    case 'TZM':
      return String(Math.floor((Math.abs(offset) % 3600) / 60)).padStart(2, '0')
    case 'OF': {
      const hours = String(Math.floor(Math.abs(offset) / 3600))
      const minutes = Math.floor((Math.abs(offset) % 3600) / 60)
      return (
        (offset < 0 ? '-' : '+') +
        (item.fill ? hours : hours.padStart(2, '0')) +
        (minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`)
      )
    }
    default: return ''
  }
}

/** @param {string} template @param {Parts} parts */
const format = (template, parts) => parse(template).map((item) => itemText(item, parts)).join('')

/** @param {any} stamp local @param {string} zone @param {number} offset @returns {Parts} */
function stampParts(stamp, zone, offset) {
  const { days, micros } = splitStamp(stamp)
  const { year, month, day } = civilDate(days)
  const seconds = Math.floor(micros / 1000000)
  return {
    isInterval: false, year, month, day, dayIndex: days, hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60, second: seconds % 60, micros: micros % 1000000, yearDay: dayOfYear(days),
    zone, offset,
  }
}

family.add(
  'timestamp_to_char',
  (stamp, template) => (template === '' || isInfiniteStamp(stamp) ? null : format(template, stampParts(stamp, '', 0))),
  { size: pictureSize }
)
family.context(
  'timestamptz_to_char',
  (ctx, stamp, template) => {
    if (template === '' || isInfiniteStamp(stamp)) return null
    const zone = sessionZone(ctx.env)
    const offset = offsetAt(stamp, zone)
    return format(
      template,
      stampParts(timestamptzToTimestamp(stamp, ctx.env), abbreviationAt(zone, unixSeconds(stamp), offset), offset)
    )
  },
  { size: pictureSize }
)
family.add(
  'interval_to_char',
  (interval, template) => {
    if (template === '') return null
    const micros = BigInt(interval.micros)
    const seconds = Number(micros / 1000000n)
    const year = Math.trunc(interval.months / 12)
    const month = interval.months % 12
    return format(template, {
      isInterval: true,
      year: year + 0,
      month: month + 0,
      day: interval.days,
      dayIndex: dayNumber(year, month, interval.days),
      hour: Math.trunc(seconds / 3600) + 0,
      minute: (Math.trunc(seconds / 60) % 60) + 0,
      second: (seconds % 60) + 0,
      micros: Number(micros % 1000000n),
      yearDay: ((year * 12 + month) * 30 + interval.days) | 0,
      zone: '',
      offset: 0,
    })
  },
  { size: pictureSize }
)
