create role golden_language
create language golden_lang handler nowhere
create language golden_lang handler now
create language golden_lang handler plpgsql_call_handler inline nowhere
create language golden_lang handler plpgsql_call_handler validator nowhere
create language golden_lang handler plpgsql_call_handler
create language golden_lang handler plpgsql_call_handler
create language plpgsql handler plpgsql_call_handler
select lanname, lanowner::regrole, lanispl, lanpltrusted, lanplcallfoid::regproc, laninline::regproc, lanvalidator::regproc, lanacl from pg_language where lanname like 'golden%'
create function golden_f(a int) returns int language golden_lang as $$ begin return a + 1; end $$
select golden_f(1)
create function golden_bad(a int) returns int language golden_lang as $$ begin retrun a + 1; end $$
select golden_bad(1)
do language golden_lang $$ begin raise notice 'x'; end $$
create or replace trusted language golden_lang handler plpgsql_call_handler inline plpgsql_inline_handler validator plpgsql_validator
do language golden_lang $$ begin raise notice 'x'; end $$
create function golden_bad(a int) returns int language golden_lang as $$ begin retrun a + 1; end $$
create or replace function golden_bad(a int) returns int language golden_lang as $$ begin retrun a + 1; end $$
select golden_f(2)
select lanpltrusted, laninline::regproc, lanvalidator::regproc from pg_language where lanname like 'golden%'
select pg_get_functiondef('golden_f'::regproc)
select pg_describe_object(classid, objid, objsubid), pg_describe_object(refclassid, refobjid, refobjsubid), deptype from pg_depend where refclassid = 2612 and refobjid >= 16384 order by 1
alter language golden_lang rename to golden_lang2
alter language golden_lang2 rename to plpgsql
select golden_f(3)
comment on language golden_lang2 is 'a language'
select obj_description(oid, 'pg_language') from pg_language where lanname = 'golden_lang2'
grant usage on language golden_lang2 to golden_language
revoke usage on language golden_lang2 from public
alter language golden_lang2 owner to golden_language
set role golden_language
create language golden_lang3 handler plpgsql_call_handler
alter language golden_lang2 rename to golden_lang3
alter language plpgsql rename to golden_lang4
do language golden_lang3 $$ begin raise notice 'y'; end $$
drop language golden_lang3
reset role
create role golden_language2
set role golden_language2
do language golden_lang3 $$ begin raise notice 'y'; end $$
reset role
revoke usage on language plpgsql from public
set role golden_language2
do $$ begin raise notice 'y'; end $$
reset role
grant usage on language plpgsql to public
do language sql $$ select 1 $$
do language nothing $$ select 1 $$
do language internal $$ select 1 $$
create or replace language golden_lang3 handler plpgsql_call_handler inline plpgsql_inline_handler
set role golden_language2
do language golden_lang3 $$ begin raise notice 'z'; end $$
create function golden_g() returns int language golden_lang3 as $$ begin return 1; end $$
reset role
grant usage on language golden_lang3 to golden_language2
drop language golden_lang3
drop language golden_lang3 cascade
drop language golden_lang3
drop language if exists golden_lang3
drop language plpgsql
drop language sql
select golden_f(4)
create language plnothing
create trusted language plnothing
create or replace language plpgsql
drop role golden_language, golden_language2
