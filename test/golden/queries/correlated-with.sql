SELECT * FROM (VALUES (1),(2)) v(x) WHERE (WITH w AS MATERIALIZED (SELECT v.x AS y) SELECT w.y > 1 FROM w)
SELECT * FROM (VALUES (1),(2)) v(x) WHERE x IN (WITH w AS MATERIALIZED (SELECT v.x AS y) SELECT a.y FROM w a, w b) ORDER BY 1
SELECT * FROM (VALUES (1),(2)) v(x), lateral (WITH w AS MATERIALIZED (SELECT v.x AS y UNION ALL SELECT 10) SELECT a.y, b.y FROM w a, w b) z(a, b) ORDER BY 1, 2, 3
SELECT (SELECT count(*) FROM (WITH w AS MATERIALIZED (SELECT v.x AS y) SELECT a.y FROM w a, w b where a.y > 1) z) FROM (VALUES (1),(2)) v(x) ORDER BY 1
SELECT * FROM (VALUES (1),(2)) v(x) WHERE exists (WITH w AS MATERIALIZED (SELECT v.x AS y union select 3), u as materialized (select * from w), r as materialized (select u.y, v.x from u) SELECT 1 FROM r,u where r.y = r.x + 1)
SELECT (SELECT y FROM (SELECT v.x AS y LIMIT 1) z) FROM (VALUES (1),(2)) v(x) ORDER BY 1
SELECT v.x, (WITH RECURSIVE w(n) AS (SELECT v.x UNION ALL SELECT n + 1 FROM w WHERE n < v.x * 2) SELECT string_agg(n::text, ',' ORDER BY n) FROM w) FROM generate_series(1, 3) v(x) ORDER BY 1
SELECT v.x, (WITH RECURSIVE w(n) AS (SELECT v.x UNION ALL SELECT n + 1 FROM w WHERE n < v.x * 2) SELECT string_agg(a.n || '.' || b.n, ',' ORDER BY a.n, b.n) FROM w a JOIN w b USING (n)) FROM generate_series(1, 3) v(x) ORDER BY 1
CREATE TABLE cw(id int) PARTITION BY RANGE (id)
CREATE TABLE cw1 PARTITION OF cw FOR VALUES FROM (0) TO (10)
INSERT INTO cw VALUES (1), (2)
SELECT x.c, (WITH RECURSIVE w(n) AS (SELECT 1 UNION SELECT n + 1 FROM w WHERE n < 3) SELECT max(n) + x.c FROM w) FROM (SELECT count(*) AS c FROM (SELECT a.id FROM cw a JOIN cw b ON a.id = b.id LIMIT 5) q) x JOIN (SELECT 2 AS d, 1 AS e FROM cw) y ON y.d = x.c GROUP BY x.c
SELECT 1 FROM (SELECT a.id FROM cw a JOIN (SELECT id FROM cw) b ON a.id = b.id GROUP BY GROUPING SETS ((a.id), ())) x ORDER BY 1
SELECT v.x, (WITH w15(c1) AS (SELECT v.x FROM generate_series(1,2)), w18(c1) AS MATERIALIZED (SELECT c1 FROM w15) SELECT count(*) FROM w18 a, w18 b) FROM (VALUES (1),(2)) v(x)
SELECT v.x, (WITH w15(c1) AS (SELECT v.y FROM generate_series(1,2)), w18(c1) AS MATERIALIZED (SELECT c1 FROM w15) SELECT sum(a.c1) FROM w18 a, w18 b) FROM (VALUES (1, 3),(2, 4)) v(x, y)
