/** CHECKPOINT: what was committed before it was asked for survives a power cut, in every mode. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

test('who asks while a checkpoint is under way waits for one that has what was committed by then', async () => {
  const disk = new FaultVfs({ seed: 5 })
  const db = await open({ path: '/data', vfs: disk, walSync: 'none' })
  await db.exec('create table t (i int)')
  const insert = db.prepare('insert into t values ($1)')
  let last = 0
  // The later commits come when the first checkpoint has synced the log already.
  for (let turns = 0; turns < 24; turns++) {
    const first = db.checkpoint()
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => { setImmediate(() => resolve(undefined)) })
    insert.run(++last)
    const asked = [db.checkpoint(), db.connect().then((session) => session.exec('checkpoint'))]
    await first
    await Promise.all(asked)
    for (const seed of [turns, turns + 100]) {
      const found = await open({ path: '/data', vfs: disk.crashImage(seed), walSync: 'none' })
      assert.deepEqual((await found.query('select max(i) from t')).rows, [{ max: last }], `after ${turns} turns`)
      await found.close()
    }
  }
  await db.close()
  assert.equal(db.cluster, null)
})

test('a database closes while one checkpoint is under way and another is asked for', async () => {
  const disk = new FaultVfs({ seed: 6 })
  const db = await open({ path: '/data', vfs: disk, walSync: 'none' })
  await db.exec('create table t (i int); insert into t values (1)')
  const asked = Promise.all([db.checkpoint(), db.checkpoint()])
  await db.close()
  await asked
  assert.deepEqual(disk.openFiles(), [])
  const again = await open({ path: '/data', vfs: disk.crashImage(1) })
  assert.deepEqual((await again.query('select i from t')).rows, [{ i: 1 }])
  await again.close()
})
