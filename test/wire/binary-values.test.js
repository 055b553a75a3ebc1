/**
 * Values of every type in binary: what a client reads (send functions) and what it sends (receive functions) are byte
 * for byte PostgreSQL's. The answers are in binary-values.json beside this; `UPDATE_BINARY=1 ORACLE_PORT=…` writes it
 * from the PostgreSQL that listens there.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bind, cells, connected, describe, execute, fields, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const file = fileURLToPath(new URL('binary-values.json', import.meta.url))
const { ORACLE_PORT, UPDATE_BINARY } = process.env

/** What makes the types that are not built in. */
const SETUP = [
  'DROP SCHEMA IF EXISTS binary_values CASCADE',
  'CREATE SCHEMA binary_values',
  'SET search_path TO binary_values',
  "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy day')",
  'CREATE TYPE pair AS (a int, b text)',
  'CREATE TYPE nest AS (p numeric(6,2), q int[], r text)',
  'CREATE DOMAIN posint AS int CHECK (VALUE > 0)',
  'CREATE DOMAIN ints AS int[]',
  'CREATE TYPE textrange AS RANGE (subtype = text)',
  "SET TimeZone TO 'UTC'",
  "SET DateStyle TO 'ISO, MDY'",
  "SET bytea_output TO 'hex'",
]

/** Values of each type as text. @type {Record<string, string[]>} */
const VALUES = {
  bool: ['t', 'f'],
  bytea: ['', '\\x00', '\\xdeadbeef', 'abc'],
  '"char"': ['a', '', '\\377'],
  name: ['abc', '', 'ünïcode', 'x'.repeat(70)],
  int2: ['0', '1', '-1', '32767', '-32768'],
  int4: ['0', '1', '-1', '2147483647', '-2147483648'],
  int8: [
    '0',
    '1',
    '-1',
    '9007199254740991',
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
  ],
  oid: ['0', '4294967295'],
  xid: ['0', '4294967295'],
  cid: ['0', '7'],
  xid8: ['0', '18446744073709551615', '4294967296'],
  regproc: ['upper', '-', '0'].slice(1),
  regprocedure: ['lower(text)'],
  regoper: ['||/'],
  regoperator: ['+(integer,integer)'],
  regclass: ['pg_class', '-'],
  regtype: ['integer', 'text[]', '-'],
  regnamespace: ['pg_catalog'],
  regrole: ['postgres'],
  regcollation: ['"C"'],
  regconfig: ['english'],
  regdictionary: ['simple'],
  text: ['', 'abc', 'ä€𝄞', 'a\nb\tc'],
  varchar: ['', 'abc'],
  'varchar(3)': ['abc'],
  'char(5)': ['ab', ''],
  bpchar: ['ab  '],
  tid: ['(0,0)', '(4294967295,65535)', '(7,3)'],
  json: ['{"a": 1}', ' [1, 2 ] ', '"x"', 'null'], jsonb: ['{"b": 1, "a": [true, null, 1.50]}', '"x"', 'null', '12345678901234567890.5', '[]', '{}', '{"ä": "\\u0041\\n"}'],
  jsonpath: ['$', 'lax $.a[*] ? (@ > 1)', 'strict $.a'],
  xml: ['<a>b</a>'],
  point: ['(1,2)', '(-1.5,1e300)', '(NaN,Infinity)'], lseg: ['[(1,2),(3,4)]'], path: ['[(1,2),(3,4)]', '((1,2),(3,4),(5,6))'], box: ['(3,4),(1,2)'], polygon: ['((1,2),(3,4),(5,6))'],
  line: ['{1,-1,0}'], circle: ['<(1,2),3>'],
  float4: ['0', '-0', '1.5', '1e38', '1e-45', 'NaN', 'Infinity', '-Infinity', '0.1'], float8: ['0', '-0', '1.5', '1e308', '5e-324', 'NaN', 'Infinity', '-Infinity', '0.1', '123456789.123456789'],
  numeric: [
    '0', '0.00', '1', '-1', '10000', '100000000', '12345.678', '-0.0001', '0.00001', '1e100', '1e-20',
    '99999999999999999999999999.9999', 'NaN', 'Infinity', '-Infinity', '1.10', '0.1234567890123456789',
  ],
  'numeric(6,2)': ['12.345', '0', '-9999.99'],
  money: ['$0.00', '$1,234.56', '-$0.05', '$92,233,720,368,547,758.07'],
  macaddr: ['08:00:2b:01:02:03'],
  macaddr8: ['08:00:2b:01:02:03:04:05', '08:00:2b:01:02:03'],
  inet: ['192.168.0.1', '10.1.2.3/24', '::1', '2001:db8::/32', '::ffff:1.2.3.4/128', '0.0.0.0/0'],
  cidr: ['10.0.0.0/8', '2001:db8::/32', '192.168.100.128/25'],
  date: [
    '2000-01-01',
    '1999-12-31',
    '2024-02-29',
    'infinity',
    '-infinity',
    '0001-01-01 BC',
    '5874897-12-31',
    '4713-01-01 BC',
  ],
  time: ['00:00:00', '23:59:59.999999', '24:00:00', '12:34:56.7'],
  'time(2)': ['12:34:56.789'],
  timetz: ['00:00:00+00', '12:34:56.7-08', '23:59:59.999999+15:59:59'],
  timestamp: [
    '2000-01-01 00:00:00',
    '1999-12-31 23:59:59.999999',
    '2024-02-29 12:34:56.789',
    'infinity',
    '-infinity',
    '0001-01-01 00:00:00 BC',
    '294276-12-31 23:59:59.999999',
    '4714-11-24 00:00:00 BC',
  ],
  'timestamp(0)': ['2024-01-01 00:00:00.6'],
  timestamptz: [
    '2000-01-01 00:00:00+00', '1999-12-31 23:59:59.999999-08', 'infinity', '-infinity',
    '2024-07-01 12:00:00 Europe/Berlin',
  ],
  interval: [
    '0', '1 day', '-1 mon +2 days -03:04:05.678901', '178000000 years', '1 year 2 mons', '-00:00:00.000001',
    '2562047788:00:54.775807',
  ],
  'interval hour to minute': ['1 day 02:03:04'],
  bit: ['1'], 'bit(9)': ['101010101'], varbit: ['', '1', '10101010', '101010101'], 'varbit(5)': ['1010101'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  pg_lsn: ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'],
  txid_snapshot: ['10:20:10,14,15', '1:1:'],
  pg_snapshot: ['10:20:10,14,15'],
  refcursor: ['c1'],
  int4range: ['empty', '[1,5)', '(,5)', '[3,)', '(,)', '[1,1]'],
  int8range: ['[1,9007199254740993)'],
  numrange: ['[1.5,2.5]', '(1.0,)'],
  tsrange: ['[2024-01-01 00:00:00,2024-02-01 00:00:00)'],
  tstzrange: ['["2024-01-01 00:00:00+00",)'],
  daterange: ['[2024-01-01,2024-01-31]'],
  int4multirange: ['{}', '{[1,3),[5,8)}', '{(,3)}'],
  nummultirange: ['{[1.5,2.5]}'],
  datemultirange: ['{[2024-01-01,2024-02-01)}'],
  int8multirange: ['{[1,2)}'],
  tsmultirange: ['{}'],
  tstzmultirange: ['{}'],
  tsvector: ["'a':1 'b':2A,3B 'c'", ''],
  tsquery: ["'a' & !'b' | 'c':*A", "'x' <-> 'y'"],
  'int4[]': ['{}', '{1,2,3}', '{1,NULL,3}', '{{1,2},{3,4}}', '[0:1]={5,6}', '[2:3][-1:0]={{1,2},{3,4}}'],
  'text[]': ['{}', '{a,"b c",NULL,"NULL","x\\"y"}'],
  'numeric[]': ['{1.5,NaN}'],
  'bool[]': ['{t,f,NULL}'],
  'timestamptz[]': ['{"2024-01-01 00:00:00+00"}'],
  'bytea[]': ['{"\\\\x01"}'],
  'jsonb[]': ['{"{\\"a\\": 1}"}'],
  'uuid[]': ['{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'],
  'int4range[]': ['{"[1,2)"}'],
  'point[]': ['{"(1,2)"}'],
  'box[]': ['{(3,4),(1,2);(5,6),(0,0)}'],
  'name[]': ['{a}'],
  'date[]': ['{2024-01-01,infinity}'],
  'interval[]': ['{"1 day",NULL}'],
  'varchar[]': ['{a,b}'],
  'float8[]': ['{1.5,NaN}'],
  'int2[]': ['{1}'],
  'int8[]': ['{1,9223372036854775807}'],
  int2vector: ['', '1 2 3'],
  oidvector: ['', '1 2 3'],
  mood: ['sad', 'happy day'],
  pair: ['(1,a)', '(,)', '(7,"x y")'],
  nest: ['(1.5,"{1,2}",)'],
  posint: ['5'],
  ints: ['{1,2}'],
  textrange: ['[a,b)'],
}

/** Types whose values PostgreSQL itself does not take in binary, or that are somebody else's. */
const SKIPPED = new Set(['xml'])

/**
 * One value, through one conversation.
 * @param {import('../support/wire-client.js').WireClient} client
 * @param {string} type
 * @param {string | Buffer} value
 * @param {0 | 1} from format of the parameter
 * @param {0 | 1} to of the result
 * @returns {Promise<Buffer | string>} the value, or an error's SQLSTATE
 */
async function converted(client, type, value, from, to) {
  client.send(
    parse('', `SELECT $1::${type}`),
    bind('', '', [value], [from], [to]),
    describe('P', ''),
    execute(''),
    sync()
  )
  const messages = await client.take('Z')
  const failure = messages.find((message) => message.type === 'E')
  if (failure !== undefined) return fields(failure).C
  return cells(/** @type {any} */ (messages.find((message) => message.type === 'D')))[0] ?? 'null'
}

/**
 * @param {import('../support/wire-client.js').WireClient} client
 * @param {string} type
 * @param {string} text
 * @returns {Promise<{ sent: string, back: string }>}
 */
async function inBothWays(client, type, text) {
  const sent = await converted(client, type, text, 0, 1)
  if (typeof sent === 'string') return { sent, back: '' }
  const back = await converted(client, type, sent, 1, 0)
  return { sent: sent.toString('hex'), back: back.toString() }
}

test('binary values are PostgreSQL\'s', async () => {
  const server = ORACLE_PORT === undefined ? await startServer() : { port: Number(ORACLE_PORT), close: async () => {} }
  const client = await connected(server.port, ORACLE_PORT === undefined ? undefined : { database: 'postgres' })
  try {
    for (const statement of SETUP) await client.lines(statement)
    /** @type {Record<string, Record<string, { sent: string, back: string }>>} */
    const found = {}
    for (const [type, values] of Object.entries(VALUES)) {
      if (SKIPPED.has(type) && !UPDATE_BINARY) continue
      found[type] = {}
      for (const text of values) found[type][text] = await inBothWays(client, type, text)
    }
    if (UPDATE_BINARY) {
      writeFileSync(
        file,
        `{\n${Object.entries(found)
          .map(([type, values]) => `${JSON.stringify(type)}: ${JSON.stringify(values)}`)
          .join(',\n')}\n}\n`
      )
      await client.lines('DROP SCHEMA binary_values CASCADE')
    }
    const expected = JSON.parse(readFileSync(file, 'utf8'))
    const differences = Object.entries(found).flatMap(([type, values]) =>
      Object.entries(values)
        .filter(
          ([text, { sent, back }]) => sent !== expected[type]?.[text].sent || back !== expected[type]?.[text].back
        )
        .map(
          ([text, got]) =>
            `${type} ${text}: ${JSON.stringify(got)}, PostgreSQL ${JSON.stringify(expected[type]?.[text])}`
        )
    )
    assert.deepEqual(differences, [])
  } finally {
    client.end()
    await server.close()
  }
})
