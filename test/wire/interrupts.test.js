/**
 * What stops a statement from outside: CancelRequest, statement_timeout, lock_timeout, the server's shutdown; running,
 * and waiting for a lock.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  WireClient, bind, connected, describeMessage, execute, flush, i32, message, parse, query, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const ENDLESS = 'select count(*) from generate_series(1, 1000000000)'

/**
 * Without RowDescription: it may leave before the interrupt comes.
 * @param {import('../support/wire-client.js').Message[]} answers
 */
const essence = (answers) => answers.map(describeMessage).filter((line) => line[0] !== 'T')

test('CancelRequest stops a running and a waiting statement, and only with the right key', async () => {
  const server = await startServer()
  const client = new WireClient(server.port)
  const key = /** @type {import('../support/wire-client.js').Message} */ (
    (await client.start()).find((answer) => answer.type === 'K')
  ).body
  const holder = await connected(server.port)
  await client.query('create table c(a int primary key); insert into c values (1)')
  await holder.query('begin; update c set a = 1')
  const cancel = async (/** @type {Buffer} */ secret) => {
    const other = new WireClient(server.port)
    other.send(message('', Buffer.concat([i32(80877102), secret])))
    assert.deepEqual(await other.takeToEnd(), [])
  }
  client.send(query('update c set a = 1'))
  const wrong = Buffer.from(key)
  wrong[7] ^= 1
  await cancel(wrong)
  await cancel(key)
  assert.deepEqual(essence(await client.take('Z')), ['E ERROR 57014', 'Z I'])
  client.send(query(ENDLESS))
  await cancel(key)
  assert.deepEqual(essence(await client.take('Z')), ['E ERROR 57014', 'Z I'])
  await cancel(key)
  assert.deepEqual(essence(await client.query('select 1')), ['D "1"', 'C SELECT 1', 'Z I'])
  client.end()
  holder.end()
  await server.close()
})

test('statement_timeout and lock_timeout, running and waiting', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const holder = await connected(server.port)
  await client.query('create table c(a int primary key); insert into c values (1)')
  await holder.query('begin; update c set a = 1')
  await client.query("set lock_timeout = '30ms'")
  assert.deepEqual(await client.lines('update c set a = 1'), ['E ERROR 55P03', 'Z I'])
  assert.deepEqual(await client.lines('lock table c'), ['E ERROR 25P01', 'Z I'])
  assert.deepEqual(await client.lines('drop table c'), ['E ERROR 55P03', 'Z I'])
  await client.query("set lock_timeout = 0; set statement_timeout = '30ms'")
  assert.deepEqual(await client.lines('begin; update c set a = 1'), ['C BEGIN', 'E ERROR 57014', 'Z E'])
  assert.deepEqual(await client.lines('rollback'), ['C ROLLBACK', 'Z I'])
  assert.deepEqual(essence(await client.query(ENDLESS)), ['E ERROR 57014', 'Z I'])
  await holder.query('rollback')
  assert.deepEqual(await client.lines('update c set a = 1'), ['C UPDATE 1', 'Z I'])
  client.end()
  holder.end()
  await server.close()
})

test('shutdown tells every client, rolls back what is open and frees the port', async () => {
  const server = await startServer()
  const idle = await connected(server.port)
  const inBlock = await connected(server.port)
  await inBlock.query('begin; create table s(a int)')
  const running = await connected(server.port)
  running.send(query(ENDLESS))
  const greeting = new WireClient(server.port)
  await once(greeting.socket, 'connect')
  await server.close()
  for (const client of [idle, inBlock, running])
    assert.ok((await client.takeToEnd()).map(describeMessage).includes('E FATAL 57P01'))
  await greeting.takeToEnd()
  const late = new WireClient(server.port)
  await late.until(() => false)
  assert.ok(late.closed)
})

test('statement_timeout runs from Parse to the end of Execute, also while the client says nothing, and anew for each statement of a pipeline', async () => {
  const server =
    process.env.ORACLE_PORT === undefined
      ? await startServer()
      : { port: Number(process.env.ORACLE_PORT), close: async () => {} }
  const client = await connected(server.port)
  await client.query('set statement_timeout = 300')
  const late = () => new Promise((resolve) => { setTimeout(resolve, 400) })
  client.send(parse('', 'select 1'), flush())
  assert.deepEqual(essence(await client.take('1')), ['1'])
  await late()
  client.send(bind('', ''), execute(''), sync())
  assert.deepEqual(essence(await client.take('Z')), ['E ERROR 57014', 'Z I'])
  // In a block, the block fails; Sync is a message too.
  await client.query('begin')
  client.send(parse('', 'select 1'), bind('', ''), flush())
  assert.deepEqual(essence(await client.take('2')), ['1', '2'])
  await late()
  client.send(sync())
  assert.deepEqual(essence(await client.take('Z')), ['E ERROR 57014', 'Z E'])
  await client.query('rollback')
  const sleep = [parse('', 'select pg_sleep(0.2)'), bind('', ''), execute('')]
  client.send(...sleep, ...sleep, sync())
  assert.deepEqual(essence(await client.take('Z')), [
    '1', '2', 'D ""', 'C SELECT 1', '1', '2', 'D ""', 'C SELECT 1', 'Z I',
  ])
  // After Sync nothing is under way.
  client.send(parse('s', 'select 1'), sync())
  assert.deepEqual(essence(await client.take('Z')), ['1', 'Z I'])
  await late()
  client.send(bind('', 's'), execute(''), sync())
  assert.deepEqual(essence(await client.take('Z')), ['2', 'D "1"', 'C SELECT 1', 'Z I'])
  client.end()
  await server.close()
})
