/**
 * A program that calls the synchronous API in a loop gives the event loop no turn: purge and checkpoints happen
 * nevertheless.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

test('a loop of synchronous updates leaves little undo and a short log', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-turnless-'))
  try {
    const db = await open({ path: join(directory, 'data'), walSync: 'none', maxWal: '16MB' })
    db.prepare('create table t (id int primary key, a text)').run()
    db.prepare("insert into t select i, 'x' from generate_series(1, 100) i").run()
    const change = db.prepare('update t set a = $2 where id = $1')
    for (let i = 0; i < 30000; i++) change.run(1 + i % 100, String(i).padStart(600, '.'))
    const { txns, wal, maintenance: { checkpointLsn } } = db.cluster
    assert.ok(txns.undo.next - txns.undo.low < 1_000_000, `${txns.undo.next - txns.undo.low} bytes of undo`)
    assert.ok(
      wal.position - checkpointLsn < 24 * 2 ** 20,
      `${wal.position - checkpointLsn} bytes of log since the checkpoint`,
    )
    await db.close()
    const again = await open(join(directory, 'data'))
    assert.equal(again.prepare('select count(distinct right(a, 5)) as n from t').get().n, '100')
    assert.equal((await again.check()).problems.length, 0)
    await again.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a loop that gives promises a turn but not the event loop reuses the segments of its log', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-turnless-'))
  try {
    const db = await open({ path: join(directory, 'data'), walSync: 'none', maxWal: '16MB', bufferPool: '2MB' })
    db.prepare('create table t (id int, a text)').run()
    const insert = db.prepare('insert into t values ($1, $2)')
    for (let i = 0; i < 600; i++) {
      insert.runMany(Array.from({ length: 100 }, (_, row) => [i * 100 + row, String(row).padStart(1500, '.')]))
      await null
    }
    const wal = join(directory, 'data', 'wal')
    const bytes = readdirSync(wal).reduce((sum, name) => sum + statSync(join(wal, name)).size, 0)
    assert.ok(db.cluster.wal.position > 90 * 2 ** 20, 'the log is several times its size by now')
    assert.ok(bytes <= 64 * 2 ** 20, `${bytes} bytes of log are kept`)
    await db.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('what is not in memory is read on the spot', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-turnless-'))
  try {
    const options = { path: join(directory, 'data'), walSync: /** @type {const} */ ('none'), bufferPool: '2MB' }
    const db = await open(options)
    db.prepare('create table t (id int primary key, a text)').run()
    db.prepare("insert into t select i, repeat('x', 900) from generate_series(1, 8000) i").run()
    db.prepare('create table ranges (r int4range)').run()
    db.prepare('insert into ranges select int4range(i, i + 1) from generate_series(1, 8000) i').run()
    db.prepare('create index on ranges using gist (r)').run()
    db.prepare('analyze ranges').run()
    await db.close()
    const again = await open(options)
    assert.equal(again.prepare('select count(a) as n from t').get().n, '8000')
    assert.equal(
      again.prepare('select count(a) as n from (select a from t where id > 100 order by id) s').get().n,
      '7900',
    )
    assert.equal(again.prepare('select count(*) as n from ranges where r && int4range(5, 9)').get().n, '4')
    again.prepare('create index on t (a, id)').run()
    again.prepare('analyze t').run()
    again.prepare('delete from t where id % 2 = 0').run()
    again.prepare('vacuum t').run()
    again.prepare('alter table t alter column id type bigint').run()
    assert.equal(again.prepare('select count(*) as n from t where id > 10').get().n, '3995')
    await again.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
