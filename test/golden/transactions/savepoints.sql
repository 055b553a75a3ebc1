create table t(a int primary key, b text)
begin
savepoint a
insert into t values (1,'1')
savepoint b
insert into t values (2,'2')
savepoint a
insert into t values (3,'3')
rollback to b
select a from t order by a
rollback to a
select a from t order by a
insert into t values (1,'1')
release a
release a
rollback to a
select 1
rollback
select count(*) from t
begin
savepoint s
insert into t values (1,'1')
insert into t values (1,'1')
select 1
release s
rollback to savepoint s
select a from t
savepoint s
insert into t values (5,'5')
rollback to s
rollback to s
insert into t values (6,'6')
release savepoint s
commit
select a from t order by a
begin
insert into t values (20,'x')
savepoint s
create table u(x int)
insert into u values (1)
rollback to s
select * from u
rollback
select a from t order by a
begin
savepoint "A b"
rollback to "A b"
release "A b"
commit
begin; savepoint s; select 1/0
rollback to s
commit
