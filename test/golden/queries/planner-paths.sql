-- Plans that read less than everything give what reading everything gives.
CREATE TABLE t (id int PRIMARY KEY, a int, b int, c text COLLATE "C", d numeric, e varchar(20), x timestamptz);
INSERT INTO t SELECT i, i % 97, i % 31, CASE WHEN i % 50 = 0 THEN NULL ELSE 'k' || lpad((i * 7919 % 5000)::text, 4, '0') END, CASE WHEN i % 10 = 0 THEN NULL ELSE (i * 31 % 1000)::numeric / 10 END, 'v' || i % 200, timestamptz '2024-01-01 00:00:00+00' + i * interval '1 minute' FROM generate_series(1, 5000) i;
INSERT INTO t VALUES (0, NULL, NULL, 'k_1%', NULL, NULL, NULL), (-1, 5, NULL, 'K0001', NULL, NULL, NULL), (-2, 5, 3, E'k\uFFFDz', NULL, NULL, NULL), (-3, 5, 3, E'k\U0010FFFF\U0010FFFF', NULL, NULL, NULL);
CREATE INDEX t_a ON t (a, x);
CREATE INDEX t_b ON t (b DESC NULLS LAST);
CREATE INDEX t_c ON t (c);
CREATE INDEX t_d ON t (d DESC);
CREATE INDEX t_e ON t (e);
CREATE INDEX t_p ON t (x) WHERE a > 50;
CREATE TABLE none (id int PRIMARY KEY, v int);
CREATE INDEX ON none (v);
ANALYZE;

-- min and max by an index's ends
SELECT min(id), max(id), max(id) - min(id) AS span FROM t;
SELECT min(a), max(a), min(b), max(b), min(c), max(c), min(d), max(d), min(e), max(e) FROM t;
SELECT min(x) FROM t WHERE a = 7;
SELECT max(x) FROM t WHERE a = 7 AND x < '2024-01-02';
SELECT max(x) FROM t WHERE a > 50;
SELECT min(v), max(v) FROM none;
SELECT max(id) FROM t HAVING max(id) > 10000;
SELECT max(id) FROM t HAVING max(id) > 1000;
SELECT max(id), count(*) FROM t;
SELECT max(id) FILTER (WHERE a = 3) FROM t;
SELECT max(id) FROM t WHERE b = 3 ORDER BY 1 LIMIT 1;
SELECT max(id) FROM t LIMIT 0;
SELECT DISTINCT min(id) FROM t;
SELECT a.v, (SELECT max(x) FROM t WHERE t.a = a.v) FROM (VALUES (1), (2), (500), (NULL)) a (v) ORDER BY 1;
SELECT * FROM none n RIGHT JOIN (SELECT max(id) AS m FROM t) x ON n.id = x.m;
SELECT id FROM t WHERE id = (SELECT max(id) FROM t WHERE id < 100);
PREPARE top (int) AS SELECT max(id), min(id) FROM t WHERE id < $1;
EXECUTE top (100);
EXECUTE top (-100);
EXECUTE top (NULL);

-- bounds that follow from patterns and row comparisons
SELECT id, c FROM t WHERE c LIKE 'k000%' ORDER BY c, id;
SELECT count(*) FROM t WHERE c LIKE 'k1%2';
SELECT id FROM t WHERE c LIKE 'k\_1\%';
SELECT id FROM t WHERE c LIKE 'k0001' ORDER BY id;
SELECT count(*) FROM t WHERE c LIKE '%1';
SELECT count(*) FROM t WHERE c NOT LIKE 'k00%';
SELECT id FROM t WHERE c LIKE E'k\uFFFD%';
SELECT id FROM t WHERE c LIKE E'k\U0010FFFF%';
SELECT id, c FROM t WHERE c ~ '^k000[0-3]' ORDER BY c, id;
SELECT count(*) FROM t WHERE c ~ '^k00?1';
SELECT count(*) FROM t WHERE c ~ '^k1|^k2';
SELECT count(*) FROM t WHERE c ~ '^K0001$';
SELECT count(*) FROM t WHERE starts_with(c, 'k12');
SELECT count(*) FROM t WHERE c ^@ 'k12';
SELECT count(*) FROM t WHERE e LIKE 'v1%';
SELECT id, a FROM t WHERE (a, id) > (95, 4900) ORDER BY a, id;
SELECT id, a FROM t WHERE (a, id) <= (0, 400) ORDER BY a, id;
SELECT id, a FROM t WHERE (95, 4900) < (a, id) ORDER BY a, id;
SELECT count(*) FROM t WHERE (a, b) >= (90, 3);
SELECT count(*) FROM t WHERE (b, a) < (3, 50);
SELECT count(*) FROM t WHERE (a, id) > (NULL, 3);

-- one of several indexes
SELECT id FROM t WHERE id = 5 OR a = 7 AND x < '2024-01-01 12:00:00+00' OR c = 'k0001' ORDER BY id;
SELECT id FROM t WHERE id IN (1, 2, 98, NULL) OR a = 1 AND b = 2 ORDER BY id;
SELECT count(*), count(DISTINCT id) FROM t WHERE a = 5 OR b = 5;
SELECT count(*), count(DISTINCT id) FROM t WHERE id < 100 OR id < 50 OR id = 10;
SELECT id FROM t WHERE (id, a) IN ((5, 5), (6, 7), (98, 1)) ORDER BY id;
SELECT count(*) FROM t WHERE id = 3 OR a IS NULL;
SELECT u.id, w.id FROM t u JOIN t w ON w.id = u.id + 1 OR w.id = u.a WHERE u.id IN (10, 200) ORDER BY 1, 2;
SELECT count(*) FROM t u LEFT JOIN t w ON w.id = u.id * 2 OR w.id = u.a WHERE u.id < 300;
BEGIN;
WITH u AS (UPDATE t SET b = -1 WHERE id = 11 OR c = 'k0002' RETURNING id, b) SELECT * FROM u ORDER BY id;
WITH d AS (DELETE FROM t WHERE id = 11 OR id = 12 OR b = -1 RETURNING id) SELECT id FROM d ORDER BY id;
SELECT id FROM t WHERE id = 13 OR id = 14 ORDER BY id FOR UPDATE;
ROLLBACK;

-- the first rows of an order whose first key an index has
SELECT a, b, id FROM t ORDER BY a, b DESC, id LIMIT 10;
SELECT a, b, id FROM t WHERE a > 3 ORDER BY a DESC NULLS LAST, id LIMIT 5;
SELECT a, id FROM t WHERE (a, id) > (4, 4000) ORDER BY a, id LIMIT 15;
SELECT a, id FROM t ORDER BY a DESC, id LIMIT 3 OFFSET 60;
SELECT c, id FROM t ORDER BY c, id DESC LIMIT 6;
SELECT a, id FROM t ORDER BY a, id LIMIT 0;

-- conditions on subqueries
SELECT * FROM (SELECT a, count(*) n, sum(id) s FROM t GROUP BY a) g WHERE a = 7 AND n > 1;
SELECT * FROM (SELECT a, count(*) n FROM t GROUP BY a) g WHERE n > 52 ORDER BY a;
SELECT * FROM (SELECT count(*) n FROM t) g WHERE n < 0;
SELECT * FROM (SELECT a, b, count(*) FROM t WHERE a < 3 AND b < 2 GROUP BY ROLLUP (a, b)) g WHERE a = 2 ORDER BY a, b;
SELECT a, count(*) FROM t GROUP BY a HAVING a IN (1, 2) AND count(*) > 5 ORDER BY a;
SELECT a FROM (SELECT a, id, row_number() OVER (PARTITION BY a ORDER BY id) r FROM t) w WHERE a = 9 AND r <= 2;
SELECT id, r FROM (SELECT a, id, row_number() OVER (ORDER BY id) r FROM t) w WHERE a = 9 AND r < 300;
SELECT * FROM (SELECT DISTINCT ON (a) a, id FROM t ORDER BY a, id DESC) d WHERE a = 9;
SELECT * FROM (SELECT DISTINCT ON (a) a, id FROM t ORDER BY a, id DESC) d WHERE id > 4990 ORDER BY a;
SELECT * FROM (SELECT id, a FROM t UNION ALL SELECT id + 10000, b FROM t UNION ALL SELECT 7, 7.5) u WHERE id = 7 ORDER BY 1, 2;
SELECT * FROM (SELECT a FROM t UNION SELECT b FROM t) u WHERE a < 3 ORDER BY 1;
SELECT * FROM (SELECT a FROM t INTERSECT SELECT b FROM t) u WHERE a < 3 ORDER BY 1;
SELECT * FROM (SELECT a FROM t EXCEPT SELECT b FROM t) u WHERE a < 33 ORDER BY 1;
SELECT * FROM (SELECT a, id FROM t ORDER BY id LIMIT 5) l WHERE a = 3;
CREATE VIEW per_a AS SELECT a, min(x) AS first, count(*) AS n FROM t GROUP BY a;
SELECT v.* FROM per_a v JOIN none n ON n.id = v.a;
INSERT INTO none VALUES (3, 30), (4, 40);
SELECT v.*, n.v FROM per_a v JOIN none n ON n.id = v.a WHERE v.a = 3;
SELECT n.id, l.* FROM none n LEFT JOIN LATERAL (SELECT t.id AS tid, t.c FROM t WHERE t.a = n.id ORDER BY t.id DESC LIMIT 2) l ON true ORDER BY 1, 2;
SELECT n.id, l.* FROM none n LEFT JOIN LATERAL (SELECT max(t.id), count(*) FROM t WHERE t.a = n.v) l ON true ORDER BY 1;
