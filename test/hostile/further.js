/**
 * A hundred hostile statements more: big arguments for the functions that statements.js leaves out, objects by the
 * thousand, and what a session may keep without end.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name, sql: typeof sql === 'function' ? sql : () => sql })
}

// Texts and their readers.
hostile('words of a long text', "SELECT length(to_tsvector('english', repeat('running dogs ', 500000)))")
hostile('different words',
  "SELECT length(to_tsvector('simple', (SELECT string_agg('w' || i, ' ') FROM generate_series(1, 300000) i)))")
hostile('a long tsvector',
  "SELECT length((SELECT string_agg('w' || i || ':1A', ' ') FROM generate_series(1, 200000) i)::tsvector)")
hostile('a long tsquery',
  "SELECT numnode((SELECT string_agg('w' || i, ' & ') FROM generate_series(1, 200000) i)::tsquery)")
hostile('a nested tsquery', "SELECT numnode((repeat('(', 100000) || 'a' || repeat(')', 100000))::tsquery)")
hostile('a tsquery of nots', "SELECT numnode((repeat('!', 1000000) || 'a')::tsquery)")
hostile('phrases of phrases',
  "SELECT numnode((SELECT string_agg('(a|b|c)', ' <-> ') FROM generate_series(1, 3000) i)::tsquery)")
hostile('ts_rank of much',
  "SELECT ts_rank_cd(to_tsvector('simple', repeat('a b c ', 100000)), to_tsquery('simple', 'a & b & c'))")
hostile('ts_headline of much',
  "SELECT length(ts_headline('english', repeat('one two three ', 500000), to_tsquery('three & one')))")
hostile('websearch_to_tsquery', `SELECT numnode(websearch_to_tsquery('simple', repeat('a or "b c" -d ', 200000)))`)
hostile('tsvector, concatenated',
  "SELECT length(v || v || v) FROM (SELECT to_tsvector('simple', (SELECT string_agg('w' || i, ' ') FROM "
    + "generate_series(1, 100000) i)) AS v) s")
hostile('tsvector, unnested',
  "SELECT count(*) FROM unnest((SELECT string_agg('w' || i || ':1', ' ') FROM generate_series(1, 100000) "
    + "i)::tsvector)")
hostile('ts_delete',
  "SELECT length(ts_delete(v, tsvector_to_array(v))) FROM (SELECT (SELECT string_agg('w' || i, ' ') FROM "
    + "generate_series(1, 50000) i)::tsvector AS v) s")
hostile('a long range', "SELECT ('[' || repeat(' ', 20000000) || '1,2)')::int4range")
hostile('a range of long numbers',
  "SELECT length(numrange(repeat('9', 100000)::numeric, repeat('9', 100001)::numeric)::text)")
hostile('ranges, merged',
  "SELECT count(r) FROM (SELECT range_agg(int4range(i * 3, i * 3 + 1)) AS r FROM generate_series(1, 300000) i) s"
  )
hostile('range_intersect_agg',
  "SELECT range_intersect_agg(int4range(i, 100000000)) FROM generate_series(1, 3000000) i")
hostile('multiranges compared',
  "SELECT a = b, a < b, a && b, a @> b, a -|- b FROM (SELECT range_agg(int4range(i * 3, i * 3 + 1)) AS a, "
    + "range_agg(int4range(i * 3 + 1, i * 3 + 2)) AS b FROM generate_series(1, 200000) i) s")
hostile('a composite of arrays', () => ['CREATE TYPE pg_temp.hr AS (a int[], b text)',
  `SELECT ('("{' || repeat('1,', 2000000) || '1}",x)')::pg_temp.hr`])
hostile('arrays of composites', () => ['CREATE TYPE pg_temp.hr2 AS (a int, b text)',
  `SELECT cardinality(('{' || repeat('"(1,x)",', 500000) || '"(1,x)"}')::pg_temp.hr2[])`])
hostile('arrays of arrays', "SELECT cardinality(('{' || repeat('{1,2,3,4},', 1000000) || '{1,2,3,4}}')::int[])")
hostile('arrays of numerics', "SELECT cardinality(('{' || repeat('1.5,', 3000000) || '1}')::numeric[])")
hostile('arrays of timestamps',
  "SELECT cardinality(('{' || repeat('2020-01-01 00:00:00,', 500000) || '2020-01-01}')::timestamptz[])")
hostile('arrays of intervals',
  "SELECT length(array_fill('1 year 2 months 3 days 04:05:06'::interval, ARRAY[1000000])::text)")
hostile('arrays of uuids to text', "SELECT length(array_fill(gen_random_uuid(), ARRAY[1000000])::text)")
hostile('array hash', 'SELECT hash_array(array_fill(1.5::numeric, ARRAY[3000000]))')
hostile('array concatenation aggregate',
  'SELECT cardinality(array_agg(ARRAY[i, i, i, i])) FROM generate_series(1, 5000000) i')
hostile('array sorted', 'SELECT cardinality(array_agg(i ORDER BY -i)) FROM generate_series(1, 5000000) i')
hostile('array of texts, distinct',
  "SELECT cardinality(array_agg(DISTINCT 'x' || i)) FROM generate_series(1, 5000000) i")
hostile('array_to_json', 'SELECT length(array_to_json(array_fill(1.5::numeric, ARRAY[1000000]), true)::text)')
hostile('width_bucket in a huge array',
  'SELECT count(width_bucket(i::float8, a)) FROM (SELECT array_agg(i::float8) AS a FROM generate_series(1, '
    + '1000000) i) s, generate_series(1, 1000000) i')
hostile('array_position, again and again',
  'SELECT count(array_position(a, i)) FROM (SELECT array_agg(i) AS a FROM generate_series(1, 1000000) i) s, '
    + 'generate_series(1, 100000) i')
hostile('unnest of three',
  'SELECT count(*) FROM unnest(array_fill(1, ARRAY[2000000]), array_fill(\'a\'::text, ARRAY[1000000]), '
    + 'array_fill(1.5, ARRAY[500000]))')
hostile('jsonb_object_agg', "SELECT length(jsonb_object_agg('k' || i, i)::text) FROM generate_series(1, 2000000) i")
hostile('json_object_agg', "SELECT length(json_object_agg('k' || i, i)::text) FROM generate_series(1, 3000000) i")
hostile('jsonb_object of arrays',
  "SELECT length(jsonb_object(a, a)::text) FROM (SELECT array_agg('k' || i) AS a FROM generate_series(1, 300000) "
    + "i) s")
hostile('jsonb_each of many keys',
  "SELECT count(*) FROM (SELECT jsonb_object_agg('k' || i, i) AS j FROM generate_series(1, 300000) i) s, "
    + "jsonb_each(j)")
hostile('jsonb_object_keys',
  "SELECT count(*) FROM (SELECT jsonb_object_agg('k' || i, i) AS j FROM generate_series(1, 300000) i) s, "
    + "jsonb_object_keys(j)")
hostile('jsonb_path_query_array',
  "SELECT jsonb_array_length(jsonb_path_query_array(j, '$[*] ? (@ > 5).double()')) FROM (SELECT jsonb_agg(i) AS "
    + "j FROM generate_series(1, 1000000) i) s")
hostile('jsonb path, all levels', () =>
  `SELECT count(*) FROM jsonb_path_query(('${'[1,'.repeat(900)}1${']'.repeat(900)}')::jsonb, '$.**.**')`)
hostile('jsonb_insert, again and again', () =>
  `SELECT length(${'jsonb_insert('.repeat(200)}j${", '{0}', '1')".repeat(200)}::text) FROM (SELECT jsonb_agg(i) `
    + `AS j FROM generate_series(1, 100000) i) s`)
hostile('jsonb, deleted by path',
  "SELECT length((j #- '{k5,a}')::text) FROM (SELECT jsonb_object_agg('k' || i, '{\"a\":[1,2,3]}'::jsonb) AS j "
    + "FROM generate_series(1, 200000) i) s")
hostile('jsonb to text, again and again',
  "SELECT sum(length(j::text)) FROM (SELECT jsonb_agg(i) AS j FROM generate_series(1, 200000) i) s, "
    + "generate_series(1, 1000)")
hostile('json with long strings',
  "SELECT (('[' || repeat('\"' || repeat('\\u00e9', 1000) || '\",', 2000) || '1]')::jsonb) ->> 5")
hostile('jsonb exists any',
  "SELECT count(j ?| a) FROM (SELECT jsonb_object_agg('k' || i, i) AS j, array_agg('x' || i) AS a FROM "
    + "generate_series(1, 100000) i) s, generate_series(1, 1000)")
hostile('a numeric in jsonb', "SELECT length((('[' || repeat('9', 100000) || ']')::jsonb)::text)")
hostile('xml of much', "SELECT length(xmlparse(CONTENT repeat('<a>b</a>', 500000))::text)")
hostile('xml, deep', "SELECT length(xmlparse(DOCUMENT repeat('<a>', 100000) || repeat('</a>', 100000))::text)")
hostile('xml, aggregated', "SELECT length(xmlagg(xmlelement(name x, i))::text) FROM generate_series(1, 1000000) i")
hostile('xpath over much',
  "SELECT cardinality(xpath('//b[. > 5]', xmlparse(DOCUMENT '<a>' || repeat('<b>7</b>', 100000) || '</a>')))")
hostile('xpath, quadratic',
  "SELECT cardinality(xpath('//b[count(preceding::b) > 5]', xmlparse(DOCUMENT '<a>' || repeat('<b>7</b>', 20000) "
    + "|| '</a>')))")
hostile('xmltable',
  "SELECT count(*) FROM xmltable('//b' PASSING xmlparse(DOCUMENT '<a>' || repeat('<b>7</b>', 50000) || '</a>') "
    + "COLUMNS v int PATH '.')")
hostile('table_to_xml',
  "SELECT length(query_to_xml('SELECT i, i AS j FROM generate_series(1, 500000) i', true, false, '')::text)")
hostile('a path of many points', "SELECT length(('[' || repeat('(1,2),', 1000000) || '(1,2)]')::path)")
hostile('paths, crossing',
  "SELECT p ?# p FROM (SELECT ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path AS p FROM "
    + "generate_series(1, 20000) i) s")
hostile('polygons, overlapping',
  "SELECT p && q, p @> q, p ~= q FROM (SELECT ('(' || string_agg('(' || i || ',' || i % 7 || ')', ',') || "
    + "')')::polygon AS p, ('(' || string_agg('(' || i || ',' || i % 5 || ')', ',') || ')')::polygon AS q FROM "
    + "generate_series(1, 5000) i) s")
hostile('polygon of a circle', "SELECT npoints(polygon(5000000, circle '<(0,0),1>'))")
hostile('distance of paths',
  "SELECT p <-> p FROM (SELECT ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path AS p FROM "
    + "generate_series(1, 5000) i) s")
hostile('bit strings, counted',
  "SELECT bit_count(repeat('1', 20000000)::varbit), position(B'0' IN repeat('1', 20000000)::varbit)")
hostile('bit strings, needle',
  "SELECT position(repeat('10', 50000)::varbit || B'0' IN repeat('10', 5000000)::varbit)")
hostile('overlay of bytes',
  "SELECT length(overlay(convert_to(repeat('ab', 10000000), 'UTF8') PLACING '\\x00' FROM 5000000))")
hostile('position in bytes',
  "SELECT position(convert_to(repeat('a', 50000) || 'b', 'UTF8') IN convert_to(repeat('a', 10000000), 'UTF8'))")
hostile('regexp_like of alternatives', () =>
  `SELECT regexp_count(repeat('abc', 1000000), '${chain(3_000, (at) => `w${at}`, '|')}')`)
hostile('regexp_instr, far', "SELECT regexp_instr(repeat('ab', 10000000), 'b', 1, 5000000)")
hostile('regexp_substr with groups', "SELECT regexp_substr(repeat('ab', 5000000) || 'c', '((a)(b))*c', 1, 1, '', 2)")
hostile('a regular expression with a back reference', "SELECT repeat('ab', 20000) ~ '^(.*)(.*)\\1\\2$'")
hostile('string_to_table', "SELECT count(*) FROM string_to_table(repeat('a,', 10000000), ',')")
hostile('to_date, again and again',
  "SELECT count(to_date('2020-01-' || i % 28 + 1, 'YYYY-MM-DD')) FROM generate_series(1, 100000000) i")
hostile('numeric series',
  "SELECT sum(n * n) FROM (SELECT repeat('9', 20000)::numeric AS n FROM generate_series(1, 1000000)) s")
hostile('numeric to many bases', "SELECT to_hex(i), md5(i::text) FROM generate_series(1, 100000000) i WHERE i < 0")
hostile('stddev of long numerics', "SELECT stddev(repeat('9', 10000)::numeric + i) FROM generate_series(1, 100000) i")

// Rows, windows, recursion.
hostile('string_agg, ordered',
  "SELECT length(string_agg(i::text, ',' ORDER BY -i)) FROM generate_series(1, 3000000) i")
hostile('string_agg, growing',
  "SELECT max(length(s)) FROM (SELECT string_agg('x', '') OVER (ORDER BY i) AS s FROM generate_series(1, 200000) "
    + "i) q")
hostile('array_agg, growing',
  'SELECT max(cardinality(s)) FROM (SELECT array_agg(i) OVER (ORDER BY i) AS s FROM generate_series(1, 200000) '
    + 'i) q')
hostile('a window frame by groups',
  'SELECT max(s) FROM (SELECT sum(i) OVER (ORDER BY i % 1000 GROUPS BETWEEN 100 PRECEDING AND 100 FOLLOWING '
    + 'EXCLUDE TIES) AS s FROM generate_series(1, 1000000) i) q')
hostile('a window frame by range',
  "SELECT max(s) FROM (SELECT count(*) OVER (ORDER BY i RANGE BETWEEN 100000 PRECEDING AND 100000 FOLLOWING "
    + "EXCLUDE CURRENT ROW) AS s FROM generate_series(1, 1000000) i) q")
hostile('max over moving frames',
  'SELECT sum(s) FROM (SELECT max(i) OVER (ORDER BY i ROWS BETWEEN 10000 PRECEDING AND 10000 FOLLOWING) AS s '
    + 'FROM generate_series(1, 1000000) i) q')
hostile('a hundred windows', () =>
  `SELECT ${chain(100, (at) => `sum(i) OVER (ORDER BY i % ${at + 1})`)} FROM generate_series(1, 10000) i`)
hostile('many aggregates', () => `SELECT ${chain(1_600, (at) => `sum(i + ${at})`)} FROM generate_series(1, 10000) i`)
hostile('many DISTINCT aggregates', () =>
  `SELECT ${chain(200, (at) => `count(DISTINCT i % ${at + 1000})`)} FROM generate_series(1, 100000) i`)
hostile('groups without end',
  'SELECT count(*) FROM (SELECT i, array_agg(i), string_agg(i::text, \',\'), jsonb_agg(i) FROM '
    + 'generate_series(1, 10000000) i GROUP BY i) s')
hostile('recursion of wide rows',
  "WITH RECURSIVE r(i, t) AS (SELECT 1, repeat('x', 1000) UNION ALL SELECT i + 1, t FROM r) SELECT count(*) FROM "
    + "r")
hostile('recursion with SEARCH',
  'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 1000000) SEARCH DEPTH FIRST BY i SET '
    + 'o SELECT count(*) FROM r')
hostile('recursion with CYCLE',
  'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT (i + 1) % 1000000 FROM r) CYCLE i SET c USING p SELECT '
    + 'count(*) FROM r')
hostile('a materialized CTE of much',
  "WITH c AS MATERIALIZED (SELECT i, repeat('x', 100) || i AS t FROM generate_series(1, 30000000) i) SELECT "
    + "count(*) FROM c a, c b")
hostile('DISTINCT ON',
  "SELECT count(*) FROM (SELECT DISTINCT ON (i % 1000000) i, repeat('x', 100) FROM generate_series(1, 30000000) "
    + "i ORDER BY i % 1000000, i) s")
hostile('EXCEPT and INTERSECT',
  'SELECT count(*) FROM (SELECT generate_series(1, 10000000) EXCEPT SELECT generate_series(1, 10000000) '
    + 'INTERSECT ALL SELECT generate_series(1, 10000000)) s')
hostile('LATERAL of much',
  'SELECT count(*) FROM generate_series(1, 100000) i, LATERAL (SELECT array_agg(j) FROM generate_series(1, i) j) '
    + 's')
hostile('FULL JOIN of much',
  'SELECT count(*) FROM generate_series(1, 5000000) a(i) FULL JOIN generate_series(1, 5000000) b(i) USING (i)')

// Objects by the thousand.
hostile('5,000 created tables, rolled back', () => ['BEGIN',
  `DO $$ BEGIN FOR i IN 1 .. 5000 LOOP EXECUTE 'CREATE TABLE hroll' || i || ' (a int)'; END LOOP; END $$`,
  'ROLLBACK'])
hostile('5,000 functions, dropped', () => ['CREATE SCHEMA hfun',
  `DO $$ BEGIN FOR i IN 1 .. 5000 LOOP EXECUTE 'CREATE FUNCTION hfun.f' || i || '() RETURNS int LANGUAGE sql AS `
    + `''SELECT 1'''; END LOOP; END $$`, 'DROP SCHEMA hfun CASCADE'])
hostile('3,000 views of one table', () => ['CREATE TABLE hvt (a int)',
  `DO $$ BEGIN FOR i IN 1 .. 3000 LOOP EXECUTE 'CREATE VIEW hvv' || i || ' AS SELECT a FROM hvt'; END LOOP; END `
    + `$$`, 'DROP TABLE hvt CASCADE'])
hostile('2,000 foreign keys to one table', () => ['CREATE TABLE hpk (a int PRIMARY KEY)',
  `DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE TABLE hfk' || i || ' (a int REFERENCES hpk)'; END LOOP; `
    + `END $$`, 'DELETE FROM hpk', 'DROP TABLE hpk CASCADE'])
hostile('a grant to 2,000 roles', () => ['CREATE TABLE hgr (a int)',
  `DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE ROLE hrole' || i; EXECUTE 'GRANT SELECT ON hgr TO hrole' `
    + `|| i; END LOOP; END $$`, 'SELECT * FROM hgr', 'REVOKE ALL ON hgr FROM PUBLIC'])
hostile('1,000 triggers on a table', () => [
  "CREATE TABLE htr (a int); CREATE FUNCTION htrf() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
  ,
  `DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE 'CREATE TRIGGER t' || i || ' BEFORE INSERT ON htr FOR EACH ROW `
    + `EXECUTE FUNCTION htrf()'; END LOOP; END $$`, 'INSERT INTO htr SELECT generate_series(1, 10000)',
  'DROP TABLE htr'])
hostile('1,000 CHECKs on a table', () => [
  `CREATE TABLE hck (a int, ${chain(1_000, (at) => `CHECK (a <> ${-at - 1})`)})`,
  'INSERT INTO hck SELECT generate_series(1, 10000)', 'DROP TABLE hck'])
hostile('comments by the thousand',
  `DO $$ BEGIN FOR i IN 1 .. 100000 LOOP EXECUTE 'COMMENT ON SCHEMA public IS ''c' || i || ''''; END LOOP; END $$`
  )
hostile('an endless loop in PL/pgSQL', 'DO $$ BEGIN LOOP END LOOP; END $$')
hostile('an endless loop of exceptions',
  'DO $$ BEGIN LOOP BEGIN RAISE division_by_zero; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$')
hostile('a text that grows in PL/pgSQL',
  "DO $$ DECLARE t text := ''; BEGIN LOOP t := t || repeat('x', 1000); END LOOP; END $$")
hostile('an array that grows in PL/pgSQL', 'DO $$ DECLARE a int[]; BEGIN LOOP a := a || 1; END LOOP; END $$')
hostile('a notice flood',
  "DO $$ BEGIN FOR i IN 1 .. 100000000 LOOP RAISE NOTICE '%', repeat('x', 1000); END LOOP; END $$")
hostile('prepared statements without end',
  "DO $$ BEGIN FOR i IN 1 .. 100000000 LOOP EXECUTE 'PREPARE hpe' || i || ' AS SELECT ' || i || ', $1::int'; END "
    + "LOOP; END $$")
hostile('different statements without end',
  "DO $$ DECLARE n int; BEGIN FOR i IN 1 .. 100000000 LOOP EXECUTE 'SELECT ' || i || ' AS c' || i INTO n; END "
    + "LOOP; END $$")
hostile('cursors in PL/pgSQL',
  "DO $$ DECLARE c refcursor; BEGIN FOR i IN 1 .. 100000000 LOOP c := 'hcu' || i; OPEN c FOR SELECT "
    + "generate_series(1, 1000000); MOVE 1000 FROM c; END LOOP; END $$")
hostile('settings of great length',
  "SELECT length(set_config('my.setting', repeat('x', 30000000), false)), length(current_setting('my.setting'))"
  )
hostile('many settings',
  "SELECT count(set_config('my.s' || i, repeat('x', 1000), false)) FROM generate_series(1, 10000000) i")
hostile('deferred keys by the million', () => [
  'CREATE TABLE hdk (a int PRIMARY KEY, b int REFERENCES hdk DEFERRABLE INITIALLY DEFERRED)', 'BEGIN',
  'INSERT INTO hdk SELECT i, i FROM generate_series(1, 1000000) i', 'COMMIT', 'DROP TABLE hdk'])
hostile('an update of a key with a million references', () => [
  'CREATE TABLE huk (a int PRIMARY KEY); INSERT INTO huk VALUES (1); CREATE TABLE hukr (a int REFERENCES huk ON '
    + 'UPDATE CASCADE)', 'INSERT INTO hukr SELECT 1 FROM generate_series(1, 300000)', 'UPDATE huk SET a = 2',
  'DROP TABLE huk, hukr'])
hostile('gin of many words', () => ['CREATE TEMP TABLE hgin (v tsvector); CREATE INDEX ON hgin USING gin (v)',
  "INSERT INTO hgin SELECT to_tsvector('simple', (SELECT string_agg('w' || j, ' ') FROM generate_series(i * "
    + "1000, i * 1000 + 1000) j)) FROM generate_series(1, 100) i", 'DROP TABLE hgin'])
hostile('gist of many boxes', () => ['CREATE TEMP TABLE hgist (b box)',
  "INSERT INTO hgist SELECT box(point(i, i), point(i + 1, i + 1)) FROM generate_series(1, 200000) i",
  'CREATE INDEX ON hgist USING gist (b)', 'DROP TABLE hgist'])
hostile('a partition moved', () => [
  'CREATE TABLE hmv (a int, b text) PARTITION BY RANGE (a); CREATE TABLE hmv1 PARTITION OF hmv FOR VALUES FROM '
    + '(0) TO (1000000); CREATE TABLE hmv2 PARTITION OF hmv FOR VALUES FROM (1000000) TO (3000000)',
  "INSERT INTO hmv SELECT i, repeat('x', 100) FROM generate_series(1, 200000) i",
  'UPDATE hmv SET a = a + 1000000', 'DROP TABLE hmv'])
