/**
 * The text of the system views of how far long commands have come (views.js). What a session says of its command are
 * numbers; here are their names.
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/**
 * The name of a number.
 * @param {string} param
 * @param {number} from the first one
 * @param {string} names separated by semicolons
 */
const word = (param, from, names) =>
  `case ${param} ${names
    .split('; ')
    .map((name, at) => `when ${from + at} then '${name}'`)
    .join(' ')} end`

/** Counters. @param {Record<string, number>} columns name to number of the parameter @returns {string} */
const counts = (columns) => Object.entries(columns).map(([name, param]) => `${name} int8 s.param${param}`).join('\n')

/** @param {number} oid @param {string} command @param {string} lines @param {string} [where] what is worked on */
function progressView(oid, command, lines, where = `datid oid s.datid
  datname name d.datname
  relid oid s.relid`
) {
  return systemView(
    CATALOG_SCHEMA,
    oid,
    `pg_stat_progress_${command.toLowerCase().replace(' ', '_')}`,
    ['pid int4 s.pid', where, lines].filter((part) => part !== '').join('\n'),
    `from pg_catalog.pg_stat_get_progress_info('${command}') s left join pg_catalog.pg_database d on d.oid = s.datid`
  )
}

export const PROGRESS_VIEWS = [
  progressView(12297, 'ANALYZE', `phase text ${word('s.param1', 0, 'initializing; acquiring sample rows; acquiring inherited sample rows; computing statistics; computing extended statistics; finalizing analyze')}
    ${counts({ sample_blks_total: 2, sample_blks_scanned: 3, ext_stats_total: 4, ext_stats_computed: 5, child_tables_total: 6, child_tables_done: 7 })}
    current_child_table_relid oid s.param8`),
  progressView(12302, 'VACUUM', `phase text ${word('s.param1', 0, 'initializing; scanning heap; vacuuming indexes; vacuuming heap; cleaning up indexes; truncating heap; performing final cleanup')}
    ${counts({ heap_blks_total: 2, heap_blks_scanned: 3, heap_blks_vacuumed: 4, index_vacuum_count: 5, max_dead_tuples: 6, num_dead_tuples: 7 })}`),
  progressView(12307, 'CLUSTER', `command text ${word('s.param1', 1, 'CLUSTER; VACUUM FULL')}
    phase text ${word('s.param2', 0, 'initializing; seq scanning heap; index scanning heap; sorting tuples; writing new heap; swapping relation files; rebuilding index; performing final cleanup')}
    cluster_index_relid oid s.param3
    ${counts({ heap_tuples_scanned: 4, heap_tuples_written: 5, heap_blks_total: 6, heap_blks_scanned: 7, index_rebuild_count: 8 })}`),
  progressView(12312, 'CREATE INDEX', `index_relid oid s.param7
    command text ${word('s.param1', 1, 'CREATE INDEX; CREATE INDEX CONCURRENTLY; REINDEX; REINDEX CONCURRENTLY')}
    phase text case when s.param10 = 2 then 'building index' || coalesce(': ' || pg_catalog.pg_indexam_progress_phasename(s.param9::pg_catalog.oid, s.param11), '') else ${word('s.param10', 0, 'initializing; waiting for writers before build; ; waiting for writers before validation; index validation: scanning index; index validation: sorting tuples; index validation: scanning table; waiting for old snapshots; waiting for readers before marking dead; waiting for readers before dropping')} end
    ${counts({ lockers_total: 4, lockers_done: 5, current_locker_pid: 6, blocks_total: 16, blocks_done: 17, tuples_total: 12, tuples_done: 13, partitions_total: 14, partitions_done: 15 })}`),
  progressView(12317, 'BASEBACKUP', `phase text ${word('s.param1', 0, 'initializing; waiting for checkpoint to finish; estimating backup size; streaming database files; waiting for wal archiving to finish; transferring wal files')}
    backup_total int8 nullif(s.param2, -1)
    ${counts({ backup_streamed: 3, tablespaces_total: 4, tablespaces_streamed: 5 })}`, ''),
  progressView(12322, 'COPY', `command text ${word('s.param5', 1, 'COPY FROM; COPY TO')}
    type text ${word('s.param6', 1, 'FILE; PROGRAM; PIPE; CALLBACK')}
    ${counts({ bytes_processed: 1, bytes_total: 2, tuples_processed: 3, tuples_excluded: 4 })}`),
]
