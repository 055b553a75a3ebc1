/**
 * Functions that a program hands over: what may not be async is refused, before anything has happened where that can be
 * seen, and undone where it cannot.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec('create table t(n int)')
})
afterAll(() => db.close())

const count = async () => (await db.query('select count(*)::int as n from t')).rows[0].n

test('transactionSync() of an async function does not even begin', async () => {
  let ran = false
  assert.throws(
    () =>
      db.transactionSync(async () => { ran = true }),
    { code: '22023', message: 'the function given to transactionSync() must not be async' },
  )
  assert.throws(() => db.transactionSync(function* () { ran = true }), { code: '22023' })
  assert.throws(() => db.transactionSync('select 1'), { code: '22023' })
  assert.equal(ran, false)
})

test('transactionSync() of a function that returns a promise is rolled back', async () => {
  const insert = db.prepare('insert into t values ($1)')
  assert.throws(() => db.transactionSync(() => {
    insert.run(1)
    return Promise.reject(new Error('nobody hears of this'))
  }), { code: '22023' })
  assert.equal(await count(), 0)
  assert.equal(db.transactionSync(() => { insert.run(2); return 'done' }), 'done')
  assert.equal(await count(), 1)
})

test('what transaction() and listen() are given is a function', async () => {
  await assert.rejects(db.transaction('select 1'), { code: '22023' })
  await assert.rejects(db.listen('c'), { code: '22023' })
})

test('parsers are not async, and parameters no promises', async () => {
  await assert.rejects(open(':memory:', { parsers: { 23: async (/** @type {string} */ text) => Number(text) } }), {
    code: '22023',
    message: 'the parser of type 23 must not be async',
  })
  await assert.rejects(open(':memory:', { onNotice: /** @type {any} */ ('no function') }), { code: '22023' })
  await assert.rejects(db.query('select $1::jsonb', [Promise.resolve(1)]), {
    code: '22023',
    message: 'a parameter cannot be a promise',
  })
  assert.throws(() => db.prepare('select $1::text').get(Promise.resolve('x')), { code: '22023' })
})

test('routines: rows are not asynchronous, and one value is not a generator', () => {
  assert.throws(
    () =>
      db.createFunction('later', { returns: 'setof int' }, async function* () {
        yield 1
      }),
    { code: '22023' },
  )
  assert.throws(() => db.createFunction('several', { returns: 'int' }, function* () { yield 1 }), { code: '22023' })
  db.createFunction('two_rows', { returns: 'setof int' }, function* () { yield 1; yield 2 })
  assert.deepEqual(db.prepare('select two_rows() as n').all(), [{ n: 1 }, { n: 2 }])
})

test('what a listener throws is the program\'s, not the statement\'s that notified', () => {
  // In a process of its own: the test runner takes uncaught exceptions for failures.
  const script = `
    process.once('uncaughtException', (error) => console.log('uncaught ' + error.message))
    const { open } = await import(${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)})
    const db = await open(':memory:')
    await db.listen('c', () => { throw new Error('in the listener') })
    await db.listen('c', (payload) => console.log('heard ' + payload))
    await db.query("notify c, 'x'")
    console.log('notified')
    await db.close()`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.deepEqual([stdout.trim().split('\n').sort(), status], [['heard x', 'notified', 'uncaught in the listener'], 0])
})
