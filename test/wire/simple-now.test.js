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
    for (let at = 0; at < 3; at++)
      for (const [text, expected] of TEXTS)
        assert.deepEqual(await client.lines(text), expected, `${at} ${text}`)
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
