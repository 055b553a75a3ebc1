create table log (n serial, what text)
create function say() returns event_trigger language plpgsql as $$ begin insert into log (what) values (format('%s %s', tg_event, tg_tag)); end $$
create function cmds() returns event_trigger language plpgsql as $$ declare r record; begin for r in select * from pg_event_trigger_ddl_commands() loop insert into log (what) values (format('command %s %s %s %s %s %s', r.command_tag, r.object_type, r.schema_name, r.object_identity, r.objsubid, r.in_extension)); end loop; end $$
create function drops() returns event_trigger language plpgsql as $$ declare r record; begin for r in select * from pg_event_trigger_dropped_objects() loop if r.schema_name is distinct from 'pg_toast' and r.object_type <> 'cast' then insert into log (what) values (format('dropped %s %s %s %s %s %s %s %s %s', r.original, r.normal, r.is_temporary, r.object_type, r.schema_name, regexp_replace(r.object_name, '\d{5,}', 'N'), regexp_replace(r.object_identity, '\d{5,}', 'N'), regexp_replace(r.address_names::text, '\d{5,}', 'N'), r.address_args)); end if; end loop; end $$
create function rewrites() returns event_trigger language plpgsql as $$ begin insert into log (what) select concat_ws(' ', 'rewrite', tg_tag, pg_event_trigger_table_rewrite_oid()::regclass, pg_event_trigger_table_rewrite_reason()); end $$
select cmds()
select * from pg_event_trigger_ddl_commands()
select * from pg_event_trigger_dropped_objects()
select pg_event_trigger_table_rewrite_oid()
select pg_event_trigger_table_rewrite_reason()
create event trigger a_start on ddl_command_start execute function say()
create event trigger b_cmds on ddl_command_end execute function cmds()
create event trigger c_drops on sql_drop execute function drops()
create event trigger d_rewrite on table_rewrite execute function rewrites()
create event trigger e on nope execute function say()
create event trigger e on sql_drop when tag in ('create skunkcabbage') execute function say()
create event trigger e on sql_drop when tag in ('drop event trigger') execute function say()
create event trigger e on table_rewrite when tag in ('create table') execute function say()
create event trigger e on sql_drop when food in ('x') execute function say()
create event trigger e on sql_drop when tag in ('drop table') and tag in ('drop view') execute function say()
create event trigger e on sql_drop execute function pg_backend_pid()
create event trigger e on sql_drop execute function nope()
create event trigger a_start on sql_drop execute function say()
create event trigger e on sql_drop when tag in ('drop table', 'Drop View') execute function say()
select evtname, evtevent, evtenabled, evttags, evtfoid::regproc from pg_event_trigger order by 1
create table t (a int)
create table s (id serial primary key, b int unique, c int references s, d int generated always as identity, check (b > 0))
create table if not exists s (id int)
create table l (like s including all)
alter table t add column b int
alter table t add column z serial
alter table t add primary key (z)
alter table t add column r timestamptz default clock_timestamp()
alter table t alter a type bigint
alter table t set unlogged
alter table t rename column b to bb
alter table t rename to tt
alter table tt rename constraint t_pkey to tt_pkey
alter table tt drop column bb
alter table tt alter a drop default, alter a set not null, owner to postgres
create index on tt (a)
create unique index tt_x on tt (r)
alter index tt_x rename to tt_y
create view v as select * from tt
create or replace view v as select * from tt
alter view v rename to vv
create materialized view mv as select 1 as x
refresh materialized view mv
create table cta as select 1 as y
select 2 as z into cta2
create sequence sq
alter sequence sq restart with 5
create schema sch create table st (a int primary key) create view sv as select * from st
create function f(a int, b text default 'x') returns int language sql as 'select 1'
create or replace function f(a int, b text default 'x') returns int language sql as 'select 2'
alter function f(int, text) strict
alter function f(int, text) rename to ff
alter function ff(int, text) set schema sch
create procedure p() language sql as 'select 1'
create aggregate ag(int) (sfunc = int4pl, stype = int)
create type en as enum ('a', 'b')
alter type en add value 'c'
alter type en rename value 'a' to 'aa'
create type comp as (a int, b text)
alter type comp add attribute c int
alter type comp rename attribute c to cc
create domain dom as int check (value > 0)
alter domain dom set not null
alter domain dom add constraint nz check (value <> 0)
alter domain dom rename constraint nz to nzz
create type rng as range (subtype = float8)
create operator === (leftarg = int, rightarg = int, function = int4eq)
create cast (en as int) with inout
create trigger tr before insert on tt for each row execute function suppress_redundant_updates_trigger()
alter trigger tr on tt rename to trr
create rule ru as on insert to tt do nothing
create statistics st on a, r from tt
create collation co from "C"
comment on table tt is 'a table'
comment on column tt.a is 'a column'
comment on function sch.ff(int, text) is 'fun'
comment on table tt is null
create temp table tmp (a int default 3)
alter table tmp add column b text
drop table tmp
create table part (a int, b text) partition by range (a)
create table part1 partition of part for values from (0) to (10)
create index on part (a)
create table part2 (a int, b text)
alter table part attach partition part2 for values from (10) to (20)
alter table part detach partition part2
drop table part
create function mk() returns void language plpgsql as $$ begin create table inner1 (a int); drop table inner1; end $$
select mk()
do $$ begin create table inner2 (a int); end $$
create function failing() returns event_trigger language plpgsql as $$ begin raise exception 'no % here', tg_tag; end $$
create event trigger z_fail on ddl_command_end when tag in ('CREATE TABLE') execute function failing()
create table never (a int)
select to_regclass('never')
begin
create table never (a int)
commit
alter event trigger z_fail disable
create table ever (a int)
alter event trigger z_fail rename to y_fail
alter event trigger y_fail enable always
set session_replication_role = replica
create table ever2 (a int)
reset session_replication_role
drop event trigger y_fail
drop event trigger y_fail
drop event trigger if exists y_fail
comment on event trigger a_start is 'says'
select obj_description(oid, 'pg_event_trigger') from pg_event_trigger where evtname = 'a_start'
select pg_describe_object('pg_event_trigger'::regclass, oid, 0), pg_identify_object('pg_event_trigger'::regclass, oid, 0) from pg_event_trigger order by evtname
drop function say()
drop view vv
drop table s, l
drop index tt_y
alter table tt drop constraint tt_pkey
drop type en, comp, dom, rng
drop type en, comp, dom, rng cascade
drop function sch.ff(int, text)
drop operator === (int, int)
drop trigger trr on tt
drop rule ru on tt
drop sequence sq
drop materialized view mv
drop collation co
drop schema sch cascade
drop table tt, cta, cta2 cascade
drop procedure p()
drop aggregate ag(int)
truncate ever
reindex table ever
vacuum ever
create role event_r1
drop role event_r1
analyze ever
create table "Odd Name" ("Col 1" int default 7, constraint "C k" check ("Col 1" > 0))
drop table "Odd Name"
drop event trigger a_start, b_cmds, c_drops
create table defaulted (a int default 1)
alter table defaulted alter a set default 2
alter table defaulted alter a type bigint
alter table defaulted alter a drop default
create table if not exists defaulted as select 1
create sequence if not exists defaulted
create view ruled as select 1
drop view ruled
select what from log order by n
drop event trigger a_start
drop event trigger b_cmds
drop event trigger c_drops
drop event trigger d_rewrite
create table quiet (a int)
