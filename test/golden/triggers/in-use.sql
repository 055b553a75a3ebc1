create table t (a int, b int)
insert into t values (1,1),(2,2)
create function f() returns int language plpgsql as $$ begin alter table t add column c int; return 1; end $$
select f() from t
select f()
create function g() returns trigger language plpgsql as $$ begin create index on t (b); return new; end $$
create trigger g before insert on t for each row execute function g()
insert into t values (1, 42)
drop trigger g on t
create trigger g after insert on t for each row execute function g()
insert into t values (1, 42)
drop trigger g on t
create function h() returns trigger language plpgsql as $$ begin truncate t; return new; end $$
create trigger h before insert on t for each row execute function h()
insert into t values (1, 42)
create or replace function h() returns trigger language plpgsql as $$ begin drop table t; return new; end $$
insert into t values (1, 42)
drop trigger h on t
do $$ declare r record; begin for r in select * from t loop null; end loop; alter table t add column e int; end $$
do $$ begin perform * from t; alter table t add column g int; insert into t values (7); alter table t drop column g; truncate t; drop table t; create table t (a int); insert into t values (1); alter table t add column z int default 5; end $$
select * from t
begin
declare c cursor for select * from t
fetch c
alter table t add column q int
rollback
begin
declare c cursor for select * from t
fetch all from c
close c
alter table t add column q int
commit
create procedure pr() language plpgsql as $$ begin insert into t values (8); alter table t add column w int; commit; end $$
call pr()
create function sf() returns setof int language plpgsql as $$ begin return query select a from t; alter table t add column v int; end $$
select * from sf()
create function sq() returns void language sql as $$ insert into t values (9); alter table t add column u int; $$
select sq()
select sq() from t
