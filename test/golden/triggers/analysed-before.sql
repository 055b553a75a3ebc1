create function say() returns event_trigger language plpgsql as $$ begin raise notice '% %', tg_event, tg_tag; end $$
create event trigger a_start on ddl_command_start execute function say()
create table c as select * from nope
select * into c from nope
select 1/0 as x into c
create materialized view m as select * from nope
create unlogged table u as select 1
create materialized view m as select * from u
create temp table tt(a int)
create materialized view m as select * from tt
create unlogged materialized view m as select 1
create table c as execute nope
create table u as select 1
create table if not exists u as select * from nope
create table if not exists u as select 1
create view v as select * from nope
create table d (a nope)
create index on nope (a)
create rule r as on insert to nope do nothing
create function f() returns int language sql as 'select nope'
alter table nope add column x int
explain create table cc as select * from nope
prepare p as select 1 as a
create table pp as execute p
create table p2 as execute p(3)
create table c (a) as select 1, 2 from u
create table c (a,b,c) as select 1, 2 from u
create table cd tablespace nope as select 1
create table cd as select 1 as a, 2 as a
create schema s create table x as select * from nope
create schema s create view x as select * from nope
