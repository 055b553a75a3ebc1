/** Defaults of users' types, read again by whoever comes first: purge runs in nobody's name. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'

test('a default of an enum type is a value of it after purge has read the table', async () => {
  const db = await open(':memory:')
  try {
    await db.query("CREATE TYPE mood AS ENUM ('sad', 'ok')")
    await db.query("CREATE TABLE t (a int, m mood DEFAULT 'ok')")
    await new Promise((resolve) => { setImmediate(() => setImmediate(resolve)) })
    await db.query('INSERT INTO t VALUES (1, DEFAULT)')
    assert.deepEqual((await db.query('SELECT m FROM t')).rows, [{ m: 'ok' }])
  } finally {
    await db.close()
  }
})
