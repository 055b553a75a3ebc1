/** Expressions with lists of thousands: bound in turns, planned as functions of their columns, run in parts. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { planSteps } from '../../../src/planner/planner.js'
import { loadParser, parse } from '../../../src/parser/parser.js'
import { turnUntil } from '../../../src/util/effort.js'
import { memoryCatalog } from '../../support/memory-catalog.js'

const COUNT = 1100
/** @param {(at: number) => string} item @param {string} [separator] @param {number} [count] */
const list = (item, separator = ', ', count = COUNT) =>
  Array.from({ length: count }, (_, at) => item(at)).join(separator)

test('values of long lists are those of short ones', async () => {
  const db = await open({})
  /** @param {string} expression @param {string} same @param {string} [from] */
  const equal = async (expression, same, from = 'generate_series(-2, 12) i') => {
    const { rows } = await db.query(`SELECT i, ${expression} AS long, ${same} AS short FROM ${from}`)
    for (const { i, long, short } of rows) assert.deepEqual(long, short, `${same} of ${i}`)
  }
  await equal(`CASE ${list((at) => `WHEN i = ${at} AND i % 2 = 0 THEN 'v${at}'`, ' ')} ELSE i::text END`,
    "CASE WHEN i >= 0 AND i % 2 = 0 THEN 'v' || i ELSE i::text END")
  await equal(`CASE nullif(i, 3) ${list((at) => `WHEN ${at} + i - i THEN ${at} * 2`, ' ')} END`,
    'CASE WHEN i >= 0 AND i <> 3 THEN i * 2 END')
  // What a subquery computes is computed where it is asked for.
  await equal(`CASE WHEN i = 0 THEN NULL ${list((at) => `WHEN x = ${at} THEN ${at}`, ' ')} END`,
    'CASE WHEN i > 0 THEN 12 / i END', '(SELECT i, 12 / i AS x FROM generate_series(0, 12) i) s')
  await equal(`COALESCE(${list((at) => `nullif(i, i + ${at} - ${at})`)}, i + 1)`, 'i + 1')
  await equal(`GREATEST(${list((at) => `nullif(i + ${at}, i + 5)`)})`, `i + ${COUNT - 1}`)
  await equal(`LEAST(${list((at) => `i::text || ${at}`)})`, "i || '0'")
  await equal(list((at) => ['i = -1', `i + ${at} = ${at}`, `nullif(i, 5) > ${at + 9}`][at % 3], ' OR '),
    'i = -1 OR i = 0 OR nullif(i, 5) > 11')
  await equal(list((at) => [`i + ${at} > ${at}`, `abs(i) < ${at + 11}`, `nullif(i, 5) < ${at + 9}`][at % 3], ' AND '),
    'i > 0 AND abs(i) < 12 AND nullif(i, 5) < 11')
  await equal(`i IN (${list((at) => `i + ${at} - 7`)})`, 'true')
  await equal(`i NOT IN (${list((at) => `nullif(i, 4) + ${at + 1}`)})`, 'CASE WHEN i <> 4 THEN true END')
  await db.close()
})

test('long lists stand where expressions stand', async () => {
  const db = await open({})
  const arms = list((at) => `WHEN a % ${at + 5} = 3 THEN ${at % 4}`, ' ')
  const labels = `CASE ${arms} ELSE 9 END`
  const both = `SELECT ${labels} AS k, count(*) AS n FROM t GROUP BY`
  await db.exec(`CREATE TABLE t (a int, b int GENERATED ALWAYS AS (${labels}) STORED, CHECK (${
    list((at) => `a + ${at} > ${at % 3} - 5`, ' AND ')})); CREATE INDEX ON t ((${labels}));
    INSERT INTO t SELECT generate_series(1, 40)`)
  const { rows } = await db.query(`${both} 1 ORDER BY 1`)
  assert.deepEqual((await db.query(`${both} ${labels} ORDER BY ${labels}`)).rows, rows)
  assert.deepEqual((await db.query('SELECT b AS k, count(*) AS n FROM t GROUP BY 1 ORDER BY 1')).rows, rows)
  assert.deepEqual((await db.query(`SELECT sum(${labels}) AS s, count(DISTINCT ${labels}) AS d FROM t`)).rows,
    (await db.query('SELECT sum(b) AS s, count(DISTINCT b) AS d FROM t')).rows)
  await assert.rejects(db.query('INSERT INTO t VALUES (-9)'), { code: '23514' })
  await db.exec(`ALTER TABLE t ADD CHECK (${list((at) => `a + ${at} < ${at % 3} + 5000`, ' AND ')})`)
  const plan = await db.query(`EXPLAIN SELECT 1 FROM t WHERE ${labels} = 3`)
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /CASE\s+WHEN \(\(a % 5\) = 3\) THEN 0\s+WHEN/)
  const joined = `SELECT count(*) AS n FROM t x JOIN t y ON x.a = y.a WHERE ${
    list((at) => [`x.a + ${at} > y.a - ${at + 1}`, `x.a * 2 > ${-at}`, `abs(y.a) >= ${-at}`][at % 3], ' AND ')}`
  assert.deepEqual((await db.query(joined)).rows, [{ n: '40' }])
  await db.close()
})

test('a grouped query may go by what is inside a long list', async () => {
  const db = await open({})
  await db.exec('CREATE TABLE t (a int, b int); INSERT INTO t SELECT i, i % 3 FROM generate_series(1, 12) i')
  const inner = `CASE a + 1 ${list((at) => `WHEN ${at} THEN ${at} * 2`, ' ')} END`
  const short = 'CASE WHEN a + 1 < 1100 THEN (a + 1) * 2 END'
  /** @param {(what: string) => string} query */
  const equal = async (query) =>
    assert.deepEqual((await db.query(query(inner))).rows, (await db.query(query(short))).rows)
  await equal((what) => `SELECT ${what} AS k, count(*) FROM t GROUP BY a + 1 ORDER BY 1`)
  await equal((what) => `SELECT ${what} AS k, b, count(*) FROM t GROUP BY ROLLUP (a + 1, b) ORDER BY 1, 2, 3`)
  await equal((what) => `SELECT a + 1 AS k FROM t GROUP BY a + 1 HAVING ${what} > 12 ORDER BY ${what} DESC`)
  await equal((what) => `SELECT a + 1 AS k, rank() OVER (ORDER BY ${what} DESC) FROM t GROUP BY a + 1 ORDER BY 1`)
  await equal((what) => `SELECT ${what} AS k, sum(${what}) FROM t GROUP BY a ORDER BY 1`)
  await equal((what) => `SELECT abs(${what}) AS k, sum(${what}) FROM t GROUP BY abs(${what}) ORDER BY 1`)
  await assert.rejects(db.query(`SELECT ${inner} FROM t GROUP BY b`), { code: '42803' })
  await db.close()
})

test('long lists in long lists, over what a subquery computes', async () => {
  const db = await open({})
  const nested = (/** @type {string} */ x) => `CASE ${list((at) => `WHEN ${x} = ${at} THEN ${at}`, ' ')} ELSE -1 END`
  const both = `COALESCE(${list((at) => `nullif(${nested('x')}, ${nested('x')} + ${at})`, ', ', 2)}, ${
    list((at) => `nullif(x, x + ${at} - ${at})`)}, 5)`
  const from = 'FROM (SELECT i * 2 AS x FROM generate_series(1, 5) i OFFSET 0) s'
  const pulled = 'FROM (SELECT i * 2 AS x FROM generate_series(1, 5) i) s'
  const values = async (/** @type {string} */ query) => (await db.query(`SELECT ${query}`)).rows.map(({ v }) => v)
  assert.deepEqual(await values(`${both} AS v ${pulled}`), await values(`${both} AS v ${from}`))
  const inner = `(SELECT ${nested('i')} AS x FROM generate_series(1, 3) i)`
  assert.deepEqual(await values(`${nested('x')} AS v FROM ${inner} s`), [1, 2, 3])
  const plan = await db.query(`EXPLAIN SELECT 1 ${pulled} WHERE ${both} > 0`)
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'),
    /COALESCE\(NULLIF\(\s*CASE\s+WHEN \(\(i \* 2\) = 0\)/)
  await db.close()
})

test('ON CONFLICT finds an index by a long list', async () => {
  const db = await open({})
  const labels = `(CASE ${list((at) => `WHEN a % ${at + 5} = 3 THEN ${at % 4}`, ' ')} ELSE a END)`
  await db.exec(`CREATE TABLE t (a int); CREATE UNIQUE INDEX ON t (${labels}) WHERE ${
    list((at) => `a + ${at} > ${at % 3} - 5`, ' AND ')}`)
  const insert = `INSERT INTO t VALUES (2000) ON CONFLICT (${labels}) WHERE ${
    list((at) => `a + ${at} > ${at % 3} - 5`, ' AND ')} DO NOTHING`
  await db.exec(insert)
  await db.exec(insert)
  assert.deepEqual((await db.query('SELECT count(*)::int AS n FROM t')).rows, [{ n: 1 }])
  await db.close()
})

test('what everybody may not call is asked for inside long lists', async () => {
  const db = await open({})
  const text = `SELECT sum(CASE ${list((at) => `WHEN abs(i) = ${at} THEN ${at}`, ' ')} END)::int AS s `
    + 'FROM generate_series(1, 3) i'
  await db.exec('CREATE ROLE r; GRANT USAGE ON SCHEMA public TO r')
  assert.deepEqual((await db.query(text)).rows, [{ s: 6 }])
  await db.exec('REVOKE EXECUTE ON FUNCTION abs(int) FROM public; SET ROLE r')
  await assert.rejects(db.query(text), { code: '42501' })
  await db.close()
})

test('binding rests within one expression, and comes to the same', async () => {
  await loadParser()
  const catalog = memoryCatalog()
  /** @param {string} sql @param {boolean} rests */
  const planned = (sql, rests) => {
    const [statement] = parse(sql)
    const steps = planSteps(statement, catalog, { sourceText: sql })
    let count = 0
    let now = 0
    try {
      for (;;) {
        turnUntil(rests ? now + 3 : Infinity, () => ++now)
        const step = steps.next()
        if (step.done) return { count, outputs: JSON.stringify(step.value.outputs), plan: step.value }
        count++
      }
    } finally {
      turnUntil(Infinity, () => performance.now())
    }
  }
  const arms = list((at) => `WHEN a.oid = ${at} THEN ${at}`, ' ', 2000)
  for (const sql of [
    `SELECT 1 + CASE ${arms} END, (SELECT 2), sum(CASE ${arms} END) OVER () FROM pg_class a`,
    `SELECT GREATEST(${list((at) => `(SELECT max(a.relnatts) + ${at})`, ', ', 600)}) FROM pg_class a`,
    `SELECT count(*) FROM pg_class a WHERE ${list((at) => `a.relname || ${at} > a.relname || 'x${at}'`, ' OR ', 1500)}`,
    `SELECT count(*) FROM pg_class a ORDER BY count(*), max(CASE ${arms} END)`,
  ]) {
    const whole = planned(sql, false)
    const inTurns = planned(sql, true)
    assert.equal(inTurns.outputs, whole.outputs)
    assert.ok(inTurns.count > 2, `${inTurns.count} rests`)
  }
})
