/**
 * Keys of new rows that wait in a gin index: they are found, moved, purged and undone, whoever changes their rows
 * meanwhile; and a crash at any time leaves an index that agrees with its table.
 */
import { afterEach, beforeEach, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { systemClock } from '../../../src/engine/turns/clock.js'

/** @type {any} */
let db
beforeEach(async () => {
  db = await open(':memory:')
  await db.exec(`CREATE EXTENSION pgstattuple; CREATE TABLE t (id int PRIMARY KEY, a int[]);
    INSERT INTO t SELECT g, ARRAY[-1] FROM generate_series(10000, 12000) g;
    CREATE INDEX ta ON t USING gin (a); ANALYZE t`)
})
afterEach(async () => { await db.close() })

const waiting = async () => (await db.query('SELECT pending_tuples::int AS n FROM pgstatginindex(\'ta\')')).rows[0].n
const move = async () => { await db.query('SELECT gin_clean_pending_list(\'ta\')') }
/** @param {string} condition @param {any} [on] */
async function ids(condition, on = db) {
  const text = `SELECT id FROM t WHERE ${condition} ORDER BY id`
  assert.match(JSON.stringify((await on.query(`EXPLAIN ${text}`)).rows), /ta/)
  return (await on.query(text)).rows.map((/** @type {any} */ row) => row.id)
}
const isSound = async () => {
  const { problems, relations } = await db.check()
  assert.deepEqual(problems, [])
  return relations
}

test('new rows wait, are found, and are moved', async () => {
  await db.query('INSERT INTO t VALUES (1, \'{1,2,3}\'), (2, \'{2,3}\')')
  await db.query('INSERT INTO t VALUES (3, \'{3}\'), (4, NULL), (5, \'{}\')')
  assert.equal(await waiting(), 5)
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await ids('a @> \'{3}\''), [1, 2, 3])
    assert.deepEqual(await ids('a @> \'{2,3}\''), [1, 2])
    assert.deepEqual(await ids('a && \'{1,9}\''), [1])
    assert.deepEqual(await ids('a = \'{}\''), [5])
    assert.deepEqual(await ids('a @> \'{9}\''), [])
    await isSound()
    await move()
    assert.equal(await waiting(), 0)
  }
})

test('a row that is longer than an entry has several', async () => {
  await db.query('INSERT INTO t SELECT 1, array_agg(g) FROM generate_series(1, 2000) g')
  assert.ok(await waiting() > 3)
  assert.deepEqual(await ids('a @> \'{1,1000,2000}\''), [1])
  await move()
  assert.deepEqual(await ids('a @> \'{1,1000,2000}\''), [1])
  await isSound()
})

test('a row that its own transaction changed has keys here and there', async () => {
  const other = await db.connect()
  await other.exec('BEGIN; INSERT INTO t VALUES (1, \'{1,2}\'); UPDATE t SET a = \'{2,3}\' WHERE id = 1')
  const agree = async (/** @type {any} */ on) => {
    assert.deepEqual(await ids('a @> \'{2,3}\'', on), [1])
    assert.deepEqual(await ids('a @> \'{1,2}\'', on), [])
  }
  await agree(other)
  await other.query('COMMIT')
  await agree(db)
  await move()
  await agree(db)
  await isSound()
  await other.release()
})

test('what is not over is not moved, and what is undone is gone', async () => {
  const other = await db.connect()
  await other.exec('BEGIN; INSERT INTO t VALUES (1, \'{1}\'); SAVEPOINT s; INSERT INTO t VALUES (2, \'{1}\')')
  await db.query('INSERT INTO t VALUES (3, \'{1}\')')
  await move()
  assert.equal(await waiting(), 2)
  assert.deepEqual(await ids('a @> \'{1}\''), [3])
  assert.deepEqual(await ids('a @> \'{1}\'', other), [1, 2, 3])
  await other.query('ROLLBACK TO s')
  assert.equal(await waiting(), 1)
  assert.deepEqual(await ids('a @> \'{1}\'', other), [1, 3])
  await other.query('ROLLBACK')
  assert.equal(await waiting(), 0)
  await isSound()
  await other.release()
})

test('a row keeps a key that another transaction gave it again, and took back', async () => {
  await db.query('INSERT INTO t VALUES (1, \'{1,3}\')')
  const other = await db.connect()
  // The key goes and comes: the second change must know that a version before it has it.
  await db.query('UPDATE t SET a = \'{2,3}\' WHERE id = 1')
  await other.exec('BEGIN; UPDATE t SET a = \'{2}\' WHERE id = 1; UPDATE t SET a = \'{2,3}\' WHERE id = 1')
  await move()
  await other.query('ROLLBACK')
  assert.deepEqual(await ids('a @> \'{3}\''), [1])
  assert.deepEqual(await ids('a @> \'{1}\''), [])
  await isSound()
  await other.release()
})

test('the same by the transaction whose row it is', async () => {
  const other = await db.connect()
  await other.exec(`BEGIN; INSERT INTO t VALUES (1, '{1,3}'); UPDATE t SET a = '{2,3}' WHERE id = 1; SAVEPOINT s;
    UPDATE t SET a = '{2}' WHERE id = 1; UPDATE t SET a = '{2,3}' WHERE id = 1`)
  await move()
  await other.exec('ROLLBACK TO s; COMMIT')
  assert.deepEqual(await ids('a @> \'{3}\''), [1])
  await move()
  assert.deepEqual(await ids('a @> \'{2,3}\''), [1])
  assert.deepEqual(await ids('a @> \'{1}\''), [])
  await db.query('DELETE FROM t WHERE id = 1')
  await isSound()
  await other.release()
})

test('a purged row leaves nothing, while others look at what was there', async () => {
  const reader = await db.connect()
  await db.query('INSERT INTO t VALUES (1, \'{1}\'), (2, \'{1}\')')
  await reader.exec('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
  await db.query('DELETE FROM t WHERE id = 1')
  await db.query('UPDATE t SET a = \'{2}\' WHERE id = 2')
  assert.deepEqual(await ids('a @> \'{1}\'', reader), [1, 2])
  await move()
  assert.deepEqual(await ids('a @> \'{1}\'', reader), [1, 2])
  await reader.query('COMMIT')
  assert.deepEqual(await ids('a @> \'{1}\''), [])
  await db.query('VACUUM t')
  await isSound()
  await db.query('INSERT INTO t VALUES (3, \'{1}\')')
  await db.query('DELETE FROM t WHERE id = 3')
  await db.query('VACUUM t')
  assert.equal(await waiting(), 0)
  await isSound()
  await reader.release()
})

test('nothing waits where fastupdate is off, or beyond the limit', async () => {
  await db.query('ALTER INDEX ta SET (fastupdate = off)')
  await db.query('INSERT INTO t VALUES (1, \'{1}\')')
  await db.query('INSERT INTO t SELECT g, \'{1}\' FROM generate_series(2, 3) g')
  assert.equal(await waiting(), 0)
  await db.query('ALTER INDEX ta SET (fastupdate = on, gin_pending_list_limit = 64)')
  const other = await db.connect()
  await other.query('BEGIN')
  await other.query('INSERT INTO t SELECT g, \'{1}\' FROM generate_series(13001, 25000) g')
  assert.ok(await waiting() < 8000)
  await other.query('COMMIT')
  assert.equal((await ids('a @> \'{1}\'')).length, 12003)
  await isSound()
  await other.release()
})

test('VACUUM moves what waits', async () => {
  await db.query('INSERT INTO t VALUES (1, \'{1}\'), (2, \'{1,2}\')')
  assert.equal(await waiting(), 2)
  await db.query('VACUUM t')
  assert.equal(await waiting(), 0)
  assert.deepEqual(await ids('a @> \'{1}\''), [1, 2])
  await isSound()
})

test.each(['SELECT gin_clean_pending_list(\'ta\')', 'VACUUM t'])(
  '%s that is cancelled leaves the rest to others', async (text) => {
  let nowMs = 0
  const hasty = await open(':memory:', { clock: { ...systemClock(), monotonicMs: () => (nowMs += 10) } })
  await hasty.exec(`CREATE EXTENSION pgstattuple; CREATE TABLE t (a int[]); CREATE INDEX ta ON t USING gin (a);
    INSERT INTO t SELECT ARRAY[g % 100] FROM generate_series(1, 10000) g`)
  const left = async () =>
    (await hasty.query('SELECT pending_tuples::int AS n FROM pgstatginindex(\'ta\')')).rows[0].n
  assert.equal(await left(), 10000)
  const controller = new AbortController()
  const moved = hasty.query(text, [], { signal: controller.signal })
  const { moving } = /** @type {any} */ (hasty).cluster.btreeEnv.waiting
  while (moving.size === 0) await new Promise((resolve) => setImmediate(resolve))
  controller.abort()
  await assert.rejects(moved, { code: '57014' })
  assert.ok(await left() > 0)
  await hasty.query(text)
  assert.equal(await left(), 0)
  assert.deepEqual((await hasty.check()).problems, [])
  await hasty.close()
})
