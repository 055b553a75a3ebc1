/**
 * References of every shape, assignments to parts of values, types of one's own, and what the catalog prints of all
 * that. What they make they drop.
 */
import { list, maybe, sql } from './node.js'
import { literal } from './values.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { SqlNode } from './node.js' */

/**
 * Foreign keys of two columns with every action, into tables, partitioned tables and themselves.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
export function references({ random }) {
  const action = () =>
    random.pick([
      '', ' CASCADE', ' SET NULL', ' SET DEFAULT', ' RESTRICT', ' NO ACTION', ' SET NULL (x)', ' SET DEFAULT (y)',
      ' SET NULL (y, x)',
    ])
  const [onDelete, onUpdate] = [action(), action().replace(/ \(.*$/, '')]
  const actions = `${onDelete === '' ? '' : ` ON DELETE${onDelete}`}${onUpdate === '' ? '' : ` ON UPDATE${onUpdate}`}${random.pick(['', '', ' DEFERRABLE', ' DEFERRABLE INITIALLY DEFERRED'])}`
  const match = random.pick(['', ' MATCH SIMPLE', ' MATCH FULL', ' MATCH PARTIAL'])
  const parted = random.chance(0.3)
  const statements = [sql`CREATE TABLE b1 (a int, b int, v int, PRIMARY KEY (a, b), UNIQUE (b, a))${parted ? ' PARTITION BY RANGE (a)' : ''}`]
  if (parted)
    statements.push(
      sql`CREATE TABLE b1_1 PARTITION OF b1 FOR VALUES FROM (MINVALUE) TO (4)`,
      sql`CREATE TABLE b1_2 PARTITION OF b1 FOR VALUES FROM (4) TO (MAXVALUE)`,
    )
  const hashed = random.chance(0.25)
  statements.push(sql`CREATE TABLE b2 (id int${hashed ? '' : ' PRIMARY KEY'}, x int DEFAULT 1, y int DEFAULT ${random.pick(['1', '2', 'NULL', '99'])}, CONSTRAINT b2_xy FOREIGN KEY (x, y) REFERENCES b1${random.pick(['', ' (a, b)', ' (b, a)', ' (a)'])}${match}${actions})${hashed ? ' PARTITION BY HASH (id)' : ''}`)
  if (hashed)
    statements.push(
      sql`CREATE TABLE b2_1 PARTITION OF b2 FOR VALUES WITH (MODULUS 2, REMAINDER 0)`,
      sql`CREATE TABLE b2_2 PARTITION OF b2 FOR VALUES WITH (MODULUS 2, REMAINDER 1)`,
    )
  statements.push(
    sql`INSERT INTO b1 SELECT i, j, i * j FROM generate_series(1, 6) AS i, generate_series(1, 2) AS j`,
    sql`INSERT INTO b2 VALUES (1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 5, 2), (5, NULL, NULL)`,
    sql`CREATE TABLE b3 (id int PRIMARY KEY, up int REFERENCES b3${random.pick(['', ' ON DELETE CASCADE', ' ON DELETE SET NULL', ' ON UPDATE CASCADE'])}${random.pick(['', ' DEFERRABLE INITIALLY DEFERRED'])})`,
    sql`INSERT INTO b3 VALUES (1, NULL), (2, 1), (3, 2), (4, 4), (5, 3)`,
  )
  const number = () => random.pick(['1', '2', '3', '5', '7', 'NULL'])
  for (let count = random.between(6, 10); count > 0; count--) {
    statements.push(random.pick([
      () => sql`INSERT INTO b2 VALUES (${random.between(10, 40)}, ${number()}, ${number()}) RETURNING *`, () => sql`DELETE FROM b1 WHERE a = ${random.between(1, 6)}${random.pick(['', ' AND b = 1'])}`, () => sql`UPDATE b1 SET ${random.pick(['a = a + 1', 'a = 7 - a', 'b = 3 - b', 'a = a + 10', 'v = v + 1', 'a = b, b = a'])}${random.pick(['', ` WHERE a = ${random.between(1, 6)}`, ' WHERE b = 1'])}`,
      () => sql`UPDATE b2 SET x = ${number()}, y = ${random.pick(['1', '2', 'DEFAULT', 'NULL'])} WHERE id = ${random.between(1, 5)}`, () => sql`DELETE FROM b3 WHERE id = ${random.between(1, 5)}`, () => sql`UPDATE b3 SET id = id + 10${random.pick(['', ` WHERE id = ${random.between(1, 5)}`])}`, () => sql`INSERT INTO b3 VALUES (20, 21), (21, 20)`,
      () => sql`UPDATE b3 SET up = ${number()} WHERE id < 4`, () => sql`TRUNCATE b1`, () => sql`TRUNCATE b1, b2`, () => sql`TRUNCATE b3`, () => sql`SELECT * FROM b2`, () => sql`ALTER TABLE b2 DROP CONSTRAINT b2_xy`, () => sql`ALTER TABLE b2 ADD CONSTRAINT b2_n FOREIGN KEY (x, y) REFERENCES b1${match}${actions}${random.pick(['', ' NOT VALID'])}`, () => sql`ALTER TABLE b2 VALIDATE CONSTRAINT b2_n`,
      () => sql`SELECT conname, contype, condeferrable, convalidated, confmatchtype, confupdtype, confdeltype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'b2'::regclass ORDER BY 1`, () => sql`WITH w AS (DELETE FROM b1 WHERE a = 2 RETURNING a, b) INSERT INTO b2 SELECT 50 + b, a, b FROM w`, () => sql`MERGE INTO b1 USING (VALUES (1, 1), (9, 9)) AS s(p, q) ON a = p AND b = q WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (p, q, 0)`,
    ])())
  }
  return [
    ...statements,
    sql`SELECT * FROM b1`,
    sql`SELECT * FROM b2`,
    sql`SELECT * FROM b3`,
    sql`DROP TABLE IF EXISTS b1, b2, b3`,
  ]
}

/** Elements, slices, fields and keys that are set. @param {ChangeMaker} changes @returns {SqlNode[]} */
export function parts({ random, exprs }) {
  const scope = {
    columns: [
      { text: 'x1.n', type: 'int4' }, { text: 'x1.t', type: 'text' }, { text: 'x1.a', type: 'int4[]' },
      { text: 'x1.j', type: 'jsonb' }, { text: 'x1.p', type: 'pair' },
    ],
    depth: 2,
  }
  const index = () => random.pick(['1', '2', '3', '5', '0', '-1', 'n', 'NULL'])
  const key = () => random.pick(["'a'", "'b'", '0', '-1', '5', "'k'", 't'])
  const target = () =>
    random.pick([
      () => sql`a[${index()}] = ${exprs.expr('int4', scope, 1)}`,
      () => sql`a[${index()}:${index()}] = ${exprs.expr('int4[]', scope, 1)}`,
      () => sql`a[:2] = ARRAY[${literal(random, 'int4')}, 8]`,
      () => sql`m[${index()}][${index()}] = ${exprs.expr('int4', scope, 0)}`, () => sql`m[1:2][1:1] = '{{7},{8}}'`,
      () => sql`j[${key()}] = ${exprs.expr('jsonb', scope, 1)}`,
      () => sql`j[${key()}][${key()}] = ${exprs.expr('jsonb', scope, 0)}`,
      () => sql`p.a = ${exprs.expr('int4', scope, 1)}`, () => sql`p.b = ${exprs.expr('text', scope, 1)}`,
      () => sql`q[${index()}].a = ${exprs.expr('int4', scope, 0)}`,
      () => sql`q[${index()}] = ${exprs.expr('pair', scope, 1)}`,
      () => sql`(p.a, p.b) = (${exprs.expr('int4', scope, 0)}, 'w')`, () => sql`a[1] = 4, a[2] = 5, a[7] = 6`,
      () => sql`n = a[2], a[1] = n`, () => sql`p = ROW(1, t)`,
    ])()
  const statements = [sql`CREATE TABLE x1 (n int, t text, a int[], m int[][], j jsonb, p pair, q pair[])`, sql`INSERT INTO x1 VALUES (1, 'a', '{1,2,3}', '{{1,2},{3,4}}', '{"a": {"b": 1}, "k": [1, 2]}', ROW(1, 'x'), ARRAY[ROW(1, 'y')::pair]), (2, 'b', NULL, NULL, NULL, NULL, NULL), (3, NULL, '{}', '[0:1][2:3]={{1,2},{3,4}}', '[1, {"a": 2}]', ROW(NULL, NULL), '{}'), (NULL, 'k', '[5:6]={1,2}', NULL, '5', '(,)', NULL)`]
  for (let count = random.between(5, 9); count > 0; count--) {
    statements.push(random.pick([
      () => sql`UPDATE x1 SET ${target()}${random.chance(0.5) ? maybe` WHERE n = ${random.between(1, 3)}` : ''} RETURNING *`, () => sql`UPDATE x1 SET ${target()} WHERE n = ${random.between(1, 3)} RETURNING *`, () => sql`INSERT INTO x1 (n, a[${index().replace('n', '2')}], p.b) VALUES (9, 7, 'z') RETURNING *`, () => sql`INSERT INTO x1 (n, a[1], a[3], j['x'], q[2].b) VALUES (8, 1, 2, '"v"', 'w') RETURNING *`,
      () => sql`SELECT a[${index()}], a[${index()}:${index()}], m[1], m[1][2], m[1:1], j[${key()}], j[${key()}][${key()}], (p).a, (q[1]).b, (q[1:2])[1].a FROM x1`, () => sql`SELECT (p).*, array_dims(a[2:]), array_lower(m[:1], 1), cardinality(q) FROM x1`, () => sql`INSERT INTO x1 (n, a) VALUES (1, '{9}') ON CONFLICT DO NOTHING RETURNING a[1]`,
    ])())
  }
  return [...statements, sql`SELECT * FROM x1`, sql`DROP TABLE x1`]
}

/**
 * Enums that grow, domains over domains, ranges and rows of one's own.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
export function ownTypes({ random, exprs }) {
  const subtype = random.pick(['text', 'float8', 'numeric', 'timestamp', 'date', 'time', 'int8', 'inet', 'uuid'])
  const value = () => literal(random, subtype)
  const made = () => sql`j3(${random.pick([value(), 'NULL'])}, ${random.pick([value(), 'NULL'])}${random.pick(['', ", '[]'", ", '()'", ", '(]'"])})`
  const statements = [
    sql`CREATE TYPE j1 AS ENUM ('low', 'mid', 'high')`,
    sql`CREATE DOMAIN j2 AS int CONSTRAINT j2_big CHECK (VALUE < 100)${random.pick(['', ' DEFAULT 5', ' NOT NULL'])}`,
    sql`CREATE TYPE j3 AS RANGE (subtype = ${subtype}${subtype === 'text' ? ', collation = "C"' : ''})`,
    sql`CREATE DOMAIN j4 AS j2${random.pick(['', ' CHECK (VALUE > 0)', ' DEFAULT 7'])}`,
    sql`CREATE TYPE j5 AS (e j1, d j4, r j3)`, sql`CREATE TABLE j6 (id int, e j1, d j4, r j3, c j5, a j1[], l j2[])`,
  ]
  for (let count = random.between(6, 11); count > 0; count--) {
    statements.push(random.pick([
      () => sql`INSERT INTO j6 VALUES (${random.between(1, 9)}, '${random.pick(['low', 'mid', 'high', 'top', 'huge'])}', ${random.pick(['5', '200', '-1', 'NULL', 'DEFAULT'])}, ${made()}, NULL, '{low,high}', '{1,2}') RETURNING *`, () => sql`INSERT INTO j6 (id, c) VALUES (1, ROW('mid', ${random.pick(['3', '-3', '300', 'NULL'])}, ${made()})) RETURNING c, (c).d`,
      () => sql`ALTER TYPE j1 ADD VALUE ${random.pick(['', 'IF NOT EXISTS '])}'${random.pick(['top', 'huge', 'mid'])}'${random.pick(['', " BEFORE 'mid'", " AFTER 'low'", " BEFORE 'none'"])}`, () => sql`ALTER TYPE j1 RENAME VALUE '${random.pick(['low', 'top'])}' TO '${random.pick(['lowest', 'high'])}'`, () => sql`SELECT enum_range(NULL::j1), enum_first(NULL::j1), enum_last(NULL::j1), enum_range('mid'::j1, NULL)`,
      () => sql`SELECT id, e FROM j6 WHERE e ${random.pick(['>', '<=', '='])} 'mid' ORDER BY e DESC, id`, () => sql`SELECT ${made()} ${random.pick(['&&', '*', '@>', '<@', '-|-', '<<', '=', '<', '+'])} ${made()}`, () => sql`SELECT lower(${made()}), upper_inc(${made()}), isempty(${made()}), ${made()}::text::j3, range_merge(${made()}, ${made()})`, () => sql`SELECT j3_multirange(${made()}, ${made()}), ${made()} @> ${value()}, unnest(j3_multirange(${made()}))`,
      () => sql`ALTER DOMAIN j2 ${random.pick(['ADD CONSTRAINT j2_even CHECK (VALUE % 2 = 0)', 'ADD CONSTRAINT j2_even CHECK (VALUE % 2 = 0) NOT VALID', 'DROP CONSTRAINT j2_big', 'DROP CONSTRAINT IF EXISTS j2_no', 'SET DEFAULT 9', 'DROP DEFAULT', 'VALIDATE CONSTRAINT j2_even', 'RENAME CONSTRAINT j2_big TO j2_max'])}`, () => sql`SELECT ${random.pick(['50', '150', '-5', 'NULL', "'7'", '3.7'])}::${random.pick(['j2', 'j4'])}`, () => sql`SELECT '{1,${random.between(1, 300)}}'::j2[], ARRAY[1, 2]::j4[]`,
      // Of the domain beneath, PostgreSQL's sessions go on with what they once read.
      () => sql`ALTER DOMAIN j4 ${random.pick(['SET NOT NULL', 'DROP NOT NULL'])}`,
      () => sql`ALTER TYPE j5 ${random.pick(['ADD ATTRIBUTE z int CASCADE', 'DROP ATTRIBUTE r', 'DROP ATTRIBUTE IF EXISTS zz', 'RENAME ATTRIBUTE d TO dd CASCADE', 'ADD ATTRIBUTE y text', 'ALTER ATTRIBUTE e TYPE text CASCADE'])}`, () => sql`SELECT c, (c).*, c IS NULL FROM j6`, () => sql`SELECT array_agg(e ORDER BY e), min(e), max(d), range_agg(r) FROM j6`, () => sql`SELECT a @> ARRAY['low']::j1[], a[1], array_position(a, 'high'), l || 3 FROM j6`, () => sql`UPDATE j6 SET l[2] = ${random.pick(['50', '500'])}, c.d = ${random.pick(['4', '-4', 'NULL'])} RETURNING l, c`,
      () => sql`SELECT typname, typtype, typnotnull, typdefault, format_type(typbasetype, typtypmod) FROM pg_type WHERE typname ~ '^_?j[1-6]' ORDER BY 1`, () => sql`SELECT ${exprs.expr('text', { columns: [{ text: "'mid'::j1::text", type: 'text' }], depth: 2 }, 1)}, 'low'::j1 < 'mid', to_jsonb('mid'::j1), row_to_json(j6) FROM j6`,
    ])())
  }
  return [
    ...statements,
    sql`SELECT * FROM j6`,
    sql`DROP TABLE j6`,
    sql`DROP TYPE j5`,
    sql`DROP DOMAIN j4, j2`,
    sql`DROP TYPE j1, j3 CASCADE`,
  ]
}

/**
 * What the catalog says of queries, conditions, indexes and defaults, as text.
 * @param {ChangeMaker} changes
 * @returns {SqlNode[]}
 */
export function printed({ random, exprs, queries }) {
  const types = random.times(random.between(1, 3), () => exprs.someType())
  const columns = random.times(4, (at) => ({ name: `c${at + 1}`, type: exprs.someType() }))
  const scope = { columns: columns.map((column) => ({ text: column.name, type: column.type })), depth: 9 }
  const statements = [sql`CREATE VIEW t1 AS ${random.chance(0.5) ? queries.select(types, { columns: [], depth: 1 }, 2) : queries.ordered(types, { columns: [], depth: 1 }, 2)}`, sql`SELECT pg_get_viewdef('t1')`, sql`SELECT pg_get_viewdef('t1', true)`, sql`DROP VIEW IF EXISTS t1`,
    sql`CREATE TABLE t1 (${list(columns.map((column) => sql`${column.name} ${column.type}`))})`]
  for (let count = random.between(3, 5); count > 0; count--) {
    statements.push(random.pick([() => sql`ALTER TABLE t1 ADD CHECK (${exprs.condition(scope, 2)})`, () => sql`CREATE INDEX ON t1 ((${exprs.expr(random.pick(['int4', 'text', 'bool', 'numeric']), scope, 2)}))${maybe` WHERE ${exprs.condition(scope, 1)}`}`, () => { const column = random.pick(columns); return sql`ALTER TABLE t1 ALTER ${column.name} SET DEFAULT ${exprs.expr(column.type, { columns: [], depth: 9 }, 2)}` }])())
  }
  return [
    ...statements,
    sql`SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 't1'::regclass ORDER BY 1`,
    sql`SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 't1'::regclass ORDER BY 1`,
    sql`SELECT adnum, pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 't1'::regclass ORDER BY 1`,
    sql`DROP TABLE IF EXISTS t1`,
  ]
}
