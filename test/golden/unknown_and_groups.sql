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
