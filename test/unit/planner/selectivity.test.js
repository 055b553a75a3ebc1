/**
 * Estimates from what ANALYZE wrote, against what the rows really are (PostgreSQL's estimates for these are the same or
 * closer to them).
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { readCost } from '../../../src/planner/build/access/bounded-scan.js'
import { BTREE, GIN } from '../../../src/types/oids.js'


/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`create table s1(id int primary key, k int, v text, d date, z int, b bool);
    insert into s1 select i, i % 10, 'v' || (i % 1000), date '2020-01-01' + i / 10, case when i % 4 = 0 then null else i end, i % 5 = 0 from generate_series(1, 20000) i;
    create table s2(id int primary key, s int); insert into s2 select i, i % 50 from generate_series(1, 1000) i;
    create table skew(a int); insert into skew select case when i <= 900 then 1 else i end from generate_series(1, 1000) i;
    create table seen(at timestamptz);
    insert into seen select now() - i * interval '1 minute' from generate_series(1, 5000) i;
    analyze`)
})
afterAll(() => db.close())

/** @param {string} query @returns {Promise<number>} rows the planner expects */
async function expected(query) {
  const [{ rows }] = await db.exec(`explain ${query}`)
  return Number(/rows=(\d+)/.exec(Object.values(rows[0])[0])?.[1])
}

/** @param {string} query */
async function actual(query) {
  const [{ rows }] = await db.exec(query)
  return rows.length
}

/** Within a fifth, or two rows. */
const CLOSE = [
  'select * from s1 where k = 3',
  'select * from s1 where k <> 3',
  'select * from s1 where id = 77',
  'select * from s1 where id < 5000',
  'select * from s1 where id >= 19000',
  'select * from s1 where 500 > id',
  'select * from s1 where id between 100 and 300',
  "select * from s1 where v = 'v17'",
  "select * from s1 where d > '2024-01-01'",
  "select * from s1 where v < 'v5'",
  'select * from s1 where z is null',
  'select * from s1 where z is not null',
  'select * from s1 where k in (1, 2, 3)',
  'select * from s1 where k = 1 or k = 2',
  'select * from s1 where not (k = 1)',
  'select * from s1 where b',
  'select * from s1 where b is true',
  'select * from s1 where b is not true',
  'select * from s1 where k = 20',
  'select * from skew where a = 1',
  'select * from skew where a = 950',
  "select * from s1 where v like '%9%'",
  "select * from s1 where v not like 'v1%'",
  "select * from s1 where v ~ '^v[0-4]'",
  // What can be computed before the rows are read: by stable functions, too.
  "select * from seen where at > now() - interval '10 hours'",
  "select * from seen where at < current_timestamp - 2 * interval '1 day'",
  "select * from s1 where d < '2024-03-01'::timestamptz - interval '1 month'",
  "select * from s1 where d < current_date and d > current_timestamp - interval '100 years'",
  'select * from s1 join s2 on s1.id = s2.id',
  'select * from s1 join skew on s1.id = skew.a',
  'select k, count(*) from s1 group by k',
]

for (const query of CLOSE) {
  test(query, async () => {
    const [guess, real] = [await expected(query), await actual(query)]
    assert.ok(Math.abs(guess - real) <= Math.max(2, real * 0.2), `${guess} expected, ${real} found`)
  })
}

test('a range whose ends are not known is narrow, whatever computes them', async () => {
  await db.exec(`prepare range (int) as select * from s1 where id between $1 and $1 + 99`)
  assert.equal(await expected('execute range (5)'), 100)
})

test('a constant of null, and beyond the ends', async () => {
  assert.equal(await expected('select * from s1 where k = null'), 1)
  assert.ok(await expected('select * from s1 where id < -5') <= 20)
  assert.ok(await expected('select * from s1 where id > 100000') <= 20)
  assert.ok(await expected('select * from s1 where id > 0') >= 19900)
})

test('rows of a gin index come in the order of the table: many pages cost what they do in a scan of it', () => {
  const entry = /** @type {any} */ ({ relation: { stats: { column: () => null } } })
  /** @param {number} method @param {number} fraction */
  const cost = (method, fraction) => {
    const index = /** @type {any} */ ({ method, keys: [{ attnum: 1 }] })
    return readCost(entry, { pages: 13_700, rows: 1_000_000 }, index, fraction, 0.0025, 1, 1).total
  }
  const sequential = 13_700 + 1_000_000 * (0.01 + 0.0025)
  assert.ok(cost(GIN, 0.03) < sequential)
  assert.ok(cost(GIN, 0.9) > sequential)
  assert.ok(cost(GIN, 0.03) < cost(BTREE, 0.03))
})
