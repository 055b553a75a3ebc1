/** Functions in which nothing can wait are called without generators: the same values, errors, turns and cancel. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`
    create function add(a int, b int) returns int language plpgsql immutable as $$ begin return a + b; end $$;
    create function divide(a int, b int) returns int language plpgsql as $$
      declare c int;
      begin
        c := a;
        return c / b;
      end $$;
    create function kind(n int) returns text language plpgsql as $$
      begin
        if n % 15 = 0 then return 'fizzbuzz'; elsif n % 5 = 0 then return 'buzz'; end if;
        if n % 3 = 0 then return 'fizz'; end if;
        return n;
      end $$;
    create function guarded(a int, b int) returns int language plpgsql as $$
      begin return a / b; exception when division_by_zero then return -1; end $$;
    create function outputs(a int, out b int, out c text) language plpgsql as $$
      begin b := a * 2; c := 'c' || a; end $$;
    create function defined() returns name security definer language plpgsql as $$ begin return current_user; end $$;
    create function set_here() returns text set work_mem = '7MB' language plpgsql as $$
      begin return current_setting('work_mem'); end $$`)
})
afterAll(() => db.close())

/** @param {string} sql @returns {Promise<unknown[][]>} */
const rows = async (sql) => (await db.query({ text: sql, rowMode: 'array' })).rows

/** @param {string} sql */
const failure = (sql) => db.query(sql).then(() => assert.fail(`${sql} succeeded`), (error) => error)

test('their code is an ordinary function; what may wait, begins a part or has rows is a generator', async () => {
  await rows('select add(1, 2), divide(4, 2), kind(3), guarded(1, 1)')
  const routines = [...db.session.procedures.routines.values()].map(({ routine }) => routine)
  const plain = Object.fromEntries(routines.map((routine) => [routine.func.name, routine.isPlain]))
  assert.deepEqual(plain, { add: true, divide: true, kind: true, guarded: false })
})

test('values: nested, in conditions, with settings and rights of their own', async () => {
  assert.deepEqual(await rows('select add(add(1, add(2, 3)), add(4, 5)), add(null, 1)'), [[15, null]])
  assert.deepEqual(await rows('select kind(g), add(g, g) from generate_series(14, 16) g where add(g, 1) > 14'),
    [['14', 28], ['fizzbuzz', 30], ['16', 32]])
  assert.deepEqual(await rows('select case when add(1, 1) = 3 then divide(1, 0) else add(2, 2) end'), [[4]])
  assert.deepEqual(await rows('select sum(add(g, 1)), count(kind(g)) from generate_series(1, 1000) g'),
    [['501500', '1000']])
  assert.deepEqual(await rows('select * from outputs(4)'), [[8, 'c4']])
  assert.deepEqual(await rows('select guarded(1, 0), defined(), set_here()'), [[-1, 'postgres', '7MB']])
})

test('errors have their context, and the next call is as the first', async () => {
  for (let round = 0; round < 2; round++) {
    const { code, where } = await failure('select add(1, 1), divide(3, 0)')
    assert.deepEqual([code, where], ['22012', 'PL/pgSQL function divide(integer,integer) line 5 at RETURN'])
    assert.deepEqual(await rows('select divide(9, 3)'), [[3]])
  }
})

test('a statement of such calls alone gives others turns and can be cancelled', async () => {
  const limit = new AbortController()
  let turns = 0
  const look = () => { if (++turns > 3) limit.abort(); else setImmediate(look) }
  setImmediate(look)
  const endless = 'with recursive r(n) as (select 1 union all select add(n, 0) from r) select count(*) from r'
  await assert.rejects(db.query(endless, [], { signal: limit.signal }), { code: '57014' })
})

test('a replaced function is the new one at once, in a transaction too', async () => {
  await db.exec(`begin; create or replace function add(a int, b int) returns int language plpgsql as $$
    begin return a - b; end $$`)
  assert.deepEqual(await rows('select add(5, 3)'), [[2]])
  await db.exec('rollback')
  assert.deepEqual(await rows('select add(5, 3)'), [[8]])
})

test('frames name function and line', async () => {
  await db.exec(`create function framed(a int, b int) returns int language plpgsql as $$
declare
  c int := 0;
begin
  for i in 1..a loop
    if i = a then
      c := a
        / b;
    end if;
  end loop;
  return c;
end $$`)
  const { stack, where } = await failure('select framed(3, 0)')
  assert.equal(where, 'PL/pgSQL function framed(integer,integer) line 7 at assignment')
  assert.match(stack, /plpgsql_framed.*plpgsql:framed:7:/)
})
