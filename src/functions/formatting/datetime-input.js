/**
 * to_timestamp(text, text) and to_date: reads a text along a template. Blanks before fields are passed over, a
 * separator of the template stands for any or no separator, and another character of it for any one character; with FX
 * the text must follow exactly.
 */
import { civilDate, daysInMonth, dayNumber, EPOCH_JULIAN, isLeap, isoWeekStart } from '../../types/datetime/calendar.js'
import {
  applyStampTypmod,
  checkDate,
  checkStamp,
  joinStamp,
  timestampToTimestamptz,
} from '../../types/datetime/datetime.js'
import { DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ } from '../../types/oids.js'
import { int8Subtract } from '../../types/numbers/int8.js'
import { datetimeFieldOverflow, invalidDatetimeFormat, timeZoneDisplacement } from '../../errors/data.js'
import { pictureSize } from './picture-size.js'
import { Family } from '../impl.js'
import { DATETIME_PATTERNS, DAYS, MONTHS, ROMAN_MONTHS } from './datetime-patterns.js'
import { cachedTemplates, parseTemplate } from './template.js'
import {
  fieldOnlyInToChar, formattedValueOutOfRange, invalidTwelveHour, mixedDateConventions,
  tooFewDigits,
} from '../../errors/formatting.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { TemplateItem } from './template.js' */

const family = new Family()
export const datetimeInputFunctions = family.functions

const parse = cachedTemplates((template) => parseTemplate(template, DATETIME_PATTERNS, true))

/** Patterns that do not begin with a digit in the text: a number before one may be as long as it likes. */
const NOT_DIGITS = new Set([
  'A.D.', 'A.M.', 'B.C.', 'P.M.', 'AD', 'AM', 'BC', 'PM', 'DAY', 'DY', 'MONTH', 'MON', 'RM', 'TZ', 'TZH', 'OF', 'FX',
])
const GREGORIAN = new Set(['D', 'DDD', 'DD', 'MM', 'MONTH', 'MON', 'RM', 'WW', 'W', 'Y,YYY', 'YYYY', 'YYY', 'YY', 'Y'])
const ISO = new Set(['IDDD', 'ID', 'IW', 'IYYY', 'IYY', 'IY', 'I'])

/** @param {string} letter */
const isSpace = (letter) => letter === ' ' || (letter >= '\t' && letter <= '\r')
/** @param {string} letter ASCII and neither letter nor digit */
const isSeparator = (letter) => letter > ' ' && letter < '\x7f' && !/[A-Za-z0-9]/.test(letter)

/** What was read, by field. */
class Fields {
  constructor() {
    /** @type {Map<string, number>} */
    this.values = new Map()
    /** @type {'' | 'gregorian' | 'iso'} */
    this.convention = ''
    this.yearDigits = 0
    this.twelveHours = false
    /** digits of a second asked for by FF, -1: all */
    this.precision = -1
  }

  /** @param {string} field @param {number} value @param {string} pattern @throws {DbError} 22007 */
  set(field, value, pattern) {
    const known = this.values.get(field)
    if (known !== undefined && known !== 0 && known !== value) {
      throw invalidDatetimeFormat(
        `conflicting values for "${pattern}" field in formatting string`,
        'This value contradicts a previous setting for the same field type.'
      )
    }
    this.values.set(field, value)
  }

  /**
   * What is read is compared with what is there, and kept with something added.
   * @param {string} field
   * @param {number} value
   * @param {number} added
   * @param {string} pattern
   */
  become(field, value, added, pattern) {
    this.set(field, value, pattern)
    this.values.set(field, value + added)
  }

  /** 0 where nothing was read. @param {string} field */
  get(field) {
    return this.values.get(field) ?? 0
  }
}

class Reader {
  /**
   * @param {string} text
   * @param {TemplateItem[]} items
   * @param {boolean} [strict] as SQL/JSON wants it: separators as they are, nothing left over
   */
  constructor(text, items, strict = false) {
    this.text = text
    this.items = items
    this.at = 0
    this.skipped = 0 // characters passed over beyond what the template has
    this.strict = strict
    this.exact = strict
    this.fields = new Fields()
  }

  skipSpaces() {
    while (this.at < this.text.length && isSpace(this.text[this.at])) { this.at++; this.skipped++ }
  }

  /** @returns {Fields} */
  read() {
    let index = 0
    for (; index < this.items.length && this.at < this.text.length; index++) {
      const item = this.items[index]
      if (!this.exact && (item.key !== '' || index === 0)) this.skipSpaces()
      if (item.key === '') {
        this.literal(item)
        continue
      }
      this.field(item, index)
      if (!this.exact) {
        this.skipped = 0
        this.skipSpaces()
      }
    }
    if (this.strict) {
      if (index < this.items.length) throw invalidDatetimeFormat('input string is too short for datetime format')
      this.skipSpaces()
      if (this.at < this.text.length)
        throw invalidDatetimeFormat('trailing characters remain in input string after datetime format')
    }
    return this.fields
  }

  /** @param {TemplateItem} item */
  literal(item) {
    const letter = this.text[this.at] ?? ''
    const width = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0).length
    if (this.strict && !this.text.startsWith(item.text, this.at)) {
      throw invalidDatetimeFormat(`unmatched format ${item.quoted || !(isSpace(item.text) || isSeparator(item.text)) ? 'character' : 'separator'} "${item.text}"`)
    }
    if (this.exact) this.at += width
    else if (!item.quoted && (isSpace(item.text) || isSeparator(item.text))) {
      this.skipped--
      if (isSpace(letter) || isSeparator(letter)) { this.at++; this.skipped++ }
    } else if (this.skipped > 0) this.skipped--
    else this.at += width
  }

  /**
   * An integer: as long as it is when something else than a digit comes next in the template, else of a fixed width.
   * @param {TemplateItem} item
   * @param {number} index
   * @param {number} width
   * @returns {{ value: number, length: number }}
   * @throws {DbError} 22007
   */
  integer(item, index, width) {
    const { text } = this
    const start = this.at
    while (this.at < text.length && isSpace(text[this.at])) this.at++
    const shown = text.slice(this.at, this.at + width)
    let digits
    if (item.fill || this.isOpen(index)) {
      digits = /^[ \t\n\v\f\r]*([+-]?\d+)/.exec(text.slice(start))
      if (digits !== null) this.at = start + digits[0].length
    } else {
      if (text.length - this.at < width) {
        throw tooFewDigits(
          `source string too short for "${item.key}" formatting field`,
          `Field requires ${width} characters, but only ${text.length - this.at} remain.`
        )
      }
      digits = /^([+-]?\d+)/.exec(shown)
      if (digits !== null && digits[0].length < width) {
        throw tooFewDigits(
          `invalid value "${shown}" for "${item.key}"`,
          `Field requires ${width} characters, but only ${digits[0].length} could be parsed.`
        )
      }
      if (digits !== null) this.at += digits[0].length
    }
    if (digits === null)
      throw invalidDatetimeFormat(`invalid value "${shown}" for "${item.key}"`, 'Value must be an integer.')
    const value = Number(digits[1])
    if (value > 2147483647 || value < -2147483648) {
      throw formattedValueOutOfRange(item.key)
    }
    return { value, length: this.at - start }
  }

  /** Whether a number may go on until something else comes. @param {number} index */
  isOpen(index) {
    if (this.items[index].ordinal !== '') return true
    const next = this.items[index + 1]
    if (next === undefined) return true
    return next.key !== '' ? NOT_DIGITS.has(next.key.toUpperCase()) : !/\d/.test(next.text)
  }

  /**
   * One of some words, in any case.
   * @param {TemplateItem} item
   * @param {string[]} words
   * @returns {number} its index
   * @throws {DbError} 22007
   */
  word(item, words) {
    const rest = this.text.slice(this.at).toLowerCase()
    const found = words.findIndex((candidate) => rest.startsWith(candidate.toLowerCase()))
    if (found < 0) {
      throw invalidDatetimeFormat(
        `invalid value "${this.text.slice(this.at).split(/[ \t\n\r\f]/)[0]}" for "${item.key}"`,
        'The given value did not match any of the allowed values for this field.'
      )
    }
    this.at += words[found].length
    return found
  }

  /** @param {TemplateItem} item @param {number} index */
  field(item, index) {
    const key = item.key.toUpperCase()
    const { fields } = this
    this.convention(key)
    /** @param {string} name @param {number} width */
    const number = (name, width) => {
      const read = this.integer(item, index, width)
      fields.set(name, read.value, item.key)
      return read
    }
    switch (key) {
      case 'FX': this.exact = true; return
      case 'A.M.': case 'P.M.': fields.set('pm', this.word(item, ['a.m.', 'p.m.']), item.key); fields.twelveHours = true; break
      case 'AM': case 'PM': fields.set('pm', this.word(item, ['am', 'pm']), item.key); fields.twelveHours = true; break
      case 'HH': case 'HH12': number('hour', 2); fields.twelveHours = true; break
      case 'HH24': number('hour', 2); break
      case 'MI': number('minute', 2); break
      case 'SS': number('second', 2); break
      case 'MS': this.fraction('ms', item, index, 3); break
      case 'US': this.fraction('us', item, index, 6); break
      case 'FF1': case 'FF2': case 'FF3': case 'FF4': case 'FF5': case 'FF6':
        this.fraction('us', item, index, Number(key[2]))
        fields.precision = Number(key[2])
        break
      case 'SSSS': case 'SSSSS': number('seconds', key.length); break
      case 'TZ': case 'OF': throw fieldOnlyInToChar(item.key)
      case 'TZH': this.zoneSign(); number('zoneHour', 2); break
      case 'TZM': if (fields.get('zoneSign') === 0) fields.values.set('zoneSign', 1); number('zoneMinute', 2); break
      case 'A.D.': case 'B.C.': fields.set('bc', this.word(item, ['a.d.', 'b.c.']), item.key); break
      case 'AD': case 'BC': fields.set('bc', this.word(item, ['ad', 'bc']), item.key); break
      case 'MONTH': fields.set('month', this.word(item, MONTHS) + 1, item.key); break
      case 'MON': fields.set('month', this.word(item, MONTHS.map((month) => month.slice(0, 3))) + 1, item.key); break
      case 'RM': fields.set('month', 12 - this.word(item, [...ROMAN_MONTHS].reverse()), item.key); break
      case 'MM': number('month', 2); break
      case 'DAY': fields.become('weekDay', this.word(item, DAYS), 1, item.key); break
      case 'DY': fields.become('weekDay', this.word(item, DAYS.map((day) => day.slice(0, 3))), 1, item.key); break
      case 'DDD': case 'IDDD': number('yearDay', 3); break
      case 'DD': number('day', 2); break
      case 'D': number('weekDay', 1); break
      case 'ID': {
        const { value } = this.integer(item, index, 1)
        fields.become('weekDay', value, value + 1 > 7 ? 1 - value : 1, item.key)
        break
      }
      case 'WW': case 'IW': number('week', 2); break
      case 'W': number('monthWeek', 1); break
      case 'Q': this.integer(item, index, 1); break
      case 'CC': number('century', 2); break
      case 'J': number('julian', 1); break
      case 'Y,YYY': this.yearWithComma(item); break
      case 'YYYY': case 'IYYY': number('year', 4); fields.yearDigits = 4; break
      case 'YYY': case 'IYY': case 'YY': case 'IY': case 'Y': case 'I': {
        const read = this.integer(item, index, key.length)
        fields.become('year', read.value, read.length < 4 ? nearYear(read.value) - read.value : 0, item.key)
        fields.yearDigits = key.length
        break
      }
      default:
    }
    if (item.ordinal !== '' && !NOT_DIGITS.has(key)) this.at = Math.min(this.text.length, this.at + 2)
  }

  /** @param {string} key */
  convention(key) {
    const mode = GREGORIAN.has(key) ? 'gregorian' : ISO.has(key) ? 'iso' : ''
    if (mode === '') return
    if (this.fields.convention === '') this.fields.convention = mode
    else if (this.fields.convention !== mode) {
      throw mixedDateConventions()
    }
  }

  /**
   * Digits behind a point: 25 is .25.
   * @param {string} field
   * @param {TemplateItem} item
   * @param {number} index
   * @param {number} width
   */
  fraction(field, item, index, width) {
    const { value, length } = this.integer(item, index, width)
    this.fields.become(field, value, value * 10 ** Math.max(0, (field === 'ms' ? 3 : 6) - length) - value, item.key)
  }

  zoneSign() {
    const letter = this.text[this.at]
    const { values } = this.fields
    if (letter === '+' || letter === '-' || letter === ' ') {
      values.set('zoneSign', letter === '-' ? -1 : 1)
      this.at++
    } else values.set('zoneSign', this.skipped > 0 && this.text[this.at - 1] === '-' ? -1 : 1)
  }

  /** @param {TemplateItem} item */
  yearWithComma(item) {
    const match = /^[ \t-\r]*([+-]?\d+),[ \t-\r]*(\d{1,3})/.exec(this.text.slice(this.at))
    if (match === null) throw invalidDatetimeFormat(`invalid input string for "${item.key}"`)
    this.fields.set('year', Number(match[1]) * 1000 + Number(match[2]), item.key)
    this.fields.yearDigits = 4
    this.at += match[0].length
  }
}

/** A year of up to three digits is the one nearest to 2020. @param {number} year */
const nearYear = (year) =>
  year < 70 ? year + 2000 : year < 100 ? year + 1900 : year < 520 ? year + 2000 : year < 1000 ? year + 1000 : year

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
