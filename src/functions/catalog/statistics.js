/**
 * pg_stat_get_*: counters per table and per database. What the engine counts is reported; access counters of tables are not kept, and read 0 with no
 * time of a last event, as right after pg_stat_reset().
 */
import { Family } from '../impl.js'
import { toInt8 } from '../../types/int8.js'

const family = new Family()
export const statisticsFunctions = family.functions

/** Rows a table has, as VACUUM or ANALYZE last counted them. */
family.context('pg_stat_get_live_tuples', ({ catalog }, oid) => toInt8(BigInt(Math.max(0, Math.round(catalog.relation(oid)?.stats.reltuples ?? 0)))))

const TABLE_COUNTERS = ['numscans', 'tuples_returned', 'tuples_fetched', 'tuples_inserted', 'tuples_updated', 'tuples_deleted', 'tuples_hot_updated', 'dead_tuples',
  'mod_since_analyze', 'ins_since_vacuum', 'blocks_fetched', 'blocks_hit', 'vacuum_count', 'autovacuum_count', 'analyze_count', 'autoanalyze_count',
  'xact_numscans', 'xact_tuples_returned', 'xact_tuples_fetched', 'xact_tuples_inserted', 'xact_tuples_updated', 'xact_tuples_deleted', 'xact_tuples_hot_updated',
  'xact_blocks_fetched', 'xact_blocks_hit']
family.add(TABLE_COUNTERS.map((name) => `pg_stat_get_${name}`), () => 0)
family.add(['vacuum', 'autovacuum', 'analyze', 'autoanalyze'].map((name) => `pg_stat_get_last_${name}_time`), () => null)

const DATABASE_COUNTERS = ['xact_commit', 'xact_rollback', 'blocks_fetched', 'blocks_hit', 'tuples_returned', 'tuples_fetched', 'tuples_inserted', 'tuples_updated',
  'tuples_deleted', 'conflict_tablespace', 'conflict_lock', 'conflict_snapshot', 'conflict_bufferpin', 'conflict_startup_deadlock', 'conflict_all', 'deadlocks',
  'temp_files', 'temp_bytes', 'sessions', 'sessions_abandoned', 'sessions_fatal', 'sessions_killed', 'blk_read_time', 'blk_write_time', 'session_time', 'active_time',
  'idle_in_transaction_time']
family.add(DATABASE_COUNTERS.map((name) => `pg_stat_get_db_${name}`), () => 0)
family.add(['pg_stat_get_db_stat_reset_time', 'pg_stat_get_db_checksum_failures', 'pg_stat_get_db_checksum_last_failure'], () => null)

const FUNCTION_COUNTERS = ['function_calls', 'function_total_time', 'function_self_time', 'xact_function_calls', 'xact_function_total_time', 'xact_function_self_time']
family.add(FUNCTION_COUNTERS.map((name) => `pg_stat_get_${name}`), () => null)

/** Nobody streams from this server, nobody is streamed to. */
family.add(['pg_stat_get_wal_senders', 'pg_get_replication_slots', 'pg_stat_get_subscription', 'pg_prepared_xact',
  'pg_show_replication_origin_status'], () => [], { set: true })
