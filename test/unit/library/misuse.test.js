/** What is no query, no value and no option is refused by name, at every door, and leaves the session as it was. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { DOORS, atDoors, useServers } from '../../support/doors.js'

useServers()

/** @param {() => unknown} call @returns {Promise<string>} */
async function refusal(call) {
  try {
    await call()
  } catch (error) {
    const { code, message } = /** @type {any} */ (error)
    return `${code} ${message}`
  }
  return 'none'
}

/** @param {AsyncIterable<unknown>} rows @returns {Promise<number>} */
async function count(rows) {
  let found = 0
  for await (const row of rows) if (row !== undefined) found++
  return found
}

const NO_QUERIES = /** @type {any[]} */ ([undefined, null, 5, true, {}, [], ['select 1'], Symbol('x'), { text: 5 }])

atDoors('what is no query, or no list of values, is refused', DOORS, async (db) => {
  for (const none of NO_QUERIES) {
    assert.equal(await refusal(() => db.query(none)), '22023 a query is a text, or an object with one')
    assert.equal(await refusal(() => count(db.stream(none))), '22023 a query is a text, or an object with one')
  }
  for (const none of /** @type {any[]} */ ([undefined, null, 5, {}, []]))
    assert.equal(await refusal(() => db.exec(none)), '22023 exec() takes a text')
  for (const none of /** @type {any[]} */ ([5, 'abc', true, {}, new Map(), new Uint8Array(1)])) {
    assert.equal(await refusal(() => db.query('select $1::text', none)), '22023 the values of a query are an array')
    assert.equal(await refusal(() => db.query('select 1', none)), '22023 the values of a query are an array')
    assert.equal(await refusal(() => count(db.stream('select 1', none))), '22023 the values of a query are an array')
    assert.equal(await refusal(() => db.query({ text: 'select 1', values: none })),
      '22023 the values of a query are an array')
  }
  assert.equal(await refusal(() => db.query('select 1', [], /** @type {any} */ (5))),
    '22023 the limits of a query are an object')
  assert.equal(await refusal(() => db.query('select 1', [], /** @type {any} */ ({ timeoutMs: 5 }))),
    '22023 a query has no limit "timeoutMs"')
  assert.deepEqual((await db.query('select $1::int as a', [1])).rows, [{ a: 1 }])
  assert.deepEqual((await db.query({ text: 'select 1 as a' }, undefined)).rows, [{ a: 1 }])
  assert.deepEqual((await db.query('select 1 as a', /** @type {any} */ (null))).rows, [{ a: 1 }])
})

atDoors('a stream ends by its limits', DOORS, async (db) => {
  const endless = 'select generate_series(1, 1000000000) as g'
  const controller = new AbortController()
  let read = 0
  const aborted = await refusal(async () => {
    for await (const row of db.stream(endless, [], { signal: controller.signal })) {
      assert.equal(row.g, ++read)
      if (read === 1000) controller.abort()
    }
  })
  assert.equal(aborted, '57014 canceling statement due to user request')
  assert.ok(read >= 1000)
  assert.match(await refusal(() => count(db.stream(endless, [], { timeout: 50 }))), /^57014 canceling statement due to/)
  assert.equal(await refusal(() => count(db.stream(endless, [], { signal: controller.signal }))),
    '57014 canceling statement due to user request')
  assert.equal(await count(db.stream('select g from generate_series(1, $1) g', [3], { timeout: 10_000 })), 3)
  assert.deepEqual((await db.query('select 1 as a')).rows, [{ a: 1 }])
})

test('open() takes a path, a URL or options', async () => {
  for (const none of /** @type {any[]} */ ([null, 5, true, [], Symbol('x'), { path: 5 }, { path: null }]))
    assert.equal(await refusal(() => open(none)), '22023 open() takes a path, a URL or options')
  for (const none of /** @type {any[]} */ ([null, 5, 'x', [], new URL('file:///tmp')]))
    assert.equal(await refusal(() => open(':memory:', none)), '22023 the options of open() are an object')
  for (const none of /** @type {any[]} */ (['lots', -1, NaN, 1024]))
    assert.equal(await refusal(() => open(':memory:', { memoryLimit: none })),
      `22023 memoryLimit must be at least 32MB, not "${none}"`)
  // What is said in both places holds.
  const db = await open({ int8: 'number' }, { settings: { 'work_mem': '5MB' } })
  assert.deepEqual((await db.query("select current_setting('work_mem') as m, 1::int8 as n")).rows, [{ m: '5MB', n: 1 }])
  assert.throws(() => db.prepare(/** @type {any} */ (5)), { code: '22023', message: 'prepare() takes a text' })
  for (const none of /** @type {any[]} */ ([undefined, null, 1, {}, db]))
    assert.equal(await refusal(() => db.restore(none)), '22023 restore() takes what snapshot() returned')
  assert.deepEqual((await db.query('select 1 as a')).rows, [{ a: 1 }])
  await db.close()
})
