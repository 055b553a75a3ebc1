/** pgrowlocks tells of others' locks and changes: of several holders, and of those that a change would make wait. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('rows that others lock or change', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE EXTENSION pgrowlocks; CREATE TABLE t (id int PRIMARY KEY, v text);
    INSERT INTO t SELECT g, 'x' FROM generate_series(1, 6) g`)
  const [one, other] = [await db.connect(), await db.connect()]
  await one.exec(`BEGIN; SELECT FROM t WHERE id IN (1, 2) FOR SHARE; UPDATE t SET v = 'y' WHERE id = 3;
    UPDATE t SET id = 40 WHERE id = 4; DELETE FROM t WHERE id = 5`)
  await other.exec('BEGIN; SELECT FROM t WHERE id = 1 FOR SHARE; SELECT FROM t WHERE id = 3 FOR KEY SHARE')
  const { rows } = await db.query('SELECT locked_row, multi, modes, pids FROM pgrowlocks(\'t\')')
  const [{ pid }] = (await one.query('SELECT pg_backend_pid() AS pid')).rows
  assert.deepEqual(rows.map(({ multi, modes }) => [multi, modes]), [
    [true, ['Share', 'Share']], [false, ['For Share']], [true, ['Key Share', 'No Key Update']], [false, ['Update']],
    [false, ['Update']],
  ])
  assert.deepEqual(rows.filter(({ multi }) => !multi).map(({ pids }) => pids), [[pid], [pid], [pid]])
  await Promise.all([one.exec('ROLLBACK'), other.exec('ROLLBACK')])
  assert.deepEqual((await db.query('SELECT * FROM pgrowlocks(\'t\')')).rows, [])
  await Promise.all([one.release(), other.release()])
  await db.close()
})
