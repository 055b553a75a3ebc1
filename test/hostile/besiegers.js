/**
 * A siege: statements by one more who had not read the other lists, chosen to hold the loop in one piece of work:
 * arguments by ten thousands, five hundred of everything within each other, definitions over definitions, one huge
 * value to each primitive, objects by the thousand under one statement.
 */
import { STATEMENTS } from './statements.js'

/** @param {number} count @param {(index: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** @param {string} name @param {...(string | (() => string))} parts sent one after the other */
function hostile(name, ...parts) {
  STATEMENTS.push({
    name: `siege: ${name}`,
    goesOn: true,
    sql: () => parts.map((part) => typeof part === 'function' ? part() : part),
  })
}

/** @param {number} depth @param {string} before @param {string} core @param {string} after */
const nest = (depth, before, core, after) => before.repeat(depth) + core + after.repeat(depth)

const MANY = 'FROM generate_series(1, 1000000) i'
const SERIES = 'FROM generate_series(1, 300000) i'
const FEW = 'FROM generate_series(1, 200) i'

// Arguments and branches by ten thousands.
hostile('LEAST and GREATEST of 60,000', () => `SELECT sum(LEAST(${chain(60_000, (at) => `i * ${at}`)})), max(GREATEST(${
  chain(60_000, (at) => `i - ${at}`)})) ${FEW}`)
hostile('GREATEST of 30,000 texts', () => `SELECT max(GREATEST(${chain(30_000, (
  at) => `i::text || 'x${at}'`)})) ${FEW}`)
hostile('GREATEST of 30,000 numerics', () => `SELECT max(GREATEST(${chain(30_000, (at) => `i + ${at}.5`)})) ${FEW}`)
hostile('CASE of 20,000 under aggregates', () => `SELECT sum(CASE ${chain(20_000, (at) =>
  `WHEN i % ${at + 3} = 2 THEN i + ${at}`, ' ')} END), count(CASE ${chain(20_000, (at) => `WHEN i = ${at} THEN 1`, ' ')
} END) ${FEW} GROUP BY i % 7`)
hostile('CASE of 20,000 texts, ordered by', () => `SELECT i ${FEW} ORDER BY CASE i::text ${chain(20_000, (at) =>
  `WHEN 'k${at}' THEN 'v${at}'`, ' ')} ELSE 'z' END`)
hostile('CASE of 10,000 subqueries', () => `SELECT count(CASE ${chain(10_000, (at) =>
  `WHEN i = (SELECT ${at}) THEN 1`, ' ')} END) ${FEW}`)
hostile('CASE of 20,000 in a window', () => `SELECT max(s) FROM (SELECT sum(CASE ${chain(20_000, (at) =>
  `WHEN i = ${at} THEN ${at + 1}`, ' ')} END) OVER (ORDER BY i) AS s ${FEW}) q`)
hostile('COALESCE of 30,000 columns', () => `SELECT count(COALESCE(${chain(30_000, (
  at) => `nullif(i, ${at})`)})) ${FEW}`)
hostile('concat of 90,000', () => `SELECT max(length(concat(${chain(90_000, (at) => `i + ${at}`)}))) ${FEW}`)
hostile('format of 60,000 parts', () => `SELECT max(length(format('${'%s'.repeat(60_000)}', ${
  chain(60_000, (at) => `i + ${at}`)}))) ${FEW}`)
hostile('json_build_array of 60,000', () => `SELECT max(length(json_build_array(${chain(60_000, (at) => `i + ${at}`)
})::text)) ${FEW}`)
hostile('jsonb_build_object of 40,000', () => `SELECT max(length(jsonb_build_object(${chain(40_000, (at) =>
  `'k${at}', i + ${at}`)})::text)) ${FEW}`)
hostile('IN of 50,000 in a JOIN', () => `SELECT count(*) FROM pg_class a JOIN pg_attribute b ON a.oid = b.attrelid AND `
  + `b.attnum IN (${chain(50_000, (at) => String(at))}) WHERE a.relname IN (${chain(50_000, (at) => `'c${at}'`)})`)
hostile('IN of 50,000 rows of three', () => `SELECT count(*) ${SERIES} WHERE (i, i + 1, i::text) IN (${
  chain(50_000, (at) => `(${at}, ${at + 1}, '${at}')`)})`)
hostile('NOT IN of 50,000 with functions', () => `SELECT count(*) ${FEW} WHERE i NOT IN (${chain(50_000, (at) =>
  `abs(${-at} - i)`)})`)
hostile('= ANY of 100,000 ARRAY elements', () => `SELECT count(*) ${SERIES} WHERE i = ANY (ARRAY[${chain(100_000, (
  at) =>
  `${at} + 0`)}])`)
hostile('VALUES of 100,000 in a JOIN', () => `SELECT count(*) FROM (VALUES ${chain(100_000, (at) => `(${at}, 't${at}')`)
}) a(k, t) JOIN (VALUES ${chain(50_000, (at) => `(${at}, ${at}.25)`)}) b(k, n) USING (k)`)
hostile('VALUES of 40,000 expressions', () => `SELECT count(*), sum(a) FROM (VALUES ${chain(40_000, (at) =>
  `(${at} + 1, upper('x${at}'), ${at}::numeric / 3)`)}) v(a, b, c)`)
hostile('ANDs and ORs of 40,000 mixed', () => `SELECT count(*) ${SERIES} WHERE ${chain(20_000, (at) =>
  `(i <> ${at} AND i::text <> '${at}')`, ' OR ')}`)
hostile('ANDs of 50,000 over two tables', () => `SELECT count(*) FROM pg_class a, pg_attribute b WHERE ${chain(50_000,
  (at) => `a.oid <> b.attrelid + ${at}`, ' AND ')}`)
hostile('IS DISTINCT FROM by 30,000', () => `SELECT count(*) ${FEW} WHERE ${chain(30_000, (at) =>
  `i IS DISTINCT FROM ${at}`, ' AND ')}`)
hostile('LIKE of 10,000 by OR', () => `SELECT count(*) FROM pg_class WHERE ${chain(10_000, (at) =>
  `relname LIKE '%${at}%'`, ' OR ')}`)
hostile('regular expressions of 5,000 by OR', () => `SELECT count(*) FROM pg_class WHERE ${chain(5_000, (at) =>
  `relname ~ 'x(${at}|y)+z'`, ' OR ')}`)
hostile('numeric sums of 30,000 terms', () => `SELECT sum(${chain(30_000, (at) => `i * ${at}.5`, ' + ')}) ${FEW}`)
hostile('casts of 30,000 literals', () => `SELECT count(*) FROM unnest(ARRAY[${chain(30_000, (at) =>
  `'2000-01-01 00:00:${String(at % 60).padStart(2, '0')}'::timestamptz`)}])`)
hostile('30,000 jsonb literals', () => `SELECT count(*) FROM unnest(ARRAY[${chain(30_000, (at) =>
  `'{"a": [${at}, {"b": "${at}"}]}'::jsonb`)}])`)
hostile('20,000 row constructors', () => `SELECT count(*) FROM unnest(ARRAY[${chain(20_000, (at) => `ROW(${at}, 'x')`)
}]) AS t(a int, b text)`)
hostile('a parameter list of 60,000', () => `PREPARE hsp AS SELECT ARRAY[${chain(60_000, (at) => `$${at + 1}::text`)}]`,
  () => `EXECUTE hsp(${chain(60_000, (at) => `'x${at}'`)})`, 'DEALLOCATE hsp')
hostile('a target list of 1,664 long CASEs', () => `SELECT ${chain(1_664, (at) => `CASE ${chain(12, (arm) =>
  `WHEN i % ${arm + 2} = ${at % 2} THEN ${arm}`, ' ')} END`)} ${FEW}`)
hostile('ten sums of 5,000 terms grouped', () => `SELECT ${chain(10, (column) => `sum(${chain(5_000, (at) =>
  `(i % ${at + column + 2})`, ' + ')})`)} ${FEW} GROUP BY i % 3`)

// Five hundred within each other.
hostile('500 CASEs within', () => `SELECT sum(${nest(500, 'CASE WHEN i > 0 THEN ', 'i', ' ELSE 0 END')}) ${FEW}`)
hostile('500 CASEs in WHEN', () => `SELECT count(*) ${FEW} WHERE ${nest(500, 'CASE WHEN ', 'i > 5',
  ' THEN true ELSE false END')}`)
hostile('500 calls within', () => `SELECT sum(${nest(500, 'abs(', 'i', ' - 1)')}) ${FEW}`)
hostile('500 calls of texts within', () => `SELECT max(length(${nest(500, "replace(lower(", 'i::text', "), 'a', 'b')")
})) ${FEW}`)
hostile('500 COALESCEs within', () => `SELECT max(${nest(500, 'COALESCE(nullif(', 'i', ', 5), 1)')}) ${FEW}`)
hostile('500 casts within', () => `SELECT max(${nest(500, 'CAST(CAST(', 'i', ' AS text) AS int)')}) ${FEW}`)
hostile('500 casts in a row', () => `SELECT max(i${'::numeric::text::int'.repeat(500)}) ${FEW}`)
hostile('500 joins within', () => `SELECT count(*) FROM ${nest(500, '(', '(VALUES (1)) t(a)',
  ' CROSS JOIN (VALUES (1)) u)')}`)
hostile('500 LEFT JOINs within', () => `SELECT count(*) FROM ${chain(500, (at) => `(SELECT ${at} AS a) t${at}`,
  ' LEFT JOIN (')}${chain(499, (at) => `) ON t${498 - at}.a = t${499 - at}.a`, '')}`)
hostile('500 LEFT JOINs of tables in a row', () => `SELECT count(*) FROM pg_am t0 ${chain(500, (at) =>
  `LEFT JOIN pg_am t${at + 1} ON t${at + 1}.oid = t${at}.oid`, ' ')}`)
hostile('500 inner joins of tables in a row', () => `SELECT count(*) FROM pg_am t0 ${chain(500, (at) =>
  `JOIN pg_am t${at + 1} ON t${at + 1}.oid = t${at}.oid`, ' ')}`)
hostile('500 set operations within', () => `${nest(500, '(SELECT 1 UNION ALL ', 'SELECT 2', ')')}`)
hostile('500 set operations of kinds within', () => chain(500, (at) => `(SELECT ${at} ${['UNION', 'EXCEPT',
  'INTERSECT ALL', 'UNION ALL'][at % 4]} `, '') + `SELECT 1${')'.repeat(500)}`)
hostile('500 CTEs within', () => chain(500, (at) => `WITH w${at} AS (`, '') + 'SELECT 1 AS a' + chain(500, (at) =>
  `) SELECT a + 1 AS a FROM w${499 - at}`, ''))
hostile('500 materialized CTEs within', () => chain(500, (at) => `WITH w${at} AS MATERIALIZED (`, '') + 'SELECT 1 AS a'
  + chain(500, (at) => `) SELECT a + 1 AS a FROM w${499 - at}`, ''))
hostile('500 subqueries in FROM', () => nest(500, 'SELECT a + 1 AS a FROM (', 'SELECT 1 AS a', ') q'))
hostile('500 subqueries in FROM with LIMIT', () => nest(500, 'SELECT a FROM (', 'SELECT 1 AS a', ' LIMIT 5) q'))
hostile('500 grouped subqueries in FROM', () => nest(500, 'SELECT a, count(*) FROM (', 'SELECT 1 AS a',
  ') q GROUP BY a'))
hostile('500 scalar subqueries within', () => `SELECT ${nest(500, '(SELECT 1 + ', 'i', ')')} ${FEW}`)
hostile('500 EXISTS within', () => `SELECT count(*) FROM pg_am WHERE ${nest(500, 'EXISTS (SELECT 1 FROM pg_am WHERE ',
  'true', ')')}`)
hostile('500 INs within', () => `SELECT count(*) FROM pg_am WHERE ${nest(500, 'oid IN (SELECT oid FROM pg_am WHERE ',
  'true', ')')}`)
hostile('500 NOT INs within', () => `SELECT count(*) FROM pg_am WHERE ${nest(500,
  'oid NOT IN (SELECT oid FROM pg_am WHERE ', 'true', ')')}`)
hostile('500 LATERALs within', () => `SELECT count(*) FROM (VALUES (1)) t(a)${nest(500,
  ', LATERAL (SELECT a FROM (VALUES (a)) s', '', ') z')}`.replaceAll('z', 'z'))
hostile('500 ARRAYs of queries within', () => `SELECT cardinality(ARRAY(SELECT ${nest(500, 'cardinality(ARRAY(SELECT ',
  '1', '))')}))`)
hostile('500 ROWs within', () => `SELECT ${nest(500, 'ROW(i, ', "'x'", ')')}::text ${FEW}`)
hostile('500 ARRAYs within json', () => `SELECT max(length(${nest(500, 'json_build_array(', 'i', ')')}::text)) ${FEW}`)
hostile('500 ANDs and ORs within', () => `SELECT count(*) ${FEW} WHERE ${nest(500, '(i > 1 AND (i < 100 OR ', 'i = 7',
  '))')}`)
hostile('500 blocks in PL/pgSQL', () => `DO $$ BEGIN ${nest(500, 'BEGIN ', 'NULL;', ' END;')} END $$`)
hostile('500 blocks with handlers in PL/pgSQL', () => `DO $$ BEGIN ${nest(500, 'BEGIN ', 'PERFORM 1 / 0;',
  ' EXCEPTION WHEN OTHERS THEN PERFORM 1 / 0; END;')} END $$`)
hostile('500 IFs and loops in PL/pgSQL', () => `DO $$ BEGIN ${nest(250, 'IF true THEN FOR i IN 1 .. 1 LOOP ', 'NULL;',
  ' END LOOP; END IF;')} END $$`)
hostile('500 declared blocks in PL/pgSQL', () => `DO $$ BEGIN ${chain(500, (at) => `DECLARE v${at} int := ${at === 0
  ? '0' : `v${at - 1} + 1`}; BEGIN `, '')} RAISE NOTICE '%', v499; ${'END;'.repeat(500)} END $$`)
hostile('500 arrays as text', () => `SELECT '${nest(500, '{', '1', '}')}'::int[]`)
hostile('500 composites as text', "SELECT (repeat('(', 500) || '1' || repeat(')', 500))::pg_am")
hostile('30,000 brackets of json', "SELECT length((repeat('[', 30000) || repeat(']', 30000))::json::text)")
hostile('5,000 levels of jsonb', "SELECT length((repeat('{\"a\":[', 2500) || repeat(']}', 2500))::jsonb::text)")
hostile('20,000 levels of xml', "SELECT length((repeat('<a>', 20000) || repeat('</a>', 20000))::xml::text)")
hostile('10,000 groups of a regular expression', "SELECT 'a' ~ (repeat('(', 10000) || 'a' || repeat(')', 10000))")
hostile('30,000 brackets of a tsquery', "SELECT (repeat('(', 30000) || 'a' || repeat(')', 30000))::tsquery")
hostile('10,000 brackets of a jsonpath', "SELECT (repeat('(', 10000) || '$' || repeat(')', 10000))::jsonpath")
hostile('20,000 nots of a jsonpath', "SELECT ('$ ? (' || repeat('!(', 20000) || '@ == 1' || repeat(')', 20000) || ')')"
  + '::jsonpath')

// Width of queries.
hostile('300 windows of 300 orders', () => `SELECT ${chain(300, (at) => `sum(i) OVER (PARTITION BY i % ${at + 2} ORDER `
  + `BY i * ${at + 1} DESC)`)} ${FEW}`)
hostile('300 windows that exclude ties', () => `SELECT ${chain(300, (at) => `max(i) OVER (ORDER BY i % ${at + 2} RANGE `
  + `BETWEEN ${at} PRECEDING AND ${at} FOLLOWING EXCLUDE TIES)`)} FROM generate_series(1, 1000) i`)
hostile('frames that exclude, over many rows', () => `SELECT sum(m) FROM (SELECT max(i % 1000) OVER (ORDER BY i ROWS `
  + `BETWEEN 20000 PRECEDING AND 20000 FOLLOWING EXCLUDE GROUP) AS m ${SERIES}) q`)
hostile('array_agg over frames that exclude', () => `SELECT max(cardinality(m)) FROM (SELECT array_agg(i) OVER (ORDER `
  + `BY i ROWS BETWEEN 20000 PRECEDING AND 20000 FOLLOWING EXCLUDE CURRENT ROW) AS m ${SERIES}) q`)
hostile('CUBE of 12 with ten aggregates', () => `SELECT count(*) FROM (SELECT ${chain(10, (at) => `count(DISTINCT i % ${
  at + 5})`)} FROM generate_series(1, 500) i GROUP BY CUBE (${chain(12, (at) => `(i % ${at + 2})`)})) q`)
hostile('CUBE of 12 CASEs with GROUPING', () => `SELECT count(*) FROM (SELECT GROUPING(${chain(12, (at) =>
  `CASE WHEN i > ${at} THEN i % ${at + 2} END`)}) ${FEW} GROUP BY CUBE (${chain(12, (at) =>
  `(CASE WHEN i > ${at} THEN i % ${at + 2} END)`)})) q`)
hostile('ten CTEs joined with one another, 12 times', () => `WITH ${chain(10, (at) => `c${at} AS (SELECT i AS a ${FEW} `
  + `WHERE i % ${at + 2} = 0)`)} SELECT count(*) FROM ${chain(120, (at) => `c${at % 10} t${at}`, ' JOIN ').replace(
  / JOIN c\d+ t(\d+)/g, (text, at) => `${text} ON t${at}.a = t${Number(at) - 1}.a`)}`)
hostile('200 tables in FROM with all equalities', () => `SELECT count(*) FROM ${chain(200, (at) => `pg_am t${at}`)} `
  + `WHERE ${chain(199, (at) => `t${at}.oid = t${at + 1}.oid`, ' AND ')}`)
hostile('a star of 200 left joins', () => `SELECT count(*) FROM pg_class c ${chain(200, (at) =>
  `LEFT JOIN pg_namespace n${at} ON n${at}.oid = c.relnamespace + ${at}`, ' ')}`)
hostile('100 FULL JOINs USING', () => `SELECT count(*) FROM (SELECT 1 AS a) t0 ${chain(100, (at) =>
  `FULL JOIN (SELECT ${at} AS a) t${at + 1} USING (a)`, ' ')}`)
hostile('2,000 columns from 20 tables', () => `SELECT ${chain(1_600, (at) => `t${at % 20}.c${at % 80} + ${at}`)} FROM ${
  chain(20, (at) => `(SELECT ${chain(80, (column) => `i + ${column} AS c${column}`)}, i ${FEW}) t${at}`, ' JOIN ')
    .replace(/ JOIN \(/g, ' NATURAL JOIN (')}`)
hostile('UNION ALL of 3,000 tables', () => `SELECT count(*) FROM (${chain(3_000, (at) =>
  `SELECT oid, ${at} FROM pg_am WHERE oid > ${at}`, ' UNION ALL ')}) q WHERE oid = 5`)
hostile('500 aggregates that are ordered', () => `SELECT ${chain(500, (at) => `string_agg(i::text, ',' ORDER BY i % ${
  at + 2}, i)`)} ${FEW}`)
hostile('1,600 DISTINCT aggregates', () => `SELECT ${chain(1_600, (at) => `count(DISTINCT i % ${at + 2})`)} ${FEW}`)
hostile('GROUP BY of 1,600 texts', () => `SELECT count(*) FROM (SELECT 1 ${FEW} GROUP BY ${chain(1_600, (at) =>
  `i::text || '${at}'`)}) q`)
hostile('HAVING of 10,000 aggregates', () => `SELECT 1 ${FEW} HAVING ${chain(10_000, (at) => `sum(i + ${at}) > ${at}`,
  ' AND ')}`)
hostile('ROWS FROM of 500', () => `SELECT count(*) FROM ROWS FROM (${chain(500, (at) => `generate_series(1, ${at + 1})`)
})`)
hostile('500 set-returning functions in a list', () => `SELECT ${chain(500, (at) => `generate_series(1, ${at % 9 + 1})`)
} FROM generate_series(1, 100)`)
hostile('EXPLAIN of 500 subqueries', () => `EXPLAIN (VERBOSE, FORMAT json) SELECT ${chain(500, (at) =>
  `(SELECT count(*) FROM pg_class WHERE oid > ${at})`)}`)
hostile('EXPLAIN of a CASE of 20,000', () => `EXPLAIN (VERBOSE) SELECT CASE ${chain(20_000, (at) =>
  `WHEN i = ${at} THEN ${at}`, ' ')} END ${FEW}`)
hostile('EXPLAIN of GREATEST of 60,000', () => `EXPLAIN (VERBOSE) SELECT GREATEST(${chain(60_000, (
  at) => `i + ${at}`)}) `
  + FEW)
hostile('EXPLAIN (CODE) of 300 windows', () => `EXPLAIN (CODE) SELECT ${chain(300, (at) =>
  `sum(i) OVER (PARTITION BY i % ${at + 2})`)} ${FEW}`)
hostile('EXPLAIN ANALYZE of 300 joins', () => `EXPLAIN (ANALYZE, VERBOSE) SELECT count(*) FROM pg_am t0 ${chain(300,
  (at) => `LEFT JOIN pg_am t${at + 1} ON t${at + 1}.oid = t${at}.oid`, ' ')}`)

// Definitions over definitions.
hostile('ALTER TYPE under a CHECK of 50,000', () => `CREATE TEMP TABLE hs1 (a int, b int, CHECK (a NOT IN (${
  chain(50_000, (at) => String(-at - 1))})), CHECK (${chain(10_000, (at) => `a <> ${-at}`, ' AND ')}))`,
'INSERT INTO hs1 SELECT i, i FROM generate_series(1, 1000) i', 'ALTER TABLE hs1 ALTER a TYPE bigint, ALTER b TYPE '
+ 'numeric', 'ALTER TABLE hs1 RENAME a TO c', 'SELECT sum(length(pg_get_constraintdef(oid))) FROM pg_constraint WHERE '
+ "conrelid = 'hs1'::regclass", 'DROP TABLE hs1')
hostile('a CHECK of 50,000 ORs', () => `CREATE TEMP TABLE hs2 (a int, CHECK (${chain(50_000, (at) =>
  `a = ${at} * 2 + 1`, ' OR ')}))`, 'INSERT INTO hs2 SELECT i * 2 + 1 FROM generate_series(1, 100) i',
'ALTER TABLE hs2 ALTER a TYPE bigint', 'CREATE TEMP TABLE hs2b (LIKE hs2 INCLUDING ALL)', 'DROP TABLE hs2, hs2b')
hostile('a CHECK of a CASE of 20,000', () => `CREATE TEMP TABLE hs3 (a int, CHECK (CASE ${chain(20_000, (at) =>
  `WHEN a = ${at} THEN ${at} >= 0`, ' ')} ELSE true END))`, 'INSERT INTO hs3 SELECT generate_series(1, 300)',
'ALTER TABLE hs3 ALTER a TYPE bigint', 'DROP TABLE hs3')
hostile('a domain of 1,000 CHECKs', 'CREATE DOMAIN hs4 AS int', () => chain(1_000, (at) =>
  `ALTER DOMAIN hs4 ADD CONSTRAINT c${at} CHECK (VALUE <> ${-at - 1})`, ';'), `SELECT count(i::hs4) ${SERIES}`,
'CREATE TEMP TABLE hs4t (a hs4, b hs4[])', 'INSERT INTO hs4t SELECT i, ARRAY[i, i] FROM generate_series(1, 2000) i',
'DROP DOMAIN hs4 CASCADE')
hostile('a domain of a CHECK of 20,000 ORs', () => `CREATE DOMAIN hs5 AS int CHECK (${chain(20_000, (at) =>
  `VALUE = ${at}`, ' OR ')})`, 'SELECT count(i::hs5) FROM generate_series(1, 19000) i',
  'CREATE TEMP TABLE hs5t (a hs5)',
'INSERT INTO hs5t SELECT generate_series(1, 500)', 'DROP DOMAIN hs5 CASCADE')
hostile('a generated column of 20,000 terms', () => `CREATE TEMP TABLE hs6 (a int, b bigint GENERATED ALWAYS AS (${
  chain(20_000, (at) => `(a % ${at + 2})`, ' + ')}) STORED)`, 'INSERT INTO hs6 SELECT generate_series(1, 100)',
'UPDATE hs6 SET a = a + 1', 'DROP TABLE hs6')
hostile('an index of a CASE of 20,000', 'CREATE TEMP TABLE hs7 AS SELECT generate_series(1, 100) AS a', () =>
  `CREATE INDEX ON hs7 ((CASE ${chain(20_000, (at) => `WHEN a = ${at} THEN ${at + 1}`, ' ')} END))`,
'INSERT INTO hs7 VALUES (5)', 'SELECT count(*) FROM hs7 WHERE a = 5', 'ALTER TABLE hs7 ALTER a TYPE bigint',
'DROP TABLE hs7')
hostile('a view of GREATEST of 60,000', () => `CREATE TEMP VIEW hs8 AS SELECT GREATEST(${chain(60_000, (at) =>
  `i + ${at}`)}) AS a ${FEW}`, 'SELECT max(a) FROM hs8', "SELECT length(pg_get_viewdef('hs8'::regclass))",
'DROP VIEW hs8')
hostile('a view over 500 views of joins', 'CREATE TEMP VIEW hs9v0 AS SELECT oid AS a FROM pg_am', () => chain(500, (
  at) =>
  `CREATE TEMP VIEW hs9v${at + 1} AS SELECT x.a FROM hs9v${at} x JOIN pg_am y ON y.oid = x.a`, ';'),
'SELECT count(*) FROM hs9v500', 'EXPLAIN SELECT count(*) FROM hs9v500', 'DROP VIEW hs9v0 CASCADE')
hostile('a view over 500 views with aggregates', 'CREATE TEMP VIEW hsav0 AS SELECT 1 AS a', () => chain(500, (at) =>
  `CREATE TEMP VIEW hsav${at + 1} AS SELECT count(*) + max(a) AS a FROM hsav${at}`, ';'), 'SELECT * FROM hsav500',
'CREATE OR REPLACE TEMP VIEW hsav0 AS SELECT 2 AS a', 'DROP VIEW hsav0 CASCADE')
hostile('a view over 500 wide views', () => `CREATE TEMP VIEW hsbv0 AS SELECT ${chain(200, (at) => `${at} AS c${at}`)}`,
  () => chain(500, (at) => `CREATE TEMP VIEW hsbv${at + 1} AS SELECT ${chain(200, (column) =>
    `c${column} + 1 AS c${column}`)} FROM hsbv${at}`, ';'), 'SELECT * FROM hsbv500',
  'SELECT count(*) FROM information_schema.view_column_usage', 'DROP VIEW hsbv0 CASCADE')
hostile('updatable views, 200 deep', 'CREATE TEMP TABLE hsct (a int, b text)', (
  ) => `CREATE TEMP VIEW hscv0 AS SELECT * `
  + `FROM hsct; ${chain(200, (at) => `CREATE TEMP VIEW hscv${at + 1} AS SELECT * FROM hscv${at} WHERE a > ${-at} WITH `
  + 'CHECK OPTION', ';')}`, "INSERT INTO hscv200 SELECT i, 'x' FROM generate_series(1, 1000) i",
'UPDATE hscv200 SET a = a + 1', 'DELETE FROM hscv200', 'DROP TABLE hsct CASCADE')
hostile('SQL functions of 500 levels inlined', () => `CREATE FUNCTION hsd0(int) RETURNS int LANGUAGE sql IMMUTABLE AS `
  + `'SELECT $1 + 1'; ${chain(500, (at) => `CREATE FUNCTION hsd${at + 1}(int) RETURNS int LANGUAGE sql IMMUTABLE AS `
  + `'SELECT hsd${at}($1) + 1'`, ';')}`, `SELECT sum(hsd500(i)) ${FEW}`, () => `DROP FUNCTION ${chain(501, (at) =>
  `hsd${at}(int)`)}`)
hostile('SQL functions that double, inlined', () => `CREATE FUNCTION hse0(int) RETURNS int LANGUAGE sql IMMUTABLE AS `
  + `'SELECT $1 + 1'; ${chain(25, (at) => `CREATE FUNCTION hse${at + 1}(int) RETURNS int LANGUAGE sql IMMUTABLE AS `
  + `'SELECT hse${at}($1) + hse${at}($1 + 1)'`, ';')}`, `SELECT sum(hse25(i)) ${FEW}`, () =>
  `DROP FUNCTION ${chain(26, (at) => `hse${at}(int)`)}`)
hostile('a rule of 500 actions', 'CREATE TEMP TABLE hsf (a int); CREATE TEMP TABLE hsf2 (a int)', () =>
  `CREATE RULE r AS ON INSERT TO hsf DO ALSO (${chain(500, (at) => `INSERT INTO hsf2 VALUES (NEW.a + ${at})`, ';')})`,
'INSERT INTO hsf SELECT generate_series(1, 100)', 'DROP TABLE hsf, hsf2')
hostile('a policy of 20,000 ORs', 'CREATE TABLE hsg (a int); ALTER TABLE hsg ENABLE ROW LEVEL SECURITY; CREATE '
  + 'ROLE hsgr;'
  + ' GRANT ALL ON hsg TO hsgr', () => `CREATE POLICY p ON hsg USING (${chain(20_000, (at) => `a = ${at} * 3`,
  ' OR ')})`,
'INSERT INTO hsg SELECT generate_series(1, 300)', 'SET ROLE hsgr; SELECT count(*) FROM hsg; RESET ROLE',
'DROP TABLE hsg; DROP ROLE hsgr')
hostile('a trigger WHEN of 20,000 ORs', 'CREATE TEMP TABLE hsh (a int); CREATE FUNCTION pg_temp.hshf() RETURNS trigger '
  + "LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'", () => `CREATE TRIGGER t BEFORE INSERT ON hsh FOR EACH ROW WHEN (${
  chain(20_000, (at) => `NEW.a = ${at} * 2`, ' OR ')}) EXECUTE FUNCTION pg_temp.hshf()`,
'INSERT INTO hsh SELECT generate_series(1, 300)', 'DROP TABLE hsh')
hostile('a MERGE of 200 clauses', 'CREATE TEMP TABLE hsi (a int, b int)', (
  ) => `MERGE INTO hsi USING generate_series(1, `
  + `3000) i ON hsi.a = i ${chain(200, (at) => `WHEN MATCHED AND i % ${at + 2} = 0 THEN UPDATE SET b = ${at}`, ' ')} `
  + 'WHEN NOT MATCHED THEN INSERT VALUES (i, 0)', 'DROP TABLE hsi')
hostile('an UPDATE of 1,600 columns of CASEs', () => `CREATE TEMP TABLE hsj (${chain(1_500, (at) => `c${at} int`)})`,
  'INSERT INTO hsj DEFAULT VALUES', 'INSERT INTO hsj SELECT * FROM hsj, generate_series(1, 20)'.replace('SELECT *',
    'SELECT hsj.*'), () => `UPDATE hsj SET ${chain(1_500, (at) => `c${at} = CASE WHEN c${at} IS NULL THEN ${at} ELSE c${
    (at + 1) % 1500} END`)}`, 'DROP TABLE hsj')
hostile('ON CONFLICT of 1,500 columns', () => `CREATE TEMP TABLE hsk (k int PRIMARY KEY, ${chain(1_500, (at) =>
  `c${at} int`)})`, () => `INSERT INTO hsk SELECT ${chain(1_501, () => 'i')} ${FEW} ON CONFLICT (k) DO UPDATE SET ${
  chain(1_500, (at) => `c${at} = excluded.c${at} + 1`)} RETURNING *`, 'DROP TABLE hsk')
hostile('ALTER of 1,500 types at once', () => `CREATE TEMP TABLE hsl (${chain(1_500, (at) => `c${at} int DEFAULT ${at} `
  + `CHECK (c${at} >= 0)`)})`, 'INSERT INTO hsl DEFAULT VALUES', () => `ALTER TABLE hsl ${chain(1_500, (at) =>
  `ALTER c${at} TYPE bigint`)}`, 'DROP TABLE hsl')

// Partitions and tables by the thousand.
hostile('5,000 partitions', 'CREATE TEMP TABLE hsm (a int, b text, c int) PARTITION BY RANGE (a)',
  ...Array.from({ length: 10 }, (_, tenth) => () => chain(500, (at) => `CREATE TEMP TABLE hsm${tenth * 500 + at} `
  + `PARTITION OF hsm FOR VALUES FROM (${tenth * 500 + at}) TO (${tenth * 500 + at + 1})`, ';')),
  'INSERT INTO hsm SELECT i % 5000, i::text FROM generate_series(1, 20000) i', 'SELECT count(*) FROM hsm WHERE a = 77',
  "SELECT count(*) FROM hsm WHERE b = '7'", 'EXPLAIN SELECT * FROM hsm ORDER BY a LIMIT 10',
  'SELECT count(*) FROM hsm x JOIN hsm y USING (a) WHERE x.a < 5', 'UPDATE hsm SET a = (a + 1) % 5000',
  'DELETE FROM hsm WHERE a % 2 = 0', 'ALTER TABLE hsm ADD d int DEFAULT 7', 'ALTER TABLE hsm ADD CHECK (a >= 0)',
  'ALTER TABLE hsm RENAME b TO e', 'CREATE INDEX ON hsm (a)', 'ANALYZE hsm', 'TRUNCATE hsm', 'DROP TABLE hsm')
hostile('catalogs over 5,000 tables', ...Array.from({ length: 10 }, (_, tenth) => () => chain(500, (at) =>
  `CREATE TABLE hsn${tenth * 500 + at} (a int PRIMARY KEY, b text DEFAULT 'x', CHECK (a > 0))`, ';')),
'SELECT count(*) FROM information_schema.columns', 'SELECT count(*) FROM information_schema.table_constraints',
'SELECT count(*) FROM information_schema.constraint_column_usage', 'SELECT count(pg_get_constraintdef(oid)), '
+ 'count(pg_get_expr(conbin, conrelid)) FROM pg_constraint', 'SELECT sum(pg_total_relation_size(oid)) FROM pg_class',
'SELECT count(*) FROM pg_stat_all_tables, pg_stat_all_indexes LIMIT 1', 'SELECT count(*) FROM pg_depend d JOIN '
+ 'pg_class c ON c.oid = d.objid JOIN pg_class r ON r.oid = d.refobjid', 'GRANT SELECT ON ALL TABLES IN SCHEMA public '
+ 'TO PUBLIC', 'SELECT count(*) FROM information_schema.role_table_grants', 'VACUUM', 'ANALYZE', () =>
  `LOCK TABLE ${chain(5_000, (at) => `hsn${at}`)}`, () => `BEGIN; LOCK TABLE ${chain(5_000, (at) => `hsn${at}`)};`
  + 'SELECT count(*) FROM pg_locks; ROLLBACK', () => `TRUNCATE ${chain(5_000, (at) => `hsn${at}`)}`, () =>
  `DROP TABLE ${chain(5_000, (at) => `hsn${at}`)}`)
hostile('a schema of 2,000 views and functions, dropped', 'CREATE SCHEMA hso', () => chain(1_000, (at) =>
  `CREATE VIEW hso.v${at} AS SELECT * FROM pg_class; CREATE FUNCTION hso.f${at}(int) RETURNS int LANGUAGE sql AS `
  + `'SELECT ${at}'`, ';'), 'DROP SCHEMA hso CASCADE')
hostile('a function over 3,000 tables', "DO $$ BEGIN FOR i IN 1 .. 3000 LOOP EXECUTE format('CREATE TEMP TABLE "
  + "hsq%s (a "
  + "int); INSERT INTO hsq%s VALUES (1); SELECT * FROM hsq%s', i, i, i); END LOOP; END $$")
hostile('a publication of 2,000 tables', () => chain(2_000, (at) => `CREATE TABLE hsr${at} (a int)`, ';'), () =>
  `CREATE PUBLICATION hsrp FOR TABLE ${chain(2_000, (at) => `hsr${at}`)}`, 'SELECT count(*) FROM pg_publication_tables',
'DROP PUBLICATION hsrp', () => `DROP TABLE ${chain(2_000, (at) => `hsr${at}`)}`)

// One huge value.
hostile('a literal of 40 MB', () => `SELECT length('${'a'.repeat(40_000_000)}')`)
hostile('a literal of 10 MB with quotes', () => `SELECT length('${"''".repeat(10_000_000)}')`)
hostile('a jsonb literal of 10 MB', () => `SELECT length('[${'"abc",'.repeat(1_500_000)}1]'::jsonb::text)`)
hostile('an array literal of 10 MB', () => `SELECT cardinality('{${'"a,b",'.repeat(1_500_000)}1}'::text[])`)
hostile('a numeric literal of 130,000 digits, computed', () => `SELECT length((${'7'.repeat(
  130_000)} * 3 / 7 + 1)::text)`)
hostile('a bytea literal of 10 MB', () => `SELECT sum(get_byte('\\x${'0a'.repeat(5_000_000)}'::bytea, i)) FROM `
  + 'generate_series(1, 1000) i')
hostile('an escape literal of 10 MB', () => `SELECT length(E'${'\\n\\x41\\u00e9'.repeat(700_000)}')`)
hostile('pow of a numeric', "SELECT length(power(1.0001, 1000000)::text), length(power(99999::numeric, 20000)::text)")
hostile('roots and logarithms of 100,000 digits', "SELECT length(sqrt(repeat('7', 100000)::numeric)::text), "
  + "ln(repeat('7', 100000)::numeric), log(repeat('3', 100000)::numeric)")
hostile('numeric pow with a long fraction', "SELECT length(power(('1.' || repeat('7', 10000))::numeric, ('3.' || "
  + "repeat('1', 10000))::numeric)::text)")
hostile('numeric division at full scale', "SELECT length((('1.' || repeat('7', 16000))::numeric / ('3.' || repeat('1', "
  + `16000))::numeric)::text) ${SERIES}`)
hostile('gcd and lcm in a loop', "SELECT count(gcd(repeat('9', 50000)::numeric + i, repeat('7', 49999)::numeric + i)) "
  + 'FROM generate_series(1, 1000) i')
hostile('factorials by the row', 'SELECT sum(length(factorial(i)::text)) FROM generate_series(5000, 30000) i')
hostile('numeric to_char of many digits', "SELECT sum(length(to_char(repeat('8', 100000)::numeric, repeat('9G', "
  + "50000))))"
  + ' FROM generate_series(1, 100)')
hostile('numeric round and trunc of many digits', "SELECT count(round(('0.' || repeat('9', 16000))::numeric, i)) FROM "
  + 'generate_series(1, 16000) i')
hostile('numeric strings of many digits, compared', "SELECT count(*) FROM generate_series(1, 3000) i, "
  + "generate_series(1, "
  + "300) j WHERE repeat('9', 10000 + i)::numeric > repeat('9', 10000 + j)::numeric")
hostile('md5 of 200 MB', "SELECT md5(repeat('abcd', 50000000))")
hostile('sha of 200 MB', "SELECT sha224(convert_to(repeat('abcd', 50000000), 'UTF8')), "
  + "sha384(convert_to(repeat('abcd', "
  + "50000000), 'UTF8'))")
hostile('encodings of 50 MB', "SELECT length(encode(decode(encode(decode(repeat('ab', 25000000), 'hex'), 'base64'), "
  + "'base64'), 'escape'))")
hostile('convert of 50 MB', "SELECT length(convert(convert_to(repeat('é', 12000000), 'UTF8'), 'UTF8', 'LATIN1'))")
hostile('crypt-like loops', "SELECT count(md5(md5(md5(md5(md5(md5(i::text))))))) FROM generate_series(1, 100000000) i")
hostile('bits of 80 million, shifted and added', "SELECT length((B'1'::bit(80000000) >> 5) | B'1'::bit(80000000))")
hostile('bits set one by one', "DO $$ DECLARE b bit varying := repeat('0', 1000000)::varbit; BEGIN FOR i IN 0 .. 20000 "
  + 'LOOP b := set_bit(b, i, 1); END LOOP; END $$')
hostile('bit_and of long bits', "SELECT length(bit_or(repeat('10', 100000)::varbit)) FROM generate_series(1, 10000)")
hostile('a LIKE of backslashes', "SELECT repeat('\\', 10000000) LIKE repeat('\\\\', 3000000) || '%'")
hostile('a LIKE of a 5 MB pattern by the row', "SELECT count(*) FROM generate_series(1, 100) i WHERE repeat('ab', "
  + "1000000) LIKE repeat('_b', 1000000 - i) || '%'")
hostile('ILIKE of wide texts', "SELECT count(*) FROM generate_series(1, 200) WHERE repeat('éÀ', 100000) ILIKE '%' || "
  + "repeat('éà', 50000) || 'z%'")
hostile('a regular expression of back references', "SELECT repeat('ab', 3000) ~ '^(a|b|ab)*(.*)\\2\\1c$'")
hostile('a regular expression of 20,000 alternatives by the row', () => `SELECT count(*) ${SERIES} WHERE i::text ~ '^(${
  chain(20_000, (at) => String(at * 7), '|')})$'`)
hostile('a regular expression of bounded bounds', "SELECT repeat('a', 100000) ~ '^((a{1,50}){1,50}){1,50}b$'")
hostile('a regular expression with 3,000 classes', () => `SELECT repeat('aé', 50000) ~ '${'[^x-z[:digit:]]?'.repeat(
  3_000)}$'`)
hostile('a regular expression of lookaheads', "SELECT regexp_count(repeat('ab', 100000), '(?=(ab)+)(?!b)a')")
hostile('a regular expression of 250 captures, replaced', "SELECT length(regexp_replace(repeat('abc', 300000), "
  + "repeat('(a|b|c)', 90), '\\9\\8\\7\\6\\5\\4\\3\\2\\1', 'g'))")
hostile('SIMILAR TO of 5,000 alternatives', () => `SELECT count(*) ${SERIES} WHERE i::text SIMILAR TO '(${
  chain(5_000, (at) => `%${at}_`, '|')})'`)
hostile('lpad of a long fill, by the row', "SELECT sum(length(lpad(i::text, 1000000, repeat('xyz', 1000)))) FROM "
  + 'generate_series(1, 1000) i')
hostile('format with positions', "SELECT length(format(repeat('%1$s%2$I%3$L', 200000), 'a', 'b', 'c'))")
hostile('string_agg of a few giants', "SELECT length(string_agg(repeat('x', 20000000), ',')) FROM "
  + "generate_series(1, 50)")
hostile('string_agg of giants, sorted and distinct', "SELECT length(string_agg(DISTINCT repeat('x', 1000000) || i, ',' "
  + "ORDER BY repeat('x', 1000000) || i)) FROM generate_series(1, 100) i")
hostile('array_agg of giants', "SELECT cardinality(array_agg(repeat('x', 20000000))) FROM generate_series(1, 100)")
hostile('json of giants', "SELECT length(json_object_agg(i, repeat('\"', 5000000))::text) FROM "
  + "generate_series(1, 30) i")
hostile('arrays of 10 million', 'SELECT cardinality(array_agg(i)), sum((array_agg(i))[5]) FROM generate_series(1, '
  + '10000000) i')
hostile('arrays of 10 million, sorted', 'SELECT cardinality(array_agg(i ORDER BY i % 1000, i DESC)) FROM '
  + 'generate_series(1, 10000000) i')
hostile('arrays of 5 million texts, joined and split', "SELECT cardinality(string_to_array(array_to_string(array_fill("
  + "'abc'::text, ARRAY[5000000]), ','), ','))")
hostile('an array subscript loop', 'DO $$ DECLARE a int[] := array_fill(0, ARRAY[1000000]); BEGIN FOR i IN 1 .. '
  + '1000000 '
  + 'LOOP a[i] := a[1000001 - i] + 1; END LOOP; END $$')
hostile('an array subscript loop of texts', "DO $$ DECLARE a text[] := array_fill('x'::text, ARRAY[300000]); "
  + "BEGIN FOR i "
  + "IN 1 .. 300000 LOOP a[i] := a[i] || i; a := a[1:300000]; END LOOP; END $$")
hostile('arrays compared with arrays', 'SELECT count(*) FROM (SELECT array_agg(i::text) AS a FROM generate_series(1, '
  + '200000) i) p, generate_series(1, 100) g WHERE a @> a AND a && a AND a <@ a')
hostile('array_position in long arrays', 'SELECT sum(array_position(a, i)) FROM (SELECT array_agg(j) AS a FROM '
  + 'generate_series(1, 300000) j) p, generate_series(1, 300000) i')
hostile('multiranges of 500,000 parts', "SELECT length((m + m)::text), length((m * m)::text), length((m - "
  + "m)::text), m @> "
  + 'm, m && m, m < m FROM (SELECT range_agg(int8range(i * 3, i * 3 + 1)) AS m FROM generate_series(1, 500000) i) p')
hostile('multiranges of texts of numerics', "SELECT length(range_agg(numrange(i::numeric / 7, (i + 0.5)::numeric / 7))"
  + `::text) ${SERIES}`)
hostile('ranges built by the million', `SELECT count(*), max(int4range(i, i + 9) * int4range(i + 1, i + 20)) ${MANY}`)
hostile('a tsvector of 200,000 words', `SELECT length(to_tsvector('english', string_agg('running' || i, ' '))) `
  + `${SERIES}`)
hostile('a tsquery of 30,000 operators', "SELECT numnode(string_agg('w' || i, ' & ')::tsquery), "
  + "length(string_agg('w' || "
  + "i, ' | ')::tsquery::text) FROM generate_series(1, 30000) i")
hostile('a tsquery of 30,000 nots and phrases', "SELECT to_tsvector('simple', 'a b c') @@ (string_agg('!w' || i, "
  + "' <-> ')"
  + '::tsquery) FROM generate_series(1, 30000) i')
hostile('a tsquery of 30,000 within', "SELECT to_tsvector('simple', 'a') @@ ((repeat('(a & ', 30000) || 'a' || repeat("
  + "')', 30000))::tsquery)")
hostile('plainto and phraseto of 1 MB', "SELECT numnode(plainto_tsquery('english', repeat('running dogs ', 80000))), "
  + "numnode(phraseto_tsquery('english', repeat('running dogs ', 80000)))")
hostile('jsonpath of 100,000 accessors', "SELECT jsonb_path_query('{}', ('$' || repeat('.a', 100000))::jsonpath)")
hostile('jsonpath of 30,000 conditions', "SELECT jsonb_path_exists('[1]', ('$[*] ? (' || string_agg('@ != ' || "
  + "i, ' && ')"
  + " || ')')::jsonpath) FROM generate_series(1, 30000) i")
hostile('jsonpath **, doubled', "SELECT count(*) FROM jsonb_path_query((repeat('[', 200) || '1' || repeat(']', 200))::"
  + "jsonb, '$.**.**.**.**')")
hostile('jsonpath arithmetic over much', `SELECT count(*) FROM jsonb_path_query((SELECT jsonb_agg(i) ${SERIES}), `
  + "'$[*] ? (@ * 2 + 1 > $[0] && @ % 7 == 3)')")
hostile('jsonb_set deep in width', "DO $$ DECLARE j jsonb := (SELECT jsonb_object_agg(i, jsonb_build_object('a', "
  + "i)) FROM "
  + "generate_series(1, 100000) i); BEGIN FOR i IN 1 .. 10000 LOOP j := jsonb_set(j, ARRAY[i::text, 'a'], '0'); "
  + "j := j - "
  + 'i::text; END LOOP; END $$')
hostile('jsonb compared with jsonb', "SELECT count(*) FROM (SELECT jsonb_agg(i) AS j FROM generate_series(1, "
  + "200000) i) p,"
  + ' generate_series(1, 100) WHERE j = j AND j <= j AND NOT j < j')
hostile('jsonb hashed and grouped', "SELECT count(*) FROM (SELECT jsonb_build_array(i % 9, repeat('x', 5000)) AS j "
  + `${SERIES}) p GROUP BY j`)
hostile('xml wide: xpath, xmltable', "SELECT count(*) FROM (SELECT xmlelement(name r, xmlagg(xmlelement(name a, "
  + "xmlattributes(i AS k), i))) AS x FROM generate_series(1, 100000) i) p, LATERAL (SELECT "
  + "unnest(xpath('/r/a[@k mod 3 = "
  + "1]/text()', x))) q, xmltable('/r/a' PASSING x COLUMNS k int PATH '@k', v text PATH '.') t")
hostile('xml comments and entities', "SELECT length(xmlparse(DOCUMENT '<a>' || repeat('<!-- x -->&lt;', 500000) || "
  + "'</a>')::text)")

// Dates.
hostile('centuries by the second', "SELECT count(*) FROM generate_series('0001-01-01'::timestamp, '9999-12-31', '1 "
  + "second')")
hostile('centuries by the month, with zones', "SELECT max(x AT TIME ZONE 'Europe/Moscow') FROM generate_series("
  + "'4713-01-01 BC'::timestamptz, '294276-01-01', '1 month') x")
hostile('dates parsed in every style', `SELECT count(to_char(('epoch'::timestamptz + i * '1 day'::interval), `
  + `'Day Month `
  + `YYYY TZ')::text), count(('January ' || i % 28 + 1 || ' 99 BC')::date) ${SERIES}`)
hostile('intervals of everything', "SELECT sum(justify_interval((i || ' years ' || i || ' mons ' || i % 9 || ' "
  + "days -' || "
  + `i || ' secs')::interval) * 1.5 / 7) ${SERIES}`)
hostile('an interval text of 1 MB', "SELECT repeat('1 day ', 200000)::interval")
hostile('date_bin, trunc and part of many', "SELECT count(DISTINCT date_bin('17 min', t, '1900-01-01')), "
  + "max(date_trunc("
  + "'century', t, 'Asia/Tokyo')), sum(extract(julian FROM t)) FROM (SELECT '2000-01-01'::timestamptz + i * '11 min'::"
  + `interval AS t ${MANY}) q`)

// Rows.
hostile('a cross of series', 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b, '
  + 'generate_series(1, 100000) c WHERE a + b = c * 2')
hostile('a sort of long texts under a collation', "SELECT max(t) FROM (SELECT repeat('Äé', 5000) || i AS t FROM "
  + 'generate_series(1, 20000) i ORDER BY repeat(\'Äé\', 5000) || i COLLATE "en-x-icu") q')
hostile('a sort of texts of one prefix', "SELECT count(*) FROM (SELECT repeat('x', 20000) || i AS t FROM "
  + "generate_series("
  + '1, 20000) i ORDER BY 1 DESC OFFSET 10) q')
hostile('a skewed hash join', 'SELECT count(*) FROM (SELECT CASE WHEN i % 100 = 0 THEN i ELSE 1 END AS k, i AS v '
  + `${SERIES}) a JOIN (SELECT CASE WHEN i % 100 = 0 THEN i ELSE 1 END AS k, i AS v ${SERIES}) b USING (k)`)
hostile('a skewed FULL JOIN of texts', "SELECT count(*) FROM (SELECT repeat('k', 1000) AS k FROM "
  + "generate_series(1, 30000)"
  + ") a FULL JOIN (SELECT repeat('k', 1000) AS k FROM generate_series(1, 30000)) b USING (k)")
hostile('a hash of rows of rows', `SELECT count(*) FROM (SELECT ROW(i, ROW(i::text, ARRAY[i, i])) AS r ${SERIES} `
  + `GROUP BY `
  + '1) q')
hostile('recursion of joins', 'WITH RECURSIVE r AS (SELECT 1 AS a, ARRAY[1] AS p UNION ALL SELECT t, p || t FROM r, '
  + 'generate_series(1, 9) t WHERE t <> ALL (p)) SELECT count(*), max(cardinality(p)) FROM r')
hostile('recursion of distinct rows by the million', 'WITH RECURSIVE r AS (SELECT 0 AS a UNION SELECT (a * 1103515245::'
  + 'bigint + 12345) % 2147483647 FROM r) SELECT count(*) FROM r'.replace('SELECT 0 AS', 'SELECT 0::bigint AS'))
hostile('count DISTINCT of long texts', "SELECT count(DISTINCT repeat(i::text, 1000)) FROM generate_series(1, "
  + "200000) i")
hostile('LIMIT after a huge OFFSET', 'SELECT * FROM generate_series(1, 2000000000) i OFFSET 1999999999 LIMIT 1')
hostile('max by a correlated subquery', 'SELECT count(*) FROM generate_series(1, 30000) i WHERE i = (SELECT '
  + 'max(j) FROM '
  + 'generate_series(1, 30000) j WHERE j <= i)')
hostile('unnest within unnest', 'SELECT count(*) FROM (SELECT unnest(array_agg(array_fill(i, ARRAY[1000]))) FROM '
  + 'generate_series(1, 5000) i) q')

// PL/pgSQL.
hostile('a tight loop of arithmetic', 'DO $$ DECLARE s bigint := 0; BEGIN FOR i IN 1 .. 2000000000 LOOP s := s + '
  + 'i % 7; '
  + 'END LOOP; END $$')
hostile('a WHILE loop of texts', "DO $$ DECLARE t text := 'x'; BEGIN WHILE length(t) > 0 LOOP t := substr(t || "
  + "'yz', 2); "
  + 'IF length(t) > 100000 THEN t := \'x\'; END IF; END LOOP; END $$')
hostile('a numeric that grows in a loop', 'DO $$ DECLARE n numeric := 7; BEGIN FOR i IN 1 .. 100000 LOOP n := n '
  + '* 1234567.'
  + '891; END LOOP; END $$')
hostile('a numeric squared in a loop', 'DO $$ DECLARE n numeric := 7; BEGIN LOOP n := n * n; END LOOP; END $$')
hostile('exceptions in exceptions in a loop', 'DO $$ BEGIN FOR i IN 1 .. 100000000 LOOP BEGIN BEGIN PERFORM 1 / 0; '
  + 'EXCEPTION WHEN division_by_zero THEN RAISE; END; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$')
hostile('exceptions that write in a loop', 'CREATE TEMP TABLE hst (a int)',
  'DO $$ BEGIN FOR i IN 1 .. 100000 LOOP BEGIN '
  + 'INSERT INTO hst VALUES (i); RAISE division_by_zero; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$',
'SELECT count(*) FROM hst', 'DROP TABLE hst')
hostile('EXECUTE of ever longer texts', "DO $$ DECLARE q text := 'SELECT 1'; r int; BEGIN LOOP q := q || ' + 1'; "
  + "EXECUTE "
  + 'q INTO r; END LOOP; END $$')
hostile('EXECUTE of wide texts', "DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE 'SELECT ' || (SELECT string_agg(j "
  + "|| ' + ' "
  + "|| i, ', ') FROM generate_series(1, 1500) j); END LOOP; END $$")
hostile('EXECUTE of a DO of a DO', () => {
  let text = 'NULL;'
  for (let depth = 0; depth < 60; depth++)
    text = `EXECUTE $q${depth}$DO $d${depth}$ BEGIN ${text} END $d${depth}$$q${depth}$;`
  return `DO $$ BEGIN ${text} END $$`
})
hostile('a record loop over many', `DO $$ DECLARE r record; n bigint := 0; BEGIN FOR r IN SELECT i, i::text AS `
  + `t, ARRAY[i]`
  + ' AS a FROM generate_series(1, 100000000) i LOOP n := n + r.i + length(r.t) + r.a[1]; END LOOP; END $$')
hostile('a recursive function that forks', 'CREATE FUNCTION pg_temp.hsu(int) RETURNS int LANGUAGE plpgsql AS $$ '
  + 'BEGIN IF '
  + '$1 < 2 THEN RETURN 1; END IF; RETURN pg_temp.hsu($1 - 1) + pg_temp.hsu($1 - 2); END $$', 'SELECT pg_temp.hsu(60)')
hostile('a SQL function by the million', 'CREATE FUNCTION pg_temp.hsw(int) RETURNS bigint LANGUAGE sql VOLATILE AS '
  + "'SELECT count(*) FROM pg_class WHERE oid > $1'", `SELECT sum(pg_temp.hsw(i)) ${MANY}`)
hostile('triggers on a bulk update', "CREATE TEMP TABLE hsx (a int, b text); CREATE FUNCTION pg_temp.hsxf() RETURNS "
  + "trigger LANGUAGE plpgsql AS $$ BEGIN NEW.b := NEW.b || 'x'; PERFORM count(*) FROM pg_am; RETURN NEW; END "
  + "$$; CREATE "
  + 'TRIGGER t BEFORE INSERT OR UPDATE ON hsx FOR EACH ROW EXECUTE FUNCTION pg_temp.hsxf()',
"INSERT INTO hsx SELECT i, 'a' FROM generate_series(1, 20000) i", 'UPDATE hsx SET a = a + 1', 'DROP TABLE hsx')
hostile('statement triggers with transition tables', "CREATE TEMP TABLE hsy (a int); CREATE FUNCTION "
  + "pg_temp.hsyf() RETURNS"
  + ' trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM count(*) FROM o JOIN n USING (a); RETURN NULL; END $$; CREATE '
  + 'TRIGGER t '
  + 'AFTER UPDATE ON hsy REFERENCING OLD TABLE AS o NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.hsyf()',
'INSERT INTO hsy SELECT generate_series(1, 100000)', 'UPDATE hsy SET a = a + 1', 'DROP TABLE hsy')
hostile('a million notices of conditions', "DO $$ BEGIN LOOP RAISE WARNING USING MESSAGE = repeat('m', 2000), DETAIL = "
  + "repeat('d', 2000), HINT = repeat('h', 2000); END LOOP; END $$")

// Sessions.
hostile('100,000 savepoints in one body of statements', () => `BEGIN; ${'SAVEPOINT a;'.repeat(100_000)} ROLLBACK TO a`,
  'COMMIT')
hostile('30,000 savepoints that lock and write', 'CREATE TEMP TABLE hsz (a int)', 'INSERT INTO hsz VALUES (0)', () =>
  `BEGIN; ${chain(10_000, (at) => `SAVEPOINT s${at}; UPDATE hsz SET a = a + 1`, ';')}`, 'ROLLBACK TO s5; COMMIT',
'ROLLBACK', 'SELECT * FROM hsz', 'DROP TABLE hsz')
hostile('20,000 prepared statements, listed', () => chain(20_000, (at) => `PREPARE hsa${at} AS SELECT $1::int + ${at}`,
  ';'), 'SELECT count(*) FROM pg_prepared_statements', 'DEALLOCATE ALL', 'DISCARD ALL')
hostile('5,000 cursors, listed and closed', () => `BEGIN; ${chain(5_000, (
  at) => `DECLARE hsc${at} CURSOR FOR SELECT * FROM `
  + `pg_am ORDER BY oid + ${at}`, ';')}`, 'SELECT count(*) FROM pg_cursors', () => chain(5_000, (
  at) => `FETCH ALL FROM `
  + `hsc${at}`, ';'), 'CLOSE ALL', 'COMMIT')
hostile('a cursor WITH HOLD of much', `DECLARE hsch CURSOR WITH HOLD FOR SELECT i, repeat('x', 100) ${MANY}`,
  'MOVE ALL FROM hsch', 'CLOSE hsch')
hostile('100,000 LISTENs and NOTIFYs at once', "DO $$ BEGIN FOR i IN 1 .. 100000 LOOP EXECUTE 'LISTEN hsl' || i; "
  + "PERFORM "
  + "pg_notify('hsl' || i, repeat('x', 1000)); END LOOP; END $$", 'UNLISTEN *')
hostile('200,000 advisory locks of a transaction', 'SELECT count(pg_advisory_xact_lock(i)), count(pg_try_advisory_lock_'
  + 'shared(i, i)) FROM generate_series(1, 200000) i', 'SELECT count(*) FROM pg_locks',
  'SELECT pg_advisory_unlock_all()')
hostile('row locks by the million', 'CREATE TEMP TABLE hsrl AS SELECT generate_series(1, 500000) AS a', 'BEGIN',
  'SELECT '
  + 'count(*) FROM (SELECT * FROM hsrl FOR UPDATE) q', 'SELECT count(*) FROM (SELECT * FROM hsrl FOR SHARE) q',
  'ROLLBACK',
'DROP TABLE hsrl')
hostile('10,000 large objects', 'SELECT count(lo_from_bytea(0, decode(repeat(\'ab\', 3000), \'hex\'))) FROM '
  + 'generate_series('
  + '1, 10000)', 'SELECT count(length(lo_get(oid))) FROM pg_largeobject_metadata', 'SELECT count(lo_unlink(oid)) FROM '
  + 'pg_largeobject_metadata')
hostile('a large object, truncated and grown', "SELECT lo_put(lo_create(424242), 0, decode(repeat('ab', "
  + "10000000), 'hex'))",
  'SELECT length(lo_get(424242, i * 1000, 100000)) FROM generate_series(1, 5000) i', 'SELECT lo_unlink(424242)')
hostile('3,000 temporary tables in one text', () => chain(3_000, (at) => `CREATE TEMP TABLE hstt${at} (a int, b `
  + `text)`, ';'),
  'DISCARD TEMP')
hostile('a text of 30,000 INSERTs', 'CREATE TEMP TABLE hsti (a int)', () => chain(30_000, (
  at) => `INSERT INTO hsti VALUES `
  + `(${at})`, ';'), 'DROP TABLE hsti')
hostile('an INSERT of 100,000 malformed rows', 'CREATE TEMP TABLE hsmr (a int, b date)', (
  ) => `INSERT INTO hsmr VALUES ${
  chain(100_000, (at) => `('${at}', '2000-01-${String(at % 28 + 1).padStart(2, '0')}')`)}, ('x', 'y')`,
  'DROP TABLE hsmr')
hostile('settings by the thousand in a function', () => `CREATE FUNCTION pg_temp.hsset() RETURNS int LANGUAGE sql ${
  chain(2_000, (at) => `SET my.s${at} = '${at}'`, ' ')} AS 'SELECT 1'`, `SELECT count(pg_temp.hsset()) ${SERIES}`)
