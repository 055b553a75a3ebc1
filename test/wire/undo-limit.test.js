/**
 * A client that holds back more undo than undo_file_limit allows and cannot be told by an answer: it is disconnected.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, execute, fields, flush, parse, query } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server
/** @type {any} */
let writer
beforeAll(async () => {
  server = await startServer({ open: { bufferPool: '4MB' } })
  writer = await connected(server.port)
  await writer.lines("alter system set undo_file_limit = '3MB'")
  await writer.lines('select pg_reload_conf()')
  await writer.lines("create table t (a int primary key, b text); insert into t select g, repeat('x', 1000) from generate_series(1, 900) g")
})
afterAll(async () => {
  writer.end()
  await server.close()
})

/** About a MB of undo a round. */
async function fill() {
  for (let round = 0; round < 40; round++)
    assert.deepEqual(await writer.lines(`update t set b = repeat('${String.fromCharCode(97 + (round % 26))}', 1000)`), [
      'C UPDATE 900',
      'Z I',
    ])
  assert.deepEqual(await writer.lines('select count(*) from pg_stat_activity where xact_start is not null'), [
    'T count:20/8/-1/0',
    'D "1"',
    'C SELECT 1',
    'Z I',
  ])
}

test('in the middle of a pipeline, whose rest would be another transaction', async () => {
  const client = await connected(server.port)
  await client.lines("set default_transaction_isolation = 'repeatable read'")
  client.socket.write(Buffer.concat([parse('', 'select count(*) from t'), bind('', ''), execute(''), flush()]))
  await client.take('C', 1)
  await fill()
  const told = fields(/** @type {any} */ ((await client.take('E', 1)).at(-1)))
  assert.deepEqual([told.S, told.C, told.M], ['FATAL', '72000', 'snapshot too old'])
})

test('a client that does not read its answer', async () => {
  const client = await connected(server.port)
  client.socket.pause()
  client.socket.write(query("select repeat('x', 100000) from t, generate_series(1, 10)"))
  for (let shown = ''; !shown.includes('"2"');)
    shown = (await writer.lines('select count(*) from pg_stat_activity where xact_start is not null')).join()
  await fill()
  client.socket.destroy()
})
