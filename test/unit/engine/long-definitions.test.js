/**
 * Definitions of thousands of terms: CHECKs, domains, policies, triggers. They are bound, stored and read with rests,
 * and hold what they say.
 */
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'
import { exprFromText, exprFromTextSteps, exprTextSteps, exprToText } from '../../../src/catalog/expr-text.js'
import {
  expressionDependencies, expressionDependencySteps,
} from '../../../src/catalog/ddl/dependencies.js'
import { parse } from '../../../src/parser/parser.js'
import { bindCheck } from '../../../src/planner/table-expressions.js'
import { turnUntil } from '../../../src/util/effort.js'

/** @param {number} count @param {(at: number) => string} item @param {string} [separator] */
const chain = (count, item, separator = ' OR ') => Array.from({ length: count }, (_, at) => item(at)).join(separator)

/** @template T @param {Generator<void, T, void>} steps that are always tired */
function driven(steps) {
  let rests = 0
  turnUntil(-1)
  try {
    for (;;) {
      const step = steps.next()
      if (step.done) return { value: step.value, rests }
      rests++
    }
  } finally {
    turnUntil(Infinity)
  }
}

const CONDITIONS = [
  chain(1300, (at) => `a = ${at} * 2`), chain(1300, (at) => `(a, b) <> (${at}, '${at}')`, ' AND '),
  `CASE ${chain(1300, (at) => `WHEN a = ${at} THEN b <> '${at}'`, ' ')} END`,
  `GREATEST(${chain(1300, (at) => `a + ${at}.5`, ', ')}) > 3 AND t IS NOT NULL AND (t).a > 1`,
]

test('a condition that is bound, written and read with rests is the condition', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE TABLE t (a int, b text)')
  const { session } = db
  session.block.ensure()
  const catalog = session.catalog()
  const relation = /** @type {any} */ (catalog.relationByName(null, 't'))
  for (const text of CONDITIONS) {
    const node = /** @type {any} */ (parse(`SELECT ${text}`)[0].stmt).SelectStmt.targetList[0].ResTarget.val
    const bound = driven(bindCheck(catalog, node, relation, { settings: session.settings }))
    const written = driven(exprTextSteps(bound.value))
    assert.equal(written.value, exprToText(bound.value))
    const read = driven(exprFromTextSteps(written.value))
    assert.deepEqual(read.value, exprFromText(written.value))
    const needs = driven(expressionDependencySteps(bound.value, relation.oid, catalog))
    const { columns, others } = expressionDependencies(bound.value, relation.oid, catalog)
    assert.deepEqual([needs.value.columns, needs.value.others], [columns, others])
    for (const { rests } of [bound, written, read, needs]) assert.ok(rests >= 1, `${rests} rests: ${text.slice(0, 40)}`)
  }
  await db.close()
})

test('long CHECKs hold, also of what they are rebuilt for', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE t (a int CHECK (${chain(1300, (at) => `a = ${at} * 2`)}), b int,
    CHECK (${chain(1100, (at) => `b <> ${at}`, ' AND ')}),
    CHECK (CASE ${chain(1100, (at) => `WHEN b = ${-at - 1} THEN a > ${at}`, ' ')} ELSE true END))`)
  await db.exec('INSERT INTO t VALUES (4, -3), (6, 1100), (NULL, NULL)')
  await expect(db.query('INSERT INTO t VALUES (5, 1100)')).rejects.toMatchObject({ code: '23514' })
  await expect(db.query('UPDATE t SET b = 1099')).rejects.toMatchObject({ code: '23514' })
  await expect(db.query('INSERT INTO t VALUES (2, -3)')).rejects.toMatchObject({ code: '23514' })
  await db.exec('ALTER TABLE t ALTER a TYPE bigint, ALTER b TYPE numeric; ALTER TABLE t RENAME a TO c')
  await expect(db.query('UPDATE t SET c = c + 1')).rejects.toMatchObject({ code: '23514' })
  await db.exec('UPDATE t SET c = c + 2; CREATE TABLE u (LIKE t INCLUDING ALL)')
  await expect(db.query('INSERT INTO u VALUES (2598, 5)')).rejects.toMatchObject({ code: '23514' })
  await db.exec('INSERT INTO u VALUES (2598, 1100.5)')
  const { rows } = await db.query(`SELECT count(*)::int, sum(length(pg_get_constraintdef(oid)))::int > 50000 AS long
    FROM pg_constraint WHERE conrelid IN ('t'::regclass, 'u'::regclass)`)
  expect(rows).toEqual([{ count: 6, long: true }])
  await db.close()
})

test('long CHECKs of domains hold', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE DOMAIN d AS int CHECK (${chain(1300, (at) => `VALUE = ${at}`)});
    CREATE DOMAIN e AS int CHECK (CASE ${chain(1100, (at) => `WHEN VALUE = ${at} THEN VALUE < 10`, ' ')} ELSE true END)
      CHECK (CASE VALUE ${chain(1100, (at) => `WHEN ${at} THEN VALUE < 11`, ' ')} ELSE VALUE > 3 END);
    CREATE TABLE t (d d, e e)`)
  await db.exec('INSERT INTO t SELECT i, i % 10 FROM generate_series(0, 1299) i; INSERT INTO t VALUES (NULL, NULL)')
  await expect(db.query('SELECT 1300::d')).rejects.toMatchObject({ code: '23514' })
  await expect(db.query('SELECT 10::e')).rejects.toMatchObject({ code: '23514' })
  await expect(db.query('SELECT (-1)::e')).rejects.toMatchObject({ code: '23514' })
  expect((await db.query('SELECT 1100::e AS e, 9::e AS f')).rows).toEqual([{ e: 1100, f: 9 }])
  await db.exec(`ALTER DOMAIN d ADD CHECK (${chain(1100, (at) => `VALUE <> ${at + 5000}`, ' AND ')})`)
  await expect(db.query('INSERT INTO t VALUES (5000)')).rejects.toMatchObject({ code: '23514' })
  await db.close()
})

test('long policies and conditions of triggers hold', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE t (a int); ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE ROLE r; GRANT ALL ON t TO r;
    CREATE POLICY p ON t USING (${chain(1100, (at) => `a = ${at} * 3`)})
      WITH CHECK (${chain(1100, (at) => `a <> ${at}`, ' AND ')});
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.a := -NEW.a; RETURN NEW; END';
    CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW WHEN (${chain(1100, (at) => `NEW.a = ${at} * 2`)})
      EXECUTE FUNCTION f();
    INSERT INTO t SELECT generate_series(1, 9)`)
  expect((await db.query('SELECT string_agg(a::text, \' \' ORDER BY a) AS a FROM t')).rows)
    .toEqual([{ a: '-8 -6 -4 -2 1 3 5 7 9' }])
  await db.exec('SET ROLE r')
  expect((await db.query('SELECT string_agg(a::text, \' \' ORDER BY a) AS a FROM t')).rows).toEqual([{ a: '3 9' }])
  await expect(db.query('INSERT INTO t VALUES (1097)')).rejects.toMatchObject({ code: '42501' })
  await db.exec('INSERT INTO t VALUES (1101); RESET ROLE')
  await db.exec(`ALTER POLICY p ON t USING (${chain(1100, (at) => `a = ${at} * 5`)})`)
  await db.exec('SET ROLE r')
  expect((await db.query('SELECT a FROM t')).rows).toEqual([{ a: 5 }])
  await db.close()
})

test('settings of a function: what is set again keeps its place, calls leave nothing to undo', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE FUNCTION f() RETURNS text LANGUAGE sql SET my.a = '1' SET my.b = '2' SET my.a = '3'
    AS 'SELECT current_setting(''my.a'') || current_setting(''my.b'')'; SET my.a = 'x'`)
  expect((await db.query("SELECT proconfig::text AS c FROM pg_proc WHERE proname = 'f'")).rows)
    .toEqual([{ c: '{my.a=3,my.b=2}' }])
  await db.exec('BEGIN')
  expect((await db.query("SELECT string_agg(DISTINCT f(), '') AS f FROM generate_series(1, 50)")).rows)
    .toEqual([{ f: '32' }])
  assert.equal(db.session.settings.undo.length, 0)
  expect((await db.query('SHOW my.a')).rows).toEqual([{ 'my.a': 'x' }])
  await db.exec(`ROLLBACK; ALTER FUNCTION f() RESET my.a SET my.c TO '4'`)
  expect((await db.query("SELECT proconfig::text AS c FROM pg_proc WHERE proname = 'f'")).rows)
    .toEqual([{ c: '{my.b=2,my.c=4}' }])
  await db.close()
})
