/** EXPLAIN takes the parameters of what it explains. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('EXPLAIN takes the parameters of what it explains', async () => {
  const db = await open(':memory:')
  try {
    await db.query('CREATE TABLE t (a int PRIMARY KEY)')
    await db.query('INSERT INTO t SELECT * FROM generate_series(1, 10)')
    const session = await db.connect()
    const lines = async (/** @type {string} */ text, /** @type {any[]} */ params) =>
      (await session.query(text, params)).rows.map((row) => row['QUERY PLAN'])
    assert.match(
      (await lines('EXPLAIN (COSTS OFF) SELECT * FROM t WHERE a = $1', [3])).join('\n'),
      /t_pkey|Seq Scan on t/,
    )
    assert.match(
      (await lines('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t WHERE a <= $1', [3])).join(
        '\n',
      ),
      /rows=3/,
    )
    assert.match((await lines('EXPLAIN (COSTS OFF) DELETE FROM t WHERE a = $1', [3])).join('\n'), /Delete on t/)
    await assert.rejects(session.query('EXPLAIN SELECT * FROM t WHERE nosuch = $1', [3]), { code: '42703' })
    await session.release()
  } finally {
    await db.close()
  }
})
