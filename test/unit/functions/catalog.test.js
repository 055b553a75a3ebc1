/** Functions and views over the catalog and the session, asked through SQL: PostgreSQL 15's answers. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`create schema app;
    create table app.customer (id int primary key, name text not null default 'x' || 'y', v int check (v > 0 and v < 10), c numeric(10,2) default 1.5, unique (name),
      constraint both_ways check ((v + 1) * 2 > 3 and name is not null and not (v = 5)));
    create index ci on app.customer (lower(name), (v + 1) desc) include (c) where v > 3 and name <> 'q'`)
})
afterAll(() => db.close())

/** @param {string} text one row @returns {Promise<any[]>} */
const row = async (text) => (await db.query({ text, rowMode: 'array' })).rows[0]
/** @param {string} text one column @returns {Promise<any[]>} */
const column = async (text) =>
  (await db.query({ text, rowMode: 'array' })).rows.map((/** @type {any[]} */ values) => values[0])
/** @param {string} text @param {string} code @param {RegExp} message */
const fails = (text, code, message) =>
  assert.rejects(
    () => db.query(text),
    (/** @type {any} */ error) => error.code === code && message.test(error.message)
  )

test('indexes as SQL', async () => {
  assert.deepEqual(await row(`select pg_get_indexdef('app.ci'::regclass), pg_get_indexdef('app.ci'::regclass, 0, true), pg_get_indexdef('app.ci'::regclass, 1, true),
    pg_get_indexdef('app.ci'::regclass, 2, true), pg_get_indexdef('app.ci'::regclass, 2, false), pg_get_indexdef('app.ci'::regclass, 3, true), pg_get_indexdef('app.ci'::regclass, 9, true), pg_get_indexdef(1)`), [
    "CREATE INDEX ci ON app.customer USING btree (lower(name), ((v + 1)) DESC) INCLUDE (c) WHERE ((v > 3) AND (name <> 'q'::text))",
    "CREATE INDEX ci ON app.customer USING btree (lower(name), (v + 1) DESC) INCLUDE (c) WHERE v > 3 AND name <> 'q'::text",
    'lower(name)', '(v + 1)', '((v + 1))', 'c', '', null])
})

test('constraints and defaults as SQL, plain and pretty', async () => {
  assert.deepEqual(
    await column(
      `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'app.customer'::regclass order by conname`,
    ),
    [
      'CHECK (((((v + 1) * 2) > 3) AND (name IS NOT NULL) AND (NOT (v = 5))))', 'UNIQUE (name)', 'PRIMARY KEY (id)',
      'CHECK (((v > 0) AND (v < 10)))',
    ],
  )
  assert.deepEqual(
    await column(
      `select pg_get_constraintdef(oid, true) from pg_constraint where conrelid = 'app.customer'::regclass order by conname`,
    ),
    [
      'CHECK (((v + 1) * 2) > 3 AND name IS NOT NULL AND NOT v = 5)', 'UNIQUE (name)', 'PRIMARY KEY (id)',
      'CHECK (v > 0 AND v < 10)',
    ],
  )
  assert.deepEqual(
    await column(
      `select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'app.customer'::regclass order by adnum`,
    ),
    ["('x'::text || 'y'::text)", '1.5'],
  )
  assert.deepEqual(await column(`select pg_get_expr(adbin, adrelid, true) from pg_attrdef where adrelid = 'app.customer'::regclass order by adnum`), ["'x'::text || 'y'::text", '1.5'])
  assert.deepEqual(
    await row('select pg_get_constraintdef(1), pg_get_viewdef(1), pg_get_triggerdef(1), pg_get_userbyid(99)'),
    [null, null, null, 'unknown (OID=99)'],
  )
})

test('functions as SQL', async () => {
  assert.deepEqual(
    await row(`select pg_get_function_arguments('lpad(text,int4,text)'::regprocedure), pg_get_function_result('generate_series(int4,int4)'::regprocedure),
    pg_get_function_arguments('concat'::regproc), pg_get_function_identity_arguments('make_interval'::regproc)`),
    [
      'text, integer, text',
      'SETOF integer',
      'VARIADIC "any"',
      'years integer, months integer, weeks integer, days integer, hours integer, mins integer, secs double precision',
    ],
  )
  assert.deepEqual(await column(`select pg_get_functiondef('abs(int4)'::regprocedure)`), [
    'CREATE OR REPLACE FUNCTION pg_catalog.abs(integer)\n RETURNS integer\n LANGUAGE internal\n IMMUTABLE PARALLEL SAFE STRICT\nAS $function$int4abs$function$\n'])
  await fails(`select pg_get_functiondef('sum(int4)'::regprocedure)`, '42809', /"sum" is an aggregate function/)
})

test('privileges', async () => {
  assert.deepEqual(await row(`select acldefault('r', 10)::text, acldefault('f', 10)::text, acldefault('d', 10)::text, acldefault('c', 10)::text`),
    ['{postgres=arwdDxt/postgres}', '{=X/postgres,postgres=X/postgres}', '{=Tc/postgres,postgres=CTc/postgres}', '{}'])
  assert.deepEqual(
    await row(`select has_table_privilege('app.customer', 'select, insert with grant option'), has_schema_privilege('public', 'create'), has_table_privilege(99999999::oid, 'select'),
    has_column_privilege('app.customer', 'v', 'update'), pg_has_role('postgres', 'member')`),
    [true, true, null, true, true],
  )
  await fails(`select has_table_privilege('app.customer', 'foo')`, '22023', /unrecognized privilege type: "foo"/)
  await fails(`select has_table_privilege('nobody', 'app.customer', 'select')`, '42704', /role "nobody" does not exist/)
  await fails(
    `select has_column_privilege('app.customer', 'zz', 'select')`, '42703',
    /column "zz" of relation "customer" does not exist/,
  )
  assert.deepEqual(
    (await db.query({ text: `select grantee, privilege_type from aclexplode(acldefault('d', 10))`, rowMode: 'array' }))
      .rows,
    [
      [0, 'TEMPORARY'], [0, 'CONNECT'], [10, 'CREATE'], [10, 'TEMPORARY'], [10, 'CONNECT'],
    ],
  )
})

test('names and comments', async () => {
  assert.deepEqual(await row(`select to_regclass('nope'), to_regclass('pg_class')::text, to_regproc('sum'), to_regproc('now')::text, to_regnamespace('app')::text, to_regtype('nope')`),
    [null, 'pg_class', null, 'now', 'app', null])
  assert.deepEqual(await row(`select obj_description('app.customer'::regclass, 'pg_class'), col_description('app.customer'::regclass, 1), shobj_description(5, 'pg_database'),
    pg_table_is_visible('app.customer'::regclass), pg_describe_object('pg_class'::regclass, 'app.customer'::regclass, 0)`), [null, null, 'default administrative connection database', false, 'table app.customer'])
  assert.deepEqual(await row(`select pg_encoding_to_char(6), pg_char_to_encoding('utf-8'), pg_char_to_encoding('latin1'), pg_char_to_encoding('x')`), ['UTF8', 6, 8, -1])
})

test('sizes', async () => {
  assert.deepEqual(
    await column(
      'select pg_size_pretty(x::bigint) from unnest(array[0, 10239, 10240, 20000, -10240, 1048576000, 15361]) x'
    ),
    ['0 bytes', '10239 bytes', '10 kB', '20 kB', '-10 kB', '1000 MB', '15 kB']
  )
  assert.deepEqual(await row(`select pg_size_pretty(10240.7), pg_size_pretty(-5.5), pg_size_bytes('1.5 GB')`), [
    '10 kB',
    '-5.5 bytes',
    '1610612736',
  ])
  await fails(`select pg_size_bytes('1 ab')`, '22023', /invalid size: "1 ab"/)
  assert.deepEqual(await row(`select pg_relation_size('app.customer') % 8192, pg_total_relation_size('app.customer') >= pg_indexes_size('app.customer'), pg_relation_size(1::oid::regclass)`), ['0', true, null])
})

test('settings through functions are undone with their transaction', async () => {
  await db.exec(`begin; select set_config('work_mem', '7MB', true); select set_config('app.user', 'me', false)`)
  assert.deepEqual(
    await row(`select current_setting('work_mem'), current_setting('app.user'), current_setting('app.none', true)`),
    ['7MB', 'me', null]
  )
  await db.exec('rollback')
  assert.deepEqual(await row(`select current_setting('work_mem'), current_setting('app.user', true)`), ['4MB', ''])
  await fails(`select current_setting('nope')`, '42704', /unrecognized configuration parameter "nope"/)
})

test('what PostgreSQL writes in SQL', async () => {
  assert.deepEqual(await row(`select lpad('a', 3), bit_length('é'), round(2.5), trunc(-2.7), log(1000::numeric), quote_literal(1.5), quote_nullable(null::int), 1 || 'x'`),
    ['  a', 16, '3', '-2', '3.0000000000000000', "'1.5'", 'NULL', '1x'])
  assert.deepEqual(await row(`select (date '2020-01-01', interval '10 days') overlaps (date '2020-01-05', date '2020-01-20'), (time '10:00', time '11:00') overlaps (time '11:00', time '12:00'),
    (date '2020-01-01', null::date) overlaps (date '2020-01-05', date '2020-01-20')`), [true, false, null])
})

test('inet and cidr', async () => {
  assert.deepEqual(await row(`select '::ffff:1.2.3.4'::inet::text, '1:0:0:2:0:0:0:3'::inet::text, '10.1'::cidr::text, '1.2.3.4/8'::inet::text, host('1.2.3.4/8'), network('1.2.3.4/8')::text,
    broadcast('1.2.3.4/24')::text, netmask('1.2.3.4/20')::text, '10.0.0.1'::inet << '10.0.0.0/8', '1.2.3.4'::inet + 300, '1.2.3.4'::inet < '1.2.3.5'::inet, abbrev('10.1.0.0/16'::cidr)`),
  ['::ffff:1.2.3.4/128', '1:0:0:2::3/128', '10.1.0.0/16', '1.2.3.4/8', '1.2.3.4', '1.0.0.0/8', '1.2.3.255/24', '255.255.240.0/32', true, '1.2.4.48', true, '10.1/16'])
  await fails(`select '1.2.3.4/8'::cidr`, '22P02', /invalid cidr value: "1.2.3.4\/8"/)
  await fails(`select '1.2.3'::inet`, '22P02', /invalid input syntax for type inet: "1.2.3"/)
})

test('every system view can be read', async () => {
  const names = await column(`select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' order by 1`)
  assert.ok(names.length >= 49)
  for (const name of names) await db.query(`select * from ${name}`)
})

test('information_schema', async () => {
  assert.deepEqual(
    (
      await db.query({
        text: `select column_name, ordinal_position, column_default, is_nullable, data_type, numeric_precision, numeric_scale, udt_name from information_schema.columns
    where table_schema = 'app' order by 2`,
        rowMode: 'array',
      })
    ).rows,
    [
      ['id', 1, null, 'NO', 'integer', 32, 0, 'int4'],
      ['name', 2, "('x'::text || 'y'::text)", 'NO', 'text', null, null, 'text'],
      ['v', 3, null, 'YES', 'integer', 32, 0, 'int4'],
      ['c', 4, '1.5', 'YES', 'numeric', 10, 2, 'numeric'],
    ],
  )
  assert.deepEqual((await db.query({ text: `select constraint_name, column_name, ordinal_position from information_schema.key_column_usage where table_schema = 'app' order by 1`, rowMode: 'array' })).rows,
    [['customer_name_key', 'name', 1], ['customer_pkey', 'id', 1]])
})

test('sessions, locks, prepared statements', async () => {
  await db.exec('prepare q (int) as select $1')
  assert.deepEqual(await row('select name, parameter_types::text, from_sql from pg_prepared_statements'), [
    'q',
    '{integer}',
    true,
  ])
  await db.exec('begin; lock table app.customer in share mode')
  assert.deepEqual(await column(`select mode from pg_locks where relation = 'app.customer'::regclass`), ['ShareLock'])
  await db.exec('rollback')
  assert.deepEqual(
    await row('select usename, datname, state, backend_type from pg_stat_activity where pid = pg_backend_pid()'),
    ['postgres', 'postgres', 'active', 'client backend']
  )
})

test('a session that nobody has used is nobody\'s', async () => {
  const own = await open(':memory:')
  const other = await own.connect()
  const counted = "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'"
  const seen = async () => (await other.query(counted)).rows[0].n
  assert.equal(await seen(), 1)
  await own.query('select 1')
  assert.equal(await seen(), 2)
  await own.close()
})
