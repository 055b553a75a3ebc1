/**
 * Statements that are too long, too deep, too wide or not text: each the SQLSTATE PostgreSQL has for it, and the next
 * statement works.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describe, describeMessage, execute, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {number} count @param {(index: number) => string} make @param {string} [between] */
const list = (count, make, between = ',') => Array.from({ length: count }, (_, index) => make(index)).join(between)

/** What to send, and the code of the error or the command tag. @type {[string, string, string][]} */
const CASES = [
  ['20,000 parentheses', `select ${'('.repeat(20000)}1${')'.repeat(20000)}`, '54001'],
  ['1,000 additions', `select 1${'+1'.repeat(1000)}`, 'SELECT 1'],
  ['200,000 additions', `select 1${'+1'.repeat(200000)}`, '54001'],
  ['10,000 conjuncts', `select true${' and true'.repeat(10000)}`, 'SELECT 1'],
  ['500 nested subqueries', `select ${'(select '.repeat(500)}1${')'.repeat(500)}`, 'SELECT 1'],
  ['200 nested cases', `select ${'case when true then '.repeat(200)}1${' end'.repeat(200)}`, 'SELECT 1'],
  ['1,700 result columns', `select ${list(1700, String)}`, '54011'],
  ['a table of 1,601 columns', `create table w(${list(1601, (index) => `c${index} int`)})`, '54011'],
  ['a table of 1,600 columns', `create table w(${list(1600, (index) => `c${index} int`)})`, 'CREATE TABLE'],
  ['one column more', 'alter table w add column x int', '54011'],
  ['a row of 1,600 columns', `insert into w values (${list(1600, String)})`, 'INSERT 0 1'],
  ['an index of 33 columns', `create index on w(${list(33, (index) => `c${index}`)})`, '54011'],
  [
    'a row longer than a page',
    `create table v(${list(1600, (index) => `c${index} int8`)}); insert into v values (${list(1600, String)})`,
    '54000',
  ],
  ['a list of 50,000 constants', `select 1 where 1 in (${list(50000, String)})`, 'SELECT 1'],
  [
    '20,000 rows of values',
    `create table t(a text primary key, b text); insert into t values ${list(20000, (index) => `('r${index}','z')`)}`,
    'INSERT 0 20000',
  ],
  [
    'a key of a megabyte',
    "insert into t select string_agg(md5(g::text), ''), 'y' from generate_series(1, 32768) g",
    '54000',
  ],
  ['a value of 5 megabytes', "insert into t values ('k', repeat('y', 5000000))", 'INSERT 0 1'],
  ['which no index takes', 'create index on t(b)', '54000'],
  ['a statement of 10 megabytes', `select '${'a'.repeat(10_000_000)}' = 'x'`, 'SELECT 1'],
  ['a string of more than a gigabyte', "select repeat('x', 1100000000)", '54000'],
  ['and one that grows to it', "select length(replace(repeat('x', 10000000), 'x', repeat('y', 200)))", '53200'],
  ['parameter 70,000', 'select $70000', '42P02'],
  ['a NUL in the text', "select E'\\000'", '22021'],
  ['bytes that are no UTF-8', "select E'\\xff'", '22021'],
]

test('limits', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  for (const [what, text, expected] of CASES) {
    const answers = await client.query(text)
    const last = answers.filter((answer) => 'EC'.includes(answer.type)).map(describeMessage).at(-1) ?? ''
    assert.equal(last.replace(/^E ERROR |^C /, ''), expected, what)
    assert.deepEqual((await client.lines('select 42')).slice(1), ['D "42"', 'C SELECT 1', 'Z I'])
  }
  assert.deepEqual((await client.lines('select count(*) from t')).slice(1), ['D "20001"', 'C SELECT 1', 'Z I'])
  assert.deepEqual(server.log, [])
  client.end()
  await server.close()
})

test('as many parameters as the protocol can count, in each way to send them', async () => {
  const server = await startServer()
  for (const encoding of ['UTF8', 'LATIN1']) {
    const client = await connected(server.port)
    await client.query(`set client_encoding = '${encoding}'`)
    const count = 65535
    client.send(
      parse(
        'wide',
        `select v from (values ${list(count, (index) => `($${index + 1}::int)`)}) as t(v) order by v desc limit 1`,
        Array(count).fill(23)
      ),
      sync()
    )
    assert.deepEqual((await client.take('Z')).map(describeMessage), ['1', 'Z I'], encoding)
    const values = Array.from({ length: count }, (_, index) => Buffer.from(String(index)))
    for (const formats of [[], [0], Array(count).fill(0)]) {
      for (let again = 0; again < 3; again++) {
        client.send(bind('', 'wide', values, formats), execute(''), sync())
        assert.deepEqual(
          (await client.take('Z')).map(describeMessage),
          ['2', 'D "65534"', 'C SELECT 1', 'Z I'],
          encoding
        )
      }
    }
    client.send(describe('S', 'wide'), sync())
    const description = (await client.take('Z')).find(({ type }) => type === 't')
    assert.equal(description?.body.readUInt16BE(0), count)
    client.end()
  }
  await server.close()
})
