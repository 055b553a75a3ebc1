/**
 * Lines of golden scripts whose errors or notices say something else than PostgreSQL's: of them severity and SQLSTATE
 * are compared. Who mends one takes its line out.
 */

/** What PostgreSQL's libraries say of texts in their formats: libxml's, snowball's and ispell's words are not ours. */
const FOLDERS = ['textsearch/', 'xml', 'types/xml', 'types/xpath', 'types/xslt']

/** By script: beginnings of lines. @type {Record<string, string[]>} */
const LINES = {
  'definitions/extensions': [
    'create extension nowhere',
  ],
  'definitions/languages': [
    'create language plnothing',
    'create trusted language plnothing',
  ],
  'definitions/matview-concurrently': [
    'refresh materialized view concurrently mm;',
  ],
  'errors/errors-of-values': [
    `select lpad('x', 2000000000)`,
  ],
  'extensions/amcheck': [
    `SELECT * FROM verify_heapam('t', endblock => 100000);`,
    `SELECT * FROM verify_heapam('t', startblock => -1);`,
  ],
  'extensions/base-types': [
    'DROP TYPE degrees CASCADE;',
    'DROP TYPE degrees;',
  ],
  'indexes/btree-gist': [
    'create extension nosuch;',
  ],
  'indexes/index-row-size': [
    'create index bti on bt(a);',
    `insert into bt select string_agg(md5(g::text), '') from generate_series(1, 200) `,
    `insert into bt select string_agg(md5(g::text), '') || 'xxxxx`,
    `update bt set a = (select string_agg(md5(g::text), '') from `,
  ],
  'keys/foreign-key-partitions': [
    'truncate pk2 cascade;',
  ],
  'keys/foreign-keys': [
    'truncate multi',
  ],
  'partitions/partitions-rows': [
    'create table bad (a int, exclude using btree (a with =)) par',
    'update r_b2 set c = 5;',
  ],
  'partitions/whole-row-keys': [
    'insert into whole values(5,6)',
    'insert into whole values(9,9)',
    'update w set a=9',
  ],
  'plpgsql/commands-with-variables': [
    'DO $$ DECLARE n int := 3; r record; BEGIN FOR r IN EXPLAIN (COSTS OFF) SELECT * ',
    `SELECT kept(array['a', 'b', 'c'])`,
    `SELECT kept(array['a', 'b'])`,
  ],
  'plpgsql/cursors-and-procedures': [
    'DO $$ DECLARE c CURSOR (a int) FOR SELECT 1; BEGIN OPEN c(1,',
    'DO $$ DECLARE c refcursor; BEGIN OPEN c FOR INSERT INTO t VA',
    'SELECT forever(0)',
  ],
  'plpgsql/errors': [
    'CREATE FUNCTION rt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN N',
    'CREATE FUNCTION rt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN Q',
    'CREATE FUNCTION sh(a int) RETURNS int LANGUAGE plpgsql AS $$',
    'CREATE FUNCTION trg2(int) RETURNS trigger LANGUAGE plpgsql A',
    `DO $$ BEGIN IF 'abc' THEN NULL; END IF; END $$`,
    'DO $$ DECLARE a text; BEGIN GET DIAGNOSTICS a = MESSAGE_TEXT',
    'DO $$ DECLARE x int BEGIN NULL; END $$',
    'DO $$ DECLARE x t.nosuch%TYPE; BEGIN NULL; END $$',
  ],
  'privileges/permissions': [
    'create schema zz;',
  ],
  'routines/execute-inside': [
    'call pp1()',
    'call pp2()',
    'call pp3()',
    'select f1()',
    'select f2()',
    'select f3()',
  ],
  'routines/results-that-change': [
    'select * from tf();',
  ],
  'routines/sql-function-uses': [
    `create function err(n int) returns int language sql as 'sele`,
    'create function immut_writes() returns int language sql stab',
    'create function recf() returns record language sql as $$ sel',
  ],
  'routines/user-aggregates': [
    'drop aggregate myagg(int); drop aggregate if exists myagg(in',
    'select 11 === 21, 11 === 22; select * from generate_series(1',
  ],
  'security/policies': [
    'CREATE POLICY p ON t AS foo',
  ],
  'triggers/fixed-rows': [
    'insert into fr values (17, 1) returning *',
  ],
  'triggers/in-use': [
    'select sq() from t',
  ],
  'triggers/system-columns': [
    'do $$ declare r record; begin select 1 as a into r; r.cmin :',
    'do $$ declare r versions; begin r.ctid := null; end $$',
    'insert into versions values (9)',
  ],
  'triggers/triggers': [
    'UPDATE t SET b = b',
  ],
  'types/domains-over-domains': [
    `alter domain v3 add check (value <> 'bad');`,
    'alter domain v3 set not null;',
    'select g();',
  ],
  'told/copy-rights': [
    'COPY chk FROM', 'COPY gen FROM', 'COPY keyed FROM', 'COPY parts FROM',
  ],
  'types/escape-strings': [
    `select 'a' 'b\\nc'`,
    `select 'é', 'abc\\ndef' from nosuch`,
  ],
  'types/icu-collations-more': [
    'ALTER TABLE a ALTER x TYPE text COLLATE ci;',
    'CREATE UNIQUE INDEX ON a (x COLLATE ai);',
  ],
  'types/jsonpath': [
    `SELECT jsonb_path_query('"12:34"', '$.datetime("")')`,
  ],
  'types/letters': [
    'create unique index on words (upper(w))',
  ],
  'types/names-as-values': [
    `select to_regprocedure('abs(int4 x)');`,
    `select to_regtype('a b c');`,
    `select to_regtype('int4('), 1;`,
  ],
  'types/tsvector': [
    `SELECT ''::tsquery, '''a''''b'' & \\\\\\\\x'::tsquery, 'a:dcBA*'`,
    `SELECT 'a'::tsquery && 'b | c' AS conj, 'a'::tsquery || '' A`,
    `SELECT numnode('a & (b | !c)'), numnode(''), querytree('a & `,
    `SELECT ts_rewrite('a & b & c', 'c & a', 'x | y'), ts_rewrite`,
  ],
}

/** @param {string} script its path without `.sql` @param {string} line */
export const hasOwnWords = (script, line) =>
  FOLDERS.some((folder) => script.startsWith(folder)) || LINES[script]?.some((start) => line.startsWith(start)) === true
