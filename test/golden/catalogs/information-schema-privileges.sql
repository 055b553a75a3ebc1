create schema app
create table app.t (a int, b text)
create view app.v as select a from app.t
create domain app.d as int
create type app.c as (x int)
create sequence app.s
create function app.f(int) returns int language sql as 'select $1'
select grantor::text, grantee::text, table_catalog = current_database() as table_catalog, table_schema::text, table_name::text, column_name::text, privilege_type::text, is_grantable::text from information_schema.column_privileges where table_schema = 'app' order by table_name, column_name, privilege_type, grantee
select grantor::text, grantee::text, table_catalog = current_database() as table_catalog, table_schema::text, table_name::text, column_name::text, privilege_type::text, is_grantable::text from information_schema.role_column_grants where table_schema = 'app' order by table_name, column_name, privilege_type, grantee
select grantor::text, grantee::text, udt_catalog = current_database() as udt_catalog, udt_schema::text, udt_name::text, privilege_type::text, is_grantable::text from information_schema.udt_privileges where udt_schema = 'app' order by udt_name, grantee
select grantor::text, grantee::text, udt_catalog = current_database() as udt_catalog, udt_schema::text, udt_name::text, privilege_type::text, is_grantable::text from information_schema.role_udt_grants where udt_schema = 'app' order by udt_name, grantee
select grantor::text, grantee::text, object_catalog = current_database() as object_catalog, object_schema::text, object_name::text, object_type::text, privilege_type::text, is_grantable::text from information_schema.usage_privileges where object_schema = 'app' order by object_name, grantee
select grantor::text, grantee::text, object_catalog = current_database() as object_catalog, object_schema::text, object_name::text, object_type::text, privilege_type::text, is_grantable::text from information_schema.role_usage_grants where object_schema = 'app' order by object_name, grantee
select grantor, grantee, object_name, object_type, privilege_type, is_grantable::text from information_schema.usage_privileges where object_type = 'COLLATION' and object_name in ('default', 'C') order by object_name collate "C"
select grantor::text, grantee::text, table_catalog = current_database() as table_catalog, table_schema::text, table_name::text, privilege_type::text, is_grantable::text, with_hierarchy::text from information_schema.role_table_grants where table_schema = 'app' order by table_name, privilege_type, grantee
select grantor::text, grantee::text, table_catalog = current_database() as table_catalog, table_schema::text, table_name::text, privilege_type::text, is_grantable::text, with_hierarchy::text from information_schema.table_privileges where table_schema = 'app' order by table_name, privilege_type, grantee
select grantee::text, role_name::text, is_grantable::text from information_schema.administrable_role_authorizations where true order by 1
select grantee::text, role_name::text, is_grantable::text from information_schema.applicable_roles where true order by 1, 2
select trigger_catalog = current_database() as trigger_catalog, trigger_schema::text, trigger_name::text, event_manipulation::text, event_object_catalog = current_database() as event_object_catalog, event_object_schema::text, event_object_table::text, action_order::text, action_condition::text, action_statement::text, action_orientation::text, action_timing::text, action_reference_old_table::text, action_reference_new_table::text, action_reference_old_row::text, action_reference_new_row::text, created::text from information_schema.triggers where trigger_schema = 'app' order by 1
select trigger_catalog = current_database() as trigger_catalog, trigger_schema::text, trigger_name::text, event_object_catalog = current_database() as event_object_catalog, event_object_schema::text, event_object_table::text, event_object_column::text from information_schema.triggered_update_columns where trigger_schema = 'app' order by 1
select * from information_schema.foreign_data_wrappers
select * from information_schema.foreign_data_wrapper_options
select * from information_schema.foreign_servers
select * from information_schema.foreign_server_options
select * from information_schema.foreign_tables
select * from information_schema.foreign_table_options
select * from information_schema.column_options
select * from information_schema.user_mappings
select * from information_schema.user_mapping_options
select * from information_schema._pg_foreign_data_wrappers
select * from information_schema._pg_foreign_servers
select * from information_schema._pg_foreign_tables
select * from information_schema._pg_foreign_table_columns
select * from information_schema._pg_user_mappings
