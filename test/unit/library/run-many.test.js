/**
 * runMany against run in a loop: the same rows, changes, errors and index contents, whether a batch goes through or
 * falls back to single runs. And batches of INSERT whose entries go in by key, against a table whose gin index has each
 * row's entries written by itself.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

/** @typedef {ReturnType<typeof seededRandom>} Random */

const COLUMNS = "id int4 PRIMARY KEY, tenant varchar(36) NOT NULL, a int4 NOT NULL, b int4, v float8, note text DEFAULT 'none', at timestamp, CHECK (a < 1000000)"
/** @param {string} table */
const schema = (table) => `CREATE TABLE ${table} (${COLUMNS}); CREATE UNIQUE INDEX ${table}_key ON ${table} (tenant, a, b); CREATE INDEX ON ${table} (tenant); CREATE INDEX ON ${table} (note) WHERE v > 0.5; CREATE INDEX ON ${table} (lower(note), a)`
const STATEMENTS = [
  (/** @type {string} */ table) => `INSERT INTO ${table} VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  (/** @type {string} */ table) =>
    `INSERT INTO ${table} VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant, a, b) DO UPDATE SET v = excluded.v, note = ${table}.note || excluded.note`,
  (/** @type {string} */ table) =>
    `INSERT INTO ${table} VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET a = excluded.a WHERE ${table}.v < excluded.v`,
  (/** @type {string} */ table) => `INSERT INTO ${table} VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
  (/** @type {string} */ table) =>
    `INSERT INTO ${table} (id, tenant, a, b, v, at) SELECT $1, $2, $3, $4, $5::float8 + 0 * length($6), $7 WHERE $3 > 3`,
  (/** @type {string} */ table) =>
    `UPDATE ${table} SET v = $5, note = $6, at = $7, b = $4 WHERE id = $1 AND a <> $3 AND tenant <= $2`,
  (/** @type {string} */ table) =>
    `UPDATE ${table} SET v = $5, note = $6 || $7::text WHERE tenant = $2 AND a = $3 AND (b = $4 OR id = $1)`,
]

/**
 * Rows that mostly meet nobody, or often.
 * @param {Random} random
 * @param {number} count
 * @param {{ next: number }} state
 * @param {number} meeting one in so many
 */
function someRows(random, count, state, meeting) {
  return Array.from({ length: count }, () => {
    const id = random.below(meeting) === 0 ? random.below(state.next + 1) : state.next++
    const key = random.below(meeting) === 0 ? random.below(state.next) : id
    return [
      id, `5ea3a11d-0000-4000-8000-00000000000${random.below(2)}`, key % 100,
      random.below(20) === 0 ? null : Math.floor(key / 100), random.double(),
      random.below(5) === 0 ? null : 'x'.repeat(random.below(30)), '2026-01-01 00:00:00',
    ]
  })
}

test('runMany does what run in a loop does', async () => {
  const random = seededRandom(77)
  const db = await open(':memory:')
  try {
    await db.exec(`${schema('many')}; ${schema('each')}`)
    const state = { next: 1 }
    const seen = { done: 0, failed: 0 }
    const prepared = STATEMENTS.map((text) => ({ many: db.prepare(text('many')), each: db.prepare(text('each')) }))
    for (let round = 0; round < rounds(30, 60); round++) {
      const statement = prepared[random.below(10) < 7 ? random.below(4) : random.below(prepared.length)]
      const rows = someRows(
        random, 1 + random.below(round % 10 === 0 ? 6000 : 300), state, [5, 50, 1e9, 1e9][random.below(4)],
      )
      if (random.below(8) === 0) rows[random.below(rows.length)][2] = [1000000, null, 'x'][random.below(3)]
      if (random.below(30) === 0) rows[random.below(rows.length)].pop()
      const keep = random.below(6) > 0
      const outcome = (/** @type {() => number} */ work) => {
        try {
          let changes = 0
          db.transactionSync(() => {
            changes = work()
            if (!keep) throw new Error('taken back')
          })
          return { changes }
        } catch (error) {
          const { code, message, detail, constraint, column } = /** @type {any} */ (error)
          return {
            code, message: message.replaceAll('each', 'many'), detail: detail?.replaceAll('each', 'many'),
            constraint: constraint?.replaceAll('each', 'many'), column,
          }
        }
      }
      const many = outcome(() => statement.many.runMany(rows).changes)
      const each = outcome(() => rows.reduce((sum, row) => sum + statement.each.run(row).changes, 0))
      assert.deepEqual(many, each)
      if (many.changes === undefined) seen.failed++
      else seen.done++
      if (round % 10 !== 9) continue
      const all = (/** @type {string} */ table) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()
      assert.deepEqual(all('many'), all('each'))
      for (const where of [
        "note = 'xxx' AND v > 0.5", "lower(note) = 'xx' AND a < 50", "tenant LIKE '%1' AND a = 7",
        'id BETWEEN 5 AND 900',
      ]) {
        const count = (/** @type {string} */ table) =>
          db.prepare(`SELECT count(*)::int4 AS n FROM ${table} WHERE ${where}`).get().n
        assert.equal(count('many'), count('each'), where)
      }
    }
    assert.ok(seen.done > rounds(8, 20) && seen.failed > rounds(1, 5))
    const report = await db.check()
    assert.deepEqual(report.problems, [])
  } finally {
    await db.close()
  }
})

test('runMany outside a transaction is one; a lone parameter needs no array; any iterable will do; statements without rows run too', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('CREATE TABLE t (a int4 PRIMARY KEY, b serial)')
    const insert = db.prepare('INSERT INTO t VALUES ($1)')
    assert.deepEqual(insert.runMany([1, 2, [3]]), { changes: 3 })
    assert.deepEqual(insert.runMany(new Set([4, 5])), { changes: 2 })
    assert.throws(() => insert.runMany([6, 7, 5, 8]), { code: '23505' })
    assert.deepEqual(insert.runMany([]), { changes: 0 })
    assert.deepEqual(db.prepare('SELECT a FROM t ORDER BY a').all().map(({ a }) => a), [1, 2, 3, 4, 5])
    // Each row takes one number, in order.
    assert.deepEqual(db.prepare('SELECT b FROM t ORDER BY a').all().map(({ b }) => b), [1, 2, 3, 4, 5])
    assert.deepEqual(db.prepare('DELETE FROM t WHERE a = $1').runMany([1, 9, 2]), { changes: 2 })
    const other = await db.connect()
    await other.query('BEGIN')
    await other.query('INSERT INTO t VALUES (20)')
    assert.throws(() => insert.runMany([18, 19, 20, 21]), { code: '55P03' })
    await other.query('ROLLBACK')
    await other.release()
    assert.deepEqual(insert.runMany([18, 19, 20, 21]), { changes: 4 })
  } finally {
    await db.close()
  }
})

test('batches whose entries go in by key name the same row in their errors, and wait for the same transactions', async () => {
  const random = seededRandom(5)
  const db = await open(':memory:')
  try {
    for (const table of ['sorted', 'single']) await db.exec(`CREATE TABLE ${table} (id int4, k text, list int4[]); CREATE UNIQUE INDEX ${table}_id ON ${table} (id); CREATE UNIQUE INDEX ${table}_k ON ${table} (k, id); CREATE INDEX ON ${table} (k)`)
    await db.exec('CREATE INDEX ON single USING gin (list)')
    const outcome = async (/** @type {string} */ table, /** @type {string} */ rows) => {
      try {
        return {
          rows: (await db.query(`INSERT INTO ${table} SELECT * FROM (VALUES ${rows}) AS v(id, k, list)`)).rowCount,
        }
      } catch (error) {
        const { code, detail, constraint } = /** @type {any} */ (error)
        return { code, detail, constraint: constraint?.replace('single', 'sorted') }
      }
    }
    let next = 0
    for (let round = 0; round < rounds(8, 20); round++) {
      const clashes = random.below(3) > 0 ? 0 : 1 + random.below(4)
      const ids = Array.from({ length: 2 + random.below(900) }, () => random.below(20) === 0 ? 'NULL::int4' : next++)
      for (let at = 0; at < clashes; at++) ids[random.below(ids.length)] = random.below(next)
      const rows = ids.map((id) => `(${id}, 'key${random.below(5)}', '{1,2}'::int4[])`).join(', ')
      assert.deepEqual(await outcome('sorted', rows), await outcome('single', rows))
    }
    const all = async (/** @type {string} */ table) => (await db.query(`SELECT * FROM ${table} ORDER BY id, k`)).rows
    assert.deepEqual(await all('sorted'), await all('single'))
    assert.deepEqual((await db.check()).problems, [])
    const other = await db.connect()
    await other.query('BEGIN')
    await other.query("INSERT INTO sorted VALUES (1000000, 'x')")
    const waiting = db.query("INSERT INTO sorted SELECT i, 'y' FROM generate_series(999000, 1001000) i")
    await new Promise((resolve) => setTimeout(resolve, 20))
    await other.query('ROLLBACK')
    assert.equal((await waiting).rowCount, 2001)
    await other.release()
  } finally {
    await db.close()
  }
})

test('rows that are there are found by keys of every kind, looked at together or one by one', async () => {
  const random = seededRandom(4)
  const db = await open(':memory:')
  /** @type {Record<string, (n: number) => any>} */
  const kinds = {
    text: (n) => `key ${n}`,
    'text COLLATE "C"': (n) => (n % 7 === 0 ? `ключ ${n}` : 'x'.repeat(n % 50) + n),
    int2: (n) => n,
    int8: (n) => n * 5_000_000_000,
    float8: (n) => n / 8,
    numeric: (n) => `${n}.50`,
    date: (n) =>
      `2026-01-01 ${n}`
        .slice(0, 10)
        .replace('01-01', `${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`),
    uuid: (n) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`,
    bytea: (n) => Buffer.from(String(n)),
    bool: (n) => n % 2 === 0,
    'varchar(20)': (n) => String(n),
  }
  try {
    for (const [type, keyOf] of Object.entries(kinds)) {
      await db.exec(`CREATE TABLE many (k ${type} PRIMARY KEY, n int, note text); CREATE TABLE each (k ${type} PRIMARY KEY, n int, note text)`)
      for (const text of [
        'INSERT INTO t VALUES ($1, $2, $3) ON CONFLICT (k) DO UPDATE SET n = t.n + excluded.n, note = excluded.note',
        'UPDATE t SET n = $2, note = note || $3 WHERE k = $1',
        'INSERT INTO t VALUES ($1, $2, $3) ON CONFLICT (k) DO NOTHING',
      ]) {
        for (let round = 0; round < rounds(2, 4); round++) {
          const rows = Array.from({ length: 300 }, () => [
            keyOf(random.below(400)), random.below(100), 'n'.repeat(random.below(40)),
          ])
          const many = db.prepare(text.replaceAll(/\bt\b/g, 'many')).runMany(rows).changes
          let each = 0
          const one = db.prepare(text.replaceAll(/\bt\b/g, 'each'))
          db.transactionSync(() => { for (const row of rows) each += one.run(...row).changes })
          assert.equal(many, each, `${type}: ${text}`)
        }
      }
      assert.deepEqual(
        db.prepare('SELECT * FROM many ORDER BY k').all(), db.prepare('SELECT * FROM each ORDER BY k').all(), type,
      )
      // A key that is no key: the rows before it stay undone with it, and what is said is what a run says.
      const wrong = [[keyOf(1), 1, 'a'], [null, 1, 'b']]
      const insert = (/** @type {string} */ table) =>
        db.prepare(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT (k) DO UPDATE SET n = -1`)
      assert.throws(() => insert('many').runMany(wrong), { code: '23502' })
      assert.equal(db.prepare('SELECT count(*)::int AS n FROM many WHERE n = -1').get().n, 0)
      await db.exec('DROP TABLE many, each')
    }
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await db.close()
  }
})
