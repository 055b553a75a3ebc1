-- A LATERAL subquery that is merged in may hold outer joins whose conditions look at the rows before it: then they are joined row by row.
create table t1(id int primary key, c1 int, c2 text)
create table t2(id int primary key, c1 int, c2 text)
insert into t1 values (1,1),(2,2)
insert into t2 values (1,1),(3,3)
analyze t1
analyze t2
select FROM (values (true),(false)) as a2(c1) JOIN LATERAL (SELECT 1.5 AS c1 FROM (t1 AS a9 RIGHT JOIN t2 AS a10 ON a2.c1 RIGHT JOIN t2 AS a11 ON a10.c1 = a11.c1)) AS a8(c1) ON true
select a2.c1, a8.c2 FROM t1 as a2 LEFT JOIN LATERAL (SELECT a9.id c1, a10.id as c2 FROM (t1 AS a9 RIGHT JOIN t2 AS a10 ON a2.c1 = a10.id RIGHT JOIN t2 AS a11 ON a10.c1 = a11.c1)) AS a8 ON a8.c1 = a2.id order by 1, 2
select a2.c1, a8.c2 FROM t1 as a2 LEFT JOIN LATERAL (SELECT a9.id c1, a10.id as c2 FROM (t1 AS a9 JOIN t2 AS a10 ON a2.c1 = a10.id JOIN t2 AS a11 ON a10.c1 = a11.c1)) AS a8 ON a8.c1 = a2.id order by 1, 2
select a2.c1, a8.c2 FROM t1 as a2 LEFT JOIN LATERAL (SELECT a9.id c1, a10.id as c2 FROM (t1 AS a9 LEFT JOIN t2 AS a10 ON a2.c1 = a10.id LEFT JOIN t2 AS a11 ON a10.c1 = a11.c1) WHERE a9.id < a2.id) AS a8 ON a8.c1 <> a2.id order by 1, 2
select a2.c1, a8.c2 FROM t1 as a2 LEFT JOIN (t1 b LEFT JOIN LATERAL (SELECT a9.id c1, a10.id as c2 FROM (t1 AS a9 LEFT JOIN t2 AS a10 ON b.c1 = a10.id and a9.c1 = b.id LEFT JOIN t2 AS a11 ON a10.c1 = b.c1) WHERE a9.id < b.id) AS a8 ON a8.c1 <> b.id) on b.id = a2.id order by 1, 2
select a2.c1, a8.c2 FROM t1 as a2 LEFT JOIN LATERAL (SELECT a9.id c1, a2.id as c2 FROM (t1 AS a9 FULL JOIN t2 AS a10 ON a9.id = a10.id) LEFT JOIN t2 AS a11 ON a10.c1 = a2.c1 WHERE a9.id < a2.id) AS a8 ON true order by 1, 2
select a2.c1, a8.c1 FROM t1 as a2 LEFT JOIN LATERAL (SELECT a9.id c1 FROM (t1 AS a9 FULL JOIN t2 AS a10 ON a9.id = a10.id) LEFT JOIN t2 AS a11 ON a10.c1 = a2.c1 WHERE a9.id < a2.id) AS a8 ON true order by 1, 2
