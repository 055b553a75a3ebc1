/**
 * The process dies between any two records of a purge: what is left of a row is found by the sweep after it, and
 * nothing of another row goes with it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../src/index.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }

/** Rows that have moved, with values out of line, of which every other one is deleted; purge has not been there. */
async function before() {
  const disk = new FaultVfs({ seed: 9 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec(`create table t (id int primary key, v text, o text); alter table t alter o set storage external;
    create index on t (v); insert into t select g, 'v' || g, null from generate_series(1, 24) g`)
  await db.exec("update t set v = repeat('w', 1500) || id, o = repeat('o', 9000)")
  await db.exec('vacuum t')
  await db.exec('checkpoint')
  const holder = await db.connect()
  await holder.exec('begin isolation level repeatable read; select 1 from t')
  await db.exec('delete from t where id % 2 = 0')
  return { disk, db, holder }
}

test('a kill between any two records of a purge', { timeout: 120_000 }, async () => {
  let cuts = 0
  for (let at = 1; ; at += 5) {
    const { disk, db, holder } = await before()
    const { wal } = /** @type {any} */ (db).cluster
    const seal = wal.seal.bind(wal)
    let records = 0
    wal.seal = (/** @type {any[]} */ ...args) => { // each record reaches the system by itself
      const lsn = seal(...args)
      if (!disk.off && ++records === at) disk.cut()
      if (!disk.off) wal.writeOut()
      return lsn
    }
    await holder.exec('commit').catch(() => undefined) // the power goes in what follows
    await db.exec('vacuum t').catch(() => undefined)
    if (!disk.off) break
    cuts++
    const next = await open({ ...OPTIONS, vfs: disk.afterKill() })
    await next.exec("insert into t select g, repeat('n', 1400) || g, null from generate_series(1001, 1030) g")
    await next.exec("update t set v = repeat('m', 1700) || id where id > 1000")
    await next.cluster.maintenance.sweeping
    assert.equal(next.cluster.wal.failed, null, `record ${at}`)
    assert.deepEqual((await next.check()).problems, [], `record ${at}`)
    const { rows } = await next.query("select count(*)::int as n, sum(length(o))::int as o from t where v ~ '^[mw]'")
    assert.deepEqual(rows, [{ n: 42, o: 12 * 9000 }], `record ${at}`)
    await next.close()
  }
  assert.ok(cuts > 8, `${cuts} cuts`)
})
