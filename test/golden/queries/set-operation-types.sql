-- Types of set operations and recursions: a VALUES list settles its own, and a recursive column keeps type and collation.
(VALUES ('A', 1.5)) INTERSECT select 'A'::varchar, 1
(VALUES ('A'),('B')) union select 'A'::varchar
select 'A' union select 'A'::varchar
select 'A' union all values ('A'::varchar)
values (null) union all values ('A'::varchar)
values ('1') union all values (1)
values ('1'),('2') union all values (1)
values (null) union all values (1)
values (null) union all select null union all values (1)
with recursive w(a,n) as (select 'a', 1 union all select a collate "C", n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::text collate "C", 1 union all select a, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::text, 1 union all select (a || 'x')::text, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::name, 1 union all select a, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select relname, 1 from pg_class where oid = 1259 union all select a, n+1 from w where n < 3) select * from w
with recursive w2(a,n) as (select varbit '1', 1 union select a, n+1 from w2 where n < 3), w3 as (select * from w2) select 1
with recursive w2(a,n) as (select varbit '1', 1 union select a, n+1 from w2 where n < 3) select 1
with recursive w(a,n) as (select 'a', 1 union all select 2, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 1, 1 union all select 2.5, n+1 from w where n < 3) select * from w

-- more arms than have a copy each of what is done with their rows
CREATE TABLE many_arms (a int, b int, c text);
INSERT INTO many_arms SELECT i % 7, i % 3, 'x' || i % 2 FROM generate_series(1, 100) i;
SELECT count(*), sum(a) FROM (SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 5 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 6 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 1 AS a, c FROM many_arms WHERE b = 0
 UNION SELECT a + 2 AS a, c FROM many_arms WHERE b = 1
 UNION SELECT a + 3 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT a + 4 AS a, c FROM many_arms WHERE b = 0) s;
SELECT count(*), sum(a) FROM (SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 0) s;
SELECT count(*), sum(a) FROM (SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 1 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 2 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 3 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 4 AS a, c FROM many_arms WHERE b = 2
 UNION ALL SELECT a + 5 AS a, c FROM many_arms WHERE b = 0
 UNION ALL SELECT a + 6 AS a, c FROM many_arms WHERE b = 1
 UNION ALL SELECT a + 0 AS a, c FROM many_arms WHERE b = 2
 UNION SELECT 1, 'q' INTERSECT SELECT a, c FROM many_arms) s;
SELECT 1.0 AS n UNION SELECT 1 UNION SELECT 1.00 UNION ALL SELECT 2 UNION SELECT 3.5 ORDER BY n;
SELECT a FROM many_arms UNION ALL SELECT a FROM many_arms UNION SELECT b FROM many_arms ORDER BY a;
-- more grouping sets than have code each
SELECT count(*), sum(n), sum(s) FROM (SELECT count(*) AS n, sum(a) AS s, grouping(a, b, c) FROM many_arms GROUP BY CUBE (a, b, c, a + b, a * b, a - b)) s;
SELECT count(*), count(c), sum(n) FROM (SELECT c, b, count(*) AS n FROM many_arms WHERE a > 100 GROUP BY CUBE (a, b, c, a + b, a * b, a - b)) s;
SELECT c, b, count(*), count(DISTINCT a), max(a) FILTER (WHERE b > 0) FROM many_arms GROUP BY CUBE (c, b, a, a + b, a * b, a - b) HAVING grouping(a, a + b, a * b, a - b) = 15 ORDER BY 1, 2, 3;
DROP TABLE many_arms;
