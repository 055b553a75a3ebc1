/**
 * Settings of PostgreSQL whose parts Seawall does not have. They are there to be asked for; what they may be set to is
 * what is so. Two kinds:
 *
 *   refused   another value would change answers, promises or what is logged: 0A000
 *   idle      another value would change how fast something is, in a server that has it: taken, with a WARNING that it changes nothing
 *
 * Neither is what holds anyway: `jit = off`, `enable_mergejoin = off`, `synchronize_seqscans = off`.
 */
import { tablesWithOids } from '../errors/commands/tables.js'
import { onlyTheUsual } from '../errors/settings.js'

/** @typedef {string | number | boolean} SettingValue */

/** Only the default, or one of these. @type {Map<string, SettingValue[]>} */
const ONLY = new Map()
/** @param {string[]} names @param {...SettingValue} allowed besides the default */
const only = (names, ...allowed) => { for (const name of names) ONLY.set(name, allowed) }

// What is logged, beyond connections, statements, how long they took and what went wrong (engine/session/log-*.js).
only(['log_executor_stats', 'log_parser_stats', 'log_planner_stats', 'log_statement_stats',
  'log_parameter_max_length_on_error',
  'log_autovacuum_min_duration', 'log_checkpoints', 'log_hostname', 'log_recovery_conflict_waits',
  'logging_collector', 'log_destination',
  'backtrace_functions', 'debug_print_parse', 'debug_print_plan', 'debug_print_rewritten', 'trace_notify',
  'trace_sort', 'trace_recovery_messages'])
// What a value means, or is answered.
only([
  'allow_system_table_mods', 'ignore_system_indexes', 'exit_on_error', 'config_file', 'data_directory',
  'external_pid_file',
  'ignore_checksum_failure', 'zero_damaged_pages', 'track_io_timing',
  'track_wal_io_timing', 'track_commit_timestamp',
  'track_activity_query_size',
  'ignore_invalid_pages',
  'allow_in_place_tablespaces'])
// Where it listens: what `serve` is given.
only(['port', 'listen_addresses', 'bonjour', 'bonjour_name'])
only(['lc_monetary', 'lc_numeric', 'lc_time'], 'POSIX', 'C.UTF-8', 'C.utf8', '')
only(['lc_messages'], 'POSIX', 'C.UTF-8', 'C.utf8', '', 'en_US.UTF-8', 'en_US.utf8', 'English')
// Who is let in: what Node cannot do, and what nobody should.
only(['db_user_namespace', 'pre_auth_delay', 'post_auth_delay', 'unix_socket_group', 'ssl_crl_dir',
  'ssl_passphrase_command', 'ssl_passphrase_command_supports_reload'])
only(['ssl_min_protocol_version'], 'TLSv1.3')
only(['ssl_max_protocol_version'], 'TLSv1.2', 'TLSv1.3')
// What survives, and where it is copied to.
only([
  'fsync', 'full_page_writes', 'wal_level', 'wal_log_hints', 'archive_mode', 'archive_command', 'archive_library',
  'synchronous_standby_names', 'hot_standby_feedback', 'max_prepared_transactions',
  'restore_command',
  'primary_conninfo', 'old_snapshot_threshold', 'archive_cleanup_command', 'archive_timeout', 'recovery_end_command',
  'recovery_target',
  'recovery_target_action', 'recovery_target_inclusive', 'recovery_target_lsn', 'recovery_target_name',
  'recovery_target_time',
  'recovery_target_timeline', 'recovery_target_xid', 'recovery_min_apply_delay', 'promote_trigger_file',
  'primary_slot_name',
  'hot_standby', 'data_sync_retry', 'wal_consistency_checking'])
// Lists of names: SET and ALTER ROLE write an empty one as a name without letters.
only(['shared_preload_libraries', 'session_preload_libraries', 'local_preload_libraries'], '""')

const HINTS = /** @type {Record<string, string>} */ ({
  ssl_min_protocol_version: 'Older versions of TLS are broken.',
  ssl_crl_dir: 'ssl_crl_file takes a list of them all.',
  fsync: 'wal_sync says when the log is synced.',
  wal_level: 'There is no replication.',
})

/** Change nothing but speed, where there is such a part. */
const IDLE = new RegExp(`^(${[
  'cpu_.*_cost', 'seq_page_cost', 'random_page_cost', 'parallel_.*_cost', 'jit_.*_cost', 'effective_cache_size',
  'effective_io_concurrency', 'maintenance_io_concurrency', 'geqo_.*',
  'from_collapse_limit', 'join_collapse_limit', 'cursor_tuple_fraction', 'recursive_worktable_factor',
  'hash_mem_multiplier', 'logical_decoding_work_mem', 'min_parallel_.*', 'commit_delay', 'commit_siblings',
  'vacuum_.*', 'gin_pending_list_limit', 'temp_buffers', 'backend_flush_after', 'tcp_.*',
  'client_connection_check_interval', 'wal_compression', 'wal_init_zero', 'wal_recycle',
  'wal_skip_threshold', 'wal_sender_timeout', 'compute_query_id', 'force_parallel_mode', 'stats_fetch_consistency',
  'track_activities', 'track_counts', 'debug_.*', 'autovacuum_(?!analyze|naptime).*', 'bgwriter_.*',
  'checkpoint_(completion|flush).*',
  'wal_writer_.*', 'max_pred_locks_.*', 'update_process_title', 'enable_partitionwise_.*', 'enable_incremental_sort',
  'constraint_exclusion', 'default_toast_compression', 'gin_fuzzy_search_limit',
  'max_stack_depth', 'parallel_leader_participation', 'max_parallel_.*',
  'max_worker_processes', 'max_(logical_replication|sync)_workers.*',
  'max_(replication_slots|wal_senders|slot_wal_keep_size)', 'max_standby_.*',
  'max_files_per_process', 'max_locks_per_transaction', '(min_)?dynamic_shared_memory.*', 'shared_memory_type',
  'huge_page.*', 'dynamic_library_path',
  'jit_(dump_bitcode|profiling_support|debugging_support|provider)',
  'log_(directory|filename|rotation_.*|truncate_on_rotation|startup_progress_interval|file_mode)',
  'syslog_.*', 'event_source', 'cluster_name', 'checkpoint_warning', 'min_wal_size',
  'wal_(keep_size|decode_buffer_size|sync_method|buffers)',
  'wal_receiver_.*', 'wal_retrieve_.*', 'recovery_(init_sync_method|prefetch)', 'remove_temp_files_after_crash',
  'restart_after_crash', 'krb_.*'].join('|')})$`)

/**
 * @param {{ name: string, boot: string }} def
 * @param {SettingValue} value
 * @param {SettingValue} usual its default
 * @throws {DbError} 0A000
 */
export function refuseUnsupported({ name }, value, usual) {
  const allowed = ONLY.get(name)
  if (name === 'default_with_oids') {
    if (value === true) throw tablesWithOids()
    return
  }
  if (allowed === undefined || value === usual || allowed.includes(value)) return
  throw onlyTheUsual(name, spelt(usual), spelt(value), HINTS[name])
}

/** @param {SettingValue} value */
const spelt = (value) => typeof value === 'boolean' ? value ? 'on' : 'off' : value === '' ? "''" : String(value)

/** No workers beside the one thread. @param {string} name @param {SettingValue} value */
const isSo = (name, value) => value === 0 && name.startsWith('max_parallel_')

/**
 * What is said when a setting that changes nothing is set.
 * @param {string} name
 * @param {SettingValue} value
 * @param {SettingValue} usual
 * @returns {{ severity: string, code: string, message: string } | null}
 */
export const idleWarning = (name, value, usual) => value === usual || !IDLE.test(name) || isSo(name, value) ? null
  : { severity: 'WARNING', code: '01000', message: `setting "${name}" is kept, but changes nothing in Seawall` }
