-- A WITH query that looks at the rows around it is read in places where those are rows of nulls, and in others where they are not.
create table t1(id int primary key, c5 numeric)
insert into t1 values (1, 1), (2,2)
create view v5(c1,c4) as select date_bin('15 minutes', TIMESTAMP '2004-05-06 21:00:00', TIMESTAMP '2001-01-01') AS c1, 17 as c4 from t1
select a2.c1, (with w9 as materialized (select extract(epoch from a2.c1) as c3) select c3 from w9) from v5 a2 full join (values (6)) a3(c4) using (c4) order by 1
select a2.c1 from v5 a2 full join (values (6)) a3(c4) using (c4) where (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from t1 join w9 on t1.c5 = w9.c3 limit 1)
select 1 from v5 a2 full join (values (6)) a3(c4) using (c4) where (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from t1 join w9 on t1.c5 = w9.c3 limit 1)
select 1 from v5 a2 full join (values (6)) a3(c4) using (c4) where (with w9 as materialized (select extract(epoch from a2.c1) as c3 from (values (true)) x), w11 as (select 1 from w9) select true from t1 join w9 on t1.c5 = w9.c3 limit 1) is null
select 1 from t1 left join v5 a2 on t1.id > 1 where (with w9 as materialized (select extract(epoch from a2.c1) as c3 from (values (true)) x), w11 as (select 1 from w9) select true from t1 join w9 on t1.c5 = w9.c3 limit 1) is null
select 1 from t1 left join v5 a2 on t1.id > 1 where exists (with w9 as materialized (select extract(epoch from a2.c1) as c3 from (values (true)) x), w11 as (select 1 from w9) select true from t1 join w9 on t1.c5 = w9.c3 limit 1)
select 1 from v5 a2 full join (values (6)) a3(c4) using (c4) where (with w9 as materialized (select extract(epoch from a2.c1) as c3) select c3 = 1 from w9) is null
select 1 from v5 a2 full join (values (6)) a3(c4) using (c4) where (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from t1 join w9 on t1.c5 = w9.c3 limit 1) is null
select (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from t1 join w9 on t1.c5 = w9.c3 limit 1) is null from v5 a2 full join (values (6)) a3(c4) using (c4) 
select (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from t1, w9 limit 1) is null from v5 a2 full join (values (6)) a3(c4) using (c4) 
select (with w9 as materialized (select extract(epoch from a2.c1) as c3) select true from w9, t1 limit 1) is null from v5 a2 full join (values (6)) a3(c4) using (c4) 
