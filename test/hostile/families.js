/**
 * Hostile statements by families that the other two files leave out: nested values as text, casts of great values,
 * statistics, definitions with thousands of parts, grouping sets, COPY, cursors, what sessions keep, the extensions.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name, sql: typeof sql === 'function' ? sql : () => sql })
}

/** @param {string} extension @param {string} name @param {...string} sql */
const extended = (extension, name, ...sql) =>
  hostile(name, () => [`CREATE EXTENSION IF NOT EXISTS ${extension}`, ...sql])

// Values within values, as text and back.
hostile('a few huge texts in an array', "SELECT length(array_fill(repeat('a\"b', 500000), ARRAY[30])::text)")
hostile('a few huge texts in an array, from text',
  "SELECT cardinality(array_fill(repeat('a\"b', 300000), ARRAY[30])::text::text[])")
hostile('huge texts in rows', "SELECT length(ROW(repeat('a\"b', 3000000), repeat('c,', 3000000))::text)")
hostile('rows in rows in rows',
  () => `SELECT length(${'ROW('.repeat(12)}repeat('a"b', 1000)${')'.repeat(12)}::text)`)
hostile('arrays in rows in arrays', () => ['CREATE TYPE pg_temp.hn1 AS (a int[], b text)',
  "SELECT length(array_fill(ROW(array_fill(7, ARRAY[1000]), 'x')::pg_temp.hn1, ARRAY[2000])::text)"])
hostile('arrays in rows in arrays, from text', () => ['CREATE TYPE pg_temp.hn2 AS (a int[], b text)',
  "SELECT cardinality((array_fill(ROW(array_fill(7, ARRAY[1000]), 'x')::pg_temp.hn2, ARRAY[1000])::text)"
    + '::pg_temp.hn2[])'])
hostile('arrays in rows in arrays, sent', () => ['CREATE TYPE pg_temp.hn3 AS (a int[], b text)',
  "SELECT array_fill(ROW(array_fill(7, ARRAY[1000]), 'x')::pg_temp.hn3, ARRAY[1000])"])
hostile('a domain over a huge array', () => ['CREATE DOMAIN pg_temp.hd AS int[] CHECK (cardinality(VALUE) > 0)',
  "SELECT cardinality(('{' || repeat('1,', 4000000) || '1}')::pg_temp.hd)"])
hostile('multiranges of numerics, to text',
  "SELECT length(range_agg(numrange(i * 2, i * 2 + 1.5))::text) FROM generate_series(1, 300000) i")
hostile('multiranges of timestamps',
  "SELECT length(range_agg(tsrange(t, t + '1 min'))::text) FROM generate_series('2000-01-01'::timestamp, "
    + "'2001-01-01', '2 min') t")
hostile('arrays of ranges', "SELECT cardinality(('{' || repeat('\"[1,5)\",', 500000) || '\"[1,2)\"}')::int4range[])")
hostile('arrays of jsonb', "SELECT length(array_fill('{\"a\": [1, 2, 3]}'::jsonb, ARRAY[500000])::text)")
hostile('arrays of polygons',
  "SELECT length(array_fill(('(' || repeat('(1,2),', 1000) || '(1,2))')::polygon, ARRAY[300])::text)")
hostile('arrays of names, hashed', "SELECT hash_array(array_fill('abc'::name, ARRAY[2000000]))")
hostile('whole rows as text',
  "SELECT sum(length(s::text)) FROM (SELECT i, repeat('a\"', 1000) AS t FROM generate_series(1, 1000000) i) s")

// Casts of great values to every kind of type.
for (const type of ['int', 'numeric', 'float8', 'date', 'timestamptz', 'interval', 'time', 'inet', 'macaddr', 'uuid',
  'bit(8)', 'varbit', 'money', 'point', 'path', 'box', 'circle', 'line', 'lseg', 'tsvector', 'tsquery', 'json', 'jsonb',
  'jsonpath', 'xml', 'int[]', 'text[]', 'int4range', 'nummultirange', 'regproc', 'regtype', 'pg_lsn', 'txid_snapshot',
  'bytea', 'bool', 'oid', 'tid', 'cidr', 'oidvector', 'int2vector', 'pg_class', 'aclitem', 'char(10)', 'refcursor']) {
  hostile(`ten million digits as ${type}`, `SELECT length((repeat('1', 10000000)::${type})::text)`)
  hostile(`three million brackets as ${type}`, `SELECT length((repeat('({[<"', 600000)::${type})::text)`)
}
for (const type of ['name', 'varchar(3)', 'bpchar', 'bytea', 'xml', 'json', 'jsonb', 'tsvector'])
  hostile(`a long jsonb as ${type}`, `SELECT length((to_jsonb(array_fill(1, ARRAY[1000000]))::text::${type})::text)`)
hostile('jsonb to numbers', "SELECT sum(('[1,2]'::jsonb -> 0)::int) FROM generate_series(1, 100000000)")
hostile('arrays from one type to another', 'SELECT cardinality(array_fill(1.5::numeric, '
    + 'ARRAY[2000000])::int[]::text[])')
hostile('arrays to jsonb and back',
  "SELECT count(*) FROM jsonb_array_elements_text(to_jsonb(array_fill('a'::text, ARRAY[1000000]))) e(v)")

// Functions of great arguments.
hostile('a date formatted again and again',
  "SELECT count(to_char(now(), repeat('Day, DD Month YYYY HH24:MI:SS.US ', 300))) FROM generate_series(1, 100000)")
hostile('a number read by a long picture', "SELECT to_number(repeat('9,', 100000), repeat('9,', 100000))")
hostile('many spaces in a picture', "SELECT to_date('2020' || repeat(' ', 1000000) || '01', 'YYYY MM')")
hostile('levels of a path', "SELECT jsonb_set(j, array_fill('0'::text, ARRAY[900]), '1') IS NULL FROM (SELECT "
  + "(repeat('[', 900) || repeat(']', 900))::jsonb AS j) s, generate_series(1, 100000)")
hostile('percentiles of many rows', 'SELECT percentile_cont((SELECT array_agg(i / 1e6) FROM generate_series(0, 1000000)'
  + ' i)) WITHIN GROUP (ORDER BY j) FROM generate_series(1, 1000000) j')
hostile('percentiles of intervals', "SELECT cardinality(percentile_cont(array_fill(0.3::float8, ARRAY[500000])) WITHIN "
  + "GROUP (ORDER BY make_interval(secs => i))) FROM generate_series(1, 1000) i")
hostile('hypothetical ranks', () => `SELECT ${chain(500, (at) => `rank(${at}) WITHIN GROUP (ORDER BY i)`)} FROM `
  + 'generate_series(1, 20000) i')
hostile('regression of many', 'SELECT regr_slope(i, j), corr(i, j), regr_r2(j, i) FROM generate_series(1, 5000) i, '
  + 'generate_series(1, 5000) j')
hostile('xmlagg, ordered', 'SELECT length(xmlagg(xmlelement(name a, i) ORDER BY -i)::text) FROM generate_series(1, '
  + '500000) i')
hostile('json_agg, ordered', 'SELECT length(json_agg(i ORDER BY -i)::text) FROM generate_series(1, 2000000) i')
hostile('json_object_agg of long keys',
  "SELECT length(json_object_agg(repeat('k', 10000) || i, i)::text) FROM generate_series(1, 20000) i")
hostile('jsonb_object_agg of long keys',
  "SELECT length(jsonb_object_agg(repeat('k', 10000) || i, i)::text) FROM generate_series(1, 20000) i")
hostile('jsonb_object_agg, growing', "SELECT max(length(j::text)) FROM (SELECT jsonb_object_agg('k' || i, i) OVER "
  + '(ORDER BY i) AS j FROM generate_series(1, 20000) i) s')
hostile('bit_and of long bits', "SELECT length(bit_or(repeat('10', 500000)::varbit)) FROM generate_series(1, 10000)")
hostile('max of arrays', 'SELECT cardinality(max(array_fill(i, ARRAY[100000]))) FROM generate_series(1, 10000) i')
hostile('max of rows', "SELECT max(ROW(repeat('a', 100000), i)::text) FROM generate_series(1, 10000) i")
hostile('ranges that touch', 'SELECT count(*) FROM (SELECT range_agg(int8range(i, i + 1)) OVER (ORDER BY i) FROM '
  + 'generate_series(1, 20000) i) s')
hostile('multirange_agg', 'SELECT length(range_agg(m)::text) FROM (SELECT int4multirange(int4range(i * 2, i * 2 + 1), '
  + 'int4range(-i * 2, -i * 2 + 1)) AS m FROM generate_series(1, 500000) i) s')
hostile('numbers of a great scale', "SELECT count(round(1 / i::numeric, 16000)) FROM generate_series(1, 100000) i")
hostile('numeric mod and div', "SELECT count(mod(repeat('9', 100000)::numeric, repeat('7', 5000)::numeric + i)) FROM "
  + 'generate_series(1, 10000) i')
hostile('numeric to float', "SELECT count((repeat('9', 300)::numeric * i)::float8) FROM generate_series(1, 30000000) i")
hostile('trim_scale, min_scale', "SELECT min_scale(('1.' || repeat('0', 16000))::numeric + i), trim_scale(('1.' || "
  + "repeat('0', 16000))::numeric + i) FROM generate_series(1, 1000000) i")
hostile('a regular expression of classes', "SELECT 'x' ~ repeat('[[:alpha:][:digit:]]?', 20000)")
hostile('a regular expression of alternatives', () => `SELECT 'x' ~ '${chain(50_000, (at) => `a${at}`, '|')}'`)
hostile('a regular expression of groups', "SELECT 'x' ~ (repeat('(', 10000) || 'a' || repeat(')', 10000))")
hostile('a regular expression of bounds within bounds', "SELECT repeat('a', 1000) ~ '((a{1,50}){1,50}){1,50}b'")
hostile('regular expressions by the row', "SELECT count(*) FROM generate_series(1, 1000000) i WHERE 'abc' ~ ('a' || i)")
hostile('a lookahead over much', "SELECT repeat('ab', 500000) ~ '(?=(a|b)*c)'")
hostile('SIMILAR TO of alternatives', () => `SELECT repeat('a', 1000000) SIMILAR TO '(${chain(2_000, (at) => `a${at}`,
  '|')})*'`)
hostile('regexp_replace with references', "SELECT length(regexp_replace(repeat('ab', 1000000), '(a)(b)', "
    + "'\\2\\1\\2\\1\\&', 'g'))")
hostile('LIKE ANY of many', "SELECT count(*) FROM generate_series(1, 1000) i WHERE repeat('a', 1000) LIKE ANY (SELECT "
    + "'%' || j || '%' FROM generate_series(1, 10000) j)")
hostile('convert to odd encodings', "SELECT length(convert_to(repeat('é', 5000000), 'LATIN1')), "
    + "length(convert_to(repeat('日', 2000000), 'SJIS'))")
hostile('to_ascii, pg_client_encoding', "SELECT length(to_ascii(convert_from(convert_to(repeat('e', 10000000), "
    + "'LATIN1'), 'LATIN1'), 'LATIN1'))")
hostile('substring of bytea by the row', "SELECT sum(length(substring(b from i for 100000))) FROM (SELECT "
    + "convert_to(repeat('ab', 5000000), 'UTF8') AS b) s, generate_series(1, 1000000) i")
hostile('get_bit over much', "SELECT sum(get_bit(b, i)) FROM (SELECT repeat('10', 5000000)::varbit AS b) s, "
    + "generate_series(1, 10000000 - 1) i")
hostile('crc and sha of the row', "SELECT count(sha224(convert_to(repeat('ab', i), 'UTF8'))) FROM generate_series(1, "
    + "100000) i")
hostile('pg_size_pretty of much', "SELECT pg_size_bytes(repeat('1', 5000000) || ' MB')")
hostile('format with many positions', () => `SELECT length(format('${'%1$s'.repeat(100_000)}', repeat('x', 1000)))`)
hostile('current_setting of a long name', "SELECT current_setting(repeat('a.', 3000000) || 'a', true)")
hostile('make_date by the row', 'SELECT count(age(make_date(i % 9999 + 1, 1, 1))) FROM generate_series(1, 100000000) i')
hostile('zones by the row', "SELECT count(now() AT TIME ZONE ('UTC+' || i % 12)) FROM generate_series(1, 100000000) i")
hostile('date_bin and series', "SELECT count(date_bin('1 second', t, 'epoch')) FROM "
    + "generate_series('1900-01-01'::timestamp, '2100-01-01', '1 second') t")
hostile('inet_merge and friends', "SELECT count(inet_merge('10.0.0.0'::inet + i, '10.0.0.0')) FROM generate_series(1, "
    + "30000000) i")
hostile('json_array_elements of long texts', "SELECT sum(length(e::text)) FROM json_array_elements(('[' || "
    + "repeat('\"' || repeat('x', 100000) || '\",', 200) || '1]')::json) e")
hostile('json paths by the row', "SELECT count(('{\"a\":' || repeat('[', 500) || repeat(']', 500) || '}')::json #> "
    + "'{a,0,0,0}') FROM generate_series(1, 1000000)")
hostile('jsonb_populate_record of much', () => ['CREATE TYPE pg_temp.hp AS (a int[], b text)',
  "SELECT cardinality((jsonb_populate_record(NULL::pg_temp.hp, jsonb_build_object('a', to_jsonb(array_fill(1, "
    + "ARRAY[1000000]))))).a)"])
hostile('json_populate_record of nested rows', () => ['CREATE TYPE pg_temp.hq AS (a int, b int)',
  'CREATE TYPE pg_temp.hr3 AS (r pg_temp.hq[])', "SELECT cardinality((json_populate_record(NULL::pg_temp.hr3, "
    + "('{\"r\":[' || repeat('{\"a\":1,\"b\":2},', 300000) || '{}]}')::json)).r)"])
hostile('json_to_record of a huge object', "SELECT * FROM json_to_record(('{' || repeat('\"x\":[1,2],', 500000) || "
    + "'\"a\":1}')::json) AS t(a int, b text)")
hostile('jsonb subscripts, assigned', "DO $$ DECLARE j jsonb := '[]'; BEGIN FOR i IN 0 .. 1000000 LOOP j[i] := "
    + "to_jsonb(i); END LOOP; END $$")
hostile('jsonb path arithmetic', "SELECT count(*) FROM jsonb_path_query(to_jsonb(array_fill(1, ARRAY[1000000])), "
    + "'$[*] + 1')")
hostile('jsonb path keyvalue', "SELECT count(*) FROM (SELECT jsonb_object_agg(i::text, i) AS j FROM "
    + "generate_series(1, 200000) i) s, jsonb_path_query(j, '$.keyvalue()')")
hostile('jsonb path datetime', "SELECT count(*) FROM jsonb_path_query_tz(to_jsonb(array_fill('2020-01-01'::text, "
    + "ARRAY[300000])), '$[*] ? (@.datetime() > \"2019-01-01\".datetime())')")
hostile('jsonb path comparison of two sides', "SELECT jsonb_path_match(to_jsonb(array_fill(1, ARRAY[5000])), "
    + "'exists($[*] ? (@ > $[*] + 1))')")

// Deep nesting of other syntax.
const deep = (/** @type {number} */ count, /** @type {string} */ open, /** @type {string} */ inner,
  /** @type {string} */ close) => `SELECT ${open.repeat(count)}${inner}${close.repeat(count)}`
hostile('nested COALESCE', () => deep(2_000, 'coalesce(NULL, ', '1', ')'))
hostile('nested casts', () => `SELECT 1${'::text::int'.repeat(5_000)}`)
hostile('nested subscripts', () => deep(3_000, "('{1}'::int[])[", '1', ']'))
hostile('rows within rows, sent', () => `SELECT ${'ROW('.repeat(60)}1${')'.repeat(60)}`)
hostile('nested ROW', () => deep(1_000, 'ROW(', '1', ')'))
hostile('nested EXISTS', () => deep(300, 'EXISTS (SELECT ', '1', ')'))
hostile('nested CTEs', () => `${'WITH a AS ('.repeat(300)}SELECT 1${') SELECT * FROM a'.repeat(300)}`)
hostile('nested joins', () => `SELECT count(*) FROM ${'('.repeat(150)}(SELECT 1 AS a) t${chain(150,
  (at) => ` CROSS JOIN (SELECT ${at}) x${at})`, '')}`)
hostile('nested set operations', () => `${'('.repeat(1_000)}SELECT 1${' UNION SELECT 2)'.repeat(1_000)}`)
hostile('nested collations', () => `SELECT 'a'${' COLLATE "C"'.repeat(10_000)}`)
hostile('nested AT TIME ZONE', () => `SELECT now()${" AT TIME ZONE 'UTC'".repeat(5_000)}`)
hostile('nested IS NULL', () => `SELECT 1${' IS NULL'.repeat(10_000)}`)
hostile('nested types of arrays', () => `SELECT NULL::int${'[]'.repeat(100_000)}`)
hostile('a path of names', () => `SELECT ${'a.'.repeat(100_000)}a`)
hostile('nested functions with names', () => deep(1_000, "lpad(string => ", "'a'", ', length => 3)'))
hostile('LATERAL in LATERAL', () => `SELECT count(*) FROM ${chain(150,
  (at) => `LATERAL (SELECT ${at === 0 ? '1' : `t${at - 1}.a`} AS a OFFSET 0) t${at}`)}`)
hostile('PL/pgSQL blocks within blocks', () => `DO $$ ${'BEGIN '.repeat(2_000)} NULL; ${'END; '.repeat(2_000)} $$`)
hostile('PL/pgSQL IFs within IFs', () => `DO $$ BEGIN ${'IF true THEN '.repeat(2_000)} NULL; `
    + `${'END IF; '.repeat(2_000)} END $$`)
hostile('a long PL/pgSQL body', () => `DO $$ DECLARE n int := 0; BEGIN ${'n := n + 1; '.repeat(50_000)} END $$`)
hostile('many PL/pgSQL variables', () => `DO $$ DECLARE ${chain(20_000, (at) => `v${at} int := ${at};`,
  ' ')} BEGIN NULL; END $$`)
hostile('a long CASE in PL/pgSQL', () => `DO $$ DECLARE n int := 5; BEGIN CASE n ${chain(10_000,
  (at) => `WHEN ${at} THEN n := ${at};`, ' ')} END CASE; END $$`)
hostile('an ELSIF chain', () => `DO $$ DECLARE n int := 5; BEGIN IF n < 0 THEN NULL; ${chain(10_000,
  (at) => `ELSIF n = -${at} THEN n := ${at};`, ' ')} END IF; END $$`)
hostile('a huge DO of a bad statement', () => `DO $$ BEGIN ${'PERFORM 1; '.repeat(50_000)} PERFORM ( ; END $$`)

// Grouping sets, windows, recursion.
hostile('CUBE of twelve twice', () => `SELECT count(*) FROM generate_series(1, 10) a GROUP BY CUBE (${chain(6,
  (at) => `(a % ${at + 2})`)}), CUBE (${chain(6, (at) => `(a % ${at + 9})`)})`)
hostile('ROLLUP of many', () => `SELECT count(*) FROM (SELECT count(*) FROM generate_series(1, 1000) a GROUP BY `
    + `ROLLUP (${chain(300, (at) => `(a % ${at + 2})`)})) s`)
hostile('GROUPING SETS by the thousand', () => `SELECT count(*) FROM (SELECT count(*) FROM generate_series(1, 1000) a `
    + `GROUP BY GROUPING SETS (${chain(2_000, (at) => `(a % 100 + ${at})`)})) s`)
hostile('ROLLUP of one column by the thousand', () => `SELECT count(*) FROM (SELECT count(*) FROM generate_series(1, `
    + `10) a GROUP BY ROLLUP (${chain(4_000, () => 'a')})) s`)
hostile('ROLLUP of too many', () => `SELECT 1 FROM generate_series(1, 10) a GROUP BY ROLLUP (${chain(20_000,
  () => 'a')})`)
hostile('CUBE of wide parts', () => `SELECT count(*) FROM generate_series(1, 10) a GROUP BY CUBE (${chain(12,
  () => `(${chain(1_000, () => 'a')})`)})`)
hostile('GROUP BY DISTINCT of cubes', () => `SELECT count(*) FROM generate_series(1, 10) a GROUP BY DISTINCT CUBE `
    + `(${chain(12, () => 'a')})`)
hostile('frames of all rows', "SELECT max(s) FROM (SELECT array_agg(i) OVER (ORDER BY i ROWS BETWEEN 10000 PRECEDING "
    + "AND 10000 FOLLOWING) AS s FROM generate_series(1, 100000) i) q")
hostile('string_agg over moving frames', "SELECT max(length(s)) FROM (SELECT string_agg('x', ',') OVER (ORDER BY i "
    + "ROWS BETWEEN 5000 PRECEDING AND 5000 FOLLOWING) AS s FROM generate_series(1, 100000) i) q")
hostile('jsonb_agg over moving frames', "SELECT max(length(s::text)) FROM (SELECT jsonb_agg(i) OVER (ORDER BY i ROWS "
    + "BETWEEN 5000 PRECEDING AND CURRENT ROW) AS s FROM generate_series(1, 50000) i) q")
hostile('numeric sums over moving frames', "SELECT max(s) FROM (SELECT stddev(i::numeric ^ 20) OVER (ORDER BY i ROWS "
    + "BETWEEN 5000 PRECEDING AND 5000 FOLLOWING EXCLUDE TIES) AS s FROM generate_series(1, 50000) i) q")
hostile('windows with FILTER', () => `SELECT count(*) FROM (SELECT ${chain(50,
  (at) => `count(*) FILTER (WHERE i % ${at + 2} = 0) OVER (ORDER BY i ROWS BETWEEN 1000 PRECEDING AND `
    + `1000 FOLLOWING EXCLUDE GROUP)`)} FROM generate_series(1, 20000) i) s`)
hostile('recursion of arrays', 'WITH RECURSIVE r(a) AS (SELECT ARRAY[1] UNION SELECT a || a[1] FROM r WHERE '
    + 'cardinality(a) < 20000) SELECT count(*) FROM r')
hostile('recursion of a mandelbrot set', "WITH RECURSIVE x(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM x WHERE i < "
    + "300), z(ix, iy, cx, cy, x, y, i) AS (SELECT a.i, b.i, a.i / 100.0, b.i / 100.0, a.i / 100.0, b.i / 100.0, 0 "
    + "FROM x a, x b UNION ALL SELECT ix, iy, cx, cy, x * x - y * y + cx, y * x * 2 + cy, i + 1 FROM z WHERE x * x + "
    + "y * y < 16 AND i < 100) SELECT count(*) FROM z")
hostile('permutations by recursion', "WITH RECURSIVE r(a) AS (SELECT ARRAY[i] FROM generate_series(1, 15) i UNION ALL "
    + "SELECT a || i FROM r, generate_series(1, 15) i WHERE NOT i = ANY (a)) SELECT count(*) FROM r")
hostile('sets of rows in the list', 'SELECT count(*) FROM (SELECT generate_series(1, i), unnest(array_fill(1, '
    + 'ARRAY[i])) FROM generate_series(1, 30000) i) s')
hostile('a correlated subquery of much', 'SELECT sum((SELECT count(*) FROM generate_series(1, i) j WHERE j % 3 = i % '
    + '3)) FROM generate_series(1, 1000000) i')
hostile('NOT IN of a huge query', 'SELECT count(*) FROM generate_series(1, 1000000) i WHERE i NOT IN (SELECT j + 0.5 '
    + 'FROM generate_series(1, 10000000) j)')
hostile('a merge join by hand', 'SET enable_hashjoin = off; SELECT count(*) FROM generate_series(1, 3000000) a JOIN '
    + 'generate_series(1, 3000000) b ON a = b')
hostile('nested loops by hand', 'SET enable_hashjoin = off; SET enable_mergejoin = off; SELECT count(*) FROM '
    + 'generate_series(1, 100000) a LEFT JOIN generate_series(1, 100000) b ON a = b')
hostile('TABLESAMPLE of much', () => ['CREATE TEMP TABLE hts AS SELECT i FROM generate_series(1, 500000) i',
  "SELECT count(*) FROM hts TABLESAMPLE system (50) REPEATABLE (1), generate_series(1, 1000)"])
hostile('ORDER BY of many keys', () => `SELECT count(*) FROM (SELECT i FROM generate_series(1, 200000) i ORDER BY `
    + `${chain(200, (at) => `i % ${at + 2}`)} OFFSET 1) s`)
hostile('ORDER BY of arrays', 'SELECT count(*) FROM (SELECT array_fill(i, ARRAY[1000]) AS a FROM generate_series(1, '
    + '20000) i ORDER BY 1 DESC OFFSET 1) s')
hostile('ORDER BY of jsonb', "SELECT count(*) FROM (SELECT jsonb_build_object('a', array_fill(i, ARRAY[300])) AS a "
    + "FROM generate_series(1, 20000) i ORDER BY 1 DESC OFFSET 1) s")
hostile('ORDER BY with a collation', "SELECT count(*) FROM (SELECT repeat('é', 1000) || i AS a FROM "
    + "generate_series(1, 50000) i ORDER BY 1 COLLATE \"und-x-icu\" OFFSET 1) s")
hostile('DISTINCT of rows', 'SELECT count(*) FROM (SELECT DISTINCT ROW(i, i::text) FROM generate_series(1, 1000000) '
    + 'i) s')
hostile('MERGE of much', () => ['CREATE TEMP TABLE hmg (a int PRIMARY KEY, b int)',
  'MERGE INTO hmg USING generate_series(1, 300000) i ON a = i WHEN NOT MATCHED THEN INSERT VALUES (i, i)',
  'MERGE INTO hmg USING generate_series(1, 300000) i ON a = i WHEN MATCHED THEN UPDATE SET b = b + 1',
  'MERGE INTO hmg USING generate_series(1, 300000) i ON a = i WHEN MATCHED THEN DELETE'])
hostile('RETURNING of much', () => ['CREATE TEMP TABLE hret (a int, b text)', "INSERT INTO hret SELECT i, repeat('x', "
    + "100) FROM generate_series(1, 200000) i RETURNING *, md5(b)", 'WITH d AS (DELETE FROM hret RETURNING *) SELECT '
    + 'count(*), max(b) FROM d'])
hostile('ON CONFLICT of much', () => ['CREATE TEMP TABLE hoc (a int PRIMARY KEY, b int)', 'INSERT INTO hoc SELECT i % '
    + '1000, i FROM generate_series(1, 1000) i', 'INSERT INTO hoc SELECT a, a FROM generate_series(0, 999) a, '
    + 'generate_series(1, 1000) ON CONFLICT DO NOTHING'])

// Definitions with thousands of parts.
hostile('a table of 1,600 columns with everything', () => [`CREATE TEMP TABLE hall (${chain(1_590,
  (at) => `c${at} int DEFAULT ${at} NOT NULL CHECK (c${at} >= 0)`)})`, 'INSERT INTO hall DEFAULT VALUES',
  `ALTER TABLE hall ${chain(1_500, (at) => `DROP COLUMN c${at}`)}`, 'SELECT * FROM hall'])
hostile('columns renamed by the thousand', () => ['CREATE TEMP TABLE hren (c0 int)', chain(2_000,
  (at) => `ALTER TABLE hren RENAME c${at} TO c${at + 1}`, ';')])
hostile('columns added one by one', () => ['CREATE TEMP TABLE hadd (a int)', chain(1_500,
  (at) => `ALTER TABLE hadd ADD c${at} int DEFAULT ${at}`, ';'),
  'INSERT INTO hadd (a) SELECT generate_series(1, 1000)', 'ALTER TABLE hadd ALTER a TYPE bigint'])
hostile('sub-partitions', () => ['CREATE TABLE hsp (a int, b int) PARTITION BY LIST (a)', chain(40,
  (at) => `CREATE TABLE hsp_${at} PARTITION OF hsp FOR VALUES IN (${at}) PARTITION BY LIST (b);${chain(40,
  (to) => `CREATE TABLE hsp_${at}_${to} PARTITION OF hsp_${at} FOR VALUES IN (${to})`, ';')}`, ';'),
  'CREATE INDEX ON hsp (b)', 'SELECT count(*) FROM hsp WHERE b = 3 OR a = 7', 'ANALYZE hsp', 'DROP TABLE hsp'])
hostile('a key to 1,000 partitions', () => ['CREATE TABLE hkp (a int PRIMARY KEY) PARTITION BY RANGE (a)',
  chain(1_000, (at) => `CREATE TABLE hkp${at} PARTITION OF hkp FOR VALUES FROM (${at}) TO (${at + 1})`, ';'),
  'CREATE TABLE hkr (a int REFERENCES hkp)', 'INSERT INTO hkp SELECT generate_series(0, 999)',
  'INSERT INTO hkr SELECT i % 1000 FROM generate_series(1, 50000) i', 'DROP TABLE hkr, hkp'])
hostile('partitions attached', () => ['CREATE TABLE hat (a int) PARTITION BY RANGE (a)', chain(1_000,
  (at) => `CREATE TABLE hat${at} (a int); ALTER TABLE hat ATTACH PARTITION hat${at} FOR VALUES FROM (${at}) TO `
    + `(${at + 1})`, ';'), 'ALTER TABLE hat ADD b int DEFAULT 1', 'ALTER TABLE hat ALTER a TYPE bigint',
  'DROP TABLE hat'])
hostile('children by inheritance', () => ['CREATE TABLE hinh (a int)', chain(1_500,
  (at) => `CREATE TABLE hinh${at} () INHERITS (hinh)`, ';'), 'ALTER TABLE hinh ADD b int', 'UPDATE hinh SET a = 1',
  'DROP TABLE hinh CASCADE'])
hostile('a chain of inheritance', () => ['CREATE TABLE hci0 (a int)', chain(500, (at) => `CREATE TABLE hci${at + 1} `
    + `() INHERITS (hci${at})`, ';'), 'ALTER TABLE hci0 ADD b int', 'SELECT * FROM hci0', 'DROP TABLE hci0 CASCADE'])
hostile('indexes of many columns', () => [`CREATE TEMP TABLE hic (${chain(32, (at) => `c${at} int`)})`, chain(200,
  (at) => `CREATE INDEX hic${at} ON hic (${chain(32, (to) => `c${(at + to) % 32}`)})`, ';'),
  `INSERT INTO hic SELECT ${chain(32, () => 'i')} FROM generate_series(1, 2000) i`, `SELECT count(*) FROM hic WHERE `
    + `${chain(32, (at) => `c${at} = 5`, ' AND ')}`])
hostile('many statistics', () => [`CREATE TEMP TABLE hst (${chain(8, (at) => `c${at} int`)})`,
  `INSERT INTO hst SELECT ${chain(8, (at) => `i % ${at + 100}`)} FROM generate_series(1, 100000) i`,
  `CREATE STATISTICS hst1 ON ${chain(8, (at) => `c${at}`)} FROM hst`, 'ALTER TABLE hst ALTER c0 SET STATISTICS 10000',
  'ANALYZE hst', `SELECT count(*) FROM hst WHERE ${chain(8, (at) => `c${at} = 5`, ' AND ')}`])
hostile('ANALYZE of wide values', () => ["CREATE TEMP TABLE haw AS SELECT i, repeat('x', 100000) || i AS t, "
    + "array_fill(i, ARRAY[10000]) AS a, to_tsvector('simple', repeat('a' || i || ' ', 100)) AS v FROM "
    + "generate_series(1, 300) i", 'ANALYZE haw'])
hostile('enum labels added', () => ["CREATE TYPE hel AS ENUM ('a')", chain(2_000,
  (at) => `ALTER TYPE hel ADD VALUE 'l${at}' BEFORE 'a'`, ';'), 'SELECT max(e) FROM unnest(enum_range(NULL::hel)) e',
  'DROP TYPE hel'])
hostile('a composite of 1,600 fields', () => [`CREATE TYPE hcf AS (${chain(1_600, (at) => `c${at} int`)})`,
  `SELECT count(((ROW(${chain(1_600, () => 'i')}))::hcf).c5) FROM generate_series(1, 10000) i`,
  `ALTER TYPE hcf ${chain(1_000, (at) => `DROP ATTRIBUTE c${at}`)}`, 'DROP TYPE hcf'])
hostile('domains over domains', () => ['CREATE DOMAIN hdo0 AS int', chain(500, (at) => `CREATE DOMAIN hdo${at + 1} AS `
    + `hdo${at} CHECK (VALUE > ${-at - 2})`, ';'), 'SELECT count(i::hdo500) FROM generate_series(1, 1000) i',
  'DROP DOMAIN hdo0 CASCADE'])
hostile('rules by the hundred', () => ['CREATE TABLE hru (a int); CREATE TABLE hrl (a int)', chain(300,
  (at) => `CREATE RULE r${at} AS ON INSERT TO hru DO ALSO INSERT INTO hrl VALUES (NEW.a + ${at})`, ';'),
  'INSERT INTO hru SELECT generate_series(1, 1000)', 'DROP TABLE hru, hrl'])
hostile('policies by the hundred', () => ['CREATE TABLE hpo (a int); ALTER TABLE hpo ENABLE ROW LEVEL SECURITY, FORCE '
    + 'ROW LEVEL SECURITY', chain(500, (at) => `CREATE POLICY p${at} ON hpo USING (a > ${at})`, ';'),
  'DROP ROLE IF EXISTS hpor; CREATE ROLE hpor; GRANT ALL ON hpo TO hpor; SET ROLE hpor', 'SELECT count(*) FROM hpo',
  'RESET ROLE; DROP TABLE hpo'])
hostile('10,000 sequences', () => ['CREATE SCHEMA hsq', "DO $$ BEGIN FOR i IN 1 .. 10000 LOOP EXECUTE 'CREATE "
    + "SEQUENCE hsq.s' || i; END LOOP; END $$", 'SELECT count(*) FROM pg_sequences', 'DROP SCHEMA hsq CASCADE'])
hostile('10,000 types', () => ['CREATE SCHEMA hty', "DO $$ BEGIN FOR i IN 1 .. 10000 LOOP EXECUTE 'CREATE TYPE hty.t' "
    + "|| i || ' AS (a int)'; END LOOP; END $$", 'SELECT count(format_type(oid, NULL)) FROM pg_type',
  'DROP SCHEMA hty CASCADE'])
hostile('10,000 schemas', () => ["DO $$ BEGIN FOR i IN 1 .. 10000 LOOP EXECUTE 'CREATE SCHEMA hsch' || i; END LOOP; "
    + "END $$", "DO $$ BEGIN FOR i IN 1 .. 10000 LOOP EXECUTE 'DROP SCHEMA IF EXISTS hsch' || i; END LOOP; END $$"])
hostile('GRANT on all of a schema', () => ['CREATE SCHEMA hga', "DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE "
    + "TABLE hga.t' || i || ' (a int)'; END LOOP; END $$",
  'GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA hga TO PUBLIC', 'REVOKE ALL ON ALL TABLES IN SCHEMA hga FROM PUBLIC',
  'DROP SCHEMA hga CASCADE'])
hostile('TRUNCATE of many tables', () => ['CREATE SCHEMA htc', "DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE "
    + "TABLE htc.t' || i || ' (a int PRIMARY KEY)'; END LOOP; END $$", `TRUNCATE ${chain(2_000,
  (at) => `htc.t${at + 1}`)}`, `LOCK TABLE ${chain(2_000, (at) => `htc.t${at + 1}`)}`, `DROP TABLE ${chain(2_000,
  (at) => `htc.t${at + 1}`)}`])
hostile('VACUUM of many tables', () => ['CREATE SCHEMA hva', "DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE "
    + "TABLE hva.t' || i || ' (a int PRIMARY KEY)'; END LOOP; END $$", 'VACUUM', 'ANALYZE', 'REINDEX SCHEMA hva',
  'DROP SCHEMA hva CASCADE'])
hostile('DROP OWNED of many', () => ['CREATE ROLE hdow; CREATE SCHEMA hdow AUTHORIZATION hdow; SET ROLE hdow',
  "DO $$ BEGIN FOR i IN 1 .. 2000 LOOP EXECUTE 'CREATE TABLE hdow.t' || i || ' (a int)'; END LOOP; END $$",
  'RESET ROLE', 'REASSIGN OWNED BY hdow TO postgres', 'DROP SCHEMA hdow CASCADE; DROP OWNED BY hdow; DROP ROLE hdow'])
hostile('a rewrite of a big table', () => ["CREATE TEMP TABLE hrw AS SELECT i AS a, repeat('x', 200) AS b FROM "
    + "generate_series(1, 100000) i", 'ALTER TABLE hrw ADD PRIMARY KEY (a)', 'ALTER TABLE hrw ALTER a TYPE bigint',
  'ALTER TABLE hrw ADD CHECK (length(b) > 5)', 'VACUUM FULL hrw', 'CLUSTER hrw USING hrw_pkey'])
hostile('an exclusion constraint of many', () => ['CREATE TEMP TABLE hex (r int4range, EXCLUDE USING gist (r WITH '
    + '&&))', 'INSERT INTO hex SELECT int4range(i * 2, i * 2 + 1) FROM generate_series(1, 50000) i'])
hostile('a view of all columns again and again', () => [`CREATE TEMP VIEW hvw0 AS SELECT ${chain(1_000,
  (at) => `${at} AS c${at}`)}`, chain(100, (at) => `CREATE TEMP VIEW hvw${at + 1} AS SELECT * FROM hvw${at}`, ';'),
  'SELECT * FROM hvw100', 'SELECT length(pg_get_viewdef(\'hvw100\'::regclass))'])
hostile('a function of 100 arguments, overloaded', () => [chain(99,
  (at) => `CREATE FUNCTION pg_temp.hov(${chain(at + 1, () => 'int')}) RETURNS int LANGUAGE sql AS 'SELECT 1'`, ';'),
  `SELECT pg_temp.hov(${chain(99, () => '1')})`])
hostile('overloads by the thousand', () => [chain(1_500, (at) => `CREATE TYPE pg_temp.hvt${at} AS (a int); CREATE `
    + `FUNCTION pg_temp.hovl(pg_temp.hvt${at}, int) RETURNS int LANGUAGE sql AS 'SELECT 1'`, ';'),
  'SELECT pg_temp.hovl(NULL, 1)'])
hostile('event triggers on many', () => ["CREATE FUNCTION hevf() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN "
    + "PERFORM count(*) FROM pg_event_trigger_ddl_commands(); END'; CREATE EVENT TRIGGER hev ON ddl_command_end "
    + "EXECUTE FUNCTION hevf()", `CREATE TABLE hevt (${chain(1_000, (at) => `c${at} serial`)})`,
  'DROP EVENT TRIGGER hev; DROP TABLE hevt'])
hostile('transition tables of many', () => ['CREATE TEMP TABLE htt (a int)', "CREATE FUNCTION pg_temp.httf() RETURNS "
    + "trigger LANGUAGE plpgsql AS 'BEGIN PERFORM count(*) FROM n a, n b WHERE a.a < b.a; RETURN NULL; END'; CREATE "
    + "TRIGGER t AFTER INSERT ON htt REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.httf()",
  'INSERT INTO htt SELECT generate_series(1, 300000)'])
hostile('triggers that fire themselves', () => ['CREATE TEMP TABLE htf (a int)', "CREATE FUNCTION pg_temp.htff() "
    + "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO htf VALUES (NEW.a + 1); RETURN NEW; END'; CREATE "
    + "TRIGGER t AFTER INSERT ON htf FOR EACH ROW EXECUTE FUNCTION pg_temp.htff()", 'INSERT INTO htf VALUES (1)'])

// COPY, cursors, what a session keeps.
hostile('COPY of huge rows', "COPY (SELECT repeat('a\tb\\n', 2000000) FROM generate_series(1, 20)) TO STDOUT")
hostile('COPY in CSV', "COPY (SELECT repeat('a\"b,', 2000000), array_fill(1, ARRAY[1000000]) FROM generate_series(1, "
    + "20)) TO STDOUT (FORMAT csv, FORCE_QUOTE *)")
hostile('COPY in binary', "COPY (SELECT repeat('ab', 5000000), array_fill(1, ARRAY[1000000]), to_jsonb(array_fill(1, "
    + "ARRAY[100000])) FROM generate_series(1, 20)) TO STDOUT (FORMAT binary)")
hostile('COPY of many columns', () => `COPY (SELECT ${chain(1_600, () => 'i')} FROM generate_series(1, 10000) i) TO `
    + `STDOUT`)
hostile('a scroll cursor of much', () => ['BEGIN', "DECLARE hsc SCROLL CURSOR FOR SELECT repeat('x', 1000) || i FROM "
    + "generate_series(1, 10000000) i", 'FETCH LAST FROM hsc', 'FETCH ABSOLUTE -5000 FROM hsc', 'ROLLBACK'])
hostile('held cursors by the hundred', () => chain(1_000, (at) => `DECLARE hhc${at} CURSOR WITH HOLD FOR SELECT `
    + `repeat('x', 1000) || i FROM generate_series(1, 1000) i`, ';'))
hostile('held cursors without end', "DO $$ BEGIN FOR i IN 1 .. 100000000 LOOP EXECUTE 'DECLARE hce' || i || ' CURSOR "
    + "WITH HOLD FOR SELECT ' || i; END LOOP; END $$")
hostile('LISTEN by the million', "DO $$ BEGIN FOR i IN 1 .. 10000000 LOOP EXECUTE 'LISTEN hl' || i; END LOOP; END $$")
hostile('shared advisory locks', 'SELECT count(pg_try_advisory_lock_shared(i, j)), count(pg_advisory_xact_lock(i, j)) '
    + 'FROM generate_series(1, 10000) i, generate_series(1, 10000) j')
hostile('savepoints within exceptions', () => `DO $$ ${chain(300,
  () => 'BEGIN PERFORM 1/0; EXCEPTION WHEN OTHERS THEN', ' ')} NULL; ${'END; '.repeat(300)} $$`)
hostile('temporary tables without end', "DO $$ BEGIN FOR i IN 1 .. 1000000 LOOP EXECUTE 'CREATE TEMP TABLE hte' || i "
    + "|| ' (a int)'; END LOOP; END $$")
hostile('SET LOCAL by the million', "DO $$ BEGIN FOR i IN 1 .. 10000000 LOOP PERFORM set_config('my.x' || i % 100, "
    + "repeat('x', 100000), true); END LOOP; END $$")
hostile('texts of errors', "DO $$ BEGIN RAISE EXCEPTION '%', repeat('x', 50000000); END $$")
hostile('large object, written in pieces', () => ['BEGIN', "SELECT sum(lowrite(f, convert_to(repeat('x', 1000000), "
    + "'UTF8'))) FROM (SELECT lo_open(lo_create(0), 131072) AS f) s, generate_series(1, 200)", 'ROLLBACK'])
hostile('large object, of great holes', () => ['BEGIN', 'SELECT lo_truncate64(f, 4000000000), length(lo_get(o, '
    + '3000000000, 100000000)) FROM (SELECT o, lo_open(o, 393216) AS f FROM (SELECT lo_create(0) AS o OFFSET 0) q '
    + 'OFFSET 0) s', 'ROLLBACK'])
hostile('EXPLAIN ANALYZE of much', 'EXPLAIN (ANALYZE, BUFFERS) SELECT count(*) FROM generate_series(1, 3000000) a '
    + 'JOIN generate_series(1, 3000000) b ON a = b')
hostile('EXPLAIN in JSON of many nodes', () => `EXPLAIN (FORMAT json, VERBOSE) ${chain(2_000,
  (at) => `SELECT ${at}, repeat('x', ${at})`, ' UNION ALL ')}`)
hostile('EXPLAIN in XML of long texts', () => `EXPLAIN (FORMAT xml, VERBOSE) SELECT '${"<&\"".repeat(1_000_000)}' || `
    + `i::text FROM generate_series(1, 2) i`)
hostile('SHOW ALL and catalogs', 'SELECT count(*) FROM pg_settings a, pg_settings b, pg_settings c')
hostile('pg_locks of many', 'SELECT count(pg_try_advisory_lock(i)), (SELECT count(*) FROM pg_locks a, pg_locks b) '
    + 'FROM generate_series(1, 5000) i')
hostile('definitions of a long view', () => [`CREATE TEMP VIEW hlv AS SELECT ${chain(1_600,
  (at) => `CASE WHEN i > ${at} THEN i + ${at} ELSE i END AS c${at}`)} FROM generate_series(1, 2) i`,
  "SELECT length(pg_get_viewdef('hlv'::regclass, true)) FROM generate_series(1, 100)"])

// Extensions.
extended('pg_trgm', 'similarity of long texts', "SELECT similarity(repeat('abcdefgh ij', 300000), repeat('hgfedcba ', "
    + "300000))")
extended('pg_trgm', 'trigrams of a long text', "SELECT cardinality(show_trgm((SELECT string_agg(md5(i::text), ' ') "
    + "FROM generate_series(1, 100000) i)))")
extended('pg_trgm', 'word_similarity, quadratic', "SELECT word_similarity((SELECT string_agg(md5(i::text), ' ') FROM "
    + "generate_series(1, 2000) i), (SELECT string_agg(md5(i::text), ' ') FROM generate_series(1, 50000) i))")
extended('pg_trgm', 'a trigram index of long texts', 'CREATE TEMP TABLE htg (t text); CREATE INDEX ON htg USING gin '
    + '(t gin_trgm_ops)', "INSERT INTO htg SELECT (SELECT string_agg(md5((i * j)::text), '') FROM generate_series(1, "
    + "20000) j) FROM generate_series(1, 10) i", "SELECT count(*) FROM htg WHERE t LIKE '%abcdef%' OR t ~ "
    + "'a(bc|cd)+e.*ff'")
extended('pg_trgm', 'a regular expression for a trigram index', 'CREATE TEMP TABLE htr2 (t text); CREATE INDEX ON '
    + 'htr2 USING gin (t gin_trgm_ops); SET enable_seqscan = off', "SELECT count(*) FROM htr2 WHERE t ~ "
    + "repeat('(ab|cd|ef)[a-z]{1,5}', 50)")
extended('hstore', 'hstore of many', "SELECT length(hstore(array_agg('k' || i), array_agg('v' || i))::text) FROM "
    + "generate_series(1, 300000) i")
extended('hstore', 'hstore from text', "SELECT length(akeys((SELECT string_agg('\"k' || i || '\"=>\"v\"', ',') FROM "
    + "generate_series(1, 300000) i)::hstore)::text)")
extended('hstore', 'hstore, again and again', "SELECT count((h || h) - 'k5'::text), count(hstore_to_jsonb(h)) FROM "
    + "(SELECT hstore(array_agg('k' || i), array_agg('v' || i)) AS h FROM generate_series(1, 50000) i) s, "
    + "generate_series(1, 1000)")
extended('hstore', 'each of hstore', "SELECT count(*) FROM (SELECT hstore(array_agg('k' || i), array_agg('v' || i)) "
    + "AS h FROM generate_series(1, 300000) i) s, each(h)")
extended('ltree', 'an ltree of many labels', "SELECT nlevel((repeat('a.', 60000) || 'a')::ltree)")
extended('ltree', 'lquery that backtracks', "SELECT (repeat('a.', 5000) || 'a')::ltree ~ (repeat('*.a.', 30) || "
    + "'b')::lquery")
extended('ltree', 'ltxtquery, deep', "SELECT ('a.b'::ltree) @ (repeat('(', 50000) || 'a' || repeat(')', "
    + "50000))::ltxtquery")
extended('ltree', 'lca of many', "SELECT lca(array_fill((repeat('a.', 1000) || 'b')::ltree, ARRAY[20000]))")
extended('pgcrypto', 'gen_salt and crypt', "SELECT crypt('x', gen_salt('bf', 16))")
extended('pgcrypto', 'crypt of a long text', "SELECT crypt(repeat('x', 10000000), gen_salt('md5')), crypt(repeat('x', "
    + "1000000), gen_salt('xdes', 10000001))")
extended('pgcrypto', 'pgp of much', "SELECT length(pgp_sym_encrypt(repeat('ab', 10000000), 'key', "
    + "'s2k-count=65000000, compress-algo=1'))")
extended('pgcrypto', 'encrypt of much', "SELECT length(encrypt(convert_to(repeat('ab', 10000000), 'UTF8'), 'key', "
    + "'3des')), length(encrypt(convert_to(repeat('ab', 10000000), 'UTF8'), 'key', 'bf'))")
extended('pgcrypto', 'armor of much', "SELECT length(dearmor(armor(convert_to(repeat('ab', 10000000), 'UTF8'))))")
extended('pgcrypto', 'digest and hmac by the row', "SELECT count(digest(repeat('ab', 100000), 'sha512')), "
    + "count(hmac(repeat('ab', 100000), 'k', 'md5')) FROM generate_series(1, 100000)")
extended('pgcrypto', 'random bytes', "SELECT sum(length(gen_random_bytes(1024))) FROM generate_series(1, 10000000)")
extended('tablefunc', 'crosstab of much', "SELECT count(*) FROM crosstab('SELECT i / 10, i % 10, i FROM "
    + "generate_series(1, 2000000) i') AS t(a int, b int, c int, d int)")
extended('tablefunc', 'connectby without end', 'CREATE TEMP TABLE hcb (a int, p int); INSERT INTO hcb SELECT i, i / 2 '
    + 'FROM generate_series(1, 100000) i', "SELECT count(*) FROM connectby('hcb', 'a', 'p', '1', 0) AS t(a int, p "
    + "int, l int)")
extended('tablefunc', 'normal_rand of many', 'SELECT sum(x) FROM normal_rand(100000000, 5, 3) x')
extended('fuzzystrmatch', 'levenshtein of long texts', "SELECT levenshtein(repeat('a', 255), repeat('b', 255)) FROM "
    + "generate_series(1, 1000000)")
extended('fuzzystrmatch', 'metaphone and friends of long texts', "SELECT length(metaphone(repeat('Thompson', 30), "
    + "255)), length(dmetaphone(repeat('Thompson', 2000000))), soundex(repeat('Thompson', 2000000))")
extended('intarray', 'intarray sorted', 'SELECT cardinality(uniq(sort(array_fill(1, ARRAY[3000000])))), '
    + 'icount(array_fill(1, ARRAY[3000000]) & array_fill(1, ARRAY[3000000]))')
extended('intarray', 'query_int, deep', "SELECT ARRAY[1] @@ (repeat('(', 50000) || '1' || repeat(')', "
    + "50000))::query_int")
extended('intarray', 'intarray unions', 'SELECT sum(icount(a | b)) FROM (SELECT array_agg(i) AS a, array_agg(-i) AS b '
    + 'FROM generate_series(1, 300000) i) s, generate_series(1, 1000)')
extended('cube', 'cube of many dimensions', "SELECT count(cube_distance(cube(array_fill(1::float8, ARRAY[100])), "
    + "cube(array_fill(i::float8, ARRAY[100])))) FROM generate_series(1, 3000000) i")
extended('cube', 'cube from a long text', "SELECT cube_dim(('(' || repeat('1,', 2000000) || '1)')::cube)")
extended('citext', 'citext of great length', "SELECT repeat('aB', 10000000)::citext = repeat('Ab', 10000000)::citext, "
    + "replace(repeat('aB', 1000000)::citext, 'AB', 'c')")
extended('unaccent', 'unaccent of much', "SELECT length(unaccent(repeat('éàü', 3000000)))")
extended('seg', 'seg from a long text', "SELECT repeat('1', 5000000)::seg")
extended('isn', 'isbn from a long text', "SELECT repeat('978-', 3000000)::isbn13")
extended('"uuid-ossp"', 'uuids by the million', "SELECT count(uuid_generate_v5(uuid_ns_dns(), repeat('x', 10000) || "
    + "i)) FROM generate_series(1, 10000000) i")
extended('xml2', 'xml2 of much', "SELECT length(xpath_string('<a>' || repeat('<b>1</b>', 100000) || '</a>', "
    + "'//b[last()]')), count(*) FROM generate_series(1, 10)")
extended('pgstattuple', 'pgstattuple by the row', "SELECT count(pgstattuple('pg_proc')) FROM generate_series(1, "
    + "100000)")
extended('btree_gist', 'btree_gist of long texts', 'CREATE TEMP TABLE hbg (t text); CREATE INDEX ON hbg USING gist '
    + '(t)', "INSERT INTO hbg SELECT repeat(md5(i::text), 30) FROM generate_series(1, 20000) i")
extended('pg_stat_statements', 'different statements, counted', "DO $$ BEGIN FOR i IN 1 .. 1000000 LOOP EXECUTE "
    + "'SELECT 1 AS c' || i; END LOOP; END $$")
