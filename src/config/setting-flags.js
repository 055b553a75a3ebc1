/** What pg_settings_get_flags says of a setting: how it is shown, reset and written down, as PostgreSQL 15 has it. */

/** @typedef {{ name: string, category: string }} Described */

/** Neither in SHOW ALL nor reset by RESET ALL. */
const HIDDEN = /^(is_superuser|session_authorization|role|seed)$/
const OF_TRANSACTIONS = /^transaction_(isolation|read_only|deferrable)$/
/** Change plans, though they stand among other things. */
const PLANNING = new Set([
  'effective_io_concurrency', 'maintenance_io_concurrency', 'max_parallel_workers', 'max_parallel_workers_per_gather',
  'parallel_leader_participation', 'force_parallel_mode', 'search_path', 'hash_mem_multiplier', 'temp_buffers',
  'work_mem',
])
const RUNTIME = new Set([
  'data_checksums', 'data_directory_mode', 'shared_memory_size', 'shared_memory_size_in_huge_pages', 'wal_segment_size',
])
/** Are in no postgresql.conf. */
const UNWRITTEN = new Set(['application_name', 'default_with_oids', 'restrict_nonsystem_relation_kind'])

/** Tell of the machine, or of how it is guarded: not for everybody (pg_read_all_settings). */
const GUARDED = new Set(['config_file', 'data_directory', 'dynamic_library_path', 'external_pid_file', 'hba_file',
  'ident_file', 'jit_provider', 'krb_server_keyfile', 'log_directory', 'log_filename', 'primary_conninfo',
  'session_preload_libraries', 'shared_preload_libraries', 'ssl_ciphers', 'ssl_dh_params_file', 'ssl_ecdh_curve',
  'ssl_max_protocol_version', 'ssl_min_protocol_version', 'ssl_passphrase_command', 'unix_socket_directories'])

/** @param {string} name in any case */
export const isGuardedSetting = (name) => GUARDED.has(name.toLowerCase())

/** @param {Described} def @returns {string[]} */
export function flagsOf({ name, category }) {
  const flags = []
  if (PLANNING.has(name) || (category.startsWith('Query Tuning') && name !== 'default_statistics_target'))
    flags.push('EXPLAIN')
  if (HIDDEN.test(name) || OF_TRANSACTIONS.test(name)) flags.push('NO_RESET_ALL')
  if (HIDDEN.test(name) || name === 'default_with_oids') flags.push('NO_SHOW_ALL')
  const isInternal = category === 'Preset Options' || category === 'Developer Options'
  if (isInternal || HIDDEN.test(name) || OF_TRANSACTIONS.test(name) || UNWRITTEN.has(name)) flags.push('NOT_IN_SAMPLE')
  if (RUNTIME.has(name)) flags.push('RUNTIME_COMPUTED')
  return flags
}
