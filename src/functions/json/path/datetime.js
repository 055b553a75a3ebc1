/**
 * Dates and times inside SQL/JSON paths: .datetime(), their comparison, their text. A value with a displacement keeps
 * it: it prints with it.
 */
import { invalidDatetimeFormat } from '../../../errors/data.js'
import { DbError } from '../../../errors/db-error.js'
import { dayNumber, daysInMonth } from '../../../types/datetime/calendar.js'
import {
  applyStampTypmod, checkDate, checkStamp, clockText, dateToTimestamp, formatDate, formatTimestamp, joinStamp, offsetAt,
  sessionZone, timestampToTimestamptz,
} from '../../../types/datetime/datetime.js'
import { int8Add, int8Subtract } from '../../../types/numbers/int8.js'
import * as T from '../../../types/oids.js'
import { applyTimeTypmod, compareTimetz, formatTimetz, Timetz } from '../../../types/datetime/time.js'
import { compareSimple, DEFAULT_ENV } from '../../../types/type-ops.js'
import { readDatetime } from '../../formatting/datetime-input.js'
import { trimBlanks } from '../../../util/ascii.js'
import { needsTimeZone } from '../../../errors/json.js'
/** @import { TypeEnv } from '../../../types/type-ops.js' */

export class PathDatetime {
  /**
   * @param {number} type OID of date, time, timetz, timestamp, timestamptz
   * @param {any} value its datum
   * @param {number} east seconds of displacement, of a timestamptz
   */
  constructor(type, value, east) {
    this.type = type
    this.value = value
    this.east = east
  }

  /** As .type() says. */
  get typeName() {
    return TYPE_NAMES.get(this.type) ?? ''
  }

  /** As it becomes a string. */
  get text() {
    switch (this.type) {
      case T.DATE: return formatDate(this.value, DEFAULT_ENV)
      case T.TIME: return clockText(this.value)
      case T.TIMETZ: return withMinutes(formatTimetz(this.value))
      case T.TIMESTAMP: return isoStamp(this.value, '')
      default: return isoStamp(int8Add(this.value, this.east * 1000000), offsetText(this.east))
    }
  }
}

const TYPE_NAMES = new Map([
  [T.DATE, 'date'],
  [T.TIME, 'time without time zone'],
  [T.TIMETZ, 'time with time zone'],
  [T.TIMESTAMP, 'timestamp without time zone'],
  [T.TIMESTAMPTZ, 'timestamp with time zone'],
])

/** @param {string} text with a displacement */
const withMinutes = (text) => (/[+-]\d\d$/.test(text) ? `${text}:00` : text)

/** @param {number} east */
const offsetText = (east) => withMinutes(formatTimetz(new Timetz(0, -east)).slice(8))

/** @param {number | bigint} stamp @param {string} zone */
function isoStamp(stamp, zone) {
  const text = formatTimestamp(stamp, DEFAULT_ENV)
  const era = text.endsWith(' BC') ? ' BC' : ''
  return text.slice(0, text.length - era.length).replace(' ', 'T') + zone + era
}

/** A number may have blanks before it. */
const ISO = new RegExp([
  String.raw`^(?:([ \t-\r]*\d+)-([ \t-\r]*\d+)-([ \t-\r]*\d+))?`,
  String.raw`(?:(^|[ T])([ \t-\r]*\d+):([ \t-\r]*\d+):([ \t-\r]*\d+)(?:\.([ \t-\r]*\d+))?(?:([-+ ])([ \t-\r]*[+]?\d+)(?::([ \t-\r]*\d+))?)?)?[ \t-\r]*$`].join(''))

/**
 * .datetime(): one of ISO 8601's forms.
 * @param {string} text
 * @returns {PathDatetime | null} null: it is none of them
 */
export function isoDatetime(text) {
  const match = ISO.exec(text)
  if (match === null || (match[1] === undefined && match[5] === undefined)) return null
  if (match[1] !== undefined && match[4] === '') return null
  const timed = match[5] !== undefined
  let days = 0
  if (match[1] !== undefined) {
    const [year, month, day] = [match[1], match[2], match[3]].map(Number)
    if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
    days = dayNumber(year, month, day)
  }
  if (!timed) return validated(() => new PathDatetime(T.DATE, checkDate(days), 0))
  const [hour, minute, second] = [match[5], match[6], match[7]].map(Number)
  const fraction = trimBlanks(match[8] ?? '')
  if (hour > 23 || minute > 59 || second > 59 || fraction.length > 6) return null
  const micros = (hour * 3600 + minute * 60 + second) * 1000000 + Number(fraction.padEnd(6, '0'))
  const zoned = match[9] !== undefined
  const zoneHour = Number(match[10] ?? 0)
  const zoneMinute = Number(match[11] ?? 0)
  if (zoneHour > 15 || zoneMinute > 59) return null
  const east = (match[9] === '-' ? -1 : 1) * (zoneHour * 3600 + zoneMinute * 60)
  return validated(() =>
    assemble(
      match[1] === undefined ? (zoned ? T.TIMETZ : T.TIME) : zoned ? T.TIMESTAMPTZ : T.TIMESTAMP, days, micros,
      zoned ? east : 0, -1,
    ),
  )
}

/** @param {() => PathDatetime} make @returns {PathDatetime | null} */
function validated(make) {
  try {
    return make()
  } catch (error) {
    if (error instanceof DbError) return null
    throw error
  }
}

/** .datetime(template). @param {string} text @param {string} template @throws {DbError} 22007, 22008 */
export function templateDatetime(text, template) {
  const { type, days, micros, east, precision } = readDatetime(text, template)
  return assemble(type, days, micros, east, precision)
}

/** @param {number} type @param {number} days @param {number} micros @param {number} east @param {number} precision */
function assemble(type, days, micros, east, precision) {
  switch (type) {
    case T.DATE:
      return new PathDatetime(type, checkDate(days), 0)
    case T.TIME:
      return new PathDatetime(type, applyTimeTypmod(micros, precision), 0)
    case T.TIMETZ:
      return new PathDatetime(type, new Timetz(applyTimeTypmod(micros, precision), 0 - east), 0)
    case T.TIMESTAMP:
      return new PathDatetime(type, applyStampTypmod(checkStamp(joinStamp(days, micros)), precision), 0)
    case T.TIMESTAMPTZ:
      return new PathDatetime(
        type,
        applyStampTypmod(checkStamp(int8Subtract(joinStamp(days, micros), east * 1000000)), precision),
        east
      )
    default:
      throw invalidDatetimeFormat('datetime format is not dated and not timed')
  }
}

const SHORT_NAMES = new Map([
  [T.DATE, 'date'],
  [T.TIME, 'time'],
  [T.TIMESTAMP, 'timestamp'],
  [T.TIMETZ, 'timetz'],
  [T.TIMESTAMPTZ, 'timestamptz'],
])

/**
 * Order of two values; null when their types cannot be compared.
 * @param {PathDatetime} a
 * @param {PathDatetime} b
 * @param {TypeEnv | null} env of the _tz functions: theirs may use the session's zone
 * @returns {number | null} @throws {DbError} 0A000 where a zone is needed and there is none
 */
export function compareDatetimes(a, b, env) {
  const isTime = (/** @type {PathDatetime} */ one) => one.type === T.TIME || one.type === T.TIMETZ
  if (isTime(a) !== isTime(b)) return null
  if (a.type === b.type) return a.type === T.TIMETZ ? compareTimetz(a.value, b.value) : compareSimple(a.value, b.value)
  if (isTime(a)) return compareTimetz(zonedTime(a, env), zonedTime(b, env))
  const zoned = a.type === T.TIMESTAMPTZ || b.type === T.TIMESTAMPTZ
  return compareSimple(moment(a, zoned, env), moment(b, zoned, env))
}

/** @param {PathDatetime} one @param {TypeEnv | null} env @returns {Timetz} */
function zonedTime(one, env) {
  if (one.type === T.TIMETZ) return one.value
  const { timeZoned } = needZone(one, T.TIMETZ, env)
  return timeZoned(one.value)
}

/**
 * @param {PathDatetime} one
 * @param {boolean} zoned whether the other side has a zone
 * @param {TypeEnv | null} env
 * @returns {number | bigint}
 */
function moment(one, zoned, env) {
  if (one.type === T.TIMESTAMPTZ) return one.value
  const stamp = one.type === T.DATE ? dateToTimestamp(one.value) : one.value
  if (!zoned) return stamp
  return timestampToTimestamptz(stamp, needZone(one, T.TIMESTAMPTZ, env).env)
}

/** @param {PathDatetime} one @param {number} target @param {TypeEnv | null} env */
function needZone(one, target, env) {
  if (env === null) {
    throw needsTimeZone(SHORT_NAMES.get(one.type), SHORT_NAMES.get(target))
  }
  return {
    env,
    timeZoned: (/** @type {number} */ micros) => new Timetz(micros, 0 - offsetAt(env.now, sessionZone(env))),
  }
}
