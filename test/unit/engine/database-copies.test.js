/** CREATE DATABASE … TEMPLATE of a database that holds something: all of it comes along, and the two are apart. */
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'

const MADE = `
  create table t (id serial primary key, v text unique, long text, d tsvector);
  create index on t using gin (d);
  create index on t (lower(v)) where id > 10;
  insert into t (v, long, d) select 'v' || i, repeat(md5(i::text), 400), to_tsvector('simple', 'a b' || i)
    from generate_series(1, 300) i;
  delete from t where id % 3 = 0;
  create type mood as enum ('bad', 'good');
  create table p (k int, m mood) partition by range (k);
  create table p1 partition of p for values from (0) to (10);
  insert into p values (1, 'good');
  create materialized view mv as select count(*) as n from t;
  create unlogged table u as select 7 as a;
  create view w as select v from t where id = 1;
  create function f() returns int language plpgsql as $$ begin return (select count(*) from t); end $$;
  create sequence s; select nextval('s') from generate_series(1, 5);
  select lo_from_bytea(0, 'an object');
  create publication pub for all tables;
  create statistics st on id, v from t; analyze t;
  comment on table t is 'of t';
  create extension hstore; create table h as select 'a=>1'::hstore as h;
  create event trigger et on ddl_command_end execute function evt();
  create policy pol on t for select to clerk using (id = 1);
  grant select on t to clerk; alter table h owner to clerk`

/** @param {any} session @param {string} sql */
const one = async (session, sql) => Object.values((await session.query(sql)).rows[0])[0]

/** Statements that stand alone. @param {any} session @param {string} text */
async function each(session, text) { for (const sql of text.split('; ')) await session.exec(sql) }

const LOOKS = [
  'select count(*)::int from t', 'select sum(length(long))::int from t', "select nextval('s')::int",
  'select n::int from mv', 'select a from u', 'select v from w', 'select f()', 'select m from p',
  "select count(*)::int from t where d @@ 'a'", "select id from t where lower(v) = 'v100'",
  "select convert_from(lo_get(oid), 'utf8') from pg_largeobject_metadata", 'select pubname from pg_publication',
  "select obj_description('t'::regclass)", "select h -> 'a' from h", 'select count(*)::int from pg_stats_ext',
  "select relowner::regrole::text from pg_class where relname = 'h'",
  "select has_table_privilege('clerk', 't', 'select')",
]

/** @param {any} db */
async function makeSource(db) {
  await each(db, 'create role clerk; create database source')
  const source = await db.connect({ database: 'source' })
  await source.exec(`create function evt() returns event_trigger language plpgsql as $$ begin end $$; ${MADE}`)
  return source
}

/** @param {any} db @param {string} database @param {(session: any) => Promise<any>} work */
async function within(db, database, work) {
  const session = await db.connect({ database })
  try {
    return await work(session)
  } finally {
    await session.release()
  }
}

for (const where of ['memory', 'disk']) {
  test(`all of it comes along, in ${where}`, async () => {
    const disk = new MemoryVfs()
    const openIt = () => where === 'memory' ? open(':memory:') : open({ path: 'data', vfs: disk })
    let db = await openIt()
    const source = await makeSource(db)
    const shown = []
    for (const sql of LOOKS) shown.push(await one(source, sql))
    await source.release()
    await db.exec('create database made template source owner clerk')
    const there = /** @type {unknown[]} */ ([])
    await within(db, 'made', async (made) => {
      for (const sql of LOOKS) there.push(await one(made, sql))
      assert.equal(await one(made, "insert into t (v) values ('new') returning id"), 301)
      await assert.rejects(made.exec("insert into t (v) values ('v1')"), { code: '23505' })
    })
    assert.deepEqual(there, shown.map((value, at) => LOOKS[at].includes('nextval') ? value + 1 : value))
    assert.deepEqual((await db.check()).problems, [])

    // Each of the two changes, and is dropped, without the other.
    await within(db, 'source', (session) => session.exec("drop table t cascade; alter type mood add value 'none'"))
    await within(db, 'made', async (made) => {
      assert.equal(await one(made, 'select count(*)::int from t'), 201)
      assert.equal(await one(made, "select enum_range(null::mood)::text"), '{bad,good}')
    })
    await assert.rejects(db.exec('drop role clerk'), { code: '2BP01' })
    await each(db, 'create database again template made; drop database source')
    if (where === 'disk') {
      await db.close()
      db = await openIt()
    }
    assert.equal(await within(db, 'again', (made) => one(made, 'select count(*)::int from t')), 201)
    assert.deepEqual((await db.check()).problems, [])
    await each(db, 'drop database made; drop database again; drop role clerk')
    await db.close()
  })
}

test('locks of tables of the same number in two databases are two', async () => {
  const db = await open(':memory:')
  await db.exec('create database source')
  await within(db, 'source', (session) => session.exec('create table t (a int); insert into t values (1)'))
  await db.exec('create database made template source')
  await within(db, 'source', (source) => within(db, 'made', async (made) => {
    await source.exec('begin; lock table t')
    assert.equal(await one(made, 'select a from t'), 1)
    await made.exec('begin isolation level repeatable read; select 1')
    await source.exec('delete from t; commit')
    await source.exec('begin; insert into t values (2)')
    await assert.rejects(source.exec('vacuum full t'), { code: '25001' })
    await each(source, 'rollback; vacuum full t')
    assert.equal(await one(made, 'select a from t'), 1)
    await made.exec('commit; drop table t')
    assert.equal(await one(source, 'select count(*)::int from t'), 0)
  }))
  await db.close()
})

test('who is in the template keeps it from being copied, and who comes waits', async () => {
  const db = await open(':memory:')
  await db.exec('create database source')
  await within(db, 'source', (session) =>
    session.exec(`create table t (a int, b text);
      insert into t select i, repeat('b', 900) from generate_series(1, 30000) i`))
  const held = await db.connect({ database: 'source' })
  await expect(db.exec('create database made template source')).rejects.toMatchObject({
    code: '55006', message: 'source database "source" is being accessed by other users',
    detail: 'There is 1 other session using the database.',
  })
  const making = db.exec('create database made template source')
  await held.release() // in the five seconds that PostgreSQL gives
  await making
  const order = /** @type {string[]} */ ([])
  const copying = db.exec('create database third template source').then(() => order.push('copied'))
  await new Promise((resolve) => { setTimeout(resolve, 20) })
  const dropping = db.connect().then((other) => other.exec('drop database source')).then(() => order.push('dropped'))
  await Promise.all([copying, dropping])
  assert.deepEqual(order, ['copied', 'dropped'])
  await db.close()
})

test('what an old snapshot keeps is left out of the copy in time', async () => {
  const disk = new FaultVfs({ seed: 1 })
  let db = await open({ vfs: disk, bufferPool: '4MB' })
  await db.exec('create database source')
  const old = await db.connect()
  await old.exec('begin isolation level repeatable read; select count(*) from pg_class')
  await within(db, 'source', (session) => session.exec(`create table t (a int primary key, b text);
    create index on t (b); insert into t select i, 'b' || i from generate_series(1, 500) i;
    update t set b = 'c' || a; delete from t where a % 2 = 0`))
  await db.exec('create database made template source')
  const look = (/** @type {any} */ made) =>
    made.exec('set enable_seqscan = off').then(() => one(made, "select count(*)::int from t where b < 'c'"))
  assert.equal(await within(db, 'made', look), 0)
  disk.cut()
  db = await open({ vfs: disk.crashImage(3), bufferPool: '4MB' })
  assert.equal(await within(db, 'made', look), 0)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

test('a copy that is cancelled, or finds no room, leaves nothing', async () => {
  const disk = new FaultVfs({ seed: 2 })
  const db = await open({ vfs: disk, bufferPool: '4MB' })
  await db.exec('create database source')
  await within(db, 'source', (session) =>
    session.exec(`create table t (a int, b text);
      insert into t select i, repeat('b', 900) from generate_series(1, 20000) i`))
  const files = () => disk.list('base').filter((name) => !name.endsWith('.free')).length
  await db.checkpoint()
  const before = files()
  const session = await db.connect()
  await session.exec("set statement_timeout = '30ms'")
  await assert.rejects(session.exec('create database made template source'), { code: '57014' })
  await db.checkpoint()
  assert.equal(files(), before)
  await within(db, 'source', (there) => there.exec('create table after (a int)'))
  await each(session, 'set statement_timeout = 0; create database made template source')
  assert.equal(await within(db, 'made', (made) => one(made, 'select count(*)::int from t')), 20000)
  await db.close()
})

test('rights: the owner of a database, or anybody with CREATEDB of a template', async () => {
  const db = await open(':memory:')
  await each(db, 'create role maker login createdb; create database source')
  const maker = await db.connect({ user: 'maker' })
  await assert.rejects(maker.exec('create database made template source'), {
    code: '42501', message: 'permission denied to copy database "source"',
  })
  await assert.rejects(maker.exec('create database made template nobody'), { code: '3D000' })
  await each(db, 'alter database source is_template true allow_connections false')
  await maker.exec('create database made template source')
  assert.deepEqual((await db.query(`select datistemplate, datallowconn, datconnlimit, datdba::regrole::text as owner
    from pg_database where datname = 'made'`)).rows,
  [{ datistemplate: false, datallowconn: true, datconnlimit: -1, owner: 'maker' }])
  await each(maker, 'create database own template made; drop database made')
  await db.close()
})

test('a copy in a fork, and a fork of a copy', async () => {
  const db = await open(':memory:')
  await db.exec('create database source')
  await within(db, 'source', (session) => session.exec('create table t as select i from generate_series(1, 100) i'))
  const fork = await db.fork()
  await fork.exec('create database made template source')
  assert.equal(await within(fork, 'made', (made) => one(made, 'select count(*)::int from t')), 100)
  const second = await fork.fork()
  await within(fork, 'made', (made) => made.exec('truncate t'))
  assert.equal(await within(second, 'made', (made) => one(made, 'select count(*)::int from t')), 100)
  await assert.rejects(db.connect({ database: 'made' }), { code: '3D000' })
  for (const opened of [second, fork, db]) await opened.close()
})
