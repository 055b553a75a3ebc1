create table t(a int primary key, b text not null, c numeric(5,2), d date, e varchar(3), f int check (f > 0))
select * from nosuch
select nosuch from t
select t.nosuch from t
select x.a from t
select nosuch(1)
select * from nosuch.t
insert into nosuch values (1)
insert into t(nosuch) values (1)
insert into t(a,a) values (1,1)
insert into t values (1,2,3,4,5,6,7,8)
insert into t(a) values (1,2)
insert into t(a,b) values (1)
update nosuch set a = 1
update t set nosuch = 1
update t set a = 1, a = 2
delete from nosuch
drop table nosuch
drop index nosuch
drop schema nosuch
create table t(a int)
create table u(a int, a int)
create table u(a nosuch)
create table u(a int primary key, b int primary key)
create index i on t(nosuch)
create index i on nosuch(a)
create table u(primary key (z))
create schema q
alter table nosuch add column a int
alter table t add column a int
alter table t drop column nosuch
alter table t add primary key (e)
alter table t alter column nosuch set not null
truncate nosuch
select a from t, t
select a from t x, t y
select count(*) from t where count(*) > 1
select a, count(*) from t
select sum(sum(a)) from t
select * from t order by 99
select * from t order by nosuch
select 1 union select 1, 2
select 1 union select 'a'
select (select 1, 2)
select (select a from (values (1),(2)) v(a))
select * from t limit -1
select * from t limit 'x'
select * from t offset -1
select 1 where 1
select not 1
select 1 and true
select case when 1 then 2 end
select case 1 when 'a' then 1 end
select coalesce(1, 'x')
select 1 in ('a')
select array[1,'a']
select 'a' + 1
select 'a'::int
select 1 || 2
select true + 1
select date '2020-01-01' + date '2020-01-01'
select -'a'
select - true
select cast(1 as nosuch)
select 1::date
select row(1,2) = row(1)
select (1,2) > (1,'a')
select max(1) over (partition by)
select generate_series(1,2) from t where generate_series(1,2) = 1
select distinct on (a) b from t order by b
set nosuch = 1
show nosuch
select * from t for update of x
select '1'::int2 + 99999
copy t from stdin with (format nosuch)
copy t from stdin with (nosuch)
copy t(nosuch) from stdin
explain nosuch
explain (nosuch) select 1
analyze nosuch
lock table nosuch
select * from generate_series(1)
select * from generate_series(1,2,0)
values (1),(1,2)
insert into t select 1
with x as (select 1) select * from y
with x as (select 1), x as (select 2) select * from x
select * from (select 1) group by 1 having nosuch > 1
select t from t where a = 'x'
declare c cursor for select nosuch
DECLARE outside CURSOR FOR SELECT 1 / 0;
