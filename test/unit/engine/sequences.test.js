/**
 * Sequences over crashes and restarts: a value that somebody was told is never handed out again, whatever happens to
 * the process; a clean close
 * loses none.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '4MB', walSegmentBytes: 256 * 1024 }

/** @param {any} db @param {string} [text] */
const value = async (db, text = "select nextval('s') as v") => Number((await db.query(text)).rows[0].v)

test('a clean close loses no value', async () => {
  const disk = new FaultVfs()
  let db = await open({ ...OPTIONS, vfs: disk })
  await db.exec('create sequence s')
  for (let n = 1; n <= 5; n++) assert.equal(await value(db), n)
  await db.close()
  db = await open({ ...OPTIONS, vfs: disk })
  assert.equal(await value(db), 6)
  assert.deepEqual((await db.query('select last_value, is_called from s')).rows, [{ last_value: '6', is_called: true }])
  await db.close()
})

test('no value is told twice over power cuts and kills, with a SELECT of the sequence and checkpoints between', async () => {
  let disk = new FaultVfs()
  let db = await open({ ...OPTIONS, vfs: disk })
  await db.exec('create sequence s; create sequence c cache 7; create table t(id int default nextval(\'s\'))')
  let last = 0
  let lastCached = 0
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 3 + round * 5; n++) {
      const next = round % 3 === 0 ? await value(db, 'insert into t default values returning id as v') : await value(db)
      assert.ok(next > last, `${next} after ${last}`)
      last = next
      if (n % 4 === 1) await db.query('select * from s')
      if (n === 2 && round % 2 === 0) await db.checkpoint()
      const cached = await value(db, "select nextval('c') as v")
      assert.ok(cached > lastCached)
      lastCached = cached
    }
    if (round === 5) {
      await db.query("select setval('s', 5000)")
      last = 5000
    }
    disk = round % 2 === 0 ? disk.crashImage(round) : disk.afterKill()
    db = await open({ ...OPTIONS, vfs: disk })
    assert.ok((await value(db, 'select last_value as v from s')) >= last)
    assert.ok((await value(db, 'select last_value as v from s')) <= last + 33)
  }
  await db.close()
})

test('values are shared, cached values are a session\'s own', async () => {
  const db = await open(OPTIONS)
  await db.exec('create sequence s; create sequence c cache 3')
  const other = await db.connect()
  assert.deepEqual([await value(db), await value(other), await value(db)], [1, 2, 3])
  const cached = "select nextval('c') as v"
  assert.deepEqual(
    [
      await value(db, cached), await value(other, cached), await value(db, cached), await value(other, cached),
      await value(db, cached), await value(db, cached),
    ],
    [1, 4, 2, 5, 3, 7],
  )
  await assert.rejects(value(other, "select currval('nothing') as v"), { code: '42P01' })
  await db.exec('begin; alter sequence s increment 100')
  const waiting = value(other)
  await db.exec('commit')
  assert.equal(await waiting, 103)
  await db.close()
})
