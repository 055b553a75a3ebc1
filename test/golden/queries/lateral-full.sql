CREATE TABLE t(a int, b int)
INSERT INTO t VALUES (1, 2), (2, 1), (3, NULL)
SELECT a3.a, x.* FROM t a3 JOIN LATERAL (SELECT a6.a, a7.b FROM t a5 LEFT JOIN t a6 ON (a3.b > 1) FULL JOIN t a7 ON a6.a = a7.a) x ON true ORDER BY 1, 2, 3
SELECT a2.a, x.* FROM t a2 LEFT JOIN t a3 ON a2.a = a3.b JOIN LATERAL (SELECT a6.a, a7.b FROM t a5 LEFT JOIN t a6 ON (a3.b > 1) FULL JOIN t a7 ON a6.a = a7.a) x ON true ORDER BY 1, 2, 3
SELECT a3.a, x.* FROM t a3 JOIN LATERAL (SELECT a6.a, a7.b FROM (select * from t where a3.b > 1) a6 FULL JOIN t a7 ON a6.a = a7.a) x ON true ORDER BY 1, 2, 3
