/** That purge goes on: what it cannot do it used to try again for ever, and nothing behind it was purged any more. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { open } from '../../../src/index.js'

/** @param {(db: any) => Promise<void>} work */
async function withoutComplaints(work) {
  /** @type {string[]} */
  const log = []
  const db = await open({ path: ':memory:', logger: (line) => log.push(line) })
  await work(db)
  await setTimeout(20)
  assert.deepEqual(log, [])
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
}

// A version for which an index expression fails never had an entry.
test('versions that an index expression cannot be computed for', () => withoutComplaints(async (db) => {
  await db.exec('create table t (a int); insert into t values (0), (1), (2); delete from t where a = 0; update t set a = a + 0')
  await db.exec('create index on t ((1 / a)); create index on t (a) where 1 / a > 0')
  await assert.rejects(db.query('insert into t values (0)'), { code: '22012' })
  await assert.rejects(db.query('update t set a = 0 where a = 1'), { code: '22012' })
  await db.exec('begin; savepoint s')
  await assert.rejects(db.query('insert into t values (3), (0)'), { code: '22012' })
  await db.exec('rollback; create table last (a int); drop table last; delete from t where a = 2')
  await db.query('vacuum t')
  assert.deepEqual((await db.query('select a from t')).rows, [{ a: 1 }])
}))

// Purge went by whatever view of a table had been read last, a rolled back one too: its new indexes had no file, and
// its dropped ones kept their entries.
test('indexes whose making or dropping was rolled back', () => withoutComplaints(async (db) => {
  const holder = await db.connect()
  await db.exec('create table other (); create table t (a int primary key, b int); create index kept on t (b); insert into t select g, g % 10 from generate_series(1, 2000) g')
  await holder.exec('begin isolation level repeatable read; select count(*) from other')
  await db.query('delete from t where a > 1')
  await db.exec('begin; drop index kept; create index made on t (b); insert into t values (5000, 1); rollback')
  await assert.rejects(db.query('insert into t values (5000, 5), (5001, 5); create unique index on t (b)'), { code: '23505' })
  await holder.exec('commit')
  await db.query('update t set b = b + 1')
  await setTimeout(20)
  const report = await db.check()
  assert.equal(report.staleEntries ?? 0, 0)
  await holder.release()
}))
