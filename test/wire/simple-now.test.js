/**
 * A text of one statement is run at once where it can be, which shows in no answer: each text twice, new and known, and
 * beside a second statement that keeps it on the way that can wait.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { connected } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const TABLES = `create table p (a int primary key);
  create table c (a int references p deferrable initially deferred, d date);
  insert into p select generate_series(1, 3); insert into c values (1, '2020-01-01')`

/** @type {[string, string[]][]} */
const TEXTS = [
  ["insert into c values (7, '2020-01-02')", ['E ERROR 23503', 'Z I']],
  ["insert into c values (3, '2020-01-02')", ['C INSERT 0 1', 'Z I']],
  [
    'select 6 / (3 - a) from p where a in (1, 2, 3)',
    ['T ?column?:23/4/-1/0', 'D "3"', 'D "6"', 'E ERROR 22012', 'Z I'],
  ],
  ['update p set a = a where a = 2 returning 1 / (a - 2)', ['E ERROR 22012', 'Z I']],
  ["select a from c where d = '2020-13-01'", ['E ERROR 22008', 'Z I']],
  ["select a from c where d = '2020-01-01';", ['T a:23/4/-1/0', 'D "1"', 'C SELECT 1', 'Z I']],
  ['select a from p where a = $1', ['E ERROR 42P02', 'Z I']],
  ['select a from nowhere where a = 1', ['E ERROR 42P01', 'Z I']],
  ['begin', ['C BEGIN', 'Z T']],
  ["insert into c values (8, '2020-01-02')", ['C INSERT 0 1', 'Z T']],
  ['commit', ['E ERROR 23503', 'Z I']],
  ['begin;', ['C BEGIN', 'Z T']],
  ['select 1 / (a - 2) from p where a = 2', ['T ?column?:23/4/-1/0', 'E ERROR 22012', 'Z E']],
  ['select a from p where a = 1', ['E ERROR 25P02', 'Z E']],
  ['end', ['C ROLLBACK', 'Z I']],
  ['', ['I', 'Z I']],
]

test('each text, new and known', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    await client.lines(TABLES)
    for (let at = 0; at < 6; at++)
      for (const [text, expected] of TEXTS)
        assert.deepEqual(await client.lines(text), expected, `${at} ${text}`)
    client.end()
  } finally {
    await server.close()
  }
})

test('texts in the order in which they came before, with other literals', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    await client.lines(`${TABLES}; create table s (k text, n numeric); create index on s ((n + 1)) where k = 'k5'`)
    for (let n = 1; n < 9; n++) {
      assert.deepEqual(await client.lines('begin'), ['C BEGIN', 'Z T'])
      assert.deepEqual(await client.lines(`insert into s values ('k''${n}', ${n})`), ['C INSERT 0 1', 'Z T'])
      assert.deepEqual(
        await client.lines(`select k, n + ${n} from s where k = 'k''${n}'`),
        ['T k:25/-1/-1/0 ?column?:1700/-1/-1/0', `D "k'${n}" "${2 * n}"`, 'C SELECT 1', 'Z T'],
      )
      assert.deepEqual(
        await client.lines(`select a from p where a = ${n} and 'x' < '${n % 2 ? 'y' : 'a'}'`),
        ['T a:23/4/-1/0', ...(n < 4 && n % 2 ? [`D "${n}"`, 'C SELECT 1'] : ['C SELECT 0']), 'Z T'],
      )
      assert.deepEqual(await client.lines(`insert into c values (${n}, '2020-0${n}-01')`), ['C INSERT 0 1', 'Z T'])
      const isKept = n < 4
      assert.deepEqual(await client.lines('commit'), isKept ? ['C COMMIT', 'Z I'] : ['E ERROR 23503', 'Z I'])
      assert.deepEqual(await client.lines(`select ${n} / (${n} - 5)`).then((lines) => lines.at(-2)),
        n === 5 ? 'E ERROR 22012' : 'C SELECT 1')
    }
    client.end()
  } finally {
    await server.close()
  }
})

test('one that has to wait tells its columns once', async () => {
  const server = await startServer()
  try {
    const [holder, waiter] = [await connected(server.port), await connected(server.port)]
    await holder.lines(TABLES)
    const text = 'update p set a = a + 0 where a = 2 returning a'
    const answer = ['T a:23/4/-1/0', 'D "2"', 'C UPDATE 1', 'Z I']
    assert.deepEqual(await waiter.lines(text), answer)
    await holder.lines('begin')
    await holder.lines('update p set a = a where a = 2')
    const waiting = waiter.lines(text)
    await new Promise((resolve) => { setTimeout(resolve, 50) })
    await holder.lines('commit')
    assert.deepEqual(await waiting, answer)
    holder.end()
    waiter.end()
  } finally {
    await server.close()
  }
})
