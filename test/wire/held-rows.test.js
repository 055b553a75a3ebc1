/**
 * A change, a WITH query that changes, EXECUTE and FETCH run to their end before the client is told a row: what fails
 * is told by its error alone. A SELECT's rows leave as they come. Answers are PostgreSQL 15's.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import {
  bind, cells, connected, describe, describeMessage, execute, parse, query, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const TABLE = 'create table r (a int primary key, b int); insert into r select g, g from generate_series(1, 5) g'
const FAILED = ['E ERROR 22012', 'Z I']

/** @type {[string, string[]][]} */
const SIMPLE = [
  ['insert into r select g, g from generate_series(6, 9) g returning a, 12 / (8 - b)', FAILED],
  ['insert into r values (6, 1), (7, 0) returning 1 / b', FAILED],
  ['insert into r values (6, 0) returning 1 / b', FAILED],
  ['update r set b = b + 1 returning a, 12 / (5 - b)', FAILED],
  ['update r set b = b where a in (1, 3) returning 1 / (3 - a)', FAILED],
  ['delete from r returning 1 / (3 - a)', FAILED],
  ['with w as (update r set b = b + 1 returning a, b) select a, 12 / (5 - b) from w', FAILED],
  ['prepare s as select 1 / (3 - g) from generate_series(1, 4) g', ['C PREPARE', 'Z I']],
  ['execute s', FAILED],
  ['prepare u as update r set b = b + 1 returning 1 / (4 - a)', ['C PREPARE', 'Z I']],
  ['execute u', FAILED],
  [
    'begin; declare c cursor for select 1 / (1200 - g) from generate_series(1, 1400) g',
    ['C BEGIN', 'C DECLARE CURSOR', 'Z T'],
  ],
  ['fetch all in c', ['E ERROR 22012', 'Z E']],
  ['rollback', ['C ROLLBACK', 'Z I']],
  ['select 1 / (3 - a) from r', ['T ?column?:23/4/-1/0', 'D "0"', 'D "1"', ...FAILED]],
  [
    'update r set b = b returning a',
    ['T a:23/4/-1/0', 'D "1"', 'D "2"', 'D "3"', 'D "4"', 'D "5"', 'C UPDATE 5', 'Z I'],
  ],
]

/** @type {[string, number[], string[]][]} text, row limit of each Execute, answers behind RowDescription */
const EXTENDED = [
  ['update r set b = b + 1 returning a, 12 / (5 - b)', [0], FAILED],
  ['update r set b = b + 1 returning a, 12 / (5 - b)', [2], FAILED],
  ['insert into r values (6, 1), (7, 0) returning 1 / b', [0], FAILED],
  ['insert into r values (6, 0) returning 1 / b', [0], FAILED],
  ['with w as (update r set b = b + 1 returning a, b) select a, 12 / (5 - b) from w', [2], FAILED],
  [
    'with w as (update r set b = b returning a) select a from w',
    [2, 2],
    ['D "1"', 'D "2"', 's', 'D "3"', 'D "4"', 's', 'Z I'],
  ],
  ['execute s', [0], FAILED],
  ['select 1 / (3 - a) from r', [0], ['D "0"', 'D "1"', ...FAILED]],
  ['update r set b = b returning a', [2, 0], ['D "1"', 'D "2"', 's', 'D "3"', 'D "4"', 'D "5"', 'C UPDATE 3', 'Z I']],
]

test('what fails sends no rows', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  await client.lines(TABLE)
  for (const [text, answers] of SIMPLE) {
    client.send(query(text))
    assert.deepEqual((await client.take('Z')).map(describeMessage), answers, text)
  }
  for (const [text, limits, answers] of EXTENDED) {
    client.send(
      Buffer.concat([
        parse('', text), bind('', ''), describe('P', ''), ...limits.map((rows) => execute('', rows)), sync(),
      ]),
    )
    assert.deepEqual((await client.take('Z')).map(describeMessage).slice(3), answers, text)
  }
  client.end()
  await server.close()
})

test('rows beyond work_mem wait in a file and come whole', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  await client.lines("set work_mem = '64kB'; create table big (a int, t text)")
  const size = (/** @type {number} */ a) => a % 500 === 0 ? 200_000 + a : a % 300
  const check = (/** @type {any[]} */ messages, /** @type {number} */ from) => {
    const rows = messages.filter((message) => message.type === 'D').map((message) => cells(message).map(String))
    rows.forEach(([a, t], at) => {
      assert.equal(a, String(from + at))
      assert.equal(t, 'x'.repeat(size(from + at)))
    })
    return rows.length
  }
  const text = "insert into big select g, repeat('x', case when g % 500 = 0 then 200000 + g else g % 300 end) from generate_series(1, 3000) g returning a, t"
  client.send(query(text))
  assert.equal(check(await client.take('Z'), 1), 3000)
  client.send(Buffer.concat([parse('', text), bind('', ''), execute('', 1700), execute('', 1), execute(''), sync()]))
  assert.equal(check(await client.take('Z'), 1), 3000)
  assert.equal(
    (await client.lines("update big set a = a returning repeat('y', 1000), 1 / (2999 - a)")).join(),
    FAILED.join()
  )
  client.end()
  await server.close()
})
