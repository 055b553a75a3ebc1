/**
 * Random constants of every type the generator knows, as SQL. Few distinct values each, so that joins and groups find
 * partners.
 */

/** @import { Random } from './random.js' */

export const WORDS = [
  '', 'a', 'A', 'b', 'ab', 'Abc', 'x y', ' pad ', "it''s", 'zz', '%', 'a_b', '10', '-3', 'äö', '漢字', 'foo,bar',
  'Foo.Bar', 'tab\\', 'NULL',
]
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']

/** @param {Random} random */
const day = (random) => `${random.pick([1999, 2000, 2004, 2023, 2024])}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
/** @param {Random} random */
const clock = (random) => `${String(random.below(24)).padStart(2, '0')}:${random.pick(['00', '15', '59'])}:${random.pick(['00', '30.5', '59.999999', '07'])}`

/** Types of the schema's own: made before its tables. */
export const OWN_TYPES = [
  "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'Very happy')",
  'CREATE DOMAIN whole AS int CHECK (VALUE > -100000)',
  "CREATE DOMAIN word AS text CHECK (VALUE <> 'forbidden')",
  'CREATE TYPE pair AS (a int, b text)',
]

/** Types of columns, with what a table calls them. */
export const COLUMN_TYPES = /** @type {Record<string, string[]>} */ ({
  int4: ['int', 'integer', 'int', 'int4', 'whole'],
  int2: ['smallint'],
  int8: ['bigint'],
  numeric: ['numeric', 'numeric(10,2)', 'numeric(6,3)'],
  float8: ['float8', 'double precision'],
  float4: ['real'],
  text: ['text', 'varchar', 'text', 'varchar(12)', 'word'],
  bpchar: ['char(5)'],
  bool: ['boolean'],
  date: ['date'],
  timestamp: ['timestamp'],
  timestamptz: ['timestamptz'],
  time: ['time'],
  interval: ['interval'],
  uuid: ['uuid'],
  bytea: ['bytea'],
  'int4[]': ['int[]'],
  'text[]': ['text[]'],
  jsonb: ['jsonb'],
  int4range: ['int4range'],
  mood: ['mood'],
  timetz: ['timetz'],
  varbit: ['varbit'],
  inet: ['inet'],
  numrange: ['numrange'],
  daterange: ['daterange'],
  int4multirange: ['int4multirange'],
  'date[]': ['date[]'],
  'numeric[]': ['numeric[]'],
  pair: ['pair'],
  money: ['money'],
  name: ['name'],
  macaddr: ['macaddr'],
  tstzrange: ['tstzrange'],
  'pair[]': ['pair[]'],
})

export const TYPES = Object.keys(COLUMN_TYPES)

/** Types with an order, which GROUP BY, DISTINCT and ORDER BY take. */
export const ORDERED = TYPES

/** @param {Random} random @param {string} type @returns {string} never null */
export function literal(random, type) {
  switch (type) {
    case 'int4': return random.chance(0.9) ? String(random.between(-9, 30)) : String(random.pick([100, 1000, -500, 0]))
    case 'int2': return `${random.between(0, 20)}::int2`
    case 'int8': return `${random.pick([0, 1, 5, 17, 4294967296, 9007199254740991])}::int8`
    case 'numeric': return random.pick(['0.0', '1.5', '-2.25', '10.00', '0.001', '123.456', '7', '99999.99', "'NaN'", '3.14159']).replace(/^(.*)$/, '$1::numeric')
    case 'float8': return `${random.pick(['0', '0.5', '-1.25', '100', '3.75', '1e10', "'NaN'", "'Infinity'"])}::float8`
    case 'float4': return `${random.pick(['0', '0.5', '-1.25', '100', '3.75'])}::float4`
    case 'text': return `'${random.pick(WORDS)}'${random.chance(0.5) ? '::text' : ''}`
    case 'bpchar': return `'${random.pick(['a', 'ab', 'A', 'zz', ''])}'::char(5)`
    case 'bool': return random.pick(['true', 'false'])
    case 'date': return `DATE '${day(random)}'`
    case 'timestamp': return `TIMESTAMP '${day(random)} ${clock(random)}'`
    case 'timestamptz': return `TIMESTAMPTZ '${day(random)} ${clock(random)}${random.pick(['+00', '+02', '-05:30', ` ${random.pick(ZONES)}`])}'`
    case 'time': return `TIME '${clock(random)}'`
    case 'interval': return `INTERVAL '${random.pick(['1 day', '-2 hours', '1 mon 3 days', '1 year', '00:30:15.5', '0', '36:00'])}'`
    case 'uuid': return `'${'0123456789abcdef'[random.below(16)].repeat(8)}-0000-4000-8000-00000000000${random.below(4)}'::uuid`
    case 'bytea': return `'\\x${random.pick(['', '00', 'deadbeef', '61', '6162'])}'::bytea`
    case 'int4[]': return random.pick(["'{}'::int[]", 'ARRAY[1,2,3]', "'{1,NULL,3}'::int[]", 'ARRAY[5]', 'ARRAY[3,1,2,1]'])
    case 'text[]': return random.pick(["'{}'::text[]", "ARRAY['a','b']", "'{a,NULL}'::text[]", "ARRAY['Foo','','x y']"])
    case 'jsonb': return `'${random.pick(['{"a": 1, "b": "x"}', '[1, 2, {"c": null}]', '"s"', '3', 'null', '{"a": {"k": [1, 2]}, "z": true}', '{}', '[]'])}'::jsonb`
    case 'int4range': return `'${random.pick(['[1,5)', '[3,10)', 'empty', '(,4)', '[7,)', '[2,2]'])}'::int4range`
    case 'mood': return `'${random.pick(['sad', 'ok', 'happy', 'Very happy'])}'::mood`
    case 'timetz': return `TIMETZ '${clock(random)}${random.pick(['+00', '+02', '-05:30'])}'`
    case 'varbit': return `B'${random.pick(['', '0', '1', '101', '0110', '11111111', '010101010'])}'::varbit`
    case 'inet': return `'${random.pick(['10.0.0.1', '10.0.0.0/8', '192.168.1.5/24', '::1', '2001:db8::/32', '0.0.0.0/0'])}'::inet`
    case 'numrange': return `'${random.pick(['[1.5,5)', '(3,10]', 'empty', '(,4.25)', '[7,)', '[2,2]', '(,)'])}'::numrange`
    case 'daterange': return `'${random.pick(['[2000-01-01,2023-06-01)', '[2023-01-01,2024-01-01]', 'empty', '(,2004-02-29)', '[2024-01-01,)'])}'::daterange`
    case 'int4multirange': return `'${random.pick(['{}', '{[1,5)}', '{[1,3),[7,9)}', '{(,2),[5,)}', '{[10,20]}'])}'::int4multirange`
    case 'date[]': return random.pick(["'{}'::date[]", "'{2000-01-01,2024-02-29}'::date[]", "'{NULL}'::date[]"])
    case 'numeric[]': return random.pick(["'{}'::numeric[]", "'{1.50,2.5,NULL}'::numeric[]", 'ARRAY[0.1,7]::numeric[]', "'{{1,2},{3,4}}'::numeric[]"])
    case 'pair': return random.pick(["ROW(1, 'a')::pair", "'(2,)'::pair", "ROW(NULL, 'b')::pair", "'(,)'::pair", "'(-3,\"x y\")'::pair"])
    case 'money': return `${random.pick(["'12.34'", "'-5.5'", "'0'", "'1,000'", "'99999.99'"])}::money`
    case 'name': return `'${random.pick(['a', 'b', 'A', 'x y', ''])}'::name`
    case 'macaddr': return `'${random.pick(['08:00:2b:01:02:03', '08:00:2b:01:02:04', 'ff:ff:ff:ff:ff:ff', '00:00:00:00:00:00'])}'::macaddr`
    case 'tstzrange': return `'${random.pick(['[2000-01-01 00:00+00,2023-06-01 12:00+02)', '[2023-01-01 00:00+00,2024-01-01 00:00+00]', 'empty', '(,2004-02-29 00:00+00)', '[2024-01-01 00:00+00,)'])}'::tstzrange`
    case 'pair[]': return random.pick(["'{}'::pair[]", "ARRAY[ROW(1, 'a')::pair, NULL]", "'{\"(2,b)\",\"(,)\"}'::pair[]"])
    default: throw new Error(`no constants of type ${type}`)
  }
}

/**
 * A type and its constants as VALUES of a table take them: without casts that say more than the column.
 * @param {Random} random
 * @param {string} type
 * @param {number} nulls probability
 */
export const cell = (random, type, nulls) => random.chance(nulls) ? 'NULL' : literal(random, type)

export const zone = (/** @type {Random} */ random) => `'${random.pick(ZONES)}'`
