/** Indexes over functions that may wait, raise, lie or be replaced: rows keep what they said (catalog/README.md). */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { open } from '../../../src/index.js'

const FUNCTIONS = `
  create function plain(x int) returns int language plpgsql immutable as $$ begin return x * 2; end $$;
  create function salted(x int) returns text language plpgsql immutable as
    $$ begin return x || coalesce(current_setting('my.salt', true), ''); end $$;
  create function slow(x int) returns int language plpgsql immutable as
    $$ begin perform pg_sleep(0.001); return x; end $$;
  create function picky(x int) returns int language plpgsql immutable as
    $$ begin if current_setting('my.refuses', true) = 'yes' then raise 'no'; end if; return x; end $$`

/** @param {(db: any) => Promise<void>} work */
async function withDatabase(work) {
  /** @type {string[]} */
  const log = []
  const db = await open({ path: ':memory:', logger: (line) => log.push(line) })
  try {
    await db.exec(FUNCTIONS)
    await work(db)
    await setTimeout(20)
    assert.deepEqual(log, [])
    const { problems, staleEntries } = await db.check()
    assert.deepEqual(problems, [])
    assert.equal(staleEntries ?? 0, 0)
  } finally {
    await db.close()
  }
}

/** @param {any} db @param {string} sql @returns {Promise<number>} */
const count = async (db, sql) => Number(Object.values((await db.query(sql)).rows[0])[0])

test('entries of what a function does not say any more are purged', () => withDatabase(async (db) => {
  await db.exec(`create table t (id int primary key, a int); create index i on t (salted(a));
    insert into t select g, g from generate_series(1, 3000) g; set my.salt = 'x'`)
  await db.query('update t set a = a + 1 where id % 2 = 0')
  await db.query('delete from t where id % 3 = 0')
  await db.exec("begin; update t set a = a + 7; set local my.salt = 'y'; insert into t values (9000, 1); rollback")
  await db.exec('set enable_seqscan = off')
  assert.equal(await count(db, "select count(*) from t where salted(a) = '1'"), 1)
  assert.equal(await count(db, "select count(*) from t where salted(a) = '3x'"), 1)
  assert.equal(await count(db, "select count(*) from t where salted(a) = '1x'"), 0)
  await db.exec(`create or replace function salted(x int) returns text language plpgsql immutable as
    $$ begin raise exception 'gone'; end $$`)
  await db.query('delete from t where id < 500')
  await assert.rejects(db.query('update t set a = 5 where id = 1000'), { message: 'gone' })
  await db.exec('update t set id = -id')
  await db.exec('vacuum t')
  assert.equal(await count(db, "select count(*) from t where salted(a) between '500' and '599'"), 66)
}))

test('a function that raises leaves table and catalog as they were', () => withDatabase(async (db) => {
  await db.exec("create table t (a int); insert into t select generate_series(1, 2000); set my.refuses = 'yes'")
  await assert.rejects(db.query('create index on t (picky(a))'), { message: 'no' })
  await assert.rejects(db.query('create index concurrently later on t (picky(a))'), { message: 'no' })
  assert.equal(await count(db, "select count(*) from pg_attribute where attrelid = 't'::regclass and attnum > 1"), 1)
  await db.exec('insert into t values (0); update t set a = a where a < 5')
  await db.exec("reset my.refuses; reindex table t; set enable_seqscan = off")
  assert.equal(await count(db, 'select count(*) from t where picky(a) < 10'), 10)
  await db.exec("set my.refuses = 'yes'")
  await assert.rejects(db.query('reindex table t'), { message: 'no' })
  await db.exec('delete from t where a < 9')
  await db.exec('vacuum t')
  await db.exec('drop index later')
  const left = "select count(*) from pg_attribute where attrelid = 't'::regclass and attoptions is not null"
  assert.equal(await count(db, left), 0)
  await db.exec('insert into t values (1)')
  assert.equal(await count(db, 'select count(*) from t'), 1993)
}))

test('functions that wait, rows that others hold', () => withDatabase(async (db) => {
  await db.exec(`create table t (id int primary key, a int); create index on t (slow(a));
    insert into t select g, g from generate_series(1, 50) g`)
  const other = await db.connect()
  await other.exec('begin; update t set a = 100 where id = 1')
  const waiting = db.query('update t set a = a + 1 where id < 3')
  await setTimeout(5)
  await other.exec('commit')
  await waiting
  await db.exec('set enable_seqscan = off')
  assert.equal(await count(db, 'select id from t where slow(a) = 101'), 1)
  assert.equal(await count(db, 'select count(*) from t where slow(a) in (2, 100)'), 0)
  await db.query('insert into t values (1, 200) on conflict (id) do update set a = t.a + excluded.a')
  assert.equal(await count(db, 'select id from t where slow(a) = 301'), 1)
  await other.exec('begin; select * from t where id = 7 for update')
  const again = db.query('reindex table t')
  await setTimeout(5)
  await other.exec('commit')
  await again
  await other.release()
  await db.exec('create index on t (slow(id))')
  await db.exec('vacuum full t')
  assert.equal(await count(db, 'select id from t where slow(id) = 9'), 9)
}))

test('readers with an older snapshot, before and behind CREATE INDEX', () => withDatabase(async (db) => {
  await db.exec(`create table t (id int primary key, a int); create table other ();
    insert into t select g, g from generate_series(1, 500) g`)
  const reader = await db.connect()
  await reader.exec('begin isolation level repeatable read; select count(*) from other')
  await db.exec('create index on t (plain(a)); update t set a = a + 1')
  const older = count(reader, 'select count(*) from t where plain(a) = 2')
  assert.equal(await older.catch((/** @type {any} */ error) => error.code === '40001' ? 1 : -1), 1)
  await reader.exec('rollback; begin isolation level repeatable read')
  assert.equal(await count(reader, 'select count(*) from t'), 500)
  await db.exec('update t set a = a + 1; delete from t where id > 400; reindex table t')
  await reader.exec('set enable_seqscan = off')
  assert.equal(await count(reader, 'select count(*) from t where plain(a) = 4'), 1)
  assert.equal(await count(reader, 'select count(*) from t where plain(a) = 2'), 0)
  await reader.exec('commit')
  await reader.release()
}))

test('a table made, filled and indexed in one transaction; undone in parts', () => withDatabase(async (db) => {
  await db.exec(`begin; create table t (a int); insert into t select generate_series(1, 300);
    savepoint s; create index one on t (plain(a)); insert into t values (301); rollback to s;
    create index two on t (plain(a)) where plain(a) > 100; alter table t add column b text default 'x';
    insert into t values (302); commit`)
  await db.exec('set enable_seqscan = off')
  assert.equal(await count(db, 'select count(*) from t where plain(a) > 100'), 251)
  assert.equal(await count(db, "select count(*) from pg_attribute where attrelid = 't'::regclass and attnum > 0"), 4)
  await db.exec('begin; drop index two; update t set a = a + 1; rollback; update t set a = a + 1 where a < 3')
  assert.equal(await count(db, 'select a from t where plain(a) = 604'), 302)
}))

test('what rows keep is not shown', () => withDatabase(async (db) => {
  await db.exec(`create table t (a int, b int); create index on t (plain(a)); create table seen (was text, now text);
    create function note() returns trigger language plpgsql as $$ begin
      insert into seen values (to_jsonb(old)::text, to_jsonb(new)::text);
      if old is distinct from new then return new; end if; return null; end $$;
    create function noted() returns trigger language plpgsql as $$ begin
      insert into seen select o::text, n::text from o, n; return null; end $$;
    create trigger one before update on t for each row execute function note();
    create trigger two after update on t for each row execute function note();
    create trigger three after update on t referencing old table as o new table as n
      for each statement execute function noted();
    insert into t values (1, 2); update t set b = b; update t set b = 3`)
  assert.deepEqual((await db.query('select * from seen')).rows.map((/** @type {any} */ row) => [row.was, row.now]), [
    ['{"a": 1, "b": 2}', '{"a": 1, "b": 2}'], ['{"a": 1, "b": 2}', '{"a": 1, "b": 3}'],
    ['{"a": 1, "b": 2}', '{"a": 1, "b": 3}'], ['(1,2)', '(1,3)'],
  ])
  const { rows } = await db.query('select t, t.*, row(t.*)::text as r from t')
  assert.deepEqual(rows, [{ t: '(1,3)', a: 1, b: 3, r: '(1,3)' }])
}))
