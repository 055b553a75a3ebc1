/**
 * Literals lifted out of texts: the same statements, in the same order, on two databases, with lifting on and off, give
 * the same answers and the same
 * errors at the same places.
 */
import assert from 'node:assert/strict'
import { readLiftedValues } from '../../../src/engine/statements/core/statement-lookup.js'
import { canceledByUser } from '../../../src/errors/engine.js'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { rounds } from '../../support/rounds.js'

const SCHEMA = `
  create table t(id int primary key, big bigint, small smallint, n numeric(8,2), f float8, s text, v varchar(5), c char(4), d date, ts timestamptz, b bool, j json, a int[]);
  create table u(id int, status text);
  create index u_active on u(id) where status = 'active';
  create table w(k text, m int);
  create index w_lower on w(lower(k));
  create function p1(x int) returns text language plpgsql as $$begin return 'int ' || 10 / x; end$$;
  create function p1(x bigint) returns text language plpgsql as $$begin return 'bigint ' || x; end$$;
  create function p1(x text, y numeric default 2) returns text language plpgsql as $$begin return x || y; end$$;
  create function p2(x anyelement) returns anyelement language plpgsql immutable as $$begin return x; end$$;
  create function p3(variadic x int[]) returns setof int language plpgsql
    as $$begin return query select unnest(x); end$$;
  create function p4(x date, y timestamptz, out z date, out w text) language plpgsql as $$begin z := x; w := y; end$$;
  create function s1(x int) returns int language sql immutable as 'select 10 / x';
  create function s2(x text) returns setof t language sql as $$select * from t where s = x or id::text = x$$;
  create function s3(x int, y text) returns text language sql as $$insert into w values (y, x) returning k$$;
  create function p5(x jsonb, y "char", z regclass) returns text language plpgsql as $$begin return x->>'a' || z; end$$`

/** @param {number} seed */
function random(seed) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * below)
  }
}

/** @param {any} db @param {string} text */
async function answer(db, text) {
  try {
    const results = await db.exec(text)
    return results.map((/** @type {any} */ result) => [result.command, result.rowCount, result.rows])
  } catch (error) {
    const { code, message, position, where } = /** @type {any} */ (error)
    return [code, message, position, where]
  }
}

const INTS = [
  '0', '1', '5', '12', '-3', '- 7', '-0', '2147483647', '2147483648', '-2147483648', '-2147483649', '3000000000',
  '9223372036854775807', '9223372036854775808', '-9223372036854775808', '99999999999999999999', '007',
]
const NUMBERS = ['1.5', '.25', '-2.75', '1e3', '1.5E-2', '5.', '-0.0', '1e400', '123456.789']
const STRINGS = [
  "'a'", "''", "'it''s'", "'abcdef'", "'x '", "'ü€😀'", "'2020-02-03'", "'2020-01-01 10:00'", "'true'", "'12'", "'1.5'",
  "'nonsense'", "'{1,2}'", '\'{"a":1}\'', "E'\\\\n'",
]
const COLUMNS = ['id', 'big', 'small', 'n', 'f', 's', 'v', 'c', 'd', 'b', 'ts', 'a', 'nope']

const TYPES = [
  'int', 'bigint', 'text', 'date', 'timestamp', 'bool', 'regclass', 'pg_catalog.int4', 'oid', 'varchar(3)',
  'numeric(4,1)', 'numeric', 'json', 'int[]', 'uuid', 'nothing',
]

/** @param {(below: number) => number} roll @returns {string} */
function statement(roll) {
  const of = (/** @type {string[]} */ list) => list[roll(list.length)]
  const literal = () => of([INTS, INTS, NUMBERS, STRINGS][roll(4)])
  const column = () => of(COLUMNS)
  const cast = () => `${of([...STRINGS, "'t'", "'public.u'", "'pg_class'"])}::${of(TYPES)}`
  const value = () => roll(5) ? literal() : cast()
  const equal = () => roll(2) ? `${column()} = ${value()}` : `${value()} = ${column()}`
  const condition = () => {
    switch (roll(8)) {
      case 6: case 7: {
        const kind = [
          ['1', '5', '12', '7', '2147483647'], ['1', '5', '3000000000', '9223372036854775807'], INTS, NUMBERS,
          ["'a'", "'it''s'", "'v5'", "'x '", "'12'", "'ü, )'"], ["'2020-01-01'"], STRINGS,
        ][roll(7)]
        return `${roll(4) ? column() : of(['f + 1', '(id, big)', 't.id'])} ${roll(4) ? 'in' : 'not in'} (${Array.from({ length: 6 + roll(30) }, () => of(kind)).join(of([', ', ',', ' ,\n']))}${roll(12) ? '' : ', null'})`
      }
      case 0: return `${column()} in (${literal()}, ${literal()}, ${literal()})`
      case 1: return `${equal()} and ${equal()}`
      case 2: return `not (${equal()} or ${column()} > ${literal()})`
      case 3: return `id = ${of(INTS)} /* a 'comment' 5 */ or s = ${literal()} -- 7`
      case 4: return `s = ${of(STRINGS)}${of(['\n', ' -- x\n', '\r', ' '])}${of(STRINGS)}`
      default: return equal()
    }
  }
  const call = () => {
    const name = of(['p1', 'p1', 'p1', 'p2', 'p3', 'p4', 's1', 's2', 's3', 'p5', 'abs', 'length', 'int4', 'date'])
    const argument = () => `${of(['', '', '', '', 'x => ', 'y => '])}${value()}`
    return `${name}(${Array.from({ length: 1 + roll(2) }, argument).join()})`
  }
  switch (roll(12)) {
    case 9: return `select ${call()}`
    case 10: return `select ${of(['*', 'count(*)', 'x'])} from ${call()} ${of(['', 'x', 'x(x)', 'with ordinality'])}`
    case 11: return `select ${call()} ${of(['as y', 'limit 1', 'where true', 'order by 1', ', 1'])}`
    case 0: return `insert into t(id, ${of(COLUMNS.slice(1))}) values (${of(INTS)}, ${literal()})`
    case 1: return `insert into t(id, s, n) values (${roll(50)}, ${of(STRINGS)}, ${of(NUMBERS)}), (${50 + roll(50)}, ${of(STRINGS)}, ${of(INTS)})`
    case 2: return `update t set ${of(COLUMNS.slice(1))} = ${literal()} where ${condition()}`
    case 3: return `update t set big = big + ${of(INTS)}, n = n * ${of(NUMBERS)} where id = ${of(INTS)} returning id, big, n`
    case 4: return `delete from t where id > ${of(INTS)} and ${condition()}`
    case 5: return `select id, ${literal()} as "k 1", s || ${of(STRINGS)} from t where id > 0 and ${condition()}\n order by id limit ${roll(5)}`
    case 6: return `select count(*) from t join u on t.id = u.id and status = ${of(STRINGS)} where ${condition()}\n;`
    case 7: return `select k from w where lower(k) = ${of(STRINGS)} and m = ${literal()} order by 1`
    default: return `select id, big, small, n, f, s, v, c, b, a from t where ${condition()}\n order by id`
  }
}

test('the same answers with lifting on and off', async (context) => {
  const seed = Number(process.env.SEED ?? 20260101)
  context.annotate(`seed ${seed}`)
  const roll = random(seed)
  const lifted = /** @type {any} */ (await open(':memory:'))
  const plain = /** @type {any} */ (await open(':memory:'))
  plain.session.database.planCache.lifting = false
  for (const db of [lifted, plain]) {
    await db.exec(SCHEMA)
    await db.exec("insert into t(id, big, small, n, f, s, v, c, d, b) select i, i * 1000, i, i / 4.0, i / 2.0, 'a', 'v' || i, 'x', '2020-01-01', i % 2 = 0 from generate_series(1, 12) i")
    await db.exec("insert into u select i, case when i % 3 = 0 then 'active' else 'a' end from generate_series(1, 20) i; insert into w values ('A', 1), ('b', 2)")
  }
  /** One statement, or several in a text with what may stand between and in them. */
  const script = () => {
    if (roll(3) > 0) return statement(roll)
    const of = (/** @type {string[]} */ list) => list[roll(list.length)]
    const own = () =>
      roll(4)
        ? statement(roll)
        : of([
            'begin',
            'commit',
            'rollback',
            'select',
            "select E'a\\'; b' || $$;$$ || $x$ ; ' $x$",
            'create temp table if not exists tmp as select 1; drop table tmp',
            '/* ; */',
            '-- ; \n',
            'select "no;pe"',
            "select 'a;b', ''''",
            "select 'ü', nope from t",
            'create rule r as on insert to w do also (select 1; select 2)',
            'drop rule if exists r on w',
            "insert into w values (lower('X'), 1/0)",
            'select 1 as a$b$c; select 2',
            'select 1)',
            "select 'open",
          ])
    return Array.from({ length: 1 + roll(4) }, own).join(
      of([';', '; ', ' ;\n', ';;', "; -- it's; \n", ';/* a /* b; */ ; */']),
    )
  }
  for (let round = 0; round < rounds(400, 1200); round++) {
    const text = script()
    const [one, other] = [await answer(lifted, text), await answer(plain, text)]
    assert.deepEqual(one, other, text)
  }
  const { planCache } = lifted.session.database
  assert.ok(
    [...planCache.shapes.young.values(), ...planCache.shapes.old.values()].some(
      (/** @type {any} */ shape) => shape.marks.length > 0,
    ),
  )
  await lifted.close()
  await plain.close()
})

/** Comments may stand between its pieces. Whoever does not see that it goes on takes its first piece for the value. */
test('a string in several pieces is one value', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  await db.exec("create table p(s text); insert into p values ('a'), ('ab'), ('b')")
  for (const gap of ['\n', ' -- x\n', '\r -- it\'s\n\t', '--\n--\n']) {
    for (let round = 0; round < 2; round++)
      assert.deepEqual(
        (await db.exec(`select s from p where s = 'a'${gap}'b'`))[0].rows, [{ s: 'ab' }], JSON.stringify(gap),
      )
    await db.exec(`insert into p values ('x'), ('x'), ('x'), ('c'${gap}'d')`)
  }
  assert.deepEqual((await db.exec("select count(*)::int as n from p where s = 'cd'"))[0].rows, [{ n: 4 }])
  await db.close()
})

test('texts that differ in liftable literals share one plan', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  await db.exec(SCHEMA)
  const { planCache } = db.session.database
  const shared = async (/** @type {string[]} */ texts) => {
    const seen = new Set()
    for (const text of texts) {
      await answer(db, text)
      const [prepared] = planCache.find(text)
      seen.add(prepared)
    }
    return seen.size === 1
  }
  assert.ok(
    await shared(['update t set big = big + 5 where id = 7;', 'update t set big = big + 81234567 where id = 0;']),
  )
  assert.ok(await shared(["insert into t(id, s) values (100, 'a')", "insert into t(id, s) values (101, 'it''s')"]))
  assert.ok(
    await shared(["select s from t where id in (1, 2) and v = 'x'", "select s from t where id in (7, 8) and v = 'yy'"]),
  )
  assert.ok(await shared(['select 1 from t where id = 5 limit 3', 'select 1 from t where id = 6 limit 3']))
  const columnsOf = (/** @type {string} */ table) =>
    `select attname from pg_attribute where attrelid = '${table}'::regclass and attnum > 0`
  assert.ok(await shared([columnsOf('t'), columnsOf('public.u')]), 'a cast string')
  assert.ok(
    !(await shared(["select 1 from t where v = 'a'::varchar(3)", "select 1 from t where v = 'b'::varchar(3)"])),
    'a length',
  )
  assert.ok(!await shared(['select 1 from t where id = 5 limit 3', 'select 1 from t where id = 5 limit 4']), 'LIMIT')
  assert.ok(!await shared(['select 1 from t where id = 5', 'select 2 from t where id = 5']), 'select list')
  assert.ok(!await shared(['select 1 from t where id = 5', 'select 1 from t where id = 3000000000']), 'class')
  assert.ok(
    !(await shared(["select 1 from u where status = 'active'", "select 1 from u where status = 'b'"])),
    'partial index',
  )
  assert.ok(await shared(['select p1(3)', 'select p1(77)']), 'call')
  assert.ok(await shared(["select * from s2('a')", "select * from s2('it''s')"]), 'call of a set')
  assert.ok(await shared(["select p1(x => 'a', y => 1.5)", "select p1(x => 'b', y => 2.5)"]), 'named')
  assert.ok(!await shared(['select p1(3)', 'select p1(3000000000)']), 'another function')
  assert.ok(!await shared(['select s1(3)', 'select s1(4)']), 'inlined')
  assert.ok(!await shared(['select abs(3)', 'select abs(4)']), 'built in')
  assert.ok(!await shared(['select 1 from t where id > 5', 'select 1 from t where id > 6']), 'range')
  assert.ok(!await shared(["select 1 from t where s like 'a%'", "select 1 from t where s like 'b%'"]), 'pattern')
  await db.close()
})

test('a plan of lifted literals follows changes of its table', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  await db.exec("create table x(a int, s text); insert into x values (1, 'p')")
  assert.deepEqual((await db.exec('select s from x where a = 1'))[0].rows, [{ s: 'p' }])
  await db.exec('drop table x; create table x(a text, s int)')
  await db.exec("insert into x values ('1', 5)")
  assert.equal((await answer(db, 'select s from x where a = 1'))[0], '42883')
  assert.deepEqual((await db.exec("select s from x where a = '1'"))[0].rows, [{ s: 5 }])
  await db.close()
})

test('a cancel that comes while a shape is planned is no reason to plan the text itself', () => {
  const session = /** @type {any} */ ({ block: { ensure: () => undefined }, plans: { refine: () => assert.fail() } })
  const prepared = /** @type {any} */ ({
    planned: null, marks: [{ isList: true }],
    *prepareInTurns() { throw canceledByUser() },
  })
  assert.throws(() => { readLiftedValues(session, prepared, [1], 'select 1').next() }, { code: '57014' })
})

test('a call of what is built in is planned once, by its text', async () => {
  const db = await open(':memory:')
  await db.exec('create function own(x int) returns int language plpgsql as $$begin return x + 1; end$$')
  const plans = /** @type {any} */ (db).session.plans
  const refined = plans.refined
  for (const text of ["select lower('A')", 'select * from generate_series(1, 2)', 'select abs(-4)'])
    await db.exec(text)
  assert.equal(plans.refined, refined)
  await db.exec('select own(1)')
  const { misses } = plans
  assert.deepEqual((await db.exec('select own(2)'))[0].rows, [{ own: 3 }])
  assert.equal(plans.misses, misses)
  await db.close()
})
