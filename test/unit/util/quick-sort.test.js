import { expect, test } from 'vitest'
import { quickSort } from '../../../src/util/quick-sort.js'

test('sorts whatever it is given', () => {
  let seed = 5
  const random = (/** @type {number} */ below) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below
  for (let round = 0; round < 400; round++) {
    const list = Array.from({ length: random(120) }, () => random(1 + random(200)))
    const sorted = [...list].sort((a, b) => a - b)
    quickSort(list, (a, b) => a - b)
    expect(list).toEqual(sorted)
  }
})

test('what is in order stays as it is, and so do equal elements of short lists', () => {
  const byTens = (/** @type {number} */ a, /** @type {number} */ b) => Math.trunc(a / 10) - Math.trunc(b / 10)
  const sorted = [12, 11, 13, 22, 21, 24, 23, 31, 39, 38]
  quickSort(sorted, byTens)
  expect(sorted).toEqual([12, 11, 13, 22, 21, 24, 23, 31, 39, 38])
  const short = [31, 12, 32, 11, 22, 21]
  quickSort(short, byTens)
  expect(short).toEqual([12, 11, 22, 21, 31, 32])
})
