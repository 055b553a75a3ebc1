/**
 * Queries in queries, hundreds of levels, where the functions are not optimized and less stack is left than usual; and
 * what is bound far inside belongs to the query it belongs to. Expected values were taken from PostgreSQL 15.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { open } from '../../../src/index.js'

const SCRIPT = `
  const { open } = await import(${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)})
  const db = await open(':memory:')
  const nested = (before, inner, after, count) => before.repeat(count) + inner + after.repeat(count)
  const texts = {
    'scalar': 'select ' + nested('(select ', '1', ')', 500),
    'WHERE': 'select 1 where 1 = ' + nested('(select 1 where 1 = ', '1', ')', 500),
    'EXISTS': 'select 1 where ' + nested('exists (select where ', 'true', ')', 500),
    'FROM': nested('select * from (', 'select 1', ') s', 500),
    'CASE': 'select ' + nested('case when true then ', '1', ' end', 200),
  }
  for (const [name, text] of Object.entries(texts)) {
    const { rows } = await db.query({ text, rowMode: 'array' })
    if (rows.length !== 1 || rows[0][0] !== 1) throw new Error(name + ': ' + JSON.stringify(rows))
  }
  console.log('all')`

test('500 levels of each kind, never optimized', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [
    '--conditions=development', '--no-opt', '--no-sparkplug', '--stack-size=900', '--input-type=module', '-e', SCRIPT,
  ], { encoding: 'utf8' })
  assert.equal(stdout, 'all\n', stderr)
})

/** @param {string} before @param {string} inner @param {string} after */
const nested = (before, inner, after) => before.repeat(40) + inner + after.repeat(40)

test('what is bound 40 levels inside', async () => {
  const db = await open(':memory:')
  await db.exec('create table t (a int, b text); insert into t values (1, \'x\'), (2, \'y\')')
  /** @param {string} text @param {unknown[]} [values] */
  const answer = async (text, values = []) => (await db.query({ text, values, rowMode: 'array' })).rows
  const deep = nested('(select ', '$1::int + t.a', ')')
  assert.deepEqual(await answer(`select ${nested('(select ', 't.a', ')')} from t order by 1`), [[1], [2]])
  assert.deepEqual(await answer(`select ${nested('(select ', 'sum(t.a)', ')')}::int from t`), [[3]])
  assert.deepEqual(await answer(`select ${deep} from t order by 1`, [1]), [[2], [3]])
  assert.deepEqual(
    await answer(`select b from t where ${nested('exists (select 1 from t s where s.a = t.a and ', "t.b = 'y'", ')')}`),
    [['y']],
  )
  assert.deepEqual(
    await answer(`select a from t where ${nested('a in (select a from t where ', 'a = 2', ')')}`),
    [[2]],
  )
  const inCase = nested('(select 1 + case when true then ', 'a', ' else (select 0) end)')
  assert.deepEqual(await answer(`select ${inCase} from t order by 1`), [[41], [42]])
  await assert.rejects(answer(`select ${nested('(select ', 'x.a', ')')} from t`), { code: '42P01' })
  await assert.rejects(answer(`select ${nested('(select ', 'a, b', ')')} from t`), { code: '42601' })
  await assert.rejects(answer(`select a from t where 1 = ${nested('(select ', 'sum(t.a)', ')')}`), { code: '42803' })
  assert.deepEqual(await answer('select (select a from t order by 1 limit 1)'), [[1]])
  await db.close()
})
