/** The set of an array's elements grows by questions, and stays below the memory that is left. */
import { expect, test } from 'vitest'
import { ArrayKeys } from '../../../src/executor/expressions/array-keys.js'
import { PgArray } from '../../../src/types/array.js'

/** @param {(number | null)[]} values */
const array = (values) => new PgArray(23, [values.length], [1], values)
const unlimited = { isLimited: false, left: 0 }

test('each question adds some elements, and tells where those begin that it did not look at', () => {
  const values = Array.from({ length: 20_000 }, (_, at) => at === 15_000 ? null : at)
  const keys = new ArrayKeys(array(values), null, unlimited)
  expect(keys.has(19_999)).toBe(false)
  expect(keys.end).toBeLessThan(10_000)
  expect(keys.hasNull).toBe(false)
  while (keys.end < 20_000) keys.has(-1)
  expect(keys.has(19_999)).toBe(true)
  expect(keys.has(-1)).toBe(false)
  expect(keys.hasNull).toBe(true)
})

test('elements without room stay to be compared', () => {
  const keys = new ArrayKeys(array([1, 2, 3, 4]), (value) => `k${value}`, { isLimited: true, left: 100 })
  expect(keys.has('k2')).toBe(true)
  expect(keys.has('k3')).toBe(false)
  expect(keys.end).toBe(2)
})
