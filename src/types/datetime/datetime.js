/**
 * date, timestamp, timestamptz: days or microseconds since 2000-01-01, text in the four DateStyles, conversions between
 * them.
 *
 * Infinities are the ends of the integer range: date ±infinity is 2147483647 / -2147483648, timestamp's the int8 ones
 * (BigInt). Dates run from 4713-11-24 BC, timestamps to the end of 294276.
 */
import { datetimeFieldOverflow, datetimeOverflow, invalidDatetime, timeZoneDisplacement } from '../../errors/data.js'
import { DbError } from '../../errors/db-error.js'
import { civilDate, dayNumber, dayOfWeek, daysInMonth, EPOCH_UNIX_DAYS, MICROS_PER_DAY } from './calendar.js'
import { DatetimeProblem } from './datetime-fields.js'
import { decodeDatetime } from './datetime-parse.js'
import { compareInt8, hashInt8, mix32, readInt8, toInt8, writeInt8 } from '../numbers/int8.js'
import { receiveInt8 } from '../numbers/integers.js'
import { fractionText, roundMicros } from './interval.js'
import * as T from '../oids.js'
import { compareSimple, expectBytes, readI32, TypeOps } from '../type-ops.js'
import { abbreviationAt, numericOffset, zoneNamed } from './zones.js'
/** @import { TypeEnv } from '../type-ops.js' */
/** @import { Zone } from './zones.js' */

export const DATE_INFINITY = 2147483647
export const DATE_MINUS_INFINITY = -2147483648
export const TIMESTAMP_INFINITY = 9223372036854775807n
export const TIMESTAMP_MINUS_INFINITY = -9223372036854775808n
const DATE_MIN = dayNumber(-4713, 11, 24)
const DATE_END = dayNumber(5874898, 1, 1)
const STAMP_DAY_MIN = DATE_MIN
const STAMP_DAY_END = dayNumber(294277, 1, 1)
const BIG_DAY = BigInt(MICROS_PER_DAY)

/** @param {any} value a date or timestamp */
export const isInfinite = (value) => value === DATE_INFINITY || value === DATE_MINUS_INFINITY

/** @param {number | bigint} value */
export const isInfiniteStamp = (value) => value === TIMESTAMP_INFINITY || value === TIMESTAMP_MINUS_INFINITY

/**
 * Day and microseconds of the day.
 * @param {number | bigint} stamp finite
 * @returns {{ days: number, micros: number }}
 */
export function splitStamp(stamp) {
  if (typeof stamp === 'number') {
    let days = Math.floor(stamp / MICROS_PER_DAY)
    let micros = stamp - days * MICROS_PER_DAY
    if (micros < 0) {
      days--
      micros += MICROS_PER_DAY
    } else if (micros >= MICROS_PER_DAY) {
      days++
      micros -= MICROS_PER_DAY
    }
    return { days, micros }
  }
  let rest = stamp % BIG_DAY
  if (rest < 0n) rest += BIG_DAY
  return { days: Number((stamp - rest) / BIG_DAY), micros: Number(rest) }
}

/** @param {number} days @param {number} micros any safe integer @returns {number | bigint} 22008 outside the range */
export function joinStamp(days, micros) {
  if (micros < 0 || micros >= MICROS_PER_DAY) {
    const carry = Math.floor(micros / MICROS_PER_DAY)
    days += carry
    micros -= carry * MICROS_PER_DAY
  }
  if (!(days >= STAMP_DAY_MIN && days < STAMP_DAY_END)) throw datetimeOverflow('timestamp out of range')
  const stamp = days * MICROS_PER_DAY + micros
  return Number.isSafeInteger(stamp) ? stamp : BigInt(days) * BIG_DAY + BigInt(micros)
}

/** 22008 outside the range; infinities are fine. @param {number | bigint} stamp @param {string} [refusal] */
export function checkStamp(stamp, refusal = 'timestamp out of range') {
  if (typeof stamp === 'number' || isInfiniteStamp(stamp)) return stamp
  const days = Number(stamp / BIG_DAY)
  if (
    days < STAMP_DAY_MIN - 1 ||
    days > STAMP_DAY_END ||
    stamp >= BigInt(STAMP_DAY_END) * BIG_DAY ||
    stamp < BigInt(STAMP_DAY_MIN) * BIG_DAY
  ) {
    throw datetimeOverflow(refusal)
  }
  return stamp
}

/** @param {number} days */
export const isDate = (days) => days >= DATE_MIN && days < DATE_END

/** 22008 outside the range. @param {number} days */
export function checkDate(days) {
  if (!isDate(days)) throw datetimeOverflow('date out of range')
  return days
}

// ---- zones

/** The session's zone. @param {TypeEnv} env @returns {Zone} */
export function sessionZone(env) {
  return zoneNamed(env.timeZone) ?? /** @type {Zone} */ (zoneNamed('UTC'))
}

/** @param {number | bigint} stamp UTC @returns {number} Unix seconds */
export function unixSeconds(stamp) {
  const { days, micros } = splitStamp(stamp)
  return (days + EPOCH_UNIX_DAYS) * 86400 + Math.floor(micros / 1000000)
}

/** @param {number | bigint} stamp UTC @param {Zone} zone @returns {number} seconds east */
export const offsetAt = (stamp, zone) => (zone.fixedOffset ?? zone.offsetAt(unixSeconds(stamp)))

/**
 * @param {number | bigint} stamp timestamptz
 * @param {Zone} zone
 * @returns {number | bigint} the local timestamp there
 */
export function toLocal(stamp, zone) {
  if (isInfiniteStamp(stamp)) return stamp
  const { days, micros } = splitStamp(stamp)
  return joinStamp(days, micros + offsetAt(stamp, zone) * 1000000)
}

/** @param {number | bigint} stamp local timestamp @param {Zone} zone @returns {number | bigint} timestamptz */
export function fromLocal(stamp, zone) {
  if (isInfiniteStamp(stamp)) return stamp
  const { days, micros } = splitStamp(stamp)
  const offset = zone.offsetOfLocal((days + EPOCH_UNIX_DAYS) * 86400 + Math.floor(micros / 1000000))
  return joinStamp(days, micros - offset * 1000000)
}

// ---- conversions between the types

/** @param {number} date @param {boolean} [strict] 22008 beyond timestamp's range; else clamps for comparison */
export function dateToTimestamp(date, strict = true) {
  if (date === DATE_INFINITY) return TIMESTAMP_INFINITY
  if (date === DATE_MINUS_INFINITY) return TIMESTAMP_MINUS_INFINITY
  if (date >= STAMP_DAY_END) {
    if (strict) throw datetimeOverflow('date out of range for timestamp')
    return AFTER_ALL
  }
  return joinStamp(date, 0)
}

/** What a date after all timestamps counts as beside them: still before infinity. */
const AFTER_ALL = /** @type {bigint} */ (TIMESTAMP_INFINITY) - 1n
/** Further in, no zone leads out of the range. */
const EDGE_LOW = (STAMP_DAY_MIN + 3) * 86400000000
const EDGE_HIGH = BigInt(STAMP_DAY_END - 3) * BIG_DAY

/**
 * Near the ends of the range, to be compared with: a zone may lead out of it.
 * @param {number | bigint} stamp
 * @param {Zone} zone
 * @returns {number | bigint}
 */
function beyond(stamp, zone) {
  if (isInfiniteStamp(stamp) || stamp === AFTER_ALL) return stamp
  const { days, micros } = splitStamp(stamp)
  const offset = zone.offsetOfLocal((days + EPOCH_UNIX_DAYS) * 86400 + Math.floor(micros / 1000000))
  return toInt8(BigInt(stamp) - BigInt(offset) * 1000000n)
}

/** @param {number | bigint} stamp @param {TypeEnv} env @param {boolean} [strict] */
export function timestampToTimestamptz(stamp, env, strict = true) {
  if (!strict && (stamp < EDGE_LOW || stamp > EDGE_HIGH)) return beyond(stamp, sessionZone(env))
  return fromLocal(stamp, sessionZone(env))
}

/** @param {number | bigint} stamp @param {TypeEnv} env */
export const timestamptzToTimestamp = (stamp, env) => toLocal(stamp, sessionZone(env))

/** @param {number | bigint} stamp @returns {number} */
export function timestampToDate(stamp) {
  if (stamp === TIMESTAMP_INFINITY) return DATE_INFINITY
  if (stamp === TIMESTAMP_MINUS_INFINITY) return DATE_MINUS_INFINITY
  return splitStamp(stamp).days
}

// ---- input

/** @param {TypeEnv} env @returns {'MDY' | 'DMY' | 'YMD'} */
export function fieldOrder(env) {
  const order = env.dateStyle.slice(-3)
  return order === 'DMY' || order === 'YMD' ? order : 'MDY'
}

/** @param {TypeEnv} env */
export const localNow = (env) => () => {
  const zone = sessionZone(env)
  const offset = offsetAt(env.now, zone)
  const { days, micros } = splitStamp(
    joinStamp(splitStamp(env.now).days, splitStamp(env.now).micros + offset * 1000000)
  )
  return { days, micros, offset }
}

/** Words the error. @param {unknown} problem @param {string} display @param {string} text @returns {unknown} */
export function datetimeError(problem, display, text) {
  if (!(problem instanceof DatetimeProblem)) return problem
  if (problem.kind === 'range') return datetimeFieldOverflow(text)
  if (problem.kind === 'order') return datetimeFieldOverflow(text, 'Perhaps you need a different "datestyle" setting.')
  if (problem.kind === 'zone') return timeZoneDisplacement(text)
  return invalidDatetime(display, text)
}

/** @param {string} text @param {TypeEnv} env @param {string} display */
function decode(text, env, display) {
  try {
    return decodeDatetime(text, fieldOrder(env), localNow(env), true)
  } catch (problem) {
    throw datetimeError(problem, display, text)
  }
}

/** The usual spelling, at once: 2024-01-31. @param {string} text @returns {number | undefined} */
function plainDate(text) {
  if (text.length !== 10) return undefined
  const days = plainDay(text)
  return days === NOT_PLAIN ? undefined : days
}

/** No day number. */
const NOT_PLAIN = -1e9

/**
 * The day that a text begins with, if it is spelled 2024-01-31.
 * @param {string} text
 * @returns {number} NOT_PLAIN: another spelling, or no such day
 */
function plainDay(text) {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return NOT_PLAIN
  const year = digitPair(text, 0) * 100 + digitPair(text, 2)
  const month = digitPair(text, 5)
  const day = digitPair(text, 8)
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(year, month))
    ? dayNumber(year, month, day)
    : NOT_PLAIN
}

/** @param {string} text @param {number} at @returns {number} far below zero: not two digits */
function digitPair(text, at) {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1e6
}

/**
 * The usual spelling of a timestamp without a zone, at once: 2024-01-31 12:34:56 with up to six digits behind a point.
 * @param {string} text
 * @returns {number} NaN: another spelling
 */
function plainStamp(text) {
  const { length } = text
  if (length < 19 || length > 26 || length === 20 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58)
    return NaN
  const between = text.charCodeAt(10)
  if (between !== 32 && between !== 84) return NaN
  const days = plainDay(text)
  const hour = digitPair(text, 11)
  const minute = digitPair(text, 14)
  const second = digitPair(text, 17)
  if (days === NOT_PLAIN || !(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59))
    return NaN
  let micros = 0
  if (length > 19) {
    if (text.charCodeAt(19) !== 46) return NaN
    for (let at = 20; at < 26; at++) {
      const digit = at < length ? text.charCodeAt(at) - 48 : 0
      if (digit < 0 || digit > 9) return NaN
      micros = micros * 10 + digit
    }
  }
  return days * MICROS_PER_DAY + (hour * 3600 + minute * 60 + second) * 1000000 + micros
}

/** @param {string} text @param {TypeEnv} env @returns {number} */
function parseDate(text, env) {
  const quick = plainDate(text)
  if (quick !== undefined) return quick
  const fields = decode(text, env, 'date')
  if (fields.kind === 'epoch') return -EPOCH_UNIX_DAYS
  if (fields.kind !== 'fields') return fields.kind === 'infinity' ? DATE_INFINITY : DATE_MINUS_INFINITY
  const days = fields.wholeDay ?? dayNumber(fields.year, fields.month, fields.day)
  if (!(days >= DATE_MIN && days < DATE_END)) throw datetimeOverflow(`date out of range: "${text}"`)
  return days
}

/** @param {string} text @param {TypeEnv} env @param {boolean} zoned @returns {number | bigint} */
function parseStamp(text, env, zoned) {
  const quick = plainStamp(text)
  if (Number.isSafeInteger(quick)) return zoned ? fromLocal(quick, sessionZone(env)) : quick
  const fields = decode(text, env, zoned ? 'timestamp with time zone' : 'timestamp')
  if (fields.kind === 'epoch') return -EPOCH_UNIX_DAYS * MICROS_PER_DAY
  if (fields.kind !== 'fields') return fields.kind === 'infinity' ? TIMESTAMP_INFINITY : TIMESTAMP_MINUS_INFINITY
  const days = fields.wholeDay ?? dayNumber(fields.year, fields.month, fields.day)
  try {
    if (!zoned) return joinStamp(days, fields.micros)
    if (fields.offset !== null) return joinStamp(days, fields.micros - fields.offset * 1000000)
    const zone = fields.zone ?? sessionZone(env)
    const offset = zone.offsetOfLocal((days + EPOCH_UNIX_DAYS) * 86400 + Math.floor(fields.micros / 1000000))
    return joinStamp(days, fields.micros - offset * 1000000)
  } catch (error) {
    throw error instanceof DbError && error.code === '22008'
      ? datetimeOverflow(`timestamp out of range: "${text}"`)
      : error
  }
}

/** @param {number | bigint} stamp @param {number} typmod digits of a second */
export function applyStampTypmod(stamp, typmod) {
  return typmod < 0 || typmod >= 6 || isInfiniteStamp(stamp) ? stamp : checkStamp(roundMicros(stamp, typmod))
}

// ---- output

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** @param {number} value */
const pad2 = (value) => (value < 10 ? `0${value}` : String(value))
/** @param {number} value */
const pad4 = (value) => (value < 1000 ? String(value).padStart(4, '0') : String(value))

/** @param {number} micros of the day */
export function clockText(micros) {
  const seconds = Math.floor(micros / 1000000)
  return `${pad2(Math.floor(seconds / 3600))}:${pad2(Math.floor(seconds / 60) % 60)}:${pad2(seconds % 60)}${fractionText(micros % 1000000)}`
}

/** @param {number} days @param {TypeEnv} env */
export function formatDate(days, env) {
  if (days === DATE_INFINITY) return 'infinity'
  if (days === DATE_MINUS_INFINITY) return '-infinity'
  const { year, month, day } = civilDate(days)
  const shown = pad4(year > 0 ? year : 1 - year)
  const era = year > 0 ? '' : ' BC'
  const european = env.dateStyle.endsWith('DMY')
  switch (env.dateStyle[0]) {
    case 'S': return `${european ? `${pad2(day)}/${pad2(month)}` : `${pad2(month)}/${pad2(day)}`}/${shown}${era}`
    case 'G': return `${pad2(day)}.${pad2(month)}.${shown}${era}`
    case 'P': return `${european ? `${pad2(day)}-${pad2(month)}` : `${pad2(month)}-${pad2(day)}`}-${shown}${era}`
    default: return `${shown}-${pad2(month)}-${pad2(day)}${era}`
  }
}

/**
 * @param {number | bigint} stamp local
 * @param {TypeEnv} env
 * @param {string | null} iso offset as +05
 * @param {string} [letters] abbreviation for the other styles
 */
function stampText(stamp, env, iso, letters = '') {
  const { days, micros } = splitStamp(stamp)
  const { year, month, day } = civilDate(days)
  const shown = pad4(year > 0 ? year : 1 - year)
  const era = year > 0 ? '' : ' BC'
  const time = clockText(micros)
  const european = env.dateStyle.endsWith('DMY')
  const zone = iso === null ? '' : /^[+-]/.test(letters) ? ` ${letters}` : letters === '' ? ` ${iso}` : ` ${letters}`
  switch (env.dateStyle[0]) {
    case 'S': return `${european ? `${pad2(day)}/${pad2(month)}` : `${pad2(month)}/${pad2(day)}`}/${shown} ${time}${zone}${era}`
    case 'G': return `${pad2(day)}.${pad2(month)}.${shown} ${time}${zone}${era}`
    case 'P': return `${DAY_NAMES[dayOfWeek(days)]} ${european ? `${pad2(day)} ${MONTH_NAMES[month - 1]}` : `${MONTH_NAMES[month - 1]} ${pad2(day)}`} ${time} ${shown}${zone}${era}`
    default: return `${shown}-${pad2(month)}-${pad2(day)} ${time}${iso ?? ''}${era}`
  }
}

/** @param {number | bigint} stamp @param {TypeEnv} env */
export function formatTimestamp(stamp, env) {
  if (isInfiniteStamp(stamp)) return stamp === TIMESTAMP_INFINITY ? 'infinity' : '-infinity'
  return stampText(stamp, env, null)
}

/** @param {number | bigint} stamp @param {TypeEnv} env */
export function formatTimestamptz(stamp, env) {
  if (isInfiniteStamp(stamp)) return stamp === TIMESTAMP_INFINITY ? 'infinity' : '-infinity'
  const zone = sessionZone(env)
  const seconds = unixSeconds(stamp)
  const offset = zone.fixedOffset ?? zone.offsetAt(seconds)
  const { days, micros } = splitStamp(stamp)
  const local = shifted(days, micros, offset)
  return stampText(
    local,
    env,
    numericOffset(offset),
    env.dateStyle[0] === 'I' ? '' : abbreviationAt(zone, seconds, offset)
  )
}

/**
 * Like joinStamp, but output may pass the range by a zone's offset.
 * @param {number} days
 * @param {number} micros
 * @param {number} offset
 */
function shifted(days, micros, offset) {
  const moved = micros + offset * 1000000
  const carry = Math.floor(moved / MICROS_PER_DAY)
  const stamp = (days + carry) * MICROS_PER_DAY + moved - carry * MICROS_PER_DAY
  return Number.isSafeInteger(stamp) ? stamp : BigInt(days + carry) * BIG_DAY + BigInt(moved - carry * MICROS_PER_DAY)
}

export const dateType = new TypeOps({
  oid: T.DATE, name: 'date', kind: 'int4', category: 'D',
  parse: (text, typmod, env) => parseDate(text, env),
  format: formatDate,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 4)
    const days = readI32(bytes, start)
    return isInfinite(days) ? days : checkDate(days)
  },
  send: (value, writer) => writer.i32(value),
  compare: compareSimple, equals: (a, b) => a === b, hash: mix32,
  encode: (value, bytes, view, at) => {
    view.setInt32(at, value, true)
    return at + 4
  },
  decode: (bytes, view, start) => view.getInt32(start, true),
})

/**
 * @param {number} oid
 * @param {string} name
 * @param {string} display
 * @param {boolean} zoned
 * @param {(value: any, env: TypeEnv) => string} format
 */
const stampType = (oid, name, display, zoned, format) => new TypeOps({
  oid, name, display, kind: 'int8', category: 'D',
  parse: (text, typmod, env) => applyStampTypmod(parseStamp(text, env, zoned), typmod),
  format,
  receive: (bytes, start, end, typmod) => applyStampTypmod(checkStamp(receiveInt8(bytes, start, end)), typmod),
  send: (value, writer) => writer.i64(value),
  compare: compareInt8, equals: (a, b) => a === b, hash: hashInt8,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, value)
    return at + 8
  },
  decode: (bytes, view, start) => readInt8(view, start, true),
  applyTypmod: applyStampTypmod,
})

export const timestampType = stampType(T.TIMESTAMP, 'timestamp', 'timestamp without time zone', false, formatTimestamp)
export const timestamptzType = stampType(
  T.TIMESTAMPTZ,
  'timestamptz',
  'timestamp with time zone',
  true,
  formatTimestamptz
)
