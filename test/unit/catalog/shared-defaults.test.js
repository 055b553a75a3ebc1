/** Defaults of the same text are one object; what they mean goes by the database they stand in, and by now. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { sharedExprFromText } from '../../../src/catalog/expr-text.js'

test('the same text gives the same object, also after many others', () => {
  const text = '{"kind":"const","type":23,"typmod":-1,"value":"7"}'
  const first = sharedExprFromText(text)
  assert.equal(first.kind === 'const' && first.value, 7)
  assert.equal(sharedExprFromText(text), first)
  for (let value = 0; value < 3000; value++) sharedExprFromText(text.replace('"7"', `"${value}"`))
  assert.deepEqual(sharedExprFromText(text), first)
})

test('defaults of types that have the same OID in two databases, and a label that is renamed', async () => {
  const [one, other] = await Promise.all([open(':memory:'), open(':memory:')])
  await one.exec("CREATE TYPE mood AS ENUM ('sad', 'ok')")
  await other.exec("CREATE TYPE state AS ENUM ('open', 'shut')")
  for (const [db, type, label] of /** @type {const} */ ([[one, 'mood', 'ok'], [other, 'state', 'shut']])) {
    await db.exec(`CREATE TABLE t
      (a int, b ${type} DEFAULT '${label}', c int[] DEFAULT '{1,2}', d int[] DEFAULT '{1,2}')`)
    await db.exec('INSERT INTO t (a) VALUES (1); UPDATE t SET c[1] = 9; INSERT INTO t (a) VALUES (2)')
    const { rows } = await db.query('SELECT b::text, c::text, d::text FROM t ORDER BY a')
    assert.deepEqual(rows, [{ b: label, c: '{9,2}', d: '{1,2}' }, { b: label, c: '{1,2}', d: '{1,2}' }])
  }
  await one.exec("ALTER TYPE mood RENAME VALUE 'ok' TO 'fine'; INSERT INTO t (a) VALUES (3)")
  assert.deepEqual((await one.query('SELECT DISTINCT b FROM t')).rows, [{ b: 'fine' }])
  await one.exec("ALTER TABLE t ALTER c SET DEFAULT '{3}'; INSERT INTO t (a) VALUES (4)")
  assert.deepEqual((await one.query('SELECT c::text, d::text FROM t WHERE a = 4')).rows, [{ c: '{3}', d: '{1,2}' }])
  await Promise.all([one.close(), other.close()])
})
