import { test } from 'vitest'
import assert from 'node:assert/strict'
import { atOnce, turnUntil } from '../../../src/util/effort.js'
import { parseInSteps } from '../../../src/util/json-steps.js'

const same = (/** @type {unknown} */ value) => value
const long = (/** @type {unknown} */ part) => ({
  kind: 'or', args: Array.from({ length: 60_000 }, () => part), empty: [], none: {}, text: 'a"\\\\"é\n\\', last: [[]],
})

test('a long text is what JSON.parse makes of it', () => {
  const parts = [1, -1.5e-7, true, null, '"', '\\', 'x\\"', {}, [], { a: [{}], b: { c: [null, ''] } }, [[1], [2]]]
  for (const part of parts) {
    const value = long(part)
    const text = JSON.stringify({ ...value, more: 'x'.repeat(250_000) })
    assert.deepEqual(atOnce(parseInSteps(text, same)), JSON.parse(text))
  }
  const words = JSON.stringify(['x'.repeat(300_000), 1])
  assert.deepEqual(atOnce(parseInSteps(words, same)), JSON.parse(words))
})

test('objects are revived inside out, in short and long texts', () => {
  const value = { kind: 'a', args: [{ kind: 'b' }] }
  for (const text of [JSON.stringify(value), JSON.stringify({ ...value, filler: 'x'.repeat(300_000) })]) {
    /** @type {string[]} */
    const seen = []
    const made = /** @type {{ args: unknown[] }} */ (atOnce(parseInSteps(text, (node) => {
      seen.push(String(node.kind))
      return node.kind === 'b' ? 7 : node
    })))
    assert.deepEqual(seen, ['b', 'a'])
    assert.deepEqual(made.args, [7])
  }
})

test('it rests', () => {
  const steps = parseInSteps(JSON.stringify(long({ a: 1 })), same)
  let rests = 0
  turnUntil(0, () => 1)
  try {
    while (!steps.next().done) rests++
  } finally {
    turnUntil(Infinity, () => performance.now())
  }
  assert.ok(rests > 10, `${rests} rests`)
})
