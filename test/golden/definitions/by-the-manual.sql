CREATE AGGREGATE total (a int) (sfunc = int4pl, stype = int)
CREATE FUNCTION add3(int, int, int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT coalesce($1, 0) + $2 * coalesce($3, 1)'
CREATE AGGREGATE total2 (a int, b int) (sfunc = add3, stype = int)
SELECT total2(b => 1, a => 2)
SELECT total2(b => 1, a => 2) OVER ()
SELECT ntile(num_buckets => 2) OVER ()
ALTER FUNCTION total(int) RENAME TO total1
ALTER ROUTINE total1(int) RENAME TO total
ALTER PROCEDURE total(int) RENAME TO total1
ALTER FUNCTION total(int) OWNER TO postgres
ALTER FUNCTION total(int) STRICT
ALTER FUNCTION total STRICT
ALTER AGGREGATE total(int) SET SCHEMA pg_temp
COMMENT ON FUNCTION total(int) IS 'an aggregate'
COMMENT ON FUNCTION total IS 'an aggregate'
DROP FUNCTION total(int)
DROP FUNCTION total
DROP PROCEDURE total(int)
DROP ROUTINE total(int)
CREATE TYPE mood AS ENUM ('sad', 'ok')
CREATE TYPE pseudo AS (a anyelement)
CREATE TYPE pair AS (a int, b text, c int[])
ALTER TYPE pair ALTER ATTRIBUTE b TYPE int
SELECT ('(1,2,{3})'::pair).*
ALTER TYPE pair SET SCHEMA pg_temp
COMMENT ON DOMAIN mood IS 'none'
COMMENT ON COLUMN mood IS 'none'
CREATE TYPE base
CREATE FUNCTION base_in(cstring) RETURNS base LANGUAGE internal IMMUTABLE STRICT AS 'int4in'
CREATE FUNCTION base_out(base) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int4out'
CREATE TYPE base (input = base_in, output = base_out, internallength = 4, passedbyvalue, element = int4)
CREATE TYPE base (input = base_in, output = base_out, like = int4)
CREATE CAST (int AS oid) WITHOUT FUNCTION
DROP CAST IF EXISTS (mood AS int)
DROP CAST IF EXISTS (mood AS pg_catalog.int8)
DROP CAST (mood AS int)
ALTER ROLE pg_monitor LOGIN
ALTER ROLE pg_monitor SET work_mem = '1MB'
SELECT num_nulls(VARIADIC NULL)
SELECT concat(VARIADIC 'x')
SELECT abbrev(x) FROM unnest('{2001:db8::/32,::/0,::1/128,2001:db8:0:0:1::/80,::ffff:1.2.3.4/128,::ffff:1.2.0.0/112,::1.2.3.4/128,0:0:0:1::/64}'::cidr[]) x
SELECT abbrev(x) FROM unnest('{fe80::/10,1::/16,::/8,2001:0:0:1:0:0:0:1/128,::5.6.7.8/120,1:0:2:0:0:3::/96,1:0:2:0:3::/96,::ffff:0:0/96,::2:0/112}'::cidr[]) x
CREATE TABLE par (id int GENERATED ALWAYS AS IDENTITY (START 10 INCREMENT 5), name varchar(20), arr int[], arr2 text[][], CONSTRAINT named CHECK (name <> ''))
CREATE INDEX par_gin ON par USING gin (arr)
CREATE INDEX par_arr ON par (arr) INCLUDE (arr2)
CREATE TABLE chi () INHERITS (par)
CREATE INDEX chi_name ON chi (id) INCLUDE (name)
ALTER TABLE par ALTER name SET STORAGE external, ALTER name SET COMPRESSION pglz
CREATE TABLE lk (LIKE par INCLUDING ALL)
SELECT attrelid::regclass, attname, attndims, attstorage, attcompression, attislocal, attinhcount FROM pg_attribute WHERE attrelid IN ('par'::regclass, 'par_gin'::regclass, 'par_arr'::regclass, 'chi'::regclass, 'chi_name'::regclass, 'lk'::regclass) AND attnum > 0 ORDER BY attrelid::regclass::text COLLATE "C", attnum
SELECT sequencename, data_type, start_value, increment_by, max_value FROM pg_sequences ORDER BY 1
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name = 'named'
CREATE TABLE pt (a int PRIMARY KEY) PARTITION BY RANGE (a)
CREATE TABLE pt1 PARTITION OF pt FOR VALUES FROM (1) TO (5) PARTITION BY RANGE (a)
CREATE TABLE pt11 PARTITION OF pt1 FOR VALUES FROM (1) TO (2)
CREATE TABLE pt2 (a int PRIMARY KEY)
ALTER TABLE pt ATTACH PARTITION pt2 FOR VALUES FROM (5) TO (9)
SELECT conname, conislocal, coninhcount, connoinherit FROM pg_constraint WHERE conrelid::regclass::text LIKE 'pt%' ORDER BY 1
CREATE RULE told AS ON DELETE TO par DO ALSO NOTIFY told
SELECT definition FROM pg_rules WHERE rulename = 'told'
