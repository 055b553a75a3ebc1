/** Calls in calls: thousands of them, whatever they are written in; 54001 beyond, and the session goes on. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(`
    create function value(n int) returns int language plpgsql as $$
      begin if n = 0 then return 0; end if; return value(n - 1) + 1; end $$;
    create function statement(n int) returns int language plpgsql as $$
      declare r int; begin if n = 0 then return 0; end if; select statement(n - 1) + 1 into r; return r; end $$;
    create function guarded(n int) returns int language plpgsql as $$
      begin if n = 0 then return 0; end if; return guarded(n - 1) + 1;
      exception when division_by_zero then return -1; end $$;
    create function rows(n int) returns setof int language plpgsql as $$
      begin return next n; if n > 0 then return query select * from rows(n - 1) limit 1; end if; end $$;
    create function in_sql(n int) returns int language sql as $$
      select case when n = 0 then 0 else in_sql(n - 1) + 1 end $$;
    create procedure called(n int, inout depth int) language plpgsql as $$
      begin if n > 0 then call called(n - 1, depth); depth := depth + 1; end if; end $$;
    create table t (n int);
    create function fired() returns trigger language plpgsql as $$
      begin if new.n > 1 then insert into t values (new.n - 1); end if; return new; end $$;
    create trigger fired before insert on t for each row execute function fired()`)
})
afterAll(() => db.close())

/** @param {string} sql @returns {Promise<unknown>} the first value */
const value = async (sql) => (await db.query({ text: sql, rowMode: 'array' })).rows[0]?.[0]

const SHAPES = /** @type {[string, (n: number) => string, (n: number) => unknown][]} */ ([
  ['an expression', (n) => `select value(${n})`, (n) => n],
  ['a statement', (n) => `select statement(${n})`, (n) => n],
  ['an exception block', (n) => `select guarded(${n})`, (n) => n],
  ['rows', (n) => `select count(*)::int from rows(${n})`, () => 2],
  ['LANGUAGE sql', (n) => `select in_sql(${n})`, (n) => n],
  ['CALL', (n) => `call called(${n}, 0)`, (n) => n],
  ['a trigger', (n) => `insert into t values (${n}) returning n`, (n) => n],
])

for (const [name, text, answer] of SHAPES) {
  test(`${name}: 3,000 calls deep; 54001 without end`, async () => {
    assert.equal(await value(text(3000)), answer(3000))
    await assert.rejects(db.query(text(1_000_000)), { code: '54001' })
    assert.equal(await value(text(200)), answer(200))
  })
}

test('what a trigger did that went too deep is undone', async () => {
  await db.query('truncate t')
  await assert.rejects(db.query('insert into t values (1000000)'), { code: '54001' })
  assert.equal(await value('select count(*)::int from t'), 0)
})

test('where nothing can wait: CHECK, the synchronous API, JavaScript in between', async () => {
  await db.exec('create table checked (n int check (value(n) = n))')
  await db.query('insert into checked values (2000)')
  assert.deepEqual(db.prepare('select value(2000) as v').get(), { v: 2000 })
  db.createFunction('script', { args: ['int4'], returns: 'int4' }, (tx, n) =>
    n === 0 ? 0 : tx.get('select between_($1) as v', n - 1).v + 1)
  await db.exec(`create function between_(n int) returns int language plpgsql as $$
    begin return script(n) + value(20) - 20; end $$`)
  assert.equal(await value('select script(60)'), 60)
  await assert.rejects(db.query('select script(100000)'), { code: '54001' })
  assert.equal(await value('select script(60)'), 60)
})

test('recursion without loops gives others turns, and ends when it is cancelled', async () => {
  await db.exec(`create function fib(n int) returns int8 language plpgsql as $$
    begin if n < 2 then return n; end if; return fib(n - 1) + fib(n - 2); end $$`)
  const limit = new AbortController()
  let turns = 0
  const look = () => { if (++turns > 3) limit.abort(); else setImmediate(look) }
  setImmediate(look)
  await assert.rejects(db.query('select fib(60)', [], { signal: limit.signal }), { code: '57014' })
})
