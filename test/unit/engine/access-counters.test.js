/**
 * What pg_stat_user_tables and pg_stat_user_indexes count: scans, rows read and changed; what is undone leaves the rows
 * there are; resets.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const TABLE = `select seq_scan::int as scans, seq_tup_read::int as read, idx_scan::int as lookups, idx_tup_fetch::int as fetched, n_tup_ins::int as ins, n_tup_upd::int as upd, n_tup_hot_upd::int as hot,
  n_tup_del::int as del, n_live_tup::int as live, n_mod_since_analyze::int as mods, analyze_count::int as analyzed, vacuum_count::int as vacuumed from pg_stat_user_tables where relname = 't'`

test('tables and indexes count what is done to them', async () => {
  const db = await open(':memory:')
  try {
    const table = async () => (await db.query(TABLE)).rows[0]
    await db.exec(`create table t (a int primary key, b text, c int); create index t_c on t (c);
      insert into t select g, 'x' || g, g % 10 from generate_series(1, 1000) g; analyze t`)
    assert.deepEqual(await table(), {
      scans: 0, read: 0, lookups: 0, fetched: 0, ins: 1000, upd: 0, hot: 0, del: 0, live: 1000, mods: 0, analyzed: 1,
      vacuumed: 0,
    })
    await db.query('select count(b) from t')
    await db.query('select b from t where a = 5')
    await db.query('select b from t where a = 5000')
    await db.exec(`update t set b = 'q' where a = 7; update t set c = 77 where a = 8; delete from t where a = 9`)
    await db.exec('begin; insert into t values (5001, null, 1); delete from t where a = 10; rollback')
    assert.deepEqual(await table(), {
      scans: 1, read: 1000, lookups: 6, fetched: 5, ins: 1001, upd: 2, hot: 1, del: 2, live: 999, mods: 5, analyzed: 1,
      vacuumed: 0,
    })
    const { rows: indexes } = await db.query(
      "select indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes where relname = 't' order by 1",
    )
    assert.deepEqual(indexes, [{ name: 't_c', scans: 0 }, { name: 't_pkey', scans: 6 }])

    await db.query('select pg_stat_reset_single_table_counters(\'t\'::regclass)')
    assert.deepEqual(await table(), {
      scans: 0, read: 0, lookups: 6, fetched: 5, ins: 0, upd: 0, hot: 0, del: 0, live: 999, mods: 0, analyzed: 0,
      vacuumed: 0,
    })

    await db.exec('begin; truncate t')
    assert.equal((await table()).live, 0)
    await db.exec('rollback')
    await db.query('select count(b) from t')
    await db.exec('alter table t alter c type bigint')
    await db.exec('vacuum t')
    assert.deepEqual(await table().then(({ live, ins, vacuumed }) => [live, ins, vacuumed]), [999, 0, 1])
    await db.exec('truncate t')
    assert.equal((await table()).live, 0)

    const { rows: [database] } = await db.query('select xact_commit > 0 as commits, xact_rollback > 0 as rollbacks from pg_stat_database where datname = current_database()')
    assert.deepEqual(database, { commits: true, rollbacks: true })
    await db.query('select pg_stat_reset()')
    assert.equal((await table()).lookups, 0)
  } finally {
    await db.close()
  }
})
