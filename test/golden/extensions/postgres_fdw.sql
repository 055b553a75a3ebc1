create extension postgres_fdw
select fdwname, fdwhandler::regproc, fdwvalidator::regproc from pg_foreign_data_wrapper
select extversion, extrelocatable from pg_extension where extname='postgres_fdw'
create server pf1 foreign data wrapper postgres_fdw options (bogus '1')
create server pf1 foreign data wrapper postgres_fdw options (user 'x')
create server pf1 foreign data wrapper postgres_fdw options (host 'h', port '5432', dbname 'd', fetch_size '10', use_remote_estimate 'true', extensions 'hstore, foo')
create server pf2 foreign data wrapper postgres_fdw options (fetch_size '0')
create server pf2 foreign data wrapper postgres_fdw options (fetch_size 'x')
create server pf2 foreign data wrapper postgres_fdw options (batch_size '-1')
create server pf2 foreign data wrapper postgres_fdw options (use_remote_estimate 'maybe')
create server pf2 foreign data wrapper postgres_fdw options (fdw_startup_cost 'abc')
create server pf2 foreign data wrapper postgres_fdw options (fdw_startup_cost '-1')
create server pf2 foreign data wrapper postgres_fdw options (fdw_tuple_cost '1.5e3')
create server pf3 foreign data wrapper postgres_fdw options (updatable 'x')
create server pf3 foreign data wrapper postgres_fdw options (truncatable 'no', async_capable 'on', keep_connections '0', parallel_commit 't')
create server pf4 foreign data wrapper postgres_fdw options (parallel_abort 't')
create server pf6 foreign data wrapper postgres_fdw options (keep_connections '1')
create server pf6 foreign data wrapper postgres_fdw options (keep_connections 'ON', parallel_commit 'off')
create server pf4 foreign data wrapper postgres_fdw options (extensions 'a b')
create server pf5 foreign data wrapper postgres_fdw options (sslmode 'whatever', connect_timeout '1', application_name 'x', client_encoding 'sql_ascii')
create server pf5 foreign data wrapper postgres_fdw options (fallback_application_name 'x')
create server pf5 foreign data wrapper postgres_fdw options (password 'x')
create server pf5 foreign data wrapper postgres_fdw options (gssencmode 'x', target_session_attrs 'any', replication 'true')
create user mapping for current_user server pf1 options (user 'u', password 'p')
alter user mapping for current_user server pf1 options (add password_required 'false')
alter user mapping for current_user server pf1 options (set password_required 'maybe')
alter user mapping for current_user server pf1 options (add sslcert 'a', add sslkey 'b', add sslpassword 'c')
alter user mapping for current_user server pf1 options (add host 'x')
create foreign table ft (a int options (column_name 'aa'), b text) server pf1 options (schema_name 's', table_name 't')
create foreign table ft2 (a int options (bogus 'aa'), b text) server pf1 options (schema_name 's', table_name 't')
create foreign table ft2 (a int) server pf1 options (bogus 't')
create foreign table ft2 (a int) server pf1 options (fetch_size '5', batch_size '4', updatable 'f', truncatable 'f', use_remote_estimate 'f', async_capable 'f')
alter foreign data wrapper postgres_fdw options (add host 'x')
alter foreign data wrapper postgres_fdw options (add use_remote_estimate 'x')
select * from postgres_fdw_get_connections()
select postgres_fdw_disconnect('pf1')
select postgres_fdw_disconnect('nosuch')
select postgres_fdw_disconnect_all()
select postgres_fdw_validator('{}', 1)
select postgres_fdw_validator('{}', 'pg_foreign_server'::regclass)
SELECT proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, proparallel, proisstrict FROM pg_proc WHERE proname LIKE 'postgres_fdw%' ORDER BY 1
select srvname, srvoptions from pg_foreign_server order by 1
select umoptions from pg_user_mappings
select ftoptions from pg_foreign_table
select attfdwoptions from pg_attribute where attfdwoptions is not null
create role regress_fdw_u
set role regress_fdw_u
create server pf9 foreign data wrapper postgres_fdw
reset role
grant usage on foreign data wrapper postgres_fdw to regress_fdw_u
grant usage on foreign server pf1 to regress_fdw_u
set role regress_fdw_u
create server pf9 foreign data wrapper postgres_fdw
create user mapping for regress_fdw_u server pf9 options (user 'x', password_required 'false')
create user mapping for regress_fdw_u server pf9 options (user 'x', password_required 'true', sslcert 'x')
create user mapping for regress_fdw_u server pf9 options (user 'x', password_required 'true')
reset role
drop owned by regress_fdw_u
drop role regress_fdw_u
drop extension postgres_fdw
drop extension postgres_fdw cascade
