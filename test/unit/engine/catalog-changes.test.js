/** UPDATE of system catalogs: what is refused by name, what golden/catalogs cannot ask. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('parameters, triggers, and an index that was not kept for a while', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(`create table t (id int primary key, a int); create index t_a on t (a);
      insert into t select g, g from generate_series(1, 3000) g;
      create table told (tag text); create function tell() returns event_trigger language plpgsql as
        $$ begin insert into told values (tg_tag); end $$;
      create event trigger every on ddl_command_end execute function tell()`)
    await db.query('update pg_index set indisready = $1 where indexrelid = $2::regclass', [false, 't_a'])
    await db.exec('update t set a = a + 1; delete from t where id > 2000; insert into t values (9000, 77)')
    await db.query('update pg_index set indisready = not indisready where indexrelid = $1::regclass', ['t_a'])
    assert.deepEqual((await db.check()).problems, [])
    assert.deepEqual((await db.query('select id from t where a = 77 order by id')).rows, [{ id: 76 }, { id: 9000 }])
    assert.deepEqual((await db.query('select * from told')).rows, [])
  } finally {
    await db.close()
  }
})

test('refused by name', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('create table t (a int unique)')
    for (const [sql, message] of [
      ['update pg_index set indisprimary = true',
        'an UPDATE of "indisprimary" of system catalog "pg_index" is not supported'],
      ['update pg_class set relname = $$x$$', 'an UPDATE of "relname" of system catalog "pg_class" is not supported'],
      ['update pg_settings set unit = 1', 'an UPDATE of "unit" of system catalog "pg_settings" is not supported'],
      ['update pg_index set indisvalid = false returning *', 'RETURNING of an UPDATE of "pg_index" is not supported'],
      ["update pg_class set relpages = 1 where relname = 'pg_proc'",
        'an UPDATE of what "pg_class" says of built-in objects is not supported'],
      ["update pg_constraint set convalidated = false where conname = 't_a_key'",
        'a key that is not validated is not supported'],
    ]) await assert.rejects(db.query(sql), { code: '0A000', message })
    await assert.rejects(db.query("update pg_proc set prosrc = 'x'"), { code: '42501' })
    await db.exec('create schema own; create table own.pg_index (a int); insert into own.pg_index values (1)')
    assert.deepEqual((await db.query('update own.pg_index set a = 2 returning a')).rows, [{ a: 2 }])
  } finally {
    await db.close()
  }
})
