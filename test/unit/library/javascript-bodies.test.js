/** LANGUAGE javascript in SQL text: who may, values and rows, transactions, errors, triggers, what is kept. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

/** @typedef {import('../../../src/index.js').Database} Database */

/** @param {string} name @param {(db: Database) => Promise<void>} body */
const withDatabase = (name, body) => test(name, async () => {
  const db = await open({ path: ':memory:', javascript: true, int8: 'number' })
  try { await body(db) } finally { await db.close() }
})

/** @param {Database} db @param {string} sql @returns {Promise<unknown[]>} */
const rows = async (db, sql) => (await db.query(sql)).rows

/**
 * @param {Database} db @param {string} sql
 * @returns {Promise<{ code: string, message: string, detail?: string, where?: string, hint?: string }>}
 */
const failure = (db, sql) => db.query(sql).then(() => assert.fail(`${sql} succeeded`), (error) => error)

test('off unless the program turns it on; only superusers define', async () => {
  const off = await open(':memory:')
  for (const sql of [`create function f() returns int language javascript as 'return 1'`, `do language javascript '1'`,
    'create language javascript']) {
    const { code, hint } = await failure(off, sql)
    assert.equal(code, '0A000')
    assert.match(hint ?? '', /javascript: true.*--javascript/)
  }
  await off.close()
  await assert.rejects(open({ path: ':memory:', javascript: /** @type {any} */ ('yes') }), { code: '22023' })
  const db = await open({ path: ':memory:', javascript: true })
  await db.exec(`create function f() returns int language javascript as 'return 1'; create schema s; create role r;
    grant all on schema s to r; set role r`)
  assert.equal((await failure(db, `create function s.g() returns int language javascript as 'return 1'`)).code, '42501')
  assert.equal((await failure(db, `do language javascript '1'`)).code, '42501')
  assert.equal((await failure(db, 'create language javascript')).code, '42501')
  assert.deepEqual(await rows(db, 'select f()'), [{ f: 1 }])
  await db.exec('reset role')
  assert.equal((await failure(db, 'create language javascript')).code, '42710')
  await db.exec('create or replace language javascript')
  assert.equal((await failure(db, 'drop language javascript')).code, '2BP01')
  await db.exec('drop language javascript cascade')
  assert.equal((await failure(db, 'select f()')).code, '42883')
  await db.close()
})

withDatabase('values, rows and sets', async (db) => {
  await db.exec(`
    create function add(a int, b int) returns int immutable strict language javascript as $$ return a + b $$;
    create function "odd name"("class" int, tx int) returns int language javascript as $$ return $1 * 10 + tx $$;
    create function twice(a anyelement) returns anyarray language javascript as $$ return [a, a] $$;
    create function pair(a int, out x int, out y text) language javascript as $$ return { x: a * 2, y: 'v' + a } $$;
    create function gen(n int) returns table (i int, s text) language javascript as $$
      for (let i = 0; i < n; i++) yield i % 2 === 0 ? [i, 'even'] : { s: 'odd', i }
    $$;
    create type point3 as (x int, gone text, z int);
    alter type point3 drop attribute gone;
    create function p3(n int) returns setof point3 language javascript as $$ return [{ x: n }, [n, n], null] $$;
    create function anything() returns setof record language javascript as $$ return [[1, 'a']] $$;
    create domain small as int check (value < 10);
    create function sm(n int) returns small language javascript as $$ return n $$;
    create function arr(a int[], b jsonb, variadic c text[]) returns jsonb language javascript as $$
      return { a, b, c } $$;
    create procedure up(inout n int8) language javascript as $$ return [n + 1] $$;
    create function nothing() returns void language javascript as $$ return 17 $$`)
  assert.deepEqual(await rows(db, 'select add(1, 2) as a, add(null, 1) as b, "odd name"(4, 2) as c'),
    [{ a: 3, b: null, c: 42 }])
  assert.deepEqual(await rows(db, `select twice(1) as a, twice('x'::text) as b`), [{ a: [1, 1], b: ['x', 'x'] }])
  assert.deepEqual(await rows(db, 'select * from pair(4)'), [{ x: 8, y: 'v4' }])
  assert.deepEqual(await rows(db, 'select pair(4) as p, (pair(5)).y'), [{ p: '(8,v4)', y: 'v5' }])
  assert.deepEqual(await rows(db, 'select * from gen(2)'), [{ i: 0, s: 'even' }, { i: 1, s: 'odd' }])
  assert.deepEqual(await rows(db, 'select p3(7) as p'), [{ p: '(7,)' }, { p: '(7,7)' }, { p: null }])
  assert.deepEqual(await rows(db, 'select * from anything() as (a int, b text)'), [{ a: 1, b: 'a' }])
  assert.deepEqual(await rows(db, `select arr('{1,2}', '{"x": 1}', 'p', 'q') as j`),
    [{ j: { a: [1, 2], b: { x: 1 }, c: ['p', 'q'] } }])
  assert.deepEqual(await rows(db, 'call up(41)'), [{ n: 42 }])
  assert.deepEqual(await rows(db, 'select nothing() is null as n, sm(3)'), [{ n: true, sm: 3 }])
  assert.equal((await failure(db, 'select sm(30)')).code, '23514')
  await db.exec(`create function wrong(a int, out x int, out y int) language javascript as $$ return { x: 1, z: 2 } $$;
    create function scalar(out x int, out y int) language javascript as $$ return 5 $$`)
  assert.equal((await failure(db, 'select wrong(1)')).code, '42804')
  assert.equal((await failure(db, 'select scalar()')).code, '42804')
})

withDatabase('a body works in its caller\'s transaction', async (db) => {
  await db.exec(`
    create table t (id int primary key, v text);
    create function fill(n int) returns int8 language javascript as $$
      for (let i = 0; i < n; i++) tx.run('insert into t values ($1, $2)', i, 'v' + i)
      return tx.get('select count(*) as n from t').n
    $$;
    create function careful() returns text language javascript as $$
      try { tx.run('insert into t values (100, 1), (0, 2)') } catch (error) { return error.code }
    $$;
    create function waits(n int) returns int language javascript as $$
      const { v } = await tx.get('select $1::int + 1 as v', n)
      return v
    $$;
    create function reads() returns int stable language javascript as $$ tx.run('delete from t'); return 1 $$`)
  assert.deepEqual(await rows(db, 'select fill(3)'), [{ fill: 3 }])
  assert.equal((await failure(db, 'select fill(1)')).code, '23505')
  assert.deepEqual(await rows(db, 'select careful(), (select count(*) from t) as n'), [{ careful: '23505', n: 3 }])
  assert.deepEqual(await rows(db, 'select waits(1) + waits(2) as w'), [{ w: 5 }])
  assert.equal((await failure(db, 'select reads()')).code, '0A000')
  await db.exec(`do language javascript $$ tx.run("update t set v = 'done' where id = 1") $$`)
  assert.deepEqual(await rows(db, `select id from t where v = 'done'`), [{ id: 1 }])
  assert.equal((await failure(db, `do language javascript $$ tx.run('commit') $$`)).code, '2D000')
})

withDatabase('errors say where they come from', async (db) => {
  const unread = await failure(db, `create function f() returns int language javascript as 'return ('`)
  assert.equal(unread.code, '42601')
  assert.match(unread.message, /body of JavaScript function "f" cannot be read/)
  await db.exec(`set check_function_bodies = off;
    create function later() returns int language javascript as 'return (';
    create function own() returns int language javascript as $$
      const before = 1
      throw Object.assign(new Error('no way'), { code: '23514', detail: 'because', hint: 'leave it' })
    $$;
    create function null_() returns int language javascript as $$ return null.x $$;
    create function sql() returns int language javascript as $$
      return tx.get('select 1 / $1::int as x', 0).x
    $$;
    create function outside() returns int language plpgsql as 'begin return sql(); end'`)
  assert.equal((await failure(db, 'select later()')).code, '42601')
  const own = await failure(db, 'select own()')
  assert.deepEqual([own.code, own.message, own.detail, own.hint, own.where],
    ['23514', 'no way', 'because', 'leave it', 'JavaScript function "own" line 3'])
  const none = await failure(db, 'select null_()')
  assert.deepEqual([none.code, none.where], ['38000', 'JavaScript function "null_" line 1'])
  const inner = await failure(db, 'select outside()')
  assert.deepEqual([inner.code, inner.where],
    ['22012', 'JavaScript function "sql" line 2\nPL/pgSQL function outside() line 1 at RETURN'])
  await db.exec('reset check_function_bodies')
  const both = await failure(db, `create function g() returns setof int language javascript as 'yield await 1'`)
  assert.equal(both.code, '0A000')
})

withDatabase('triggers and event triggers', async (db) => {
  await db.exec(`
    create table t (id int primary key, v text);
    create function mark() returns trigger language javascript as $$
      if (event.operation === 'DELETE') return null
      event.new.v = event.operation + ' ' + event.new.v + ' ' + event.args.join()
    $$;
    create trigger m before insert or delete on t for each row execute function mark('a', 'b');
    insert into t values (1, 'x'); delete from t;
    create table ddl (tag text);
    create function note() returns event_trigger language javascript as $$
      tx.run('insert into ddl values ($1)', event.tag) $$;
    create event trigger e on ddl_command_end execute function note();
    create table u (a int)`)
  assert.deepEqual(await rows(db, 'select v from t'), [{ v: 'INSERT x a,b' }])
  assert.deepEqual(await rows(db, 'select tag from ddl'), [{ tag: 'CREATE TABLE' }])
})

test('bodies are kept: reopened, without the switch, replaced by the program and by SQL', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-javascript-'))
  try {
    let db = await open(directory, { javascript: true })
    await db.exec(`create function f() returns int language javascript as 'return 1';
      create function g() returns int language javascript as 'return 1'`)
    db.createFunction('g', { returns: 'int' }, () => 2)
    const fork = await db.fork()
    assert.deepEqual(await rows(fork, 'select f(), g()'), [{ f: 1, g: 2 }])
    await fork.close()
    await db.close()
    db = await open(directory)
    assert.equal((await failure(db, 'select f()')).code, '0A000')
    assert.equal((await failure(db, 'select g()')).code, '55000')
    await db.close()
    db = await open(directory, { javascript: true })
    assert.deepEqual(await rows(db, 'select f()'), [{ f: 1 }])
    db.createFunction('g', { returns: 'int' }, () => 3)
    assert.deepEqual(await rows(db, 'select g()'), [{ g: 3 }])
    await db.exec(`create or replace function g() returns int language javascript as 'return 4'`)
    assert.deepEqual(await rows(db, 'select g()'), [{ g: 4 }])
    await db.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
