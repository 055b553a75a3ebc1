/**
 * The six comparisons, cmp, larger and smaller of every ordered built-in type, cross-type ones included. Generated from
 * one table: a family says how its functions are spelled and what its order is.
 */
import { equalFloat, compareFloat } from '../../types/numbers/floats.js'
import { compareInt8 } from '../../types/numbers/int8.js'
import { compareNumeric } from '../../types/numbers/numeric.js'
import { compareBpchar, compareBytes, compareText, equalBpchar } from '../../types/strings/text.js'
import { compareUuid } from '../../types/uuid.js'
import { compareInterval } from '../../types/datetime/interval.js'
import { compareTimetz } from '../../types/datetime/time.js'
import { dateToTimestamp, timestampToTimestamptz } from '../../types/datetime/datetime.js'
import { compareArrays, compareVectors, equalArrays } from '../../types/array.js'
import { compareRecords, equalRecords } from '../../types/record.js'
import { Family } from '../impl.js'

const family = new Family()
export const comparisonFunctions = family.functions

const OPERATORS = /** @type {const} */ ([
  ['eq', '==='],
  ['ne', '!=='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
])
/** @type {Record<string, (compare: (a: any, b: any) => number) => (a: any, b: any) => boolean>} */
const FROM_COMPARE = {
  eq: (compare) => (a, b) => compare(a, b) === 0,
  ne: (compare) => (a, b) => compare(a, b) !== 0,
  lt: (compare) => (a, b) => compare(a, b) < 0,
  le: (compare) => (a, b) => compare(a, b) <= 0,
  gt: (compare) => (a, b) => compare(a, b) > 0,
  ge: (compare) => (a, b) => compare(a, b) >= 0,
}
/**
 * Order by JavaScript's own operators: numbers without NaN, a mix of numbers and BigInts, booleans.
 * @type {Record<string, (a: any, b: any) => boolean>}
 */
const PLAIN = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
}

/** @param {(operator: string) => string} spell */
function plain(spell) {
  for (const [name, symbol] of OPERATORS)
    family.add(spell(name), PLAIN[name], { inline: (a, b) => `(${a} ${symbol} ${b})` })
}

/**
 * @param {(operator: string) => string} spell
 * @param {(a: any, b: any) => number} compare
 * @param {string} [helper] inline through this helper
 * @param {'strict' | 'none'} [equality] '===' decides equality
 */
function ordered(spell, compare, helper, equality = 'none') {
  for (const [name, symbol] of OPERATORS) {
    if (equality === 'strict' && (name === 'eq' || name === 'ne'))
      family.add(spell(name), PLAIN[name], { inline: (a, b) => `(${a} ${symbol} ${b})` })
    else if (helper)
      family.add(spell(name), FROM_COMPARE[name](compare), {
        inline: (a, b) => `(${helper}(${a}, ${b}) ${symbol} 0)`,
        helpers: [helper],
      })
    else family.add(spell(name), FROM_COMPARE[name](compare))
  }
}

for (const prefix of [
  'int2', 'int4', 'int8', 'int24', 'int42', 'int28', 'int82', 'int48', 'int84', 'oid', 'char', 'bool',
])
  plain((name) => prefix + name)
for (const prefix of ['date_', 'time_', 'timestamp_', 'timestamptz_', 'pg_lsn_', 'xid8']) plain((name) => prefix + name)
plain((name) => `tid${name}`)
family.add('cideq', PLAIN.eq, { inline: (a, b) => `(${a} === ${b})` })
// Of two xids, or an xid and an int4: one below 0 stands for the xid of the same 32 bits.
family.add('xideq', (a, b) => a === b >>> 0, { inline: (a, b) => `(${a} === ${b} >>> 0)` })
family.add('xidneq', (a, b) => a !== b >>> 0, { inline: (a, b) => `(${a} !== ${b} >>> 0)` })

for (const prefix of ['float4', 'float8', 'float48', 'float84']) {
  for (const [name, symbol] of OPERATORS) {
    const slow =
      name === 'eq'
        ? equalFloat
        : name === 'ne'
          ? (/** @type {any} */ a, /** @type {any} */ b) => !equalFloat(a, b)
          : FROM_COMPARE[name](compareFloat)
    family.add(prefix + name, slow, {
      inline: (a, b) => `(compareFloat(${a}, ${b}) ${symbol} 0)`,
      helpers: ['compareFloat'],
    })
  }
}

ordered(
  (name) => (name === 'eq' || name === 'ne' ? `text${name}` : `text_${name}`),
  compareText,
  'compareText',
  'strict'
)
ordered((name) => `name${name}`, compareText, 'compareText', 'strict')
ordered((name) => `name${name}text`, compareText, 'compareText', 'strict')
ordered((name) => `text${name}name`, compareText, 'compareText', 'strict')
ordered((name) => `text_pattern_${name}`, compareText, 'compareText')
ordered((name) => `bpchar_pattern_${name}`, compareBpchar)
family.add('bpchareq', equalBpchar)
family.add('bpcharne', (a, b) => !equalBpchar(a, b))
for (const name of ['lt', 'le', 'gt', 'ge']) family.add(`bpchar${name}`, FROM_COMPARE[name](compareBpchar))
family.add('text_starts_with', (text, prefix) => text.startsWith(prefix))
ordered((name) => `numeric_${name}`, compareNumeric, 'compareNumeric')
ordered((name) => `bytea${name}`, compareBytes)
ordered((name) => `uuid_${name}`, compareUuid)
ordered((name) => `interval_${name}`, compareInterval)
ordered((name) => `timetz_${name}`, compareTimetz)
// Elements need no order to be equal.
family.add('array_eq', equalArrays)
family.add('array_ne', (a, b) => !equalArrays(a, b))
for (const name of ['lt', 'le', 'gt', 'ge']) family.add(`array_${name}`, FROM_COMPARE[name](compareArrays))
family.add('record_eq', equalRecords)
family.add('record_ne', (a, b) => !equalRecords(a, b))
for (const name of ['lt', 'le', 'gt', 'ge']) family.add(`record_${name}`, FROM_COMPARE[name](compareRecords))
ordered((name) => `oidvector${name}`, compareVectors)

// ---- cross-type date and time comparisons; those with a zone need the session's

/**
 * @param {string} left
 * @param {string} right
 * @param {(a: any, env: any) => any} a2
 * @param {(b: any, env: any) => any} b2
 * @param {string} cmp
 */
function crossTime(left, right, a2, b2, cmp) {
  for (const [name] of OPERATORS)
    family.context(`${left}_${name}_${right}`, (ctx, a, b) => PLAIN[name](a2(a, ctx.env), b2(b, ctx.env)))
  family.context(cmp, (ctx, a, b) => compareInt8(a2(a, ctx.env), b2(b, ctx.env)))
}

/** @param {any} value */
const same = (value) => value
const dateToZoned = (/** @type {number} */ date, /** @type {any} */ env) =>
  timestampToTimestamptz(dateToTimestamp(date, false), env, false)
const stampToZoned = (/** @type {any} */ stamp, /** @type {any} */ env) => timestampToTimestamptz(stamp, env, false)
const dateToStamp = (/** @type {number} */ date) => dateToTimestamp(date, false)
crossTime('date', 'timestamp', dateToStamp, same, 'date_cmp_timestamp')
crossTime('timestamp', 'date', same, dateToStamp, 'timestamp_cmp_date')
crossTime('date', 'timestamptz', dateToZoned, same, 'date_cmp_timestamptz')
crossTime('timestamptz', 'date', same, dateToZoned, 'timestamptz_cmp_date')
crossTime('timestamp', 'timestamptz', stampToZoned, same, 'timestamp_cmp_timestamptz')
crossTime('timestamptz', 'timestamp', same, stampToZoned, 'timestamptz_cmp_timestamp')

// ---- three-way comparison

/** @param {string[]} names @param {(a: any, b: any) => number} compare */
const threeWay = (names, compare) => family.add(names, (a, b) => Math.sign(compare(a, b)))

threeWay(
  [
    'btint4cmp', 'btint8cmp', 'btint24cmp', 'btint42cmp', 'btint28cmp', 'btint82cmp', 'btint48cmp',
    'btint84cmp', 'btoidcmp', 'btboolcmp', 'date_cmp', 'time_cmp', 'timestamp_cmp', 'pg_lsn_cmp',
    'bttidcmp', 'xid8cmp',
  ],
  compareInt8,
)
// These tell how far apart the two are, as PostgreSQL's do.
family.add(['btint2cmp', 'btcharcmp'], (a, b) => a - b)
threeWay(['btfloat4cmp', 'btfloat8cmp', 'btfloat48cmp', 'btfloat84cmp'], compareFloat)
threeWay(['bttextcmp', 'btnamecmp', 'btnametextcmp', 'bttextnamecmp', 'bttext_pattern_cmp'], compareText)
threeWay(['bpcharcmp', 'btbpchar_pattern_cmp'], compareBpchar)
threeWay(['numeric_cmp'], compareNumeric)
threeWay(['byteacmp'], compareBytes)
threeWay(['uuid_cmp'], compareUuid)
threeWay(['interval_cmp'], compareInterval)
threeWay(['timetz_cmp'], compareTimetz)
threeWay(['btarraycmp'], compareArrays)
threeWay(['btoidvectorcmp'], compareVectors)
threeWay(['btrecordcmp'], compareRecords)

// ---- larger and smaller

/**
 * Of two that are equal and look different (0 and -0, 1.0 and 1.00, a month and 30 days) it is the second, but for
 * bpchar.
 * @param {string[]} prefixes
 * @param {(a: any, b: any) => number} compare
 */
function extremes(prefixes, compare) {
  for (const prefix of prefixes) {
    family.add(`${prefix}larger`, (a, b) => (compare(a, b) > 0 ? a : b))
    family.add(`${prefix}smaller`, (a, b) => (compare(a, b) < 0 ? a : b))
  }
}

extremes(['int2', 'int4', 'int8', 'oid', 'date_', 'time_', 'timestamp_', 'pg_lsn_', 'xid8_', 'tid'], compareInt8)
extremes(['float4', 'float8'], compareFloat)
extremes(['text_'], compareText)
family.add('bpchar_larger', (a, b) => (compareBpchar(a, b) >= 0 ? a : b))
family.add('bpchar_smaller', (a, b) => (compareBpchar(a, b) <= 0 ? a : b))
extremes(['numeric_'], compareNumeric)
extremes(['interval_'], compareInterval)
extremes(['timetz_'], compareTimetz)
extremes(['array_'], compareArrays)
