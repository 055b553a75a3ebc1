/** A handle whose database was closed: each of its methods says so, and it holds nothing of the engine. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @import { Database } from '../../../src/index.js' */

/**
 * What a closed handle is asked, and the SQLSTATE that answers; null: it passes.
 * @type {[string, string | null, (db: Database) => any][]}
 */
const ASKED = [
  ['query', '08003', (db) => db.query('SELECT 1')],
  ['query in a limit', '08003', (db) => db.query('SELECT 1', [], { timeout: 1000 })],
  ['exec', '08003', (db) => db.exec('SELECT 1')],
  ['sql', '08003', (db) => db.sql`SELECT 1`],
  ['prepare', '08003', (db) => db.prepare('SELECT 1').get()],
  ['stream', '08003', (db) => db.stream('SELECT 1').next()],
  ['copyFrom', '08003', (db) => db.copyFrom('t', ['1\n'])],
  ['copyTo', '08003', (db) => db.copyTo('t').next()],
  ['listen', '08003', (db) => db.listen('news', () => undefined)],
  ['notify', '08003', (db) => db.notify('news')],
  ['transaction', '08003', (db) => db.transaction(async () => 1)],
  ['transactionSync', '08003', (db) => db.transactionSync(() => 1)],
  ['createFunction', '08003', (db) => db.createFunction('f', { args: [], returns: 'int4' }, () => 1)],
  ['createProcedure', '08003', (db) => db.createProcedure('p', { args: [] }, () => undefined)],
  ['connect', '08003', (db) => db.connect()],
  ['connect of a user', '08003', (db) => db.connect({ user: 'postgres' })],
  ['checkpoint', '08003', (db) => db.checkpoint()],
  ['check', '08003', (db) => db.check()],
  ['stats', '08003', (db) => db.stats()],
  ['serve', '57P01', (db) => db.serve({ port: 0 })],
  ['fork', '57P01', (db) => db.fork()],
  ['snapshot', '57P01', (db) => db.snapshot()],
  ['createConnection', '57P01', (db) => db.createConnection()],
  ['flushed', null, (db) => db.flushed()],
  ['cancel', null, (db) => db.cancel()],
  ['release', null, (db) => db.release()],
  ['close', null, (db) => db.close()],
]

test.each(ASKED)('%s after close: %s', async (_, code, ask) => {
  const db = await open({ path: ':memory:' })
  await db.exec('CREATE TABLE t (i int)')
  await db.close()
  const said = await new Promise((resolve) => { resolve(ask(db)) }).then(() => null, (error) => error.code)
  assert.equal(said, code)
})

test('a closed handle holds no engine', async () => {
  const db = await open({ path: ':memory:' })
  const fork = await db.fork()
  await fork.close()
  await db.close()
  assert.deepEqual([db.cluster, db.session, fork.cluster, fork.session], [null, null, null, null])
  assert.deepEqual((await db.check().catch((error) => error)).code, '08003')
})

test('nor do its other sessions, and those that were released run nothing', async () => {
  const db = await open({ path: ':memory:' })
  const fork = await db.fork()
  const released = await fork.connect()
  await released.release()
  const other = await fork.connect()
  const statement = other.prepare('SELECT 1')
  await fork.query('CREATE TABLE t AS SELECT 1 AS a')
  const { wal, txns } = fork.cluster
  await fork.close()
  for (const session of [released, other]) {
    assert.equal(session.cluster, null)
    assert.equal((await session.query('SELECT 1').catch((error) => error)).code, '08003')
    assert.throws(() => session.prepare('SELECT 1'), { code: '08003' })
    assert.throws(() => session.transactionSync(() => 1), { code: '08003' })
  }
  assert.throws(() => statement.all(), { code: '57P03' })
  assert.deepEqual([wal.buffer.length, txns.undo.chunks.length], [0, 0])
  await db.close()
})

test('a server that is asked for while the database closes does not stay', async () => {
  const db = await open({ path: ':memory:' })
  const serving = db.serve({ port: 0 }).catch((error) => error)
  await db.close()
  assert.equal(/** @type {any} */ (await serving).code, '57P01')
})
