/**
 * Date and time input: from text to fields (datetime-fields.js), then to fields with meaning. Shared by date, time,
 * timetz, timestamp and timestamptz.
 *
 * Decoding gives each field its meaning by what has been seen before it and by DateStyle's field order. Failures are
 * reported by kind; the caller knows the type and words the error: 'format' 22007, 'range' 22008, 'order' 22008 with
 * the datestyle hint, 'zone' 22009.
 */
import { rint } from '../../util/rint.js'
import { dayNumber, daysInMonth } from './calendar.js'
import { DAY_WORDS, MONTH_WORDS, fail, splitFields } from './datetime-fields.js'
import { abbreviationOffset, MOVED_ABBREVIATIONS } from './zone-abbreviations.js'
import { zoneNamed } from './zones.js'
import { timeZoneNotRecognized } from '../../errors/values.js'
/** @import { Field } from './datetime-fields.js' */
/** @import { Zone } from './zones.js' */

const YEAR = 1
const MONTH = 2
const DAY = 4
const DATE = 7
const ZONE = 16
const DAY_OF_YEAR = 32
const DAY_OF_WEEK = 64
const HOUR = 128
const MINUTE = 256
const SECOND = 512
const TIME = HOUR | MINUTE | SECOND

/**
 * @typedef {object} Decoded
 * @property {'fields' | 'epoch' | 'infinity' | '-infinity'} kind
 * @property {number} mask which fields were there
 * @property {number} year astronomical
 * @property {number} month
 * @property {number} day
 * @property {number} micros of the day, 0..86400000000
 * @property {number | null} offset zone, seconds east; null when none was given
 * @property {Zone | null} zone named zone, when its offset depends on the date
 * @property {number | null} wholeDay a day given whole (today, a Julian day); year, month and day do not count then
 */

/** What 'now' and 'today' mean. @typedef {{ days: number, micros: number, offset: number }} LocalNow */

class Decoder {
  /**
   * @param {'MDY' | 'DMY' | 'YMD'} order
   * @param {() => LocalNow} localNow
   * @param {boolean} timeOnly for time and timetz
   */
  constructor(order, localNow, timeOnly) {
    this.order = order
    this.timeOnly = timeOnly
    this.localNow = localNow
    this.mask = 0
    this.year = 0
    this.month = 0
    this.day = 0
    this.dayOfYear = 0
    this.hour = 0
    this.minute = 0
    this.second = 0
    this.fraction = 0
    this.textMonth = false
    this.twoDigits = false
    this.bc = false
    /** @type {'am' | 'pm' | null} */
    this.half = null
    /** @type {number | null} */
    this.offset = null
    /** @type {Zone | null} */
    this.zone = null
    this.isAbbreviation = false
    this.daylight = 0
    /** meaning announced by the word before: '', 'j' julian day, 't' ISO time, and the letters of UNITS */
    this.pending = ''
    this.special = /** @type {'fields' | 'epoch' | 'infinity' | '-infinity'} */ ('fields')
    /** days given whole: 'today', a Julian day @type {number | null} */
    this.wholeDay = null
  }

  /** @param {number} bits */
  claim(bits) {
    if (this.mask & bits) fail('format')
    this.mask |= bits
  }

  /** @param {Field[]} fields @param {number} at @returns {boolean} the one behind it was consumed too */
  field(fields, at) {
    const { kind, text } = fields[at]
    if (kind === 'date') this.dateField(text, at, fields)
    else if (kind === 'time') this.timeField(text)
    else if (kind === 'zone') {
      if (this.pending === 'j') fail('format')
      this.claim(ZONE)
      this.offset = decodeOffset(text)
    } else if (kind === 'number') this.numberField(text, at, fields)
    else return this.word(text, fields[at + 1])
    return false
  }

  /** @param {string} text @param {number} at @param {Field[]} fields */
  dateField(text, at, fields) {
    if (this.pending === 'j') {
      this.pending = ''
      fail('format')
    }
    if (this.timeOnly) {
      // A time of day has a date before it only where more of the kind or a time follows.
      if (at === 0 && fields.length >= 2 && (fields[fields.length - 1].kind === 'date' || fields[1].kind === 'time'))
        this.date(text)
      else if (/^\d/.test(text)) this.timeAndZone(text)
      else this.namedZone(text)
      return
    }
    // Month and day are there already: what else looks like a date is 2000-01-01 America/New_York, or an ISO time
    // without colons before a zone.
    if (this.pending === '' && (this.mask & (MONTH | DAY)) !== (MONTH | DAY)) this.date(text)
    else if (/^\d/.test(text) || this.pending !== '') this.timeAndZone(text)
    else this.namedZone(text)
  }

  /** 040506-08 @param {string} text */
  timeAndZone(text) {
    if (this.pending !== '' && this.pending !== 't') fail('format')
    this.pending = ''
    if (this.mask & TIME) fail('format')
    const dash = text.search(/[-+]/)
    if (dash < 0) fail('format')
    this.claim(ZONE)
    this.offset = decodeOffset(text.slice(dash))
    if (!(this.timeOnly ? this.packedTime(text.slice(0, dash)) : this.packedNumber(text.slice(0, dash)))) fail('format')
  }

  /** @param {string} name */
  namedZone(name) {
    const zone = zoneNamed(name)
    if (zone === undefined) throw timeZoneNotRecognized(name)
    this.claim(ZONE)
    if (zone.fixedOffset !== null) this.offset = zone.fixedOffset
    else this.zone = zone
  }

  /** 1999-01-08, 1/8/1999, 8-Jan-1999, Jan-08-1999, 99.008 … @param {string} text */
  date(text) {
    const parts = text
      .split(/[^0-9a-z]+/i)
      .filter((part) => part !== '')
      .flatMap((part) => part.match(/\d+|[a-z]+/gi) ?? [])
    if (parts.length > 3 || parts.length === 0) fail('format')
    let hasTextMonth = false
    /** @type {string[]} */
    const numbers = []
    for (const part of parts) {
      if (/^\d/.test(part)) {
        numbers.push(part)
      } else {
        const month = MONTH_WORDS.get(part.toLowerCase())
        if (month !== undefined) {
          this.claim(MONTH)
          this.month = month
          hasTextMonth = true
        } else if (DAY_WORDS.has(part.toLowerCase())) {
          this.mask |= DAY_OF_WEEK
        } else {
          fail('format')
        }
      }
    }
    for (const number of numbers) this.number(number, hasTextMonth, true)
    if ((this.mask & DATE) !== DATE && !(this.mask & DAY_OF_YEAR)) fail('format')
  }

  /** @param {string} text @param {boolean} hasTextMonth @param {boolean} [inDate] */
  number(text, hasTextMonth, inDate = false) {
    const dot = text.indexOf('.')
    if (dot > 2 && !inDate) {
      if (!this.packedNumber(text)) fail('format')
      return
    }
    const length = dot < 0 ? text.length : dot
    const value = Number(dot < 0 ? text : text.slice(0, dot))
    if (value > 2147483647) fail('range')
    const seen = this.mask & DATE
    if (length === 3 && seen === YEAR && value >= 1 && value <= 366) {
      this.claim(DAY_OF_YEAR | MONTH | DAY)
      this.dayOfYear = value
      return
    }
    const yearFirst = this.order === 'YMD'
    if (seen === 0) {
      if (length >= 3 || yearFirst) this.putYear(value, length)
      else if (this.order === 'DMY') this.putDay(value)
      else this.putMonth(value)
    } else if (seen === YEAR) {
      this.putMonth(value)
    } else if (seen === MONTH) {
      if (hasTextMonth && (length >= 3 || yearFirst)) this.putYear(value, length)
      else this.putDay(value)
    } else if (seen === (YEAR | MONTH)) {
      if (hasTextMonth && length >= 3 && this.twoDigits) {
        // What was taken for a year was the day: 08-Jan-1999 under YMD.
        this.day = this.year
        this.mask |= DAY
        this.year = value
        this.twoDigits = false
      } else {
        this.putDay(value)
      }
    } else if (seen === DAY) {
      this.putMonth(value)
    } else if (seen === (MONTH | DAY)) {
      this.putYear(value, length)
    } else if (seen === DATE) {
      if (!this.packedNumber(text)) fail('format')
    } else {
      fail('format')
    }
  }

  /** @param {number} value @param {number} length */
  putYear(value, length) {
    this.claim(YEAR)
    this.year = value
    this.twoDigits = length <= 2
  }

  /** @param {number} value */
  putMonth(value) {
    this.claim(MONTH)
    this.month = value
  }

  /** @param {number} value */
  putDay(value) {
    this.claim(DAY)
    this.day = value
  }

  /**
   * Digits run together: 19990108, 990108, 040506, 0405, 040506.789.
   * @param {string} text
   * @returns {boolean} it was one
   */
  packedNumber(text) {
    let digits = text
    const dot = text.indexOf('.')
    if (dot >= 0) {
      this.fraction = fractionMicros(text.slice(dot))
      digits = text.slice(0, dot)
    } else if ((this.mask & DATE) !== DATE && digits.length >= 6) {
      this.claim(DATE)
      this.day = Number(digits.slice(-2))
      this.month = Number(digits.slice(-4, -2))
      this.year = Number(digits.slice(0, -4))
      this.twoDigits = digits.length === 6
      return true
    }
    if (this.mask & TIME) return false
    if (digits.length === 6) {
      this.claim(TIME)
      this.setClock(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4)))
      return true
    }
    if (digits.length === 4) {
      this.claim(TIME)
      this.setClock(Number(digits.slice(0, 2)), Number(digits.slice(2)), 0)
      return true
    }
    return false
  }

  /** @param {number} hour @param {number} minute @param {number} second */
  setClock(hour, minute, second) {
    this.hour = hour
    this.minute = minute
    this.second = second
  }

  /** @param {string} text hh:mm, hh:mm:ss, hh:mm:ss.ffffff, mm:ss.ffffff; what is missing behind a colon is 0 */
  timeField(text) {
    if (this.pending !== '' && this.pending !== 't') fail('format')
    this.pending = ''
    this.claim(TIME)
    const full = /^(\d+):(\d*)(?::(\d*)(\.\d*)?)?$/.exec(text)
    const short = full === null ? /^(\d+):(\d*)(\.\d*)$/.exec(text) : null
    if (full !== null) this.setClock(Number(full[1]), Number(full[2]), Number(full[3] ?? 0))
    else if (short !== null) this.setClock(0, Number(short[1]), Number(short[2]))
    else fail('format')
    const fraction = full?.[4] ?? short?.[3]
    this.fraction = fraction === undefined ? 0 : fractionMicros(fraction)
    if (this.minute > 59 || this.second > 60 || this.hour < 0) fail('range')
  }

  /** @param {string} text @param {number} at @param {Field[]} fields */
  numberField(text, at, fields) {
    if (this.pending === 'j') {
      this.pending = ''
      const julian = Number(text)
      if (!(julian >= 0)) fail('range')
      this.claim(DATE)
      this.wholeDay = Math.floor(julian) - 2451545
      if (text.includes('.')) {
        this.claim(TIME)
        const micros = Math.round((julian - Math.floor(julian)) * 86400000000)
        this.setMicros(micros)
      }
      return
    }
    if (this.pending === 't') {
      this.pending = ''
      if (!this.packedTime(text)) fail('format')
      return
    }
    if (this.pending !== '') {
      this.unitField(text)
      return
    }
    const dot = text.indexOf('.')
    if (this.timeOnly) {
      // A bare number is a time without colons, or else nothing, whatever follows; a date only before another.
      if (dot >= 0 && at === 0 && fields.length >= 2 && fields[fields.length - 1].kind === 'date') this.date(text)
      else if (dot >= 0 && dot <= 2 || !this.packedTime(text)) fail('format')
    } else if (dot >= 0 && !(this.mask & DATE)) {
      this.date(text)
    } else if (dot > 2) {
      if (!this.packedNumber(text)) fail('format')
    } else if (text.length >= 6 && ((this.mask & DATE) !== DATE || !(this.mask & TIME))) {
      if (!this.packedNumber(text)) fail('format')
    } else {
      this.number(text, this.textMonth)
    }
  }

  /** Y2001M12D27H04M05S06.789: a number behind the letter of what it counts. @param {string} text */
  unitField(text) {
    const unit = this.pending
    this.pending = ''
    const dot = text.indexOf('.')
    if (dot >= 0 && unit !== 's') fail('format')
    const value = Number(dot < 0 ? text : text.slice(0, dot))
    if (value > 2147483647) fail('range')
    switch (unit) {
      case 'y':
        this.claim(YEAR)
        this.year = value
        return
      case 'd': this.putDay(value); return
      case 'h':
        this.claim(HOUR)
        this.hour = value
        return
      case 's':
        this.claim(SECOND)
        this.second = value
        if (dot >= 0) this.fraction = fractionMicros(text.slice(dot))
        return
      default:
        // M is the month, until there are both a month and an hour.
        if (unit === 'm' && !(this.mask & MONTH && this.mask & HOUR)) this.putMonth(value)
        else {
          this.claim(MINUTE)
          this.minute = value
        }
    }
  }

  /** After an ISO 'T'. @param {string} text */
  packedTime(text) {
    const saved = this.mask
    this.mask |= DATE
    const done = this.packedNumber(text)
    this.mask = saved | (done ? TIME : 0)
    return done
  }

  /** @param {string} text @param {Field | undefined} next @returns {boolean} */
  word(text, next) {
    const month = MONTH_WORDS.get(text)
    if (month !== undefined) {
      // A number before it that was taken for the month is the day: 8 January.
      if (this.mask & MONTH && !this.textMonth && !(this.mask & DAY) && this.month >= 1 && this.month <= 31) {
        this.day = this.month
        this.mask |= DAY
      } else {
        this.claim(MONTH)
      }
      this.textMonth = true
      this.month = month
      return false
    }
    if (DAY_WORDS.has(text)) {
      this.mask |= DAY_OF_WEEK
      return false
    }
    switch (text) {
      case 'now': {
        const now = this.localNow()
        this.claim(DATE | TIME | ZONE)
        this.wholeDay = now.days
        this.setMicros(now.micros)
        this.offset = now.offset
        return false
      }
      case 'today': case 'tomorrow': case 'yesterday':
        this.claim(DATE)
        this.wholeDay = this.localNow().days + (text === 'tomorrow' ? 1 : text === 'yesterday' ? -1 : 0)
        return false
      case 'allballs':
        this.claim(TIME | ZONE)
        this.offset = 0
        return false
      case 'epoch': case 'infinity': case '+infinity': case '-infinity':
        // Beside a date it is what counts, beside another of its kind it is refused.
        if (this.special !== 'fields') this.claim(DATE)
        this.special = text === '+infinity' ? 'infinity' : text
        this.mask |= DATE
        return false
      case 'am': case 'pm':
        this.half = text
        return false
      case 'bc': case 'ad':
        this.bc = text === 'bc'
        return false
      case 'at': case 'on':
        return false
      case 'j': case 'jd': case 'julian':
        this.pending = 'j'
        return false
      case 'y': case 'm': case 'mm': case 'd': case 'h': case 's':
        if (this.timeOnly) fail('format')
        this.pending = text
        return false
      case 't':
        if (!(this.mask & DATE) && next === undefined) fail('format')
        this.pending = 't'
        return false
      case 'dst':
        if (this.offset === null) fail('format')
        this.offset = /** @type {number} */ (this.offset) + 3600
        return false
      default:
        return this.zoneWord(text, next)
    }
  }

  /** @param {string} text @param {Field | undefined} next */
  zoneWord(text, next) {
    const known = abbreviationOffset(text)
    if (known !== undefined) {
      this.claim(ZONE)
      this.offset = known.offset
      if (next?.kind === 'word' && next.text === 'dst') {
        this.offset += 3600
        return true
      }
      return false
    }
    const moved = MOVED_ABBREVIATIONS.get(text)
    const zone = moved !== undefined ? zoneNamed(moved) : /^[a-z]+$/.test(text) ? zoneNamed(text) : undefined
    if (zone === undefined) fail('format')
    this.isAbbreviation = moved !== undefined
    this.claim(ZONE)
    if (zone?.fixedOffset !== null) this.offset = zone?.fixedOffset ?? 0
    else this.zone = zone
    return false
  }

  /** @param {number} micros */
  setMicros(micros) {
    const seconds = Math.floor(micros / 1000000)
    this.setClock(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60)
    this.fraction = micros % 1000000
  }

  /** Checks ranges and puts the pieces together. @param {boolean} dateNeeded @returns {Decoded} */
  finish(dateNeeded) {
    // A unit that nothing follows says nothing.
    if (this.pending === 'j' || this.pending === 't') fail('format')
    if (this.half !== null) {
      if (this.hour > 12) fail('range')
      if (this.half === 'am' && this.hour === 12) this.hour = 0
      else if (this.half === 'pm' && this.hour !== 12) this.hour += 12
    }
    const micros = ((this.hour * 60 + this.minute) * 60 + this.second) * 1000000 + this.fraction
    if (this.minute > 59 || this.second > 60 || this.hour > 24 || micros > 86400000000) fail('range')
    if (this.special === 'fields') {
      if (this.wholeDay === null) this.checkDate(dateNeeded)
    }
    return {
      kind: this.special, mask: this.mask, year: this.year, month: this.month, day: this.day, micros,
      offset: this.offset, zone: this.zone, wholeDay: this.wholeDay,
    }
  }

  /** What is there is checked before whether all is there. @param {boolean} dateNeeded */
  checkDate(dateNeeded) {
    if (this.timeOnly && this.mask & DATE && (this.mask & DATE) !== DATE) fail('format')
    if (this.mask & YEAR) this.settleYear()
    if (this.mask & DAY_OF_YEAR) {
      // The 366th of a common year is the next one's first.
      this.wholeDay = dayNumber(this.year, 1, this.dayOfYear)
      return
    }
    if (this.mask & MONTH && (this.month < 1 || this.month > 12)) fail('order')
    if (this.mask & DAY && (this.day < 1 || this.day > 31)) fail('order')
    if ((this.mask & DATE) !== DATE) {
      if (dateNeeded || this.mask & DATE) fail('format')
      // What a place's clock says depends on the day.
      if (this.zone !== null && !this.isAbbreviation) fail('format')
    } else if (this.day > daysInMonth(this.year, this.month)) fail('range')
  }

  /** Of this era, or before it; with its century. */
  settleYear() {
    if (this.bc) {
      if (this.year <= 0) fail('range')
      this.year = 1 - this.year
    } else if (this.twoDigits) {
      this.year += this.year < 70 ? 2000 : 1900
    } else if (this.year <= 0) {
      fail('range')
    }
  }
}

/** .789 in microseconds, rounded. @param {string} text */
const fractionMicros = (text) => (text.length <= 1 ? 0 : rint(Number(`0${text}`) * 1000000))

/** @param {string} text sign, then hh, hhmm, hh:mm, hh:mm:ss @returns {number} seconds east */
function decodeOffset(text) {
  const match = /^([+-])(\d+)(?::(\d+))?(?::(\d+))?$/.exec(text)
  if (match === null) return fail('format')
  let hours = Number(match[2])
  let minutes = Number(match[3] ?? 0)
  const seconds = Number(match[4] ?? 0)
  if (match[3] === undefined && match[2].length > 2) {
    minutes = hours % 100
    hours = Math.floor(hours / 100)
  }
  if (hours > 15 || minutes > 59 || seconds > 59) fail('zone')
  const total = hours * 3600 + minutes * 60 + seconds
  return match[1] === '-' ? 0 - total : total
}

/**
 * @param {string} text
 * @param {'MDY' | 'DMY' | 'YMD'} order
 * @param {() => LocalNow} localNow
 * @param {boolean} dateNeeded false for time and timetz
 * @returns {Decoded}
 */
export function decodeDatetime(text, order, localNow, dateNeeded) {
  const fields = splitFields(text)
  if (fields.length === 0) fail('format')
  const decoder = new Decoder(order, localNow, !dateNeeded)
  for (let i = 0; i < fields.length; i++) if (decoder.field(fields, i)) i++
  if (!dateNeeded && !(decoder.mask & TIME)) fail('format')
  return decoder.finish(dateNeeded)
}
