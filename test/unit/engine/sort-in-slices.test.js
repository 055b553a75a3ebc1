/** ANALYZE sorts its sample in pieces, so that others have turns: the order is that of one sort. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { sortInSlices } from '../../../src/engine/commands/maintenance/analyze.js'

test('sorting in slices is sorting, and stable', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 5200 }), fc.integer({ min: 1, max: 500 }), (count, kinds) => {
    const list = Array.from({ length: count }, (_, place) => ({ value: (place * 7919 + 13) % kinds, place }))
    const expected = [...list].sort((a, b) => a.value - b.value)
    let pauses = 0
    for (const turn of sortInSlices(
      () => Promise.resolve(), list, (a, b) => a.value - b.value,
    ))
      if (turn !== null) pauses++
    assert.deepEqual(list, expected)
    assert.ok(pauses >= Math.floor(count / 1000))
  }), { numRuns: 20 })
})
