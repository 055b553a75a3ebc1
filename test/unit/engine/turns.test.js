/** Asynchronous calls that wait for nothing still give others a turn: timers, and other sessions' long statements. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'

const CALLS_MAX = 200000

test('a loop of awaited queries does not starve timers', async () => {
  const db = await open(':memory:')
  let turned = false
  setImmediate(() => { turned = true })
  let calls = 0
  while (!turned && calls < CALLS_MAX) {
    await db.query('select 1')
    calls++
  }
  assert.ok(turned, `no turn in ${calls} calls`)
  await db.close()
})

test('nor another session', async () => {
  const db = await open(':memory:')
  const other = await db.connect()
  let done = false
  const long = other.query('select sum(i % 7) as s from generate_series(1, 300000) i').then(({ rows }) => {
    done = true
    return rows
  })
  let calls = 0
  while (!done && calls < CALLS_MAX) {
    await db.query('select 1')
    calls++
  }
  assert.ok(done, `not done in ${calls} calls`)
  assert.deepEqual(await long, [{ s: '899998' }])
  await other.release()
  await db.close()
})
