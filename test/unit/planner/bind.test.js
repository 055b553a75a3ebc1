/**
 * Binding: names, types and the errors PostgreSQL 15 gives, with SQLSTATE and place. Expected values were taken from
 * PostgreSQL 15.
 */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { loadParser, parse } from '../../../src/parser/parser.js'
import { plan } from '../../../src/planner/planner.js'
import { memoryCatalog, defineTable } from '../../support/memory-catalog.js'

const catalog = memoryCatalog()
beforeAll(async () => {
  await loadParser()
  defineTable(
    catalog, 't', { a: 'int4', b: 'text', c: 'numeric(10,2)', d: 'int8', v: 'varchar(10)' }, { primaryKey: ['a'] },
  )
  defineTable(
    catalog, 'u', { id: 'int4', a: 'int4', w: 'text' },
    { primaryKey: ['id'], indexes: [{ name: 'u_a', columns: ['a'] }] },
  )
})

/** @param {string} text */
const planned = (text) => plan(parse(text)[0], catalog, { sourceText: text })
/** @param {string} text @returns {[string, string][]} name and type of each output column */
const columns = (text) => planned(text).columns.map((column) => [column.name, catalog.type(column.type)?.name ?? ''])

test('names and types of output columns', () => {
  const cases = /** @type {[string, string][]} */ ([
    [
      "select 1, 'x', null, 1.5, true, a+d, a||b from t",
      '?column? int4,?column? text,?column? text,?column? numeric,?column? bool,?column? int8,?column? text',
    ],
    [
      'select count(*), sum(a), sum(d), avg(a), max(b), array_agg(a) from t',
      'count int8,sum int8,sum numeric,avg numeric,max text,array_agg _int4',
    ],
    [
      'select coalesce(a, 1.5), case when true then 1 else d end, nullif(a, 2), greatest(a, d) from t',
      'coalesce numeric,d int8,nullif int4,greatest int8',
    ],
    [
      "select a::text, '1'::int, cast(b as varchar(3)), extract(year from now()), current_user from t",
      'a text,int4 int4,b varchar,extract numeric,current_user name',
    ],
    ['select * from t join u using (a)', 'a int4,b text,c numeric,d int8,v varchar,id int4,w text'],
    ['select t.*, u.id from t natural join u', 'a int4,b text,c numeric,d int8,v varchar,id int4'],
    ['select 1 union select 2.5', '?column? numeric'],
    ["values (1, 'a'), (2, null)", 'column1 int4,column2 text'],
    ['select x, y from (select 1, 2) s(x, y)', 'x int4,y int4'],
    [
      'select array[1, 2], array[1, 2.5], (array[1,2])[1], exists (select 1), array(select a from t)',
      'array _int4,array _numeric,array int4,exists bool,array _int4',
    ],
    ['with recursive r(n) as (select 1 union all select n + 1 from r) select n from r', 'n int4'],
    ['insert into t(a) values (1) returning a, b as bb', 'a int4,bb text'],
    ['select row_number() over (order by a), sum(a) over () from t', 'row_number int8,sum int8'],
    ['select generate_series(1, 3), o from unnest(array[1]) with ordinality as f(e, o)', 'generate_series int4,o int8'],
  ])
  for (const [text, expected] of cases) assert.equal(columns(text).map((pair) => pair.join(' ')).join(), expected, text)
})

test('parameters learn their types', () => {
  const types = (/** @type {string} */ text) => planned(text).paramTypes.map((oid) => catalog.type(oid)?.name).join()
  assert.equal(types('select * from t where a = $1 and b = $2 and d > $3'), 'int4,text,int8')
  assert.equal(types('insert into t(a, b, c) values ($1, $2, $3)'), 'int4,text,numeric')
  assert.equal(types('update t set c = c + $1 where a = any($2)'), 'numeric,_int4')
  assert.equal(types('select $1::int8, $2 || b from t limit $3'), 'int8,text,int8')
  assert.equal(types('select $1'), 'text')
})

test('errors: SQLSTATE, message, place', () => {
  const cases = /** @type {[string, string, string | RegExp, number?][]} */ ([
    ['select zz from t', '42703', 'column "zz" does not exist', 8],
    ['select t.zz from t', '42703', 'column t.zz does not exist', 8],
    ['select x.a from t', '42P01', 'missing FROM-clause entry for table "x"', 8],
    ['select * from nope', '42P01', 'relation "nope" does not exist', 15],
    ['select a from t, u', '42702', 'column reference "a" is ambiguous', 8],
    ['select 1 from t, t', '42712', 'table name "t" specified more than once'],
    [
      'select a, count(*) from t', '42803',
      'column "t.a" must appear in the GROUP BY clause or be used in an aggregate function', 8,
    ],
    ['select 1 from t where count(*) > 1', '42803', 'aggregate functions are not allowed in WHERE', 23],
    ['select sum(sum(a)) from t', '42803', 'aggregate function calls cannot be nested', 12],
    ['select nofunc(1)', '42883', 'function nofunc(integer) does not exist', 8],
    ['select true + 1', '42883', 'operator does not exist: boolean + integer', 13],
    ['select a from t where b', '42804', 'argument of WHERE must be type boolean, not type text', 23],
    ["select 'x'::int", '22P02', 'invalid input syntax for type integer: "x"', 8],
    ['insert into t(a) values (true)', '42804', 'column "a" is of type integer but expression is of type boolean', 26],
    ['insert into t(a, zz) values (1, 2)', '42703', 'column "zz" of relation "t" does not exist', 18],
    ['insert into t(a) values (1, 2)', '42601', 'INSERT has more expressions than target columns', 29],
    ['select 1 union select 1, 2', '42601', 'each UNION query must have the same number of columns', 23],
    ['select a from t order by 3', '42P10', 'ORDER BY position 3 is not in select list', 26],
    [
      'select case when true then 1 else true end', '42804',
      'CASE types integer and boolean cannot be matched'.replace('integer and boolean', 'boolean and integer'),
    ],
    ['select * from (select 1)', '42601', 'subquery in FROM must have an alias'],
    ['select (select 1, 2)', '42601', 'subquery must return only one column', 8],
    ['select array[]', '42P18', 'cannot determine type of empty array', 8],
    ['select 1 where $1 is null', '42P18', 'could not determine data type of parameter $1'],
    ['select cast(a as box2) from t', '42704', 'type "box2" does not exist', 18],
    [`select null::nope[][], "É"'x'`, '42704', 'type "nope[]" does not exist', 14],
    [`select "public"."A b"'x'`, '42704', 'type "public.A b" does not exist', 8],
    ['select row_number() from t', '42809', 'window function row_number requires an OVER clause', 8],
  ])
  for (const [text, code, message, position] of cases) {
    assert.throws(() => planned(text), (/** @type {any} */ error) => {
      assert.equal(error.code, code, `${text}: ${error.message}\n${error.stack}`)
      if (typeof message === 'string') assert.equal(error.message, message, text)
      else assert.match(error.message, message)
      if (position !== undefined) assert.equal(error.position, position, text)
      return true
    })
  }
})

test('grouping by a primary key frees the other columns', () => {
  assert.equal(columns('select a, b, count(*) from t group by a').length, 3)
  assert.throws(() => planned('select b, v from t group by b'), { code: '42803' })
})

test('deep expressions are 54001, not a crash', () => {
  const error = (() => {
    try {
      planned(`select ${'1+'.repeat(100_000)}1`)
      return null
    } catch (failure) {
      return /** @type {any} */ (failure)
    }
  })()
  assert.equal(error?.code, '54001')
})
