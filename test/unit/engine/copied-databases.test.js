/** A database made from another whose rows an older snapshot still keeps: what it copies is swept in the copy. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('what could not be purged before it was copied is swept afterwards', async () => {
  const db = await open({ path: ':memory:' })
  await db.exec('create database origin')
  const origin = await db.connect({ database: 'origin' })
  await origin.exec('create table t (a int primary key); insert into t select generate_series(1, 100)')
  const holder = await db.connect()
  await holder.exec('begin isolation level repeatable read; select 1')
  await origin.exec('update t set a = a + 1000; delete from t where a > 1050')
  const { rows: [{ file: copied }] } = await origin.query("select pg_relation_filenode('t')::int8 as file")
  await origin.release()
  await db.exec('create database copy template origin')

  const copy = await db.connect({ database: 'copy' })
  const { rows: files } = await copy.query(
    "select pg_relation_filenode('t')::int8 as file"
  )
  assert.notEqual(files[0].file, copied)
  const { sweepFiles } = db.cluster.txns
  assert.ok(sweepFiles.has(Number(files[0].file)), 'its table is to be swept')
  await holder.exec('commit')
  assert.deepEqual((await copy.query('select count(*)::int as n from t')).rows, [{ n: 50 }])
  await db.close()
})
