/** A large change is undone in slices: others commit and read meanwhile, and what comes out is what was there. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const ROWS = 9000

/**
 * @param {any} db
 * @param {any} worker
 * @param {() => Promise<unknown>} end
 * @returns {Promise<number>} statements that others ran while `end` did
 */
async function beside(db, worker, end) {
  let over = false
  let ran = 0
  const ended = end().finally(() => { over = true })
  while (!over) {
    await db.query('UPDATE other SET n = n + 1')
    const { rows } = await db.query('SELECT sum(v) AS sum, count(*) FROM t')
    assert.deepEqual([Number(rows[0].sum), Number(rows[0].count)], [ROWS * (ROWS + 1) / 2, ROWS])
    ran++
  }
  await ended
  return ran
}

test('ROLLBACK, ROLLBACK TO and a failed statement give others turns', async () => {
  const db = await open(':memory:')
  const worker = await db.connect()
  try {
    await db.exec(`CREATE TABLE other (n int); INSERT INTO other VALUES (0);
      CREATE TABLE t (id int PRIMARY KEY, v int, s text); CREATE INDEX ON t (v); CREATE INDEX ON t (s);
      INSERT INTO t SELECT g, g, 'row ' || g FROM generate_series(1, ${ROWS}) g`)
    const change = `UPDATE t SET v = -v, s = s || '!'; DELETE FROM t WHERE id % 3 = 0; INSERT INTO t SELECT g, g, 'new' FROM generate_series(${ROWS + 1}, ${ROWS + 3000}) g`
    await worker.exec(`BEGIN; ${change}`)
    assert.ok(await beside(db, worker, () => worker.exec('ROLLBACK')) > 3)

    await worker.exec(`BEGIN; INSERT INTO other VALUES (100); SAVEPOINT here; ${change}`)
    assert.ok(await beside(db, worker, () => worker.exec('ROLLBACK TO here')) > 3)
    await worker.exec(change)
    assert.ok(await beside(db, worker, () => assert.rejects(worker.exec('SELECT 1 / 0'), { code: '22012' })) > 3)
    await worker.exec('ROLLBACK TO here; COMMIT')

    assert.ok(
      (await beside(db, worker, () =>
        assert.rejects(worker.query(`UPDATE t SET v = 1 / (id - ${ROWS})`), { code: '22012' }),
      )) > 3,
    )
    await worker.exec(`BEGIN; CREATE TABLE made (n int); INSERT INTO made SELECT generate_series(1, 20000); ${change}`)
    assert.ok(await beside(db, worker, () => worker.exec('ROLLBACK')) > 3)

    const { rows } = await db.query("SELECT count(*) FROM other UNION ALL SELECT count(*) FROM t WHERE v > 0 AND s = 'row ' || id UNION ALL SELECT count(*) FROM pg_class WHERE relname = 'made'")
    assert.deepEqual(rows.map((/** @type {any} */ row) => Number(row.count)), [2, ROWS, 0])
    await db.exec('SET enable_seqscan = off')
    const found = await db.query('SELECT count(*) FROM t a JOIN t b ON a.v = b.v JOIN t c ON a.s = c.s')
    assert.equal(Number(found.rows[0].count), ROWS)
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await worker.release()
    await db.close()
  }
})

test('tables that a transaction made, dropped, wrote anew and emptied are undone in slices as well', async () => {
  const db = await open(':memory:')
  const worker = await db.connect()
  try {
    await db.exec(`CREATE TABLE other (n int); INSERT INTO other VALUES (0); CREATE TABLE t (v int);
      INSERT INTO t SELECT generate_series(1, ${ROWS});
      CREATE TABLE dropped AS TABLE t; CREATE TABLE rewritten AS TABLE t; CREATE TABLE emptied AS TABLE t`)
    await worker.exec(`BEGIN; DROP TABLE dropped; ALTER TABLE rewritten ALTER v TYPE text; TRUNCATE emptied;
      DO $$ BEGIN FOR i IN 1 .. 120 LOOP
        EXECUTE format('CREATE TABLE made_%s (id int PRIMARY KEY, s text)', i);
      END LOOP; END $$;
      CREATE INDEX ON emptied (v)`)
    assert.ok(await beside(db, worker, () => worker.exec('ROLLBACK')) > 3)
    const { rows } = await db.query(`SELECT (SELECT sum(v) FROM dropped) AS dropped,
      (SELECT sum(v::int) FROM rewritten) AS rewritten, (SELECT count(*) FROM emptied) AS emptied,
      (SELECT count(*) FROM pg_class WHERE relname LIKE 'made%' OR relname LIKE 'emptied_%') AS made`)
    const sum = BigInt(ROWS * (ROWS + 1) / 2)
    assert.deepEqual(Object.values(rows[0]).map(BigInt), [sum, sum, BigInt(ROWS), 0n])
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await worker.release()
    await db.close()
  }
})
