CREATE DOMAIN d1 AS int DEFAULT 11
CREATE DOMAIN d2 AS int CHECK (VALUE > 0)
CREATE DOMAIN d3 AS text[] DEFAULT '{a,b}'
CREATE DOMAIN d4 AS d2 DEFAULT 5
CREATE DOMAIN d5 AS int DEFAULT random()::int
CREATE TABLE t (a int)
INSERT INTO t VALUES (1), (2)
ALTER TABLE t ADD b d1 DEFAULT 3
ALTER TABLE t ADD c d1
ALTER TABLE t ADD d d3
SELECT attname, atthasmissing, atthasdef, attmissingval FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM t
ALTER TABLE t ADD e d4
SELECT attname, atthasmissing, atthasdef, attmissingval FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE t ADD f d2 DEFAULT -5
ALTER TABLE t ADD g d5
SELECT a, b, c, d, e, g IN (0, 1) FROM t
