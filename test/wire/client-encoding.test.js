/**
 * Clients that speak another encoding than UTF-8, byte by byte as PostgreSQL 15 answers them. Strings here are LATIN1:
 * a letter is a byte.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { connected, cells, i16, i32, message } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {string} text */
const bytes = (text) => Buffer.from(text, 'latin1')
/** @param {string} text */
const zeroEnded = (text) => bytes(`${text}\0`)
/** @param {string} text */
const query = (text) => message('Q', zeroEnded(text))

/** @param {any} one a message @returns {string} */
function shown(one) {
  if (one.type === 'D')
    return `D ${cells(one)
      .map((/** @type {Buffer | null} */ cell) => (cell === null ? '-' : cell.toString('latin1')))
      .join('|')}`
  if (one.type === 'E')
    return `E ${one.body
      .toString('latin1')
      .split('\0')
      .filter((/** @type {string} */ field) => /^[CM]/.test(field))
      .map((/** @type {string} */ field) => field.slice(1))
      .join(' ')}`
  if (one.type === 'T') return `T ${one.body.subarray(2, one.body.indexOf(0, 2)).toString('latin1')}`
  return one.type === 'Z' || one.type === 'C' || one.type === 'd'
    ? `${one.type} ${one.body.toString('latin1').replace(/[\0\n]/g, '')}`
    : one.type
}

/** @param {string} encoding @param {(ask: (...parts: Buffer[]) => Promise<string[]>) => Promise<void>} talk */
async function conversation(encoding, talk) {
  const server = await startServer()
  const client = await connected(server.port, { client_encoding: encoding })
  try {
    await talk(async (...parts) => {
      client.socket.write(Buffer.concat(parts))
      return (await client.take('Z', 1)).filter((/** @type {any} */ one) => !'S123tn'.includes(one.type)).map(shown)
    })
    assert.deepEqual(server.log, [])
  } finally {
    client.end()
    await server.close()
  }
}

/** @param {string} text @param {Buffer[]} values @param {number[]} formats @param {number[]} results */
const prepared = (text, values, formats, results) =>
  Buffer.concat([
    message('P', Buffer.concat([zeroEnded(''), zeroEnded(text), i16(0)])),
    message(
      'B',
      Buffer.concat([
        zeroEnded(''), zeroEnded(''), i16(formats.length), ...formats.map(i16), i16(values.length),
        ...values.flatMap((value) => [i32(value.length), value]), i16(results.length), ...results.map(i16),
      ]),
    ),
    message('E', Buffer.concat([zeroEnded(''), i32(0)])),
    message('S', Buffer.alloc(0)),
  ])

test('statements, names, errors', () =>
  conversation('latin1', async (ask) => {
    assert.deepEqual(await ask(query('create table t (id int, t text)')), ['C CREATE TABLE', 'Z I'])
    assert.deepEqual(await ask(query("insert into t values (1, 'caf\xe9') returning t")), [
      'T t',
      'D caf\xe9',
      'C INSERT 0 1',
      'Z I',
    ])
    assert.deepEqual(await ask(query('select length(t), octet_length(t), t as "\xfc" from t')), [
      'T length',
      'D 4|5|caf\xe9',
      'C SELECT 1',
      'Z I',
    ])
    assert.deepEqual(await ask(query('select nope\xe9')), ['E 42703 column "nope\xe9" does not exist', 'Z I'])
    assert.deepEqual(await ask(query('show client_encoding')), ['T client_encoding', 'D LATIN1', 'C SHOW', 'Z I'])
  }))

test("what the encoding has not is the statement's error", () =>
  conversation('latin1', async (ask) => {
    const refused =
      'E 22P05 character with byte sequence 0xe2 0x82 0xac in encoding "UTF8" has no equivalent in encoding "LATIN1"'
    await ask(query('create table t (id int, t text)'))
    assert.deepEqual(await ask(query("insert into t values (2, U&'\\20AC') returning t")), ['T t', refused, 'Z I'])
    assert.deepEqual(await ask(query('select count(*) from t')), ['T count', 'D 0', 'C SELECT 1', 'Z I'])
    await ask(query('begin'))
    assert.deepEqual(
      await ask(query("select case when i > 1 then U&'x\\20AC' else 'y' end from generate_series(1, 3) i")),
      ['T case', 'D y', refused, 'Z E']
    )
    await ask(query('rollback'))
    assert.deepEqual(await ask(prepared("select U&'\\20AC'", [], [], [])), [refused, 'Z I'])
  }))

test('parameters and results in both formats', () =>
  conversation('latin1', async (ask) => {
    assert.deepEqual(
      await ask(
        prepared(
          "select $1::text, length($1), $2::int, '\xe9' || $1",
          [bytes('\xfc\xe9'), i32(-5)],
          [0, 1],
          [0, 0, 1, 1]
        )
      ),
      ['D \xfc\xe9|2|\xff\xff\xff\xfb|\xe9\xfc\xe9', 'C SELECT 1', 'Z I']
    )
    assert.deepEqual(
      await ask(prepared('select \'{"a":"\xe9"}\'::jsonb, array[-1]', [], [], [1])).then((rows) =>
        rows[0].slice(0, 14)
      ),
      'D \x01{"a": "\xe9"}|'
    )
    const array = '\0\0\0\x01\0\0\0\0\0\0\0\x19\0\0\0\x01\0\0\0\x01\0\0\0\x01\xe9'
    assert.deepEqual(await ask(prepared("select array['\xe9']", [], [], [1])), [`D ${array}`, 'C SELECT 1', 'Z I'])
    assert.deepEqual(await ask(prepared('select $1::text[]', [bytes(array)], [1], [0])), [
      'D {\xe9}',
      'C SELECT 1',
      'Z I',
    ])
    assert.deepEqual(
      await ask(
        query("select textsend('\xe9'), record_send(row('\xe9'::text)), jsonb_send('\"\xe9\"'), textsend('a')")
      ).then((rows) => rows[1]),
      'D \\xe9|\\x000000010000001900000001e9|\\x0122e922|\\x61'
    )
  }))

test("COPY is in the client's encoding unless it says", () =>
  conversation('latin1', async (ask) => {
    await ask(query('create table t (id int, t text)'))
    assert.deepEqual(
      await ask(query('copy t from stdin'), message('d', bytes('7\t\xe4\xf6\n')), message('c', Buffer.alloc(0))),
      ['G', 'C COPY 1', 'Z I']
    )
    assert.deepEqual(await ask(query('copy t to stdout')), ['H', 'd 7\t\xe4\xf6', 'c', 'C COPY 1', 'Z I'])
    assert.deepEqual(await ask(query("copy t to stdout (encoding 'utf8')")), [
      'H',
      'd 7\t\xc3\xa4\xc3\xb6',
      'c',
      'C COPY 1',
      'Z I',
    ])
  }))

test("text in binary COPY is in the client's encoding, whatever ENCODING says", () =>
  conversation('latin1', async (ask) => {
    await ask(query('create table t (t text, l varchar(2)[], j jsonb)'))
    const array = '\0\0\0\x01\0\0\0\0\0\0\x04\x13\0\0\0\x01\0\0\0\x01\0\0\0\x01\xe9'
    const row = `\0\x03\0\0\0\x02\xe4b\0\0\0\x19${array}\0\0\0\x04\x01"\xfc"`
    const data = bytes(`PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0${row}\xff\xff`)
    for (const options of ['binary', "(format binary, encoding 'utf8')"]) {
      assert.deepEqual(
        await ask(query(`copy t from stdin ${options}`), message('d', data), message('c', Buffer.alloc(0))),
        ['G', 'C COPY 1', 'Z I']
      )
    }
    assert.deepEqual(await ask(query('select * from t')), [
      'T t',
      'D \xe4b|{\xe9}|"\xfc"',
      'D \xe4b|{\xe9}|"\xfc"',
      'C SELECT 2',
      'Z I',
    ])
    for (const options of ['binary', "(format binary, encoding 'utf8')"]) {
      assert.equal(
        (await ask(query(`copy (select * from t limit 1) to stdout ${options}`)))
          .filter((part) => part.startsWith('d '))
          .map((part) => part.slice(2))
          .join(''),
        data.toString('latin1').replace(/[\0\n]/g, '')
      )
    }
  }))

test('SET, and its end', () =>
  conversation('utf8', async (ask) => {
    await ask(query('create table t (t text)'))
    await ask(query("insert into t values (U&'caf\\00e9')"))
    assert.deepEqual(await ask(query("select t from t; set client_encoding to win1252; select t, U&'\\20AC' from t")), [
      'T t',
      'D caf\xc3\xa9',
      'C SELECT 1',
      'C SET',
      'T t',
      'D caf\xe9|\x80',
      'C SELECT 1',
      'Z I',
    ])
    assert.deepEqual(await ask(query("select '\x81'")), [
      'E 22P05 character with byte sequence 0x81 in encoding "WIN1252" has no equivalent in encoding "UTF8"',
      'Z I',
    ])
    assert.deepEqual(
      await ask(query('begin; set local client_encoding to utf8; select t from t; rollback; select t from t')),
      ['C BEGIN', 'C SET', 'T t', 'D caf\xc3\xa9', 'C SELECT 1', 'C ROLLBACK', 'T t', 'D caf\xe9', 'C SELECT 1', 'Z I']
    )
    assert.deepEqual(await ask(query('set client_encoding to mule_internal')), [
      'E 0A000 invalid value for parameter "client_encoding": "mule_internal"',
      'Z I',
    ])
  }))
