/** What an extension's script makes is the extension's: pg_dump writes one line for it, DROP EXTENSION leaves nothing. */
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
