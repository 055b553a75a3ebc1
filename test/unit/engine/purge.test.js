/** That purge goes on: what it cannot do it used to try again for ever, and nothing behind it was purged any more. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { open } from '../../../src/index.js'

/** @param {(db: any) => Promise<void>} work */
async function withoutComplaints(work) {
  /** @type {string[]} */
  const log = []
  const db = await open({ path: ':memory:', logger: (line) => log.push(line) })
  await work(db)
  await setTimeout(20)
  assert.deepEqual(log, [])
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
}

// A version for which an index expression fails never had an entry.
test('versions that an index expression cannot be computed for', () => withoutComplaints(async (db) => {
  await db.exec(
    'create table t (a int); insert into t values (0), (1), (2); delete from t where a = 0; update t set a = a + 0',
  )
  await db.exec('create index on t ((1 / a)); create index on t (a) where 1 / a > 0')
  await assert.rejects(db.query('insert into t values (0)'), { code: '22012' })
  await assert.rejects(db.query('update t set a = 0 where a = 1'), { code: '22012' })
  await db.exec('begin; savepoint s')
  await assert.rejects(db.query('insert into t values (3), (0)'), { code: '22012' })
  await db.exec('rollback; create table last (a int); drop table last; delete from t where a = 2')
  await db.query('vacuum t')
  assert.deepEqual((await db.query('select a from t')).rows, [{ a: 1 }])
}))

// Purge went by whatever view of a table had been read last, a rolled back one too: its new indexes had no file, and
// its dropped ones kept their entries.
test('indexes whose making or dropping was rolled back', () => withoutComplaints(async (db) => {
  const holder = await db.connect()
  await db.exec('create table other (); create table t (a int primary key, b int); create index kept on t (b); insert into t select g, g % 10 from generate_series(1, 2000) g')
  await holder.exec('begin isolation level repeatable read; select count(*) from other')
  await db.query('delete from t where a > 1')
  await db.exec('begin; drop index kept; create index made on t (b); insert into t values (5000, 1); rollback')
  await assert.rejects(db.query('insert into t values (5000, 5), (5001, 5); create unique index on t (b)'), {
    code: '23505',
  })
  await holder.exec('commit')
  await db.query('update t set b = b + 1')
  await setTimeout(20)
  const report = await db.check()
  assert.equal(report.staleEntries ?? 0, 0)
  await holder.release()
}))

// Purge goes by what is committed, and a transaction that adds columns has changed rows in the same file: they lie
// otherwise. The engine ended, or entries of rows went.
test('rows with more columns than the table has for others', () => withoutComplaints(async (db) => {
  const [holder, adds] = [await db.connect(), await db.connect()]
  await db.exec(`create table other (a int); create table t (id int primary key, k text, g int[], n int, o text);
    create index on t (k); create index on t using gin (g); create index on t ((k || 'e')); create index on t (n);
    create index on t (id) where k > 'm'; create index on t using gist (int4range(n, 1000));
    insert into t select i, 'k' || i, array[i, i + 1], i, repeat('o', 50 * i) from generate_series(1, 100) i`)
  for (const end of ['commit', 'rollback', 'rollback to a; rollback', 'alter table t drop c, drop d; commit']) {
    await holder.exec('begin isolation level repeatable read; select from other')
    await db.exec("update t set k = 'z' || id, n = -id, g = array[-id]; delete from t where id % 7 = 0")
    await adds.exec(`begin; savepoint a; alter table t add c text, add d int, add e int8; update t set c = 'x' || id;
      rollback to a; alter table t add c int default 5, add d text;
      update t set k = 'k' || id, n = id, g = array[id, id + 1], d = repeat('x', id * 20), c = null where id % 5 < 4`)
    await holder.exec('commit')
    await db.exec('insert into other values (1)') // purge goes on
    await setTimeout(20)
    await adds.exec(`savepoint b; update t set k = 'q', n = 0, g = '{}', d = d || 'u'; delete from t where id = 3;
      rollback to b;
      insert into t (id, k, g, n) values (7, 'k7', '{7, 8}', 7); ${end}`)
    await setTimeout(20)
    assert.deepEqual((await db.check()).problems, [], end)
    await db.exec(`delete from t where id = 7; insert into t (id, k, g, n) values (7, 'k7', '{7, 8}', 7);
      set enable_seqscan = off; alter table t drop column if exists c, drop column if exists d`)
    for (const condition of ["k = 'k7'", 'n = 7', 'g @> array[7, 8]', "k || 'e' = 'k7e'"])
      assert.equal((await db.query(`select id from t where ${condition}`)).rows[0]?.id, 7, `${end}: ${condition}`)
  }
}))

// The transaction that added columns had dropped an indexed one: purge read bytes where the index has text, and the
// engine ended.
test('rows with more columns than the table has for others, and without some', () => withoutComplaints(async (db) => {
  const [holder, changes] = [await db.connect(), await db.connect()]
  await db.exec(`create table other (a int); create table t (id int primary key, k text, n int, g int[]);
    create index on t (k); create index on t (lower(k)); create index on t using gin (g);
    create index on t ((n + 1)); insert into t select i, 'k' || i, i, array[i] from generate_series(1, 100) i`)
  for (const end of ['rollback', 'rollback to a; commit', 'commit']) {
    await holder.exec('begin isolation level repeatable read; select from other')
    await db.exec("update t set k = 'z' || id, n = -id, g = array[-id]; update t set k = 'k' || id, n = id")
    await changes.exec(`begin; savepoint a; alter table t add d int; update t set d = id;
      alter table t drop k, drop n, drop g; alter table t add e int; update t set e = 5`)
    await holder.exec('commit')
    await db.exec('insert into other values (1)') // purge goes on
    await setTimeout(20)
    await changes.exec(end)
    await setTimeout(20)
    assert.deepEqual((await db.check()).problems, [], end)
    if (end !== 'commit') assert.equal((await db.query("select id from t where k = 'k7' and n = 7")).rows.length, 1)
  }
}))

// A column's versions from before it was NOT NULL: their keys were made as if they were not null, and were left over;
// who has an older snapshot read an empty text, and zero.
test('nulls from before SET NOT NULL', () => withoutComplaints(async (db) => {
  await db.exec('create table other (a int)')
  const [old, holder] = [await db.connect(), await db.connect()]
  const parts = `create table t1 partition of t for values from (0) to (50);
    create table t2 partition of t for values from (50) to (1000);`
  for (const [name, kind, change] of [
    ['t', '', 'alter k set not null, alter n set not null'], ['p', '', 'add primary key (n, k)'],
    ['t', 'partition by range (id)', 'alter k set not null, alter n set not null'],
  ]) {
    await db.exec(`create table ${name} (id int, k text, n int) ${kind}; ${kind === '' ? '' : parts}
      create index on ${name} (k); create index on ${name} (lower(k)); create index on ${name} ((n + 1));
      create index on ${name} (id) where k is null; create index on ${name} (n) where coalesce(k, 'zz') > 'm';
      insert into ${name} select g, null, null from generate_series(1, 100) g`)
    await old.exec('begin isolation level repeatable read; select from other')
    await holder.exec('begin isolation level repeatable read; select from other')
    await db.exec(`update ${name} set k = 'a' || id, n = id; delete from ${name} where id = 9;
      alter table ${name} ${change}`)
    const look = `select id, k, n, n is null as is, coalesce(k, 'none') as c from ${name}
      where id in (3, 9, 60) and k is null order by id, k`
    const nulls = [3, 9, 60].map((id) => ({ id, k: null, n: null, is: true, c: 'none' }))
    await holder.exec(`alter table ${name} alter id set not null`)
    assert.deepEqual((await holder.query(look)).rows, nulls)
    await holder.exec('rollback')
    assert.deepEqual((await old.query(look)).rows, nulls)
    assert.deepEqual((await db.query(look)).rows, [])
    const counts = await db.query(`select count(*)::int as a, count(k)::int as k, count(n)::int as n from ${name}`)
    assert.deepEqual(counts.rows, [{ a: 99, k: 99, n: 99 }])
    await old.exec('commit')
    await db.exec('insert into other values (1)')
    await setTimeout(20)
    assert.deepEqual((await db.check()).problems, [])
    await db.exec(`drop table ${name}`)
  }
  await db.exec('create table t (id int); insert into t values (1)')
  await old.exec('begin isolation level repeatable read; select from other')
  await db.exec('delete from t; alter table t add c text not null')
  assert.deepEqual((await old.query("select *, c || 'x' as x from t")).rows, [{ id: 1, c: null, x: null }])
  await old.exec('commit')
}))
