/** Sums of numerics, whose parts beyond 2^53 are kept apart, against sums of BigInts. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { NumericSum } from '../../../src/functions/aggregates/numeric-sum.js'
import { fromBig } from '../../../src/types/numbers/numeric.js'

test('sums are exact, whatever the sizes, signs and scales of what is added', () => {
  let seed = 7
  const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
  for (let round = 0; round < 200; round++) {
    const sum = new NumericSum()
    let exact = 0n
    let scaleMax = 0
    const scales = round % 3 === 0 ? 1 : 6
    for (let count = 0; count < 60; count++) {
      const bits = Math.floor(random() * (round % 2 === 0 ? 53 : 80))
      const coef =
        BigInt(Math.floor(random() * 2 ** Math.min(bits, 52))) *
        (bits > 52 ? 1n << BigInt(bits - 52) : 1n) *
        (random() < 0.5 - (round % 4) / 10 ? -1n : 1n)
      const scale = Math.floor(random() * scales)
      sum.add(fromBig(coef, scale))
      scaleMax = Math.max(scaleMax, scale)
      exact += coef * 10n ** BigInt(10 - scale)
      const total = /** @type {any} */ (sum.total())
      assert.equal(total.scale, scaleMax)
      assert.equal(BigInt(total.coef) * 10n ** BigInt(10 - scaleMax), exact)
      assert.equal(
        typeof total.coef,
        BigInt(total.coef) <= BigInt(Number.MAX_SAFE_INTEGER) && BigInt(total.coef) >= -BigInt(Number.MAX_SAFE_INTEGER)
          ? 'number'
          : 'bigint'
      )
    }
  }
})
