/**
 * Reads a text along a template of to_timestamp. Blanks before fields are passed over, a separator of the template
 * stands for any or no separator, and another character of it for any one character; with FX the text must follow
 * exactly.
 */
import { invalidDatetimeFormat } from '../../errors/data.js'
import { DAYS, MONTHS, ROMAN_MONTHS } from './datetime-patterns.js'
import {
  fieldOnlyInToChar, formattedValueOutOfRange, mixedDateConventions, tooFewDigits,
} from '../../errors/formatting.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { TemplateItem } from './template.js' */

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
export class Fields {
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

export class Reader {
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
