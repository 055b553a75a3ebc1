/**
 * A shared statement's plan under row security: each role runs its own, whichever way the statement comes, and a change
 * of a policy, a role or a membership drops it.
 */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { open } from '../../../src/index.js'

/** @type {Awaited<ReturnType<typeof open>>} */
let db

beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`CREATE ROLE a; CREATE ROLE b; CREATE ROLE team; CREATE TABLE t (id int PRIMARY KEY, owner text);
    INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'team'); ALTER TABLE t ENABLE ROW LEVEL SECURITY;
    GRANT SELECT ON t TO a, b; CREATE POLICY own ON t USING (owner = current_user);
    CREATE POLICY team ON t TO team USING (owner = 'team')`)
})
afterAll(() => db.close())

test('prepared statements follow the role, and come back', async () => {
  const session = await db.connect()
  const prepared = session.prepare('SELECT id FROM t WHERE id = $1')
  const ids = async () => {
    const found = []
    for (const id of [1, 2, 3]) {
      const rows = (await session.query('SELECT id FROM t WHERE id = $1', [id])).rows
      assert.deepEqual(prepared.all(id), rows, 'the synchronous way sees the same')
      found.push(...rows.map((/** @type {{ id: number }} */ row) => row.id))
    }
    return found
  }
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await ids(), [1, 2, 3])
    await session.exec('SET ROLE a')
    assert.deepEqual(await ids(), [1])
    await session.exec('SET ROLE b')
    assert.deepEqual(await ids(), [2])
    await session.exec('RESET ROLE')
  }
})

test('a policy, a membership or an attribute that changes changes the answer', async () => {
  const session = await db.connect()
  await session.exec('SET ROLE a')
  const ids = async () => (await session.query('SELECT id FROM t ORDER BY id')).rows.map(({ id }) => id)
  assert.deepEqual(await ids(), [1])
  await db.exec('GRANT team TO a')
  assert.deepEqual(await ids(), [1, 3])
  await db.exec('REVOKE team FROM a')
  assert.deepEqual(await ids(), [1])
  await db.exec('ALTER ROLE a BYPASSRLS')
  assert.deepEqual(await ids(), [1, 2, 3])
  await db.exec('ALTER ROLE a NOBYPASSRLS')
  assert.deepEqual(await ids(), [1])
  await db.exec('CREATE POLICY never ON t AS RESTRICTIVE USING (id > 1)')
  assert.deepEqual(await ids(), [])
  await db.exec('DROP POLICY never ON t')
  assert.deepEqual(await ids(), [1])
  await db.exec('ALTER TABLE t DISABLE ROW LEVEL SECURITY')
  assert.deepEqual(await ids(), [1, 2, 3])
  await db.exec('ALTER TABLE t ENABLE ROW LEVEL SECURITY')
  assert.deepEqual(await ids(), [1])
})

test('row_security = off refuses what a policy would change, for whoever has the plan at hand', async () => {
  const session = await db.connect()
  await session.exec('SET ROLE a')
  const ask = () => session.query('SELECT count(*)::int AS n FROM t')
  assert.equal((await ask()).rows[0].n, 1)
  await session.exec('SET row_security = off')
  await assert.rejects(ask(), { code: '42501' })
  await session.exec('RESET row_security')
  assert.equal((await ask()).rows[0].n, 1)
})
