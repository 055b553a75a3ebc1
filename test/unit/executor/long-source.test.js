/** Statements whose generated code is long: V8 compiles it on another thread, and the answers are the same. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const WINDOWS = 30
const sql = `SELECT ${Array.from({ length: WINDOWS }, (_, at) =>
  `sum(a) OVER (PARTITION BY a % ${at + 2} ORDER BY a % ${at + 3}, a ROWS ${at} PRECEDING)::int AS c${at}`).join(', ')}
  FROM generate_series(1, 40) a ORDER BY a`

/** What it answers, by the definition. */
const expected = Array.from({ length: 40 }, (_, row) => Array.from({ length: WINDOWS }, (_, at) => {
  const own = row + 1
  const others = Array.from({ length: 40 }, (_, other) => other + 1).filter((a) => a % (at + 2) === own % (at + 2))
    .sort((a, b) => a % (at + 3) - b % (at + 3) || a - b)
  const place = others.indexOf(own)
  return others.slice(Math.max(0, place - at), place + 1).reduce((sum, a) => sum + a, 0)
}))

test('code of hundreds of thousands of characters', async () => {
  const db = await open(':memory:')
  try {
    const { rows: code } = await db.query(`EXPLAIN (CODE) ${sql}`)
    assert.ok(code.reduce((sum, row) => sum + String(Object.values(row)[0]).length, 0) > 200_000)
    for (let time = 0; time < 2; time++) {
      const [{ rows }, other] = await Promise.all([db.query(sql), db.query('SELECT 1 AS one')])
      assert.deepEqual(rows.map((row) => Object.values(row)), expected)
      assert.deepEqual(other.rows, [{ one: 1 }])
    }
    assert.deepEqual(db.prepare(sql).all().map((row) => Object.values(row)), expected)
    await assert.rejects(db.query(sql.replace('sum(a)', 'sum(1 / (a - 40))')), { code: '22012' })
  } finally {
    await db.close()
  }
})
