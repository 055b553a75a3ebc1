/** pg_stat_statements, and hooks of extensions: who is told of statements, and of what. */
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import assert from 'node:assert/strict'
import { defineExtension } from '../../../src/extension.js'
import { open } from '../../../src/index.js'
import { temporaryDirectory } from '../../support/server-process.js'

/** @type {import('../../../src/extensions/definition.js').StatementReport[]} */
const reports = []
const watcher = defineExtension({
  name: 'watcher', version: '1.0',
  hooks: {
    statement(report) {
      reports.push(report)
      if (report.text.includes('bad hook')) throw new Error('the hook fails')
    },
  },
})

const directory = temporaryDirectory()
const options = { extensions: [watcher], bufferPool: '2MB' }
let db = await open(directory, options)
afterAll(() => db.close())

/** @param {string} text @returns {Promise<unknown[][]>} */
const rows = async (text) => (await db.query({ text, rowMode: 'array' })).rows
const STATEMENTS = 'SELECT query, calls::int, rows::int, toplevel FROM pg_stat_statements'

test('who is not created is told of nothing', async () => {
  await db.query('SELECT 1')
  expect(reports).toEqual([])
})

test('a hook is told of what a statement took, and its failure is no statement’s', async () => {
  await db.query('CREATE EXTENSION watcher')
  await db.query('CREATE TABLE t (a int)')
  reports.length = 0
  await db.query('INSERT INTO t SELECT generate_series(1, 100)')
  await assert.rejects(db.query('SELECT 1 / (a - a) FROM t'), { code: '22012' })
  expect(await rows("SELECT 'bad hook'")).toEqual([['bad hook']])
  const [insert, select] = reports
  expect(reports.length).toBe(2)
  expect([insert.rows, insert.isUtility, insert.isNested, insert.database]).toEqual([100, false, false, 'postgres'])
  expect(insert.log.records > 0 && insert.log.bytes > 100 * 4).toBe(true)
  expect(select.log.records).toBe(0)
})

test('statements that differ in constants are one; prepared ones and batches count each run', async () => {
  await db.query('CREATE EXTENSION pg_stat_statements')
  await db.query('SELECT pg_stat_statements_reset()')
  for (const a of [1, 2, 3]) await db.query(`SELECT a FROM t WHERE a = ${a}`)
  await db.query('SELECT a FROM t WHERE a < $1 AND a > 0', [50])
  const point = db.prepare('UPDATE t SET a = a WHERE a = $1')
  for (const a of [5, 6, 7, 8]) point.run(a)
  await db.query('SELECT 1; SELECT 2')
  const seen = new Map((await rows(STATEMENTS)).map(([query, ...rest]) => [query, rest]))
  expect(seen.get('SELECT a FROM t WHERE a = $1')).toEqual([3, 3, true])
  expect(seen.get('SELECT a FROM t WHERE a < $1 AND a > $2')).toEqual([1, 49, true])
  expect(seen.get('UPDATE t SET a = a WHERE a = $1')).toEqual([4, 4, true])
  expect(seen.get('SELECT $1')).toEqual([2, 2, true])
})

test('statements of functions are told of under track = all, where they are', async () => {
  await db.query(`CREATE FUNCTION inner_count(i int) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE n bigint; BEGIN SELECT count(*) INTO n FROM t WHERE a > i; RETURN n; END $$`)
  await db.query('SELECT pg_stat_statements_reset()')
  await db.query('SELECT inner_count(5)')
  expect((await rows(STATEMENTS)).some(([, , , toplevel]) => toplevel === false)).toBe(false)
  await db.transaction(async (tx) => {
    await tx.query("SET LOCAL pg_stat_statements.track = 'all'")
    await tx.query('SELECT inner_count(5)')
  })
  const nested = (await rows(`${STATEMENTS} WHERE NOT toplevel`))
  expect(nested.length).toBe(1)
  expect(nested[0][1]).toBe(1)
})

test('the least used go when there are too many', async () => {
  await db.query('ALTER SYSTEM SET pg_stat_statements.max = 100')
  await db.close()
  db = await open(directory, options)
  await db.query('SELECT pg_stat_statements_reset()')
  for (let at = 0; at < 30; at++) await db.query('SELECT 1 AS often')
  for (let at = 0; at < 200; at++) await db.query(`SELECT 1 AS x, a AS y${at} FROM t AS t${at} LIMIT 0`)
  const [[count]] = await rows('SELECT count(*) FROM pg_stat_statements')
  const [[dealloc]] = await rows('SELECT dealloc FROM pg_stat_statements_info')
  expect(Number(count)).toBeLessThanOrEqual(100)
  expect(Number(dealloc)).toBeGreaterThan(0)
  expect(await rows(`${STATEMENTS} WHERE calls = 30`)).toEqual([['SELECT $1 AS often', 30, 30, true]])
})

test('COPY goes on as without observers, and its rows are counted', async () => {
  await db.query('SELECT pg_stat_statements_reset()')
  await db.query('CREATE TABLE copied (a int)')
  await db.copyFrom('copied', Readable.from(['1\n2\n', '3\n']))
  expect(await rows('SELECT count(*)::int FROM copied')).toEqual([[3]])
  expect((await rows(`${STATEMENTS} WHERE query LIKE 'COPY%'`)).map(([, ...rest]) => rest)).toEqual([[1, 3, true]])
})

test('they survive a restart', async () => {
  await db.query('SELECT pg_stat_statements_reset()')
  await db.query('SELECT 77 AS kept')
  await db.close()
  db = await open(directory, options)
  await db.query('SELECT 78 AS kept')
  expect(await rows(`${STATEMENTS} WHERE query LIKE '%kept%' AND query NOT LIKE '%LIKE%'`))
    .toEqual([['SELECT $1 AS kept', 2, 2, true]])
})

test('what is wrong with an extension is said by its name', () => {
  const bad = (/** @type {object} */ more) => () => {
    defineExtension(/** @type {any} */ ({ name: 'b', version: '1', ...more }))
  }
  expect(bad({ hooks: { nosuch: 1 } })).toThrow('extension "b" cannot be used: hooks has no "nosuch", only statement')
  expect(bad({ hooks: { statement: 5 } })).toThrow('"statement" of hooks must be a function')
  expect(bad({ script: 5 })).toThrow('"script" of an extension must be a string')
  expect(() => defineExtension(/** @type {any} */ (null))).toThrow('extension "null" cannot be used')
})
