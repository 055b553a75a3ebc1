begin; set local array_nulls = off; select '{a,NULL,"NULL",null}'::text[], '{1,NULL}'::text[] = array['1', 'NULL']; rollback
begin; set local array_nulls = off; select '{1,NULL}'::int[]; rollback
select '{a,NULL}'::text[], array_to_string('{1,NULL,3}'::int[], ',', '-')
begin; set local quote_all_identifiers = on; select quote_ident('plain'), format('%I.%I', 'a', 'B'), 'pg_class'::regclass, 'int4pl(int4,int4)'::regprocedure; rollback
create table quoted_names (id int primary key, note text default 'x', check (id > 0))
create view quoted_view as select q.id as number, count(*) over (partition by note) from quoted_names q where q.note is not null
begin; set local quote_all_identifiers = on; select pg_get_viewdef('quoted_view'); select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'quoted_names'::regclass order by conname; select pg_get_indexdef('quoted_names_pkey'::regclass); rollback
begin; set local quote_all_identifiers = on; select format_type(23, -1), 'quoted_view'::regtype, pg_get_functiondef('pg_catalog.nameconcatoid'::regproc) like '%"pg_catalog"."nameconcatoid"%'; rollback
select pg_get_viewdef('quoted_view'), quote_ident('plain')
drop view quoted_view
drop table quoted_names
create table quoted_more (a int, b text, r int4range, exclude using gist (r with &&), exclude using btree (b with =))
create trigger quoted_rows after update of b on quoted_more for each row when (new.a > 1 and (new.* is distinct from old.*)) execute function suppress_redundant_updates_trigger()
create trigger quoted_system after update on quoted_more for each row when (new.ctid <> old.ctid or new.xmin <> old.xmin or new.tableoid = 1) execute function suppress_redundant_updates_trigger()
begin; set local quote_all_identifiers = on; select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'quoted_more'::regclass order by 1; select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'quoted_more'::regclass order by 1; rollback
begin; set local quote_all_identifiers = on; select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'quoted_more'::regclass order by tgname; rollback
select pg_get_triggerdef(oid), pg_get_triggerdef(oid, true) from pg_trigger where tgrelid = 'quoted_more'::regclass order by tgname
drop table quoted_more
begin; set local backslash_quote = off; select E'a\\', E'b\'c'; rollback
begin; set local backslash_quote = on; select E'b\'c'; rollback
begin; set local backslash_quote = off; select E'a\\b''', 'c\'; rollback
begin; set local backslash_quote = 'nonsense'; rollback
begin; set local client_encoding = 'SJIS'; select E'b\'c'; rollback
set cpu_tuple_cost = '1e400'
set cursor_tuple_fraction = 99999999999
set recursive_worktable_factor = 0
set vacuum_cost_delay = 1000000
begin; set local work_mem = 2147483647; show work_mem; set local work_mem = '1.5GB'; show work_mem; rollback
begin; set local log_parameter_max_length = 1.5; show log_parameter_max_length; rollback
set lc_time = 'foo'
set lc_monetary = 'a, b'
set wal_consistency_checking = 'heap, nope'
set wal_consistency_checking = 'a b'
set constraint_exclusion = 't'
select name, min_val, max_val from pg_settings where name in ('cpu_tuple_cost', 'recursive_worktable_factor', 'geqo_selection_bias', 'work_mem') order by 1
select name, boot_val from pg_settings where name in ('log_file_mode', 'data_directory_mode', 'unix_socket_permissions') order by 1
set data_directory = '/x'
set config_file = '/x'
create table pruned (a int) partition by list (a)
create table pruned_1 partition of pruned for values in (1)
create table pruned_2 partition of pruned for values in (2)
insert into pruned values (1), (2)
explain (costs off) select * from pruned where a = 1
begin; set local enable_partition_pruning = off; explain (costs off) select * from pruned where a = 1; select * from pruned where a = 1; rollback
drop table pruned
select to_regtype('23')
select to_regtype(' 0023 '), 1
select to_regclass('1259'), to_regproc('1299'), to_regnamespace('11'), to_regrole('10')
select pg_control_version, catalog_version_no, system_identifier > 0, pg_control_last_modified > '2020-01-01' from pg_control_system()
