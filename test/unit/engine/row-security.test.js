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

test('a row that left while a change waited for it is not changed', async () => {
  await db.exec(`CREATE TABLE w (id int PRIMARY KEY, owner text, n int); INSERT INTO w VALUES (1, 'a', 0), (2, 'a', 0);
    ALTER TABLE w ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON w USING (owner = current_user);
    GRANT SELECT, UPDATE ON w TO a, b`)
  const [holder, waiter] = [await db.connect(), await db.connect()]
  await waiter.exec('SET ROLE a')
  await holder.exec('BEGIN; UPDATE w SET owner = \'b\' WHERE id = 1; UPDATE w SET n = 5 WHERE id = 2')
  const changed = waiter.query('UPDATE w SET n = n + 1 RETURNING id, n')
  await holder.exec('COMMIT')
  assert.deepEqual((await changed).rows, [{ id: 2, n: 6 }])
  assert.deepEqual((await db.query('SELECT n FROM w ORDER BY id')).rows, [{ n: 0 }, { n: 6 }])
})

test('rows of parameters are checked one by one', async () => {
  await db.exec(`CREATE TABLE m (id int PRIMARY KEY, owner text); ALTER TABLE m ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON m USING (owner = current_user); GRANT SELECT, INSERT ON m TO a`)
  const session = await db.connect()
  await session.exec('SET ROLE a')
  const insert = session.prepare('INSERT INTO m VALUES ($1, $2)')
  insert.runMany([[1, 'a'], [2, 'a']])
  assert.throws(() => insert.runMany([[3, 'a'], [4, 'b']]), { code: '42501' })
  assert.deepEqual((await session.query('SELECT id FROM m ORDER BY id')).rows, [{ id: 1 }, { id: 2 }])
})

test('estimates do not tell values of rows that are hidden', async () => {
  await db.exec(`CREATE TABLE e (owner text, word text); INSERT INTO e SELECT 'b', CASE WHEN i < 900 THEN 'secret' ELSE
    'w' || i END FROM generate_series(1, 1000) i; ANALYZE e; GRANT SELECT ON e TO a;
    CREATE POLICY own ON e USING (true)`)
  const session = await db.connect()
  await session.exec('SET ROLE a')
  const rowsOf = async (/** @type {string} */ pattern) => {
    const { rows } = await session.query(`EXPLAIN SELECT * FROM e WHERE word LIKE '${pattern}'`)
    return /rows=(\d+)/.exec(String(Object.values(rows[0])[0]))?.[1]
  }
  assert.notEqual(await rowsOf('%secret%'), await rowsOf('%nobody%'), 'what may be seen is estimated by its values')
  await db.exec('ALTER POLICY own ON e USING (owner = current_user); ALTER TABLE e ENABLE ROW LEVEL SECURITY')
  assert.equal(await rowsOf('%secret%'), await rowsOf('%nobody%'))
})
