/** What a database keeps of its tables while it runs goes with their files: dropped, rewritten, temporary, undone. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('tables that are gone are forgotten', async () => {
  const db = await open(':memory:')
  const { storage } = db.session.database
  const sizes = async () => {
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
    return [storage.heaps.size, storage.relationOfFile.size, storage.committedOfFile.size]
  }
  await db.exec('create table t (a int primary key); insert into t values (1)')
  const round = async (/** @type {number} */ number) => {
    await db.exec(`create temp table x${number} (a int primary key, b text) on commit drop`)
    await db.exec(
      `create temp table y${number} (a int primary key); insert into y${number} values (1); drop table y${number}`,
    )
    await db.exec(`create table z${number} (a int primary key); insert into z${number} values (1); truncate z${number}; insert into z${number} values (2); drop table z${number}`)
    await db.exec(`begin; create table u${number} (a int primary key); insert into u${number} values (1); rollback`)
    await db.exec('begin; truncate t; insert into t values (2); rollback')
    await db.exec('vacuum full t')
  }
  await round(0)
  const before = await sizes()
  const scans = async () =>
    Number((await db.query("select n_tup_ins from pg_stat_user_tables where relname = 't'")).rows[0].n_tup_ins)
  for (let number = 1; number <= 20; number++) await round(number)
  assert.deepEqual(await sizes(), before)
  const inserted = await scans()
  await db.exec('begin; truncate t; rollback; insert into t values (5)')
  assert.ok(await scans() > inserted, 'the counters of a table outlive a rewrite that was undone')
  await db.close()
})
