-- ARRAY(SELECT …) over joins whose keys are read from stored rows.
create table t1(id int primary key, c2 varchar(12))
create table t3(id int primary key, c2 text, c3 int[])
insert into t1 select i, 'k' || i % 3 from generate_series(1, 5) i
insert into t3 select i, 'k' || i % 4, array[i] from generate_series(1, 5) i
select array(select a7.id from t3 as a6 join t1 as a7 on a6.c2 = a7.c2 order by 1)
select a3.id, array(select a6.c2 || a7.id from t3 as a6 join t1 as a7 on a6.c2 = a7.c2 where a6.id > a3.id order by 1) from t3 a3 order by 1
select a3.id from t3 a3 where 3 = any(array(select a7.id from t3 as a6 left join t1 as a7 on a6.c2 = a7.c2 where a6.id > a3.id)) order by 1
select array(select a6.c3 from t3 as a6 join t1 as a7 on a6.c2 = a7.c2 order by 1)
select array(select c2 from t1 order by c2), array(select distinct c2 from t1 order by 1)
