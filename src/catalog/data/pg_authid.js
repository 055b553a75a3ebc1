/** Rows of pg_authid in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_AUTHID = {
  columns: 'oid rolname rolsuper rolinherit rolcreaterole rolcreatedb rolcanlogin rolreplication rolbypassrls rolconnlimit rolpassword rolvaliduntil',
  types: [26, 19, 16, 16, 16, 16, 16, 16, 16, 23, 25, 1184],
  defaults: '10\tpostgres\tf\tt\tf\tf\tf\tf\tf\t-1\t\\N\t\\N',
  count: 13,
  rows: `		t		t	t	t	t	t
3373	pg_monitor
3374	pg_read_all_settings
3375	pg_read_all_stats
3377	pg_stat_scan_tables
4200	pg_signal_backend
4544	pg_checkpoint
4569	pg_read_server_files
4570	pg_write_server_files
4571	pg_execute_server_program
6171	pg_database_owner
6181	pg_read_all_data
6182	pg_write_all_data`,
}
