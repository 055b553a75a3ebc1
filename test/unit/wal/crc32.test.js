/** CRC-32: known values, continuation, and both paths agreeing on random bytes. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { crc32, crc32Tables } from '../../../src/util/crc32.js'
import { seededRandom } from '../../../src/util/prng.js'

test('known values', () => {
  const bytes = new TextEncoder().encode('123456789')
  assert.equal(crc32(bytes, 0, 9), 0xcbf43926)
  assert.equal(crc32(bytes, 0, 0), 0)
  assert.equal(crc32(new Uint8Array(4096), 0, 4096), 0xc71c0011)
})

test('tables and native agree, in one piece and continued', () => {
  const random = seededRandom(7)
  const bytes = new Uint8Array(20_000).map(() => random.below(256))
  for (let round = 0; round < 500; round++) {
    const start = random.below(1000)
    const end = start + random.below(round % 2 ? 600 : 19_000)
    const cut = start + random.below(end - start + 1)
    const whole = crc32(bytes, start, end)
    assert.equal(crc32Tables(bytes, start, end, 0), whole)
    assert.equal(crc32(bytes, cut, end, crc32(bytes, start, cut)), whole)
    assert.equal(crc32Tables(bytes, cut, end, crc32(bytes, start, cut)), whole)
  }
})
