/**
 * Hostile statements as somebody would choose them who knows that one thread serves all: values that are cheap to ask
 * for and dear to make, one huge argument to each family of functions, definitions that are looked at again and again.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name: `attack: ${name}`, sql: typeof sql === 'function' ? sql : () => sql })
}

/** @param {string} name @param {...string} statements sent one after the other */
const several = (name, ...statements) => hostile(name, () => statements)

/** @param {string} extension @param {string} name @param {...string} sql */
const extended = (extension, name, ...sql) => several(name, `CREATE EXTENSION IF NOT EXISTS ${extension}`, ...sql)

const SERIES = 'FROM generate_series(1, 300000) i'

// Values that are gathered.
hostile('json_agg of rows of rows', `SELECT length(json_agg(ROW(i, ROW(i, ROW(i))))::text) ${SERIES}`)
hostile('jsonb_agg of arrays', `SELECT length(jsonb_agg(ARRAY[i, i, i])::text) ${SERIES}`)
hostile('array_agg of jsonb, sorted', `SELECT cardinality(array_agg(jsonb_build_object('k', i) ORDER BY -i)) ${SERIES}`)
hostile('array_agg of distinct numerics', `SELECT cardinality(array_agg(DISTINCT i::numeric / 3)) ${SERIES}`)
hostile('string_agg of distinct texts', `SELECT length(string_agg(DISTINCT i::text, ',')) ${SERIES}`)
hostile('string_agg of bytes over frames', "SELECT max(length(b)) FROM (SELECT string_agg('abc'::bytea, ','::bytea) "
  + 'OVER (ORDER BY i) AS b FROM generate_series(1, 30000) i) q')
hostile('xmlagg over frames', "SELECT max(length(x::text)) FROM (SELECT xmlagg('<a/>'::xml) OVER (ORDER BY i) AS x "
  + 'FROM generate_series(1, 20000) i) q')
hostile('array_agg over frames', 'SELECT max(cardinality(a)) FROM (SELECT array_agg(i) OVER (ORDER BY i) AS a FROM '
  + 'generate_series(1, 60000) i) q')
hostile('range_agg over frames', 'SELECT count(r) FROM (SELECT range_agg(int4range(i * 2, i * 2 + 1)) OVER (ORDER BY '
  + 'i) AS r FROM generate_series(1, 20000) i) q')
hostile('json_object_agg over excluded peers', "SELECT max(length(j::text)) FROM (SELECT json_object_agg('k' || i, i) "
  + 'OVER (ORDER BY i ROWS BETWEEN 2000 PRECEDING AND 2000 FOLLOWING EXCLUDE CURRENT ROW) AS j FROM '
  + 'generate_series(1, 10000) i) q')
hostile('mode of long texts', "SELECT length(mode() WITHIN GROUP (ORDER BY repeat(i::text, 2000))) FROM "
  + 'generate_series(1, 20000) i')
hostile('percentiles, ten thousand of them', 'SELECT cardinality(percentile_cont((SELECT array_agg(i / 10000.0) FROM '
  + `generate_series(0, 10000) i)::float8[]) WITHIN GROUP (ORDER BY i::float8)) ${SERIES}`)
hostile('rank of a hypothetical row by the group', 'SELECT count(*) FROM (SELECT rank(5) WITHIN GROUP (ORDER BY i) '
  + `${SERIES} GROUP BY i % 50000) q`)

// Documents.
hostile('jsonb || jsonb, growing', 'DO $$ DECLARE j jsonb := \'{}\'; BEGIN FOR i IN 1 .. 100000 LOOP j := j || '
  + "jsonb_build_object('k' || i, i); END LOOP; END $$")
hostile('jsonb_set in a loop', "DO $$ DECLARE j jsonb := (SELECT jsonb_agg(i) FROM generate_series(1, 50000) i); BEGIN "
  + "FOR i IN 0 .. 20000 LOOP j := jsonb_set(j, ARRAY[i::text], '0'); END LOOP; END $$")
hostile('jsonb containment of long arrays', 'SELECT a @> b FROM (SELECT jsonb_agg(i) AS a, jsonb_agg(300000 - i) AS b '
  + `${SERIES}) q`)
hostile('jsonb containment, nested', "SELECT (repeat('[', 900) || repeat('1,', 100000) || '1' || repeat(']', 900))::"
  + "jsonb @> (repeat('[', 900) || '2' || repeat(']', 900))::jsonb")
hostile('jsonb path by regular expression', 'SELECT count(*) FROM jsonb_path_query((SELECT jsonb_agg(repeat(i::text, '
  + `50)) ${SERIES}), '$[*] ? (@ like_regex "(1|2)*3$")')`)
hostile('jsonb path with like_regex that backtracks', "SELECT jsonb_path_exists(to_jsonb(repeat('a', 30000)), '$ ? (@ "
  + 'like_regex "(a|aa)+$b")\')')
hostile('json text of deep rows', `SELECT length(row_to_json(${chain(60, () => 'ROW(')}1${')'.repeat(60)})::text) `
  + SERIES)
hostile('to_jsonb of a huge composite array', `SELECT length(to_jsonb(array_agg(ROW(i, 'x')))::text) ${SERIES}`)
hostile('json_populate_recordset', "SELECT count(*) FROM json_populate_recordset(NULL::pg_class, (SELECT json_agg("
  + `json_build_object('relname', 'x' || i, 'oid', i)) ${SERIES}))`)
hostile('jsonb_to_recordset of wide objects', 'SELECT count(*) FROM jsonb_to_recordset((SELECT jsonb_agg(o) FROM '
  + "(SELECT jsonb_object_agg('k' || k, k) AS o FROM generate_series(1, 200) k) s, generate_series(1, 2000))) AS "
  + `t(${chain(200, (at) => `k${at} int`)})`)
hostile('jsonb_object of two arrays', `SELECT length(jsonb_object(array_agg(i::text), array_agg(i::text))::text) ${
  SERIES}`)
hostile('jsonb_pretty, deep and wide', "SELECT length(jsonb_pretty((repeat('[', 500) || repeat('1,', 200000) || '1' || "
  + "repeat(']', 500))::jsonb))")
hostile('jsonb_strip_nulls of many', `SELECT length(jsonb_strip_nulls(jsonb_object_agg(i, NULL::int))::text) ${SERIES}`)
hostile('json duplicate keys', "SELECT length((SELECT '{' || string_agg('\"a\":1', ',') || '}' FROM generate_series(1, "
  + "1000000))::jsonb::text)")
hostile('xml with a million entities', "SELECT length(xmlparse(CONTENT repeat('&amp;', 1000000))::text)")
hostile('xml of attributes by the thousand', "SELECT length(('<a ' || string_agg('a' || i || '=\"' || i || '\"', ' ') "
  + "|| '/>')::xml::text) FROM generate_series(1, 100000) i")
hostile('xpath of nested predicates', "SELECT xpath('//a[.//a[.//a]]', (repeat('<a>', 200) || repeat('</a>', 200))::"
  + 'xml)')
hostile('xpath that counts siblings', "SELECT xpath('//b[count(preceding-sibling::b) = 3]', ('<a>' || repeat('<b/>', "
  + "20000) || '</a>')::xml)")
hostile('xpath of strings', "SELECT xpath('string-length(concat(//b, translate(//b, \"ab\", \"ba\")))', ('<a><b>' || "
  + "repeat('ab', 2000000) || '</b></a>')::xml)")
hostile('xmltable of many columns', () => `SELECT count(*) FROM xmltable('//b' PASSING (SELECT ('<a>' || repeat('<b c="`
  + `1"/>', 5000) || '</a>')::xml) COLUMNS ${chain(200, (at) => `c${at} int PATH '@c'`)})`)
hostile('query_to_xml of much', "SELECT length(query_to_xml('SELECT i, repeat(''<'', 100) FROM generate_series(1, "
  + "100000) i', true, false, '')::text)")
hostile('database_to_xml', "SELECT length(database_to_xmlschema(true, true, '')::text), length(schema_to_xml("
  + "'pg_catalog', true, false, '')::text)")

// Ranges and multiranges.
hostile('a multirange of many, contained', 'SELECT count(*) FROM (SELECT range_agg(int4range(i * 3, i * 3 + 1)) AS m '
  + `${SERIES}) q, generate_series(1, 100000) i WHERE m @> i`)
hostile('multirange times multirange', 'SELECT upper(a * b) FROM (SELECT range_agg(int4range(i * 4, i * 4 + 2)) AS a, '
  + `range_agg(int4range(i * 4 + 1, i * 4 + 3)) AS b ${SERIES}) q`)
hostile('multiranges, ordered', 'SELECT max(m::text) FROM (SELECT int8multirange(int8range(i, i + 5), int8range(i + 9, '
  + `i + 12)) AS m ${SERIES} ORDER BY m) q`)
hostile('numranges of long numbers', "SELECT count(*) FROM (SELECT numrange(repeat('9', 10000)::numeric + i, NULL) AS "
  + 'r FROM generate_series(1, 5000) i) q WHERE r @> 5::numeric OR r && numrange(5, NULL)')
hostile('multirange of text, hashed', `SELECT count(DISTINCT datemultirange(daterange('2000-01-01'::date + i, NULL))) ${
  SERIES}`)

// Numbers and dates.
hostile('numeric power, modulo', "SELECT mod(power(3::numeric, 20000), 1000000007), mod(repeat('7', 100000)::numeric, "
  + "repeat('3', 50000)::numeric)")
hostile('numeric division, long', "SELECT length((repeat('7', 100000)::numeric / repeat('3', 100)::numeric)::text)")
hostile('numeric text of many', 'SELECT sum(length((i::numeric ^ 50)::text)) FROM generate_series(1, 100000) i')
hostile('numeric hash of long ones', "SELECT count(DISTINCT repeat('9', 5000)::numeric + i) FROM generate_series(1, "
  + '20000) i')
hostile('generate_series of tiny steps', "SELECT count(*) FROM generate_series(0, 1, 0.0000001) i")
hostile('generate_series of months', "SELECT count(*) FROM generate_series('4000-01-01 BC'::timestamptz, "
  + "'9999-01-01', '1 hour')")
hostile('age and justify', `SELECT max(justify_interval(age('2000-01-01'::timestamp + i * '1 hour'::interval))) ${
  SERIES}`)
hostile('to_timestamp by a long picture', "SELECT count(to_timestamp(i::text, repeat('\"x\"', 500) || 'YYYY')) FROM "
  + 'generate_series(2000, 12000) i')
hostile('to_char with every part', `SELECT sum(length(to_char('2000-01-01'::timestamptz + i * '1 s'::interval, repeat(`
  + `'YYYY Month DD TMDay RM TZ ', 20)))) ${SERIES}`)
hostile('money in words',
  `SELECT sum(length(to_char(i, repeat('9', 100) || 'th')) + length(to_char(i, 'RN'))) ${SERIES}`)
hostile('zones of names', `SELECT count(timezone(z, now())) FROM (SELECT name AS z FROM pg_timezone_names) q, `
  + 'generate_series(1, 200)')

// Texts.
hostile('translate by long sets', "SELECT length(translate(repeat('abc', 1000000), repeat('abcdef', 10000), "
  + "repeat('x', 60000)))")
hostile('ltrim by a long set', "SELECT length(ltrim(repeat('ab', 5000000), repeat('cdefghijkb', 1000) || 'a'))")
hostile('split_part from the end', "SELECT count(split_part(repeat('a,', 500000), ',', -i)) FROM generate_series(1, "
  + '500) i')
hostile('regexp_replace by the nth', "SELECT length(regexp_replace(repeat('ab', 1000000), 'b', 'c', 1, 900000))")
hostile('a regular expression of unicode classes', "SELECT repeat('é', 200000) ~ '^([[:alpha:]]|[[:digit:]])*$'")
hostile('a regular expression of 10,000 captures', () => `SELECT regexp_match(repeat('a', 20000), '${
  '(a)'.repeat(5_000)}')`)
hostile('similarity of escapes', "SELECT repeat('a', 20000) SIMILAR TO repeat('(a|b)?', 2000) || 'a*'")
hostile('ILIKE of cases', "SELECT count(*) FROM generate_series(1, 2000) WHERE repeat('aB', 20000) ILIKE '%ba%ab%bc%'")
hostile('quote_literal of much', "SELECT length(quote_literal(repeat('''\\', 5000000))), length(quote_ident(repeat("
  + "'\"', 5000000)))")
hostile('normalize of much', "SELECT length(normalize(repeat('e' || chr(769), 3000000), NFKC)), repeat(chr(233), "
  + '3000000) IS NFD NORMALIZED')
hostile('convert there and back', "SELECT length(convert_from(convert_to(repeat('é', 5000000), 'LATIN1'), 'LATIN1'))")
hostile('encode in lines', "SELECT length(encode(decode(repeat('ab', 8000000), 'hex'), 'base64'))")
hostile('bytes, set one by one', "DO $$ DECLARE b bytea := decode(repeat('00', 1000000), 'hex'); BEGIN FOR i IN 0 .. "
  + '20000 LOOP b := set_byte(b, i, 1); END LOOP; END $$')
hostile('string_to_array, joined again', "SELECT length(array_to_string(string_to_array(repeat('a,', 4000000), ','), "
  + "';', 'n'))")
hostile('unnest WITH ORDINALITY, ten of them', `SELECT count(*) FROM ROWS FROM (${chain(10, () =>
  'unnest(array_fill(1, ARRAY[300000]))')}) WITH ORDINALITY`)
hostile('array_replace and array_remove', 'SELECT cardinality(array_remove(array_replace(array_fill(1, ARRAY[4000000]),'
  + ' 1, 2), 3))')
hostile('array slices assigned', 'DO $$ DECLARE a int[] := array_fill(0, ARRAY[500000]); BEGIN FOR i IN 1 .. 5000 LOOP '
  + 'a[i:i + 1] := ARRAY[1, 2]; END LOOP; END $$')
hostile('arrays compared by the row', 'SELECT count(*) FROM (SELECT array_fill(1, ARRAY[100000]) AS a) q, '
  + 'generate_series(1, 2000) i WHERE a < a || i')

// Queries.
hostile('a join of arrays', 'SELECT count(*) FROM generate_series(1, 3000) i JOIN generate_series(1, 3000) j ON '
  + 'ARRAY[i, j] @> ARRAY[j]')
hostile('DISTINCT ON of everything', `SELECT count(*) FROM (SELECT DISTINCT ON (i, i + 1, i + 2, i + 3) i ${
  'FROM generate_series(1, 2000000) i'} ORDER BY i, i + 1, i + 2, i + 3, random()) q`)
hostile('GROUP BY of long texts', "SELECT count(*) FROM (SELECT repeat(i::text, 2000) AS t FROM generate_series(1, "
  + '50000) i GROUP BY repeat(i::text, 2000)) q')
hostile('EXCEPT ALL of rows of texts', "SELECT count(*) FROM (SELECT i, repeat('x', 100) FROM generate_series(1, "
  + "1000000) i EXCEPT ALL SELECT i, repeat('x', 100) FROM generate_series(2, 1000000) i) q")
hostile('a recursive view', () => ['CREATE RECURSIVE VIEW hav (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM hav',
  'SELECT count(*) FROM hav'])
hostile('a hundred UNION ALLs of views', () => ['CREATE TEMP TABLE hat (a int)',
  ...Array.from({ length: 20 }, (_, at) =>
  `CREATE TEMP VIEW hav${at} AS SELECT * FROM ${at === 0 ? 'hat' : `hav${at - 1}`} UNION ALL SELECT * FROM ${
    at === 0 ? 'hat' : `hav${at - 1}`}`), 'SELECT count(*) FROM hav15'])
hostile('a scalar subquery by the row', 'SELECT sum((SELECT count(*) FROM generate_series(1, i % 1000))) FROM '
  + 'generate_series(1, 100000) i')
hostile('ORDER BY random() of texts', "SELECT max(t) FROM (SELECT repeat(i::text, 50) AS t FROM generate_series(1, "
  + '500000) i ORDER BY random() LIMIT 100000) q')
hostile('a lateral of sets', 'SELECT count(*) FROM generate_series(1, 1000) i, LATERAL (SELECT DISTINCT j % 7 FROM '
  + 'generate_series(1, 1000) j ORDER BY 1 LIMIT i) q')
hostile('500 columns of windows over one partition', () => `SELECT count(*) FROM (SELECT ${chain(300, (at) =>
  `lag(i, ${at}) OVER w`)} FROM generate_series(1, 3000) i WINDOW w AS (ORDER BY i)) q`)
hostile('ntile, cume_dist and percent_rank', 'SELECT max(a), max(b), max(c) FROM (SELECT ntile(1000) OVER w AS a, '
  + 'cume_dist() OVER w AS b, percent_rank() OVER w AS c FROM generate_series(1, 500000) i WINDOW w AS (ORDER BY i % '
  + '1000)) q')
hostile('grouping sets of texts', "SELECT count(*) FROM (SELECT a::text, b::text FROM generate_series(1, 500) a, "
  + 'generate_series(1, 500) b GROUP BY CUBE (a::text, b::text)) q')
hostile('a MERGE that matches nothing', 'CREATE TEMP TABLE ham (a int); MERGE INTO ham USING generate_series(1, '
  + '500000) i ON ham.a = i WHEN NOT MATCHED THEN INSERT VALUES (i)')

// Definitions.
hostile('500 generated columns', () => [`CREATE TEMP TABLE hag (a int, ${chain(500, (at) =>
  `g${at} int GENERATED ALWAYS AS (a + ${at}) STORED`)})`, 'INSERT INTO hag SELECT generate_series(1, 2000)',
'UPDATE hag SET a = a + 1'])
hostile('thousands of sub-partitions', () => ['CREATE TEMP TABLE hap (a int, b int) PARTITION BY LIST (a)',
  chain(40, (at) => `CREATE TEMP TABLE hap${at} PARTITION OF hap FOR VALUES IN (${at}) PARTITION BY LIST (b); ${
    chain(50, (part) => `CREATE TEMP TABLE hap${at}_${part} PARTITION OF hap${at} FOR VALUES IN (${part})`, '; ')}`,
  '; '),
  'SELECT count(*) FROM hap', 'INSERT INTO hap SELECT i % 40, i % 50 FROM generate_series(1, 20000) i',
  'UPDATE hap SET b = (b + 1) % 50', 'DROP TABLE hap'])
hostile('CHECKs of long conditions', () => ['CREATE TEMP TABLE hac (a int)', `ALTER TABLE hac ${chain(200, (at) =>
  `ADD CHECK (a <> ${at} OR a > ${at} AND a < ${at + 5})`)}`, 'INSERT INTO hac SELECT generate_series(1000, 200000)'])
hostile('a view of views of unions', () => chain(300, (at) => `CREATE TEMP VIEW haw${at} AS SELECT ${
  at === 0 ? '1 AS a' : `a + 1 AS a FROM haw${at - 1}`}`, ';') + '; SELECT * FROM haw299; SELECT pg_get_viewdef('
  + "'haw299'::regclass)")
hostile('comments and labels of 1 MB', () => ['CREATE TEMP TABLE hal (a int)', `COMMENT ON TABLE hal IS '${
  'x'.repeat(1_000_000)}'`, "SELECT length(obj_description('hal'::regclass)) FROM generate_series(1, 1000)"])
hostile('column defaults of 1 MB', () => `CREATE TEMP TABLE had (a text DEFAULT '${'x'.repeat(1_000_000)}', b text `
  + `DEFAULT '${'y'.repeat(1_000_000)}'); INSERT INTO had DEFAULT VALUES; SELECT pg_get_expr(adbin, adrelid) FROM `
  + "pg_attrdef WHERE adrelid = 'had'::regclass")
hostile('an index predicate of much', () => ['CREATE TEMP TABLE hai (a int)', `CREATE INDEX ON hai (a) WHERE a IN (${
  chain(20_000, String)})`, 'INSERT INTO hai SELECT generate_series(1, 20000)', 'SELECT count(*) FROM hai WHERE a = 5'])
hostile('a function of a body of 5 MB', () => `CREATE FUNCTION pg_temp.haf() RETURNS text LANGUAGE sql AS $$ SELECT '${
  'x'.repeat(5_000_000)}' $$; SELECT length(pg_temp.haf()), length(pg_get_functiondef('pg_temp.haf'::regproc))`)
hostile('catalog functions of every object', 'SELECT count(pg_describe_object(classid, objid, objsubid)), '
  + 'count(pg_identify_object(classid, objid, objsubid)::text) FROM pg_depend, generate_series(1, 20)')
hostile('privileges of everything', "SELECT count(*) FROM pg_class c, pg_proc p WHERE has_table_privilege(c.oid, "
  + "'SELECT') AND has_function_privilege(p.oid, 'EXECUTE')")
hostile('pg_get_functiondef of all', "SELECT sum(length(pg_get_functiondef(oid))) FROM pg_proc, generate_series(1, 5) "
  + "WHERE prokind = 'f'")
hostile('to_regclass of odd names', "SELECT count(to_regclass(repeat('a', i % 60) || '.b' || i)) FROM "
  + 'generate_series(1, 300000) i')
hostile('information_schema, joined',
  'SELECT count(*) FROM information_schema.columns a JOIN information_schema.columns b '
  + 'USING (table_schema) WHERE a.column_name = b.column_name')

// Sessions.
hostile('savepoints released at once', () => ['BEGIN', chain(20_000, (at) => `SAVEPOINT s${at}`, ';'), 'RELEASE s0',
  'COMMIT'])
hostile('savepoints of one name', () => ['BEGIN', 'CREATE TEMP TABLE has (a int)', chain(10_000, () =>
  'SAVEPOINT s; INSERT INTO has VALUES (1)', ';'), 'ROLLBACK TO s', 'COMMIT'])
hostile('LISTEN of 50,000 channels', () => [chain(50_000, (at) => `LISTEN hac${at}`, ';'),
  'SELECT count(*) FROM pg_listening_channels()', "SELECT count(pg_notify('hac' || i, 'x')) FROM generate_series(1, "
  + '50000) i', 'UNLISTEN *'])
hostile('advisory locks by the million', 'SELECT count(pg_advisory_lock(i)) FROM generate_series(1, 1000000) i; SELECT '
  + 'count(*) FROM pg_locks; SELECT pg_advisory_unlock_all()')
hostile('a PREPARE of 20,000 parameters', () => [
  `PREPARE hal AS SELECT ${chain(20_000, (at) => `$${at + 1}::int`, ' + ')}`,
  `EXECUTE hal (${chain(20_000, String)})`])
hostile('cursors opened and closed', () => ['BEGIN', chain(3_000, (at) => `DECLARE c${at} CURSOR FOR SELECT * FROM `
  + `pg_class; FETCH 1 FROM c${at}`, ';'), 'CLOSE ALL', 'COMMIT'])
hostile('COPY TO of wide arrays', 'COPY (SELECT array_fill(i, ARRAY[10000]) FROM generate_series(1, 1000) i) TO STDOUT')
hostile('COPY TO of documents in CSV', "COPY (SELECT (SELECT jsonb_agg(k) FROM generate_series(1, 20000) k), '\"'||i "
  + 'FROM generate_series(1, 300) i) TO STDOUT (FORMAT csv)')

// Text search and extensions.
hostile('to_tsvector of one long word', "SELECT length(to_tsvector('english', repeat('running', 500000)))")
hostile('to_tsvector of urls', "SELECT length(to_tsvector('english', string_agg('http://a.b/' || i || '?x=' || i, ' '))"
  + `) ${SERIES}`)
hostile('ts_stat of much', "SELECT count(*) FROM ts_stat('SELECT to_tsvector(''simple'', i::text || '' '' || i * 7) "
  + "FROM generate_series(1, 100000) i')")
hostile('phrase search over much', "SELECT to_tsvector('simple', repeat('a b ', 200000)) @@ 'a <-> b <-> a <2> b'::"
  + 'tsquery')
hostile('ts_rewrite', "SELECT length(ts_rewrite((SELECT string_agg('w' || i % 100, '|') FROM generate_series(1, 2000) i"
  + ")::tsquery, 'SELECT (''w'' || i)::tsquery, ''x''::tsquery FROM generate_series(1, 100) i')::text)")
extended('pg_trgm', 'trigrams of long texts', "SELECT similarity(string_agg(i::text, ' '), string_agg((i + 1)::text, "
  + `' ')), word_similarity('1234 5678', string_agg(i::text, ' ')) ${SERIES}`)
extended('hstore', 'hstore to text again and again', "SELECT sum(length(h::text)) FROM (SELECT hstore(array_agg("
  + "i::text), array_agg(i::text)) AS h FROM generate_series(1, 20000) i) q, generate_series(1, 200)")
extended('intarray', 'intarray of much', 'SELECT icount(sort(a) | uniq(a)), idx(a, 5), a @@ \'5&!6\'::query_int FROM '
  + '(SELECT array_agg(i % 1000) AS a FROM generate_series(1, 1000000) i) q')
extended('cube', 'cubes united', 'SELECT count(cube_union(cube(array_fill(1.0, ARRAY[100])), cube(i))) '
  + 'FROM generate_series(1, 500000) i')
extended('fuzzystrmatch', 'metaphones by the row', "SELECT count(metaphone(repeat('xyz', 60), 200)), count(dmetaphone("
  + `repeat('xyz', 60))), count(levenshtein_less_equal(repeat('ab', 100), repeat('ba', 100), 5)) ${SERIES}`)
extended('unaccent', 'unaccent of much', "SELECT length(unaccent(repeat('éàü', 2000000)))")
extended('isn', 'isn by the row', "SELECT count(isn_weak(true)), count(make_valid('978-0-11-000533-4'::isbn13)) "
  + 'FROM generate_series(1, 300000)')
extended('tablefunc', 'connectby of a chain', 'CREATE TEMP TABLE hcb AS SELECT i AS k, i - 1 AS p FROM '
  + 'generate_series(1, 5000) i', "SELECT count(*) FROM connectby('hcb', 'k', 'p', '1', 0) AS t(k int, p int, l int)")
extended('pgcrypto', 'pgp of much, decrypted', "SELECT length(pgp_sym_decrypt_bytea(pgp_sym_encrypt_bytea(decode("
  + "repeat('ab', 4000000), 'hex'), 'k'), 'k'))")
extended('pgstattuple', 'pgstattuple of much', 'CREATE TEMP TABLE hps AS SELECT i, repeat(i::text, 20) AS t FROM '
  + 'generate_series(1, 300000) i', "SELECT tuple_count FROM pgstattuple('hps'), generate_series(1, 20)")
extended('seg', 'segs compared', "SELECT count(*) FROM generate_series(1, 300000) i WHERE (i || ' .. ' || i + 5)::seg "
  + "&& '5 .. 500000'::seg")
extended('earthdistance', 'distances on earth', 'SELECT sum(earth_distance(ll_to_earth(i % 90, i % 180), ll_to_earth('
  + '0, 0))) FROM generate_series(1, 200000) i')
