/**
 * A serializable snapshot held while thousands of others come and go: what is remembered of them stays bounded, and no
 * anomaly passes for it.
 */
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
/** @type {any[]} */
let sessions

beforeAll(async () => {
  db = await open(':memory:')
  sessions = [await db.connect(), await db.connect()]
  await db.exec('create table t(id int primary key, v int); create table other(id int primary key, v int); insert into other select g, 0 from generate_series(1, 400) g')
})
beforeEach(async () => {
  for (const session of sessions) await session.query('rollback')
  await db.exec('delete from t; insert into t select g, 0 from generate_series(1, 100) g')
})
afterAll(async () => {
  for (const session of sessions) await session.release()
  await db.close()
})

const state = () => db.cluster.txns.serializable

/** @param {any} session @param {string[]} texts in one serializable transaction */
async function transaction(session, ...texts) {
  await session.query('begin isolation level serializable')
  for (const text of texts) await session.query(text)
  await session.query('commit')
}

/** Others that make the finished ones old. @param {any} session */
async function manyOthers(session) {
  for (let number = 0; number < 1100; number++)
    await transaction(
      session,
      `select v from other where id = ${1 + (number % 400)}`,
      `update other set v = v + 1 where id = ${1 + ((number * 7) % 400)}`
    )
}

test('what is remembered is bounded', async () => {
  const [long, other] = sessions
  await long.query('begin isolation level serializable')
  await long.query('select v from t where id = 1')
  await manyOthers(other)
  await manyOthers(other)
  assert.ok(state().finished.size <= 1000)
  assert.ok(state().summary !== null && state().oldWriters.size > 0 && state().oldWriters.size < 10)
  await long.query('commit')
  await transaction(other, 'select v from t where id = 1')
  assert.equal(state().summary, null)
  assert.equal(state().oldWriters.size, 0)
  assert.equal(state().locks.rowReaders.size, 0)
})

test('write skew with one of the summary, which is written over', async () => {
  const [long, other] = sessions
  await long.query('begin isolation level serializable')
  await long.query('select v from t where id = 1')
  await transaction(other, 'select v from t where id = 2', 'update t set v = 1 where id = 1')
  await manyOthers(other)
  await assert.rejects(async () => {
    await long.query('update t set v = 1 where id = 2')
    await long.query('commit')
  }, { code: '40001' })
})

test('write skew with one of the summary, which is read over', async () => {
  const [long, other] = sessions
  await long.query('begin isolation level serializable')
  await long.query('select v from other where id = 1')
  await transaction(other, 'select v from t where id = 2', 'update t set v = 1 where id = 1')
  await manyOthers(other)
  await assert.rejects(async () => {
    await long.query('update t set v = 1 where id = 2')
    await long.query('select v from t where id = 1')
    await long.query('commit')
  }, { code: '40001' })
})

test('who only reads, or only writes what nobody read, is not disturbed', async () => {
  const [long, other] = sessions
  await long.query('begin isolation level serializable')
  await long.query('select v from t where id = 3')
  await transaction(other, 'update t set v = 1 where id = 1')
  await manyOthers(other)
  await long.query('select v from t where id = 4')
  await long.query('update t set v = 1 where id = 5')
  await long.query('commit')
})
