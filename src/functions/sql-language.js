/**
 * PostgreSQL's built-in functions that are written in SQL, under name(types) as the catalog names their implementation.
 * Each is what its SQL body says, over the implementations of the functions it calls.
 */
import { charge } from '../errors/value-size.js'
import { builtinType } from '../types/lookup.js'
import { BOOL, BPCHAR, CIDR, INET } from '../types/oids.js'
import {
  dateToTimestamp,
  timestampToDate,
  timestamptzToTimestamp,
  timestampToTimestamptz,
} from '../types/datetime/datetime.js'
import { utf8Bytes } from '../types/strings/text.js'
import { Family } from './impl.js'
/** @import { FunctionContext, FunctionImpl } from './impl.js' */

/**
 * @param {{ get: (prosrc: string) => FunctionImpl | undefined }} functions what there is already
 * @returns {FunctionImpl[]}
 */
export function sqlLanguageFunctions(functions) {
  const family = new Family()
  /**
   * Calls an implementation as the generated code would.
   * @param {string} prosrc
   * @returns {(ctx: FunctionContext, ...args: any[]) => any}
   */
  const of = (prosrc) => {
    const impl = /** @type {FunctionImpl} */ (functions.get(prosrc))
    return impl.context ? (ctx, ...args) => impl.call(ctx, ...args) : (_, ...args) => impl.call(...args)
  }
  const swapped = (/** @type {string} */ prosrc) => {
    const call = of(prosrc)
    return (/** @type {FunctionContext} */ ctx, /** @type {any} */ a, /** @type {any} */ b) => call(ctx, b, a)
  }

  const lpad = of('lpad')
  const rpad = of('rpad')
  family.context('lpad(text,int4)', (ctx, text, count) => lpad(ctx, text, count, ' '))
  family.context('rpad(text,int4)', (ctx, text, count) => rpad(ctx, text, count, ' '))
  family.add('bit_length(bytea)', (bytes) => bytes.length * 8)
  const onPath = of('on_ppath')
  family.context('path_contain_pt(path,point)', (ctx, path, point) => onPath(ctx, point, path))
  const toPolygon = of('circle_poly')
  family.context('polygon(circle)', (ctx, circle) => toPolygon(ctx, 12, circle))
  family.add('bit_length(bit)', (value) => value.bits)
  family.context('numeric_pl_pg_lsn(numeric,pg_lsn)', swapped('pg_lsn_pli'))
  family.add('bit_length(text)', (text) => utf8Bytes(text) * 8)

  const round = of('numeric_round')
  const trunc = of('numeric_trunc')
  const log = of('numeric_log')
  const ten = of('int4_numeric')
  family.context('round(numeric)', (ctx, value) => round(ctx, value, 0))
  family.context('trunc(numeric)', (ctx, value) => trunc(ctx, value, 0))
  family.context(['log10(numeric)', 'log(numeric)'], (ctx, value) => log(ctx, ten(ctx, 10), value))

  family.context('interval_pl_time(interval,time)', swapped('time_pl_interval'))
  family.context('interval_pl_date(interval,date)', swapped('date_pl_interval'))
  family.context('interval_pl_timetz(interval,timetz)', swapped('timetz_pl_interval'))
  family.context('interval_pl_timestamp(interval,timestamp)', swapped('timestamp_pl_interval'))
  family.context('interval_pl_timestamptz(interval,timestamptz)', swapped('timestamptz_pl_interval'))
  family.context('integer_pl_date(int4,date)', swapped('date_pli'))
  family.context('timedate_pl(time,date)', swapped('datetime_timestamp'))
  family.context('timetzdate_pl(timetz,date)', swapped('datetimetz_timestamptz'))
  const stampOf = of('datetime_timestamp')
  family.context('timestamptz(date,time)', (ctx, date, time) =>
    timestampToTimestamptz(stampOf(ctx, date, time), ctx.env)
  )

  const part = of('timestamp_part')
  family.context('date_part(text,date)', (ctx, name, date) => part(ctx, name, dateToTimestamp(date)))
  const age = of('timestamp_age')
  /** Midnight of today, in the session's zone. @param {FunctionContext} ctx */
  const today = (ctx) => dateToTimestamp(timestampToDate(timestamptzToTimestamp(ctx.now, ctx.env)))
  family.context('age(timestamp)', (ctx, stamp) => age(ctx, today(ctx), stamp))
  const zonedAge = of('timestamptz_age')
  family.context('age(timestamptz)', (ctx, stamp) => zonedAge(ctx, timestampToTimestamptz(today(ctx), ctx.env), stamp))

  // A period given by start and length is (start, start + length).
  for (const [type, prosrc, plus] of [
    ['timestamptz', 'overlaps_timestamp', 'timestamptz_pl_interval'],
    ['timestamp', 'overlaps_timestamp', 'timestamp_pl_interval'],
    ['time', 'overlaps_time', 'time_pl_interval'],
  ]) {
    const overlaps = of(prosrc)
    const add = of(plus)
    /** @param {FunctionContext} ctx @param {any} start @param {any} length */
    const end = (ctx, start, length) => (start === null || length === null ? null : add(ctx, start, length))
    family.context(`overlaps(${type},interval,${type},interval)`, (ctx, a, b, c, d) =>
      overlaps(ctx, a, end(ctx, a, b), c, end(ctx, c, d))
    )
    family.context(`overlaps(${type},${type},${type},interval)`, (ctx, a, b, c, d) =>
      overlaps(ctx, a, b, c, end(ctx, c, d))
    )
    family.context(`overlaps(${type},interval,${type},${type})`, (ctx, a, b, c, d) =>
      overlaps(ctx, a, end(ctx, a, b), c, d)
    )
  }

  // SUBSTRING(text SIMILAR pattern ESCAPE escape): the pattern as a regular expression.
  const similar = of('similar_to_escape_2')
  const match = of('textregexsubstr')
  family.context('substring(text,text,text)', (ctx, text, pattern, escape) =>
    match(ctx, text, similar(ctx, pattern, escape))
  )

  family.typed(['quote_literal(anyelement)'], (ctx, types, value) =>
    of('quote_literal')(ctx, printed(ctx, types.args[0], value))
  )
  family.typed(['quote_nullable(anyelement)'], (ctx, types, value) =>
    of('quote_nullable')(ctx, value === null ? null : printed(ctx, types.args[0], value))
  )
  family.typed('textanycat(text,anynonarray)', (ctx, types, text, value) => text + printed(ctx, types.args[1], value))
  family.typed('anytextcat(anynonarray,text)', (ctx, types, value, text) => printed(ctx, types.args[0], value) + text)
  return family.functions

  /** @param {FunctionContext} ctx @param {number} type @param {any} value */
  function printed(ctx, type, value) {
    // These functions cast to text, which differs from printing for some types.
    if (type === BOOL) return value ? 'true' : 'false'
    if (type === BPCHAR) return value.replace(/ +$/, '')
    if (type === INET || type === CIDR) return of('network_show')(ctx, value)
    if (typeof value === 'string') return value
    const text = builtinType(type)?.format(value, ctx.env) ?? String(value)
    charge(text.length, 'a value as text')
    return text
  }
}
