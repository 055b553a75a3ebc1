/**
 * pg_terminate_backend(): who has its answer may count on it that an idle session takes no more statements. psycopg
 * rolls the other connection back next, and expects to hear that this failed.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { waitingFunctions } from '../../../src/functions/session/waiting.js'

const { call } = /** @type {import('../../../src/functions/impl.js').FunctionImpl} */ (
  waitingFunctions.find(({ name }) => name === 'pg_terminate_backend')
)

/** @type {import('../../../src/library/database.js').Database} */
let db
beforeAll(async () => { db = await open(':memory:') })
afterAll(() => db.close())

/** @param {(asking: any, idle: any, work: Generator<Promise<void>, boolean>) => Promise<void>} look */
async function terminating(look) {
  const other = await db.connect()
  await other.query('begin')
  const asking = /** @type {any} */ (db).session
  const idle = /** @type {any} */ (other).session
  await look(asking, idle, call({ session: asking }, idle.pid, 0))
  await other.release()
}

test('an idle session is closed before the answer', () =>
  terminating(async (_asking, idle, work) => {
    const { done, value } = work.next()
    assert.equal(done, false)
    assert.equal(idle.closed, false)
    await value
    assert.equal(idle.closed, true)
    assert.deepEqual(work.next(), { done: true, value: true })
  }))

test('who cannot wait has the answer at once', () =>
  terminating(async (asking, _idle, work) => {
    asking.synchronous = true
    assert.deepEqual(work.next(), { done: true, value: true })
    asking.synchronous = false
  }))
