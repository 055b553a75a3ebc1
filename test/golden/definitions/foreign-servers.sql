create role golden_foreign
create role golden_foreign_other
create foreign data wrapper w1
create foreign data wrapper w1
create foreign data wrapper w2 validator postgresql_fdw_validator options (nothing 'x')
create foreign data wrapper w2 validator postgresql_fdw_validator
create foreign data wrapper w3 no handler no validator options (a '1', "B c" 'two', a '3')
create foreign data wrapper w3 no handler no validator options (a '1', "B c" 'two''s')
create foreign data wrapper w4 validator nowhere
create foreign data wrapper w4 validator nospace.nowhere
create foreign data wrapper w4 handler nowhere
create foreign data wrapper w4 handler now
create foreign data wrapper w4 validator postgresql_fdw_validator validator postgresql_fdw_validator
create foreign data wrapper w4 options ("a=b" 'c')
create function check_options(text[], oid) returns void language plpgsql as $$ begin if exists (select from unnest($1) o where o like 'bad=%') then raise exception 'bad option of %', $2::regclass using errcode = '22023'; end if; end $$
create foreign data wrapper w4 validator check_options options (bad '1')
create foreign data wrapper w4 validator check_options options (good '1')
alter foreign data wrapper w4 options (bad '1')
alter foreign data wrapper w4 no validator options (bad '1')
alter foreign data wrapper w4 validator check_options
alter foreign data wrapper w4 validator check_options options (drop bad)
alter foreign data wrapper w4 options (set good '2', add x 'y', drop x, z '')
alter foreign data wrapper w4 options (drop nothing)
alter foreign data wrapper w4 options (set nothing 'x')
alter foreign data wrapper w4 options (good 'x')
alter foreign data wrapper w4 no handler
alter foreign data wrapper nothing no handler
select fdwname, fdwowner::regrole, fdwhandler::regproc, fdwvalidator::regproc, fdwacl, fdwoptions from pg_foreign_data_wrapper order by 1
drop function check_options(text[], oid)
create server s1 foreign data wrapper nothing
create server s1 foreign data wrapper w1
create server s1 foreign data wrapper w1
create server if not exists s1 foreign data wrapper nothing
create server s2 type 'some' version '1.0' foreign data wrapper w1 options (host 'h', port '1')
create server s3 foreign data wrapper w2 options (host 'h', port '1', nothing 'x')
create server s3 foreign data wrapper w2 options (host 'h', port '1', dbname 'd')
create server s4 foreign data wrapper w4 options (bad '1')
create server s4 foreign data wrapper w4
alter server s2 version '2.0'
alter server s2 version null
alter server s2 options (set host 'i', drop port, user 'u')
alter server s2 version '3' options (add port '9')
alter server s3 options (connect_timeout '1', user 'x')
alter server s9 options (a 'b')
select srvname, srvowner::regrole, fdwname, srvtype, srvversion, srvacl, srvoptions from pg_foreign_server s join pg_foreign_data_wrapper w on w.oid = srvfdw order by 1
create user mapping for public server s1
create user mapping for current_user server s1 options (a 'b')
create user mapping for golden_foreign server s1 options (user 'x', password 'secret')
create user mapping for golden_foreign server s1
create user mapping if not exists for golden_foreign server s1 options (c 'd')
create user mapping for nobody_there server s1
create user mapping for golden_foreign server s9
create user mapping for golden_foreign server s3 options (host 'x')
create user mapping for golden_foreign server s3 options (user 'x', password 'y')
alter user mapping for golden_foreign server s1 options (set password 'p', drop user)
alter user mapping for golden_foreign_other server s1 options (set password 'p', drop user)
alter user mapping for public server s1 options (x 'y')
select umid is not null, srvname, umuser::regrole, usename, umoptions from pg_user_mappings order by 2, 4
select umuser::regrole, umoptions from pg_user_mapping order by umuser::regrole::text, umoptions::text
select pg_describe_object(classid, objid, objsubid), pg_describe_object(refclassid, refobjid, refobjsubid), deptype from pg_depend where classid in (2328, 1417, 1418) order by 1, 2
select classid::regclass, refobjid::regrole, deptype from pg_shdepend where classid in (2328, 1417, 1418) and refobjid::regrole::text like 'golden%' order by 1, 2
select type, object_names, object_args from pg_user_mapping m join pg_foreign_server s on s.oid = umserver, pg_identify_object_as_address(1418, m.oid, 0) order by 2, 3
select (pg_identify_object(1418, m.oid, 0)).identity from pg_user_mapping m order by 1
select (pg_identify_object(1417, m.oid, 0)).* from pg_foreign_server m order by 3
select (pg_identify_object(2328, m.oid, 0)).* from pg_foreign_data_wrapper m order by 3
select pg_get_object_address('user mapping', '{golden_foreign}', '{s1}') is not null
select pg_get_object_address('user mapping', '{golden_foreign}', '{s4}')
comment on foreign data wrapper w1 is 'a wrapper'
comment on server s1 is 'a server'
comment on server s9 is 'a server'
select obj_description(oid, 'pg_foreign_server') from pg_foreign_server where srvname = 's1'
grant usage on foreign data wrapper w1 to golden_foreign
grant usage on foreign server s1 to golden_foreign with grant option
grant select on foreign server s1 to golden_foreign
grant usage on foreign server s9 to golden_foreign
select has_foreign_data_wrapper_privilege('golden_foreign', 'w1', 'usage'), has_foreign_data_wrapper_privilege('golden_foreign', 'w2', 'usage'), has_server_privilege('golden_foreign', 's1', 'usage with grant option'), has_server_privilege('golden_foreign', 's2', 'usage')
select has_server_privilege('golden_foreign', 's9', 'usage')
select has_foreign_data_wrapper_privilege('golden_foreign', 'w9', 'usage')
set role golden_foreign
create foreign data wrapper mine
alter foreign data wrapper w1 options (a 'b')
alter foreign data wrapper w1 owner to golden_foreign
alter foreign data wrapper w1 rename to w11
drop foreign data wrapper w1
create server mine foreign data wrapper w1
create server mine2 foreign data wrapper w2
alter server s1 version 'x'
alter server s1 rename to s11
alter server s1 owner to golden_foreign
drop server s1
create user mapping for current_user server s2
create user mapping for current_user server mine
create user mapping for public server s1
drop user mapping for public server s1
drop user mapping for golden_foreign server s1
create user mapping for golden_foreign server s1 options (mine 'x')
alter user mapping for golden_foreign server s1 options (set mine 'y')
alter server mine owner to golden_foreign_other
select srvname, usename, umoptions from pg_user_mappings order by 1, 2
select foreign_server_name, authorization_identifier, option_name, option_value from information_schema.user_mapping_options order by 1, 2, 3
select foreign_server_name, foreign_data_wrapper_name, foreign_server_type, foreign_server_version, authorization_identifier from information_schema.foreign_servers order by 1
reset role
alter foreign data wrapper w1 owner to golden_foreign
alter foreign data wrapper w1 owner to current_user
alter server s1 owner to golden_foreign_other
grant golden_foreign_other to golden_foreign
set role golden_foreign
alter server mine owner to golden_foreign_other
reset role
grant usage on foreign data wrapper w1 to golden_foreign_other
set role golden_foreign
alter server mine owner to golden_foreign_other
reset role
select srvname, srvowner::regrole, srvacl from pg_foreign_server order by 1
select foreign_data_wrapper_name, authorization_identifier, library_name, foreign_data_wrapper_language from information_schema.foreign_data_wrappers order by 1
select foreign_data_wrapper_name, option_name, option_value from information_schema.foreign_data_wrapper_options order by 1, 2
select foreign_server_name, option_name, option_value from information_schema.foreign_server_options order by 1, 2
select authorization_identifier, foreign_server_name from information_schema.user_mappings order by 1, 2
select authorization_identifier, foreign_server_name, option_name, option_value from information_schema.user_mapping_options order by 1, 2, 3
alter foreign data wrapper w1 rename to w2
alter foreign data wrapper w1 rename to w11
alter server s1 rename to s2
alter server s1 rename to s11
drop role golden_foreign
drop foreign data wrapper w11
drop server s9
drop server if exists s9, s8
drop foreign data wrapper if exists w9
drop user mapping if exists for nobody_there server s11
drop user mapping if exists for public server s9
drop user mapping if exists for golden_foreign_other server s11
drop user mapping for golden_foreign_other server s11
drop user mapping for golden_foreign_other server s9
drop user mapping for nobody_there server s9
import foreign schema x from server s9 into public
import foreign schema x from server s11 into nothing
import foreign schema x limit to (a, b) from server s11 into public options (a 'b')
begin
drop owned by golden_foreign
select srvname, umuser::regrole from pg_user_mapping join pg_foreign_server s on s.oid = umserver order by 1, 2
rollback
reassign owned by golden_foreign to golden_foreign_other
select srvname, umuser::regrole from pg_user_mapping join pg_foreign_server s on s.oid = umserver order by 1, 2
drop server s11
drop server s11 cascade
drop foreign data wrapper w11, w2 cascade
drop foreign data wrapper w3, w4 cascade
select count(*) from pg_user_mapping
begin read only
create foreign data wrapper w5
rollback
select * from pg_options_to_table('{a=b,c,d=e=f,=}')
select postgresql_fdw_validator('{host=x}', 1417)
select postgresql_fdw_validator('{host=x}', 1418)
select postgresql_fdw_validator('{host=x}', 3118)
select postgresql_fdw_validator('{}', 0)
drop owned by golden_foreign
drop owned by golden_foreign_other
drop role golden_foreign, golden_foreign_other
