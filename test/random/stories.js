/**
 * Statements that only mean something one after the other: changes through views, cursors, constraints checked late,
 * partitions that come and go, identities, arbiters of every kind, children of tables, upserts, exclusion. What they
 * make they drop.
 */
import { copying } from './copying.js'
import { functions, likeOthers, materialized, ownAggregates, rules } from './definitions.js'
import { evaluation } from './evaluation.js'
import { ownTypes, parts, printed, references } from './keys.js'
import { list, maybe, sql, typed } from './node.js'
import { program } from './programs.js'
import { literal } from './values.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { SqlNode } from './node.js' */
/** @import { Relation } from './schema.js' */

/** @param {ChangeMaker} changes @returns {SqlNode[]} */
export function story(changes) {
  return changes.random.pick([
    throughView, throughView, cursor, cursor, lateConstraints, partitions, identity, arbiters, children, exclusion,
    rewrittenTable, temporary, rules, rules, functions, functions, ownAggregates, materialized, likeOthers, evaluation,
    evaluation, copying, copying, references, references, parts, parts, ownTypes, printed, printed, program, program,
  ])(changes)
}

/**
 * A view of some columns and rows, which says how it may be changed through.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
function throughView(changes) {
  const { random, exprs } = changes
  const table = random.pick(changes.schema.tables)
  const columns = table.columns.filter(
    (column) => column.isKey !== true && column.name !== 'ref' && column.isGenerated !== true
  )
  const shown = random.some(columns, random.between(1, columns.length))
  const scope = changes.scopeOf(table.name, table)
  const check = random.pick(['', '', ' WITH CHECK OPTION', ' WITH LOCAL CHECK OPTION', ' WITH CASCADED CHECK OPTION'])
  const made = random.chance(0.3) ? sql`, ${exprs.expr('int4', scope, 1)} AS made` : ''
  const where = random.chance(0.6) ? maybe` WHERE ${random.pick([sql`${table.name}.id % 2 = 0`, exprs.condition(scope, 1), sql`c1 > ${random.between(0, 9)}`])}` : ''
  const names = shown.map((column, at) => `x${at + 1}`)
  const view = {
    ...table,
    name: 'u1',
    columns: [
      { name: 'id', type: 'int4', declared: 'int', isKey: true },
      ...shown.map((column, at) => ({ ...column, name: names[at] })),
    ],
  }
  const statements = [sql`CREATE VIEW u1 AS SELECT id${shown.map((column, at) => `, ${column.name} AS ${names[at]}`).join('')}${made} FROM ${table.name}${where}${check}`]
  if (random.chance(0.3)) {
    statements.push(sql`CREATE VIEW u2 AS SELECT * FROM u1${random.chance(0.5) ? sql` WHERE id < ${random.between(5, 40)}` : ''}${random.pick(['', ' WITH CHECK OPTION', ' WITH LOCAL CHECK OPTION'])}`)
    view.name = 'u2'
  }
  if (random.chance(0.2))
    statements.push(sql`ALTER VIEW u1 ALTER COLUMN ${names[0]} SET DEFAULT ${literal(random, shown[0].type)}`)
  const inView = changes.scopeOf(view.name, view)
  for (let count = random.between(2, 5); count > 0; count--) {
    switch (random.below(7)) {
      case 0: case 1: {
        const values = shown.map((column) => changes.value(table, column, { columns: [], depth: 1 }))
        statements.push(sql`INSERT INTO ${view.name} (id${names.map((name) => `, ${name}`).join('')}) VALUES (${[sql`${table.nextId++}`, ...values]})${returning(changes, view)}`)
        break
      }
      case 2: statements.push(sql`INSERT INTO ${view.name} (id) VALUES (${random.between(1, table.nextId)}) ON CONFLICT ${random.pick(['DO NOTHING', '(id) DO NOTHING', `(id) DO UPDATE SET ${names[0]} = excluded.${names[0]}`])}${returning(changes, view)}`); break
      case 3: case 4: {
        const at = random.below(shown.length)
        statements.push(sql`UPDATE ${view.name} SET ${random.chance(0.1) && made !== '' ? 'made' : names[at]} = ${changes.value(table, shown[at], inView)}${random.chance(0.7) ? maybe` WHERE ${exprs.condition(inView, 1)}` : ''}${returning(changes, view)}`)
        break
      }
      case 5: statements.push(sql`DELETE FROM ${view.name} WHERE ${view.name}.id % 7 = 3${maybe` AND ${exprs.condition(inView, 1)}`}${returning(changes, view)}`); break
      default: statements.push(sql`MERGE INTO ${view.name} USING (VALUES (1), (2), (3)) AS s(k) ON ${view.name}.id = s.k WHEN MATCHED THEN DELETE`)
    }
  }
  statements.push(
    sql`SELECT table_name, is_insertable_into FROM information_schema.tables WHERE table_name LIKE 'u_' ORDER BY 1`,
    sql`SELECT column_name, is_updatable FROM information_schema.columns WHERE table_name = 'u1' ORDER BY 1`,
    sql`SELECT * FROM ${table.name}`,
    sql`SELECT * FROM u1`,
    sql`DROP VIEW IF EXISTS u1 CASCADE`
  )
  return statements
}

/** @param {ChangeMaker} changes @param {Relation} table */
function returning(changes, table) { return changes.returning(table.name, table) }

/** Rows by and by, in an order that leaves nothing open. @param {ChangeMaker} changes @returns {SqlNode[]} */
function cursor(changes) {
  const { random, queries, exprs } = changes
  const types = random.times(random.between(1, 3), () => exprs.someType())
  const hold = random.chance(0.3)
  // Without SCROLL and NO SCROLL, whether a cursor goes back, and FETCH 0 goes back by one, depends on the plan.
  const kind = random.pick(['SCROLL', 'SCROLL', 'SCROLL', 'NO SCROLL', ''])
  const scroll = kind === 'SCROLL'
  const query = queries.ordered(types, { columns: [], depth: 0 }, random.between(1, 2))
  const move = () =>
    random.pick([
      'NEXT', '2', 'FORWARD 3', 'ALL', 'FORWARD ALL', '0', 'RELATIVE 0', 'FIRST', 'LAST', 'PRIOR', 'BACKWARD 2',
      'BACKWARD ALL', 'ABSOLUTE 3', 'ABSOLUTE -2', 'RELATIVE -1', 'RELATIVE 2', '-1', 'ABSOLUTE 0',
    ])
  const steps = random.times(random.between(3, 7), () => sql`${random.pick(['FETCH', 'FETCH', 'MOVE'])} ${scroll ? move() : random.pick(['NEXT', '2', 'FORWARD 3', 'ALL', kind === '' ? '3' : '0', '1'])} FROM k1`)
  const statements = [sql`BEGIN`, sql`DECLARE k1 ${kind} CURSOR ${hold ? 'WITH HOLD ' : ''}FOR ${query}`, ...steps]
  if (random.chance(0.3))
    statements.push(
      sql`UPDATE ${random.pick(changes.schema.tables).name} SET c1 = c1`,
      sql`FETCH ${scroll ? 'ABSOLUTE 1' : 'NEXT'} FROM k1`
    )
  if (!hold) return [...statements, sql`${random.pick(['CLOSE k1', 'CLOSE ALL'])}`, sql`COMMIT`]
  return [
    ...statements,
    sql`${random.pick(['COMMIT', 'COMMIT', 'ROLLBACK'])}`,
    sql`FETCH ${scroll ? move() : 'NEXT'} FROM k1`,
    sql`FETCH ALL FROM k1`,
    sql`CLOSE k1`,
  ]
}

/** Keys that swap and references that come right by the end. @param {ChangeMaker} changes @returns {SqlNode[]} */
function lateConstraints({ random }) {
  const mode = () =>
    random.pick(['', ' DEFERRABLE', ' DEFERRABLE INITIALLY DEFERRED', ' DEFERRABLE INITIALLY DEFERRED'])
  const statements = [
    sql`CREATE TABLE d1 (id int CONSTRAINT d1_key PRIMARY KEY${mode()}, v int CONSTRAINT d1_v UNIQUE${mode()})`,
    sql`CREATE TABLE d2 (id int PRIMARY KEY, r int CONSTRAINT d2_r REFERENCES d1 (v)${random.pick(['', ' ON DELETE CASCADE', ' ON DELETE SET NULL', ' ON UPDATE CASCADE', ' ON UPDATE SET NULL ON DELETE CASCADE'])}${mode()})`,
    sql`INSERT INTO d1 SELECT i, i FROM generate_series(1, 8) AS i`,
    sql`INSERT INTO d2 SELECT i, i FROM generate_series(1, 5) AS i`,
    sql`BEGIN`,
  ]
  for (let count = random.between(3, 6); count > 0; count--) {
    statements.push(
      random.pick([
        () => sql`UPDATE d1 SET id = ${random.pick(['id + 1', '9 - id', 'id - 1', '-id'])}`,
        () => sql`UPDATE d1 SET v = ${random.pick(['v + 1', '9 - v', 'v', 'v * 2'])}`,
        () => sql`DELETE FROM d1 WHERE id ${random.pick(['=', '>', '<'])} ${random.between(1, 8)}`,
        () => sql`INSERT INTO d2 VALUES (${random.between(1, 12)}, ${random.between(1, 12)})`,
        () =>
          sql`INSERT INTO d1 VALUES (${random.between(1, 12)}, ${random.between(1, 12)})${random.pick(['', ' ON CONFLICT DO NOTHING', ' ON CONFLICT (id) DO NOTHING'])}`,
        () =>
          sql`SET CONSTRAINTS ${random.pick(['ALL', 'd1_key', 'd2_r', 'd1_v', 'd1_v, d2_r'])} ${random.pick(['IMMEDIATE', 'DEFERRED'])}`,
        () => sql`SAVEPOINT s`,
        () => sql`UPDATE d2 SET r = ${random.pick(['r + 1', 'NULL', '1'])} WHERE id = ${random.between(1, 5)}`,
        () => sql`DELETE FROM d2`,
      ])(),
    )
  }
  return [
    ...statements,
    sql`${random.pick(['COMMIT', 'COMMIT', 'ROLLBACK'])}`,
    sql`ROLLBACK`,
    sql`SELECT * FROM d1`,
    sql`SELECT * FROM d2`,
    sql`DROP TABLE IF EXISTS d1, d2`,
  ]
}

/** Partitions made, attached, detached, with rows that move. @param {ChangeMaker} changes @returns {SqlNode[]} */
function partitions(changes) {
  const { random } = changes
  const key = random.pick(['a', 'b', 'a, b', '(a % 10)', 'lower(b)'])
  const kind = random.pick(key.includes(',') ? ['RANGE'] : ['RANGE', 'LIST'])
  const ofText = key === 'b' || key === 'lower(b)'
  const bounds =
    kind === 'LIST'
      ? ofText
        ? [`IN ('a', 'b')`, `IN ('c', NULL)`, 'DEFAULT', `IN ('d')`]
        : ['IN (1, 2, 3)', 'IN (4, 5, NULL)', 'DEFAULT', 'IN (7, 8)']
      : key === 'a, b'
        ? [
            `FROM (MINVALUE, MINVALUE) TO (3, 'b')`,
            `FROM (3, 'b') TO (6, MAXVALUE)`,
            'DEFAULT',
            `FROM (7, 'a') TO (9, 'c')`,
          ]
        : ofText
          ? [`FROM (MINVALUE) TO ('b')`, `FROM ('b') TO ('d')`, 'DEFAULT', `FROM ('e') TO ('g')`]
          : ['FROM (MINVALUE) TO (3)', 'FROM (3) TO (6)', 'DEFAULT', 'FROM (7) TO (9)']
  const value = () => `(${random.pick(['1', '2', '3', '4', '5', '7', '8', '12', 'NULL'])}, '${random.pick(['a', 'b', 'c', 'd', 'e', 'A'])}', ${random.between(1, 9)})`
  const forValues = (/** @type {string} */ bound) => bound === 'DEFAULT' ? bound : `FOR VALUES ${bound}`
  const statements = [sql`CREATE TABLE q1 (a int, b text${random.pick(['', " COLLATE \"C\""])}, c int DEFAULT 5) PARTITION BY ${kind} (${key})`]
  bounds
    .slice(0, random.between(2, 3))
    .forEach((bound, at) => statements.push(sql`CREATE TABLE q1_${at + 1} PARTITION OF q1 ${forValues(bound)}`))
  statements.push(
    sql`INSERT INTO q1 VALUES ${random.times(6, value).join(', ')}`,
    sql`INSERT INTO q1 VALUES ${value()} RETURNING tableoid::regclass, *`,
  )
  const test = () =>
    random.pick([
      'a = 2', 'a > 3', 'a IS NULL', "b = 'c'", "b >= 'b'", 'a % 10 = 4', "lower(b) = 'a'", 'a IN (1, 5, 12)',
      "a = 3 AND b < 'c'", 'a BETWEEN 2 AND 7', "b = ANY (ARRAY['a', 'd'])", 'a <> 4', 'a = 1 OR a = 8', 'NOT (a < 5)',
      "(a, b) > (3, 'b')", 'a = (SELECT max(a) FROM q1)',
    ])
  for (let count = random.between(4, 8); count > 0; count--) {
    statements.push(random.pick([
      () => sql`SELECT tableoid::regclass, * FROM q1 WHERE ${test()}`, () => sql`SELECT tableoid::regclass, * FROM q1 WHERE ${test()}`, () => sql`UPDATE q1 SET a = ${random.pick(['a + 2', '4', 'c', 'NULL', '-a'])} WHERE ${test()} RETURNING tableoid::regclass, *`, () => sql`UPDATE q1 SET b = ${random.pick(["'c'", "b || 'x'", 'upper(b)'])} WHERE ${test()}`,
      () => sql`DELETE FROM q1 WHERE ${test()} RETURNING *`, () => sql`CREATE TABLE q2 (a int, b text${random.pick(['', " COLLATE \"C\""])}, c int)`, () => sql`INSERT INTO q2 VALUES ${value()}`, () => sql`ALTER TABLE q1 ATTACH PARTITION q2 ${forValues(random.pick(bounds))}`, () => sql`ALTER TABLE q1 DETACH PARTITION q1_${random.between(1, 2)}`,
      () => sql`ALTER TABLE q1 ADD COLUMN d int DEFAULT ${random.between(1, 9)}`, () => sql`ALTER TABLE q1 DROP COLUMN c`, () => sql`CREATE INDEX ON q1 (a)`, () => sql`CREATE UNIQUE INDEX ON q1 (${random.pick(['a', 'b', 'a, b'])})`, () => sql`INSERT INTO q1 (a, b) VALUES (${random.between(1, 9)}, 'b') ON CONFLICT DO NOTHING`,
      () => sql`MERGE INTO q1 USING (VALUES (1, 'a'), (4, 'c'), (9, 'z')) AS s(x, y) ON q1.a = s.x WHEN MATCHED THEN UPDATE SET ${random.pick(['a = a + 3', 'b = s.y', 'c = x'])} WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.x, s.y)`, () => sql`SELECT count(*), a FROM q1 JOIN q1 AS o USING (a) WHERE ${random.pick(['a > 2', 'o.b = q1.b', 'o.a = 4'])} GROUP BY a`,
    ])())
  }
  return [...statements, sql`SELECT tableoid::regclass, * FROM q1`, sql`SELECT relname, pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname LIKE 'q1%' AND relkind IN ('r', 'p') ORDER BY 1`, sql`DROP TABLE IF EXISTS q1, q2, q1_1, q1_2, q1_3`]
}

/** Columns that count, and sequences. @param {ChangeMaker} changes @returns {SqlNode[]} */
function identity({ random }) {
  const options = random.pick([
    '', ' (START 5)', ' (INCREMENT -2)', ' (START 3 INCREMENT 3 MAXVALUE 12 CYCLE)', ' (MAXVALUE 4)',
  ])
  const statements = [sql`CREATE TABLE n1 (id int GENERATED ${random.pick(['ALWAYS', 'BY DEFAULT'])} AS IDENTITY${options}, s ${random.pick(['serial', 'bigserial', 'smallserial'])}, v int, w int GENERATED ALWAYS AS (v * 2 + s) STORED)`]
  for (let count = random.between(5, 9); count > 0; count--) {
    statements.push(random.pick([
      () => sql`INSERT INTO n1 (v) VALUES (1), (2) RETURNING *`, () => sql`INSERT INTO n1 (id, v) ${random.pick(['', 'OVERRIDING SYSTEM VALUE ', 'OVERRIDING USER VALUE '])}VALUES (${random.between(1, 20)}, 7) RETURNING *`, () => sql`INSERT INTO n1 (id, s) VALUES (DEFAULT, DEFAULT) RETURNING *`, () => sql`UPDATE n1 SET id = ${random.pick(['DEFAULT', '4'])}`,
      () => sql`UPDATE n1 SET v = v + 1 RETURNING w`, () => sql`UPDATE n1 SET w = ${random.pick(['DEFAULT', '3'])}`, () => sql`ALTER TABLE n1 ALTER COLUMN id ${random.pick(['RESTART', 'RESTART WITH 30', 'SET GENERATED ALWAYS', 'SET GENERATED BY DEFAULT', 'SET INCREMENT BY 5', 'DROP IDENTITY', 'DROP IDENTITY IF EXISTS'])}`,
      () => sql`TRUNCATE n1${random.pick(['', ' RESTART IDENTITY'])}`, () => sql`SELECT currval(pg_get_serial_sequence('n1', 's')), lastval()`, () => sql`SELECT setval('n1_s_seq', ${random.between(1, 50)}${random.pick(['', ', false'])}), nextval('n1_s_seq')`, () => sql`ALTER TABLE n1 ALTER COLUMN s ${random.pick(['DROP DEFAULT', 'ADD GENERATED ALWAYS AS IDENTITY', 'SET DEFAULT 9'])}`,
      () => sql`SELECT last_value, is_called FROM n1_s_seq`, () => sql`SELECT attname, attidentity, attgenerated, pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'n1'::regclass AND attnum > 0 ORDER BY attnum`,
      () => sql`ALTER TABLE n1 ${random.pick(['ALTER COLUMN w DROP EXPRESSION', 'DROP COLUMN v', 'DROP COLUMN v CASCADE', 'ALTER COLUMN v TYPE bigint', 'RENAME COLUMN v TO vv', 'ALTER COLUMN w SET DEFAULT 1', 'ALTER COLUMN v SET NOT NULL'])}`,
    ])())
  }
  return [...statements, sql`SELECT * FROM n1`, sql`DROP TABLE IF EXISTS n1`]
}

/** ON CONFLICT by columns, expressions, predicates, constraints. @param {ChangeMaker} changes @returns {SqlNode[]} */
function arbiters({ random, exprs }) {
  const scope = {
    columns: [
      { text: 'f1.a', type: 'int4' }, { text: 'f1.b', type: 'text' }, { text: 'excluded.a', type: 'int4' },
      { text: 'excluded.b', type: 'text' },
    ],
    depth: 1,
  }
  const statements = [sql`CREATE TABLE f1 (a int, b text, c int DEFAULT 0${random.pick(['', ', CONSTRAINT f1_ab UNIQUE (a, b)', ', CONSTRAINT f1_ab UNIQUE NULLS NOT DISTINCT (a, b)'])})`,
    sql`CREATE UNIQUE INDEX f1_i ON f1 (${random.pick(['a', 'lower(b)', '(a % 5)', 'b, a', 'a, lower(b)'])})${random.pick(['', ' WHERE c = 0', ' WHERE b IS NOT NULL'])}`, sql`INSERT INTO f1 VALUES (1, 'a'), (2, 'B'), (3, NULL)`]
  const target = () =>
    random.pick([
      '', '(a)', '(b)', '(lower(b))', '((a % 5))', '(a, b)', '(b, a)', '(a) WHERE c = 0',
      '(lower(b)) WHERE b IS NOT NULL', 'ON CONSTRAINT f1_ab', 'ON CONSTRAINT f1_i', '(a, lower(b))',
      '(lower(b)) WHERE c = 0 AND a > 1', '(a COLLATE "C")', '(b text_ops)', '(b COLLATE "C")',
    ])
  const row = () => `(${random.pick(['1', '2', '3', '6', '7', 'NULL'])}, ${random.pick(["'a'", "'A'", "'b'", "'zz'", 'NULL'])}, ${random.pick(['0', '1', 'DEFAULT'])})`
  for (let count = random.between(5, 9); count > 0; count--) {
    const update = random.pick([
      sql`c = f1.c + 1`, sql`a = ${exprs.expr('int4', scope, 1)}`, sql`(a, b) = (excluded.a, excluded.b || 'x')`,
      sql`b = ${exprs.expr('text', scope, 1)}`, sql`c = (SELECT count(*) FROM f1), b = DEFAULT`,
    ])
    statements.push(sql`INSERT INTO f1 VALUES ${random.times(random.between(1, 3), row).join(', ')} ON CONFLICT ${target()} ${random.chance(0.4) ? sql`DO NOTHING` : sql`DO UPDATE SET ${update}${random.chance(0.3) ? maybe` WHERE ${exprs.condition(scope, 1)}` : ''}`}${random.pick(['', ' RETURNING *'])}`)
  }
  return [...statements, sql`SELECT * FROM f1`, sql`DROP TABLE f1`]
}

/** Tables that inherit. @param {ChangeMaker} changes @returns {SqlNode[]} */
function children({ random }) {
  const statements = [
    sql`CREATE TABLE h1 (a int DEFAULT 1, b text${random.pick(['', ' NOT NULL'])}${random.pick(['', ', CHECK (a < 100)', ', CONSTRAINT h1_c CHECK (a < 100) NO INHERIT'])})`,
    sql`CREATE TABLE h2 (c int${random.pick(['', ', a int DEFAULT 2', ", b text DEFAULT 'x'"])}) INHERITS (h1)`,
    sql`CREATE TABLE h3 (d int) INHERITS (${random.pick(['h1', 'h2', 'h2, h1'])})`, sql`INSERT INTO h1 VALUES (1, 'p')`,
    sql`INSERT INTO h2 (a, b, c) VALUES (2, 'q', 3)`, sql`INSERT INTO h3 (b, d) VALUES ('r', 5)`,
  ]
  for (let count = random.between(5, 9); count > 0; count--) {
    const name = random.pick(['h1', 'h2', 'h3', 'ONLY h1', 'h1*'])
    statements.push(random.pick([
      () => sql`SELECT tableoid::regclass, * FROM ${name}`, () => sql`UPDATE ${name} SET a = a + 1 RETURNING tableoid::regclass, *`, () => sql`DELETE FROM ${name} WHERE a = ${random.between(1, 4)} RETURNING *`, () => sql`ALTER TABLE ${random.pick(['h1', 'h2', 'ONLY h1'])} ${random.pick(['ADD COLUMN e int DEFAULT 4', 'DROP COLUMN b', 'ALTER COLUMN a SET DEFAULT 7', 'ALTER COLUMN a TYPE bigint', 'RENAME COLUMN a TO aa', 'ADD CHECK (a > -5)', 'ALTER COLUMN b SET NOT NULL', 'DROP CONSTRAINT IF EXISTS h1_c', 'ADD COLUMN d int', 'ADD COLUMN c text'])}`,
      () => sql`ALTER TABLE h3 ${random.pick(['NO INHERIT h1', 'NO INHERIT h2', 'INHERIT h1', 'INHERIT h2'])}`, () => sql`SELECT count(*) FROM h1 JOIN h2 ON h1.a = h2.a`, () => sql`INSERT INTO h1 DEFAULT VALUES`, () => sql`SELECT h1.*, h1 FROM h1`, () => sql`SELECT attname, attinhcount, attislocal FROM pg_attribute WHERE attrelid = 'h3'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`, () => sql`TRUNCATE ${random.pick(['h2', 'ONLY h1', 'h1'])}`,
    ])())
  }
  return [...statements, sql`DROP TABLE IF EXISTS h1 CASCADE`, sql`DROP TABLE IF EXISTS h2, h3`]
}

/** @param {ChangeMaker} changes @returns {SqlNode[]} */
function exclusion({ random }) {
  const column = random.pick(['r int4range', 'r daterange', 'r numrange'])
  const type = column.slice(2)
  const statements = [sql`CREATE TABLE e1 (id int, ${column}, EXCLUDE USING gist (r WITH ${random.pick(['&&', '=', '-|-'])})${random.pick(['', ' WHERE (id > 0)', ' DEFERRABLE INITIALLY DEFERRED'])})`]
  const wanted = () => sql`${random.between(-1, 9)}, ${literal(random, type)}`
  for (let count = random.between(4, 8); count > 0; count--) statements.push(random.pick([() => sql`INSERT INTO e1 VALUES (${wanted()})${random.pick(['', ' ON CONFLICT DO NOTHING', ' ON CONFLICT DO NOTHING RETURNING *'])}`, () => sql`UPDATE e1 SET r = ${literal(random, type)} WHERE id = ${random.between(1, 9)}`, () => sql`SELECT * FROM e1 WHERE r ${random.pick(['&&', '@>', '<@', '<<', '='])} ${literal(random, type)}`, () => sql`DELETE FROM e1 WHERE id = ${random.between(1, 9)}`])())
  return [...statements, sql`SELECT * FROM e1`, sql`DROP TABLE e1`]
}

/** A column becomes another type's. @param {ChangeMaker} changes @returns {SqlNode[]} */
function rewrittenTable({ random, exprs }) {
  const [from, to] = [exprs.someType(), exprs.someType()]
  const scope = { columns: [{ text: 'v', type: from }], depth: 9 }
  const rows = random.times(5, (at) => sql`(${at + 1}, ${random.chance(0.2) ? 'NULL' : literal(random, from)})`)
  const statements = [sql`CREATE TABLE z1 (id int PRIMARY KEY, v ${from}${random.chance(0.3) ? sql` DEFAULT ${literal(random, from)}` : ''})`, sql`INSERT INTO z1 VALUES ${list(rows)}`]
  if (random.chance(0.4)) statements.push(sql`CREATE INDEX ON z1 (v)`)
  if (random.chance(0.3)) statements.push(sql`CREATE VIEW z2 AS SELECT ${random.pick(['v', 'id'])} AS x FROM z1`)
  statements.push(sql`ALTER TABLE z1 ALTER COLUMN v TYPE ${to}${random.pick([() => '', () => sql` USING v::text::${to}`, () => sql` USING ${exprs.expr(to, scope, 1)}`])()}`, sql`SELECT * FROM z1`, sql`INSERT INTO z1 (id) VALUES (9) RETURNING *`, sql`SELECT * FROM z1 WHERE v = ${typed(to)`${literal(random, to)}`}`)
  return [...statements, sql`DROP TABLE z1 CASCADE`]
}

/** Tables that hide others, and go. @param {ChangeMaker} changes @returns {SqlNode[]} */
function temporary({ random, schema }) {
  const { name } = random.pick(schema.tables)
  const commit = random.pick(['', ' ON COMMIT DELETE ROWS', ' ON COMMIT DROP', ' ON COMMIT PRESERVE ROWS'])
  return [
    sql`BEGIN`,
    sql`CREATE TEMP TABLE ${random.pick([name, 'o1'])} (id int, v text)${commit}`,
    sql`SELECT * FROM ${name}`,
    sql`INSERT INTO ${random.pick([name, 'o1'])} (id) VALUES (1000)`,
    sql`SELECT count(*) FROM ${name}`,
    sql`${random.pick(['COMMIT', 'ROLLBACK'])}`,
    sql`SELECT count(*) FROM ${name}`,
    sql`SELECT count(*) FROM public.${name}`,
    sql`SELECT count(*) FROM o1`,
    sql`DROP TABLE IF EXISTS pg_temp.${name}, pg_temp.o1`,
    sql`DELETE FROM ${name} WHERE id = 1000`,
  ]
}
