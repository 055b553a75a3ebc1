/**
 * INSERT of many rows of parameters in the extended protocol: what Describe says, declared types, the same text again,
 * targets that are planned as they are written.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describe, describeMessage, execute, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const INT4 = 23
const INT8 = 20
const TEXT = 25
const NUMERIC = 1700

/** @param {string} target @param {number} rows @param {string} [tail] */
const insert = (target, rows, tail = '') => `insert into ${target} values ${Array.from({ length: rows }, (_, row) => `($${2 * row + 1}, $${2 * row + 2})`).join(', ')}${tail}`

test('many rows of parameters', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  await client.query(
    'create table t(id int primary key, s text); create view v as select * from t; create table n(id numeric, s text)'
  )
  const typesOf = async (/** @type {string} */ name) => {
    client.send(describe('S', name), sync())
    const body = /** @type {Buffer} */ ((await client.take('Z')).find(({ type }) => type === 't')?.body)
    return Array.from({ length: body.readUInt16BE(0) }, (_, at) => body.readUInt32BE(2 + 4 * at))
  }
  const run = async (/** @type {string} */ name, /** @type {(string | null)[]} */ ...values) => {
    client.send(bind('', name, values.map((value) => value === null ? null : Buffer.from(value))), execute(''), sync())
    return (await client.take('Z')).map(describeMessage)
  }
  const prepared = async (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {number[]} */ types = []
  ) => {
    client.send(parse(name, text, types), sync())
    return (await client.take('Z')).map(describeMessage)
  }
  const ten = (/** @type {number} */ from) =>
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? String(from + at) : at === 3 ? null : `s${at}`))

  assert.deepEqual(await prepared('five', insert('t', 5, ' returning id')), ['1', 'Z I'])
  assert.deepEqual(
    await typesOf('five'),
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? INT4 : TEXT))
  )
  for (const from of [0, 10, 20])
    assert.deepEqual(await run('five', ...ten(from)), [
      '2',
      ...[0, 2, 4, 6, 8].map((at) => `D "${from + at}"`),
      'C INSERT 0 5',
      'Z I',
    ])
  assert.deepEqual(
    await run('five', ...ten(18)),
    ['2', 'E ERROR 23505', 'Z I'],
    'the first three rows of it are not there'
  )
  assert.deepEqual(await run('five', ...ten(30).slice(1)), ['E ERROR 08P01', 'Z I'])
  await prepared('six', insert('t', 6, ' on conflict do nothing'))
  assert.deepEqual(await run('six', ...ten(20), '99', 'x'), ['2', 'C INSERT 0 1', 'Z I'])

  // Types the client names: of every row alike, of one row, of the first parameters only.
  const alike = Array.from({ length: 10 }, (_, at) => at % 2 === 0 ? INT8 : 0)
  await prepared('alike', insert('n', 5), alike)
  assert.deepEqual(await typesOf('alike'), alike.map((type) => type || TEXT))
  assert.deepEqual(await run('alike', ...ten(1)), ['2', 'C INSERT 0 5', 'Z I'])
  await prepared('odd', insert('n', 5), [NUMERIC, TEXT, INT8, TEXT])
  assert.deepEqual(await typesOf('odd'), [
    NUMERIC,
    TEXT,
    INT8,
    TEXT,
    ...Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? NUMERIC : TEXT)),
  ])
  assert.deepEqual(await run('odd', '1.5', 'a', '2', 'b', '3.5', 'c', '4.5', 'd', '5.5', 'e'), [
    '2',
    'C INSERT 0 5',
    'Z I',
  ])
  assert.deepEqual(await prepared('wrong', insert('t', 5), Array(10).fill(16)), ['E ERROR 42804', 'Z I'])

  await prepared('view', insert('v', 5, ' returning s'))
  assert.equal((await run('view', ...ten(200))).at(-2), 'C INSERT 0 5')
  // What it is planned for may change under it.
  await client.query('alter table t add check (id < 1000)')
  assert.deepEqual(await run('five', ...ten(995)), ['2', 'E ERROR 23514', 'Z I'])
  assert.deepEqual(await run('five', ...ten(500)), [
    '2',
    ...[500, 502, 504, 506, 508].map((id) => `D "${id}"`),
    'C INSERT 0 5',
    'Z I',
  ])
  // So do names: a temporary schema comes before the others.
  await client.query('create temp table passing()')
  assert.deepEqual(await run('five', ...ten(550)), [
    '2',
    ...[550, 552, 554, 556, 558].map((id) => `D "${id}"`),
    'C INSERT 0 5',
    'Z I',
  ])
  await client.query('drop view v; alter table t alter id type bigint')
  assert.deepEqual(await run('five', ...ten(600)), ['E ERROR 0A000', 'Z I'])
  assert.deepEqual((await client.lines('select count(*), count(s) from t')).slice(1), [
    'D "31" "25"',
    'C SELECT 1',
    'Z I',
  ])
  client.end()
  await server.close()
})
