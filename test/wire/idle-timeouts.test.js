/**
 * idle_in_transaction_session_timeout (25P03) and idle_session_timeout (57P05): who is idle between a ReadyForQuery and
 * the next message for too long is told so and cut off, what it had open is undone. Answers and codes are PostgreSQL
 * 15's.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, execute, fields, parse, query, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server
/** @type {any} nobody limits it */
let other
beforeAll(async () => {
  server = await startServer()
  other = await connected(server.port)
  await other.lines('create table t (a int primary key)')
})
afterAll(async () => {
  other.end()
  await server.close()
})

/** The error by which a client is cut off. @param {any} client */
async function cutOff(client) {
  const told = fields((await client.take('E', 1)).at(-1))
  while (!client.closed) await new Promise((resolve) => { setTimeout(resolve, 5) })
  return [told.S, told.C, told.M]
}

const IN_TRANSACTION = ['FATAL', '25P03', 'terminating connection due to idle-in-transaction timeout']
const IN_SESSION = ['FATAL', '57P05', 'terminating connection due to idle-session timeout']

test('idle in a transaction: its changes are undone, its locks are free', async () => {
  const client = await connected(server.port)
  await client.lines("set idle_in_transaction_session_timeout = '50ms'; begin; insert into t values (1)")
  assert.deepEqual(await cutOff(client), IN_TRANSACTION)
  assert.deepEqual(await other.lines('insert into t values (1) returning a'), [
    'T a:23/4/-1/0',
    'D "1"',
    'C INSERT 0 1',
    'Z I',
  ])
  assert.deepEqual(
    await other.lines(
      'select count(*)::int from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()'
    ),
    ['T count:23/4/-1/0', 'D "0"', 'C SELECT 1', 'Z I']
  )
})

test('idle in a failed transaction', async () => {
  const client = await connected(server.port)
  await client.lines('set idle_in_transaction_session_timeout = 50')
  await client.lines('begin; select 1 / 0')
  client.messages.length = 0
  assert.deepEqual(await cutOff(client), IN_TRANSACTION)
})

test('idle outside a transaction', async () => {
  const client = await connected(server.port)
  await client.lines("set idle_session_timeout = '60ms'")
  assert.deepEqual(await cutOff(client), IN_SESSION)
})

test('each limit counts where it belongs, set on the way by ALTER ROLE as well', async () => {
  await other.lines('create role clerk login')
  await other.lines("alter role clerk set idle_session_timeout = '50ms'")
  await other.lines("alter role clerk set idle_in_transaction_session_timeout = '10min'")
  const clerk = await connected(server.port, { user: 'clerk' })
  assert.deepEqual(await cutOff(clerk), IN_SESSION)
  const inside = await connected(server.port)
  await inside.lines("set idle_session_timeout = '50ms'; set idle_in_transaction_session_timeout = '10min'; begin")
  await other.lines('select pg_sleep(0.2)')
  assert.deepEqual(await inside.lines('commit'), ['C COMMIT', 'Z I'])
  assert.deepEqual(await cutOff(inside), IN_SESSION)
})

test('who works is not idle, however long it takes', async () => {
  const client = await connected(server.port)
  await client.lines("set idle_session_timeout = '250ms'; set idle_in_transaction_session_timeout = '250ms'")
  client.socket.write(query('select pg_sleep(0.6)'))
  assert.deepEqual((await client.take('Z', 1)).map((/** @type {any} */ { type }) => type), ['T', 'D', 'C', 'Z'])
  assert.deepEqual(await cutOff(client), IN_SESSION)
})

test('between the messages of a pipeline nobody is idle; from its Sync on, it is', async () => {
  const client = await connected(server.port)
  await client.lines("set idle_session_timeout = '250ms'; set idle_in_transaction_session_timeout = '250ms'")
  client.socket.write(Buffer.concat([parse('', 'select pg_sleep(0.01)'), bind('', ''), execute('')]))
  await other.lines('select pg_sleep(0.6)')
  client.socket.write(sync())
  assert.deepEqual((await client.take('Z', 1)).map((/** @type {any} */ { type }) => type).at(-1), 'Z')
  assert.deepEqual(await cutOff(client), IN_SESSION)
})

test('a limit taken back counts no longer', async () => {
  const client = await connected(server.port)
  await client.lines("set idle_session_timeout = '250ms'")
  await client.lines('set idle_session_timeout = 0')
  await other.lines('select pg_sleep(0.5)')
  assert.deepEqual(await client.lines('select 1'), ['T ?column?:23/4/-1/0', 'D "1"', 'C SELECT 1', 'Z I'])
  client.end()
})
