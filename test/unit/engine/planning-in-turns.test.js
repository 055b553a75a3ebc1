/**
 * Planning rests (engine/turns/steps.js): others have turns between its steps, may cancel it and change the catalog
 * under it, and what comes out is the plan that is made at one stretch.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { plan, planSteps } from '../../../src/planner/planner.js'
import { bindForKeeping } from '../../../src/planner/view-query.js'
import { parse } from '../../../src/parser/parser.js'
import { turnUntil } from '../../../src/util/effort.js'

/** @param {number} count @param {(at: number) => string} item @param {string} separator */
const chain = (count, item, separator) => Array.from({ length: count }, (_, at) => item(at)).join(separator)

const TABLES = `CREATE TABLE t (a int PRIMARY KEY, b int, c text);
  CREATE TABLE u (a int PRIMARY KEY, t int REFERENCES t); CREATE INDEX ON u (t);
  CREATE VIEW v AS SELECT t.a, u.a AS d FROM t LEFT JOIN u ON u.t = t.a`

const STATEMENTS = [
  chain(40, (at) => `SELECT a + ${at} FROM t`, ' UNION '),
  chain(40, (at) => `SELECT ${at}, c FROM t`, ' UNION ALL ') + ' ORDER BY 1 LIMIT 3',
  `WITH w0 AS (TABLE t), ${chain(11, (at) => `w${at + 1} AS (SELECT a + 1 AS a FROM w${at})`, ', ')}
    SELECT x.a FROM w11 x JOIN w11 y USING (a)`,
  'WITH RECURSIVE r (i) AS (SELECT 1 UNION SELECT i + 1 FROM r WHERE i < 9) SELECT * FROM r, v WHERE v.a = r.i',
  `SELECT count(*) FROM ${chain(12, (at) => `t t${at}`, ', ')}
    WHERE ${chain(11, (at) => `t${at}.a = t${at + 1}.b`, ' AND ')}`,
  `SELECT a, (SELECT max(d) FROM v WHERE v.a = t.a), EXISTS (SELECT FROM u WHERE u.t = t.a)
    FROM t WHERE b IN (SELECT a FROM u)`,
  'SELECT min(a), max(a) FROM t',
  'SELECT x.a FROM v x FULL JOIN (SELECT a, sum(b) OVER (PARTITION BY c) FROM t) y ON x.d = y.a ORDER BY 1 LIMIT 2',
  'UPDATE t SET b = (SELECT count(*) FROM v) FROM u WHERE u.t = t.a RETURNING t.a',
  'WITH gone AS (DELETE FROM u RETURNING t) INSERT INTO t SELECT t, 1 FROM gone ON CONFLICT DO NOTHING',
]

test('a plan that was made with rests is the plan', async () => {
  const db = await open(':memory:')
  await db.exec(TABLES)
  const { session } = db
  for (const text of STATEMENTS) {
    const [{ stmt }] = parse(text)
    session.block.ensure()
    const options = { settings: session.settings, sourceText: text, env: session.env }
    const shown = (/** @type {any} */ planned) => JSON.stringify(planned, (key, value) =>
      ['relation', 'dependencies', 'cte'].includes(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value)
    const expected = shown(plan(stmt, session.catalog(), options))
    turnUntil(-1) // always tired
    try {
      const steps = planSteps(parse(text)[0].stmt, session.catalog(), options)
      let rests = 0
      for (;;) {
        const step = steps.next()
        if (step.done) {
          assert.equal(shown(step.value), expected, text)
          break
        }
        rests++
      }
      assert.ok(rests >= 5, `${rests} rests: ${text}`)
    } finally {
      turnUntil(Infinity)
    }
  }
  await db.exec('ROLLBACK')
  await db.close()
})

/** A database whose turns are over as soon as they begin. */
async function hurried() {
  const db = await open(':memory:')
  await db.exec(TABLES)
  const { slices } = db.session.cluster
  slices.next = () => 0
  return { db, one: await db.connect(), other: await db.connect() }
}

/** Many rests of planning, few of running. */
const LONG = `EXPLAIN ${chain(30, () => 'SELECT * FROM t', ' UNION ')}`

test('others have turns, and may cancel it', async () => {
  const { db, one, other } = await hurried()
  let answers = 0
  let isOver = false
  const beside = (async () => {
    while (!isOver) {
      await other.query('SELECT 1')
      await new Promise((resolve) => setImmediate(resolve))
      answers++
    }
  })()
  await one.query(LONG)
  const during = answers
  assert.ok(during > 5, `${during} answers beside it`)
  const pid = (await one.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const cancelled = assert.rejects(one.query(LONG.replace('EXPLAIN ', 'EXPLAIN (VERBOSE) ')), { code: '57014' })
  await other.query(`SELECT pg_cancel_backend(${pid})`)
  await cancelled
  isOver = true
  await beside
  await db.close()
})

test('who changes the catalog between two steps is heard', async () => {
  const { db, one, other } = await hurried()
  const planned = one.query(LONG.replace('EXPLAIN ', ''))
  await other.exec('ALTER TABLE t ADD d int; INSERT INTO t VALUES (1, 2, NULL, 4)')
  assert.deepEqual((await planned).rows, [{ a: 1, b: 2, c: null, d: 4 }])
  const dropped = assert.rejects(one.query(LONG), { code: '42P01' })
  await other.exec('DROP VIEW v; DROP TABLE t CASCADE')
  await dropped
  await db.close()
})

test('a text of many statements has rests between them, and may be cancelled there', async () => {
  const { db, one, other } = await hurried()
  const long = `${chain(450, () => "SELECT 7 AS c, 'a;b' /* a comment; of some length */", ';')}; ;-- the end;`
  assert.ok(long.length > 16_384)
  let answers = 0
  let isOver = false
  const beside = (async () => {
    while (!isOver) {
      await other.query('SELECT 1')
      await new Promise((resolve) => setImmediate(resolve))
      answers++
    }
  })()
  const results = await one.exec(long)
  assert.equal(results.length, 450)
  assert.deepEqual(results[449].rows, [{ c: 7, '?column?': 'a;b' }])
  assert.ok(answers > 100, `${answers} answers beside it`)
  await assert.rejects(one.exec(`${long}\n; SELECT 1/0; SELECT nothing`), { code: '22012' })
  const pid = (await one.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const cancelled = assert.rejects(one.exec(long), { code: '57014' })
  await other.query(`SELECT pg_cancel_backend(${pid})`)
  await cancelled
  isOver = true
  await beside
  await db.close()
})

test('queries within queries are as deep as they were without rests', async () => {
  const db = await open(':memory:')
  const { rows } = await db.query(`${'SELECT * FROM ('.repeat(500)}SELECT 1 AS a${') s'.repeat(500)}`)
  assert.deepEqual(rows, [{ a: 1 }])
  await db.close()
})

test('views over views are taken apart only where they are read, all of them in one round', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE VIEW v0 AS SELECT 1 AS a;${chain(10, (at) =>
    `CREATE VIEW v${at + 1} AS SELECT x.a FROM v${at} x JOIN v${at} y ON x.a = y.a`, ';')}`)
  const { session } = db
  session.block.ensure()
  const [{ stmt }] = parse('SELECT a FROM v9 x JOIN v9 y USING (a)')
  const { settings, env } = session
  const kept = bindForKeeping(stmt, session.catalog(), { settings, env, keepsViews: true })
  assert.deepEqual([kept.ctx.entryOf.size, kept.relations.map(({ name }) => name)], [2, ['v9', 'v9']])
  assert.deepEqual((await db.query('SELECT count(*)::int FROM v10')).rows, [{ count: 1 }])
  await db.exec('ROLLBACK')
  await db.close()
})

test('functions that call each other twice are what they compute', async () => {
  const db = await open(':memory:')
  await db.exec(
    `CREATE FUNCTION f0(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + 1';${chain(
      10,
      (at) =>
        `CREATE FUNCTION f${at + 1}(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT f${at}(a) + f${at}(a + 1)'`,
      ';',
    )}`,
  )
  /** @type {(depth: number, a: number) => number} */
  const expected = (depth, a) => depth === 0 ? a + 1 : expected(depth - 1, a) + expected(depth - 1, a + 1)
  const { rows } = await db.query('SELECT f10(i) AS f FROM generate_series(1, 3) i')
  assert.deepEqual(rows, [1, 2, 3].map((i) => ({ f: expected(10, i) })))
  await db.close()
})
