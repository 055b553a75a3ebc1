/** Statements as trees of pgsql-ast-parser: taken by query(), handed out by intercept(). */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import parser from 'pgsql-ast-parser'
import { open } from '../../../src/index.js'
import { Pool } from '../../../src/pg/index.js'
import { textOf } from '../../../src/library/ast.js'
import { sameMeaning } from '../../../src/library/same-tree.js'
import { parse } from '../../../src/parser/parser.js'

/** @import { Database } from '../../../src/index.js' */

/** @type {Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`CREATE TABLE t (id int PRIMARY KEY, name text, at timestamptz);
    INSERT INTO t VALUES (1, 'one'), (2, 'it''s'), (3, NULL)`)
})
afterAll(() => db.close())

/** @param {string} text @returns {any} */
const tree = (text) => parser.parse(text)[0]
/** @param {Promise<unknown>} work */
const refused = (work) => work.then(() => 'nothing', ({ code }) => code)

describe('query()', () => {
  test.each([
    "SELECT name FROM t WHERE name = 'it''s'",
    'SELECT id FROM t WHERE id IN (2)',
    'SELECT id FROM t WHERE id NOT IN (1, 2)',
    'SELECT count(*)::int AS n FROM t AS a LEFT JOIN t AS b ON a.id = b.id + 1 WHERE b.name IS NOT NULL',
    'SELECT id FROM t WHERE id = ANY (SELECT 3)',
    "SELECT id FROM t WHERE name = some (ARRAY['one', ')('])",
    "WITH w AS (SELECT id FROM t WHERE name = 'one') SELECT * FROM w UNION ALL SELECT 7 UNION ALL SELECT 8",
    "SELECT CASE WHEN id > 1 THEN 'x' ELSE 'y' END AS c FROM t ORDER BY id DESC LIMIT 2",
    "SELECT 'a;b\"c'::text AS \"we\", 1.5 AS n, true AS b, NULL AS z",
  ])('the same rows as of the text: %s', async (text) => {
    expect((await db.query(tree(text))).rows).toEqual((await db.query(text)).rows)
  })

  test('parameters, order among other statements, and what is not rows', async () => {
    const all = await Promise.all([
      db.query(tree('SELECT id FROM t WHERE id = ANY ($1)'), [[1, 3]]),
      db.query(tree("INSERT INTO t (id, name) VALUES ($1, 'new') RETURNING id, name"), [9]),
      db.query('SELECT count(*)::int AS n FROM t'),
      db.query(tree('DELETE FROM t WHERE id = 9')),
    ])
    expect(all.map(({ rows }) => rows)).toEqual([[{ id: 1 }, { id: 3 }], [{ id: 9, name: 'new' }], [{ n: 4 }], []])
    expect(all[3].rowCount).toBe(1)
  })

  test('a tree made by hand', async () => {
    const { rows } = await db.query({
      type: 'select', columns: [{ expr: { type: 'integer', value: 42 }, alias: { name: 'n' } }],
    })
    expect(rows).toEqual([{ n: 42 }])
  })

  test('words with a precision are no functions of these names', async () => {
    const text = 'SELECT LOCALTIMESTAMP(0) AS a, CURRENT_TIMESTAMP(0) AS b, length(CURRENT_TIME(1)::text) > 0 AS c'
    const [row] = (await db.query(tree(text))).rows
    expect([row.a.getMilliseconds(), row.b.getMilliseconds(), row.c]).toEqual([0, 0, true])
    expect(Object.keys((await db.query(tree('SELECT LOCALTIME(2)'))).rows[0])).toEqual(['localtime'])
  })

  test('what would be printed as another statement is refused', async () => {
    const named = tree('SELECT id FROM t')
    named.from[0].name.name = 't" ; DROP TABLE t; --'
    expect(await refused(db.query(named))).toBe('0A000')
    expect(await refused(db.query(tree('SELECT 1 UNION (SELECT 1 UNION ALL SELECT 1)')))).toBe('0A000')
    expect(await refused(db.query({ type: 'no such statement' }))).toBe('0A000')
    expect(await refused(db.query(tree('SELECT missing FROM t')))).toBe('42703')
    expect((await db.query('SELECT count(*)::int AS n FROM t')).rows).toEqual([{ n: 3 }])
  })
})

describe('intercept()', () => {
  test('hands statements out, by every way in, and runs what it gets back', async () => {
    const own = await open(':memory:')
    await own.exec('CREATE TABLE a (v int); CREATE TABLE b (v int); INSERT INTO a VALUES (1); INSERT INTO b VALUES (2)')
    /** @type {string[]} */
    const types = []
    const toB = parser.astMapper(() => ({ tableRef: (ref) => (ref.name === 'a' ? { ...ref, name: 'b' } : ref) }))
    const { unsubscribe } = await own.intercept((statement) => {
      types.push(statement.type)
      return toB.statement(statement)
    })
    expect((await own.query('SELECT v FROM a')).rows).toEqual([{ v: 2 }])
    expect((await own.query('SELECT v FROM a WHERE v = $1', [2])).rows).toEqual([{ v: 2 }])
    const several = await own.exec('SELECT v FROM a; SELECT v + 1 AS v FROM a')
    expect(several.map(({ rows }) => rows)).toEqual([[{ v: 2 }], [{ v: 3 }]])
    expect(own.prepare('SELECT v FROM a').all()).toEqual([{ v: 2 }])
    const session = await own.connect()
    expect((await session.query('SELECT v FROM a')).rows).toEqual([{ v: 2 }])
    await session.release()
    await own.transaction(async (tx) => {
      await tx.transaction(() => tx.query('INSERT INTO a VALUES (3)'))
    })
    const pool = new Pool({ db: own })
    expect((await pool.query('SELECT v FROM a ORDER BY v')).rows).toEqual([{ v: 2 }, { v: 3 }])
    await pool.end()
    expect(new Set(types)).toEqual(new Set(['select', 'insert', 'begin', 'commit']))
    unsubscribe()
    expect((await own.query('SELECT v FROM a')).rows).toEqual([{ v: 1 }])
    await own.close()
  })

  test('changed in place, by several one after the other; unchanged, the text runs as it was written', async () => {
    const first = await db.intercept((statement) => { if (statement.limit) statement.limit.limit.value++ })
    const second = await db.intercept((statement) => { if (statement.limit) statement.limit.limit.value++ })
    expect((await db.query('SELECT id FROM t ORDER BY id LIMIT 1')).rows).toHaveLength(3)
    // The tree loses the scale of 42.0; nobody changed it.
    expect((await db.query("SELECT 42.0 AS n, '1'::jsonb->'b'::text AS p")).rows).toEqual([{ n: '42.0', p: null }])
    first.unsubscribe()
    expect((await db.query('SELECT id FROM t ORDER BY id LIMIT 1')).rows).toHaveLength(2)
    // Changed, it would run as something else.
    expect(await refused(db.query('SELECT 42.0 AS n FROM t LIMIT 1'))).toBe('0A000')
    second.unsubscribe()
    expect((await db.query('SELECT id FROM t ORDER BY id LIMIT 1')).rows).toHaveLength(1)
  })

  test('what its grammar has not got is refused, what nobody has keeps its own error', async () => {
    const { unsubscribe } = await db.intercept(() => undefined)
    expect(await refused(db.query('SELECT id FROM t TABLESAMPLE system (10)'))).toBe('0A000')
    expect(await refused(db.query('VACUUM t'))).toBe('0A000')
    expect(await refused(db.query('SELEC 1'))).toBe('42601')
    expect(await refused(db.query('SELECT nothing FROM t'))).toBe('42703')
    await db.exec("BEGIN; SAVEPOINT s; SELECT 'ä'; SELECT 2; ROLLBACK TO s; COMMIT")
    await db.exec('LISTEN c; UNLISTEN c; SET search_path = public')
    unsubscribe()
  })

  test('a listener that throws, or waits, or returns no statement', async () => {
    for (const [listener, code] of /** @type {[(tree: any) => any, string][]} */ ([
      [() => { throw new Error('mine') }, '38000'], [() => Promise.resolve(), '22023'],
      [() => 'SELECT 1', '22023'], [() => [], '22023'],
    ])) {
      const { unsubscribe } = await db.intercept(listener)
      expect(await refused(db.query('SELECT 1'))).toBe(code)
      unsubscribe()
    }
    expect(await refused(db.intercept(/** @type {any} */ (async () => undefined)))).toBe('22023')
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('a database that is taken back goes on handing out', async () => {
    const own = await open(':memory:')
    const snapshot = await own.snapshot()
    let told = 0
    await own.intercept(() => { told++ })
    await own.restore(snapshot)
    await own.query('SELECT 1')
    expect(told).toBe(1)
    await snapshot.close()
    await own.close()
  })

  test('elsewhere it is refused', async () => {
    const worker = await open(':memory:', { worker: true })
    expect(await refused(worker.intercept(() => undefined))).toBe('0A000')
    expect((await worker.query(tree('SELECT 1 AS one'))).rows).toEqual([{ one: 1 }])
    await worker.close()
  })
})

/** Statements of every kind it has: as it prints them they say what their texts say, or are refused. */
const KINDS = readFileSync(new URL('../../fixtures/tree-statements.sql', import.meta.url), 'utf8').split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'))

test.each(KINDS)('%s', (text) => {
  const [given] = parser.parse(text)
  const printed = textOf(/** @type {any} */ (parser), given)
  expect([printed, sameMeaning(text, printed)]).toEqual([printed, true])
  expect(parse(printed)).toHaveLength(1)
})

test('long lists are read again in part, and what is wrong in them is refused', async () => {
  const one = tree('SELECT 5000 IN (1, 2) AS a')
  const list = one.columns[0].expr.right.expressions
  const row = tree("INSERT INTO t (id, name) VALUES (1, 'x')")
  for (let id = 100; id < 5100; id++) {
    list.push({ type: 'integer', value: id })
    row.insert.values.push([{ type: 'integer', value: id }, { type: 'string', value: `it's ${id}` }])
  }
  row.insert.values.shift()
  let read = 0
  const counted = {
    ...parser,
    parse: (/** @type {string} */ text) => {
      read += text.length
      return parser.parse(text)
    },
  }
  expect(textOf(/** @type {any} */ (counted), one).length).toBeGreaterThan(20_000)
  textOf(/** @type {any} */ (counted), row)
  expect(read).toBeLessThan(2000)
  expect((await db.query(one)).rows).toEqual([{ a: true }])
  expect((await db.query(row)).rowCount).toBe(5000)
  expect((await db.query("SELECT count(*)::int AS n FROM t WHERE name = 'it''s ' || id")).rows).toEqual([{ n: 5000 }])
  await db.exec('DELETE FROM t WHERE id >= 100')
  for (const value of [1.5, '1) OR (1', NaN, null]) {
    list[3000] = { type: 'integer', value }
    expect(await refused(db.query(one)), String(value)).toBe('0A000')
  }
  list[3000] = { type: 'string', value: '5000', more: 1 }
  expect(await refused(db.query(one))).toBe('0A000')
  list[3000] = { type: 'string', value: '50\\00' }
  expect(await refused(db.query(one))).toBe('22P02')
})
