/** A numeric as a double: the same as its text read as one. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { formatNumeric, numericToNumber } from '../../../src/types/numbers/numeric.js'
import { parseNumeric } from '../../../src/types/numbers/numeric-input.js'

test('the nearest double, whatever coefficient and scale', () => {
  let state = 7
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647
  for (let round = 0; round < 20000; round++) {
    const digits = String(Math.floor(random() * 2 ** (53 * random()))) + (round % 50 === 0 ? '0123456789' : '')
    const scale = Math.floor(random() * 26)
    const padded = digits.padStart(scale + 1, '0')
    const value = parseNumeric(`${round % 2 === 0 ? '-' : ''}${padded.slice(0, padded.length - scale)}${scale > 0 ? '.' : ''}${padded.slice(padded.length - scale)}`)
    assert.equal(numericToNumber(value) + 0, Number(formatNumeric(value)) + 0, formatNumeric(value))
  }
  assert.equal(numericToNumber(parseNumeric('NaN')), NaN)
  assert.equal(numericToNumber(parseNumeric('-Infinity')), -Infinity)
})
