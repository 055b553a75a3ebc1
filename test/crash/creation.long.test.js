/**
 * A data directory is made whole or not at all: the power goes, or the process dies, while one is made, and while a
 * database is added to one. The next open makes it, or finds it complete. Clean closes leave nothing to recover; a
 * close in the middle of statements is a clean one too.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../src/index.js'
import { restoreTornPages } from '../../src/storage/double-write.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'
import { seededRandom } from '../../src/util/prng.js'

const seed = Number(process.env.SEED ?? 20240703)
console.log(`# seed ${seed}`)
const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }

/** @param {any} db */
async function usable(db) {
  assert.deepEqual((await db.check()).problems, [])
  await db.exec('create table made (a int primary key); insert into made values (1); drop table made')
}

test('a cut while the directory is made', { timeout: 60_000 }, async () => {
  const whole = new FaultVfs()
  await (await open({ ...OPTIONS, vfs: whole })).close()
  const random = seededRandom(seed)
  for (let cut = 0; cut < 8; cut++) {
    const at = 1 + random.below(whole.writeCount - 5)
    const disk = new FaultVfs(
      cut % 3 === 0 ? { crashAtSync: 1 + random.below(whole.syncCount - 3) } : { crashAtWrite: at }
    )
    await assert.rejects(
      async () => {
        await (await open({ ...OPTIONS, vfs: disk })).close()
      },
      () => disk.off
    )
    const image = cut % 2 === 0 ? disk.crashImage(seed + cut) : disk.afterKill()
    const db = await open({ ...OPTIONS, vfs: image })
    await usable(db)
    await db.close()
  }
})

test(
  'a cut at each sync while the directory is made: nothing counts before the control file',
  { timeout: 60_000 },
  async () => {
    const whole = new FaultVfs()
    const db = await open({ ...OPTIONS, vfs: whole })
    const { syncCount } = whole
    await db.close()
    assert.ok(syncCount <= 11, `${syncCount} syncs: each directory once before the control file`)
    for (let cut = 1; cut <= syncCount; cut += 2) {
      const disk = new FaultVfs({ crashAtSync: cut })
      await assert.rejects(open({ ...OPTIONS, vfs: disk }), () => disk.off)
      for (const image of [disk.crashImage(seed + cut), disk.crashImage(seed - cut), disk.afterKill()]) {
        const made = await open({ ...OPTIONS, vfs: image })
        await usable(made)
        await made.close()
      }
    }
  },
)

test(
  'a cut, or a sync that fails, while a directory is made that an attempt before has begun',
  { timeout: 60_000 },
  async () => {
    for (let cut = 1; cut <= 8; cut += 2) {
      const begun = new FaultVfs({ crashAtSync: 1 })
      await assert.rejects(open({ ...OPTIONS, vfs: begun }), () => begun.off)
      const killed = begun.afterKill() // its mark was never synced
      killed.options.crashAtSync = killed.syncCount + cut
      await assert.rejects(open({ ...OPTIONS, vfs: killed }), () => killed.off)
      const failing = new FaultVfs({ failAtSync: cut })
      await assert.rejects(open({ ...OPTIONS, vfs: failing }), { code: '58030' })
      const again = await open({ ...OPTIONS, vfs: failing })
      await usable(again)
      await again.close()
      for (const image of [
        killed.crashImage(seed + cut), killed.crashImage(seed - cut), failing.crashImage(seed + cut),
      ]) {
        const made = await open({ ...OPTIONS, vfs: image })
        await usable(made)
        await made.close()
      }
    }
  },
)

test('after a clean close nothing is restored nor synced, after a kill little is', { timeout: 60_000 }, async () => {
  const filled = async () => {
    const disk = new FaultVfs()
    const db = await open({ ...OPTIONS, vfs: disk })
    for (let table = 0; table < 20; table++)
      await db.exec(`create table t${table} (a int primary key); insert into t${table} values (1)`)
    await db.exec('checkpoint')
    return { disk, db }
  }
  const { disk, db } = await filled()
  await db.close()
  assert.deepEqual(restoreTornPages(disk, true), restoreTornPages(disk, false), 'the headers alone say the same')
  const killed = (await filled()).disk.afterKill()
  const syncs = async (/** @type {FaultVfs} */ vfs) => {
    const before = vfs.syncCount
    const opened = await open({ ...OPTIONS, vfs })
    const count = vfs.syncCount - before
    await usable(opened)
    await opened.close()
    return count
  }
  const [clean, again, unclean] = [await syncs(disk), await syncs(disk), await syncs(killed)]
  assert.ok(clean <= 8 && again <= 8, `${clean} and ${again} syncs after a clean close`)
  // The files of the last batch once more, and nothing for those that a checkpoint has settled.
  assert.ok(unclean > again && unclean < 32, `${unclean} syncs after a kill: a checkpoint had settled twenty tables`)
})

test('a cut while a database is made or dropped', { timeout: 60_000 }, async () => {
  const base = new FaultVfs()
  await (await open({ ...OPTIONS, vfs: base })).close()
  const work = async (/** @type {FaultVfs} */ disk, /** @type {string[]} */ acknowledged) => {
    const db = await open({ ...OPTIONS, vfs: disk })
    for (const statement of ['create database a', 'create database b', 'drop database a', 'checkpoint']) {
      await db.exec(statement)
      acknowledged.push(statement)
    }
    await db.close()
  }
  const uncut = base.crashImage(1)
  await work(uncut, [])
  const random = seededRandom(seed + 1)
  for (let cut = 0; cut < 6; cut++) {
    const disk = base.crashImage(
      1,
      cut % 3 === 0
        ? { crashAtSync: 20 + random.below(uncut.syncCount - 24) }
        : { crashAtWrite: 10 + random.below(uncut.writeCount - 14) }
    )
    /** @type {string[]} */
    const acknowledged = []
    await assert.rejects(
      work(disk, acknowledged),
      (/** @type {any} */ error) => disk.off && (error.name === 'PowerCut' || error.code === '58030')
    )
    const db = await open({ ...OPTIONS, vfs: cut % 2 === 0 ? disk.crashImage(seed + cut) : disk.afterKill() })
    const names = (await db.query("select datname from pg_database where datname in ('a', 'b') order by 1")).rows
      .map((/** @type {any} */ row) => row.datname)
      .join()
    const possible = ['', 'a', 'a,b', 'b', 'b'].slice(acknowledged.length, acknowledged.length + 2)
    assert.ok(possible.includes(names), `after ${acknowledged.join('; ')}: databases "${names}"`)
    for (const name of names.split(','))
      if (name !== '')
        await usable(
          await db.connect({ database: name }).then((session) => Object.assign(session, { check: () => db.check() }))
        )
    await usable(db)
    await db.close()
  }
})

test('a close while statements run is clean', { timeout: 60_000 }, async () => {
  const disk = new FaultVfs()
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create table t (a int primary key, b text); insert into t select g, repeat('x', 500) from generate_series(1, 8000) g")
  const sessions = await Promise.all([1, 2, 3, 4, 5].map(() => db.connect()))
  const [scan, change, build, wait, copy] = sessions
  await change.exec('begin; update t set b = b where a = 1')
  const running = [
    scan.query('select count(*) from t x, t y where x.b < y.b'),
    change.query("update t set b = b || 'y'"),
    build.exec('create index on t (b, a)'),
    wait.query('delete from t where a = 1'),
    copy.query('select b, count(*) from t group by b order by b'),
  ].map((one) =>
    one.then(
      () => null,
      (/** @type {any} */ error) => error
    )
  )
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
  await db.close()
  for (const outcome of await Promise.all(running))
    assert.ok(outcome === null || /^(57014|57P01|57P03|57P05)$/.test(outcome.code), String(outcome?.stack))
  const again = await open({ ...OPTIONS, vfs: disk.crashImage(seed) })
  assert.equal(again.cluster.recovered, '')
  assert.equal((await again.query('select count(*)::int as n from t')).rows[0].n, 8000)
  assert.deepEqual((await again.check()).problems, [])
  await again.close()
})
