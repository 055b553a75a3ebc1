-- EXECUTE's values under EXPLAIN, and what a function in SQL may hold.
create table w(i int primary key, t text)
insert into w values (1,'a'),(2,'b')
prepare p6 as select count(*) from w where t like $1
execute p6('a%')
explain (costs off) execute p6
explain (costs off) execute p6('a','b')
explain analyze execute p6(1,2)
explain (costs off) execute p6(nosuch)
create table x1 as with q as (insert into w values (3,'c') returning *) select * from q
table x1; table w
create function f1() returns int language sql as 'commit; select 1'
select f1()
create function f2() returns int language sql as 'savepoint x; select 1'
select f2()
create function f3() returns int language sql as 'copy w to stdout; select 1'
select f3()
create function f4() returns bigint language sql as $$prepare q7 as select 1; execute q7; deallocate q7; select count(*) from w$$
select f4()
create function f5() returns void language sql as $$execute p6('a')$$
select f5()
create procedure pp1() language sql as 'commit'
call pp1()
create procedure pp2() language sql as 'begin'
call pp2()
create procedure pp3() language sql as 'rollback to savepoint x'
call pp3()
