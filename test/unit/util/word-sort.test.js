/** Records of words sort as their words do, and beyond these as what `more` knows, whatever their number. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { seededRandom } from '../../../src/util/prng.js'
import { WordSort } from '../../../src/util/word-sort.js'

const seed = 20261122
console.log(`# seed ${seed}`)

/** @param {WordSort} sort @param {number} count @returns {number} how many records the largest step dealt with */
function run(sort, count) {
  let most = 0
  for (const worked of sort.steps(count)) most = Math.max(most, worked)
  return most
}

/** Words of different spread, by name. @type {Record<string, (random: ReturnType<typeof seededRandom>) => number>} */
const KINDS = {
  any: (random) => random.below(65536) * 65536 + random.below(65536),
  few: (random) => random.below(3),
  'high bits': (random) => random.below(7) * 2 ** 29,
  one: () => 0xfedcba98,
  skewed: (random) => random.below(100) === 0 ? random.below(1 << 30) : 5,
}

for (const [kind, make] of Object.entries(KINDS)) {
  test(`records of words: ${kind}`, () => {
    const random = seededRandom(seed)
    for (const [count, width, keyWords] of [
      [1, 4, 4],
      [19, 4, 4],
      [50, 3, 2],
      [5000, 4, 4],
      [30000, 5, 5],
      [40000, 4, 3],
    ]) {
      const words = Uint32Array.from({ length: count * width }, () => make(random))
      /** @param {Uint32Array} all @returns {string[]} records that compare as they order, and whole behind that */
      const texts = (all) =>
        Array.from({ length: count }, (_, index) =>
          Array.from(all.subarray(index * width, (index + 1) * width), (word) =>
            word.toString(16).padStart(8, '0')
          ).join('')
        )
      const expected = texts(words).sort()
      run(new WordSort(words, width, keyWords, null), count)
      const got = texts(words)
      const keys = (/** @type {string[]} */ list) => list.map((text) => text.slice(0, 8 * keyWords))
      assert.deepEqual(keys(got), keys(expected))
      assert.deepEqual(got.sort(), expected)
    }
  })
}

test('a step deals with few enough records that others get their turn', () => {
  const random = seededRandom(seed)
  const count = 300000
  const words = Uint32Array.from({ length: count * 4 }, () => KINDS.any(random))
  assert.ok(run(new WordSort(words, 4, 4, null), count) <= 2 * 8192)
})
