-- A key written twice in a set is one: for GROUP BY DISTINCT and for the groups themselves.
create table g(a int, b text)
insert into g values (1, 'x'), (1, 'y'), (2, 'x')
select a, b, count(*), grouping(a, b) from g group by distinct grouping sets ((a, b, b), (b, b), (a, b), (b, a, a), ()) order by 1, 2, 3
select a, b, count(*) from g group by distinct a, rollup (a, b), a order by 1, 2, 3
select a, b, count(*) from g group by distinct rollup (a, b), rollup (a, b) order by 1, 2, 3
select a, b, count(*) from g group by grouping sets ((a, a), (a)), grouping sets ((b, b), (a)) order by 1, 2, 3
select a + 1, count(*) from g group by distinct grouping sets ((a + 1, a), (a, a + 1)) order by 1, 2
SELECT a, b, grouping(a, b), count(*) FROM (VALUES (1, 2), (1, 3), (2, 2)) t (a, b) GROUP BY GROUPING SETS ((a), (a, a), (b, a, b), ()) ORDER BY 1, 2, 3, 4
SELECT a AS x, b + 1 AS y, count(*) FROM (VALUES (1, 2), (1, 3), (2, 2)) t (a, b) GROUP BY ROLLUP (x, (b + 1, a)), CUBE (a) ORDER BY 1, 2, 3
SELECT count(*), sum(s) FROM (SELECT sum(a) AS s FROM generate_series(1, 40) a GROUP BY a % 2, a % 3, a % 4, a % 5, a % 6, a % 7, a % 8, a % 9, a % 10, a % 11, a % 12, a % 13, a % 14, a % 15, a % 16, a % 17, a % 18, a % 19, a % 20, a % 21, a % 22, a % 23, a % 24, a % 25, a % 26, a % 27, a % 28, a % 29, a % 30, a % 31, a % 32, a % 33, a % 34, a % 2, a % 35 ORDER BY a % 33, a % 34, a % 2, a % 36 % 1) s
SELECT count(*), sum(s) FROM (SELECT sum(a) AS s FROM generate_series(1, 40) a GROUP BY GROUPING SETS (a % 2, a % 3, a % 4, a % 5, a % 6, a % 7, a % 8, a % 9, a % 10, a % 11, a % 12, a % 13, a % 14, a % 15, a % 16, a % 17, a % 18, a % 19, a % 20, a % 21, a % 22, a % 23, a % 24, a % 25, a % 26, a % 27, a % 28, a % 29, a % 30, a % 31, a % 32, a % 33, a % 34, (a % 2, a % 35), (a % 35, a % 2, a % 2)) ORDER BY a % 33, a % 34) s
SELECT a, b, grouping(a, b, c), sum(c) FROM (SELECT i % 2 AS a, i % 3 AS b, i AS c FROM generate_series(1, 6) i) t GROUP BY CUBE (a, b, c), CUBE (a, b) HAVING grouping(a, b, c) IN (3, 4) ORDER BY 1, 2, 3, 4
SELECT count(*) FROM generate_series(1, 3) a GROUP BY CUBE (a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6), CUBE (a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6)
SELECT sum(n) FROM (SELECT count(*) AS n FROM generate_series(1, 3) a GROUP BY CUBE (a % 2, a % 3, a % 4, a % 5, a % 6, a % 7, a % 8, a % 9, a % 10, a % 11)) s
SELECT count(*) FROM generate_series(1, 3) a GROUP BY GROUPING SETS (count(a))
