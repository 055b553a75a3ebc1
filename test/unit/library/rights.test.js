/** What was granted, taken back: statements that were prepared, and had run, before are refused by every way in. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { Client } from '../../../src/pg/index.js'

test('a right that is taken back ends prepared statements, by the library and by the protocol', async () => {
  const db = await open(':memory:')
  await db.exec(`create role u login; create table t (id int primary key, v int);
    insert into t select g, g from generate_series(1, 20) g; grant select, update, insert on t to u`)
  const session = await db.connect({ user: 'u' })
  const client = new Client({ db, user: 'u' })
  await client.connect()
  const select = session.prepare('select v from t where id = $1')
  const update = session.prepare('update t set v = v + 1 where id = $1')
  const insert = session.prepare('insert into t values ($1, $2)')
  let id = 100
  const ways = [
    () => select.get(1), () => select.all(1), () => [...select.iterate(1)], () => update.run(1),
    () => insert.runMany([[id++, 1], [id++, 1]]), () => session.transactionSync(() => update.run(2)),
    () => session.query('select v from t where id = $1', [1]),
    () => client.query({ name: 's', text: 'select v from t where id = $1', values: [1] }),
    () => client.query({ name: 'u', text: 'update t set v = v + 1 where id = $1', values: [1] }),
    () => client.query('copy t from stdin'), () => client.query('copy t to stdout'),
  ]
  const granted = ways.slice(0, -2)
  for (let round = 0; round < 4; round++) for (const way of granted) await way()
  const { rows: [before] } = await db.query('select count(*)::int as n, sum(v)::int as v from t')
  await db.exec('revoke all on t from u')
  for (const way of ways) await assert.rejects(async () => way(), { code: '42501' }, way.toString())
  assert.deepEqual((await db.query('select count(*)::int as n, sum(v)::int as v from t')).rows, [before])
  await db.exec('grant select, update, insert on t to u')
  for (const way of granted) await way()
  await client.end()
  await session.release()
  await db.close()
})

test('only its owner replaces what exists', async () => {
  const db = await open(':memory:')
  await db.exec(`create role u login; grant create on schema public to u; create table t (id int);
    create view w as select 1 as id; create function f() returns int language sql as 'select 1';
    create rule r as on insert to t do nothing`)
  const session = await db.connect({ user: 'u' })
  const refused = (/** @type {string} */ text, /** @type {string} */ message) =>
    assert.rejects(session.query(text), { code: '42501', message })
  await refused('create or replace view w as select 2 as id', 'must be owner of view w')
  await refused('create or replace view t as select 2 as id', 'must be owner of table t')
  await refused("create or replace function f() returns int language sql as 'select 2'", 'must be owner of function f')
  await refused('create or replace rule r as on insert to t do instead nothing', 'must be owner of table t')
  await session.exec('create view mine as select 1 as id; create or replace view mine as select 2 as id')
  assert.deepEqual((await db.query('select id from w')).rows, [{ id: 1 }])
  await session.release()
  await db.close()
})

test('a policy over the row alone is one more condition of a point lookup', async () => {
  const db = await open(':memory:')
  await db.exec(`create role app; create table doc (id int primary key, tenant int not null, who name not null);
    insert into doc values (7, 1, 'app'), (8, 2, 'nobody'); grant select on doc to app;
    alter table doc enable row level security; set app.tenant = 1`)
  for (const using of ['tenant = 1 and id > 0', 'who = current_user',
    `tenant = current_setting('app.tenant', true)::int`]) {
    await db.exec(`drop policy if exists p on doc; create policy p on doc using (${using}); set role app`)
    const { rows } = await db.query('explain (code) select tenant from doc where id = 7')
    const code = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(code, /return \(function statement/, using)
    assert.match(code, /\.lookup\(/, using)
    assert.doesNotMatch(code, /yield/, using)
    const seen = async (/** @type {number} */ id) =>
      (await db.query('select tenant from doc where id = $1', [id])).rows.length
    assert.deepEqual([await seen(7), await seen(8)], [1, 0], using)
    await db.exec('reset role')
  }
  await db.close()
})
