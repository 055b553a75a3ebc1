/** Statistics over several columns in estimates: the numbers of rows PostgreSQL 15 expects of the same table. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`create table fd (filler1 text, a int, b text, c int, d date, n numeric, bo bool);
    insert into fd select i::text, mod(i, 100), mod(i, 50)::text, mod(i, 25), '2020-01-01'::date + mod(i, 20), mod(i, 10), mod(i, 2) = 0 from generate_series(1, 5000) s(i);
    create statistics fds (dependencies) on a, b, c from fd; create statistics fdm (mcv) on a, d, n, bo from fd; create statistics fdn (ndistinct) on a, b, c from fd;
    set datestyle = 'sql, dmy'; analyze fd`)
})
afterAll(() => db.close())

/** @param {string} query @returns {Promise<number>} rows the planner expects */
async function expected(query) {
  const [{ rows }] = await db.exec(`explain ${query}`)
  return Number(/rows=(\d+)/.exec(rows[0]['QUERY PLAN'])?.[1])
}

/** @type {Record<string, number>} */
const ROWS = {
  "select * from fd where a = 1 and b = '1'": 50,
  "select * from fd where a = 1 and b = '1' and c = 1": 50,
  "select * from fd where a in (1, 51) and b = '1'": 100,
  "select * from fd where a in (1, 2, 51, 52) and b in ('1', '2') and c = 1": 200,
  "select * from fd where b = '1' and c = 1": 100,
  "select * from fd where a = 1 and b = '1' and filler1 = '1'": 1,
  "select * from fd where a < 10 and d = '2020-01-02'": 50,
  "select * from fd where a = 1 and d = '2020-01-02' and n = 1": 50,
  "select * from fd where a = 1 and d = '2020-01-02' and n = 1 and bo": 1,
  "select * from fd where a = 1 and d = '2020-01-02' and n = 1 and not bo": 50,
  "select * from fd where n = 1 and d > '2020-01-05'": 250,
  "select * from fd where n is null and d > '2020-01-05'": 1,
  "select * from fd where n is not null and d in ('2020-01-05', '2020-01-06')": 500,
  'select * from fd where a <> 3 and bo': 2500,
  'select * from fd where (a = 1 or a = 2) and bo': 50,
  'select a, b, c, count(*) from fd group by a, b, c': 100,
  'select b, c, count(*) from fd group by b, c': 50,
  'select a, b, c, d, count(*) from fd group by a, b, c, d': 500,
  'select a, d, n, bo, count(*) from fd group by a, d, n, bo': 1000,
  'select filler1, a, count(*) from fd group by filler1, a': 5000,
  'select b, c, count(*) from fd where a = 3 group by b, c': 32,
  'select bo, count(*) from fd group by bo': 2,
  'select a % 10, b, count(*) from fd group by a % 10, b': 100,
  'select a % 10, n, count(*) from fd group by 1, 2': 500,
}

for (const [query, rows] of Object.entries(ROWS)) test(query, async () => assert.equal(await expected(query), rows))

test('a statistics object that is gone is not asked', async () => {
  await db.exec('create table other as select i % 10 as a, i % 10 as b from generate_series(1, 1000) i; create statistics o (dependencies) on a, b from other; analyze other')
  assert.equal(await expected('select * from other where a = 1 and b = 1'), 100)
  await db.exec('drop statistics o')
  assert.equal(await expected('select * from other where a = 1 and b = 1'), 10)
})
