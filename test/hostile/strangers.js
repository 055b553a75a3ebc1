/**
 * Hostile statements that strangers might think of: XML and JSON as tables, ranges by the million, definitions with
 * thousands of parts, triggers that recurse, what a session may keep by the thousand.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name, sql: typeof sql === 'function' ? sql : () => sql })
}

/** @param {string} name @param {...string} statements sent one after the other */
const several = (name, ...statements) => hostile(name, () => statements)

// XML and JSON.
hostile('xml of 300,000 elements', "SELECT length(xmlelement(name a, (SELECT xmlagg(xmlelement(name b, i)) FROM "
    + 'generate_series(1, 300000) i))::text)')
hostile('xmlforest of many', () => `SELECT xmlforest(${chain(1600, (at) => `${at} AS c${at}`)})`)
hostile('xpath over a wide document', "SELECT cardinality(xpath('//b[. > 5]', ('<a>' || repeat('<b>7</b>', 200000) || "
    + "'</a>')::xml))")
hostile('xml of deep elements', "SELECT xml_is_well_formed(repeat('<a>', 100000) || repeat('</a>', 100000))")
hostile('xmltable of 100,000 rows', "SELECT count(*) "
    + "FROM xmltable('/a/b' PASSING (('<a>' || repeat('<b c=\"1\"><d>2</d>"
    + "</b>', 100000) || '</a>')::xml) COLUMNS c int PATH '@c', d int PATH 'd')")
hostile('table_to_xml of much', "SELECT length(query_to_xml('SELECT i, i AS j FROM generate_series(1, 200000) i', true,"
    + " false, '')::text)")
hostile('json_each of a huge object', 'SELECT count(*) FROM json_each((SELECT json_object_agg(i, i) FROM '
    + 'generate_series(1, 500000) i))')
hostile('jsonb_to_recordset of many', 'SELECT sum(a) FROM jsonb_to_recordset((SELECT jsonb_agg(jsonb_build_object('
    + "'a', i)) FROM generate_series(1, 200000) i)) AS x(a int)")
hostile('jsonb_set again and again', "WITH RECURSIVE r(i, j) AS (SELECT 0, '{}'::jsonb UNION ALL SELECT i + 1, "
    + "jsonb_set(j, ARRAY[i::text], to_jsonb(i)) FROM r WHERE i < 20000) SELECT max(i) FROM r")

// Ranges.
hostile('range_agg of a million', 'SELECT range_agg(int4range(2 * i, 2 * i + 1)) FROM generate_series(1, 1000000) i')
hostile('range_intersect_agg of a million', 'SELECT range_intersect_agg(int4range(i, 2000000)) FROM '
    + 'generate_series(1, 1000000) i')
hostile('unnest of a huge multirange',
  'SELECT count(*) FROM unnest((SELECT range_agg(int4range(2 * i, 2 * i + 1)) FROM '
    + 'generate_series(1, 300000) i))')
hostile('multiranges against each other', 'WITH m AS (SELECT range_agg(int4range(2 * i, 2 * i + 1)) AS r FROM '
    + 'generate_series(1, 200000) i) SELECT count(*) FROM m a, m b WHERE a.r * b.r - a.r = a.r + b.r')
hostile('a huge multirange as text', 'SELECT length((SELECT range_agg(numrange(2 * i, 2 * i + 1)) FROM '
    + 'generate_series(1, 300000) i)::text::nummultirange::text)')

// Definitions of many parts.
hostile('an IN list of 50,000 in a CHECK', () => ['CREATE TEMP TABLE hxc (a int CHECK (a IN '
    + `(${chain(50_000, (at) => String(at))})))`, 'INSERT INTO hxc SELECT i FROM generate_series(1, 1000) i',
"SELECT length(pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = 'hxc'::regclass"])
hostile('a default of 20,000 elements', () => ['CREATE TEMP TABLE hxd (a int, b int[] DEFAULT '
    + `ARRAY[${chain(20_000, (at) => `${at}`)}])`, 'INSERT INTO hxd SELECT i FROM generate_series(1, 1000) i'])
hostile('a default of 5,000 calls', () => ['CREATE TEMP TABLE hxe (a int, b text DEFAULT '
    + `concat(${chain(90, (at) => `concat(${chain(50, (part) => `random() + ${at + part}`)})`)}))`,
'INSERT INTO hxe SELECT i FROM generate_series(1, 1000) i'])
hostile('a list partition of 20,000 values', () => ['CREATE TEMP TABLE hxp (a int) PARTITION BY LIST (a)',
  `CREATE TEMP TABLE hxp1 PARTITION OF hxp FOR VALUES IN (${chain(20_000, (at) => String(at))})`,
  'INSERT INTO hxp SELECT i % 20000 FROM generate_series(1, 100000) i', 'SELECT count(*) FROM hxp WHERE a = 7'])
hostile('500 range partitions', () => ['CREATE TEMP TABLE hxq (a int) PARTITION BY RANGE (a)', chain(500, (at) =>
  `CREATE TEMP TABLE hxq${at} PARTITION OF hxq FOR VALUES FROM (${at * 10}) TO (${at * 10 + 10})`, ';'),
'INSERT INTO hxq SELECT i % 5000 FROM generate_series(1, 50000) i', 'CREATE INDEX ON hxq (a)',
'SELECT count(*) FROM hxq x JOIN hxq y USING (a)', 'DROP TABLE hxq'])
hostile('1,600 columns in a view', () => [`CREATE TEMP TABLE hxw (${chain(1600, (at) => `c${at} int`)})`,
  'CREATE TEMP VIEW hxv AS SELECT * FROM hxw', 'SELECT count(*) FROM hxv a JOIN hxv b USING (c0, c1, c2)',
  "SELECT length(pg_get_viewdef('hxv'::regclass))"])
hostile('300 views on views with joins', () => ['CREATE TEMP TABLE hxz (a int)',
  'CREATE TEMP VIEW hxz0 AS SELECT a FROM '
    + 'hxz', chain(300, (at) => `CREATE TEMP VIEW hxz${at + 1} AS SELECT x.a FROM hxz${at} x JOIN hxz USING (a)`, ';'),
'EXPLAIN SELECT * FROM hxz300'])
hostile('a DO body of 20,000 assignments', () => `DO $$ DECLARE a int := 0; BEGIN ${chain(20_000, (at) =>
  `a := a + ${at};`, ' ')} END $$`)
hostile('a DO body of 1,000 loops within loops', () => `DO $$ DECLARE a int := 0; BEGIN ${chain(1000, (at) =>
  `FOR i IN 1..2 LOOP a := a + ${at}; END LOOP;`, ' ')} END $$`)
hostile('a comment on each of 1,600 columns', () => [`CREATE TEMP TABLE hxm (${chain(1600, (at) => `c${at} int`)})`,
  chain(1600, (at) => `COMMENT ON COLUMN hxm.c${at} IS 'x'`, ';'), 'CREATE TEMP TABLE hxn (LIKE hxm INCLUDING ALL)'])
several('triggers that update their own table', 'CREATE TEMP TABLE hxt (a int)',
  'CREATE FUNCTION pg_temp.hxt() RETURNS '
    + "trigger LANGUAGE plpgsql AS 'BEGIN UPDATE hxt SET a = a + 1; RETURN NULL; END'", 'CREATE TRIGGER t AFTER UPDATE '
    + 'ON hxt FOR EACH ROW EXECUTE FUNCTION pg_temp.hxt()', 'INSERT INTO hxt VALUES (1), (2)', 'UPDATE hxt SET a = 0')
several('deferred triggers by the million', 'CREATE TEMP TABLE hxu (a int PRIMARY KEY, b int REFERENCES hxu DEFERRABLE '
    + 'INITIALLY DEFERRED)', 'INSERT INTO hxu SELECT i, i FROM generate_series(1, 500000) i')

// Series and aggregates.
hostile('string_agg of millions', "SELECT length(string_agg(i::text, ',')) FROM generate_series(1, 5000000) i")
hostile('string_agg, different and sorted', "SELECT length(string_agg(DISTINCT (i % 300000)::text, ',' ORDER BY "
    + "(i % 300000)::text DESC)) FROM generate_series(1, 1000000) i")
hostile('array_agg of arrays', 'SELECT cardinality(array_agg(ARRAY[i, i, i])) FROM generate_series(1, 2000000) i')
hostile('mode and percentiles of texts',
  'SELECT mode() WITHIN GROUP (ORDER BY md5(i::text)), percentile_disc(ARRAY[0.1, '
    + '0.5]) WITHIN GROUP (ORDER BY md5(i::text)) FROM generate_series(1, 500000) i')
hostile('all series at once', () => `SELECT ${chain(100, (at) => `generate_series(1, ${100_000 + at})`)}`)
hostile('regexp with groups that repeat', "SELECT repeat('a', 40) ~ '^(a+)+$', (repeat('a', 40) || 'b') ~ '^(a|aa)+$', "
    + "(repeat('a', 5000) || 'b') ~ '(a*)*(a*)*c'")
hostile('regexp with back references', "SELECT (repeat('ab', 3000) || 'c') ~ '^(.*)(.*)\\1\\2d$'")
hostile('regexp of great bounds', "SELECT repeat('x', 100000) ~ '^(x{1,250}y?){200}$'")

// What sessions keep.
hostile('LISTEN of 100,000 channels', () => [chain(100_000, (at) => `LISTEN hx${at}`, ';'),
  'SELECT count(*) FROM pg_listening_channels()', 'UNLISTEN *'])
hostile('20,000 savepoints', () => ['BEGIN',
  chain(20_000, (at) => `SAVEPOINT s${at}`, ';'), 'ROLLBACK TO s0', 'COMMIT'])
hostile('20,000 savepoints that write', () => ['CREATE TEMP TABLE hxs (a int)', 'BEGIN', chain(20_000, (at) =>
  `SAVEPOINT s${at}; INSERT INTO hxs VALUES (${at})`, ';'), 'SELECT count(*) FROM hxs', 'ROLLBACK'])
hostile('10,000 prepared statements', () => [chain(10_000, (at) => `PREPARE hx${at} AS SELECT ${at}`, ';'),
  'SELECT count(*) FROM pg_prepared_statements', 'DEALLOCATE ALL'])
several('a million advisory locks', 'SELECT count(pg_advisory_lock(i)) FROM generate_series(1, 1000000) i',
  'SELECT count(*) FROM pg_locks', 'SELECT pg_advisory_unlock_all()')
hostile('5,000 cursors', () => ['BEGIN', chain(5_000, (at) => `DECLARE hx${at} CURSOR FOR SELECT ${at}`, ';'),
  chain(5_000, (at) => `FETCH hx${at}`, ';'), 'SELECT count(*) FROM pg_cursors', 'COMMIT'])
hostile('2,000 cursors WITH HOLD', () => ['BEGIN', chain(2_000, (at) =>
  `DECLARE hy${at} CURSOR WITH HOLD FOR SELECT * FROM generate_series(1, 1000)`, ';'), 'COMMIT', 'CLOSE ALL'])
hostile('a temporary table dropped and made 2,000 times', () =>
  chain(2_000, () => 'CREATE TEMP TABLE hxr (a int PRIMARY KEY); DROP TABLE hxr', ';'))
several('large objects by the thousand',
  'SELECT count(lo_from_bytea(0, decode(repeat(md5(i::text), 100), \'hex\'))) FROM '
    + 'generate_series(1, 20000) i', 'SELECT count(lo_unlink(oid)) FROM pg_largeobject_metadata')
several('GRANT on 2,000 tables', `DO $$ BEGIN FOR i IN 1..2000 LOOP EXECUTE format('CREATE TABLE hxg%s (a int)', i); END
LOOP; END $$`, 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO pg_read_all_data', `DO $$ BEGIN FOR i IN 1..2000 LOOP
EXECUTE format('DROP TABLE IF EXISTS hxg%s', i); END LOOP; END $$`)
