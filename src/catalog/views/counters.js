/**
 * The text of the system views that count what was done with tables, indexes, sequences and functions: those of system
 * tables, of this transaction, of blocks (views.js).
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(CATALOG_SCHEMA, oid, name, lines, rest)

/** Columns shown as another view has them. @param {string} type @param {string} names */
const same = (type, names) => names.split(' ').map((name) => `${name} ${type} v.${name}`).join('\n')

/** @param {string} schema a column */
const SYSTEM = (schema) => `(${schema} in ('pg_catalog', 'information_schema') or ${schema} ~ '^pg_toast')`
/** @param {string} schema */
const USER = (schema) => `(${schema} not in ('pg_catalog', 'information_schema') and ${schema} !~ '^pg_toast')`

const TABLE = `${same('oid', 'relid')}\n${same('name', 'schemaname relname')}`
const ACCESS = 'seq_scan seq_tup_read idx_scan idx_tup_fetch n_tup_ins n_tup_upd n_tup_del n_tup_hot_upd'
const TABLE_COUNTS = `${TABLE}
  ${same('int8', `${ACCESS} n_live_tup n_dead_tup n_mod_since_analyze n_ins_since_vacuum`)}
  ${same('timestamptz', 'last_vacuum last_autovacuum last_analyze last_autoanalyze')}
  ${same('int8', 'vacuum_count autovacuum_count analyze_count autoanalyze_count')}`
const TABLE_BLOCKS = `${TABLE}
  ${same('int8', 'heap_blks_read heap_blks_hit idx_blks_read idx_blks_hit toast_blks_read toast_blks_hit tidx_blks_read tidx_blks_hit')}`
const SEQUENCE_BLOCKS = `${TABLE}\n${same('int8', 'blks_read blks_hit')}`
const XACT_COUNTS = `${TABLE}\n${same('int8', ACCESS)}`

/** @param {string} counter of this transaction @param {string} oid */
const xact = (counter, oid) => `pg_catalog.pg_stat_get_xact_${counter}(${oid})`
/** Summed over a table's indexes. @param {string} counter */
const ofIndexes = (counter) =>
  `(select sum(${xact(counter, 'x.indexrelid')}) from pg_catalog.pg_index x where x.indrelid = c.oid)`

/**
 * Functions whose calls are counted; those in no language of SQL or C's own kind.
 * @param {string} prefix of the counting functions
 */
const functions = (prefix) => /** @type {[string, string]} */ ([`funcid oid p.oid
  schemaname name n.nspname
  funcname name p.proname
  calls int8 pg_catalog.${prefix}calls(p.oid)
  total_time float8 pg_catalog.${prefix}total_time(p.oid)
  self_time float8 pg_catalog.${prefix}self_time(p.oid)`,
`from pg_catalog.pg_proc p left join pg_catalog.pg_namespace n on n.oid = p.pronamespace where p.prolang <> 12 and pg_catalog.${prefix}calls(p.oid) is not null`])

export const COUNTER_VIEWS = [
  view(12152, 'pg_stat_sys_tables', TABLE_COUNTS, `from pg_catalog.pg_stat_all_tables v where ${SYSTEM('v.schemaname')}`),
  view(12147, 'pg_stat_xact_all_tables', `relid oid c.oid
    schemaname name n.nspname
    relname name c.relname
    seq_scan int8 ${xact('numscans', 'c.oid')}
    seq_tup_read int8 ${xact('tuples_returned', 'c.oid')}
    idx_scan int8 ${ofIndexes('numscans')}
    idx_tup_fetch int8 ${ofIndexes('tuples_fetched')} + ${xact('tuples_fetched', 'c.oid')}
    n_tup_ins int8 ${xact('tuples_inserted', 'c.oid')}
    n_tup_upd int8 ${xact('tuples_updated', 'c.oid')}
    n_tup_del int8 ${xact('tuples_deleted', 'c.oid')}
    n_tup_hot_upd int8 ${xact('tuples_hot_updated', 'c.oid')}`, `from pg_catalog.pg_class c left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 't', 'm', 'p')`),
  view(12157, 'pg_stat_xact_sys_tables', XACT_COUNTS, `from pg_catalog.pg_stat_xact_all_tables v where ${SYSTEM('v.schemaname')}`),
  view(12166, 'pg_stat_xact_user_tables', XACT_COUNTS, `from pg_catalog.pg_stat_xact_all_tables v where ${USER('v.schemaname')}`),
  view(12175, 'pg_statio_sys_tables', TABLE_BLOCKS, `from pg_catalog.pg_statio_all_tables v where ${SYSTEM('v.schemaname')}`),
  view(12201, 'pg_statio_sys_indexes', `${same('oid', 'relid indexrelid')}
    ${same('name', 'schemaname relname indexrelname')}
    ${same('int8', 'idx_blks_read idx_blks_hit')}`,
    `from pg_catalog.pg_statio_all_indexes v where ${SYSTEM('v.schemaname')}`
  ),
  view(
    12209,
    'pg_statio_all_sequences',
    `relid oid c.oid
    schemaname name n.nspname
    relname name c.relname
    blks_read int8 pg_catalog.pg_stat_get_blocks_fetched(c.oid) - pg_catalog.pg_stat_get_blocks_hit(c.oid)
    blks_hit int8 pg_catalog.pg_stat_get_blocks_hit(c.oid)`,
    `from pg_catalog.pg_class c left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S'`
  ),
  view(
    12214,
    'pg_statio_sys_sequences',
    SEQUENCE_BLOCKS,
    `from pg_catalog.pg_statio_all_sequences v where ${SYSTEM('v.schemaname')}`
  ),
  view(
    12218,
    'pg_statio_user_sequences',
    SEQUENCE_BLOCKS,
    `from pg_catalog.pg_statio_all_sequences v where ${USER('v.schemaname')}`
  ),
  view(12275, 'pg_stat_user_functions', ...functions('pg_stat_get_function_')),
  view(12280, 'pg_stat_xact_user_functions', ...functions('pg_stat_get_xact_function_')),
  view(12271, 'pg_stat_database_conflicts', `datid oid d.oid
    datname name d.datname
    confl_tablespace int8 pg_catalog.pg_stat_get_db_conflict_tablespace(d.oid)
    confl_lock int8 pg_catalog.pg_stat_get_db_conflict_lock(d.oid)
    confl_snapshot int8 pg_catalog.pg_stat_get_db_conflict_snapshot(d.oid)
    confl_bufferpin int8 pg_catalog.pg_stat_get_db_conflict_bufferpin(d.oid)
    confl_deadlock int8 pg_catalog.pg_stat_get_db_conflict_startup_deadlock(d.oid)`, 'from pg_catalog.pg_database d'),
]
