/**
 * Every kind of statement under everything that takes a statement: EXPLAIN, PREPARE, cursors, CREATE TABLE AS, views,
 * COPY, functions in SQL, rules. What is wrong is said in PostgreSQL's terms; XX000 is
 * always a fault of ours. What a statement leaves behind is rolled back.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const SETUP = [
  'create table a(i int primary key, t text)',
  `insert into a values (1,'a'),(2,'b'),(3,null)`,
  'create table b(i int, j int references a)',
  'create view wv as select * from a where i < 3',
  'create materialized view wm as select * from a',
  `create function wf(int) returns int language sql as 'select $1 + 1'`,
  `create function ws() returns setof a language sql as 'select * from a'`,
  `create procedure wp(int) language sql as 'insert into b values ($1, null)'`,
  'create type wc as (a int, b text)',
  'create sequence wq',
  'create table wpart(i int) partition by range(i)',
  'create table wpart1 partition of wpart for values from (0) to (100)',
  'insert into wpart values (1),(2)',
  'prepare p1 as select * from a where i = $1',
  'prepare p2(int) as insert into b values ($1, null) returning *',
  `prepare p3 as update a set t = 'z' where i = $1`,
  'prepare p4 as delete from b',
  'prepare p5 as values (1,2),(3,4)',
  'prepare p6 as select count(*) from a where t like $1',
  'prepare p7 as merge into b using a on a.i = b.i when not matched then insert values (a.i, null)',
  'prepare p8 as table a',
  'prepare p9 as with x as (insert into b values (9,null) returning i) select * from x',
  'prepare p10 as select',
  'prepare p11 as select * from ws()',
  'prepare p12 as select * from a for update',
  `prepare p13 as insert into wv values (50,'v') on conflict do nothing`,
  'execute p1(1)',
  'execute p2(5)',
  'execute p3(1)',
  'execute p5',
  `execute p6('%a%')`,
  'execute p8',
  'execute p10',
  'execute p11',
  'execute p12',
]

const STATEMENTS = [
  'select 1',
  'select',
  'select * from a',
  'select * from a where i = 1',
  'values (1),(2)',
  'table a',
  'select * from wv',
  'select * from wm',
  'select * from ws()',
  'select wf(i) from a',
  'select generate_series(1,3)',
  'select count(*), max(t) from a',
  'select t, count(*) from a group by rollup(t)',
  'select i, rank() over (order by t) from a',
  'select distinct t from a',
  'select * from a order by t limit 1',
  `select * from a union select i, 'x' from b`,
  `select * from a intersect select 1, 'a'`,
  'with x as (insert into b values (7, null) returning *) select * from x',
  'select * from a for update',
  'select * from a for key share skip locked',
  'select * from a x join b y on x.i = y.j',
  'select * from a x full join b y on x.i = y.j',
  'select * from a where exists (select 1 from b where j = a.i)',
  'select (select max(i) from b), array(select i from a)',
  'select * from a, lateral (select a.i + 1) l',
  'select * from wpart',
  'select * from wpart where i = 1',
  'select * from unnest(array[1,2]) with ordinality',
  'select * from rows from (generate_series(1,2), generate_series(1,3))',
  'select * from a tablesample bernoulli(100)',
  `select row(1,2), array[1,2], 'a'::wc`,
  `select * from json_to_recordset('[]') as x(a int)`,
  'insert into b values (8, null)',
  'insert into b select i, null from a returning *',
  `insert into a values (1,'x') on conflict (i) do update set t = excluded.t returning *`,
  `insert into a values (1,'x') on conflict do nothing`,
  'insert into b default values',
  'insert into wpart values (3) returning tableoid::regclass, *',
  `update a set t = t || 'q' where i > 1 returning *`,
  `update a set t = 'u' from b where b.j = a.i`,
  'update wpart set i = i + 1',
  `update wv set t = 'vv'`,
  'delete from b where i = 7 returning *',
  'delete from b using a where a.i = b.j',
  'merge into b using a on a.i = b.i when matched then update set j = null when not matched then insert values (a.i, null)',
  'create table wx as select * from a',
  'create table if not exists a as select 1',
  'create materialized view wmx as select * from a',
  'select * into wy from a',
  'refresh materialized view wm',
  'declare wcur cursor for select * from a',
  'execute p1(1)',
  'execute p2(6)',
  'execute p3(2)',
  'execute p4',
  'execute p5',
  `execute p6('a')`,
  'execute p7',
  'execute p8',
  'execute p9',
  'execute p10',
  'execute p11',
  'execute p12',
  'execute p13',
  'execute p1',
  'execute nosuch',
  'create table wz(i int)',
  'drop table if exists nosuch',
  'create index on a(t)',
  'alter table a add column if not exists t text',
  'truncate b',
  'analyze a',
  'call wp(1)',
  'begin',
  'commit',
  'show work_mem',
  'copy a to stdout',
  'lock table a',
  'prepare pz as select 1',
  'deallocate pz',
  'explain select 1',
  'fetch wcur',
  'close wcur',
  `comment on table a is 'x'`,
  'savepoint s',
  'select nosuch',
  'select 1/0',
  'select * from nosuch',
  'create schema wsch',
  `do 'x'`,
  'create table wcta as execute p1(1)',
  'create table wcta2 as values (1)',
  'create table wcta3 as table a with no data',
  'declare wcur2 binary insensitive scroll cursor with hold for select 1',
  'select * from a where current of nosuch',
  'delete from a where current of nosuch',
]

/** An at sign is the statement. */
const AROUND = [
  '@',
  'explain @',
  'explain analyze @',
  'explain (analyze, verbose, buffers, costs, timing off, summary, settings, wal) @',
  'explain (analyze, format json) @',
  'explain (verbose, format yaml) @',
  'prepare wrapped as @; execute wrapped; execute wrapped; explain analyze execute wrapped; deallocate wrapped',
  'declare wrapped cursor for @; fetch 2 from wrapped; move all in wrapped; close wrapped',
  'declare wrapped scroll cursor with hold for @; fetch last from wrapped; fetch absolute 1 from wrapped; close wrapped',
  'create table wrapped as @; drop table wrapped',
  'explain analyze create table wrapped as @',
  'create materialized view wrapped as @; drop materialized view wrapped',
  'create view wrapped as @; select * from wrapped',
  'copy (@) to stdout',
  'copy (@) to stdout (format binary)',
  'create function wrapped() returns void language sql as $f$ @ $f$; select wrapped(); select * from wrapped()',
  'create function wrapped() returns void language sql begin atomic @; end; select wrapped()',
  'with wrapped as (@) select * from wrapped',
  'select * from (@) s',
  'insert into b (i) @',
  'create rule wrapped as on insert to b do also @',
  'explain declare wrapped cursor for @',
]

test('no statement is an internal error, whatever is around it', async () => {
  const db = await open(':memory:')
  const client = await db.connect()
  try {
    for (const text of SETUP) await client.exec(text)
    let refused = 0
    for (const statement of STATEMENTS) {
      for (const around of AROUND) {
        const text = around.replace('@', () => statement)
        if (statement !== 'begin' && statement !== 'commit') await client.exec('begin')
        try {
          await client.exec(text)
        } catch (error) {
          refused++
          const { code, message } = /** @type {any} */ (error)
          assert.match(String(code), /^(?!XX)[0-9A-Z]{5}$/, `${text}: ${message}`)
        }
        await client.exec('rollback')
      }
    }
    // Most of the combinations are none that PostgreSQL takes.
    assert.ok(refused > 500 && refused < STATEMENTS.length * AROUND.length)
  } finally {
    await client.release()
    await db.close()
  }
})
