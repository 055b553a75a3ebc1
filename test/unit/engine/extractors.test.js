/**
 * Keys of computed and partial indexes after their table's description has changed: what was compiled before may stay.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Extractors } from '../../../src/engine/cluster/extractors.js'
import { open } from '../../../src/index.js'

test('a column that has become nullable, another type, another column before it', async () => {
  const db = await open(':memory:')
  try {
    await db.query(`CREATE TABLE t (a int NOT NULL, b int, c text);
      CREATE UNIQUE INDEX ON t (a) WHERE b > 0;
      CREATE UNIQUE INDEX ON t (lower(c), (a + 1));
      INSERT INTO t SELECT i, i % 3, 'C' || i FROM generate_series(1, 50) i`)
    for (const change of [
      'ALTER COLUMN a DROP NOT NULL', 'ADD COLUMN d int DEFAULT 5', 'ALTER COLUMN a TYPE bigint', 'DROP COLUMN d',
    ]) {
      await db.query(`ALTER TABLE t ${change}`)
      await db.query('INSERT INTO t (a, b, c) VALUES (NULL, 1, NULL), (NULL, 2, NULL)')
      await db.query('UPDATE t SET a = a + 1000, c = c || 1 WHERE a < 10')
      await db.query('DELETE FROM t WHERE a IS NULL OR a BETWEEN 20 AND 22')
      await db.query('VACUUM t')
      assert.deepEqual((await db.check()).problems, [], change)
    }
    assert.deepEqual((await db.query(`SELECT a::int FROM t WHERE lower(c) = 'c33' AND b >= 0`)).rows, [{ a: 33 }])
  } finally {
    await db.close()
  }
})

test('whether one key of several is null is asked of that key alone', async () => {
  const db = await open(':memory:')
  try {
    await db.query(`CREATE TABLE n (a int, c text);
      INSERT INTO n VALUES (NULL, 'x'), (NULL, 'x'), (1, NULL), (1, NULL);
      CREATE UNIQUE INDEX ON n ((a + 1), lower(c));
      INSERT INTO n VALUES (NULL, 'x'), (1, NULL)`)
    assert.deepEqual((await db.check()).problems, [])
    await assert.rejects(db.query("INSERT INTO n VALUES (2, 'X'), (2, 'x')"), { code: '23505' })
  } finally {
    await db.close()
  }
})

test('what is alike is compiled once, what speaks of a user\'s object each time, none before it is needed', () => {
  const extractors = new Extractors()
  const layout = {}
  const computed = { exprs: [], predicate: null }
  let made = 0
  const of = (/** @type {string} */ storedText, own = layout) => {
    const index = /** @type {any} */ ({ oid: 1, storedText })
    const relation = /** @type {any} */ ({ layout: own })
    const make = () => {
      made++
      return { extract: () => 7, computed }
    }
    const before = made
    const extract = /** @type {any} */ (extractors.of(index, relation, make))
    assert.equal(made, before)
    assert.equal(extract(), 7)
    assert.equal(index.computed(), computed)
  }
  const builtin = '[{"kind":"func","oid":870,"type":25}]\n'
  of(builtin)
  of(builtin)
  assert.equal(made, 1)
  of(builtin, {})
  assert.equal(made, 2)
  for (const oid of [16384, 16391, 20000, 123456]) {
    of(`[{"kind":"func","oid":${oid},"type":25}]\n`)
    of(`[{"kind":"func","oid":${oid},"type":25}]\n`)
  }
  assert.equal(made, 10)
})
