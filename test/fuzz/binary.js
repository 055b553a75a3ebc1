/**
 * Target: binary parameters. A value's own bytes, damaged, as a parameter: refused as data or protocol errors are, or
 * taken as a value whose bytes lead to the same value again.
 */
import { bind, cells, connected, execute, fields, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'
import { damaged, pick } from './episode.js'

/** Types by name, with values to begin with. @type {[string, string[]][]} */
const TYPES = [
  ['bool', ['true']],
  ['int2', ['7']],
  ['int4', ['-5']],
  ['int8', ['9007199254740993']],
  ['float4', ['1.5']],
  ['float8', ['-0', 'NaN']],
  ['numeric', ['12345.678', '-1e50', 'NaN', 'Infinity', '0.00']],
  ['text', ['héllo']],
  ['varchar(5)', ['abc']],
  ['char(4)', ['ab']],
  ['"char"', ['x']],
  ['name', ['n']],
  ['bytea', ['\\x0001ff']],
  ['uuid', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
  ['date', ['2001-02-03', 'infinity', '4713-01-01 BC']],
  ['time', ['23:59:60']],
  ['timetz', ['12:00:00+05:30']],
  ['timestamp', ['2001-02-03 04:05:06.789']],
  ['timestamptz', ['epoch', '-infinity']],
  ['interval', ['1 mon -2 days 03:04:05']],
  ['json', ['{"a": [1, null]}']],
  ['jsonb', ['{"a": [1, null, "x", 1.50]}']],
  ['jsonpath', ['$.a[*] ? (@ > 1)']],
  ['bit(5)', ['10110']],
  ['varbit', ['101']],
  ['money', ['12.34']],
  ['inet', ['10.0.0.1/8', '::1']],
  ['cidr', ['10.0.0.0/8']],
  ['macaddr', ['08:00:2b:01:02:03']],
  ['macaddr8', ['08:00:2b:01:02:03:04:05']],
  ['point', ['(1,2)']],
  ['lseg', ['[(1,2),(3,4)]']],
  ['box', ['(3,4),(1,2)']],
  ['path', ['[(1,2),(3,4)]']],
  ['polygon', ['((1,2),(3,4),(5,6))']],
  ['circle', ['<(1,2),3>']],
  ['line', ['{1,2,3}']],
  ['int4[]', ['{1,null,3}', '[2:3]={4,5}', '{}']],
  ['text[]', ['{{a,b},{c,d}}']],
  ['numeric[]', ['{1.5}']],
  ['int4range', ['[1,5)', 'empty']],
  ['tstzrange', ['[2001-01-01,)']],
  ['nummultirange', ['{[1,2),[3,4)}']],
  ['oid', ['16384']],
  ['regclass', ['pg_class']],
  ['regtype', ['int4']],
  ['tid', ['(0,1)']],
  ['xid', ['5']],
  ['xid8', ['7']],
  ['pg_lsn', ['1/2']],
  ['int2vector', ['1 2']],
  ['oidvector', ['1 2']],
  ['pg_snapshot', ['10:20:15']],
  ['pair', ['(1,a)']],
  ['mood', ['sad']],
  ['small', ['5']],
  ['pair[]', ['{"(1,a)","(,)"}']],
  ['mood[]', ['{sad,happy}']],
]
/** PostgreSQL itself answers XX000 to the first byte of these types. */
const VERSION = /^unsupported json(b|path) version number/
const SETUP = "create type pair as (a int, b text); create type mood as enum ('sad', 'happy'); create domain small as int check (value < 10)"

/** @type {import('./episode.js').Target} */
export async function binary({ random, tried }, input) {
  const server = await startServer()
  const client = await connected(server.port)
  try {
    await client.query(SETUP)
    /**
     * @param {string} type
     * @param {Buffer} value
     * @returns {Promise<Buffer | null>} the value's bytes as it is sent back, null: refused
     * @throws {Error} refused as nothing from outside may be
     */
    const through = async (type, value) => {
      client.send(parse('', `select $1::${type}`), bind('', '', [value], [1], [1]), execute(''), sync())
      const answers = await client.take('Z')
      const error = answers.find((answer) => answer.type === 'E')
      if (error === undefined) return cells(/** @type {any} */ (answers.find((answer) => answer.type === 'D')))[0]
      if (!/^(22|08|23|54|42|0A)/.test(fields(error).C) && !VERSION.test(fields(error).M))
        throw new Error(`${fields(error).C} ${fields(error).M}\n    ${type} ${value.toString('hex')}`)
      return null
    }
    /** @param {string} type @param {string} text @returns {Promise<Buffer>} */
    const bytesOf = async (type, text) => {
      client.send(parse('', `select '${text}'::${type}`), bind('', '', [], [], [1]), execute(''), sync())
      return /** @type {Buffer} */ (
        cells(/** @type {any} */ ((await client.take('Z')).find((answer) => answer.type === 'D')))[0]
      )
    }
    for (let left = input === undefined ? 150 : 1; left > 0; left--) {
      const [type, texts] = pick(random, TYPES)
      const of = input?.type ?? type
      const value =
        input === undefined ? damaged(await bytesOf(type, pick(random, texts)), random) : Buffer.from(input.hex, 'hex')
      tried()
      const first = await through(of, value)
      if (first === null) continue
      const second = await through(of, first)
      if (second === null || !second.equals(first))
        throw new Error(
          `${of} ${value.toString('hex')} is sent as ${first.toString('hex')}, and that as ${second?.toString('hex')}`
        )
      // And it has a text.
      client.send(parse('', `select $1::${of}`), bind('', '', [first], [1], [0]), execute(''), sync())
      const told = (await client.take('Z')).find((answer) => answer.type === 'E')
      if (told !== undefined && /^(XX|58)/.test(fields(told).C))
        throw new Error(`${fields(told).C} ${fields(told).M}\n    text of ${of} ${first.toString('hex')}`)
    }
  } finally {
    client.end()
    await server.close()
  }
}
