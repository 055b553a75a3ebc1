/**
 * The text of the system views over sessions, locks, statistics, and what a server has that this one has not
 * (views.js). OIDs and columns are PostgreSQL 15's.
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(CATALOG_SCHEMA, oid, name, lines, rest)

const TABLE_BLOCKS = `relid oid c.oid
  schemaname name n.nspname
  relname name c.relname
  heap_blks_read int8 pg_catalog.pg_stat_get_blocks_fetched(c.oid) - pg_catalog.pg_stat_get_blocks_hit(c.oid)
  heap_blks_hit int8 pg_catalog.pg_stat_get_blocks_hit(c.oid)
  idx_blks_read int8 (select sum(pg_catalog.pg_stat_get_blocks_fetched(x.indexrelid) - pg_catalog.pg_stat_get_blocks_hit(x.indexrelid)) from pg_catalog.pg_index x where x.indrelid = c.oid)
  idx_blks_hit int8 (select sum(pg_catalog.pg_stat_get_blocks_hit(x.indexrelid)) from pg_catalog.pg_index x where x.indrelid = c.oid)
  toast_blks_read int8 null
  toast_blks_hit int8 null
  tidx_blks_read int8 null
  tidx_blks_hit int8 null`
const TABLES_FROM = `from pg_catalog.pg_class c left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 't', 'm')`

const INDEX_COUNTS = `relid oid t.oid
  indexrelid oid i.oid
  schemaname name n.nspname
  relname name t.relname
  indexrelname name i.relname
  idx_scan int8 pg_catalog.pg_stat_get_numscans(i.oid)
  idx_tup_read int8 pg_catalog.pg_stat_get_tuples_returned(i.oid)
  idx_tup_fetch int8 pg_catalog.pg_stat_get_tuples_fetched(i.oid)`
const INDEX_BLOCKS = `relid oid t.oid
  indexrelid oid i.oid
  schemaname name n.nspname
  relname name t.relname
  indexrelname name i.relname
  idx_blks_read int8 pg_catalog.pg_stat_get_blocks_fetched(i.oid) - pg_catalog.pg_stat_get_blocks_hit(i.oid)
  idx_blks_hit int8 pg_catalog.pg_stat_get_blocks_hit(i.oid)`
const INDEXES_FROM = `from pg_catalog.pg_index x join pg_catalog.pg_class t on t.oid = x.indrelid join pg_catalog.pg_class i on i.oid = x.indexrelid
  left join pg_catalog.pg_namespace n on n.oid = t.relnamespace where t.relkind in ('r', 't', 'm')`
const USER_ONLY = `and n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_toast'`
const SYSTEM_ONLY = `and (n.nspname in ('pg_catalog', 'information_schema') or n.nspname ~ '^pg_toast')`

/** @type {import('./views.js').SystemView[]} */
export const STATISTICS_VIEWS = [
  view(12073, 'pg_locks', `locktype text l.locktype
    database oid l.database
    relation oid l.relation
    page int4 l.page
    tuple int2 l.tuple
    virtualxid text l.virtualxid
    transactionid xid l.transactionid
    classid oid l.classid
    objid oid l.objid
    objsubid int2 l.objsubid
    virtualtransaction text l.virtualtransaction
    pid int4 l.pid
    mode text l.mode
    granted bool l.granted
    fastpath bool l.fastpath
    waitstart timestamptz l.waitstart`, 'from pg_catalog.pg_lock_status() l'),
  view(12077, 'pg_cursors', `name text c.name
    statement text c.statement
    is_holdable bool c.is_holdable
    is_binary bool c.is_binary
    is_scrollable bool c.is_scrollable
    creation_time timestamptz c.creation_time`, 'from pg_catalog.pg_cursor() c'),
  view(12095, 'pg_prepared_statements', `name text p.name
    statement text p.statement
    prepare_time timestamptz p.prepare_time
    parameter_types _regtype p.parameter_types
    from_sql bool p.from_sql
    generic_plans int8 p.generic_plans
    custom_plans int8 p.custom_plans`, 'from pg_catalog.pg_prepared_statement() p'),
  view(12122, 'pg_timezone_abbrevs', `abbrev text a.abbrev
    utc_offset interval a.utc_offset
    is_dst bool a.is_dst`, 'from pg_catalog.pg_timezone_abbrevs() a'),
  view(12126, 'pg_timezone_names', `name text z.name
    abbrev text z.abbrev
    utc_offset interval z.utc_offset
    is_dst bool z.is_dst`, 'from pg_catalog.pg_timezone_names() z'),
  view(12170, 'pg_statio_all_tables', TABLE_BLOCKS, TABLES_FROM),
  view(12179, 'pg_statio_user_tables', TABLE_BLOCKS, `${TABLES_FROM} ${USER_ONLY}`),
  view(12183, 'pg_stat_all_indexes', INDEX_COUNTS, INDEXES_FROM),
  view(12188, 'pg_stat_sys_indexes', INDEX_COUNTS, `${INDEXES_FROM} ${SYSTEM_ONLY}`),
  view(12192, 'pg_stat_user_indexes', INDEX_COUNTS, `${INDEXES_FROM} ${USER_ONLY}`),
  view(12196, 'pg_statio_all_indexes', INDEX_BLOCKS, INDEXES_FROM),
  view(12205, 'pg_statio_user_indexes', INDEX_BLOCKS, `${INDEXES_FROM} ${USER_ONLY}`),
  view(12222, 'pg_stat_activity', `datid oid s.datid
    datname name d.datname
    pid int4 s.pid
    leader_pid int4 s.leader_pid
    usesysid oid s.usesysid
    usename name u.rolname
    application_name text s.application_name
    client_addr inet s.client_addr
    client_hostname text s.client_hostname
    client_port int4 s.client_port
    backend_start timestamptz s.backend_start
    xact_start timestamptz s.xact_start
    query_start timestamptz s.query_start
    state_change timestamptz s.state_change
    wait_event_type text s.wait_event_type
    wait_event text s.wait_event
    state text s.state
    backend_xid xid s.backend_xid
    backend_xmin xid s.backend_xmin
    query_id int8 s.query_id
    query text s.query
    backend_type text s.backend_type`, `from pg_catalog.pg_stat_get_activity(null) s
    left join pg_catalog.pg_database d on d.oid = s.datid left join pg_catalog.pg_authid u on u.oid = s.usesysid`),
  view(12257, 'pg_replication_slots', `slot_name name s.slot_name
    plugin name s.plugin
    slot_type text s.slot_type
    datoid oid s.datoid
    database name d.datname
    temporary bool s.temporary
    active bool s.active
    active_pid int4 s.active_pid
    xmin xid s.xmin
    catalog_xmin xid s.catalog_xmin
    restart_lsn pg_lsn s.restart_lsn
    confirmed_flush_lsn pg_lsn s.confirmed_flush_lsn
    wal_status text s.wal_status
    safe_wal_size int8 s.safe_wal_size
    two_phase bool s.two_phase`,
    'from pg_catalog.pg_get_replication_slots() s left join pg_catalog.pg_database d on d.oid = s.datoid'
  ),
  view(
    12266,
    'pg_stat_database',
    `datid oid d.oid
    datname name d.datname
    numbackends int4 case when d.oid = 0 then 0 else pg_catalog.pg_stat_get_db_numbackends(d.oid) end
    xact_commit int8 pg_catalog.pg_stat_get_db_xact_commit(d.oid)
    xact_rollback int8 pg_catalog.pg_stat_get_db_xact_rollback(d.oid)
    blks_read int8 pg_catalog.pg_stat_get_db_blocks_fetched(d.oid) - pg_catalog.pg_stat_get_db_blocks_hit(d.oid)
    blks_hit int8 pg_catalog.pg_stat_get_db_blocks_hit(d.oid)
    tup_returned int8 pg_catalog.pg_stat_get_db_tuples_returned(d.oid)
    tup_fetched int8 pg_catalog.pg_stat_get_db_tuples_fetched(d.oid)
    tup_inserted int8 pg_catalog.pg_stat_get_db_tuples_inserted(d.oid)
    tup_updated int8 pg_catalog.pg_stat_get_db_tuples_updated(d.oid)
    tup_deleted int8 pg_catalog.pg_stat_get_db_tuples_deleted(d.oid)
    conflicts int8 pg_catalog.pg_stat_get_db_conflict_all(d.oid)
    temp_files int8 pg_catalog.pg_stat_get_db_temp_files(d.oid)
    temp_bytes int8 pg_catalog.pg_stat_get_db_temp_bytes(d.oid)
    deadlocks int8 pg_catalog.pg_stat_get_db_deadlocks(d.oid)
    checksum_failures int8 pg_catalog.pg_stat_get_db_checksum_failures(d.oid)
    checksum_last_failure timestamptz pg_catalog.pg_stat_get_db_checksum_last_failure(d.oid)
    blk_read_time float8 pg_catalog.pg_stat_get_db_blk_read_time(d.oid)
    blk_write_time float8 pg_catalog.pg_stat_get_db_blk_write_time(d.oid)
    session_time float8 pg_catalog.pg_stat_get_db_session_time(d.oid)
    active_time float8 pg_catalog.pg_stat_get_db_active_time(d.oid)
    idle_in_transaction_time float8 pg_catalog.pg_stat_get_db_idle_in_transaction_time(d.oid)
    sessions int8 pg_catalog.pg_stat_get_db_sessions(d.oid)
    sessions_abandoned int8 pg_catalog.pg_stat_get_db_sessions_abandoned(d.oid)
    sessions_fatal int8 pg_catalog.pg_stat_get_db_sessions_fatal(d.oid)
    sessions_killed int8 pg_catalog.pg_stat_get_db_sessions_killed(d.oid)
    stats_reset timestamptz pg_catalog.pg_stat_get_db_stat_reset_time(d.oid)`,
    `from (select 0::pg_catalog.oid as oid, null::pg_catalog.name as datname
    union all select oid, datname from pg_catalog.pg_database) d`
  ),
]
