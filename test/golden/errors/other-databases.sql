create type public.tt as (a int)
create function public.f(public.tt) returns int language sql as 'select 1'
create table public.tx(a int)
insert into nodb.public.tx values (1)
update nodb.public.tx set a=1
delete from nodb.public.tx
select * from nodb.public.tx
drop table nodb.public.tx
drop domain if exists nodb.public.tx
drop type if exists nodb.public.tx
drop function nodb.public.f(int)
drop function if exists nodb.public.f(public.tt)
drop view if exists nodb.public.tx
drop index if exists nodb.public.tx
drop sequence if exists nodb.public.tx
drop aggregate if exists nodb.public.tx(int)
drop operator if exists nodb.public.+(int,int)
drop collation if exists nodb.public.tx
drop conversion if exists nodb.public.tx
drop statistics if exists nodb.public.tx
drop text search dictionary if exists nodb.public.tx
drop trigger if exists a on nodb.public.tx
drop rule if exists a on nodb.public.tx
drop policy if exists a on nodb.public.tx
create table nodb.public.ty(a int)
create view nodb.public.ty as select 1
create type nodb.public.ty as (a int)
create type nodb.public.ty as enum ('a')
create domain nodb.public.ty as int
create function nodb.public.ty() returns int language sql as 'select 1'
create sequence nodb.public.ty
create index on nodb.public.tx(a)
create aggregate nodb.public.ty(int) (sfunc=int4pl, stype=int)
create operator nodb.public.+++ (function=int4pl, leftarg=int, rightarg=int)
create collation nodb.public.ty (locale='C')
create statistics nodb.public.ty on a, a from public.tx
create policy a on nodb.public.tx
create rule a as on insert to nodb.public.tx do nothing
create materialized view nodb.public.ty as select 1
create table public.tz(like nodb.public.tx)
create table public.tz() inherits (nodb.public.tx)
create table public.tz(a int references nodb.public.tx)
create table public.tz(a nodb.public.tt)
create cast (nodb.public.tt as int) with inout
alter table nodb.public.tx add b int
alter table if exists nodb.public.tx add b int
alter index nodb.public.tx rename to b
alter sequence nodb.public.tx restart
alter type nodb.public.tt add attribute b int
alter domain nodb.public.tt set not null
alter function nodb.public.f(public.tt) stable
alter function nodb.public.f(public.tt) rename to b
alter view nodb.public.tx rename to b
alter type nodb.public.tt rename to b
select 1::nodb.pg_catalog.int4
select nodb.pg_catalog.abs(1)
select 1 operator(nodb.pg_catalog.+) 1
select 'a' collate nodb.pg_catalog."C"
select nodb.public.tx.a from public.tx
select nextval('nodb.public.tx')
select 'nodb.public.tx'::regclass
select 'nodb.public.tt'::regtype
select 'nodb.pg_catalog.abs'::regproc
select to_regclass('nodb.public.tx')
truncate nodb.public.tx
analyze nodb.public.tx
copy nodb.public.tx to stdout
comment on table nodb.public.tx is 'x'
comment on function nodb.public.f(public.tt) is 'x'
comment on type nodb.public.tt is 'x'
grant select on nodb.public.tx to public
grant execute on function nodb.public.f(public.tt) to public
grant usage on type nodb.public.tt to public
call nodb.public.x()
reindex table nodb.public.tx
refresh materialized view nodb.public.tx
merge into nodb.public.tx using public.tx b on true when matched then do nothing
create table nodb.public.tx2 as select 1
select * into nodb.public.tx2 from public.tx
create view public.vx as select * from nodb.public.tx
explain select * from nodb.public.tx
prepare px as select * from nodb.public.tx
declare cx cursor for select * from nodb.public.tx
with w as (insert into nodb.public.tx values (1) returning *) select * from w
create function public.fx() returns int language sql as 'select a from nodb.public.tx'
create function public.fy() returns int language plpgsql as 'begin return (select a from nodb.public.tx); end'
select public.fy()
do $$ begin insert into nodb.public.tx values (1); end $$
select a.b.c.d.e
select 'a.b.c' as "x.y.z"
select public.tx.a from public.tx
select count(*) from public.tx
drop function public.f, public.fy
drop table public.tx
drop type public.tt
