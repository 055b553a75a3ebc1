/**
 * Hostile statements that the other files leave out: bodies of thousands of statements, planner blow-ups, catalogs over
 * thousands of objects, commands with thousands of parts, functions of the catalog over huge definitions, extensions'
 * input, what one session leaves for others.
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

/** So many objects, by a loop. @param {number} count @param {string} ddl with `#` for the number */
const many = (count, ddl) =>
  `DO $m$ BEGIN FOR i IN 1 .. ${count} LOOP EXECUTE replace($t$${ddl}$t$, '#', i::text); END LOOP; END $m$`

// Bodies.
hostile('3,000 exception blocks', () => `DO $$ BEGIN ${'BEGIN PERFORM 1; EXCEPTION WHEN OTHERS THEN NULL; END; '
  .repeat(3_000)} END $$`)
hostile('a function of 10,000 statements', () => [`CREATE FUNCTION pg_temp.hbf(n int) RETURNS int LANGUAGE plpgsql AS `
  + `$$ BEGIN ${'n := n + 1; '.repeat(10_000)} RETURN n; END $$`, 'SELECT pg_temp.hbf(i) FROM generate_series(1, '
    + '100) i'])
hostile('a trigger of 3,000 statements', () => ['CREATE TEMP TABLE hbt (a int)', `CREATE FUNCTION pg_temp.hbtf() `
  + `RETURNS `
  + `trigger LANGUAGE plpgsql AS $$ BEGIN ${'NEW.a := NEW.a + 1; '.repeat(3_000)} RETURN NEW; END $$; CREATE TRIGGER t `
  + 'BEFORE INSERT ON hbt FOR EACH ROW EXECUTE FUNCTION pg_temp.hbtf()', 'INSERT INTO hbt SELECT generate_series(1, '
    + '10)'])
hostile('3,000 loops in a row', () => `DO $$ DECLARE n int := 0; BEGIN ${'FOR i IN 1 .. 10 LOOP n := n + i; END LOOP; '
  .repeat(3_000)} END $$`)
hostile('a body of 5,000 queries', () => `DO $$ DECLARE n int; BEGIN ${chain(5_000,
  (at) => `SELECT ${at} INTO n;`, ' ')} END $$`)
hostile('a SQL function of 3,000 statements', () => [`CREATE FUNCTION pg_temp.hsf() RETURNS int LANGUAGE sql AS $$ `
  + `${chain(
  3_000, (at) => `SELECT ${at};`, ' ')} $$`, 'SELECT pg_temp.hsf()'])
hostile('a procedure that commits', () => ["CREATE PROCEDURE hpc() LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1 .. "
  + "1000000 LOOP "
  + "PERFORM set_config('a.b', repeat('x', 10000), false); COMMIT; END LOOP; END $$", 'CALL hpc()'])
hostile('strings of an EXECUTE', "DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE 'SELECT ' || repeat('1 + ', 3000) || "
  + "i; END "
  + 'LOOP; END $$')
hostile('RETURN NEXT of much', () => ["CREATE FUNCTION pg_temp.hrn() RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN "
  + "FOR i "
  + "IN 1 .. 10000000 LOOP RETURN NEXT repeat('x', 100) || i; END LOOP; END $$", 'SELECT count(*) FROM pg_temp.hrn()'])
hostile('FOREACH over much', "DO $$ DECLARE n int := 0; x int; BEGIN FOREACH x IN ARRAY array_fill(1, "
  + "ARRAY[3000000]) LOOP "
  + 'n := n + x; END LOOP; END $$')

// Planner.
hostile('200 correlated subqueries', () => `SELECT ${chain(200,
  (at) => `(SELECT max(b) FROM generate_series(1, a) b WHERE b % ${at + 1} = a % 7)`)} FROM generate_series(1, 1000) a`)
hostile('IN of IN of IN', () => `SELECT count(*) FROM pg_class WHERE oid IN (${'SELECT oid FROM pg_class WHERE oid IN ('
  .repeat(60)}1${')'.repeat(61)}`)
hostile('EXISTS joined with OR', () => `SELECT count(*) FROM pg_class c WHERE ${chain(300,
  (at) => `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ${at})`, ' OR ')}`)
hostile('a join of 12 with all conditions', () => `SELECT count(*) FROM ${chain(12,
  (at) => `pg_class t${at}`)} WHERE ${chain(12, (at) => chain(at, (to) => `t${at}.oid = t${to}.oid`, ' AND ')
    || 'true', ' AND ')}`)
hostile('outer joins of 40', () => `SELECT count(*) FROM pg_class t0 ${chain(40,
  (at) => `LEFT JOIN pg_class t${at + 1} ON t${at + 1}.oid = t${at}.oid AND t${at + 1}.relname = t0.relname`, ' ')}`)
hostile('full joins of 30', () => `SELECT count(*) FROM pg_am t0 ${chain(30,
  (at) => `FULL JOIN pg_am t${at + 1} USING (oid)`, ' ')}`)
hostile('UNION of joins', () => chain(200, () => 'SELECT a.oid FROM pg_class a JOIN pg_class b ON a.oid = b.oid JOIN '
  + 'pg_class c ON b.oid = c.oid', ' UNION '))
hostile('OR of ranges', () => `SELECT count(*) FROM pg_class WHERE ${chain(3_000,
  (at) => `oid BETWEEN ${at * 10} AND ${at * 10 + 5}`, ' OR ')}`)
hostile('CASE within CASE', () => `SELECT ${'CASE WHEN i > 0 THEN '.repeat(1_500)}1${' END'.repeat(1_500)} FROM `
  + 'generate_series(1, 10) i')
hostile('2,000 columns of expressions', () => `SELECT ${chain(1_600,
  (at) => `sum(a * ${at}) + avg(a + ${at})`)} FROM generate_series(1, 100) a`)
hostile('1,600 columns, sorted and grouped', () => `SELECT ${chain(1_500, (at) => `a + ${at}`)} FROM `
  + `generate_series(1, `
  + `10) a GROUP BY ${chain(1_500, (at) => String(at + 1))} ORDER BY ${chain(1_500, (at) => String(at + 1))}`)
hostile('windows that all differ', () => `SELECT ${chain(150,
  (at) => `sum(a) OVER (PARTITION BY a % ${at + 2} ORDER BY a % ${at + 3}, a ROWS ${at} PRECEDING)`)} FROM `
  + 'generate_series(1, 300) a')
hostile('LATERAL that multiplies', 'SELECT count(*) FROM generate_series(1, 1000) a, LATERAL generate_series(1, a) b, '
  + 'LATERAL generate_series(1, b) c, LATERAL (SELECT c + 1 OFFSET 0) d')
hostile('recursion with aggregates', 'WITH RECURSIVE r(n, a) AS (SELECT 1, ARRAY[1] UNION ALL SELECT n + 1, (SELECT '
  + 'array_agg(x * 2) FROM unnest(a || a) x) FROM r WHERE n < 40) SELECT max(cardinality(a)) FROM r')
hostile('recursion of texts', "WITH RECURSIVE r(t) AS (SELECT 'ab'::text UNION ALL SELECT replace(t, 'a', 'aab') "
  + "FROM r "
  + 'WHERE length(t) < 100000000) SELECT max(length(t)) FROM r')
hostile('mutual recursion by functions', () => ['CREATE FUNCTION pg_temp.hm1(n int) RETURNS int LANGUAGE sql AS '
  + "'SELECT n'", 'CREATE FUNCTION pg_temp.hm2(n int) RETURNS int LANGUAGE sql AS $$ SELECT CASE WHEN n < 2 THEN 1 '
    + 'ELSE '
  + 'pg_temp.hm1(n - 1) + pg_temp.hm1(n - 2) END $$', 'CREATE OR REPLACE FUNCTION pg_temp.hm1(n int) RETURNS int '
  + 'LANGUAGE sql AS $$ SELECT CASE WHEN n < 2 THEN 1 ELSE pg_temp.hm2(n - 1) + pg_temp.hm2(n - 2) END $$',
  'SELECT pg_temp.hm1(40)'])
hostile('VALUES of wide rows', () => `SELECT count(*) FROM (VALUES ${chain(2_000,
  () => `(${chain(100, (to) => String(to))})`)}) v`)
hostile('INSERT of wide rows of texts', () => [`CREATE TEMP TABLE hiw (${chain(100, (at) => `c${at} text`)})`,
  `INSERT INTO hiw VALUES ${chain(1_000, () => `(${chain(100, (to) => `'text ${to}'`)})`)}`])
hostile('IN of 100,000 rows', () => `SELECT count(*) FROM pg_class WHERE (oid, relname) IN (${chain(30_000,
  (at) => `(${at}, 'a${at}')`)})`)
hostile('a long chain of ||', () => `SELECT length(${chain(5_000, () => "repeat('x', 1000)", ' || ')})`)
hostile('prepared, planned anew', () => ['PREPARE hpp (int) AS SELECT count(*) FROM pg_class a, pg_class b, pg_class c '
  + 'WHERE a.oid = b.oid AND b.oid = c.oid AND a.oid > $1', "DO $$ BEGIN FOR i IN 1 .. 100000 LOOP EXECUTE 'DISCARD "
    + "PLANS'"
  + "; EXECUTE 'EXECUTE hpp(' || i || ')'; END LOOP; END $$", 'DEALLOCATE hpp'])

// Objects by the thousand, and the catalogs over them.
hostile('catalogs over 3,000 tables', () => ['CREATE SCHEMA hct', many(3_000, 'CREATE TABLE hct.t# (a int, b text)'),
  "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'hct'",
  "SELECT count(*) FROM information_schema.table_constraints", 'SELECT count(*) FROM pg_stat_all_tables',
  "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'hct'::regnamespace",
  'SELECT count(obj_description(oid)) FROM pg_class', 'DROP SCHEMA hct CASCADE'])
hostile('a dump of 1,000 tables', () => ['CREATE SCHEMA hdt', many(1_000, 'CREATE TABLE hdt.t# (a int PRIMARY KEY, b '
  + 'text '
  + "DEFAULT 'x' CHECK (length(b) < 100), c int UNIQUE)"), 'SELECT count(pg_get_constraintdef(oid)), '
  + 'count(pg_get_constraintdef(oid, true)) FROM pg_constraint', 'SELECT count(pg_get_indexdef(indexrelid)) FROM '
    + 'pg_index',
  'SELECT count(pg_get_expr(adbin, adrelid)) FROM pg_attrdef', 'DROP SCHEMA hdt CASCADE'])
hostile('foreign keys in a chain', () => ['CREATE TABLE hfk0 (a int PRIMARY KEY)', chain(500, (at) => `CREATE TABLE `
  + `hfk${at + 1} (a int PRIMARY KEY REFERENCES hfk${at} ON DELETE CASCADE)`, ';'), 'INSERT INTO hfk0 VALUES (1)',
  chain(500, (at) => `INSERT INTO hfk${at + 1} VALUES (1)`, ';'), 'DELETE FROM hfk0', 'DROP TABLE hfk0 CASCADE'])
hostile('a self-reference, deleted', () => ['CREATE TEMP TABLE hsr (a int PRIMARY KEY, b int REFERENCES hsr ON DELETE '
  + 'CASCADE)', 'CREATE INDEX ON hsr (b)', 'INSERT INTO hsr SELECT i, nullif(i - 1, 0) FROM generate_series(1, '
    + '20000) i',
  'DELETE FROM hsr WHERE a = 1'])
hostile('generated columns by the hundred', () => [`CREATE TEMP TABLE hgc (a int, ${chain(500,
  (at) => `c${at} int GENERATED ALWAYS AS (a + ${at}) STORED`)})`, 'INSERT INTO hgc SELECT generate_series(1, 3000)',
  'UPDATE hgc SET a = a + 1'])
hostile('expression indexes by the hundred', () => ['CREATE TEMP TABLE hei (a int, b text)', chain(300,
  (at) => `CREATE INDEX ON hei ((a % ${at + 2}), lower(b)) WHERE a > ${at}`, ';'), "INSERT INTO hei SELECT i, 'Ab' "
    + "|| i FROM "
  + 'generate_series(1, 1000) i', 'ANALYZE hei', 'SELECT count(*) FROM hei WHERE a % 7 = 3 AND a > 100'])
hostile('a view over 500 views', () => [chain(500, (at) => `CREATE TEMP VIEW hvv${at} AS SELECT ${at} AS a`, ';'),
  `CREATE TEMP VIEW hvall AS ${chain(500, (at) => `SELECT * FROM hvv${at}`, ' UNION ALL ')}`,
  'SELECT count(*) FROM hvall a, hvall b', "SELECT length(pg_get_viewdef('hvall'::regclass))"])
hostile('casts by the hundred', () => [chain(300, (at) => `CREATE TYPE pg_temp.hca${at} AS (a int); CREATE FUNCTION `
  + `pg_temp.hcaf(pg_temp.hca${at}) RETURNS text LANGUAGE sql AS 'SELECT 1::text'; CREATE CAST (pg_temp.hca${at} AS `
    + `text) `
  + `WITH FUNCTION pg_temp.hcaf(pg_temp.hca${at})`, ';'), 'SELECT ROW(1)::pg_temp.hca5::text'])
hostile('operators by the thousand', () => [chain(1_000, (at) => `CREATE TYPE pg_temp.hop${at} AS (a int); CREATE `
  + `FUNCTION `
  + `pg_temp.hopf(pg_temp.hop${at}, int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE OPERATOR pg_temp.+++ `
    + `(FUNCTION = `
  + `pg_temp.hopf, LEFTARG = pg_temp.hop${at}, RIGHTARG = int)`, ';'),
  'SELECT ROW(1)::pg_temp.hop7 OPERATOR(pg_temp.+++) 1'])
hostile('grants column by column', () => [`CREATE TABLE hgr (${chain(1_000, (at) => `c${at} int`)})`, `GRANT `
  + `${chain(1_000,
  (at) => `SELECT (c${at}), UPDATE (c${at})`)} ON hgr TO PUBLIC`, "SELECT count(*) FROM "
    + "information_schema.column_privileges "
  + "WHERE table_name = 'hgr'", 'DROP TABLE hgr'])
hostile('publications of many tables', () => ['CREATE SCHEMA hpb', many(1_000, 'CREATE TABLE hpb.t# (a int PRIMARY '
  + 'KEY)'),
  'CREATE PUBLICATION hpbp FOR TABLES IN SCHEMA hpb', 'SELECT count(*) FROM pg_publication_tables', 'DROP '
    + 'PUBLICATION hpbp',
  'DROP SCHEMA hpb CASCADE'])
hostile('statistics of all columns', () => [`CREATE TEMP TABLE hsc1 (${chain(300, (at) => `c${at} text`)})`, `INSERT `
  + `INTO hsc1 `
  + `SELECT ${chain(300, (at) => `md5((i * ${at + 1})::text)`)} FROM generate_series(1, 1000) i`, 'ANALYZE hsc1',
  'SELECT count(most_common_vals), sum(length(histogram_bounds::text)) FROM pg_stats'])

// Values.
hostile('arrays of six dimensions', 'SELECT cardinality(array_fill(1, ARRAY[12, 12, 12, 12, 12, 12])), '
  + 'length(array_fill(1, ARRAY[10, 10, 10, 10, 10, 10])::text)')
hostile('slices of arrays of arrays', 'SELECT sum(cardinality(a[i:i + 100][1:100])) FROM (SELECT array_fill(1, '
  + 'ARRAY[1000, '
  + '1000]) AS a) s, generate_series(1, 900) i')
hostile('multiranges, cut', "SELECT count(*) FROM (SELECT range_agg(int4range(i * 3, i * 3 + 2)) AS m FROM "
  + 'generate_series(1, 100000) i) s, generate_series(1, 1000) j WHERE m - int4multirange(int4range(j, j * 100)) <> m')
hostile('unnest of a multirange, again and again', "SELECT count(*) FROM (SELECT range_agg(int4range(i * 3, i * 3 + "
  + "2)) AS m "
  + 'FROM generate_series(1, 100000) i) s, generate_series(1, 1000), unnest(m) u')
hostile('jsonb paths of many steps', () => `SELECT jsonb_path_query('{}', '$${'.a'.repeat(100_000)}')`)
hostile('a jsonb path of many filters', () => `SELECT count(*) FROM jsonb_path_query(to_jsonb(array_fill(1, `
  + `ARRAY[100000])), `
  + `'$[*]${' ? (@ > 0)'.repeat(500)}')`)
hostile('a jsonb path of recursion', "SELECT count(*) FROM jsonb_path_query((repeat('[', 3000) || repeat(']', "
  + "3000))::jsonb, "
  + "'$.**.**')")
hostile('a regular expression of long branches', "SELECT repeat('ab', 100000) ~ ('^(' || repeat('a|b|', 10000) || "
  + "'ab)*c$')")
hostile('regular expressions by the path', "SELECT count(*) FROM generate_series(1, 10000) i WHERE repeat('a', 500) ~ "
  + "('(a*)*' || i || '$')")
hostile('a text search by a long query', "SELECT count(*) FROM (SELECT to_tsvector('simple', string_agg('w' || i, ' "
  + "')) AS v "
  + "FROM generate_series(1, 30000) i) s, generate_series(1, 1000) j WHERE v @@ to_tsquery('simple', 'w' || j || ':* "
    + "& !w' || "
  + "j + 1 || ' <-> w7')")
hostile('ts_headline by the row', "SELECT sum(length(ts_headline('english', repeat('the quick brown fox ', 5000), "
  + "to_tsquery('quick & fox'), 'MaxFragments=100'))) FROM generate_series(1, 1000)")
hostile('xml of attributes', "SELECT length(xmlelement(name a, xmlagg(xmlelement(name b, xmlattributes(i AS c, "
  + "repeat('<', 100) AS d))))::text) FROM generate_series(1, 100000) i")
hostile('xpath by the row', "SELECT count(xpath('//b[c = \"5\"]/@d', ('<a>' || repeat('<b d=\"1\"><c>5</c></b>', "
  + "200) || "
  + "'</a>')::xml)) FROM generate_series(1, 100000)")
hostile('intervals of many parts', "SELECT count((repeat('1 year 2 mons 3 days ', 8))::interval) FROM "
  + "generate_series(1, 100)")
hostile('money and numbers formatted', "SELECT sum(length((i * 1.5)::money::text)), sum(length(to_char(i, "
  + "'FM999,999,999,999.00'))) FROM generate_series(1, 5000000) i")
hostile('encodings again and again', "SELECT count(convert(convert_to(repeat('é', 100000), 'UTF8'), 'UTF8', "
  + "'LATIN1')) FROM "
  + 'generate_series(1, 10000)')
extended('pgcrypto', 'bf of many rounds', "SELECT crypt('x', gen_salt('bf', 20))")
extended('ltree', 'lquery of many items', "SELECT count(*) FROM generate_series(1, 100) WHERE (repeat('a.', 20000) || "
  + "'a')::ltree ~ (repeat('*{1,3}.a|b.', 2000) || 'c')::lquery")
extended('hstore', 'hstore that grows', "SELECT max(length(h::text)) FROM (SELECT hstore(array_agg(i::text), "
  + "array_agg(i::text)) "
  + '|| hstore(array_agg(\'k\' || i), array_agg(i::text)) AS h FROM generate_series(1, 200000) i) s')
extended('pg_trgm', 'similarity by the row', "SELECT count(*) FROM generate_series(1, 1000) i, generate_series(1, "
  + "1000) j WHERE "
  + "md5(i::text) % md5(j::text) OR strict_word_similarity(md5(i::text), repeat(md5(j::text), 10)) > 0.5")

// What a session leaves for others.
hostile('10,000 advisory locks, let go', 'SELECT count(pg_advisory_lock(i)), count(pg_advisory_unlock(i)), '
  + '(SELECT count(pg_advisory_unlock_all())) FROM generate_series(1, 300000) i')
hostile('a queue of long notices', "SELECT count(pg_notify('c' || i % 100, repeat('x', 7000) || i)) FROM "
  + "generate_series(1, "
  + '300000) i')
hostile('notices to oneself', () => ['LISTEN hnl', "SELECT count(pg_notify('hnl', i::text)) FROM generate_series(1, "
  + "300000) i",
  'UNLISTEN *'])
hostile('savepoints and locks', () => ['CREATE TEMP TABLE hsl (a int)', `BEGIN; ${chain(3_000, (at) => `SAVEPOINT `
  + `s${at}; `
  + `INSERT INTO hsl VALUES (${at})`, ';')}`, 'ROLLBACK TO s5', 'COMMIT'])
hostile('cursors over much, moved back', () => ['BEGIN', 'DECLARE hcb SCROLL CURSOR FOR SELECT i, i::text FROM '
  + 'generate_series(1, 3000000) i ORDER BY i % 1000', 'MOVE FORWARD ALL FROM hcb', 'FETCH BACKWARD 100000 FROM hcb',
  'ROLLBACK'])
hostile('temporary tables, discarded', () => [many(1_000, 'CREATE TEMP TABLE htd# (a serial PRIMARY KEY)'), 'DISCARD '
  + 'ALL'])
