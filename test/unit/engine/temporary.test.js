/**
 * Temporary tables over the life of sessions: they are their session's alone, go with it, do not survive a crash, and
 * cost other sessions none
 * of their plans.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '4MB', walSegmentBytes: 256 * 1024 }
const LEFT = "select relname from pg_class where relpersistence = 't' order by 1"

/** @param {any} db @param {string} text */
const rows = async (db, text) => (await db.query(text)).rows.map((/** @type {any} */ row) => Object.values(row).join())

test('a session sees its own, others cannot, and they go with it', async () => {
  const db = await open(OPTIONS)
  const one = await db.connect()
  const two = await db.connect()
  await one.exec(
    'create table t(a int); insert into t values (0); create temp table t(a int primary key); insert into t values (1)',
  )
  await two.exec('create temp table t(a int); insert into t values (2)')
  assert.deepEqual(await rows(one, 'select a from t'), ['1'])
  assert.deepEqual(await rows(two, 'select a from t'), ['2'])
  assert.deepEqual(await rows(db, 'select a from t'), ['0'])
  const [schema] = await rows(two, 'select nspname from pg_namespace where oid = pg_my_temp_schema()')
  await assert.rejects(one.query(`select * from ${schema}.t`), {
    code: '0A000',
    message: 'cannot access temporary tables of other sessions',
  })
  await assert.rejects(one.query(`insert into ${schema}.t values (1)`), { code: '0A000' })
  await assert.rejects(one.query(`create table ${schema}.u()`), {
    code: '42P16',
    message: 'cannot create relations in temporary schemas of other sessions',
  })
  await one.release()
  assert.deepEqual(await rows(db, LEFT), ['t'])
  const three = await db.connect()
  await three.exec('create temp table t(a int)')
  assert.deepEqual(await rows(three, 'select a from t'), [])
  await two.release()
  await three.release()
  assert.deepEqual(await rows(db, LEFT), [])
  await db.close()
})

test('after a crash nothing of them is left', async () => {
  const disk = new FaultVfs()
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create temp table t(a int primary key, b text); insert into t(a, b) select g, 'x' from generate_series(1, 500) g; create table kept(a int)")
  const filesOf = (/** @type {FaultVfs} */ vfs) =>
    vfs.list('base').filter((name) => Number.parseInt(name, 16) >= 2 ** 28).length
  const files = filesOf(disk)
  const image = disk.afterKill()
  const after = await open({ ...OPTIONS, vfs: image })
  assert.deepEqual(await rows(after, LEFT), [])
  assert.deepEqual(await rows(after, 'select count(*) from kept'), ['0'])
  assert.deepEqual((await after.check()).problems, [])
  await after.exec('checkpoint')
  assert.ok(filesOf(image) < files)
  await after.close()
})

test('a temporary table drops nobody else\'s plans', async () => {
  const db = await open(OPTIONS)
  await db.exec('create table t(a int primary key); insert into t values (1)')
  const one = await db.connect()
  const two = await db.connect()
  await two.query('select a from t where a = $1', [1])
  const { planCache } = /** @type {any} */ (db).session.database
  const planned = () => planCache.lookUp('select a from t where a = $1')[0].planned
  const before = planned()
  assert.notEqual(before, null)
  await one.exec('create temp table t(a int); insert into t values (5)')
  await one.query('select a from t where a = $1', [5])
  await two.query('select a from t where a = $1', [1])
  assert.equal(planned(), before)
  await db.close()
})

test('not even a superuser reaches into another session by way of views, sequences, TRUNCATE or ALTER', async () => {
  const db = await open(OPTIONS)
  const own = await db.connect()
  const other = await db.connect()
  await own.exec(`
    create temp table t(a int primary key, b text); insert into t values (1, 'kept'); create temp sequence s;
    create temp view v as select * from t; create temp table p(a int) partition by list (a);
    create temp table inh(a int)`)
  await other.exec('create temp table mine(a int); create temp table mp(a int)')
  const [schema] = await rows(own, 'select nspname from pg_namespace where oid = pg_my_temp_schema()')
  const access = ['0A000', 'cannot access temporary tables of other sessions']
  /** @param {string} doing */
  const cannot = (doing) => ['0A000', `cannot ${doing} temporary tables of other sessions`]
  const involve = ['42P16', 'constraints on temporary tables must involve temporary tables of this session']
  for (const [text, [code, message]] of /** @type {[string, string[]][]} */ ([
    ['select * from #.v', access], ["insert into #.v values (2, 'x')", access], ['update #.v set a = 3', access],
    ["select nextval('#.s')", access], ["select setval('#.s', 5)", access], ['alter sequence #.s restart 7', access],
    ['truncate #.t', cannot('truncate')], ['create index on #.t (b)', cannot('create indexes on')],
    ['alter table #.t add c int', cannot('alter')], ['alter table #.t inherit #.inh', cannot('alter')],
    ['alter table #.t no inherit #.inh', cannot('alter')], ['cluster #.t using t_pkey', cannot('cluster')],
    ['reindex table #.t', cannot('reindex')], ['reindex index #.t_pkey', cannot('reindex')],
    ['create temp table f(a int references #.t)', involve],
    ['alter table mine add foreign key (a) references #.t', involve],
    ['create temp table i() inherits (#.t)', ['42809', 'cannot inherit from temporary relation of another session']],
    ['alter table mine inherit #.inh', ['42809', 'cannot inherit from temporary relation of another session']],
    [
      'create temp table q partition of #.p for values in (1)',
      ['42809', 'cannot create as partition of temporary relation of another session'],
    ],
    [
      'alter table #.p attach partition mp for values in (1)',
      ['42809', 'cannot attach as partition of temporary relation of another session'],
    ],
  ])) await assert.rejects(other.query(text.replaceAll('#', schema)), { code, message }, text)
  assert.deepEqual(await rows(other, `select pg_sequence_last_value('${schema}.s')`), [''])
  await other.exec(`reindex schema ${schema}`)
  assert.deepEqual(await rows(own, "select a, b, nextval('s') from t"), ['1,kept,1'])
  await db.close()
})
