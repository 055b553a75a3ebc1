/** to_char, to_timestamp, to_date and to_number: PostgreSQL 15's answers. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.query("set timezone = 'America/New_York'")
})
afterAll(() => db.close())

/** @param {string} expression @returns {Promise<string>} its text, or the error's code and message */
async function answer(expression) {
  try {
    return (await db.query({ text: `select (${expression})::text`, rowMode: 'array' })).rows[0][0]
  } catch (error) {
    return `${/** @type {any} */ (error).code} ${/** @type {any} */ (error).message}`
  }
}

/** @param {string} name @param {[string, string][]} cases */
const check = (name, cases) => test(name, async () => {
  for (const [expression, expected] of cases) assert.equal(await answer(expression), expected, expression)
})

const STAMP = "timestamptz '2024-03-07 15:04:05.678901'"

check('to_char of dates and times', [
  [`to_char(${STAMP}, 'YYYY-MM-DD HH24:MI:SS')`, '2024-03-07 15:04:05'],
  [`to_char(${STAMP}, 'Day, FMDay DAY day dy')`, 'Thursday , Thursday THURSDAY  thursday  thu'],
  [
    `to_char(${STAMP}, 'Y,YYY YY CC J Q WW IW IYYY D ID DDD IDDD RM')`,
    '2,024 24 21 2460377 1 10 10 2024 5 4 067 067 III ',
  ],
  [`to_char(${STAMP}, 'MS US FF1 SSSS TZ tz OF TZH TZM')`, '678 678901 6 54245 EST est -05 -05 00'],
  [`to_char(${STAMP}, '"quoted" FMDDth HH12 p.m. BC')`, 'quoted 7th 03 p.m. AD'],
  ["to_char(timestamp '0044-03-15 BC', 'YYYY BC')", '0044 BC'],
  ["to_char(interval '100 hours -5 minutes', 'HH24:MI')", '99:55'],
  ["to_char(interval '-1 hour -2 min', 'HH24:MI AM')", '-01:-02 AM'],
  ["to_char(interval '1 day', 'Mon')", '22007 invalid format specification for an interval value'],
])

check('to_char of numbers', [
  ["to_char(-12.345, '999D99')", ' -12.35'],
  ["to_char(1234567.891, '9G999G999D99')", ' 1,234,567.89'],
  ["to_char(485, 'FM999th')", '485th'],
  ["to_char(-485, '999PR')", '<485>'],
  ["to_char(485, 'RN')", '        CDLXXXV'],
  ["to_char(0.5, 'FM9.9')", '.5'],
  ["to_char(0, 'FM90.99')", '0.'],
  ["to_char(12.345, '9.9EEEE')", ' 1.2e+01'],
  ["to_char(99.999, '9.9EEEE')", ' 10.0e+01'],
  ["to_char(485::float8, '9.9EEEE')", ' 4.8e+02'],
  ["to_char(1e10, '999')", ' ###'],
  ["to_char(12.4, '99V9')", ' 124'],
  ["to_char(0.5::float8, '999')", '   0'],
  ["to_char(-1, 'S999')", '  -1'],
  ["to_char(1, 'SS')", '42601 cannot use "S" twice'],
])

check('to_timestamp and to_date', [
  ["to_timestamp('2024-03-07 15:04:05', 'YYYY-MM-DD HH24:MI:SS')", '2024-03-07 15:04:05-05'],
  ["to_date('7-march-24', 'DD-month-YY')", '2024-03-07'],
  ["to_timestamp('2018-11-02 12:34:56.12345', 'YYYY-MM-DD HH24:MI:SS.FF3')", '2018-11-02 12:34:56.123-04'],
  ["to_date('2024 10', 'IYYY IW')", '2024-03-04'],
  ["to_timestamp('2011-12-18 11:38 -05:20', 'YYYY-MM-DD HH12:MI TZH:TZM')", '2011-12-18 11:58:00-05'],
  ["to_date('1 4 1902', 'Q MM YYYY')", '1902-04-01'],
  ["to_date('2024-02-30', 'YYYY-MM-DD')", '22008 date/time field value out of range: "2024-02-30"'],
  ["to_date('abc', 'YYYY')", '22007 invalid value "abc" for "YYYY"'],
  ["to_timestamp('15', 'HH')", '22007 hour "15" is invalid for the 12-hour clock'],
  ["to_date('', 'YYYY')", '0001-01-01 BC'],
  ["to_date('2005-01-01', 'YYYY-IW-DD')", '22007 invalid combination of date conventions'],
  ["to_date('20000-1116', 'YYYY-MMDD')", '20000-11-16'],
])

check('to_number', [
  ["to_number('-34,338,492', '99G999G999')", '-34338492'],
  ["to_number('5.01-', 'FM9.999999MI')", '-5.01'],
  ["to_number('<564646.654564>', '999999.999999PR')", '-564646.654564'],
  ["to_number('$1,234.56', 'L99,999.99')", '1234.56'],
  ["to_number('123456', '99999V99')", '1234.5600000000000000'],
  ["to_number('42nd', '99th')", '42'],
])

check('hashes that people partition by', [
  ["hashtext('')", '-1477818771'],
  ["hashtext('a')", '1075015857'],
  ["hashtext('hello world, this is long')", '-1137652777'],
  ['hashint4(-1)', '385747274'],
  ['hashint8(-1)', '385747274'],
  ['hashint8(5000000000)', '-694934712'],
  ['hashfloat8(1.5)', '630860146'],
  ["hashtextextended('hello world, this is long', 42)", '275641848172871405'],
  ['hashint4extended(1, 7)', '-6563890024097284161'],
  ["hashbpchar('a  ')", '1075015857'],
  ["uuid_hash('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')", '1154666245'],
  ["timestamp_hash('2024-01-01')", '645451447'],
])

check('other functions', [
  ["date_bin('15 min', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01')", '2020-02-11 15:30:00'],
  ["date_bin('1 day', timestamp '1999-02-11 15:44:17', timestamp '2001-01-01')", '1999-02-11 00:00:00'],
  [
    "date_bin('1 month', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01')",
    '0A000 timestamps cannot be binned into intervals containing months or years',
  ],
  ["regexp_instr('abcabc', '(b)(c)', 1, 1, 1, 'i', 2)", '4'],
  ["regexp_instr('abc', 'b', 0)", '22023 invalid value for parameter "start": 0'],
  ["overlay('\\x01020304'::bytea placing '\\xff' from 2)", '\\x01ff0304'],
  ["btrim('\\x0102030100'::bytea, '\\x0001')", '\\x0203'],
  ["unistr('\\0041\\+000042')", 'AB'],
  ["'{{},{}}'::int[]", '22P02 malformed array literal: "{{},{}}"'],
  ["'(0,0)'::tid", '(0,0)'],
  ["'(4294967295,65535)'::tid", '(4294967295,65535)'],
  ["'(4,65535)'::tid < '(5,0)'::tid", 'true'],
])
