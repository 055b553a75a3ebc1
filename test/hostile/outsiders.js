/** More statements as attackers would send them: what the other lists have no kind of. */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name: `outside: ${name}`, sql: typeof sql === 'function' ? sql : () => sql })
}

/** @param {string} extension @param {string} name @param {...string} sql */
const extended = (extension, name, ...sql) =>
  hostile(name, () => [`CREATE EXTENSION IF NOT EXISTS ${extension}`, ...sql])

// Text and patterns.
hostile('regexp_match with nested quantifiers', "SELECT regexp_match(repeat('a', 5000) || 'b', '((a*)*)*c')")
hostile('regexp_matches of every position', "SELECT count(*) FROM regexp_matches(repeat('ab', 3000000), "
  + "'(a)(b)?', 'g')")
hostile('regexp_split of a long text', "SELECT count(*) FROM regexp_split_to_table(repeat('a1b22', 3000000), '\\d+')")
hostile('regexp_count over alternatives', "SELECT regexp_count(repeat('abcdefgh', 1000000), 'a|bc|def|gh|x|y|z')")
hostile('SIMILAR TO with a long class', () => `SELECT repeat('ab', 2000000) SIMILAR TO '([${chain(500, (at) =>
  String.fromCodePoint(0x4e00 + at), '')}a]|b)*'`)
hostile('unistr of much', "SELECT length(unistr(repeat('\\0041\\+000042', 1000000)))")
hostile('levels of translate', "SELECT length(translate(translate(repeat('abcdef', 3000000), 'abc', 'xyz'), "
  + "'xyz', ''))")
hostile('overlay at every place', "SELECT max(length(overlay(repeat('x', 5000000) placing 'yy' from i))) FROM "
  + 'generate_series(1, 1000) i')
hostile('strpos of a needle that almost fits', "SELECT strpos(repeat('a', 5000000), repeat('a', 100000) || 'b')")
hostile('string_to_table of much', "SELECT count(*) FROM string_to_table(repeat('x,', 5000000), ',')")
hostile('encode in base64 and back', "SELECT length(decode(encode(decode(repeat('ab', 10000000), 'hex'), 'base64'), "
  + "'base64'))")
hostile('sha512 of much, many times', "SELECT count(sha512(convert_to(repeat('x', 10000000), 'UTF8'))) FROM "
  + 'generate_series(1, 20)')
hostile('get_byte and set_byte of much', "SELECT sum(get_byte(set_byte(decode(repeat('ab', 5000000), 'hex'), i, "
  + "1), i)) "
  + 'FROM generate_series(1, 1000) i')
hostile('bit_count of much', "SELECT bit_count(decode(repeat('ab', 10000000), 'hex')), bit_count(repeat('1', "
  + '10000000)::varbit)')

// Numbers and times.
hostile('numeric exp and ln of many digits', "SELECT ln(('1.' || repeat('7', 10000))::numeric), exp(('1.' || "
  + "repeat('3', "
  + '5000))::numeric)')
hostile('numeric power of long bases', "SELECT length((repeat('9', 1000)::numeric ^ 50)::text), "
  + "length(power(1." + '0'.repeat(30)
  + "1::numeric, 100000)::text)")
hostile('gcd and lcm of long numbers', "SELECT length(gcd(repeat('98765', 3000)::numeric, repeat('43210', "
  + "3000)::numeric)"
  + "::text), length(lcm(repeat('98765', 2000)::numeric, repeat('43211', 2000)::numeric)::text)")
hostile('trim_scale and min_scale of many digits', "SELECT min_scale(('0.' || repeat('0', 16000) || '1')::numeric), "
  + "length(trim_scale(('1.' || repeat('0', 16000))::numeric)::text) FROM generate_series(1, 1000)")
hostile('mod and div of long numbers', "SELECT count(mod(repeat('9', 50000)::numeric, repeat('7', "
  + "25000)::numeric)) FROM "
  + 'generate_series(1, 1000)')
hostile('width_bucket of many thresholds', 'SELECT sum(width_bucket(i, t)) FROM (SELECT array_agg(j) AS t FROM '
  + 'generate_series(1, 1000000) j) s, generate_series(1, 100) i')
hostile('timestamps by the microsecond', "SELECT count(*) FROM generate_series('2000-01-01'::timestamp, "
  + "'2001-01-01', "
  + "'1 microsecond')")
hostile('timestamps with zones by the month', "SELECT count(*) FROM generate_series('0001-01-01 "
  + "00:00+00'::timestamptz, "
  + "'290000-01-01 00:00+00', '1 day 1 month -20 days')")
hostile('date_bin and age by the million', "SELECT count(date_bin('7 minutes', t, '2001-01-01')), max(age(t)) FROM "
  + "generate_series('2000-01-01'::timestamp, '2010-01-01', '1 minute') t")
hostile('to_timestamp with a long picture', "SELECT to_timestamp(repeat('2001 ', 100000), repeat('YYYY ', 100000))")
hostile('time zones by name', "SELECT count(now() AT TIME ZONE name) FROM pg_timezone_names, generate_series(1, "
  + "10000)")

// Aggregates, windows, sets.
hostile('GROUPS frames that exclude', 'SELECT sum(s) FROM (SELECT sum(i) OVER (ORDER BY i % 1000 GROUPS BETWEEN 100 '
  + 'PRECEDING AND 100 FOLLOWING EXCLUDE TIES) AS s FROM generate_series(1, 1000000) i) q')
hostile('RANGE frames by intervals', "SELECT count(c) FROM (SELECT count(*) OVER (ORDER BY t RANGE BETWEEN '1 hour' "
  + "PRECEDING AND '1 hour' FOLLOWING EXCLUDE CURRENT ROW) AS c FROM generate_series('2000-01-01'::timestamp, "
  + "'2003-01-01', '1 minute') t) q")
hostile('ntile, lag and nth_value of much', 'SELECT max(a), max(b), max(c) FROM (SELECT ntile(1000) OVER w AS '
  + 'a, lag(i, '
  + '500000) OVER w AS b, nth_value(i, 999999) OVER w AS c FROM generate_series(1, 1000000) i WINDOW w AS '
  + '(ORDER BY -i)) q')
hostile('windows of sliding texts', "SELECT max(length(s)) FROM (SELECT string_agg(i::text, ',') OVER (ORDER BY "
  + "i ROWS 5000 "
  + 'PRECEDING) AS s FROM generate_series(1, 100000) i) q')
hostile('jsonb_object_agg of a million', 'SELECT length(jsonb_object_agg(i, i)::text) FROM generate_series(1, '
  + '1000000) i')
hostile('json_agg of wide rows', 'SELECT length(json_agg(q)::text) FROM (SELECT i, i::text AS t, ARRAY[i, i] AS '
  + 'a, now() '
  + 'AS n FROM generate_series(1, 300000) i) q')
hostile('array_agg of arrays', 'SELECT array_length(array_agg(ARRAY[i, i + 1, i + 2]), 1) FROM '
  + 'generate_series(1, 3000000) i')
hostile('range_agg of gaps', 'SELECT length(range_agg(int4range(i * 2, i * 2 + 1))::text) FROM '
  + 'generate_series(1, 1000000) i')
hostile('multiranges subtracted', 'SELECT isempty(m - n) FROM (SELECT range_agg(int4range(i * 4, i * 4 + 2)) AS m, '
  + 'range_agg(int4range(i * 4 + 1, i * 4 + 3)) AS n FROM generate_series(1, 500000) i) q')
hostile('ordered sets of everything', 'SELECT percentile_cont(ARRAY(SELECT i / 1000.0 FROM generate_series(0, '
  + '1000) i)) '
  + 'WITHIN GROUP (ORDER BY j), mode() WITHIN GROUP (ORDER BY j % 1000), rank(500000) WITHIN GROUP (ORDER BY j) FROM '
  + 'generate_series(1, 2000000) j')
hostile('DISTINCT aggregates by the dozen', () => `SELECT `
  + `${chain(24, (at) => `count(DISTINCT i % ${at + 1000})`)} FROM `
  + 'generate_series(1, 1000000) i')
hostile('regression of much', 'SELECT corr(i, j), regr_slope(i, j), covar_pop(i, j), stddev(i), var_samp(j) FROM '
  + 'generate_series(1, 3000) i, generate_series(1, 3000) j')
hostile('CUBE of eleven over many groups', () => `SELECT count(*) FROM (SELECT sum(a) FROM generate_series(1, `
  + `20000) a `
  + `GROUP BY CUBE (${chain(11, (at) => `(a / ${at + 1})`)})) q`)
hostile('EXCEPT ALL and INTERSECT ALL of millions', 'SELECT count(*) FROM ((SELECT i % 100000 FROM '
  + 'generate_series(1, '
  + '2000000) i EXCEPT ALL SELECT i FROM generate_series(1, 100000) i) INTERSECT ALL SELECT j % 1000 FROM '
  + 'generate_series(1, 2000000) j) q')

// Recursion and joins.
hostile('CYCLE over a dense graph', 'WITH RECURSIVE e AS (SELECT a, b FROM generate_series(1, 30) a, '
  + 'generate_series(1, '
  + '30) b), r AS (SELECT 1 AS n UNION ALL SELECT b FROM r JOIN e ON a = n) CYCLE n SET seen USING path SELECT '
  + 'count(*) '
  + 'FROM r')
hostile('SEARCH DEPTH FIRST of long paths', 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r '
  + 'WHERE n < '
  + '20000) SEARCH DEPTH FIRST BY n SET o SELECT count(o) FROM r')
hostile('a chain of LATERALs', () => `SELECT count(*) FROM generate_series(1, 10) l0(a) ${chain(30, (at) =>
  `CROSS JOIN LATERAL (SELECT l${at}.a + g AS a FROM generate_series(1, 2) g) l${at + 1}`, ' ')}`)
hostile('self-joins without keys', () => `SELECT count(*) FROM ${chain(8, (at) => `pg_class c${at}`)} WHERE `
  + chain(7, (at) => `c${at}.relpages <= c${at + 1}.relpages`, ' AND '))
hostile('FULL JOINs in a row', () => `SELECT count(*) FROM generate_series(1, 300000) t0(a) ${chain(8, (at) =>
  `FULL JOIN generate_series(1, 300000) t${at + 1}(b${at}) ON a = b${at} + ${at}`, ' ')}`)
hostile('EXISTS in EXISTS', () => `SELECT count(*) FROM generate_series(1, 3000) q WHERE ${chain(40, (at) =>
  `EXISTS (SELECT 1 FROM generate_series(1, 50) e${at} WHERE e${at} > q % 49 AND `, '')}true${')'.repeat(40)}`)

// Documents.
hostile('jsonb_path_query_array, recursive', "SELECT jsonb_array_length(jsonb_path_query_array(j, 'strict "
  + "$.**')) FROM "
  + '(SELECT jsonb_agg(jsonb_build_object(\'a\', i, \'b\', jsonb_build_array(i, i))) AS j FROM '
  + 'generate_series(1, 200000) i) q')
hostile('jsonb_path with a long regular expression', "SELECT jsonb_path_exists(to_jsonb(repeat('ab', 2000000)), "
  + "'$ ? (@ like_regex \"^(a|b|ab)*c$\")')")
hostile('jsonb_set in depth', "SELECT length(jsonb_set((repeat('[', 5000) || '1' || repeat(']', 5000))::jsonb, "
  + "array_fill('0'::text, ARRAY[4999]), '2')::text)")
hostile('jsonb_strip_nulls and pretty of much', "SELECT "
  + "length(jsonb_pretty(jsonb_strip_nulls(jsonb_agg(jsonb_build_object("
  + "'a', i, 'b', NULL, 'c', jsonb_build_object('d', NULL)))))) FROM generate_series(1, 300000) i")
hostile('jsonb_to_recordset of much', "SELECT sum(a), max(b) FROM jsonb_to_recordset((SELECT "
  + "jsonb_agg(jsonb_build_object("
  + "'a', i, 'b', i::text)) FROM generate_series(1, 300000) i)) AS r(a int, b text)")
hostile('xpath over many nodes', "SELECT array_length(xpath('//b[@n mod 2 = 1]/following-sibling::b[1]', ('<a>' || "
  + "(SELECT string_agg('<b n=\"' || i || '\"/>', '') FROM generate_series(1, 5000) i) || '</a>')::xml), 1)")
hostile('xmlagg and xmlserialize of much', "SELECT length(xmlserialize(CONTENT xmlagg(xmlelement(name a, "
  + "xmlattributes(i "
  + "AS b), i)) AS text)) FROM generate_series(1, 500000) i")
hostile('ts_headline of a long text', "SELECT length(ts_headline('english', repeat('The quick brown fox jumps "
  + "over the lazy "
  + "dogs. ', 100000), 'fox & dog', 'MaxFragments=1000, MaxWords=50, MinWords=5'))")
hostile('ts_rank_cd of many places', "SELECT ts_rank_cd(to_tsvector('simple', repeat('a b c d ', 100000)), 'a "
  + "<-> b & c | "
  + "d'::tsquery) FROM generate_series(1, 1000)")
hostile('tsvector set operations', "SELECT length(setweight(to_tsvector('simple', string_agg('w' || i, ' ')) || "
  + "to_tsvector('simple', string_agg('v' || i, ' ')), 'A')::text) FROM generate_series(1, 300000) i")

// Objects, sessions, procedures.
hostile('savepoints by 20,000', () => ['BEGIN', chain(20_000, (at) => `SAVEPOINT s${at}`, ';'), 'ROLLBACK TO s10',
  'RELEASE s0', 'COMMIT'])
hostile('savepoints within a loop that fails', "DO $$ BEGIN FOR i IN 1 .. 100000000 LOOP BEGIN PERFORM 1 / (i % 2); "
  + 'EXCEPTION WHEN division_by_zero THEN NULL; END; END LOOP; END $$')
hostile('prepared statements by 10,000', () => [chain(10_000, (at) => `PREPARE hps${at}(int) AS SELECT $1 + `
  + `${at}`, ';'),
  'SELECT count(*) FROM pg_prepared_statements', 'DEALLOCATE ALL'])
hostile('comments nested deeply', () => `SELECT ${'/*'.repeat(100_000)} x ${'*/'.repeat(100_000)} 1`)
hostile('identifiers of a megabyte', () => `SELECT 1 AS "${'x'.repeat(5_000_000)}", 2 AS ${'y'.repeat(5_000_000)}`)
hostile('advisory locks by the million', 'SELECT count(pg_advisory_xact_lock(i)) FROM generate_series(1, 1000000) i')
hostile('large objects by 20,000', "SELECT count(lo_from_bytea(0, 'abc')) FROM generate_series(1, 20000)")
hostile('triggers that cascade over four tables', () => [...[0, 1, 2, 3].map((at) => `CREATE TABLE htc${at} (a int)`),
  ...[0, 1, 2].map((at) => `CREATE FUNCTION htc${at}f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO `
    + `htc${at + 1} SELECT NEW.a FROM generate_series(1, 10); RETURN NEW; END $$; CREATE TRIGGER t AFTER INSERT `
  + `ON htc${at} `
    + `FOR EACH ROW EXECUTE FUNCTION htc${at}f()`),
  'INSERT INTO htc0 SELECT generate_series(1, 1000)', 'DROP TABLE htc0, htc1, htc2, htc3; DROP FUNCTION htc0f, '
  + 'htc1f, htc2f'])
hostile('texts that grow in PL/pgSQL', "DO $$ DECLARE t text := ''; a int[] := '{}'; BEGIN FOR i IN 1 .. "
  + "10000000 LOOP t := t "
  + "|| i || ','; a := a || i; END LOOP; END $$")
hostile('RAISE of long texts', "DO $$ BEGIN FOR i IN 1 .. 100 LOOP RAISE NOTICE '% %', repeat('x', 3000000), i; "
  + "END LOOP; "
  + 'END $$')
hostile('EXECUTE of what it generates', () => "DO $$ DECLARE t text; BEGIN FOR i IN 1 .. 100 LOOP SELECT "
  + "'SELECT ' || "
  + "string_agg(j::text, '+') INTO t FROM generate_series(1, 20000) j; EXECUTE t; END LOOP; END $$")
hostile('FOREACH over arrays of a million', "DO $$ DECLARE a int[] := array_fill(1, ARRAY[1000000]); s bigint "
  + ":= 0; x int; "
  + 'BEGIN FOR k IN 1 .. 100 LOOP FOREACH x IN ARRAY a LOOP s := s + x; END LOOP; a[k] := s; END LOOP; END $$')
hostile('events rules rewrite over and over', () => ['CREATE TABLE hru (a int); CREATE TABLE hrl (a '
  + 'int)', chain(30, (at) =>
  `CREATE RULE r${at} AS ON INSERT TO hru DO ALSO INSERT INTO hrl SELECT NEW.a + ${at}`, ';'),
'INSERT INTO hru SELECT generate_series(1, 20000)', 'DROP TABLE hru, hrl'])
hostile('1,000 generated columns', () => [`CREATE TABLE hgc (a int, ${chain(1_000, (at) =>
  `c${at} int GENERATED ALWAYS AS (a + ${at}) STORED`)})`, 'INSERT INTO hgc SELECT generate_series(1, 2000)',
'DROP TABLE hgc'])
hostile('a view of unions of itself', () => ['CREATE TEMP VIEW hvu0 AS SELECT 1 AS '
  + 'a', ...Array.from({ length: 10 }, (_, at) =>
  `CREATE TEMP VIEW hvu${at + 1} AS SELECT a FROM hvu${at} UNION SELECT a + 1 FROM hvu${at}`), 'SELECT count(*) '
  + 'FROM hvu10'])

// Extensions.
extended('pgcrypto', 'crypt with many rounds', "SELECT crypt('secret', gen_salt('bf', 14))")
extended('pgcrypto', 'pgp of 10 MB', "SELECT length(pgp_sym_decrypt(pgp_sym_encrypt(repeat('abc', 3000000), 'key', "
  + "'compress-algo=1, cipher-algo=aes256'), 'key'))")
extended('ltree', 'ltree of many labels', "SELECT nlevel(lca(ARRAY(SELECT (repeat('a.', 1000) || i)::ltree FROM "
  + 'generate_series(1, 20000) i)))')
extended('fuzzystrmatch', 'levenshtein by the million', "SELECT sum(levenshtein(repeat('ab', 120), repeat('ba', "
  + "120) || (i % 9)"
  + ')) FROM generate_series(1, 1000000) i')
extended('tablefunc', 'crosstab of many', "SELECT count(*) FROM crosstab('SELECT i / 10, i % 10, i FROM "
  + "generate_series(1, "
  + "3000000) i', 'SELECT generate_series(0, 9)') AS c(r int, a int, b int, c int, d int, e int, f int, g int, "
  + "h int, i int, "
  + 'j int)')
extended('hstore', 'hstore concatenated', "SELECT count(akeys(a || b)) FROM (SELECT hstore(array_agg(i::text), "
  + "array_agg("
  + "i::text)) AS a, hstore(array_agg('x' || i), array_agg(i::text)) AS b FROM generate_series(1, 200000) i) s, "
  + 'generate_series(1, 20)')
