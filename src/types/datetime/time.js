/**
 * time (microseconds of the day, 24:00:00 included) and timetz (that and a displacement, which is kept: it orders after
 * the moment). timetz is stored as 12 bytes: microseconds (int8 LE), seconds west of Greenwich (int4 LE), and the wire
 * has them big-endian.
 */
import { datetimeOverflow } from '../../errors/data.js'
import { EPOCH_UNIX_DAYS, MICROS_PER_DAY } from './calendar.js'
import { clockText, datetimeError, fieldOrder, localNow, sessionZone, unixSeconds } from './datetime.js'
import { decodeDatetime } from './datetime-parse.js'
import { hashInt8, mix32, readInt8, writeInt8 } from '../numbers/int8.js'
import { receiveInt8 } from '../numbers/integers.js'
import { putInt4, putInt8 } from '../key/fixed.js'
import { roundMicros } from './interval.js'
import * as T from '../oids.js'
import { compareSimple, expectBytes, readI32, TypeOps } from '../type-ops.js'
import { numericOffset } from './zones.js'
import { dayNumber } from './calendar.js'
/** @import { TypeEnv } from '../type-ops.js' */

/** A time of day with its displacement. */
export class Timetz {
  /** @param {number} micros of the day, local @param {number} west seconds west of Greenwich */
  constructor(micros, west) {
    this.micros = micros
    this.west = west
    Object.freeze(this)
  }
}

/** @param {string} text @param {TypeEnv} env @param {string} display */
function decode(text, env, display) {
  try {
    return decodeDatetime(text, fieldOrder(env), localNow(env), false)
  } catch (problem) {
    throw datetimeError(problem, display, text)
  }
}

/** @param {string} text @param {TypeEnv} env */
const parseTime = (text, env) => decode(text, env, 'time').micros

/** @param {string} text @param {TypeEnv} env */
function parseTimetz(text, env) {
  const fields = decode(text, env, 'time with time zone')
  if (fields.offset !== null) return new Timetz(fields.micros, 0 - fields.offset)
  const zone = fields.zone ?? sessionZone(env)
  if (fields.year !== 0 || fields.wholeDay !== null) {
    const days = fields.wholeDay ?? dayNumber(fields.year, fields.month, fields.day)
    return new Timetz(
      fields.micros,
      0 - zone.offsetOfLocal((days + EPOCH_UNIX_DAYS) * 86400 + Math.floor(fields.micros / 1000000))
    )
  }
  return new Timetz(fields.micros, 0 - (zone.fixedOffset ?? zone.offsetAt(unixSeconds(env.now))))
}

/** @param {number} micros @param {number} typmod */
export const applyTimeTypmod = (micros, typmod) =>
  typmod < 0 ? micros : /** @type {number} */ (roundMicros(micros, typmod))

/** The moment as if today were day 0. @param {Timetz} value */
const moment = (value) => value.micros + value.west * 1000000

/** @param {Timetz} a @param {Timetz} b */
export const compareTimetz = (a, b) => compareSimple(moment(a), moment(b)) || compareSimple(a.west, b.west)

/** @param {Timetz} value */
export const formatTimetz = (value) => clockText(value.micros) + numericOffset(0 - value.west)

/** @param {number} micros */
function checkTime(micros) {
  if (!(micros >= 0 && micros <= MICROS_PER_DAY)) throw datetimeOverflow('time out of range')
  return micros
}

export const timeType = new TypeOps({
  oid: T.TIME, name: 'time', display: 'time without time zone', kind: 'int8', category: 'D',
  parse: (text, typmod, env) => applyTimeTypmod(parseTime(text, env), typmod),
  format: clockText,
  receive: (bytes, start, end, typmod) => applyTimeTypmod(checkTime(Number(receiveInt8(bytes, start, end))), typmod),
  send: (value, writer) => writer.i64(value),
  compare: compareSimple, equals: (a, b) => a === b, hash: hashInt8,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, value)
    return at + 8
  },
  decode: (bytes, view, start) => readInt8(view, start, true),
  applyTypmod: applyTimeTypmod,
})

export const timetzType = new TypeOps({
  oid: T.TIMETZ, name: 'timetz', display: 'time with time zone', kind: 'var', category: 'D',
  parse: (text, typmod, env) => {
    const value = parseTimetz(text, env)
    return new Timetz(applyTimeTypmod(value.micros, typmod), value.west)
  },
  format: formatTimetz,
  receive: (bytes, start, end, typmod) => {
    expectBytes(start, end, 12)
    return new Timetz(
      applyTimeTypmod(checkTime(Number(receiveInt8(bytes, start, start + 8))), typmod),
      readI32(bytes, start + 8)
    )
  },
  send: (value, writer) => {
    writer.i64(value.micros)
    writer.i32(value.west)
  },
  compare: compareTimetz,
  hash: (value) => mix32(hashInt8(value.micros) ^ value.west),
  encodedBytes: () => 12,
  encode: (value, bytes, view, at) => {
    writeInt8(view, at, value.micros)
    view.setInt32(at + 8, value.west, true)
    return at + 12
  },
  decode: (bytes, view, start) =>
    new Timetz(/** @type {number} */ (readInt8(view, start, true)), view.getInt32(start + 8, true)),
  putKey: (value, out, at) => putInt4(value.west, out, putInt8(moment(value), out, at)),
  applyTypmod: (value, typmod) => new Timetz(applyTimeTypmod(value.micros, typmod), value.west),
})
