-- A subquery written twice is one expression: for GROUP BY, DISTINCT and ORDER BY inside an aggregate.
create table t3(id int primary key, c1 numeric, c2 text)
insert into t3 values (1,1,'x')
SELECT (SELECT a12.c2 FROM t3 AS a12 WHERE a12.id = num_nulls(NULL::timestamp, '{[10,20]}'::int4multirange)) AS c1
SELECT a12.c2 FROM t3 AS a12 WHERE a12.id = num_nulls(NULL::timestamp, '{[10,20]}'::int4multirange)
SELECT a12.c2 FROM t3 AS a12 WHERE a12.id = num_nulls(NULL::timestamp, '[10,20]'::int4range, array['[10,20]'::int4range])
select (select max(c1) from t3 b where b.id = a.id) from t3 a group by (select max(c1) from t3 b where b.id = a.id)
select (select max(c1) from t3 b where b.id = a.id) + 1 from t3 a group by (select max(c1) from t3 b where b.id = a.id)
select distinct (select max(c1) from t3 b where b.id = a.id) from t3 a order by (select max(c1) from t3 b where b.id = a.id)
select distinct (select max(c1) from t3 b where b.id = a.id) from t3 a order by (select max(c1) from t3 b where b.id = 1)
select string_agg(distinct (select max(c2) from t3 b where b.id = a.id), ',' order by (select max(c2) from t3 b where b.id = a.id)) from t3 a
select count(distinct '1'::xid)
