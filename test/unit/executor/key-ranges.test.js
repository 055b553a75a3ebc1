/** Stretches of an index in order, held against the plain rule: which of all short keys lie in one of them. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { KeyRanges } from '../../../src/executor/operators/scan/key-ranges.js'
import { seededRandom } from '../../../src/util/prng.js'

/**
 * A boundary: before or behind every key that begins with `key`.
 * @typedef {{ key: number[], after: boolean }} Boundary
 */

/** @param {number[]} key @param {Boundary} boundary @returns {boolean} whether a key is behind a boundary */
function behind(key, { key: bound, after }) {
  for (let at = 0; at < bound.length; at++) {
    if (at >= key.length || key[at] < bound[at]) return false
    if (key[at] > bound[at]) return true
  }
  return !after
}

const KEYS = [0, 1, 2, 3].flatMap((a) => [[a, 9], ...[0, 1, 2, 3].map((b) => [a, b, 9])])

test('what overlaps becomes one, what is empty goes, both ways', ({ annotate }) => {
  void annotate('seed 7')
  const chance = seededRandom(7)
  const boundary = () => ({
    key: Array.from({ length: chance.below(3) }, () => chance.below(4)), after: chance.below(2) === 0,
  })
  for (let round = 0; round < 400; round++) {
    const ranges = new KeyRanges()
    const given = Array.from({ length: chance.below(6) }, () => [boundary(), boundary()])
    ranges.clear()
    for (const [low, high] of given)
      ranges.add(
        Uint8Array.from(low.key), low.key.length, low.after, Uint8Array.from(high.key), high.key.length, high.after,
      )
    const backward = chance.below(2) === 0
    ranges.settle(backward)
    /** @type {Boundary[][]} */
    const made = []
    /** @type {any} */
    const cursor = {
      toStart: () => assert.ok(!backward), toEnd: () => assert.ok(backward),
      setRange: (/** @type {any[]} */ ...[low, lowAt, lowEnd, lowAfter, high, highAt, highEnd, highAfter]) => {
        made.push([
          { key: [...low.slice(lowAt, lowEnd)], after: lowAfter },
          { key: [...high.slice(highAt, highEnd)], after: highAfter },
        ])
      },
    }
    while (ranges.next(/** @type {any} */ ({ txn: { serializable: null } }), 1, cursor, backward));
    if (backward) made.reverse()
    const within = (/** @type {Boundary[][]} */ list, /** @type {number[]} */ key) =>
      list.filter(([low, high]) => behind(key, low) && !behind(key, high)).length
    let last = -1
    for (const key of KEYS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
      assert.equal(within(made, key), within(given, key) > 0 ? 1 : 0, `round ${round}, key ${key}`)
      const place = made.findIndex((one) => within([one], key) === 1)
      if (place >= 0) assert.ok(place >= last, `round ${round}: in order`)
      last = Math.max(last, place)
    }
  }
})
