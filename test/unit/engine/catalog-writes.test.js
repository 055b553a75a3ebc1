/**
 * DELETE FROM pg_class once succeeded, and the next TRUNCATE died on an assertion (XX000): descriptors are cached above
 * the catalogs' heaps and learn of changes through DDL alone. Catalogs refuse to be written by hand, but for the
 * columns whose UPDATE is a command (catalog-changes.test.js).
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('system catalogs cannot be changed by hand', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('create table t (a int)')
    await assert.rejects(db.exec("update pg_class set relname = 'x'"), { code: '0A000' })
    for (const statement of [
      'delete from pg_class', "insert into pg_namespace values (1, 'x', 10, null)", 'truncate pg_class',
      'drop table pg_class', 'alter table pg_class add column x int',
    ]) {
      await assert.rejects(db.exec(statement), { code: '42501' }, statement)
    }
    await db.exec('truncate t')
  } finally {
    await db.close()
  }
})
