SELECT 'a' AS x, 1 UNION SELECT DISTINCT '%', 2 ORDER BY 1
SELECT DISTINCT ON (x) 'a' AS x, 1 UNION SELECT 'b', 2 ORDER BY 1
SELECT 1 UNION SELECT DISTINCT '2' ORDER BY 1
SELECT '1', count(*) FROM generate_series(1, 3) GROUP BY 1 UNION SELECT '2', 3 ORDER BY 1
SELECT g % 2 FROM generate_series(1, 3) g GROUP BY g % 2 HAVING (SELECT max(h) FROM generate_series(1, 3) h WHERE h > g % 2) > 1 ORDER BY 1
SELECT g FROM generate_series(1, 3) g GROUP BY g HAVING (SELECT max(h) FROM generate_series(1, 3) h WHERE h > g % 2) > 1 ORDER BY 1
CREATE TABLE ug(a int)
SELECT NULL::text AS c1 FROM ug GROUP BY ROLLUP (1, (true OR true), a) HAVING true
SELECT 1, 1 + 0, a FROM ug GROUP BY ROLLUP (1, a)
INSERT INTO ug VALUES (1), (2)
SELECT a > 0, count(*) FROM ug GROUP BY CUBE ((a > 0), (1 > 0)) HAVING 1 > 0 ORDER BY 1, 2
TRUNCATE ug
SELECT sqrt(abs(extract(epoch from TIMESTAMP '2000-03-05 20:59:07'))) FROM ug GROUP BY GROUPING SETS ((extract(epoch from TIMESTAMP '2000-03-05 20:59:07')), ())
SELECT 1 FROM ug GROUP BY GROUPING SETS ((extract(epoch from TIMESTAMP '2000-03-05 20:59:07')), ()) HAVING extract(epoch from TIMESTAMP '2000-03-05 20:59:07') > 0
INSERT INTO ug VALUES (1), (2)
SELECT a, count(*), (SELECT count(*) FROM ug u HAVING coalesce(ug.a > 1, true)) FROM ug GROUP BY ROLLUP (a, coalesce(a > 1, true)) ORDER BY 1, 2, 3
CREATE TABLE un AS SELECT (1 / 7.0)::numeric(16,3) AS a, 'x'::varchar(7) AS b
SELECT a::numeric, b::varchar, (a::numeric)::numeric(5,1), '{1.23}'::numeric(5,1)[]::numeric[] FROM un
WITH RECURSIVE w(n, x) AS (SELECT 1, a::numeric FROM un UNION ALL SELECT n + 1, x / 2 FROM w WHERE n < 3) SELECT * FROM w
SELECT to_char('NaN'::numeric, '9.99EEEE') || '|', to_char('NaN'::float8, '9.99EEEE') || '|', to_char('Infinity'::float8, '9EEEE') || '|', to_char('Infinity'::numeric, '9.9EEEE') || '|'
CREATE VIEW uv AS SELECT a, lead((a::text)::int) OVER (ORDER BY a) AS l FROM ug
SELECT a, lag(a, 1) OVER (ORDER BY a), (SELECT sum(l) FROM uv), (SELECT max(lead(u.a) OVER (ORDER BY u.a)) FROM ug u) FROM ug ORDER BY a
SELECT a, lag(a, 1) OVER (ORDER BY a), (SELECT sum(l) FROM uv WHERE uv.a >= ug.a), lead(a) OVER (ORDER BY a) IN (SELECT lead(u.a) OVER (ORDER BY u.a) FROM ug u) FROM ug ORDER BY a
CREATE TABLE uk(id int PRIMARY KEY, b text)
SELECT id, b FROM uk GROUP BY id
SELECT id, b FROM uk GROUP BY CUBE (id)
SELECT id, b FROM uk GROUP BY GROUPING SETS ((id), (id, b))
SELECT id, b FROM uk GROUP BY id, ROLLUP (b)
SELECT id, (SELECT 1 WHERE b = 'a') FROM uk GROUP BY ROLLUP (id)
