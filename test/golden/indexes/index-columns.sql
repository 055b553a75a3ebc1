-- Columns that an index includes change by themselves; an index's parameters.
create table wide (c1 int, c2 int, c3 int, c4 int);
insert into wide select x, 2 * x, 3 * x, 4 from generate_series(1, 10) x;
create unique index wide_unique on wide (c1, c2) include (c3, c4);
create index wide_gist on wide using gist (int4range(c1, c1 + 3)) include (c3);
update wide set c3 = 1;
update wide set c4 = 5 where c1 = 4;
update wide set c1 = 100 where c1 = 2;
update wide set c1 = 1, c2 = 2 where c1 = 3;
delete from wide where c1 = 5 or c3 = 12;
select * from wide order by c1;
alter index wide_gist set (fillfactor = 40);
alter index wide_gist reset (fillfactor);
alter index wide_gist set (fillfactor = 9);

-- What an index on a table without rows leaves in pg_class.
CREATE TABLE never_counted (id int, body text, place point);
CREATE INDEX never_counted_id ON never_counted (id);
CREATE UNIQUE INDEX never_counted_lower ON never_counted (lower(body)) WHERE id > 0;
CREATE INDEX never_counted_place ON never_counted USING gist (place);
SELECT relname, relpages, reltuples FROM pg_class WHERE relname LIKE 'never\_counted%' ORDER BY 1;
INSERT INTO never_counted SELECT i, 'body ' || i, point(i, i) FROM generate_series(1, 3) i;
INSERT INTO never_counted VALUES (4, 'Body 2');
SELECT id FROM never_counted WHERE lower(body) = 'body 2';
DROP TABLE never_counted;
CREATE TABLE counted (id int PRIMARY KEY, body text);
INSERT INTO counted SELECT i, 'body' FROM generate_series(1, 100) i;
ANALYZE counted;
TRUNCATE counted;
REINDEX TABLE counted;
CREATE INDEX counted_body ON counted (body);
SELECT relname, relpages, reltuples FROM pg_class WHERE relname IN ('counted', 'counted_body') ORDER BY 1;
INSERT INTO counted SELECT i, 'body' FROM generate_series(1, 100) i;
ANALYZE counted;
BEGIN;
TRUNCATE counted;
ALTER TABLE counted ALTER id TYPE bigint;
SELECT relname, relpages, reltuples FROM pg_class WHERE relname = 'counted';
ROLLBACK;
SELECT relname, relpages > 0, reltuples FROM pg_class WHERE relname LIKE 'counted%' ORDER BY 1;
DROP TABLE counted;

-- The same of a table whose rows are all gone, and of GIN.
CREATE TABLE never_counted (id int, tags int[]);
CREATE INDEX never_counted_tags ON never_counted USING gin (tags);
SELECT relpages, reltuples FROM pg_class WHERE relname = 'never_counted';
INSERT INTO never_counted VALUES (1, '{1}');
DELETE FROM never_counted;
CREATE INDEX never_counted_id ON never_counted (id);
SELECT relpages, reltuples FROM pg_class WHERE relname = 'never_counted';
ANALYZE never_counted;
CREATE INDEX never_counted_id2 ON never_counted (id);
SELECT relpages, reltuples FROM pg_class WHERE relname = 'never_counted';
DROP TABLE never_counted;
