/** What values are taken to be: rows within rows, whatever their first field is. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { textWeightOf, weightOf } from '../../../src/types/weight.js'

test('a row weighs what is in it, behind a number too', () => {
  const row = (/** @type {unknown[]} */ ...values) => ({ values })
  assert.ok(weightOf(row(1, 'x'.repeat(1000))) > 1000)
  /** @type {unknown} */
  let nested = 'x'
  for (let depth = 0; depth < 20; depth++) nested = row(depth, nested)
  // Each row around doubles the quotes.
  assert.ok(textWeightOf(nested) > 2 ** 20)
  assert.equal(weightOf({ values: [1, 2, 3], dims: [3] }), 72 + 48)
})
