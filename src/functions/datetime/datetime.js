/**
 * Dates and times: arithmetic, ages, zones, constructors, casts between the types. Parts and truncation are in
 * datetime-parts.js.
 */
import { rint } from '../../util/rint.js'
import { general, twoDigits } from '../../util/c-formats.js'
import { shortReal } from '../../util/short-real.js'
import { datetimeOverflow, divisionByZero, invalidParameter } from '../../errors/data.js'
/** @import { DbError } from '../../errors/db-error.js' */
import { civilDate, dayNumber, daysInMonth, EPOCH_UNIX_DAYS, MICROS_PER_DAY } from '../../types/datetime/calendar.js'
import * as D from '../../types/datetime/datetime.js'
import { checkedInt8, toInt8 } from '../../types/numbers/int8.js'
import {
  addInterval, applyIntervalTypmod, divideInterval, Interval, makeInterval, multiplyInterval, negateInterval,
  subtractInterval, turnedInterval,
} from '../../types/datetime/interval.js'
import { applyTimeTypmod, Timetz } from '../../types/datetime/time.js'
import { abbreviatedZone, fixedZone, zoneNamed } from '../../types/datetime/zones.js'
import { addMicros, stampPlusInterval, zonedPlusInterval } from './datetime-arithmetic.js'
import { Family } from '../impl.js'
import { binsOfMonths } from '../../errors/values.js'
/** @import { Zone } from '../../types/datetime/zones.js' */

const family = new Family()
export const datetimeFunctions = family.functions

// ---- arithmetic

/** @param {number} date @param {number} days */
const plusDays = (date, days) => (D.isInfinite(date) ? date : D.checkDate(date + days))

/** @param {any} a @param {any} b timestamps @returns {Interval} in days and time */
function stampDifference(a, b) {
  if (D.isInfiniteStamp(a) || D.isInfiniteStamp(b)) throw datetimeOverflow('cannot subtract infinite timestamps')
  // Over 292 thousand years apart, PostgreSQL 15's difference goes round.
  const micros = BigInt.asIntN(64, BigInt(a) - BigInt(b))
  return new Interval(0, Number(micros / 86400000000n) + 0, Number(micros % 86400000000n) + 0)
}

/** @param {number} micros any @returns {number} within the day */
const wrapTime = (micros) => ((micros % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY

/** @param {Interval} interval */
const timeOf = (interval) => wrapTime(Number(BigInt(interval.micros) % 86400000000n))

/** The sum goes round at 64 bits before it does at the day. @param {number} time @param {bigint} by */
const movedTime = (time, by) => wrapTime(Number(BigInt.asIntN(64, BigInt(time) + by) % 86400000000n))

family.add('date_pli', plusDays)
family.add('date_mii', (date, days) => plusDays(date, -days))
family.add('integer_pl_date', (days, date) => plusDays(date, days))
family.add('date_mi', (a, b) => {
  if (D.isInfinite(a) || D.isInfinite(b)) throw datetimeOverflow('cannot subtract infinite dates')
  return a - b
})
family.add('date_pl_interval', (date, interval) => stampPlusInterval(D.dateToTimestamp(date), interval))
family.add('date_mi_interval', (date, interval) => stampPlusInterval(D.dateToTimestamp(date), turnedInterval(interval)))
family.add('timestamp_pl_interval', stampPlusInterval)
family.add('timestamp_mi_interval', (stamp, interval) => stampPlusInterval(stamp, turnedInterval(interval)))
family.context('timestamptz_pl_interval', (ctx, stamp, interval) =>
  zonedPlusInterval(stamp, interval, D.sessionZone(ctx.env))
)
family.context('timestamptz_mi_interval', (ctx, stamp, interval) =>
  zonedPlusInterval(stamp, turnedInterval(interval), D.sessionZone(ctx.env))
)
family.add(['timestamp_mi', 'timestamptz_mi'], stampDifference)
family.all({
  time_pl_interval: (time, interval) => movedTime(time, BigInt(interval.micros)),
  time_mi_interval: (time, interval) => movedTime(time, -BigInt(interval.micros)),
  timetz_pl_interval: (time, interval) => new Timetz(movedTime(time.micros, BigInt(interval.micros)), time.west),
  timetz_mi_interval: (time, interval) => new Timetz(movedTime(time.micros, -BigInt(interval.micros)), time.west),
  time_mi_time: (a, b) => new Interval(0, 0, a - b),
  interval_pl: addInterval,
  interval_mi: subtractInterval,
  interval_um: negateInterval,
  interval_mul: multiplyInterval,
  mul_d_interval: (factor, interval) => multiplyInterval(interval, factor),
  interval_div: (interval, divisor) => {
    if (divisor === 0) throw divisionByZero('interval_div')
    return divideInterval(interval, divisor)
  },
  interval_justify_hours: (a) => justifyHours(a),
  interval_justify_days: (a) => justifyDays(a),
  interval_justify_interval: (a) => justifyAll(a),
  interval_scale: (a, typmod) => applyIntervalTypmod(a, typmod),
  interval_finite: () => true,
  date_finite: (a) => !D.isInfinite(a),
  timestamp_finite: (a) => !D.isInfiniteStamp(a),
})

/** @param {Interval} a */
function justifyHours(a) {
  const micros = BigInt(a.micros)
  let days = a.days + Number(micros / 86400000000n)
  let rest = micros % 86400000000n
  if (days > 0 && rest < 0n) {
    rest += 86400000000n
    days--
  } else if (days < 0 && rest > 0n) {
    rest -= 86400000000n
    days++
  }
  return makeInterval(a.months, days, rest)
}

/** @param {Interval} a */
function justifyDays(a) {
  let months = a.months + Math.trunc(a.days / 30)
  let days = a.days % 30
  if (months > 0 && days < 0) {
    days += 30
    months--
  } else if (months < 0 && days > 0) {
    days -= 30
    months++
  }
  return makeInterval(months, days, a.micros)
}

/** @param {Interval} a */
function justifyAll(a) {
  let { months, days } = a
  let rest = BigInt(a.micros)
  days += Number(rest / 86400000000n)
  rest %= 86400000000n
  months += Math.trunc(days / 30)
  days %= 30
  if (months > 0 && (days < 0 || (days === 0 && rest < 0n))) {
    days += 30
    months--
  } else if (months < 0 && (days > 0 || (days === 0 && rest > 0n))) {
    days -= 30
    months++
  }
  if (days > 0 && rest < 0n) {
    rest += 86400000000n
    days--
  } else if (days < 0 && rest > 0n) {
    rest -= 86400000000n
    days++
  }
  return makeInterval(months, days, rest)
}

// ---- casts

family.add(['timestamp_date'], D.timestampToDate)
family.context('timestamptz_date', (ctx, a) => D.timestampToDate(D.timestamptzToTimestamp(a, ctx.env)))
family.add('date_timestamp', (a) => D.dateToTimestamp(a))
family.context('date_timestamptz', (ctx, a) => D.timestampToTimestamptz(D.dateToTimestamp(a), ctx.env))
family.context('timestamp_timestamptz', (ctx, a) => D.timestampToTimestamptz(a, ctx.env))
family.context('timestamptz_timestamp', (ctx, a) => D.timestamptzToTimestamp(a, ctx.env))
family.add('timestamp_time', (a) => (D.isInfiniteStamp(a) ? null : D.splitStamp(a).micros))
family.context('timestamptz_time', (ctx, a) =>
  D.isInfiniteStamp(a) ? null : D.splitStamp(D.timestamptzToTimestamp(a, ctx.env)).micros
)
family.context('timestamptz_timetz', (ctx, a) =>
  D.isInfiniteStamp(a)
    ? null
    : new Timetz(D.splitStamp(D.timestamptzToTimestamp(a, ctx.env)).micros, 0 - D.offsetAt(a, D.sessionZone(ctx.env)))
)
family.context('time_timetz', (ctx, a) => new Timetz(a, 0 - D.offsetAt(ctx.now, D.sessionZone(ctx.env))))
family.all({
  timetz_time: (a) => a.micros,
  time_interval: (a) => new Interval(0, 0, a),
  interval_time: timeOf,
  datetime_timestamp: (date, time) =>
    D.isInfinite(date) ? D.dateToTimestamp(date) : addMicros(D.dateToTimestamp(date), time),
  datetimetz_timestamptz: (date, time) =>
    D.isInfinite(date)
      ? D.dateToTimestamp(date)
      : addMicros(D.dateToTimestamp(date), time.micros + time.west * 1000000, 'date out of range for timestamp'),
  timestamp_scale: stampScaled,
  timestamptz_scale: stampScaled,
  time_scale: applyTimeTypmod,
  timetz_scale: (a, typmod) => new Timetz(applyTimeTypmod(a.micros, typmod), a.west),
  float8_timestamptz: (seconds) => {
    if (seconds !== seconds) throw datetimeOverflow('timestamp cannot be NaN')
    if (!Number.isFinite(seconds)) return seconds > 0 ? D.TIMESTAMP_INFINITY : D.TIMESTAMP_MINUS_INFINITY
    const shifted = seconds - EPOCH_UNIX_DAYS * 86400
    const micros = rint(shifted * 1000000)
    if (!(Math.abs(micros) < 9.2233720368547e18))
      throw datetimeOverflow(`timestamp out of range: "${shortReal(seconds)}"`)
    return D.checkStamp(Number.isSafeInteger(micros) ? micros : checkedInt8(BigInt(micros)))
  },
})

/** @param {number | bigint} stamp @param {number} typmod */
function stampScaled(stamp, typmod) {
  if (!D.isInfiniteStamp(stamp) && (typmod < -1 || typmod > 6))
    throw invalidParameter(`timestamp(${typmod}) precision must be between 0 and 6`)
  return D.applyStampTypmod(stamp, typmod)
}

// ---- zones

/** @param {string} text zone name, abbreviation or displacement @returns {Zone} @throws {DbError} 22023 */
export function zoneOf(text) {
  const zone = abbreviatedZone(text.toLowerCase()) ?? zoneNamed(text)
  if (zone === undefined) throw invalidParameter(`time zone "${text}" not recognized`)
  return zone
}

/** @param {Interval} interval @returns {Zone} */
function intervalZone(interval) {
  if (interval.months !== 0 || interval.days !== 0)
    throw invalidParameter(`interval time zone "${interval}" must not include months or days`)
  return fixedZone(Number(BigInt.asIntN(32, BigInt(interval.micros) / 1000000n)))
}
family.all({
  timestamp_zone: (zone, stamp) => D.isInfiniteStamp(stamp) ? stamp : D.fromLocal(stamp, zoneOf(zone)),
  timestamptz_zone: (zone, stamp) => D.isInfiniteStamp(stamp) ? stamp : D.toLocal(stamp, zoneOf(zone)),
  timestamp_izone: (zone, stamp) => D.isInfiniteStamp(stamp) ? stamp : D.fromLocal(stamp, intervalZone(zone)),
  timestamptz_izone: (zone, stamp) => D.isInfiniteStamp(stamp) ? stamp : D.toLocal(stamp, intervalZone(zone)),
  timetz_izone: (zone, time) => rezone(time, intervalZone(zone).fixedOffset ?? 0),
})
family.context('timetz_zone', (ctx, zone, time) => rezone(time, D.offsetAt(ctx.now, zoneOf(zone))))

/** @param {Timetz} time @param {number} offset seconds east */
const rezone = (time, offset) => new Timetz(wrapTime(time.micros + (time.west + offset) * 1000000), 0 - offset)

// ---- age

/**
 * Years, months, days and time between, borrowing days from the earlier month.
 * @param {any} a
 * @param {any} b local timestamps
 */
function age(a, b) {
  // Infinity is the last moment that has a number; minus infinity has no date.
  if (a === D.TIMESTAMP_MINUS_INFINITY || b === D.TIMESTAMP_MINUS_INFINITY)
    throw datetimeOverflow('timestamp out of range')
  const negative = a < b
  const [late, early] = negative ? [D.splitStamp(b), D.splitStamp(a)] : [D.splitStamp(a), D.splitStamp(b)]
  const to = civilDate(late.days)
  const from = civilDate(early.days)
  let micros = late.micros - early.micros
  let days = to.day - from.day
  let months = (to.year - from.year) * 12 + to.month - from.month
  if (micros < 0) {
    micros += MICROS_PER_DAY
    days--
  }
  while (days < 0) {
    // Borrowed days are those of the earlier date's month.
    days += daysInMonth(from.year, from.month)
    months--
  }
  const result = makeInterval(months, days, micros)
  return negative ? negateInterval(result) : result
}
family.add('timestamp_age', age)
family.context('timestamptz_age', (ctx, a, b) =>
  age(D.timestamptzToTimestamp(a, ctx.env), D.timestamptzToTimestamp(b, ctx.env))
)

// ---- constructors

/** @param {number} year @param {number} month @param {number} day */
function makeDate(year, month, day) {
  const actual = year < 0 ? year + 1 : year
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(actual, month)) {
    throw datetimeOverflow(`date field value out of range: ${actual}-${twoDigits(month)}-${twoDigits(day)}`)
  }
  const date = dayNumber(actual, month, day)
  if (!D.isDate(date)) throw datetimeOverflow(`date out of range: ${actual}-${twoDigits(month)}-${twoDigits(day)}`)
  return date
}

/** @param {number} hour @param {number} minute @param {number} second */
function makeTime(hour, minute, second) {
  const micros = rint(second * 1000000)
  if (
    hour < 0 ||
    minute < 0 ||
    minute > 59 ||
    !(micros >= 0 && micros <= 60000000) ||
    hour > 24 ||
    (hour === 24 && (minute > 0 || micros > 0))
  ) {
    throw datetimeOverflow(
      `time field value out of range: ${hour}:${twoDigits(minute)}:${general(second).padStart(2, '0')}`
    )
  }
  return (hour * 60 + minute) * 60000000 + micros
}

/** @param {number} y @param {number} mo @param {number} d @param {number} h @param {number} mi @param {number} s */
const makeStamp = (y, mo, d, h, mi, s) => D.joinStamp(makeDate(y, mo, d), makeTime(h, mi, s))
family.all({
  make_date: makeDate,
  make_time: makeTime,
  make_timestamp: makeStamp,
  make_timestamptz_at_timezone: (y, mo, d, h, mi, s, zone) =>
    D.fromLocal(makeStamp(y, mo, d, h, mi, s), writtenZone(zone)),
  make_interval: (years, months, weeks, days, hours, minutes, seconds) => {
    if (!Number.isFinite(seconds)) throw datetimeOverflow('interval out of range')
    // PostgreSQL 15 does not look at overflow here.
    const micros = rint(seconds * 1000000)
    const time =
      BigInt(hours * 3600 + minutes * 60) * 1000000n + (Math.abs(micros) < 2 ** 63 ? BigInt(micros) : -(1n << 63n))
    return makeInterval((Math.imul(years, 12) + months) | 0, (Math.imul(weeks, 7) + days) | 0, BigInt.asIntN(64, time))
  },
})
family.context('make_timestamptz', (ctx, y, mo, d, h, mi, s) =>
  D.fromLocal(makeStamp(y, mo, d, h, mi, s), D.sessionZone(ctx.env))
)

/** A displacement here is ISO's, positive east, and needs its sign. @param {string} text */
function writtenZone(text) {
  if (/^\d/.test(text))
    throw invalidParameter(
      `invalid input syntax for type numeric time zone: "${text}"`,
      undefined,
      'Numeric time zones must have "-" or "+" as first character.'
    )
  if (text === '+' || text === '-') return fixedZone(0)
  const match = /^([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(text)
  if (match === null) return zoneOf(text)
  const [hours, minutes, seconds] = [Number(match[2]), Number(match[3] ?? 0), Number(match[4] ?? 0)]
  if (hours > 15 || minutes > 59 || seconds > 59) throw invalidParameter(`numeric time zone "${text}" out of range`)
  return fixedZone((match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) + 0)
}

/** The start of the stride a timestamp falls into. @param {Interval} stride @param {any} stamp @param {any} origin */
function bin(stride, stamp, origin) {
  if (D.isInfiniteStamp(stamp)) return stamp
  if (D.isInfiniteStamp(origin)) throw datetimeOverflow('origin out of range')
  if (stride.months !== 0)
    throw binsOfMonths()
  const micros = BigInt(stride.days) * 86400000000n + BigInt(stride.micros)
  if (micros <= 0n) throw datetimeOverflow('stride must be greater than zero')
  const difference = BigInt(stamp) - BigInt(origin)
  if (BigInt.asIntN(64, micros) !== micros || BigInt.asIntN(64, difference) !== difference)
    throw datetimeOverflow('interval out of range')
  let whole = difference - (difference % micros)
  if (difference < 0n && micros > 1n && difference % micros !== 0n) whole -= micros
  const start = BigInt(origin) + whole
  if (BigInt.asIntN(64, start) !== start) throw datetimeOverflow('timestamp out of range')
  return D.checkStamp(toInt8(start))
}
family.add(['timestamp_bin', 'timestamptz_bin'], bin)
