/**
 * A semi join with many rows on its right builds its table of the left ones: the same answers as with a subquery for
 * each row, in memory and beyond it.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`create table few (k int, w bigint, t text, n int); create table many (k int, w bigint, t text, v int);
    insert into few select case when i % 50 = 0 then null else i % 900 end, i * 10000000000, 't' || i % 700, i from generate_series(1, 6000) i;
    insert into many select case when i % 40 = 0 then null else i % 70000 end, i * 20000000000, 't' || i % 300, i % 10 from generate_series(1, 120000) i; analyze`)
})
afterAll(() => db.close())

/** conditions of EXISTS over many m */
const QUERIES = [
  'm.k = f.k', 'm.k = f.k and m.v > 4', 'm.k = f.k and m.v > f.n % 10', 'm.t = f.t', 'm.w = f.w',
  'm.k = f.k and m.t = f.t', 'm.k = f.k + 69500',
]

for (const condition of QUERIES) {
  test(condition, async () => {
    const semi = `select f.n, f.t, f.w from few f where exists (select from many m where ${condition})`
    const [{ rows: plan }] = await db.exec(`explain ${semi}`)
    assert.match(JSON.stringify(plan), /Hash Right Semi Join/)
    const [
      {
        rows: [wanted],
      },
    ] = await db.exec(`select count(*), sum(n) from (select distinct f.n from few f join many m on ${condition}) x`)
    for (const memory of ['64kB', '16MB']) {
      await db.exec(`set work_mem = '${memory}'`)
      const [{ rows: [found] }] = await db.exec(`select count(*), sum(n) from (${semi}) x`)
      assert.deepEqual(found, wanted)
    }
    await db.exec('reset work_mem')
  })
}

test('rows that a turned semi join finds are updated once', async () => {
  const [{ command, rowCount }] = await db.exec(
    'update few f set n = n where exists (select from many m where m.k = f.k)',
  )
  const [{ rows: [{ count }] }] = await db.exec('select count(*) from few where k in (select k from many)')
  assert.equal(command, 'UPDATE')
  assert.equal(String(rowCount), String(count))
})
