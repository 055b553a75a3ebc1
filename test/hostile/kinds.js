/**
 * Hostile statements by where the work is: reading the text, binding, planning, generating code, rows, the catalog, the
 * protocol's answers.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {() => string | string[]} sql */
const hostile = (name, sql) => { STATEMENTS.push({ name, sql }) }

// Reading.
hostile('50,000 empty statements', () => ';'.repeat(50_000))
hostile('dollar quotes that almost end', () => `SELECT length($a$${'$a $aa$'.repeat(500_000)}$a$)`)
hostile('identifiers of 1 MB', () => `SELECT 1 AS "${'x'.repeat(1_000_000)}"`)
hostile('unicode escapes by the million', () => `SELECT length(U&'${'\\0041'.repeat(500_000)}')`)
hostile('bit strings of 5 MB', () => `SELECT length(B'${'10'.repeat(2_500_000)}')`)
hostile('nested comments of 2 MB', () => `SELECT 1 ${'/*'.repeat(500_000)}${'*/'.repeat(500_000)}`)
hostile('a number of 1 MB', () => `SELECT length((${'9'.repeat(100_000)} + 1)::text)`)

// Binding.
hostile('casts of casts', () => `SELECT 1${'::text::int'.repeat(2_000)}`)
hostile('COALESCE of 20,000', () => `SELECT coalesce(${chain(20_000, (at) => `nullif(${at}, ${at})`)})`)
hostile('GREATEST of 50,000 columns', () => `SELECT greatest(${chain(50_000, () => 'a')}) FROM (VALUES (1)) t(a)`)
hostile('JOIN USING of 1,000 columns', () => `SELECT count(*) FROM (SELECT ${chain(1_000, (at) => `1 AS c${at}`)}) a `
  + `JOIN (SELECT ${chain(1_000, (at) => `1 AS c${at}`)}) b USING (${chain(1_000, (at) => `c${at}`)})`)
hostile('NATURAL JOIN of twenty wide ones', () => `SELECT count(*) FROM ${chain(20, (at) =>
  `(SELECT ${chain(200, (column) => `1 AS c${column}`)}) t${at}`, ' NATURAL JOIN ')}`)
hostile('row comparisons of 1,000 columns', () => `SELECT (${chain(1_000, () => 'a')}) < (${chain(1_000, () => 'b')}) `
  + 'FROM (VALUES (1, 2)) t(a, b)')
hostile('a function with a hundred arguments, 1,000 times', () => `SELECT ${chain(1_000, () =>
  `concat(${chain(99, (at) => String(at))})`)}`)
hostile('1,600 subqueries in a select list', () => `SELECT ${chain(1_600, (at) =>
  `(SELECT count(*) FROM pg_am WHERE oid > ${at})`)}`)
hostile('ORDER BY of 1,600 expressions', () => `SELECT a FROM generate_series(1, 10) a ORDER BY ${chain(1_600,
  (at) => `a % ${at + 2}`)}`)
hostile('DISTINCT ON of 1,600 expressions', () => `SELECT DISTINCT ON (${chain(1_600, (at) => `a % ${at + 2}`)}) a `
  + 'FROM generate_series(1, 10) a')
hostile('VALUES of 500 wide rows', () => `VALUES ${chain(500, () => `(${chain(1_000, (at) => String(at))})`)}`)
hostile('GROUP BY of 1,600 expressions', () => `SELECT count(*) FROM generate_series(1, 10) a GROUP BY ${chain(1_600,
  (at) => `a % ${at + 2}`)}`)
hostile('one window of 1,000 functions', () => `SELECT ${chain(1_000, (at) => `lag(a, ${at}) OVER w`)} FROM `
  + 'generate_series(1, 50) a WINDOW w AS (ORDER BY a)')

// Planning and generated code.
hostile('OR of joins', () => `SELECT count(*) FROM pg_class a, pg_class b WHERE ${chain(2_000,
  (at) => `(a.oid = ${at} AND b.oid = ${at + 1})`, ' OR ')}`)
hostile('500 EXISTS', () => `SELECT count(*) FROM pg_class c WHERE ${chain(500,
  (at) => `EXISTS (SELECT FROM pg_am a WHERE a.oid = c.relam::int + ${at})`, ' OR ')}`)
hostile('300 LEFT JOINs', () => `SELECT count(*) FROM pg_am t0 ${chain(300,
  (at) => `LEFT JOIN pg_am t${at + 1} ON t${at + 1}.oid = t${at}.oid`, ' ')}`)
hostile('100 LATERALs', () => `SELECT count(*) FROM (VALUES (1)) t0(a) ${chain(100,
  (at) => `, LATERAL (SELECT t${at}.a + 1) t${at + 1}(a)`, '')}`)
hostile('UNION of 1,000 wide arms', () => chain(1_000,
  (arm) => `SELECT ${chain(50, (at) => `${arm + at}`)}`, ' UNION '))
hostile('FILTER of 1,600 aggregates', () => `SELECT ${chain(1_600, (at) => `count(*) FILTER (WHERE a > ${at})`)} FROM `
  + 'generate_series(1, 100) a')
hostile('CASE of cases', () => `SELECT ${chain(300, (at) => `CASE ${chain(20,
  (arm) => `WHEN a = ${at + arm} THEN ${arm}`, ' ')} END`)} FROM generate_series(1, 100) a`)

// Rows.
hostile('array_agg of arrays of two', () =>
  'SELECT cardinality(array_agg(ARRAY[i, i])) FROM generate_series(1, 3000000) i')
hostile('string_agg with long separators', () => "SELECT length(string_agg(i::text, repeat('-', 100))) FROM "
  + 'generate_series(1, 300000) i')
hostile('rows as text', () => 'SELECT sum(length(ROW(i, i, i, i)::text)) FROM generate_series(1, 3000000) i')
hostile('a hash join of one key', () => 'SELECT count(*) FROM generate_series(1, 30000) a JOIN '
  + 'generate_series(1, 30000) b ON a % 2 = b % 2')
hostile('width_bucket of long arrays', () => 'SELECT sum(width_bucket(i, (SELECT array_agg(j) FROM '
  + 'generate_series(1, 100000) j))) FROM generate_series(1, 1000000) i')
hostile('unnest of many at once', () => `SELECT count(*) FROM unnest(${chain(50,
  () => 'array_fill(1, ARRAY[200000])')})`)

// The catalog.
hostile('ALTER TABLE of 1,000 parts', () => ['CREATE TEMP TABLE hka (a int)', `ALTER TABLE hka ${chain(1_000,
  (at) => `ADD COLUMN c${at} int DEFAULT ${at}`)}`, `ALTER TABLE hka ${chain(1_000, (at) => `DROP COLUMN c${at}`)}`])
hostile('DROP of 500 tables', () => [chain(500, (at) => `CREATE TABLE hkd${at} (a int PRIMARY KEY, b text)`, ';'),
  `DROP TABLE ${chain(500, (at) => `hkd${at}`)}`])
hostile('GRANT on 500 tables', () => [chain(500, (at) => `CREATE TABLE hkg${at} (a int)`, ';'),
  'GRANT ALL ON ALL TABLES IN SCHEMA public TO public', `DROP TABLE ${chain(500, (at) => `hkg${at}`)}`])
hostile('an enum of 10,000 labels, read', () => [`CREATE TYPE hke AS ENUM (${chain(10_000, (at) => `'l${at}'`)})`,
  'SELECT count(*) FROM unnest(enum_range(NULL::hke))', 'DROP TYPE hke'])
hostile('a composite type of 1,600 fields', () => [`CREATE TYPE hkc AS (${chain(1_600, (at) => `c${at} int`)})`,
  `SELECT count(*) FROM generate_series(1, 100), LATERAL (SELECT (${`'(${','.repeat(1_599)})'`}::hkc).*) t`,
  'DROP TYPE hkc'])
hostile('500 functions at once', () => [chain(500, (at) => `CREATE FUNCTION hkf${at}(int) RETURNS int LANGUAGE sql AS `
  + `'SELECT $1 + ${at}'`, ';'), `SELECT ${chain(500, (at) => `hkf${at}(1)`)}`,
`DROP FUNCTION ${chain(500, (at) => `hkf${at}`)}`])

// Answers.
hostile('rows of 1,600 texts', () => `SELECT ${chain(1_600, () => "repeat('x', 1000)")} FROM generate_series(1, 100)`)
hostile('an error of 10 MB', () => "SELECT repeat('x', 10000000)::int")
hostile('notices of 10 MB', () => "DO $$ BEGIN FOR i IN 1 .. 20 LOOP RAISE NOTICE '%', repeat('x', 10000000); "
  + 'END LOOP; END $$')
