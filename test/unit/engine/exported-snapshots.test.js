/**
 * pg_export_snapshot() and SET TRANSACTION SNAPSHOT: the versions that one transaction sees are kept for those that
 * take its snapshot.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

for (const level of ['repeatable read', 'read committed']) {
  test(`lent by a transaction of ${level}`, async () => {
    const db = await open(':memory:')
    await db.exec('create table t(id int primary key, v int); insert into t select i, 0 from generate_series(1, 100) i')
    const [lender, borrower, late] = await Promise.all([db.connect(), db.connect(), db.connect()])
    await lender.exec(`begin isolation level ${level}`)
    const name = (await lender.query('select pg_export_snapshot() as name')).rows[0].name
    for (let round = 0; round < 50; round++)
      await db.exec('update t set v = v + 1; delete from t where id = 100; insert into t values (100, -1)')
    await borrower.exec(`begin isolation level repeatable read; set transaction snapshot '${name}'`)
    const seen = async (/** @type {any} */ session) =>
      Object.values((await session.query('select count(*)::int as n, sum(v)::int as v from t')).rows[0])
    assert.deepEqual(await seen(borrower), [100, 0])
    await lender.exec('commit')
    await db.exec('update t set v = v + 1')
    assert.deepEqual(await seen(borrower), [100, 0])
    await assert.rejects(borrower.exec('update t set v = 5 where id = 1'), { code: '40001' })
    await borrower.exec('rollback')
    await assert.rejects(late.exec(`begin isolation level repeatable read; set transaction snapshot '${name}'`), {
      code: '22023',
    })
    await late.exec('rollback')
    assert.deepEqual(await seen(late), [100, 99 * 51])
    for (const session of [lender, borrower, late]) await session.release()
    await db.close()
  })
}
