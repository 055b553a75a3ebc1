-- A WITH query merged into several places has range-table entries of its own in each: full joins, and queries that are named in it once, too.
create table t1(id int primary key, c1 int, c2 text)
create table t2(id int primary key, c1 int, c2 text) partition by range(id)
create table t2a partition of t2 for values from (minvalue) to (8)
create table t2b partition of t2 default
insert into t1 values (1,1,'a'),(2,2,'b')
insert into t2 values (1,1,'a'),(3,3,'c'),(9,1,null)
with w2(c1) as not materialized (select a4.c2 from (t1 as a3 join t2 as a4 on a3.id = a4.c1) full join t2 as a5 on a4.c2 = a5.c2), w6(c1) as not materialized (select 1 from w2) select v.c1, x.c1 from w6 join (values ('a'), ('c')) as v(c1) on true full join w2 as x on v.c1 = x.c1 where (select c1 from t1 join w6 using (c1) order by 1 limit 1) = 1 order by 1, 2
with w as not materialized (select t1.id, t2.c2 from t1 full join t2 on t1.id = t2.c1), x as not materialized (select max(id) m from w) select (select m from x) + (select count(*) from w), (select count(*) from w join x on w.id = x.m), exists (select from w full join x on w.id = x.m and w.c2 = 'a')
with w as not materialized (with inside as materialized (select c1 from t1) select i.c1, j.c1 as c2 from inside i full join inside j on i.c1 = j.c1 + 1) select a.c1, b.c2 from w a join w b on a.c1 = b.c1 order by 1, 2
with outside as materialized (select nextval('s') as n), w as not materialized (select n from outside) select a.n = b.n from w a, w b
create sequence s
with outside as materialized (select nextval('s') as n), w as not materialized (select n from outside) select a.n = b.n as same, currval('s') from w a, w b
