/** ANALYZE by itself: what is due by PostgreSQL's thresholds, and that it comes in nobody's way. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @param {import('../../../src/index.js').Database} db @returns {any} */
const clusterOf = (db) => /** @type {any} */ (db).cluster

/** @param {(db: import('../../../src/index.js').Database, look: () => Promise<void>) => Promise<void>} work */
async function withDatabase(work) {
  const db = await open(':memory:')
  const { autoAnalyze } = clusterOf(db).maintenance
  try {
    await work(db, () => autoAnalyze.look())
  } finally {
    await db.close()
  }
}

const COUNTS = `SELECT relname AS name, analyze_count::int + autoanalyze_count::int AS analyzed,
  n_mod_since_analyze::int AS changed, last_autoanalyze IS NOT NULL AS told FROM pg_stat_user_tables ORDER BY 1`

test('what more rows were changed of than the thresholds say', () => withDatabase(async (db, look) => {
  await db.query(`CREATE TABLE few (a int); INSERT INTO few SELECT generate_series(1, 50);
    CREATE TABLE many (a int); INSERT INTO many SELECT i % 5 FROM generate_series(1, 1000) i;
    CREATE TABLE off (a int) WITH (autovacuum_enabled = false); INSERT INTO off SELECT generate_series(1, 1000);
    CREATE TABLE eager (a int) WITH (autovacuum_analyze_threshold = 10); INSERT INTO eager SELECT generate_series(1, 11);
    CREATE TEMPORARY TABLE mine (a int); INSERT INTO mine SELECT generate_series(1, 1000)`)
  await look()
  const told = async () => (await db.query(COUNTS)).rows.map(({ name, analyzed, changed }) => [name, analyzed, changed])
  assert.deepEqual(await told(), [['eager', 1, 0], ['few', 0, 50], ['many', 1, 0], ['mine', 0, 1000], ['off', 0, 1000]])
  assert.deepEqual(
    (await db.query(`SELECT n_distinct, most_common_vals::text FROM pg_stats WHERE tablename = 'many'`)).rows,
    [{ n_distinct: 5, most_common_vals: '{0,1,2,3,4}' }],
  )
  // 50 + 0.1 * 1000 changes are not yet more than that.
  await db.query('UPDATE many SET a = 1 WHERE ctid IN (SELECT ctid FROM many LIMIT 150)')
  await look()
  assert.deepEqual((await told())[2], ['many', 1, 150])
  await db.query('DELETE FROM many WHERE ctid IN (SELECT ctid FROM many LIMIT 1)')
  await look()
  assert.deepEqual((await told())[2], ['many', 2, 0])
  assert.deepEqual((await db.query(COUNTS)).rows[2].told, true)
}))

test('by the settings as they are', () => withDatabase(async (db, look) => {
  await db.query('CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 1000)')
  const analyzed = async () => (await db.query(COUNTS)).rows[0].analyzed
  await db.query('ALTER SYSTEM SET autovacuum = off')
  await db.query('SELECT pg_reload_conf()')
  await look()
  assert.equal(await analyzed(), 0)
  await db.query('ALTER SYSTEM SET autovacuum = on')
  await db.query('ALTER SYSTEM SET autovacuum_analyze_threshold = 1000')
  await db.query('SELECT pg_reload_conf()')
  await look()
  assert.equal(await analyzed(), 0)
  await db.query('ALTER SYSTEM SET autovacuum_analyze_threshold = 999')
  await db.query('SELECT pg_reload_conf()')
  await look()
  assert.equal(await analyzed(), 1)
}))

test('a lock is not waited for long, and the close ends it', () => withDatabase(async (db, look) => {
  await db.query('CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 1000)')
  const other = await db.connect()
  await other.query('BEGIN; LOCK TABLE t')
  await look()
  await other.query('ROLLBACK')
  assert.equal((await db.query(COUNTS)).rows[0].analyzed, 0)
  await look()
  assert.equal((await db.query(COUNTS)).rows[0].analyzed, 1)
  await other.release()
  await db.query('INSERT INTO t SELECT generate_series(1, 100000)')
  void look()
  assert.ok([...clusterOf(db).sessions].some((session) => session.isBackground))
}))

test('DROP DATABASE ends it', () => withDatabase(async (db, look) => {
  await db.query('CREATE DATABASE second')
  const other = await db.connect({ database: 'second' })
  await other.query('CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 50000)')
  await other.release()
  const looked = look()
  assert.ok([...clusterOf(db).sessions].some((session) => session.isBackground))
  await db.query('DROP DATABASE second')
  await looked
  assert.equal((await db.query(`SELECT count(*)::int AS n FROM pg_database WHERE datname = 'second'`)).rows[0].n, 0)
  assert.deepEqual(clusterOf(db).wal.failed, null)
}))
