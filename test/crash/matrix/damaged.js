/**
 * A page that rots under an unfinished transaction: its relation is taken out of use, which is logged, and replayed by
 * the next recovery. The one record that no other case comes to.
 */
import assert from 'node:assert/strict'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { fileOf, flipBit } from '../../support/damage.js'
import { openDisk } from './simulate.js'

/** @param {number} seed @returns {Promise<void>} */
export async function damaged(seed) {
  const disk = new FaultVfs({ seed })
  const db = await openDisk(disk, 'immediate', seed)
  await db.exec("create table t (a int primary key, b text); insert into t select n, repeat('x', 100) from generate_series(1, 1000) n; create table other (a int); insert into other values (1)")
  const file = await fileOf(db, 't')
  await db.checkpoint()
  const session = await db.connect()
  await session.exec("begin; update t set b = 'unfinished' where a = 1")
  await db.checkpoint()
  // other pages are in the double-write areas now
  await db.exec('create table z as select n from generate_series(1, 20000) n')
  await db.checkpoint()
  let image = disk.crashImage(seed)
  flipBit(image, file, 0, 4000)
  for (let crash = 0; crash < 2; crash++) {
    const again = await openDisk(image, 'immediate', seed)
    await assert.rejects(again.query('select count(*) from t'), { code: 'XX001' })
    // What its sound pages hold cannot be believed either: some of it was not redone, or not undone.
    await assert.rejects(again.query('select b from t where a = 1000'), { code: 'XX001' })
    assert.equal((await again.query('select a from other')).rows.length, 1)
    await again.exec('insert into other select a from other where a < 0')
    image = image.crashImage(seed + crash)
  }
}
