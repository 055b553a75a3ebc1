/**
 * What an extension's script makes is the extension's: pg_dump writes one line for it, DROP EXTENSION leaves nothing.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('every object of an extension is its member, and goes with it', async () => {
  const db = await open(':memory:')
  const catalogs = ['pg_operator', 'pg_proc', 'pg_cast', 'pg_opclass', 'pg_opfamily']
  const strangers = async () => (await db.query(catalogs.map((name) => `select '${name}' as catalog, o.oid::int
    from ${name} o where o.oid >= 16384 and not exists (select 1 from pg_depend d where d.classid = '${name}'::regclass
      and d.objid = o.oid and d.deptype = 'e')`).join(' union all '))).rows
  for (const name of ['pg_trgm', 'citext', 'hstore']) await db.exec(`create extension ${name}`)
  assert.deepEqual(await strangers(), [])
  for (const name of ['pg_trgm', 'citext', 'hstore']) await db.exec(`drop extension ${name}`)
  for (const name of catalogs) {
    const { rows } = await db.query(`select count(*)::int as n from ${name} where oid >= 16384`)
    assert.deepEqual(rows, [{ n: 0 }], name)
  }
  await db.close()
})

test('an operator class that the search path does not find is written with its schema', async () => {
  const db = await open(':memory:')
  await db.exec('create extension pg_trgm; create table t (a text); create index i on t using gin (a gin_trgm_ops)')
  const definition = async () =>
    (await db.query("select pg_get_indexdef(oid) as d from pg_class where relname = 'i'")).rows[0].d
  assert.equal(await definition(), 'CREATE INDEX i ON public.t USING gin (a gin_trgm_ops)')
  await db.exec("set search_path = ''")
  assert.equal(await definition(), 'CREATE INDEX i ON public.t USING gin (a public.gin_trgm_ops)')
  await db.close()
})

test('what reaches for other servers, or for the files of this one, is refused by name', async () => {
  const db = await open(':memory:')
  for (const name of ['dblink', 'adminpack', 'refint']) await db.exec(`create extension ${name}`)
  await db.exec(`create table pk (a int primary key); create table fk (x int); insert into pk values (1);
    insert into fk values (1); create trigger t before delete on pk for each row
      execute function check_foreign_key(1, 'cascade', 'a', 'fk', 'x')`)
  for (const [text, message] of [
    ["select dblink_connect('dbname=a')", /^connections of dblink to other servers/],
    ["select * from dblink('postgresql://a/b', 'select 1') as t(a int)", /^connections of dblink to other servers/],
    ["select dblink_exec('host=a', 'select 1')", /^connections of dblink to other servers/],
    ["create server s foreign data wrapper dblink_fdw options (host 'a')", /^options of dblink_fdw/],
    ["select pg_file_write('a', 'b', false)", /^function pg_file_write/],
    ["select pg_file_unlink('a')", /^function pg_file_unlink/],
    ['select * from pg_logdir_ls() as t(a timestamp, b text)', /^function pg_logdir_ls/],
    ['delete from pk', /^check_foreign_key with the action cascade/],
  ]) await assert.rejects(db.query(/** @type {string} */ (text)), { code: '0A000', message })
  assert.deepEqual((await db.query('select * from pk')).rows, [{ a: 1 }])
  await db.close()
})
