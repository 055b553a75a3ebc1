/** Long values of parameters are read while others have turns; what is wrong with one is Bind's error. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { open } from '../../src/index.js'

/**
 * Every step ends its slice, however fast the machine is: how many answers fit between says how many steps there are.
 * @param {any} db
 */
function stepByStep(db) {
  db.cluster.slices.next = () => 0
}

test('others are answered while a long parameter is read', async () => {
  const db = await open(':memory:')
  const listener = await db.serve({ port: 0 })
  const at = { host: '127.0.0.1', port: listener.port, user: 'postgres', database: 'postgres' }
  const [one, other] = [new pg.Client(at), new pg.Client(at)]
  await Promise.all([one.connect(), other.connect()])
  try {
    const long = `[${'{"a":[1,2,3]},'.repeat(60_000)}1]`
    await one.query('SELECT jsonb_array_length($1::jsonb) AS n', ['[1]'])
    stepByStep(db)
    let answers = 0
    let isOver = false
    const beside = (async () => {
      while (!isOver) {
        await other.query('SELECT 1')
        answers++
      }
    })()
    const { rows } = await one.query('SELECT jsonb_array_length($1::jsonb) AS n, $2::int AS other', [long, 7])
    isOver = true
    await beside
    assert.deepEqual(rows, [{ n: 60_001, other: 7 }])
    assert.ok(answers > 3, `${answers} answers beside it`)
    const list = Array.from({ length: 50_000 }, (_, index) => index)
    const values = await one.query('SELECT cardinality($1::int[]) AS n, ($1::int[])[50000] AS last', [list])
    assert.deepEqual(values.rows, [{ n: 50_000, last: 49_999 }])
    await assert.rejects(one.query('SELECT $1::jsonb', [`${long}]`]), { code: '22P02' })
    await one.query('BEGIN')
    await assert.rejects(one.query('SELECT $1::int[]', [`{${'1,'.repeat(50_000)}x}`]), { code: '22P02' })
    await assert.rejects(one.query('SELECT $1::jsonb', [long]), { code: '25P02' })
    await one.query('ROLLBACK')
    const named = { name: 'named', text: 'SELECT $1::jsonb -> 0 AS first' }
    await one.query({ ...named, values: [long] })
    assert.deepEqual((await one.query({ ...named, values: ['[5]'] })).rows, [{ first: 5 }])
  } finally {
    await Promise.all([one.end(), other.end()])
    await db.close()
  }
})

test('long texts and bytes of every message come in pieces', async () => {
  const db = await open(':memory:')
  const listener = await db.serve({ port: 0 })
  const at = { host: '127.0.0.1', port: listener.port, user: 'postgres', database: 'postgres' }
  const [one, other] = [new pg.Client(at), new pg.Client(at)]
  await Promise.all([one.connect(), other.connect()])
  /**
   * @param {string} text @param {unknown[]} [values]
   * @returns {Promise<any>} the first row, and how often others were answered meanwhile
   */
  const ask = async (text, values) => {
    let answers = 0
    let isOver = false
    const beside = (async () => {
      for (; !isOver; answers++) await other.query('SELECT 1')
    })()
    try {
      const { rows } = await one.query({ text, values, rowMode: 'array' })
      return [...rows[0], answers]
    } finally {
      isOver = true
      await beside
    }
  }
  try {
    stepByStep(db)
    // Pieces are cut between characters, wherever those stand.
    const wide = `${'aé€😀'.repeat(1_000_000)}z`
    for (const [value, type, asked, wanted] of [
      [wide, 'text', 'length($1)', 4_000_001],
      [Buffer.alloc(9_000_000, 7), 'bytea', 'length($1)', 9_000_000],
    ]) {
      const [got, answers] = await ask(`SELECT ${String(asked).replaceAll('$1', `$1::${type}`)}`, [value])
      assert.equal(got, wanted, `${type}`)
      assert.ok(answers > 5, `${answers} answers beside ${type}`)
    }
    const [length, answers] = await ask(`SELECT length('${wide}')`)
    assert.equal(length, 4_000_001)
    assert.ok(answers > 3, `${answers} answers beside a query`)
    assert.equal((await ask(`SELECT length('${wide}'), $1::int`, [1]))[0], 4_000_001)
    await assert.rejects(one.query('SELECT $1::text', [`${wide}\0`]), { code: '22021' })
    await assert.rejects(one.query('SELECT $1::json', [`["${wide}]`]), { code: '22P02' })
  } finally {
    await Promise.all([one.end(), other.end()])
    await db.close()
  }
})
