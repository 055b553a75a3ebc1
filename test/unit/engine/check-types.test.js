/**
 * db.check() reads rows of every type, those made by CREATE TYPE too, in tables, partitions and every kind of index.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'

const SCRIPT = `create type pair as (x int, y text); create type mood as enum ('sad', 'ok'); create domain pairs as pair[];
  create type days; create function whole_days(days) returns days language internal immutable strict as 'daterange_canonical'; create type days as range (subtype = date, canonical = whole_days);
  create table t (p pair, ps pairs, m mood, d days, b box, exclude using hash (m with =)); create index on t (p); create index on t using gist (d); create index on t using brin (d range_inclusion_ops, b);
  create table h (p pair) partition by hash (p); create table h0 partition of h for values with (modulus 2, remainder 0); create table h1 partition of h for values with (modulus 2, remainder 1);
  insert into t values (row(1, 'a'), array[row(1, 'a')::pair], 'ok', '[2020-01-01,2020-01-03]', '(1,1),(0,0)'), (null, null, 'sad', 'empty', null);
  insert into h select row(i, 'x')::pair from generate_series(1, 50) i; update t set d = '(2021-01-01,)', p = row(2, 'b') where m = 'ok'; delete from t where m = 'sad'`

test('rows of user-defined types, before and after a reopen', async () => {
  const vfs = new MemoryVfs()
  let db = await open({ vfs, bufferPool: '2MB' })
  for (const statement of SCRIPT.split(';')) await db.query(statement)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
  db = await open({ vfs, bufferPool: '2MB' })
  await db.query('vacuum')
  assert.deepEqual((await db.check()).problems, [])
  const { rows } = await db.query(
    `select d::text as d, (select count(*)::int from h) as n from t where d @> date '2021-01-02'`,
  )
  assert.deepEqual(rows, [{ d: '[2021-01-02,)', n: 50 }])
  await db.close()
})
