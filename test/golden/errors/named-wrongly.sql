CREATE PROCEDURE moves(int) LANGUAGE sql AS ''
CREATE FUNCTION counts(int) RETURNS int LANGUAGE sql AS 'SELECT $1'
CREATE AGGREGATE sums(int) (SFUNC = int4pl, STYPE = int)
DROP FUNCTION moves
DROP FUNCTION moves(int)
DROP PROCEDURE counts
DROP FUNCTION sums
DROP FUNCTION count
ALTER FUNCTION moves STABLE
COMMENT ON FUNCTION moves IS 'none'
ALTER FUNCTION counts SET some.thing = 1
ALTER FUNCTION counts SET something = 1
SELECT proconfig FROM pg_proc WHERE proname = 'counts'
CREATE FUNCTION pairs(int) RETURNS SETOF record LANGUAGE sql AS 'SELECT i, i * 2 FROM generate_series(1, $1) i'
SELECT * FROM pairs(2) WITH ORDINALITY AS t(a int, b int)
SELECT * FROM ROWS FROM (pairs(2) AS (a int, b int)) WITH ORDINALITY AS t
SELECT (pairs(1)).*
CREATE TABLE parted (a int) PARTITION BY RANGE (a COLLATE "C")
SELECT rank(sum(x)) WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2)) v(x)
SELECT rank('adam'::text COLLATE "C") WITHIN GROUP (ORDER BY x COLLATE "POSIX") FROM (VALUES ('fred')) v(x)
SELECT percentile_disc(x) WITHIN GROUP (ORDER BY x) FROM (VALUES (0.5)) v(x)
SELECT (SELECT rank(y) WITHIN GROUP (ORDER BY x) FROM (VALUES (1)) w(y)) FROM (VALUES (1), (2)) v(x)
SELECT length(a[1]), a[2] FROM parse_ident(repeat('a', 80) || '."B c"') a
SELECT pg_size_pretty('NaN'::numeric), pg_size_pretty('-Infinity'::numeric), pg_size_pretty(10239.9), pg_size_pretty(-10240.5)
SELECT pg_size_bytes('256 bytes'), pg_size_bytes('1.5 kB')
SELECT pg_size_bytes('256 B')
CREATE TABLE sampled (a int)
INSERT INTO sampled VALUES (1)
CREATE VIEW some AS SELECT * FROM sampled TABLESAMPLE system (100)
DELETE FROM some
UPDATE some SET a = 2
SELECT is_updatable::text FROM information_schema.views WHERE table_name = 'some'
CREATE SEQUENCE numbers
CREATE INDEX sampled_a ON sampled (a)
CREATE MATERIALIZED VIEW seen AS SELECT 1
BEGIN
LOCK TABLE some, sampled
ROLLBACK
BEGIN
LOCK TABLE numbers
ROLLBACK
BEGIN
LOCK TABLE sampled_a
ROLLBACK
BEGIN
LOCK TABLE seen NOWAIT
ROLLBACK
SET own."bad-name" = 1
SET "own.a b" = 1
SET timezone_abbreviations = 'nowhere'
SET application_name = 'héé'
SHOW application_name
CREATE FUNCTION bad() RETURNS int LANGUAGE sql SET work_mem = 'much' AS 'SELECT 1'
ALTER FUNCTION counts SET work_mem = 'much'
SELECT clock_timestamp() >= now(), timeofday()::timestamptz >= now()
SELECT name, pg_settings_get_flags(name) FROM unnest('{work_mem,default_statistics_target,enable_sort,is_superuser,transaction_isolation,application_name,block_size,data_checksums,search_path,force_parallel_mode,nothing}'::text[]) name
CREATE DOMAIN positive AS int CHECK (VALUE > 0) NO INHERIT
CREATE DOMAIN positive AS int
ALTER DOMAIN positive ADD CHECK (VALUE > 0) NO INHERIT
SELECT to_regprocedure('abs(nowhere)')
SELECT to_regoperator('+(nowhere, int4)')
SELECT to_regprocedure('nowhere(int4)'), to_regoperator('<!!>(int4, int4)')
SELECT 'x'::pg_node_tree
SELECT pg_get_expr('x', 0)
SELECT has_sequence_privilege('numbers', 'usage')
SELECT has_sequence_privilege('sampled', 'usage')
SELECT has_sequence_privilege(99999, 'usage')
