/**
 * interval: months, days and microseconds, kept apart because months and days have no fixed length. Order and equality
 * take a month as 30 days and a day as 24 hours. Stored as 16 bytes: microseconds (int8 LE), days (int4 LE), months
 * (int4 LE).
 */
import { intervalOutOfRange } from '../../errors/values.js'
import { checkedInt8, hashInt8, mix32, readInt8, toInt8, writeInt8 } from '../numbers/int8.js'
import { parseIntervalText } from './interval-parse.js'
import { rint } from '../../util/rint.js'
import * as T from '../oids.js'
import { expectBytes, readI32, TypeOps, viewOf } from '../type-ops.js'
/** @import { TypeEnv } from '../type-ops.js' */

export class Interval {
  /** @param {number} months @param {number} days @param {number | bigint} micros */
  constructor(months, days, micros) {
    this.months = months
    this.days = days
    this.micros = micros
    Object.freeze(this)
  }

  toString() {
    return formatInterval(this, 'postgres')
  }
}

/** 22008 beyond the fields' widths. @param {number} months @param {number} days @param {number | bigint} micros */
export function makeInterval(months, days, micros) {
  if (months !== (months | 0) || days !== (days | 0)) throw intervalOutOfRange()
  if (typeof micros === 'number' && Number.isSafeInteger(micros)) return new Interval(months + 0, days + 0, micros + 0)
  const wide = BigInt(micros)
  if (wide > 9223372036854775807n || wide < -9223372036854775808n) throw intervalOutOfRange()
  return new Interval(months, days, toInt8(wide))
}

const MICROS_PER_DAY = 86400000000
const BIG_DAY = 86400000000n

/** Length with 30-day months, exact. @param {Interval} value @returns {number | bigint} */
function length(value) {
  if (typeof value.micros === 'number') {
    const total = (value.months * 30 + value.days) * MICROS_PER_DAY + value.micros
    if (Number.isSafeInteger(total)) return total
  }
  return toInt8Wide((BigInt(value.months) * 30n + BigInt(value.days)) * BIG_DAY + BigInt(value.micros))
}

/** @param {bigint} value */
const toInt8Wide = (value) => toInt8(value)

/** @param {Interval} a @param {Interval} b */
export function compareInterval(a, b) {
  const left = length(a)
  const right = length(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** @param {Interval} value */
function hashInterval(value) {
  const total = length(value)
  return typeof total === 'number'
    ? hashInt8(total)
    : mix32(Number(total & 0xffffffffn) ^ Number((total >> 32n) & 0xffffffffn))
}

// ---- input

const ANY_FIELDS = 0x7fff

/** @param {string} text @param {number} [typmod] @param {TypeEnv['intervalStyle']} [style] @returns {Interval} */
export function parseInterval(text, typmod = -1, style = 'postgres') {
  const { months, days, micros } = parseIntervalText(
    text,
    typmod >= 0 ? (typmod >>> 16) & ANY_FIELDS : ANY_FIELDS,
    style === 'sql_standard'
  )
  return applyIntervalTypmod(new Interval(months, days, micros), typmod)
}

/** @param {Interval} value @param {number} typmod (fields << 16) | precision */
export function applyIntervalTypmod(value, typmod) {
  if (typmod < 0) return value
  const range = (typmod >>> 16) & 0x7fff
  const precision = typmod & 0xffff
  let { months, days, micros } = value
  const cut = (/** @type {bigint} */ unit) => toInt8(BigInt(micros) / unit * unit)
  if (range === 4) {
    months = Math.trunc(months / 12) * 12
    days = 0
    micros = 0
  } else if (range === 2 || range === 6) {
    days = 0
    micros = 0
  } else if (range === 8) {
    micros = 0
  } else if (range === 1024 || range === 1032) {
    micros = cut(3600000000n)
  } else if (range === 2048 || range === 3072 || range === 3080) {
    micros = cut(60000000n)
  }
  if (precision < 6) micros = roundMicros(micros, precision)
  return new Interval(months + 0, days + 0, micros)
}

/**
 * Half away from zero.
 * @param {number | bigint} micros
 * @param {number} precision digits of a second, 0..6
 * @returns {number | bigint}
 */
export function roundMicros(micros, precision) {
  if (precision >= 6) return micros
  const unit = 10 ** (6 - precision)
  if (typeof micros === 'number') {
    const half = unit / 2
    const shifted = micros >= 0 ? micros + half : micros - half
    return shifted - shifted % unit + 0
  }
  const wide = BigInt(unit)
  return checkedInt8((micros >= 0n ? micros + wide / 2n : micros - wide / 2n) / wide * wide)
}

// ---- output

/** @param {number} value */
const pad2 = (value) => (value < 10 ? `0${value}` : String(value))

/** @param {bigint} micros magnitude @returns {{ hours: bigint, minutes: number, seconds: number, fraction: number }} */
function clock(micros) {
  const seconds = micros / 1000000n
  return {
    hours: seconds / 3600n,
    minutes: Number((seconds / 60n) % 60n),
    seconds: Number(seconds % 60n),
    fraction: Number(micros % 1000000n),
  }
}

/** .789, or nothing. @param {number} micros below a million */
export const fractionText = (micros) => (micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`)

/** @param {Interval} value @param {TypeEnv['intervalStyle']} style */
function formatInterval(value, style) {
  const years = Math.trunc(value.months / 12)
  const months = value.months % 12
  const micros = BigInt(value.micros)
  if (style === 'iso_8601') return isoText(years, months, value.days, micros)
  if (style === 'sql_standard') return sqlText(value.months, years, months, value.days, micros)
  return style === 'postgres_verbose'
    ? verboseText(years, months, value.days, micros)
    : postgresText(years, months, value.days, micros)
}

/** @param {number} years @param {number} months @param {number} days @param {bigint} micros */
function postgresText(years, months, days, micros) {
  const parts = []
  let before = 0
  for (const [value, unit] of /** @type {[number, string][]} */ ([[years, 'year'], [months, 'mon'], [days, 'day']])) {
    if (value === 0) continue
    parts.push(`${before < 0 && value > 0 ? '+' : ''}${value} ${unit}${value === 1 ? '' : 's'}`)
    before = value
  }
  if (parts.length === 0 || micros !== 0n) {
    const { hours, minutes, seconds, fraction } = clock(micros < 0n ? -micros : micros)
    const sign = micros < 0n ? '-' : before < 0 ? '+' : ''
    parts.push(`${sign}${hours < 10n ? `0${hours}` : hours}:${pad2(minutes)}:${pad2(seconds)}${fractionText(fraction)}`)
  }
  return parts.join(' ')
}

/** @param {number} years @param {number} months @param {number} days @param {bigint} micros */
function verboseText(years, months, days, micros) {
  const { hours, minutes, seconds, fraction } = clock(micros < 0n ? -micros : micros)
  const sign = micros < 0n ? -1 : 1
  const parts = []
  let negative = false
  let first = true
  for (const [value, unit] of /** @type {[number, string][]} */ ([
    [years, 'year'],
    [months, 'mon'],
    [days, 'day'],
    [Number(hours) * sign, 'hour'],
    [minutes * sign, 'min'],
  ])) {
    if (value === 0) continue
    let shown = value
    if (first) {
      negative = value < 0
      shown = Math.abs(value)
      first = false
    } else if (negative) {
      shown = 0 - value
    }
    parts.push(`${shown} ${unit}${shown === 1 ? '' : 's'}`)
  }
  if (seconds !== 0 || fraction !== 0) {
    const flip = first ? micros < 0n : negative
    if (first) negative = micros < 0n
    const minus = micros < 0n !== flip
    parts.push(
      `${minus ? '-' : ''}${seconds}${fractionText(fraction)} sec${seconds === 1 && fraction === 0 ? '' : 's'}`
    )
    first = false
  }
  if (first) parts.push('0')
  return `@ ${parts.join(' ')}${negative ? ' ago' : ''}`
}

/** @param {number} years @param {number} months @param {number} days @param {bigint} micros */
function isoText(years, months, days, micros) {
  if (years === 0 && months === 0 && days === 0 && micros === 0n) return 'PT0S'
  const { hours, minutes, seconds, fraction } = clock(micros < 0n ? -micros : micros)
  const minus = micros < 0n ? '-' : ''
  let text = 'P'
  if (years !== 0) text += `${years}Y`
  if (months !== 0) text += `${months}M`
  if (days !== 0) text += `${days}D`
  if (micros !== 0n) text += 'T'
  if (hours !== 0n) text += `${minus}${hours}H`
  if (minutes !== 0) text += `${minus}${minutes}M`
  if (seconds !== 0 || fraction !== 0) text += `${minus}${seconds}${fractionText(fraction)}S`
  return text
}

/**
 * @param {number} allMonths
 * @param {number} years
 * @param {number} months
 * @param {number} days
 * @param {bigint} micros
 */
function sqlText(allMonths, years, months, days, micros) {
  const hasNegative = allMonths < 0 || days < 0 || micros < 0n
  const hasPositive = allMonths > 0 || days > 0 || micros > 0n
  const hasDayTime = days !== 0 || micros !== 0n
  const standard = !(hasNegative && hasPositive) && !(allMonths !== 0 && hasDayTime)
  const { hours, minutes, seconds, fraction } = clock(micros < 0n ? -micros : micros)
  const time = `${hours}:${pad2(minutes)}:${pad2(seconds)}${fractionText(fraction)}`
  if (!hasNegative && !hasPositive) return '0'
  if (!standard) {
    return `${allMonths < 0 ? '-' : '+'}${Math.abs(years)}-${Math.abs(months)} ${days < 0 ? '-' : '+'}${Math.abs(days)} ${micros < 0n ? '-' : '+'}${time}`
  }
  const minus = hasNegative ? '-' : ''
  if (allMonths !== 0) return `${minus}${Math.abs(years)}-${Math.abs(months)}`
  return days !== 0 ? `${minus}${Math.abs(days)} ${time}` : `${minus}${time}`
}

export const intervalType = new TypeOps({
  oid: T.INTERVAL, name: 'interval', kind: 'fixed16', category: 'T',
  parse: (text, typmod, env) => parseInterval(text, typmod, env?.intervalStyle),
  format: (value, env) => formatInterval(value, env.intervalStyle),
  receive: (bytes, start, end, typmod) => {
    expectBytes(start, end, 16)
    const value = new Interval(
      readI32(bytes, start + 12),
      readI32(bytes, start + 8),
      readInt8(viewOf(bytes), start, false)
    )
    return typmod >= 0 ? applyIntervalTypmod(value, typmod) : value
  },
  send: (value, writer) => {
    writer.i64(value.micros)
    writer.i32(value.days)
    writer.i32(value.months)
  },
  compare: compareInterval,
  hash: hashInterval,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, value.micros)
    view.setInt32(at + 8, value.days, true)
    view.setInt32(at + 12, value.months, true)
    return at + 16
  },
  decode: (bytes, view, start) =>
    new Interval(view.getInt32(start + 12, true), view.getInt32(start + 8, true), readInt8(view, start, true)),
  applyTypmod: applyIntervalTypmod,
})

// ---- arithmetic

/** @param {Interval} a @param {Interval} b */
export const addInterval = (a, b) => makeInterval(a.months + b.months, a.days + b.days, addMicros(a.micros, b.micros))

/** @param {Interval} value */
export const negateInterval = (value) =>
  makeInterval(0 - value.months, 0 - value.days, negated(value.micros))

/** @param {Interval} a @param {Interval} b */
export const subtractInterval = (a, b) =>
  makeInterval(a.months - b.months, a.days - b.days, addMicros(a.micros, negated(b.micros)))

/**
 * The negative as PostgreSQL subtracts it from a time: the smallest of a field's values stays itself.
 * @param {Interval} value
 */
export const turnedInterval = (value) =>
  new Interval((0 - value.months) | 0, (0 - value.days) | 0, toInt8(BigInt.asIntN(64, -BigInt(value.micros))))

/** @param {number | bigint} micros */
const negated = (micros) => (typeof micros === 'number' ? 0 - micros : -micros)

/** @param {number | bigint} a @param {number | bigint} b */
function addMicros(a, b) {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b
  return BigInt(a) + BigInt(b)
}

/** Parts of months spill into days, parts of days into time. @param {Interval} value @param {number} factor */
export function multiplyInterval(value, factor) {
  return spread(value, value.months * factor, value.days * factor, (micros) => micros * factor)
}

/** @param {Interval} value @param {number} divisor not zero */
export function divideInterval(value, divisor) {
  return spread(value, value.months / divisor, value.days / divisor, (micros) => micros / divisor)
}

/** @param {Interval} value @param {number} months @param {number} days @param {(micros: number) => number} scale */
function spread(value, months, days, scale) {
  if (
    !Number.isFinite(months) ||
    !Number.isFinite(days) ||
    !(months >= -2147483648 && months < 2147483648) ||
    !(days >= -2147483648 && days < 2147483648)
  )
    throw intervalOutOfRange()
  const wholeMonths = Math.trunc(months)
  const wholeDays = Math.trunc(days)
  // A fraction of a month counts in 30-day months, rounded to the microsecond against the noise of floating point.
  let monthDays = roundTo((months - wholeMonths) * 30)
  let seconds = roundTo((days - wholeDays + monthDays - Math.trunc(monthDays)) * 86400)
  let extra = 0
  if (Math.abs(seconds) >= 86400) {
    extra = Math.trunc(seconds / 86400)
    seconds -= extra * 86400
  }
  monthDays = Math.trunc(monthDays)
  const micros = rint(scale(Number(value.micros)) + seconds * 1e6)
  if (!(micros >= -9223372036854775808 && micros < 9223372036854775808)) throw intervalOutOfRange()
  return makeInterval(
    wholeMonths,
    wholeDays + extra + monthDays,
    Number.isSafeInteger(micros) ? micros : BigInt(micros)
  )
}

/** @param {number} value to a millionth */
const roundTo = (value) => rint(value * 1e6) / 1e6

