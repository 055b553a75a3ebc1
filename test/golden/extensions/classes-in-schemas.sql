CREATE SCHEMA tools;
CREATE EXTENSION citext SCHEMA tools;
CREATE TABLE person (id int, name tools.citext, tag text) PARTITION BY RANGE (id);
CREATE INDEX person_name ON person (name tools.citext_pattern_ops, tag COLLATE "C" pg_catalog.text_pattern_ops);
CREATE TABLE person_one PARTITION OF person FOR VALUES FROM (0) TO (100);
CREATE TABLE like_one (LIKE person_one INCLUDING INDEXES);
CREATE INDEX ON person (name citext_pattern_ops);
CREATE INDEX ON person (name elsewhere.citext_pattern_ops);
SELECT c.relname, pg_get_indexdef(i.indexrelid, 1, false), o.opcname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_opclass o ON o.oid = i.indclass[0] WHERE c.relname LIKE '%one' OR c.relname = 'person' ORDER BY 1;
