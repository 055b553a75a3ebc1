/**
 * Settings a session begins with: which may be given, and that plans made under them are not shared with sessions that
 * have others.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'

test('a session that begins with planner settings of its own has plans of its own', async () => {
  const db = await open(':memory:')
  await db.exec(
    'CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t SELECT i, i FROM generate_series(1, 20) i; ANALYZE t',
  )
  const { cluster } = db
  const begin = (/** @type {Record<string, string>} */ settings) =>
    cluster.connect({ user: 'postgres', database: 'postgres', settings, writer: null })
  const plain = begin({})
  const other = begin({ enable_seqscan: 'off' })
  assert.notEqual(plain.plannerKey, other.plannerKey)
  other.close()
  plain.close()
  for (const name of ['shared_buffers', 'server_version', 'checkpoint_timeout'])
    assert.throws(() => begin({ [name]: '1' }), { code: '55P02' }, name)
  await db.close()
})
