/**
 * Generated code can be debugged: its frames are named, EXPLAIN (CODE) shows what they are frames of, and equal code
 * has one name.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { interpreting } from '../../../src/executor/interpret/program.js'
import { open } from '../../../src/index.js'

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(
    'create table t (a int primary key, b int); insert into t select i, i % 10 from generate_series(1, 100) i'
  )
})
afterAll(() => db.close())

/** @param {string} text @returns {Promise<string[]>} */
const explained = async (text) => (await db.query(text)).rows.map((/** @type {any} */ row) => row['QUERY PLAN'])

test('the frames of a failing statement are lines that EXPLAIN (CODE) shows', async () => {
  for (const text of ['select a / b as q from t', 'select sum(a / b) from t group by b']) {
    const lines = await explained(`explain (code, costs off) ${text}`)
    const code = lines.slice(lines.indexOf('') + 1)
    const name = /^\/\/# sourceURL=(seawall-[0-9a-f]{8}\.js)$/.exec(code[code.length - 2])?.[1]
    // The first executions are interpreted.
    /** @type {any} */
    let error
    for (let time = 0; time <= interpreting.runs; time++) error = await db.query(text).catch((caught) => caught)
    assert.equal(error.code, '22012')
    const frame = new RegExp(`at \\S*statement\\b.* \\(${name}:(\\d+):(\\d+)\\)`).exec(error.stack)
    assert.ok(frame, error.stack)
    assert.match(code[Number(frame[1]) - 1].slice(Number(frame[2]) - 1), /^\w*div|^\w+\(/, 'the call that failed')
  }
})

test('the plan comes first, and other formats have no code', async () => {
  const plan = await explained('explain select b from t where a = 1')
  const both = await explained('explain (code) select b from t where a = 1')
  assert.deepEqual(both.slice(0, plan.length), plan)
  assert.match(
    both.slice(plan.length).join('\n'),
    /^\n\(function anonymous\(k\n\) \{\n'use strict'\n[^]*function statement\(ctx\) \{[^]*\n\}\)$/
  )
  assert.deepEqual(await explained('explain (code off) select b from t where a = 1'), plan)
  await assert.rejects(db.query('explain (code, format json) select 1'), { code: '0A000' })
})

test('code that is the same has the same name, other code another', async () => {
  const nameOf = async (/** @type {string} */ text) =>
    (await explained(`explain (code) ${text}`)).find((line) => line.startsWith('//#'))
  const first = await nameOf('select b from t where a = 1')
  assert.equal(await nameOf('select b from t where a = 1'), first)
  assert.notEqual(await nameOf('select a from t where b = 1'), first)
})
