/** Tuple ids of a key, a page's at a time: the same as one after the other. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { seededRandom } from '../../../src/util/prng.js'
import { keyMaker, makeTree, makeWorld, roomy } from './harness.js'

const seed = Number(process.env.SEED ?? 20261123)
const text = keyMaker([{ typeOid: 25 }])

test(`chunks of every size, from any place, whatever is removed: seed ${seed}`, () => {
  const random = seededRandom(seed)
  const world = makeWorld({ cachePages: 400 })
  const tree = makeTree(world)
  const words = ['a', 'ab', 'abc', 'b', 'often', 'rare', 'z'.repeat(300)]
  const counts = [40, 700, 3000, 1, 9000, 2, 60]
  words.forEach((word, at) => {
    for (let i = 0; i < counts[at]; i++) {
      const key = text(word)
      tree.insert(world.txn, roomy(key), 0, key.length, random.below(1e6))
    }
  })
  for (let round = 0; round < 2; round++) {
    for (const word of words) {
      const key = text(word)
      const all = []
      const asked = roomy(key)
      const { length } = key
      for (let tid = tree.lookup(asked, 0, length); tid >= 0; tid = tree.lookupAfter(asked, 0, length, tid)) {
        all.push(tid)
      }
      for (const most of [1, 3, 64, 2000]) {
        const out = new Float64Array(most)
        const found = []
        for (let last = -1; ;) {
          const count = tree.tidsAfter(asked, 0, key.length, last, out, most)
          if (count === 0) break
          found.push(...out.subarray(0, count))
          last = out[count - 1]
        }
        assert.deepEqual(found, all, `${word}, by ${most}`)
        const from = random.below(1e6)
        const count = tree.tidsAfter(asked, 0, key.length, from, out, most)
        assert.equal(count === 0 ? -1 : out[0], tree.lookupAfter(asked, 0, key.length, from))
      }
      for (const tid of all) {
        if (random.below(3) > 0) tree.remove(roomy(key), 0, key.length, tid, 0, 0)
      }
    }
  }
})
