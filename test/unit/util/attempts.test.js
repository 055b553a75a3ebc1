import { test } from 'vitest'
import assert from 'node:assert/strict'
import { eachOf, inAttempts } from '../../../src/util/attempts.js'
import { turnUntil } from '../../../src/util/effort.js'

/** Always tired: every look is a rest. @template T @param {Generator<void, T, void>} steps */
function driven(steps) {
  let rests = 0
  try {
    turnUntil(0, () => 1)
    for (;;) {
      const step = steps.next()
      if (step.done) return { value: step.value, rests }
      rests++
    }
  } finally {
    turnUntil(Infinity, () => performance.now())
  }
}

test('a walk over long lists rests, and makes each element once', () => {
  const lists = [Array.from({ length: 3000 }, (_, at) => at), Array.from({ length: 3000 }, (_, at) => at)]
  let made = 0
  const { value, rests } = driven(inAttempts(() => lists.map((list) =>
    eachOf(list, (item) => { made++; return item * 2 }).reduce((sum, item) => sum + item, 0))))
  assert.deepEqual(value, [8_997_000, 8_997_000])
  assert.equal(made, 6000)
  assert.ok(rests >= 20, `${rests} rests`)
})

test('lists within lists', () => {
  const tree = Array.from({ length: 600 }, () => Array.from({ length: 600 }, () => 1))
  /** @param {number | unknown[]} node @returns {number} */
  const sum = (node) => typeof node === 'number' ? node
    : eachOf(/** @type {number[]} */ (node), sum).reduce((all, one) => all + one, 0)
  const { value, rests } = driven(inAttempts(() => sum(tree)))
  assert.equal(value, 360_000)
  assert.ok(rests > 1000)
})

test('outside of attempts nothing rests, errors are errors', () => {
  assert.deepEqual(eachOf([1, 2], (item) => item + 1), [2, 3])
  assert.throws(() => driven(inAttempts(() => { throw new Error('own') })), /own/)
  assert.deepEqual(eachOf(Array.from({ length: 5000 }, () => 1), (item) => item).length, 5000)
})
