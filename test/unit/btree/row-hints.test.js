/**
 * Where rows were last: what was put is found again, also when two keys share a pair of cells, and a guess never leaves
 * the file.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RowHints } from '../../../src/storage/btree/row-hints.js'

const FILE = { blockCount: 1000 }

test('two keys of one pair of cells both stay, whichever cell is their own', () => {
  for (const [first, second] of [[0, 0], [0, 2], [2, 0], [2, 2]]) {
    const hints = new RowHints(1)
    for (let times = 0; times < 3; times++) {
      hints.put(first, 11, 100)
      hints.put(second, 22, 200 + times)
      assert.deepEqual([hints.guess(first, 11, FILE), hints.guess(second, 22, FILE)], [100, 200 + times])
    }
    hints.put(first, 33, 300)
    assert.equal(hints.guess(first, 33, FILE), 300)
    assert.equal([hints.guess(first, 11, FILE), hints.guess(second, 22, FILE)].filter((tid) => tid >= 0).length, 1)
    assert.equal(hints.guess(4, 11, FILE), -1)
  }
})

test('a guess is within the file, and there is none for a row beyond 32 bits', () => {
  const hints = new RowHints(1)
  hints.put(0, 5, 999 * 512 + 7)
  assert.equal(hints.guess(0, 5, FILE), 999 * 512 + 7)
  assert.equal(hints.guess(0, 5, { blockCount: 999 }), -1)
  hints.put(0, 6, 2 ** 32)
  assert.equal(hints.guess(0, 6, FILE), -1)
})

for (const [name, keyOf] of Object.entries({
  padded: (/** @type {number} */ i) => `key/${String(i).padStart(12, '0')}`,
  short: (/** @type {number} */ i) => `user:${i}`,
  numbers: (/** @type {number} */ i) => String.fromCharCode(128, i >>> 16, (i >>> 8) & 255, i & 255),
})) {
  test(`keys that differ in a few digits have places of their own: ${name}`, () => {
    const hints = new RowHints(65536)
    const places = new Set()
    for (let i = 0; i < 100_000; i++) {
      const key = Buffer.from(`\u0001${keyOf(i * 7)}\0`, 'latin1')
      const cell = hints.place(268435457, key, key.length)
      places.add(cell * 2 ** 32 + hints.tag)
    }
    assert.ok(places.size > 99_990, `${places.size} places`)
  })
}
