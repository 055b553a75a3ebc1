/**
 * Statements about what users define: rules, SQL functions, aggregates, materialized views, copies of tables. What they
 * make they drop.
 */
import { list, maybe, sql, typed } from './node.js'
import { literal } from './values.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { SqlNode } from './node.js' */

/**
 * What rules make of changes: beside them, in their place, for some rows.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
export function rules({ random, exprs }) {
  const [first, second] = [exprs.someType(), exprs.someType()]
  const fields = (/** @type {string} */ name) => [
    { text: `${name}.a`, type: 'int4' }, { text: `${name}.b`, type: first }, { text: `${name}.c`, type: second },
  ]
  const statements = [sql`CREATE TABLE r1 (a int PRIMARY KEY, b ${first}, c ${second}${random.chance(0.4) ? sql` DEFAULT ${literal(random, second)}` : ''})`, sql`CREATE TABLE r2 (a int, what text, note text)`,
    sql`INSERT INTO r1 VALUES ${list(random.times(4, (at) => sql`(${at + 1}, ${literal(random, first)}, ${literal(random, second)})`))}`]
  for (let count = random.between(1, 3); count > 0; count--) {
    const event = random.pick(['INSERT', 'UPDATE', 'DELETE'])
    const seen = event === 'INSERT' ? ['new'] : event === 'DELETE' ? ['old'] : ['new', 'old']
    const scope = { columns: seen.flatMap(fields), depth: 9 }
    const at = random.pick(seen)
    const action = () =>
      random.pick([
        () => sql`INSERT INTO r2 VALUES (${at}.a, '${event}', (${exprs.expr('text', scope, 1)})::text)`,
        () => sql`INSERT INTO r2 SELECT ${at}.a, '${event}', count(*)::text FROM r2 WHERE r2.a = ${at}.a`,
        () => sql`DELETE FROM r2 WHERE r2.a = ${at}.a`,
        () => sql`UPDATE r2 SET note = (${exprs.expr('text', scope, 1)})::text WHERE r2.a = ${at}.a`,
      ])()
    const where = random.chance(0.4) ? maybe` WHERE ${exprs.condition(scope, 1)}` : ''
    statements.push(sql`CREATE RULE rule${count} AS ON ${event} TO r1${where} DO ${random.pick(['ALSO', 'ALSO', 'INSTEAD'])} ${random.pick([() => sql`NOTHING`, action, action, () => sql`(${action()}; ${action()})`])()}`)
  }
  const table = { columns: fields('r1'), depth: 1 }
  let next = 5
  for (let count = random.between(3, 6); count > 0; count--) {
    statements.push(
      random.pick([
        () =>
          sql`INSERT INTO r1 VALUES ${list(random.times(random.between(1, 3), () => sql`(${next++}, ${exprs.expr(first, { columns: [], depth: 1 }, 1)}, ${random.chance(0.2) ? 'DEFAULT' : literal(random, second)})`))}`,
        () => sql`INSERT INTO r1 (a, b) SELECT a + ${(next += 10)}, b FROM r1 WHERE a < 3`,
        () =>
          sql`UPDATE r1 SET ${random.pick([sql`b = ${exprs.expr(first, table, 1)}`, sql`c = ${exprs.expr(second, table, 1)}`, sql`a = a + 100`])}${random.chance(0.6) ? maybe` WHERE ${exprs.condition(table, 1)}` : ''}`,
        () => sql`DELETE FROM r1 WHERE ${random.pick([sql`a % 2 = 0`, exprs.condition(table, 1)])}`,
        () =>
          sql`WITH w AS (SELECT a FROM r1) DELETE FROM r1 USING w WHERE w.a = r1.a AND r1.a > ${random.between(1, 5)}`,
      ])(),
    )
  }
  return [...statements, sql`SELECT * FROM r1`, sql`SELECT * FROM r2`, sql`DROP TABLE r1, r2`]
}

/**
 * Functions written in SQL: scalars, sets, rows, defaults, any number of arguments, any type.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
export function functions({ random, exprs, queries, schema }) {
  const [one, two, result] = [exprs.someType(), exprs.someType(), exprs.someType()]
  const inside = {
    columns: [
      { text: 'x', type: one },
      { text: 'y', type: two },
    ],
    depth: 1,
  }
  const kind = () =>
    random.pick(['', ' IMMUTABLE', ' STABLE', ' STRICT', ' IMMUTABLE STRICT', ' STABLE STRICT', ' VOLATILE'])
  const body = sql`(${exprs.expr(result, inside, 1)})::${result}`
  const fallback = random.chance(0.4) ? sql` DEFAULT ${literal(random, two)}` : ''
  const statements = [
    sql`CREATE FUNCTION s1(x ${one}, y ${two}${fallback}) RETURNS ${result} LANGUAGE sql${kind()} ${random.chance(0.5) ? sql`RETURN ${body}` : sql`AS $$ SELECT ${body} $$`}`,
    sql`CREATE FUNCTION s2(n int, OUT i int, OUT t text) RETURNS SETOF record LANGUAGE sql${kind()}${random.pick(['', ' ROWS 3'])} AS $$ SELECT g, repeat('a', g) FROM generate_series(1, n % 5) AS g $$`,
    sql`CREATE FUNCTION s3(VARIADIC v int[]) RETURNS int LANGUAGE sql${kind()} AS $$ SELECT sum(e)::int FROM unnest(v) AS e $$`, sql`CREATE FUNCTION s4(p anyelement, q anyarray) RETURNS anyelement LANGUAGE sql${kind()} AS $$ SELECT coalesce(q[1], p) $$`,
    sql`CREATE FUNCTION s5(k int) RETURNS SETOF ${random.pick(schema.tables).name} LANGUAGE sql STABLE AS $$ SELECT * FROM ${random.pick(schema.tables).name} WHERE id % 3 = k $$`,
  ]
  for (let count = random.between(4, 8); count > 0; count--) {
    const from = queries.from({ columns: [], depth: 2 }, 1)
    const scope = { columns: [...from.columns, ...from.columns], depth: 2 }
    const call = () => typed(result)`s1(${random.chance(0.3) && fallback !== '' ? sql`${exprs.expr(one, scope, 1)}` : random.chance(0.2) ? sql`y => ${exprs.expr(two, scope, 1)}, x => ${exprs.expr(one, scope, 1)}` : sql`${exprs.expr(one, scope, 1)}, ${exprs.expr(two, scope, 1)}`})`
    statements.push(
      random.pick([
        () => sql`SELECT ${call()} FROM ${from.node}`,
        () => sql`SELECT ${call()}, count(*) FROM ${from.node} GROUP BY 1`,
        () => sql`SELECT count(*) FROM ${from.node} WHERE ${call()} IS NOT NULL`,
        () => sql`SELECT * FROM ${from.node}, s2(${exprs.expr('int4', scope, 0)}) AS s`,
        () => sql`SELECT s2(${random.between(0, 4)})`,
        () => sql`SELECT (s2(${random.between(0, 4)})).*, ${random.between(1, 9)}`,
        () =>
          sql`SELECT s3(${list(random.times(random.between(1, 3), () => exprs.expr('int4', scope, 1)))}), s3(VARIADIC ${exprs.expr('int4[]', scope, 1)}) FROM ${from.node}`,
        () =>
          sql`SELECT s4(${exprs.expr('int4', scope, 1)}, ${exprs.expr('int4[]', scope, 1)}), s4(${exprs.expr('text', scope, 1)}, ${exprs.expr('text[]', scope, 1)}) FROM ${from.node}`,
        () => sql`SELECT id, s5 FROM s5(${random.between(0, 2)})`,
        () => sql`SELECT count(*) FROM s5(1) AS a JOIN s5(1) AS b USING (id)`,
        () => sql`SELECT t, sum(i) FROM s2(4) GROUP BY ROLLUP (t)`,
        () =>
          sql`SELECT pg_get_functiondef('s2'::regproc), pg_get_function_arguments('s1'::regproc), pg_get_function_result('s4'::regproc)`,
      ])(),
    )
  }
  return [...statements, sql`DROP FUNCTION s1, s2, s3, s4, s5`]
}

/** An aggregate of one's own, plain, over windows, with order. @param {ChangeMaker} changes @returns {SqlNode[]} */
export function ownAggregates({ random, exprs, queries }) {
  const moving = random.chance(0.3) ? ', msfunc = int4pl, minvfunc = int4mi, mstype = int4, minitcond = 0' : ''
  const statements = [
    sql`CREATE AGGREGATE g1 (int) (sfunc = int4pl, stype = int4${random.pick(['', ', initcond = 0', ', initcond = 10'])}${moving})`,
    sql`CREATE AGGREGATE g2 (text) (sfunc = textcat, stype = text, initcond = ${random.pick(["''", "'>'"])})`,
    sql`CREATE AGGREGATE g3 (anyelement) (sfunc = array_append, stype = anyarray, initcond = '{}')`,
    sql`CREATE AGGREGATE g4 (int) (sfunc = int4larger, stype = int4${random.pick(['', ', sortop = >'])})`,
  ]
  for (let count = random.between(4, 7); count > 0; count--) {
    const from = queries.from({ columns: [], depth: 2 }, 1)
    const scope = { columns: from.columns, depth: 9 }
    const of = (/** @type {string} */ type) => exprs.expr(type, scope, 1)
    const small = () => sql`(${of('int4')} % 1000)`
    const filter = random.chance(0.3) ? maybe` FILTER (WHERE ${of('bool')})` : ''
    const text = sql`(${of('text')})::text`
    const key = random.pick(from.columns)
    statements.push(
      random.pick([
        () => sql`SELECT g1(${small()})${filter}, g4(${small()})${filter} FROM ${from.node}`,
        () => sql`SELECT g1(DISTINCT ${small()}), g2(${text} ORDER BY ${text})${filter} FROM ${from.node}`,
        () => sql`SELECT ${key.text}, g1(${small()}), g4(${of('int4')}) FROM ${from.node} GROUP BY ${key.text}`,
        () =>
          sql`SELECT g1(${small()}) OVER (PARTITION BY ${key.text}), g4(${of('int4')}) OVER (ORDER BY ${small()} GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM ${from.node}`,
        () => sql`SELECT g3(${small()} ORDER BY ${small()}), g3(DISTINCT ${text}) FROM ${from.node}`,
        () => sql`SELECT cardinality(g3(${small()})) FROM ${from.node} GROUP BY ROLLUP (${key.text})`,
        () => sql`SELECT g1(1), (SELECT g2('x') FROM generate_series(1, 3)) FROM ${from.node}`,
      ])(),
    )
  }
  return [...statements, sql`DROP AGGREGATE g1 (int), g2 (text), g3 (anyelement), g4 (int)`]
}

/** Queries kept as they were. @param {ChangeMaker} changes @returns {SqlNode[]} */
export function materialized({ random, exprs, queries, schema }) {
  const types = random.times(random.between(1, 3), () => exprs.someType())
  const table = random.pick(schema.tables)
  const statements = [sql`CREATE MATERIALIZED VIEW m9 AS SELECT id, ${queries.items(types, { columns: table.columns.map((column) => ({ text: `${table.name}.${column.name}`, type: column.type })), depth: 1 }, 1)} FROM ${table.name}${random.pick(['', '', ' WITH NO DATA'])}`]
  if (random.chance(0.5)) statements.push(sql`CREATE UNIQUE INDEX ON m9 (id)`)
  for (let count = random.between(2, 5); count > 0; count--) {
    statements.push(
      random.pick([
        () => sql`SELECT * FROM m9`,
        () => sql`REFRESH MATERIALIZED VIEW ${random.pick(['', 'CONCURRENTLY '])}m9`,
        () => sql`DELETE FROM ${table.name} WHERE id % 5 = ${random.between(0, 4)}`,
        () => sql`SELECT count(*) FROM m9 JOIN ${table.name} USING (id)`,
        () => sql`REFRESH MATERIALIZED VIEW m9 WITH NO DATA`,
        () => sql`SELECT c1, count(*) FROM m9 GROUP BY c1`,
        () => sql`UPDATE m9 SET id = 1`,
        () => sql`CREATE TABLE m8 AS TABLE m9`,
        () => sql`DROP TABLE IF EXISTS m8`,
      ])()
    )
  }
  return [...statements, sql`DROP MATERIALIZED VIEW m9`, sql`DROP TABLE IF EXISTS m8`]
}

/** Tables like others. @param {ChangeMaker} changes @returns {SqlNode[]} */
export function likeOthers({ random, exprs, schema }) {
  const table = random.pick(schema.tables)
  const types = random.times(2, () => exprs.someType())
  const which = random
    .some(['DEFAULTS', 'CONSTRAINTS', 'GENERATED', 'IDENTITY', 'INDEXES', 'STORAGE', 'ALL'], random.between(0, 3))
    .map((name) => ` ${random.chance(0.8) ? 'INCLUDING' : 'EXCLUDING'} ${name}`)
    .join('')
  return [
    sql`CREATE TABLE l1 (LIKE ${table.name}${which}, x1 ${types[0]}, x2 ${types[1]} DEFAULT ${literal(random, types[1])})`,
    sql`INSERT INTO l1 (id) SELECT id FROM ${table.name}`, sql`INSERT INTO l1 (id) VALUES (1), (1)`,
    sql`SELECT * FROM l1`,
    sql`SELECT column_name, data_type, column_default, is_nullable, is_generated FROM information_schema.columns WHERE table_name = 'l1' ORDER BY ordinal_position`,
    sql`SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'l1'::regclass ORDER BY 1`,
    sql`SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'l1'::regclass ORDER BY 1`,
    sql`DROP TABLE l1`,
  ]
}
