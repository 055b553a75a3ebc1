create schema app; create table app.p (a int, b text) partition by range (a)
create table app.p2 partition of app.p for values from (10) to (20) partition by range (a)
create table app.p21 partition of app.p2 for values from (10) to (15)
create function app.audit() returns trigger language plpgsql as 'begin return null; end'
create trigger pb before update on app.p for each row  execute function app.audit()
alter table app.p21 enable always trigger pb
select tgrelid::regclass, tgenabled, tgparentid <> 0 from pg_trigger order by 1, 2
create table app.q (a int, b text) partition by range (a)
create table app.q2 (a int, b text) partition by range (a)
create table app.q21 (a int, b text)
alter table app.q2 attach partition app.q21 for values from (10) to (15)
alter table app.q attach partition app.q2 for values from (10) to (20)
create trigger pb before update on app.q for each row  execute function app.audit()
alter table app.q21 enable always trigger pb
select tgrelid::regclass, tgenabled, tgparentid <> 0 from pg_trigger order by 1, 2
alter table only app.q disable trigger pb
select tgrelid::regclass, tgenabled, tgparentid <> 0 from pg_trigger order by 1, 2
alter table app.q disable trigger pb
select tgrelid::regclass, tgenabled, tgparentid <> 0 from pg_trigger order by 1, 2
alter table only app.q2 enable trigger pb
alter table app.q2 enable replica trigger all
select tgrelid::regclass, tgenabled, tgparentid <> 0 from pg_trigger order by 1, 2
create table app.x (a int, b text)
create trigger pb before update on app.x for each row  execute function app.audit()
alter table app.q attach partition app.x for values from (50) to (60)
drop trigger pb on app.q21
alter trigger pb on app.q rename to z
select tgrelid::regclass, tgname from pg_trigger order by 1, 2
drop trigger z on app.q
select tgrelid::regclass, tgname from pg_trigger order by 1, 2
alter table app.p detach partition app.p2
select tgrelid::regclass, tgname, tgparentid <> 0 from pg_trigger order by 1, 2
create table t(a int, b text); create table u(a int, b text)
create view v as select t.* is distinct from u.* as x, t.* = u.* as y, t is distinct from u as z, row(t.*) = row(u.*) as w, t < u as q from t, u
select pg_get_viewdef('v')
insert into t values (1,'x'),(null,null),(2,null); insert into u values (1,'x'),(null,null),(2,null)
select * from v
create function tf() returns trigger language plpgsql as 'begin return new; end'
create trigger x before update on t for each row when (old.* is distinct from new.*) execute function tf()
create trigger y before update on t for each row when (old is distinct from new and old.* <> new.*) execute function tf()
create trigger z before update on t for each row when (row(old.*) is distinct from row(new.*)) execute function tf()
create trigger z2 before update on t for each row when (old is not null or old.* is null) execute function tf()
select pg_get_triggerdef(oid) from pg_trigger order by tgname
create table part (a int, b text) partition by range (a)
create table part1 (b text, a int)
alter table part attach partition part1 for values from (0) to (10)
create trigger w before update on part for each row when (old.* is distinct from new.*) execute function tf()
insert into part values (1, 'x')
update part set b = 'x'
create function never() returns trigger language plpgsql as 'begin return null; end'
create trigger w2 before update on part for each row when (old.* is not distinct from new.*) execute function never()
update part set b = 'x'
update part set b = 'y'
select pg_get_triggerdef(oid) from pg_trigger where tgname like 'w%' order by tgname, tgrelid
create function lists() returns int language sql set search_path to a, "B c" set work_mem to '1MB' as 'select 1'
select pg_get_functiondef('lists()'::regprocedure)
