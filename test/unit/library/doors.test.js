/** `open('postgres://…')`: the library's second door beside its first. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { DbError, open } from '../../../src/index.js'
import { DOORS, atDoors, useServers } from '../../support/doors.js'

useServers()

const VALUES = `select 1::int2 as s, 2::int4 as i, 3::int8 as big, 1.5::float4 as f, '-0'::float8 as zero,
  'Infinity'::float8 as inf, 1.10::numeric as n, 'x'::text as t, 'y'::varchar(3) as v, 'z'::char(3) as c, true as b,
  null::int as nil, '\\x00ff'::bytea as bytes, date '2020-02-29' as d, date 'infinity' as forever,
  timestamp '2020-01-02 03:04:05.678' as ts, timestamptz '2020-01-02 03:04:05+00' as tz,
  timestamptz '-infinity' as never, interval '1 day 02:00' as iv, time '01:02' as tm,
  '{"a": [1, null]}'::json as j, '{"b": {"c": 1.50}}'::jsonb as jb, '7f000001-0000-4000-8000-000000000000'::uuid as u,
  inet '10.0.0.1/8' as ip, int4range(1, 5) as r, point(1, 2) as p, 17::oid as o, 'pg_class'::regclass as rc,
  array[1, null, 3] as l, array[array['a', 'b'], array['c', 'NULL']] as ll, array[true, false] as lb,
  array['{"x": 1}'::jsonb] as lj, array[timestamptz '2020-01-01 00:00+00'] as ltz, array[1.5, 2]::numeric[] as ln,
  '{}'::int[] as none, row(1, 'a') as rec, '1 2'::int2vector as iv2, b'101' as bits, 'a b'::tsvector as tv,
  12.5::money as m, '<a/>'::text as x, xid '7' as xid, '(0,1)'::tid as tid`

test('every type comes in the same form through either door', async () => {
  /** @type {Record<string, unknown>} */
  const seen = {}
  const here = await open(':memory:')
  const server = await open(':memory:')
  const wire = await open((await server.serve({ port: 0 })).url)
  for (const [name, db] of Object.entries({ here, wire })) {
    await db.exec("set timezone = 'America/New_York'; create type mood as enum ('sad', 'happy')")
    await db.exec('create type pair as (a int, b text); create domain small as int check (value < 9)')
    const many = await db.query(VALUES)
    const asked = await db.query(`${VALUES} where $1::int = 1`, [1])
    assert.deepEqual(asked.rows, many.rows, name)
    const own = `select 'happy'::mood as m, array['sad', null]::mood[] as l, (1, 'b')::pair as p,
      array[(2, 'c')::pair] as lp,
      3::small as d`
    const arrays = await db.query({ text: `${own} where $1`, values: [true], rowMode: 'array' })
    assert.deepEqual((await db.query({ text: own, rowMode: 'array' })).rows, arrays.rows, name)
    seen[name] = [many.rows, many.fields, arrays.rows]
  }
  assert.deepEqual(seen.wire, seen.here)
  for (const db of [wire, here, server]) await db.close()
})

atDoors('int8, numeric and parsers as options say', DOORS, async (db, { open: again }) => {
  const own = await again({ int8: 'bigint', numeric: 'number', parsers: {
    16: (text) => `bool ${text}`, 1082: (text) => `date ${text}`, 23: (text) => `int ${text}`,
  } })
  const text = "select 5::int8 as i, 1.50::numeric as n, true as b, date '2020-01-02' as d, 7::int4 as four"
  assert.deepEqual((await own.query(text)).rows, [{ i: 5n, n: 1.5, b: 'bool t', d: 'date 2020-01-02', four: 'int 7' }])
  assert.deepEqual((await db.query('select 5::int8 as i')).rows, [{ i: '5' }])
})

atDoors('parameters of every kind', DOORS, async (db) => {
  await db.exec("create type mood as enum ('sad', 'happy')")
  const { rows } = await db.query(`select $1::int8 as i, $2::float8 as f, $3::bytea as y, $4::jsonb as j, $5::json as k,
    $6::text[] as l, $7::date as d, $8::timestamp as ts, $9::bool as b, $10::mood[] as m, $11::numeric as n,
    $12::text as t`,
  [123n, -0, Buffer.from([0, 92, 255]), { a: [1] }, '[2]', ['a"b', null, 'c\\d', ''], new Date(2020, 1, 3),
    new Date(2020, 1, 3, 4, 5, 6, 7), false, ['happy', 'sad'], 1e21, 5])
  assert.deepEqual(rows, [{ i: '123', f: -0, y: Buffer.from([0, 92, 255]), j: { a: [1] }, k: [2],
    l: ['a"b', null, 'c\\d', ''], d: new Date(2020, 1, 3), ts: new Date(2020, 1, 3, 4, 5, 6, 7), b: false,
    m: ['happy', 'sad'], n: '1000000000000000000000', t: '5' }])
  await assert.rejects(db.query('select $1::int', [1.5]), { code: '22P02' })
  await assert.rejects(db.query('select $1::text', ['a\0b']), { code: /22021|22023/ })
  await assert.rejects(db.query('select $1::int', [Symbol.iterator]), { code: '22P02' })
})

atDoors('as many parameters as the protocol counts, long and short, texts and bytes', DOORS, async (db) => {
  // pg's parser reads their number as a signed one.
  const count = 32_770
  const text = 'insert into t values ($1, $2), (null, $3)'
  await db.exec('create table t (a bytea, b text)')
  const bytes = Buffer.alloc(200_000, 7)
  const values = ['é'.repeat(70_000), 'é'.repeat(1023)]
  await db.query(text, [bytes, ...values])
  assert.deepEqual((await db.query('select * from t')).rows, [{ a: bytes, b: values[0] }, { a: null, b: values[1] }])
  const many = Array.from({ length: count }, (_, at) => at % 3 === 0 ? null : `ü${at}`)
  const list = many.map((_, at) => `$${at + 1}`).join()
  const { rows } = await db.query(`select array[${list}]::text[] as all`, many)
  assert.deepEqual(rows[0].all, many)
  await assert.rejects(db.query('select $65536::int', Array.from({ length: 65_536 }, () => 1)), { code: /^42P/ })
  assert.deepEqual((await db.query('select $1::int as a', [1])).rows, [{ a: 1 }])
})

atDoors('errors are DbError, with their fields', DOORS, async (db) => {
  await db.exec('create table t (id int primary key, v int check (v > 0))')
  await db.query('insert into t values (1, 1)')
  const error = await db.query('insert into t values ($1, $2)', [1, 1]).catch((thrown) => thrown)
  assert.ok(error instanceof DbError)
  const { code, severity, detail, schema, table, constraint, message } = error
  assert.deepEqual({ code, severity, detail, schema, table, constraint, message }, {
    code: '23505', severity: 'ERROR', detail: 'Key (id)=(1) already exists.', schema: 'public', table: 't',
    constraint: 't_pkey', message: 'duplicate key value violates unique constraint "t_pkey"',
  })
  await assert.rejects(db.query('select * from nothing where $1', [true]), { code: '42P01', position: 15 })
  await assert.rejects(db.exec('select 1; selekt 2'), { code: '42601' })
  await assert.rejects(db.query('select 1/$1::int', [0]), { code: '22012' })
  assert.deepEqual((await db.query('select count(*)::int as n from t')).rows, [{ n: 1 }])
})

atDoors('a statement is found again after its table has changed', DOORS, async (db) => {
  await db.exec('create table t (a int); insert into t values (1)')
  const read = () => db.query('select * from t where $1', [true])
  assert.deepEqual((await read()).rows, [{ a: 1 }])
  const other = await db.connect()
  await other.exec("alter table t add column b text default 'x'")
  assert.deepEqual((await read()).rows, [{ a: 1, b: 'x' }])
  await db.exec('discard all')
  assert.deepEqual((await read()).rows, [{ a: 1, b: 'x' }])
  for (let n = 0; n < 250; n++) await db.query(`select ${n}::int as n where $1`, [true])
  assert.deepEqual((await read()).rows, [{ a: 1, b: 'x' }])
  await other.release()
})

atDoors('sessions are new ones, whoever had the connection before', DOORS, async (db) => {
  for (let round = 0; round < 3; round++) {
    const session = await db.connect({ settings: { search_path: '"a b", "c\\d"', application_name: 'it s' } })
    const { rows } = await session.query(
      "select current_setting('search_path') as p, current_setting('application_name') as n")
    assert.deepEqual(rows, [{ p: '"a b", "c\\d"', n: 'it s' }])
    await session.exec('set work_mem = 777; create temporary table mine (a int); begin')
    await session.release()
  }
  const session = await db.connect()
  assert.notEqual((await session.query('show work_mem')).rows[0].work_mem, '777kB')
  await session.release()
})

atDoors('conflicts are tried again', DOORS, async (db) => {
  await db.exec('create table t (id int primary key, v int); insert into t values (1, 0), (2, 0)')
  const add = () => db.transaction(async (tx) => {
    const { rows } = await tx.query('select v from t where id = $1', [1])
    await tx.query('update t set v = $1 where id = $2', [rows[0].v + 1, 1])
  }, { isolation: 'serializable', retry: 50 })
  await Promise.all([add(), add(), add(), add()])
  assert.deepEqual((await db.query('select v from t where id = 1')).rows, [{ v: 4 }])
})

atDoors('a procedure runs through its handle, in one transaction', DOORS, async (db) => {
  await db.exec('create table t (id int primary key, v int); insert into t values (1, 10), (2, 0)')
  const move = db.createProcedure('move', { args: ['int4', 'int4', 'int4'] }, async (tx, from, to, amount) => {
    await tx.run('update t set v = v - $2 where id = $1', from, amount)
    await tx.run('update t set v = v + $2 where id = $1', to, amount)
    if ((await tx.get('select v from t where id = $1', from)).v < 0) throw new Error('too much')
  })
  await move(1, 2, 4)
  await assert.rejects(move(1, 2, 40), /too much/)
  await Promise.all([move(1, 2, 1), move(2, 1, 1), move(1, 2, 1)])
  assert.deepEqual((await db.query('select v from t order by id')).rows, [{ v: 5 }, { v: 5 }])
})

atDoors('notifications and notices arrive', DOORS, async (_db, { open: again }) => {
  /** @type {string[]} */
  const heard = []
  const listener = await again({ onNotice: ({ severity, message }) => heard.push(`${severity} ${message}`) })
  const end = await listener.listen('Jobs', (payload, { channel }) => heard.push(`${channel} ${payload}`))
  await listener.exec("do $$ begin raise notice 'from %', 7; end $$")
  const other = await listener.connect()
  await other.notify('Jobs', 'one')
  for (let round = 0; heard.length < 2 && round < 200; round++) await listener.query('select 1')
  assert.deepEqual(heard.sort(), ['Jobs one', 'NOTICE from 7'])
  await end()
  await other.release()
})

atDoors('COPY takes no more than it is given time for, and says whose error it was', DOORS, async (db) => {
  await db.exec('create table t (a int, b text)')
  const source = (function* () {
    for (let n = 0; n < 3000; n++) yield `${n}\t${'x'.repeat(1000)}\n`
  })()
  assert.equal(await db.copyFrom('t', source), 3000)
  let bytes = 0
  for await (const piece of db.copyTo('(select * from t)')) {
    bytes += piece.length
    if (bytes % 7 === 0) await new Promise((resolve) => { setTimeout(resolve, 1) })
  }
  assert.equal(bytes, 3000 * 1002 + 10 + 90 * 2 + 900 * 3 + 2000 * 4)
  for await (const piece of db.copyTo('(select * from t, t as u)')) { assert.ok(piece.length > 0); break }
  await assert.rejects(db.copyFrom('t', (function* () { yield '1\ta\n'; throw new Error('mine') })()), /^Error: mine$/)
  await assert.rejects(db.copyFrom('t', ['x\ty\n']), { code: '22P02' })
  await assert.rejects(db.query('copy t to stdout'), { code: '0A000' })
  await assert.rejects(db.query('copy t from stdin'), { code: '0A000' })
  assert.deepEqual((await db.query('select count(*)::int as n from t')).rows, [{ n: 3000 }])
})

atDoors('what cannot be had over a connection is refused, and why', ['wire', 'postgres'], async (db, { url }) => {
  const refused = { code: '0A000' }
  assert.throws(() => db.prepare('select 1'), refused)
  assert.throws(() => db.transactionSync(() => 1), refused)
  assert.throws(() => db.createFunction('f', {}, () => 1), refused)
  assert.throws(() => db.createProcedure('p', {}, () => 1), refused)
  assert.throws(() => db.createConnection(), refused)
  assert.throws(() => db.stats(), refused)
  for (const call of [() => db.fork(), () => db.check(), () => db.serve()]) await assert.rejects(call(), refused)
  for (const option of [{ walSync: 'none' }, { bufferPool: '1GB' }, { mode: 'ro' }, { extensions: [] }])
    await assert.rejects(open(url, /** @type {any} */ (option)), refused)
  await db.checkpoint()
  assert.deepEqual((await db.query('select 1 as n')).rows, [{ n: 1 }])
})

atDoors('who cannot connect hears why', ['wire', 'postgres'], async (db, { url }) => {
  await assert.rejects(open(url.replace(/\/[^/]*$/, '/nowhere_at_all')), { code: '3D000' })
  await assert.rejects(db.connect({ user: 'nobody_at_all' }), { code: '28000' })
  await assert.rejects(open('postgres://127.0.0.1:1/x'), { code: '08001' })
})

atDoors('a connection that is lost ends what runs, and nothing else', ['wire', 'postgres'], async (db) => {
  const session = await db.connect()
  const { rows: [{ pid }] } = await session.query('select pg_backend_pid() as pid')
  const running = session.query('select pg_sleep($1)', [1000])
  await new Promise((resolve) => { setTimeout(resolve, 50) })
  await db.query('select pg_terminate_backend($1)', [pid])
  await assert.rejects(running, { code: '57P01' })
  await assert.rejects(session.query('select 1'), { code: /^08/ })
  await session.release()
  assert.deepEqual((await db.query('select 1 as n')).rows, [{ n: 1 }])
})
