/**
 * INSERT with many rows, folded to one row, and IN with many parameters, folded to one: the same statements, in the
 * same order, on two databases, with folding on and off, give
 * the same answers and the same errors at the same places.
 */
import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { foldList, LIST_MIN } from '../../../src/parser/in-list.js'
import { foldRows, ROWS_MIN } from '../../../src/parser/row-list.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const SCHEMA = `
  create table parts_of(id int primary key);
  insert into parts_of select generate_series(0, 100);
  create type mood as enum ('sad', 'ok', 'happy');
  create domain positive as int check (value > 0);
  create table t(id int primary key, big bigint, small smallint, n numeric(8,2), f float8, s text default 'none', v varchar(5), c char(4), d date, ts timestamptz, b bool, j jsonb, a int[], m mood, p positive,
    g int generated always as (id * 2) stored, o serial);
  create table parts(id int not null, s text) partition by range (id);
  create table parts_low partition of parts for values from (minvalue) to (50);
  create table parts_high partition of parts for values from (50) to (1000);
  create view seen as select id, s, n from t where id < 100;
  create table ruled(id int, s text);
  create table noted(id int);
  create rule also as on insert to ruled do also insert into noted values (new.id);
  create function which(int) returns text language sql as 'select ''int''';
  create function which(bigint) returns text language sql as 'select ''bigint''';
  create function which(numeric) returns text language sql as 'select ''numeric''';
  create function which(text) returns text language sql volatile as 'select ''text '' || $1';
  create function which(int, text) returns text language plpgsql as 'begin return $2 || $1; end';
  create table watched(id int references parts_of(id) deferrable, s text check (s <> 'a'))`

const INTS = [
  '0', '1', '5', '12', '-3', '-0', '2147483647', '2147483648', '-2147483648', '3000000000', '9223372036854775807',
  '9223372036854775808', '007', '40000',
]
const NUMBERS = ['1.5', '.25', '-2.75', '1e3', '1.5E-2', '123456.789', '1e400', '7']
const STRINGS = [
  "'3 days'", "'1'", "'a'", "''", "'it''s'", "'abcdef'", "'x '", "'ü€😀'", "'2020-02-03'", "'2020-01-01 10:00'",
  "'true'", "'12'", "'1.5'", "'{1,2}'", '\'{"a":1}\'', "'happy'", "E'\\\\n'", "'a' 'b'", "'$1'", "'); --'",
]
const OTHERS = [
  'true', 'FALSE', 'null', 'NULL', 'DEFAULT', "upper('x')", "'1'::text", '5::numeric', '(1)', '1 + 1', '-1::int',
  'nope',
]
/** What mostly goes into a column. @type {Record<string, string[]>} */
const FIT = {
  big: ['1', '-3', '3000000000'], small: ['0', '12', '-3'], n: ['1', '-2.75', '3000', '123456.789', "'1.5'"],
  f: ['1', '.25', '1e3', '3000000000'], s: ["'a'", "'it''s'", '5', '2.50', "'); --'"], v: ["'a'", "''", '12'],
  c: ["'x '", '7'], d: ["'2020-02-03'"], ts: ["'2020-01-01 10:00'"], b: ['true', 'FALSE', "'t'"],
  j: ['\'{"a":1}\'', "'5'"], a: ["'{1,2}'"], m: ["'happy'", "'ok'"], p: ['1', "'5'"],
}
const COLUMNS = [
  'big', 'big', 'small', 'n', 'n', 'f', 'f', 's', 's', 's', 'v', 'v', 'c', 'd', 'ts', 'b', 'j', 'a', 'm', 'p', 'g',
  'nope',
]
const TAILS = [
  '', '', '', ' returning id, s, n', ' on conflict do nothing',
  ' on conflict (id) do update set s = excluded.s || 1 returning *',
  ' on conflict (id) do update set n = 5 where t.id > 3', ' returning nope', ';', ' ; select 1', ' -- ends', ', ()',
]

/** Computed cells: ~ is a literal. */
const CALLS = [
  'upper(~)', 'which(~)', 'which(~)', 'which(~)', 'which(~, ~)', 'public.which( ~ )', '"which"(~)',
  'pg_typeof(~)::text', 'to_tsvector(~)', 'to_tsvector(~, ~)', 'abs(~)', 'round(~, 1)', 'jsonb_build_object(~, ~)',
  'json_build_array(~)::text', 'greatest(~, ~)', 'coalesce(~, null)', 'coalesce(null, ~, ~)', 'concat(~, upper(~))',
  'format(~, ~)', 'nullif(~, ~)', 'md5(~)::text', 'lower(upper(~::text))', 'length(~)::bigint', 'to_date(~, ~)',
  'current_user', 'pi()', 'array_append(null, ~)', 'row(~)', 'cast(~ as text)', 'extract(year from ~)',
  'substring(~ from 2)', 'current_time(~)::text is null', 'nope(~)', 'sum(~)', 'generate_series(1, ~)', 'int4(~)',
  'interval(~) ~', 'quote_literal(~)', 'quote_nullable(null)', 'trim(~)', 'left(~, ~)', 'pg_catalog.text(~)',
  '~ || ~', 'upper(~)::varchar(2)', 'upper(~', 'format(~, variadic array[~])', 'date(~)', "timestamptz '2020-01-01'",
  'currval(~)', '(upper(~))', 'case when ~ then 1 end', "(current_date - ~)::text", "which(~) || ~", "which(1 + ~)",
  "((date(~)) + interval ~)", "interval ~ hour", "which(~ - ~)", "which(-~)", "date(~) -~", "which(~::interval || ~)",
  "upper(~) || (lower(~) || 'x')", "pi()--1", "pi() * ~ / 2", "(select ~)", "interval '2' day", "which(date ~)",
]

/** One that folds, one that does not. @returns {Promise<{ folding: any, plain: any }>} */
async function twoDatabases() {
  const folding = /** @type {any} */ (await open(':memory:'))
  const plain = /** @type {any} */ (await open(':memory:'))
  plain.session.database.planCache.lifting = false
  return { folding, plain }
}

/** @param {any} db @param {string} text @param {any[]} [values] */
async function answer(db, text, values) {
  try {
    if (values !== undefined) {
      const { command, rowCount, rows } = await db.query(text, values)
      return [command, rowCount, rows]
    }
    const results = await db.exec(text)
    return results.map((/** @type {any} */ result) => [result.command, result.rowCount, result.rows])
  } catch (error) {
    const { code, message, position, detail } = /** @type {any} */ (error)
    return [code, message, position, detail]
  }
}

/** @param {ReturnType<typeof seededRandom>} random @returns {{ text: string, values?: any[] }} */
function statement(random) {
  const of = (/** @type {string[]} */ list) => list[random.below(list.length)]
  const rows = ROWS_MIN - 1 + random.below(6)
  const target = random.below(8)
  if (target === 0) return { text: `insert into ${of(['parts', 'ruled', 'watched', 'seen (id, s)', 'nowhere'])} values ${Array.from({ length: rows }, () => `(${random.below(120)}, ${random.below(9) ? of(STRINGS) : of(OTHERS)})`).join(', ')}${of(TAILS.slice(0, 4))}` }
  const columns = Array.from({ length: 1 + random.below(3) }, () => of(COLUMNS))
  const kinds = columns.map((column) => (random.below(8) && FIT[column]) || [INTS, NUMBERS, STRINGS][random.below(3)])
  const id = () => random.below(random.below(3) ? 1_000_000 : 60)
  const separator = of([', ', ',', ' ,\n '])
  const head = `insert into ${of(['t', 'T', 'public.t', '"t"', 't as t'])} (id, ${columns.join(separator)}) values `
  const tail = of(TAILS)
  if (random.below(2) === 0) {
    const calls = kinds.map(() => (random.below(4) ? null : of(CALLS)))
    const within = calls.map(() => [INTS, NUMBERS, STRINGS, STRINGS, STRINGS][random.below(5)])
    const cell = (/** @type {string[]} */ kind, /** @type {number} */ at) => {
      if (random.below(20) === 0) return random.below(5) ? 'null' : of(OTHERS)
      return calls[at]?.replace(/~/g, () => of(random.below(20) ? within[at] : INTS)) ?? of(kind)
    }
    const list = Array.from({ length: rows }, () => `(${[String(id()), ...kinds.map(cell)].join(separator)})`)
    return { text: `${head}${list.join(separator)}${tail}` }
  }
  // Parameters: rows of one form, mostly.
  const form = kinds.map(() =>
    of(['?', '?', '?', 'default', 'null', 'lower(?)', '?::text', '(? || 1)', 'coalesce(?, ?)', '(select 5)']),
  )
  const values = []
  const list = []
  let number = 1
  for (let row = 0; row < rows; row++) {
    list.push(`($${number++}${separator}${form.map((cell) => (random.below(150) ? cell : '7').replace(/\?/g, () => `$${number++}`)).join(separator)})`)
  }
  for (let at = 1; at < number; at++)
    values.push(
      (at - 1) % ((number - 1) / rows) === 0
        ? id()
        : random.below(7)
          ? of(random.below(9) ? ['1', '2', '30'] : ['a', '2020-02-03', 'true', 'sad', '{1}', '70000'])
          : null,
    )
  if (random.below(12) === 0) values.pop()
  return { text: `${head}${list.join(separator)}${tail}`, values }
}

test('rows: the same answers with folding on and off', async (context) => {
  const seed = Number(process.env.SEED ?? 20261122)
  context.annotate(`seed ${seed}`)
  const random = seededRandom(seed)
  const { folding, plain } = await twoDatabases()
  for (const db of [folding, plain]) await db.exec(SCHEMA)
  let folded = 0
  let worked = 0
  const steps = rounds(500, 1500)
  for (let step = 0; step < steps; step++) {
    if (step % 50 === 0) for (const db of [folding, plain]) await db.exec('delete from t where id > 5')
    const { text, values } = statement(random)
    if (foldRows(text) !== null) folded++
    const expected = await answer(plain, text, values)
    assert.deepEqual(await answer(folding, text, values), expected, text)
    if (typeof expected[0] !== 'string' || expected[0] === 'INSERT') worked++
  }
  context.annotate(`${folded} folded, ${worked} without an error`)
  assert.ok(folded > steps / 6 && worked > steps / 10, `${folded} folded, ${worked} without an error`)
  for (const name of ['t', 'parts', 'ruled', 'noted', 'watched'])
    assert.deepEqual(
      await answer(folding, `select * from ${name} order by 1, 2`.replace(name === 'noted' ? ', 2' : '\0', '')),
      await answer(plain, `select * from ${name} order by 1, 2`.replace(name === 'noted' ? ', 2' : '\0', '')),
    )
  await folding.close()
  await plain.close()
})

/** Without ORDER BY any order is right. @param {any[]} given */
const inOrder = ([command, count, rows]) => [
  command, count, Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)).sort() : rows,
]

/** @param {ReturnType<typeof seededRandom>} random @returns {{ text: string, values: any[] }} */
function listed(random) {
  const of = (/** @type {string[]} */ list) => list[random.below(list.length)]
  const values = /** @type {any[]} */ ([])
  const value = () => {
    values.push(
      random.below(15) === 0
        ? null
        : random.below(40)
          ? String(random.below(60))
          : of(['a', '1.5', 'v7', '2020-01-03', 'ok', 'true', '{1}', '3000000000']),
    )
    return `$${values.length}`
  }
  const column = () =>
    of([
      'id', 'id', 'big', 'small', 'n', 'f', 's', 'v', 'c', 'd', 'm', 'p', 'j', 'a', 'lower(s)', 'id + 1', '(id, big)',
      'nope', 'id::text',
    ])
  const list = (/** @type {number} */ length) => Array.from({ length }, value).join(of([', ', ',', ' ,\n']))
  const condition = () => {
    const name = column()
    switch (random.below(6)) {
      case 0: return `${name} = ${value()}`
      case 1: return `${name} > ${value()} or id = 3`
      case 2: return `${name} in (${value()}, 5)`
      case 3: return `s = 'x in ($1, $2, $3' /* in ($1, $2, $3 */`
      default: return `${random.below(5) ? '' : 'not '}${name} ${random.below(4) ? 'in' : 'NOT  IN'} (${list(random.below(5) ? LIST_MIN + random.below(40) : 1 + random.below(LIST_MIN))}${random.below(20) ? '' : ', 7'})`
    }
  }
  const where = Array.from({ length: 1 + random.below(3) }, condition).join(of([' and ', ' and ', ' or ']))
  let text = of([
    'select id, s from t where %', 'select count(*), $0 from t where %',
    'select t.id, u.s from t join t u on u.id = t.big where t.% order by 1, 2', 'delete from t where % returning id',
    'update t set s = $0 where %', 'select id % from t', 'with w as (select id from t where %) select count(*) from w',
    'select id from t where big < 30 and (%) order by id limit $0',
    'insert into t (id) select id + 500 from t where % on conflict do nothing',
    'select (select count(*) from t u where u.id = t.id and u.%) from t order by 1',
    'select id from t where % order by id',
  ])
  if (text.includes('$0')) text = text.replace('$0', value())
  text = text.replace('%', text.includes('.%') ? where.replace(/^not /, '') : where)
  if (random.below(15) === 0) values.pop()
  if (random.below(15) === 0) text += ` and id < $${1 + random.below(5)}`
  return { text, values }
}

test('lists: the same answers with folding on and off', async (context) => {
  const seed = Number(process.env.SEED ?? 20261122)
  context.annotate(`seed ${seed}`)
  const random = seededRandom(seed)
  const { folding, plain } = await twoDatabases()
  const fill = "insert into t(id, big, small, n, f, s, v, c, d, m, j, a) select i, i * 2, i % 7, i / 2.0, i, case when i % 9 > 0 then 'v' || i end, i, i, date '2020-01-01' + i, 'ok', '1', array[i] from generate_series(1, 60) i"
  for (const db of [folding, plain])
    await db.exec(`${SCHEMA}; ${fill}; create index on t (big); create index on t (s) where small = 3`)
  let folded = 0
  let worked = 0
  const steps = rounds(250, 750)
  for (let step = 0; step < steps; step++) {
    if (step % 20 === 0) for (const db of [folding, plain]) await db.exec(`delete from t; ${fill}`)
    const { text, values } = listed(random)
    const expected = inOrder(await answer(plain, text, values))
    assert.deepEqual(inOrder(await answer(folding, text, values)), expected, text)
    if (!/^[0-9]/.test(String(expected[0]))) {
      worked++
      if (foldList(text) !== null) folded++
    }
  }
  context.annotate(`${folded} folded, ${worked} without an error`)
  assert.ok(folded > steps / 15 && worked > steps / 4, `${folded} folded, ${worked} without an error`)
  await folding.close()
  await plain.close()
})

const NINE = Array.from({ length: 9 }, (_, at) => `$${at + 1}`).join(', ')
/** Texts that look like others than they are. @type {{ text: string, values?: any[] }[]} */
const ALIKE = [
  {
    text: "create function f$() returns int language sql as 'select 7'; create function f$1() returns int language sql as 'select 8'; create function f$2() returns int language sql as 'select 9'",
  },
  {
    text: 'create table one(a text); create table iv(a interval minute); create table pt(k int, a int) partition by list (k); create table p2 partition of pt for values in (2); create table p3 partition of pt for values in (3)',
  },
  { text: 'insert into one values ($$a$$), ($$a$$), ($$a$$), ($$a$$)' },
  { text: 'insert into one values ($q$a, b$q$), ($q$a, b$q$), ($q$a, b$q$), ($q$a, b$q$)' },
  { text: 'insert into one values (f$()), (f$()), (f$()), (f$())' },
  { text: 'insert into one values (f$1()), (f$2()), (f$1()), (f$2())' },
  {
    text: 'insert into one values ($1 || $$ $2 $$), ($3 || $$ $4 $$), ($5 || $$ $6 $$), ($7 || $$ $8 $$)',
    values: ['a', 'b', 'c', 'd'],
  },
  { text: "insert into iv values ('5'), ('6'), ('7'), ('8')" },
  {
    text: 'select 1; prepare p1 as select x.a from one x; select statement from pg_prepared_statements; select 2; execute p1',
  },
  { text: 'drop table one; create table one(b text)' },
  { text: 'select 1; select 2; execute p1' },
  { text: 'begin; declare c cursor for select 1; select statement from pg_cursors; commit' },
  { text: 'insert into pt select i % 2 + 2, i from generate_series(1, 20) i; create table jj(i inet, a int, b text)' },
  { text: `select count(*) from pt where a in (${NINE}) and k = $10`, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 2] },
  { text: Array.from({ length: 30 }, (_, at) => `insert into jj values ('10.0.0.${at}', ${at}, 'x${at}')`).join('; ') },
]

test('what looks like a row, a list or a statement and is none', async () => {
  const { folding, plain } = await twoDatabases()
  for (const { text, values } of ALIKE)
    assert.deepEqual(await answer(folding, text, values), await answer(plain, text, values), text)
  for (const name of ['iv', 'one', 'jj'])
    assert.deepEqual(await answer(folding, `select * from ${name}`), await answer(plain, `select * from ${name}`))
  const { planCache } = folding.session.database
  const before = planCache.misses
  await folding.exec(
    Array.from({ length: 200 }, (_, at) => `insert into jj values ('10.0.1.${at}', ${at}, 'y${at}')`).join('; '),
  )
  assert.ok(planCache.misses - before < 250, 'what cannot be lifted is found out once')
  await folding.close()
  await plain.close()
})

test('a list beside a partition key locks the partition that is read', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  await db.exec('create table pt(k int, a int) partition by list (k); create table p2 partition of pt for values in (2); create table p3 partition of pt for values in (3)')
  for (const text of [
    `select count(*) from pt where a in (${NINE}) and k = $10`,
    `select count(*) from pt where k in (${NINE}) and a = $10`,
  ]) {
    await db.exec('begin')
    await db.query(text, [...Array(9).fill(3), 2])
    const { rows } = await db.query("select relation::regclass::text as name from pg_locks where locktype = 'relation' and relation::regclass::text like 'p_'")
    assert.ok(
      rows.some((/** @type {any} */ row) => row.name === (text.includes('k = ') ? 'p2' : 'p3')),
      `${text}: ${JSON.stringify(rows)}`,
    )
    await db.exec('commit')
  }
  await db.close()
})

test('a statement of a script does not keep the script in memory', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const script = (/** @type {number | string} */ name) =>
    db.exec(`set application_name = 'some application ${name}'; select length('${'x'.repeat(1_000_000)}')`)
  const size = () => { collect(); return process.memoryUsage().heapUsed }
  await script('')
  const before = size()
  for (let at = 0; at < 20; at++) await script(at)
  assert.ok(size() - before < 8_000_000, `${size() - before} bytes more`)
  await db.close()
})

test('values read before a table changed are of the types it had', async () => {
  for (const text of [
    "insert into w values ('2020-01-01', 1), ('2020-01-02', 2), ('2020-01-03', 3), ('2020-01-04', 4)",
    "insert into w values ('2020-01-01', 1)", "select n from w where d = '2020-01-02'",
    `select n from w where d in (${Array.from({ length: 9 }, (_, at) => `'2020-01-0${at + 1}'`).join(', ')})`,
  ]) {
    const db = /** @type {any} */ (await open(':memory:'))
    const other = await db.connect()
    await db.exec("create table w(d date, n int); insert into w values ('2020-01-02', 7)")
    for (let at = 0; at < 2; at++) await db.exec(text)
    await other.exec('begin; alter table w alter column d type text')
    const waiting = answer(db, text)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await other.exec('commit')
    const [[, , rows]] = await waiting
    if (text.startsWith('select')) assert.deepEqual(rows, [{ n: 7 }])
    assert.deepEqual((await db.query("select count(*)::int as n from w where d !~ '^2020-01-0.$'")).rows, [{ n: 0 }])
    assert.equal((await db.check()).problems.length, 0)
    await db.close()
  }
  const db = /** @type {any} */ (await open(':memory:'))
  const other = await db.connect()
  await db.exec('create table w(d date, n int)')
  await other.exec('begin; alter table w alter column d type text')
  const waiting = db.query('insert into w values ($1, 1)', ['2020-01-01'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  await other.exec('commit')
  assert.equal((await waiting).rowCount, 1)
  assert.deepEqual((await db.query('select d from w')).rows, [{ d: '2020-01-01' }])
  await db.close()
})

/**
 * A statement that waits for a lock is planned again, and what it shares its plan with may be another text: a folded
 * one, or the first of its shape. The error's place was in that one.
 * It is in the client's.
 */
test('what is wrong with a statement that waited is said of its own text', async () => {
  const rows = (/** @type {(at: number) => string} */ row) => Array.from({ length: 5 }, (_, at) => row(at)).join(', ')
  const list = Array.from({ length: 12 }, (_, at) => `$${at + 1}`).join(', ')
  const dropped = 'alter table w drop column n'
  /** @type {{ text: string, values?: any[], before?: string, meanwhile: string }[]} */
  const waiting = [
    {
      text: `insert into w (id, s) values ${rows((at) => `(${at}, 'ab')`)} on conflict (id) do update set n = 5`,
      meanwhile: dropped,
    },
    {
      text: `select 'é'; insert into w (id, s) values ${rows((at) => `(${at}, 'ab')`)} on conflict (id) do update set s = 'é' where w.n > 3`,
      meanwhile: dropped,
    },
    {
      text: `insert into w (id, s) values ${rows((at) => `($${2 * at + 1}, $${2 * at + 2})`)} on conflict (id) do update set n = 5`,
      values: [0, 'a', 1, 'a', 2, 'a', 3, 'a', 4, 'a'], meanwhile: dropped,
    },
    {
      text: "delete from w where id = 123456 and s = 'abc' and n = 1",
      before: "delete from w where id = 1 and s = 'a' and n = 1", meanwhile: dropped,
    },
    {
      text: 'delete from w where id in (1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009) and n = 1',
      before: 'delete from w where id in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) and n = 1', meanwhile: dropped,
    },
    { text: `select s from w where id in (${list}) and n = 1`, values: Array(12).fill(1), meanwhile: dropped },
    // A parameter keeps the type it was read as.
    {
      text: `select s from w where id in (${list}) and n = $13`, values: Array(13).fill(1),
      meanwhile: 'alter table w alter column n type boolean using null',
    },
  ]
  for (const { text, values, before = text, meanwhile } of waiting) {
    const [one, other] = await Promise.all(Object.values(await twoDatabases()).map(async (db) => {
      const second = await db.connect()
      await db.exec('create table w(id int primary key, s text, n int)')
      await answer(db, before, values)
      await second.exec(`begin; ${meanwhile}`)
      const answered = answer(db, text, values)
      await new Promise((resolve) => setTimeout(resolve, 20))
      await second.exec('commit')
      const given = await answered
      await db.close()
      return given
    }))
    assert.match(one[0], /^42/)
    assert.deepEqual(one, other, text)
  }
})

test('a parameter that was not given is named by its number in the text', async () => {
  const { folding, plain } = await twoDatabases()
  for (const text of [
    `select x in (${NINE}) from (select $10::int as x) s`,
    `select x in (${NINE}) from (select 1 as x) s limit $10`,
  ]) {
    const expected = await answer(plain, text)
    assert.equal(expected[0], '42P02')
    assert.deepEqual(await answer(folding, text), expected, text)
  }
  await folding.close()
  await plain.close()
})
