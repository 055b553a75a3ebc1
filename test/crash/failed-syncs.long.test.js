/**
 * What a failed sync leaves: a system's cache that says one thing and a disk that holds another, until the power is
 * cut. The process that ends because of it, those that open the directory after it, and opens that fail themselves,
 * one call of the disk after the other.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../src/index.js'
import { DbError } from '../../src/errors/db-error.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 64 * 1024 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @param {FaultVfs} vfs */
const openOn = (vfs) => open({ ...OPTIONS, vfs })

/** @param {any} db */
async function content(db) {
  const { rows } = await db.query('select count(*)::int as n, sum(a)::int as s, sum(length(b))::int as l from t')
  return rows[0]
}

/** A directory that was closed, with a table. */
async function closed() {
  const disk = new FaultVfs({ seed: 5 })
  const db = await openOn(disk)
  await db.exec(`create table t (a int primary key, b text);
    insert into t select g, repeat('b', 50) from generate_series(1, 300) g`)
  await db.close()
  return disk
}

/**
 * Commits until the engine ends or there is no more to do; every third one beside a checkpoint.
 * @param {any} db
 * @param {Set<number>} acknowledged
 */
async function work(db, acknowledged) {
  for (let step = 1; step <= 21; step++) {
    const a = 1000 + step
    try {
      const change = step % 3 === 0
        ? `insert into t select 10000 + ${step} * 100 + g, repeat('c', 100) from generate_series(1, 40) g`
        : `update t set b = 'changed' || ${step} where a % 30 = ${step}`
      await db.exec(`begin; ${change}; insert into t values (${a}, 'mine'); commit`)
      acknowledged.add(a)
      if (step % 3 === 0) await db.checkpoint()
    } catch (error) {
      assert.ok(error instanceof DbError, String(error))
      if (db.cluster.wal.failed !== null) return
    }
  }
}

/** @param {any} db @param {Set<number>} acknowledged @param {string} when */
async function nothingIsLost(db, acknowledged, when) {
  const { rows } = await db.query("select a from t where a between 1000 and 1999 and b <> 'x'")
  const there = new Set(rows.map((/** @type {{a: number}} */ { a }) => a))
  for (const a of acknowledged) assert.ok(there.has(a), `${a} was acknowledged and is gone ${when}`)
  assert.deepEqual((await db.check()).problems, [], when)
  return there
}

test('whichever sync fails: what the next process found outlives the power', async () => {
  const base = await closed()
  let ended = 0
  for (let at = 1; at <= 80; at += at > 20 ? 7 : 3) {
    const disk = base.crashImage(at, { seed: at })
    const db = await openOn(disk)
    const { cluster } = db
    const fault = disk.inject({ call: 'sync', at })
    /** @type {Set<number>} */
    const acknowledged = new Set()
    await work(db, acknowledged)
    if (at % 2 === 0) await db.close().catch((error) => assert.equal(error.code, '58030')) // the sync may be its own
    const failed = cluster.wal.failed !== null || at % 2 === 0
    if (failed) ended++
    disk.cut()
    await turn()
    assert.ok(failed || fault.failed === 0, `sync ${at} failed, and nothing came of it`)
    const kept = disk.afterKill({ seed: at })
    const next = await openOn(kept)
    const found = await nothingIsLost(next, acknowledged, `for the process after the failed sync ${at}`)
    await next.exec("insert into t values (1999, 'after')")
    const lasting = new Set([...found, 1999])
    for (const seed of [at, at + 1000]) {
      const last = await openOn(kept.crashImage(seed))
      await nothingIsLost(last, lasting, `after the power cut behind the failed sync ${at}`)
      await last.close()
    }
    await next.close()
  }
  assert.ok(ended > 8, `${ended} processes ended`)
})

test('whichever call fails at an open: no descriptor is left, nothing is lost', async () => {
  const base = await closed()
  const db = await openOn(base)
  /** @type {Set<number>} */
  const acknowledged = new Set()
  await work(db, acknowledged)
  await db.exec('create table u (a int); insert into u select generate_series(1, 2000)')
  await db.exec('begin; delete from t where a < 100')
  base.cut()
  await turn()
  const before = await content(await openOn(base.crashImage(1)))
  const counting = base.crashImage(1)
  await openOn(counting)
  const calls = counting.callCount
  assert.ok(calls > 100, `${calls} calls`)
  let failed = 0
  /** @type {string[]} */
  const left = []
  for (let at = 1; at <= calls; at += at < 120 ? 2 : 9) {
    const disk = base.crashImage(1, { seed: at })
    disk.inject({ at, code: at % 5 === 0 ? 'ENOSPC' : at % 7 === 0 ? 'EMFILE' : 'EIO' })
    const opened = await openOn(disk).catch((error) => error)
    if (opened instanceof Error) {
      failed++
      assert.ok(opened instanceof DbError, `call ${at}: ${opened.stack}`)
      for (let turns = 0; turns < 40; turns++) await turn()
      if (disk.openFiles().length > 0) left.push(`call ${at}, ${disk.faults.told}: ${disk.openFiles()}`)
    } else await opened.close().catch((/** @type {DbError} */ error) => assert.equal(error.code, '58030', `call ${at}`))
    disk.heal()
    const again = await openOn(disk)
    assert.deepEqual(await content(again), before, `call ${at}`)
    await again.close()
  }
  assert.deepEqual(left, [], 'opens that failed, and what they left open')
  assert.ok(failed > 40, `${failed} opens failed`)
})
