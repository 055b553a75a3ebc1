select c.oid, n.nspname, c.relname, string_agg(a.attname || ' ' || coalesce(b.typname, t.typname), ', ' order by a.attnum) from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype where c.relkind = 'v' and c.oid < 16384 group by c.oid, n.nspname, c.relname order by c.oid
select relname from pg_class where oid < 16384 group by relname, relnamespace having count(*) > 1
select archived_count, last_archived_wal, last_archived_time, failed_count, last_failed_wal, last_failed_time, stats_reset < now() from pg_stat_archiver
select checkpoint_write_time >= 0, buffers_backend_fsync, buffers_alloc > 0, stats_reset <= now() from pg_stat_bgwriter
select wal_records > 0, wal_bytes > 0, stats_reset < now() from pg_stat_wal
select name from pg_stat_slru order by name
select prefetch, hit, skip_init, skip_new, skip_fpw, skip_rep, wal_distance, block_distance, io_depth from pg_stat_recovery_prefetch
select ssl, version, cipher, bits, client_dn, client_serial, issuer_dn from pg_stat_ssl where pid = pg_backend_pid()
select gss_authenticated, principal, encrypted from pg_stat_gssapi where pid = pg_backend_pid()
select client_addr, client_port > 0 from pg_stat_activity where pid = pg_backend_pid()
select * from pg_stat_wal_receiver
select * from pg_stat_replication
select * from pg_stat_replication_slots
select * from pg_stat_subscription
select * from pg_stat_subscription_stats
select * from pg_replication_origin_status
select * from pg_stat_progress_analyze
select * from pg_stat_progress_vacuum
select * from pg_stat_progress_cluster
select * from pg_stat_progress_create_index
select * from pg_stat_progress_copy
select * from pg_stat_progress_basebackup
select * from pg_user_mappings
select * from pg_ident_file_mappings
select * from pg_stat_xact_user_functions
select datname, confl_tablespace, confl_lock, confl_snapshot, confl_bufferpin, confl_deadlock from pg_stat_database_conflicts where datname = current_database()::text or datname = 'template0' order by datname = 'template0' limit 0
select name from pg_config order by name
select name, version, installed, superuser, trusted, relocatable, schema, requires, comment from pg_available_extension_versions where (name, version) in (('plpgsql', '1.0'), ('btree_gist', '1.7')) order by name
select name, default_version, installed_version, comment from pg_available_extensions where name in ('plpgsql', 'btree_gist') order by name
select count(*) > 0 from pg_shmem_allocations where size > 0
select name, level, parent, total_bytes >= used_bytes from pg_backend_memory_contexts where level = 0
create table counted (a int primary key, b text)
create sequence numbers
select relname, schemaname, seq_scan is not null, idx_scan is not null, n_tup_ins is not null from pg_stat_xact_user_tables where relname = 'counted'
select relname, schemaname from pg_statio_user_sequences where relname = 'numbers'
select relname, schemaname from pg_statio_all_sequences where relname = 'numbers'
select count(*) from pg_statio_sys_sequences
select count(*) from pg_stat_sys_tables where schemaname not in ('pg_catalog', 'information_schema', 'pg_toast')
select relname, indexrelname from pg_statio_sys_indexes where indexrelname = 'pg_class_oid_index'
select pg_stat_reset_shared('nothing')
select * from pg_stat_get_progress_info('nothing')
select pg_indexam_progress_phasename(403, n) from generate_series(0, 6) n
select pg_stat_get_snapshot_timestamp() is null
select pg_postmaster_start_time() < clock_timestamp(), pg_conf_load_time() >= pg_postmaster_start_time() - interval '1 minute'
create statistics of_counted on (a + 1), (lower(b)) from counted
select * from pg_stats_ext_exprs
