/**
 * Execute once ran the plan that Bind had found good. Between the two messages another session could truncate the
 * table: the row then came from a file on its way out. Table locks are taken at Execute, so that is where the plan is
 * looked at again.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import {
  bind, columns, connected, describe, describeMessage, execute, flush, parse, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('DDL between Bind and Execute is seen by Execute', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    const other = await connected(server.port)
    await other.lines("create table t (a int primary key, b text); insert into t values (1, 'old')")
    client.send(Buffer.concat([parse('s', 'select b from t where a = $1'), bind('', 's', ['1']), execute(''), sync()]))
    assert.deepEqual((await client.take('Z')).map(describeMessage), ['1', '2', 'D "old"', 'C SELECT 1', 'Z I'])
    client.send(Buffer.concat([bind('', 's', ['1']), flush()]))
    assert.deepEqual((await client.take('2')).map(describeMessage), ['2'])
    await other.lines("truncate t; insert into t values (1, 'new')")
    client.send(Buffer.concat([execute(''), sync()]))
    assert.deepEqual((await client.take('Z')).map(describeMessage), ['D "new"', 'C SELECT 1', 'Z I'])
    client.end()
    other.end()
  } finally {
    await server.close()
  }
})

test('columns are described as they are when they are asked for', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    await client.lines('create table t (a int, b text); insert into t values (1, \'x\')')
    const described = async (/** @type {string} */ name, /** @type {number[]} */ formats) => {
      client.send(Buffer.concat([bind('', name, [], [], formats), describe('P', ''), execute(''), sync()]))
      const answers = await client.take('Z')
      return answers.flatMap((answer) => answer.type === 'T'
        ? columns(answer).map(({ name, type, format }) => `${name} ${type} ${format}`)
        : answer.type === 'E' ? describeMessage(answer) : [])
    }
    client.send(Buffer.concat([parse('s', 'select * from t'), parse('u', 'select * from t'), sync()]))
    await client.take('Z')
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(await described('s', []), ['a 23 0', 'b 25 0'])
      assert.deepEqual(await described('s', [1]), ['a 23 1', 'b 25 1'])
      assert.deepEqual(await described('u', [0, 1]), ['a 23 0', 'b 25 1'])
    }
    await client.lines('alter table t rename a to c')
    assert.deepEqual(await described('s', []), ['E ERROR 0A000'])
    client.send(Buffer.concat([parse('v', 'select * from t'), sync()]))
    await client.take('Z')
    assert.deepEqual(await described('v', []), ['c 23 0', 'b 25 0'])
    client.end()
  } finally {
    await server.close()
  }
})

test('those who declare the same types share a statement, whatever else is different', async () => {
  const server = await startServer()
  try {
    const [INT4, INT8, TEXT] = [23, 20, 25]
    const [one, two] = [await connected(server.port), await connected(server.port)]
    await one.lines('create schema a; create table a.t (v text); insert into a.t values (\'of a\'); create schema b;'
      + ' create table b.t (v text, w int); insert into b.t values (\'of b\', 2)')
    await one.lines('set search_path to a')
    await two.lines('set search_path to b')
    /**
     * @param {typeof one} client @param {string} name @param {string} text @param {number[]} types
     * @returns {Promise<string[]>}
     */
    const prepare = async (client, name, text, types) => {
      client.send(Buffer.concat([parse(name, text, types), describe('S', name), sync()]))
      return (await client.take('Z')).filter(({ type }) => type === 't' || type === 'T' || type === 'E')
        .map((answer) => answer.type === 't' ? `t ${answer.body.toString('hex')}`
          : answer.type === 'T' ? `T ${columns(answer).map(({ name }) => name).join()}` : describeMessage(answer))
    }
    /** @param {typeof one} client @param {string} name @param {string[]} values */
    const run = async (client, name, values) => {
      client.send(Buffer.concat([bind('', name, values), execute(''), sync()]))
      return (await client.take('Z')).filter(({ type }) => type === 'D' || type === 'E').map(describeMessage)
    }
    const typeOf = 'select pg_typeof($1), $1'
    for (const [name, type, said] of /** @type {[string, number, string][]} */ ([
      ['i', INT4, 'integer'], ['l', INT8, 'bigint'], ['t', TEXT, 'text'], ['i2', INT4, 'integer'],
    ])) {
      for (const client of [one, two]) {
        await prepare(client, name, typeOf, [type])
        assert.deepEqual(await run(client, name, ['7']), [`D "${said}" "7"`])
      }
    }
    const { sessions } = /** @type {any} */ (server.db).cluster
    const same = [...sessions].map(({ prepared }) => prepared.get('i')).filter((prepared) => prepared !== undefined)
    assert.equal(same.length, 2)
    assert.equal(same[0], same[1])
    // What the text means is each session's own.
    const rows = 'select * from t where v <> $1'
    assert.deepEqual(await prepare(one, 'r', rows, [TEXT]), ['t 000100000019', 'T v'])
    assert.deepEqual(await prepare(two, 'r', rows, [TEXT]), ['t 000100000019', 'T v,w'])
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await run(one, 'r', ['x']), ['D "of a"'])
      assert.deepEqual(await run(two, 'r', ['x']), ['D "of b" "2"'])
    }
    await one.lines('alter table b.t drop column w')
    assert.deepEqual(await run(one, 'r', ['x']), ['D "of a"'])
    // Another session, and this one under another name, have it prepared again: the old name stays what it was.
    await one.lines('set search_path to b')
    assert.deepEqual(await prepare(one, 'w', rows, [TEXT]), ['t 000100000019', 'T v'])
    assert.deepEqual(await run(two, 'r', ['x']), ['E ERROR 0A000'])
    assert.deepEqual(await prepare(two, 'v', rows, [TEXT]), ['t 000100000019', 'T v'])
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await run(two, 'v', ['x']), ['D "of b"'])
      assert.deepEqual(await run(two, 'r', ['x']), ['E ERROR 0A000'])
      assert.deepEqual(await run(one, 'w', ['x']), ['D "of b"'])
    }
    one.end()
    two.end()
  } finally {
    await server.close()
  }
})
