/** db.fork(): a copy on write of what is committed. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { EmbeddedSession } from '../../../src/index.js' */

/** @param {EmbeddedSession} db @param {string} [table] */
const sum = async (db, table = 't') =>
  (await db.query(`select count(*)::int as n, coalesce(sum(v), 0)::int as s from ${table}`)).rows[0]

/** @param {(dir: string) => Promise<void>} work */
async function inDirectory(work) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-fork-'))
  try {
    await work(join(dir, 'data'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

for (const kind of ['memory', 'disk']) {
  /** @param {(path: string) => Promise<void>} work */
  const at = (work) => kind === 'disk' ? inDirectory(work) : work(':memory:')

  test(`${kind}: neither sees what the other does`, () => at(async (path) => {
    const db = await open(path)
    await db.exec(`create table t (id int primary key, v int); insert into t select g, g from generate_series(1, 600) g;
      create sequence s; select nextval('s')`)
    const before = await sum(db)
    const fork = await db.fork()
    await db.exec('update t set v = v + 1; create table later (a int)')
    await db.checkpoint()
    assert.deepEqual(await sum(fork), before)
    await assert.rejects(fork.query('select * from later'), { code: '42P01' })
    await fork.exec(`delete from t where id > 10; create index on t (v);
      create table own (v int); insert into own values (7)`)
    assert.deepEqual(await sum(fork), { n: 10, s: 55 })
    assert.equal((await fork.query("select nextval('s')::int as n")).rows[0].n > 1, true)
    assert.deepEqual(await sum(db), { n: 600, s: before.s + 600 })
    await assert.rejects(db.query('select * from own'), { code: '42P01' })
    assert.deepEqual((await fork.check()).problems, [])
    const second = await fork.fork()
    await fork.exec('drop table t')
    assert.deepEqual(await sum(second), { n: 10, s: 55 })
    await second.close()
    await fork.close()
    assert.deepEqual(await sum(db), { n: 600, s: before.s + 600 })
    assert.deepEqual((await db.check()).problems, [])
    await db.close()
    if (kind === 'memory') return
    const again = await open(path)
    assert.deepEqual(await sum(again), { n: 600, s: before.s + 600 })
    await again.close()
  }))

  test(`${kind}: what is in flight is not in the fork, and goes on`, () => at(async (path) => {
    const db = await open(path)
    await db.exec(`create table t (id int primary key, v int);
      insert into t select g, 1 from generate_series(1, 500) g`)
    const other = await db.connect()
    await other.exec(`begin; update t set v = 5; delete from t where id < 100; insert into t values (1000, 1);
      create table w (v int)`)
    await db.exec('create temporary table mine as select 1 as v')
    const fork = await db.fork()
    assert.deepEqual(await sum(fork), { n: 500, s: 500 })
    await assert.rejects(fork.query('select * from mine'), { code: '42P01' })
    await fork.exec('update t set v = 2') // nobody holds locks there
    await other.exec('commit')
    assert.deepEqual(await sum(fork), { n: 500, s: 1000 })
    assert.deepEqual(await sum(db), { n: 402, s: 2006 })
    await fork.close()
    await db.close()
  }))

  test(`${kind}: the parent drops, truncates, vacuums and closes meanwhile`, () => at(async (path) => {
    const db = await open(path)
    await db.exec(`create table t (id int primary key, v int);
      insert into t select g, g from generate_series(1, 2000) g;
      create table u as select * from t; create table w as select * from t`)
    const fork = await db.fork()
    await db.exec('drop table t; truncate u; delete from w')
    await db.exec('vacuum full w')
    await db.checkpoint()
    await db.exec('create table t (id int, v int); insert into t values (1, 1)')
    await db.checkpoint()
    assert.deepEqual(await sum(db), { n: 1, s: 1 })
    for (const table of ['t', 'u', 'w']) assert.deepEqual(await sum(fork, table), { n: 2000, s: 2001000 })
    await db.close()
    await fork.exec('update t set v = 0 where id > 5')
    assert.deepEqual(await sum(fork), { n: 2000, s: 15 })
    assert.deepEqual(await sum(fork, 'w'), { n: 2000, s: 2001000 })
    if (kind === 'disk') await assert.rejects(open(path), { code: '55006' })
    await fork.close()
    if (kind === 'disk') await (await open(path)).close()
  }))
}

test('forks of many moments agree with what was there at each', async () => {
  const random = seededRandom(5)
  const db = await open(':memory:', { bufferPool: '2MB' })
  await db.exec("create table t (id int primary key, v int, pad text); create index on t (v)")
  /** @type {{ fork: import('../../../src/index.js').Database, is: unknown }[]} */
  const forks = []
  for (let round = 0; round < 36; round++) {
    const from = random.below(700)
    await db.exec([
      `insert into t select g, g % 7, repeat('x', g % 90) from generate_series(${from}, ${from + 120}) g
        on conflict (id) do update set v = t.v + 1`,
      `delete from t where id % 5 = ${random.below(5)}`,
      `update t set v = v + ${round} where id between ${from} and ${from + 500}`,
      'checkpoint', 'vacuum t', 'truncate t',
    ][random.below(round % 7 === 0 ? 6 : 5)])
    if (random.below(3) === 0) forks.push({ fork: await db.fork(), is: await sum(db) })
    if (forks.length > 0 && random.below(3) === 0) {
      const one = forks[random.below(forks.length)]
      assert.deepEqual(await sum(one.fork), one.is)
      await one.fork.exec(`update t set v = v + 1 where id % 2 = 0; delete from t where id % 11 = 0`)
      one.is = await sum(one.fork)
    }
    if (forks.length > 8) await forks.splice(random.below(forks.length), 1)[0].fork.close()
  }
  for (const { fork, is } of forks) {
    assert.deepEqual(await sum(fork), is)
    assert.deepEqual((await fork.check()).problems, [])
    await fork.close()
  }
  assert.equal(db.cluster.vfs.keptBytes, 0)
  await db.close()
})

test('a fork has the functions of the program, and its own after that', async () => {
  const db = await open(':memory:')
  db.createFunction('twice', { args: ['int4'], returns: 'int4' }, (/** @type {number} */ n) => 2 * n)
  const fork = await db.fork()
  assert.deepEqual((await fork.query('select twice(4) as n')).rows, [{ n: 8 }])
  fork.createFunction('twice', { args: ['int4'], returns: 'int4' }, (/** @type {number} */ n) => 2 * n + 1)
  assert.deepEqual((await fork.query('select twice(4) as n')).rows, [{ n: 9 }])
  assert.deepEqual((await db.query('select twice(4) as n')).rows, [{ n: 8 }])
  await fork.close()
  await db.close()
})

test('a fork serves drivers, and is refused by a database that is closed', async () => {
  const db = await open(':memory:')
  const fork = await db.fork()
  const listener = await fork.serve({ port: 0 })
  assert.equal(listener.port > 0, true)
  await listener.close()
  await fork.close()
  await db.close()
  await assert.rejects(db.fork(), { code: '57P01' })
})

test('a fork of a fork has its own moment when that between them is closed', async () => {
  const db = await open(':memory:')
  await db.exec('create table t (id int primary key, v int); insert into t select g, g from generate_series(1, 600) g')
  await db.checkpoint()
  const between = await db.fork()
  const fork = await between.fork()
  await between.close()
  await db.exec('update t set v = -1')
  await db.checkpoint()
  await db.exec('drop table t')
  assert.deepEqual(await sum(fork), { n: 600, s: 180300 })
  assert.deepEqual((await fork.check()).problems, [])
  await fork.close()
  await db.close()
})

test('a snapshot that was not closed does not keep a directory', () => inDirectory(async (path) => {
  const db = await open(path)
  await db.exec('create table t (v int); insert into t values (1)')
  const [first, second] = [await db.snapshot(), await db.snapshot()]
  await first.close()
  const fork = await db.fork()
  const memory = await open(':memory:')
  await memory.restore(second)
  assert.deepEqual(await sum(memory), { n: 1, s: 1 })
  await memory.restore(second)
  await db.close()
  await assert.rejects(memory.restore(second), { code: '55000' })
  assert.deepEqual(await sum(memory), { n: 1, s: 1 })
  await memory.close()
  await assert.rejects(open(path), { code: '55006' }, 'the fork is a database')
  await fork.close()
  const again = await open(path)
  assert.deepEqual(await sum(again), { n: 1, s: 1 })
  const late = assert.rejects(again.snapshot(), { code: /57P0[13]/ })
  await again.close()
  await late
  await (await open(path)).close()
}))

test('nor does a snapshot of a fork, of its fork, and of a database that was put back to one', () =>
  inDirectory(async (path) => {
    const db = await open(path)
    await db.exec('create table t (v int); insert into t values (1)')
    const fork = await db.fork()
    await fork.exec('insert into t values (2)')
    const snapshot = await fork.snapshot()
    const memory = await open(':memory:')
    await memory.restore(snapshot)
    assert.deepEqual(await sum(memory), { n: 2, s: 3 })
    await memory.snapshot()
    const next = await fork.fork()
    await next.snapshot()
    await fork.snapshot()
    await db.close()
    await next.close()
    await fork.close()
    await assert.rejects(memory.restore(snapshot), { code: '55000' })
    await assert.rejects(open(path), { code: '55006' }, 'what was put back is a database')
    await memory.close()
    await (await open(path)).close()
  }))

test('a fork does not read its parent\'s tables for room in them', () => inDirectory(async (path) => {
  const db = await open(path)
  await db.exec(`create table t (id int primary key, v text);
    insert into t select g, repeat('x', 900) from generate_series(1, 2000) g`)
  // Whoever still sees the rows keeps them from being purged.
  const reader = await db.connect()
  await reader.exec('begin isolation level repeatable read; select count(*) from t')
  await db.exec('update t set v = null where id % 2 = 0')
  const fork = await db.fork()
  const { txns, maintenance, storage } = fork.cluster
  assert.ok(txns.sweepFiles.size > 0)
  const before = storage.pool.misses
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => { setImmediate(resolve) })
  assert.equal(maintenance.sweeping, null)
  assert.ok(storage.pool.misses - before < 20, `${storage.pool.misses - before} pages read`)
  await fork.exec('vacuum t')
  const { rows } = await fork.query('select count(*)::int as n, count(v)::int as v from t')
  assert.deepEqual(rows, [{ n: 2000, v: 1000 }])
  await reader.release()
  await fork.close()
  await db.close()
}))

test('a row that is deleted in a fork may leave keys behind that its parent had yet to purge', async () => {
  const db = await open(':memory:')
  const reader = await db.connect()
  await db.exec(`create table t (id int primary key, v int); create index on t (v);
    insert into t select g, g from generate_series(1, 10) g`)
  await reader.exec('begin isolation level repeatable read; select * from t')
  await db.exec('update t set v = v + 100')
  const fork = await db.fork()
  await fork.exec('set enable_seqscan = off; delete from t where id = 5')
  const { txns } = fork.cluster
  while (!txns.unsettled.isEmpty) await new Promise((resolve) => { setTimeout(resolve, 5) })
  for (const round of ['the row is gone', 'another is in its place']) {
    assert.deepEqual((await fork.query('select v from t where v between 1 and 9')).rows, [], round)
    assert.deepEqual((await fork.check()).problems, [], round)
    await fork.exec('insert into t values (50, 500), (51, 501) on conflict do nothing')
  }
  await fork.close()
  await reader.release()
  await db.close()
})

test('siblings that know each other\'s tables read out-of-line values from their own', async () => {
  const db = await open(':memory:')
  await db.exec(`create table wide (id int primary key, v text); alter table wide alter v set storage external;
    insert into wide select g, repeat('v', 3000 + g) from generate_series(1, 20) g`)
  const lengths = async (/** @type {any} */ of) =>
    (await of.query('select sum(length(v))::int as n, count(distinct left(v, 1))::int as first from wide')).rows[0]
  const known = { n: 60_210, first: 1 }
  const teacher = await db.fork()
  assert.deepEqual(await lengths(teacher), known)
  await teacher.close() // what it has read of its catalog is its siblings'
  const [one, two] = [await db.fork(), await db.fork()]
  assert.deepEqual(await lengths(one), known)
  assert.deepEqual(await lengths(two), known)
  await two.exec("update wide set v = repeat(chr(96 + id), 5000); update wide set v = 'short'")
  await two.exec('vacuum full wide')
  assert.deepEqual(await lengths(one), known)
  assert.deepEqual(await lengths(two), { n: 100, first: 1 })
  for (const each of [one, two, db]) await each.close()
})

test('a fork does not wait for pages that are under way to their files', async () => {
  const disk = new FaultVfs({ seed: 3 })
  const db = await open({ vfs: disk, bufferPool: '2MB', walSync: 'none' })
  await db.exec(`create table t (id int primary key, v int, f text);
    insert into t select g, g, repeat('f', 700) from generate_series(1, 4000) g; checkpoint`)
  /** Writes of pages that have done half of what they do. @type {(() => void)[]} */
  const held = []
  let holds = true
  const { takes } = disk
  disk.takes = async (call, half) => {
    if (call !== 'write' || !holds) return takes.call(disk, call, half)
    half?.()
    await new Promise((resolve) => { held.push(() => resolve(undefined)) })
  }
  const { writer } = db.cluster.storage
  await db.exec('begin')
  await db.exec('update t set v = v + 1 where id < 400')
  const written = writer.makeRoom()
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const fork = await db.fork()
  assert.ok(writer.isWriting)
  assert.deepEqual(await sum(fork), { n: 4000, s: 8_002_000 })
  holds = false
  for (const release of held) release()
  await written
  await db.exec('update t set v = v + 1 where id % 7 = 0')
  assert.deepEqual(await sum(fork), { n: 4000, s: 8_002_000 })
  assert.deepEqual((await fork.check()).problems, [])
  await fork.close()
  await db.exec('rollback')
  await db.close()
})

/** A database whose syncs wait until they are told to go on. @param {number} seed */
async function withHeldSyncs(seed) {
  const disk = new FaultVfs({ seed })
  const db = await open({ vfs: disk, bufferPool: '2MB', walSync: 'immediate' })
  await db.exec(`create table t (id int primary key, v int, f text);
    insert into t select g, g, repeat('f', 700) from generate_series(1, 400) g`)
  /** @type {(() => void)[]} */
  const held = []
  let holds = true
  const { takes } = disk
  disk.takes = async (call, half) => {
    if (call === 'sync' && holds) await new Promise((resolve) => { held.push(() => resolve(undefined)) })
    return takes.call(disk, call, half)
  }
  const release = () => {
    holds = false
    for (const go of held.splice(0)) go()
  }
  const isHeld = async () => { while (held.length === 0) await new Promise((resolve) => setImmediate(resolve)) }
  return { disk, db, release, isHeld }
}

test('what happens while a fork waits for the log is not in it', async () => {
  const { db, release, isHeld } = await withHeldSyncs(5)
  const other = await db.connect()
  await other.exec('begin; delete from t where id <= 100')
  const change = db.query('update t set v = v + 1 where id > 300')
  await isHeld() // it has committed, and is not durable
  const made = db.fork()
  made.catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  const [checkpoint, commit] = [db.checkpoint(), other.exec('commit')]
  const more = other.query('update t set v = 0')
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  release()
  const fork = await made
  await Promise.all([change, checkpoint, commit, more])
  assert.deepEqual(await sum(fork), { n: 400, s: 80_300 })
  assert.deepEqual(await sum(db), { n: 300, s: 0 })
  assert.deepEqual((await fork.check()).problems, [])
  await fork.close()
  await db.close()
})

test('a fork that waits for a log that fails is none, and neither is one of what has been closed', async () => {
  const { disk, db, release, isHeld } = await withHeldSyncs(6)
  const change = db.query('update t set v = v + 1')
  change.catch(() => {})
  await isHeld()
  const made = db.fork()
  made.catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  disk.inject({ call: 'sync', path: /^wal/, times: Infinity })
  release()
  await assert.rejects(change, { code: '58030' })
  await assert.rejects(made, { code: '58030' })
  assert.equal(db.cluster.vfs.keptBytes, 0)
  await db.close().catch(() => {})

  const closing = await withHeldSyncs(7)
  const last = closing.db.query('update t set v = v + 1')
  await closing.isHeld()
  const late = closing.db.fork()
  const told = late.then((fork) => sum(fork))
  const closed = closing.db.close()
  closing.release()
  await Promise.all([last.catch(() => {}), closed])
  assert.deepEqual(await told, { n: 400, s: 80_600 }, 'who closes waits for it')
  await (await late).close()
  const again = await open({ vfs: closing.disk.crashImage(1) })
  assert.deepEqual(await sum(again), { n: 400, s: 80_600 })
  await again.close()
})
