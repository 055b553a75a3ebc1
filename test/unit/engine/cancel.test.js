/**
 * Statements without an end in sight, one for each operator: each gives way, so that a cancel is seen within a bounded
 * number of turns of the event loop.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { HeapGuard } from '../../../src/engine/turns/heap-guard.js'
import { open } from '../../../src/index.js'

const STATEMENTS = {
  'nested loop': 'select count(*) from r a, r b, r c',
  'nested loop with a condition': 'select count(*) from r a, r b, r c where a.t < b.t and c.n % 7 < 0',
  'left join': 'select count(*) from (select a.n from r a, r b) a left join r b on a.n < b.n - 100000',
  'lateral': 'select count(*) from r a, r c, lateral (select * from r b where b.n > a.n order by b.t limit 1) x',
  'index lookups': 'select count(*) from r a join r b on b.k = a.k join r c on c.k = b.k join r e on e.k = c.k join r f on f.k = e.k join r g on g.k = f.k',
  'hash join': 'select count(*) from r a join r b on a.k % 2 = b.k % 2 join r c on c.k % 2 = b.k % 2',
  'hash join, no pair fits': 'select count(*) from (select a.n + b.n as n, a.k from r a, r b) a join r b on a.k % 2 = b.k % 2 and a.n + b.n = -1',
  'semi join': 'select count(*) from (select a.n, a.k from r a, r b) a where exists (select 1 from r b where b.k % 2 = a.k % 2 and a.n + b.n = -1)',
  'anti join': 'select count(*) from (select a.n, a.k from r a, r b) a where not exists (select 1 from r b where b.k % 2 = a.k % 2 and a.n + b.n = -1)',
  'full join': 'select count(*) from (select a.n, a.k from r a, r b) a full join r b on a.k % 2 = b.k % 2 and a.n + b.n = -1',
  'build side': 'select count(*) from r x join (select a.n + b.n as n, a.t || b.t as t from r a, r b) y on x.n = y.n',
  'outer rows kept': 'select count(*) from (select a.n, random() as x from r a, r b offset 0) q join r c on c.n = q.n join r d on d.k < c.k',
  'function in FROM': 'select count(*) from generate_series(1, 1000000000)',
  'function of a row': 'select count(*) from r a, generate_series(1, a.n * 1000000)',
  'function in the select list': 'select generate_series(1, 1000000000) offset 999999999',
  'timestamps in a series': "select count(*) from generate_series(timestamp '2000-01-01', '9000-01-01', '1 second')",
  'recursion': 'with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c',
  'recursion, distinct': 'with recursive c(n) as (select 1 union select (n + 1) % 100000000 from c) select count(*) from c',
  'recursion that goes in circles': 'with recursive c(n) as (select 1 union all select n from c) select count(*) from c where n > 1',
  'recursion in recursion': 'with recursive a(n) as (select 1 union all select x.m from a, lateral (with recursive b(m) as (select a.n union all select m + 1 from b) select m from b where m < 0) x) select count(*) from a',
  'sort': 'select count(*) from (select a.t, b.n from r a, r b order by a.t, b.n offset 1) q',
  'first rows of a sort': 'select a.t from r a, r b, r c order by a.t || b.t limit 3',
  'hash aggregate': 'select count(*) from (select a.n, b.n, sum(a.k) from r a, r b group by 1, 2) q',
  'grouping sets': 'select count(*) from (select a.k, b.k, count(*) from r a, r b group by cube (a.k, b.k, a.n % 10)) q',
  'aggregate without groups': 'select bool_or(a.n + b.n + c.n < 0) from r a, r b, r c',
  'aggregate, distinct': 'select count(distinct a.n * 20000 + b.n) from r a, r b',
  'ordered set': 'select percentile_cont(0.5) within group (order by a.n + b.n) from r a, r b',
  'distinct': 'select count(*) from (select distinct a.n, b.n from r a, r b) q',
  'distinct on': 'select count(*) from (select distinct on (a.k) a.k, b.n from r a, r b order by a.k, b.t) q',
  'union': 'select count(*) from (select a.n from r a, r b union select b.n + a.k from r a, r b) q',
  'window': 'select sum(s) from (select sum(a.n) over (order by a.k, b.n rows between 3 preceding and current row) as s from r a, r b) q',
  'wide frames': 'select sum(m) from (select max(a.n) over (order by a.n rows between 100000 preceding and 100000 following exclude current row) as m from r a, generate_series(1, 30)) q',
  'scalar subquery': 'select sum((select count(*) from r b, r c where b.t > a.t)) from r a',
  'NOT IN': 'select count(*) from r a where a.t not in (select b.t || c.n from r b, r c)',
  'ALL': 'select count(*) from r a where a.t > all (select b.t from r b, r c where b.n + c.n > a.n + 100000)',
  'ARRAY': 'select count(array(select b.n from r b, r c where b.n + c.n < a.n - 10000)) from r a',
  'EXISTS': 'select exists (select 1 from r a, r b, r c where a.n + b.n + c.n < 0)',
  'WITH': 'with x as materialized (select a.n from r a, r b) select count(*) from x, x y',
  'OFFSET': 'select * from r a, r b, r c offset 39999999999',
  'sample': 'select count(*) from r a tablesample bernoulli(99), r b, r c tablesample system(99)',
  'row locks': 'select a.n from r a, r b, r c where a.n + b.n + c.n < 0 for update',
  'INSERT': 'insert into big select a.n, a.t from r a, r b',
  'INSERT with a key': 'insert into parent select i from generate_series(2000, 100000000) i',
  'INSERT with a foreign key': 'insert into child select 1 + a.n % 900 from r a, r b',
  'INSERT, conflicts': 'insert into parent select 1 from r a, r b on conflict do nothing',
  'INSERT into partitions': 'insert into p select a.n, b.n from r a, r b',
  'INSERT in WITH': 'with x as (insert into big select a.n, a.t from r a, r b returning n) select count(*) from x',
  'UPDATE': "update big set t = t || 'x' from (select a.n from r a, r b, r c) x where big.n = -x.n",
  'UPDATE with a subquery': 'update r set k = k + (select count(*) from r b, r c where b.n + c.n < r.n)',
  'DELETE': 'delete from big using (select a.n from r a, r b, r c) x where big.n = -x.n',
  'MERGE': 'merge into big using (select a.n from r a, r b) s on big.n = -s.n when matched then delete when not matched then insert values (s.n, null)',
  'CREATE TABLE AS': 'create table made as select a.n from r a, r b',
  'EXPLAIN ANALYZE': 'explain analyze select count(*) from r a, r b, r c',
  'rows that cost much each': "select sum(length(repeat('x', 200000 + n)::bytea::text)) from generate_series(1, 1000000) n",
}

/** turns before the cancel, and those it may take to be answered */
const TURNS_BEFORE = 12
const TURNS_AFTER = 100

/** @type {any} */
let db
/** @type {any} */
let session

beforeAll(async () => {
  db = await open(/** @type {any} */ ({ path: ':memory:', bufferPool: '8MB' }))
  await db.exec(`create table r(n int primary key, k int, t text);
    insert into r select i, i * 7 % 150, 'text ' || (i * 31 % 4000) from generate_series(1, 3000) i; create index on r (k); analyze;
    create table parent(id int primary key); create table child(id int references parent(id)); insert into parent select generate_series(1, 1000);
    create table big as select n, t from r;
    create table p(a int, b int) partition by range (a); create table p1 partition of p for values from (0) to (1000); create table p2 partition of p for values from (1000) to (100000)`)
  session = await db.connect()
  await session.query("set work_mem = '64kB'")
})
afterAll(async () => {
  await session.release()
  await db.close()
})

const turn = () => new Promise((resolve) => { setImmediate(resolve) })

for (const [name, text] of Object.entries(STATEMENTS)) {
  test(name, async () => {
    /** @type {any} */
    let outcome = null
    const running = session.query(text).then(
      () => { outcome = 'finished' },
      (/** @type {any} */ error) => { outcome = error.code },
    )
    for (let turns = 0; turns < TURNS_BEFORE && outcome === null; turns++) await turn()
    assert.equal(outcome, null, 'it still runs')
    session.cancel()
    for (let turns = 0; turns < TURNS_AFTER && outcome === null; turns++) await turn()
    assert.equal(outcome, '57014')
    await running
  })
}

test('a statement that works long is refused while the heap is nearly full, one for each collection', async () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const guard = new HeapGuard(1)
  guard.check()
  const collected = async () => {
    for (let round = 0; round < 50; round++) {
      collect()
      await new Promise((resolve) => { setTimeout(resolve, 2) })
      try {
        guard.check()
      } catch (error) {
        return /** @type {any} */ (error)
      }
    }
    return null
  }
  for (let round = 0; round < 2; round++) {
    assert.equal((await collected())?.code, '53200')
    guard.check()
  }
  const wide = new HeapGuard(2 ** 40)
  collect()
  await new Promise((resolve) => { setTimeout(resolve, 2) })
  wide.check()
})
