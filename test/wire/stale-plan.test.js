/**
 * Execute once ran the plan that Bind had found good. Between the two messages another session could truncate the
 * table: the row then came from a file on its way out. Table locks are taken at Execute, so that is where the plan is
 * looked at again.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describeMessage, execute, flush, parse, sync } from '../support/wire-client.js'
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
