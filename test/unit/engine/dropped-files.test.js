/** What a database keeps of its tables while it runs goes with their files: dropped, rewritten, temporary, undone. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

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

test('a checkpoint on the spot says the drops between where redo starts and where it stands', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const options = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }
  const db = await open({ ...options, vfs: disk, walSync: 'none' })
  const { storage, maintenance, wal } = db.cluster
  await db.exec(`create table kept (a int); insert into kept values (1);
    create table gone (a int primary key); insert into gone select generate_series(1, 2000)`)
  await db.checkpoint()
  const old = await db.connect()
  await old.exec('begin isolation level repeatable read; select * from kept')
  await db.exec('delete from gone where a % 2 = 0')
  const dropping = await db.connect()
  await dropping.exec('begin; drop table gone')
  await db.checkpoint() // says the drop
  const beforeLsn = wal.position
  await db.exec('update kept set a = 2')
  await old.exec('commit')
  await wal.durable(wal.position)
  while (maintenance.purge(1000)) { /* takes keys from the index */ }
  await dropping.exec('commit')
  await wal.durable(wal.position)
  while (maintenance.purge(1000)) { /* the files go */ }
  await storage.files.settled()
  const isInFlight = () => storage.pool.inFlight.includes(1)
  const written = storage.writer.flushAll()
  for (let turn = 0; turn < 1000 && !isInFlight(); turn++) await null
  assert.ok(isInFlight(), 'the change of what is kept is under way')
  maintenance.checkpointNow()
  assert.ok(db.cluster.control.fields.redoLsn < wal.position && db.cluster.control.fields.redoLsn >= beforeLsn)
  const left = [disk.afterKill(), disk.crashImage(2)]
  written.catch(() => undefined)
  for (const vfs of left) {
    const again = await open({ ...options, vfs })
    assert.deepEqual([...again.cluster.storage.files.quarantine.byFile.keys()], [])
    assert.deepEqual((await again.query('select a from kept')).rows, [{ a: 2 }])
    await again.close()
  }
  disk.cut()
})
