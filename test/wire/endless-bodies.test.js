/**
 * Bodies without an end: each is cancelled soon, and others' point reads go on beside it. Here it is
 * only seen that they are not beyond all bounds, on machines of any speed.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import pg from 'pg'
import { startServer } from '../support/wire-server.js'

const SETUP = [
  'create table k (id int primary key, v int)',
  'insert into k select g, g from generate_series(1, 1000) g',
  `create function inner1(a int) returns int language plpgsql as $$ begin return a + 1; end $$`,
  `create function rec(n int) returns int language plpgsql as $$
     begin if n = 0 then return 0; end if; return rec(n - 1) + 1; end $$`,
  `create function tg() returns trigger language plpgsql as $$
     declare i int := 0; begin loop i := (i + 1) % 10; end loop; return new; end $$`,
  `create table kt (id int)`,
  `create trigger tg before insert on kt for each row execute function tg()`,
  `create procedure pc() language plpgsql as $$ begin loop insert into kt2 values (1); commit; end loop; end $$`,
  'create table kt2 (id int)',
]

const BODIES = {
  'empty loop': 'do $$ begin loop end loop; end $$',
  'while true null': 'do $$ begin while true loop null; end loop; end $$',
  'ints': 'do $$ declare i int := 0; begin loop i := (i + 7) % 1000; end loop; end $$',
  'for 2e9': 'do $$ declare s bigint := 0; begin for i in 1..2000000000 loop s := s + i; end loop; end $$',
  'nested for':
    `do $$ declare s int := 0;
       begin for i in 1..2000000000 loop for j in 1..100 loop s := (s + j) % 7; end loop; end loop; end $$`,
  'numeric': 'do $$ declare n numeric := 0; begin loop n := (n + 1.5) % 1000; end loop; end $$',
  'text': "do $$ declare t text := ''; begin loop t := md5(t || 'x'); end loop; end $$",
  'exceptions': 'do $$ begin loop begin perform 1/0; exception when others then null; end; end loop; end $$',
  'raise caught':
    "do $$ begin loop begin raise exception 'x'; exception when others then null; end; end loop; end $$",
  'sql': 'do $$ declare x int; begin loop select v into x from k where id = 5; end loop; end $$',
  'update': 'do $$ begin loop update k set v = v + 1 where id = 5; end loop; end $$',
  'calls': 'do $$ declare x int := 0; begin loop x := inner1(x) % 100; end loop; end $$',
  'recursion': 'do $$ declare x int; begin loop x := rec(50); end loop; end $$',
  'for query':
    'do $$ declare r record; begin loop for r in select * from k loop null; end loop; end loop; end $$',
  'execute': "do $$ declare x int; begin loop execute 'select 1' into x; end loop; end $$",
  'foreach':
    'do $$ declare x int; begin loop foreach x in array array[1,2,3] loop null; end loop; end loop; end $$',
  'trigger': 'insert into kt values (1)',
  'procedure commits': 'call pc()',
  'inner exit': 'do $$ begin <<o>> loop loop continue o; end loop; end loop; end $$',
  'return query':
    `create or replace function rq() returns setof int language plpgsql as $$
       begin loop return query select 1 where false; end loop; end $$; select * from rq()`,
  'array grow': "do $$ declare a int[] := '{}'; begin loop a[1 + (random() * 1000)::int] := 1; end loop; end $$",
  'cursor':
    'do $$ declare c cursor for select 1; x int; begin loop open c; fetch c into x; close c; end loop; end $$',
  'case when cond':
    "do $$ declare i int := 0; begin loop case i when 0 then i := 1; else i := 0; end case; end loop; end $$",
  'assert': 'do $$ begin loop assert true; end loop; end $$',
  'perform fn set': 'do $$ begin loop perform generate_series(1, 1000); end loop; end $$',
}

/** Enough for a machine on which everything is fifty times as slow. */
const CANCELLED_WITHIN_MS = 2500
const RUNS_MS = 60

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server
/** @type {Awaited<ReturnType<typeof connected>>} */
let reader

async function connected() {
  const client = new pg.Client({ port: server.port, host: '127.0.0.1', user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}

beforeAll(async () => {
  server = await startServer()
  reader = await connected()
  for (const statement of SETUP) await reader.query(statement)
})

afterAll(async () => {
  await reader.end()
  await server.close()
})

for (const [name, text] of Object.entries(BODIES)) {
  test(name, async () => {
    const client = await connected()
    const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
    const ended = client.query(text).then(() => 'none', (/** @type {{ code: string }} */ { code }) => code)
    let reads = 0
    for (const until = performance.now() + RUNS_MS; performance.now() < until || reads < 3; reads++) {
      const { rows } = await reader.query({ name: 'read', text: 'select v from k where id = $1', values: [7] })
      assert.equal(rows[0].v, 7)
    }
    const cancelledAt = performance.now()
    await reader.query('select pg_cancel_backend($1)', [pid])
    assert.equal(await ended, '57014')
    assert.ok(performance.now() - cancelledAt < CANCELLED_WITHIN_MS)
    await client.end()
  })
}
