-- A set-returning call over a subquery that reads sets itself.
create table t1(id int primary key, c2 text, c3 text[])
create table t2(id int primary key, c2 text)
insert into t1 values (1,'a','{x,y}'),(2,'b',null)
insert into t2 values (1,'a'),(2,'c')
select a3.c2 from t1 a2 left join lateral (select unnest((select a2.c3)) as c2 from (values (1),(2)) v(x)) a3 on true order by 1
select 1 from t1 a2 left join lateral (select unnest((select a2.c3)) as c2 from (values (1),(2)) v(x)) a3 on true order by 1
select unnest(a2.c3) from t1 a2 left join lateral (select unnest((select a2.c3)) as c2 from (values (1),(2)) v(x)) a3 on true order by 1
select unnest(a2.c3) from t1 a2 left join lateral (select unnest((select a2.c3 from generate_series(1,2) g order by 1 limit 1)) as c2 from (values (1),(2)) v(x)) a3 on true order by 1
select unnest(a2.c3) from t1 a2 left join lateral (select unnest(a2.c3) as c2 from (values (1),(2)) v(x)) a3 on true full join t2 a7 on a2.c2 = a7.c2 order by 1
select unnest(a2.c3) from t1 a2 full join t2 a7 on a2.c2 = a7.c2 order by 1
select unnest(a2.c3) from t1 a2 left join lateral (select (select a2.c3) as c2 from (values (1),(2)) v(x)) a3 on true full join t2 a7 on a2.c2 = a7.c2 order by 1
select unnest(a2.c3), a3.c2 from t1 a2 left join lateral (select unnest(a2.c3) as c2 from (values (1),(2)) v(x)) a3 on true order by 1,2
select unnest(a2.c3), a3.c2 from t1 a2 , lateral (select unnest(a2.c3) as c2 from (values (1),(2)) v(x)) a3  order by 1,2
select unnest(a2.c3), unnest(a2.c3) from t1 a2 order by 1 desc
select unnest(array[unnest(a2.c3)]) from t1 a2 order by 1 desc
