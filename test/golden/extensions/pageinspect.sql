CREATE EXTENSION pageinspect
SELECT extversion, extrelocatable FROM pg_extension WHERE extname = 'pageinspect'
SELECT proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, proparallel, proisstrict, proacl FROM pg_proc WHERE oid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pageinspect')) ORDER BY 1, 2
CREATE TABLE pi_t (a int PRIMARY KEY, b text)
INSERT INTO pi_t SELECT i, i::text FROM generate_series(1, 10) i
CREATE VIEW pi_v AS SELECT 1
CREATE TABLE pi_p (a int) PARTITION BY RANGE (a)
CREATE INDEX pi_h ON pi_t USING hash (a)
CREATE SEQUENCE pi_s
SELECT length(get_raw_page('pi_t', 0)), length(get_raw_page('pi_t', 'main', 0)), length(get_raw_page('pi_s', 0)), length(get_raw_page('pi_t_pkey', 0))
SELECT get_raw_page('pi_v', 0)
SELECT get_raw_page('pi_p', 0)
SELECT get_raw_page('pi_t', 1000)
SELECT get_raw_page('pi_t', -1)
SELECT get_raw_page('pi_t', 4294967295)
SELECT get_raw_page('pi_t', 'xyz', 0)
SELECT get_raw_page('pi_none', 0)
SELECT page_header('abc')
SELECT heap_page_items('abc')
SELECT page_checksum('abc', 0)
SELECT page_checksum(get_raw_page('pi_t', 0), -1)
SELECT bt_page_items('abc'::bytea)
SELECT pagesize, special, flags FROM page_header(get_raw_page('pi_t', 0))
SELECT * FROM page_header(decode(repeat('00', 8192), 'hex'))
SELECT lp, lp_flags, t_xmax, t_ctid, t_infomask2, t_bits FROM heap_page_items(get_raw_page('pi_t', 0)) ORDER BY lp
SELECT count(DISTINCT t_xmin::text), bool_and(t_xmin = (SELECT xmin FROM pi_t WHERE a = 1)) FROM heap_page_items(get_raw_page('pi_t', 0))
SELECT * FROM heap_page_items(decode(repeat('00', 8192), 'hex'))
SELECT count(*) FROM heap_page_items(NULL)
SELECT root > 0, level, fastlevel FROM bt_metap('pi_t_pkey')
SELECT bt_metap('pi_t')
SELECT bt_metap('pi_h')
SELECT bt_page_stats('pi_t_pkey', 0)
SELECT bt_page_stats('pi_t_pkey', -1)
SELECT bt_page_stats('pi_t_pkey', 99)
SELECT bt_page_stats('pi_t', 1)
SELECT blkno, type, live_items, dead_items, page_size, btpo_prev, btpo_next, btpo_level, btpo_flags FROM bt_page_stats('pi_t_pkey', 1)
SELECT itemoffset, ctid, dead, htid, tids FROM bt_page_items('pi_t_pkey', 1)
SELECT itemoffset, ctid, dead, htid, tids FROM bt_page_items(get_raw_page('pi_t_pkey', 1)) LIMIT 2
SELECT bt_page_items('pi_t_pkey', 0)
SELECT bt_page_items('pi_t_pkey', 99)
SELECT bt_page_items('pi_h', 1)
SELECT bt_page_items(get_raw_page('pi_t_pkey', 0))
CREATE ROLE pi_nobody
SET ROLE pi_nobody
SELECT get_raw_page('pi_t', 0)
SELECT page_header('abc')
SELECT heap_page_items('abc')
SELECT page_checksum('abc', 0)
SELECT bt_metap('pi_t_pkey')
SELECT bt_page_stats('pi_t_pkey', 1)
SELECT bt_page_items('pi_t_pkey', 1)
SELECT bt_page_items('abc'::bytea)
RESET ROLE
DROP ROLE pi_nobody
