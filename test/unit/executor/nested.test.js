/** Expressions that are nested more deeply than V8 reads a function: parts of them are functions of their own. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @param {number} depth @param {string} before @param {string} core @param {string} after */
const nest = (depth, before, core, after) => before.repeat(depth) + core + after.repeat(depth)

test('five hundred of everything within each other', async () => {
  const db = await open(':memory:')
  const from = 'FROM generate_series(1, 5) AS i'
  for (const [text, answer] of [
    [`SELECT sum(${nest(500, 'abs(', 'i', ' - 1)')})::int AS a ${from}`, 3],
    [`SELECT max(length(${nest(500, 'replace(lower(', "i || 'A'", "), 'a', 'b')")})) AS a ${from}`, 2],
    [`SELECT sum(${nest(500, 'CASE WHEN i > 2 THEN ', 'i', ' ELSE 0 END')})::int AS a ${from}`, 12],
    [`SELECT sum(${nest(500, 'CASE i WHEN 3 THEN 7 ELSE ', 'i', ' END')})::int AS a ${from}`, 19],
    [`SELECT sum(${nest(500, 'COALESCE(nullif(', 'i', ', 5), 1)')})::int AS a ${from}`, 11],
    [`SELECT sum(i${'::numeric::text::int'.repeat(500)})::int AS a ${from}`, 15],
    [`SELECT sum(x)::int AS a FROM (SELECT ${nest(500, '(2 - ', 'i', ')')} AS x ${from} ORDER BY 1) q`, 15],
    [`SELECT a FROM (${nest(500, 'SELECT a FROM (', 'SELECT 1 AS a', ' LIMIT 5) q')}) q`, 1],
    [`SELECT ${nest(250, '(SELECT i + ', '1', ')')} AS a ${from} LIMIT 1`, 251],
  ]) assert.deepEqual((await db.query(String(text))).rows, [{ a: answer }], String(text).slice(0, 60))
  await db.exec(`CREATE TABLE t (a int CHECK (${nest(400, 'abs(', 'a', ' - 1)')} >= 0), b int DEFAULT
    ${nest(400, 'abs(', '3', ' + 1)')}); CREATE INDEX ON t ((${nest(400, 'abs(', 'a', ' + 1)')}));
    INSERT INTO t VALUES (5); UPDATE t SET a = ${nest(400, 'abs(', 'b', ' - 1)')}`)
  assert.deepEqual((await db.query('SELECT * FROM t')).rows, [{ a: 3, b: 403 }])
  await db.close()
})
