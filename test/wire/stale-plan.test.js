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
