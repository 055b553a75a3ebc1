/**
 * Statements that meet a damaged page, of whatever file and by whatever path: they fail, leave nothing pinned behind
 * (#invariants), and the table can be dropped.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { blockOfKind, blockWith, fileOf, flipBit, forgeKind, pagesOf } from '../../support/damage.js'

const OPTIONS = /** @type {const} */ ({ bufferPool: '2MB', walSegmentBytes: 256 * 1024 })

const ROWS = [
  'select * from t where a = 1', "update t set b = repeat('z', 9000), a = a + 1000, g = point(1, 1)",
  'update t set c = c + 1 where a = 1', 'delete from t', 'select * from t where a = 1 for update', 'vacuum t',
  'vacuum full t', 'analyze t', 'create index on t (c)', 'insert into t values (1) on conflict (a) do update set c = 5',
  'alter table t alter column c type int8', 'copy t to stdout',
  'begin; declare k cursor for select * from t; fetch 1 from k; fetch 1000 from k; rollback',
]
const TREE = [
  "update t set b = 'z', a = a + 1000, g = point(1, 1)", 'select * from t where a = 1',
  'select * from t order by a limit 3', 'vacuum t', 'cluster t using t_pkey', 'reindex table t',
  "insert into t select 1000 + n, 1, repeat('v', n * 20), point(n, n) from generate_series(1, 500) n",
]
const GIST = [
  ...TREE.slice(0, 1), ...TREE.slice(-1), "select count(*) from t where g <@ box '((0,0),(400,400))'",
  "select * from t order by g <-> point '(1,1)' limit 300", 'vacuum t',
]
const SEQUENCE = ["select nextval('s')", 'table s', "select setval('s', 9)"]

/** @param {any} db @param {string} sql */
async function run(db, sql) {
  if (!sql.startsWith('copy')) return void await db.exec(sql)
  for await (const piece of db.copyTo('t')) assert.ok(piece.length >= 0)
}

test('statements that meet a damaged page give back what they hold', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec(`create table t (a int primary key, c int, b text, g point); insert into t select n, 1, repeat('x', 100), point(n, n) from generate_series(1, 300) n;
    create index t_g on t using gist (g); create sequence s`)
  await db.query("update t set b = repeat('y', 1500) where a = 1")
  await db.query("update t set b = repeat('w', 1500) where a = 30")
  await db.query("update t set b = (select string_agg(md5(n::text), 'o') from generate_series(1, 400) n) where a = 2")
  const [t, pkey, g, s] = [
    await fileOf(db, 't'), await fileOf(db, 't_pkey'), await fileOf(db, 't_g'), await fileOf(db, 's'),
  ]
  const holder = await db.connect()
  await holder.exec('begin isolation level repeatable read; select 1')
  await db.exec('delete from t where a between 3 and 40') // not purged: somebody may still see them
  await db.exec(
    "create table z (a int, b text); insert into z select n, repeat('z', 500) from generate_series(1, 3000) n",
  )
  await db.checkpoint()
  const killed = disk.crashImage(1)
  const places = /** @type {[string, number, number, string[]][]} */ ([
    ['the body of a deleted row', t, blockWith(killed, t, 'wwwwwwwwwwwwwwww'), ['vacuum t']],
    ['a moved body', t, blockWith(killed, t, 'yyyyyyyyyyyyyyyy'), ROWS], ['rows', t, 0, ROWS],
    ['a value out of line', t, blockOfKind(killed, t, 'OVERFLOW'), ROWS],
    ['a leaf', pkey, blockOfKind(killed, pkey, 'BTREE_LEAF'), TREE], ['the root', pkey, 1, TREE],
    ['the meta page', pkey, 0, TREE], ['a gist leaf', g, 2, GIST], ['no gist leaves', g, 2, GIST],
    ['the gist root', g, 1, GIST], ['the gist meta page', g, 0, GIST], ['a sequence', s, 0, SEQUENCE],
  ])
  for (const [place, fileId, block, statements] of places) {
    assert.ok(block >= 0, place)
    let failures = 0
    for (const sql of statements) {
      const image = killed.crashImage(1)
      if (place === 'no gist leaves')
        for (let leaf = block; leaf < pagesOf(image, fileId).length; leaf++) forgeKind(image, fileId, leaf, 'HEAP')
      else flipBit(image, fileId, block)
      const damaged = await open({ ...OPTIONS, vfs: image })
      await run(damaged, sql).catch((error) => {
        if (!/^XX00[12]$/.test(error.code)) assert.match(error.code, /^23505$/, `${place}: ${sql}: ${error.message}`)
        else failures++
      })
      await damaged.exec('rollback')
      damaged.cluster.assertNothingHeld()
      await damaged.exec('drop table t; drop sequence s')
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      assert.equal((await damaged.query('select count(*)::int n from z')).rows[0].n, 3000, `${place}: ${sql}`)
      await damaged.close()
    }
    assert.ok(failures > 0, `nothing met ${place}`)
  }
  await db.close()
})
