CREATE ACCESS METHOD heap2 TYPE TABLE HANDLER heap_tableam_handler
CREATE ACCESS METHOD heap2 TYPE TABLE HANDLER heap_tableam_handler
CREATE ACCESS METHOD bad TYPE TABLE HANDLER int4in
CREATE ACCESS METHOD bad TYPE TABLE HANDLER bthandler
CREATE ACCESS METHOD bad TYPE INDEX HANDLER heap_tableam_handler
CREATE ACCESS METHOD bad TYPE INDEX HANDLER nowhere.handler
SELECT amname, amhandler, amtype FROM pg_am ORDER BY amname
CREATE TABLE plain (a int, b text)
CREATE TABLE kept (a int PRIMARY KEY, b text) USING heap2
INSERT INTO kept VALUES (1, 'one'), (2, 'two')
CREATE MATERIALIZED VIEW seen USING heap2 AS SELECT * FROM kept
CREATE TABLE copied USING heap2 AS SELECT * FROM kept
SELECT count(*) FROM seen, copied
CREATE TABLE parts (a int) PARTITION BY LIST (a) USING heap2
CREATE TABLE bad (a int) USING btree
CREATE TABLE bad (a int) USING nowhere
CREATE TABLE parts (a int) PARTITION BY LIST (a)
CREATE TABLE part1 PARTITION OF parts FOR VALUES IN (1) USING heap2
ALTER TABLE parts SET ACCESS METHOD heap2
SET default_table_access_method = heap2
CREATE TABLE part2 PARTITION OF parts FOR VALUES IN (2)
CREATE TABLE usual AS SELECT 1 AS a
CREATE SEQUENCE numbers
RESET default_table_access_method
CREATE TABLE part3 PARTITION OF parts FOR VALUES IN (3)
SELECT relname, relkind, amname FROM pg_class LEFT JOIN pg_am ON relam = pg_am.oid WHERE relname ~ '^(plain|kept|seen|copied|part|usual|numbers)' ORDER BY relname
ALTER TABLE plain SET ACCESS METHOD heap2
ALTER TABLE plain SET ACCESS METHOD heap2
ALTER TABLE kept SET ACCESS METHOD heap, SET ACCESS METHOD heap2
ALTER TABLE plain SET ACCESS METHOD btree
ALTER TABLE copied SET ACCESS METHOD heap
ALTER MATERIALIZED VIEW seen SET ACCESS METHOD heap
SELECT objid::regclass, refclassid::regclass, deptype FROM pg_depend WHERE refclassid = 'pg_am'::regclass AND objid >= 16384 ORDER BY 1::text
SELECT pg_describe_object('pg_am'::regclass, oid, 0) FROM pg_am WHERE amname = 'heap2'
COMMENT ON ACCESS METHOD heap2 IS 'another name'
DROP ACCESS METHOD heap2
DROP ACCESS METHOD heap
DROP ACCESS METHOD nowhere
DROP ACCESS METHOD IF EXISTS nowhere
BEGIN
DROP ACCESS METHOD heap2 CASCADE
SELECT relname FROM pg_class WHERE relname IN ('plain', 'kept', 'seen', 'copied', 'part1', 'part2', 'usual') ORDER BY 1
ROLLBACK
SELECT * FROM kept ORDER BY a
CREATE ACCESS METHOD gist2 TYPE INDEX HANDLER gisthandler
CREATE OPERATOR FAMILY fam USING gist2
CREATE OPERATOR CLASS cls FOR TYPE int4 USING heap2 AS OPERATOR 1 <
DROP ACCESS METHOD gist2
DROP ACCESS METHOD gist2 CASCADE
