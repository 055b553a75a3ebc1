/** Work that waits: whose types are meant is said once before it runs, and must still hold when it goes on. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { drive, nextTurn } from '../../../src/engine/turns/drive.js'
import { typesInUse, useTypes } from '../../../src/types/lookup.js'

test('after a wait the types of the work itself are in use, whoever ran meanwhile', async () => {
  const own = /** @type {any} */ ({ name: 'own' })
  const other = /** @type {any} */ ({ name: 'other' })
  /** @type {any[]} */
  const seen = []
  /** @param {any} types @param {number} waits @returns {Generator<Promise<unknown>, void, void>} */
  function* work(types, waits) {
    useTypes(types)
    for (let at = 0; at < waits; at++) {
      yield nextTurn()
      seen.push([types, typesInUse()])
    }
  }
  await Promise.all([drive(work(own, 3)), drive(work(other, 4)), drive(work(null, 2))])
  assert.equal(seen.length, 9)
  for (const [meant, met] of seen) assert.equal(met, meant)
})
