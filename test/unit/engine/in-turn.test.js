import { test } from 'vitest'
import assert from 'node:assert/strict'
import { inTurn } from '../../../src/engine/turns/in-turn.js'

test('a first turn asks for no timer: commits ask for one each', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await /** @type {Promise<void>} */ (new Promise((resolve) => { inTurn(resolve) }))
  assert.equal(timers(), before)
})
