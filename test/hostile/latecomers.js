/**
 * Hostile statements of all areas once more, by somebody who had not read the other lists: depth, width, expressions,
 * joins, definitions, documents, numbers, patterns, bodies, what sessions keep.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {string | (() => string | string[])} sql */
function hostile(name, sql) {
  STATEMENTS.push({ name: `late: ${name}`, sql: typeof sql === 'function' ? sql : () => sql })
}

/** @param {string} name @param {...(string | (() => string))} parts sent one after the other */
const several = (name, ...parts) =>
  hostile(name, () => parts.map((part) => typeof part === 'function' ? part() : part))

const SERIES = 'FROM generate_series(1, 300000) i'

// Depth and length of texts.
hostile('brackets of brackets', () => `SELECT ${'('.repeat(3_000)}1${')'.repeat(3_000)}`)
hostile('CASE within CASE', () => `SELECT ${'CASE WHEN true THEN '.repeat(2_000)}1${' END'.repeat(2_000)}`)
hostile('a CASE of 50,000 branches', () => `SELECT CASE i ${chain(50_000, (at) => `WHEN ${at} THEN ${at + 1}`, ' ')} `
  + 'END FROM generate_series(1, 1000) i')
hostile('a CASE of 20,000 conditions', () => `SELECT sum(CASE ${chain(20_000, (at) =>
  `WHEN i % ${at + 2} = 1 AND i < ${at} THEN ${at}`, ' ')} ELSE 0 END) FROM generate_series(1, 200) i`)
hostile('COALESCE of 60,000', () => `SELECT COALESCE(${chain(60_000, () => 'NULL::int')}, 1)`)
hostile('GREATEST of 60,000 columns', () => `SELECT max(GREATEST(${chain(60_000, (at) => `i + ${at}`)})) FROM `
  + 'generate_series(1, 100) i')
hostile('an array of 200,000 sums', () => `SELECT cardinality(ARRAY[${chain(200_000, (at) => `${at} + 1`)}])`)
hostile('an array of arrays of expressions', () => `SELECT cardinality(ARRAY[${chain(2_000, (row) =>
  `ARRAY[${chain(50, (at) => `${row} * ${at}`)}]`)}])`)
hostile('casts of casts', () => `SELECT 1${'::bigint::text::int'.repeat(4_000)}`)
hostile('NOT NOT NOT', () => `SELECT ${'NOT '.repeat(20_000)} true`)
hostile('minus minus minus', () => `SELECT ${'- '.repeat(20_000)} 1`)
hostile('dots of a composite', () => `SELECT ${'('.repeat(3_000)}ROW(1)${').f1'.repeat(3_000)}`)
hostile('subscripts of subscripts', () => `SELECT (ARRAY[1])${'[1]'.repeat(20_000)}`)
hostile('concatenations of 100,000 literals', () => `SELECT length(${chain(100_000, () => "'x'", ' || ')})`)
hostile('a row of 100,000 fields', () => `SELECT ROW(${chain(100_000, String)})::text`)
hostile('rows compared, of 5,000 fields', () => `SELECT ROW(${chain(5_000, String)}) < ROW(${chain(5_000, String)})`)
hostile('BETWEEN of 20,000', () => `SELECT count(*) FROM generate_series(1, 100) i WHERE ${chain(20_000, (at) =>
  `i BETWEEN ${at} AND ${at + 1}`, ' OR ')}`)
hostile('IN of 50,000 expressions', () => `SELECT count(*) FROM generate_series(1, 100) i WHERE i IN (${
  chain(50_000, (at) => `${at} + i`)})`)
hostile('IN of 100,000 texts of a table', () =>
  `SELECT count(*) FROM pg_class WHERE relname IN (${chain(100_000, (at) =>
  `'n${at}'`)})`)
hostile('NOT IN of 100,000 numerics', () => `SELECT count(*) ${SERIES} WHERE i::numeric NOT IN (${chain(100_000, (at) =>
  `${at}.5`)})`)
hostile('IN of 100,000 dates', () => `SELECT count(*) ${SERIES} WHERE ('2000-01-01'::date + i) IN (${
  chain(100_000, (at) => `'${2000 + at % 900}-01-0${1 + at % 9}'`)})`)
hostile('VALUES of 100,000 mixed rows', () => `SELECT count(*) FROM (VALUES ${chain(100_000, (at) =>
  `(${at}, ${at}.5, 'x${at}', NULL, true, '2000-01-01'::date)`)}) v`)
hostile('VALUES of 2,000 rows of 100 expressions', () => `SELECT count(*) FROM (VALUES ${chain(2_000, (row) =>
  `(${chain(100, (at) => `${row} + ${at}`)})`)}) v`)
hostile('a function of 100 arguments, nested', () => `SELECT ${'concat('.repeat(2_000)}'x'${
  ", 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')".repeat(2_000)}`)
hostile('identifiers of 1 MB', () => `SELECT 1 AS ${'a'.repeat(1_000_000)}, 2 AS "${'b""'.repeat(300_000)}"`)
hostile('a text of comments', () => `SELECT ${'/* x */'.repeat(500_000)} 1`)
hostile('comments within comments', () => `SELECT ${'/*'.repeat(200_000)} ${'*/'.repeat(200_000)} 1`)
hostile('50,000 statements of nothing', () => ';'.repeat(200_000) + 'SELECT 1')
hostile('20,000 SELECTs in a text', () => chain(20_000, (at) => `SELECT ${at}`, ';'))
hostile('a text of unicode escapes', () => `SELECT length(U&'${'\\0061'.repeat(300_000)}')`)
hostile('dollar quotes within', () => `SELECT length($a$${'$b$'.repeat(500_000)}$a$)`)
hostile('numbers of 200,000 digits', () => `SELECT length((${'9'.repeat(100_000)}.${'9'.repeat(10_000)})::text)`)
hostile('hexadecimal and octal bytes', () => `SELECT length('\\x${'ab'.repeat(5_000_000)}'::bytea), `
  + `length('${'\\\\001'.repeat(500_000)}'::bytea)`)

// Width of queries.
hostile('1,664 target columns of subqueries', () => `SELECT ${chain(1_600, (at) => `(SELECT ${at} + i)`)} FROM `
  + 'generate_series(1, 20) i')
hostile('500 scalar subqueries over a table', () => `SELECT ${chain(500, (at) =>
  `(SELECT count(*) FROM pg_class WHERE relnatts > ${at} + i)`, ' + ')} FROM generate_series(1, 3) i`)
hostile('EXISTS of 2,000', () => `SELECT 1 WHERE ${chain(2_000, (at) =>
  `EXISTS (SELECT 1 FROM pg_class WHERE oid = ${at}::oid)`, ' OR ')}`)
hostile('NOT EXISTS, joined away', () => `SELECT count(*) FROM pg_class c WHERE ${chain(40, (at) =>
  `NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ${at} + 100)`, ' AND ')}`)
hostile('a join of 60 catalogs', () => `SELECT count(*) FROM pg_class t0 ${chain(60, (at) =>
  `JOIN pg_class t${at + 1} ON t${at + 1}.oid = t${at}.reltype`, ' ')}`)
hostile('a star of 40 joins', () => `SELECT count(*) FROM pg_class t ${chain(40, (at) =>
  `LEFT JOIN pg_type y${at} ON y${at}.oid = t.reltype`, ' ')}`)
hostile('a comma join of 25', () => `SELECT count(*) FROM ${chain(25, (at) => `pg_namespace n${at}`)}`)
hostile('a FULL JOIN of 30', () => `SELECT count(*) FROM (SELECT 1 AS a) t0 ${chain(30, (at) =>
  `FULL JOIN (SELECT ${at} AS a) t${at + 1} USING (a)`, ' ')}`)
hostile('a NATURAL JOIN of wide tables', () => `SELECT count(*) FROM ${chain(12, (at) => `pg_class c${at}`,
  ' NATURAL JOIN ')}`)
hostile('2,000 CTEs in a chain', () => `WITH c0 AS (SELECT 1 AS a) ${chain(2_000, (at) =>
  `, c${at + 1} AS (SELECT a + 1 AS a FROM c${at})`, '')} SELECT * FROM c2000`)
hostile('500 CTEs, each read twice', () => `WITH c0 AS (SELECT 1 AS a) ${chain(500, (at) =>
  `, c${at + 1} AS (SELECT x.a FROM c${at} x, c${at} y)`, '')} SELECT * FROM c500`)
hostile('1,000 levels of subqueries in FROM', () => `${'SELECT * FROM ('.repeat(1_000)}SELECT 1 AS a${
  ') s'.repeat(1_000)}`)
hostile('200 levels of LATERAL', () => `SELECT count(*) FROM (SELECT 1 AS a) t0 ${chain(200, (at) =>
  `, LATERAL (SELECT t${at}.a + 1 AS a) t${at + 1}`, '')}`)
hostile('2,000 UNION branches of joins', () => chain(2_000, (at) =>
  `SELECT a.oid FROM pg_class a JOIN pg_type b ON a.reltype = b.oid WHERE a.oid = ${at}::oid`, ' UNION '))
hostile('INTERSECT of 3,000', () => chain(3_000, (at) => `SELECT ${at % 7}`, ' INTERSECT '))
hostile('CUBE of 12 columns', () => `SELECT count(*) FROM (SELECT 1 FROM generate_series(1, 200) i GROUP BY CUBE (${
  chain(12, (at) => `(i % ${at + 2})`)})) q`)
hostile('ROLLUP of 200', () => `SELECT count(*) FROM (SELECT 1 FROM generate_series(1, 100) i GROUP BY ROLLUP (${
  chain(200, (at) => `(i % ${at + 2})`)})) q`)
hostile('4,000 grouping sets', () => `SELECT count(*) FROM (SELECT 1 FROM generate_series(1, 50) i GROUP BY GROUPING `
  + `SETS (${chain(4_000, (at) => `(i % ${at % 30 + 2})`)})) q`)
hostile('300 named windows', () => `SELECT ${chain(300, (at) => `sum(i) OVER w${at}`)} FROM generate_series(1, 200) i `
  + `WINDOW ${chain(300, (at) => `w${at} AS (PARTITION BY i % ${at + 1} ORDER BY i)`)}`)
hostile('windows with every frame', () => `SELECT ${chain(150, (at) => `sum(i) OVER (ORDER BY i ROWS BETWEEN ${at} `
  + `PRECEDING AND ${at + 5} FOLLOWING EXCLUDE ${at % 2 ? 'TIES' : 'CURRENT ROW'})`)} FROM generate_series(1, 500) i`)
hostile('ORDER BY of 1,000 keys', () => `SELECT i FROM generate_series(1, 5000) i ORDER BY ${chain(1_000, (at) =>
  `(i * ${at + 7}) % 1000`)}`)
hostile('DISTINCT of 1,000 columns', () => `SELECT DISTINCT ${chain(1_000, (at) => `i % ${at + 1}`)} FROM `
  + 'generate_series(1, 500) i')
hostile('FILTERs of 1,000 aggregates', () => `SELECT ${chain(1_000, (at) => `count(*) FILTER (WHERE i % ${at + 2} = 1)`)
  } FROM generate_series(1, 2000) i`)
hostile('percentiles of 500', () =>
  `SELECT ${chain(500, (at) => `percentile_cont(0.${at + 100}) WITHIN GROUP (ORDER BY `
  + `i)`)} FROM generate_series(1, 1000) i`)

// Definitions.
several('1,600 columns with defaults and checks', () => `CREATE TEMP TABLE hla (${chain(1_500, (at) =>
  `c${at} int DEFAULT ${at} CHECK (c${at} > ${-at} OR c${at} IS NULL)`)})`,
'INSERT INTO hla DEFAULT VALUES', 'INSERT INTO hla SELECT * FROM hla', 'UPDATE hla SET c0 = c1, c5 = 7', 'TABLE hla')
several('a chain of 200 generated columns', () => `CREATE TEMP TABLE hlb (a int, ${chain(200, (at) =>
  `g${at} text GENERATED ALWAYS AS (repeat(a::text, ${at})) STORED`)})`,
'INSERT INTO hlb SELECT generate_series(1, 500)', 'UPDATE hlb SET a = a + 1')
several('2,000 partitions, dropped by one', () => `CREATE TEMP TABLE hlc (a int, b text) PARTITION BY RANGE (a); ${
  chain(2_000, (at) => `CREATE TEMP TABLE hlc${at} PARTITION OF hlc FOR VALUES FROM (${at}) TO (${at + 1})`, ';')}`,
'CREATE INDEX ON hlc (b)', 'INSERT INTO hlc SELECT i, i::text FROM generate_series(0, 1999) i',
"SELECT count(*) FROM hlc WHERE b = '5'", 'SELECT * FROM hlc ORDER BY a LIMIT 3', 'ANALYZE hlc',
'ALTER TABLE hlc ADD c int DEFAULT 5', 'DROP TABLE hlc')
several('a hash of 1,000 partitions', () => `CREATE TEMP TABLE hld (a int PRIMARY KEY) PARTITION BY HASH (a); ${
  chain(1_000, (at) => `CREATE TEMP TABLE hld${at} PARTITION OF hld FOR VALUES WITH (MODULUS 1000, REMAINDER ${at})`,
    ';')}`, 'INSERT INTO hld SELECT generate_series(1, 20000)', 'SELECT count(*) FROM hld a JOIN hld b USING (a)',
'TRUNCATE hld', 'DROP TABLE hld')
several('an inheritance tree of 10 levels', 'CREATE TEMP TABLE hle0 (a int)', () => chain(300, (at) =>
  `CREATE TEMP TABLE hle${at + 1} (b${at} int) INHERITS (hle${Math.floor(at / 2)})`, ';'),
'ALTER TABLE hle0 ADD z int DEFAULT 1', 'ALTER TABLE hle0 ADD CHECK (z > 0)', 'SELECT count(*) FROM hle0',
'DROP TABLE hle0 CASCADE')
several('500 indexes of expressions', 'CREATE TEMP TABLE hlf AS SELECT i, i::text AS t FROM generate_series(1, 200) i',
  () => chain(500, (at) => `CREATE INDEX ON hlf ((i + ${at}), lower(t)) WHERE i > ${at}`, ';'),
  'INSERT INTO hlf SELECT i, i::text FROM generate_series(1, 200) i', 'UPDATE hlf SET t = t || t', 'VACUUM hlf')
several('an enum of 10,000 labels', () => `CREATE TYPE hlg AS ENUM (${chain(10_000, (at) => `'label ${at}'`)})`,
  "SELECT count(*) FROM unnest(enum_range(NULL::hlg)) e WHERE e > 'label 500'", "ALTER TYPE hlg RENAME VALUE 'label 7' "
  + "TO 'other'", 'SELECT max(e), min(e) FROM unnest(enum_range(NULL::hlg)) e, generate_series(1, 50)', 'DROP TYPE hlg')
several('labels added before one, 300 times', "CREATE TYPE hlh AS ENUM ('a', 'z')", () => chain(300, (at) =>
  `ALTER TYPE hlh ADD VALUE 'v${at}' BEFORE 'z'`, ';'), "SELECT enum_range(NULL::hlh)", 'DROP TYPE hlh')
several('a chain of 500 domains', 'CREATE DOMAIN hli0 AS int CHECK (VALUE > 0)', () => chain(500, (at) =>
  `CREATE DOMAIN hli${at + 1} AS hli${at} CHECK (VALUE > ${at % 5})`, ';'), 'SELECT count(i::hli500) FROM '
  + 'generate_series(10, 20000) i', 'SELECT 3::hli500', 'DROP DOMAIN hli0 CASCADE')
several('composites within composites', 'CREATE TYPE hlj0 AS (a int, b text)', () => chain(100, (at) =>
  `CREATE TYPE hlj${at + 1} AS (x hlj${at}, y hlj${at})`, ';'), 'SELECT NULL::hlj100, (NULL::hlj20).x',
() => `SELECT ROW(${'ROW('.repeat(9)}1, 'x'${'), NULL'.repeat(9)}, NULL)::text`, 'DROP TYPE hlj0 CASCADE')
several('GRANTs of 1,000 tables to 30 roles', () => chain(30, (at) => `CREATE ROLE hlk${at}`, ';'),
  () => chain(1_000, (at) => `CREATE TABLE hlk${at} (a int, b int)`, ';'),
  () => `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${chain(30, (at) => `hlk${at}`)}`,
  () => `GRANT SELECT (a), UPDATE (b) ON ${chain(1_000, (at) => `hlk${at}`)} TO ${chain(30, (at) => `hlk${at}`)}`,
  () => `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${chain(30, (at) => `hlk${at}`)}`,
  () => `DROP OWNED BY ${chain(30, (at) => `hlk${at}`)}`, () => `DROP TABLE ${chain(1_000, (at) => `hlk${at}`)}`,
  () => `DROP ROLE ${chain(30, (at) => `hlk${at}`)}`)
several('roles of roles', () => chain(200, (at) => `CREATE ROLE hll${at} ${at === 0 ? '' : `IN ROLE ${chain(
  Math.min(at, 20), (back) => `hll${at - 1 - back}`)}`}`, ';'), "SELECT count(*) FROM pg_roles a, pg_roles b WHERE "
  + "pg_has_role(a.oid, b.oid, 'USAGE')", () => `DROP ROLE ${chain(200, (at) => `hll${at}`)}`)
several('a view over 300 views, joined', 'CREATE TEMP VIEW hlm0 AS SELECT 1 AS a', () => chain(300, (at) =>
  `CREATE TEMP VIEW hlm${at + 1} AS SELECT x.a + 1 AS a FROM hlm${at} x JOIN (SELECT ${at + 1} AS k) y ON x.a = y.k`,
';'), 'SELECT * FROM hlm300', "SELECT sum(length(pg_get_viewdef(c.oid))) FROM pg_class c WHERE relname LIKE 'hlm%'",
'DROP VIEW hlm0 CASCADE')
several('a view of a CHECK of 50,000', () => `CREATE TEMP TABLE hln (a int CHECK (a IN (${chain(50_000, String)})))`,
  'INSERT INTO hln SELECT generate_series(1, 1000)',
  "SELECT length(pg_get_constraintdef(oid)) FROM pg_constraint WHERE "
  + "conrelid = 'hln'::regclass", 'ALTER TABLE hln ALTER a TYPE bigint')
several('a CHECK of 20,000 ORs', () => `CREATE TEMP TABLE hlo (a int, CHECK (${chain(20_000, (at) => `a = ${at} * 2`,
  ' OR ')}))`, 'INSERT INTO hlo SELECT i * 2 FROM generate_series(1, 100) i')
several('policies of 300', 'CREATE TEMP TABLE hlp (a int)', 'ALTER TABLE hlp ENABLE ROW LEVEL SECURITY', () =>
  chain(300, (at) => `CREATE POLICY p${at} ON hlp USING (a % ${at + 2} = 0 OR a IN (SELECT ${at}))`, ';'),
'CREATE ROLE hlpr', 'GRANT ALL ON hlp TO hlpr', 'INSERT INTO hlp SELECT generate_series(1, 1000)', 'SET ROLE hlpr',
'SELECT count(*) FROM hlp', 'RESET ROLE', 'DROP OWNED BY hlpr', 'DROP ROLE hlpr')
several('statistics of 8 columns, many', () => `CREATE TEMP TABLE hlq AS SELECT ${chain(8, (at) => `i % ${at + 3} AS `
  + `c${at}`)} FROM generate_series(1, 20000) i`, () => chain(40, (at) =>
  `CREATE STATISTICS hlqs${at} (ndistinct, dependencies, mcv) ON c0, c1, c2, c3, c4, c5, c6, c7 FROM hlq`, ';'),
'ANALYZE hlq', 'SELECT count(*) FROM hlq WHERE c0 = 1 AND c1 = 1 AND c2 = 1', 'SELECT count(*) FROM pg_stats_ext')
several('400 foreign keys of a table', () => `CREATE TABLE hlr (a int PRIMARY KEY); CREATE TABLE hlr2 (${chain(400,
  (at) => `c${at} int REFERENCES hlr`)})`, 'INSERT INTO hlr SELECT generate_series(1, 500)',
() => `INSERT INTO hlr2 SELECT ${chain(400, () => 'i')} FROM generate_series(1, 200) i`,
'DELETE FROM hlr WHERE a > 300',
'DELETE FROM hlr', 'DROP TABLE hlr2, hlr')
several('triggers that cascade 100 tables', () => chain(101, (at) => `CREATE TABLE hls${at} (a int)`, ';'),
  () => chain(100, (at) => `CREATE FUNCTION hlsf${at}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO hls${
    at + 1} VALUES (NEW.a); RETURN NEW; END'; CREATE TRIGGER t AFTER INSERT ON hls${at} FOR EACH ROW EXECUTE FUNCTION `
    + `hlsf${at}()`, ';'), 'INSERT INTO hls0 SELECT generate_series(1, 100)',
  () => `DROP TABLE ${chain(101, (at) => `hls${at}`)}`, () => `DROP FUNCTION ${chain(100, (at) => `hlsf${at}`)}`)
several('a comment on each of 5,000 columns', () => `CREATE TABLE hlt (${chain(1_500, (at) => `c${at} int`)})`,
  () => chain(1_500, (at) => `COMMENT ON COLUMN hlt.c${at} IS '${'x'.repeat(100)}'`, ';'),
  "SELECT count(col_description('hlt'::regclass, i)) FROM generate_series(1, 1500) i", () => `ALTER TABLE hlt ${
    chain(750, (at) => `DROP c${at}`)}`, () => `ALTER TABLE hlt ${chain(700, (at) => `ALTER c${at + 750} TYPE text`)}`,
  'DROP TABLE hlt')
several('sequences of 1,000', () => chain(1_000, (at) => `CREATE TEMP SEQUENCE hlu${at}`, ';'),
  "SELECT count(nextval('hlu' || i % 1000)) FROM generate_series(1, 50000) i", 'DISCARD ALL')
several('1,000 operators and casts', "CREATE FUNCTION hlv(int, int) RETURNS int LANGUAGE sql AS 'SELECT 1'", () =>
  chain(1_000, (at) => `CREATE OPERATOR public.${'+*<>=@#~'[at % 8]}${'!@#%^&|?'[Math.floor(at / 8) % 8]}${
    '@#%^&|?~'[Math.floor(at / 64) % 8]}${'|&'[Math.floor(at / 512) % 2]}@ (LEFTARG = int, RIGHTARG = int, FUNCTION = `
    + 'hlv)', ';'), 'SELECT 1 + 1', 'DROP FUNCTION hlv CASCADE')

// Documents, text search, patterns.
hostile('jsonpath of 20,000 members', () => `SELECT jsonb_path_exists('{}', '$${'.a'.repeat(20_000)}')`)
hostile('jsonpath of 5,000 conditions', () => `SELECT jsonb_path_exists('[1,2,3]', '$[*] ? (${chain(5_000, (at) =>
  `@ == ${at + 10}`, ' || ')})')`)
hostile('jsonpath filters within 1,000', () => `SELECT jsonb_path_query('[1]', '$[*]${' ? (@ > 0)'.repeat(2_000)}')`)
hostile('jsonpath with like_regex', "SELECT count(*) FROM jsonb_path_query((SELECT jsonb_agg(repeat('a', 200) || i) "
  + "FROM generate_series(1, 20000) i), '$[*] ? (@ like_regex \"^(a+)+b$\")')")
hostile('jsonb of a million keys, merged',
  "SELECT length((a || a)::text) FROM (SELECT jsonb_object_agg('k' || i, i) AS "
  + 'a FROM generate_series(1, 300000) i) q')
hostile('jsonb compared, wide', "SELECT count(*) FROM (SELECT jsonb_object_agg('k' || i, ARRAY[i, i]) AS a FROM "
  + "generate_series(1, 50000) i) q, generate_series(1, 200) i WHERE a = a || '{\"z\":1}' OR a @> '{\"k5\":[5]}'")
hostile('jsonb_strip_nulls and pretty', "SELECT length(jsonb_pretty(jsonb_strip_nulls(jsonb_agg(jsonb_build_object("
  + "'a', NULL, 'b', ARRAY[i, i]))))) FROM generate_series(1, 150000) i")
hostile('json of nested objects to rows', "SELECT count(*) FROM (SELECT jsonb_agg(jsonb_build_object('a', jsonb_build_"
  + "object('b', ARRAY[i, i + 1]))) AS j FROM generate_series(1, 60000) i) q, jsonb_array_elements(j) e, "
  + "jsonb_array_elements(e -> 'a' -> 'b') x")
hostile('a tsquery of 50,000 operators', () => `SELECT numnode('${chain(50_000, (at) => `a${at % 100}`, ' | ')}'`
  + '::tsquery)')
hostile('a tsquery of phrases', () => `SELECT to_tsvector('simple', repeat('a b c ', 20000)) @@ '${chain(300, () =>
  '(a | b)', ' <-> ')}'::tsquery`)
hostile('a tsquery of prefixes', "SELECT count(*) FROM (SELECT to_tsvector('simple', string_agg('w' || i, ' ')) AS v "
  + "FROM generate_series(1, 50000) i) q, generate_series(1, 200) k WHERE v @@ to_tsquery('simple', 'w:* & w1:* & !x')")
hostile('tsquery || in a loop', "DO $$ DECLARE q tsquery := 'a'; BEGIN FOR i IN 1 .. 3000 LOOP q := q || ('b' || i)::"
  + 'tsquery; END LOOP; RAISE NOTICE \'%\', numnode(q); END $$')
hostile('a tsvector of positions', "SELECT length(strip(setweight(string_agg('w' || i || ':' || i % 16000 + 1, ' ')::"
  + "tsvector, 'A'))) FROM generate_series(1, 150000) i")
hostile('ts_headline of fragments',
  "SELECT length(ts_headline('simple', repeat('x a y b z ', 50000), 'a & b'::tsquery, "
  + "'MaxFragments=1000, MaxWords=10, MinWords=5'))")
hostile('a pattern of counted groups', "SELECT repeat('ab', 50000) ~ '^((ab){1,200}){1,200}$'")
hostile('a pattern of 20,000 alternatives', () => `SELECT count(*) FROM generate_series(1, 300) i WHERE i::text ~ '^(${
  chain(20_000, String, '|')})x$'`)
hostile('lookahead over much', "SELECT repeat('a', 100000) ~ '^(?=.*b)(?!.*c).*$'")
hostile('patterns made by the row', "SELECT count(*) FROM generate_series(1, 30000) i WHERE 'abc' ~ ('^' || i || "
  + "'(a|b)*[^x]{' || i % 50 || '}$')")
hostile('LIKE of long patterns by the row', "SELECT count(*) FROM generate_series(1, 3000) i WHERE repeat('ab', 5000) "
  + "LIKE repeat('%a_', 50) || i")
hostile('regexp_replace with back references', "SELECT length(regexp_replace(repeat('abab', 300000), '(a)(b)\\1', "
  + "'\\2\\1\\2\\2', 'g'))")

// Numbers, ranges, arrays, texts, bytes.
hostile('a product of long numerics', "SELECT length((repeat('9', 100000)::numeric * repeat('8', 100000)::numeric"
  + ')::text)')
hostile('division of long numerics', "SELECT length(div(repeat('9', 120000)::numeric, repeat('7', 60000)::numeric)::"
  + 'text)')
hostile('gcd of long numerics', "SELECT gcd(repeat('9', 50000)::numeric, repeat('6', 49000)::numeric)")
hostile('numeric powers by the row', 'SELECT sum(length((1.0001::numeric ^ (i * 1000.5))::text)) FROM '
  + 'generate_series(1, 2000) i')
hostile('exp and ln to the digit', 'SELECT length(exp(1.0000000000::numeric(1000, 990))::text), '
  + 'length(ln(2::numeric(1000, 990))::text)')
hostile('sum of numerics of 100,000 digits', "SELECT length(sum(n)::text) FROM (SELECT repeat('9', 100000)::numeric AS "
  + 'n FROM generate_series(1, 2000)) q')
hostile('to_char of numerics by the row', "SELECT sum(length(to_char(i * 1e20::numeric, repeat('9', 60) || 'D99'))) "
  + SERIES)
hostile('multiranges unioned by the row',
  "DO $$ DECLARE m int4multirange := '{}'; BEGIN FOR i IN 1 .. 3000 LOOP m := m "
  + '+ int4multirange(int4range(i * 3, i * 3 + 1)); END LOOP; END $$')
hostile('ranges sorted and merged', 'SELECT count(*) FROM (SELECT range_agg(tsrange(t, t + interval \'1 hour\')) FROM '
  + "(SELECT '2000-01-01'::timestamp + i * interval '7 min' AS t FROM generate_series(1, 200000) i) q) z")
hostile('array_agg of arrays of arrays',
  'SELECT cardinality(array_agg(a)) FROM (SELECT ARRAY[ARRAY[i, i], ARRAY[i, i]] '
  + `AS a ${SERIES}) q`)
hostile('array_fill of six dimensions', 'SELECT cardinality(array_fill(1, ARRAY[20, 20, 20, 20, 10, 2])), length('
  + 'array_fill(\'x\'::text, ARRAY[15, 15, 15, 15, 15, 2])::text)')
hostile('array_to_string of nested', "SELECT length(array_to_string(array_fill('ab'::text, ARRAY[1000, 1000]), ',', "
  + "'*'))")
hostile('unnest and group',
  'SELECT count(*) FROM (SELECT u, count(*) FROM generate_series(1, 300) i, unnest(array_fill('
  + 'i, ARRAY[5000])) u GROUP BY u) q')
hostile('array overlap by the row',
  'SELECT count(*) FROM (SELECT array_agg(i) AS a FROM generate_series(1, 3000) i) q, '
  + 'generate_series(1, 2000) k WHERE a && ARRAY[k + 10000] OR a @> ARRAY[k, k + 1, k + 2]')
hostile('format of 10,000 arguments', () => `SELECT length(format('${'%s %I %L '.repeat(3_000)}', ${chain(9_000, (at) =>
  `'a ${at}'`)}))`)
hostile('format with a star width', "SELECT length(format('%*s|%-*s', 3000000, 'a', 3000000, 'b'))")
hostile('lpad of wide characters', "SELECT length(lpad('é', 4000000, 'ü€')), length(rpad('', 4000000, '€x'))")
hostile('string_agg of DISTINCT texts', `SELECT length(string_agg(DISTINCT repeat(i::text, 20), ', ')) ${SERIES}`)
hostile('a text, doubled in a body', "DO $$ DECLARE t text := 'x'; BEGIN FOR i IN 1 .. 24 LOOP t := t || t; END LOOP; "
  + "RAISE NOTICE '%', length(t); END $$")
hostile('a text, appended a million times', "DO $$ DECLARE t text := ''; BEGIN FOR i IN 1 .. 1000000 LOOP t := t || "
  + "'xyz'; END LOOP; RAISE NOTICE '%', length(t); END $$")
hostile('substrings of a long text by the row', "SELECT sum(length(substr(t, i, 50))), sum(ascii(right(t, i))) FROM "
  + "(SELECT repeat('é', 500000) AS t) q, generate_series(1, 3000) i")
hostile('reverse, upper and md5 by the row', "SELECT count(md5(reverse(upper(repeat(i::text, 2000))))) FROM "
  + 'generate_series(1, 30000) i')
hostile('bytes, concatenated and hashed', "SELECT length(sha512(string_agg(decode(md5(i::text), 'hex'), ''))) "
  + SERIES)
hostile('encode and decode of all kinds', "SELECT length(decode(encode(b, 'base64'), 'base64')) + length(decode(encode("
  + "b, 'escape'), 'escape')) FROM (SELECT decode(repeat('00ff41', 1000000), 'hex') AS b) q")
hostile('bit strings, shifted by the row', "SELECT sum(length((b << i) | (b >> i))) FROM (SELECT repeat('10', 50000)::"
  + 'varbit AS b) q, generate_series(1, 500) i')
hostile('xml of attributes', () => `SELECT length(xmlelement(name a, xmlattributes(${chain(1_500, (at) =>
  `${at} AS a${at}`)}))::text)`)
hostile('xpath with many results',
  "SELECT count(*) FROM unnest(xpath('//b/text()', ('<a>' || repeat('<b>x</b>', 150000) "
  + "|| '</a>')::xml)) u")
hostile('xmlconcat by the row', "SELECT length(xmlagg(xmlconcat(xmlelement(name a, i), xmlcomment('x'), xmlpi(name p)))"
  + '::text) FROM generate_series(1, 100000) i')

// Recursion, bodies, sessions.
hostile('recursion of growing arrays', 'WITH RECURSIVE r(i, a) AS (SELECT 1, ARRAY[1] UNION ALL SELECT i + 1, a || i '
  + 'FROM r WHERE i < 5000) SELECT max(cardinality(a)) FROM r')
hostile('recursion of growing rows', "WITH RECURSIVE r(i, t) AS (SELECT 1, 'x' UNION SELECT i + 1, t || 'yz' FROM r "
  + 'WHERE i < 8000) SELECT count(*) FROM r')
hostile('recursion in a recursion', 'WITH RECURSIVE a(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM a WHERE i < 300) '
  + 'SELECT count(*) FROM a, LATERAL (WITH RECURSIVE b(j) AS (SELECT a.i UNION ALL SELECT j - 1 FROM b WHERE j > 0) '
  + 'SELECT * FROM b) z')
several('a function that calls itself',
  'CREATE FUNCTION pg_temp.hfa(n int) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN '
  + 'IF n < 2 THEN RETURN n; END IF; RETURN pg_temp.hfa(n - 1) + pg_temp.hfa(n - 2); END $$',
'SELECT pg_temp.hfa(40)')
several('an SQL function that calls itself', 'CREATE FUNCTION pg_temp.hfb(n int) RETURNS int LANGUAGE sql AS $$ SELECT '
  + 'CASE WHEN n > 0 THEN pg_temp.hfb(n - 1) + 1 ELSE 0 END $$', 'SELECT pg_temp.hfb(100000)')
hostile('exceptions in a loop', 'DO $$ DECLARE n int := 0; BEGIN FOR i IN 1 .. 200000 LOOP BEGIN n := n / (i % 2); '
  + 'EXCEPTION WHEN division_by_zero THEN n := n + 1; END; END LOOP; END $$')
hostile('exceptions within exceptions', () => `DO $$ BEGIN ${'BEGIN PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN '
  .repeat(300)} NULL; ${'END; '.repeat(300)} END $$`)
hostile('a body of 20,000 statements', () => `DO $$ DECLARE x int := 0; BEGIN ${'x := x + 1; '.repeat(20_000)} END $$`)
hostile('a body of 5,000 SELECTs', () => `DO $$ DECLARE x int; BEGIN ${chain(5_000, (at) =>
  `SELECT ${at} + count(*) INTO x FROM pg_namespace;`, ' ')} END $$`)
hostile('a body of 2,000 variables', () => `DO $$ DECLARE ${chain(2_000, (at) => `v${at} record; w${at} int := ${at};`,
  ' ')} BEGIN NULL; END $$`)
hostile('EXECUTE of new texts', "DO $$ DECLARE x int; BEGIN FOR i IN 1 .. 100000 LOOP EXECUTE 'SELECT ' || i || ' + ' "
  + "|| i % 7 INTO x; END LOOP; END $$")
hostile('notices by the million', "DO $$ BEGIN FOR i IN 1 .. 1000000 LOOP RAISE NOTICE '% %', i, repeat('x', 100); END "
  + 'LOOP; END $$')
hostile('notifications by the 100,000', 'BEGIN; SELECT count(pg_notify(\'hlc\' || i % 100, repeat(i::text, 100))) FROM '
  + 'generate_series(1, 100000) i; COMMIT')
hostile('advisory locks of transactions', 'SELECT count(pg_advisory_xact_lock(i, i + 1)) FROM generate_series(1, '
  + '500000) i; SELECT count(*) FROM pg_locks')
hostile('large objects by the thousand', "BEGIN; SELECT count(lo_from_bytea(0, repeat('x', 5000)::bytea)) FROM "
  + 'generate_series(1, 5000) i; SELECT count(lo_unlink(oid)) FROM pg_largeobject_metadata; COMMIT')
several('100,000 savepoints', 'BEGIN', () => chain(50_000, (at) => `SAVEPOINT s${at}`, ';'), () => chain(50_000, (at) =>
  `SAVEPOINT t${at}`, ';'), 'ROLLBACK TO s5', 'COMMIT')
several('10,000 prepared statements', () => chain(10_000, (at) => `PREPARE hlp${at} AS SELECT ${at}, $1::int`, ';'),
  'SELECT count(*) FROM pg_prepared_statements', () => chain(5_000, (at) => `EXECUTE hlp${at}(1)`, ';'),
  'DEALLOCATE ALL')
several('3,000 cursors WITH HOLD', 'BEGIN', () => chain(3_000, (at) => `DECLARE hlc${at} CURSOR WITH HOLD FOR SELECT * `
  + 'FROM generate_series(1, 50)', ';'), 'COMMIT', 'FETCH 5 FROM hlc7', 'SELECT count(*) FROM pg_cursors', 'CLOSE ALL')
several('a cursor back and forth', 'BEGIN', 'DECLARE hlz SCROLL CURSOR FOR SELECT i, random() FROM generate_series(1, '
  + '300000) i', 'MOVE ALL IN hlz', 'MOVE BACKWARD ALL IN hlz', 'FETCH ABSOLUTE 250000 FROM hlz',
'FETCH BACKWARD 100000 FROM hlz', 'COMMIT')
several('1,000 temporary tables', () => chain(1_000, (at) => `CREATE TEMP TABLE hlt${at} (a int PRIMARY KEY, b text)`,
  ';'), 'SELECT count(*) FROM pg_class', 'DISCARD TEMP')
several('COPY to the client of everything', 'COPY (SELECT a.*, b.relname FROM pg_attribute a, pg_class b) TO STDOUT')
several('EXPLAIN of a giant', () => `EXPLAIN (VERBOSE) SELECT ${chain(1_500, (at) => `a.attnum + ${at}`)} FROM `
  + `pg_attribute a ${chain(20, (at) => `JOIN pg_class c${at} ON c${at}.oid = a.attrelid`, ' ')}`)
several('EXPLAIN of a view over views', 'CREATE TEMP VIEW hxa0 AS SELECT oid, relname FROM pg_class', () =>
  chain(9, (at) => `CREATE TEMP VIEW hxa${at + 1} AS SELECT a.oid, b.relname FROM hxa${at} a JOIN hxa${at} b USING `
    + '(oid)', ';'), 'EXPLAIN (FORMAT json) SELECT * FROM hxa6', 'EXPLAIN SELECT * FROM hxa9')
several('a MERGE of ten clauses', 'CREATE TEMP TABLE hma AS SELECT i AS a, i % 7 AS b FROM generate_series(1, 20000) i',
  () => `MERGE INTO hma USING generate_series(1, 40000) i ON hma.a = i ${chain(50, (at) => `WHEN MATCHED AND b = ${at} `
  + `THEN UPDATE SET b = ${at} + 1`, ' ')} WHEN NOT MATCHED THEN INSERT VALUES (i, 0)`)
several('an UPDATE of 1,000 columns', () => `CREATE TEMP TABLE hua (${chain(1_000, (at) => `c${at} int`)})`,
  'INSERT INTO hua (c0) SELECT generate_series(1, 300)', () => `UPDATE hua SET ${chain(1_000, (at) =>
    `c${at} = COALESCE(c${999 - at}, 0) + ${at}`)}`,
  () => `UPDATE hua SET (${chain(1_000, (at) => `c${at}`)}) = (SELECT ${
    chain(1_000, (at) => `c${999 - at}`)})`)
several('ON CONFLICT of many rows', 'CREATE TEMP TABLE hoa (a int PRIMARY KEY, b int)', 'INSERT INTO hoa SELECT i, i '
  + 'FROM generate_series(1, 100000) i',
  'INSERT INTO hoa SELECT i, i FROM generate_series(50000, 150000) i ON CONFLICT '
  + '(a) DO UPDATE SET b = excluded.b + hoa.b WHERE hoa.b % 3 = 1')
hostile('information_schema of all views', 'SELECT count(*) FROM information_schema.routines r, '
  + 'information_schema.parameters p WHERE r.specific_name = p.specific_name')
hostile('pg_stat of everything',
  'SELECT count(*) FROM pg_stat_all_tables a, pg_stat_all_indexes b, pg_statio_all_tables '
  + 'c')
