/**
 * Every operator that holds rows, with 64 kB of work_mem and a page cache of 2 MB: the answers are those of a work_mem
 * that holds everything, temporary files were used, and none is left: after the last row, after an error on the way,
 * after a cancel.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { rounds } from '../../support/rounds.js'

class CountingVfs extends MemoryVfs {
  opened = 0
  closed = 0

  tempFile() {
    this.opened++
    const file = super.tempFile()
    const close = file.close.bind(file)
    file.close = () => { this.closed++; close() }
    return file
  }
}

const vfs = new CountingVfs()
/** @type {any} */
let db

const QUERIES = {
  sort: 'select n, k, t, d, b from r order by t desc, n, k',
  'one of each text': 'select distinct on (t) t from r order by t',
  'one of each text and bytes behind it': 'select distinct on (t, d) t, d, b, n from r order by t, d, n',
  'sort with computed keys': 'select n from r order by k % 17, md5(t), n',
  'hash join on integers': 'select r.n, s.v, s.x from r join s on r.k = s.k',
  'hash join on two integers': 'select r.n, s.v from r join s on r.k = s.k and r.n % 3 = s.m',
  'hash join on text': 'select a.n, b.n, b.t from r a join r b on a.t = b.t where a.n < 4000',
  'hash join on numeric': 'select a.n, b.d from r a join r b on a.d = b.d and b.n % 2 = 0',
  'hash join, left': 'select r.n, s.v, s.b, s.f, s.x from r left join s on r.k = s.k and s.m > 0 and s.v <> r.t',
  'hash join, right':
    'select r.n, s.v, s.b from r right join s on r.k = s.k and r.n % 5 = s.m where s.m is not null or r.n is null',
  'hash join, full': 'select r.n, r.k, s.v, s.x from r full join s on r.k = s.k + 700 and s.m = r.n % 4',
  'hash join, nulls on both sides': 'select a.z, b.z, a.n, b.n from r a full join r b on a.z = b.z and a.n = b.n + 1',
  'hash join over rows that come once':
    'select q.n, s.v, s.x, q.x from (select n, k, nullif(k, 9) as z, random() < 2 as x from r offset 0) q join s on q.k = s.k and q.z > s.m',
  'hash join over rows that come once, left':
    'select q.n, q.z, s.v, s.b from (select n, z, random() < 2 as x from r offset 0) q left join s on q.z = s.x / 10000000000 and s.m > 0',
  'hash join over rows that come once, full':
    'select q.n, q.k, q.m, s.k, s.m, s.v from (select n, k, nullif(n % 7, 3) as m, random() < 2 as x from r offset 0) q full join s on q.k = s.k + 700 and q.m = s.m',
  'hash join over rows that come once, by text':
    'select q.n, q.t, s.v, s.f from (select n, nullif(t, $$text 31$$) as t, random() < 2 as x from r offset 0) q full join s on q.t = s.v',
  'anti join over rows that come once':
    'select n from (select n, k, t, random() < 2 as x from r offset 0) q where x and not exists (select from s where s.k = q.k + 900 and s.v > q.t)',
  'semi join over rows that come once':
    'select n from (select n, t, random() < 2 as x from r offset 0) q where x and t in (select v from s)',
  'build rows of few keys, over rows that come once':
    'select q.n, a.n, a.k from (select n, n % 3000 as m, random() < 2 as x from r offset 0) q full join (select n, k, n % 3 as m from r) a on q.m = a.m',
  'a join under a join, both over rows that come once':
    'select q.n, s.v, b.t from (select n, k, random() < 2 as x from r offset 0) q join s on q.k = s.k join (select n, t, repeat(t, 3) as u from r) b on b.n = s.w and q.n <> b.n',
  'semi join': 'select n from r where exists (select from s where s.k = r.k + 900 and s.v <> r.t)',
  'semi join on the key alone': 'select n from r where t in (select v from s)',
  'anti join': 'select n from r where not exists (select from s where s.k = r.k + 900 and s.v > r.t)',
  'anti join on the key alone': 'select n from r where not exists (select from s where s.v = r.t)',
  'two hash joins': 'select a.n, s.v, b.t from r a join s on a.k = s.k join r b on b.n = s.w',
  'hash aggregate': 'select t, count(*), sum(d), min(n), max(b::text), avg(k) from r group by t',
  'hash aggregate on two keys': 'select k, n % 7, count(z), sum(n) from r group by k, n % 7',
  'hash aggregate on null keys': 'select z, b, n % 1000, count(*) from r group by z, b, n % 1000',
  'aggregates that keep their input':
    "select k, array_agg(n), string_agg(t, ',') from (select * from r order by n) q group by k",
  'aggregates over distinct and ordered input':
    "select k % 10, count(distinct t), array_agg(n order by d, n), string_agg(distinct t, '|') from r group by k % 10",
  'grouping sets': 'select t, k, n % 2, count(*), sum(d), grouping(t, k) from r group by cube (t, k), n % 2',
  'one group, ordered':
    'select array_agg(n order by t, n), percentile_disc(0.5) within group (order by d), mode() within group (order by k) from r',
  distinct: 'select distinct t, k, d from r',
  'distinct on': 'select distinct on (t) t, n, d from r order by t, d desc, n',
  union: 'select t, k from r union select v, m from s',
  'intersect all': 'select n, k from r intersect all select n, k from r where n % 3 < 2',
  'except all': 'select t from r except all select v from s',
  windows:
    'select n, rank() over (partition by k % 5 order by d, n), sum(n) over (order by n rows between 100 preceding and 100 following), lag(t, 1000) over (order by n), first_value(t) over (order by t, n) from r',
  'one partition, whole frame': 'select n, sum(d) over (), count(*) over (partition by b) from r',
  'materialised inner side':
    'select count(*), sum(a.n) from (select * from r where n < 60) a, r b where a.n + b.n > 50 and a.d < b.d + 1000',
  'nested left join':
    'select a.n, b.n from (select * from r where n < 12) a left join r b on b.n < a.n * 300 and b.k > a.k',
  'WITH read twice':
    'with w as materialized (select n, t, d from r) select count(*), sum(x.d) from w x join w y on x.n = y.n',
  recursion:
    'with recursive c(n, t) as (select n, t from r where n < 3000 union all select n + 3000, t from c where n < 7000) select n, t from c',
  'recursion, distinct':
    "with recursive c(n, t) as (select n, t from r union select n / 2, 'half of ' || t from c where n > 3000) select n, t from c",
  'recursion, distinct with nulls and repeats':
    "with recursive c(z, t) as (select z, t from r union select nullif(z / 2, 7), t || '.' from c where z > 10) select z, t, count(*) from c group by 1, 2",
  'IN as a value':
    'select n, t in (select v from s), k = any (select w from s where m is not null), z in (select x / 10000000000 from s) from r',
  'the first rows of a sort, wide ones': 'select repeat(t, 50), n from r order by d, n limit 3000',
  'IN over computed rows':
    'select n from r where t not in (select v || v from s) and k in (select m + k from s group by 1)',
  'sets of a function': 'select g, count(*) from generate_series(1, 9000) g, lateral (select g % 3 as m) x group by g',
  'sets in a select list': 'select n, generate_series(1, 3), t from r order by 3, 1, 2',
  'ROWS FROM':
    "select * from rows from (generate_series(1, 5000), string_to_table(repeat('abcdefg,', 4000), ',')) as q(a, b) order by b, a",
  'a cursor that looks back': null,
}

beforeAll(async () => {
  db = await open(/** @type {any} */ ({ vfs, walSync: 'none', bufferPool: '2MB' }))
  await db.exec(`create table r(n int, k int, t text, d numeric(10,2), b bool, z int8);
    insert into r select i, i * 7 % 1500, 'text ' || (i * 31 % 4000), i * 13 % 5000 / 4.0, i % 3 = 0, case when i % 11 = 0 then null else i * 5 % 2500 end from generate_series(1, 8000) i;
    create table s(k int, v text, m int2, w int4, b bool, f float8, x int8);
    insert into s select i % 1700, 'text ' || (i * 17 % 5000), case when i % 9 = 0 then null else i % 5 end, i * 3 % 9000, case when i % 7 = 0 then null else i % 2 = 0 end, i / 7.0, i * 10000000000 from generate_series(1, 5000) i;
    analyze`)
})
afterAll(() => db.close())

/** @param {string} query @param {string} workMem @returns {Promise<string[]>} rows in a canonical order */
async function rows(query, workMem) {
  await db.exec(`set work_mem = '${workMem}'`)
  const { rows: found } = await db.query({ text: query, rowMode: 'array' })
  const texts = found.map((/** @type {any} */ row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
  )
  return / order by [^)]*$/.test(query) ? texts : texts.sort()
}

for (const [name, query] of Object.entries(QUERIES).filter((_, at) => at % rounds(3, 1) === 0)) {
  if (query === null) continue
  test(name, async () => {
    const expected = await rows(query, '256MB')
    const { opened } = vfs
    assert.deepEqual(await rows(query, '64kB'), expected)
    assert.ok(vfs.opened > opened, 'it went to temporary files')
    assert.equal(vfs.closed, vfs.opened, 'no temporary file is left')
  })
}

test('the outer side of a join runs once where that shows', async () => {
  await db.exec("set work_mem = '64kB'; create sequence counted")
  const { opened } = vfs
  const { rows: [{ count }] } = await db.query('select count(*) from (select n, t, nextval($$counted$$) from r offset 0) q join (select t, repeat(t, 9) as u from r) b on q.t = b.t and b.u <> $$$$')
  assert.equal(Number(count), 16000)
  assert.ok(vfs.opened > opened + 2)
  assert.equal(Number((await db.query('select nextval($$counted$$) as n')).rows[0].n), 8001)
})

test('many passes make a statement begin again with joins that keep their outer rows', async () => {
  const session = await db.connect()
  try {
    const query = 'select count(*), sum(a.n) from (select n, t from r order by n offset 0) a join r b on a.t = b.t join (select n, repeat(t, 20) as u from r) c on c.n = b.n and c.u <> a.t'
    await session.query("set work_mem = '256MB'")
    const expected = (await session.query(query)).rows
    await session.query("set work_mem = '64kB'")
    const { opened } = vfs
    for (let run = 0; run < 2; run++) assert.deepEqual((await session.query(query)).rows, expected)
    assert.ok(vfs.opened > opened + 16)
    assert.equal(vfs.closed, vfs.opened)
  } finally {
    await session.release()
  }
})

test('a cursor that looks back', async () => {
  await db.exec("set work_mem = '64kB'; begin; declare c scroll cursor for select n, t from r order by n")
  const all = (await db.query('fetch all from c')).rows.length
  const { rows: [last] } = await db.query('fetch absolute 5 from c')
  assert.deepEqual([all, last.n], [8000, 5])
  await db.exec('commit')
  assert.equal(vfs.closed, vfs.opened)
})

test('an error on the way leaves no temporary file', async () => {
  for (const query of [
    'select sum(1 / (n - 7999)) from (select * from r order by t) q',
    'select count(*) from r a join r b on a.t = b.t and 1 / (a.n - 7990) > -1',
    'select t, sum(10 / (n - 7999)) from r group by t', 'select distinct t, 1 / (n - 7999) from r',
    'select sum(1 / (n - 7999)) over (order by t) from r',
    'with recursive c(n) as (select n from r union all select 1 / (n - 5000 + n) from c where n > 0) select count(*) from c',
  ]) {
    await db.exec("set work_mem = '64kB'")
    const { opened } = vfs
    await assert.rejects(db.query(query), { code: '22012' })
    assert.ok(vfs.opened > opened, query)
    assert.equal(vfs.closed, vfs.opened, query)
  }
})

test('a cancel leaves no temporary file', async () => {
  const session = await db.connect()
  try {
    await session.query("set work_mem = '64kB'")
    for (const query of [
      'select * from r a, r b, r c order by a.t, b.t, c.t', 'select a.t, b.t, count(*) from r a, r b group by 1, 2',
      'select distinct a.n, b.n from r a, r b', 'select a.n + b.n from r a, r b union select 1',
    ]) {
      const { opened } = vfs
      const running = session.query(query)
      const rejected = assert.rejects(running, { code: '57014' })
      while (vfs.opened === opened) await new Promise((resolve) => { setTimeout(resolve, 5) })
      session.cancel()
      await rejected
      assert.equal(vfs.closed, vfs.opened, query)
    }
  } finally {
    await session.release()
  }
})
