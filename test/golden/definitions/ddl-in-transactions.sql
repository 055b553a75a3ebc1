create table t(a int primary key, b int)
insert into t select g, g from generate_series(1,5) g
begin isolation level repeatable read
select sum(b) from t
update t set b = b + 1
select sum(b) from t
savepoint s
delete from t where a > 2
select sum(b) from t
rollback to s
select sum(b) from t
commit
update t set a = a + 1
update t set a = a + 10
select a from t order by a
begin; truncate t; select count(*) from t; rollback
select count(*) from t
begin; drop table t; select 1 from t
rollback
select count(*) from t
begin; create table u(a int); insert into u values (1); commit
select * from u
begin; create index ui on u(a); select * from u where a = 1; rollback
begin; create index ui on u(a); commit
drop index ui; drop index ui
drop table if exists u, nosuch
drop table u
vacuum t; select 1
begin; vacuum t
rollback
begin; create database x
rollback
vacuum
checkpoint
lock table t
begin; lock table t in exclusive mode; commit
begin; lock table nosuch
rollback
