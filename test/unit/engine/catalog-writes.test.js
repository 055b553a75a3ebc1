/**
 * DELETE FROM pg_class once succeeded, and the next TRUNCATE died on an assertion (XX000): descriptors are cached above
 * the catalogs' heaps and
 * learn of changes through DDL alone. Catalogs now refuse to be written by hand.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('system catalogs cannot be changed by hand', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('create table t (a int)')
    for (const statement of ['delete from pg_class', "update pg_class set relname = 'x'", "insert into pg_namespace values (1, 'x', 10, null)", 'truncate pg_class', 'drop table pg_class', 'alter table pg_class add column x int']) {
      await assert.rejects(db.exec(statement), { code: '42501' }, statement)
    }
    await db.exec('truncate t')
  } finally {
    await db.close()
  }
})
