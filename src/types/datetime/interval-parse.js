/**
 * Text input of interval: words ('1 day 2 hours ago'), SQL's ('1-2', '3 4:05:06') and ISO 8601's (P1Y2M3DT4H5M6S).
 *
 * The text is cut into fields, and those are read from the right, so that a unit is known before its number. A number
 * without one takes the lowest field of the declared range (INTERVAL DAY TO HOUR), seconds without a range, and days in
 * front of a time. A kind of field may be there once. What does not read like that is tried as ISO 8601. Numbers too
 * large for their field are 22015, a sum of years and months too large is 22008.
 */
import { intervalFieldOverflow, invalidDatetime } from '../../errors/data.js'
import { toInt8 } from '../numbers/int8.js'
import { rint } from '../../util/rint.js'
import { intervalOutOfRange } from '../../errors/values.js'

const YEAR = 1
const MONTH = 2
const WEEK = 4
const DAY = 8
const HOUR = 16
const MINUTE = 32
const SECOND = 64
const MILLISECOND = 128
const MICROSECOND = 256
const DECADE = 512
const CENTURY = 1024
const MILLENNIUM = 2048
const AGO = -1
const IGNORED = -2
const ALL_SECONDS = SECOND | MILLISECOND | MICROSECOND
const TIME = HOUR | MINUTE | ALL_SECONDS

const MICROS_PER_DAY = 86400000000
const MICROS = new Map([
  [HOUR, 3600000000], [MINUTE, 60000000], [SECOND, 1000000], [MILLISECOND, 1000], [MICROSECOND, 1],
])
const YEARS = new Map([[YEAR, 1], [DECADE, 10], [CENTURY, 100], [MILLENNIUM, 1000]])

/** Words count by their first ten letters. */
const WORD_LETTERS = 10
/** @type {Map<string, number>} */
const WORDS = new Map()
for (const [kind, words] of /** @type {[number, string][]} */ ([
  [IGNORED, '@'],
  [AGO, 'ago'],
  [CENTURY, 'c cent centuries century'],
  [DAY, 'd day days'],
  [DECADE, 'dec decade decades decs'],
  [HOUR, 'h hour hours hr hrs'],
  [MINUTE, 'm min mins minute minutes'],
  [MICROSECOND, 'microsecon us usec usecond useconds usecs'],
  [MILLENNIUM, 'mil millennia millennium mils'],
  [MILLISECOND, 'millisecon ms msec msecond mseconds msecs'],
  [MONTH, 'mon mons month months'],
  [SECOND, 's sec second seconds secs'],
  [WEEK, 'w week weeks'],
  [YEAR, 'y year years yr yrs'],
])) {
  for (const word of words.split(' ')) WORDS.set(word, kind)
}

/** Field masks of a typmod -> the field a bare number is. */
const LOWEST = new Map([
  [4, YEAR], [2, MONTH], [6, MONTH], [8, DAY], [1024, HOUR], [1032, HOUR], [2048, MINUTE], [3072, MINUTE],
  [3080, MINUTE],
])
const MINUTE_TO_SECOND = 6144

/** Thrown and caught in here. */
const BAD_FORMAT = new Error('bad format')
const OVERFLOW = new Error('overflow')

/** @param {number} value @returns {number} a 32-bit field */
function checked32(value) {
  if (value > 2147483647 || value < -2147483648) throw OVERFLOW
  return value
}

class Parts {
  constructor() {
    this.years = 0
    this.months = 0
    this.days = 0
    this.micros = 0n
  }

  /** @param {bigint} micros */
  addMicros(micros) {
    this.micros += micros
    if (this.micros !== BigInt.asIntN(64, this.micros)) throw OVERFLOW
  }

  /** @param {number} fraction @param {number} scale */
  addFraction(fraction, scale) {
    if (fraction === 0) return
    const scaled = fraction * scale
    const whole = Math.trunc(scaled)
    const rest = scaled - whole
    this.addMicros(BigInt(whole + (rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0)))
  }

  /** @param {bigint} whole @param {number} fraction @param {number} scale */
  addTime(whole, fraction, scale) {
    this.addMicros(whole * BigInt(scale))
    this.addFraction(fraction, scale)
  }

  /** @param {bigint} count @param {number} scale */
  addDays(count, scale) {
    this.days = checked32(this.days + checked32(checked32(Number(count)) * scale))
  }

  /** @param {number} fraction @param {number} scale */
  addDayFraction(fraction, scale) {
    if (fraction === 0) return
    const scaled = fraction * scale
    const whole = Math.trunc(scaled)
    this.days = checked32(this.days + whole)
    this.addFraction(scaled - whole, MICROS_PER_DAY)
  }

  /** @param {bigint} count */
  addMonths(count) {
    this.months = checked32(this.months + checked32(Number(count)))
  }

  /** @param {bigint} count @param {number} fraction @param {number} scale */
  addYears(count, fraction, scale) {
    this.years = checked32(this.years + checked32(checked32(Number(count)) * scale))
    this.months = checked32(this.months + rint(fraction * scale * 12))
  }

  /** @param {number} kind @param {bigint} whole @param {number} fraction */
  add(kind, whole, fraction) {
    const micros = MICROS.get(kind)
    const years = YEARS.get(kind)
    if (micros !== undefined) this.addTime(whole, fraction, micros)
    else if (years !== undefined) this.addYears(whole, fraction, years)
    else if (kind === DAY) {
      this.addDays(whole, 1)
      this.addFraction(fraction, MICROS_PER_DAY)
    } else if (kind === WEEK) {
      this.addDays(whole, 7)
      this.addDayFraction(fraction, 7)
    } else if (kind === MONTH) {
      this.addMonths(whole)
      this.addDayFraction(fraction, 30)
    } else {
      throw BAD_FORMAT
    }
  }

  negate() {
    this.years = checked32(0 - this.years)
    this.months = checked32(0 - this.months)
    this.days = checked32(0 - this.days)
    const micros = this.micros
    this.micros = 0n
    this.addMicros(-micros)
  }
}

/**
 * @param {string} text
 * @param {number} range field mask of the typmod, 0x7fff: any
 * @param {boolean} standard IntervalStyle sql_standard: a leading sign holds for all fields
 * @returns {{ months: number, days: number, micros: number | bigint }} 22007, 22008, 22015
 */
export function parseIntervalText(text, range, standard) {
  let parts
  try {
    parts = fromFields(text, range, standard)
  } catch (problem) {
    if (problem === BAD_FORMAT) {
      try {
        parts = fromIso(text)
      } catch (second) {
        throw translated(second, text)
      }
    } else {
      throw translated(problem, text)
    }
  }
  const months = parts.years * 12 + parts.months
  if (months !== (months | 0)) throw intervalOutOfRange()
  return { months: months + 0, days: parts.days + 0, micros: toInt8(parts.micros) }
}

/** @param {unknown} problem @param {string} text */
function translated(problem, text) {
  if (problem === BAD_FORMAT) return invalidDatetime('interval', text)
  return problem === OVERFLOW ? intervalFieldOverflow(text) : problem
}

// spaces a time: 1:02 numbers and dates: 1.5, 1-2, 1-jan-2 .5 words signed: +1:02, -1-2, -1.5 other punctuation
const FIELD = /[ \t\n\v\f\r]+|(\d+:[\d:.]*)|(\d+(?:([-/.])(?:\d+(?:\3[\d\-/.]*)?|[a-zA-Z\d\-/.]*))?|\.\d*)|([a-zA-Z]+(?:[-/.][+\-/_.:a-zA-Z\d]*)?)|([+-][ \t\n\v\f\r]*(?:\d[\d:.-]*|[a-zA-Z]+))|[^a-zA-Z\d+\-.\u0000-\u0020\u007f-\uffff]+/y
const FIELDS_MAX = 25
/** Characters of all fields, each with its end. */
const FIELDS_ROOM = 256

/** @param {string} text @returns {string[]} */
function fieldsOf(text) {
  const fields = []
  let room = FIELDS_ROOM
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const match = FIELD.exec(text)
    if (match === null) throw BAD_FORMAT
    const field = match[1] ?? match[2] ?? match[4] ?? match[5]
    if (field === undefined) continue
    fields.push(field.replace(/^([+-])[ \t-\r]+/, '$1').toLowerCase())
    // PostgreSQL's room for them; what is longer is not read to its end.
    room -= fields[fields.length - 1].length + 1
    if (fields.length > FIELDS_MAX || room < 0) throw BAD_FORMAT
  }
  return fields
}

/** @param {string} text @param {number} range @param {boolean} standard */
function fromFields(text, range, standard) {
  const fields = fieldsOf(text)
  const parts = new Parts()
  const allNegative =
    standard &&
    fields.length > 0 &&
    fields[0][0] === '-' &&
    fields.slice(1).every((field) => field[0] !== '-' && field[0] !== '+')
  let kind = 0
  let seen = 0
  let before = false
  let unitPending = false
  for (let at = fields.length - 1; at >= 0; at--) {
    const field = fields[at]
    let added = 0
    const isSigned = field[0] === '-' || field[0] === '+'
    const clock =
      field.includes(':') && (isSigned || /^\d/.test(field))
        ? clockMicros(isSigned ? field.slice(1) : field, range, isSigned)
        : null
    if (clock !== null) {
      parts.micros = field[0] === '-' || allNegative ? -clock : clock
      added = TIME
      kind = DAY
      unitPending = false
    } else if (/^[\d.+-]/.test(field) && !/^[+-][a-z]/.test(field)) {
      if (kind === 0) kind = LOWEST.get(range) ?? SECOND
      const number = numberOf(field)
      if (number.yearMonth) kind = MONTH
      const flip = allNegative && (number.whole > 0n || number.fraction > 0)
      parts.add(kind, flip ? -number.whole : number.whole, flip ? -number.fraction : number.fraction)
      added = kind === SECOND && number.fraction !== 0 ? ALL_SECONDS : kind
      if (kind === HOUR) kind = DAY
      unitPending = false
    } else {
      const word = WORDS.get(field.slice(0, WORD_LETTERS))
      if (word === IGNORED) continue
      if (word === undefined || unitPending) throw BAD_FORMAT
      if (word === AGO) {
        before = true
        kind = AGO // a number in front of it has no unit to be of
      } else {
        kind = word
        unitPending = true
      }
    }
    if ((seen & added) !== 0) throw BAD_FORMAT
    seen |= added
  }
  if (seen === 0 || unitPending) throw BAD_FORMAT
  if (before) parts.negate()
  return parts
}

/**
 * h:m, h:m:s or m:s.f. A signed one that is no time is read as a number.
 * @param {string} field
 * @param {number} range
 * @param {boolean} lenient
 * @returns {bigint | null}
 */
function clockMicros(field, range, lenient) {
  const match = /^(\d+):(\d*)(?::(\d*)(\.\d*)?|(\.\d*))?$/.exec(field)
  if (match === null) {
    if (lenient) return null
    throw BAD_FORMAT
  }
  let [hours, minutes, seconds] = [BigInt(match[1]), BigInt(match[2] || 0), BigInt(match[3] || 0)]
  if (match[3] === undefined && (match[5] !== undefined || range === MINUTE_TO_SECOND)) {
    seconds = minutes
    minutes = hours
    hours = 0n
  }
  const fraction = match[4] ?? match[5] ?? '.'
  const total =
    ((hours * 60n + minutes) * 60n + seconds) * 1000000n + BigInt(fraction === '.' ? 0 : rint(Number(fraction) * 1e6))
  if (minutes > 59n || seconds > 60n || total > 9223372036854775807n) {
    if (lenient) return null
    throw OVERFLOW
  }
  return total
}

/** @param {string} field @returns {{ whole: bigint, fraction: number, yearMonth: boolean }} */
function numberOf(field) {
  const match = /^([+-]?)(\d*)(?:(\.\d*)|-(\d*))?$/.exec(field)
  if (match === null || (match[2] === '' && (match[1] !== '' || match[3] === undefined))) throw BAD_FORMAT
  const negative = match[1] === '-'
  let whole = BigInt(match[2] || 0)
  if (whole > 9223372036854775807n + (negative ? 1n : 0n)) throw OVERFLOW
  if (match[4] !== undefined) {
    if (Number(match[4]) >= 12) throw OVERFLOW
    whole = whole * 12n + BigInt(match[4])
  }
  const fraction = match[3] === undefined || match[3] === '.' ? 0 : Number(match[3])
  return {
    whole: negative ? -whole : whole,
    fraction: negative ? 0 - fraction : fraction,
    yearMonth: match[4] !== undefined,
  }
}

// ---- ISO 8601

const ISO_DATE = new Map([['Y', YEAR], ['M', MONTH], ['W', WEEK], ['D', DAY]])
const ISO_TIME = new Map([['H', HOUR], ['M', MINUTE], ['S', SECOND]])

/** Numbers one after the other, as C's strtod reads them. */
class IsoReader {
  /** @param {string} text @param {Parts} parts */
  constructor(text, parts) {
    this.text = text
    this.parts = parts
    this.at = 1
    this.whole = 0n
    this.fraction = 0
  }

  get mark() {
    return this.text[this.at]
  }

  number() {
    const pattern = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match === null) throw BAD_FORMAT
    const value = Number(match[0])
    if (Math.abs(value) > 1e15) throw OVERFLOW
    this.at = pattern.lastIndex
    const whole = Math.trunc(value)
    this.whole = BigInt(whole)
    this.fraction = value - whole
  }

  /** Adds the number that was read. @param {number} kind */
  take(kind) {
    this.parts.add(kind, this.whole, this.fraction)
  }

  /** The next number behind a separator. @param {string} separator */
  next(separator) {
    if (this.mark !== separator) throw BAD_FORMAT
    this.at++
    this.number()
  }
}

/** @param {string} text @returns {Parts} */
function fromIso(text) {
  if (text.length < 2 || text[0] !== 'P') throw BAD_FORMAT
  const parts = new Parts()
  const reader = new IsoReader(text, parts)
  let inDate = true
  let hasField = false
  while (reader.at < text.length) {
    if (reader.mark === 'T') {
      inDate = false
      hasField = false
      reader.at++
      continue
    }
    const start = reader.at
    reader.number()
    const digitCount = /^-?(\d*)/.exec(text.slice(start))?.[1].length ?? 0
    const kind = reader.mark === undefined ? undefined : (inDate ? ISO_DATE : ISO_TIME).get(reader.mark)
    if (kind !== undefined) {
      reader.take(kind)
      reader.at++
      hasField = true
      continue
    }
    if (hasField) throw BAD_FORMAT
    if (inDate) {
      isoDate(reader, digitCount)
      if (reader.mark === undefined) return parts
      if (reader.mark !== 'T') throw BAD_FORMAT
    } else {
      isoTime(reader, digitCount)
      return parts
    }
  }
  return parts
}

/** YYYYMMDD or YYYY-MM-DD, the end of it left out at will. @param {IsoReader} reader @param {number} digitCount */
function isoDate(reader, digitCount) {
  const { parts } = reader
  const ends = () => reader.mark === undefined || reader.mark === 'T'
  if (digitCount === 8 && ends()) {
    parts.addYears(reader.whole / 10000n, 0, 1)
    parts.addMonths(reader.whole / 100n % 100n)
    parts.addDays(reader.whole % 100n, 1)
    parts.addFraction(reader.fraction, MICROS_PER_DAY)
    return
  }
  if (!ends() && reader.mark !== '-') throw BAD_FORMAT
  reader.take(YEAR)
  if (ends()) return
  reader.next('-')
  reader.take(MONTH)
  if (ends()) return
  reader.next('-')
  reader.take(DAY)
}

/** HHMMSS or HH:MM:SS. @param {IsoReader} reader @param {number} digitCount */
function isoTime(reader, digitCount) {
  const { parts } = reader
  if (digitCount === 6 && reader.mark === undefined) {
    parts.addTime(reader.whole / 10000n, 0, 3600000000)
    parts.addTime(reader.whole / 100n % 100n, 0, 60000000)
    parts.addTime(reader.whole % 100n, 0, 1000000)
    parts.addFraction(reader.fraction, 1)
    return
  }
  if (reader.mark !== undefined && reader.mark !== ':') throw BAD_FORMAT
  reader.take(HOUR)
  if (reader.mark === undefined) return
  reader.next(':')
  reader.take(MINUTE)
  if (reader.mark === undefined) return
  reader.next(':')
  reader.take(SECOND)
  if (reader.mark !== undefined) throw BAD_FORMAT
}
