/**
 * The text of the system views over the server as a whole: log, checkpoints, memory, files of settings, replication,
 * connections' encryption, extensions (views.js).
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(CATALOG_SCHEMA, oid, name, lines, rest)

/** Columns as a function's result has them. @param {string} list "name type, name type" @returns {string} */
const same = (list) => list.split(', ').map((item) => `${item} s.${item.split(' ')[0]}`).join('\n')

/**
 * A view that is a function's result.
 * @param {number} oid
 * @param {string} name
 * @param {string} func
 * @param {string} list
 */
const ofFunction = (oid, name, func, list) => view(oid, name, same(list), `from pg_catalog.${func}() s`)

const SESSIONS = 'from pg_catalog.pg_stat_get_activity(null) s'

export const SERVER_VIEWS = [
  view(12289, 'pg_stat_bgwriter', `checkpoints_timed int8 pg_catalog.pg_stat_get_bgwriter_timed_checkpoints()
    checkpoints_req int8 pg_catalog.pg_stat_get_bgwriter_requested_checkpoints()
    checkpoint_write_time float8 pg_catalog.pg_stat_get_checkpoint_write_time()
    checkpoint_sync_time float8 pg_catalog.pg_stat_get_checkpoint_sync_time()
    buffers_checkpoint int8 pg_catalog.pg_stat_get_bgwriter_buf_written_checkpoints()
    buffers_clean int8 pg_catalog.pg_stat_get_bgwriter_buf_written_clean()
    maxwritten_clean int8 pg_catalog.pg_stat_get_bgwriter_maxwritten_clean()
    buffers_backend int8 pg_catalog.pg_stat_get_buf_written_backend()
    buffers_backend_fsync int8 pg_catalog.pg_stat_get_buf_fsync_backend()
    buffers_alloc int8 pg_catalog.pg_stat_get_buf_alloc()
    stats_reset timestamptz pg_catalog.pg_stat_get_bgwriter_stat_reset_time()`, ''),
  ofFunction(12293, 'pg_stat_wal', 'pg_stat_get_wal', 'wal_records int8, wal_fpi int8, wal_bytes numeric, wal_buffers_full int8, wal_write int8, wal_sync int8, wal_write_time float8, wal_sync_time float8, stats_reset timestamptz'),
  ofFunction(12285, 'pg_stat_archiver', 'pg_stat_get_archiver', 'archived_count int8, last_archived_wal text, last_archived_time timestamptz, failed_count int8, last_failed_wal text, last_failed_time timestamptz, stats_reset timestamptz'),
  ofFunction(12232, 'pg_stat_slru', 'pg_stat_get_slru', 'name text, blks_zeroed int8, blks_hit int8, blks_read int8, blks_written int8, blks_exists int8, flushes int8, truncates int8, stats_reset timestamptz'),
  ofFunction(12240, 'pg_stat_recovery_prefetch', 'pg_stat_get_recovery_prefetch', 'stats_reset timestamptz, prefetch int8, hit int8, skip_init int8, skip_new int8, skip_fpw int8, skip_rep int8, wal_distance int4, block_distance int4, io_depth int4'),
  view(12236, 'pg_stat_wal_receiver', same('pid int4, status text, receive_start_lsn pg_lsn, receive_start_tli int4, written_lsn pg_lsn, flushed_lsn pg_lsn, received_tli int4, last_msg_send_time timestamptz, last_msg_receipt_time timestamptz, latest_end_lsn pg_lsn, latest_end_time timestamptz, slot_name text, sender_host text, sender_port int4, conninfo text'),
    'from pg_catalog.pg_stat_get_wal_receiver() s where s.pid is not null'),
  view(12227, 'pg_stat_replication', `${same('pid int4, usesysid oid')}
    usename name u.rolname
    ${same('application_name text, client_addr inet, client_hostname text, client_port int4, backend_start timestamptz, backend_xmin xid')}
    ${same('state text, sent_lsn pg_lsn, write_lsn pg_lsn, flush_lsn pg_lsn, replay_lsn pg_lsn, write_lag interval, flush_lag interval, replay_lag interval, sync_priority int4, sync_state text, reply_time timestamptz').replaceAll(' s.', ' w.')}`,
  `${SESSIONS} join pg_catalog.pg_stat_get_wal_senders() w on w.pid = s.pid left join pg_catalog.pg_authid u on u.oid = s.usesysid`),
  view(12262, 'pg_stat_replication_slots', same('slot_name text, spill_txns int8, spill_count int8, spill_bytes int8, stream_txns int8, stream_count int8, stream_bytes int8, total_txns int8, total_bytes int8, stats_reset timestamptz'),
    'from pg_catalog.pg_replication_slots r, lateral pg_catalog.pg_stat_get_replication_slot(r.slot_name) s where r.datoid is not null'),
  view(12244, 'pg_stat_subscription', `subid oid b.oid
    subname name b.subname
    ${same('pid int4, relid oid, received_lsn pg_lsn, last_msg_send_time timestamptz, last_msg_receipt_time timestamptz, latest_end_lsn pg_lsn, latest_end_time timestamptz')}`,
  'from pg_catalog.pg_subscription b left join pg_catalog.pg_stat_get_subscription(null) s on s.subid = b.oid'),
  view(12336, 'pg_stat_subscription_stats', `subid oid b.oid
    subname name b.subname
    ${same('apply_error_count int8, sync_error_count int8, stats_reset timestamptz')}`,
    'from pg_catalog.pg_subscription b, lateral pg_catalog.pg_stat_get_subscription_stats(b.oid) s'
  ),
  ofFunction(
    12332,
    'pg_replication_origin_status',
    'pg_show_replication_origin_status',
    'local_id oid, external_id text, remote_lsn pg_lsn, local_lsn pg_lsn'
  ),
  view(
    12249,
    'pg_stat_ssl',
    `pid int4 s.pid
    ssl bool s.ssl
    version text s.sslversion
    cipher text s.sslcipher
    bits int4 s.sslbits
    client_dn text s.ssl_client_dn
    client_serial numeric s.ssl_client_serial
    issuer_dn text s.ssl_issuer_dn`, `${SESSIONS} where s.client_port is not null`),
  view(12253, 'pg_stat_gssapi', `pid int4 s.pid
    gss_authenticated bool s.gss_auth
    principal text s.gss_princ
    encrypted bool s.gss_enc`, `${SESSIONS} where s.client_port is not null`),
  ofFunction(12110, 'pg_file_settings', 'pg_show_all_file_settings', 'sourcefile text, sourceline int4, seqno int4, name text, setting text, applied bool, error text'),
  ofFunction(12114, 'pg_hba_file_rules', 'pg_hba_file_rules', 'line_number int4, type text, database _text, user_name _text, address text, netmask text, auth_method text, options _text, error text'),
  ofFunction(12118, 'pg_ident_file_mappings', 'pg_ident_file_mappings', 'line_number int4, map_name text, sys_name text, pg_username text, error text'),
  ofFunction(12130, 'pg_config', 'pg_config', 'name text, setting text'),
  ofFunction(12134, 'pg_shmem_allocations', 'pg_get_shmem_allocations', 'name text, off int8, size int8, allocated_size int8'),
  ofFunction(12138, 'pg_backend_memory_contexts', 'pg_get_backend_memory_contexts', 'name text, ident text, parent text, level int4, total_bytes int8, total_nblocks int8, free_bytes int8, free_chunks int8, used_bytes int8'),
  view(12085, 'pg_available_extension_versions', `name name s.name
    version text s.version
    installed bool e.extname is not null
    ${same('superuser bool, trusted bool, relocatable bool, schema name, requires _name, comment text')}`,
  'from pg_catalog.pg_available_extension_versions() s left join pg_catalog.pg_extension e on e.extname = s.name and e.extversion = s.version'),
  // What a mapping says is for whom it is about, for the server's owner where it is about everybody, and for
  // superusers.
  view(12327, 'pg_user_mappings', `umid oid m.oid
    srvid oid v.oid
    srvname name v.srvname
    umuser oid m.umuser
    usename name case when m.umuser = 0 then 'public' else u.rolname end
    umoptions _text case when (m.umuser <> 0 and u.rolname = current_user and (pg_catalog.pg_has_role(v.srvowner, 'USAGE') or pg_catalog.has_server_privilege(v.oid, 'USAGE'))) or (m.umuser = 0 and pg_catalog.pg_has_role(v.srvowner, 'USAGE')) or (select r.rolsuper from pg_catalog.pg_authid r where r.rolname = current_user) then m.umoptions end`,
  'from pg_catalog.pg_user_mapping m join pg_catalog.pg_foreign_server v on v.oid = m.umserver left join pg_catalog.pg_authid u on u.oid = m.umuser'),
]
