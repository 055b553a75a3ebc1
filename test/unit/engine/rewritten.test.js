/**
 * Tables written anew under older snapshots: rows that were there stay visible; where an older snapshot should see
 * other versions, it is told (40001), never shown an empty table.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/**
 * Somebody with a snapshot from before `change` and `rewrite`.
 * @param {string} change
 * @param {string} rewrite
 * @param {(old: any, db: any) => Promise<void>} look
 */
async function under(change, rewrite, look) {
  const db = await open(':memory:')
  await db.exec("create table t (a int primary key, b text); insert into t select g, 'x' from generate_series(1, 100) g; create materialized view m as select a from t")
  // what is purged is settled
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  const old = await db.connect()
  await old.exec('begin isolation level repeatable read; select 1')
  await db.exec(change)
  await db.exec(rewrite)
  await look(old, db)
  await db.close()
}

/** @param {any} session */
const countOf = async (session, table = 't') =>
  (await session.query(`select count(*)::int as n from ${table}`)).rows[0].n

for (const rewrite of ['vacuum full t', 'cluster t using t_pkey']) {
  test(`${rewrite}: rows that were there before are seen, and may be changed`, () =>
    under('select 1', rewrite, async (old, db) => {
      assert.equal(await countOf(old), 100)
      assert.equal((await old.query('select b from t where a = 5')).rows[0].b, 'x')
      await old.exec("update t set b = 'old' where a = 5; delete from t where a = 6; commit")
      assert.equal(await countOf(db), 99)
      assert.deepEqual((await db.check()).problems, [])
    }))

  test(`${rewrite}: versions that are not kept are 40001, not missing`, () =>
    under("update t set b = 'y' where a = 3; delete from t where a = 4", rewrite, async (old, db) => {
      await assert.rejects(countOf(old), { code: '40001' })
      await old.exec('rollback')
      assert.equal(await countOf(old), 99)
      assert.equal(await countOf(db), 99)
      await old.exec('begin isolation level repeatable read')
      assert.equal(await countOf(old), 99)
      await old.exec('commit')
    }))

  test(`${rewrite} in a transaction that rolls back`, () =>
    under(
      "update t set b = 'y' where a = 3",
      `begin; ${rewrite.replace('vacuum full t', 'cluster t using t_pkey')}; rollback`,
      async (old) => {
        assert.equal(await countOf(old), 100)
        assert.equal((await old.query('select b from t where a = 3')).rows[0].b, 'x')
      },
    ))
}

test('REFRESH MATERIALIZED VIEW', () =>
  under('delete from t where a = 4', 'refresh materialized view m', async (old) => {
    assert.equal(await countOf(old), 100)
    await assert.rejects(countOf(old, 'm'), { code: '40001' })
  }))
