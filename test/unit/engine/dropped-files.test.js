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

const SMALL = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }

/**
 * Its log has a drop first, then changes of many pages that stay, then purge's of the index that is dropped.
 * @param {FaultVfs} disk
 */
async function withDrop(disk) {
  const db = await open({ ...SMALL, vfs: disk, walSync: 'none' })
  const { maintenance, wal } = db.cluster
  await db.exec(`create table kept (a int, f text);
    insert into kept select 1, repeat('k', 1900) from generate_series(1, 500);
    create table gone (a int primary key); insert into gone select generate_series(1, 2000)`)
  await db.checkpoint()
  const old = await db.connect()
  await old.exec('begin isolation level repeatable read; select count(*) from kept')
  await db.exec('delete from gone where a % 2 = 0')
  const dropping = await db.connect()
  await dropping.exec('begin; drop table gone')
  await db.checkpoint() // says the drop
  await db.exec('update kept set a = 2')
  await old.exec('commit')
  await wal.durable(wal.position)
  while (maintenance.purge(1000)) { /* takes keys from the index */ }
  await dropping.exec('commit')
  await wal.durable(wal.position)
  return db
}

/**
 * A checkpoint on the spot while a batch of pages is being written.
 * @param {import('../../../src/index.js').Database} db
 */
async function checkpointBesideBatch(db) {
  const { storage, maintenance, control, wal } = db.cluster
  const oldestLsn = storage.pool.minRecLsn()
  const written = storage.writer.flushAll()
  const isInFlight = () => storage.writer.background.minRecLsn() < Infinity
  for (let turn = 0; turn < 5000 && !isInFlight(); turn++) await null
  assert.ok(isInFlight(), 'changes of what is kept are under way')
  maintenance.checkpointNow()
  const { redoLsn } = control.fields
  assert.ok(redoLsn >= oldestLsn && redoLsn < wal.position - 10_000, 'redo starts before them')
  written.catch(() => undefined)
}

/** @param {FaultVfs[]} images */
async function areWhole(images) {
  for (const vfs of images) {
    const db = await open({ ...SMALL, vfs })
    assert.deepEqual([...db.cluster.storage.files.quarantine.byFile.keys()], [])
    assert.deepEqual((await db.query('select a, count(*)::int n from kept group by 1')).rows, [{ a: 2, n: 500 }])
    assert.deepEqual((await db.check()).problems, [])
    await db.close()
  }
}

test('a checkpoint on the spot says the drops between where redo starts and where it stands', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await withDrop(disk)
  while (db.cluster.maintenance.purge(1000)) { /* the files go */ }
  await db.cluster.storage.files.settled()
  await checkpointBesideBatch(db)
  await areWhole([disk.afterKill(), disk.crashImage(2)])
  disk.cut()
})

test('… and those that a recovery carried out which found no room for its own checkpoint', async () => {
  const before = new FaultVfs({ seed: 1 })
  await withDrop(before)
  const disk = before.afterKill()
  before.cut()
  disk.inject({ call: 'write', path: /^double-write/, code: 'ENOSPC', times: Infinity })
  const db = await open({ ...SMALL, vfs: disk })
  assert.equal(disk.exists('base/10000001'), false, 'the drop is carried out')
  disk.heal()
  await checkpointBesideBatch(db)
  await areWhole([disk.afterKill(), disk.crashImage(2)])
  disk.cut()
})
