/** A row of a catalog whose key changed within the range that is read has two entries there and comes once. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

for (const count of [5, 16, 17, 60])
  test(`of ${count} rows`, async () => {
    const db = await open(':memory:')
    try {
      const names = (/** @type {string} */ letter) =>
        Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(2, '0')}`)
      const [before, after] = [names('b'), names('a')]
      await db.exec(`BEGIN; CREATE TYPE e AS ENUM (${before.map((name) => `'${name}'`).join()});
        CREATE TABLE t (${before.map((name) => `${name} int DEFAULT 1`).join()}, x e);
        INSERT INTO t DEFAULT VALUES`)
      const renames = before.map((name, at) => `ALTER TYPE e RENAME VALUE '${name}' TO '${after[at]}';
        ALTER TABLE t RENAME ${name} TO ${after[at]}`)
      await db.exec(renames.join(';'))
      const look = async () => {
        const { rows: [{ labels }] } = await db.query('SELECT enum_range(NULL::e)::text[] AS labels')
        assert.deepEqual(labels, after)
        const { rows: [row] } = await db.query('SELECT * FROM t')
        assert.deepEqual(Object.keys(row), [...after, 'x'])
      }
      await look()
      await db.exec('COMMIT')
      await look()
    } finally {
      await db.close()
    }
  })
