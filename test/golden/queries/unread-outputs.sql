-- What nobody reads of a subquery in FROM is not computed: merged subqueries and VALUES, outputs of the others, left joins that add nothing.
create table t(id int, b int); insert into t values (1,10),(2,20),(3,30);
create table u(id int primary key, x int); insert into u values (1,0),(2,20),(4,30);
SELECT 1 FROM (SELECT sum(1/(id-1)) AS a FROM t) x;
SELECT 2 FROM (SELECT 1/(id-1) AS a FROM t ORDER BY id) x;
SELECT 3 FROM (SELECT 1/(id-1) AS a FROM t ORDER BY 1) x;
SELECT 4 FROM (SELECT 1/(id-1) AS a FROM t LIMIT 1) x;
SELECT 5 FROM (SELECT id, sum(1/(id-1)) AS a FROM t GROUP BY id) x;
SELECT 6 FROM (SELECT 1/(id-1) AS a, 1/(id-1), count(*) FROM t GROUP BY 1) x;
SELECT 7 FROM (SELECT DISTINCT 1/(id-1) AS a FROM t) x;
SELECT 8 FROM (SELECT DISTINCT ON (id) id, 1/(id-1) AS a FROM t) x;
SELECT 9 FROM (SELECT sum(1/(id-1)) OVER () AS a FROM t) x;
SELECT 10 FROM (SELECT sum(id) OVER (PARTITION BY 1/(id-1)) AS a FROM t) x;
SELECT 11 FROM (SELECT sum(id) OVER (ORDER BY 1/(id-1)) AS a FROM t) x;
SELECT 12 FROM (SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN (SELECT 1/(min(id)-1) FROM t) PRECEDING AND CURRENT ROW) AS a FROM t) x;
SELECT 13 FROM (SELECT 1/(id-1) AS a, generate_series(1, 2) FROM t) x;
SELECT 14 FROM (SELECT 1/(id-1) AS a, generate_series(1, 2/(id-1)) FROM t) x;
SELECT 15 FROM (SELECT 1/(id-1) + random() AS a FROM t) x;
SELECT 16 FROM (SELECT 1/(id-1) AS a FROM t UNION ALL SELECT 1) x;
SELECT 17 FROM (SELECT 1/(id-1) AS a FROM t UNION SELECT 1) x;
SELECT 18 FROM (SELECT 1/(id-1) AS a FROM t UNION ALL SELECT 1.5) x;
SELECT 19 FROM (SELECT sum(1/(id-1)) AS a FROM t UNION ALL SELECT 1) x;
SELECT 20 FROM (SELECT 1/(id-1) AS a FROM t UNION ALL SELECT 1 LIMIT 10) x;
SELECT 21 FROM ((SELECT 1/(id-1) AS a FROM t LIMIT 1) UNION ALL SELECT 1) x;
WITH w AS (SELECT sum(1/(id-1)) AS a FROM t) SELECT 22 FROM w;
WITH w AS (SELECT sum(1/(id-1)) AS a FROM t) SELECT 23 FROM w, w v;
WITH w AS MATERIALIZED (SELECT sum(1/(id-1)) AS a FROM t) SELECT 24 FROM w;
WITH w AS NOT MATERIALIZED (SELECT sum(1/(id-1)) AS a FROM t) SELECT 25 FROM w, w v;
SELECT 27 FROM t, LATERAL (VALUES (1/(t.id-1))) x(a);
SELECT 28 FROM t, LATERAL (VALUES (1/(t.id-1)), (2)) x(a);
SELECT 29 FROM t, LATERAL abs(1/(t.id-1)) x(a);
SELECT 30 FROM (VALUES (1/0)) x;
SELECT 31 FROM (SELECT 1/0 AS a LIMIT 1) x;
SELECT 32, x FROM (SELECT sum(1/(id-1)) AS a, count(*) FROM t) x;
SELECT 33, count(x) FROM (SELECT sum(1/(id-1)) AS a, count(*) FROM t) x;
SELECT 34 FROM (SELECT 1/(id-1) AS a FROM t LIMIT 1) x FOR UPDATE;
SELECT 35 FROM t, (SELECT 1/(id-1) AS a FROM t LIMIT 1) x FOR UPDATE OF t;
UPDATE t SET b = t.b FROM (SELECT sum(1/(id-1)) AS a FROM t) x;
DELETE FROM t USING (SELECT sum(1/(id-1)) AS a FROM t) x WHERE false AND t.id = 77;
MERGE INTO t USING (SELECT id, sum(1/(id-1)) AS a FROM t GROUP BY id) x ON x.id = t.id WHEN MATCHED THEN DO NOTHING;
INSERT INTO t SELECT 4, 38 FROM (SELECT sum(1/(id-1)) AS a FROM t) x;
INSERT INTO t SELECT id, a FROM (SELECT max(id) AS id, 39 AS a, sum(1/(id-1)) AS b FROM t) x;
create view v as SELECT id, sum(1/(id-1)) AS a FROM t GROUP BY id;
SELECT 41, id FROM v ORDER BY id;
SELECT 42, count(*) FROM v;
SELECT 43 FROM (SELECT count(*) OVER () c, sum(1/(id-1)) OVER () AS a FROM t) x WHERE c > 1;
SELECT 44 FROM (SELECT count(*) OVER () c, row_number() OVER (ORDER BY 1/(id-1)) AS a FROM t) x WHERE c > 1;
SELECT 45 FROM (SELECT t.id, 1/(t.id-1) AS a FROM t FULL JOIN u ON t.id = u.id) x;
SELECT 46 FROM t FULL JOIN (SELECT id, 1/(t.id-1) AS a FROM t) x ON t.id = x.id;
SELECT 47 FROM t LEFT JOIN (SELECT id, 1/(t.id-1) AS a FROM t) x ON t.id = x.id;
SELECT 48 FROM t LEFT JOIN (SELECT id, sum(1/(t.id-1)) AS a FROM t GROUP BY id) x ON t.id = x.id;
SELECT 49 FROM t LEFT JOIN (SELECT id, sum(1/(t.id-1)) AS a FROM t WHERE 1/(id-1) > 0 GROUP BY id) x ON t.id = x.id;
SELECT 50 FROM t LEFT JOIN u ON u.id = t.id AND 1/u.x > 0;
SELECT 51 WHERE EXISTS (SELECT a FROM (SELECT sum(1/(id-1)) AS a FROM t) x);
SELECT 52 WHERE 1 IN (SELECT 1 FROM (SELECT sum(1/(id-1)) AS a FROM t) x);
SELECT 53, (SELECT 1 FROM (SELECT sum(1/(id-1)) AS a FROM t) x);
SELECT 54 FROM (SELECT grouping(id), sum(1/(id-1)) AS a FROM t GROUP BY ROLLUP(id)) x;
SELECT 55 FROM (SELECT sum(1/(id-1)) AS a FROM t HAVING sum(1/(id-1)) > 0) x;
SELECT 56 FROM (SELECT (SELECT 1/(t.id-1)) AS a FROM t ORDER BY id) x;
SELECT 57 FROM (SELECT (SELECT 1/0) AS a FROM t ORDER BY id) x;
SELECT 58 FROM (SELECT 1/(id-1) AS a FROM t OFFSET 0) x;
SELECT 59 FROM (SELECT 1/(id-1) AS a FROM t FOR UPDATE) x;
SELECT 60 FROM (SELECT nextval('no') AS a FROM t OFFSET 0) x;
SELECT 61 FROM (SELECT 1/(id-1) AS a, id FROM t EXCEPT SELECT 1, 2) x;
SELECT 62 FROM (SELECT 1/(id-1) AS a FROM t UNION ALL SELECT nextval('no')) x;
SELECT 63, b FROM (SELECT 1/(id-1) AS a, b FROM t UNION ALL SELECT 1, 2 ) x ORDER BY b;
SELECT 64, b FROM (SELECT 1/(id-1) AS a, b FROM t UNION ALL (SELECT 1, 2 UNION ALL SELECT 1/(id-2), id FROM t)) x ORDER BY b;
SELECT 65, b FROM (SELECT 1/(id-1) AS a, b FROM t UNION ALL (SELECT 1, 2 UNION SELECT 1/(id-2), id FROM t)) x ORDER BY b;
SELECT 66 FROM (SELECT string_agg(1/(id-1) || '', ',' ORDER BY id) FROM t) x;
SELECT 67 FROM (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 1/(id-1)) FROM t) x;
WITH RECURSIVE r AS (SELECT 1 AS n, 1/(0-0) AS z UNION ALL SELECT n + 1, 1 FROM r WHERE n < 3) SELECT 68 FROM r;
WITH RECURSIVE r(n,z) AS (SELECT 1, 1/(id-1) FROM t UNION ALL SELECT n + 1, 1 FROM r WHERE n < 3) SELECT 69 FROM r;
SELECT 70 FROM (SELECT b FROM t GROUP BY b, 1/(id-1)) x;
SELECT 71 FROM (SELECT id FROM t ORDER BY 1/(id-1)) x;
SELECT 72 FROM (SELECT sum(id) OVER w AS a, 1/(id-1) FROM t WINDOW w AS (PARTITION BY 1/(id-1))) x;
create view vu as SELECT id, 1/(id-1) AS a FROM t UNION ALL SELECT id, 1/x FROM u;
SELECT 73, count(*) FROM vu;
SELECT 74, id FROM vu ORDER BY id;
SELECT 75 FROM (SELECT 1/(id-1) AS a, * FROM t TABLESAMPLE SYSTEM (100) LIMIT 5) x;
SELECT 76 FROM t JOIN (SELECT id, 1/(id-1) a FROM t OFFSET 0) x USING (id);
SELECT 77 FROM t NATURAL JOIN (SELECT id, 1/(id-1) a FROM t OFFSET 0) x;
SELECT 78 FROM (SELECT 1/(id-1) AS a FROM t WHERE false) x;
SELECT 79 FROM (SELECT max(id) AS m, 1/(max(id)-max(id)) AS a FROM t) x;
SELECT 80 FROM (SELECT max(id) AS m, 1/(max(id)-max(id)) AS a FROM t) x WHERE m > 0;
SELECT 81 FROM (SELECT 1/(id-1) AS a, id FROM t GROUP BY id ORDER BY count(*), 1/(id-2)) x;
SELECT 82 FROM (SELECT json_agg(1/(id-1)) AS a, json_object_agg(id, 1/(id-1)) FROM t) x;
SELECT 83 FROM t, LATERAL (SELECT sum(1/(t.id-1)) AS a) x;
SELECT 84 FROM t, LATERAL (SELECT sum(t.id) OVER () AS a) x;
create table u2(id int primary key, x int, y int unique deferrable);
insert into u2 values (1,0,1),(2,20,2),(4,30,3);
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id AND 1/u.x > 0;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id WHERE u.x IS NULL;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.y = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = 5;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id + 5;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id + 5 OR t.b = 3;
EXPLAIN (COSTS OFF) SELECT t.id FROM u2 u RIGHT JOIN t ON u.id = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (u2 u LEFT JOIN u2 v ON v.id = u.x) ON u.id = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id LEFT JOIN u2 v ON v.id = u.x;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT DISTINCT x, y FROM u2) s ON s.x = t.id AND t.b = s.y;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT x, count(*) FROM u2 GROUP BY x) s ON s.x = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT count(*) FROM u2) s ON true;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT count(*) c FROM u2) s ON s.c = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT count(*) c FROM u2) s ON s.c > t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN LATERAL (SELECT count(*) c FROM u2 u WHERE u.x > t.id) s ON s.c = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT x FROM u2 UNION SELECT id FROM t) s ON s.x = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN u2 u ON u.id = t.id FOR UPDATE OF t;
EXPLAIN (COSTS OFF) SELECT count(*) FROM t LEFT JOIN u2 u ON u.id = t.id;
EXPLAIN (COSTS OFF) SELECT t.id FROM t LEFT JOIN (SELECT id, sum(x) FROM u2 GROUP BY id HAVING sum(1/x) > 0) x ON t.id = x.id;
EXPLAIN (COSTS OFF) WITH s AS (SELECT DISTINCT x FROM u2) SELECT t.id FROM t LEFT JOIN s ON s.x = t.id;
EXPLAIN (COSTS OFF) SELECT * FROM (VALUES (1)) v(a), t WHERE t.id = v.a;
EXPLAIN (COSTS OFF) VALUES (1);
EXPLAIN (COSTS OFF) SELECT * FROM (VALUES (1)) v(a);
EXPLAIN (COSTS OFF) SELECT * FROM (VALUES (1)) v(a), (VALUES (2)) w(a) WHERE v.a < w.a;
EXPLAIN (COSTS OFF) SELECT * FROM (VALUES (1)) v(a) JOIN (VALUES (2)) w(a) ON v.a < w.a;
EXPLAIN (COSTS OFF) SELECT * FROM (SELECT 1 AS a) v(a) JOIN t ON v.a < t.id;
EXPLAIN (COSTS OFF) SELECT * FROM t, LATERAL (SELECT t.id + 1 AS a) v WHERE v.a = 3;
EXPLAIN (COSTS OFF) SELECT * FROM (SELECT 1 AS a WHERE false) v(a), t;
SELECT v, v.a FROM t, LATERAL (SELECT t.id + 1 AS a, 'x' || t.b AS q) v ORDER BY 1;
SELECT v, v.a FROM t, LATERAL (VALUES (t.id + 1, 'x' || t.b)) v(a, q) ORDER BY 1;
SELECT v.a FROM t, LATERAL (VALUES (t.id + 1, 'x' || t.b)) v(a, q) WHERE q > 'x1' ORDER BY 1;
SELECT v.a FROM (VALUES (1)) v(a) WHERE a > 1;
SELECT v.a FROM (VALUES (1)) v(a) GROUP BY a HAVING a > 0;
SELECT v.a, w.a FROM (VALUES (1)) v(a) JOIN (SELECT 2) w(a) ON v.a < w.a JOIN t ON t.id = w.a;
SELECT v.a, (SELECT w.a + v.a FROM (VALUES (v.a)) w(a)) FROM (VALUES (1)) v(a);
SELECT count(*) FROM (VALUES (1)) v(a) JOIN (VALUES (2)) w(a) ON v.a > w.a;
SELECT * FROM (VALUES (1)) v(a) NATURAL JOIN (VALUES (1, 2)) w(a, b);
SELECT * FROM (VALUES (1)) v(a) FOR UPDATE;
SELECT * FROM t JOIN (VALUES (1)) v(a) ON a = id FOR UPDATE OF t;
SELECT * FROM (SELECT 1 AS a) v(a) CROSS JOIN generate_series(1, 2);
SELECT DISTINCT ON (a) * FROM (VALUES (1, 2)) v(a, b) ORDER BY a;
SELECT a, row_number() OVER (ORDER BY a) FROM (VALUES (1, 2)) v(a, b) ORDER BY a;
SELECT tableoid FROM (VALUES (1, 2)) v(a, b) ORDER BY a;
CREATE TEMP TABLE chained (id int PRIMARY KEY, up int, t text)
INSERT INTO chained SELECT i, nullif(i / 2, 0), 't' || i FROM generate_series(1, 9) i
SELECT count(*), sum(a.id) FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.id = b.up LEFT JOIN chained d ON d.id = c.up
SELECT a.id, c.t FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.id = b.up LEFT JOIN chained d ON d.id = c.up ORDER BY 1
SELECT a.id, b.t FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.up = b.id LEFT JOIN chained d ON d.id = c.up ORDER BY 1, 2
SELECT count(*) FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.up = b.id LEFT JOIN chained d ON d.id = c.up
SELECT count(*) FROM chained a LEFT JOIN (chained b LEFT JOIN chained c ON c.id = b.up) ON b.id = a.up LEFT JOIN chained d ON d.id = a.up WHERE d.id IS NULL
SELECT a.id FROM chained a LEFT JOIN (chained b LEFT JOIN chained c ON c.id = b.up) ON b.id = a.up AND c.t = 't1' LEFT JOIN chained d ON d.id = c.id ORDER BY 1
SELECT count(*) FROM chained d RIGHT JOIN (chained c RIGHT JOIN chained b ON c.id = b.up) ON d.id = c.up
SELECT a.id, (SELECT count(*) FROM chained x WHERE x.up = c.id) AS n FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.id = b.up LEFT JOIN chained d ON d.id = c.up ORDER BY 1
SELECT a.id, l.n FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.id = b.up, LATERAL (SELECT c.id + 1 AS n) l ORDER BY 1
SELECT count(*) FROM chained a LEFT JOIN chained b ON b.id = a.up LEFT JOIN chained c ON c.id = b.up AND 1 / (c.id - c.id) = 1
SELECT count(*) FROM chained a LEFT JOIN chained b USING (id) LEFT JOIN chained c USING (id) FULL JOIN chained d USING (id)
DROP TABLE chained
