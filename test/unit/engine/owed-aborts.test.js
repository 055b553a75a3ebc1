/** Rollbacks whole but for their ABORT record, which finds no room: nobody waits for it, recovery knows them. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

/** @import { Database } from '../../../src/index.js' */

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }

/** Ends of transactions find no room until `heal` is called. @param {Database} db @returns {{ heal: () => void }} */
function refuseEnds({ cluster: { wal } }) {
  const { reserve } = wal
  wal.reserve = (/** @type {number} */ bytes) => {
    if (wal.spending && bytes === 0) throw fileAccessError('extend', 'wal', systemError('ENOSPC'))
    return reserve.call(wal, bytes)
  }
  return { heal: () => { wal.reserve = reserve } }
}

/** @param {FaultVfs} disk @param {object[]} expected */
async function holds(disk, expected) {
  const db = await open({ ...OPTIONS, vfs: disk })
  assert.deepEqual((await db.query('select a, b from t order by a')).rows, expected)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
}

test('a rollback that cannot say so is over for everybody, and for the next process', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create table t (a int primary key, b text); insert into t values (1, 'one')")
  const [first, second] = [await db.connect(), await db.connect()]
  const long = "(select string_agg(md5(g::text), '') from generate_series(1, 900) g)"
  await first.exec(`begin; update t set b = ${long} where a = 1; insert into t values (2, 'rolled back')`)
  await second.exec(`begin; insert into t values (3, ${long})`)
  const { heal } = refuseEnds(db)
  await first.exec('rollback')
  await second.release() // its client is gone
  const { txns, wal, control } = db.cluster
  assert.equal(txns.owed.count, 2)
  assert.equal(wal.failed, null)
  // A commit that is refused is a rollback, too.
  await assert.rejects(db.exec("insert into t values (4, 'refused')"), { code: '53100' })
  assert.equal(txns.activeCount, 0)
  await holds(disk.crashImage(1), [{ a: 1, b: 'one' }])
  // A checkpoint knows them, and keeps their log.
  await db.checkpoint()
  assert.equal(txns.owed.count, 3)
  for (const { firstLsn } of txns.owed) assert.ok(control.fields.logStartLsn <= firstLsn)
  await holds(disk.crashImage(2), [{ a: 1, b: 'one' }])
  heal()
  await db.exec("insert into t values (2, 'two'), (3, 'three'); update t set b = 'uno' where a = 1")
  const rows = [{ a: 1, b: 'uno' }, { a: 2, b: 'two' }, { a: 3, b: 'three' }]
  await holds(disk.crashImage(3), rows)
  await db.checkpoint()
  assert.equal(txns.owed.count, 0)
  assert.ok(control.fields.logStartLsn >= control.fields.redoLsn)
  await holds(disk.crashImage(4), rows)
  await db.close()
})

test('a checkpoint that says what a rollback could not goes on spending', async () => {
  const db = await open({ ...OPTIONS, vfs: new FaultVfs({ seed: 2 }) })
  await db.exec('create table t (a int)')
  const session = await db.connect()
  await session.exec('begin; insert into t values (1)')
  const { heal } = refuseEnds(db)
  await session.exec('rollback')
  heal()
  const { txns, wal } = db.cluster
  assert.equal(txns.owed.count, 1)
  const { reserve } = wal
  /** @type {boolean[]} */
  const spent = []
  wal.reserve = (/** @type {number} */ bytes) => {
    spent.push(wal.spending)
    return reserve.call(wal, bytes)
  }
  await db.checkpoint()
  wal.reserve = reserve
  assert.equal(txns.owed.count, 0)
  assert.ok(spent.length > 2 && spent.every((does) => does), `of ${spent.length} records some did not spend`)
  await session.release()
  await db.close()
})
