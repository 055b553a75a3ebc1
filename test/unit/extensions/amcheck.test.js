/** amcheck finds what is wrong: an entry that is gone. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('a row without its entry is found, in turns', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE EXTENSION amcheck; CREATE TABLE t (id int PRIMARY KEY);
    INSERT INTO t SELECT generate_series(1, 20000)`)
  await db.query('SELECT bt_index_check(\'t_pkey\', true), bt_index_parent_check(\'t_pkey\', true)')
  const oid = Number((await db.query('SELECT \'t_pkey\'::regclass::oid AS oid')).rows[0].oid)
  const { tree } = db.session.catalog().index(oid)
  const cursor = tree.cursor()
  cursor.setWholeRange()
  cursor.toStart()
  for (let count = 0; count < 7000; count++) cursor.next()
  cursor.release()
  const entry = cursor.saved.slice(0, cursor.savedEnd)
  cursor.close()
  tree.removeEntry(entry, 0, entry.length, 0, 0)
  await db.query('SELECT bt_index_check(\'t_pkey\')')
  await assert.rejects(db.query('SELECT bt_index_check(\'t_pkey\', true)'), {
    code: 'XX001', message: /^heap tuple \(\d+,\d+\) from table "t" lacks matching index tuple within index "t_pkey"$/,
  })
  await db.close()
})
